"""What the game wants of a bot besides staying alive: flags to be fetched, points to be taken."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from agentfw.decisions import Camp, Follow, TravelTo
from agentfw.language.types import plain_name
from agentfw.skills.flags import enemy_base, run_to_enemy_carrying_our_flag
from agentfw.skills.outcomes import Wants
from agentfw.skills.points import nearest_point_to_take, point_to_keep, weakest_point
from agentfw.skills.roles import part
from agentfw.skills.skill import act, sense
from agentfw.skills.spots import TOUCH_UU, enemy_flag_of, journey
from agentfw.skills.wanting import lies_about, wants
from agentfw.vocabulary import EntityId, FlagState

if TYPE_CHECKING:
    from collections.abc import Callable

    from agentfw.geometry import Vec3
    from agentfw.perception import KnownFlag, View
    from agentfw.skills.moment import Moment
    from agentfw.skills.outcomes import Performs

__all__ = ["do_duty", "duty", "duty_goal", "duty_of", "step_aside", "to_flag", "to_thief", "wayside_s"]

_NEAR_UU: Final = 1000.0
"""Nobody turns back just before a point."""
_REACH_UU: Final = 3000.0
"""Beyond this, the nearest point comes before the one to keep."""
_ON_IT_UU: Final = 40.0
_OFF_IT_UU: Final = 110.0
_ASIDE_UU: Final = 500.0
_HOME_UU: Final = 8.0
_HURRIED_S: Final = 0.5
_AT_EASE_S: Final = 1.5
_ON_GUARD_S: Final = 4.0
_GUARDS_S: Final = 20.0
_BESIDE_UU: Final = 112.0
_TAKE, _HOLD = "take point", "hold point"
_DEFEND, _ESCORT = "defend base", "escort carrier"


@sense
def duty(now: Moment, name: str = "") -> str | bool:
    """What the game wants of this bot now; empty where that is only to kill and to stay alive.

    It is ``return flag``, ``carry flag``, ``get flag`` or ``hunt thief`` in Capture the Flag, for who
    has chosen a `part` also ``defend base`` and ``escort carrier``, and none for who roams. In
    Domination it is ``take point`` or, while all are ours, ``hold point``. With a name: whether so.
    """
    mine = duty_of(now)
    return plain_name(mine) == plain_name(name) if name else mine


@sense
def duty_goal(now: Moment) -> Vec3 | None:
    """Where the duty calls; nothing without one, or while nobody knows.

    Use it to look for what lies by the wayside: ``nearby_item(duty_goal)``.
    """
    goal = _goal(now)
    if isinstance(goal, TravelTo) and goal.location is not None:
        return goal.location
    named = (getattr(goal, "place", None) or getattr(goal, "target", None)) if goal is not None else None
    return now.view.locate(named) if named is not None else None


@sense
def wayside_s(now: Moment) -> float:
    """How many seconds away an item may lie to be taken on the way: 1.5, or as the duty allows.

    That is 4 for who guards something, and 0.5 for all who have to be somewhere.
    """
    mine = duty_of(now)
    return _ON_GUARD_S if mine in (_HOLD, _DEFEND) else _HURRIED_S if mine else _AT_EASE_S


@act
def do_duty(now: Moment) -> Performs:
    """Journeys to wherever the duty calls, one after the other as it changes, for ever.

    The hands are free, and so are the legs while there is no duty, or nobody knows where it calls. Use
    it as the first of several acts that move. Never fails.
    """
    aside: EntityId | None = None
    while True:
        point = _point(now)
        if aside is None or not _is_within(now, point, _OFF_IT_UU):
            aside = step_aside(now, point)
        goal = TravelTo(place=aside) if aside is not None else _goal(now)
        now = yield wants(now, move=goal)


def duty_of(now: Moment) -> str:
    """As `duty`, by its plain name."""
    view = now.view
    if view.flags:
        return _flag_duty(now)
    if any(one.owner != view.team for one in view.points.values()):
        return _TAKE
    return _HOLD if view.points else ""


def _flag_duty(now: Moment) -> str:
    if lies_about(now, now.view.own_flag):
        return "return flag"  # without our flag at home nobody scores
    if now.view.carried_flag is not None:
        return "carry flag"
    mine = part(now)
    if mine in ("roamer", "defender"):
        return "" if mine == "roamer" else "hunt thief" if _is_held(now.view.own_flag) else _DEFEND
    if mine and mates_carrier(now) is not None:
        return _ESCORT
    return _attack(now)


def _attack(now: Moment) -> str:
    theirs = enemy_flag_of(now.view)
    if theirs is not None and theirs.state is not FlagState.HELD:
        return "get flag"
    return "hunt thief" if _is_held(now.view.own_flag) else ""


def _is_held(flag: KnownFlag | None) -> bool:
    return flag is not None and flag.state is FlagState.HELD


def mates_carrier(now: Moment) -> EntityId | None:
    """The friend in sight who carries a flag of the enemy, if there is one."""
    holders = {flag.holder for flag in now.view.enemy_flags if _is_held(flag)}
    return next((one.id for one in now.view.mates if one.id in holders), None)


def to_flag(now: Moment, flag: KnownFlag | None) -> TravelTo | None:
    """The wish to touch a flag where it is or was seen last; None while nobody knows."""
    there = flag.whereabouts if flag is not None else None
    if flag is None or there is None:
        return None
    if flag.id and now.view.locate(flag.id) is not None:
        return TravelTo(target=flag.id, tolerance_uu=TOUCH_UU)
    return TravelTo(location=there, tolerance_uu=TOUCH_UU)


def _home(now: Moment) -> TravelTo | None:
    flag = now.view.own_flag
    home = flag.home if flag is not None else None
    return TravelTo(location=home, tolerance_uu=_HOME_UU) if home is not None else None


def to_thief(now: Moment) -> TravelTo | None:
    """After who has our flag; while nobody knows where that is, to where it is carried."""
    found = run_to_enemy_carrying_our_flag(now)
    if isinstance(found, Wants) and isinstance(found.move, TravelTo):
        return found.move
    there = enemy_base(now)
    return TravelTo(location=there, tolerance_uu=TOUCH_UU) if there is not None else None


def _to_point(now: Moment) -> TravelTo | None:
    point = _point(now)
    return journey(now, point, tolerance=TOUCH_UU) if point is not None else None


def _to_guard(now: Moment) -> Camp | None:
    """The watch that is being kept, else one at the point in most danger."""
    activity = now.view.activity("move")
    if activity is not None and activity.is_running and isinstance(activity.intent, Camp):
        return activity.intent
    point = weakest_point(now)
    return Camp(point, _GUARDS_S) if point is not None else None


def _to_base(now: Moment) -> Camp | TravelTo | None:
    """The watch that is being kept, else one at the place that is nearest to the own flag's."""
    activity, home = now.view.activity("move"), _home(now)
    if activity is not None and activity.is_running and isinstance(activity.intent, Camp):
        return activity.intent
    near = now.view.graph.nearest(home.location) if home is not None and home.location else None
    return Camp(near.id, _GUARDS_S) if near is not None else home


