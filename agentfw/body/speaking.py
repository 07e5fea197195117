"""The behavior of the mouth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agentfw.body.progress import DONE
from agentfw.vocabulary import Say

if TYPE_CHECKING:
    from agentfw.body.port import Port
    from agentfw.body.progress import Progress
    from agentfw.decisions import Speak
    from agentfw.perception import View

__all__ = ["Speaking"]


class Speaking:
    """Say something once."""

    def __init__(self, intent: Speak) -> None:
        self._intent = intent

    def step(self, view: View, port: Port) -> Progress:
        """Say it."""
        intent = self._intent
        team = view.team if intent.team_only else None
        port.send(Say(intent.text, public=not intent.team_only, team=team, to=intent.to))
        return DONE

    def stop(self, port: Port) -> None:
        """What was said was said."""
