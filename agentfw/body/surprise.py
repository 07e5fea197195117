"""For how long an enemy is known to who fights it: reactions take their time from its first sight.

This outlasts a fight. Another weapon is another fight with the same enemy, and no new surprise.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from agentfw.perception import KnownPlayer
    from agentfw.vocabulary import EntityId

__all__ = ["Surprise"]

_LOOKS_AWAY_S: Final = 0.5
"""Hands that have left an enemy alone for longer find it anew."""


class Surprise:
    """Keeps the time of the one enemy that is fought; one that comes back into sight is a new one."""

    def __init__(self) -> None:
        self._enemy: EntityId | None = None
        self._since = self._looked_at = -math.inf
        self._was_visible = self._has_begun = False

    def begin(self) -> None:
        """Another fight begins, maybe with the same enemy."""
        self._has_begun = False

    def look(self, enemy: KnownPlayer, now: float) -> None:
        """Take notice of who is fought; called at every think of a fight."""
        if self.is_by(enemy, now):
            self._enemy, self._since = enemy.id, now
        self._looked_at, self._was_visible, self._has_begun = now, enemy.is_visible, True

    def is_by(self, enemy: KnownPlayer, now: float) -> bool:
        """Whether an enemy was not there a moment ago, as far as the hands know."""
        comes_back = enemy.is_visible and not self._was_visible
        looked_away = not self._has_begun and now - self._looked_at > _LOOKS_AWAY_S
        return enemy.id != self._enemy or comes_back or looked_away

    def is_over(self, now: float, reaction_s: float) -> bool:
        """Whether the enemy is known for as long as a reaction takes."""
        return now - self._since >= reaction_s

    def forget(self) -> None:
        """Whoever comes next comes as a surprise."""
        self._enemy = None
