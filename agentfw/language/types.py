"""The types of the expression language, and what it knows about the things that can be called."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, Final, Protocol, TypeAlias

import msgspec

__all__ = [
    "ANYTHING",
    "LOCATION",
    "NUMBER",
    "TEXT",
    "TRUTH",
    "Callee",
    "Key",
    "Parameter",
    "Reader",
    "Type",
    "plain_name",
]

Key: TypeAlias = tuple[Any, ...]
"""A name with arguments, as `Reader` files what was read: ``("ammo", "rocket")``."""


class Type(msgspec.Struct, frozen=True):
    """What kind of value something is. Any value may also be missing, which is written ``nothing``."""

    name: str
    member: Type | None = None
    """Of lists: what they hold."""

    def __str__(self) -> str:
        return f"list of {self.member}" if self.member is not None else self.name

    def accepts(self, other: Type) -> bool:
        """Whether a value of another type can stand where this one is expected."""
        if "anything" in (self.name, other.name):
            return True
        if self.member is not None and other.member is not None:
            return self.member.accepts(other.member)
        return self.name == other.name


TRUTH: Final = Type("truth")
NUMBER: Final = Type("number")
TEXT: Final = Type("text")
LOCATION: Final = Type("location")
ANYTHING: Final = Type("anything")


class Parameter(msgspec.Struct, frozen=True):
    """Something that a callee is told."""

    name: str
    type: Type
    is_required: bool = True
    default: Any = None
    is_rest: bool = False
    """Takes all further arguments, as ``*names`` does."""


class Callee(msgspec.Struct, frozen=True):
    """Something that an expression can read, and how to work it out."""

    name: str
    parameters: tuple[Parameter, ...]
    result: Type
    function: Callable[..., Any]
    """Called with the reader and the arguments."""


class Reader(Protocol):
    """Where expressions are evaluated: it works every reading out once, and keeps it."""

    values: dict[Key, Any]
    """What was read so far."""

    def work_out(self, key: Key, function: Callable[..., Any]) -> Any:
        """Read something for the first time, and keep it in `values`."""


@functools.cache
def plain_name(name: str) -> str:
    """The form in which names are compared: case, hyphens, underscores and blanks do not matter.

    >>> plain_name("see-enemy") == plain_name("SeeEnemy") == plain_name("see enemy")
    True
    """
    return name.casefold().replace("-", "").replace("_", "").replace(" ", "")
