"""What one character says on an occasion, and in reply to others, without saying the same too soon."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from agentfw.talk.composing import Composer
from agentfw.talk.occasions import INSULT, OCCASIONS, PRAISE, types_for
from agentfw.talk.replying import REPLIES_HEAR, Persona, Replies

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from random import Random

    from agentfw.talk.syntax import Line
    from agentfw.talk.talk import Talk

__all__ = ["AGAIN_S", "DEFAULT_CHARACTER", "Chatter"]

AGAIN_S: Final = 20.0
"""No line is said again sooner."""
DEFAULT_CHARACTER: Final = "default"
"""Whose lines are said where a character has none."""
_MAX_REMEMBERED: Final = 1_000


class Chatter:
    """Finds the words of one character. Knows nothing of manners: whoever asks is answered."""

    def __init__(
        self,
        talk: Talk,
        me: Persona,
        chance: Random,
        *,
        tendencies: Mapping[str, float] = MappingProxyType({}),
        colors: bool = False,
    ) -> None:
        """Of the tendencies, ``insult`` and ``misc`` count: how likely it is to insult instead of to
        praise, and that idle talk is about nobody.
        """
        self._talk = talk
        self._chance = chance
        self._replies = Replies(talk)
        self._composer = Composer(talk.random_texts, talk.synonyms(*REPLIES_HEAR), colors=colors)
        self._tendencies = tendencies
        self._said: dict[Line, float] = {}
        self.me = me

    def about(
        self, occasion: str, now: float, told: Mapping[str, str] = MappingProxyType({})
    ) -> str | None:
        """Something to say on an occasion, of which this is told; None when there is nothing new.

        Raises `KeyError` when there is no such occasion.
        """
        for kinds in self._types(occasion):
            for character in dict.fromkeys((self.me.character, DEFAULT_CHARACTER)):
                lines = next(filter(None, (self._talk.lines(character, kind) for kind in kinds)), ())
                if lines:
                    return self._one_of(lines, now, told)
        return None

    def reply(self, text: str, now: float, speaker: str = "") -> str | None:
        """The most important answer to a text; None when there is none, or nothing new."""
        found = list(self._replies.suitable(text, self.me))
        best = [one for one in found if one.reply.priority == found[0].reply.priority]
        self._chance.shuffle(best)
        for one in best:
            told = {"speaker": speaker, **one.told} if speaker else one.told
            said = self._one_of(one.lines, now, told)
            if said is not None:
                return said
        return None

    def _types(self, occasion: str) -> Iterator[tuple[str, ...]]:
        """The types of lines that can be said, those that are tried first in front.

        Together stand those of which a character has lines of its own before it says those of others.
        """
        for kind in types_for(occasion):
            if not OCCASIONS[kind].is_about_somebody:
                yield (kind,)
                continue
            is_insult = self._chance.random() < self._tendencies.get("insult", 0.5)
            ways = [kind + how for how in ((INSULT, PRAISE) if is_insult else (PRAISE, INSULT))]
            is_idle = kind == "random" and self._chance.random() < self._tendencies.get("misc", 0.5)
            yield (kind, *ways) if is_idle else (*ways, kind)

    def _one_of(self, lines: Sequence[Line], now: float, told: Mapping[str, str]) -> str | None:
        told = {"me": self.me.name, **told}
        rows = [
            (line, row)
            for line in lines
            if now - self._said.get(line, -AGAIN_S) >= AGAIN_S
            and (row := self._composer.row(line, told)) is not None
        ]
        if not rows:
            return None
        line, row = self._chance.choice(rows)
        self._remember(line, now)
        return self._composer.said(row, told, self._chance) or None

    def _remember(self, line: Line, now: float) -> None:
        if len(self._said) >= _MAX_REMEMBERED:
            self._said = {one: at for one, at in self._said.items() if now - at < AGAIN_S}
        self._said[line] = now
