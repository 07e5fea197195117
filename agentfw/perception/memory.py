"""How long a bot remembers, in seconds from the moment something was perceived."""

from __future__ import annotations

import msgspec

__all__ = ["Memory"]


class Memory(msgspec.Struct, frozen=True, kw_only=True):
    """The age at which each kind of belief is forgotten."""

    player_s: float = 30.0
    """Where somebody was."""
    item_s: float = 20.0
    """An item that somebody dropped; those of the map are never forgotten."""
    flag_s: float = 60.0
    """Where a flag was that is not at home."""
    damage_s: float = 5.0
    """Who hurt this bot."""
    under_fire_s: float = 2.0
    """How long a hit counts as being under fire."""
    collision_s: float = 2.0
    """How long a collision counts as recent."""
    sound_s: float = 2.0