def _beside(now: Moment) -> Follow | None:
    mate = mates_carrier(now)
    return Follow(mate, distance_uu=_BESIDE_UU) if mate is not None else None


_GOALS: Final[dict[str, Callable[[Moment], TravelTo | Camp | Follow | None]]] = {
    "return flag": lambda now: to_flag(now, now.view.own_flag),
    "carry flag": _home,
    "get flag": lambda now: to_flag(now, enemy_flag_of(now.view)),
    "hunt thief": to_thief,
    _DEFEND: _to_base,
    _ESCORT: _beside,
    _TAKE: _to_point,
    _HOLD: _to_guard,
}


def _goal(now: Moment) -> TravelTo | Camp | Follow | None:
    mine = duty_of(now)
    return _GOALS[mine](now) if mine else None


def _point(now: Moment) -> EntityId | None:
    """The point to take: one that is near, the own one, the one under way, or else the nearest."""
    nearest = nearest_point_to_take(now)
    if now.view.flags or nearest is None:
        return None
    going = _under_way(now.view)
    if now.view.distance_to(_where(now, nearest)) < _NEAR_UU:
        is_near = now.view.distance_to(_where(now, going)) < _NEAR_UU
        return going if going is not None and is_near else nearest
    own = point_to_keep(now)
    is_in_reach = now.view.distance_to(_where(now, own)) < _REACH_UU
    return own if is_in_reach and _is_lost(now.view, own) else going or nearest


def _under_way(view: View) -> EntityId | None:
    """The point that the body is on its way to, while it is not ours."""
    activity = view.activity("move")
    intent = activity.intent if activity is not None and activity.is_running else None
    target = intent.target if isinstance(intent, TravelTo) else None
    return target if target is not None and _is_lost(view, target) else None


def _is_lost(view: View, point: EntityId | None) -> bool:
    known = view.points.get(point) if point is not None else None
    return known is not None and known.owner != view.team


def _where(now: Moment, point: EntityId | None) -> Vec3 | None:
    known = now.view.points.get(point) if point is not None else None
    return known.location if known is not None else None


def step_aside(now: Moment, point: EntityId | None) -> EntityId | None:
    """The place next to a point that this bot stands on; None if it stands on none.

    A touch counts when it begins: who is there while a point is lost has to leave and come again.
    """
    there = _where(now, point)
    if there is None or not _is_within(now, point, _ON_IT_UU):
        return None
    near = now.view.graph.near(there, _ASIDE_UU)
    far = [(one.location.distance_to(there), one.id) for one in near]
    return min(((uu, place) for uu, place in far if uu > _OFF_IT_UU), default=(0.0, None))[1]


def _is_within(now: Moment, point: EntityId | None, uu: float) -> bool:
    return now.view.distance_to(_where(now, point)) < uu
