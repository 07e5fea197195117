"""The world as a whole: the same match twice, who comes and goes, and what is where."""

from __future__ import annotations

import os
import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from sys import executable
from typing import TYPE_CHECKING

import pytest

from agentfw.arena.games.ut99 import UT99
from agentfw.arena.games.ut2004 import UT2004
from agentfw.arena.maps.catalog import find_map
from agentfw.arena.world.players import Course
from agentfw.arena.world.rules import Mode
from agentfw.arena.world.world import TICK_S, World
from agentfw.geometry import Vec3
from agentfw.vocabulary import (
    NO_TEAM,
    EntityId,
    FiringStarted,
    FiringStopped,
    PlayerJoined,
    PlayerLeft,
    WeaponChanged,
)
from tests.support import programs
from tests.support.arena import (
    HALL,
    add_natives,
    arm,
    digest,
    kill,
    pawn_of,
    put,
    put_player,
    run,
    shipped_world,
    small_world,
    snapshot,
)

if TYPE_CHECKING:
    from agentfw.arena.games.specs import GameSpec
    from agentfw.arena.world.players import Player

both_games = pytest.mark.parametrize("game", [UT2004, UT99], ids=lambda game: game.name)

LIFT_AND_FLAGS = """
########
#s.L...#
#f...h.#
########
"""
LEGEND = {"L": "{lift: 64}", "h": "XPickups.HealthPack"}


# The same again


def played(name: str, game: GameSpec, mode: Mode, seed: int) -> World:
    """A match of four natives and a client, about to begin."""
    world = shipped_world(name, game, mode, seed=seed)
    add_natives(world, 5, 5, 5, 5)
    world.enter(world.add_player("Client"))
    return world


def command(world: World, tick: int) -> None:
    """What the client does: it runs to and fro, and fires for a while."""
    client = world.players[-1]
    if client.pawn is None:
        return
    if tick % 40 == 0:
        x, y = 400.0 + tick % 1000, 600.0
        client.pawn.course = Course((Vec3(x, y, 0.0),))
        world.combat.pull(client, location=Vec3(x, y, 60.0))
    elif tick % 40 == 30:
        world.combat.release(client)


@pytest.mark.parametrize(
    ("name", "game", "mode"),
    [
        ("ctf-twins", UT2004, Mode.CAPTURE_THE_FLAG),
        ("dom-crossing", UT99, Mode.DOMINATION),
        ("dm-foundry", UT2004, Mode.DEATHMATCH),
        ("dom-vault", UT2004, Mode.DOUBLE_DOMINATION),
    ],
    ids=["ctf", "dom", "dm", "ddom"],
)
def test_the_same_seed_and_calls_give_the_same_match(name: str, game: GameSpec, mode: Mode) -> None:
    one, other = played(name, game, mode, 3), played(name, game, mode, 3)
    for tick in range(round(20.0 / TICK_S)):
        for world in (one, other):
            command(world, tick)
            world.tick()
        assert snapshot(one) == snapshot(other), f"they differ in tick {tick}"


def test_a_match_does_not_depend_on_what_ran_before_in_the_process() -> None:
    def play() -> str:
        return digest(played("dm-cellar", UT2004, Mode.DEATHMATCH, 5), 20.0)

    first = play()
    digest(played("dm-cellar", UT99, Mode.DEATHMATCH, 9), 5.0)
    assert play() == first


@pytest.mark.parametrize("name", ["dm-cellar", "dm-foundry"])
def test_another_seed_gives_another_match(name: str) -> None:
    found = {digest(played(name, UT2004, Mode.DEATHMATCH, seed), 5.0) for seed in range(4)}
    assert len(found) == 4


def test_other_calls_give_another_match() -> None:
    one, other = (played("dm-cellar", UT2004, Mode.DEATHMATCH, 3) for _ in range(2))
    command(other, 0)
    assert digest(one, 2.0) != digest(other, 2.0)


