"""The figures of UT2004 against tables written down by hand from the reference."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
import yaml

from agentfw.arena.games.specs import (
    ChargeKind,
    ChargeSpec,
    DamageSpec,
    Effect,
    FireSpec,
    ItemSpec,
    ProjectileSpec,
    Trigger,
    WeaponSpec,
)
from agentfw.arena.games.ut2004 import UT2004
from agentfw.arena.maps.catalog import known_maps
from agentfw.vocabulary import ClassName, ItemCategory

if TYPE_CHECKING:
    from collections.abc import Iterator

CLASS_NAME = re.compile(r"^[A-Za-z]+\.[A-Za-z0-9]+$")


class Shot(NamedTuple):
    """A row of the table of weapons; what does not apply is 0."""

    trigger: Trigger
    interval: float
    ammo: str | None
    per_shot: int = 1
    low: float = 0.0
    high: float = 0.0
    reach: float = 10000.0
    spread: float = 0.0
    push: float = 0.0
    at_once: int = 1
    head: float | None = None


class Flight(NamedTuple):
    """A row of the table of projectiles."""

    name: str
    damage: float
    radius: float
    speed: float
    max_speed: float
    push: float
    falls: bool = False


INSTANT, PROJECTILE, NOTHING = Trigger.INSTANT, Trigger.PROJECTILE, Trigger.NOTHING
SHOCK, LINK, MINIGUN = "XWeapons.ShockAmmo", "XWeapons.LinkAmmo", "XWeapons.MinigunAmmo"
BIO, FLAK, ROCKET = "XWeapons.BioAmmo", "XWeapons.FlakAmmo", "XWeapons.RocketAmmo"
CLASSIC, REDEEMER = "UTClassic.ClassicSniperAmmo", "XWeapons.RedeemerAmmo"
AVRIL, STICKY, MINE = "Onslaught.ONSAVRiLAmmo", "Onslaught.ONSGrenadeAmmo", "Onslaught.ONSMineAmmo"

SUPER_SHOCK = Shot(INSTANT, 1.1, None, low=1000, high=1000, reach=17000, push=1000)
ZOOM = Shot(NOTHING, 0.1, None)
SHOTS = {
    "XWeapons.ShieldGun": (
        Shot(Trigger.MELEE, 0.6, None, low=40, high=150, reach=112, push=1000),
        Shot(Trigger.SHIELD, 1.0, "XWeapons.ShieldAmmo", 15),
    ),
    "XWeapons.AssaultRifle": (
        Shot(INSTANT, 0.16, "XWeapons.AssaultAmmo", low=7, high=7, spread=0.02),
        Shot(PROJECTILE, 1.0, "XWeapons.GrenadeAmmo"),
    ),
    "XWeapons.BioRifle": (Shot(PROJECTILE, 0.33, BIO), Shot(PROJECTILE, 0.33, BIO)),
    "XWeapons.ShockRifle": (
        Shot(INSTANT, 0.7, SHOCK, low=45, high=45, reach=17000, push=600),
        Shot(PROJECTILE, 0.6, SHOCK),
    ),
    "XWeapons.LinkGun": (
        Shot(PROJECTILE, 0.2, LINK, 2),
        Shot(INSTANT, 0.12, LINK, low=9, high=9, reach=1100, push=20),
    ),
    "XWeapons.Minigun": (
        Shot(INSTANT, 0.0667, MINIGUN, low=7, high=8, spread=0.08),
        Shot(INSTANT, 0.2, MINIGUN, low=14, high=16, spread=0.03),
    ),
    "XWeapons.FlakCannon": (
        Shot(PROJECTILE, 0.89, FLAK, at_once=9, spread=1400),
        Shot(PROJECTILE, 1.11, FLAK),
    ),
    "XWeapons.RocketLauncher": (
        Shot(PROJECTILE, 0.9, ROCKET),
        Shot(PROJECTILE, 0.95, ROCKET, spread=300),
    ),
    "XWeapons.SniperRifle": (
        Shot(INSTANT, 1.6, "XWeapons.SniperAmmo", low=70, high=70, reach=17000, head=140),
        ZOOM,
    ),
    "UTClassic.ClassicSniperRifle": (
        Shot(INSTANT, 1.33, CLASSIC, low=60, high=60, reach=17000, head=120),
        ZOOM,
    ),
    "XWeapons.Redeemer": (Shot(PROJECTILE, 1.0, REDEEMER), Shot(NOTHING, 1.0, REDEEMER)),
    "XWeapons.Translauncher": (Shot(Trigger.BEACON, 0.25, None), Shot(Trigger.RECALL, 0.25, None)),
    "XWeapons.SuperShockRifle": (SUPER_SHOCK, SUPER_SHOCK),
    "Onslaught.ONSAVRiL": (Shot(PROJECTILE, 4.0, AVRIL), ZOOM),
    "Onslaught.ONSGrenadeLauncher": (
        Shot(PROJECTILE, 0.65, STICKY),
        Shot(Trigger.DETONATE, 1.0, None),
    ),
    "Onslaught.ONSMineLayer": (Shot(PROJECTILE, 1.1, MINE), Shot(NOTHING, 0.6, MINE)),
}

FLIGHTS = {
    "XWeapons.AssaultGrenade": Flight("XWeapons.Grenade", 70, 220, 1000, 1500, 750, falls=True),
    "XWeapons.BioFire": Flight("XWeapons.BioGlob", 19, 120, 2000, 2000, 400, falls=True),
    "XWeapons.BioChargedFire": Flight("XWeapons.BioGlob", 19, 120, 2000, 2000, 400, falls=True),
    "XWeapons.ShockProjFire": Flight("XWeapons.ShockProjectile", 45, 150, 1150, 1150, 700),
    "XWeapons.LinkAltFire": Flight("XWeapons.LinkProjectile", 30, 0, 1000, 4000, 0),
    "XWeapons.FlakFire": Flight("XWeapons.FlakChunk", 13, 0, 2500, 2700, 100),
    "XWeapons.FlakAltFire": Flight("XWeapons.FlakShell", 90, 220, 1200, 2000, 750, falls=True),
    "XWeapons.RocketFire": Flight("XWeapons.RocketProj", 90, 220, 1350, 1350, 500),
    "XWeapons.RocketMultiFire": Flight("XWeapons.RocketProj", 90, 220, 1350, 1350, 500),
    "XWeapons.RedeemerFire": Flight("XWeapons.RedeemerProjectile", 250, 2000, 1000, 1000, 2000),
    "XWeapons.TransFire": Flight("XWeapons.TransBeacon", 0, 0, 1200, 2000, 0, falls=True),
    "Onslaught.ONSAVRiLFire": Flight("Onslaught.ONSAVRiLRocket", 125, 150, 550, 2800, 500),
    "Onslaught.ONSGrenadeFire": Flight(
        "Onslaught.ONSGrenadeProjectile", 100, 175, 1200, 1200, 500, falls=True
    ),
    "Onslaught.ONSMineThrowFire": Flight(
        "Onslaught.ONSMineProjectile", 95, 250, 800, 800, 500, falls=True
    ),
}

# The class of the damage that each fire mode does; empty when it hurts nobody.
DAMAGE = {
    "XWeapons.ShieldFire": "XWeapons.DamTypeShieldImpact",
    "XWeapons.ShieldAltFire": "",
    "XWeapons.AssaultFire": "XWeapons.DamTypeAssaultBullet",
    "XWeapons.AssaultGrenade": "XWeapons.DamTypeAssaultGrenade",
    "XWeapons.BioFire": "XWeapons.DamTypeBioGlob",
    "XWeapons.BioChargedFire": "XWeapons.DamTypeBioGlob",
    "XWeapons.ShockBeamFire": "XWeapons.DamTypeShockBeam",
    "XWeapons.ShockProjFire": "XWeapons.DamTypeShockBall",
    "XWeapons.LinkAltFire": "XWeapons.DamTypeLinkPlasma",
    "XWeapons.LinkFire": "XWeapons.DamTypeLinkShaft",
    "XWeapons.MinigunFire": "XWeapons.DamTypeMinigunBullet",
    "XWeapons.MinigunAltFire": "XWeapons.DamTypeMinigunAlt",
    "XWeapons.FlakFire": "XWeapons.DamTypeFlakChunk",
    "XWeapons.FlakAltFire": "XWeapons.DamTypeFlakShell",
    "XWeapons.RocketFire": "XWeapons.DamTypeRocket",
    "XWeapons.RocketMultiFire": "XWeapons.DamTypeRocket",
    "XWeapons.SniperFire": "XWeapons.DamTypeSniperShot",
    "XWeapons.SniperZoom": "",
    "UTClassic.ClassicSniperFire": "UTClassic.DamTypeClassicSniper",
    "XWeapons.RedeemerFire": "XWeapons.DamTypeRedeemer",
    "XWeapons.RedeemerGuidedFire": "",
    "XWeapons.TransFire": "XWeapons.DamTypeTeleFrag",
    "XWeapons.TransRecall": "",
    "XWeapons.SuperShockBeamFire": "XWeapons.DamTypeSuperShockBeam",
    "Onslaught.ONSAVRiLFire": "Onslaught.DamTypeONSAVRiLRocket",
    "Onslaught.ONSAVRiLAltFire": "",
    "Onslaught.ONSGrenadeFire": "Onslaught.DamTypeONSGrenade",
    "Onslaught.ONSGrenadeAltFire": "",
    "Onslaught.ONSMineThrowFire": "Onslaught.DamTypeONSMine",
    "Onslaught.ONSMineLayerAltFire": "",
}

# Initial, most, in one box; a box of 0 does not exist.
AMMO = {
    "XWeapons.ShieldAmmo": (100, 100, 0),
    "XWeapons.AssaultAmmo": (100, 200, 0),
    "XWeapons.GrenadeAmmo": (4, 8, 4),
    BIO: (20, 50, 20),
    SHOCK: (20, 50, 10),
    LINK: (70, 220, 50),
    MINIGUN: (150, 300, 50),
    FLAK: (15, 35, 10),
    ROCKET: (12, 30, 9),
    "XWeapons.SniperAmmo": (15, 40, 10),
    CLASSIC: (15, 35, 10),
    REDEEMER: (1, 1, 0),
    AVRIL: (5, 25, 5),
    STICKY: (10, 50, 5),
    MINE: (4, 25, 8),
}

# Effect, amount, limit, respawn time, radius, half height, base.
POWERUPS: dict[str, tuple[object, ...]] = {
    "XPickups.HealthPack": (Effect.HEALTH, 25, 100, 30, 32, 23, "NewHealthCharger"),
    "XPickups.MiniHealthPack": (Effect.HEALTH, 5, 199, 30, 24, 23, "MiniHealthPack"),
    "XPickups.SuperHealthPack": (Effect.HEALTH, 100, 199, 60, 32, 23, "SuperHealthCharger"),
    "XPickups.ShieldPack": (Effect.SHIELD, 50, 150, 30, 32, 23, "ShieldCharger"),
    "XPickups.SuperShieldPack": (Effect.SHIELD, 100, 150, 60, 32, 23, "SuperShieldCharger"),
    "XPickups.AdrenalinePickup": (Effect.ADRENALINE, 2, 100, 30, 32, 23, "AdrenalinePickup"),
    "XPickups.UDamagePack": (Effect.BOOST, 0, 0, 90, 32, 23, "UDamageCharger"),
}

# The class in the inventory, initial ammunition of the first trigger that uses any.
WEAPON_PICKUPS = {
    "XWeapons.ShieldGunPickup": ("XWeapons.ShieldGun", 100),
    "XWeapons.AssaultRiflePickup": ("XWeapons.AssaultRifle", 100),
    "XWeapons.BioRiflePickup": ("XWeapons.BioRifle", 20),
    "XWeapons.ShockRiflePickup": ("XWeapons.ShockRifle", 20),
    "XWeapons.LinkGunPickup": ("XWeapons.LinkGun", 70),
    "XWeapons.MinigunPickup": ("XWeapons.Minigun", 150),
    "XWeapons.FlakCannonPickup": ("XWeapons.FlakCannon", 15),
    "XWeapons.RocketLauncherPickup": ("XWeapons.RocketLauncher", 12),
    "XWeapons.SniperRiflePickup": ("XWeapons.SniperRifle", 15),
    "UTClassic.ClassicSniperRiflePickup": ("UTClassic.ClassicSniperRifle", 15),
    "XWeapons.RedeemerPickup": ("XWeapons.Redeemer", 1),
    "XWeapons.TransPickup": ("XWeapons.Translauncher", 0),
    "XWeapons.SuperShockRiflePickup": ("XWeapons.SuperShockRifle", 0),
    "Onslaught.ONSAVRiLPickup": ("Onslaught.ONSAVRiL", 5),
    "Onslaught.ONSGrenadePickup": ("Onslaught.ONSGrenadeLauncher", 10),
    "Onslaught.ONSMineLayerPickup": ("Onslaught.ONSMineLayer", 4),
}

# The class in the inventory, half height.
AMMO_PICKUPS = {
    "XWeapons.AssaultAmmoPickup": ("XWeapons.GrenadeAmmo", 12.5),
    "XWeapons.BioAmmoPickup": (BIO, 8.25),
    "XWeapons.ShockAmmoPickup": (SHOCK, 22),
    "XWeapons.LinkAmmoPickup": (LINK, 10.5),
    "XWeapons.MinigunAmmoPickup": (MINIGUN, 12.75),
    "XWeapons.FlakAmmoPickup": (FLAK, 8.25),
    "XWeapons.RocketAmmoPickup": (ROCKET, 13.5),
    "XWeapons.SniperAmmoPickup": ("XWeapons.SniperAmmo", 19),
    "UTClassic.ClassicSniperAmmoPickup": (CLASSIC, 16),
    "Onslaught.ONSAVRiLAmmoPickup": (AVRIL, 22),
    "Onslaught.ONSGrenadeAmmoPickup": (STICKY, 22),
    "Onslaught.ONSMineAmmoPickup": (MINE, 22),
}


def weapon(name: str) -> WeaponSpec:
    return UT2004.weapons[ClassName(name)]


def item(name: str) -> ItemSpec:
    return UT2004.items[ClassName(name)]


def fires() -> list[FireSpec]:
    return [fire for spec in UT2004.weapons.values() for fire in (spec.primary, spec.secondary)]


def projectiles() -> dict[str, ProjectileSpec]:
    """What flies, by the fire mode it comes from."""
    return {fire.mode: fire.projectile for fire in fires() if fire.projectile is not None}


def weapon_damage() -> Iterator[DamageSpec]:
    """Every way in which weapons hurt."""
    for fire in fires():
        shot = fire.projectile
        specs = [fire.damage_spec, fire.head_damage_spec]
        specs += [shot.damage_spec, shot.head_damage_spec, shot.combo_damage_spec] if shot else []
        yield from (spec for spec in specs if spec is not None)


def class_names() -> Iterator[str]:
    """Every class that the game may tell a client about."""
    yield from (spec.name for spec in UT2004.weapons.values())
    yield from (spec.pickup for spec in UT2004.weapons.values())
    yield from (fire.mode for fire in fires())
    yield from (shot.name for shot in projectiles().values())
    yield from UT2004.ammo
    yield from UT2004.items
    yield from (spec.inventory for spec in UT2004.items.values() if spec.inventory)
    yield from (spec.name for spec in weapon_damage())
    yield from (spec.name for spec in UT2004.world_damage.values())
    yield from UT2004.start_weapons
    yield UT2004.translocator or "none"


def legends() -> set[str]:
    """The item classes in the legends of the maps that ship."""
    files = [yaml.safe_load(path.read_text(encoding="utf-8")) for path in known_maps().values()]
    meanings = [meaning for file in files for meaning in file["legend"].values()]
    return {meaning for meaning in meanings if isinstance(meaning, str) and "." in meaning}


def test_the_body_has_the_measures_of_the_game() -> None:
    body = UT2004.body
    assert (body.radius, body.half_height, body.crouched_half_height, body.eye) == (25, 44, 29, 38)
    assert (body.run_speed, body.walk_factor, body.crouch_factor, body.swim_speed) == (
        440,
        0.4,
        0.4,
        220,
    )
    assert (body.jump_speed, body.second_jump_speed, body.step) == (340, 365, 35)
    assert (body.dodge_factor, body.dodge_up) == (1.5, 210)
    assert (body.acceleration, body.air_control) == (2048, 0.35)
    assert (body.gravity, body.terminal_speed, body.breath_s) == (-950, 2500, 20)
    assert (body.yaw_rate, body.pitch_rate) == (60000, 3072)
    assert (body.sight_radius, body.sight_cosine) == (12000, -0.3)


def test_the_rules_are_those_of_the_game() -> None:
    assert UT2004.name == "UT2004"
    assert (UT2004.damage_scale, UT2004.boost_factor, UT2004.is_modern) == (1.0, 2.0, True)
    assert (UT2004.clock_rate, UT2004.restart_wait_s) == (1.1, 30)
    assert (UT2004.health_start, UT2004.health_full, UT2004.health_most) == (100, 100, 199)
    assert (UT2004.shield_most, UT2004.adrenaline_most) == (150, 100)


def test_everybody_starts_with_rifle_in_hand_and_shield_gun() -> None:
    assert UT2004.start_weapons == ("XWeapons.AssaultRifle", "XWeapons.ShieldGun")
    assert UT2004.translocator == "XWeapons.Translauncher"
    assert {*UT2004.start_weapons, UT2004.translocator} <= set(UT2004.weapons)


def test_the_tables_here_name_all_there_is() -> None:
    assert set(UT2004.weapons) == set(SHOTS)
    assert set(UT2004.ammo) == set(AMMO)
    assert set(projectiles()) == set(FLIGHTS)
    assert set(UT2004.items) == {*POWERUPS, *WEAPON_PICKUPS, *AMMO_PICKUPS}


@pytest.mark.parametrize("alt", [False, True], ids=["primary", "secondary"])
@pytest.mark.parametrize("name", SHOTS)
def test_every_trigger_has_the_figures_of_the_table(name: str, *, alt: bool) -> None:
    fire = weapon(name).secondary if alt else weapon(name).primary
    expected = SHOTS[name][alt]
    found = Shot(
        trigger=fire.trigger,
        interval=round(fire.interval, 4),
        ammo=fire.ammo,
        per_shot=fire.ammo_per_shot,
        low=fire.damage_low,
        high=fire.damage_high,
        reach=fire.reach,
        spread=fire.spread,
        push=fire.push,
        at_once=fire.count,
        head=fire.head_damage,
    )
    assert found == expected


@pytest.mark.parametrize("mode", FLIGHTS)
def test_every_projectile_has_the_figures_of_the_table(mode: str) -> None:
    shot = projectiles()[mode]
    found = Flight(
        shot.name, shot.damage, shot.radius, shot.speed, shot.max_speed, shot.push, falls=shot.falls
    )
    assert found == FLIGHTS[mode]


@pytest.mark.parametrize("name", AMMO)
def test_ammunition_has_the_figures_of_the_table(name: str) -> None:
    spec = UT2004.ammo[ClassName(name)]
    boxes = [
        box.amount for box in UT2004.items.values() if (box.effect, box.inventory) == (Effect.AMMO, name)
    ]
    in_box = AMMO[name][2]
    assert (spec.name, spec.initial, spec.most) == (name, *AMMO[name][:2])
    assert boxes == ([in_box] if in_box else [])


def test_only_the_shield_recharges() -> None:
    charging = {spec.name: spec.recharges_per_s for spec in UT2004.ammo.values() if spec.recharges_per_s}
    assert charging == {"XWeapons.ShieldAmmo": 5.0}


@pytest.mark.parametrize(
    ("name", "charge"),
    [
        ("XWeapons.ShieldFire", ChargeSpec(kind=ChargeKind.DAMAGE, unit_s=2.5, most=1)),
        ("XWeapons.AssaultGrenade", ChargeSpec(kind=ChargeKind.SPEED, unit_s=1.0, most=1)),
        ("XWeapons.BioChargedFire", ChargeSpec(kind=ChargeKind.SIZE, unit_s=0.25, most=10)),
        (
            "XWeapons.RocketMultiFire",
            ChargeSpec(kind=ChargeKind.COUNT, unit_s=0.95, most=3, fires_when_full=True),
        ),
    ],
)
def test_triggers_that_are_held_charge_as_in_the_game(name: str, charge: ChargeSpec) -> None:
    assert {fire.mode: fire.charge for fire in fires()}[ClassName(name)] == charge


def test_no_other_trigger_charges() -> None:
    assert sum(fire.charge is not None for fire in fires()) == 4


def test_the_shield_gun_hurts_its_owner_at_a_wall() -> None:
    hurting = {fire.mode: (fire.self_damage_factor, fire.self_damage_least) for fire in fires()}
    assert hurting.pop(ClassName("XWeapons.ShieldFire")) == (0.3, 8.0)
    assert set(hurting.values()) == {(0.0, 0.0)}


def test_a_beam_sets_off_shock_balls_and_nothing_else() -> None:
    combos = {mode: shot for mode, shot in projectiles().items() if shot.combo_damage}
    assert list(combos) == ["XWeapons.ShockProjFire"]
    ball = combos["XWeapons.ShockProjFire"]
    assert (ball.combo_damage, ball.combo_radius, ball.combo_push) == (200, 275, 1500)
    assert ball.combo_damage_spec is not None
    assert ball.combo_damage_spec.name == "XWeapons.DamTypeShockCombo"


def test_projectiles_that_get_faster_reach_their_top_speed_in_time() -> None:
    faster = {mode: shot for mode, shot in projectiles().items() if shot.acceleration}
    seconds = {mode: (s.max_speed - s.speed) / s.acceleration for mode, s in faster.items()}
    assert seconds == {
        "XWeapons.LinkAltFire": 1.0,
        "Onslaught.ONSAVRiLFire": pytest.approx(2.45, abs=0.01),
    }
    assert all(shot.life_s > seconds[mode] for mode, shot in faster.items())


def test_globs_grenades_and_mines_lie_before_they_go_off() -> None:
    lying = {shot.name: shot.sticks_s for shot in projectiles().values() if shot.sticks_s}
    assert lying.pop(ClassName("XWeapons.BioGlob")) == 2.25
    assert set(lying) == {"Onslaught.ONSGrenadeProjectile", "Onslaught.ONSMineProjectile"}
    assert all(shot.life_s >= shot.sticks_s for shot in projectiles().values())


def test_grenades_and_beacons_bounce_and_the_flak_shell_is_tossed_up() -> None:
    shots = projectiles().values()
    assert {shot.name for shot in shots if shot.bounces} == {"XWeapons.Grenade", "XWeapons.TransBeacon"}
    assert {shot.name: shot.toss_up for shot in shots if shot.toss_up} == {"XWeapons.FlakShell": 225}


@pytest.mark.parametrize(
    ("name", "seconds"),
    [
        ("XWeapons.Grenade", 3.0),
        ("XWeapons.BioGlob", 20.0),
        ("XWeapons.ShockProjectile", 10.0),
        ("XWeapons.LinkProjectile", 3.0),
        ("XWeapons.FlakChunk", 2.7),
        ("XWeapons.FlakShell", 6.0),
        ("XWeapons.RocketProj", 8.0),
        ("XWeapons.RedeemerProjectile", 20.0),
        ("Onslaught.ONSAVRiLRocket", 7.0),
    ],
)
def test_projectiles_live_as_long_as_in_the_game(name: str, seconds: float) -> None:
    assert {shot.life_s for shot in projectiles().values() if shot.name == name} == {seconds}


def test_some_weapons_take_longer_to_change() -> None:
    slow = {
        spec.name: (spec.put_down_s, spec.bring_up_s)
        for spec in UT2004.weapons.values()
        if (spec.put_down_s, spec.bring_up_s) != (0.33, 0.33)
    }
    assert slow == {
        "XWeapons.SniperRifle": (0.33, 0.36),
        "UTClassic.ClassicSniperRifle": (0.58, 0.6),
        "XWeapons.Redeemer": (0.45, 0.675),
        "Onslaught.ONSAVRiL": (0.33, 0.45),
        "Onslaught.ONSMineLayer": (0.4, 0.35),
    }


def test_weapons_are_rated_in_the_order_of_the_game() -> None:
    order = sorted(UT2004.weapons.values(), key=lambda spec: -spec.rating)
    assert [spec.title for spec in order] == [
        "Redeemer",
        "Super Shock Rifle",
        "Rocket Launcher",
        "Flak Cannon",
        "Shock Rifle",
        "Lightning Gun",
        "Sniper Rifle",
        "Minigun",
        "Link Gun",
        "Bio-Rifle",
        "Grenade Launcher",
        "Mine Layer",
        "AVRiL",
        "Assault Rifle",
        "Shield Gun",
        "Translocator",
    ]
    assert len({spec.rating for spec in order}) == len(order)


def test_ranges_go_from_near_to_far_and_within_reach() -> None:
    for spec in UT2004.weapons.values():
        near, far = spec.best_range
        assert 0.0 <= near <= far
        if spec.primary.trigger is INSTANT:
            assert far <= spec.primary.reach


def test_what_weapons_are_for_is_told() -> None:
    weapons = UT2004.weapons.values()
    assert {spec.title for spec in weapons if spec.melee} == {"Shield Gun"}
    assert {spec.title for spec in weapons if spec.sniping} == {"Lightning Gun", "Sniper Rifle"}
    kept = {spec.title for spec in weapons if not spec.can_throw}
    assert kept == {"Shield Gun", "Translocator", "Super Shock Rifle"}


@pytest.mark.parametrize("name", POWERUPS)
def test_power_ups_have_the_figures_of_the_table(name: str) -> None:
    spec = item(name)
    sizes = (spec.radius, spec.half_height)
    found = (spec.effect, spec.amount, spec.limit, spec.respawn_s, *sizes, spec.base)
    assert found == POWERUPS[name]
    assert spec.inventory == ""


def test_the_kinds_of_power_ups_are_told() -> None:
    powerups = [item(name) for name in POWERUPS]
    supers = {"XPickups.MiniHealthPack", "XPickups.SuperHealthPack"}
    assert {spec.pickup for spec in UT2004.items.values() if spec.is_super} == supers
    assert {spec.pickup for spec in UT2004.items.values() if spec.is_small} == {"XPickups.ShieldPack"}
    assert {spec.pickup: spec.duration_s for spec in UT2004.items.values() if spec.duration_s} == {
        "XPickups.UDamagePack": 30
    }
    assert [spec.category for spec in powerups] == [
        ItemCategory.HEALTH,
        ItemCategory.HEALTH,
        ItemCategory.HEALTH,
        ItemCategory.SHIELD,
        ItemCategory.SHIELD,
        ItemCategory.ADRENALINE,
        ItemCategory.OTHER,
    ]


@pytest.mark.parametrize("name", WEAPON_PICKUPS)
def test_weapons_lie_on_weapon_bases(name: str) -> None:
    spec = item(name)
    assert (spec.inventory, spec.amount) == WEAPON_PICKUPS[name]
    assert (spec.category, spec.effect) == (ItemCategory.WEAPON, Effect.WEAPON)
    assert (spec.radius, spec.half_height, spec.base) == (36, 30, "xWeaponBase")
    assert spec.respawn_s == (120 if name == "XWeapons.RedeemerPickup" else 30)
    assert weapon(spec.inventory).pickup == name
    assert weapon(spec.inventory).title == spec.title


@pytest.mark.parametrize("name", AMMO_PICKUPS)
def test_ammunition_lies_on_the_floor(name: str) -> None:
    spec = item(name)
    assert (spec.inventory, spec.half_height) == AMMO_PICKUPS[name]
    assert (spec.category, spec.effect) == (ItemCategory.AMMO, Effect.AMMO)
    assert (spec.respawn_s, spec.radius, spec.limit) == (30, 22, 0)
    assert spec.base == name.split(".")[1]


@pytest.mark.parametrize(
    ("key", "name", "armor_stops", "by_world"),
    [
        ("fall", "Engine.fell", True, True),
        ("suicide", "Engine.Suicided", False, False),
        ("lava", "Engine.FellLava", True, True),
        ("drown", "Gameplay.Drowned", False, False),
        ("telefrag", "XWeapons.DamTypeTeleFrag", False, False),
        ("crush", "Engine.Crushed", False, False),
    ],
)
def test_the_world_hurts_as_in_the_game(
    key: str, name: str, *, armor_stops: bool, by_world: bool
) -> None:
    spec = UT2004.world_damage[key]
    assert (spec.name, spec.armor_stops, spec.by_world) == (name, armor_stops, by_world)


def test_there_are_six_ways_to_be_hurt_without_a_weapon() -> None:
    assert set(UT2004.world_damage) == {"fall", "suicide", "lava", "drown", "telefrag", "crush"}


def test_every_fire_mode_does_the_damage_of_its_class() -> None:
    specs = {
        fire.mode: fire.projectile.damage_spec if fire.projectile else fire.damage_spec
        for fire in fires()
    }
    assert {mode: spec.name if spec else "" for mode, spec in specs.items()} == DAMAGE


def test_weapons_hurt_by_their_own_ways() -> None:
    ways = {spec.name: spec for spec in weapon_damage()}
    assert len(ways) == 24
    assert all(spec.direct and not spec.by_world for spec in ways.values())
    bullets = {
        "XWeapons.DamTypeAssaultBullet",
        "XWeapons.DamTypeMinigunBullet",
        "XWeapons.DamTypeMinigunAlt",
        "XWeapons.DamTypeFlakChunk",
        "XWeapons.DamTypeFlakShell",
        "UTClassic.DamTypeClassicSniper",
    }
    assert {name for name, spec in ways.items() if spec.bullet} == bullets
    assert {name for name, spec in ways.items() if spec.flaming} == {"XWeapons.DamTypeRocket"}
    assert {name for name, spec in ways.items() if spec.super_weapon} == {"XWeapons.DamTypeRedeemer"}
    unstopped = {name for name, spec in ways.items() if not spec.armor_stops}
    assert unstopped == {"XWeapons.DamTypeRedeemer", "XWeapons.DamTypeTeleFrag"}


def test_deaths_by_weapons_name_both_and_deaths_by_the_world_the_victim() -> None:
    assert all("%o" in spec.death_text and "%k" in spec.death_text for spec in weapon_damage())
    others = [spec.death_text for key, spec in UT2004.world_damage.items() if key != "telefrag"]
    assert all("%o" in text and "%k" not in text for text in others)


def test_head_shots_have_their_own_damage_and_class() -> None:
    for fire in fires():
        assert (fire.head_damage is None) == (fire.head_damage_spec is None)
    heads = {fire.head_damage_spec.name for fire in fires() if fire.head_damage_spec is not None}
    assert heads == {"XWeapons.DamTypeSniperHeadShot", "UTClassic.DamTypeClassicHeadshot"}


def test_every_key_is_the_name_of_what_it_stands_for() -> None:
    tables: list[tuple[Any, str]] = [
        (UT2004.weapons, "name"),
        (UT2004.ammo, "name"),
        (UT2004.items, "pickup"),
    ]
    for table, field in tables:
        assert [getattr(spec, field) for spec in table.values()] == list(table)


def test_every_trigger_uses_ammunition_that_exists() -> None:
    used = {fire.ammo for fire in fires() if fire.ammo is not None}
    assert used == set(UT2004.ammo)


def test_every_trigger_has_what_it_fires() -> None:
    for fire in fires():
        assert (fire.projectile is not None) == (fire.trigger in (PROJECTILE, Trigger.BEACON)), fire.mode
        hits = fire.trigger in (INSTANT, Trigger.MELEE)
        assert (fire.damage_spec is not None) == hits, fire.mode
        assert (0 < fire.damage_low <= fire.damage_high) == hits, fire.mode
        assert fire.interval > 0


def test_every_weapon_and_every_item_can_be_had() -> None:
    for spec in UT2004.weapons.values():
        assert item(spec.pickup).inventory == spec.name
    for box in UT2004.items.values():
        known = {Effect.WEAPON: UT2004.weapons, Effect.AMMO: UT2004.ammo}.get(box.effect)
        assert known is None or box.inventory in known


def test_class_names_look_like_those_of_the_game() -> None:
    names = list(class_names())
    assert [name for name in names if not CLASS_NAME.match(name)] == []
    assert {name.partition(".")[0] for name in names} == {
        "Engine",
        "Gameplay",
        "Onslaught",
        "UTClassic",
        "XPickups",
        "XWeapons",
    }


def test_maps_may_name_every_item_in_any_case() -> None:
    assert UT2004.map_items == {name.lower(): name for name in UT2004.items}


def test_every_item_of_the_maps_that_ship_is_known() -> None:
    named = legends()
    assert {"XPickups.HealthPack", "XWeapons.ShockRiflePickup"} <= named
    assert {name for name in named if name.lower() not in UT2004.map_items} == set()
