"""News of a match: gathered from what all bots are told, and each thing is told once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from msgspec import structs

from agentfw.bot import Bot, BotOptions
from agentfw.match.news import News, NewsDesk, short_name
from agentfw.team import TeamEvent
from agentfw.vocabulary import (
    ChatChannel,
    ChatHeard,
    Died,
    EntityId,
    FlagState,
    GameInfo,
    PlayerDied,
    PlayerLeft,
    PlayerSeen,
    Say,
    ScoreBoard,
)
from tests.bot.stage import Idle, Nowhere
from tests.support.seeing import Watch, at, flag, me, point

if TYPE_CHECKING:
    from agentfw.vocabulary import Percept

TEAMS = {0: "htn", 1: "posh"}


class Reporter:
    """A bot that sees and hears what a test wants."""

    def __init__(self, desk: NewsDesk, name: str, team: int = 0, game: str = "BotTeamGame") -> None:
        self.id = EntityId(f"id-of-{name}")
        self.team = team
        self.watch = Watch().hear(GameInfo(game_type=game, level="DM-Test"))
        self.bot = Bot(Nowhere().door, Idle(), BotOptions(name=name))
        desk.follow(self.bot)
        self.sees()

    def sees(self, *percepts: Percept) -> None:
        """One look at the world."""
        self.bot.circle.view = self.watch.look(me(id=self.id, team=self.team), *percepts)
        assert self.bot.circle.on_think is not None
        self.bot.circle.on_think(0.001)

    def hears(self, *percepts: Percept) -> None:
        """Something happens, and it looks again."""
        self.watch.hear(*percepts)
        self.sees()


def seen(name: str, key: str) -> PlayerSeen:
    """Somebody of the other team in sight."""
    return PlayerSeen(id=EntityId(key), player_name=name, team=1, location=at(500.0))


class Desk:
    """A desk with a clock that a test sets, and what it told."""

    def __init__(self, mode: str = "tdm") -> None:
        self.told: list[News] = []
        self.now, self.mode = 10.0, mode
        self.on: set[str] | None = None
        self.desk = NewsDesk(
            lambda: self.now,
            lambda: self.mode,
            lambda side: TEAMS.get(side, f"team {side}"),
            self.told.append,
            is_on=lambda name: self.on is None or name in self.on,
        )

    def reporter(self, name: str, team: int = 0, game: str = "BotTeamGame") -> Reporter:
        return Reporter(self.desk, name, team, game)

    @property
    def texts(self) -> list[str]:
        return [news.text for news in self.told]


# Maps


def test_another_map_is_told_once_and_everything_counts_from_nothing() -> None:
    desk = Desk()
    ada, bob = desk.reporter("Ada"), desk.reporter("Bob", 1)
    bob.hears(Died(killer=ada.id))
    bob.hears(GameInfo(game_type="BotTeamGame", level="DM-Other"))
    ada.sees()
    ada.hears(GameInfo(game_type="BotTeamGame", level="DM-Other"))
    assert desk.texts == ["Ada killed Bob", "the server now plays DM-Other"]
    assert (dict(desk.desk.kills), desk.desk.tally.whole("Bob").deaths) == ({}, 0)


def test_the_map_that_a_newcomer_sees_is_no_news() -> None:
    desk = Desk()
    ada, bob = desk.reporter("Ada"), desk.reporter("Bob")
    ada.hears(GameInfo(game_type="BotTeamGame", level="DM-Other"))
    desk.reporter("Cy")
    bob.sees()
    assert desk.texts == ["the server now plays DM-Other"]


# Deaths


def test_a_death_that_everybody_hears_of_is_told_once() -> None:
    desk = Desk()
    ada, bob, cy = desk.reporter("Ada"), desk.reporter("Bob", 1), desk.reporter("Cy", 1)
    bob.hears(Died(killer=ada.id))
    for witness in (ada, cy):
        witness.hears(PlayerDied(id=bob.id, killer=ada.id))
    assert desk.told == [News(10.0, "kill", "Ada killed Bob", 0)]
    assert (dict(desk.desk.kills), dict(desk.desk.deaths)) == ({"Ada": 1}, {"Bob": 1})


def test_a_death_is_told_though_its_victim_is_none_of_ours() -> None:
    desk = Desk()
    ada = desk.reporter("Ada")
    ada.sees(seen("Xan", "id-of-x"))
    ada.hears(PlayerDied(id=EntityId("id-of-x"), killer=ada.id))
    assert desk.texts == ["Ada killed Xan"]


def test_a_killer_that_none_of_us_is_has_the_name_that_was_seen() -> None:
    desk = Desk()
    ada = desk.reporter("Ada")
    ada.sees(seen("Xan", "id-of-x"))
    ada.hears(Died(killer=EntityId("id-of-x")))
    assert desk.told == [News(10.0, "kill", "Xan killed Ada", 1)]
    assert dict(desk.desk.kills) == {"Xan": 1}


def test_somebody_whom_nobody_knows_is_called_by_the_end_of_his_id() -> None:
    desk = Desk()
    desk.reporter("Ada").hears(PlayerDied(id=EntityId("DM-Test.Bot7"), killer=EntityId("DM-Test.Bot8")))
    assert desk.told == [News(10.0, "kill", "Bot8 killed Bot7", None)]


@pytest.mark.parametrize("killer", ["id-of-Ada", "", None])
def test_a_death_without_a_killer_is_a_death(killer: str | None) -> None:
    desk = Desk()
    ada = desk.reporter("Ada")
    ada.hears(Died(killer=EntityId(killer) if killer is not None else None))
    assert desk.told == [News(10.0, "death", "Ada died", None)]
    assert not desk.desk.kills


def test_a_death_of_nobody_is_not_told() -> None:
    desk = Desk()
    desk.reporter("Ada").hears(PlayerDied(killer=EntityId("id-of-Ada")))
    assert desk.told == []


def test_the_weapon_is_told_where_the_game_tells_it() -> None:
    desk = Desk()
    ada, bob = desk.reporter("Ada"), desk.reporter("Bob", 1)
    bob.hears(Died(killer=ada.id, weapon_name="XWeapons.ShockRifle"))
    assert desk.texts == ["Ada killed Bob (ShockRifle)"]


def test_whoever_dies_again_later_is_told_again() -> None:
    desk = Desk()
    ada, bob = desk.reporter("Ada"), desk.reporter("Bob", 1)
    for desk.now in (10.0, 11.5):
        bob.hears(Died(killer=ada.id))
        ada.hears(PlayerDied(id=bob.id, killer=ada.id))
    assert desk.texts == ["Ada killed Bob"] * 2


def test_two_who_die_at_once_are_two_deaths() -> None:
    desk = Desk()
    ada, bob = desk.reporter("Ada"), desk.reporter("Bob", 1)
    ada.hears(Died(killer=bob.id))
    bob.hears(Died(killer=ada.id))
    assert desk.texts == ["Bob killed Ada", "Ada killed Bob"]


def test_where_everybody_plays_for_himself_a_kill_has_no_side() -> None:
    desk = Desk("dm")
    ada, bob = desk.reporter("Ada", game="BotDeathMatch"), desk.reporter("Bob", game="BotDeathMatch")
    bob.hears(Died(killer=ada.id))
    assert desk.told == [News(10.0, "kill", "Ada killed Bob", None)]


# What teams play for


def test_a_point_that_is_taken_is_told_once_however_many_see_it() -> None:
    desk = Desk("dom")
    reporters = [desk.reporter("Ada"), desk.reporter("Bob", 1)]
    for reporter in reporters:
        reporter.sees(point("DOM-Test.ControlPoint1", owner=1))
    assert desk.told == [News(10.0, "point", "posh takes Point1", 1)]


def test_a_point_that_changes_hands_is_told_again() -> None:
    desk = Desk("dom")
    ada = desk.reporter("Ada")
    for owner in (1, 0, 0, 1):
        ada.sees(point("p", owner=owner))
    assert desk.texts == ["posh takes p", "htn takes p", "posh takes p"]


def test_a_point_that_nobody_owns_is_no_news() -> None:
    desk = Desk("dom")
    ada = desk.reporter("Ada")
    ada.sees(point("p", owner=255))
    ada.sees(point("p", owner=0))
    ada.sees(point("p", owner=255))
    assert desk.texts == ["htn takes p"]


def test_a_score_is_told_where_points_are_rare() -> None:
    desk = Desk("ctf")
    reporters = [desk.reporter("Ada"), desk.reporter("Bob", 1)]
    for reporter in reporters:
        reporter.hears(ScoreBoard(teams=((0, 0.0), (1, 1.0))))
    for reporter in reporters:
        reporter.hears(ScoreBoard(teams=((0, 1.0), (1, 1.0))))
    assert desk.told == [
        News(10.0, "score", "posh scores, 0 : 1", 1),
        News(10.0, "score", "htn scores, 1 : 1", 0),
    ]


@pytest.mark.parametrize("mode", ["dm", "tdm", "dom"])
def test_a_score_that_rises_all_the_time_is_no_news(mode: str) -> None:
    desk = Desk(mode)
    desk.reporter("Ada").hears(ScoreBoard(teams=((0, 0.0), (1, 1.0))))
    assert desk.told == []


def carried(holder: EntityId | None) -> Percept:
    state = FlagState.HELD if holder is not None else FlagState.HOME
    return flag(1, state, 900.0, holder=holder)


def test_a_flag_is_told_when_it_is_taken_and_when_it_is_captured() -> None:
    desk = Desk("ctf")
    ada = desk.reporter("Ada", game="BotCTFGame")
    ada.sees(carried(None))
    ada.sees(carried(ada.id))
    ada.sees(carried(ada.id))
    ada.sees(carried(None))
    assert desk.told == [
        News(10.0, "flag", "Ada has the flag of posh", 0),
        News(10.0, "flag", "Ada captured the flag of posh", 0),
    ]


def test_a_flag_that_is_lost_with_the_body_was_not_captured() -> None:
    desk = Desk("ctf")
    ada = desk.reporter("Ada", game="BotCTFGame")
    ada.sees(carried(ada.id))
    ada.watch.hear(Died())
    ada.bot.circle.view = ada.watch.hear(carried(None)).view()
    assert ada.bot.circle.on_think is not None
    ada.bot.circle.on_think(0.001)
    assert "Ada captured the flag of posh" not in desk.texts


# Bots and desks


@pytest.mark.parametrize(
    ("kind", "text", "told"),
    [
        ("joined", "ut-host:3000", "Ada joined"),
        ("disconnected", "the connection was lost", "Ada disconnected: the connection was lost"),
        ("overloaded", "3 looks came too late", "Ada overloaded: 3 looks came too late"),
        ("failed", "LookupError: no idea", "Ada failed: LookupError: no idea"),
        ("restarting", "in 1.0 s, for life 2", "Ada restarting: in 1.0 s, for life 2"),
        ("given-up", "too many failures", "Ada given up: too many failures"),
    ],
)
def test_what_happens_to_a_bot_is_told(kind: str, text: str, told: str) -> None:
    desk = Desk()
    desk.desk.note(TeamEvent(at=1.0, team="htn", bot="Ada", kind=kind, text=text), 0)
    assert desk.told == [News(10.0, kind, told, 0)]


@pytest.mark.parametrize(
    ("kind", "text"), [("done", "the match is over"), ("disconnected", "the match is over")]
)
def test_that_a_match_ends_for_a_bot_is_no_news(kind: str, text: str) -> None:
    desk = Desk()
    desk.desk.note(TeamEvent(at=1.0, team="htn", bot="Ada", kind=kind, text=text), 0)
    assert desk.told == []


def test_a_bot_that_lives_again_is_followed_again() -> None:
    desk = Desk()
    ada, bob = desk.reporter("Ada"), desk.reporter("Bob", 1)
    again = desk.reporter("Ada")
    again.id = EntityId("another")
    again.sees()
    bob.hears(Died(killer=again.id))
    assert desk.texts == ["Ada killed Bob"]
    assert ada.id != again.id


def test_thinks_are_still_measured_by_whoever_did_before() -> None:
    measured: list[float] = []
    bot = Bot(Nowhere().door, Idle(), BotOptions(name="Ada"))
    bot.circle.on_think = measured.append
    Desk().desk.follow(bot)
    assert bot.circle.on_think is not measured.append
    bot.circle.on_think(0.25)
    assert measured == [0.25]


def test_only_the_latest_news_are_kept() -> None:
    desk = Desk()
    for number in range(150):
        desk.desk.tell("kill", f"{number}")
    assert [news.text for news in desk.desk.latest] == [f"{number}" for number in range(50, 150)]
    assert len(desk.told) == 150


def test_a_desk_without_a_listener_keeps_what_it_hears() -> None:
    desk = NewsDesk(lambda: 1.0, lambda: "dm", str)
    desk.tell("kill", "Ada killed Bob", 1)
    assert list(desk.latest) == [News(1.0, "kill", "Ada killed Bob", 1)]


# The next match


def test_another_match_begins_without_news_and_counts() -> None:
    desk = Desk("ctf")
    ada, bob = desk.reporter("Ada"), desk.reporter("Bob", 1)
    bob.hears(Died(killer=ada.id), ScoreBoard(teams=((0, 1.0), (1, 0.0))))
    desk.desk.begin()
    assert not desk.desk.latest
    assert not desk.desk.kills
    assert not desk.desk.deaths


def test_a_death_early_in_the_next_match_is_told_though_its_clock_begins_anew() -> None:
    desk = Desk()
    ada, bob = desk.reporter("Ada"), desk.reporter("Bob", 1)
    desk.now = 300.0
    bob.hears(Died(killer=ada.id))
    desk.desk.begin()
    desk.now = 2.0
    bob.hears(Died(killer=ada.id))
    assert [news.at for news in desk.told] == [300.0, 2.0]


def test_a_lower_score_in_the_next_match_is_told() -> None:
    desk = Desk("ctf")
    ada = desk.reporter("Ada")
    ada.hears(ScoreBoard(teams=((0, 3.0), (1, 0.0))))
    desk.desk.begin()
    ada.hears(ScoreBoard(teams=((0, 1.0), (1, 0.0))))
    assert desk.texts == ["htn scores, 3 : 0", "htn scores, 1 : 0"]


def test_a_bot_that_still_sees_the_last_match_is_not_listened_to() -> None:
    desk = Desk()
    ada, bob = desk.reporter("Ada"), desk.reporter("Bob", 1)
    desk.on = {"Ada"}
    bob.hears(Died(killer=ada.id))
    assert desk.told == []
    ada.hears(PlayerDied(id=bob.id, killer=ada.id))
    assert desk.texts == ["Ada killed Bob"]


def test_somebody_who_left_is_no_trouble() -> None:
    desk = Desk()
    ada = desk.reporter("Ada")
    ada.sees(seen("Xan", "x"))
    ada.hears(PlayerLeft(id=EntityId("x")), PlayerDied(id=EntityId("x"), killer=ada.id))
    assert desk.texts == ["Ada killed x"]


# Names


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("XWeapons.ShockRiflePickup", "ShockRifle"),
        ("DOM-Crossing.ControlPoint0", "ControlPoint0"),
        ("Botpack.UT_Eightball", "Eightball"),
        ("Botpack.ut_biorifle", "biorifle"),
        ("plain", "plain"),
        ("", ""),
    ],
)
def test_names_are_told_without_what_all_of_their_kind_share(name: str, short: str) -> None:
    assert short_name(name) == short


# What is said


def chat(text: str = "hi", **told: Any) -> ChatHeard:
    """Somebody says something to everybody."""
    said = ChatHeard(channel=ChatChannel.PUBLIC, text=text, player_name="Xan")
    return structs.replace(said, **told)


def test_what_a_bot_says_to_everybody_is_told() -> None:
    desk = Desk()
    ada, bob = desk.reporter("Ada"), desk.reporter("Bob", 1)
    assert ada.bot.circle.on_say is not None
    ada.bot.circle.on_say(Say("hi", public=True))
    bob.hears(chat(player_name="Ada", id=ada.id))
    assert desk.told == [News(10.0, "chat", "Ada: hi", 0)]


@pytest.mark.parametrize("say", [Say("hi", public=False), Say("hi", public=True, to=EntityId("x"))])
def test_what_is_not_for_everybody_is_not_told(say: Say) -> None:
    desk = Desk()
    ada = desk.reporter("Ada")
    assert ada.bot.circle.on_say is not None
    ada.bot.circle.on_say(say)
    ada.hears(chat(channel=ChatChannel.TEAM))
    assert desk.told == []


def test_what_others_say_is_told_once_however_many_hear_it() -> None:
    desk = Desk()
    reporters = [desk.reporter("Ada"), desk.reporter("Bob", 1)]
    for reporter in reporters:
        reporter.hears(chat())
    assert desk.told == [News(10.0, "chat", "Xan: hi", None)]


def test_what_somebody_says_again_later_is_told_again() -> None:
    desk = Desk()
    ada = desk.reporter("Ada")
    for now in (1.0, 2.0, 9.0):
        ada.watch.now = now
        ada.hears(chat())
    assert desk.texts == ["Xan: hi"] * 2


def test_where_the_game_tells_no_speaker_somebody_said_it() -> None:
    desk = Desk()
    ada, bob = desk.reporter("Ada"), desk.reporter("Bob", 1)
    assert ada.bot.circle.on_say is not None
    ada.bot.circle.on_say(Say("hello", public=True))
    bob.hears(chat("hello", player_name=None), chat("who is that?", player_name=None))
    assert desk.texts == ["Ada: hello", "somebody: who is that?"]


def test_a_speaker_who_is_known_by_id_has_a_name() -> None:
    desk = Desk()
    ada = desk.reporter("Ada")
    ada.sees(seen("Xan", "id-of-x"))
    ada.hears(chat(player_name=None, id=EntityId("id-of-x")))
    assert desk.texts == ["Xan: hi"]
