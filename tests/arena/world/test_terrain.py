"""The ground of a match is the same solid world as its level, and its lifts move like pistons."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, TypeAlias

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from agentfw.arena.games.ut99 import UT99
from agentfw.arena.games.ut2004 import UT2004
from agentfw.arena.maps.catalog import known_maps
from agentfw.arena.world.motion import Body
from agentfw.arena.world.terrain import Hit, Lift, Terrain
from agentfw.geometry import Vec3
from tests.support.arena import HALL, draw_map, shipped_terrain

if TYPE_CHECKING:
    from agentfw.arena.games.specs import BodySpec
    from agentfw.arena.maps.level import Space

Place: TypeAlias = tuple[int, float, float, float]
Run: TypeAlias = tuple[int, float, float, int, int, int, float, float]
NEAR = 1e-6
TICK = 0.05
NEW, OLD = UT2004.body, UT99.body
RAMP_ROWS = "########\n#s.>...#\n########"
RAMP_HEIGHTS = "########\n#0002220\n########"

maps = pytest.mark.parametrize("name", list(known_maps()))
quick = settings(max_examples=45, deadline=None, derandomize=True)

_PART = st.floats(0.0, 1.0, width=32)
_PLACE = st.tuples(st.integers(0, 5000), _PART, _PART, _PART)
"""Where a point is: which space, and which part of it along each axis."""
_OPEN_PART = st.floats(0.001, 0.999) | st.sampled_from([0.25, 0.5, 0.75])
_OPEN_PLACE = st.tuples(st.integers(0, 5000), _OPEN_PART, _OPEN_PART, _OPEN_PART)
"""The same, but never on a wall, a floor or a ceiling."""


def on_floor(terrain: Terrain, space: Space, part_x: float, part_y: float) -> Vec3:
    x, y = (space.column + part_x) * terrain.cell, (space.row + part_y) * terrain.cell
    return Vec3(x, y, terrain.level.floor_height(space, x, y))


def open_point(terrain: Terrain, place: Place) -> Vec3:
    number, part_x, part_y, part_z = place
    spaces = list(terrain.level.spaces())
    space = spaces[number % len(spaces)]
    below = on_floor(terrain, space, part_x, part_y)
    return below + Vec3(0.0, 0.0, (space.ceiling - below.z) * part_z)


def is_near_a_surface(terrain: Terrain, point: Vec3) -> bool:
    """Whether a point a little aside is solid where the point is open, or the other way round."""
    shifts = (Vec3(NEAR, 0, 0), Vec3(0, NEAR, 0), Vec3(0, 0, NEAR), Vec3(NEAR, NEAR, NEAR))
    around = [point + shift * sign for shift in shifts for sign in (-1.0, 1.0)]
    return any(terrain.level.space_at(place) is not terrain.level.space_at(point) for place in around)


def grazes(terrain: Terrain, start: Vec3, end: Vec3) -> bool:
    """Whether a line a little aside gets another answer than this one."""
    level = terrain.level
    shifts = [Vec3(x, y, z) * NEAR for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
    answers = {level.is_clear(start + shift, end + shift) for shift in shifts}
    return len(answers | {level.is_clear(start, end)}) > 1


def is_at_a_corner(terrain: Terrain, point: Vec3) -> bool:
    """Whether four cells meet so near that a line through one of them may be very short."""
    return all(
        abs(part - terrain.cell * round(part / terrain.cell)) < 1e-3 for part in (point.x, point.y)
    )


def hall() -> Terrain:
    return Terrain(draw_map(HALL).level, NEW.step)


# Lines


@maps
@given(_PLACE, _PLACE)
@quick
def test_lines_are_clear_exactly_where_they_are_in_the_level(
    name: str, start: Place, end: Place
) -> None:
    terrain = shipped_terrain(name)
    first, last = open_point(terrain, start), open_point(terrain, end)
    assume(not grazes(terrain, first, last))
    assert terrain.is_clear(first, last) is terrain.level.is_clear(first, last)


@maps
@given(_PLACE, _PLACE)
@quick
def test_who_sees_is_seen(name: str, start: Place, end: Place) -> None:
    terrain = shipped_terrain(name)
    first, last = open_point(terrain, start), open_point(terrain, end)
    assert terrain.is_clear(first, last) is terrain.is_clear(last, first)


@maps
@given(_PLACE, st.floats(-500.0, 8000.0), st.floats(-500.0, 8000.0), st.floats(-100.0, 700.0))
@quick
def test_nothing_is_clear_to_or_from_a_point_in_rock(
    name: str, start: Place, x: float, y: float, z: float
) -> None:
    terrain, end = shipped_terrain(name), Vec3(x, y, z)
    assume(terrain.level.space_at(end) is None and not is_near_a_surface(terrain, end))
    first = open_point(terrain, start)
    assert (terrain.is_clear(first, end), terrain.is_clear(end, first)) == (False, False)


@maps
@given(_OPEN_PLACE, _OPEN_PLACE)
@quick
def test_a_trace_hits_something_exactly_where_the_line_is_not_clear(
    name: str, start: Place, end: Place
) -> None:
    terrain = shipped_terrain(name)
    first, last = open_point(terrain, start), open_point(terrain, end)
    assume(not grazes(terrain, first, last))
    assert (terrain.trace(first, last) is None) is terrain.is_clear(first, last)


def traced(terrain: Terrain, first: Vec3, last: Vec3) -> Hit:
    """What a line hits; lines that hit nothing, or only graze something, are not looked at."""
    assume(not grazes(terrain, first, last))
    hit = terrain.trace(first, last)
    assume(hit is not None)
    assert hit is not None
    return hit


@maps
@given(_OPEN_PLACE, _OPEN_PLACE)
@quick
def test_a_hit_lies_on_the_line_and_all_before_it_is_clear(name: str, start: Place, end: Place) -> None:
    terrain = shipped_terrain(name)
    first, last = open_point(terrain, start), open_point(terrain, end)
    hit = traced(terrain, first, last)
    way = last - first
    assert 0.0 <= hit.part <= 1.0
    assert hit.location.distance_to(first + way * hit.part) < NEAR
    assert terrain.level.is_clear(first, first + way * max(0.0, hit.part - 1e-3 / way.length))


@maps
@given(_OPEN_PLACE, _OPEN_PLACE)
@quick
def test_just_behind_a_hit_it_is_solid(name: str, start: Place, end: Place) -> None:
    terrain = shipped_terrain(name)
    first, last = open_point(terrain, start), open_point(terrain, end)
    hit, way = traced(terrain, first, last), last - first
    assume(not is_at_a_corner(terrain, hit.location))
    behind = first + way * (hit.part + 1e-4 / way.length)
    assume(not is_near_a_surface(terrain, behind))
    assert not terrain.is_inside(behind)


@maps
@given(_OPEN_PLACE, _OPEN_PLACE)
@quick
def test_the_normal_of_a_hit_points_back_into_the_open(name: str, start: Place, end: Place) -> None:
    terrain = shipped_terrain(name)
    first, last = open_point(terrain, start), open_point(terrain, end)
    hit = traced(terrain, first, last)
    assert hit.normal.length == pytest.approx(1.0)
    assert hit.normal.dot(last - first) < 0.0


@pytest.mark.parametrize(
    ("end", "location", "normal"),
    [
        (Vec3(320, 0, 60), Vec3(320, 128, 60), Vec3(0, 1, 0)),
        (Vec3(0, 320, 60), Vec3(128, 320, 60), Vec3(1, 0, 0)),
        (Vec3(320, 320, -60), Vec3(320, 320, 0), Vec3(0, 0, 1)),
        (Vec3(320, 320, 500), Vec3(320, 320, 384), Vec3(0, 0, -1)),
    ],
    ids=["wall in the north", "wall in the west", "floor", "ceiling"],
)
def test_a_trace_tells_where_and_which_way_a_surface_looks(
    end: Vec3, location: Vec3, normal: Vec3
) -> None:
    hit = hall().trace(Vec3(320, 320, 60), end)
    assert hit is not None
    assert hit.location.distance_to(location) < NEAR
    assert hit.normal.distance_to(normal) < NEAR


def test_a_ramp_is_hit_where_it_is_as_high_as_the_line() -> None:
    terrain = Terrain(draw_map(RAMP_ROWS, heights=RAMP_HEIGHTS).level, NEW.step)
    hit = terrain.trace(Vec3(192, 192, 32), Vec3(700, 192, 32))
    assert hit is not None
    assert hit.location.distance_to(Vec3(448, 192, 32)) < NEAR
    assert hit.normal.distance_to(Vec3(-0.5, 0, 1).unit()) < NEAR


def test_a_trace_that_begins_in_rock_hits_at_once() -> None:
    hit = hall().trace(Vec3(10, 10, 10), Vec3(320, 320, 60))
    assert hit is not None
    assert (hit.part, hit.location) == (0.0, Vec3(10, 10, 10))


def test_a_line_without_length_is_clear_in_the_open_and_not_in_rock() -> None:
    terrain = hall()
    here, rock = Vec3(320, 320, 60), Vec3(10, 10, 10)
    assert (terrain.is_clear(here, here), terrain.is_clear(rock, rock)) == (True, False)
    assert terrain.trace(here, here) is None


# Where


@maps
@given(_PLACE)
@quick
def test_the_ground_below_is_the_space_that_holds_a_point(name: str, place: Place) -> None:
    terrain = shipped_terrain(name)
    point = open_point(terrain, place)
    assume(not is_near_a_surface(terrain, point))
    ground, space = terrain.ground_below(point.x, point.y, point.z), terrain.level.space_at(point)
    assert ground is not None
    assert space is not None
    assert (ground.column, ground.row, ground.floor) == (space.column, space.row, space.floor)
    assert ground.height(point.x, point.y) == pytest.approx(
        terrain.level.floor_height(space, point.x, point.y), abs=1e-9
    )


@maps
@given(st.floats(-500.0, 8000.0), st.floats(-500.0, 8000.0), st.floats(-100.0, 700.0))
@quick
def test_inside_is_where_the_level_has_a_space(name: str, x: float, y: float, z: float) -> None:
    terrain, point = shipped_terrain(name), Vec3(x, y, z)
    assume(not is_near_a_surface(terrain, point))
    assert terrain.is_inside(point) is (terrain.level.space_at(point) is not None)


def test_there_is_no_ground_below_the_floor_nor_off_the_map() -> None:
    terrain = hall()
    assert terrain.ground_below(320, 320, -1.0) is None
    assert terrain.ground_below(-320, 320, 60.0) is None
    assert terrain.stack(-1, 2) == terrain.stack(2, 1000) == ()


def test_the_ground_below_a_balcony_is_found_from_below_it() -> None:
    terrain = Terrain(draw_map("####\n#s.#\n####", upper="####\n# .#\n####").level, NEW.step)
    below, above = terrain.ground_below(320, 192, 200.0), terrain.ground_below(320, 192, 300.0)
    assert below is not None
    assert above is not None
    assert (below.floor, below.ceiling, above.floor) == (0.0, 272.0, 288.0)


# Water


@pytest.mark.parametrize(
    ("heights", "top"),
    [
        ("#######\n#33333#\n#3...3#\n#33333#\n#######", 96.0),
        ("#######\n#33333#\n#3...1#\n#33333#\n#######", 32.0),
        ("#######\n#33333#\n#31..3#\n#33333#\n#######", 96.0),
    ],
    ids=["even shore", "one low place in the shore", "uneven bottom"],
)
def test_water_stands_as_high_as_the_lowest_shore(heights: str, top: float) -> None:
    drawn = draw_map("#######\n#s....#\n#.~~~.#\n#.....#\n#######", heights=heights)
    terrain = Terrain(drawn.level, NEW.step)
    assert {terrain.stack(column, 2)[0].water_top for column in (2, 3, 4)} == {top}
    assert terrain.stack(1, 1)[0].water_top == -math.inf


def test_two_pools_stand_at_heights_of_their_own() -> None:
    drawn = draw_map("#######\n#s~.~.#\n#######", heights="#######\n#2.404#\n#######".replace("4", "5"))
    terrain = Terrain(drawn.level, NEW.step)
    assert terrain.stack(2, 1)[0].water_top == 64.0
    assert terrain.stack(4, 1)[0].water_top == 160.0


# Lifts


def lift() -> Lift:
    drawn = draw_map("####\n#sL#\n####", legend={"L": "{lift: 128}"})
    (found,) = Terrain(drawn.level, NEW.step).lifts
    return found


def watched(mover: Lift, seconds: float, *, since: float = 0.0) -> list[float]:
    """The heights of a lift, tick by tick."""
    heights = []
    for number in range(1, round(seconds / TICK) + 1):
        mover.tick(since + number * TICK, TICK)
        heights.append(mover.location.z)
    return heights


def test_a_lift_that_nobody_calls_stays_down() -> None:
    assert set(watched(lift(), 5.0)) == {0.0}


def test_a_lift_waits_a_moment_goes_up_stays_and_comes_down() -> None:
    mover = lift()
    mover.call(0.0)
    heights = watched(mover, 5.0)
    assert heights[:3] == [0.0, 0.0, 0.0]
    assert heights[13] == 128.0
    assert heights[13 : 13 + 60] == [128.0] * 60
    assert heights[-1] == 0.0


def test_a_lift_moves_at_the_speed_it_tells() -> None:
    mover = lift()
    mover.call(0.0)
    before = mover.location.z
    speeds = set()
    for number in range(1, 100):
        mover.tick(number * TICK, TICK)
        assert mover.speed * TICK == pytest.approx(mover.location.z - before)
        speeds.add(round(mover.speed))
        before = mover.location.z
    assert speeds == {256, 0, -256}


def test_the_travel_time_of_a_lift_is_the_one_it_tells() -> None:
    mover = lift()
    mover.call(0.0)
    moving = [height for height in watched(mover, 1.5) if 0.0 < height < 128.0]
    assert (len(moving) + 1) * TICK == pytest.approx(mover.move_s, abs=1.01 * TICK)


def test_a_second_call_on_the_way_changes_nothing() -> None:
    one, other = lift(), lift()
    one.call(0.0)
    other.call(0.0)
    first, second = [], []
    for number in range(1, 100):
        if other.location.z > 0.0:
            other.call(number * TICK)
        one.tick(number * TICK, TICK)
        other.tick(number * TICK, TICK)
        first.append(one.location.z)
        second.append(other.location.z)
    assert first == second


def test_the_floor_of_a_lift_is_solid_where_it_is_now() -> None:
    drawn = draw_map("#####\n#sL.#\n#####", legend={"L": "{lift: 128}"})
    terrain = Terrain(drawn.level, NEW.step)
    first, last = Vec3(192, 192, 60), Vec3(448, 192, 60)
    assert terrain.is_clear(first, last)
    terrain.lifts[0].call(0.0)
    watched(terrain.lifts[0], 1.0)
    assert not terrain.is_clear(first, last)
    hit = terrain.trace(first, last)
    assert hit is not None
    assert hit.location == Vec3(256, 192, 60)


# Straight runs


def runs(terrain: Terrain, start: Vec3, end: Vec3) -> bool:
    return terrain.can_run(start, end, NEW.radius, 2 * NEW.half_height, NEW.step)


@pytest.mark.parametrize(
    ("heights", "there", "back"),
    [
        ("0000000", True, True),
        ("0011110", True, True),
        ("0022220", False, True),
        ("0000010", True, True),
        ("0002000", False, False),
        ("0099990", False, True),
    ],
    ids=["level", "a step", "a ledge", "a step at the end", "a hurdle", "a high ledge"],
)
def test_a_run_climbs_steps_and_drops_from_ledges(heights: str, *, there: bool, back: bool) -> None:
    drawn = draw_map("#######\n#s....#\n#######", heights=f"#######\n{heights}\n#######")
    terrain = Terrain(drawn.level, NEW.step)
    first, last = (Vec3(x, 192, terrain.stack(int(x // 128), 1)[0].floor) for x in (192.0, 704.0))
    assert (runs(terrain, first, last), runs(terrain, last, first)) == (there, back)


def test_a_run_goes_up_a_ramp_and_down_again() -> None:
    terrain = Terrain(draw_map(RAMP_ROWS, heights=RAMP_HEIGHTS).level, NEW.step)
    low, high = Vec3(192, 192, 0), Vec3(704, 192, 64)
    assert runs(terrain, low, high)
    assert runs(terrain, high, low)


def test_no_run_goes_through_lava() -> None:
    terrain = Terrain(draw_map("######\n#s.!.#\n######").level, NEW.step)
    assert runs(terrain, Vec3(192, 192, 0), Vec3(320, 192, 0))
    assert not runs(terrain, Vec3(192, 192, 0), Vec3(576, 192, 0))


def test_no_run_goes_through_a_wall_or_off_the_map() -> None:
    terrain = Terrain(draw_map("######\n#s#..#\n######").level, NEW.step)
    assert not runs(terrain, Vec3(192, 192, 0), Vec3(576, 192, 0))
    assert not runs(terrain, Vec3(192, 192, 0), Vec3(192, -600, 0))


def test_no_run_passes_a_corner_nearer_than_a_body_is_wide() -> None:
    terrain = Terrain(draw_map("#####\n#s.##\n#...#\n#####").level, NEW.step)
    assert not runs(terrain, Vec3(192, 192, 0), Vec3(448, 300, 0))
    assert runs(terrain, Vec3(192, 192, 0), Vec3(448, 320, 0))


def test_a_run_under_a_balcony_does_not_get_onto_it() -> None:
    terrain = Terrain(draw_map("#####\n#s..#\n#####", upper="#####\n#  .#\n#####").level, NEW.step)
    assert runs(terrain, Vec3(192, 192, 0), Vec3(448, 192, 0))
    assert not runs(terrain, Vec3(192, 192, 0), Vec3(448, 192, 288))


def test_a_run_off_a_balcony_drops_to_the_floor() -> None:
    terrain = Terrain(draw_map("#####\n#s..#\n#####", upper="#####\n#  .#\n#####").level, NEW.step)
    assert runs(terrain, Vec3(448, 192, 288), Vec3(192, 192, 0))


def arrives(body: Body, goal: Vec3, *, within: float = 40.0) -> bool:
    """Whether a body that always wishes straight to a goal gets there, no more than a body too high."""
    far = math.hypot(goal.x - body.x, goal.y - body.y)
    for _ in range(round((far / body.spec.run_speed + 3.0) / TICK)):
        dx, dy = goal.x - body.x, goal.y - body.y
        far = math.hypot(dx, dy)
        if far < within and abs(body.z - goal.z) <= 2 * body.half_height:
            return True
        body.tick((dx / far, dy / far, 0.0) if far > 1.0 else (0.0, 0.0, 0.0), TICK)
    return False


_FLOOR_PART = st.floats(0.22, 0.78)
_OFFSET = st.integers(-6, 6)
_RUN = st.tuples(
    st.integers(0, 5000),
    _FLOOR_PART,
    _FLOOR_PART,
    _OFFSET,
    _OFFSET,
    st.integers(0, 1),
    _FLOOR_PART,
    _FLOOR_PART,
)
"""Where a run begins, where it ends from there, and on which layer."""


def ends_of(terrain: Terrain, run: Run) -> tuple[Vec3, Vec3]:
    """Two places on floors that have room for a body."""
    level, (number, x, y, right, down, layer, end_x, end_y) = terrain.level, run
    roomy = [space for space in level.spaces() if space.ceiling - space.floor > 100.0]
    start = roomy[number % len(roomy)]
    stack = [
        space
        for space in level.stack(start.column + right, start.row + down)
        if space.ceiling - space.floor > 100.0
    ]
    end = stack[layer % len(stack)] if stack else start
    return on_floor(terrain, start, x, y), on_floor(terrain, end, end_x, end_y)


@pytest.mark.parametrize("spec", [NEW, OLD], ids=["UT2004", "UT99"])
@maps
@given(_RUN)
@settings(max_examples=45, deadline=None, derandomize=True)
def test_a_body_that_runs_where_it_can_arrives(name: str, spec: BodySpec, run: Run) -> None:
    terrain = shipped_terrain(name, spec.step)
    start, end = ends_of(terrain, run)
    if terrain.can_run(start, end, spec.radius, 2 * spec.half_height, spec.step):
        assert arrives(Body(terrain, spec, start), end)


def test_a_drop_from_which_a_runner_flies_into_lava_is_no_straight_run() -> None:
    terrain = shipped_terrain("dom-crossing", OLD.step)
    start, end = Vec3(2605.7, 192.2, 288.0), Vec3(2866.6, 970.8, 32.0)
    assert not terrain.can_run(start, end, OLD.radius, 2 * OLD.half_height, OLD.step)
