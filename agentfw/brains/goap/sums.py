"""Expressions as sums of what actions change: the only form in which numbers can be planned with.

``health + 2 * armor - distance_to(base) / 10`` is ``1 * health + 2 * armor`` and a constant, if actions
change health and armor; the factors and the constant are worked out when planning begins.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from agentfw.brains.goap.state import finite
from agentfw.language.closures import Evaluate, key_function, value_function
from agentfw.language.folding import folded
from agentfw.language.meaning import Constant, Meaning, Operation, Reading, below
from agentfw.language.types import NUMBER
from agentfw.solving import Linear

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from agentfw.brains.goap.state import Variables
    from agentfw.language.types import Key, Reader

__all__ = ["CannotPlan", "Sum", "Variable", "Written", "is_number", "names_in", "readings_in", "sum_of"]

Written: TypeAlias = frozenset[str]
"""The names of the senses that some effect writes: what they tell is a variable of the search."""

_ZERO: Final = Constant(0, NUMBER)
_ONE: Final = Constant(1, NUMBER)


class CannotPlan(Exception):
    """What is written can be evaluated, but no search can reason about it; the text says why."""


class Variable:
    """A reading that actions change."""

    __slots__ = ("function", "key_of", "name")

    def __init__(self, reading: Reading) -> None:
        self.name = reading.name
        self.key_of: Callable[[Reader, Sequence[Any]], Key] = key_function(reading)
        self.function = reading.function


class Sum(NamedTuple):
    """A sum whose factors and constant are known when planning begins."""

    terms: tuple[tuple[Variable, Evaluate], ...]
    constant: Evaluate

    def ground(
        self, variables: Variables, bound: Sequence[Any]
    ) -> tuple[Linear, tuple[Key, ...]] | None:
        """The sum in this moment and the numbers in it that are not known; None for no sum at all."""
        now = variables.now
        constant = finite(self.constant(now, bound))
        factors: dict[int, float] = {}
        unknown = []
        for variable, factor_of in self.terms:
            factor = finite(factor_of(now, bound))
            if factor is None:
                return None
            key = variable.key_of(now, bound)
            place = variables.number(key, variable.function)
            factors[place] = factors.get(place, 0.0) + factor
            unknown += [key] if variables.is_unknown(key) else []
        if constant is None:
            return None
        # What cancels out is nothing to search with.
        terms = tuple((place, factor) for place, factor in factors.items() if factor)
        return Linear(terms, constant), tuple(unknown)


def is_number(reading: Reading) -> bool:
    """Whether a reading is a number to the search; everything else is one of some values."""
    return reading.type == NUMBER


def readings_in(meaning: Meaning, written: Written) -> list[Reading]:
    """All readings of senses that actions change, the outermost ones; none may stand in another."""
    if not isinstance(meaning, Reading):
        return [one for part in below(meaning) for one in readings_in(part, written)]
    inner = [one for part in meaning.arguments for one in readings_in(part, written)]
    if inner:
        raise CannotPlan(
            f'"{meaning.name}" is asked about "{inner[0].name}", which actions change; '
            "nobody can foresee the answer"
        )
    return [meaning] if meaning.name in written else []


def names_in(meaning: Meaning) -> set[str]:
    """The names of all senses that are asked."""
    own = {meaning.name} if isinstance(meaning, Reading) else set()
    return own.union(*map(names_in, below(meaning)))


def sum_of(meaning: Meaning, written: Written) -> Sum:
    """The meaning as a sum; raises `CannotPlan` if it is none."""
    factors, constant = _parts(meaning, written)
    terms = tuple((Variable(one), value_function(factor)) for one, factor in factors.items())
    return Sum(terms, value_function(constant))


def _parts(meaning: Meaning, written: Written) -> tuple[dict[Reading, Meaning], Meaning]:
    """The readings that actions change with their factors, and what is added to them."""
    found = readings_in(meaning, written)
    if not found:
        return {}, meaning
    if isinstance(meaning, Reading) and is_number(meaning):
        return {meaning: _ONE}, _ZERO
    if isinstance(meaning, Operation) and meaning.operator in _COMBINE:
        return _COMBINE[meaning.operator](meaning, written)
    raise CannotPlan(
        f'"{found[0].name}" is changed by actions, and can only be added, or times a constant'
    )


def _added(meaning: Operation, written: Written) -> tuple[dict[Reading, Meaning], Meaning]:
    (left, one), (right, other) = _parts(meaning.left, written), _parts(meaning.right, written)
    whole = dict(left)
    for reading, factor in right.items():
        whole[reading] = _calculated(meaning.operator, whole.get(reading, _ZERO), factor)
    return whole, _calculated(meaning.operator, one, other)


def _multiplied(meaning: Operation, written: Written) -> tuple[dict[Reading, Meaning], Meaning]:
    inner, factor = meaning.left, meaning.right
    if readings_in(factor, written):
        inner, factor = factor, inner
    return _scaled(meaning.operator, inner, factor, written)


def _divided(meaning: Operation, written: Written) -> tuple[dict[Reading, Meaning], Meaning]:
    return _scaled(meaning.operator, meaning.left, meaning.right, written)


def _scaled(
    operator: str, inner: Meaning, factor: Meaning, written: Written
) -> tuple[dict[Reading, Meaning], Meaning]:
    found = readings_in(factor, written)
    if found:
        raise CannotPlan(f'"{found[0].name}" is changed by actions, and cannot be a factor here')
    factors, constant = _parts(inner, written)
    scaled = {one: _calculated(operator, each, factor) for one, each in factors.items()}
    return scaled, _calculated(operator, constant, factor)


def _calculated(operator: str, left: Meaning, right: Meaning) -> Meaning:
    return folded(Operation(operator, left, right, NUMBER))


_COMBINE: Final[dict[str, Callable[[Operation, Written], tuple[dict[Reading, Meaning], Meaning]]]] = {
    "+": _added,
    "-": _added,
    "*": _multiplied,
    "/": _divided,
}
