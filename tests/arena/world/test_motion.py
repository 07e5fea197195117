"""Bodies move by the figures of the games, and never into rock."""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from agentfw.arena.games.ut99 import UT99
from agentfw.arena.games.ut2004 import UT2004
from agentfw.arena.maps.catalog import find_map, known_maps
from agentfw.arena.maps.level import Level
from agentfw.arena.world.motion import Body
from agentfw.arena.world.terrain import Terrain
from agentfw.arena.world.world import TICK_S
from agentfw.geometry import ORIGIN, Rotation, Vec3
from tests.support.arena import draw_map, lone_body, moved, shipped_terrain

if TYPE_CHECKING:
    from agentfw.arena.games.specs import BodySpec

    Wish = tuple[float, float, float]
    Life = list[tuple[Wish, str, Wish, int]]

NEW, OLD = UT2004.body, UT99.body
LOW = msgspec.structs.replace(OLD, step=25.0)
EAST, WEST, NORTH, SOUTH = (1.0, 0.0, 0.0), (-1.0, 0.0, 0.0), (0.0, -1.0, 0.0), (0.0, 1.0, 0.0)
STILL = (0.0, 0.0, 0.0)


def depth_in_rock(mover: Body) -> float:
    """How far the axis of a body, from its feet to its head, is out of every space of its cell."""
    terrain = mover.terrain
    spaces = terrain.stack(math.floor(mover.x / terrain.cell), math.floor(mover.y / terrain.cell))
    top = mover.z + 2 * mover.half_height
    outside = (
        max(space.height(mover.x, mover.y) - mover.z, top - space.ceiling, 0.0) for space in spaces
    )
    return min(outside, default=math.inf)


# Running


@pytest.mark.parametrize(("spec", "speed"), [(NEW, 440.0), (OLD, 400.0)])
def test_full_speed_is_reached_in_a_quarter_of_a_second(spec: BodySpec, speed: float) -> None:
    mover = lone_body(spec=spec)
    moved(mover, EAST, 0.1)
    assert 0.0 < mover.velocity.x < speed
    moved(mover, EAST, 0.15)
    assert mover.velocity == Vec3(speed, 0.0, 0.0)


def test_a_body_without_a_wish_comes_to_rest() -> None:
    mover = lone_body()
    moved(mover, EAST, 1.0)
    moved(mover, STILL, 0.25)
    assert mover.velocity == ORIGIN


@pytest.mark.parametrize(("spec", "speed"), [(NEW, 176.0), (OLD, 140.0)])
def test_walking_is_slower_by_the_factor_of_the_game(spec: BodySpec, speed: float) -> None:
    mover = lone_body(spec=spec)
    mover.is_walking = True
    moved(mover, EAST, 1.0)
    assert mover.velocity.x == pytest.approx(speed)


def test_a_crouched_body_is_as_slow_as_a_walking_one() -> None:
    mover = lone_body()
    mover.crouch(is_crouched=True)
    moved(mover, EAST, 1.0)
    assert mover.velocity.x == pytest.approx(176.0)


@given(st.floats(-math.pi, math.pi))
@settings(max_examples=50, deadline=None, derandomize=True)
def test_no_direction_is_faster_than_another(angle: float) -> None:
    mover = lone_body(x=2000.0, y=448.0)
    moved(mover, (math.cos(angle), math.sin(angle), 0.0), 0.25)
    assert mover.velocity.length == pytest.approx(440.0)


def test_a_short_wish_is_as_good_as_a_long_one() -> None:
    mover = lone_body()
    moved(mover, (0.001, 0.0, 0.0), 0.25)
    assert mover.velocity == Vec3(440.0, 0.0, 0.0)


# Jumping


@pytest.mark.parametrize(
    ("spec", "apex", "airtime", "reach"), [(NEW, 61, 0.72, 315), (OLD, 56, 0.68, 274)]
)
def test_a_running_jump_is_as_high_long_and_far_as_in_the_game(
    spec: BodySpec, apex: float, airtime: float, reach: float
) -> None:
    mover = lone_body(spec=spec)
    moved(mover, EAST, 1.0)
    start = mover.feet.x
    assert mover.jump()
    highest, ticks = 0.0, 0
    while mover.is_falling:
        mover.tick(EAST, 0.01)
        highest, ticks = max(highest, mover.feet.z), ticks + 1
    assert highest == pytest.approx(apex, abs=1.0)
    assert ticks * 0.01 == pytest.approx(airtime, abs=0.02)
    assert mover.feet.x - start == pytest.approx(reach, abs=10.0)


