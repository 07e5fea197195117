"""How far the body has come with an intent."""

from __future__ import annotations

import enum

import msgspec

from agentfw.decisions.decision import Channel
from agentfw.decisions.intents import Intent

__all__ = ["Activity", "ActivityState"]


class ActivityState(enum.Enum):
    """Whether the body is still at it."""

    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


class Activity(msgspec.Struct, frozen=True, omit_defaults=True, repr_omit_defaults=True):
    """One intent being carried out, or the last one that was, on one channel."""

    channel: Channel
    intent: Intent
    state: ActivityState
    started_at: float
    ended_at: float | None = None
    reason: str = ""
    """Why it failed or was cancelled."""
    detail: str = ""
    """What the body is about, for people."""

    @property
    def is_running(self) -> bool:
        """Whether the body is still at it."""
        return self.state is ActivityState.RUNNING

    @property
    def is_done(self) -> bool:
        """Whether it ended well."""
        return self.state is ActivityState.DONE

    @property
    def has_failed(self) -> bool:
        """Whether it ended badly, for the reason given."""
        return self.state is ActivityState.FAILED
