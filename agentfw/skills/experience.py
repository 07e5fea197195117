"""What was learned of the enemies: what they hold, where they are met, and what hits whom.

Experience is one frozen note that survives the death of the body. It fades: what happened long ago
counts less and less, so that an enemy who plays otherwise is known as such after a while.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from agentfw.skills.arms import BANDS, arm_of, band_at, kind_of_damage, lands
from agentfw.vocabulary import DamageDealt, DamageTaken, EntityId, Firing, PlayerDied

if TYPE_CHECKING:
    from agentfw.perception import KnownPlayer, View
    from agentfw.skills.moment import Moment

__all__ = ["EXPERIENCE", "NOTHING_LEARNED", "Experience", "Held", "Tally", "experience_of", "learned"]

EXPERIENCE: Final = "adapting.experience"
"""The note that holds it; not one of those that belong to one body."""
_HALF_LIFE_S: Final = 240.0
_FORGETS_S: Final = 60.0
"""So long after it was last seen, nobody is believed to hold the same weapon still."""
_BELIEVED_S: Final = 2.0
"""The shares of the chart count as much as so many seconds of shooting."""
_OTHERS: Final = 0.5
"""How much the other side's luck with a kind of weapon counts."""
_GAP_S: Final = 0.5
"""Thinks are closer together; a longer gap was spent on something else."""
_MOST_LANDS: Final = 1.5
_LEAST_LANDS: Final = 0.02
_PLACE_UU: Final = 500.0
_MAX_PLACES: Final = 64
_TRIFLE: Final = 0.01


class Held(NamedTuple):
    """The weapon that an enemy was last seen with, and when."""

    weapon: str
    seen_at: float


class Tally(NamedTuple):
    """How long a kind of weapon was fired at one distance, and what that did."""

    seconds: float = 0.0
    damage: float = 0.0
    """In seconds, too: damage divided by what the weapon could have done in one."""


_NEVER: Final = Tally()
_NONE: Final[Mapping[Any, Any]] = MappingProxyType({})
_Tallies = Mapping[tuple[str, str], Tally]


class Experience(msgspec.Struct, frozen=True):
    """What is known of the enemies at one time."""

    at: float = -math.inf
    """When it was last added to."""
    held: Mapping[EntityId, Held] = _NONE
    met: Mapping[str, float] = _NONE
    """For how many seconds enemies were in sight, by band."""
    ours: _Tallies = _NONE
    """How own weapons did, by kind and band."""
    theirs: _Tallies = _NONE
    """How those of enemies did."""
    places: Mapping[EntityId, float] = _NONE
    """For how many seconds enemies were seen at each place."""

    def landing(self, *, ours: bool) -> dict[tuple[str, str], float]:
        """The share of damage that lands, by kind and band, for all kinds that were tried.

        What the other side does with such weapons counts, too, but less: it aims and dodges otherwise.
        """
        mine, other = (self.ours, self.theirs) if ours else (self.theirs, self.ours)
        tried = {key: _both(mine.get(key, _NEVER), other.get(key, _NEVER)) for key in {**mine, **other}}
        return {
            (kind, band): _share(kind, band, tried)
            for kind in sorted({kind for kind, _ in tried})
            for band in BANDS
        }

    def weapons(self, now: float) -> dict[str, float]:
        """How many enemies are believed to hold each weapon; those not seen for a while count less."""
        found: dict[str, float] = {}
        for one in self.held.values():
            sure = 1.0 - (now - one.seen_at) / _FORGETS_S
            if sure > 0.0:
                found[one.weapon] = found.get(one.weapon, 0.0) + sure
        return found

    def place(self) -> EntityId | None:
        """Where enemies were seen most."""
        return max(self.places, key=lambda one: (self.places[one], one), default=None)


NOTHING_LEARNED: Final = Experience()


def experience_of(now: Moment) -> Experience:
    """What was learned so far."""
    noted = now.notes.get(EXPERIENCE)
    return noted if isinstance(noted, Experience) else NOTHING_LEARNED


def learned(now: Moment) -> dict[str, Any]:
    """What to note about this moment; nothing when it teaches nothing. To be told by acts only."""
    view, before = now.view, experience_of(now)
    if before.at >= view.now:  # another act of the same think was faster
        return {}
    hits = _hits(view)
    dead = [one.id for one in view.happened(PlayerDied) if one.id in before.held]
    if not view.enemies and not hits and not dead:
        return {}
    return {EXPERIENCE: _grown(before, view, hits, frozenset(dead))}


class _Hit(NamedTuple):
    is_ours: bool
    kind: str
    seconds: float


def _grown(
    before: Experience, view: View, hits: list[_Hit], dead: frozenset[EntityId | None]
) -> Experience:
    age = view.now - before.at
    kept = 0.5 ** (age / _HALF_LIFE_S) if math.isfinite(age) else 0.0
    dt = min(age, _GAP_S) if age <= 2 * _GAP_S else 0.0
    nearest = view.enemies[0] if view.enemies else None
    band = band_at(view.distance_to(nearest.location)) if nearest is not None else _usual(before)
    ours, theirs = dict(before.ours), dict(before.theirs)
    _fade(ours, kept)
    _fade(theirs, kept)
    for hit in hits:
        _add(ours if hit.is_ours else theirs, (hit.kind, band), damage=hit.seconds)
    if nearest is not None:
        _count_shooting(view, nearest, ours, theirs, dt)
    return Experience(
        at=view.now,
        held=_held(before, view, dead),
        met=_more(before.met, band if nearest is not None else None, dt, kept),
        ours=ours,
        theirs=theirs,
        places=_more(before.places, _place_of(view, nearest), dt, kept),
    )


