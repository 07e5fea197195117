"""What operators mean while a plan runs. Nothing here raises, whatever the values are.

With ``nothing``, or with a value of a kind that does not fit, comparisons do not hold and calculations
give ``nothing`` again. Only ``==`` and ``!=`` know what to do with everything.
"""

from __future__ import annotations

import math
import operator
import sys
from collections.abc import Callable, Iterable
from typing import Any, Final, Self, TypeAlias

from agentfw.geometry import Vec3
from agentfw.language.types import ANYTHING, LOCATION, NUMBER, TEXT, TRUTH, Key, Type

__all__ = ["CALCULATIONS", "COMPARISONS", "equal", "frozen", "is_number", "key_for", "type_of"]

Operation: TypeAlias = Callable[[Any, Any], Any]
_LARGEST: Final = sys.float_info.max
_NUMBERS: Final = (int, float)
_LISTS: Final = (tuple, list)
_HOLD_MEMBERS: Final = (tuple, list, set, frozenset)


def is_number(value: object) -> bool:
    """Whether a value is a number; truths are none."""
    return isinstance(value, _NUMBERS) and not isinstance(value, bool)


def equal(left: Any, right: Any) -> bool:
    """Whether two values are the same; 1 and ``true`` are not, nor are a number and a text."""
    if isinstance(left, _LISTS) and isinstance(right, _LISTS):
        return len(left) == len(right) and all(map(equal, left, right))
    if isinstance(left, bool) is not isinstance(right, bool):
        return False
    try:
        return bool(left == right)
    except Exception:  # noqa: BLE001 - a skill may give anything, arrays that compare to arrays too
        return False


def _unequal(left: Any, right: Any) -> bool:
    return not equal(left, right)


def _is_in(member: Any, whole: Any) -> bool:
    if isinstance(whole, str):
        return isinstance(member, str) and member in whole
    if isinstance(whole, _HOLD_MEMBERS):
        return any(equal(member, one) for one in whole)
    return False


def _ordering(compare: Operation) -> Callable[[Any, Any], bool]:
    def holds(left: Any, right: Any) -> bool:
        if is_number(left) and is_number(right):
            return bool(compare(left, right))
        return isinstance(left, str) and isinstance(right, str) and bool(compare(left, right))

    return holds


def _calculation(calculate: Operation) -> Operation:
    def result(left: Any, right: Any) -> Any:
        if not is_number(left) or not is_number(right):
            return None
        try:
            value = calculate(left, right)
        except ArithmeticError:
            return None
        # Whole numbers have no end in Python: they must not grow until the machine is full either.
        if -_LARGEST <= value <= _LARGEST:
            return value
        is_endless = value in (math.inf, -math.inf) and math.inf in (left, right, -left, -right)
        return value if is_endless else None

    return result


COMPARISONS: Final[dict[str, Callable[[Any, Any], bool]]] = {
    "<": _ordering(operator.lt),
    "<=": _ordering(operator.le),
    ">": _ordering(operator.gt),
    ">=": _ordering(operator.ge),
    "==": equal,
    "!=": _unequal,
    "in": _is_in,
}

CALCULATIONS: Final[dict[str, Operation]] = {
    "+": _calculation(operator.add),
    "-": _calculation(operator.sub),
    "*": _calculation(operator.mul),
    "/": _calculation(operator.truediv),
    "%": _calculation(operator.mod),
}


def frozen(value: Any) -> Any:
    """The value in a form that a key can hold: lists become tuples; what cannot be held is None."""
    if isinstance(value, list):
        return tuple(map(frozen, value))
    if isinstance(value, set):
        return frozenset(value)
    try:
        hash(value)
    except TypeError:
        return tuple(map(frozen, value)) if isinstance(value, tuple) else None
    return value


class _OddName(str):
    """The name in a key whose arguments Python would mix up with those of another key.

    To Python 1 and True are equal, so that the readings ``f(1)`` and ``f(true)`` would be one. A truth
    that stands where none is expected, or a number where a truth is, gives the name a mark.
    """

    __slots__ = ("mark",)
    mark: str

    def __new__(cls, name: str, mark: str) -> Self:
        made = super().__new__(cls, name)
        made.mark = mark
        return made

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _OddName) and self.mark == other.mark and str.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash((str(self), self.mark))


def key_for(name: str, values: Iterable[Any], expects_truth: Iterable[bool]) -> Key:
    """The key under which a reading with these arguments is filed."""
    held = tuple(map(frozen, values))
    mark = "".join(map(_mark, held, expects_truth))
    return (_OddName(name, mark) if mark.strip(".") else name, *held)


def _mark(value: Any, expects_truth: bool) -> str:  # noqa: FBT001 - mapped over two rows
    if isinstance(value, tuple):
        return "".join(_mark(one, expects_truth) for one in value)
    if isinstance(value, bool):
        return "." if expects_truth else "t"
    return "n" if expects_truth and is_number(value) else "."


def type_of(value: Any) -> Type:
    """The type of a value that is known before the plan runs."""
    if isinstance(value, bool):
        return TRUTH
    if is_number(value):
        return NUMBER
    if isinstance(value, str):
        return TEXT
    if isinstance(value, _LISTS):
        kinds = {type_of(one) for one in value if one is not None}
        return Type("list", kinds.pop() if len(kinds) == 1 else ANYTHING)
    return LOCATION if isinstance(value, Vec3) else ANYTHING
