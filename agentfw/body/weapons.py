"""What a weapon is good for: as the game told, else as its name says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

if TYPE_CHECKING:
    from agentfw.perception import KnownWeapon, View
    from agentfw.vocabulary import FireMode

__all__ = ["KINDS", "WeaponTraits", "choose_weapon", "kind_of", "traits_of"]


class WeaponTraits(msgspec.Struct, frozen=True, gc=False):
    """How a weapon wants to be used."""

    value: float = 30.0
    """How good it is at its best distance."""
    distance: float = 600.0
    """The best distance to the target, in uu."""
    speed: float | None = None
    """How fast its projectile flies; None when it hits at once."""
    splash: float = 0.0
    """How far around the impact it hurts, oneself included."""
    is_melee: bool = False


_BY_NAME: Final = (
    ("redeemer", WeaponTraits(60, 2500, 1000, 1000)),
    ("warhead", WeaponTraits(60, 2500, 1000, 1000)),
    ("rocket", WeaponTraits(85, 600, 1350, 220)),
    ("eightball", WeaponTraits(85, 600, 900, 220)),
    ("flak", WeaponTraits(88, 350, 2700, 0)),
    ("minigun", WeaponTraits(75, 600)),
    ("supershock", WeaponTraits(99, 1200)),
    ("shock", WeaponTraits(80, 900)),
    ("sniper", WeaponTraits(78, 2000)),
    ("link", WeaponTraits(70, 500, 1000)),
    ("pulse", WeaponTraits(70, 500, 1450)),
    ("ripper", WeaponTraits(60, 600, 1300)),
    ("razor", WeaponTraits(60, 600, 1300)),
    ("bio", WeaponTraits(50, 300, 2000, 75)),
    ("avril", WeaponTraits(40, 1500, 550, 150)),
    ("grenade", WeaponTraits(40, 500, 1200, 175)),
    ("mine", WeaponTraits(30, 400, 800, 175)),
    ("enforcer", WeaponTraits(40, 500)),
    ("assault", WeaponTraits(35, 500)),
    ("hammer", WeaponTraits(10, 60, is_melee=True)),
    ("shieldgun", WeaponTraits(10, 60, is_melee=True)),
    ("chainsaw", WeaponTraits(12, 60, is_melee=True)),
    ("trans", WeaponTraits(0, 500, 1000)),
)
"""The first part that occurs in a class name, or an id, decides."""
_UNKNOWN: Final = WeaponTraits()
_KINDS: Final = (
    ("redeemer", "redeemer"),
    ("warhead", "redeemer"),
    ("rocket", "rocket"),
    ("eightball", "rocket"),
    ("flak", "flak"),
    ("minigun", "minigun"),
    ("shock", "shock"),
    ("sniper", "sniper"),
    ("link", "link"),
    ("pulse", "link"),
    ("ripper", "ripper"),
    ("razor", "ripper"),
    ("bio", "bio"),
    ("avril", "grenade"),
    ("grenade", "grenade"),
    ("mine", "grenade"),
    ("enforcer", "enforcer"),
    ("assault", "enforcer"),
)
"""As above; weapons that are aimed alike are of one kind."""
KINDS: Final = tuple(dict.fromkeys(kind for _, kind in _KINDS))
"""The kinds of weapons that one can be good at."""


def kind_of(weapon: KnownWeapon | None) -> str:
    """The kind that a weapon is of, one of `KINDS`; empty for what is not aimed."""
    name = _name_of(weapon) if weapon is not None else ""
    return next((kind for part, kind in _KINDS if part in name), "")


def traits_of(view: View, weapon: KnownWeapon | None) -> WeaponTraits:
    """How to use a weapon."""
    if weapon is None:
        return _UNKNOWN
    name = _name_of(weapon)
    traits = next((traits for part, traits in _BY_NAME if part in name), _UNKNOWN)
    told = view.classes.get(weapon.weapon_class) if weapon.weapon_class else None
    return _as_told(traits, told.primary) if told is not None and told.primary is not None else traits


def _name_of(weapon: KnownWeapon) -> str:
    return f"{weapon.weapon_class or ''} {weapon.id}".lower()


def _as_told(traits: WeaponTraits, mode: FireMode) -> WeaponTraits:
    """The same weapon with the figures of this server."""
    if mode.instant_hit:
        return msgspec.structs.replace(traits, speed=None, splash=0.0)
    if mode.speed:
        splash = mode.damage_radius or 0.0 if mode.splash_damage else 0.0
        return msgspec.structs.replace(
            traits, speed=max(mode.speed, mode.max_speed or 0.0), splash=splash
        )
    return traits


def choose_weapon(view: View, distance: float) -> KnownWeapon | None:
    """The best weapon with ammunition for a target at a distance; None when there is none at all."""
    best, best_score = None, 0.0
    for weapon in view.weapons.values():
        score = _score(traits_of(view, weapon), weapon, distance)
        if score > best_score:
            best, best_score = weapon, score
    return best


def _score(traits: WeaponTraits, weapon: KnownWeapon, distance: float) -> float:
    if traits.is_melee:
        return 2.0 * traits.value if distance < 2 * traits.distance else 0.1
    if weapon.ammo is not None and weapon.ammo <= 0:
        return 0.0
    if traits.splash and distance < traits.splash + 40.0:
        return 0.05 * traits.value
    off = abs(distance - traits.distance) / max(traits.distance, 300.0)
    return traits.value / (1.0 + 0.5 * off)
