"""The questions that plans ask most, as functions ``f(reader, bound)``.

These are a sense, ``not`` a sense, and a sense compared with a constant. Nothing is done in them that
could have been done before.
"""

from __future__ import annotations

import operator as operators
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

from agentfw.language.types import Key, Reader
from agentfw.language.values import COMPARISONS, is_number

__all__ = [
    "Evaluate",
    "Test",
    "Values",
    "no_sense_test",
    "sense_comparison",
    "sense_test",
    "sense_value",
]

Values: TypeAlias = Sequence[Any]
"""What is bound to the variables."""
Evaluate: TypeAlias = Callable[[Reader, Values], Any]
Test: TypeAlias = Callable[[Reader, Values], bool]

_NUMBERS: Final = frozenset((int, float))
_TEXTS: Final = frozenset((str,))


def sense_value(key: Key, function: Callable[..., Any]) -> Evaluate:
    """What gives the value of a sense."""

    def read(reader: Reader, _bound: Values) -> Any:
        try:
            return reader.values[key]
        except KeyError:
            return reader.work_out(key, function)

    return read


def sense_test(key: Key, function: Callable[..., Any]) -> Test:
    """What tells whether a sense holds."""

    def holds(reader: Reader, _bound: Values) -> bool:
        try:
            value = reader.values[key]
        except KeyError:
            value = reader.work_out(key, function)
        return not not value  # noqa: SIM208 - half the price of bool(value)

    return holds


def no_sense_test(key: Key, function: Callable[..., Any]) -> Test:
    """What tells whether a sense does not hold."""

    def holds(reader: Reader, _bound: Values) -> bool:
        try:
            return not reader.values[key]
        except KeyError:
            return not reader.work_out(key, function)

    return holds


def sense_comparison(
    key: Key, function: Callable[..., Any], operator: str, constant: Any
) -> Test | None:
    """What compares a sense with a constant, if there is a quick way."""
    if not is_number(constant) and not (isinstance(constant, str) and operator in ("==", "!=")):
        return None
    compare, otherwise = _QUICK.get(operator), COMPARISONS.get(operator)
    if compare is None or otherwise is None:
        return None
    kinds = _TEXTS if isinstance(constant, str) else _NUMBERS

    def holds(reader: Reader, _bound: Values) -> bool:
        try:
            value = reader.values[key]
        except KeyError:
            value = reader.work_out(key, function)
        return compare(value, constant) if type(value) in kinds else otherwise(value, constant)

    return holds


_QUICK: Final[dict[str, Callable[[Any, Any], bool]]] = {
    "<": operators.lt,
    "<=": operators.le,
    ">": operators.gt,
    ">=": operators.ge,
    "==": operators.eq,
    "!=": operators.ne,
}
