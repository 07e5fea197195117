"""Which replies fit to what somebody said."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from agentfw.talk.matching import Heard, Templates
from agentfw.talk.traps import key_text
from agentfw.talk.words import cleaned, plain_words, words_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from agentfw.talk.syntax import Key, Line, Reply
    from agentfw.talk.talk import Talk
    from agentfw.talk.words import Word

__all__ = ["REPLIES_HEAR", "REPLIES_TELL", "Persona", "Replies", "Suitable"]

REPLIES_HEAR: Final = ("normal",)
"""The synonyms that count for replies and chat lines."""
REPLIES_TELL: Final = ("me", "speaker")
"""What every reply can say, beside what stood in the text: the own name, and who spoke."""


class Persona(msgspec.Struct, frozen=True):
    """Who talks."""

    name: str
    gender: str = "it"
    """``female``, ``male`` or ``it``."""
    character: str = "default"
    """Whose chat lines are said."""


class Suitable(NamedTuple):
    """A reply that can be given, and what the text told for it."""

    reply: Reply
    told: Mapping[str, str]

    @property
    def lines(self) -> tuple[Line, ...]:
        """What can be said."""
        return self.reply.lines


class Replies:
    """The replies of a talk file, ready to be compared with what is said."""

    def __init__(self, talk: Talk) -> None:
        self._synonyms = talk.synonyms(*REPLIES_HEAR)
        self._mirror = talk.synonyms("mirror")
        self._replies = [(reply, [_compiled(key) for key in reply.keys]) for reply in talk.replies]

    def suitable(self, text: str, me: Persona) -> Iterator[Suitable]:
        """The replies that can be given, the most important first.

        All keys with ``&`` are true, none with ``!`` is, and one without a sign is.
        """
        words = words_in(cleaned(text))
        heard = _Message(words, Heard(self._synonyms.unified(words)), me)
        for reply, keys in self._replies:
            told = self._told(keys, heard)
            if told is not None:
                yield Suitable(reply, told)

    def _told(self, keys: list[_Compiled], heard: _Message) -> dict[str, str] | None:
        """What the keys tell; None when the reply cannot be given."""
        told: dict[str, str] = {}
        is_wanted = False
        for key in keys:
            is_true, spans = key.look(heard)
            if key.prefix and is_true == (key.prefix == "!"):
                return None
            is_wanted = is_wanted or (is_true and not key.prefix)
            for name, (start, end) in spans.items():
                told.setdefault(name, self._mirror.rewritten(heard.words[start:end]))
        return told if is_wanted else None


class _Message:
    """A text as keys look at it."""

    def __init__(self, words: list[Word], heard: Heard, me: Persona) -> None:
        self.words = words
        self.heard = heard
        self.text = f"{heard.text} "
        self.me = me


class _Compiled(NamedTuple):
    """A key that knows how to look."""

    kind: str
    prefix: str
    texts: tuple[str, ...]
    templates: Templates | None

    def look(self, heard: _Message) -> tuple[bool, Mapping[str, tuple[int, int]]]:
        """Whether the key is true, and where its variables are."""
        if self.templates is not None:
            found = next(self.templates.found_in(heard.heard), None)
            return found is not None, found.variables if found is not None else {}
        match self.kind:
            case "text":
                return self.texts[0] in heard.text, {}
            case "name":
                return f" {' '.join(plain_words(heard.me.name))} " in heard.text, {}
            case "names":
                return heard.me.name.casefold() in self.texts, {}
        return heard.me.gender == self.kind, {}


def _compiled(key: Key) -> _Compiled:
    templates = Templates((key.template,)) if key.template is not None else None
    texts = (key_text(key),) if key.kind == "text" else tuple(name.casefold() for name in key.texts)
    return _Compiled(key.kind, key.prefix, texts, templates)
