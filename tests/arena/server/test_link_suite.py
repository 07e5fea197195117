"""What our links do with scripted servers, done with the real arena."""

from __future__ import annotations

import contextlib
import json
import queue
import threading
from typing import TYPE_CHECKING, Any

import pytest
import trio

from agentfw.arena.server.serving import ArenaServer, open_arena
from agentfw.engines.gamebots import ClientSession, find_dialect, orders, wire
from agentfw.engines.link import Link, link_over, open_link
from agentfw.errors import LinkClosed, ServerFull, WrongPassword
from agentfw.geometry import Vec3
from agentfw.vocabulary import (
    AskPath,
    AskReach,
    AskTrace,
    BodyLimits,
    EntityId,
    GameInfo,
    Join,
    Leave,
    Listing,
    MapChanging,
    MatchEnded,
    MoveTo,
    PathReply,
    Percept,
    Place,
    PlayerSeen,
    ReachReply,
    RequestTimedOut,
    Say,
    Shoot,
    Snapshot,
    Stop,
    TraceReply,
)
from tests.support.command_line import Output, called
from tests.support.guests import open_game

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator

    from trio.testing import MockClock

    from agentfw.arena.server.arena import Arena
    from agentfw.engines.gamebots import SessionStatistics
    from agentfw.vocabulary import Command

CLASSIC, MODERN = "gamebots-ut99", "gamebots-2004"
BOTH = pytest.mark.parametrize("dialect", [CLASSIC, MODERN])
SESAME = "open sesame"


@contextlib.asynccontextmanager
async def linked(
    server: ArenaServer,
    join: Command | None,
    *,
    role: str = "bot",
    password: str | None = None,
) -> AsyncIterator[Link]:
    """A link to an arena within this process."""
    dialect = find_dialect(server.arena.dialect.name)
    session = ClientSession([dialect], role, join=join, password=password)  # type: ignore[arg-type]
    async with link_over(server.connect(role), session) as link:
        yield link


async def next_of(link: Link, kind: type[Percept]) -> Any:
    """The next percept of a kind."""
    with trio.fail_after(60.0):
        while True:
            percept = await link.receive()
            if isinstance(percept, kind):
                return percept


async def snapshots(link: Link, count: int) -> list[Snapshot]:
    return [await next_of(link, Snapshot) for _ in range(count)]


def assert_nothing_odd(statistics: SessionStatistics) -> None:
    """Everything the arena said was understood and in its place."""
    assert (statistics.rejected, statistics.overlong, statistics.misplaced) == (0, 0, 0)
    assert (statistics.unknown_words, statistics.unknown_attributes) == ({}, {})
    assert (statistics.broken_batches, statistics.broken_lists) == (0, 0)


# Joining and leaving


async def test_the_newer_handshake_is_played_through(autojump_clock: MockClock) -> None:
    async with open_arena(open_game(MODERN)) as server, linked(server, Join("Bob")) as link:
        kinds = [type(await link.receive()) for _ in range(3)]
        assert kinds == [Listing, wire.ConfigChanged, BodyLimits]
        await next_of(link, Snapshot)
        assert (link.statistics().dialect, link.statistics().state) == (MODERN, "playing")


async def test_the_older_handshake_is_played_through(autojump_clock: MockClock) -> None:
    async with open_arena(open_game(CLASSIC)) as server, linked(server, Join("Bob")) as link:
        assert isinstance(await link.receive(), GameInfo)
        await next_of(link, Snapshot)
        assert (link.statistics().dialect, link.statistics().state) == (CLASSIC, "playing")


@BOTH
async def test_a_battle_is_understood_to_the_last_attribute(
    autojump_clock: MockClock, dialect: str
) -> None:
    mode, level = ("dom", "dom-crossing") if dialect == CLASSIC else ("ctf", "ctf-twins")
    arena = open_game(dialect, map=level, mode=mode, bots=5, skill=6.0)
    async with open_arena(arena) as server, linked(server, Join("Bob")) as link:
        while arena.world.time < 20.0:
            snapshot = await next_of(link, Snapshot)
            enemies = [p for p in snapshot.percepts if isinstance(p, PlayerSeen) and p.id]
            if enemies and enemies[0].location is not None:
                await link.send(MoveTo(enemies[0].location), Shoot(target=enemies[0].id))
        assert_nothing_odd(link.statistics())
        assert link.statistics().snapshots > 40


