"""When the newer dialect tells what is perceived, in which order, and in which form."""

from __future__ import annotations

import functools
import itertools
import re

import pytest

from agentfw.arena.server.bots import BotClient
from tests.support.playing import (
    Guest,
    Line,
    arena_on,
    batches,
    drawn_arena,
    events,
    join,
    names,
    only,
    pass_time,
    the,
    words,
)

ORDER = names("BEG PLS TES SLF PLR INV MOV PRJ NAV FLG HRN ATR END")
SLF = names(
    "Id BotId Vehicle Location Rotation Velocity Name Team Health Weapon Shooting Armor SmallArmor"
    " Adrenaline Crouched Walking FloorLocation FloorNormal Combo UDamageTime PrimaryAmmo SecondaryAmmo"
    " AltFiring"
)
FLOATS = (
    "Time",
    "ImpactTime",
    "Speed",
    "DamageRadius",
    "Distance",
    "UDamageTime",
    "MoveTime",
    "OpenTime",
)
VECTORS = tuple(
    names(
        "Location Velocity Loc Vel Direction Origin FloorLocation FloorNormal From To HitNormal"
        " HitLocation Normal"
    )
)
TURNS = ("Rotation", "Rot")


@functools.cache
def busy_match() -> list[Line]:
    """What a bot hears for a while amid six others who fight."""
    arena = arena_on("ctf-twins", "ctf", bots=6)
    guest = join(arena, "Ann", more="{AutoTrace True}")
    guest.say("CMOVE", "SHOOT")
    return guest.wait(20.0)


def times(lines: list[Line]) -> list[float]:
    """When the batches among these lines began."""
    return [line.number("Time") for line in only(lines, "BEG")]


def gaps(moments: list[float]) -> set[float]:
    """The times between two neighbors."""
    return {round(late - early, 2) for early, late in itertools.pairwise(moments)}


# The rhythm


def test_a_batch_comes_four_times_a_second() -> None:
    guest = join(drawn_arena(), "Ann")
    assert gaps(times(guest.wait(10.0))) == {0.25}


def test_both_ends_of_a_batch_tell_the_same_time() -> None:
    found = batches(join(drawn_arena(), "Ann").wait(3.0))
    assert len(found) == 12
    assert all(batch[0]["Time"] == batch[-1]["Time"] for batch in found)


def test_a_position_comes_with_every_step_and_after_the_batch() -> None:
    guest = join(drawn_arena(), "Ann")
    heard = [words(guest.wait()) for _ in range(10)]
    batch = ["BEG", "SLF", "END", "UPD"]
    assert heard == [*[["UPD"]] * 4, batch, *[["UPD"]] * 4, batch]


def test_the_first_batch_comes_in_the_tick_of_the_spawn() -> None:
    heard = Guest(drawn_arena()).ask("INIT {Name Ann}")
    assert words(heard)[-4:] == ["BEG", "SLF", "END", "UPD"]


def test_the_first_batch_after_waiting_for_a_body_comes_at_once() -> None:
    guest = join(drawn_arena(), "Ann", more="{ManualSpawn True}")
    heard = guest.ask("RESPAWN", seconds=1.0)
    assert gaps(times(heard)) == {0.25}
    assert words(heard)[5:8] == ["CWP", "BEG", "SLF"]


@pytest.mark.parametrize("pause_s", [0.05, 0.1, 0.15])
def test_the_first_batch_after_a_respawn_comes_at_once(pause_s: float) -> None:
    guest = join(drawn_arena(), "Ann")
    guest.wait(pause_s)
    heard = words(guest.ask("RESPAWN", seconds=0.55))
    assert heard[heard.index("CWP") + 1] == "BEG"


def test_batches_tell_the_time_that_pings_are_answered_with() -> None:
    guest = join(drawn_arena(), "Ann")
    time = times(guest.wait(0.25))[-1]
    assert the(guest.ask("PING"), "PONG").number("Time") == pytest.approx(time)


def test_every_bot_has_a_rhythm_of_its_own() -> None:
    arena = drawn_arena()
    ann = join(arena, "Ann")
    bob = join(arena, "Bob")
    pass_time(arena, 2.0)
    assert times(ann.take())[-1] != times(bob.take())[-1]


# Scores


def test_scores_come_in_the_sixth_batch_and_then_in_every_fifth() -> None:
    found = batches(Guest(drawn_arena()).ask("INIT {Name Ann}", seconds=8.0))
    assert [number for number, batch in enumerate(found, 1) if "PLS" in words(batch)] == [
        6,
        11,
        16,
        21,
        26,
        31,
    ]


def test_players_come_before_teams_and_both_before_the_bot_itself() -> None:
    arena = drawn_arena(mode="tdm")
    join(arena, "Bob", team=1, at=(192.0, 192.0))
    guest = Guest(arena)
    batch = batches(guest.ask("INIT {Name Ann} {Team 0}", seconds=2.0))[5]
    assert words(batch)[:6] == ["BEG", "PLS", "PLS", "TES", "TES", "SLF"]


