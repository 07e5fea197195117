"""A top task that was begun."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from agentfw.brains.htn.threads import Thread
from agentfw.skills import Progress

if TYPE_CHECKING:
    from agentfw.brains.htn.tasks import Call
    from agentfw.brains.htn.turn import Turn

__all__ = ["Run"]

_NO_VARIABLES: Final = ()
_RUNNING: Final = Progress.RUNNING


class Run:
    """One top task being done."""

    __slots__ = ("call", "has_acted", "progress", "thread")

    def __init__(self, call: Call, turn: Turn) -> None:
        self.call = call
        self.thread = Thread(call.task, call.arguments(turn.now, _NO_VARIABLES))
        self.progress = _RUNNING
        self.has_acted = False
        """Whether a think ever ended with an act of it under way."""

    def goes_on(self, turn: Turn) -> bool:
        """Go on as far as one think allows; whether it is still under way after that."""
        self.progress = self.thread.advance(turn)
        if self.progress is not _RUNNING:
            return False
        self.has_acted = self.has_acted or self.thread.is_acting
        return True
