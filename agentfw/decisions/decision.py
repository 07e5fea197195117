"""What a brain returns from one think, and why."""

from __future__ import annotations

import math
from typing import Any, Final, Literal, TypeAlias, get_args

import msgspec

from agentfw.decisions.intents import FightIntent, LookIntent, MoveIntent, SayIntent
from agentfw.decisions.team import Answer, Order

__all__ = [
    "CHANNELS",
    "NOTHING",
    "Beneath",
    "Channel",
    "Decision",
    "Reading",
    "Reason",
    "Rejected",
    "fault_of",
]

Channel: TypeAlias = Literal["move", "look", "fight", "say"]
CHANNELS: Final[tuple[Channel, ...]] = get_args(Channel)
"""The parts of a body that can be busy at the same time."""


class Rejected(msgspec.Struct, frozen=True, omit_defaults=True, repr_omit_defaults=True, gc=False):
    """Something else that could have been done, and what spoke against it."""

    option: str
    condition: str = ""
    """The condition that failed, as the plan writes it."""
    value: str = ""
    """What the condition was about, as it was found."""
    why: str = ""
    """In words, where it was no condition that failed."""


class Reading(msgspec.Struct, frozen=True, gc=False):
    """A sense that was read, and what it said."""

    sense: str
    """As a plan writes it, with its arguments."""
    value: str


class Beneath(msgspec.Struct, frozen=True, omit_defaults=True, repr_omit_defaults=True, gc=False):
    """What a plan chose where an order came before it."""

    path: tuple[str, ...] = ()
    because: str = ""
    """The conditions that held."""


class Reason(msgspec.Struct, frozen=True, omit_defaults=True, repr_omit_defaults=True):
    """Why a brain decided so; one form for all brains."""

    chosen: str = ""
    """What was chosen: a task, a drive, a state, a goal."""
    because: str = ""
    """The conditions that held, or who ordered it."""
    path: tuple[str, ...] = ()
    """The way through the plan that led there, from the top down.

    Where nothing was under way when the think ended, it led to the last order that was given in it.
    """
    rejected: tuple[Rejected, ...] = ()
    """What was looked at before and not taken, in that order; only while traced."""
    readings: tuple[Reading, ...] = ()
    """Every sense that was read, in that order; only while traced."""
    done: tuple[tuple[str, ...], ...] = ()
    """The ways to what came to its end in this think, and well, each once; only while traced."""
    beneath: Beneath | None = None
    """What the plan chose, and does with whatever the order leaves to it; only while traced."""
    spent_us: float | None = None
    """How long deciding took, in microseconds; only while traced with a clock."""


class Decision(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, repr_omit_defaults=True):
    """Intents per channel. An absent channel means "stop that"; the same intent means "go on"."""

    move: MoveIntent | None = None
    look: LookIntent | None = None
    fight: FightIntent | None = None
    say: SayIntent | None = None
    orders: tuple[Order, ...] = ()
    """For brains that lead a team, and for bots that want something of each other."""
    answers: tuple[Answer, ...] = ()
    """What became of the orders that this bot has."""
    reason: Reason = Reason()


_KINDS: Final[dict[Channel, tuple[type, ...]]] = {
    "move": get_args(MoveIntent),
    "look": get_args(LookIntent),
    "fight": get_args(FightIntent),
    "say": (SayIntent,),
}
"""The intents of each channel."""
_SPOKEN: Final[dict[str, tuple[type, msgspec.msgpack.Decoder[Any]]]] = {
    "orders": (Order, msgspec.msgpack.Decoder(Order)),
    "answers": (Answer, msgspec.msgpack.Decoder(Answer)),
}
"""What a decision says to others, and how to find out whether all that is in it is of its kind."""
_ENCODER: Final = msgspec.msgpack.Encoder()


def fault_of(decision: object) -> str:
    """What is wrong with what a brain returned; empty for a decision that can be carried out."""
    if not isinstance(decision, Decision):
        return f"{decision!r}, expected a Decision; return Decision() to do nothing"
    for channel, kinds in _KINDS.items():
        intent = getattr(decision, channel)
        if intent is not None and not isinstance(intent, kinds):
            names = ", ".join(kind.__name__ for kind in kinds)
            return f"{channel}={intent!r}, expected one of {names}"
    return _fault_in_speech(decision)


def _fault_in_speech(decision: Any) -> str:
    """What is wrong with what others hear and read of it; it may hold anything."""
    if not isinstance(decision.reason, Reason):
        return f"reason={decision.reason!r:.200}, expected a Reason"
    if decision.orders == () == decision.answers:  # as nearly always
        return ""
    return _fault_in(decision, "orders") or _fault_in(decision, "answers")


def _fault_in(decision: Decision, name: str) -> str:
    """What is wrong with orders or answers: structs take whatever they are made with."""
    kind, decoder = _SPOKEN[name]
    told = getattr(decision, name)
    if not isinstance(told, tuple):
        return f"{name}={told!r:.200}, expected a tuple of {kind.__name__}"
    for one in told:
        if not isinstance(one, kind):
            return f"{name} with {one!r:.200}, expected {kind.__name__}"
        try:
            decoder.decode(_ENCODER.encode(one))
        except (TypeError, ValueError, OverflowError, RecursionError) as error:
            return f"{name} with {one!r:.200}: {error}"
        # What is no number is not even equal to itself, and so cannot be replayed.
        if isinstance(one, Order) and one.for_s is not None and math.isnan(one.for_s):
            return f"{name} with {one!r:.200}: for_s is not a number"
    return ""


NOTHING: Final = Decision()
"""Stop everything."""
