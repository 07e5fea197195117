"""One bot and many: how quickly it answers, what a think costs, and how fast matches go.

Latencies are wall-clock times, because that is what a server sees; speeds are real time over the
processor time of this process.
"""

from __future__ import annotations

import contextlib
import re
import resource
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Final

import structlog
import trio
import trio.testing

from agentfw.arena.server import Arena, ArenaOptions, open_arena
from agentfw.body import human_of_skill
from agentfw.bot import Bot, BotOptions, Circle, Durations
from agentfw.brains import Brain, BrainSetup, Decision
from agentfw.brains.hunter import Hunter
from agentfw.engines.doors import local_door, server_door
from agentfw.engines.gamebots import ClientSession, find_dialect
from agentfw.engines.gamebots.codecs import codecs_for
from agentfw.engines.gamebots.decoding import MessageDecoder
from agentfw.errors import LinkError
from agentfw.vocabulary import Join
from scripts.benchmarks.measure import Figure

if TYPE_CHECKING:
    from collections.abc import Iterator

    from agentfw.perception import View

__all__ = ["figures"]

_BOTS: Final = 100
_ARENAS: Final = 4
_LINES: Final = 45
_BOT_PORT: Final = re.compile(r"bots\s+127\.0\.0\.1:(\d+)")
_DIALECTS: Final = ("gamebots-2004", "gamebots-ut99")


