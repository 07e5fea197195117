"""A link over streams in memory: whole games, sending and receiving, goodbyes in virtual time."""

from __future__ import annotations

import contextlib

import pytest
import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from agentfw.engines.link import Link, link_over
from agentfw.errors import LinkClosed
from agentfw.geometry import ORIGIN
from agentfw.testing import Script
from agentfw.vocabulary import (
    AskReach,
    BodyLimits,
    DamageTaken,
    EntityId,
    GameInfo,
    Join,
    Leave,
    Listing,
    MapChanging,
    MatchEnded,
    RequestTimedOut,
    Snapshot,
    Stop,
    StopShooting,
)
from tests.support.conversations import SESAME, WORLD
from tests.support.servers import (
    announcing_script,
    bot_session,
    greeting_script,
    in_lockstep,
    in_memory,
    next_types,
)


async def test_greeting_server_is_played_through_the_whole_handshake(
    nursery: trio.Nursery, autojump_clock: MockClock
) -> None:
    script = greeting_script().reply("BEG {Time 1.00}", "END {Time 1.00}").expect("STOP").expect("QUIT")
    server, stream = in_memory(nursery, script)
    async with link_over(stream, bot_session(Join("Bob"))) as link:
        assert await next_types(link, 3) == [Listing, BodyLimits, Snapshot]
        assert await link.send(Stop()) == []
        statistics = link.statistics()
    await wait_all_tasks_blocked()
    server.assert_done()
    assert (statistics.dialect, statistics.state) == ("gamebots-2004", "playing")


async def test_announcing_server_is_played_through_the_whole_handshake(
    nursery: trio.Nursery, autojump_clock: MockClock
) -> None:
    server, stream = in_memory(nursery, announcing_script().expect("STOP"))
    async with link_over(stream, bot_session(Join("Bob"))) as link:
        assert await next_types(link, 2) == [GameInfo, Snapshot]
        await link.send(Stop())
    await wait_all_tasks_blocked()
    server.assert_done()
    assert server.received == ["INIT {Name Bob}", "STOP"]  # no word for goodbye


async def test_password_is_asked_and_given(nursery: trio.Nursery, autojump_clock: MockClock) -> None:
    script = Script().reply("HELLO_BOT").expect("READY").reply("PASSWORD {BlockedByIP }")
    script.expect(f"PASSWORD {{Password {SESAME}}}").reply("PASSWDOK", *WORLD).expect("INIT {Name Bob}")
    server, stream = in_memory(nursery, script)
    async with link_over(stream, bot_session(Join("Bob"), password=SESAME)) as link:
        assert await next_types(link, 1) == [Listing]
    await wait_all_tasks_blocked()
    server.assert_done()


async def test_level_change_simply_ends_the_iteration(
    nursery: trio.Nursery, autojump_clock: MockClock
) -> None:
    _, stream = in_memory(
        nursery, greeting_script().reply("MAPCHANGE {MapName DM-Rankin}", "FIN").close()
    )
    async with link_over(stream, bot_session(Join("Bob"))) as link:
        percepts = [percept async for percept in link]
    assert percepts[2:] == [MapChanging("DM-Rankin"), MatchEnded()]


async def test_receiving_after_the_end_raises_what_iterating_does_not(
    nursery: trio.Nursery, autojump_clock: MockClock
) -> None:
    _, stream = in_memory(nursery, greeting_script().reply("FIN").close())
    async with link_over(stream, bot_session(Join("Bob"))) as link:
        await next_types(link, 3)
        for _ in range(2):
            with pytest.raises(LinkClosed) as caught:
                await link.receive()
    assert str(caught.value) == "the match is over and the server has closed the connection"


async def test_sending_after_the_end_is_not_held_against_the_sender(
    nursery: trio.Nursery, autojump_clock: MockClock
) -> None:
    """Another task may not have noticed yet; it gets at most a `LinkClosed`, never a usage error."""
    _, stream = in_memory(nursery, greeting_script().reply("FIN").close())
    async with link_over(stream, bot_session(Join("Bob"))) as link:
        assert [type(percept) async for percept in link][-1] is MatchEnded
        with contextlib.suppress(LinkClosed):
            await link.send(Stop())


