"""Plan texts, places in them, and what is wrong there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from agentfw.errors import PlanError

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["MAX_PLAN_CHARS", "PlanText", "Position", "Problem", "Problems"]

MAX_PLAN_CHARS: Final = 4_000_000
"""No plan text may be longer."""
_MAX_PROBLEMS: Final = 10_000
# Of a long line, so many letters are shown on either side of a problem.
_SHOWN_BEFORE: Final = 160
_SHOWN_AFTER: Final = 160


class PlanText:
    """The text of one plan file; `where` is what messages call it."""

    def __init__(self, text: str, where: str = "plan") -> None:
        self.where = where
        self.text = text
        self.lines = text.split("\n")

    def __repr__(self) -> str:
        return f"PlanText({self.where!r}, {len(self.lines)} lines)"


class Position(NamedTuple):
    """A place in a plan text; lines and columns count from 1."""

    text: PlanText
    line: int = 1
    column: int = 1

    def moved(self, columns: int) -> Position:
        """A place further right in the same line."""
        return Position(self.text, self.line, self.column + columns)

    def __str__(self) -> str:
        return f"{self.text.where}:{self.line}:{self.column}"


class Problem(msgspec.Struct, frozen=True, order=True):
    """Something that is wrong, or at least odd, at one place."""

    where: str
    line: int
    column: int
    text: str
    is_warning: bool = False
    source_line: str = ""

    def __str__(self) -> str:
        kind = "warning: " if self.is_warning else ""
        told = f"{self.where}:{self.line}:{self.column}: {kind}{self.text}"
        if not self.source_line.strip():
            return told
        start = max(0, self.column - _SHOWN_BEFORE)
        before, after = self.source_line[start : self.column - 1], self.source_line[self.column - 1 :]
        # Tabs stay tabs, so that the caret stands below its letter.
        lead = "".join("\t" if char == "\t" else " " for char in before)
        return f"{told}\n    {_visible(before)}{_visible(after[:_SHOWN_AFTER])}\n    {lead}^"


def _visible(text: str) -> str:
    """The text without what a terminal would act on, letter by letter."""
    return "".join(
        char if char.isprintable() or char == "\t" else "\N{REPLACEMENT CHARACTER}" for char in text
    )


class Problems:
    """Everything that was found wrong so far; nothing stops at the first mistake."""

    def __init__(self) -> None:
        self._found: dict[Problem, None] = {}

    def error(self, at: Position, text: str) -> None:
        """Note a mistake, with which the plan cannot be used."""
        self._note(at, text, is_warning=False)

    def warning(self, at: Position, text: str) -> None:
        """Note something odd, with which the plan can be used."""
        self._note(at, text, is_warning=True)

    def take(self, others: Problems) -> None:
        """Note everything that was found elsewhere, too."""
        self._found.update(others._found)

    @property
    def errors(self) -> tuple[Problem, ...]:
        """The mistakes, in file order."""
        return tuple(sorted(one for one in self._found if not one.is_warning))

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """What is odd, in file order."""
        return tuple(sorted(one for one in self._found if one.is_warning))

    def __iter__(self) -> Iterator[Problem]:
        return iter(sorted(self._found))

    def finish(self) -> None:
        """Raise one `PlanError` with all mistakes, if there were any."""
        if self.errors:
            raise PlanError([str(one) for one in self.errors])

    def _note(self, at: Position, text: str, *, is_warning: bool) -> None:
        lines = at.text.lines
        if len(self._found) >= _MAX_PROBLEMS:
            return  # nobody reads on, and a file may have a mistake in every letter
        source = lines[at.line - 1].rstrip("\r") if 0 < at.line <= len(lines) else ""
        self._found[Problem(at.text.where, at.line, at.column, text, is_warning, source)] = None
