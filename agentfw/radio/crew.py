"""What a bot knows of its mates from chat: where they are, how they are, what they like to do."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec.structs import replace

from agentfw.decisions import Report
from agentfw.geometry import Vec3
from agentfw.skills.ways import run_speed, way_uu

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from agentfw.perception import View
    from agentfw.vocabulary import EntityId

__all__ = ["Crew"]

_WAYS_S: Final = 2.0
_BELIEVES_S: Final = 30.0
"""So long what somebody told of himself counts."""
_MAX_MATES: Final = 32
ROLES: Final = {"offense": "attacker", "defense": "defender"}


class _Note(msgspec.Struct):
    """What one mate has told."""

    location: Vec3 | None = None
    location_at: float = -math.inf
    health: int = 100
    health_at: float = -math.inf
    role: str = ""
    ways: dict[str, float] = {}
    ways_at: float = -math.inf


class Crew:
    """The mates of one bot."""

    def __init__(self) -> None:
        self._notes: dict[str, _Note] = {}

    def begin(self) -> None:
        """The bot has come into the game, and has heard of nobody."""
        self._notes.clear()

    def lose(self, name: str) -> None:
        """Somebody is gone."""
        self._notes.pop(name, None)

    def tell_location(self, name: str, location: Vec3, now: float) -> None:
        """Somebody says where it is."""
        note = self._note(name)
        note.location, note.location_at = location, now

    def tell_health(self, name: str, health: int, now: float) -> None:
        """Somebody says how it is."""
        note = self._note(name)
        note.health, note.health_at = health, now

    def tell_role(self, name: str, wish: str) -> None:
        """Somebody says what it likes to do: ``offense``, ``defense`` or ``anything``."""
        self._note(name).role = ROLES.get(wish, "")

    def role(self, name: str) -> str:
        """What somebody likes to do."""
        note = self._notes.get(name)
        return note.role if note is not None else ""

    def report(self, name: str, player: EntityId | None, view: View) -> Report:
        """A mate as far as it is known; of whom nothing is known is well, and anywhere."""
        note, now = self._note(name), view.now
        location, _ = _where(note, player, view)
        if now - note.ways_at >= _WAYS_S:
            note.ways_at, note.ways = now, dict(_ways(view, location))
        carried = next(
            (one.team for one in view.flags.values() if player and one.holder == player), None
        )
        return Report(
            bot=name,
            player=player,
            is_alive=True,
            location=location,
            health=note.health if now - note.health_at <= _BELIEVES_S else 100,
            role=note.role,
            carries=carried,
            ways=note.ways,
            team=view.team,
        )

    def whereabouts(self, name: str, view: View) -> tuple[Vec3 | None, float]:
        """Where somebody was seen, or says to be, whichever is newer, and when."""
        player = next((one.id for one in view.players.values() if one.name == name), None)
        return _where(self._notes.get(name, _Note()), player, view)

    def _note(self, name: str) -> _Note:
        if name not in self._notes and len(self._notes) >= _MAX_MATES:
            del self._notes[next(iter(self._notes))]
        return self._notes.setdefault(name, _Note())


def _where(note: _Note, player: EntityId | None, view: View) -> tuple[Vec3 | None, float]:
    """Where somebody was seen, or says to be, whichever is newer, and when."""
    seen = view.players.get(player) if player is not None else None
    told = note.location if view.now - note.location_at <= _BELIEVES_S else None
    if seen is not None and seen.location is not None:
        is_newer = told is not None and note.location_at > seen.seen_at
        return (told, note.location_at) if is_newer else (seen.location, seen.seen_at)
    return told, note.location_at


def _ways(view: View, location: Vec3 | None) -> Iterator[tuple[str, float]]:
    """How many seconds it is from somewhere to what teams play for."""
    if location is None:
        return
    node = view.graph.nearest(location)
    there = replace(
        view, me=replace(view.me, location=location), place=node.id if node is not None else None
    )
    speed = run_speed(view)
    for name, goal in _goals(view).items():
        seconds = way_uu(there, goal) / speed
        if math.isfinite(seconds):
            yield name, round(seconds, 1)


def _goals(view: View) -> Mapping[str, Vec3 | None]:
    bases = {
        ("own base" if flag.team == view.team else "enemy base"): flag.home
        for flag in view.flags.values()
    }
    return {**bases, **{str(one.id): one.location for one in view.points.values()}}
