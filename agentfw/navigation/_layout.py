"""The two levels of a map: clusters, and the portals between them.

A portal belongs to exactly two clusters, everything else to one, and every link lies inside one
cluster. Where two clusters are linked, a place at the border becomes their portal if it can cover
links that are not covered yet and is not the portal of another pair. Links that no place covers get
a portal of their own, in the middle: a *virtual* one, which nobody can ask for. So the two levels are
exact on any graph.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from agentfw.navigation._clusters import partition

if TYPE_CHECKING:
    from collections.abc import Iterable

    from agentfw.navigation._network import Network

__all__ = ["Cluster", "Layout", "cut_up", "lay_out"]

_SMALL: Final = 64
"""Maps with fewer places are one cluster: flooding them whole costs next to nothing."""


class Cluster:
    """The places of one cluster, its portals included, counted from 0 as *slots*."""

    def __init__(self) -> None:
        self.members: list[int] = []
        self.slots: dict[int, int] = {}
        """The slot of each member."""
        self.home_count = 0
        """How many members are at home here: all but the portals that other clusters lend."""
        self.portals: list[int] = []
        self.arcs: list[tuple[int, int, float, int]] = []
        """From slot, to slot, cost, and the link; -1 for the second half of a divided link."""

    def add(self, node: int) -> int:
        """The slot of a node, a new one if it is new here."""
        slot = self.slots.get(node)
        if slot is None:
            slot = self.slots[node] = len(self.members)
            self.members.append(node)
        return slot


class Layout:
    """Clusters and portals. Nodes beyond the places of the map are virtual portals."""

    def __init__(self, network: Network, homes: list[int]) -> None:
        self.homes = homes
        self.clusters = [Cluster() for _ in range(max(homes, default=-1) + 1)]
        self.clusters_of: list[tuple[int, ...]] = [(home,) for home in homes]
        self.link_clusters: list[int] = []
        """The cluster that each link lies in; its first half, where it is divided."""
        self.virtual_count = 0
        for place, home in enumerate(homes):
            self.clusters[home].add(place)
        for cluster in self.clusters:
            cluster.home_count = len(cluster.members)
        cut = _cut_links(network, homes)
        self._halves: dict[tuple[int, int], int] = {}
        for pair in sorted(cut):
            self._cover(pair, cut[pair])
        for link in range(len(network.links)):
            self._place_link(network, link)

    @property
    def portals(self) -> list[int]:
        """All portals in order, virtual ones last."""
        return [node for node, clusters in enumerate(self.clusters_of) if len(clusters) == 2]

    @property
    def bound(self) -> int:
        """How many entries the caches of one set of travel flags may hold at most.

        Places times portals, for the portal level, and for every cluster the square of its places.
        A divided link counts as a place.
        """
        places, portals = len(self.clusters_of), len(self.portals)
        sizes = (cluster.home_count for cluster in self.clusters)
        return places * portals + sum(size * size for size in sizes) + self._virtual_squares()

    def pays(self) -> bool:
        """Whether these levels store less than one cache for every place of the map would."""
        kept = sum(
            len(cluster.portals) * (len(cluster.members) + len(cluster.portals))
            for cluster in self.clusters
        )
        largest = max((len(cluster.members) for cluster in self.clusters), default=0)
        return kept + largest + len(self.portals) <= self.bound < len(self.homes) ** 2

    def _virtual_squares(self) -> int:
        """What virtual portals add to the squares, as members of both of their clusters."""
        added = 0
        for cluster in self.clusters:
            virtual = sum(node >= len(self.homes) for node in cluster.portals)
            added += (cluster.home_count + virtual) ** 2 - cluster.home_count**2
        return added

    def _cover(self, pair: tuple[int, int], links: list[tuple[int, int]]) -> None:
        """Make portals until every link between two clusters has one at an end or in the middle."""
        left = dict.fromkeys(links)
        while left:
            counts: dict[int, int] = {}
            for link in left:
                for place in link:
                    if len(self.clusters_of[place]) == 1:
                        counts[place] = counts.get(place, 0) + 1
            if not counts:
                break
            best = min(counts, key=lambda place: (-counts[place], place))
            self._make_portal(best, pair)
            left = {link: None for link in left if best not in link}
        for link in left:
            if self._shared(*link):
                continue  # both are portals to a third cluster, and the link can lie in that one
            self._halves[link] = len(self.clusters_of)
            self.clusters_of.append(())
            self.virtual_count += 1
            self._make_portal(self._halves[link], pair)

    def _shared(self, one: int, other: int) -> list[int]:
        """The clusters that two nodes both belong to."""
        return [number for number in self.clusters_of[one] if number in self.clusters_of[other]]

    def _make_portal(self, node: int, pair: tuple[int, int]) -> None:
        self.clusters_of[node] = pair
        for number in pair:
            self.clusters[number].add(node)
            self.clusters[number].portals.append(node)

    def _place_link(self, network: Network, link: int) -> None:
        """Put a link into a cluster that both of its ends belong to, or halves of it into two."""
        start, end, cost = network.starts[link], network.ends[link], network.costs[link]
        shared = self._shared(start, end)
        if shared:
            self._add_arc(shared[0], start, end, cost, link)
            self.link_clusters.append(shared[0])
            return
        middle = self._halves[_ordered(start, end)]
        # The first half carries the whole cost, so that sums are those of the undivided link.
        self._add_arc(self.homes[start], start, middle, cost, link)
        self._add_arc(self.homes[end], middle, end, 0.0, -1)
        self.link_clusters.append(self.homes[start])

    def _add_arc(self, number: int, start: int, end: int, cost: float, link: int) -> None:
        slots = self.clusters[number].slots
        self.clusters[number].arcs.append((slots[start], slots[end], cost, link))


def lay_out(network: Network, *, is_divided: bool = True) -> Layout:
    """The layout of a map: about as many clusters as a cluster has places, or one if that is better."""
    count = len(network.ids)
    if is_divided and count >= _SMALL:
        layout = Layout(network, cut_up(network))
        if layout.pays():
            return layout
    return Layout(network, [0] * count)


def cut_up(network: Network) -> list[int]:
    """The cluster of each place, however small the map is."""
    return partition(network.neighbors(), math.sqrt(len(network.ids)))


def _ordered(one: int, other: int) -> tuple[int, int]:
    return (one, other) if one < other else (other, one)


def _cut_links(network: Network, homes: list[int]) -> dict[tuple[int, int], list[tuple[int, int]]]:
    """The linked pairs of places in different clusters, by the pair of clusters."""
    cut: dict[tuple[int, int], dict[tuple[int, int], None]] = {}
    ends: Iterable[tuple[int, int]] = zip(network.starts, network.ends, strict=True)
    for start, end in ends:
        if homes[start] != homes[end]:
            pair = _ordered(homes[start], homes[end])
            cut.setdefault(pair, {})[_ordered(start, end)] = None
    return {pair: list(links) for pair, links in cut.items()}
