"""A server that follows a script: expect this line, reply with those, then be done.

::

    script = Script().reply("HELLO_BOT").expect("READY").reply("SHS", "EHS").expect("INIT {Name Bob}")
    async with scripted_server(script) as server:
        ...  # connect to server.host, server.port
        server.assert_done()
"""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Final, Self, TypeAlias

import msgspec
import trio

from agentfw.engines.gamebots.framing import LineCutter
from agentfw.engines.gamebots.grammar import split_command

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

__all__ = ["Script", "ScriptedServer", "scripted_server"]

_MANY: Final = 10_000


class _Expect(msgspec.Struct, frozen=True):
    line: str


class _Reply(msgspec.Struct, frozen=True):
    data: bytes


class _Wait(msgspec.Struct, frozen=True):
    seconds: float


class _Close(msgspec.Struct, frozen=True):
    pass


_Step: TypeAlias = _Expect | _Reply | _Wait | _Close


class Script:
    """What a scripted server does on one connection, step by step. Methods can be chained."""

    def __init__(self) -> None:
        self.steps: list[_Step] = []

    def expect(self, line: str) -> Self:
        """Wait for a command: its word and at least these attributes, in any order and case."""
        self.steps.append(_Expect(line))
        return self

    def reply(self, *lines: str | bytes) -> Self:
        """Send these lines. Text gets a line end; bytes are sent as they are."""
        data = (line if isinstance(line, bytes) else f"{line}\r\n".encode("latin-1") for line in lines)
        self.steps.append(_Reply(b"".join(data)))
        return self

    def wait(self, seconds: float) -> Self:
        """Say nothing for so long."""
        self.steps.append(_Wait(seconds))
        return self

    def close(self) -> Self:
        """Close the connection; without it the connection stays open at the end of the script."""
        self.steps.append(_Close())
        return self


class ScriptedServer:
    """Plays one script per connection, in the order of the connections.

    `play` runs over any stream, also one in memory; `scripted_server` listens on a real port. What
    went wrong is kept and told by `assert_done`.
    """

    def __init__(self, *scripts: Script, patience_s: float = 5.0) -> None:
        self.host = ""
        self.port = 0
        self.received: list[str] = []
        """Every line that any client sent, in order."""
        self._waiting = list(scripts)
        self._left: list[list[_Step]] = []
        """What each connection has still to do."""
        self._failures: list[str] = []
        self._patience_s = patience_s

    async def play(self, stream: trio.abc.Stream) -> None:
        """Serve one connection with the next script, then wait until the client has gone."""
        if not self._waiting:
            self._failures.append("a client connected after the last script")
            await stream.aclose()
            return
        steps = self._waiting.pop(0).steps
        reader = _LineReader(stream, self.received)
        left = list(steps)
        self._left.append(left)
        with contextlib.suppress(trio.BrokenResourceError, trio.ClosedResourceError):
            for number, step in enumerate(steps, 1):
                if not await self._take(step, number, stream, reader):
                    return
                left.pop(0)
            await reader.drain()

    def assert_done(self) -> None:
        """Raise `AssertionError` unless every step of every script was taken."""
        problems = list(self._failures)
        for left in self._left:
            problems += [f"not done: {_show(step)}" for step in left]
        for script in self._waiting:
            first = f"{_show(script.steps[0])} …" if script.steps else "an empty script"
            problems.append(f"nobody connected for: {first}")
        if problems:
            raise AssertionError("\n".join(problems))

    async def _take(
        self, step: _Step, number: int, stream: trio.abc.Stream, reader: _LineReader
    ) -> bool:
        if isinstance(step, _Reply):
            await stream.send_all(step.data)
        elif isinstance(step, _Wait):
            await trio.sleep(step.seconds)
        elif isinstance(step, _Close):
            await stream.aclose()
        else:
            found = "nothing in time"
            with trio.move_on_after(self._patience_s):
                found = await reader.line() or "the end of the connection"
            if not _matches(step.line, found):
                self._failures.append(f'step {number}: expected "{step.line}", got "{found}"')
                await stream.aclose()
                return False
        return True


@contextlib.asynccontextmanager
async def scripted_server(*scripts: Script, patience_s: float = 5.0) -> AsyncIterator[ScriptedServer]:
    """A scripted server on a free port of the loopback address."""
    server = ScriptedServer(*scripts, patience_s=patience_s)
    listeners = await trio.open_tcp_listeners(0, host="127.0.0.1")
    server.host, server.port = listeners[0].socket.getsockname()[:2]
    mistake: BaseException | None = None
    async with trio.open_nursery() as nursery:
        nursery.start_soon(trio.serve_listeners, server.play, listeners)
        try:
            yield server
        except trio.Cancelled:
            raise
        except BaseException as error:  # noqa: BLE001 - raised again outside, where no group wraps it
            mistake = error
        nursery.cancel_scope.cancel()
    if mistake is not None:
        raise mistake


class _LineReader:
    def __init__(self, stream: trio.abc.Stream, received: list[str]) -> None:
        self._stream = stream
        self._received = received
        self._cutter = LineCutter()
        self._lines: list[str] = []

    async def line(self) -> str:
        """The next line, empty at the end of the connection."""
        while not self._lines:
            data = await self._stream.receive_some(65536)
            if not data:
                return ""
            self._lines += [line.decode("latin-1") for line in self._cutter.feed(bytes(data))]
        line = self._lines.pop(0)
        self._received.append(line)
        return line

    async def drain(self) -> None:
        """Read until the client closes."""
        while await self.line():
            pass


def _matches(expected: str, found: str) -> bool:
    word, attributes = split_command(expected, _MANY)
    found_word, found_attributes = split_command(found, _MANY)
    told = {name.casefold(): value for name, value in found_attributes}
    return word == found_word and all(told.get(name.casefold()) == value for name, value in attributes)


def _show(step: _Step) -> str:
    if isinstance(step, _Expect):
        return f'expect "{step.line}"'
    if isinstance(step, _Reply):
        return f"reply {step.data[:60].decode('latin-1')!a}"
    return "wait" if isinstance(step, _Wait) else "close"
