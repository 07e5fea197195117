"""The careful reader: attributes as text into the struct of one form.

It knows every oddity of the wire: any spelling of a name, flags without values, numbered and grouped
attributes, words that are new to a closed set. Fast paths may skip it only where they give the same
result.
"""

from __future__ import annotations

import enum
import functools
import re
import typing
from typing import TYPE_CHECKING, Any, Final

import msgspec

from agentfw.engines.gamebots.dialect import AXES, TEXTS, Attribute, Form, ValueType, leaf_type
from agentfw.engines.gamebots.grammar import Malformed
from agentfw.engines.gamebots.values import LENIENT, is_false, is_nothing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from agentfw.engines.gamebots.grammar import RawAttribute

__all__ = ["FormReader", "with_axes"]

_MAX_SPELLINGS: Final = 256
"""How many unusual spellings of attribute names are kept for one form."""
_MAX_NAME: Final = 64
_NUMBERED: Final = re.compile(r"(?P<stem>.*?)(?P<number>[0-9]{1,4})")
# Servers read a number, a truth value or a text that was not sent as zero, false or empty.
_ZEROS: Final = {
    ValueType.INT: 0,
    ValueType.FLOAT: 0.0,
    ValueType.BOOL: False,
    ValueType.BIT: False,
    ValueType.TEXT: "",
}
_CLOSED: Final = (ValueType.WORD, ValueType.TITLE, ValueType.INT)
_READ_AS_TEXT: Final = (ValueType.TEXT, ValueType.ID, ValueType.CLASS, ValueType.PAIRS)


