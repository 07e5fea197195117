"""The server is killed and comes back in the middle of a fight: so does the bot, with a clean slate."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import trio

from agentfw.arena.server import open_arena
from agentfw.bot import Bot, BotOptions
from agentfw.brains import BrainSetup, TravelTo
from agentfw.brains.hunter import Hunter
from agentfw.engines.doors import Door
from agentfw.errors import ConnectFailed
from agentfw.match import replay
from agentfw.recording import Header, RecordingWriter, open_recording
from tests.scenarios import drawings
from tests.scenarios.brains import Errands, Idle
from tests.scenarios.stage import commands
from tests.support.dialects import CLASSIC, GB2004

if TYPE_CHECKING:
    from pathlib import Path

    from trio.testing import MockClock

    from agentfw.arena.server import Arena, ArenaServer
    from agentfw.engines.gamebots import Dialect
    from tests.scenarios.stage import Actor, Stage

both_dialects = pytest.mark.parametrize("dialect", [GB2004, CLASSIC], ids=lambda dialect: dialect.name)
BOB = BotOptions(name="Bob", seed=1)
SHOOTS = ("SHOOT", "STOPSHOOT")


# Without network


def fighting(stage: Stage, dialect: Dialect) -> Actor[Hunter]:
    """A bot that holds its trigger pulled at somebody in a hall."""
    stage.open(drawings.HALL.arena(dialect.name))
    stage.bring_in(Idle, name="Foe").pawn.body.put(drawings.HALL.there)
    bob = stage.enter(Hunter)
    stage.play_until(lambda: bool(bob.said("SHOOT")), within=10.0)
    stage.play(0.5)
    return bob


def restart(stage: Stage, dialect: Dialect) -> float:
    """Replace the server by one on which the foe is in the same place; when that was."""
    stage.restart(drawings.HALL.arena(dialect.name))
    killed_at = stage.now
    foe = stage.actors[0]
    stage.play_until(lambda: foe.has_body, within=5.0)
    foe.pawn.body.put(drawings.HALL.there)
    return killed_at


@both_dialects
def test_fight_goes_on_with_a_new_pull_of_the_trigger(stage: Stage, dialect: Dialect) -> None:
    bob = fighting(stage, dialect)
    killed_at = restart(stage, dialect)
    stage.play(5.0)
    triggers = [line for at, line in commands(bob.records) if at > killed_at and line.word in SHOOTS]
    assert [line.word for line in triggers[:1]] == ["SHOOT"]


@both_dialects
def test_arena_of_the_new_server_sees_the_bot_fire(stage: Stage, dialect: Dialect) -> None:
    bob = fighting(stage, dialect)
    restart(stage, dialect)
    stage.play_until(lambda: bob.has_body and bob.pawn.firing > 0, within=5.0)


@both_dialects
def test_bot_says_nothing_on_a_new_connection_before_it_is_let_in(
    stage: Stage, dialect: Dialect
) -> None:
    bob = fighting(stage, dialect)
    killed_at = restart(stage, dialect)
    stage.play(3.0)
    words = [line.word for at, line in commands(bob.records) if at > killed_at]
    assert set(words[: words.index("INIT")]) <= {"READY"}


@both_dialects
def test_journey_of_the_lost_connection_fails_for_that_reason(stage: Stage, dialect: Dialect) -> None:
    stage.open(drawings.CORRIDOR.arena(dialect.name))
    goal = drawings.CORRIDOR.there
    bob = stage.enter(lambda: Errands(*(TravelTo(location=goal, tolerance_uu=t) for t in (50.0, 49.0))))
    stage.play(2.0)
    stage.restart(drawings.CORRIDOR.arena(dialect.name))
    stage.play_until(lambda: bob.brain.is_finished, within=20.0)
    lost, again = bob.brain.ended
    assert (lost.reason, again.is_done) == ("the connection was lost", True)


# With a door that opens and closes


class House:
    """A door behind which there is a server, another one, or none."""

    def __init__(self, dialect: Dialect) -> None:
        self.door = Door("arena", [dialect], self._open)
        self.server: ArenaServer | None = None
        self.knocked = 0
        self._streams: list[trio.abc.Stream] = []

    async def burn_down(self) -> None:
        """The server is gone, and every connection breaks."""
        self.server = None
        for stream in self._streams:
            await stream.aclose()
        self._streams.clear()

    async def _open(self) -> trio.abc.Stream:
        self.knocked += 1
        if self.server is None:
            raise ConnectFailed("arena: connection refused")
        self._streams.append(self.server.connect())
        return self._streams[-1]


def duel(dialect: Dialect) -> Arena:
    """A hall with a bot of the game in it, who shoots badly."""
    return drawings.HALL.arena(dialect.name, bots=1, skill=1.0, score_limit=0)


async def fight_twice(file: Path, dialect: Dialect, away_s: float) -> tuple[Bot, float, int]:
    """Fight on one server, then on the next; the bot, when the first one died, and the knocks."""
    house = House(dialect)
    header = Header(bot="Bob", brain="hunter", seed=1, dialect=dialect.name, join=BOB.join())
    with RecordingWriter(file, header) as writer:
        brain = Hunter(BrainSetup(name="Bob", seed=1))
        bot = Bot(house.door, brain, BOB, record=writer.write)
        async with trio.open_nursery() as nursery:
            async with open_arena(duel(dialect)) as house.server:
                await nursery.start(bot.run)
                await trio.sleep(10.0)
                await house.burn_down()
            killed_at = bot.circle.view.now if bot.circle.view is not None else 0.0
            await trio.sleep(away_s)
            async with open_arena(duel(dialect)) as house.server:
                await trio.sleep(20.0)
                nursery.cancel_scope.cancel()
    return bot, killed_at, house.knocked


@both_dialects
async def test_bot_is_back_and_fights_after_the_server_was_restarted(
    tmp_path: Path, autojump_clock: MockClock, dialect: Dialect
) -> None:
    bot, killed_at, knocked = await fight_twice(tmp_path / "fight", dialect, 3.0)
    assert (bot.statistics().connects, knocked > 2) == (2, True)
    records = list(open_recording(tmp_path / "fight"))
    shots = [at for at, line in commands(records) if line.word == "SHOOT"]
    assert min(shots) < killed_at < max(shots)


@both_dialects
async def test_fight_on_two_servers_replays_exactly_from_its_file(
    tmp_path: Path, autojump_clock: MockClock, dialect: Dialect
) -> None:
    await fight_twice(tmp_path / "fight", dialect, 3.0)
    verdict = replay(tmp_path / "fight")
    assert (verdict.is_exact, verdict.is_cut, verdict.first_difference) == (True, False, None)
    assert verdict.thinks > 50
