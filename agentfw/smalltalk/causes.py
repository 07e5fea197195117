"""Deaths by their causes and kills by their circumstances, read from the names of kinds of damage.

Games tell the class of the damage, and seldom the weapon; where the class says nothing, the weapon
in the hands of whoever did it stands in.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from agentfw.vocabulary import EntityId

__all__ = ["death_of", "kill_of", "weapon_words"]

_TELEFRAG: Final = ("telefrag", "gibbed")
_SNIPER: Final = ("sniper", "headshot", "decapitated")
_MELEE: Final = ("impact", "hammer", "shieldgun", "slashed", "chainsaw")
_BY_WORLD: Final = (
    ("lava", "lava"),
    ("burned", "lava"),
    ("drown", "drown"),
    ("slime", "slime"),
    ("corroded", "slime"),
    ("fell", "fall"),
    ("crush", "crush"),
)
"""The first part that occurs in the class decides: ``FellLava`` is lava."""
_ALSO_A_WEAPON: Final = ("burned", "corroded")
"""What weapons do as well: it is the world that did it only where nobody else has."""
_WEAPONS: Final = (
    ("redeem", "redeemer"),
    ("warhead", "redeemer"),
    ("rocket", "rocket launcher"),
    ("eightball", "rocket launcher"),
    ("flak", "flak cannon"),
    ("minigun", "minigun"),
    ("shock", "shock rifle"),
    ("asmd", "shock rifle"),
    ("jolted", "shock rifle"),
    ("classicsniper", "sniper rifle"),
    ("classicheadshot", "sniper rifle"),
    ("damtypesniper", "lightning gun"),
    ("sniper", "sniper rifle"),
    ("decapitated", "sniper rifle"),
    ("link", "link gun"),
    ("pulse", "pulse gun"),
    ("zapped", "pulse gun"),
    ("ripper", "ripper"),
    ("shredded", "ripper"),
    ("razor", "ripper"),
    ("bio", "bio rifle"),
    ("corroded", "bio rifle"),
    ("avril", "AVRiL"),
    ("mine", "spider mine"),
    ("grenade", "grenade"),
    ("assault", "assault rifle"),
    ("enforcer", "enforcer"),
    ("shield", "shield gun"),
    ("impact", "impact hammer"),
    ("hammer", "impact hammer"),
    ("slashed", "chainsaw"),
    ("chainsaw", "chainsaw"),
)
"""As people call them; the first part that occurs in a class or in a name decides."""


def death_of(me: EntityId | None, killer: EntityId | None, damage: str | None, held: str = "") -> str:
    """The occasion that the own death is, by the class of the damage and what the killer held."""
    damage = (damage or "").lower()
    by_other = bool(killer) and killer != me
    if _has(damage, _TELEFRAG):
        return "death_telefrag"
    for part, cause in _BY_WORLD:
        if part in damage and not (killer and part in _ALSO_A_WEAPON):
            return f"death_{cause}"
    if "suicide" in damage or (killer and not by_other):
        return "death_suicide"
    return "death_melee" if by_other and _has(damage or held.lower(), _MELEE) else "death"


def kill_of(damage: str | None, held: str = "") -> str:
    """The occasion that a kill by the own hands is, by the class of the damage and what they held."""
    by = (damage or held).lower()
    if _has(by, _TELEFRAG):
        return "kill_telefrag"
    if _has(by, _MELEE):
        return "kill_melee"
    is_aimed = _has(by, _SNIPER) or (by == "shot" and _has(held.lower(), _SNIPER))
    return "kill_sniper" if is_aimed else "kill"


def weapon_words(damage: str | None, held: str = "") -> str:
    """What people call the weapon; empty when nothing tells.

    >>> weapon_words("XWeapons.DamTypeFlakChunk"), weapon_words("shot", "Botpack.Enforcer")
    ('flak cannon', 'enforcer')
    """
    for told in ((damage or "").lower(), held.lower()):
        for part, words in _WEAPONS:
            if part in told:
                return words
    return ""


def _has(text: str, parts: tuple[str, ...]) -> bool:
    return any(part in text for part in parts)
