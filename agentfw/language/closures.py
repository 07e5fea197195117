"""Meanings to functions ``f(reader, bound)``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from agentfw.geometry import Vec3
from agentfw.language.meaning import Bound, Constant, Inverse, Joined, Many, Meaning, Operation, Reading
from agentfw.language.sensing import (
    Evaluate,
    Test,
    Values,
    no_sense_test,
    sense_comparison,
    sense_test,
    sense_value,
)
from agentfw.language.types import TRUTH, Key, Reader
from agentfw.language.values import COMPARISONS, key_for

__all__ = ["Evaluate", "Test", "key_function", "truth_function", "value_function"]

KeyOf: TypeAlias = Callable[[Reader, Values], Key]

# Kinds of arguments that a key holds as they are, and that are never mixed up with others there.
_PLAIN: Final = frozenset((type(None), str, int, float, Vec3))
_PLAIN_TRUTHS: Final = frozenset((type(None), str, bool, Vec3))
_FLIPPED: Final = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}


def value_function(meaning: Meaning) -> Evaluate:
    """What works the value out."""
    match meaning:
        case Constant():
            value = meaning.value
            return lambda _reader, _bound: value
        case Bound():
            index = meaning.index
            return lambda _reader, bound: bound[index]
        case Reading():
            return _reading(meaning)
        case Many():
            members = tuple(map(value_function, meaning.members))
            return lambda reader, bound: tuple([one(reader, bound) for one in members])
        case Operation() if meaning.type != TRUTH:
            return _operation(meaning)
        case _:
            return truth_function(meaning)


def truth_function(meaning: Meaning) -> Test:
    """What works out whether it holds."""
    match meaning:
        case Constant():
            value = bool(meaning.value)
            return lambda _reader, _bound: value
        case Joined():
            return _all(meaning) if meaning.operator == "and" else _any(meaning)
        case Inverse():
            return _inverse(meaning.operand)
        case Operation() if meaning.type == TRUTH:
            return _comparison(meaning)
        case Reading() if meaning.key is not None:
            return sense_test(meaning.key, meaning.function)
        case _:
            evaluate = value_function(meaning)
            return lambda reader, bound: bool(evaluate(reader, bound))


def key_function(reading: Reading) -> KeyOf:
    """What works out where a reading is filed."""
    name, expects_truth, fixed = reading.name, reading.expects_truth, reading.key
    if fixed is not None:
        return lambda _reader, _bound: fixed
    arguments = tuple(map(value_function, reading.arguments))
    plain = tuple(_PLAIN_TRUTHS if one else _PLAIN for one in expects_truth)
    if len(arguments) == 1:
        return _key_with_one(name, arguments[0], expects_truth[0])

    def key(reader: Reader, bound: Values) -> Key:
        values = [one(reader, bound) for one in arguments]
        for value, kinds in zip(values, plain, strict=True):
            if type(value) not in kinds:
                return key_for(name, values, expects_truth)
        return (name, *values)

    return key


def _key_with_one(name: str, argument: Evaluate, expects_truth: bool) -> KeyOf:  # noqa: FBT001 - inner
    plain = _PLAIN_TRUTHS if expects_truth else _PLAIN

    def key(reader: Reader, bound: Values) -> Key:
        value = argument(reader, bound)
        return (name, value) if type(value) in plain else key_for(name, (value,), (expects_truth,))

    return key


def _reading(reading: Reading) -> Evaluate:
    if reading.key is not None:
        return sense_value(reading.key, reading.function)
    key_of, function = key_function(reading), reading.function

    def read(reader: Reader, bound: Values) -> Any:
        key = key_of(reader, bound)
        try:
            return reader.values[key]
        except KeyError:
            return reader.work_out(key, function)

    return read


def _operation(meaning: Operation) -> Evaluate:
    function = meaning.function
    left, right = value_function(meaning.left), value_function(meaning.right)
    return lambda reader, bound: function(left(reader, bound), right(reader, bound))


def _all(meaning: Joined) -> Test:
    parts = tuple(map(truth_function, meaning.parts))
    if len(parts) == 2:
        first, second = parts
        return lambda reader, bound: first(reader, bound) and second(reader, bound)

    def hold(reader: Reader, bound: Values) -> bool:
        for part in parts:  # noqa: SIM110 - a generator would cost more than the parts
            if not part(reader, bound):
                return False
        return True

    return hold


def _any(meaning: Joined) -> Test:
    parts = tuple(map(truth_function, meaning.parts))
    if len(parts) == 2:
        first, second = parts
        return lambda reader, bound: first(reader, bound) or second(reader, bound)

    def holds(reader: Reader, bound: Values) -> bool:
        for part in parts:  # noqa: SIM110 - as above
            if part(reader, bound):
                return True
        return False

    return holds


def _inverse(operand: Meaning) -> Test:
    if isinstance(operand, Reading) and operand.key is not None:
        return no_sense_test(operand.key, operand.function)
    test = truth_function(operand)
    return lambda reader, bound: not test(reader, bound)


def _comparison(meaning: Operation) -> Test:
    left, right, operator = meaning.left, meaning.right, meaning.operator
    if isinstance(left, Constant) and operator in _FLIPPED:
        left, right, operator = right, left, _FLIPPED[operator]
    if isinstance(left, Reading) and left.key is not None and isinstance(right, Constant):
        found = sense_comparison(left.key, left.function, operator, right.value)
        if found is not None:
            return found
    if operator == "in" and isinstance(right, Constant) and _are_texts(right.value):
        return _is_one_of(value_function(left), right.value)
    test = COMPARISONS[operator]
    one, other = value_function(left), value_function(right)
    return lambda reader, bound: test(one(reader, bound), other(reader, bound))


def _are_texts(value: Any) -> bool:
    return isinstance(value, tuple) and all(isinstance(one, str) for one in value)


def _is_one_of(member: Evaluate, texts: tuple[str, ...]) -> Test:
    known, otherwise = frozenset(texts), COMPARISONS["in"]

    def holds(reader: Reader, bound: Values) -> bool:
        value = member(reader, bound)
        return value in known if type(value) is str else otherwise(value, texts)

    return holds
