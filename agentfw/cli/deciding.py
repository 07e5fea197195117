"""Decisions in words, as ``explain`` and ``replay`` print them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from agentfw.decisions import CHANNELS

if TYPE_CHECKING:
    from agentfw.decisions import Answer, Decision, Order

__all__ = ["Told", "told"]


class Told(NamedTuple):
    """Everything that was decided."""

    wants: tuple[str, ...]
    """Of the body."""
    orders: tuple[str, ...]
    """With whom they are for."""
    answers: tuple[str, ...]
    """To orders, with the reasons."""

    def __str__(self) -> str:
        """All of it in one line."""
        orders = [f"order {one}" for one in self.orders]
        answers = [f"answer {one}" for one in self.answers]
        return ", ".join([*self.wants, *orders, *answers]) or "nothing"


def told(decision: Decision) -> Told:
    """What was decided, without the reason."""
    intents = [(channel, getattr(decision, channel)) for channel in CHANNELS]
    return Told(
        wants=tuple(f"{channel} {intent!r}" for channel, intent in intents if intent is not None),
        orders=tuple(_order(one) for one in decision.orders),
        answers=tuple(_answer(one) for one in decision.answers),
    )


def _order(order: Order) -> str:
    """What is wanted, and of whom."""
    urgency = f", {order.urgency} urgency" if order.urgency != "medium" else ""
    return f"{order.to + ': ' if order.to else ''}{order}{urgency}"


def _answer(answer: Answer) -> str:
    return f"{answer.state.value}{f': {answer.why}' if answer.why else ''}"
