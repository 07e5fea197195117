"""The behavior of the mouth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from agentfw.body.progress import DONE
from agentfw.vocabulary import Say

if TYPE_CHECKING:
    from agentfw.body.port import Port
    from agentfw.body.progress import Progress
    from agentfw.decisions import Speak
    from agentfw.perception import View

__all__ = ["Speaking", "said"]


_LONGEST: Final = 240
"""Games cut or drop what is longer."""


def said(intent: Speak, team: int | None) -> Say:
    """The command for what a member of a team wants to say, as far as it fits a line of chat."""
    return Say(
        intent.text[:_LONGEST],
        public=not intent.team_only,
        team=team if intent.team_only else None,
        to=intent.to,
    )


class Speaking:
    """Say something once."""

    def __init__(self, intent: Speak) -> None:
        self._intent = intent

    def step(self, view: View, port: Port) -> Progress:
        """Say it."""
        port.send(said(self._intent, view.team))
        return DONE

    def stop(self, port: Port) -> None:
        """What was said was said."""
