from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from agentfw.arena.maps.level import Level, Side, Space
from agentfw.geometry import Vec3

if TYPE_CHECKING:
    from collections.abc import Sequence

_CELL = 128.0
_TOP = 384.0
_NEAR = 1e-6


def flat(floor: float, ceiling: float = _TOP, layer: int = 0) -> Space:
    """A level floor; `level_of` puts it into its cell."""
    return Space(0, 0, layer, floor, ceiling)


def ramp(rises: Side, low: float, high: float, ceiling: float = _TOP) -> Space:
    return Space(0, 0, 0, (low + high) / 2, ceiling, rises, high - low)


def level_of(*rows: Sequence[tuple[Space, ...]]) -> Level:
    """A level from rows of stacks, as a map file draws them."""
    columns = tuple(
        tuple(
            tuple(replace(space, column=column, row=row) for space in rows[row][column])
            for row in range(len(rows))
        )
        for column in range(len(rows[0]))
    )
    return Level("test", _CELL, columns, ())


def margin(level: Level, column: int, row: int, point: Vec3) -> float:
    """How deep a point is inside of an open space of this cell; negative in solid rock."""
    inside = -math.inf
    for space in level.stack(column, row):
        east, south = point.x / _CELL - column, point.y / _CELL - row
        part = {Side.EAST: east, Side.WEST: 1 - east, Side.SOUTH: south, Side.NORTH: 1 - south}
        floor = space.floor + (space.rise * (part[space.rises] - 0.5) if space.rises else 0.0)
        inside = max(inside, min(point.z - floor, space.ceiling - point.z))
    return inside


def cells_around(point: Vec3) -> set[tuple[int, int]]:
    return {
        (math.floor((point.x + x) / _CELL), math.floor((point.y + y) / _CELL))
        for x, y in itertools.product((-_NEAR, _NEAR), repeat=2)
    }


def sampled_clear(level: Level, start: Vec3, end: Vec3) -> bool | None:
    """Whether a line is clear by many points on it; None where it grazes an edge."""
    way = end - start
    borders = [
        (line * _CELL - begin) / along
        for begin, along in ((start.x, way.x), (start.y, way.y))
        for line in range(-3, 8)
        if along != 0.0
    ]
    parts = sorted({0.0, 1.0, *(part for part in borders if 0.0 < part < 1.0)})
    through = touched = math.inf
    for enters, leaves in itertools.pairwise(parts):
        points = [start + way * (enters + (leaves - enters) * n / 64) for n in range(65)]
        around = cells_around(points[32])
        inside = [min(margin(level, *cell, point) for point in points) for cell in around]
        if (leaves - enters) * way.length > 8 * _NEAR or way.length == 0.0:
            through = min(through, max(inside))
        at_border = [margin(level, *cell, at) for at in points for cell in cells_around(at)]
        touched = min(touched, *at_border)
    if through < -_NEAR:
        return False
    return True if min(through, touched) > _NEAR else None


_HEIGHTS = st.sampled_from([0.0, 32.0, 64.0])
_LOWER = st.one_of(
    st.builds(flat, _HEIGHTS),
    st.builds(ramp, st.sampled_from(Side), _HEIGHTS, st.sampled_from([64.0, 96.0])),
)
_TWO = st.tuples(
    st.builds(flat, _HEIGHTS, st.just(160.0)),
    st.builds(flat, st.sampled_from([176.0, 208.0]), st.just(_TOP), st.just(1)),
)
_STACKS = st.one_of(*[st.tuples(_LOWER)] * 4, st.just(()), _TWO)


@st.composite
def levels(draw: st.DrawFn) -> Level:
    width = draw(st.integers(1, 4))
    rows = draw(st.lists(st.lists(_STACKS, min_size=width, max_size=width), min_size=1, max_size=4))
    assume(any(itertools.chain(*rows)))
    return level_of(*rows)