def figures(*, quick: bool) -> Iterator[Figure]:
    """All figures of a bot, one after the other."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger("error"))
    yield from _answers(rounds=200 if quick else 2000)
    for dialect in _DIALECTS:
        yield from _circle(dialect, rounds=200 if quick else 2000)
    for dialect in _DIALECTS:
        yield _virtual(dialect, seconds=20.0 if quick else 120.0)
    yield from _crowd(seconds=5.0 if quick else 30.0)


class _Idle(Brain):
    """Decides nothing, so that only the way there and back is measured."""

    def decide(self, view: View) -> Decision:
        """Nothing."""
        return Decision()


# What a server says, and a bot that hears it


def _conversation(dialect: str) -> tuple[list[bytes], list[bytes]]:
    """What a bot hears up to its first look, and many different looks after it."""
    arena = Arena(ArenaOptions(map="dm-foundry", dialect=dialect, bots=7, seed=1, time_limit_min=0))
    client = arena.connect("bot", "local")
    if client is None:
        raise RuntimeError("the arena lets nobody in")
    session = ClientSession([arena.dialect], join=Join(player_name="Ada"))
    heard: list[bytes] = []
    looks: list[bytes] = []
    now = 0.0
    while len(looks) < 400:
        arena.tick()
        now += arena.tick_s
        data = client.take_output()
        if data:
            session.feed(data, now)
            client.feed(session.take_output())
            if not session.is_playing:
                heard.append(data)
            elif b"END " in data:
                looks.append(data)
    return heard, [look for look in looks if look.count(b"\r\n") > 5]


def _filled(look: bytes, others: list[bytes]) -> bytes:
    """A look of at least so many lines, filled up with sights of other looks."""
    lines = look.splitlines(keepends=True)
    begin = next(i for i, line in enumerate(lines) if line.startswith(b"BEG"))
    end = next(i for i, line in enumerate(lines) if line.startswith(b"END"))
    batch = lines[begin : end + 1]
    more = (line for other in others for line in other.splitlines(keepends=True))
    for line in more:
        if len(batch) >= _LINES:
            break
        if line[:4] in (b"PLR ", b"INV ", b"NAV ", b"MOV ") and line not in batch:
            batch.insert(-1, line)
    return b"".join(batch)


# Figures


def _answers(rounds: int) -> Iterator[Figure]:
    """From the end of a look on the socket to the command on the socket, over loopback."""
    times = sorted(trio.run(_answer_times, rounds))
    median, p95 = times[len(times) // 2] * 1000, times[int(len(times) * 0.95)] * 1000
    detail = f"{len(times)} looks, sample brain"
    yield Figure("look on the socket to command on the socket, median", median, "ms", 1.0, detail)
    yield Figure("look on the socket to command on the socket, p95", p95, "ms", 2.0, detail)


async def _answer_times(rounds: int) -> list[float]:
    heard, looks = _conversation("gamebots-2004")
    times: list[float] = []

    async def serve(stream: trio.SocketStream) -> None:
        for data in heard:
            await stream.send_all(data)
            await trio.sleep(0.01)
        await trio.sleep(0.3)
        for number in range(rounds):
            start = time.perf_counter()
            await stream.send_all(looks[number % len(looks)])
            with trio.move_on_after(0.05):
                await stream.receive_some(65536)
                times.append(time.perf_counter() - start)
            await trio.sleep(0.002)
        await stream.aclose()

    listeners = await trio.open_tcp_listeners(0, host="127.0.0.1")
    port = listeners[0].socket.getsockname()[1]
    # A bot with human limits aims by itself, so that nearly every look is answered.
    options = BotOptions(name="Ada", human=human_of_skill(5), max_attempts=1)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(trio.serve_listeners, serve, listeners)
        bot = Bot(server_door("127.0.0.1", port), Hunter(BrainSetup()), options)
        with trio.move_on_after(60):
            with contextlib.suppress(LinkError):  # the server hangs up at the end
                await bot.run()
        nursery.cancel_scope.cancel()
    return times


def _circle(dialect: str, rounds: int) -> Iterator[Figure]:
    """Bytes to view to empty decision, beside decoding the same lines for the first time."""
    heard, looks = _conversation(dialect)
    circle = Circle(_Idle())
    circle.connect(ClientSession([find_dialect(dialect)], join=Join(player_name="Ada")), "bench", 0.0)
    now = 0.0
    for data in heard:
        now += 0.05
        circle.feed(data, now)
    batches = [_filled(look, looks[i + 1 :]) for i, look in enumerate(looks[:100])]
    shared = codecs_for(find_dialect(dialect), "bot").messages_in
    decoder = MessageDecoder(find_dialect(dialect), "bot")
    told, cold = [], []
    for number in range(rounds):
        batch = batches[number % len(batches)]
        now += 0.25
        shared.forget()  # a real look repeats many lines; this one is new in every line
        start = time.perf_counter()
        circle.feed(batch, now)
        told.append(time.perf_counter() - start)
        cold.append(_cold_decode(decoder, batch))
    per_think, per_decode = sorted(told)[len(told) // 2], sorted(cold)[len(cold) // 2]
    name = dialect.removeprefix("gamebots-")
    lines = sum(batch.count(b"\r\n") for batch in batches) / len(batches)
    detail = f"{lines:.0f} lines, all new; median"
    yield Figure(f"{name}, bytes to view to empty decision", per_think * 1e6, "us", 250.0, detail)
    ratio = per_think / per_decode
    yield Figure(f"{name}, that / decoding the look cold", ratio, "x", 2.5, f"{per_decode * 1e6:.0f} us")


def _cold_decode(decoder: MessageDecoder, batch: bytes) -> float:
    """How long a decoder takes that knows the shapes of lines, but none of these."""
    lines = batch.split(b"\r\n")[:-1]
    decoder.forget()
    start = time.perf_counter()
    decoder.decode_all(lines)
    return time.perf_counter() - start


def _virtual(dialect: str, seconds: float) -> Figure:
    """Eight bots with the sample brain, arena included, on a jumping clock."""
    clock = trio.testing.MockClock(autojump_threshold=0)
    took, thinks = trio.run(_play_virtual, dialect, seconds, clock=clock)
    name = f"{dialect.removeprefix('gamebots-')}, 8 bots in virtual time, arena included"
    return Figure(name, seconds / took, "x", 20.0, f"{thinks} thinks", at_least=True)


async def _play_virtual(dialect: str, seconds: float) -> tuple[float, int]:
    arena = Arena(ArenaOptions(map="ctf-twins", mode="ctf", dialect=dialect, time_limit_min=0))
    async with open_arena(arena) as server, trio.open_nursery() as nursery:
        door = local_door(server.connect, [arena.dialect])
        bots = []
        for number in range(8):
            setup = BrainSetup(name=f"bot{number}", seed=number)
            options = BotOptions(name=f"bot{number}", team=number % 2, seed=number)
            bots.append(Bot(door, Hunter(setup), options))
            nursery.start_soon(bots[-1].run)
        await trio.sleep(5.0)
        start = time.process_time()
        await trio.sleep(seconds)
        took = time.process_time() - start
        nursery.cancel_scope.cancel()
    return took, sum(bot.statistics().circle.thinks for bot in bots)


_SERVER: Final = f"""
import trio
from agentfw.arena.server import Arena, ArenaOptions, ArenaServer

