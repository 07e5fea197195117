"""Skills that go by weights: the item worth most for the way, what lies by the wayside, the best weapon.

The weights are those of the bot (option ``weights``), else those that ship; see docs/weights.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from agentfw.decisions import Do, Fight, PickUpItem, Wield
from agentfw.language.types import plain_name
from agentfw.perception.respawns import respawn_s
from agentfw.skills.goals import (
    GOAL,
    NEARBY,
    Goal,
    avoid_note,
    avoid_notes,
    best_goal,
    goal_of,
    is_avoided,
    last_resort,
    nearby_goal,
    nearby_range_s,
    open_goal,
    weights_of,
)
from agentfw.skills.inventory import Situation, item_weight_name, weapon_weight_name
from agentfw.skills.outcomes import DONE, Done, Failed
from agentfw.skills.skill import act, sense
from agentfw.skills.spots import entity, spot
from agentfw.skills.wanting import wants
from agentfw.vocabulary import ClassName, StartCombo

if TYPE_CHECKING:
    from agentfw.decisions import Channel, Intent
    from agentfw.geometry import Vec3
    from agentfw.perception import KnownItem, KnownWeapon
    from agentfw.skills.moment import Moment
    from agentfw.skills.outcomes import Outcome, Performs
    from agentfw.vocabulary import EntityId

__all__ = [
    "avoided",
    "best_weapon",
    "combo_ready",
    "end_of",
    "fetch_nearby",
    "fetch_wanted",
    "fight_preferred",
    "nearby_item",
    "preferred_weapon",
    "start_combo",
    "wanted_item",
    "weight",
    "wield_preferred",
]

_GOAL_S: Final = 20.0
"""So long a long-term goal is followed."""
_NEARBY_S: Final = 4.0
"""So long a nearby goal is followed, beyond the time that it takes to get there."""
_LEAST_AVOIDED_S: Final = 10.0
_DROPPED_AVOIDED_S: Final = 10.0
_CHANGES_ABOVE: Final = 1.2
"""Another weapon has to be so much better before it is taken in the midst of a fight."""
_FULL_ADRENALINE: Final = 100
_WOUNDED: Final = 60
_COMBOS: Final = {
    "booster": "XGame.ComboDefensive",
    "defensive": "XGame.ComboDefensive",
    "berserk": "XGame.ComboBerserk",
    "speed": "XGame.ComboSpeed",
    "invisible": "XGame.ComboInvis",
}


@sense
def weight(now: Moment, name: str) -> float:
    """What a weight comes to now: by its name, as "take flak", or by the id of an item or weapon.

    0 for what has no weight. Only how weights compare counts.
    """
    weights = weights_of(now)
    if name in weights:
        return weights.value(name, Situation(now.view))
    found = entity(now.view, name)
    item = now.view.items.get(found) if found is not None else None
    if item is not None:
        called = item_weight_name(weights, item)
        return weights.value(called, Situation(now.view)) if called is not None else 0.0
    weapon = next((one for one in now.view.weapons.values() if one.id == name), None)
    return _weapon_weight(now, weapon) if weapon is not None else 0.0


@sense
def preferred_weapon(now: Moment) -> EntityId | None:
    """The id of the loaded weapon with the highest weight; nothing if none has any."""
    found = best_weapon(now)
    return found.id if found is not None else None


@sense
def wanted_item(now: Moment, kind: str | tuple[str, ...] = "") -> EntityId | None:
    """The id of the item with most weight for the time to get there: the long-term goal.

    It stays the same for 20 s while it can be had. `kind` is one or several: categories, kinds such as
    "flak" or "keg", or parts of class names; none means all. What will not be there on arrival, was
    refused, or was chosen lately is left out, the last only while there is anything else.
    """
    found = _wanted(now, kind)
    return found.id if found is not None else None


@sense
def nearby_item(now: Moment, toward: str | Vec3 = "", within_s: float = 0.0) -> EntityId | None:
    """The id of an item by the wayside: within 1.5 s, and from there it is no farther than from here.

    `toward` is where the bot is going, the long-term goal unless told. Give ``within_s=4`` to a
    defender; with a flag it is 0.5 s unless told. Nothing if there is none.
    """
    found = _nearby(now, toward, within_s)
    return found.id if found is not None else None


@sense
def avoided(now: Moment, item: str) -> bool:
    """Whether an item was chosen lately, so that others go first."""
    found = entity(now.view, item)
    return found is not None and is_avoided(now, found)


@sense
def combo_ready(now: Moment) -> bool:
    """Whether there is adrenaline for a combo, and none runs. Never so in games without them."""
    me = now.view.me
    runs = bool(me.combo) and me.combo != "None"
    return (me.adrenaline or 0) >= _FULL_ADRENALINE and not runs


@act
def fetch_wanted(
    now: Moment,
    kind: str | tuple[str, ...] = "",
    undecided: bool = False,  # noqa: FBT001, FBT002 - plans tell it by name
) -> Outcome:
    """The item fetched that `wanted_item` tells, for 20 s; then another one is chosen.

    Done when this bot has it. An `undecided` bot draws each weight from its range when it chooses, so
    that two of them do not want the same. Fails when nothing is worth the way, when the time is up, and
    as `pick_up` does.
    """
    noted = open_goal(now, GOAL, kind)
    if noted is not None:
        return _fetching(now, noted, GOAL, {})
    chance = now.random if undecided else None
    chosen = best_goal(now, kind, chance=chance)
    forgotten = avoid_notes(now, only_over=True)
    if chosen is None:  # whatever is left is avoided
        chosen = last_resort(now, kind, chance=chance)
        forgotten = avoid_notes(now, only_over=False)
    if chosen is None:
        return Failed("nothing is worth the way")
    goal = Goal(chosen.id, now.view.now + _GOAL_S)
    return _fetching(now, goal, GOAL, forgotten | _chosen_notes(now, chosen, GOAL, goal))


@act
def fetch_nearby(now: Moment, toward: str | Vec3 = "", within_s: float = 0.0) -> Outcome:
    """The item fetched that `nearby_item` tells, for as long as that takes and 4 s more.

    Use it while `nearby_item` finds one, before `fetch_wanted` or a journey. Done when this bot has
    it. Fails when there is none, when the time is up, and as `pick_up` does.
    """
    noted = open_goal(now, NEARBY)
    if noted is not None:
        return _fetching(now, noted, NEARBY, {})
    chosen = _nearby(now, toward, within_s)
    if chosen is None:
        return Failed("nothing lies by the wayside")
    goal = Goal(chosen.id, now.view.now + _NEARBY_S + nearby_range_s(now, within_s))
    forgotten = avoid_notes(now, only_over=True)
    return _fetching(now, goal, NEARBY, forgotten | _chosen_notes(now, chosen, NEARBY, goal))


@act
def wield_preferred(now: Moment) -> Outcome:
    """The weapon taken in hand that `preferred_weapon` tells, without firing.

    Fails when no loaded weapon has a weight, or when it is not in hand in 4 s.
    """
    found = best_weapon(now)
    return wants(now, fight=Wield(found.id)) if found is not None else Failed("no weapon is loaded")


@act
def fight_preferred(now: Moment, target: str = "") -> Outcome:
    """A fight as `fight`, but with the weapon that `preferred_weapon` tells, at every moment.

    A weapon is changed in the fight for one that is better by a fifth. Ends and fails as `fight` does.
    """
    chosen = entity(now.view, target) if target else None
    if target and chosen not in now.view.players:
        return Failed(f'nobody is called "{target}"')
    if chosen is None and not now.view.enemies:
        return Failed("no enemy is in sight")
    return _fighting(now, chosen)


@act
def start_combo(now: Moment, name: str = "") -> Outcome:
    """All adrenaline spent on a combo: booster, berserk, speed or invisible.

    Without a name it is the booster, which heals, below 60 health, else berserk. Done at once. Fails
    when `combo_ready` is false.
    """
    usual = "booster" if now.view.health < _WOUNDED else "berserk"
    found = _COMBOS.get(plain_name(name) if name else usual)
    if found is None:
        return Failed(f'there is no combo "{name}": booster, berserk, speed, invisible')
    if not combo_ready(now):
        return Failed("not enough adrenaline, or a combo runs")
    return wants(now, move=Do(commands=(StartCombo(ClassName(found)),)))


def _wanted(now: Moment, kind: object) -> KnownItem | None:
    return goal_of(now, GOAL, kind) or best_goal(now, kind) or last_resort(now, kind)


def _nearby(now: Moment, toward: object, within_s: float) -> KnownItem | None:
    noted = goal_of(now, NEARBY)
    if noted is not None:
        return noted
    goal = goal_of(now, GOAL) if not toward else None
    there = goal.location if goal is not None else spot(now, toward)
    return nearby_goal(now, there, nearby_range_s(now, within_s))


def best_weapon(now: Moment, held: EntityId | None = None) -> KnownWeapon | None:
    """The loaded weapon with most weight; the one held is let go only for a clearly better one."""
    best, best_weight = None, 0.0
    for _, weapon in sorted(now.view.weapons.items()):
        found = _weapon_weight(now, weapon) if weapon.ammo != 0 else 0.0
        found *= _CHANGES_ABOVE if weapon.id == held else 1.0
        if found > best_weight:
            best, best_weight = weapon, found
    return best


def _weapon_weight(now: Moment, weapon: KnownWeapon) -> float:
    weights = weights_of(now)
    name = weapon_weight_name(weights, weapon)
    return weights.value(name, Situation(now.view)) if name is not None else 0.0


def _chosen_notes(now: Moment, item: KnownItem, note: str, goal: Goal) -> dict[str, object]:
    """What to note about a choice: the goal, and that others go first for a while."""
    away_s = max(_LEAST_AVOIDED_S, respawn_s(item.item_class))
    away_s = _DROPPED_AVOIDED_S if item.is_dropped else away_s
    return {note: goal, avoid_note(item.id): now.view.now + away_s}


def _fetching(now: Moment, goal: Goal, note: str, notes: dict[str, object]) -> Performs:
    """The way to an item until its time is up; the body knows when it is got, or gone."""
    intent = PickUpItem(goal.item)
    if end_of(now, "move", intent) is not None:
        now = yield wants(now, notes=notes)  # the body would take the wish for the one that is over
    now = yield wants(now, move=intent, notes=notes)
    while now.view.now < goal.until:
        ended = end_of(now, "move", intent)
        if ended is not None:
            return Done(notes={note: None}) if isinstance(ended, Done) else ended
        now = yield wants(now, move=intent)
    return Failed("it took too long")


def _fighting(now: Moment, target: EntityId | None) -> Performs:
    """A fight with whatever weapon is best."""
    weapon = best_weapon(now)
    if end_of(now, "fight", _fight(target, weapon)) is not None:
        now = yield wants(now, stops=("move",))
    while True:
        intent = _fight(target, weapon)
        now = yield wants(now, fight=intent, stops=("move",))
        ended = end_of(now, "fight", intent)
        if ended is not None:
            return ended
        weapon = best_weapon(now, weapon.id if weapon is not None else None)


def _fight(target: EntityId | None, weapon: KnownWeapon | None) -> Fight:
    return Fight(target=target, weapon=weapon.id if weapon is not None else None)


def end_of(now: Moment, channel: Channel, intent: Intent) -> Done | Failed | None:
    """How the body ended something; None while it goes on, or is about something else."""
    activity = now.view.activity(channel)
    if activity is None or activity.intent != intent or activity.is_running:
        return None
    return DONE if activity.is_done else Failed(activity.reason or activity.state.value)
