"""Hands for tests: bots that answer what they are told to, and a check of what they are ordered."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from agentfw.decisions import Answer, Order, OrderState
from agentfw.tasks import Desk, Slot, Task, UnitTask

if TYPE_CHECKING:
    from agentfw.tasks import Ending

__all__ = ["ENDS", "Diary", "Radio"]

ENDS = (OrderState.REFUSED, OrderState.DONE, OrderState.FAILED)


class Radio:
    """Passes orders on. A unit never has two of them, and none is called off that is not under way."""

    def __init__(self) -> None:
        self.log: list[str] = []
        self.under_way: dict[str, Order] = {}
        self.answers: dict[int, Answer] = {}
        self.numbers = 0

    def give(self, unit: str, order: Order) -> Order:
        assert unit not in self.under_way, f"{unit} is still at {self.under_way[unit]}"
        assert order.to == unit
        self.numbers += 1
        self.under_way[unit] = sent = msgspec.structs.replace(order, number=self.numbers)
        self.log.append(f"{unit}: {order}")
        return sent

    def stop(self, unit: str, order: Order) -> None:
        assert self.under_way.pop(unit, None) == order
        self.log.append(f"{unit}: stop {order}")

    def progress(self, order: Order) -> Answer | None:
        return self.answers.get(order.number)

    def answer(self, unit: str, state: OrderState, why: str = "", *, has_acted: bool = False) -> None:
        """The unit answers to what it is at."""
        number = self.under_way[unit].number
        before = self.answers.get(number)
        has_acted = has_acted or (before is not None and before.has_acted)
        self.answers[number] = Answer(number, state, why, has_acted)
        if state in ENDS:
            del self.under_way[unit]

    def act(self, unit: str) -> None:
        """The unit begins."""
        self.answer(unit, OrderState.ACCEPTED, has_acted=True)

    def finish(self, unit: str) -> None:
        """The unit is done."""
        self.answer(unit, OrderState.DONE, has_acted=True)

    def fail(self, unit: str, why: str = "stuck", *, has_acted: bool = True) -> None:
        """The unit fails."""
        self.answer(unit, OrderState.FAILED, why, has_acted=has_acted)

    def refuse(self, unit: str, why: str = "no ammo") -> None:
        """The unit will not do it."""
        self.answer(unit, OrderState.REFUSED, why)

    def task(self, unit: str, *words: str) -> UnitTask:
        """A task of this unit: an order with its arguments."""
        task, *arguments = words or ("guard",)
        return UnitTask(self, unit, Order(task, tuple(arguments)))

    def since(self, length: int) -> list[str]:
        """What was said after so many lines."""
        return self.log[length:]

    def put(self, desk: Desk, unit: str, slot: Slot, word: str = "", *, now: float = 0.0) -> UnitTask:
        """A task that the desk has accepted, named after its slot unless told."""
        task = self.task(unit, word or slot.value)
        accepted = desk.run(task, None, unit, slot, now=now)
        assert accepted, accepted.why
        return task


class Diary:
    """An owner that keeps what it is told."""

    def __init__(self) -> None:
        self.endings: list[Ending] = []
        self.tasks: list[Task] = []

    def __call__(self, task: Task, ending: Ending) -> None:
        self.tasks.append(task)
        self.endings.append(ending)

    @property
    def lines(self) -> list[str]:
        return [f"{one.name}: {one.status.value}" for one in self.endings]