def test_a_world_leaves_the_randomness_of_the_process_alone() -> None:
    random.seed(7)
    before = random.getstate()
    digest(played("dm-closet", UT2004, Mode.DEATHMATCH, 1), 5.0)
    assert random.getstate() == before


DIGEST = """
from agentfw.arena.games.{module} import {game}
from agentfw.arena.world.rules import Mode
from tests.support.arena import add_natives, digest, shipped_world
world = shipped_world("{name}", {game}, Mode.{mode}, seed=11)
add_natives(world, 5, 5, 5, 5)
print(digest(world, 60.0))
"""


@pytest.mark.parametrize(
    ("name", "module", "game", "mode"),
    [
        ("ctf-twins", "ut2004", "UT2004", "CAPTURE_THE_FLAG"),
        ("dom-crossing", "ut99", "UT99", "DOMINATION"),
    ],
    ids=["ctf-twins", "dom-crossing"],
)
def test_a_match_does_not_depend_on_the_hash_seed(name: str, module: str, game: str, mode: str) -> None:
    program = DIGEST.format(name=name, module=module, game=game, mode=mode)

    def played_with(seed: str) -> str:
        env = {**os.environ, "PYTHONHASHSEED": seed}
        done = programs.run(executable, "-c", program, cwd=Path(__file__).parents[3], env=env)
        assert done.returncode == 0, done.stderr
        return done.stdout

    with ThreadPoolExecutor() as pool:
        one, other = pool.map(played_with, ("1", "2"))
    assert one == other
    assert len(one.strip()) == 64


def test_a_graph_worked_out_before_changes_nothing() -> None:
    found = find_map("dm-closet")
    world = World(found, UT2004, seed=1)
    again = World(found, UT2004, seed=1, graph=world.graph)
    for match in (world, again):
        add_natives(match, 4, 4)
    assert digest(world, 5.0) == digest(again, 5.0)


# Time


def test_a_tick_is_a_twentieth_of_a_second() -> None:
    world = small_world(HALL)
    assert (world.time, world.match_time) == (0.0, 0.0)
    for _ in range(20):
        world.tick()
    assert world.time == pytest.approx(1.0)


def test_a_world_without_anybody_goes_on() -> None:
    world = small_world(HALL)
    run(world, 5.0)
    assert world.living() == ()
    assert not world.rules.is_over


def test_nothing_moves_while_bots_are_paused() -> None:
    world = small_world(HALL)
    player = put_player(world, "A", 640, 512)
    pawn_of(player).course = Course((Vec3(2000.0, 512.0, 0.0),))
    run(world, 0.5)
    world.bots_paused = True
    before = pawn_of(player).body.feet
    run(world, 2.0)
    assert pawn_of(player).body.feet == before
    world.bots_paused = False
    run(world, 1.0)
    assert pawn_of(player).body.x > before.x


# Who plays


@pytest.mark.parametrize("second", ["Bot", "bot", "BOT"])
def test_names_are_made_unique(second: str) -> None:
    world = small_world(HALL)
    names = [world.add_player(name).name for name in ("Bot", second, "Bot", "Other")]
    assert names[0] == "Bot"
    assert len({name.lower() for name in names}) == 4
    assert all(name.lower().startswith("bot") for name in names[:3])


def test_a_made_up_name_is_not_given_twice() -> None:
    world = small_world(HALL)
    names = [world.add_player(name).name for name in ("Bot1", "Bot", "Bot", "Bot")]
    assert len(set(names)) == 4


def test_the_name_of_somebody_who_left_is_free_again() -> None:
    world = small_world(HALL)
    world.remove_player(world.add_player("Bot"))
    assert world.add_player("Bot").name == "Bot"


@pytest.mark.parametrize("team", [0, 1])
def test_the_team_asked_for_is_given(team: int) -> None:
    world = small_world(HALL, mode=Mode.TEAM_DEATHMATCH)
    assert [world.add_player(f"P{n}", team).team for n in range(4)] == [team] * 4