@st.composite
def open_points(draw: st.DrawFn, level: Level, parts: st.SearchStrategy[float]) -> Vec3:
    """A point in one of the spaces, at these parts of its cell."""
    space = draw(st.sampled_from([*level.spaces()]))
    x, y = (space.column + draw(parts)) * _CELL, (space.row + draw(parts)) * _CELL
    floor = level.floor_height(space, x, y)
    return Vec3(x, y, floor + (space.ceiling - floor) * draw(st.floats(0.0, 1.0, width=32)))


_ACROSS = st.floats(-100.0, 600.0, width=32) | st.integers(-1, 17).map(lambda part: part * _CELL / 4)
_PLACES = st.builds(Vec3, _ACROSS, _ACROSS, st.floats(-20.0, 400.0, width=32))
_ANY_PART = st.floats(0.0, 1.0, width=32)
_QUARTERS = st.sampled_from([0.0, 0.25, 0.5, 0.75])
_OPEN = flat(0.0)


@pytest.mark.parametrize("parts", [_ANY_PART, _QUARTERS], ids=["anywhere", "on the grid"])
@given(st.data())
@settings(max_examples=300, deadline=None, derandomize=True)
def test_is_clear_agrees_with_points_sampled_on_the_line(
    parts: st.SearchStrategy[float], data: st.DataObject
) -> None:
    level = data.draw(levels())
    start, end = (data.draw(open_points(level, parts)) for _ in range(2))
    expected = sampled_clear(level, start, end)
    assume(expected is not None)
    assert level.is_clear(start, end) is expected


@given(st.data())
@settings(max_examples=300, deadline=None, derandomize=True)
def test_who_sees_is_seen(data: st.DataObject) -> None:
    level = data.draw(levels())
    start, end = (data.draw(open_points(level, _ANY_PART | _QUARTERS)) for _ in range(2))
    assert level.is_clear(start, end) == level.is_clear(end, start)


@given(levels(), _PLACES, _PLACES)
@settings(max_examples=400, deadline=None, derandomize=True)
def test_nothing_is_clear_to_or_from_a_point_in_rock(level: Level, start: Vec3, end: Vec3) -> None:
    assume(level.space_at(end) is None)
    assert (level.is_clear(start, end), level.is_clear(end, start)) == (False, False)


@pytest.mark.parametrize("wall", list(itertools.product((0, 1), repeat=2)))
def test_a_diagonal_past_the_corner_of_one_wall_is_the_same_both_ways(wall: tuple[int, int]) -> None:
    level = level_of(
        *([() if (column, row) == wall else (_OPEN,) for column in (0, 1)] for row in (0, 1))
    )
    corners = [Vec3(64, 64, 9), Vec3(192, 64, 9), Vec3(192, 192, 9), Vec3(64, 192, 9)]
    for start, end in itertools.combinations(corners, 2):
        assert level.is_clear(start, end) == level.is_clear(end, start)


def test_the_border_of_a_wall_belongs_to_the_wall_on_its_far_side() -> None:
    level = level_of([(_OPEN,), ()])
    inside, border = Vec3(64, 64, 9), Vec3(128, 64, 9)
    assert level.space_at(border) is None
    assert not level.is_clear(border, inside)
    assert not level.is_clear(inside, border)


@pytest.mark.parametrize("start", [99.5 * _CELL, 100 * _CELL - 1, 7 * _CELL - 1, 12345.6])
def test_rounding_does_not_lead_a_long_line_past_its_end(start: float) -> None:
    level = level_of([(_OPEN,)] * 100)
    edge, far = Vec3(0, 64, 9), Vec3(start, 64, 9)
    assert level.space_at(edge) is not None
    assert (level.is_clear(edge, far), level.is_clear(far, edge)) == (True, True)


@pytest.mark.timeout(5)
@pytest.mark.parametrize("axis", ["x", "y"])
@pytest.mark.parametrize("line", [0, 1, 50, 99])
def test_long_lines_on_a_cell_border_end(axis: str, line: int) -> None:
    level = level_of(*([[(_OPEN,)] * 100] * 100))
    at = line * _CELL
    ends = [Vec3(end, at, 9) if axis == "x" else Vec3(at, end, 9) for end in (1.0, 100 * _CELL - 1)]
    assert (level.is_clear(*ends), level.is_clear(*reversed(ends))) == (True, True)


