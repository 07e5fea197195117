"""The older dialect: what each command does to a body, and what the questions are answered with."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from agentfw.geometry import Vec3
from tests.support.arena import HALL, arm
from tests.support.guests import (
    Guest,
    events,
    fields,
    joined,
    location,
    only,
    open_classic,
    pass_time,
    place,
    write_map,
)

if TYPE_CHECKING:
    from pathlib import Path

    from agentfw.arena.world.players import HeldWeapon

TICK = 0.05
BACK = 32768
_STEP = re.compile(r"(\S+) (-?\d+\.\d{6},-?\d+\.\d{6},-?\d+\.\d{6})")


def in_hall(folder: Path, *names: str, **options: object) -> list[Guest]:
    """Guests in an open hall, 600 apart along x, looking east."""
    path = write_map(folder, HALL.replace("#...", "#s.s", 2))
    guests = joined(open_classic(map=path, **options), *names)
    for number, guest in enumerate(guests):
        place(guest, 600.0 + 600.0 * number, 500.0)
    return guests


def path_of(line: str) -> list[tuple[str, Vec3]]:
    """The steps of a PTH line, in the order of their numbers."""
    told = fields(line)
    del told["ID"]
    steps = []
    for number in range(len(told)):
        found = _STEP.fullmatch(told[str(number)])
        assert found is not None, line
        steps.append((found[1], location(found[2])))
    return steps


def yaw_of(guest: Guest) -> int:
    return int(fields(only(guest.hears(0.2), "SLF")[-1])["Rotation"].split(",")[1])


# Running


def test_nothing_happens_before_the_next_tick(tmp_path: Path) -> None:
    (me,) = in_hall(tmp_path, "Me")
    me.say("RUNTO {Location 900,500,39}")
    assert me.pawn.course.is_still
    me.arena.tick()
    assert not me.pawn.course.is_still


@pytest.mark.parametrize(
    "where", ["900,500,39", "900 500 39", "900.0,500.000000,39.5", '("900 500 39")']
)
def test_places_come_in_all_the_spellings_of_old_clients(tmp_path: Path, where: str) -> None:
    (me,) = in_hall(tmp_path, "Me")
    me.say(f"RUNTO {{Location {where}}}")
    pass_time(me.arena, 2.0)
    assert me.pawn.body.feet.distance_to(Vec3(900.0, 500.0, 0.0)) < 20.0


def test_a_runner_goes_400_a_second_and_stops_there(tmp_path: Path) -> None:
    (me,) = in_hall(tmp_path, "Me")
    me.say("RUNTO {Location 2600,500,39}")
    pass_time(me.arena, 1.0)
    assert me.pawn.body.velocity == Vec3(400.0, 0.0, 0.0)
    start = me.pawn.body.x
    pass_time(me.arena, 2.0)
    assert me.pawn.body.x - start == pytest.approx(800.0)
    pass_time(me.arena, 4.0)
    assert me.pawn.body.velocity == Vec3(0.0, 0.0, 0.0)
    assert me.pawn.body.x == pytest.approx(2600.0, abs=20.0)


def test_a_walker_goes_140_a_second(tmp_path: Path) -> None:
    (me,) = in_hall(tmp_path, "Me")
    me.say("SETWALK {Walk True}", "RUNTO {Location 2600,500,39}")
    pass_time(me.arena, 1.0)
    assert me.pawn.body.velocity.length == pytest.approx(140.0)
    me.say("SETWALK {Walk False}")
    pass_time(me.arena, 1.0)
    assert me.pawn.body.velocity.length == pytest.approx(400.0)


def test_velocity_is_told_as_it_is(tmp_path: Path) -> None:
    (me,) = in_hall(tmp_path, "Me")
    lines = me.asks("RUNTO {Location 2600,500,39}", seconds=1.0)
    assert fields(only(lines, "SLF")[-1])["Velocity"] == "400.000000,0.000000,0.000000"


def test_a_runner_turns_to_where_it_runs(tmp_path: Path) -> None:
    (me,) = in_hall(tmp_path, "Me")
    me.say("RUNTO {Location 600,800,39}")
    pass_time(me.arena, 1.0)
    assert yaw_of(me) == pytest.approx(16384, abs=50)


def test_a_runner_follows_a_player_who_moves(tmp_path: Path) -> None:
    me, other = in_hall(tmp_path, "Me", "Other")
    me.say(f"RUNTO {{Target {other.id}}}")
    pass_time(me.arena, 0.5)
    place(other, 600.0, 800.0)
    pass_time(me.arena, 2.5)
    assert me.pawn.body.feet.distance_to(Vec3(600.0, 800.0, 0.0)) < 60.0


def test_places_and_items_can_be_run_to_by_their_ids() -> None:
    arena = open_classic(map="dm-closet")
    (me,) = joined(arena, "Me")
    item = arena.world.stock.items[0]
    place(me, item.feet.x - 200.0, item.feet.y, floor=item.feet.z)
    me.say(f"RUNTO {{Target {item.id}}}")
    pass_time(arena, 2.0)
    assert me.pawn.body.feet.ground_distance_to(item.feet) < 60.0


def test_who_runs_to_a_thing_stands_still_there() -> None:
    arena = open_classic(map="dm-closet")
    (me,) = joined(arena, "Me")
    item = arena.world.stock.items[0]
    place(me, item.feet.x - 200.0, item.feet.y, floor=item.feet.z)
    me.say(f"RUNTO {{Target {item.id}}}")
    pass_time(arena, 3.0)
    assert me.pawn.body.velocity == Vec3(0.0, 0.0, 0.0)


def test_a_target_that_does_not_exist_moves_nobody(tmp_path: Path) -> None:
    (me,) = in_hall(tmp_path, "Me")
    me.say("RUNTO {Target DM-Drawn.Nobody9}")
    pass_time(me.arena, 1.0)
    assert me.pawn.body.feet == Vec3(600.0, 500.0, 0.0)


def test_a_new_order_to_run_replaces_the_old_one(tmp_path: Path) -> None:
    (me,) = in_hall(tmp_path, "Me")
    me.say("RUNTO {Location 2600,500,39}")
    pass_time(me.arena, 0.5)
    me.say("RUNTO {Location 600,500,39}")
    pass_time(me.arena, 3.0)
    assert me.pawn.body.x == pytest.approx(600.0, abs=20.0)


def test_who_strafes_faces_the_target_all_the_way(tmp_path: Path) -> None:
    me, other = in_hall(tmp_path, "Me", "Other")
    me.say(f"STRAFE {{Location 600,800,39}} {{Target {other.id}}}")
    for _ in range(20):
        pass_time(me.arena, TICK)
        body, theirs = me.pawn.body, other.pawn.body
        away = (theirs.location - body.location).unit()
        assert body.facing.dot(away) > 0.95
    assert me.pawn.body.y == pytest.approx(800.0, abs=20.0)


def test_stop_stops_running_and_turning(tmp_path: Path) -> None:
    (me,) = in_hall(tmp_path, "Me")
    me.say("RUNTO {Location 2600,500,39}", "TURNTO {Rotation 0,32768,0}")
    pass_time(me.arena, 0.3)
    me.say("STOP")
    pass_time(me.arena, 0.2)
    feet, yaw = me.pawn.body.feet, me.pawn.body.yaw
    pass_time(me.arena, 1.0)
    assert (me.pawn.body.feet, me.pawn.body.yaw) == (feet, yaw)


def test_an_inch_is_a_small_step_ahead(tmp_path: Path) -> None:
    (me,) = in_hall(tmp_path, "Me")
    me.say("INCH")
    pass_time(me.arena, 1.0)
    assert 20.0 < me.pawn.body.x - 600.0 < 150.0
    assert me.pawn.body.y == 500.0


def test_a_jump_reaches_56_up_and_lands_after_two_thirds_of_a_second(tmp_path: Path) -> None:
    (me,) = in_hall(tmp_path, "Me")
    me.say("JUMP")
    heights = []
    for _ in range(20):
        me.arena.tick()
        heights.append(me.pawn.body.z)
    assert max(heights) == pytest.approx(325.0**2 / (2 * 950.0), abs=5.0)
    assert sum(height > 0 for height in heights) * TICK == pytest.approx(0.68, abs=0.06)


def test_there_is_no_word_for_a_double_jump(tmp_path: Path) -> None:
    (me,) = in_hall(tmp_path, "Me")
    me.say("JUMP {DoubleJump True} {Force 5000}")
    heights = []
    for _ in range(30):
        me.arena.tick()
        heights.append(me.pawn.body.z)
    assert max(heights) < 65.0


# Turning


def test_rotate_turns_by_an_amount_at_the_pace_of_a_bot(tmp_path: Path) -> None:
    (me,) = in_hall(tmp_path, "Me")
    me.say("ROTATE {Amount 16384}")
    pass_time(me.arena, 0.2)
    assert me.pawn.body.yaw == pytest.approx(6000, abs=1500)
    pass_time(me.arena, 1.0)
    assert yaw_of(me) == 16384


def test_rotate_turns_the_other_way_by_less_than_nothing(tmp_path: Path) -> None:
    (me,) = in_hall(tmp_path, "Me")
    me.say("ROTATE {Amount -16384}")
    pass_time(me.arena, 1.0)
    assert yaw_of(me) == 49152


@pytest.mark.parametrize(
    ("order", "yaw"),
    [
        ("TURNTO {Rotation 0,16384,0}", 16384),
        ("TURNTO {Rotation 0 49152 0}", 49152),
        ("TURNTO {Location 600,800,66}", 16384),
        ("TURNTO {Location 300 500 66}", 32768),
    ],
)
def test_turn_to_faces_a_rotation_or_a_place(tmp_path: Path, order: str, yaw: int) -> None:
    (me,) = in_hall(tmp_path, "Me")
    me.say(order)
    pass_time(me.arena, 1.5)
    assert yaw_of(me) == pytest.approx(yaw, abs=20)


def test_turn_to_faces_a_target(tmp_path: Path) -> None:
    me, other = in_hall(tmp_path, "Me", "Other")
    place(other, 600.0, 300.0)
    me.say(f"TURNTO {{Target {other.id}}}")
    pass_time(me.arena, 1.5)
    assert yaw_of(me) == pytest.approx(49152, abs=20)


def test_turning_does_not_move_the_body(tmp_path: Path) -> None:
    (me,) = in_hall(tmp_path, "Me")
    me.say("TURNTO {Rotation 0,30000,0}")
    pass_time(me.arena, 1.0)
    assert me.pawn.body.feet == Vec3(600.0, 500.0, 0.0)


# Shooting


def test_shooting_goes_on_until_it_is_stopped(tmp_path: Path) -> None:
    (me,) = in_hall(tmp_path, "Me")
    me.say("SHOOT {Location 3000,500,60}")
    pass_time(me.arena, 2.0)
    after_two = me.pawn.rounds(arm_of(me))
    assert after_two < 29
    me.say("STOPSHOOT")
    pass_time(me.arena, TICK)
    left = me.pawn.rounds(arm_of(me))
    pass_time(me.arena, 2.0)
    assert me.pawn.rounds(arm_of(me)) == left


def arm_of(guest: Guest) -> HeldWeapon:
    """The weapon in somebody's hand."""
    hand = guest.pawn.hand
    assert hand is not None
    return hand


