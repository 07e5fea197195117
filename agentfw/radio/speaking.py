"""Saying things to the team: short, one line a second, what matters most first."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec.structs import replace

from agentfw.decisions import Speak
from agentfw.radio.signing import signed
from agentfw.talk import phrase

if TYPE_CHECKING:
    from random import Random

    from agentfw.talk import Meaning, Roster, Talk

__all__ = ["FACT", "IDLE", "LEAD", "NAMED", "ORDER", "REPLY", "WHO_LEADS", "Mouth"]

LEAD: Final = 0
"""Who leads."""
REPLY: Final = 1
"""Answers to orders and questions."""
ORDER: Final = 2
FACT: Final = 3
IDLE: Final = 4
"""What is nice to know."""
NAMED: Final = "leader"
"""The key of what is said of who leads by somebody else."""
WHO_LEADS: Final = "leads?"
"""The key of that question."""
_EVERY_S: Final = 1.0
_MOST: Final = 40
_TRIES: Final = 4
"""So many things that have no words are passed over at once."""


class _Waiting(NamedTuple):
    rank: int
    number: int
    meaning: Meaning
    until: float
    after: float


class Mouth:
    """What one bot has to say, and in which order."""

    def __init__(self, talk: Talk, rng: Random) -> None:
        self._talk = talk
        self._rng = rng
        self._waiting: dict[object, _Waiting] = {}
        self._spoke_at = -math.inf
        self._number = 0
        self._unsaid: list[object] = []

    def begin(self) -> None:
        """The bot has come into the game: nothing is left to say."""
        self._waiting.clear()

    def say(
        self,
        key: object,
        meaning: Meaning,
        rank: int,
        until: float = math.inf,
        *,
        after: float = -math.inf,
    ) -> None:
        """Say something as soon as it is its turn, unless it is too late then, and not before `after`.

        What has the same key and was not said yet is said no longer.
        """
        before = self._waiting.get(key)
        self._number += 1
        number = before.number if before is not None else self._number
        self._waiting[key] = _Waiting(rank, number, meaning, until, after)
        if len(self._waiting) > _MOST:
            del self._waiting[max(self._waiting, key=self._turn)]

    def answer(self, to: str, meaning: Meaning, about: str) -> None:
        """Answer somebody, or whoever has spoken; of one matter only the last answer is said."""
        told = replace(meaning, addressees=(to,) if to else ())
        self.say(("reply", to, about), told, REPLY)

    def drop(self, key: object) -> None:
        """Do not say something after all."""
        self._waiting.pop(key, None)

    def is_due(self, now: float) -> bool:
        """Whether there is something to say, and it is time to."""
        return bool(self._waiting) and now - self._spoke_at >= _EVERY_S

    def step(self, now: float, roster: Roster, me: str, *, signs: bool) -> tuple[object, Speak] | None:
        """What to say now, and its key; asked at every think."""
        if not self.is_due(now):
            return None
        for key in [key for key, one in self._waiting.items() if now > one.until]:
            del self._waiting[key]
        due = sorted((key for key, one in self._waiting.items() if now >= one.after), key=self._turn)
        for key in due[:_TRIES]:
            text = self._words(self._waiting.pop(key).meaning, roster, me)
            if text is None:
                self._unsaid.append(key)
            else:
                self._spoke_at = now
                return key, Speak(text=signed(text, me) if signs else text, team_only=True)
        return None

    def take_unsaid(self) -> list[object]:
        """The keys of what had no words, since the last call."""
        unsaid, self._unsaid = self._unsaid, []
        return unsaid

    def _words(self, meaning: Meaning, roster: Roster, me: str) -> str | None:
        """Words for something, without its reason if that has none."""
        found = phrase(self._talk, meaning, self._rng, roster=roster, sender=me)
        if found is None and "reason" in meaning.slots:
            bare = replace(meaning, slots={k: v for k, v in meaning.slots.items() if k != "reason"})
            found = phrase(self._talk, bare, self._rng, roster=roster, sender=me)
        return found

    def _turn(self, key: object) -> tuple[int, int]:
        return self._waiting[key].rank, self._waiting[key].number
