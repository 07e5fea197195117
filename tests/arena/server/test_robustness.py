"""Bad clients on real sockets: whatever one of them does, the others play on without a missed batch."""

from __future__ import annotations

import contextlib
import itertools
import random
import socket
import struct
from typing import TYPE_CHECKING

import pytest
import structlog.testing
import trio

from tests.support.callers import Caller, dial, eventually, listening, ticked
from tests.support.guests import fields, only, open_game

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from agentfw.arena.server.serving import ArenaServer

CLASSIC, MODERN = "gamebots-ut99", "gamebots-2004"
BOTH = pytest.mark.parametrize("dialect", [CLASSIC, MODERN])


@contextlib.asynccontextmanager
async def witnessed(dialect: str, **options: object) -> AsyncIterator[ArenaServer]:
    """An arena with a witness in it, who must not have missed a batch at the end of the block."""
    arena = open_game(dialect, **({"speed": 10.0} | options))
    async with listening(arena) as server, await dial(server) as witness:
        await witness.join("Witness")
        yield server
        await ticked(server, 20)
        await witness.sync()
        lines = witness.data.decode("latin-1").split("\r\n")
        times = [float(fields(line)["Time"]) for line in only(lines, "BEG")]
        gaps = {round(after - before, 6) for before, after in itertools.pairwise(times)}
        assert gaps == {0.15 if dialect == CLASSIC else 0.25}
        assert arena.world.time - times[-1] < 0.6
        assert "Witness" in [player.name for player in arena.world.players]


async def is_gone(server: ArenaServer, caller: Caller) -> bool:
    """Whether the arena closes a connection soon."""
    with trio.move_on_after(5.0), contextlib.suppress(trio.BrokenResourceError):
        while await caller.stream.receive_some(65536):
            pass
        return True
    return False


async def until_only_witness_is_left(server: ArenaServer) -> None:
    await eventually(lambda: len(server.arena.clients) == 1)
    assert len(server.arena.world.players) == 1


async def drain(caller: Caller) -> None:
    """Read and throw away."""
    with contextlib.suppress(trio.BrokenResourceError, trio.ClosedResourceError):
        while await caller.stream.receive_some(65536):
            pass


# What comes in


@BOTH
async def test_garbage_is_read_over(dialect: str) -> None:
    rng = random.Random(1)  # noqa: S311 - a test, not a secret
    async with witnessed(dialect) as server, await dial(server) as bad:
        await bad.stream.send_all(rng.randbytes(300_000))
        await bad.say("", "INIT {Name Bad}")
        await bad.sync()
        assert server.arena.world.players


@BOTH
async def test_a_line_of_ten_megabytes_is_dropped_and_the_next_one_heard(dialect: str) -> None:
    async with witnessed(dialect, speed=50.0) as server, await dial(server) as bad:
        await bad.stream.send_all(b"INIT {Name " + b"x" * 10_000_000 + b"}\r\n")
        await bad.sync()
        assert [player.name for player in server.arena.world.players] == ["Witness"]
        (client,) = (client for client in server.arena.clients if client.number == 2)
        assert client.session.overlong == 1


@BOTH
async def test_a_line_without_an_end_does_not_fill_the_memory(dialect: str) -> None:
    async with witnessed(dialect, speed=50.0) as server, await dial(server) as bad:
        for _ in range(20):
            await bad.stream.send_all(b"A" * 100_000)
        (client,) = (client for client in server.arena.clients if client.number == 2)
        assert len(client.session._cutter._rest) <= 8192


