"""Templates against heard texts, word by word.

A template becomes a regular expression over the words, each with a blank before it, so that no text
of a template ever fits into the middle of a word. Variables take as few words as they can, at least one.
"""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING, Final, NamedTuple

from agentfw.talk.syntax import Literal, Variable, plain_rows
from agentfw.talk.words import plain_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from agentfw.talk.synonyms import Unit
    from agentfw.talk.syntax import Template
    from agentfw.talk.words import Word

__all__ = ["MAX_WORDS", "Found", "Heard", "Templates", "with_commas"]

_VARIABLE: Final = r"((?: [^ ]++)+?)"
_ADDRESS: Final = r"(?P<to>(?: [^ ]++)+?)??"
"""Whoever is spoken to stands before everything else."""
MAX_WORDS: Final = 50
"""Longer texts are not compared: nobody types such an order."""


class Found(NamedTuple):
    """A template that fits, and the words that stand where its variables do."""

    template: Template
    variables: Mapping[str, tuple[int, int]]
    address: tuple[int, int] | None


class Heard:
    """Words as they are compared with templates."""

    def __init__(self, units: Sequence[Unit]) -> None:
        self.units = units if len(units) <= MAX_WORDS else ()
        self.text = "".join([f" {unit.plain}" for unit in self.units])
        self.plains = frozenset([unit.plain for unit in self.units])

    def words(self, start: int, end: int) -> tuple[int, int]:
        """From which word to which the text between two places goes."""
        first = self.text.count(" ", 0, start)
        last = self.text.count(" ", 0, end) - 1
        return self.units[first].start, self.units[last].end


class Templates:
    """The templates of some contexts, in their order."""

    def __init__(self, templates: Iterable[Template], *, is_addressed: bool = False) -> None:
        """With `is_addressed`, whoever is spoken to may stand before each of them."""
        rows = ((one, row) for one in templates for row in plain_rows(one.parts))
        self._patterns = [_Pattern(one, row, is_addressed=is_addressed) for one, row in rows]
        self._by_word: dict[str, list[int]] = {}
        self._always: list[int] = []
        for index, pattern in enumerate(self._patterns):
            for word in pattern.keys:
                self._by_word.setdefault(word, []).append(index)
            if not pattern.keys:
                self._always.append(index)

    def found_in(self, heard: Heard) -> Iterator[Found]:
        """All that fit, in the order they stand in the file."""
        wanted = set(self._always)
        for plain in heard.plains & self._by_word.keys():
            wanted.update(self._by_word[plain])
        for index in sorted(wanted):
            found = self._patterns[index].found_in(heard)
            if found is not None:
                yield found


class _Pattern:
    """One way to say a template."""

    def __init__(
        self, template: Template, row: Sequence[Literal | Variable], *, is_addressed: bool
    ) -> None:
        self._template = template
        self._row = row
        self._names = [part.name for part in row if isinstance(part, Variable)]
        self._is_addressed = is_addressed and _begins_with_text(row)
        sets = [_first_words(part) for part in row if isinstance(part, Literal)]
        self.keys = min(filter(None, sets), key=len, default=frozenset[str]())
        """One of these words has to be there."""

    @functools.cached_property
    def _regex(self) -> re.Pattern[str]:
        parts = (_literal(part) if isinstance(part, Literal) else _VARIABLE for part in self._row)
        return re.compile((_ADDRESS if self._is_addressed else "") + "".join(parts))

    def found_in(self, heard: Heard) -> Found | None:
        match = self._regex.fullmatch(heard.text)
        if match is None or not heard.text:
            return None
        first = 1 + self._is_addressed
        spans = {name: heard.words(*match.span(first + n)) for n, name in enumerate(self._names)}
        has_address = self._is_addressed and match.start("to") >= 0
        address = heard.words(*match.span("to")) if has_address else None
        return Found(self._template, spans, address)


def with_commas(units: Sequence[Unit], words: Sequence[Word]) -> list[Unit]:
    """The same words, with commas as words of their own where there are some between them."""
    told: list[Unit] = []
    for number, unit in enumerate(units, 1):
        told.append(unit)
        is_last = number == len(units) or units[number].start >= unit.end
        if (
            is_last
            and number < len(units)
            and any(one.has_comma for one in words[unit.start : unit.end])
        ):
            told.append(unit._replace(plain=","))
    return told


def _begins_with_text(row: Sequence[Literal | Variable]) -> bool:
    """Whether it is told where whoever is spoken to ends."""
    for part in row:
        if isinstance(part, Variable) or part.choices[-1]:
            return isinstance(part, Literal)
    return False


def _first_words(literal: Literal) -> frozenset[str]:
    """What the texts of a literal begin with; nothing when it may be empty."""
    firsts = [plain_words(choice)[:1] for choice in literal.choices]
    return frozenset(word for first in firsts for word in first) if all(firsts) else frozenset()


def _literal(literal: Literal) -> str:
    told = ("".join(f" {re.escape(word)}" for word in plain_words(one)) for one in literal.choices)
    return f"(?:{'|'.join(told)})"
