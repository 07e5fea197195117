"""Unreal Tournament 2004 as figures: body, items, rules.

Weapons and ammunition are in `ut2004_weapons`, what they fire in `ut2004_projectiles`, and what hurts
in `ut2004_damage`.
"""

from __future__ import annotations

from typing import Final

from agentfw.arena.games.specs import BodySpec, Effect, GameSpec, ItemSpec, WeaponSpec
from agentfw.arena.games.ut2004_damage import WORLD_DAMAGE
from agentfw.arena.games.ut2004_weapons import AMMO, WEAPONS
from agentfw.vocabulary import ClassName, ItemCategory

__all__ = ["UT2004"]

_NO_INVENTORY: Final = ClassName("")
"""Health and the like work at once and never get into the inventory."""
_REDEEMER: Final = ClassName("XWeapons.Redeemer")
_HEALTH_FULL, _HEALTH_MOST, _SHIELD_MOST, _ADRENALINE_MOST = 100, 199, 150, 100

_BODY: Final = BodySpec(
    radius=25.0,
    half_height=44.0,
    crouched_half_height=29.0,
    eye=38.0,
    run_speed=440.0,
    walk_factor=0.4,
    crouch_factor=0.4,
    swim_speed=220.0,
    jump_speed=340.0,
    second_jump_speed=365.0,
    yaw_rate=60000.0,
    pitch_rate=3072.0,
    step=35.0,
    dodge_up=210.0,
    sight_radius=12000.0,
    sight_cosine=-0.3,
)

_POWERUPS: Final = (
    ItemSpec(
        pickup=ClassName("XPickups.HealthPack"),
        inventory=_NO_INVENTORY,
        category=ItemCategory.HEALTH,
        effect=Effect.HEALTH,
        amount=25,
        limit=_HEALTH_FULL,
        respawn_s=30.0,
        radius=32.0,
        half_height=23.0,
        base="NewHealthCharger",
        title="Health Pack",
    ),
    ItemSpec(
        pickup=ClassName("XPickups.MiniHealthPack"),
        inventory=_NO_INVENTORY,
        category=ItemCategory.HEALTH,
        effect=Effect.HEALTH,
        amount=5,
        limit=_HEALTH_MOST,
        is_super=True,
        respawn_s=30.0,
        radius=24.0,
        half_height=23.0,
        base="MiniHealthPack",
        title="Health Vial",
    ),
    ItemSpec(
        pickup=ClassName("XPickups.SuperHealthPack"),
        inventory=_NO_INVENTORY,
        category=ItemCategory.HEALTH,
        effect=Effect.HEALTH,
        amount=100,
        limit=_HEALTH_MOST,
        is_super=True,
        respawn_s=60.0,
        radius=32.0,
        half_height=23.0,
        base="SuperHealthCharger",
        title="Keg of Health",
    ),
    ItemSpec(
        pickup=ClassName("XPickups.ShieldPack"),
        inventory=_NO_INVENTORY,
        category=ItemCategory.SHIELD,
        effect=Effect.SHIELD,
        amount=50,
        limit=_SHIELD_MOST,
        is_small=True,
        respawn_s=30.0,
        radius=32.0,
        half_height=23.0,
        base="ShieldCharger",
        title="Shield Pack",
    ),
    ItemSpec(
        pickup=ClassName("XPickups.SuperShieldPack"),
        inventory=_NO_INVENTORY,
        category=ItemCategory.SHIELD,
        effect=Effect.SHIELD,
        amount=100,
        limit=_SHIELD_MOST,
        respawn_s=60.0,
        radius=32.0,
        half_height=23.0,
        base="SuperShieldCharger",
        title="Super Shield Pack",
    ),
    ItemSpec(
        pickup=ClassName("XPickups.AdrenalinePickup"),
        inventory=_NO_INVENTORY,
        category=ItemCategory.ADRENALINE,
        effect=Effect.ADRENALINE,
        amount=2,
        limit=_ADRENALINE_MOST,
        respawn_s=30.0,
        radius=32.0,
        half_height=23.0,
        base="AdrenalinePickup",
        title="Adrenaline Pill",
    ),
    ItemSpec(
        pickup=ClassName("XPickups.UDamagePack"),
        inventory=_NO_INVENTORY,
        category=ItemCategory.OTHER,
        effect=Effect.BOOST,
        amount=0,
        duration_s=30.0,
        respawn_s=90.0,
        radius=32.0,
        half_height=23.0,
        base="UDamageCharger",
        title="Double Damage",
    ),
)


