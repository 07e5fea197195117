"""Routes between any two places of a map, exact, and cached per goal.

Goals stay where they are while travelers move, so what is worth keeping is everything about the ways
to one goal. Two levels keep that small: inside of clusters, costs are stored for each place; between
clusters, only for the portals. What is stored for a goal grows with the questions, never beyond what
the two levels need at most, and the goals not asked for longest are forgotten first.

Answers that were given before are kept beside the caches, because a traveler asks the same again at
every step. All orders are those of the graph, so the same questions get the same answers always.
"""

from __future__ import annotations

import collections
import functools
import math
from typing import TYPE_CHECKING, Final

import msgspec

from agentfw.errors import UsageError
from agentfw.navigation._alternatives import routes_by_way_of
from agentfw.navigation._areas import Areas
from agentfw.navigation._layout import Layout, cut_up, lay_out
from agentfw.navigation._network import Network
from agentfw.navigation._ways import Ways
from agentfw.navigation.kinds import Travel
from agentfw.navigation.routes import Outcome, Prediction, Route

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from agentfw.navigation.graph import Link, Node, PlaceGraph
    from agentfw.vocabulary import EntityId

__all__ = ["Outcome", "Prediction", "Route", "Router", "RouterStatistics"]

_MAX_TRAVEL_SETS: Final = 8
_MAX_MEMO: Final = 500_000
"""How many given answers, and places of given routes, are kept."""


class RouterStatistics(msgspec.Struct, frozen=True):
    """How large the caches of a router are, and how well they serve."""

    places: int
    links: int
    clusters: int
    largest_cluster: int
    portals: int
    virtual_portals: int
    """Portals in the middle of a link, where no place could be one."""
    travel_sets: int
    """For how many sets of travel flags caches are kept."""
    goals: int
    area_entries: int
    portal_entries: int
    bound: int
    """How many entries may be stored for each set of travel flags: places x portals + the sum of
    the squares of the clusters."""
    memo: int
    """Answers and places of routes that are kept beside the entries."""
    hits: int
    """Questions answered as before."""
    misses: int
    evictions: int
    """Goals forgotten to make room."""
    dropped: int
    """Goals forgotten because a place or link on their ways was disabled or enabled."""

    @property
    def entries(self) -> int:
        """How many costs are stored in all caches."""
        return self.area_entries + self.portal_entries


