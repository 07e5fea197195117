"""The weapons of UT99, their ammunition, and the ways they hurt.

A weapon that lies on the ground is of the same class as the one in the hand, and a way of being hurt is
a plain name. Fire modes have no classes either: they are named after the states of a weapon.

Most fire intervals of this game are lengths of animations and are told nowhere in seconds. Those here
are **estimates**, except for pulse gun, minigun, the running chainsaw and translocator, which are told.

Pushes are the momentum of the game divided by the mass of a body, 100. The spread of bullets is half of
the square that the game scatters them over; that of flak is the whole angle. The glob of the bio rifle
grows while it is charged: here its loads do 75 together, and its blast always reaches as far as the
fullest one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from agentfw.arena.games.specs import (
    AmmoSpec,
    ChargeKind,
    ChargeSpec,
    DamageSpec,
    FireSpec,
    ProjectileSpec,
    Trigger,
    WeaponSpec,
)
from agentfw.vocabulary import ClassName

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["UT99_AMMO", "UT99_WEAPONS", "UT99_WORLD_DAMAGE"]

_NORMAL: Final = ClassName("NormalFire")
_ALT: Final = ClassName("AltFiring")

_SOUND: Final = 1600.0
"""How far a sound carries that is played without a radius."""
_SAW_SOUND, _PULSE_SOUND, _MINIGUN_SOUND = 825.0, 1625.0, 2425.0
"""How far the hum of a weapon carries: 25 uu for each step of its radius, and one more."""

_BULLETS: Final = ClassName("Botpack.Miniammo")
_SLUDGE: Final = ClassName("Botpack.BioAmmo")
_CORES: Final = ClassName("Botpack.ShockCore")
_CELLS: Final = ClassName("Botpack.PAmmo")
_BLADES: Final = ClassName("Botpack.BladeHopper")
_SHELLS: Final = ClassName("Botpack.FlakAmmo")
_ROCKETS: Final = ClassName("Botpack.RocketPack")
_ROUNDS: Final = ClassName("Botpack.BulletBox")
_WARHEADS: Final = ClassName("Botpack.WarHeadAmmo")

_AMMO: Final = (
    # Enforcer and minigun share the bullets; the item of the minigun tells that it brings 50.
    AmmoSpec(name=_BULLETS, initial=30, most=199),
    AmmoSpec(name=_SLUDGE, initial=25, most=100),
    AmmoSpec(name=_CORES, initial=20, most=50),
    AmmoSpec(name=_CELLS, initial=60, most=199),
    AmmoSpec(name=_BLADES, initial=15, most=75),
    AmmoSpec(name=_SHELLS, initial=10, most=50),
    AmmoSpec(name=_ROCKETS, initial=6, most=48),
    AmmoSpec(name=_ROUNDS, initial=8, most=50),
    AmmoSpec(name=_WARHEADS, initial=1, most=2),
)
UT99_AMMO: Final[Mapping[ClassName, AmmoSpec]] = {spec.name: spec for spec in _AMMO}
"""By class; clips of the enforcer become bullets."""

_SHOT: Final = DamageSpec(
    name=ClassName("shot"), direct=True, bullet=True, death_text="%o stopped the bullets of %k."
)
_BEHEADED: Final = DamageSpec(
    name=ClassName("Decapitated"), direct=True, death_text="%o lost a head to %k."
)
_POUNDED: Final = DamageSpec(
    name=ClassName("impact"), direct=True, death_text="%o was flattened by the hammer of %k."
)
_SLASHED: Final = DamageSpec(
    name=ClassName("slashed"), direct=True, death_text="%o ran into the saw of %k."
)
_CORRODED: Final = DamageSpec(name=ClassName("Corroded"), death_text="%o dissolved in the sludge of %k.")
_JOLTED: Final = DamageSpec(name=ClassName("jolted"), death_text="%o could not take the shock of %k.")
_PULSED: Final = DamageSpec(
    name=ClassName("Pulsed"), direct=True, death_text="%o melted in the plasma of %k."
)
_ZAPPED: Final = DamageSpec(
    name=ClassName("zapped"), direct=True, death_text="%o stood too long in the beam of %k."
)
_SHREDDED: Final = DamageSpec(
    name=ClassName("shredded"), direct=True, death_text="%o was cut to pieces by %k."
)
_RIPPED: Final = DamageSpec(
    name=ClassName("RipperAltDeath"), death_text="%o met an exploding blade of %k."
)
_FLAKED: Final = DamageSpec(name=ClassName("FlakDeath"), death_text="%o caught the flak slug of %k.")
_ROCKETED: Final = DamageSpec(
    name=ClassName("RocketDeath"), death_text="%o was blown up by a rocket of %k."
)
_GRENADED: Final = DamageSpec(
    name=ClassName("GrenadeDeath"), death_text="%o stepped on a grenade of %k."
)
_REDEEMED: Final = DamageSpec(name=ClassName("RedeemerDeath"), death_text="%o was redeemed by %k.")
_GIBBED: Final = DamageSpec(
    name=ClassName("gibbed"), armor_stops=False, death_text="%o stood where %k appeared."
)

UT99_WORLD_DAMAGE: Final[Mapping[str, DamageSpec]] = {
    "fall": DamageSpec(name=ClassName("Fell"), by_world=True, death_text="%o fell too deep."),
    "suicide": DamageSpec(name=ClassName("Suicided"), armor_stops=False, death_text="%o had enough."),
    "lava": DamageSpec(
        name=ClassName("Burned"), flaming=True, by_world=True, death_text="%o took a bath in fire."
    ),
    "drown": DamageSpec(
        name=ClassName("Drowned"), armor_stops=False, by_world=True, death_text="%o ran out of air."
    ),
    "telefrag": _GIBBED,
    "crush": DamageSpec(name=ClassName("Crushed"), by_world=True, death_text="%o was crushed."),
}
"""What hurts without a weapon. Nothing is worn against suicide and telefrags: they kill outright."""

_GEL: Final = ProjectileSpec(
    name=ClassName("Botpack.UT_BioGel"),
    speed=840.0,
    max_speed=1500.0,
    damage=20.0,
    radius=150.0,
    damage_spec=_CORRODED,
    push=200.0,
    life_s=12.0,
    falls=True,
    toss_up=120.0,
    sticks_s=3.8,
)
_GLOB_LOADS: Final = 10
_GLOB: Final = ProjectileSpec(
    name=ClassName("Botpack.BioGlob"),
    speed=700.0,
    max_speed=1500.0,
    damage=75.0 / _GLOB_LOADS,
    radius=250.0,
    damage_spec=_CORRODED,
    push=300.0,
    life_s=12.0,
    falls=True,
    toss_up=120.0,
    sticks_s=3.8,
)
_BALL: Final = ProjectileSpec(
    name=ClassName("Botpack.ShockProj"),
    speed=1000.0,
    max_speed=1000.0,
    damage=55.0,
    radius=70.0,
    damage_spec=_JOLTED,
    push=700.0,
    life_s=10.0,
    combo_damage=165.0,
    combo_ammo=2,
    combo_radius=250.0,
    combo_damage_spec=_JOLTED,
    combo_push=1400.0,
)
_PLASMA: Final = ProjectileSpec(
    name=ClassName("Botpack.PlasmaSphere"),
    speed=1450.0,
    max_speed=1450.0,
    damage=20.0,
    damage_spec=_PULSED,
    push=100.0,
    life_s=2.0,
)
_BLADE: Final = ProjectileSpec(
    name=ClassName("Botpack.Razor2"),
    speed=1300.0,
    max_speed=1300.0,
    damage=30.0,
    damage_spec=_SHREDDED,
    push=150.0,
    life_s=6.0,
    bounces=True,
    bounce=1.0,
    head_damage=105.0,
    head_damage_spec=_BEHEADED,
)
_EXPLODING_BLADE: Final = ProjectileSpec(
    name=ClassName("Botpack.Razor2Alt"),
    speed=1300.0,
    max_speed=1300.0,
    damage=34.0,
    radius=180.0,
    damage_spec=_RIPPED,
    push=870.0,
    life_s=6.0,
)
_CHUNK: Final = ProjectileSpec(
    name=ClassName("Botpack.UTChunk"),
    speed=2500.0,
    max_speed=2700.0,
    damage=16.0,
    damage_spec=_SHREDDED,
    push=100.0,
    life_s=2.9,
    bounces=True,
    bounce=0.8,
)
_SLUG: Final = ProjectileSpec(
    name=ClassName("Botpack.flakslug"),
    speed=1200.0,
    max_speed=1200.0,
    damage=70.0,
    radius=150.0,
    damage_spec=_FLAKED,
    push=750.0,
    life_s=6.0,
    falls=True,
    toss_up=200.0,
)
_ROCKET: Final = ProjectileSpec(
    name=ClassName("Botpack.RocketMk2"),
    speed=900.0,
    max_speed=1600.0,
    acceleration=50.0,
    damage=75.0,
    radius=220.0,
    damage_spec=_ROCKETED,
    push=800.0,
    life_s=6.0,
)
_GRENADE: Final = ProjectileSpec(
    name=ClassName("Botpack.UT_Grenade"),
    speed=600.0,
    max_speed=1000.0,
    damage=80.0,
    radius=200.0,
    damage_spec=_GRENADED,
    push=500.0,
    life_s=2.75,
    falls=True,
    toss_up=210.0,
    bounces=True,
    bounce=0.75,
)
_WARSHELL: Final = ProjectileSpec(
    name=ClassName("Botpack.WarShell"),
    speed=600.0,
    max_speed=2000.0,
    acceleration=50.0,
    damage=1000.0,
    radius=300.0,
    damage_spec=_REDEEMED,
    push=1000.0,
    life_s=140.0,
)
_BEACON: Final = ProjectileSpec(
    name=ClassName("Botpack.TranslocatorTarget"),
    speed=830.0,
    max_speed=830.0,
    damage=0.0,
    damage_spec=_GIBBED,
    life_s=10.0,
    falls=True,
    toss_up=200.0,
    bounces=True,
)

_LOADING: Final = ChargeSpec(kind=ChargeKind.COUNT, unit_s=0.9, most=6, fires_when_full=True)


def _launch(
    mode: ClassName,
    interval: float,
    ammo: ClassName,
    projectile: ProjectileSpec,
    *,
    charge: ChargeSpec | None = None,
    sound_radius: float = _SOUND,
) -> FireSpec:
    """A trigger that fires one projectile, or what was charged of it."""
    return FireSpec(
        mode=mode,
        trigger=Trigger.PROJECTILE,
        interval=interval,
        ammo=ammo,
        charge=charge,
        projectile=projectile,
        sound_radius=sound_radius,
    )


def _weapon(
    short_name: str,
    title: str,
    primary: FireSpec,
    secondary: FireSpec,
    *,
    rating: float,
    best_range: tuple[float, float] = (0.0, 100000.0),
    melee: bool = False,
    sniping: bool = False,
    can_throw: bool = True,
) -> WeaponSpec:
    """A weapon whose pickup is the weapon itself, as all of this game are."""
    name = ClassName(f"Botpack.{short_name}")
    return WeaponSpec(
        name=name,
        pickup=name,
        primary=primary,
        secondary=secondary,
        rating=rating,
        best_range=best_range,
        melee=melee,
        sniping=sniping,
        can_throw=can_throw,
        title=title,
    )


_ENFORCER_SHOT: Final = FireSpec(
    mode=_NORMAL,
    trigger=Trigger.INSTANT,
    interval=0.27,
    ammo=_BULLETS,
    damage_low=17.0,
    damage_high=17.0,
    damage_spec=_SHOT,
    push=30.0,
    spread=0.0225,  # as for the game's own skilled bots; it gives humans 0.01
    sound_radius=_SOUND,
)
_ENFORCER: Final = _weapon(
    "Enforcer",
    "Enforcer",
    _ENFORCER_SHOT,
    # The spread grows from 0.02 while the trigger is held; this is the mean of five shots.
    replace(_ENFORCER_SHOT, mode=_ALT, interval=0.2, spread=0.07),
    rating=0.25,
)
_IMPACT_HAMMER: Final = _weapon(
    "ImpactHammer",
    "Impact Hammer",
    FireSpec(
        mode=_NORMAL,
        trigger=Trigger.MELEE,
        interval=0.5,
        damage_low=0.0,
        damage_high=90.0,
        damage_spec=_POUNDED,
        push=990.0,
        reach=90.0,
        charge=ChargeSpec(kind=ChargeKind.DAMAGE, unit_s=2.0, contact_s=1.33),
        self_damage_factor=0.4,  # of the fullest charge: always 36, however little was charged
        self_damage_least=36.0,
        sound_radius=_SOUND,
    ),
    FireSpec(
        mode=_ALT,
        trigger=Trigger.MELEE,
        interval=0.5,
        damage_low=0.0,
        damage_high=20.0,
        damage_spec=_POUNDED,
        push=300.0,
        reach=180.0,
        grows_with_distance=True,
        self_damage_factor=1.2,
        sound_radius=_SOUND,
    ),
    rating=0.1,
    best_range=(0.0, 120.0),
    melee=True,
)
_CHAINSAW: Final = _weapon(
    "ChainSaw",
    "Chainsaw",
    FireSpec(
        mode=_NORMAL,
        trigger=Trigger.MELEE,
        interval=0.3,
        damage_low=20.0,
        damage_high=20.0,
        damage_spec=_SLASHED,
        push=-150.0,  # it pulls the victim in
        reach=100.0,
        sound_radius=_SAW_SOUND,
    ),
    FireSpec(
        mode=_ALT,
        trigger=Trigger.MELEE,
        interval=1.6,
        damage_low=110.0,
        damage_high=110.0,
        damage_spec=_BEHEADED,
        push=100.0,
        reach=90.0,
        sound_radius=_SAW_SOUND,
    ),
    rating=0.1,
    best_range=(0.0, 110.0),
    melee=True,
)
_BIO_RIFLE: Final = _weapon(
    "ut_biorifle",
    "GES Bio Rifle",
    _launch(_NORMAL, 0.4, _SLUDGE, _GEL),
    _launch(
        _ALT, 0.4, _SLUDGE, _GLOB, charge=ChargeSpec(kind=ChargeKind.SIZE, unit_s=0.5, most=_GLOB_LOADS)
    ),
    rating=0.6,
    best_range=(0.0, 600.0),
)
_SHOCK_RIFLE: Final = _weapon(
    "ShockRifle",
    "Shock Rifle",
    FireSpec(
        mode=_NORMAL,
        trigger=Trigger.INSTANT,
        interval=0.7,
        ammo=_CORES,
        damage_low=40.0,
        damage_high=40.0,
        damage_spec=_JOLTED,
        push=600.0,
        sound_radius=_SOUND,
    ),
    _launch(_ALT, 0.6, _CORES, _BALL),
    rating=0.63,
)
_PULSE_GUN: Final = _weapon(
    "PulseGun",
    "Pulse Gun",
    _launch(_NORMAL, 0.18, _CELLS, _PLASMA, sound_radius=_PULSE_SOUND),
    FireSpec(  # a beam of 72 points a second, which costs a cell each interval
        mode=_ALT,
        trigger=Trigger.INSTANT,
        interval=0.24,
        ammo=_CELLS,
        damage_low=17.28,
        damage_high=17.28,
        damage_spec=_ZAPPED,
        push=20.4,
        reach=810.0,
        sound_radius=_PULSE_SOUND,
    ),
    rating=0.7,
)
_RIPPER: Final = _weapon(
    "ripper",
    "Ripper",
    _launch(_NORMAL, 0.4, _BLADES, _BLADE),
    _launch(_ALT, 0.7, _BLADES, _EXPLODING_BLADE),
    rating=0.5,
)
_MINIGUN_SHOT: Final = FireSpec(
    mode=_NORMAL,
    trigger=Trigger.INSTANT,
    interval=0.13,
    ammo=_BULLETS,
    damage_low=9.0,
    damage_high=14.0,
    damage_spec=_SHOT,
    push=70.0,
    spread=0.01,
    sound_radius=_MINIGUN_SOUND,
)
_MINIGUN: Final = _weapon(
    "minigun2",
    "Minigun",
    _MINIGUN_SHOT,
    replace(_MINIGUN_SHOT, mode=_ALT, interval=0.08, spread=0.0475),
    rating=0.73,
)
_FLAK_CANNON: Final = _weapon(
    "UT_FlakCannon",
    "Flak Cannon",
    FireSpec(
        mode=_NORMAL,
        trigger=Trigger.PROJECTILE,
        interval=0.8,
        ammo=_SHELLS,
        spread=2000.0,
        count=8,
        projectile=_CHUNK,
        sound_radius=_SOUND,
    ),
    _launch(_ALT, 0.9, _SHELLS, _SLUG),
    rating=0.75,
    best_range=(0.0, 900.0),
)
_ROCKET_LAUNCHER: Final = _weapon(
    "UT_Eightball",
    "Rocket Launcher",
    _launch(_NORMAL, 0.9, _ROCKETS, _ROCKET, charge=_LOADING),
    _launch(_ALT, 0.9, _ROCKETS, _GRENADE, charge=_LOADING),
    rating=0.75,
    best_range=(360.0, 100000.0),
)
_SNIPER_RIFLE: Final = _weapon(
    "SniperRifle",
    "Sniper Rifle",
    FireSpec(
        mode=_NORMAL,
        trigger=Trigger.INSTANT,
        interval=0.67,
        ammo=_ROUNDS,
        damage_low=45.0,
        damage_high=45.0,
        damage_spec=_SHOT,
        head_damage=100.0,
        head_damage_spec=_BEHEADED,
        push=300.0,
        sound_radius=_SOUND,
    ),
    # The zoom names the rounds too, or an empty rifle would count as loaded.
    FireSpec(mode=_ALT, trigger=Trigger.NOTHING, interval=0.67, ammo=_ROUNDS, sound_radius=_SOUND),
    rating=0.54,
    best_range=(1200.0, 100000.0),
    sniping=True,
)
_REDEEMER: Final = _weapon(
    "WarheadLauncher",
    "Redeemer",
    _launch(_NORMAL, 2.0, _WARHEADS, _WARSHELL),
    # Only humans guide it; for bots the game fires the plain one.
    _launch(_ALT, 2.0, _WARHEADS, _WARSHELL),
    rating=1.0,
    best_range=(500.0, 100000.0),
)
_SUPER_SHOCK: Final = FireSpec(
    mode=_NORMAL,
    trigger=Trigger.INSTANT,
    interval=1.0,
    damage_low=1000.0,
    damage_high=1000.0,
    damage_spec=_JOLTED,
    push=600.0,
    sound_radius=_SOUND,
)
_SUPER_SHOCK_RIFLE: Final = _weapon(
    "SuperShockRifle",
    "Enhanced Shock Rifle",
    _SUPER_SHOCK,
    replace(_SUPER_SHOCK, mode=_ALT),
    rating=0.63,
)
_TRANSLOCATOR: Final = _weapon(
    "Translocator",
    "Translocator",
    FireSpec(
        mode=_NORMAL,
        trigger=Trigger.BEACON,
        interval=0.6,
        projectile=_BEACON,
        sound_radius=_SOUND,
    ),
    FireSpec(mode=_ALT, trigger=Trigger.RECALL, interval=0.1, sound_radius=_SOUND),
    rating=-1.0,
    best_range=(0.0, 0.0),
    can_throw=False,
)

_WEAPONS: Final = (
    _ENFORCER,
    _IMPACT_HAMMER,
    _CHAINSAW,
    _BIO_RIFLE,
    _SHOCK_RIFLE,
    _PULSE_GUN,
    _RIPPER,
    _MINIGUN,
    _FLAK_CANNON,
    _ROCKET_LAUNCHER,
    _SNIPER_RIFLE,
    _REDEEMER,
    _SUPER_SHOCK_RIFLE,
    _TRANSLOCATOR,
)
UT99_WEAPONS: Final[Mapping[ClassName, WeaponSpec]] = {spec.name: spec for spec in _WEAPONS}
"""By class."""
