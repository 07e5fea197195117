"""The control port: the match as a whole, maps, locks, talk."""

from __future__ import annotations

from typing import Any

import pytest

from agentfw.arena.server.options import maps_for
from tests.support.playing import (
    Guest,
    arena_on,
    batches,
    besides_reports,
    drawn_arena,
    events,
    join,
    only,
    operator,
    pass_time,
    the,
    words,
)

ITEMS = "########\n#s...S.#\n#....h.#\n########"
LEGEND = {"S": "XWeapons.ShockRiflePickup", "h": "XPickups.HealthPack"}
ROCKETS = "XWeapons.RocketLauncherPickup"


def settled(**options: Any) -> tuple[Guest, Guest]:
    """A bot, and an operator whose reports run."""
    arena = drawn_arena(**options)
    return join(arena, "Ann", at=(640.0, 448.0), team=0), operator(arena)


# The game


def test_a_restart_is_told_around_what_happens() -> None:
    ann, guest = settled()
    ann.ask("RESPAWN")
    heard = guest.ask("CONFGAME {Restart True}")
    mine = events(ann.take())
    assert mine[0].text == "GAMERESTART {Started True}"
    assert mine[-1].text == "GAMERESTART {Finished True}"
    assert "SPW" in words(mine)
    assert [line.text for line in only(heard, "GAMERESTART")] == [
        "GAMERESTART {Started True}",
        "GAMERESTART {Finished True}",
    ]


def test_a_restart_resets_scores_and_keeps_everybody() -> None:
    ann, guest = settled(mode="tdm")
    ann.ask("RESPAWN")
    guest.ask("CONFGAME {Restart True}")
    heard = guest.wait(0.2)
    assert {line["Score"] for line in only(heard, "PLS", "TES")} == {"0"}
    assert {line["Deaths"] for line in only(heard, "PLS")} == {"0"}
    assert {line["Id"] for line in only(heard, "PLR")} == {ann.id}


@pytest.mark.parametrize(
    ("command", "name", "told"),
    [
        ("{WeaponStay True}", "WeaponStay", "True"),
        ("{GoalScore 9}", "FragLimit", "9"),
        ("{TimeLimit 7}", "TimeLimit", "7"),
    ],
)
def test_rules_can_be_set(command: str, name: str, told: str) -> None:
    _, guest = settled()
    guest.ask(f"CONFGAME {command}")
    assert the(Guest(guest.arena).ask("READY"), "NFO")[name] == told


def test_a_new_goal_can_end_the_match() -> None:
    ann, guest = settled(mode="tdm")
    guest.arena.world.rules.add_team_score(0, 3.0)
    guest.ask("CONFGAME {GoalScore 3}")
    assert words(ann.take())[-1] == "FIN"


def test_who_has_no_lives_left_stays_dead() -> None:
    ann, guest = settled()
    guest.ask("CONFGAME {MaxLives 1}")
    ann.take()
    guest.ask(f"KILL {{Id {ann.id}}}", seconds=3.0)
    assert words(events(ann.take())) == ["DIE"]


@pytest.mark.parametrize("lives", [0, -3])
def test_there_is_at_least_one_life(lives: int) -> None:
    ann, guest = settled()
    guest.ask(f"CONFGAME {{MaxLives {lives}}}")
    ann.take()
    guest.ask(f"KILL {{Id {ann.id}}}", seconds=1.0)
    assert "SPW" in words(ann.take())


@pytest.mark.parametrize(("speed", "factor"), [("2", 2.0), ("0.01", 0.01), ("50", 50.0)])
def test_the_game_speed_can_be_set(speed: str, factor: float) -> None:
    guest = operator(drawn_arena())
    normal = guest.arena.tick_s
    guest.ask(f"SETGAMESPEED {{Speed {speed}}}")
    assert guest.arena.tick_s == pytest.approx(normal / factor)


@pytest.mark.parametrize("speed", ["0", "0.009", "51", "-1", "fast"])
def test_a_game_speed_out_of_range_is_ignored(speed: str) -> None:
    guest = operator(drawn_arena())
    normal = guest.arena.tick_s
    guest.ask(f"SETGAMESPEED {{Speed {speed}}}")
    assert guest.arena.tick_s == normal


def test_the_clock_of_the_game_runs_a_tenth_faster_than_the_wall_clock() -> None:
    assert drawn_arena().tick_s == pytest.approx(0.05 / 1.1)


