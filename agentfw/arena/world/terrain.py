"""The ground of a running match: where it is solid, how deep the water is, and lifts that move.

The same geometry as `agentfw.arena.maps.level`, laid out for being asked many thousand times a second:
plain numbers instead of vectors, and for every space the answers that never change. A lift is a floor
that goes up and down, like a piston.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import msgspec

from agentfw.arena.maps.level import Surface, ThingKind
from agentfw.arena.maps.pools import water_tops
from agentfw.arena.world.runs import StraightRuns
from agentfw.arena.world.sightlines import Sightlines
from agentfw.geometry import Vec3

if TYPE_CHECKING:
    from collections.abc import Mapping

    from agentfw.arena.maps.level import Level, Space, Thing

__all__ = ["Ground", "Hit", "Lift", "Terrain"]

_EPSILON: Final = 1e-6
_LIFT_SPEED: Final = 256.0
_LIFT_OPEN_S: Final = 3.0
_LIFT_DELAY_S: Final = 0.2


class Ground(msgspec.Struct, eq=False):
    """A space with everything about it worked out."""

    column: int
    row: int
    floor: float
    """At the center; the floor of a lift changes."""
    ceiling: float
    slope_x: float
    slope_y: float
    center_x: float
    center_y: float
    is_flat: bool
    is_water: bool
    is_lava: bool
    water_top: float
    """How high the water stands; minus infinity where there is none."""
    open_around: tuple[bool, ...] = ()
    """For the nine cells around, row by row: whether a body on this floor may stick into them."""
    lift: Lift | None = None

    def height(self, x: float, y: float) -> float:
        """The floor at a point seen from above."""
        if self.is_flat:
            return self.floor
        return self.floor + self.slope_x * (x - self.center_x) + self.slope_y * (y - self.center_y)

    def normal(self) -> Vec3:
        """The direction away from the floor."""
        return Vec3(-self.slope_x, -self.slope_y, 1.0).unit()


class Hit(msgspec.Struct, frozen=True, gc=False):
    """Where a line meets something solid."""

    part: float
    """How much of the line lies before it, from 0 to 1."""
    location: Vec3
    normal: Vec3


class Lift:
    """A floor that carries whoever stands on it up, waits, and comes down again."""

    def __init__(self, number: int, thing: Thing, ground: Ground) -> None:
        self.number = number
        self.thing = thing
        self.ground = ground
        self.low, self.travel = ground.floor, thing.travel
        self.move_s = thing.travel / _LIFT_SPEED
        self.open_s = _LIFT_OPEN_S
        self.delay_s = _LIFT_DELAY_S
        self.speed = 0.0
        """Upward, in uu/s."""
        self._is_called = False
        self._waits_until = 0.0

    @property
    def location(self) -> Vec3:
        """The middle of its floor."""
        return Vec3(self.ground.center_x, self.ground.center_y, self.ground.floor)

    def call(self, now: float) -> None:
        """Somebody stands on it: go up after a moment."""
        if self.ground.floor == self.low and not self._is_called:
            self._is_called, self._waits_until = True, now + self.delay_s

    def tick(self, now: float, seconds: float) -> None:
        """Move on."""
        self.speed = 0.0
        if now < self._waits_until:
            return
        high = self.low + self.travel
        if self._is_called:
            self._go(high, seconds)
            if self.ground.floor == high:
                self._is_called, self._waits_until = False, now + self.open_s
        elif self.ground.floor > self.low:
            self._go(self.low, seconds)

    def _go(self, goal: float, seconds: float) -> None:
        way = goal - self.ground.floor
        step = math.copysign(min(abs(way), _LIFT_SPEED * seconds), way)
        self.speed = step / seconds
        self.ground.floor = goal if abs(step) == abs(way) else self.ground.floor + step


class Terrain:
    """The solid world of one match."""

    def __init__(self, level: Level, step: float) -> None:
        self.level = level
        self.cell = level.cell
        self.width, self.depth = level.width, level.depth
        self.lowest = min((space.floor for space in level.spaces()), default=0.0)
        self._inverse = 1.0 / level.cell
        tops = water_tops(level)
        self._stacks: list[tuple[Ground, ...]] = [
            tuple(_ground(level, space, tops) for space in level.stack(column, row))
            for column in range(level.width)
            for row in range(level.depth)
        ]
        self.lifts = tuple(self._make_lifts())
        self.runs = StraightRuns(self)
        self.sight = Sightlines(self._stacks, self.width, self.depth, self.cell)
        for stack in self._stacks:
            for ground in stack:
                ground.open_around = self._open_around(ground, step)

    # Where

    def stack(self, column: int, row: int) -> tuple[Ground, ...]:
        """The spaces of a cell, from the lowest up; none outside of the map."""
        if 0 <= column < self.width and 0 <= row < self.depth:
            return self._stacks[column * self.depth + row]
        return ()

    def ground_below(self, x: float, y: float, z: float) -> Ground | None:
        """The space whose floor is the highest one at or under a point."""
        found = None
        for ground in self.stack(math.floor(x * self._inverse), math.floor(y * self._inverse)):
            if ground.height(x, y) <= z + _EPSILON:
                found = ground
        return found

    def is_inside(self, point: Vec3) -> bool:
        """Whether a point is in the open."""
        ground = self.ground_below(point.x, point.y, point.z)
        return ground is not None and point.z <= ground.ceiling + _EPSILON

    # Lines

    def is_clear(self, start: Vec3, end: Vec3) -> bool:
        """Whether nothing solid is on the straight line between two points."""
        return self.sight.is_clear(start, end)

    def trace(self, start: Vec3, end: Vec3) -> Hit | None:
        """The first solid thing on the line from one point to another."""
        way = end - start
        enters, normal = 0.0, (way * -1.0).unit()
        column, row = math.floor(start.x / self.cell), math.floor(start.y / self.cell)
        while True:
            border_x = self._border(start.x, way.x, column)
            border_y = self._border(start.y, way.y, row)
            leaves = min(border_x, border_y, 1.0)
            entry = start + way * enters
            ground = self._holding(column, row, entry)
            if ground is None:
                return Hit(enters, entry, normal)
            hit = self._floor_or_ceiling(ground, start, way, leaves)
            if hit is not None:
                return hit
            if leaves >= 1.0:
                return None
            enters = leaves
            if border_x <= border_y:
                column += 1 if way.x > 0.0 else -1
                normal = Vec3(-1.0 if way.x > 0.0 else 1.0, 0.0, 0.0)
            else:
                row += 1 if way.y > 0.0 else -1
                normal = Vec3(0.0, -1.0 if way.y > 0.0 else 1.0, 0.0)

    def _border(self, start: float, way: float, index: int) -> float:
        if way == 0.0:
            return math.inf
        return ((index + (way > 0.0)) * self.cell - start) / way

    def _holding(self, column: int, row: int, point: Vec3) -> Ground | None:
        for ground in self.stack(column, row):
            floor = ground.height(point.x, point.y)
            if floor - 1e-4 <= point.z <= ground.ceiling + 1e-4:
                return ground
        return None

    def _floor_or_ceiling(self, ground: Ground, start: Vec3, way: Vec3, leaves: float) -> Hit | None:
        """Where a line from inside a space goes through its floor or its ceiling, if it does."""
        if way.z > 0.0 and start.z + way.z * leaves > ground.ceiling + _EPSILON:
            part = max(0.0, (ground.ceiling - start.z) / way.z)
            return Hit(part, start + way * part, Vec3(0.0, 0.0, -1.0))
        fall = way.z - ground.slope_x * way.x - ground.slope_y * way.y
        above = start.z - ground.height(start.x, start.y)
        if fall < 0.0 and above + fall * leaves < -_EPSILON:
            part = max(0.0, above / -fall)
            return Hit(part, start + way * part, ground.normal())
        return None

    def can_run(self, start: Vec3, end: Vec3, radius: float, height: float, step: float) -> bool:
        """Whether a body gets from one place to the other by running straight, dropping down included.

        Both points are on the floor, or a little above it.
        """
        return self.runs.is_possible(start, end, radius, height, step)

    # Making it

    def _make_lifts(self) -> list[Lift]:
        lifts: list[Lift] = []
        for thing in self.level.things:
            if thing.kind is ThingKind.LIFT:
                where = thing.location
                ground = self.ground_below(where.x, where.y, where.z)
                if ground is not None:
                    ground.lift = Lift(len(lifts), thing, ground)
                    lifts.append(ground.lift)
        return lifts

    def _open_around(self, ground: Ground, step: float) -> tuple[bool, ...]:
        return tuple(
            self._is_open(ground, ground.column + step_x, ground.row + step_y, step)
            for step_y in (-1, 0, 1)
            for step_x in (-1, 0, 1)
        )

    def _is_open(self, ground: Ground, column: int, row: int, step: float) -> bool:
        """Whether a body anywhere on a floor can stick into a cell; unsure counts as no."""
        if ground.lift is not None or not ground.is_flat:
            return column == ground.column and row == ground.row
        return any(
            other.is_flat
            and other.lift is None
            and abs(other.floor - ground.floor) <= step
            and other.ceiling >= ground.ceiling
            for other in self.stack(column, row)
        )


def _ground(level: Level, space: Space, tops: Mapping[tuple[int, int, int], float]) -> Ground:
    step_x, step_y = space.rises.value if space.rises is not None else (0, 0)
    slope = space.rise / level.cell
    return Ground(
        space.column,
        space.row,
        space.floor,
        space.ceiling,
        slope * step_x,
        slope * step_y,
        (space.column + 0.5) * level.cell,
        (space.row + 0.5) * level.cell,
        space.rises is None or space.rise == 0.0,
        space.surface is Surface.WATER,
        space.surface is Surface.LAVA,
        tops.get((space.column, space.row, space.layer), -math.inf),
    )
