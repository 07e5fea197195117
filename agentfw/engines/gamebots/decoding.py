"""Lines into structs, for both directions, compiled from the forms of a dialect.

Three ways, fastest first. A line that was read before costs one dictionary look-up, because games
repeat themselves. A new line of a known shape is typed by msgspec (`shapes`). Everything else goes
through the careful reader here, which knows all oddities and teaches the shapes.

All memory is bounded: readings are kept in two generations of a fixed size, shapes and spellings
up to a fixed number.
"""

from __future__ import annotations

import enum
import typing
from collections import defaultdict
from typing import TYPE_CHECKING, Any, Final, Generic, TypeAlias, TypeVar

import msgspec

from agentfw.engines.gamebots.dialect import (
    Attribute,
    Dialect,
    Fate,
    Form,
    ValueType,
    leaf_type,
)
from agentfw.engines.gamebots.grammar import (
    Malformed,
    RawAttribute,
    split_command,
    split_message,
    split_nested,
    split_word,
)
from agentfw.engines.gamebots.shapes import Shape, make_shape
from agentfw.engines.gamebots.values import LENIENT, STRICT, is_false, is_nothing
from agentfw.engines.gamebots.wire import Unknown, UnknownCommand

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

__all__ = ["CommandDecoder", "Fate", "MessageDecoder", "Reading", "Rejected"]

T = TypeVar("T", bound=msgspec.Struct)

_GENERATION: Final = 4096
"""How many lines one generation of the cache holds."""
_MAX_SHAPES: Final = 8
"""How many shapes are kept for one word and number of attributes."""
_MAX_SPELLINGS: Final = 256
"""How many unusual spellings of attribute names are kept for one form."""
_AXES: Final = {ValueType.VECTOR: ("x", "y", "z"), ValueType.ROTATION: ("pitch", "yaw", "roll")}


class Rejected(msgspec.Struct, frozen=True, gc=False):
    """A line that could not be read."""

    line: str
    reason: str


Reading: TypeAlias = tuple[Any, Fate, Form | None]
"""What became of one line: the message, its fate, and the form it was read by.

The message is a struct of the vocabulary or of `wire`, or `Rejected`; the form is None for unknown
words and rejected lines. A plain tuple, because one is made for every new line.
"""


class _FormReader:
    """Everything about one form that reading needs."""

    def __init__(self, form: Form, readers: Mapping[ValueType, Callable[[str], Any]]) -> None:
        self.form = form
        self._readers = readers
        self._spellings: dict[str, tuple[Attribute, str | None] | None] = {}
        self._known = dict(self._names(form))
        self._required = _required_fields(form.struct)
        self._words = {a.field: _words(form.struct, a.field) for a in form.attributes}
        self.is_nested = any(a.kind is ValueType.PAIRS for a in form.attributes)
        self.is_one_text = [a.kind for a in form.attributes] == [ValueType.TEXT]
        self.fate = form.fate

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
        found = self._known.get(folded) or self._known.get(folded.rstrip("0123456789") + "#")
        if len(self._spellings) < _MAX_SPELLINGS:
            self._spellings[name] = found
        return found

    def is_text(self, name: str) -> bool:
        found = self.find(name)
        return found is not None and found[0].kind in (ValueType.TEXT, ValueType.ID)

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
            if attribute.kind in _WORDS and not self._is_known_word(attribute, text):
                extra.append((name, text or ""))
                continue
            target = fields if group is None else fields.setdefault(group, {})
            try:
                self._set(target, attribute, name, text)
            except Malformed as reason:
                raise Malformed(f'attribute "{name}": "{text}" {reason}') from None
        return self._finish(fields, extra)

    def _set(self, fields: dict[str, Any], attribute: Attribute, name: str, text: str | None) -> None:
        kind, field = attribute.kind, attribute.field
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
        return words is None or is_nothing(text) or (text or "").strip().casefold() in words

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


