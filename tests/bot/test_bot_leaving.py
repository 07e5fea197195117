"""Leaving: a cancelled bot says goodbye, takes a second at most, and leaves no connection behind."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

import pytest
import trio
from trio.testing import lockstep_stream_pair, memory_stream_pair, wait_all_tasks_blocked

from agentfw.arena.server import Arena, ArenaOptions, open_arena
from agentfw.bot import Bot
from agentfw.engines.doors import Door, local_door, server_door
from agentfw.errors import RecordingError
from agentfw.recording import Connected, Ended, Received, Sent
from agentfw.testing import Script, ScriptedServer, scripted_server
from tests.bot.stage import BOB, WHERE, Counting, Idle, Nowhere, Stage, classic, closed, modern
from tests.support.conversations import CLASSIC_NFO, WORLD
from tests.support.dialects import BOTH, CLASSIC, GB2004

if TYPE_CHECKING:
    from trio.testing import MockClock

    from agentfw.recording import Record

_PHASES = {
    "silent": Script(),
    "greeted": Script().reply("HELLO_BOT"),
    "in the lists": Script().reply("HELLO_BOT").expect("READY").reply(*WORLD[:9]),
    "listed": Script().reply("HELLO_BOT").expect("READY").reply(*WORLD),
    "announced": Script().reply(CLASSIC_NFO),
    "playing": modern(),
    "playing, classic": classic(),
}
every_phase = pytest.mark.parametrize("script", _PHASES.values(), ids=_PHASES.keys())


async def cancelled_after(seconds: float, bot: Bot) -> float:
    """How long a bot took to leave that was cancelled so long after its start."""
    with trio.move_on_after(seconds) as scope:
        await bot.run()
    assert scope.cancelled_caught
    return trio.current_time() - scope.deadline


@every_phase
async def test_cancelled_bot_leaves_at_once_in_every_phase(
    nursery: trio.Nursery, autojump_clock: MockClock, script: Script
) -> None:
    stage = Stage(nursery, script)
    bot = stage.bot()
    assert await cancelled_after(1.0, bot) == 0.0
    assert await closed(stage.streams[0])
    assert not bot.is_playing


async def test_goodbye_is_said_to_a_server_with_a_word_for_it(
    nursery: trio.Nursery, autojump_clock: MockClock
) -> None:
    stage = Stage(nursery, modern().expect("QUIT"))
    await cancelled_after(1.0, stage.bot())
    await wait_all_tasks_blocked()
    stage.server.assert_done()


async def test_goodbye_to_a_server_that_does_not_read_takes_a_second(
    nursery: trio.Nursery, autojump_clock: MockClock
) -> None:
    ours, theirs = lockstep_stream_pair()
    nursery.start_soon(ScriptedServer(modern().wait(1000.0)).play, theirs)

    async def opens() -> trio.abc.Stream:
        return ours

    bot = Bot(Door(WHERE, BOTH, opens), Idle(), BOB)
    assert await cancelled_after(2.0, bot) == pytest.approx(1.0)
    assert await closed(ours)


class Jam:
    """A connection in memory on which the third send and all after it hang."""

    def __init__(self, nursery: trio.Nursery, script: Script) -> None:
        self.ours, theirs = memory_stream_pair()
        self._carries = self.ours.send_stream.send_all_hook
        self.ours.send_stream.send_all_hook = self._send
        self.door = Door(WHERE, BOTH, self._open)
        self.sends = 0
        nursery.start_soon(ScriptedServer(script).play, theirs)

    async def _open(self) -> trio.abc.Stream:
        return self.ours

    async def _send(self) -> None:
        self.sends += 1
        if self.sends > 2:
            await trio.sleep_forever()
        if self._carries is not None:
            await self._carries()


async def test_bot_cancelled_while_it_sends_leaves_within_a_second(
    nursery: trio.Nursery, autojump_clock: MockClock
) -> None:
    jam = Jam(nursery, modern())
    assert await cancelled_after(2.0, Bot(jam.door, Counting(), BOB)) <= 1.0
    assert await closed(jam.ours)


async def test_nothing_is_said_behind_a_line_that_was_cut(
    nursery: trio.Nursery, autojump_clock: MockClock
) -> None:
    jam = Jam(nursery, modern())
    await cancelled_after(2.0, Bot(jam.door, Counting(), BOB))
    assert jam.sends == 3


async def test_bot_cancelled_between_two_tries_leaves_at_once(autojump_clock: MockClock) -> None:
    nowhere = Nowhere()
    bot = Bot(nowhere.door, Idle(), BOB)
    assert await cancelled_after(5.0, bot) == 0.0


async def test_bot_cancelled_while_connecting_leaves_at_once(autojump_clock: MockClock) -> None:
    async def hangs() -> trio.abc.Stream:
        await trio.sleep_forever()
        raise AssertionError

    bot = Bot(Door(WHERE, BOTH, hangs), Idle(), BOB)
    assert await cancelled_after(5.0, bot) == 0.0
    assert bot.statistics().connects == 0


@pytest.mark.parametrize("dialect", [GB2004.name, CLASSIC.name])
@pytest.mark.parametrize("moment", [0.0, 0.01, 0.05, 0.1, 0.15, 0.3, 1.0, 2.22, 7.77])
async def test_arena_forgets_a_bot_that_left_at_any_moment(
    autojump_clock: MockClock, dialect: str, moment: float
) -> None:
    arena = Arena(ArenaOptions(map="dm-closet", mode="dm", dialect=dialect, bots=1))
    async with open_arena(arena) as server:
        bot = Bot(local_door(server.connect, [arena.dialect]), Counting(), BOB)
        assert await cancelled_after(moment, bot) == 0.0
        await trio.sleep(0.2)
        assert arena.clients == []
        assert all(player.is_native for player in arena.world.players)


@pytest.mark.parametrize("steps", range(1, 40))
async def test_bot_cancelled_at_any_step_leaves_no_stream(
    nursery: trio.Nursery, autojump_clock: MockClock, steps: int
) -> None:
    stage = Stage(nursery, modern().reply("FIN").close())
    with trio.CancelScope() as scope:

        async def strike() -> None:
            for _ in range(steps):
                await trio.lowlevel.checkpoint()
            scope.cancel()

        nursery.start_soon(strike)
        await stage.bot(Counting()).run()
    for stream in stage.streams:
        assert await closed(stream)


async def test_cancelled_bot_leaves_no_socket() -> None:
    async with scripted_server(modern()) as server:
        bot = Bot(server_door(server.host, server.port), Idle(), BOB)
        async with trio.open_nursery() as nursery:
            await nursery.start(bot.run)
            nursery.cancel_scope.cancel()
    gc.collect()  # an open socket would warn here, and warnings are errors


async def test_record_of_a_cancelled_bot_says_so(
    nursery: trio.Nursery, autojump_clock: MockClock
) -> None:
    records: list[Record] = []
    stage = Stage(nursery, modern())
    await cancelled_after(1.0, Bot(stage.door, Idle(), BOB, record=records.append))
    assert records[-2:] == [Ended(1.0, "cancelled"), Sent(1.0, b"QUIT\r\n")]


class FullDisk:
    """Takes so many records and no more."""

    def __init__(self, room: int) -> None:
        self.room = room

    def write(self, _: Record) -> None:
        self.room -= 1
        if self.room < 0:
            raise RecordingError(["match.rec: at byte 99: cannot be written: No space left on device"])


@pytest.mark.parametrize("room", [0, 1, 5])
async def test_full_disk_leaves_no_stream(
    nursery: trio.Nursery, autojump_clock: MockClock, room: int
) -> None:
    stage = Stage(nursery, modern())
    with pytest.raises(RecordingError, match="No space left on device"):
        await Bot(stage.door, Counting(), BOB, record=FullDisk(room).write).run()
    assert await closed(stage.streams[0])


async def test_time_of_records_counts_from_the_start_of_the_bot(
    nursery: trio.Nursery, autojump_clock: MockClock
) -> None:
    await trio.sleep(100.0)
    records: list[Record] = []
    stage = Stage(nursery, modern().wait(2.0).reply("FIN").close())
    await Bot(stage.door, Idle(), BOB, record=records.append).run()
    assert records[0] == Connected(0.0, WHERE)
    assert Received(2.0, b"FIN\r\n") in records
