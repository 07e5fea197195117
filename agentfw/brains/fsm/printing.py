"""Machine files as text again: what is printed reads back as the same tree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agentfw.brains.fsm.clauses import has_clause
from agentfw.brains.fsm.syntax import (
    DEFAULT_LIMIT,
    Ending,
    MachineSource,
    Memory,
    StateSource,
    TransitionLine,
)
from agentfw.brains.lines import print_call
from agentfw.brains.lines.uses import print_use
from agentfw.language.printing import print_expression
from agentfw.language.syntax import Literal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from agentfw.brains.lines.heads import Constant
    from agentfw.language.syntax import Node

__all__ = ["print_source", "print_transition"]


def print_source(source: MachineSource) -> str:
    """The whole machine as one file, with what it includes."""
    head = [f"Initial {source.initial.name}"] if source.initial is not None else []
    head += [f"Limit {source.limit}"] if source.limit != DEFAULT_LIMIT else []
    blocks = ["\n".join(map(print_use, source.uses)), "\n".join(map(_constant, source.constants))]
    blocks += ["\n".join(head), *("\n".join(_state(one, "")) for one in source.states)]
    return "\n\n".join(block for block in blocks if block) + "\n"


def print_transition(one: TransitionLine) -> str:
    """The line of a transition."""
    parts = [f"To {one.target.name}"]
    if one.timeout is not None:
        parts.insert(0, f"Timeout {_expression(one.timeout)}")
    for word, node in (("when", one.when), ("priority", one.priority), ("chance", one.chance)):
        if node is not None:
            parts.append(f"{word} {_expression(node)}")
    if one.does is not None:
        parts.append(f"do {print_call(one.does)}")
    return " ".join(parts)


def _expression(node: Node) -> str:
    """An expression, in brackets if a word in it would be read as the next part of the line."""
    text = print_expression(node)
    return f"({text})" if has_clause(text) else text


def _state(one: StateSource, indent: str) -> Iterator[str]:
    yield f"{indent}State {one.name}"
    inner = f"{indent}  "
    if one.initial is not None:
        yield f"{inner}Initial {one.initial.name}"
    if one.memory is not Memory.NONE:
        yield f"{inner}{one.memory.value}"
    if one.final is not None:
        yield f"{inner}{_ending(one.final)}"
    yield from (f"{inner}{line.kind.value} {print_call(line.call)}" for line in one.acts)
    yield from (f"{inner}{print_transition(line)}" for line in one.transitions)
    for below in one.states:
        yield from _state(below, inner)


def _ending(one: Ending) -> str:
    if one.is_well:
        return "Final done"
    return (
        f"Final failed {print_expression(Literal(one.reason, one.at))}" if one.reason else "Final failed"
    )


def _constant(one: Constant) -> str:
    return f"Constant {one.name} {print_expression(Literal(one.value, one.at))}"
