"""Which item to go for: the one with most weight for the time that it takes to get there.

By the rules of the Quake III bot. A long-term goal is any item that will be there on arrival; a nearby
goal is one that takes a moment, and from which it is no farther to where the bot is going anyway. What
was chosen once is avoided until it can be back, so that the next choice is another one.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final

import msgspec

from agentfw.language.types import plain_name
from agentfw.skills.inventory import Situation, item_weight_name, kind_of_item
from agentfw.skills.tempers import protection
from agentfw.skills.wanting import is_refused
from agentfw.skills.ways import run_speed, standing_at, way_from
from agentfw.vocabulary import EntityId, ItemCategory
from agentfw.weights import default_weights

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from random import Random

    from agentfw.geometry import Vec3
    from agentfw.perception import KnownItem, View
    from agentfw.skills.moment import Moment
    from agentfw.weights import Weights

__all__ = [
    "GOAL",
    "NEARBY",
    "Goal",
    "avoid_note",
    "avoid_notes",
    "best_goal",
    "goal_of",
    "is_avoided",
    "is_of_kind",
    "last_resort",
    "nearby_goal",
    "nearby_range_s",
    "open_goal",
    "way_between",
    "weights_of",
]

GOAL: Final = "body.goal"
NEARBY: Final = "body.nearby"
"""Notes whose names begin so die with the body, as do these goals."""
AVOID: Final = "body.avoid."
_LEAST_S: Final = 0.25
"""No way is so short that it makes an item priceless."""
_IN_TIME: Final = 0.9
"""An item counts that is back within this part of the way."""
_NEARBY_S: Final = 1.5
_NEARBY_WITH_FLAG_S: Final = 0.5
_CATEGORIES: Final = frozenset(category.value for category in ItemCategory)


class Goal(msgspec.Struct, frozen=True):
    """An item that a bot goes for, and until when."""

    item: EntityId
    until: float


def weights_of(now: Moment) -> Weights:
    """The weights that this bot goes by."""
    return now.preferences if now.preferences is not None else default_weights()


def open_goal(now: Moment, note: str, kind: object = "") -> Goal | None:
    """The goal in a note, while its time is not up and its item can be had."""
    goal = now.notes.get(note)
    if not isinstance(goal, Goal) or goal.until <= now.view.now:
        return None
    item = now.view.items.get(goal.item)
    if item is None or not is_of_kind(item, kind) or is_refused(now, item.id):
        return None
    wait_s = _wait_s(now.view, item)
    return goal if wait_s <= 0.0 or wait_s <= _IN_TIME * _seconds_to(now.view, item) else None


def goal_of(now: Moment, note: str, kind: object = "") -> KnownItem | None:
    """The item of the goal in a note, while it is one."""
    goal = open_goal(now, note, kind)
    return now.view.items.get(goal.item) if goal is not None else None


def best_goal(now: Moment, kind: object = "", *, chance: Random | None = None) -> KnownItem | None:
    """The item of a kind with most weight for the time to get there; None if nothing is worth it.

    With `chance`, weights are drawn as by somebody undecided. What is avoided is left out.
    """
    return _best(now, _candidates(now, kind, math.inf, chance), math.inf, _anything)


def last_resort(now: Moment, kind: object = "", *, chance: Random | None = None) -> KnownItem | None:
    """As `best_goal`, for when that finds nothing: the best of what is avoided."""
    if not avoid_notes(now, only_over=False):
        return None
    candidates = _candidates(now, kind, math.inf, chance)
    return _best(now, candidates, math.inf, _anything, avoids=False)


def nearby_goal(now: Moment, there: Vec3 | None, within_s: float) -> KnownItem | None:
    """The best item within a few seconds from which it is no farther to a spot than from here."""
    candidates = _candidates(now, "", within_s, None)
    if there is None:
        return _best(now, candidates, within_s, _anything)
    view = now.view
    left_uu = way_from(view, standing_at(view), there)
    return _best(now, candidates, within_s, lambda item: way_between(view, item, there) <= left_uu)


def nearby_range_s(now: Moment, within_s: float) -> float:
    """How far, in seconds, a nearby goal may be: as told, else less with a flag than without."""
    if within_s > 0.0:
        return within_s
    return _NEARBY_WITH_FLAG_S if now.view.carried_flag is not None else _NEARBY_S


def avoid_note(item: EntityId) -> str:
    """The note about until when an item is avoided."""
    return f"{AVOID}{item}"


def is_avoided(now: Moment, item: EntityId, for_s: float = 0.0) -> bool:
    """Whether an item is avoided, and still will be in so many seconds."""
    until = now.notes.get(avoid_note(item))
    return isinstance(until, int | float) and until > now.view.now + for_s


def avoid_notes(now: Moment, *, only_over: bool) -> dict[str, Any]:
    """What strikes avoided items out: those whose time is over, or all of them."""
    return {
        name: None
        for name, until in now.notes.items()
        if name.startswith(AVOID)
        and not (only_over and isinstance(until, int | float) and until > now.view.now)
    }


def is_of_kind(item: KnownItem, kind: object) -> bool:
    """Whether an item is of one of the kinds that a plan names; none means any.

    A kind is a category, a kind of the weights, or a part of a class name.
    """
    kinds = _kinds(kind) if kind else ()
    if not kinds:
        return True
    own = (item.category.value, plain_name(kind_of_item(item.item_class, item.category)))
    name = plain_name(item.item_class or "")
    return any(one in own or (one not in _CATEGORIES and one in name) for one in kinds)


def way_between(view: View, item: KnownItem, there: Vec3) -> float:
    """How many uu it is to go from an item to a point; infinite when there is no way."""
    if item.location is None:
        return math.inf
    straight, graph = item.location.distance_to(there), view.graph
    start = graph.nodes.get(item.place) if item.place is not None else None
    start = start if start is not None else graph.nearest(item.location)
    goal = graph.nearest(there)
    if start is None or goal is None or start.id == goal.id:
        return straight
    cost = view.router.cost(start.id, goal.id)
    if math.isinf(cost):
        return 2.0 * straight if view.chart.is_learned else math.inf
    return start.location.distance_to(item.location) + cost + goal.location.distance_to(there)


def _kinds(kind: object) -> tuple[str, ...]:
    parts = kind.split(",") if isinstance(kind, str) else kind
    if not isinstance(parts, list | tuple):
        return ("nothing",)
    return tuple(name for part in parts if (name := plain_name(str(part).strip())))


def _candidates(
    now: Moment, kind: object, within_s: float, chance: Random | None
) -> Iterator[tuple[float, float, KnownItem]]:
    """The weights of items of a kind, the seconds to them in a straight line, and the items."""
    weights, situation, view = weights_of(now), Situation(now.view), now.view
    speed = run_speed(view)
    for item in view.items.values():
        straight_s = view.distance_to(item.location) / speed
        if straight_s > within_s or math.isinf(straight_s) or not is_of_kind(item, kind):
            continue
        name = item_weight_name(weights, item)
        weight = weights.value(name, situation, chance=chance) if name is not None else 0.0
        if weight > 0.0:
            yield weight * protection(now, item.category), straight_s, item


def _anything(_item: KnownItem) -> bool:
    return True


def _best(
    now: Moment,
    candidates: Iterator[tuple[float, float, KnownItem]],
    within_s: float,
    fits: Callable[[KnownItem], bool],
    *,
    avoids: bool = True,
) -> KnownItem | None:
    """The best of those that are near enough, fit, and will be there."""
    view, speed, start = now.view, run_speed(now.view), standing_at(now.view)
    best, best_score = None, 0.0
    for weight, straight_s, item in sorted(candidates, key=_most_promising):
        # No way is shorter than the straight line, so nobody further on can be better.
        if weight / max(straight_s, _LEAST_S) <= best_score:
            break
        seconds = way_from(view, start, item.location, item.place) / speed
        score = weight / max(seconds, _LEAST_S)
        if score <= best_score or seconds > within_s or math.isinf(seconds):
            continue
        if _can_be_had(now, item, seconds, avoids=avoids) and fits(item):
            best, best_score = item, score
    return best


def _most_promising(row: tuple[float, float, KnownItem]) -> tuple[float, str]:
    weight, straight_s, item = row
    return -weight / max(straight_s, _LEAST_S), item.id


def _can_be_had(now: Moment, item: KnownItem, seconds: float, *, avoids: bool) -> bool:
    """Whether an item is there on arrival, and neither refused nor avoided."""
    if is_refused(now, item.id):
        return False
    if avoids and is_avoided(now, item.id, _IN_TIME * seconds):
        return False
    return _wait_s(now.view, item) <= _IN_TIME * seconds


def _wait_s(view: View, item: KnownItem) -> float:
    """How long until an item is there; 0 if it should be."""
    if item.is_there(view.now):
        return 0.0
    return math.inf if item.respawns_at is None else item.respawns_at - view.now


def _seconds_to(view: View, item: KnownItem) -> float:
    return way_from(view, standing_at(view), item.location, item.place) / run_speed(view)
