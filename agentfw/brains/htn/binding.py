"""Which argument goes to which parameter, by position and by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agentfw.brains.htn.tasks import Fixed
from agentfw.language import NUMBER, TEXT, TRUTH
from agentfw.language.types import plain_name
from agentfw.sources import nearest

if TYPE_CHECKING:
    from agentfw.brains.htn.syntax import Argument, Invocation
    from agentfw.brains.htn.tasks import Task
    from agentfw.language import Parameter, Problems, Type

__all__ = ["bind_arguments", "literal_type"]


def bind_arguments(
    call: Invocation, task: Task, problems: Problems
) -> list[tuple[Argument | Fixed, Parameter]] | None:
    """Every parameter with what it is given, in order; None after noting what does not fit."""
    plain = [one for one in task.parameters if not one.is_rest]
    rest = next((one for one in task.parameters if one.is_rest), None)
    places = plain[: task.positional]
    if len(call.arguments) > len(places) and rest is None:
        problems.error(call.arguments[len(places)].at, _count(call, task))
        return None
    given: dict[str, Argument] = dict(zip((one.name for one in places), call.arguments, strict=False))
    extra = call.arguments[len(places) :]
    if not _take_named(call, task, given, problems) or not _is_complete(call, task, given, problems):
        return None
    bound: list[tuple[Argument | Fixed, Parameter]] = [
        (given.get(one.name, Fixed(one.default)), one) for one in plain
    ]
    return bound + ([(one, rest) for one in extra] if rest is not None else [])


def literal_type(value: object) -> Type | None:
    """The type of a value that stands in the file; None for ``nothing``, which fits everywhere."""
    if value is None:
        return None
    if isinstance(value, bool):
        return TRUTH
    return TEXT if isinstance(value, str) else NUMBER


def _take_named(call: Invocation, task: Task, given: dict[str, Argument], problems: Problems) -> bool:
    known = {plain_name(one.name): one for one in task.parameters if not one.is_rest}
    is_well = True
    for name, value in call.named:
        parameter = known.get(plain_name(name))
        if parameter is None:
            hint = nearest(name, [one.name for one in known.values()])
            problems.error(value.at, f'{call.name} has no parameter "{name}"{hint}')
            is_well = False
        elif parameter.name in given:
            problems.error(value.at, f'{call.name} is given "{parameter.name}" twice')
            is_well = False
        else:
            given[parameter.name] = value
    return is_well


def _is_complete(call: Invocation, task: Task, given: dict[str, Argument], problems: Problems) -> bool:
    missing = [one for one in task.parameters if one.is_required and one.name not in given]
    if missing:
        problems.error(call.at, _count(call, task))
    return not missing


def _count(call: Invocation, task: Task) -> str:
    names = [one.name for one in task.parameters[: task.positional] if not one.is_rest]
    needed = sum(one.is_required for one in task.parameters)
    several = f"{needed} to {len(names)}" if needed < len(names) else str(len(names))
    if any(one.is_rest for one in task.parameters):
        several = f"{needed} or more"
    noun = "argument" if several == "1" else "arguments"
    listed = f" ({', '.join(names)})" if names else ""
    return f"{call.name} takes {several} {noun}{listed}, found {len(call.arguments) + len(call.named)}"
