"""The older dialect: what a batch tells about players, places, items, lifts, points and flags."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from agentfw.geometry import Vec3
from tests.support.arena import arm
from tests.support.guests import (
    Guest,
    events,
    fields,
    joined,
    location,
    only,
    open_classic,
    pairs,
    pass_time,
    place,
    split_batches,
    write_map,
)

if TYPE_CHECKING:
    from pathlib import Path

    from agentfw.arena.server.arena import Arena

ROOM = """
    ##############
    #s.....#.....#
    #............#
    #......#..h..#
    #......#.....#
    #s.....#....s#
    ##############
"""
"""A wall with one gap in it between two rooms; a health pack in the eastern one."""
WEST, EAST = 0, 32768


def in_room(folder: Path, *names: str, **options: object) -> list[Guest]:
    """Guests on the map with two rooms, who have heard nothing yet."""
    path = write_map(folder, ROOM, legend={"h": "XPickups.HealthPack"})
    return joined(open_classic(map=path, **options), *names)


def seen(guest: Guest, *words: str) -> list[dict[str, str]]:
    """What the next batch tells under these words."""
    guest.hear()
    batches = split_batches(guest.hears(0.15))
    return [fields(line) for line in only(batches[-1], *words)]


# Players


def test_a_player_ahead_is_told_with_everything_there_is_to_see(tmp_path: Path) -> None:
    me, other = in_room(tmp_path, "Me", "Other")
    place(me, 300.0, 700.0)
    place(other, 700.0, 700.0, yaw=16384)
    (told,) = seen(me, "PLR")
    assert list(told) == [
        "Id",
        "Rotation",
        "Location",
        "Velocity",
        "Name",
        "Team",
        "Reachable",
        "Weapon",
    ]
    assert told == {
        "Id": other.id,
        "Rotation": "0,16384,0",
        "Location": "700.000000,700.000000,39.000000",
        "Velocity": "0.000000,0.000000,0.000000",
        "Name": "Other",
        "Team": "255",
        "Reachable": "True",
        "Weapon": "Botpack.Enforcer",
    }


def test_who_sees_nobody_is_told_of_nobody(tmp_path: Path) -> None:
    me, other = in_room(tmp_path, "Me", "Other")
    place(me, 300.0, 700.0)
    place(other, 1300.0, 700.0)
    assert seen(me, "PLR") == []


def test_a_player_behind_is_not_told(tmp_path: Path) -> None:
    me, other = in_room(tmp_path, "Me", "Other")
    place(me, 300.0, 700.0, yaw=EAST)
    place(other, 700.0, 700.0)
    assert seen(me, "PLR") == []


def test_oneself_is_not_told_as_a_player(tmp_path: Path) -> None:
    (me,) = in_room(tmp_path, "Me")
    assert seen(me, "PLR") == []


@pytest.mark.parametrize(
    ("alt", "flag", "missing"),
    [("False", "Firing", "AltFiring"), ("True", "AltFiring", "Firing")],
)
def test_a_trigger_that_is_held_is_a_1_under_its_own_name(
    tmp_path: Path, alt: str, flag: str, missing: str
) -> None:
    me, other = in_room(tmp_path, "Me", "Other")
    place(me, 300.0, 700.0)
    place(other, 700.0, 700.0, yaw=16384)
    other.say(f"SHOOT {{Location 700,900,60}} {{Alt {alt}}}")
    (told,) = seen(me, "PLR")
    assert told[flag] == "1"
    assert missing not in told


def test_a_player_behind_a_gap_that_is_no_straight_run_is_not_reachable(tmp_path: Path) -> None:
    path = write_map(
        tmp_path,
        """
        ########
        #s.....#
        #......#
        #s.....#
        ########
        """,
        heights="""
        ########
        #...555#
        #...555#
        #...555#
        ########
        """,
    )
    me, other = joined(open_classic(map=path), "Me", "Other")
    place(me, 200.0, 300.0)
    place(other, 700.0, 300.0, floor=160.0, yaw=EAST)
    (up,), (down,) = seen(me, "PLR"), seen(other, "PLR")
    assert (up["Reachable"], down["Reachable"]) == ("False", "True")


def test_who_comes_into_view_is_announced_once_before_the_batch(tmp_path: Path) -> None:
    me, other = in_room(tmp_path, "Me", "Other")
    place(me, 300.0, 700.0)
    place(other, 1300.0, 700.0)
    me.hears(0.3)
    place(other, 700.0, 700.0)
    lines = me.hears(0.9)
    announced = only(lines, "SEE")
    assert len(announced) == 1
    assert fields(announced[0]) == fields(only(lines, "PLR")[0])
    assert lines.index(announced[0]) < lines.index(only(lines, "PLR")[0])


def test_who_comes_back_into_view_is_announced_again(tmp_path: Path) -> None:
    me, other = in_room(tmp_path, "Me", "Other")
    lines = []
    for x in (700.0, 1300.0, 700.0):
        place(me, 300.0, 700.0)
        place(other, x, 700.0)
        lines += me.hears(0.3)
    assert [fields(line)["Id"] for line in only(lines, "SEE")] == [other.id, other.id]


def test_everybody_in_view_is_announced_to_who_returns_from_death(tmp_path: Path) -> None:
    me, other = in_room(tmp_path, "Me", "Other")
    place(me, 300.0, 700.0)
    place(other, 700.0, 700.0)
    me.hears(0.3)
    me.arena.world.kill(me.player, None, me.arena.world.game.world_damage["suicide"])
    me.hears(0.5)
    pass_time(me.arena, 1.0)
    place(me, 300.0, 700.0)
    assert len(only(me.hears(0.5), "SEE")) == 1


def test_invisible_players_are_not_told_from_afar(tmp_path: Path) -> None:
    me, other = in_room(tmp_path, "Me", "Other")
    place(me, 200.0, 700.0)
    place(other, 800.0, 700.0)
    other.pawn.invisible_until = 1e9
    assert seen(me, "PLR") == []


# Places and items


def test_places_in_view_are_told_with_id_place_and_reachability(tmp_path: Path) -> None:
    (me,) = in_room(tmp_path, "Me")
    place(me, 300.0, 448.0)
    places = seen(me, "NAV")
    assert places
    for told in places:
        assert list(told) == ["Id", "Location", "Reachable"]
        assert told["Reachable"] in ("True", "False")


def test_places_told_are_exactly_those_that_can_be_seen(tmp_path: Path) -> None:
    (me,) = in_room(tmp_path, "Me")
    place(me, 300.0, 448.0)
    world, eyes = me.arena.world, me.pawn.body.eyes
    expected = set()
    for number, entity in enumerate(world.place_ids):
        away = world.place_location(number) - eyes
        ahead = away.x > 0 and away.x * away.x > 0.5436 * away.dot(away)  # cos² of 42.5 degrees
        if (away.length <= 300.0 or ahead) and world.terrain.is_clear(eyes, eyes + away):
            expected.add(str(entity))
    assert {told["Id"] for told in seen(me, "NAV")} == expected
    assert 0 < len(expected) < len(world.place_ids)


def test_places_told_as_reachable_can_be_run_to_in_a_straight_line(tmp_path: Path) -> None:
    """Each one is tried: whoever is told True arrives, whoever is told False does not."""
    (me,) = in_room(tmp_path, "Me")
    place(me, 300.0, 448.0)
    outcomes = set()
    for told in seen(me, "NAV"):
        goal = location(told["Location"])
        place(me, 300.0, 448.0)
        me.say(f"RUNTO {{Location {told['Location']}}}")
        pass_time(me.arena, 4.0)
        arrived = me.pawn.body.location.distance_to(goal) < 40.0
        assert arrived == (told["Reachable"] == "True"), told
        outcomes.add(told["Reachable"])
    assert "True" in outcomes


def test_an_item_is_told_with_its_class(tmp_path: Path) -> None:
    (me,) = in_room(tmp_path, "Me")
    place(me, 1100.0, 448.0)
    (told,) = seen(me, "INV")
    assert list(told) == ["Id", "Location", "Reachable", "Class"]
    assert (told["Class"], told["Reachable"]) == ("Botpack.MedBox", "True")


def test_an_item_that_was_taken_is_not_told_until_it_is_back(tmp_path: Path) -> None:
    (me,) = in_room(tmp_path, "Me")
    item = me.arena.world.stock.items[0]
    me.pawn.health = 50
    place(me, item.feet.x, item.feet.y)
    me.hears(0.15)
    assert me.pawn.health == 70
    place(me, 1100.0, 448.0)
    assert seen(me, "INV") == []
    pass_time(me.arena, 20.0)
    assert [told["Id"] for told in seen(me, "INV")] == [item.id]


def test_a_dropped_weapon_is_told_as_an_item(tmp_path: Path) -> None:
    me, other = in_room(tmp_path, "Me", "Other")
    arm(me.arena.world, other.player, "Botpack.ShockRifle")
    place(me, 300.0, 700.0)
    place(other, 700.0, 700.0)
    me.arena.world.kill(other.player, None, me.arena.world.game.world_damage["suicide"])
    (told,) = seen(me, "INV")
    assert told["Class"] == "Botpack.ShockRifle"
    assert location(told["Location"]).ground_distance_to(Vec3(700.0, 700.0, 0.0)) < 1.0


def test_a_dropped_weapon_is_gone_after_sixteen_seconds(tmp_path: Path) -> None:
    me, other = in_room(tmp_path, "Me", "Other")
    arm(me.arena.world, other.player, "Botpack.ShockRifle")
    place(me, 300.0, 700.0)
    place(other, 700.0, 700.0)
    me.arena.world.kill(other.player, None, me.arena.world.game.world_damage["suicide"])
    pass_time(me.arena, 0.5)
    other.leave()
    pass_time(me.arena, 15.0)
    assert len(seen(me, "INV")) == 1
    pass_time(me.arena, 1.0)
    assert seen(me, "INV") == []


# Lifts


def test_a_lift_is_told_as_a_mover(tmp_path: Path) -> None:
    path = write_map(
        tmp_path,
        """
        #########
        #s......#
        #...L...#
        #.......#
        #########
        """,
        legend={"L": "{lift: 128}"},
    )
    (me,) = joined(open_classic(map=path), "Me")
    place(me, 200.0, 320.0)
    (told,) = seen(me, "MOV")
    assert list(told) == ["Id", "Location", "Reachable", "DamageTrig", "Class"]
    assert (told["DamageTrig"], told["Class"]) == ("False", "Engine.Mover")
    before = location(told["Location"]).z
    place(me, 576.0, 320.0)
    heights = [location(told["Location"]).z for _ in range(20) for told in seen(me, "MOV")]
    assert max(heights) == pytest.approx(before + 128.0)


# Domination


def dom_arena(folder: Path, **options: object) -> Arena:
    path = write_map(
        folder,
        """
        ##########
        #s......s#
        #..d.....#
        #........#
        #.....d..#
        #s......s#
        ##########
        """,
        name="DOM-Drawn",
    )
    return open_classic(map=path, mode="dom", **options)


def test_a_point_that_nobody_holds_is_told_with_255(tmp_path: Path) -> None:
    (me,) = joined(dom_arena(tmp_path), "Me", team=0)
    place(me, 200.0, 448.0)
    points = seen(me, "DOM")
    assert [list(told) for told in points] == [["Id", "Location", "Reachable", "Controller"]] * 2
    assert [told["Controller"] for told in points] == ["255", "255"]


def test_a_point_belongs_to_the_team_that_touched_it_last(tmp_path: Path) -> None:
    arena = dom_arena(tmp_path)
    (me,), (other,) = joined(arena, "Me", team=0), joined(arena, "Other", team=1)
    owners = []
    for guest in (me, other):
        place(guest, 448.0, 320.0)
        pass_time(arena, 0.05)
        place(guest, 200.0, 700.0 if guest is other else 448.0)
        owners.append(next(told["Controller"] for told in seen(me, "DOM") if "448" in told["Location"]))
    assert owners == ["0", "1"]


def test_the_score_board_knows_the_owners_of_points_out_of_view(tmp_path: Path) -> None:
    arena = dom_arena(tmp_path)
    (me,), (other,) = joined(arena, "Me", team=0), joined(arena, "Other", team=1)
    place(me, 1100.0, 800.0)
    place(other, 832.0, 576.0)
    me.hear()
    board = fields(only(me.hears(0.3), "GAM")[-1])
    first, second = (str(point.id) for point in arena.world.rules.points)
    assert pairs(board["DomPoints"]) == {first: "255", second: "1"}


def test_points_are_told_under_their_own_class(tmp_path: Path) -> None:
    (me,) = joined(dom_arena(tmp_path), "Me", team=0)
    place(me, 200.0, 448.0)
    assert [told["Id"] for told in seen(me, "DOM")] == [
        "DOM-Drawn.ControlPoint0",
        "DOM-Drawn.ControlPoint1",
    ]


# Flags


def ctf_arena(folder: Path, **options: object) -> Arena:
    path = write_map(
        folder,
        """
        ##########
        #s........
        #f........
        #s........
        ##########
        """,
        symmetry="mirror",
        name="CTF-Drawn",
    )
    return open_classic(map=path, mode="ctf", **options)


def test_a_flag_in_view_is_told_with_team_state_and_place(tmp_path: Path) -> None:
    (me,) = joined(ctf_arena(tmp_path), "Me", team=0)
    place(me, 700.0, 320.0, yaw=EAST)
    (told,) = seen(me, "FLG")
    assert list(told) == ["Id", "Location", "Holder", "Team", "Reachable", "State"]
    assert (told["Team"], told["State"].lower(), told["Holder"]) == ("0", "home", "None")
    assert location(told["Location"]).ground_distance_to(Vec3(192.0, 320.0, 0.0)) < 1.0


def test_a_flag_out_of_view_is_not_told(tmp_path: Path) -> None:
    (me,) = joined(ctf_arena(tmp_path), "Me", team=0)
    place(me, 700.0, 320.0)
    assert [told["Team"] for told in seen(me, "FLG")] == ["1"]


def test_a_flag_that_is_carried_names_its_holder(tmp_path: Path) -> None:
    arena = ctf_arena(tmp_path)
    (me,), (thief,) = joined(arena, "Me", team=0), joined(arena, "Thief", team=1)
    place(me, 700.0, 320.0, yaw=EAST)
    place(thief, 192.0, 320.0)
    pass_time(arena, 0.05)
    place(thief, 400.0, 320.0)
    (told,) = seen(me, "FLG")
    assert (told["Holder"], told["State"].lower()) == (thief.id, "held")
    assert location(told["Location"]).ground_distance_to(Vec3(400.0, 320.0, 0.0)) < 40.0


def test_the_flag_one_carries_is_always_told(tmp_path: Path) -> None:
    (thief,) = joined(ctf_arena(tmp_path), "Thief", team=1)
    place(thief, 192.0, 320.0)
    pass_time(thief.arena, 0.05)
    place(thief, 1200.0, 320.0)
    assert [told["Holder"] for told in seen(thief, "FLG") if told["Team"] == "0"] == [thief.id]


def test_a_dropped_flag_lies_where_its_carrier_died(tmp_path: Path) -> None:
    arena = ctf_arena(tmp_path)
    (me,), (thief,) = joined(arena, "Me", team=0), joined(arena, "Thief", team=1)
    place(me, 900.0, 320.0, yaw=EAST)
    place(thief, 192.0, 320.0)
    pass_time(arena, 0.05)
    place(thief, 500.0, 320.0)
    arena.world.kill(thief.player, None, arena.world.game.world_damage["suicide"])
    (told,) = seen(me, "FLG")
    assert (told["Holder"], told["State"].lower()) == ("None", "dropped")
    assert location(told["Location"]).ground_distance_to(Vec3(500.0, 320.0, 0.0)) < 1.0


def test_the_score_board_tells_both_sides_of_a_stolen_flag(tmp_path: Path) -> None:
    arena = ctf_arena(tmp_path)
    (me,), (thief,) = joined(arena, "Me", team=0), joined(arena, "Thief", team=1)
    place(me, 1200.0, 200.0)
    place(thief, 192.0, 320.0)
    boards = [fields(only(guest.hears(0.3), "GAM")[-1]) for guest in (me, thief)]
    assert [("HaveFlag" in board, "EnemyHasFlag" in board) for board in boards] == [
        (False, True),
        (True, False),
    ]


def test_without_a_stolen_flag_the_score_board_tells_of_none(tmp_path: Path) -> None:
    (me,) = joined(ctf_arena(tmp_path), "Me", team=0)
    board = fields(only(me.hears(0.3), "GAM")[-1])
    assert list(board) == ["PlayerScores", "TeamScores"]


# Nothing else


def test_things_seen_are_told_in_batches_only(tmp_path: Path) -> None:
    me, other = in_room(tmp_path, "Me", "Other")
    place(me, 300.0, 448.0)
    place(other, 800.0, 448.0)
    assert not only(events(me.hears(1.0)), "PLR", "NAV", "INV", "MOV", "DOM", "FLG")


def test_a_batch_replaces_the_one_before_it(tmp_path: Path) -> None:
    """What does not change is told again and again, so that a client may forget between batches."""
    (me,) = in_room(tmp_path, "Me")
    place(me, 300.0, 448.0)
    batches = split_batches(me.hears(1.0))
    assert len({tuple(batch[1:-1]) for batch in batches[1:]}) == 1
