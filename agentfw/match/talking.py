"""What bots with a character say in play, made from the texts that their characters name."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

from agentfw.brains import PlanFiles
from agentfw.smalltalk import SmallTalk
from agentfw.talk import character_talk

if TYPE_CHECKING:
    from collections.abc import Mapping

    from agentfw.bot import Speech
    from agentfw.characters import Traits

__all__ = ["MUTE", "Mouth", "mouth_of"]


class Mouth(NamedTuple):
    """What a bot says beside what its brain decides."""

    speech: tuple[Speech, ...] = ()
    texts: Mapping[str, str] = MappingProxyType({})
    """The talk files that it needs and that do not ship, with what they include, by name."""


MUTE: Final = Mouth()


def mouth_of(
    traits: Traits | None, name: str, seed: int, *, texts: Mapping[str, str] | None = None
) -> Mouth:
    """The small talk of a bot, for one life; nothing for a bot without a character.

    With `texts`, no file is read. Raises `AgentError` when there are no such chat lines.
    """
    if traits is None or not traits.chat:
        return MUTE
    files = PlanFiles(texts)
    talk, character = character_talk(traits.chat, files.read_talk)
    speech = SmallTalk(traits, talk, name=name, character=character, seed=seed)
    return Mouth((speech,), MappingProxyType(files.texts))
