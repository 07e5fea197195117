"""Conditions that can never hold together.

What a condition says of a sense changes only at the constants that it is compared with. So it is enough
to try these, one value between each two of them, and one of each other kind: if conditions fail with all
combinations of such values, they fail with all values. Senses are taken to know nothing of each other,
and comparisons of one with another to come out either way; so not every contradiction is found, but
what is found is one.
"""

from __future__ import annotations

import functools
import math
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from agentfw.language.folding import UNKNOWN, value_of
from agentfw.language.meaning import Constant, Inverse, Joined, Meaning, Operation, Reading
from agentfw.language.printing import print_expression
from agentfw.language.syntax import Binary, Node
from agentfw.language.types import LOCATION, NUMBER, TEXT, TRUTH, Type
from agentfw.language.values import is_number

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from agentfw.language.compiling import Condition

__all__ = ["contradiction"]

_MAX_TRIES: Final = 30_000
"""After so many looks at a condition nobody can tell; that counts as possible."""
_MAX_SUBJECTS: Final = 100
"""Of more than that at once nobody can tell either."""
_A_LIST: Final = Type("list")


def contradiction(conditions: Sequence[Condition]) -> str | None:
    """The conditions that can never hold together, as in ``health < 30 and health > 50``.

    None if there are no such conditions, or if nobody can tell.
    """
    for group in _related(conditions):
        if not _can_hold(group):
            return _joined(_fewest(group))
    return None


def _joined(conditions: list[Condition]) -> str:
    nodes: list[Node] = [one.node for one in conditions]
    whole = functools.reduce(lambda one, other: Binary("and", one, other, one.at), nodes)
    return print_expression(whole)


def _fewest(conditions: list[Condition]) -> list[Condition]:
    """Those of the conditions without which the others could hold."""
    needed, size = conditions, len(conditions)
    while size > 1:
        size = (size + 1) // 2
        start = 0
        while start < len(needed):
            others = needed[:start] + needed[start + size :]
            if _can_hold(others):
                start += size
            else:
                needed = others
    return needed


def _related(conditions: Sequence[Condition]) -> list[list[Condition]]:
    """The conditions in groups that speak of the same things; each group can be looked at alone."""
    groups: list[tuple[set[Meaning], list[Condition]]] = []
    for condition in conditions:
        subjects, members = set(_subjects([condition.meaning])), [condition]
        apart = []
        for group in groups:
            if group[0] & subjects:
                subjects, members = subjects | group[0], group[1] + members
            else:
                apart.append(group)
        groups = [*apart, (subjects, members)]
    return [members for _, members in groups]


def _can_hold(conditions: Sequence[Condition]) -> bool:
    meanings = list(dict.fromkeys(one.meaning for one in conditions))
    questions = [(one, _candidates(one.type, told)) for one, told in _subjects(meanings).items()]
    return len(questions) > _MAX_SUBJECTS or _Search(meanings, questions).finds({})


class _Search:
    """Tries values for one subject after the other, and turns back as soon as a condition fails."""

    def __init__(self, meanings: list[Meaning], questions: list[tuple[Meaning, list[Any]]]) -> None:
        self._meanings = meanings
        self._questions = questions
        self._tries = 0

    def finds(self, known: dict[Meaning, Any]) -> bool:
        """Whether values for the subjects that are left can make everything hold."""
        self._tries += len(self._meanings)
        outcomes = [value_of(one, known) for one in self._meanings]
        if any(one is not UNKNOWN and not one for one in outcomes):
            return False
        if len(known) == len(self._questions) or self._tries > _MAX_TRIES:
            return True
        subject, candidates = self._questions[len(known)]
        return any(self.finds({**known, subject: value}) for value in candidates)


def _subjects(meanings: Iterable[Meaning]) -> dict[Meaning, list[Any]]:
    """What conditions speak of, each with the constants that it is compared with."""
    found: dict[Meaning, list[Any]] = {}
    for meaning in meanings:
        for subject, constants in _questions_in(meaning):
            found.setdefault(subject, []).extend(constants)
    return found


def _questions_in(meaning: Meaning) -> Iterator[tuple[Meaning, Sequence[Any]]]:
    match meaning:
        case Constant():
            return
        case Joined(parts=parts):
            for part in parts:
                yield from _questions_in(part)
        case Inverse(operand=operand):
            yield from _questions_in(operand)
        case Operation(operator="in", left=left, right=Constant(value=tuple() as members)):
            yield left, members
        case Operation(
            operator="<" | "<=" | ">" | ">=" | "==" | "!=", left=left, right=Constant(value=value)
        ):
            yield left, [value]
        case Operation(
            operator="<" | "<=" | ">" | ">=" | "==" | "!=", left=Constant(value=value), right=right
        ):
            yield right, [value]
        case Reading() if meaning.foregone is not None:
            return
        case _:
            yield meaning, ()


def _candidates(kind: Type, told: Sequence[Any]) -> list[Any]:
    """Values of a type that differ in whatever can be said of them by means of these constants."""
    found: list[Any] = [None, *told]
    if TRUTH.accepts(kind):
        found += (True, False)
    if NUMBER.accepts(kind):
        found += _numbers([one for one in told if is_number(one) and math.isfinite(one)])
    if TEXT.accepts(kind):
        # Behind every text comes the same with a NUL, and nothing can be between them.
        texts = ["", "?", *(one for one in told if isinstance(one, str))]
        found += [*texts, *(f"{one}\0" for one in texts)]
    if _A_LIST.accepts(kind):
        found += ((), (object(),))
    if LOCATION.accepts(kind):
        found.append(object())
    return found


def _numbers(told: list[Any]) -> list[Any]:
    points = sorted({0, 1, *told})
    between = [one for low, high in pairwise(points) for one in _between(low, high)]
    return [*points, *between, points[0] - 1, points[-1] + 1, math.inf, -math.inf, math.nan]


def _between(low: Any, high: Any) -> list[Any]:
    """Numbers between two others, if there are any that Python can tell from them."""
    middle = (Fraction(low) + Fraction(high)) / 2
    return [one for one in (float(middle), math.floor(middle)) if low < one < high]
