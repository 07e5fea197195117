"""From the text of a task file to its tree: sections, lines, and everything that is included."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from agentfw.brains.htn.subtasks import read_subtask_line
from agentfw.brains.htn.syntax import (
    KEYWORDS,
    ConditionLine,
    Definition,
    EffectLine,
    PlanSource,
    Settings,
    SubtaskLine,
)
from agentfw.brains.lines import (
    NAME,
    Invocation,
    Piece,
    lines_of,
    read_call,
    read_plain_call,
)
from agentfw.brains.lines.heads import Constant, read_constant, read_include
from agentfw.brains.lines.uses import read_use
from agentfw.language.parsing import parse_assignment, parse_expression
from agentfw.language.syntax import Call, Node
from agentfw.language.texts import Position
from agentfw.sources import nearest

if TYPE_CHECKING:
    from agentfw.brains.inner import Use
    from agentfw.brains.planfiles import PlanFiles
    from agentfw.language.texts import PlanText, Problems

__all__ = ["read_condition", "read_source"]

_WITH_REST: Final = frozenset(("head", "include", "constant", "use"))
_SETTINGS: Final = {"nodes": 10_000_000, "replans": 1000}
_HEAD: Final = re.compile(rf"({NAME})((?:\s+\$?{NAME})*)")


def read_source(text: PlanText, files: PlanFiles, problems: Problems) -> PlanSource:
    """The tree of a task file; what could not be read is missing in it and noted in `problems`."""
    reader = _Reader(files, problems)
    reader.read(text)
    return PlanSource(
        tuple(reader.uses), tuple(reader.constants), tuple(reader.top), tuple(reader.definitions)
    )


def read_condition(piece: Piece, problems: Problems) -> ConditionLine | None:
    """A line of conditions: the short form if it has it, else an expression."""
    plain = read_plain_call(piece)
    if plain is not None:
        return plain
    node = parse_expression(piece.text, piece.at, problems)
    if isinstance(node, Call) and not node.arguments and not node.named:
        return Invocation(node.name, (), (), piece.at)  # `armed()` says what `armed` says
    return node


class _Sections:
    """A definition that is being read: its head, and the lines of each section."""

    def __init__(self, name: str, parameters: tuple[str, ...], at: Position) -> None:
        self.name = name
        self.parameters = parameters
        self.at = at
        self.lines: dict[str, list[Piece]] = {}


class _Reader:
    """Reads files line by line, and files that they include where they are included."""

    def __init__(self, files: PlanFiles, problems: Problems) -> None:
        self.files = files
        self.problems = problems
        self.uses: list[Use] = []
        self.constants: list[Constant] = []
        self.top: list[Invocation] = []
        self.definitions: list[Definition] = []
        self._seen: set[str] = set()
        self._open: _Sections | None = None
        self._section = ""
        self._is_included = False

    def read(self, text: PlanText) -> None:
        """Take up a file and, after it, all that it includes."""
        waiting = [text]
        self._seen.add(text.where)
        while waiting:
            current = waiting.pop(0)
            for piece in lines_of(current, Position(current)):
                waiting += self._line(piece)
            self._close()
            self._is_included = True

    def _line(self, piece: Piece) -> list[PlanText]:
        """Take up a line; the file that it includes, if it does."""
        word = piece.text.split(maxsplit=1)[0]
        keyword, rest = word.casefold(), piece.cut(len(word))
        if keyword in KEYWORDS and keyword not in _WITH_REST and not rest.text:
            self._open_section(keyword, piece)
        elif keyword in _WITH_REST:
            return self._open_with_rest(keyword, piece, rest)
        elif self._section == "top":
            self._take_top(piece)
        elif self._open is None or not self._section:
            self._stray(piece, word)
        else:
            self._open.lines[self._section].append(piece)
        return []

    def _open_with_rest(self, keyword: str, piece: Piece, rest: Piece) -> list[PlanText]:
        self._close()
        if keyword == "include":
            return read_include(rest, self.files, self._seen, self.problems)
        if keyword == "constant":
            self._take_constant(rest)
        elif keyword == "use":
            use = read_use(rest, self.problems)
            self.uses += [use] if use is not None and use not in self.uses else []
        else:
            self._take_head(piece, rest)
        return []

    def _stray(self, piece: Piece, word: str) -> None:
        wanted = "a section (Goals, Preconditions, Subtasks, …)" if self._open else "Head NAME"
        hint = nearest(word, KEYWORDS)
        self.problems.error(piece.at, f'expected {wanted}, found "{piece.text[:40]}"{hint}')

    def _open_section(self, keyword: str, piece: Piece) -> None:
        if keyword == "top":
            self._close()
            self._section = keyword
        elif self._open is None:
            self.problems.error(piece.at, f"{piece.text} belongs to a task: Head NAME comes first")
        elif keyword in self._open.lines:
            self.problems.error(piece.at, f"{piece.text}: {self._open.name} has this section already")
            self._section = keyword
        else:
            self._open.lines[keyword] = []
            self._section = keyword

    def _take_head(self, piece: Piece, rest: Piece) -> None:
        found = _HEAD.fullmatch(rest.text)
        if found is None:
            self.problems.error(
                rest.at, f'expected Head NAME and names of parameters, found "{piece.text[:40]}"'
            )
            self._open = _Sections("", (), piece.at)
            return
        parameters = tuple(name.lstrip("$") for name in found.group(2).split())
        for name in {name for name in parameters if parameters.count(name) > 1}:
            self.problems.error(rest.at, f'parameter "{name}" is named twice')
        self._open = _Sections(found.group(1), parameters, rest.at)

    def _take_top(self, piece: Piece) -> None:
        call = read_call(piece, self.problems)
        if call is not None:
            self.top.append(call)

    def _take_constant(self, rest: Piece) -> None:
        one = read_constant(rest, self.constants, self.problems, is_included=self._is_included)
        self.constants += [one] if one is not None else []

    def _close(self) -> None:
        """Read the sections of the open definition and keep it."""
        found, self._open, self._section = self._open, None, ""
        if found is not None:
            self._keep(found, found.lines)

    def _keep(self, found: _Sections, lines: dict[str, list[Piece]]) -> None:
        one = Definition(
            name=found.name,
            parameters=found.parameters,
            at=found.at,
            goals=self._conditions(lines.get("goals", [])),
            preconditions=self._conditions(lines.get("preconditions", [])),
            guards=self._conditions(lines.get("guards", [])),
            subtasks=self._subtasks(lines["subtasks"]) if "subtasks" in lines else None,
            effects=self._effects(lines["effects"]) if "effects" in lines else None,
            priority=self._priority(found, lines["priority"]) if "priority" in lines else None,
            lookahead=self._settings(lines["lookahead"]) if "lookahead" in lines else None,
            is_included=self._is_included,
        )
        if one.name:
            self.definitions.append(one)

    def _conditions(self, lines: list[Piece]) -> tuple[ConditionLine, ...]:
        found = (read_condition(piece, self.problems) for piece in lines)
        return tuple(one for one in found if one is not None)

    def _subtasks(self, lines: list[Piece]) -> tuple[SubtaskLine, ...]:
        return tuple(read_subtask_line(piece, self.problems) for piece in lines)

    def _effects(self, lines: list[Piece]) -> tuple[EffectLine, ...]:
        found = ((parse_assignment(one.text, one.at, self.problems), one.at) for one in lines)
        return tuple(EffectLine(*pair, at) for pair, at in found if pair is not None)

    def _priority(self, found: _Sections, lines: list[Piece]) -> Node | None:
        if len(lines) != 1:
            at = lines[1].at if lines else found.at
            self.problems.error(at, f"Priority of {found.name} is one number or expression")
            return None
        return parse_expression(lines[0].text, lines[0].at, self.problems)

    def _settings(self, lines: list[Piece]) -> Settings:
        told = {}
        for piece in lines:
            name, _, number = piece.text.partition(" ")
            number = number.strip()
            most = _SETTINGS.get(name.casefold(), -1)
            whole = int(number) if number.isascii() and number.isdecimal() and len(number) < 10 else -1
            if 0 <= whole <= most:
                told[name.casefold()] = whole
            else:
                known = ", ".join(f"{key} (0 to {limit})" for key, limit in _SETTINGS.items())
                self.problems.error(piece.at, f"expected one of {known}, and a number")
        return Settings(**told)