@BOTH
async def test_the_name_and_team_asked_for_are_given(autojump_clock: MockClock, dialect: str) -> None:
    arena = open_game(dialect, map="ctf-twins", mode="ctf")
    async with open_arena(arena) as server, linked(server, Join("Bob", team=1)) as link:
        await next_of(link, Snapshot)
        (player,) = arena.world.players
        assert (player.name, player.team) == ("Bob", 1)


@BOTH
async def test_who_leaves_the_block_leaves_the_game(autojump_clock: MockClock, dialect: str) -> None:
    arena = open_game(dialect)
    async with open_arena(arena) as server:
        async with linked(server, Join("Bob")) as link:
            await next_of(link, Snapshot)
            assert len(arena.world.players) == 1
        await trio.sleep(0.1)  # what was said last is done in the next tick
        assert arena.world.players == []
        assert arena.clients == []


async def test_who_says_goodbye_is_disconnected(autojump_clock: MockClock) -> None:
    arena = open_game(MODERN)
    async with open_arena(arena) as server, linked(server, Join("Bob")) as link:
        await next_of(link, Snapshot)
        await link.send(Leave())
        async for _ in link:
            pass
        await trio.sleep(0.1)
        assert arena.world.players == []


@BOTH
async def test_who_does_not_join_only_watches_the_greeting(
    autojump_clock: MockClock, dialect: str
) -> None:
    arena = open_game(dialect)
    async with open_arena(arena) as server, linked(server, None) as link:
        assert isinstance(await link.receive(), Listing if dialect == MODERN else GameInfo)
        assert link.session.is_ready
        assert arena.world.players == []


@BOTH
async def test_many_tasks_may_send_at_once(autojump_clock: MockClock, dialect: str) -> None:
    arena = open_game(dialect)
    async with open_arena(arena) as server, linked(server, Join("Bob")) as link:
        await next_of(link, Snapshot)
        async with trio.open_nursery() as nursery:
            for _ in range(20):
                nursery.start_soon(link.send, Stop(), Say("hi", public=True))
        await snapshots(link, 2)
        assert_nothing_odd(link.statistics())


# Questions


@BOTH
async def test_a_path_is_asked_for_and_told(autojump_clock: MockClock, dialect: str) -> None:
    arena = open_game(dialect, map="dm-foundry")
    async with open_arena(arena) as server, linked(server, Join("Bob")) as link:
        await next_of(link, Snapshot)
        far = max(
            (arena.world.place_location(number) for number in range(len(arena.world.place_ids))),
            key=arena.world.players[0].pawn.body.location.distance_to,  # type: ignore[union-attr]
        )
        (request,) = await link.send(AskPath(location=far))
        reply = await next_of(link, PathReply)
        assert reply.request == request
        assert 1 <= len(reply.steps) <= 16
        assert {step.id for step in reply.steps} <= set(arena.world.place_ids)


@BOTH
async def test_reach_is_asked_for_and_told(autojump_clock: MockClock, dialect: str) -> None:
    async with open_arena(open_game(dialect)) as server, linked(server, Join("Bob")) as link:
        await next_of(link, Snapshot)
        (request,) = await link.send(AskReach(location=Vec3(5000.0, 5000.0, 0.0)))
        reply = await next_of(link, ReachReply)
        assert (reply.request, reply.reachable) == (request, False)


@pytest.mark.parametrize("detailed", [True, False])
async def test_a_trace_is_asked_for_and_told(autojump_clock: MockClock, *, detailed: bool) -> None:
    async with open_arena(open_game(MODERN)) as server, linked(server, Join("Bob")) as link:
        await next_of(link, Snapshot)
        question = AskTrace(detailed, Vec3(99999.0, 0.0, 0.0), start=Vec3(200.0, 200.0, 50.0))
        (request,) = await link.send(question)
        reply = await next_of(link, TraceReply)
        assert (reply.request, reply.hit, reply.detailed) == (request, True, detailed)


