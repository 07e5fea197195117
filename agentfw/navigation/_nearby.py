"""A uniform grid over points, so that the closest ones are found without looking at all of them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from agentfw.geometry import Vec3

__all__ = ["Nearby"]


class Nearby:
    """Points in columns of a square ground plan; maps are much wider than high."""

    def __init__(self, points: Sequence[Vec3]) -> None:
        self._points = points
        self._low_x = min((point.x for point in points), default=0.0)
        self._low_y = min((point.y for point in points), default=0.0)
        width = max((point.x for point in points), default=0.0) - self._low_x
        depth = max((point.y for point in points), default=0.0) - self._low_y
        # About two points per cell; a line of points must not make cells of no size.
        self._cell = max(math.sqrt(2 * width * depth / max(1, len(points))), (width + depth) / 64, 1e-9)
        self._columns, self._rows = int(width / self._cell) + 1, int(depth / self._cell) + 1
        self._cells: dict[tuple[int, int], list[int]] = {}
        for index, point in enumerate(points):
            self._cells.setdefault(self._cell_of(point), []).append(index)

    def nearest(self, location: Vec3, within: float) -> int | None:
        """The index of the closest point, the first of them when several are equally close."""
        best: tuple[float, int] | None = None
        for ring, cells in enumerate(self._rings(location)):
            # Whatever is in this ring or farther out is at least this far away.
            if (ring - 1) * self._cell > (within if best is None else best[0]):
                break
            for index in cells:
                far = location.distance_to(self._points[index])
                if far <= within and (best is None or (far, index) < best):
                    best = far, index
        return None if best is None else best[1]

    def within(self, location: Vec3, radius: float) -> list[int]:
        """The indices of all points within a distance, the closest first."""
        found: list[tuple[float, int]] = []
        for ring, cells in enumerate(self._rings(location)):
            if (ring - 1) * self._cell > radius:
                break
            distances = ((location.distance_to(self._points[index]), index) for index in cells)
            found += [pair for pair in distances if pair[0] <= radius]
        return [index for _, index in sorted(found)]

    def _cell_of(self, point: Vec3) -> tuple[int, int]:
        """The cell of a point; points beside the map belong to the cell at its edge."""
        column = min(max((point.x - self._low_x) / self._cell, 0.0), self._columns - 1.0)
        row = min(max((point.y - self._low_y) / self._cell, 0.0), self._rows - 1.0)
        return int(column), int(row)

    def _rings(self, location: Vec3) -> Iterator[list[int]]:
        """What is in the cell of a point, then in the cells around it, and so on to the edge."""
        if not (math.isfinite(location.x) and math.isfinite(location.y)):
            return
        column, row = self._cell_of(location)
        farthest = max(column, row, self._columns - 1 - column, self._rows - 1 - row)
        for ring in range(farthest + 1):
            yield [index for cell in _ring(column, row, ring) for index in self._cells.get(cell, ())]


def _ring(column: int, row: int, ring: int) -> Iterator[tuple[int, int]]:
    if ring == 0:
        yield column, row
        return
    for step in range(-ring, ring + 1):
        yield column + step, row - ring
        yield column + step, row + ring
    for step in range(1 - ring, ring):
        yield column - ring, row + step
        yield column + ring, row + step
