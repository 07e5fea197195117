"""The thin trio shell of the arena: sockets, streams in memory, and the beat of the ticks.

Everything that is decided is decided by `Arena`; this module moves bytes and keeps time. A client that
does not read is cut off when too much waits for it, one that writes without end is read only so far
per tick, and nobody waits for anybody else.
"""

from __future__ import annotations

import contextlib
import errno
import math
import os
from typing import TYPE_CHECKING, Final

import structlog
import trio

from agentfw.errors import LinkError, UsageError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping

    from agentfw.arena.server.arena import Arena
    from agentfw.arena.server.clients import Client

__all__ = ["ArenaServer", "LocalStream", "open_arena"]

_log = structlog.get_logger()

_CHUNK: Final = 16384
_BYTES_PER_TICK: Final = 65536
"""How much is read from one client between two ticks; the rest waits in the socket."""
_MAX_WAITING: Final = 8 * 1024 * 1024
"""How much may wait for a client that does not read, before it is cut off."""
_GOODBYE_S: Final = 2.0
_LATE_S: Final = 0.5
"""When the beat is behind by more, it starts afresh instead of hurrying after lost time."""
_BACKLOG: Final = 256
_ACCEPT_ERRORS: Final = {errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM}


class LocalStream(trio.abc.Stream):
    """A client's end of a connection within the same process.

    What the client sends reaches the arena at once, and what the arena says can be received right
    after the tick: no task and no buffer lies in between, so that matches in virtual time are quick
    and always the same.
    """

    def __init__(self, server: ArenaServer, client: Client) -> None:
        self._server = server
        self._client = client
        self._received = bytearray()
        self._is_closed = self._is_ended = False
        self._arrival = trio.lowlevel.ParkingLot()

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        """Say something to the arena; as on a socket, it has left before anybody else has a turn."""
        await trio.lowlevel.checkpoint_if_cancelled()
        if self._is_closed:
            raise trio.ClosedResourceError("this end of the stream was closed")
        if self._is_ended:
            raise trio.BrokenResourceError("the arena closed the connection")
        self._client.feed(bytes(data))
        self.pump()
        await trio.lowlevel.cancel_shielded_checkpoint()

    async def wait_send_all_might_not_block(self) -> None:
        """The arena always listens."""
        await trio.lowlevel.checkpoint()

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        """What the arena said, as soon as there is anything; nothing at the end."""
        if not self._received and not self._is_ended and not self._is_closed:
            await self._arrival.park()
        else:
            await trio.lowlevel.checkpoint_if_cancelled()
        if self._is_closed:
            raise trio.ClosedResourceError("this end of the stream was closed")
        size = len(self._received) if max_bytes is None else max_bytes
        data = bytes(self._received[:size])
        del self._received[:size]
        return data

    async def aclose(self) -> None:
        """Hang up."""
        self._hang_up()
        await trio.lowlevel.checkpoint()

    def _hang_up(self) -> None:
        if not self._is_closed:
            self._is_closed = True
            self._server.forget(self)
            self._server.arena.disconnect(self._client)
            self._arrival.unpark_all()

    def pump(self) -> None:
        """Take over what the arena has to say."""
        if self._is_closed or self._is_ended:
            return
        output = self._client.take_output()
        if output:
            self._received += output
            self._arrival.unpark_all()
        if len(self._received) > _MAX_WAITING:
            _log.warning("arena.cut_off", client=self._client.number, reason="does not read")
            self.end()
        elif self._client.wants_close:
            self.end()

    def end(self) -> None:
        """Close the connection from the arena's side."""
        self._is_ended = True
        self._server.forget(self)
        self._server.arena.disconnect(self._client)
        self._arrival.unpark_all()


