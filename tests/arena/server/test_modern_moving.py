"""Movement by the commands of the newer dialect, and what is told on the way."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from agentfw.geometry import Vec3, signed_angle
from tests.support.playing import Guest, Line, drawn_arena, events, join, names, only, the, words

HERE = (640.0, 448.0)
PLACE = Vec3(640.0, 448.0, 44.0)
LEDGE = ("######\n#s...#\n#....#\n######", "######\n#4400#\n#4400#\n######")
VOLUME = names(
    "Id ZoneVelocity ZoneGravity GroundFriction FluidFriction TerminalVelocity WaterVolume PainCausing"
    " Destructive DamagePerSec DamageType NoInventory MoveProjectiles NeutralZone"
)
SPLIT = """
    ######################
    #s........#.........s#
    #.........#..........#
    #.........#..........#
    #.........#..........#
    #s..................s#
    ######################
"""


def ann(**options: Any) -> Guest:
    """A bot in the middle of the room, facing along x."""
    return join(drawn_arena(**options), "Ann", at=HERE)


def place(guest: Guest) -> Vec3:
    """Where a bot is now."""
    return guest.look().point("Loc")


def yaw(guest: Guest) -> int:
    """Where a bot faces now, between -32768 and 32767."""
    return signed_angle(guest.look().turn("Rot").yaw)


def speed(guest: Guest) -> float:
    """How fast a bot moves over the ground."""
    return guest.look().point("Vel").ground_distance_to(Vec3(0.0, 0.0, 0.0))


def heights(guest: Guest, seconds: float) -> list[float]:
    """How high a bot is above where it stood, tick by tick."""
    return [line.point("Loc").z - 44.0 for line in only(guest.wait(seconds), "UPD")]


# MOVE


def test_a_bot_runs_straight_to_a_point_and_stops_there() -> None:
    guest = ann()
    guest.ask("MOVE {FirstLocation 1240,600,44}", seconds=3.0)
    where = place(guest)
    assert where.ground_distance_to(Vec3(1240.0, 600.0, 44.0)) < 16.0
    assert speed(guest) == 0.0


def test_a_bot_reaches_full_speed_in_about_a_fifth_of_a_second() -> None:
    guest = ann()
    guest.ask("MOVE {FirstLocation 2500,448,44}", seconds=0.25)
    assert speed(guest) == pytest.approx(440.0, abs=0.1)


def test_a_bot_runs_on_to_the_second_point_without_stopping() -> None:
    guest = ann()
    heard = guest.ask("MOVE {FirstLocation 1140,448,44} {SecondLocation 1640,448,44}", seconds=4.0)
    passing = [line for line in only(heard, "UPD") if abs(line.point("Loc").x - 1140.0) < 60.0]
    assert min(line.point("Vel").x for line in passing) == pytest.approx(440.0, abs=0.1)
    assert place(guest).ground_distance_to(Vec3(1640.0, 448.0, 44.0)) < 16.0


def test_a_bot_turns_to_the_second_point_after_the_first() -> None:
    guest = ann()
    guest.ask("MOVE {FirstLocation 940,448,44} {SecondLocation 940,200,44}", seconds=4.0)
    assert place(guest).ground_distance_to(Vec3(940.0, 200.0, 44.0)) < 16.0


def test_a_bot_faces_where_it_runs() -> None:
    guest = ann()
    guest.ask("MOVE {FirstLocation 640,200,44}", seconds=0.4)
    assert yaw(guest) == -16384


def test_a_bot_may_face_a_place_while_it_runs() -> None:
    guest = ann()
    guest.ask("MOVE {FirstLocation 640,200,44} {FocusLocation 640,2000,82}", seconds=0.4)
    assert guest.look().point("Vel").y < -400.0
    assert yaw(guest) == 16384


def test_a_bot_may_face_a_player_while_it_runs() -> None:
    guest = ann()
    bob = join(guest.arena, "Bob", at=(1500.0, 320.0))
    guest.ask(f"MOVE {{FirstLocation 640,320,44}} {{FocusTarget {bob.id}}}", seconds=1.0)
    assert yaw(guest) == pytest.approx(0, abs=120)


def test_a_target_is_faced_rather_than_a_place() -> None:
    guest = ann()
    bob = join(guest.arena, "Bob", at=(1500.0, 320.0))
    guest.ask(
        f"MOVE {{FirstLocation 640,320,44}} {{FocusTarget {bob.id}}} {{FocusLocation 0,320,44}}",
        seconds=1.0,
    )
    assert yaw(guest) == pytest.approx(0, abs=120)


def test_without_its_target_a_bot_faces_the_place() -> None:
    guest = ann()
    guest.ask(
        "MOVE {FirstLocation 640,320,44} {FocusTarget Nobody} {FocusLocation 640,9000,44}", seconds=1.0
    )
    assert yaw(guest) == pytest.approx(16384, abs=1)


def test_a_target_behind_a_wall_is_not_faced() -> None:
    guest = ann(rows=SPLIT)
    bob = join(guest.arena, "Bob", at=(1800.0, 320.0))
    guest.ask(
        f"MOVE {{FirstLocation 640,320,44}} {{FocusTarget {bob.id}}} {{FocusLocation 640,9000,44}}",
        seconds=1.0,
    )
    assert yaw(guest) == pytest.approx(16384, abs=1)


def test_a_new_move_replaces_the_old_one() -> None:
    guest = ann()
    guest.ask("MOVE {FirstLocation 2500,448,44} {SecondLocation 2500,200,44}", seconds=0.5)
    guest.ask("MOVE {FirstLocation 640,448,44}", seconds=3.0)
    assert place(guest).ground_distance_to(PLACE) < 16.0


def test_a_repeated_move_does_not_slow_a_bot_down() -> None:
    guest = ann()
    for _ in range(20):
        guest.ask("MOVE {FirstLocation 2500,448,44}")
    assert speed(guest) == pytest.approx(440.0, abs=0.1)


def test_a_bot_finds_no_way_round_a_wall() -> None:
    guest = ann(rows=SPLIT)
    heard = guest.ask("MOVE {FirstLocation 2000,448,44}", seconds=4.0)
    assert place(guest).x < 1280.0
    assert "WAL" in words(heard)


def test_a_move_needs_the_name_of_its_first_point() -> None:
    guest = ann()
    guest.ask("MOVE {Location 1240,448,44}", seconds=1.0)
    assert place(guest) == PLACE


# DRIVETO


def test_a_bot_runs_to_an_object() -> None:
    arena = drawn_arena("########\n#s....h#\n########", legend={"h": "XPickups.HealthPack"})
    guest = join(arena, "Ann", at=(192.0, 192.0))
    guest.ask("DRIVETO {Target DM-Drawn.NewHealthCharger0}", seconds=3.0)
    assert place(guest).ground_distance_to(Vec3(832.0, 192.0, 44.0)) < 30.0


def test_a_bot_runs_to_a_player_as_clients_of_early_builds_want() -> None:
    guest = ann()
    bob = join(guest.arena, "Bob", at=(1500.0, 320.0))
    guest.ask(f"RUNTO {{Target {bob.id}}}", seconds=1.0)
    assert place(guest).x > PLACE.x + 300.0


def test_a_bot_does_not_run_to_unknown_things() -> None:
    guest = ann()
    guest.ask("DRIVETO {Target Nothing.At.All}", seconds=1.0)
    assert place(guest) == PLACE


def test_a_bot_strafes_as_clients_of_early_builds_want() -> None:
    guest = ann()
    bob = join(guest.arena, "Bob", at=(1500.0, 448.0))
    guest.ask(f"STRAFE {{Location 640,700,44}} {{Target {bob.id}}}", seconds=1.5)
    assert place(guest).y > PLACE.y + 100.0
    assert abs(signed_angle(guest.look().turn("Rot").yaw)) < 12000  # toward Bob, not along the way


# CMOVE, ROTATE, INCH, STOP


def test_a_bot_keeps_running_ahead() -> None:
    guest = ann()
    guest.ask("CMOVE", seconds=2.0)
    assert guest.look().point("Vel").x == pytest.approx(440.0, abs=0.1)
    assert place(guest).y == 448.0


def test_turning_steers_a_bot_that_runs_ahead() -> None:
    guest = ann()
    guest.ask("CMOVE", seconds=0.5)
    guest.ask("ROTATE {Amount 16384}", seconds=0.5)
    velocity = guest.look().point("Vel")
    assert velocity.y == pytest.approx(440.0, abs=1.0)
    assert velocity.x == pytest.approx(0.0, abs=1.0)


def test_stop_ends_running_ahead() -> None:
    guest = ann()
    guest.ask("CMOVE", seconds=0.5)
    guest.ask("STOP", seconds=0.1)
    assert speed(guest) == 0.0


def test_an_inch_is_a_hundred_units_ahead() -> None:
    guest = ann()
    guest.ask("INCH", seconds=2.0)
    assert place(guest).x == pytest.approx(740.0, abs=16.0)
    assert speed(guest) == 0.0


def test_stop_in_the_air_waits_for_landing() -> None:
    guest = ann()
    guest.ask("CMOVE", seconds=0.5)
    guest.ask("JUMP", "STOP", seconds=0.1)
    assert speed(guest) > 300.0
    heard = guest.wait(1.5)
    assert "LAND" in words(heard)
    assert speed(guest) == 0.0


def test_a_stopped_bot_keeps_shooting() -> None:
    guest = ann()
    guest.ask("CMOVE", "SHOOT", seconds=0.2)
    guest.ask("STOP", seconds=0.1)
    assert guest.state()["Shooting"] == "True"


# JUMP


def test_a_jump_rises_by_about_61_units_and_lands() -> None:
    guest = ann()
    guest.say("JUMP")
    heard = guest.wait(1.0)
    rises = [line.point("Loc").z - 44.0 for line in only(heard, "UPD")]
    assert max(rises) == pytest.approx(61.0, abs=4.0)
    assert rises[-1] == 0.0
    assert the(heard, "LAND").point("HitNormal") == Vec3(0.0, 0.0, 1.0)


@pytest.mark.parametrize(("force", "apex"), [("200", 21.0), ("340", 61.0), ("2000", 61.0)])
def test_a_single_jump_has_the_force_asked_for_up_to_340(force: str, apex: float) -> None:
    guest = ann()
    guest.say(f"JUMP {{Force {force}}}")
    assert max(heights(guest, 1.0)) == pytest.approx(apex, abs=4.0)


def test_a_force_of_nothing_counts_as_absent() -> None:
    guest = ann()
    guest.say("JUMP {Force 0}")
    assert max(heights(guest, 1.0)) == pytest.approx(61.0, abs=4.0)


def test_a_double_jump_rises_by_about_142_units() -> None:
    guest = ann()
    guest.say("JUMP {DoubleJump True}")
    assert max(heights(guest, 1.5)) == pytest.approx(142.0, abs=6.0)


def test_a_double_jump_may_come_sooner() -> None:
    guest = ann()
    guest.say("JUMP {DoubleJump True} {Delay 0.2}")
    soon = heights(guest, 2.0)
    # 49 uu are reached after 0.2 s; from there the second leap sets the speed to 415.
    assert max(soon) == pytest.approx(49.0 + 90.6, abs=8.0)
    assert soon.index(max(soon)) * 0.05 == pytest.approx(0.2 + 415 / 950, abs=0.1)


@pytest.mark.parametrize(("force", "second"), [("500", 160.0), ("755", 415.0), ("5000", 415.0)])
def test_the_second_leap_has_what_is_left_of_the_force(force: str, second: float) -> None:
    guest = ann()
    guest.say(f"JUMP {{DoubleJump True}} {{Force {force}}}")
    after = [line.point("Vel").z for line in only(guest.wait(0.65), "UPD")]
    assert max(after[9:12]) == pytest.approx(second, abs=48.0)


def test_a_jump_in_the_air_does_nothing() -> None:
    guest = ann()
    guest.say("JUMP")
    guest.wait(0.3)
    guest.say("JUMP")
    assert max(heights(guest, 1.0)) < 65.0


# DODGE


@pytest.mark.parametrize(
    ("direction", "velocity"),
    [
        ("1,0,0", (0.0, 660.0)),
        ("0,1,0", (-660.0, 0.0)),
        ("0,-1,0", (660.0, 0.0)),
        ("-1,0,0", (0.0, -660.0)),
    ],
)
def test_a_dodge_goes_in_a_direction_relative_to_the_facing(
    direction: str, velocity: tuple[float, float]
) -> None:
    guest = join(drawn_arena(), "Ann", at=(1300.0, 448.0), yaw=16384)
    guest.say(f"DODGE {{Direction {direction}}}")
    told = guest.look().point("Vel")
    assert (told.x, told.y) == pytest.approx(velocity, abs=1.0)
    assert told.z == pytest.approx(210.0 - 47.5, abs=48.0)


def test_a_bot_dodges_at_most_once_a_second() -> None:
    guest = join(drawn_arena(), "Ann", at=(200.0, 448.0), yaw=49152)
    moments: list[int] = []
    for tick in range(60):
        guest.say("DODGE {Direction 0,1,0}")
        velocity = guest.look().point("Vel")
        if velocity.z > 100.0 and (not moments or tick - moments[-1] > 5):
            moments.append(tick)
    assert len(moments) >= 2
    assert all(late - early >= 20 for early, late in itertools.pairwise(moments))


def test_a_double_dodge_leaps_again_in_the_air() -> None:
    guest = join(drawn_arena(), "Ann", at=(640.0, 448.0))
    guest.say("DODGE {Direction 1,0,0} {Double True}")
    rises = [line.point("Vel").z for line in only(guest.wait(0.6), "UPD")]
    again = [tick for tick, (one, two) in enumerate(itertools.pairwise(rises), 1) if two > one]
    assert [tick * 0.05 for tick in again] == [pytest.approx(0.4, abs=0.06)]


# SETWALK, SETCROUCH


@pytest.mark.parametrize(
    ("command", "wanted"), [("SETWALK {Walk True}", 176.0), ("SETCROUCH {Crouch True}", 176.0)]
)
def test_walking_and_crouching_are_slow(command: str, wanted: float) -> None:
    guest = ann()
    guest.ask(command, "CMOVE", seconds=0.5)
    assert speed(guest) == pytest.approx(wanted, abs=0.1)


@pytest.mark.parametrize("word", ["Walk", "Crouch"])
def test_a_bot_runs_again_when_told_so(word: str) -> None:
    guest = ann()
    guest.ask(f"SET{word.upper()} {{{word} True}}", "CMOVE", seconds=0.5)
    guest.ask(f"SET{word.upper()} {{{word} False}}", seconds=0.5)
    assert speed(guest) == pytest.approx(440.0, abs=0.1)


def test_a_crouched_body_is_lower() -> None:
    guest = ann()
    guest.ask("SETCROUCH {Crouch True}", seconds=0.2)
    assert place(guest).z == pytest.approx(29.0, abs=0.1)


# TURNTO


def test_a_bot_turns_to_a_rotation() -> None:
    guest = ann()
    guest.ask("TURNTO {Rotation 0,40000,0}", seconds=1.0)
    assert guest.look().turn("Rot").yaw % 65536 == 40000


def test_a_bot_turns_at_60000_angles_a_second() -> None:
    guest = ann()
    guest.say("TURNTO {Rotation 0,30000,0}")
    assert [guest.look().turn("Rot").yaw for _ in range(3)] == [3000, 6000, 9000]


def test_a_bot_turns_to_a_place() -> None:
    guest = ann()
    guest.ask("TURNTO {Location 640,0,82}", seconds=1.0)
    assert yaw(guest) == -16384


def test_a_bot_turns_to_a_player_in_sight() -> None:
    guest = ann()
    bob = join(guest.arena, "Bob", at=(640.0, 650.0))
    guest.ask(f"TURNTO {{Target {bob.id}}}", seconds=1.0)
    assert yaw(guest) == 16384


def test_a_bot_does_not_turn_to_a_player_behind_a_wall() -> None:
    guest = join(drawn_arena(SPLIT), "Ann", at=HERE, yaw=16384)
    bob = join(guest.arena, "Bob", at=(1800.0, 320.0))
    guest.ask(f"TURNTO {{Target {bob.id}}}", seconds=1.0)
    assert yaw(guest) == 16384


def test_a_rotation_of_nothing_counts_as_absent() -> None:
    guest = ann()
    guest.ask("TURNTO {Rotation 0,0,0} {Location 640,9000,82}", seconds=1.0)
    assert yaw(guest) == 16384


def test_without_anything_a_bot_turns_to_the_origin() -> None:
    guest = join(drawn_arena(), "Ann", at=(640.0, 640.0))
    guest.ask("TURNTO", seconds=2.0)
    assert yaw(guest) == pytest.approx(-24576, abs=2)


def test_turning_does_not_interrupt_a_move() -> None:
    guest = ann()
    guest.ask("MOVE {FirstLocation 1640,448,44}", seconds=0.5)
    guest.ask("TURNTO {Rotation 0,16384,0}", seconds=0.5)
    assert yaw(guest) == pytest.approx(16384, abs=400)
    guest.wait(3.0)
    assert place(guest).ground_distance_to(Vec3(1640.0, 448.0, 44.0)) < 16.0


# ROTATE


@pytest.mark.parametrize("amount", [100, -100, 16384, -16384])
def test_a_bot_rotates_by_an_amount(amount: int) -> None:
    guest = ann()
    guest.ask(f"ROTATE {{Amount {amount}}}", seconds=1.0)
    assert yaw(guest) == amount


@pytest.mark.parametrize("axis", ["Horizontal", "Sideways"])
def test_any_other_axis_is_horizontal(axis: str) -> None:
    guest = ann()
    guest.ask(f"ROTATE {{Amount 2570}} {{Axis {axis}}}", seconds=1.0)
    assert guest.look().turn("Rot").yaw == 2570


def test_a_bot_rotates_upward() -> None:
    guest = ann()
    guest.ask("ROTATE {Amount 2560} {Axis Vertical}", seconds=1.5)
    turn = guest.look().turn("Rot")
    assert (turn.pitch, turn.yaw) == (2570, 0)


def test_rotating_does_not_interrupt_a_move() -> None:
    guest = ann()
    guest.ask("MOVE {FirstLocation 1640,448,44}", seconds=0.5)
    guest.ask("ROTATE {Amount 100}", seconds=4.0)
    assert place(guest).ground_distance_to(Vec3(1640.0, 448.0, 44.0)) < 16.0


# What is told on the way


def test_a_wall_is_told_at_most_twice_a_second() -> None:
    guest = join(drawn_arena(), "Ann", at=(250.0, 448.0), yaw=32768)
    guest.say("CMOVE")
    heard = [words(guest.wait()) for _ in range(100)]
    moments = [tick for tick, told in enumerate(heard) if "WAL" in told]
    assert len(moments) > 5
    assert all(late - early >= 10 for early, late in itertools.pairwise(moments))


def test_a_wall_is_told_with_its_normal_and_the_own_place() -> None:
    guest = join(drawn_arena(), "Ann", at=(250.0, 448.0), yaw=32768)
    wall = only(guest.ask("CMOVE", seconds=1.0), "WAL")[0]
    assert (
        wall.text
        == "WAL {Id DM-Drawn.LevelInfo0} {Normal 1.00,0.00,0.00} {Location 153.00,448.00,44.00}"
    )


def test_a_bump_is_told_with_the_place_of_the_other() -> None:
    guest = ann()
    bob = join(guest.arena, "Bob", at=(900.0, 448.0))
    heard = guest.ask("CMOVE", seconds=2.0)
    bump = only(heard, "BMP")[0]
    assert bump.text == f"BMP {{Id {bob.id}}} {{Location 900.00,448.00,44.00}}"


def test_a_running_bot_falls_off_a_ledge() -> None:
    arena = drawn_arena(LEDGE[0], heights=LEDGE[1])
    guest = join(arena, "Ann", at=(192.0, 192.0), floor=128.0)
    heard = guest.ask("MOVE {FirstLocation 600,192,44}", seconds=2.0)
    assert words(only(heard, "FAL", "LAND")) == ["FAL", "LAND"]
    assert the(heard, "FAL")["Fell"] == "True"
    assert place(guest).z == 44.0


def test_a_walking_bot_stops_at_a_ledge() -> None:
    arena = drawn_arena(LEDGE[0], heights=LEDGE[1])
    guest = join(arena, "Ann", at=(192.0, 192.0), floor=128.0)
    heard = guest.ask("SETWALK {Walk True}", "MOVE {FirstLocation 600,192,44}", seconds=3.0)
    assert {line["Fell"] for line in only(heard, "FAL")} == {"False"}
    assert place(guest).z == 172.0


def volumes(rows: str) -> list[Line]:
    """The volumes that a bot enters which runs down into a pool."""
    arena = drawn_arena(rows, heights="#######\n#33000#\n#######")
    guest = join(arena, "Ann", at=(192.0, 192.0), floor=96.0)
    return only(guest.ask("MOVE {FirstLocation 576,192,44}", seconds=1.5), "VCH")


def test_water_is_told_as_another_volume() -> None:
    volume = volumes("#######\n#s.~~~#\n#######")[0]
    assert (volume["WaterVolume"], volume["PainCausing"]) == ("True", "False")
    assert (volume["ZoneGravity"], volume["TerminalVelocity"]) == ("0.00,0.00,-950.00", "2500.00")


def test_lava_is_told_with_the_pain_it_causes() -> None:
    volume = volumes("#######\n#s.!!!#\n#######")[0]
    assert list(volume.values) == VOLUME
    assert (volume["WaterVolume"], volume["PainCausing"]) == ("False", "True")
    assert volume.number("DamagePerSec") > 0.0


def test_a_harmless_volume_has_no_damage_type() -> None:
    assert volumes("#######\n#s.~~~#\n#######")[0]["DamageType"] == "None"


# What needs a body


@pytest.mark.parametrize(
    "command",
    [
        "MOVE {FirstLocation 1,2,3}",
        "CMOVE",
        "INCH",
        "STOP",
        "JUMP",
        "DODGE {Direction 1,0,0}",
        "ROTATE {Amount 9}",
    ],
)
def test_the_dead_do_not_move(command: str) -> None:
    guest = join(drawn_arena(), "Ann", more="{ManualSpawn True}")
    assert guest.ask(command, seconds=0.5) == []


def test_orders_to_a_dead_body_do_not_move_the_next_one() -> None:
    guest = join(drawn_arena(), "Ann", more="{ManualSpawn True}")
    guest.ask("CMOVE")
    guest.ask("RESPAWN {StartLocation 640,448,44}", seconds=0.5)
    assert place(guest) == PLACE


@pytest.mark.parametrize("command", ["ENTER {Id DM-Drawn.Car0}", "LEAVE", "STRAFE", "SHACT"])
def test_words_without_meaning_here_are_ignored(command: str) -> None:
    guest = ann()
    assert events(guest.ask(command, seconds=0.5)) == []
    assert place(guest) == PLACE