@pytest.mark.timeout(5)
def test_a_line_that_leaves_the_map_ends_at_once() -> None:
    assert not level_of([(_OPEN,)]).is_clear(Vec3(64, 64, 9), Vec3(1e12, -1e12, 9))


def test_one_sees_over_a_low_wall_only_from_above_its_edge() -> None:
    level = level_of([(_OPEN,), (flat(64.0),), (_OPEN,)])
    eyes = (0, 63, 64, 200, 384, 385)
    seen = [eye for eye in eyes if level.is_clear(Vec3(64, 64, eye), Vec3(320, 64, eye))]
    assert seen == [64, 200, 384]


def test_one_sees_under_and_over_a_bridge_but_not_through_it() -> None:
    level = level_of([(_OPEN,), (flat(0.0, 160.0), flat(176.0, layer=1)), (_OPEN,)])
    lines = [(100, 100), (160, 160), (168, 168), (176, 176), (200, 300), (100, 250), (250, 100)]
    seen = [(a, b) for a, b in lines if level.is_clear(Vec3(64, 64, a), Vec3(320, 64, b))]
    assert seen == [(100, 100), (160, 160), (176, 176), (200, 300)]


def test_one_sees_along_a_ramp_but_not_below_it() -> None:
    level = level_of([(_OPEN,), (ramp(Side.EAST, 0, 128),), (flat(128),)])
    seen = [z for z in (-1, 0, 1) if level.is_clear(Vec3(128, 64, z), Vec3(256, 64, 128 + z))]
    assert seen == [0, 1]
    assert not level.is_clear(Vec3(64, 64, 100), Vec3(320, 64, 129))


def test_the_edge_of_a_balcony_hides_what_is_close_below_it() -> None:
    level = level_of([(flat(0, 160), flat(176, layer=1)), (_OPEN,), (_OPEN,)])
    eye = Vec3(64, 64, 240)
    assert level.is_clear(eye, Vec3(320, 64, 20))
    assert level.is_clear(eye, Vec3(128 + 64, 64, 112))
    assert not level.is_clear(eye, Vec3(128 + 63, 64, 111))


def test_space_at_tells_the_layers_of_a_cell_apart() -> None:
    level = level_of([(), (flat(0.0, 160.0), flat(176.0, layer=1))])
    lower, upper = level.stack(1, 0)
    found = [level.space_at(Vec3(200, 64, z)) for z in (-1, 0, 160, 168, 176, 384, 385)]
    assert found == [None, lower, lower, None, upper, upper, None]
    assert level.space_at(Vec3(64, 64, 9)) is None
    assert list(level.spaces()) == [lower, upper]


@pytest.mark.parametrize(
    ("side", "at_east", "at_south"),
    [(Side.EAST, 64, 32), (Side.WEST, 0, 32), (Side.SOUTH, 32, 64), (Side.NORTH, 32, 0)],
)
def test_a_ramp_is_high_on_the_side_it_rises_to(side: Side, at_east: float, at_south: float) -> None:
    level = level_of([(), ()], [(), (ramp(side, 0, 64),)])
    (space,) = level.stack(1, 1)
    assert level.floor_height(space, 256, 192) == at_east
    assert level.floor_height(space, 128, 192) == 64 - at_east
    assert level.floor_height(space, 192, 256) == at_south
    assert level.floor_height(space, 192, 128) == 64 - at_south
    assert level.center(space) == Vec3(192, 192, 32)


@pytest.mark.parametrize("cell", [(-1, 0), (0, -1), (2, 0), (0, 1)])
def test_there_is_no_space_outside_of_the_map(cell: tuple[int, int]) -> None:
    level = level_of([(_OPEN,), (_OPEN,)])
    assert (level.width, level.depth) == (2, 1)
    assert level.stack(*cell) == ()
    assert level.space_at(Vec3((cell[0] + 0.5) * _CELL, (cell[1] + 0.5) * _CELL, 9)) is None
