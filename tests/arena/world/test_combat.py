"""Triggers, lines, projectiles and blasts: what all weapons share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from agentfw.arena.games.specs import Trigger
from agentfw.arena.games.ut99 import UT99
from agentfw.arena.games.ut2004 import UT2004
from agentfw.arena.world.world import TICK_S
from agentfw.geometry import Vec3, signed_angle
from agentfw.vocabulary import ClassName, FiringStarted, FiringStopped, WeaponAmmo, WeaponChanged
from tests.support.arena import HALL, Duel, arm, pawn_of, put_player, run, small_world

if TYPE_CHECKING:
    from agentfw.arena.games.specs import GameSpec
    from agentfw.arena.world.flights import Projectile

GAMES = pytest.mark.parametrize("game", [UT2004, UT99], ids=lambda game: game.name)
SHOCK, ASSAULT, ROCKET = "XWeapons.ShockRifle", "XWeapons.AssaultRifle", "XWeapons.RocketLauncher"
SHIELD_GUN, LINK, MINIGUN = "XWeapons.ShieldGun", "XWeapons.LinkGun", "XWeapons.Minigun"
BULLETS, CORES = ClassName("XWeapons.AssaultAmmo"), ClassName("XWeapons.ShockAmmo")
WALLED = """
    ############
    #s.........#
    #....#.....#
    #..........#
    ############
