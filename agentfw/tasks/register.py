"""Which tasks are at a desk, where they are bound, and why another one cannot be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agentfw.tasks.record import Ending
from agentfw.tasks.slots import Entry, UnitSlots

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from agentfw.tasks.record import Record
    from agentfw.tasks.slots import Slot
    from agentfw.tasks.task import Task
    from agentfw.tasks.telling import Owner

__all__ = ["Register"]


class Register:
    """The tasks at a desk in the order in which they came, and their units.

    The questions (`against_…`) change nothing and answer why not, or nothing when there is nothing
    against it. The changes ask no questions.
    """

    def __init__(self, most: int, record: Record) -> None:
        self._most = most
        self._record = record
        self._entries: dict[Task, Entry] = {}
        self._units: dict[str, UnitSlots] = {}
        self._numbers = 0

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[Entry]:
        return iter(tuple(self._entries.values()))

    def get(self, task: Task) -> Entry | None:
        """What is known of a task; None if it is not here."""
        return self._entries.get(task)

    def has(self, entry: Entry) -> bool:
        """Whether it is still here."""
        return self._entries.get(entry.task) is entry

    def unit(self, name: str) -> UnitSlots:
        """What is bound to a unit. Units that nobody heard of have nothing."""
        return self._units.get(name) or UnitSlots(name)

    def units(self) -> tuple[UnitSlots, ...]:
        """All units that something is bound to, by name."""
        return tuple(self._units[name] for name in sorted(self._units))

    # Questions

    def against_taking(self, tasks: Collection[Task]) -> str:
        """Why tasks cannot be at this desk, wherever they would be bound."""
        if len(self._entries) + len(tasks) > self._most:
            return f"there are {len(self._entries)} tasks, and {self._most} is the most"
        if len(set(tasks)) < len(tasks):
            return "one task is to be in two places"
        return next(filter(None, (task.objection for task in tasks)), "")

    def against_moving(self, task: Task, units: Collection[str]) -> str:
        """Why a task cannot be bound to these units only."""
        if "" in units:
            return "a unit has no name"
        if len(set(units)) < len(units):
            return "a unit is named twice"
        others = sorted(task.units.difference(units))
        return f'"{task.name}" moves "{others[0]}", which it is not bound to' if others else ""

    def against_slot(self, unit: str, slot: Slot) -> str:
        """Why nothing can be set in a slot."""
        taken = self.unit(unit).slots.get(slot)
        return f'{slot.name} of "{unit}" is taken by "{taken.task.name}"' if taken else ""

    def against_group(self, units: Iterable[str]) -> str:
        """Why units cannot be a group."""
        for unit in units:
            taken = self.unit(unit).group
            if taken is not None:
                return f'"{unit}" belongs to "{taken.task.name}"'
        return ""

    # Changes

    def add(self, task: Task, owner: Owner | None, now: float, slot: Slot | None = None) -> Entry:
        """Take a task in, bound to nothing yet."""
        self._numbers += 1
        task.taken_by = "a desk"
        self._entries[task] = entry = Entry(task, owner, self._numbers, now, slot)
        return entry

    def bind(self, entry: Entry, unit: str) -> None:
        """Bind a task to a unit, where its slot says."""
        self._units.setdefault(unit, UnitSlots(unit)).put(entry)

    def unbind(self, entry: Entry, unit: str) -> None:
        """Bind a task to a unit no longer."""
        self._units[unit].take_out(entry)

    def drop(self, entry: Entry, now: float) -> Ending:
        """Forget a task that is over; what became of it."""
        task, units = entry.task, tuple(entry.units)
        del self._entries[task]
        for unit in units:
            self.unbind(entry, unit)
        return Ending(entry.number, task.name, task.status, task.reason, units, entry.since, now)

    def settle(self, units: Iterable[str], now: float) -> None:
        """See to it that whoever ranks first has the body, and nobody else."""
        for name in units:
            unit = self.unit(name)
            unit.settle(now, self._record)
            if unit.is_empty:
                self._units.pop(name, None)
