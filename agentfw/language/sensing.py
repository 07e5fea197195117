"""The questions that plans ask most, as functions ``f(reader, bound)``.

These are a sense, ``not`` a sense, and a sense compared with a constant. Nothing is done in them that
could have been done before; that they look alike is the price.
"""

from __future__ import annotations

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
    if operator in ("==", "!=") and (is_number(constant) or isinstance(constant, str)):
        return (_is if operator == "==" else _is_not)(key, function, constant)
    if is_number(constant) and operator in _WITH_NUMBER:
        return _WITH_NUMBER[operator](key, function, constant)
    return None


def _below(key: Key, function: Callable[..., Any], limit: float) -> Test:
    otherwise = COMPARISONS["<"]

    def holds(reader: Reader, _bound: Values) -> bool:
        try:
            value = reader.values[key]
        except KeyError:
            value = reader.work_out(key, function)
        kind = type(value)
        return value < limit if kind is float or kind is int else otherwise(value, limit)

    return holds


def _at_most(key: Key, function: Callable[..., Any], limit: float) -> Test:
    otherwise = COMPARISONS["<="]

    def holds(reader: Reader, _bound: Values) -> bool:
        try:
            value = reader.values[key]
        except KeyError:
            value = reader.work_out(key, function)
        kind = type(value)
        return value <= limit if kind is float or kind is int else otherwise(value, limit)

    return holds


def _above(key: Key, function: Callable[..., Any], limit: float) -> Test:
    otherwise = COMPARISONS[">"]

    def holds(reader: Reader, _bound: Values) -> bool:
        try:
            value = reader.values[key]
        except KeyError:
            value = reader.work_out(key, function)
        kind = type(value)
        return value > limit if kind is float or kind is int else otherwise(value, limit)

    return holds


def _at_least(key: Key, function: Callable[..., Any], limit: float) -> Test:
    otherwise = COMPARISONS[">="]

    def holds(reader: Reader, _bound: Values) -> bool:
        try:
            value = reader.values[key]
        except KeyError:
            value = reader.work_out(key, function)
        kind = type(value)
        return value >= limit if kind is float or kind is int else otherwise(value, limit)

    return holds


def _is(key: Key, function: Callable[..., Any], constant: float | str) -> Test:
    kinds = _TEXTS if isinstance(constant, str) else _NUMBERS
    otherwise = COMPARISONS["=="]

    def holds(reader: Reader, _bound: Values) -> bool:
        try:
            value = reader.values[key]
        except KeyError:
            value = reader.work_out(key, function)
        return value == constant if type(value) in kinds else otherwise(value, constant)

    return holds


def _is_not(key: Key, function: Callable[..., Any], constant: float | str) -> Test:
    kinds = _TEXTS if isinstance(constant, str) else _NUMBERS
    otherwise = COMPARISONS["!="]

    def holds(reader: Reader, _bound: Values) -> bool:
        try:
            value = reader.values[key]
        except KeyError:
            value = reader.work_out(key, function)
        return value != constant if type(value) in kinds else otherwise(value, constant)

    return holds


_WITH_NUMBER: Final = {"<": _below, "<=": _at_most, ">": _above, ">=": _at_least}
