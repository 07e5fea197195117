"""The orders of a team: what is in force for each bot, who gave it, and what became of it.

Orders run as tasks at a desk: each bot has one of every urgency, the highest counts, and what is below
goes on when it is over. The same order again changes nothing; another one takes its place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from agentfw.decisions import Answer, Fate, Order, OrderState
from agentfw.language.types import plain_name
from agentfw.tasks import Desk, Slot, Status, UnitTask

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from agentfw.tasks import Ending, Task

__all__ = ["OrderBook"]

_MAX_ANSWERS: Final = 500
_BUDGET: Final = 64
_SLOTS: Final = {"high": Slot.HIGH, "medium": Slot.MEDIUM, "low": Slot.LOW}
_ENDS: Final = (OrderState.DONE, OrderState.FAILED, OrderState.REFUSED)
_LISTS: Final = frozenset({"assigntask", "cleartasks", "replacetasks"})
"""Changes of a bot's own list of tasks: they are over at once, and interrupt nothing."""


class OrderBook:
    """Gives orders to bots, and hears what becomes of them."""

    def __init__(self, leader: str) -> None:
        self._leader = leader
        self._desk = Desk()
        self._hands = _Hands()
        self._current: dict[tuple[str, Slot], tuple[Order, UnitTask]] = {}
        """What each bot shall do, by urgency, as it was given out."""
        self._lists: dict[int, Order] = {}
        """Changes of lists that nobody has answered yet."""
        self._last: dict[Order, Answer] = {}
        """Answers for good to orders whose tasks are not over yet."""
        self._fates: list[Fate] = []
        self._told = 0

    # What comes in

    def give(self, order: Order, names: Iterable[str], now: float) -> None:
        """Pass an order on: to the bot that it is for, or to all of these."""
        for name in (order.to,) if order.to else tuple(names):
            self._give(replace(order, to=name, number=0, sender=""), order.sender, now)

    def note(self, order: Order, objection: str) -> None:
        """Something was done that is no order to a bot, or could not be."""
        self._tell(order, OrderState.FAILED if objection else OrderState.DONE, objection)

    def hear(self, bot: str, answers: Iterable[Answer]) -> None:
        """A bot answers to orders."""
        for answer in answers:
            order = self._hands.hear(bot, answer)
            if order is None:
                continue
            if answer.state not in _ENDS or self._lists.pop(answer.number, None) is not None:
                self._tell(order, answer.state, answer.why)
            else:
                self._last[_plain(order)] = answer

    def lose(self, bot: str, reason: str, now: float) -> None:
        """A bot is not in the game any more: its orders have failed."""
        self._desk.lose(bot, reason, now=now)
        self._hands.lose(bot)
        for key in [one for one in self._current if one[0] == bot]:
            del self._current[key]
        for number in [one for one, order in self._lists.items() if order.to == bot]:
            del self._lists[number]

    def step(self, now: float) -> None:
        """Go on with what is ordered."""
        self._desk.step(now, _BUDGET)

    # What goes out

    def take_changes(self) -> Mapping[str, tuple[Order, ...]]:
        """What is in force now for each bot for which it has changed since the last call."""
        return self._hands.take_changes()

    def take_fates(self) -> tuple[Fate, ...]:
        """What became of orders since the last call."""
        fates, self._fates = tuple(self._fates), []
        return fates

    def in_force(self) -> tuple[Order, ...]:
        """What every bot shall do, by its name, the most urgent last."""
        found = sorted(self._current.items(), key=lambda one: (one[0][0], -_RANK[one[0][1]]))
        return tuple(order for _, (order, _) in found)

    # Within

    def _give(self, order: Order, sender: str, now: float) -> None:
        task, signed = plain_name(order.task), replace(order, sender=sender or self._leader)
        if task == "dismissed":
            self._dismiss(order.to, now)
        elif task in _LISTS:
            sent = self._hands.give(order.to, signed)
            self._lists[sent.number] = sent
        else:
            self._put(order, signed, now)

    def _put(self, order: Order, signed: Order, now: float) -> None:
        key = (order.to, _SLOTS[order.urgency])
        current = self._current.get(key)
        if current is not None and current[0] == order:
            return
        if current is not None:
            del self._current[key]
            self._desk.remove(current[1], now=now, reason="another order came")
        made = UnitTask(self._hands, order.to, signed)
        if self._desk.run(made, self._over, order.to, key[1], now=now):
            self._current[key] = (order, made)
        else:
            self._tell(order, OrderState.FAILED, "too many tasks")

    def _dismiss(self, bot: str, now: float) -> None:
        for key in [one for one in self._current if one[0] == bot]:
            _, made = self._current.pop(key)
            self._desk.remove(made, now=now, reason="dismissed")

    def _over(self, task: Task, ending: Ending) -> None:
        """A task is over, by an answer for good or because its bot is gone."""
        found = [(key, order) for key, (order, made) in self._current.items() if made is task]
        for key, order in found:
            del self._current[key]
            answer = self._last.pop(_plain(order), None)
            if answer is not None:
                self._tell(order, answer.state, answer.why)
            else:
                state = OrderState.DONE if ending.status is Status.DONE else OrderState.FAILED
                self._tell(order, state, ending.reason)

    def _tell(self, order: Order, state: OrderState, why: str) -> None:
        self._told += 1
        self._fates.append(Fate(_plain(order), state, self._told, why))


_RANK: Final = {Slot.LOW: 2, Slot.MEDIUM: 1, Slot.HIGH: 0}


class _Hands:
    """What every bot was told to do, and what it answered."""

    def __init__(self) -> None:
        self._given: dict[str, dict[int, Order]] = {}
        self._answers: dict[int, Answer] = {}
        self._orders: dict[int, Order] = {}
        self._changed: dict[str, None] = {}
        self._number = 0

    def give(self, unit: str, order: Order) -> Order:
        self._number += 1
        sent = replace(order, number=self._number)
        self._given.setdefault(unit, {})[self._number] = sent
        self._orders[self._number] = sent
        while len(self._orders) > _MAX_ANSWERS:
            del self._orders[next(iter(self._orders))]
        self._changed[unit] = None
        return sent

    def stop(self, unit: str, order: Order) -> None:
        if self._given.get(unit, {}).pop(order.number, None) is not None:
            self._changed[unit] = None

    def progress(self, order: Order) -> Answer | None:
        return self._answers.get(order.number)

    def hear(self, bot: str, answer: Answer) -> Order | None:
        """Keep an answer; the order that it is to, if that bot has been given it."""
        order = self._orders.get(answer.number)
        if order is None or order.to != bot:
            return None
        self._answers[answer.number] = answer
        while len(self._answers) > _MAX_ANSWERS:
            del self._answers[next(iter(self._answers))]
        if answer.state in _ENDS:
            self.stop(bot, order)
        return order

    def lose(self, bot: str) -> None:
        self._given.pop(bot, None)
        self._changed.pop(bot, None)

    def take_changes(self) -> Mapping[str, tuple[Order, ...]]:
        changed, self._changed = self._changed, {}
        return {name: tuple(self._given.get(name, {}).values()) for name in changed}


def _plain(order: Order) -> Order:
    """An order as its leader has it in mind."""
    return replace(order, number=0, sender="", urgency="medium")
