"""Adrenaline and combos, the shield in hand, lava and water."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from agentfw.arena.games.ut99 import UT99
from agentfw.arena.games.ut2004 import UT2004
from agentfw.arena.world.damage import ArmorPiece, Shield
from agentfw.arena.world.rules import Mode
from agentfw.arena.world.senses import can_see_player
from agentfw.arena.world.world import TICK_S
from agentfw.geometry import Vec3
from agentfw.vocabulary import AdrenalineGained, ClassName, ComboStarted, DamageTaken
from tests.support.arena import HALL, Duel, arm, kill, pawn_of, put, put_player, run, small_world

if TYPE_CHECKING:
    from agentfw.arena.games.specs import GameSpec
    from agentfw.arena.world.players import Player
    from agentfw.arena.world.world import World

GAMES = pytest.mark.parametrize("game", [UT2004, UT99], ids=lambda game: game.name)
SPEED, BERSERK = ClassName("xGame.ComboSpeed"), ClassName("xGame.ComboBerserk")
BOOSTER, INVISIBLE = ClassName("xGame.ComboDefensive"), ClassName("xGame.ComboInvis")
COMBOS = pytest.mark.parametrize(
    ("combo", "seconds"), [(SPEED, 16), (BERSERK, 30), (BOOSTER, 30), (INVISIBLE, 30)]
)
KINDS = pytest.mark.parametrize("combo", [SPEED, BERSERK, BOOSTER, INVISIBLE])
SHIELD_GUN, SHIELD_AMMO = "XWeapons.ShieldGun", ClassName("XWeapons.ShieldAmmo")


def excited(world: World, adrenaline: int = 100) -> Player:
    """Somebody with adrenaline."""
    player = put_player(world, "A", 640, 512)
    player.adrenaline = adrenaline
    return player


def combo_time(world: World, player: Player) -> float:
    """How long the combo runs on."""
    ticks = 0
    while pawn_of(player).combo is not None:
        world.tick()
        ticks += 1
    return ticks * TICK_S


# Adrenaline


@pytest.mark.parametrize(
    ("before", "amount", "after"), [(0, 5, 5), (96, 5, 100), (100, 5, 100), (3, -5, 0), (50, -2, 48)]
)
def test_adrenaline_stays_between_nothing_and_100(before: int, amount: int, after: int) -> None:
    world = small_world(HALL)
    player = excited(world, before)
    world.give_adrenaline(player, amount)
    assert player.adrenaline == after


@pytest.mark.parametrize(
    ("before", "amount", "told"), [(0, 5, 5), (98, 5, 2), (100, 5, None), (9, -5, None)]
)
def test_what_was_gained_is_told(before: int, amount: int, told: int | None) -> None:
    world = small_world(HALL)
    player = excited(world, before)
    world.give_adrenaline(player, amount)
    assert player.take_told() == ([] if told is None else [AdrenalineGained(told)])


@pytest.mark.parametrize("mode", [Mode.DEATHMATCH, Mode.TEAM_DEATHMATCH])
def test_a_kill_gives_five_points(mode: Mode) -> None:
    duel = Duel(UT2004, "XWeapons.SuperShockRifle", 400, mode=mode)
    duel.pull()
    duel.tick()
    assert duel.shooter.adrenaline == 5
    assert duel.victim.adrenaline == 0


def test_killing_oneself_gives_nothing() -> None:
    world = small_world(HALL)
    player = excited(world, 50)
    world.kill(player, player, UT2004.world_damage["suicide"])
    assert player.adrenaline == 50


@pytest.mark.parametrize(("friendly_fire", "after"), [(1.0, 45), (0.0, 50)])
def test_killing_a_team_mate_costs_five_points_under_friendly_fire(
    friendly_fire: float, after: int
) -> None:
    duel = Duel(UT2004, "XWeapons.Redeemer", 400, mode=Mode.TEAM_DEATHMATCH, friendly_fire=friendly_fire)
    duel.victim.team = duel.shooter.team
    duel.shooter.adrenaline = 50
    kill(duel.world, duel.victim, duel.shooter)
    assert duel.shooter.adrenaline == after


def test_the_older_game_knows_no_adrenaline() -> None:
    duel = Duel(UT99, "Botpack.SuperShockRifle", 400)
    duel.pull()
    duel.tick()
    assert duel.victim.pawn is None
    assert duel.shooter.adrenaline == 0


def test_adrenaline_outlives_the_body() -> None:
    world = small_world(HALL)
    player = excited(world, 70)
    kill(world, player)
    run(world, 0.1)
    assert player.pawn is not None
    assert player.adrenaline == 70


# Combos


@KINDS
def test_a_combo_needs_exactly_100_points(combo: ClassName) -> None:
    world = small_world(HALL)
    player = excited(world, 99)
    assert not world.powers.start_combo(player, combo)
    assert pawn_of(player).combo is None
    player.adrenaline = 100
    assert world.powers.start_combo(player, combo)
    assert pawn_of(player).combo == combo


@COMBOS
def test_a_combo_lasts_its_time(combo: ClassName, seconds: float) -> None:
    world = small_world(HALL)
    player = excited(world)
    assert world.powers.start_combo(player, combo)
    assert combo_time(world, player) == pytest.approx(seconds, abs=TICK_S + 1e-6)
    assert player.adrenaline == 0


@COMBOS
def test_a_combo_drains_the_adrenaline_evenly(combo: ClassName, seconds: float) -> None:
    world = small_world(HALL)
    player = excited(world)
    assert world.powers.start_combo(player, combo)
    for part in (75, 50, 25):
        run(world, seconds / 4)
        assert player.adrenaline == pytest.approx(part, abs=1)


@COMBOS
def test_a_combo_drains_twice_as_fast_for_who_carries_the_flag(combo: ClassName, seconds: float) -> None:
    rows = "\n".join(["#" * 12, "#sf........#", "#" + "." * 10 + "#", "#" * 12])
    world = small_world(rows, symmetry="rotate", mode=Mode.CAPTURE_THE_FLAG)
    player = put_player(world, "A", 700, 320, team=0)
    player.adrenaline = 100
    flag = next(flag for flag in world.rules.flags if flag.team == 1)
    pawn_of(player).body.put(flag.base)
    world.tick()
    assert flag.holder is player
    put(player, 700, 320)
    assert world.powers.start_combo(player, combo)
    assert combo_time(world, player) == pytest.approx(seconds / 2, abs=TICK_S + 1e-6)


def test_a_combo_is_told_to_who_started_it() -> None:
    world = small_world(HALL)
    other = put_player(world, "B", 900, 512)
    player = excited(world)
    other.take_told()
    assert world.powers.start_combo(player, SPEED)
    assert player.take_told() == [ComboStarted(SPEED)]
    assert other.take_told() == []


def test_no_second_combo_starts_while_one_runs() -> None:
    world = small_world(HALL)
    player = excited(world)
    assert world.powers.start_combo(player, SPEED)
    player.adrenaline = 100
    assert not world.powers.start_combo(player, BERSERK)
    assert pawn_of(player).combo == SPEED


@pytest.mark.parametrize("name", ["xGame.ComboNothing", "", "Speed"])
def test_an_unknown_combo_does_not_start(name: str) -> None:
    world = small_world(HALL)
    player = excited(world)
    assert not world.powers.start_combo(player, ClassName(name))
    assert player.adrenaline == 100


def test_the_dead_start_no_combo() -> None:
    world = small_world(HALL)
    player = excited(world)
    player.settings.manual_spawn = True
    kill(world, player)
    assert not world.powers.start_combo(player, SPEED)


def test_the_older_game_knows_no_combos() -> None:
    world = small_world(HALL, UT99)
    player = excited(world)
    assert not world.powers.start_combo(player, SPEED)


def test_nothing_is_gained_while_a_combo_runs() -> None:
    world = small_world(HALL)
    player = excited(world)
    assert world.powers.start_combo(player, SPEED)
    run(world, 8.0)
    world.give_adrenaline(player, 50)
    assert player.adrenaline == pytest.approx(50, abs=1)


@KINDS
def test_a_combo_ends_with_the_body(combo: ClassName) -> None:
    world = small_world(HALL)
    player = excited(world)
    assert world.powers.start_combo(player, combo)
    kill(world, player)
    run(world, 0.1)
    pawn = pawn_of(player)
    assert pawn.combo is None
    assert pawn.body.run_speed == 440
    assert pawn.invisible_until <= world.time


def test_who_is_fast_runs_and_jumps_better_for_a_while() -> None:
    world = small_world(HALL)
    player = excited(world)
    body = pawn_of(player).body
    assert world.powers.start_combo(player, SPEED)
    assert body.run_speed == pytest.approx(440 * 1.4)
    assert body.air_control == pytest.approx(0.35 * 1.4)
    assert body.jump()
    assert body.vz == pytest.approx(340 * 1.5)
    combo_time(world, player)
    assert body.run_speed == pytest.approx(440)
    assert body.air_control == pytest.approx(0.35)
    assert body.jump()
    assert body.vz == pytest.approx(340)


def test_who_is_fast_gets_farther() -> None:
    covered = []
    for combo in (None, SPEED):
        world = small_world(HALL)
        player = excited(world)
        if combo is not None:
            assert world.powers.start_combo(player, combo)
        pawn_of(player).course.points = (Vec3(4500.0, 512.0, 44.0),)
        run(world, 4.0)
        covered.append(pawn_of(player).body.x - 640)
    assert covered[1] / covered[0] == pytest.approx(1.4, rel=0.02)


def test_a_berserk_fires_faster() -> None:
    fired = []
    for combo in (None, BERSERK):
        duel = Duel(UT2004, "XWeapons.ShockRifle", 3000)
        duel.shooter.adrenaline = 100
        if combo is not None:
            assert duel.world.powers.start_combo(duel.shooter, combo)
        duel.pull()
        duel.tick(14.0)
        fired.append(50 - pawn_of(duel.shooter).ammo[ClassName("XWeapons.ShockAmmo")])
    assert fired[0] in (20, 21)
    assert fired[1] > 1.3 * fired[0]


def test_other_combos_do_not_fire_faster() -> None:
    duel = Duel(UT2004, "XWeapons.ShockRifle", 3000)
    duel.shooter.adrenaline = 100
    assert duel.world.powers.start_combo(duel.shooter, BOOSTER)
    duel.pull()
    duel.tick(14.0)
    assert pawn_of(duel.shooter).ammo[ClassName("XWeapons.ShockAmmo")] in (29, 30)


@pytest.mark.parametrize(
    ("seconds", "health"), [(0.85, 50), (0.9, 55), (1.75, 55), (1.8, 60), (9.0, 100), (27.0, 199)]
)
def test_the_booster_heals_five_points_each_0_9_s(seconds: float, health: int) -> None:
    world = small_world(HALL)
    player = excited(world)
    pawn_of(player).health = 50
    assert world.powers.start_combo(player, BOOSTER)
    run(world, seconds)
    assert pawn_of(player).health == health


def test_the_booster_of_the_healthy_builds_a_shield() -> None:
    world = small_world(HALL)
    player = excited(world)
    pawn_of(player).health = 199
    assert world.powers.start_combo(player, BOOSTER)
    run(world, 9.0)
    assert pawn_of(player).shield.total == 50
    assert pawn_of(player).health == 199


def test_the_booster_builds_no_more_than_the_largest_shield() -> None:
    world = small_world(HALL)
    player = excited(world)
    pawn_of(player).health = 199
    pawn_of(player).shield = Shield(143, 50)
    assert world.powers.start_combo(player, BOOSTER)
    run(world, 5.0)
    assert pawn_of(player).shield == Shield(150, 50)


def test_the_invisible_are_not_seen_from_afar() -> None:
    world = small_world(HALL)
    player = excited(world)
    near, far = put_player(world, "B", 940, 512, yaw=32768), put_player(world, "C", 2640, 512, yaw=32768)
    assert can_see_player(world, far, player)
    assert world.powers.start_combo(player, INVISIBLE)
    run(world, 1.0)
    assert not can_see_player(world, far, player)
    assert can_see_player(world, near, player)
    combo_time(world, player)
    run(world, 0.2)
    assert can_see_player(world, far, player)


# The shield gun


def charge(player: Player) -> float:
    return pawn_of(player).ammo[SHIELD_AMMO]


def test_the_shield_gun_recharges_up_to_100() -> None:
    """By the script one point each 0.2 s."""
    world = small_world(HALL)
    player = put_player(world, "A", 640, 512)
    pawn_of(player).ammo[SHIELD_AMMO] = 50.0
    run(world, 5.0)
    assert charge(player) == pytest.approx(75)
    pawn_of(player).ammo[SHIELD_AMMO] = 99.9
    run(world, 1.0)
    assert charge(player) == 100


def test_nothing_else_recharges() -> None:
    world = small_world(HALL)
    player = put_player(world, "A", 640, 512)
    before = {name: points for name, points in pawn_of(player).ammo.items() if name != SHIELD_AMMO}
    run(world, 5.0)
    after = {name: points for name, points in pawn_of(player).ammo.items() if name != SHIELD_AMMO}
    assert after == before


def shielded(duel: Duel, *, faces_shooter: bool = True, points: float = 100.0) -> None:
    """The victim holds its shield up."""
    arm(duel.world, duel.victim, SHIELD_GUN)
    pawn = pawn_of(duel.victim)
    pawn.ammo[SHIELD_AMMO] = points
    pawn.wanted_yaw = pawn.body.yaw = 32768 if faces_shooter else 0
    duel.world.combat.pull(duel.victim, alt=True)


def hurt(duel: Duel, damage: float) -> None:
    """Something hits the victim from the side of the shooter."""
    origin = pawn_of(duel.shooter).body.eyes
    duel.world.hurt(duel.victim, damage, UT2004.world_damage["lava"], by=duel.shooter, origin=origin)


def test_a_held_shield_drains_and_recharges_when_it_is_let_down() -> None:
    duel = Duel(UT2004, "XWeapons.ShockRifle", 400)
    shielded(duel)
    duel.tick(1.0)
    held = charge(duel.victim)
    assert held < 100
    duel.world.combat.release(duel.victim)
    duel.tick(0.5)
    assert charge(duel.victim) > held


def test_a_held_shield_stops_what_comes_from_ahead() -> None:
    duel = Duel(UT2004, "XWeapons.ShockRifle", 400)
    shielded(duel)
    hurt(duel, 45)
    assert duel.lost() == 0
    assert charge(duel.victim) == 77.5  # each point of charge stops two


def test_a_held_shield_stops_shots() -> None:
    duel = Duel(UT2004, "XWeapons.ShockRifle", 400)
    shielded(duel)
    duel.pull()
    duel.tick()
    assert duel.lost() == 0


def test_a_held_shield_does_not_stop_what_comes_from_behind() -> None:
    duel = Duel(UT2004, "XWeapons.ShockRifle", 400)
    shielded(duel, faces_shooter=False)
    duel.pull()
    duel.tick()
    assert duel.lost() == 45


def test_what_is_more_than_the_charge_gets_through() -> None:
    duel = Duel(UT2004, "XWeapons.ShockRifle", 400)
    shielded(duel, points=20.0)
    hurt(duel, 70)
    assert duel.lost() == 30
    assert charge(duel.victim) == 0.0


def test_a_shield_that_is_not_held_up_stops_nothing() -> None:
    duel = Duel(UT2004, "XWeapons.ShockRifle", 400)
    arm(duel.world, duel.victim, SHIELD_GUN)
    hurt(duel, 45)
    assert duel.lost() == 45


def test_a_shield_that_is_up_stays_up_while_there_is_charge() -> None:
    """Raising it needs 15 points; holding it does not."""
    duel = Duel(UT2004, "XWeapons.ShockRifle", 400)
    shielded(duel)
    pawn_of(duel.victim).ammo[SHIELD_AMMO] = 10.0
    duel.tick()
    assert pawn_of(duel.victim).firing == 2
    hurt(duel, 10)
    assert duel.lost() == 0


def test_a_shield_without_charge_cannot_be_raised() -> None:
    duel = Duel(UT2004, "XWeapons.ShockRifle", 400)
    shielded(duel, points=5.0)
    hurt(duel, 45)
    assert duel.lost() == 45


# Lava


LAVA = """
    #######
    #s....#
    #..!..#
    #.....#
    #######
