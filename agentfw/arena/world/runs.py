"""Whether a body gets somewhere by running straight, dropping down included.

Three lines are followed over the ground: the way of the middle of the body, and of its sides. On level
ground there is nothing to follow: a table tells whether in the rectangle around a run all cells have a
floor at about the same height, with room above it.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from agentfw.arena.world.rectangles import count_cells
from agentfw.geometry import Vec3

if TYPE_CHECKING:
    from agentfw.arena.world.rectangles import Counts
    from agentfw.arena.world.terrain import Ground, Terrain

__all__ = ["StraightRuns"]

_EPSILON: Final = 1e-6
_FAST, _GRAVITY = (340.0, 400.0, 440.0), 950.0
"""How fast bodies run over an edge, and what pulls them down, as far as dropping is concerned."""
_DEEPEST_DROP: Final = 900.0
"""From how high a straight run may drop down and still count as one; farther would hurt."""
_TICK_S: Final = 0.05
_LONGEST_FLIGHT: Final = 40
"""In ticks; whoever falls for longer is not looked after."""
_FARTHEST: Final = max(_FAST) * _TICK_S * _LONGEST_FLIGHT
_MARGIN: Final = 1.0
"""In uu: more than rounding makes of a flight."""
_MOST_TABLES: Final = 256


class StraightRuns:
    """The straight runs over the ground of a match."""

    def __init__(self, terrain: Terrain) -> None:
        self._terrain = terrain
        self._cell = terrain.cell
        self._inverse = 1.0 / terrain.cell
        self._tables: dict[tuple[float, float, float], Counts] = {}
        self._lava_cells: Counts | None = None

    def is_possible(self, start: Vec3, end: Vec3, radius: float, height: float, step: float) -> bool:
        """Whether a body gets from one place to the other; both are on the floor, or a little above."""
        return self._is_level(start, end, radius, height, step) or self.leads_there(
            start, end, radius, height, step
        )

    def leads_there(self, start: Vec3, end: Vec3, radius: float, height: float, step: float) -> bool:
        """The same, found by following the ground, level or not."""
        dx, dy = end.x - start.x, end.y - start.y
        length = math.hypot(dx, dy)
        wide = radius * 0.9 / length if length else 0.0
        return all(
            self._can_walk(
                (start.x - dy * shift, start.y + dx * shift, start.z),
                (end.x - dy * shift, end.y + dx * shift, end.z),
                height,
                step,
            )
            for shift in (0.0, wide, -wide)
        )

    # Level ground

    def _is_level(self, start: Vec3, end: Vec3, radius: float, height: float, step: float) -> bool:
        """Whether a run is certainly possible because the ground is level all around."""
        ground = self._terrain.ground_below(start.x, start.y, start.z + step)
        if ground is None or not ground.is_flat or ground.lift is not None or step > height:
            return False
        floor, slack = ground.floor, step / 2
        if abs(start.z - floor) > slack or abs(end.z - floor) > height - slack:
            return False
        counts = self._counts(floor, height, step)
        return self._is_even(counts, start, end, radius)

    def _is_even(self, counts: Counts, start: Vec3, end: Vec3, radius: float) -> bool:
        """Whether nothing is counted in the rectangle around a part of a run."""
        x, y = start.x, start.y
        low_x, high_x = (x, end.x) if x <= end.x else (end.x, x)
        low_y, high_y = (y, end.y) if y <= end.y else (end.y, y)
        inverse = self._inverse
        left, right = math.floor((low_x - radius) * inverse), math.floor((high_x + radius) * inverse)
        top, bottom = math.floor((low_y - radius) * inverse), math.floor((high_y + radius) * inverse)
        if left < 0 or top < 0 or right >= self._terrain.width or bottom >= self._terrain.depth:
            return False
        before, after = counts[left], counts[right + 1]
        return after[bottom + 1] - after[top] == before[bottom + 1] - before[top]

    def _counts(self, floor: float, height: float, step: float) -> Counts:
        """How many cells are not level with a floor, as in `count_cells`."""
        known = self._tables.get((floor, height, step))
        if known is None:
            if len(self._tables) >= _MOST_TABLES:
                self._tables.clear()
            terrain = self._terrain
            known = self._tables[floor, height, step] = count_cells(
                terrain.width,
                terrain.depth,
                lambda column, row: not _is_level(terrain.stack(column, row), floor, height, step),
            )
        return known

    def _lava(self) -> Counts:
        """How many cells have lava, as in `count_cells`."""
        if self._lava_cells is None:
            terrain = self._terrain
            self._lava_cells = count_cells(
                terrain.width,
                terrain.depth,
                lambda column, row: any(one.is_lava for one in terrain.stack(column, row)),
            )
        return self._lava_cells

    # Any ground

    def _can_walk(
        self,
        start: tuple[float, float, float],
        end: tuple[float, float, float],
        height: float,
        step: float,
    ) -> bool:
        (ax, ay, az), (bx, by, bz) = start, end
        ground = self._terrain.ground_below(ax, ay, az + step)
        if ground is None:
            return False
        cell, stack, dx, dy = self._cell, self._terrain.stack, bx - ax, by - ay
        column, row = ground.column, ground.row
        last_column, last_row = math.floor(bx * self._inverse), math.floor(by * self._inverse)
        step_x, side_x = (1, 1) if dx > 0.0 else (-1, 0)
        step_y, side_y = (1, 1) if dy > 0.0 else (-1, 0)
        edge_x = ((column + side_x) * cell - ax) / dx if column != last_column else math.inf
        edge_y = ((row + side_y) * cell - ay) / dy if row != last_row else math.inf
        while column != last_column or row != last_row:
            if edge_x <= edge_y:
                column, part = column + step_x, edge_x
                edge_x = ((column + side_x) * cell - ax) / dx if column != last_column else math.inf
            else:
                row, part = row + step_y, edge_y
                edge_y = ((row + side_y) * cell - ay) / dy if row != last_row else math.inf
            others = stack(column, row)
            if len(others) == 1 and ground.is_flat and others[0].is_flat and not others[0].is_lava:
                other = others[0]
                floor, next_floor, room = ground.floor, other.floor, height - _EPSILON
                high = next_floor if next_floor > floor else floor  # noqa: FURB136 - no call
                if (
                    -step <= next_floor - floor <= step
                    and ground.ceiling - high >= room
                    and other.ceiling - high >= room
                ):
                    ground = other  # the usual case: level ground
                    continue
            x, y = ax + dx * part, ay + dy * part
            entered = self._entered(ground, others, (x, y), height, step)
            if entered is None or entered.is_lava:
                return False
            fall = ground.height(x, y) - entered.height(x, y)
            if fall > step and self.lands_in_lava(Vec3(x, y, ground.height(x, y)), (dx, dy)):
                return False
            ground = entered
        return abs(ground.height(bx, by) - bz) <= height

    def lands_in_lava(self, edge: Vec3, way: tuple[float, float]) -> bool:
        """Whether a body that runs over an edge flies so far that it comes down in lava."""
        ahead = Vec3(way[0], way[1], 0.0).unit()
        if self._is_even(self._lava(), edge, edge + ahead * _FARTHEST, _MARGIN):
            return False  # there is none all around
        return any(self.falls_into_lava(edge, ahead * speed) for speed in _FAST)

    def falls_into_lava(self, edge: Vec3, velocity: Vec3) -> bool:
        """Whether a body that flies on from an edge at some speed comes down in lava."""
        for tick in range(1, _LONGEST_FLIGHT):
            seconds = tick * _TICK_S
            where = edge + velocity * seconds - Vec3(0.0, 0.0, _GRAVITY / 2 * seconds * seconds)
            ground = self._terrain.ground_below(
                where.x, where.y, where.z + _GRAVITY * seconds * _TICK_S + 1.0
            )
            if ground is None:
                return False  # a wall is in the way, and what lies before it was looked at
            if where.z <= ground.height(where.x, where.y):
                return ground.is_lava
        return False

    def _entered(
        self,
        ground: Ground,
        others: tuple[Ground, ...],
        border: tuple[float, float],
        height: float,
        step: float,
    ) -> Ground | None:
        """The space a running body gets into over the border at a point."""
        x, y = border
        here = ground.height(x, y)
        found = None
        for other in others:
            floor = other.height(x, y)
            if floor > here + step or floor < here - _DEEPEST_DROP:
                continue
            if min(ground.ceiling, other.ceiling) - max(floor, here) >= height - _EPSILON:
                found = other
        return found


def _is_level(stack: tuple[Ground, ...], floor: float, height: float, step: float) -> bool:
    """Whether a run at about the height of a floor leads over a cell by one certain floor.

    Two floors within half a step of that height are within a step of each other. Floors farther up are
    above the head, so none of them can be stepped upon instead.
    """
    slack = step / 2
    return any(
        ground.is_flat
        and ground.lift is None
        and not ground.is_lava
        and abs(ground.floor - floor) <= slack
        and ground.ceiling >= floor + slack + height
        for ground in stack
    )