def test_an_operator_can_pause() -> None:
    ann, guest = settled()
    ann.take()
    guest.ask("PAUSE {PauseAll True}")
    assert words(events(ann.take())) == ["PAUSED", "NFO"]
    assert ann.wait(1.0) == []


# Maps, lists, questions


def test_maps_are_listed_each_time_they_are_asked_for() -> None:
    guest = Guest(arena_on("dm-closet", "dm"), "control")
    first, second = guest.ask("GETMAPS"), guest.ask("GETMAPS")
    assert [line.text for line in first] == [line.text for line in second]
    assert (first[0].text, first[-1].text) == ("SMAP", "EMAP")
    assert {line["Name"].lower() for line in first[1:-1]} == set(maps_for("dm"))
    assert {line.word for line in first[1:-1]} == {"IMAP"}


def test_every_listed_map_can_be_changed_to() -> None:
    arena = arena_on("ctf-twins", "ctf")
    known = [line["Name"] for line in only(Guest(arena, "control").ask("GETMAPS"), "IMAP")]
    assert len(known) >= 2
    for name in known:
        Guest(arena, "control").ask(f"CHANGEMAP {{MapName {name}}}", seconds=0.2)
        assert the(Guest(arena).ask("READY"), "NFO")["Level"] == name


def test_players_are_listed_in_brackets() -> None:
    ann, guest = settled()
    told = events(guest.ask("GETPLRS"))[:3]
    assert words(told) == ["SPLR", "PLR", "EPLR"]
    assert told[1]["Id"] == ann.id


def test_places_and_items_can_be_asked_for() -> None:
    guest = Guest(drawn_arena(ITEMS, legend=LEGEND), "control")
    assert words(guest.ask("GETINVS")) == ["SINV", "INV", "INV", "EINV"]
    told = words(guest.ask("GETNAVS"))
    assert (told[0], told[1], told[2], told[-1]) == ("SNAV", "NAV", "SNGP", "ENAV")


def test_traces_need_both_ends() -> None:
    guest = Guest(drawn_arena(), "control")
    heard = guest.ask("FTRACE {Id a} {To 1,2,3}", "TRACE {Id b} {From 1,2,3}", "FTRACE {Id c}")
    assert heard == []


def test_traces_are_answered() -> None:
    guest = Guest(drawn_arena(), "control")
    fast, full = guest.ask(
        "FTRACE {Id a} {From 200,200,60} {To 900,300,60}",
        "TRACE {Id b} {From 200,200,60} {To -900,200,60}",
    )
    assert (fast.word, fast["Id"], fast["Result"]) == ("FTR", "a", "False")
    assert (full.word, full["Id"], full["Result"]) == ("TRC", "b", "True")


def test_recordings_are_confirmed() -> None:
    guest = Guest(drawn_arena(), "control")
    assert words(guest.ask("REC {FileName x}", "STOPREC")) == ["RECSTART", "RECEND"]


@pytest.mark.parametrize(
    "command", ["CONSOLE {Command stat fps}", "DRAWLINES {Vectors 1,2,3;4,5,6}", "NONSENSE"]
)
def test_what_has_no_meaning_here_is_ignored(command: str) -> None:
    guest = Guest(drawn_arena(), "control")
    guest.take()
    assert guest.ask(command, seconds=0.5) == []


# Locks and passwords


@pytest.mark.parametrize(("name", "role"), [("BotServer", "bot"), ("ControlServer", "control")])
def test_a_locked_port_lets_nobody_in_until_it_is_opened(name: str, role: str) -> None:
    guest = operator(drawn_arena())
    guest.ask(f"SETLOCK {{{name} True}}")
    assert guest.arena.connect(role) is None
    guest.ask(f"SETLOCK {{{name} False}}")
    assert guest.arena.connect(role) is not None


def test_a_lock_leaves_who_is_connected_alone() -> None:
    ann, guest = settled()
    guest.ask("SETLOCK {BotServer True} {ControlServer True}")
    ann.take()
    assert len(batches(ann.wait(1.0))) == 4


def test_a_lock_on_one_port_leaves_the_others_open() -> None:
    guest = operator(drawn_arena())
    guest.ask("SETLOCK {BotServer True}")
    assert guest.arena.connect("observer") is not None


@pytest.mark.parametrize("role", ["bot", "control", "observer"])
def test_a_password_is_asked_of_newcomers_of_all_kinds(role: str) -> None:
    guest = operator(drawn_arena())
    guest.ask("SETPASS {Password open}")
    assert [line.text for line in Guest(guest.arena, role).ask("READY")] == [
        "PASSWORD {BlockedByIP 127.0.0.1}"
    ]


