"""The server end of a conversation: what an arena needs to be played on by real clients.

The session greets, checks the password, answers pings and keeps the order; what the game itself must
answer (the world, a join, every other command) is handed to the caller. Clients are read the way
the real servers read them: any case, rubbish numbers as zero, unknown commands ignored.
"""

from __future__ import annotations

import hmac
import itertools
from typing import TYPE_CHECKING, Final

from agentfw.engines.gamebots import orders, wire
from agentfw.engines.gamebots.codecs import codecs_for
from agentfw.engines.gamebots.counting import Oddities
from agentfw.engines.gamebots.decoding import Odd
from agentfw.engines.gamebots.dialect import Dialect, Handshake
from agentfw.engines.gamebots.framing import LineCutter
from agentfw.engines.gamebots.states import SERVER_STEPS, ServerState, ServerStep
from agentfw.errors import LocalProtocolError
from agentfw.vocabulary import (
    BodyLimits,
    Command,
    DominationPoint,
    GameInfo,
    Join,
    Leave,
    Listing,
    MatchEnded,
    PathReply,
    Percept,
    Place,
    PlaceLink,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["ServerSession"]

_MAX_COMMAND: Final = 8192


class ServerSession:
    """One client's conversation, seen from the server.

    With `password`, nothing happens before the client has given it. `lenient_line_ends` also takes
    LF alone from clients of a dialect whose real server waits for CR.
    """

    def __init__(
        self,
        dialect: Dialect,
        role: str = "bot",
        *,
        password: str | None = None,
        blocked_by: str = "",
        lenient_line_ends: bool = False,
    ) -> None:
        if dialect.port(role) is None:
            raise LocalProtocolError(f"{dialect.name} does not describe a {role} port")
        self.dialect = dialect
        self.role = role
        self.state = ServerState.WAITING if password is None else ServerState.CHECKING
        self.wants_close = False
        """Whether the connection should be closed once the output is sent."""
        self.oddities = Oddities()
        self._password = password
        self._blocked_by = blocked_by
        self._codecs = codecs_for(dialect, role)
        cr_only = dialect.cuts_at_cr and not lenient_line_ends
        self._cutter = LineCutter(max_line=_MAX_COMMAND, cr_only=cr_only)
        self._output = bytearray()
        self._brackets_paths = self._codecs.messages_out.can_say(wire.PathEnd)

    # The beginning and the end

    def greet(self, info: GameInfo | None = None) -> None:
        """Say the first line: hello, or in the classic dialect the game itself."""
        if self.dialect.handshake is Handshake.ANNOUNCED:
            if info is None:
                raise LocalProtocolError(f"{self.dialect.name} greets with the game: give its GameInfo")
            self._write(info)
        else:
            self._write(wire.Hello(self.role))

    def refuse_full(self) -> None:
        """Greet with the news that there is no room, and close."""
        if self.dialect.handshake is Handshake.GREETED:
            self._write(wire.Hello(self.role, server_full=True))
        self._close()

    def let_in(self, limits: BodyLimits | None = None, config: wire.ConfigChanged | None = None) -> None:
        """Confirm that the client is in the game, as the dialect does it."""
        self._advance(ServerStep.LET_IN)
        if self.dialect.handshake is Handshake.GREETED and self.role == "bot":
            told = [config] if config is not None else []
            self._write(*told, limits or BodyLimits())

    def let_go(self) -> None:
        """An observer lost its player and waits for another one."""
        self._advance(ServerStep.LET_GO)

    def end(self, *messages: Percept) -> None:
        """The match is over: say `messages`, such as the coming map, then the end, then close."""
        self._advance(ServerStep.END)
        self.send(*messages, MatchEnded())
        self.wants_close = True

    # What comes in

    def feed(self, data: bytes, time: float) -> list[Command]:
        """The commands that these bytes complete and that the game has to answer.

        `time` is the game time, which pings are answered with.
        """
        commands: list[Command] = []
        for line in self._cutter.feed(data):
            if self.state is ServerState.CLOSED or self.wants_close:
                break
            self._take(line, time, commands)
        return commands

    def feed_end(self) -> None:
        """The client closed."""
        self.state = ServerState.CLOSED

    @property
    def overlong(self) -> int:
        """How many commands were dropped because of their length."""
        return self._cutter.overlong

    # What goes out

    def send(self, *messages: Percept) -> None:
        """Say something outside of batches and lists."""
        for message in messages:
            if isinstance(message, PathReply) and self._brackets_paths:
                self._send_path(message)
            else:
                self._write(message)

    def send_what_fits(self, *messages: Percept) -> None:
        """Say as much of this as the dialect has words for, and nothing where it has none."""
        for message in messages:
            fitting = self._codecs.messages_out.fit(message)
            if fitting is not None:
                self._write(fitting)

    def echo(self, text: str) -> None:
        """Give a text back as a line of its own, as one command of the newer server does."""
        line = "".join(char for char in text if char.isprintable())
        self._output += f"{line}\r\n".encode("latin-1", "replace")

    def send_batch(self, time: float, percepts: Iterable[Percept]) -> None:
        """Tell everything perceived at one moment."""
        if self.state is not ServerState.RUNNING:
            raise LocalProtocolError(f"a batch was sent while {self.state.value}")
        self._write(wire.BatchStart(time), *percepts, wire.BatchEnd(time))

    def send_world(self, sections: Iterable[Percept]) -> None:
        """Tell the whole world, as READY asks for; each `Listing` becomes a list of its own."""
        self.send_encoded_world(self.encode_sections(sections))

    def encode_sections(self, sections: Iterable[Percept]) -> bytes:
        """Parts of a world, for `send_encoded_world` of this session and of all others of its kind."""
        inside = itertools.chain.from_iterable(map(_with_brackets, sections))
        return b"".join(map(self._codecs.messages_out.encode, inside))

    @property
    def waiting(self) -> int:
        """How many bytes wait to be taken."""
        return len(self._output)

    def send_encoded(self, data: bytes) -> None:
        """Send what `encode_sections` of this session, or of another of its kind, has encoded."""
        self._output += data

    def send_encoded_world(self, *parts: bytes) -> None:
        """Tell the whole world from parts that are encoded already."""
        self._write(wire.ListStart("world"))
        for part in parts:
            self._output += part
        self._write(wire.ListEnd("world"))

    def send_listing(self, listing: Listing) -> None:
        """Tell one list, between its brackets."""
        self._write(*_with_brackets(listing))

    def can_tell(self, kind: type[Percept]) -> bool:
        """Whether the dialect has a word for something."""
        return self._codecs.messages_out.can_say(kind)

    def take_output(self) -> bytes:
        """The bytes to send now; they are handed out once."""
        output = bytes(self._output)
        self._output.clear()
        return output

    # The inside

    def _take(self, line: bytes, time: float, commands: list[Command]) -> None:
        command = self._codecs.commands_in.decode(line)
        if isinstance(command, Odd):
            self.oddities.note(command)
            if command.form is None:
                return
            command = command.message
        if self.state is ServerState.CHECKING:
            self._check(command, commands)
        elif isinstance(command, orders.Ping):
            self._pong(time)
        elif isinstance(command, orders.Ready | Join) and self.state is ServerState.RUNNING:
            return  # too late, and the real servers say nothing either
        else:
            if isinstance(command, Leave):
                self._close()
            commands.append(command)

    def _check(self, command: Command, commands: list[Command]) -> None:
        """While a password is missing only the password and READY are heard, not even PING."""
        if isinstance(command, orders.Ready):
            self._write(wire.PasswordAsked(self._blocked_by))
        elif isinstance(command, orders.GivePassword):
            expected = (self._password or "").encode("utf-8")
            if not hmac.compare_digest(command.password.encode("utf-8"), expected):
                self._write(wire.PasswordRefused())
                self._close()
                return
            self._advance(ServerStep.PASSWORD_RIGHT)
            self._write(wire.PasswordAccepted())
            commands.append(orders.Ready())  # the world follows without being asked for

    def _pong(self, time: float) -> None:
        tells_time = self.role == "bot" and self.dialect.handshake is Handshake.GREETED
        self._write(wire.Pong(time if tells_time else None))

    def _send_path(self, reply: PathReply) -> None:
        steps = (wire.PathPoint(step.id, step.location) for step in reply.steps)
        self._write(wire.PathStart(reply.request), *steps, wire.PathEnd())

    def _advance(self, step: ServerStep) -> None:
        state = SERVER_STEPS.get((self.state, step))
        if state is None:
            raise LocalProtocolError(f"{step.name.lower()} is not possible while {self.state.value}")
        self.state = state

    def _close(self) -> None:
        self.wants_close = True
        self.state = ServerState.CLOSED

    def _write(self, *messages: Percept) -> None:
        """Queue all of these lines, or none when one of them cannot be said."""
        if self.state is ServerState.CLOSED and not self.wants_close:
            raise LocalProtocolError("a message was sent to a client that is gone")
        self._output += b"".join(map(self._codecs.messages_out.encode, messages))


def _with_brackets(section: Percept) -> Iterator[Percept]:
    """A list between its brackets; anything else as it is."""
    if not isinstance(section, Listing):
        yield section
        return
    yield wire.ListStart(section.subject)
    # Places of the map have their links in brackets; places that are merely seen have none.
    is_seen = any(getattr(percept, "visible", False) for percept in section.percepts)
    is_map = section.subject == "places" and not is_seen
    yield from _with_link_lists(section.percepts) if is_map else section.percepts
    yield wire.ListEnd(section.subject)


def _with_link_lists(percepts: Iterable[Percept]) -> Iterator[Percept]:
    """The percepts, with the links after each place in a list of their own.

    The brackets carry no id: a link list belongs to the place before it, so every place has one.
    """
    is_open = False
    for percept in percepts:
        if not isinstance(percept, PlaceLink):
            if is_open:
                yield wire.ListEnd("links")
            is_open = isinstance(percept, Place | DominationPoint)
            yield percept
            if is_open:
                yield wire.ListStart("links")
        else:
            yield percept
    if is_open:
        yield wire.ListEnd("links")
