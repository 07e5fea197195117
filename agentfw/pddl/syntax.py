"""Domains, problems and what they are made of, as frozen trees without places.

All names are in small letters: PDDL does not tell ``Truck`` from ``truck``. A variable keeps its ``?``,
so that an argument is one text whether it is a variable or an object.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

__all__ = [
    "ALWAYS",
    "OBJECT",
    "TOTAL_COST",
    "Action",
    "And",
    "Arithmetic",
    "Assign",
    "Atom",
    "Compare",
    "Comparison",
    "Condition",
    "Constant",
    "Domain",
    "Effect",
    "Expression",
    "Fluent",
    "Gain",
    "Lose",
    "Not",
    "Problem",
    "Same",
    "Sign",
    "Signature",
    "Typed",
    "Value",
    "Way",
]

OBJECT = "object"
"""The type that every other one is a kind of."""
TOTAL_COST = "total-cost"
"""The fluent that adds up what the actions cost, by custom."""

Sign: TypeAlias = Literal["+", "-", "*", "/"]
Comparison: TypeAlias = Literal["<", "<=", "=", ">=", ">"]
Way: TypeAlias = Literal["assign", "increase", "decrease", "scale-up", "scale-down"]


class Typed(msgspec.Struct, frozen=True):
    """A name and what kind of thing it is; several types mean any of them."""

    name: str
    types: tuple[str, ...] = (OBJECT,)


class Signature(msgspec.Struct, frozen=True):
    """How a predicate or a function is called."""

    name: str
    parameters: tuple[Typed, ...] = ()


class Atom(msgspec.Struct, frozen=True):
    """A predicate of some objects."""

    name: str
    arguments: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"({' '.join((self.name, *self.arguments))})"


class Fluent(msgspec.Struct, frozen=True):
    """A number that belongs to some objects, or to none."""

    name: str
    arguments: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"({' '.join((self.name, *self.arguments))})"


class Constant(msgspec.Struct, frozen=True):
    """A number as it was written."""

    value: float


class Arithmetic(msgspec.Struct, frozen=True):
    """Numbers calculated from numbers; ``-`` with one part turns its sign."""

    sign: Sign
    parts: tuple[Expression, ...]


Expression: TypeAlias = Constant | Fluent | Arithmetic


class Same(msgspec.Struct, frozen=True):
    """Whether two names mean one object."""

    left: str
    right: str


class Compare(msgspec.Struct, frozen=True):
    """Whether two numbers stand in that order."""

    comparison: Comparison
    left: Expression
    right: Expression


class Not(msgspec.Struct, frozen=True):
    """What holds when its part does not."""

    part: Atom | Same | Compare


class And(msgspec.Struct, frozen=True):
    """What holds when all its parts do."""

    parts: tuple[Condition, ...] = ()


Condition: TypeAlias = Atom | Same | Compare | Not | And

ALWAYS = And()
"""A condition that asks for nothing."""


class Gain(msgspec.Struct, frozen=True):
    """A fact that becomes true."""

    atom: Atom


class Lose(msgspec.Struct, frozen=True):
    """A fact that is no longer true, unless the same action makes it true."""

    atom: Atom


class Assign(msgspec.Struct, frozen=True):
    """What becomes of a number; the right side is read before the action."""

    way: Way
    fluent: Fluent
    to: Expression


Effect: TypeAlias = Gain | Lose | Assign


class Action(msgspec.Struct, frozen=True):
    """Something that can be done with objects that fit its parameters."""

    name: str
    parameters: tuple[Typed, ...] = ()
    precondition: Condition = ALWAYS
    effects: tuple[Effect, ...] = ()


class Domain(msgspec.Struct, frozen=True, kw_only=True):
    """What there can be and what can be done."""

    name: str
    requirements: tuple[str, ...] = ()
    types: tuple[Typed, ...] = ()
    """Each type with the types that it is a kind of."""
    constants: tuple[Typed, ...] = ()
    predicates: tuple[Signature, ...] = ()
    functions: tuple[Signature, ...] = ()
    actions: tuple[Action, ...] = ()


class Value(msgspec.Struct, frozen=True):
    """What a number is in the beginning."""

    fluent: Fluent
    value: float


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """From where to where, in one domain."""

    name: str
    domain: str
    requirements: tuple[str, ...] = ()
    objects: tuple[Typed, ...] = ()
    facts: tuple[Atom, ...] = ()
    values: tuple[Value, ...] = ()
    goal: Condition = ALWAYS
    metric: Expression | None = None
    """What shall be as small as possible at the end; None means as few actions as possible."""