@pytest.mark.parametrize("team", [NO_TEAM, -1, 2, 77])
def test_whoever_asks_for_no_team_gets_the_smallest(team: int) -> None:
    world = small_world(HALL, mode=Mode.TEAM_DEATHMATCH)
    for _ in range(3):
        world.add_player("Red", 0)
    assert [world.add_player(f"P{n}", team).team for n in range(5)] == [1, 1, 1, 0, 1]


def test_teams_fill_up_evenly() -> None:
    world = small_world(HALL, UT99, mode=Mode.TEAM_DEATHMATCH, teams=4)
    assert [world.add_player(f"P{n}").team for n in range(6)] == [0, 1, 2, 3, 0, 1]


def test_a_team_that_somebody_left_is_filled_again() -> None:
    world = small_world(HALL, mode=Mode.TEAM_DEATHMATCH)
    players = [world.add_player(f"P{n}") for n in range(4)]
    world.remove_player(players[1])
    assert world.add_player("New").team == 1


def test_nobody_is_moved_to_balance_teams() -> None:
    world = small_world(HALL, mode=Mode.TEAM_DEATHMATCH)
    players = [put_player(world, f"P{n}", 640 + 200 * n, 512, team=0) for n in range(3)]
    run(world, 5.0)
    assert [player.team for player in players] == [0, 0, 0]


def test_changing_the_team_needs_a_new_body() -> None:
    world = small_world(HALL, mode=Mode.TEAM_DEATHMATCH)
    player = put_player(world, "A", 640, 512, team=0)
    old = player.pawn
    assert world.change_team(player, 1)
    run(world, 1.0)
    assert player.team == 1
    assert pawn_of(player) is not old


def test_changing_to_the_own_team_changes_nothing() -> None:
    world = small_world(HALL, mode=Mode.TEAM_DEATHMATCH)
    player = put_player(world, "A", 640, 512, team=0)
    old = player.pawn
    assert world.change_team(player, 0)
    assert player.pawn is old


@pytest.mark.parametrize(
    ("mode", "team"), [(Mode.TEAM_DEATHMATCH, 2), (Mode.TEAM_DEATHMATCH, -1), (Mode.DEATHMATCH, 0)]
)
def test_nobody_can_join_a_team_that_does_not_exist(mode: Mode, team: int) -> None:
    world = small_world(HALL, mode=mode)
    player = put_player(world, "A", 640, 512, team=0)
    before = player.team
    assert not world.change_team(player, team)
    assert (player.team, player.pawn is None) == (before, False)


def test_the_others_are_told_who_joins() -> None:
    world = small_world(HALL)
    old = put_player(world, "Old", 640, 512)
    new = world.add_player("New")
    new.listens = True
    assert old.take_told() == [PlayerJoined(id=new.id, player_name="New")]
    assert new.take_told() == []


def test_the_others_are_told_who_leaves() -> None:
    world = small_world(HALL)
    stays, goes = put_player(world, "Stays", 640, 512), put_player(world, "Goes", 1280, 512)
    stays.take_told()
    world.remove_player(goes)
    assert stays.take_told() == [PlayerLeft(id=goes.id, player_name="Goes")]


def test_listeners_who_do_not_play_see_joins_and_leaves() -> None:
    world = small_world(HALL)
    player = world.add_player("A")
    world.remove_player(player)
    assert [type(told) for told in world.announced] == [PlayerJoined, PlayerLeft]


def test_old_announcements_are_forgotten_some_time() -> None:
    world = small_world(HALL)
    for _ in range(25_000):
        world.announce(PlayerLeft(id=EntityId("X"), player_name="X"))
    assert 0 < len(world.announced) <= 10_000


