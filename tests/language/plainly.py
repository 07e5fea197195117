"""What expressions mean, told the slow and obvious way: by walking the tree."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from agentfw.language import Binary, Call, ListOf, Literal, Negate, Node, Not, Variable, plain_name
from tests.language.words import CONSTANTS, SENSES, VARIABLES, CountingReader

if TYPE_CHECKING:
    from collections.abc import Sequence


def interpret(node: Node, reader: CountingReader, bound: Sequence[Any]) -> Any:
    if isinstance(node, Literal | Variable):
        return node.value if isinstance(node, Literal) else bound[VARIABLES[node.name].index]
    if isinstance(node, ListOf):
        return tuple(interpret(one, reader, bound) for one in node.members)
    if isinstance(node, Not | Negate):
        value = interpret(node.operand, reader, bound)
        return not value if isinstance(node, Not) else calculate("-", 0, value)
    return _call(node, reader, bound) if isinstance(node, Call) else _binary(node, reader, bound)


def _call(node: Call, reader: CountingReader, bound: Sequence[Any]) -> Any:
    for name, value in CONSTANTS.items():
        if plain_name(name) == plain_name(node.name):
            return tuple(value) if isinstance(value, list) else value
    callee = SENSES[node.name]
    given = [_as_argument(interpret(one, reader, bound)) for one in node.arguments]
    named = {name: _as_argument(interpret(one, reader, bound)) for name, one in node.named}
    left = [one for one in callee.parameters[len(given) :] if not one.is_rest]
    given += [named.get(one.name, one.default) for one in left]
    return callee.function(reader, *given)


def _as_argument(value: Any) -> Any:
    return tuple(map(_as_argument, value)) if isinstance(value, tuple | list) else value


def _binary(node: Binary, reader: CountingReader, bound: Sequence[Any]) -> Any:
    left = interpret(node.left, reader, bound)
    if node.operator == "and":
        return bool(left) and bool(interpret(node.right, reader, bound))
    if node.operator == "or":
        return bool(left) or bool(interpret(node.right, reader, bound))
    right = interpret(node.right, reader, bound)
    if node.operator in ("==", "!="):
        return are_equal(left, right) == (node.operator == "==")
    if node.operator == "in":
        return is_in(left, right)
    if node.operator in ("+", "-", "*", "/", "%"):
        return calculate(node.operator, left, right)
    return in_order(node.operator, left, right)


def are_numbers(*values: Any) -> bool:
    return all(isinstance(one, int | float) and type(one) is not bool for one in values)


def are_equal(left: Any, right: Any) -> bool:
    if isinstance(left, tuple | list) and isinstance(right, tuple | list):
        pairs = list(zip(left, right, strict=False))
        return len(left) == len(right) and all(are_equal(one, other) for one, other in pairs)
    if are_numbers(left, right) or type(left) is type(right):
        return bool(left == right)
    return False


def is_in(member: Any, whole: Any) -> bool:
    if isinstance(whole, str):
        return isinstance(member, str) and whole.find(member) >= 0
    return isinstance(whole, tuple | list) and any(are_equal(member, one) for one in whole)


def in_order(operator: str, left: Any, right: Any) -> bool:
    if not are_numbers(left, right) and not (isinstance(left, str) and isinstance(right, str)):
        return False
    if operator in ("<", "<="):
        return bool(left < right or (operator == "<=" and left == right))
    return bool(left > right or (operator == ">=" and left == right))


def calculate(operator: str, left: Any, right: Any) -> Any:
    if not are_numbers(left, right):
        return None
    try:
        result = {
            "+": lambda: left + right,
            "-": lambda: left - right,
            "*": lambda: left * right,
            "/": lambda: left / right,
            "%": lambda: left % right,
        }[operator]()
    except (ZeroDivisionError, OverflowError):
        return None
    if isinstance(result, float) and math.isnan(result):
        return None
    may_be_endless = math.inf in (left, right, -left, -right)
    return result if may_be_endless or abs(result) <= 1.7976931348623157e308 else None
