"""The desk at which a leader's tasks are run: who has which unit, whose turn it is, and who is told."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

import msgspec

from agentfw.errors import UsageError
from agentfw.tasks.changing import Changes
from agentfw.tasks.passes import Passes
from agentfw.tasks.pictures import picture_of
from agentfw.tasks.record import Record
from agentfw.tasks.register import Register
from agentfw.tasks.slots import Slot
from agentfw.tasks.telling import Tellings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from agentfw.tasks.pictures import DeskPicture
    from agentfw.tasks.record import Fault
    from agentfw.tasks.slots import Entry
    from agentfw.tasks.task import Task
    from agentfw.tasks.telling import Owner

__all__ = ["Acceptance", "Desk"]

_MOST_TASKS: Final = 1000
_REMEMBERS: Final = 50
_BUDGET: Final = 32


class Acceptance(msgspec.Struct, frozen=True):
    """Whether something was done as asked; true if it was. If not, nothing at all has changed."""

    is_accepted: bool
    why: str = ""
    """Why not."""

    def __bool__(self) -> bool:
        return self.is_accepted


class Desk:
    """Runs tasks: some at each step, every one in its turn, the right one on each unit.

    What a task or an owner raises is kept in the picture, and `on_fault` is told of it, which may call
    nothing here; it never comes out of here. A task that raises while it is executed has failed. Owners
    may call whatever they like, except `step`. The hands that tasks give their orders by may call
    nothing: the desk may be in the middle of a change.
    """

    def __init__(
        self,
        *,
        most: int = _MOST_TASKS,
        remembers: int = _REMEMBERS,
        on_fault: Callable[[Fault], None] | None = None,
    ) -> None:
        self._record = Record(remembers, on_fault)
        self._register = Register(most, self._record)
        self._tellings = Tellings(self._record)
        self._changes = Changes(self._register, self._record, self._tellings)
        self._passes: Passes[Entry] = Passes()
        self._is_changing = False
        self._is_stepping = False

    # Ways in

    def run(
        self,
        task: Task,
        owner: Owner | None = None,
        unit: str = "",
        slot: Slot = Slot.MEDIUM,
        *,
        now: float,
    ) -> Acceptance:
        """Take a task on, in a slot of a unit if one is named.

        A slot that is taken refuses it. Under a higher one it starts halted; a lower one is halted.
        `owner` is told when it is over, once, however it ends. Without a unit, it may move none.
        """
        units = (unit,) if unit else ()
        with self._change():
            why = self._register.against_taking([task]) or self._register.against_moving(task, units)
            why = why or (self._register.against_slot(unit, slot) if unit else "")
            if not why:
                self._changes.take_on(task, owner, units, now, slot if unit else None)
                self._register.settle(units, now)
            return self._acceptance(why)

    def run_group(
        self, task: Task, owner: Owner | None, units: Iterable[str], *, now: float
    ) -> Acceptance:
        """Take a high-level task on, for all of these units or, if one belongs to another, for none.

        A unit with a group is busy, even while its slots are empty. What is HIGH or MEDIUM there has its
        body before the group has, and the group has it before what is LOW.
        """
        units = tuple(units)
        with self._change():
            why = "" if units else f'"{task.name}" is for no unit; run it without a group'
            why = why or self._register.against_taking([task])
            why = why or self._register.against_moving(task, units)
            why = why or self._register.against_group(units)
            if not why:
                self._changes.take_on(task, owner, units, now, None)
                self._register.settle(units, now)
            return self._acceptance(why)

    def replace(
        self,
        unit: str,
        tasks: Mapping[Slot, Task],
        owner: Owner | None = None,
        *,
        preempt: bool = False,
        now: float,
    ) -> Acceptance:
        """Let new tasks take the place of all that are in the slots of a unit; no tasks clear it.

        Without `preempt`, the old one that is under way keeps the body until it is over: all new ones
        start halted. The task of the group of the unit stays as it is.
        """
        with self._change():
            why = "" if unit else "a unit has no name"
            why = why or self._register.against_taking(list(tasks.values()))
            moves = (self._register.against_moving(task, (unit,)) for task in tasks.values())
            why = why or next(filter(None, moves), "")
            if not why:
                self._changes.clear_slots(unit, now, "replaced", preempt=preempt)
                for slot in (one for one in Slot if one in tasks):
                    self._changes.take_on(tasks[slot], owner, (unit,), now, slot)
                self._register.settle((unit,), now)
            return self._acceptance(why)

    # Ways out

    def remove(self, task: Task, *, now: float, reason: str = "called off") -> bool:
        """Abort a task; whether it was here. Its owner hears of a failure, clean or not."""
        with self._change():
            entry = self._register.get(task)
            if entry is not None:
                self._register.settle(self._changes.end(entry, now, reason), now)
            return entry is not None

    def clear(self, *, now: float, reason: str = "called off") -> None:
        """Abort all tasks that are here now."""
        for entry in self._register:
            self.remove(entry.task, now=now, reason=reason)

    def lose(self, unit: str, reason: str, *, now: float) -> None:
        """Have a unit no longer: what is in its slots fails; its group does without it, or fails."""
        with self._change():
            slots = self._register.unit(unit)
            if slots.group is not None:
                self._changes.leave_group(slots.group, unit, now, reason)
            self._changes.clear_slots(unit, now, reason, preempt=True)
            self._register.settle((unit,), now)

    # Groups that change

    def bind(self, task: Task, unit: str, *, now: float) -> Acceptance:
        """Let a unit join the group of a task that runs here in no slot."""
        with self._change():
            entry = self._register.get(task)
            why = self._against_joining(entry, task, unit)
            if entry is not None and not why:
                self._register.bind(entry, unit)
                self._register.settle((unit,), now)
            return self._acceptance(why)

    def unbind(self, task: Task, unit: str, *, now: float) -> Acceptance:
        """Take a unit from the group of a task. What it was to do there fails."""
        with self._change():
            entry = self._register.get(task)
            if entry is None or entry.slot is not None or unit not in entry.units:
                return self._acceptance(f'"{unit}" is not in a group of "{task.name}"')
            self._changes.leave_group(entry, unit, now, f'"{unit}" was taken away')
            self._register.settle((unit,), now)
            return self._acceptance("")

    # Work

    def step(self, now: float, budget: int = _BUDGET) -> int:
        """Go on with the pass over all tasks that are not halted, by at most so many; how many it were.

        When all have had their turn, the next step begins anew. Raises `UsageError` inside of a step.
        """
        if self._is_stepping or self._is_changing:
            raise UsageError("a step is under way; end the task or return, and the next step goes on")
        self._is_stepping = True
        try:
            visited = 0
            for entry in self._passes.step(budget, lambda: self._register, self._is_active):
                visited += 1
                self._visit(entry, now)
        finally:
            self._is_stepping = False
        self._tellings.tell()
        return visited

    # What there is to see

    def is_free(self, unit: str) -> bool:
        """Whether a unit has no group, and nothing in its slots that presses."""
        return self._register.unit(unit).is_free

    def free(self, units: Iterable[str]) -> list[str]:
        """Those of the units that are free, in the same order."""
        return [unit for unit in units if self.is_free(unit)]

    def picture(self) -> DeskPicture:
        """All of it, to look at."""
        return picture_of(self._register, self._record, self._passes.count)

    # One change at a time, and owners are told after it

    @contextmanager
    def _change(self) -> Iterator[None]:
        if self._is_changing:
            raise UsageError("the desk is in the middle of a change; call it from an owner, or later")
        self._is_changing = True
        try:
            yield
        finally:
            self._is_changing = False
        self._tellings.tell()

    def _acceptance(self, why: str) -> Acceptance:
        self._record.refused += bool(why)
        return Acceptance(is_accepted=not why, why=why)

    def _against_joining(self, entry: Entry | None, task: Task, unit: str) -> str:
        if entry is None:
            return f'"{task.name}" is not here'
        if entry.slot is not None:
            return f'"{task.name}" is in a slot of "{entry.units[0]}"; remove it and run it for a group'
        return ("" if unit else "a unit has no name") or self._register.against_group((unit,))

    def _is_active(self, entry: Entry) -> bool:
        return self._register.has(entry) and not entry.task.is_halted

    def _visit(self, entry: Entry, now: float) -> None:
        """Execute a task, and let it go if it is over by that."""
        raised = self._execute(entry.task, now)
        is_over = entry.task.status.is_over or raised
        if is_over and self._register.has(entry):
            with self._change():
                self._register.settle(self._changes.end(entry, now, raised), now)

    def _execute(self, task: Task, now: float) -> str:
        """Give a task its turn; what it raised, in words."""
        self._record.visits += 1
        try:
            task.execute(now)
        except Exception as error:  # noqa: BLE001 - tasks are the code of others, and the others go on
            return self._record.fault(f'executing "{task.name}"', error, now)
        return ""