def _weapon(weapon: WeaponSpec) -> ItemSpec:
    """A weapon on its base; the amount is the ammunition that comes with it."""
    ammo = weapon.primary.ammo or weapon.secondary.ammo
    return ItemSpec(
        pickup=weapon.pickup,
        inventory=weapon.name,
        category=ItemCategory.WEAPON,
        effect=Effect.WEAPON,
        amount=AMMO[ammo].initial if ammo is not None else 0,
        respawn_s=120.0 if weapon.name == _REDEEMER else 30.0,
        radius=36.0,
        half_height=30.0,
        base="xWeaponBase",
        title=weapon.title,
    )


def _ammo(pickup: str, ammo: str, amount: int, half_height: float, title: str) -> ItemSpec:
    """A box of ammunition, which lies on the bare floor."""
    return ItemSpec(
        pickup=ClassName(pickup),
        inventory=ClassName(ammo),
        category=ItemCategory.AMMO,
        effect=Effect.AMMO,
        amount=amount,
        respawn_s=30.0,
        radius=22.0,
        half_height=half_height,
        base=pickup.rpartition(".")[2],
        title=title,
    )


_AMMO_BOXES: Final = (
    # Bullets for the assault rifle come with the rifle only.
    _ammo("XWeapons.AssaultAmmoPickup", "XWeapons.GrenadeAmmo", 4, 12.5, "Grenades"),
    _ammo("XWeapons.BioAmmoPickup", "XWeapons.BioAmmo", 20, 8.25, "Sludge"),
    _ammo("XWeapons.ShockAmmoPickup", "XWeapons.ShockAmmo", 10, 22.0, "Shock Core"),
    _ammo("XWeapons.LinkAmmoPickup", "XWeapons.LinkAmmo", 50, 10.5, "Link Charges"),
    _ammo("XWeapons.MinigunAmmoPickup", "XWeapons.MinigunAmmo", 50, 12.75, "Bullets"),
    _ammo("XWeapons.FlakAmmoPickup", "XWeapons.FlakAmmo", 10, 8.25, "Flak Shells"),
    _ammo("XWeapons.RocketAmmoPickup", "XWeapons.RocketAmmo", 9, 13.5, "Rockets"),
    _ammo("XWeapons.SniperAmmoPickup", "XWeapons.SniperAmmo", 10, 19.0, "Lightning Charges"),
    _ammo("UTClassic.ClassicSniperAmmoPickup", "UTClassic.ClassicSniperAmmo", 10, 16.0, "Rifle Rounds"),
    _ammo("Onslaught.ONSAVRiLAmmoPickup", "Onslaught.ONSAVRiLAmmo", 5, 22.0, "AVRiL Rockets"),
    _ammo("Onslaught.ONSGrenadeAmmoPickup", "Onslaught.ONSGrenadeAmmo", 5, 22.0, "Sticky Grenades"),
    _ammo("Onslaught.ONSMineAmmoPickup", "Onslaught.ONSMineAmmo", 8, 22.0, "Spider Mines"),
)

_ITEMS: Final = (*_POWERUPS, *map(_weapon, WEAPONS.values()), *_AMMO_BOXES)

UT2004: Final[GameSpec] = GameSpec(
    name="UT2004",
    body=_BODY,
    weapons=WEAPONS,
    ammo=AMMO,
    items={item.pickup: item for item in _ITEMS},
    start_weapons=(ClassName("XWeapons.AssaultRifle"), ClassName("XWeapons.ShieldGun")),
    translocator=ClassName("XWeapons.Translauncher"),
    damage_scale=1.0,
    boost_factor=2.0,
    is_modern=True,
    clock_rate=1.1,
    restart_wait_s=30.0,
    health_full=_HEALTH_FULL,
    health_most=_HEALTH_MOST,
    shield_most=_SHIELD_MOST,
    adrenaline_most=_ADRENALINE_MOST,
    world_damage=WORLD_DAMAGE,
    map_items={item.pickup.lower(): item.pickup for item in _ITEMS},
)
"""The newer game, as its maps name things."""
