"""One plan out of several files: includes, constants, and who is called what."""

from __future__ import annotations

import math
import operator as operators
from typing import TYPE_CHECKING, Final, TypeAlias

from agentfw.brains.inner import skills_with
from agentfw.brains.posh.parsing import parse_plan
from agentfw.brains.posh.syntax import Competence
from agentfw.errors import UsageError
from agentfw.language import Binary, Call, Literal, Negate, plain_name
from agentfw.sources import nearest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from agentfw.brains.planfiles import PlanFiles
    from agentfw.brains.posh.syntax import Constant, Definition, Include, Plan
    from agentfw.language import Node, PlanText, Position, Problems
    from agentfw.skills import SkillSet

__all__ = ["Gathered", "Untold", "Value", "gather", "value_of"]

Value: TypeAlias = bool | int | float | str | None

_HUGE: Final = 1e18
_OPERATIONS: Final[Mapping[str, Callable[[float, float], float]]] = {
    "+": operators.add,
    "-": operators.sub,
    "*": operators.mul,
    "/": operators.truediv,
    "%": operators.mod,
}


class Untold(Exception):
    """A value is not known before the game begins; why was noted."""


class Gathered:
    """Everything that a plan and its includes define, by plain name."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.definitions: dict[str, Definition] = {}
        self.constants: dict[str, Value] = {}
        self.files: dict[str, Plan] = {}
        """The included files, by name, in the order in which they are finished."""

    def definition(self, name: str) -> Definition | None:
        """The competence or action pattern of that name, if there is one."""
        return self.definitions.get(plain_name(name))


def gather(
    text: PlanText, files: PlanFiles, skills: SkillSet, problems: Problems
) -> tuple[Gathered, SkillSet] | None:
    """A plan with all that it includes, and the skills with the brains that it uses.

    None when its text cannot be read.
    """
    plan = parse_plan(text, problems)
    if plan is None:
        return None
    gathered = Gathered(plan)
    _include(gathered, text, files, problems)
    for file in gathered.files.values():
        for root in file.roots:
            problems.error(root.at, "a file that is included brings no drive collection of its own")
    uses = dict.fromkeys(use for one in (*gathered.files.values(), plan) for use in one.uses)
    skills = skills_with(uses, skills, files, problems)
    for one in (*gathered.files.values(), plan):
        _define(gathered, one.definitions, problems)
        _define_constants(gathered, one.constants, skills, problems)
    return gathered, skills


def value_of(node: Node, constants: Mapping[str, Value], problems: Problems) -> Value:
    """What a value comes to before the game begins; raises `Untold` after noting why nobody knows."""
    if isinstance(node, Literal):
        return node.value
    if isinstance(node, Negate):
        return _arithmetic("-", 0, value_of(node.operand, constants, problems), node.at, problems)
    if isinstance(node, Binary):
        left = value_of(node.left, constants, problems)
        right = value_of(node.right, constants, problems)
        return _arithmetic(node.operator, left, right, node.at, problems)
    if isinstance(node, Call) and not node.arguments and not node.named:
        if plain_name(node.name) in constants:
            return constants[plain_name(node.name)]
        hint = nearest(node.name, constants)
        problems.error(node.at, f'"{node.name}" is no constant (texts stand in quotes){hint}')
        raise Untold
    problems.error(node.at, "expected a number, a constant, or (- a b) of these")
    raise Untold


def _arithmetic(operator: str, left: Value, right: Value, at: Position, problems: Problems) -> Value:
    if isinstance(left, str | bool | None) or isinstance(right, str | bool | None):
        problems.error(at, f"({operator} …) takes numbers")
        raise Untold
    try:
        found = _OPERATIONS[operator](left, right)
    except ArithmeticError:
        found = math.nan
    if not math.isfinite(found) or abs(found) > _HUGE:
        problems.error(at, f"({operator} …) has no sensible result here")
        raise Untold
    return found


def _include(gathered: Gathered, text: PlanText, files: PlanFiles, problems: Problems) -> None:
    """Read what is included, depth first and each file once; a list instead of recursion."""
    waiting: list[tuple[str, Include, tuple[str, ...]]] = [
        (text.where, one, (text.where,)) for one in reversed(gathered.plan.includes)
    ]
    while waiting:
        beside, include, path = waiting.pop()
        found = _read(beside, include, files, problems)
        if found is None:
            continue
        if found.where in path:
            problems.error(
                include.at, f'"{found.where}" includes itself: {" → ".join((*path, found.where))}'
            )
            continue
        if found.where in gathered.files:
            continue
        plan = parse_plan(found, problems)
        if plan is not None:
            gathered.files[found.where] = plan
            below = (*path, found.where)
            waiting += [(found.where, one, below) for one in reversed(plan.includes)]


def _read(beside: str, include: Include, files: PlanFiles, problems: Problems) -> PlanText | None:
    try:
        return files.read(include.file, beside=beside)
    except (UsageError, ValueError, OSError) as error:
        problems.error(include.at, str(error))
        return None


def _define(gathered: Gathered, definitions: Iterable[Definition], problems: Problems) -> None:
    for one in definitions:
        known = gathered.definitions.setdefault(plain_name(one.name), one)
        if known is not one:
            kind = "a competence" if isinstance(known, Competence) else "an action pattern"
            problems.error(
                one.at, f'"{one.name}" is defined twice: there is {kind} of that name at {known.at}'
            )


def _define_constants(
    gathered: Gathered, constants: Iterable[Constant], skills: SkillSet, problems: Problems
) -> None:
    for one in constants:
        name = plain_name(one.name)
        if name in gathered.constants:
            problems.error(one.at, f'constant "{one.name}" is defined twice')
        elif skills.get(one.name) is not None:
            problems.error(one.at, f'"{one.name}" is a skill already; call the constant something else')
        else:
            gathered.constants[name] = _constant(one, gathered, problems)


def _constant(one: Constant, gathered: Gathered, problems: Problems) -> Value:
    try:
        return value_of(one.value, gathered.constants, problems)
    except Untold:
        return None  # known all the same, so that the mistake is told once
