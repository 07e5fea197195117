"""Whether the other side is still there.

Silence is legal: a dead, paused or ended player hears nothing. So a quiet server is asked for a sign
of life first, and counts as gone only when that is not answered either.
"""

from __future__ import annotations

from agentfw.errors import PeerSilent

__all__ = ["Liveness"]


class Liveness:
    """When the other side was last heard, and when it was last asked."""

    def __init__(self, *, ping_after_s: float, silence_s: float) -> None:
        self._ping_after_s = ping_after_s
        self._silence_s = silence_s
        self._heard: float | None = None
        self._asked = float("-inf")

    def heard(self, now: float) -> None:
        """The other side said something."""
        self._heard = now

    def wants_ping(self, now: float) -> bool:
        """Whether to ask for a sign of life now; raises `PeerSilent` when it is too late for that."""
        if self._heard is None:
            self._heard = now
        # The same sums as in `next_deadline`: differences are rounded otherwise, and whoever waits
        # for the deadline would find it not come yet, again and again.
        if now >= self._heard + self._silence_s:
            raise PeerSilent(f"the server has been silent for {now - self._heard:.1f} s")
        return now >= max(self._heard, self._asked) + self._ping_after_s

    def asked(self, now: float) -> None:
        """A sign of life was asked for."""
        self._asked = now

    @property
    def next_deadline(self) -> float | None:
        """When to look again; None before anything was heard."""
        if self._heard is None:
            return None
        next_ping = max(self._heard, self._asked) + self._ping_after_s
        return min(next_ping, self._heard + self._silence_s)
