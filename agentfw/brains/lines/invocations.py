"""Something to do with its arguments, as it stands in a line: ``collect health within=near``."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, TypeAlias

from agentfw.language.printing import print_expression
from agentfw.language.syntax import ListOf, Literal, Node, Variable

if TYPE_CHECKING:
    from agentfw.language.texts import Position

__all__ = ["Argument", "Invocation", "Word", "print_argument", "print_call"]


@dataclasses.dataclass(frozen=True, slots=True)
class Word:
    """A bare word among arguments: the value of the constant of that name, or else itself as text."""

    text: str
    at: Position = dataclasses.field(compare=False, repr=False)


Argument: TypeAlias = Word | Node


@dataclasses.dataclass(frozen=True, slots=True)
class Invocation:
    """``NAME argument name=argument``: something to do, or a condition in the short form."""

    name: str
    arguments: tuple[Argument, ...]
    named: tuple[tuple[str, Argument], ...]
    at: Position = dataclasses.field(compare=False, repr=False)


def print_call(call: Invocation) -> str:
    """Something to do with its arguments, so that it reads back as the same."""
    named = (f"{name}={print_argument(value)}" for name, value in call.named)
    return " ".join((call.name, *map(print_argument, call.arguments), *named))


def print_argument(value: Argument) -> str:
    """One argument, in brackets where it would be read as several."""
    if isinstance(value, Word):
        return value.text
    text = print_expression(value)
    return text if isinstance(value, Literal | Variable | ListOf) else f"({text})"
