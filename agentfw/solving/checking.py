"""Plans proven by doing them in thought, step by step, apart from any search."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Final

import msgspec

from agentfw.solving.problem import Operator

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from agentfw.solving.problem import Change, Linear, Problem, State, Test

__all__ = ["Fault", "check"]

_COMPARED: Final[dict[str, Callable[[float, float], bool]]] = {
    "<": operator.lt,
    "<=": operator.le,
    "==": operator.eq,
    ">=": operator.ge,
    ">": operator.gt,
}


class Fault(msgspec.Struct, frozen=True):
    """The first step of a plan that cannot be done, or what is missing at its end."""

    index: int
    """The place of the step, counted from 0; the number of steps where the goal is missed."""
    step: Operator | None
    """None where all steps can be done and the goal does not hold afterwards."""
    why: str

    def __str__(self) -> str:
        if self.step is None:
            return f"after {self.index} steps the goal does not hold: {self.why}"
        return f'step {self.index} "{self.step.name}": {self.why}'


def check(problem: Problem, steps: Sequence[Operator]) -> Fault | None:
    """The first step that cannot be done from the start on, or None for a plan that reaches the goal.

    It knows nothing of how the plan was found, so it also judges plans that are old or written by hand.
    """
    state = problem.start
    for index, step in enumerate(steps):
        missing = next(_missing(problem, state, step.needs, step.forbids, step.tests), None)
        if missing is not None:
            return Fault(index, step, missing)
        state = _after(step, state)
    goal = problem.goal
    missing = next(_missing(problem, state, goal.needs, goal.forbids, goal.tests), None)
    return None if missing is None else Fault(len(steps), None, missing)


def _missing(
    problem: Problem, state: State, needs: int, forbids: int, tests: Sequence[Test]
) -> Iterator[str]:
    """What is asked for and does not hold, in words."""
    absent, present = needs & ~state.facts, forbids & state.facts
    if absent:
        yield f'"{problem.facts[_first(absent)]}" is not true'
    if present:
        yield f'"{problem.facts[_first(present)]}" is true'
    for test in tests:
        left = _worth(test.left, state)
        if not _COMPARED[test.comparison](left, 0):
            yield f"{_told(problem, test)} does not hold ({_values(problem, test.left, state)})"


def _first(facts: int) -> int:
    return (facts & -facts).bit_length() - 1


def _told(problem: Problem, test: Test) -> str:
    """A test as its author wrote it, or as it is kept."""
    if test.text:
        return f'"{test.text}"'
    terms = [f"{factor:g} * {problem.numbers[place]}" for place, factor in test.left.terms]
    return f'"{" + ".join([*terms, f"{test.left.constant:g}"])} {test.comparison} 0"'


def _values(problem: Problem, linear: Linear, state: State) -> str:
    """The numbers that a sum looks at."""
    return ", ".join(
        f'"{problem.numbers[place]}" is {state.numbers[place]:g}' for place, _ in linear.terms
    )


def _worth(linear: Linear, state: State) -> float:
    total = linear.constant
    for place, factor in linear.terms:
        total += factor * state.numbers[place]
    return total


def _after(step: Operator, state: State) -> State:
    """The state behind a step; all its changes read the state before."""
    numbers = list(state.numbers)
    for change in step.changes:
        numbers[change.number] = _changed(change, state)
    return state._replace(facts=(state.facts & ~step.deletes) | step.adds, numbers=tuple(numbers))


def _changed(change: Change, state: State) -> float:
    worth = _worth(change.to, state)
    return state.numbers[change.number] + worth if change.is_increase else worth
