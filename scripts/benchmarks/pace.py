"""Bots that keep up: how often they think, in which rhythm, for how long, and how many at once.

Everything runs by the real clock, but for the thinks on a large map. Beside the figures of a crowd
stands what is not its own doing: tasks that only sleep wake late, too. Among the bots that tells how
long bytes wait to be read, and in a process of their own it is the noise of the machine.
"""

from __future__ import annotations

import contextlib
import itertools
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import structlog
import trio
import trio.testing

from agentfw.arena.server import Arena, ArenaOptions, open_arena
from agentfw.bot import Bot, BotOptions, Durations
from agentfw.brains import Brain, BrainSetup, Decision, Explore, make_brain
from agentfw.engines.doors import local_door, server_door
from scripts.benchmarks.measure import Figure

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator, Sequence

    from agentfw.bot import BotStatistics, Spread
    from agentfw.engines.doors import Door
    from agentfw.perception import View

__all__ = ["figures"]

_HZ: Final = 10.0
_LANGUAGES: Final = ("fsm", "goap", "htn", "lap")
_CROWD: Final = 64
_ARENAS: Final = 2
"""An arena takes 32 bots."""
_JOINS_S: Final = 5.0
_SETTLES_S: Final = 5.0


def figures(*, quick: bool) -> Iterator[Figure]:
    """All figures of this part."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger("error"))
    yield from _rhythm(seconds=10.0 if quick else 60.0)
    yield from _large_map(seconds=10.0 if quick else 120.0)
    seconds = 5.0 if quick else 30.0
    yield from _crowd("arenas in this process", [], seconds)
    with contextlib.ExitStack() as stack:
        ports = [stack.enter_context(_arena_process()) for _ in range(_ARENAS)]
        yield from _crowd("over TCP", ports, seconds)


def _fighters(doors: Sequence[Door], count: int) -> list[Bot]:
    """Bots with brains of all languages in turn, spread over the doors."""
    bots = []
    for number in range(count):
        setup = BrainSetup(name=f"bot{number}", seed=number)
        brain = make_brain(f"deathmatch.{_LANGUAGES[number % len(_LANGUAGES)]}", setup)
        options = BotOptions(name=setup.name, seed=number, looks_hz=_HZ, join_s=30.0)
        bots.append(Bot(doors[number % len(doors)], brain, options))
    return bots


def _arena(map_name: str = "dm-foundry") -> Arena:
    return Arena(ArenaOptions(map=map_name, mode="dm", time_limit_min=0, score_limit=0))


# The rhythm of a few


class _Wanderer(Brain):
    """Hurts nobody, because the dead see nothing; notes when it was asked."""

    def __init__(self) -> None:
        super().__init__()
        self.asked_at: list[float] = []

    def decide(self, view: View) -> Decision:
        """Wander."""
        self.asked_at.append(trio.current_time())
        return Decision(move=Explore())


def _rhythm(seconds: float) -> Iterator[Figure]:
    """Eight bots that start one after the other within the time of a look."""
    brains = trio.run(_wander, seconds)
    rates = [len(brain.asked_at) / seconds for brain in brains]
    worst = max(abs(rate / _HZ - 1.0) for rate in rates)
    detail = f"{min(rates):.2f} to {max(rates):.2f} thinks per second in {seconds:g} s"
    yield Figure(f"8 bots at {_HZ:g} looks per second, off the pace", 100.0 * worst, "%", 10.0, detail)
    moments = sorted(itertools.chain.from_iterable(brain.asked_at for brain in brains))
    beats = [1]  # thinks that come within 10 ms of each other belong to the same tick of the server
    for before, after in itertools.pairwise(moments):
        if after - before < 0.01:
            beats[-1] += 1
        else:
            beats.append(1)
    often = ", ".join(f"{count}x {size}" for size, count in sorted(Counter(beats).items()))
    most = sorted(beats)[int(0.95 * len(beats))]
    yield Figure("8 bots, thinks at the same time, p95", most, "", 5.0, often)


async def _wander(seconds: float) -> list[_Wanderer]:
    brains = [_Wanderer() for _ in range(8)]
    arena = _arena()
    async with open_arena(arena) as server, trio.open_nursery() as nursery:
        door = local_door(server.connect, [arena.dialect])
        for number, brain in enumerate(brains):
            options = BotOptions(name=f"bot{number}", seed=number, looks_hz=_HZ)
            nursery.start_soon(Bot(door, brain, options).run)
            await trio.sleep(1.0 / _HZ / len(brains))
        await trio.sleep(_SETTLES_S)
        for brain in brains:
            brain.asked_at.clear()
        await trio.sleep(seconds)
        nursery.cancel_scope.cancel()
    return brains


# Thinks on a large map

_ROOM: Final = """\
####..####
#s..h...g#
#.m....m.#
#...##...#
.1..##..2.
....##..m.
#...m....#
#.a....s.#
#R...S..F#
####..####
"""
_LEGEND: Final = """\
  h: XPickups.HealthPack
  m: XPickups.MiniHealthPack
  a: XPickups.SuperShieldPack
  S: XWeapons.ShockRiflePickup
  F: XWeapons.FlakCannonPickup
  R: XWeapons.RocketLauncherPickup
  g: XWeapons.LinkGunPickup
  "1": XWeapons.ShockAmmoPickup
  "2": XWeapons.FlakAmmoPickup
