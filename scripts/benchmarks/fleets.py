"""How fast whole matches go: eight bots of one language, the arena included, in virtual time."""

from __future__ import annotations

import itertools
import time
from typing import TYPE_CHECKING, Final

from agentfw.arena.server import ArenaOptions
from agentfw.match import Fighter, SkirmishOptions, play_skirmish
from scripts.benchmarks.measure import Figure

if TYPE_CHECKING:
    from collections.abc import Iterator

_BOTS: Final = 8
_TIMES_REAL: Final = 15.0
_PLANS: Final = {"dm": "deathmatch", "ctf": "ctf-attacker", "dom": "domination"}
"""Domination is played in the dialect of UT99, the others in that of UT2004."""
_LANGUAGES: Final = ("fsm", "goap", "htn", "lap")


def figures(*, quick: bool) -> Iterator[Figure]:
    """All figures of this part."""
    minutes = 0.5 if quick else 2.0
    for (mode, plan), language in itertools.product(_PLANS.items(), _LANGUAGES):
        brain = f"{plan}.{language}"
        speeds = [_times_real(brain, mode, minutes, seed) for seed in range(1 if quick else 3)]
        times = max(speeds)
        detail = (
            f"{mode}, arena included; the best of {len(speeds)} seeds, the worst has {min(speeds):.1f}"
        )
        yield Figure(
            f"{_BOTS} bots with {brain}: game time / real time",
            times, "x", _TIMES_REAL, detail, at_least=True,
        )  # fmt: skip


def _times_real(brain: str, mode: str, minutes: float, seed: int) -> float:
    fighters = tuple(
        Fighter(brain=brain, name=f"Bot{number}", team=None if mode == "dm" else number % 2)
        for number in range(_BOTS)
    )
    arena = ArenaOptions(mode=mode, seed=seed, time_limit_min=minutes, score_limit=0)
    started = time.perf_counter()
    result = play_skirmish(SkirmishOptions(arena=arena, fighters=fighters))  # ties take longer
    return result.game_time_s / (time.perf_counter() - started)