@BOTH
async def test_many_questions_are_each_answered(autojump_clock: MockClock, dialect: str) -> None:
    async with open_arena(open_game(dialect)) as server, linked(server, Join("Bob")) as link:
        await next_of(link, Snapshot)
        asked = await link.send(*[AskReach(location=Vec3(500.0, 500.0, 40.0)) for _ in range(50)])
        answered = [(await next_of(link, ReachReply)).request for _ in range(50)]
        assert answered == asked
        assert link.statistics().requests_answered == 50


@BOTH
async def test_an_unknown_target_times_out(autojump_clock: MockClock, dialect: str) -> None:
    async with open_arena(open_game(dialect)) as server, linked(server, Join("Bob")) as link:
        await next_of(link, Snapshot)
        asked_at = trio.current_time()
        (request,) = await link.send(AskReach(target=EntityId("DM-Closet.Nobody7")))
        reply = await next_of(link, RequestTimedOut)
        assert reply.request == request
        assert trio.current_time() - asked_at == pytest.approx(3.0, abs=0.1)


# Liveness


@pytest.mark.parametrize("role", ["bot", "control", "observer"])
async def test_a_link_lives_through_a_minute_of_pause(autojump_clock: MockClock, role: str) -> None:
    arena = open_game(MODERN, bots=1)
    async with open_arena(arena) as server:
        join: Command | None = Join("Bob") if role == "bot" else None
        if role == "observer":
            join = orders.Observe(player_name=arena.world.players[0].name)
        async with linked(server, join, role=role) as link:
            with trio.move_on_after(2.0):
                async for _ in link:
                    pass
            arena.is_paused = True
            with trio.move_on_after(60.0) as waiting:
                async for _ in link:
                    pass
            assert waiting.cancelled_caught
            assert_nothing_odd(link.statistics())


def test_a_session_asks_for_a_sign_of_life_at_the_very_time_it_named() -> None:
    heard_at = 5.090909090909091  # 112 ticks of the arena at its usual pace
    session = ClientSession([find_dialect(CLASSIC)], join=Join("Bob"))
    session.feed(b"NFO {Gametype BotDeathMatchPlus} {Level DM-X}\r\n", heard_at)
    session.take_output()
    deadline = session.next_deadline
    assert deadline is not None
    session.tick(deadline)
    assert session.take_output() == b"PING\r\n"


@BOTH
async def test_a_link_lives_while_its_player_is_dead(autojump_clock: MockClock, dialect: str) -> None:
    arena = open_game(dialect)
    async with open_arena(arena) as server, linked(server, Join("Bob")) as link:
        await next_of(link, Snapshot)
        (player,) = arena.world.players
        player.settings.manual_spawn = True
        arena.world.kill(player, None, arena.world.game.world_damage["suicide"])
        with trio.move_on_after(60.0) as waiting:
            async for _ in link:
                pass
        assert waiting.cancelled_caught


# Passwords, and no room


async def test_the_right_password_lets_in(autojump_clock: MockClock) -> None:
    arena = open_game(MODERN, password=SESAME)
    async with (
        open_arena(arena) as server,
        linked(server, Join("Bob"), password=SESAME) as link,
    ):
        await next_of(link, Snapshot)


@pytest.mark.parametrize("password", ["wrong", "", None])
async def test_any_other_password_does_not(autojump_clock: MockClock, password: str | None) -> None:
    arena = open_game(MODERN, password=SESAME)
    async with open_arena(arena) as server, linked(server, Join("Bob"), password=password) as link:
        with pytest.raises(WrongPassword):
            await next_of(link, Snapshot)
        assert arena.world.players == []


@pytest.mark.parametrize("role", ["control", "observer"])
async def test_other_ports_ask_for_the_password_as_well(autojump_clock: MockClock, role: str) -> None:
    async with open_arena(open_game(MODERN, password=SESAME)) as server:
        async with linked(server, None, role=role, password="wrong") as link:  # noqa: S106 - a test
            with pytest.raises(WrongPassword):
                await link.receive()
        async with linked(server, None, role=role, password=SESAME) as link:
            assert isinstance(await link.receive(), Listing)


async def test_a_full_arena_is_told_as_full() -> None:
    arena = open_game(MODERN, bots=1, max_players=1)
    async with open_arena(arena, host="127.0.0.1", ports={"bot": 0}) as server:
        host, port = server.addresses["bot"]
        with pytest.raises(ServerFull, match=f"{port}: the server is full$"):
            async with open_link(host, port, join=Join("Bob")):
                pytest.fail("there was no room")


