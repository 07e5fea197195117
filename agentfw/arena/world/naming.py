"""How objects are called on the wire, in the manner of each game.

Clients treat ids as opaque, but people read them and some clients look for the classes in them, so
they are made as the real servers make them: the map, the class, a running number.
"""

from __future__ import annotations

import collections
from typing import TYPE_CHECKING, Final

from agentfw.arena.maps.level import ThingKind
from agentfw.arena.maps.passages import PassageKind
from agentfw.vocabulary import EntityId

if TYPE_CHECKING:
    from collections.abc import Mapping

    from agentfw.arena.games.specs import ItemSpec
    from agentfw.arena.maps.navgraph import NavGraph
    from agentfw.vocabulary import ClassName

__all__ = ["CLASSIC_WORDS", "MODERN_WORDS", "Naming", "lift_exits"]

MODERN_WORDS: Final = {
    "client": "ObservedRemoteBot",
    "native": "GBxBot",
    "body": "GBxPawn",
    "mover": "Mover",
    "flag0": "xRedFlag",
    "flag1": "xBlueFlag",
    "base0": "xRedFlagBase",
    "base1": "xBlueFlagBase",
    "point": "xDomPoint",
    "pad": "UTJumpPad",
}
CLASSIC_WORDS: Final = {
    "client": "RemoteBot",
    "native": "TMale1Bot",
    "body": "TMale1",
    "mover": "Mover",
    "flag0": "RedFlag",
    "flag1": "CTFFlag",
    "base0": "FlagBase",
    "base1": "FlagBase",
    "point": "ControlPoint",
    "pad": "Kicker",
}
_PLACE_WORDS: Final = {
    ThingKind.START: "PlayerStart",
    ThingKind.ITEM: "InventorySpot",
    ThingKind.LIFT: "LiftCenter",
    ThingKind.TELEPORTER: "Teleporter",
    ThingKind.EXIT: "Teleporter",
}


class Naming:
    """Hands out ids; every one only once."""

    def __init__(self, level: str, words: Mapping[str, str], *, is_modern: bool) -> None:
        self.level = level
        self._words = words
        self._is_modern = is_modern
        self._counts: collections.Counter[str] = collections.Counter()
        self._running = 0

    @property
    def level_info(self) -> EntityId:
        """What walls are called."""
        return EntityId(f"{self.level}.LevelInfo0")

    def object(self, word: str) -> EntityId:
        """A new object of a class; words of this table are translated."""
        short = self._words.get(word, word).rpartition(".")[2]
        number = self._counts[short]
        self._counts[short] += 1
        return EntityId(f"{self.level}.{short}{number}")

    def player(self, number: int, *, is_native: bool) -> EntityId:
        """A player; the newer game puts its number behind the path without a separator."""
        word = self._words["native" if is_native else "client"]
        return EntityId(f"{self.level}.{word}{number}{number if self._is_modern else ''}")

    def projectile(self, name: ClassName) -> EntityId:
        """Something in flight."""
        path = self.object(name)
        return EntityId(f"{path}ProID{self._next()}") if self._is_modern else path

    def item(self, spec: ItemSpec, *, dropped: bool) -> EntityId:
        """An item of the map by what it lies on, others by a running number."""
        is_based = spec.base != spec.pickup.rpartition(".")[2] and not dropped
        path = self.object(spec.base if is_based else spec.pickup)
        return path if is_based or not self._is_modern else EntityId(f"{path}id{self._next()}")

    def places(self, graph: NavGraph) -> tuple[EntityId, ...]:
        """The ids of all points of a navigation graph, by their numbers."""
        exits = lift_exits(graph)
        return tuple(self._place(graph, number, exits) for number in range(len(graph.points)))

    def _place(self, graph: NavGraph, number: int, exits: Mapping[int, int]) -> EntityId:
        thing = graph.points[number].thing
        if thing is None:
            return self.object("LiftExit" if number in exits else "PathNode")
        if thing.kind is ThingKind.FLAG:
            return self.object(f"base{thing.team or 0}")
        if thing.kind is ThingKind.POINT:
            return self.object("point")
        if thing.kind is ThingKind.PAD:
            return self.object("pad")
        return self.object(_PLACE_WORDS[thing.kind])

    def _next(self) -> int:
        self._running += 1
        return self._running


def lift_exits(graph: NavGraph) -> dict[int, int]:
    """The points where one leaves a lift, each with the point of its lift."""
    exits = {}
    for link in graph.links:
        if link.kind is PassageKind.LIFT and graph.points[link.end].thing is None:
            exits[link.end] = link.start
    return exits
