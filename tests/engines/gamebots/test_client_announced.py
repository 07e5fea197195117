"""A bot's session with a classic server, which tells the game at once and never acknowledges."""

from __future__ import annotations

import pytest

from agentfw.engines.gamebots import ClientSession, ClientState
from agentfw.engines.gamebots.orders import Ready
from agentfw.engines.gamebots.wire import Pong
from agentfw.errors import LocalProtocolError, NotInDialect, RemoteProtocolError
from agentfw.geometry import Rotation, Vec3
from agentfw.vocabulary import (
    Bumped,
    EntityId,
    FlagSeen,
    FlagState,
    GameInfo,
    Join,
    MatchEnded,
    MoveTo,
    ScoreBoard,
    SelfState,
    Snapshot,
)
from tests.support.conversations import CLASSIC_NFO, hear, playing, sent, silent_session
from tests.support.dialects import CLASSIC

_INFO = GameInfo("BotDeathMatch", "DM-Stalwart", time_limit_min=20.0, frag_limit=30)
_BATCH = (
    "BEG {Time 3.141593}",
    "GAM {PlayerScores {DM-Stalwart.Bot0 2.000000} {DM-Stalwart.Bot1 0.000000}}",
    "SLF {Id DM-Stalwart.Bot0} {Rotation 0,16384,0} {Location 1.500000,2.000000,3.000000} {Name Bob}",
    "FLG {Id CTF.Flag0} {Team 0} {State Dropped}",
    "END {Time 3.141593}",
)


def test_whole_handshake_takes_each_step_in_its_turn() -> None:
    session = ClientSession([CLASSIC], join=Join("Bob", 1))
    states, percepts, said_back = [session.state], [], []
    for part in ((CLASSIC_NFO,), _BATCH[:1], _BATCH[1:]):
        percepts.append([type(percept) for percept in hear(session, *part)])
        said_back.append(sent(session))
        states.append(session.state)
    assert said_back == [["INIT {Name Bob} {Team 1}"], [], []]
    assert percepts == [[GameInfo], [], [Snapshot]]
    assert states == [
        ClientState.GREETING,
        ClientState.JOINING,
        ClientState.PLAYING,
        ClientState.PLAYING,
    ]


def test_game_is_told_before_the_client_has_said_anything() -> None:
    session = silent_session()
    assert hear(session, CLASSIC_NFO) == [_INFO]
    assert (session.dialect, session.is_ready, sent(session)) == (CLASSIC, True, [])


def test_without_a_join_the_caller_sends_it() -> None:
    session = silent_session()
    hear(session, CLASSIC_NFO)
    session.send(Join("Ann", 0, skin="none that a classic server knows"), 0.0)
    assert (sent(session), session.state) == (["INIT {Name Ann} {Team 0}"], ClientState.JOINING)


def test_batch_is_one_snapshot_with_everything_in_order() -> None:
    bots = ((EntityId("DM-Stalwart.Bot0"), 2.0), (EntityId("DM-Stalwart.Bot1"), 0.0))
    me = SelfState(
        EntityId("DM-Stalwart.Bot0"),
        player_name="Bob",
        location=Vec3(1.5, 2.0, 3.0),
        rotation=Rotation(0, 16384, 0),
    )
    flag = FlagSeen(EntityId("CTF.Flag0"), 0, FlagState.DROPPED)
    board = ScoreBoard(bots, has_flag=False, our_flag_taken=False)
    assert hear(playing(CLASSIC), *_BATCH) == [Snapshot(3.141593, (board, me, flag))]


def test_events_before_the_first_batch_do_not_count_as_being_let_in() -> None:
    session = ClientSession([CLASSIC], join=Join("Bob"))
    hear(session, CLASSIC_NFO, "BMP {Id DM-Stalwart.Bot1}")
    assert session.state is ClientState.JOINING


def test_events_come_at_once_and_words_in_any_case() -> None:
    assert hear(playing(CLASSIC), "bmp {ID Bot1}", "Pong ", "fin") == [
        Bumped(EntityId("Bot1")),
        Pong(),
        MatchEnded(),
    ]


def test_nul_bytes_in_a_line_are_ignored() -> None:
    assert playing(CLASSIC).feed(b"\0\0BMP {Id\0 Bot1}\0\r\n", 0.0) == [Bumped(EntityId("Bot1"))]


def test_second_announcement_is_told_but_does_not_join_again() -> None:
    session = playing(CLASSIC)
    assert hear(session, CLASSIC_NFO) == [_INFO]
    assert (sent(session), session.is_playing) == ([], True)


def test_moving_before_joining_is_our_mistake() -> None:
    session = silent_session()
    hear(session, CLASSIC_NFO)
    with pytest.raises(LocalProtocolError) as caught:
        session.send(MoveTo(Vec3(0.0, 0.0, 0.0)), 0.0)
    assert str(caught.value) == "MoveTo was sent while ready to join: send Join first, then MoveTo"


def test_classic_server_has_no_word_for_ready() -> None:
    with pytest.raises(NotInDialect, match=r"^gamebots-ut99 has no word for Ready$"):
        playing(CLASSIC).send(Ready(), 0.0)


@pytest.mark.parametrize("role", ["control", "observer"])
def test_classic_dialect_alone_offers_nothing_but_the_bot_port(role: str) -> None:
    session = ClientSession([CLASSIC], role)
    with pytest.raises(RemoteProtocolError) as caught:
        hear(session, CLASSIC_NFO)
    assert str(caught.value) == f'"NFO" is the greeting of a bot port; use the {role} port'
