"""Skills about items: which lie where, which are worth the way, and getting them."""

from __future__ import annotations

import functools
import itertools
import math
from typing import TYPE_CHECKING, Final

from agentfw.decisions import PickUpItem
from agentfw.language.types import plain_name
from agentfw.skills.goals import weights_of
from agentfw.skills.inventory import Situation, item_weight_name
from agentfw.skills.outcomes import Failed
from agentfw.skills.skill import act, sense
from agentfw.skills.spots import entity
from agentfw.skills.tempers import enough, protection
from agentfw.skills.wanting import is_refused, wants
from agentfw.skills.ways import can_reach, run_speed, standing_at, way_from
from agentfw.vocabulary import ItemCategory

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from agentfw.geometry import Vec3
    from agentfw.perception import KnownItem, KnownPlayer, View
    from agentfw.skills.moment import Moment
    from agentfw.skills.outcomes import Outcome
    from agentfw.vocabulary import EntityId

__all__ = [
    "best_item",
    "collect",
    "item_refused",
    "item_there",
    "item_under_way",
    "items",
    "nearest_item",
    "pick_up",
    "pickup_item",
    "recovery",
    "respawns_in",
    "runto_medical_kit",
    "runto_weapon",
    "see_item",
    "see_reachable_item",
    "see_reachable_medical_kit",
    "see_reachable_weapon",
]

_SOON_S: Final = 5.0
"""So long a body waits on the spot for an item that comes back."""
_LOOKED_AT: Final = 12
"""Of so many candidates, the nearest ones, the way is worked out."""
_FULL_HEALTH: Final = 100
_FULL_ARMOR: Final = 100
_PLENTY: Final = 50
_WORTH: Final = {
    ItemCategory.WEAPON: 3.0,
    ItemCategory.HEALTH: 2.0,
    ItemCategory.ARMOR: 2.0,
    ItemCategory.SHIELD: 2.5,
    ItemCategory.AMMO: 1.5,
    ItemCategory.ADRENALINE: 0.5,
}
_BASE_UU: Final = 300.0
"""Added to each way, so that what lies at the feet is not worth everything."""
_WEIGHT: Final = 0.03
"""By this factor a weight of a character is what a worth is to others."""


@sense
def see_item(now: Moment) -> bool:
    """Whether any item is in sight."""
    return bool(now.view.items_seen)


@sense
def see_reachable_item(now: Moment, kind: str = "") -> bool:
    """Whether an item of a kind is in sight, can be reached, and was not refused lately.

    Kinds are weapon, ammo, health, armor, shield, adrenaline, other, or a part of a class name.
    """
    return _nearest_seen(now, kind) is not None


@sense
def see_reachable_medical_kit(now: Moment) -> bool:
    """Whether a health item is in sight, can be reached, and was not refused lately."""
    return _nearest_seen(now, "health") is not None


@sense
def see_reachable_weapon(now: Moment) -> bool:
    """Whether a weapon lies in sight, can be reached, and was not refused lately."""
    return _nearest_seen(now, "weapon") is not None


@sense
def items(now: Moment, kind: str = "") -> tuple[EntityId, ...]:
    """The ids of the items of a kind that should lie there now, nearest first in a straight line."""
    return tuple(item.id for item in now.view.items_there if _is_of(item, _kinds(kind)))


@sense
def item_there(now: Moment, item: str) -> bool:
    """Whether an item should lie in its place now, as far as known."""
    known = _item(now.view, item)
    return known is not None and known.is_there(now.view.now)


@sense
def respawns_in(now: Moment, item: str) -> float:
    """Seconds until an item is expected back; 0 while it is there, infinite while nobody knows."""
    known = _item(now.view, item)
    if known is None:
        return math.inf
    if known.is_there(now.view.now):
        return 0.0
    return math.inf if known.respawns_at is None else known.respawns_at - now.view.now


@sense
def item_refused(now: Moment, item: str) -> bool:
    """Whether an item could not be had within the last 30 s."""
    known = _item(now.view, item)
    return known is not None and is_refused(now, known.id)


