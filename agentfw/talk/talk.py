"""All that a talk file says, ready to be asked."""

from __future__ import annotations

import functools
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from agentfw.talk.kinds import HELPERS, MEANT, WORD_LISTS
from agentfw.talk.matching import Templates
from agentfw.talk.synonyms import Synonyms
from agentfw.talk.syntax import Chats, Literal, RandomTexts, Reply, SynonymContext, TemplateContext
from agentfw.talk.words import plain_words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from agentfw.talk.syntax import Item, Line, Template

__all__ = ["PHRASES", "Talk"]

PHRASES: Final = "phrases"
"""The chat lines that belong to nobody: the wordings of all that can be meant."""
_SEVERAL: Final = {"reply": "replies", "set of random texts": "sets of random texts"}


class Talk:
    """What can be understood and said. Blocks of the same name, in one file or several, add up."""

    def __init__(self, items: tuple[Item, ...]) -> None:
        self.items = items
        self._synonyms = functools.cache(self._make_synonyms)
        self._templates = functools.cache(self._make_templates)
        self._word_list = functools.cache(self._make_word_list)

    def __add__(self, other: Talk) -> Talk:
        """What both say."""
        return Talk((*self.items, *(item for item in other.items if item not in self.items)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Talk) and self.items == other.items

    def __hash__(self) -> int:
        return hash(self.items)

    def summary(self) -> str:
        """What is in it, in one line."""
        groups = sum(len(one.groups) for one in self.items if isinstance(one, SynonymContext))
        templates = sum(len(one.templates) for one in self.items if isinstance(one, TemplateContext))
        counts = {
            "synonym group": groups,
            "template": templates,
            "wording": sum(len(lines) for (name, _), lines in self._chats.items() if name == PHRASES),
            "reply": len(self.replies),
            "set of random texts": len(self.random_texts),
            "character": len(self.characters),
        }
        return ", ".join(_count(number, what) for what, number in counts.items() if number) or "nothing"

    def synonyms(self, *contexts: str) -> Synonyms:
        """The synonyms of some contexts, those of the first before all others."""
        return self._synonyms(contexts)

    def templates(self, *contexts: str) -> Templates:
        """The templates of some contexts, in their order."""
        return self._templates(contexts)

    def word_list(self, context: str) -> frozenset[str]:
        """The words of a context that is nothing but a list of words."""
        return self._word_list(context)

    def uses(self, text: str) -> bool:
        """Whether a text has no word but those that orders and questions are told by."""
        return all(word in self._used for word in plain_words(text))

    @functools.cached_property
    def _used(self) -> frozenset[str]:
        parts = [part for one in self.templates_of(*MEANT, *HELPERS, *WORD_LISTS) for part in one.parts]
        literals = (part for part in parts if isinstance(part, Literal))
        groups = (
            group
            for item in self.items
            if isinstance(item, SynonymContext) and item.name in ("orders", "normal")
            for group in item.groups
        )
        texts = [text for one in literals for text in one.choices]
        texts += [one.words for group in groups for one in group.synonyms]
        return frozenset(word for text in texts for word in plain_words(text))

    @functools.cached_property
    def random_texts(self) -> Mapping[str, tuple[Line, ...]]:
        """Texts of which any one is said, by name."""
        found: dict[str, tuple[Line, ...]] = {}
        for item in self.items:
            if isinstance(item, RandomTexts):
                found[item.name] = found.get(item.name, ()) + item.lines
        return MappingProxyType(found)

    @functools.cached_property
    def replies(self) -> tuple[Reply, ...]:
        """What can be answered, the most important first."""
        found = [item for item in self.items if isinstance(item, Reply)]
        return tuple(sorted(found, key=lambda one: -one.priority))

    @functools.cached_property
    def characters(self) -> tuple[str, ...]:
        """Whose chat lines these are."""
        names = (item.name for item in self.items if isinstance(item, Chats))
        return tuple(dict.fromkeys(name for name in names if name != PHRASES))

    @functools.cached_property
    def _chats(self) -> Mapping[tuple[str, str], tuple[Line, ...]]:
        found: dict[tuple[str, str], tuple[Line, ...]] = {}
        for item in self.items:
            if not isinstance(item, Chats):
                continue
            for chat in item.chats:
                key = (item.name, chat.name)
                found[key] = found.get(key, ()) + chat.lines
        return MappingProxyType(found)

    def lines(self, character: str, kind: str) -> tuple[Line, ...]:
        """What a character can say of a type; nothing when there is no such type or character."""
        return self._chats.get((character, kind), ())

    def templates_of(self, *contexts: str) -> tuple[Template, ...]:
        """The templates of some contexts as they were read."""
        return tuple(
            template
            for name in contexts
            for item in self.items
            if isinstance(item, TemplateContext) and item.name == name
            for template in item.templates
        )

    def _make_synonyms(self, contexts: tuple[str, ...]) -> Synonyms:
        found = [item for item in self.items if isinstance(item, SynonymContext)]
        return Synonyms(
            group for name in contexts for item in found if item.name == name for group in item.groups
        )

    def _make_templates(self, contexts: tuple[str, ...]) -> Templates:
        return Templates(self.templates_of(*contexts), is_addressed=contexts == MEANT)

    def _make_word_list(self, context: str) -> frozenset[str]:
        parts = (part for one in self.templates_of(context) for part in one.parts)
        choices = (text for part in parts if isinstance(part, Literal) for text in part.choices)
        return frozenset(word for text in choices for word in plain_words(text))


def _count(number: int, what: str) -> str:
    several = _SEVERAL.get(what, f"{what}s")
    return f"{number} {what if number == 1 else several}"
