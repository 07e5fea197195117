"""Tasks that are made of tasks: one after the other, side by side, or whichever is done first."""

from __future__ import annotations

import enum
from collections import Counter
from typing import TYPE_CHECKING, Final

from agentfw.errors import UsageError
from agentfw.tasks.task import Status, Task

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

__all__ = ["AnyOf", "Composite", "IfOneFails", "Sequence", "Together"]

_TOLD: Final = 3
"""So many parts that failed are told by name."""


class IfOneFails(enum.Enum):
    """What becomes of the other parts."""

    END = "end"
    """The whole has failed: what is under way is stopped, what has not begun never will."""
    GO_ON = "go on"
    """They go on; only a whole of which every part failed has failed."""


class Composite(Task):
    """A task that is made of parts. What is said to it, it says to all parts that are not over.

    When it is over, parts that are not are aborted.
    """

    def __init__(self, name: str, parts: Iterable[Task]) -> None:
        self._parts = tuple(parts)
        super().__init__(name, frozenset[str]().union(*(part.units for part in self._parts)))
        self._take_parts()

    @property
    def parts(self) -> tuple[Task, ...]:
        """What it is made of."""
        return self._parts

    @property
    def has_acted(self) -> bool:
        """Whether any part touched the world."""
        return any(part.has_acted for part in self._parts)

    @property
    def is_still(self) -> bool:
        """Whether it is halted. Parts that move no unit go on even if all units do something else."""
        return self.is_halted

    @property
    def detail(self) -> str:
        """How many parts are over, and what those under way are about."""
        over = sum(part.status.is_over for part in self._parts)
        under_way = [part for part in self._parts if part.has_begun and not part.status.is_over]
        at_work = ", ".join(f"{part.name} ({part.detail})" for part in under_way[:_TOLD])
        return f"{over} of {len(self._parts)}" + (f"; {at_work}" if at_work else "")

    def _halt(self, now: float) -> None:
        self._each(lambda part: part.halt(now))

    def _resume(self, now: float) -> None:
        self._each(lambda part: part.resume(now))

    def _hold(self, unit: str, now: float) -> None:
        self._each(lambda part: part.hold(unit, now))

    def _release(self, unit: str, now: float) -> None:
        self._each(lambda part: part.release(unit, now))

    def _lose(self, unit: str, now: float, reason: str) -> None:
        self._each(lambda part: part.lose(unit, now, reason))

    def _close(self, now: float) -> None:
        self._each(lambda part: part.abort(now, f'"{self.name}" is over'))

    def _each(self, do: Callable[[Task], object]) -> None:
        """Do something to each part. One that raises keeps the others from nothing: it is told last."""
        raised: Exception | None = None
        for part in self._parts:
            try:
                do(part)
            except Exception as error:  # noqa: BLE001 - it is raised again, after the others
                raised = raised or error
        if raised is not None:
            raise raised

    def _take_parts(self) -> None:
        """Make sure that nobody else runs the parts; raises `UsageError` where somebody does."""
        if not self._parts:
            raise UsageError(f'"{self.name}" has no parts; it needs at least one')
        objections = [part.objection for part in self._parts if part.objection]
        if objections or len(set(self._parts)) < len(self._parts):
            why = objections[0] if objections else "one task stands there twice; make two of it"
            raise UsageError(f'"{self.name}" cannot have this part: {why}')
        for part in self._parts:
            part.taken_by = f'"{self.name}"'

    def _check_one_thing_at_a_time(self) -> None:
        """Raise `UsageError` where two parts move one unit."""
        movers = Counter(unit for part in self._parts for unit in part.units)
        twice = [unit for unit, count in movers.items() if count > 1]
        if twice:
            raise UsageError(
                f'"{self.name}" moves "{min(twice)}" by two parts at once; a unit does one thing at a'
                " time: put the two into a Sequence, or give one to another unit"
            )

    def _failures(self) -> list[Task]:
        return [part for part in self._parts if part.status.has_failed]

    def _failed_by_parts(self) -> Status:
        return self._failed(_why(self._failures()))

    def _joined(self) -> Status:
        """What all parts come to, now that all are over and failures did not end it."""
        failures = self._failures()
        if len(failures) == len(self._parts):
            return self._failed_by_parts()
        self.reason = _why(failures)
        return Status.DONE


class Sequence(Composite):
    """One part after the other; each begins in the execution in which the one before it is over."""

    def __init__(self, name: str, *parts: Task, if_one_fails: IfOneFails = IfOneFails.END) -> None:
        super().__init__(name, parts)
        self._rule = if_one_fails

    def _act(self, now: float) -> Status:
        for part in self._parts:
            if not part.execute(now).is_over:
                return Status.RUNNING
            if part.status.has_failed and self._rule is IfOneFails.END:
                return self._failed_by_parts()
        return self._joined()


class Together(Composite):
    """All parts at once, joined when the last of them is over. No two of them may move one unit."""

    def __init__(self, name: str, *parts: Task, if_one_fails: IfOneFails = IfOneFails.END) -> None:
        super().__init__(name, parts)
        self._check_one_thing_at_a_time()
        self._rule = if_one_fails

    def _act(self, now: float) -> Status:
        for part in self._parts:
            if part.execute(now).has_failed and self._rule is IfOneFails.END:
                return self._failed_by_parts()
        are_over = all(part.status.is_over for part in self._parts)
        return self._joined() if are_over else Status.RUNNING


class AnyOf(Composite):
    """All parts at once, done when the first of them is; the others are stopped. Fails when all fail.

    They are executed in their order: a condition in front of an order is looked at before it is given.
    """

    def __init__(self, name: str, *parts: Task) -> None:
        super().__init__(name, parts)
        self._check_one_thing_at_a_time()

    def _act(self, now: float) -> Status:
        for part in self._parts:
            if part.execute(now) is Status.DONE:
                return Status.DONE
        have_failed = all(part.status.has_failed for part in self._parts)
        return self._failed_by_parts() if have_failed else Status.RUNNING


def _why(failures: list[Task]) -> str:
    """The reasons of the first failures, and how many more there are."""
    told = [f"{part.name}: {part.reason}" for part in failures[:_TOLD]]
    more = len(failures) - len(told)
    return "; ".join(told) + (f"; and {more} more" if more else "")
