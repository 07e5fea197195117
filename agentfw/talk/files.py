"""The talk files that ship; those of users are read where plans are."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Final

from agentfw.errors import UsageError
from agentfw.language.texts import PlanText
from agentfw.resources import resource_dir
from agentfw.sources import nearest
from agentfw.talk.chatting import DEFAULT_CHARACTER
from agentfw.talk.reading import load_talk

if TYPE_CHECKING:
    from pathlib import Path

    from agentfw.talk.talk import Talk
    from agentfw.talk.tokens import Reads

__all__ = ["DEFAULT", "character_talk", "shipped_files", "shipped_talk"]

DEFAULT: Final = "english.talk"
"""Includes all that bots understand and say who are told nothing."""


def shipped_files() -> dict[str, Path]:
    """The talk files that travel with agentfw, by file name."""
    return {path.name: path for path in sorted((resource_dir("plans") / "talk").glob("*.talk"))}


def _shipped(name: str, _beside: str) -> PlanText:
    path = shipped_files().get(name)
    if path is None:
        raise UsageError(f'there is no talk file "{name}"')
    return PlanText(path.read_text(encoding="utf-8"), name)


@functools.cache
def shipped_talk() -> Talk:
    """English: synonyms, orders, phrases, replies and the chat lines of all characters that ship."""
    return load_talk(_shipped(DEFAULT, ""), _shipped)


def character_talk(chat: str, read: Reads = _shipped) -> tuple[Talk, str]:
    """The talk of a character, and the name of its chat lines.

    A character names the lines of one that ships, or a file with its own; what that file says counts
    beside all that ships. `read` finds it. Raises `UsageError` when there are no such lines.
    """
    talk = shipped_talk()
    if not chat or chat in talk.characters:
        return talk, chat or DEFAULT_CHARACTER
    if not chat.endswith(".talk"):
        raise UsageError(f'there are no chat lines of "{chat}"{nearest(chat, talk.characters)}')
    own = load_talk(read(chat, ""), read)
    if not own.characters:
        raise UsageError(f'{chat}: there are no chat lines: chat "name" {{ type "hit" {{ "ouch"; }} }}')
    return own + talk, own.characters[0]
