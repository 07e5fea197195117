"""What a link does when somebody interrupts it, closes it from elsewhere, or asks again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import trio

from agentfw.engines.link import link_over, open_link
from agentfw.errors import ConnectFailed, LinkClosed, WrongPassword
from agentfw.testing import Script
from agentfw.vocabulary import Join, Say, Shoot
from tests.support.servers import bot_session, greeting_script, in_lockstep, in_memory, next_types

if TYPE_CHECKING:
    from trio.testing import MockClock


async def test_link_is_closed_when_a_send_is_cut_in_the_middle(
    nursery: trio.Nursery, autojump_clock: MockClock
) -> None:
    _, stream = in_lockstep(nursery, greeting_script().wait(1000))
    async with link_over(stream, bot_session(Join("Bob"))) as link:
        await next_types(link, 2)
        with trio.move_on_after(1):
            await link.send(Say("never taken"))
        with pytest.raises(LinkClosed, match=r"^the connection is closed$"):
            await link.send(Say("after"))


async def test_closing_from_another_task_ends_the_iteration(
    nursery: trio.Nursery, autojump_clock: MockClock
) -> None:
    _, stream = in_memory(nursery, greeting_script())
    async with link_over(stream, bot_session(Join("Bob"))) as link:
        await next_types(link, 2)
        nursery.start_soon(link.aclose)
        assert [percept async for percept in link] == []


async def test_failure_is_told_again_to_whoever_asks_again(
    nursery: trio.Nursery, autojump_clock: MockClock
) -> None:
    script = Script().reply("HELLO_BOT").expect("READY").reply("PASSWORD {BlockedByIP 1.2.3.4}")
    _, stream = in_memory(nursery, script)
    async with link_over(stream, bot_session(Join("Bob"))) as link:
        for _ in range(2):
            with pytest.raises(WrongPassword):
                await link.receive()
        with pytest.raises(WrongPassword):
            await link.send(Shoot())


@pytest.mark.parametrize("host", ["x..y", "a" * 64 + ".example"])
async def test_name_that_is_no_host_name_is_told_so(host: str) -> None:
    with pytest.raises(ConnectFailed, match="that is not a host name"):
        async with open_link(host, 3000):
            pass
