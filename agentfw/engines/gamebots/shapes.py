"""The fast way to read a line: rewrite it as JSON and let msgspec type it.

A server writes the same attributes in the same order every time, so one *shape* (a word with its
attribute names in order) covers nearly all lines of a kind. For each shape there is a template such
as ``{"id":"%s","location":[%s]}``. Cutting the names off, filling the template and decoding the
result straight into the struct happens in C and costs about as much as splitting the line into a
dictionary of strings.

A shape never guesses. Anything unusual (a quote, an escape, a number that JSON would not take, a
missing or additional attribute) makes `read` return None, and the careful reader decides.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from agentfw.engines.gamebots.dialect import ValueType

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agentfw.engines.gamebots.dialect import Attribute, Form

__all__ = ["Shape", "make_shape"]

_SLOTS: Final = {
    ValueType.INT: "%s",
    ValueType.FLOAT: "%s",
    ValueType.BOOL: '"%s"',
    ValueType.BIT: '"%s"',
    ValueType.TEXT: '"%s"',
    ValueType.ID: '"%s"',
    ValueType.CLASS: '"%s"',
    ValueType.WORD: '"%s"',
    ValueType.TITLE: '"%s"',
    ValueType.VECTOR: "[%s]",
    ValueType.ROTATION: "[%s]",
}
_NAMES: Final = (ValueType.ID, ValueType.CLASS)
_NO_NAME: Final = "None"
_cut_prefix: Final = str.removeprefix


class Shape:
    """One order of attributes of one form."""

    __slots__ = ("_decode", "_growth", "_names", "_prefixes", "_template", "fate", "form")

    def __init__(
        self, form: Form, prefixes: Sequence[str], slots: Sequence[str], names: Sequence[int]
    ) -> None:
        self.form = form
        self.fate = form.fate
        self._template = "{" + ",".join(slots) + "}"
        self._prefixes = tuple(prefixes)
        self._names = tuple(names)
        # How many characters longer the filled template is than the attributes on the line. A name
        # that was not there to be cut off leaves the text longer, so one comparison checks them all.
        separators = len("} {") * (len(prefixes) - 1) + len("}")
        self._growth = (
            len(self._template % (("",) * len(prefixes))) - sum(map(len, prefixes)) - separators
        )
        self._decode = msgspec.json.Decoder(form.struct, strict=False).decode

    def read(self, pieces: list[str], size: int) -> Any:
        """The struct for these attributes, or None when they are not exactly of this shape.

        `pieces` is the line after its first opening brace, split at ``} {``, without the last
        brace; `size` is the length of that part of the line with the last brace.
        """
        values = list(map(_cut_prefix, pieces, self._prefixes))
        size += self._growth
        for index in self._names:
            if values[index] == _NO_NAME:
                values[index] = ""
                size -= len(_NO_NAME)
        text = self._template % tuple(values)
        if len(text) != size:
            return None
        try:
            return self._decode(text)
        except (msgspec.DecodeError, UnicodeEncodeError):
            return None


def make_shape(form: Form, attributes: Sequence[tuple[Attribute, str, str]]) -> Shape | None:
    """The shape of a line whose attributes are (attribute, name as written, text), in order.

    None for lines that JSON templates cannot express: nested, numbered or grouped attributes, or
    one field told twice.
    """
    fields = [attribute.field for attribute, _, _ in attributes]
    if len(set(fields)) != len(fields) or form.groups:
        return None
    prefixes, slots, names = [], [], []
    for index, (attribute, name, text) in enumerate(attributes):
        if attribute.kind in (ValueType.TAG, ValueType.PRESENT):
            # Only this very value makes the shape, so the whole attribute is its prefix.
            value = attribute.preset if attribute.kind is ValueType.TAG else True
            prefixes.append(f"{name} {text}")
            slots.append(f'"{attribute.field}":{_json(value)}%s')
            continue
        if attribute.is_numbered or attribute.kind not in _SLOTS:
            return None
        prefixes.append(f"{name} ")
        slots.append(f'"{attribute.field}":{_SLOTS[attribute.kind]}')
        if attribute.kind in _NAMES:
            names.append(index)
    presets = [preset for preset in form.presets if preset[0] not in fields]
    slots += [f'"{field}":{_json(value)}' for field, value in presets]
    return Shape(form, prefixes, slots, names)


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode().replace("%", "%%")
