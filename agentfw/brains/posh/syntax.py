"""Plans as trees. Two trees are equal when they say the same, wherever they stand."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from agentfw.brains.inner import Use
    from agentfw.language import Call, Node, Position

__all__ = [
    "PREDICATES",
    "ROOTS",
    "UNITS",
    "ActionPattern",
    "Ask",
    "Competence",
    "Constant",
    "Definition",
    "Drive",
    "DriveCollection",
    "Duration",
    "Element",
    "Include",
    "Parameter",
    "Plan",
]

ROOTS: Final = ("DC", "RDC", "SDC", "SRDC")
"""What a drive collection can be; those with an R go by the time of the game, the others by thinks."""

UNITS: Final = {"hours": 3600.0, "minutes": 60.0, "seconds": 1.0, "ms": 0.001}
"""Seconds per unit of time; besides, how often can be told in ``hz`` and ``pm`` (per minute)."""

PREDICATES: Final = {
    **dict.fromkeys(("eq", "==", "="), "=="),
    **dict.fromkeys(("not", "!", "!="), "!="),
    **dict.fromkeys(("lt", "<"), "<"),
    **dict.fromkeys(("gt", ">"), ">"),
    "<=": "<=",
    ">=": ">=",
}
"""How a sense can be compared, and what that is in expressions."""


@dataclasses.dataclass(frozen=True, slots=True)
class Duration:
    """``(seconds 3)``, or ``(hz 2)`` where it says how often."""

    amount: Node
    unit: str
    at: Position = dataclasses.field(compare=False, repr=False)


@dataclasses.dataclass(frozen=True, slots=True)
class Parameter:
    """Something that an element is told by whoever names it."""

    name: str
    default: Node | None
    at: Position = dataclasses.field(compare=False, repr=False)


@dataclasses.dataclass(frozen=True, slots=True)
class Ask:
    """A test as a step of an action pattern, which fails when it does not hold."""

    test: Node
    at: Position = dataclasses.field(compare=False, repr=False)


@dataclasses.dataclass(frozen=True, slots=True)
class ActionPattern:
    """Steps one after the other, up to the first that fails."""

    name: str
    steps: tuple[Call | Ask, ...]
    parameters: tuple[Parameter, ...]
    timeout: Duration | None
    documentation: tuple[str, ...]
    at: Position = dataclasses.field(compare=False, repr=False)


@dataclasses.dataclass(frozen=True, slots=True)
class Element:
    """One alternative of a competence."""

    name: str
    trigger: tuple[Node, ...]
    action: Call
    retries: Node | None
    at: Position = dataclasses.field(compare=False, repr=False)


@dataclasses.dataclass(frozen=True, slots=True)
class Competence:
    """Alternatives by priority, until the goal is reached or nothing can be done."""

    name: str
    goal: tuple[Node, ...] | None
    groups: tuple[tuple[Element, ...], ...]
    parameters: tuple[Parameter, ...]
    timeout: Duration | None
    documentation: tuple[str, ...]
    at: Position = dataclasses.field(compare=False, repr=False)


@dataclasses.dataclass(frozen=True, slots=True)
class Drive:
    """Something that drives the bot, with a place of its own in the plan."""

    name: str
    trigger: tuple[Node, ...]
    action: Call
    frequency: Duration | None
    is_cancelled: bool
    """Whether it begins afresh after another drive got in between."""
    leave: Call | None
    """What is done when another drive gets in between."""
    at: Position = dataclasses.field(compare=False, repr=False)


@dataclasses.dataclass(frozen=True, slots=True)
class DriveCollection:
    """The root of a plan: drives by priority."""

    kind: str
    name: str
    goal: tuple[Node, ...] | None
    groups: tuple[tuple[Drive, ...], ...]
    fallback: Duration | None
    documentation: tuple[str, ...]
    at: Position = dataclasses.field(compare=False, repr=False)


@dataclasses.dataclass(frozen=True, slots=True)
class Constant:
    """A name for a value."""

    name: str
    value: Node
    at: Position = dataclasses.field(compare=False, repr=False)


@dataclasses.dataclass(frozen=True, slots=True)
class Include:
    """Another file, whose elements can be used."""

    file: str
    at: Position = dataclasses.field(compare=False, repr=False)


Definition: TypeAlias = Competence | ActionPattern


@dataclasses.dataclass(frozen=True, slots=True)
class Plan:
    """One plan file."""

    includes: tuple[Include, ...]
    uses: tuple[Use, ...]
    constants: tuple[Constant, ...]
    definitions: tuple[Definition, ...]
    roots: tuple[DriveCollection, ...]
    documentation: tuple[str, ...]
    at: Position = dataclasses.field(compare=False, repr=False)
