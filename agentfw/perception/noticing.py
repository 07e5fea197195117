"""Whom a limited player notices of those that a server tells about.

Some servers tell of everybody around, and all of them tell at once, however far away. A human notices
those in front, nearer ones sooner, and others when they shoot or hurt.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import msgspec

from agentfw.vocabulary import Firing

if TYPE_CHECKING:
    from agentfw.vocabulary import PlayerSeen, SelfState

__all__ = ["Attention"]

_NEAR_UU: Final = 900.0
_FAR_UU: Final = 4000.0
_WIDE_AT_UU: Final = 810.0
_NARROW: Final = 90.0
_WIDE: Final = 180.0


class Attention(msgspec.Struct, frozen=True, kw_only=True):
    """How well a player watches out."""

    alertness: float = 1.0
    """From 0 to 1: how far away somebody is noticed."""
    is_limited: bool = False
    """False to notice everybody that the server tells of."""

    def notices(self, me: SelfState, other: PlayerSeen, *, is_hurt: bool) -> bool:
        """Whether somebody is noticed now; whoever shoots or was just hurt looks all around."""
        if not self.is_limited or me.location is None or other.location is None:
            return True
        far = me.location.distance_to(other.location)
        if far > _NEAR_UU + _FAR_UU * self.alertness:
            return False
        is_loud = other.firing is not None and other.firing is not Firing.NONE
        if is_hurt or is_loud or me.rotation is None or far == 0.0:
            return True
        aside = me.rotation.direction().dot(other.location - me.location) / far
        return math.degrees(math.acos(max(-1.0, min(1.0, aside)))) <= self._cone(far) / 2.0

    @staticmethod
    def _cone(far: float) -> float:
        """How wide the view is, in degrees: somebody far away moves less across it."""
        return _NARROW + (_WIDE - _NARROW) * min(1.0, far / _WIDE_AT_UU)
