"""How several matches went, added up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
import msgspec

from agentfw.cli.results import (
    bot_table,
    scores_of,
    told_end,
    told_losses,
    told_pace,
    told_recording,
    told_troubles,
    winner_of,
)
from agentfw.cli.terminal import aligned, printable
from agentfw.match.company import GIVEN_UP

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from agentfw.match.reporting import BotReport, BotTiming, MatchReport

__all__ = ["show_series"]


def show_series(reports: Sequence[MatchReport]) -> None:
    """Print several matches: a line for each, who won how often, and what the bots did in all."""
    bots = _added_up(reports)
    is_unplayed = all(report.is_unplayed for report in reports)
    for line in (
        *map(_told_match, reports),
        *_told_missing(reports[-1]),
        "",
        *_tally([report for report in reports if not report.stopped]),
        "",
        *(() if is_unplayed else bot_table(bots)),
        *told_troubles(bots),
        "",
        *(() if is_unplayed else told_pace(reports)),
        *told_losses(reports),
        *(() if is_unplayed else told_recording(reports[-1])),
    ):
        click.echo(line)


def _told_match(report: MatchReport) -> str:
    known = {} if report.is_unplayed else scores_of(report)
    scores = " : ".join(f"{score:g}" for score in known.values())
    return printable(f"match {report.match:>3}  seed {report.seed:<6} {scores:<14} {told_end(report)}")


def _told_missing(last: MatchReport) -> Iterator[str]:
    """Which matches were asked for and are not there."""
    if last.match + 1 == last.of:
        yield f"match {last.of} was not played"
    elif last.match < last.of:
        yield f"matches {last.match + 1} to {last.of} were not played"


def _tally(ended: Sequence[MatchReport]) -> Iterator[str]:
    """Who won how often: teams where they score, else the players who did."""
    wins = [winner_of(report) for report in ended]
    teams = [name for report in ended if report.outcome.team_scores for name in report.teams.values()]
    for name in dict.fromkeys([*teams, *sorted(filter(None, wins), key=lambda one: -wins.count(one))]):
        yield f"  {aligned(printable(name), 12)} won {wins.count(name)} of {len(wins)}"
    if wins.count(""):
        yield f"  {'draws':<12}     {wins.count('')}"
    if not wins:
        yield "  no match came to its end"


def _added_up(reports: Sequence[MatchReport]) -> list[BotReport]:
    """Every bot with what it did in all matches."""
    found: dict[str, BotReport] = {}
    for bot in (bot for report in reports for bot in report.bots):
        found[bot.name] = _together(found[bot.name], bot) if bot.name in found else bot
    return list(found.values())


def _together(one: BotReport, other: BotReport) -> BotReport:
    last = next((bot for bot in (other, one) if bot.phase == GIVEN_UP), other)
    return msgspec.structs.replace(
        one,
        score=_sum(one.score, other.score),
        kills=_sum(one.kills, other.kills),
        deaths=_sum(one.deaths, other.deaths),
        thinks=one.thinks + other.thinks,
        dropped=one.dropped + other.dropped,
        restarts=one.restarts + other.restarts,
        phase=last.phase,
        why=last.why,
        failed=other.failed or one.failed,
        kept_out=other.kept_out if one.kept_out else "",
        failed_leader=other.failed_leader or one.failed_leader,
        timing=_slower(one.timing, other.timing),
    )


def _sum(one: float | None, other: float | None) -> float | None:
    """What is known of both, added up; None where nothing is."""
    return one if other is None else other if one is None else one + other


def _slower(one: BotTiming | None, other: BotTiming | None) -> BotTiming | None:
    """Of several, the slowest match is told."""
    if one is None or other is None:
        return one or other
    return max(one, other, key=lambda timing: timing.turnaround_p99_ms)
