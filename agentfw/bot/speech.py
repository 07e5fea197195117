"""What a bot says and hears beside what its brain decides: the seam for talk with the team, and for fun.

A `Speech` is pure, as the whole circle: it looks at the view and the decision of every think, says
something or not, and what it has heard is known to the brain at the next think.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

import msgspec

from agentfw.decisions import Fact, Order, Speak

if TYPE_CHECKING:
    from agentfw.decisions import Decision
    from agentfw.perception import View

__all__ = ["SILENT", "Parts", "Speech", "Spoken"]


class Spoken(msgspec.Struct, frozen=True):
    """What comes of one think."""

    lines: tuple[Speak, ...] = ()
    """What to say now, in this order."""
    facts: tuple[Fact, ...] = ()
    """What others have told, by the clock of the bot."""
    orders: tuple[Order, ...] | None = None
    """Everything that is wanted of the bot from now on; None leaves that as it was."""
    is_typing: bool = False
    """Whether its hands are on the keyboard: a bot stands still then."""


SILENT = Spoken()


class Speech(Protocol):
    """One way to take part in conversations."""

    def step(self, view: View, decision: Decision) -> Spoken:
        """Take notice of a think; asked once for each, after the brain."""


@runtime_checkable
class Parts(Speech, Protocol):
    """A speech with last words."""

    def goodbye(self, view: View) -> tuple[Speak, ...]:
        """What to say before the bot leaves the game; the view is that of its last think."""
