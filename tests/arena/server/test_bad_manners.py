"""One client that behaves badly neither stops the arena nor slows the others down."""

from __future__ import annotations

import pytest

from agentfw.arena.server.arena import Arena
from agentfw.arena.server.options import ArenaOptions
from agentfw.errors import UsageError


def arena_of(**options: object) -> Arena:
    return Arena(ArenaOptions(map="ctf-twins", mode="ctf", **options))  # type: ignore[arg-type]  # as given


@pytest.mark.parametrize(
    ("role", "words"),
    [
        ("control", b"READY\r\nQUIT\r\n"),
        ("observer", b"INIT {Name Brock}\r\nQUIT\r\n"),
        ("bot", b"READY\r\nINIT {Name A}\r\nGETNAVS\r\nQUIT\r\n"),
    ],
)
def test_a_goodbye_right_behind_a_greeting_does_no_harm(role: str, words: bytes) -> None:
    arena = arena_of(bots=1)
    client = arena.connect(role)
    assert client is not None
    client.feed(words)
    arena.tick()
    arena.disconnect(client)
    arena.tick()
    assert arena.clients == []


def test_a_flood_of_long_answers_is_spread_over_ticks() -> None:
    arena = arena_of()
    client = arena.connect()
    assert client is not None
    client.feed(b"GETNAVS\r\n" * 256)
    arena.tick()
    assert len(client.take_output()) < 1024 * 1024
    arena.tick()
    assert client.take_output().count(b"SNAV") >= 1


def test_a_flood_of_respawns_is_one_per_tick() -> None:
    arena = arena_of()
    client = arena.connect()
    assert client is not None
    client.feed(b"INIT {Name A}\r\n")
    arena.tick()
    client.take_output()
    for _ in range(50):
        client.feed(b"RESPAWN\r\n" * 200)
        arena.tick()
    told = client.take_output()
    assert told.count(b"\r\nDIE ") <= 50
    assert sum(item.is_dropped for item in arena.world.stock.items) <= 100


def test_who_has_not_joined_cannot_pause_the_game() -> None:
    arena = arena_of()
    client = arena.connect()
    assert client is not None
    client.feed(b"PAUSE {PauseAll True}\r\n")
    arena.tick()
    assert not arena.is_paused


def test_nobody_takes_the_name_of_somebody_else() -> None:
    arena = arena_of()
    clients = [arena.connect(), arena.connect()]
    for number, client in enumerate(clients):
        assert client is not None
        client.feed(b"INIT {Name N%d}\r\n" % number)
    arena.tick()
    for client in clients:
        assert client is not None
        client.feed(b"SETNAME {Name Same}\r\n")
    arena.tick()
    assert sorted(player.name for player in arena.world.players) == ["Same", "Same1"]


def test_who_has_no_lives_left_does_not_come_back_by_command() -> None:
    arena = arena_of()
    arena.world.settings.max_lives = 1
    clients = [arena.connect(), arena.connect(), arena.connect()]
    for number, client in enumerate(clients):
        assert client is not None
        client.feed(b"INIT {Name N%d} {Team %d}\r\n" % (number, number % 2))
    arena.tick()
    first = clients[0]
    assert first is not None
    first.feed(b"RESPAWN\r\n")
    arena.tick()
    first.feed(b"RESPAWN\r\n")
    arena.tick()
    assert arena.world.players[0].pawn is None


@pytest.mark.parametrize("vision_s", [0.1, 0.12, 0.25, 0.3, 0.35, 0.4, 0.7])
def test_batches_never_come_more_often_than_asked_for(vision_s: float) -> None:
    arena = arena_of()
    client = arena.connect()
    assert client is not None
    client.feed(b"INIT {Name A}\r\nCONF {VisionTime %.2f}\r\n" % vision_s)
    for _ in range(20):
        arena.tick()
    client.take_output()
    begun = arena.world.time
    for _ in range(400):
        arena.tick()
    batches = client.take_output().count(b"\r\nBEG ")
    expected = (arena.world.time - begun) / vision_s
    assert 0.9 * expected - 2 <= batches <= expected + 1


@pytest.mark.parametrize(
    "options",
    [{"speed": 0.0}, {"speed": float("nan")}, {"skill": 99.0}, {"time_limit_min": -1.0}, {"bots": -1}],
)
def test_senseless_options_are_refused(options: dict[str, float]) -> None:
    with pytest.raises(UsageError, match="is not between"):
        arena_of(**options)
