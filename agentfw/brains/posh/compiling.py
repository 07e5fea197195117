"""Plans into what the engine walks, checked against the skills on the way."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any, Final, TypeGuard

from agentfw.brains.posh import elements
from agentfw.brains.posh.binding import Binder
from agentfw.brains.posh.elements import Fire, Step
from agentfw.brains.posh.gathering import Untold, value_of
from agentfw.brains.posh.printing import print_test
from agentfw.brains.posh.syntax import UNITS, Ask, Competence
from agentfw.language import (
    ANYTHING,
    TRUTH,
    Binary,
    Call,
    ListOf,
    Literal,
    Negate,
    Not,
    Parameter,
    Scope,
    Slot,
    compile_conditions,
    plain_name,
)
from agentfw.sources import nearest

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from agentfw.brains.posh.gathering import Gathered, Value
    from agentfw.brains.posh.syntax import (
        ActionPattern,
        Definition,
        Drive,
        DriveCollection,
        Duration,
        Element,
    )
    from agentfw.language import Condition, Node, Position, Problems
    from agentfw.skills import SkillSet

__all__ = ["Compiler"]

_MAX_RETRIES: Final = 1_000_000_000


class Compiler:
    """Makes one plan ready; whatever cannot be is noted."""

    def __init__(self, gathered: Gathered, skills: SkillSet, problems: Problems) -> None:
        self._gathered = gathered
        self._skills = skills
        self._problems = problems
        self._binder = Binder(problems)
        files = (*gathered.files.values(), gathered.plan)
        self._constants = [one.name for file in files for one in file.constants]
        self._parameters = {name: self._parameters_of(one) for name, one in gathered.definitions.items()}
        self.definitions: dict[str, elements.Definition] = {
            name: elements.Competence(one.name)
            if isinstance(one, Competence)
            else elements.Pattern(one.name)
            for name, one in gathered.definitions.items()
        }
        """By plain name; shells at first, so that they can name each other."""

    def compile(self, root: DriveCollection) -> elements.Collection:
        """The whole plan, from its root down; of no use when problems were noted."""
        for name, one in self._gathered.definitions.items():
            made = self.definitions[name]
            if isinstance(one, Competence) and isinstance(made, elements.Competence):
                self._fill_competence(one, made)
            elif not isinstance(one, Competence) and isinstance(made, elements.Pattern):
                self._fill_pattern(one, made)
        return self._collection(root)

    # Elements

    def _fill_competence(self, one: Competence, made: elements.Competence) -> None:
        scope = self._scope(one)
        made.timeout = self._timeout(one.timeout)
        if one.goal is not None:
            made.goal = self._conditions(one.goal, scope)
        numbers = itertools.count()
        groups = [
            [self._element(element, scope, next(numbers)) for element in group] for group in one.groups
        ]
        made.groups = tuple(tuple(found for found in group if found is not None) for group in groups)
        made.elements = tuple(element for group in made.groups for element in group)
        retries = tuple(element.retries for element in made.elements)
        made.retries = retries if any(one >= 0 for one in retries) else None

    def _element(self, element: Element, scope: Scope, number: int) -> elements.Element | None:
        conditions = self._conditions(element.trigger, scope)
        step = self._action(element.action, scope)
        retries = self._retries(element)
        if step is None:
            return None
        return elements.Element(element.name, conditions, step, retries, number)

    def _retries(self, element: Element) -> int:
        if element.retries is None:
            return -1
        what = f'element "{element.name}": retries are a whole number from 1 on'
        found = self._number(element.retries, element.retries.at, what)
        if found is None or (isinstance(found, int) and found <= _MAX_RETRIES):
            return found or -1
        self._problems.error(element.retries.at, what)
        return -1

    def _fill_pattern(self, one: ActionPattern, made: elements.Pattern) -> None:
        scope = self._scope(one)
        made.timeout = self._timeout(one.timeout)
        steps: list[Step] = []
        for i, step in enumerate(one.steps):
            found = self._step(step, scope)
            if isinstance(found, elements.Enter) and i < len(one.steps) - 1:
                self._problems.error(
                    step.at,
                    f'"{found.definition.name}" is no act: a competence or an action pattern can only '
                    f'be the last step of action pattern "{one.name}"',
                )
            if found is not None:
                steps.append(found)
        made.steps = tuple(steps)

    def _step(self, step: Call | Ask, scope: Scope) -> Step | None:
        if isinstance(step, Ask):
            return self._ask(step.test, scope)
        is_own = self._gathered.definition(step.name) is not None
        if not is_own and self._skills.sense(step.name) is not None:
            return self._sense_step(step, scope)
        return self._action(step, scope)

    def _sense_step(self, step: Call, scope: Scope) -> elements.Ask | None:
        sense = Call(step.name, (), (), step.at)
        if not step.arguments and not step.named:
            return self._ask(sense, scope)
        if len(step.arguments) == 1 and not step.named:
            value = step.arguments[0]
            return self._ask(Binary("==", sense, value, value.at), scope)
        self._problems.error(
            step.at,
            f'"{step.name}" is a sense: write (sense), (sense value), or an expression in quotes',
        )
        return None

    def _ask(self, test: Node, scope: Scope) -> elements.Ask:
        conditions = self._conditions((test,), scope)
        return elements.Ask(conditions, print_test(test))

    def _collection(self, root: DriveCollection) -> elements.Collection:
        scope = self._scope(None)
        goal = self._conditions(root.goal, scope) if root.goal is not None else None
        groups = [[self._drive(drive, scope) for drive in group] for group in root.groups]
        return elements.Collection(
            name=root.name,
            is_real_time="R" in root.kind,
            goal=goal,
            groups=tuple(tuple(one for one in group if one is not None) for group in groups),
            fallback=self._seconds(root.fallback),
        )

    def _drive(self, drive: Drive, scope: Scope) -> elements.Drive | None:
        conditions = self._conditions(drive.trigger, scope)
        step = self._action(drive.action, scope)
        leave = self._action(drive.leave, scope) if drive.leave is not None else None
        interval = self._seconds(drive.frequency)
        if drive.leave is not None and isinstance(leave, elements.Enter):
            self._problems.error(
                drive.leave.at, f'"{drive.leave.name}": only an act can be done on leaving'
            )
            leave = None
        if step is None or isinstance(leave, elements.Enter):
            return None
        return elements.Drive(
            name=drive.name,
            conditions=conditions,
            step=step,
            interval=interval,
            is_cancelled=drive.is_cancelled,
            leave=leave,
        )

    # What elements do

    def _action(self, call: Call, scope: Scope) -> Fire | elements.Enter | None:
        """What a name means: something of the plan first, else an act."""
        name = plain_name(call.name)
        if name in self.definitions:
            values = self._binder.bind(call, self._parameters[name], scope)
            return elements.Enter(self.definitions[name], values) if values is not None else None
        act = self._skills.act(call.name)
        if act is not None:
            values = self._binder.bind(call, act.parameters, scope)
            given = len(call.arguments) if not call.named else len(act.parameters)
            return Fire(act, values, call.name, given) if values is not None else None
        self._problems.error(call.at, self._unknown(call.name))
        return None

    def _unknown(self, name: str) -> str:
        if self._skills.sense(name) is not None:
            return f'"{name}" is a sense: it can be asked in triggers and action patterns, not done'
        own = [one.name for one in self._gathered.definitions.values()]
        hint = nearest(name, own) or self._skills.suggestion(name, acts=True, senses=False)
        return f'"{name}" is neither an element of this plan nor an act{hint}'

    # Tests

    def _conditions(self, tests: Sequence[Node], scope: Scope) -> tuple[Condition, ...]:
        found: list[Condition] = []
        for test in tests:
            node = self._plain(test)
            if self._only_asks(node, scope):
                found += compile_conditions(node, scope, self._problems)
        return tuple(found)

    def _plain(self, node: Node) -> Node:
        """``(sense False)`` as ``not sense``, so that what excludes each other can be seen."""
        if not isinstance(node, Binary) or node.operator not in ("==", "!="):
            return node
        call, value = node.left, node.right
        if (
            not isinstance(call, Call)
            or not isinstance(value, Literal)
            or not isinstance(value.value, bool)
        ):
            return node
        sense = self._skills.sense(call.name)
        if sense is None or sense.result != TRUTH:
            return node
        return call if value.value is (node.operator == "==") else Not(call, node.at)

    def _only_asks(self, node: Node, scope: Scope) -> bool:
        """Whether a test names neither acts nor elements; those are noted."""
        is_fine = True
        for call in _calls(node):
            if scope.callee(call.name) is not None or scope.constant(call.name) is not None:
                continue
            what = ""
            if self._skills.act(call.name) is not None:
                what = "is an act: acts change things; triggers only ask"
            elif self._gathered.definition(call.name) is not None:
                what = "is an element of the plan; triggers only ask senses"
            elif _is_short(node) and call is node.right and not call.arguments:
                hint = self._suggestion(call.name)
                what = f"is neither a sense nor a constant (texts stand in quotes){hint}"
            if what:
                self._problems.error(call.at, f'"{call.name}" {what}')
                is_fine = False
        return is_fine

    # Times, parameters

    def _timeout(self, duration: Duration | None) -> float:
        found = self._seconds(duration)
        return float("inf") if found is None else found

    def _seconds(self, duration: Duration | None) -> float | None:
        """How long, in seconds; None for ever, or after noting what is wrong."""
        if duration is None:
            return None
        what = f"({duration.unit} …) takes a number above zero"
        found = self._number(duration.amount, duration.at, what)
        if found is None or duration.unit in UNITS:
            return None if found is None else found * UNITS[duration.unit]
        return (1.0 if duration.unit == "hz" else 60.0) / found

    def _number(self, node: Node, at: Position, what: str) -> float | None:
        """A number above zero; None after noting that it is not, as `what`."""
        try:
            found = value_of(node, self._gathered.constants, self._problems)
        except Untold:
            return None
        if isinstance(found, int | float) and not isinstance(found, bool) and found > 0:
            return found
        self._problems.error(at, what)
        return None

    def _default(self, node: Node | None) -> Value:
        try:
            return value_of(node, self._gathered.constants, self._problems) if node is not None else None
        except Untold:
            return None

    def _parameters_of(self, one: Definition) -> tuple[Parameter, ...]:
        found: dict[str, Parameter] = {}
        for parameter in one.parameters:
            default = parameter.default
            if plain_name(parameter.name) in found:
                self._problems.error(parameter.at, f'parameter "{parameter.name}" stands here twice')
            elif found and default is None and not [*found.values()][-1].is_required:
                self._problems.error(parameter.at, "parameters with a default come last")
            found[plain_name(parameter.name)] = Parameter(
                parameter.name, ANYTHING, is_required=default is None, default=self._default(default)
            )
        return tuple(found.values())

    def _scope(self, one: Definition | None) -> Scope:
        parameters = self._parameters[plain_name(one.name)] if one is not None else ()
        slots = {one.name: Slot(i, ANYTHING) for i, one in enumerate(parameters)}
        return Scope(self._skills.sense, self._suggestion, slots, self._gathered.constants)

    def _suggestion(self, name: str) -> str:
        return nearest(name, self._constants) or self._skills.suggestion(name)


def _is_short(test: Node) -> TypeGuard[Binary]:
    """Whether a test is written ``(sense value)``; an expression stands where its left side does."""
    return isinstance(test, Binary) and test.at != test.left.at


def _calls(node: Node) -> Iterator[Call]:
    """Every call in an expression."""
    waiting: list[Any] = [node]
    while waiting:
        one = waiting.pop()
        if isinstance(one, Call):
            yield one
            waiting += [*one.arguments, *(value for _, value in one.named)]
        elif isinstance(one, Not | Negate):
            waiting.append(one.operand)
        elif isinstance(one, Binary):
            waiting += [one.right, one.left]
        elif isinstance(one, ListOf):
            waiting += one.members
