"""Maps of square tiles, as worlds seen from above have them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from agentfw.geometry import Vec3
from agentfw.navigation.graph import Link, Node, PlaceGraph
from agentfw.vocabulary import EntityId

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["BLOCKED", "grid_graph", "tile_id"]

BLOCKED: Final = "#"
_STRAIGHT: Final = ((1, 0), (0, 1), (-1, 0), (0, -1))
_DIAGONAL: Final = ((1, 1), (-1, 1), (-1, -1), (1, -1))


def tile_id(x: int, y: int) -> EntityId:
    """The id of a tile: its column and row, counted from 0 at the top left."""
    return EntityId(f"{x},{y}")


def grid_graph(
    rows: Sequence[str], *, cuts_corners: bool = False, level: str | None = None
) -> PlaceGraph:
    """The tiles of a drawing in which "#" is blocked, each linked with the up to eight around it.

    A step costs 1, a diagonal one the square root of 2. By default a body does not squeeze past a
    corner: both tiles beside a diagonal step must be free. With `cuts_corners` none need be.
    """
    free = {
        (x, y) for y, row in enumerate(rows) for x, character in enumerate(row) if character != BLOCKED
    }
    order = sorted(free, key=lambda tile: (tile[1], tile[0]))
    nodes = [Node(tile_id(x, y), Vec3(float(x), float(y), 0.0)) for x, y in order]
    links = [
        Link(tile_id(x, y), tile_id(*end), cost)
        for x, y in order
        for end, cost in _steps(x, y, free, cuts_corners=cuts_corners)
    ]
    return PlaceGraph(nodes, links, level)


def _steps(
    x: int, y: int, free: set[tuple[int, int]], *, cuts_corners: bool
) -> Iterator[tuple[tuple[int, int], float]]:
    for step_x, step_y in _STRAIGHT:
        if (x + step_x, y + step_y) in free:
            yield (x + step_x, y + step_y), 1.0
    for step_x, step_y in _DIAGONAL:
        beside = (x + step_x, y) in free and (x, y + step_y) in free
        if (x + step_x, y + step_y) in free and (beside or cuts_corners):
            yield (x + step_x, y + step_y), math.sqrt(2.0)
