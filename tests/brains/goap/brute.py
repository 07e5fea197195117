"""Plans found the plain way: all states that actions lead to, the cheapest first, as the language says.

It shares nothing with the compilation to problems: conditions are evaluated as they are written, with
senses that answer what the state says.
"""

from __future__ import annotations

import heapq
import itertools
from typing import TYPE_CHECKING, Any, NamedTuple

from agentfw.language import Scope, compile_expression, compile_target
from agentfw.language.syntax import Binary
from agentfw.language.texts import Problems

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from agentfw.brains.goap import GoapPlan
    from agentfw.language import Expression, Key, Reader
    from agentfw.skills import SkillSet

__all__ = ["Found", "after", "cheapest"]


class Found(NamedTuple):
    """What the search came to."""

    cost: float | None
    """None where there is no plan."""
    is_certain: bool
    """Whether all that can be reached was looked at, or the plan is the cheapest."""


class _Reader:
    """Senses that answer what the state says."""

    def __init__(self, values: dict[Key, Any]) -> None:
        self.values = values

    def work_out(self, key: Key, function: Callable[..., Any]) -> Any:
        raise AssertionError(f"{key} is not in the state")


class _Change(NamedTuple):
    key_of: Callable[[Reader, Sequence[Any]], Key]
    value: Expression


def cheapest(
    plan: GoapPlan, goal: str, skills: SkillSet, start: Mapping[Key, Any], most: int = 4000
) -> Found:
    """The cost of the cheapest plan from a state that holds everything senses are asked for."""
    wants = [one.condition for one in plan.goal(goal).wants]
    changes = [_changes(plan, number, skills) for number in range(len(plan.actions))]
    count = itertools.count()
    waiting = [(0.0, next(count), dict(start))]
    done: set[tuple[Any, ...]] = set()
    while waiting:
        cost, _, values = heapq.heappop(waiting)
        reader, state = _Reader(values), tuple(values.values())
        if state in done:
            continue
        done.add(state)
        if all(one.holds(reader, ()) for one in wants):
            return Found(cost, is_certain=True)
        if len(done) > most:
            return Found(None, is_certain=False)
        for number, action in enumerate(plan.actions):
            if all(need.condition.holds(reader, ()) for need in action.needs):
                price = action.cost.constant if action.cost is not None else 1
                behind = _after(values, changes[number])
                heapq.heappush(waiting, (cost + price, next(count), behind))
    return Found(None, is_certain=True)


def after(plan: GoapPlan, number: int, skills: SkillSet, state: Mapping[Key, Any]) -> dict[Key, Any]:
    """The state behind an action."""
    return _after(dict(state), _changes(plan, number, skills))


def _changes(plan: GoapPlan, number: int, skills: SkillSet) -> list[_Change]:
    scope, problems, found = Scope(skills.sense), Problems(), []
    for line in plan.source.actions[number].effects:
        value = line.value
        if line.operator != "=":
            value = Binary(line.operator[0], line.target, line.value, line.at)
        key_of = compile_target(line.target, scope, problems)
        expression = compile_expression(value, scope, problems)
        problems.finish()
        assert key_of is not None
        assert expression is not None
        found.append(_Change(key_of, expression))
    return found


def _after(values: dict[Key, Any], changes: list[_Change]) -> dict[Key, Any]:
    reader = _Reader(values)
    new = {one.key_of(reader, ()): one.value.evaluate(reader, ()) for one in changes}
    return {**values, **new}