class FormReader:
    """Everything about one form that reading needs."""

    def __init__(self, form: Form, readers: Mapping[ValueType, Callable[[str], Any]]) -> None:
        self.form = form
        self._readers = readers
        self._spellings: dict[str, tuple[Attribute, str | None] | None] = {}
        self._known = dict(self._names(form))
        self._required = _required_fields(form.struct)
        leaves = _leaf_types(form.struct)
        self._words = {a.field: _words(leaves[a.field]) for a in form.attributes}
        self._fractional = {field for field, leaf in leaves.items() if leaf is float}
        self.is_nested = any(a.kind is ValueType.PAIRS for a in form.attributes)
        self.is_plain = not (
            self.is_nested or form.groups or any(a.is_numbered for a in form.attributes)
        )
        self.is_one_text = [a.kind for a in form.attributes] == [ValueType.TEXT]

    @staticmethod
    def _names(form: Form) -> Iterable[tuple[str, tuple[Attribute, str | None]]]:
        fold: Callable[[str], str] = str if form.exact_case else str.casefold
        for attribute in form.attributes:
            yield fold(attribute.name), (attribute, None)
        for group in form.groups:
            for attribute in group.attributes:
                yield fold(group.prefix + attribute.name), (attribute, group.field)

    def find(self, name: str) -> tuple[Attribute, str | None] | None:
        """The attribute of that name and the group it is in, whatever the spelling."""
        if name in self._spellings:
            return self._spellings[name]
        folded = name if self.form.exact_case else name.casefold()
        numbered = _NUMBERED.fullmatch(folded)
        found = self._known.get(folded)
        if found is None and numbered is not None:
            found = self._known.get(f"{numbered['stem']}#")
        if found is not None and found[0].is_numbered and numbered is None:
            found = None  # a "#" that somebody really wrote
        if len(self._spellings) < _MAX_SPELLINGS and len(name) <= _MAX_NAME:
            self._spellings[name] = found
        return found

    def is_text(self, name: str) -> bool:
        """Whether the value of that attribute may hold anything, stray braces included."""
        found = self.find(name)
        return found is not None and found[0].kind in TEXTS

    def build(self, raw: Sequence[RawAttribute]) -> Any:
        """The struct for these attributes; raises `Malformed`."""
        fields: dict[str, Any] = {}
        extra: list[tuple[str, str]] = []
        for name, text in raw:
            found = self.find(name)
            if found is None:
                extra.append((name, text or ""))
                continue
            attribute, group = found
            target = fields if group is None else fields.setdefault(group, {})
            try:
                if attribute.kind in _CLOSED and not self._is_known_word(attribute, text):
                    extra.append((name, text or ""))
                else:
                    self._set(target, attribute, name, text)
            except Malformed as reason:
                raise Malformed(f'attribute "{name}": "{text}" {reason}') from None
        return self._finish(fields, extra)

    def _set(self, fields: dict[str, Any], attribute: Attribute, name: str, text: str | None) -> None:
        kind, field = attribute.kind, attribute.field
        if kind is ValueType.INT and field in self._fractional:
            kind = ValueType.FLOAT  # told as a whole number, but nothing is lost if it is not one
        if attribute.is_numbered:
            index = int(name[len(attribute.name) - 1 :])
            fields.setdefault(field, {})[index] = self._readers[kind](text or "")
        elif kind is ValueType.TAG:
            if not is_false(text):
                fields[field] = attribute.preset
        elif field in fields:
            return  # the first one wins, as on the servers
        elif kind is ValueType.PRESENT:
            fields[field] = True
        elif text is None and kind in (ValueType.BOOL, ValueType.BIT):
            fields[field] = True  # a flag without a value is set by being there
        elif kind in _READ_AS_TEXT or not is_nothing(text):
            fields[field] = self._readers[kind](text or "")

    def _is_known_word(self, attribute: Attribute, text: str | None) -> bool:
        """False for a value that is new to a closed set, which is kept as text instead."""
        words = self._words.get(attribute.field)
        if words is None or text is None or is_nothing(text):
            return True
        if attribute.kind is ValueType.INT:
            return self._readers[ValueType.INT](text) in words
        return text.strip().casefold() in words

    def _finish(self, fields: dict[str, Any], extra: list[tuple[str, str]]) -> Any:
        for attribute in self.form.attributes:
            if attribute.is_numbered and attribute.field in fields:
                numbered = fields[attribute.field]
                fields[attribute.field] = [numbered[index] for index in sorted(numbered)]
        for field, value in self.form.presets:
            fields.setdefault(field, value)
        for field in self._required:
            if field not in fields:
                fields[field] = self._stand_in(field)
        if extra:
            fields["extra"] = extra
        try:
            return msgspec.convert(fields, self.form.struct, strict=False)
        except msgspec.ValidationError as error:
            raise Malformed(f"does not fit: {error}") from None

    def _stand_in(self, field: str) -> Any:
        """What a reader makes of a field that nobody told but the struct cannot do without."""
        attribute = next((a for a in self.form.attributes if a.field == field), None)
        if attribute is not None and self._readers is LENIENT and attribute.kind in _ZEROS:
            return _ZEROS[attribute.kind]
        raise Malformed(f"has no {attribute.name if attribute else field}")


def with_axes(form: Form, raw: list[RawAttribute]) -> list[RawAttribute]:
    """The attributes, with a vector put together from ``X``, ``Y``, ``Z`` when it is missing."""
    told = {name.casefold(): value or "" for name, value in reversed(raw)}
    for kind, axes in AXES.items():
        first = next((a for a in form.attributes if a.kind is kind), None)
        if first is None or first.name.casefold() in told or not any(axis in told for axis in axes):
            continue
        raw = [item for item in raw if item[0].casefold() not in axes]
        raw.append(
            (first.name, ",".join(str(LENIENT[ValueType.FLOAT](told.get(axis, ""))) for axis in axes))
        )
    return raw


def _required_fields(struct: type[msgspec.Struct]) -> list[str]:
    return [field.name for field in msgspec.structs.fields(struct) if field.required]


@functools.cache
def _leaf_types(struct: type[msgspec.Struct]) -> dict[str, Any]:
    return {field: leaf_type(hint) for field, hint in typing.get_type_hints(struct).items()}


def _words(leaf: Any) -> frozenset[str | int] | None:
    """The closed set of words a field can hold, or None where any text will do."""
    if isinstance(leaf, type) and issubclass(leaf, enum.Enum) and not issubclass(leaf, enum.Flag):
        return frozenset(member.value for member in leaf)
    return None
