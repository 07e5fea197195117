"""One bot of a team, kept playing: life after life, as its restart policy allows."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import structlog
import trio

from agentfw.errors import PluginError, UsageError
from agentfw.team.endings import Ending, ending_of
from agentfw.team.health import Health, Phase, TeamEvent
from agentfw.team.life import Life, Work
from agentfw.team.restarting import Restarts

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from agentfw.bot import Bot
    from agentfw.team.lineup import BotPlan
    from agentfw.team.restarting import Verdict

__all__ = ["Member"]


class Member:
    """A bot that is started again when it fails. Run it once, alone or in a `Team`.

    `make` gives the bot of each life (0, 1, …) with a fresh brain, and closes behind it what it opened
    for it. `beside` starts what runs beside the bot in the nursery of that life. `on_event` is told what
    happens, at once and in the same task; it must not raise.
    """

    def __init__(
        self,
        plan: BotPlan,
        make: Callable[[int], AbstractContextManager[Bot]],
        *,
        team: str,
        seed: int,
        beside: Callable[[Bot, trio.Nursery], None] | None = None,
        on_event: Callable[[TeamEvent], None] | None = None,
    ) -> None:
        self.plan = plan
        self.team = team
        self.bot: Bot | None = None
        """Of the present or last life; None before the first."""
        self.restarts = 0
        self.lives = 0
        self.began_at: float | None = None
        """The trio time that events count from: the start of the team, or of the member alone."""
        self.gone = trio.Event()
        """Set when the member is done or given up."""
        self._make = make
        self._beside = beside
        self._on_event = on_event
        rng = random.Random(f"{seed}/{plan.name}/restarts")  # noqa: S311 - a game
        self._restarts = Restarts(plan.restart, rng)
        self._log = structlog.get_logger().bind(team=team, bot=plan.name)
        self._phase = Phase.WAITING
        self._why = self._failed = ""
        self._life: Life | None = None
        self._past = Work()
        self._scope = trio.CancelScope()
        self._stopped_because = "cancelled"

    @property
    def name(self) -> str:
        """The name of the bot."""
        return self.plan.name

    @property
    def has_begun(self) -> bool:
        """Whether it was started before, and so cannot be started."""
        return self._phase is not Phase.WAITING

    @property
    def phase(self) -> Phase:
        """How far it has come."""
        is_playing = self._phase is Phase.JOINING and self.bot is not None and self.bot.is_playing
        return Phase.PLAYING if is_playing else self._phase

    async def run(self) -> None:
        """Play until done or given up; raises nothing that its bot or `make` raise.

        Raises `UsageError` when it was started before: there is one connection per member.
        """
        if self.has_begun:
            raise UsageError(f'bot "{self.name}" was started before; make another member for it')
        self._phase = Phase.JOINING
        if self.began_at is None:
            self.began_at = trio.current_time()
        try:
            with self._scope:
                await self._live_on()
        finally:
            if self._phase not in (Phase.DONE, Phase.GIVEN_UP):
                self._end(Phase.DONE, self._stopped_because)
            self.gone.set()

    def stop(self, reason: str = "stopped") -> None:
        """Let the bot say goodbye, and be done."""
        self._stopped_because = reason
        self._scope.cancel()

    def health(self) -> Health:
        """How it is doing; cheap enough for once a second, not for every think."""
        phase, why = self.phase, self._trouble()
        up_at = self._life.up_at if self._life is not None and phase is Phase.PLAYING else None
        return Health(
            name=self.name,
            team=self.team,
            phase=phase,
            is_healthy=phase is Phase.DONE or not why,
            why=why,
            restarts=self.restarts,
            lives=self.lives,
            up_s=trio.current_time() - up_at if up_at is not None else 0.0,
            statistics=self.bot.statistics() if self.bot is not None else None,
            failed=self._failed,
        )

    def work(self) -> Work:
        """What its bots have done in all lives."""
        done = Work()
        done.absorb(self._past)
        if self._life is not None:
            done.absorb(self._life.work())
        return done

    def _trouble(self) -> str:
        """Why it is not well, or why it ended."""
        if self.phase is Phase.PLAYING and self._life is not None:
            return self._life.trouble()
        if self._phase is Phase.JOINING and self._life is not None:
            return self._life.trouble() or self._why
        return self._why

    # One life after the other

    async def _live_on(self) -> None:
        while True:
            ending = await self._live()
            verdict = self._judge(ending)
            if verdict.phase is not Phase.RESTARTING:
                self._end(verdict.phase, verdict.why)
                return
            await self._rest(verdict, is_announced=ending.is_failure)

    async def _live(self) -> Ending:
        """One life; gives back how it ended. The only place where what bots raise is caught."""
        await trio.lowlevel.checkpoint_if_cancelled()
        self._bury()
        ending = Ending("the bot was told to stop")
        try:
            ending = Ending(await self._play())
        except* (KeyboardInterrupt, trio.Cancelled):
            raise
        except* BaseException as group:  # noqa: BLE001 - bots are the code of others
            ending = ending_of(_errors_of(group), in_making=self._life is None)
            self._note("debug", "bot.raised", exc_info=group)
        finally:
            if self._life is not None:
                self._life.end()
        return ending

    async def _play(self) -> str:
        number, self.lives = self.lives, self.lives + 1
        ended = ""
        with self._make(number) as bot:
            self.bot, self._life = bot, Life(bot, self._tell)
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._life.watch)
                if self._beside is not None:
                    self._beside(bot, nursery)
                ended = await bot.run(task_status=self._life)
                nursery.cancel_scope.cancel()
        return ended

    def _bury(self) -> None:
        """Keep what the last life has done, and let go of the rest."""
        if self._life is not None:
            self._past.absorb(self._life.work())
            self._life = None

    def _judge(self, ending: Ending) -> Verdict:
        if ending.is_failure:
            self._failed = ending.why
            self._note("warning", "bot.failed", why=ending.why, life=self.lives)
            self._tell("failed", ending.why)
        played_s = self._life.played_s if self._life is not None else 0.0
        return self._restarts.after(ending, now=trio.current_time(), played_s=played_s)

    async def _rest(self, verdict: Verdict, *, is_announced: bool) -> None:
        """Wait for the next life, which counts from now on, or only when it begins.

        After an ordinary end there may be none: whoever ended the match may be about to stop the team.
        """
        self._phase, self._why = Phase.RESTARTING, verdict.why
        if is_announced:
            self._announce(verdict.wait_s)
        await trio.sleep(verdict.wait_s)
        if not is_announced:
            self._announce(0.0)
        self._phase = Phase.JOINING

    def _announce(self, wait_s: float) -> None:
        self.restarts += 1
        self._note("info", "bot.restarting", life=self.lives + 1, in_s=round(wait_s, 1))
        self._tell("restarting", f"in {wait_s:.1f} s, for life {self.lives + 1}")

    def _end(self, phase: Phase, why: str) -> None:
        self._phase, self._why = phase, why
        is_done = phase is Phase.DONE
        self._note("info" if is_done else "error", "bot.done" if is_done else "bot.given_up", why=why)
        self._tell("done" if is_done else "given-up", why)

    # Who listens

    def _tell(self, kind: str, text: str) -> None:
        if self._on_event is not None:
            at = trio.current_time() - (self.began_at or 0.0)
            self._on_event(TeamEvent(at=at, team=self.team, bot=self.name, kind=kind, text=text))

    def _note(self, level: str, event: str, **fields: object) -> None:
        """Tell an operator; a program that set up no logging is left alone."""
        if structlog.is_configured():
            getattr(self._log, level)(event, **fields)


def _errors_of(group: BaseExceptionGroup[BaseException]) -> ExceptionGroup[Exception]:
    """What a bot raised, as errors: also what its brain made of something that is none."""
    return ExceptionGroup(group.message, [*map(_error_of, group.exceptions)])


def _error_of(raised: BaseException) -> Exception:
    if isinstance(raised, BaseExceptionGroup):
        return _errors_of(raised)
    if isinstance(raised, Exception):
        return raised
    return PluginError(f"the bot raised {type(raised).__name__}: {raised}")
