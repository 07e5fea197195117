"""Replays: every command comes out as it was sent, also after lost connections and cuts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from agentfw.errors import RecordingError, UsageError
from agentfw.match import Replay, replay
from agentfw.recording import Note, summary
from agentfw.testing import Script
from tests.bot.stage import batch, classic, either_server, modern
from tests.match.recorded import (
    EVERY_GAME,
    FACTORY,
    TALKER,
    looks,
    records_of,
    rewritten,
    scripted,
    solo,
)
from tests.support.conversations import WORLD

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


# Exact


@pytest.mark.parametrize(("mode", "dialect"), EVERY_GAME)
def test_every_game_type_replays_exactly_in_every_dialect(file: Path, mode: str, dialect: str) -> None:
    solo(file, team=0, seed=3, arena={"map": None, "mode": mode, "dialect": dialect, "bots": 3})
    verdict = replay(file)
    assert (verdict.is_exact, verdict.is_cut, verdict.first_difference) == (True, False, None)
    assert verdict.thinks == verdict.same_thinks == summary(file).thinks > 20
    assert verdict.commands_bytes == summary(file).bytes_out > 100


@pytest.mark.parametrize("seed", [1, 2, 99])
@pytest.mark.parametrize("brain", ["hunter", TALKER, FACTORY])
def test_every_seed_and_brain_replays_exactly(file: Path, brain: str, seed: int) -> None:
    assert replay(solo(file, brain, seed=seed), brain=brain).is_exact


@pytest.mark.parametrize(
    "named",
    ["builtins:input", "subprocess:run", FACTORY, "some.module:Brain", "/any/a.py:B", "../a.py:B"],
)
def test_brain_that_only_the_recording_names_is_not_run(file: Path, named: str) -> None:
    changed = rewritten(solo(file, arena={"bots": 0}), list, brain=named)
    with pytest.raises(UsageError) as caught:
        replay(changed)
    assert f'was recorded with brain "{named}", which is neither installed' in str(caught.value)
    assert f'say so with --brain "{named}"' in str(caught.value)


def test_skills_that_only_the_recording_names_are_not_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    told = {"skills": "../a,b/mine.py"}
    changed = rewritten(solo(tmp_path / "a.rec", arena={"bots": 0}), list, brain_options=told)
    with pytest.raises(UsageError) as caught:
        replay(changed)
    assert "was recorded with the skills of ../a,b/mine.py, which is not in this" in str(caught.value)
    assert 'say so with --skills "../a,b/mine.py"' in str(caught.value)


@pytest.mark.parametrize("skill", [1, 3, 5])
@pytest.mark.parametrize("dialect", ["gamebots-2004", "gamebots-ut99"])
def test_bot_with_the_limits_of_a_human_replays_exactly(file: Path, dialect: str, skill: int) -> None:
    assert replay(solo(file, skill=skill, arena={"dialect": dialect, "bots": 4})).is_exact


def test_limits_of_a_human_matter_for_a_replay(file: Path) -> None:
    solo(file, skill=1, arena={"bots": 4, "time_limit_min": 0.5})
    assert not replay(rewritten(file, list, options={})).is_exact


@either_server
def test_match_on_a_scripted_server_replays_exactly(file: Path, welcome: Callable[[], Script]) -> None:
    scripted(file, looks(welcome()).reply("FIN").close())
    verdict = replay(file)
    assert (verdict.is_exact, verdict.thinks, verdict.duration_s) == (True, 4, 3.0)


@either_server
def test_reconnected_bot_replays_exactly(file: Path, welcome: Callable[[], Script]) -> None:
    scripted(file, *[looks(welcome()).close()] * 3, looks(welcome()).reply("FIN").close())
    verdict = replay(file)
    assert (verdict.is_exact, verdict.thinks, summary(file).connections) == (True, 16, 4)


def test_bot_that_changed_to_a_server_of_another_dialect_replays_exactly(file: Path) -> None:
    scripted(file, looks(classic()).close(), looks(modern()).reply("FIN").close())
    assert replay(file).is_exact


def test_cancelled_bot_replays_exactly_on_a_classic_server(file: Path) -> None:
    scripted(file, looks(classic()), seconds=2.5)
    assert replay(file).is_exact


def test_cancelled_bot_replays_exactly_on_a_modern_server(file: Path) -> None:
    scripted(file, looks(modern()), seconds=2.5)
    assert replay(file).first_difference is None


def test_bot_that_left_a_silent_server_replays_exactly(file: Path) -> None:
    scripted(file, modern(), looks(modern()).reply("FIN").close())
    assert replay(file).first_difference is None


@pytest.mark.parametrize(
    "script",
    [
        Script().close(),
        Script().reply("SSH-2.0-x"),
        Script().reply("HELLO_BOT {ServerFull True}").close(),
        Script().reply("HELLO_BOT").expect("READY").reply(*WORLD[:7]).close(),
        Script().reply("HELLO_BOT").expect("READY").reply(*WORLD).close(),
    ],
    ids=["no greeting", "foreign", "full", "in the lists", "listed"],
)
def test_bot_that_was_kept_out_first_replays_exactly(file: Path, script: Script) -> None:
    scripted(file, script, script, modern().reply("FIN").close())
    verdict = replay(file)
    assert (verdict.is_exact, verdict.first_difference) == (True, None)


@pytest.mark.parametrize("size", [1, 3, 64])
def test_bytes_that_came_in_pieces_replay_exactly(file: Path, size: int) -> None:
    data = "".join(f"{line}\r\n" for line in batch("2.00", health=3)).encode()
    script = modern()
    for start in range(0, len(data), size):
        script.wait(0.01).reply(data[start : start + size])
    scripted(file, script.reply("FIN").close())
    assert replay(file).is_exact


def test_notes_do_not_disturb_a_replay(file: Path) -> None:
    scripted(file, modern().reply("FIN").close())
    noted = rewritten(file, lambda records: [Note(0.0, "hello"), *records, Note(99.0, "bye")])
    assert replay(noted).is_exact


def test_recording_can_be_replayed_up_to_a_time(file: Path) -> None:
    scripted(file, looks(modern()).reply("FIN").close())
    verdict = replay(file, until=1.5)
    assert (verdict.is_exact, verdict.thinks, verdict.duration_s) == (True, 2, 1.0)


def test_every_think_is_shown_with_its_view(file: Path) -> None:
    scripted(file, looks(modern()).reply("FIN").close())
    shown: list[tuple[float, bool, int]] = []
    Replay(file, on_step=lambda step, view: shown.append((step.at, step.is_same, view.health))).run()
    assert shown == [(0.0, True, 100), (1.0, True, 90), (2.0, True, 89), (3.0, True, 88)]


def test_progress_is_told_with_the_time_of_every_record(file: Path) -> None:
    scripted(file, looks(modern()).reply("FIN").close())
    played = Replay(file)
    times: list[float] = []
    played.on_progress = times.append
    played.run()
    assert times == [record.at for record in records_of(file)]


def test_recording_without_records_is_exact(file: Path) -> None:
    scripted(file, modern().reply("FIN").close())
    verdict = replay(rewritten(file, lambda _: []))
    assert (verdict.is_exact, verdict.thinks, verdict.duration_s) == (True, 0, 0.0)


# Cut off


def test_recording_cut_anywhere_shows_no_difference(file: Path) -> None:
    data = solo(file).read_bytes()
    cut = file.with_name("cut.rec")
    for part in range(20, 100):
        cut.write_bytes(data[: len(data) * part // 100])
        verdict = replay(cut)
        assert verdict.first_difference is None, f"cut at {part} %"


def test_cut_recording_is_told_to_be_cut(file: Path) -> None:
    data = solo(file).read_bytes()
    file.write_bytes(data[:-5])
    assert replay(file).is_cut


def test_file_cut_in_its_header_is_refused(file: Path) -> None:
    file.write_bytes(solo(file).read_bytes()[:40])
    with pytest.raises(RecordingError, match="the file ends before its header"):
        replay(file)


def test_damaged_recording_is_refused_with_the_place(file: Path) -> None:
    data = bytearray(solo(file).read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(data)
    with pytest.raises(RecordingError, match=r"match\.rec: at byte \d+: .* damaged"):
        replay(file)
