"""Calls of acts: arguments bound to parameters, checked against their types, and compiled."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from agentfw.brains.lines.binding import Fixed, Given, bind_arguments, literal_type
from agentfw.brains.lines.invocations import Argument, Word, print_call
from agentfw.language import Literal, compile_expression
from agentfw.language.types import plain_name
from agentfw.skills import Performance

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agentfw.brains.lines.invocations import Invocation
    from agentfw.language import Expression, Node, Parameter, Problems, Scope, Type
    from agentfw.language.texts import Position
    from agentfw.skills import Act, Moment, SkillSet

__all__ = ["ActCall", "CallBuilder", "Constants"]

Constants: TypeAlias = Mapping[str, bool | int | float | str | None]
"""The constants of a file, by plain name."""


class ActCall(Given):
    """An act with the arguments it is to be given."""

    __slots__ = ("act", "at", "text")

    def __init__(self, act: Act, parts: tuple[Expression | Fixed, ...], text: str, at: Position) -> None:
        super().__init__(parts)
        self.act = act
        self.text = text
        """As the file writes it."""
        self.at = at

    def begin(self, now: Moment, bound: Sequence[Any] = ()) -> Performance:
        """The act under way, with the arguments of this moment; step it once per think."""
        return Performance(self.act, self.arguments(now, bound))

    def __repr__(self) -> str:
        return f"ActCall({self.text!r})"


class CallBuilder:
    """Compiles calls as they stand in a file; what is wrong is noted in `problems`."""

    def __init__(self, skills: SkillSet, constants: Constants, problems: Problems) -> None:
        self.skills = skills
        self.constants = constants
        self.problems = problems

    def act_call(self, told: Invocation, scope: Scope) -> ActCall | None:
        """The call of an act; None after noting what is wrong with it."""
        act = self.skills.act(told.name)
        if act is None:
            self.problems.error(told.at, f'there is no act "{told.name}"{self._hint(told.name)}')
            return None
        parts = self.arguments(told, act.parameters, scope)
        return ActCall(act, parts, print_call(told), told.at) if parts is not None else None

    def arguments(
        self,
        told: Invocation,
        parameters: tuple[Parameter, ...],
        scope: Scope,
        positional: int | None = None,
    ) -> tuple[Expression | Fixed, ...] | None:
        """What every parameter is given, in order; None after noting what does not fit.

        Only the first so many `positional` parameters can be given without their names.
        """
        places = len(parameters) if positional is None else positional
        bound = bind_arguments(told, parameters, places, self.problems)
        if bound is None:
            return None
        parts = [self._part(told.name, value, one, scope) for value, one in bound]
        whole = tuple(part for part in parts if part is not None)
        return whole if len(whole) == len(parts) else None

    def node(self, argument: Argument) -> Node:
        """An argument as an expression; a word is a constant of that name, or a text."""
        if not isinstance(argument, Word):
            return argument
        return Literal(self.constants.get(plain_name(argument.text), argument.text), argument.at)

    def _part(
        self, name: str, value: Argument | Fixed, parameter: Parameter, scope: Scope
    ) -> Expression | Fixed | None:
        if isinstance(value, Fixed):
            return value
        node = self.node(value)
        if isinstance(node, Literal):
            self._check_type(name, parameter, literal_type(node.value), node)
            return Fixed(node.value)
        found = compile_expression(node, scope, self.problems)
        if found is not None:
            self._check_type(name, parameter, found.type, node)
        return found

    def _check_type(self, name: str, parameter: Parameter, kind: Type | None, node: Node) -> None:
        if kind is not None and not parameter.type.accepts(kind):
            self.problems.error(
                node.at, f'{name}: "{parameter.name}" is a {parameter.type}, found a {kind}'
            )

    def _hint(self, name: str) -> str:
        if self.skills.sense(name) is not None:
            return ": that is a sense; senses only tell, acts do"
        return self.skills.suggestion(name, acts=True, senses=False)
