"""Sums of numbers as the search reads them: closures for single states, bounds for all reachable ones.

Every sum is added up from its constant through its terms in order, as everywhere in this room: with
floating point another order would be another sum.
"""

from __future__ import annotations

import math
import operator
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from agentfw.solving.problem import Change, Linear, Test

    Numbers: TypeAlias = Sequence[float]

__all__ = ["Bounds", "Floor", "change_of", "floors_of", "greatest", "least", "sum_of", "test_of"]

Bounds: TypeAlias = "list[tuple[float, float]]"
"""For each number the least and the greatest it can ever be."""

_COMPARED: Final[dict[str, Callable[[float, float], bool]]] = {
    "<": operator.lt,
    "<=": operator.le,
    "==": operator.eq,
    ">=": operator.ge,
    ">": operator.gt,
}


class Floor(NamedTuple):
    """A sum that must not be below 0, or must be above it: every test is one or two of them."""

    terms: tuple[tuple[int, float], ...]
    constant: float
    is_strict: bool

    def worth(self, numbers: Numbers) -> float:
        """The value of the sum."""
        total = self.constant
        for place, factor in self.terms:
            total += factor * numbers[place]
        return total

    def is_kept(self, worth: float) -> bool:
        """Whether this value of the sum is enough."""
        return worth > 0 if self.is_strict else worth >= 0


def floors_of(test: Test) -> tuple[Floor, ...]:
    """What a test asks for, as sums to be raised."""
    constant, comparison = test.left.constant, test.comparison
    terms = tuple([term for term in test.left.terms if term[1]])
    raised = Floor(terms, constant, comparison == ">")
    negated = tuple([(place, -factor) for place, factor in terms])
    lowered = Floor(negated, -constant, comparison == "<")
    if comparison == "==":
        return raised, lowered
    return (raised,) if comparison in (">", ">=") else (lowered,)


def sum_of(linear: Linear) -> Callable[[Numbers], float]:
    """The sum as a function of the numbers of a state."""
    constant, terms = linear.constant, linear.terms
    if not terms:
        return lambda _: constant
    if len(terms) == 1:
        ((place, factor),) = terms
        return lambda numbers: constant + factor * numbers[place]
    return Floor(terms, constant, is_strict=False).worth


def test_of(test: Test) -> Callable[[Numbers], bool]:
    """The test as a function of the numbers of a state."""
    left, compared = sum_of(test.left), _COMPARED[test.comparison]
    return lambda numbers: compared(left(numbers), 0)


def change_of(change: Change, low: float, high: float) -> Callable[[Numbers], float]:
    """The new value of a number as a function of the state before, kept between two bounds."""
    place, to, is_increase = change.number, sum_of(change.to), change.is_increase
    if low == -math.inf and high == math.inf:
        return (lambda numbers: numbers[place] + to(numbers)) if is_increase else to
    if is_increase:
        return lambda numbers: min(max(numbers[place] + to(numbers), low), high)
    return lambda numbers: min(max(to(numbers), low), high)


def greatest(terms: Sequence[tuple[int, float]], constant: float, bounds: Bounds) -> float:
    """The most that a sum can be while each number is within its bounds."""
    total = constant
    for place, factor in terms:
        if factor:
            low, high = bounds[place]
            total += factor * (high if factor > 0 else low)
    return math.inf if math.isnan(total) else total


def least(terms: Sequence[tuple[int, float]], constant: float, bounds: Bounds) -> float:
    """The least that a sum can be while each number is within its bounds."""
    return -greatest([(place, -factor) for place, factor in terms], -constant, bounds)
