"""Expressions of ground actions as linear sums, with everything constant worked out."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Final

from agentfw.errors import UsageError
from agentfw.pddl.printing import tree_text
from agentfw.pddl.syntax import TOTAL_COST, Compare, Constant, Fluent, Not

if TYPE_CHECKING:
    from collections.abc import Mapping

    from agentfw import solving
    from agentfw.pddl.syntax import Arithmetic, Condition, Expression, Problem

_OPPOSITE: Final[Mapping[str, str]] = {"<": ">=", "<=": ">", ">=": "<", ">": "<=", "=": "!="}


class Undefined(Exception):
    """A number without a value is read, so that what reads it can never be done."""


@dataclasses.dataclass(frozen=True, slots=True)
class Sum:
    """Ground fluents with their factors, and a constant."""

    terms: Mapping[Fluent, float]
    constant: float = 0.0

    def times(self, factor: float) -> Sum:
        """The same, multiplied."""
        terms = {fluent: value * factor for fluent, value in self.terms.items()}
        return Sum(terms, self.constant * factor)

    def over(self, divisor: float) -> Sum:
        """The same, divided: 49 / 49 is 1, but 49 times 1 / 49 is a little less."""
        terms = {fluent: value / divisor for fluent, value in self.terms.items()}
        return Sum(terms, self.constant / divisor)

    def plus(self, other: Sum) -> Sum:
        """Both added up; what cancels out is gone."""
        terms = dict(self.terms)
        for fluent, factor in other.terms.items():
            terms[fluent] = terms.get(fluent, 0.0) + factor
        kept = {fluent: factor for fluent, factor in terms.items() if factor}
        return Sum(kept, self.constant + other.constant)


class Values:
    """What numbers are in the beginning, and which of them can change."""

    def __init__(self, problem: Problem, changing: frozenset[str]) -> None:
        self.initial = {Fluent(TOTAL_COST): 0.0}
        self.initial |= {one.fluent: one.value for one in problem.values}
        self._changing = changing
        self.changed: frozenset[Fluent] | None = None
        """The ground fluents that can change, once that is known; before, whole functions count."""

    def sum(self, expression: Expression, binding: Mapping[str, str]) -> Sum:
        """The expression for these objects; raises `Undefined` where a constant has no value."""
        if isinstance(expression, Constant):
            return Sum({}, expression.value)
        if isinstance(expression, Fluent):
            return self._read(bound(expression, binding))
        return self._calculated(expression, [self.sum(one, binding) for one in expression.parts])

    def test(self, part: Condition, binding: Mapping[str, str]) -> tuple[Sum, str]:
        """A comparison as a sum and how it compares with zero."""
        compare = part.part if isinstance(part, Not) else part
        if not isinstance(compare, Compare):
            raise TypeError(part)
        left, right = self.sum(compare.left, binding), self.sum(compare.right, binding)
        sign = _OPPOSITE[compare.comparison] if isinstance(part, Not) else compare.comparison
        return left.plus(right.times(-1.0)), sign

    def _read(self, fluent: Fluent) -> Sum:
        is_open = fluent.name in self._changing if self.changed is None else fluent in self.changed
        if is_open:
            return Sum({fluent: 1.0})
        if fluent not in self.initial:
            raise Undefined(fluent)
        return Sum({}, self.initial[fluent])

    def _calculated(self, expression: Arithmetic, parts: list[Sum]) -> Sum:
        if expression.sign == "+":
            found = parts[0]
            for part in parts[1:]:
                found = found.plus(part)
            return found
        if expression.sign == "-":
            return parts[0].plus(parts[1].times(-1.0)) if len(parts) > 1 else parts[0].times(-1.0)
        return (
            self._divided(expression, parts) if expression.sign == "/" else _product(expression, parts)
        )

    def _divided(self, expression: Arithmetic, parts: list[Sum]) -> Sum:
        if parts[1].terms:
            raise not_linear(expression)
        if not parts[1].constant:
            raise Undefined(expression)
        return parts[0].over(parts[1].constant)


def bound(fluent: Fluent, binding: Mapping[str, str]) -> Fluent:
    """A fluent with objects in the places of its variables."""
    return Fluent(fluent.name, tuple(binding.get(one, one) for one in fluent.arguments))


def is_true(constant: float, sign: str) -> bool:
    """Whether a constant compares so with zero."""
    return {
        "<": constant < 0,
        "<=": constant <= 0,
        "=": constant == 0,
        ">=": constant >= 0,
        ">": constant > 0,
        "!=": constant != 0,
    }[sign]


def comparison(sign: str) -> solving.Comparison:
    """How the search calls it; trees made by hand may ask for what it has no word for."""
    if sign == "=":
        return "=="
    if sign in ("<", "<=", ">=", ">"):
        return sign  # type: ignore[return-value] # it is one of them
    raise UsageError('"not" of "=" between numbers that change is not in the subset')


def not_linear(expression: Expression) -> UsageError:
    """What is raised for trees made by hand; files are refused when they are read."""
    return UsageError(f"{tree_text(expression)} is no sum of numbers times constants")


def _product(expression: Arithmetic, parts: list[Sum]) -> Sum:
    factor, open_parts = 1.0, []
    for part in parts:
        if part.terms:
            open_parts.append(part)
        else:
            factor *= part.constant
    if len(open_parts) > 1:
        raise not_linear(expression)
    return open_parts[0].times(factor) if open_parts else Sum({}, factor)
