"""From the text of a machine file to its tree: states by indentation, and files that are included."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from agentfw.brains.fsm.clauses import STATE_NAME, read_target, read_timeout, read_transition
from agentfw.brains.fsm.syntax import (
    DEFAULT_LIMIT,
    MAX_LIMIT,
    MAX_NESTING,
    ActLine,
    Ending,
    Kind,
    MachineSource,
    Memory,
    StateSource,
    Target,
    TransitionLine,
)
from agentfw.brains.lines import Word, lines_of, read_call
from agentfw.brains.lines.heads import Constant, read_constant, read_include
from agentfw.brains.lines.uses import read_use
from agentfw.language.texts import Position
from agentfw.sources import nearest

if TYPE_CHECKING:
    from agentfw.brains.inner import Use
    from agentfw.brains.lines import Piece
    from agentfw.brains.planfiles import PlanFiles
    from agentfw.language.texts import PlanText, Problems

__all__ = ["read_source"]

_NAME: Final = re.compile(STATE_NAME)
_KINDS: Final = {one.value.casefold(): one for one in Kind}
_AT_THE_TOP: Final = ("Include", "Use", "Constant", "Initial", "Limit", "State")
_IN_STATES: Final = (
    *(one.value for one in Kind),
    *("Timeout", "To", "Initial", "History", "Final", "State"),
)
_ONLY_AT_THE_TOP: Final = frozenset(("include", "use", "constant", "limit"))
_ONLY_IN_STATES: Final = frozenset(one.casefold() for one in _IN_STATES) - {"initial", "state"}


def read_source(text: PlanText, files: PlanFiles, problems: Problems) -> MachineSource:
    """The tree of a machine file; what could not be read is missing in it and noted in `problems`."""
    reader = _Reader(files, problems)
    reader.read(text)
    return MachineSource(
        uses=tuple(reader.uses),
        constants=tuple(reader.constants),
        initial=reader.initial,
        limit=reader.limit or DEFAULT_LIMIT,
        states=tuple(reader.states),
    )


class _Open:
    """A state whose lines are being read."""

    def __init__(self, name: str, indent: int, at: Position) -> None:
        self.name = name
        self.indent = indent
        self.at = at
        self.initial: Target | None = None
        self.memory = Memory.NONE
        self.final: Ending | None = None
        self.acts: list[ActLine] = []
        self.transitions: list[TransitionLine] = []
        self.states: list[StateSource] = []

    def closed(self, *, is_included: bool) -> StateSource:
        """The state, with all that was read."""
        return StateSource(
            name=self.name,
            at=self.at,
            initial=self.initial,
            memory=self.memory,
            final=self.final,
            acts=tuple(self.acts),
            transitions=tuple(self.transitions),
            states=tuple(self.states),
            is_included=is_included,
        )


class _Reader:
    """Reads files line by line, and files that they include after them."""

    def __init__(self, files: PlanFiles, problems: Problems) -> None:
        self.files = files
        self.problems = problems
        self.uses: list[Use] = []
        self.constants: list[Constant] = []
        self.initial: Target | None = None
        self.limit = 0
        self.states: list[StateSource] = []
        self._seen: set[str] = set()
        self._waiting: list[PlanText] = []
        self._stack: list[_Open] = []
        self._is_included = False
        self._has_initial = self._has_limit = False
        """Whether the file being read has said it."""

    def read(self, text: PlanText) -> None:
        """Take up a file and, after it, all that it includes."""
        self._waiting.append(text)
        self._seen.add(text.where)
        while self._waiting:
            current = self._waiting.pop(0)
            for piece in lines_of(current, Position(current)):
                self._line(piece)
            self._close(0)
            self._is_included, self._has_initial, self._has_limit = True, False, False

    def _line(self, piece: Piece) -> None:
        indent = piece.at.column
        self._close(indent)
        word = piece.text.split(maxsplit=1)[0]
        keyword, rest = word.casefold(), piece.cut(len(word))
        if keyword == "state":
            self._open_state(rest, indent)
        elif keyword == "initial":
            self._take_initial(rest)
        elif keyword in _ONLY_AT_THE_TOP:
            self._at_the_top(keyword, word, rest)
        elif keyword in _ONLY_IN_STATES:
            self._in_state(keyword, word, rest)
        else:
            known = _IN_STATES if self._stack else _AT_THE_TOP
            hint = nearest(word, known) or nearest(word.capitalize(), known)
            self.problems.error(
                piece.at, f'expected one of {", ".join(known)}, found "{piece.text[:40]}"{hint}'
            )

    def _close(self, indent: int) -> None:
        """End the states that a line with this indentation does not belong to."""
        while self._stack and self._stack[-1].indent >= indent:
            found = self._stack.pop()
            around = self._stack[-1].states if self._stack else self.states
            if found.name:
                around.append(found.closed(is_included=self._is_included))

    def _open_state(self, rest: Piece, indent: int) -> None:
        name = rest.text
        if _NAME.fullmatch(name) is None:
            hint = ": a name has letters, digits, - and _" if name else ""
            self.problems.error(rest.at, f'expected State NAME, found "State {name[:40]}"{hint}')
            name = ""
        if len(self._stack) >= MAX_NESTING:
            self.problems.error(rest.at, f"more than {MAX_NESTING} states one inside of the other")
            name = ""
        self._stack.append(_Open(name, indent, rest.at))

    def _take_initial(self, rest: Piece) -> None:
        target = read_target(rest, self.problems)
        if self._stack:
            one = self._stack[-1]
            if one.initial is not None:
                self.problems.error(rest.at, f"{one.name or 'this state'} has an Initial already")
            one.initial = target
            return
        if self._has_initial:
            self.problems.error(rest.at, "there is an Initial already")
        self._has_initial = True
        if self._is_asked():
            self.initial = target

    def _is_asked(self) -> bool:
        """Whether this file says how to begin: one that is included does if it is all there is."""
        return not self._is_included or not any(not one.is_included for one in self.states)

    # Lines of the file

    def _at_the_top(self, keyword: str, word: str, rest: Piece) -> None:
        if self._stack:
            self.problems.error(rest.at, f"{word} belongs to the file: it stands before all states")
        elif keyword == "include":
            self._waiting += read_include(rest, self.files, self._seen, self.problems)
        elif keyword == "use":
            use = read_use(rest, self.problems)
            self.uses += [use] if use is not None else []
        elif keyword == "constant":
            one = read_constant(rest, self.constants, self.problems, is_included=self._is_included)
            self.constants += [one] if one is not None else []
        else:
            self._take_limit(rest)

    def _take_limit(self, rest: Piece) -> None:
        text = rest.text
        whole = int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else 0
        if not 1 <= whole <= MAX_LIMIT:
            self.problems.error(rest.at, f"expected Limit and a number from 1 to {MAX_LIMIT}")
            return
        if self._has_limit:
            self.problems.error(rest.at, "there is a Limit already")
        self._has_limit = True
        if self._is_asked():
            self.limit = whole

    # Lines of a state

    def _in_state(self, keyword: str, word: str, rest: Piece) -> None:
        if not self._stack:
            self.problems.error(rest.at, f"{word} belongs to a state: indent it below State NAME")
            return
        one = self._stack[-1]
        if keyword in _KINDS:
            call = read_call(rest, self.problems, "skill")
            one.acts += [ActLine(_KINDS[keyword], call, rest.at)] if call is not None else []
        elif keyword == "history":
            self._take_history(one, rest)
        elif keyword == "final":
            self._take_final(one, rest)
        else:
            read = read_transition if keyword == "to" else read_timeout
            found = read(rest, self.problems)
            one.transitions += [found] if found is not None else []

    def _take_history(self, one: _Open, rest: Piece) -> None:
        if rest.text.casefold() not in ("", "deep"):
            self.problems.error(rest.at, f'expected History or History deep, found "{rest.text[:40]}"')
        elif one.memory is not Memory.NONE:
            self.problems.error(rest.at, f"{one.name or 'this state'} has a History already")
        one.memory = Memory.DEEP if rest.text else Memory.SHALLOW

    def _take_final(self, one: _Open, rest: Piece) -> None:
        call = read_call(rest, self.problems, "way to end: done or failed") if rest.text else None
        if rest.text and call is None:
            return
        word = call.name.casefold() if call is not None else "done"
        told = call.arguments if call is not None else ()
        values = [one.text if isinstance(one, Word) else getattr(one, "value", None) for one in told]
        is_known = word in ("done", "failed") and not (call is not None and call.named)
        if (
            not is_known
            or len(values) > (word == "failed")
            or not all(isinstance(v, str) for v in values)
        ):
            self.problems.error(rest.at, 'expected Final done, or Final failed "reason"')
        elif one.final is not None:
            self.problems.error(rest.at, f"{one.name or 'this state'} has a Final already")
        else:
            one.final = Ending(word == "done", str(values[0]) if values else "", rest.at)
