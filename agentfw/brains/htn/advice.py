"""What is odd about a plan that can be used all the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agentfw.brains.htn.sureness import cannot_fail, never_acting, never_failing
from agentfw.brains.htn.syntax import Definition, Iteration, parts_in, variables_in
from agentfw.brains.htn.tasks import Task, subtasks_of
from agentfw.brains.lines import Word
from agentfw.language.contradictions import contradiction
from agentfw.language.syntax import Call
from agentfw.language.types import plain_name

if TYPE_CHECKING:
    from agentfw.brains.htn.plan import HtnPlan
    from agentfw.language import Problems

__all__ = ["look_over"]


def look_over(plan: HtnPlan, problems: Problems) -> None:
    """Note everything that is odd as warnings."""
    _unreachable(plan, problems)
    _unused_constants(plan, problems)
    _unheeded_priorities(plan, problems)
    _nothing_to_begin_with(plan, problems)
    tasks = plan.library.tasks.values()
    sure, idle = never_failing(tasks), never_acting(tasks)
    for one in plan.source.definitions:
        task = plan.library.tasks[plain_name(one.name)]
        _impossible(task, problems)
        _unused_bindings(one, problems)
        if one.subtasks is not None and not one.subtasks:
            problems.warning(one.at, f"{one.name} has no subtasks: it succeeds without doing anything")
        if task.act is None and plan.library.skills.act(one.name) is not None:
            problems.warning(one.at, f"{one.name} hides the act of that name, also from its own lines")
        if task in idle:
            problems.warning(one.at, f"{one.name} never comes to an act")
        _pointless(one, task, sure, problems)


def _nothing_to_begin_with(plan: HtnPlan, problems: Problems) -> None:
    """Tasks that all call each other; a file that only declares acts is there for others."""
    compound = [one for one in plan.source.definitions if one.subtasks is not None]
    if compound and not _roots(plan):
        told = "no top task: name some under Top, or give them with --tasks"
        problems.warning(compound[0].at, told)


def _unreachable(plan: HtnPlan, problems: Problems) -> None:
    """Tasks of the file itself that nothing leads to; what is included may be for others.

    A file without top tasks may itself be there for others, and declares acts for them.
    """
    roots = _roots(plan)
    found, todo = set(roots), list(roots)
    while todo:
        new = set(subtasks_of(todo.pop())) - found
        found |= new
        todo += new
    for one in plan.source.definitions:
        if not _is_for_others(one, plan) and plan.library.tasks[plain_name(one.name)] not in found:
            problems.warning(one.at, f"nothing leads to {one.name}")


def _roots(plan: HtnPlan) -> list[Task]:
    return [call.task for call in plan.top] or plan.candidates()


def _is_for_others(one: Definition, plan: HtnPlan) -> bool:
    return one.is_included or (one.subtasks is None and not plan.top)


def _unheeded_priorities(plan: HtnPlan, problems: Problems) -> None:
    roots = {plain_name(task.name) for task in _roots(plan)}
    for one in plan.source.definitions:
        is_heeded = one.priority is None or plain_name(one.name) in roots
        if not is_heeded and not _is_for_others(one, plan):
            problems.warning(one.at, f"{one.name} is no top task, so its priority means nothing")


def _unused_constants(plan: HtnPlan, problems: Problems) -> None:
    parts = list(parts_in(plan.source.top, plan.source.definitions))
    used = {plain_name(part.text) for part in parts if isinstance(part, Word)}
    used |= {plain_name(part.name) for part in parts if isinstance(part, Call)}
    for one in plan.source.constants:
        if plain_name(one.name) not in used and not one.is_included:
            problems.warning(one.at, f'constant "{one.name}" is never used')


def _unused_bindings(one: Definition, problems: Problems) -> None:
    lines = one.subtasks or ()
    for index, line in enumerate(lines):
        if line.binds and line.binds not in variables_in(lines[index + 1 :]):
            problems.warning(line.at, f'"{line.binds}" is bound but never used')
        for way in line.alternatives:
            if isinstance(way, Iteration) and way.variable not in variables_in(way.call):
                problems.warning(way.at, f'"{way.variable}" is bound but never used')


def _impossible(task: Task, problems: Problems) -> None:
    for title, conditions in (
        ("goals", task.goals),
        ("preconditions", (*task.preconditions, *task.guards)),
    ):
        why = contradiction(conditions)
        if why is not None:
            problems.warning(task.at, f"the {title} of {task.name} can never hold: {why}")


def _pointless(one: Definition, task: Task, sure: set[Task], problems: Problems) -> None:
    for line, told in zip(task.lines, one.subtasks or (), strict=True):
        for index, way in enumerate(line.ways[:-1]):
            if cannot_fail(way, sure):
                after = told.alternatives[index + 1]
                problems.warning(after.at, f'"{way.text}" never fails, so this is never tried')
                break