def test_the_server_aims_at_a_visible_target(tmp_path: Path) -> None:
    me, other = in_hall(tmp_path, "Me", "Other")
    place(other, 600.0, 800.0)
    me.say(f"SHOOT {{Target {other.id}}}")
    pass_time(me.arena, 2.0)
    assert only(me.hear(), "HIT")


def test_shooting_without_a_target_fires_all_the_same(tmp_path: Path) -> None:
    (me,) = in_hall(tmp_path, "Me")
    me.say("SHOOT")
    pass_time(me.arena, 1.0)
    assert me.pawn.rounds(arm_of(me)) < 30


def test_alt_is_told_in_self(tmp_path: Path) -> None:
    (me,) = in_hall(tmp_path, "Me")
    lines = me.asks("SHOOT {Location 3000,500,60} {Alt True}", seconds=0.3)
    assert fields(only(lines, "SLF")[-1])["AltFiring"] == "1"
    lines = me.asks("SHOOT {Location 3000,500,60} {Alt False}", seconds=0.3)
    assert fields(only(lines, "SLF")[-1])["AltFiring"] == "0"


def test_shooting_ends_with_the_ammunition_and_another_weapon_comes_up(tmp_path: Path) -> None:
    (me,) = in_hall(tmp_path, "Me")
    ammo = arm_of(me).spec.primary.ammo
    assert ammo is not None
    me.pawn.ammo[ammo] = 2
    me.say("SHOOT {Location 3000,500,60}")
    lines = me.hears(4.0)
    assert fields(only(lines, "CWP")[-1])["Class"] == "Botpack.ImpactHammer"
    assert me.pawn.firing == 0


