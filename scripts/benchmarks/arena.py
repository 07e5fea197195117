"""The arena: the bare simulation, clients in memory, clients over TCP, maps and memory.

Speeds are real time over the processor time of this process, which other work on the machine disturbs
less than the wall clock.
"""

from __future__ import annotations

import re
import resource
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Final

import structlog
import trio
import trio.testing

from agentfw.arena.maps.catalog import find_map, known_maps
from agentfw.arena.maps.navgraph import derive_navigation
from agentfw.arena.server.arena import Arena
from agentfw.arena.server.options import ArenaOptions
from agentfw.arena.server.serving import open_arena
from agentfw.engines.gamebots import ClientSession, find_dialect
from agentfw.engines.link import link_over
from agentfw.geometry import Vec3
from agentfw.vocabulary import Join, MoveTo, SelfState, Snapshot
from scripts.benchmarks.measure import Figure

if TYPE_CHECKING:
    from collections.abc import Iterator

    from agentfw.arena.server.serving import ArenaServer

__all__ = ["figures"]

_CLOCK_RATE: Final = 1.1
_TCP_CLIENTS: Final = 32
_BATCH: Final = re.compile(rb"BEG \{Time ([0-9.]+)\}")
_BOT_PORT: Final = re.compile(r"bots\s+127\.0\.0\.1:(\d+)")


