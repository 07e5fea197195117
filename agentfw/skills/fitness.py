"""How fit for a fight a bot is: the figures of the Quake III bot, for the weapons of Unreal Tournament.

A chain of rules from 0 (get away) to 100 (after them). Each weapon of Unreal Tournament stands for the
one of Quake III that is most like it, and keeps its figures. One differs: a Redeemer never has the eight
shots that are asked of a BFG, so that one is enough.

=================  ======================================  ===========  =======
in Quake III       in UT99 and UT2004                      rounds over  fitness
=================  ======================================  ===========  =======
BFG                Redeemer, WarheadLauncher                         0      100
rail gun           ShockRifle, SniperRifle, SuperShock               5       95
lightning gun      Minigun                                          50       90
rocket launcher    RocketLauncher, Eightball, AVRiL                  5       90
plasma gun         LinkGun, PulseGun                                40       85
grenade launcher   BioRifle, Ripper, GrenadeLauncher, Mine          10       80
shotgun            FlakCannon                                       10       50
machine gun        Enforcer, AssaultRifle                            -        0
gauntlet           ImpactHammer, ShieldGun, ChainSaw                 -        0
=================  ======================================  ===========  =======
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import msgspec

from agentfw.body.weapons import traits_of

if TYPE_CHECKING:
    from agentfw.perception import KnownPlayer, KnownWeapon, View

__all__ = ["ARMS", "EVEN", "Arm", "fitness_of", "has_boost"]

EVEN: Final = 50.0
"""Fit enough to fight, too little to chase."""
_BOOSTED: Final = 70.0
_ABOVE_UU: Final = 200.0
_WOUNDED: Final = 60
_HURT: Final = 80
_PROTECTED: Final = 40
_ARM_UU: Final = 80.0
"""From farther away a weapon for close quarters is none."""


class Arm(msgspec.Struct, frozen=True):
    """What a kind of weapon makes of its owner."""

    parts: tuple[str, ...]
    """Parts of class names, in small letters."""
    over: int
    """More rounds than this are needed."""
    fitness: float


ARMS: Final = (
    Arm(("redeemer", "warhead"), 0, 100.0),
    Arm(("shock", "sniper", "asmd"), 5, 95.0),
    Arm(("minigun",), 50, 90.0),
    Arm(("rocket", "eightball", "avril"), 5, 90.0),
    Arm(("link", "pulse"), 40, 85.0),
    Arm(("bio", "ripper", "razor", "grenade", "mine"), 10, 80.0),
    Arm(("flak",), 10, 50.0),
)
"""The best first."""


def fitness_of(view: View, enemy: KnownPlayer | None, care: float = 1.0) -> float:
    """From 0 to 100, against an enemy if there is one; the first rule that applies decides.

    With more `care` a bot counts as hurt with more health left.
    """
    if has_boost(view) and not _is_out_of_reach(view, enemy):
        return _BOOSTED
    armor = view.me.armor or 0
    if _is_above(view, enemy) or view.health < _WOUNDED * care:
        return 0.0
    if view.health < _HURT * care and armor < _PROTECTED * care:
        return 0.0
    return next((arm.fitness for arm in ARMS if _has(view, arm)), 0.0)


def has_boost(view: View) -> bool:
    """Whether the shots of this bot do multiplied damage now, where the game tells."""
    until = view.me.damage_boost_until
    return until is not None and view.time is not None and until > view.time


def _is_out_of_reach(view: View, enemy: KnownPlayer | None) -> bool:
    """Whether the hands hold something for close quarters, and the enemy is elsewhere."""
    held = view.weapons.get(view.me.weapon) if view.me.weapon else None
    if held is None or not traits_of(view, held).is_melee or enemy is None:
        return False
    here, there = view.location, enemy.location
    far = here.ground_distance_to(there) if here is not None and there is not None else math.inf
    return far > _ARM_UU


def _is_above(view: View, enemy: KnownPlayer | None) -> bool:
    here, there = view.location, enemy.location if enemy is not None else None
    return here is not None and there is not None and there.z - here.z > _ABOVE_UU


def _has(view: View, arm: Arm) -> bool:
    return any(_is_such(weapon, arm) for weapon in view.weapons.values())


def _is_such(weapon: KnownWeapon, arm: Arm) -> bool:
    name = f"{weapon.weapon_class or weapon.id}".lower()
    if not any(part in name for part in arm.parts):
        return False
    return weapon.ammo is None or weapon.ammo > arm.over
