"""Games in processes: all of them come back, whatever happens to the processes."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import select
import signal
from typing import TYPE_CHECKING, Final

import pytest

from agentfw.tournament.jobs import Finished, play_locally, real_time_limit_s
from tests.support.programs import run_python
from tests.tournament.files import failing_brain, schedule, tournament_file

if TYPE_CHECKING:
    from pathlib import Path

    from agentfw.tournament import Schedule

PROGRAM: Final = """
import pathlib, sys
from agentfw.tournament import Schedule, read_tournament
from agentfw.tournament.jobs import play_locally

cup = Schedule(read_tournament(pathlib.Path(sys.argv[1])))
for game in play_locally(cup.games, cup.spec, jobs=1, limit_s=60.0):
    pass
"""


def played(cup: Schedule, jobs: int = 2, limit_s: float = 60.0) -> dict[str, Finished]:
    games = play_locally(cup.games, cup.spec, jobs=jobs, limit_s=limit_s)
    found = {f"{one.game.sides} {one.game.seed}": one for one in games}
    assert len(found) == len(cup.games)
    return found


def test_every_game_comes_back_once_whatever_the_number_of_processes(tmp_path: Path) -> None:
    cup = schedule(tournament_file(tmp_path, seeds=1))
    assert played(cup, jobs=1) == played(cup, jobs=2)


def test_a_process_that_dies_once_loses_nothing(tmp_path: Path) -> None:
    cup = schedule(failing_brain(tmp_path, "DiesOnce"))
    assert all(one.outcome is not None for one in played(cup).values())
    assert (tmp_path / "marker").exists()


def test_a_game_that_kills_its_process_is_given_up_and_the_others_are_played(tmp_path: Path) -> None:
    cup = schedule(failing_brain(tmp_path, "Dies"))
    games = (cup.games[0], *cup.games[4:])
    bad, *others = sorted(
        play_locally(games, cup.spec, jobs=2, limit_s=60.0), key=lambda one: one.game.pair
    )
    assert (bad.game, bad.outcome) == (cup.games[0], None)
    assert bad.failed == "it killed its process 3 times"
    assert [one.outcome is not None for one in others] == [True, True]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("NeverAsks", "it raised PluginError: CancelledError: nothing to ask"),
        ("Interrupts", "it raised KeyboardInterrupt: "),
    ],
)
def test_whatever_a_game_raises_the_others_are_played(tmp_path: Path, name: str, why: str) -> None:
    cup = schedule(failing_brain(tmp_path, name))
    failed = {one.failed: "bad" in one.game.pair for one in played(cup).values()}
    assert failed == {why: True, "": False}


def test_a_game_that_does_not_end_is_given_up(tmp_path: Path) -> None:
    cup = schedule(failing_brain(tmp_path, "Hangs"))
    game = cup.games[0]
    (found,) = play_locally([game], cup.spec, jobs=1, limit_s=0.2)
    assert (found.game, found.failed) == (game, "it killed its process 3 times")


def test_the_limit_is_what_a_real_server_would_take() -> None:
    assert real_time_limit_s(5.0) == 15 * 60 + 120


def test_no_process_is_left_when_nobody_asks_any_more(tmp_path: Path) -> None:
    cup = schedule(tournament_file(tmp_path, seeds=3))
    before = set(multiprocessing.active_children())
    with contextlib.closing(play_locally(cup.games, cup.spec, jobs=2, limit_s=60.0)) as games:
        next(games)
        assert len(set(multiprocessing.active_children()) - before) == 2
    assert set(multiprocessing.active_children()) == before


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="waits for the child of another process")
def test_no_process_is_left_when_the_tournament_is_killed(tmp_path: Path) -> None:
    file = failing_brain(tmp_path, "KillsParent")
    told = run_python(PROGRAM, file)
    assert told.returncode == -signal.SIGKILL, told.stderr
    (worker,) = (tmp_path / "marker").iterdir()  # which would go on for ever
    with contextlib.suppress(ProcessLookupError):
        waiting = select.poll()
        waiting.register(os.pidfd_open(int(worker.name)), select.POLLIN)
        assert waiting.poll(30_000)
