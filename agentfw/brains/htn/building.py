"""From the tree of a task file to tasks: names resolved, arguments bound and checked, all compiled."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from agentfw.brains.htn.effects import compile_effect
from agentfw.brains.htn.library import Library
from agentfw.brains.htn.printing import print_alternative, print_line
from agentfw.brains.htn.syntax import (
    Alternative,
    ConditionLine,
    Definition,
    Iteration,
    PlanSource,
    SubtaskLine,
    Together,
    variables_in,
)
from agentfw.brains.htn.tasks import Call, Kind, Line, Task, Way
from agentfw.brains.lines import CallBuilder, Invocation, Names, print_call
from agentfw.language import (
    ANYTHING,
    NUMBER,
    Parameter,
    compile_conditions,
    compile_expression,
)
from agentfw.language import Call as SenseCall
from agentfw.language.types import plain_name

if TYPE_CHECKING:
    from agentfw.language import Condition, Expression, Node, Problems
    from agentfw.skills import Act, SkillSet

__all__ = ["Builder"]


class Builder:
    """Builds the tasks of one plan; what is wrong is noted in `problems`."""

    def __init__(self, source: PlanSource, skills: SkillSet, problems: Problems) -> None:
        self.source = source
        self.problems = problems
        self.library = Library(skills)
        self.constants = {plain_name(one.name): one.value for one in source.constants}
        """By plain name."""
        self._calls = CallBuilder(skills, self.constants, problems)

    def build(self) -> Library:
        """All tasks, first their heads and then their lines, so that they can speak of each other."""
        self._check_constants()
        made = [(task, one) for one in self.source.definitions if (task := self._head(one)) is not None]
        for task, one in made:
            self._fill(task, one)
        return self.library

    def call(self, told: Invocation, names: Names | None = None) -> Call | None:
        """A task with arguments, as it stands in a file, in an option or in an order."""
        task = self.library.get(told.name)
        if task is None:
            hint = self.library.suggestion(told.name)
            self.problems.error(told.at, f'there is no task "{told.name}"{hint}')
            return None
        scope = (names if names is not None else self.names()).scope()
        parts = self._calls.arguments(told, task.parameters, scope, task.positional)
        return Call(task, parts, print_call(told)) if parts is not None else None

    def names(self, task: Task | None = None) -> Names:
        """The names that the conditions of a task can use."""
        return Names(self.library.skills, self.constants, task.parameters if task is not None else ())

    def _check_constants(self) -> None:
        for one in self.source.constants:
            if self.library.skills.get(one.name) is not None:
                self.problems.error(
                    one.at, f'"{one.name}" is a skill already; call the constant something else'
                )

    # Heads

    def _head(self, one: Definition) -> Task | None:
        known = self.library.tasks.get(plain_name(one.name))
        if known is not None:
            where = f"{known.at.text.where}:{known.at.line}"
            self.problems.error(one.at, f'task "{one.name}" is there already, see {where}')
            return None
        task = Task(one.name, one.at)
        if one.subtasks is None:
            self._primitive_head(task, one)
        else:
            names = one.parameters or implied_parameters(one)
            self._set_parameters(task, tuple(Parameter(name, ANYTHING) for name in names))
        self.library.tasks[plain_name(one.name)] = task
        return task

    def _primitive_head(self, task: Task, one: Definition) -> None:
        task.act = act = self.library.skills.act(one.name)
        if act is None:
            hint = self.library.skills.suggestion(one.name, acts=True, senses=False)
            self.problems.error(one.at, f"{one.name} has no Subtasks, and there is no such act{hint}")
            names = one.parameters or implied_parameters(one)
            self._set_parameters(task, tuple(Parameter(name, ANYTHING) for name in names))
            return
        own = act.parameters
        needed = sum(parameter.is_required for parameter in own)
        if one.parameters and not needed <= len(one.parameters) <= len(own):
            several = f"{needed} to {len(own)}" if needed < len(own) else str(needed)
            self.problems.error(
                one.at, f"the act {act.name} takes {several} arguments, found {len(one.parameters)}"
            )
        self._set_parameters(task, _renamed(act, one.parameters))
        task.positional = len(one.parameters) or len(own)

    @staticmethod
    def _set_parameters(task: Task, parameters: tuple[Parameter, ...]) -> None:
        task.parameters, task.positional = parameters, len(parameters)

    # What stands below a head

    def _fill(self, task: Task, one: Definition) -> None:
        names = self.names(task)
        task.goals = self._conditions(one.goals, names)
        task.preconditions = self._conditions(one.preconditions, names)
        task.guards = self._conditions(one.guards, names)
        if one.priority is not None:
            task.priority = self._number(one.priority, names)
        if one.subtasks is not None:
            self._fill_lines(task, one, one.subtasks, names)
            return
        if one.lookahead is not None:
            self.problems.error(one.at, f"{one.name} has no Subtasks to look ahead through")
        if one.effects is not None:
            made = [compile_effect(e.target, e.value, names, self.problems) for e in one.effects]
            task.effects = tuple(effect for effect in made if effect is not None)

    def _fill_lines(
        self, task: Task, one: Definition, subtasks: tuple[SubtaskLine, ...], names: Names
    ) -> None:
        if one.effects is not None:
            self.problems.error(one.at, f"{one.name} has Subtasks; only what acts do has Effects")
        lines = [self._line(line, names) for line in subtasks]
        task.lines = tuple(line for line in lines if line is not None)
        task.room = names.size - len(task.parameters)
        task.lookahead = one.lookahead
        if task.lines:
            task.lines[-1].ways[-1].is_last = True

    def _conditions(self, lines: tuple[ConditionLine, ...], names: Names) -> tuple[Condition, ...]:
        scope = names.scope()
        found: list[Condition] = []
        for line in lines:
            node = self._sense_call(line) if isinstance(line, Invocation) else line
            found += compile_conditions(node, scope, self.problems)
        return tuple(found)

    def _sense_call(self, told: Invocation) -> Node:
        arguments = tuple(self._calls.node(one) for one in told.arguments)
        return SenseCall(told.name, arguments, (), told.at)

    def _number(self, node: Node, names: Names) -> Expression | None:
        found = compile_expression(node, names.scope(), self.problems)
        if found is not None and not NUMBER.accepts(found.type):
            self.problems.error(node.at, f"a priority is a number, found {found.type}")
        return found

    # Lines

    def _line(self, line: SubtaskLine, names: Names) -> Line | None:
        ways = [self._way(one, names) for one in line.alternatives]
        slot = -1
        if line.binds:
            slot = self._bind(line, ways, names)
        whole = tuple(way for way in ways if way is not None)
        is_whole = bool(whole) and len(whole) == len(ways)
        return Line(whole, slot, print_line(line)) if is_whole else None

    def _bind(self, line: SubtaskLine, ways: list[Way | None], names: Names) -> int:
        if names.is_parameter(line.binds):
            self.problems.error(line.at, f'"{line.binds}" is a parameter; bind another name')
        kinds = [
            way.expression.type
            if way is not None and way.kind is Kind.VALUE and way.expression
            else ANYTHING
            for way in ways
        ]
        return names.bind(line.binds, kinds[0] if len(kinds) == 1 else ANYTHING)

    def _way(self, one: Alternative, names: Names) -> Way | None:
        text = print_alternative(one)
        if isinstance(one, Together):
            calls = [self.call(call, names) for call in one.calls]
            whole = tuple(call for call in calls if call is not None)
            kind = Kind.CALL if len(calls) == 1 else Kind.TOGETHER
            return Way(kind, text, whole) if len(whole) == len(calls) else None
        if isinstance(one, Iteration):
            return self._iteration(one, text, names)
        way = Way(Kind.VALUE, text)
        way.expression = compile_expression(one.node, names.scope(), self.problems)
        return way if way.expression is not None else None

    def _iteration(self, one: Iteration, text: str, names: Names) -> Way | None:
        members = compile_expression(one.members, names.scope(), self.problems)
        if members is not None and members.type.name not in ("list", ANYTHING.name):
            self.problems.error(one.members.at, f"{one.kind} goes through a list, found {members.type}")
        member = members.type.member if members is not None else None
        if one.variable in names:
            self.problems.error(one.at, f'"{one.variable}" is bound already; use another name')
        slot = names.bind(one.variable, member or ANYTHING)
        call = self.call(one.call, names)
        names.forget(one.variable)
        if members is None or call is None:
            return None
        way = Way(Kind(one.kind), text, (call,))
        way.expression, way.slot = members, slot
        return way


def implied_parameters(one: Definition) -> tuple[str, ...]:
    """The parameters of a head that names none: as many as are used by number."""
    used: list[Any] = [one.goals, one.preconditions, one.guards, one.subtasks, one.effects, one.priority]
    numbers = [int(name) for name in variables_in(*used) if name.isdecimal() and len(name) < 3]
    return tuple(str(number) for number in range(max(numbers, default=-1) + 1))


def _renamed(act: Act, names: tuple[str, ...]) -> tuple[Parameter, ...]:
    """The parameters of an act under the names of a head; those beyond keep theirs."""
    renamed = [
        msgspec.structs.replace(one, name=name) for one, name in zip(act.parameters, names, strict=False)
    ]
    return (*renamed, *act.parameters[len(renamed) :])
