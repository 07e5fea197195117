"""Whether a bot that ended gets another life, and after how long: pure, time is an argument."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Final

import msgspec

from agentfw.bot import Backoff
from agentfw.team.health import Phase
from agentfw.team.lineup import Restart

if TYPE_CHECKING:
    import random

    from agentfw.team.endings import Ending
    from agentfw.team.lineup import RestartPolicy

__all__ = ["Budget", "Restarts", "Verdict"]

_PAUSE_S: Final = 0.5
"""After an ordinary end: in so long, whoever ended the match can have stopped the team, too."""


class Budget:
    """So many restarts within any window of time, and no more."""

    def __init__(self, most: int, window_s: float) -> None:
        self._most = most
        self._window_s = window_s
        self._spent_at: deque[float] = deque()

    def spend(self, now: float) -> bool:
        """Whether there may be one more restart now; if so, it counts until the window has passed."""
        while self._spent_at and now - self._spent_at[0] >= self._window_s:
            self._spent_at.popleft()
        if len(self._spent_at) >= self._most:
            return False
        self._spent_at.append(now)
        return True


class Verdict(msgspec.Struct, frozen=True):
    """What becomes of a bot whose life ended."""

    phase: Phase
    """Restarting, done, or given up."""
    why: str
    wait_s: float = 0.0
    """Until the next life, if there is one."""


class Restarts:
    """The restart policy of one bot at work.

    Each wait is twice the one before, spread by chance. A life that played for at least as long as the
    longest wait was a good one: after it the waits begin anew. An ordinary end costs no budget, and is
    waited after in any case.
    """

    def __init__(self, policy: RestartPolicy, rng: random.Random) -> None:
        self._policy = policy
        self._backoff = Backoff(rng, first_s=policy.first_s, most_s=policy.most_s)
        self._budget = Budget(policy.budget, policy.window_s)

    def after(self, ending: Ending, *, now: float, played_s: float) -> Verdict:
        """What follows a life that ended now, after it had been in the game for so long."""
        when = self._policy.when
        if not ending.is_failure and when is not Restart.ALWAYS:
            return Verdict(Phase.DONE, ending.why)
        if ending.is_hopeless or (ending.is_failure and when is Restart.NEVER):
            return Verdict(Phase.GIVEN_UP, ending.why)
        if ending.is_failure and not self._budget.spend(now):
            first, *more = ending.why.splitlines() or [""]  # many a view shows the first line alone
            return Verdict(Phase.GIVEN_UP, "\n".join([f"{first} ({self._spent()})", *more]))
        if played_s >= self._policy.most_s:
            self._backoff.succeed()
        wait_s = self._backoff.fail()
        return Verdict(
            Phase.RESTARTING, ending.why, wait_s if ending.is_failure else max(_PAUSE_S, wait_s)
        )

    def _spent(self) -> str:
        budget, window_s = self._policy.budget, self._policy.window_s
        if not budget:
            return "no restarts are allowed"
        times = "once" if budget == 1 else f"{budget} times"
        return f"restarted {times} within {window_s:g} s, which is all that is allowed"
