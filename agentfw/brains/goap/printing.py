"""GOAP files as text again: what is printed reads back as the same tree."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from agentfw.brains.goap.syntax import Settings
from agentfw.brains.lines import print_call
from agentfw.brains.lines.uses import print_use
from agentfw.language.printing import print_expression
from agentfw.language.syntax import Literal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from agentfw.brains.goap.syntax import ActionLines, EffectLine, GoalLines, PlanSource

__all__ = ["print_effect", "print_head", "print_source"]


def print_source(source: PlanSource) -> str:
    """The whole plan as one file, with what it includes."""
    blocks = [
        [print_use(one) for one in source.uses],
        [
            f"Constant {one.name} {print_expression(Literal(one.value, one.at))}"
            for one in source.constants
        ],
        [f"Fact {one.name}" for one in source.facts],
        [*_settings(source.settings)],
        *([*_goal(one)] for one in source.goals),
        *([*_action(one)] for one in source.actions),
    ]
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"


def print_head(one: ActionLines) -> str:
    """The line that an action begins with, without its first word."""
    if one.members is None:
        return one.name
    return f"{one.name} {one.variable} in {print_expression(one.members)}"


def print_effect(one: EffectLine) -> str:
    """What an action changes."""
    return f"{print_expression(one.target)} {one.operator} {print_expression(one.value)}"


def _settings(told: Settings) -> Iterator[str]:
    usual = Settings()
    for field in dataclasses.fields(Settings):
        value = getattr(told, field.name)
        if value != getattr(usual, field.name):
            yield f"{field.name.capitalize()} {value}"


def _figure(value: float) -> str:
    """A number with all of its digits, and no more."""
    return str(int(value)) if value.is_integer() else repr(value)


def _goal(one: GoalLines) -> Iterator[str]:
    yield f"Goal {one.name}"
    if one.priority is not None:
        yield f"  Priority {print_expression(one.priority)}"
    yield from (f"  When {print_expression(node)}" for node in one.when)
    yield from (f"  Wants {print_expression(node)}" for node in one.wants)


def _action(one: ActionLines) -> Iterator[str]:
    yield f"Action {print_head(one)}"
    yield from (f"  Needs {print_expression(node)}" for node in one.needs)
    yield from (f"  Effects {print_effect(effect)}" for effect in one.effects)
    if one.cost is not None:
        yield f"  Cost {print_expression(one.cost)}"
    if one.does:
        yield f"  Does {' || '.join(map(print_call, one.does))}"
    yield from (f"  While {print_expression(node)}" for node in one.guards)
    if one.timeout_s is not None:
        yield f"  Timeout {_figure(one.timeout_s)}"
