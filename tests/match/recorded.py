"""Recorded bots: short matches in the arena, scripted servers, and recordings that were changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec
import trio
from trio.testing import MockClock

from agentfw.arena.server import ArenaOptions
from agentfw.bot import Bot, BotOptions
from agentfw.brains import Brain, BrainSetup, Decision, Explore, Speak, make_brain
from agentfw.engines.doors import MASKED
from agentfw.match import SoloOptions, play_solo
from agentfw.recording import Header, RecordingWriter, open_recording
from tests.bot.stage import Stage, batch

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from agentfw.perception import View
    from agentfw.recording import Record
    from agentfw.testing import Script

__all__ = [
    "EVERY_GAME",
    "FACTORY",
    "STUMBLER",
    "TALKER",
    "Random",
    "Stumbler",
    "Talker",
    "looks",
    "records_of",
    "replaced",
    "rewritten",
    "scripted",
    "solo",
    "solo_options",
]

EVERY_GAME: Final = [
    ("dm", "gamebots-2004"),
    ("dm", "gamebots-ut99"),
    ("tdm", "gamebots-2004"),
    ("tdm", "gamebots-ut99"),
    ("ctf", "gamebots-2004"),
    ("ctf", "gamebots-ut99"),
    ("ddom", "gamebots-2004"),
    ("dom", "gamebots-ut99"),
]
"""The game types with the dialects that have words for them."""

TALKER: Final = "tests.match.recorded:Talker"
FACTORY: Final = "tests.match.recorded:make_random"
STUMBLER: Final = "tests.match.recorded:Stumbler"


class Talker(Brain):
    """Says aloud what it was shown, and at what time."""

    def decide(self, view: View) -> Decision:
        """The health and the time."""
        return Decision(say=Speak(f"{view.health} at {view.now:.3f}"))


class Random(Brain):
    """Lets chance decide."""

    def decide(self, view: View) -> Decision:
        """Go, or talk."""
        if self.random.random() < 0.5:
            return Decision(move=Explore())
        return Decision(say=Speak(str(self.random.random())))


class Stumbler(Brain):
    """Talks twice, and then raises."""

    def __init__(self, setup: BrainSetup = BrainSetup()) -> None:
        super().__init__(setup)
        self._thinks = 0

    def decide(self, view: View) -> Decision:
        """A word, as long as there are any."""
        self._thinks += 1
        if self._thinks > 2:
            raise LookupError("no words")
        return Decision(say=Speak(f"word {self._thinks}"))


def make_random(setup: BrainSetup) -> Random:
    """A brain of chance."""
    return Random(setup)


def solo_options(brain: str = "hunter", **options: Any) -> SoloOptions:
    """A short match in virtual time; what an arena is told comes as ``arena={...}``."""
    usual = {"map": "dm-closet", "bots": 2, "time_limit_min": 0.2, "restarts": False}
    arena = usual | {"seed": options.get("seed", 0)} | options.pop("arena", {})
    told = {"brain": brain, "fast": True, **options}
    return SoloOptions(**told, arena=msgspec.convert(arena, ArenaOptions))


def solo(file: Path, brain: str = "hunter", **options: Any) -> Path:
    """The recording of a short match."""
    play_solo(solo_options(brain, **options), record=file)
    return file


def scripted(
    file: Path, *scripts: Script, seconds: float = 60.0, password: str | None = None, brain: str = TALKER
) -> Path:
    """The recording of a bot on a scripted server, cancelled after so long."""
    options = BotOptions(name="Bob")
    told = {} if password is None else {"password": MASKED}
    header = Header(bot="Bob", brain=brain, seed=0, dialect="auto", join=options.join(), options=told)

    async def play() -> None:
        async with trio.open_nursery() as nursery:
            stage = Stage(nursery, *scripts, password=password)
            with RecordingWriter(file, header) as writer, trio.move_on_after(seconds):
                made = make_brain(brain, BrainSetup(name="Bob"))
                await Bot(stage.door, made, options, record=writer.write).run()
            nursery.cancel_scope.cancel()

    trio.run(play, clock=MockClock(autojump_threshold=0.0))
    return file


def looks(script: Script, count: int = 3) -> Script:
    """The server goes on, with another look every second."""
    for number in range(count):
        script.wait(1.0).reply(*batch(f"{number + 2}.00", health=90 - number))
    return script


def records_of(file: Path) -> list[Record]:
    """Everything in a recording."""
    return list(open_recording(file))


def rewritten(file: Path, change: Callable[[list[Record]], Iterable[Record]], **header: Any) -> Path:
    """A copy of a recording with other records, and a header that says other things."""
    copy = file.with_name(f"changed-{file.name}")
    told = msgspec.structs.replace(open_recording(file).header, **header)
    with RecordingWriter(copy, told, overwrite=True) as writer:
        for record in change(records_of(file)):
            writer.write(record)
    return copy


def replaced(records: list[Record], old: Record, *new: Record) -> list[Record]:
    """The records with others in place of one."""
    place = records.index(old)
    return [*records[:place], *new, *records[place + 1 :]]