def test_without_teams_only_players_have_scores() -> None:
    batch = batches(Guest(drawn_arena()).ask("INIT {Name Ann}", seconds=2.0))[5]
    assert words(batch)[:3] == ["BEG", "PLS", "SLF"]


def test_a_score_is_told_in_whole_numbers() -> None:
    arena = drawn_arena(mode="tdm")
    guest = join(arena, "Ann", team=0)
    guest.ask("RESPAWN")
    heard = guest.wait(2.0)
    assert only(heard, "PLS")[0].text == f"PLS {{Id {guest.id}}} {{Score -1}} {{Deaths 1}}"
    assert only(heard, "TES")[0].text == "TES {Id 0} {Team 0} {Score -1}"


def test_double_domination_tells_no_scores() -> None:
    guest = join(arena_on("dom-vault", "ddom"), "Ann")
    heard = guest.wait(10.0)
    assert len(batches(heard)) == 40
    assert only(heard, "PLS", "TES") == []


# Silence


def test_the_dead_hear_nothing_regular() -> None:
    guest = join(drawn_arena(), "Ann", more="{ManualSpawn True} {Location 640,448,44}")
    operator = Guest(guest.arena, "control")
    guest.take()
    operator.ask(f"KILL {{Id {guest.id}}}")
    assert words(guest.take()) == ["DIE"]
    assert guest.wait(3.0) == []


def test_the_dead_are_answered() -> None:
    guest = join(drawn_arena(), "Ann", more="{ManualSpawn True}")
    assert words(guest.ask("PING", "GETINVS", "REC")) == ["PONG", "SINV", "EINV", "RECSTART"]


def test_a_bot_that_wants_no_batches_gets_no_positions_either() -> None:
    guest = join(drawn_arena(), "Ann")
    assert words(guest.ask("CONF {SynchronousOff True}", seconds=3.0)) == ["CONFCH"]


def test_events_and_answers_come_without_batches() -> None:
    arena = drawn_arena()
    guest = join(arena, "Ann")
    guest.ask("CONF {SynchronousOff True}")
    join(arena, "Bob")
    assert words(guest.ask("PING")) == ["PONG"]
    assert words(join(arena, "Cid").ask("DISCONNECT")) == []
    assert words(guest.wait()) == ["JOIN", "LEFT"]


def test_batches_come_again_when_they_are_wanted_again() -> None:
    guest = join(drawn_arena(), "Ann")
    guest.ask("CONF {SynchronousOff True}", seconds=2.0)
    heard = guest.ask("CONF {SynchronousOff False}", seconds=3.0)
    assert len(batches(heard)) >= 7
    assert gaps(times(heard)) == {0.25}


# What is inside


def test_the_parts_of_a_batch_come_in_the_order_of_the_real_server() -> None:
    for batch in batches(busy_match()):
        # Sounds of both sorts come as they were heard.
        told = [ORDER.index("HRN" if word == "HRP" else word) for word in words(batch)]
        assert told == sorted(told)


def test_every_batch_tells_the_bot_itself_once() -> None:
    assert all(words(batch).count("SLF") == 1 for batch in batches(busy_match()))


def test_nothing_but_batches_and_their_parts_is_inside() -> None:
    inside = {word for batch in batches(busy_match()) for word in words(batch)}
    assert inside <= {*ORDER, "HRP"}


def test_no_part_of_a_batch_comes_outside() -> None:
    assert {"PLS", "TES", "SLF", "PLR", "INV", "PRJ", "NAV", "FLG", "ATR"}.isdisjoint(
        words(events(busy_match()))
    )


@pytest.mark.parametrize(
    ("names", "form"),
    [
        (FLOATS, r"-?\d+\.\d\d"),
        (VECTORS, r"-?\d+\.\d\d,-?\d+\.\d\d,-?\d+\.\d\d"),
        (TURNS, r"-?\d+,-?\d+,-?\d+"),
        (("Visible", "Dropped", "Shooting", "Crouched", "Result"), "True|False"),
        (("Health", "Armor", "Damage", "Amount", "Team", "Score", "Deaths", "PrimaryAmmo"), r"-?\d+"),
    ],
    ids=["float", "vector", "rotation", "bool", "int"],
)
def test_values_are_written_as_the_engine_writes_them(names: tuple[str, ...], form: str) -> None:
    values = {line[name] for line in busy_match() for name in names if name in line}
    assert values
    assert [value for value in values if not re.fullmatch(form, value)] == []


# The bot itself


def test_the_bot_is_told_with_its_attributes_in_order() -> None:
    assert list(join(drawn_arena(), "Ann").state().values) == SLF


