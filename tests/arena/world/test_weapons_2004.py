"""The weapons of the newer game, against figures worked out by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from agentfw.arena.games.specs import Trigger
from agentfw.arena.games.ut2004 import UT2004
from agentfw.arena.world.damage import Shield
from agentfw.arena.world.rules import Mode
from agentfw.arena.world.world import TICK_S
from agentfw.geometry import Vec3
from agentfw.vocabulary import ClassName, DamageDealt
from tests.support.arena import Duel, arm, pawn_of, run

if TYPE_CHECKING:
    from agentfw.arena.world.flights import Projectile

SHIELD_GUN, ASSAULT, BIO = "XWeapons.ShieldGun", "XWeapons.AssaultRifle", "XWeapons.BioRifle"
SHOCK, LINK, MINIGUN = "XWeapons.ShockRifle", "XWeapons.LinkGun", "XWeapons.Minigun"
FLAK, ROCKET, LIGHTNING = "XWeapons.FlakCannon", "XWeapons.RocketLauncher", "XWeapons.SniperRifle"
CLASSIC, REDEEMER = "UTClassic.ClassicSniperRifle", "XWeapons.Redeemer"
TRANSLOCATOR, SUPER_SHOCK = "XWeapons.Translauncher", "XWeapons.SuperShockRifle"
AVRIL, STICKY, MINES = "Onslaught.ONSAVRiL", "Onslaught.ONSGrenadeLauncher", "Onslaught.ONSMineLayer"

FAR = 400 - 25 - 30
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


def hold(duel: Duel, seconds: float, *, alt: bool = True) -> None:
    """Pull, charge for a while, and let go."""
    duel.pull(alt=alt)
    duel.tick(seconds)
    duel.release()


# Time to kill: (shots - 1) x interval + flight


@pytest.mark.parametrize(
    ("name", "alt", "distance", "seconds"),
    [
        (SHIELD_GUN, False, 70, 0.4 + 0.6 + 0.4 - TICK_S),  # 2 x 57: it charges for 0.4 s at least
        (ASSAULT, False, 400, 14 * 0.16),  # 15 x 7
        (BIO, False, 400, 5 * 0.33 + FAR / 2000),  # 6 x 19
        (SHOCK, False, 400, 2 * 0.7),  # 3 x 45
        (SHOCK, True, 400, 2 * 0.6 + FAR / 1150),  # 3 x 45
        (LINK, False, 400, 3 * 0.2 + 0.25),  # 4 x 30; 1000 t + 1500 t^2 = 345
        (LINK, True, 400, 11 * 0.12),  # 12 x 9
        (FLAK, False, 200, (200 - 55) / 2500),  # 9 x 13
        (FLAK, True, 400, 1.11 + FAR / 1200),  # 2 x 90
        (ROCKET, False, 400, 0.9 + FAR / 1350),  # 2 x 90
        (ROCKET, True, 200, 3 * 0.95 - TICK_S + (200 - 55) / 1350),  # 3 x 90 at once
        (LIGHTNING, False, 400, 1.6),  # 2 x 70
        (CLASSIC, False, 400, 1.33),  # 2 x 60
        (REDEEMER, False, 400, FAR / 1000),  # 250
        (SUPER_SHOCK, False, 400, 0.0),  # 1000
        (SUPER_SHOCK, True, 400, 0.0),
        (AVRIL, False, 400, 0.45),  # 125; 550 t + 460 t^2 = 345
        (STICKY, False, 400, FAR / 1200),  # 100
        (MINES, False, 400, 1.1 + FAR / 800),  # 2 x 95
    ],
)
def test_a_held_trigger_kills_in_the_time_of_the_figures(
    name: str, distance: float, seconds: float, *, alt: bool
) -> None:
    """Counted from the first tick after the pull; what is charged is charged from the pull on."""
    took = Duel(UT2004, name, distance).time_to_kill(alt=alt)
    assert took == pytest.approx(seconds, abs=TICK_S + 1e-6)


def test_two_grenades_kill_in_a_second_and_a_flight() -> None:
    took = Duel(UT2004, ASSAULT, 400).time_to_kill(alt=True, taps=True)
    assert took == pytest.approx(1.0 + FAR / 1000, abs=TICK_S + 1e-6)


@pytest.mark.parametrize(
    ("alt", "least", "most"),
    [
        (False, 12 / 15, 14 / 15),  # 13 x 8 to 15 x 7
        (True, 6 / 5, 7 / 5),  # 7 x 16 to 8 x 14
    ],
)
@pytest.mark.parametrize("seed", range(5))
def test_the_minigun_kills_within_its_range_of_damage(
    least: float, most: float, seed: int, *, alt: bool
) -> None:
    took = Duel(UT2004, MINIGUN, 200, seed=seed).time_to_kill(alt=alt)
    assert least - 1e-6 <= took <= most + TICK_S + 1e-6


HARMLESS = [SHIELD_GUN, LIGHTNING, CLASSIC, REDEEMER, TRANSLOCATOR, AVRIL, STICKY, MINES]


@pytest.mark.parametrize(("name", "alt"), [(TRANSLOCATOR, False), *((name, True) for name in HARMLESS)])
def test_some_triggers_hurt_nobody(name: str, *, alt: bool) -> None:
    duel = Duel(UT2004, name, 100)
    duel.pull(alt=alt)
    duel.tick(3.0)
    assert duel.lost() == 0


def test_a_single_minigun_bullet_does_a_whole_number_of_points() -> None:
    seen = set()
    duel = Duel(UT2004, MINIGUN, 200, health=10_000)
    duel.pull()
    duel.tick(3.0)
    for told in duel.shooter.take_told():
        if isinstance(told, DamageDealt):
            seen.add(told.damage)
    assert seen == {7, 8}


# Ammunition


AMMUNITION = [  # weapon, ammunition, with the weapon, at most, box, in a box
    (ASSAULT, "XWeapons.GrenadeAmmo", 4, 8, "XWeapons.AssaultAmmoPickup", 4),
    (BIO, "XWeapons.BioAmmo", 20, 50, "XWeapons.BioAmmoPickup", 20),
    (SHOCK, "XWeapons.ShockAmmo", 20, 50, "XWeapons.ShockAmmoPickup", 10),
    (LINK, "XWeapons.LinkAmmo", 70, 220, "XWeapons.LinkAmmoPickup", 50),
    (MINIGUN, "XWeapons.MinigunAmmo", 150, 300, "XWeapons.MinigunAmmoPickup", 50),
    (FLAK, "XWeapons.FlakAmmo", 15, 35, "XWeapons.FlakAmmoPickup", 10),
    (ROCKET, "XWeapons.RocketAmmo", 12, 30, "XWeapons.RocketAmmoPickup", 9),
    (LIGHTNING, "XWeapons.SniperAmmo", 15, 40, "XWeapons.SniperAmmoPickup", 10),
    (CLASSIC, "UTClassic.ClassicSniperAmmo", 15, 35, "UTClassic.ClassicSniperAmmoPickup", 10),
    (AVRIL, "Onslaught.ONSAVRiLAmmo", 5, 25, "Onslaught.ONSAVRiLAmmoPickup", 5),
    (STICKY, "Onslaught.ONSGrenadeAmmo", 10, 50, "Onslaught.ONSGrenadeAmmoPickup", 5),
    (MINES, "Onslaught.ONSMineAmmo", 4, 25, "Onslaught.ONSMineAmmoPickup", 8),
]


@pytest.mark.parametrize("row", AMMUNITION, ids=lambda row: row[0])
def test_ammunition_adds_up_to_its_limit(row: tuple[str, str, int, int, str, int]) -> None:
    name, ammo, first, most, box, more = row
    duel = Duel(UT2004, SHIELD_GUN, 400)
    if name != ASSAULT:
        assert duel.world.stock.give(duel.shooter, UT2004.weapons[ClassName(name)].pickup)
    have = first
    assert rounds(duel, ammo) == have
    while have < most:
        assert duel.world.stock.give(duel.shooter, box)
        have = min(most, have + more)
        assert rounds(duel, ammo) == have
    assert not duel.world.stock.give(duel.shooter, box)


def test_bullets_for_the_assault_rifle_come_with_rifles_only() -> None:
    duel = Duel(UT2004, SHIELD_GUN, 400)
    rifle = "XWeapons.AssaultRiflePickup"
    assert rounds(duel, "XWeapons.AssaultAmmo") == 100
    assert duel.world.stock.give(duel.shooter, rifle)
    assert rounds(duel, "XWeapons.AssaultAmmo") == 200
    assert rounds(duel, "XWeapons.GrenadeAmmo") == 8
    assert not duel.world.stock.give(duel.shooter, rifle)


def test_the_redeemer_has_one_shot() -> None:
    duel = Duel(UT2004, REDEEMER, 4000)
    assert not duel.world.stock.give(duel.shooter, "XWeapons.RedeemerPickup")
    only_one(duel)
    assert rounds(duel, "XWeapons.RedeemerAmmo") == 0
    duel.pull()
    duel.tick(1.5)
    flying(duel)


def test_the_super_shock_rifle_never_runs_dry() -> None:
    duel = Duel(UT2004, SUPER_SHOCK, 400, health=60_000)
    duel.pull()
    duel.tick(1.1 * 49 + 0.1)
    assert 60_000 - pawn_of(duel.victim).health == 50_000


@pytest.mark.parametrize("alt", [False, True])
def test_each_shot_costs_one_round_and_each_plasma_two(*, alt: bool) -> None:
    for name, weapon in UT2004.weapons.items():
        fire = weapon.secondary if alt else weapon.primary
        if fire.ammo is None or fire.trigger in (Trigger.NOTHING, Trigger.SHIELD):
            continue
        duel = Duel(UT2004, name, 2000)
        full = rounds(duel, fire.ammo)
        only_one(duel, alt=alt)
        assert full - rounds(duel, fire.ammo) == (2 if name == LINK and not alt else 1), name


# The shield gun


@pytest.mark.parametrize(
    ("held_s", "lost"), [(0.0, 40), (0.5, 62), (1.25, 95), (2.0, 128), (2.5, 150), (5.0, 150)]
)
def test_the_longer_a_blow_is_charged_the_harder_it_is(held_s: float, lost: int) -> None:
    """40 + 110 x held / 2.5."""
    duel = Duel(UT2004, SHIELD_GUN, 1000, health=199)
    duel.world.combat.pull(duel.shooter)
    duel.tick(held_s)
    pawn_of(duel.victim).body.put(Vec3(700, 512, 0))
    duel.release()
    assert 199 - pawn_of(duel.victim).health == lost


def test_a_charged_blow_waits_for_somebody_to_come_near() -> None:
    duel = Duel(UT2004, SHIELD_GUN, 1000, health=199)
    duel.world.combat.pull(duel.shooter)
    duel.tick(4.0)
    pawn_of(duel.victim).body.put(Vec3(700, 512, 0))
    duel.world.tick()
    assert 199 - pawn_of(duel.victim).health == 150


@pytest.mark.parametrize(("distance", "is_hit"), [(60, True), (136, True), (138, False)])
def test_a_blow_reaches_as_far_as_its_figure(distance: float, *, is_hit: bool) -> None:
    """112 uu from the eyes to the skin, which is 25 nearer than the center."""
    duel = Duel(UT2004, SHIELD_GUN, distance)
    duel.world.combat.pull(duel.shooter)
    duel.tick(0.5)
    assert (duel.lost() > 0) is is_hit


def test_a_blow_backward_hits_nobody() -> None:
    duel = Duel(UT2004, SHIELD_GUN, 60)
    pawn_of(duel.shooter).body.yaw = 32768
    pawn_of(duel.shooter).wanted_yaw = 32768
    duel.world.combat.pull(duel.shooter)
    duel.tick(1.0)
    duel.release()
    assert duel.lost() == 0


def test_a_blow_at_a_wall_hurts_who_strikes() -> None:
    duel = Duel(UT2004, SHIELD_GUN, 1000)
    strike_at_wall(duel, 2.5)
    assert pawn_of(duel.shooter).health == 100 - 45  # 0.3 x 150


def test_a_weak_blow_at_a_wall_costs_less() -> None:
    duel = Duel(UT2004, SHIELD_GUN, 1000)
    strike_at_wall(duel, 0.0)
    assert pawn_of(duel.shooter).health == 100 - 12  # 0.3 x 40; the least would be 8


def test_a_blow_into_the_air_hurts_nobody() -> None:
    duel = Duel(UT2004, SHIELD_GUN, 1000)
    duel.world.combat.pull(duel.shooter)
    duel.tick(1.0)
    duel.release()
    assert pawn_of(duel.shooter).health == 100
    assert duel.lost() == 0


def strike_at_wall(duel: Duel, held_s: float) -> None:
    """The shooter stands at the west wall, faces it, and strikes."""
    pawn = pawn_of(duel.shooter)
    pawn.wanted_yaw = pawn.body.yaw = 32768
    duel.world.combat.pull(duel.shooter)
    for _ in range(round(held_s / TICK_S)):
        pawn.body.put(Vec3(128 + 40, 512, 0))
        duel.world.tick()
    pawn.body.put(Vec3(128 + 40, 512, 0))
    duel.release()


# Grenades of the assault rifle


def thrown(held_s: float) -> Projectile:
    duel = Duel(UT2004, ASSAULT, 2000)
    duel.world.combat.pull(duel.shooter, alt=True)
    duel.tick(held_s)
    duel.release()
    return flying(duel)[0]


def test_a_grenade_is_thrown_when_the_trigger_is_let_go() -> None:
    duel = Duel(UT2004, ASSAULT, 400)
    duel.pull(alt=True)
    duel.tick(5.0)
    flying(duel, 0)
    duel.release()
    flying(duel)


@pytest.mark.parametrize(("held_s", "speed"), [(0.0, 1000), (0.5, 1250), (1.0, 1500), (3.0, 1500)])
def test_a_grenade_is_thrown_harder_the_longer_it_is_held(held_s: float, speed: float) -> None:
    assert thrown(held_s).velocity.length == pytest.approx(speed)


def test_a_grenade_held_longer_flies_farther() -> None:
    reached = []
    for held_s in (0.0, 0.5, 1.0):
        duel = Duel(UT2004, ASSAULT, 4000)
        duel.world.combat.pull(duel.shooter, alt=True, location=Vec3(2000, 512, 600))
        duel.tick(held_s)
        duel.release()
        grenade = flying(duel)[0]
        while grenade.location.z > 5:
            duel.tick()
        reached.append(grenade.location.x)
    assert reached[0] + 200 < reached[1] < reached[2] - 200


def test_a_grenade_bounces_off_a_wall_and_loses_speed() -> None:
    duel = Duel(UT2004, ASSAULT, 1000)
    pawn_of(duel.shooter).body.yaw = 16384
    only_one(duel, alt=True, location=Vec3(640, 896, 90))
    grenade = flying(duel)[0]
    duel.tick(0.4)
    assert grenade.velocity.y < 0
    assert grenade.velocity.length < 800
    assert duel.lost() == 0


def test_a_grenade_goes_off_when_its_fuse_has_burnt() -> None:
    duel = Duel(UT2004, ASSAULT, 1000)
    only_one(duel, alt=True, location=Vec3(900, 512, 0))
    grenade = flying(duel)[0]
    grenade.location, grenade.velocity = Vec3(1500, 512, 1), Vec3(0, 0, 0)
    duel.tick(2.9)
    assert duel.lost() == 0
    duel.tick(0.1)
    flying(duel, 0)
    far = Vec3(1500, 512, 1).distance_to(pawn_of(duel.victim).body.location)
    assert duel.lost() == int(70 * (1 - (far - 25) / 220))


def test_a_grenade_goes_off_on_a_body_at_once() -> None:
    duel = Duel(UT2004, ASSAULT, 300)
    only_one(duel, alt=True)
    duel.tick(0.4)
    assert duel.lost() == 70
    flying(duel, 0)


# The bio rifle


def test_a_glob_sticks_to_the_wall_and_bursts_after_its_time() -> None:
    duel = Duel(UT2004, BIO, 1000)
    pawn_of(duel.shooter).body.yaw = 16384
    only_one(duel, location=Vec3(640, 896, 90))
    glob = flying(duel)[0]
    while not glob.stuck:
        duel.tick()
    assert glob.location.y == pytest.approx(896, abs=2)
    duel.tick(2.2)
    flying(duel)
    duel.tick(0.1)
    flying(duel, 0)


def test_a_glob_that_bursts_hurts_who_is_near() -> None:
    duel = Duel(UT2004, BIO, 1000)
    only_one(duel, location=Vec3(1000, 512, 0))
    glob = flying(duel)[0]
    while not glob.stuck:
        duel.tick()
    center = pawn_of(duel.victim).body.location
    glob.location = center - Vec3(85, 0, 0)
    duel.tick(2.3)
    assert duel.lost() == int(19 * (1 - (85 - 25) / 120))


def test_a_glob_bursts_on_a_body_at_once() -> None:
    duel = Duel(UT2004, BIO, 300)
    only_one(duel)
    duel.tick(0.3)
    assert duel.lost() == 19


@pytest.mark.parametrize(
    ("held_s", "loads"), [(0.0, 1), (0.25, 2), (1.0, 5), (2.2, 9), (2.25, 10), (9.0, 10)]
)
def test_a_charged_glob_is_as_many_globs_as_were_loaded(held_s: float, loads: int) -> None:
    duel = Duel(UT2004, BIO, 300, health=199)
    hold(duel, held_s)
    assert rounds(duel, "XWeapons.BioAmmo") == 50 - loads
    duel.tick(0.5)
    assert 199 - pawn_of(duel.victim).health == 19 * loads


def test_a_glob_is_no_larger_than_there_is_ammunition_for() -> None:
    duel = Duel(UT2004, BIO, 300, health=199)
    pawn_of(duel.shooter).ammo[ClassName("XWeapons.BioAmmo")] = 3
    hold(duel, 3.0)
    duel.tick(0.5)
    assert 199 - pawn_of(duel.victim).health == 19 * 3
    assert rounds(duel, "XWeapons.BioAmmo") == 0


# The shock rifle


def ball_beside_victim(distance: float) -> Duel:
    """A ball of the shooter hangs between both, and the rifle is ready again."""
    duel = Duel(UT2004, SHOCK, 1000, health=199)
    only_one(duel, alt=True)
    ball = flying(duel)[0]
    duel.tick(0.6)
    ball.velocity = Vec3(0, 0, 0)
    ball.location = pawn_of(duel.victim).body.location - Vec3(distance, 0, 0)
    return duel


@pytest.mark.parametrize(("distance", "lost"), [(30, 196), (125, 127), (200, 72), (290, 7), (301, 0)])
def test_the_beam_sets_off_the_own_ball(distance: float, lost: int) -> None:
    """200 x (1 - (distance - 25) / 275)."""
    duel = ball_beside_victim(distance)
    ball = flying(duel)[0]
    duel.world.combat.pull(duel.shooter, target=ball.id)
    duel.tick()
    flying(duel, 0)
    assert 199 - pawn_of(duel.victim).health == lost


def test_the_combo_has_its_own_class() -> None:
    duel = ball_beside_victim(125)
    duel.shooter.take_told()
    duel.world.combat.pull(duel.shooter, target=flying(duel)[0].id)
    duel.tick()
    dealt = [told for told in duel.shooter.take_told() if isinstance(told, DamageDealt)]
    assert [told.damage_class for told in dealt] == ["XWeapons.DamTypeShockCombo"]


def test_the_beam_ends_at_the_ball() -> None:
    duel = ball_beside_victim(400)
    duel.world.combat.pull(duel.shooter, target=flying(duel)[0].id)
    duel.tick()
    assert pawn_of(duel.victim).health == 199


def test_a_beam_that_passes_the_ball_by_does_not_set_it_off() -> None:
    duel = ball_beside_victim(200)
    ball = flying(duel)[0]
    ball.location += Vec3(0, 40, 0)
    duel.pull()
    duel.tick()
    flying(duel)
    assert 199 - pawn_of(duel.victim).health == 45


def test_the_ball_of_somebody_else_is_not_set_off() -> None:
    duel = ball_beside_victim(200)
    flying(duel)[0].owner = duel.victim
    duel.pull()
    duel.tick()
    flying(duel)
    assert 199 - pawn_of(duel.victim).health == 45


@pytest.mark.parametrize("name", [ASSAULT, LIGHTNING])
def test_other_weapons_do_not_set_off_the_ball(name: str) -> None:
    duel = ball_beside_victim(200)
    arm(duel.world, duel.shooter, name)
    duel.world.combat.pull(duel.shooter, target=flying(duel)[0].id)
    duel.tick()
    flying(duel)


# The rocket launcher


@pytest.mark.parametrize(("held_s", "rockets"), [(0.0, 1), (0.9, 1), (0.95, 2), (1.85, 2), (1.9, 3)])
def test_the_longer_the_trigger_is_held_the_more_rockets_fly(held_s: float, rockets: int) -> None:
    duel = Duel(UT2004, ROCKET, 3000)
    hold(duel, held_s)
    flying(duel, rockets)
    assert rounds(duel, "XWeapons.RocketAmmo") == 30 - rockets


def test_a_full_load_of_rockets_goes_off_by_itself() -> None:
    duel = Duel(UT2004, ROCKET, 4000)
    duel.pull(alt=True)
    duel.tick(3.0)
    flying(duel, 3)


def test_no_more_rockets_fly_than_there_are() -> None:
    duel = Duel(UT2004, ROCKET, 3000)
    pawn_of(duel.shooter).ammo[ClassName("XWeapons.RocketAmmo")] = 2
    hold(duel, 2.5)
    flying(duel, 2)
    assert rounds(duel, "XWeapons.RocketAmmo") == 0


# Snipers


@pytest.mark.parametrize(
    ("name", "z", "lost"),
    [
        (LIGHTNING, 44, 70),
        (LIGHTNING, 10, 70),
        (LIGHTNING, 82, 140),
        (CLASSIC, 44, 60),
        (CLASSIC, 82, 120),
    ],
)
def test_a_shot_in_the_head_counts_twice(name: str, z: float, lost: int) -> None:
    duel = Duel(UT2004, name, 1000, health=199)
    duel.world.combat.pull(duel.shooter, location=Vec3(640 + 1000, 512, z))
    duel.tick()
    assert 199 - pawn_of(duel.victim).health == lost


@pytest.mark.parametrize(
    ("z", "damage_class"),
    [(44, "XWeapons.DamTypeSniperShot"), (82, "XWeapons.DamTypeSniperHeadShot")],
)
def test_a_shot_in_the_head_has_its_own_class(z: float, damage_class: str) -> None:
    duel = Duel(UT2004, LIGHTNING, 1000, health=199)
    duel.world.combat.pull(duel.shooter, location=Vec3(640 + 1000, 512, z))
    duel.tick()
    dealt = [told for told in duel.shooter.take_told() if isinstance(told, DamageDealt)]
    assert [told.damage_class for told in dealt] == [damage_class]


def test_other_lines_know_no_heads() -> None:
    duel = Duel(UT2004, SHOCK, 1000)
    duel.world.combat.pull(duel.shooter, location=Vec3(640 + 1000, 512, 82))
    duel.tick()
    assert duel.lost() == 45


# The redeemer


@pytest.mark.parametrize(("distance", "lost"), [(25, 250), (1025, 125), (1825, 25), (2030, 0)])
def test_the_redeemer_reaches_2000_uu(distance: float, lost: int) -> None:
    duel = Duel(UT2004, REDEEMER, 3000, health=300)
    spec = duel.held.spec.primary.projectile
    assert spec is not None
    where = pawn_of(duel.victim).body.location - Vec3(distance, 0, 0)
    duel.world.combat.blast(where, spec.damage, spec.radius, spec.damage_spec, duel.shooter)
    assert 300 - pawn_of(duel.victim).health == lost


def test_shields_do_not_help_against_the_redeemer() -> None:
    duel = Duel(UT2004, REDEEMER, 400, health=300)
    pawn_of(duel.victim).shield = Shield(150, 50)
    only_one(duel)
    duel.tick(0.5)
    assert pawn_of(duel.victim).health == 50
    assert pawn_of(duel.victim).shield == Shield(150, 50)


def test_the_redeemer_kills_team_mates_though_friendly_fire_is_off() -> None:
    duel = Duel(UT2004, REDEEMER, 400, mode=Mode.TEAM_DEATHMATCH)
    duel.victim.team = duel.shooter.team
    only_one(duel)
    duel.tick(0.5)
    assert duel.victim.pawn is None


# The translocator


def test_a_beacon_flies_with_1200_and_falls() -> None:
    duel = Duel(UT2004, TRANSLOCATOR, 3000)
    duel.world.combat.pull(duel.shooter)
    duel.tick()
    beacon = flying(duel)[0]
    assert beacon.velocity.x == pytest.approx(1200)
    assert beacon.velocity.z < 0


def test_who_threw_a_beacon_jumps_to_it() -> None:
    duel = Duel(UT2004, TRANSLOCATOR, 3000)
    duel.world.combat.pull(duel.shooter)
    duel.tick()
    duel.release()
    run(duel.world, 0.5)
    beacon = flying(duel)[0].location
    duel.world.combat.pull(duel.shooter, alt=True)
    duel.world.tick()
    body = pawn_of(duel.shooter).body
    assert (body.x, body.y) == pytest.approx((beacon.x, beacon.y))
    flying(duel, 0)


def test_without_a_beacon_nobody_jumps() -> None:
    duel = Duel(UT2004, TRANSLOCATOR, 3000)
    before = pawn_of(duel.shooter).body.location
    duel.world.combat.pull(duel.shooter, alt=True)
    duel.tick(0.5)
    assert pawn_of(duel.shooter).body.location == before


def test_nobody_jumps_to_the_beacon_of_somebody_else() -> None:
    duel = Duel(UT2004, TRANSLOCATOR, 3000)
    duel.world.combat.pull(duel.shooter)
    duel.tick()
    before = pawn_of(duel.victim).body.location
    arm(duel.world, duel.victim, TRANSLOCATOR)
    duel.world.combat.pull(duel.victim, alt=True)
    duel.tick()
    assert pawn_of(duel.victim).body.location == before


def test_whoever_stands_at_the_beacon_is_killed_by_the_jump() -> None:
    duel = Duel(UT2004, TRANSLOCATOR, 1000)
    duel.world.combat.pull(duel.shooter)
    duel.tick()
    duel.release()
    flying(duel)[0].location = pawn_of(duel.victim).body.location + Vec3(30, 0, 0)
    flying(duel)[0].stuck = True
    duel.world.combat.pull(duel.shooter, alt=True)
    duel.tick(0.5)
    assert duel.victim.pawn is None
    assert duel.shooter.score == 1


def test_nobody_has_two_beacons() -> None:
    """Firing again with a beacon out takes it back."""
    duel = Duel(UT2004, TRANSLOCATOR, 3000)
    for _ in range(2):
        duel.world.combat.pull(duel.shooter)
        duel.tick()
        duel.release()
        duel.tick(0.5)
    assert len(duel.world.combat.projectiles) < 2


# Sticky grenades and mines


def test_sticky_grenades_wait_until_they_are_set_off() -> None:
    duel = Duel(UT2004, STICKY, 1000)
    only_one(duel, location=Vec3(900, 512, 0))
    duel.tick(1.0)
    grenade = flying(duel)[0]
    assert grenade.stuck
    grenade.location = pawn_of(duel.victim).body.location - Vec3(60, 0, 0)
    duel.tick(10.0)
    assert duel.lost() == 0
    duel.world.combat.pull(duel.shooter, alt=True)
    duel.tick()
    assert duel.lost() == 100 * (1 - (60 - 25) / 175)
    flying(duel, 0)


def test_sticky_grenades_of_others_are_not_set_off() -> None:
    duel = Duel(UT2004, STICKY, 1000)
    only_one(duel, location=Vec3(900, 512, 0))
    duel.tick(1.0)
    arm(duel.world, duel.victim, STICKY)
    duel.world.combat.pull(duel.victim, alt=True)
    duel.tick(0.5)
    flying(duel)


def test_the_grenade_launcher_does_not_set_off_globs() -> None:
    duel = Duel(UT2004, BIO, 1000)
    only_one(duel, location=Vec3(900, 512, 0))
    duel.tick(0.5)
    assert flying(duel)[0].stuck
    arm(duel.world, duel.shooter, STICKY)
    duel.world.combat.pull(duel.shooter, alt=True)
    duel.tick()
    flying(duel)


def test_a_mine_stays_where_it_falls() -> None:
    duel = Duel(UT2004, MINES, 2000)
    only_one(duel, location=Vec3(900, 512, 0))
    duel.tick(2.0)
    mine = flying(duel)[0]
    where = mine.location
    duel.tick(5.0)
    assert mine.location == where