@sense
def nearest_item(
    now: Moment, kind: str | tuple[str, ...] = "", within: float = math.inf
) -> EntityId | None:
    """The id of the item of a kind that is nearest to run to and would make a difference.

    `kind` is one or several (``"health, armor"``): weapon, ammo, health, armor, shield, adrenaline,
    other, or a part of a class name; none means all. Items that are gone count when they are back by
    the time the body is there; those refused in the last 30 s do not. Nothing if there is none.
    """
    best: tuple[float, EntityId] | None = None
    for straight, way, item in _ways(now, kind, within):
        if best is not None and straight >= best[0]:
            break  # no way is shorter than the straight line
        best = min(best or (way, item.id), (way, item.id))
    return best[1] if best is not None else None


@sense
def best_item(
    now: Moment, kind: str | tuple[str, ...] = "", within: float = math.inf
) -> EntityId | None:
    """The id of the item that gives most for the way to it; as `nearest_item`, but worth counts.

    Weapons count most, then shields, armor and health, ammunition, adrenaline.
    """
    found = _best(now, kind, within)
    return found.id if found is not None else None


@act(
    aliases=("take_item",),
    preconditions=("item_there($item)",),
    effects=("item_there($item) = false",),
)
def pick_up(now: Moment, item: str) -> Outcome:
    """An item fetched: done when this bot has it.

    Absorbs bumps, detours, and a wait of 5 s for an item about to come back. Fails when it is gone,
    cannot be reached, or is not given to a body that stands on it; it is refused for 30 s then.
    """
    known = _item(now.view, item)
    return _fetch(now, known, f'there is no item "{item}", as far as known')


@act
def collect(now: Moment, kind: str | tuple[str, ...] = "", within: float = 1500.0) -> Outcome:
    """The item fetched that `best_item` tells; one being fetched is fetched to the end.

    Use it for "arm yourself" and "heal yourself": ``collect("health", within=800)``. Fails when there
    is none, and as `pick_up` does; the next try takes another one.
    """
    known = item_under_way(now, kind) or _best(now, kind, within)
    return _fetch(now, known, f"no item of that kind within {within:.0f} uu")


@act
def pickup_item(now: Moment) -> Outcome:
    """The nearest item in sight fetched, whatever it is. Ends and fails as `pick_up` does."""
    return _fetch(now, item_under_way(now) or _nearest_seen(now, ""), "no item is in sight")


@act
def runto_medical_kit(now: Moment) -> Outcome:
    """The nearest health item in sight fetched. Ends and fails as `pick_up` does."""
    kit = item_under_way(now, "health") or _nearest_seen(now, "health")
    return _fetch(now, kit, "no medical kit is in sight")


@act
def runto_weapon(now: Moment) -> Outcome:
    """The nearest weapon in sight fetched. Ends and fails as `pick_up` does."""
    weapon = item_under_way(now, "weapon") or _nearest_seen(now, "weapon")
    return _fetch(now, weapon, "no weapon is in sight")


def _fetch(now: Moment, item: KnownItem | None, why_not: str) -> Outcome:
    return wants(now, move=PickUpItem(item.id)) if item is not None else Failed(why_not)


def _item(view: View, name: str) -> KnownItem | None:
    found = entity(view, name) if name else None
    return view.items.get(found) if found is not None else None


def recovery(
    now: Moment, kind: str, within: float, enemy: KnownPlayer | None = None
) -> KnownItem | None:
    """The best item of a kind to which an enemy is not nearer than this bot."""
    there = enemy.location if enemy is not None else None
    if there is None:
        return _best(now, kind, within)
    return _best(now, kind, within, lambda way, item: way < _ground_uu(there, item))


def item_under_way(now: Moment, kind: str | tuple[str, ...] = "") -> KnownItem | None:
    """The item of a kind that the body is fetching now.

    The way to it may begin away from it, so that another one looks nearer for a while.
    """
    activity = now.view.activity("move")
    if activity is None or not activity.is_running or not isinstance(activity.intent, PickUpItem):
        return None
    known = now.view.items.get(activity.intent.item)
    return known if known is not None and _is_of(known, _kinds(kind)) else None


def _nearest_seen(now: Moment, kind: str) -> KnownItem | None:
    kinds, view = _kinds(kind), now.view
    for item in view.items_seen:
        if _is_of(item, kinds) and not is_refused(now, item.id) and can_reach(view, item):
            return item
    return None


