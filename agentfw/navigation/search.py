"""One search at a time, around dangers: A* over the graph itself, exact and without caches.

The router is for asking often; this is for questions that are different each time, such as a way that
avoids where the enemy was last seen. A `Search` can stop after any number of expansions and go on later.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, Protocol, TypeAlias

import msgspec

from agentfw.errors import UsageError
from agentfw.navigation.kinds import LinkKind, Travel
from agentfw.navigation.routes import Route
from agentfw.vocabulary import EntityId

if TYPE_CHECKING:
    from agentfw.navigation.graph import Link, PlaceGraph

__all__ = ["Danger", "PathSearch", "Question", "Search", "find_route"]

Danger: TypeAlias = Callable[[EntityId], float] | Mapping[EntityId, float]
"""What entering a place costs beyond the link, in uu of running; infinite for never."""


class Question(msgspec.Struct, frozen=True):
    """What is asked of a search."""

    start: EntityId
    goal: EntityId
    travel: Travel = Travel.DEFAULT
    danger: Danger | None = None
    disabled: Collection[EntityId] = ()
    """Places that must not be entered."""
    disabled_links: Collection[tuple[EntityId, EntityId]] = ()
    """Links that must not be used, as pairs of start and end."""


class PathSearch(Protocol):
    """What every way of searching offers to those who let it work in slices."""

    expansions: int
    """How many places have been looked at so far."""

    def step(self, expansions: int) -> bool:
        """Look at no more than that many places; whether the search is over."""

    @property
    def result(self) -> Route | None:
        """The route, once the search is over; None when there is no way."""


class Search:
    """An A* search that can be stopped and taken up again.

    A place that was reached on a longer way first is taken up again when a shorter one is found.
    """

    def __init__(self, graph: PlaceGraph, question: Question) -> None:
        graph.node(question.start)
        self.expansions = 0
        self.result: Route | None = None
        self.is_over = False
        self._graph, self._question = graph, question
        self._left = graph.estimates.toward(graph.node(question.goal).location)
        self._costs = {question.start: 0.0}
        self._came_by: dict[EntityId, Link] = {}
        # Of equally promising places the one entered first comes first: ids must not be compared.
        self._border: list[tuple[float, int, float, EntityId]] = [(0.0, 0, 0.0, question.start)]
        self._entered = 0
        # Looked up by identity in a short tuple: combining flags for every link takes ten times as long.
        self._allowed = tuple(kind for kind in LinkKind if kind.travel & question.travel)

    def step(self, expansions: int) -> bool:
        """Look at no more than that many places; whether the search is over."""
        last = self.expansions + expansions
        while self.expansions < last and not self.is_over:
            self._expand_next()
        return self.is_over

    def _expand_next(self) -> None:
        while self._border:
            _, _, cost, at = heapq.heappop(self._border)
            if cost <= self._costs[at]:
                self.expansions += 1
                if at == self._question.goal:
                    self._finish(cost)
                else:
                    self._expand(at, cost)
                return
        self.is_over = True

    def _expand(self, at: EntityId, cost: float) -> None:
        asked, costs, allowed = self._question, self._costs, self._allowed
        for link in self._graph.links_from(at):
            end = link.end
            is_usable = link.kind in allowed and end not in asked.disabled
            if not is_usable or (at, end) in asked.disabled_links:
                continue
            longer = cost + link.cost
            if asked.danger is not None:
                longer += _danger_of(end, asked.danger)
            if longer < costs.get(end, math.inf):
                costs[end], self._came_by[end] = longer, link
                self._entered += 1
                rest = self._left(self._graph.nodes[end].location)
                heapq.heappush(self._border, (longer + rest, self._entered, longer, end))

    def _finish(self, cost: float) -> None:
        links: list[Link] = []
        at = self._question.goal
        while at != self._question.start:
            links.append(self._came_by[at])
            at = links[-1].start
        links.reverse()
        self.result = Route((at, *[link.end for link in links]), cost, tuple(links))
        self.is_over = True


def find_route(
    graph: PlaceGraph,
    start: EntityId,
    goal: EntityId,
    *,
    travel: Travel = Travel.DEFAULT,
    danger: Danger | None = None,
    disabled: Collection[EntityId] = frozenset(),
    disabled_links: Collection[tuple[EntityId, EntityId]] = frozenset(),
) -> Route | None:
    """The cheapest route when entering a place costs its danger too; None when there is no way.

    The cost of the route includes the dangers.
    """
    search = Search(graph, Question(start, goal, travel, danger, disabled, disabled_links))
    while not search.step(1 << 20):
        pass
    return search.result


def _danger_of(place: EntityId, danger: Danger) -> float:
    extra = danger.get(place, 0.0) if isinstance(danger, Mapping) else danger(place)
    if not extra >= 0.0:
        raise UsageError(f'the danger of place "{place}" must not be negative, found {extra}')
    return extra
