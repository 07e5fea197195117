"""Whether a bot keeps up: how often it thinks, how much it hears and says, and how late it is.

Rates are taken from counters that run anyway. A mark of them is kept every second, so that a think
costs one comparison, and the rate of the last seconds is the difference to the oldest mark.
"""

from __future__ import annotations

from collections import deque
from typing import Final, NamedTuple

import msgspec

from agentfw.bot.pacing import Spread

__all__ = ["Pace", "PaceMeter", "Tally"]

_MARKS: Final = 10
_MARK_S: Final = 1.0


class Pace(msgspec.Struct, frozen=True):
    """How a bot keeps up with its game. Rates are per second in the game."""

    thinks_hz: float = 0.0
    """Over the last ten seconds, as are the other rates."""
    thinks_hz_overall: float = 0.0
    """Since the bot was first let in, without the time between connections."""
    lines_hz: float = 0.0
    """Lines heard."""
    lines_hz_overall: float = 0.0
    commands_hz: float = 0.0
    """Commands said."""
    commands_hz_overall: float = 0.0
    lag: Spread = Spread()
    """How old the oldest look was, by the game's clock, that a think found waiting with newer ones."""


class Tally(NamedTuple):
    """What was counted so far, over all connections."""

    thinks: int = 0
    lines: int = 0
    commands: int = 0


class PaceMeter:
    """Turns counters into rates; it is told the time, and has no clock of its own."""

    def __init__(self) -> None:
        self.due_at = float("inf")
        """When the next mark is wanted; never while the bot is not in the game."""
        self._marks: deque[tuple[float, Tally]] = deque(maxlen=_MARKS)
        self._last = (0.0, Tally())
        self._begun_at = self._played_s = 0.0
        self._begun, self._said = Tally(), Tally()
        """What was counted when the bot was let in, and while it was in the game, before that."""

    def begin(self, now: float, tally: Tally) -> None:
        """The bot is in the game, perhaps again."""
        self._marks.clear()
        self._begun_at, self._begun = now, tally
        self.mark(now, tally)

    def mark(self, now: float, tally: Tally) -> None:
        """Keep what was counted until now."""
        self.due_at = now + _MARK_S
        self._last = (now, tally)
        self._marks.append(self._last)

    def end(self, now: float, tally: Tally) -> None:
        """The bot is not in the game any more."""
        if self._marks and self.due_at < float("inf"):
            self._last = (now, tally)
            self._played_s += now - self._begun_at
            self._said = self._in_game(tally)
            self.due_at = float("inf")

    def pace(self, now: float, tally: Tally, lag: Spread) -> Pace:
        """How it goes; after the end, how it went last."""
        if not self._marks:
            return Pace(lag=lag)
        is_playing = self.due_at < float("inf")
        last, counted = (now, tally) if is_playing else self._last
        played_s = self._played_s + (now - self._begun_at if is_playing else 0.0)
        said = self._in_game(counted) if is_playing else self._said
        since, before = self._marks[0]
        return Pace(
            thinks_hz=_rate(counted.thinks - before.thinks, last - since),
            thinks_hz_overall=_rate(counted.thinks, played_s),
            lines_hz=_rate(counted.lines - before.lines, last - since),
            lines_hz_overall=_rate(said.lines, played_s),
            commands_hz=_rate(counted.commands - before.commands, last - since),
            commands_hz_overall=_rate(said.commands, played_s),
            lag=lag,
        )

    def _in_game(self, tally: Tally) -> Tally:
        """What was counted while the bot was in the game; its greeting is no part of it."""
        return Tally(
            *(
                said + now - begun
                for said, now, begun in zip(self._said, tally, self._begun, strict=True)
            )
        )


def _rate(count: int, seconds: float) -> float:
    return count / seconds if seconds > 0.0 else 0.0
