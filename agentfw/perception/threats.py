"""Who is after the bot: hits of known and unknown origin, shots in the air, guns that point here."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import msgspec

from agentfw.geometry import Vec3
from agentfw.vocabulary import EntityId, Firing

if TYPE_CHECKING:
    from collections.abc import Iterable

    from agentfw.perception.beliefs import KnownPlayer
    from agentfw.vocabulary import DamageTaken, ProjectileSeen, SelfState

__all__ = ["Threats", "Wounds", "is_incoming", "who_shoots_whom"]

_AIMS_WITHIN: Final = math.cos(math.radians(8.0))
_COMES_WITHIN: Final = math.cos(math.radians(12.0))
_COMES_WITHIN_S: Final = 2.0


class Threats(msgspec.Struct, frozen=True, gc=False):
    """What speaks for being attacked."""

    is_under_fire: bool = False
    attacker: EntityId | None = None
    """Who hurt this bot last, if that is known and not long ago."""
    direction: Vec3 | None = None
    """Where the danger comes from, as a unit vector, if that is known."""
    hurt_at: float = -math.inf
    damage: int = 0
    """Points lost lately."""


class Wounds:
    """The hits that this bot took lately."""

    def __init__(self, remembers_s: float) -> None:
        self._remembers_s = remembers_s
        self._hits: list[tuple[float, int, EntityId | None]] = []

    def hit(self, damage: DamageTaken, at: float) -> None:
        """The bot was hurt."""
        self._hits.append((at, damage.damage or 0, damage.instigator or None))

    def is_fresh(self, now: float, within_s: float) -> bool:
        """Whether the last hit was a moment ago."""
        return bool(self._hits) and now - self._hits[-1][0] <= within_s

    def forget(self) -> None:
        """The body that was hurt is gone."""
        self._hits.clear()

    def forget_attacker(self, player: EntityId | None) -> None:
        """Somebody died, and is no danger now."""
        self._hits = [hit for hit in self._hits if hit[2] is None or hit[2] != player]

    def threats(
        self,
        now: float,
        me: SelfState,
        shots: Iterable[ProjectileSeen],
        players: dict[EntityId, Vec3],
        under_fire_s: float,
    ) -> Threats:
        """What the hits and the shots in the air say now."""
        if self._hits and now - self._hits[0][0] > self._remembers_s:
            self._hits = [hit for hit in self._hits if now - hit[0] <= self._remembers_s]
        shot = next((shot for shot in shots if is_incoming(shot, me.location)), None)
        if not self._hits:
            return Threats(is_under_fire=True, direction=_origin(shot)) if shot else Threats()
        attacker = next((who for _, _, who in reversed(self._hits) if who is not None), None)
        hurt_at = self._hits[-1][0]
        return Threats(
            is_under_fire=shot is not None or now - hurt_at <= under_fire_s,
            attacker=attacker,
            direction=_toward(me.location, players.get(attacker) if attacker else None) or _origin(shot),
            hurt_at=hurt_at,
            damage=sum(damage for _, damage, _ in self._hits),
        )


def is_incoming(shot: ProjectileSeen, here: Vec3 | None) -> bool:
    """Whether a projectile flies this way and will be here soon."""
    if shot.impact_time_s is not None and shot.impact_time_s > _COMES_WITHIN_S:
        return False
    if shot.location is None or here is None or shot.direction is None:
        return shot.impact_time_s is not None  # servers that tell no place tell only what comes here
    way = here - shot.location
    return shot.direction.dot(way) >= _COMES_WITHIN * way.length * shot.direction.length


def who_shoots_whom(me: SelfState, players: Iterable[KnownPlayer]) -> dict[EntityId, EntityId]:
    """For everybody in sight who fires: the one in sight, or this bot, that the gun points at most."""
    seen = [one for one in players if one.is_visible and one.location is not None]
    targets = [(one.id, one.location) for one in seen]
    if me.id is not None and me.location is not None:
        targets.append((me.id, me.location))
    found = {}
    for shooter in seen:
        if shooter.firing is Firing.NONE or shooter.rotation is None or shooter.location is None:
            continue
        aim, best = shooter.rotation.direction(), _AIMS_WITHIN
        for target, where in targets:
            way = where - shooter.location if where is not None else Vec3(0.0, 0.0, 0.0)
            if target == shooter.id or way.length == 0.0:
                continue
            if aim.dot(way) / way.length > best:
                best, found[shooter.id] = aim.dot(way) / way.length, target
    return found


def _toward(here: Vec3 | None, there: Vec3 | None) -> Vec3 | None:
    return (there - here).unit() if here is not None and there is not None else None


def _origin(shot: ProjectileSeen | None) -> Vec3 | None:
    """Where a shot comes from."""
    return -shot.direction.unit() if shot is not None and shot.direction is not None else None
