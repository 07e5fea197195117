"""The weapons of the older game, against figures worked out by hand.

All damage by players counts 1.5 times. Fire intervals that are not known from the game's script are
taken from the specs; how many shots somebody needs is worked out here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from agentfw.arena.games.specs import Trigger
from agentfw.arena.games.ut99 import UT99
from agentfw.arena.world.damage import ArmorPiece
from agentfw.arena.world.rules import Mode
from agentfw.arena.world.world import TICK_S
from agentfw.geometry import Vec3
from agentfw.vocabulary import ClassName, DamageDealt
from tests.support.arena import Duel, arm, pawn_of, put_player, run, small_world

if TYPE_CHECKING:
    from agentfw.arena.world.flights import Projectile

ENFORCER, HAMMER, SAW = "Botpack.Enforcer", "Botpack.ImpactHammer", "Botpack.ChainSaw"
BIO, SHOCK, PULSE = "Botpack.ut_biorifle", "Botpack.ShockRifle", "Botpack.PulseGun"
RIPPER, MINIGUN, FLAK = "Botpack.ripper", "Botpack.minigun2", "Botpack.UT_FlakCannon"
ROCKET, SNIPER, REDEEMER = "Botpack.UT_Eightball", "Botpack.SniperRifle", "Botpack.WarheadLauncher"
SUPER_SHOCK, TRANSLOCATOR = "Botpack.SuperShockRifle", "Botpack.Translocator"

FAR = 400 - 17 - 30
"""What a projectile flies to somebody 400 uu away: from 30 uu before the eyes to the skin."""


def rounds(duel: Duel, ammo: str) -> float:
    return pawn_of(duel.shooter).ammo[ClassName(ammo)]


def flying(duel: Duel, count: int = 1) -> list[Projectile]:
    shots = duel.world.combat.projectiles
    assert len(shots) == count
    return shots


def only_one(duel: Duel, *, alt: bool = False, location: Vec3 | None = None) -> None:
    """One shot at a place, else at the victim; what is charged is let go at once."""
    target = duel.victim.id if location is None else None
    duel.world.combat.pull(duel.shooter, alt=alt, target=target, location=location)
    if pawn_of(duel.shooter).charging_since is not None:
        duel.release()
    duel.tick()
    duel.release()


def hold(duel: Duel, seconds: float, *, alt: bool = False) -> None:
    """Pull, charge for a while, and let go."""
    duel.pull(alt=alt)
    duel.tick(seconds)
    duel.release()


def interval(name: str, *, alt: bool = False) -> float:
    weapon = UT99.weapons[ClassName(name)]
    return (weapon.secondary if alt else weapon.primary).interval


# Time to kill: (shots - 1) x interval + flight


@pytest.mark.parametrize(
    ("name", "alt", "distance", "shots", "flight"),
    [
        (ENFORCER, False, 400, 4, 0.0),  # 4 x 25
        (ENFORCER, True, 200, 4, 0.0),
        (SAW, False, 70, 4, 0.0),  # 4 x 30
        (SAW, True, 70, 1, 0.0),  # 165
        (BIO, False, 400, 4, FAR / 840),  # 4 x 30
        (SHOCK, False, 400, 2, 0.0),  # 2 x 60
        (SHOCK, True, 400, 2, FAR / 1000),  # 2 x 82
        (PULSE, False, 400, 4, FAR / 1450),  # 4 x 30
        (PULSE, True, 400, 4, 0.0),  # 4 x 25
        (RIPPER, False, 400, 3, FAR / 1300),  # 3 x 45
        (RIPPER, True, 400, 2, FAR / 1300),  # 2 x 51
        (FLAK, False, 150, 1, (150 - 47) / 2500),  # 8 x 24
        (FLAK, True, 400, 1, FAR / 1200),  # 105
        (SNIPER, False, 400, 2, 0.0),  # 2 x 67
        (REDEEMER, False, 400, 1, FAR / 600),
        (REDEEMER, True, 400, 1, FAR / 600),
        (SUPER_SHOCK, False, 400, 1, 0.0),
        (SUPER_SHOCK, True, 400, 1, 0.0),
    ],
)
def test_a_held_trigger_kills_in_the_time_of_the_figures(
    name: str, distance: float, shots: int, flight: float, *, alt: bool
) -> None:
    took = Duel(UT99, name, distance).time_to_kill(alt=alt)
    expected = (shots - 1) * interval(name, alt=alt) + flight
    assert took == pytest.approx(expected, abs=TICK_S + 1e-6)


@pytest.mark.parametrize(
    ("alt", "flight"), [(False, FAR / 900), (True, FAR / 600)], ids=["rocket", "grenade"]
)
def test_one_rocket_or_grenade_is_enough(flight: float, *, alt: bool) -> None:
    """75 x 1.5 and 80 x 1.5."""
    took = Duel(UT99, ROCKET, 400).time_to_kill(alt=alt, taps=True)
    assert took == pytest.approx(flight, abs=TICK_S + 1e-6)


def test_the_intervals_that_are_known_are_those_of_the_game() -> None:
    assert interval(PULSE) == 0.18
    assert interval(MINIGUN) == 0.13
    assert interval(MINIGUN, alt=True) == 0.08
    assert interval(ENFORCER, alt=True) < interval(ENFORCER)


@pytest.mark.parametrize("alt", [False, True])
@pytest.mark.parametrize("seed", range(5))
def test_the_minigun_kills_within_its_range_of_damage(seed: int, *, alt: bool) -> None:
    """From 5 x 21 to 8 x 13 points."""
    took = Duel(UT99, MINIGUN, 200, seed=seed).time_to_kill(alt=alt)
    pause = 0.08 if alt else 0.13
    assert 4 * pause - 1e-6 <= took <= 7 * pause + TICK_S + 1e-6


def test_the_beam_of_the_pulse_gun_does_72_points_a_second() -> None:
    duel = Duel(UT99, PULSE, 400, health=2000)
    duel.pull(alt=True)
    duel.tick(10.0)
    lost = 2000 - pawn_of(duel.victim).health
    assert lost == pytest.approx(72 * 1.5 * 10, rel=0.05)


def test_a_hammer_that_is_held_kills_whoever_stays_near() -> None:
    """Blows of 60 points and more, times 1.5, each charged for 1.33 s; 0.5 s between them."""
    took = Duel(UT99, HAMMER, 70).time_to_kill()
    assert took == pytest.approx(1.33 + 0.5 + 1.33, abs=2 * TICK_S)


@pytest.mark.parametrize(("name", "alt"), [(SNIPER, True), (TRANSLOCATOR, False), (TRANSLOCATOR, True)])
def test_some_triggers_hurt_nobody(name: str, *, alt: bool) -> None:
    duel = Duel(UT99, name, 100)
    duel.pull(alt=alt)
    duel.tick(3.0)
    assert duel.lost() == 0


# Damage of single hits


@pytest.mark.parametrize(
    ("name", "alt", "lost"),
    [
        (ENFORCER, False, 25),  # 17 x 1.5, in whole points
        (ENFORCER, True, 25),
        (BIO, False, 30),
        (SHOCK, False, 60),
        (SHOCK, True, 82),
        (PULSE, False, 30),
        (RIPPER, False, 45),
        (RIPPER, True, 51),
        (FLAK, True, 105),
        (ROCKET, False, 112),
        (ROCKET, True, 120),
        (SNIPER, False, 67),
        (REDEEMER, False, 1500),
        (SUPER_SHOCK, False, 1500),
    ],
)
def test_a_hit_counts_half_as_much_again(name: str, lost: int, *, alt: bool) -> None:
    duel = Duel(UT99, name, 200, health=2000)
    only_one(duel, alt=alt)
    duel.tick(1.0)
    assert 2000 - pawn_of(duel.victim).health == lost


def test_the_minigun_does_9_to_14_points() -> None:
    duel = Duel(UT99, MINIGUN, 200, health=60_000)
    duel.pull()
    duel.tick(20.0)
    dealt = {told.damage for told in duel.shooter.take_told() if isinstance(told, DamageDealt)}
    assert dealt == {int(points * 1.5) for points in range(9, 15)}


def test_damage_by_the_world_does_not_count_more() -> None:
    duel = Duel(UT99, SHOCK, 200)
    duel.world.hurt(duel.victim, 20, UT99.world_damage["lava"])
    assert duel.lost() == 20


def test_damage_to_oneself_counts_more_too() -> None:
    duel = Duel(UT99, SHOCK, 200)
    duel.world.hurt(duel.shooter, 20, UT99.world_damage["lava"], by=duel.shooter)
    assert pawn_of(duel.shooter).health == 70


# Ammunition


AMMUNITION = [  # weapon, ammunition, with the weapon, at most, box, in a box
    (ENFORCER, "Botpack.Miniammo", 30, 199, "Botpack.EClip", 20),
    (BIO, "Botpack.BioAmmo", 25, 100, "Botpack.BioAmmo", 25),
    (SHOCK, "Botpack.ShockCore", 20, 50, "Botpack.ShockCore", 10),
    (PULSE, "Botpack.PAmmo", 60, 199, "Botpack.PAmmo", 25),
    (RIPPER, "Botpack.BladeHopper", 15, 75, "Botpack.BladeHopper", 25),
    (FLAK, "Botpack.FlakAmmo", 10, 50, "Botpack.FlakAmmo", 10),
    (ROCKET, "Botpack.RocketPack", 6, 48, "Botpack.RocketPack", 12),
    (SNIPER, "Botpack.BulletBox", 8, 50, "Botpack.BulletBox", 10),
    (REDEEMER, "Botpack.WarHeadAmmo", 1, 2, "Botpack.WarHeadAmmo", 1),
]


@pytest.mark.parametrize("row", AMMUNITION, ids=lambda row: row[0])
def test_ammunition_adds_up_to_its_limit(row: tuple[str, str, int, int, str, int]) -> None:
    name, ammo, first, most, box, more = row
    duel = Duel(UT99, HAMMER, 400)
    if name != ENFORCER:
        assert duel.world.stock.give(duel.shooter, name)
    have = first
    assert rounds(duel, ammo) == have
    while have < most:
        assert duel.world.stock.give(duel.shooter, box)
        have = min(most, have + more)
        assert rounds(duel, ammo) == have
    assert not duel.world.stock.give(duel.shooter, box)


def test_the_minigun_brings_50_bullets_to_those_of_the_enforcer() -> None:
    duel = Duel(UT99, HAMMER, 400)
    assert duel.world.stock.give(duel.shooter, MINIGUN)
    assert rounds(duel, "Botpack.Miniammo") == 30 + 50
    assert duel.world.stock.give(duel.shooter, "Botpack.Miniammo")
    assert rounds(duel, "Botpack.Miniammo") == 30 + 50 + 50


@pytest.mark.parametrize("alt", [False, True])
def test_each_shot_costs_one_round(*, alt: bool) -> None:
    for name, weapon in UT99.weapons.items():
        fire = weapon.secondary if alt else weapon.primary
        if fire.ammo is None or fire.trigger is Trigger.NOTHING:
            continue
        duel = Duel(UT99, name, 2000)
        full = rounds(duel, fire.ammo)
        only_one(duel, alt=alt)
        assert full - rounds(duel, fire.ammo) == 1, name


# The hammer


@pytest.mark.parametrize(("held_s", "lost"), [(0.5, 33), (1.0, 67), (1.5, 101), (2.0, 135), (4.0, 135)])
def test_the_longer_the_hammer_is_held_the_harder_it_strikes(held_s: float, lost: int) -> None:
    """60 x charge x 1.5, where the charge grows by 0.75 each second up to 1.5."""
    duel = Duel(UT99, HAMMER, 1000, health=199)
    duel.world.combat.pull(duel.shooter)
    duel.tick(held_s)
    pawn_of(duel.victim).body.put(Vec3(700, 512, 0))
    duel.release()
    assert 199 - pawn_of(duel.victim).health == lost


@pytest.mark.parametrize("held_s", [0.0, 1.0, 2.0])
def test_the_hammer_at_a_wall_costs_its_owner_36_points(held_s: float) -> None:
    """Times 1.5, like everything."""
    duel = Duel(UT99, HAMMER, 1000)
    pawn = pawn_of(duel.shooter)
    pawn.wanted_yaw = pawn.body.yaw = 32768
    duel.world.combat.pull(duel.shooter)
    for _ in range(round(held_s / TICK_S)):
        pawn.body.put(Vec3(128 + 30, 512, 0))
        duel.world.tick()
    pawn.body.put(Vec3(128 + 30, 512, 0))
    duel.release()
    assert pawn.health == 100 - 54


@pytest.mark.parametrize(("distance", "lost"), [(17 + 60, 10), (17 + 120, 20), (17 + 150, 25)])
def test_the_weaker_blow_grows_with_the_distance(distance: float, lost: int) -> None:
    """20 x 1.5 x distance / 180."""
    duel = Duel(UT99, HAMMER, distance)
    duel.world.combat.pull(duel.shooter, alt=True)
    duel.tick()
    assert duel.lost() == lost


def test_the_weaker_blow_pushes_away() -> None:
    duel = Duel(UT99, HAMMER, 150)
    duel.world.combat.pull(duel.shooter, alt=True)
    duel.tick()
    assert pawn_of(duel.victim).body.vx > 100


def test_a_blow_does_not_go_through_a_wall() -> None:
    """The weaker blow of the hammer reaches 180 uu, the wall is 128 thick."""
    world = small_world("##########\n#s.......#\n#....#...#\n##########", UT99)
    striker, hidden = put_player(world, "A", 620, 320), put_player(world, "B", 788, 320)
    arm(world, striker, HAMMER)
    world.combat.pull(striker, alt=True)
    world.tick()
    assert pawn_of(hidden).health == 100


# Bio


@pytest.mark.parametrize(("held_s", "loads"), [(0.0, 1), (2.0, 5), (4.5, 10), (9.0, 10)])
def test_a_glob_grows_up_to_75_points(held_s: float, loads: int) -> None:
    duel = Duel(UT99, BIO, 300, health=199)
    hold(duel, held_s, alt=True)
    assert rounds(duel, "Botpack.BioAmmo") == 100 - loads
    duel.tick(1.0)
    assert 199 - pawn_of(duel.victim).health == int(7.5 * 1.5 * loads)


def test_gel_sticks_and_bursts_later() -> None:
    duel = Duel(UT99, BIO, 1000)
    only_one(duel, location=Vec3(900, 512, 0))
    gel = flying(duel)[0]
    while not gel.stuck:
        duel.tick()
    gel.location = pawn_of(duel.victim).body.location - Vec3(17 + 75, 0, 0)
    life = UT99.weapons[ClassName(BIO)].primary.projectile
    assert life is not None
    duel.tick(life.sticks_s - 0.1)
    assert duel.lost() == 0
    duel.tick(0.2)
    assert duel.lost() == 15  # 20 x 1.5 x half


# Shock


def ball_beside_victim(distance: float) -> Duel:
    """A ball of the shooter hangs between both, and the rifle is ready again."""
    duel = Duel(UT99, SHOCK, 1000, health=400)
    only_one(duel, alt=True)
    ball = flying(duel)[0]
    duel.tick(0.7)
    ball.velocity = Vec3(0, 0, 0)
    ball.location = pawn_of(duel.victim).body.location - Vec3(distance, 0, 0)
    return duel


@pytest.mark.parametrize(("distance", "lost"), [(30, 234), (142, 123), (217, 49), (270, 0)])
def test_the_combo_does_three_balls_in_250_uu(distance: float, lost: int) -> None:
    """3 x 55 x 1.5 x (1 - (distance - 17) / 250)."""
    duel = ball_beside_victim(distance)
    ball = flying(duel)[0]
    duel.world.combat.pull(duel.shooter, target=ball.id)
    duel.tick()
    flying(duel, 0)
    assert 400 - pawn_of(duel.victim).health == lost


@pytest.mark.parametrize(("distance", "lost"), [(17, 82), (52, 41), (88, 0)])
def test_a_ball_reaches_70_uu(distance: float, lost: int) -> None:
    duel = Duel(UT99, SHOCK, 1000, health=199)
    ball = duel.held.spec.secondary.projectile
    assert ball is not None
    where = pawn_of(duel.victim).body.location - Vec3(distance, 0, 0)
    duel.world.combat.blast(where, ball.damage, ball.radius, ball.damage_spec, duel.shooter)
    assert 199 - pawn_of(duel.victim).health == lost


# Heads


@pytest.mark.parametrize(
    ("name", "z", "lost", "damage_class"),
    [
        (SNIPER, 39, 67, "shot"),
        (SNIPER, 66, 150, "Decapitated"),
        (RIPPER, 39, 45, "shredded"),
        (RIPPER, 66, 157, "Decapitated"),  # 30 x 3.5 x 1.5
    ],
)
def test_a_hit_in_the_head_counts_more(name: str, z: float, lost: int, damage_class: str) -> None:
    duel = Duel(UT99, name, 300, health=199)
    only_one(duel, location=Vec3(640 + 300, 512, z))
    duel.tick(0.3)
    dealt = [told for told in duel.shooter.take_told() if isinstance(told, DamageDealt)]
    assert [(told.damage, told.damage_class) for told in dealt] == [(lost, damage_class)]


# The ripper


def test_a_blade_bounces_off_walls() -> None:
    duel = Duel(UT99, RIPPER, 1000)
    pawn_of(duel.shooter).body.yaw = 16384
    only_one(duel, location=Vec3(640, 896, 66))
    blade = flying(duel)[0]
    duel.tick(0.4)
    assert blade.velocity.y < 0


def test_an_exploding_blade_goes_off_at_the_wall() -> None:
    duel = Duel(UT99, RIPPER, 1000)
    pawn_of(duel.shooter).body.yaw = 16384
    only_one(duel, alt=True, location=Vec3(640, 896, 66))
    duel.tick(0.5)
    flying(duel, 0)


# Rockets and grenades


@pytest.mark.parametrize("alt", [False, True])
@pytest.mark.parametrize(
    ("held_s", "count"), [(0.0, 1), (0.85, 1), (0.9, 2), (1.8, 3), (2.7, 4), (3.6, 5), (4.5, 6)]
)
def test_up_to_six_are_loaded(held_s: float, count: int, *, alt: bool) -> None:
    duel = Duel(UT99, ROCKET, 4000)
    hold(duel, held_s, alt=alt)
    flying(duel, count)
    assert rounds(duel, "Botpack.RocketPack") == 48 - count


@pytest.mark.parametrize("alt", [False, True])
def test_a_full_load_goes_off_by_itself(*, alt: bool) -> None:
    duel = Duel(UT99, ROCKET, 4000)
    duel.pull(alt=alt)
    duel.tick(5.5)
    flying(duel, 6)


def test_no_more_rockets_fly_than_there_are() -> None:
    duel = Duel(UT99, ROCKET, 4000)
    pawn_of(duel.shooter).ammo[ClassName("Botpack.RocketPack")] = 2
    hold(duel, 4.0)
    flying(duel, 2)
    assert rounds(duel, "Botpack.RocketPack") == 0


def test_a_grenade_bounces_and_goes_off_when_its_fuse_has_burnt() -> None:
    duel = Duel(UT99, ROCKET, 1000)
    only_one(duel, alt=True, location=Vec3(900, 512, 0))
    grenade = flying(duel)[0]
    duel.tick(1.0)
    assert flying(duel) == [grenade]
    grenade.location, grenade.velocity = Vec3(1540, 512, 1), Vec3(0, 0, 0)
    duel.tick(1.6)
    assert duel.lost() == 0
    duel.tick(0.2)
    flying(duel, 0)
    far = Vec3(1540, 512, 1).distance_to(pawn_of(duel.victim).body.location)
    assert duel.lost() == int(80 * 1.5 * (1 - (far - 17) / 200))


# Flak


def test_flak_hurts_by_the_chunk() -> None:
    duel = Duel(UT99, FLAK, 500, health=199)
    only_one(duel)
    duel.tick(1.0)
    lost = 199 - pawn_of(duel.victim).health
    assert lost % 24 == 0
    assert 0 < lost < 8 * 24


# The redeemer


@pytest.mark.parametrize(("distance", "lost"), [(17, 1500), (167, 750), (318, 0)])
def test_the_redeemer_reaches_300_uu(distance: float, lost: int) -> None:
    duel = Duel(UT99, REDEEMER, 2000, health=2000)
    spec = duel.held.spec.primary.projectile
    assert spec is not None
    where = pawn_of(duel.victim).body.location - Vec3(distance, 0, 0)
    duel.world.combat.blast(where, spec.damage, spec.radius, spec.damage_spec, duel.shooter)
    assert 2000 - pawn_of(duel.victim).health == lost


def test_even_the_redeemer_spares_team_mates() -> None:
    """Only the newer game makes an exception for it."""
    duel = Duel(UT99, REDEEMER, 400, mode=Mode.TEAM_DEATHMATCH)
    duel.victim.team = duel.shooter.team
    only_one(duel)
    duel.tick(1.0)
    assert duel.lost() == 0


def test_armor_helps_against_the_redeemer() -> None:
    duel = Duel(UT99, REDEEMER, 400, health=2000)
    pawn_of(duel.victim).armor = (ArmorPiece(150, 1.0, 10),)
    only_one(duel)
    duel.tick(1.0)
    assert 2000 - pawn_of(duel.victim).health == 1500 - 150


# The translocator


def test_who_threw_a_beacon_jumps_to_it() -> None:
    duel = Duel(UT99, TRANSLOCATOR, 3000)
    duel.world.combat.pull(duel.shooter)
    duel.tick()
    duel.release()
    run(duel.world, 1.0)
    beacon = flying(duel)[0].location
    assert beacon.x > 640 + 400
    duel.world.combat.pull(duel.shooter, alt=True)
    duel.world.tick()
    body = pawn_of(duel.shooter).body
    assert (body.x, body.y) == pytest.approx((beacon.x, beacon.y))


def test_a_beacon_that_meets_somebody_falls_down_there() -> None:
    duel = Duel(UT99, TRANSLOCATOR, 500)
    duel.world.combat.pull(duel.shooter)
    duel.tick()
    duel.release()
    duel.tick(2.0)
    beacon = flying(duel)[0]
    assert beacon.location.x == pytest.approx(640 + 500 - 17, abs=20)
    assert beacon.location.z < 10
    assert duel.lost() == 0
