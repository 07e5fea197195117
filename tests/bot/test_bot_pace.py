"""The pace of bots: how often they ask to look, that they keep it, and what they tell of it."""

from __future__ import annotations

import itertools
import math
import time
from collections import Counter
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
import trio
from structlog.testing import capture_logs

from agentfw.arena.server import Arena, ArenaOptions, open_arena
from agentfw.bot import Bot, BotOptions
from agentfw.brains import Brain, Decision
from agentfw.engines.doors import local_door, server_door
from agentfw.errors import UsageError
from agentfw.match import replay
from agentfw.recording import Header, RecordingWriter
from agentfw.testing import Script
from agentfw.vocabulary import Join
from tests.bot.stage import BOB, Counting, Stage, batch, classic, either_server, modern
from tests.match.recorded import TALKER, Talker
from tests.support.background import background_server
from tests.support.conversations import WORLD
from tests.support.dialects import CLASSIC, GB2004

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from trio.testing import MockClock

    from agentfw.perception import View

QUICK = msgspec.structs.replace(BOB, looks_hz=10.0)
HZ = 10.0
BOTS = 8


def paced() -> Script:
    """A GB2004 server that Bob asks for ten looks per second."""
    script = Script().reply("HELLO_BOT").expect("READY").reply(*WORLD).expect("INIT {Name Bob}")
    return script.reply("INITED {BotId Bot9}").expect("CONF {VisionTime 0.11}").reply(*batch())


# Asking for it


@pytest.mark.parametrize("looks_hz", [0.0, 0.49, 20.1, -3.0, math.nan, math.inf])
def test_pace_that_no_server_has_is_a_mistake(looks_hz: float) -> None:
    with pytest.raises(UsageError) as caught:
        BotOptions(looks_hz=looks_hz)
    assert str(caught.value) == f"looks_hz must be from 0.5 to 20 per second, got {looks_hz:g}"


@pytest.mark.parametrize("looks_hz", [None, 0.5, 10.0, 20.0])
def test_pace_is_part_of_how_a_bot_introduces_itself(looks_hz: float | None) -> None:
    assert BotOptions(name="Bob", looks_hz=looks_hz).join() == Join("Bob", looks_hz=looks_hz)


async def test_pace_is_asked_for_again_after_reconnecting(
    nursery: trio.Nursery, autojump_clock: MockClock
) -> None:
    stage = Stage(nursery, paced().wait(1.0).close(), paced())
    bot = stage.bot(options=QUICK)
    nursery.start_soon(bot.run)
    await trio.sleep(4.0)
    stage.server.assert_done()
    assert (bot.is_playing, bot.statistics().connects) == (True, 2)


async def test_server_without_a_word_for_the_pace_is_reported_once(
    nursery: trio.Nursery, autojump_clock: MockClock
) -> None:
    bot = Stage(nursery, classic().wait(1.0).close(), classic()).bot(options=QUICK)
    with capture_logs() as logs:
        nursery.start_soon(bot.run)
        await trio.sleep(4.0)
    assert bot.statistics().connects == 2
    assert [entry for entry in logs if entry["event"] == "bot.pace_not_settable"] == [
        {
            "event": "bot.pace_not_settable",
            "log_level": "warning",
            "bot": "Bob",
            "team": None,
            "wanted": 10.0,
            "dialect": CLASSIC.name,
        }
    ]


@pytest.mark.parametrize(("script", "options"), [(paced(), QUICK), (classic(), BOB)])
async def test_nothing_is_reported_of_a_pace_that_is_set_or_not_wanted(
    nursery: trio.Nursery, autojump_clock: MockClock, script: Script, options: BotOptions
) -> None:
    with capture_logs() as logs:
        await nursery.start(Stage(nursery, script).bot(options=options).run)
    assert [entry["event"] for entry in logs] == ["bot.joined"]


@either_server
async def test_recording_of_a_paced_bot_replays_exactly(
    nursery: trio.Nursery,
    autojump_clock: MockClock,
    tmp_path: Path,
    welcome: Callable[[], Script],
) -> None:
    def script() -> Script:
        return (welcome() if welcome is classic else paced()).wait(1.0).reply(*batch("2.00")).close()

    file = tmp_path / "paced.rec"
    header = Header(bot="Bob", brain=TALKER, seed=0, dialect="auto", join=QUICK.join())
    stage = Stage(nursery, script(), script())
    with RecordingWriter(file, header) as writer, trio.move_on_after(5.0):
        await Bot(stage.door, Talker(), QUICK, record=writer.write).run()
    verdict = replay(file, brain=TALKER)
    assert (verdict.is_exact, verdict.thinks) == (True, 4)


# Keeping it


