"""Where players come into the world, and when they come back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from agentfw.arena.games.ut99 import UT99
from agentfw.arena.games.ut2004 import UT2004
from agentfw.arena.world.rules import Mode
from agentfw.arena.world.world import TICK_S
from agentfw.geometry import Rotation, Vec3
from agentfw.vocabulary import Died, ItemGained, Spawned, WeaponChanged
from tests.support.arena import HALL, add_natives, kill, pawn_of, put, put_player, run, small_world

if TYPE_CHECKING:
    from agentfw.arena.games.specs import GameSpec
    from agentfw.arena.world.players import Player
    from agentfw.arena.world.world import World

both_games = pytest.mark.parametrize("game", [UT2004, UT99], ids=lambda game: game.name)

ONE_START = """
######
#s...#
#....#
######
"""
TWO_STARTS = """
########
#s....s#
#......#
########
"""
TEAM_STARTS = """
########
#s......
#.......
########
"""
TWO_ROOMS = """
####################
#s................s#
#.................##
#.................##
##################.#
#s.................#
####################
"""
"""Starts at the west end and the east end of a hall, and one in a corridor below it."""


def where(player: Player) -> tuple[float, float]:
    body = pawn_of(player).body
    return body.x, body.y


def spawned(world: World, name: str, team: int = 255) -> Player:
    player = world.add_player(name, team)
    player.listens = True
    assert world.spawning.spawn(player)
    return player


# The new body


@both_games
def test_a_new_body_stands_on_a_start(game: GameSpec) -> None:
    world = small_world(ONE_START, game)
    player = spawned(world, "A")
    assert pawn_of(player).body.feet == Vec3(192.0, 192.0, 0.0)
    assert pawn_of(player).body.location.z == game.body.half_height


@both_games
def test_a_new_body_has_the_start_weapons_and_full_health(game: GameSpec) -> None:
    world = small_world(ONE_START, game)
    pawn = pawn_of(spawned(world, "A"))
    assert pawn.health == 100
    assert tuple(pawn.weapons) == game.start_weapons
    assert pawn.hand is pawn.weapons[game.start_weapons[0]]


def test_start_weapons_of_the_newer_game_are_loaded_as_in_the_game() -> None:
    pawn = pawn_of(spawned(small_world(ONE_START, UT2004), "A"))
    rifle, shield = (pawn.weapons[name] for name in UT2004.start_weapons)
    assert (pawn.rounds(rifle), pawn.rounds(rifle, alt=True)) == (100, 4)
    assert pawn.rounds(shield, alt=True) == 100


def test_start_weapons_of_the_older_game_are_loaded_as_in_the_game() -> None:
    pawn = pawn_of(spawned(small_world(ONE_START, UT99), "A"))
    assert pawn.rounds(pawn.weapons[UT99.start_weapons[0]]) == 30


@both_games
def test_a_translocator_comes_with_the_body_where_the_match_allows_it(game: GameSpec) -> None:
    without = spawned(small_world(ONE_START, game), "A")
    having = spawned(small_world(ONE_START, game, translocator=True), "A")
    assert game.translocator not in pawn_of(without).weapons
    assert game.translocator in pawn_of(having).weapons


def test_a_spawn_is_told_before_the_inventory() -> None:
    player = spawned(small_world(ONE_START), "A")
    told = player.take_told()
    assert told[0] == Spawned()
    assert isinstance(told[-1], WeaponChanged)
    gained = [what.item_class for what in told if isinstance(what, ItemGained)]
    assert gained == list(UT2004.start_weapons)


def test_inventory_and_body_get_new_ids_on_every_spawn() -> None:
    world = small_world(TWO_STARTS)
    player = spawned(world, "A")
    before = {pawn_of(player).id, *(held.id for held in pawn_of(player).weapons.values())}
    kill(world, player)
    world.tick()
    after = {pawn_of(player).id, *(held.id for held in pawn_of(player).weapons.values())}
    assert before.isdisjoint(after)


def test_what_was_carried_is_lost_with_the_body() -> None:
    world = small_world(TWO_STARTS)
    player = spawned(world, "A")
    world.stock.give(player, "XWeapons.ShockRiflePickup")
    world.stock.give(player, "XPickups.SuperShieldPack")
    kill(world, player)
    world.tick()
    assert tuple(pawn_of(player).weapons) == UT2004.start_weapons
    assert pawn_of(player).armor_points == 0


def test_nobody_is_protected_after_a_spawn() -> None:
    world = small_world(TWO_STARTS)
    player, other = spawned(world, "A"), spawned(world, "B")
    world.hurt(player, 30.0, world.game.world_damage["fall"], by=other)
    assert pawn_of(player).health == 70


def test_settings_of_a_player_hold_for_every_body() -> None:
    world = small_world(TWO_STARTS)
    player = world.add_player("A")
    player.settings.speed_multiplier = 0.5
    player.settings.rotation_rate = Rotation(1000, 2000, 0)
    for _ in range(2):
        assert world.spawning.spawn(player)
        body = pawn_of(player).body
        assert (body.run_speed, body.pitch_rate, body.yaw_rate) == (220.0, 1000.0, 2000.0)
        kill(world, player)


# At a place


def test_somebody_can_be_put_at_a_place() -> None:
    world = small_world(HALL)
    player = world.add_player("A")
    assert world.spawning.spawn(player, Vec3(1000.0, 500.0, 44.0), Rotation(0, 16384, 0))
    assert pawn_of(player).body.location == Vec3(1000.0, 500.0, 44.0)
    assert pawn_of(player).body.yaw == 16384


@pytest.mark.parametrize("place", [Vec3(64, 64, 44), Vec3(-500, 500, 44), Vec3(1000, 500, -300)])
def test_nobody_can_be_put_into_rock(place: Vec3) -> None:
    world = small_world(HALL)
    player = world.add_player("A")
    assert not world.spawning.spawn(player, place)
    assert player.pawn is None


def test_nobody_can_be_put_where_somebody_stands() -> None:
    world = small_world(HALL)
    put_player(world, "A", 1000, 500)
    other = world.add_player("B")
    assert not world.spawning.spawn(other, Vec3(1020.0, 500.0, 44.0))
    assert world.spawning.spawn(other, Vec3(1060.0, 500.0, 44.0))


def test_the_living_are_not_spawned_again() -> None:
    world = small_world(TWO_STARTS)
    player = spawned(world, "A")
    pawn = player.pawn
    assert not world.spawning.spawn(player)
    assert player.pawn is pawn


# Which start


@pytest.mark.parametrize("seed", range(8))
def test_each_team_has_its_own_starts(seed: int) -> None:
    world = small_world(TEAM_STARTS, symmetry="mirror", mode=Mode.TEAM_DEATHMATCH, seed=seed)
    red, blue = spawned(world, "Red", 0), spawned(world, "Blue", 1)
    assert (where(red), where(blue)) == ((192.0, 192.0), (1856.0, 192.0))


def test_without_teams_all_starts_are_for_all() -> None:
    found = set()
    for seed in range(20):
        world = small_world(TEAM_STARTS, symmetry="mirror", mode=Mode.DEATHMATCH, seed=seed)
        found.add(where(spawned(world, "A")))
    assert found == {(192.0, 192.0), (1856.0, 192.0)}


def test_starts_of_nobody_are_for_all_teams() -> None:
    for team in (0, 1):
        found = set()
        for seed in range(20):
            world = small_world(TWO_STARTS, mode=Mode.TEAM_DEATHMATCH, seed=seed)
            found.add(where(spawned(world, "A", team)))
        assert found == {(192.0, 192.0), (832.0, 192.0)}


def test_a_team_never_uses_the_starts_of_the_enemy() -> None:
    world = small_world(TEAM_STARTS, symmetry="mirror", mode=Mode.TEAM_DEATHMATCH)
    spawned(world, "Red", 0)
    second = world.add_player("Second", 0)
    assert not world.spawning.spawn(second)


@pytest.mark.parametrize("seed", range(8))
def test_the_start_used_last_is_avoided(seed: int) -> None:
    world = small_world(TWO_STARTS, seed=seed)
    player = spawned(world, "A")
    for _ in range(4):
        before = where(player)
        kill(world, player)
        world.tick()
        assert where(player) != before


def test_the_only_start_is_used_again() -> None:
    world = small_world(ONE_START)
    player = spawned(world, "A")
    kill(world, player)
    world.tick()
    assert where(player) == (192.0, 192.0)


@both_games
def test_a_start_where_somebody_stands_is_not_used(game: GameSpec) -> None:
    for seed in range(8):
        world = small_world(TWO_STARTS, game, seed=seed)
        put_player(world, "A", 192 + game.body.radius, 192)
        assert where(spawned(world, "B")) == (832.0, 192.0)


def test_a_start_far_from_others_is_preferred() -> None:
    for seed in range(8):
        world = small_world(TWO_ROOMS, seed=seed)
        put_player(world, "A", 450, 300)
        assert where(spawned(world, "B")) != (192.0, 192.0)


def test_a_start_out_of_sight_of_others_is_preferred() -> None:
    for seed in range(8):
        world = small_world(TWO_ROOMS, seed=seed)
        put_player(world, "A", 900, 450)
        put_player(world, "B", 1300, 450)
        assert where(spawned(world, "C")) == (192.0, 704.0)


def test_with_two_players_a_hidden_start_beats_one_in_sight_farther_away() -> None:
    hall = "#s" + "." * 34 + "s#"
    rows = "\n".join(["#" * 38, hall, "#" * 11 + "." + "#" * 26, "#" * 11 + "s" + "#" * 26, "#" * 38])
    for seed in range(4):
        world = small_world(rows, seed=seed)
        put_player(world, "A", 250, 192)
        other = world.add_player("B")
        assert world.spawning.spawn(other)
        assert where(other) == (11.5 * 128, 3.5 * 128)


def test_the_choice_among_equal_starts_is_left_to_chance() -> None:
    found = {where(spawned(small_world(TWO_STARTS, seed=seed), "A")) for seed in range(20)}
    assert len(found) == 2


# When


def test_clients_of_the_newer_game_come_back_at_once() -> None:
    world = small_world(TWO_STARTS)
    player = spawned(world, "A")
    kill(world, player)
    world.tick()
    assert player.pawn is not None


def test_somebody_who_dies_in_a_tick_of_the_newer_game_comes_back_in_it() -> None:
    world = small_world(TWO_STARTS)
    player = spawned(world, "A")
    player.take_told()
    pawn_of(player).health = 1
    put(player, 400, 300, floor=250)
    pawn_of(player).body.vz = -2000.0
    for _ in range(5):
        world.tick()
        assert player.pawn is not None
    told = [what for what in player.take_told() if isinstance(what, Died | Spawned)]
    assert [type(what) for what in told] == [Died, Spawned]


def test_clients_of_the_older_game_wait_for_a_second() -> None:
    world = small_world(TWO_STARTS, UT99)
    player = spawned(world, "A")
    kill(world, player)
    run(world, 0.95)
    assert player.pawn is None
    run(world, 2 * TICK_S)
    assert player.pawn is not None


def test_bots_of_the_game_wait_for_a_second() -> None:
    world = small_world(TWO_STARTS)
    (native,) = add_natives(world, 4)
    kill(world, native)
    run(world, 0.95)
    assert native.pawn is None
    run(world, 2 * TICK_S)
    assert native.pawn is not None


@both_games
def test_with_manual_spawn_the_dead_wait_for_a_command(game: GameSpec) -> None:
    world = small_world(TWO_STARTS, game)
    player = spawned(world, "A")
    player.settings.manual_spawn = True
    kill(world, player)
    run(world, 20.0)
    assert player.pawn is None
    assert world.spawning.spawn(player)
    assert player.pawn is not None


def test_with_manual_spawn_a_new_player_waits_for_a_command() -> None:
    world = small_world(TWO_STARTS)
    player = world.add_player("A")
    player.settings.manual_spawn = True
    run(world, 5.0)
    assert player.pawn is None


def test_a_new_player_comes_in_as_soon_as_a_start_is_free() -> None:
    world = small_world(ONE_START)
    first = spawned(world, "A")
    second = world.add_player("B")
    world.enter(second)
    run(world, 3.0)
    assert second.pawn is None
    put(first, 500, 300)
    run(world, 1.05)
    assert where(second) == (192.0, 192.0)


def test_nobody_comes_in_while_no_start_is_free() -> None:
    world = small_world(ONE_START)
    spawned(world, "A")
    second = world.add_player("B")
    assert not world.spawning.spawn(second)
    assert second.pawn is None


def test_two_who_wait_do_not_get_the_same_start() -> None:
    world = small_world(TWO_STARTS)
    players = [spawned(world, "A"), spawned(world, "B")]
    for player in players:
        kill(world, player)
    world.tick()
    assert {where(player) for player in players} == {(192.0, 192.0), (832.0, 192.0)}
