"""Ways for one body: the map's routes, less what did not work lately."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

from agentfw.body.running import STEP_HEIGHT
from agentfw.navigation import Doorways, LinkKind, Router, Travel

if TYPE_CHECKING:
    from agentfw.geometry import Vec3
    from agentfw.navigation import Link, Node, PlaceGraph, Route
    from agentfw.perception import View
    from agentfw.vocabulary import EntityId

__all__ = ["Navigator"]

_AVOID_S: Final = 20.0
_LEFT_UU: Final = 500.0
"""Within this distance of the last place, the body has not lost its way."""
_CLOSE_UU: Final = 1500.0
_OTHER_FLOOR: Final = 10.0
"""How much more height counts than length when the nearest place is looked for."""


class Navigator:
    """Finds ways over the map that a view shows, and remembers links that failed."""

    def __init__(self) -> None:
        self._graph: PlaceGraph | None = None
        self._router: Router | None = None
        self._carriers: frozenset[EntityId] = frozenset()
        """The places where a body is teleported, whether it wants to be or not."""
        self._avoided: dict[tuple[EntityId, EntityId], float] = {}
        self._bad_starts: dict[EntityId, float] = {}
        self._doorways = Doorways()
        self.failures: list[Link] = []
        """Links that did not work, for whoever keeps the map; to be taken away by them."""

    def router(self, view: View) -> Router:
        """The routes of the map as it is known now."""
        if self._router is None or view.graph is not self._graph:
            self._graph = view.graph
            self._router = Router(view.graph, is_divided=not view.chart.is_learned)
            self._carriers = frozenset(
                place
                for place in view.graph.nodes
                if any(link.kind is LinkKind.TELEPORT for link in view.graph.links_from(place))
            )
            for link in self._avoided:
                self._switch(link, is_on=False)
        self._forgive(view.now)
        return self._router

    def has_map(self, view: View) -> bool:
        """Whether there are links to route over."""
        graph = view.graph
        return len(graph) > 1 and any(graph.links_from(place) for place in graph.nodes)

    def avoid(self, link: Link, now: float) -> None:
        """Do without a link for a while, because it did not work."""
        if link.opened_by is not None:
            self._doorways.shut(link)  # it has closed again, and is no worse for that
            return
        self._avoided[link.start, link.end] = now + _AVOID_S
        self.failures.append(link)
        self._switch((link.start, link.end), is_on=False)

    def avoid_start(self, place: EntityId, now: float) -> None:
        """Do not begin a way at a place for a while, because the body could not get there."""
        self._bad_starts[place] = now + _AVOID_S

    def route(self, view: View, goal: EntityId) -> tuple[Node, tuple[Link, ...]] | None:
        """The place to begin at and the links from there to a goal; None without a way."""
        here = view.location
        if here is None or goal not in view.graph.nodes:
            return None
        router = self.router(view)
        self._doorways.visit(view.place, view.now)
        starts = self._starts(view, here)
        costs = [
            (_cost(here, node) + router.cost(node.id, goal, Travel.DEFAULT), node) for node in starts
        ]
        usable = [pair for pair in costs if pair[0] < float("inf")]
        if not usable:
            return None
        start = min(usable, key=lambda pair: (pair[0], pair[1].id))[1]
        found = router.route(start.id, goal, Travel.DEFAULT)
        if found is not None and self._carried_off(found.links):
            found = self._route_around(router, start.id, goal, found) or found
        if found is None:
            return None
        first = self._doorways.errand(router, start.id, goal, view.now)
        if first == goal:
            return start, found.links
        # A door on the way is shut: go where it is opened, and think again there.
        found = router.route(start.id, first, Travel.DEFAULT) if first is not None else None
        return (start, found.links) if found is not None else None

    def _carried_off(self, links: tuple[Link, ...]) -> list[Link]:
        """The links that lead into a teleporter which the way only wants to pass."""
        return [
            first
            for first, second in pairwise(links)
            if first.end in self._carriers and LinkKind.TELEPORT not in (first.kind, second.kind)
        ]

    def _route_around(
        self, router: Router, start: EntityId, goal: EntityId, found: Route
    ) -> Route | None:
        """A way that enters no teleporter but to be teleported; None when there is none."""
        closed: list[Link] = []
        other: Route | None = found
        while other is not None and (carried := self._carried_off(other.links)):
            closed += carried
            for link in carried:
                router.disable_link(link.start, link.end)
            other = router.route(start, goal, Travel.DEFAULT)
        for link in closed:
            router.enable_link(link.start, link.end)
        return other

    def _starts(self, view: View, here: Vec3) -> list[Node]:
        """Places where a way can begin: where the body is, or was, or the nearest ones.

        A straight line knows no walls, so a place that is merely near is the last choice.
        """
        graph = view.graph
        if view.place is not None and view.place in graph.nodes:
            return [graph.nodes[view.place]]
        last = graph.nodes.get(view.last_place) if view.last_place is not None else None
        if last is not None and _cost(here, last) < _LEFT_UU and last.id not in self._bad_starts:
            walks = (link.end for link in graph.links_from(last.id) if link.kind is LinkKind.WALK)
            ends = [graph.nodes[end] for end in walks if end not in self._bad_starts]
            return [last, *(node for node in ends if abs(node.location.z - here.z) <= STEP_HEIGHT)]
        near = [node for node in graph.near(here, _CLOSE_UU) if node.id not in self._bad_starts]
        told = [node for node in near if _is_told_reachable(view, node)]
        return told[:4] or sorted(near, key=lambda node: (_cost(here, node), node.id))[:1]

    def _switch(self, link: tuple[EntityId, EntityId], *, is_on: bool) -> None:
        """Let the routes use a link or not; a learned map may have forgotten it meanwhile."""
        if self._router is None or self._graph is None:
            return
        start, end = link
        if start not in self._graph or end not in self._graph or self._graph.link(start, end) is None:
            return
        if is_on:
            self._router.enable_link(*link)
        else:
            self._router.disable_link(*link)

    def _forgive(self, now: float) -> None:
        for link in [link for link, until in self._avoided.items() if until <= now]:
            del self._avoided[link]
            self._switch(link, is_on=True)
        for place in [place for place, until in self._bad_starts.items() if until <= now]:
            del self._bad_starts[place]


def _cost(here: Vec3, node: Node) -> float:
    """How far a place is for a body that cannot fly."""
    there = node.location
    return here.ground_distance_to(there) + _OTHER_FLOOR * max(0.0, abs(here.z - there.z) - 40.0)


def _is_told_reachable(view: View, node: Node) -> bool:
    seen = view.visible_places.get(node.id)
    return seen is not None and seen.reachable is True
