"""What can be recorded: a header, and whatever happens to a bot, each with its time.

Records travel as MessagePack arrays with a number in front, so that a tick takes eleven bytes.
Neither header nor records hold a date or a host's clock, and no path but those that the user typed: two
equal matches are recorded equally.
"""

from __future__ import annotations

import platform
from typing import Annotated, Final, Literal, TypeAlias

import msgspec

from agentfw import __version__
from agentfw.decisions import Decision, Fact, Fate, Order, Reply, Report
from agentfw.vocabulary import Join

__all__ = [
    "FORMAT",
    "LEADER",
    "MAX_TIME_S",
    "Answered",
    "Briefed",
    "Closed",
    "Connected",
    "Ended",
    "Header",
    "Note",
    "Received",
    "Record",
    "Reloaded",
    "Sent",
    "Thought",
    "Ticked",
    "Told",
]

LEADER: Final = "leader"
"""The role of those who lead bots, in a header; they have no connection, and hear what bots tell."""

FORMAT: Final = 1
"""The version of the file format that is written here."""

MAX_TIME_S: Final = 1e12
"""No record is later. Endless times and those that are no number would stop a replay for ever."""

Seconds: TypeAlias = Annotated[float, msgspec.Meta(ge=0.0, le=MAX_TIME_S)]


class Header(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    array_like=True,
    forbid_unknown_fields=True,
    repr_omit_defaults=True,
    tag=0,
):
    """Who was recorded, and all that is needed to start the same bot again."""

    format: Literal[1] = FORMAT
    agentfw: str = __version__
    """The version of agentfw that recorded; the running one unless told."""
    python: str = platform.python_version()
    """The version of Python that recorded; the running one unless told."""
    bot: str
    """The name of the bot."""
    brain: str
    """The brain as the user asked for it."""
    seed: int
    dialect: str
    """What was asked for: the name of a dialect, or ``auto``."""
    role: str = "bot"
    join: Join | None = None
    """How the bot introduced itself; None when it did not join by itself."""
    options: dict[str, str] = {}
    """What else was asked for, by name."""
    brain_options: dict[str, str] = {}
    """What the brain was told, by name."""
    files: dict[str, str] = {}
    """The plans that the brain began with, by file name."""


class _Timed(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True, gc=False):
    at: Seconds
    """Seconds since the recording began."""


class Connected(_Timed, frozen=True, tag=1):
    """A new connection begins, and with it a new conversation."""

    server: str


class Received(_Timed, frozen=True, tag=2):
    """Bytes came from the server, in one piece."""

    data: bytes


class Ticked(_Timed, frozen=True, tag=3):
    """Time passed without bytes, and the session was told."""


class Closed(_Timed, frozen=True, tag=4):
    """The server closed the connection."""


class Sent(_Timed, frozen=True, tag=5):
    """Bytes went to the server."""

    data: bytes


class Thought(_Timed, frozen=True, tag=6):
    """The brain was asked and answered."""

    decision: Decision


class Ended(_Timed, frozen=True, tag=7):
    """The bot left a connection; a recording that ends otherwise was interrupted."""

    reason: str


class Note(_Timed, frozen=True, tag=8):
    """Something for people, without meaning for a replay."""

    text: str


class Reloaded(_Timed, frozen=True, tag=9):
    """The brain goes on with these plans from now on."""

    files: dict[str, str]


class Answered(_Timed, frozen=True, tag=10):
    """A planner outside of the brain has answered."""

    reply: Reply


class Told(_Timed, frozen=True, tag=11):
    """The team spoke to the bot."""

    facts: tuple[Fact, ...]
    """What team-mates know; on the clock of the bot."""
    orders: tuple[Order, ...] | None = None
    """What is wanted of the bot from now on; None where that has not changed."""


class Briefed(_Timed, frozen=True, tag=12):
    """A leader was told how things are, before a think."""

    reports: tuple[Report, ...]
    """Of the bots that have something new to say."""
    facts: tuple[Fact, ...] = ()
    requests: tuple[Order, ...] = ()
    """What bots want of each other."""
    lost: tuple[str, ...] = ()
    """The bots that are not in the game any more."""
    orders: tuple[Order, ...] = ()
    """What is in force now, each to a bot, without numbers."""
    fates: tuple[Fate, ...] = ()
    """What became of orders since the last think."""
    own: tuple[Order, ...] = ()
    """What is wanted of the leader itself."""


Record: TypeAlias = (
    Connected
    | Received
    | Ticked
    | Closed
    | Sent
    | Thought
    | Ended
    | Note
    | Reloaded
    | Answered
    | Told
    | Briefed
)
"""Whatever can follow the header."""
