"""What a body sees and reaches, by the angles and ranges of the real servers."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agentfw.arena.games.ut99 import UT99
from agentfw.arena.games.ut2004 import UT2004
from agentfw.arena.world.senses import VISION_RADIUS, Look, can_reach, can_see_player
from agentfw.geometry import Rotation, Vec3
from tests.support.arena import HALL, pawn_of, put, put_player, small_world

if TYPE_CHECKING:
    from agentfw.arena.games.specs import GameSpec
    from agentfw.arena.world.players import Pawn, Player
    from agentfw.arena.world.world import World

HALF_ANGLE = 42.5
PLAYER_ANGLE = math.degrees(math.acos(-0.3))
LONG_HALL = "\n".join(["#" * 130, "#s" + "." * 127 + "#", "#" + "." * 128 + "#", "#" * 130])
"""A hall that is longer than anybody can see."""


def to_ut(degrees: float) -> int:
    return round(degrees * 65536 / 360)


def looking(yaw: float = 0.0, pitch: float = 0.0, *, is_crouched: bool = False) -> Look:
    """The look of a body in the middle of a hall, in degrees."""
    world = small_world(HALL)
    pawn = pawn_of(put_player(world, "A", 2688.0, 512.0))
    pawn.body.yaw, pawn.body.pitch = to_ut(yaw) % 65536, to_ut(pitch) % 65536
    pawn.body.crouch(is_crouched=is_crouched)
    return Look(world, pawn)


def away(look: Look, distance: float, degrees: float, up: float = 0.0) -> Vec3:
    """A point as far from the eyes as said, in a direction over the ground and at an angle upward."""
    turn = Rotation(to_ut(up), to_ut(degrees), 0)
    return look.eyes + turn.direction() * distance


# The cone


@pytest.mark.parametrize("side", [-1.0, 1.0])
@pytest.mark.parametrize(
    ("degrees", "expected"), [(0.0, True), (42.0, True), (43.0, False), (180.0, False)]
)
def test_a_body_looks_into_a_cone_of_half_of_85_degrees(
    degrees: float, side: float, *, expected: bool
) -> None:
    look = looking()
    assert look.covers(away(look, 1000.0, side * degrees)) is expected


@pytest.mark.parametrize(("degrees", "expected"), [(42.0, True), (43.0, False)])
def test_the_cone_is_as_high_as_it_is_wide(degrees: float, *, expected: bool) -> None:
    look = looking()
    assert look.covers(away(look, 1000.0, 0.0, up=degrees)) is expected


@pytest.mark.parametrize(("up", "expected"), [(70.0, True), (0.0, False)])
def test_the_cone_is_raised_with_the_eyes(up: float, *, expected: bool) -> None:
    look = looking(pitch=60.0)
    assert look.covers(away(look, 1000.0, 0.0, up=up)) is expected


@given(
    st.floats(0.0, 360.0),
    st.floats(-80.0, 80.0),
    st.floats(0.0, 360.0),
    st.floats(-80.0, 80.0),
    st.floats(301.0, 10000.0),
)
@settings(max_examples=100, deadline=None, derandomize=True)
def test_a_far_point_is_in_view_by_its_angle_in_space(
    yaw: float, pitch: float, degrees: float, up: float, distance: float
) -> None:
    look = looking(yaw, pitch)
    point = away(look, distance, degrees, up)
    ahead = Rotation(to_ut(pitch), to_ut(yaw), 0).direction()
    cosine = ahead.dot((point - look.eyes).unit())
    angle = math.degrees(math.acos(max(-1.0, min(1.0, cosine))))
    if abs(angle - HALF_ANGLE) > 0.01:
        assert look.covers(point) is (angle < HALF_ANGLE)


@pytest.mark.parametrize(("distance", "expected"), [(299.0, True), (301.0, False)])
def test_whatever_is_within_300_is_in_view_even_behind(distance: float, *, expected: bool) -> None:
    look = looking()
    assert look.covers(away(look, distance, 180.0)) is expected


def test_a_crouched_body_looks_from_lower_down() -> None:
    high = looking().eyes + Vec3(1000.0, 0.0, 900.0)
    assert looking().covers(high)
    assert not looking(is_crouched=True).covers(high)


# Seeing things


def seeing(rows: str = LONG_HALL, *, heights: str = "") -> tuple[World, Pawn]:
    world = small_world(rows, heights=heights)
    return world, pawn_of(put_player(world, "A", 192.0, 192.0))


@pytest.mark.parametrize(("distance", "expected"), [(4990.0, True), (5010.0, False)])
def test_things_are_seen_up_to_5000(distance: float, *, expected: bool) -> None:
    world, pawn = seeing()
    assert VISION_RADIUS == 5000.0
    assert Look(world, pawn).sees(Vec3(192.0 + distance, 192.0, 44.0)) is expected


def test_another_range_can_be_asked_for() -> None:
    world, pawn = seeing()
    point = Vec3(192.0 + 6000.0, 192.0, 44.0)
    assert Look(world, pawn).sees(point, radius=7000.0)
    assert not Look(world, pawn).sees(point)


def test_things_behind_a_wall_are_in_view_but_not_seen() -> None:
    world, pawn = seeing("######\n#s#..#\n#....#\n######")
    point = Vec3(576.0, 192.0, 60.0)
    assert Look(world, pawn).covers(point)
    assert not Look(world, pawn).sees(point)


def test_near_things_behind_the_back_are_seen_and_those_behind_a_wall_are_not() -> None:
    world, pawn = seeing("######\n#s#..#\n#....#\n######")
    pawn.body.yaw = 32768
    assert Look(world, pawn).sees(Vec3(192.0, 320.0, 20.0))
    assert not Look(world, pawn).sees(Vec3(448.0, 192.0, 20.0))


def test_eyes_look_over_a_ledge_that_hides_the_feet() -> None:
    world, pawn = seeing(
        "#######\n#s....#\n#######", heights="#######\n#01000#\n#######".replace("1", "2")
    )
    assert Look(world, pawn).sees(Vec3(704.0, 192.0, 60.0))
    assert not world.terrain.is_clear(pawn.body.feet, Vec3(704.0, 192.0, 60.0))


# Seeing players


def pair(
    distance: float, degrees: float = 0.0, game: GameSpec = UT2004, *, rows: str = HALL
) -> tuple[World, Player, Player]:
    """Somebody who looks along x, and somebody else as far away in a direction."""
    world = small_world(rows, game)
    one = put_player(world, "A", 2688.0 if rows is HALL else 192.0, 512.0 if rows is HALL else 192.0)
    feet = pawn_of(one).body.feet
    turn = math.radians(degrees)
    x, y = feet.x + math.cos(turn) * distance, feet.y + math.sin(turn) * distance
    return world, one, put_player(world, "B", x, y)


@pytest.mark.parametrize("side", [-1.0, 1.0])
@pytest.mark.parametrize("distance", [100.0, 320.0])
def test_players_are_seen_to_the_sides_and_a_little_behind(distance: float, side: float) -> None:
    for more, expected in ((-1.0, True), (1.0, False)):
        world, one, other = pair(distance, side * (PLAYER_ANGLE + more))
        assert can_see_player(world, one, other) is expected


def test_whoever_looks_away_is_seen_and_does_not_see() -> None:
    world, one, other = pair(1000.0)
    assert (can_see_player(world, one, other), can_see_player(world, other, one)) == (True, False)
    pawn_of(other).body.yaw = 32768
    assert can_see_player(world, other, one)


def test_bots_of_the_older_game_see_a_little_less_to_the_sides() -> None:
    world, one, other = pair(300.0, 105.0)
    assert can_see_player(world, one, other)
    world, one, other = pair(300.0, 105.0, UT99)
    assert not can_see_player(world, one, other)


@pytest.mark.parametrize(
    ("game", "distance", "expected"),
    [(UT2004, 11990.0, True), (UT2004, 12010.0, False), (UT99, 4990.0, True), (UT99, 5010.0, False)],
    ids=["UT2004 near", "UT2004 far", "UT99 near", "UT99 far"],
)
def test_players_are_seen_as_far_as_the_sight_of_the_game(
    game: GameSpec, distance: float, *, expected: bool
) -> None:
    world, one, other = pair(distance, game=game, rows=LONG_HALL)
    assert can_see_player(world, one, other) is expected


def test_a_player_behind_a_wall_is_not_seen() -> None:
    world = small_world("#######\n#s#...#\n#.....#\n#######")
    one, other = put_player(world, "A", 192.0, 192.0), put_player(world, "B", 448.0, 192.0)
    assert not can_see_player(world, one, other)
    put(other, 448.0, 320.0)
    pawn_of(one).body.yaw = (Vec3(448.0, 320.0, 0.0) - Vec3(192.0, 192.0, 0.0)).facing().yaw
    put(one, 192.0, 320.0)
    assert can_see_player(world, one, other)


def ledge() -> tuple[World, Player, Player]:
    """Somebody behind a ledge that is as high as the middle of a body, and somebody before it."""
    world = small_world("########\n#s.....#\n########", heights="########\n#000020#\n########")
    return world, put_player(world, "A", 192.0, 192.0), put_player(world, "B", 832.0, 192.0)


def test_a_head_over_a_ledge_is_enough_to_be_seen() -> None:
    world, one, other = ledge()
    assert not world.terrain.is_clear(pawn_of(one).body.eyes, pawn_of(other).body.location)
    assert can_see_player(world, one, other)


def test_a_crouched_player_behind_a_ledge_is_not_seen() -> None:
    world, one, other = ledge()
    pawn_of(other).body.crouch(is_crouched=True)
    assert not can_see_player(world, one, other)


@pytest.mark.parametrize(("distance", "expected"), [(490.0, True), (510.0, False)])
def test_the_invisible_are_seen_from_near_only(distance: float, *, expected: bool) -> None:
    world, one, other = pair(distance)
    pawn_of(other).invisible_until = world.time + 10.0
    assert can_see_player(world, one, other) is expected


def test_invisibility_ends() -> None:
    world, one, other = pair(1000.0)
    pawn_of(other).invisible_until = world.time
    assert can_see_player(world, one, other)


def test_nobody_sees_the_dead_nor_themselves() -> None:
    world, one, other = pair(500.0)
    assert not can_see_player(world, one, one)
    world.kill(other, None, world.game.world_damage["suicide"])
    assert not can_see_player(world, one, other)
    assert not can_see_player(world, other, one)


# Reaching


def test_a_point_is_reached_over_floors_and_not_through_walls() -> None:
    world, pawn = seeing("######\n#s#..#\n#....#\n######")
    assert can_reach(world, pawn, Vec3(192.0, 320.0, 44.0))
    assert not can_reach(world, pawn, Vec3(576.0, 192.0, 44.0))


def test_the_height_of_a_point_may_be_off_by_a_body() -> None:
    world, pawn = seeing()
    for height, expected in ((44.0, True), (0.0, True), (120.0, True), (200.0, False)):
        assert can_reach(world, pawn, Vec3(700.0, 192.0, height)) is expected


def test_a_ledge_is_reached_downward_only() -> None:
    world, pawn = seeing("######\n#s...#\n######", heights="######\n#0033#\n######")
    low, high = Vec3(192.0, 192.0, 44.0), Vec3(576.0, 192.0, 96.0 + 44.0)
    assert not can_reach(world, pawn, high)
    pawn.body.put(high - Vec3(0.0, 0.0, 44.0))
    assert can_reach(world, pawn, low)


def test_nothing_is_reached_from_the_air() -> None:
    world, pawn = seeing()
    pawn.body.jump()
    assert not can_reach(world, pawn, Vec3(700.0, 192.0, 44.0))


def test_bodies_of_the_older_game_fit_through_where_newer_ones_do_not() -> None:
    rows = "#####\n#s.##\n#...#\n#####"
    near = Vec3(448.0, 302.0, 40.0)
    assert UT99.body.radius < UT2004.body.radius
    answers = []
    for game in (UT2004, UT99):
        world = small_world(rows, game)
        answers.append(can_reach(world, pawn_of(put_player(world, "A", 192.0, 192.0)), near))
    assert answers == [False, True]
