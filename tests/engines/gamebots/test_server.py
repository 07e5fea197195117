"""The server end: what it says on its own, what it hands to the game, what it does not hear."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from agentfw.engines.gamebots import ServerSession, ServerState
from agentfw.engines.gamebots.orders import AskPlaces, Configure, Observe, Ready
from agentfw.engines.gamebots.wire import ConfigChanged
from agentfw.errors import LocalProtocolError, NotInDialect
from agentfw.geometry import Vec3
from agentfw.vocabulary import (
    BodyLimits,
    EntityId,
    GameInfo,
    Inch,
    Join,
    Leave,
    MoveTo,
    Shoot,
    Stop,
)
from tests.support.conversations import both_dialects, commanded, said, sent, serving
from tests.support.dialects import CLASSIC, GB2004

if TYPE_CHECKING:
    from agentfw.engines.gamebots import Dialect

_INFO = GameInfo("BotDeathMatch", "DM-Flux2", frag_limit=20)
_BOT = EntityId("Bot9")


@pytest.mark.parametrize(
    ("role", "line"),
    [("bot", "HELLO_BOT"), ("control", "HELLO_CONTROL_SERVER"), ("observer", "HELLO_OBSERVER")],
)
def test_each_port_has_its_own_hello(role: str, line: str) -> None:
    session = ServerSession(GB2004, role)
    session.greet()
    assert session.take_output() == said(line)


def test_classic_server_greets_with_the_game() -> None:
    session = ServerSession(CLASSIC)
    session.greet(_INFO)
    assert sent(session) == ["NFO {Gametype BotDeathMatch} {Level DM-Flux2} {FragLimit 20}"]


def test_classic_server_cannot_greet_without_the_game() -> None:
    with pytest.raises(LocalProtocolError) as caught:
        ServerSession(CLASSIC).greet()
    assert str(caught.value) == "gamebots-ut99 greets with the game: give its GameInfo"


def test_port_that_the_dialect_does_not_describe_is_refused() -> None:
    with pytest.raises(LocalProtocolError, match=r"^gamebots-ut99 does not describe a control port$"):
        ServerSession(CLASSIC, "control")


@pytest.mark.parametrize(
    ("dialect", "lines"), [(GB2004, ["HELLO_BOT {ServerFull True}"]), (CLASSIC, [])]
)
def test_full_server_says_so_where_it_can_and_closes(dialect: Dialect, lines: list[str]) -> None:
    session = ServerSession(dialect)
    session.refuse_full()
    assert (sent(session), session.wants_close) == (lines, True)
    assert commanded(session, "INIT {Name Bob}") == []


def test_world_is_asked_for_by_ready() -> None:
    assert commanded(ServerSession(GB2004), "READY") == [Ready()]


@both_dialects
@pytest.mark.parametrize("line", ["INIT {Name Bot1}", "Init  {name Bot1}", "init{NAME Bot1} "])
def test_join_is_understood_in_any_case_and_spacing(dialect: Dialect, line: str) -> None:
    assert commanded(ServerSession(dialect), line) == [Join("Bot1")]


def test_bot_is_let_in_with_its_settings_and_then_its_limits() -> None:
    session = ServerSession(GB2004)
    session.let_in(BodyLimits(_BOT, health_start=100), ConfigChanged(bot=_BOT))
    assert sent(session) == ["CONFCH {BotId Bot9}", "INITED {BotId Bot9} {HealthStart 100}"]
    assert session.state is ServerState.RUNNING


@pytest.mark.parametrize(
    ("dialect", "role"), [(CLASSIC, "bot"), (GB2004, "control"), (GB2004, "observer")]
)
def test_being_let_in_is_acknowledged_to_new_bots_only(dialect: Dialect, role: str) -> None:
    session = ServerSession(dialect, role)
    session.let_in(BodyLimits(_BOT))
    assert (sent(session), session.state) == ([], ServerState.RUNNING)


@both_dialects
def test_letting_in_twice_is_our_mistake(dialect: Dialect) -> None:
    with pytest.raises(LocalProtocolError, match=r"^let_in is not possible while playing$"):
        serving(dialect).let_in()


def test_ready_and_join_are_ignored_while_running() -> None:
    session = serving(GB2004)
    assert commanded(session, "READY", "INIT {Name Again}", "STOP") == [Stop()]
    assert sent(session) == []


def test_observer_may_turn_to_another_player_while_running() -> None:
    assert commanded(serving(GB2004, "observer"), "INIT {Name Ann}") == [Observe(player_name="Ann")]


def test_observer_who_lost_its_player_waits_for_another() -> None:
    session = serving(GB2004, "observer")
    session.let_go()
    assert session.state is ServerState.WAITING
    with pytest.raises(LocalProtocolError, match=r"^let_go is not possible while waiting for the clien"):
        session.let_go()


@pytest.mark.parametrize(
    ("dialect", "role", "line"),
    [
        (GB2004, "bot", b"PONG {Time 7.50}\r\n"),
        (GB2004, "control", b"PONG\r\n"),
        (GB2004, "observer", b"PONG\r\n"),
        (CLASSIC, "bot", b"PONG \r\n"),
    ],
)
def test_ping_is_answered_before_and_after_joining(dialect: Dialect, role: str, line: bytes) -> None:
    for session in (ServerSession(dialect, role), serving(dialect, role)):
        assert commanded(session, "Ping") == []
        assert session.take_output() == line


def test_configuration_before_joining_is_handed_to_the_game() -> None:
    assert commanded(ServerSession(GB2004), "CONF {Name Ann}") == [Configure(player_name="Ann")]


@both_dialects
def test_commands_are_handed_to_the_game_in_order(dialect: Dialect) -> None:
    session = serving(dialect)
    assert commanded(session, "StopShoot", "SHOOT  {Target Bot3}  {Alt true}", "inch", "STOP")[1:] == [
        Shoot(EntityId("Bot3"), alt=True),
        Inch(),
        Stop(),
    ]


@both_dialects
def test_unknown_commands_are_counted_and_ignored(dialect: Dialect) -> None:
    session = serving(dialect)
    assert commanded(session, "DANCE {Style waltz}", "dance", "STOP") == [Stop()]
    assert (dict(session.oddities.words), sent(session)) == ({"DANCE": 2}, [])


@both_dialects
def test_unknown_attribute_is_kept_and_counted(dialect: Dialect) -> None:
    session = serving(dialect)
    (command,) = commanded(session, "SETWALK {Walk True} {Mood grim}")
    assert (command.extra, dict(session.oddities.attributes)) == (
        (("Mood", "grim"),),
        {"SETWALK.Mood": 1},
    )


@both_dialects
def test_overlong_command_is_dropped_and_counted(dialect: Dialect) -> None:
    session = serving(dialect)
    assert commanded(session, "INIT {Name " + "x" * 8192 + "}", "STOP") == [Stop()]
    assert session.overlong == 1


def test_line_feed_alone_never_ends_a_command_where_the_real_server_waits_for_cr() -> None:
    session = ServerSession(GB2004)
    assert session.feed(b"READY\nINIT {Name Bob}\n", 0.0) == []
    assert session.feed(b"\rREADY\r", 0.0) == [Ready()]


@pytest.mark.parametrize(
    "session",
    [ServerSession(GB2004, lenient_line_ends=True), ServerSession(CLASSIC)],
    ids=["lenient", "classic"],
)
def test_line_feed_alone_ends_a_command_elsewhere(session: ServerSession) -> None:
    assert session.feed(b"INIT {Name Bob}\n", 0.0) == [Join("Bob")]


def test_command_in_pieces_is_heard_when_it_is_whole() -> None:
    session = serving(GB2004)
    pieces = [
        session.feed(piece, 0.0) for piece in (b"MOVE {FirstLoc", b"ation 1,2,3}\r", b"\nSTOP\r\n")
    ]
    assert pieces == [[], [MoveTo(Vec3(1.0, 2.0, 3.0))], [Stop()]]


@pytest.mark.parametrize("word", ["QUIT", "disconnect"])
def test_client_that_leaves_is_told_to_the_game_and_heard_no_more(word: str) -> None:
    session = serving(GB2004)
    assert commanded(session, word, "STOP") == [Leave()]
    assert (session.state, session.wants_close) == (ServerState.CLOSED, True)


@both_dialects
def test_client_that_closes_is_gone(dialect: Dialect) -> None:
    session = serving(dialect)
    session.feed_end()
    with pytest.raises(LocalProtocolError, match=r"^end is not possible while closed$"):
        session.end()


def test_request_for_places_is_handed_to_the_game() -> None:
    assert commanded(ServerSession(GB2004), "GETNAVS") == [AskPlaces()]


def test_classic_server_has_no_world_to_tell() -> None:
    with pytest.raises(NotInDialect, match=r"^gamebots-ut99 has no word for ListStart$"):
        ServerSession(CLASSIC).send_world([])
