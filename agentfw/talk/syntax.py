"""Talk files as trees. Two trees are equal when they say the same, wherever that stands."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Final, TypeAlias

from agentfw.language.texts import PlanText, Position

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = [
    "NOWHERE",
    "Chat",
    "Chats",
    "Item",
    "Key",
    "Line",
    "Literal",
    "Maybe",
    "Part",
    "RandomTexts",
    "Reply",
    "Synonym",
    "SynonymContext",
    "SynonymGroup",
    "Template",
    "TemplateContext",
    "Variable",
    "plain_rows",
    "variables_in",
]

NOWHERE: Final = Position(PlanText("", "nowhere"))
"""The place of what was made by hand."""


@dataclasses.dataclass(frozen=True, slots=True)
class Literal:
    """``"the "|"a "|""``: one of these; the first that fits is heard, and any of them is said."""

    choices: tuple[str, ...]
    at: Position = dataclasses.field(default=NOWHERE, compare=False, repr=False)


@dataclasses.dataclass(frozen=True, slots=True)
class Variable:
    """``place``, or ``0``: whatever is said there. In lines it may be the name of random texts."""

    name: str
    at: Position = dataclasses.field(default=NOWHERE, compare=False, repr=False)


@dataclasses.dataclass(frozen=True, slots=True)
class Maybe:
    """``[" for ", time]``: parts that may be there."""

    parts: tuple[Literal | Variable, ...]
    at: Position = dataclasses.field(default=NOWHERE, compare=False, repr=False)


Part: TypeAlias = Literal | Variable | Maybe


@dataclasses.dataclass(frozen=True, slots=True)
class Template:
    """``"defend ", place = (defend);``: what can be heard, and what it means."""

    parts: tuple[Part, ...]
    id: str = ""
    flags: tuple[str, ...] = ()
    at: Position = dataclasses.field(default=NOWHERE, compare=False, repr=False)


@dataclasses.dataclass(frozen=True, slots=True)
class TemplateContext:
    """``orders { … }``: templates that are tried in their order, where this context is asked for."""

    name: str
    templates: tuple[Template, ...]
    at: Position = dataclasses.field(default=NOWHERE, compare=False, repr=False)


@dataclasses.dataclass(frozen=True, slots=True)
class Synonym:
    """``("guard", 0.5)``: a way to say something, and how likely it is said so."""

    words: str
    weight: float


@dataclasses.dataclass(frozen=True, slots=True)
class SynonymGroup:
    """``[("defend", 1), ("guard", 1)]``: all of these are heard as the first of them."""

    synonyms: tuple[Synonym, ...]
    at: Position = dataclasses.field(default=NOWHERE, compare=False, repr=False)


@dataclasses.dataclass(frozen=True, slots=True)
class SynonymContext:
    """``normal { … }``: groups of synonyms that count where this context is asked for."""

    name: str
    groups: tuple[SynonymGroup, ...]
    at: Position = dataclasses.field(default=NOWHERE, compare=False, repr=False)


@dataclasses.dataclass(frozen=True, slots=True)
class Line:
    """``"nice shot, ", opponent, "!";``: something to say."""

    parts: tuple[Part, ...]
    at: Position = dataclasses.field(default=NOWHERE, compare=False, repr=False)


@dataclasses.dataclass(frozen=True, slots=True)
class RandomTexts:
    """``weapon = { "rail gun"; "shotgun"; }``: texts of which any one is said."""

    name: str
    lines: tuple[Line, ...]
    at: Position = dataclasses.field(default=NOWHERE, compare=False, repr=False)


@dataclasses.dataclass(frozen=True, slots=True)
class Key:
    """What has to be so for a reply, or must not be."""

    kind: str
    """``name``, ``female``, ``male``, ``it``, ``names``, ``text`` or ``template``."""
    prefix: str = ""
    """``&``, ``!`` or nothing."""
    texts: tuple[str, ...] = ()
    """The text, or the names."""
    template: Template | None = None
    at: Position = dataclasses.field(default=NOWHERE, compare=False, repr=False)


@dataclasses.dataclass(frozen=True, slots=True)
class Reply:
    """``["hello", &name] = 5 { "hi"; }``: what can be answered to what."""

    keys: tuple[Key, ...]
    priority: float
    lines: tuple[Line, ...]
    at: Position = dataclasses.field(default=NOWHERE, compare=False, repr=False)


@dataclasses.dataclass(frozen=True, slots=True)
class Chat:
    """``type "hit" { … }``: the lines for one occasion."""

    name: str
    lines: tuple[Line, ...]
    at: Position = dataclasses.field(default=NOWHERE, compare=False, repr=False)


@dataclasses.dataclass(frozen=True, slots=True)
class Chats:
    """``chat "default" { … }``: what one character says on every occasion."""

    name: str
    chats: tuple[Chat, ...]
    at: Position = dataclasses.field(default=NOWHERE, compare=False, repr=False)


Item: TypeAlias = SynonymContext | TemplateContext | RandomTexts | Reply | Chats


def plain_rows(parts: Iterable[Part]) -> Iterator[tuple[Literal | Variable, ...]]:
    """The same parts with and without what may be there, the longest first."""
    rows: list[tuple[Literal | Variable, ...]] = [()]
    for part in parts:
        if isinstance(part, Maybe):
            rows = [row + more for row in rows for more in (part.parts, ())]
        else:
            rows = [(*row, part) for row in rows]
    yield from sorted(rows, key=len, reverse=True)


def variables_in(parts: Iterable[Part]) -> Iterator[Variable]:
    """All variables, from left to right."""
    for part in parts:
        if isinstance(part, Maybe):
            yield from variables_in(part.parts)
        elif isinstance(part, Variable):
            yield part
