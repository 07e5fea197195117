"""A lower bound for what is left of the way, to lead a search toward its goal.

Where every link costs at least as much as its length, the straight distance is such a bound. A few
links are cheaper than that, teleporters above all. A way either uses none of them, or goes to the
start of one first and leaves the end of one last; the bound is the smaller of the two, and stays
consistent. On a map full of such shortcuts all lengths count for less instead.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    from agentfw.geometry import Vec3
    from agentfw.navigation.graph import Link, PlaceGraph

__all__ = ["Estimates"]

_MAX_SHORTCUTS: Final = 24
_SLACK: Final = 1.0 - 1e-12
"""Rounding must not make the bound larger than the truth."""


class Estimates:
    """The lower bounds of one graph, for any goal."""

    def __init__(self, graph: PlaceGraph) -> None:
        self._nodes = graph.nodes
        lengths = [(link, self._length(link)) for link in graph.links]
        shortcuts = [link for link, length in lengths if link.cost < length * _SLACK]
        self._scale = _SLACK
        if len(shortcuts) > _MAX_SHORTCUTS:
            worst = min(link.cost / length for link, length in lengths if length > 0.0)
            self._scale, shortcuts = worst * _SLACK, []
        self._shortcuts = shortcuts

    def toward(self, goal: Vec3) -> Callable[[Vec3], float]:
        """A function that says what at least is left from a location to the goal."""
        scale, nodes = self._scale, self._nodes
        starts = [nodes[link.start].location for link in self._shortcuts]
        after = min(
            (
                link.cost * _SLACK + scale * nodes[link.end].location.distance_to(goal)
                for link in self._shortcuts
            ),
            default=math.inf,
        )
        if not starts:
            return lambda at: scale * at.distance_to(goal)

        def bound(at: Vec3) -> float:
            first = min([at.distance_to(start) for start in starts])
            return min(scale * at.distance_to(goal), scale * first + after)

        return bound

    def _length(self, link: Link) -> float:
        return self._nodes[link.start].location.distance_to(self._nodes[link.end].location)
