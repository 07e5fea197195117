"""Whether a match in an arena of its own keeps up with the clock, and who slows it down."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from agentfw.team.holds import longest_hold

if TYPE_CHECKING:
    from agentfw.arena.server import Arena
    from agentfw.match.stage import Stage

__all__ = ["Lagging"]

_LOOKS_S: Final = 10.0
_KEEPS_UP: Final = 0.8
_SLOW_MS: Final = 20.0
"""A brain that takes longer for half of its thinks is worth naming."""


class Lagging:
    """Tells when the ticks of an arena come late: it shares a thread with the bots, and waits for them.

    On a clock that jumps nothing is ever late.
    """

    def __init__(self, stage: Stage, arena: Arena, now: float) -> None:
        self._stage, self._arena = stage, arena
        self._since, self._ticks = now, arena.ticks

    def look(self, now: float) -> None:
        """Call it every now and then; it is quick, and every ten seconds it makes up its mind."""
        passed = now - self._since
        if passed < _LOOKS_S:
            return
        share = (self._arena.ticks - self._ticks) * self._arena.tick_s / passed
        since, self._since, self._ticks = self._since, now, self._arena.ticks
        if share < _KEEPS_UP and self._stage.desk is not None:
            text = f"the match runs at {100.0 * share:.0f} % of its speed: {self._culprit(since)}"
            self._stage.desk.tell("late", text)

    def _culprit(self, since: float) -> str:
        thinks = {
            seat.plan.name: seat.member.bot.statistics().think.p50_ms
            for seat in self._stage.seats
            if seat.member.bot is not None
        }
        for leads in self._stage.offices():
            thinks[leads.office.name] = leads.office.think_times.spread().p50_ms
        slowest = max(thinks, key=thinks.__getitem__, default="")
        if thinks.get(slowest, 0.0) < _SLOW_MS:
            hold = longest_hold(since)
            return str(hold) if hold is not None else "this machine has too much to do"
        return f"{slowest} thinks for {thinks[slowest]:.0f} ms"
