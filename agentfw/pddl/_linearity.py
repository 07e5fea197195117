"""Which calculations are sums of numbers times constants: others are not in the subset."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from agentfw.pddl.syntax import Arithmetic, Assign, Constant, Fluent

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from agentfw.language import Position, Problems
    from agentfw.pddl.syntax import Action, Expression

_NOT_LINEAR: Final = 2
"""What stands for every degree above 1."""


def changing(actions: Iterable[Action]) -> frozenset[str]:
    """The functions that some action changes; all others are constant."""
    return frozenset(effect.fluent.name for _, effect in assignments(actions))


def assignments(actions: Iterable[Action]) -> Iterator[tuple[Action, Assign]]:
    """Every effect on a number, with its action."""
    for action in actions:
        for effect in action.effects:
            if isinstance(effect, Assign):
                yield action, effect


def degree(expression: Expression, changes: frozenset[str]) -> int:
    """0 for what is constant, 1 for what is linear, 2 for anything else."""
    if isinstance(expression, Constant):
        return 0
    if isinstance(expression, Fluent):
        return int(expression.name in changes)
    degrees = [degree(one, changes) for one in expression.parts]
    if expression.sign in "+-":
        return max(degrees)
    if expression.sign == "/" and degrees[1]:
        return _NOT_LINEAR
    return min(sum(degrees), _NOT_LINEAR)


def check_linear(
    numbers: Iterable[tuple[Expression | Assign, Position]],
    changes: frozenset[str],
    problems: Problems,
) -> None:
    """Note every calculation that is not linear."""
    for one, at in numbers:
        is_scaled = isinstance(one, Assign) and one.way.startswith("scale")
        expression = one.to if isinstance(one, Assign) else one
        if degree(expression, changes) > (0 if is_scaled else 1):
            names = ", ".join(f'"{name}"' for name in sorted(fluents_of(expression) & changes))
            told = f"only sums of numbers times constants are in the subset, and {names} can change here"
            problems.error(at, told)


def check_metric(
    metric: Expression, at: Position, actions: Iterable[Action], problems: Problems
) -> None:
    """Note a metric that is no sum of what the actions cost."""
    actions = tuple(actions)
    changes = changing(actions)
    if degree(metric, changes) > 1:
        problems.error(at, "the metric must be a sum of numbers times constants")
    for action, effect in assignments(actions):
        if effect.fluent.name in fluents_of(metric) and not is_constant_step(effect, changes):
            told = f'action "{action.name}" changes "{effect.fluent.name}" otherwise'
            problems.error(at, f"the metric must add up what actions cost as constants, but {told}")


def is_constant_step(effect: Assign, changes: frozenset[str]) -> bool:
    """Whether an effect adds the same to its number in every state."""
    return effect.way in ("increase", "decrease") and degree(effect.to, changes) == 0


def fluents_of(expression: Expression) -> frozenset[str]:
    """The functions that an expression reads."""
    if isinstance(expression, Fluent):
        return frozenset({expression.name})
    if isinstance(expression, Arithmetic):
        return frozenset().union(*(fluents_of(one) for one in expression.parts))
    return frozenset()