def test_shooting_ends_when_the_target_is_lost(tmp_path: Path) -> None:
    me, other = in_hall(tmp_path, "Me", "Other")
    me.say(f"SHOOT {{Target {other.id}}}")
    pass_time(me.arena, TICK)
    me.arena.world.kill(other.player, None, me.arena.world.game.world_damage["suicide"])
    pass_time(me.arena, 0.5)
    assert me.pawn.firing == 0


def test_team_mates_are_not_hurt(tmp_path: Path) -> None:
    path = write_map(tmp_path, HALL.replace("#...", "#s.s", 2))
    me, mate = joined(open_classic(map=path, mode="tdm"), "Me", "Mate", team=0)
    place(me, 600.0, 500.0)
    place(mate, 900.0, 500.0)
    me.say(f"SHOOT {{Target {mate.id}}}")
    pass_time(me.arena, 2.0)
    assert mate.pawn.health == 100


# Weapons


def test_a_weapon_is_changed_to_by_its_id(tmp_path: Path) -> None:
    (me,) = in_hall(tmp_path, "Me")
    hammer = next(held for held in me.pawn.weapons.values() if "Hammer" in held.spec.name)
    lines = me.asks(f"CHANGEWEAPON {{Id {hammer.id}}}", seconds=2.0)
    assert only(lines, "CWP") == [f"CWP {{Id {hammer.id}}} {{Class Botpack.ImpactHammer}}"]
    assert fields(only(lines, "SLF")[-1])["Weapon"] == hammer.id


