"""How high the water stands: every pool is filled up to its lowest shore."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from agentfw.arena.maps.level import Side, Surface

if TYPE_CHECKING:
    from agentfw.arena.maps.level import Level, Space

__all__ = ["water_tops"]


def water_tops(level: Level) -> dict[tuple[int, int, int], float]:
    """The height of the water for each water space, by column, row and layer."""
    tops: dict[tuple[int, int, int], float] = {}
    for space in level.spaces():
        if space.surface is Surface.WATER and _key(space) not in tops:
            pool, shore = _pool(level, space)
            tops |= {_key(part): max(shore, part.floor) for part in pool}
    return tops


def _pool(level: Level, first: Space) -> tuple[list[Space], float]:
    """The water spaces that belong together, and the lowest floor beside them."""
    pool, shore, found = [first], math.inf, {_key(first)}
    for space in pool:
        for side in Side:
            step_x, step_y = side.value
            for other in level.stack(space.column + step_x, space.row + step_y):
                if other.ceiling <= space.floor or other.floor >= space.ceiling:
                    continue
                if other.surface is not Surface.WATER:
                    shore = min(shore, other.floor)
                elif _key(other) not in found:
                    found.add(_key(other))
                    pool.append(other)
    return pool, shore if shore < math.inf else first.floor


def _key(space: Space) -> tuple[int, int, int]:
    return space.column, space.row, space.layer
