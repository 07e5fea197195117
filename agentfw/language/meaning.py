"""Expressions as they are understood: names looked up, arguments in their places, types known.

Equal meanings give equal values at any one moment, however they were spelled.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, TypeAlias

from agentfw.language.types import TRUTH, Type, plain_name
from agentfw.language.values import CALCULATIONS, COMPARISONS, key_for

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Bound", "Constant", "Inverse", "Joined", "Many", "Meaning", "Operation", "Reading", "below"]


@dataclasses.dataclass(frozen=True, slots=True)
class Constant:
    """A value that is known before the plan runs."""

    value: Any
    type: Type


@dataclasses.dataclass(frozen=True, slots=True)
class Bound:
    """A variable, by its place among the values that are bound."""

    index: int
    type: Type


@dataclasses.dataclass(frozen=True, slots=True)
class Reading:
    """A sense with all of its arguments, defaults included."""

    name: str
    arguments: tuple[Meaning, ...]
    expects_truth: tuple[bool, ...]
    """Of each argument, whether a truth is meant to stand there."""
    function: Callable[..., Any] = dataclasses.field(compare=False, repr=False)
    type: Type

    @property
    def key(self) -> tuple[Any, ...] | None:
        """Where it is filed, if that is the same at all times."""
        values = [one.value for one in self.arguments if isinstance(one, Constant)]
        is_fixed = len(values) == len(self.arguments)
        return key_for(self.name, values, self.expects_truth) if is_fixed else None

    @property
    def foregone(self) -> bool | None:
        """What the senses answer whose names say it."""
        return {"succeed": True, "fail": False}.get(plain_name(self.name))


@dataclasses.dataclass(frozen=True, slots=True)
class Many:
    """A list."""

    members: tuple[Meaning, ...]
    type: Type


@dataclasses.dataclass(frozen=True, slots=True)
class Joined:
    """Several parts with ``and`` or ``or`` between them."""

    operator: str
    parts: tuple[Meaning, ...]
    type: Type = TRUTH


@dataclasses.dataclass(frozen=True, slots=True)
class Inverse:
    """``not a``."""

    operand: Meaning
    type: Type = TRUTH


@dataclasses.dataclass(frozen=True, slots=True)
class Operation:
    """A comparison or a calculation; ``-a`` is ``0 - a``."""

    operator: str
    left: Meaning
    right: Meaning
    type: Type

    @property
    def function(self) -> Callable[[Any, Any], Any]:
        """What it does with two values."""
        return COMPARISONS.get(self.operator) or CALCULATIONS[self.operator]


Meaning: TypeAlias = Constant | Bound | Reading | Many | Joined | Inverse | Operation


def below(meaning: Meaning) -> tuple[Meaning, ...]:
    """The parts that something is made of."""
    match meaning:
        case Reading():
            return meaning.arguments
        case Many():
            return meaning.members
        case Joined():
            return meaning.parts
        case Inverse():
            return (meaning.operand,)
        case Operation():
            return (meaning.left, meaning.right)
        case _:
            return ()
