"""What team-mates share: believed where nothing newer is known, and never as being in sight."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from agentfw.perception.beliefs import KnownFlag, KnownItem, KnownPlayer, KnownPoint
from agentfw.perception.respawns import respawn_s
from agentfw.vocabulary import NO_TEAM, FlagState

if TYPE_CHECKING:
    from collections.abc import Callable

    from agentfw.decisions import Fact
    from agentfw.perception.sightings import Sightings

__all__ = ["believe"]

_replace: Final = msgspec.structs.replace


def believe(fact: Fact, sights: Sightings) -> None:
    """Take over what a fact says about a thing of the game; facts about other things change nothing."""
    hearer = _HEARERS.get(fact.subject)
    if hearer is not None:
        hearer(fact, sights)


def _enemy(fact: Fact, sights: Sightings) -> None:
    if fact.entity is None or fact.location is None:
        return
    known = sights.players.get(fact.entity) or KnownPlayer(id=fact.entity, seen_at=fact.at - 1.0)
    if known.is_visible or known.seen_at >= fact.at:
        return
    sights.whereabouts[fact.entity] = fact.location
    team = fact.team if fact.team is not None else known.team
    fresh = KnownPlayer(
        id=fact.entity,
        seen_at=fact.at,
        name=fact.text or known.name,
        team=team,
        location=fact.location,
        weapon=known.weapon,
    )
    sights.players.put(fact.entity, fresh)


def _flag(fact: Fact, sights: Sightings) -> None:
    known = _known_flag(fact, sights)
    if known is None or known.is_visible or known.seen_at >= fact.at:
        return
    state = next((one for one in FlagState if one.value == fact.text), known.state)
    is_home = state is FlagState.HOME
    fresh = _replace(
        known,
        seen_at=fact.at,
        state=state,
        location=fact.location if fact.location is not None else known.location,
        home=fact.location if is_home and fact.location is not None else known.home,
        holder=fact.holder if state is FlagState.HELD else None,
    )
    sights.objectives.flags.put(known.team, fresh)


def _base(fact: Fact, sights: Sightings) -> None:
    known = _known_flag(fact, sights)
    if known is not None and known.home is None and fact.location is not None:
        sights.objectives.flags.put(known.team, _replace(known, home=fact.location))


def _known_flag(fact: Fact, sights: Sightings) -> KnownFlag | None:
    if fact.team is None or fact.entity is None:
        return None
    return sights.objectives.flags.get(fact.team) or KnownFlag(
        id=fact.entity, team=fact.team, seen_at=fact.at - 1.0
    )


def _item(fact: Fact, sights: Sightings) -> None:
    known = sights.items.get(fact.entity) if fact.entity is not None else None
    if known is None or known.is_visible or known.seen_at >= fact.at or known.is_dropped:
        return
    fresh = KnownItem(
        id=known.id,
        seen_at=fact.at,
        item_class=known.item_class,
        category=known.category,
        location=known.location,
        amount=known.amount,
        place=known.place,
        taken_at=fact.at,
        respawns_at=fact.at + respawn_s(known.item_class),
    )
    sights.items.put(known.id, fresh)


def _point(fact: Fact, sights: Sightings) -> None:
    if fact.entity is None:
        return
    known = sights.objectives.points.get(fact.entity)
    owner = fact.team if fact.team is not None else NO_TEAM
    if known is None:
        fresh = KnownPoint(id=fact.entity, seen_at=fact.at, location=fact.location, owner=owner)
        sights.objectives.points.put(fact.entity, fresh)
        return
    if known.location is None and fact.location is not None:
        known = _replace(known, location=fact.location)
        sights.objectives.points.put(fact.entity, known)
    if not known.is_visible and known.owner != owner and (known.taken_at or 0.0) < fact.at:
        changed = _replace(known, owner=owner, taken_at=fact.at)
        sights.objectives.points.put(fact.entity, changed)


_HEARERS: Final[dict[str, Callable[[Fact, Sightings], None]]] = {
    "enemy seen": _enemy,
    "carrier seen": _enemy,
    "flag seen": _flag,
    "base": _base,
    "item taken": _item,
    "point owner": _point,
}