class Punctual(Brain):
    """Does nothing, and notes when it was asked."""

    def __init__(self) -> None:
        super().__init__()
        self.asked_at: list[float] = []

    def decide(self, view: View) -> Decision:
        self.asked_at.append(trio.current_time())
        return Decision()


async def asked(seconds: float, *, apart_s: float, looks_hz: float | None = HZ) -> list[list[float]]:
    """When each of some bots was asked, that joined so long after one another."""
    arena = Arena(ArenaOptions(map="dm-foundry", mode="dm", dialect=GB2004.name, time_limit_min=0))
    brains = [Punctual() for _ in range(BOTS)]
    async with open_arena(arena) as server, trio.open_nursery() as nursery:
        door = local_door(server.connect, [arena.dialect])
        for number, brain in enumerate(brains):
            options = BotOptions(name=f"bot{number}", looks_hz=looks_hz)
            nursery.start_soon(Bot(door, brain, options).run)
            await trio.sleep(apart_s)
        await trio.sleep(2.0)
        for brain in brains:
            brain.asked_at.clear()
        await trio.sleep(seconds)
        nursery.cancel_scope.cancel()
    return [brain.asked_at for brain in brains]


async def test_bots_think_at_the_pace_they_asked_for(autojump_clock: MockClock) -> None:
    moments = await asked(60.0, apart_s=0.0)
    assert [len(times) / 60.0 for times in moments] == pytest.approx([HZ] * BOTS, rel=0.01)


async def test_bots_keep_the_rhythm_within_a_tick_of_the_server(autojump_clock: MockClock) -> None:
    moments = await asked(60.0, apart_s=0.0)
    gaps = [after - before for times in moments for before, after in itertools.pairwise(times)]
    assert 0.09 <= min(gaps) <= max(gaps) <= 0.14


async def test_bots_without_a_wish_think_at_the_pace_of_the_server(autojump_clock: MockClock) -> None:
    moments = await asked(20.0, apart_s=0.0, looks_hz=None)
    assert [len(times) / 20.0 for times in moments] == pytest.approx([4.4] * BOTS, rel=0.02)


async def test_bots_that_join_within_one_look_do_not_think_all_at_once(
    autojump_clock: MockClock,
) -> None:
    moments = await asked(60.0, apart_s=1.0 / HZ / BOTS)
    together = Counter(round(moment, 3) for times in moments for moment in times)
    assert max(together.values()) <= BOTS // 2 + 1


@pytest.mark.slow
@pytest.mark.timeout(120)
async def test_bots_keep_the_pace_by_the_real_clock() -> None:
    moments = await asked(60.0, apart_s=1.0 / HZ / BOTS)
    assert [len(times) / 60.0 for times in moments] == pytest.approx([HZ] * BOTS, rel=0.1)


# Telling of it


async def test_statistics_tell_the_pace_of_an_arena(autojump_clock: MockClock) -> None:
    arena = Arena(ArenaOptions(map="dm-closet", mode="dm", dialect=GB2004.name, time_limit_min=0))
    async with open_arena(arena) as server, trio.open_nursery() as nursery:
        bot: Bot = await nursery.start(
            Bot(local_door(server.connect, [arena.dialect]), Counting(), QUICK).run
        )
        await trio.sleep(30.0)
        pace = bot.statistics().pace
        nursery.cancel_scope.cancel()
    assert (pace.thinks_hz, pace.thinks_hz_overall) == pytest.approx((10.0, 10.0), rel=0.02)
    assert pace.commands_hz == pytest.approx(10.0, rel=0.02)
    assert pace.lines_hz > 50.0
    assert pace.lag.most_ms == 0.0


async def test_rates_count_lines_and_commands_over_all_connections(
    nursery: trio.Nursery, autojump_clock: MockClock
) -> None:
    def script() -> Script:
        looks = modern()
        for number in range(40):
            looks.wait(0.25).reply(*batch(f"{number}.00"))
        return looks

    bot = Stage(nursery, script().close(), script().wait(100.0)).bot(Counting())
    nursery.start_soon(bot.run)
    await trio.sleep(10.0 + 0.5 + 8.0)
    pace = bot.statistics().pace
    assert (bot.is_playing, bot.statistics().connects) == (True, 2)
    assert (pace.thinks_hz, pace.lines_hz, pace.commands_hz) == pytest.approx((4.0, 12.0, 4.0))
    assert pace.thinks_hz_overall == pytest.approx(4.0, rel=0.1)


async def test_statistics_can_be_asked_for_after_the_end(
    nursery: trio.Nursery, autojump_clock: MockClock
) -> None:
    bot = Stage(nursery, modern().wait(1.0).reply(*batch()).wait(1.0).reply("FIN").close()).bot()
    await bot.run()
    assert bot.statistics().pace.thinks_hz == pytest.approx(0.5)