@pytest.mark.parametrize("tick", [0.01, 0.02, 0.05])
def test_the_apex_of_a_jump_hardly_depends_on_the_length_of_a_tick(tick: float) -> None:
    mover = lone_body()
    mover.jump()
    highest = 0.0
    while mover.is_falling:
        mover.tick(STILL, tick)
        highest = max(highest, mover.z)
    assert highest == pytest.approx(340.0**2 / 1900.0, abs=0.5)


def test_nobody_jumps_in_the_air() -> None:
    mover = lone_body()
    assert mover.jump()
    mover.tick(STILL, TICK_S)
    assert not mover.jump()


def test_nobody_jumps_while_crouched() -> None:
    mover = lone_body()
    mover.crouch(is_crouched=True)
    assert not mover.jump()
    assert not mover.is_falling


def test_a_second_jump_sets_the_speed_upward_and_adds_nothing() -> None:
    mover = lone_body()
    mover.jump()
    moved(mover, STILL, 0.1)
    mover.jump_again(415.0)
    assert mover.velocity.z == 415.0


def test_a_second_jump_needs_a_first_one() -> None:
    mover = lone_body()
    mover.jump_again(415.0)
    assert (mover.velocity, mover.is_falling) == (ORIGIN, False)


def test_a_ceiling_ends_a_jump_at_the_head() -> None:
    mover = lone_body(wall=128)
    mover.jump()
    highest = 0.0
    while mover.is_falling:
        mover.tick(STILL, 0.01)
        highest = max(highest, mover.z)
    assert highest == 128.0 - 88.0


def test_a_body_in_the_air_is_steered_with_a_third_of_its_power() -> None:
    mover = lone_body(x=2000.0)
    mover.jump()
    moved(mover, EAST, 0.2)
    assert mover.velocity.x == pytest.approx(2048.0 * 0.35 * 0.2)


def test_a_flight_without_a_wish_keeps_its_speed_over_the_ground() -> None:
    mover = lone_body()
    moved(mover, EAST, 0.5)
    mover.jump()
    moved(mover, STILL, 0.5)
    assert mover.velocity.x == 440.0


def test_a_fall_is_never_faster_than_the_terminal_speed() -> None:
    mover = lone_body(z=4000.0, wall=4096)
    seen = moved(mover, STILL, 4.0)
    assert max(tick.landed_at for tick in seen) == 2500.0


@pytest.mark.parametrize(("spec", "sideways"), [(NEW, 660.0), (OLD, 600.0)])
def test_a_dodge_is_half_as_fast_again_as_a_run_and_goes_up(spec: BodySpec, sideways: float) -> None:
    mover = lone_body(spec=spec)
    assert mover.dodge(0.0, 3.0)
    assert mover.velocity == Vec3(0.0, sideways, 210.0)
    assert not mover.dodge(0.0, -1.0)


def test_a_dodge_into_no_direction_is_none() -> None:
    mover = lone_body()
    assert not mover.dodge(0.0, 0.0)
    assert not mover.is_falling


# Walls


def test_a_wall_stops_the_body_at_its_radius_and_says_where_it_stands() -> None:
    mover = lone_body()
    seen = moved(mover, NORTH, 2.0)
    assert mover.feet.y == pytest.approx(128.0 + NEW.radius)
    assert seen[-1].wall == (0.0, 1.0)


def test_a_wall_says_nothing_to_whoever_stays_away_from_it() -> None:
    seen = moved(lone_body(y=448.0), EAST, 2.0)
    assert {tick.wall for tick in seen} == {(0.0, 0.0)}


def test_a_body_slides_along_a_wall() -> None:
    mover = lone_body()
    moved(mover, (1.0, -1.0, 0.0), 3.0)
    assert mover.feet.x > 900.0
    assert mover.feet.y == pytest.approx(128.0 + NEW.radius)


