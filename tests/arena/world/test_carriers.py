"""What carries bodies elsewhere: lifts, pads, teleporters and beacons."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from agentfw.arena.games.ut99 import UT99
from agentfw.arena.games.ut2004 import UT2004
from agentfw.arena.world.players import Course
from agentfw.arena.world.rules import Mode
from agentfw.geometry import Vec3
from agentfw.vocabulary import (
    Died,
)
from tests.support.arena import (
    body_of,
    draw_map,
    go,
    in_hall,
    of_kind,
    pawn_of,
    put,
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

games = pytest.mark.parametrize("game", [UT2004, UT99], ids=["UT2004", "UT99"])


def lift_world() -> World:
    """A lift of 288 uu beside an upper floor."""
    drawn = draw_map(
        "########\n#sL....#\n########", upper="########\n#  ....#\n########", legend={"L": "{lift: 288}"}
    )
    return world_on(drawn)


def on_a_lift() -> tuple[World, Player]:
    world = lift_world()
    return world, put_player(world, "A", 320.0, 192.0)


def test_a_lift_carries_whoever_stands_on_it_up() -> None:
    world, player = on_a_lift()
    heights = []
    for _ in range(40):
        world.tick()
        assert body_of(player).z == world.terrain.lifts[0].location.z
        heights.append(body_of(player).z)
    assert max(heights) == 288.0
    assert not body_of(player).is_falling


def test_a_lift_carries_whoever_stays_on_it_down_again() -> None:
    world, player = on_a_lift()
    run(world, 2.0)
    heights = []
    for _ in range(80):
        world.tick()
        heights.append(body_of(player).z)
        assert not body_of(player).is_falling
    assert (heights[0], min(heights)) == (288.0, 0.0)


def test_a_lift_leads_to_the_upper_floor() -> None:
    world, player = on_a_lift()
    run(world, 2.0)
    go(player, (700.0, 192.0))
    run(world, 1.5)
    assert body_of(player).z == 288.0
    assert body_of(player).x == pytest.approx(700.0, abs=16.0)


def test_a_lift_waits_for_somebody() -> None:
    world = lift_world()
    put_player(world, "A", 192.0, 192.0)
    run(world, 3.0)
    assert world.terrain.lifts[0].location.z == 0.0


def test_a_lift_that_is_up_is_a_wall_below() -> None:
    world, _ = on_a_lift()
    run(world, 2.0)
    other = put_player(world, "B", 192.0, 192.0)
    go(other, (320.0, 192.0))
    run(world, 1.0)
    assert body_of(other).x <= 256.0 - 25.0 + 1e-6


def test_a_walker_at_the_edge_of_a_lift_is_carried_up() -> None:
    drawn = draw_map("#######\n#s.L..#\n#######", legend={"L": "{lift: 256}"})
    world = world_on(drawn)
    player = put_player(world, "A", 448.0, 192.0)
    run(world, 0.6)
    body_of(player).is_walking = True
    go(player, (192.0, 192.0))
    run(world, 1.0)
    assert body_of(player).z == world.terrain.lifts[0].location.z == 256.0


@pytest.mark.parametrize("speed", [60.0, 340.0])
def test_a_lift_that_goes_up_catches_up_with_a_jump(speed: float) -> None:
    world, player = on_a_lift()
    run(world, 0.3)
    body_of(player).push(0.0, 0.0, speed)
    for _ in range(12):
        world.tick()
        assert body_of(player).z >= world.terrain.lifts[0].location.z - 0.1


def test_the_lift_of_a_shipped_map_leads_to_the_room_above_it() -> None:
    world = shipped_world("dm-foundry", UT2004, Mode.DEATHMATCH)
    player = put_player(world, "A", 3392.0, 1344.0, floor=32.0)
    go(player, (3520.0, 1344.0))
    run(world, 3.0)
    assert body_of(player).z == 288.0
    go(player, (4000.0, 1344.0))
    run(world, 2.0)
    assert body_of(player).z == 288.0


@games
def test_a_pad_throws_to_its_target(game: GameSpec) -> None:
    world = shipped_world("dm-cellar", game, Mode.DEATHMATCH)
    player = put_player(world, "A", 1600.0, 1344.0, floor=32.0)
    world.tick()
    assert body_of(player).is_falling
    while body_of(player).is_falling:
        world.tick()
    assert body_of(player).feet.distance_to(Vec3(2368.0, 1344.0, 160.0)) < 48.0


def test_a_pad_throws_whoever_runs_over_it() -> None:
    world = shipped_world("dm-cellar", UT2004, Mode.DEATHMATCH)
    player = put_player(world, "A", 1216.0, 1344.0, floor=32.0)
    go(player, (1600.0, 1344.0))
    run(world, 4.0)
    assert body_of(player).z == 160.0


def teleporting(game: GameSpec = UT2004, *, legend: dict[str, str] | None = None) -> World:
    marks = {"X": "{teleporter: Y}", "Y": "exit"}
    return small_world("##########\n#s.X..#.Y#\n##########", game, legend=legend or marks)


@games
def test_a_teleporter_carries_to_its_exit(game: GameSpec) -> None:
    world = teleporting(game)
    player = put_player(world, "A", 192.0, 192.0)
    go(player, (448.0, 192.0))
    run(world, 2.0)
    assert body_of(player).x > 896.0
    assert body_of(player).z == 0.0


def test_an_exit_leads_nowhere() -> None:
    world = teleporting()
    player = put_player(world, "A", 1000.0, 192.0)
    go(player, (1088.0, 192.0))
    run(world, 2.0)
    assert body_of(player).x == pytest.approx(1088.0, abs=16.0)


def test_a_body_passes_beside_a_teleporter() -> None:
    world = small_world(
        "######\n#s...#\n#.X..#\n#...Y#\n######", legend={"X": "{teleporter: Y}", "Y": "exit"}
    )
    player = put_player(world, "A", 192.0, 262.0)
    go(player, (560.0, 262.0))
    run(world, 2.0)
    assert body_of(player).feet.ground_distance_to(Vec3(560.0, 262.0, 0.0)) < 16.0


def test_two_teleporters_that_lead_to_each_other_do_not_play_ball() -> None:
    world = teleporting(legend={"X": "{teleporter: Y}", "Y": "{teleporter: X}"})
    player = put_player(world, "A", 192.0, 192.0)
    go(player, (448.0, 192.0))
    while body_of(player).x < 896.0:
        world.tick()
    pawn_of(player).course = Course()
    run(world, 2.0)
    assert body_of(player).x > 896.0
    put(player, 1000.0, 192.0)
    world.tick()
    go(player, (1088.0, 192.0))
    run(world, 1.0)
    assert body_of(player).x < 768.0


def test_teleporters_on_two_floors_of_one_cell_both_work() -> None:
    drawn = draw_map(
        "########\n#sX.Y..#\n########",
        upper="########\n#.Z..W.#\n########",
        legend={"X": "{teleporter: Y}", "Y": "exit", "Z": "{teleporter: W}", "W": "exit"},
    )
    for floor, exit_x in ((288.0, 704.0), (0.0, 576.0)):
        world = world_on(drawn)
        player = put_player(world, "A", 320.0, 192.0, floor=floor)
        world.tick()
        assert body_of(player).feet == Vec3(exit_x, 192.0, floor)


@games
def test_whoever_stands_at_the_exit_is_killed_by_the_arrival(game: GameSpec) -> None:
    world = teleporting(game)
    player, victim = put_player(world, "A", 192.0, 192.0), put_player(world, "B", 1100.0, 192.0)
    victim.settings.manual_spawn = True
    go(player, (448.0, 192.0))
    run(world, 2.0)
    (died,) = of_kind(victim, Died)
    assert (victim.pawn, died.killer) == (None, player.id)
    assert died.damage_class == game.world_damage["telefrag"].name
    assert (player.score, player.kills) == (1.0, 1)


def test_whoever_stands_beside_the_exit_lives() -> None:
    world = teleporting()
    player, other = put_player(world, "A", 192.0, 192.0), put_player(world, "B", 1000.0, 192.0)
    go(player, (448.0, 192.0))
    run(world, 1.0)
    assert body_of(player).x > 896.0
    assert pawn_of(other).health == 100


def test_a_beacon_carries_to_the_floor_below_it() -> None:
    world, player = in_hall()
    world.translocate(player, Vec3(2000.0, 300.0, 90.0))
    assert body_of(player).feet == Vec3(2000.0, 300.0, 0.0)