"""


@GAMES
def test_lava_burns_40_points_a_second(game: GameSpec) -> None:
    world = small_world(LAVA, game)
    player = put_player(world, "A", 448, 320)
    world.tick()
    assert pawn_of(player).health == 80
    run(world, 0.95)
    assert pawn_of(player).health == 60
    run(world, 0.5)
    assert pawn_of(player).health == 40


def test_lava_kills_and_counts_against_the_victim() -> None:
    world = small_world(LAVA)
    player = put_player(world, "A", 448, 320)
    player.settings.manual_spawn = True
    run(world, 2.1)
    assert player.pawn is None
    assert player.score == -1


def test_lava_spares_who_jumps_over_it() -> None:
    world = small_world(LAVA)
    player = put_player(world, "A", 448, 448)
    pawn_of(player).body.put(Vec3(448, 320, 60))
    world.tick()
    assert pawn_of(player).health == 100


def test_lava_burns_no_more_outside_of_it() -> None:
    world = small_world(LAVA)
    player = put_player(world, "A", 448, 320)
    world.tick()
    put(player, 448, 450)
    run(world, 2.0)
    assert pawn_of(player).health == 80


def test_shields_help_against_lava() -> None:
    world = small_world(LAVA)
    player = put_player(world, "A", 448, 320)
    pawn_of(player).shield = Shield(100, 0)
    world.tick()
    assert pawn_of(player).health == 95  # three quarters of 20
    assert pawn_of(player).shield.total == 85


# Water


POOL = """
    #######
    #s....#
    #..~..#
    #.....#
    #######
