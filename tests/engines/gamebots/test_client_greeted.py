"""A bot's way into the game where the server says hello: greeting, password, lists, joining."""

from __future__ import annotations

import pytest

from agentfw.engines.gamebots import ClientSession, ClientState
from agentfw.engines.gamebots.orders import Configure, Observe
from agentfw.engines.gamebots.wire import ConfigChanged, Mutator
from agentfw.errors import (
    LocalProtocolError,
    NotInDialect,
)
from agentfw.geometry import Vec3
from agentfw.vocabulary import (
    BodyLimits,
    ChatChannel,
    ChatHeard,
    EntityId,
    GameInfo,
    ItemGained,
    Join,
    Listing,
    Percept,
    Place,
    PlaceLink,
    PlayerSeen,
    Snapshot,
    Spawned,
    TravelFlag,
)
from tests.support.conversations import SESAME, WORLD, hear, said, sent, silent_session
from tests.support.dialects import GB2004

_FIRST, _SECOND = EntityId("DM-Flux2.PathNode1"), EntityId("DM-Flux2.PathNode2")
_PLACES = (
    Place(_FIRST, Vec3(1.0, 2.0, 3.0), visible=False),
    PlaceLink(_SECOND, _FIRST, flags=TravelFlag.WALK, radius=40, height=80),
    Place(_SECOND, Vec3(4.0, 5.0, 6.0), visible=False),
)
_WORLD = Listing(
    "world",
    (
        GameInfo("BotDeathMatch", "DM-Flux2", frag_limit=20, weapon_stay=True, game_paused=False),
        Mutator(EntityId("DM-Flux2.DMMutator"), "DMMutator"),
        *_PLACES,
        PlayerSeen(EntityId("DM-Flux2.GBxBot7"), "Loque", 255, spectator=False),
    ),
)


def test_whole_handshake_takes_each_step_in_its_turn() -> None:
    session = ClientSession([GB2004], join=Join("Bob", 1))
    parts: tuple[tuple[str, ...], ...] = (
        ("HELLO_BOT",),
        WORLD,
        ("CONFCH {Id Bot9_CONFCH} {BotId Bot9}", "INITED {BotId Bot9} {HealthStart 100}"),
        ("SPW", "AIN {Id Gun1} {Type XWeapons.AssaultRifle}"),
        ("BEG {Time 4.25}", "SLF {Id SELF_Bot9} {BotId Bot9} {Health 100}", "END {Time 4.25}"),
    )
    states, percepts, said_back = [session.state], [], []
    for part in parts:
        percepts.append([type(percept) for percept in hear(session, *part)])
        said_back.append(sent(session))
        states.append(session.state)
    assert said_back == [["READY"], ["INIT {Name Bob} {Team 1}"], [], [], []]
    assert percepts == [[], [Listing], [ConfigChanged, BodyLimits], [Spawned, ItemGained], [Snapshot]]
    assert states == [
        ClientState.GREETING,
        ClientState.LISTING,
        ClientState.JOINING,
        ClientState.PLAYING,
        ClientState.PLAYING,
        ClientState.PLAYING,
    ]


def test_world_comes_as_one_listing_in_the_order_told_with_links_that_know_their_source() -> None:
    assert hear(silent_session(), "HELLO_BOT", *WORLD) == [_WORLD]


def test_links_of_a_domination_point_know_their_source_as_well() -> None:
    session = silent_session()
    point = "NAV {Id Dom1} {DomPoint True} {DomPointController 255}"
    links = ("SNGP", "INGP {Id P2}", "ENGP")
    (world,) = hear(session, "HELLO_BOT", "SHS", "NAV {Id P1}", "SNGP", "ENGP", point, *links, "EHS")
    assert isinstance(world, Listing)
    assert world.percepts[-1] == PlaceLink(EntityId("P2"), EntityId("Dom1"))


def test_nothing_of_the_world_is_visible_before_its_last_line() -> None:
    session = silent_session()
    assert hear(session, "HELLO_BOT", *WORLD[:-1]) == []
    assert session.state is ClientState.LISTING


def test_chat_between_the_lists_is_heard_at_once() -> None:
    chat = "VMS {Id Bot3} {Name Ann} {ControlServer False} {Text hi}"
    percepts = hear(silent_session(), "HELLO_BOT", *WORLD[:4], chat)
    assert percepts == [ChatHeard(ChatChannel.PUBLIC, "hi", EntityId("Bot3"), "Ann", False)]


