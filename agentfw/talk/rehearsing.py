"""Wordings tried out before anybody says them: each has to be understood as what it is meant to be."""

from __future__ import annotations

import itertools
from random import Random
from typing import TYPE_CHECKING, Final

from agentfw.talk.composing import Composer
from agentfw.talk.kinds import FLAGS, KINDS
from agentfw.talk.meaning import Roster
from agentfw.talk.synonyms import Synonyms
from agentfw.talk.syntax import Chats, Line, SynonymContext, TemplateContext, Variable, plain_rows
from agentfw.talk.talk import PHRASES
from agentfw.talk.understanding import understand

if TYPE_CHECKING:
    from agentfw.language.texts import Problems
    from agentfw.talk.meaning import Meaning
    from agentfw.talk.syntax import Chat
    from agentfw.talk.talk import Talk

__all__ = ["PARTS_OF_PHRASES", "rehearse"]

PARTS_OF_PHRASES: Final = {
    "addressed": ("addressee", "said"),
    "everyone": (),
    **dict.fromkeys(("list", "route", "arguments"), ("more", "last")),
    **dict.fromkeys(("minute", "minutes", "second", "seconds"), ("number",)),
    **dict.fromkeys(("forever", "while", "long"), ()),
}
"""Types that hold no wordings but parts of such, and what they tell."""

_MATE: Final = "Quillfeather"
_ENEMY: Final = "Brackwater"
_ROSTER: Final = Roster(mates=(_MATE, "Speaker"), enemies=(_ENEMY,), squads=("Thornfield",))
_TOLD: Final = {
    "who": _MATE,
    "place": "quayside",
    "item": "lantern",
    "squad": "Thornfield",
    "base": "orchard",
    "number": "7",
    "task": "sweep",
    "reason": "it rains",
    "places": "quayside to orchard",
    "arguments": "lantern",
    "time": " for 7 minutes",
    "ago": "7 seconds ago",
    "location": "1 -2 3",
}
_LITERALLY: Final = Synonyms(())
_MAX_WORDINGS: Final = 2_000


def rehearse(talk: Talk, problems: Problems) -> None:
    """Note the wordings that are not understood, in files that both say and understand."""
    kinds = {type(item) for item in talk.items}
    if not {SynonymContext, TemplateContext, Chats} <= kinds:
        return
    chats = (item for item in talk.items if isinstance(item, Chats) and item.name == PHRASES)
    wordings = (
        (chat, Line(row, line.at))
        for item in chats
        for chat in item.chats
        if chat.name.split(" ")[0] in KINDS
        for line in chat.lines
        for row in plain_rows(line.parts)
    )
    for chat, line in itertools.islice(wordings, _MAX_WORDINGS):
        _try(talk, chat, line, problems)


def _try(talk: Talk, chat: Chat, line: Line, problems: Problems) -> None:
    kind, *flags = chat.name.split(" ")
    named = {part.name for part in line.parts if isinstance(part, Variable) and part.name in _TOLD}
    for who in (_MATE, _ENEMY):
        text = Composer(talk.random_texts, _LITERALLY).said(line.parts, {**_TOLD, "who": who}, _chance())
        found = understand(talk, text, _ROSTER, "Speaker")
        if found is not None or "who" not in named:
            break
    if found is None or found.kind != kind:
        told = f'"{found.kind}"' if found is not None else "nothing"
        problems.warning(line.at, f'"{text}" is understood as {told}, not as "{kind}"')
        return
    wanted = named | {FLAGS[flag][0] for flag in flags} | ({"route"} if "places" in named else set())
    odd = wanted ^ _heard(found)
    if odd:
        problems.warning(line.at, f'"{text}" is not understood in all: {", ".join(sorted(odd))}')


def _chance() -> Random:
    return Random(0)  # noqa: S311 - always the same, so that a check tells the same


def _heard(meaning: Meaning) -> set[str]:
    """What a meaning tells, by the names of variables and flags."""
    others = {
        "places": bool(meaning.places),
        "arguments": bool(meaning.arguments),
        "time": meaning.for_s is not None,
        "ago": meaning.ago_s is not None,
        "location": meaning.location is not None,
    }
    return {*meaning.slots, *(name for name, is_told in others.items() if is_told)}