def _best(
    now: Moment,
    kind: str | tuple[str, ...],
    within: float,
    fits: Callable[[float, KnownItem], bool] = lambda _way, _item: True,
) -> KnownItem | None:
    rated = (
        (-_worth(now, item) / (way + _BASE_UU), item.id, item)
        for _, way, item in itertools.islice(_ways(now, kind, within), _LOOKED_AT)
        if fits(way, item)
    )
    return min((one for one in rated if one[0] < 0.0), default=(0.0, "", None))[-1]


def _worth(now: Moment, item: KnownItem) -> float:
    """What an item is worth to this bot: by its kind, or by the weights of its character."""
    if now.traits is None:
        return _WORTH.get(item.category, 1.0)
    weights = weights_of(now)
    name = item_weight_name(weights, item)
    weight = weights.value(name, Situation(now.view)) if name is not None else 0.0
    return _WEIGHT * weight * protection(now, item.category)


def _ground_uu(there: Vec3, item: KnownItem) -> float:
    return item.location.distance_to(there) if item.location is not None else math.inf


def _ways(
    now: Moment, kind: str | tuple[str, ...], within: float
) -> Iterator[tuple[float, float, KnownItem]]:
    """How far it is to items of a kind that would make a difference, straight and to go.

    They come in the order of the first, so that who has enough need not ask for the rest.
    """
    kinds, view, start = _kinds(kind), now.view, standing_at(now.view)
    near = sorted(
        (view.distance_to(item.location), item.id, item)
        for item in view.items.values()
        if item.location is not None and _is_of(item, kinds) and _makes_a_difference(now, item)
    )
    for straight, _, item in near:
        if straight > within or math.isinf(straight):
            return
        if not _is_there_soon(view, item) or is_refused(now, item.id):
            continue
        way = way_from(view, start, item.location, item.place)
        if way <= within and math.isfinite(way) and _is_there_by(view, item, way):
            yield straight, way, item


def _is_there_soon(view: View, item: KnownItem) -> bool:
    if item.is_there(view.now):
        return True
    return item.respawns_at is not None and item.respawns_at - view.now <= _SOON_S


def _is_there_by(view: View, item: KnownItem, way: float) -> bool:
    """Whether an item is there when the body is."""
    if item.is_there(view.now):
        return True
    wait = item.respawns_at - view.now if item.respawns_at is not None else math.inf
    return wait <= min(_SOON_S, way / run_speed(view) + 1.0)


@functools.lru_cache(maxsize=256)
def _kinds(kind: object) -> tuple[str, ...]:
    """The kinds that a plan names; what is neither a text nor a list names none that there is."""
    if isinstance(kind, str):
        return tuple(plain_name(part) for part in kind.replace(",", " ").split())
    return tuple(plain_name(str(part)) for part in kind) if isinstance(kind, tuple) else _NOTHING


def _is_of(item: KnownItem, kinds: tuple[str, ...]) -> bool:
    if not kinds:
        return True
    if item.category.value in kinds:
        return True
    name = plain_name(item.item_class or "")
    return any(kind in name for kind in kinds if kind not in _CATEGORIES)


_NOTHING: Final = ("nothing",)
_CATEGORIES: Final = frozenset(category.value for category in ItemCategory)


def _makes_a_difference(now: Moment, item: KnownItem) -> bool:
    """Whether this bot would have more with an item than without it, and cares."""
    view = now.view
    match item.category:
        case ItemCategory.WEAPON:
            return not _has(view, item)
        case ItemCategory.AMMO:
            return (view.me.ammo or 0) < _PLENTY
        case ItemCategory.HEALTH:
            return view.health < enough(now, _FULL_HEALTH)
        case ItemCategory.ARMOR | ItemCategory.SHIELD:
            return (view.me.armor or 0) < enough(now, _FULL_ARMOR)
    return True


def _has(view: View, item: KnownItem) -> bool:
    """Whether a weapon is in the bag already."""
    told = view.classes.get(item.item_class) if item.item_class is not None else None
    name = told.inventory_class if told is not None else item.item_class
    return any(weapon.weapon_class == name for weapon in view.weapons.values())
