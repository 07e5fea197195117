"""Conditions as a search reads them: facts that must or must not hold, and tests of numbers.

What actions do not change is looked at once, when planning begins. The rest becomes *terms*: a condition
holds where one of its terms does, and a term holds where all of its facts and tests do.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from agentfw.brains.goap.sums import CannotPlan, Sum, Variable, Written, is_number, readings_in, sum_of
from agentfw.language.closures import truth_function
from agentfw.language.meaning import Constant, Inverse, Joined, Meaning, Operation, Reading
from agentfw.language.types import NUMBER, TRUTH
from agentfw.language.values import COMPARISONS
from agentfw.solving import Test

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from agentfw.brains.goap.state import Variables
    from agentfw.language.closures import Test as TestFunction
    from agentfw.language.types import Key, Reader
    from agentfw.skills import Moment
    from agentfw.solving import Comparison, Linear

__all__ = ["EITHER_WAY", "MAX_TERMS", "NEVER", "Clause", "Term", "both", "clause_of"]

MAX_TERMS: Final = 64
"""In so many ways a condition can hold at most."""


class Term(NamedTuple):
    """One way in which a condition can hold."""

    needs: int = 0
    forbids: int = 0
    tests: tuple[Test, ...] = ()


Terms: TypeAlias = tuple[Term, ...]
NEVER: Final[Terms] = ()
EITHER_WAY: Final[Terms] = (Term(),)
"""Holds, whatever actions change."""

_HOLDS: Final[dict[str, tuple[Comparison, ...]]] = {
    "<": ("<",),
    "<=": ("<=",),
    ">": (">",),
    ">=": (">=",),
    "==": ("==",),
}
_FAILS: Final[dict[str, tuple[Comparison, ...]]] = {
    "<": (">=",),
    "<=": (">",),
    ">": ("<=",),
    ">=": ("<",),
    "==": ("<", ">"),
}


class Clause:
    """A condition, or a part of one."""

    __slots__ = ("width",)
    width: int
    """The most terms that it can have."""

    def ground(self, variables: Variables, bound: Sequence[Any]) -> Terms:
        """The terms that it has in this moment."""
        raise NotImplementedError(type(self).__name__)


def clause_of(meaning: Meaning, text: str, written: Written) -> Clause | None:
    """What a condition comes to; None if actions change nothing that it asks for.

    Raises `CannotPlan` for what no search can reason about.
    """
    if not readings_in(meaning, written):
        return None
    found = _clause(meaning, text, written, is_negated=False)
    if found.width > MAX_TERMS:
        raise CannotPlan(f"this can hold in {found.width} ways; more than {MAX_TERMS} are too many")
    return found


def both(left: Terms, right: Terms) -> Terms:
    """The terms of two conditions that must hold together."""
    if left == EITHER_WAY:
        return right
    if right == EITHER_WAY:
        return left
    joined = (
        Term(one.needs | other.needs, one.forbids | other.forbids, one.tests + other.tests)
        for one in left
        for other in right
    )
    return tuple(term for term in joined if not term.needs & term.forbids)


class _Fixed(Clause):
    """Nothing that actions change."""

    __slots__ = ("_holds",)

    def __init__(self, meaning: Meaning) -> None:
        self._holds = truth_function(meaning)
        self.width = 1

    def ground(self, variables: Variables, bound: Sequence[Any]) -> Terms:
        return EITHER_WAY if self._holds(variables.now, bound) else NEVER


class _Truth(Clause):
    """A truth that actions change, as it is or not."""

    __slots__ = ("_is_negated", "_variable")

    def __init__(self, reading: Reading, *, is_negated: bool) -> None:
        self._variable = Variable(reading)
        self._is_negated = is_negated
        self.width = 1

    def ground(self, variables: Variables, bound: Sequence[Any]) -> Terms:
        key = self._variable.key_of(variables.now, bound)
        bit = variables.truth(key, self._variable.function)
        return (Term(forbids=bit),) if self._is_negated else (Term(needs=bit),)


class _Supposing:
    """A reader to whom one reading has a value that is only supposed."""

    __slots__ = ("_now", "values")

    def __init__(self, now: Moment, key: Key, value: Any) -> None:
        self._now = now
        self.values: dict[Key, Any] = {key: value}

    def work_out(self, key: Key, function: Callable[..., Any]) -> Any:
        now = self._now
        value = now.values[key] if key in now.values else now.work_out(key, function)
        self.values[key] = value
        return value


class _OneOf(Clause):
    """Anything asked about one reading that is no number: it is tried with each of its values."""

    __slots__ = ("_holds", "_is_truth", "_variable")

    def __init__(self, reading: Reading, holds: TestFunction) -> None:
        self._variable = Variable(reading)
        self._holds = holds
        self._is_truth = reading.type == TRUTH
        self.width = 1

    def ground(self, variables: Variables, bound: Sequence[Any]) -> Terms:
        now = variables.now
        key = self._variable.key_of(now, bound)
        function = self._variable.function
        if self._is_truth:
            bit = variables.truth(key, function)
            return _truth_terms(bit, *(self._supposed(now, key, one, bound) for one in (True, False)))
        domain = variables.domain(key, function)
        fitting = [bit for value, bit in domain if self._supposed(now, key, value, bound)]
        if len(fitting) == len(domain):
            return EITHER_WAY
        if len(fitting) <= 1:
            return tuple(Term(needs=bit) for bit in fitting)
        return (Term(forbids=sum(bit for _, bit in domain) - sum(fitting)),)

    def _supposed(self, now: Moment, key: Key, value: Any, bound: Sequence[Any]) -> bool:
        reader: Reader = _Supposing(now, key, value)
        return self._holds(reader, bound)


def _truth_terms(bit: int, if_true: bool, if_false: bool) -> Terms:  # noqa: FBT001 - two of a kind
    if if_true and if_false:
        return EITHER_WAY
    if not if_true and not if_false:
        return NEVER
    return (Term(needs=bit),) if if_true else (Term(forbids=bit),)


class _Compared(Clause):
    """A sum compared with 0; while a number in it is not known, that holds or it does not."""

    __slots__ = ("_comparisons", "_or_unknown", "_sum", "_text")

    def __init__(
        self, left: Sum, comparisons: tuple[Comparison, ...], text: str, *, or_unknown: bool
    ) -> None:
        self._sum = left
        self._comparisons = comparisons
        self._or_unknown = or_unknown
        self._text = text
        self.width = len(comparisons) + (len(left.terms) if or_unknown else 0)

    def ground(self, variables: Variables, bound: Sequence[Any]) -> Terms:
        found = self._sum.ground(variables, bound)
        if found is None:
            return EITHER_WAY if self._or_unknown else NEVER
        left, unknown = found
        bits = [variables.known(key) for key in unknown]
        whole = 0
        for bit in bits:
            whole |= bit
        terms = [Term(whole, 0, tests) for tests in self._tests(left)]
        if self._or_unknown:
            terms += [Term(forbids=bit) for bit in bits]
        return tuple(terms)

    def _tests(self, left: Linear) -> list[tuple[Test, ...]]:
        """The tests of which one has to hold; one that holds anyway needs none."""
        if left.terms:
            return [(Test(left, one, self._text),) for one in self._comparisons]
        compared = (COMPARISONS[one](left.constant, 0.0) for one in self._comparisons)
        return [()] if any(compared) else []


class _Known(Clause):
    """Whether a number is known at all: ``x != nothing``."""

    __slots__ = ("_is_negated", "_variable")

    def __init__(self, reading: Reading, *, is_negated: bool) -> None:
        self._variable = Variable(reading)
        self._is_negated = is_negated
        self.width = 1

    def ground(self, variables: Variables, bound: Sequence[Any]) -> Terms:
        key = self._variable.key_of(variables.now, bound)
        variables.number(key, self._variable.function)
        if not variables.is_unknown(key):
            return NEVER if self._is_negated else EITHER_WAY
        bit = variables.known(key)
        return (Term(forbids=bit),) if self._is_negated else (Term(needs=bit),)


class _All(Clause):
    """Parts that must hold together."""

    __slots__ = ("_parts",)

    def __init__(self, parts: tuple[Clause, ...]) -> None:
        self._parts = parts
        self.width = 1
        for part in parts:
            self.width *= part.width

    def ground(self, variables: Variables, bound: Sequence[Any]) -> Terms:
        whole = EITHER_WAY
        for part in self._parts:
            whole = both(whole, part.ground(variables, bound))
        return whole


class _Any(Clause):
    """Parts of which one is enough."""

    __slots__ = ("_parts",)

    def __init__(self, parts: tuple[Clause, ...]) -> None:
        self._parts = parts
        self.width = sum(part.width for part in parts)

    def ground(self, variables: Variables, bound: Sequence[Any]) -> Terms:
        found: dict[Term, None] = {}
        for part in self._parts:
            terms = part.ground(variables, bound)
            if terms == EITHER_WAY:
                return EITHER_WAY
            found.update(dict.fromkeys(terms))
        return tuple(found)


def _clause(meaning: Meaning, text: str, written: Written, *, is_negated: bool) -> Clause:
    found = readings_in(meaning, written)
    if not found:
        return _Fixed(Inverse(meaning) if is_negated else meaning)
    match meaning:
        case Inverse():
            return _clause(meaning.operand, text, written, is_negated=not is_negated)
        case Joined():
            parts = tuple(_clause(one, text, written, is_negated=is_negated) for one in meaning.parts)
            return _All(parts) if (meaning.operator == "and") != is_negated else _Any(parts)
        case Reading():
            return _reading(meaning, text, written, is_negated=is_negated)
        case Operation() if any(map(is_number, found)):
            return _comparison(meaning, text, written, is_negated=is_negated)
        case _:
            return _finite(meaning, found, is_negated=is_negated)


def _reading(reading: Reading, text: str, written: Written, *, is_negated: bool) -> Clause:
    """Whether a reading itself holds; numbers do unless they are 0."""
    if reading.type == TRUTH:
        return _Truth(reading, is_negated=is_negated)
    if is_number(reading):
        either: tuple[Comparison, ...] = ("==",) if is_negated else ("<", ">")
        return _Compared(sum_of(reading, written), either, text, or_unknown=is_negated)
    return _finite(reading, [reading], is_negated=is_negated)


def _finite(meaning: Meaning, found: list[Reading], *, is_negated: bool) -> Clause:
    if len(set(found)) > 1:
        names = " and ".join(f'"{one.name}"' for one in dict.fromkeys(found))
        raise CannotPlan(f"{names} are both changed by actions, and cannot be compared with each other")
    return _OneOf(found[0], truth_function(Inverse(meaning) if is_negated else meaning))


def _comparison(meaning: Operation, text: str, written: Written, *, is_negated: bool) -> Clause:
    sides = (meaning.left, meaning.right)
    for side, other in (sides, sides[::-1]):
        is_nothing = isinstance(other, Constant) and other.value is None
        if is_nothing and meaning.operator in ("==", "!=") and isinstance(side, Reading):
            return _Known(side, is_negated=(meaning.operator == "==") != is_negated)
    operator = meaning.operator
    if operator == "!=":
        operator, is_negated = "==", not is_negated
    if operator not in _HOLDS:
        raise CannotPlan(f'"{operator}" cannot be planned with numbers that actions change')
    left = sum_of(Operation("-", meaning.left, meaning.right, NUMBER), written)
    comparisons = (_FAILS if is_negated else _HOLDS)[operator]
    return _Compared(left, comparisons, text, or_unknown=is_negated)
