"""Bodies in the water: swimming, floating, diving, and getting out."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest

from agentfw.arena.games.ut99 import UT99
from agentfw.arena.games.ut2004 import UT2004
from agentfw.arena.world.motion import Body
from agentfw.arena.world.terrain import Terrain
from agentfw.arena.world.world import TICK_S
from agentfw.geometry import ORIGIN, Vec3
from tests.support.arena import draw_map, lone_body, moved

if TYPE_CHECKING:
    from agentfw.arena.games.specs import BodySpec

NEW, OLD = UT2004.body, UT99.body
EAST, WEST, STILL = (1.0, 0.0, 0.0), (-1.0, 0.0, 0.0), (0.0, 0.0, 0.0)
POOL = "\n".join(["########", "#s.....#", *["#.~~~~.#"] * 3, "#......#", "########"])
DEEP = "\n".join(["########", "#9999999", *["#9....9#"] * 3, "#999999#", "########"])
SHALLOW = DEEP.replace("9", "1")


def swimmer(z: float, spec: BodySpec = NEW) -> Body:
    """A body in the middle of a pool that is 288 uu deep, or above it."""
    return lone_body(POOL, heights=DEEP, spec=spec, x=448.0, y=448.0, z=z, wall=2048)


@pytest.mark.parametrize(("spec", "speed"), [(NEW, 220.0), (OLD, 200.0)])
def test_a_swimmer_is_half_as_fast_as_a_runner(spec: BodySpec, speed: float) -> None:
    mover = swimmer(100.0, spec)
    moved(mover, (1.0, 0.0, 0.0), 0.5)
    assert mover.is_swimming
    assert math.hypot(mover.vx, mover.vy) == pytest.approx(speed)


def test_a_swimmer_dives_and_rises_as_it_wishes() -> None:
    mover = swimmer(150.0)
    moved(mover, (0.0, 0.0, -1.0), 0.5)
    assert mover.z == pytest.approx(150.0 - 110.0)
    moved(mover, (0.0, 0.0, 1.0), 0.25)
    assert mover.z == pytest.approx(40.0 + 55.0)


def test_a_swimmer_without_a_wish_drifts_up_until_it_can_breathe() -> None:
    mover = swimmer(50.0)
    assert mover.is_head_under_water
    moved(mover, STILL, 6.0)
    assert (mover.is_swimming, mover.is_head_under_water) == (True, False)
    assert mover.location.z == pytest.approx(288.0)


def test_a_body_stands_in_shallow_water_and_runs_as_fast_as_ever() -> None:
    mover = lone_body(POOL, heights=SHALLOW, x=320.0, y=448.0)
    moved(mover, EAST, 0.5)
    assert (mover.is_swimming, mover.z, mover.velocity.x) == (False, 0.0, 440.0)


def test_deep_water_catches_a_fall() -> None:
    mover = swimmer(1500.0)
    seen = moved(mover, STILL, 3.0)
    assert (mover.is_swimming, mover.is_falling) == (True, False)
    assert sum(tick.landed_at >= 0.0 for tick in seen) == 1


def test_touching_deep_water_takes_a_hundred_off_the_speed() -> None:
    mover, speed = swimmer(1500.0), 0.0
    while mover.is_falling:
        speed = -mover.vz + 950.0 * TICK_S
        mover.tick(STILL, TICK_S)
    assert mover.landed_at == pytest.approx(speed - 100.0)


def test_touching_shallow_water_takes_a_hundred_off_the_speed() -> None:
    speeds = []
    for x in (448.0, 192.0):
        mover = lone_body(
            POOL, heights=SHALLOW, x=x, y=448.0, z=950.0 if x == 448.0 else 982.0, wall=2048
        )
        speeds.append(max(tick.landed_at for tick in moved(mover, STILL, 3.0)))
    assert speeds[0] == pytest.approx(speeds[1] - 100.0)


def test_a_swimmer_climbs_out_at_the_shore() -> None:
    mover = swimmer(240.0)
    moved(mover, WEST, 2.0)
    assert (mover.is_swimming, mover.z) == (False, 288.0)
    assert mover.x == pytest.approx(128.0 + NEW.radius)


def test_whoever_climbed_out_of_the_water_has_no_vertical_speed() -> None:
    mover = swimmer(240.0)
    moved(mover, WEST, 2.0)
    assert mover.velocity.z == 0.0


def test_a_body_that_floats_at_the_surface_is_at_rest() -> None:
    mover = swimmer(50.0)
    moved(mover, STILL, 6.0)
    assert mover.velocity == ORIGIN


@pytest.mark.parametrize("deed", ["push", "dodge"])
def test_a_swimmer_who_is_thrown_under_water_swims_on_at_once(deed: str) -> None:
    mover = swimmer(100.0)
    if deed == "push":
        mover.push(0.0, 0.0, 200.0)
    else:
        mover.dodge(1.0, 0.0)
    moved(mover, STILL, 0.2)
    assert (mover.is_swimming, mover.is_falling) == (True, False)


def test_a_jump_under_water_ends_in_the_water() -> None:
    mover = swimmer(100.0)
    mover.jump()
    moved(mover, STILL, 0.2)
    assert (mover.is_swimming, mover.is_falling) == (True, False)


def test_a_swimmer_stays_below_a_bridge_that_lies_on_the_water() -> None:
    drawn = draw_map(
        "########\n#s.....#\n#.~~~~.#\n#......#\n########",
        heights="########\n#5555555\n#5....5#\n#555555#\n########",
        upper="########\n#      #\n#   .. #\n#      #\n########",
        upper_at=176,
    )
    mover = Body(Terrain(drawn.level, NEW.step), NEW, Vec3(576.0, 320.0, 20.0))
    moved(mover, STILL, 5.0)
    assert mover.z + 2 * mover.half_height <= 160.0
