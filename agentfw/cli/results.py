"""How matches went, in tables for people."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from agentfw.cli.terminal import minutes, own_command, printable
from agentfw.match.company import GIVEN_UP

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agentfw.match.reporting import BotReport, LeaderReport, MatchReport

__all__ = ["show_report", "show_series", "told_end"]

_HOW: Final = {
    "score": "by score",
    "time": "at the time limit",
    "lives": "as the last one left",
}
_HEAD: Final = ("bot", "team", "brain", "role", "score", "kills", "deaths", "thinks", "late", "p99 ms")
_TEXTS: Final = 4
"""So many columns are texts; the rest are numbers."""
_REFUSALS: Final = 5
"""So many orders of a leader that came to nothing are told."""
_FAST: Final = 1.5
_SLOW: Final = 0.8
_WORTH_TELLING_S: Final = 10.0
"""It takes some time to begin, so that short matches are always a little slow."""


def show_report(report: MatchReport) -> None:
    """Print one match: who won, what every bot did, and how to look into it."""
    outcome = report.outcome
    where = f"{outcome.level}, {outcome.mode}" if outcome.level else report.ground
    click.echo(printable(f"{where}: {told_end(report)}"))
    scores = _scores(report)
    for name, score in scores.items() if outcome.team_scores or len(scores) > 1 else ():
        click.echo(f"  {printable(name):<12} {score:>7g}")
    click.echo()
    _show_bots(report.bots)
    _show_troubles(report.bots)
    _show_leaders(report.leaders)
    click.echo()
    _show_pace(report)
    _show_recording(report)


def show_series(reports: Sequence[MatchReport]) -> None:
    """Print several matches: a line for each, and who won how often."""
    for report in reports:
        scores = " : ".join(f"{score:g}" for score in _scores(report).values())
        told = f"match {report.match:>3}  seed {report.seed:<6} {scores:<14} {told_end(report)}"
        click.echo(printable(told))
    click.echo()
    wins = [_winner(report) for report in reports if not report.stopped]
    names = list(dict.fromkeys([*reports[0].teams.values(), *filter(None, wins)]))
    for name in names:
        click.echo(f"  {printable(name):<12} won {wins.count(name)} of {len(wins)}")
    if wins.count(""):
        click.echo(f"  {'draws':<12}     {wins.count('')}")
    _show_troubles([bot for report in reports for bot in report.bots])
    click.echo()
    _show_pace(reports[-1])
    _show_recording(reports[-1])


def told_end(report: MatchReport) -> str:
    """Who won and how, or why nobody did."""
    after = f"after {minutes(report.outcome.game_time_s)}"
    leader = _winner(report)
    if report.stopped == GIVEN_UP:
        return f"all bots were given up {after}"
    if report.stopped:
        return f"{report.stopped} {after}; {f'{leader} leads' if leader else 'nobody leads'}"
    because = report.outcome.because
    how = f" {_HOW.get(because, because)}" if because else ""  # servers do not tell
    return f"{f'{leader} wins' if leader else 'a draw'}{how} {after}"


def _scores(report: MatchReport) -> dict[str, float]:
    """The scores of teams by name; without teams, what the bots of each have together."""
    outcome, found = report.outcome, {}
    for side, name in report.teams.items():
        together = sum(bot.score or 0.0 for bot in report.bots if bot.side == side)
        found[name] = outcome.team_scores.get(side, 0.0) if outcome.team_scores else together
    return found


def _winner(report: MatchReport) -> str:
    """Who leads: a team, or a player where everybody plays for himself; empty when several do."""
    leaders = report.outcome.leaders
    if len(leaders) != 1:
        return ""
    leader = leaders[0]
    return report.teams.get(leader, "") if isinstance(leader, int) else leader


def _show_bots(bots: Sequence[BotReport]) -> None:
    rows = [_HEAD, *(_row(bot) for bot in bots)]
    shown = [at for at, name in enumerate(_HEAD) if name != "role" or any(bot.role for bot in bots)]
    widths = {at: max(len(row[at]) for row in rows) for at in shown}
    for row in rows:
        cells = (
            f"{row[at]:<{widths[at]}}" if at < _TEXTS else f"{row[at]:>{widths[at]}}" for at in shown
        )
        click.echo("  " + "  ".join(cells).rstrip())


def _row(bot: BotReport) -> tuple[str, ...]:
    texts = (bot.name, bot.team, bot.brain, bot.role)
    numbers = [bot.score, bot.kills, bot.deaths, bot.thinks, bot.dropped]
    p99 = f"{bot.timing.turnaround_p99_ms:.1f}" if bot.timing is not None else "-"
    told = ("-" if number is None else f"{number:.10g}" for number in numbers)
    return (*(printable(text) for text in texts), *told, p99)


def _show_troubles(bots: Sequence[BotReport]) -> None:
    for bot in bots:
        if bot.phase == GIVEN_UP:
            click.echo(f"  {printable(bot.name)} was given up: {_lines(bot.why)}")
        elif bot.restarts:
            times = "once" if bot.restarts == 1 else f"{bot.restarts} times"
            click.echo(f"  {printable(bot.name)} was restarted {times}")


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


def _show_pace(report: MatchReport) -> None:
    if report.real_s is None:
        return
    speed = report.times_real_time
    told = ""
    if speed is not None and speed > _FAST:
        told = f", {speed:.1f} times as fast as real time"
    elif speed is not None and speed < _SLOW and report.outcome.game_time_s > _WORTH_TELLING_S:
        told = ", slower than real time: too much to do"
    click.echo(f"{minutes(report.outcome.game_time_s)} of play in {report.real_s:.1f} s{told}.")


def _show_recording(report: MatchReport) -> None:
    """Where it is, and what to do with it."""
    if report.recording is None:
        click.echo("Not recorded; --record DIR keeps every bot, to be replayed and explained.")
        return
    files = [Path(report.recording, f"{bot.name}.rec") for bot in _by_restarts(report)]
    file = next((file for file in files if file.exists()), None)
    if file is None:
        return  # nobody was let in
    middle = min(60.0, report.outcome.game_time_s / 2.0)
    command, quoted = own_command(), shlex.quote(str(file))
    click.echo(f"Recorded in {printable(report.recording)}. To prove it, and to ask why:")
    click.echo(f"  {command} replay {quoted}")
    click.echo(f"  {command} explain {quoted} --at {middle:.0f}")


def _by_restarts(report: MatchReport) -> list[BotReport]:
    """The first recording of a bot that was restarted may be short."""
    return sorted(report.bots, key=lambda bot: bot.restarts)
