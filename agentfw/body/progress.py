"""How a behavior is doing after one step, and what every behavior can do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

import msgspec

from agentfw.decisions import ActivityState

if TYPE_CHECKING:
    from agentfw.body.port import Port
    from agentfw.perception import View

__all__ = ["DONE", "Behavior", "Progress", "failed", "going"]


class Progress(msgspec.Struct, frozen=True, gc=False):
    """Whether a behavior goes on, is done, or has failed and why."""

    state: ActivityState
    text: str = ""
    """Why it failed, or what it is about."""

    @property
    def is_running(self) -> bool:
        """Whether there is more to do."""
        return self.state is ActivityState.RUNNING

    @property
    def has_failed(self) -> bool:
        """Whether it ended badly."""
        return self.state is ActivityState.FAILED


DONE: Final = Progress(ActivityState.DONE)


def going(detail: str = "") -> Progress:
    """There is more to do."""
    return Progress(ActivityState.RUNNING, detail)


def failed(reason: str) -> Progress:
    """It cannot be done."""
    return Progress(ActivityState.FAILED, reason)


class Behavior(Protocol):
    """Something a body does over many thinks. It is stepped once per think until it ends."""

    def step(self, view: View, port: Port) -> Progress:
        """Do what is to be done now."""

    def stop(self, port: Port) -> None:
        """Leave off, because something else is wanted or the body is gone."""
