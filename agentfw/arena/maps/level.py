"""The geometry of a map: columns of open spaces, and what can be seen through them.

A level is a grid of square cells. In each cell there are *spaces*, from the lowest to the highest:
an open interval between a floor and a ceiling. Everything that is not a space is solid. A floor may
slope toward one of its sides. That is enough for walls, ledges, ramps, pits, balconies and bridges, and
simple enough that every question about it has an exact answer.

World axes: x grows with the columns of the map file, y with its rows, z is up. Yaw 0 looks along +x.
"""

from __future__ import annotations

import enum
import math
from typing import TYPE_CHECKING, Final

import msgspec

from agentfw.geometry import Vec3

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Level", "Side", "Space", "Surface", "Thing", "ThingKind"]

_EPSILON: Final = 1e-9


class Surface(enum.Enum):
    """What a floor is made of."""

    GROUND = "ground"
    WATER = "water"
    LAVA = "lava"


class Side(enum.Enum):
    """A direction on the grid, by the step it makes."""

    EAST = (1, 0)
    SOUTH = (0, 1)
    WEST = (-1, 0)
    NORTH = (0, -1)


class ThingKind(enum.Enum):
    """What stands, lies or works at a place of the map."""

    START = "start"
    ITEM = "item"
    FLAG = "flag"
    POINT = "point"
    LIFT = "lift"
    TELEPORTER = "teleporter"
    EXIT = "exit"
    PAD = "pad"


class Space(msgspec.Struct, frozen=True, gc=False):
    """An open interval in one cell."""

    column: int
    row: int
    layer: int
    floor: float
    """The height of the floor at the center of the cell."""
    ceiling: float
    rises: Side | None = None
    """The side toward which the floor slopes up."""
    rise: float = 0.0
    """How much higher the floor is at that side than at the opposite one."""
    surface: Surface = Surface.GROUND


class Thing(msgspec.Struct, frozen=True, gc=False):
    """Something that the map puts at a place."""

    kind: ThingKind
    location: Vec3
    """On the floor, at the center of its cell."""
    mark: str
    """The character that drew it."""
    team: int | None = None
    item: str | None = None
    """The class of an item."""
    travel: float = 0.0
    """How far up a lift goes."""
    target: str | None = None
    """The mark of the place a teleporter or a pad leads to."""


class Level:
    """The spaces and the things of one map."""

    def __init__(
        self,
        name: str,
        cell: float,
        columns: tuple[tuple[tuple[Space, ...], ...], ...],
        things: tuple[Thing, ...],
    ) -> None:
        self.name = name
        self.cell = cell
        """The side of a cell in uu."""
        self.width = len(columns)
        self.depth = len(columns[0]) if columns else 0
        self.things = things
        self._columns = columns

    def spaces(self) -> Iterator[Space]:
        """All spaces, column by column, from the lowest up."""
        for column in self._columns:
            for stack in column:
                yield from stack

    def stack(self, column: int, row: int) -> tuple[Space, ...]:
        """The spaces of one cell; none outside of the map."""
        if 0 <= column < self.width and 0 <= row < self.depth:
            return self._columns[column][row]
        return ()

    def space_at(self, point: Vec3) -> Space | None:
        """The space that holds a point; None in solid rock."""
        column, row = math.floor(point.x / self.cell), math.floor(point.y / self.cell)
        for space in self.stack(column, row):
            if self._holds(space, point):
                return space
        return None

    def center(self, space: Space) -> Vec3:
        """The point on the floor in the middle of a space."""
        return Vec3((space.column + 0.5) * self.cell, (space.row + 0.5) * self.cell, space.floor)

    def floor_height(self, space: Space, x: float, y: float) -> float:
        """The height of a space's floor at a point seen from above."""
        if space.rises is None:
            return space.floor
        step_x, step_y = space.rises.value
        along = (x / self.cell - space.column - 0.5) * step_x + (
            y / self.cell - space.row - 0.5
        ) * step_y
        return space.floor + space.rise * along

    def is_clear(self, start: Vec3, end: Vec3) -> bool:
        """Whether nothing solid is on the straight line between two points."""
        if self.space_at(start) is None or self.space_at(end) is None:
            return False
        if (end.x, end.y, end.z) < (start.x, start.y, start.z):
            start, end = end, start  # one order for both ways, so that who sees is seen
        way = end - start
        return all(
            self._is_open(column, row, start + way * enters, start + way * leaves)
            for column, row, enters, leaves in self._crossed(start, end)
        )

    def _is_open(self, column: int, row: int, first: Vec3, last: Vec3) -> bool:
        """Whether one space holds the part of a line between two points of its cell.

        Floors are planes and ceilings are level, so a part of a line is inside if its ends are.
        """
        return any(
            self._holds(space, first) and self._holds(space, last) for space in self.stack(column, row)
        )

    def _holds(self, space: Space, point: Vec3) -> bool:
        floor = self.floor_height(space, point.x, point.y)
        return floor - _EPSILON <= point.z <= space.ceiling + _EPSILON

    def _crossed(self, start: Vec3, end: Vec3) -> Iterator[tuple[int, int, float, float]]:
        """The cells a line passes, each with the parts of the line where it enters and leaves."""
        way = end - start
        column, row = math.floor(start.x / self.cell), math.floor(start.y / self.cell)
        enters = 0.0
        while True:
            border_x = _border(start.x, way.x, column, self.cell)
            border_y = _border(start.y, way.y, row, self.cell)
            leaves = min(border_x, border_y, 1.0)
            yield column, row, enters, leaves
            if leaves >= 1.0:
                return
            enters = leaves
            if border_x <= border_y:
                column += 1 if way.x > 0.0 else -1
            else:
                row += 1 if way.y > 0.0 else -1


def _border(start: float, way: float, index: int, cell: float) -> float:
    """For one axis: at which part of the line it leaves the cell of that index.

    Computed afresh for every cell, because steps that are added up drift past the end of long lines.
    """
    if way > 0.0:
        return ((index + 1) * cell - start) / way
    if way < 0.0:
        return (index * cell - start) / way
    return math.inf
