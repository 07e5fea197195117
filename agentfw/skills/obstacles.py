"""Skills against what is in the way: doors and walls that move when they are touched or shot at.

The body opens doors that the map has as links, and takes lifts, by itself. This is for others: what it
ran into, stands there, and is told to be something that moves. Which button belongs to a door no
GameBots server tells, so that the thing itself is touched, used, and shot at where that helps.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from agentfw.decisions import Do, ShootAt, TravelTo
from agentfw.skills.outcomes import DONE, Failed, Wants
from agentfw.skills.skill import act, sense
from agentfw.skills.spots import entity
from agentfw.vocabulary import PlaceKind, Use

if TYPE_CHECKING:
    from agentfw.perception import KnownMover, View
    from agentfw.skills.moment import Moment
    from agentfw.skills.outcomes import Performs
    from agentfw.vocabulary import EntityId

__all__ = ["activate", "obstacle_ahead"]

_NEAR_UU: Final = 200.0
_TOUCHES_UU: Final = 20.0
_LIFT_UU: Final = 200.0
_TRIES_S: Final = 10.0
_USES_EVERY_S: Final = 1.0


@sense
def obstacle_ahead(now: Moment, within: float = _NEAR_UU) -> EntityId | None:
    """The id of a door or the like in front of the body, which ran into something; else nothing.

    Within 200 uu, in sight, at rest, and no lift. Servers that tell of no movers know none.
    """
    found = _obstacle(now.view, within) if now.view.motion.has_collided else None
    return found.id if found is not None else None


@act
def activate(now: Moment, obstacle: str = "") -> Performs:
    """A door set going: touched and used, or shot at where that helps.

    It is the one named, else the one ahead. Done when it moves or is out of sight.
    Fails when there is none, and after 10 s.
    """
    named = entity(now.view, obstacle) if obstacle else None
    target = now.view.movers.get(named) if named is not None else _obstacle(now.view, _NEAR_UU)
    if target is None or target.location is None:
        return Failed("nothing is in the way")
    until, used_at = now.view.now + _TRIES_S, now.view.now
    while now.view.now < until:
        known = now.view.movers.get(target.id)
        if known is None or known.location is None or known.is_moving or not known.is_visible:
            return DONE
        if known.opens_by_damage:
            now = yield Wants(fight=ShootAt(known.location), stops=("move",))
        elif now.view.now - used_at >= _USES_EVERY_S:
            used_at = now.view.now
            now = yield Wants(move=Do((Use(),)))
        else:
            now = yield Wants(move=TravelTo(target=known.id, tolerance_uu=_TOUCHES_UU))
    return Failed(f"it did not move within {_TRIES_S:.0f} s")


def _obstacle(view: View, within: float) -> KnownMover | None:
    """The nearest mover at rest in front of the body that is no lift."""
    near = [one for one in view.movers.values() if _is_ahead(view, one, within)]
    doors = [one for one in near if not _is_lift(view, one)]
    return min(doors, key=lambda one: (view.distance_to(one.location), one.id), default=None)


def _is_lift(view: View, mover: KnownMover) -> bool:
    """Whether a place of the map rides on it: some games tell which, others only where both are."""
    there = mover.base_location or mover.location
    riding = [one for one in view.graph.nodes.values() if one.kind is PlaceKind.LIFT_CENTER]
    return any(
        one.mover == mover.id
        or (there is not None and one.location.ground_distance_to(there) < _LIFT_UU)
        for one in riding
    )


def _is_ahead(view: View, mover: KnownMover, within: float) -> bool:
    here, there, facing = view.location, mover.location, view.me.rotation
    if here is None or there is None or not mover.is_visible or mover.is_moving:
        return False
    is_in_front = facing is None or facing.direction().dot(there - here) > 0.0
    return is_in_front and here.ground_distance_to(there) <= within
