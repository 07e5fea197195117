"""The orders of a team: what is in force for each bot, who gave it, and what became of it.

Orders run as tasks at a desk: each bot has one of every urgency, the highest counts, and what is below
goes on when it is over. The same order again changes nothing; another one takes its place. Changes of
the list of tasks that a bot goes by are over at once and interrupt nothing; a new life of the bot is
told them again. A role is played beside everything else, until there is another one. What several bots
do as one is a task of a group (`groups`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec.structs import replace

from agentfw.decisions import Answer, Fate, Order, OrderState
from agentfw.language.types import plain_name
from agentfw.tasks import Desk, Slot, Status, UnitTask
from agentfw.team.groups import Groups

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from agentfw.tasks import Ending, Fault, Task

__all__ = ["OrderBook"]

_MAX_ANSWERS: Final = 500
_MAX_FATES: Final = 500
_MAX_LISTED: Final = 100
"""So many tasks, one after the other, wait for a bot, and are told again to one that begins anew."""
_BUDGET: Final = 64
_SLOTS: Final = {"high": Slot.HIGH, "medium": Slot.MEDIUM, "low": Slot.LOW}
_ASSIGN: Final = "assigntask"
_REMOVE: Final = "removetask"
_ANEW: Final = frozenset({"cleartasks", "replacetasks"})
_LISTS: Final = _ANEW | {_ASSIGN, _REMOVE}
_ROLE: Final = "role"
_CALL_OFF: Final = "calloff"
_Place = tuple[str, Slot]


class _Current(NamedTuple):
    """What is ordered, as it was given out, and the task that it is."""

    order: Order
    task: UnitTask
    mate: str
    """Who wants it, unless it is the leader."""


class OrderBook:
    """Gives orders to bots, and hears what becomes of them; `on_fault` is told what has raised here."""

    def __init__(self, leader: str, on_fault: Callable[[Fault], None] | None = None) -> None:
        self._leader = leader
        self._desk = Desk(on_fault=on_fault)
        self._hands = _Hands()
        self._current: dict[_Place, _Current] = {}
        self._answers: dict[_Place, Answer] = {}
        """Answers for good to orders whose tasks have not been looked at since."""
        self._lists = _Lists()
        self._fates: list[Fate] = []
        self._told = 0
        self.groups = Groups(self._desk, self._hands, self._tell)

    # What comes in

    def give(self, order: Order, names: Iterable[str], now: float) -> None:
        """Pass an order on: to the bot that it is for, to a group of bots, or to all of these."""
        if plain_name(order.task) == _CALL_OFF:
            self._call_off(order, now)
            return
        if order.members:
            self.groups.give(order, order.sender or self._leader, now)
            return
        for name in (order.to,) if order.to else tuple(names):
            self._give(replace(order, to=name, number=0, sender=""), order.sender, now)

    def note(self, order: Order, objection: str) -> None:
        """Something was done that is no order to a bot, or could not be."""
        self._tell(order, OrderState.FAILED if objection else OrderState.DONE, objection)

    def hear(self, bot: str, answers: Iterable[Answer]) -> None:
        """A bot answers to orders; answers to those that it does not have count for nothing."""
        for answer in answers:
            order = self._hands.hear(bot, answer)
            if order is None or self.groups.has(answer):
                continue
            task = plain_name(order.task)
            if task in _LISTS:
                self._lists.hear(order, answer)
                self._tell(order, answer.state, answer.why)
            elif task == _ROLE:
                is_played = answer.state is OrderState.ACCEPTED
                self._tell(order, OrderState.DONE if is_played else answer.state, answer.why)
            elif answer.state.is_over:
                self._answers[bot, _SLOTS[order.urgency]] = answer
            else:
                self._tell(order, answer.state, answer.why)

    def lose(self, bot: str, reason: str, now: float) -> None:
        """A bot is not in the game now: its orders have failed; its list of tasks waits for it."""
        self.groups.lose(bot)
        self._desk.lose(bot, reason, now=now)

    def begin_anew(self, bot: str) -> None:
        """A bot has another life: it is told again what its list of tasks is, before anything else."""
        waiting = self._waiting(bot)
        for order in waiting:
            self._hands.stop(bot, order)
        for order in (*self._lists.take(bot), *waiting):
            self._hands.give(bot, order)

    def forget(self, bot: str, reason: str, now: float) -> None:
        """A bot never comes back."""
        self.lose(bot, reason, now)
        self._lists.take(bot)
        for order in self._hands.take(bot):
            self._tell(order, OrderState.FAILED, reason)

    def release(self, reason: str, now: float) -> None:
        """Nobody leads any more: its orders are over; what mates want, roles and lists stay."""
        self.groups.disband(reason, now)
        for current in list(self._current.values()):
            if not current.mate:
                self._desk.remove(current.task, now=now, reason=reason)

    def step(self, now: float) -> None:
        """Go on with what is ordered: end what was answered for good, then give what waited for that."""
        for _ in range(2):
            self._desk.step(now, _BUDGET)

    # What goes out

    def given(self, bot: str) -> tuple[Order, ...]:
        """What a bot shall do now."""
        return self._hands.given(bot)

    def take_changes(self) -> Mapping[str, tuple[Order, ...]]:
        """What is in force now for each bot for which it has changed since the last call."""
        return self._hands.take_changes()

    def take_fates(self) -> tuple[Fate, ...]:
        """What became of orders since the last call."""
        fates, self._fates = tuple(self._fates), []
        return fates

    def in_force(self) -> tuple[Order, ...]:
        """What every bot shall do, by its name, the most urgent last; roles and lists are no part of it.

        What a mate wants has its name as the sender.
        """
        single = [
            (bot, _RANK[slot], replace(one.order, sender=one.mate))
            for (bot, slot), one in self._current.items()
        ]
        joint = [(order.to, _GROUP_RANK, order) for order in self.groups.in_force()]
        ranked = sorted((*single, *joint), key=lambda one: one[:2])
        return tuple(order for _, _, order in ranked)

    # Within

    def _give(self, order: Order, sender: str, now: float) -> None:
        task, signed = plain_name(order.task), replace(order, sender=sender or self._leader)
        if task == "dismissed":
            self._dismiss(order.to, now)
            self._tell(order, OrderState.DONE, "")
        elif task == _ROLE:
            self._cast(signed)
        elif task in _LISTS:
            self._change_list(signed)
        else:
            self._put(order, signed, now)

    def _change_list(self, order: Order) -> None:
        if len(self._waiting(order.to)) < _MAX_LISTED:
            self._hands.give(order.to, order)
        else:
            why = f"has {_MAX_LISTED} changes of its list before it, and has answered none of them"
            self._tell(order, OrderState.FAILED, why)

    def _waiting(self, bot: str) -> list[Order]:
        """The changes of its list that a bot has yet to make."""
        return [one for one in self._hands.given(bot) if plain_name(one.task) in _LISTS]

    def _cast(self, order: Order) -> None:
        """Let a bot play a role, whatever else it is ordered."""
        roles = [one for one in self._hands.given(order.to) if plain_name(one.task) == _ROLE]
        if not any(one.arguments == order.arguments for one in roles):
            for one in roles:
                self._hands.stop(order.to, one)
            self._hands.give(order.to, order)

    def _call_off(self, order: Order, now: float) -> None:
        """End what was ordered, if it still is; by whom it was ordered makes no difference."""
        wanted = order.arguments
        self.groups.call_off(wanted, now)
        for place, current in list(self._current.items()):
            if place[0] == order.to and (current.order.task, *current.order.arguments) == wanted:
                self._desk.remove(current.task, now=now, reason="called off")

    def _put(self, order: Order, signed: Order, now: float) -> None:
        place = (order.to, _SLOTS[order.urgency])
        current = self._current.get(place)
        if current is not None and current.order == order:
            return
        sender = signed.sender if signed.sender != self._leader else ""
        if current is not None:
            self._desk.remove(current.task, now=now, reason="another order came")
        task = UnitTask(self._hands, order.to, signed)
        if self._desk.run(task, self._over, order.to, place[1], now=now):
            self._current[place] = _Current(order, task, sender)
        else:
            self._tell(order, OrderState.FAILED, "too many tasks")

    def _dismiss(self, bot: str, now: float) -> None:
        self.groups.let_go(bot, now)
        for place, current in list(self._current.items()):
            if place[0] == bot:
                self._desk.remove(current.task, now=now, reason="dismissed")

    def _over(self, task: Task, ending: Ending) -> None:
        """A task is over, by an answer for good or because its bot is gone."""
        found = [place for place, current in self._current.items() if current.task is task]
        for place in found:
            order, answer = self._current.pop(place).order, self._answers.pop(place, None)
            has_acted = ending.status is Status.FAILED_UNCLEANLY
            if answer is not None:
                self._tell(order, answer.state, answer.why, has_acted=has_acted or answer.has_acted)
            else:
                state = OrderState.DONE if ending.status is Status.DONE else OrderState.FAILED
                self._tell(order, state, ending.reason, has_acted=has_acted)

    def _tell(self, order: Order, state: OrderState, why: str, *, has_acted: bool = False) -> None:
        self._told += 1
        self._fates.append(Fate(_plain(order), state, self._told, why, has_acted))
        del self._fates[:-_MAX_FATES]


_RANK: Final = {Slot.LOW: 0, Slot.MEDIUM: 2, Slot.HIGH: 3}
_GROUP_RANK: Final = 1


class _Lists:
    """What made the list of tasks of each bot what it is."""

    def __init__(self) -> None:
        self._done: dict[str, list[Order]] = {}

    def take(self, bot: str) -> tuple[Order, ...]:
        """What the bot was told and has done, since its list was made anew; the list is gone."""
        return tuple(self._done.pop(bot, ()))

    def hear(self, order: Order, answer: Answer) -> None:
        if answer.state is not OrderState.DONE:
            return
        task, done = plain_name(order.task), self._done.setdefault(order.to, [])
        if task in _ANEW:
            done.clear()
        if task != _REMOVE or not self._was_assigned(order, done):
            done.append(order)
        del done[1 : 1 - _MAX_LISTED]  # what made the list anew stays at its head

    def _was_assigned(self, gone: Order, done: list[Order]) -> bool:
        """Whether what was taken off is there because it was assigned, which is forgotten."""
        for place, order in reversed([*enumerate(done)]):
            if plain_name(order.task) == _ASSIGN and order.arguments == gone.arguments:
                del done[place]
                return True
        return False


class _Hands:
    """What every bot was told to do, and what it answered."""

    def __init__(self) -> None:
        self._given: dict[str, dict[int, Order]] = {}
        self._answers: dict[int, Answer] = {}
        self._changed: dict[str, None] = {}
        self._number = 0

    def give(self, unit: str, order: Order) -> Order:
        self._number += 1
        sent = replace(order, number=self._number)
        self._given.setdefault(unit, {})[self._number] = sent
        self._changed[unit] = None
        return sent

    def stop(self, unit: str, order: Order) -> None:
        if self._given.get(unit, {}).pop(order.number, None) is not None:
            self._changed[unit] = None

    def progress(self, order: Order) -> Answer | None:
        return self._answers.get(order.number)

    def given(self, bot: str) -> tuple[Order, ...]:
        return tuple(self._given.get(bot, {}).values())

    def hear(self, bot: str, answer: Answer) -> Order | None:
        """Keep an answer; the order that it is to, if that bot has it."""
        order = self._given.get(bot, {}).get(answer.number)
        if order is None:
            return None
        self._answers[answer.number] = answer
        while len(self._answers) > _MAX_ANSWERS:
            del self._answers[next(iter(self._answers))]
        if answer.state.is_over:
            self.stop(bot, order)
        return order

    def take(self, bot: str) -> tuple[Order, ...]:
        """Everything that a bot has been given, which it has no longer."""
        self._changed.pop(bot, None)
        return tuple(self._given.pop(bot, {}).values())

    def take_changes(self) -> Mapping[str, tuple[Order, ...]]:
        changed, self._changed = self._changed, {}
        return {name: self.given(name) for name in changed}


def _plain(order: Order) -> Order:
    """An order as its leader has it in mind."""
    return replace(order, number=0, sender="")
