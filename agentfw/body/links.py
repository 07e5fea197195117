"""How a body gets through each kind of link, with an end to every wait."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from agentfw.body.progress import DONE, failed, going
from agentfw.body.running import STEP_HEIGHT, Run, is_there
from agentfw.geometry import Vec3
from agentfw.navigation import LinkKind
from agentfw.vocabulary import PlaceKind, Shoot, Use

if TYPE_CHECKING:
    from collections.abc import Callable

    from agentfw.body.port import Port
    from agentfw.body.progress import Progress
    from agentfw.navigation import Link, Node
    from agentfw.perception import KnownMover, View

__all__ = ["Executor", "executor_for"]

_AT_UU: Final = 60.0
_RIDE_S: Final = 12.0
_FLIGHT_S: Final = 10.0
_TELEPORT_S: Final = 5.0
_DOOR_S: Final = 8.0
_USE_S: Final = 1.0
_JUMPS_UU: Final = 190.0
_CLIMB_UU: Final = 20.0
_LEVEL_UU: Final = 45.0
_THROWN: Final = 200.0
_FAR_UU: Final = 250.0


class Executor:
    """Takes a body over one link. This one simply runs, which is enough for walks and drops."""

    limit_s: float | None = None
    """How long the link may take; None for what its length allows."""

    def __init__(self, view: View, link: Link, start: Node, end: Node) -> None:
        self.link = link
        self.start, self.end = start, end
        self.started_at = view.now
        self.run = Run(view, end.location, tolerance=_AT_UU, limit_s=self.limit_s)

    def step(self, view: View, port: Port, then: Vec3 | None) -> Progress:
        """Go on; `then` is where the next link leads, if the body may run on without stopping."""
        return self.run.step(view, port, then)

    def is_overdue(self, view: View, limit_s: float) -> bool:
        """Whether the link takes longer than it may."""
        return view.now - self.started_at > limit_s


class _Jump(Executor):
    """Run, and jump where the way goes up."""

    def step(self, view: View, port: Port, then: Vec3 | None) -> Progress:
        here, end = view.location, self.end.location
        progress = self.run.step(view, port, None)
        if progress.is_running and here is not None:
            is_below = end.z - here.z > _CLIMB_UU
            gap = (
                self.link.needed_jump is not None
                and here.ground_distance_to(self.start.location) < _AT_UU
            )
            if (is_below and here.ground_distance_to(end) < _JUMPS_UU) or gap:
                port.jump(double=self.link.force_double_jump)
        return progress


class _Lift(Executor):
    """Wait for the lift, step on it, ride, step off."""

    limit_s = _RIDE_S

    def step(self, view: View, port: Port, then: Vec3 | None) -> Progress:
        here = view.location
        if here is None:
            return failed("does not know where it is")
        if self.is_overdue(view, _RIDE_S):
            return failed(f"the lift did not come within {_RIDE_S:.0f} s")
        if self.end.kind is PlaceKind.LIFT_CENTER:
            return self._board(view, port, here)
        return self._ride(view, port, here)

    def _board(self, view: View, port: Port, here: Vec3) -> Progress:
        center = _lift_location(view, self.end)
        if is_there(here, center, _AT_UU):
            return DONE
        if abs(center.z - here.z) > STEP_HEIGHT:
            self.run.forgive(view.now)
            port.stop()
            return going("waiting for the lift")
        self.run.goal = center
        return self.run.step(view, port)

    def _ride(self, view: View, port: Port, here: Vec3) -> Progress:
        end = self.end.location
        if abs(here.z - end.z) <= _LEVEL_UU:
            return self.run.step(view, port)
        center = _lift_location(view, self.start)
        if here.ground_distance_to(center) > _AT_UU:
            port.move(Vec3(center.x, center.y, here.z))
            return going("stepping on the lift")
        self.run.forgive(view.now)
        port.stop()
        return going("riding the lift")


class _Teleport(Executor):
    """Touch the teleporter until the body is elsewhere."""

    limit_s = _TELEPORT_S

    def __init__(self, view: View, link: Link, start: Node, end: Node) -> None:
        super().__init__(view, link, start, end)
        self.run = Run(view, start.location, tolerance=0.0, limit_s=_TELEPORT_S)

    def step(self, view: View, port: Port, then: Vec3 | None) -> Progress:
        here, end = view.location, self.end.location
        if here is not None and here.distance_to(end) < min(
            _FAR_UU, here.distance_to(self.start.location)
        ):
            return DONE
        if self.is_overdue(view, _TELEPORT_S):
            return failed(f"the teleporter did not work within {_TELEPORT_S:.0f} s")
        progress = self.run.step(view, port)
        return progress if progress.has_failed else going("entering the teleporter")


class _Pad(Executor):
    """Run onto the pad, then steer for the landing while the body flies."""

    limit_s = _FLIGHT_S

    def __init__(self, view: View, link: Link, start: Node, end: Node) -> None:
        super().__init__(view, link, start, end)
        self._is_up = False

    def step(self, view: View, port: Port, then: Vec3 | None) -> Progress:
        here, velocity = view.location, view.me.velocity
        if here is None:
            return failed("does not know where it is")
        if is_there(here, self.end.location, 2 * _AT_UU):
            return DONE
        if self.is_overdue(view, _FLIGHT_S):
            return failed(f"the pad did not carry it there within {_FLIGHT_S:.0f} s")
        self._is_up = self._is_up or (velocity is not None and velocity.z > _THROWN)
        port.move(self.end.location if self._is_up else self.start.location)
        return going("flying" if self._is_up else "running onto the pad")


class _Door(Executor):
    """Run at the door; wait while it opens; use it, or shoot it, when it does not."""

    limit_s = _DOOR_S

    def __init__(self, view: View, link: Link, start: Node, end: Node) -> None:
        super().__init__(view, link, start, end)
        self._is_shot_at = False
        self._used_at = -_USE_S

    def step(self, view: View, port: Port, then: Vec3 | None) -> Progress:
        door = self._door(view)
        if door is not None and door.is_moving:
            self.run.forgive(view.now)
            port.stop()
            return (
                going("waiting for the door") if not self.is_overdue(view, _DOOR_S) else self._shut(port)
            )
        self._is_shot_at = bool(door is not None and door.opens_by_damage and port.trigger_is_free)
        if self._is_shot_at and door is not None and door.location is not None:
            port.shoot(Shoot(location=door.location))
        progress = self.run.step(view, port, then)
        if progress.has_failed:
            return self._shut(port)
        if not progress.is_running:
            self._let_go(port)
        elif view.motion.has_collided and view.now - self._used_at >= _USE_S:
            self._used_at = view.now
            port.send(Use())
        return progress

    def _door(self, view: View) -> KnownMover | None:
        mover = self.end.mover or self.start.mover
        if mover is not None:
            return view.movers.get(mover)
        middle = (self.start.location + self.end.location) * 0.5
        near = [
            (mover.location.distance_to(middle), mover.id)
            for mover in view.movers.values()
            if mover.location is not None and mover.location.distance_to(middle) < _FAR_UU
        ]
        return view.movers[min(near)[1]] if near else None

    def _let_go(self, port: Port) -> None:
        if self._is_shot_at:
            port.stop_shooting()

    def _shut(self, port: Port) -> Progress:
        self._let_go(port)
        return failed("the door does not open")


class _Impossible(Executor):
    """A link that no body here can take."""

    def step(self, view: View, port: Port, then: Vec3 | None) -> Progress:
        return failed(f"nobody here can {self.link.kind.value}")


_EXECUTORS: Final[dict[LinkKind, Callable[[View, Link, Node, Node], Executor]]] = {
    LinkKind.JUMP: _Jump,
    LinkKind.LIFT: _Lift,
    LinkKind.TELEPORT: _Teleport,
    LinkKind.JUMP_PAD: _Pad,
    LinkKind.DOOR: _Door,
    LinkKind.FLY: _Impossible,
    LinkKind.TRANSLOCATE: _Impossible,
}


def executor_for(view: View, link: Link) -> Executor:
    """What takes the body over a link."""
    nodes = view.graph.nodes
    kind = _EXECUTORS.get(link.kind, Executor)
    return kind(view, link, nodes[link.start], nodes[link.end])


def _lift_location(view: View, node: Node) -> Vec3:
    """Where the lift's middle is now, else where the map says it rests."""
    seen = view.visible_places.get(node.id)
    if seen is not None and seen.location is not None:
        return seen.location
    mover = view.movers.get(node.mover) if node.mover is not None else None
    if mover is not None and mover.location is not None and mover.is_visible:
        return mover.location + (node.lift_offset or Vec3(0.0, 0.0, 0.0))
    return node.location
