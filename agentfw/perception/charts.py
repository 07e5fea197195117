"""The map as far as it is known: told by the server, or learned by looking and walking."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Final

from agentfw.navigation import PlaceGraph, Router, graph_from_places
from agentfw.navigation.learning import MapLearner
from agentfw.vocabulary import DominationPoint, Place, PlaceLink

if TYPE_CHECKING:
    from collections.abc import Iterable

    from agentfw.geometry import Vec3
    from agentfw.vocabulary import EntityId, PathReply, Percept

__all__ = ["Cartographer", "Chart"]

_REDRAW_S: Final = 1.0
"""A learned map is drawn anew at most this often, because every new sight would change it."""
_AT_UU: Final = 80.0
"""So near, a body is at a place."""


class Chart:
    """One edition of the map, with a router that is made when somebody asks for a way."""

    def __init__(self, graph: PlaceGraph) -> None:
        self.graph = graph

    @functools.cached_property
    def router(self) -> Router:
        """Ways and how long they are."""
        return Router(self.graph)


class Cartographer:
    """Draws charts from what is told and seen."""

    def __init__(self) -> None:
        self._learner = MapLearner()
        self._seen: set[tuple[EntityId, EntityId | None]] = set()
        """The places that were seen, each with the place that it could be run to from."""
        self.is_told = False
        """The server told the places with their links, so nothing has to be learned."""
        self.chart = Chart(PlaceGraph((), ()))
        self._drawn_at = 0.0
        self._drawn_version = self._learner.version

    def start(self, level: str | None) -> None:
        """Another map: everything about the old one is forgotten."""
        self.__init__()  # type: ignore[misc]  # the constructor is the one list of what there is
        self._learner = MapLearner(level)

    def adopt(self, graph: PlaceGraph) -> None:
        """Use a map that came from a file."""
        self.is_told = True
        self.chart = Chart(graph)

    def list(self, percepts: Iterable[Percept], level: str | None) -> None:
        """The server told all places."""
        told = [one for one in percepts if isinstance(one, Place | PlaceLink | DominationPoint)]
        if not told:
            return
        graph = graph_from_places(told, level)
        if any(graph.links_from(node) for node in graph.nodes):
            self.is_told = True
            self.chart = Chart(graph)

    def see(self, place: Place | DominationPoint, at: EntityId | None) -> None:
        """A place is in sight of a body that is at another one, or between places."""
        start = at if place.reachable and at != place.id else None
        if (place.id, start) not in self._seen and place.location is not None:
            self._seen.add((place.id, start))
            self._learner.see(place.id, place.location, kind=place.kind, reachable_from=start)

    def walk(self, start: EntityId, end: EntityId) -> None:
        """The body came from one place straight to the next."""
        if not self.is_told:
            self._learner.walked(start, end)

    def learn_path(self, reply: PathReply) -> None:
        """The server named a way."""
        if not self.is_told:
            self._learner.path(reply.steps)

    def draw(self, now: float) -> Chart:
        """The newest edition."""
        if self.is_told or self._learner.version == self._drawn_version:
            return self.chart
        if now - self._drawn_at >= _REDRAW_S or not len(self.chart.graph):
            self._drawn_at, self._drawn_version = now, self._learner.version
            self.chart = Chart(self._learner.graph())
        return self.chart

    def place_at(self, location: Vec3) -> EntityId | None:
        """The place where a body at a point is, if it is at one."""
        node = self.chart.graph.nearest(location, within=_AT_UU)
        return node.id if node is not None else None
