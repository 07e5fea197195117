"""Tasks that give no orders: they wait for something, or see to it that nothing takes too long."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agentfw.errors import UsageError
from agentfw.tasks.composite import Composite
from agentfw.tasks.task import Status, Task

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Until", "Within", "have"]


class Until(Task):
    """Nothing but waiting, done as soon as a condition holds. It moves no unit.

    As a part of a `Sequence` it holds up what follows; in front of an `AnyOf` it ends what is beside it.
    """

    def __init__(self, name: str, condition: Callable[[float], bool]) -> None:
        super().__init__(name)
        self._condition = condition

    def _act(self, now: float) -> Status:
        return Status.DONE if self._condition(now) else Status.RUNNING


def have(number: int, what: str, count: Callable[[str], int]) -> Until:
    """A watcher that is done when there are so many of a thing, as `count` tells."""
    if number < 1:
        raise UsageError(f'cannot wait for {number} of "{what}"; wait for at least one')
    return Until(f"have {number} of {what}", lambda _: count(what) >= number)


class Within(Composite):
    """Another task, which fails when it takes too long. Time in which it is halted does not count."""

    def __init__(self, seconds: float, task: Task) -> None:
        super().__init__(task.name, (task,))
        self._seconds = seconds
        self._began_at: float | None = None
        self._halted_at = 0.0

    def _act(self, now: float) -> Status:
        if self._began_at is None:
            self._began_at = now
        (task,) = self._parts
        if task.execute(now).has_failed:
            return self._failed(task.reason)
        if task.status is Status.RUNNING and now - self._began_at >= self._seconds:
            return self._failed(f"not done within {self._seconds:g} s")
        return task.status

    def _halt(self, now: float) -> None:
        self._halted_at = now
        super()._halt(now)

    def _resume(self, now: float) -> None:
        if self._began_at is not None:
            self._began_at += now - self._halted_at
        super()._resume(now)
