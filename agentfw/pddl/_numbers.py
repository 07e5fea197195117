"""What ground actions ask of numbers, do to them and cost, in the form of the search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agentfw import solving
from agentfw.errors import UsageError
from agentfw.pddl._linearity import fluents_of
from agentfw.pddl._sums import Sum, Undefined, bound, comparison, is_true, not_linear
from agentfw.pddl.printing import tree_text
from agentfw.pddl.syntax import Compare, Not

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from agentfw.pddl._sums import Values
    from agentfw.pddl.syntax import Assign, Condition, Expression, Fluent


class Numbers:
    """The numbers of a problem, each with its place from the moment somebody asks for it.

    `new_fact` makes a fact of that name and returns its bit. A number that has no value in the beginning
    gets such a fact, which says that it has one now; whatever reads the number needs it.
    """

    def __init__(self, values: Values, new_fact: Callable[[str], int]) -> None:
        self._values = values
        self._new_fact = new_fact
        self._places: dict[Fluent, int] = {}
        self._defined: dict[Fluent, int] = {}

    @property
    def names(self) -> tuple[str, ...]:
        """What the numbers are called, in the order of their places."""
        return tuple(map(str, self._places))

    @property
    def start(self) -> tuple[float, ...]:
        """What they are in the beginning."""
        return tuple(self._values.initial.get(fluent, 0.0) for fluent in self._places)

    def tests(
        self, parts: Iterable[Condition], binding: Mapping[str, str]
    ) -> tuple[tuple[solving.Test, ...], int]:
        """What must hold of the numbers, and the facts that they have a value.

        Raises `Undefined` where that can never hold.
        """
        found, facts = [], 0
        for part in parts:
            left, sign = self._values.test(part, binding)
            if left.terms:
                facts |= self._have_values(left)
                text = _test_text(part, binding)
                found.append(solving.Test(self._linear(left), comparison(sign), text))
            elif not is_true(left.constant, sign):
                raise Undefined(part)
        return tuple(found), facts

    def changes(
        self, effects: Iterable[Assign], binding: Mapping[str, str]
    ) -> tuple[tuple[solving.Change, ...], int, int]:
        """The changes, the facts that numbers must have a value for, and those they get one by."""
        found: dict[Fluent, solving.Change] = {}
        needs = gains = 0
        for effect in effects:
            fluent, to = bound(effect.fluent, binding), self._values.sum(effect.to, binding)
            itself = self._have_values(Sum({fluent: 1.0}))
            gains |= itself if effect.way == "assign" else 0
            needs |= self._have_values(to) | (0 if effect.way == "assign" else itself)
            found[fluent] = _merged(found.get(fluent), self._change(effect, fluent, to))
        return tuple(found.values()), needs, gains

    def cost(self, metric: Sum, effects: Iterable[Assign], binding: Mapping[str, str]) -> float:
        """What the metric grows by; raises `Undefined` where that has no value."""
        cost = 0.0
        for effect in effects:
            weight = metric.terms.get(bound(effect.fluent, binding), 0.0)
            amount = self._values.sum(effect.to, binding)
            if amount.terms or effect.way not in ("increase", "decrease"):
                raise UsageError(f"{tree_text(effect)} is no constant cost")
            cost += weight * (amount.constant if effect.way == "increase" else -amount.constant)
        return cost

    def _change(self, effect: Assign, fluent: Fluent, to: Sum) -> solving.Change:
        place = self._place(fluent)
        if effect.way in ("increase", "decrease"):
            signed = to if effect.way == "increase" else to.times(-1.0)
            return solving.Change(place, self._linear(signed), is_increase=True)
        if effect.way == "assign":
            return solving.Change(place, self._linear(to))
        if to.terms:
            raise not_linear(effect.to)
        if effect.way == "scale-down" and not to.constant:
            raise Undefined(effect.to)
        factor = to.constant if effect.way == "scale-up" else 1.0 / to.constant
        return solving.Change(place, self._linear(Sum({fluent: factor})))

    def _have_values(self, used: Sum) -> int:
        """The facts that these numbers have values, for those that have none in the beginning."""
        found = 0
        for fluent in used.terms:
            if fluent not in self._values.initial:
                if fluent not in self._defined:
                    self._defined[fluent] = self._new_fact(f"{fluent} has a value")
                found |= self._defined[fluent]
        return found

    def _linear(self, amount: Sum) -> solving.Linear:
        terms = ((self._place(fluent), factor) for fluent, factor in amount.terms.items())
        return solving.Linear(tuple(terms), amount.constant)

    def _place(self, fluent: Fluent) -> int:
        return self._places.setdefault(fluent, len(self._places))


def sum_of_metric(metric: Expression, values: Values) -> Sum:
    """A metric as a sum; raises `UsageError` where it reads what has no value."""
    try:
        return values.sum(metric, {})
    except Undefined as undefined:
        raise UsageError(f"the metric reads {undefined}, which has no value") from None


def deciding(conditions: Iterable[Condition], effects: Iterable[Assign]) -> frozenset[str]:
    """The functions that these conditions depend on, themselves or by way of others."""
    read: set[str] = set()
    for one in conditions:
        compare = one.part if isinstance(one, Not) else one
        if isinstance(compare, Compare):
            read |= fluents_of(compare.left) | fluents_of(compare.right)
    effects, before = tuple(effects), -1
    while len(read) > before:
        before = len(read)
        read.update(*(fluents_of(one.to) for one in effects if one.fluent.name in read))
    return frozenset(read)


def _merged(first: solving.Change | None, then: solving.Change) -> solving.Change:
    """Two changes of one number in one action, in the order they stand there."""
    if first is None or not then.is_increase:
        return then
    terms = dict(first.to.terms)
    for place, factor in then.to.terms:
        terms[place] = terms.get(place, 0.0) + factor
    to = solving.Linear(tuple(terms.items()), first.to.constant + then.to.constant)
    return solving.Change(first.number, to, is_increase=first.is_increase)


def _test_text(part: Condition, binding: Mapping[str, str]) -> str:
    """A comparison with objects in the places of its variables."""
    words = tree_text(part).replace("(", " ( ").replace(")", " ) ").split()
    text = " ".join(binding.get(word, word) for word in words)
    return text.replace("( ", "(").replace(" )", ")")
