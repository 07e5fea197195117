"""Senses of the own body: health, arms, and how it moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agentfw.body.weapons import traits_of
from agentfw.decisions import Wield
from agentfw.language.types import plain_name
from agentfw.skills.outcomes import Failed
from agentfw.skills.skill import act, sense
from agentfw.skills.wanting import wants

if TYPE_CHECKING:
    from agentfw.geometry import Vec3
    from agentfw.perception import KnownWeapon, View
    from agentfw.skills.moment import Moment
    from agentfw.skills.outcomes import Outcome
    from agentfw.vocabulary import EntityId

__all__ = [
    "adrenaline",
    "ammo",
    "armed_and_ammo",
    "armor",
    "has_more_ammo_than",
    "has_more_health_than",
    "has_weapon",
    "health",
    "hit_object",
    "is_alive",
    "is_rotating",
    "is_stuck",
    "is_walking",
    "location",
    "speed",
    "team",
    "weapon",
    "weapon_is",
    "weapons",
    "wield",
    "wield_best",
]


@sense(aliases=("own_health_level",))
def health(now: Moment) -> float:
    """Points of health, usually 0 to 100 and up to 199; 0 while dead or not told."""
    return now.view.health


@sense
def has_more_health_than(now: Moment, amount: float) -> bool:
    """Whether there are strictly more points of health than that."""
    return now.view.health > amount


@sense(aliases=("armour",))
def armor(now: Moment) -> float:
    """Points of all protection together; 0 while not told."""
    return now.view.me.armor or 0


@sense
def adrenaline(now: Moment) -> float:
    """Points of adrenaline; 0 while not told, and in games without it."""
    return now.view.me.adrenaline or 0


@sense
def is_alive(now: Moment) -> bool:
    """Whether this bot has a body now."""
    return now.view.is_alive


@sense
def team(now: Moment) -> float:
    """The number of the own team; 255 without one."""
    return now.view.team


@sense(aliases=("here", "own_location"))
def location(now: Moment) -> Vec3 | None:
    """Where the own body is; nothing while not told."""
    return now.view.location


@sense(aliases=("are_armed",))
def has_weapon(now: Moment, name: str = "") -> bool:
    """Whether a weapon is in hand; with a name, whether such a weapon is in hand or in the bag.

    The name is a part of that of the weapon, in any case: ``has_weapon("rocket")``.
    """
    if not name:
        return _held(now.view) is not None
    return bool(_called(now.view, name))


@sense
def weapon(now: Moment) -> EntityId | None:
    """The id of the weapon in hand; nothing with empty hands."""
    return _held(now.view)


@sense
def weapons(now: Moment) -> tuple[EntityId, ...]:
    """The ids of all weapons that this bot has."""
    return tuple(now.view.weapons)


@sense
def weapon_is(now: Moment, name: str) -> bool:
    """Whether the weapon in hand is called so; a part of its name is enough, in any case."""
    held = _held(now.view)
    return held is not None and _is_called(now.view.weapons.get(held), held, name)


@sense(aliases=("ammo_amount",))
def ammo(now: Moment, weapon: str = "") -> float:
    """Rounds for the weapon in hand, or for one with that part in its name; 0 without one."""
    if not weapon:
        return _rounds_in_hand(now.view)
    return max((one.ammo or 0 for one in _called(now.view, weapon)), default=0)


@sense
def has_more_ammo_than(now: Moment, amount: float) -> bool:
    """Whether the weapon in hand has strictly more rounds than that."""
    return _rounds_in_hand(now.view) > amount


@sense
def armed_and_ammo(now: Moment) -> bool:
    """Whether a weapon is in hand that has at least one round."""
    return _held(now.view) is not None and _rounds_in_hand(now.view) > 0


@sense(aliases=("is_moving", "moving"))
def is_walking(now: Moment) -> bool:
    """Whether the body moves over the ground, by the newest report."""
    return now.view.motion.is_moving


@sense
def speed(now: Moment) -> float:
    """How fast the body moves over the ground, in uu per second."""
    return now.view.motion.speed


@sense(aliases=("stuck",))
def is_stuck(now: Moment) -> bool:
    """Whether the body stood still for the last 20 reports, whether or not it was told to."""
    return now.view.motion.is_stuck


@sense(aliases=("is_turning",))
def is_rotating(now: Moment) -> bool:
    """Whether the body turned by more than 386 Unreal angles (2.1°) over the last 3 reports."""
    return now.view.motion.is_turning


@sense(aliases=("was_hit", "has_collided"))
def hit_object(now: Moment) -> bool:
    """Whether the body ran into a wall or into somebody within the last 2 seconds."""
    return now.view.motion.has_collided


@act(preconditions=("has_weapon($name)",), effects=("weapon_is($name) = true",))
def wield(now: Moment, name: str) -> Outcome:
    """A weapon taken in hand, by a part of its name, without firing.

    Of several that with most rounds. Fails without such a weapon, or when it is not in hand in 4 s.
    """
    found = max(_called(now.view, name), key=lambda one: (one.ammo or 0, one.id), default=None)
    if found is None:
        return Failed(f'has no weapon called "{name}"')
    return wants(now, fight=Wield(found.id))


@act
def wield_best(now: Moment) -> Outcome:
    """The best weapon that has ammunition taken in hand, without firing.

    Use it when the one in hand is empty. Fails when none is loaded, or when it is not in hand in 4 s.
    """
    loaded = (one for one in now.view.weapons.values() if one.ammo)
    best = max(loaded, key=lambda one: (traits_of(now.view, one).value, one.id), default=None)
    return wants(now, fight=Wield(best.id)) if best is not None else Failed("no weapon is loaded")


def _held(view: View) -> EntityId | None:
    held = view.me.weapon
    return held if held and held != "None" else None


def _rounds_in_hand(view: View) -> int:
    held = _held(view)
    if view.me.ammo is not None or held is None:
        return view.me.ammo or 0
    known = view.weapons.get(held)
    return (known.ammo or 0) if known is not None else 0


def _called(view: View, name: str) -> list[KnownWeapon]:
    """The weapons that a part of a name means."""
    return [one for one in view.weapons.values() if _is_called(one, one.id, name)]


def _is_called(known: KnownWeapon | None, held: EntityId, name: str) -> bool:
    told = known.weapon_class if known is not None else None
    return bool(name) and plain_name(name) in plain_name(f"{told or ''} {held}")
