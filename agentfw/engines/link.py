"""The thin trio driver: a socket on one side, a pure session on the other.

`open_link` connects, recognizes the dialect from the first line and hands over a `Link`. Everything
that could be decided without a socket is decided by the session; this module only moves bytes, keeps
time, and turns what the network does into the errors of `agentfw.errors`.
"""

from __future__ import annotations

import contextlib
import os
from collections import deque
from typing import TYPE_CHECKING, Final, Protocol

import trio

from agentfw.engines.gamebots import (
    ClientSession,
    ClientState,
    Limits,
    SessionStatistics,
    find_dialect,
    usable_dialects,
)
from agentfw.errors import ConnectFailed, LinkClosed, LinkError, PeerSilent
from agentfw.vocabulary import Leave

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from types import TracebackType
    from typing import Self

    from agentfw.engines.gamebots import Dialect
    from agentfw.engines.gamebots.orders import Observe
    from agentfw.vocabulary import Command, Join, Percept, RequestId

__all__ = [
    "AUTO",
    "Link",
    "Session",
    "SessionStatistics",
    "candidates",
    "connect",
    "link_over",
    "open_link",
]

AUTO: Final = "auto"
"""The dialect name that means: let the server's first line decide."""

_CHUNK: Final = 65536
_GOODBYE_S: Final = 1.0
_SEND_S: Final = 10.0


class Session(Protocol):
    """What a link needs from the pure part of an engine."""

    def feed(self, data: bytes, now: float) -> list[Percept]:
        """The percepts that these bytes complete."""

    def feed_end(self) -> None:
        """The other side closed."""

    def tick(self, now: float) -> list[Percept]:
        """What the passing of time brings."""

    @property
    def next_deadline(self) -> float | None:
        """When to call `tick` at the latest."""

    def send(self, command: Command, now: float) -> RequestId | None:
        """Say something."""

    def take_output(self) -> bytes:
        """The bytes to send now."""

    def statistics(self) -> SessionStatistics:
        """The counters of the session."""

    @property
    def is_ready(self) -> bool:
        """Whether the server waits for us to join."""

    @property
    def is_playing(self) -> bool:
        """Whether the player is in the game."""

    @property
    def is_pace_refused(self) -> bool:
        """Whether so many looks per second were wanted, and the server cannot be told."""


class Link:
    """A running conversation. Iterate over it for percepts; `send` commands from any task.

    Leaving its ``async with`` block says goodbye and closes the connection.
    """

    def __init__(self, stream: trio.abc.Stream, session: Session) -> None:
        self.session = session
        self._stream = stream
        self._ready: deque[Percept] = deque()
        self._sending = trio.Lock()
        self._is_over = False
        self._failure: LinkError | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.aclose()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Percept:
        while not self._ready:
            if self._failure is not None:
                raise self._failure
            if self._is_over:
                raise StopAsyncIteration
            await self._receive_or_fail()
        return self._ready.popleft()

    async def receive(self) -> Percept:
        """The next percept; raises `LinkClosed` when the game is over and none will come."""
        try:
            return await self.__anext__()
        except StopAsyncIteration:
            raise LinkClosed("the match is over and the server has closed the connection") from None

    async def send(self, *commands: Command) -> list[RequestId]:
        """Say something; gives back the ids of the questions among the commands, in order.

        A send that is cancelled while the server takes no bytes leaves the line cut in the middle, so
        the link is closed then.
        """
        if self._failure is not None:
            raise self._failure
        if self._is_over:
            raise LinkClosed("the connection is closed")
        now = trio.current_time()
        try:
            requests = [self.session.send(command, now) for command in commands]
        finally:
            await self._flush()
        return [request for request in requests if request is not None]

    async def aclose(self) -> None:
        """Say goodbye, for a second at most, and close."""
        with trio.move_on_after(_GOODBYE_S, shield=True), contextlib.suppress(LinkError):
            if not self._is_over:
                self.session.send(Leave(), trio.current_time())
                await self._flush()
        self._is_over = True
        await trio.aclose_forcefully(self._stream)

    def statistics(self) -> SessionStatistics:
        """The counters of the session behind this link."""
        return self.session.statistics()

    async def _receive_or_fail(self) -> None:
        """Receive; a failure ends the link and is told to everybody who asks again."""
        try:
            await self._receive()
        except LinkError as error:
            self._failure = error
            raise

    async def _receive(self) -> None:
        """Wait for bytes or for the session's next deadline, whichever comes first."""
        deadline = self.session.next_deadline
        data: bytes | bytearray | None = None
        with trio.move_on_at(float("inf") if deadline is None else deadline):
            try:
                data = await self._stream.receive_some(_CHUNK)
            except (trio.BrokenResourceError, trio.ClosedResourceError):
                data = b""
        now = trio.current_time()
        if data is None:
            self._ready.extend(self.session.tick(now))
        elif data and not self._is_over:
            self._ready.extend(self.session.feed(bytes(data), now))
        else:
            self._is_over = True
            self.session.feed_end()
        await self._flush()

    async def _flush(self) -> None:
        async with self._sending:
            await trio.lowlevel.checkpoint_if_cancelled()
            output = self.session.take_output()
            if not output or self._is_over:
                return
            is_sent = False
            try:
                with trio.fail_after(_SEND_S):
                    await self._stream.send_all(output)
                is_sent = True
            except trio.TooSlowError:
                raise PeerSilent(f"the server took no bytes for {_SEND_S:g} s") from None
            except (trio.BrokenResourceError, trio.ClosedResourceError):
                is_sent = True  # the reading side notices the end and says so
            finally:
                if not is_sent:
                    self._is_over = True


