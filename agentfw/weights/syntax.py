"""Weight files as trees. Two trees are equal when they say the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["MAX_DEPTH", "Balance", "Body", "Case", "Leaf", "Relation", "Switch", "variables_in"]

MAX_DEPTH: Final = 50
"""So many braces and switches may stand inside of each other in a file."""


class Leaf(msgspec.Struct, frozen=True, tag="leaf"):
    """``return 5;``: a weight that always stays the same."""

    value: float


class Balance(msgspec.Struct, frozen=True, tag="balance"):
    """``return balance(5, 1, 9);``: a weight that evolution may change, and chance within bounds."""

    value: float
    low: float
    high: float


class Case(msgspec.Struct, frozen=True):
    """``case 50: body``: what counts for values below a number."""

    below: float
    body: Body


class Switch(msgspec.Struct, frozen=True, tag="switch"):
    """``switch(HEALTH) { … }``: a weight that depends on a number of the game."""

    variable: str
    cases: tuple[Case, ...]
    """In the order they are tried."""
    default: Body | None = None
    """From the last case on; a weight of 0 where it is missing."""


class Relation(msgspec.Struct, frozen=True):
    """``weight "name" { body }``: how much one thing is wanted."""

    name: str
    """Printable, without double quotes."""
    body: Body


Body: TypeAlias = Leaf | Balance | Switch


def variables_in(body: Body) -> Iterator[str]:
    """The variables that a tree looks at, as often as they stand there."""
    if isinstance(body, Switch):
        yield body.variable
        for below in bodies_below(body):
            yield from variables_in(below)


def bodies_below(switch: Switch) -> tuple[Body, ...]:
    """What a switch chooses between, in the order it stands there."""
    cases = tuple(case.body for case in switch.cases)
    return cases if switch.default is None else (*cases, switch.default)
