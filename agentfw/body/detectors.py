"""Three ways to notice that a running body gets nowhere.

One alone is fooled: a body that jitters at a wall changes its position, one that circles a pillar covers
distance, and one that crawls along does both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    from agentfw.geometry import Vec3

__all__ = ["Detector", "DistanceDetector", "PositionDetector", "TimeDetector", "standard_detectors"]

_STAYS_UU: Final = 40.0
_STAYS_S: Final = 1.2
_GAINS_UU: Final = 50.0
_GAINS_S: Final = 3.0
_BLINK_S: Final = 1.0
"""Nobody is to blame for more time than this between two looks: the game was paused, or slow."""


class Detector(Protocol):
    """Watches a run, and says when it gets nowhere."""

    def watch(self, now: float, here: Vec3, goal: Vec3) -> str | None:
        """Why the run gets nowhere, or None while it does."""

    def forgive(self, now: float) -> None:
        """Begin anew, because something was done about it or there was a reason to wait."""


class PositionDetector:
    """The body stays where it is."""

    def __init__(self, radius: float = _STAYS_UU, patience_s: float = _STAYS_S) -> None:
        self._radius = radius
        self._patience_s = patience_s
        self._at: Vec3 | None = None
        self._since = 0.0

    def watch(self, now: float, here: Vec3, goal: Vec3) -> str | None:
        """Whether it left the circle it was in."""
        if self._at is None or here.distance_to(self._at) > self._radius:
            self._at, self._since = here, now
            return None
        return "does not move" if now - self._since >= self._patience_s else None

    def forgive(self, now: float) -> None:
        """Draw the circle anew at the next look."""
        self._at = None


class DistanceDetector:
    """The body moves, but comes no nearer."""

    def __init__(self, gain: float = _GAINS_UU, patience_s: float = _GAINS_S) -> None:
        self._gain = gain
        self._patience_s = patience_s
        self._best: float | None = None
        self._goal: Vec3 | None = None
        self._since = 0.0

    def watch(self, now: float, here: Vec3, goal: Vec3) -> str | None:
        """Whether it has come nearer than ever before."""
        far = here.distance_to(goal)
        if self._goal is None or goal.distance_to(self._goal) > self._gain:
            self._goal, self._best, self._since = goal, far, now
            return None
        if self._best is None or far <= self._best - self._gain:
            self._best, self._since = far, now
            return None
        return "comes no nearer" if now - self._since >= self._patience_s else None

    def forgive(self, now: float) -> None:
        """Give it the whole time once more."""
        self._since = now


class TimeDetector:
    """The body takes too long, whatever it does."""

    def __init__(self, limit_s: float) -> None:
        self._limit_s = limit_s
        self._spent_s = 0.0
        self._watched_at: float | None = None

    def watch(self, now: float, here: Vec3, goal: Vec3) -> str | None:
        """Whether the time is over."""
        if self._watched_at is not None:
            self._spent_s += min(now - self._watched_at, _BLINK_S)
        self._watched_at = now
        is_over = self._spent_s >= self._limit_s
        return f"takes longer than {self._limit_s:.0f} s" if is_over else None

    def forgive(self, now: float) -> None:
        """Nothing forgives the time that has passed."""


def standard_detectors(limit_s: float) -> tuple[Detector, ...]:
    """One of each kind, for a run that should not take longer than a limit."""
    return PositionDetector(), DistanceDetector(), TimeDetector(limit_s)
