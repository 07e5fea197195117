"""The trio task of one bot: moves bytes, keeps time, reconnects."""

from __future__ import annotations

import contextlib
import math
import random
import time
from typing import TYPE_CHECKING, Final

import msgspec
import structlog
import trio
from msgspec.structs import replace

from agentfw.body import PERFECT, Human
from agentfw.bot.circle import Circle, CircleStatistics
from agentfw.bot.pace import Pace
from agentfw.bot.pacing import Backoff, Spread
from agentfw.bot.watch import Watch
from agentfw.engines.link import SessionStatistics
from agentfw.errors import AgentError, LinkError, PeerSilent, UsageError, WrongPassword
from agentfw.perception import Memory
from agentfw.recording import Sent
from agentfw.vocabulary import Join

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from agentfw.bot.speech import Speech
    from agentfw.brains import Decides
    from agentfw.decisions import Fact, Order, Reply
    from agentfw.engines.doors import Door
    from agentfw.recording import Record

__all__ = ["Bot", "BotOptions", "BotStatistics"]

_CHUNK: Final = 65536
_GOODBYE_S: Final = 1.0
_SEND_S: Final = 10.0
_SETTLED_S: Final = 5.0
"""A connection that lasted so long was a good one, and the next failure is the first again."""
_PAUSE_S: Final = 60.0
"""How long a server may let nobody in after a match; the real ones take half a minute and load a map."""
_PAUSE_TRIES: Final = 2
"""So far waits grow meanwhile: whoever stays should not miss the beginning."""
_SLOWEST_HZ: Final = 0.5
_FASTEST_HZ: Final = 20.0


class BotOptions(msgspec.Struct, frozen=True, kw_only=True):
    """Who a bot is, and how it behaves toward the server."""

    name: str = "bot"
    team: int | None = None
    seed: int = 0
    human: Human = PERFECT
    memory: Memory = Memory()
    join_s: float = 10.0
    """How long the server may take to let the bot in."""
    max_attempts: int = 8
    """How often in a row connecting may fail before the bot gives up."""
    backoff_s: float = 0.5
    backoff_most_s: float = 30.0
    slow_think_s: float = 0.05
    """A think that takes longer is reported."""
    stays: bool = False
    """Whether the bot stays for the next match when one is over."""
    looks_hz: float | None = None
    """How many looks per second to ask the server for, and so how often to think; None for its usual."""

    def __post_init__(self) -> None:
        if self.looks_hz is not None and not _SLOWEST_HZ <= self.looks_hz <= _FASTEST_HZ:
            limits = f"from {_SLOWEST_HZ:g} to {_FASTEST_HZ:g}"
            raise UsageError(f"looks_hz must be {limits} per second, got {self.looks_hz:g}")

    def join(self) -> Join:
        """How the bot introduces itself."""
        return Join(player_name=self.name, team=self.team, looks_hz=self.looks_hz)


class BotStatistics(msgspec.Struct, frozen=True):
    """How a bot is doing."""

    name: str
    is_playing: bool
    connects: int
    thinks_slow: int
    think: Spread
    """How long the brain took."""
    turnaround: Spread
    """From bytes read to the answer handed to the connection."""
    circle: CircleStatistics
    link: SessionStatistics | None
    pace: Pace = Pace()
    """Whether the bot keeps up."""


