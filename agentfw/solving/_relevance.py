"""What can matter for the goal: followed back through the operators that bring what is asked for."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from agentfw.solving._reaching import Reach
    from agentfw.solving.problem import Operator, Problem, Test

__all__ = ["Relevance", "places"]


def places(bits: int) -> list[int]:
    """The places of the bits that are set, lowest first."""
    found = []
    while bits:
        lowest = bits & -bits
        found.append(lowest.bit_length() - 1)
        bits ^= lowest
    return found


class Relevance:
    """The facts and numbers that are asked for on the way to the goal, and the operators on that way.

    Facts that always hold are not asked for: where nothing takes them away, nothing needs to bring them.
    """

    __slots__ = ("_facts", "_reach", "false", "numbers", "operators", "true")

    def __init__(self, problem: Problem, reach: Reach) -> None:
        self._reach = reach
        self.true = self.false = 0
        """The facts that are asked to be true, and to be false."""
        self.numbers: set[int] = set()
        self._facts = len(problem.facts)
        bringing = _bringing(reach, problem)
        kept: set[int] = set()
        pending = self._ask(problem.goal.needs, problem.goal.forbids, problem.goal.tests)
        while pending:
            asked = pending.pop()
            for index in bringing.get(asked, ()):
                operator = reach.operators[index]
                if index not in kept:
                    kept.add(index)
                    pending += self._ask(operator.needs, operator.forbids, operator.tests)
                # Also where the operator was kept before, for something else.
                pending += self._ask_read(operator, asked - 2 * self._facts)
        self.operators = [reach.operators[index] for index in sorted(kept)]
        """The operators that may be of use, in the order they became possible."""

    def _ask_read(self, operator: Operator, number: int) -> list[int]:
        """What is newly asked for because an operator reads it to change a number; none below 0."""
        new: list[int] = []
        for change in operator.changes:
            if change.number == number:
                new += self._ask_numbers(place for place, _ in change.to.terms)
        return new

    def _ask(self, needs: int, forbids: int, tests: Sequence[Test]) -> list[int]:
        true = needs & self._reach.false & ~self.true
        false = forbids & self._reach.true & ~self.false
        self.true |= true
        self.false |= false
        new = places(true)
        if false:
            new += [self._facts + place for place in places(false)]
        for test in tests:
            new += self._ask_numbers(place for place, _ in test.left.terms)
        return new

    def _ask_numbers(self, numbers: Iterator[int]) -> list[int]:
        new = [number for number in numbers if number not in self.numbers]
        self.numbers.update(new)
        return [2 * self._facts + number for number in new]


def _bringing(reach: Reach, problem: Problem) -> dict[int, list[int]]:
    """For everything that can be asked for, the operators that may bring it.

    That a fact is true has the place of the fact, that it is false comes after all of these, and numbers
    are last.
    """
    found: dict[int, list[int]] = defaultdict(list)
    facts, asked, refused = len(problem.facts), problem.goal.needs, problem.goal.forbids
    for operator in reach.operators:
        asked |= operator.needs
        refused |= operator.forbids
    asked, refused = asked & reach.false, refused & reach.true
    for index, operator in enumerate(reach.operators):
        for place in places(operator.adds & asked):
            found[place].append(index)
        for place in places(operator.deletes & ~operator.adds & refused):
            found[facts + place].append(index)
        for change in operator.changes:
            found[2 * facts + change.number].append(index)
    return found