def test_places_asked_for_later_come_as_a_listing_of_their_own() -> None:
    session = silent_session()
    hear(session, "HELLO_BOT", *WORLD)
    start, end = WORLD.index("SNAV"), WORLD.index("ENAV")
    assert hear(session, *WORLD[start : end + 1]) == [Listing("places", _PLACES)]


def test_without_a_join_the_session_waits_for_the_caller_to_send_one() -> None:
    session = silent_session()
    hear(session, "HELLO_BOT", *WORLD)
    assert (sent(session), session.is_ready) == (["READY"], True)
    assert session.send(Join("Ann"), 1.0) is None
    assert (sent(session), session.state) == (["INIT {Name Ann}"], ClientState.JOINING)


def test_caller_may_join_while_the_lists_are_still_coming() -> None:
    session = silent_session()
    hear(session, "HELLO_BOT", *WORLD[:-1])
    session.send(Join("Ann"), 0.0)
    percepts = hear(session, WORLD[-1], "INITED {BotId Bot9}")
    assert percepts == [_WORLD, BodyLimits(EntityId("Bot9"))]
    assert session.is_playing
    assert session.statistics().misplaced == 0


def test_bot_may_be_configured_before_it_joins() -> None:
    session = silent_session()
    hear(session, "HELLO_BOT")
    session.send(Configure(player_name="Ann"), 0.0)
    assert sent(session) == ["READY", "CONF {Name Ann}"]


@pytest.mark.parametrize("sign", ["INITED {BotId Bot9}", "SPW", "BEG {Time 1.00}"])
def test_any_sign_of_being_in_the_game_ends_the_wait_to_be_let_in(sign: str) -> None:
    session = ClientSession([GB2004], join=Join("Bob"))
    hear(session, "HELLO_BOT", *WORLD, sign)
    assert session.is_playing


def test_join_that_cannot_be_said_leaves_the_session_where_it_was() -> None:
    session = silent_session()
    hear(session, "HELLO_BOT", *WORLD)
    with pytest.raises(NotInDialect, match=r"^gamebots-2004 has no word for Observe$"):
        session.send(Observe(EntityId("Bot3")), 0.0)
    assert session.is_ready


def test_joining_twice_is_our_mistake() -> None:
    session = ClientSession([GB2004], join=Join("Bob"))
    hear(session, "HELLO_BOT", *WORLD)
    with pytest.raises(LocalProtocolError, match=r"^Join was sent while waiting to be let in$"):
        session.send(Join("Bob"), 0.0)


def test_second_hello_is_counted_and_not_answered() -> None:
    session = silent_session()
    assert hear(session, "HELLO_BOT", "HELLO_BOT") == []
    assert (sent(session), session.statistics().misplaced) == (["READY"], 1)


def test_password_is_given_when_asked_for_and_the_lists_follow_without_ready() -> None:
    session = ClientSession([GB2004], join=Join("Bob"), password=SESAME)
    states = []
    for part in (("HELLO_BOT",), ("PASSWORD {BlockedByIP 10.0.0.7}",), ("PASSWDOK",), WORLD):
        hear(session, *part)
        states.append(session.state)
    assert sent(session) == ["READY", "PASSWORD {Password open sesame}", "INIT {Name Bob}"]
    assert states == [
        ClientState.LISTING,
        ClientState.CHECKING,
        ClientState.LISTING,
        ClientState.JOINING,
    ]


def test_password_is_not_given_to_a_server_that_does_not_ask() -> None:
    session = silent_session(password=SESAME)
    hear(session, "HELLO_BOT", *WORLD)
    assert sent(session) == ["READY"]


@pytest.mark.parametrize("line", ["hello_bot", "HELLO_BOT ", "\0HELLO_BOT"])
def test_greeting_is_recognized_in_any_case_and_with_stray_blanks(line: str) -> None:
    session = silent_session()
    hear(session, line)
    assert (session.dialect, sent(session)) == (GB2004, ["READY"])


def test_first_line_of_two_is_enough_to_recognize_the_dialect() -> None:
    session = silent_session()
    percepts: list[Percept] = session.feed(b"HELLO_BOT\r\nSH", 0.0) + session.feed(said("S", "EHS"), 0.0)
    assert percepts == [Listing("world")]
