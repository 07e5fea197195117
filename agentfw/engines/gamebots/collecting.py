"""Lines that belong together, collected until they are complete.

Batches, lists and path answers come as brackets with members between. What is handed on is whole
or nothing: a batch whose end is missing, or does not match its beginning, is dropped and counted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from agentfw.vocabulary import (
    DominationPoint,
    EntityId,
    Listing,
    PathReply,
    PathStep,
    Percept,
    Place,
    PlaceLink,
    Snapshot,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from agentfw.engines.gamebots.wire import (
        BatchEnd,
        BatchStart,
        ListEnd,
        ListStart,
        PathPoint,
        PathStart,
    )

__all__ = ["BatchCollector", "ListCollector", "PathCollector"]

_MAX_BATCH: Final = 20_000
_MAX_LIST: Final = 500_000
_MAX_PATH: Final = 1_000
_MAX_DEPTH: Final = 8


class BatchCollector:
    """The batch being read, if one is."""

    def __init__(self) -> None:
        self._start: BatchStart | None = None
        self._members: list[Percept] = []
        self.add: Callable[[Percept], None] | None = None
        """Takes a member while a batch is open; None otherwise."""
        self.broken = 0
        """Batches dropped because they had no end, another end, or no limit."""

    def check_size(self) -> None:
        """Give up a batch that goes on for ever."""
        if len(self._members) > _MAX_BATCH:
            self._take()
            self.broken += 1

    def start(self, message: BatchStart) -> None:
        """Open a batch; one that is still open is lost."""
        self.broken += self._start is not None
        self._start, self._members = message, []
        self.add = self._members.append

    def end(self, message: BatchEnd) -> Snapshot | None:
        """Close the batch; None when it is not whole."""
        start, members = self._take()
        if start is None or start.time != message.time:
            self.broken += 1
            return None
        return Snapshot(start.time, tuple(members))

    def _take(self) -> tuple[BatchStart | None, list[Percept]]:
        taken = self._start, self._members
        self._start, self._members, self.add = None, [], None
        return taken


class ListCollector:
    """The lists being read, one inside another."""

    def __init__(self) -> None:
        self._open: list[str] = []
        self._members: list[Percept] = []
        self._place = EntityId("")
        self.broken = 0
        """Lists dropped, or brackets ignored, because they did not fit together."""

    @property
    def is_open(self) -> bool:
        """Whether any list is open."""
        return bool(self._open)

    def add(self, message: Percept) -> None:
        """Take a member; links are told which place they start from."""
        if isinstance(message, Place | DominationPoint):
            self._place = message.id
        elif isinstance(message, PlaceLink):
            message = msgspec.structs.replace(message, source=self._place)
        self._members.append(message)
        if len(self._members) > _MAX_LIST:
            self.abandon()

    def start(self, message: ListStart) -> None:
        """Open a list, inside the one that is open or on its own."""
        if len(self._open) < _MAX_DEPTH:
            self._open.append(message.subject)
        else:
            self.broken += 1

    def abandon(self) -> None:
        """Give up the lists that are open, if any."""
        self.broken += bool(self._open)
        self._open, self._members = [], []

    def end(self, message: ListEnd) -> Listing | None:
        """Close a list; the outermost one is handed over whole."""
        if message.subject not in self._open:
            self.broken += 1
            return None
        while self._open.pop() != message.subject:
            self.broken += 1
        if self._open:
            return None
        members, self._members = self._members, []
        return Listing(message.subject, tuple(members))


class PathCollector:
    """The path answer being read, if one is."""

    def __init__(self) -> None:
        self._start: PathStart | None = None
        self._steps: list[PathStep] = []

    def start(self, message: PathStart) -> None:
        """Open an answer."""
        self._start, self._steps = message, []

    def add(self, message: PathPoint) -> bool:
        """Take one step; False when no answer is open."""
        if self._start is None or len(self._steps) >= _MAX_PATH:
            return False
        self._steps.append(PathStep(message.id, message.location))
        return True

    def end(self) -> PathReply | None:
        """Close the answer; None when none is open."""
        start, self._start = self._start, None
        return None if start is None else PathReply(start.request, tuple(self._steps))
