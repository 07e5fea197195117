"""Task files as trees. Two trees are equal when they say the same, wherever it stands."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Final, TypeAlias

from agentfw.brains.lines import Invocation
from agentfw.language.syntax import Node, Variable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from agentfw.brains.inner import Use
    from agentfw.brains.lines.heads import Constant
    from agentfw.language.texts import Position

__all__ = [
    "KEYWORDS",
    "Alternative",
    "ConditionLine",
    "Definition",
    "EffectLine",
    "Iteration",
    "PlanSource",
    "Settings",
    "SubtaskLine",
    "Together",
    "Value",
    "parts_in",
    "variables_in",
]

KEYWORDS: Final = frozenset(
    (
        *("head", "goals", "preconditions", "subtasks", "guards", "effects", "priority", "lookahead"),
        *("top", "include", "constant", "use"),
    )
)
"""What a line cannot begin with, in any case of letters, unless it is meant."""


ConditionLine: TypeAlias = Invocation | Node


@dataclasses.dataclass(frozen=True, slots=True)
class Together:
    """``a || b``: all at once, over when all are; a single task stands alone in here."""

    calls: tuple[Invocation, ...]
    at: Position = dataclasses.field(compare=False, repr=False)


@dataclasses.dataclass(frozen=True, slots=True)
class Iteration:
    """``each $x in LIST: task``; `kind` is each, every or cycle."""

    kind: str
    variable: str
    members: Node
    call: Invocation
    at: Position = dataclasses.field(compare=False, repr=False)


@dataclasses.dataclass(frozen=True, slots=True)
class Value:
    """``(expression)``: nothing to do, only a value to bind."""

    node: Node
    at: Position = dataclasses.field(compare=False, repr=False)


Alternative: TypeAlias = Together | Iteration | Value


@dataclasses.dataclass(frozen=True, slots=True)
class SubtaskLine:
    """``x = one, or another``."""

    binds: str
    """The name that is bound, empty for none."""
    alternatives: tuple[Alternative, ...]
    at: Position = dataclasses.field(compare=False, repr=False)


@dataclasses.dataclass(frozen=True, slots=True)
class EffectLine:
    """``sense(arguments) = expression``."""

    target: Node
    value: Node
    at: Position = dataclasses.field(compare=False, repr=False)


@dataclasses.dataclass(frozen=True, slots=True)
class Settings:
    """How far a task may look ahead."""

    nodes: int = 2000
    replans: int = 3


@dataclasses.dataclass(frozen=True, slots=True)
class Definition:
    """One ``Head`` with its sections; None for a section that is not there."""

    name: str
    parameters: tuple[str, ...]
    at: Position = dataclasses.field(compare=False, repr=False)
    goals: tuple[ConditionLine, ...] = ()
    preconditions: tuple[ConditionLine, ...] = ()
    guards: tuple[ConditionLine, ...] = ()
    subtasks: tuple[SubtaskLine, ...] | None = None
    effects: tuple[EffectLine, ...] | None = None
    priority: Node | None = None
    lookahead: Settings | None = None
    is_included: bool = dataclasses.field(default=False, compare=False)


@dataclasses.dataclass(frozen=True, slots=True)
class PlanSource:
    """A task file with everything that it includes."""

    uses: tuple[Use, ...] = ()
    constants: tuple[Constant, ...] = ()
    top: tuple[Invocation, ...] = ()
    definitions: tuple[Definition, ...] = ()


def parts_in(*roots: object) -> Iterator[object]:
    """Everything that trees are made of, expressions included, in no order that means anything."""
    todo = list(roots)
    while todo:
        one = todo.pop()
        if isinstance(one, tuple):
            todo += one
        elif dataclasses.is_dataclass(one) and not isinstance(one, type):
            yield one
            todo += [getattr(one, field.name) for field in dataclasses.fields(one) if field.compare]


def variables_in(*roots: object) -> set[str]:
    """The names of all variables that trees use."""
    return {part.name for part in parts_in(*roots) if isinstance(part, Variable)}
