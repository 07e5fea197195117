"""Whoever leads a team, without its network: reports and facts in, orders out. Pure, as a bot's circle.

The brain of a leader is a brain like any other. Its view is what its bots have told; what it decides are
orders. The same reports at the same times, with the same seed and brain, give the same orders, which is
what a replay of its recording proves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from agentfw.brains import Reloads
from agentfw.brains.asking import decision_of
from agentfw.decisions import NOTHING
from agentfw.errors import UsageError
from agentfw.recording import Ended, Reloaded, Thought
from agentfw.team.knowledge import Knowledge

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from agentfw.brains import Decides
    from agentfw.decisions import Decision
    from agentfw.perception import View
    from agentfw.recording import Briefed, Record

__all__ = ["Leader"]


class Leader:
    """The circle of a leader: brief it, and give out what it orders."""

    def __init__(
        self, brain: Decides, name: str, record: Callable[[Record], None] | None = None
    ) -> None:
        self.brain = brain
        self.name = name
        self.decision = NOTHING
        """What it decided last."""
        self.view: View | None = None
        """What it decided on."""
        self.thinks = 0
        self._record = record
        self._knowledge = Knowledge(name)
        self.stopwatch: Callable[[], float] | None = None
        """A clock to measure thinks with; it has no influence on what is decided."""
        self.on_think: Callable[[float], None] | None = None
        """Told how many seconds each think took, by that clock."""
        self.before_brief: Callable[[float], None] | None = None
        """Told the time before each think; may call `reload`."""

    def brief(self, briefing: Briefed) -> Decision:
        """Hear what the bots have to say, and think; gives back what was decided."""
        if self.before_brief is not None:
            self.before_brief(briefing.at)
        if self._record is not None:
            self._record(briefing)
        self._knowledge.hear(briefing)
        self.view = view = self._knowledge.view(briefing)
        self.decision = decision = decision_of(self.brain, view, self.stopwatch, self.on_think)
        self.thinks += 1
        if self._record is not None:
            self._record(Thought(briefing.at, decision))
        return decision

    def reload(self, texts: Mapping[str, str] | None, now: float) -> None:
        """Let the brain go on with other plans, or with what its files say now.

        Raises `AgentError` when they are wrong, and then the brain goes on with the old ones.
        """
        if not isinstance(self.brain, Reloads):
            raise UsageError(f"{type(self.brain).__name__} follows no plan that could be reloaded")
        self.brain.reload(texts)
        if self._record is not None:
            self._record(Reloaded(now, dict(self.brain.sources)))

    def end(self, now: float, reason: str) -> None:
        """Lead no longer."""
        if self._record is not None:
            self._record(Ended(now, reason))
