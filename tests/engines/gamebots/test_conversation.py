"""Both ends talk to each other in memory, and understand each other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from agentfw.engines.gamebots import ClientSession, ServerSession, ServerState
from agentfw.engines.gamebots.orders import AskPlaces, Ready
from agentfw.engines.gamebots.wire import Pong
from agentfw.errors import ServerFull, WrongPassword
from agentfw.geometry import Rotation, Vec3
from agentfw.vocabulary import (
    AskPath,
    AskReach,
    BodyLimits,
    EntityId,
    GameInfo,
    ItemSeen,
    Join,
    Leave,
    Listing,
    MapChanging,
    MatchEnded,
    PathReply,
    PathStep,
    Place,
    PlaceLink,
    ReachReply,
    RequestId,
    SelfState,
    Snapshot,
    TravelFlag,
)
from tests.support.conversations import SESAME, both_dialects, exchange
from tests.support.dialects import BOTH, CLASSIC, GB2004

if TYPE_CHECKING:
    from agentfw.engines.gamebots import Dialect
    from agentfw.vocabulary import Command, Percept

_INFO = GameInfo("BotDeathMatch", "DM-Flux2", frag_limit=20)
_LIMITS = BodyLimits(EntityId("Bot9"), health_start=100, ground_speed=440.0)
_FIRST, _SECOND = Place(EntityId("P1"), Vec3(1.0, 2.5, -3.0)), Place(EntityId("P2"))
_LINK = PlaceLink(_SECOND.id, flags=TravelFlag.WALK | TravelFlag.JUMP, radius=40, height=80)
_SEEN: tuple[Percept, ...] = (
    SelfState(EntityId("Bot9"), location=Vec3(0.5, 0.0, 0.0), rotation=Rotation(0, -9, 0), health=80),
    ItemSeen(EntityId("Gun"), Vec3(1.0, 2.0, 3.0)),
)
_HEARD_PLACES = (_FIRST, PlaceLink(_SECOND.id, _FIRST.id, _LINK.flags, 40, 80), _SECOND)
_WELCOME: dict[str, list[Percept]] = {
    GB2004.name: [Listing("world", (_INFO, *_HEARD_PLACES)), _LIMITS],
    CLASSIC.name: [_INFO],
}
_WHOLE, _BYTE = 65536, 1
_in_pieces = pytest.mark.parametrize("piece", [_WHOLE, _BYTE], ids=["whole", "byte by byte"])


def _play(server: ServerSession, command: Command) -> None:
    """The smallest game there is."""
    match command:
        case Ready():
            server.send_world([_INFO, Listing("places", (_FIRST, _LINK, _SECOND))])
        case Join():
            server.let_in(_LIMITS)
            server.send_batch(1.25, _SEEN)
        case AskPlaces():
            server.send_listing(Listing("places", (_FIRST, _LINK, _SECOND)))
        case AskPath(request=request):
            server.send(
                PathReply(request or RequestId(""), (PathStep(_SECOND.id, Vec3(4.0, 5.0, 6.0)),))
            )
        case AskReach(request=request):
            server.send(ReachReply(request or RequestId(""), reachable=False))


def _met(
    dialect: Dialect, *, password: str | None = None, piece: int = _WHOLE
) -> tuple[ClientSession, ServerSession, list[Percept]]:
    """Two ends that have talked until the bot is in the game, and what the bot perceived."""
    client = ClientSession(BOTH, join=Join("Bob", 1), password=password)
    server = ServerSession(dialect, password=password)
    server.greet(_INFO)
    return client, server, exchange(client, server, _play, piece=piece)


@both_dialects
@_in_pieces
def test_bot_gets_into_the_game_and_perceives_it(dialect: Dialect, piece: int) -> None:
    client, server, percepts = _met(dialect, piece=piece)
    assert percepts == [*_WELCOME[dialect.name], Snapshot(1.25, _SEEN)]
    assert (client.dialect, client.is_playing, server.state) == (dialect, True, ServerState.RUNNING)


@_in_pieces
def test_bot_with_the_password_gets_into_the_game(piece: int) -> None:
    client, _, percepts = _met(GB2004, password=SESAME, piece=piece)
    assert percepts == [*_WELCOME[GB2004.name], Snapshot(1.25, _SEEN)]
    assert client.is_playing


def test_bot_with_another_password_is_turned_away() -> None:
    client, server = ClientSession(BOTH, password=SESAME.upper()), ServerSession(GB2004, password=SESAME)
    server.greet()
    with pytest.raises(WrongPassword):
        exchange(client, server, _play)
    assert server.wants_close


def test_bot_is_turned_away_from_a_full_server() -> None:
    client, server = ClientSession(BOTH), ServerSession(GB2004)
    server.refuse_full()
    with pytest.raises(ServerFull):
        exchange(client, server, _play)


@both_dialects
@_in_pieces
def test_questions_get_their_own_answers(dialect: Dialect, piece: int) -> None:
    client, server, _ = _met(dialect)
    for number in range(3):
        client.send(AskPath(location=Vec3(float(number), 0.0, 0.0)), 0.0)
    reach = client.send(AskReach(location=Vec3(0.0, 0.0, 0.0)), 0.0)
    percepts = exchange(client, server, _play, piece=piece)
    answered = {percept.request for percept in percepts if isinstance(percept, PathReply)}
    assert answered == {"q1", "q2", "q3"}
    assert [percept for percept in percepts if isinstance(percept, ReachReply)] == [
        ReachReply(RequestId("q4"), reachable=False)
    ]
    assert (reach, client.statistics().requests_open) == ("q4", 0)


@both_dialects
def test_path_arrives_as_it_was_sent(dialect: Dialect) -> None:
    client, server, _ = _met(dialect)
    client.send(AskPath(location=Vec3(0.0, 0.0, 0.0)), 0.0)
    step = PathStep(_SECOND.id, Vec3(4.0, 5.0, 6.0))
    assert exchange(client, server, _play) == [PathReply(RequestId("q1"), (step,))]


@_in_pieces
def test_places_asked_for_in_the_game_arrive_with_their_links(piece: int) -> None:
    client, server, _ = _met(GB2004)
    client.send(AskPlaces(), 0.0)
    assert exchange(client, server, _play, piece=piece) == [Listing("places", _HEARD_PLACES)]


@both_dialects
def test_quiet_server_answers_the_ping(dialect: Dialect) -> None:
    client, server, _ = _met(dialect)
    client.tick(5.0)
    assert exchange(client, server, _play) == [Pong(7.5 if dialect is GB2004 else None)]


def test_bot_that_leaves_is_let_go() -> None:
    client, server, _ = _met(GB2004)
    client.send(Leave(), 0.0)
    heard: list[Command] = []
    exchange(client, server, lambda _, command: heard.append(command))
    client.feed_end()
    assert (heard, server.wants_close) == ([Leave()], True)


@both_dialects
def test_end_of_the_match_reaches_the_bot(dialect: Dialect) -> None:
    client, server, _ = _met(dialect)
    server.end()
    assert exchange(client, server, _play) == [MatchEnded()]
    client.feed_end()


def test_next_map_is_told_before_the_end() -> None:
    client, server, _ = _met(GB2004)
    server.end(MapChanging("DM-Rankin"))
    assert exchange(client, server, _play) == [MapChanging("DM-Rankin"), MatchEnded()]
