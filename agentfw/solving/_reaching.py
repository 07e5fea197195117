"""What can ever be true, false or counted, if nothing were ever lost: a proof that there is no plan.

Facts are followed one by one: an operator waits for one of its missing facts at a time, so that it is
looked at no oftener than it has needs. Numbers are followed as bounds that only grow. After some rounds
growing bounds jump to where a test stops them, or to infinity, or the rounds would never end.
"""

from __future__ import annotations

import math
from collections import defaultdict
from typing import TYPE_CHECKING, Final

from agentfw.solving._sums import floors_of, greatest, least

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agentfw.solving._sums import Bounds, Floor
    from agentfw.solving.problem import Change, Operator, Problem, Test

__all__ = ["Reach"]

_EXACT_ROUNDS: Final = 12
"""How often bounds may grow before they jump: a few, because each looks at every change."""


_SLACK: Final = 1e-9
"""How far a test is trusted to be true a little beyond its edge, where sums are rounded."""


class Reach:
    """Which operators can ever be done, and what can ever hold."""

    __slots__ = ("_blocked", "_round", "_whole", "bounds", "false", "operators", "true")

    def __init__(self, problem: Problem) -> None:
        everything = (1 << len(problem.facts)) - 1
        self.true = problem.start.facts
        """Facts that can be true at some time."""
        self.false = everything & ~problem.start.facts
        """Facts that can be false at some time."""
        self.bounds: Bounds = [(value, value) for value in problem.start.numbers]
        self.operators: list[Operator] = []
        """The operators that can ever be done."""
        self._blocked: list[Operator] = []
        self._whole = _whole(problem) if problem.numbers else set()
        self._round = 0
        self._spread(problem.operators)
        self._count()

    def allows(self, tests: Sequence[Test]) -> bool:
        """Whether each of the tests, by itself, can ever hold."""
        return all(
            floor.is_kept(greatest(floor.terms, floor.constant, self.bounds))
            for test in tests
            for floor in floors_of(test)
        )

    def _spread(self, operators: Sequence[Operator]) -> None:
        """Follow facts until none is new; operators whose tests fail are kept for later."""
        true, false = self.true, self.false
        waiting: dict[int, list[Operator]] = defaultdict(list)
        pending = list(reversed(operators))
        while pending:
            operator = pending.pop()
            missing = operator.needs & ~true
            refused = operator.forbids & ~false
            if missing:
                waiting[missing & -missing].append(operator)
            elif refused:
                waiting[-(refused & -refused)].append(operator)
            elif operator.tests and not self.allows(operator.tests):
                self._blocked.append(operator)
            else:
                self.operators.append(operator)
                gained = operator.adds & ~true
                lost = operator.deletes & ~operator.adds & ~false
                true, false = true | gained, false | lost
                if waiting and (gained or lost):
                    _wake(waiting, gained, 1, pending)
                    _wake(waiting, lost, -1, pending)
        self.true, self.false = true, false
        self._waiting_stay(waiting)

    def _waiting_stay(self, waiting: dict[int, list[Operator]]) -> None:
        """Keep what waits for facts as long as numbers may still let operators bring them."""
        if self._blocked:
            for operators in waiting.values():
                self._blocked.extend(operators)

    def _count(self) -> None:
        """Let numbers grow and unblock operators until nothing changes any more."""
        counting = [operator for operator in self.operators if operator.changes]
        seen = len(self.operators)
        while self._grow(counting):
            self._round += 1
            blocked, self._blocked = self._blocked, []
            self._spread(blocked)
            counting += [operator for operator in self.operators[seen:] if operator.changes]
            seen = len(self.operators)

    def _grow(self, operators: list[Operator]) -> bool:
        """Whether any bound grew by doing each of the operators once."""
        grown = False
        for operator in operators:
            within = self._within(operator.tests, self.bounds)
            if all(low <= high for low, high in within):
                for change in operator.changes:
                    grown |= self._widen(change, operator.tests, within)
        return grown

    def _widen(self, change: Change, tests: Sequence[Test], within: Bounds) -> bool:
        """Whether doing one change moves the bounds of its number."""
        low, high = _range(change, within)
        old_low, old_high = self.bounds[change.number]
        if low >= old_low and high <= old_high:
            return False
        if self._round >= _EXACT_ROUNDS:
            low, high = self._jump(change, tests, (low < old_low, high > old_high))
        self.bounds[change.number] = (min(low, old_low), max(high, old_high))
        return True

    def _jump(
        self, change: Change, tests: Sequence[Test], is_growing: tuple[bool, bool]
    ) -> tuple[float, float]:
        """Where bounds end that grow again and again: where a test stops them, or nowhere."""
        old_low, old_high = self.bounds[change.number]
        far = (-math.inf if is_growing[0] else old_low, math.inf if is_growing[1] else old_high)
        if self._round >= 2 * _EXACT_ROUNDS:
            return far
        bounds = list(self.bounds)
        bounds[change.number] = far
        return _range(change, self._within(tests, bounds))

    def _within(self, tests: Sequence[Test], bounds: Bounds) -> Bounds:
        """The bounds of the numbers where some tests hold, as far as single numbers are tested."""
        bounds = list(bounds)
        for floor in (floor for test in tests for floor in floors_of(test)):
            if len(floor.terms) == 1 and floor.terms[0][1]:
                place = floor.terms[0][0]
                bounds[place] = _tightened(bounds[place], floor, is_whole=place in self._whole)
        return bounds


def _tightened(bounds: tuple[float, float], floor: Floor, *, is_whole: bool) -> tuple[float, float]:
    """Within bounds, where a single number is in a sum that is high enough."""
    ((_, factor),) = floor.terms
    edge = -floor.constant / factor
    if not math.isfinite(edge):  # senses tell infinity of what is nowhere
        return bounds
    if not is_whole:
        slack = abs(edge) * _SLACK
        return _inside(bounds, edge - slack if factor > 0 else edge + slack, factor)
    last = math.ceil(edge - _SLACK) if factor > 0 else math.floor(edge + _SLACK)
    if floor.is_strict and last == edge:
        last += 1 if factor > 0 else -1
    return _inside(bounds, last, factor)


def _inside(bounds: tuple[float, float], edge: float, side: float) -> tuple[float, float]:
    low, high = bounds
    return (max(low, edge), high) if side > 0 else (low, min(high, edge))


def _whole(problem: Problem) -> set[int]:
    """The numbers that are whole at the start and stay whole."""
    whole = {place for place, value in enumerate(problem.start.numbers) if value == value // 1}
    for operator in problem.operators:
        for change in operator.changes:
            if change.to.terms or change.to.constant != change.to.constant // 1:
                whole.discard(change.number)
    return whole


def _range(change: Change, within: Bounds) -> tuple[float, float]:
    """The least and the most that a number can be after a change."""
    terms = list(change.to.terms)
    if change.is_increase:
        terms.append((change.number, 1.0))
    return least(terms, change.to.constant, within), greatest(terms, change.to.constant, within)


def _wake(waiting: dict[int, list[Operator]], facts: int, sign: int, pending: list[Operator]) -> None:
    """Move the operators that wait for any of these facts to what is looked at next."""
    while facts:
        fact = facts & -facts
        facts ^= fact
        found = waiting.pop(sign * fact, None)
        if found is not None:
            pending.extend(found)
