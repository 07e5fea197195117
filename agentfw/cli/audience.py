"""Who watches matches on behalf of people: a live board, plain lines, or a bar."""

from __future__ import annotations

import contextlib
import io
import shutil
import sys
import time
from collections import deque
from typing import TYPE_CHECKING, Final

import click

from agentfw.cli.progress import SPARE
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

__all__ = ["Bar", "BoardView", "Lines", "scores_told"]

_SCORES_S: Final = 10.0
_BAR: Final = 24
_REDRAWS_S: Final = 0.1
_HELD: Final = 2_000
_LONGEST: Final = 10_000


class Lines(Listener):
    """One line per event, and now and then the score: for files, pipes and old terminals."""

    def __init__(self, show: Callable[[str], None] | None = None) -> None:
        self._show = show if show is not None else _to_stderr
        self._told_at = 0.0

    def begun(self, stage: Stage) -> None:
        """Say which match it is."""
        self._told_at = 0.0
        is_known = stage.arena is not None or stage.number == 1  # else it is that of the last match
        what = f"{stage.level}, {stage.mode}, " if is_known and stage.level else ""
        self._show(printable(f"match {stage.number} of {stage.lineup.matches}: {what}seed {stage.seed}"))

    def happened(self, stage: Stage, news: News) -> None:
        """Say it."""
        text = news.text.partition("\n")[0]
        self._show(f"{minutes(news.at):>6}  {printable(text)}")

    def beat(self, stage: Stage) -> None:
        """Say how it stands, every ten seconds of the game."""
        self._told_at = min(self._told_at, stage.clock_s)  # a server may begin anew
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
        width = max(0, shutil.get_terminal_size().columns - SPARE)
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
    """The live board, redrawn about four times a second; needs the `rich` library.

    It has a screen of its own, so that nothing is left of it, whatever becomes of the size of the
    terminal. What brains print meanwhile is shown when it is over.
    """

    def __init__(self) -> None:
        try:
            from rich.console import Console  # noqa: PLC0415 - an extra, imported where used
            from rich.live import Live  # noqa: PLC0415 - as above

            from agentfw.cli.board import board  # noqa: PLC0415 - as above
        except ImportError:
            raise UsageError("the board needs rich: pip install 'agentfw[board]'") from None
        self._draw = board
        self._keeper = BoardKeeper()
        self._console = Console(file=sys.stderr)
        self._live: Live = Live(
            console=self._console,
            auto_refresh=False,
            screen=True,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        self._held = Held()
        self._while_shown = contextlib.ExitStack()
        self._drawn_at = 0.0

    def beat(self, stage: Stage) -> None:
        """Redraw it."""
        now = time.monotonic()
        if now - self._drawn_at < _REDRAWS_S:
            return
        self._drawn_at = now
        if not self._live.is_started:
            self._start()
        size = self._console.size
        self._live.update(self._draw(self._keeper.state(stage), size.width, size.height), refresh=True)

    def ended(self, report: MatchReport) -> None:
        """The next match draws at once."""
        self._drawn_at = 0.0

    def close(self) -> None:
        """Take the board away, and show what was held."""
        self._while_shown.close()
        click.echo(self._held.text, nl=False, err=True)

    def _start(self) -> None:
        for redirect in (contextlib.redirect_stdout, contextlib.redirect_stderr):
            self._while_shown.enter_context(redirect(self._held))
        self._while_shown.callback(self._live.stop)
        self._live.start()


class Held(io.TextIOBase):
    """Keeps the end of what is printed while there is no place for it."""

    def __init__(self) -> None:
        super().__init__()
        self._pieces: deque[str] = deque(maxlen=_HELD)

    @property
    def text(self) -> str:
        """What was kept."""
        return "".join(self._pieces)

    def write(self, text: str) -> int:
        """Keep it."""
        self._pieces.append(text[-_LONGEST:])
        return len(text)


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