options = ArenaOptions(
    map="dm-cellar", mode="dm", dialect="gamebots-ut99", time_limit_min=0, score_limit=0,
    max_players={_BOTS}, classic_interval_s=0.1,
)

async def main():
    server = ArenaServer(Arena(options))
    async with server.listening("127.0.0.1", {{"bot": 0}}):
        host, port = server.addresses["bot"]
        print(f"bots {{host}}:{{port}}", flush=True)
        await server.run()

trio.run(main)
"""


def _crowd(seconds: float) -> Iterator[Figure]:
    """A hundred bots in one process, ten looks a second each, over TCP.

    They play in several arenas, because one arena cannot tell a hundred players so often what they see.
    """
    with contextlib.ExitStack() as stack:
        ports = [stack.enter_context(_arena_process()) for _ in range(_ARENAS)]
        before = resource.getrusage(resource.RUSAGE_SELF)
        bots = trio.run(_play_crowd, ports, seconds)
        after = resource.getrusage(resource.RUSAGE_SELF)
    statistics = [bot.statistics() for bot in bots]
    thinks = sum(one.circle.thinks for one in statistics)
    dropped = sum(one.circle.thinks_dropped for one in statistics)
    answers = Durations()
    for bot in bots:
        answers.absorb(bot.watch.turnarounds)
    late = answers.spread()
    cpu = (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) / seconds
    grown = (after.ru_maxrss - before.ru_maxrss) / 1024
    rate = thinks / seconds / _BOTS
    name = f"{_BOTS} bots over TCP"
    yield Figure(
        f"{name}, thinks per second and bot", rate, "Hz", 9.0, f"{thinks} thinks", at_least=True
    )
    too_late = 100.0 * dropped / max(1, thinks)
    yield Figure(
        f"{name}, thinks too late", too_late, "%", 0.0, f"{dropped} looks overtaken by newer ones"
    )
    detail = f"median {late.p50_ms:.2f} ms, p95 {late.p95_ms:.2f} ms of the last {late.count} answers"
    yield Figure(f"{name}, think to send p99", late.p99_ms, "ms", 10.0, detail)
    yield Figure(f"{name}, CPU per bot", 100.0 * cpu / _BOTS, "%", None, f"{cpu:.0%} of a core in all")
    yield Figure(f"{name}, memory per bot", grown / _BOTS, "MB", None, f"{grown:.0f} MB in all")


@contextlib.contextmanager
def _arena_process() -> Iterator[int]:
    """An arena in a process of its own; gives the port for bots."""
    server = subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "-c", _SERVER], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    try:
        found = _BOT_PORT.search(server.stdout.readline() if server.stdout is not None else "")
        if found is None:
            raise RuntimeError("the arena did not say where it listens")
        yield int(found[1])
    finally:
        server.terminate()
        server.wait()


async def _play_crowd(ports: list[int], seconds: float) -> list[Bot]:
    doors = [server_door("127.0.0.1", port) for port in ports]
    bots: list[Bot] = []
    async with trio.open_nursery() as nursery:
        for number in range(_BOTS):
            setup = BrainSetup(name=f"bot{number}", seed=number)
            options = BotOptions(name=f"bot{number}", team=number % 2, seed=number, join_s=30.0)
            bots.append(Bot(doors[number % len(doors)], Hunter(setup), options))
            nursery.start_soon(bots[-1].run)
            await trio.sleep(0.02)
        await trio.sleep(seconds)
        nursery.cancel_scope.cancel()
    return bots
