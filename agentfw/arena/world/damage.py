"""What hurts, and how much of it reaches the health.

Pure arithmetic of the two games: blasts, falls, shields and armor. Damage counts in whole points at the
very end, where it is taken from the health; until then nothing is rounded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = [
    "ArmorPiece",
    "Shield",
    "absorb_by_armor",
    "absorb_by_shield",
    "blast_share",
    "fall_damage_99",
    "fall_damage_2004",
]

_SUPER_LEVEL: Final = 100.0
_BIG_SHARE, _SMALL_SHARE = 0.75, 0.5
_BOT_FALL_SPEED: Final = 1320.0
"""How fast a bot of the newer game may land unhurt; humans only 1200."""


class Shield(msgspec.Struct, frozen=True):
    """The shield of the newer game: all points, and those among them that come from small packs."""

    total: float = 0.0
    small: float = 0.0


class ArmorPiece(msgspec.Struct, frozen=True):
    """One piece of armor of the older game."""

    points: float
    share: float
    """The part of the damage that it takes while it has points."""
    priority: int
    """Pieces of higher priority are worn outside and take damage first."""


def absorb_by_shield(damage: float, shield: Shield) -> tuple[float, Shield]:
    """What gets through a shield, and what is left of the shield.

    Points above 100 take all damage, points above the small packs three quarters, the small packs
    half. A part that is used up lets the rest of the damage pass to the next one whole.
    """
    above = max(0.0, shield.total - _SUPER_LEVEL)
    big = max(0.0, min(shield.total, _SUPER_LEVEL) - shield.small)
    through, above, rest = _soak(damage, above, 1.0)
    more, big, rest = _soak(rest, big, _BIG_SHARE)
    last, small, rest = _soak(rest, min(shield.small, shield.total), _SMALL_SHARE)
    return through + more + last + rest, Shield(above + big + small, small)


def _soak(damage: float, points: float, share: float) -> tuple[float, float, float]:
    """One part of a shield: what leaks through it, its points afterwards, the damage it never met."""
    met = min(damage, points / share)
    return met * (1.0 - share), points - met * share, damage - met


def absorb_by_armor(damage: float, pieces: Sequence[ArmorPiece]) -> tuple[float, tuple[ArmorPiece, ...]]:
    """What gets through all pieces, and the pieces that have points left.

    Each piece takes its share of what the pieces before it left over, until its points run out.
    """
    left = []
    for piece in sorted(pieces, key=lambda piece: -piece.priority):
        taken = min(damage * piece.share, piece.points)
        damage -= taken
        if piece.points > taken:
            left.append(msgspec.structs.replace(piece, points=piece.points - taken))
    return damage, tuple(left)


def blast_share(distance: float, victim_radius: float, blast_radius: float) -> float:
    """The part of a blast's damage that reaches a body; it falls off evenly, from the skin on."""
    return max(0.0, 1.0 - max(0.0, distance - victim_radius) / blast_radius)


def fall_damage_2004(speed: float, limit: float = _BOT_FALL_SPEED) -> float:
    """What landing at this speed costs in the newer game."""
    return max(0.0, 100.0 * (speed - limit) / limit)


def fall_damage_99(speed: float, jump_speed: float) -> float:
    """What landing at this speed costs in the older game, which forgives the speed of a jump."""
    beyond = speed - jump_speed
    if beyond < 750.0:
        return 0.0
    return 1000.0 if beyond > 1650.0 else 0.15 * (beyond - 700.0)