class _Connection:
    """A client at the other end of a socket."""

    def __init__(self, client: Client, stream: trio.SocketStream) -> None:
        self.client = client
        self._stream = stream
        self._waiting = bytearray()
        self._wakes = trio.Event()
        self._ticked = trio.Event()
        self._scope = trio.CancelScope()

    def pump(self) -> None:
        """A tick has passed: hand over what the arena has to say, and read on."""
        self._waiting += self.client.take_output()
        if len(self._waiting) > _MAX_WAITING:
            _log.warning("arena.cut_off", client=self.client.number, reason="does not read")
            self._waiting.clear()
            self._scope.cancel()
        if self.client.wants_close:
            # Somebody who does not even read the goodbye is not waited for.
            self._scope.deadline = min(self._scope.deadline, trio.current_time() + _GOODBYE_S)
        if self._waiting or self.client.wants_close:
            self._wakes.set()
        self._ticked.set()

    async def serve(self) -> None:
        """Carry bytes both ways until one side has enough."""
        try:
            with self._scope:
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(self._read)
                    await self._write()
                    self._scope.cancel()
        finally:
            await trio.aclose_forcefully(self._stream)

    async def _read(self) -> None:
        left = _BYTES_PER_TICK
        while True:
            try:
                data = await self._stream.receive_some(_CHUNK)
            except (trio.BrokenResourceError, trio.ClosedResourceError):
                data = b""
            if not data:
                self._scope.cancel()
                return
            self.client.feed(bytes(data))
            self._wakes.set()  # a ping is answered at once
            left -= len(data)
            if left <= 0:
                self._ticked = trio.Event()
                await self._ticked.wait()
                left = _BYTES_PER_TICK

    async def _write(self) -> None:
        while True:
            self._waiting += self.client.take_output()
            if self._waiting:
                data, self._waiting = self._waiting, bytearray()
                try:
                    await self._stream.send_all(data)
                except (trio.BrokenResourceError, trio.ClosedResourceError):
                    return
                continue
            if self.client.wants_close:
                return
            self._wakes = trio.Event()
            await self._wakes.wait()


