"""The lower level: what it costs to get to a goal without leaving its cluster.

A *row* holds for every slot of a cluster the cost to one goal and the arc to take first. The rows of
portals are kept; they also make the arcs of the portal level, which lead through a cluster.
"""

from __future__ import annotations

import heapq
import math
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from agentfw.navigation._layout import Layout
    from agentfw.navigation._network import Network

__all__ = ["Areas", "Row"]

_InArc: TypeAlias = tuple[int, float, int]
"""A slot that an arc comes from, its cost, and its number."""
PortalArc: TypeAlias = tuple[int, float, int]
"""A portal, the time from it through a cluster, and that cluster."""

_PRUNED: Final = 40
"""Clusters with more portals keep all their arcs: looking for needless ones takes too long."""
_ROUNDING: Final = 1.0 + 1e-12


class Row:
    """The costs to one goal inside of a cluster, by Dijkstra's algorithm backward from the goal."""

    __slots__ = ("_border", "_into", "_radius", "costs", "first")

    def __init__(self, into: list[list[_InArc]], goal: int) -> None:
        self.costs = [math.inf] * len(into)
        """By slot; infinite without a way."""
        self.first = [-1] * len(into)
        """The number of the arc to take first, by slot."""
        self.costs[goal] = 0.0
        self._into = into
        self._border = [(0.0, goal)]
        self._radius = -1.0

    @property
    def entries(self) -> int:
        """How many costs are stored, without that of the goal to itself."""
        return len(self.costs) - 1

    def reach(self, slot: int) -> None:
        """Go on until the cost from a slot is final."""
        if self.costs[slot] > self._radius and self._border:
            self.flood(slot)

    def flood(self, until: int = -1) -> None:
        """Go on to the end, or until the cost from a slot is final."""
        costs, first, into, border = self.costs, self.first, self._into, self._border
        pop, push = heapq.heappop, heapq.heappush
        while border:
            far, at = pop(border)
            if far > costs[at]:
                continue
            for slot, step, arc in into[at]:
                longer = far + step
                if longer < costs[slot]:
                    costs[slot], first[slot] = longer, arc
                    push(border, (longer, slot))
            if at == until:
                self._radius = far
                return


class Areas:
    """The rows of all clusters for one set of travel flags."""

    def __init__(
        self, network: Network, layout: Layout, bits: int, is_off: Callable[[int], bool]
    ) -> None:
        self.bits = bits
        self._network = network
        self._layout = layout
        self._is_off = is_off
        count = len(layout.clusters)
        self._into: list[list[list[_InArc]] | None] = [None] * count
        self._rows: list[dict[int, Row]] = [{} for _ in range(count)]
        self._arcs: list[dict[int, list[PortalArc]] | None] = [None] * count
        self._merged: dict[int, list[PortalArc]] = {}
        self._portal_costs: list[list[tuple[int, list[float]]] | None] = [None] * count
        self.entries = 0
        """How many costs the rows of portals hold."""

    def prepare(self) -> None:
        """Make the rows and arcs of all portals now instead of when they are needed."""
        for number in range(len(self._layout.clusters)):
            self._portal_arcs(number)
        for portal in self._layout.portals:
            self.arcs_into(portal)

    def row(self, number: int, portal: int) -> Row:
        """The complete row of a portal in one of its clusters."""
        row = self._rows[number].get(portal)
        if row is None:
            row = self._rows[number][portal] = self.new_row(number, portal)
            row.flood()
            self.entries += row.entries
        return row

    def new_row(self, number: int, goal: int) -> Row:
        """A row that nothing is known about yet, to be kept by the caller."""
        return Row(self._arcs_of(number), self._layout.clusters[number].slots[goal])

    def arcs_into(self, portal: int) -> list[PortalArc]:
        """Where one can come from straight to a portal, through either of its clusters."""
        arcs = self._merged.get(portal)
        if arcs is None:
            arcs = self._merged[portal] = [
                arc
                for number in self._layout.clusters_of[portal]
                for arc in self._portal_arcs(number)[portal]
            ]
        return arcs

    def portal_costs(self, number: int) -> list[tuple[int, list[float]]]:
        """The portals of a cluster, each with what it costs from every slot without leaving."""
        costs = self._portal_costs[number]
        if costs is None:
            portals = self._layout.clusters[number].portals
            costs = [(portal, self.row(number, portal).costs) for portal in portals]
            self._portal_costs[number] = costs
        return costs

    def forget(self, number: int) -> None:
        """Drop everything about a cluster because its links have changed."""
        self.entries -= sum(row.entries for row in self._rows[number].values())
        self._rows[number] = {}
        self._into[number] = self._arcs[number] = self._portal_costs[number] = None
        for portal in self._layout.clusters[number].portals:
            self._merged.pop(portal, None)

    def _arcs_of(self, number: int) -> list[list[_InArc]]:
        """The usable arcs of a cluster by the slot they lead to."""
        into = self._into[number]
        if into is None:
            cluster, kinds = self._layout.clusters[number], self._network.bits
            into = self._into[number] = [[] for _ in cluster.members]
            for arc, (start, end, cost, link) in enumerate(cluster.arcs):
                if link < 0 or (kinds[link] & self.bits and not self._is_off(link)):
                    into[end].append((start, cost, arc))
        return into

    def _portal_arcs(self, number: int) -> dict[int, list[PortalArc]]:
        """The arcs of the portal level through a cluster, by the portal they lead to."""
        arcs = self._arcs[number]
        if arcs is None:
            cluster = self._layout.clusters[number]
            slots = [cluster.slots[portal] for portal in cluster.portals]
            # times[i][j] is what it costs to get from the j-th portal to the i-th.
            times = [
                [costs[slot] for slot in slots]
                for costs in (self.row(number, portal).costs for portal in cluster.portals)
            ]
            arcs = self._arcs[number] = {
                portal: [
                    (cluster.portals[start], times[end][start], number)
                    for start in _needed_starts(times, end)
                ]
                for end, portal in enumerate(cluster.portals)
            }
        return arcs


def _needed_starts(times: list[list[float]], end: int) -> Iterator[int]:
    """The portals with a way to another one that does not just lead over a third in between."""
    count = len(times)
    for start, time in enumerate(times[end]):
        if start == end or time == math.inf:
            continue
        needless = count <= _PRUNED and any(
            times[third][start] < time
            and times[end][third] < time
            and times[third][start] + times[end][third] <= time * _ROUNDING
            for third in range(count)
        )
        if not needless:
            yield start