# Servers read a number or a truth value that was not sent as zero.
_ZEROS: Final = {ValueType.INT: 0, ValueType.FLOAT: 0.0, ValueType.BOOL: False, ValueType.BIT: False}
_WORDS: Final = (ValueType.WORD, ValueType.TITLE)
_READ_AS_TEXT: Final = (ValueType.TEXT, ValueType.ID, ValueType.CLASS, ValueType.PAIRS)


class _Decoder(Generic[T]):
    """The cache, and the choice among the forms of a word."""

    _readers: Mapping[ValueType, Callable[[str], Any]]

    def __init__(self, forms: Iterable[Form]) -> None:
        self._forms: dict[str, list[_FormReader]] = defaultdict(list)
        for form in forms:
            reader = _FormReader(form, self._readers)
            for word in (form.word, *form.aliases):
                self._forms[word.upper()].append(reader)
        self._forms.default_factory = None
        self._recent: dict[bytes, Reading] = {}
        self._older: dict[bytes, Reading] = {}

    def decode(self, line: bytes) -> Reading:
        """What one line without its end says."""
        return self._recent.get(line) or self._miss(line)

    def decode_all(self, lines: Iterable[bytes]) -> list[Reading]:
        """What each of these lines says."""
        get, miss = self._recent.get, self._miss
        return [get(line) or miss(line) for line in lines]

    @property
    def cached(self) -> int:
        """How many readings are remembered; never more than two generations."""
        return len(self._recent) + len(self._older)

    def forget(self) -> None:
        """Drop all remembered readings. Useful for measuring, never needed in play."""
        self._recent = {}
        self._older = {}

    def _miss(self, line: bytes) -> Reading:
        reading = self._older.get(line) or self._recent.get(line) or self._read(line)
        if len(self._recent) >= _GENERATION:
            self._older, self._recent = self._recent, {}
        self._recent[line] = reading
        return reading

    def _read(self, line: bytes) -> Reading:
        raise NotImplementedError

    def _choose(self, readers: Sequence[_FormReader], raw: Sequence[RawAttribute]) -> _FormReader:
        """The first form whose condition is met; the last form is the fallback."""
        for reader in readers:
            condition = reader.form.condition
            if condition is None or any(condition.casefold() == name.casefold() for name, _ in raw):
                return reader
        return readers[-1]


class MessageDecoder(_Decoder[msgspec.Struct]):
    """What a server of this dialect says on one kind of port (all kinds when None)."""

    _readers = STRICT

    def __init__(self, dialect: Dialect, port: str | None = None) -> None:
        super().__init__(form for form in dialect.messages if port is None or port in form.ports)
        self._shapes: dict[str, dict[int, list[Shape]]] = {}

    def _read(self, line: bytes) -> Reading:
        text = line.decode("latin-1")
        word, _, body = text.partition(" {")
        shapes = self._shapes.get(word)
        # Quotes and escapes would end or change a JSON string.
        if shapes is not None and '"' not in text and "\\" not in text and text[-1] == "}":
            pieces = body[:-1].split("} {")
            for shape in shapes.get(len(pieces), ()):
                message = shape.read(pieces, len(body))
                if message is not None:
                    return message, shape.fate, shape.form
        return self._read_carefully(text)

    def _read_carefully(self, text: str) -> Reading:
        clean = text.replace("\0", "").strip()
        try:
            return self._read_message(clean)
        except Malformed as reason:
            word = clean.partition(" ")[0]
            told = f"{word}: {reason}" if word.upper() in self._forms else str(reason)
            return (Rejected(text, told), Fate.NOTABLE, None)

    def _read_message(self, text: str) -> Reading:
        if not text:
            raise Malformed("holds nothing")
        word, body = split_word(text)
        readers = self._forms.get(word.upper())
        if readers is None:
            return self._unknown(text)
        if not body:
            raw: list[RawAttribute] = []
        elif readers[0].is_nested:
            raw = split_nested(body)
        elif readers[0].is_one_text:
            raw = [_whole(body)]
        else:
            _, raw = split_message(text, self._is_text)
        reader = self._choose(readers, raw)
        message = reader.build(raw)
        if message.extra:
            return (message, Fate.NOTABLE, reader.form)
        self._learn(text, word, reader, raw)
        return (message, reader.fate, reader.form)

    def _unknown(self, text: str) -> Reading:
        word, raw = split_message(text, self._is_text)
        first, _, rest = word.partition(" ")
        attributes = [(name, value or "") for name, value in raw]
        if rest:
            attributes.insert(0, ("", rest))
        return (Unknown(first, tuple(attributes)), Fate.NOTABLE, None)

    def _is_text(self, word: str, name: str) -> bool:
        readers = self._forms.get(word.upper())
        return readers is None or any(reader.is_text(name) for reader in readers)

    def _learn(self, text: str, word: str, reader: _FormReader, raw: Sequence[RawAttribute]) -> None:
        if any(value is None for _, value in raw):
            return
        plain = " ".join(f"{{{name} {value}}}" for name, value in raw)
        known = self._shapes.setdefault(word, {}).setdefault(len(raw), [])
        if (
            not raw
            or text != f"{word} {plain}"
            or plain.count("{") != len(raw)
            or len(known) >= _MAX_SHAPES
        ):
            return
        found = [(reader.find(name), name, value or "") for name, value in raw]
        attributes = [(entry[0], name, value) for entry, name, value in found if entry is not None]
        shape = make_shape(reader.form, attributes)
        if shape is not None:
            known.append(shape)


