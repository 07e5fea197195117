"""What an act can answer with."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import msgspec

from agentfw.decisions import (
    Channel,
    FightIntent,
    Intent,
    LookIntent,
    MoveIntent,
    Order,
    SayIntent,
)

if TYPE_CHECKING:
    from agentfw.skills.moment import Moment

__all__ = ["DONE", "Done", "Failed", "Outcome", "Performs", "Wants"]


class Wants(msgspec.Struct, frozen=True, kw_only=True, repr_omit_defaults=True):
    """Intents on several channels at once, and channels to be left in peace.

    The act is over when its first intent is over, in the order move, look, fight, say; without any
    intent it is over at once.
    """

    move: MoveIntent | None = None
    look: LookIntent | None = None
    fight: FightIntent | None = None
    say: SayIntent | None = None
    orders: tuple[Order, ...] = ()
    stops: tuple[Channel, ...] = ()
    """What shall stop."""
    notes: Mapping[str, Any] = MappingProxyType({})
    """What to note, by name; None strikes a note out."""
    path: tuple[str, ...] = ()
    """Where in an inner plan this comes from."""


class Done(msgspec.Struct, frozen=True, repr_omit_defaults=True):
    """Over, and well: for acts of the mind, and at the end of a generator."""

    value: Any = None
    """What a plan can bind to a name."""
    notes: Mapping[str, Any] = MappingProxyType({})
    """What to note, by name; None strikes a note out."""


class Failed(msgspec.Struct, frozen=True):
    """Over, and badly."""

    reason: str


DONE: Final = Done()

Performs: TypeAlias = "Generator[Intent | Wants, Moment, Done | Failed | None]"
"""An act in several steps: it yields what it wants now, and is given the next moment for it."""

Outcome: TypeAlias = "Intent | Wants | Done | Failed | Performs"
