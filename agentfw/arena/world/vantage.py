"""What can possibly be seen from where, worked out once per map.

Looking from a fixed point over the grid, solid cells cast shadows; a cell that lies wholly in shadow
cannot see the point, whatever the heights. That leaves few points to look at closely from each cell.
Nothing visible is ever left out: lines of sight decide about the rest.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from agentfw.arena.maps.level import Level
    from agentfw.geometry import Vec3

__all__ = ["Vantage", "lit_cells"]

_QUARTERS: Final = ((1, 0, 0, 1), (0, 1, 1, 0), (-1, 0, 0, 1), (0, 1, -1, 0))
"""How depth and side of each quarter become columns and rows."""
_SLACK: Final = 1e-9
_Sector = tuple[float, float]


class Vantage:
    """For each cell: the numbers of the points that may be seen from it.

    The points must be at the centers of their cells, seen from above.
    """

    def __init__(self, level: Level, points: Sequence[Vec3]) -> None:
        self._depth = level.depth
        found: list[list[int]] = [[] for _ in range(level.width * level.depth)]
        lit: dict[tuple[int, int], list[tuple[int, int]]] = {}
        for number, point in enumerate(points):
            cell = math.floor(point.x / level.cell), math.floor(point.y / level.cell)
            if cell not in lit:
                lit[cell] = list(lit_cells(level, *cell))
            for column, row in lit[cell]:
                found[column * level.depth + row].append(number)
        self._from = [tuple(numbers) for numbers in found]

    def from_cell(self, column: int, row: int) -> tuple[int, ...]:
        """The numbers of the points that may be seen from a cell of the map."""
        return self._from[column * self._depth + row]


def lit_cells(level: Level, column: int, row: int) -> Iterator[tuple[int, int]]:
    """The cells from which the center of a cell may be seen; solid ones cast shadows."""
    yielded = {(column, row)}
    yield column, row
    for quarter in _QUARTERS:
        for cell in _lit_quarter(level, column, row, quarter):
            if cell not in yielded:
                yielded.add(cell)
                yield cell


def _lit_quarter(
    level: Level, column: int, row: int, quarter: tuple[int, int, int, int]
) -> Iterator[tuple[int, int]]:
    """One quarter of the view, rank by rank, with the slopes that no shadow covers."""
    sectors: list[_Sector] = [(-1.0, 1.0)]
    for depth in range(1, max(level.width, level.depth)):
        shadows = []
        for side in _sides(sectors, depth):
            x = column + depth * quarter[0] + side * quarter[1]
            y = row + depth * quarter[2] + side * quarter[3]
            if 0 <= x < level.width and 0 <= y < level.depth and level.stack(x, y):
                yield x, y
            else:
                shadows.append(_shadow(depth, side))
        sectors = _without(sectors, shadows)
        if not sectors:
            return


def _sides(sectors: list[_Sector], depth: int) -> list[int]:
    """The cells of a rank that the sectors touch, by how far they are to the side."""
    sides = set[int]()
    for low, high in sectors:
        first = min(low * (depth - 0.5), low * (depth + 0.5))
        last = max(high * (depth - 0.5), high * (depth + 0.5))
        sides.update(range(math.floor(first + 0.5 - _SLACK), math.floor(last + 0.5 + _SLACK) + 1))
    return sorted(sides)


def _shadow(depth: int, side: int) -> _Sector:
    """The slopes of all lines that go through a cell."""
    low, high = side - 0.5, side + 0.5
    return low / (depth + (0.5 if low > 0 else -0.5)), high / (depth - (0.5 if high > 0 else -0.5))


def _without(sectors: list[_Sector], shadows: list[_Sector]) -> list[_Sector]:
    """What is left of the sectors beyond the shadows."""
    left = sectors
    for dark_low, dark_high in shadows:
        parts = []
        for low, high in left:
            if dark_high <= low or dark_low >= high:
                parts.append((low, high))
                continue
            if low < dark_low:
                parts.append((low, dark_low))
            if dark_high < high:
                parts.append((dark_high, high))
        left = parts
    # A sector of no width is a line along the edge of a wall: nothing is seen by it alone.
    return [(low, high) for low, high in left if high - low > _SLACK]
