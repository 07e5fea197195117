"""Links that fail, over streams in memory: who is told what, and after how long."""

from __future__ import annotations

import pytest
import trio
from trio.testing import MockClock, memory_stream_pair

from agentfw.engines.link import link_over
from agentfw.errors import (
    LinkClosed,
    LinkError,
    PeerSilent,
    RemoteProtocolError,
    ServerFull,
    WrongPassword,
)
from agentfw.testing import Script
from agentfw.vocabulary import Join, Listing, Stop
from tests.support.conversations import SESAME
from tests.support.servers import (
    announcing_script,
    bot_session,
    greeting_script,
    in_lockstep,
    in_memory,
    next_types,
)

_FOUND = 'it began with "SSH-2.0-x", expected HELLO_BOT or NFO'


async def test_wrong_password_is_told(nursery: trio.Nursery, autojump_clock: MockClock) -> None:
    script = Script().reply("HELLO_BOT").expect("READY").reply("PASSWORD {BlockedByIP }")
    script.expect("PASSWORD").reply("PASSWDWRONG").close()
    _, stream = in_memory(nursery, script)
    async with link_over(stream, bot_session(password=SESAME)) as link:
        with pytest.raises(WrongPassword, match=r"^the server refused the password$"):
            await link.receive()


@pytest.mark.parametrize(
    ("script", "error", "text"),
    [
        (
            Script().reply("HELLO_BOT {ServerFull True}").close(),
            ServerFull,
            "ut-host:3000: the server is full",
        ),
        (
            Script().close(),
            LinkClosed,
            "ut-host:3000: the server closed the connection without a greeting",
        ),
        (
            Script().reply("SSH-2.0-x"),
            RemoteProtocolError,
            f"ut-host:3000: this is not a game server we know: {_FOUND}",
        ),
        (Script(), PeerSilent, "ut-host:3000: connected, but no greeting within 5 s"),
    ],
    ids=["full", "closed", "foreign", "silent"],
)
async def test_failure_before_the_greeting_is_told_with_the_address(
    nursery: trio.Nursery,
    autojump_clock: MockClock,
    script: Script,
    error: type[LinkError],
    text: str,
) -> None:
    _, stream = in_memory(nursery, script)
    with pytest.raises(error) as caught:
        async with link_over(stream, bot_session(), where="ut-host:3000"):
            pytest.fail("there is nobody to talk to")
    assert str(caught.value) == text


async def test_silent_server_is_poked_at_half_time_and_given_up_in_time(
    nursery: trio.Nursery, autojump_clock: MockClock
) -> None:
    server, stream = in_memory(nursery, Script())
    start = trio.current_time()
    with pytest.raises(PeerSilent, match=r"^server: connected, but no greeting within 2\.5 s$"):
        async with link_over(stream, bot_session(), timeout_s=2.5):
            pytest.fail("there is nobody to talk to")
    assert trio.current_time() - start == pytest.approx(2.5)
    assert server.received == ["PING"]


async def test_slow_greeting_is_still_a_greeting(
    nursery: trio.Nursery, autojump_clock: MockClock
) -> None:
    script = Script().wait(4.0).reply("HELLO_BOT").expect("PING").expect("READY").reply("SHS", "EHS")
    _, stream = in_memory(nursery, script)
    async with link_over(stream, bot_session()) as link:
        assert await link.receive() == Listing("world")


async def test_server_that_stops_reading_before_its_greeting_is_a_failed_link(
    autojump_clock: MockClock,
) -> None:
    ours, theirs = memory_stream_pair()
    await theirs.receive_stream.aclose()
    with pytest.raises(LinkError):
        async with link_over(ours, bot_session()):
            pytest.fail("there is nobody to talk to")


async def test_server_that_falls_silent_is_pinged_and_then_given_up(
    nursery: trio.Nursery, autojump_clock: MockClock
) -> None:
    server, stream = in_memory(nursery, greeting_script())
    async with link_over(stream, bot_session(Join("Bob"))) as link:
        await next_types(link, 2)
        start = trio.current_time()
        with pytest.raises(PeerSilent, match=r"^the server has been silent for 15\.0 s$"):
            await link.receive()
    assert trio.current_time() - start == pytest.approx(15.0)
    assert server.received[2:] == ["PING", "PING", "QUIT"]


async def test_early_close_says_what_the_bot_was_doing(
    nursery: trio.Nursery, autojump_clock: MockClock
) -> None:
    _, stream = in_memory(nursery, greeting_script().close())
    async with link_over(stream, bot_session(Join("Bob"))) as link:
        await next_types(link, 2)
        with pytest.raises(LinkClosed, match=r"^the server closed the connection while playing$"):
            await link.receive()


async def test_server_that_never_reads_counts_as_silent(
    nursery: trio.Nursery, autojump_clock: MockClock
) -> None:
    _, stream = in_lockstep(nursery, announcing_script().wait(60.0))
    async with link_over(stream, bot_session(Join("Bob"))) as link:
        await next_types(link, 2)
        start = trio.current_time()
        with pytest.raises(PeerSilent, match=r"^the server took no bytes for 10 s$"):
            await link.send(Stop())
    assert trio.current_time() - start == pytest.approx(10.0)
