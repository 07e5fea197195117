"""Different words for one thing: unified in what is heard, varied in what is said."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from agentfw.talk.words import plain_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from random import Random

    from agentfw.talk.syntax import Synonym, SynonymGroup
    from agentfw.talk.words import Word

__all__ = ["Synonyms", "Unit"]

_PLAIN: Final = re.compile(r"[\w' -]+")


class Unit(NamedTuple):
    """A word after synonyms were replaced, and the words that it stands for."""

    plain: str
    start: int
    end: int


class Synonyms:
    """The synonyms of some contexts. Where two groups claim the same words, the first counts."""

    def __init__(self, groups: Iterable[SynonymGroup]) -> None:
        self._groups = tuple(groups)
        self._first: dict[tuple[str, ...], tuple[str, ...]] = {}
        self._written: dict[tuple[str, ...], str] = {}
        self._longest: dict[str, int] = {}
        """By the first word of a phrase: how many words the longest such phrase has."""
        self._said: dict[str, tuple[Synonym, ...]] = {}
        # The first of a group may be replaced elsewhere: "I" becomes "you", and "you" becomes "I".
        for are_first in (False, True):
            for group in self._groups:
                self._learn(group, are_first=are_first)
        self._used = frozenset(word for phrase in self._first for word in phrase)
        for group in self._groups:
            self._learn_to_say(group)
        self._saying = _any_of(self._said)

    def unified(self, words: Sequence[Word]) -> list[Unit]:
        """The words, with synonyms replaced by the first of their group, the longest ones first.

        Names and quotations stay as they are.
        """
        units: list[Unit] = []
        index, count = 0, len(words)
        while index < count:
            word = words[index]
            most = 0 if word.is_name or word.is_quoted else self._longest.get(word.plain, 0)
            length = self._known(words, index, most) if most else 0
            end = index + (length or 1)
            if length:
                first = self._first[tuple([one.plain for one in words[index:end]])]
                units += [Unit(plain, index, end) for plain in first]
            else:
                units.append(Unit(word.plain, index, end))
            index = end
        return units

    def rewritten(self, words: Sequence[Word]) -> str:
        """A text with synonyms replaced, each as the first of its group is written; the rest stays."""
        spans = dict.fromkeys((unit.start, unit.end) for unit in self.unified(words))
        told = (words[start:end] for start, end in spans)
        return " ".join(
            self._written.get(tuple([word.plain for word in part]))
            or " ".join(word.raw for word in part)
            for part in told
        )

    def uses(self, plain: str) -> bool:
        """Whether a word is part of any synonym."""
        return plain in self._used

    def meant(self, plains: Sequence[str]) -> str:
        """What words as a whole are a synonym of; empty when nothing is known of them."""
        return " ".join(self._first.get(tuple(plains), ()))

    def varied(self, text: str, chance: Random) -> str:
        """A text with synonyms chosen by their weights; ``~word`` stays and keeps its sign."""
        if self._saying is None:
            return text
        return self._saying.sub(lambda found: self._choose(found[0], chance), text)

    def _learn(self, group: SynonymGroup, *, are_first: bool) -> None:
        phrases = [tuple(plain_words(one.words)) for one in group.synonyms]
        for phrase in phrases[:1] if are_first else phrases[1:]:
            if phrase and phrase not in self._first:
                self._first[phrase] = phrases[0]
                self._written[phrase] = group.synonyms[0].words
                self._longest[phrase[0]] = max(len(phrase), self._longest.get(phrase[0], 0))

    def _learn_to_say(self, group: SynonymGroup) -> None:
        choices = tuple(one for one in group.synonyms if one.weight > 0)
        for one in group.synonyms if choices else ():
            if _PLAIN.fullmatch(one.words):
                self._said.setdefault(one.words.casefold(), choices)

    def _known(self, words: Sequence[Word], start: int, most: int) -> int:
        """How many words from `start` on are the longest known phrase there; 0 for none."""
        most = min(most, len(words) - start)
        plains: list[str] = []
        for word in words[start : start + most]:
            if word.is_name or word.is_quoted:
                break
            plains.append(word.plain)
        for length in range(len(plains), 0, -1):
            if tuple(plains[:length]) in self._first:
                return length
        return 0

    def _choose(self, found: str, chance: Random) -> str:
        choices = self._said[found.casefold()]
        chosen = chance.choices(choices, [one.weight for one in choices])[0].words
        is_capital = found[0].isupper() and not found[1:2].isupper()
        return chosen[:1].upper() + chosen[1:] if is_capital and chosen else chosen


def _any_of(phrases: Iterable[str]) -> re.Pattern[str] | None:
    known = sorted(phrases, key=len, reverse=True)
    if not known:
        return None
    return re.compile(rf"(?<![\w~'^])(?:{'|'.join(map(re.escape, known))})(?![\w'])", re.IGNORECASE)
