"""How the bots of a team are doing, and what happened to them, as plain data."""

from __future__ import annotations

import enum

import msgspec

from agentfw.bot import BotStatistics
from agentfw.bot.pacing import Spread

__all__ = ["Health", "Phase", "TeamEvent", "TeamStatistics"]


class Phase(enum.Enum):
    """How far a bot of a team has come."""

    WAITING = "waiting"
    """It was not started yet."""
    JOINING = "joining"
    """It is on its way into the game, for the first time or again."""
    PLAYING = "playing"
    RESTARTING = "restarting"
    """It failed, and its next life begins after a wait."""
    DONE = "done"
    """It ended as it should, or was stopped."""
    GIVEN_UP = "given up"
    """It failed, and no further life follows."""


class Health(msgspec.Struct, frozen=True):
    """How one bot of a team is doing."""

    name: str
    team: str
    phase: Phase
    is_healthy: bool
    why: str
    """Why it is not well, or why it ended; empty while all is well."""
    restarts: int
    lives: int
    up_s: float
    """For how long it has been playing without a break; 0 while it is not."""
    statistics: BotStatistics | None
    """Of the present or last life; None before the first."""
    failed: str = ""
    """Why a life ended in failure, the last one that did."""


class TeamEvent(msgspec.Struct, frozen=True):
    """Something that happened to one bot of a team."""

    at: float
    """Seconds since the team began."""
    team: str
    bot: str
    kind: str
    """joined, kept-out, disconnected, overloaded, failed, restarting, given-up, or done."""
    text: str


class TeamStatistics(msgspec.Struct, frozen=True, kw_only=True):
    """How a team is doing, all lives of all its bots together."""

    team: str
    members: tuple[Health, ...]
    thinks: int
    dropped: int
    """Looks at the world that came too late to be thought about."""
    restarts: int
    given_up: int
    lines: int
    """Lines that were received."""
    commands: int
    bytes_in: int
    bytes_out: int
    think: Spread
    """How long the brains took."""
    turnaround: Spread
    """From bytes read to the answer handed to the connection."""
