"""What changes of a desk are made of: tasks that come, tasks that end, and units that leave a group.

None of these settles who has the body; that is done once, when a change is complete.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agentfw.tasks.record import Record
    from agentfw.tasks.register import Register
    from agentfw.tasks.slots import Entry, Slot
    from agentfw.tasks.task import Task
    from agentfw.tasks.telling import Owner, Tellings

__all__ = ["Changes"]


class Changes:
    """Keeps the tasks at a desk, what is remembered of them, and what owners are to be told in step."""

    def __init__(self, register: Register, record: Record, tellings: Tellings) -> None:
        self._register = register
        self._record = record
        self._tellings = tellings

    def take_on(
        self, task: Task, owner: Owner | None, units: Sequence[str], now: float, slot: Slot | None
    ) -> None:
        """Let a task come, bound to all of these units."""
        self._record.accepted += 1
        entry = self._register.add(task, owner, now, slot)
        for unit in units:
            self._register.bind(entry, unit)

    def end(self, entry: Entry, now: float, reason: str) -> tuple[str, ...]:
        """Let a task go, aborted if it is not over, whatever it raises at that; the units it leaves."""
        with self._record.contained(f'ending "{entry.task.name}"', now):
            entry.task.abort(now, reason)
        ending = self._register.drop(entry, now)
        self._record.end(ending)
        self._tellings.add(entry.owner, entry.task, ending)
        return ending.units

    def clear_slots(self, unit: str, now: float, reason: str, *, preempt: bool) -> None:
        """End what is in the slots of a unit; but what is under way only leaves, unless preempted."""
        slots = self._register.unit(unit)
        staying = None if preempt else slots.under_way
        for entry in tuple(slots):
            if entry is not staying:
                self.end(entry, now, reason)
        if staying is not None:
            slots.let_leave(staying)

    def leave_group(self, entry: Entry, unit: str, now: float, reason: str) -> None:
        """Let the task of a group do without one of its units."""
        with self._record.contained(f'taking "{unit}" from "{entry.task.name}"', now):
            entry.task.lose(unit, now, reason)
        self._register.unbind(entry, unit)
