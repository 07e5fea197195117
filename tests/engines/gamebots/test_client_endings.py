"""How a conversation stops: the end of the match, closed connections, goodbye."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from agentfw.engines.gamebots import ClientSession, ClientState
from agentfw.engines.gamebots.orders import Ping
from agentfw.errors import LinkClosed, LocalProtocolError
from agentfw.geometry import ORIGIN
from agentfw.vocabulary import (
    AskReach,
    Join,
    Leave,
    MapChanging,
    MatchEnded,
    MoveTo,
    Snapshot,
    Stop,
)
from tests.support.conversations import (
    CLASSIC_NFO,
    SESAME,
    both_dialects,
    hear,
    opening,
    playing,
    sent,
)
from tests.support.dialects import CLASSIC, GB2004

if TYPE_CHECKING:
    from agentfw.engines.gamebots import Dialect

_LINES_INTO = {
    ClientState.GREETING: (),
    ClientState.CHECKING: ("HELLO_BOT", "PASSWORD {BlockedByIP }"),
    ClientState.LISTING: ("HELLO_BOT", "SHS"),
    ClientState.WAITING: (CLASSIC_NFO,),
    ClientState.JOINING: ("HELLO_BOT", "SHS", "EHS"),
    ClientState.PLAYING: ("HELLO_BOT", "SHS", "EHS", "SPW"),
    ClientState.ENDED: ("HELLO_BOT", "SHS", "EHS", "SPW", "FIN"),
}


def _in_state(state: ClientState) -> ClientSession:
    join = None if state is ClientState.WAITING else Join("Bob")
    session = ClientSession([GB2004, CLASSIC], join=join, password=SESAME)
    hear(session, *_LINES_INTO[state])
    session.take_output()
    return session


@pytest.mark.parametrize(
    ("state", "text"),
    [
        (ClientState.GREETING, "the server closed the connection without a greeting"),
        (
            ClientState.CHECKING,
            "the server closed the connection while waiting for the password check",
        ),
        (ClientState.LISTING, "the server closed the connection while reading the world lists"),
        (ClientState.WAITING, "the server closed the connection while ready to join"),
        (ClientState.JOINING, "the server closed the connection while waiting to be let in"),
        (ClientState.PLAYING, "the server closed the connection while playing"),
    ],
)
def test_early_close_says_what_the_session_was_doing(state: ClientState, text: str) -> None:
    session = _in_state(state)
    with pytest.raises(LinkClosed) as caught:
        session.feed_end()
    assert str(caught.value) == text
    assert session.statistics().state == "closed"


@both_dialects
def test_close_after_the_end_of_the_match_is_expected(dialect: Dialect) -> None:
    session = playing(dialect)
    hear(session, "FIN")
    session.feed_end()
    session.feed_end()
    assert session.state is ClientState.CLOSED


@both_dialects
def test_close_after_our_goodbye_is_expected(dialect: Dialect) -> None:
    session = playing(dialect)
    session.send(Leave(), 1.0)
    session.feed_end()
    assert session.state is ClientState.CLOSED


def test_second_close_says_nothing_more() -> None:
    session = playing(GB2004)
    with pytest.raises(LinkClosed):
        session.feed_end()
    session.feed_end()


@pytest.mark.parametrize(("dialect", "goodbye"), [(GB2004, ["QUIT"]), (CLASSIC, [])])
def test_goodbye_is_said_once_and_only_where_the_dialect_has_a_word(
    dialect: Dialect, goodbye: list[str]
) -> None:
    session = playing(dialect)
    session.send(Leave(), 1.0)
    session.send(Leave(), 2.0)
    assert (sent(session), session.state) == (goodbye, ClientState.CLOSED)


def test_goodbye_before_the_greeting_has_no_words() -> None:
    session = ClientSession([GB2004])
    session.send(Leave(), 0.0)
    assert (session.take_output(), session.state) == (b"", ClientState.CLOSED)


@both_dialects
def test_nothing_can_be_said_after_leaving(dialect: Dialect) -> None:
    session = playing(dialect)
    session.send(Leave(), 1.0)
    with pytest.raises(LocalProtocolError, match=r"^Stop was sent while closed$"):
        session.send(Stop(), 2.0)
    with pytest.raises(LocalProtocolError, match=r"^Join was sent while closed$"):
        session.send(Join("Bob"), 2.0)


@both_dialects
def test_bytes_after_the_close_are_our_mistake(dialect: Dialect) -> None:
    session = playing(dialect)
    hear(session, "FIN")
    session.feed_end()
    with pytest.raises(LocalProtocolError, match=r"^bytes were fed to a session that is closed$"):
        session.feed(b"FIN\r\n", 2.0)


@both_dialects
def test_match_ends_once_or_several_times(dialect: Dialect) -> None:
    session = playing(dialect)
    assert hear(session, "FIN", "FIN") == [MatchEnded(), MatchEnded()]
    assert (session.state, session.statistics().misplaced) == (ClientState.ENDED, 0)


@both_dialects
def test_commands_after_the_end_are_ignored(dialect: Dialect) -> None:
    session = playing(dialect)
    hear(session, "FIN")
    assert session.send(MoveTo(ORIGIN), 1.0) is None
    assert session.send(AskReach(location=ORIGIN), 1.0) is None
    assert (sent(session), session.statistics().requests_open) == ([], 0)


@both_dialects
def test_words_after_the_end_are_still_heard(dialect: Dialect) -> None:
    assert hear(playing(dialect), "FIN", "BEG {Time 9.00}", "END {Time 9.00}") == [
        MatchEnded(),
        Snapshot(9.0),
    ]


@pytest.mark.parametrize("state", [ClientState.LISTING, ClientState.WAITING, ClientState.JOINING])
def test_match_may_end_before_the_bot_is_in_the_game(state: ClientState) -> None:
    session = _in_state(state)
    assert hear(session, "FIN") == [MatchEnded()]
    session.feed_end()


def test_map_change_is_told_and_ends_the_match() -> None:
    session = playing(GB2004)
    assert hear(session, "MAPCHANGE {MapName DM-Rankin}", "FIN") == [
        MapChanging("DM-Rankin"),
        MatchEnded(),
    ]
    session.feed_end()


@pytest.mark.parametrize(
    ("state", "text"),
    [
        (ClientState.GREETING, "Stop was sent while waiting for the greeting"),
        (ClientState.CHECKING, "Stop was sent while waiting for the password check"),
        (
            ClientState.LISTING,
            "Stop was sent while reading the world lists: send Join first, then Stop",
        ),
        (ClientState.WAITING, "Stop was sent while ready to join: send Join first, then Stop"),
    ],
)
def test_command_before_joining_is_our_mistake(state: ClientState, text: str) -> None:
    session = _in_state(state)
    with pytest.raises(LocalProtocolError) as caught:
        session.send(Stop(), 0.0)
    assert (str(caught.value), sent(session)) == (text, [])


def test_ping_may_be_sent_before_joining_but_not_before_the_greeting() -> None:
    session = _in_state(ClientState.WAITING)
    session.send(Ping(), 0.0)
    assert sent(session) == ["PING"]
    with pytest.raises(LocalProtocolError, match=r"^Ping was sent while waiting for the greeting$"):
        _in_state(ClientState.GREETING).send(Ping(), 0.0)


def test_command_may_be_sent_as_soon_as_the_join_is_on_its_way() -> None:
    session = _in_state(ClientState.JOINING)
    session.send(Stop(), 0.0)
    assert sent(session) == ["STOP"]


@both_dialects
def test_every_line_of_the_opening_is_in_order(dialect: Dialect) -> None:
    session = ClientSession([dialect], join=Join("Bob"))
    hear(session, *opening(dialect))
    assert session.statistics().misplaced == 0
