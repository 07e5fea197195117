"""Expressions as trees. Two trees are equal when they say the same, wherever they stand."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from agentfw.language.texts import Position

__all__ = [
    "MAX_DEPTH",
    "TOO_DEEP",
    "Binary",
    "Call",
    "ListOf",
    "Literal",
    "Negate",
    "Node",
    "Not",
    "Variable",
    "parts_of",
    "too_deep",
]

MAX_DEPTH: Final = 100
"""So many levels an expression may have; everything that walks trees may rely on it."""
TOO_DEEP: Final = f"this lies deeper than {MAX_DEPTH} levels; split the expression up"
"""What is said when it has more."""


@dataclasses.dataclass(frozen=True, slots=True, eq=False)
class Literal:
    """A number, a text, ``true``, ``false`` or ``nothing`` (None)."""

    value: bool | int | float | str | None
    at: Position = dataclasses.field(repr=False)

    def __eq__(self, other: object) -> bool:
        # To Python 1 == True, but plans do not mean the same by them.
        if not isinstance(other, Literal):
            return NotImplemented
        both_or_neither = isinstance(self.value, bool) == isinstance(other.value, bool)
        return both_or_neither and self.value == other.value

    def __hash__(self) -> int:
        return hash(self.value)


@dataclasses.dataclass(frozen=True, slots=True)
class Variable:
    """``$0`` or ``$name``: something that is bound while the plan runs."""

    name: str
    at: Position = dataclasses.field(compare=False, repr=False)


@dataclasses.dataclass(frozen=True, slots=True)
class Call:
    """A sense by name; a bare name is a call without arguments."""

    name: str
    arguments: tuple[Node, ...]
    named: tuple[tuple[str, Node], ...]
    at: Position = dataclasses.field(compare=False, repr=False)
    named_at: tuple[Position, ...] = dataclasses.field(default=(), compare=False, repr=False)
    """Where the names of arguments stand, if anybody knows."""


@dataclasses.dataclass(frozen=True, slots=True)
class ListOf:
    """``[a, b]``."""

    members: tuple[Node, ...]
    at: Position = dataclasses.field(compare=False, repr=False)


@dataclasses.dataclass(frozen=True, slots=True)
class Not:
    """``not a``."""

    operand: Node
    at: Position = dataclasses.field(compare=False, repr=False)


@dataclasses.dataclass(frozen=True, slots=True)
class Negate:
    """``-a``."""

    operand: Node
    at: Position = dataclasses.field(compare=False, repr=False)


@dataclasses.dataclass(frozen=True, slots=True)
class Binary:
    """Two operands: ``and or < <= > >= == != in + - * / %``; ``not in`` is `Not` around ``in``."""

    operator: str
    left: Node
    right: Node
    at: Position = dataclasses.field(compare=False, repr=False)


Node: TypeAlias = Literal | Variable | Call | ListOf | Not | Negate | Binary


def parts_of(node: Node, operator: str) -> list[Node]:
    """The parts that ``and`` or ``or`` joins, however they are grouped, from left to right."""
    parts, todo = [], [node]
    while todo:
        one = todo.pop()
        if isinstance(one, Binary) and one.operator == operator:
            todo += (one.right, one.left)
        else:
            parts.append(one)
    return parts


def too_deep(node: Node) -> Node | None:
    """The first part that lies more than `MAX_DEPTH` levels down, if there is one."""
    level, depth = [node], 0
    while level and depth < MAX_DEPTH:
        level, depth = [below for one in level for below in _below(one)], depth + 1
    return level[0] if level else None


def _below(node: Node) -> tuple[Node, ...]:
    match node:
        case Binary():
            return (node.left, node.right)
        case Not() | Negate():
            return (node.operand,)
        case ListOf():
            return node.members
        case Call():
            return (*node.arguments, *(value for _, value in node.named))
        case _:
            return ()