class Bot:
    """A player. Run it in a nursery; cancel it to make it leave."""

    def __init__(
        self,
        door: Door,
        brain: Decides,
        options: BotOptions = BotOptions(),
        *,
        record: Callable[[Record], None] | None = None,
        speech: tuple[Speech, ...] = (),
    ) -> None:
        self.options = options
        self.door = door
        self._record = record
        self.circle = Circle(
            brain,
            seed=options.seed,
            human=options.human,
            memory=options.memory,
            record=self._keep if record is not None else None,
            speech=speech,
        )
        self.circle.stopwatch = time.perf_counter
        self.is_playing = False
        self.ended = ""
        """Why the bot stopped; empty while it runs."""
        self.on_over: Callable[[Bot], None] | None = None
        """Told when a match is over, while the last scores are still known."""
        self.obstacle = ""
        """What keeps it out of the game; empty when nothing does."""
        self.trouble = ""
        """The same, and when it tries again."""
        self.matches_over = 0
        """How many matches have come to their end."""
        self._was_over = False
        self._failure: AgentError | None = None
        """What went wrong while somebody else spoke to the bot; it ends of that by itself."""
        self._pauses_until = 0.0
        self._log = structlog.get_logger().bind(bot=options.name, team=options.team)
        self._started_at = 0.0
        self._joined_at: float | None = None
        self._is_running = self._is_line_torn = self._is_pace_told = False
        self.watch = Watch(self.circle, self._log, self._now, slow_think_s=options.slow_think_s)
        """How the bot is doing."""
        self.circle.on_think = self.watch.add_think

    def reload(self) -> None:
        """Let the brain read its plan files again; raises like `Circle.reload`."""
        self.circle.reload(None, trio.current_time() - self._started_at)

    def answer(self, reply: Reply) -> None:
        """Tell the brain what a planner outside has found."""
        self.circle.answer(reply, trio.current_time() - self._started_at)

    @property
    def began_at(self) -> float:
        """When its clock began, by the trio clock."""
        return self._started_at

    def hear(self, facts: Iterable[Fact], orders: tuple[Order, ...] | None = None) -> tuple[Fact, ...]:
        """Tell the bot what others know, and what is wanted of it now; None leaves that as it was.

        The times of facts are those of the trio clock; gives back the facts by the clock of the bot.
        """
        began_at, now = self._started_at, self._now()
        told = tuple(replace(one, at=min(now, max(0.0, one.at - began_at))) for one in facts)
        try:
            self.circle.hear(told, orders, now)
        except AgentError as error:  # a recording that cannot be written is no matter to who speaks
            self._failure = error
        return told

    async def run(self, *, task_status: trio.TaskStatus[Bot] = trio.TASK_STATUS_IGNORED) -> str:
        """Play until the match is over; gives back why it ended.

        Reports itself started once it plays for the first time. Raises the last `LinkError` when the
        server cannot be reached any more, `PluginError` when the brain fails, and `UsageError` when it
        runs already: a bot has one connection.
        """
        if self._is_running:
            raise UsageError(f'bot "{self.options.name}" runs already')
        self._is_running = True
        try:
            return await self._run(task_status)
        finally:
            self._is_running = False

    async def _run(self, task_status: trio.TaskStatus[Bot]) -> str:
        options = self.options
        self._started_at = trio.current_time()
        rng = random.Random(f"{options.seed}/{options.name}/backoff")  # noqa: S311 - a game
        backoff = Backoff(rng, first_s=options.backoff_s, most_s=options.backoff_most_s)
        report = _Once(task_status)
        while True:
            self._joined_at = None
            try:
                self.ended = await self._play(lambda: report.tell(self))
            except WrongPassword as error:
                self.ended = self._told(error)
                raise WrongPassword(self.ended) from error
            except LinkError as error:
                await self._wait(error, backoff)
            except BaseException as error:
                self.ended = str(error) if isinstance(error, Exception) else "cancelled"
                raise
            else:
                self._note("bot.ended", reason=self.ended)
                if not options.stays:
                    return self.ended
                self.ended = ""
                backoff.succeed()
                self._pauses_until = self._now() + _PAUSE_S
                await trio.sleep(options.backoff_s)

    def statistics(self) -> BotStatistics:
        """How the bot is doing."""
        return BotStatistics(
            name=self.options.name,
            is_playing=self.is_playing,
            connects=self.watch.connects,
            thinks_slow=self.watch.thinks_slow,
            think=self.watch.thinks.spread(),
            turnaround=self.watch.turnarounds.spread(),
            circle=self.circle.statistics(),
            link=self.circle.session.statistics() if self.circle.was_connected else None,
            pace=self.watch.pace(),
        )

    # One connection

    async def _play(self, tell_started: Callable[[], None]) -> str:
        """Play over one connection until the match is over."""
        stream = await self.door.open()
        reason = "cancelled"
        try:
            self.watch.connect()
            self._is_line_torn = False
            self.circle.connect(self.door.session(self.options.join()), self.door.name, self._now())
            reason = await self._converse(stream, tell_started)
        except BaseException as error:
            reason = str(error) if isinstance(error, Exception) else reason
            raise
        finally:
            self.is_playing = False
            self.watch.leave()
            await self._say_goodbye(stream, reason)
        return reason

    async def _converse(self, stream: trio.abc.Stream, tell_started: Callable[[], None]) -> str:
        circle, joins_by = self.circle, self._now() + self.options.join_s
        while True:
            deadline = circle.next_deadline
            if not self.is_playing:
                deadline = joins_by if deadline is None else min(deadline, joins_by)
            data = await self._receive(stream, deadline)
            if self._failure is not None:
                raise self._failure
            now = self._now()
            if data == b"":
                circle.close(now)
                return "the match is over"
            clock = time.perf_counter()
            output = circle.tick(now) if data is None else circle.feed(data, now)
            self.watch.notice(now)
            self._notice_end()
            if output:
                # What is sent leaves at once, and then it is the turn of all others who are ready.
                self.watch.turnarounds.add(time.perf_counter() - clock)
                await self._send(stream, output)
            if not self.is_playing:
                self._check_joined(now, joins_by, tell_started)
            if circle.store.is_over and not self.options.stays:
                return "the match is over"

    def _notice_end(self) -> None:
        """See whether the match has come to its end."""
        is_over = self.circle.store.is_over
        if is_over and not self._was_over:
            self.matches_over += 1
            if self.on_over is not None:
                self.on_over(self)
        self._was_over = is_over

    async def _receive(self, stream: trio.abc.Stream, deadline: float | None) -> bytes | None:
        """Bytes, nothing at the end, or None when the time is over first."""
        with trio.move_on_at(math.inf if deadline is None else self._moment(deadline)):
            try:
                return bytes(await stream.receive_some(_CHUNK))
            except (trio.BrokenResourceError, trio.ClosedResourceError):
                return b""
        return None

    async def _send(self, stream: trio.abc.Stream, output: bytes) -> None:
        self._is_line_torn = True
        try:
            with trio.fail_after(_SEND_S):
                await stream.send_all(output)
            self._is_line_torn = False
        except trio.TooSlowError:
            raise PeerSilent(f"the server took no bytes for {_SEND_S:g} s") from None
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            return  # the reading side notices the end and says so

    async def _say_goodbye(self, stream: trio.abc.Stream, reason: str) -> None:
        try:
            goodbye = self.circle.leave(self._now(), reason)
            if goodbye and not self._is_line_torn:  # the server would take it for the rest of a cut line
                with trio.move_on_after(_GOODBYE_S, shield=True), contextlib.suppress(LinkError):
                    await self._send(stream, goodbye)
        finally:
            await trio.aclose_forcefully(stream)

    def _check_joined(self, now: float, joins_by: float, tell_started: Callable[[], None]) -> None:
        if self.circle.session.is_playing and self.circle.view is not None:
            self.is_playing, self.obstacle, self.trouble = True, "", ""
            self._joined_at = now
            self.watch.join(now)
            dialect = self.circle.session.statistics().dialect
            self._note("bot.joined", server=self.door.name, dialect=dialect)
            self._check_team()
            self._check_pace(dialect)
            tell_started()
        elif now >= joins_by:
            raise PeerSilent(f"not in the game within {self.options.join_s:g} s")

    # Failure

    async def _wait(self, error: LinkError, backoff: Backoff) -> None:
        """Wait for the next try, or give up."""
        options = self.options
        if self._joined_at is None and self._now() < self._pauses_until:
            backoff.tries = min(backoff.tries, _PAUSE_TRIES)
            await trio.sleep(backoff.fail())
            return
        if self._joined_at is not None and self._now() - self._joined_at >= _SETTLED_S:
            backoff.succeed()
        wait_s = backoff.fail()
        if backoff.tries >= options.max_attempts:
            self.ended = f"{self._told(error)} (attempt {backoff.tries} of {options.max_attempts})"
            raise type(error)(self.ended) from error
        tries = f"attempt {backoff.tries} of {options.max_attempts}, next in {wait_s:.1f} s"
        self.obstacle = self._named(error)
        self.trouble = f"{self.obstacle} ({tries})"
        self._log.warning(
            "bot.disconnected",
            reason=str(error),
            attempt=backoff.tries,
            of=options.max_attempts,
            next_in_s=round(wait_s, 1),
        )
        await trio.sleep(wait_s)

    def _told(self, error: LinkError) -> str:
        """What went wrong, with whom."""
        return f'bot "{self.options.name}": {self._named(error)}'

    def _named(self, error: LinkError) -> str:
        text, server = str(error), self.door.name
        return text if server in text else f"{server}: {text}"

    # Small change

    def _now(self) -> float:
        return trio.current_time() - self._started_at

    def _moment(self, at: float) -> float:
        """When that is on the clock of trio; whoever wakes then finds that the time has come.

        A sum may be rounded down, and on a clock that jumps nobody would ever get past that moment.
        """
        moment = self._started_at + at
        while moment - self._started_at < at:
            moment = math.nextafter(moment, math.inf)
        return moment

    def _note(self, event: str, **fields: object) -> None:
        """Tell an operator; a program that set up no logging is left alone, but for warnings."""
        if structlog.is_configured():
            self._log.info(event, **fields)

    def _keep(self, record: Record) -> None:
        """Record, without the password."""
        if self._record is not None:
            if isinstance(record, Sent) and self.door.has_password:
                record = Sent(record.at, self.door.mask(record.data))
            self._record(record)

    def _check_pace(self, dialect: str) -> None:
        """A server that has no word for the pace looks as often as it likes; that is told once."""
        if self.circle.session.is_pace_refused and not self._is_pace_told:
            self._is_pace_told = True
            self._log.warning("bot.pace_not_settable", wanted=self.options.looks_hz, dialect=dialect)

    def _check_team(self) -> None:
        """Some servers put bots where they like; whoever plans for a team should know."""
        view, wanted = self.circle.view, self.options.team
        if wanted is None or view is None or not view.has_teams:
            return
        if view.me.team not in (None, wanted):
            self._log.warning("bot.other_team", wanted=wanted, got=view.me.team)


class _Once:
    """Reports the start of a task, the first time only."""

    def __init__(self, task_status: trio.TaskStatus[Bot]) -> None:
        self._task_status: trio.TaskStatus[Bot] | None = task_status

    def tell(self, bot: Bot) -> None:
        """The task runs."""
        if self._task_status is not None:
            self._task_status.started(bot)
            self._task_status = None