"""
_ROOMS: Final = 6


def _warren() -> str:
    """A map of equal rooms in a square, with a doorway between each two."""
    rows = [row * _ROOMS for row in _ROOM.split()] * _ROOMS
    wall = "#" * len(rows[0])
    rows = [wall, *(f"#{row[1:-1]}#" for row in rows[1:-1]), wall]
    head = "map: DM-Warren\nabout: Many equal rooms.\nmodes: [dm]\nplayers: 2-32\nlegend:\n"
    return "\n".join(
        [f"{head}{_LEGEND}layers:", "  - at: 0", "    rows: |", *(f"      {r}" for r in rows)]
    )


def _large_map(seconds: float) -> Iterator[Figure]:
    """Sixteen bots in virtual time: how long they think does not depend on the clock they play by."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "dm-warren.yaml"
        file.write_text(_warren() + "\n")
        clock = trio.testing.MockClock(autojump_threshold=0)
        told, places = trio.run(_think_on, str(file), seconds, clock=clock)
    worst_mean = max(one.think.mean_ms for one in told)
    worst_p99 = max(one.think.p99_ms for one in told)
    thinks = sum(one.circle.thinks for one in told)
    name = f"16 bots on {places} places"
    detail = f"the worst of them; {thinks} thinks, mixed brains"
    yield Figure(f"{name}, think, mean", worst_mean, "ms", 5.0, detail)
    yield Figure(f"{name}, think, p99", worst_p99, "ms", 20.0, detail)


async def _think_on(map_name: str, seconds: float) -> tuple[list[BotStatistics], int]:
    arena = _arena(map_name)
    async with open_arena(arena) as server, trio.open_nursery() as nursery:
        bots = _fighters([local_door(server.connect, [arena.dialect])], 16)
        for bot in bots:
            nursery.start_soon(bot.run)
        await trio.sleep(seconds)
        nursery.cancel_scope.cancel()
    return [bot.statistics() for bot in bots], len(bots[0].circle.store.map.chart.graph)


# A crowd


class _Played(NamedTuple):
    """How a crowd did, once all were in the game."""

    looks: int
    dropped: int
    thinks: list[int]
    """Of each bot."""
    answers: Spread
    turns: Spread
    """How late a task woke among them that only slept."""
    cores: float


def _crowd(where: str, ports: Sequence[int], seconds: float) -> Iterator[Figure]:
    """Many bots in one process; without ports, the arenas are in the same one."""
    with _noise_process(_JOINS_S + _SETTLES_S + seconds) as noise:
        played = trio.run(_play_crowd, ports, seconds)
        noise_ms = float(noise.stdout.readline()) if noise.stdout is not None else 0.0
    name, answers, due = f"{_CROWD} bots, {where}", played.answers, seconds * _HZ
    on_time = 100.0 * sum(min(count, due) for count in played.thinks) / (_CROWD * due)
    rates = sorted(count / seconds for count in played.thinks)
    detail = (
        f"of {_HZ:g} a second by the clock; {rates[0]:.1f} to {rates[-1]:.1f} Hz, urgent ones on top"
    )
    yield Figure(f"{name}, thinks on time", on_time, "%", 95.0, detail, at_least=True)
    detail = f"{played.looks} looks; {played.cores:.0%} of a core"
    yield Figure(f"{name}, looks that came too late", float(played.dropped), "", None, detail)
    detail = f"median {answers.p50_ms:.2f} ms; the machine alone {noise_ms:.1f} ms"
    yield Figure(f"{name}, think to send p99", answers.p99_ms, "ms", 20.0, detail)
    detail = f"median {played.turns.p50_ms:.2f} ms: a task among them that only sleeps"
    yield Figure(f"{name}, waits for a turn p99", played.turns.p99_ms, "ms", None, detail)


