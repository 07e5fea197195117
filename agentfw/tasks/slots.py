"""The places that tasks have on one unit, and which of them has its body.

A unit has three slots and a high-level place. The first of these that is filled has the body, and all
others that move it wait: what is leaving, HIGH, MEDIUM, the task of its group, LOW. So what is set on
top halts what is below, what is set below starts halted, and when one ends the next lower is resumed.
"""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from agentfw.tasks.record import Record
    from agentfw.tasks.task import Task
    from agentfw.tasks.telling import Owner

__all__ = ["Entry", "Slot", "UnitSlots"]


class Slot(enum.Enum):
    """How pressing a task is for its unit, the most pressing first."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"
    """Something to do while there is nothing to do: the unit is free."""


class Entry:
    """A task at a desk: whose it is, and where it is bound."""

    __slots__ = ("halted_at", "number", "owner", "since", "slot", "task", "units")

    def __init__(
        self, task: Task, owner: Owner | None, number: int, since: float, slot: Slot | None = None
    ) -> None:
        self.task = task
        self.owner = owner
        self.number = number
        self.since = since
        self.slot = slot
        """None for a task of a group, or of no unit."""
        self.units: list[str] = []
        """The units it is bound to."""
        self.halted_at: float | None = None

    def give_body(self, unit: str, now: float) -> None:
        """Let the task move a unit that it is bound to."""
        if self.slot is None:
            self.task.release(unit, now)
        else:
            self.halted_at = None
            self.task.resume(now)

    def take_body(self, unit: str, now: float) -> None:
        """Let something else move the unit. A task of a group goes on with its other units."""
        if self.slot is None:
            self.task.hold(unit, now)
        else:
            self.halted_at = now if self.halted_at is None else self.halted_at
            self.task.halt(now)


class UnitSlots:
    """What is bound to one unit."""

    def __init__(self, unit: str) -> None:
        self.unit = unit
        self.slots: dict[Slot, Entry] = {}
        self.leaving: Entry | None = None
        """What was replaced while it was under way, and may end before anything else has the body."""
        self.group: Entry | None = None
        """The high-level task of the group that the unit belongs to."""

    def __iter__(self) -> Iterator[Entry]:
        """All that is bound to the unit alone, the first to have the body first."""
        if self.leaving is not None:
            yield self.leaving
        yield from (self.slots[slot] for slot in Slot if slot in self.slots)

    @property
    def is_free(self) -> bool:
        """Whether it has nothing to do, or nothing that presses. In a group, it is not."""
        return self.group is None and all(entry.slot is Slot.LOW for entry in self)

    @property
    def is_empty(self) -> bool:
        """Whether nothing is bound to it."""
        return self.group is None and next(iter(self), None) is None

    @property
    def by_rank(self) -> list[Entry]:
        """What moves the unit, a task of its group only if that does; the first has the body."""
        ranked = list(self)
        if self.group is not None and self.unit in self.group.task.units:
            is_last_low = bool(ranked) and ranked[-1] is self.slots.get(Slot.LOW)
            ranked.insert(len(ranked) - is_last_low, self.group)
        return ranked

    @property
    def under_way(self) -> Entry | None:
        """What has the body and has begun, if that is bound to this unit alone."""
        first = next(iter(self.by_rank), None)
        is_own = first is not None and first is not self.group and first.task.has_begun
        return first if is_own else None

    def put(self, entry: Entry) -> None:
        """Bind a task of this unit in its empty slot, or a task of a group in the high-level place."""
        if entry.slot is None:
            self.group = entry
        else:
            self.slots[entry.slot] = entry
        entry.units.append(self.unit)

    def let_leave(self, entry: Entry) -> None:
        """Empty the slot of a task that stays until it is over."""
        self.leaving = entry
        self._clear_slot(entry)

    def take_out(self, entry: Entry) -> None:
        """Bind a task no longer."""
        if self.leaving is entry:
            self.leaving = None
        if self.group is entry:
            self.group = None
        self._clear_slot(entry)
        entry.units.remove(self.unit)

    def settle(self, now: float, record: Record) -> None:
        """Take the body from all but the first; then the first has it, even if one of them raised."""
        ranked = self.by_rank
        for entry in ranked[1:]:
            with record.contained(f'halting "{entry.task.name}"', now):
                entry.take_body(self.unit, now)
        for entry in ranked[:1]:
            with record.contained(f'resuming "{entry.task.name}"', now):
                entry.give_body(self.unit, now)

    def _clear_slot(self, entry: Entry) -> None:
        if entry.slot is not None and self.slots.get(entry.slot) is entry:
            del self.slots[entry.slot]
