"""A tournament that is killed goes on, and comes to the same tables as one that was not."""

from __future__ import annotations

import json
import signal
import sys
from typing import TYPE_CHECKING, Final

import pytest

from agentfw.tournament.journal import RESULTS
from tests.support.programs import run
from tests.tournament.files import failing_brain, tournament_file

if TYPE_CHECKING:
    import subprocess
    from pathlib import Path

TABLES: Final = ("games.csv", "table.csv", "table.json", "plot.svg")

# Kills itself while it writes the line of its third game: before, in the middle, or at the end of it.
TORN: Final = """
import os, sys
from agentfw.cli import main

share, writes, write = float(sys.argv[1]), 0, os.write

def torn(file, data):
    global writes
    if bytes(data[:8]) != b'{"game":':
        return write(file, data)
    writes += 1
    if writes == 3:
        write(file, data[: round(share * len(data))])
        os.kill(os.getpid(), 9)
    return write(file, data)

if __name__ == "__main__":
    os.write = torn
    main(sys.argv[2:])
"""


def play(file: Path, out: Path, *words: str | Path) -> subprocess.CompletedProcess[str]:
    program = words or ("-m", "agentfw")
    return run(sys.executable, *program, "tournament", file, "--jobs", "2", "--out", out)


def tables(folder: Path) -> list[bytes]:
    return [(folder / name).read_bytes() for name in TABLES]


def keys(folder: Path) -> list[str]:
    """Of all whole lines."""
    lines = (folder / RESULTS).read_text(encoding="utf-8").split("\n")[:-1]
    return [json.loads(line)["game"]["key"] for line in lines]


@pytest.mark.timeout(300)
def test_a_tournament_killed_again_and_again_comes_to_the_same_tables(tmp_path: Path) -> None:
    file = failing_brain(tmp_path, "KillsParent", seeds=4, times=3)
    kept: list[str] = []
    kills = 0
    while (last := play(file, tmp_path / "killed")).returncode == -signal.SIGKILL:
        kills += 1
        found = keys(tmp_path / "killed")
        assert found[: len(kept)] == kept
        kept = found
    assert 2 <= kills <= 3  # two workers may kill it at the same moment
    assert len(kept) > 6
    assert (last.returncode, play(file, tmp_path / "whole").returncode) == (0, 0)
    assert tables(tmp_path / "killed") == tables(tmp_path / "whole")
    assert len(keys(tmp_path / "killed")) == len(set(keys(tmp_path / "killed"))) == 24


@pytest.mark.parametrize("share", ["0", "0.5", "1"])
def test_a_line_torn_by_a_kill_costs_one_game_at_most(tmp_path: Path, share: str) -> None:
    (tmp_path / "torn.py").write_text(TORN, encoding="utf-8")
    file = tournament_file(tmp_path, seeds=1)
    killed = play(file, tmp_path / "out", tmp_path / "torn.py", share)
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    assert len(keys(tmp_path / "out")) == (3 if share == "1" else 2)
    again = play(file, tmp_path / "out")
    assert again.returncode == 0
    assert again.stderr.startswith(f"{3 if share == '1' else 2} of 6 games were played before")
    assert len(set(keys(tmp_path / "out"))) == len(keys(tmp_path / "out")) == 6