# The end


@BOTH
async def test_the_end_of_the_match_ends_the_iteration(autojump_clock: MockClock, dialect: str) -> None:
    arena = open_game(dialect, time_limit_min=0.1)
    async with open_arena(arena) as server, linked(server, Join("Bob")) as link:
        percepts = [percept async for percept in link]
        assert percepts[-1] == MatchEnded()
        with pytest.raises(LinkClosed):
            await link.receive()
        assert_nothing_odd(link.statistics())


async def test_a_map_change_is_told_before_the_end(autojump_clock: MockClock) -> None:
    arena = open_game(MODERN, map="dm-cellar")
    async with (
        open_arena(arena) as server,
        linked(server, Join("Bob")) as bot,
        linked(server, None, role="control") as control,
    ):
        await next_of(bot, Snapshot)
        await control.send(orders.ChangeMap(level="DM-Closet"))
        assert [p async for p in bot][-2:] == [MapChanging("DM-Closet"), MatchEnded()]
        assert [p async for p in control][-2:] == [MapChanging("DM-Closet"), MatchEnded()]


@BOTH
async def test_who_is_kicked_hears_the_end(autojump_clock: MockClock, dialect: str) -> None:
    arena = open_game(dialect)
    async with open_arena(arena) as server, linked(server, Join("Bob")) as link:
        await next_of(link, Snapshot)
        arena.kick(arena.world.players[0])
        assert [percept async for percept in link][-1] == MatchEnded()


# Other roles, over sockets


@contextlib.asynccontextmanager
async def serving(arena: Arena) -> AsyncIterator[ArenaServer]:
    roles = ("bot",) if arena.is_classic else ("bot", "control", "observer")
    async with open_arena(arena, host="127.0.0.1", ports=dict.fromkeys(roles, 0)) as server:
        yield server


@BOTH
@pytest.mark.parametrize("is_named", [True, False])
async def test_either_dialect_is_recognized_over_a_socket(dialect: str, *, is_named: bool) -> None:
    async with serving(open_game(dialect)) as server:
        host, port = server.addresses["bot"]
        async with open_link(host, port, dialect if is_named else "auto", join=Join("Bob")) as link:
            await next_of(link, Snapshot)
            assert link.statistics().dialect == dialect


async def test_an_operator_adds_and_kicks_bots_over_a_socket() -> None:
    arena = open_game(MODERN, speed=5.0)
    async with (
        serving(arena) as server,
        open_link(*server.addresses["control"], role="control") as link,
    ):
        assert isinstance(await link.receive(), Listing)
        await link.send(orders.AddBot(player_name="Helper", skill=3.0))
        while not arena.world.players:
            await next_of(link, Snapshot)
        (helper,) = arena.world.players
        await link.send(orders.Kick(id=helper.id))
        while arena.world.players:
            await next_of(link, Snapshot)
        assert_nothing_odd(link.statistics())


async def test_an_operator_is_told_the_maps_over_a_socket() -> None:
    async with (
        serving(open_game(MODERN, speed=5.0)) as server,
        open_link(*server.addresses["control"], role="control") as link,
    ):
        await link.receive()
        await link.send(orders.AskMaps())
        while True:
            listing = await next_of(link, Listing)
            if listing.subject == "maps":
                break
        assert wire.MapListed("DM-Closet") in listing.percepts


async def test_an_observer_sees_what_a_bot_sees_over_a_socket() -> None:
    arena = open_game(MODERN, bots=2, speed=10.0)
    name = arena.world.players[0].name
    async with serving(arena) as server:
        observe = orders.Observe(player_name=name)
        async with open_link(*server.addresses["observer"], role="observer", join=observe) as link:
            for _ in range(5):
                await next_of(link, Snapshot)
            assert_nothing_odd(link.statistics())


async def test_the_whole_map_is_learned_over_a_socket() -> None:
    arena = open_game(MODERN, map="ctf-twins", mode="ctf")
    async with serving(arena) as server, open_link(*server.addresses["bot"]) as link:
        world = await next_of(link, Listing)
        told = {p.id for p in _flat(world) if isinstance(p, Place)}
        assert told == set(arena.world.place_ids)


