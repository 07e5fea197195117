"""Giving values to acts and to elements with parameters, checked before the game begins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from agentfw.brains.posh.elements import Values
from agentfw.language import ANYTHING, Call, compile_expression, plain_name
from agentfw.sources import nearest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agentfw.brains.posh.elements import Evaluate
    from agentfw.language import Node, Parameter, Problems, Scope

__all__ = ["Binder"]


class Binder:
    """Matches the values of calls with the parameters of what is called."""

    def __init__(self, problems: Problems) -> None:
        self._problems = problems

    def bind(self, call: Call, parameters: Sequence[Parameter], scope: Scope) -> Values | None:
        """The values of a call, in the order of the parameters; None after noting what is wrong."""
        given = self._matched(call, parameters)
        if given is None:
            return None
        parts: list[Evaluate | None] = []
        constants: list[Any] = []
        is_whole = True
        for parameter, nodes in zip(parameters, given, strict=True):
            if not nodes and not parameter.is_rest:
                parts.append(None)
                constants.append(parameter.default)
            for node in nodes:
                part, constant, is_fine = self._value(call, parameter, node, scope)
                is_whole = is_whole and is_fine
                parts.append(part)
                constants.append(constant)
        return Values(parts, constants) if is_whole else None

    def _matched(self, call: Call, parameters: Sequence[Parameter]) -> list[list[Node]] | None:
        """The values of each parameter: none, one, or all that are left."""
        found: list[list[Node]] = [[] for _ in parameters]
        wrong = [
            self._put(call, parameters, found, node, min(i, len(parameters) - 1))
            for i, node in enumerate(call.arguments)
        ]
        wrong += [self._put_named(call, parameters, found, *one) for one in call.named]
        for one, nodes in zip(parameters, found, strict=True):
            if one.is_required and not nodes and not any(wrong):
                kind = f", a {one.type}" if one.type != ANYTHING else ""
                self._problems.error(call.at, f'"{call.name}" must be told "{one.name}"{kind}')
                wrong.append(True)
        return None if any(wrong) else found

    def _put(
        self,
        call: Call,
        parameters: Sequence[Parameter],
        found: list[list[Node]],
        node: Node,
        index: int,
    ) -> bool:
        """Put a value where it belongs; whether that went wrong."""
        if index >= 0 and (not found[index] or parameters[index].is_rest):
            found[index].append(node)
            return False
        count = len(parameters)
        most = f"takes {count} value{'s' if count != 1 else ''} at most" if count else "takes no values"
        self._problems.error(node.at, f'"{call.name}" {most}')
        return True

    def _put_named(
        self,
        call: Call,
        parameters: Sequence[Parameter],
        found: list[list[Node]],
        name: str,
        node: Node,
    ) -> bool:
        """Put a value that has a name where it belongs; whether that went wrong."""
        names = ["" if one.is_rest else plain_name(one.name) for one in parameters]
        if plain_name(name) not in names:
            hint = nearest(name, [one.name for one in parameters])
            self._problems.error(node.at, f'"{call.name}" has no parameter "{name}"{hint}')
            return True
        index = names.index(plain_name(name))
        if found[index]:
            self._problems.error(node.at, f'"{call.name}" is told "{name}" twice')
            return True
        found[index].append(node)
        return False

    def _value(
        self, call: Call, parameter: Parameter, node: Node, scope: Scope
    ) -> tuple[Evaluate | None, Any, bool]:
        if isinstance(node, Call) and _is_unknown(node, scope):
            hint = scope.suggestion(node.name)
            self._problems.error(
                node.at, f'"{node.name}" is neither a sense nor a constant (texts stand in quotes){hint}'
            )
            return None, None, False
        expression = compile_expression(node, scope, self._problems)
        if expression is None:
            return None, None, False
        is_nothing = expression.is_constant and expression.constant is None
        if not is_nothing and not parameter.type.accepts(expression.type):
            self._problems.error(
                node.at,
                f'"{call.name}": "{parameter.name}" is a {parameter.type}, found a {expression.type}',
            )
            return None, None, False
        if expression.is_constant:
            return None, expression.constant, True
        return expression.evaluate, None, True


def _is_unknown(call: Call, scope: Scope) -> bool:
    """Whether a bare word means nothing here."""
    is_bare = not call.arguments and not call.named
    return is_bare and scope.callee(call.name) is None and scope.constant(call.name) is None
