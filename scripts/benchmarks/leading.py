"""``python -m scripts.benchmarks.leading``: what a coordinator and shared facts are worth.

The same bots play on both sides, and one side is led; sides change from seed to seed. In Capture the
Flag they have the limits of human players of skill 2: without any, nobody lives long enough to carry a
flag. ``--share`` asks instead what it is worth to tell each other what is seen, without a leader.
"""

from __future__ import annotations

import concurrent.futures
import math
import statistics
import sys
from typing import TYPE_CHECKING, Final

import click
import msgspec
import structlog

from agentfw.match import play_lineup
from agentfw.team import BotPlan, Ground, Lineup, TeamPlan

if TYPE_CHECKING:
    from collections.abc import Iterator

_LEADERS: Final = {
    "htn": {"dom": "domination-leader.htn", "ctf": "ctf-leader.htn"},
}


class Trial(msgspec.Struct, frozen=True):
    """One match between a team that has something and one that has not."""

    mode: str
    map: str
    plan: str
    bots: int
    skill: int | None
    seed: int
    minutes: float
    leader: str
    """Empty for a team that only shares what it sees."""


class Outcome(msgspec.Struct, frozen=True):
    """How a match went."""

    ours: float
    theirs: float
    speed: float
    """How many times as fast as real time it was played."""


def play(trial: Trial) -> Outcome:
    """The points of the team that is led, and of the other one."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger("critical"))
    side = trial.seed % 2
    ground = Ground(map=trial.map, mode=trial.mode, minutes=trial.minutes, score=0)
    teams = (_team(trial, "led", side, is_led=True), _team(trial, "free", 1 - side, is_led=False))
    ordered = tuple(sorted(teams, key=lambda one: one.number or 0))
    (report,) = play_lineup(Lineup(ground=ground, teams=ordered, seed=trial.seed), is_fast=True)
    scores = report.outcome.team_scores
    return Outcome(scores[side], scores[1 - side], report.times_real_time or 0.0)


def _team(trial: Trial, name: str, number: int, *, is_led: bool) -> TeamPlan:
    letter = name[0].upper()
    bots = (
        BotPlan(name=f"{letter}{index}", brain=trial.plan, skill=trial.skill)
        for index in range(trial.bots)
    )
    has_leader = is_led and bool(trial.leader)
    leader = BotPlan(name=f"{name}-coordinator", brain=trial.leader) if has_leader else None
    return TeamPlan(name=name, number=number, bots=tuple(bots), coordinator=leader, shares=is_led)


def _row(name: str, outcomes: list[Outcome]) -> str:
    """The mean difference with its 95 % interval, and who won how often."""
    leads = [one.ours - one.theirs for one in outcomes]
    mean, half = statistics.fmean(leads), 1.96 * statistics.stdev(leads) / math.sqrt(len(leads))
    wins, losses = sum(lead > 0 for lead in leads), sum(lead < 0 for lead in leads)
    draws = len(leads) - wins - losses
    ours = statistics.fmean(one.ours for one in outcomes)
    theirs = statistics.fmean(one.theirs for one in outcomes)
    speed = statistics.median(one.speed for one in outcomes)
    return (
        f"{name:<14} {len(leads):>4} matches  {wins:>3} won, {losses:>3} lost, {draws:>3} drawn  "
        f"{ours:6.2f} : {theirs:<6.2f}  difference {mean:+.2f} "
        f"({mean - half:+.2f} to {mean + half:+.2f})  "
        f"{speed:.1f} x real time"
    )


def _trials(
    modes: tuple[str, ...], matches: int, *, leader: str, bots: int, minutes: float
) -> Iterator[Trial]:
    grounds = {"dom": ("dom-crossing", "domination", None), "ctf": ("ctf-twins", "ctf-attacker", 2)}
    for mode in modes:
        level, plan, skill = grounds[mode]
        for seed in range(matches):
            led_by = _LEADERS[leader][mode] if leader else ""
            yield Trial(mode, level, f"{plan}.htn", bots, skill, seed, minutes, led_by)


@click.command()
@click.option("--matches", default=60, show_default=True, type=click.IntRange(2), help="Per game type.")
@click.option(
    "--mode", "modes", type=click.Choice(["ctf", "dom"]), multiple=True, default=("ctf", "dom")
)
@click.option("--leader", type=click.Choice(list(_LEADERS)), default="htn", show_default=True)
@click.option("--bots", default=4, show_default=True, type=click.IntRange(1, 16), help="Per team.")
@click.option("--minutes", default=5.0, show_default=True, type=click.FloatRange(0.1), help="Per match.")
@click.option("--share", is_flag=True, help="No leader: the team only shares what it sees.")
@click.option("--jobs", default=2, show_default=True, type=click.IntRange(1), help="Processes.")
def main(
    matches: int,
    modes: tuple[str, ...],
    leader: str,
    bots: int,
    minutes: float,
    *,
    share: bool,
    jobs: int,
) -> None:
    """Play led teams against the same without a leader."""
    led_by = "" if share else leader
    trials = list(_trials(modes, matches, leader=led_by, bots=bots, minutes=minutes))
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
