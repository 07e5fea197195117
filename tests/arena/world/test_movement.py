"""Bodies on their way through a world: jumps, dodges, ledges, walls, and each other."""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING

import pytest

from agentfw.arena.games.ut99 import UT99
from agentfw.arena.games.ut2004 import UT2004
from agentfw.arena.world.players import Course
from agentfw.arena.world.rules import Mode
from agentfw.arena.world.world import TICK_S
from agentfw.geometry import Vec3
from agentfw.vocabulary import (
    Bumped,
    HitWall,
    Jumped,
    Landed,
    LedgeReached,
)
from tests.support.arena import (
    body_of,
    draw_map,
    go,
    in_hall,
    of_kind,
    pawn_of,
    put_player,
    run,
    shipped_world,
    small_world,
    world_on,
)

if TYPE_CHECKING:
    from agentfw.arena.games.specs import GameSpec
    from agentfw.arena.world.players import Player
    from agentfw.arena.world.world import World

LEDGE_ROWS, LEDGE_HEIGHTS = "########\n#s.....#\n########", "########\n#444000#\n########"
TOWER = "\n".join(["#####", *["#s..#"] * 3, "#####"])
games = pytest.mark.parametrize("game", [UT2004, UT99], ids=["UT2004", "UT99"])


def flight(world: World, player: Player) -> tuple[float, float]:
    """How high above the start a body gets until it lands, and how long that takes."""
    body, begin = body_of(player), world.time
    start = highest = body.z
    while body.is_falling:
        world.tick()
        highest = max(highest, body.z)
    return highest - start, world.time - begin


# Jumping


@pytest.mark.parametrize(("game", "apex", "airtime"), [(UT2004, 61.0, 0.72), (UT99, 56.0, 0.68)])
def test_a_jump_is_as_high_and_as_long_as_in_the_game(
    game: GameSpec, apex: float, airtime: float
) -> None:
    world, player = in_hall(game)
    assert world.movement.jump(player, None, None, 0.0)
    height, seconds = flight(world, player)
    assert height == pytest.approx(apex, abs=1.0)
    assert seconds == pytest.approx(airtime, abs=TICK_S)


def test_a_double_jump_gets_about_142_high() -> None:
    world, player = in_hall()
    world.movement.jump(player, 340.0, 0.5, 415.0)
    assert flight(world, player)[0] == pytest.approx(142.0, abs=2.0)


@pytest.mark.parametrize("is_double", [True, False])
def test_only_a_double_jump_gets_onto_a_ledge_of_four_steps(*, is_double: bool) -> None:
    world = small_world("########\n#s.....#\n########", heights="########\n#004444#\n########")
    player = put_player(world, "A", 192.0, 192.0)
    go(player, (800.0, 192.0))
    run(world, 0.5)
    world.movement.jump(player, 340.0, 0.5 if is_double else None, 415.0)
    run(world, 2.0)
    assert body_of(player).z == (128.0 if is_double else 0.0)


def test_the_older_game_has_no_double_jump() -> None:
    world, player = in_hall(UT99)
    world.movement.jump(player, None, 0.5, 415.0)
    assert flight(world, player)[0] == pytest.approx(56.0, abs=1.0)


def test_a_second_jump_that_comes_after_the_landing_is_none() -> None:
    world, player = in_hall()
    world.movement.jump(player, 340.0, 1.0, 415.0)
    assert flight(world, player)[1] < 1.0
    run(world, 0.5)
    assert (body_of(player).z, body_of(player).is_falling) == (0.0, False)


def test_a_weak_jump_is_low() -> None:
    world, player = in_hall()
    world.movement.jump(player, 170.0, None, 0.0)
    assert flight(world, player)[0] == pytest.approx(61.0 / 4, abs=1.0)


def test_nobody_jumps_in_the_air_or_without_a_body() -> None:
    world, player = in_hall()
    assert world.movement.jump(player, None, None, 0.0)
    world.tick()
    assert not world.movement.jump(player, None, None, 0.0)
    world.kill(player, None, world.game.world_damage["suicide"])
    assert not world.movement.jump(player, None, None, 0.0)


@pytest.mark.parametrize("is_double", [True, False])
def test_jumping_and_landing_are_told(*, is_double: bool) -> None:
    world, player = in_hall()
    world.movement.jump(player, None, 0.5 if is_double else None, 415.0)
    assert player.take_told() == [Jumped(is_double)]
    flight(world, player)
    assert player.take_told() == [Landed(Vec3(0.0, 0.0, 1.0))]


def test_jump_boots_jump_nine_times_as_high_and_wear_off() -> None:
    world = world_on(draw_map(TOWER, wall=2048), UT99)
    player = put_player(world, "A", 320.0, 320.0)
    player.settings.invulnerable = True
    pawn_of(player).boot_jumps = 1
    for apex in (9 * 55.6, 55.6):
        world.movement.jump(player, None, None, 0.0)
        assert flight(world, player)[0] == pytest.approx(apex, abs=2.0)


# Dodging