async def _play_crowd(ports: Sequence[int], seconds: float) -> _Played:
    answers, turns = Durations(), Durations()
    async with _doors(ports) as doors, trio.open_nursery() as nursery:
        bots = _fighters(doors, _CROWD)
        for bot in bots:
            nursery.start_soon(bot.run)
            await trio.sleep(_JOINS_S / _CROWD)
        await trio.sleep(_SETTLES_S)
        before, cpu = _counted(bots), time.process_time()
        for bot in bots:
            bot.watch.turnarounds = Durations()
        nursery.start_soon(_sleep, turns)
        await trio.sleep(seconds)
        cores = (time.process_time() - cpu) / seconds
        after = _counted(bots)
        nursery.cancel_scope.cancel()
    for bot in bots:
        answers.absorb(bot.watch.turnarounds)
    thinks, looks, dropped = (
        [new - old for new, old in zip(*both, strict=True)] for both in zip(after, before, strict=True)
    )
    return _Played(sum(looks), sum(dropped), thinks, answers.spread(), turns.spread(), cores)


def _counted(bots: Sequence[Bot]) -> tuple[list[int], list[int], list[int]]:
    """Thinks of each bot so far, its looks, and those of them that were not thought about."""
    told = [bot.statistics() for bot in bots]
    looks = [one.link.snapshots if one.link is not None else 0 for one in told]
    return [one.circle.thinks for one in told], looks, [one.circle.thinks_dropped for one in told]


@contextlib.asynccontextmanager
async def _doors(ports: Sequence[int]) -> AsyncIterator[list[Door]]:
    """The ways to arenas that listen on ports, or to some in this process."""
    async with contextlib.AsyncExitStack() as stack:
        doors = [server_door("127.0.0.1", port) for port in ports]
        for _ in range(0 if ports else _ARENAS):
            arena = _arena()
            server = await stack.enter_async_context(open_arena(arena))
            doors.append(local_door(server.connect, [arena.dialect]))
        yield doors


async def _sleep(late: Durations) -> None:
    while True:
        wakes_at = trio.current_time() + 0.01
        await trio.sleep_until(wakes_at)
        late.add(trio.current_time() - wakes_at)


_BOT_PORT: Final = re.compile(r"bots\s+127\.0\.0\.1:(\d+)")
_NOISE: Final = """
import sys, time
late = []
until = time.perf_counter() + float(sys.argv[1])
while time.perf_counter() < until:
    wakes_at = time.perf_counter() + 0.01
    time.sleep(0.01)
    late.append(time.perf_counter() - wakes_at)
print(1000.0 * sorted(late)[int(0.99 * len(late))], flush=True)
"""


@contextlib.contextmanager
def _process(*arguments: str) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, *arguments], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    try:
        yield process
    finally:
        process.terminate()
        process.wait()


def _noise_process(seconds: float) -> contextlib.AbstractContextManager[subprocess.Popen[str]]:
    """A process that sleeps for so long, and then says how late it woke."""
    return _process("-c", _NOISE, str(seconds))


@contextlib.contextmanager
def _arena_process() -> Iterator[int]:
    """An arena in a process of its own; gives the port for bots."""
    options = ["--mode", "dm", "--port", "0", "--time-limit", "0", "--score-limit", "0"]
    with _process("-m", "agentfw", "arena", *options) as process:
        for line in process.stdout or ():
            found = _BOT_PORT.search(line)
            if found is not None:
                yield int(found[1])
                return
        raise RuntimeError("the arena did not say where it listens")