@pytest.mark.parametrize("best", ["Best", "best", "BEST"])
def test_best_takes_the_best_loaded_weapon(tmp_path: Path, best: str) -> None:
    (me,) = in_hall(tmp_path, "Me")
    arm(me.arena.world, me.player, "Botpack.UT_Eightball")
    arm(me.arena.world, me.player, "Botpack.Enforcer")
    me.hear()
    lines = me.asks(f"CHANGEWEAPON {{Id {best}}}", seconds=2.0)
    assert [fields(line)["Class"] for line in only(lines, "CWP")] == ["Botpack.UT_Eightball"]


@pytest.mark.parametrize("wanted", ["DM-Drawn.Nothing7", "", "DM-Drawn.Enforcer0"])
def test_an_unknown_weapon_or_the_one_in_hand_changes_nothing(tmp_path: Path, wanted: str) -> None:
    (me,) = in_hall(tmp_path, "Me")
    assert only(me.asks(f"CHANGEWEAPON {{Id {wanted}}}", seconds=2.0), "CWP", "WUP") == []


# Questions


def test_a_target_that_can_be_run_to_is_reachable(tmp_path: Path) -> None:
    me, other = in_hall(tmp_path, "Me", "Other")
    assert only(me.asks(f"CHECKREACH {{Target {other.id}}} {{Id q1}}"), "RCH") == [
        "RCH {ID q1} {Reachable True} {From 600.000000,500.000000,39.000000}"
    ]


def test_a_place_behind_a_wall_is_not_reachable(tmp_path: Path) -> None:
    (me,) = in_hall(tmp_path, "Me")
    assert only(me.asks("CHECKREACH {Location 600,2500,39} {Id q2}"), "RCH") == [
        "RCH {ID q2} {Reachable False} {From 600.000000,500.000000,39.000000}"
    ]


def test_reach_can_be_asked_from_elsewhere(tmp_path: Path) -> None:
    (me,) = in_hall(tmp_path, "Me")
    line = "CHECKREACH {Location 900,500,39} {Id q3} {From 1200,500,39}"
    assert only(me.asks(line), "RCH") == [
        "RCH {ID q3} {Reachable True} {From 1200.000000,500.000000,39.000000}"
    ]


def test_an_unknown_target_is_not_answered(tmp_path: Path) -> None:
    (me,) = in_hall(tmp_path, "Me")
    assert only(me.asks("CHECKREACH {Target nobody} {Id q4}", seconds=0.5), "RCH") == []


def test_a_question_without_an_id_is_answered_without_one(tmp_path: Path) -> None:
    (me,) = in_hall(tmp_path, "Me")
    (line,) = only(me.asks("CHECKREACH {Location 900,500,39}"), "RCH")
    assert line.startswith("RCH {ID } ")


def test_the_id_of_a_question_comes_back_as_it_was(tmp_path: Path) -> None:
    (me,) = in_hall(tmp_path, "Me")
    (line,) = only(me.asks("getpath {location 3000 700 39} {id My Path #7}"), "PTH")
    assert line.startswith("PTH {ID My Path #7}")


def far_apart() -> Guest:
    """Somebody in the south-west of the large crossing."""
    arena = open_classic(map="dom-crossing", mode="dom")
    (me,) = joined(arena, "Me", team=0)
    place(me, 320.0, 2752.0, floor=32.0)
    return me