def _flat(listing: Listing) -> Iterator[Percept]:
    for percept in listing.percepts:
        if isinstance(percept, Listing):
            yield from _flat(percept)
        else:
            yield percept


# The probe


@contextlib.contextmanager
def in_background(make: Callable[[], Arena]) -> Iterator[dict[str, tuple[str, int]]]:
    """The addresses of an arena that lives in a thread of its own, since the command line blocks."""
    started: queue.Queue[tuple[dict[str, tuple[str, int]], trio.lowlevel.TrioToken, trio.Event]]
    started = queue.Queue()

    async def live() -> None:
        async with serving(make()) as server:
            stop = trio.Event()
            started.put((server.addresses, trio.lowlevel.current_trio_token(), stop))
            await stop.wait()

    thread = threading.Thread(target=trio.run, args=(live,), daemon=True)
    thread.start()
    addresses, token, stop = started.get(timeout=10.0)
    try:
        yield addresses
    finally:
        trio.from_thread.run_sync(stop.set, trio_token=token)
        thread.join(10.0)


def probed(
    capsys: pytest.CaptureFixture[str], address: tuple[str, int], *options: str
) -> tuple[Output, list[str]]:
    output = called(capsys, "probe", f"{address[0]}:{address[1]}", *options)
    return output, output.out.splitlines()


def test_the_probe_shows_the_newer_arena(capsys: pytest.CaptureFixture[str]) -> None:
    with in_background(lambda: open_game(MODERN, map="ctf-twins", mode="ctf")) as addresses:
        output, lines = probed(capsys, addresses["bot"], "--seconds", "0.3")
    assert (output.code, output.err) == (0, "")
    assert lines[1:4] == ["dialect   gamebots-2004", "level     CTF-Twins", "game      BotCTFGame"]
    assert lines[4].startswith("learned   ")
    assert " places" in lines[4]
    assert lines[6] == "oddities  none"


def test_the_probe_shows_the_older_arena(capsys: pytest.CaptureFixture[str]) -> None:
    with in_background(lambda: open_game(CLASSIC)) as addresses:
        output, lines = probed(capsys, addresses["bot"], "--seconds", "0.3")
    assert (output.code, output.err) == (0, "")
    assert lines[1:4] == [
        "dialect   gamebots-ut99",
        "level     DM-Closet",
        "game      BotDeathMatchPlus",
    ]
    assert lines[6] == "oddities  none"


@pytest.mark.parametrize("role", ["control", "observer"])
def test_the_probe_shows_the_other_ports(capsys: pytest.CaptureFixture[str], role: str) -> None:
    with in_background(lambda: open_game(MODERN)) as addresses:
        output, lines = probed(capsys, addresses[role], "--role", role, "--seconds", "0.2")
    assert output.code == 0
    assert lines[6] == "oddities  none"


def test_the_probe_counts_what_it_heard(capsys: pytest.CaptureFixture[str]) -> None:
    with in_background(lambda: open_game(MODERN, speed=10.0)) as addresses:
        output, _ = probed(capsys, addresses["bot"], "--seconds", "0.3", "--json")
    found = json.loads(output.out)
    assert (found["level"], found["statistics"]["rejected"]) == ("DM-Closet", 0)
    assert found["statistics"]["snapshots"] > 3


def test_the_probe_gives_the_password(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AGENTFW_PASSWORD", SESAME)
    with in_background(lambda: open_game(MODERN, password=SESAME)) as addresses:
        output, _ = probed(capsys, addresses["bot"], "--seconds", "0")
    assert output.code == 0


def test_the_probe_tells_that_a_password_is_wrong(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AGENTFW_PASSWORD", "wrong")
    with in_background(lambda: open_game(MODERN, password=SESAME)) as addresses:
        output, _ = probed(capsys, addresses["bot"])
    assert output.code == 2
    assert "refused the password" in output.err


def test_the_probe_tells_that_the_arena_is_full(capsys: pytest.CaptureFixture[str]) -> None:
    with in_background(lambda: open_game(MODERN, bots=1, max_players=1)) as addresses:
        output, _ = probed(capsys, addresses["bot"])
    assert output.code == 2
    assert "the server is full" in output.err