@games
def test_a_dodge_leaps_sideways_half_as_fast_again_as_a_run(game: GameSpec) -> None:
    world, player = in_hall(game)
    assert world.movement.dodge(player, 0.0, 1.0, double=False)
    world.tick()
    assert body_of(player).velocity.y == pytest.approx(1.5 * game.body.run_speed)
    assert body_of(player).is_falling


def test_dodges_are_a_second_apart() -> None:
    world, player = in_hall()
    accepted: list[float] = []
    for _ in range(60):
        y = 1.0 if len(accepted) % 2 else -1.0
        if world.movement.dodge(player, 0.0, y, double=False):
            accepted.append(world.time)
        world.tick()
    assert accepted == pytest.approx([0.0, 1.0, 2.0])


def test_nobody_dodges_in_the_air() -> None:
    world, player = in_hall()
    world.movement.jump(player, None, None, 0.0)
    world.tick()
    assert not world.movement.dodge(player, 0.0, 1.0, double=False)


def test_a_double_dodge_leaps_again_after_two_fifths_of_a_second() -> None:
    world, player = in_hall()
    world.movement.dodge(player, 1.0, 0.0, double=True)
    run(world, 0.3)
    assert body_of(player).velocity.z < 0.0
    run(world, 0.15)
    assert body_of(player).velocity.z > 200.0


def test_the_older_game_has_no_double_dodge() -> None:
    world, player = in_hall(UT99)
    world.movement.dodge(player, 1.0, 0.0, double=True)
    assert flight(world, player)[1] < 0.5


# Ledges and walls


def on_a_ledge(*, is_walking: bool) -> tuple[World, Player]:
    """Somebody who goes over a ledge 128 uu above the floor."""
    world = small_world(LEDGE_ROWS, heights=LEDGE_HEIGHTS)
    player = put_player(world, "A", 192.0, 192.0, floor=128.0)
    body_of(player).is_walking = is_walking
    go(player, (800.0, 192.0))
    run(world, 3.0)
    return world, player


def test_whoever_walks_stops_at_a_ledge_and_is_told() -> None:
    _, player = on_a_ledge(is_walking=True)
    assert body_of(player).z == 128.0
    assert {percept.fell for percept in of_kind(player, LedgeReached)} == {False}


def test_whoever_runs_falls_and_lands() -> None:
    _, player = on_a_ledge(is_walking=False)
    assert body_of(player).z == 0.0
    told = [percept for percept in player.take_told() if isinstance(percept, LedgeReached | Landed)]
    assert [type(percept) for percept in told] == [LedgeReached, Landed]


def test_whoever_runs_over_a_ledge_is_told_once() -> None:
    _, player = on_a_ledge(is_walking=False)
    assert [percept.fell for percept in of_kind(player, LedgeReached)] == [True]


def test_a_ledge_is_told_with_the_place_of_the_body() -> None:
    _, player = on_a_ledge(is_walking=True)
    assert of_kind(player, LedgeReached)[-1].location == body_of(player).location


def test_a_step_is_no_ledge() -> None:
    world = small_world(LEDGE_ROWS, heights=LEDGE_HEIGHTS.replace("4", "1"))
    player = put_player(world, "A", 192.0, 192.0, floor=32.0)
    go(player, (800.0, 192.0))
    run(world, 2.0)
    assert body_of(player).z == 0.0
    assert of_kind(player, LedgeReached) == []


def test_walls_are_told_at_most_every_half_second() -> None:
    world, player = in_hall(y=160.0)
    go(player, (5000.0, 0.0))
    times: list[float] = []
    for _ in range(60):
        world.tick()
        times += [world.time for _ in of_kind(player, HitWall)]
    gaps = [later - sooner for sooner, later in itertools.pairwise(times)]
    assert len(times) >= 5
    assert min(gaps) >= 0.5 - 1e-6


def test_a_wall_is_told_with_its_direction_and_the_place_of_the_body() -> None:
    world, player = in_hall(y=160.0)
    pawn_of(player).course = Course((Vec3(640.0, 0.0, 44.0),))
    run(world, 0.5)
    (told,) = of_kind(player, HitWall)
    assert told.normal == Vec3(0.0, 1.0, 0.0)
    assert told.location is not None
    assert told.location.distance_to(Vec3(640.0, 153.0, 44.0)) < 1.0
    assert told.id == world.naming.level_info


def test_whoever_does_not_listen_is_told_nothing() -> None:
    world, player = in_hall(y=160.0)
    player.listens = False
    go(player, (5000.0, 0.0))
    run(world, 2.0)
    assert player.take_told() == []


# Each other


def apart(one: Player, other: Player) -> float:
    return body_of(one).feet.ground_distance_to(body_of(other).feet)


def test_bodies_that_run_into_each_other_stop_at_their_radii() -> None:
    world, one = in_hall()
    other = put_player(world, "B", 1000.0, 512.0, yaw=32768)
    go(one, (1500.0, 512.0))
    go(other, (100.0, 512.0))
    nearest = math.inf
    for _ in range(60):
        world.tick()
        nearest = min(nearest, apart(one, other))
    assert nearest >= 50.0 - 1e-6


