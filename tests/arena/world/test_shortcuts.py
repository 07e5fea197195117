"""What is answered the short way is answered as if the line or the run had been followed."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from agentfw.arena.maps.catalog import find_map, known_maps
from agentfw.arena.maps.level import Level, Side, Space, Surface, Thing, ThingKind
from agentfw.arena.world.rectangles import count_cells
from agentfw.arena.world.terrain import Terrain
from agentfw.geometry import Vec3

if TYPE_CHECKING:
    from collections.abc import Iterator

CELL, STEP, HEIGHT, RADIUS = 128.0, 35.0, 78.0, 17.0
FLOORS = (0.0, 0.0, 0.0, 16.0, 17.5, 35.0, 36.0, 64.0, 200.0)
LINES = 4000

seeds = pytest.mark.parametrize("seed", range(6))
maps = pytest.mark.parametrize("name", known_maps())


def any_stack(rng: random.Random) -> tuple[Space, ...]:
    """Rock, one space or two; sometimes sloping, sometimes of lava."""
    if rng.random() < 0.12:
        return ()
    low = Space(0, 0, 0, rng.choice(FLOORS), 384.0)
    if rng.random() < 0.1:
        low = replace(low, rises=rng.choice(list(Side)), rise=rng.choice((16.0, 64.0)))
    if rng.random() < 0.05:
        low = replace(low, surface=Surface.LAVA)
    if rng.random() < 0.8:
        return (low,)
    above = low.floor + rng.choice((40.0, 90.0, 150.0))
    return replace(low, ceiling=above - 8.0), Space(0, 0, 1, above, 500.0)


def any_level(rng: random.Random, *, rough: float) -> Level:
    """Fourteen by nine cells, flat but for a part of them, with a lift in the middle."""

    def stack(column: int, row: int) -> tuple[Space, ...]:
        spaces = any_stack(rng) if rng.random() < rough else (Space(0, 0, 0, 0.0, 384.0),)
        return tuple(replace(space, column=column, row=row) for space in spaces)

    columns = [[stack(column, row) for row in range(9)] for column in range(14)]
    columns[7][4] = (Space(7, 4, 0, 0.0, 384.0),)
    lift = Thing(ThingKind.LIFT, Vec3(7.5 * CELL, 4.5 * CELL, 0.0), "L", travel=200.0)
    return Level("any", CELL, tuple(map(tuple, columns)), (lift,))


def any_point(level: Level, rng: random.Random, *, above: float = 1.0) -> Vec3:
    """A point in the open, often in the middle, at an edge or at a corner of a cell."""
    space = rng.choice(list(level.spaces()))
    east, south = (rng.choice((0.0, 0.5, rng.random(), rng.random())) for _ in range(2))
    x, y = (space.column + east) * level.cell, (space.row + south) * level.cell
    floor = level.floor_height(space, x, y)
    room = (space.ceiling - floor) * above
    return Vec3(x, y, floor + rng.choice((0.0, 0.0, min(44.0, room), rng.random() * room)))


def grounds(rng: random.Random) -> Iterator[Terrain]:
    """The same random ground, with the lift at three heights."""
    terrain = Terrain(any_level(rng, rough=rng.choice((0.15, 0.5, 1.0))), STEP)
    for floor in (0.0, 130.0, 200.0):
        terrain.lifts[0].ground.floor = floor
        yield terrain


def follows(terrain: Terrain, start: Vec3, end: Vec3) -> bool:
    """Whether a line is clear, followed from cell to cell."""
    one, other = sorted([(start.x, start.y, start.z), (end.x, end.y, end.z)])
    inverse = 1.0 / terrain.cell
    ends = [(x * inverse, y * inverse, z) for x, y, z in (one, other)]
    return (
        all(0 <= x < terrain.width and 0 <= y < terrain.depth for x, y, _ in ends)
        and terrain.sight.first_wall(ends[0], ends[1]) is None
    )


def assert_sight_is_followed(terrain: Terrain, rng: random.Random, lines: int) -> None:
    points = [any_point(terrain.level, rng) for _ in range(60)]
    points.append(Vec3(-50.0, 100.0, 10.0))
    for _ in range(lines):
        start, end = rng.choice(points), rng.choice(points)
        if rng.random() < 0.7:
            start = any_point(terrain.level, rng)
        assert terrain.is_clear(start, end) is follows(terrain, start, end), (start, end)


def assert_runs_are_followed(terrain: Terrain, rng: random.Random, runs: int) -> int:
    """How many of the runs are possible, too."""
    possible = 0
    for _ in range(runs):
        start = any_point(terrain.level, rng, above=0.1)
        far = Vec3(rng.uniform(-900.0, 900.0), rng.uniform(-900.0, 900.0), rng.uniform(-100.0, 100.0))
        end = rng.choice((start + far, any_point(terrain.level, rng, above=0.1)))
        wanted = terrain.runs.leads_there(start, end, RADIUS, HEIGHT, STEP)
        assert terrain.can_run(start, end, RADIUS, HEIGHT, STEP) is wanted, (start, end)
        possible += wanted
    return possible


@seeds
def test_sight_is_as_if_followed_on_any_ground(seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311 - a fixed sample
    for terrain in grounds(rng):
        assert_sight_is_followed(terrain, rng, LINES)


@maps
def test_sight_is_as_if_followed_on_maps_that_ship(name: str) -> None:
    rng = random.Random(name)  # noqa: S311 - a fixed sample
    terrain = Terrain(find_map(name).level, STEP)
    for _ in range(3):
        assert_sight_is_followed(terrain, rng, LINES // 2)
        for lift in terrain.lifts:
            lift.ground.floor += 50.0


@seeds
def test_runs_are_as_if_followed_on_any_ground(seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311 - a fixed sample
    assert sum(assert_runs_are_followed(terrain, rng, 1500) for terrain in grounds(rng))


@maps
def test_runs_are_as_if_followed_on_maps_that_ship(name: str) -> None:
    rng = random.Random(name)  # noqa: S311 - a fixed sample
    assert assert_runs_are_followed(Terrain(find_map(name).level, STEP), rng, 2000)


@seeds
def test_flights_over_edges_land_where_they_are_followed_to(seed: int) -> None:
    rng, landed = random.Random(seed), set[bool]()  # noqa: S311 - a fixed sample
    for terrain in grounds(rng):
        for _ in range(500):
            edge, way = any_point(terrain.level, rng), (rng.uniform(-1.0, 1.0), rng.uniform(-1.0, 1.0))
            ahead = Vec3(*way, 0.0).unit()
            wanted = any(
                terrain.runs.falls_into_lava(edge, ahead * speed) for speed in (340.0, 400.0, 440.0)
            )
            assert terrain.runs.lands_in_lava(edge, way) is wanted, (edge, way)
            landed.add(wanted)
    assert landed == {True, False}


def test_lines_of_unheard_of_heights_are_followed_too() -> None:
    terrain = Terrain(find_map("dom-crossing").level, STEP)
    for height in range(0, 10**7, 10**4):
        start, end = Vec3(400.0, 400.0, -1.0 * height), Vec3(900.0, 450.0, 1e12 - height)
        assert terrain.is_clear(start, end) is follows(terrain, start, end)


def test_four_numbers_tell_how_many_cells_of_a_rectangle_are_counted() -> None:
    rng = random.Random(3)  # noqa: S311 - a fixed sample
    marked = {(rng.randrange(6), rng.randrange(5)) for _ in range(9)}
    counts = count_cells(6, 5, lambda column, row: (column, row) in marked)
    for left, right in ((0, 6), (1, 4), (2, 3), (3, 3)):
        for top, bottom in ((0, 5), (1, 4), (2, 2)):
            inside = sum(left <= x < right and top <= y < bottom for x, y in marked)
            told = counts[right][bottom] - counts[right][top] - counts[left][bottom] + counts[left][top]
            assert told == inside


def test_level_ground_does_not_bring_a_point_above_a_lower_floor_within_reach() -> None:
    high, low = Space(0, 0, 0, 16.0, 384.0), Space(1, 0, 0, 0.0, 384.0)
    hall = (replace(low, column=2), replace(low, column=3))
    rows = [tuple(replace(space, row=row) for row in range(3)) for space in (high, low, *hall)]
    level = Level("step", CELL, tuple(tuple((space,) for space in column) for column in rows), ())
    terrain = Terrain(level, STEP)
    start = Vec3(64.0, 192.0, 16.0)
    for above in range(60, 100):
        end = Vec3(320.0, 192.0, float(above))
        assert terrain.can_run(start, end, RADIUS, HEIGHT, STEP) is (above <= HEIGHT)
