"""A bot on stage: scripted servers in memory behind a door, and brains that show what they saw."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest
import trio
from trio.testing import memory_stream_pair

from agentfw.body import PERFECT
from agentfw.bot import Bot, BotOptions, Circle
from agentfw.brains import Brain, Decision, Speak
from agentfw.engines.doors import Door
from agentfw.errors import ConnectFailed
from agentfw.testing import Script, ScriptedServer
from agentfw.vocabulary import Join
from tests.support.conversations import CLASSIC_NFO, WORLD, said
from tests.support.dialects import BOTH
from tests.support.servers import bot_session

if TYPE_CHECKING:
    from collections.abc import Callable

    from agentfw.body import Human
    from agentfw.brains import Decides
    from agentfw.perception import View
    from agentfw.recording import Record

__all__ = [
    "BOB",
    "WHERE",
    "Counting",
    "Idle",
    "Nowhere",
    "Stage",
    "batch",
    "classic",
    "closed",
    "either_server",
    "in_game",
    "modern",
]

WHERE: Final = "ut-host:3000"
BOB: Final = BotOptions(name="Bob")


def batch(time: str = "1.00", *, health: int = 100, team: int = 255) -> tuple[str, ...]:
    """One complete look at the world."""
    me = f"SLF {{Id Bot9}} {{Health {health}}} {{Team {team}}} {{Location 1.00,2.00,3.00}}"
    return (f"BEG {{Time {time}}}", me, f"END {{Time {time}}}")


def modern() -> Script:
    """A GB2004 server with Bob in its game, who has looked round once."""
    script = Script().reply("HELLO_BOT").expect("READY").reply(*WORLD).expect("INIT {Name Bob}")
    return script.reply("INITED {BotId Bot9}", *batch())


def classic() -> Script:
    """A classic server with Bob in its game, who has looked round once."""
    return Script().reply(CLASSIC_NFO).expect("INIT {Name Bob}").reply(*batch())


either_server = pytest.mark.parametrize("welcome", [modern, classic])
"""For a test that takes a function which makes a script."""


class Idle(Brain):
    """Does nothing."""

    def decide(self, view: View) -> Decision:
        """Nothing."""
        return Decision()


class Counting(Brain):
    """Says aloud the how manieth time it is asked, and keeps what it was shown."""

    def __init__(self) -> None:
        super().__init__()
        self.views: list[View] = []

    def decide(self, view: View) -> Decision:
        """The number of this think."""
        self.views.append(view)
        return Decision(say=Speak(f"think {len(self.views)}"))


def in_game(
    brain: Decides,
    *,
    record: Callable[[Record], None] | None = None,
    now: float = 0.0,
    human: Human = PERFECT,
) -> Circle:
    """A circle of a bot that was just let in by a classic server, and has not looked yet."""
    circle = Circle(brain, record=record, human=human)
    circle.connect(bot_session(Join("Bob")), WHERE, now)
    circle.feed(said(CLASSIC_NFO), now)
    circle.feed(said("BEG {Time 0.00}"), now)
    return circle


class Stage:
    """A scripted server behind a door, one script per connection."""

    def __init__(self, nursery: trio.Nursery, *scripts: Script, password: str | None = None) -> None:
        self.server = ScriptedServer(*scripts, patience_s=60.0)
        self.door = Door(WHERE, BOTH, self._open, password=password)
        self.opened_at: list[float] = []
        self.streams: list[trio.abc.Stream] = []
        self._nursery = nursery

    def bot(self, brain: Decides | None = None, options: BotOptions = BOB) -> Bot:
        """A bot in front of the door."""
        return Bot(self.door, brain or Idle(), options)

    async def _open(self) -> trio.abc.Stream:
        ours, theirs = memory_stream_pair()
        self.opened_at.append(trio.current_time())
        self.streams.append(ours)
        self._nursery.start_soon(self.server.play, theirs)
        return ours


class Nowhere:
    """A door that nobody opens; it notes when somebody knocked."""

    def __init__(self) -> None:
        self.door = Door(WHERE, BOTH, self._open)
        self.knocked_at: list[float] = []

    async def _open(self) -> trio.abc.Stream:
        self.knocked_at.append(trio.current_time())
        raise ConnectFailed(f"{WHERE}: connection refused")

    @property
    def waits(self) -> list[float]:
        """How long it was quiet between two knocks."""
        pairs = zip(self.knocked_at, self.knocked_at[1:], strict=False)
        return [after - before for before, after in pairs]


async def closed(stream: trio.abc.Stream) -> bool:
    """Whether our end of a connection in memory is closed."""
    try:
        await stream.send_all(b"?")
    except trio.ClosedResourceError:
        return True
    return False
