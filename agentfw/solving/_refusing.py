"""Problems that make no sense, refused with the name of the operator that is wrong."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from agentfw.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from agentfw.solving.problem import Linear, Operator, Problem, Test

__all__ = ["refuse_nonsense"]


def refuse_nonsense(problem: Problem) -> None:
    """Raise `UsageError` for costs below 0, and for facts and numbers that the problem does not have."""
    facts, numbers = len(problem.facts), len(problem.numbers)
    if len(problem.start.numbers) != numbers:
        raise UsageError(f"the start has {len(problem.start.numbers)} numbers, the problem {numbers}")
    _refuse_facts("the start", problem.start.facts, facts)
    goal = problem.goal
    _refuse_facts("the goal", goal.needs | goal.forbids, facts)
    _refuse_numbers("the goal", _tested(goal.tests), numbers)
    for operator in problem.operators:
        _refuse_operator(operator, facts, numbers)


def _refuse_operator(operator: Operator, facts: int, numbers: int) -> None:
    if not 0 <= operator.cost < math.inf:
        raise UsageError(
            f'operator "{operator.name}" costs {operator.cost:g}; expected 0 or a finite cost'
        )
    used = operator.needs | operator.forbids | operator.adds | operator.deletes
    if used >> facts:
        _refuse_facts(f'operator "{operator.name}"', used, facts)
    if operator.tests or operator.changes:
        name = f'operator "{operator.name}"'
        _refuse_numbers(name, _tested(operator.tests), numbers)
        _refuse_changes(name, operator, numbers)


def _refuse_changes(name: str, operator: Operator, numbers: int) -> None:
    changed = [change.number for change in operator.changes]
    _refuse_numbers(name, changed, numbers)
    for change in operator.changes:
        _refuse_numbers(name, _places(change.to), numbers)
    if len(set(changed)) < len(changed):
        raise UsageError(f"{name} changes a number twice; expected one change with the sum of both")


def _refuse_facts(name: str, used: int, facts: int) -> None:
    if used >> facts:
        raise UsageError(f"{name} uses fact {used.bit_length() - 1}, but the problem has {facts} facts")


def _refuse_numbers(name: str, used: Iterable[int], numbers: int) -> None:
    for place in used:
        if not 0 <= place < numbers:
            raise UsageError(f"{name} uses number {place}, but the problem has {numbers} numbers")


def _tested(tests: Sequence[Test]) -> Iterable[int]:
    return (place for test in tests for place in _places(test.left))


def _places(linear: Linear) -> list[int]:
    return [place for place, _ in linear.terms]