@given(st.floats(0.05, 1.4))
@settings(max_examples=60, deadline=None, derandomize=True)
def test_the_speed_along_a_wall_is_the_part_of_the_wish_along_it(angle: float) -> None:
    mover = lone_body(y=128.0 + NEW.radius)
    moved(mover, (math.cos(angle), -math.sin(angle), 0.0), 0.5)
    start = mover.x
    moved(mover, (math.cos(angle), -math.sin(angle), 0.0), 1.0)
    gained = 2048.0 * TICK_S * math.cos(angle)
    assert mover.x - start == pytest.approx(440.0 * math.cos(angle), abs=gained)


def test_a_corner_holds_the_body_at_its_radius_from_both_walls() -> None:
    mover = lone_body()
    moved(mover, (-1.0, -1.0, 0.0), 2.0)
    assert (mover.x, mover.y) == pytest.approx((128.0 + NEW.radius, 128.0 + NEW.radius))


def test_a_body_leaves_the_corner_it_ran_into() -> None:
    mover = lone_body()
    moved(mover, (-1.0, -1.0, 0.0), 2.0)
    moved(mover, (1.0, 1.0, 0.0), 0.5)
    assert mover.x > 250.0


def test_a_pillar_is_passed_by_the_radius() -> None:
    mover = lone_body("#######\n#s....#\n#..#..#\n#.....#\n#######", x=192.0, y=256.0)
    nearest = math.inf
    for _ in range(40):
        mover.tick((1.0, 0.3, 0.0), TICK_S)
        apart = max(384.0 - mover.x, 0.0, mover.x - 512.0), max(256.0 - mover.y, 0.0, mover.y - 384.0)
        nearest = min(nearest, math.hypot(*apart))
    assert nearest == pytest.approx(NEW.radius, abs=0.01)


def test_a_gap_as_wide_as_the_body_lets_it_through_and_a_smaller_one_does_not() -> None:
    rows = "#####\n#s..#\n##.##\n#...#\n#####"
    for radius, end in ((60.0, 512.0 - 60.0), (70.0, None)):
        mover = lone_body(rows, spec=msgspec.structs.replace(NEW, radius=radius), x=320.0, y=200.0)
        moved(mover, SOUTH, 3.0)
        assert (mover.y == pytest.approx(end)) if end is not None else (mover.y < 256.0)


# Floors


def test_a_step_is_climbed_and_a_higher_edge_is_not() -> None:
    rows = "######\n#s...#\n######"
    mover = lone_body(rows, heights="000000\n000120\n000000")
    moved(mover, EAST, 2.0)
    assert mover.feet.z == 64.0
    mover = lone_body(rows, heights="000000\n002220\n000000")
    moved(mover, EAST, 2.0)
    assert mover.feet.x == pytest.approx(256.0 - NEW.radius)


@pytest.mark.parametrize("spec", [NEW, OLD], ids=["UT2004", "UT99"])
def test_both_games_walk_up_the_steps_that_maps_are_drawn_in(spec: BodySpec) -> None:
    mover = lone_body("######\n#s...#\n######", heights="000000\n000120\n000000", spec=spec)
    moved(mover, EAST, 2.0)
    assert mover.feet.z == 64.0


def test_a_jump_gets_onto_an_edge_that_a_step_does_not() -> None:
    mover = lone_body("########\n#s.....#\n########", heights="00000000\n00011110\n00000000", spec=LOW)
    moved(mover, EAST, 0.2)
    mover.jump()
    moved(mover, EAST, 1.0)
    assert (mover.z, mover.x > 384.0) == (32.0, True)


def test_a_ramp_is_followed_up_and_down() -> None:
    mover = lone_body("#######\n#s.>..#\n#######", heights="0000000\n0000220\n0000000")
    moved(mover, EAST, 2.0)
    assert mover.feet.z == 64.0
    assert not any(tick.left_ledge for tick in moved(mover, WEST, 2.0))
    assert mover.feet.z == 0.0


def test_the_feet_are_on_the_ramp_all_the_way() -> None:
    mover = lone_body("#######\n#s.>..#\n#######", heights="0000000\n0000220\n0000000")
    for _ in range(25):
        mover.tick(EAST, TICK_S)
        assert mover.z == pytest.approx(min(64.0, max(0.0, (mover.x - 384.0) / 2)))


@pytest.mark.parametrize("is_walking", [True, False])
def test_runners_leave_a_ledge_and_walkers_stop_at_it(*, is_walking: bool) -> None:
    mover = lone_body("######\n#s...#\n######", heights="000000\n044000\n000000")
    mover.is_walking = is_walking
    seen = moved(mover, EAST, 3.0)
    assert any(tick.stopped_at_ledge for tick in seen) is is_walking
    assert any(tick.left_ledge for tick in seen) is not is_walking
    assert mover.feet.z == (128.0 if is_walking else 0.0)


