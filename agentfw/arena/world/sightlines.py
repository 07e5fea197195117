"""Whether something solid is on a line: asked more often than anything else, so there are three ways.

Most lines are blocked, and mostly where the last one between the same two cells was: that cell is looked
at first. Of the others, many cross nothing but open cells: a table tells whether all cells of the
rectangle around a line are open from its lowest to its highest point. The rest is followed from cell to
cell. The first two ways answer only where they must agree with the third, to the last bit.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from agentfw.arena.world.rectangles import count_cells

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agentfw.arena.world.rectangles import Counts
    from agentfw.arena.world.terrain import Ground
    from agentfw.geometry import Vec3

__all__ = ["Sightlines"]

_EPSILON: Final = 1e-6
_BAND: Final = 32.0
"""Tables are for heights rounded to this many uu: finer ones are more tables, coarser ones know less."""
_MOST_TABLES: Final = 256
_MOST_WALLS: Final = 30_000

_Point = tuple[float, float, float]


class Sightlines:
    """The lines of sight through the spaces of a match, which are given cell by cell as in `Terrain`."""

    def __init__(
        self, stacks: Sequence[tuple[Ground, ...]], width: int, depth: int, cell: float
    ) -> None:
        self._stacks, self._cells = stacks, len(stacks)
        self._width, self._depth = width, depth
        self._cell, self._inverse = cell, 1.0 / cell
        self._walls: dict[int, tuple[int, int]] = {}
        """For two cells: which cell blocked the last line between them."""
        self._tables: dict[tuple[int, int], Counts] = {}

    def is_clear(self, start: Vec3, end: Vec3) -> bool:
        """Whether nothing solid is on the straight line between two points."""
        ax, ay, az, bx, by, bz = start.x, start.y, start.z, end.x, end.y, end.z
        if bx < ax or (bx == ax and (by, bz) < (ay, az)):
            # One order for both ways, so that who sees is seen; and all lines lead to the right.
            ax, ay, az, bx, by, bz = bx, by, bz, ax, ay, az
        inverse, depth = self._inverse, self._depth
        ax, ay, bx, by = ax * inverse, ay * inverse, bx * inverse, by * inverse
        column, row, last_column, last_row = (
            math.floor(ax), math.floor(ay), math.floor(bx), math.floor(by),
        )  # fmt: skip
        if not (
            column >= 0 and last_column < self._width and 0 <= row < depth and 0 <= last_row < depth
        ):
            return False
        one, other = (ax, ay, az), (bx, by, bz)
        cells = (column * depth + row) * self._cells + last_column * depth + last_row
        known = self._walls.get(cells)
        if known is not None and self._is_blocked_in(known, one, other):
            return False
        counts = self._counts(az, bz) if az < bz else self._counts(bz, az)
        low, high = (row, last_row + 1) if row <= last_row else (last_row, row + 1)
        before, after = counts[column], counts[last_column + 1]
        if after[high] - after[low] == before[high] - before[low]:
            return True
        wall = self.first_wall(one, other)
        if wall is None:
            return True
        if len(self._walls) >= _MOST_WALLS:
            self._walls.clear()
        self._walls[cells] = wall
        return False

    # Cells that block

    def first_wall(self, one: _Point, other: _Point) -> tuple[int, int] | None:
        """The first cell that blocks a line, found by following it from cell to cell.

        Both ends are on the map and given in cells, except for their heights; it leads to the right.
        """
        (ax, ay, az), (bx, by, bz) = one, other
        # One loop with hardly a call: most of the time is spent here.
        depth, stacks = self._depth, self._stacks
        column, row = math.floor(ax), math.floor(ay)
        last_column, last_row = math.floor(bx), math.floor(by)
        dx, dy, dz = bx - ax, by - ay, bz - az
        step_y, side_y = (1, 1) if dy > 0 else (-1, 0)
        # Edges beyond the last cell are never crossed, whatever rounding says.
        edge_x = (column + 1 - ax) / dx if column != last_column else math.inf
        edge_y = (row + side_y - ay) / dy if row != last_row else math.inf
        enters, z = 0.0, az
        for left in range(last_column - column + abs(last_row - row), -1, -1):
            leaves = 1.0 if not left else edge_x if edge_x <= edge_y else edge_y  # noqa: FURB136 - no call
            next_z = az + dz * leaves
            low, high = (z + _EPSILON, next_z) if z < next_z else (next_z + _EPSILON, z)
            for ground in stacks[column * depth + row]:
                if ground.is_flat and ground.floor <= low and high <= ground.ceiling + _EPSILON:
                    break
            else:
                if not self._is_open((column, row), one, (dx, dy, dz), (enters, leaves)):
                    return column, row
            if not left:
                break
            enters, z = leaves, next_z
            if edge_x <= edge_y:
                column += 1
                edge_x = (column + 1 - ax) / dx if column != last_column else math.inf
            else:
                row += step_y
                edge_y = (row + side_y - ay) / dy if row != last_row else math.inf
        return None

    def _is_blocked_in(self, cell: tuple[int, int], one: _Point, other: _Point) -> bool:
        """Whether a line goes through a cell and is blocked there.

        The cell is one of those that lines between the same two cells go through. All edges are worked
        out as `first_wall` does it, with the same rounding.
        """
        column, row = cell
        (ax, ay, az), (bx, by, bz) = one, other
        dx, dy = bx - ax, by - ay
        enters_x = (column - ax) / dx if column != math.floor(ax) else 0.0
        leaves_y = (row + (dy > 0) - ay) / dy if row != math.floor(by) else math.inf
        if enters_x > leaves_y:
            return False
        enters_y = (row + (dy < 0) - ay) / dy if row != math.floor(ay) else 0.0
        leaves_x = (column + 1 - ax) / dx if column != math.floor(bx) else math.inf
        if enters_y >= leaves_x:
            return False
        enters = max(enters_y, enters_x)
        leaves = min(leaves_x, leaves_y)
        if leaves == math.inf:
            leaves = 1.0
        return not self._is_open(cell, one, (dx, dy, bz - az), (enters, leaves))

    def _is_open(
        self, cell: tuple[int, int], start: _Point, way: _Point, parts: tuple[float, float]
    ) -> bool:
        """Whether one space of a cell holds a line from where it enters the cell to where it leaves."""
        (ax, ay, az), (dx, dy, dz), (enters, leaves) = start, way, parts
        z, next_z = az + dz * enters, az + dz * leaves
        low, high = (z, next_z) if z < next_z else (next_z, z)
        for ground in self._stacks[cell[0] * self._depth + cell[1]]:
            if high > ground.ceiling + _EPSILON:
                continue
            if ground.is_flat:
                if ground.floor <= low + _EPSILON:
                    return True
            elif self._is_above(
                ground,
                (ax + dx * enters, ay + dy * enters, z),
                (ax + dx * leaves, ay + dy * leaves, next_z),
            ):
                return True
        return False

    def _is_above(self, ground: Ground, one: _Point, other: _Point) -> bool:
        """Whether a part of a line, given in cells, stays above a slope."""
        cell = self._cell
        return (
            ground.height(one[0] * cell, one[1] * cell) <= one[2] + _EPSILON
            and ground.height(other[0] * cell, other[1] * cell) <= other[2] + _EPSILON
        )

    # Rectangles of open cells

    def _counts(self, low: float, high: float) -> Counts:
        """How many cells may block a line between two heights, as in `count_cells`."""
        band = math.floor(low / _BAND), math.floor(high / _BAND) + 1
        known = self._tables.get(band)
        if known is None:
            if len(self._tables) >= _MOST_TABLES:
                self._tables.clear()
            known = self._tables[band] = count_cells(
                self._width,
                self._depth,
                lambda column, row: (
                    not any(
                        _is_surely_open(ground, self._cell, band[0] * _BAND, band[1] * _BAND)
                        for ground in self._stacks[column * self._depth + row]
                    )
                ),
            )
        return known


def _is_surely_open(ground: Ground, cell: float, low: float, high: float) -> bool:
    """Whether a space is open between two heights, everywhere and at all times."""
    rise = (abs(ground.slope_x) + abs(ground.slope_y)) * cell / 2
    return ground.lift is None and ground.floor + rise <= low and high <= ground.ceiling
