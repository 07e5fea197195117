"""How far it is to go, over the map where it is known."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from agentfw.navigation import Node

if TYPE_CHECKING:
    from agentfw.geometry import Vec3
    from agentfw.perception import KnownFlag, KnownItem, KnownPlayer, KnownPoint, View
    from agentfw.vocabulary import EntityId, Place

__all__ = ["can_reach", "ground_uu", "next_places", "run_speed", "standing_at", "way_from", "way_uu"]

_NEAR_UU: Final = 500.0
_STRAIGHT_UU: Final = 150.0
"""So near, nobody looks for a way."""
_UNKNOWN_DETOUR: Final = 2.0
"""By what factor a way over a map that is still being learned is longer than the straight line."""
_RUN_SPEED: Final = 440.0


def standing_at(view: View) -> EntityId | None:
    """The place of the map from which a journey would begin."""
    if view.place is not None and view.place in view.graph.nodes:
        return view.place
    here = view.location
    near = view.graph.nearest(here, within=_NEAR_UU) if here is not None else None
    return near.id if near is not None else None


def way_uu(view: View, there: Vec3 | None, place: EntityId | None = None) -> float:
    """How many uu it is to go to a point; infinite when there is no way, or nobody knows where it is.

    `place` is the place of the map at that point, where it is known.
    """
    return way_from(view, standing_at(view), there, place)


def way_from(
    view: View, start: EntityId | None, there: Vec3 | None, place: EntityId | None = None
) -> float:
    """As `way_uu`, for those who ask often and know the place where the body stands."""
    here = view.location
    if here is None or there is None:
        return math.inf
    straight, graph = here.distance_to(there), view.graph
    if straight <= _STRAIGHT_UU or start is None:
        return straight
    goal = graph.nodes.get(place) if place is not None else None
    goal = goal if goal is not None else graph.nearest(there)
    if goal is None or goal.id == start:
        return straight
    cost = view.router.cost(start, goal.id) + goal.location.distance_to(there)
    return straight * _UNKNOWN_DETOUR if math.isinf(cost) and view.chart.is_learned else cost


def run_speed(view: View) -> float:
    """How fast the body runs, in uu per second."""
    told = view.limits.ground_speed if view.limits is not None else None
    return told or _RUN_SPEED


def can_reach(view: View, thing: KnownItem | KnownFlag | KnownPlayer | KnownPoint) -> bool:
    """Whether something in sight can be reached: as told, else whether there is a way."""
    if not thing.is_visible:
        return False
    if thing.reachable is not None:
        return thing.reachable
    return math.isfinite(way_uu(view, thing.location))


def next_places(view: View, farther_than: float) -> list[Node]:
    """The places in sight to which the body can run and that are farther, seen from above; by id.

    Servers that tell no reach tell the links of the map: then it is those at most two links away.
    """
    seen = view.visible_places.values()
    linked = _linked(view) if any(place.reachable is None for place in seen) else frozenset()
    can_run_to = (one for one in seen if one.reachable or (one.reachable is None and one.id in linked))
    known = (_node(view, place) for place in can_run_to)
    far = (one for one in known if one is not None and ground_uu(view, one.location) > farther_than)
    return sorted(far, key=lambda node: node.id)


def ground_uu(view: View, there: Vec3) -> float:
    """How far away a point is, seen from above; infinite while the body is not known."""
    here = view.location
    return here.ground_distance_to(there) if here is not None else math.inf


def _node(view: View, place: Place) -> Node | None:
    """A place with its location, which some servers tell only once, with the map."""
    known = view.graph.nodes.get(place.id)
    if known is not None or place.location is None:
        return known
    return Node(place.id, place.location)


def _linked(view: View) -> frozenset[EntityId]:
    start, graph = standing_at(view), view.graph
    if start is None:
        return frozenset()
    first = [link.end for link in graph.links_from(start)]
    second = [link.end for place in first for link in graph.links_from(place)]
    return frozenset((start, *first, *second))
