"""Recordings of leaders begin when the first bot was let in, and not before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agentfw.decisions import NOTHING
from agentfw.match import leaders
from agentfw.match.keeping import MatchFolder
from agentfw.match.leaders import office_for
from agentfw.recording import Briefed, Header, Thought, open_recording
from tests.match.led import scripted

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

    from agentfw.team import Office


def office(folder: MatchFolder) -> Office:
    return office_for(scripted("red"), seed=1, folder=folder, tell=lambda kind, text: None)


def let_in(folder: MatchFolder) -> None:
    """The first bot plays."""
    recorder = folder.recorder("Ada", 0, Header(bot="Ada", brain="x", seed=1, dialect=""))
    recorder.write(Thought(0.0, NOTHING))
    recorder.close()


def think(boss: Office, *times: float) -> None:
    for at in times:
        boss.think(Briefed(at, reports=()))


def thought_at(path: Path) -> list[float]:
    return [one.at for one in open_recording(path) if isinstance(one, Thought)]


def test_what_a_leader_does_before_the_first_bot_comes_is_recorded_with_the_rest(
    tmp_path: Path,
) -> None:
    folder = MatchFolder(tmp_path, overwrite=False)
    boss = office(folder)
    think(boss, 1.0, 2.0)
    assert not [*tmp_path.iterdir()]
    let_in(folder)
    think(boss, 3.0)
    boss.close(4.0)
    assert thought_at(tmp_path / "red-coordinator.rec") == [1.0, 2.0, 3.0]


def test_leader_that_thinks_no_more_after_the_first_bot_came_is_recorded_too(tmp_path: Path) -> None:
    folder = MatchFolder(tmp_path, overwrite=False)
    boss = office(folder)
    think(boss, 1.0)
    let_in(folder)
    boss.close(4.0)
    assert thought_at(tmp_path / "red-coordinator.rec") == [1.0]


def test_leader_whose_bots_never_come_replaces_nothing_and_keeps_no_more_than_it_may(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leaders, "_MOST_WAITING", 10)
    (tmp_path / "red-coordinator.rec").write_bytes(b"precious")
    folder, lost = MatchFolder(tmp_path, overwrite=True), list[str]()
    folder.on_loss = lambda name, error: lost.append(f"{name}: {error}")
    boss = office(folder)
    think(boss, *map(float, range(100)))
    assert (tmp_path / "red-coordinator.rec").read_bytes() == b"precious"
    why = "red-coordinator thought 5 times before a bot was let in"
    assert (lost, folder.lost) == ([f"red-coordinator: {why}"], why)
    let_in(folder)
    think(boss, 200.0)
    boss.close(201.0)
    assert [one.name for one in tmp_path.iterdir()] == ["Ada.rec"]
    assert (boss.lives, boss.why) == (1, "")


def test_leader_whose_folder_cannot_be_made_is_not_recorded_for_that_reason(tmp_path: Path) -> None:
    (tmp_path / "in-the-way").write_text("x")
    folder, lost = MatchFolder(tmp_path / "in-the-way" / "match", overwrite=False), list[str]()
    folder.on_loss = lambda name, error: lost.append(f"{name}: {error}")
    boss = office(folder)
    think(boss, 1.0)
    let_in(folder)
    think(boss, 2.0, 3.0)
    boss.close(4.0)
    why = f"{folder.path}: cannot be written: Not a directory"
    assert lost == [f"Ada: {why}", f"red-coordinator: {why}"]
