"""Skills of Domination: points, who owns them, and which to take or to hold."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from agentfw.decisions import Camp, TravelTo
from agentfw.skills.outcomes import Failed
from agentfw.skills.skill import act, sense
from agentfw.skills.spots import TOUCH_UU, entity
from agentfw.skills.wanting import wants
from agentfw.skills.ways import way_uu
from agentfw.vocabulary import NO_TEAM

if TYPE_CHECKING:
    from collections.abc import Iterable

    from agentfw.perception import KnownPoint, View
    from agentfw.skills.moment import Moment
    from agentfw.skills.outcomes import Outcome
    from agentfw.vocabulary import EntityId

__all__ = [
    "defend_point",
    "enemy_points",
    "free_points",
    "nearest_own_point",
    "nearest_point_to_take",
    "own_points",
    "point_is_ours",
    "point_owner",
    "point_to_keep",
    "points",
    "points_held_share",
    "take_point",
    "weakest_point",
]

_ALERT_UU: Final = 1500.0


@sense
def points(now: Moment) -> tuple[EntityId, ...]:
    """The ids of all domination points that are known."""
    return tuple(sorted(now.view.points))


@sense
def own_points(now: Moment) -> tuple[EntityId, ...]:
    """The ids of the points that the own team owns."""
    return tuple(sorted(point.id for point in _own(now.view)))


@sense
def enemy_points(now: Moment) -> tuple[EntityId, ...]:
    """The ids of the points that another team owns."""
    owned = (one for one in now.view.points.values() if one.owner not in (now.view.team, NO_TEAM))
    return tuple(sorted(point.id for point in owned))


@sense
def free_points(now: Moment) -> tuple[EntityId, ...]:
    """The ids of the points that nobody owns."""
    return tuple(sorted(one.id for one in now.view.points.values() if one.owner == NO_TEAM))


@sense
def points_held_share(now: Moment) -> float:
    """Which part of the known points the own team owns, from 0 to 1; 0 while none is known."""
    known = now.view.points
    return sum(1 for _ in _own(now.view)) / len(known) if known else 0.0


@sense
def point_owner(now: Moment, point: str) -> float | None:
    """The number of the team that owns a point, 255 for nobody; nothing for an unknown point."""
    known = _point(now.view, point)
    return known.owner if known is not None else None


@sense
def point_is_ours(now: Moment, point: str) -> bool:
    """Whether the own team owns a point."""
    known = _point(now.view, point)
    return known is not None and _is_own(now.view, known)


@sense
def nearest_point_to_take(now: Moment) -> EntityId | None:
    """The id of the point nearest to run to that is not ours; nothing if there is none.

    Points that are known by name only, because nobody of us has seen them yet, do not count.
    """
    others = (one for one in now.view.points.values() if not _is_own(now.view, one))
    return _nearest(now.view, others)


@sense
def nearest_own_point(now: Moment) -> EntityId | None:
    """The id of our point that is nearest to run to; nothing if there is none."""
    return _nearest(now.view, _own(now.view))


@sense
def weakest_point(now: Moment) -> EntityId | None:
    """The id of our point that is in most danger; nothing if we have none.

    The one with a known enemy nearest to it, within 1500 uu; else the one seen longest ago.
    """
    view = now.view
    ranked = min(((_danger_uu(view, one), one.seen_at, one.id) for one in _own(view)), default=None)
    return ranked[2] if ranked is not None else None


@sense
def point_to_keep(now: Moment) -> EntityId | None:
    """The id of the point that is this bot's own to keep; nothing while none is known.

    Use it to share points without talking: the members of the team that are known, this bot among them,
    and the points are dealt in the order of their ids. Two who have never met may have the same one.
    """
    mine, known = now.view.me.id, sorted(now.view.points)
    if mine is None or not known:
        return None
    mates = (one.id for one in now.view.players.values() if not now.view.is_enemy(one))
    return known[sorted({mine, *mates}).index(mine) % len(known)]


@act(effects=("point_is_ours($point) = true",))
def take_point(now: Moment, point: str = "") -> Outcome:
    """A journey to a point to touch it: the one named, else `nearest_point_to_take`.

    Done within 20 uu of it; the game tells whether it is ours then. Fails when all points are ours or
    the point is unknown, and as `travel_to` does.
    """
    chosen = _point(now.view, point or nearest_point_to_take(now) or "")
    if chosen is None or chosen.location is None:
        return Failed(f'nobody knows where "{point}" is' if point else "there is no point to take")
    return wants(now, move=TravelTo(target=chosen.id, tolerance_uu=TOUCH_UU))


@act
def defend_point(now: Moment, point: str = "", seconds: float = 20.0) -> Outcome:
    """Staying at a point for some seconds and looking about: the one named, else `weakest_point`.

    Comes back when pushed away. Fails when there is no such point or no way to it.
    """
    chosen = _point(now.view, point or weakest_point(now) or "")
    if chosen is None or chosen.location is None:
        return Failed(f'nobody knows where "{point}" is' if point else "there is no point to defend")
    return wants(now, move=Camp(chosen.id, seconds))


def _point(view: View, name: str) -> KnownPoint | None:
    found = entity(view, name) if name else None
    return view.points.get(found) if found is not None else None


def _own(view: View) -> Iterable[KnownPoint]:
    return (one for one in view.points.values() if _is_own(view, one))


def _is_own(view: View, point: KnownPoint) -> bool:
    return point.owner == view.team and point.owner != NO_TEAM


def _nearest(view: View, some: Iterable[KnownPoint]) -> EntityId | None:
    far = [(way_uu(view, one.location, one.id), one.id) for one in some if one.location is not None]
    return min(far)[1] if far else None


def _danger_uu(view: View, point: KnownPoint) -> float:
    """How near the next known enemy is to a point; infinite beyond 1500 uu."""
    there = point.location
    if there is None:
        return math.inf
    enemies = (*view.enemies, *view.remembered_enemies)
    far = (one.location.distance_to(there) for one in enemies if one.location is not None)
    nearest = min(far, default=math.inf)
    return nearest if nearest <= _ALERT_UU else math.inf
