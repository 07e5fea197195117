"""Navigation points and links, derived from the geometry of a level.

Every thing of the map is a point, every place from which a body leaps is one, and between them path
nodes are strewn so that each space sees one close by. Two points are linked when the rectangle
between them can be walked in any order, so that a straight run cannot fail. Where the links would not
lead as far as the passages do, or only by a long way round, points are added until they do.
"""

from __future__ import annotations

import heapq
from typing import TYPE_CHECKING, Final

import msgspec

from agentfw.arena.maps.level import Side, Surface, Thing
from agentfw.arena.maps.passages import Passage, PassageKind, Passages
from agentfw.geometry import Vec3

if TYPE_CHECKING:
    from collections.abc import Iterator

    from agentfw.arena.maps.level import Level

__all__ = ["NavGraph", "NavLink", "NavPoint", "derive_navigation"]

_NEAR_CELLS: Final = 2
"""How far the nearest point may be from any space."""
_FAR_CELLS: Final = 4
"""How far apart two linked points may be."""
_DETOUR_CELLS: Final = 10
"""How long a way over links may be where a single step would do."""
_LEAP_SPACING: Final = 3
"""How many cells lie between two leaps of one ledge that both get points."""


class NavPoint(msgspec.Struct, frozen=True, gc=False):
    """A place that bodies can go to."""

    number: int
    space: int
    """Where it is, as `Passages.spaces` numbers the spaces."""
    location: Vec3
    """On the floor."""
    thing: Thing | None = None


class NavLink(msgspec.Struct, frozen=True, gc=False):
    """A way from one point to another."""

    start: int
    end: int
    kind: PassageKind
    length: float


class NavGraph(msgspec.Struct, frozen=True):
    """All points and links of a level."""

    points: tuple[NavPoint, ...]
    links: tuple[NavLink, ...]

    def reachable(self, start: int) -> set[int]:
        """The points that links lead to, one after the other."""
        out: dict[int, list[int]] = {}
        for link in self.links:
            out.setdefault(link.start, []).append(link.end)
        return _flood(start, out)


def derive_navigation(level: Level) -> NavGraph:
    """The navigation graph of a level."""
    return _Deriver(Passages(level)).derive()


class _Deriver:
    def __init__(self, passages: Passages) -> None:
        self._passages = passages
        self._level = passages.level
        self._points: dict[int, NavPoint] = {}
        """By the number of their space."""
        self._links: dict[tuple[int, int], NavLink] = {}
        self._out: dict[int, list[int]] = {}

    def derive(self) -> NavGraph:
        for thing in self._level.things:
            self._add_point(self._passages.number_of(thing), thing)
        leaps = list(self._chosen_leaps())
        for leap in leaps:
            self._add_point(leap.start)
            self._add_point(leap.end)
        self._strew()
        for leap in leaps:
            self._link(leap.start, leap.end, leap.kind)
        for point in list(self._points.values()):
            self._link_walks(point)
        self._mend()
        return NavGraph(tuple(self._points.values()), tuple(self._links.values()))

    def _add_point(self, space: int, thing: Thing | None = None) -> None:
        if space not in self._points:
            where = self._level.center(self._passages.spaces[space])
            self._points[space] = NavPoint(len(self._points), space, where, thing)

    def _chosen_leaps(self) -> Iterator[Passage]:
        """Leaps that are far enough from each other; those over no ledge are all taken."""
        taken: list[Passage] = []
        for leap in self._passages.leaps:
            if self._passages.spaces[leap.start].surface is Surface.LAVA:
                continue
            along_ledge = leap.kind in (PassageKind.JUMP, PassageKind.DROP)
            if not along_ledge or all(not self._are_alike(leap, other) for other in taken):
                taken.append(leap)
                yield leap

    def _are_alike(self, one: Passage, other: Passage) -> bool:
        return one.kind is other.kind and all(
            self._distance(a, b) < _LEAP_SPACING
            for a, b in ((one.start, other.start), (one.end, other.end))
        )

    def _distance(self, one: int, other: int) -> int:
        """How many cells two spaces are apart, the longer way of the two axes."""
        a, b = self._passages.spaces[one], self._passages.spaces[other]
        return max(abs(a.column - b.column), abs(a.row - b.row))

    def _strew(self) -> None:
        """Path nodes, so that every space can walk straight to a point close by."""
        for number, space in enumerate(self._passages.spaces):
            if space.surface is not Surface.LAVA and self._cover(number) is None:
                self._add_point(number)

    def _cover(self, space: int) -> int | None:
        """A point that can be walked to straight from a space."""
        for other in self._points:
            if self._distance(space, other) <= _NEAR_CELLS and self._is_straight(space, other):
                return other
        return None

    def _link_walks(self, point: NavPoint) -> None:
        for other in self._points:
            far = self._distance(point.space, other)
            if 0 < far <= _FAR_CELLS and self._is_straight(point.space, other):
                self._link(point.space, other, PassageKind.WALK)
                self._link(other, point.space, PassageKind.WALK)

    def _link(self, start: int, end: int, kind: PassageKind) -> None:
        first, last = self._points[start], self._points[end]
        if (start, end) not in self._links:
            length = first.location.distance_to(last.location)
            self._links[start, end] = NavLink(first.number, last.number, kind, length)
            self._out.setdefault(start, []).append(end)

    def _is_straight(self, start: int, end: int) -> bool:
        """Whether every order of steps through the rectangle between two spaces leads to the end."""
        a, b = self._passages.spaces[start], self._passages.spaces[end]
        across = Side.EAST if b.column >= a.column else Side.WEST
        down = Side.SOUTH if b.row >= a.row else Side.NORTH
        row: list[int | None] = [start]
        for _ in range(abs(b.column - a.column)):
            row.append(self._step(row[-1], across))
        for _ in range(abs(b.row - a.row)):
            below = [self._step(space, down) for space in row]
            sideways = [self._step(space, across) for space in below[:-1]]
            if sideways != below[1:]:
                return False
            row = below
        return None not in row and row[-1] == end

    def _step(self, space: int | None, side: Side) -> int | None:
        return None if space is None else self._passages.walks[space].get(side)

    def _mend(self) -> None:
        """Add points along passages until links lead wherever passages do, without a long way round."""
        spaces = self._passages.spaces
        covers = [self._cover(number) for number in range(len(spaces))]
        checked: set[tuple[int, int]] = set()
        for passage in self._passages.all():
            start, end = covers[passage.start], covers[passage.end]
            if start is None or end is None or start == end or (start, end) in checked:
                continue
            checked.add((start, end))
            if spaces[passage.start].surface is Surface.LAVA or self._is_near(start, end):
                continue
            for space in (passage.start, passage.end):
                self._add_point(space)
                self._link_walks(self._points[space])
            self._link(passage.start, passage.end, passage.kind)

    def _is_near(self, start: int, end: int) -> bool:
        """Whether links lead from one point to another by no more than a small detour."""
        border, done = [(0.0, start)], set[int]()
        while border:
            far, at = heapq.heappop(border)
            if at == end:
                return True
            if at in done:
                continue
            done.add(at)
            for other in self._out.get(at, ()):
                longer = far + self._links[at, other].length
                if longer <= _DETOUR_CELLS * self._level.cell:
                    heapq.heappush(border, (longer, other))
        return False


def _flood(start: int, out: dict[int, list[int]]) -> set[int]:
    """Everything that can be reached from a start, itself included."""
    found, open_ends = {start}, [start]
    while open_ends:
        for end in out.get(open_ends.pop(), ()):
            if end not in found:
                found.add(end)
                open_ends.append(end)
    return found