class Router:
    """The cheapest ways over a graph.

    Costs are uu of running. Asking for a place that is not on the map raises `UsageError`. Places and
    links can be disabled for a while; only what depends on them is worked out again.

    A map that changes often is better not divided into clusters: new goals cost more then, and a
    new router costs less.
    """

    def __init__(
        self, graph: PlaceGraph, *, max_cached_goals: int = 256, is_divided: bool = True
    ) -> None:
        if max_cached_goals < 1:
            raise UsageError(f"max_cached_goals must be at least 1, found {max_cached_goals}")
        self.graph = graph
        self.version = 0
        """Changes whenever something is disabled or enabled."""
        self._network = Network(graph)
        self._layout = lay_out(self._network, is_divided=is_divided)
        self._bound = self._layout.bound
        self._max_goals = max_cached_goals
        self._off_places: dict[EntityId, None] = {}
        self._off_links: dict[tuple[EntityId, EntityId], None] = {}
        self._off: set[int] = set()
        """The links that must not be used, for either reason."""
        self._tables: collections.OrderedDict[int, Areas] = collections.OrderedDict()
        self._goals: collections.OrderedDict[tuple[EntityId, int], Ways] = collections.OrderedDict()
        self._latest: Ways | None = None
        self._goal_entries = 0
        self._memo = self._hits = self._misses = self._evictions = self._dropped = 0
        self._areas(Travel.DEFAULT).prepare()

    def cost(self, start: EntityId, goal: EntityId, travel: Travel = Travel.DEFAULT) -> float:
        """What the cheapest way costs; infinite without a way, 0 at the goal."""
        ways = self._latest
        if ways is None or ways.goal != goal or ways.travel is not travel:
            ways = self._ways(goal, travel)
        answer = ways.answers.get(start)
        if answer is None:
            return self._work_out(ways, start)[0]
        self._hits += 1
        return answer[0]

    def next_link(self, start: EntityId, goal: EntityId, travel: Travel = Travel.DEFAULT) -> Link | None:
        """The link to take first; None without a way, and at the goal."""
        ways = self._latest
        if ways is None or ways.goal != goal or ways.travel is not travel:
            ways = self._ways(goal, travel)
        answer = ways.answers.get(start)
        if answer is None:
            return self._work_out(ways, start)[1]
        self._hits += 1
        return answer[1]

    def route(self, start: EntityId, goal: EntityId, travel: Travel = Travel.DEFAULT) -> Route | None:
        """The cheapest way; None when there is none. At the goal it has one place and no links."""
        ways = self._latest
        if ways is None or ways.goal != goal or ways.travel is not travel:
            ways = self._ways(goal, travel)
        if start in ways.routes:
            self._hits += 1
            return ways.routes[start]
        return self._work_out_route(ways, start)

    def nearest_of(
        self, start: EntityId, goals: Iterable[EntityId], travel: Travel = Travel.DEFAULT
    ) -> tuple[EntityId, float] | None:
        """The goal that costs least to get to, and its cost; None when none can be reached.

        Of goals that cost the same the first one is taken.
        """
        asked, best = tuple(goals), None
        # More goals than are kept would push each other out, so one search is better then.
        costs = self.costs_from(start, travel) if len(asked) > self._max_goals else None
        for goal in asked:
            if costs is None:
                cost = self.cost(start, goal, travel)
            else:
                cost = costs.get(self.graph.node(goal).id, math.inf)
            if cost < (math.inf if best is None else best[1]):
                best = goal, cost
        return best

    def costs_from(
        self, start: EntityId, travel: Travel = Travel.DEFAULT, *, within: float = math.inf
    ) -> dict[EntityId, float]:
        """What it costs to get from a place to all others that cost no more than `within`, uncached."""
        found = self._network.flood_from(self._index(start), travel, self._off, within)
        return {self._network.ids[node]: cost for node, cost in found.items()}

    def predict(
        self,
        start: EntityId,
        goal: EntityId,
        until: Callable[[Node, Link | None], bool],
        *,
        max_links: int = 100,
        travel: Travel = Travel.DEFAULT,
    ) -> Prediction:
        """The first place on the way for which `until` holds, such as a door or a lift ahead.

        `until` is asked for the start too, where no link leads to.
        """
        route = self.route(start, goal, travel)
        if route is None:
            return Prediction(Outcome.NO_ROUTE)
        node, link, cost = self.graph.node(start), None, 0.0
        for number in range(len(route.places)):
            if number > 0:
                link = route.links[number - 1]
                node, cost = self.graph.nodes[link.end], cost + link.cost
            if until(node, link):
                return Prediction(Outcome.FOUND, node, link, cost)
            if number == max_links and node.id != goal:
                return Prediction(Outcome.LIMIT, node, link, cost)
        return Prediction(Outcome.ARRIVED, node, link, cost)

    def alternatives(
        self,
        start: EntityId,
        goal: EntityId,
        *,
        travel: Travel = Travel.DEFAULT,
        stretch: float = 1.1,
        goal_share: float = 0.8,
    ) -> tuple[Route, ...]:
        """Distinct routes by way of places that lie between start and goal, the cheapest first.

        The places are portals, or would be if the map were not too small for clusters. To get there
        costs at most `stretch` times as much as the cheapest way, and from there to the goal at most
        `goal_share` of it. Places next to each other count as one. The cheapest route of all is
        among the answers when it leads over such a place.
        """
        return routes_by_way_of(
            self, self._between, start, goal, travel=travel, stretch=stretch, goal_share=goal_share
        )

    @property
    def disabled(self) -> frozenset[EntityId]:
        """The places that must not be entered now."""
        return frozenset(self._off_places)

    @property
    def disabled_links(self) -> frozenset[tuple[EntityId, EntityId]]:
        """The links that must not be used now, as pairs of start and end."""
        return frozenset(self._off_links)

    def disable(self, place: EntityId) -> None:
        """Let no way lead to or through a place until it is enabled again. Who is there can leave."""
        self.graph.node(place)
        if place not in self._off_places:
            self._off_places[place] = None
            self._update(self._network.into[self._network.index[place]])

    def enable(self, place: EntityId) -> None:
        """Let ways lead through a place again."""
        self.graph.node(place)
        if place in self._off_places:
            del self._off_places[place]
            self._update(self._network.into[self._network.index[place]])

    def disable_link(self, start: EntityId, end: EntityId) -> None:
        """Let no way use the links that lead from one place straight to another."""
        between = self._links_between(start, end)
        if (start, end) not in self._off_links:
            self._off_links[start, end] = None
            self._update(between)

    def enable_link(self, start: EntityId, end: EntityId) -> None:
        """Let ways use the links from one place straight to another again."""
        between = self._links_between(start, end)
        if (start, end) in self._off_links:
            del self._off_links[start, end]
            self._update(between)

    @property
    def clusters(self) -> tuple[tuple[EntityId, ...], ...]:
        """The clusters of the map, each with the places that are at home in it."""
        ids = self._network.ids
        return tuple(
            tuple(ids[node] for node in cluster.members[: cluster.home_count])
            for cluster in self._layout.clusters
        )

    @property
    def portals(self) -> tuple[EntityId, ...]:
        """The places that belong to two clusters. Links divided by a virtual portal have none."""
        count = len(self._network.ids)
        return tuple(self._network.ids[node] for node in self._layout.portals if node < count)

    def cluster_of(self, place: EntityId) -> int:
        """The number of the cluster that a place is at home in."""
        return self._layout.homes[self._index(place)]

    def clusters_of(self, place: EntityId) -> tuple[int, ...]:
        """The numbers of the clusters that a place belongs to: two for a portal, else one."""
        return self._layout.clusters_of[self._index(place)]

    def statistics(self) -> RouterStatistics:
        """How large the caches are, and how well they serve."""
        layout = self._layout
        portal_entries = sum(ways.portal_entries for ways in self._goals.values())
        return RouterStatistics(
            places=len(self.graph),
            links=len(self.graph.links),
            clusters=len(layout.clusters),
            largest_cluster=max((cluster.home_count for cluster in layout.clusters), default=0),
            portals=len(layout.portals),
            virtual_portals=layout.virtual_count,
            travel_sets=len(self._tables),
            goals=len(self._goals),
            area_entries=self._entries() - portal_entries,
            portal_entries=portal_entries,
            bound=self._bound,
            memo=self._memo,
            hits=self._hits,
            misses=self._misses,
            evictions=self._evictions,
            dropped=self._dropped,
        )

    # What is not there yet

    @functools.cached_property
    def _between(self) -> tuple[EntityId, ...]:
        """The places that other routes may lead over."""
        if len(self._layout.clusters) > 1 or not len(self.graph):
            return self.portals
        finer = Layout(self._network, cut_up(self._network))
        return tuple(self._network.ids[node] for node in finer.portals if node < len(self.graph))

    def _index(self, place: EntityId) -> int:
        found = self._network.index.get(place)
        return self._network.index[self.graph.node(place).id] if found is None else found

    def _areas(self, travel: Travel) -> Areas:
        """The rows for a set of travel flags; flags of kinds that do not occur make no difference."""
        bits = int(travel) & self._network.used_bits  # as numbers: flags are slow to combine
        areas = self._tables.get(bits)
        if areas is None:
            if len(self._tables) == _MAX_TRAVEL_SETS:
                old, _ = self._tables.popitem(last=False)
                self._forget([key for key in self._goals if key[1] == old])
            areas = self._tables[bits] = Areas(self._network, self._layout, bits, self._off.__contains__)
        self._tables.move_to_end(bits)
        return areas

    def _ways(self, goal: EntityId, travel: Travel) -> Ways:
        areas = self._areas(travel)
        key = goal, areas.bits
        ways = self._goals.get(key)
        if ways is None:
            ways = Ways(goal, self._index(goal), travel, areas, self._layout)
            self._goals[key] = ways
        self._goals.move_to_end(key)
        ways.travel, self._latest = travel, ways
        return ways

    def _work_out(self, ways: Ways, start: EntityId) -> tuple[float, Link | None]:
        node = self._index(start)
        found = ways.find(node)
        first = next(ways.links(node, found), None)
        answer = found[0], None if first is None else self._network.links[first]
        ways.answers[start] = answer
        self._keep(ways, 1)
        return answer

    def _work_out_route(self, ways: Ways, start: EntityId) -> Route | None:
        node = self._index(start)
        route, found = None, ways.find(node)
        if found[0] < math.inf:
            links = tuple([self._network.links[link] for link in ways.links(node, found)])
            route = Route((start, *[link.end for link in links]), found[0], links)
        ways.routes[start] = route
        self._keep(ways, 1 if route is None else len(route.places))
        return route

    def _keep(self, ways: Ways, memo: int) -> None:
        """Count what an answer added, and make room where there is too much."""
        self._misses += 1
        entries = ways.area_entries + ways.portal_entries
        self._goal_entries += entries - ways.counted
        ways.counted = entries
        self._memo += memo
        if self._memo > _MAX_MEMO:
            for other in self._goals.values():
                other.answers, other.routes = {}, {}
            self._memo = 0
        while len(self._goals) > 1 and self._has_too_much():
            self._evictions += 1
            self._forget([next(iter(self._goals))])

    def _has_too_much(self) -> bool:
        room = self._bound * len(self._tables)
        return len(self._goals) > self._max_goals or self._entries() > room

    def _entries(self) -> int:
        entries = self._goal_entries
        for areas in self._tables.values():
            entries += areas.entries
        return entries

    def _forget(self, keys: list[tuple[EntityId, int]]) -> None:
        for key in keys:
            ways = self._goals.pop(key)
            self._goal_entries -= ways.counted
            self._memo -= len(ways.answers)
            self._memo -= sum(
                1 if route is None else len(route.places) for route in ways.routes.values()
            )
            if ways is self._latest:
                self._latest = None

    # What changes

    def _links_between(self, start: EntityId, end: EntityId) -> list[int]:
        self.graph.node(start)
        into, first = self._network.into[self._index(end)], self._index(start)
        between = [link for link in into if self._network.starts[link] == first]
        if not between:
            raise UsageError(f'no link leads from "{start}" straight to "{end}"')
        return between

    def _update(self, links: list[int]) -> None:
        """Look again which of these links can be used, and drop the caches that depend on them."""
        self.version += 1
        changed: set[int] = set()
        for link in links:
            told = self._network.links[link]
            is_off = told.end in self._off_places or (told.start, told.end) in self._off_links
            if is_off != (link in self._off):
                (self._off.add if is_off else self._off.discard)(link)
                changed.add(self._layout.link_clusters[link])
        if changed:
            for areas in self._tables.values():
                for number in changed:
                    areas.forget(number)
            stale = [key for key, ways in self._goals.items() if not changed.isdisjoint(ways.read)]
            self._dropped += len(stale)
            self._forget(stale)