class CommandDecoder(_Decoder[msgspec.Struct]):
    """What a client of this dialect says on one kind of port, read as the servers read it."""

    _readers = LENIENT

    def __init__(self, dialect: Dialect, port: str | None = None) -> None:
        super().__init__(form for form in dialect.commands if port is None or port in form.ports)
        self._max_attributes = dialect.max_attributes

    def _read(self, line: bytes) -> Reading:
        text = line.decode("latin-1").replace("\0", "")
        word, raw = split_command(text, self._max_attributes)
        readers = self._forms.get(word)
        if readers is None:
            attributes = tuple((name, value or "") for name, value in raw)
            return (UnknownCommand(word, attributes), Fate.NOTABLE, None)
        reader = self._choose(readers, raw)
        try:
            command = reader.build(_with_axes(reader.form, raw))
        except Malformed as reason:
            return (Rejected(text, f"{word}: {reason}"), Fate.NOTABLE, None)
        return (command, Fate.NOTABLE if command.extra else Fate.OTHER, reader.form)


def _with_axes(form: Form, raw: list[RawAttribute]) -> list[RawAttribute]:
    """The attributes, with a vector put together from ``X``, ``Y``, ``Z`` when it is missing."""
    told = {name.casefold(): value or "" for name, value in reversed(raw)}
    for kind, axes in _AXES.items():
        first = next((a for a in form.attributes if a.kind is kind), None)
        if first is None or first.name.casefold() in told or not any(axis in told for axis in axes):
            continue
        raw = [item for item in raw if item[0].casefold() not in axes]
        raw.append((first.name, ",".join(told.get(axis, "0") for axis in axes)))
    return raw


def _whole(body: str) -> RawAttribute:
    """The only attribute of a line, reaching to its last brace whatever stands between."""
    name, blank, value = body[1:-1].partition(" ")
    return name, value if blank else None


def _required_fields(struct: type[msgspec.Struct]) -> list[str]:
    return [field.name for field in msgspec.structs.fields(struct) if field.required]


def _words(struct: type[msgspec.Struct], field: str) -> frozenset[str] | None:
    """The closed set of words a field can hold, or None where any text will do."""
    leaf = leaf_type(typing.get_type_hints(struct)[field])
    if isinstance(leaf, type) and issubclass(leaf, enum.Enum) and not issubclass(leaf, int):
        return frozenset(member.value for member in leaf)
    return None
