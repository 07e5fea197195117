"""What a desk looks like at one moment, for people and views: plain data and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from agentfw.tasks.record import Counts, Ending, Fault
from agentfw.tasks.slots import Slot

if TYPE_CHECKING:
    from agentfw.tasks.record import Record
    from agentfw.tasks.register import Register
    from agentfw.tasks.slots import Entry, UnitSlots

__all__ = ["DeskPicture", "TaskPicture", "UnitPicture", "picture_of"]


class TaskPicture(msgspec.Struct, frozen=True):
    """A task at a desk."""

    number: int
    """By which the desk knows it; later ones have higher numbers."""
    name: str
    since: float
    """When the desk accepted it."""
    has_begun: bool
    halted_at: float | None
    """Since when it is halted; None if it is not."""
    held: tuple[str, ...]
    """The units of its group that do something more pressing."""
    detail: str
    """What it is about, in its own words."""


class UnitPicture(msgspec.Struct, frozen=True):
    """What is bound to a unit. Units with nothing are left out."""

    unit: str
    is_free: bool
    body: int | None
    """The number of the task that moves it; None if nothing does."""
    high: TaskPicture | None = None
    medium: TaskPicture | None = None
    low: TaskPicture | None = None
    group: TaskPicture | None = None
    """The high-level task of its group."""
    leaving: TaskPicture | None = None
    """What was replaced, and is let to its end."""


class DeskPicture(msgspec.Struct, frozen=True):
    """All tasks and units, how many of what, and what went wrong lately."""

    tasks: tuple[TaskPicture, ...]
    units: tuple[UnitPicture, ...]
    counts: Counts
    failures: tuple[Ending, ...]
    """The newest failures, the last one last."""
    faults: tuple[Fault, ...]
    """What raised lately, the last one last."""

    def __getitem__(self, unit: str) -> UnitPicture:
        """What is bound to a unit; nothing is, to one that nobody heard of."""
        found = (one for one in self.units if one.unit == unit)
        return next(found, UnitPicture(unit, is_free=True, body=None))


def picture_of(register: Register, record: Record, passes: int) -> DeskPicture:
    """The picture of a desk that keeps its tasks and its past in these."""
    halted = sum(entry.task.is_halted for entry in register)
    return DeskPicture(
        tasks=tuple(_of_task(entry) for entry in register),
        units=tuple(_of_unit(unit) for unit in register.units()),
        counts=record.counts(active=len(register) - halted, halted=halted, passes=passes),
        failures=tuple(record.failures),
        faults=tuple(record.faults),
    )


def _of_task(entry: Entry) -> TaskPicture:
    task = entry.task
    return TaskPicture(
        number=entry.number,
        name=task.name,
        since=entry.since,
        has_begun=task.has_begun,
        halted_at=entry.halted_at,
        held=tuple(sorted(task.held)),
        detail=task.detail,
    )


def _of_unit(unit: UnitSlots) -> UnitPicture:
    first = next(iter(unit.by_rank), None)
    bound = {
        **{slot.value: unit.slots.get(slot) for slot in Slot},
        "group": unit.group,
        "leaving": unit.leaving,
    }
    return UnitPicture(
        unit=unit.unit,
        is_free=unit.is_free,
        body=first.number if first is not None else None,
        **{place: _of_task(entry) for place, entry in bound.items() if entry is not None},
    )
