"""``python -m scripts.benchmarks.sharing``: whether bots that share what they see capture a flag sooner.

Every match of Capture the Flag is played twice, with the same seed, bots and map: once both teams tell
each other what they see, once neither does; nobody leads. The map and its bases are not known to the
bots, as the older dialect tells them. A match ends with the first capture, or at the limit. As all are
followed to the same limit, the mean of the shorter of time and limit (the restricted mean) counts
those without a capture rightly, and so does the mean of its differences, match by match.
"""

from __future__ import annotations

import concurrent.futures
import itertools
import statistics
import sys
from typing import Final

import click
import msgspec
import structlog

from agentfw.match import play_lineup
from agentfw.team import BotPlan, Ground, Lineup, TeamPlan
from scripts.benchmarks.chance import mean_of

_DIALECT: Final = "gamebots-ut99"
_OVERTIME: Final = 3.0
"""A match without a capture goes on for so many times its limit."""
_MAPS: Final = ("ctf-ravine", "ctf-twins")


class Trial(msgspec.Struct, frozen=True):
    """One match."""

    map: str
    skill: int
    seed: int
    shares: bool
    bots: int
    limit_s: float
    plan: str


class Outcome(msgspec.Struct, frozen=True):
    """When the first flag was captured; the limit when none was."""

    seconds: float
    is_captured: bool


def play(trial: Trial) -> Outcome:
    """Play one match until the first capture."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger("critical"))
    minutes = trial.limit_s / 60.0 / _OVERTIME
    ground = Ground(map=trial.map, mode="ctf", dialect=_DIALECT, minutes=minutes, score=1)
    teams = tuple(_team(trial, number) for number in (0, 1))
    (report,) = play_lineup(Lineup(ground=ground, teams=teams, seed=trial.seed), is_fast=True)
    outcome = report.outcome
    is_captured = any(outcome.team_scores.values())
    if not is_captured and outcome.game_time_s < trial.limit_s:
        raise RuntimeError(f"{trial} ended too early: {report.stopped}")
    return Outcome(min(outcome.game_time_s, trial.limit_s), is_captured)


def _team(trial: Trial, number: int) -> TeamPlan:
    name = ("red", "blue")[number]
    bots = (
        BotPlan(name=f"{name}-{index}", brain=trial.plan, skill=trial.skill)
        for index in range(trial.bots)
    )
    return TeamPlan(name=name, number=number, bots=tuple(bots), shares=trial.shares)


def _told(name: str, outcomes: list[Outcome]) -> str:
    """The restricted mean of one side of the comparison."""
    mean = statistics.fmean(one.seconds for one in outcomes)
    middle = statistics.median(one.seconds for one in outcomes)
    captured = sum(one.is_captured for one in outcomes)
    counted = f"{captured:>3} of {len(outcomes)} captured"
    return f"{name:<18} {counted}  mean {mean:6.1f} s  median {middle:.1f} s"


def _difference(name: str, with_it: list[Outcome], without: list[Outcome]) -> str:
    """The mean of the paired differences with its 95 % interval; less than 0 is sooner."""
    found = [one.seconds - other.seconds for one, other in zip(with_it, without, strict=True)]
    sooner, later = sum(one < 0 for one in found), sum(one > 0 for one in found)
    return f"{name:<18} {mean_of(found).told(1)} s  sooner in {sooner}, later in {later} of {len(found)}"


@click.command()
@click.option(
    "--seeds", default=20, show_default=True, type=click.IntRange(2), help="Per map and skill."
)
@click.option("--first", default=0, show_default=True, help="The first seed.")
@click.option("--map", "maps", multiple=True, default=_MAPS, show_default=True)
@click.option("--skill", "skills", multiple=True, type=click.IntRange(1, 7), default=(1, 2, 3))
@click.option("--bots", default=4, show_default=True, type=click.IntRange(1, 16), help="Per team.")
@click.option("--limit", default=360.0, show_default=True, help="Seconds after which nobody waits.")
@click.option("--plan", default="ctf-attacker.htn", show_default=True)
@click.option("--jobs", default=2, show_default=True, type=click.IntRange(1), help="Processes.")
def main(
    seeds: int,
    first: int,
    maps: tuple[str, ...],
    skills: tuple[int, ...],
    *,
    bots: int,
    limit: float,
    plan: str,
    jobs: int,
) -> None:
    """Play the same matches with and without shared facts."""
    # All cells take turns, so that what is there so far is a fair part of the whole.
    grounds = itertools.product(range(first, first + seeds), skills, maps)
    trials = [
        Trial(level, skill, seed, shares, bots, limit, plan)
        for seed, skill, level in grounds
        for shares in (True, False)
    ]
    outcomes: dict[Trial, Outcome] = {}
    with (
        concurrent.futures.ProcessPoolExecutor(jobs) as pool,
        click.progressbar(length=len(trials), label="playing", file=sys.stderr) as bar,
    ):
        for trial, outcome in zip(trials, pool.map(play, trials), strict=True):
            outcomes[trial] = outcome
            bar.update(1)
    for level in maps:
        click.echo(_difference(level, *_sides(outcomes, level)))
    for name, side in zip(("shared facts", "no shared facts"), _sides(outcomes), strict=True):
        click.echo(_told(name, side))
    click.echo(_difference("difference", *_sides(outcomes)))


def _sides(outcomes: dict[Trial, Outcome], level: str = "") -> tuple[list[Outcome], list[Outcome]]:
    """The matches with shared facts and the same ones without, on one map or all."""
    with_it, without = (
        [one for trial, one in outcomes.items() if trial.shares is shares and level in ("", trial.map)]
        for shares in (True, False)
    )
    return with_it, without


if __name__ == "__main__":
    main()
