"""Task files as text again: what is printed reads back as the same tree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agentfw.brains.htn.syntax import (
    KEYWORDS,
    Alternative,
    ConditionLine,
    Definition,
    Iteration,
    PlanSource,
    Settings,
    SubtaskLine,
    Together,
)
from agentfw.brains.lines import Invocation, print_call
from agentfw.brains.lines.uses import print_use
from agentfw.language.printing import print_expression
from agentfw.language.syntax import Literal

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from agentfw.brains.lines.heads import Constant

__all__ = ["print_alternative", "print_line", "print_source"]


def print_source(source: PlanSource) -> str:
    """The whole plan as one file, with what it includes."""
    blocks = ["\n".join(map(print_use, source.uses)), _constants(source.constants), _top(source.top)]
    blocks += ["\n".join(_definition(one)) for one in source.definitions]
    return "\n\n".join(block for block in blocks if block) + "\n"


def print_line(line: SubtaskLine) -> str:
    """A line of subtasks."""
    told = ", ".join(print_alternative(one) for one in line.alternatives)
    return f"{line.binds} = {told}" if line.binds else told


def print_alternative(one: Alternative) -> str:
    """One of the alternatives of a line."""
    if isinstance(one, Together):
        return " || ".join(print_call(call) for call in one.calls)
    if isinstance(one, Iteration):
        members = print_expression(one.members)
        return f"{one.kind} ${one.variable} in {members}: {print_call(one.call)}"
    return f"({print_expression(one.node)})"


def _condition(line: ConditionLine) -> str:
    if not isinstance(line, Invocation):
        return print_expression(line)
    is_bare_keyword = not line.arguments and line.name.casefold() in KEYWORDS
    return f"{line.name}()" if is_bare_keyword else print_call(line)


def _definition(one: Definition) -> Iterator[str]:
    yield " ".join(("Head", one.name, *one.parameters))
    yield from _section("Goals", map(_condition, one.goals))
    yield from _section("Preconditions", map(_condition, one.preconditions))
    yield from _section("Guards", map(_condition, one.guards))
    if one.priority is not None:
        yield from _section("Priority", [print_expression(one.priority)])
    if one.lookahead is not None:
        yield from _always("Lookahead", _settings(one.lookahead))
    if one.effects is not None:
        told = (f"{print_expression(e.target)} = {print_expression(e.value)}" for e in one.effects)
        yield from _always("Effects", told)
    if one.subtasks is not None:
        yield from _always("Subtasks", map(print_line, one.subtasks))


def _settings(told: Settings) -> Iterator[str]:
    usual = Settings()
    for name in Settings.__slots__:
        if getattr(told, name) != getattr(usual, name):
            yield f"{name} {getattr(told, name)}"


def _section(title: str, lines: Iterable[str]) -> list[str]:
    found = list(lines)
    return _always(title, found) if found else []


def _always(title: str, lines: Iterable[str]) -> list[str]:
    return [f"  {title}", *(f"    {line}" for line in lines)]


def _constants(constants: Iterable[Constant]) -> str:
    return "\n".join(f"Constant {one.name} {_constant(one)}" for one in constants)


def _constant(one: Constant) -> str:
    return print_expression(Literal(one.value, one.at))


def _top(calls: tuple[Invocation, ...]) -> str:
    return "\n".join(_always("Top", map(print_call, calls))).lstrip() if calls else ""
