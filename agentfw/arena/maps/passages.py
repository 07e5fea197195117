"""How a body gets from one space to the next: the fine graph that navigation is derived from.

Between neighboring cells a body walks where the floors meet within a step, jumps where the other floor
is a little higher, and drops where it is lower. Lifts, teleporters and pads lead farther. A passage goes
one way; most come in pairs.
"""

from __future__ import annotations

import enum
import math
from typing import TYPE_CHECKING, Final

import msgspec

from agentfw.arena.maps.level import Side, Surface, ThingKind
from agentfw.arena.maps.pools import water_tops

if TYPE_CHECKING:
    from collections.abc import Iterator

    from agentfw.arena.maps.level import Level, Space, Thing

__all__ = ["Body", "Passage", "PassageKind", "Passages"]


_OUT_OF_WATER: Final = 20.0
"""How far above the water a shore may be for a swimmer to climb out."""


class Body(msgspec.Struct, frozen=True):
    """What a body can do, as far as the map cares."""

    height: float = 88.0
    step: float = 35.0
    """How high an edge it walks up without jumping."""
    jump: float = 56.0
    """How high an edge it gets up by jumping."""


class PassageKind(enum.Enum):
    """What a body does to take a passage."""

    WALK = "walk"
    JUMP = "jump"
    DROP = "drop"
    LIFT = "lift"
    TELEPORT = "teleport"
    PAD = "pad"


class Passage(msgspec.Struct, frozen=True, gc=False):
    """One way from a space to another; both are numbered as `Passages.spaces` lists them."""

    start: int
    end: int
    kind: PassageKind


class Passages:
    """All passages of a level for one body."""

    def __init__(self, level: Level, body: Body = Body()) -> None:
        self.level = level
        self.spaces = tuple(level.spaces())
        self._body = body
        self._tops = water_tops(level)
        self._numbers = {
            (space.column, space.row, space.layer): number for number, space in enumerate(self.spaces)
        }
        self.walks: list[dict[Side, int]] = [{} for _ in self.spaces]
        """For each space: the space that is walked into on each side."""
        self.leaps: list[Passage] = []
        """Everything that is not walked."""
        for number, space in enumerate(self.spaces):
            self._join_neighbors(number, space)
        self.leaps += self._special()

    def all(self) -> Iterator[Passage]:
        """Every passage there is."""
        for start, walks in enumerate(self.walks):
            yield from (Passage(start, end, PassageKind.WALK) for end in walks.values())
        yield from self.leaps

    def number_of(self, thing: Thing) -> int:
        """The space in which a thing of the map is."""
        column = int(thing.location.x // self.level.cell)
        row = int(thing.location.y // self.level.cell)
        stack = self.level.stack(column, row)
        space = next(space for space in stack if space.floor == thing.location.z)
        return self._numbers[column, row, space.layer]

    def _join_neighbors(self, number: int, space: Space) -> None:
        for side in Side:
            step_x, step_y = side.value
            for other in self.level.stack(space.column + step_x, space.row + step_y):
                kind = self._kind(space, other, side)
                end = self._numbers[other.column, other.row, other.layer]
                if kind is PassageKind.WALK:
                    self.walks[number][side] = end
                elif kind is not None:
                    self.leaps.append(Passage(number, end, kind))

    def _kind(self, space: Space, other: Space, side: Side) -> PassageKind | None:
        """How a body gets over the edge between two spaces; None when it cannot, or should not.

        Nobody goes into lava; whoever is in it may get out.
        """
        if other.surface is Surface.LAVA:
            return None
        step_x, step_y = side.value
        cell = self.level.cell
        x = (space.column + 0.5 + 0.5 * step_x) * cell
        y = (space.row + 0.5 + 0.5 * step_y) * cell
        here, there = self.level.floor_height(space, x, y), self.level.floor_height(other, x, y)
        if min(space.ceiling, other.ceiling) - max(here, there) < self._body.height:
            return None
        if abs(there - here) <= self._body.step or self._is_swum(space, other):
            return PassageKind.WALK
        if there < here:
            return PassageKind.DROP
        climbs = there <= self._tops.get(_key(space), -math.inf) + _OUT_OF_WATER
        return PassageKind.JUMP if climbs or there - here <= self._body.jump else None

    def _is_swum(self, space: Space, other: Space) -> bool:
        """Whether both are parts of one deep pool, so that the floor does not matter."""
        top = self._tops.get(_key(space))
        return top is not None and self._tops.get(_key(other)) == top

    def _special(self) -> Iterator[Passage]:
        for thing in self.level.things:
            start = self.number_of(thing)
            if thing.kind is ThingKind.LIFT:
                yield from (
                    Passage(start, end, PassageKind.LIFT) for end in self._lift_exits(thing, start)
                )
            elif thing.target is not None:
                kind = PassageKind.PAD if thing.kind is ThingKind.PAD else PassageKind.TELEPORT
                yield Passage(start, self._target(thing), kind)

    def _target(self, thing: Thing) -> int:
        """The nearest place that bears the mark; on a symmetric map there are two."""
        places = [other for other in self.level.things if other.mark == thing.target]
        nearest = min(places, key=lambda other: other.location.distance_to(thing.location))
        return self.number_of(nearest)

    def _lift_exits(self, lift: Thing, start: int) -> Iterator[int]:
        space = self.spaces[start]
        top = space.floor + lift.travel
        for side in Side:
            step_x, step_y = side.value
            for other in self.level.stack(space.column + step_x, space.row + step_y):
                is_level = abs(other.floor - top) <= self._body.step
                if is_level and space.ceiling - top >= self._body.height:
                    yield self._numbers[other.column, other.row, other.layer]


def _key(space: Space) -> tuple[int, int, int]:
    return space.column, space.row, space.layer
