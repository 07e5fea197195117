"""The circle of one bot, pure: bytes in, bytes out, and between them percepts, view, decision, commands.

The same bytes at the same times, with the same seed and brain, give the same bytes: that is what a
replay proves. One piece of input leads to one think at most. When a brain was slow and several looks at
the world have piled up in one piece, it thinks about the newest only, and the others are counted.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from agentfw.body import PERFECT, Body, BodyStatistics
from agentfw.body.speaking import said
from agentfw.bot.speech import Parts
from agentfw.brains import Asks, Reloads
from agentfw.brains.asking import ERRORS, blame, decision_of
from agentfw.decisions import NOTHING, Decision
from agentfw.errors import LocalProtocolError, NotInDialect, UsageError
from agentfw.perception import Attention, Memory, Store, StoreStatistics
from agentfw.recording import (
    Answered,
    Closed,
    Connected,
    Ended,
    Received,
    Reloaded,
    Sent,
    Thought,
    Ticked,
    Told,
)
from agentfw.vocabulary import GameRestarted, Leave, MapChanging, Say, Snapshot

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from agentfw.body import Human
    from agentfw.bot.speech import Speech
    from agentfw.brains import Decides
    from agentfw.decisions import Fact, Order, Question, Reply
    from agentfw.engines.link import Session
    from agentfw.perception import View
    from agentfw.recording import Record
    from agentfw.vocabulary import Command, Percept

__all__ = ["Circle", "CircleStatistics"]


class CircleStatistics(msgspec.Struct, frozen=True):
    """How much a bot has thought and said."""

    thinks: int
    thinks_dropped: int
    """Looks at the world that came too late to be thought about, because newer ones were there."""
    unsayable: int
    """Commands that the server has no word for."""
    store: StoreStatistics
    body: BodyStatistics


class Circle:
    """One bot without its network: give it bytes and the time, and send what it gives back."""

    def __init__(
        self,
        brain: Decides,
        *,
        seed: int = 0,
        human: Human = PERFECT,
        memory: Memory = Memory(),
        record: Callable[[Record], None] | None = None,
        speech: tuple[Speech, ...] = (),
    ) -> None:
        self.brain = brain
        self._asks = brain if isinstance(brain, Asks) else None  # to ask this at every think is dear
        attention = Attention(alertness=human.alertness, is_limited=human.is_limited)
        self.store = Store(memory, attention)
        self.body = Body(random.Random(f"{seed}/body"), human)  # noqa: S311 - a game
        self.decision = NOTHING
        """What the brain decided last."""
        self.view: View | None = None
        """What it decided on."""
        self.speech = speech
        """What it says and hears beside what the brain decides."""
        self._record = record
        self._session: Session | None = None
        self.thinks = 0
        """How often the brain was asked."""
        self.thinks_dropped = 0
        """How many looks came too late to be thought about, because newer ones were there."""
        self.lag_s = 0.0
        """How old the oldest look was that the last think found waiting, by the game's clock."""
        self._unsayable = 0
        self.stopwatch: Callable[[], float] | None = None
        """A clock to measure thinks with; it has no influence on what is decided."""
        self.on_think: Callable[[float], None] | None = None
        """Told how many seconds each think took, by that clock."""
        self.on_decision: Callable[[View, Decision], None] | None = None
        """Told what was decided in every think, and on what."""
        self.on_say: Callable[[Say], None] | None = None
        """Told everything that the bot says."""
        self.on_question: Callable[[Question], None] | None = None
        """Told what the brain wants to know; whoever listens calls `answer` some time later."""

    @property
    def was_connected(self) -> bool:
        """Whether there is a conversation, or was one."""
        return self._session is not None

    @property
    def session(self) -> Session:
        """The conversation that is going on."""
        if self._session is None:
            raise LocalProtocolError("the circle was fed before it was connected")
        return self._session

    def connect(self, session: Session, server: str, now: float) -> None:
        """A new connection begins."""
        if self._record is not None:
            self._record(Connected(now, server))
        if self._session is not None:
            self.store.reconnected()
            self.body.reset("the connection was lost", now)
        self._session = session

    def feed(self, data: bytes, now: float) -> bytes:
        """Take in bytes of the server; gives back what to send."""
        if self._record is not None:
            self._record(Received(now, data))
        return self._go_round(self.session.feed(data, now), now)

    def tick(self, now: float) -> bytes:
        """Time has passed; gives back what to send."""
        if self._record is not None:
            self._record(Ticked(now))
        return self._go_round(self.session.tick(now), now)

    def close(self, now: float) -> None:
        """The server closed; raises `LinkClosed` when that came before the match was over."""
        if self._record is not None:
            self._record(Closed(now))
        self.session.feed_end()

    def leave(self, now: float, reason: str) -> bytes:
        """Say goodbye; gives back what to send."""
        if self._record is not None:
            self._record(Ended(now, reason))
        if self._session is None:
            return b""
        if self.view is not None and self._session.is_playing:
            self._part(self.view, now)
        self._session.send(Leave(), now)
        return self._take_output(now)

    def reload(self, texts: Mapping[str, str] | None, now: float) -> None:
        """Let the brain go on with other plans, or with what its files say now.

        Raises `AgentError` when they are wrong, and then the brain goes on with the old ones.
        """
        if not isinstance(self.brain, Reloads):
            raise UsageError(f"{type(self.brain).__name__} follows no plan that could be reloaded")
        self.brain.reload(texts)
        if self._record is not None:
            self._record(Reloaded(now, dict(self.brain.sources)))

    def answer(self, reply: Reply, now: float) -> None:
        """A planner outside has answered; the brain knows at its next think."""
        if self._record is not None:
            self._record(Answered(now, reply))
        if self._asks is not None:
            try:
                self._asks.answer(reply)
            except ERRORS as error:
                raise blame(self.brain, "answer", now, error) from error

    def hear(self, facts: tuple[Fact, ...], orders: tuple[Order, ...] | None, now: float) -> None:
        """The team spoke: what others know, and what is wanted of this bot, unless that is as before."""
        if self._record is not None:
            self._record(Told(now, facts, orders))
        if facts:
            self.store.share(facts)
        if orders is not None:
            self.store.order(orders)

    @property
    def next_deadline(self) -> float | None:
        """When to call `tick` at the latest."""
        return self.session.next_deadline

    def statistics(self) -> CircleStatistics:
        """How much was thought and said."""
        return CircleStatistics(
            thinks=self.thinks,
            thinks_dropped=self.thinks_dropped,
            unsayable=self._unsayable,
            store=self.store.statistics(),
            body=self.body.statistics(),
        )

    # Once round

    def _go_round(self, percepts: list[Percept], now: float) -> bytes:
        looks = 0
        for percept in percepts:
            self.store.apply(percept, now)
            looks += type(percept) is Snapshot
            if isinstance(percept, MapChanging | GameRestarted):
                self.body.reset("the game began anew", now)
        if (looks or self.store.is_urgent) and self.session.is_playing:
            self._note_lag(looks, percepts)
            self._think(now)
            output = self._take_output(now)
            self._ask(now)
            return output
        return self._take_output(now)

    def _note_lag(self, looks: int, percepts: list[Percept]) -> None:
        if looks < 2:
            self.lag_s = 0.0
            return
        self.thinks_dropped += looks - 1
        times = [percept.time for percept in percepts if isinstance(percept, Snapshot)]
        self.lag_s = max(0.0, times[-1] - times[0])

    def _ask(self, now: float) -> None:
        """Pass on what the brain wants to know, after all that it said was recorded."""
        if self.on_question is None or self._asks is None:
            return
        try:
            questions = self._asks.questions()
        except ERRORS as error:
            raise blame(self.brain, "questions", now, error) from error
        for question in questions:
            self.on_question(question)

    def _think(self, now: float) -> None:
        self.view = view = self.store.view(now, self.body.activities)
        self.decision = decision = decision_of(self.brain, view, self.stopwatch, self.on_think)
        self.thinks += 1
        if self._record is not None:
            self._record(Thought(now, decision))
        if self.on_decision is not None:
            self.on_decision(view, decision)
        if self.speech:
            decision = self._talk(view, decision, now)
        self._send(self.body.act(decision, view), now)
        for link in self.body.take_failures():
            self.store.map.fail(link.start, link.end)

    def _talk(self, view: View, decision: Decision, now: float) -> Decision:
        """Say what there is to say; gives back what is left to do for whoever types."""
        team = view.team
        for speech in self.speech:
            spoken = speech.step(view, decision)
            for line in spoken.lines:
                self._send([said(line, team)], now)
            if spoken.facts:
                self.store.share(spoken.facts)
            if spoken.orders is not None:
                self.store.order(spoken.orders)
            if spoken.is_typing:
                decision = replace(decision, move=None, look=None, fight=None)
        return decision

    def _part(self, view: View, now: float) -> None:
        """Say the last words."""
        for speech in self.speech:
            if isinstance(speech, Parts):
                self._send([said(line, view.team) for line in speech.goodbye(view)], now)

    def _send(self, commands: Iterable[Command], now: float) -> None:
        for command in commands:
            if self.on_say is not None and isinstance(command, Say):
                self.on_say(command)
            try:
                self.session.send(command, now)
            except NotInDialect:
                self._unsayable += 1

    def _take_output(self, now: float) -> bytes:
        output = self.session.take_output()
        if output and self._record is not None:
            self._record(Sent(now, output))
        return output
