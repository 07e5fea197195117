"""Doors: a new stream and a new session each time, and passwords that nobody sees."""

from __future__ import annotations

import re
import socket
from typing import TYPE_CHECKING

import pytest
import trio
from trio.testing import memory_stream_pair

from agentfw.arena.server import Arena, ArenaOptions, open_arena
from agentfw.engines.doors import MASKED, Door, local_door, replay_session, server_door
from agentfw.errors import ConnectFailed, LinkError, UsageError
from agentfw.testing import Script, scripted_server
from agentfw.vocabulary import Join
from tests.support.conversations import CLASSIC_NFO, SESAME, WORLD, said
from tests.support.dialects import BOTH, CLASSIC, GB2004

if TYPE_CHECKING:
    from trio.testing import MockClock

_HOST = "127.0.0.1"
_ASKS = "PASSWORD {BlockedByIP 10.0.0.1}"


async def in_memory() -> trio.abc.Stream:
    return memory_stream_pair()[0]


# Going through


async def test_every_opening_is_a_new_stream() -> None:
    door = Door("ut-host", BOTH, in_memory)
    assert await door.open() is not await door.open()


def test_every_session_begins_anew() -> None:
    door = Door("ut-host", BOTH, in_memory)
    first, second = door.session(Join("Bob")), door.session(Join("Bob"))
    first.feed(said(CLASSIC_NFO), 0.0)
    assert (first.take_output(), second.statistics().lines) == (b"INIT {Name Bob}\r\n", 0)


@pytest.mark.parametrize(
    ("greeting", "answer"),
    [(CLASSIC_NFO, b"INIT {Name Bob}\r\n"), ("HELLO_BOT", b"READY\r\n")],
)
def test_session_speaks_the_dialect_of_the_greeting(greeting: str, answer: bytes) -> None:
    session = Door("ut-host", BOTH, in_memory).session(Join("Bob"))
    session.feed(said(greeting), 0.0)
    assert session.take_output() == answer


def test_session_without_a_join_waits() -> None:
    session = Door("ut-host", [CLASSIC], in_memory).session(None)
    session.feed(said(CLASSIC_NFO), 0.0)
    assert (session.take_output(), session.is_ready) == (b"", True)


async def test_door_to_a_server_connects_to_it() -> None:
    async with scripted_server(Script().reply("HELLO_BOT")) as server:
        door = server_door(server.host, server.port)
        stream = await door.open()
        assert await stream.receive_some() == b"HELLO_BOT\r\n"
        await stream.aclose()
    assert door.name == f"{server.host}:{server.port}"


async def test_door_to_nobody_says_so() -> None:
    with socket.socket() as free:
        free.bind((_HOST, 0))
        port = free.getsockname()[1]
    with pytest.raises(ConnectFailed, match=f"^{_HOST}:{port}: connection refused$"):
        await server_door(_HOST, port).open()


async def test_door_to_a_host_that_never_answers_says_so_in_time(
    autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never(*_: object) -> None:
        await trio.sleep_forever()

    monkeypatch.setattr("trio.open_tcp_stream", never)
    start = trio.current_time()
    with pytest.raises(ConnectFailed, match=r"^ut-host:3000: no answer within 2\.5 s$"):
        await server_door("ut-host", 3000, timeout_s=2.5).open()
    assert trio.current_time() - start == 2.5


def test_unknown_dialect_is_told_before_anything_is_opened() -> None:
    with pytest.raises(UsageError, match=r'^there is no dialect "gamebots-2005"'):
        server_door("ut-host", 3000, "gamebots-2005")


def test_named_dialect_is_the_only_one_tried() -> None:
    assert [dialect.name for dialect in server_door("h", 1, CLASSIC.name).dialects] == [CLASSIC.name]
    assert {dialect.name for dialect in server_door("h", 1).dialects} >= {CLASSIC.name, GB2004.name}


async def test_door_within_the_process_leads_into_the_arena(autojump_clock: MockClock) -> None:
    arena = Arena(ArenaOptions(map="dm-closet", dialect=CLASSIC.name))
    async with open_arena(arena) as server:
        door = local_door(server.connect, [arena.dialect])
        stream = await door.open()
        assert (await stream.receive_some()).startswith(b"NFO ")
        assert (door.name, len(arena.clients)) == ("arena", 1)
        await stream.aclose()
        assert arena.clients == []


async def test_door_to_an_arena_that_is_closed_between_matches_says_so(
    autojump_clock: MockClock,
) -> None:
    arena = Arena(ArenaOptions(map="dm-closet", dialect=CLASSIC.name, bots=1, time_limit_min=0.01))
    async with open_arena(arena) as server:
        await trio.sleep(1.0)
        told = "the arena has no room for another bot client now"
        with pytest.raises(LinkError, match=f"^{re.escape(told)}$"):
            await local_door(server.connect, [arena.dialect]).open()


# Passwords


def answered(door: Door) -> bytes:
    """What the bot says to a server that asks for a password and takes it."""
    session = door.session(Join("Bob"))
    session.feed(said("HELLO_BOT", _ASKS), 0.0)
    given = session.take_output()
    session.feed(said("PASSWDOK", *WORLD), 0.0)
    return given + session.take_output()


def test_password_is_covered() -> None:
    door = Door("ut-host", BOTH, in_memory, password=SESAME)
    shown = door.mask(answered(door))
    assert shown == b"READY\r\nPASSWORD {Password ********}\r\nINIT {Name Bob}\r\n"


def test_without_a_password_nothing_is_covered() -> None:
    door = Door("ut-host", BOTH, in_memory)
    assert (door.has_password, door.mask(b"SAY {Text secret}")) == (False, b"SAY {Text secret}")


def test_covered_password_is_what_a_replay_gives() -> None:
    session = replay_session("auto", Join("Bob"), has_password=True)
    session.feed(said("HELLO_BOT", _ASKS), 0.0)
    assert session.take_output() == f"READY\r\nPASSWORD {{Password {MASKED}}}\r\n".encode()


@pytest.mark.parametrize("password", ["{pass}", "se}same", "two\r\nlines"])
def test_password_that_is_cleaned_for_the_wire_is_covered_too(password: str) -> None:
    door = Door("ut-host", BOTH, in_memory, password=password)
    assert b"{Password ********}" in door.mask(answered(door))


def test_password_beyond_latin_1_is_covered() -> None:
    door = Door("ut-host", BOTH, in_memory, password="пароль")  # noqa: S106 - made up
    assert b"{Password ********}" in door.mask(answered(door))


@pytest.mark.parametrize("password", ["b", "Bob", "INIT"])
def test_only_the_password_is_covered(password: str) -> None:
    door = Door("ut-host", BOTH, in_memory, password=password)
    assert door.mask(answered(door)).endswith(b"\r\nINIT {Name Bob}\r\n")
