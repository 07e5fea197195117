"""Expressions in quotes, with their places in the plan, where backslashes count."""

from __future__ import annotations

import dataclasses
import re
from typing import TYPE_CHECKING, Any, Final

from agentfw.language import PlanText, Position, Problems, parse_expression

if TYPE_CHECKING:
    from agentfw.brains.posh.reading import Word
    from agentfw.language import Node

__all__ = ["read_expression"]

_LETTER: Final = re.compile(r"\\.|.")


def read_expression(word: Word, problems: Problems) -> Node | None:
    """The tree of a quoted expression; None after noting what is wrong."""
    written = word.at.text.lines[word.at.line - 1][word.at.column :]
    if written.startswith(f'{word.text}"'):  # nothing is escaped, which is usual
        return parse_expression(word.text, word.at.moved(1), problems)
    places = _Places(word, written)
    found = Problems()
    node: Node | None = places.moved(parse_expression(word.text, Position(places.text), found))
    for one in found:
        problems.error(places.moved(Position(places.text, one.line, one.column)), one.text)
    return node


class _Places:
    """Where the letters of a text stand that was written with escapes."""

    def __init__(self, word: Word, written: str) -> None:
        self.text = PlanText(word.text)
        self._begin = word.at.moved(1)
        self._starts = [letter.start() for letter in _LETTER.finditer(written)]

    def moved(self, part: Any) -> Any:
        """A part of a tree with all places in it moved to the plan."""
        if isinstance(part, Position):
            before = sum(len(line) + 1 for line in self.text.lines[: part.line - 1])
            return self._begin.moved(self._starts[before + part.column - 1])
        if isinstance(part, tuple):
            return tuple(self.moved(one) for one in part)
        if not dataclasses.is_dataclass(part) or isinstance(part, type):
            return part
        fields = [field.name for field in dataclasses.fields(part)]
        return dataclasses.replace(part, **{name: self.moved(getattr(part, name)) for name in fields})
