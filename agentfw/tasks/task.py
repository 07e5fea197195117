"""What every task is: something that is executed again and again until it is over.

Whoever runs a task calls `execute`. The first call begins it, later ones watch it. In between it may be
halted and resumed as a whole, and it may be told that one of its units is needed elsewhere (`hold`,
`release`) or gone (`lose`). All of these may be said twice, and to a task that is over; then they do
nothing. Subclasses fill in what is behind the underscores.
"""

from __future__ import annotations

import enum
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Status", "Task"]


class Status(enum.Enum):
    """How far a task has come."""

    RUNNING = "running"
    """It is not over. It may not have begun, or be halted."""
    DONE = "done"
    FAILED_CLEANLY = "failed cleanly"
    """It failed before it touched the world: somebody else may do it as if nothing had been."""
    FAILED_UNCLEANLY = "failed uncleanly"
    """It failed after something was done for it."""

    @property
    def is_over(self) -> bool:
        """Whether nothing more will come."""
        return self is not Status.RUNNING

    @property
    def has_failed(self) -> bool:
        """Whether it ended badly, one way or the other."""
        return self in (Status.FAILED_CLEANLY, Status.FAILED_UNCLEANLY)


class Task(ABC):
    """Something to be done, by some units or by none.

    Two tasks are the same only if they are one object; `name` is for people. `units` are the names of
    those whose bodies it moves.
    """

    def __init__(self, name: str, units: Iterable[str] = ()) -> None:
        self.name = name
        self.units = frozenset(units)
        self.status = Status.RUNNING
        """What it was when it was last executed."""
        self.reason = ""
        """Why it failed; for one that is done, what went wrong on the way."""
        self.has_begun = False
        """Whether it was ever executed."""
        self.is_halted = False
        self.held: frozenset[str] = frozenset()
        """Those of its units that do something else for now."""
        self.taken_by = ""
        """Whose it is: a larger task's or a desk's. Nobody else may run it."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name!r}: {self.status.value}>"

    @property
    def has_acted(self) -> bool:
        """Whether the world was touched: what fails then has not failed cleanly."""
        return False

    @property
    def is_still(self) -> bool:
        """Whether it stays where it is: it is halted, or all of its units do something else."""
        return self.is_halted or (bool(self.units) and self.units == self.held)

    @property
    def detail(self) -> str:
        """What it is about just now, for people."""
        return ""

    @property
    def objection(self) -> str:
        """Why nobody may take it and run it; empty for a fresh task."""
        if self.taken_by:
            return f'"{self.name}" belongs to {self.taken_by}'
        was_run = self.has_begun or self.status.is_over
        return f'"{self.name}" was run before; make a new task' if was_run else ""

    def execute(self, now: float) -> Status:
        """Begin, or go on, and say how far it has come."""
        if self.status.is_over or self.is_still:
            return self.status
        self.has_begun = True
        status = self._act(now)
        # What it asks may have ended or halted it in the meantime.
        if status.is_over and not self.status.is_over:
            self._conclude(status, now)
        return self.status

    def halt(self, now: float) -> None:
        """Let go of all units until it is resumed."""
        if not self.status.is_over and not self.is_halted:
            was_still, self.is_halted = self.is_still, True
            if not was_still:
                self._halt(now)

    def resume(self, now: float) -> None:
        """Go on after a halt, with the next execution."""
        if not self.status.is_over and self.is_halted:
            self.is_halted = False
            if not self.is_still:
                self._resume(now)

    def hold(self, unit: str, now: float) -> None:
        """Let go of one unit until it is released; what the others do goes on."""
        if not self.status.is_over and unit in self.units - self.held:
            self.held |= {unit}
            self._hold(unit, now)

    def release(self, unit: str, now: float) -> None:
        """Have one unit back."""
        if not self.status.is_over and unit in self.held:
            self.held -= {unit}
            self._release(unit, now)

    def lose(self, unit: str, now: float, reason: str) -> None:
        """Do without a unit from now on, or fail."""
        if not self.status.is_over and unit in self.units:
            self._lose(unit, now, reason)

    def abort(self, now: float, reason: str) -> Status:
        """End at once, as a failure; the status it has then."""
        if not self.status.is_over:
            self.reason = reason
            self._conclude(Status.FAILED_CLEANLY, now)
        return self.status

    # What kinds of tasks differ in

    @abstractmethod
    def _act(self, now: float) -> Status:
        """Do what can be done now. A failure is best told by `_failed`."""

    def _halt(self, now: float) -> None:  # noqa: B027 - many have nothing to stop
        """Stop what is under way, if anything is."""

    def _resume(self, now: float) -> None:  # noqa: B027 - many just go on
        """Make ready for the next `_act`."""

    # What only tasks of several units need to fill in

    def _hold(self, unit: str, now: float) -> None:
        """Stop what is under way with one unit."""
        if self.units == {unit} and not self.is_halted:
            self._halt(now)

    def _release(self, unit: str, now: float) -> None:
        """Make ready for going on with one unit."""
        if self.units == {unit} and not self.is_halted:
            self._resume(now)

    def _lose(self, unit: str, now: float, reason: str) -> None:
        """Give up what one unit was to do."""
        if self.units == {unit}:
            self.abort(now, reason)

    def _close(self, now: float) -> None:
        """Stop what is still under way, because the task is over."""
        if not self.is_still:
            self._halt(now)

    # What they may call

    def _failed(self, reason: str) -> Status:
        """The failure to return from `_act`, after keeping the reason."""
        if not self.status.is_over:
            self.reason = reason
        return Status.FAILED_CLEANLY

    def _conclude(self, status: Status, now: float) -> None:
        """Be over. Only after closing is it known whether the world was touched."""
        try:
            self._close(now)
        finally:
            is_unclean = status.has_failed and self.has_acted
            self.status = Status.FAILED_UNCLEANLY if is_unclean else status
