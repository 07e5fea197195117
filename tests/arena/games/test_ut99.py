"""The figures of UT99 against tables written by hand, and whether they fit together."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import yaml

from agentfw.arena.games.specs import ChargeKind, DamageSpec, Effect, FireSpec, ProjectileSpec, Trigger
from agentfw.arena.games.ut99 import UT99
from agentfw.arena.maps.catalog import known_maps
from agentfw.vocabulary import ClassName, ItemCategory

if TYPE_CHECKING:
    from collections.abc import Iterator

    from agentfw.arena.games.specs import ItemSpec, WeaponSpec

LINE, FLIGHT, BLOW = Trigger.INSTANT, Trigger.PROJECTILE, Trigger.MELEE

BODY = {
    "radius": 17,
    "half_height": 39,
    "crouched_half_height": 39,
    "eye": 27,
    "run_speed": 400,
    "walk_factor": 0.35,
    "crouch_factor": 0.35,
    "swim_speed": 200,
    "jump_speed": 325,
    "second_jump_speed": 0,
    "yaw_rate": 30000,
    "pitch_rate": 3072,
    "step": 35,  # not 25 as in the game: our maps have steps of 32 uu, and old clients never jump
    "dodge_up": 210,
    "dodge_factor": 1.5,
    "acceleration": 2048,
    "air_control": 0.35,
    "gravity": -950,
    "terminal_speed": 2500,
    "breath_s": 20,
    "sight_radius": 5000,
    "sight_cosine": -0.2,
}

# short class: category, effect, amount, limit, heals beyond 100, respawn
ITEMS = {
    "HealthVial": (ItemCategory.HEALTH, Effect.HEALTH, 5, 199, True, 30),
    "MedBox": (ItemCategory.HEALTH, Effect.HEALTH, 20, 100, False, 20),
    "HealthPack": (ItemCategory.HEALTH, Effect.HEALTH, 100, 199, True, 100),
    "Armor2": (ItemCategory.ARMOR, Effect.ARMOR, 100, 100, False, 30),
    "ThighPads": (ItemCategory.ARMOR, Effect.ARMOR, 50, 50, False, 30),
    "UT_ShieldBelt": (ItemCategory.ARMOR, Effect.ARMOR, 150, 150, False, 60),
    "UDamage": (ItemCategory.OTHER, Effect.BOOST, 1, 0, False, 120),
    "UT_Invisibility": (ItemCategory.OTHER, Effect.INVISIBILITY, 1, 0, False, 120),
    "UT_Jumpboots": (ItemCategory.OTHER, Effect.JUMP_BOOTS, 3, 0, False, 30),
}

# short class: part absorbed, priority
ARMOR = {"Armor2": (0.75, 7), "ThighPads": (0.5, 7), "UT_ShieldBelt": (1.0, 10)}

# short class: ammunition of both triggers, how much lies in the weapon, respawn
WEAPONS = {
    "Enforcer": ("Miniammo", 30, 30),
    "ImpactHammer": (None, 0, 30),
    "ChainSaw": (None, 0, 30),
    "ut_biorifle": ("BioAmmo", 25, 30),
    "ShockRifle": ("ShockCore", 20, 30),
    "PulseGun": ("PAmmo", 60, 30),
    "ripper": ("BladeHopper", 15, 30),
    "minigun2": ("Miniammo", 50, 30),
    "UT_FlakCannon": ("FlakAmmo", 10, 30),
    "UT_Eightball": ("RocketPack", 6, 30),
    "SniperRifle": ("BulletBox", 8, 30),
    "WarheadLauncher": ("WarHeadAmmo", 1, 60),
    "SuperShockRifle": (None, 0, 30),
    "Translocator": (None, 0, 30),
}

# short class of the pickup: what it becomes, per box, the most of it
AMMO = {
    "Miniammo": ("Miniammo", 50, 199),
    "EClip": ("Miniammo", 20, 199),
    "BioAmmo": ("BioAmmo", 25, 100),
    "ShockCore": ("ShockCore", 10, 50),
    "PAmmo": ("PAmmo", 25, 199),
    "BladeHopper": ("BladeHopper", 25, 75),
    "FlakAmmo": ("FlakAmmo", 10, 50),
    "RocketPack": ("RocketPack", 12, 48),
    "BulletBox": ("BulletBox", 10, 50),
    "WarHeadAmmo": ("WarHeadAmmo", 1, 2),
}

# short class: for each trigger what it does, the interval, the least and the most damage, how it hurts
STRAIGHT = {
    "Enforcer": ((LINE, 0.27, 17, 17, "shot"), (LINE, 0.2, 17, 17, "shot")),
    "ImpactHammer": ((BLOW, 0.5, 0, 90, "impact"), (BLOW, 0.5, 0, 20, "impact")),
    "ChainSaw": ((BLOW, 0.3, 20, 20, "slashed"), (BLOW, 1.6, 110, 110, "Decapitated")),
    "ShockRifle": ((LINE, 0.7, 40, 40, "jolted"), None),
    "PulseGun": (None, (LINE, 0.24, 17.28, 17.28, "zapped")),
    "minigun2": ((LINE, 0.13, 9, 14, "shot"), (LINE, 0.08, 9, 14, "shot")),
    "SniperRifle": ((LINE, 0.67, 45, 45, "shot"), None),
    "SuperShockRifle": ((LINE, 1.0, 1000, 1000, "jolted"), (LINE, 1.0, 1000, 1000, "jolted")),
}

# short class: for each trigger the interval, the projectile, damage of the fullest, speed, radius, how
FLYING = {
    "ut_biorifle": (
        (0.4, "UT_BioGel", 20, 840, 150, "Corroded"),
        (0.4, "BioGlob", 75, 700, 250, "Corroded"),
    ),
    "ShockRifle": (None, (0.6, "ShockProj", 55, 1000, 70, "jolted")),
    "PulseGun": ((0.18, "PlasmaSphere", 20, 1450, 0, "Pulsed"), None),
    "ripper": (
        (0.4, "Razor2", 30, 1300, 0, "shredded"),
        (0.7, "Razor2Alt", 34, 1300, 180, "RipperAltDeath"),
    ),
    "UT_FlakCannon": (
        (0.8, "UTChunk", 16, 2500, 0, "shredded"),
        (0.9, "flakslug", 70, 1200, 150, "FlakDeath"),
    ),
    "UT_Eightball": (
        (0.9, "RocketMk2", 75, 900, 220, "RocketDeath"),
        (0.9, "UT_Grenade", 80, 600, 200, "GrenadeDeath"),
    ),
    "WarheadLauncher": (
        (2.0, "WarShell", 1000, 600, 300, "RedeemerDeath"),
        (2.0, "WarShell", 1000, 600, 300, "RedeemerDeath"),
    ),
}

# short class of a projectile: the momentum it transfers, the most speed, what it is tossed up by, life
FLIGHTS = {
    "UT_BioGel": (20000, 1500, 120, 12),
    "BioGlob": (30000, 1500, 120, 12),
    "ShockProj": (70000, 1000, 0, 10),
    "PlasmaSphere": (10000, 1450, 0, 2),
    "Razor2": (15000, 1300, 0, 6),
    "Razor2Alt": (87000, 1300, 0, 6),
    "UTChunk": (10000, 2700, 0, 2.9),
    "flakslug": (75000, 1200, 200, 6),
    "RocketMk2": (80000, 1600, 0, 6),
    "UT_Grenade": (50000, 1000, 210, 2.75),
    "WarShell": (100000, 2000, 0, 140),
    "TranslocatorTarget": (0, 830, 200, 10),
}

# short class: for each trigger that hits at once the momentum of its full damage, and the reach
BLOWS = {
    "Enforcer": ((3000, 10000), (3000, 10000)),
    "ImpactHammer": ((99000, 90), (30000, 180)),
    "ChainSaw": ((-15000, 100), (10000, 90)),
    "ShockRifle": ((60000, 10000), None),
    "PulseGun": (None, (2040, 810)),
    "minigun2": ((7000, 10000), (7000, 10000)),
    "SniperRifle": ((30000, 10000), None),
    "SuperShockRifle": ((60000, 10000), (60000, 10000)),
}

# short class: how good it is, from where to where, how far both triggers are heard
LIKINGS = {
    "Enforcer": (0.25, 0, 100000, 1600),
    "ImpactHammer": (0.1, 0, 120, 1600),
    "ChainSaw": (0.1, 0, 110, 825),
    "ut_biorifle": (0.6, 0, 600, 1600),
    "ShockRifle": (0.63, 0, 100000, 1600),
    "PulseGun": (0.7, 0, 100000, 1625),
    "ripper": (0.5, 0, 100000, 1600),
    "minigun2": (0.73, 0, 100000, 2425),
    "UT_FlakCannon": (0.75, 0, 900, 1600),
    "UT_Eightball": (0.75, 360, 100000, 1600),
    "SniperRifle": (0.54, 1200, 100000, 1600),
    "WarheadLauncher": (1.0, 500, 100000, 1600),
    "SuperShockRifle": (0.63, 0, 100000, 1600),
    "Translocator": (-1.0, 0, 0, 1600),
}

# short class: radius, half height
SIZES = {
    "HealthVial": (14, 16),
    "MedBox": (32, 8),
    "HealthPack": (26, 19.5),
    "Armor2": (30, 11),
    "ThighPads": (30, 30),
    "UT_ShieldBelt": (25, 10),
    "UDamage": (30, 30),
    "UT_Invisibility": (15, 20),
    "UT_Jumpboots": (22, 14),
    "Enforcer": (24, 12),
    "ImpactHammer": (30, 30),
    "ChainSaw": (30, 30),
    "ut_biorifle": (30, 19),
    "ShockRifle": (34, 8),
    "PulseGun": (32, 30),
    "ripper": (34, 7),
    "minigun2": (34, 8),
    "UT_FlakCannon": (32, 23),
    "UT_Eightball": (30, 10),
    "SniperRifle": (32, 8),
    "WarheadLauncher": (45, 23),
    "SuperShockRifle": (34, 8),
    "Translocator": (8, 3),
    "Miniammo": (22, 11),
    "EClip": (20, 4),
    "BioAmmo": (22, 9),
    "ShockCore": (14, 20),
    "PAmmo": (20, 12),
    "BladeHopper": (20, 10),
    "FlakAmmo": (16, 11),
    "RocketPack": (27, 12),
    "BulletBox": (15, 10),
    "WarHeadAmmo": (30, 30),
}

WORLD = {
    "fall": ("Fell", True),
    "suicide": ("Suicided", False),
    "lava": ("Burned", True),
    "drown": ("Drowned", False),
    "telefrag": ("gibbed", False),
    "crush": ("Crushed", True),
}

PLACES = ("start", "flag", "point", "exit")
"""What a legend may name that is no item."""

# what a map of the newer game names: what lies there in this one
NEWER = {
    "XPickups.HealthPack": "MedBox",
    "XPickups.MiniHealthPack": "HealthVial",
    "XPickups.SuperHealthPack": "HealthPack",
    "XPickups.ShieldPack": "ThighPads",
    "XPickups.SuperShieldPack": "UT_ShieldBelt",
    "XPickups.AdrenalinePickup": "HealthVial",
    "XPickups.UDamagePack": "UDamage",
    "XWeapons.AssaultRiflePickup": "Enforcer",
    "XWeapons.ShieldGunPickup": "ImpactHammer",
    "XWeapons.BioRiflePickup": "ut_biorifle",
    "XWeapons.ShockRiflePickup": "ShockRifle",
    "XWeapons.LinkGunPickup": "PulseGun",
    "XWeapons.MinigunPickup": "minigun2",
    "XWeapons.FlakCannonPickup": "UT_FlakCannon",
    "XWeapons.RocketLauncherPickup": "UT_Eightball",
    "XWeapons.SniperRiflePickup": "SniperRifle",
    "XWeapons.RedeemerPickup": "WarheadLauncher",
    "XWeapons.SuperShockRiflePickup": "SuperShockRifle",
    "XWeapons.TransPickup": "Translocator",
    "UTClassic.ClassicSniperRiflePickup": "SniperRifle",
    "Onslaught.ONSAVRiLPickup": "UT_Eightball",
    "Onslaught.ONSGrenadePickup": "ripper",
    "Onslaught.ONSMineLayerPickup": "ripper",
    "XWeapons.AssaultAmmoPickup": "EClip",
    "XWeapons.BioAmmoPickup": "BioAmmo",
    "XWeapons.ShockAmmoPickup": "ShockCore",
    "XWeapons.LinkAmmoPickup": "PAmmo",
    "XWeapons.MinigunAmmoPickup": "Miniammo",
    "XWeapons.FlakAmmoPickup": "FlakAmmo",
    "XWeapons.RocketAmmoPickup": "RocketPack",
    "XWeapons.SniperAmmoPickup": "BulletBox",
    "UTClassic.ClassicSniperAmmoPickup": "BulletBox",
    "Onslaught.ONSAVRiLAmmoPickup": "RocketPack",
    "Onslaught.ONSGrenadeAmmoPickup": "BladeHopper",
    "Onslaught.ONSMineAmmoPickup": "BladeHopper",
}


def botpack(short_name: str) -> ClassName:
    return ClassName(f"Botpack.{short_name}")


def weapon(short_name: str) -> WeaponSpec:
    return UT99.weapons[botpack(short_name)]


def item(short_name: str) -> ItemSpec:
    return UT99.items[botpack(short_name)]


def triggers(spec: WeaponSpec) -> tuple[FireSpec, FireSpec]:
    return spec.primary, spec.secondary


def fires() -> Iterator[FireSpec]:
    for spec in UT99.weapons.values():
        yield from triggers(spec)


def projectiles() -> Iterator[ProjectileSpec]:
    return (fire.projectile for fire in fires() if fire.projectile is not None)


def projectile(fire: FireSpec) -> ProjectileSpec:
    assert fire.projectile is not None
    return fire.projectile


def all_damage() -> Iterator[DamageSpec]:
    yield from UT99.world_damage.values()
    for fire in fires():
        yield from (spec for spec in (fire.damage_spec, fire.head_damage_spec) if spec is not None)
    for flying in projectiles():
        specs = (flying.damage_spec, flying.head_damage_spec, flying.combo_damage_spec)
        yield from (spec for spec in specs if spec is not None)


def straight(fire: FireSpec) -> tuple[Trigger, float, float, float, str] | None:
    if fire.trigger not in (LINE, BLOW):
        return None
    assert fire.damage_spec is not None
    return fire.trigger, fire.interval, fire.damage_low, fire.damage_high, fire.damage_spec.name


def flying(fire: FireSpec) -> tuple[float, str, float, float, float, str] | None:
    if fire.trigger is not FLIGHT:
        return None
    spec = projectile(fire)
    is_bigger = fire.charge is not None and fire.charge.kind is ChargeKind.SIZE
    loads = fire.charge.most if fire.charge is not None and is_bigger else 1
    short = spec.name.removeprefix("Botpack.")
    damage = round(spec.damage * loads, 6)
    return fire.interval, short, damage, spec.speed, spec.radius, spec.damage_spec.name


@pytest.mark.parametrize("field", BODY)
def test_the_body_has_the_measures_of_the_table(field: str) -> None:
    assert getattr(UT99.body, field) == BODY[field]


def test_no_measure_of_the_body_is_left_out_of_the_table() -> None:
    assert set(UT99.body.__struct_fields__) == set(BODY)


def test_the_rules_are_those_of_hardcore_mode() -> None:
    assert (UT99.clock_rate, UT99.damage_scale, UT99.boost_factor) == (1.1, 1.5, 3)
    assert (UT99.restart_wait_s, UT99.is_modern, UT99.adrenaline_most) == (15, False, 0)
    assert (UT99.health_start, UT99.health_full, UT99.health_most) == (100, 100, 199)


def test_everybody_starts_with_an_enforcer_and_a_hammer() -> None:
    assert UT99.start_weapons == (botpack("Enforcer"), botpack("ImpactHammer"))
    assert UT99.translocator == botpack("Translocator")


def test_the_tables_name_every_weapon_item_and_ammunition() -> None:
    assert set(UT99.weapons) == {botpack(name) for name in WEAPONS}
    assert set(UT99.items) == {botpack(name) for name in (*ITEMS, *WEAPONS, *AMMO)}
    assert set(UT99.ammo) == {botpack(kept) for kept, _, _ in AMMO.values()}
    assert set(STRAIGHT) | set(FLYING) | {"Translocator"} == set(WEAPONS)


@pytest.mark.parametrize("name", ITEMS)
def test_an_item_does_what_the_table_says(name: str) -> None:
    spec = item(name)
    found = (spec.category, spec.effect, spec.amount, spec.limit, spec.is_super, spec.respawn_s)
    assert found == ITEMS[name]


@pytest.mark.parametrize("name", ITEMS)
def test_only_armor_absorbs(name: str) -> None:
    assert (item(name).absorbs, item(name).priority) == ARMOR.get(name, (0, 0))


def test_what_wears_off_lasts_as_long_as_in_the_game() -> None:
    lasting = {name: item(name).duration_s for name in ITEMS if item(name).duration_s}
    assert lasting == {"UDamage": 30, "UT_Invisibility": 50}


@pytest.mark.parametrize("name", WEAPONS)
def test_a_weapon_comes_with_the_ammunition_of_the_table(name: str) -> None:
    kind, amount, respawn = WEAPONS[name]
    wanted = None if kind is None else botpack(kind)
    assert [fire.ammo for fire in triggers(weapon(name))] == [wanted, wanted]
    assert (item(name).amount, item(name).respawn_s) == (amount, respawn)


@pytest.mark.parametrize("name", AMMO)
def test_a_box_of_ammunition_is_as_the_table_says(name: str) -> None:
    kept, amount, most = AMMO[name]
    spec = item(name)
    assert (spec.category, spec.effect) == (ItemCategory.AMMO, Effect.AMMO)
    assert (spec.inventory, spec.amount, spec.respawn_s) == (botpack(kept), amount, 30)
    assert UT99.ammo[spec.inventory].most == most


def test_ammunition_starts_with_what_the_first_weapon_for_it_brings() -> None:
    for name in reversed(WEAPONS):
        kind, amount, _ = WEAPONS[name]
        if kind is not None and name != "minigun2":  # it shares the bullets of the enforcer
            assert UT99.ammo[botpack(kind)].initial == amount


@pytest.mark.parametrize("name", WEAPONS)
def test_lines_and_blows_are_as_the_table_says(name: str) -> None:
    assert tuple(straight(fire) for fire in triggers(weapon(name))) == STRAIGHT.get(name, (None, None))


@pytest.mark.parametrize("name", WEAPONS)
def test_projectiles_are_as_the_table_says(name: str) -> None:
    assert tuple(flying(fire) for fire in triggers(weapon(name))) == FLYING.get(name, (None, None))


def test_projectiles_push_and_fly_as_the_table_says() -> None:
    found = {
        spec.name.removeprefix("Botpack."): (100 * spec.push, spec.max_speed, spec.toss_up, spec.life_s)
        for spec in projectiles()
    }
    assert found == FLIGHTS


@pytest.mark.parametrize("name", STRAIGHT)
def test_lines_and_blows_push_and_reach_as_the_table_says(name: str) -> None:
    found = tuple(
        (round(100 * fire.push), fire.reach) if fire.trigger in (LINE, BLOW) else None
        for fire in triggers(weapon(name))
    )
    assert found == BLOWS[name]


@pytest.mark.parametrize("name", WEAPONS)
def test_bots_like_and_hear_a_weapon_as_the_table_says(name: str) -> None:
    rating, nearest, farthest, heard = LIKINGS[name]
    spec = weapon(name)
    assert (spec.rating, spec.best_range) == (rating, (nearest, farthest))
    assert {fire.sound_radius for fire in triggers(spec)} == {heard}


def test_the_glob_takes_ten_loads_of_half_a_second() -> None:
    charge = weapon("ut_biorifle").secondary.charge
    assert charge is not None
    assert (charge.kind, charge.unit_s, charge.most) == (ChargeKind.SIZE, 0.5, 10)
    assert not charge.fires_when_full


def test_only_bullets_are_bullets_and_only_lava_flames() -> None:
    assert {spec.name for spec in all_damage() if spec.bullet} == {"shot"}
    assert {spec.name for spec in all_damage() if spec.flaming} == {"Burned"}


def test_what_hits_without_a_blast_hurts_directly() -> None:
    direct = {spec.name for spec in all_damage() if spec.direct}
    assert direct == {"shot", "Decapitated", "impact", "slashed", "Pulsed", "zapped", "shredded"}


def test_the_hammer_hits_as_hard_as_it_was_charged_and_a_wall_hits_back() -> None:
    primary, secondary = triggers(weapon("ImpactHammer"))
    assert primary.charge is not None
    assert primary.charge.kind is ChargeKind.DAMAGE
    seconds = primary.charge.unit_s * primary.charge.most
    assert primary.damage_high == 60 * 0.75 * seconds  # 60 for each unit of charge, 0.75 units a second
    for damage in (primary.damage_low, primary.damage_high):
        assert max(primary.self_damage_least, damage * primary.self_damage_factor) == 36
    assert secondary.damage_high * secondary.self_damage_factor == 24
    assert (primary.reach, secondary.reach) == (90, 180)


def test_the_shock_ball_is_set_off_by_three_times_its_damage() -> None:
    ball = projectile(weapon("ShockRifle").secondary)
    assert (ball.combo_damage, ball.combo_radius) == (3 * ball.damage, 250)
    assert ball.combo_damage_spec is not None
    assert ball.combo_push == 2 * ball.push
    assert [spec.name for spec in projectiles() if spec.combo_damage] == ["Botpack.ShockProj"]


def test_the_pulse_beam_does_72_points_a_second() -> None:
    beam = weapon("PulseGun").secondary
    assert beam.damage_low / beam.interval == pytest.approx(72)
    assert beam.reach == 810


def test_heads_come_off_by_blades_and_rifle_rounds_only() -> None:
    blade, rifle = projectile(weapon("ripper").primary), weapon("SniperRifle").primary
    assert blade.head_damage == 3.5 * blade.damage
    assert rifle.head_damage == 100
    for spec in (blade.head_damage_spec, rifle.head_damage_spec):
        assert spec is not None
        assert spec.name == "Decapitated"
    assert [fire for fire in fires() if fire.head_damage is not None] == [rifle]
    assert [spec for spec in projectiles() if spec.head_damage is not None] == [blade]


def test_flak_is_eight_chunks() -> None:
    assert {fire.count for fire in fires() if fire is not weapon("UT_FlakCannon").primary} == {1}
    assert weapon("UT_FlakCannon").primary.count == 8
    assert weapon("UT_FlakCannon").primary.spread == 2000


def test_the_launcher_loads_up_to_six_of_each_and_lets_go_by_itself() -> None:
    for fire in triggers(weapon("UT_Eightball")):
        assert fire.charge is not None
        assert (fire.charge.kind, fire.charge.unit_s, fire.charge.most) == (ChargeKind.COUNT, 0.9, 6)
        assert fire.charge.fires_when_full


def test_rockets_and_warheads_get_faster() -> None:
    gains = {spec.name: spec.acceleration for spec in projectiles() if spec.acceleration}
    assert gains == {"Botpack.RocketMk2": 50, "Botpack.WarShell": 50}


def test_second_triggers_of_bullets_are_wilder() -> None:
    assert [fire.spread for fire in triggers(weapon("Enforcer"))] == [0.0225, 0.07]
    assert [fire.spread for fire in triggers(weapon("minigun2"))] == [0.01, 0.0475]


def test_what_is_lobbed_falls_and_grenades_bounce() -> None:
    falling = {spec.name.removeprefix("Botpack.") for spec in projectiles() if spec.falls}
    assert falling == {"UT_BioGel", "BioGlob", "flakslug", "UT_Grenade", "TranslocatorTarget"}
    bouncing = {spec.name.removeprefix("Botpack.") for spec in projectiles() if spec.bounces}
    assert bouncing == {"Razor2", "UTChunk", "UT_Grenade", "TranslocatorTarget"}
    sticking = {
        spec.name.removeprefix("Botpack."): spec.sticks_s for spec in projectiles() if spec.sticks_s
    }
    assert sticking == {"UT_BioGel": 3.8, "BioGlob": 3.8}


def test_the_translocator_throws_and_recalls() -> None:
    assert [fire.trigger for fire in triggers(weapon("Translocator"))] == [
        Trigger.BEACON,
        Trigger.RECALL,
    ]
    assert [fire.interval for fire in triggers(weapon("Translocator"))] == [0.6, 0.1]
    assert projectile(weapon("Translocator").primary).damage == 0


def test_only_the_translocator_cannot_be_thrown_away() -> None:
    assert [spec.name for spec in UT99.weapons.values() if not spec.can_throw] == [
        botpack("Translocator")
    ]


def test_the_sniper_rifle_only_zooms_with_its_second_trigger() -> None:
    assert weapon("SniperRifle").secondary.trigger is Trigger.NOTHING
    assert [spec.name for spec in UT99.weapons.values() if spec.sniping] == ["Botpack.SniperRifle"]


def test_blows_belong_to_melee_weapons() -> None:
    melee = {spec.name for spec in UT99.weapons.values() if spec.melee}
    assert melee == {botpack("ImpactHammer"), botpack("ChainSaw")}
    for spec in UT99.weapons.values():
        assert spec.melee == (spec.primary.trigger is BLOW) == (spec.secondary.trigger is BLOW)


@pytest.mark.parametrize("key", WORLD)
def test_the_world_hurts_by_the_names_of_the_game(key: str) -> None:
    spec = UT99.world_damage[key]
    assert (spec.name, spec.armor_stops) == WORLD[key]


def test_nothing_else_hurts_without_a_weapon() -> None:
    assert set(UT99.world_damage) == set(WORLD)


def test_death_texts_name_the_dead_and_killers_where_there_are_any() -> None:
    for spec in all_damage():
        assert "%o" in spec.death_text
        by_nobody = spec.by_world or spec.name == "Suicided"
        assert ("%k" in spec.death_text) != by_nobody, spec.name


def test_a_damage_name_means_one_thing() -> None:
    by_name: dict[str, DamageSpec] = {}
    for spec in all_damage():
        assert by_name.setdefault(spec.name, spec) == spec


def test_everything_is_found_by_its_own_name() -> None:
    assert all(name == spec.name for name, spec in UT99.weapons.items())
    assert all(name == spec.name for name, spec in UT99.ammo.items())
    assert all(name == spec.pickup for name, spec in UT99.items.items())


def test_every_trigger_uses_ammunition_that_there_is() -> None:
    assert all(fire.ammo is None or fire.ammo in UT99.ammo for fire in fires())


def test_every_weapon_lies_on_the_ground_as_itself() -> None:
    for name, spec in UT99.weapons.items():
        lying = UT99.items[spec.pickup]
        assert (spec.pickup, lying.inventory) == (name, name)
        assert (lying.category, lying.effect) == (ItemCategory.WEAPON, Effect.WEAPON)
        assert lying.title == spec.title


def test_every_item_becomes_something_known() -> None:
    for spec in UT99.items.values():
        if spec.effect is Effect.WEAPON:
            assert spec.inventory in UT99.weapons
        elif spec.effect is Effect.AMMO:
            assert spec.inventory in UT99.ammo
        else:
            assert spec.inventory == spec.pickup


def test_ids_of_items_are_made_of_their_short_class() -> None:
    assert all(spec.pickup == botpack(spec.base) for spec in UT99.items.values())


def test_items_have_the_sizes_of_the_table() -> None:
    found = {spec.base: (spec.radius, spec.half_height) for spec in UT99.items.values()}
    assert found == SIZES


def test_triggers_have_what_they_need() -> None:
    for fire in fires():
        assert (fire.projectile is not None) == (fire.trigger in (FLIGHT, Trigger.BEACON))
        assert (fire.damage_spec is not None) == (fire.trigger in (LINE, BLOW))
        assert fire.damage_low <= fire.damage_high
        assert (fire.damage_high > 0) == (fire.trigger in (LINE, BLOW))
        assert (fire.head_damage is None) == (fire.head_damage_spec is None)
        assert fire.interval > 0


def test_projectiles_are_never_faster_than_they_can_be() -> None:
    for spec in projectiles():
        assert 0 < spec.speed <= spec.max_speed
        assert not spec.acceleration or spec.max_speed > spec.speed
        assert (spec.head_damage is None) == (spec.head_damage_spec is None)


@pytest.mark.parametrize("name", NEWER)
def test_a_map_may_name_items_of_the_newer_game(name: str) -> None:
    assert UT99.map_items[name.lower()] == botpack(NEWER[name])


@pytest.mark.parametrize("name", sorted(UT99.items))
def test_a_map_may_name_items_of_this_game(name: ClassName) -> None:
    assert UT99.map_items[name.lower()] == name


def test_map_names_are_lower_case_and_lead_to_known_items() -> None:
    assert all(name == name.lower() for name in UT99.map_items)
    assert set(UT99.map_items.values()) == set(UT99.items)
    assert len(UT99.map_items) == len(NEWER) + len(UT99.items)


@pytest.mark.parametrize("name", known_maps())
def test_everything_that_shipped_maps_put_on_the_ground_is_known(name: str) -> None:
    legend = yaml.safe_load(known_maps()[name].read_text(encoding="utf-8"))["legend"]
    items = [word for word in legend.values() if isinstance(word, str) and word not in PLACES]
    assert items
    assert [word for word in items if word.lower() not in UT99.map_items] == []
