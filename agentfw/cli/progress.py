"""How far a tournament is: a bar that fits the terminal, or a line now and then elsewhere."""

from __future__ import annotations

import contextlib
import shutil
import sys
import time
from typing import TYPE_CHECKING, Final

import click

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["SPARE", "bar_line", "progress"]

_TELL_S: Final = 10.0
"""How often a line is printed where there is no terminal."""
_BAR: Final = 24
SPARE: Final = 3
"""Columns left free: one, so that a line never wraps, and two for the ^C of a terminal."""
_BAR_LEAST: Final = 6
"""Where there is room for less of it, there is no bar."""


@contextlib.contextmanager
def progress(games: int) -> Iterator[Callable[[], None]]:
    """Call what this gives after each of so many games."""
    if not sys.stderr.isatty():
        yield _Lines(games).step
        return
    bar = _Bar(games)
    bar.draw()
    try:
        yield bar.step
    finally:
        click.echo(err=True)


def bar_line(done: int, games: int, told: str, width: int) -> str:
    """A line of that width: a bar in what room the words leave."""
    room = min(_BAR, width - len(told) - 2)
    if room < _BAR_LEAST:
        return told[:width].ljust(width)
    filled = done * room // games
    return f"{'█' * filled}{'·' * (room - filled)}  {told}".ljust(width)


class _Lines:
    """How fast it goes, and a line if there was none for a while."""

    def __init__(self, games: int) -> None:
        self._games = games
        self._done = 0
        self._begun_at = self._told_at = time.monotonic()

    def step(self) -> None:
        """One more game is played."""
        self._done += 1
        now = time.monotonic()
        if now - self._told_at >= _TELL_S and self._done < self._games:
            self._told_at = now
            click.echo(self._told(), err=True)

    def _told(self) -> str:
        count = f"{self._done} of {self._games} games"
        if not self._done:
            return count
        per_s = self._done / max(1e-9, time.monotonic() - self._begun_at)
        left = (self._games - self._done) / per_s
        pace = f"{count}, {60.0 * per_s:.1f} games per minute"
        return f"{pace}, about {_duration(left)} left" if left else pace


class _Bar(_Lines):
    """The same in one line that is rewritten."""

    def step(self) -> None:
        """One more game is played."""
        self._done += 1
        self.draw()

    def draw(self) -> None:
        """Write the line again; what is left free at its end keeps it from wrapping."""
        width = shutil.get_terminal_size().columns - SPARE
        line = bar_line(self._done, self._games, self._told(), max(0, width))
        click.echo(f"\r{line}", nl=False, err=True)


def _duration(seconds: float) -> str:
    return f"{seconds:.0f} s" if seconds < 120.0 else f"{seconds / 60.0:.0f} min"
