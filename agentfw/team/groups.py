"""What several bots of a team do as one: they meet, or carry out one order together.

A group is a task at the desk of the team: it has all of its bots or none, each may do something more
pressing first, and its leader is told once what became of it. Another group that needs one of its bots
takes its place. Whoever cannot come, or is gone, is done without, as long as anybody is left.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from msgspec.structs import replace

from agentfw.decisions import Order, OrderState
from agentfw.language.types import plain_name
from agentfw.tasks import IfOneFails, Rendezvous, Status, Together, UnitTask, Within

if TYPE_CHECKING:
    from collections.abc import Iterator

    from agentfw.decisions import Answer, Report
    from agentfw.tasks import Desk, Ending, Hands, Task

__all__ = ["Groups"]

_MEET: Final = "meet"
_THERE_S: Final = 0.8
"""So far from where they meet, bots have come."""
_STAY: Final = "camp"


class _Tells(Protocol):
    """Whoever tells the leader what became of an order."""

    def __call__(
        self, order: Order, state: OrderState, why: str, *, has_acted: bool = False
    ) -> None: ...


class _Group(NamedTuple):
    order: Order
    bots: list[str]


class Groups:
    """The groups at one desk. `tell` is told what became of each."""

    def __init__(self, desk: Desk, hands: Hands, tell: _Tells) -> None:
        self._desk = desk
        self._hands = _Numbering(hands)
        self._tell = tell
        self._groups: dict[Task, _Group] = {}
        self._reports: dict[str, Report] = {}

    def give(self, order: Order, sender: str, now: float) -> None:
        """Let bots do something as one; the same again changes nothing."""
        if any(order == group.order for group in self._groups.values()):
            return
        if len(order.arguments) < 2:
            self._tell(order, OrderState.FAILED, f'"{order.task}" needs bots, and what they shall do')
            return
        bots = order.members
        self._free(bots, now)
        task = self._made(order, bots, sender)
        self._groups[task] = _Group(order, list(bots))
        accepted = self._desk.run_group(task, self._over, bots, now=now)
        if accepted:
            self._tell(order, OrderState.ACCEPTED, "")
        else:
            del self._groups[task]
            self._tell(order, OrderState.FAILED, accepted.why)

    def call_off(self, wanted: tuple[str, ...], now: float) -> None:
        """End the group that does this, written as the task of an order and its arguments."""
        for task, group in list(self._groups.items()):
            if (group.order.task, *group.order.arguments) == wanted:
                self._desk.remove(task, now=now, reason="called off")

    def disband(self, reason: str, now: float) -> None:
        """End all groups."""
        for task in list(self._groups):
            self._desk.remove(task, now=now, reason=reason)

    def see(self, report: Report) -> None:
        """A bot has told how it is: while it belongs to a group, that tells whether it is there."""
        if self._groups:
            self._reports[report.bot] = report

    def let_go(self, bot: str, now: float) -> None:
        """A bot does what it did in its group no longer."""
        for task, group in list(self._groups.items()):
            if bot in group.bots:
                group.bots.remove(bot)
                self._desk.unbind(task, bot, now=now)

    def lose(self, bot: str) -> None:
        """A bot is not in the game; the desk knows."""
        self._reports.pop(bot, None)
        for group in self._groups.values():
            if bot in group.bots:
                group.bots.remove(bot)

    def has(self, answer: Answer) -> bool:
        """Whether this is an answer to a part of what a group does."""
        return self._hands.has(answer)

    def in_force(self) -> Iterator[Order]:
        """What the groups do, for each of their bots."""
        for group in self._groups.values():
            yield from (replace(group.order, to=bot) for bot in group.bots)

    def _free(self, bots: tuple[str, ...], now: float) -> None:
        for task, group in list(self._groups.items()):
            if not set(bots).isdisjoint(group.bots):
                self._desk.remove(task, now=now, reason="another order came")

    def _made(self, order: Order, bots: tuple[str, ...], sender: str) -> Task:
        _, what, *arguments = order.arguments
        name = str(order)
        if plain_name(order.task) == _MEET:
            stay = Order(_STAY, (what,), sender=sender)
            meeting = Rendezvous(
                name,
                self._hands,
                dict.fromkeys(bots, stay),
                is_there=lambda bot: self._seconds_to(bot, what) <= _THERE_S,
                if_one_fails=IfOneFails.GO_ON,
            )
            return Within(order.for_s, meeting) if order.for_s is not None else meeting
        part = Order(what, tuple(arguments), sender=sender, for_s=order.for_s)
        parts = (UnitTask(self._hands, bot, part, name=f"{bot}: {part}") for bot in bots)
        return Together(name, *parts, if_one_fails=IfOneFails.GO_ON)

    def _seconds_to(self, bot: str, where: str) -> float:
        report = self._reports.get(bot)
        if report is None or not report.is_alive:
            return math.inf
        return report.ways.get(where, math.inf)

    def _over(self, task: Task, ending: Ending) -> None:
        group = self._groups.pop(task)
        if not self._groups:
            self._reports.clear()
        state = OrderState.DONE if ending.status is Status.DONE else OrderState.FAILED
        has_acted = ending.status is Status.FAILED_UNCLEANLY
        self._tell(group.order, state, ending.reason, has_acted=has_acted)


class _Numbering:
    """Passes on what groups want of single bots, and knows by the numbers what that was."""

    def __init__(self, hands: Hands) -> None:
        self._hands = hands
        self._numbers: set[int] = set()

    def give(self, unit: str, order: Order) -> Order:
        sent = self._hands.give(unit, order)
        self._numbers.add(sent.number)
        return sent

    def stop(self, unit: str, order: Order) -> None:
        self._numbers.discard(order.number)
        self._hands.stop(unit, order)

    def progress(self, order: Order) -> Answer | None:
        return self._hands.progress(order)

    def has(self, answer: Answer) -> bool:
        found = answer.number in self._numbers
        if found and answer.state.is_over:
            self._numbers.discard(answer.number)
        return found
