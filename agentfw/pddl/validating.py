"""Plans proven by doing them in thought, step by step, on the trees as they were written.

Nothing here is shared with grounding or search, so that a mistake there cannot hide itself: types,
calculations and states are worked out again, in the plainest way.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, TypeVar

import msgspec

from agentfw.pddl.plans import Step
from agentfw.pddl.printing import number_text, tree_text
from agentfw.pddl.syntax import (
    TOTAL_COST,
    And,
    Arithmetic,
    Assign,
    Atom,
    Compare,
    Constant,
    Fluent,
    Gain,
    Lose,
    Not,
    Same,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from agentfw.pddl.syntax import Action, Condition, Domain, Expression, Problem

__all__ = ["Fault", "Verdict", "validate"]

# Sums of decimal fractions are off by less than this; amounts in games are not that fine.
_TOLERANCE: Final = 1e-6

_Named = TypeVar("_Named", Atom, Fluent)


class Fault(msgspec.Struct, frozen=True):
    """The first thing about a plan that does not work."""

    index: int
    """Which step, counted from 0; the number of steps when the goal is missed."""
    step: Step | None
    """None when all steps work and the goal is missed."""
    why: str

    def __str__(self) -> str:
        if self.step is None:
            return f"after all {self.index} steps the goal is missed: {self.why}"
        return f"step {self.index + 1} {self.step}: {self.why}"


class Verdict(msgspec.Struct, frozen=True):
    """Whether a plan works, and what it costs."""

    fault: Fault | None
    cost: float
    """By the metric of the problem, or the number of steps; 0 for plans that do not work."""

    @property
    def is_valid(self) -> bool:
        """Whether every step can be done and the goal holds in the end."""
        return self.fault is None


class _Refused(Exception):
    """Something that does not hold; the text says what."""


def validate(domain: Domain, problem: Problem, plan: Sequence[Step]) -> Verdict:
    """What doing a plan leads to: the first step that fails and the missing fact, or the cost."""
    world = _World(domain, problem)
    try:
        before = world.metric(problem)
    except _Refused as refused:
        return Verdict(Fault(0, None, f"the metric cannot be told: {refused}"), 0.0)
    for index, step in enumerate(plan):
        try:
            world.do(step)
        except _Refused as refused:
            return Verdict(Fault(index, step, str(refused)), 0.0)
    try:
        world.need(problem.goal, {})
        after = world.metric(problem)
    except _Refused as refused:
        return Verdict(Fault(len(plan), None, str(refused)), 0.0)
    return Verdict(None, float(len(plan)) if after is None or before is None else after - before)


class _World:
    """What holds at one moment."""

    def __init__(self, domain: Domain, problem: Problem) -> None:
        self.facts = set(problem.facts)
        # By custom what was spent begins at zero, whether or not a problem says so.
        self.values = {Fluent(TOTAL_COST): 0.0}
        self.values |= {one.fluent: one.value for one in problem.values}
        self._actions = {one.name: one for one in domain.actions}
        self._parents = {one.name: one.types for one in domain.types}
        self._objects = {one.name: one.types for one in (*domain.constants, *problem.objects)}

    def do(self, step: Step) -> None:
        """Do a step; raises `_Refused` where it cannot be done, and changes nothing then."""
        action = self._actions.get(step.action)
        if action is None:
            raise _Refused(f'there is no action "{step.action}"')
        binding = self._binding(action, step)
        self.need(action.precondition, binding)
        self._change(action, binding)

    def need(self, condition: Condition, binding: Mapping[str, str]) -> None:
        """Raise `_Refused`, naming the first part that is missing, where a condition does not hold."""
        for part in condition.parts if isinstance(condition, And) else (condition,):
            if isinstance(part, And):
                self.need(part, binding)
            elif not self._holds(part, binding):
                raise _Refused(self._told(part, binding))

    def metric(self, problem: Problem) -> float | None:
        """What the metric is now, or None without one."""
        return None if problem.metric is None else self._number(problem.metric, {})

    def _binding(self, action: Action, step: Step) -> dict[str, str]:
        if len(step.objects) != len(action.parameters):
            takes = len(action.parameters)
            raise _Refused(f"it takes {takes} objects, found {len(step.objects)}")
        for name, parameter in zip(step.objects, action.parameters, strict=True):
            if name not in self._objects:
                raise _Refused(f'there is no object "{name}"')
            if not any(self._is_a(kind, set(parameter.types)) for kind in self._objects[name]):
                raise _Refused(f'"{name}" is no {" or ".join(parameter.types)}')
        return {one.name: name for one, name in zip(action.parameters, step.objects, strict=True)}

    def _is_a(self, kind: str, wanted: set[str]) -> bool:
        """Whether a type is one of the wanted ones or below one of them."""
        seen: set[str] = {"object"}
        waiting = [kind]
        while waiting:
            one = waiting.pop()
            if one not in seen:
                seen.add(one)
                waiting.extend(self._parents.get(one, ()))
        return bool(seen & wanted)

    def _holds(self, part: Condition, binding: Mapping[str, str]) -> bool:
        match part:
            case Atom():
                return _ground(part, binding) in self.facts
            case Same():
                return binding.get(part.left, part.left) == binding.get(part.right, part.right)
            case Not():
                return not self._holds(part.part, binding)
            case And():
                return all(self._holds(one, binding) for one in part.parts)
            case Compare():
                return self._compare(part, binding)

    def _compare(self, part: Compare, binding: Mapping[str, str]) -> bool:
        left, right = self._number(part.left, binding), self._number(part.right, binding)
        is_equal = math.isclose(left, right, rel_tol=1e-9, abs_tol=_TOLERANCE)
        match part.comparison:
            case "<":
                return left < right and not is_equal
            case "<=":
                return left < right or is_equal
            case "=":
                return is_equal
            case ">=":
                return left > right or is_equal
            case ">":
                return left > right and not is_equal

    def _number(self, expression: Expression, binding: Mapping[str, str]) -> float:
        if isinstance(expression, Constant):
            return expression.value
        if isinstance(expression, Fluent):
            fluent = _ground(expression, binding)
            if fluent not in self.values:
                raise _Refused(f"{fluent} has no value")
            return self.values[fluent]
        return self._calculated(expression, binding)

    def _calculated(self, expression: Arithmetic, binding: Mapping[str, str]) -> float:
        first, *others = [self._number(one, binding) for one in expression.parts]
        match expression.sign:
            case "+":
                return first + sum(others)
            case "*":
                return first * math.prod(others)
            case "-":
                return first - others[0] if others else -first
            case "/":
                if others[0] == 0:
                    raise _Refused(f"{tree_text(expression)} divides by zero")
                return first / others[0]

    def _change(self, action: Action, binding: Mapping[str, str]) -> None:
        effects = action.effects
        numbers = [self._changed(one, binding) for one in effects if isinstance(one, Assign)]
        gained = [_ground(one.atom, binding) for one in effects if isinstance(one, Gain)]
        self.facts -= {_ground(one.atom, binding) for one in effects if isinstance(one, Lose)}
        self.facts |= set(gained)
        for fluent, way, amount in numbers:
            self.values[fluent] = amount if way == "assign" else self.values[fluent] + amount

    def _changed(self, effect: Assign, binding: Mapping[str, str]) -> tuple[Fluent, str, float]:
        """What is put into a number, or added to it, as all effects read the state before them."""
        fluent, amount = _ground(effect.fluent, binding), self._number(effect.to, binding)
        if effect.way == "assign":
            return fluent, "assign", amount
        now = self._number(effect.fluent, binding)
        match effect.way:
            case "increase":
                return fluent, "add", amount
            case "decrease":
                return fluent, "add", -amount
            case "scale-up":
                return fluent, "assign", now * amount
            case "scale-down":
                if amount == 0:
                    raise _Refused(f"{tree_text(effect)} divides by zero")
                return fluent, "assign", now / amount

    def _told(self, part: Condition, binding: Mapping[str, str]) -> str:
        """What is missing, in words."""
        if isinstance(part, Not) and isinstance(part.part, Atom):
            return f"{_ground(part.part, binding)} holds, and must not"
        if isinstance(part, Compare):
            left, right = self._number(part.left, binding), self._number(part.right, binding)
            values = f"{number_text(left)} {part.comparison} {number_text(right)}"
            return f"{_bound_text(part, binding)} does not hold: {values} is false"
        return f"{_bound_text(part, binding)} does not hold"


def _ground(lifted: _Named, binding: Mapping[str, str]) -> _Named:
    return type(lifted)(lifted.name, tuple(binding.get(one, one) for one in lifted.arguments))


def _bound_text(part: Condition, binding: Mapping[str, str]) -> str:
    """A part of a condition with objects in the places of its variables."""
    spaced = tree_text(part).replace("(", "( ").replace(")", " )").split()
    text = " ".join(binding.get(word, word) for word in spaced)
    return text.replace("( ", "(").replace(" )", ")")