def test_the_bot_at_rest_is_told_exactly() -> None:
    guest = join(drawn_arena(), "Ann", at=(640.0, 448.0), yaw=16384)
    assert guest.state().text == (
        f"SLF {{Id SELF_{guest.id}}} {{BotId {guest.id}}} {{Vehicle False}}"
        " {Location 640.00,448.00,44.00} {Rotation 0,16384,0} {Velocity 0.00,0.00,0.00} {Name Ann}"
        " {Team 255} {Health 100}"
        " {Weapon DM-Drawn.AssaultRifle0} {Shooting False} {Armor 0} {SmallArmor 0} {Adrenaline 0}"
        " {Crouched False} {Walking False} {FloorLocation 640.00,448.00,0.00}"
        " {FloorNormal 0.00,0.00,1.00} {Combo None} {UDamageTime 0.00} {PrimaryAmmo 100}"
        " {SecondaryAmmo 4} {AltFiring False}"
    )


def test_positions_tell_place_facing_and_speed_only() -> None:
    guest = join(drawn_arena(), "Ann", at=(640.0, 448.0), yaw=16384)
    assert guest.look().text == "UPD {Loc 640.00,448.00,44.00} {Rot 0,16384,0} {Vel 0.00,0.00,0.00}"


@pytest.mark.parametrize("pitch", [1, 300, 5000, 12000, 60000, 65278, 65535])
def test_the_pitch_is_told_by_one_byte(pitch: int) -> None:
    guest = join(drawn_arena(), "Ann")
    guest.ask("CONF {RotationRate 65536,65536,0}", f"TURNTO {{Rotation {pitch},0,0}}", seconds=2.0)
    told = [guest.state().turn().pitch, guest.look().turn("Rot").pitch]
    assert told == [(pitch // 256) * 257] * 2


def test_shields_are_told_in_sum_and_the_small_part_apart() -> None:
    guest = join(drawn_arena(), "Ann")
    guest.ask("ADDINV {Type XPickups.ShieldPack}", "ADDINV {Type XPickups.SuperShieldPack}")
    state = guest.state()
    assert (state["Armor"], state["SmallArmor"]) == ("150", "50")


def test_the_end_of_double_damage_is_told_in_game_time() -> None:
    guest = join(drawn_arena(), "Ann")
    pass_time(guest.arena, 1.0)
    now = the(guest.ask("PING"), "PONG").number("Time")
    guest.ask("ADDINV {Type XPickups.UDamagePack}")
    assert guest.state().number("UDamageTime") == pytest.approx(now + 30.0, abs=0.06)


def test_walking_and_crouching_are_told() -> None:
    guest = join(drawn_arena(), "Ann")
    guest.ask("SETWALK {Walk True}", "SETCROUCH {Crouch True}")
    state = guest.state()
    assert (state["Walking"], state["Crouched"]) == ("True", "True")


@pytest.mark.parametrize(("alt", "told"), [("False", "False"), ("True", "True")])
def test_shooting_is_told_with_its_mode(alt: str, told: str) -> None:
    guest = join(drawn_arena(), "Ann")
    guest.ask(f"SHOOT {{Alt {alt}}}")
    state = guest.state()
    assert (state["Shooting"], state["AltFiring"]) == ("True", told)


def test_empty_hands_hold_none_and_have_no_firing_mode() -> None:
    guest = join(drawn_arena(), "Ann")
    assert isinstance(guest.client, BotClient)
    assert guest.client.player is not None
    assert guest.client.player.pawn is not None
    guest.client.player.pawn.hand = None
    state = guest.state()
    assert (state["Weapon"], state["PrimaryAmmo"], state["SecondaryAmmo"]) == ("None", "0", "0")
    assert "AltFiring" not in state


def test_over_a_deep_drop_no_floor_is_told() -> None:
    guest = join(drawn_arena(wall=2000), "Ann", at=(640.0, 448.0), floor=1500.0)
    state = guest.state()
    assert (state["FloorLocation"], state["FloorNormal"]) == ("0.00,0.00,0.00", "0.00,0.00,0.00")


def test_in_the_air_the_floor_is_the_one_below() -> None:
    guest = join(drawn_arena(wall=2000), "Ann", at=(640.0, 448.0), floor=900.0)
    state = guest.state()
    assert state.point().z > 500.0
    assert state["FloorLocation"] == "640.00,448.00,0.00"


def test_on_a_ramp_the_floor_leans() -> None:
    arena = drawn_arena("######\n#s.>.#\n######", heights="######\n#0012#\n######")
    guest = join(arena, "Ann", at=(448.0, 192.0), floor=40.0)
    guest.wait(1.0)
    state = guest.state()
    normal = state.point("FloorNormal")
    assert normal.x < 0.0 < normal.z < 1.0
    assert state.point("FloorLocation").z == pytest.approx(state.point().z - 44.0, abs=0.02)


def test_a_ready_combo_is_told_as_an_object() -> None:
    guest = join(drawn_arena(), "Ann")
    guest.ask("CHATTR {Adrenaline 100}", "COMBO {Type xGame.ComboSpeed}")
    assert guest.state()["Combo"] == "DM-Drawn.ComboSpeed0"


def test_the_team_is_told_in_team_games() -> None:
    guest = join(drawn_arena(mode="tdm"), "Ann", team=1)
    assert guest.state()["Team"] == "1"