"""
"""A wall of one cell from x = 640 to 768 and from y = 256 to 384."""


def rounds(duel: Duel, ammo: str) -> float:
    return pawn_of(duel.shooter).ammo[ClassName(ammo)]


# Triggers


@pytest.mark.parametrize("alt", [False, True])
def test_both_ends_of_firing_are_told_to_who_fires(*, alt: bool) -> None:
    duel = Duel(UT2004, SHOCK, 500)
    duel.pull(alt=alt)
    assert duel.shooter.take_told() == [FiringStarted(alt)]
    duel.release()
    assert duel.shooter.take_told() == [FiringStopped(alt)]
    assert duel.victim.take_told() == []


def test_a_trigger_that_is_held_already_is_not_pulled_again() -> None:
    duel = Duel(UT2004, SHOCK, 500)
    duel.pull()
    duel.tick()
    duel.shooter.take_told()
    duel.pull()
    assert duel.shooter.take_told() == []


def test_the_other_trigger_lets_go_of_the_first() -> None:
    duel = Duel(UT2004, SHOCK, 500)
    duel.pull()
    duel.pull(alt=True)
    told = duel.shooter.take_told()
    assert told == [FiringStarted(alt=False), FiringStopped(alt=False), FiringStarted(alt=True)]
    assert pawn_of(duel.shooter).firing == 2


def test_nothing_is_released_that_was_not_pulled() -> None:
    duel = Duel(UT2004, SHOCK, 500)
    duel.release()
    assert duel.shooter.take_told() == []


@GAMES
def test_every_weapon_is_silent_without_ammunition(game: GameSpec) -> None:
    for name, weapon in game.weapons.items():
        for alt, fire in ((False, weapon.primary), (True, weapon.secondary)):
            if fire.ammo is None:
                continue
            duel = Duel(game, name, 60)
            pawn_of(duel.shooter).ammo[fire.ammo] = 0
            duel.pull(alt=alt)
            duel.tick(0.5)
            duel.release()
            duel.tick(0.5)
            assert duel.lost() == 0, (name, alt)
            assert FiringStarted(alt) not in duel.shooter.take_told(), (name, alt)
            assert not duel.world.combat.projectiles, (name, alt)


def test_a_shot_that_costs_two_rounds_needs_both() -> None:
    duel = Duel(UT2004, LINK, 300)
    pawn_of(duel.shooter).ammo[ClassName("XWeapons.LinkAmmo")] = 1
    duel.pull()
    duel.tick(0.5)
    assert duel.lost() == 0
    assert rounds(duel, "XWeapons.LinkAmmo") == 1


@GAMES
def test_zooming_neither_fires_nor_costs(game: GameSpec) -> None:
    for name, weapon in game.weapons.items():
        if weapon.secondary.trigger is Trigger.NOTHING:
            duel = Duel(game, name, 300)
            before = dict(pawn_of(duel.shooter).ammo)
            duel.pull(alt=True)
            duel.tick(1.0)
            assert duel.lost() == 0, name
            assert pawn_of(duel.shooter).firing == 0, name
            assert pawn_of(duel.shooter).ammo == before, name


def test_the_dead_and_the_empty_handed_do_not_fire() -> None:
    duel = Duel(UT2004, SHOCK, 300)
    pawn_of(duel.shooter).hand = None
    duel.pull()
    assert pawn_of(duel.shooter).firing == 0
    duel.world.kill(duel.shooter, None, UT2004.world_damage["suicide"])
    duel.pull()
    duel.tick(0.1)
    assert duel.lost() == 0


def test_a_held_trigger_keeps_the_rhythm_of_the_weapon() -> None:
    """One shot each 0.16 s: the first at once, the 51st after 8 s."""
    duel = Duel(UT2004, ASSAULT, 3000)
    duel.pull()
    duel.tick()
    assert rounds(duel, BULLETS) == 200 - 1
    duel.tick(8.05)
    assert rounds(duel, BULLETS) == 200 - 51


def test_faster_clicks_do_not_fire_faster() -> None:
    duel = Duel(UT2004, SHOCK, 3000)
    for _ in range(round(7.0 / TICK_S)):
        duel.pull()
        duel.tick()
        duel.release()
    assert rounds(duel, CORES) >= 50 - 11


def test_a_new_pull_after_a_pause_fires_at_once() -> None:
    duel = Duel(UT2004, SHOCK, 300)
    duel.pull()
    duel.tick()
    duel.release()
    duel.tick(2.0)
    duel.pull()
    duel.tick()
    assert duel.lost() == 90


def test_a_pause_does_not_save_up_shots() -> None:
    duel = Duel(UT2004, SHOCK, 3000)
    duel.tick(5.0)
    duel.pull()
    duel.tick(0.5)
    assert rounds(duel, CORES) == 49


def test_a_missed_shot_costs_as_much() -> None:
    duel = Duel(UT2004, SHOCK, 300)
    duel.world.combat.pull(duel.shooter, location=Vec3(640, 900, 80))
    duel.tick()
    assert rounds(duel, CORES) == 49


# Changing weapons


@pytest.mark.parametrize(
    ("old", "new", "seconds"),
    [
        (ASSAULT, SHIELD_GUN, 0.66),
        (SHOCK, ASSAULT, 0.66),
        (ASSAULT, "UTClassic.ClassicSniperRifle", 0.33 + 0.6),
        ("UTClassic.ClassicSniperRifle", ASSAULT, 0.58 + 0.33),
        (ASSAULT, "XWeapons.Redeemer", 0.33 + 0.675),
        ("XWeapons.Redeemer", "UTClassic.ClassicSniperRifle", 0.45 + 0.6),
    ],
)
def test_a_change_takes_as_long_as_putting_down_and_bringing_up(
    old: str, new: str, seconds: float
) -> None:
    duel = Duel(UT2004, new, 300)
    arm(duel.world, duel.shooter, old)
    duel.world.change_weapon(duel.shooter, duel.held)
    ticks = 0
    while pawn_of(duel.shooter).hand is not duel.held:
        duel.tick()
        ticks += 1
    assert seconds <= ticks * TICK_S < seconds + TICK_S


def test_the_new_weapon_is_told_when_it_is_up() -> None:
    duel = Duel(UT2004, SHOCK, 300)
    arm(duel.world, duel.shooter, ASSAULT)
    duel.world.change_weapon(duel.shooter, duel.held)
    duel.tick(0.6)
    assert duel.shooter.take_told() == []
    duel.tick(0.1)
    told = WeaponChanged(id=duel.held.id, weapon_class=ClassName(SHOCK), ammo=50, alt_ammo=50)
    assert duel.shooter.take_told() == [told]


def test_the_ammunition_of_the_old_weapon_is_told_when_asked_for() -> None:
    duel = Duel(UT2004, SHOCK, 300)
    old = arm(duel.world, duel.shooter, ASSAULT)
    duel.world.change_weapon(duel.shooter, duel.held, tells_old=True)
    told = WeaponAmmo(id=old.id, weapon_class=ClassName(ASSAULT), ammo=200, alt_ammo=8)
    assert duel.shooter.take_told() == [told]


def test_nothing_fires_during_a_change() -> None:
    duel = Duel(UT2004, SHOCK, 300)
    arm(duel.world, duel.shooter, ASSAULT)
    duel.world.change_weapon(duel.shooter, duel.held)
    duel.pull()
    duel.tick(0.6)
    assert duel.lost() == 0
    duel.tick(0.1)
    assert duel.lost() == 45  # the new weapon fires as soon as it is up


def test_a_slow_weapon_does_not_delay_the_next_one() -> None:
    """Four seconds lie between two shots of the AVRiL."""
    duel = Duel(UT2004, "Onslaught.ONSAVRiL", 3000)
    fire_once(duel)
    duel.world.change_weapon(duel.shooter, pawn_of(duel.shooter).weapons[ClassName(ASSAULT)])
    duel.pull()
    duel.tick(0.7)
    assert rounds(duel, BULLETS) < 100


def test_a_change_lets_go_of_the_trigger() -> None:
    duel = Duel(UT2004, SHOCK, 300)
    old = duel.held
    new = arm(duel.world, duel.shooter, ASSAULT)
    duel.pull()
    duel.world.change_weapon(duel.shooter, old)
    duel.tick(2.0)
    assert pawn_of(duel.shooter).hand is not new
    assert duel.lost() == 0


def test_the_weapon_in_hand_is_not_changed_for_itself() -> None:
    duel = Duel(UT2004, SHOCK, 300)
    duel.pull()
    duel.world.change_weapon(duel.shooter, duel.held)
    duel.tick()
    assert duel.lost() == 45


def test_a_change_of_mind_during_a_change_counts() -> None:
    duel = Duel(UT2004, SHOCK, 300)
    rifle = arm(duel.world, duel.shooter, ASSAULT)
    gun = pawn_of(duel.shooter).weapons[ClassName(SHIELD_GUN)]
    duel.world.change_weapon(duel.shooter, gun)
    duel.tick(0.2)
    duel.world.change_weapon(duel.shooter, duel.held)
    duel.tick(0.6)
    assert pawn_of(duel.shooter).hand is rifle
    duel.tick(0.1)
    assert pawn_of(duel.shooter).hand is duel.held


# Running dry


def test_the_last_round_is_fired_and_then_the_best_other_weapon_comes() -> None:
    duel = Duel(UT2004, SHOCK, 300)
    pawn_of(duel.shooter).ammo[CORES] = 1
    duel.pull()
    duel.tick(1.5)
    assert duel.lost() == 45
    assert rounds(duel, CORES) == 0
    hand = pawn_of(duel.shooter).hand
    assert hand is not None
    assert hand.spec.name == ASSAULT  # rated above the shield gun


def test_the_best_weapon_is_the_best_rated_one_that_is_loaded() -> None:
    duel = Duel(UT2004, SHOCK, 300)
    rockets = arm(duel.world, duel.shooter, ROCKET)
    assert duel.world.best_weapon(duel.shooter) is rockets
    pawn_of(duel.shooter).ammo[ClassName("XWeapons.RocketAmmo")] = 0
    assert duel.world.best_weapon(duel.shooter) is duel.held


@pytest.mark.parametrize(
    "name",
    [
        "XWeapons.SniperRifle",
        "UTClassic.ClassicSniperRifle",
        "Onslaught.ONSAVRiL",
        "Onslaught.ONSGrenadeLauncher",
        "XWeapons.Redeemer",
        "XWeapons.Minigun",
    ],
)
def test_an_empty_weapon_is_never_the_best(name: str) -> None:
    duel = Duel(UT2004, name, 300)
    pawn = pawn_of(duel.shooter)
    for fire in (duel.held.spec.primary, duel.held.spec.secondary):
        if fire.ammo is not None:
            pawn.ammo[fire.ammo] = 0
    best = duel.world.best_weapon(duel.shooter)
    assert best is not None
    assert best.spec.name == ASSAULT


def test_an_empty_sniper_rifle_of_the_older_game_is_never_the_best() -> None:
    duel = Duel(UT99, "Botpack.SniperRifle", 300)
    pawn_of(duel.shooter).ammo[ClassName("Botpack.BulletBox")] = 0
    best = duel.world.best_weapon(duel.shooter)
    assert best is not None
    assert best.spec.name == "Botpack.Enforcer"


# Lines


def test_a_line_stops_at_a_wall() -> None:
    world = small_world(WALLED)
    shooter = put_player(world, "A", 500, 320)
    hidden = put_player(world, "B", 900, 320)
    arm(world, shooter, SHOCK)
    world.combat.pull(shooter, target=hidden.id)
    run(world, 1.0)
    assert pawn_of(hidden).health == 100


def test_a_line_passes_beside_a_wall() -> None:
    world = small_world(WALLED)
    shooter = put_player(world, "A", 500, 448)
    seen = put_player(world, "B", 900, 448)
    arm(world, shooter, SHOCK)
    world.combat.pull(shooter, target=seen.id)
    world.tick()
    assert pawn_of(seen).health == 55


def test_a_line_stops_at_the_first_body() -> None:
    duel = Duel(UT2004, SHOCK, 800)
    between = put_player(duel.world, "C", 640 + 300, 512)
    duel.pull()
    duel.tick()
    assert duel.lost() == 0
    assert pawn_of(between).health == 55


@pytest.mark.parametrize(("distance", "lost"), [(1124, 9), (1127, 0)])
def test_a_line_reaches_as_far_as_its_figure(distance: float, lost: int) -> None:
    """The link beam: 1100 uu from the eyes to the skin, which is 25 nearer than the center."""
    duel = Duel(UT2004, LINK, distance)
    duel.world.combat.pull(duel.shooter, alt=True)
    duel.tick()
    assert duel.lost() == lost


@GAMES
def test_the_spread_of_lines_stays_within_its_figure(game: GameSpec) -> None:
    """From as far as the figure takes a line to the edge of a body, every shot hits."""
    for name, weapon in game.weapons.items():
        for alt, fire in ((False, weapon.primary), (True, weapon.secondary)):
            if fire.trigger is Trigger.INSTANT and fire.spread:
                distance = 0.95 * game.body.radius / fire.spread
                duel = Duel(game, name, distance, health=10_000)
                duel.pull(alt=alt)
                duel.tick(3.0)
                assert fire.ammo is not None
                shots = game.ammo[fire.ammo].most - rounds(duel, fire.ammo)
                lost = 10_000 - pawn_of(duel.victim).health
                least = int(fire.damage_low * game.damage_scale)
                assert shots > 10, name
                assert lost >= shots * least, name


def test_far_away_some_lines_miss() -> None:
    duel = Duel(UT2004, MINIGUN, 3000, health=10_000)
    duel.pull()
    duel.tick(5.0)
    lost = 10_000 - pawn_of(duel.victim).health
    assert 0 < lost < 76 * 7


def test_a_hit_pushes_along_the_line() -> None:
    world = small_world(HALL)
    shooter, victim = put_player(world, "A", 640, 512), put_player(world, "B", 1040, 512)
    arm(world, shooter, SHOCK)
    world.combat.pull(shooter, target=victim.id)
    world.tick()
    velocity = pawn_of(victim).body.velocity
    assert velocity.length == pytest.approx(600, rel=0.01)  # a standing body takes no push downward
    assert velocity.unit().x > 0.99


# Projectiles


def fire_once(duel: Duel, *, alt: bool = False, location: Vec3 | None = None) -> None:
    """One shot straight ahead, or at a place; what is charged is let go at once."""
    duel.world.combat.pull(duel.shooter, alt=alt, location=location)
    if pawn_of(duel.shooter).charging_since is not None:
        duel.release()
    duel.tick()
    duel.release()


def flying(duel: Duel, count: int = 1) -> list[Projectile]:
    shots = duel.world.combat.projectiles
    assert len(shots) == count
    return shots


@pytest.mark.parametrize(
    ("game", "name", "alt", "speed"),
    [
        (UT2004, ROCKET, False, 1350),
        (UT2004, SHOCK, True, 1150),
        (UT2004, "XWeapons.Redeemer", False, 1000),
        (UT99, "Botpack.ShockRifle", True, 1000),
        (UT99, "Botpack.PulseGun", False, 1450),
        (UT99, "Botpack.ripper", False, 1300),
    ],
)
def test_a_projectile_flies_straight_with_its_speed(
    game: GameSpec, name: str, speed: float, *, alt: bool
) -> None:
    duel = Duel(game, name, 3000)
    fire_once(duel, alt=alt)
    shot = flying(duel)[0]
    start = shot.location
    duel.tick(0.1)
    assert shot.location.distance_to(start + Vec3(speed * 0.1, 0, 0)) < 1e-6


@pytest.mark.parametrize(
    ("game", "name", "first", "last"),
    [
        (UT2004, LINK, 1000, 4000),
        (UT2004, "Onslaught.ONSAVRiL", 550, 2800),
        (UT99, "Botpack.UT_Eightball", 900, 1600),
    ],
)
def test_some_projectiles_get_faster_up_to_a_limit(
    game: GameSpec, name: str, first: float, last: float
) -> None:
    duel = Duel(game, name, 4500)
    fire_once(duel)
    shot = flying(duel)[0]
    speeds = [shot.velocity.length]
    for _ in range(15):
        duel.tick()
        speeds.append(shot.velocity.length)
    assert first < speeds[0] <= first * 1.16
    assert speeds == sorted(speeds)
    assert max(speeds) <= last
    assert speeds[1] > speeds[0]


def test_the_fastest_plasma_has_its_highest_speed() -> None:
    duel = Duel(UT2004, LINK, 4500)
    fire_once(duel)
    shot = flying(duel)[0]
    duel.tick(1.1)
    assert shot.velocity.length == pytest.approx(4000)


def test_what_falls_loses_950_of_its_speed_upward_each_second() -> None:
    duel = Duel(UT2004, "XWeapons.FlakCannon", 3000)
    fire_once(duel, alt=True, location=Vec3(3640, 512, 500))
    shell = flying(duel)[0]
    before = shell.velocity
    duel.tick(0.2)
    assert shell.velocity.z - before.z == pytest.approx(-190)
    assert (shell.velocity.x, shell.velocity.y) == (before.x, before.y)


def test_a_projectile_that_meets_a_wall_is_gone() -> None:
    duel = Duel(UT2004, SHOCK, 300)
    pawn_of(duel.shooter).body.yaw = 16384
    fire_once(duel, alt=True, location=Vec3(640, 890, 82))
    flying(duel)
    duel.tick(0.5)
    flying(duel, 0)


def test_a_projectile_hits_only_once() -> None:
    duel = Duel(UT2004, LINK, 300)
    behind = put_player(duel.world, "C", 640 + 400, 512)
    duel.pull()
    duel.tick()
    duel.release()
    duel.tick(1.0)
    assert duel.lost() == 30
    assert pawn_of(behind).health == 100


def test_a_projectile_passes_through_its_owner() -> None:
    duel = Duel(UT2004, ROCKET, 2000)
    duel.world.combat.pull(duel.shooter)
    duel.tick()
    flying(duel)[0].location = pawn_of(duel.shooter).body.location - Vec3(60, 0, 0)
    duel.release()
    duel.tick(0.1)
    flying(duel)
    assert pawn_of(duel.shooter).health == 100


def test_the_projectiles_of_the_dead_fly_on_and_count() -> None:
    duel = Duel(UT2004, ROCKET, 1000, health=50)
    duel.pull()
    duel.tick()
    duel.world.kill(duel.shooter, None, UT2004.world_damage["suicide"])
    duel.tick(1.0)
    assert duel.victim.pawn is None
    assert duel.shooter.kills == 1


def test_the_projectiles_of_who_leaves_are_gone() -> None:
    duel = Duel(UT2004, ROCKET, 1000)
    duel.pull()
    duel.tick()
    duel.world.remove_player(duel.shooter)
    flying(duel, 0)
    run(duel.world, 1.0)
    assert duel.lost() == 0


@pytest.mark.parametrize(
    ("game", "name", "spread", "count"),
    [(UT2004, "XWeapons.FlakCannon", 1400, 9), (UT99, "Botpack.UT_FlakCannon", 2000, 8)],
)
def test_flak_leaves_within_its_angle(game: GameSpec, name: str, spread: float, count: int) -> None:
    """Half of the spread to either side, up and down."""
    duel = Duel(game, name, 4000)
    seen = []
    for _ in range(10):
        duel.world.combat.pull(duel.shooter)
        duel.tick()
        facings = [shot.velocity.facing() for shot in flying(duel, count)]
        seen += [signed_angle(angle) for facing in facings for angle in (facing.yaw, facing.pitch)]
        duel.world.combat.projectiles.clear()
        duel.release()
        duel.tick(1.0)
    assert max(map(abs, seen)) <= spread / 2 + 1
    assert max(map(abs, seen)) > spread / 4


def test_flak_hurts_by_the_chunk() -> None:
    duel = Duel(UT2004, "XWeapons.FlakCannon", 800, health=199)
    bystander = put_player(duel.world, "C", 640 + 800, 512 + 60)
    pawn_of(bystander).health = 199
    fire_once(duel)
    duel.tick(1.0)
    lost = 199 - pawn_of(duel.victim).health
    assert lost % 13 == 0
    assert 0 < lost < 9 * 13


def test_a_flak_shell_hurts_around_where_it_lands() -> None:
    duel = Duel(UT2004, "XWeapons.FlakCannon", 600)
    shell_lands = Vec3(640 + 500, 512, 0)
    fire_once(duel, alt=True, location=shell_lands)
    shell = flying(duel)[0]
    shell.location, shell.velocity = shell_lands + Vec3(0, 0, 2), Vec3(0, 0, -100)
    duel.tick(0.1)
    far = Vec3(640 + 500, 512, 1).distance_to(pawn_of(duel.victim).body.location)
    assert duel.lost() == int(90 * (1 - (far - 25) / 220))


# Blasts


@pytest.mark.parametrize(
    ("distance", "lost"),
    [(0, 90), (25, 90), (35, 85), (135, 45), (225, 8), (244, 0), (246, None), (1000, None)],
)
def test_a_blast_falls_off_evenly_from_the_skin_on(distance: float, lost: int | None) -> None:
    """90 x (1 - (distance - 25) / 220), in whole points; nobody beyond hears of it."""
    duel = Duel(UT2004, ROCKET, 1000)
    center = pawn_of(duel.victim).body.location
    spec = UT2004.world_damage["lava"]
    duel.world.combat.blast(center - Vec3(distance, 0, 0), 90, 220, spec, duel.shooter)
    assert duel.lost() == (lost or 0)
    assert bool(duel.victim.take_told()) is (lost is not None)


def test_a_blast_in_the_older_game_falls_off_from_a_slimmer_skin() -> None:
    duel = Duel(UT99, "Botpack.UT_Eightball", 1000, health=199)
    center = pawn_of(duel.victim).body.location
    spec = UT99.world_damage["lava"]
    duel.world.combat.blast(center - Vec3(127, 0, 0), 75, 220, spec, duel.shooter)
    assert 199 - pawn_of(duel.victim).health == 56  # 75 x (1 - 110 / 220) x 1.5


def test_a_blast_needs_a_line_to_the_middle_of_its_victim() -> None:
    world = small_world(WALLED)
    owner, hidden = put_player(world, "A", 200, 200), put_player(world, "B", 800, 320)
    spec = UT2004.world_damage["lava"]
    world.combat.blast(Vec3(630, 320, 44), 100, 1000, spec, owner)
    assert pawn_of(hidden).health == 100
    world.combat.blast(Vec3(800, 200, 44), 100, 1000, spec, owner)
    assert pawn_of(hidden).health < 100


def test_a_blast_hurts_everybody_around_it() -> None:
    duel = Duel(UT2004, ROCKET, 1000)
    other = put_player(duel.world, "C", 640 + 1100, 512)
    middle = Vec3(640 + 1050, 512, 44)
    duel.world.combat.blast(middle, 90, 220, UT2004.world_damage["lava"], duel.shooter)
    assert pawn_of(other).health == pawn_of(duel.victim).health == 100 - int(90 * (1 - 25 / 220))


def test_a_direct_hit_has_the_full_damage_wherever_it_hits() -> None:
    duel = Duel(UT2004, ROCKET, 400)
    duel.world.combat.pull(duel.shooter, location=Vec3(640 + 400, 512, 4))
    duel.tick(0.5)
    assert duel.lost() == 90


def test_a_blast_pushes_away_from_its_middle() -> None:
    world = small_world(HALL)
    owner, victim = put_player(world, "A", 300, 512), put_player(world, "B", 1000, 512)
    spec = UT2004.world_damage["lava"]
    world.combat.blast(Vec3(1000 - 135, 512, 44), 50, 220, spec, owner, push=500)
    assert pawn_of(victim).body.velocity == Vec3(250.0, 0.0, 0.0)


@pytest.mark.parametrize(("game", "name"), [(UT2004, ROCKET), (UT99, "Botpack.UT_Eightball")])
def test_the_own_rocket_hurts_its_owner(game: GameSpec, name: str) -> None:
    """Fired at the floor, right below the eyes."""
    duel = Duel(game, name, 2000, health=199)
    body = pawn_of(duel.shooter).body
    pawn_of(duel.shooter).health = 199
    body.pitch = -16384 % 65536
    fire_once(duel, location=body.feet)
    duel.tick(0.2)
    far = game.body.half_height - 1  # it goes off one unit above the floor
    full = game.damage_scale * (90 if game is UT2004 else 75)
    share = 1 - (far - game.body.radius) / 220
    assert 199 - pawn_of(duel.shooter).health == int(full * share)


def test_a_rocket_jump_lifts_its_owner() -> None:
    world = small_world(HALL)
    player = put_player(world, "A", 640, 512)
    arm(world, player, ROCKET)
    pawn_of(player).body.pitch = -16384 % 65536
    world.combat.pull(player, location=pawn_of(player).body.feet)
    run(world, 0.1)
    world.combat.release(player)
    assert pawn_of(player).body.vz > 200
    run(world, 0.2)
    assert pawn_of(player).body.z > 40


# The same again


def test_the_same_seed_gives_the_same_fight() -> None:
    def fight(seed: int) -> tuple[float, float, int]:
        duel = Duel(UT2004, MINIGUN, 1500, health=10_000, seed=seed)
        duel.pull()
        duel.tick(2.0)
        body = pawn_of(duel.victim).body
        return body.vx, body.vy, pawn_of(duel.victim).health

    assert fight(3) == fight(3)
    assert fight(3) != fight(4)