@BOTH
@pytest.mark.parametrize(
    "line", [b"PING\r\n", b"JUMP\r\n", b"\r\n", b"NOSUCHWORD {A b}\r\n", b"{}{ }\n"]
)
async def test_a_flood_of_lines_reaches_nobody_else(dialect: str, line: bytes) -> None:
    async with witnessed(dialect) as server, await dial(server) as bad:
        await bad.join("Bad")
        async with trio.open_nursery() as nursery:
            nursery.start_soon(drain, bad)
            await bad.stream.send_all(line * (500_000 // len(line)))
            nursery.cancel_scope.cancel()


async def test_a_flood_of_expensive_questions_is_cut_to_a_tick_full() -> None:
    async with witnessed(MODERN, map="ctf-twins", mode="ctf") as server, await dial(server) as bad:
        await bad.join("Bad")
        async with trio.open_nursery() as nursery:
            nursery.start_soon(drain, bad)
            await bad.stream.send_all(b"GETPATH {Id p} {Location 5000,1000,100}\r\n" * 5000)
            nursery.cancel_scope.cancel()
        (client,) = (client for client in server.arena.clients if client.number == 2)
        assert len(client._pending) <= 256


async def test_thousands_of_rays_are_too_many() -> None:
    async with witnessed(MODERN) as server, await dial(server) as bad:
        await bad.join("Bad")
        for part in range(10):
            rays = (
                f"ADDRAY {{Id r{part}-{n}}} {{Length 5000}} {{TraceActors True}}" for n in range(250)
            )
            await bad.say("CONF {AutoTrace True}", *rays)
            await bad.until("CONFCH")
        lines = await bad.until("ATR")
        lines += await bad.until("END")
        assert len(only(lines, "ATR")) <= 32


@BOTH
async def test_commands_beyond_the_limit_are_dropped_and_counted(dialect: str) -> None:
    async with witnessed(dialect) as server, await dial(server) as bad:
        server.arena.speed = 0.5
        await bad.stream.send_all(b"JUMP\r\n" * 1000)
        await bad.sync()
        (client,) = (client for client in server.arena.clients if client.number == 2)
        assert client.dropped_commands > 0
        server.arena.speed = 10.0


# Who comes, and how they go


@BOTH
async def test_who_leaves_in_the_middle_of_a_line_is_simply_gone(dialect: str) -> None:
    async with witnessed(dialect) as server:
        async with await dial(server) as bad:
            await bad.join("Bad")
            await bad.stream.send_all(b"RUNTO {Locat")
        await until_only_witness_is_left(server)


@BOTH
async def test_who_resets_the_connection_is_simply_gone(dialect: str) -> None:
    async with witnessed(dialect) as server:
        bad = await dial(server)
        await bad.join("Bad")
        assert isinstance(bad.stream, trio.SocketStream)
        bad.stream.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        await trio.aclose_forcefully(bad.stream)
        await until_only_witness_is_left(server)


@BOTH
async def test_a_half_open_socket_is_closed_on_both_sides(dialect: str) -> None:
    async with witnessed(dialect) as server, await dial(server) as bad:
        await bad.join("Bad")
        assert isinstance(bad.stream, trio.SocketStream)
        await bad.stream.send_eof()
        assert await is_gone(server, bad)
        await until_only_witness_is_left(server)


@BOTH
async def test_who_connects_and_says_nothing_harms_nobody(dialect: str) -> None:
    async with witnessed(dialect) as server:
        silent = [await dial(server) for _ in range(10)]
        await trio.sleep(0.1)
        for bad in silent:
            await trio.aclose_forcefully(bad.stream)


@BOTH
async def test_two_hundred_connects_at_once_are_survived(dialect: str) -> None:
    greetings = []

    async def connect(server: ArenaServer) -> None:
        async with await dial(server) as bad:
            greetings.append(await bad.line())
            await bad.rest() if not greetings[-1] else await trio.sleep(0.05)

    async with witnessed(dialect) as server:
        with trio.fail_after(10.0):
            async with trio.open_nursery() as nursery:
                for _ in range(200):
                    nursery.start_soon(connect, server)
        assert len(greetings) == 200
        assert sum(bool(greeting) for greeting in greetings) >= 31
        await until_only_witness_is_left(server)
        async with await dial(server) as late:
            await late.join("Late")


@BOTH
async def test_two_hundred_joins_at_once_are_survived(dialect: str) -> None:
    async def join(server: ArenaServer, number: int) -> None:
        async with await dial(server) as bad:
            with contextlib.suppress(trio.BrokenResourceError):
                await bad.say(f"INIT {{Name bad{number}}}")
                await bad.line()
                await trio.sleep(0.1)

    async with witnessed(dialect) as server:
        with trio.fail_after(10.0):
            async with trio.open_nursery() as nursery:
                for number in range(200):
                    nursery.start_soon(join, server, number)
        await until_only_witness_is_left(server)


@BOTH
async def test_who_comes_and_goes_all_the_time_harms_nobody(dialect: str) -> None:
    async with witnessed(dialect) as server:
        for number in range(40):
            async with await dial(server) as bad:
                await bad.say(f"INIT {{Name bad{number}}}")
        await until_only_witness_is_left(server)


# Who does not read


async def _deafen(server: ArenaServer) -> Caller:
    """Somebody who has 16 MB of text given back, and reads nothing."""
    stream = trio.socket.socket()
    stream.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 8192)
    await stream.connect(server.addresses["bot"])
    bad = Caller(trio.SocketStream(stream))
    await bad.say("INIT {Name Deaf}")
    text = b"SPEECH {Text " + b"x" * 8000 + b"}\r\n"
    with trio.move_on_after(3.0), contextlib.suppress(trio.BrokenResourceError):
        await bad.stream.send_all(text * 2000)
    return bad


async def test_what_waits_for_a_deaf_client_is_bounded_and_told() -> None:
    with structlog.testing.capture_logs() as logged:
        async with witnessed(MODERN, speed=50.0) as server:
            bad = await _deafen(server)
            waiting = [len(getattr(pumped, "_waiting", b"")) for pumped in server._pumped]
            await trio.aclose_forcefully(bad.stream)
    assert max(waiting) <= 8 * 1024 * 1024
    told = [entry for entry in logged if entry["event"] == "arena.cut_off"]
    assert (told[0]["client"], told[0]["reason"]) == (2, "does not read")


async def test_a_deaf_client_is_cut_off() -> None:
    async with witnessed(MODERN, speed=50.0) as server:
        bad = await _deafen(server)
        with trio.move_on_after(0.3) as waiting:
            await until_only_witness_is_left(server)
        await trio.aclose_forcefully(bad.stream)
    assert not waiting.cancelled_caught


# The log


async def test_the_end_of_a_bad_connection_is_logged_with_what_was_wrong() -> None:
    with structlog.testing.capture_logs() as logged:
        async with witnessed(CLASSIC) as server:
            async with await dial(server) as bad:
                await bad.stream.send_all(b"x" * 20_000 + b"\r\n")
                await bad.sync()
            await until_only_witness_is_left(server)
    told = [entry for entry in logged if entry["event"] == "arena.disconnected" and entry["client"] == 2]
    assert [(entry["unreadable"], entry["dropped"]) for entry in told] == [(1, 0)]
