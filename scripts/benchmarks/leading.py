"""``python -m scripts.benchmarks.leading``: what a coordinator and shared facts are worth.

The same bots play on both sides, and one side has what is asked about: a leader, where both sides tell
each other what they see; or shared facts, where neither has a leader; or both. Sides change from seed
to seed. In Capture the Flag half of the bots are attackers and half defenders, or all are attackers
(``--all-attack``); they have the limits of human players of skill 2: without any, nobody lives long
enough to carry a flag.
"""

from __future__ import annotations

import concurrent.futures
import statistics
import sys
from typing import TYPE_CHECKING, Final, Literal, get_args

import click
import msgspec
import structlog

from agentfw.match import play_lineup
from agentfw.team import BotPlan, Ground, Lineup, TeamPlan
from scripts.benchmarks.chance import mean_of

if TYPE_CHECKING:
    from collections.abc import Iterator

Asset = Literal["leader", "facts", "both"]
_POINTS: Final = ("domination.htn",)
_ATTACK: Final = ("ctf-attacker.htn",)
_BOTH: Final = ("ctf-attacker.htn", "ctf-defender.htn")
_LEADERS: Final = {"dom": "domination-leader.htn", "ctf": "ctf-leader.htn"}


class Trial(msgspec.Struct, frozen=True):
    """One match between a team that has something and one that has not."""

    mode: str
    map: str
    plans: tuple[str, ...]
    """By which the bots play in turn."""
    bots: int
    skill: int | None
    seed: int
    minutes: float
    asset: Asset


class Outcome(msgspec.Struct, frozen=True):
    """How a match went."""

    ours: float
    theirs: float
    speed: float
    """How many times as fast as real time it was played."""


def play(trial: Trial) -> Outcome:
    """The points of the team that has it, and of the other one."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger("critical"))
    side = trial.seed % 2
    ground = Ground(map=trial.map, mode=trial.mode, minutes=trial.minutes, score=0)
    teams = (_team(trial, "ours", side, has_it=True), _team(trial, "theirs", 1 - side, has_it=False))
    ordered = tuple(sorted(teams, key=lambda one: one.number or 0))
    (report,) = play_lineup(Lineup(ground=ground, teams=ordered, seed=trial.seed), is_fast=True)
    scores = report.outcome.team_scores
    return Outcome(scores[side], scores[1 - side], report.times_real_time or 0.0)


def _team(trial: Trial, name: str, number: int, *, has_it: bool) -> TeamPlan:
    letter = name[0].upper()
    bots = (
        BotPlan(name=f"{letter}{index}", brain=trial.plans[index % len(trial.plans)], skill=trial.skill)
        for index in range(trial.bots)
    )
    is_led = has_it and trial.asset != "facts"
    leader = BotPlan(name=f"{name}-coordinator", brain=_LEADERS[trial.mode]) if is_led else None
    shares = has_it or trial.asset == "leader"
    return TeamPlan(name=name, number=number, bots=tuple(bots), coordinator=leader, shares=shares)


def _row(name: str, outcomes: list[Outcome]) -> str:
    """The mean difference with its 95 % interval, and who won how often."""
    leads = [one.ours - one.theirs for one in outcomes]
    wins, losses = sum(lead > 0 for lead in leads), sum(lead < 0 for lead in leads)
    draws = len(leads) - wins - losses
    ours = statistics.fmean(one.ours for one in outcomes)
    theirs = statistics.fmean(one.theirs for one in outcomes)
    speed = statistics.median(one.speed for one in outcomes)
    return (
        f"{name:<14} {len(leads):>4} matches  {wins:>3} won, {losses:>3} lost, {draws:>3} drawn  "
        f"{ours:6.2f} : {theirs:<6.2f}  difference {mean_of(leads).told(2)}  "
        f"{speed:.1f} x real time"
    )


def _trials(
    modes: tuple[str, ...],
    matches: int,
    flags: tuple[str, ...],
    *,
    asset: Asset,
    bots: int,
    minutes: float,
) -> Iterator[Trial]:
    grounds = {"dom": ("dom-crossing", _POINTS, None), "ctf": ("ctf-twins", flags, 2)}
    for mode in modes:
        level, plans, skill = grounds[mode]
        for seed in range(matches):
            yield Trial(mode, level, plans, bots, skill, seed, minutes, asset)


@click.command()
@click.option("--matches", default=60, show_default=True, type=click.IntRange(2), help="Per game type.")
@click.option(
    "--mode", "modes", type=click.Choice(["ctf", "dom"]), multiple=True, default=("ctf", "dom")
)
@click.option(
    "--asset",
    type=click.Choice(get_args(Asset)),
    default="leader",
    show_default=True,
    help="What one side has, and the other has not.",
)
@click.option("--bots", default=4, show_default=True, type=click.IntRange(1, 16), help="Per team.")
@click.option("--minutes", default=5.0, show_default=True, type=click.FloatRange(0.1), help="Per match.")
@click.option("--all-attack", is_flag=True, help="Nobody defends in Capture the Flag, unless ordered.")
@click.option("--jobs", default=2, show_default=True, type=click.IntRange(1), help="Processes.")
def main(
    matches: int,
    modes: tuple[str, ...],
    asset: Asset,
    *,
    bots: int,
    minutes: float,
    all_attack: bool,
    jobs: int,
) -> None:
    """Play teams that are led, or share what they see, against the same that do not."""
    flags = _ATTACK if all_attack else _BOTH
    trials = list(_trials(modes, matches, flags, asset=asset, bots=bots, minutes=minutes))
    outcomes: dict[str, list[Outcome]] = {mode: [] for mode in modes}
    with (
        concurrent.futures.ProcessPoolExecutor(jobs) as pool,
        click.progressbar(length=len(trials), label="playing", file=sys.stderr) as bar,
    ):
        for trial, outcome in zip(trials, pool.map(play, trials), strict=True):
            outcomes[trial.mode].append(outcome)
            bar.update(1)
    for mode, played in outcomes.items():
        click.echo(_row(f"{mode} {bots} v {bots}", played))


if __name__ == "__main__":
    main()
