"""Telling owners what became of their tasks, once each and never in the middle of a change."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypeAlias

from agentfw.tasks.record import Ending
from agentfw.tasks.task import Task

if TYPE_CHECKING:
    from agentfw.tasks.record import Record

__all__ = ["Owner", "Tellings"]

Owner: TypeAlias = Callable[[Task, Ending], object]
"""Is told when its task is over. It may start and remove tasks then, this one's successor too."""

_MOST_AT_ONCE: Final = 1000
"""So that owners who end and start tasks while they are told cannot keep a desk for ever."""


class Tellings:
    """What owners are still to be told, in the order in which it happened."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._waiting: deque[tuple[Owner, Task, Ending]] = deque()
        self._is_telling = False

    def add(self, owner: Owner | None, task: Task, ending: Ending) -> None:
        """Have the owner told with the next `tell`; nobody is, if there is none."""
        if owner is not None:
            self._waiting.append((owner, task, ending))

    def tell(self) -> None:
        """Tell all that waits, and what comes up by it. From inside of an owner this does nothing."""
        if self._is_telling:
            return
        self._is_telling = True
        try:
            for _ in range(_MOST_AT_ONCE):
                if not self._waiting:
                    break
                self._tell_next()
        finally:
            self._is_telling = False

    def _tell_next(self) -> None:
        owner, task, ending = self._waiting.popleft()
        with self._record.contained(f'the owner of "{ending.name}"', ending.ended_at):
            owner(task, ending)