@contextlib.asynccontextmanager
async def open_link(
    host: str,
    port: int,
    dialect: str = AUTO,
    *,
    role: str = "bot",
    join: Join | Observe | None = None,
    password: str | None = None,
    timeout_s: float = 5.0,
    limits: Limits = Limits(),
) -> AsyncIterator[Link]:
    """A link to a game server, closed at the end of the block.

    `dialect` is a name, a path, or ``auto``. `timeout_s` is for the connection and, once more, for
    the greeting. With `join`, the player enters the game as soon as the server lets it. Raises
    `ConnectFailed`, `PeerSilent`, `LinkClosed` or `RemoteProtocolError` with the address in the text.
    """
    session = ClientSession(candidates(dialect, role), role, join=join, password=password, limits=limits)
    stream = await connect(host, port, timeout_s)
    async with link_over(stream, session, where=f"{host}:{port}", timeout_s=timeout_s) as link:
        yield link


@contextlib.asynccontextmanager
async def link_over(
    stream: trio.abc.Stream, session: ClientSession, *, where: str = "server", timeout_s: float = 5.0
) -> AsyncIterator[Link]:
    """A link over a stream that is open already, such as one in memory; `where` is for messages."""
    async with Link(stream, session) as link:
        await _await_greeting(link, session, where, timeout_s)
        yield link


def candidates(dialect: str, role: str) -> list[Dialect]:
    """The dialects that a server may turn out to speak: the one named, or all there are."""
    if dialect != AUTO:
        return [find_dialect(dialect)]
    found = usable_dialects()
    return [candidate for candidate in found if candidate.port(role) is not None] or found


async def connect(host: str, port: int, timeout_s: float) -> trio.SocketStream:
    """A connection; raises `ConnectFailed` with the address and the reason."""
    try:
        with trio.fail_after(timeout_s):
            return await trio.open_tcp_stream(host, port)
    except trio.TooSlowError:
        raise ConnectFailed(f"{host}:{port}: no answer within {timeout_s:g} s") from None
    except OSError as error:
        raise ConnectFailed(f"{host}:{port}: {_reason(error)}") from None
    except UnicodeError:
        raise ConnectFailed(f"{host}:{port}: that is not a host name") from None


async def _await_greeting(link: Link, session: ClientSession, where: str, timeout_s: float) -> None:
    try:
        with trio.move_on_after(timeout_s) as waiting:
            await _until_greeted(link, session, timeout_s)
    except LinkError as error:
        raise type(error)(f"{where}: {error}") from None
    if waiting.cancelled_caught:
        raise PeerSilent(f"{where}: connected, but no greeting within {timeout_s:g} s")


async def _until_greeted(link: Link, session: ClientSession, timeout_s: float) -> None:
    with trio.move_on_after(timeout_s / 2):
        while session.state is ClientState.GREETING:
            await link._receive()
        return
    # Every game server speaks first. One that does not may be another kind of server that waits for
    # us (HTTP does); a poke makes it show what it is, which explains more than "silent".
    with contextlib.suppress(trio.BrokenResourceError):  # the reading side notices and says so
        await link._stream.send_all(b"PING\r\n\r\n")
    while session.state is ClientState.GREETING:
        await link._receive()


def _reason(error: OSError) -> str:
    """Why connecting failed, in a few words; trio wraps one error per address tried."""
    cause = error.__cause__
    inner = cause.exceptions[0] if isinstance(cause, BaseExceptionGroup) else cause
    first = inner if isinstance(inner, OSError) else error
    if first.errno is not None and first.errno > 0:
        return os.strerror(first.errno).lower()
    return (first.strerror or str(first)).lower()
