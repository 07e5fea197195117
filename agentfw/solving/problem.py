"""A planning problem as the search sees it: facts as bits, numbers as a row, operators with costs.

Whoever has a richer language (plans with senses, PDDL) grounds it to this form. Facts and numbers are
known by their places in `Problem.facts` and `Problem.numbers`; the names are for people.
"""

from __future__ import annotations

from typing import ClassVar, Literal, NamedTuple, TypeAlias

import msgspec

__all__ = ["Change", "Comparison", "Goal", "Linear", "Operator", "Problem", "State", "Test"]

Comparison: TypeAlias = Literal["<", "<=", "==", ">=", ">"]


class Linear(msgspec.Struct, frozen=True):
    """A sum of numbers of the state, each times a factor, and a constant."""

    terms: tuple[tuple[int, float], ...] = ()
    """Places of numbers, each once, with their factors."""
    constant: float = 0.0


class Test(msgspec.Struct, frozen=True):
    """What must hold of the numbers: ``left comparison 0``."""

    __test__: ClassVar[bool] = False
    """pytest takes classes of this name for tests wherever they are imported, unless told otherwise."""

    left: Linear
    comparison: Comparison
    text: str = ""
    """As the author wrote it."""


class Change(msgspec.Struct, frozen=True):
    """What becomes of one number; all changes of an operator read the state before it."""

    number: int
    to: Linear
    is_increase: bool = False
    """Whether `to` is added to the number, instead of taking its place."""


class Operator(msgspec.Struct, frozen=True, eq=False):
    """Something that can be done. Facts are given as bits: place 0 is bit 1, place 1 is bit 2, ..."""

    name: str
    needs: int = 0
    """The facts that must hold."""
    forbids: int = 0
    """The facts that must not."""
    tests: tuple[Test, ...] = ()
    adds: int = 0
    deletes: int = 0
    """Applied before `adds`, so that a fact in both holds afterwards."""
    changes: tuple[Change, ...] = ()
    cost: float = 1.0
    origin: object = None
    """Whatever its maker wants to find again in a plan."""


class State(NamedTuple):
    """What holds at one moment."""

    facts: int
    numbers: tuple[float, ...] = ()


class Goal(msgspec.Struct, frozen=True):
    """What shall hold in the end."""

    needs: int = 0
    forbids: int = 0
    tests: tuple[Test, ...] = ()


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """From where, with what, to where."""

    facts: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    operators: tuple[Operator, ...] = ()
    start: State = State(0)
    goal: Goal = Goal()
