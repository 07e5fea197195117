"""How fast the team files that ship are played in virtual time, and what playing as a team costs.

All speeds are game time over the processor time of this process, arena included.
"""

from __future__ import annotations

import gc
import os
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

import structlog
from msgspec.structs import replace

from agentfw.arena.server import ArenaOptions
from agentfw.match import Fighter, SkirmishOptions, play_lineup, play_skirmish
from agentfw.team import read_lineup
from scripts.benchmarks.measure import Figure

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from agentfw.team import Lineup

__all__ = ["figures"]

_FILES: Final = ("four-ways.yaml", "domination.yaml", "ctf.yaml")
_TIMES_REAL: Final = 15.0
_AIM: Final = "arena included; aim 40 x"


def figures(*, quick: bool) -> Iterator[Figure]:
    """All figures of this part."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger("error"))
    minutes, seeds = (0.5, 1) if quick else (2.0, 4)
    for file in _FILES:
        lineups = [_lineup(file, minutes, seed) for seed in range(seeds)]
        _play(_lineup(file, 0.1, 0))  # what is read and compiled once is no part of it
        times = sorted(1.0 / _cost(lineup, _play) for lineup in lineups)
        bots = sum(len(team.bots) for team in lineups[0].teams)
        name = f"{bots} bots of {file}: game time / processor time"
        detail = f"{times[0]:.1f} to {times[-1]:.1f} x; {_AIM}"
        yield Figure(name, sum(times) / seeds, "x", _TIMES_REAL, detail, at_least=True)
    yield from _extras(_lineup(_FILES[0], minutes, 0), rounds=1 if quick else 4)


def _lineup(file: str, minutes: float, seed: int) -> Lineup:
    """A shipped file, for so many minutes whatever the score."""
    lineup = read_lineup([Path(file)], environment=os.environ)
    return replace(lineup, seed=seed, ground=replace(lineup.ground, minutes=minutes, score=0))


def _extras(lineup: Lineup, rounds: int) -> Iterator[Figure]:
    """The best of several rounds, taken in turns: the same match each time."""
    costs: dict[Callable[[Lineup], float], float] = {}
    for _ in range(rounds):
        for way in (_play, _play_bare, _play_recorded):
            costs[way] = min(costs.get(way, float("inf")), _cost(lineup, way))
    detail = "play_lineup / play_skirmish, the same bots, per second of game time"
    yield Figure("four-ways.yaml: cost of tasks and supervision", costs[_play] / costs[_play_bare],
                 "x", None, detail)  # fmt: skip
    detail = "on / off, the same match"
    yield Figure("four-ways.yaml: cost of recording", costs[_play_recorded] / costs[_play],
                 "x", None, detail)  # fmt: skip


def _cost(lineup: Lineup, way: Callable[[Lineup], float]) -> float:
    """Processor time per second of game time."""
    gc.collect()
    began_at = time.process_time()
    game_s = way(lineup)
    return (time.process_time() - began_at) / game_s


# Ways to play; each gives back how much game time passed.


def _play(lineup: Lineup, record: Path | None = None) -> float:
    (report,) = play_lineup(lineup, is_fast=True, record=record)
    return report.outcome.game_time_s


def _play_recorded(lineup: Lineup) -> float:
    with tempfile.TemporaryDirectory() as folder:
        return _play(lineup, Path(folder))


def _play_bare(lineup: Lineup) -> float:
    """Without trio, teams and supervision."""
    ground = lineup.ground
    fighters = tuple(
        Fighter(brain=bot.brain, name=bot.name, team=team.number, options=bot.options, skill=bot.skill)
        for team in lineup.teams
        for bot in team.bots
    )
    arena = ArenaOptions(
        map=ground.map,
        mode=ground.mode,
        seed=lineup.seed,
        time_limit_min=ground.minutes,
        score_limit=ground.score,
    )
    return play_skirmish(SkirmishOptions(arena=arena, fighters=fighters)).game_time_s
