"""When an item that was taken is expected to be back, and what kind of item a class is.

No server tells how long an item stays away, so the figures of the games stand here. They go by parts of
class names, because the same item has another full name in every game and modification.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from agentfw.vocabulary import ItemCategory

if TYPE_CHECKING:
    from agentfw.vocabulary import ClassName

__all__ = ["category_of", "respawn_s"]

_DEFAULT_S: Final = 30.0
_DELAYS: Final = (
    ("superhealth", 60.0),
    ("supershield", 60.0),
    ("shieldbelt", 60.0),
    ("medbox", 20.0),
    ("botpack.healthpack", 100.0),
    ("botpack.udamage", 120.0),
    ("udamage", 90.0),
    ("invisibility", 120.0),
    ("warheadlauncher", 60.0),
    ("redeemer", 120.0),
    ("painter", 120.0),
)
"""The first part that occurs in a class name decides."""

_CATEGORIES: Final = {
    ItemCategory.AMMO: (*("ammo", "clip", "shockcore", "bladehopper", "rocketpack", "bulletbox"),),
    ItemCategory.HEALTH: ("health", "medbox"),
    ItemCategory.WEAPON: (
        *("weapon", "launcher", "rifle", "gun", "cannon", "enforcer", "hammer", "chainsaw"),
        *("ripper", "eightball", "trans", "redeemer", "painter", "avril", "grenade", "minelayer"),
    ),
    ItemCategory.ARMOR: ("armor", "thighpads", "shieldbelt"),
    ItemCategory.SHIELD: ("shield",),
    ItemCategory.ADRENALINE: ("adrenaline",),
}
"""The first category with a part that occurs in a class name decides."""


def respawn_s(item_class: ClassName | None) -> float:
    """How many seconds an item of this class stays away after it was taken."""
    name = (item_class or "").lower()
    return next((delay for part, delay in _DELAYS if part in name), _DEFAULT_S)


def category_of(item_class: ClassName | None) -> ItemCategory:
    """What an item of this class is good for, guessed from its name.

    >>> category_of("XPickups.MiniHealthPack")
    ItemCategory.HEALTH
    """
    name = (item_class or "").lower()
    found = (kind for kind, parts in _CATEGORIES.items() if any(part in name for part in parts))
    return next(found, ItemCategory.OTHER)
