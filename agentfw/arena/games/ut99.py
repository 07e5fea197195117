"""Unreal Tournament of 1999 as figures: body, items, rules. Its weapons are in `ut99_weapons`.

Rules are those of hardcore mode, which is how the game comes: a faster clock, and all damage by players
times 1.5. Fire intervals of weapons are mostly estimates, since the game has them only as animations.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from agentfw.arena.games.specs import BodySpec, Effect, GameSpec, ItemSpec
from agentfw.arena.games.ut99_weapons import UT99_AMMO, UT99_WEAPONS, UT99_WORLD_DAMAGE
from agentfw.vocabulary import ClassName, ItemCategory

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["UT99"]

_CATEGORIES: Final = {
    Effect.HEALTH: ItemCategory.HEALTH,
    Effect.ARMOR: ItemCategory.ARMOR,
    Effect.WEAPON: ItemCategory.WEAPON,
    Effect.AMMO: ItemCategory.AMMO,
}

_BODY: Final = BodySpec(
    radius=17.0,
    half_height=39.0,
    crouched_half_height=39.0,  # ducking is an animation; the cylinder stays
    eye=27.0,
    run_speed=400.0,
    walk_factor=0.35,
    crouch_factor=0.35,
    swim_speed=200.0,
    jump_speed=325.0,
    second_jump_speed=0.0,
    yaw_rate=30000.0,
    pitch_rate=3072.0,
    step=35.0,  # 25 in the game, whose maps have lower steps than the 32 uu that ours are drawn in
    dodge_up=210.0,  # of players, as the sideways factor; the game's own bots hop with 160 and factor 1
    sight_radius=5000.0,
    sight_cosine=-0.2,
)


def _class(short_name: str) -> ClassName:
    return ClassName(f"Botpack.{short_name}")


def _item(
    short_name: str,
    title: str,
    effect: Effect,
    amount: int,
    size: tuple[float, float],
    *,
    inventory: str | None = None,
    respawn_s: float = 30.0,
    limit: int = 0,
    is_super: bool = False,
    absorbs: float = 0.0,
    priority: int = 0,
    duration_s: float = 0.0,
) -> ItemSpec:
    """An item of a size (radius, half height), which becomes itself in the inventory unless told."""
    return ItemSpec(
        pickup=_class(short_name),
        inventory=_class(inventory or short_name),
        category=_CATEGORIES.get(effect, ItemCategory.OTHER),
        effect=effect,
        amount=amount,
        limit=limit,
        is_super=is_super,
        absorbs=absorbs,
        priority=priority,
        duration_s=duration_s,
        respawn_s=respawn_s,
        radius=size[0],
        half_height=size[1],
        base=short_name,
        title=title,
    )


def _weapon(
    short_name: str, amount: int, size: tuple[float, float], *, respawn_s: float = 30.0
) -> ItemSpec:
    """A weapon on the ground; the amount is the ammunition in it."""
    title = UT99_WEAPONS[_class(short_name)].title
    return _item(short_name, title, Effect.WEAPON, amount, size, respawn_s=respawn_s)


_ITEMS: Final = (
    _item("HealthVial", "Health Vial", Effect.HEALTH, 5, (14.0, 16.0), limit=199, is_super=True),
    _item("MedBox", "Health Pack", Effect.HEALTH, 20, (32.0, 8.0), limit=100, respawn_s=20.0),
    _item(
        "HealthPack",
        "Super Health Pack",
        Effect.HEALTH,
        100,
        (26.0, 19.5),
        limit=199,
        is_super=True,
        respawn_s=100.0,
    ),
    _item("Armor2", "Body Armor", Effect.ARMOR, 100, (30.0, 11.0), limit=100, absorbs=0.75, priority=7),
    _item("ThighPads", "Thigh Pads", Effect.ARMOR, 50, (30.0, 30.0), limit=50, absorbs=0.5, priority=7),
    _item(
        "UT_ShieldBelt",
        "Shield Belt",
        Effect.ARMOR,
        150,
        (25.0, 10.0),
        limit=150,
        absorbs=1.0,
        priority=10,
        respawn_s=60.0,
    ),
    _item(
        "UDamage", "Damage Amplifier", Effect.BOOST, 1, (30.0, 30.0), duration_s=30.0, respawn_s=120.0
    ),
    _item(
        "UT_Invisibility",
        "Invisibility",
        Effect.INVISIBILITY,
        1,
        (15.0, 20.0),
        duration_s=50.0,
        respawn_s=120.0,
    ),
    _item("UT_Jumpboots", "AntiGrav Boots", Effect.JUMP_BOOTS, 3, (22.0, 14.0)),
    _weapon("Enforcer", 30, (24.0, 12.0)),
    _weapon("ImpactHammer", 0, (30.0, 30.0)),
    _weapon("ChainSaw", 0, (30.0, 30.0)),
    _weapon("ut_biorifle", 25, (30.0, 19.0)),
    _weapon("ShockRifle", 20, (34.0, 8.0)),
    _weapon("PulseGun", 60, (32.0, 30.0)),
    _weapon("ripper", 15, (34.0, 7.0)),
    _weapon("minigun2", 50, (34.0, 8.0)),
    _weapon("UT_FlakCannon", 10, (32.0, 23.0)),
    _weapon("UT_Eightball", 6, (30.0, 10.0)),
    _weapon("SniperRifle", 8, (32.0, 8.0)),
    _weapon("WarheadLauncher", 1, (45.0, 23.0), respawn_s=60.0),
    _weapon("SuperShockRifle", 0, (34.0, 8.0)),
    _weapon("Translocator", 0, (8.0, 3.0)),
    _item("Miniammo", "Large Bullets", Effect.AMMO, 50, (22.0, 11.0)),
    _item("EClip", "Clip", Effect.AMMO, 20, (20.0, 4.0), inventory="Miniammo"),
    _item("BioAmmo", "Biosludge Ammo", Effect.AMMO, 25, (22.0, 9.0)),
    _item("ShockCore", "Shock Core", Effect.AMMO, 10, (14.0, 20.0)),
    _item("PAmmo", "Pulse Cell", Effect.AMMO, 25, (20.0, 12.0)),
    _item("BladeHopper", "Blade Hopper", Effect.AMMO, 25, (20.0, 10.0)),
    _item("FlakAmmo", "Flak Shells", Effect.AMMO, 10, (16.0, 11.0)),
    _item("RocketPack", "Rocket Pack", Effect.AMMO, 12, (27.0, 12.0)),
    _item("BulletBox", "Box of Rifle Rounds", Effect.AMMO, 10, (15.0, 10.0)),
    _item("WarHeadAmmo", "Warhead", Effect.AMMO, 1, (30.0, 30.0)),
)

_NEWER_NAMES: Final = {
    "xpickups.healthpack": "MedBox",
    "xpickups.minihealthpack": "HealthVial",
    "xpickups.superhealthpack": "HealthPack",
    "xpickups.shieldpack": "ThighPads",
    "xpickups.supershieldpack": "UT_ShieldBelt",
    "xpickups.adrenalinepickup": "HealthVial",  # this game knows no adrenaline
    "xpickups.udamagepack": "UDamage",
    "xweapons.assaultriflepickup": "Enforcer",
    "xweapons.shieldgunpickup": "ImpactHammer",
    "xweapons.bioriflepickup": "ut_biorifle",
    "xweapons.shockriflepickup": "ShockRifle",
    "xweapons.linkgunpickup": "PulseGun",
    "xweapons.minigunpickup": "minigun2",
    "xweapons.flakcannonpickup": "UT_FlakCannon",
    "xweapons.rocketlauncherpickup": "UT_Eightball",
    "xweapons.sniperriflepickup": "SniperRifle",
    "xweapons.redeemerpickup": "WarheadLauncher",
    "xweapons.supershockriflepickup": "SuperShockRifle",
    "xweapons.transpickup": "Translocator",
    "utclassic.classicsniperriflepickup": "SniperRifle",
    "onslaught.onsavrilpickup": "UT_Eightball",
    "onslaught.onsgrenadepickup": "ripper",
    "onslaught.onsminelayerpickup": "ripper",
    "xweapons.assaultammopickup": "EClip",
    "xweapons.bioammopickup": "BioAmmo",
    "xweapons.shockammopickup": "ShockCore",
    "xweapons.linkammopickup": "PAmmo",
    "xweapons.minigunammopickup": "Miniammo",
    "xweapons.flakammopickup": "FlakAmmo",
    "xweapons.rocketammopickup": "RocketPack",
    "xweapons.sniperammopickup": "BulletBox",
    "utclassic.classicsniperammopickup": "BulletBox",
    "onslaught.onsavrilammopickup": "RocketPack",
    "onslaught.onsgrenadeammopickup": "BladeHopper",
    "onslaught.onsmineammopickup": "BladeHopper",
}
"""What lies here where a map names an item of the newer game."""


def _map_items() -> Mapping[str, ClassName]:
    own = {item.pickup.lower(): item.pickup for item in _ITEMS}
    return own | {name: _class(short_name) for name, short_name in _NEWER_NAMES.items()}


UT99: Final[GameSpec] = GameSpec(
    name="UT99",
    body=_BODY,
    weapons=UT99_WEAPONS,
    ammo=UT99_AMMO,
    items={item.pickup: item for item in _ITEMS},
    start_weapons=(_class("Enforcer"), _class("ImpactHammer")),
    translocator=_class("Translocator"),
    damage_scale=1.5,
    boost_factor=3.0,
    is_modern=False,
    clock_rate=1.1,
    restart_wait_s=15.0,
    adrenaline_most=0,
    world_damage=UT99_WORLD_DAMAGE,
    map_items=_map_items(),
)
"""The older game, in hardcore mode."""
