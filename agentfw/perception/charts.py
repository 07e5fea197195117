"""The map as far as it is known: told by the server, or learned by looking and walking."""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING, Final

from agentfw.geometry import Vec3
from agentfw.navigation import MapLearner, PlaceGraph, Router, graph_from_places
from agentfw.vocabulary import DominationPoint, Place, PlaceKind, PlaceLink

if TYPE_CHECKING:
    from collections.abc import Iterable

    from agentfw.vocabulary import EntityId, ItemSeen, PathReply, Percept

__all__ = ["NO_CHART", "Cartographer", "Chart"]

_REDRAW_S: Final = 1.0
_PLACES_PER_S: Final = 40.0
"""A learned map is drawn anew once a second at most, and less often the larger it is, because nearly
every look adds something to it and routes have to be worked out afresh."""
_STRAIGHT: Final = 1.2
"""How much longer than the straight line a run may be that still counts as straight."""
_LASTS_S: Final = 40.0
"""No dropped item lies around for so long."""
_AT_UU: Final = 80.0
"""So near, a body is at a place."""

_NAMES: Final = {
    "liftcenter": PlaceKind.LIFT_CENTER,
    "liftexit": PlaceKind.LIFT_EXIT,
    "teleporter": PlaceKind.TELEPORTER,
    "playerstart": PlaceKind.PLAYER_START,
    "inventoryspot": PlaceKind.ITEM_SPOT,
    "door": PlaceKind.DOOR,
    "controlpoint": PlaceKind.DOMINATION_POINT,
    "ambushpoint": PlaceKind.AMBUSH_SPOT,
}
"""What the name of a place says about it, where the server says nothing."""


class Chart:
    """One edition of the map, with a router that is made when somebody asks for a way."""

    def __init__(self, graph: PlaceGraph, *, is_learned: bool = False) -> None:
        self.graph = graph
        self.is_learned = is_learned
        """Whether another edition will follow soon."""

    @functools.cached_property
    def router(self) -> Router:
        """Ways and how long they are."""
        return Router(self.graph, is_divided=not self.is_learned)


NO_CHART: Final = Chart(PlaceGraph((), ()))
"""Nothing is known of the map."""


class Cartographer:
    """Draws charts from what is told and seen."""

    def __init__(self) -> None:
        self._learner = MapLearner()
        self._seen: set[tuple[EntityId, EntityId | None]] = set()
        """The places that were seen, each with the place that it could be run to from."""
        self._lowest: dict[EntityId, float] = {}
        self._items: dict[EntityId, float] = {}
        """When each item was seen first."""
        self.is_told = False
        """The server told the places with their links, so nothing has to be learned."""
        self.chart = NO_CHART
        self._drawn_at = 0.0
        self._drawn_version = self._learner.version

    def check_level(self, level: str) -> None:
        """The server named its map: a chart of another one is of no use."""
        drawn = self.chart.graph.level
        if drawn is not None and drawn.casefold() != level.casefold():
            self.start(level)
        elif self._learner.level is None:
            self._learner.level = level

    def start(self, level: str | None) -> None:
        """Another map: everything about the old one is forgotten."""
        self.__init__()  # type: ignore[misc]  # the constructor is the one list of what there is
        self._learner = MapLearner(level)

    def adopt(self, graph: PlaceGraph) -> None:
        """Use a map that came from a file; one that was learned is learned further."""
        self.is_told = not any(node.is_learned for node in graph.nodes.values())
        self.chart = Chart(graph, is_learned=not self.is_told)
        if not self.is_told:
            for node in graph.nodes.values():
                self._learner.see(node.id, node.location, node.kind, node.item_class)
            for link in graph.links:
                self._learner.walked(link.start, link.end)
            self._drawn_version = self._learner.version

    def list(self, percepts: Iterable[Percept], level: str | None) -> None:
        """The server told all places."""
        told = [one for one in percepts if isinstance(one, Place | PlaceLink | DominationPoint)]
        if not told or self.is_told:
            return
        graph = graph_from_places(told, level)
        if any(graph.links_from(node) for node in graph.nodes):
            self.is_told = True
            self.chart = Chart(graph)
            return
        for node in graph.nodes.values():  # places without links: the ways between them are learned
            self._learner.see(node.id, node.location, node.kind, node.item_class)

    def see_item(self, item: ItemSeen, now: float) -> None:
        """An item is in sight; where no place is near it, its own place is one.

        What was dropped is gone before it could be taken for a part of the map.
        """
        if self.is_told or item.location is None or (item.id, None) in self._seen:
            return
        if now - self._items.setdefault(item.id, now) < _LASTS_S:
            return
        self._seen.add((item.id, None))
        near = self._learner.graph().nearest(item.location, within=_AT_UU)
        if near is None:
            kind = PlaceKind.ITEM_SPOT
            self._learner.see(item.id, item.location, kind=kind, item_class=item.item_class)

    def see(self, place: Place | DominationPoint, at: EntityId | None) -> None:
        """A place is in sight of a body that is exactly at another one, or between places."""
        location = place.location
        if location is None:
            return
        start = at if place.reachable and at != place.id else None
        if (place.id, start) in self._seen and place.id not in self._lowest:
            return
        kind = place.kind or _kind_by_name(place.id)
        # A lift may be up when it is seen first; where it rests is the lowest place of all.
        is_lower = (
            kind is PlaceKind.LIFT_CENTER and location.z < self._lowest.get(place.id, math.inf) - 1
        )
        if (place.id, start) in self._seen and not is_lower:
            return
        self._seen.add((place.id, start))
        if kind is PlaceKind.LIFT_CENTER:
            low = self._lowest[place.id] = min(location.z, self._lowest.get(place.id, math.inf))
            location = Vec3(location.x, location.y, low)
        self._learner.see(place.id, location, kind=kind, reachable_from=start)

    def walk(self, start: EntityId, end: EntityId, went: float, *, is_carried: bool) -> None:
        """The body came from one place to the next, and went so far for it; detours teach nothing."""
        nodes = self.chart.graph.nodes
        if self.is_told or start not in nodes or end not in nodes:
            return
        if is_carried:
            if nodes[start].kind is PlaceKind.TELEPORTER:
                self._learner.walked(start, end, is_teleport=True)
        elif went <= _STRAIGHT * nodes[start].location.distance_to(nodes[end].location) + _AT_UU:
            self._learner.walked(start, end)

    def fail(self, start: EntityId, end: EntityId) -> None:
        """The body could not get from one place to another."""
        if not self.is_told:
            self._learner.failed(start, end)

    def learn_path(self, reply: PathReply) -> None:
        """The server named a way."""
        if self.is_told:
            return
        for step in reply.steps:
            if step.location is not None:
                self._learner.see(step.id, step.location, kind=_kind_by_name(step.id))
        self._learner.path(reply.steps)

    def draw(self, now: float) -> Chart:
        """The newest edition."""
        if self.is_told or self._learner.version == self._drawn_version:
            return self.chart
        size = len(self.chart.graph)
        if now - self._drawn_at >= max(_REDRAW_S, size / _PLACES_PER_S) or not size:
            self._drawn_at, self._drawn_version = now, self._learner.version
            self.chart = Chart(self._learner.graph(), is_learned=True)
        return self.chart

    def place_at(self, location: Vec3, *, within: float = _AT_UU) -> EntityId | None:
        """The place where a body at a point is, if it is at one."""
        node = self.chart.graph.nearest(location, within=within)
        return node.id if node is not None else None


def _kind_by_name(place: EntityId) -> PlaceKind | None:
    name = place.lower()
    return next((kind for part, kind in _NAMES.items() if part in name), None)
