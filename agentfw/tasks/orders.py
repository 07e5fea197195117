"""Tasks that are one order to one unit, and what they need from whoever passes orders on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import msgspec

from agentfw.decisions import Order, OrderState
from agentfw.errors import UsageError
from agentfw.tasks.task import Status, Task

if TYPE_CHECKING:
    from agentfw.decisions import Answer

__all__ = ["Hands", "UnitTask"]


class Hands(Protocol):
    """Whoever passes orders on to units, and knows what they answered.

    None of its methods may call the desk that runs the tasks.
    """

    def give(self, unit: str, order: Order) -> Order:
        """Send an order, and return it as it was sent: with the number it is known by from now on.

        The same order may be given again, after it was stopped; then it gets a new number.
        """

    def stop(self, unit: str, order: Order) -> None:
        """Call off an order that was given and not yet answered for good.

        The unit may be gone; that is no error.
        """

    def progress(self, order: Order) -> Answer | None:
        """What the unit last answered to an order as it was sent; None before its first answer.

        Once the unit has acted, every later answer to that order says so.
        """


class UnitTask(Task):
    """One order for one unit. It is sent with the first execution; later ones look at the answers.

    Halting calls the order off, unless the unit has answered for good, and resuming gives it again. An
    order that was refused has failed cleanly, unless something was done for it before a halt.
    """

    def __init__(self, hands: Hands, unit: str, order: Order, *, name: str = "") -> None:
        if not unit:
            raise UsageError(f'the task "{order.task}" is for no unit; name the unit that shall do it')
        if order.to not in ("", unit):
            raise UsageError(f'the order "{order}" is for "{order.to}", the task for "{unit}"')
        super().__init__(name or str(order), (unit,))
        self.unit = unit
        self.order = msgspec.structs.replace(order, to=unit)
        self._hands = hands
        self._sent: Order | None = None
        self._answer: Answer | None = None
        self._has_acted = False

    @property
    def has_acted(self) -> bool:
        """Whether the unit did anything for the order, now or before a halt."""
        return self._has_acted

    @property
    def detail(self) -> str:
        """What the unit last answered."""
        if self._answer is not None:
            return ": ".join(filter(None, (self._answer.state.value, self._answer.why)))
        return "sent" if self._sent is not None else ""

    def _act(self, now: float) -> Status:
        self._listen()
        outcome = self._outcome()
        if not outcome.is_over and self._sent is None:
            self._answer = None
            self._sent = self._hands.give(self.unit, self.order)
        return outcome

    def _halt(self, now: float) -> None:
        self._listen()
        sent, self._sent = self._sent, None
        if sent is not None:
            self._hands.stop(self.unit, sent)

    def _lose(self, unit: str, now: float, reason: str) -> None:
        # What was answered for good before the unit was lost holds, even if nobody has looked yet.
        self._listen()
        outcome = self._outcome()
        if outcome.is_over:
            self._conclude(outcome, now)
        else:
            self.abort(now, reason)

    def _listen(self) -> None:
        """Take in the newest answer to an order that is out."""
        answer = self._hands.progress(self._sent) if self._sent is not None else None
        if answer is not None:
            self._answer = answer
            self._has_acted |= answer.has_acted
            if answer.state.is_over:
                self._sent = None

    def _outcome(self) -> Status:
        """What the last answer comes to."""
        answer = self._answer
        if answer is None or not answer.state.is_over:
            return Status.RUNNING
        is_done = answer.state is OrderState.DONE
        return Status.DONE if is_done else self._failed(answer.why or answer.state.value)
