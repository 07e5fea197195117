"""Lines into structs, for both directions, compiled from the forms of a dialect.

Three ways, fastest first. A line that was read before costs one dictionary look-up, because games
repeat themselves. A new line of a known shape is typed by msgspec (`shapes`). Everything else goes
through the careful reader (`reading`), which knows all oddities and teaches the shapes.

What comes out is the message itself, or `Odd` around anything a session has to count. All memory is
bounded: messages are kept in two generations of a fixed size, shapes up to a fixed number.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Any, Final

import msgspec

from agentfw.engines.gamebots.dialect import Context, Form
from agentfw.engines.gamebots.grammar import (
    Malformed,
    split_command,
    split_message,
    split_nested,
    split_word,
)
from agentfw.engines.gamebots.reading import FormReader, with_axes
from agentfw.engines.gamebots.shapes import Shape, make_shape
from agentfw.engines.gamebots.values import LENIENT, STRICT
from agentfw.engines.gamebots.wire import Unknown, UnknownCommand

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from agentfw.engines.gamebots.dialect import Dialect, ValueType
    from agentfw.engines.gamebots.grammar import RawAttribute

__all__ = ["CommandDecoder", "MessageDecoder", "Odd", "Rejected"]

_GENERATION: Final = 4096
"""How many lines one generation of the cache holds."""
_MAX_REMEMBERED: Final = 1024
"""Longer lines hardly repeat, and would let a hostile server fill the memory."""
_MAX_SHAPES: Final = 32
"""How many shapes are kept for words that begin alike."""
_KEY: Final = 4
"""How many bytes of a line select its shapes: nearly all words have three letters and a blank."""
_BRACE, _QUOTE, _ESCAPE = b'}"\\'


class Rejected(msgspec.Struct, frozen=True, gc=False):
    """A line that could not be read."""

    line: str
    reason: str


class Odd(msgspec.Struct, frozen=True, gc=False):
    """Something a session has to count, besides what the line says."""

    message: Any
    """An unknown word, a message with unknown attributes, or `Rejected`."""
    form: Form | None
    """The form it was read by; None for unknown words and rejected lines."""


class _Decoder:
    """The cache, and the choice among the forms of a word."""

    _readers: Mapping[ValueType, Callable[[str], Any]]

    def __init__(self, forms: Iterable[Form]) -> None:
        self._forms: dict[str, list[FormReader]] = defaultdict(list)
        for form in forms:
            reader = FormReader(form, self._readers)
            for word in (form.word, *form.aliases):
                self._forms[word.upper()].append(reader)
        self._forms.default_factory = None
        self._recent: dict[bytes, Any] = {}
        self._older: dict[bytes, Any] = {}

    def decode(self, line: bytes) -> Any:
        """What one line without its end says: a message, or `Odd`."""
        return self._recent.get(line) or self._miss(line)

    def decode_all(self, lines: Iterable[bytes]) -> list[Any]:
        """What each of these lines says."""
        get, miss = self._recent.get, self._miss
        return [get(line) or miss(line) for line in lines]

    @property
    def cached(self) -> int:
        """How many lines are remembered; never more than two generations."""
        return len(self._recent) + len(self._older)

    def forget(self) -> None:
        """Drop all remembered lines. Useful for measuring, never needed in play."""
        self._recent = {}
        self._older = {}

    def _miss(self, line: bytes) -> Any:
        return self._older.get(line) or self._remember(line, self._read(line))

    def _remember(self, line: bytes, message: Any) -> Any:
        if len(line) > _MAX_REMEMBERED:
            return message
        if len(self._recent) >= _GENERATION:
            self._older, self._recent = self._recent, {}
        self._recent[line] = message
        return message

    def _read(self, line: bytes) -> Any:
        raise NotImplementedError

    def _choose(self, readers: Sequence[FormReader], raw: Sequence[RawAttribute]) -> FormReader:
        """The first form whose condition is met; the last form is the fallback."""
        for reader in readers:
            condition = reader.form.condition
            if condition is None or any(condition.casefold() == name.casefold() for name, _ in raw):
                return reader
        return readers[-1]


class MessageDecoder(_Decoder):
    """What a server of this dialect says on one kind of port (all kinds when None)."""

    _readers = STRICT

    def __init__(self, dialect: Dialect, port: str | None = None) -> None:
        forms = [form for form in dialect.messages if port is None or port in form.ports]
        super().__init__(forms)
        self.members = _member_types(forms)
        """The types that belong into a batch or a list while one is open."""
        self._shapes: dict[bytes, list[Shape]] = {}

    def _miss(self, line: bytes) -> Any:
        known = self._older.get(line)
        if known is not None:
            return self._remember(line, known)
        shapes = self._shapes.get(line[:_KEY])
        # Quotes and escapes would end or change a JSON string. (Looking for one byte by its number
        # is eight times faster than looking for a byte string.)
        if shapes is not None and line[-1] == _BRACE and _QUOTE not in line and _ESCAPE not in line:
            text = line.decode("latin-1")
            count = 0
            for shape in shapes:
                if shape.braces:
                    count = count or text.count("{")
                    if shape.braces != count:
                        continue
                message = shape.read(text)
                if message is not None:
                    return message if shape.is_fleeting else self._remember(line, message)
        return self._remember(line, self._read(line))

    def _read(self, line: bytes) -> Any:
        text = line.decode("latin-1")
        clean = text.replace("\0", "").strip()
        try:
            return self._read_message(clean)
        except Malformed as reason:
            word = clean.partition(" ")[0]
            told = f"{word}: {reason}" if word.upper() in self._forms else str(reason)
            return Odd(Rejected(text, told), None)

    def _read_message(self, text: str) -> Any:
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
            return Odd(message, reader.form)
        if reader.is_plain:
            self._learn(text, word, reader, raw)
        return message

    def _unknown(self, text: str) -> Odd:
        word, raw = split_message(text, self._is_text)
        first, _, rest = word.partition(" ")
        attributes = [(name, value or "") for name, value in raw]
        if rest:
            attributes.insert(0, ("", rest))
        return Odd(Unknown(first, tuple(attributes)), None)

    def _is_text(self, word: str, name: str) -> bool:
        readers = self._forms.get(word.upper())
        return readers is None or any(reader.is_text(name) for reader in readers)

    def _learn(self, text: str, word: str, reader: FormReader, raw: Sequence[RawAttribute]) -> None:
        """Take the shape of a line that was read, if it is written the plain way."""
        plain = " ".join(f"{{{name} {value}}}" for name, value in raw)
        key = word[:_KEY].ljust(_KEY).encode("latin-1")
        shapes = self._shapes.get(key, [])
        is_plain = text == f"{word} {plain}" and plain.count("{") == plain.count("}") == len(raw)
        if not raw or not is_plain or len(shapes) >= _MAX_SHAPES:
            return
        found = ((reader.find(name), name, value or "") for name, value in raw)
        attributes = [(entry[0], name, value) for entry, name, value in found if entry is not None]
        shape = make_shape(word, reader.form, attributes)
        if shape is not None:
            self._shapes[key] = [*shapes, shape]


class CommandDecoder(_Decoder):
    """What a client of this dialect says on one kind of port, read as the servers read it."""

    _readers = LENIENT

    def __init__(self, dialect: Dialect, port: str | None = None) -> None:
        super().__init__(form for form in dialect.commands if port is None or port in form.ports)
        self._max_attributes = dialect.max_attributes

    def _read(self, line: bytes) -> Any:
        text = line.decode("latin-1").replace("\0", "")
        word, raw = split_command(text, self._max_attributes)
        readers = self._forms.get(word)
        if readers is None:
            attributes = tuple((name, value or "") for name, value in raw)
            return Odd(UnknownCommand(word, attributes), None)
        reader = self._choose(readers, raw)
        try:
            command = reader.build(with_axes(reader.form, raw))
        except Malformed as reason:
            return Odd(Rejected(text, f"{word}: {reason}"), None)
        return Odd(command, reader.form) if command.extra else command


def _member_types(forms: Iterable[Form]) -> frozenset[type]:
    collected = {Context.BATCH, Context.HANDSHAKE}
    return frozenset(form.struct for form in forms if form.contexts & collected)


def _whole(body: str) -> RawAttribute:
    """The only attribute of a line, reaching to its last brace whatever stands between."""
    name, blank, value = body[1:-1].partition(" ")
    return name, value if blank else None
