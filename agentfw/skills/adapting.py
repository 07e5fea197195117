"""Skills that change with the enemy: what it was seen to use, and what hits it, decide what is wanted.

Every act takes down what the moment teaches; senses only read it. ``adaptive=false`` turns all of it
off, so that a plan can be compared with itself.
"""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING, Final

from agentfw.decisions import Fight, PickUpItem, Wield
from agentfw.skills.arms import band_at
from agentfw.skills.experience import experience_of, learned
from agentfw.skills.items import best_item, collect
from agentfw.skills.outcomes import Done, Failed, Wants
from agentfw.skills.reckoning import HEALTH, loaded, name_of, reckoning_of, worth_of
from agentfw.skills.skill import act, sense
from agentfw.skills.spots import entity
from agentfw.skills.wanting import NO_AMMO, can_shoot, is_refused, wants
from agentfw.skills.ways import run_speed, standing_at, way_from
from agentfw.vocabulary import Died, ItemCategory

if TYPE_CHECKING:
    from collections.abc import Iterator

    from agentfw.decisions import Channel
    from agentfw.perception import KnownItem, View
    from agentfw.skills.moment import Moment
    from agentfw.skills.outcomes import Outcome, Performs
    from agentfw.skills.reckoning import Reckoning
    from agentfw.vocabulary import EntityId

__all__ = [
    "best_item_now",
    "collect_adaptively",
    "counter_weapon",
    "enemy_threat",
    "fight_adaptively",
    "item_worth",
    "learn",
    "outgunned",
    "place_to_hold",
    "protection_wanted",
    "ready_weapon",
    "weapon_to_ready",
]

_BETTER: Final = 1.35
"""A weapon must do so much more than the one in use: to change them takes time."""
_LOOKED_AT: Final = 16
"""Of so many candidates, the nearest ones, the way is worked out."""
_SOON_S: Final = 5.0
_BASE_UU: Final = 300.0
"""Added to each way, so that what lies at the feet is not worth everything."""
_ARMS: Final = "weapon, armor, shield, ammo"


@sense
def enemy_threat(now: Moment, band: str = "", adaptive: bool = True) -> float:  # noqa: FBT001, FBT002
    """The damage per second that the enemies' weapons would do: near, middle or far, or the worst.

    Weapons count for 60 s after they were seen, less and less, and until their owner dies. 0 while
    nobody was seen, and without adaptivity.
    """
    threats = reckoning_of(now, adaptive=adaptive).threats
    return threats.get(band, 0.0) if band else max(threats.values())


@sense
def outgunned(now: Moment, margin: float = 1.0, adaptive: bool = True) -> bool:  # noqa: FBT001, FBT002
    """Whether the enemies in sight would win: they do more damage, or this bot can stand less.

    With a larger `margin` it takes so much more. Never without adaptivity.
    """
    enemies = now.view.enemies
    if not adaptive or not enemies:
        return False
    band, known = band_at(now.view.distance_to(enemies[0].location)), reckoning_of(now, adaptive=True)
    mine = max((known.dps(one, band) for one in loaded(now.view)), default=0.0)
    stands = now.view.health + (now.view.me.armor or 0)
    return known.threats[band] * HEALTH > margin * mine * stands


@sense
def counter_weapon(now: Moment, adaptive: bool = True) -> EntityId | None:  # noqa: FBT001, FBT002
    """The id of what is best against the enemies seen: a weapon that is loaded, or one that lies about.

    Best by what it does at the distances at which they are met, and by what they do at its own. Nothing
    if there is neither.
    """
    view, known = now.view, reckoning_of(now, adaptive=adaptive)
    owned = [(known.worths[name_of(one)], one.id) for one in loaded(view)]
    lying = [
        (known.worths[one.item_class], one.id)
        for one in view.items_there
        if one.category is ItemCategory.WEAPON and one.item_class is not None
    ]
    return max((*owned, *lying), default=(0.0, None))[1]


@sense
def weapon_to_ready(now: Moment, adaptive: bool = True) -> EntityId | None:  # noqa: FBT001, FBT002
    """The id of the loaded weapon that would do most at the distances at which enemies are met.

    Nothing when it is in hand, while an enemy is in sight, and without adaptivity.
    """
    return None if now.view.enemies or not adaptive else _readied(now)


@sense
def protection_wanted(now: Moment, adaptive: bool = True) -> float:  # noqa: FBT001, FBT002
    """By what factor health and armor are worth more than usual: the more, the more enemies do.

    From 0.5 to 3; 1 while nothing was seen, and without adaptivity.
    """
    return reckoning_of(now, adaptive=adaptive).protection


@sense
def place_to_hold(now: Moment, adaptive: bool = True) -> EntityId | None:  # noqa: FBT001, FBT002
    """The id of the place where enemies were seen most; nothing without any, or without adaptivity."""
    return experience_of(now).place() if adaptive else None


@sense
def item_worth(now: Moment, item: str, adaptive: bool = True) -> float:  # noqa: FBT001, FBT002
    """How much an item is worth now, before the way to it; 0 for what would make no difference."""
    found = entity(now.view, item) if item else None
    known = now.view.items.get(found) if found is not None else None
    return worth_of(now.view, known, reckoning_of(now, adaptive=adaptive)) if known is not None else 0.0


