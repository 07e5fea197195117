"""What a desk remembers of what is over: counts, the last failures, and what raised."""

from __future__ import annotations

from collections import Counter, deque
from contextlib import contextmanager
from typing import TYPE_CHECKING

import msgspec

from agentfw.tasks.task import Status

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["Counts", "Ending", "Fault", "Record"]


class Ending(msgspec.Struct, frozen=True):
    """What became of a task."""

    number: int
    """By which the desk knew it."""
    name: str
    status: Status
    reason: str
    """Why it failed; for one that is done, what went wrong on the way."""
    units: tuple[str, ...]
    """Those that it was bound to at the end."""
    since: float
    """When the desk accepted it."""
    ended_at: float


class Fault(msgspec.Struct, frozen=True):
    """Something that raised: a task, what it asked, or an owner. The desk went on."""

    at: float
    where: str
    what: str


class Counts(msgspec.Struct, frozen=True):
    """How many there are and were."""

    active: int
    halted: int
    accepted: int
    refused: int
    done: int
    failed_cleanly: int
    failed_uncleanly: int
    faults: int
    passes: int
    """How often all tasks were gone through."""
    visits: int
    """How often a task was executed."""


class Record:
    """The counts of one desk, and the newest of its failures and faults."""

    def __init__(self, remembers: int, on_fault: Callable[[Fault], None] | None = None) -> None:
        self.failures: deque[Ending] = deque(maxlen=remembers)
        self.faults: deque[Fault] = deque(maxlen=remembers)
        self.accepted = 0
        self.refused = 0
        self.visits = 0
        self._endings = Counter[Status]()
        self._faults = 0
        self._on_fault = on_fault

    def end(self, ending: Ending) -> None:
        """Count what is over, and keep it if it failed."""
        self._endings[ending.status] += 1
        if ending.status.has_failed:
            self.failures.append(ending)

    def fault(self, where: str, error: Exception, now: float) -> str:
        """Keep what was raised; the words for it."""
        what = f"{type(error).__name__}: {error}"
        fault = Fault(now, where, what)
        self.faults.append(fault)
        self._faults += 1
        if self._on_fault is not None:
            self._on_fault(fault)
        return what

    @contextmanager
    def contained(self, where: str, now: float) -> Iterator[None]:
        """Where code of others is called that may raise, and the desk goes on."""
        try:
            yield
        except Exception as error:  # noqa: BLE001 - tasks and owners are the code of others
            self.fault(where, error, now)

    def counts(self, *, active: int, halted: int, passes: int) -> Counts:
        """What was counted, beside what is at the desk now."""
        return Counts(
            active=active,
            halted=halted,
            accepted=self.accepted,
            refused=self.refused,
            done=self._endings[Status.DONE],
            failed_cleanly=self._endings[Status.FAILED_CLEANLY],
            failed_uncleanly=self._endings[Status.FAILED_UNCLEANLY],
            faults=self._faults,
            passes=passes,
            visits=self.visits,
        )
