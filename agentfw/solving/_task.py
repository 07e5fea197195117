"""A problem made ready for searching: only what can be reached and what can matter for the goal.

*Atoms* are what operators and the goal ask for: that a fact is true, that a fact is false, that a sum of
numbers is high enough. The first two kinds are the bits of a node, so that an operator can be done where
``atoms & needs == needs``, and forbidden facts need no second look. Facts that always hold, and whatever
nothing on the way to the goal asks for, are left out; so are the operators that bring only such things.

Costs are whole numbers here: floats are fractions of powers of two, so a common scale makes them exact,
and equal costs compare equal however they were added up.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

from agentfw.solving._relevance import Relevance, places
from agentfw.solving._sums import floors_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from agentfw.solving._reaching import Reach
    from agentfw.solving._sums import Floor
    from agentfw.solving.problem import Operator, Problem, Test

__all__ = ["Node", "Task"]

Node: TypeAlias = "int | tuple[int, tuple[float, ...]]"
"""A state as the search keeps it: its atoms as bits, with the numbers where there are any."""


class Task:
    """What the searches and the heuristics work on."""

    def __init__(self, problem: Problem, reach: Reach) -> None:
        relevance = Relevance(problem, reach)
        self.operators = relevance.operators
        self.numbers = relevance.numbers
        """The places of the numbers that matter."""
        self.bounds = reach.bounds
        self.costs, self.scale = _whole([operator.cost for operator in self.operators])
        self._true = {place: index for index, place in enumerate(places(relevance.true))}
        count = len(self._true)
        self._false = {place: count + index for index, place in enumerate(places(relevance.false))}
        self.atoms = count + len(self._false)
        """How many atoms are bits; those of sums follow."""
        self.floors: dict[Floor, int] = {}
        """The sums that are tested, with the places of their atoms."""
        goal = problem.goal
        self.goal_asks = self._asked(goal.needs, goal.forbids, goal.tests)
        self.goal_tests = goal.tests
        self.asks = [self._asked(each.needs, each.forbids, each.tests) for each in self.operators]
        """For each operator the atoms it needs."""
        self.gives = [self._given(each) for each in self.operators]
        """For each operator the atoms that hold after it, whatever was before; no sums."""
        self.goal = self._bits(self.goal_asks)
        self.needs = [self._bits(asked) for asked in self.asks]
        self.adds = [self._bits(given) for given in self.gives]
        self.keeps = [~self._taken(each) for each in self.operators]
        self.start = self._node(problem)

    def _asked(self, needs: int, forbids: int, tests: Sequence[Test]) -> list[int]:
        """The atoms that must hold, those that always do left out."""
        true, false, floors = self._true, self._false, self.floors
        asked = [true[place] for place in places(needs) if place in true]
        asked += [false[place] for place in places(forbids) if place in false]
        for test in tests:
            asked += [floors.setdefault(each, self.atoms + len(floors)) for each in floors_of(test)]
        return asked

    def _given(self, operator: Operator) -> list[int]:
        given = [self._true[place] for place in places(operator.adds) if place in self._true]
        if self._false and operator.deletes:
            gone = places(operator.deletes & ~operator.adds)
            given += [self._false[place] for place in gone if place in self._false]
        return given

    def _taken(self, operator: Operator) -> int:
        """The atoms that do not hold any more after an operator, as bits."""
        gone = places(operator.deletes & ~operator.adds)
        taken = sum([1 << self._true[place] for place in gone if place in self._true])
        if self._false:
            taken |= sum(
                1 << self._false[place] for place in places(operator.adds) if place in self._false
            )
        return taken

    def _bits(self, atoms: Iterable[int]) -> int:
        bits = 0
        for atom in atoms:
            if atom < self.atoms:
                bits |= 1 << atom
        return bits

    def _node(self, problem: Problem) -> Node:
        """The state to begin with."""
        facts = problem.start.facts
        atoms = sum(1 << index for place, index in self._true.items() if facts >> place & 1)
        atoms |= sum(1 << index for place, index in self._false.items() if not facts >> place & 1)
        return (atoms, tuple(problem.start.numbers)) if self.numbers else atoms


def _whole(costs: list[float]) -> tuple[list[int], int]:
    """The costs as whole numbers, and how many of them make 1."""
    if all(cost == int(cost) for cost in costs):
        return [int(cost) for cost in costs], 1
    fractions = [Fraction(cost) for cost in costs]
    scale = max(fraction.denominator for fraction in fractions)
    return [int(fraction * scale) for fraction in fractions], scale