# Too much


def piled(*times: float) -> tuple[str, ...]:
    """Looks of several moments that come in one piece."""
    return tuple(line for time in times for line in batch(f"{time:.2f}"))


def overloads(logs: list[Any]) -> list[tuple[int, float]]:
    found = [entry for entry in logs if entry["event"] == "bot.overloaded"]
    return [(entry["dropped"], entry["over_s"]) for entry in found]


@either_server
async def test_looks_that_were_not_thought_about_are_reported(
    nursery: trio.Nursery, autojump_clock: MockClock, welcome: Callable[[], Script]
) -> None:
    script = welcome().wait(4.0).reply(*piled(5.0, 5.1, 5.2, 5.3))
    with capture_logs() as logs:
        await nursery.start(Stage(nursery, script).bot().run)
        await trio.sleep(5.0)
    assert logs[-1] == {
        "event": "bot.overloaded",
        "log_level": "warning",
        "bot": "Bob",
        "team": None,
        "dropped": 3,
        "over_s": 4.0,
    }


async def test_overload_is_reported_every_ten_seconds_at_most(
    nursery: trio.Nursery, autojump_clock: MockClock
) -> None:
    script = modern()
    for second in range(1, 26):
        script.wait(1.0).reply(*piled(second, second + 0.5))
    bot = Stage(nursery, script.wait(100.0)).bot()
    with capture_logs() as logs:
        await nursery.start(bot.run)
        await trio.sleep(26.0)
    assert overloads(logs) == [(1, 1.0), (10, 10.0), (10, 10.0)]
    assert bot.statistics().circle.thinks_dropped == 25


async def test_last_of_an_overload_is_reported_when_it_is_over(
    nursery: trio.Nursery, autojump_clock: MockClock
) -> None:
    script = modern().wait(1.0).reply(*piled(1.0, 1.5)).wait(1.0).reply(*piled(2.0, 2.1, 2.2))
    with capture_logs() as logs:
        await nursery.start(Stage(nursery, script.wait(10.0).reply(*batch("13.0"))).bot().run)
        await trio.sleep(13.0)
    assert overloads(logs) == [(1, 1.0), (2, 11.0)]


async def test_looks_that_are_thought_about_are_no_overload(
    nursery: trio.Nursery, autojump_clock: MockClock
) -> None:
    script = modern()
    for second in range(20):
        script.wait(0.1).reply(*batch(f"{second}.00"))
    with capture_logs() as logs:
        await nursery.start(Stage(nursery, script).bot().run)
        await trio.sleep(3.0)
    assert overloads(logs) == []


async def test_lag_is_the_age_of_the_oldest_look_that_waited(
    nursery: trio.Nursery, autojump_clock: MockClock
) -> None:
    script = modern().wait(1.0).reply(*piled(2.0, 2.25, 2.5)).wait(1.0).reply(*batch("3.00"))
    bot = Stage(nursery, script).bot()
    await nursery.start(bot.run)
    await trio.sleep(3.0)
    lag = bot.statistics().pace.lag
    assert (lag.count, lag.p50_ms, lag.most_ms) == pytest.approx((3, 0.0, 500.0))


async def test_lag_is_none_when_the_games_clock_began_anew(
    nursery: trio.Nursery, autojump_clock: MockClock
) -> None:
    bot = Stage(nursery, modern().wait(1.0).reply(*piled(200.0, 0.5))).bot()
    await nursery.start(bot.run)
    await trio.sleep(2.0)
    assert bot.statistics().pace.lag.most_ms == 0.0


class Blocking(Counting):
    """Takes longer to decide than there is between two looks, and lets nobody else run meanwhile."""

    def decide(self, view: View) -> Decision:
        time.sleep(0.05)
        return super().decide(view)


@pytest.mark.timeout(30)
def test_slow_brain_thinks_about_the_newest_look_and_drops_the_rest() -> None:
    script = modern()
    for look in range(1, 31):
        script.wait(0.01).reply(*batch(f"{look}.00", health=look))
    brain = Blocking()
    with background_server(script.reply("FIN").close()) as server, capture_logs() as logs:
        bot = Bot(server_door(server.host, server.port), brain, BOB)
        trio.run(bot.run)
    told = bot.statistics()
    assert told.circle.thinks_dropped >= 10
    assert told.circle.thinks + told.circle.thinks_dropped <= 31
    assert len(overloads(logs)) == 1
    healths = [view.health or 0 for view in brain.views]
    assert healths[1:] == sorted(healths[1:])
    assert told.pace.lag.most_ms > 1000.0
