"""What the team has been told of each thing, so that nobody says it once more."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from agentfw.decisions import Fact

__all__ = ["Gossip", "about"]

_AGAIN_S: Final = 8.0
"""So long a thing that is as before, but elsewhere, is not worth telling."""
_ENEMY_S: Final = 5.0
_MOST: Final = 200
"""Of so many things it is known what was said; those spoken of longest ago are forgotten first."""


class Gossip:
    """What has been said, by this bot and by others."""

    def __init__(self) -> None:
        self._told: dict[object, tuple[object, float]] = {}

    def is_news(self, fact: Fact, now: float) -> bool:
        """Whether the team does not know that, or not since long.

        That a flag is at home is what everybody takes for granted at first.
        """
        key = about(fact)
        is_usual = fact.subject == "flag seen" and fact.text == "home"
        said, at = self._told.get(key, (_state(fact) if is_usual else None, math.inf))
        if said != _state(fact):
            return True
        return now - at >= (_ENEMY_S if fact.subject == "enemy seen" else _AGAIN_S) and not is_usual

    def note(self, fact: Fact, now: float) -> None:
        """It has been said."""
        key = about(fact)
        self._told.pop(key, None)
        self._told[key] = (_state(fact), now)
        if len(self._told) > _MOST:
            del self._told[next(iter(self._told))]

    def hear(self, fact: Fact, now: float) -> bool:
        """Somebody else has said it; whether that is what is known of it anyway.

        What is about nothing that has an id is nothing that this bot would tell.
        """
        if fact.entity is None:
            return False
        is_same = self._told.get(about(fact), (None, 0.0))[0] == _state(fact)
        self.note(fact, now)
        return is_same


def about(fact: Fact) -> object:
    """What a fact is about."""
    if fact.subject == "flag seen":
        return fact.subject, fact.team
    return fact.subject, fact.entity or fact.text


def _state(fact: Fact) -> object:
    """What would be news of it: not where it is."""
    if fact.subject == "flag seen":
        return fact.text, fact.holder
    return fact.team
