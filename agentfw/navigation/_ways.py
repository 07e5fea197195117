"""The upper level: everything known about the ways to one goal.

From the goal, portals are settled in the order of what they cost, as in Dijkstra's algorithm; their
arcs lead through whole clusters. This goes on only as far as a question needs and is taken up again
by the next one. A portal from which the goal is reached inside a cluster of its own only points
at the row of the goal; every other one holds a cost and the portal to go to next.
"""

from __future__ import annotations

import heapq
import math
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator

    from agentfw.navigation._areas import Areas, Row
    from agentfw.navigation._layout import Layout
    from agentfw.navigation.graph import Link
    from agentfw.navigation.kinds import Travel
    from agentfw.navigation.routes import Route
    from agentfw.vocabulary import EntityId

__all__ = ["Found", "Ways"]

Found: TypeAlias = tuple[float, int, int]
"""A cost, the portal to go to or -1 for the goal, and the cluster to go through."""


class Ways:
    """The ways to one goal with one set of travel flags."""

    __slots__ = (
        "_areas",
        "_border",
        "_costs",
        "_hops",
        "_layout",
        "_node",
        "_radius",
        "_rows",
        "_seeds",
        "answers",
        "area_entries",
        "counted",
        "goal",
        "routes",
        "travel",
    )

    def __init__(self, goal: EntityId, node: int, travel: Travel, areas: Areas, layout: Layout) -> None:
        self.goal = goal
        self.travel = travel
        self.answers: dict[EntityId, tuple[float, Link | None]] = {}
        """Final answers by start: the cost, and the link to take first."""
        self.routes: dict[EntityId, Route | None] = {}
        """Whole routes by start."""
        self._node, self._areas, self._layout = node, areas, layout
        self._rows: dict[int, Row] = {}
        self._radius = -1.0
        """Portals that cost no more are settled."""
        self.area_entries = 0
        """How many costs the rows of the goal hold."""
        self.counted = 0
        """How many entries whoever keeps these ways has counted so far."""
        self._costs: dict[int, float] = {}
        """What portals cost."""
        self._hops: dict[int, tuple[int, int]] = {}
        """Where to go from a portal: the next one or -1 for the goal, and through which cluster."""
        self._border: list[tuple[float, int]] = []
        for number in layout.clusters_of[node]:
            self._add_row(number)
        self._seeds = tuple(self._costs)

    @property
    def portal_entries(self) -> int:
        """How many costs portals hold that are not those of a row."""
        hops = self._hops
        return len(hops) - sum([hops[portal][0] < 0 for portal in self._seeds])

    @property
    def read(self) -> set[int]:
        """The clusters whose links these ways depend on."""
        clusters_of = self._layout.clusters_of
        read = set(clusters_of[self._node])
        for portal, cost in self._costs.items():
            if cost <= self._radius:
                read.update(clusters_of[portal])
        return read

    def find(self, start: int) -> Found:
        """The cost from a place, the portal to go to or -1 for the goal, and through which cluster."""
        layout, known = self._layout, self._costs
        best, through = self._inside(start)
        if not known:
            return best, -1, through
        times: list[tuple[int, float, int]] = []
        for number in layout.clusters_of[start]:
            slot, portals = layout.clusters[number].slots[start], self._areas.portal_costs(number)
            times += [(portal, costs[slot], number) for portal, costs in portals]
        self._settle(best, times)
        hop = -1
        for portal, time, number in times:
            if portal in known and known[portal] + time < best:
                best, hop, through = known[portal] + time, portal, number
        return best, hop, through

    def links(self, start: int, found: Found) -> Iterator[int]:
        """The links of the cheapest way from a place, in order."""
        cost, hop, through = found
        at = start
        while cost < math.inf:
            row = self._rows[through] if hop < 0 else self._areas.row(through, hop)
            first = row.first
            cluster = self._layout.clusters[through]
            arc = first[cluster.slots[at]]
            while arc >= 0:
                _, end, _, link = cluster.arcs[arc]
                if link >= 0:
                    yield link
                arc = first[end]
            if hop < 0:
                return
            at = hop
            hop, through = self._hops[at]

    def _add_row(self, number: int) -> None:
        """Take up the row of the goal in one of its clusters, and start from the portals there.

        Without portals the row need not be complete: it is flooded as far as questions ask for.
        """
        cluster, node = self._layout.clusters[number], self._node
        if len(self._layout.clusters_of[node]) == 2:
            row = self._rows[number] = self._areas.row(number, node)
        else:
            row = self._rows[number] = self._areas.new_row(number, node)
            self.area_entries += row.entries
            if cluster.portals:
                row.flood()
        for portal in cluster.portals:
            cost = row.costs[cluster.slots[portal]]
            if cost < self._costs.get(portal, math.inf):
                self._costs[portal], self._hops[portal] = cost, (-1, number)
                heapq.heappush(self._border, (cost, portal))

    def _inside(self, start: int) -> tuple[float, int]:
        """The cost without leaving the goal's own cluster, and that cluster."""
        best, through = math.inf, -1
        for number, row in self._rows.items():
            slot = self._layout.clusters[number].slots.get(start)
            if slot is not None:
                row.reach(slot)
                if row.costs[slot] < best:
                    best, through = row.costs[slot], number
        return best, through

    def _settle(self, best: float, times: list[tuple[int, float, int]]) -> None:
        """Settle portals until none that is left could be on a way as cheap as the best one known."""
        border, known, hops, infinite = self._border, self._costs, self._hops, math.inf
        arcs_into, pop, push = self._areas.arcs_into, heapq.heappop, heapq.heappush
        left = {portal: time for portal, time, _ in times}
        for portal, time in left.items():
            if portal in known and known[portal] + time < best:
                best = known[portal] + time
        # What is not settled yet is no nearer than the border, and a start no nearer to a portal.
        least, far = min(left.values(), default=0.0), self._radius
        while border and border[0][0] + least <= best:
            far, at = pop(border)
            if far > known[at]:
                continue
            if at in left and far + left[at] < best:
                best = far + left[at]
            for portal, time, number in arcs_into(at):
                longer = far + time
                if longer < known.get(portal, infinite):
                    known[portal], hops[portal] = longer, (at, number)
                    push(border, (longer, portal))
        self._radius = far
