"""Why there is no plan, in words: the first thing that can never hold, and what it would need."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from agentfw.solving._relevance import places
from agentfw.solving._sums import floors_of, greatest

if TYPE_CHECKING:
    from agentfw.solving._reaching import Reach
    from agentfw.solving._sums import Floor
    from agentfw.solving.problem import Goal, Operator, Problem, Test

__all__ = ["why_not"]


_UNTOLD: Final = "a test of numbers can never hold"


def why_not(problem: Problem, reach: Reach) -> str:
    """Why the goal can never hold, or nothing where it may."""
    goal = problem.goal
    if not (goal.needs & ~reach.true or goal.forbids & ~reach.false) and reach.allows(goal.tests):
        return ""
    return f"no plan, because {', and '.join(_Chain(problem, reach).links())}"


class _Missing(NamedTuple):
    """A fact that can never become what is asked, or, without a place, a sentence about numbers."""

    place: int
    is_true: bool
    text: str


class _Chain:
    """What needs what, from the goal down to something that nothing brings."""

    def __init__(self, problem: Problem, reach: Reach) -> None:
        self._problem, self._reach = problem, reach

    def links(self) -> list[str]:
        """One clause per step of the chain."""
        links: list[str] = []
        asked, seen = self._first(self._problem.goal), set[_Missing]()
        while asked.place >= 0 and asked not in seen:
            seen.add(asked)
            below = [self._first(operator) for operator in self._bringing(asked)]
            if not below:
                return [*links, f"nothing makes {asked.text} {'true' if asked.is_true else 'false'}"]
            then = next((each for each in below if each not in seen), below[0])
            if then.place < 0:
                return [*links, f"{asked.text} needs more than there can be: {then.text}"]
            links.append(f"{asked.text} needs {'' if then.is_true else 'no '}{then.text}")
            asked = then
        return links or [asked.text]

    def _first(self, asking: Goal | Operator) -> _Missing:
        """The first thing that is asked for and can never hold."""
        for place in places(asking.needs & ~self._reach.true):
            return _Missing(place, True, f'"{self._problem.facts[place]}"')
        for place in places(asking.forbids & ~self._reach.false):
            return _Missing(place, False, f'"{self._problem.facts[place]}"')
        return _Missing(-1, True, next(filter(None, map(self._never, asking.tests)), _UNTOLD))

    def _bringing(self, asked: _Missing) -> list[Operator]:
        return [
            each
            for each in self._problem.operators
            if (each.adds if asked.is_true else each.deletes & ~each.adds) >> asked.place & 1
        ]

    def _never(self, test: Test) -> str:
        """Why a test can never hold, or nothing."""
        for floor in floors_of(test):
            if not floor.is_kept(greatest(floor.terms, floor.constant, self._reach.bounds)):
                return self._short(test, floor)
        return ""

    def _short(self, test: Test, floor: Floor) -> str:
        if len(floor.terms) != 1:
            return f'"{test.text}" can never hold' if test.text else _UNTOLD
        ((place, factor),) = floor.terms
        low, high = self._reach.bounds[place]
        edge, limit = -floor.constant / factor + 0.0, high if factor > 0 else low
        verb = (
            "exceed" if floor.is_strict and factor > 0 else "fall below" if floor.is_strict else "reach"
        )
        side = "at most" if factor > 0 else "at least"
        return (
            f'"{self._problem.numbers[place]}" can never {verb} {_plain(edge)} ({side} {_plain(limit)})'
        )


def _plain(value: float) -> str:
    """A number as people write it."""
    return str(int(value)) if abs(value) < 1e15 and value == int(value) else f"{value:g}"
