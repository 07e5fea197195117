"""Connections that do not play: control connections are in charge, observers watch."""

from __future__ import annotations

import pytest

from agentfw.engines.gamebots import ClientSession, ClientState
from agentfw.engines.gamebots.orders import AskMaps, AskPlayers, Kick, Observe, StopObserving
from agentfw.engines.gamebots.wire import (
    Alive,
    MapListed,
    ObservedLost,
    ObserveRefused,
    PlayerUnknown,
)
from agentfw.errors import LocalProtocolError, NotInDialect
from agentfw.vocabulary import (
    EntityId,
    GameInfo,
    Inch,
    Join,
    Listing,
    Percept,
    PlayerScore,
    PlayerSeen,
    SelfState,
    Snapshot,
)
from tests.support.conversations import SESAME, hear, sent
from tests.support.dialects import GB2004

_BRIEF_WORLD = ("SHS", "NFO {Gametype BotDeathMatch} {Level DM-Flux2}", "EHS")


def _control() -> ClientSession:
    session = ClientSession([GB2004], "control")
    hear(session, "HELLO_CONTROL_SERVER", *_BRIEF_WORLD)
    session.take_output()
    return session


def _observer(join: Observe | None = None) -> ClientSession:
    session = ClientSession([GB2004], "observer", join=join)
    hear(session, "HELLO_OBSERVER", *_BRIEF_WORLD)
    return session


def test_control_is_in_charge_once_the_lists_are_complete() -> None:
    session = ClientSession([GB2004], "control")
    hear(session, "HELLO_CONTROL_SERVER", *_BRIEF_WORLD[:-1])
    before = session.is_playing
    hear(session, _BRIEF_WORLD[-1])
    assert (before, session.is_playing, sent(session)) == (False, True, ["READY"])


def test_control_may_command_while_the_lists_are_still_coming() -> None:
    session = ClientSession([GB2004], "control")
    hear(session, "HELLO_CONTROL_SERVER")
    session.send(Kick(EntityId("Bot3")), 0.0)
    assert sent(session) == ["READY", "KICK {Id Bot3}"]


def test_control_never_joins_even_when_told_to() -> None:
    session = ClientSession([GB2004], "control", join=Join("Bob"))
    hear(session, "HELLO_CONTROL_SERVER", *_BRIEF_WORLD)
    assert sent(session) == ["READY"]


def test_maps_asked_for_come_as_a_listing() -> None:
    session = _control()
    session.send(AskMaps(), 1.0)
    percepts = hear(session, "SMAP", "IMAP {Name DM-Flux2}", "IMAP {Name DM-Rankin}", "EMAP")
    assert sent(session) == ["GETMAPS"]
    assert percepts == [Listing("maps", (MapListed("DM-Flux2"), MapListed("DM-Rankin")))]


def test_control_batches_and_signs_of_life_are_delivered() -> None:
    player = "PLR {Id Bot3} {Name Ann} {Team 0}"
    score = "PLS {Id Bot3} {Score 5} {Deaths 2}"
    percepts = hear(_control(), "ALIVE {Time 1.00}", "BEG {Time 1.00}", score, player, "END {Time 1.00}")
    bot = EntityId("Bot3")
    batch = Snapshot(1.0, (PlayerScore(bot, 5.0, 2), PlayerSeen(bot, "Ann", 0)))
    assert percepts == [Alive(1.0), batch]


def test_bot_command_on_a_control_connection_is_refused() -> None:
    with pytest.raises(NotInDialect, match=r"^gamebots-2004 has no word for Inch$"):
        _control().send(Inch(), 0.0)


@pytest.mark.parametrize("before", ["PASSWORD {BlockedByIP }", "FIN"], ids=["unchecked", "ended"])
def test_lists_out_of_order_do_not_put_a_control_in_charge(before: str) -> None:
    session = ClientSession([GB2004], "control", password=SESAME)
    hear(session, "HELLO_CONTROL_SERVER", before, "SHS", "EHS")
    assert not session.is_playing


