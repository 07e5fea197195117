"""What weights are about: kinds of items and weapons, and the variables of a situation.

A kind is one word for the same thing in both games: "flak" is XWeapons.FlakCannon and
Botpack.UT_FlakCannon. Weights are named after what one does with it: ``take flak``, ``take flak ammo``,
``wield flak``. A weight that is named after a class goes before that of its kind, and a category
(weapon, ammo, health, …) stands in for what has neither.
"""

from __future__ import annotations

import functools
import math
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from agentfw.vocabulary import ItemCategory

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from agentfw.perception import KnownItem, KnownPlayer, KnownWeapon, View
    from agentfw.vocabulary import ClassName
    from agentfw.weights import Weights

__all__ = ["VARIABLES", "Situation", "item_weight_name", "kind_of_item", "weapon_weight_name"]

_WEAPONS: Final = MappingProxyType(
    {
        "redeemer": "redeemer",
        "warhead": "redeemer",
        "rocket": "rocket",
        "eightball": "rocket",
        "flak": "flak",
        "minigun": "minigun",
        "miniammo": "minigun",
        "supershock": "super shock",
        "shock": "shock",
        "sniper": "sniper",
        "bulletbox": "sniper",
        "link": "link",
        "pulse": "pulse",
        "pammo": "pulse",
        "ripper": "ripper",
        "razor": "ripper",
        "bladehopper": "ripper",
        "bio": "bio",
        "avril": "avril",
        "grenade": "grenade",
        "mine": "mine",
        "enforcer": "enforcer",
        "eclip": "enforcer",
        "assault": "assault",
        "hammer": "hammer",
        "shieldgun": "shield gun",
        "chainsaw": "chainsaw",
    }
)
"""The kind of a weapon or its ammunition; the first part that occurs in a class name decides."""
_THINGS: Final = MappingProxyType(
    {
        "botpack.healthpack": "keg",
        "superhealth": "keg",
        "minihealth": "health vial",
        "healthvial": "health vial",
        "supershield": "super shield",
        "shieldbelt": "super shield",
        "thighpads": "thigh pads",
        "udamage": "damage boost",
        "invisib": "invisibility",
        "jumpboots": "jump boots",
    }
)
"""The same for everything else that is not known by its category."""
_KINDS: Final = tuple(dict.fromkeys(_WEAPONS.values()))
_USUAL_UU: Final = 600.0
"""How far away an enemy is thought to be that nobody has seen."""
_REMEMBERS_S: Final = 10.0
_UNTOLD: Final = 20
"""How many rounds a weapon is thought to have whose rounds are not told."""


@functools.lru_cache(maxsize=512)
def kind_of_item(item_class: ClassName | None, category: ItemCategory) -> str:
    """What an item is in one or two words: ``flak``, ``flak ammo``, ``keg``; else its category."""
    name = (item_class or "").lower()
    if category in (ItemCategory.WEAPON, ItemCategory.AMMO):
        found = _first_part(_WEAPONS, name.rpartition(".")[2])
        return f"{found} ammo" if found and category is ItemCategory.AMMO else found or category.value
    return _first_part(_THINGS, name) or category.value


def item_weight_name(weights: Weights, item: KnownItem) -> str | None:
    """The name of the weight that says how much an item is wanted, if there is one."""
    kind = kind_of_item(item.item_class, item.category)
    return _first_known(weights, "take", item.item_class, kind, item.category.value)


def weapon_weight_name(weights: Weights, weapon: KnownWeapon) -> str | None:
    """The name of the weight that says how much a weapon is wanted in hand, if there is one."""
    return _first_known(weights, "wield", weapon.weapon_class, _kind_of_weapon(weapon), "weapon")


def _first_known(weights: Weights, verb: str, item_class: str | None, *kinds: str) -> str | None:
    return next((one for one in _names(verb, item_class, *kinds) if one in weights), None)


@functools.lru_cache(maxsize=512)
def _names(verb: str, item_class: str | None, *kinds: str) -> tuple[str, ...]:
    """What a weight may be called, the most particular first."""
    exact = (f"{verb} {item_class}", item_class) if item_class else ()
    return (*exact, *(f"{verb} {kind}" for kind in kinds))


