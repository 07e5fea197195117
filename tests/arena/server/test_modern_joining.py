"""Entering the game in the newer dialect: what INIT asks for, and what it is answered with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from agentfw.arena.server.bots import BotClient
from tests.support.playing import (
    Guest,
    Line,
    arena_on,
    drawn_arena,
    events,
    join,
    only,
    pass_time,
    the,
    words,
)

if TYPE_CHECKING:
    from agentfw.arena.world.players import PlayerSettings

START = ["CONFCH", "INITED", "SPW", "AIN", "IPK", "AIN", "IPK", "CWP"]


def told_join(attributes: str = "{Name Bob}", **options: Any) -> list[Line]:
    """What a newcomer hears in the tick of its INIT."""
    return Guest(drawn_arena(**options)).ask(f"INIT {attributes}")


def settings_of(guest: Guest) -> PlayerSettings:
    """What the arena keeps about the player of a guest."""
    assert isinstance(guest.client, BotClient)
    assert guest.client.player is not None
    return guest.client.player.settings


# What follows INIT


def test_a_join_is_answered_in_the_order_of_the_real_server() -> None:
    assert words(told_join()) == [*START, "BEG", "SLF", "END", "UPD"]


def test_exactly_one_confch_comes_although_conf_was_said_before_init() -> None:
    guest = Guest(drawn_arena())
    heard = guest.ask("CONF {Name Bob} {AutoTrace True}", "READY", "INIT {Name Bob}", seconds=2.0)
    assert words(only(heard, "CONFCH", "INITED", "SPW")) == ["CONFCH", "INITED", "SPW"]


def test_a_conf_before_init_changes_nothing() -> None:
    guest = Guest(drawn_arena())
    heard = guest.ask("CONF {Name Zoe} {VisionTime 2}", "INIT {Name Bob}")
    told = the(heard, "CONFCH")
    assert (told["Name"], told["VisionTime"]) == ("Bob", "0.25")


def test_confch_tells_all_settings() -> None:
    assert the(told_join(), "CONFCH").text == (
        "CONFCH {Id DM-Drawn.ObservedRemoteBot00_CONFCH} {BotId DM-Drawn.ObservedRemoteBot00}"
        " {ManualSpawn False} {AutoTrace False} {Invulnerable False} {Name Bob} {SpeedMultiplier 1.00}"
        " {RotationRate 3072,60000,2048} {VisionTime 0.25} {LocUpdateMultiplier 5} {ShowDebug False}"
        " {ShowFocalPoint False} {DrawTraceLines False} {SynchronousOff False} {AutoPickupOff False}"
        " {SyncNavpoints True} {VisionFOV 85.00}"
    )


def test_inited_tells_what_the_body_can_do() -> None:
    assert the(told_join(), "INITED").text == (
        "INITED {BotId DM-Drawn.ObservedRemoteBot00} {HealthStart 100} {HealthFull 100} {HealthMax 199}"
        " {AdrenalineStart 0} {AdrenalineMax 100} {ShieldStrengthStart 0} {ShieldStrengthMax 150}"
        " {MaxMultiJump 1} {DamageScaling 1.00} {GroundSpeed 440.00} {WaterSpeed 220.00}"
        " {AirSpeed 440.00} {LadderSpeed 200.00} {AccelRate 2048.00} {JumpZ 340.00} {MultiJumpBoost 25}"
        " {MaxFallSpeed 1200.00} {DodgeSpeedFactor 1.50} {DodgeSpeedZ 210.00} {AirControl 0.35}"
    )


def test_the_spawn_notice_is_one_bare_word() -> None:
    assert the(told_join(), "SPW").text == "SPW"


def test_each_start_weapon_is_gained_and_picked_up() -> None:
    told = told_join()
    gained, picked = only(told, "AIN"), only(told, "IPK")
    assert [line["Type"] for line in gained] == ["XWeapons.AssaultRifle", "XWeapons.ShieldGun"]
    assert [line["InventoryId"] for line in picked] == [line["Id"] for line in gained]
    assert [line["Type"] for line in picked] == [line["PickupType"] for line in gained]


def test_a_start_weapon_is_picked_up_with_its_ammunition() -> None:
    rifle = only(told_join("{Name Bob} {Location 640,448,44}"), "IPK")[0]
    assert (rifle["Amount"], rifle["AmountSec"], rifle["Dropped"]) == ("100", "4", "False")
    assert rifle["Location"] == "640.00,448.00,44.00"


def test_the_first_weapon_in_hand_is_told_with_its_ammunition() -> None:
    told = told_join()
    assert the(told, "CWP").text == (
        f"CWP {{Id {only(told, 'AIN')[0]['Id']}}} {{PrimaryAmmo 100}} {{SecondaryAmmo 4}}"
        " {Type XWeapons.AssaultRifle}"
    )


def test_capture_the_flag_adds_the_translocator() -> None:
    told = Guest(arena_on("ctf-twins", "ctf")).ask("INIT {Name Bob}")
    assert [line["Type"] for line in only(told, "AIN")] == [
        "XWeapons.AssaultRifle",
        "XWeapons.ShieldGun",
        "XWeapons.Translauncher",
    ]
    assert len(only(told, "IPK")) == 3


# When INIT may come


def test_a_bot_may_join_without_asking_for_the_lists() -> None:
    assert words(told_join())[:3] == ["CONFCH", "INITED", "SPW"]


def test_a_bot_may_join_while_the_lists_are_on_their_way() -> None:
    told = words(Guest(drawn_arena()).ask("READY", "INIT {Name Bob}"))
    assert told[0] == "SHS"
    assert told.index("EHS") + 1 == told.index("CONFCH")


def test_a_bot_may_join_long_after_the_lists() -> None:
    guest = Guest(drawn_arena())
    guest.ask("READY", seconds=60.0)
    assert "INITED" in words(guest.ask("INIT {Name Bob}"))


def test_a_second_init_does_nothing() -> None:
    guest = join(drawn_arena(), "Bob")
    assert only(guest.ask("INIT {Name Zoe}", seconds=0.5), "INITED", "CONFCH", "SPW", "JOIN") == []


# Who is told


def test_the_others_hear_of_a_newcomer_who_does_not() -> None:
    arena = drawn_arena()
    ann = join(arena, "Ann")
    bob = Guest(arena)
    assert only(bob.ask("INIT {Name Bob}"), "JOIN") == []
    assert the(ann.take(), "JOIN").text == "JOIN {Id DM-Drawn.ObservedRemoteBot11} {Name Bob}"


def test_who_has_not_joined_yet_hears_of_nobody() -> None:
    arena = drawn_arena()
    waiting = Guest(arena)
    waiting.ask("READY")
    join(arena, "Ann").ask("DISCONNECT")
    assert waiting.wait(0.5) == []


def test_newcomers_of_one_tick_hear_of_each_other_in_the_order_of_their_names() -> None:
    arena = drawn_arena()
    zoe, bob = Guest(arena), Guest(arena)
    zoe.say("INIT {Name Zoe}")
    bob.say("INIT {Name Bob}")
    pass_time(arena, 0.05)
    assert [line["Name"] for line in only(bob.take(), "JOIN")] == ["Zoe"]
    assert only(zoe.take(), "JOIN") == []


# Attributes of INIT


def test_a_name_that_is_taken_is_altered() -> None:
    arena = drawn_arena()
    join(arena, "Bob")
    told = Guest(arena).ask("INIT {Name Bob}")
    assert the(told, "CONFCH")["Name"] == the(told, "SLF")["Name"] != "Bob"


def test_without_a_name_the_bot_gets_one() -> None:
    assert the(Guest(drawn_arena()).ask("INIT"), "SLF")["Name"]


def test_without_teams_the_wanted_team_does_not_matter() -> None:
    assert the(told_join("{Name Bob} {Team 1}"), "SLF")["Team"] == "255"


@pytest.mark.parametrize("team", [0, 1])
def test_the_wanted_team_is_honored_whatever_its_size(team: int) -> None:
    arena = drawn_arena(mode="tdm")
    guests = [join(arena, f"Bot{number}", team=team) for number in range(4)]
    assert {guest.state()["Team"] for guest in guests} == {str(team)}


@pytest.mark.parametrize("wanted", ["", "{Team 255}", "{Team -1}", "{Team 7}"])
def test_somebody_without_a_team_gets_one(wanted: str) -> None:
    assert the(told_join(f"{{Name Bob}} {wanted}", mode="tdm"), "SLF")["Team"] in {"0", "1"}


@pytest.mark.parametrize(
    ("wanted", "given"), [("3.5", 3.5), ("0", 7.0), ("-2", 7.0), ("8", 7.0), ("7", 7.0)]
)
def test_a_skill_out_of_range_counts_as_seven(wanted: str, given: float) -> None:
    guest = join(drawn_arena(), "Bob", more=f"{{DesiredSkill {wanted}}}")
    assert settings_of(guest).skill == given


@pytest.mark.parametrize(("wanted", "given"), [("0.5", 0.5), ("0", 1.0), ("1.5", 1.0), ("1", 1.0)])
def test_an_accuracy_out_of_range_counts_as_one(wanted: str, given: float) -> None:
    guest = join(drawn_arena(), "Bob", more=f"{{DesiredAccuracy {wanted}}}")
    assert settings_of(guest).accuracy == given


def test_a_bot_may_ask_for_aim_that_leads() -> None:
    assert settings_of(join(drawn_arena(), "Bob", more="{ShouldLeadTarget True}")).leads_target


def test_a_bot_begins_where_it_wants() -> None:
    told = told_join("{Name Bob} {Location 700,450,44} {Rotation 0,16384,0}")
    assert the(told, "SLF")["Location"] == "700.00,450.00,44.00"
    assert the(told, "SLF").turn().yaw == 16384


def test_the_origin_as_a_place_means_any_start() -> None:
    told = told_join("{Name Bob} {Location 0,0,0}")
    assert the(told, "SLF").point().x in {192.0, 2624.0}


def test_a_rotation_without_a_place_is_not_used() -> None:
    turned = told_join("{Name Bob} {Rotation 0,12345,0}")
    assert the(turned, "SLF").turn().yaw != 12345


# Spawning by hand


def test_with_manual_spawn_there_is_no_body_before_respawn() -> None:
    guest = Guest(drawn_arena())
    told = guest.ask("INIT {Name Bob} {ManualSpawn True}", seconds=3.0)
    assert words(told) == ["CONFCH", "INITED"]
    assert the(told, "CONFCH")["ManualSpawn"] == "True"


def test_with_manual_spawn_respawn_gives_the_body() -> None:
    guest = join(drawn_arena(), "Bob", more="{ManualSpawn True}")
    heard = guest.ask("RESPAWN {StartLocation 700,450,44}")
    assert words(events(heard)) == ["SPW", "AIN", "IPK", "AIN", "IPK", "CWP"]
    assert the(heard, "SLF").point().x == 700.0


def test_a_place_spawns_in_spite_of_manual_spawn() -> None:
    told = told_join("{Name Bob} {ManualSpawn True} {Location 700,450,44}")
    assert the(told, "SLF")["Location"] == "700.00,450.00,44.00"


def test_a_rotation_alone_spawns_in_spite_of_manual_spawn() -> None:
    assert "SPW" in words(told_join("{Name Bob} {ManualSpawn True} {Rotation 0,100,0}"))


def test_the_origin_as_a_place_does_not_spawn_with_manual_spawn() -> None:
    assert "SPW" not in words(told_join("{Name Bob} {ManualSpawn True} {Location 0,0,0}"))


# Other wishes


def test_auto_trace_installs_the_three_default_rays() -> None:
    told = told_join("{Name Bob} {AutoTrace True}")
    assert the(told, "CONFCH")["AutoTrace"] == "True"
    assert [line["Id"] for line in only(told, "ATR")] == ["StraightAhead", "45toLeft", "45toRight"]


def test_auto_trace_leaves_rays_alone_that_exist() -> None:
    guest = Guest(drawn_arena())
    told = guest.ask(
        "ADDRAY {Id Nose} {Direction 1,0,0} {Length 50}", "INIT {Name Bob} {AutoTrace True}"
    )
    assert [line["Id"] for line in only(told, "ATR")] == ["Nose"]


def test_auto_pickup_off_is_told_in_the_settings() -> None:
    assert the(told_join("{Name Bob} {AutoPickupOff True}"), "CONFCH")["AutoPickupOff"] == "True"


def test_without_auto_pickup_items_stay_where_they_are() -> None:
    arena = drawn_arena("#####\n#s.S#\n#####", legend={"S": "XWeapons.ShockRiflePickup"})
    guest = join(arena, "Bob", at=(448.0, 192.0), more="{AutoPickupOff True}")
    assert only(guest.wait(1.0), "IPK") == []


def test_the_management_address_is_shown_to_operators() -> None:
    arena = drawn_arena()
    join(arena, "Bob", more="{Jmx service:bob}")
    assert the(Guest(arena, "control").ask("GETPLRS"), "PLR")["Jmx"] == "service:bob"


def test_the_id_is_the_path_of_the_controller_and_the_player_number() -> None:
    arena = drawn_arena()
    assert [join(arena, name).id for name in ("Ann", "Bob")] == [
        "DM-Drawn.ObservedRemoteBot00",
        "DM-Drawn.ObservedRemoteBot11",
    ]