def test_bumps_are_told_at_most_every_half_second() -> None:
    world, one = in_hall()
    put_player(world, "B", 800.0, 512.0)
    go(one, (1500.0, 512.0))
    times: list[float] = []
    for _ in range(60):
        world.tick()
        times += [world.time for _ in of_kind(one, Bumped)]
    gaps = [later - sooner for sooner, later in itertools.pairwise(times)]
    assert len(times) >= 5
    assert min(gaps) >= 0.5 - 1e-6


def test_a_bump_is_told_with_the_other_one_and_where_it_is() -> None:
    world, one = in_hall()
    other = put_player(world, "B", 800.0, 512.0)
    go(one, (1500.0, 512.0))
    run(world, 0.6)
    (told,) = of_kind(one, Bumped)
    assert (told.id, told.location) == (other.id, body_of(other).location)


def test_whoever_stands_is_not_moved_by_a_runner() -> None:
    world, one = in_hall()
    other = put_player(world, "B", 800.0, 512.0)
    go(one, (1500.0, 512.0))
    run(world, 2.0)
    assert body_of(other).feet == Vec3(800.0, 512.0, 0.0)


def test_bodies_on_different_floors_do_not_meet() -> None:
    drawn = draw_map("########\n#s.....#\n########", upper="########\n#......#\n########")
    world = world_on(drawn)
    one, other = put_player(world, "A", 192.0, 192.0), put_player(world, "B", 448.0, 192.0, floor=288.0)
    go(one, (800.0, 192.0))
    run(world, 2.0)
    assert body_of(one).x > 750.0
    assert of_kind(one, Bumped) == of_kind(other, Bumped) == []


def test_a_body_that_slides_past_another_stays_outside_of_it() -> None:
    world, one = in_hall()
    other = put_player(world, "B", 800.0, 540.0)
    go(one, (1500.0, 512.0))
    nearest = math.inf
    for _ in range(40):
        world.tick()
        nearest = min(nearest, apart(one, other))
    assert nearest >= 49.0


def test_a_body_that_falls_on_another_does_not_end_up_inside_it() -> None:
    world, one = in_hall()
    other = put_player(world, "B", 640.0, 512.0, floor=200.0)
    run(world, 2.0)
    is_above = abs(body_of(other).z - body_of(one).z) >= 88.0
    assert is_above or apart(one, other) >= 49.0


@pytest.mark.parametrize(
    ("rows", "heights", "start", "floor"),
    [
        ("#########\n#s.>>...#\n#########", "#########\n#00224444\n#########", 704.0, 128.0),
        ("#########\n#s..~...#\n#########", "#########\n#111.1111\n#########", 704.0, 32.0),
    ],
    ids=["on a ramp", "at a shore"],
)
def test_a_body_that_is_stopped_by_another_keeps_its_feet_on_the_floor(
    rows: str, heights: str, start: float, floor: float
) -> None:
    world = small_world(rows, heights=heights)
    other = put_player(world, "B", 598.0, 192.0, floor=200.0)
    run(world, 1.0)
    one = put_player(world, "A", start, 192.0, floor=floor)
    go(one, (192.0, 192.0))
    deepest = 0.0
    for _ in range(40):
        world.tick()
        body = body_of(one)
        ground = world.terrain.stack(int(body.x // 128), 1)[0]
        deepest = max(deepest, ground.height(body.x, body.y) - body.z)
    assert of_kind(one, Bumped)
    assert apart(one, other) >= 50.0 - 1e-6
    assert deepest < 0.1


def crowd() -> tuple[float, float]:
    """How deep six players who run about in a closet get into rock, and how near to each other."""
    world = shipped_world("dm-closet", UT2004, Mode.DEATHMATCH)
    players = [world.add_player(f"P{number}") for number in range(6)]
    deepest, nearest = 0.0, math.inf
    for player in players:
        world.enter(player)
    for _ in range(1500):
        living = [player for player in players if player.pawn is not None]
        for player in living:
            pawn = pawn_of(player)
            if pawn.course.is_still or world.rng.random() < 0.05:
                goal = world.rng.choice(world.graph.points).location
                pawn.course = Course((goal + Vec3(0.0, 0.0, 44.0),))
            if world.rng.random() < 0.02:
                pawn.course = Course(toward=world.rng.choice(living).id)
            if world.rng.random() < 0.02:
                world.movement.jump(player, None, None, 0.0)
        world.tick()
        for number, player in enumerate(living):
            body = body_of(player)
            ground = world.terrain.stack(int(body.x // 128), int(body.y // 128))[0]
            deepest = max(deepest, ground.height(body.x, body.y) - body.z)
            for other in living[:number]:
                if abs(body.z - body_of(other).z) < 2 * body.half_height:
                    nearest = min(nearest, apart(player, other))
    return deepest, nearest


def test_nobody_in_a_crowd_gets_into_the_floor() -> None:
    assert crowd()[0] < 0.1


def test_nobody_in_a_crowd_gets_into_somebody_else() -> None:
    assert crowd()[1] >= 49.0