def test_a_walker_stops_less_than_a_step_before_the_ledge() -> None:
    mover = lone_body("######\n#s...#\n######", heights="000000\n044000\n000000")
    mover.is_walking = True
    moved(mover, EAST, 3.0)
    assert 384.0 - 176.0 * TICK_S <= mover.x < 384.0


def test_a_crouched_body_stops_at_a_ledge_too() -> None:
    mover = lone_body("######\n#s...#\n######", heights="000000\n044000\n000000")
    mover.crouch(is_crouched=True)
    assert moved(mover, EAST, 3.0)[-1].stopped_at_ledge
    assert mover.z == 128.0


def test_landing_tells_the_speed_of_the_fall() -> None:
    mover = lone_body("######\n#s...#\n######", heights="000000\n088000\n000000")
    (speed,) = (tick.landed_at for tick in moved(mover, EAST, 3.0) if tick.landed_at >= 0.0)
    assert speed == pytest.approx((2 * 950.0 * 256.0) ** 0.5, rel=0.08)


def test_the_speed_of_a_landing_is_that_of_the_fall_to_the_floor() -> None:
    for height in range(100, 900, 100):
        seen = moved(lone_body(z=float(height), wall=1024), STILL, 2.0)
        speed = max(tick.landed_at for tick in seen)
        assert speed == pytest.approx((2 * 950.0 * height) ** 0.5, abs=5.0)


def test_a_body_put_above_the_floor_falls_to_it() -> None:
    mover = lone_body(z=100.0)
    assert mover.is_falling
    moved(mover, STILL, 1.0)
    assert (mover.z, mover.is_falling) == (0.0, False)


def test_a_body_put_elsewhere_is_at_rest_there() -> None:
    mover = lone_body()
    moved(mover, EAST, 0.5)
    mover.put(Vec3(1000.0, 448.0, 0.5))
    assert (mover.feet, mover.velocity) == (Vec3(1000.0, 448.0, 0.0), ORIGIN)


# Pushes


def test_a_push_upward_takes_a_body_off_the_ground() -> None:
    mover = lone_body()
    mover.push(0.0, 300.0, 200.0)
    assert (mover.is_falling, mover.velocity) == (True, Vec3(0.0, 300.0, 200.0))


def test_a_push_sideways_is_worn_off_by_the_ground() -> None:
    mover = lone_body(y=448.0)
    mover.push(600.0, 0.0, 0.0)
    moved(mover, STILL, 0.5)
    assert (mover.velocity, mover.is_falling) == (ORIGIN, False)
    assert mover.x > 192.0 + 50.0


@pytest.mark.parametrize("up", [-300.0, 40.0])
def test_a_push_that_does_not_lift_a_body_leaves_it_without_vertical_speed(up: float) -> None:
    mover = lone_body()
    mover.push(0.0, 0.0, up)
    moved(mover, STILL, 0.5)
    assert mover.velocity == ORIGIN


# Height, eyes and turning


def test_the_location_is_the_center_and_the_eyes_are_above_it() -> None:
    mover = lone_body()
    assert mover.location == Vec3(192.0, 192.0, 44.0)
    assert mover.eyes == Vec3(192.0, 192.0, 82.0)


def test_crouching_keeps_the_feet_where_they_are() -> None:
    mover = lone_body()
    mover.crouch(is_crouched=True)
    assert (mover.feet.z, mover.location.z) == (0.0, 29.0)
    mover.crouch(is_crouched=False)
    assert mover.location.z == 44.0


def test_crouching_of_the_older_game_leaves_the_cylinder_as_it_is() -> None:
    mover = lone_body(spec=OLD)
    mover.crouch(is_crouched=True)
    assert mover.location.z == 39.0


def low_tunnel() -> Body:
    """A body west of a tunnel of three cells that is 64 uu high."""
    drawn = draw_map(
        "#########\n#s......#\n#########",
        heights="000000000\n000111000\n000000000",
        upper="#########\n#  ...  #\n#########",
        upper_at=112,
    )
    return Body(Terrain(drawn.level, NEW.step), NEW, Vec3(192.0, 192.0, 0.0))


