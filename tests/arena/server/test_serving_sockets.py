"""An arena on real sockets: ports, who may connect, and the same bytes as in memory."""

from __future__ import annotations

import gc
import socket
import warnings

import pytest
import trio

from agentfw.arena.server.serving import ArenaServer, open_arena
from agentfw.errors import UsageError
from tests.support.callers import Caller, dial, eventually, listening
from tests.support.guests import fields, only, open_classic, open_game

MODERN = "gamebots-2004"
HOST = "127.0.0.1"


def is_refused(port: int) -> bool:
    """Whether nobody listens on a port."""
    with socket.socket() as caller:
        caller.settimeout(1.0)
        return caller.connect_ex((HOST, port)) != 0


# Ports


async def test_each_kind_of_client_has_a_port_of_its_own() -> None:
    async with listening(open_game(MODERN)) as server:
        assert list(server.addresses) == ["bot", "control", "observer"]
        assert len({port for _, port in server.addresses.values()}) == 3
        assert {host for host, _ in server.addresses.values()} == {HOST}


@pytest.mark.parametrize(
    ("role", "greeting"),
    [("bot", "HELLO_BOT"), ("control", "HELLO_CONTROL_SERVER"), ("observer", "HELLO_OBSERVER")],
)
async def test_each_port_greets_in_its_own_way(role: str, greeting: str) -> None:
    async with listening(open_game(MODERN)) as server, await dial(server, role) as caller:
        assert await caller.line() == greeting


async def test_the_classic_port_greets_with_the_game() -> None:
    async with listening(open_classic()) as server, await dial(server) as caller:
        assert (await caller.line()).startswith("NFO {Gametype BotDeathMatchPlus}")


@pytest.mark.parametrize("role", ["bot", "control", "observer"])
async def test_a_port_that_is_taken_is_a_mistake_of_the_user(role: str) -> None:
    with socket.socket() as taken:
        taken.bind((HOST, 0))
        taken.listen()
        port = taken.getsockname()[1]
        ports = {"bot": 0, "control": 0, "observer": 0} | {role: port}
        with pytest.raises(UsageError) as caught:
            async with open_arena(open_game(MODERN), host=HOST, ports=ports):
                pytest.fail("that port is taken")
    assert str(caught.value) == (
        f"cannot listen on {HOST}:{port} for {role} clients: address already in use "
        "(take another with --port, or 0 for any)"
    )


@pytest.mark.parametrize("host", ["nowhere.invalid", "x..y", "192.0.2.1"])
async def test_a_host_that_is_not_ours_is_a_mistake_of_the_user(host: str) -> None:
    with pytest.raises(UsageError, match=f"^cannot listen on {host}:0"):
        async with open_arena(open_classic(), host=host, ports={"bot": 0}):
            pytest.fail("nobody can listen there")


async def test_the_ports_are_closed_at_the_end() -> None:
    gc.collect()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        async with listening(open_classic()) as server:
            port = server.addresses["bot"][1]
        del server
        gc.collect()
    assert is_refused(port)
    assert [str(warning.message) for warning in caught if warning.category is ResourceWarning] == []


async def test_no_port_stays_open_when_one_of_them_is_taken() -> None:
    gc.collect()
    with socket.socket() as taken, warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        taken.bind((HOST, 0))
        taken.listen()
        server = ArenaServer(open_game(MODERN))
        with pytest.raises(UsageError):
            async with server.listening(HOST, {"bot": 0, "control": taken.getsockname()[1]}):
                pytest.fail("that port is taken")
        gc.collect()
    assert [str(warning.message) for warning in caught if warning.category is ResourceWarning] == []


async def test_the_same_port_can_be_taken_again_at_once() -> None:
    async with listening(open_classic()) as server:
        port = server.addresses["bot"][1]
        async with await dial(server) as caller:
            await caller.join("Bob")
    del server
    gc.collect()
    async with open_arena(open_classic(), host=HOST, ports={"bot": port}) as again:
        assert again.addresses["bot"] == (HOST, port)


async def test_clients_are_disconnected_at_the_end() -> None:
    arena = open_classic()
    async with listening(arena) as server:
        caller = await dial(server)
        await caller.join("Bob")
    assert arena.clients == []
    assert arena.world.players == []
    await caller.rest()
    await trio.aclose_forcefully(caller.stream)


async def test_no_task_is_left_behind() -> None:
    before = trio.lowlevel.current_statistics().tasks_living
    async with listening(open_classic()) as server:
        callers = [await dial(server) for _ in range(5)]
        for caller in callers:
            await caller.line()
    assert trio.lowlevel.current_statistics().tasks_living == before
    for caller in callers:
        await trio.aclose_forcefully(caller.stream)


# Who comes and goes


async def test_who_closes_the_socket_is_gone() -> None:
    arena = open_classic()
    async with listening(arena) as server:
        async with await dial(server) as caller:
            await caller.join("Bob")
            assert [player.name for player in arena.world.players] == ["Bob"]
        await eventually(lambda: not arena.clients)
        assert arena.world.players == []


async def test_who_is_kicked_is_disconnected() -> None:
    async with (
        listening(open_game(MODERN)) as server,
        await dial(server) as bot,
        await dial(server, "control") as control,
    ):
        await bot.join("Bob")
        (player,) = server.arena.world.players
        await control.say(f"KICK {{Id {player.id}}}")
        assert (await bot.rest())[-1] == "FIN"


