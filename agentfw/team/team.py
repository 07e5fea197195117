"""A team: its bots in one nursery, started one after the other and stopped in the opposite order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import structlog
import trio
from msgspec.structs import replace

from agentfw.errors import UsageError
from agentfw.sources import nearest
from agentfw.team.casting import check_name
from agentfw.team.health import Phase, TeamStatistics
from agentfw.team.life import Work

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from agentfw.team.liaison import Liaison
    from agentfw.team.lineup import BotPlan, TeamPlan
    from agentfw.team.member import Member

__all__ = ["Team"]

_MOST: Final = 64


class Team:
    """Bots that play together. What happens to one of them is no matter to the others."""

    def __init__(
        self,
        plan: TeamPlan,
        members: Sequence[Member] = (),
        *,
        stagger_s: float = 0.1,
        grace_s: float = 3.0,
        hire: Callable[[BotPlan], Member] | None = None,
    ) -> None:
        self.plan = plan
        self.members: tuple[Member, ...] = ()
        self.liaison: Liaison | None = None
        """What ties its bots together, if anything does."""
        self._hire = hire
        self._nursery: trio.Nursery | None = None
        self._stagger_s = stagger_s
        self._grace_s = grace_s
        self._has_begun = False
        self._began_at: float | None = None
        self._has_started = trio.Event()
        self._started: list[Member] = []
        self._starting = trio.CancelScope()
        self._stopping = trio.Event()
        self._stopped_because = ""
        self._log = structlog.get_logger().bind(team=plan.name)
        for member in members:
            self.join(member)

    async def run(self, *, task_status: trio.TaskStatus[Team] = trio.TASK_STATUS_IGNORED) -> None:
        """Play until every member is done or given up, or until `stop`.

        Reports itself started before its first member is. Raises `UsageError` when the team, or one of
        its members, was started before.
        """
        self._begin()
        task_status.started(self)
        async with trio.open_nursery() as nursery:
            self._nursery = nursery
            nursery.start_soon(self._stop_when_told, nursery.cancel_scope)
            if self.liaison is not None:
                nursery.start_soon(self.liaison.run)
            with self._starting:
                await self._start(nursery)
                await self._wait_for_the_first()
            for member in self._started:  # it may grow meanwhile
                await member.gone.wait()
            nursery.cancel_scope.cancel()
        self._note("team.ended", given_up=self._given_up())

    def stop(self, reason: str = "stopped") -> None:
        """Let all members leave, the last that was started first; `run` returns when they are gone.

        Each says goodbye before the next one does, until the time of grace is over; then all that are
        left do so at once. Stopping twice, or before the start, does no harm.
        """
        self._stopped_because = self._stopped_because or reason
        self._starting.cancel()
        self._stopping.set()

    # Bots that come and go while it plays

    def join(self, member: Member) -> None:
        """Have one more bot; it plays when the team does, or when it is started."""
        if member.name in [one.name for one in self.members]:
            raise UsageError(f'team "{self.plan.name}": more than one bot is called "{member.name}"')
        self.members += (member,)
        member.began_at = self._began_at

    def objection(self, name: str) -> str:
        """Why a bot cannot be given orders; nothing when it plays, or waits to."""
        member = self._member(name)
        if member is None:
            return self._unknown(name)
        return f'"{name}" plays no more' if member.gone.is_set() else ""

    def add(self, name: str) -> str:
        """Have one more bot like the one that the plan describes; why not, or nothing."""
        if self._hire is None or self.plan.recruit is None:
            return f'team "{self.plan.name}" has no plan for bots that are added'
        if self._member(name) is not None:
            return f'"{name}" is in the team already'
        if len(self.members) >= _MOST:
            return f"a team has {_MOST} bots at most"
        problem = check_name(name)
        if problem:
            return f'"{name}" cannot be the name of a bot: {problem}'
        try:
            self.join(self._hire(replace(self.plan.recruit, name=name)))
        except UsageError as error:
            return str(error)
        return ""

    def start(self, name: str) -> str:
        """Let a bot play that was added; why not, or nothing."""
        member = self._member(name)
        if member is None:
            return self._unknown(name)
        if member in self._started:
            is_gone = member.gone.is_set()
            return f'"{name}" {"plays no more; add another one" if is_gone else "was started before"}'
        if self._nursery is None or self._stopping.is_set():
            return f'team "{self.plan.name}" does not play'
        self._launch(member, self._nursery)
        return ""

    def dismiss(self, name: str) -> str:
        """Let a bot leave; why not, or nothing."""
        member = self._member(name)
        if member is None:
            return self._unknown(name)
        if member not in self._started or member.gone.is_set():
            return f'"{name}" does not play'
        member.stop("the leader sent it away")
        return ""

    def abandon(self) -> None:
        """Nobody will start another bot: a team without bots is done."""
        self._has_started.set()

    def statistics(self) -> TeamStatistics:
        """How the team is doing. It sorts what was measured: for now and then, not for every think."""
        done = Work.of_all([member.work() for member in self.members])
        return TeamStatistics(
            team=self.plan.name,
            members=tuple(member.health() for member in self.members),
            thinks=done.thinks,
            dropped=done.dropped,
            restarts=sum(member.restarts for member in self.members),
            given_up=self._given_up(),
            lines=done.lines,
            commands=done.commands,
            bytes_in=done.bytes_in,
            bytes_out=done.bytes_out,
            think=done.think_times.spread(),
            turnaround=done.turnarounds.spread(),
        )

    def _begin(self) -> None:
        if self._has_begun:
            raise UsageError(f'team "{self.plan.name}" was started before; make another one')
        for member in self.members:
            if member.has_begun:
                raise UsageError(f'bot "{member.name}" was started before; make another member for it')
        self._has_begun = True
        self._began_at = trio.current_time()
        for member in self.members:
            member.began_at = self._began_at
        self._note("team.began", bots=len(self.members))

    async def _start(self, nursery: trio.Nursery) -> None:
        """Start the members one after the other, so that the server does not meet them all at once."""
        for number, member in enumerate(self.members):
            await trio.sleep(self._stagger_s if number else 0.0)
            if member not in self._started:
                self._launch(member, nursery)

    def _member(self, name: str) -> Member | None:
        return next((one for one in self.members if one.name == name), None)

    def _unknown(self, name: str) -> str:
        hint = nearest(name, [one.name for one in self.members])
        return f'nobody is called "{name}"{hint}'

    def _launch(self, member: Member, nursery: trio.Nursery) -> None:
        self._started.append(member)
        self._has_started.set()
        nursery.start_soon(member.run, name=f"{self.plan.name}/{member.name}")

    async def _wait_for_the_first(self) -> None:
        """A leader may begin with nobody to lead."""
        if self.plan.coordinator is not None:
            await self._has_started.wait()

    async def _stop_when_told(self, everything: trio.CancelScope) -> None:
        await self._stopping.wait()
        self._note("team.stopping", reason=self._stopped_because)
        with trio.move_on_after(self._grace_s):
            for member in reversed(self._started):
                member.stop(self._stopped_because)
                await member.gone.wait()
        for member in self._started:
            member.stop(self._stopped_because)
        everything.cancel()

    def _given_up(self) -> int:
        return sum(member.phase is Phase.GIVEN_UP for member in self.members)

    def _note(self, event: str, **fields: object) -> None:
        """Tell an operator; a program that set up no logging is left alone."""
        if structlog.is_configured():
            self._log.info(event, **fields)
