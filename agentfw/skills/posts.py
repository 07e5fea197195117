"""Where guards stand, what they fetch, and when they are alarmed; and what runners take along."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from agentfw.decisions import Camp, PickUpItem, TravelTo
from agentfw.skills.duties import step_aside
from agentfw.skills.goals import nearby_goal, nearby_range_s
from agentfw.skills.items import best_item, item_under_way
from agentfw.skills.spots import TOUCH_UU, entity

if TYPE_CHECKING:
    from agentfw.decisions import MoveIntent
    from agentfw.geometry import Vec3
    from agentfw.skills.moment import Moment
    from agentfw.vocabulary import EntityId

__all__ = ["is_alarmed", "supplies", "touch", "watch", "wayside"]

_ALARM_UU: Final = 1200.0
"""A guard leaves its post for enemies that are so near to it."""
_LEASH_UU: Final = 1500.0
"""Farther from its post a guard does not go after anybody."""
_POST_S: Final = 10.0
_NEAR_UU: Final = 900.0
"""A guard goes so far for an item."""
_HURT: Final = 60
_THERE_UU: Final = 150.0


def supplies(now: Moment, post: Vec3) -> MoveIntent | None:
    """An item near a post that a guard needs, fetched before it takes up its watch."""
    kinds = "health" if now.view.health < _HURT else "weapon, armor, shield, ammo"
    under_way = item_under_way(now, kinds)
    item = under_way.id if under_way is not None else best_item(now, kinds, _NEAR_UU)
    known = now.view.items.get(item) if item is not None else None
    if known is None or known.location is None or known.location.distance_to(post) > _LEASH_UU:
        return None
    return PickUpItem(item=known.id)


def wayside(now: Moment, goal: MoveIntent | None) -> MoveIntent | None:
    """An item that lies by the way, or that a hurt body needs; with a flag in hand nobody stops."""
    view = now.view
    if view.carried_flag is not None or not isinstance(goal, TravelTo):
        return None
    there = goal.location or (view.locate(goal.target) if goal.target is not None else None)
    found = item_under_way(now) or nearby_goal(now, there, nearby_range_s(now, 0.0))
    if found is not None:
        return PickUpItem(item=found.id)
    kit = best_item(now, "health", _NEAR_UU) if view.health < _HURT else None
    return PickUpItem(item=kit) if kit is not None else None


def touch(now: Moment, point: EntityId) -> TravelTo:
    """To a point; who stands on it while it is lost has to leave it first, and come again."""
    aside = step_aside(now, point)
    return TravelTo(place=aside) if aside is not None else TravelTo(target=point, tolerance_uu=TOUCH_UU)


def watch(now: Moment, where: object, there: Vec3) -> MoveIntent | None:
    """Being at a post: the watch that is being kept, else a new one at the place nearest to it."""
    activity = now.view.activity("move")
    if activity is not None and activity.is_running and isinstance(activity.intent, Camp):
        known = now.view.locate(activity.intent.place)
        if known is not None and known.distance_to(there) < 2.0 * _THERE_UU:
            return activity.intent
    found = entity(now.view, where) if isinstance(where, str) else None
    near = now.view.graph.nearest(there, within=_LEASH_UU) if found is None else None
    place = found if found is not None else near.id if near is not None else None
    return Camp(place=place, duration_s=_POST_S) if place is not None else TravelTo(location=there)


def is_alarmed(now: Moment, post: Vec3) -> bool:
    """Whether an enemy in sight is near a post, and this bot has not gone too far from it."""
    if now.view.distance_to(post) > _LEASH_UU:
        return False
    there = (one.location for one in now.view.enemies)
    return any(one is not None and one.distance_to(post) < _ALARM_UU for one in there)
