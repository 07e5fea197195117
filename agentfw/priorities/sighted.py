"""What was seen of the enemy and is not known to be dead: whereabouts, and sums of health and damage."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

import msgspec

from agentfw.geometry import Vec3
from agentfw.priorities.catalog import DANGEROUS, Group, UnitType

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Sighted", "Sightings", "Totals"]

_FORGETS_S: Final = 30.0
_POSITION_S: Final = 1.0


class Sighted(msgspec.Struct, frozen=True):
    """One enemy, as it was last perceived."""

    id: str
    type: UnitType
    seen_at: float
    is_visible: bool = True
    where: Vec3 | None = None
    """Where it was when its whereabouts were last taken down, about once a second."""
    where_at: float = -math.inf


class Totals(msgspec.Struct, frozen=True):
    """Sums over enemies."""

    health: Mapping[str, float]
    """By kind of armor."""
    dps: Mapping[str, float]
    """Damage per second by kind of damage."""
    flying_health: float = 0.0


class Sightings:
    """The enemies seen, fed by what happens: `see`, `lose`, `kill`, and the time that passes.

    Holds nothing that it was not told. Who is out of sight for 30 s is forgotten.
    """

    def __init__(self, forgets_s: float = _FORGETS_S) -> None:
        self._forgets_s = forgets_s
        self._enemies: dict[str, Sighted] = {}
        self._counts: Counter[UnitType] = Counter()
        """How many there are of each type: sums of these do not depend on what happened before."""

    def __len__(self) -> int:
        return len(self._enemies)

    def __contains__(self, enemy: str) -> bool:
        return enemy in self._enemies

    def get(self, enemy: str) -> Sighted | None:
        """What is known about one enemy, if anything is."""
        return self._enemies.get(enemy)

    def see(self, enemy: str, kind: UnitType, now: float, where: Vec3 | None = None) -> None:
        """An enemy is in sight; told again and again, its position is taken down once a second."""
        before = self._enemies.get(enemy)
        where_at = now
        if before is not None and before.is_visible and now - before.where_at < _POSITION_S:
            where, where_at = before.where, before.where_at
        elif where is None:
            where, where_at = (before.where, before.where_at) if before else (None, -math.inf)
        self._put(Sighted(enemy, kind, now, where=where, where_at=where_at))

    def lose(self, enemy: str, now: float) -> None:
        """An enemy went out of sight; where it was stays known."""
        known = self._enemies.get(enemy)
        if known is not None and known.is_visible:
            self._enemies[enemy] = msgspec.structs.replace(known, is_visible=False, seen_at=now)

    def kill(self, enemy: str) -> None:
        """An enemy is dead, and forgotten at once."""
        known = self._enemies.pop(enemy, None)
        if known is not None:
            self._uncount(known.type)

    def pass_time(self, now: float) -> None:
        """Forget who was out of sight for too long."""
        old = [one.id for one in self._enemies.values() if self._is_old(one, now)]
        for enemy in old:
            self.kill(enemy)

    def confidence(self, enemy: str, now: float) -> float:
        """How sure it is that an enemy is still about: 1 in sight, and falling to 0 when forgotten."""
        known = self._enemies.get(enemy)
        if known is None:
            return 0.0
        return 1.0 if known.is_visible else max(0.0, 1.0 - (now - known.seen_at) / self._forgets_s)

    def totals(self, groups: Iterable[Group] = DANGEROUS) -> Totals:
        """Health and damage of all enemies of some groups, each counted in full."""
        return _totals(self._counts, frozenset(groups))

    def faded_totals(self, now: float, groups: Iterable[Group] = DANGEROUS) -> Totals:
        """As `totals`, but each enemy counts by how sure it is that it is still about."""
        weights: defaultdict[UnitType, float] = defaultdict(float)
        for one in self._enemies.values():
            weights[one.type] += self.confidence(one.id, now)
        return _totals(weights, frozenset(groups))

    def nearest(self, point: Vec3, *, flies: bool | None = None) -> Sighted | None:
        """The enemy last known nearest to a point; among flyers only, or without them."""
        found = [
            (one.where.distance_to(point), one.id, one)
            for one in self._enemies.values()
            if one.where is not None and (flies is None or one.type.flies is flies)
        ]
        return min(found, key=lambda row: row[:2])[-1] if found else None

    def _is_old(self, one: Sighted, now: float) -> bool:
        return not one.is_visible and now - one.seen_at >= self._forgets_s

    def _put(self, one: Sighted) -> None:
        before = self._enemies.get(one.id)
        if before is None or before.type != one.type:
            if before is not None:
                self._uncount(before.type)
            self._counts[one.type] += 1
        self._enemies[one.id] = one

    def _uncount(self, kind: UnitType) -> None:
        self._counts[kind] -= 1
        if not self._counts[kind]:
            del self._counts[kind]


def _totals(counts: Mapping[UnitType, float], groups: frozenset[Group]) -> Totals:
    health: defaultdict[str, float] = defaultdict(float)
    dps: defaultdict[str, float] = defaultdict(float)
    flying = 0.0
    for one in sorted(counts, key=lambda one: one.name):  # the order of sums is that of names
        if one.groups.isdisjoint(groups):
            continue
        health[one.armor] += one.health * counts[one]
        flying += one.health * counts[one] if one.flies else 0.0
        if one.damage is not None:
            dps[one.damage] += one.dps * counts[one]
    return Totals(health=dict(health), dps=dict(dps), flying_health=flying)
