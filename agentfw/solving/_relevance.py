"""What can matter for the goal: followed back through the operators that bring what is asked for."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from agentfw.solving._reaching import Reach
    from agentfw.solving.problem import Operator, Problem, Test

__all__ = ["Relevance", "places"]


def places(bits: int) -> Iterator[int]:
    """The places of the bits that are set, lowest first."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


class Relevance:
    """The facts and numbers that are asked for on the way to the goal, and the operators on that way.

    Facts that always hold are not asked for: where nothing takes them away, nothing needs to bring them.
    """

    __slots__ = ("_reach", "false", "numbers", "operators", "true")

    def __init__(self, problem: Problem, reach: Reach) -> None:
        self._reach = reach
        self.true = self.false = 0
        """The facts that are asked to be true, and to be false."""
        self.numbers: set[int] = set()
        bringing = _bringing(reach)
        kept: set[int] = set()
        pending = self._ask(problem.goal.needs, problem.goal.forbids, problem.goal.tests)
        while pending:
            for index in bringing.get(pending.pop(), ()):
                if index not in kept:
                    kept.add(index)
                    pending += self._ask_for(reach.operators[index])
        self.operators = [reach.operators[index] for index in sorted(kept)]
        """The operators that may be of use, in the order they became possible."""

    def _ask_for(self, operator: Operator) -> list[tuple[str, int]]:
        """What is newly asked for because an operator is wanted."""
        new = self._ask(operator.needs, operator.forbids, operator.tests)
        for change in operator.changes:
            if change.number in self.numbers:
                new += self._ask_numbers(place for place, _ in change.to.terms)
        return new

    def _ask(self, needs: int, forbids: int, tests: Sequence[Test]) -> list[tuple[str, int]]:
        true = needs & self._reach.false & ~self.true
        false = forbids & self._reach.true & ~self.false
        self.true |= true
        self.false |= false
        new = [("true", place) for place in places(true)] + [("false", place) for place in places(false)]
        for test in tests:
            new += self._ask_numbers(place for place, _ in test.left.terms)
        return new

    def _ask_numbers(self, numbers: Iterator[int]) -> list[tuple[str, int]]:
        new = [number for number in numbers if number not in self.numbers]
        self.numbers.update(new)
        return [("number", number) for number in new]


def _bringing(reach: Reach) -> dict[tuple[str, int], list[int]]:
    """For everything that can be asked for, the operators that may bring it."""
    found: dict[tuple[str, int], list[int]] = defaultdict(list)
    for index, operator in enumerate(reach.operators):
        for place in places(operator.adds & reach.false):
            found["true", place].append(index)
        for place in places(operator.deletes & ~operator.adds & reach.true):
            found["false", place].append(index)
        for change in operator.changes:
            found["number", change.number].append(index)
    return found
