"""The arguments of a call, brought into the order of the parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from agentfw.language.meaning import Constant, Meaning, Reading
from agentfw.language.types import TRUTH, Callee, Parameter, Type, plain_name
from agentfw.language.values import frozen, type_of
from agentfw.sources import nearest, one_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agentfw.language.syntax import Call, Node
    from agentfw.language.texts import Position, Problems

__all__ = ["Named", "arranged"]

Given: TypeAlias = "tuple[Node, Meaning | None]"
"""An argument as it was written and what it means; None stands for something wrong."""


class Named(NamedTuple):
    """An argument that is given by name."""

    name: str
    at: Position
    node: Node
    meaning: Meaning | None


def arranged(
    callee: Callee,
    call: Call,
    arguments: Sequence[Given],
    named: Sequence[Named],
    problems: Problems,
) -> Reading | None:
    """The reading that a call makes; None after noting what is wrong, or if an argument is."""
    order = _Order(callee, problems)
    order.place(arguments)
    order.place_named(named)
    return order.reading(call)


class _Order:
    """The places of one call, being filled."""

    def __init__(self, callee: Callee, problems: Problems) -> None:
        self._callee = callee
        self._problems = problems
        self._single = [one for one in callee.parameters if not one.is_rest]
        self._rest = next((one for one in callee.parameters if one.is_rest), None)
        self._filled: dict[str, Meaning | None] = {}
        self._further: list[Meaning | None] = []
        self._is_fine = True

    def place(self, arguments: Sequence[Given]) -> None:
        """Fill the places in their order."""
        for parameter, (node, meaning) in zip(self._single, arguments, strict=False):
            self._fill(parameter, node, meaning)
        further = arguments[len(self._single) :]
        if further and self._rest is None:
            self._error(further[0][0].at, f"{self._callee.name} {self._room()}, found {len(arguments)}")
        elif self._rest is not None:
            self._further = [self._checked(self._rest, *one) for one in further]

    def place_named(self, named: Sequence[Named]) -> None:
        """Fill places by name."""
        by_name = {plain_name(one.name): one for one in self._single}
        for one in named:
            parameter = by_name.get(plain_name(one.name))
            if parameter is None:
                self._error(one.at, self._no_such(one.name))
            elif parameter.name in self._filled:
                self._error(one.at, f'"{parameter.name}" of {self._callee.name} is given twice')
            else:
                self._fill(parameter, one.node, one.meaning)

    def reading(self, call: Call) -> Reading | None:
        """The call with everything in its place."""
        missing = [one for one in self._single if one.is_required and one.name not in self._filled]
        if missing:
            told = " and ".join(f'"{one.name}" ({one.type})' for one in missing)
            self._problems.error(call.at, f"{self._callee.name} needs {told}")
        placed = [self._filled.get(one.name, _default(one)) for one in self._single] + self._further
        found = [one for one in placed if one is not None]
        if missing or not self._is_fine or len(found) < len(placed):
            return None
        rest = [self._rest] * len(self._further) if self._rest is not None else []
        expects = tuple(_expects_truth(one.type) for one in (*self._single, *rest))
        callee = self._callee
        return Reading(callee.name, tuple(found), expects, callee.function, callee.result)

    def _fill(self, parameter: Parameter, node: Node, meaning: Meaning | None) -> None:
        self._filled[parameter.name] = self._checked(parameter, node, meaning)

    def _checked(self, parameter: Parameter, node: Node, meaning: Meaning | None) -> Meaning | None:
        if meaning is not None and not parameter.type.accepts(meaning.type):
            told = f'"{parameter.name}" of {self._callee.name} is a {parameter.type}'
            self._error(node.at, f"{told}, found a {meaning.type}")
        return meaning

    def _error(self, at: Position, text: str) -> None:
        self._is_fine = False
        self._problems.error(at, text)

    def _no_such(self, name: str) -> str:
        known = [one.name for one in self._single]
        hint = nearest(name, known) or (f" (known: {one_of(known)})" if known else "")
        return f'{self._callee.name} has no argument "{name}"{hint}'

    def _room(self) -> str:
        most = len(self._single)
        if most == 0:
            return "takes no arguments"
        bound = "at most " if any(not one.is_required for one in self._single) else ""
        return f"takes {bound}{most} argument{'s' if most > 1 else ''}"


def _default(parameter: Parameter) -> Meaning:
    value = frozen(parameter.default)
    return Constant(value, type_of(value))


def _expects_truth(kind: Type) -> bool:
    return TRUTH in (kind, kind.member)
