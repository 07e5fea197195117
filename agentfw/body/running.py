"""Running straight to a point: with patience, with side-steps, and with an end."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from agentfw.body.detectors import standard_detectors
from agentfw.body.progress import DONE, failed, going
from agentfw.geometry import Vec3, is_carried
from agentfw.vocabulary import Bumped

if TYPE_CHECKING:
    from agentfw.body.port import Port
    from agentfw.body.progress import Progress
    from agentfw.perception import View

__all__ = ["STEP_HEIGHT", "Run", "is_there"]

STEP_HEIGHT: Final = 90.0
"""A body whose center is higher or lower than this is on another floor."""
_TRIES: Final = 3
"""How often a run that gets nowhere is helped along before it is given up."""
_SIDESTEP_UU: Final = 120.0
_SIDESTEP_S: Final = 0.6
_GROUND_SPEED: Final = 400.0
_SLOWEST: Final = 0.4
"""A run may be slower than full speed by this factor before it takes too long."""
_GRACE_S: Final = 3.0
_PASSED_UU: Final = 20.0
_CARRIED_UU: Final = 300.0
_STANDS: Final = 50.0


def is_there(here: Vec3, goal: Vec3, tolerance: float) -> bool:
    """Whether a body is at a point, on the same floor."""
    return here.ground_distance_to(goal) <= tolerance and abs(here.z - goal.z) <= STEP_HEIGHT


class Run:
    """One straight run to a point."""

    def __init__(
        self, view: View, goal: Vec3, *, tolerance: float, limit_s: float | None = None
    ) -> None:
        self.goal = goal
        self.tolerance = tolerance
        far = view.distance_to(goal)
        if limit_s is None:
            limit_s = (far if math.isfinite(far) else 0.0) / (_GROUND_SPEED * _SLOWEST) + _GRACE_S
        self._detectors = standard_detectors(limit_s)
        self._tries = 0
        self._aside: Vec3 | None = None
        self._aside_until = 0.0
        self._was_at: Vec3 | None = None
        self._was_there_at = 0.0

    def step(self, view: View, port: Port, then: Vec3 | None = None) -> Progress:
        """Run on; `then` is where to go next without stopping."""
        here = view.location
        if here is None:
            return failed("does not know where it is")
        if self._has_arrived(view, here, then):
            return DONE
        if view.is_paused:
            self.forgive(view.now)
            return going("waiting for the game to go on")
        if self._aside is not None and view.now < self._aside_until:
            port.move(self._aside)
            return going("stepping aside")
        self._aside = None
        trouble = self._watch(view, here)
        if trouble is not None:
            return self._help(view, port, here, trouble)
        port.move(self.goal, then)
        return going("running")

    def _has_arrived(self, view: View, here: Vec3, then: Vec3 | None) -> bool:
        """Whether the body is there, or passed on to the next point.

        Who turns early cuts corners and falls off narrow ledges, so a body that still moves has to come
        nearer than one that has stopped.
        """
        before, since = self._was_at, view.now - self._was_there_at
        self._was_at, self._was_there_at = here, view.now
        near = self.tolerance if view.motion.speed < _STANDS else min(self.tolerance, _PASSED_UU)
        if is_there(here, self.goal, near):
            return True
        if before is None or then is None:
            return False
        if is_carried(before, here, since):
            return here.distance_to(then) < _CARRIED_UU
        return _has_passed(before, here, self.goal, then)

    def forgive(self, now: float) -> None:
        """There was a reason not to move."""
        for detector in self._detectors:
            detector.forgive(now)

    def _watch(self, view: View, here: Vec3) -> str | None:
        bumped = any(event.id in view.players for event in view.happened(Bumped))
        trouble = "somebody is in the way" if bumped else None
        for detector in self._detectors:
            trouble = detector.watch(view.now, here, self.goal) or trouble
        return trouble

    def _help(self, view: View, port: Port, here: Vec3, trouble: str) -> Progress:
        """Jump or step aside; fail when that was tried often enough."""
        self._tries += 1
        if self._tries > _TRIES:
            return failed(trouble)
        self.forgive(view.now)
        if self._tries == 1 and not view.happened(Bumped):
            port.jump()
            return going(f"jumping: {trouble}")
        side = 1.0 if self._tries % 2 else -1.0
        self._aside = _beside(here, self.goal, side * _SIDESTEP_UU)
        self._aside_until = view.now + _SIDESTEP_S
        port.move(self._aside)
        return going(f"stepping aside: {trouble}")


def _has_passed(before: Vec3, here: Vec3, goal: Vec3, then: Vec3) -> bool:
    """Whether a body that does not stop at a point is on its way from there to the next one."""
    if abs(here.z - goal.z) > STEP_HEIGHT or _nearest_approach(before, here, goal) > 2 * _PASSED_UU:
        return False
    way = Vec3(then.x - goal.x, then.y - goal.y, 0.0).unit()
    x, y = here.x - goal.x, here.y - goal.y
    along, aside = x * way.x + y * way.y, x * way.y - y * way.x
    return along > _PASSED_UU and abs(aside) < 2 * _PASSED_UU


def _nearest_approach(start: Vec3, end: Vec3, point: Vec3) -> float:
    """How near a straight run came to a point, seen from above."""
    dx, dy = end.x - start.x, end.y - start.y
    length = dx * dx + dy * dy
    share = 0.0
    if length > 0.0:
        share = ((point.x - start.x) * dx + (point.y - start.y) * dy) / length
        share = max(0.0, min(1.0, share))
    return math.hypot(start.x + share * dx - point.x, start.y + share * dy - point.y)


def _beside(here: Vec3, goal: Vec3, sideways: float) -> Vec3:
    """A point to the side of the way, a little ahead."""
    way = Vec3(goal.x - here.x, goal.y - here.y, 0.0).unit()
    return here + way * abs(sideways) * 0.3 + Vec3(-way.y, way.x, 0.0) * sideways
