"""All that a character can say, as patterns."""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING

from agentfw.talk import OCCASIONS, shipped_talk
from agentfw.talk.chatting import DEFAULT_CHARACTER
from agentfw.talk.composing import Composer
from agentfw.talk.occasions import INSULT, PRAISE
from agentfw.talk.replying import REPLIES_HEAR
from agentfw.talk.syntax import Variable, plain_rows
from tests.talk.meanings import seeded

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from agentfw.talk import Talk
    from agentfw.talk.syntax import Line

__all__ = ["can_reply", "can_say", "own_types"]

_TRIES = 60
_HOLE = "\x01"


def own_types(character: str, occasion: str) -> tuple[str, ...]:
    """The types that a character has lines of its own for, of those of an occasion."""
    talk = shipped_talk()
    ways = (f"{occasion}{how}" for how in ("", INSULT, PRAISE))
    return tuple(way for way in ways if talk.lines(character, way))


@functools.cache
def can_say(character: str) -> re.Pattern[str]:
    """What a character says by its own lines, and by no others."""
    types = {way for occasion in OCCASIONS for way in own_types(character, occasion)}
    return _pattern(line for way in sorted(types) for line in shipped_talk().lines(character, way))


@functools.cache
def can_reply() -> re.Pattern[str]:
    """What anybody answers, or says who has no lines of his own."""
    others = can_say(DEFAULT_CHARACTER).pattern
    replies = _pattern(line for reply in shipped_talk().replies for line in reply.lines)
    return re.compile(f"{others}|{replies.pattern}")


def _pattern(lines: Iterable[Line]) -> re.Pattern[str]:
    talk = shipped_talk()
    texts = {text for line in lines for text in _texts(talk, line)}
    return re.compile("|".join(sorted(re.escape(text).replace(_HOLE, ".+") for text in texts)))


def _texts(talk: Talk, line: Line) -> Iterator[str]:
    composer = Composer(talk.random_texts, talk.synonyms(*REPLIES_HEAR))
    chance = seeded(1)
    for row in plain_rows(line.parts):
        names = (part.name for part in row if isinstance(part, Variable))
        told = {name: _HOLE for name in names if name not in talk.random_texts}
        for _ in range(_TRIES):
            yield composer.said(row, told, chance)