def test_a_low_tunnel_stops_whoever_stands() -> None:
    mover = low_tunnel()
    moved(mover, EAST, 2.0)
    assert mover.x == pytest.approx(384.0 - NEW.radius)


def test_a_low_tunnel_lets_crouched_bodies_through() -> None:
    mover = low_tunnel()
    mover.crouch(is_crouched=True)
    moved(mover, EAST, 6.0)
    assert mover.x > 800.0


def test_nobody_stands_up_in_a_low_tunnel() -> None:
    mover = low_tunnel()
    mover.crouch(is_crouched=True)
    moved(mover, EAST, 2.0)
    mover.crouch(is_crouched=False)
    assert (mover.is_crouched, mover.half_height) == (True, 29.0)


def test_turning_takes_its_time_and_the_shorter_way() -> None:
    mover = lone_body()
    mover.turn_toward(65000, 0, 0.005)
    assert mover.rotation.yaw == 65536 - 300
    mover.turn_toward(65000, 0, 1.0)
    assert mover.rotation.yaw == 65000


@pytest.mark.parametrize(("spec", "yaw"), [(NEW, 3000), (OLD, 1500)])
def test_yaw_turns_faster_than_pitch(spec: BodySpec, yaw: int) -> None:
    mover = lone_body(spec=spec)
    mover.turn_toward(20000, 10000, 0.05)
    assert mover.rotation == Rotation(154, yaw, 0)


@given(st.integers(0, 65535), st.integers(0, 65535), st.floats(0.001, 1.0))
@settings(max_examples=100, deadline=None, derandomize=True)
def test_turning_never_goes_past_the_goal_nor_faster_than_allowed(
    start: int, goal: int, seconds: float
) -> None:
    mover = lone_body()
    mover.yaw = start
    mover.turn_toward(goal, 0, seconds)
    way, turned = (goal - start + 32768) % 65536 - 32768, (mover.yaw - start + 32768) % 65536 - 32768
    if abs(way) < 32768:
        assert turned * way >= 0
    assert abs(turned) == min(abs(way), round(60000.0 * seconds))


# Whatever happens

_TURN = st.floats(-math.pi, math.pi, allow_subnormal=False)
_WISH = _TURN.map(lambda turn: (math.cos(turn), math.sin(turn), math.sin(3 * turn))) | st.just(STILL)
_SPEED = st.integers(-900, 900).map(float)
_DEEDS = st.sampled_from(["", "jump", "jump again", "push", "dodge", "crouch", "stand up"])
_LIFE = st.lists(
    st.tuples(_WISH, _DEEDS, st.tuples(_SPEED, _SPEED, _SPEED), st.integers(1, 8)),
    min_size=5,
    max_size=30,
)
_MAPS = st.sampled_from(list(known_maps()))
_SPECS = st.sampled_from([NEW, OLD])


def somewhere(name: str, spec: BodySpec, start: int) -> Body:
    """A body at rest in the middle of one of the spaces of a map that ships."""
    terrain = shipped_terrain(name, spec.step)
    spaces = [space for space in terrain.level.spaces() if space.ceiling - space.floor > 120.0]
    return Body(terrain, spec, terrain.level.center(spaces[start % len(spaces)]))


def on_steps(name: str, spec: BodySpec, start: int) -> Body:
    """The same on a map without ramps."""
    mover = somewhere(name, spec, start)
    mover.terrain = without_ramps(name, spec)
    mover.put(mover.feet)
    return mover


@functools.cache
def without_ramps(name: str, spec: BodySpec) -> Terrain:
    """The ground of a map that ships, where every ramp is a level floor at the height of its middle."""
    level = find_map(name).level
    columns = tuple(
        tuple(
            tuple(
                msgspec.structs.replace(space, rises=None, rise=0.0)
                for space in level.stack(column, row)
            )
            for row in range(level.depth)
        )
        for column in range(level.width)
    )
    return Terrain(Level(level.name, level.cell, columns, level.things), spec.step)


def energy(mover: Body) -> float:
    return mover.velocity.dot(mover.velocity) / 2 - mover.spec.gravity * mover.z


def do(mover: Body, deed: str, way: Wish) -> None:
    match deed:
        case "jump":
            mover.jump()
        case "jump again":
            mover.jump_again(415.0)
        case "push":
            mover.push(*way)
        case "dodge":
            mover.dodge(way[0], way[1])
        case "crouch" | "stand up":
            mover.crouch(is_crouched=deed == "crouch")


