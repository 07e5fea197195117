"""What team-mates share: believed where nothing newer is known, and never as being in sight."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import msgspec

from agentfw.perception.beliefs import KnownFlag, KnownPlayer, KnownPoint
from agentfw.perception.respawns import respawn_s
from agentfw.vocabulary import FlagState

if TYPE_CHECKING:
    from collections.abc import Callable

    from agentfw.decisions import Fact
    from agentfw.perception.sightings import Sightings
    from agentfw.vocabulary import EntityId

__all__ = ["believe"]

PASSING: Final = frozenset({"mate at"})
"""What is told so often that it is not kept among the facts; what is believed of it is."""
_replace: Final = msgspec.structs.replace
_AGREES_S: Final = 1.0
"""Games tell that a flag is gone, but not who has it: a friend who saw that has seen the same thing."""


def believe(fact: Fact, sights: Sightings, me: EntityId | None = None) -> None:
    """Take over what a fact says about a thing of the game; facts about other things change nothing.

    Of itself, and of what it carries, a bot knows more than others do: `me` is the player that it is.
    """
    hearer = _HEARERS.get(fact.subject)
    is_mine = me is not None and me in (fact.entity, fact.holder)
    if hearer is not None and not is_mine:
        hearer(fact, sights, me)


def _player(fact: Fact, sights: Sightings, _me: EntityId | None) -> None:
    if fact.entity is None or fact.location is None:
        return
    known = sights.players.get(fact.entity) or KnownPlayer(id=fact.entity, seen_at=-math.inf)
    is_old = max(known.seen_at, sights.gone_at.get(fact.entity, -math.inf)) >= fact.at
    if known.is_visible or is_old:
        return
    sights.whereabouts[fact.entity] = fact.location
    fresh = KnownPlayer(
        id=fact.entity,
        seen_at=fact.at,
        name=fact.text or known.name,
        team=fact.team if fact.team is not None else known.team,
        location=fact.location,
        weapon=known.weapon,
    )
    sights.players.put(fact.entity, fresh)


def _flag(fact: Fact, sights: Sightings, me: EntityId | None) -> None:
    known = _known_flag(fact, sights)
    if known is None or known.is_visible or (me is not None and known.holder == me):
        return
    told_at = known.told_at if known.told_at is not None else -math.inf
    if fact.at > told_at:
        known = _with_state(known, fact)
    elif told_at - fact.at <= _AGREES_S and known.holder is None and known.state is _state(fact):
        known = _replace(known, holder=fact.holder)
    if fact.location is not None and fact.at > known.seen_at:
        known = _replace(known, seen_at=fact.at, location=fact.location)
    if known is not sights.objectives.flags.get(known.team):
        sights.objectives.flags.put(known.team, known)


def _with_state(known: KnownFlag, fact: Fact) -> KnownFlag:
    state = _state(fact)
    if state is None:
        return known
    is_at_home = state is FlagState.HOME and fact.location is not None
    return _replace(
        known,
        state=state,
        told_at=fact.at,
        home=fact.location if is_at_home else known.home,
        holder=(fact.holder or known.holder) if state is FlagState.HELD else None,
    )


def _state(fact: Fact) -> FlagState | None:
    return next((one for one in FlagState if one.value == fact.text), None)


def _base(fact: Fact, sights: Sightings, _me: EntityId | None) -> None:
    known = _known_flag(fact, sights)
    if known is not None and known.home is None and fact.location is not None:
        sights.objectives.flags.put(known.team, _replace(known, home=fact.location))


def _known_flag(fact: Fact, sights: Sightings) -> KnownFlag | None:
    if fact.team is None or fact.entity is None:
        return None
    known = sights.objectives.flags.get(fact.team)
    return known or KnownFlag(id=fact.entity, team=fact.team, seen_at=min(0.0, fact.at - 1.0))


def _item(fact: Fact, sights: Sightings, _me: EntityId | None) -> None:
    known = sights.items.get(fact.entity) if fact.entity is not None else None
    if known is None or known.is_visible or known.is_dropped:
        return
    if max(known.seen_at, known.taken_at or 0.0) >= fact.at:
        return
    back = fact.at + respawn_s(known.item_class)
    fresh = _replace(known, seen_at=fact.at, taken_at=fact.at, respawns_at=back, reachable=None)
    sights.items.put(known.id, fresh)


def _point(fact: Fact, sights: Sightings, _me: EntityId | None) -> None:
    if fact.entity is None:
        return
    objectives = sights.objectives
    before = objectives.points.get(fact.entity)
    known = before or KnownPoint(id=fact.entity, seen_at=fact.at)
    if known.location is None and fact.location is not None:
        known = _replace(known, location=fact.location)
    is_news = fact.at > objectives.owners_at.get(fact.entity, -math.inf)
    if fact.team is not None and is_news and not known.is_visible:
        objectives.owners_at[fact.entity] = fact.at
        if known.owner != fact.team:
            taken_at = fact.at if before is not None else None
            known = _replace(known, owner=fact.team, taken_at=taken_at)
    if known is not before:
        objectives.points.put(fact.entity, known)


_HEARERS: Final[dict[str, Callable[[Fact, Sightings, EntityId | None], None]]] = {
    "enemy seen": _player,
    "carrier seen": _player,
    "mate at": _player,
    "flag seen": _flag,
    "base": _base,
    "item taken": _item,
    "point owner": _point,
}
