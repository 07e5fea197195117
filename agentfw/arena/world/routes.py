"""The shortest way from any point of a navigation graph to a goal, worked out once per goal."""

from __future__ import annotations

import heapq
import math
from typing import TYPE_CHECKING, Final

from agentfw.arena.maps.passages import PassageKind
from agentfw.geometry import Vec3

if TYPE_CHECKING:
    from agentfw.arena.maps.navgraph import NavGraph, NavLink
    from agentfw.arena.world.terrain import Ground, Terrain

__all__ = ["Routes"]

_FIXED: Final = {PassageKind.LIFT: 600.0, PassageKind.TELEPORT: 50.0}
"""What passages cost that are not run through, in uu of running."""
_JUMP: Final = 60.0
"""What a jump costs beyond its length."""


class _Way:
    """The way to one goal: for every point the next link and the distance."""

    def __init__(self, next_link: dict[int, NavLink], distance: dict[int, float]) -> None:
        self.next_link = next_link
        self.distance = distance


class Routes:
    """Ways over a navigation graph, cached per goal."""

    def __init__(self, graph: NavGraph, terrain: Terrain, safe_drop: float = 900.0) -> None:
        self.graph = graph
        self._safe_drop = safe_drop
        """Deeper drops cost health, so ways around are preferred."""
        self._terrain = terrain
        self._into: dict[int, list[NavLink]] = {}
        for link in graph.links:
            self._into.setdefault(link.end, []).append(link)
        self._ways: dict[int, _Way] = {}
        self._nearest: dict[int, int] = {}

    def next_link(self, start: int, goal: int) -> NavLink | None:
        """The link to take first; None when there is no way, or at the goal."""
        return self._way(goal).next_link.get(start)

    def distance(self, start: int, goal: int) -> float:
        """How long the way is; infinite without one."""
        return self._way(goal).distance.get(start, math.inf)

    def route(self, start: int, goal: int) -> list[int]:
        """The points from a start to a goal, both included; empty without a way."""
        if start == goal:
            return [start]
        links, found, at = self._way(goal).next_link, [start], start
        while at != goal:
            link = links.get(at)
            if link is None:
                return []
            at = link.end
            found.append(at)
        return found

    def nearest(self, ground: Ground) -> int:
        """The number of the point that is best reached from a space."""
        found = self._nearest.get(id(ground))
        if found is None:
            found = self._nearest[id(ground)] = self._search(ground)
        return found

    def nearest_to(self, feet: Vec3) -> int | None:
        """The point that is best reached from a place on the floor; None outside of the map."""
        ground = self._terrain.ground_below(feet.x, feet.y, feet.z + 1.0)
        return None if ground is None else self.nearest(ground)

    def _way(self, goal: int) -> _Way:
        way = self._ways.get(goal)
        if way is None:
            way = self._ways[goal] = self._spread(goal)
        return way

    def _spread(self, goal: int) -> _Way:
        """Dijkstra's algorithm, backward from the goal."""
        distance, next_link = {goal: 0.0}, dict[int, "NavLink"]()
        border, done = [(0.0, goal)], set[int]()
        while border:
            far, at = heapq.heappop(border)
            if at in done:
                continue
            done.add(at)
            for link in self._into.get(at, ()):
                longer = far + self._cost(link)
                if longer < distance.get(link.start, math.inf):
                    distance[link.start], next_link[link.start] = longer, link
                    heapq.heappush(border, (longer, link.start))
        return _Way(next_link, distance)

    def _cost(self, link: NavLink) -> float:
        if link.kind in _FIXED:
            return _FIXED[link.kind]
        extra = _JUMP if link.kind is PassageKind.JUMP else 0.0
        points = self.graph.points
        fall = points[link.start].location.z - points[link.end].location.z
        pain = max(0.0, fall - self._safe_drop) * 20.0 if link.kind is PassageKind.DROP else 0.0
        return link.length + extra + pain

    def _search(self, ground: Ground) -> int:
        floor = ground.floor if ground.lift is None else ground.lift.low
        here = Vec3(ground.center_x, ground.center_y, floor)
        near = sorted(
            self.graph.points,
            key=lambda point: (point.location.distance_to(here), point.number),
        )
        for point in near[:24]:
            if self._terrain.can_run(here, point.location, 10.0, 80.0, 35.0):
                return point.number
        return near[0].number
