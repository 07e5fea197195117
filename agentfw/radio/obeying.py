"""What one bot was ordered by chat, and its answers: one order at a time, whoever gives it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec.structs import replace

from agentfw.decisions import DEAF, Answer, OrderState
from agentfw.talk import Meaning
from agentfw.team.voices import DEAF_AFTER

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from agentfw.decisions import Order

__all__ = ["Duty", "Reaction", "plain_reason", "said_of"]

_KINDS: Final = {
    OrderState.ACCEPTED: "accept",
    OrderState.POSTPONED: "postpone",
    OrderState.REFUSED: "refuse",
    OrderState.DONE: "done",
    OrderState.FAILED: "fail",
}
_REASONS: Final = {"carries a flag": "I have the flag"}
"""What a bot says of itself in other words."""
_MAX_REASON: Final = 80
_NOT_SAID: Final = str.maketrans(dict.fromkeys('"{}()\n\r', " "))


class Reaction(NamedTuple):
    """What the bot answers to an order, and to whom."""

    order: Order
    answer: Answer


def said_of(reaction: Reaction) -> Meaning:
    """How an answer is put, to whoever gave the order."""
    told = _REASONS.get(reaction.answer.why, reaction.answer.why)
    why = plain_reason(told)
    kind = _KINDS[reaction.answer.state]
    gives_reason = why and len(why) <= _MAX_REASON and kind in ("refuse", "postpone", "fail")
    to = (reaction.order.sender,) if reaction.order.sender else ()
    return Meaning(kind, to, {"reason": why} if gives_reason else {})


def plain_reason(why: str) -> str:
    """A reason as one that is understood again: without the signs between words."""
    return " ".join(why.translate(_NOT_SAID).replace(",", " ").split())


class Duty:
    """The order of one bot."""

    def __init__(self) -> None:
        self.order: Order | None = None
        """What it shall do; its number is our own."""
        self.meaning: Meaning | None = None
        """How that was put."""
        self._number = 0
        self._last: Answer | None = None
        self._silent = 0

    def begin(self) -> None:
        """The bot has come into the game, and is free."""
        self.order = self.meaning = self._last = None

    @property
    def orders(self) -> tuple[Order, ...]:
        """Everything that is wanted of it."""
        return (self.order,) if self.order is not None else ()

    def take(self, order: Order, meaning: Meaning, sender: str) -> Reaction | None:
        """Be ordered something, in place of what was ordered before.

        The same again changes nothing; it is answered as it was.
        """
        if self.order is not None and self.order == replace(
            order, number=self.order.number, sender=sender
        ):
            return Reaction(self.order, self._last) if self._last is not None else None
        self._number += 1
        self.order = replace(order, number=self._number, sender=sender)
        self.meaning, self._last, self._silent = meaning, None, 0
        return None

    def drop(self) -> None:
        """Be free again."""
        self.begin()

    def hear(self, answers: Collection[Answer]) -> Iterator[Reaction]:
        """What the brain says of the order; what is over is dropped.

        To be asked once for each think of a bot that lives: who never says anything takes no orders.
        """
        if self.order is not None and self._last is None:
            self._silent += 1
            if self._silent > DEAF_AFTER and not answers:
                answers = (Answer(self.order.number, OrderState.REFUSED, DEAF),)
        for answer in answers:
            order = self.order
            if order is None or answer.number != order.number:
                continue
            is_again = self._last is not None and self._last.state is answer.state
            self._last = answer
            if answer.state.is_over:
                self.begin()
            if not is_again:
                yield Reaction(order, answer)