def _count_shooting(
    view: View,
    nearest: KnownPlayer,
    ours: dict[tuple[str, str], Tally],
    theirs: dict[tuple[str, str], Tally],
    dt: float,
) -> None:
    """Put down that shots were fired, whether or not they hit."""
    band, mine = band_at(view.distance_to(nearest.location)), _own_weapon(view)
    if view.me.shooting and mine is not None:
        _add(ours, (arm_of(view, mine).kind, band), seconds=dt)
    if nearest.firing is not Firing.NONE and nearest.weapon:
        _add(theirs, (arm_of(view, nearest.weapon).kind, band), seconds=dt)


def _hits(view: View) -> list[_Hit]:
    found = []
    for event in view.events:
        percept = event.percept
        if isinstance(percept, DamageDealt) and percept.damage:
            name = percept.weapon_name or _own_weapon(view)
            found.append(_hit(view, name, percept.damage_class, percept.damage, is_ours=True))
        elif isinstance(percept, DamageTaken) and percept.damage and _is_by_others(view, percept):
            name = percept.weapon_name or _weapon_of(view, percept.instigator)
            found.append(_hit(view, name, percept.damage_class, percept.damage, is_ours=False))
    return [hit for hit in found if hit is not None]


def _is_by_others(view: View, hit: DamageTaken) -> bool:
    is_own = hit.instigator is not None and hit.instigator == view.me.id
    return not hit.by_world and not is_own


def _hit(
    view: View, weapon: str | None, damage_class: str | None, damage: float, *, is_ours: bool
) -> _Hit | None:
    """A hit in seconds of its weapon's fire; None when nobody knows what it was."""
    name = weapon or damage_class
    if name is None or (not weapon and kind_of_damage(damage_class) is None):
        return None
    arm = arm_of(view, name)
    return _Hit(is_ours, kind_of_damage(damage_class) or arm.kind, damage / arm.dps)


def _own_weapon(view: View) -> str | None:
    held = view.weapons.get(view.me.weapon) if view.me.weapon else None
    return (held.weapon_class or held.id) if held is not None else None


def _weapon_of(view: View, player: EntityId | None) -> str | None:
    known = view.players.get(player) if player else None
    return known.weapon if known is not None else None


def _held(before: Experience, view: View, dead: frozenset[EntityId | None]) -> Mapping[EntityId, Held]:
    """Who holds what: the dead begin anew with nothing that is worth knowing."""
    seen = {one.id: Held(one.weapon, view.now) for one in view.enemies if one.weapon}
    kept = {
        one: held
        for one, held in before.held.items()
        if one not in dead and view.now - held.seen_at < _FORGETS_S
    }
    return kept | seen


def _place_of(view: View, player: KnownPlayer | None) -> EntityId | None:
    if player is None or player.location is None:
        return None
    node = view.graph.nearest(player.location, within=_PLACE_UU)
    return node.id if node is not None else None


def _usual(before: Experience) -> str:
    """The band at which enemies are met most: shots of unseen enemies come from there."""
    return max(before.met, key=lambda band: before.met[band], default="middle")


def _more(before: Mapping[Any, float], key: object, dt: float, kept: float) -> dict[Any, float]:
    faded = {one: value * kept for one, value in before.items() if value * kept > _TRIFLE}
    if key is not None:
        faded[key] = faded.get(key, 0.0) + dt
    if len(faded) > _MAX_PLACES:
        del faded[min(faded, key=lambda one: faded[one])]
    return faded


def _fade(tallies: dict[tuple[str, str], Tally], kept: float) -> None:
    for key, tally in tallies.items():
        tallies[key] = Tally(tally.seconds * kept, tally.damage * kept)


def _add(
    tallies: dict[tuple[str, str], Tally],
    key: tuple[str, str],
    *,
    seconds: float = 0.0,
    damage: float = 0.0,
) -> None:
    tally = tallies.get(key, Tally())
    tallies[key] = Tally(tally.seconds + seconds, tally.damage + damage)


def _both(mine: Tally, other: Tally) -> Tally:
    return Tally(mine.seconds + _OTHERS * other.seconds, mine.damage + _OTHERS * other.damage)


def _share(kind: str, band: str, tried: _Tallies) -> float:
    """The share that lands: as the chart says, and the more as it was seen the longer it was.

    How a kind does at one distance says something about the others, too; so the chart is first corrected
    for the kind as a whole, and then for the band.
    """
    whole = [(lands(kind, one), tried.get((kind, one), _NEVER)) for one in BANDS]
    expected = sum(share * tally.seconds for share, tally in whole)
    done = sum(tally.damage for _, tally in whole)
    usual = lands(kind, band)
    believed = usual * (done + usual * _BELIEVED_S) / (expected + usual * _BELIEVED_S)
    tally = tried.get((kind, band), _NEVER)
    share = (believed * _BELIEVED_S + tally.damage) / (_BELIEVED_S + tally.seconds)
    return min(max(share, _LEAST_LANDS), _MOST_LANDS)