def test_an_empty_password_is_none() -> None:
    guest = operator(drawn_arena())
    guest.ask("SETPASS {Password open}")
    guest.ask("SETPASS {Password }")
    assert words(Guest(guest.arena).ask("READY"))[0] == "SHS"


# Talking


def test_an_operator_talks_to_everybody() -> None:
    ann, guest = settled()
    ann.take()
    guest.ask("MESSAGE {Text hear me} {Global True}")
    told = the(ann.take(), "VMS")
    assert (told["ControlServer"], told["Text"]) == ("True", "hear me")
    assert told["Id"] == told["Name"] != ""


def test_an_operator_talks_to_one_bot() -> None:
    ann, guest = settled()
    bob = join(guest.arena, "Bob")
    guest.ask(f"MESSAGE {{Id {ann.id}}} {{Text hear me}}")
    assert the(ann.take(), "VMT")["Text"].startswith("Private:")
    assert only(bob.take(), "VMT", "VMS") == []


@pytest.mark.parametrize(
    ("attribute", "hears"), [("", "Ann"), ("{TeamIndex 0}", "Ann"), ("{TeamIndex 1}", "Bob")]
)
def test_an_operator_talks_to_a_team(attribute: str, hears: str) -> None:
    ann, guest = settled(mode="tdm")
    bob = join(guest.arena, "Bob", team=1)
    guest.ask(f"MESSAGE {{Text hear me}} {attribute}")
    heard = {name: bool(only(bot.take(), "VMT")) for name, bot in (("Ann", ann), ("Bob", bob))}
    assert [name for name in heard if heard[name]] == [hears]


def test_without_teams_team_talk_is_lost() -> None:
    ann, guest = settled()
    ann.take()
    guest.ask("MESSAGE {Text hear me}")
    assert only(ann.take(), "VMT", "VMS") == []


def test_a_free_message_reaches_all_bots() -> None:
    ann, guest = settled()
    bob = join(guest.arena, "Bob")
    guest.ask("SENDCTRLMSG {SendAll True} {Type go} {PS1 a b} {PI2 4} {PF1 0.5} {PB3 True}")
    for bot in (ann, bob):
        assert (
            the(bot.take(), "CTRLMSG").text
            == "CTRLMSG {Type go} {PS1 a b} {PI2 4} {PF1 0.50} {PB3 True}"
        )


def test_a_free_message_reaches_one_bot() -> None:
    ann, guest = settled()
    bob = join(guest.arena, "Bob")
    ann.take()
    guest.ask(f"SENDCTRLMSG {{BotId {bob.id}}} {{Type go}}")
    assert the(bob.take(), "CTRLMSG").text == "CTRLMSG {Type go}"
    assert only(ann.take(), "CTRLMSG") == []


# SPAWNACTOR


def test_an_item_can_be_put_somewhere() -> None:
    ann, guest = settled()
    guest.ask(f"SPAWNACTOR {{Type {ROCKETS}}} {{Location 900,448,60}} {{Rotation 0,0,0}}")
    item = the(ann.batch(), "INV")
    assert item["Type"] == ROCKETS
    assert item.point().x == pytest.approx(900.0)


@pytest.mark.parametrize(
    "what", ["{Type XPickups.Pudding} {Location 900,448,60}", f"{{Type {ROCKETS}}}"]
)
def test_what_cannot_be_put_anywhere_is_ignored(what: str) -> None:
    ann, guest = settled()
    guest.ask(f"SPAWNACTOR {what}")
    assert "INV" not in words(ann.batch())


# More than one operator


def test_two_operators_get_their_own_reports() -> None:
    arena = drawn_arena()
    one, two = operator(arena), operator(arena)
    one.ask("ENDPLRS")
    two.take()
    assert len(batches(two.wait(1.0))) == 10


def test_what_one_operator_asks_is_not_told_to_the_other() -> None:
    arena = drawn_arena()
    one, two = operator(arena), operator(arena)
    two.take()
    one.ask("GETPLRS", "GETMAPS", "GETINVS")
    assert besides_reports(two) == []


def test_who_is_an_operator_plays_no_part() -> None:
    ann, guest = settled()
    ann.take()
    guest.ask("MOVE {FirstLocation 1,2,3}", "SHOOT", "INIT {Name Zoe}")
    assert events(ann.take()) == []
    pass_time(guest.arena, 0.1)
    assert {line["Name"] for line in only(guest.take(), "PLR")} == {"Ann"}
