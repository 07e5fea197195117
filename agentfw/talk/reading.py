"""Talk texts to what they say, with all mistakes at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agentfw.language.texts import Problems
from agentfw.talk.checking import check_items
from agentfw.talk.parsing import parse_talk
from agentfw.talk.rehearsing import rehearse
from agentfw.talk.talk import Talk

if TYPE_CHECKING:
    from agentfw.language.texts import PlanText
    from agentfw.talk.tokens import Reads

__all__ = ["check_talk", "load_talk"]


def load_talk(text: PlanText, read: Reads | None = None) -> Talk:
    """What a text says; `read` finds what it includes.

    Raises `PlanError` with all mistakes at once, and nothing else.

    >>> from agentfw.language import PlanText
    >>> load_talk(PlanText('greeting = { "hi"; "hello"; }')).random_texts["greeting"][1].parts
    (Literal(choices=('hello',)),)
    """
    problems = Problems()
    talk = Talk(parse_talk(text, read, problems))
    check_items(talk, text, problems)
    problems.finish()
    return talk


def check_talk(text: PlanText, read: Reads | None, problems: Problems) -> Talk:
    """What a text says, without what has mistakes; everything wrong or odd is noted."""
    talk = Talk(parse_talk(text, read, problems))
    check_items(talk, text, problems)
    if not problems.errors:
        rehearse(talk, problems)
    return talk
