"""Brackets, words and quoted texts: a plan text as nested lists, with the place of everything."""

from __future__ import annotations

import dataclasses
import re
from typing import TYPE_CHECKING, Final, TypeAlias

from agentfw.language import Position

if TYPE_CHECKING:
    from agentfw.language import PlanText, Problems

__all__ = ["Form", "Row", "Word", "read_forms", "told"]

MAX_DEPTH: Final = 100
"""No bracket may stand deeper; what reads the lists relies on it."""

_TOKEN: Final = re.compile(
    r"""(?P<space>[ \t\r\f\v\ufeff]+)|(?P<line>\n)|(?P<comment>[;\#][^\n]*)|(?P<open>\()|(?P<close>\))
    |(?P<text>"(?:[^"\\\n]|\\[^\n])*")|(?P<cut>"[^\n]*)|(?P<word>[^\s()";\#]+)|(?P<odd>.)""",
    re.VERBOSE,
)
_ESCAPES: Final = {"n": "\n", "t": "\t"}
_HEADS: Final = ("C", "AP", "DC", "RDC", "SDC", "SRDC")


@dataclasses.dataclass(frozen=True, slots=True)
class Word:
    """A name, a number or a sign; or a text, which stands in quotes."""

    text: str
    at: Position
    is_quoted: bool = False


@dataclasses.dataclass(frozen=True, slots=True)
class Row:
    """What stands between two brackets."""

    members: tuple[Form, ...]
    at: Position

    @property
    def head(self) -> str:
        """The first word, in small letters; empty when there is none."""
        first = self.members[0] if self.members else None
        return first.text.casefold() if isinstance(first, Word) and not first.is_quoted else ""


Form: TypeAlias = Word | Row


def read_forms(text: PlanText, problems: Problems) -> tuple[Form, ...] | None:
    """The forms of a text at its top level; None when it cannot be cut into forms.

    Closing brackets that are too many are noted and passed over, because what stands before them tells
    more about the mistake than they do.
    """
    reading = _Reading(text, problems)
    for match in _TOKEN.finditer(text.text):
        if not reading.take(match):
            return None
    return reading.finish()


def told(form: Form) -> str:
    """A form in few words, for messages."""
    if isinstance(form, Row):
        return f"({form.head} …)" if form.head else "(…)"
    return "a text" if form.is_quoted else f'"{form.text}"'


class _Reading:
    """The brackets that are open; kept in a list, so that depth costs nothing."""

    def __init__(self, text: PlanText, problems: Problems) -> None:
        self._text = text
        self._problems = problems
        self._line, self._line_start = 1, 0
        self._open: list[tuple[Position, list[Form]]] = []
        self._top: list[Form] = []
        self._nested: tuple[Position, Position] | None = None
        """The first element of the plan inside which another one begins, and where that is."""

    def take(self, match: re.Match[str]) -> bool:
        """Take one token up; False when reading on makes no sense."""
        kind, found = match.lastgroup, match.group()
        if kind == "line":
            self._line, self._line_start = self._line + 1, match.end()
            return True
        if kind in ("space", "comment"):
            return True
        at = Position(self._text, self._line, match.start() - self._line_start + 1)
        if kind == "open":
            return self._begin(at)
        if kind == "close":
            return self._end(at)
        if kind in ("cut", "odd"):
            what = "this quote is not closed in its line" if kind == "cut" else f"odd sign {found!r}"
            self._problems.error(at, what)
            return False
        self._put(Word(_unquoted(found), at, True) if kind == "text" else Word(found, at))
        return True

    def finish(self) -> tuple[Form, ...] | None:
        """Everything, if all brackets are closed."""
        if not self._open:
            return tuple(self._top)
        at = self._open[-1][0]
        if self._nested is not None:
            at, inside = self._nested
            self._problems.error(inside, "an element begins here inside another one")
        self._problems.error(at, "this bracket is never closed")
        return None

    def _begin(self, at: Position) -> bool:
        if len(self._open) >= MAX_DEPTH:
            self._problems.error(at, f"brackets stand deeper than {MAX_DEPTH}, that is no plan")
            return False
        self._open.append((at, []))
        return True

    def _end(self, at: Position) -> bool:
        if not self._open:
            self._problems.error(at, "this closing bracket is one too many")
            return True
        begun, members = self._open.pop()
        self._put(Row(tuple(members), begun))
        return True

    def _put(self, form: Form) -> None:
        (self._open[-1][1] if self._open else self._top).append(form)
        if self._nested is None and len(self._open) > 2 and isinstance(form, Word):
            begun, members = self._open[-1]
            if len(members) == 1 and form.text in _HEADS:
                self._nested = (self._open[1][0], begun)


def _unquoted(text: str) -> str:
    return re.sub(r"\\(.)", lambda match: _ESCAPES.get(match.group(1), match.group(1)), text[1:-1])
