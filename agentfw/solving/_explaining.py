"""Why there is no plan, in words: the first thing that can never hold, and what it would need."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agentfw.solving._relevance import places
from agentfw.solving._sums import floors_of, greatest

if TYPE_CHECKING:
    from agentfw.solving._reaching import Reach
    from agentfw.solving._sums import Floor
    from agentfw.solving.problem import Goal, Operator, Problem, Test

__all__ = ["why_not"]


def why_not(problem: Problem, reach: Reach) -> str:
    """Why the goal can never hold, or nothing where it may."""
    goal = problem.goal
    if not (goal.needs & ~reach.true or goal.forbids & ~reach.false) and reach.allows(goal.tests):
        return ""
    return f"no plan, because {', and '.join(_Chain(problem, reach).links())}"


class _Chain:
    """What needs what, from the goal down to something that nothing brings."""

    def __init__(self, problem: Problem, reach: Reach) -> None:
        self._problem, self._reach = problem, reach

    def links(self) -> list[str]:
        """One clause per step of the chain."""
        links: list[str] = []
        asked = self._missing(self._problem.goal)
        seen: set[tuple[int, bool]] = set()
        while not isinstance(asked, str):
            seen.add(asked)
            bringers = self._bringing(asked)
            if not bringers:
                return [*links, f"nothing makes {self._name(asked)} {'true' if asked[1] else 'false'}"]
            below = [self._missing(operator) for operator in bringers]
            then = next((each for each in below if each not in seen), below[0])
            links.append(f"{self._name(asked)} needs {self._told(then)}")
            if then in seen:
                return [*links, f"{self._told(then)} would have to come first"]
            asked = then
        return [*links, asked] if not links else [*links, asked]

    def _missing(self, asking: Goal | Operator) -> tuple[int, bool] | str:
        """The first thing that is asked for and can never hold."""
        for place in places(asking.needs & ~self._reach.true):
            return place, True
        for place in places(asking.forbids & ~self._reach.false):
            return place, False
        return next(filter(None, map(self._never, asking.tests)), "it is out of reach")

    def _bringing(self, asked: tuple[int, bool]) -> list[Operator]:
        place, is_true = asked
        return [
            each
            for each in self._problem.operators
            if (each.adds if is_true else each.deletes & ~each.adds) >> place & 1
        ]

    def _told(self, asked: tuple[int, bool] | str) -> str:
        return asked if isinstance(asked, str) else self._name(asked)

    def _name(self, asked: tuple[int, bool]) -> str:
        return f'"{self._problem.facts[asked[0]]}"'

    def _never(self, test: Test) -> str:
        """Why a test can never hold, or nothing."""
        for floor in floors_of(test):
            most = greatest(floor.terms, floor.constant, self._reach.bounds)
            if not floor.is_kept(most):
                return self._short(test, floor, most)
        return ""

    def _short(self, test: Test, floor: Floor, most: float) -> str:
        if len(floor.terms) != 1:
            return f'"{test.text}" can never hold'
        ((place, factor),) = floor.terms
        edge = -floor.constant / factor + 0.0
        low, high = self._reach.bounds[place]
        limit = f"at most {high:g}" if factor > 0 else f"at least {low:g}"
        return f'"{self._problem.numbers[place]}" can never reach {edge:g} ({limit})'
