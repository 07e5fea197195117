"""Results on disk: torn lines, damage, locks, and full disks."""

from __future__ import annotations

import resource
import signal
from typing import TYPE_CHECKING

import pytest

from agentfw.errors import SourceError, UsageError
from agentfw.tournament import Game, Outcome, open_journal
from agentfw.tournament.journal import RESULTS
from tests.support.programs import run_python

if TYPE_CHECKING:
    from pathlib import Path


def game(number: int) -> Game:
    return Game(f"key-{number}", ("a", "b"), "dm-closet dm 1v1", "dm", number, ("a", "b"))


def outcome(number: int) -> Outcome:
    return Outcome(scores=(float(number), 0.0), because="time", game_time_s=60.0)


def fill(folder: Path, *numbers: int) -> None:
    with open_journal(folder) as journal:
        for number in numbers:
            journal.add(game(number), outcome(number))


def keys(folder: Path) -> list[str]:
    with open_journal(folder) as journal:
        return list(journal.outcomes)


def test_what_was_added_is_there_again(tmp_path: Path) -> None:
    fill(tmp_path / "deep" / "down", 1, 2)
    with open_journal(tmp_path / "deep" / "down") as journal:
        assert journal.outcomes == {"key-1": outcome(1), "key-2": outcome(2)}


def test_a_line_torn_at_any_byte_is_dropped_and_the_rest_kept(tmp_path: Path) -> None:
    fill(tmp_path, 1, 2, 3)
    data = (tmp_path / RESULTS).read_bytes()
    ends = [number + 1 for number, byte in enumerate(data) if byte == ord("\n")]
    for cut in range(len(data)):
        (tmp_path / RESULTS).write_bytes(data[:cut])
        assert len(keys(tmp_path)) == sum(end <= cut for end in ends)


def test_what_is_added_after_a_torn_line_is_whole(tmp_path: Path) -> None:
    fill(tmp_path, 1, 2)
    data = (tmp_path / RESULTS).read_bytes()
    (tmp_path / RESULTS).write_bytes(data[:-10])
    fill(tmp_path, 2)
    assert (tmp_path / RESULTS).read_bytes() == data


def test_damage_elsewhere_is_told_with_its_line(tmp_path: Path) -> None:
    fill(tmp_path, 1, 2, 3)
    lines = (tmp_path / RESULTS).read_bytes().splitlines(keepends=True)
    (tmp_path / RESULTS).write_bytes(lines[0] + b"\0" * 40 + b"\n" + lines[2])
    with pytest.raises(SourceError, match=rf"{RESULTS}:2:1: is no result of a game"):
        keys(tmp_path)


def test_two_programs_cannot_write_one_journal(tmp_path: Path) -> None:
    program = (
        "import pathlib, sys; from agentfw.tournament import open_journal\n"
        "with open_journal(pathlib.Path(sys.argv[1])): pass"
    )
    with open_journal(tmp_path):
        told = run_python(program, tmp_path)
        assert f"{RESULTS} is being written by another tournament" in told.stderr
    assert run_python(program, tmp_path).returncode == 0


def test_a_fresh_journal_is_empty(tmp_path: Path) -> None:
    fill(tmp_path, 1)
    with open_journal(tmp_path, fresh=True) as journal:
        assert not journal.outcomes
        journal.add(game(2), outcome(2))
        journal.add(game(3), outcome(3))
        assert list(journal.outcomes) == ["key-2", "key-3"]
    assert keys(tmp_path) == ["key-2", "key-3"]


def test_a_fresh_journal_keeps_what_was_there_until_there_is_an_outcome(tmp_path: Path) -> None:
    fill(tmp_path, 1)
    with open_journal(tmp_path, fresh=True) as journal:
        journal.load()
        assert not journal.outcomes
    assert keys(tmp_path) == ["key-1"]


def test_a_folder_that_cannot_be_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(UsageError, match="cannot be written"):
        keys(tmp_path / "file")


def test_a_full_disk_is_told_and_leaves_whole_lines(tmp_path: Path) -> None:
    fill(tmp_path, 1)
    size = (tmp_path / RESULTS).stat().st_size
    before, handler = resource.getrlimit(resource.RLIMIT_FSIZE), signal.getsignal(signal.SIGXFSZ)
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    with open_journal(tmp_path) as journal:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size + 20, before[1]))
        try:
            with pytest.raises(UsageError, match=rf"{RESULTS}: cannot be written: File too large"):
                journal.add(game(2), outcome(2))
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
            signal.signal(signal.SIGXFSZ, handler)
        assert list(journal.outcomes) == ["key-1"]
    assert (tmp_path / RESULTS).stat().st_size == size
