"""What acts change, as files and acts declare it, and whether a task can be planned ahead with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agentfw.brains.htn.tasks import Effect, Kind, Task, subtasks_of
from agentfw.brains.lines import Names
from agentfw.language import compile_conditions, compile_expression, parse_expression, print_expression
from agentfw.language.compiling import compile_target
from agentfw.language.parsing import parse_assignment
from agentfw.language.syntax import Call
from agentfw.language.texts import PlanText, Position

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from agentfw.brains.htn.library import Library
    from agentfw.language import Condition, Node, Problems
    from agentfw.skills import Act

__all__ = ["compile_effect", "prepare"]


def compile_effect(target: Node, value: Node, names: Names, problems: Problems) -> Effect | None:
    """``sense(arguments) = expression``, ready to be projected; None after noting what is wrong."""
    if not isinstance(target, Call):
        problems.error(target.at, "an effect begins with a sense")
        return None
    scope = names.scope()
    to = compile_target(target, scope, problems)
    found = compile_expression(value, scope, problems)
    if to is None or found is None:
        return None
    return Effect(to, found, f"{print_expression(target)} = {found.text}")


def prepare(
    roots: Iterable[Task],
    library: Library,
    constants: Mapping[str, bool | int | float | str | None],
    problems: Problems,
) -> None:
    """Make ready everything that tasks which look ahead can come to, and note what is beyond it."""
    for root in roots:
        for task in _reachable(root):
            if task.act is None:
                _check_lines(root, task, problems)
                continue
            _take_declared(task, task.act, library, constants, problems)
            if task.effects is None:
                name = task.name if task.is_declared else task.act.name
                told = f"{root.name} looks ahead, but nobody says what {name} changes"
                problems.warning(root.at, f"{told}: declare it with Effects")


def _reachable(root: Task) -> list[Task]:
    found, todo = {root: None}, [root]
    while todo:
        new = [one for one in subtasks_of(todo.pop()) if one not in found]
        found.update(dict.fromkeys(new))
        todo += dict.fromkeys(new)
    return list(found)


def _check_lines(root: Task, task: Task, problems: Problems) -> None:
    for line in task.lines:
        for way in line.ways:
            if way.kind is Kind.TOGETHER:
                told = f'"{way.text}" in {task.name} cannot be foreseen'
                problems.error(root.at, f"{root.name} looks ahead, but {told}: it runs tasks together")
            elif line.slot >= 0 and way.kind is not Kind.VALUE:
                told = f'"{line.text}" in {task.name} cannot be foreseen'
                problems.error(
                    root.at, f"{root.name} looks ahead, but {told}: it binds what an act finds"
                )


def _take_declared(
    task: Task,
    act: Act,
    library: Library,
    constants: Mapping[str, bool | int | float | str | None],
    problems: Problems,
) -> None:
    """Let a task need what its act declares, and change that, unless the file says what it changes."""
    names = Names(library.skills, constants, act.parameters)
    where = f'act "{act.name}"'
    requirements: list[Condition] = []
    for text in act.preconditions:
        node = parse_expression(text, Position(PlanText(text, where)), problems)
        requirements += compile_conditions(node, names.scope(), problems) if node is not None else ()
    task.requirements = tuple(requirements)
    if act.effects and task.effects is None:
        pairs = [
            parse_assignment(text, Position(PlanText(text, where)), problems) for text in act.effects
        ]
        made = [compile_effect(*pair, names, problems) for pair in pairs if pair is not None]
        task.effects = tuple(one for one in made if one is not None)
