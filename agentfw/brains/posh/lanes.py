"""Where each drive is in the plan."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from agentfw.brains.posh.elements import Activation, Place

if TYPE_CHECKING:
    from agentfw.brains.posh.elements import Definition, Drive
    from agentfw.skills import Performance

__all__ = ["Lane"]


class Lane:
    """One drive between its turns: it goes on where it was, however often others get in between."""

    __slots__ = ("current", "drive", "left_alone_until", "place", "root", "running", "way", "won_at")

    def __init__(self, drive: Drive) -> None:
        self.drive = drive
        self.place: Place | None = None
        """The root of its tree, once it was there."""
        self.root: Activation | None = None
        """The run through that root, which keeps its retries and its time while the drive is deeper."""
        self.current: Activation | None = None
        """Where it goes on; None to begin afresh."""
        self.running: Performance | None = None
        """An act in several steps that is under way."""
        self.way: tuple[str, ...] = (drive.name,)
        """The way through the plan to what it did last."""
        self.won_at = -math.inf
        self.left_alone_until = -math.inf

    def begin(self, definition: Definition, bound: tuple[Any, ...], now: float) -> Activation:
        """Begin the root of the tree afresh."""
        if self.place is None:
            self.place = Place(definition, (self.drive.name,))
        self.root = self.current = Activation(self.place, bound, now)
        return self.root

    def end(self) -> None:
        """Go back to the root; if it is the root that has ended, begin it afresh the next time."""
        if self.current is self.root:
            self.root = None
        self.current = self.root

    def reset(self) -> None:
        """Begin everything afresh."""
        if self.running is not None:
            self.running.cancel()
        self.root = self.current = self.running = None
