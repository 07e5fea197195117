"""Lost servers: how long a bot waits, how often it tries, and that it plays on when they are back."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import msgspec
import pytest
import trio
from structlog.testing import capture_logs

from agentfw.arena.server import Arena, ArenaOptions, open_arena
from agentfw.bot import Backoff, Bot, BotOptions
from agentfw.engines.doors import Door, local_door, server_door
from agentfw.errors import ConnectFailed, LinkError, PeerSilent
from agentfw.testing import Script
from tests.bot.stage import BOB, Counting, Idle, Nowhere, Stage, classic, either_server, modern
from tests.support.callers import eventually
from tests.support.conversations import CLASSIC_NFO
from tests.support.dialects import BOTH, CLASSIC, GB2004
from tests.support.servers import in_lockstep

if TYPE_CHECKING:
    from collections.abc import Callable

    from trio.testing import MockClock

    from agentfw.arena.server import ArenaServer
    from agentfw.recording import Record

either_dialect = pytest.mark.parametrize("dialect", [GB2004.name, CLASSIC.name])


def knocking(nowhere: Nowhere, **options: float) -> Bot:
    return Bot(nowhere.door, Idle(), msgspec.convert({"name": "Bob"} | options, BotOptions))


async def give_up(nowhere: Nowhere, **options: float) -> str:
    """What a bot says in the end that nobody lets in."""
    with pytest.raises(ConnectFailed) as caught:
        await knocking(nowhere, **options).run()
    return str(caught.value)


# How long, how often


async def test_giving_up_is_told_with_bot_reason_and_attempts(autojump_clock: MockClock) -> None:
    told = 'bot "Bob": ut-host:3000: connection refused (attempt 8 of 8)'
    assert await give_up(Nowhere()) == told


@pytest.mark.parametrize("most", [1, 2, 5])
async def test_bot_tries_as_often_as_told(autojump_clock: MockClock, most: int) -> None:
    nowhere = Nowhere()
    assert (await give_up(nowhere, max_attempts=most)).endswith(f"(attempt {most} of {most})")
    assert len(nowhere.knocked_at) == most


@pytest.mark.parametrize("seed", [0, 7])
async def test_waits_are_those_of_the_seed(autojump_clock: MockClock, seed: int) -> None:
    nowhere = Nowhere()
    await give_up(nowhere, seed=seed)
    rng = random.Random(f"{seed}/Bob/backoff")  # noqa: S311 - no secret
    backoff = Backoff(rng, first_s=0.5, most_s=30.0)
    assert nowhere.waits == pytest.approx([backoff.fail() for _ in range(7)])


async def test_waits_grow_up_to_the_most(autojump_clock: MockClock) -> None:
    nowhere = Nowhere()
    await give_up(nowhere, max_attempts=12)
    for number, wait in enumerate(nowhere.waits):
        whole = min(30.0, 0.5 * 2**number)
        assert 0.5 * whole <= wait <= whole


async def test_bots_of_different_names_do_not_come_in_step(autojump_clock: MockClock) -> None:
    waits = []
    for name in ("Ada", "Bob"):
        nowhere = Nowhere()
        with pytest.raises(ConnectFailed):
            await Bot(nowhere.door, Idle(), BotOptions(name=name)).run()
        waits.append(nowhere.waits)
    assert all(ada != bob for ada, bob in zip(*waits, strict=True))


async def test_every_try_is_logged_with_reason_and_next(autojump_clock: MockClock) -> None:
    nowhere = Nowhere()
    with capture_logs() as logs:
        await give_up(nowhere, max_attempts=3)
    assert logs == [
        {
            "event": "bot.disconnected",
            "log_level": "warning",
            "bot": "Bob",
            "team": None,
            "reason": "ut-host:3000: connection refused",
            "attempt": attempt,
            "of": 3,
            "next_in_s": round(nowhere.waits[attempt - 1], 1),
        }
        for attempt in (1, 2)
    ]


async def test_connection_that_lasted_makes_the_next_failure_the_first_again(
    nursery: trio.Nursery, autojump_clock: MockClock
) -> None:
    short, long = modern().close(), modern().wait(6.0).close()
    scripts = [short, short, short, long, modern()]
    with capture_logs() as logs:
        nursery.start_soon(Stage(nursery, *scripts).bot().run)
        await trio.sleep(30.0)
    attempts = [entry["attempt"] for entry in logs if entry["event"] == "bot.disconnected"]
    assert attempts[:4] == [1, 2, 3, 1]


@pytest.mark.parametrize(
    "script",
    [Script(), Script().reply("HELLO_BOT"), Script().reply(CLASSIC_NFO)],
    ids=["silent", "greets only", "announces only"],
)
async def test_server_that_never_lets_in_is_given_up_for_good(
    nursery: trio.Nursery, autojump_clock: MockClock, script: Script
) -> None:
    stage = Stage(nursery, *[script] * 20)
    options = msgspec.structs.replace(BOB, max_attempts=3)
    with trio.fail_after(100.0), pytest.raises(LinkError, match=r"\(attempt 3 of 3\)$"):
        await stage.bot(options=options).run()


async def test_host_that_never_answers_is_given_up_for_good(autojump_clock: MockClock) -> None:
    async def times_out() -> trio.abc.Stream:
        await trio.sleep(5.0)
        raise ConnectFailed("ut-host:3000: no answer within 5 s")

    bot = Bot(Door("ut-host:3000", BOTH, times_out), Idle(), BOB)
    with trio.fail_after(300.0), pytest.raises(ConnectFailed, match=r"\(attempt 8 of 8\)$"):
        await bot.run()


# Playing on


@either_server
async def test_bot_joins_again_after_the_server_hung_up(
    nursery: trio.Nursery, autojump_clock: MockClock, welcome: Callable[[], Script]
) -> None:
    stage = Stage(nursery, welcome().wait(1.0).close(), welcome())
    brain = Counting()
    bot = stage.bot(brain)
    nursery.start_soon(bot.run)
    await trio.sleep(4.0)
    stage.server.assert_done()
    assert (bot.is_playing, bot.statistics().connects, len(brain.views)) == (True, 2, 2)


async def test_bot_is_not_playing_between_two_connections(
    nursery: trio.Nursery, autojump_clock: MockClock
) -> None:
    bot = Stage(nursery, modern().close(), modern()).bot()
    nursery.start_soon(bot.run)
    await trio.sleep(0.2)
    assert not bot.is_playing


async def test_server_of_the_other_dialect_is_joined_too(
    nursery: trio.Nursery, autojump_clock: MockClock
) -> None:
    bot = Stage(nursery, modern().wait(1.0).close(), classic()).bot()
    nursery.start_soon(bot.run)
    await trio.sleep(4.0)
    link = bot.statistics().link
    assert link is not None
    assert (link.dialect, bot.is_playing) == (CLASSIC.name, True)


@either_server
async def test_server_that_falls_silent_is_left_and_joined_again(
    nursery: trio.Nursery, autojump_clock: MockClock, welcome: Callable[[], Script]
) -> None:
    stage = Stage(nursery, welcome(), welcome())
    with capture_logs() as logs:
        nursery.start_soon(stage.bot().run)
        await trio.sleep(16.0)
    gaps = [after - before for before, after in zip(stage.opened_at, stage.opened_at[1:], strict=False)]
    assert [entry["reason"] for entry in logs if entry["event"] == "bot.disconnected"] == [
        "the server has been silent for 15.0 s"
    ]
    assert 15.25 <= gaps[0] <= 15.5


async def test_silence_is_noticed_whenever_the_bot_began(
    nursery: trio.Nursery, autojump_clock: MockClock
) -> None:
    async def play_from(begins_at: float) -> None:
        await trio.sleep_until(begins_at)
        kept: list[Record] = []

        def keep(record: Record) -> None:
            kept.append(record)
            assert len(kept) < 100, "the bot looks at the same moment again and again"

        door = Stage(nursery, modern()).door
        with pytest.raises(PeerSilent, match=r"silent for 15\.0 s"):
            await Bot(door, Idle(), msgspec.structs.replace(BOB, max_attempts=1), record=keep).run()

    chance = random.Random(1)  # noqa: S311 - no secret
    async with trio.open_nursery() as bots:
        for _ in range(50):  # beyond a power of two, times are rounded more coarsely
            bots.start_soon(play_from, 32.0 - chance.uniform(1.0, 15.0))


async def test_quiet_server_that_answers_is_not_left(
    nursery: trio.Nursery, autojump_clock: MockClock
) -> None:
    script = modern()
    for _ in range(10):
        script.expect("PING").reply("PONG")
    stage = Stage(nursery, script)
    bot = stage.bot()
    nursery.start_soon(bot.run)
    await trio.sleep(45.0)
    assert (bot.is_playing, len(stage.opened_at)) == (True, 1)


async def test_server_that_takes_no_bytes_is_left(
    nursery: trio.Nursery, autojump_clock: MockClock
) -> None:
    _, stream = in_lockstep(nursery, classic().wait(1000.0))

    async def opens() -> trio.abc.Stream:
        return stream

    bot = Bot(Door("ut", [CLASSIC], opens), Counting(), msgspec.structs.replace(BOB, max_attempts=1))
    start = trio.current_time()
    with pytest.raises(PeerSilent, match=r'^bot "Bob": ut: the server took no bytes for 10 s'):
        await bot.run()
    assert trio.current_time() - start <= 11.0


async def test_start_is_reported_once_over_all_connections(
    nursery: trio.Nursery, autojump_clock: MockClock
) -> None:
    bot = Stage(nursery, modern().wait(1.0).close(), modern()).bot()
    assert await nursery.start(bot.run) is bot
    await trio.sleep(4.0)
    assert bot.statistics().connects == 2


def open_anew(dialect: str, seed: int) -> Arena:
    return Arena(ArenaOptions(map="dm-closet", mode="dm", dialect=dialect, seed=seed, bots=1))


class Cable:
    """The way to an arena in memory that may be cut, and laid to another one."""

    def __init__(self) -> None:
        self.server: ArenaServer | None = None
        self._streams: list[trio.abc.Stream] = []

    def connect(self) -> trio.abc.Stream:
        if self.server is None:
            raise LinkError("there is no arena")
        self._streams.append(self.server.connect())
        return self._streams[-1]

    async def cut(self) -> None:
        self.server = None
        await self._streams[-1].aclose()


@either_dialect
async def test_bot_plays_on_when_the_arena_behind_the_door_is_replaced(
    nursery: trio.Nursery, autojump_clock: MockClock, dialect: str
) -> None:
    first, second = open_anew(dialect, 1), open_anew(dialect, 2)
    cable = Cable()
    bot = Bot(local_door(cable.connect, [first.dialect]), Counting(), BOB)
    async with open_arena(first) as cable.server:
        await nursery.start(bot.run)
        await trio.sleep(5.0)
        await cable.cut()
    await trio.sleep(3.0)
    between = bot.statistics()
    async with open_arena(second) as cable.server:
        await trio.sleep(10.0)
        assert (between.is_playing, bot.statistics().is_playing) == (False, True)
        assert [player.name for player in second.world.players if not player.is_native] == ["Bob"]


async def test_bot_notices_that_an_arena_in_the_same_process_is_gone(
    nursery: trio.Nursery, autojump_clock: MockClock
) -> None:
    arena = open_anew(GB2004.name, 1)
    cable = Cable()
    bot = Bot(local_door(cable.connect, [arena.dialect]), Idle(), BOB)
    async with open_arena(arena) as cable.server:
        await nursery.start(bot.run)
    cable.server = None
    await trio.sleep(20.0)
    assert not bot.is_playing


@either_dialect
async def test_bot_plays_on_after_a_restart_on_the_same_port(
    nursery: trio.Nursery, dialect: str
) -> None:
    first, second = open_anew(dialect, 1), open_anew(dialect, 2)
    quick = msgspec.structs.replace(BOB, backoff_s=0.01, backoff_most_s=0.05, max_attempts=100)
    async with open_arena(first, host="127.0.0.1", ports={"bot": 0}) as server:
        host, port = server.addresses["bot"]
        bot = Bot(server_door(host, port), Idle(), quick)
        await nursery.start(bot.run)
    await eventually(lambda: not bot.is_playing)
    async with open_arena(second, host=host, ports={"bot": port}):
        await eventually(lambda: bot.is_playing)
        assert [player.name for player in second.world.players if not player.is_native] == ["Bob"]