def test_observer_watches_as_soon_as_the_server_is_ready_and_plays_from_the_first_report() -> None:
    session = _observer(Observe(player_name="Ann"))
    states = [session.state]
    percepts = hear(session, "SLF {Id SELF_Bot3} {Name Ann}")
    states.append(session.state)
    assert sent(session) == ["READY", "INIT {Name Ann}"]
    assert percepts == [SelfState(record=EntityId("SELF_Bot3"), player_name="Ann")]
    assert states == [ClientState.JOINING, ClientState.PLAYING]


def test_observer_gets_batches_with_the_game_in_them() -> None:
    session = _observer(Observe(player_name="Ann"))
    percepts = hear(
        session,
        "SLF {Name Ann}",
        "BEG {Time 2.00}",
        "NFO {Gametype BotDeathMatch}",
        "SLF {Name Ann}",
        "END {Time 2.00}",
    )
    me = SelfState(player_name="Ann")
    assert percepts == [me, Snapshot(2.0, (GameInfo("BotDeathMatch"), me))]


@pytest.mark.parametrize(
    ("line", "percept"),
    [
        ("UNKNOWN PLAYER", PlayerUnknown()),
        ("UNKNOWNPLAYER", PlayerUnknown()),
        ("ERROR", ObserveRefused()),
    ],
)
def test_observer_who_is_refused_may_try_another_player(line: str, percept: Percept) -> None:
    session = _observer(Observe(player_name="Ann"))
    session.take_output()
    assert hear(session, line) == [percept]
    session.send(Observe(EntityId("Bot4")), 0.0)
    assert (sent(session), session.state) == (["INIT {Id Bot4}"], ClientState.JOINING)


@pytest.mark.parametrize("line", ["LOST CHILD", "LOSTCHILD"])
def test_observer_who_lost_its_player_is_told_and_waits(line: str) -> None:
    session = _observer(Observe(player_name="Ann"))
    assert hear(session, "SLF {Name Ann}", line)[1:] == [ObservedLost()]
    assert session.is_ready


def test_observer_may_watch_again_after_it_stopped() -> None:
    # The server answers DISC with nothing: it just waits for the next INIT.
    session = _observer(Observe(player_name="Ann"))
    hear(session, "SLF {Name Ann}")
    session.take_output()
    session.send(StopObserving(), 1.0)
    session.send(Observe(player_name="Bea"), 2.0)
    assert sent(session) == ["DISC", "INIT {Name Bea}"]


def test_observer_may_turn_from_one_player_to_another() -> None:
    # The server drops the first player on its own when INIT names a second one.
    session = _observer(Observe(player_name="Ann"))
    hear(session, "SLF {Name Ann}")
    session.take_output()
    session.send(Observe(player_name="Bea"), 2.0)
    hear(session, "SLF {Name Bea}")
    assert (sent(session), session.is_playing) == (["INIT {Name Bea}"], True)


def test_players_listed_without_brackets_are_delivered_one_by_one() -> None:
    session = _observer()
    session.send(AskPlayers(), 0.0)
    players = hear(session, "PLR {Id Bot3}", "PLR {Id Bot4}")
    assert players == [PlayerSeen(EntityId("Bot3")), PlayerSeen(EntityId("Bot4"))]


def test_lists_an_observer_asks_for_come_as_listings() -> None:
    session = _observer(Observe(player_name="Ann"))
    hear(session, "SLF {Name Ann}")
    assert hear(session, "SFLG", "EFLG", "SPLR", "PLR {Id Bot3}", "EPLR") == [
        Listing("flags"),
        Listing("players", (PlayerSeen(EntityId("Bot3")),)),
    ]


def test_observing_before_the_greeting_is_our_mistake() -> None:
    session = ClientSession([GB2004], "observer")
    with pytest.raises(LocalProtocolError, match=r"^Observe was sent while waiting for the greeting$"):
        session.send(Observe(player_name="Ann"), 0.0)
