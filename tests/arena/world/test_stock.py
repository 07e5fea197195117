"""Items: what they give, to whom, and when they come back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from agentfw.arena.games.specs import Effect
from agentfw.arena.games.ut99 import UT99
from agentfw.arena.games.ut2004 import UT2004
from agentfw.arena.world.damage import ArmorPiece, Shield
from agentfw.arena.world.rules import Mode
from agentfw.arena.world.world import TICK_S
from agentfw.geometry import Vec3
from agentfw.vocabulary import ClassName, ItemGained, ItemPickedUp, SoundKind, Touched
from tests.support.arena import HALL, arm, pawn_of, put_player, run, small_world

if TYPE_CHECKING:
    from typing import Any

    from agentfw.arena.games.specs import GameSpec
    from agentfw.arena.world.players import Player
    from agentfw.arena.world.stock import Item
    from agentfw.arena.world.world import World

GAMES = pytest.mark.parametrize("game", [UT2004, UT99], ids=lambda game: game.name)
ROOM = """
    ##########
    #s.......#
    #...i....#
    #........#
    ##########
"""
"""The item lies at x = 576, y = 320."""
SPOT = Vec3(576.0, 320.0, 0.0)
HEALTH, VIAL, KEG = "XPickups.HealthPack", "XPickups.MiniHealthPack", "XPickups.SuperHealthPack"
SMALL, SUPER = "XPickups.ShieldPack", "XPickups.SuperShieldPack"
PILL, DOUBLE = "XPickups.AdrenalinePickup", "XPickups.UDamagePack"
SHOCK, REDEEMER = "XWeapons.ShockRiflePickup", "XWeapons.RedeemerPickup"


def room(item: str, game: GameSpec = UT2004, **settings: Any) -> tuple[World, Item]:
    """A room with one item, and nobody in it."""
    world = small_world(ROOM, game, legend={"i": item}, **settings)
    return world, world.stock.items[0]


def visitor(world: World, x: float = 900.0, y: float = 320.0, name: str = "A") -> Player:
    return put_player(world, name, x, y)


def step_on(player: Player) -> None:
    """Stand on the item."""
    pawn_of(player).body.put(SPOT)


def step_off(player: Player) -> None:
    pawn_of(player).body.put(Vec3(900.0, 320.0, 0.0))


def give(player: Player, world: World, item: str) -> bool:
    return world.stock.give(player, item)


# Health


@pytest.mark.parametrize(
    ("game", "item", "before", "after"),
    [
        (UT2004, HEALTH, 50, 75),
        (UT2004, HEALTH, 90, 100),
        (UT2004, VIAL, 100, 105),
        (UT2004, VIAL, 197, 199),
        (UT2004, KEG, 1, 101),
        (UT2004, KEG, 120, 199),
        (UT99, "Botpack.MedBox", 50, 70),
        (UT99, "Botpack.MedBox", 90, 100),
        (UT99, "Botpack.HealthVial", 100, 105),
        (UT99, "Botpack.HealthVial", 197, 199),
        (UT99, "Botpack.HealthPack", 1, 101),
        (UT99, "Botpack.HealthPack", 120, 199),
    ],
)
def test_health_heals_up_to_its_limit(game: GameSpec, item: str, before: int, after: int) -> None:
    world, _ = room(HEALTH, game)
    player = visitor(world)
    pawn_of(player).health = before
    assert give(player, world, item)
    assert pawn_of(player).health == after


@pytest.mark.parametrize(
    ("game", "item", "health"),
    [
        (UT2004, HEALTH, 100),
        (UT2004, HEALTH, 150),
        (UT99, "Botpack.MedBox", 100),
        (UT99, "Botpack.HealthVial", 199),
        (UT99, "Botpack.HealthPack", 199),
    ],
)
def test_health_is_left_by_who_does_not_need_it(game: GameSpec, item: str, health: int) -> None:
    world, pack = room(item, game)
    player = visitor(world)
    pawn_of(player).health = health
    step_on(player)
    world.tick()
    assert world.stock.is_there(pack)
    assert pawn_of(player).health == health


@pytest.mark.parametrize("item", [VIAL, KEG])
@pytest.mark.parametrize(("mode", "is_left"), [(Mode.DEATHMATCH, False), (Mode.TEAM_DEATHMATCH, True)])
def test_in_a_deathmatch_super_health_is_wasted_at_the_limit(
    item: str, mode: Mode, *, is_left: bool
) -> None:
    world, pack = room(item, mode=mode)
    player = visitor(world)
    pawn_of(player).health = 199
    step_on(player)
    world.tick()
    assert world.stock.is_there(pack) is is_left
    assert pawn_of(player).health == 199


# Shields and armor


@pytest.mark.parametrize(
    ("item", "before", "after"),
    [
        (SMALL, Shield(), Shield(50, 50)),
        (SMALL, Shield(20, 20), Shield(50, 50)),
        (SMALL, Shield(100, 0), Shield(150, 50)),
        (SMALL, Shield(120, 0), Shield(150, 30)),
        (SUPER, Shield(), Shield(100, 0)),
        (SUPER, Shield(50, 50), Shield(150, 50)),
        (SUPER, Shield(80, 0), Shield(150, 0)),
    ],
)
def test_shields_add_up_to_150(item: str, before: Shield, after: Shield) -> None:
    world, _ = room(HEALTH)
    player = visitor(world)
    pawn_of(player).shield = before
    assert give(player, world, item)
    assert pawn_of(player).shield == after


@pytest.mark.parametrize(
    ("item", "shield"), [(SMALL, Shield(50, 50)), (SMALL, Shield(150, 0)), (SUPER, Shield(150, 50))]
)
def test_a_shield_that_adds_nothing_is_left(item: str, shield: Shield) -> None:
    world, pack = room(item)
    player = visitor(world)
    pawn_of(player).shield = shield
    step_on(player)
    world.tick()
    assert world.stock.is_there(pack)
    assert pawn_of(player).shield == shield


@pytest.mark.parametrize(
    ("item", "piece"),
    [
        ("Botpack.Armor2", ArmorPiece(100, 0.75, 7)),
        ("Botpack.ThighPads", ArmorPiece(50, 0.5, 7)),
        ("Botpack.UT_ShieldBelt", ArmorPiece(150, 1.0, 10)),
    ],
)
def test_a_piece_of_armor_is_worn_once(item: str, piece: ArmorPiece) -> None:
    world, _ = room(HEALTH, UT99)
    player = visitor(world)
    assert give(player, world, item)
    assert pawn_of(player).armor == (piece,)
    assert not give(player, world, item)
    pawn_of(player).armor = (ArmorPiece(10, piece.share, piece.priority),)
    assert give(player, world, item)
    assert pawn_of(player).armor == (piece,)


def test_pieces_of_armor_are_worn_together() -> None:
    world, _ = room(HEALTH, UT99)
    player = visitor(world)
    for item in ("Botpack.ThighPads", "Botpack.Armor2", "Botpack.UT_ShieldBelt"):
        assert give(player, world, item)
    assert pawn_of(player).armor_points == 300


# Power-ups


@GAMES
def test_a_boost_lasts_30_s(game: GameSpec) -> None:
    world, _ = room(HEALTH, game)
    player = visitor(world)
    assert give(player, world, DOUBLE)
    assert pawn_of(player).boost_until == pytest.approx(world.time + 30)


@pytest.mark.parametrize(("before", "after"), [(0, 2), (97, 99), (99, 100)])
def test_a_pill_gives_two_points_of_adrenaline(before: int, after: int) -> None:
    world, _ = room(PILL)
    player = visitor(world)
    player.adrenaline = before
    step_on(player)
    world.tick()
    assert player.adrenaline == after


def test_a_pill_is_left_by_who_has_enough() -> None:
    world, pill = room(PILL)
    player = visitor(world)
    player.adrenaline = 100
    step_on(player)
    world.tick()
    assert world.stock.is_there(pill)


def test_jump_boots_jump_three_times_three_times_as_hard() -> None:
    world, _ = room(HEALTH, UT99)
    player = visitor(world)
    assert give(player, world, "Botpack.UT_Jumpboots")
    launched = []
    for _ in range(4):
        assert world.movement.jump(player, None, None, 0.0)
        launched.append(pawn_of(player).body.vz)
        step_off(player)
    assert launched == [975, 975, 975, 325]


def test_invisibility_begins_at_once() -> None:
    world, _ = room(HEALTH, UT99)
    player = visitor(world)
    assert give(player, world, "Botpack.UT_Invisibility")
    assert pawn_of(player).invisible_until > world.time + 20


# Coming back


RESPAWNS = {
    UT2004.name: {KEG: 60, SUPER: 60, DOUBLE: 90, REDEEMER: 120},
    UT99.name: {
        "Botpack.MedBox": 20,
        "Botpack.HealthPack": 100,
        "Botpack.UT_ShieldBelt": 60,
        "Botpack.UDamage": 120,
        "Botpack.UT_Invisibility": 120,
        "Botpack.WarheadLauncher": 60,
    },
}
"""Seconds; everything else comes back after 30."""
ITEMS = [(game, item) for game in (UT2004, UT99) for item in game.items]


@pytest.mark.parametrize(("game", "name"), ITEMS, ids=[item for _, item in ITEMS])
def test_every_item_comes_back_after_its_time(game: GameSpec, name: str) -> None:
    world, item = room(name, game)
    assert item.spec.pickup == name
    player = visitor(world)
    empty(player)
    step_on(player)
    world.tick()
    assert not world.stock.is_there(item)
    step_off(player)
    seconds = RESPAWNS[game.name].get(name, 30)
    run(world, seconds - TICK_S)
    assert not world.stock.is_there(item)
    run(world, TICK_S)
    assert world.stock.is_there(item)


def empty(player: Player) -> None:
    """Somebody who can use everything."""
    pawn = pawn_of(player)
    pawn.health = 10
    pawn.weapons.clear()
    pawn.ammo.clear()


@pytest.mark.parametrize(
    ("item", "start"), [(HEALTH, 681), (KEG, 1362), (DOUBLE, 3324), (REDEEMER, 2724)]
)
def test_an_item_comes_back_on_the_tick_whenever_it_was_taken(item: str, start: int) -> None:
    world, pack = room(item)
    player = visitor(world)
    empty(player)
    step_on(player)
    world.ticks = start - 1
    world.tick()
    world.ticks += round(pack.spec.respawn_s / TICK_S)
    assert world.stock.is_there(pack)


def test_what_has_come_back_can_be_taken_again() -> None:
    world, _ = room(HEALTH)
    player = visitor(world)
    pawn_of(player).health = 10
    step_on(player)
    run(world, 29.9)
    assert pawn_of(player).health == 35
    run(world, 0.3)
    assert pawn_of(player).health == 60


def test_what_was_taken_is_not_there_for_the_next() -> None:
    world, _ = room(HEALTH)
    first, second = visitor(world), visitor(world, 1000, 320, "B")
    for player in (first, second):
        pawn_of(player).health = 10
    step_on(first)
    world.tick()
    step_off(first)
    step_on(second)
    run(world, 5.0)
    assert pawn_of(second).health == 10


# Touching


@pytest.mark.parametrize(
    ("game", "item", "reach"),
    [
        (UT2004, HEALTH, 25 + 32),
        (UT2004, VIAL, 25 + 24),
        (UT2004, SHOCK, 25 + 36),
        (UT2004, "XWeapons.ShockAmmoPickup", 25 + 22),
        (UT99, "Botpack.MedBox", 17 + 32),
    ],
)
@pytest.mark.parametrize(("beyond", "is_touched"), [(-0.1, True), (0.0, True), (0.1, False)])
def test_two_cylinders_touch_at_the_sum_of_their_radii(
    game: GameSpec, item: str, reach: float, beyond: float, *, is_touched: bool
) -> None:
    world, pack = room(item, game)
    pawn = pawn_of(visitor(world))
    pawn.body.put(SPOT + Vec3(reach + beyond, 0, 0))
    assert (pack in world.stock.touched(pawn)) is is_touched
    pawn.body.put(SPOT - Vec3(0, reach + beyond, 0))
    assert (pack in world.stock.touched(pawn)) is is_touched


@pytest.mark.parametrize(
    ("height", "is_touched"), [(0, True), (45.9, True), (46.1, False), (200, False)]
)
def test_a_body_high_above_does_not_touch(height: float, *, is_touched: bool) -> None:
    """A health pack is 46 uu high."""
    world, pack = room(HEALTH)
    pawn = pawn_of(visitor(world))
    pawn.body.put(SPOT + Vec3(0, 0, height))
    assert (pack in world.stock.touched(pawn)) is is_touched


def test_whoever_runs_over_an_item_takes_it() -> None:
    world, pack = room(HEALTH)
    player = visitor(world, 800)
    pawn_of(player).health = 10
    pawn_of(player).course.points = (Vec3(300.0, 320.0, 44.0),)
    run(world, 1.5)
    assert pawn_of(player).health == 35
    assert not world.stock.is_there(pack)


def test_who_picks_up_by_hand_takes_nothing_by_touch() -> None:
    world, pack = room(HEALTH)
    player = visitor(world)
    pawn_of(player).health = 10
    player.settings.manual_pickup = True
    step_on(player)
    run(world, 1.0)
    assert pawn_of(player).health == 10
    assert world.stock.touched(pawn_of(player)) == [pack]
    assert world.stock.take(player, pack)
    assert pawn_of(player).health == 35


def test_nobody_takes_what_is_not_there() -> None:
    world, pack = room(HEALTH)
    player = visitor(world)
    pawn_of(player).health = 10
    assert world.stock.take(player, pack)
    assert not world.stock.take(player, pack)
    assert pawn_of(player).health == 35


def test_the_dead_take_nothing() -> None:
    world, pack = room(HEALTH)
    player = visitor(world)
    player.settings.manual_spawn = True
    world.kill(player, None, UT2004.world_damage["suicide"])
    assert not world.stock.take(player, pack)
    assert not give(player, world, KEG)


def test_an_item_nobody_knows_cannot_be_had() -> None:
    world, _ = room(HEALTH)
    assert not give(visitor(world), world, "XPickups.Nothing")
    assert world.stock.put("XPickups.Nothing", SPOT) is None


# Weapons


def test_a_weapon_brings_its_first_ammunition() -> None:
    world, _ = room(SHOCK)
    player = visitor(world)
    step_on(player)
    world.tick()
    pawn = pawn_of(player)
    assert ClassName("XWeapons.ShockRifle") in pawn.weapons
    assert pawn.ammo[ClassName("XWeapons.ShockAmmo")] == 20


def test_a_weapon_one_has_is_taken_for_its_ammunition() -> None:
    world, rifle = room(SHOCK)
    player = visitor(world)
    step_on(player)
    run(world, 0.1)
    run(world, 30.0)
    assert pawn_of(player).ammo[ClassName("XWeapons.ShockAmmo")] == 40
    assert not world.stock.is_there(rifle)


def test_a_weapon_one_has_is_left_when_its_ammunition_is_full() -> None:
    world, rifle = room(SHOCK)
    player = visitor(world)
    arm(world, player, "XWeapons.ShockRifle")
    step_on(player)
    world.tick()
    assert world.stock.is_there(rifle)


def test_a_weapon_that_stays_is_there_for_everybody_once() -> None:
    world, rifle = room(SHOCK, weapon_stay=True)
    for number, name in enumerate("ABC"):
        player = visitor(world, 800 + 100 * number, 320, name)
        step_on(player)
        run(world, 1.0)
        assert pawn_of(player).ammo[ClassName("XWeapons.ShockAmmo")] == 20
        pawn_of(player).body.put(Vec3(800.0 + 100 * number, 320.0, 0.0))
        assert world.stock.is_there(rifle)


def test_a_weapon_that_stays_can_be_had_again_after_death() -> None:
    world, _ = room(SHOCK, weapon_stay=True)
    player = visitor(world)
    step_on(player)
    world.tick()
    world.kill(player, None, UT2004.world_damage["suicide"])
    run(world, 0.1)
    pawn_of(player).body.put(SPOT)
    world.tick()
    assert ClassName("XWeapons.ShockRifle") in pawn_of(player).weapons


def test_a_weapon_that_stays_can_be_had_again_by_who_threw_it_away() -> None:
    world, _ = room(SHOCK, weapon_stay=True)
    player = visitor(world)
    step_on(player)
    world.tick()
    pawn = pawn_of(player)
    del pawn.weapons[ClassName("XWeapons.ShockRifle")]
    world.tick()
    assert ClassName("XWeapons.ShockRifle") in pawn.weapons


@pytest.mark.parametrize(
    ("game", "item"), [(UT2004, HEALTH), (UT2004, "XWeapons.ShockAmmoPickup"), (UT2004, REDEEMER)]
)
def test_weapon_stay_is_for_common_weapons_only(game: GameSpec, item: str) -> None:
    world, thing = room(item, game, weapon_stay=True)
    player = visitor(world)
    pawn_of(player).health = 10
    step_on(player)
    world.tick()
    assert not world.stock.is_there(thing)


def test_a_better_weapon_is_taken_in_hand() -> None:
    world, _ = room(SHOCK)
    player = visitor(world)
    step_on(player)
    run(world, 0.8)
    hand = pawn_of(player).hand
    assert hand is not None
    assert hand.spec.name == "XWeapons.ShockRifle"


def test_who_fires_keeps_the_weapon_in_hand() -> None:
    world, _ = room(SHOCK)
    player = visitor(world)
    step_on(player)
    world.combat.pull(player)
    run(world, 0.8)
    hand = pawn_of(player).hand
    assert hand is not None
    assert hand.spec.name == "XWeapons.AssaultRifle"


# Dropped weapons


def dropped(rounds: int = 7) -> tuple[World, Item, Player]:
    """A shock rifle that somebody let fall."""
    world = small_world(HALL)
    player = put_player(world, "A", 640, 512)
    held = arm(world, player, "XWeapons.ShockRifle")
    pawn_of(player).ammo[ClassName("XWeapons.ShockAmmo")] = rounds
    item = world.stock.drop(pawn_of(player), held, Vec3(1000, 512, 0))
    assert item is not None
    return world, item, player


def test_a_dropped_weapon_lies_for_16_s() -> None:
    world, item, _ = dropped()
    run(world, 16 - TICK_S)
    assert item in world.stock.items
    run(world, TICK_S)
    assert item not in world.stock.items


def test_a_dropped_weapon_has_the_ammunition_that_was_left() -> None:
    world, item, _ = dropped(7)
    finder = put_player(world, "B", 1200, 512)
    assert item.amount == 7
    pawn_of(finder).body.put(Vec3(1000, 512, 0))
    world.tick()
    assert pawn_of(finder).ammo[ClassName("XWeapons.ShockAmmo")] == 7
    assert item not in world.stock.items


def test_a_dropped_weapon_keeps_both_kinds_of_ammunition() -> None:
    world = small_world(HALL)
    player = put_player(world, "A", 640, 512)
    held = arm(world, player, "XWeapons.AssaultRifle")
    item = world.stock.drop(pawn_of(player), held, Vec3(1000, 512, 0))
    assert item is not None
    assert item.ammo == {"XWeapons.AssaultAmmo": 200, "XWeapons.GrenadeAmmo": 8}


def test_a_dropped_weapon_is_taken_once_though_weapons_stay() -> None:
    world, item, _ = dropped()
    world.settings.weapon_stay = True
    finder = put_player(world, "B", 1200, 512)
    assert world.stock.take(finder, item)
    assert item not in world.stock.items


def test_a_dropped_weapon_is_gone_after_a_restart() -> None:
    world, item, _ = dropped()
    world.restart()
    assert item not in world.stock.items


@GAMES
def test_some_weapons_cannot_be_dropped(game: GameSpec) -> None:
    world = small_world(HALL, game)
    player = put_player(world, "A", 640, 512)
    for name, weapon in game.weapons.items():
        held = arm(world, player, name)
        item = world.stock.drop(pawn_of(player), held, Vec3(1000, 512, 0))
        assert (item is not None) is weapon.can_throw, name


def test_an_item_put_on_the_floor_lies_for_16_s() -> None:
    world = small_world(HALL)
    item = world.stock.put(HEALTH, Vec3(1000, 512, 0))
    assert item is not None
    run(world, 15.9)
    assert item in world.stock.items
    run(world, 0.1)
    assert item not in world.stock.items


# Restart


def test_after_a_restart_everything_lies_there() -> None:
    world, pack = room(HEALTH)
    player = visitor(world)
    pawn_of(player).health = 10
    step_on(player)
    world.tick()
    assert not world.stock.is_there(pack)
    world.restart()
    assert world.stock.is_there(pack)


# What is told


def test_who_takes_a_weapon_is_told_of_it_in_order() -> None:
    world, rifle = room(SHOCK)
    player = visitor(world)
    step_on(player)
    world.tick()
    held = pawn_of(player).weapons[ClassName("XWeapons.ShockRifle")]
    told = [told for told in player.take_told() if not isinstance(told, Touched)]
    assert told == [
        ItemGained(
            id=held.id, item_class=ClassName("XWeapons.ShockRifle"), pickup_class=ClassName(SHOCK)
        ),
        ItemPickedUp(
            id=rifle.id,
            inventory_id=held.id,
            location=rifle.location,
            amount=20,
            alt_amount=20,
            dropped=False,
            pickup_class=ClassName(SHOCK),
        ),
    ]


def test_a_weapon_one_has_is_not_gained_again() -> None:
    world, _ = room(SHOCK)
    player = visitor(world)
    assert give(player, world, SHOCK)
    player.take_told()
    assert give(player, world, SHOCK)
    assert not [told for told in player.take_told() if isinstance(told, ItemGained)]


def test_health_is_told_with_its_points() -> None:
    world, pack = room(HEALTH)
    player = visitor(world)
    pawn_of(player).health = 90
    step_on(player)
    world.tick()
    told = [told for told in player.take_told() if isinstance(told, ItemPickedUp)]
    assert [(one.id, one.amount, one.alt_amount, one.dropped) for one in told] == [
        (pack.id, 25, None, False)
    ]


def test_what_is_refused_is_not_told() -> None:
    world, _ = room(HEALTH)
    player = visitor(world)
    step_on(player)
    world.tick()
    assert player.take_told() == []


def test_others_near_hear_an_item_being_taken() -> None:
    world, pack = room(HEALTH)
    player, near = visitor(world), visitor(world, 900, 450, "B")
    pawn_of(player).health = 10
    step_on(player)
    world.tick()
    heard = [sound for sound in near.sounds if sound.kind is SoundKind.PICKUP]
    assert [(sound.source, sound.source_class) for sound in heard] == [(pack.id, HEALTH)]


# Maps of the newer game in the older one


@pytest.mark.parametrize("name", sorted(UT2004.map_items))
def test_every_item_of_the_newer_game_stands_for_one_of_the_older(name: str) -> None:
    _, item = room(UT2004.map_items[name], UT99)
    assert item.spec.pickup.startswith("Botpack.")
    if item.spec.effect is Effect.WEAPON:
        assert UT2004.items[UT2004.map_items[name]].effect is Effect.WEAPON