def _kind_of_weapon(weapon: KnownWeapon) -> str:
    # Some servers tell no class; the last part of an id begins with it.
    name = (weapon.weapon_class or weapon.id).lower().rpartition(".")[2]
    return _first_part(_WEAPONS, name) or "weapon"


def _first_part(table: Mapping[str, str], name: str) -> str:
    return next((kind for part, kind in table.items() if part in name), "")


class Situation:
    """The value of every variable for one view, worked out when it is asked for; 0 for unknown ones."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._known: dict[str, float] = {}
        self._rounds: dict[str, int] | None = None

    def __call__(self, name: str) -> float:
        """The value of a variable."""
        value = self._known.get(name)
        if value is None:
            value = self._known[name] = self._work_out(name)
        return value

    def _work_out(self, name: str) -> float:
        plain = _FIGURES.get(name)
        if plain is not None:
            return plain(self._view)
        arm = _ARMS.get(name)
        if arm is None:
            return 0.0
        if self._rounds is None:
            self._rounds = _rounds(self._view)
        is_rounds, kind = arm
        return float(self._rounds.get(kind, 0) if is_rounds else kind in self._rounds)


def _rounds(view: View) -> dict[str, int]:
    """The rounds of every kind of weapon in the bag."""
    found: dict[str, int] = {}
    for weapon in view.weapons.values():
        kind, ammo = _kind_of_weapon(weapon), weapon.ammo if weapon.ammo is not None else _UNTOLD
        found[kind] = max(found.get(kind, 0), ammo)
    return found


def _enemy(view: View) -> KnownPlayer | None:
    """The nearest enemy in sight, else the one seen last, if that is not long ago."""
    if view.enemies:
        return view.enemies[0]
    last = next(iter(view.remembered_enemies), None)
    return last if last is not None and view.now - last.seen_at <= _REMEMBERS_S else None


def _enemy_distance(view: View) -> float:
    enemy, here = _enemy(view), view.location
    if enemy is None or enemy.location is None or here is None:
        return _USUAL_UU
    return here.ground_distance_to(enemy.location)


def _enemy_height(view: View) -> float:
    enemy, here = _enemy(view), view.location
    if enemy is None or enemy.location is None or here is None:
        return 0.0
    return enemy.location.z - here.z


def _boost_s(view: View) -> float:
    until, now = view.me.damage_boost_until, view.time
    return max(0.0, until - now) if until is not None and now is not None else 0.0


_FIGURES: Final[Mapping[str, Callable[[View], float]]] = MappingProxyType(
    {
        "HEALTH": lambda view: float(view.health),
        "ARMOR": lambda view: float(view.me.armor or 0),
        "ADRENALINE": lambda view: float(view.me.adrenaline or 0),
        "BOOST_SECONDS": _boost_s,
        "CARRYING_FLAG": lambda view: float(view.carried_flag is not None),
        "ENEMIES": lambda view: float(len(view.enemies)),
        "MATES": lambda view: float(len(view.mates)),
        "ENEMY_DISTANCE": _enemy_distance,
        "ENEMY_HEIGHT": _enemy_height,
        "TIME_LEFT": lambda view: view.time_left_s if view.time_left_s is not None else math.inf,
        # As the files of Quake III Arena call the same.
        "INVENTORY_HEALTH": lambda view: float(view.health),
        "INVENTORY_ARMOR": lambda view: float(view.me.armor or 0),
        "ENEMY_HORIZONTAL_DIST": _enemy_distance,
    }
)
_ARMS: Final[Mapping[str, tuple[bool, str]]] = MappingProxyType(
    {f"HAS_{kind.upper().replace(' ', '_')}": (False, kind) for kind in _KINDS}
    | {f"AMMO_{kind.upper().replace(' ', '_')}": (True, kind) for kind in _KINDS}
)
VARIABLES: Final = frozenset((*_FIGURES, *_ARMS))
"""The names of all variables that weights can look at."""
