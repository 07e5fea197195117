"""Lines of subtasks: alternatives, tasks at once, iterations, and names for what they find."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from agentfw.brains.htn.syntax import Alternative, Iteration, SubtaskLine, Together, Value
from agentfw.brains.lines import read_call
from agentfw.language.parsing import parse_expression

if TYPE_CHECKING:
    from agentfw.brains.lines import Piece
    from agentfw.language.texts import Problems

__all__ = ["read_subtask_line"]

_BINDING: Final = re.compile(r"\$?([A-Za-z_][A-Za-z0-9_]*)\s*=(?!=)")
_ITERATION: Final = re.compile(r"(each|every|cycle)\s+\$?([A-Za-z_][A-Za-z0-9_]*)\s+in\b", re.IGNORECASE)


def read_subtask_line(piece: Piece, problems: Problems) -> SubtaskLine:
    """``x = one, or another``; what is wrong is noted and left out, so that the rest can be checked."""
    binding = _BINDING.match(piece.text)
    rest = piece.cut(binding.end()) if binding is not None else piece
    name = binding.group(1) if binding is not None else ""
    found = [_alternative(part, name, problems) for part in rest.split(",")]
    return SubtaskLine(name, tuple(one for one in found if one is not None), piece.at)


def _alternative(piece: Piece, binds: str, problems: Problems) -> Alternative | None:
    if not piece.text:
        problems.error(piece.at, "expected a task; is there a comma too many?")
        return None
    iteration = _ITERATION.match(piece.text)
    if iteration is not None:
        return _iteration(piece, iteration, binds, problems)
    if piece.text.startswith("("):
        return _value(piece, binds, problems)
    parts = piece.split("||")
    if binds and len(parts) > 1:
        problems.error(piece.at, "tasks that run together have no single value to bind")
        return None
    calls = [read_call(part, problems) for part in parts]
    whole = tuple(one for one in calls if one is not None)
    return Together(whole, piece.at) if whole else None


def _value(piece: Piece, binds: str, problems: Problems) -> Value | None:
    if not binds:
        problems.error(piece.at, "a value alone does nothing: bind it, as in x = (expression)")
        return None
    node = parse_expression(piece.text, piece.at, problems)
    return Value(node, piece.at) if node is not None else None


def _iteration(piece: Piece, start: re.Match[str], binds: str, problems: Problems) -> Iteration | None:
    kind, variable = start.group(1).casefold(), start.group(2)
    parts = piece.cut(start.end()).split(":")
    if len(parts) != 2:
        problems.error(piece.at, f"expected {kind} ${variable} in LIST: TASK")
        return None
    if binds and kind == "every":
        problems.error(piece.at, "every has no single value to bind; use each")
        return None
    members = parse_expression(parts[0].text, parts[0].at, problems)
    call = read_call(parts[1], problems)
    if members is None or call is None:
        return None
    return Iteration(kind, variable, members, call, piece.at)
