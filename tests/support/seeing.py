"""Percepts in one line each, stores that have heard them, and views written out to be compared."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from agentfw.geometry import Rotation, Vec3
from agentfw.perception import Store
from agentfw.vocabulary import (
    DominationPoint,
    EntityId,
    FlagSeen,
    FlagState,
    ItemSeen,
    Listing,
    Place,
    PlayerSeen,
    SelfState,
    Snapshot,
)

if TYPE_CHECKING:
    from agentfw.perception import Memory, View
    from agentfw.vocabulary import Percept

__all__ = [
    "ME",
    "Watch",
    "at",
    "enemy",
    "flag",
    "item",
    "listing",
    "me",
    "place",
    "point",
    "snap",
    "written",
]

ME: Final = EntityId("me")
_DERIVED: Final = ("enemies", "mates", "remembered_enemies", "shooting", "items_there", "enemy_flags")


def at(x: float = 0.0, y: float = 0.0, z: float = 0.0) -> Vec3:
    """A point."""
    return Vec3(x, y, z)


def me(x: float = 0.0, y: float = 0.0, *, yaw: int = 0, **told: Any) -> SelfState:
    """The own body, of team 0, healthy and standing, unless told otherwise."""
    usual: dict[str, Any] = {"id": ME, "team": 0, "health": 100, "velocity": at()}
    return SelfState(**(usual | {"location": at(x, y), "rotation": Rotation(0, yaw, 0)} | told))


def enemy(name: str = "foe", x: float = 500.0, y: float = 0.0, **told: Any) -> PlayerSeen:
    """Somebody of team 1 in sight."""
    usual: dict[str, Any] = {"id": EntityId(name), "team": 1, "location": at(x, y)}
    return PlayerSeen(**(usual | told))


def item(name: str = "kit", x: float = 300.0, y: float = 0.0, **told: Any) -> ItemSeen:
    """Something that lies there."""
    usual: dict[str, Any] = {"id": EntityId(name), "location": at(x, y)}
    return ItemSeen(**(usual | told))


def flag(
    team: int, state: FlagState | None = FlagState.HOME, x: float | None = None, **told: Any
) -> FlagSeen:
    """The flag of a team; without a place it is not in sight."""
    usual: dict[str, Any] = {"id": EntityId(f"flag{team}"), "team": team, "state": state}
    return FlagSeen(**(usual | {"location": at(x) if x is not None else None} | told))


def point(name: str = "dom", x: float | None = 400.0, **told: Any) -> DominationPoint:
    """A domination point."""
    usual: dict[str, Any] = {"id": EntityId(name), "location": at(x) if x is not None else None}
    return DominationPoint(**(usual | told))


def place(name: str, x: float | None = None, y: float = 0.0, **told: Any) -> Place:
    """A place of the map."""
    usual: dict[str, Any] = {"id": EntityId(name), "location": at(x, y) if x is not None else None}
    return Place(**(usual | told))


def snap(*percepts: Percept, time: float = 0.0) -> Snapshot:
    """One look at the world."""
    return Snapshot(time=time, percepts=percepts)


def listing(*percepts: Percept, subject: str = "world") -> Listing:
    """A list that the game told."""
    return Listing(subject=subject, percepts=percepts)


class Watch:
    """A store and the time: what is heard, and what is believed then."""

    def __init__(self, memory: Memory | None = None) -> None:
        self.store = Store(memory) if memory is not None else Store()
        self.now = 0.0

    def hear(self, *percepts: Percept, now: float | None = None) -> Watch:
        """Percepts come, at a time if one is given, else when the last ones came."""
        self.now = self.now if now is None else now
        for percept in percepts:
            self.store.apply(percept, self.now)
        return self

    def look(self, *percepts: Percept, now: float | None = None) -> View:
        """The view after one look at the world that shows these."""
        return self.hear(snap(*percepts), now=now).view()

    def view(self, now: float | None = None) -> View:
        """What is believed, now or at a time."""
        self.now = self.now if now is None else now
        return self.store.view(self.now)


def written(view: View) -> dict[str, str]:
    """Everything that a view tells, told and derived, as text in the order it is told."""
    told = {name: repr(value) for name, value in msgspec.structs.asdict(view).items()}
    told |= {name: repr(getattr(view, name)) for name in _DERIVED}
    graph = view.graph
    told["chart"] = f"{graph!r} {dict(graph.nodes)!r} {graph.links!r}"
    return told
