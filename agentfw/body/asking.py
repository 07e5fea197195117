"""Asking the game for a way, with an id, a time-out and a second try."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from agentfw.vocabulary import PathReply, RequestTimedOut

if TYPE_CHECKING:
    from agentfw.body.port import Port
    from agentfw.geometry import Vec3
    from agentfw.perception import View

__all__ = ["PathQuestion"]

_PATIENCE_S: Final = 4.0
_TRIES: Final = 2


class PathQuestion:
    """One question for a way. An answer to another question is never taken for its own."""

    def __init__(self, view: View, port: Port, goal: Vec3) -> None:
        self.failure = ""
        """Why there will be no answer; empty while there may be one."""
        self._goal = goal
        self._tries = 1
        self._asked_at = view.now
        self._request = port.ask_path(goal)

    def hear(self, view: View, port: Port) -> list[Vec3] | None:
        """The points of the way once they came; none of them means too close, or no way."""
        for reply in view.happened(PathReply):
            if reply.request == self._request:
                return [step.location for step in reply.steps if step.location is not None]
        gave_up = any(one.request == self._request for one in view.happened(RequestTimedOut))
        if gave_up or view.now - self._asked_at >= _PATIENCE_S:
            self._ask_again(view, port)
        return None

    def _ask_again(self, view: View, port: Port) -> None:
        if self._tries >= _TRIES:
            self.failure = f"the game did not answer {_TRIES} questions for a way"
            return
        self._tries += 1
        self._asked_at = view.now
        self._request = port.ask_path(self._goal)