def test_whoever_leaves_is_gone_with_body_and_shots() -> None:
    world = small_world(HALL)
    goes, stays = put_player(world, "Goes", 640, 512), put_player(world, "Stays", 3000, 512)
    arm(world, goes, "XWeapons.RocketLauncher")
    world.combat.pull(goes, target=stays.id)
    run(world, 2 * TICK_S)
    assert world.combat.projectiles
    world.remove_player(goes)
    assert (world.players, world.living()) == ([stays], (stays,))
    assert world.combat.projectiles == []
    assert world.player_of(goes.id) is None
    run(world, 5.0)
    assert goes.pawn is None


def test_leaving_twice_is_no_harm() -> None:
    world = small_world(HALL)
    stays, goes = world.add_player("Stays"), world.add_player("Goes")
    world.remove_player(goes)
    world.remove_player(goes)
    assert world.players == [stays]
    assert [type(told) for told in world.announced].count(PlayerLeft) == 1


def test_the_living_are_listed_in_the_order_they_joined() -> None:
    world = small_world(HALL)
    players = [put_player(world, f"P{n}", 640 + 200 * n, 512) for n in range(3)]
    kill(world, players[0])
    assert world.living() == (players[1], players[2])
    run(world, 1.0)
    assert world.living() == tuple(players)


def test_somebody_without_a_body_is_not_among_the_living() -> None:
    world = small_world(HALL)
    player = world.add_player("A")
    assert world.living() == ()
    assert world.player_of(player.id) is player


# What is where


def everything(game: GameSpec = UT2004) -> tuple[World, Player]:
    world = small_world(
        LIFT_AND_FLAGS, game, legend=LEGEND, symmetry="mirror", mode=Mode.CAPTURE_THE_FLAG
    )
    return world, put_player(world, "A", 704, 192, team=0)


def test_a_player_is_where_its_body_is() -> None:
    world, player = everything()
    assert world.location_of(player.id) == Vec3(704.0, 192.0, 44.0)


def test_the_dead_are_nowhere() -> None:
    world, player = everything()
    kill(world, player)
    assert world.location_of(player.id) is None


def test_an_item_is_at_its_place() -> None:
    world, _ = everything()
    (item, _) = world.stock.items
    assert world.location_of(item.id) == item.feet + Vec3(0.0, 0.0, 23.0)


def test_a_flag_is_at_its_base_or_with_its_carrier() -> None:
    world, player = everything()
    flag = world.rules.flags[1]
    assert world.location_of(flag.id) == flag.base + Vec3(0.0, 0.0, 30.0)
    put(player, flag.base.x, flag.base.y)
    world.tick()
    assert world.location_of(flag.id) == pawn_of(player).body.location


def test_a_place_is_where_a_body_that_stands_on_it_is() -> None:
    world, _ = everything()
    for number, place in enumerate(world.place_ids):
        assert world.location_of(place) == world.graph.points[number].location + Vec3(0.0, 0.0, 44.0)


def test_a_lift_is_where_its_floor_is() -> None:
    world, player = everything()
    lift, (name, _) = world.terrain.lifts[0], world.lift_ids
    assert world.location_of(name) == lift.location
    put(player, lift.location.x, lift.location.y)
    run(world, 1.0)
    where = world.location_of(name)
    assert where is not None
    assert where.z == 64.0


def test_a_projectile_is_where_it_flies() -> None:
    world = small_world(HALL)
    player = put_player(world, "A", 640, 512)
    arm(world, player, "XWeapons.RocketLauncher")
    world.combat.pull(player, location=Vec3(4000.0, 512.0, 82.0))
    run(world, 2 * TICK_S)
    (shot,) = world.combat.projectiles
    assert world.location_of(shot.id) == shot.location


def test_an_unknown_id_is_nowhere() -> None:
    world, _ = everything()
    assert world.location_of(EntityId("CTF-Test.Nothing0")) is None
    assert world.player_of(EntityId("CTF-Test.Nothing0")) is None
    assert world.player_of(None) is None


def test_the_floor_is_found_below_any_height() -> None:
    world = small_world(HALL)
    for z in (0.0, 44.0, 300.0):
        assert world.floor_below(Vec3(640.0, 512.0, z)) == Vec3(640.0, 512.0, 0.0)


