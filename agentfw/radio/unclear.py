"""Why an order cannot be taken as it was said, and how that is put."""

from __future__ import annotations

from typing import Final, NamedTuple

from agentfw.radio.obeying import plain_reason
from agentfw.talk import Meaning

__all__ = ["NO_NAME", "Unclear", "no_place", "refusal_of"]


class Unclear(NamedTuple):
    """Why an order cannot be taken: somebody or something is not to be found."""

    slot: str
    """``who`` or ``place``; ``time`` where that ends with one that nobody understands; ``speaker`` where
    nobody tells who speaks, ``me`` for the bot itself.
    """
    what: str


NO_NAME: Final = Unclear("speaker", "")
_REASONS: Final = {
    "speaker": "I cannot tell who speaks so put your name in brackets behind it",
    "me": "that is me",
    "time": "I do not know how long {} is",
}


def refusal_of(order: Unclear) -> Meaning:
    """What to say when somebody or something is not to be found."""
    if order.slot == "place":
        return Meaning("lost", slots={"place": order.what})
    reason = _REASONS.get(order.slot, "I cannot find {}").format(plain_reason(order.what))
    return Meaning("refuse", slots={"reason": reason})


def no_place(said: str) -> Unclear:
    """What nobody knows: a place, or how long something shall last."""
    _, divides, time = said.rpartition(" for ")
    return Unclear("time", time) if divides else Unclear("place", said)
