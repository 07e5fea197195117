"""From orders to motion: where bodies go, how fast, and what they look at."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest

from agentfw.arena.games.ut99 import UT99
from agentfw.arena.games.ut2004 import UT2004
from agentfw.arena.world.players import Course
from agentfw.geometry import ORIGIN, Vec3
from tests.support.arena import (
    HALL,
    body_of,
    go,
    in_hall,
    pawn_of,
    put,
    put_player,
    run,
    small_world,
)

if TYPE_CHECKING:
    from agentfw.arena.games.specs import GameSpec
    from agentfw.arena.world.players import Player


def apart(one: Player, other: Player) -> float:
    return body_of(one).feet.ground_distance_to(body_of(other).feet)


def test_a_body_brakes_and_stands_at_the_last_point() -> None:
    world, player = in_hall()
    go(player, (1400.0, 512.0))
    farthest = 0.0
    for _ in range(60):
        world.tick()
        farthest = max(farthest, body_of(player).x)
    assert body_of(player).velocity == ORIGIN
    assert body_of(player).x == pytest.approx(1400.0, abs=16.0)
    assert farthest <= 1416.0
    assert pawn_of(player).course.is_still


def test_a_body_passes_the_first_of_two_points_without_stopping() -> None:
    world, player = in_hall()
    go(player, (1200.0, 512.0), (1800.0, 512.0))
    run(world, 0.5)
    speeds = []
    while body_of(player).x < 1700.0:
        world.tick()
        speeds.append(body_of(player).velocity.length)
    assert min(speeds) == pytest.approx(440.0)


def test_a_body_comes_near_the_first_point_of_a_bend() -> None:
    world, player = in_hall()
    go(player, (1200.0, 512.0), (1200.0, 800.0))
    nearest = math.inf
    for _ in range(60):
        world.tick()
        nearest = min(nearest, body_of(player).feet.ground_distance_to(Vec3(1200.0, 512.0, 0.0)))
    assert nearest < 25.0
    assert body_of(player).feet.ground_distance_to(Vec3(1200.0, 800.0, 0.0)) < 16.0


def test_a_body_follows_what_it_runs_toward() -> None:
    world, one = in_hall()
    other = put_player(world, "B", 1500.0, 512.0)
    pawn_of(one).course = Course(toward=other.id)
    run(world, 1.0)
    put(other, 700.0, 800.0)
    run(world, 3.0)
    assert apart(one, other) < 60.0


def test_a_body_stops_when_what_it_runs_toward_is_gone() -> None:
    world, one = in_hall()
    other = put_player(world, "B", 3000.0, 512.0)
    other.settings.manual_spawn = True
    pawn_of(one).course = Course(toward=other.id)
    run(world, 0.5)
    world.kill(other, None, world.game.world_damage["suicide"])
    run(world, 0.5)
    assert body_of(one).velocity == ORIGIN


def test_running_ahead_goes_where_the_body_looks() -> None:
    world, player = in_hall()
    pawn_of(player).course = Course(ahead=True)
    run(world, 0.5)
    pawn_of(player).wanted_yaw = 16384
    run(world, 0.5)
    assert body_of(player).velocity.y == pytest.approx(440.0)


def test_a_runner_faces_the_way() -> None:
    world, player = in_hall()
    go(player, (640.0, 800.0))
    run(world, 0.5)
    assert body_of(player).rotation.yaw == 16384


@pytest.mark.parametrize("by_id", [True, False])
def test_a_body_strafes_while_it_faces_a_target(*, by_id: bool) -> None:
    world, one = in_hall()
    other = put_player(world, "B", 640.0, 800.0)
    where = body_of(other).location
    pawn_of(one).course = Course(
        (Vec3(2000.0, 512.0, 44.0),),
        focus_target=other.id if by_id else None,
        focus_location=None if by_id else where,
    )
    run(world, 1.0)
    body = body_of(one)
    assert body.velocity.x == pytest.approx(440.0)
    wanted = (where - body.eyes).facing()
    assert abs(body.yaw - wanted.yaw) < 800
    assert abs(body.pitch - wanted.pitch) < 800


def test_a_focus_behind_a_wall_is_not_faced() -> None:
    world = small_world("########\n#s.....#\n####.###\n#......#\n########")
    one, other = put_player(world, "A", 192.0, 192.0), put_player(world, "B", 192.0, 448.0)
    pawn_of(one).course = Course((Vec3(320.0, 192.0, 44.0),), focus_target=other.id)
    run(world, 0.3)
    assert body_of(one).yaw == 0


def test_a_shooter_who_runs_faces_whom_it_shoots_at() -> None:
    world, one = in_hall()
    other = put_player(world, "B", 1600.0, 512.0)
    other.settings.invulnerable = True
    go(one, (640.0, 150.0))
    world.combat.pull(one, target=other.id)
    run(world, 0.5)
    assert body_of(one).velocity.y < -400.0
    assert body_of(one).facing.x > 0.9


@pytest.mark.parametrize(("game", "yaw"), [(UT2004, 3000), (UT99, 1500)])
def test_a_body_turns_at_the_rate_of_the_game(game: GameSpec, yaw: int) -> None:
    world, player = in_hall(game)
    pawn_of(player).wanted_yaw = 30000
    world.tick()
    assert body_of(player).yaw == yaw
    world.tick()
    assert body_of(player).yaw == 2 * yaw


@pytest.mark.parametrize(("factor", "speed"), [(0.1, 44.0), (1.0, 440.0), (2.0, 880.0)])
def test_the_speed_multiplier_scales_the_run(factor: float, speed: float) -> None:
    world = small_world(HALL)
    player = world.add_player("A")
    player.settings.speed_multiplier = factor
    assert world.spawning.spawn(player, Vec3(640.0, 512.0, 44.0))
    go(player, (5000.0, 512.0))
    run(world, 1.0)
    assert body_of(player).velocity.x == pytest.approx(speed)


@pytest.mark.parametrize(("game", "height", "speed"), [(UT2004, 29.0, 176.0), (UT99, 39.0, 140.0)])
def test_a_crouched_body_is_lower_and_slower(game: GameSpec, height: float, speed: float) -> None:
    world, player = in_hall(game)
    body_of(player).crouch(is_crouched=True)
    go(player, (5000.0, 512.0))
    run(world, 1.0)
    assert body_of(player).location.z == height
    assert body_of(player).velocity.x == pytest.approx(speed)


@pytest.mark.parametrize("is_walking", [True, False])
def test_runners_are_heard_and_walkers_are_not(*, is_walking: bool) -> None:
    world, player = in_hall()
    listener = put_player(world, "B", 900.0, 700.0)
    body_of(player).is_walking = is_walking
    go(player, (1200.0, 512.0))
    run(world, 1.0)
    sources = {sound.source for sound in listener.sounds}
    assert sources == (set() if is_walking else {player.id})
