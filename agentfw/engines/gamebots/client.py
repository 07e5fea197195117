"""The client end of a conversation: bytes in, percepts out; commands in, bytes out.

No socket and no clock: the driver feeds what it received, tells the time, and sends what
`take_output` gives it. The session greets, gives the password, asks for the world and joins on its
own, so that a caller mostly feeds bytes and reads percepts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from agentfw.engines.gamebots import orders, wire
from agentfw.engines.gamebots.codecs import Codecs, codecs_for
from agentfw.engines.gamebots.collecting import BatchCollector, ListCollector, PathCollector
from agentfw.engines.gamebots.counting import Oddities, SessionStatistics
from agentfw.engines.gamebots.decoding import Odd, Rejected
from agentfw.engines.gamebots.framing import MAX_LINE, LineCutter
from agentfw.engines.gamebots.greeting import recognize
from agentfw.engines.gamebots.liveness import Liveness
from agentfw.engines.gamebots.requests import Question, Requests
from agentfw.engines.gamebots.states import CLIENT_STEPS, ClientState, ClientStep
from agentfw.engines.gamebots.values import is_safe
from agentfw.errors import (
    LinkClosed,
    LocalProtocolError,
    NotInDialect,
    ServerFull,
    WrongPassword,
)
from agentfw.vocabulary import (
    AskTrace,
    BodyLimits,
    Command,
    GameInfo,
    GamePaused,
    GameResumed,
    Join,
    Leave,
    MatchEnded,
    PathReply,
    Percept,
    ReachReply,
    RequestId,
    SelfState,
    Spawned,
    TraceReply,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from agentfw.engines.gamebots.dialect import Dialect

__all__ = ["ClientSession", "Limits"]

# The states in which the other side cannot, or will not, hear anything we say.
_DEAF: Final = (ClientState.GREETING, ClientState.CHECKING, ClientState.CLOSED)

# What a bot may say before it has joined.
_EARLY: Final = (
    orders.Ready,
    orders.Ping,
    orders.AskPlaces,
    orders.AskItems,
    orders.Configure,
    AskTrace,
    orders.StartRecording,
    orders.StopRecording,
)

# Servers count in the time of the game, which runs so much faster than ours at normal speed.
_CLOCK_RATE: Final = 1.1
# What a server takes for the time between two looks; anything else it would ignore.
_SHORTEST_LOOK_S: Final = 0.05
_LONGEST_LOOK_S: Final = 2.0


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """How patient a session is, and how much it swallows."""

    max_line: int = MAX_LINE
    reply_s: float = 3.0
    """How long a question waits for its answer."""
    ping_after_s: float = 5.0
    """How long the other side may be quiet before it is asked for a sign of life."""
    silence_s: float = 15.0
    """How long the other side may be quiet before it counts as gone."""


class ClientSession:
    """One conversation with a server, seen from the client.

    `dialects` are the candidates; the greeting decides. With `join`, the session enters the game as
    soon as the server is ready; without, the caller sends `Join` itself.
    """

    def __init__(
        self,
        dialects: Sequence[Dialect],
        role: str = "bot",
        *,
        join: Join | orders.Observe | None = None,
        password: str | None = None,
        limits: Limits = Limits(),
    ) -> None:
        self.role = role
        self.state = ClientState.GREETING
        self.dialect: Dialect | None = None
        self.paused = False
        self.is_pace_refused = False
        """Whether `Join.looks_hz` was wanted and this server has no word for it."""
        self._looks_hz: float | None = None
        self._candidates = tuple(dialects)
        self._join = join
        self._password = password
        self._limits = limits
        self._codecs: Codecs | None = None
        self._cutter = LineCutter(max_line=limits.max_line)
        self._batch, self._lists, self._path = BatchCollector(), ListCollector(), PathCollector()
        self._requests = Requests(timeout_s=limits.reply_s, one_path_at_a_time=False)
        self._oddities = Oddities()
        self._output = bytearray()
        self._liveness = Liveness(ping_after_s=limits.ping_after_s, silence_s=limits.silence_s)
        self._bytes_in = self._bytes_out = self._lines = 0
        self._snapshots = self._commands = self._misplaced = 0
        self._said_goodbye = False

    # What comes in

    def feed(self, data: bytes, now: float) -> list[Percept]:
        """The percepts that these bytes complete, in order.

        Raises `RemoteProtocolError`, `WrongPassword` or `ServerFull` when the server is not one,
        or does not want us.
        """
        if self._said_goodbye:
            return []  # the server may say more before it hears us
        if self.state is ClientState.CLOSED:
            raise LocalProtocolError("bytes were fed to a session that is closed")
        self._liveness.heard(now)
        self._bytes_in += len(data)
        lines = self._cutter.feed(data)
        if not lines:
            return []
        self._lines += len(lines)
        events: list[Percept] = []
        decoder = (self._codecs or self._recognize(lines[0])).messages_in
        members = decoder.members
        add = self._batch.add
        for message in decoder.decode_all(lines):
            if add is not None and type(message) in members:
                add(message)
            else:
                self._take(message, events, now)
                add = self._batch.add
        if add is not None:
            self._batch.check_size()
        return events

    def feed_end(self) -> None:
        """The other side closed. Raises `LinkClosed` when that came before the game was over."""
        state, self.state = self.state, ClientState.CLOSED
        if state in (ClientState.ENDED, ClientState.CLOSED) or self._said_goodbye:
            return
        if state is ClientState.GREETING:
            raise LinkClosed("the server closed the connection without a greeting")
        raise LinkClosed(f"the server closed the connection while {state.value}")

    def tick(self, now: float) -> list[Percept]:
        """What the passing of time brings: questions that got no answer.

        Asks a quiet server for a sign of life; raises `PeerSilent` when none comes.
        """
        events: list[Percept] = list(self._requests.expire(now))
        self._ask_next_path()
        if self._liveness.wants_ping(now):
            self._liveness.asked(now)
            if self.state not in _DEAF:
                self._write(orders.Ping())
        return events

    @property
    def is_ready(self) -> bool:
        """Whether the server waits for us to join."""
        return self.state is ClientState.WAITING

    @property
    def is_playing(self) -> bool:
        """Whether the player is in the game, or the control connection in charge."""
        return self.state is ClientState.PLAYING

    @property
    def next_deadline(self) -> float | None:
        """When `tick` should be called at the latest; None before anything was heard."""
        moments = (self._requests.next_deadline, self._liveness.next_deadline)
        return min((moment for moment in moments if moment is not None), default=None)

    # What goes out

    def send(self, command: Command, now: float) -> RequestId | None:
        """Say something; a question gives back the id that its answer will carry.

        Raises `LocalProtocolError` when it is not the time for it, and `NotInDialect` when this
        server has no word for it.
        """
        if isinstance(command, Leave):
            self._leave()
            return None
        if isinstance(command, Join | orders.Observe):
            self._begin(command)
            return None
        self._check_time_for(command)
        if self.state is ClientState.ENDED:
            return None  # nobody listens any more, and the sender could not know yet
        if isinstance(command, Question):
            return self._ask(command, now)
        self._write(command)
        if isinstance(command, orders.StopObserving):
            self._advance(ClientStep.LOST)
        return None

    def take_output(self) -> bytes:
        """The bytes to send now; they are handed out once."""
        output = bytes(self._output)
        self._output.clear()
        self._bytes_out += len(output)
        return output

    def statistics(self) -> SessionStatistics:
        """The counters of this session."""
        return SessionStatistics(
            dialect=self.dialect.name if self.dialect else "",
            state=self.state.value,
            bytes_in=self._bytes_in,
            bytes_out=self._bytes_out,
            lines=self._lines,
            snapshots=self._snapshots,
            commands=self._commands,
            rejected=self._oddities.rejected,
            overlong=self._cutter.overlong,
            unknown_words=dict(self._oddities.words),
            unknown_attributes=dict(self._oddities.attributes),
            misplaced=self._misplaced,
            broken_batches=self._batch.broken,
            broken_lists=self._lists.broken,
            requests_open=len(self._requests),
            requests_answered=self._requests.answered,
            requests_timed_out=self._requests.timed_out,
            replies_late=self._requests.late,
        )

    @property
    def last_rejected(self) -> tuple[Rejected, ...]:
        """The newest lines that could not be read, with the reasons."""
        return tuple(self._oddities.last_rejected)

    # The inside

    def _recognize(self, line: bytes) -> Codecs:
        self.dialect = recognize(line, self.role, self._candidates)
        self._codecs = codecs_for(self.dialect, self.role)
        paths_have_ends = any(form.struct is wire.PathEnd for form in self.dialect.messages)
        self._requests = Requests(timeout_s=self._limits.reply_s, one_path_at_a_time=paths_have_ends)
        return self._codecs

    def _take(self, message: Any, events: list[Percept], now: float) -> None:
        if isinstance(message, Odd):
            self._oddities.note(message)
            message = message.message
            if isinstance(message, Rejected):
                return
        handler = _HANDLERS.get(type(message))
        if handler is not None:
            message = handler(self, message, now)
            if message is None:
                return
        if self._codecs is None or type(message) not in self._codecs.messages_in.members:
            events.append(message)
        elif (add := self._batch.add) is not None:
            add(message)
        elif self._lists.is_open:
            self._lists.add(message)
        else:
            events.append(message)

    def _advance(self, step: ClientStep) -> bool:
        """Take a step the server made; False, and a count, when it is out of order."""
        state = CLIENT_STEPS.get((self.state, step))
        if state is None:
            self._misplaced += 1
            return False
        self.state = state
        return True

    def _begin(self, command: Join | orders.Observe) -> None:
        """Enter the game, or watch a player."""
        step = ClientStep.JOIN if isinstance(command, Join) else ClientStep.WATCH
        state = CLIENT_STEPS.get((self.state, step))
        if state is None:
            raise LocalProtocolError(f"{type(command).__name__} was sent while {self.state.value}")
        if isinstance(command, Join) and command.looks_hz is not None:
            # No server is told this as one joins: it is a setting of whoever is in the game.
            self._looks_hz = command.looks_hz
            command = msgspec.structs.replace(command, looks_hz=None)
        self._write(command)
        self.state = state

    def _set_pace(self) -> None:
        """Ask for as many looks as were wanted, once the server knows us."""
        if self._looks_hz is None:
            return
        look_s = _CLOCK_RATE / max(self._looks_hz, _CLOCK_RATE / _LONGEST_LOOK_S)
        try:
            self._write(orders.Configure(vision_time_s=max(_SHORTEST_LOOK_S, look_s)))
        except NotInDialect:
            self.is_pace_refused = True

    def _check_time_for(self, command: Command) -> None:
        name = type(command).__name__
        if self.state in _DEAF:
            raise LocalProtocolError(f"{name} was sent while {self.state.value}")
        waits = self.state in (ClientState.LISTING, ClientState.WAITING)
        if waits and self.role == "bot" and not isinstance(command, _EARLY):
            raise LocalProtocolError(
                f"{name} was sent while {self.state.value}: send Join first, then {name}"
            )

    def _encode(self, command: Command) -> bytes:
        if self._codecs is None:
            raise LocalProtocolError(f"{type(command).__name__} was sent while {self.state.value}")
        return self._codecs.commands_out.encode(command)

    def _write(self, command: Command) -> None:
        self._output += self._encode(command)
        self._commands += 1

    def _ask(self, question: Question, now: float) -> RequestId:
        if self._requests.is_full:
            raise LocalProtocolError("more than 1000 questions are waiting for an answer")
        request = self._requests.name(question)
        if self._requests.is_open(request):
            raise LocalProtocolError(f'request "{request}" is still open')
        if not is_safe(request):
            raise LocalProtocolError(f'request "{request}" would not come back as it was sent')
        question = msgspec.structs.replace(question, request=request)
        self._encode(question)  # a question the server has no word for must not stay open
        if self._requests.ask(request, question, now):
            self._write(question)
        return request

    def _ask_next_path(self) -> None:
        if self.state in (ClientState.ENDED, ClientState.CLOSED):
            return
        question = self._requests.take_turn()
        if question is not None:
            self._write(question)

    def _leave(self) -> None:
        if self.state is ClientState.CLOSED:
            return
        # A classic server has no word for it: closing the socket is the goodbye.
        if self._codecs is not None and self._codecs.commands_out.can_say(Leave):
            self._write(Leave())
        self._said_goodbye = True
        self.state = ClientState.CLOSED

    def _join_if_wanted(self, now: float) -> None:
        if self._join is not None and self.state is ClientState.WAITING:
            self.send(self._join, now)

    # One handler per word that moves the conversation. Each gives back what the caller shall see
    # of it, or None.

    def _on_hello(self, hello: wire.Hello, _now: float) -> Percept | None:
        if hello.server_full:
            self.state = ClientState.CLOSED
            raise ServerFull("the server is full")
        if self._advance(ClientStep.GREETED):
            self._write(orders.Ready())
        return None

    def _on_game_info(self, info: GameInfo, now: float) -> Percept | None:
        if info.game_paused is not None or info.bots_paused is not None:
            self.paused = bool(info.game_paused or info.bots_paused)
        if self.state is ClientState.GREETING:
            self._advance(ClientStep.ANNOUNCED)
            self._join_if_wanted(now)
        return info

    def _on_password_asked(self, asked: wire.PasswordAsked, _now: float) -> Percept | None:
        if not self._advance(ClientStep.PASSWORD_ASKED):
            return None
        if self._password is None:
            self.state = ClientState.CLOSED
            by = f" (set from {asked.blocked_by})" if asked.blocked_by else ""
            raise WrongPassword(f"the server asks for a password{by} and none was given")
        self._write(orders.GivePassword(self._password))
        return None

    def _on_password_accepted(self, _: wire.PasswordAccepted, _now: float) -> Percept | None:
        self._advance(ClientStep.PASSWORD_ACCEPTED)
        return None

    def _on_password_refused(self, _: wire.PasswordRefused, _now: float) -> Percept | None:
        self.state = ClientState.CLOSED
        raise WrongPassword("the server refused the password")

    def _on_list_start(self, start: wire.ListStart, _now: float) -> Percept | None:
        self._lists.start(start)
        return None

    def _on_list_end(self, end: wire.ListEnd, now: float) -> Percept | None:
        listing = self._lists.end(end)
        if listing is not None and listing.subject == _WORLD:
            is_in_order = self._advance(ClientStep.LISTED)
            if is_in_order and self.role == "control":
                self.state = ClientState.PLAYING
            self._join_if_wanted(now)
        return listing

    def _on_joined(self, message: Percept, _now: float) -> Percept | None:
        if self.state is ClientState.JOINING:
            self._advance(ClientStep.JOINED)
            self._set_pace()
        return message

    def _on_lost(self, message: Percept, _now: float) -> Percept | None:
        self._advance(ClientStep.LOST)
        return message

    def _on_batch_start(self, start: wire.BatchStart, _now: float) -> Percept | None:
        self._on_joined(start, _now)
        self._lists.abandon()  # a list is written in one go, so its end is not coming any more
        self._batch.start(start)
        return None

    def _on_batch_end(self, end: wire.BatchEnd, _now: float) -> Percept | None:
        snapshot = self._batch.end(end)
        self._snapshots += snapshot is not None
        return snapshot

    def _on_path_start(self, start: wire.PathStart, _now: float) -> Percept | None:
        self._path.start(start)
        return None

    def _on_path_point(self, point: wire.PathPoint, _now: float) -> Percept | None:
        self._misplaced += not self._path.add(point)
        return None

    def _on_path_end(self, _: wire.PathEnd, now: float) -> Percept | None:
        reply = self._path.end()
        if reply is None:
            self._misplaced += 1
            return None
        return self._on_reply(reply, now)

    def _on_reply(self, reply: PathReply | ReachReply | TraceReply, now: float) -> Percept | None:
        expected = self._requests.answer(reply.request)
        self._ask_next_path()
        return reply if expected else None

    def _on_paused(self, message: Percept, _now: float) -> Percept | None:
        self.paused = isinstance(message, GamePaused)
        return message

    def _on_ended(self, message: MatchEnded, _now: float) -> Percept | None:
        self._advance(ClientStep.ENDED)
        return message


_WORLD: Final = "world"


_HANDLERS: Final[dict[type, Callable[[ClientSession, Any, float], Percept | None]]] = {
    wire.Hello: ClientSession._on_hello,
    GameInfo: ClientSession._on_game_info,
    wire.PasswordAsked: ClientSession._on_password_asked,
    wire.PasswordAccepted: ClientSession._on_password_accepted,
    wire.PasswordRefused: ClientSession._on_password_refused,
    wire.ListStart: ClientSession._on_list_start,
    wire.ListEnd: ClientSession._on_list_end,
    BodyLimits: ClientSession._on_joined,
    Spawned: ClientSession._on_joined,
    SelfState: ClientSession._on_joined,
    wire.PlayerUnknown: ClientSession._on_lost,
    wire.ObserveRefused: ClientSession._on_lost,
    wire.ObservedLost: ClientSession._on_lost,
    wire.BatchStart: ClientSession._on_batch_start,
    wire.BatchEnd: ClientSession._on_batch_end,
    wire.PathStart: ClientSession._on_path_start,
    wire.PathPoint: ClientSession._on_path_point,
    wire.PathEnd: ClientSession._on_path_end,
    PathReply: ClientSession._on_reply,
    ReachReply: ClientSession._on_reply,
    TraceReply: ClientSession._on_reply,
    GamePaused: ClientSession._on_paused,
    GameResumed: ClientSession._on_paused,
    MatchEnded: ClientSession._on_ended,
}
