"""CONF in the newer dialect: what a bot may set, within which limits, and what comes of it."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from tests.support.playing import Guest, Line, batches, drawn_arena, events, join, only, the, words

ITEM = "#####\n#s.S#\n#####"
LEGEND = {"S": "XWeapons.ShockRiflePickup"}


def configured(command: str, **options: Any) -> Line:
    """All settings of a bot after one CONF."""
    return the(join(drawn_arena(**options), "Ann").ask(f"CONF {command}"), "CONFCH")


def spacing(guest: Guest, word: str, seconds: float) -> set[int]:
    """How many ticks lie between two lines of a word."""
    ticks = [tick for tick in range(round(seconds / 0.05)) if word in words(guest.wait())]
    return {late - early for early, late in itertools.pairwise(ticks)}


# How it is answered


def test_every_conf_is_answered_with_all_settings() -> None:
    guest = join(drawn_arena(), "Ann")
    before = the(guest.ask("CONF"), "CONFCH").text
    assert the(guest.ask("CONF {Nonsense 1}"), "CONFCH").text == before
    assert before.startswith(f"CONFCH {{Id {guest.id}_CONFCH}} {{BotId {guest.id}}}")


def test_operators_get_a_copy() -> None:
    arena = drawn_arena()
    guest, operator = join(arena, "Ann"), Guest(arena, "control")
    operator.ask("READY")
    mine = the(guest.ask("CONF {VisionTime 1}"), "CONFCH")
    assert the(operator.take(), "CONFCH").text == mine.text


def test_an_operator_who_is_not_ready_gets_no_copy() -> None:
    arena = drawn_arena()
    guest, operator = join(arena, "Ann"), Guest(arena, "control")
    operator.take()
    guest.ask("CONF {VisionTime 1}")
    assert operator.take() == []


def test_other_bots_get_no_copy() -> None:
    arena = drawn_arena()
    ann, bob = join(arena, "Ann"), join(arena, "Bob")
    bob.take()
    ann.ask("CONF {VisionTime 1}")
    assert only(bob.take(), "CONFCH") == []


@pytest.mark.parametrize(
    ("command", "name", "told"),
    [
        ("{Name Zoe}", "Name", "Zoe"),
        ("{AutoTrace True}", "AutoTrace", "True"),
        ("{DrawTraceLines True}", "DrawTraceLines", "True"),
        ("{ManualSpawn True}", "ManualSpawn", "True"),
        ("{ShowFocalPoint True}", "ShowFocalPoint", "True"),
        ("{ShowDebug True}", "ShowDebug", "True"),
        ("{SpeedMultiplier 1.5}", "SpeedMultiplier", "1.50"),
        ("{RotationRate 100,200,300}", "RotationRate", "100,200,300"),
        ("{Invulnerable True}", "Invulnerable", "True"),
        ("{VisionTime 1.5}", "VisionTime", "1.50"),
        ("{SynchronousOff True}", "SynchronousOff", "True"),
        ("{SyncNavPointsOff True}", "SyncNavpoints", "False"),
        ("{AutoPickupOff True}", "AutoPickupOff", "True"),
    ],
)
def test_what_was_set_is_told(command: str, name: str, told: str) -> None:
    assert configured(command)[name] == told


@pytest.mark.parametrize(
    ("command", "name", "told"),
    [
        ("{visiontime 1}", "VisionTime", "0.25"),
        ("{VISIONTIME 1}", "VisionTime", "0.25"),
        ("{name Zoe}", "Name", "Ann"),
        ("{Speedmultiplier 2}", "SpeedMultiplier", "1.00"),
        ("{SyncNavpointsOff True}", "SyncNavpoints", "True"),
        ("{synchronousoff True}", "SynchronousOff", "False"),
    ],
)
def test_names_count_only_in_their_exact_case(command: str, name: str, told: str) -> None:
    assert configured(command)[name] == told


def test_the_word_itself_counts_in_any_case() -> None:
    assert the(join(drawn_arena(), "Ann").ask("conf {VisionTime 1}"), "CONFCH")["VisionTime"] == "1.00"


def test_several_settings_go_into_one_command() -> None:
    told = configured("{VisionTime 1} {Name Zoe} {SpeedMultiplier 9} {ShowDebug True}")
    assert (told["VisionTime"], told["Name"], told["SpeedMultiplier"], told["ShowDebug"]) == (
        "1.00",
        "Zoe",
        "1.00",
        "True",
    )


# VisionTime


@pytest.mark.parametrize(("wanted", "told"), [("0.05", "0.05"), ("2", "2.00"), ("2.0", "2.00")])
def test_the_limits_of_vision_time_are_in_range(wanted: str, told: str) -> None:
    assert configured(f"{{VisionTime {wanted}}}")["VisionTime"] == told


@pytest.mark.parametrize("wanted", ["0.04", "2.01", "0", "-1", "fast"])
def test_a_vision_time_out_of_range_is_ignored(wanted: str) -> None:
    assert configured(f"{{VisionTime {wanted}}}")["VisionTime"] == "0.25"


@pytest.mark.parametrize(
    ("vision_s", "batch_ticks", "position_ticks"),
    [(0.05, 1, 1), (0.1, 2, 1), (0.25, 5, 1), (0.5, 10, 2), (1.0, 20, 4), (2.0, 40, 8)],
)
def test_vision_time_sets_both_rhythms(vision_s: float, batch_ticks: int, position_ticks: int) -> None:
    guest = join(drawn_arena(), "Ann")
    guest.ask(f"CONF {{VisionTime {vision_s}}}", seconds=3.0)
    assert spacing(guest, "BEG", 9.0) == {batch_ticks}
    assert spacing(guest, "UPD", 3.0) == {position_ticks}


# SpeedMultiplier


@pytest.mark.parametrize(
    ("factor", "speed"), [("0.1", 44.0), ("0.5", 220.0), ("1", 440.0), ("2", 880.0)]
)
def test_the_speed_follows_its_multiplier(factor: str, speed: float) -> None:
    guest = join(drawn_arena(), "Ann", at=(256.0, 448.0))
    guest.ask(f"CONF {{SpeedMultiplier {factor}}}", "MOVE {FirstLocation 2600,448,44}", seconds=1.0)
    assert guest.look().point("Vel").x == pytest.approx(speed, abs=0.5)


@pytest.mark.parametrize("factor", ["0.09", "2.01", "0", "-1"])
def test_a_multiplier_out_of_range_is_ignored(factor: str) -> None:
    assert configured(f"{{SpeedMultiplier {factor}}}")["SpeedMultiplier"] == "1.00"


def test_the_multiplier_outlives_the_body() -> None:
    guest = join(drawn_arena(), "Ann")
    guest.ask("CONF {SpeedMultiplier 2}", "RESPAWN {StartLocation 256,448,44}")
    guest.ask("MOVE {FirstLocation 2600,448,44}", seconds=1.0)
    assert guest.look().point("Vel").x == pytest.approx(880.0, abs=0.5)


# RotationRate


def test_a_rotation_rate_sets_how_fast_the_bot_turns() -> None:
    guest = join(drawn_arena(), "Ann", at=(640.0, 448.0))
    guest.ask("CONF {RotationRate 1000,2000,0}", "TURNTO {Rotation 8000,8000,0}", seconds=1.0)
    turn = guest.look().turn("Rot")
    assert turn.yaw == pytest.approx(2100, abs=1)
    assert turn.pitch == pytest.approx(1050, abs=257)


def test_a_rotation_rate_of_nothing_is_ignored() -> None:
    assert configured("{RotationRate 0,0,0}")["RotationRate"] == "3072,60000,2048"


def test_the_rotation_rate_outlives_the_body() -> None:
    guest = join(drawn_arena(), "Ann")
    guest.ask(
        "CONF {RotationRate 1000,2000,0}", "RESPAWN {StartLocation 256,448,44} {StartRotation 0,0,0}"
    )
    guest.ask("TURNTO {Rotation 0,8000,0}", seconds=0.95)
    assert guest.look().turn("Rot").yaw == pytest.approx(2000, abs=1)


# Invulnerable


def test_the_invulnerable_are_hit_without_loss() -> None:
    arena = drawn_arena()
    ann = join(arena, "Ann", at=(640.0, 448.0))
    bob = join(arena, "Bob", at=(900.0, 448.0))
    bob.ask("CONF {Invulnerable True}")
    ann.ask(f"SHOOT {{Target {bob.id}}}", seconds=2.0)
    hurt = only(bob.take(), "DAM")
    assert hurt
    assert {line["Damage"] for line in hurt} == {"0"}
    assert bob.state()["Health"] == "100"


def test_without_cheats_nobody_becomes_invulnerable() -> None:
    assert configured("{Invulnerable True}", allow_cheats=False)["Invulnerable"] == "False"


# SyncNavPointsOff, AutoPickupOff, AutoTrace, ManualSpawn, Name


def test_places_are_left_out_of_batches_on_demand() -> None:
    guest = join(drawn_arena(ITEM, legend=LEGEND), "Ann", more="{AutoPickupOff True}")
    assert "NAV" in words(guest.batch())
    guest.ask("CONF {SyncNavPointsOff True}")
    assert "NAV" not in words(guest.batch())
    guest.ask("CONF {SyncNavPointsOff False}")
    assert "NAV" in words(guest.batch())


def test_items_are_still_seen_without_places() -> None:
    guest = join(drawn_arena(ITEM, legend=LEGEND), "Ann", more="{AutoPickupOff True}")
    guest.ask("CONF {SyncNavPointsOff True}")
    assert "INV" in words(guest.batch())


def test_automatic_pickup_can_be_switched_off_and_on() -> None:
    guest = join(drawn_arena(ITEM, legend=LEGEND), "Ann", at=(192.0, 192.0))
    guest.ask("CONF {AutoPickupOff True}", "MOVE {FirstLocation 448,192,44}", seconds=2.0)
    assert only(guest.wait(1.0), "IPK") == []
    heard = guest.ask("CONF {AutoPickupOff False}")
    assert the(heard, "IPK")["Type"] == "XWeapons.ShockRiflePickup"


def test_auto_trace_brings_rays_into_batches_and_takes_them_out() -> None:
    guest = join(drawn_arena(), "Ann")
    guest.ask("CONF {AutoTrace True}")
    assert words(guest.batch()).count("ATR") == 3
    guest.ask("CONF {AutoTrace False}")
    assert "ATR" not in words(guest.batch())


def test_manual_spawn_holds_from_the_next_death_on() -> None:
    guest = join(drawn_arena(), "Ann")
    operator = Guest(guest.arena, "control")
    guest.ask("CONF {ManualSpawn True}")
    operator.ask(f"KILL {{Id {guest.id}}}")
    assert words(events(guest.wait(3.0))) == ["DIE"]


def test_a_new_name_is_the_name_from_now_on() -> None:
    arena = drawn_arena()
    guest = join(arena, "Ann")
    guest.ask("CONF {Name Zoe}")
    assert guest.state()["Name"] == "Zoe"
    assert the(Guest(arena).ask("READY"), "PLR")["Name"] == "Zoe"


def test_settings_of_one_bot_leave_the_others_alone() -> None:
    arena = drawn_arena()
    ann, bob = join(arena, "Ann"), join(arena, "Bob")
    ann.ask("CONF {VisionTime 2} {SynchronousOff True}")
    bob.take()
    assert len(batches(bob.wait(2.0))) == 8
