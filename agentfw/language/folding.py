"""What can be said of an expression before the plan runs."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from agentfw.language.meaning import (
    Bound,
    Constant,
    Inverse,
    Joined,
    Many,
    Meaning,
    Operation,
    Reading,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["UNKNOWN", "folded", "value_of"]


class _Unknown:
    """The value of what nobody can know yet."""

    def __repr__(self) -> str:
        return "UNKNOWN"


UNKNOWN: Final = _Unknown()
_NOTHING_KNOWN: Final[Mapping[Meaning, Any]] = MappingProxyType({})


def folded(meaning: Meaning) -> Meaning:
    """The same, as a constant if all that it is made of is constant."""
    match meaning:
        case Many(members=parts) | Joined(parts=parts):
            are_constant = all(isinstance(one, Constant) for one in parts)
        case Inverse(operand=operand):
            are_constant = isinstance(operand, Constant)
        case Operation(left=left, right=right):
            are_constant = isinstance(left, Constant) and isinstance(right, Constant)
        case _:
            return meaning
    return Constant(value_of(meaning), meaning.type) if are_constant else meaning


def value_of(meaning: Meaning, known: Mapping[Meaning, Any] = _NOTHING_KNOWN) -> Any:
    """The value that follows from what is known, or `UNKNOWN`.

    A part that decides is enough: ``false and x`` is false whatever x is.
    """
    if meaning in known:
        return known[meaning]
    match meaning:
        case Many():
            members = tuple(value_of(one, known) for one in meaning.members)
            return UNKNOWN if any(one is UNKNOWN for one in members) else members
        case Joined():
            return _joined(meaning, known)
        case Inverse():
            value = value_of(meaning.operand, known)
            return UNKNOWN if value is UNKNOWN else not value
        case Operation():
            return _operation(meaning, known)
        case _:
            return _leaf(meaning)


def _leaf(meaning: Constant | Bound | Reading) -> Any:
    if isinstance(meaning, Reading) and meaning.foregone is not None:
        return meaning.foregone
    return meaning.value if isinstance(meaning, Constant) else UNKNOWN


def _joined(meaning: Joined, known: Mapping[Meaning, Any]) -> Any:
    decides = meaning.operator == "or"
    result: Any = not decides
    for part in meaning.parts:
        value = value_of(part, known)
        if value is UNKNOWN:
            result = UNKNOWN
        elif bool(value) is decides:
            return decides
    return result


def _operation(meaning: Operation, known: Mapping[Meaning, Any]) -> Any:
    left, right = value_of(meaning.left, known), value_of(meaning.right, known)
    return UNKNOWN if left is UNKNOWN or right is UNKNOWN else meaning.function(left, right)
