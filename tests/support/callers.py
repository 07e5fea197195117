"""Clients at the other end of a stream: real sockets to an arena, or streams in memory."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Self

import trio

from agentfw.arena.server.serving import ArenaServer, open_arena
from tests.support.guests import word

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from agentfw.arena.server.arena import Arena

__all__ = ["Caller", "dial", "eventually", "listening", "ticked"]

_PATIENCE_S = 10.0


class Caller:
    """Somebody who says lines over a stream and reads what comes back, as slowly as it likes."""

    def __init__(self, stream: trio.abc.Stream) -> None:
        self.stream = stream
        self.data = b""
        """Everything that was received so far."""
        self._seen = 0

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await trio.aclose_forcefully(self.stream)

    async def say(self, *lines: str) -> None:
        """Send lines."""
        await self.stream.send_all("".join(f"{line}\r\n" for line in lines).encode("latin-1"))

    async def line(self) -> str:
        """The next line without its end; empty when the arena has closed."""
        while b"\r\n" not in self.data[self._seen :]:
            try:
                more = await self.stream.receive_some(65536)
            except trio.BrokenResourceError:
                more = b""
            if not more:
                return ""
            self.data += more
        end = self.data.index(b"\r\n", self._seen)
        line = self.data[self._seen : end]
        self._seen = end + 2
        return line.decode("latin-1")

    async def until(self, end: str) -> list[str]:
        """The next lines, up to and with the first one of a word."""
        lines: list[str] = []
        with trio.fail_after(_PATIENCE_S):
            while not lines or word(lines[-1]) != end:
                line = await self.line()
                assert line, f"the arena closed before {end} came, after {lines[-3:]}"
                lines.append(line)
        return lines

    async def rest(self) -> list[str]:
        """All lines until the arena closes."""
        lines = []
        with trio.fail_after(_PATIENCE_S):
            while line := await self.line():
                lines.append(line)
        return lines

    async def join(self, name: str) -> list[str]:
        """Enter the game of either dialect; gives back what came until the first batch was over."""
        await self.say(f"INIT {{Name {name}}}")
        return await self.until("END")

    async def sync(self) -> None:
        """Wait until the arena has read everything said so far; it answers pings between ticks."""
        await self.say("PING")
        await self.until("PONG")


async def dial(server: ArenaServer, role: str = "bot") -> Caller:
    """Call an arena over a socket."""
    host, port = server.addresses[role]
    with trio.fail_after(_PATIENCE_S):
        return Caller(await trio.open_tcp_stream(host, port))


async def eventually(is_so: Callable[[], bool], *, within_s: float = 5.0) -> None:
    """Wait until something is so that nobody tells about."""
    with trio.fail_after(within_s):
        while not is_so():  # noqa: ASYNC110 - there is no event to wait for
            await trio.sleep(0.002)


async def ticked(server: ArenaServer, ticks: int) -> None:
    """Wait for so many ticks of an arena that ticks on its own."""
    end = server.arena.ticks + ticks
    await eventually(lambda: server.arena.ticks >= end)


@contextlib.asynccontextmanager
async def listening(arena: Arena, *, ticks: bool = True) -> AsyncIterator[ArenaServer]:
    """An arena on free ports of the loopback address; it ticks on its own unless told otherwise."""
    roles = ("bot",) if arena.is_classic else ("bot", "control", "observer")
    ports = dict.fromkeys(roles, 0)
    if ticks:
        async with open_arena(arena, host="127.0.0.1", ports=ports) as server:
            yield server
    else:
        server = ArenaServer(arena)
        async with server.listening("127.0.0.1", ports):
            yield server