@sense
def best_item_now(now: Moment, within: float = 1500.0, adaptive: bool = True) -> EntityId | None:  # noqa: FBT001, FBT002
    """The id of the item that gives most for the way to it, as the enemies are; nothing if none does.

    Without adaptivity it is what `best_item` tells of weapons, armor, shields and ammunition.
    """
    if not adaptive:
        return best_item(now, _ARMS, within)
    found = _best(now, within)
    return found.id if found is not None else None


@act
def learn(now: Moment) -> Done:
    """What this moment shows of the enemies taken down. Done at once, never fails."""
    return Done(notes=learned(now))


@act
def collect_adaptively(now: Moment, within: float = 1500.0, adaptive: bool = True) -> Outcome:  # noqa: FBT001, FBT002
    """The item fetched that `best_item_now` tells; one being fetched is fetched to the end.

    On the way the weapon that `weapon_to_ready` tells is taken in hand. Fails when no item is worth it,
    and as `pick_up` does. Without adaptivity it collects as `collect` does, all but health.
    """
    if not adaptive:
        return collect(now, _ARMS, within)
    known = _fetched(now.view) or _best(now, within)
    if known is None:
        return Failed(f"nothing worth the way within {within:.0f} uu")
    ready = None if now.view.enemies else _readied(now)
    hand = Wield(ready) if ready is not None else None
    return wants(now, move=PickUpItem(known.id), fight=hand, notes=learned(now))


@act
def ready_weapon(now: Moment, adaptive: bool = True) -> Outcome:  # noqa: FBT001, FBT002
    """The weapon taken in hand that `weapon_to_ready` tells, before the next enemy comes.

    Done at once when there is none, and without adaptivity. Fails when it is not in hand in 4 s.
    """
    ready = _readied(now) if adaptive and not now.view.enemies else None
    return wants(now, fight=Wield(ready), notes=learned(now)) if ready is not None else Done()


@act
def fight_adaptively(now: Moment, running: bool = False, adaptive: bool = True) -> Performs:  # noqa: FBT001, FBT002
    """A fight with the enemies in sight, with the weapon that does most to them at that distance.

    The legs fight, too, unless the body shall go on `running`. Done when no enemy is left in view.
    Fails when none is at the start, and when all ammunition is spent. Without adaptivity the body
    chooses the weapon.
    """
    if not now.view.enemies:
        return Failed("no enemy is in sight")
    stops: tuple[Channel, ...] = () if running else ("move",)
    weapon = None
    while now.view.enemies and can_shoot(now.view):
        if not now.view.is_alive or now.view.happened(Died):
            return Failed("died")
        weapon = _weapon_for(now, weapon) if adaptive else None
        notes = learned(now) if adaptive else {}
        now = yield wants(now, fight=Fight(weapon=weapon), stops=stops, notes=notes)
    why_not = "" if can_shoot(now.view) else NO_AMMO
    yield Wants(stops=("fight",))
    return Failed(why_not) if why_not else None


def _weapon_for(now: Moment, used: EntityId | None) -> EntityId | None:
    """The weapon to fight with at this distance; the one in use unless another is clearly better."""
    view, known = now.view, reckoning_of(now, adaptive=True)
    band = band_at(view.distance_to(view.enemies[0].location))
    rated = [(known.dps(one, band), one.id) for one in loaded(view)]
    if not rated:
        return None
    does, best = max(rated)
    used = used if used is not None else view.me.weapon
    used_does = next((rate for rate, weapon in rated if weapon == used), 0.0)
    return best if does > _BETTER * used_does else used


def _readied(now: Moment) -> EntityId | None:
    """The weapon that would do most at the usual distances, if it is not in hand."""
    view, known = now.view, reckoning_of(now, adaptive=True)
    rated = ((known.usual_worth(one), one.id) for one in loaded(view))
    best = max(rated, default=(0.0, None))[1]
    return best if best != view.me.weapon else None


def _best(now: Moment, within: float) -> KnownItem | None:
    known = reckoning_of(now, adaptive=True)
    rated = (
        (-worth / (way + _BASE_UU), item.id, item)
        for worth, way, item in itertools.islice(_ways(now, known, within), _LOOKED_AT)
    )
    return min(rated, default=(0.0, "", None))[-1]


def _ways(now: Moment, known: Reckoning, within: float) -> Iterator[tuple[float, float, KnownItem]]:
    """The items that would make a difference and are there in time: their worth, and how far to go."""
    view, start = now.view, standing_at(now.view)
    near = sorted((view.distance_to(item.location), item.id, item) for item in view.items.values())
    for straight, _, item in near:
        if straight > within or math.isinf(straight):
            return
        worth = worth_of(view, item, known)
        if worth <= 0.0 or is_refused(now, item.id):
            continue
        way = way_from(view, start, item.location, item.place)
        if way <= within and math.isfinite(way) and _is_there_by(view, item, way):
            yield worth, way, item


def _is_there_by(view: View, item: KnownItem, way: float) -> bool:
    """Whether an item is there when the body is."""
    if item.is_there(view.now):
        return True
    wait = item.respawns_at - view.now if item.respawns_at is not None else math.inf
    return wait <= min(_SOON_S, way / run_speed(view) + 1.0)


def _fetched(view: View) -> KnownItem | None:
    """The item that the body is fetching now."""
    activity = view.activity("move")
    if activity is None or not activity.is_running or not isinstance(activity.intent, PickUpItem):
        return None
    return view.items.get(activity.intent.item)
