"""Where the leader of a team works: made when it is needed, and replaced when it fails."""

from __future__ import annotations

import contextlib
import math
import random
from typing import TYPE_CHECKING, Final

from agentfw.bot import Durations
from agentfw.decisions import NOTHING, OrderState
from agentfw.team.endings import Ending, words_of
from agentfw.team.health import Phase
from agentfw.team.objections import Objections
from agentfw.team.restarting import Restarts

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from agentfw.decisions import Decision
    from agentfw.recording import Briefed
    from agentfw.team.holds import Hold
    from agentfw.team.leading import Leader
    from agentfw.team.lineup import BotPlan

__all__ = ["Office"]

_COMPLAINS_S: Final = 10.0


class Office:
    """A leader that is started again when its brain raises, as the restart policy of its plan allows.

    `make` gives the leader of each life (0, 1, …) and closes behind it what it opened. `tell` is told
    what happens: a kind of event, and a text.
    """

    def __init__(
        self,
        plan: BotPlan,
        make: Callable[[int], AbstractContextManager[Leader]],
        *,
        seed: int,
        tell: Callable[[str, str], None],
    ) -> None:
        self.plan = plan
        self.phase = Phase.WAITING
        self.leader: Leader | None = None
        """Who leads now; after a failure, nobody for a while."""
        self.lives = 0
        self.why = ""
        """Why the last one failed."""
        self.orders = 0
        """How many orders all of them gave."""
        self.think_times = Durations()
        """How long their last thinks took."""
        self.objections = Objections(tell)
        """What could not be, or was refused, in the order in which it came up."""
        self._make = make
        self._tell = tell
        rng = random.Random(f"{seed}/{plan.name}/restarts")  # noqa: S311 - a game
        self._restarts = Restarts(plan.restart, rng)
        self._open = contextlib.ExitStack()
        self._opens_at = 0.0
        self._began_at = 0.0
        self._hold: Hold | None = None
        """The longest think that kept everybody waiting since that was last told."""
        self._told_at = -math.inf

    @property
    def name(self) -> str:
        """What the leader is called."""
        return self.plan.name

    def is_open(self, now: float) -> bool:
        """Whether somebody leads, or is about to."""
        return self.phase is not Phase.GIVEN_UP and now >= self._opens_at

    def think(self, briefing: Briefed) -> Decision:
        """What is decided now; nothing while there is nobody to lead."""
        if self.is_open(briefing.at):
            try:
                decision = self._led(briefing.at).brief(briefing)
            except Exception as error:  # noqa: BLE001 - brains are the code of others, and the bots play on
                self._fail(words_of(error), briefing.at)
            else:
                self.orders += len(decision.orders)
                self._heed(briefing)
                return decision
        return NOTHING

    def refuse(self, why: str) -> None:
        """Something that the leader ordered cannot be; everybody is told of it once, in short."""
        self.objections.add("refused", why)

    def complain(self, hold: Hold) -> None:
        """A think has kept everybody waiting, which is told now and then."""
        self._hold = max(hold, self._hold or hold)
        if hold.at - self._told_at >= _COMPLAINS_S:
            self._tell("overloaded", self._hold.complaint)
            self._told_at, self._hold = hold.at, None

    def close(self, now: float, reason: str = "the match is over") -> None:
        """Nobody leads from now on. Whatever that raises is told, and ends nothing else."""
        leader, self.leader = self.leader, None
        try:
            with self._open:
                if leader is not None:
                    leader.end(now, reason)
        except Exception as error:  # noqa: BLE001 - as above
            self._tell("failed", words_of(error))

    def _heed(self, briefing: Briefed) -> None:
        """What bots refuse is for everybody to know, as it will not get better by itself."""
        for fate in briefing.fates:
            if fate.state is OrderState.REFUSED:
                self.refuse(f"{fate.order} to {fate.order.to}: {fate.why}")

    def _led(self, now: float) -> Leader:
        if self.leader is None:
            number, self.lives = self.lives, self.lives + 1
            self._began_at = now
            self.leader = self._open.enter_context(self._make(number))
            self.leader.on_think = self.think_times.add
            self.phase = Phase.PLAYING
            self._tell("leads", "")
        return self.leader

    def _fail(self, why: str, now: float) -> None:
        self.why = why
        self._tell("failed", why)
        self.close(now, why)
        ending = Ending(why, is_failure=True)
        verdict = self._restarts.after(ending, now=now, played_s=now - self._began_at)
        self.phase, self._opens_at = verdict.phase, now + verdict.wait_s
        if verdict.phase is Phase.GIVEN_UP:
            self._tell("given-up", verdict.why)
        else:
            self._tell("restarting", f"in {verdict.wait_s:.1f} s, for life {self.lives + 1}")
