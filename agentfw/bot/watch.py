"""How one bot is doing: durations and rates over all its connections, and complaints when it is late."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from agentfw.bot.pace import PaceMeter, Tally
from agentfw.bot.pacing import Durations

if TYPE_CHECKING:
    from collections.abc import Callable

    from agentfw.bot.circle import Circle
    from agentfw.bot.pace import Pace

__all__ = ["Watch"]

_COMPLAINS_S: Final = 10.0
_KEPT: Final = 2_000
"""How many durations a bot remembers: some minutes, and little to sort for whoever asks every second."""


class Watch:
    """Looks at one bot; it is told of what happens, and has no clock of its own."""

    def __init__(
        self, circle: Circle, log: Any, now: Callable[[], float], *, slow_think_s: float
    ) -> None:
        self.connects = self.thinks_slow = 0
        self.thinks, self.turnarounds = Durations(_KEPT), Durations(_KEPT)
        """How long the brain took, and how long each answer, from bytes read to the answer handed on."""
        self._circle, self._log, self._now = circle, log, now
        self._slow_think_s = slow_think_s
        self._lags = Durations(_KEPT)
        self._meter = PaceMeter()
        self._before = Tally()
        self._joined_at: float | None = None
        self._last_at = 0.0
        self._dropped_told = 0
        self._complained_at = self._overloaded_at = -_COMPLAINS_S

    def connect(self) -> None:
        """There is another connection, of which nothing was counted yet."""
        self._before = self._tally()
        self.connects += 1

    def join(self, now: float) -> None:
        """The bot is in the game."""
        self._joined_at = now
        self._meter.begin(now, self._tally())

    def notice(self, now: float) -> None:
        """See what the last piece of input has changed; this is done for every one, so it is quick."""
        self._last_at = now
        if now >= self._meter.due_at:
            self._meter.mark(now, self._tally())
        if self._circle.thinks_dropped > self._dropped_told:
            self._complain(now)

    def leave(self) -> None:
        """The connection has come to its end."""
        self._joined_at = None
        self._meter.end(self._last_at, self._tally())

    def add_think(self, seconds: float) -> None:
        """The brain has decided something, and took so long."""
        self.thinks.add(seconds)
        self._lags.add(self._circle.lag_s)
        if seconds > self._slow_think_s:
            self.thinks_slow += 1
            now = self._now()
            if now - self._complained_at >= _COMPLAINS_S:
                self._complained_at = now
                took_ms = round(1000.0 * seconds)
                self._log.warning("bot.slow_think", took_ms=took_ms, slow=self.thinks_slow)

    def pace(self) -> Pace:
        """Whether the bot keeps up."""
        return self._meter.pace(self._last_at, self._tally(), self._lags.spread())

    def _complain(self, now: float) -> None:
        """Looks were not thought about; tell how many since this was told last, but not too often."""
        if now - self._overloaded_at < _COMPLAINS_S:
            return
        since = max(self._overloaded_at, now if self._joined_at is None else self._joined_at)
        dropped = self._circle.thinks_dropped - self._dropped_told
        self._overloaded_at, self._dropped_told = now, self._circle.thinks_dropped
        self._log.warning("bot.overloaded", dropped=dropped, over_s=round(now - since, 1))

    def _tally(self) -> Tally:
        """What was counted over all connections."""
        if not self._circle.was_connected:
            return Tally()
        link, before = self._circle.session.statistics(), self._before
        return Tally(self._circle.thinks, before.lines + link.lines, before.commands + link.commands)
