"""From the text of a GOAP file to its tree: goals, actions, and everything that is included."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, get_args

from agentfw.brains.goap.syntax import (
    ACTION_WORDS,
    GOAL_WORDS,
    KEYWORDS,
    ActionLines,
    EffectLine,
    Fact,
    GoalLines,
    PlanSource,
    Settings,
)
from agentfw.brains.lines import NAME, Piece, lines_of, read_call, read_value
from agentfw.brains.lines.heads import Constant, read_constant, read_include
from agentfw.brains.lines.uses import read_use
from agentfw.language.parsing import parse_assignment, parse_expression
from agentfw.language.syntax import Literal, Node
from agentfw.language.texts import Position
from agentfw.language.types import plain_name
from agentfw.solving.answers import Quality
from agentfw.sources import nearest, one_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from agentfw.brains.inner import Use
    from agentfw.brains.lines import Invocation
    from agentfw.brains.planfiles import PlanFiles
    from agentfw.language.texts import PlanText, Problems

__all__ = ["read_source"]

_NAME: Final = re.compile(NAME)
_OVER_A_LIST: Final = re.compile(rf"({NAME})\s+\$?([A-Za-z_]\w*)\s+in\s+(?=\S)", re.ASCII)
_LIMITS: Final = {"switch": 1e9, "nodes": 10_000_000, "deadline": 1e6, "retry": 1e6, "avoid": 1e6}
_LEAST: Final = {"nodes": 1.0}
_MAX_TIMEOUT_S: Final = 1e6
_QUALITIES: Final = get_args(Quality)


def read_source(text: PlanText, files: PlanFiles, problems: Problems) -> PlanSource:
    """The tree of a GOAP file; what could not be read is missing in it and noted in `problems`."""
    reader = _Reader(files, problems)
    reader.read(text)
    return reader.source()


class _Open:
    """A goal or an action that is being read: its head, and the lines below it by their first word."""

    def __init__(self, kind: str, name: str, at: Position, variable: str, members: Node | None) -> None:
        self.kind = kind
        self.name = name
        self.at = at
        self.variable = variable
        self.members = members
        self.lines: dict[str, list[Piece]] = {}

    @property
    def words(self) -> tuple[str, ...]:
        return GOAL_WORDS if self.kind == "goal" else ACTION_WORDS

    def all(self, word: str) -> list[Piece]:
        return self.lines.get(word, [])


class _Reader:
    """Reads files line by line, and after each of them the files that it includes."""

    def __init__(self, files: PlanFiles, problems: Problems) -> None:
        self.files = files
        self.problems = problems
        self._settings: dict[str, Any] = {}
        self._told_here: set[str] = set()
        """The settings of the file that is being read; those of files that include it come first."""
        self._uses: list[Use] = []
        self._constants: list[Constant] = []
        self._facts: list[Fact] = []
        self._goals: list[GoalLines] = []
        self._actions: list[ActionLines] = []
        self._seen: set[str] = set()
        self._open: _Open | None = None
        self._is_included = False

    def read(self, text: PlanText) -> None:
        """Take up a file and, after it, all that it includes."""
        waiting = [text]
        self._seen.add(text.where)
        while waiting:
            current = waiting.pop(0)
            self._told_here.clear()
            for piece in lines_of(current, Position(current)):
                waiting += self._line(piece)
            self._close()
            self._is_included = True

    def source(self) -> PlanSource:
        """Everything that was read."""
        return PlanSource(
            Settings(**self._settings),
            tuple(self._uses),
            tuple(self._constants),
            tuple(self._facts),
            tuple(self._goals),
            tuple(self._actions),
        )

    def _line(self, piece: Piece) -> list[PlanText]:
        """Take up a line; the file that it includes, if it does."""
        word = piece.text.split(maxsplit=1)[0]
        keyword, rest = word.casefold(), piece.cut(len(word))
        if keyword in GOAL_WORDS or keyword in ACTION_WORDS:
            self._take_below(keyword, word, piece, rest)
        elif keyword in KEYWORDS:
            self._close()
            return self._begin(keyword, rest)
        else:
            hint = nearest(word, [one.capitalize() for one in KEYWORDS])
            self.problems.error(
                piece.at, f'expected Goal NAME or Action NAME, found "{word[:40]}"{hint}'
            )
        return []

    def _take_below(self, keyword: str, word: str, piece: Piece, rest: Piece) -> None:
        if self._open is None:
            above = "a goal: Goal" if keyword in GOAL_WORDS else "an action: Action"
            self.problems.error(piece.at, f"{word} belongs to {above} NAME comes first")
        elif keyword not in self._open.words:
            known = one_of([one.capitalize() for one in self._open.words])
            self.problems.error(
                piece.at, f"{word} cannot stand below {self._open.kind}s (known: {known})"
            )
        elif not rest.text:
            self.problems.error(piece.at, f"expected something after {word}, in the same line")
        else:
            self._open.lines.setdefault(keyword, []).append(rest)

    def _begin(self, keyword: str, rest: Piece) -> list[PlanText]:
        if keyword == "include":
            return read_include(rest, self.files, self._seen, self.problems)
        if keyword in ("goal", "action"):
            self._take_head(keyword, rest)
        elif keyword in _TAKES:
            _TAKES[keyword](self, rest)
        else:
            self._take_setting(keyword, rest)
        return []

    def _take_head(self, kind: str, rest: Piece) -> None:
        found = _OVER_A_LIST.match(rest.text) if kind == "action" else None
        if found is not None:
            inner = rest.cut(found.end())
            members = parse_expression(inner.text, inner.at, self.problems)
            self._open = _Open(kind, found[1], rest.at, found[2], members)
            return
        is_name = _NAME.fullmatch(rest.text) is not None
        if not is_name:
            form = "Goal NAME" if kind == "goal" else "Action NAME, or Action NAME variable in LIST"
            self.problems.error(rest.at, f'expected {form}, found "{rest.text[:40]}"')
        self._open = _Open(kind, rest.text if is_name else "", rest.at, "", None)

    def _take_setting(self, keyword: str, rest: Piece) -> None:
        if keyword in self._told_here:
            self.problems.error(rest.at, f"{keyword.capitalize()} is told already")
        self._told_here.add(keyword)
        value = self._quality(rest) if keyword == "search" else self._figure(keyword, rest)
        if value is not None:
            told = int(value) if keyword == "nodes" else value
            self._settings.setdefault(keyword, told)

    def _figure(self, keyword: str, rest: Piece) -> float | None:
        return self._number(rest, _LIMITS[keyword], _LEAST.get(keyword, 0.0))

    def _quality(self, rest: Piece) -> str | None:
        if rest.text.casefold() in _QUALITIES:
            return rest.text.casefold()
        self.problems.error(rest.at, f'expected {one_of(_QUALITIES)}, found "{rest.text[:40]}"')
        return None

    def _number(self, rest: Piece, most: float, least: float = 0.0) -> float | None:
        found = read_value(rest.text, rest.at) if rest.text else None
        value = found.value if isinstance(found, Literal) else None
        if isinstance(value, int | float) and not isinstance(value, bool) and least <= value <= most:
            return float(value)
        self.problems.error(
            rest.at, f'expected a number from {least:g} to {most:g}, found "{rest.text[:40]}"'
        )
        return None

    def _take_use(self, rest: Piece) -> None:
        use = read_use(rest, self.problems)
        if use is not None:
            self._uses.append(use)

    def _take_fact(self, rest: Piece) -> None:
        if not re.fullmatch(r"[A-Za-z_]\w*", rest.text, re.ASCII):
            self.problems.error(rest.at, f'expected Fact NAME, found "{rest.text[:40]}"')
        elif any(plain_name(one.name) == plain_name(rest.text) for one in self._facts):
            self.problems.error(rest.at, f'fact "{rest.text}" is there already')
        else:
            self._facts.append(Fact(rest.text, rest.at, self._is_included))

    def _take_constant(self, rest: Piece) -> None:
        one = read_constant(rest, self._constants, self.problems, is_included=self._is_included)
        self._constants += [one] if one is not None else []

    # What stands below heads

    def _close(self) -> None:
        """Read the lines of the open goal or action and keep it."""
        found, self._open = self._open, None
        if found is None:
            return
        if found.kind == "goal":
            self._keep_goal(found)
        else:
            self._keep_action(found)

    def _keep_goal(self, found: _Open) -> None:
        one = GoalLines(
            name=found.name,
            at=found.at,
            priority=self._single(found, "priority", self._expression),
            when=self._expressions(found.all("when")),
            wants=self._expressions(found.all("wants")),
            is_included=self._is_included,
        )
        if one.name:
            self._goals.append(one)

    def _keep_action(self, found: _Open) -> None:
        one = ActionLines(
            name=found.name,
            at=found.at,
            variable=found.variable,
            members=found.members,
            needs=self._expressions(found.all("needs")),
            effects=tuple(one for piece in found.all("effects") for one in self._effects(piece)),
            cost=self._single(found, "cost", self._expression),
            does=self._single(found, "does", self._calls) or (),
            guards=self._expressions(found.all("while")),
            timeout_s=self._single(found, "timeout", self._timeout),
            is_included=self._is_included,
        )
        if one.name:
            self._actions.append(one)

    def _single(self, found: _Open, word: str, read: Callable[[Piece], Any]) -> Any:
        pieces = found.all(word)
        for extra in pieces[1:]:
            self.problems.error(extra.at, f"{found.name} has more than one {word.capitalize()}")
        return read(pieces[0]) if pieces else None

    def _timeout(self, piece: Piece) -> float | None:
        value = self._number(piece, _MAX_TIMEOUT_S)
        if value == 0:
            self.problems.error(piece.at, "nothing is done within 0 seconds")
        return value

    def _expression(self, piece: Piece) -> Node | None:
        return parse_expression(piece.text, piece.at, self.problems)

    def _expressions(self, pieces: list[Piece]) -> tuple[Node, ...]:
        found = map(self._expression, pieces)
        return tuple(node for node in found if node is not None)

    def _calls(self, piece: Piece) -> tuple[Invocation, ...]:
        found = [read_call(part, self.problems, "act") for part in piece.split("||")]
        return tuple(call for call in found if call is not None)

    def _effects(self, piece: Piece) -> list[EffectLine]:
        found = map(self._effect, piece.split(","))
        return [one for one in found if one is not None]

    def _effect(self, piece: Piece) -> EffectLine | None:
        for operator in ("+=", "-="):
            sides = piece.split(operator)
            if len(sides) == 2:
                return self._change(piece, operator, *sides)
        pair = parse_assignment(piece.text, piece.at, self.problems)
        return EffectLine(pair[0], "=", pair[1], piece.at) if pair is not None else None

    def _change(self, piece: Piece, operator: str, left: Piece, right: Piece) -> EffectLine | None:
        # An assignment reads its left side with care: it is asked about one that is certainly whole.
        pair = parse_assignment(f"{left.text} = 0", left.at, self.problems)
        value = parse_expression(right.text, right.at, self.problems)
        if pair is None or value is None:
            return None
        return EffectLine(pair[0], operator, value, piece.at)


_TAKES: Final[dict[str, Callable[[_Reader, Piece], None]]] = {
    "use": _Reader._take_use,
    "fact": _Reader._take_fact,
    "constant": _Reader._take_constant,
}