def lived(mover: Body, life: Life) -> float:
    """How deep in rock the axis of a body ever was while it did as it pleased."""
    deepest = 0.0
    for wish, deed, way, ticks in life:
        do(mover, deed, way)
        for _ in range(ticks):
            mover.tick(wish, TICK_S)
            deepest = max(deepest, depth_in_rock(mover))
    return deepest


@given(_MAPS, _SPECS, st.integers(0, 3000), st.lists(_WISH, max_size=60))
@settings(max_examples=100, deadline=None, derandomize=True)
def test_no_wish_leads_a_body_into_rock(
    name: str, spec: BodySpec, start: int, wishes: list[Wish]
) -> None:
    mover = somewhere(name, spec, start)
    for wish in wishes:
        for _ in range(4):
            mover.tick(wish, TICK_S)
            assert depth_in_rock(mover) == pytest.approx(0.0, abs=1e-3)


@given(_MAPS, _SPECS, st.integers(0, 3000), _LIFE)
@example("dm-closet", NEW, 12, [(STILL, "dodge", EAST, 8)])
@settings(max_examples=150, deadline=None, derandomize=True)
def test_no_life_leads_a_body_into_rock(name: str, spec: BodySpec, start: int, life: Life) -> None:
    assert lived(somewhere(name, spec, start), life) == pytest.approx(0.0, abs=1e-3)


@pytest.mark.parametrize(("deed", "wish"), [("jump", NORTH), ("dodge", STILL)])
def test_a_leap_up_a_ramp_under_a_bridge_stays_in_the_world(deed: str, wish: Wish) -> None:
    terrain = shipped_terrain("dom-vault")
    mover = Body(terrain, NEW, Vec3(1984.0, 960.0, terrain.stack(15, 7)[0].floor))
    do(mover, deed, NORTH)
    moved(mover, wish, 2.0)
    assert mover.z >= 0.0


def test_whoever_jumps_while_running_up_a_ramp_runs_on() -> None:
    mover = lone_body("#########\n#s..>>..#\n#########", heights="0" * 9 + "\n000022440\n" + "0" * 9)
    while mover.x < 530.0:
        mover.tick(EAST, TICK_S)
    mover.jump()
    seen = moved(mover, EAST, 0.5)
    assert {tick.wall for tick in seen} == {(0.0, 0.0)}
    assert mover.velocity.x == pytest.approx(440.0)


@given(_MAPS, _SPECS, st.integers(0, 3000), _LIFE)
@settings(max_examples=100, deadline=None, derandomize=True)
def test_no_wall_makes_a_body_faster(name: str, spec: BodySpec, start: int, life: Life) -> None:
    mover = somewhere(name, spec, start)
    for wish, deed, way, ticks in life:
        do(mover, deed, way)
        for _ in range(ticks):
            before = max(math.hypot(mover.vx, mover.vy), spec.run_speed)
            mover.tick(wish, TICK_S)
            assert math.hypot(mover.vx, mover.vy) <= before + 1e-6


@given(_MAPS, _SPECS, st.integers(0, 3000), _LIFE)
@settings(max_examples=100, deadline=None, derandomize=True)
def test_no_wall_gives_a_flight_energy(name: str, spec: BodySpec, start: int, life: Life) -> None:
    mover = on_steps(name, spec, start)
    for _, deed, way, ticks in life:
        do(mover, deed, way)
        for _ in range(ticks):
            was_falling, before = mover.is_falling, energy(mover)
            mover.tick(STILL, TICK_S)
            if was_falling and mover.is_falling:
                assert energy(mover) <= before + 1e-3


@given(_MAPS, _SPECS, st.integers(0, 3000), st.lists(_WISH, min_size=5, max_size=20))
@settings(max_examples=40, deadline=None, derandomize=True)
def test_the_same_wishes_lead_the_same_way(
    name: str, spec: BodySpec, start: int, wishes: list[Wish]
) -> None:
    one, other = (somewhere(name, spec, start) for _ in range(2))
    for wish in wishes:
        assert moved(one, wish, 0.2) == moved(other, wish, 0.2)
    assert (one.feet, one.velocity) == (other.feet, other.velocity)