"""
DEPTHS = """
    #######
    #55555#
    #55.55#
    #55555#
    #######
"""
"""The shore is 160 uu above the ground of the pool."""


def diver(game: GameSpec = UT2004) -> tuple[World, Player]:
    world = small_world(POOL, game, heights=DEPTHS)
    return world, put_player(world, "A", 448, 320)


def dive(world: World, player: Player, seconds: float) -> None:
    """Stay on the ground of the pool."""
    for _ in range(round(seconds / TICK_S)):
        if player.pawn is not None:
            put(player, 448, 320)
        world.tick()


@GAMES
def test_a_breath_lasts_20_s(game: GameSpec) -> None:
    world, player = diver(game)
    dive(world, player, 20 - 2 * TICK_S)
    assert pawn_of(player).health == 100
    dive(world, player, 4 * TICK_S)
    assert pawn_of(player).health < 100


def test_who_stays_down_drowns() -> None:
    world, player = diver()
    player.settings.manual_spawn = True
    pawn_of(player).health = 8
    dive(world, player, 30)
    assert player.pawn is None
    assert player.score == -1


def test_who_comes_up_can_dive_again() -> None:
    world, player = diver()
    dive(world, player, 19)
    put(player, 320, 320, floor=160)
    world.tick()
    dive(world, player, 19)
    assert pawn_of(player).health == 100


def test_who_puts_the_head_out_of_the_water_can_dive_again() -> None:
    world, player = diver()
    dive(world, player, 17)
    run(world, 3)
    assert pawn_of(player).body.is_swimming
    dive(world, player, 18)
    assert pawn_of(player).health == 100


def test_a_swimmer_comes_up_by_itself_and_does_not_drown() -> None:
    world, player = diver()
    run(world, 30)
    assert pawn_of(player).health == 100


@GAMES
def test_nothing_worn_helps_against_drowning(game: GameSpec) -> None:
    world, player = diver(game)
    pawn = pawn_of(player)
    pawn.shield, pawn.armor = Shield(150, 50), (ArmorPiece(150, 1.0, 10),)
    dive(world, player, 20.1)
    told = [told for told in player.take_told() if isinstance(told, DamageTaken)]
    assert len(told) == 1
    assert told[0].damage == 100 - pawn.health > 0
    assert pawn.shield == Shield(150, 50)
    assert pawn.armor == (ArmorPiece(150, 1.0, 10),)