class ArenaServer:
    """An arena that lives: it ticks, and it can be connected to."""

    def __init__(self, arena: Arena) -> None:
        self.arena = arena
        self.addresses: dict[str, tuple[str, int]] = {}
        """Where each kind of client connects, once the ports are open."""
        self._pumped: list[LocalStream | _Connection] = []
        self._next_tick_at = 0.0

    def connect(self, role: str = "bot") -> LocalStream:
        """A connection within this process; raises `LinkError` when the arena lets nobody in."""
        client = self.arena.connect(role, "local")
        if client is None:
            raise LinkError(f"the arena has no room for another {role} client now")
        stream = LocalStream(self, client)
        self._pumped.append(stream)
        stream.pump()
        return stream

    def hang_up(self) -> None:
        """End all connections within this process: the arena is closed."""
        for stream in [one for one in self._pumped if isinstance(one, LocalStream)]:
            stream.end()

    def forget(self, stream: LocalStream) -> None:
        """A local connection is over."""
        if stream in self._pumped:
            self._pumped.remove(stream)

    @contextlib.asynccontextmanager
    async def listening(
        self, host: str = "127.0.0.1", ports: Mapping[str, int] | None = None
    ) -> AsyncIterator[None]:
        """Open the ports of the dialect, and serve who connects until the block ends."""
        wanted = ports if ports is not None else self._default_ports()
        async with contextlib.AsyncExitStack() as stack:
            opened: list[tuple[trio.SocketListener, str]] = []
            for role, port in wanted.items():
                listeners = await _listen(host, port, role)
                for listener in listeners:
                    await stack.enter_async_context(listener)
                where = listeners[0].socket.getsockname()
                self.addresses[role] = (where[0], where[1])
                opened += [(listener, role) for listener in listeners]
            async with _background() as nursery:
                for listener, role in opened:
                    nursery.start_soon(self._accept, listener, role)
                yield

    def _default_ports(self) -> dict[str, int]:
        found = ((role, self.arena.dialect.port(role)) for role in ("bot", "control", "observer"))
        return {role: port.number for role, port in found if port is not None}

    async def _accept(self, listener: trio.SocketListener, role: str) -> None:
        async with trio.open_nursery() as nursery:
            while True:
                try:
                    stream = await listener.accept()
                except OSError as error:
                    if error.errno not in _ACCEPT_ERRORS:
                        continue  # the client was gone before we could answer
                    _log.warning("arena.cannot_accept", reason=os.strerror(error.errno))
                    await trio.sleep(0.1)
                    continue
                nursery.start_soon(self._serve, stream, role)

    async def _serve(self, stream: trio.SocketStream, role: str) -> None:
        try:
            peer = stream.socket.getpeername()
        except OSError:
            await trio.aclose_forcefully(stream)
            return
        client = self.arena.connect(role, str(peer[0]))
        if client is None:
            self.arena.log("arena.refused", role=role, address=str(peer[0]), reason="no room")
            await trio.aclose_forcefully(stream)
            return
        connection = _Connection(client, stream)
        self._pumped.append(connection)
        try:
            await connection.serve()
        finally:
            self._pumped.remove(connection)
            self.arena.disconnect(client)
            self.arena.log(
                "arena.disconnected",
                client=client.number,
                role=role,
                unreadable=client.session.oddities.rejected + client.session.overlong,
                dropped=client.dropped_commands,
            )

    async def run(self) -> None:
        """Tick until the last match is over. Virtual clocks are followed as they jump."""
        self._next_tick_at = trio.current_time()
        while not self.arena.is_finished:
            await self._wait_for_tick()
            self.tick()

    def tick(self) -> None:
        """One tick, and everybody hears of it."""
        self.arena.tick()
        for pumped in list(self._pumped):
            pumped.pump()

    async def _wait_for_tick(self) -> None:
        if math.isinf(self.arena.speed):
            await trio.lowlevel.checkpoint()
            return
        self._next_tick_at += self.arena.tick_s
        now = trio.current_time()
        if now - self._next_tick_at > _LATE_S:
            _log.warning("arena.late", by_s=round(now - self._next_tick_at, 3))
            self._next_tick_at = now
        await trio.sleep_until(self._next_tick_at)


@contextlib.asynccontextmanager
async def open_arena(
    arena: Arena, *, host: str | None = None, ports: Mapping[str, int] | None = None
) -> AsyncIterator[ArenaServer]:
    """An arena that ticks for as long as the block lasts.

    Without `host` nobody but this process can connect, by `ArenaServer.connect`. Under a virtual clock
    (``trio.testing.MockClock(autojump_threshold=0)``) a match takes as long as its thinking does.
    """
    server = ArenaServer(arena)
    async with contextlib.AsyncExitStack() as stack:
        if host is not None:
            await stack.enter_async_context(server.listening(host, ports))
        nursery = await stack.enter_async_context(_background())
        nursery.start_soon(server.run)
        stack.callback(server.hang_up)
        yield server


@contextlib.asynccontextmanager
async def _background() -> AsyncIterator[trio.Nursery]:
    """Tasks for as long as a block lasts; a single error comes out as itself, not as a group of one."""
    try:
        async with trio.open_nursery() as nursery:
            yield nursery
            nursery.cancel_scope.cancel()
    except BaseExceptionGroup as group:
        if len(group.exceptions) == 1:
            raise group.exceptions[0] from None
        raise


async def _listen(host: str, port: int, role: str) -> list[trio.SocketListener]:
    try:
        return await trio.open_tcp_listeners(port, host=host, backlog=_BACKLOG)
    except OSError as error:
        reason = os.strerror(error.errno).lower() if error.errno and error.errno > 0 else str(error)
        hint = " (take another with --port, or 0 for any)" if error.errno == errno.EADDRINUSE else ""
        raise UsageError(f"cannot listen on {host}:{port} for {role} clients: {reason}{hint}") from None
    except (UnicodeError, OverflowError):
        raise UsageError(f"cannot listen on {host}:{port}: that is not an address") from None
