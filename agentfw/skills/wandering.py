"""Skills of bodies that look about: waypoints, random runs, steps ahead, rounds near a spot."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from agentfw.decisions import Explore, TravelTo
from agentfw.geometry import Rotation, Vec3
from agentfw.skills.movement import at
from agentfw.skills.outcomes import Failed
from agentfw.skills.skill import act, sense
from agentfw.skills.spots import NOBODY_KNOWS, spot
from agentfw.skills.tempered import wander_as_liked
from agentfw.skills.wanting import errand_note, keep_going, wants
from agentfw.skills.ways import ground_uu, next_places, standing_at
from agentfw.vocabulary import EntityId, PlaceKind

if TYPE_CHECKING:
    from collections.abc import Callable

    from agentfw.navigation import Node
    from agentfw.perception import View
    from agentfw.skills.moment import Moment
    from agentfw.skills.outcomes import Outcome

__all__ = [
    "explore",
    "guard",
    "reachable_nav_point",
    "run_to_random",
    "run_to_random_inv",
    "walk",
    "walk_to_nav_point",
]

_WAYPOINT_UU: Final = 30.0
_WAYPOINT_TOLERANCE: Final = 25.0
_AWAY_UU: Final = 60.0
"""What is nearer is not worth a run."""
_STEP_UU: Final = 140.0
_STEP_LEFT_UU: Final = 40.0
_AHEAD: Final = math.cos(math.radians(30.0))
_CIRCLES: Final = 3
"""So many visits more than elsewhere are going in circles."""


@sense
def reachable_nav_point(now: Moment, farther_than: float = _WAYPOINT_UU) -> EntityId | None:
    """The place to wander to next, farther than 30 uu seen from above; nothing if there is none.

    The goal of the journey under way while it is that far; else, of the places in sight that can be
    run to, the least visited one; of several the nearest. When all of these were visited three times
    more than some place of the map, the body goes in circles, and it is that place.
    """
    chosen = _next_waypoint(now, farther_than)
    return chosen.id if chosen is not None else None


@act
def walk_to_nav_point(now: Moment) -> Outcome:
    """A run to the place that `reachable_nav_point` tells, to within 25 uu.

    Looks at the attacker on the way while there is one. Fails when there is no such place.
    """
    chosen = _next_waypoint(now, _WAYPOINT_UU)
    if chosen is None:
        return Failed("no place in sight can be run to")
    if chosen.id not in now.view.graph.nodes:  # just seen, and not on the map yet
        return wants(now, move=TravelTo(location=chosen.location, tolerance_uu=_WAYPOINT_TOLERANCE))
    return wants(now, move=TravelTo(chosen.id, tolerance_uu=_WAYPOINT_TOLERANCE))


@act
def run_to_random(now: Moment) -> Outcome:
    """A run to a place in sight that can be run to, other than this one, each as likely as the others.

    Asked again on the way, it goes on. Fails when there is no such place, and as `travel_to` does.
    """
    going = keep_going(now, "random")
    if going is not None:
        return wants(now, move=going)
    places = [one.id for one in next_places(now.view, _AWAY_UU) if one.id != now.view.place]
    return _set_out(now, "random", places, "no place in sight can be run to")


@act
def run_to_random_inv(now: Moment) -> Outcome:
    """A journey to a place of the map where items lie, each as likely as the others.

    Use it to find weapons and ammunition. Asked again on the way, it goes on. Fails when no such
    place is known, and as `travel_to` does.
    """
    going = keep_going(now, "inventory")
    if going is not None:
        return wants(now, move=going)
    places = [one for one in _item_spots(now.view) if not at(now, one)]
    return _set_out(now, "inventory", places, "no place is known where items lie")


@act(aliases=("inch",))
def walk(now: Moment, distance: float = _STEP_UU) -> Outcome:
    """A few steps straight ahead, 140 uu. A walk under way the same way goes on.

    Absorbs bumps by jumping and side-steps, fails at walls and while the body is not known.
    """
    here, facing = now.view.location, now.view.me.rotation
    if here is None or facing is None:
        return Failed("does not know where it is")
    ahead = Rotation(0, facing.yaw, 0).direction()
    going = _step_under_way(now.view, here, ahead)
    return wants(now, move=going or TravelTo(location=here + ahead * distance, tolerance_uu=20.0))


@act
def explore(now: Moment) -> Outcome:
    """Wandering to the places that were visited least, for ever; use it when nothing is to be done.

    Absorbs places that cannot be reached; fails after five of them in a row.
    """
    return wants(now, move=Explore()) if now.traits is None else wander_as_liked(now)


@act
def guard(now: Moment, where: str | Vec3, within: float = 600.0) -> Outcome:
    """A round near a spot: a journey to one of the places within 600 uu of it, chosen by chance.

    Done when the body is there; ask again for the next. Use it to defend a flag or a point without
    standing still. Fails when an enemy comes into sight, and as `travel_to` does.
    """
    there = spot(now, where)
    if there is None:
        return Failed(NOBODY_KNOWS.format(where))
    errand = f"guard {where}"
    going = keep_going(now, errand)
    if going is not None:
        return wants(now, move=going)
    places = [node.id for node in now.view.graph.near(there, within) if node.id != now.view.place]
    if not places:
        return wants(now, move=TravelTo(location=there, stop_if_enemy_seen=True))
    return _set_out(now, errand, places, "", stop_if_enemy_seen=True)


def _set_out(
    now: Moment,
    errand: str,
    places: list[EntityId],
    why_not: str,
    *,
    stop_if_enemy_seen: bool = False,
) -> Outcome:
    """A journey to one of some places, by chance, noted so that it is not chosen anew on the way."""
    if not places:
        return Failed(why_not)
    chosen = TravelTo(now.random.choice(sorted(places)), stop_if_enemy_seen=stop_if_enemy_seen)
    return wants(now, move=chosen, notes=errand_note(errand, chosen))


def _next_waypoint(now: Moment, farther_than: float) -> Node | None:
    view, goal = now.view, _goal_under_way(now.view)
    if goal is not None and ground_uu(view, goal.location) > farther_than:
        return goal
    best = min(next_places(view, farther_than), key=_rareness(view), default=None)
    visits = view.visits.get(best.id, 0) if best is not None else 0
    neglected = _neglected(view, visits - _CIRCLES) if visits >= _CIRCLES else None
    return neglected or best


def _rareness(view: View) -> Callable[[Node], tuple[float, float, str]]:
    """How often a place was visited; of those visited as often the nearest comes first."""
    return lambda one: (view.visits.get(one.id, 0), view.distance_to(one.location), one.id)


def _neglected(view: View, at_most: int) -> Node | None:
    """The least visited place of the map to which there is a way, or may be one on an unfinished map."""
    start, nodes = standing_at(view), view.graph.nodes
    ways = view.router.costs_from(start) if start is not None else {}
    rare = [one for one in nodes.values() if view.visits.get(one.id, 0) <= at_most]
    known = [one for one in rare if one.id in ways]
    if not known and view.chart.is_learned:
        known = [one for one in rare if not _has_failed(view, one.id)]
    return min(known, key=_rareness(view), default=None)


def _has_failed(view: View, place: EntityId) -> bool:
    """Whether the last journey was to that place, in vain."""
    activity = view.activity("move")
    intent = activity.intent if activity is not None and activity.has_failed else None
    return isinstance(intent, TravelTo) and intent.place == place


def _goal_under_way(view: View) -> Node | None:
    """The place that the body is on its way to."""
    activity = view.activity("move")
    if activity is None or not activity.is_running or not isinstance(activity.intent, TravelTo):
        return None
    place = activity.intent.place
    return view.graph.nodes.get(place) if place is not None else None


def _step_under_way(view: View, here: Vec3, ahead: Vec3) -> TravelTo | None:
    """The walk that the body is on, if it leads ahead and is not nearly over."""
    activity = view.activity("move")
    if activity is None or not activity.is_running or not isinstance(activity.intent, TravelTo):
        return None
    goal = activity.intent.location
    if goal is None or not _STEP_LEFT_UU < here.ground_distance_to(goal) <= _STEP_UU:
        return None
    way = Vec3(goal.x - here.x, goal.y - here.y, 0.0).unit()
    return activity.intent if way.dot(ahead) >= _AHEAD else None


def _item_spots(view: View) -> list[EntityId]:
    """The places of the map where items lie; before the map is known, the items that were seen."""
    spots = [
        node.id
        for node in view.graph.nodes.values()
        if node.kind is PlaceKind.ITEM_SPOT or node.item is not None
    ]
    return spots or [item.id for item in view.items.values() if item.location is not None]
