"""Who watches matches on behalf of people: a live board, plain lines, or a bar."""

from __future__ import annotations

import shutil
import time
from typing import TYPE_CHECKING, Final, Protocol

import click

from agentfw.cli.terminal import minutes, printable
from agentfw.errors import UsageError
from agentfw.match.boards import BoardKeeper
from agentfw.match.reporting import outcome_of
from agentfw.match.stage import Listener

if TYPE_CHECKING:
    from collections.abc import Callable

    from rich.live import Live

    from agentfw.match.news import News
    from agentfw.match.reporting import MatchReport
    from agentfw.match.stage import Stage

__all__ = ["Bar", "BoardView", "Closing", "Lines", "scores_told"]

_SCORES_S: Final = 10.0
_BAR: Final = 24
_REDRAWS_S: Final = 0.1


class Closing(Protocol):
    """Something that has to leave the terminal as it was."""

    def close(self) -> None:
        """Stop showing."""


class Lines(Listener):
    """One line per event, and now and then the score: for files, pipes and old terminals."""

    def __init__(self, show: Callable[[str], None] | None = None) -> None:
        self._show = show if show is not None else _to_stderr
        self._told_at = 0.0

    def begun(self, stage: Stage) -> None:
        """Say which match it is."""
        self._told_at = 0.0
        what = f"{stage.level}, {stage.mode}, " if stage.level else ""
        self._show(printable(f"match {stage.number} of {stage.lineup.matches}: {what}seed {stage.seed}"))

    def happened(self, stage: Stage, news: News) -> None:
        """Say it."""
        text = news.text.partition("\n")[0]
        self._show(f"{minutes(news.at):>6}  {printable(text)}")

    def beat(self, stage: Stage) -> None:
        """Say how it stands, every ten seconds of the game."""
        if stage.clock_s - self._told_at < _SCORES_S:
            return
        self._told_at = stage.clock_s - stage.clock_s % _SCORES_S
        left = f", {minutes(stage.left_s)} left" if stage.left_s else ""
        self._show(f"{minutes(stage.clock_s):>6}  {scores_told(stage)}{left}")

    def close(self) -> None:
        """Nothing is left behind."""


class Bar(Listener):
    """One line that is rewritten: how much of the match, or of all matches, has passed."""

    def __init__(self) -> None:
        self._drawn_at = 0.0

    def beat(self, stage: Stage) -> None:
        """Redraw it, but not more often than an eye can follow."""
        now = time.monotonic()
        if now - self._drawn_at < _REDRAWS_S:
            return
        self._drawn_at = now
        width = shutil.get_terminal_size().columns - 1
        click.echo("\r" + self._line(stage)[:width].ljust(width), nl=False, err=True)

    def close(self) -> None:
        """Take the line away."""
        width = shutil.get_terminal_size().columns - 1
        click.echo("\r" + " " * width + "\r", nl=False, err=True)

    def _line(self, stage: Stage) -> str:
        matches = stage.lineup.matches
        left = stage.left_s or 0.0
        whole = stage.clock_s + left
        done = (stage.number - 1 + (stage.clock_s / whole if whole else 0.0)) / matches
        filled = round(min(1.0, done) * _BAR)
        count = f"match {stage.number} of {matches}  " if matches > 1 else ""
        clock = f"{minutes(stage.clock_s)} of {minutes(whole)}" if left else "overtime"
        return f"{'█' * filled}{'·' * (_BAR - filled)}  {count}{clock}  {scores_told(stage)}"


class BoardView(Listener):
    """The live board, redrawn in place about four times a second; needs the `rich` library."""

    def __init__(self) -> None:
        try:
            from rich.console import Console  # noqa: PLC0415 - an extra, imported where used
            from rich.live import Live  # noqa: PLC0415 - as above

            from agentfw.cli.board import board  # noqa: PLC0415 - as above
        except ImportError:
            raise UsageError("the board needs rich: pip install 'agentfw[board]'") from None
        self._draw = board
        self._keeper = BoardKeeper()
        self._live: Live = Live(
            console=Console(stderr=True), auto_refresh=False, transient=True, vertical_overflow="crop"
        )
        self._drawn_at = 0.0

    def beat(self, stage: Stage) -> None:
        """Redraw it."""
        now = time.monotonic()
        if now - self._drawn_at < _REDRAWS_S:
            return
        self._drawn_at = now
        if not self._live.is_started:
            self._live.start()
        size = self._live.console.size
        state = self._keeper.state(stage)
        # A board as high as the terminal would make it scroll.
        self._live.update(self._draw(state, size.width, size.height - 1), refresh=True)

    def ended(self, report: MatchReport) -> None:
        """The next match draws at once."""
        self._drawn_at = 0.0

    def close(self) -> None:
        """Take the board away."""
        self._live.stop()


def scores_told(stage: Stage) -> str:
    """The scores in one short line: of teams, else of the best players."""
    if stage.team_scores:
        return ", ".join(
            f"{printable(stage.side_name(team))} {score:g}" for team, score in stage.team_scores.items()
        )
    return ", ".join(
        f"{printable(one.name)} {one.score or 0:g}" for one in outcome_of(stage).players[:3]
    )


def _to_stderr(line: str) -> None:
    click.echo(line, err=True)
