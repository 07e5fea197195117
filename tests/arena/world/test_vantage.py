"""What may be seen from a cell is never too little."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from agentfw.arena.maps.catalog import find_map, known_maps
from agentfw.arena.world.vantage import Vantage, lit_cells
from agentfw.geometry import Vec3
from tests.support.arena import draw_map

if TYPE_CHECKING:
    from agentfw.arena.maps.level import Level

WALLED = draw_map("""
    #########
    #s..#...#
    #...#...#
    #...#...#
    #.......#
    #########
""").level


def any_point(level: Level, rng: random.Random) -> Vec3:
    space = rng.choice(list(level.spaces()))
    x, y = (space.column + rng.random()) * level.cell, (space.row + rng.random()) * level.cell
    floor = level.floor_height(space, x, y)
    return Vec3(x, y, floor + rng.random() * (space.ceiling - floor))


@pytest.mark.parametrize("name", known_maps())
def test_whatever_is_seen_may_be_seen(name: str) -> None:
    level, rng = find_map(name).level, random.Random(7)  # noqa: S311 - a fixed sample
    points = [
        level.center(space) + Vec3(0.0, 0.0, 40.0) for space in rng.sample(list(level.spaces()), 30)
    ]
    vantage = Vantage(level, points)
    for _ in range(2000):
        eye, number = any_point(level, rng), rng.randrange(len(points))
        if level.is_clear(eye, points[number]):
            cell = int(eye.x // level.cell), int(eye.y // level.cell)
            assert number in vantage.from_cell(*cell)


def test_a_wall_hides_what_lies_straight_behind_it() -> None:
    lit = set(lit_cells(WALLED, 1, 1))
    assert (3, 3) in lit
    assert (5, 1) not in lit
    assert (7, 1) not in lit


def test_a_gap_lets_through() -> None:
    assert (5, 4) in set(lit_cells(WALLED, 3, 4))


def test_solid_cells_are_never_lit() -> None:
    assert all(WALLED.stack(*cell) for cell in lit_cells(WALLED, 2, 2))


def test_points_of_one_cell_are_seen_from_the_same_cells() -> None:
    low = WALLED.center(WALLED.stack(1, 1)[0])
    vantage = Vantage(WALLED, [low, low + Vec3(0.0, 0.0, 60.0)])
    assert vantage.from_cell(2, 2) == (0, 1)
