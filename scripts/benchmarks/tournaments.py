"""What a second core brings to a tournament, the start of the processes included."""

from __future__ import annotations

import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Final

from agentfw.tournament import Schedule, read_tournament
from agentfw.tournament.jobs import play_locally, real_time_limit_s
from scripts.benchmarks.measure import Figure, best_times

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from agentfw.tournament import Game

_TIMES: Final = 1.8
_MINUTES: Final = 1.0
_SHORTEST: Final = 0.1
# Without a score that ends them, games are of about one length, so that none is left over at the end.
_CUP: Final = """\
entrants: {{fsm: deathmatch.fsm, posh: deathmatch.lap}}
grounds: [dm-foundry]
bots: 2
seeds: {seeds}
minutes: {minutes}
score: 0
"""
_STEPS: Final = 4_000_000


def figures(*, quick: bool) -> Iterator[Figure]:
    """All figures of this part."""
    cup, moment = _cup(5 if quick else 20, _MINUTES), _cup(1, _SHORTEST)
    one = two = float("inf")
    for _ in range(1 if quick else 2):
        one, two = min(one, _until_done_s(cup.games, cup, 1)), min(two, _until_done_s(cup.games, cup, 2))
    games = len(cup.games)
    yield Figure(
        "tournament on 2 processes / on 1 process, games per second",
        one / two, "x", _TIMES,
        f"{games / two:.2f} and {games / one:.2f} games/s, {games} games of {_MINUTES:g} min; "
        f"plain loops come to {_of_the_machine():.2f} x here",
        at_least=True,
    )  # fmt: skip
    start_s = min(_until_done_s(moment.games[:1], moment, 1) for _ in range(3))
    yield Figure("start of a process, until its first game is over", start_s, "s", None, "a short game")


def _cup(seeds: int, minutes: float) -> Schedule:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "cup.yaml"
        file.write_text(_CUP.format(seeds=seeds, minutes=minutes), encoding="utf-8")
        return Schedule(read_tournament(file))


def _until_done_s(games: Sequence[Game], cup: Schedule, jobs: int) -> float:
    """How long games take, from nothing to the last outcome."""
    started = time.perf_counter()
    found = list(play_locally(games, cup.spec, jobs=jobs, limit_s=real_time_limit_s(_MINUTES)))
    assert all(one.outcome is not None for one in found)  # noqa: S101 - else there is nothing to compare
    return time.perf_counter() - started


def _of_the_machine() -> float:
    """What a second process brings where there is nothing but work: the most that can be had here."""
    with ProcessPoolExecutor(2) as pool:
        list(pool.map(_work, [_STEPS // 10] * 4))  # both have started

        def one_by_one() -> None:
            for _ in range(2):
                pool.submit(_work, _STEPS).result()

        one, two = best_times(one_by_one, lambda: list(pool.map(_work, [_STEPS] * 2)), rounds=3)
    return one / two


def _work(steps: int) -> int:
    return sum(step * step for step in range(steps))
