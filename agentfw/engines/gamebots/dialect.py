"""A dialect: every message and command of one GameBots flavor, as data.

A dialect file in ``protocols/`` describes each wire word by one or more *forms*. A form says which
struct the word becomes and which attribute fills which field. Two words may share a struct (team
chat and public chat differ by a preset field), and one word may have several forms (a navigation
point that is a domination point), told apart by an attribute. Decoders and encoders for both
directions are compiled from forms; no wire name occurs in Python code.
"""

from __future__ import annotations

import enum
import types
import typing
from typing import Any, Final

import msgspec

__all__ = [
    "AXES",
    "TEXTS",
    "Attribute",
    "Context",
    "Dialect",
    "Form",
    "Group",
    "Handshake",
    "Port",
    "ValueType",
    "leaf_type",
]


class ValueType(enum.Enum):
    """How the text of an attribute is read and written."""

    INT = "int"
    FLOAT = "float"
    BOOL = "bool"
    BIT = "bit"
    """A truth value written as 0 or 1."""
    TEXT = "text"
    """Anything, blanks included; as the last attribute it reaches to the last brace of the line."""
    ID = "id"
    """Names an object; ``None`` on the wire is the empty id."""
    CLASS = "class"
    """Names a kind of object; ``None`` on the wire is the empty name."""
    VECTOR = "vector"
    ROTATION = "rotation"
    WORD = "word"
    """One of a closed set, in any case."""
    TITLE = "title"
    """A word that the servers write, and sometimes only read, with a capital."""
    PRESENT = "present"
    """True when the attribute is there, whatever its value."""
    TAG = "tag"
    """Sets a field to a fixed value when the attribute is there and not false."""
    PAIRS = "pairs"
    """Nested braces: ``{key value} {key value}``."""
    STEP = "step"
    """An id, a blank, a vector."""


AXES: Final = {ValueType.VECTOR: ("x", "y", "z"), ValueType.ROTATION: ("pitch", "yaw", "roll")}
"""The parts of the values that have parts."""

TEXTS: Final = (ValueType.TEXT, ValueType.ID, ValueType.CLASS)
"""The values that may hold anything, stray braces included."""


class Context(enum.Enum):
    """Where in the conversation a message may stand."""

    HANDSHAKE = "handshake"
    """Inside a list that the server tells on arrival or on request."""
    BATCH = "batch"
    """Between the brackets of a synchronous batch."""
    EVENT = "event"
    """At any time."""
    REPLY = "reply"
    """As an answer to a command."""


class Handshake(enum.Enum):
    """How a conversation begins."""

    GREETED = "greeted"
    """The server says hello and waits for READY; lists follow; INIT is acknowledged."""
    ANNOUNCED = "announced"
    """The server tells the game at once and waits for INIT, which is not acknowledged."""


class Attribute(msgspec.Struct, frozen=True):
    """One attribute of a form."""

    name: str
    kind: ValueType
    field: str
    unit: str = ""
    preset: Any = None
    """What a tag sets its field to."""

    @property
    def is_numbered(self) -> bool:
        """Whether the name ends in a running number, written ``#`` in the dialect file."""
        return self.name.endswith("#")


class Group(msgspec.Struct, frozen=True):
    """Attributes with a common prefix that fill a struct of their own."""

    prefix: str
    field: str
    struct: type[msgspec.Struct]
    attributes: tuple[Attribute, ...]


class Form(msgspec.Struct, frozen=True):
    """One way in which a wire word is written, and what it becomes."""

    word: str
    struct: type[msgspec.Struct]
    about: str
    ports: tuple[str, ...]
    attributes: tuple[Attribute, ...] = ()
    groups: tuple[Group, ...] = ()
    aliases: tuple[str, ...] = ()
    contexts: frozenset[Context] = frozenset()
    condition: str | None = None
    """The attribute whose presence selects this form of the word."""
    presets: tuple[tuple[str, Any], ...] = ()
    """Fields with a fixed value, unless an attribute says otherwise."""
    drops: tuple[str, ...] = ()
    """Fields this form cannot say and may leave out without telling."""
    exact_case: bool = False
    """The server compares attribute names of this command letter by letter."""
    fleeting: bool = False
    """Hardly two messages of this form are alike, so remembering them is of no use."""


class Port(msgspec.Struct, frozen=True):
    """One kind of connection a server offers."""

    role: str
    number: int
    greeting: str


class Dialect(msgspec.Struct, frozen=True, eq=False):
    """One flavor of the protocol. Two loads of a file are two dialects."""

    name: str
    title: str
    source: str
    """The file it was read from."""
    handshake: Handshake
    ports: tuple[Port, ...]
    messages: tuple[Form, ...]
    commands: tuple[Form, ...]
    decimals: int = 2
    """Digits after the point in floats."""
    true_tag: str = "True"
    """What a server writes as the value of an attribute that only has to be there."""
    blank_after_bare_word: bool = False
    """Server messages without attributes end in a blank, which some clients rely on."""
    cuts_at_cr: bool = False
    """The server ends a command at CR and never at LF alone."""
    max_attributes: int = 32
    """How many attributes of a command the server reads."""

    def port(self, role: str) -> Port | None:
        """The port for a role, or None where this dialect does not describe it."""
        return next((port for port in self.ports if port.role == role), None)


def leaf_type(hint: Any) -> Any:
    """The type inside ``X | None`` and behind a `NewType`."""
    if isinstance(hint, types.UnionType) or typing.get_origin(hint) is typing.Union:
        hint = next(arg for arg in typing.get_args(hint) if arg is not type(None))
    while hasattr(hint, "__supertype__"):
        hint = hint.__supertype__
    return hint
