"""Cutting a map into clusters: connected groups of places, about equally large, with few links between.

Places grow together to clusters, the most closely tied first. Two neighbors are tied by their link
and by every triangle and every square that the link is a side of; so the places of a room find each
other before they reach through its door, which is a side of nothing. Then places at the borders
change sides while that makes the cut smaller.
"""

from __future__ import annotations

import collections
import heapq
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["partition"]

_LOOSE: Final = 1.5
"""How much larger than wanted a cluster may become."""
_CRUMB: Final = 0.25
"""Clusters smaller than this part of the wanted size are given to a neighbor, even a large one."""
_ROUNDS: Final = 3


def partition(neighbors: Sequence[Sequence[int]], size: float) -> list[int]:
    """The number of the cluster of each place, for clusters of about `size` places.

    `neighbors` lists for each place the places it is linked with, in either direction.
    """
    growth = _Growth(neighbors)
    growth.merge(size * _LOOSE)
    growth.merge_crumbs(size * _CRUMB, size * 2)
    homes = growth.homes()
    for _ in range(_ROUNDS):
        if not _move_borders(neighbors, homes, size * _LOOSE):
            break
    return _numbered(homes)


class _Growth:
    """Clusters that grow together; each is known by the number of one of its places."""

    def __init__(self, neighbors: Sequence[Sequence[int]]) -> None:
        self._members = {place: [place] for place in range(len(neighbors))}
        self._ties = _ties(neighbors)
        self._border: list[tuple[float, int, int, int]] = []
        for one, ties in enumerate(self._ties):
            for other in ties:
                if one < other:
                    self._offer(one, other)

    def merge(self, most: float) -> None:
        """Let the most closely tied pair grow together until none fits into `most` places."""
        while self._border:
            _, size, one, other = heapq.heappop(self._border)
            if not self._is_pair(one, other) or size > most:
                continue
            if size == len(self._members[one]) + len(self._members[other]):
                self._join(one, other)

    def merge_crumbs(self, least: float, most: float) -> None:
        """Give small clusters to the neighbor they are tied to most closely."""
        for crumb in sorted(self._members, key=lambda one: (len(self._members[one]), one)):
            if crumb not in self._members or len(self._members[crumb]) >= least:
                continue
            room = most - len(self._members[crumb])
            fitting = [
                (-ties, other)
                for other, ties in self._ties[crumb].items()
                if len(self._members[other]) <= room
            ]
            if fitting:
                self._join(crumb, min(fitting)[1])

    def homes(self) -> list[int]:
        """The cluster of each place."""
        homes = [0] * len(self._ties)
        for cluster, members in self._members.items():
            for place in members:
                homes[place] = cluster
        return homes

    def _is_pair(self, one: int, other: int) -> bool:
        return one in self._members and other in self._members

    def _offer(self, one: int, other: int) -> None:
        """Enter a pair by how closely it is tied, measured by the pairs of places it has."""
        mine, theirs = len(self._members[one]), len(self._members[other])
        closeness = self._ties[one][other] / (mine * theirs)
        first, second = (one, other) if one < other else (other, one)
        heapq.heappush(self._border, (-closeness, mine + theirs, first, second))

    def _join(self, one: int, other: int) -> None:
        if len(self._members[one]) < len(self._members[other]):
            one, other = other, one
        self._members[one] += self._members.pop(other)
        mine, theirs = self._ties[one], self._ties[other]
        self._ties[other] = {}
        mine.pop(other, None)
        for third, ties in theirs.items():
            if third != one:
                del self._ties[third][other]
                mine[third] = self._ties[third][one] = mine.get(third, 0) + ties
        for third in mine:
            self._offer(one, third)


def _ties(neighbors: Sequence[Sequence[int]]) -> list[dict[int, int]]:
    """How closely neighbors are tied: by their link, its triangles and its squares."""
    sets = [set(places) for places in neighbors]
    ties: list[dict[int, int]] = [{} for _ in neighbors]
    for one, places in enumerate(neighbors):
        mine = sets[one]
        for other in places:
            if one < other:
                theirs = sets[other]
                squares = sum(len(sets[third] & theirs) - 1 for third in mine if third != other)
                ties[one][other] = ties[other][one] = 1 + len(mine & theirs) + squares
    return ties


def _move_borders(neighbors: Sequence[Sequence[int]], homes: list[int], most: float) -> bool:
    """Let places go over to the cluster that they have more links with; whether any did."""
    sizes = collections.Counter(homes)
    has_moved = False
    for place, others in enumerate(neighbors):
        home = homes[place]
        links = collections.Counter(homes[other] for other in others)
        better = [(-count, cluster) for cluster, count in links.items() if count > links[home]]
        fitting = [pair for pair in better if sizes[pair[1]] + 1 <= most]
        if fitting and sizes[home] > 1 and _can_leave(place, neighbors, homes):
            homes[place] = min(fitting)[1]
            sizes[home] -= 1
            sizes[homes[place]] += 1
            has_moved = True
    return has_moved


def _can_leave(place: int, neighbors: Sequence[Sequence[int]], homes: Sequence[int]) -> bool:
    """Whether the cluster of a place stays connected without it."""
    home = homes[place]
    left = {other for other in neighbors[place] if homes[other] == home}
    if not left:
        return False
    found, border = {place}, [min(left)]
    while border and left:
        at = border.pop()
        if at not in found:
            found.add(at)
            left.discard(at)
            border += [other for other in neighbors[at] if homes[other] == home]
    return not left


def _numbered(homes: Sequence[int]) -> list[int]:
    """The same clusters, counted from 0 in the order of their first places."""
    numbers: dict[int, int] = {}
    return [numbers.setdefault(home, len(numbers)) for home in homes]
