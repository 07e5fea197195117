"""``agentfw play``: teams play as their files say, to be watched or as fast as it goes."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click
import msgspec
import structlog
from msgspec.structs import replace

from agentfw.cli.audience import Bar, BoardView, Lines
from agentfw.cli.kinds import TEAM, refuse_others
from agentfw.cli.results import show_report
from agentfw.cli.series import show_series
from agentfw.cli.streams import own_output
from agentfw.cli.terminal import FiniteRange
from agentfw.errors import UsageError
from agentfw.match.company import GIVEN_UP, INTERRUPTED
from agentfw.match.stage import Listener
from agentfw.match.teams import play_lineup
from agentfw.team import read_lineup

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TextIO

    from agentfw.match.reporting import MatchReport
    from agentfw.match.stage import Stage
    from agentfw.team import Lineup

__all__ = ["play"]

_SIMPLE: Final = (None, "", "dumb", "unknown")
"""Terminals that no board can be drawn on."""


@click.command(
    epilog="""\b
    Examples:
      agentfw play domination.yaml                 one that ships, on a live board
      agentfw play team.yaml --fast --record last  in seconds, every bot recorded
      agentfw play red.yaml blue.yaml --matches 5 --json
    """
)
@click.argument("files", metavar="TEAMFILE...", nargs=-1, required=True)
@click.option("--fast", is_flag=True, help="Let the arena's clock jump: a match takes seconds.")
@click.option("--seed", type=click.IntRange(0, 999_999_999), help="Same seed, same match.")
@click.option("--matches", type=click.IntRange(1, 100_000), metavar="N", help="How many.")
@click.option("--time-limit", type=FiniteRange(0.1, 600), metavar="MIN",
              help="Minutes of play per match; on a server, of all.")  # fmt: skip
@click.option("--record", type=click.Path(file_okay=False, path_type=Path), metavar="DIR",
              help="Keep every bot for agentfw replay, and the result.")  # fmt: skip
@click.option("--overwrite", is_flag=True, help="Take away all recordings there first.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per match.")
def play(
    files: tuple[str, ...],
    *,
    fast: bool,
    record: Path | None,
    overwrite: bool,
    as_json: bool,
    **chosen: object,
) -> None:
    """Let teams play against each other.

    Each TEAMFILE is a file of yours or one that ships. Ctrl-C ends the match in good order; twice ends
    it at once.
    """
    with own_output(wanted=as_json) as stdout:
        lineup = _lineup(files, chosen)
        audience = _audience(fast=fast, json_to=stdout if as_json else None)
        try:
            reports = play_lineup(
                lineup, is_fast=fast, record=record, overwrite=overwrite, listener=audience
            )
        finally:
            audience.close()
    if not as_json:
        _show(reports)
    _exit(reports)


def _lineup(files: Sequence[str], chosen: dict[str, object]) -> Lineup:
    """What the files ask for, with what was asked for here."""
    if "" in files:  # as a path it would be this folder
        raise UsageError('there is no team file ""')
    for file in files:
        refuse_others(file, [TEAM])
    lineup = read_lineup([Path(file) for file in files], environment=os.environ)
    told = {name: chosen[name] for name in ("seed", "matches") if chosen[name] is not None}
    minutes = chosen["time_limit"]
    ground = replace(lineup.ground, minutes=minutes) if minutes is not None else lineup.ground
    return replace(lineup, ground=ground, **told)


# Watching


class _JsonLines(Bar):
    """Prints every report as soon as it is there; a bar shows the way there on a terminal."""

    def __init__(self, stdout: TextIO, *, is_live: bool) -> None:
        super().__init__()
        self._stdout, self._is_live = stdout, is_live

    def beat(self, stage: Stage) -> None:
        """Redraw the bar."""
        if self._is_live:
            super().beat(stage)

    def ended(self, report: MatchReport) -> None:
        """Print it."""
        self.close()
        click.echo(msgspec.json.encode(report).decode(), file=self._stdout)

    def close(self) -> None:
        """Take the bar away."""
        if self._is_live:
            super().close()


class _Nobody(Listener):
    def close(self) -> None:
        """Nothing is left behind."""


def _audience(*, fast: bool, json_to: TextIO | None) -> Lines | Bar | BoardView | _Nobody:
    """Who watches; the events that it shows need not be logged, too."""
    is_live = sys.stderr.isatty()
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger("critical"))
    if json_to is not None:
        return _JsonLines(json_to, is_live=is_live and fast)
    if fast:
        return Bar() if is_live else _Nobody()
    if not is_live:
        return Lines()
    try:
        return BoardView() if os.environ.get("TERM") not in _SIMPLE else Lines()
    except UsageError as error:
        click.echo(f"plain lines only: {error}", err=True)
        return Lines()


# The end


def _show(reports: Sequence[MatchReport]) -> None:
    if reports[-1].stopped == INTERRUPTED:
        click.echo(
            f"Interrupted: match {reports[-1].match} of {reports[-1].of} was broken off.", err=True
        )
    if reports[0].of == 1:
        show_report(reports[0])
    else:
        show_series(reports)


def _exit(reports: Sequence[MatchReport]) -> None:
    """130 after an interrupt, as shells know it; 1 when no bot could play, or something is lost."""
    codes = {INTERRUPTED: 130, GIVEN_UP: 1}
    is_wrong = any(report.lost for report in reports) or all(report.is_unplayed for report in reports)
    code = codes.get(reports[-1].stopped, int(is_wrong))
    if code:
        sys.exit(code)