def test_the_steps_of_a_path_are_numbered_from_0(tmp_path: Path) -> None:
    (line,) = only(far_apart().asks("GETPATH {Location 4900,192,71} {Id p}"), "PTH")
    keys = list(fields(line))
    assert keys == ["ID", *map(str, range(len(keys) - 1))]
    assert len(keys) > 3


def test_a_step_is_an_id_a_blank_and_a_place() -> None:
    me = far_apart()
    (line,) = only(me.asks("GETPATH {Location 4900,192,71} {Id p}"), "PTH")
    world = me.arena.world
    for entity, where in path_of(line):
        number = next(n for n, known in enumerate(world.place_ids) if known == entity)
        assert where.distance_to(world.place_location(number)) < 0.01


def test_a_long_path_is_cut_after_sixteen_steps(tmp_path: Path) -> None:
    (me,) = joined(open_classic(map=write_map(tmp_path, winding(10))), "Me")
    place(me, 192.0, 192.0)
    (line,) = only(me.asks("GETPATH {Location 192,2496,39} {Id p}"), "PTH")
    assert list(fields(line)) == ["ID", *map(str, range(16))]


def winding(lanes: int) -> str:
    """A corridor that goes to and fro; the last lane ends at y = 256 lanes - 64."""
    rows = ["#" * 10]
    for lane in range(lanes):
        rows.append("#" + "." * 8 + "#")
        rows.append("#" * 8 + ".#" if lane % 2 == 0 else "#." + "#" * 8)
    rows[1], rows[-1] = "#s......s#", "#" * 10
    return "\n".join(rows)


def follow(guest: Guest, goal: Vec3) -> float:
    """How far from its goal somebody ends who asks for the path again at every step."""
    where = f"{goal.x},{goal.y},{goal.z}"
    for _ in range(60):
        (line,) = only(guest.asks(f"GETPATH {{Location {where}}} {{Id p}}"), "PTH")
        steps = path_of(line)
        if not steps:
            break
        step = steps[0][1]
        guest.say(f"RUNTO {{Location {step.x},{step.y},{step.z}}}")
        pass_time(guest.arena, guest.pawn.body.location.distance_to(step) / 380.0 + 0.3)
    return guest.pawn.body.location.ground_distance_to(goal)


def test_who_asks_again_at_every_step_arrives(tmp_path: Path) -> None:
    (me,) = joined(open_classic(map=write_map(tmp_path, winding(10))), "Me")
    place(me, 192.0, 192.0)
    assert follow(me, Vec3(192.0, 2496.0, 39.0)) < 60.0


def test_paths_on_shipped_maps_can_be_run() -> None:
    assert follow(far_apart(), Vec3(4900.0, 192.0, 71.0)) < 200.0


def test_a_path_to_where_one_is_has_no_steps(tmp_path: Path) -> None:
    (me,) = in_hall(tmp_path, "Me")
    place(me, 192.0, 320.0)
    assert only(me.asks("GETPATH {Location 192,320,39} {Id here}"), "PTH") == ["PTH {ID here}"]


def test_no_path_leads_to_an_island(tmp_path: Path) -> None:
    rows = """
        #########
        #s...#..#
        #....#.s#
        #########
    """
    (me,) = joined(open_classic(map=write_map(tmp_path, rows)), "Me")
    place(me, 192.0, 192.0)
    assert only(me.asks("GETPATH {Location 896,320,39} {Id there}"), "PTH") == ["PTH {ID there}"]


def test_questions_are_answered_in_their_order(tmp_path: Path) -> None:
    (me,) = in_hall(tmp_path, "Me")
    asked = [f"CHECKREACH {{Location 900,500,39}} {{Id q{n}}}" for n in range(5)]
    asked.insert(2, "GETPATH {Location 3000,700,39} {Id p}")
    found = [fields(line)["ID"] for line in only(events(me.asks(*asked)), "RCH", "PTH")]
    assert found == ["q0", "q1", "p", "q2", "q3", "q4"]


def test_there_is_no_word_for_what_the_newer_game_can_ask(tmp_path: Path) -> None:
    (me,) = in_hall(tmp_path, "Me")
    words = (
        "FTRACE {Id a} {To 1,2,3}",
        "TRACE {Id a} {To 1,2,3}",
        "GETNAVS",
        "GETINVS",
        "RESPAWN",
        "THROW",
    )
    before = me.pawn
    assert not only(me.asks(*words, seconds=0.3), "FTR", "TRC", "SNAV", "SINV", "DIE", "THROWN")
    assert me.pawn is before
