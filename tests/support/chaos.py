"""Everything that can go wrong, at random moments of a seed: lines that break, brains that raise, arenas
that close.

Each bot has chances of its own, so that the order in which tasks run changes nothing: the same seed
gives the same storm.
"""

from __future__ import annotations

import contextlib
import enum
from collections import Counter
from random import Random
from typing import TYPE_CHECKING

import trio

from agentfw.arena.server import open_arena
from agentfw.brains import Brain
from agentfw.engines.doors import Door
from agentfw.errors import ConnectFailed
from tests.support.mutations import mutated_lines

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from agentfw.arena.server import Arena, ArenaServer
    from agentfw.arena.server.results import MatchResult
    from agentfw.brains import Decides
    from agentfw.decisions import Decision
    from agentfw.perception import View

__all__ = ["Fault", "Moody", "Storm", "Unreliable", "Venue"]

_GARBLED_S = 3.0
"""How long a line that is garbled stays so."""


class Fault(enum.Enum):
    """What befalls a connection or a bot."""

    CUT = "cut"
    """Both sides see the end."""
    FREEZE = "freeze"
    """Nothing comes any more, and what is sent is swallowed."""
    STALL = "stall"
    """Nothing comes any more, and nothing can be sent."""
    GARBLE = "garble"
    """What comes is spoiled for a while."""
    REFUSE = "refuse"
    """Nobody answers the door."""
    RAISE = "raise"
    """The brain raises."""
    CLOSE = "close"
    """The whole arena closes."""


_OF_LINES = (Fault.CUT, Fault.FREEZE, Fault.STALL, Fault.GARBLE)


class Storm:
    """How often things go wrong, and what went wrong so far; it can be calmed."""

    def __init__(self, seed: int, *, every_s: float, kinds: tuple[Fault, ...] = tuple(Fault)) -> None:
        self._seed = seed
        self.every_s = every_s
        """The mean time between two faults of one connection, and of one brain."""
        self.kinds = kinds
        self.faults: Counter[Fault] = Counter()
        self.is_calm = False

    def chance(self, name: str) -> Random:
        """The chances of one part of the storm."""
        return Random(f"{self._seed}/{name}")  # noqa: S311 - no secret

    def strikes(self, fault: Fault) -> bool:
        """Whether a fault happens when its time has come; if so, it is counted."""
        if self.is_calm or fault not in self.kinds:
            return False
        self.faults[fault] += 1
        return True

    def door(self, door: Door, name: str) -> Door:
        """The same way into the game, through the storm."""
        chance = self.chance(f"{name}/line")

        async def opens() -> trio.abc.Stream:
            if chance.random() < 0.2 and self.strikes(Fault.REFUSE):
                raise ConnectFailed(f"{door.name}: connection refused")
            return Unreliable(await door.open(), self, chance)

        return Door(door.name, door.dialects, opens)

    def brain(self, brain: Decides, name: str, life: int) -> Moody:
        """The same brain, in moods."""
        return Moody(brain, self, self.chance(f"{name}/{life}/brain"))


class Unreliable(trio.abc.Stream):
    """A stream that is struck at moments of chance."""

    def __init__(self, stream: trio.abc.Stream, storm: Storm, chance: Random) -> None:
        self._stream = stream
        self._storm = storm
        self._chance = chance
        self._fault: Fault | None = None
        self._strikes_at = self._next_strike()
        self._clean_from = float("-inf")

    def _next_strike(self) -> float:
        return trio.current_time() + self._chance.expovariate(1.0 / self._storm.every_s)

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        """Send, if there is still somebody to send to."""
        if self._fault is Fault.CUT:
            raise trio.BrokenResourceError("the line is cut")
        if self._fault is Fault.STALL:
            await trio.sleep_forever()
        if self._fault is Fault.FREEZE:
            await trio.lowlevel.checkpoint()
        else:
            await self._stream.send_all(data)

    async def wait_send_all_might_not_block(self) -> None:
        """Nobody can tell."""
        await trio.lowlevel.checkpoint()

    async def receive_some(self, max_bytes: int | None = None) -> bytes | bytearray:
        """What came, unless the line is struck first."""
        while self._fault is None:
            with trio.move_on_at(self._strikes_at):
                return self._spoiled(await self._stream.receive_some(max_bytes))
            await self._strike()
        if self._fault is not Fault.CUT:
            await trio.sleep_forever()
        return b""

    async def aclose(self) -> None:
        """Close the line itself, too."""
        await self._stream.aclose()

    async def _strike(self) -> None:
        fault = self._chance.choice(_OF_LINES)
        self._strikes_at = self._next_strike()
        if not self._storm.strikes(fault):
            return
        if fault is Fault.GARBLE:
            self._clean_from = trio.current_time() + _GARBLED_S
            return
        self._fault = fault
        if fault is Fault.CUT:
            await trio.aclose_forcefully(self._stream)

    def _spoiled(self, data: bytes | bytearray) -> bytes:
        if not data or trio.current_time() >= self._clean_from:
            return bytes(data)
        lines, seed = bytes(data).split(b"\r\n"), self._chance.randrange(2**32)
        return b"\r\n".join([*mutated_lines(lines, len(lines), seed), lines[-1]])


class Moody(Brain):
    """A brain that raises at moments of chance."""

    def __init__(self, brain: Decides, storm: Storm, chance: Random) -> None:
        super().__init__()
        self._brain = brain
        self._storm = storm
        self._chance = chance
        self._raises_at: float | None = None

    def decide(self, view: View) -> Decision:
        """What the brain decides, unless it raises."""
        if self._raises_at is None:
            self._raises_at = view.now + self._chance.expovariate(1.0 / self._storm.every_s)
        if view.now >= self._raises_at:
            self._raises_at = None
            if self._storm.strikes(Fault.RAISE):
                raise RuntimeError("in a bad mood")
        return self._brain.decide(view)


class Venue:
    """An arena behind a door: it can close, and another can open in its place."""

    def __init__(self, make_arena: Callable[[int], Arena]) -> None:
        self._make_arena = make_arena
        self._server: ArenaServer | None = None
        first = make_arena(0)
        self._arenas = [first]
        self.door = Door("the venue", [first.dialect], self._enter)

    @property
    def arena(self) -> Arena:
        """The present or last arena."""
        return self._arenas[-1]

    @property
    def openings(self) -> int:
        """How many arenas there were."""
        return len(self._arenas)

    @property
    def results(self) -> list[MatchResult]:
        """How all matches of all arenas ended."""
        return [result for arena in self._arenas for result in arena.results]

    @contextlib.asynccontextmanager
    async def open(self) -> AsyncIterator[Arena]:
        """An arena for as long as the block lasts, each time another one."""
        if self.arena.ticks:
            self._arenas.append(self._make_arena(len(self._arenas)))
        async with open_arena(self.arena) as server:
            self._server = server
            try:
                yield self.arena
            finally:
                self._server = None

    async def open_and_close(self, storm: Storm, *, up_s: float, down_s: float) -> None:
        """Be open for a while and closed for a while, again and again, for as long as nobody cancels."""
        chance = storm.chance("venue")
        while True:
            async with self.open():
                await trio.sleep(up_s * chance.uniform(0.5, 1.5))
                while not storm.strikes(Fault.CLOSE):  # noqa: ASYNC110 - it asks again, it does not wait
                    await trio.sleep(up_s)
            await trio.sleep(down_s * chance.uniform(0.5, 1.5))

    async def _enter(self) -> trio.abc.Stream:
        if self._server is None:
            raise ConnectFailed("the venue: closed")
        return self._server.connect()
