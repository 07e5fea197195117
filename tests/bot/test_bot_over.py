"""Matches that end: who is told, how often, what is still known then, and who stays for the next."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import msgspec
import pytest
import trio
from structlog.testing import capture_logs

from agentfw.arena.server import Arena, ArenaOptions, open_arena
from agentfw.bot import Bot
from agentfw.engines.doors import Door, local_door
from agentfw.errors import ConnectFailed, LinkClosed, PeerSilent
from agentfw.testing import Script
from tests.bot.stage import BOB, WHERE, Counting, Idle, Stage, batch, either_server, modern
from tests.support.dialects import BOTH, CLASSIC, GB2004

if TYPE_CHECKING:
    from collections.abc import Callable

    from trio.testing import MockClock

    from agentfw.arena.server import ArenaServer

STAYING = msgspec.structs.replace(BOB, stays=True)
either_dialect = pytest.mark.parametrize("dialect", [GB2004.name, CLASSIC.name])


class Witness:
    """Notes when a match was over, and what the bot knew then."""

    def __init__(self, bot: Bot) -> None:
        bot.on_over = self._note
        self.at: list[float] = []
        self.scores: list[dict[str, float]] = []
        self.deaths: list[int] = []

    def _note(self, bot: Bot) -> None:
        view = bot.circle.view
        assert view is not None
        self.at.append(trio.current_time())
        self.scores.append({str(who): score for who, score in view.scores.players.items()})
        self.deaths.append(bot.circle.store.deaths)


def guest(server: ArenaServer, *, stays: bool) -> Bot:
    """A bot at the door of an arena in memory."""
    door = local_door(server.connect, [server.arena.dialect])
    return Bot(door, Counting(), STAYING if stays else BOB)


def short(dialect: str, **options: object) -> Arena:
    """Matches of half a minute on the smallest map, with an opponent who is no match for anybody."""
    usual: dict[str, object] = {"map": "dm-closet", "mode": "dm", "dialect": dialect, "seed": 1}
    return Arena(msgspec.convert(usual | {"time_limit_min": 0.5} | options, ArenaOptions))


# Who is told


@either_server
async def test_end_of_a_match_is_told_once(
    nursery: trio.Nursery, autojump_clock: MockClock, welcome: Callable[[], Script]
) -> None:
    bot = Stage(nursery, welcome().wait(1.0).reply("FIN", "FIN").reply("FIN").close()).bot()
    witness = Witness(bot)
    assert await bot.run() == "the match is over"
    assert witness.at == [1.0]


@either_server
async def test_staying_bot_is_told_once_of_every_match(
    nursery: trio.Nursery, autojump_clock: MockClock, welcome: Callable[[], Script]
) -> None:
    def match() -> Script:
        return welcome().wait(2.0).reply("FIN").wait(1.0).reply("FIN").close()

    bot = Stage(nursery, match(), match(), match(), welcome()).bot(options=STAYING)
    witness = Witness(bot)
    nursery.start_soon(bot.run)
    await trio.sleep(20.0)
    assert (len(witness.at), bot.is_playing) == (3, True)


async def test_match_that_begins_anew_on_the_same_connection_can_end_again(
    nursery: trio.Nursery, autojump_clock: MockClock
) -> None:
    again = ("GAMERESTART {Started True}", "GAMERESTART {Finished True}", *batch("1.00"))
    script = modern().wait(1.0).reply("FIN").wait(1.0).reply(*again).wait(1.0).reply("FIN")
    bot = Stage(nursery, script).bot(options=STAYING)
    witness = Witness(bot)
    nursery.start_soon(bot.run)
    await trio.sleep(4.0)
    assert witness.at == [1.0, 3.0]


@either_server
async def test_connection_that_breaks_is_not_the_end_of_a_match(
    nursery: trio.Nursery, autojump_clock: MockClock, welcome: Callable[[], Script]
) -> None:
    bot = Stage(nursery, welcome().wait(1.0).close(), welcome()).bot()
    witness = Witness(bot)
    nursery.start_soon(bot.run)
    await trio.sleep(4.0)
    assert (witness.at, bot.statistics().connects) == ([], 2)


async def test_cancelled_bot_tells_of_no_end(nursery: trio.Nursery, autojump_clock: MockClock) -> None:
    bot = Stage(nursery, modern()).bot()
    witness = Witness(bot)
    with trio.move_on_after(3.0):
        await bot.run()
    assert witness.at == []


# What is known


@either_dialect
async def test_scores_of_the_match_are_known_when_it_ends(
    autojump_clock: MockClock, dialect: str
) -> None:
    arena = short(dialect, restarts=False)
    async with open_arena(arena) as server:
        bot = guest(server, stays=False)
        witness = Witness(bot)
        async with trio.open_nursery() as nursery:
            await nursery.start(bot.run)
            (player,) = arena.world.players
            await trio.sleep(5.0)
            arena.world.kill(player, None, arena.world.game.world_damage["suicide"])
    assert witness.deaths == [1]
    (scores,) = witness.scores
    assert list(scores.values()) == [-1.0]


# Staying


@either_dialect
async def test_staying_bot_thinks_on_in_every_later_match(
    autojump_clock: MockClock, dialect: str
) -> None:
    arena = short(dialect)
    async with open_arena(arena) as server, trio.open_nursery() as nursery:
        bot: Bot = await nursery.start(guest(server, stays=True).run)
        witness = Witness(bot)
        for _ in range(200):
            await trio.sleep(1.0)
            if arena.matches == 3:
                break
        before = bot.circle.thinks
        await trio.sleep(12.0)
        assert (len(witness.at), bot.is_playing) == (3, True)
        assert bot.circle.thinks - before > 30
        nursery.cancel_scope.cancel()


async def test_staying_bot_knocks_calmly_between_two_matches_and_complains_to_nobody(
    nursery: trio.Nursery, autojump_clock: MockClock
) -> None:
    stage = Stage(nursery, modern().wait(1.0).reply("FIN").close(), modern())
    closed_until = 30.0
    knocks: list[float] = []

    async def opens_late() -> trio.abc.Stream:
        if 0.0 < trio.current_time() < closed_until:
            knocks.append(trio.current_time())
            raise ConnectFailed("connection refused")
        return await stage.door.open()

    bot = Bot(Door(WHERE, BOTH, opens_late), Idle(), STAYING)
    with capture_logs() as logs:
        nursery.start_soon(bot.run)
        await trio.sleep(closed_until + 2.5)
    gaps = [after - before for before, after in itertools.pairwise(knocks)]
    assert (bot.is_playing, max(gaps) <= 2.0, len(gaps) < 40) == (True, True, True)
    assert [entry["event"] for entry in logs] == ["bot.joined", "bot.ended", "bot.joined"]


async def test_staying_bot_gives_up_when_no_other_match_begins(
    nursery: trio.Nursery, autojump_clock: MockClock
) -> None:
    stage = Stage(nursery, modern().wait(1.0).reply("FIN").close(), *[Script().close()] * 99)
    with trio.fail_after(200.0), pytest.raises(LinkClosed, match=r"\(attempt 8 of 8\)$"):
        await stage.bot(options=STAYING).run()
    assert trio.current_time() > 61.0


@either_dialect
async def test_staying_bot_plays_on_after_the_map_has_changed(
    autojump_clock: MockClock, dialect: str
) -> None:
    arena = short(dialect, time_limit_min=0.0)
    async with open_arena(arena) as server, trio.open_nursery() as nursery:
        bot: Bot = await nursery.start(guest(server, stays=True).run)
        witness = Witness(bot)
        await trio.sleep(5.0)
        arena.change_map("DM-Cellar")
        await trio.sleep(10.0)
        before = bot.circle.thinks
        await trio.sleep(10.0)
        view = bot.circle.view
        assert view is not None
        assert (view.game.level, bot.is_playing, len(witness.at)) == ("DM-Cellar", True, 1)
        assert bot.circle.thinks - before > 30
        nursery.cancel_scope.cancel()


# Frozen servers: connected, and never heard of again

HALF_A_LOOK = ("BEG {Time 2.00}", "SLF {Id Bot9} {Health 50}")


@either_server
@pytest.mark.parametrize(
    "last",
    [(), batch("2.00"), HALF_A_LOOK, (b"SLF {He",)],
    ids=["look", "later", "in a look", "in a line"],
)
async def test_server_that_freezes_in_the_game_is_left_after_fifteen_seconds(
    nursery: trio.Nursery,
    autojump_clock: MockClock,
    welcome: Callable[[], Script],
    last: tuple[str | bytes, ...],
) -> None:
    options = msgspec.structs.replace(BOB, max_attempts=1)
    script = welcome().wait(2.0)
    bot = Stage(nursery, script.reply(*last) if last else welcome()).bot(Idle(), options)
    with pytest.raises(PeerSilent, match=r"the server has been silent for 15\.0 s"):
        await bot.run()
    assert trio.current_time() == pytest.approx(17.0 if last else 15.0)


@either_server
async def test_server_that_freezes_after_the_match_is_left_by_a_staying_bot(
    nursery: trio.Nursery, autojump_clock: MockClock, welcome: Callable[[], Script]
) -> None:
    stage = Stage(nursery, welcome().wait(1.0).reply("FIN"), welcome())
    bot = stage.bot(options=STAYING)
    nursery.start_soon(bot.run)
    await trio.sleep(18.0)
    assert (bot.is_playing, bot.statistics().connects) == (True, 2)
    assert 16.0 <= stage.opened_at[1] <= 17.0


@either_dialect
async def test_game_that_is_paused_for_long_is_not_left(autojump_clock: MockClock, dialect: str) -> None:
    arena = short(dialect, time_limit_min=0.0)
    async with open_arena(arena) as server, trio.open_nursery() as nursery:
        bot: Bot = await nursery.start(guest(server, stays=False).run)
        arena.is_paused = True
        await trio.sleep(60.0)
        assert (bot.is_playing, bot.statistics().connects) == (True, 1)
        nursery.cancel_scope.cancel()
