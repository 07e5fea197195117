"""How the traits of a character bend what a bot thinks of a fight, of an enemy, of an item.

Without a character every figure here is the one that changes nothing.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from agentfw.body.weapons import traits_of
from agentfw.characters import NEUTRAL
from agentfw.errors import UsageError
from agentfw.perception import KnownWeapon
from agentfw.skills.grudges import grudge_of, is_weakened
from agentfw.skills.skill import sense
from agentfw.vocabulary import ClassName, EntityId, Firing, ItemCategory

if TYPE_CHECKING:
    from agentfw.perception import KnownPlayer, View
    from agentfw.skills.moment import Moment

__all__ = [
    "appeal",
    "care_of",
    "enough",
    "is_avenged_on",
    "is_easy",
    "is_spared",
    "killer",
    "nerve_of",
    "protection",
    "trait",
]

_VENGEANCE: Final = 0.9
"""The killer is as if it were nearer by this part, for the most vengeful."""
_AVENGES_FROM: Final = 0.5
"""From here on the killer is never let go."""
_PREY: Final = 0.8
_EVEN_HANDED: Final = 0.5
_STANDS: Final = 1.0
_SEES_WITHIN: Final = math.cos(math.radians(45.0))
_PROTECTS: Final = frozenset({ItemCategory.HEALTH, ItemCategory.ARMOR, ItemCategory.SHIELD})
_PROTECTION: Final = 4.0
"""By this factor health and armor are worth more to the most careful, and less to the most careless."""
_UNARMED: Final = ("", "None")


@sense
def trait(now: Moment, name: str) -> object:
    """A trait of the character of this bot: ``trait("aggression")``, ``trait("aim_skill.rocket")``.

    A bot without a character has those of nobody in particular: 0.5 for what it decides by, no habits,
    and no limits. Nothing for a name that is not that of a trait.
    """
    try:
        return (now.traits if now.traits is not None else NEUTRAL).value(name or "")
    except UsageError:
        return None


@sense
def killer(now: Moment) -> EntityId | None:
    """The id of who killed this bot last, if that one has not died since; else nothing.

    Remembered by bots with a character only.
    """
    return grudge_of(now)


def nerve_of(now: Moment, enemy: KnownPlayer | None, even: float) -> float:
    """The fitness below which a bot breaks off a fight; `even` for one without a character.

    Against whom it owes a revenge, less of it is needed.
    """
    if now.traits is None:
        return even
    nerve = 2.0 * even * (1.0 - now.traits.aggression)
    is_killer = enemy is not None and enemy.id == grudge_of(now)
    return nerve * (1.0 - now.traits.vengefulness) if is_killer else nerve


def care_of(now: Moment) -> float:
    """By what factor a bot thinks itself worse off than others would."""
    return 1.0 if now.traits is None else 0.5 + now.traits.self_preservation


def enough(now: Moment, full: float) -> float:
    """Up to which point health and armor make a difference: to the careless, only to a lower one."""
    return full if now.traits is None else min(full, 2.0 * full * now.traits.self_preservation)


def protection(now: Moment, category: ItemCategory) -> float:
    """By what factor an item is worth more to this bot than to others."""
    if now.traits is None or category not in _PROTECTS:
        return 1.0
    return float(_PROTECTION ** (2.0 * now.traits.self_preservation - 1.0))


def appeal(now: Moment, enemy: KnownPlayer) -> float:
    """How far away an enemy is, in uu; less for whom the bot would rather fight."""
    far, traits = now.view.distance_to(enemy.location), now.traits
    if traits is None:
        return far
    if traits.vengefulness and enemy.id == grudge_of(now):
        far *= 1.0 - _VENGEANCE * traits.vengefulness
    if traits.easy_fragger > _EVEN_HANDED and (is_easy(now.view, enemy) or is_weakened(now, enemy.id)):
        far *= 1.0 - _PREY * (2.0 * traits.easy_fragger - 1.0)
    return far


def is_spared(now: Moment, enemy: KnownPlayer) -> bool:
    """Whether an enemy is too easy a prey for this bot; nobody who hurt it, or carries a flag, is."""
    traits, view = now.traits, now.view
    if traits is None or traits.easy_fragger >= _EVEN_HANDED or not is_easy(view, enemy):
        return False
    if enemy.id in (view.threats.attacker, grudge_of(now)):
        return False
    return all(flag.holder != enemy.id for flag in view.flags.values())


def is_avenged_on(now: Moment, enemy: KnownPlayer) -> bool:
    """Whether an enemy killed this bot, and this bot does not forgive."""
    traits = now.traits
    return traits is not None and traits.vengefulness >= _AVENGES_FROM and enemy.id == grudge_of(now)


def is_easy(view: View, enemy: KnownPlayer) -> bool:
    """Whether somebody cannot defend itself: without a weapon that reaches, or standing and typing.

    No game here tells who types; who stands still, holds its fire and looks elsewhere may.
    """
    if enemy.firing is not Firing.NONE:
        return False
    if enemy.weapon is not None and not _is_armed(view, enemy.weapon):
        return True
    here, there, facing = view.location, enemy.location, enemy.rotation
    if enemy.velocity is None or here is None or there is None or facing is None:
        return False
    way = here - there
    looks_here = facing.direction().dot(way) >= _SEES_WITHIN * way.length
    return enemy.velocity.length < _STANDS and not looks_here


def _is_armed(view: View, name: str) -> bool:
    if name in _UNARMED:
        return False
    held = traits_of(view, KnownWeapon(EntityId(name), ClassName(name)))
    return not held.is_melee and held.value > 0.0
