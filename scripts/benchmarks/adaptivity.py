"""``python -m scripts.benchmarks.adaptivity``: does a bot win more often when it adapts to its enemy?

Both sides of a duel follow one plan, `deathmatch-adaptive.goap`, and one of them has adaptivity turned
off. Who joins first changes from seed to seed. ``--against`` names another plan instead.
"""

from __future__ import annotations

import concurrent.futures
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click
import msgspec

from agentfw.arena.server import ArenaOptions
from agentfw.brains import BrainSetup, PlanBrain, shipped_plans
from agentfw.match import Fighter, SkirmishOptions, play_skirmish
from agentfw.skills.experience import EXPERIENCE
from scripts.benchmarks.strength import Row

if TYPE_CHECKING:
    from collections.abc import Mapping

_PLAN: Final = shipped_plans()["deathmatch-adaptive.goap"]
_ON, _OFF = "Constant adaptive true", "Constant adaptive false"
_FORGETFUL: Final = "scripts.benchmarks.adaptivity:Forgetful"
_MAPS: Final = ("dm-cellar", "dm-foundry")


class Forgetful(PlanBrain):
    """The same plan, with nothing of what it has learned; for the share that learning has."""

    def __init__(self, setup: BrainSetup = BrainSetup()) -> None:
        super().__init__(_PLAN.name, setup)

    def _note(self, changes: Mapping[str, Any]) -> None:
        super()._note({name: value for name, value in changes.items() if name != EXPERIENCE})


class Duel(msgspec.Struct, frozen=True):
    """One match between two plans."""

    ours: str
    theirs: str
    map: str
    seed: int
    minutes: float


def play(duel: Duel) -> tuple[float, float]:
    """The points of both sides after one duel."""
    plans = (duel.ours, duel.theirs)
    order = (0, 1) if duel.seed % 2 else (1, 0)
    fighters = tuple(Fighter(brain=plans[side], name=f"Side{side}") for side in order)
    arena = ArenaOptions(mode="dm", map=duel.map, seed=duel.seed, time_limit_min=duel.minutes)
    result = play_skirmish(SkirmishOptions(arena=arena, fighters=fighters))
    scores = {one.name: one.score for one in result.players}
    return scores["Side0"], scores["Side1"]


def row_of(level: str, results: list[tuple[float, float]]) -> Row:
    """What the duels on one map, or on all, came to."""
    return Row(
        plan="adaptive",
        mode="dm",
        map=level,
        players="1 v 1",
        matches=len(results),
        wins=sum(ours > theirs for ours, theirs in results),
        draws=sum(ours == theirs for ours, theirs in results),
        scored=sum(ours for ours, _ in results) / len(results),
        conceded=sum(theirs for _, theirs in results) / len(results),
    )


@click.command()
@click.option("--matches", default=60, show_default=True, type=click.IntRange(1), help="Per map.")
@click.option("--minutes", default=5.0, show_default=True, help="Per match, in game time.")
@click.option(
    "--map", "levels", multiple=True, default=_MAPS, show_default=True, help="May be repeated."
)
@click.option("--first-seed", default=0, show_default=True, help="The others follow it.")
@click.option("--against", metavar="PLAN", help="Another plan instead of the same without adaptivity.")
@click.option("--learning", "against", flag_value=_FORGETFUL, help="The same plan, but forgetful.")
def adaptivity(
    *, matches: int, minutes: float, levels: tuple[str, ...], first_seed: int, against: str | None
) -> None:
    """Play a plan that adapts against the same plan that does not."""
    seeds = range(first_seed, first_seed + matches)
    everything: list[tuple[float, float]] = []
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ProcessPoolExecutor() as pool:
        theirs = against or _without(Path(folder))
        for level in levels:
            duels = [Duel(str(_PLAN), theirs, level, seed, minutes) for seed in seeds]
            results = list(pool.map(play, duels))
            everything += results
            _tell(row_of(level, results))
    _tell(row_of("all", everything))


def _without(folder: Path) -> str:
    """A copy of the plan that does not adapt."""
    text = _PLAN.read_text(encoding="utf-8")
    if _ON not in text:
        raise click.UsageError(f"{_PLAN.name} has no {_ON} to turn off")
    made = folder / "not-adaptive.goap"
    made.write_text(text.replace(_ON, _OFF), encoding="utf-8")
    return str(made)


def _tell(row: Row) -> None:
    low, high = row.interval
    click.echo(
        f"{row.map:<12} won {row.wins:>3} of {row.matches} ({low:.0%} to {high:.0%}), "
        f"{row.draws} drawn; {row.scored:.1f} : {row.conceded:.1f} points"
    )
    sys.stdout.flush()


if __name__ == "__main__":
    adaptivity()
