"""Routes that differ from the cheapest one by leading over another place in between."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Protocol

from agentfw.geometry import ORIGIN
from agentfw.navigation.routes import Route

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from agentfw.navigation.graph import Node, PlaceGraph
    from agentfw.navigation.kinds import Travel
    from agentfw.vocabulary import EntityId

__all__ = ["routes_by_way_of"]


class _Router(Protocol):
    graph: PlaceGraph

    def cost(self, start: EntityId, goal: EntityId, travel: Travel = ...) -> float: ...
    def costs_from(
        self, start: EntityId, travel: Travel = ..., *, within: float = ...
    ) -> dict[EntityId, float]: ...
    def route(self, start: EntityId, goal: EntityId, travel: Travel = ...) -> Route | None: ...


def routes_by_way_of(
    router: _Router,
    places: Iterable[EntityId],
    start: EntityId,
    goal: EntityId,
    *,
    travel: Travel,
    stretch: float,
    goal_share: float,
) -> tuple[Route, ...]:
    """The distinct routes over the middle of each group of places that lies between start and goal."""
    shortest = router.cost(start, goal, travel)
    if start == goal or shortest == math.inf:
        return ()
    near = router.costs_from(start, travel, within=stretch * shortest)
    between = [
        place
        for place in places
        if place not in (start, goal)
        and place in near
        and router.cost(place, goal, travel) <= goal_share * shortest
    ]
    found: dict[tuple[EntityId, ...], Route] = {}
    for group in _groups(router.graph, between):
        joined = _joined(router, start, _middle(router.graph, group), goal, travel)
        if joined is not None:
            found.setdefault(joined.places, joined)
    return tuple(sorted(found.values(), key=lambda route: route.cost))


def _groups(graph: PlaceGraph, places: Sequence[EntityId]) -> list[list[EntityId]]:
    """The places in groups of those that links connect."""
    left, groups = dict.fromkeys(places), []
    while left:
        group, border = [], [next(iter(left))]
        del left[border[0]]
        while border:
            at = border.pop()
            group.append(at)
            linked = [link.end for link in graph.links_from(at)]
            linked += [link.start for link in graph.links_into(at)]
            for other in linked:
                if other in left:
                    del left[other]
                    border.append(other)
        groups.append(group)
    return groups


def _middle(graph: PlaceGraph, group: Sequence[EntityId]) -> EntityId:
    """The place of a group that is nearest to its centroid."""
    nodes = [graph.nodes[place] for place in group]
    center = sum((node.location for node in nodes), start=ORIGIN) * (1.0 / len(nodes))

    def off_center(node: Node) -> float:
        return node.location.distance_to(center)

    return min(nodes, key=off_center).id


def _joined(
    router: _Router, start: EntityId, middle: EntityId, goal: EntityId, travel: Travel
) -> Route | None:
    """The way over a place in the middle, unless it goes there and back."""
    first, second = router.route(start, middle, travel), router.route(middle, goal, travel)
    if first is None or second is None:
        return None
    places = first.places + second.places[1:]
    if len(set(places)) < len(places):
        return None
    return Route(places, first.cost + second.cost, first.links + second.links)
