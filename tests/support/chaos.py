"""Everything that can go wrong, at random moments of a seed: lines that break, brains that raise, arenas
that close.

Each bot has chances of its own, so that the order in which tasks run changes nothing: the same seed
gives the same storm.
"""

from __future__ import annotations

import enum
from collections import Counter
from random import Random
from typing import TYPE_CHECKING

import trio
from msgspec.structs import replace

from agentfw.brains import Brain, make_brain
from agentfw.engines.doors import Door
from agentfw.errors import ConnectFailed
from tests.support.mutations import mutated_lines

if TYPE_CHECKING:
    from agentfw.brains import BrainSetup, Decides
    from agentfw.decisions import Decision
    from agentfw.perception import View

__all__ = ["Fault", "Moody", "Storm", "Tempered", "Unreliable"]

_GARBLED_S = 3.0
"""How long a line that is garbled stays so."""
_REFUSED = 0.2
"""How many of those who could enter are refused."""


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

    def door(self, door: Door, name: str | None = None, *, spares: str = "") -> Door:
        """The same way into the game, through the storm.

        Without a name, bots that share the door are told apart by the names of their tasks, and one of
        them can be spared.
        """
        chances: dict[str, Random] = {}

        async def opens() -> trio.abc.Stream:
            who = trio.lowlevel.current_task().name if name is None else name
            if who == spares:
                return await door.open()
            chance = chances.setdefault(who, self.chance(f"{who}/line"))
            stream = await door.open()
            if chance.random() < _REFUSED and self.strikes(Fault.REFUSE):
                await trio.aclose_forcefully(stream)
                raise ConnectFailed(f"{door.name}: connection refused")
            return Unreliable(stream, self, chance)

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


class Tempered(Brain):
    """The brain that its option `inner` names, but it raises when its seed says so: in a replay, too."""

    def __init__(self, setup: BrainSetup) -> None:
        super().__init__(setup)
        self._inner = make_brain(setup.options["inner"], replace(setup, options={}, files=None))
        rng = Random(setup.seed)  # noqa: S311 - no secret
        self._raises_at = rng.expovariate(1.0 / float(setup.options["every_s"]))

    def decide(self, view: View) -> Decision:
        """What the brain decides, until it raises."""
        if view.now >= self._raises_at:
            raise RuntimeError("in a bad mood")
        return self._inner.decide(view)
