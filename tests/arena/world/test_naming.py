"""Ids: each only once, and made as the real servers make them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from agentfw.arena.games.ut99 import UT99
from agentfw.arena.games.ut2004 import UT2004
from agentfw.arena.maps.catalog import find_map, known_maps
from agentfw.arena.world.naming import CLASSIC_WORDS, MODERN_WORDS, Naming
from agentfw.arena.world.rules import Mode
from agentfw.arena.world.world import TICK_S
from agentfw.geometry import Vec3
from agentfw.vocabulary import ClassName
from tests.support.arena import HALL, add_natives, arm, kill, pawn_of, put_player, run, shipped_world
from tests.support.arena import small_world as drawn_world

if TYPE_CHECKING:
    from collections.abc import Iterator

    from agentfw.arena.games.specs import GameSpec
    from agentfw.arena.world.world import World

both_games = pytest.mark.parametrize("game", [UT2004, UT99], ids=lambda game: game.name)

ZOO = """
############
#s.L..f.d..#
#h.m.a.S...#
#X.Y...J..K#
############
"""
LEGEND = {
    "L": "{lift: 64}",
    "h": "XPickups.HealthPack",
    "m": "XPickups.MiniHealthPack",
    "a": "XWeapons.ShockAmmoPickup",
    "S": "XWeapons.ShockRiflePickup",
    "X": "{teleporter: Y}",
    "Y": "exit",
    "J": "{pad: K}",
    "K": "exit",
}


def zoo(game: GameSpec, mode: Mode = Mode.CAPTURE_THE_FLAG) -> World:
    """A bit of everything, twice."""
    return drawn_world(ZOO, game, legend=LEGEND, symmetry="mirror", mode=mode)


def all_ids(world: World) -> Iterator[str]:
    for player in world.players:
        yield player.id
        if player.pawn is not None:
            yield player.pawn.id
            yield from (held.id for held in player.pawn.weapons.values())
    yield from world.place_ids
    yield from world.lift_ids
    yield from (item.id for item in world.stock.items)
    yield from (flag.id for flag in world.rules.flags)
    yield from (shot.id for shot in world.combat.projectiles)


def shape(entity: str) -> str:
    """An id without its numbers."""
    return re.sub(r"\d+", "#", entity.removeprefix("DM-Test."))


# Only once


@both_games
@pytest.mark.parametrize("name", known_maps())
def test_no_id_on_a_map_is_given_twice(name: str, game: GameSpec) -> None:
    for mode in find_map(name).modes:
        world = shipped_world(name, game, Mode(mode))
        add_natives(world, 4, 4, 4)
        world.enter(world.add_player("Client"))
        run(world, 5.0)
        ids = list(all_ids(world))
        assert len(ids) == len(set(ids))


@both_games
def test_many_players_have_many_ids(game: GameSpec) -> None:
    world = drawn_world(HALL, game)
    players = [world.add_player("P", is_native=bool(number % 2)) for number in range(300)]
    assert len({player.id for player in players}) == 300


@both_games
def test_the_id_of_somebody_who_left_is_not_given_again(game: GameSpec) -> None:
    world = drawn_world(HALL, game)
    first = world.add_player("A")
    world.remove_player(first)
    assert world.add_player("A").id != first.id


@both_games
def test_every_body_of_a_player_has_its_own_id(game: GameSpec) -> None:
    world = drawn_world(HALL, game)
    player, bodies = put_player(world, "A", 640, 512), set()
    for _ in range(3):
        bodies.add(pawn_of(player).id)
        kill(world, player)
        run(world, 1.5)
    assert len(bodies) == 3


@both_games
def test_a_player_keeps_its_id_over_deaths(game: GameSpec) -> None:
    world = drawn_world(HALL, game)
    player = put_player(world, "A", 640, 512)
    before = player.id
    kill(world, player)
    run(world, 1.5)
    assert player.id == before
    assert world.player_of(before) is player


@both_games
def test_ids_have_no_blanks_and_begin_with_the_map(game: GameSpec) -> None:
    world = zoo(game)
    put_player(world, "A", 640, 320, team=0)
    for entity in all_ids(world):
        assert entity.startswith("DM-Test.")
        assert not set(entity) & set(" {}\r\n")


# As the newer game makes them


def test_a_client_of_the_newer_game_is_path_and_number_without_a_separator() -> None:
    world = drawn_world(HALL)
    ids = [world.add_player(f"P{number}").id for number in range(12)]
    for number, entity in enumerate(ids):
        assert re.fullmatch(rf"DM-Test\.ObservedRemoteBot\d+{number}", entity)


def test_a_native_of_the_newer_game_is_a_gbxbot() -> None:
    world = drawn_world(HALL)
    (native,) = add_natives(world, 4)
    assert re.fullmatch(rf"DM-Test\.GBxBot\d+{native.number}", native.id)


def test_a_body_of_the_newer_game_has_a_plain_path() -> None:
    player = put_player(drawn_world(HALL), "A", 640, 512)
    assert re.fullmatch(r"DM-Test\.GBxPawn\d+", pawn_of(player).id)


def test_a_pickup_on_a_base_has_the_path_of_the_base() -> None:
    ids = {item.spec.title: shape(item.id) for item in zoo(UT2004).stock.items}
    assert ids["Health Pack"] == "NewHealthCharger#"
    assert ids["Shock Rifle"] == "xWeaponBase#"


def test_a_pickup_without_a_base_has_a_running_number() -> None:
    ids = {item.spec.title: shape(item.id) for item in zoo(UT2004).stock.items}
    assert ids["Health Vial"] == "MiniHealthPack#id#"
    assert ids["Shock Core"] == "ShockAmmoPickup#id#"


def test_a_dropped_weapon_has_a_running_number() -> None:
    world = drawn_world(HALL)
    killer, victim = put_player(world, "A", 640, 512), put_player(world, "B", 1280, 512)
    arm(world, victim, "XWeapons.ShockRifle")
    kill(world, victim, killer)
    (dropped,) = world.stock.items
    assert shape(dropped.id) == "ShockRiflePickup#id#"


def test_a_projectile_has_a_running_number() -> None:
    world = drawn_world(HALL)
    player = put_player(world, "A", 640, 512)
    arm(world, player, "XWeapons.RocketLauncher")
    world.combat.pull(player, location=Vec3(4000.0, 512.0, 82.0))
    run(world, 2 * TICK_S)
    (shot,) = world.combat.projectiles
    assert shape(shot.id) == "RocketProj#ProID#"


def test_the_running_number_is_one_for_all() -> None:
    naming = Naming("M", MODERN_WORDS, is_modern=True)
    vial = UT2004.items[ClassName("XPickups.MiniHealthPack")]
    ids = [
        naming.item(vial, dropped=False),
        naming.projectile(ClassName("XWeapons.RocketProj")),
        naming.item(vial, dropped=True),
    ]
    assert ids == ["M.MiniHealthPack0id1", "M.RocketProj0ProID2", "M.MiniHealthPack1id3"]


def test_places_of_the_newer_game_are_called_by_their_kind() -> None:
    shapes = {shape(place) for place in zoo(UT2004).place_ids}
    assert shapes >= {
        "PlayerStart#",
        "InventorySpot#",
        "LiftCenter#",
        "Teleporter#",
        "UTJumpPad#",
        "xRedFlagBase#",
        "xBlueFlagBase#",
        "xDomPoint#",
    }


def test_flags_and_lifts_of_the_newer_game_have_plain_paths() -> None:
    world = zoo(UT2004)
    assert [flag.id for flag in world.rules.flags] == ["DM-Test.xRedFlag0", "DM-Test.xBlueFlag0"]
    assert list(world.lift_ids) == ["DM-Test.Mover0", "DM-Test.Mover1"]


def test_a_domination_point_has_the_id_of_its_place() -> None:
    for game, mode in ((UT99, Mode.DOMINATION), (UT2004, Mode.DOUBLE_DOMINATION)):
        world = zoo(game, mode)
        assert len(world.rules.points) == 2
        for point in world.rules.points:
            assert point.place is not None
            assert world.place_ids[point.place] == point.id


# As the older game makes them


def test_ids_of_the_older_game_are_plain_paths() -> None:
    world = zoo(UT99)
    player = put_player(world, "A", 640, 320, team=0)
    arm(world, player, "Botpack.UT_Eightball")
    add_natives(world, 4)
    for entity in all_ids(world):
        assert re.fullmatch(r"DM-Test\.[A-Za-z_]+[\dA-Za-z_]*\d", entity)
        assert "ProID" not in entity
        assert not re.search(r"\did\d", entity)


def test_flags_and_points_of_the_older_game_have_its_classes() -> None:
    world = zoo(UT99)
    assert [flag.id for flag in world.rules.flags] == ["DM-Test.RedFlag0", "DM-Test.CTFFlag0"]
    shapes = {shape(place) for place in world.place_ids}
    assert shapes >= {"FlagBase#", "ControlPoint#", "PlayerStart#", "InventorySpot#", "LiftCenter#"}


def test_pickups_of_the_older_game_are_called_after_their_class() -> None:
    ids = {item.spec.title: item.id for item in zoo(UT99).stock.items}
    for title, entity in ids.items():
        spec = next(item for item in UT99.items.values() if item.title == title)
        assert entity.startswith(f"DM-Test.{spec.pickup.rpartition('.')[2]}")


# The names themselves


def test_objects_are_counted_by_class() -> None:
    naming = Naming("M", MODERN_WORDS, is_modern=True)
    ids = [naming.object(word) for word in ("PathNode", "PathNode", "LiftExit", "PathNode")]
    assert ids == ["M.PathNode0", "M.PathNode1", "M.LiftExit0", "M.PathNode2"]


def test_the_package_of_a_class_is_left_out() -> None:
    naming = Naming("M", MODERN_WORDS, is_modern=True)
    assert naming.object("XWeapons.ShockRifle") == "M.ShockRifle0"


@pytest.mark.parametrize("words", [MODERN_WORDS, CLASSIC_WORDS], ids=["modern", "classic"])
def test_both_games_know_the_same_words(words: dict[str, str]) -> None:
    assert words.keys() == MODERN_WORDS.keys()
    assert all(words.values())


def test_points_where_one_leaves_a_lift_are_lift_exits() -> None:
    world = shipped_world("dm-foundry", UT2004, Mode.DEATHMATCH)
    assert any(shape(place).endswith(".LiftExit#") for place in world.place_ids)
    assert any(shape(place).endswith(".PathNode#") for place in world.place_ids)