def figures(*, quick: bool) -> Iterator[Figure]:
    """All figures of the arena, one after the other."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger("error"))
    yield _map_load()
    yield from _simulation(seconds=20.0 if quick else 120.0)
    for dialect in ("gamebots-2004", "gamebots-ut99"):
        yield _in_memory(dialect, seconds=20.0 if quick else 120.0)
    yield from _over_tcp(seconds=4.0 if quick else 20.0)
    yield _memory(seconds=60 if quick else 600)


def _map_load() -> Figure:
    slowest, name = 0.0, ""
    for known in known_maps():
        start = time.process_time()
        derive_navigation(find_map(known).level)
        took = time.process_time() - start
        if took > slowest:
            slowest, name = took, known
    return Figure("map load with navigation, slowest map", slowest, "s", 1.0, name)


def _simulation(seconds: float) -> Iterator[Figure]:
    """How much faster than real time a match of native bots is, and what one more bot costs."""
    per_bot = {}
    for bots in (2, 4, 8, 16, 32):
        options = ArenaOptions(map="ctf-ravine", mode="ctf", bots=bots, time_limit_min=0, score_limit=0)
        arena = Arena(options)
        for _ in range(200):
            arena.tick()  # routes are worked out once, in the first seconds
        best = float("inf")
        ticks = round(seconds / 3 / 0.05)
        for _ in range(3):
            start = time.process_time()
            for _ in range(ticks):
                arena.tick()
            best = min(best, time.process_time() - start)
        factor = ticks * 0.05 / _CLOCK_RATE / best
        per_bot[bots] = best / ticks / bots * 1e6
        budget = {8: 60.0, 16: 25.0}.get(bots)
        detail = f"{per_bot[bots]:.0f} us per bot and tick"
        yield Figure(f"simulation, {bots} native bots", factor, "x", budget, detail, at_least=True)
    growth = per_bot[32] / per_bot[8]
    yield Figure("cost per bot, 32 bots / 8 bots", growth, "x", 2.0, "linear would be 1")


def _in_memory(dialect: str, seconds: float) -> Figure:
    """Eight clients in this process that decode everything and send a command per batch."""
    took = trio.run(
        _play_in_memory, dialect, seconds, clock=trio.testing.MockClock(autojump_threshold=0)
    )
    name = f"{dialect.removeprefix('gamebots-')}, 8 clients in memory"
    return Figure(name, seconds / took, "x", 30.0, "decode all, one command per batch", at_least=True)


async def _play_in_memory(dialect: str, seconds: float) -> float:
    arena = Arena(ArenaOptions(map="ctf-twins", mode="ctf", dialect=dialect))
    async with open_arena(arena) as server, trio.open_nursery() as nursery:
        for number in range(8):
            nursery.start_soon(_client_in_memory, server, dialect, number)
        await trio.sleep(5.0)
        start = time.process_time()
        await trio.sleep(seconds)
        took = time.process_time() - start
        nursery.cancel_scope.cancel()
    return took


async def _client_in_memory(server: ArenaServer, dialect: str, number: int) -> None:
    join = Join(player_name=f"Bot{number}", team=number % 2)
    session = ClientSession([find_dialect(dialect)], "bot", join=join)
    async with link_over(server.connect("bot"), session) as link:
        batches = 0
        async for percept in link:
            if isinstance(percept, Snapshot):
                batches += 1
                own = next((seen for seen in percept.percepts if isinstance(seen, SelfState)), None)
                if own is not None and own.location is not None:
                    turn = (batches // 20 + number) % 4
                    way = Vec3((300.0, 0.0, -300.0, 0.0)[turn], (0.0, 300.0, 0.0, -300.0)[turn], 0.0)
                    await link.send(MoveTo(own.location + way))


def _over_tcp(seconds: float) -> Iterator[Figure]:
    """A server process in real time, and clients that note when each batch arrives."""
    command = [sys.executable, "-m", "agentfw", "arena", "--map", "ctf-ravine", "--port", "0"]
    server = subprocess.Popen(  # noqa: S603 - our own command
        [*command, "--time-limit", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        port = _port_of(server)
        lateness = sorted(trio.run(_listen, port, seconds))
    finally:
        server.terminate()
        server.wait()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) / (seconds + 1.0)
    if not lateness:
        raise RuntimeError("no batch arrived over TCP")
    detail = f"{len(lateness)} batches, median {lateness[len(lateness) // 2] * 1000:.1f} ms"
    late = lateness[int(len(lateness) * 0.99)] * 1000
    yield Figure(f"TCP, {_TCP_CLIENTS} clients, batch lateness p99", late, "ms", 20.0, detail)
    yield Figure(f"TCP, {_TCP_CLIENTS} clients, server CPU", cpu * 100, "%", 40.0, "start included")


def _port_of(server: subprocess.Popen[str]) -> int:
    if server.stdout is not None:
        for line in server.stdout:
            found = _BOT_PORT.search(line)
            if found:
                return int(found[1])
    raise RuntimeError("the arena did not say where it listens")


async def _listen(port: int, seconds: float) -> list[float]:
    arrivals: list[list[tuple[float, float]]] = [[] for _ in range(_TCP_CLIENTS)]
    async with trio.open_nursery() as nursery:
        for number, noted in enumerate(arrivals):
            nursery.start_soon(_client_over_tcp, port, number, noted)
        await trio.sleep(seconds)
        nursery.cancel_scope.cancel()
    # Game time runs evenly: the earliest arrival of all shows when each batch was due.
    delays = [wall - told / _CLOCK_RATE for noted in arrivals for wall, told in noted[8:]]
    first = min(delays, default=0.0)
    return [delay - first for delay in delays]


async def _client_over_tcp(port: int, number: int, noted: list[tuple[float, float]]) -> None:
    stream = await trio.open_tcp_stream("127.0.0.1", port)
    await stream.send_all(b"READY\r\nINIT {Name Bot%d} {Team %d}\r\n" % (number, number % 2))
    left = b""
    async for data in stream:
        now = trio.current_time()
        lines = (left + bytes(data)).split(b"\r\n")
        left = lines.pop()
        batches = [float(found[1]) for line in lines if (found := _BATCH.match(line))]
        noted += [(now, told) for told in batches]
        if batches:
            await stream.send_all(b"MOVE {FirstLocation %d,900,200}\r\n" % (600 + number * 100))


def _memory(seconds: int) -> Figure:
    """What a process with sixteen native bots needs at most."""
    code = (
        "import resource\n"
        "from agentfw.arena.server.arena import Arena\n"
        "from agentfw.arena.server.options import ArenaOptions\n"
        "arena = Arena(ArenaOptions(map='ctf-ravine', mode='ctf', bots=16, time_limit_min=0))\n"
        f"for _ in range({seconds} * 20): arena.tick()\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)\n"
    )
    command = [sys.executable, "-c", code]
    shown = subprocess.run(command, capture_output=True, text=True, check=True)  # noqa: S603 - ours
    peak_mb = int(shown.stdout.split()[-1]) / 1024
    return Figure("memory with 16 native bots", peak_mb, "MB", 100.0, f"{seconds} s of game time")
