"""Travelling: over the map's links where the map is known, along the server's path where it is not."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Final

from agentfw.body.asking import PathQuestion
from agentfw.body.links import Executor, executor_for
from agentfw.body.progress import DONE, failed, going
from agentfw.body.running import Run, is_there
from agentfw.geometry import is_carried
from agentfw.navigation import Link, LinkKind
from agentfw.vocabulary import PlaceKind

if TYPE_CHECKING:
    from agentfw.body.navigator import Navigator
    from agentfw.body.port import Port
    from agentfw.body.progress import Progress
    from agentfw.geometry import Vec3
    from agentfw.perception import View
    from agentfw.vocabulary import EntityId

__all__ = ["ARRIVAL_UU", "Travel"]

ARRIVAL_UU: Final = 50.0
_STRAIGHT_UU: Final = 150.0
"""So near and on the same floor, nobody looks for a way."""
_LEVEL_UU: Final = 40.0
_MOVED_UU: Final = 200.0
"""A goal that moved so far needs another way."""
_MAX_FAILURES: Final = 5
_MAX_PLANS: Final = 40
_REPLAN_S: Final = 0.5
_LOST_UU: Final = 600.0
"""A body that is so far from where its link runs was pushed or fell."""
_CARRIED_UU: Final = 300.0
"""From so far away a body may have touched a teleporter since the last look."""
_CARRYING: Final = (LinkKind.TELEPORT, LinkKind.JUMP_PAD, LinkKind.LIFT)
_PLAIN: Final = (LinkKind.WALK, LinkKind.SWIM)


class Travel:
    """One journey to a place or a point, which may move while the body is on its way."""

    def __init__(
        self, navigator: Navigator, *, place: EntityId | None = None, tolerance: float | None = None
    ) -> None:
        self._navigator = navigator
        self._place = place
        self._tolerance = tolerance if tolerance is not None else ARRIVAL_UU
        self._planned_for: Vec3 | None = None
        self._planned_at = 0.0
        self._legs: deque[Link | Vec3] = deque()
        self._leg: Executor | Run | None = None
        self._approach: EntityId | None = None
        """The place that the body runs to before its first link."""
        self._question: PathQuestion | None = None
        self._failures = self._plans = 0
        self._was_at: Vec3 | None = None
        self._was_there_at = 0.0
        self._has_jumped = False
        self._asks_server = False

    def step(self, view: View, port: Port, goal: Vec3 | None) -> Progress:
        """Go on toward a goal."""
        here = view.location
        if here is None or goal is None:
            return failed("does not know where it is" if here is None else "nobody knows where that is")
        before, since = self._was_at, view.now - self._was_there_at
        self._was_at, self._was_there_at = here, view.now
        self._has_jumped = before is not None and is_carried(before, here, since)
        if is_there(here, goal, self._tolerance) or self._was_carried_off(view, before, goal):
            port.stop()
            return DONE
        if self._has_to_plan(view, here, goal):
            trouble = self._plan(view, port, here, goal)
            if trouble is not None:
                return trouble
        return self._walk(view, port, goal)

    def _was_carried_off(self, view: View, before: Vec3 | None, goal: Vec3) -> bool:
        """Whether the goal was a teleporter, and has done what teleporters do."""
        if not self._has_jumped or before is None or before.distance_to(goal) > _CARRIED_UU:
            return False
        node = view.graph.nearest(goal, within=ARRIVAL_UU)
        return node is not None and node.kind is PlaceKind.TELEPORTER

    # Planning

    def _has_to_plan(self, view: View, here: Vec3, goal: Vec3) -> bool:
        if self._planned_for is None:
            return True
        if goal.distance_to(self._planned_for) > _MOVED_UU:
            return view.now - self._planned_at >= _REPLAN_S
        leg = self._leg
        if self._has_jumped and not (isinstance(leg, Executor) and leg.link.kind in _CARRYING):
            # On a path of the server the next points are those behind the teleporter.
            return not isinstance(leg, Run) or self._approach is not None or not self._legs
        return leg is not None and _is_lost(here, leg)

    def _plan(self, view: View, port: Port, here: Vec3, goal: Vec3) -> Progress | None:
        """Find the legs of the way; None when there are some, else what to report."""
        if self._question is not None:
            return self._hear(view, port, here, goal)
        self._plans += 1
        if self._plans > _MAX_PLANS:
            return failed(f"lost its way {_MAX_PLANS} times")
        is_near = here.ground_distance_to(goal) <= _STRAIGHT_UU and abs(here.z - goal.z) <= _LEVEL_UU
        if is_near and not self._asks_server:
            self._set_out(view, goal, [goal])
            return None
        has_map = self._navigator.has_map(view) and not self._asks_server
        if has_map and self._plan_over_map(view, here, goal):
            return None
        self._question = PathQuestion(view, port, goal)
        port.stop()
        return going("asking for a way")

    def _plan_over_map(self, view: View, here: Vec3, goal: Vec3) -> bool:
        place = self._place
        if place is None or place not in view.graph.nodes:
            nearest = view.graph.nearest(goal)
            if nearest is None:
                return False
            place = nearest.id
        found = self._navigator.route(view, place)
        if found is None:
            return False
        start, links = found
        legs: list[Link | Vec3] = list(links)
        if not is_there(here, start.location, 2 * ARRIVAL_UU):
            legs.insert(0, start.location)
        is_whole = not links or links[-1].end == place
        if is_whole and view.graph.nodes[place].location.distance_to(goal) > self._tolerance:
            legs.append(goal)
        if not legs:
            legs.append(goal)
        self._set_out(view, goal, legs)
        self._approach = start.id if legs[0] == start.location else None
        return True

    def _hear(self, view: View, port: Port, here: Vec3, goal: Vec3) -> Progress | None:
        """Look for the server's answer."""
        question = self._question
        assert question is not None  # noqa: S101 - told by the caller
        path = question.hear(view, port)
        if path is None:
            self._question = None if question.failure else question
            return failed(question.failure) if question.failure else going("asking for a way")
        self._question = None
        if not path:
            knows_map = self._navigator.has_map(view) and not view.chart.is_learned
            if here.distance_to(goal) > (2 if knows_map else 8) * _STRAIGHT_UU:
                return failed("there is no way")
            path = [goal]  # too close for a path, or in plain view
        self._set_out(view, goal, list(path))
        return None

    def _set_out(self, view: View, goal: Vec3, legs: list[Link | Vec3]) -> None:
        self._legs, self._leg, self._approach = deque(legs), None, None
        self._planned_for, self._planned_at = goal, view.now

    # Walking

    def _walk(self, view: View, port: Port, goal: Vec3) -> Progress:
        for _ in range(len(self._legs) + 2):
            if self._leg is None and not self._begin_leg(view, goal):
                self._planned_for = None  # at the end of the path, but not there yet
                return going("looking further")
            leg = self._leg
            if leg is None:
                break
            then = self._next_point(view, leg)
            progress = leg.step(view, port, then)
            if progress.is_running:
                return going(self._describe(progress.text))
            if progress.has_failed:
                return self._fail(view, port, leg, progress.text)
            self._leg = self._approach = None
        return going("looking further")

    def _begin_leg(self, view: View, goal: Vec3) -> bool:
        if not self._legs:
            return False
        leg = self._legs.popleft()
        if not isinstance(leg, Link):
            tolerance = self._tolerance * 0.8 if not self._legs and leg == goal else ARRIVAL_UU
            self._leg = Run(view, leg, tolerance=tolerance)
        elif leg.start in view.graph and leg.end in view.graph:
            self._leg = executor_for(view, leg)
        else:
            return False
        return True

    def _next_point(self, view: View, leg: Executor | Run) -> Vec3 | None:
        """Where to run on to after this leg without stopping."""
        if not self._legs or not (isinstance(leg, Run) or leg.link.kind in _PLAIN):
            return None
        after = self._legs[0]
        if not isinstance(after, Link):
            return after
        node = view.graph.nodes.get(after.end) if after.kind in _PLAIN else None
        return node.location if node is not None else None

    def _fail(self, view: View, port: Port, leg: Executor | Run, reason: str) -> Progress:
        """A leg did not work: try another way, a few times."""
        self._failures += 1
        if isinstance(leg, Run):
            where = f"to {self._approach}" if self._approach else "the last bit"
            if self._approach is not None:
                self._navigator.avoid_start(self._approach, view.now)
            # The map ends near the goal, but not at it: the server may know better, every other time.
            self._asks_server = self._approach is None and not self._asks_server
        else:
            where = f"{leg.link.start} to {leg.link.end}"
            self._navigator.avoid(leg.link, view.now)
        if self._failures >= _MAX_FAILURES:
            port.stop()
            return failed(f"{where}: {reason}, after {self._failures} tries")
        self._leg, self._planned_for = None, None
        self._legs.clear()
        return going(f"{where} does not work: {reason}")

    def _describe(self, what: str) -> str:
        left = len(self._legs)
        return f"{what}, {left} more to go" if left else what


def _is_lost(here: Vec3, leg: Executor | Run) -> bool:
    """Whether a body is far from the line it should be on."""
    if isinstance(leg, Run):
        return False
    start, end = leg.start.location, leg.end.location
    return here.distance_to(start) + here.distance_to(end) > start.distance_to(end) + _LOST_UU
