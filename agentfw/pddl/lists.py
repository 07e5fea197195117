"""Brackets and words: a PDDL text as nested lists, with the place of everything."""

from __future__ import annotations

import dataclasses
import re
from typing import TYPE_CHECKING, Final, TypeAlias

from agentfw.language import Position
from agentfw.language.texts import MAX_PLAN_CHARS
from agentfw.language.tokens import shown

if TYPE_CHECKING:
    from agentfw.language import PlanText, Problems

__all__ = ["MAX_DEPTH", "Form", "Row", "Word", "read_row", "read_rows", "told"]

MAX_DEPTH: Final = 60
"""No bracket may stand deeper; whatever walks over the trees relies on it."""
# The smallest numbers, written without an exponent, take that many.
_MAX_WORD_CHARS: Final = 400

# Blanks are what lies between: the search for the next token passes over them.
_TOKEN: Final = re.compile(
    r"(?P<word>[^\s();\ufeff]+)|(?P<open>\()|(?P<close>\))|(?P<line>\n)|(?P<comment>;[^\n]*)"
)


@dataclasses.dataclass(frozen=True, slots=True)
class Word:
    """A name, a number or a sign, in small letters."""

    text: str
    at: Position


@dataclasses.dataclass(frozen=True, slots=True)
class Row:
    """What stands between two brackets."""

    members: tuple[Form, ...]
    at: Position

    @property
    def head(self) -> str:
        """The first word; empty when there is none."""
        first = self.members[0] if self.members else None
        return first.text if isinstance(first, Word) else ""

    @property
    def rest(self) -> tuple[Form, ...]:
        """Everything behind the first member."""
        return self.members[1:]


Form: TypeAlias = Word | Row


def read_row(text: PlanText, problems: Problems) -> Row | None:
    """The only list of a file; None, with a note, when there is none or more than one."""
    rows = read_rows(text, problems)
    if rows is None:
        return None
    if not rows:
        problems.error(Position(text), "the file is empty, expected (define …)")
        return None
    for more in rows[1:]:
        problems.error(more.at, "a file holds one (define …), this is one too many")
    return rows[0]


def read_rows(text: PlanText, problems: Problems) -> list[Row] | None:
    """The lists of a text at its top level; None when its brackets do not fit."""
    if len(text.text) > MAX_PLAN_CHARS:
        problems.error(Position(text), f"a file has at most {MAX_PLAN_CHARS} characters")
        return None
    reading = _Reading(text, problems)
    for match in _TOKEN.finditer(text.text):
        if not reading.take(match):
            return None
    return reading.finish()


def told(form: Form) -> str:
    """A form in few words, for messages."""
    if isinstance(form, Row):
        return f"({form.head} …)" if form.head else "(…)" if form.members else "()"
    return shown(form.text)


class _Reading:
    """The brackets that are open; kept in a list, so that depth costs nothing."""

    def __init__(self, text: PlanText, problems: Problems) -> None:
        self._text = text
        self._problems = problems
        self._line, self._line_start = 1, 0
        self._open: list[tuple[Position, list[Form]]] = []
        self._top: list[Row] = []

    def take(self, match: re.Match[str]) -> bool:
        """Take one token up; False when reading on makes no sense."""
        kind = match.lastgroup
        if kind == "line":
            self._line, self._line_start = self._line + 1, match.end()
            return True
        if kind == "comment":
            return True
        at = Position(self._text, self._line, match.start() - self._line_start + 1)
        if kind == "open":
            return self._begin(at)
        if kind == "close":
            return self._end(at)
        return self._word(match.group(), at)

    def finish(self) -> list[Row] | None:
        """Everything, if all brackets are closed."""
        if not self._open:
            return self._top
        self._problems.error(self._open[-1][0], "this bracket is never closed")
        return None

    def _begin(self, at: Position) -> bool:
        if len(self._open) >= MAX_DEPTH:
            self._problems.error(at, f"brackets stand deeper than {MAX_DEPTH}, that is no PDDL")
            return False
        self._open.append((at, []))
        return True

    def _end(self, at: Position) -> bool:
        if not self._open:
            self._problems.error(at, "this closing bracket is one too many")
            return True
        begun, members = self._open.pop()
        row = Row(tuple(members), begun)
        if self._open:
            self._open[-1][1].append(row)
        else:
            self._top.append(row)
        return True

    def _word(self, found: str, at: Position) -> bool:
        if len(found) > _MAX_WORD_CHARS:
            self._problems.error(at, f"a word has at most {_MAX_WORD_CHARS} characters")
        elif self._open:
            self._open[-1][1].append(Word(found.lower(), at))
        else:
            self._problems.error(at, f"{shown(found)} stands outside of all brackets")
        return True