async def test_server_may_say_more_after_we_said_goodbye(
    nursery: trio.Nursery, autojump_clock: MockClock
) -> None:
    """QUIT is often answered with FIN before the server closes."""
    _, stream = in_memory(nursery, greeting_script().expect("QUIT").reply("FIN").close())
    async with link_over(stream, bot_session(Join("Bob"))) as link:
        await next_types(link, 2)
        await link.send(Leave())
        assert [percept async for percept in link] in ([], [MatchEnded()])


async def test_question_times_out_in_its_own_time(
    nursery: trio.Nursery, autojump_clock: MockClock
) -> None:
    script = greeting_script()
    for line in ("STOP", "CHECKREACH {Id q1}", "STOPSHOOT", "CHECKREACH {Id q2}"):
        script.expect(line)
    _, stream = in_memory(nursery, script)
    async with link_over(stream, bot_session(Join("Bob"))) as link:
        await next_types(link, 2)
        start = trio.current_time()
        question = AskReach(location=ORIGIN)
        assert await link.send(Stop(), question, StopShooting(), question) == ["q1", "q2"]
        assert await next_types(link, 2) == [RequestTimedOut, RequestTimedOut]
    assert trio.current_time() - start == pytest.approx(3.0)


async def test_another_task_may_send_while_this_one_receives(
    nursery: trio.Nursery, autojump_clock: MockClock
) -> None:
    async def send_later(link: Link) -> None:
        await trio.sleep(1.0)
        await link.send(Stop())

    _, stream = in_memory(nursery, greeting_script().expect("STOP").reply("DAM {Instigator Bot3}"))
    async with link_over(stream, bot_session(Join("Bob"))) as link:
        await next_types(link, 2)
        nursery.start_soon(send_later, link)
        assert await link.receive() == DamageTaken(instigator=EntityId("Bot3"))


async def test_many_tasks_may_send_at_once(nursery: trio.Nursery, autojump_clock: MockClock) -> None:
    server, stream = in_lockstep(nursery, announcing_script())
    async with link_over(stream, bot_session(Join("Bob"))) as link:
        await next_types(link, 2)
        async with trio.open_nursery() as senders:
            for _ in range(20):
                senders.start_soon(link.send, Stop())
    assert server.received[1:] == ["STOP"] * 20


async def test_goodbye_is_said_also_when_the_block_is_left_by_an_error(
    nursery: trio.Nursery, autojump_clock: MockClock
) -> None:
    async def stumble() -> None:
        async with link_over(stream, bot_session(Join("Bob"))) as link:
            await next_types(link, 2)
            raise ZeroDivisionError

    server, stream = in_memory(nursery, greeting_script().expect("QUIT"))
    with pytest.raises(ZeroDivisionError):
        await stumble()
    await wait_all_tasks_blocked()
    server.assert_done()


async def test_goodbye_is_said_also_when_the_block_is_cancelled(
    nursery: trio.Nursery, autojump_clock: MockClock
) -> None:
    server, stream = in_memory(nursery, greeting_script().expect("QUIT"))
    with trio.move_on_after(1.0) as scope:
        async with link_over(stream, bot_session(Join("Bob"))) as link:
            async for _ in link:
                pass
    await wait_all_tasks_blocked()
    server.assert_done()
    assert scope.cancelled_caught


async def test_goodbye_takes_a_second_at_most(nursery: trio.Nursery, autojump_clock: MockClock) -> None:
    _, stream = in_lockstep(nursery, greeting_script().wait(60.0))
    async with link_over(stream, bot_session(Join("Bob"))) as link:
        await next_types(link, 2)
        start = trio.current_time()
    assert trio.current_time() - start == pytest.approx(1.0)
