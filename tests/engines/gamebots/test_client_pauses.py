"""Pauses and restarts: the conversation goes on."""

from __future__ import annotations

from agentfw.engines.gamebots import ClientSession
from agentfw.vocabulary import GameInfo, GamePaused, GameRestarted, GameResumed, Join
from tests.support.conversations import hear, playing
from tests.support.dialects import GB2004


def test_pause_is_told_and_remembered_until_the_game_goes_on() -> None:
    session = playing(GB2004)
    paused = [session.paused]
    percepts = []
    for lines in (("PAUSED", "NFO {GamePaused True}"), ("RESUMED", "NFO {GamePaused False}")):
        percepts += hear(session, *lines)
        paused.append(session.paused)
    assert paused == [False, True, False]
    assert percepts == [
        GamePaused(),
        GameInfo(game_paused=True),
        GameResumed(),
        GameInfo(game_paused=False),
    ]


def test_pause_is_noticed_also_where_the_game_is_not_told_anew() -> None:
    session = playing(GB2004)
    paused = []
    for line in ("PAUSED", "RESUMED"):
        hear(session, line)
        paused.append(session.paused)
    assert paused == [True, False]


def test_joining_a_paused_game_is_noticed() -> None:
    session = ClientSession([GB2004], join=Join("Bob"))
    hear(session, "HELLO_BOT", "SHS", "NFO {GamePaused True}", "EHS")
    assert session.paused


def test_restart_is_told_twice_and_the_bot_stays_in_the_game() -> None:
    session = playing(GB2004)
    percepts = hear(session, "GAMERESTART {Started True}", "GAMERESTART {Finished True}")
    assert percepts == [GameRestarted(started=True), GameRestarted(finished=True)]
    assert session.is_playing


def test_bots_that_stand_still_alone_are_a_pause_too() -> None:
    session = playing(GB2004)
    hear(session, "PAUSED", "NFO {GamePaused False} {BotsPaused True}")
    assert session.paused
    hear(session, "RESUMED", "NFO {GamePaused False} {BotsPaused False}")
    assert not session.paused
