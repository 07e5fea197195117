"""A map that a bot makes by itself, where the server tells places but no links.

What the bot sees, where it ran and what paths the server names become places and links. A link that
was run along, or named in a path, is known; its way back is assumed where the ground does not
rise much, and so is the way to a place that the server says can be run to. A link that fails becomes
dearer each time and is forgotten at the third, until somebody runs along it again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from agentfw.errors import UsageError
from agentfw.navigation.graph import Link, Node, PlaceGraph
from agentfw.navigation.kinds import LinkKind
from agentfw.navigation.listing import cost_of, leads_down
from agentfw.vocabulary import PlaceKind

if TYPE_CHECKING:
    from collections.abc import Iterable

    from agentfw.geometry import Vec3
    from agentfw.vocabulary import ClassName, EntityId, PathStep

__all__ = ["MapLearner"]

_MAX_RISE: Final = 40.0
"""A body walks up steps, but a way back that rises farther may have been a drop."""
_MAX_FAILURES: Final = 3
_STEEP: Final = 0.5
"""What rises more steeply than a ramp has to be jumped up."""


class MapLearner:
    """Collects what is found out about a map; `graph` gives it as a map to travel on."""

    def __init__(self, level: str | None = None, *, max_places: int = 20_000) -> None:
        self.level = level
        self.version = 0
        """Changes whenever something new was learned."""
        self.ignored = 0
        """Places not taken up because there were too many."""
        self._max_places = max_places
        self._nodes: dict[EntityId, Node] = {}
        self._known: dict[tuple[EntityId, EntityId], int] = {}
        """How often each link has failed."""
        self._teleports: set[tuple[EntityId, EntityId]] = set()
        self._graph: tuple[int, PlaceGraph] | None = None

    def see(
        self,
        place: EntityId,
        location: Vec3,
        kind: PlaceKind | None = None,
        item_class: ClassName | None = None,
        *,
        reachable_from: EntityId | None = None,
    ) -> None:
        """Note where a place is and, if so, that it can be run to from the place where the bot is."""
        before = self._nodes.get(place)
        if before is None and len(self._nodes) >= self._max_places:
            self.ignored += 1
            return
        if before is not None:
            kind, item_class = kind or before.kind, item_class or before.item_class
        node = Node(place, location, kind, item_class=item_class, is_learned=True)
        if node != before:
            self._nodes[place] = node
            self.version += 1
        if reachable_from is not None and reachable_from in self._nodes:
            self._assume(reachable_from, place)
            self._assume_back(reachable_from, place)

    def walked(self, start: EntityId, end: EntityId, *, is_teleport: bool = False) -> None:
        """Note that the bot ran from one place straight to another, or was carried there at once."""
        self._check(start, end)
        self._learn(start, end)
        if is_teleport:
            self._teleports.add((start, end))
        else:
            self._assume_back(start, end)

    def path(self, steps: Iterable[PathStep]) -> None:
        """Note a path that the server named: each place can be run to from the one before.

        A place whose location neither the path nor anything before told is passed over, together with
        the links that it would have.
        """
        before: EntityId | None = None
        for step in steps:
            if step.location is not None and step.id not in self._nodes:
                self.see(step.id, step.location)
            if step.id not in self._nodes:
                before = None
                continue
            if before is not None:
                self._learn(before, step.id)
                if self._are_teleporters(before, step.id):
                    self._teleports.add((before, step.id))
                else:
                    self._assume_back(before, step.id)
            before = step.id

    def failed(self, start: EntityId, end: EntityId) -> None:
        """Note that running from one place to another did not work."""
        failures = self._known.get((start, end))
        if failures is not None and failures < _MAX_FAILURES:
            self._known[start, end] = failures + 1
            self.version += 1

    def graph(self) -> PlaceGraph:
        """The map as far as it is known; the same one until something new is learned."""
        if self._graph is None or self._graph[0] != self.version:
            self._graph = self.version, PlaceGraph(self._nodes.values(), self._links(), self.level)
        return self._graph[1]

    def _links(self) -> Iterable[Link]:
        for (start, end), failures in self._known.items():
            if failures < _MAX_FAILURES:
                first, last = self._nodes[start], self._nodes[end]
                is_teleport = (start, end) in self._teleports
                kind = LinkKind.TELEPORT if is_teleport else _kind(first, last)
                yield Link(start, end, cost_of(kind, first, last) * (1 + failures), kind)

    def _learn(self, start: EntityId, end: EntityId) -> None:
        """Take a link as known; what failed before works now."""
        if start != end and self._known.get((start, end)) != 0:
            self._known[start, end] = 0
            self.version += 1

    def _assume(self, start: EntityId, end: EntityId) -> None:
        """Take a link as likely, unless experience says otherwise."""
        if start != end and (start, end) not in self._known:
            self._known[start, end] = 0
            self.version += 1

    def _assume_back(self, start: EntityId, end: EntityId) -> None:
        if self._nodes[start].location.z - self._nodes[end].location.z <= _MAX_RISE:
            self._assume(end, start)

    def _are_teleporters(self, *places: EntityId) -> bool:
        return all(self._nodes[place].kind is PlaceKind.TELEPORTER for place in places)

    def _check(self, *places: EntityId) -> None:
        for place in places:
            if place not in self._nodes:
                raise UsageError(f'place "{place}" has not been seen yet')


def _kind(start: Node, end: Node) -> LinkKind:
    """How a body gets from one place to another, by the kinds of the places and where they are."""
    rise = end.location.z - start.location.z
    across = start.location.ground_distance_to(end.location)
    if start.kind is PlaceKind.LIFT_CENTER and rise > _MAX_RISE:
        return LinkKind.LIFT
    if leads_down(start, end):
        return LinkKind.DROP
    return LinkKind.JUMP if rise > max(_MAX_RISE, _STEEP * across) else LinkKind.WALK