# In hand


def test_a_weapon_is_changed_in_two_thirds_of_a_second() -> None:
    world = small_world(HALL)
    player = put_player(world, "A", 640, 512)
    shield = pawn_of(player).weapons[UT2004.start_weapons[1]]
    world.change_weapon(player, shield)
    run(world, 0.6)
    assert pawn_of(player).hand is not shield
    run(world, 0.1)
    assert pawn_of(player).hand is shield
    assert [type(told) for told in player.take_told()] == [WeaponChanged]


def test_changing_to_the_weapon_in_hand_changes_nothing() -> None:
    world = small_world(HALL)
    player = put_player(world, "A", 640, 512)
    hand = pawn_of(player).hand
    assert hand is not None
    world.change_weapon(player, hand)
    run(world, 1.0)
    assert player.take_told() == []


def test_a_trigger_is_let_go_before_the_weapon_is_changed() -> None:
    world = small_world(HALL)
    player = put_player(world, "A", 640, 512)
    world.combat.pull(player, location=Vec3(2000.0, 512.0, 82.0))
    world.change_weapon(player, pawn_of(player).weapons[UT2004.start_weapons[1]])
    assert not pawn_of(player).firing
    assert [type(told) for told in player.take_told()] == [FiringStarted, FiringStopped]


def test_the_best_weapon_is_the_one_of_the_highest_rating_that_is_loaded() -> None:
    world = small_world(HALL)
    player = put_player(world, "A", 640, 512)
    held = arm(world, player, "XWeapons.RocketLauncher")
    assert world.best_weapon(player) is held
    pawn_of(player).ammo["XWeapons.RocketAmmo"] = 0  # type: ignore[index] # a class name
    best = world.best_weapon(player)
    assert best is not None
    assert best is not held


def test_an_empty_weapon_is_changed_for_a_loaded_one() -> None:
    world = small_world(HALL)
    player = put_player(world, "A", 640, 512)
    held = arm(world, player, "XWeapons.SniperRifle")
    assert held.spec.primary.ammo is not None
    pawn_of(player).ammo[held.spec.primary.ammo] = 1
    world.combat.pull(player, location=Vec3(3000.0, 512.0, 82.0))
    run(world, 4.0)
    assert pawn_of(player).hand is not held


def test_the_dead_have_no_best_weapon() -> None:
    world = small_world(HALL)
    player = put_player(world, "A", 640, 512)
    player.settings.manual_spawn = True
    kill(world, player)
    assert world.best_weapon(player) is None


# Sounds


def test_a_sound_is_heard_within_its_radius_only() -> None:
    world = small_world(HALL)
    near, far = put_player(world, "Near", 640, 512), put_player(world, "Far", 2640, 512)
    world.make_noise(Vec3(740.0, 512.0, 44.0), 500.0, EntityId("X"), None, by=None)
    (sound,) = near.sounds
    assert (sound.source, sound.distance) == ("X", 100.0)
    assert far.sounds == []


def test_the_same_sound_is_heard_once_a_second() -> None:
    world = small_world(HALL)
    player = put_player(world, "A", 640, 512)
    for _ in range(round(3.0 / TICK_S)):
        world.tick()
        world.make_noise(Vec3(740.0, 512.0, 44.0), 500.0, EntityId("X"), None, by=None)
    assert len(player.sounds) == 3


def test_different_sounds_do_not_drown_each_other() -> None:
    world = small_world(HALL)
    player = put_player(world, "A", 640, 512)
    for source in ("X", "Y", "Z"):
        world.make_noise(Vec3(740.0, 512.0, 44.0), 500.0, EntityId(source), None, by=None)
    assert [sound.source for sound in player.sounds] == ["X", "Y", "Z"]


@both_games
def test_walls_are_called_after_the_level(game: GameSpec) -> None:
    assert small_world(HALL, game).naming.level_info == "DM-Test.LevelInfo0"
