"""Which argument goes to which parameter, by position and by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from agentfw.language import NUMBER, TEXT, TRUTH
from agentfw.language.types import plain_name
from agentfw.sources import nearest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agentfw.brains.lines.invocations import Argument, Invocation
    from agentfw.language import Expression, Parameter, Problems, Reader, Type

__all__ = ["Fixed", "Given", "bind_arguments", "literal_type"]


class Fixed:
    """An argument that is always the same."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def evaluate(self, _now: Reader, _bound: Sequence[Any]) -> Any:
        """The value."""
        return self.value


class Given:
    """The arguments of a call, worked out when it is made."""

    __slots__ = ("_fixed", "parts")

    def __init__(self, parts: tuple[Expression | Fixed, ...]) -> None:
        self.parts = parts
        self._fixed: tuple[Any, ...] | None = None
        if all(isinstance(part, Fixed) for part in parts):
            self._fixed = tuple(part.value for part in parts if isinstance(part, Fixed))

    def arguments(self, now: Reader, bound: Sequence[Any]) -> tuple[Any, ...]:
        """What is given now."""
        if self._fixed is not None:
            return self._fixed
        return tuple([part.evaluate(now, bound) for part in self.parts])


def bind_arguments(
    call: Invocation, parameters: tuple[Parameter, ...], positional: int, problems: Problems
) -> list[tuple[Argument | Fixed, Parameter]] | None:
    """Every parameter with what it is given, in order; None after noting what does not fit.

    Only the first so many `positional` parameters can be given without their names.
    """
    plain = [one for one in parameters if not one.is_rest]
    rest = next((one for one in parameters if one.is_rest), None)
    places = plain[:positional]
    if len(call.arguments) > len(places) and rest is None:
        problems.error(call.arguments[len(places)].at, _count(call, parameters, positional))
        return None
    given: dict[str, Argument] = dict(zip((one.name for one in places), call.arguments, strict=False))
    extra = call.arguments[len(places) :]
    if not _take_named(call, parameters, given, problems):
        return None
    if any(one.is_required and one.name not in given for one in parameters):
        problems.error(call.at, _count(call, parameters, positional))
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


def _take_named(
    call: Invocation,
    parameters: tuple[Parameter, ...],
    given: dict[str, Argument],
    problems: Problems,
) -> bool:
    known = {plain_name(one.name): one for one in parameters if not one.is_rest}
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


def _count(call: Invocation, parameters: tuple[Parameter, ...], positional: int) -> str:
    names = [one.name for one in parameters[:positional] if not one.is_rest]
    needed = sum(one.is_required for one in parameters)
    several = f"{needed} to {len(names)}" if needed < len(names) else str(len(names))
    if any(one.is_rest for one in parameters):
        several = f"{needed} or more"
    noun = "argument" if several == "1" else "arguments"
    listed = f" ({', '.join(names)})" if names else ""
    return f"{call.name} takes {several} {noun}{listed}, found {len(call.arguments) + len(call.named)}"
