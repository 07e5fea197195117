"""Falls, lava and water: what they cost, and what is told of them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest

from agentfw.arena.games.ut99 import UT99
from agentfw.arena.games.ut2004 import UT2004
from agentfw.arena.world.damage import Shield
from agentfw.arena.world.players import Course
from agentfw.geometry import Vec3
from agentfw.vocabulary import (
    BodyPart,
    DamageTaken,
    Died,
    VolumeEntered,
    ZoneEntered,
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
    small_world,
    world_on,
)

if TYPE_CHECKING:
    from agentfw.arena.games.specs import GameSpec
    from agentfw.arena.world.players import Player
    from agentfw.arena.world.world import World

TOWER = "\n".join(["#####", *["#s..#"] * 3, "#####"])
games = pytest.mark.parametrize("game", [UT2004, UT99], ids=["UT2004", "UT99"])


def fallen(game: GameSpec, height: float) -> tuple[World, Player]:
    """Somebody after a fall from a height."""
    world = world_on(draw_map(TOWER, wall=4096), game)
    player = put_player(world, "A", 320.0, 320.0, floor=height)
    player.settings.manual_spawn = True
    run(world, 5.0)
    return world, player


@pytest.mark.parametrize(
    ("game", "height"), [(UT2004, 758.0), (UT2004, 917.0), (UT99, 300.0), (UT99, 570.0)]
)
def test_falls_that_the_game_forgives_cost_nothing(game: GameSpec, height: float) -> None:
    _, player = fallen(game, height)
    assert pawn_of(player).health == 100
    assert of_kind(player, DamageTaken) == []


@pytest.mark.parametrize("height", [585.0, 605.0])
def test_the_older_game_forgives_falls_up_to_608(height: float) -> None:
    _, player = fallen(UT99, height)
    assert pawn_of(player).health == 100


@pytest.mark.parametrize("height", [1000.0, 1200.0, 1600.0, 2000.0])
def test_a_deep_fall_of_the_newer_game_costs_what_is_beyond_1320(height: float) -> None:
    _, player = fallen(UT2004, height)
    speed = math.sqrt(2 * 950.0 * height)
    expected = 100.0 * (speed - 1320.0) / 1320.0
    assert expected - 1.0 <= 100 - pawn_of(player).health <= expected + 100.0 * 47.5 / 1320.0


@pytest.mark.parametrize("height", [650.0, 800.0, 1000.0, 1200.0])
def test_a_deep_fall_of_the_older_game_costs_what_is_beyond_700_and_a_jump(height: float) -> None:
    _, player = fallen(UT99, height)
    speed = math.sqrt(2 * 950.0 * height)
    expected = 0.15 * (speed - 700.0 - 325.0)
    assert expected - 1.0 <= 100 - pawn_of(player).health <= expected + 0.15 * 47.5


def test_a_very_deep_fall_of_the_older_game_is_deadly() -> None:
    _, player = fallen(UT99, 2200.0)
    (died,) = of_kind(player, Died)
    assert (player.pawn, died.killer) == (None, "")
    assert died.damage_class == UT99.world_damage["fall"].name


def test_a_deadly_fall_costs_a_point() -> None:
    _, player = fallen(UT99, 2200.0)
    assert (player.score, player.deaths) == (-1.0, 1)


def test_a_shield_takes_a_part_of_a_fall() -> None:
    world = world_on(draw_map(TOWER, wall=4096))
    player = put_player(world, "A", 320.0, 320.0, floor=2000.0)
    pawn_of(player).shield = Shield(100.0, 0.0)
    run(world, 5.0)
    _, bare = fallen(UT2004, 2000.0)
    assert 100 > pawn_of(player).health > pawn_of(bare).health


POOL = "\n".join(["########", "#s.....#", *["#.~~~~.#"] * 3, "########"])
DEEP = "\n".join(["########", "#9999999", *["#9....9#"] * 3, "########"])


@games
def test_a_fall_into_deep_water_costs_nothing(game: GameSpec) -> None:
    world = world_on(draw_map(POOL, heights=DEEP, wall=4096), game)
    player = put_player(world, "A", 448.0, 384.0, floor=3000.0)
    run(world, 5.0)
    assert body_of(player).is_swimming
    assert pawn_of(player).health == 100


def test_shallow_water_takes_a_hundred_off_the_speed_of_a_fall() -> None:
    world = world_on(draw_map(POOL, heights=DEEP.replace("9", "1"), wall=4096))
    player = put_player(world, "A", 448.0, 384.0, floor=1400.0)
    run(world, 5.0)
    expected = 100.0 * (math.sqrt(2 * 950.0 * 1400.0) - 100.0 - 1320.0) / 1320.0
    assert 100 - pawn_of(player).health <= expected + 100.0 * 47.5 / 1320.0


LAVA = "########\n#s..!!.#\n########"


def test_lava_costs_40_points_a_second() -> None:
    world = small_world(LAVA)
    player = put_player(world, "A", 640.0, 192.0)
    player.settings.manual_spawn = True
    run(world, 2.0)
    assert pawn_of(player).health == 20
    run(world, 0.5)
    assert player.pawn is None
    (died,) = of_kind(player, Died)
    assert (died.killer, died.damage_class) == ("", world.game.world_damage["lava"].name)


def test_lava_does_not_hurt_whoever_jumps_over_it() -> None:
    world = small_world("########\n#s.!...#\n########")
    player = put_player(world, "A", 192.0, 192.0)
    go(player, (800.0, 192.0))
    while body_of(player).x < 340.0:
        world.tick()
    world.movement.jump(player, None, None, 0.0)
    run(world, 2.0)
    assert pawn_of(player).health == 100
    assert body_of(player).x > 750.0


def test_the_shore_of_lava_does_not_hurt() -> None:
    world = small_world(LAVA)
    player = put_player(world, "A", 500.0, 192.0)
    run(world, 2.0)
    assert pawn_of(player).health == 100


def test_entering_lava_is_told_by_the_newer_game_with_what_it_does() -> None:
    world = small_world(LAVA)
    player = put_player(world, "A", 192.0, 192.0)
    go(player, (576.0, 192.0))
    run(world, 1.0)
    (told,) = of_kind(player, VolumeEntered)
    assert (told.pain_causing, told.water, told.damage_per_s) == (True, False, 40.0)
    assert told.damage_class == world.game.world_damage["lava"].name


def test_entering_and_leaving_water_is_told_by_the_newer_game() -> None:
    world = small_world("########\n#s.~...#\n########", heights="########\n#11.111#\n########")
    player = put_player(world, "A", 192.0, 192.0, floor=32.0)
    go(player, (800.0, 192.0))
    run(world, 2.5)
    assert [(told.water, told.pain_causing) for told in of_kind(player, VolumeEntered)] == [
        (True, False),
        (False, False),
    ]


def test_entering_water_is_told_by_the_older_game_as_a_zone() -> None:
    world = small_world("########\n#s.~...#\n########", UT99)
    player = put_player(world, "A", 192.0, 192.0)
    go(player, (448.0, 192.0))
    run(world, 1.5)
    assert [told.part for told in of_kind(player, ZoneEntered)] == [BodyPart.FEET]


def test_dry_ground_is_not_told() -> None:
    world, player = in_hall()
    go(player, (2000.0, 512.0))
    run(world, 2.0)
    assert of_kind(player, VolumeEntered) == []


def diver() -> tuple[World, Player]:
    """Somebody who swims against the wall of a deep pool, near its bottom."""
    world = world_on(draw_map(POOL, heights=DEEP, wall=1024))
    player = put_player(world, "A", 448.0, 384.0, floor=20.0)
    pawn_of(player).course = Course((Vec3(5000.0, 384.0, -400.0),))
    return world, player


def test_nobody_drowns_within_twenty_seconds() -> None:
    world, player = diver()
    run(world, 19.9)
    assert body_of(player).is_head_under_water
    assert pawn_of(player).health == 100


def test_whoever_stays_under_water_for_longer_loses_health() -> None:
    world, player = diver()
    run(world, 25.0)
    assert pawn_of(player).health < 100
    assert {told.damage_class for told in of_kind(player, DamageTaken)} == {
        world.game.world_damage["drown"].name
    }


def test_a_breath_of_air_is_enough_for_another_dive() -> None:
    world, player = diver()
    run(world, 15.0)
    pawn_of(player).course = Course()
    run(world, 6.0)
    assert not body_of(player).is_head_under_water
    pawn_of(player).course = Course((Vec3(5000.0, 384.0, -400.0),))
    run(world, 19.0)
    assert pawn_of(player).health == 100


def test_a_swimmer_gets_to_the_shore() -> None:
    world = world_on(draw_map(POOL, heights=DEEP, wall=1024))
    player = put_player(world, "A", 448.0, 384.0, floor=200.0)
    pawn_of(player).course = Course((Vec3(192.0, 384.0, 288.0 + 44.0),))
    run(world, 4.0)
    assert body_of(player).z == 288.0
    assert body_of(player).x == pytest.approx(192.0, abs=16.0)
