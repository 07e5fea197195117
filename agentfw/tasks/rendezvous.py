"""Several units that meet: each goes to its own place, and the early ones wait."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agentfw.errors import UsageError
from agentfw.tasks.composite import Composite, IfOneFails
from agentfw.tasks.orders import UnitTask
from agentfw.tasks.task import Status

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from agentfw.decisions import Order
    from agentfw.tasks.orders import Hands

__all__ = ["Rendezvous"]


class Rendezvous(Composite):
    """Units that go to one place each, done when all of them are there at the same time.

    With `is_there`, a unit is there while that says so, and one that has left is sent again; its order
    may be one that never ends, such as to hold a place. Without, it is there when its order is done,
    until it was used for something else.

    With `IfOneFails.GO_ON`, the rest meet without those that cannot come.
    """

    def __init__(
        self,
        name: str,
        hands: Hands,
        orders: Mapping[str, Order],
        *,
        is_there: Callable[[str], bool] | None = None,
        if_one_fails: IfOneFails = IfOneFails.END,
    ) -> None:
        if not orders:
            raise UsageError(f'nobody comes to "{name}"; it needs an order for at least one unit')
        self._going = {unit: UnitTask(hands, unit, order) for unit, order in orders.items()}
        super().__init__(name, self._going.values())
        self._hands = hands
        self._is_there = is_there
        self._rule = if_one_fails
        self._has_acted = False

    @property
    def has_acted(self) -> bool:
        """Whether any unit did anything, also on an earlier way."""
        return self._has_acted or super().has_acted

    @property
    def missing(self) -> tuple[str, ...]:
        """The units that are awaited."""
        coming = (unit for unit, part in self._going.items() if not part.status.has_failed)
        return tuple(unit for unit in coming if not self._has_come(unit))

    @property
    def detail(self) -> str:
        """Who is awaited."""
        return f"waiting for {', '.join(self.missing)}" if self.missing else "all are there"

    def _act(self, now: float) -> Status:
        if self.missing:
            self._send(now)
        failures = self._failures()
        if failures and (self._rule is IfOneFails.END or len(failures) == len(self._parts)):
            return self._failed_by_parts()
        return Status.RUNNING if self.missing else self._joined()

    def _resume(self, now: float) -> None:
        super()._resume(now)
        if self._is_there is None:
            self._send_again(tuple(self._going), now)

    def _release(self, unit: str, now: float) -> None:
        super()._release(unit, now)
        if self._is_there is None:
            self._send_again((unit,), now)

    def _lose(self, unit: str, now: float, reason: str) -> None:
        # Who has come and is lost is not there any more.
        self._send_again((unit,), now)
        super()._lose(unit, now, reason)

    def _send(self, now: float) -> None:
        self._send_again(self.missing, now)
        for part in self._going.values():
            part.execute(now)
            if part.status.has_failed and self._rule is IfOneFails.END:
                return

    def _send_again(self, units: tuple[str, ...], now: float) -> None:
        """Give those of the units whose order is done a way to go anew."""
        for unit in units:
            part = self._going[unit]
            if part.status is Status.DONE:
                self._has_acted |= part.has_acted
                self._going[unit] = again = UnitTask(self._hands, unit, part.order)
                for held in self.held:
                    again.hold(held, now)
        self._parts = tuple(self._going.values())

    def _has_come(self, unit: str) -> bool:
        if unit in self.held:
            return False
        if self._is_there is not None:
            return self._is_there(unit)
        return self._going[unit].status is Status.DONE