async def test_a_full_arena_says_so_and_closes() -> None:
    async with (
        listening(open_game(MODERN, max_players=1, bots=1)) as server,
        await dial(server) as caller,
    ):
        assert await caller.rest() == ["HELLO_BOT {ServerFull True}"]


async def test_a_wrong_password_ends_the_connection() -> None:
    arena = open_game(MODERN, password="sesame")  # noqa: S106 - a test
    async with listening(arena) as server, await dial(server) as caller:
        await caller.say("READY", "PASSWORD {Password wrong}")
        lines = await caller.rest()
    assert [line.partition(" ")[0] for line in lines] == ["HELLO_BOT", "PASSWORD", "PASSWDWRONG"]


async def test_the_right_password_brings_the_world() -> None:
    arena = open_game(MODERN, password="sesame")  # noqa: S106 - a test
    async with listening(arena) as server, await dial(server) as caller:
        await caller.say("PASSWORD {Password sesame}")
        lines = await caller.until("EHS")
        assert lines[:3] == ["HELLO_BOT", "PASSWDOK", "SHS"]
        await caller.join("Bob")


async def test_a_password_tells_who_set_it() -> None:
    async with listening(open_game(MODERN)) as server, await dial(server, "control") as control:
        await control.say("SETPASS {Password sesame}")
        await control.say("READY")
        await control.until("EHS")
        async with await dial(server) as caller:
            await caller.say("READY")
            assert (await caller.until("PASSWORD"))[-1] == f"PASSWORD {{BlockedByIP {HOST}}}"


async def test_a_locked_port_closes_newcomers_without_a_word() -> None:
    async with listening(open_game(MODERN)) as server, await dial(server, "control") as control:
        await control.say("SETLOCK {BotServer True}", "READY")
        await control.until("EHS")
        async with await dial(server) as caller:
            assert await caller.rest() == []
        await control.say("SETLOCK {BotServer False}", "GETMAPS")
        await control.until("EMAP")
        async with await dial(server) as caller:
            assert await caller.line() == "HELLO_BOT"


async def test_a_map_change_closes_and_the_next_connection_is_on_the_new_map() -> None:
    async with (
        listening(open_game(MODERN, map="dm-foundry", speed=20.0)) as server,
        await dial(server) as bot,
        await dial(server, "control") as control,
    ):
        await bot.join("Bob")
        await control.say("CHANGEMAP {MapName DM-Cellar}")
        assert (await bot.rest())[-2:] == ["MAPCHANGE {MapName DM-Cellar}", "FIN"]
        assert (await control.rest())[-2:] == ["MAPCHANGE {MapName DM-Cellar}", "FIN"]
        async with await dial(server) as again:
            await again.say("READY")
            assert fields(only(await again.until("EHS"), "NFO")[0])["Level"] == "DM-Cellar"


async def test_after_the_end_of_a_match_one_connects_again() -> None:
    async with listening(open_classic(time_limit_min=0.02, speed=50.0)) as server:
        for name in ("First", "Second"):
            await eventually(lambda: server.arena.is_open)
            async with await dial(server) as caller:
                await caller.join(name)
                assert (await caller.rest())[-1] == "FIN "


async def test_a_ping_is_answered_between_two_ticks() -> None:
    async with listening(open_classic(), ticks=False) as server, await dial(server) as caller:
        await caller.sync()
        assert server.arena.ticks == 0


# The same bytes


async def _script(caller: Caller, server: ArenaServer, dialect: str) -> bytes:
    """A few seconds of play where every command is read before the next tick."""
    run = "RUNTO {Location 800,800,39}" if dialect != MODERN else "MOVE {FirstLocation 800,800,44}"
    script = {
        0: ("READY",),
        2: ("INIT {Name Bob}",),
        5: (run, "SHOOT {Location 100,100,50}"),
        30: ("JUMP", "GETPATH {Location 200,200,40} {Id p}"),
        40: ("STOPSHOOT", "CHECKREACH {Location 200,200,40} {Id r}", "ROTATE {Amount 9000}"),
        60: ("CHANGEWEAPON {Id Best}", "STOP", "MESSAGE {Text hello} {Global True}"),
    }
    for tick in range(90):
        await caller.say(*script.get(tick, ()))
        await caller.sync()
        server.tick()
    await caller.sync()
    return caller.data


@pytest.mark.parametrize("dialect", ["gamebots-ut99", MODERN])
async def test_a_socket_gives_the_same_bytes_as_a_stream_in_memory(dialect: str) -> None:
    local = ArenaServer(open_game(dialect, bots=2, seed=7))
    async with Caller(local.connect()) as caller:
        in_memory = await _script(caller, local, dialect)
    arena = open_game(dialect, bots=2, seed=7)
    async with listening(arena, ticks=False) as server, await dial(server) as caller:
        over_socket = await _script(caller, server, dialect)
    assert over_socket == in_memory
    assert in_memory.count(b"BEG ") > 10


async def test_another_seed_gives_other_bytes() -> None:
    found = []
    for seed in (1, 2):
        local = ArenaServer(open_classic(bots=2, seed=seed))
        async with Caller(local.connect()) as caller:
            found.append(await _script(caller, local, "gamebots-ut99"))
    assert found[0] != found[1]
