"""A link over real sockets on the loopback address: connecting, and who answers there."""

from __future__ import annotations

import re
import socket
import struct

import pytest
import trio

from agentfw.engines.link import open_link
from agentfw.errors import ConnectFailed, LinkClosed, PeerSilent, RemoteProtocolError, UsageError
from agentfw.testing import Script, scripted_server
from agentfw.vocabulary import Join, Listing
from tests.support.conversations import CLASSIC_NFO, WORLD
from tests.support.dialects import CLASSIC, GB2004
from tests.support.servers import http_server

_HOST = "127.0.0.1"


@pytest.mark.parametrize(
    ("script", "name"),
    [
        (
            Script().reply("HELLO_BOT").expect("READY").reply(*WORLD).expect("INIT {Name Bob}"),
            GB2004.name,
        ),
        (Script().reply(CLASSIC_NFO).expect("INIT {Name Bob}"), CLASSIC.name),
    ],
    ids=["gb2004", "classic"],
)
@pytest.mark.parametrize("is_named", [False, True], ids=["auto", "by name"])
async def test_server_of_either_dialect_is_recognized(
    script: Script, name: str, *, is_named: bool
) -> None:
    dialect = name if is_named else "auto"
    async with (
        scripted_server(script) as server,
        open_link(server.host, server.port, dialect, join=Join("Bob")) as link,
    ):
        await link.receive()
        assert link.statistics().dialect == name


async def test_port_of_another_kind_is_opened_by_its_role() -> None:
    script = Script().reply("HELLO_CONTROL_SERVER").expect("READY").reply("SHS", "EHS")
    async with (
        scripted_server(script) as server,
        open_link(server.host, server.port, role="control") as link,
    ):
        assert await link.receive() == Listing("world")
        assert link.session.is_playing


async def test_refused_connection_is_told_with_the_address() -> None:
    with socket.socket() as free:
        free.bind((_HOST, 0))
        port = free.getsockname()[1]
    with pytest.raises(ConnectFailed) as caught:
        async with open_link(_HOST, port):
            pytest.fail("nobody listens there")
    assert str(caught.value) == f"{_HOST}:{port}: connection refused"


async def test_web_server_is_recognized_as_no_game_server() -> None:
    with http_server() as port, pytest.raises(RemoteProtocolError) as caught:
        async with open_link(_HOST, port, timeout_s=0.4):
            pytest.fail("that is no game server")
    begin = re.escape(f"{_HOST}:{port}: this is not a game server we know: it began with ")
    assert re.fullmatch(rf'{begin}"(<!DOCTYPE|HTTP/).*", expected HELLO_BOT or NFO', str(caught.value))


async def test_silent_listener_is_given_up_in_time() -> None:
    with socket.socket() as silent:
        silent.bind((_HOST, 0))
        silent.listen()
        port = silent.getsockname()[1]
        with trio.fail_after(5.0), pytest.raises(PeerSilent) as caught:
            async with open_link(_HOST, port, timeout_s=0.3):
                pytest.fail("nobody speaks there")
    assert str(caught.value) == f"{_HOST}:{port}: connected, but no greeting within 0.3 s"


async def test_reset_connection_counts_as_closed(nursery: trio.Nursery) -> None:
    async def greet_and_reset(stream: trio.SocketStream) -> None:
        await stream.send_all(f"{CLASSIC_NFO}\r\n".encode())
        await stream.receive_some()
        stream.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        await stream.aclose()

    listeners = await trio.open_tcp_listeners(0, host=_HOST)
    port = listeners[0].socket.getsockname()[1]
    nursery.start_soon(trio.serve_listeners, greet_and_reset, listeners)
    async with open_link(_HOST, port, join=Join("Bob")) as link:
        await link.receive()
        with pytest.raises(LinkClosed, match=r"closed the connection while waiting to be let in$"):
            await link.receive()


async def test_unknown_dialect_is_noticed_before_anything_is_opened() -> None:
    with pytest.raises(UsageError, match=r'^there is no dialect "gamebots-2005"'):
        async with open_link(_HOST, 1, "gamebots-2005"):
            pytest.fail("there is no such dialect")
