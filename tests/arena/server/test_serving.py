"""An arena that ticks within this process: streams in memory, and the beat under a virtual clock."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest
import trio
from trio.testing import wait_all_tasks_blocked

from agentfw.arena.server.serving import ArenaServer, LocalStream, open_arena
from agentfw.errors import LinkError
from tests.support.guests import fields, only, open_classic, open_game, word

if TYPE_CHECKING:
    from trio.testing import MockClock

MODERN = "gamebots-2004"


async def lines_until(stream: LocalStream, end: str) -> list[str]:
    """The lines that come, up to and with the first one of a word."""
    data = b""
    while not any(word(line) == end for line in data.decode("latin-1").split("\r\n")[:-1]):
        more = await stream.receive_some()
        assert more, f"the arena closed before {end} came"
        data += more
    return data.decode("latin-1").split("\r\n")[:-1]


async def everything(stream: LocalStream) -> list[str]:
    """All lines until the arena closes."""
    data = b""
    while True:
        more = await stream.receive_some()
        if not more:
            return data.decode("latin-1").split("\r\n")[:-1]
        data += more


async def start_playing(server: ArenaServer, name: str = "Bob") -> LocalStream:
    """A stream whose player is in the game and has heard its first batch."""
    stream = server.connect()
    await stream.send_all(f"INIT {{Name {name}}}\r\n".encode())
    await lines_until(stream, "END")
    return stream


# The beat


@pytest.mark.parametrize(("speed", "ticks"), [(1.0, 220), (2.0, 440), (0.5, 110), (10.0, 2200)], ids=str)
@pytest.mark.parametrize("dialect", ["gamebots-ut99", MODERN])
async def test_game_time_runs_at_eleven_tenths_of_the_clock(
    autojump_clock: MockClock, dialect: str, speed: float, ticks: int
) -> None:
    arena = open_game(dialect, speed=speed)
    async with open_arena(arena):
        await trio.sleep(10.0)
    assert arena.ticks == pytest.approx(ticks, abs=1)


async def test_at_full_speed_the_clock_does_not_matter(autojump_clock: MockClock) -> None:
    arena = open_classic(speed=math.inf)
    begun = trio.current_time()
    async with open_arena(arena):
        while arena.ticks < 500:
            await trio.lowlevel.checkpoint()
    assert trio.current_time() == begun


async def test_an_operator_changes_the_pace_of_the_clock(autojump_clock: MockClock) -> None:
    arena = open_game(MODERN)
    async with open_arena(arena) as server:
        control = server.connect("control")
        await trio.sleep(10.0)
        before = arena.ticks
        await control.send_all(b"SETGAMESPEED {Speed 5}\r\n")
        await trio.sleep(10.0)
    assert arena.ticks - before == pytest.approx(1100, abs=6)


@pytest.mark.parametrize("speed", ["0", "-1", "0.001", "51", "fast", ""])
async def test_a_pace_out_of_range_is_ignored(autojump_clock: MockClock, speed: str) -> None:
    arena = open_game(MODERN)
    async with open_arena(arena) as server:
        control = server.connect("control")
        await control.send_all(f"SETGAMESPEED {{Speed {speed}}}\r\n".encode())
        await trio.sleep(10.0)
    assert arena.ticks == pytest.approx(220, abs=1)


async def test_lost_time_is_not_made_up_for(mock_clock: MockClock) -> None:
    """After a stall of a minute the match goes on; it does not run a minute in an instant."""
    arena = open_classic()
    async with open_arena(arena):
        await wait_all_tasks_blocked()
        mock_clock.jump(60.0)
        await wait_all_tasks_blocked()
        assert arena.ticks <= 15


async def test_a_small_delay_is_made_up_for(mock_clock: MockClock) -> None:
    arena = open_classic()
    async with open_arena(arena):
        await wait_all_tasks_blocked()
        mock_clock.jump(0.4)
        await wait_all_tasks_blocked()
        assert arena.ticks == pytest.approx(8, abs=1)


async def test_the_arena_stops_ticking_at_the_end_of_the_block(autojump_clock: MockClock) -> None:
    arena = open_classic()
    async with open_arena(arena):
        await trio.sleep(1.0)
    ticks = arena.ticks
    await trio.sleep(1.0)
    assert arena.ticks == ticks


async def test_the_arena_stops_when_its_only_match_is_over(autojump_clock: MockClock) -> None:
    arena = open_classic(bots=2, time_limit_min=0.1, restarts=False, skill=7.0)
    arena.world.players[0].score = 1.0
    with trio.fail_after(60.0):
        await ArenaServer(arena).run()
    assert len(arena.results) == 1


async def test_an_arena_that_is_cancelled_leaves_no_task_behind(autojump_clock: MockClock) -> None:
    before = trio.lowlevel.current_statistics().tasks_living
    with trio.move_on_after(1.0):
        async with open_arena(open_classic()) as server:
            server.connect()
            await trio.sleep_forever()
    assert trio.lowlevel.current_statistics().tasks_living == before


async def test_an_error_in_the_block_comes_out_as_it_is(autojump_clock: MockClock) -> None:
    with pytest.raises(ZeroDivisionError):
        async with open_arena(open_classic()):
            raise ZeroDivisionError


# Streams in memory


async def test_the_greeting_is_there_at_once(autojump_clock: MockClock) -> None:
    async with open_arena(open_classic()) as server:
        stream = server.connect()
        assert (await stream.receive_some()).startswith(b"NFO ")


async def test_receiving_waits_until_there_is_something(autojump_clock: MockClock) -> None:
    async with open_arena(open_classic()) as server:
        stream = server.connect()
        await stream.receive_some()
        with trio.move_on_after(5.0) as waiting:
            await stream.receive_some()
        assert waiting.cancelled_caught
        await stream.send_all(b"PING\r\n")
        assert await stream.receive_some() == b"PONG \r\n"


async def test_a_receive_that_was_cancelled_loses_nothing(autojump_clock: MockClock) -> None:
    async with open_arena(open_classic()) as server:
        stream = server.connect()
        await stream.receive_some()
        for _ in range(3):
            with trio.move_on_after(0.01):
                await stream.receive_some()
        await stream.send_all(b"PING\r\nPING\r\n")
        with trio.CancelScope() as scope:
            scope.cancel()
            await stream.receive_some()
        assert await stream.receive_some() == b"PONG \r\nPONG \r\n"


async def test_no_more_is_received_than_asked_for(autojump_clock: MockClock) -> None:
    async with open_arena(open_classic()) as server:
        stream = server.connect()
        assert await stream.receive_some(4) == b"NFO "
        assert await stream.receive_some(3) == b"{Ga"


async def test_a_command_takes_effect_at_the_next_tick(autojump_clock: MockClock) -> None:
    arena = open_classic()
    async with open_arena(arena) as server:
        stream = server.connect()
        await stream.send_all(b"INIT {Name Bob}\r\n")
        assert arena.world.players == []
        await trio.sleep(0.1)
        assert [player.name for player in arena.world.players] == ["Bob"]


async def test_what_is_said_has_arrived_before_anybody_else_has_a_turn(
    autojump_clock: MockClock,
) -> None:
    arena = open_game(MODERN)
    async with open_arena(arena) as server:
        stream = await start_playing(server)
        (client,) = arena.clients
        saying = stream.send_all(b"JUMP\r\n")
        before = client.has_pending
        saying.send(None)  # up to where it gives way
        assert (before, client.has_pending) == (False, True)
        saying.close()


async def test_batches_come_every_three_ticks_of_the_clock(autojump_clock: MockClock) -> None:
    async with open_arena(open_classic()) as server:
        stream = await start_playing(server)
        begun = trio.current_time()
        for _ in range(20):
            await lines_until(stream, "END")
        assert trio.current_time() - begun == pytest.approx(20 * 0.15 / 1.1, abs=0.1)


async def test_a_slow_reader_in_memory_misses_nothing(autojump_clock: MockClock) -> None:
    async with open_arena(open_classic()) as server:
        stream = await start_playing(server)
        await trio.sleep(20.0)
        lines = (await stream.receive_some()).decode().split("\r\n")[:-1]
        times = [float(fields(line)["Time"]) for line in only(lines, "BEG")]
        assert times == pytest.approx([times[0] + 0.15 * n for n in range(len(times))])
        assert len(times) == pytest.approx(20.0 * 1.1 / 0.15, abs=2)


async def test_a_reader_in_memory_that_never_reads_is_cut_off(autojump_clock: MockClock) -> None:
    arena = open_game(MODERN, map="ctf-twins", mode="ctf", speed=50.0)
    async with open_arena(arena) as server:
        stream = server.connect()
        other = server.connect()
        await stream.send_all(b"INIT {Name Deaf}\r\n")
        for _ in range(200):
            if not arena.world.players and arena.ticks > 1:
                break
            try:
                await stream.send_all(b"GETNAVS\r\n" * 60)
            except trio.BrokenResourceError:
                break
            await trio.sleep(0.001)
        await trio.sleep(0.01)  # what it said last is done in the next tick
        assert [client.number for client in arena.clients] == [2]
        assert arena.world.players == []
        await other.send_all(b"PING\r\n")
        assert b"PONG" in await other.receive_some()


async def test_who_hangs_up_is_gone_at_once(autojump_clock: MockClock) -> None:
    arena = open_classic()
    async with open_arena(arena) as server:
        stream = await start_playing(server)
        await stream.aclose()
        assert arena.world.players == []
        assert arena.clients == []


async def test_hanging_up_twice_does_no_harm(autojump_clock: MockClock) -> None:
    async with open_arena(open_classic()) as server:
        stream = server.connect()
        await stream.aclose()
        await stream.aclose()


async def test_an_end_that_was_closed_can_neither_send_nor_receive(autojump_clock: MockClock) -> None:
    async with open_arena(open_classic()) as server:
        stream = server.connect()
        await stream.aclose()
        with pytest.raises(trio.ClosedResourceError):
            await stream.send_all(b"PING\r\n")
        with pytest.raises(trio.ClosedResourceError):
            await stream.receive_some()


async def test_closing_wakes_who_is_receiving(autojump_clock: MockClock, nursery: trio.Nursery) -> None:
    async def close_later(stream: LocalStream) -> None:
        await trio.sleep(1.0)
        await stream.aclose()

    async with open_arena(open_classic()) as server:
        stream = server.connect()
        await stream.receive_some()
        nursery.start_soon(close_later, stream)
        with pytest.raises(trio.ClosedResourceError):
            await stream.receive_some()


async def test_after_the_goodbye_of_a_client_the_stream_ends(autojump_clock: MockClock) -> None:
    arena = open_game(MODERN)
    async with open_arena(arena) as server:
        stream = server.connect()
        await stream.send_all(b"QUIT\r\n")
        await everything(stream)
        with pytest.raises(trio.BrokenResourceError):
            await stream.send_all(b"PING\r\n")
        assert await stream.receive_some() == b""
        assert arena.clients == []


async def test_the_end_of_a_match_ends_the_stream(autojump_clock: MockClock) -> None:
    arena = open_classic(time_limit_min=0.05)
    async with open_arena(arena) as server:
        stream = await start_playing(server)
        lines = await everything(stream)
        assert lines[-1] == "FIN "
        assert arena.clients == []


async def test_between_matches_nobody_can_connect(autojump_clock: MockClock) -> None:
    arena = open_classic(time_limit_min=0.05)
    async with open_arena(arena) as server:
        await everything(await start_playing(server))
        with pytest.raises(LinkError, match="no room for another bot"):
            server.connect()


async def test_after_a_restart_one_can_connect_again(autojump_clock: MockClock) -> None:
    arena = open_classic(time_limit_min=0.05)
    async with open_arena(arena) as server:
        for match in range(3):
            assert arena.matches == match
            await everything(await start_playing(server, f"Bob{match}"))
            await trio.sleep(15.5 / 1.1)
    assert [result.players[0].name for result in arena.results] == ["Bob0", "Bob1", "Bob2"]


async def test_a_map_change_ends_the_stream_and_the_next_one_is_on_the_new_map(
    autojump_clock: MockClock,
) -> None:
    arena = open_game(MODERN, map="dm-foundry")
    async with open_arena(arena) as server:
        control, bot = server.connect("control"), await start_playing(server)
        await control.send_all(b"READY\r\nCHANGEMAP {MapName DM-Cellar}\r\n")
        lines = await everything(bot)
        assert lines[-2:] == ["MAPCHANGE {MapName DM-Cellar}", "FIN"]
        assert (await everything(control))[-1] == "FIN"
        await trio.sleep(0.2)
        again = server.connect()
        await again.send_all(b"READY\r\n")
        assert fields(only(await lines_until(again, "EHS"), "NFO")[0])["Level"] == "DM-Cellar"


# Who is let in


async def test_a_port_that_the_dialect_does_not_have_cannot_be_connected_to(
    autojump_clock: MockClock,
) -> None:
    async with open_arena(open_classic()) as server:
        with pytest.raises(LinkError, match=r"^the arena has no room for another control client now$"):
            server.connect("control")


async def test_a_full_arena_says_so_and_ends_the_stream(autojump_clock: MockClock) -> None:
    arena = open_game(MODERN, max_players=1, bots=1)
    async with open_arena(arena) as server:
        stream = server.connect()
        assert await everything(stream) == ["HELLO_BOT {ServerFull True}"]
        assert arena.clients == []


async def test_a_place_that_becomes_free_is_given_to_the_next_one(autojump_clock: MockClock) -> None:
    async with open_arena(open_game(MODERN, max_players=1)) as server:
        first = await start_playing(server)
        assert "ServerFull" in (await everything(server.connect()))[0]
        await first.aclose()
        await start_playing(server, "Second")


async def test_a_locked_port_lets_nobody_in_until_it_is_unlocked(autojump_clock: MockClock) -> None:
    async with open_arena(open_game(MODERN)) as server:
        control = server.connect("control")
        playing = await start_playing(server)
        await control.send_all(b"SETLOCK {BotServer True}\r\n")
        await trio.sleep(0.1)
        with pytest.raises(LinkError):
            server.connect()
        await lines_until(playing, "END")  # who is in, stays
        await control.send_all(b"SETLOCK {BotServer False}\r\n")
        await trio.sleep(0.1)
        server.connect()


async def test_a_locked_control_port_keeps_the_operator_who_locked_it(autojump_clock: MockClock) -> None:
    async with open_arena(open_game(MODERN)) as server:
        control = server.connect("control")
        await control.send_all(b"SETLOCK {ControlServer True}\r\n")
        await trio.sleep(0.1)
        with pytest.raises(LinkError):
            server.connect("control")
        await control.send_all(b"PING\r\n")
        assert "PONG" in await lines_until(control, "PONG")
        server.connect("bot")


async def test_a_password_is_asked_for_in_memory_as_well(autojump_clock: MockClock) -> None:
    async with open_arena(open_game(MODERN, password="sesame")) as server:  # noqa: S106 - a test
        stream = server.connect()
        await stream.send_all(b"READY\r\n")
        assert "PASSWORD {BlockedByIP }" in await lines_until(stream, "PASSWORD")
        await stream.send_all(b"PASSWORD {Password wrong}\r\n")
        assert (await everything(stream))[-1] == "PASSWDWRONG"


async def test_connections_are_limited_and_idle_ones_make_room(autojump_clock: MockClock) -> None:
    arena = open_classic()
    async with open_arena(arena) as server:
        idle = [server.connect() for _ in range(32)]
        with pytest.raises(LinkError):
            server.connect()
        await trio.sleep(11.0)
        server.connect()
        assert (await everything(idle[0]))[0].startswith("NFO ")
        assert len(arena.clients) == 32


async def test_players_are_never_sent_away_to_make_room(autojump_clock: MockClock) -> None:
    arena = open_classic(max_players=64)
    async with open_arena(arena) as server:
        for number in range(32):
            await server.connect().send_all(f"INIT {{Name b{number}}}\r\n".encode())
        await trio.sleep(11.0)
        with pytest.raises(LinkError):
            server.connect()
        assert len(arena.world.players) == 32
