"""How a match went, in tables for people."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from agentfw.cli.terminal import aligned, cells, minutes, own_command, printable
from agentfw.errors import AgentError
from agentfw.match.company import GIVEN_UP
from agentfw.match.reporting import TIE
from agentfw.recording import summary

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from agentfw.match.reporting import BotReport, LeaderReport, MatchReport

__all__ = [
    "bot_table",
    "scores_of",
    "show_report",
    "told_end",
    "told_losses",
    "told_pace",
    "told_recording",
    "told_troubles",
    "winner_of",
]

_HOW: Final = {
    "score": "by score",
    "time": "at the time limit",
    "lives": "as the last one left",
    TIE: "as nobody broke the tie",
}
_HEAD: Final = ("bot", "team", "brain", "role", "score", "kills", "deaths", "thinks", "late", "p99 ms")
_TEXTS: Final = 4
"""So many columns are texts; the rest are numbers."""
_REFUSALS: Final = 5
"""So many orders of a leader that came to nothing are told."""
_FAST: Final = 1.5
_SLOW: Final = 0.8
_MINUTE_S: Final = 60.0
_WORTH_TELLING_S: Final = 10.0
"""It takes some time to begin, so that short matches are always a little slow."""


def show_report(report: MatchReport) -> None:
    """Print one match: who won, what every bot did, and how to look into it."""
    if report.is_unplayed:
        _show_unplayed(report)
        return
    outcome = report.outcome
    where = f"{outcome.level}, {outcome.mode}" if outcome.level else report.ground
    click.echo(printable(f"{where}: {told_end(report)}"))
    scores = scores_of(report)
    for name, score in scores.items() if outcome.team_scores or len(scores) > 1 else ():
        click.echo(f"  {aligned(printable(name), 12)} {score:>7g}")
    click.echo()
    for line in (*bot_table(report.bots), *told_troubles(report.bots)):
        click.echo(line)
    _show_leaders(report.leaders)
    click.echo()
    for line in (*told_pace([report]), *told_losses([report]), *told_recording(report)):
        click.echo(line)


def _show_unplayed(report: MatchReport) -> None:
    """Why nobody came to play."""
    click.echo(printable(f"{report.ground}: {told_end(report)}"))
    click.echo()
    for line in (*told_troubles(report.bots), "", *told_losses([report])):
        click.echo(line)


def told_end(report: MatchReport) -> str:
    """Who won and how, or why nobody did."""
    after = f"after {minutes(report.outcome.game_time_s)}"
    leader = winner_of(report)
    if report.stopped == GIVEN_UP:
        return f"all bots were given up {after}"
    if report.is_unplayed:
        return f"{report.stopped}; no bot got into the game".removeprefix("; ")
    if report.stopped:
        return f"{report.stopped} {after}; {f'{leader} leads' if leader else 'nobody leads'}"
    because = report.outcome.because
    how = f" {_HOW.get(because, because)}" if because else ""  # servers do not tell
    return f"{f'{leader} wins' if leader else 'a draw'}{how} {after}"


def scores_of(report: MatchReport) -> dict[str, float]:
    """The scores of teams by name; without teams, what the bots of each have together."""
    outcome, found = report.outcome, {}
    for side, name in report.teams.items():
        together = sum(bot.score or 0.0 for bot in report.bots if bot.side == side)
        found[name] = outcome.team_scores.get(side, 0.0) if outcome.team_scores else together
    return found


def winner_of(report: MatchReport) -> str:
    """Who leads: a team, or a player where everybody plays for himself; empty when several do."""
    leaders = report.outcome.leaders
    if len(leaders) != 1:
        return ""
    leader = leaders[0]
    return report.teams.get(leader, "") if isinstance(leader, int) else leader


def bot_table(bots: Sequence[BotReport]) -> Iterator[str]:
    """A line for each of the bots, below a head."""
    rows = [_HEAD, *(_row(bot) for bot in bots)]
    shown = [at for at, name in enumerate(_HEAD) if name != "role" or any(bot.role for bot in bots)]
    widths = {at: max(cells(row[at]) for row in rows) for at in shown}
    for row in rows:
        told = (
            aligned(row[at], widths[at]) if at < _TEXTS else f"{row[at]:>{widths[at]}}" for at in shown
        )
        yield "  " + "  ".join(told).rstrip()


def _row(bot: BotReport) -> tuple[str, ...]:
    texts = (bot.name, bot.team, bot.brain, bot.role)
    numbers = [bot.score, bot.kills, bot.deaths, bot.thinks, bot.dropped]
    p99 = f"{bot.timing.turnaround_p99_ms:.1f}" if bot.timing is not None else "-"
    told = ("-" if number is None else f"{number:.10g}" for number in numbers)
    return (*(printable(text) for text in texts), *told, p99)


def told_troubles(bots: Sequence[BotReport]) -> Iterator[str]:
    """Which of them failed, and how often."""
    for bot in bots:
        if bot.phase == GIVEN_UP:
            yield f"  {printable(bot.name)} was given up: {_lines(bot.why)}"
        elif bot.kept_out:
            yield f"  {printable(bot.name)} was kept out: {_lines(bot.kept_out)}"
        elif bot.restarts:
            times = "once" if bot.restarts == 1 else f"{bot.restarts} times"
            why = f": {_lines(bot.failed)}" if bot.failed else ""
            yield f"  {printable(bot.name)} was restarted {times}{why}"
        if bot.failed_leader:
            yield f"  {printable(bot.name)} led no longer: {_lines(bot.failed_leader)}"


def _show_leaders(leaders: Sequence[LeaderReport]) -> None:
    """Who led which team, how often it failed, and what came to nothing."""
    for leader in leaders:
        orders = {0: "no orders", 1: "1 order"}.get(leader.orders, f"{leader.orders} orders")
        click.echo(printable(f"  {leader.team} was led by {leader.brain}: {orders}"))
        if leader.phase == GIVEN_UP:
            click.echo(f"    it was given up: {_lines(leader.why)}")
        elif leader.restarts:
            times = "once" if leader.restarts == 1 else f"{leader.restarts} times"
            click.echo(f"    it was restarted {times}: {_lines(leader.why)}")
        for refused in leader.refused[:_REFUSALS]:
            click.echo(f"    in vain: {printable(refused)}")
        more = len(leader.refused) - _REFUSALS
        if more > 0:
            click.echo(f"    and {more} more in vain")


def _lines(text: str) -> str:
    return "\n    ".join(printable(line) for line in text.splitlines())


def told_pace(reports: Sequence[MatchReport]) -> Iterator[str]:
    """How fast one or several matches were played together."""
    played_s = sum(report.outcome.game_time_s for report in reports)
    real_s = sum(report.real_s or 0.0 for report in reports)
    if any(report.real_s is None for report in reports):
        return
    told = ""
    if real_s and all(report.times_real_time is not None for report in reports):
        speed = sum((one.times_real_time or 0.0) * (one.real_s or 0.0) for one in reports) / real_s
        if speed > _FAST:
            told = f", {speed:.1f} times as fast as real time"
        elif speed < _SLOW and played_s > _WORTH_TELLING_S:
            told = ", slower than real time: too much to do"
    yield f"{minutes(played_s)} of play in {real_s:.1f} s{told}."


def told_losses(reports: Sequence[MatchReport]) -> Iterator[str]:
    """Why not everything was recorded, each reason once."""
    for lost in dict.fromkeys(report.lost for report in reports if report.lost):
        yield f"Not everything could be recorded: {printable(lost)}"


def told_recording(report: MatchReport) -> Iterator[str]:
    """Where it is, and what to do with it."""
    if report.recording is None:
        yield "Not recorded; --record DIR keeps every bot, to be replayed and explained."
        return
    files = [Path(report.recording, f"{bot.name}.rec") for bot in _promising(report.bots)]
    file = next((file for file in files if file.exists()), None)
    if file is None:
        return  # nobody was let in
    command, quoted = own_command(), shlex.quote(str(file))
    yield f"Recorded in {printable(report.recording)}. To prove it, and to ask why:"
    yield f"  {command} replay {quoted}"
    middle = _middle_of(file)
    if middle is not None:
        yield f"  {command} explain {quoted} --at {middle:g}"


def _promising(bots: Sequence[BotReport]) -> list[BotReport]:
    """The best first: the first recording of a bot that failed, or that hardly thought, may be short."""
    most = max((bot.thinks for bot in bots), default=0)
    return sorted(bots, key=lambda bot: (bot.phase == GIVEN_UP, bot.restarts, 2 * bot.thinks < most))


def _middle_of(file: Path) -> float | None:
    """A moment in a recording that can be asked about; None where the bot never thought."""
    try:
        found = summary(file)
    except AgentError:
        return None
    middle = min(_MINUTE_S, found.duration_s / 2.0)
    return (float(int(middle)) or round(middle, 1)) if found.thinks else None
