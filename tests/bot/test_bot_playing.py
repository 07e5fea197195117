"""A bot in the game: matches that end, kicks, new maps, slow and broken brains."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING

import msgspec
import pytest
import trio
from structlog.testing import capture_logs

from agentfw.arena.server import Arena, ArenaOptions, open_arena
from agentfw.bot import Bot, BotOptions
from agentfw.brains import Brain, Decision
from agentfw.engines.doors import Door, local_door
from agentfw.errors import PluginError, UsageError
from agentfw.vocabulary import Died
from tests.bot.stage import BOB, Counting, Idle, Stage, batch, closed, either_server, modern
from tests.support.dialects import BOTH, CLASSIC, GB2004

if TYPE_CHECKING:
    from collections.abc import Callable

    from trio.testing import MockClock

    from agentfw.arena.server import ArenaServer
    from agentfw.perception import View
    from agentfw.testing import Script

STAYING = msgspec.structs.replace(BOB, stays=True)
either_dialect = pytest.mark.parametrize("dialect", [GB2004.name, CLASSIC.name])


def small(dialect: str = GB2004.name, **options: float) -> Arena:
    """A match on the smallest map."""
    usual: dict[str, object] = {"map": "dm-closet", "mode": "dm", "dialect": dialect, "seed": 1}
    return Arena(msgspec.convert(usual | options, ArenaOptions))


def guest(server: ArenaServer, brain: Brain | None = None, options: BotOptions = BOB) -> Bot:
    """A bot at the door of an arena in memory."""
    return Bot(local_door(server.connect, [server.arena.dialect]), brain or Idle(), options)


# The end


@either_server
async def test_end_of_the_match_is_the_end_of_the_bot(
    nursery: trio.Nursery, autojump_clock: MockClock, welcome: Callable[[], Script]
) -> None:
    stage = Stage(nursery, welcome().wait(1.0).reply("FIN").close())
    bot = stage.bot()
    assert await bot.run() == "the match is over"
    assert (bot.ended, bot.is_playing, len(stage.opened_at)) == ("the match is over", False, 1)


async def test_match_that_ends_as_the_bot_joins_ends_the_bot(
    nursery: trio.Nursery, autojump_clock: MockClock
) -> None:
    assert await Stage(nursery, modern().reply("FIN").close()).bot().run() == "the match is over"


@either_server
async def test_bot_leaves_after_the_end_also_when_the_server_stays_connected(
    nursery: trio.Nursery, autojump_clock: MockClock, welcome: Callable[[], Script]
) -> None:
    stage = Stage(nursery, welcome().wait(1.0).reply("FIN").wait(1000.0))
    with trio.fail_after(30.0):
        assert await stage.bot().run() == "the match is over"


async def test_end_is_logged_with_its_reason(nursery: trio.Nursery, autojump_clock: MockClock) -> None:
    with capture_logs() as logs:
        await Stage(nursery, modern().wait(1.0).reply("FIN").close()).bot().run()
    assert logs[-1] == {
        "event": "bot.ended",
        "log_level": "info",
        "bot": "Bob",
        "team": None,
        "reason": "the match is over",
    }


@either_dialect
async def test_bot_plays_a_match_of_the_arena_to_its_end(
    autojump_clock: MockClock, dialect: str
) -> None:
    async with open_arena(small(dialect, time_limit_min=0.2)) as server:
        bot = guest(server)
        with trio.fail_after(30.0):
            assert await bot.run() == "the match is over"
    assert bot.statistics().circle.thinks > 20


async def test_bot_that_runs_cannot_be_run_again_before_it_has_ended(autojump_clock: MockClock) -> None:
    async with open_arena(small(time_limit_min=0.2)) as server, trio.open_nursery() as nursery:
        bot: Bot = await nursery.start(guest(server).run)
        with pytest.raises(UsageError, match='bot "Bob" runs already'):
            await bot.run()
        await trio.sleep(1.0)
        assert (bot.is_playing, len(server.arena.world.players)) == (True, 1)


@either_dialect
async def test_kicked_bot_goes_and_does_not_come_back(autojump_clock: MockClock, dialect: str) -> None:
    async with open_arena(small(dialect)) as server, trio.open_nursery() as nursery:
        bot: Bot = await nursery.start(guest(server).run)
        server.arena.kick_clients()
        await trio.sleep(60.0)
        assert (bot.ended, bot.statistics().connects) == ("the match is over", 1)
        assert server.arena.clients == []


@either_dialect
async def test_staying_bot_plays_the_next_match_too(autojump_clock: MockClock, dialect: str) -> None:
    arena = small(dialect, time_limit_min=1.0)
    async with open_arena(arena) as server, trio.open_nursery() as nursery:
        bot: Bot = await nursery.start(guest(server, options=STAYING).run)
        await trio.sleep(120.0)
        assert arena.matches >= 1
        assert bot.statistics().connects >= 2
        nursery.cancel_scope.cancel()


async def test_staying_bot_follows_to_another_map(autojump_clock: MockClock) -> None:
    arena = small()
    async with open_arena(arena) as server, trio.open_nursery() as nursery:
        bot: Bot = await nursery.start(guest(server, options=STAYING).run)
        arena.change_map("DM-Cellar")
        await trio.sleep(10.0)
        view = bot.circle.view
        assert view is not None
        assert (view.game.level, bot.is_playing) == ("DM-Cellar", True)
        nursery.cancel_scope.cancel()


@either_dialect
async def test_bot_that_does_not_stay_leaves_when_the_map_changes(
    autojump_clock: MockClock, dialect: str
) -> None:
    async with open_arena(small(dialect)) as server, trio.open_nursery() as nursery:
        bot: Bot = await nursery.start(guest(server).run)
        server.arena.change_map("DM-Cellar")
        await trio.sleep(10.0)
        assert (bot.ended, bot.statistics().connects) == ("the match is over", 1)


async def test_bot_plays_on_when_the_game_is_restarted(
    nursery: trio.Nursery, autojump_clock: MockClock
) -> None:
    brain = Counting()
    script = modern().reply("GAMERESTART {Started True}", "GAMERESTART {Finished True}").wait(1.0)
    bot = Stage(nursery, script.reply(*batch("2.00", health=55))).bot(brain)
    await nursery.start(bot.run)
    await trio.sleep(2.0)
    assert (bot.is_playing, brain.views[-1].health) == (True, 55)


@either_dialect
async def test_death_is_thought_about_before_the_next_look(
    autojump_clock: MockClock, dialect: str
) -> None:
    brain = Counting()
    arena = small(dialect)
    async with open_arena(arena) as server, trio.open_nursery() as nursery:
        await nursery.start(guest(server, brain).run)
        (player,) = arena.world.players
        arena.world.kill(player, None, arena.world.game.world_damage["suicide"])
        died_at = trio.current_time()
        await trio.sleep(10.0)
        nursery.cancel_scope.cancel()
    heard_at = [view.now for view in brain.views if view.happened(Died)]
    assert len(heard_at) == 1
    assert heard_at[0] <= died_at + arena.tick_s + 0.001
    assert brain.views[-1].is_alive


# Slow brains


class Slow(Counting):
    """Takes as long as it is told, by the stopwatch of its circle."""

    def __init__(self) -> None:
        super().__init__()
        self.clock = 0.0
        self.takes_s = 0.2

    def decide(self, view: View) -> Decision:
        self.clock += self.takes_s
        return super().decide(view)


def slow_bot(stage: Stage, brain: Slow, options: BotOptions = BOB) -> Bot:
    bot = stage.bot(brain, options)
    bot.circle.stopwatch = lambda: brain.clock
    return bot


def looks(script: Script, count: int, every_s: float) -> Script:
    for _ in range(count):
        script.wait(every_s).reply(*batch())
    return script


async def test_slow_think_is_reported_with_its_duration(
    nursery: trio.Nursery, autojump_clock: MockClock
) -> None:
    with capture_logs() as logs:
        await nursery.start(slow_bot(Stage(nursery, modern()), Slow()).run)
    assert logs[0] == {
        "event": "bot.slow_think",
        "log_level": "warning",
        "bot": "Bob",
        "team": None,
        "took_ms": 200,
        "slow": 1,
    }


async def test_slow_thinks_are_reported_once_in_ten_seconds_and_all_counted(
    nursery: trio.Nursery, autojump_clock: MockClock
) -> None:
    with capture_logs() as logs:
        bot = slow_bot(Stage(nursery, looks(modern(), 50, 0.5)), Slow())
        await nursery.start(bot.run)
        await trio.sleep(25.1)
    assert [entry["slow"] for entry in logs if entry["event"] == "bot.slow_think"] == [1, 21, 41]
    assert bot.statistics().thinks_slow == 51


async def test_what_counts_as_slow_can_be_chosen(
    nursery: trio.Nursery, autojump_clock: MockClock
) -> None:
    patient = msgspec.structs.replace(BOB, slow_think_s=0.2)
    bot = slow_bot(Stage(nursery, modern()), Slow(), patient)
    with capture_logs() as logs:
        await nursery.start(bot.run)
    assert ([entry["event"] for entry in logs], bot.statistics().thinks_slow) == (["bot.joined"], 0)


async def test_quick_thinks_are_not_reported(nursery: trio.Nursery, autojump_clock: MockClock) -> None:
    brain = Slow()
    brain.takes_s = 0.001
    with capture_logs() as logs:
        bot = slow_bot(Stage(nursery, looks(modern(), 5, 0.2)), brain)
        await nursery.start(bot.run)
        await trio.sleep(2.0)
    assert [entry["event"] for entry in logs] == ["bot.joined"]
    assert bot.statistics().think.most_ms == pytest.approx(1.0)


async def test_answer_takes_no_longer_because_others_have_their_turn_then(
    nursery: trio.Nursery, autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 0.0
    monkeypatch.setattr("agentfw.bot.bot.time", SimpleNamespace(perf_counter=lambda: now))
    stage = Stage(nursery, looks(modern(), 5, 0.2))

    async def opens() -> trio.abc.Stream:
        stream = await stage.door.open()
        assert isinstance(stream, trio.StapledStream)
        leave = stream.send_stream.send_all_hook

        async def leave_and_wait() -> None:
            nonlocal now
            await leave()
            now += 5.0

        stream.send_stream.send_all_hook = leave_and_wait
        return stream

    bot = Bot(Door("ut", BOTH, opens), Counting(), BOB)
    nursery.start_soon(bot.run)
    await trio.sleep(2.0)
    turnaround = bot.statistics().turnaround
    assert (turnaround.count > 5, turnaround.most_ms, now > 25.0) == (True, 0.0, True)


async def test_looks_that_piled_up_are_answered_once(
    nursery: trio.Nursery, autojump_clock: MockClock
) -> None:
    piled = [line for health in range(99, 49, -1) for line in batch(health=health)]
    brain = Counting()
    stage = Stage(nursery, modern().wait(1.0).reply(*piled))
    bot = stage.bot(brain)
    await nursery.start(bot.run)
    await trio.sleep(2.0)
    assert [view.health for view in brain.views] == [100, 50]
    assert bot.statistics().circle.thinks_dropped == 49
    assert [line for line in stage.server.received if "think" in line][-1].count("think 2") == 1


# Broken brains


class Failing(Brain):
    """Fails at its second think."""

    asked = 0

    def decide(self, view: View) -> Decision:
        self.asked += 1
        if self.asked > 1:
            raise LookupError("no plan for this")
        return Decision()


@either_server
async def test_failing_brain_ends_the_bot_and_says_goodbye(
    nursery: trio.Nursery, autojump_clock: MockClock, welcome: Callable[[], Script]
) -> None:
    stage = Stage(nursery, welcome().wait(1.0).reply(*batch()))
    with pytest.raises(PluginError) as caught:
        await stage.bot(Failing()).run()
    told = "Failing.decide() raised LookupError at 1.00 s: no plan for this"
    assert (str(caught.value), len(stage.opened_at)) == (told, 1)
    assert await closed(stage.streams[0])


async def test_ended_tells_why_a_bot_stopped_with_an_error(
    nursery: trio.Nursery, autojump_clock: MockClock
) -> None:
    bot = Stage(nursery, modern().wait(1.0).reply(*batch())).bot(Failing())
    with pytest.raises(PluginError):
        await bot.run()
    assert "no plan for this" in bot.ended
