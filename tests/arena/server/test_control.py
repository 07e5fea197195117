"""The control port: what operators are told, and what they may do."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from tests.support.playing import (
    Guest,
    arena_on,
    batches,
    besides_reports,
    drawn_arena,
    events,
    join,
    names,
    only,
    operator,
    pass_time,
    the,
    words,
)

OPEN = "open"
ITEMS = "########\n#s...S.#\n#....h.#\n########"
LEGEND = {"S": "XWeapons.ShockRiflePickup", "h": "XPickups.HealthPack"}
FIELD = """
    ######
    #s....
    #f....
    #s....
    ######
"""
ROCKETS = "XWeapons.RocketLauncherPickup"
BLOCKS = names("SHS NFO SMUT EMUT SITC EITC SMOV EMOV SINV EINV SPLR EPLR EHS")
FULL = ["Id", "Spectator", "Rotation", "Location", "Velocity", "Name", "Team", "Weapon"]


def settled(**options: Any) -> tuple[Guest, Guest]:
    """A bot, and an operator whose reports run."""
    arena = drawn_arena(**options)
    return join(arena, "Ann", at=(640.0, 448.0), team=0), operator(arena)


# Arriving


def test_the_greeting_is_one_bare_word() -> None:
    assert Guest(drawn_arena(), "control").client.take_output() == b"HELLO_CONTROL_SERVER\r\n"


def test_ready_is_answered_by_the_lists_without_places() -> None:
    told = words(Guest(drawn_arena(ITEMS, legend=LEGEND), "control").ask("READY"))
    lists = told[: told.index("EHS") + 1]
    assert [word for word in lists if word not in {"ITC", "INV", "MOV", "PLR"}] == BLOCKS


def test_the_reports_begin_right_after_the_lists() -> None:
    told = words(Guest(drawn_arena(), "control").ask("READY"))
    assert told[told.index("EHS") :] == ["EHS", "ALIVE", "BEG", "END"]


def test_players_are_listed_in_full() -> None:
    arena = drawn_arena()
    join(arena, "Ann", at=(640.0, 448.0), more="{Jmx here}")
    seen = only(Guest(arena, "control").ask("READY"), "PLR")[0]
    assert set(seen.values) == {*FULL, "Jmx"}
    assert (seen["Location"], seen["Weapon"]) == ("640.00,448.00,44.00", "XWeapons.AssaultRifle")


def test_a_player_without_a_body_is_listed_in_brief() -> None:
    arena = drawn_arena()
    join(arena, "Ann", more="{ManualSpawn True}")
    seen = only(Guest(arena, "control").ask("READY"), "PLR")[0]
    assert set(seen.values) == {"Id", "Spectator", "Name", "Team"}


def test_the_password_is_asked_here_too() -> None:
    guest = Guest(drawn_arena(password=OPEN), "control")
    assert words(guest.ask("READY")) == ["PASSWORD"]
    assert guest.ask("ADDBOT {Name Tin}", "PING") == []
    assert words(guest.ask("PASSWORD {Password open}"))[:2] == ["PASSWDOK", "SHS"]


def test_commands_are_heard_before_ready() -> None:
    guest = Guest(drawn_arena(), "control")
    assert words(guest.ask("GETMAPS"))[0] == "SMAP"
    guest.ask("ADDBOT {Name Tin}")
    assert the(guest.ask("GETPLRS"), "PLR")["Name"] == "Tin"


def test_before_ready_nothing_is_reported() -> None:
    arena = drawn_arena()
    guest = Guest(arena, "control")
    guest.take()
    join(arena, "Ann").ask("DISCONNECT", seconds=1.0)
    assert guest.take() == []


# The reports


def test_reports_come_ten_times_a_second() -> None:
    guest = operator(drawn_arena())
    heard = [words(guest.wait()) for _ in range(6)]
    report = ["ALIVE", "BEG", "END"]
    assert heard == [[], report, [], report, [], report]


def test_all_parts_of_a_report_tell_the_same_time() -> None:
    guest = operator(drawn_arena())
    alive, begin, end = guest.wait(0.1)
    assert alive["Time"] == begin["Time"] == end["Time"]


def test_scores_and_players_are_in_every_report() -> None:
    arena = drawn_arena(mode="tdm")
    join(arena, "Ann", team=0)
    guest = operator(arena)
    assert words(guest.wait(0.1)) == ["ALIVE", "BEG", "PLS", "TES", "TES", "PLR", "END"]


def test_players_are_reported_wherever_they_are() -> None:
    ann, guest = settled()
    seen = the(guest.wait(0.1), "PLR")
    assert seen["Id"] == ann.id
    assert list(seen.values) == FULL


def test_flags_are_reported_with_their_places() -> None:
    arena = arena_on("ctf-twins", "ctf")
    flags = only(operator(arena).wait(0.1), "FLG")
    assert [list(line.values) for line in flags] == [["Id", "Team", "State", "Location"]] * 2


def test_a_held_flag_is_reported_with_its_holder() -> None:
    arena = drawn_arena(FIELD, symmetry="mirror", mode="ctf")
    ann, guest = join(arena, "Ann", at=(1344.0, 320.0), team=0), operator(arena)
    red, blue = only(guest.wait(0.1), "FLG")
    assert "Holder" not in red
    assert (blue["Holder"], blue["State"].lower()) == (ann.id, "held")


def test_points_are_reported_with_their_owners_and_no_scores() -> None:
    arena = arena_on("dom-vault", "ddom")
    join(arena, "Ann", team=0)
    heard = operator(arena).wait(0.1)
    points = only(heard, "NAV")
    assert [list(line.values) for line in points] == [
        ["Id", "Location", "DomPoint", "DomPointController"]
    ] * 2
    assert only(heard, "PLS", "TES") == []


def test_without_reports_a_sign_of_life_comes_once_a_second() -> None:
    guest = operator(drawn_arena())
    guest.ask("ENDPLRS", seconds=1.0)
    ticks = [tick for tick in range(80) if words(guest.wait()) == ["ALIVE"]]
    assert {late - early for early, late in itertools.pairwise(ticks)} == {20}


def test_reports_can_be_started_again() -> None:
    guest = operator(drawn_arena())
    guest.ask("ENDPLRS", seconds=2.0)
    guest.ask("STARTPLRS", seconds=1.0)
    assert len(batches(guest.wait(1.0))) == 10


@pytest.mark.parametrize(
    ("filters", "names"),
    [
        ("{GBBots True} {UnrealBots True}", {"Ann", "Tin"}),
        ("{GBBots True} {UnrealBots False}", {"Ann"}),
        ("{GBBots False} {UnrealBots True}", {"Tin"}),
        ("{GBBots False} {UnrealBots False}", set()),
    ],
)
def test_reports_can_be_filtered(filters: str, names: set[str]) -> None:
    _, guest = settled()
    guest.ask("ADDBOT {Name Tin}", f"STARTPLRS {filters}")
    assert {line["Name"] for line in only(guest.wait(0.1), "PLR")} == names


def test_reports_go_on_during_a_pause_with_the_time_frozen() -> None:
    _, guest = settled()
    guest.ask("PAUSE {PauseAll True}")
    heard = guest.wait(2.0)
    assert len(batches(heard)) == 20
    assert len({line["Time"] for line in only(heard, "BEG")}) == 1


def test_operators_hear_who_comes_and_goes() -> None:
    _, guest = settled()
    guest.take()
    bob = join(guest.arena, "Bob")
    bob.ask("DISCONNECT")
    assert words(only(guest.wait(0.1), "JOIN", "LEFT")) == ["JOIN", "LEFT"]


def test_operators_get_the_settings_of_a_newcomer() -> None:
    _, guest = settled()
    guest.take()
    bob = join(guest.arena, "Bob")
    assert the(guest.take(), "CONFCH")["BotId"] == bob.id


def test_a_ping_is_answered_bare() -> None:
    guest = Guest(drawn_arena(), "control")
    assert [line.text for line in guest.ask("PING")] == ["PONG"]


def test_an_operator_may_leave() -> None:
    guest = operator(drawn_arena())
    guest.ask("QUIT")
    assert guest.client.wants_close


# Native bots


def test_a_native_bot_joins() -> None:
    ann, guest = settled()
    guest.ask("ADDBOT {Name Tin} {Skill 3}")
    assert the(ann.take(), "JOIN").text == "JOIN {Id DM-Drawn.GBxBot11} {Name Tin}"


def test_a_native_bot_has_a_place_and_a_team() -> None:
    _, guest = settled(mode="tdm")
    guest.ask(
        "PAUSE {PauseBots True}",
        "ADDBOT {Name Tin} {Team 1} {StartLocation 1500,448,44} {StartRotation 0,16384,0}",
    )
    tin = next(line for line in only(guest.ask("GETPLRS"), "PLR") if line["Name"] == "Tin")
    assert (tin["Team"], tin["Location"], tin.turn().yaw) == ("1", "1500.00,448.00,44.00", 16384)


def test_a_native_bot_gets_a_name_if_it_has_none() -> None:
    guest = Guest(drawn_arena(), "control")
    guest.ask("ADDBOT", "ADDBOT")
    names = [line["Name"] for line in only(guest.ask("GETPLRS"), "PLR")]
    assert all(names)
    assert len(set(names)) == 2


@pytest.mark.parametrize(
    ("wanted", "given"), [("3", 3.0), ("7", 7.0), ("0", 4.0), ("8", 4.0), ("-1", 4.0)]
)
def test_a_skill_out_of_range_is_the_usual_one(wanted: str, given: float) -> None:
    guest = Guest(drawn_arena(), "control")
    guest.ask(f"ADDBOT {{Name Tin}} {{Skill {wanted}}}")
    assert guest.arena.world.players[0].settings.skill == given


def test_native_bots_are_kicked_silently() -> None:
    ann, guest = settled()
    guest.ask("ADDBOT {Name Tin}")
    ann.take()
    guest.ask("KICK {Id DM-Drawn.GBxBot11}")
    assert the(ann.take(), "LEFT")["Name"] == "Tin"


# What can be done to a bot


def test_a_kicked_bot_is_told_the_end_and_closed() -> None:
    ann, guest = settled()
    ann.take()
    guest.ask(f"KICK {{Id {ann.id}}}")
    assert words(events(ann.take()))[-1] == "FIN"
    assert ann.client.wants_close
    assert only(guest.ask("GETPLRS"), "PLR") == []


def test_the_others_hear_of_a_kick() -> None:
    ann, guest = settled()
    bob = join(ann.arena, "Bob")
    bob.take()
    guest.ask(f"KICK {{Id {ann.id}}}")
    assert the(bob.wait(), "LEFT")["Name"] == "Ann"


def test_a_killed_bot_dies_and_comes_back() -> None:
    ann, guest = settled()
    ann.take()
    guest.ask(f"KILL {{Id {ann.id}}}")
    assert words(events(ann.take()))[:2] == ["DIE", "SPW"]


def test_a_bot_can_be_respawned_somewhere() -> None:
    ann, guest = settled()
    ann.take()
    guest.ask(f"RESPAWN {{Id {ann.id}}} {{StartLocation 1500,448,44}} {{StartRotation 0,16384,0}}")
    assert words(events(ann.take()))[:2] == ["DIE", "SPW"]
    state = ann.state()
    assert (state["Location"], state.turn().yaw) == ("1500.00,448.00,44.00", 16384)


def test_a_bot_without_a_body_can_be_given_one() -> None:
    arena = drawn_arena()
    ann = join(arena, "Ann", more="{ManualSpawn True}")
    Guest(arena, "control").ask(f"RESPAWN {{Id {ann.id}}}")
    assert words(events(ann.take()))[:1] == ["SPW"]


def test_a_bot_can_be_given_an_item() -> None:
    ann, guest = settled()
    ann.take()
    guest.ask(f"ADDINV {{Id {ann.id}}} {{Type {ROCKETS}}}")
    assert words(only(ann.take(), "AIN", "IPK")) == ["AIN", "IPK"]


@pytest.mark.parametrize("word", ["CHATRR", "CHATTR"])
def test_health_and_adrenaline_of_a_bot_can_be_set(word: str) -> None:
    ann, guest = settled()
    guest.ask(f"{word} {{Id {ann.id}}} {{Health 150}} {{Adrenaline 60}}")
    state = ann.state()
    assert (state["Health"], state["Adrenaline"]) == ("150", "60")


def test_settings_of_a_bot_are_told_to_it_and_to_operators() -> None:
    ann, guest = settled()
    ann.take()
    heard = guest.ask(f"CONF {{Id {ann.id}}} {{VisionTime 1}} {{Name Zoe}}")
    mine = the(ann.take(), "CONFCH")
    assert the(heard, "CONFCH").text == mine.text
    assert (mine["VisionTime"], mine["Name"]) == ("1.00", "Zoe")


@pytest.mark.parametrize(
    ("wanted", "told"), [("0.1", "0.10"), ("0.05", "0.25"), ("2", "2.00"), ("2.1", "0.25")]
)
def test_operators_may_set_vision_time_from_a_tenth_of_a_second(wanted: str, told: str) -> None:
    ann, guest = settled()
    heard = guest.ask(f"CONF {{Id {ann.id}}} {{VisionTime {wanted}}}")
    assert the(heard, "CONFCH")["VisionTime"] == told


def test_the_id_in_settings_counts_in_exact_case() -> None:
    ann, guest = settled()
    assert only(guest.ask(f"CONF {{id {ann.id}}} {{VisionTime 1}}"), "CONFCH") == []


def test_a_change_of_team_is_told_to_the_bot_and_to_all_operators() -> None:
    ann, guest = settled(mode="tdm")
    other = operator(guest.arena)
    ann.take()
    heard = guest.ask(f"CHANGETEAM {{Id {ann.id}}} {{Team 1}}")
    assert the(ann.take(), "TEAMCHANGE").text == "TEAMCHANGE {Success True} {DesiredTeam 1}"
    for told in (heard, other.take()):
        assert the(told, "TEAMCHANGE")["Id"] == ann.id
    assert ann.state()["Team"] == "1"


@pytest.mark.parametrize(
    "command", ["KICK", "KILL", "RESPAWN", "CONF", "CHANGETEAM", "CHATRR", "ADDINV"]
)
def test_commands_about_nobody_do_nothing(command: str) -> None:
    ann, guest = settled()
    ann.take()
    guest.say(f"{command} {{Id Nobody}}")
    pass_time(guest.arena, 0.5)
    assert besides_reports(guest) == []
    assert events(ann.take()) == []


def test_clear_throws_all_bots_out() -> None:
    ann, guest = settled()
    bob = join(guest.arena, "Bob")
    guest.ask("CLEAR")
    for bot in (ann, bob):
        assert words(bot.take())[-1] == "FIN"
        assert bot.client.wants_close
    assert only(guest.ask("GETPLRS"), "PLR") == []
