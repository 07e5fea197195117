"""The fast way to read a line: rewrite it as JSON and let msgspec type it.

A server writes the same attributes in the same order every time, so one *shape* (a word with its
attribute names in order) covers nearly all lines of a kind. Each name with the braces around it is
swapped for the JSON that belongs there, ``} {Location `` for ``,"location":[``, and the result is
decoded straight into the struct. All of that happens in C and costs about as much as splitting the
line into a dictionary of strings.

A shape never guesses. Anything unusual (a quote, an escape, a number that JSON would not take, a
missing or additional attribute) makes `read` return None, and the careful reader decides.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import msgspec

from agentfw.engines.gamebots.dialect import ValueType
from agentfw.engines.gamebots.values import is_false

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agentfw.engines.gamebots.dialect import Attribute, Form

__all__ = ["Shape", "make_shape"]

# What stands before and after a value. Names follow their colon at once and other texts do not, so
# that the name "None" can be told from a text that happens to read so.
_NUMBER: Final = (":", "")
_TEXT: Final = (': "', '"')
_NAME: Final = (':"', '"')
_ARRAY: Final = (":[", "]")
_BRACKETS: Final = {
    ValueType.INT: _NUMBER,
    ValueType.FLOAT: _NUMBER,
    ValueType.BOOL: _TEXT,
    ValueType.BIT: _TEXT,
    ValueType.TEXT: _TEXT,
    ValueType.WORD: _TEXT,
    ValueType.TITLE: _TEXT,
    ValueType.ID: _NAME,
    ValueType.CLASS: _NAME,
    ValueType.VECTOR: _ARRAY,
    ValueType.ROTATION: _ARRAY,
}
_NONE, _EMPTY = ':"None"', ':""'
_SEPARATOR: Final = "} {"
_FEW: Final = 8
"""Up to so many attributes swapping is faster than cutting (measured)."""
_FIXED: Final = (ValueType.TAG, ValueType.PRESENT)


class Shape(msgspec.Struct, frozen=True):
    """One order of attributes of one form."""

    read: Callable[[str], Any]
    """Gives the struct for a line, or None when the line is not exactly of this shape.

    The line must end in a brace, hold neither quotes nor backslashes, and have as many opening braces
    as `braces` says.
    """
    braces: int
    """How many attributes a line of this shape has; 0 where no value can hide a brace from JSON."""
    is_fleeting: bool


def _swapping(form: Form, swaps: Sequence[tuple[str, str]], end: str) -> Callable[[str], Any]:
    """Swaps one name after the other: best for short lines, as each swap copies the line."""
    # Every swap makes the text longer, so the length tells whether each of them was made.
    growth = sum(len(new) - len(old) for old, new in swaps)
    decode = msgspec.json.Decoder(form.struct, strict=False).decode
    has_names = any(new.endswith(_NAME[0]) for _, new in swaps)

    def read(text: str) -> Any:
        json = text
        for old, new in swaps:
            json = json.replace(old, new, 1)
        if len(json) != len(text) + growth:
            return None
        if end != "}":
            json = json[:-1] + end
        if has_names:
            json = json.replace(_NONE, _EMPTY)
        try:
            return decode(json)
        except (msgspec.DecodeError, UnicodeEncodeError):
            return None

    return read


def _cutting(form: Form, swaps: Sequence[tuple[str, str]], end: str) -> Callable[[str], Any]:
    """Cuts all names off at once and fills a template: best for long lines."""
    names = [old.removeprefix(_SEPARATOR) for old, _ in swaps]
    template = "".join(f"{_percent(new)}%s" for _, new in swaps) + _percent(end)
    # A name that was not there to be cut off leaves the text longer than this.
    filled = len(template % (("",) * len(swaps)))
    growth = filled - sum(len(old) for old, _ in swaps) - len("}")
    decode = msgspec.json.Decoder(form.struct, strict=False).decode
    cut = str.removeprefix

    def read(text: str) -> Any:
        pieces = text[:-1].split(_SEPARATOR)
        if len(pieces) != len(names):
            return None
        json = template % tuple(map(cut, pieces, names))
        if len(json) != len(text) + growth:
            return None
        try:
            return decode(json.replace(_NONE, _EMPTY))
        except (msgspec.DecodeError, UnicodeEncodeError):
            return None

    return read


def make_shape(word: str, form: Form, attributes: Sequence[tuple[Attribute, str, str]]) -> Shape | None:
    """The shape of a line whose attributes are (attribute, name as written, text), in order.

    None for lines that are not written as JSON so easily: nested, numbered or grouped attributes, or
    one field told twice.
    """
    fields = [attribute.field for attribute, _, _ in attributes]
    if len(set(fields)) != len(fields) or form.groups:
        return None
    swaps: list[tuple[str, str]] = []
    before, after = word + " {", "{"
    for attribute, name, text in attributes:
        if attribute.kind is ValueType.TAG and is_false(text):
            return None
        if attribute.kind in _FIXED:
            # Only this very value makes the shape, so the whole attribute is swapped.
            value = attribute.preset if attribute.kind is ValueType.TAG else True
            swaps.append(_swap(f"{before}{name} {text}", after, f'"{attribute.field}":{_json(value)}'))
            close = ""
        elif attribute.kind in _BRACKETS and not attribute.is_numbered:
            opening, close = _BRACKETS[attribute.kind]
            swaps.append(_swap(f"{before}{name} ", after, f'"{attribute.field}"{opening}'))
        else:
            return None
        before, after = _SEPARATOR, f"{close},"
    presets = [f',"{field}":{_json(value)}' for field, value in form.presets if field not in fields]
    make = _swapping if len(swaps) <= _FEW else _cutting
    hides_braces = any(_BRACKETS.get(attribute.kind) in (_TEXT, _NAME) for attribute, _, _ in attributes)
    braces = len(attributes) if hides_braces else 0
    return Shape(make(form, swaps, "".join([close, *presets, "}"])), braces, form.fleeting)


def _swap(old: str, after: str, new: str) -> tuple[str, str]:
    """What to swap for what, padded between two JSON tokens so that the text always grows.

    Then no two swaps that were not made can hide each other's absence in the length of the line.
    """
    padding = " " * max(0, len(old) + 1 - len(after) - len(new))
    return old, f"{after}{padding}{new}"


def _percent(text: str) -> str:
    return text.replace("%", "%%")


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
