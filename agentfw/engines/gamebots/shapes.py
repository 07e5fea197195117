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

from typing import TYPE_CHECKING, Any, Final, Protocol

import msgspec

from agentfw.engines.gamebots.dialect import ValueType

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
_FEW: Final = 5
"""Up to so many attributes swapping is faster than cutting (measured)."""
_cut: Final = str.removeprefix
_FIXED: Final = (ValueType.TAG, ValueType.PRESENT)


class Shape(Protocol):
    """One order of attributes of one form."""

    is_fleeting: bool

    def read(self, text: str) -> Any:
        """The struct for this line, or None when it is not exactly of this shape.

        The line must end in a brace and hold neither quotes nor backslashes, nor any brace besides
        those around its attributes.
        """


class _SwapShape:
    """Swaps one name after the other: best for short lines, each swap copies the line."""

    __slots__ = ("_decode", "_end", "_growth", "_has_names", "_swaps", "is_fleeting")

    def __init__(self, form: Form, swaps: Sequence[tuple[str, str]], end: str) -> None:
        self.is_fleeting = form.fleeting
        # Padded so that every swap makes the text longer: then the length tells whether each of
        # them was made, and no two of them can hide each other's absence.
        self._swaps = [(old, new.ljust(len(old) + 1)) for old, new in swaps]
        self._growth = sum(len(new) - len(old) for old, new in self._swaps)
        self._has_names = any(new.endswith(_NAME[0]) for _, new in swaps)
        self._end = end
        self._decode = msgspec.json.Decoder(form.struct, strict=False).decode

    def read(self, text: str) -> Any:
        json = text
        for old, new in self._swaps:
            json = json.replace(old, new, 1)
        if len(json) != len(text) + self._growth:
            return None
        json = json[:-1] + self._end
        if self._has_names:
            json = json.replace(_NONE, _EMPTY)
        try:
            return self._decode(json)
        except (msgspec.DecodeError, UnicodeEncodeError):
            return None


class _CutShape:
    """Cuts all names off at once and fills a template: best for long lines."""

    __slots__ = ("_decode", "_growth", "_names", "_template", "is_fleeting")

    def __init__(self, form: Form, swaps: Sequence[tuple[str, str]], end: str) -> None:
        self.is_fleeting = form.fleeting
        self._names = [old.removeprefix(_SEPARATOR) for old, _ in swaps]
        self._template = "".join(f"{_percent(new)}%s" for _, new in swaps) + _percent(end)
        # A name that was not there to be cut off leaves the text longer than this.
        filled = len(self._template % (("",) * len(swaps)))
        self._growth = filled - sum(len(old) for old, _ in swaps) - len("}")
        self._decode = msgspec.json.Decoder(form.struct, strict=False).decode

    def read(self, text: str) -> Any:
        json = self._template % tuple(map(_cut, text[:-1].split(_SEPARATOR), self._names))
        if len(json) != len(text) + self._growth:
            return None
        try:
            return self._decode(json.replace(_NONE, _EMPTY))
        except (msgspec.DecodeError, UnicodeEncodeError):
            return None


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
        if attribute.kind in _FIXED:
            # Only this very value makes the shape, so the whole attribute is swapped.
            value = attribute.preset if attribute.kind is ValueType.TAG else True
            swaps.append((f"{before}{name} {text}", f'{after}"{attribute.field}":{_json(value)}'))
            close = ""
        elif attribute.kind in _BRACKETS and not attribute.is_numbered:
            opening, close = _BRACKETS[attribute.kind]
            swaps.append((f"{before}{name} ", f'{after}"{attribute.field}"{opening}'))
        else:
            return None
        before, after = _SEPARATOR, f"{close},"
    presets = [f',"{field}":{_json(value)}' for field, value in form.presets if field not in fields]
    kind = _SwapShape if len(swaps) <= _FEW else _CutShape
    return kind(form, swaps, "".join([close, *presets, "}"]))


def _percent(text: str) -> str:
    return text.replace("%", "%%")


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
