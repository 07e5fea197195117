"""A graph as numbers: places and links are counted from 0, so that lists do for dictionaries."""

from __future__ import annotations

import functools
import heapq
import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Container

    from agentfw.navigation.graph import PlaceGraph
    from agentfw.vocabulary import EntityId

__all__ = ["Network"]


class Network:
    """The numbers of one graph, in the order in which the graph lists its places and links."""

    def __init__(self, graph: PlaceGraph) -> None:
        self.ids: list[EntityId] = list(graph.nodes)
        self.index: dict[EntityId, int] = {place: number for number, place in enumerate(self.ids)}
        self.links = graph.links
        self.starts = [self.index[link.start] for link in graph.links]
        self.ends = [self.index[link.end] for link in graph.links]
        self.costs = [link.cost for link in graph.links]
        self.bits = [int(link.kind.travel) for link in graph.links]
        self.used_bits = 0
        """The kinds of links that occur at all."""
        for bit in self.bits:
            self.used_bits |= bit
        self.into: list[list[int]] = [[] for _ in self.ids]
        """The links that lead to each place."""
        for link, end in enumerate(self.ends):
            self.into[end].append(link)

    @functools.cached_property
    def out(self) -> list[list[int]]:
        """The links that leave each place."""
        out: list[list[int]] = [[] for _ in self.ids]
        for link, start in enumerate(self.starts):
            out[start].append(link)
        return out

    def flood_from(self, start: int, bits: int, off: Container[int], within: float) -> dict[int, float]:
        """What it costs to get from a place to all those that cost no more than `within`."""
        costs, border, done = {start: 0.0}, [(0.0, start)], set[int]()
        while border:
            far, at = heapq.heappop(border)
            if at in done:
                continue
            done.add(at)
            for link in self.out[at]:
                longer, end = far + self.costs[link], self.ends[link]
                is_usable = self.bits[link] & bits and link not in off
                if is_usable and longer <= within and longer < costs.get(end, math.inf):
                    costs[end] = longer
                    heapq.heappush(border, (longer, end))
        return costs

    def neighbors(self) -> list[list[int]]:
        """The places that each place is linked with, either way, in order and each once."""
        found: list[set[int]] = [set() for _ in self.ids]
        for start, end in zip(self.starts, self.ends, strict=True):
            if start != end:
                found[start].add(end)
                found[end].add(start)
        return [sorted(places) for places in found]
