"""Attribute values between text and Python.

Readers come in two tempers. Servers are read strictly: a value that is not what the dialect says
makes the line malformed. Clients are read as the real servers read them: numbers by their longest
sensible prefix, rubbish as zero, vectors with commas or blanks.
"""

from __future__ import annotations

import functools
import math
import re
from typing import TYPE_CHECKING, Any, Final

from agentfw.engines.gamebots.dialect import ValueType
from agentfw.engines.gamebots.grammar import Malformed
from agentfw.errors import LocalProtocolError
from agentfw.geometry import ORIGIN

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["LENIENT", "STRICT", "is_false", "is_nothing", "is_safe", "writer"]

# Unreal prints its words for true and false in the language of the installation.
_TRUE: Final = frozenset({"true", "1", "vero", "verdadero", "cierto", "vrai", "wahr"})
_FALSE: Final = frozenset({"false", "0", "-0", "falso", "faux", "falsch"})
_NOTHING: Final = frozenset({"", "none", "null"})
_NUMBER_PREFIX: Final = re.compile(r" *[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)")
_PAIRS: Final = re.compile(r"\{([^{}]*) ([-+.0-9]+)\}")
_SANITIZED: Final = {ord("{"): "_", ord("}"): "_", ord("\r"): " ", ord("\n"): " ", ord("\0"): None}
_WHOLE: Final = re.compile(r"\s*[+-]?[0-9]+\s*")


def is_nothing(text: str | None) -> bool:
    """Whether a server wrote that there is no such value."""
    return text is None or text.strip().casefold() in _NOTHING


def is_false(text: str | None) -> bool:
    """Whether an attribute that is there all the same says no."""
    return text is not None and text.casefold() in _FALSE


def _int(text: str) -> int:
    if not _WHOLE.fullmatch(text):
        return int(_float(text))  # some servers write whole numbers with a point
    try:
        return int(text)
    except ValueError:  # thousands of digits
        raise Malformed("is not a number") from None


def _float(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        raise Malformed("is not a number") from None
    # Python also reads underscores, "infinity" and "nan"; no server writes them.
    if not math.isfinite(number) or "_" in text:
        raise Malformed("is not a number")
    return number


def _bool(text: str) -> bool:
    folded = text.strip().casefold()
    if folded in _TRUE:
        return True
    if folded in _FALSE:
        return False
    raise Malformed("is neither true nor false")


def _triple(text: str, read: Callable[[str], float], what: str) -> list[float]:
    parts = text.split(",") if "," in text else text.split()
    if len(parts) != 3:
        raise Malformed(f"is not {what}")
    return [read(part) for part in parts]


def _vector(text: str) -> list[float]:
    return _triple(text, _float, "a vector of three numbers")


def _rotation(text: str) -> list[float]:
    return _triple(text, _int, "a rotation of three whole numbers")


def _name(text: str) -> str:
    return "" if text == "None" else text


def _step(text: str) -> list[Any]:
    place, _, location = text.rpartition(" ")
    return [place, _vector(location)]


def _pairs(text: str) -> list[list[Any]]:
    # An id may hold blanks, so the value is what follows the last one.
    pairs = _PAIRS.findall(text)
    if len(pairs) != text.count("{"):
        raise Malformed("is not a list of names and numbers")
    try:
        return [[key, _float(value)] for key, value in pairs]
    except Malformed:
        raise Malformed("is not a list of names and numbers") from None


STRICT: Final[Mapping[ValueType, Callable[[str], Any]]] = {
    ValueType.INT: _int,
    ValueType.FLOAT: _float,
    ValueType.BOOL: _bool,
    ValueType.BIT: _bool,
    ValueType.TEXT: str,
    ValueType.ID: _name,
    ValueType.CLASS: _name,
    ValueType.VECTOR: _vector,
    ValueType.ROTATION: _rotation,
    ValueType.WORD: str.strip,
    ValueType.TITLE: str.strip,
    ValueType.STEP: _step,
    ValueType.PAIRS: _pairs,
}
"""What a server wrote, as plain values that fit the fields; raises `Malformed`."""


def _lenient_float(text: str) -> float:
    match = _NUMBER_PREFIX.match(text[:64])
    return float(match.group()) if match else 0.0


def _lenient_int(text: str) -> int:
    return int(_lenient_float(text))


def _lenient_bool(text: str) -> bool:
    folded = text.strip().casefold()
    return folded == "true" or (folded != "false" and _lenient_float(folded) != 0.0)


def _lenient_triple(text: str, read: Callable[[str], float]) -> list[float]:
    # One client wraps its points as ("1 2 3").
    bare = text.strip('()"')
    separator = " " if " " in bare else ","
    first, rest = _cut(bare, separator)
    return [read(first), *map(read, _cut(rest, separator))]


def _cut(text: str, separator: str) -> tuple[str, str]:
    """Both sides of the first separator; without one, the servers take all for the right side."""
    left, found, right = text.partition(separator)
    return (left, right) if found else ("", text)


LENIENT: Final[Mapping[ValueType, Callable[[str], Any]]] = {
    **STRICT,
    ValueType.INT: _lenient_int,
    ValueType.FLOAT: _lenient_float,
    ValueType.BOOL: _lenient_bool,
    ValueType.BIT: _lenient_bool,
    ValueType.VECTOR: lambda text: _lenient_triple(text, _lenient_float),
    ValueType.ROTATION: lambda text: _lenient_triple(text, _lenient_int),
}
"""What a client wrote, as the servers understand it; never fails on numbers."""


@functools.cache
def writer(kind: ValueType, decimals: int) -> Callable[[Any], str]:
    """The function that turns a field's value into the text of an attribute."""
    number = f"%.{decimals}f"

    def write_float(value: float) -> str:
        if not math.isfinite(value):
            raise LocalProtocolError(f"{value} cannot be sent as a number")
        return number % value

    def write_vector(value: Any) -> str:
        return ",".join(map(write_float, (value.x, value.y, value.z)))

    writers: dict[ValueType, Callable[[Any], str]] = {
        ValueType.INT: lambda value: str(int(value)),
        ValueType.FLOAT: write_float,
        ValueType.BOOL: lambda value: "True" if value else "False",
        ValueType.BIT: lambda value: "1" if value else "0",
        ValueType.TEXT: _safe,
        ValueType.ID: lambda value: _safe(value) or "None",
        ValueType.CLASS: lambda value: _safe(value) or "None",
        ValueType.VECTOR: write_vector,
        ValueType.ROTATION: lambda value: f"{value.pitch},{value.yaw},{value.roll}",
        ValueType.WORD: lambda value: value if isinstance(value, str) else value.value,
        ValueType.TITLE: lambda value: str(getattr(value, "value", value)).capitalize(),
        ValueType.STEP: lambda step: f"{_safe(step.id)} {write_vector(step.location or ORIGIN)}",
        ValueType.PAIRS: lambda pairs: " ".join(
            f"{{{_safe(str(key))} {write_float(item) if isinstance(item, float) else item}}}"
            for key, item in pairs
        ),
    }
    return writers[kind]


def is_safe(text: str) -> bool:
    """Whether the text arrives as it is: in Latin-1, and nothing in it ends the attribute."""
    is_latin = text.isprintable() and all(ord(character) < 256 for character in text)
    return is_latin and "{" not in text and "}" not in text and text.strip() == text


def _safe(text: str) -> str:
    """The text without anything that would end its attribute or its line."""
    return text.translate(_SANITIZED)
