"""What is odd about a GOAP plan that can be used all the same."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from agentfw.brains.goap.sums import names_in
from agentfw.brains.lines import Word
from agentfw.language.contradictions import contradiction
from agentfw.language.syntax import Call, Variable
from agentfw.language.types import plain_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from agentfw.brains.goap.elements import Action, Goal
    from agentfw.brains.goap.plan import GoapPlan
    from agentfw.language import Condition, Problems

__all__ = ["look_over"]


def look_over(plan: GoapPlan, problems: Problems) -> None:
    """Note everything that is odd as warnings."""
    _unused_names(plan, problems)
    asked = {
        name
        for conditions in (*(one.needs for one in plan.actions), *(one.wants for one in plan.goals))
        for need in conditions
        for name in names_in(need.condition.meaning)
    }
    # A file without goals of its own is there to be included.
    is_whole = any(not one.is_included for one in plan.source.goals)
    for goal in plan.goals:
        _look_at_goal(goal, plan, problems)
    for action, lines in zip(plan.actions, plan.source.actions, strict=True):
        _look_at_action(action, problems)
        is_asked_for = any(one.variable.name in asked for one in action.effects)
        if is_whole and action.effects and not is_asked_for and not lines.is_included:
            problems.warning(action.at, f"no goal and no action asks for what {action.name} changes")
        if lines.variable and lines.variable not in _variables_in(
            (lines.needs, lines.effects, lines.cost, lines.does, lines.guards)
        ):
            problems.warning(action.at, f'"{lines.variable}" of {action.name} is never used')


def _look_at_goal(goal: Goal, plan: GoapPlan, problems: Problems) -> None:
    _impossible(f"what {goal.name} wants", [one.condition for one in goal.wants], problems, goal)
    _impossible(f"when {goal.name} is wanted", goal.when, problems, goal)
    for need in goal.wants:
        if need.clause is None and not need.condition.is_constant and plan.actions:
            told = f'no action changes anything of "{need.condition.text}", which {goal.name} wants'
            problems.warning(need.condition.node.at, told)


def _look_at_action(action: Action, problems: Problems) -> None:
    _impossible(f"what {action.name} needs", [one.condition for one in action.needs], problems, action)
    if not action.effects:
        told = f"nobody says what {action.name} changes, so no plan has it: add a line Effects"
        problems.warning(action.at, told)


def _impossible(
    what: str, conditions: Sequence[Condition], problems: Problems, owner: Goal | Action
) -> None:
    why = contradiction(conditions)
    if why is not None:
        problems.warning(owner.at, f"{what} can never hold: {why}")


def _unused_names(plan: GoapPlan, problems: Problems) -> None:
    source = plan.source
    parts = list(_parts_in((source.goals, source.actions)))
    used = {plain_name(part.text) for part in parts if isinstance(part, Word)}
    used |= {plain_name(part.name) for part in parts if isinstance(part, Call)}
    for constant in source.constants:
        if plain_name(constant.name) not in used and not constant.is_included:
            problems.warning(constant.at, f'constant "{constant.name}" is never used')
    for fact in source.facts:
        if fact.name not in plan.written and not fact.is_included:
            problems.warning(fact.at, f'no action makes the fact "{fact.name}" true')


def _variables_in(roots: object) -> set[str]:
    return {part.name for part in _parts_in(roots) if isinstance(part, Variable)}


def _parts_in(roots: object) -> Iterator[object]:
    """Everything that trees are made of, expressions included."""
    todo = [roots]
    while todo:
        one = todo.pop()
        if isinstance(one, tuple):
            todo += one
        elif dataclasses.is_dataclass(one) and not isinstance(one, type):
            yield one
            todo += [getattr(one, field.name) for field in dataclasses.fields(one) if field.compare]
