"""Where the things are that plans name: places, items, flags, players, points, bases."""

from __future__ import annotations

import math
import weakref
from typing import TYPE_CHECKING, Final

from agentfw.decisions import TravelTo
from agentfw.geometry import Vec3
from agentfw.language.types import plain_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from agentfw.navigation import PlaceGraph
    from agentfw.perception import KnownFlag, View
    from agentfw.skills.moment import Moment
    from agentfw.vocabulary import EntityId

__all__ = [
    "NOBODY_KNOWS",
    "TOUCH_UU",
    "as_place",
    "enemy_flag_of",
    "entity",
    "journey",
    "spot",
    "spot_in",
]

NOBODY_KNOWS: Final = 'nobody knows where "{}" is'
TOUCH_UU: Final = 20.0
"""So near to a flag or a point, a body touches it."""
_ROLES: Final = frozenset({"ownbase", "enemybase", "ownflag", "enemyflag"})
"""What plans can name without knowing the map, as plain names."""

_names: weakref.WeakKeyDictionary[PlaceGraph, dict[str, EntityId]] = weakref.WeakKeyDictionary()
"""The places of each map by their names in small letters, with and without the name of the map."""


def spot(now: Moment, where: object) -> Vec3 | None:
    """Where something is, or None while nobody knows.

    `where` is a location, or names something: a place of the map, an item, a flag, a player, or a
    domination point, with or without the name of the map before it, in any case; or ``own_base``,
    ``enemy_base``, ``own_flag`` or ``enemy_flag``.
    """
    return spot_in(now.view, where)


def as_place(where: str | Vec3) -> str | Vec3:
    """What is written as coordinates, as in ``1,2,3``, as a location; anything else as it stands."""
    parts = where.replace(",", " ").split() if isinstance(where, str) else ()
    try:
        found = [float(part) for part in parts]
    except ValueError:
        return where
    return Vec3(*found) if len(found) == 3 and all(map(math.isfinite, found)) else where


def spot_in(view: View, where: object) -> Vec3 | None:
    """As `spot`, for those who have a view only."""
    if isinstance(where, Vec3):
        return where
    if not isinstance(where, str) or not where:
        return None
    if plain_name(where) in _ROLES:
        return _by_role(view, plain_name(where))
    found = entity(view, where)
    if found is None:
        return None
    there, seen = view.locate(found), view.visible_places.get(found)
    return seen.location if there is None and seen is not None else there


def journey(
    now: Moment,
    where: object,
    *,
    tolerance: float | None = None,
    stop_if_attacked: bool = False,
    stop_if_enemy_seen: bool = False,
) -> TravelTo | None:
    """The wish to be there; None while nobody knows where that is."""
    view, there = now.view, spot(now, where)
    if there is None:
        return None
    found = entity(view, where) if isinstance(where, str) else None
    is_place = found is not None and found in view.graph.nodes and found not in view.points
    is_thing = not is_place and found is not None and view.locate(found) is not None
    return TravelTo(
        place=found if is_place else None,
        target=found if is_thing else None,
        location=there if not is_place and not is_thing else None,
        tolerance_uu=tolerance,
        stop_if_attacked=stop_if_attacked,
        stop_if_enemy_seen=stop_if_enemy_seen,
    )


def entity(view: View, name: str | None) -> EntityId | None:
    """The id of something that a plan names, if anything is called so."""
    if not name or plain_name(name) in _ROLES:
        return None
    for known in _families(view):
        if name in known:
            return name  # type: ignore[return-value]  # it is a key of a mapping by ids
    wanted = name.casefold()
    for known in (view.points, _flags(view), view.players):
        for one in known:
            if _is_called(one, wanted):
                return one
    for player in view.players.values():
        if player.name.casefold() == wanted:
            return player.id
    place = _place_named(view.graph, wanted)
    if place is not None:
        return place
    rest = (*view.items, *view.movers, *view.visible_places)
    return next((one for one in rest if _is_called(one, wanted)), None)


def enemy_flag_of(view: View) -> KnownFlag | None:
    """The flag of the enemy; of several that which is nearest."""
    flags = view.enemy_flags
    if len(flags) < 2:
        return flags[0] if flags else None
    return min(flags, key=lambda flag: (view.distance_to(flag.whereabouts), flag.team))


def _families(view: View) -> Iterator[Mapping[EntityId, object]]:
    yield view.points
    yield _flags(view)
    yield view.players
    yield view.items
    yield view.movers
    yield view.graph.nodes
    yield view.visible_places


def _flags(view: View) -> dict[EntityId, object]:
    return {flag.id: flag for flag in view.flags.values() if flag.id}


def _place_named(graph: PlaceGraph, wanted: str) -> EntityId | None:
    names = _names.get(graph)
    if names is None:
        names = {}
        for place in sorted(graph.nodes):
            names.setdefault(_last_part(place.casefold()), place)
        names |= {place.casefold(): place for place in sorted(graph.nodes)}
        _names[graph] = names
    return names.get(wanted)


def _is_called(one: EntityId, wanted: str) -> bool:
    name = one.casefold()
    return wanted in (name, _last_part(name))


def _last_part(name: str) -> str:
    """What is left of an id without the name of the map."""
    return name.rpartition(".")[2]


def _by_role(view: View, role: str) -> Vec3 | None:
    flag = view.own_flag if role.startswith("own") else enemy_flag_of(view)
    if flag is None:
        return None
    return flag.home if role.endswith("base") else flag.whereabouts
