"""The lines that stand at the head of a file in every language written line by line."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from agentfw.brains.lines.invocations import Word
from agentfw.brains.lines.scanning import read_call
from agentfw.errors import UsageError
from agentfw.language.syntax import Literal
from agentfw.language.types import plain_name

if TYPE_CHECKING:
    from collections.abc import Iterable

    from agentfw.brains.lines.scanning import Piece
    from agentfw.brains.planfiles import PlanFiles
    from agentfw.language.texts import PlanText, Position, Problems

__all__ = ["Constant", "read_constant", "read_include"]


@dataclasses.dataclass(frozen=True, slots=True)
class Constant:
    """``Constant NAME VALUE``."""

    name: str
    value: bool | int | float | str | None
    at: Position = dataclasses.field(compare=False, repr=False)
    is_included: bool = dataclasses.field(default=False, compare=False)


def read_constant(
    rest: Piece, known: Iterable[Constant], problems: Problems, *, is_included: bool
) -> Constant | None:
    """What stands behind ``Constant``; None after noting what is wrong."""
    if len(rest.text.split(maxsplit=1)) < 2:
        problems.error(rest.at, f"expected Constant NAME VALUE, found Constant {rest.text}")
        return None
    call = read_call(rest, problems, "constant")
    if call is None:
        return None
    found = call.arguments[0] if len(call.arguments) == 1 and not call.named else None
    if not isinstance(found, Word | Literal):
        problems.error(rest.at, f"the value of {call.name} is one word, number or text")
        return None
    if any(plain_name(one.name) == plain_name(call.name) for one in known):
        problems.error(rest.at, f'constant "{call.name}" is there already')
        return None
    value = found.text if isinstance(found, Word) else found.value
    return Constant(call.name, value, rest.at, is_included)


def read_include(rest: Piece, files: PlanFiles, seen: set[str], problems: Problems) -> list[PlanText]:
    """The file that stands behind ``Include``, unless it was `seen`; nothing after noting a mistake."""
    name = rest.text.strip('"')
    if not name:
        problems.error(rest.at, "expected Include FILE")
        return []
    try:
        text = files.read(name, rest.at.text.where)
    except UsageError as error:
        problems.error(rest.at, str(error))
        return []
    if text.where in seen:
        return []
    seen.add(text.where)
    return [text]
