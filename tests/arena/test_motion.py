"""Bodies move by the figures of the games, and never into rock."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agentfw.arena.catalog import find_map, known_maps
from agentfw.arena.mapfiles import load_map
from agentfw.arena.motion import UT99_BODY, UT2004_BODY, BodyPlan, Happened, MovingBody
from agentfw.geometry import ORIGIN, Rotation, Vec3

if TYPE_CHECKING:
    from agentfw.arena.level import Level

TICK = 0.05
EAST, SOUTH = Vec3(1.0, 0.0, 0.0), Vec3(0.0, 1.0, 0.0)


def drawn(*rows: str, heights: tuple[str, ...] = ()) -> Level:
    text = "map: M\nabout: x\nmodes: [dm]\nplayers: 2-4\nlayers:\n  - at: 0\n    rows: |\n"
    text += "".join(f"      {row}\n" for row in rows)
    text += "    heights: |\n" + "".join(f"      {row}\n" for row in heights) if heights else ""
    return load_map(text, "m.yaml").level


HALL = drawn("#" * 32, *["#s" + "." * 29 + "#"] * 5, "#" * 32)


def body(
    level: Level = HALL, plan: BodyPlan = UT2004_BODY, x: float = 192.0, y: float = 448.0
) -> MovingBody:
    space = level.stack(int(x // level.cell), int(y // level.cell))[0]
    return MovingBody(level, plan, Vec3(x, y, level.floor_height(space, x, y)))


def moved(mover: MovingBody, wish: Vec3, seconds: float) -> list[Happened]:
    return [mover.tick(wish, TICK) for _ in range(round(seconds / TICK))]


@pytest.mark.parametrize(("plan", "speed"), [(UT2004_BODY, 440.0), (UT99_BODY, 400.0)])
def test_full_speed_is_reached_in_a_quarter_of_a_second(plan: BodyPlan, speed: float) -> None:
    mover = body(plan=plan)
    moved(mover, EAST, 0.1)
    assert 0.0 < mover.velocity.x < speed
    moved(mover, EAST, 0.15)
    assert mover.velocity == Vec3(speed, 0.0, 0.0)


def test_a_body_without_a_wish_comes_to_rest() -> None:
    mover = body()
    moved(mover, EAST, 1.0)
    moved(mover, ORIGIN, 0.25)
    assert mover.velocity == ORIGIN


def test_walking_is_two_fifths_as_fast() -> None:
    mover = body()
    mover.is_walking = True
    moved(mover, EAST, 1.0)
    assert mover.velocity.x == pytest.approx(176.0)


@pytest.mark.parametrize(
    ("plan", "apex", "airtime", "reach"), [(UT2004_BODY, 61, 0.72, 315), (UT99_BODY, 56, 0.68, 274)]
)
def test_a_running_jump_is_as_high_long_and_far_as_in_the_game(
    plan: BodyPlan, apex: float, airtime: float, reach: float
) -> None:
    mover = body(plan=plan)
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


def test_nobody_jumps_in_the_air() -> None:
    mover = body()
    assert mover.jump()
    mover.tick(ORIGIN, TICK)
    assert not mover.jump()


def test_a_wall_stops_the_body_at_its_radius_and_says_where_it_stands() -> None:
    mover = body()
    happened = moved(mover, Vec3(0.0, -1.0, 0.0), 2.0)
    assert mover.feet.y == pytest.approx(128.0 + UT2004_BODY.radius)
    assert happened[-1].wall_normal == Vec3(0.0, 1.0, 0.0)


def test_a_body_slides_along_a_wall() -> None:
    mover = body()
    moved(mover, Vec3(1.0, -1.0, 0.0), 3.0)
    assert mover.feet.x > 900.0
    assert mover.feet.y == pytest.approx(128.0 + UT2004_BODY.radius)


def test_a_step_is_climbed_and_a_higher_edge_is_not() -> None:
    mover = body(drawn("######", "#s...#", "######", heights=("000000", "000120", "000000")), y=192.0)
    moved(mover, EAST, 2.0)
    assert mover.feet.z == 64.0
    mover = body(drawn("######", "#s...#", "######", heights=("000000", "002220", "000000")), y=192.0)
    moved(mover, EAST, 2.0)
    assert mover.feet.x == pytest.approx(256.0 - UT2004_BODY.radius)


def test_a_ramp_is_followed_up_and_down() -> None:
    level = drawn("#######", "#s.>..#", "#######", heights=("0000000", "0000220", "0000000"))
    mover = body(level, y=192.0)
    moved(mover, EAST, 2.0)
    assert mover.feet.z == 64.0
    assert not any(tick.left_ledge for tick in moved(mover, Vec3(-1.0, 0.0, 0.0), 2.0))
    assert mover.feet.z == 0.0


@pytest.mark.parametrize("is_walking", [True, False])
def test_runners_leave_a_ledge_and_walkers_stop_at_it(*, is_walking: bool) -> None:
    level = drawn("######", "#s...#", "######", heights=("000000", "044000", "000000"))
    mover = body(level, y=192.0)
    mover.is_walking = is_walking
    happened = moved(mover, EAST, 3.0)
    assert any(tick.stopped_at_ledge for tick in happened) is is_walking
    assert any(tick.left_ledge for tick in happened) is not is_walking
    assert mover.feet.z == (128.0 if is_walking else 0.0)


def test_landing_tells_the_speed_of_the_fall() -> None:
    level = drawn("######", "#s...#", "######", heights=("000000", "088000", "000000"))
    mover = body(level, y=192.0)
    (speed,) = (tick.landed_at for tick in moved(mover, EAST, 3.0) if tick.landed_at)
    assert speed == pytest.approx((2 * 950.0 * 256.0) ** 0.5, rel=0.08)


def test_turning_takes_its_time_and_the_shorter_way() -> None:
    mover = body()
    mover.turn_toward(Rotation(0, 65000, 0), 0.005)
    assert mover.rotation.yaw == 65536 - 300
    mover.turn_toward(Rotation(0, 65000, 0), 1.0)
    assert mover.rotation.yaw == 65000


@functools.cache
def shipped(name: str) -> Level:
    return find_map(name).level


@given(
    st.sampled_from(list(known_maps())),
    st.integers(0, 1000),
    st.lists(st.tuples(st.floats(-1, 1), st.floats(-1, 1), st.booleans()), max_size=60),
)
@settings(max_examples=150, deadline=None, derandomize=True)
def test_no_wish_leads_a_body_into_rock(
    name: str, start: int, wishes: list[tuple[float, float, bool]]
) -> None:
    level = shipped(name)
    spaces = [space for space in level.spaces() if space.ceiling - space.floor > 120.0]
    mover = MovingBody(level, UT2004_BODY, level.center(spaces[start % len(spaces)]))
    for x, y, jumps in wishes:
        if jumps:
            mover.jump()
        for _ in range(4):
            mover.tick(Vec3(x, y, 0.0), TICK)
            assert level.space_at(mover.location) is not None
