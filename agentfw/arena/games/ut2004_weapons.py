"""The weapons of UT2004 and their ammunition, by the figures of the game's own script (version 3369).

Pushes are the momentum of the script divided by the mass of a body, which is 100. Where the script
has something that the specs cannot say, a comment tells what stands for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from agentfw.arena.games import ut2004_damage as damage
from agentfw.arena.games import ut2004_projectiles as projectiles
from agentfw.arena.games.specs import (
    AmmoSpec,
    ChargeKind,
    ChargeSpec,
    FireSpec,
    Trigger,
    WeaponSpec,
)
from agentfw.vocabulary import ClassName

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["AMMO", "WEAPONS"]

_SHIELD_AMMO: Final = AmmoSpec(
    name=ClassName("XWeapons.ShieldAmmo"), initial=100, most=100, recharges_per_s=5.0
)
_ASSAULT_AMMO: Final = AmmoSpec(name=ClassName("XWeapons.AssaultAmmo"), initial=100, most=200)
_GRENADE_AMMO: Final = AmmoSpec(name=ClassName("XWeapons.GrenadeAmmo"), initial=4, most=8)
_BIO_AMMO: Final = AmmoSpec(name=ClassName("XWeapons.BioAmmo"), initial=20, most=50)
_SHOCK_AMMO: Final = AmmoSpec(name=ClassName("XWeapons.ShockAmmo"), initial=20, most=50)
_LINK_AMMO: Final = AmmoSpec(name=ClassName("XWeapons.LinkAmmo"), initial=70, most=220)
_MINIGUN_AMMO: Final = AmmoSpec(name=ClassName("XWeapons.MinigunAmmo"), initial=150, most=300)
_FLAK_AMMO: Final = AmmoSpec(name=ClassName("XWeapons.FlakAmmo"), initial=15, most=35)
_ROCKET_AMMO: Final = AmmoSpec(name=ClassName("XWeapons.RocketAmmo"), initial=12, most=30)
_SNIPER_AMMO: Final = AmmoSpec(name=ClassName("XWeapons.SniperAmmo"), initial=15, most=40)
_CLASSIC_AMMO: Final = AmmoSpec(name=ClassName("UTClassic.ClassicSniperAmmo"), initial=15, most=35)
_REDEEMER_AMMO: Final = AmmoSpec(name=ClassName("XWeapons.RedeemerAmmo"), initial=1, most=1)
_AVRIL_AMMO: Final = AmmoSpec(name=ClassName("Onslaught.ONSAVRiLAmmo"), initial=5, most=25)
_STICKY_AMMO: Final = AmmoSpec(name=ClassName("Onslaught.ONSGrenadeAmmo"), initial=10, most=50)
_MINE_AMMO: Final = AmmoSpec(name=ClassName("Onslaught.ONSMineAmmo"), initial=4, most=25)

AMMO: Final[Mapping[ClassName, AmmoSpec]] = {
    ammo.name: ammo
    for ammo in (
        _SHIELD_AMMO,
        _ASSAULT_AMMO,
        _GRENADE_AMMO,
        _BIO_AMMO,
        _SHOCK_AMMO,
        _LINK_AMMO,
        _MINIGUN_AMMO,
        _FLAK_AMMO,
        _ROCKET_AMMO,
        _SNIPER_AMMO,
        _CLASSIC_AMMO,
        _REDEEMER_AMMO,
        _AVRIL_AMMO,
        _STICKY_AMMO,
        _MINE_AMMO,
    )
}
"""Every kind of ammunition, by its class."""

_ZOOM: Final = FireSpec(mode=ClassName("XWeapons.SniperZoom"), trigger=Trigger.NOTHING, interval=0.1)
_SUPER_BEAM: Final = FireSpec(
    mode=ClassName("XWeapons.SuperShockBeamFire"),
    trigger=Trigger.INSTANT,
    interval=1.1,
    damage_low=1000.0,
    damage_high=1000.0,
    damage_spec=damage.SUPER_SHOCK_BEAM,
    push=1000.0,
    reach=17000.0,
)

_SHIELD_GUN: Final = WeaponSpec(
    name=ClassName("XWeapons.ShieldGun"),
    pickup=ClassName("XWeapons.ShieldGunPickup"),
    primary=FireSpec(
        mode=ClassName("XWeapons.ShieldFire"),
        trigger=Trigger.MELEE,
        interval=0.6,
        damage_low=40.0,
        damage_high=150.0,
        damage_spec=damage.SHIELD_IMPACT,
        push=1000.0,
        reach=112.0,
        charge=ChargeSpec(kind=ChargeKind.DAMAGE, unit_s=2.5),
        self_damage_factor=0.3,
        self_damage_least=8.0,
    ),
    secondary=FireSpec(
        mode=ClassName("XWeapons.ShieldAltFire"),
        trigger=Trigger.SHIELD,
        interval=1.0,
        ammo=_SHIELD_AMMO.name,
        ammo_per_shot=15,
    ),
    rating=0.35,
    best_range=(0.0, 120.0),
    melee=True,
    can_throw=False,
    title="Shield Gun",
)
_ASSAULT_RIFLE: Final = WeaponSpec(
    name=ClassName("XWeapons.AssaultRifle"),
    pickup=ClassName("XWeapons.AssaultRiflePickup"),
    primary=FireSpec(
        mode=ClassName("XWeapons.AssaultFire"),
        trigger=Trigger.INSTANT,
        interval=0.16,
        ammo=_ASSAULT_AMMO.name,
        damage_low=7.0,
        damage_high=7.0,
        damage_spec=damage.ASSAULT_BULLET,
        spread=0.02,
    ),
    secondary=FireSpec(
        mode=ClassName("XWeapons.AssaultGrenade"),
        trigger=Trigger.PROJECTILE,
        interval=1.0,
        ammo=_GRENADE_AMMO.name,
        charge=ChargeSpec(kind=ChargeKind.SPEED, unit_s=1.0),
        projectile=projectiles.GRENADE,
    ),
    rating=0.4,
    best_range=(0.0, 1500.0),
    title="Assault Rifle",
)
_BIO_RIFLE: Final = WeaponSpec(
    name=ClassName("XWeapons.BioRifle"),
    pickup=ClassName("XWeapons.BioRiflePickup"),
    primary=FireSpec(
        mode=ClassName("XWeapons.BioFire"),
        trigger=Trigger.PROJECTILE,
        interval=0.33,
        ammo=_BIO_AMMO.name,
        projectile=projectiles.GLOB,
    ),
    secondary=FireSpec(
        mode=ClassName("XWeapons.BioChargedFire"),
        trigger=Trigger.PROJECTILE,
        interval=0.33,
        ammo=_BIO_AMMO.name,
        charge=ChargeSpec(kind=ChargeKind.SIZE, unit_s=0.25, most=10),
        projectile=projectiles.GLOB,
    ),
    rating=0.55,
    best_range=(0.0, 1000.0),
    title="Bio-Rifle",
)
_SHOCK_RIFLE: Final = WeaponSpec(
    name=ClassName("XWeapons.ShockRifle"),
    pickup=ClassName("XWeapons.ShockRiflePickup"),
    primary=FireSpec(
        mode=ClassName("XWeapons.ShockBeamFire"),
        trigger=Trigger.INSTANT,
        interval=0.7,
        ammo=_SHOCK_AMMO.name,
        damage_low=45.0,
        damage_high=45.0,
        damage_spec=damage.SHOCK_BEAM,
        push=600.0,
        reach=17000.0,
    ),
    secondary=FireSpec(
        mode=ClassName("XWeapons.ShockProjFire"),
        trigger=Trigger.PROJECTILE,
        interval=0.6,
        ammo=_SHOCK_AMMO.name,
        projectile=projectiles.SHOCK_BALL,
    ),
    rating=0.73,
    best_range=(150.0, 5000.0),
    title="Shock Rifle",
)
_LINK_GUN: Final = WeaponSpec(
    name=ClassName("XWeapons.LinkGun"),
    pickup=ClassName("XWeapons.LinkGunPickup"),
    # The game has the names of the two modes the other way round, too.
    primary=FireSpec(
        mode=ClassName("XWeapons.LinkAltFire"),
        trigger=Trigger.PROJECTILE,
        interval=0.2,
        ammo=_LINK_AMMO.name,
        ammo_per_shot=2,
        projectile=projectiles.PLASMA,
    ),
    secondary=FireSpec(
        mode=ClassName("XWeapons.LinkFire"),
        trigger=Trigger.INSTANT,
        interval=0.12,
        ammo=_LINK_AMMO.name,
        damage_low=9.0,
        damage_high=9.0,
        damage_spec=damage.LINK_SHAFT,
        push=20.0,
        reach=1100.0,
    ),
    rating=0.68,
    best_range=(0.0, 2000.0),
    title="Link Gun",
)
_MINIGUN: Final = WeaponSpec(
    name=ClassName("XWeapons.Minigun"),
    pickup=ClassName("XWeapons.MinigunPickup"),
    primary=FireSpec(
        mode=ClassName("XWeapons.MinigunFire"),
        trigger=Trigger.INSTANT,
        interval=1 / 15,
        ammo=_MINIGUN_AMMO.name,
        damage_low=7.0,
        damage_high=8.0,
        damage_spec=damage.MINIGUN_BULLET,
        spread=0.08,
    ),
    secondary=FireSpec(
        mode=ClassName("XWeapons.MinigunAltFire"),
        trigger=Trigger.INSTANT,
        interval=1 / 5,
        ammo=_MINIGUN_AMMO.name,
        damage_low=14.0,
        damage_high=16.0,
        damage_spec=damage.MINIGUN_ALT,
        spread=0.03,
    ),
    rating=0.71,
    best_range=(0.0, 3500.0),
    title="Minigun",
)
_FLAK_CANNON: Final = WeaponSpec(
    name=ClassName("XWeapons.FlakCannon"),
    pickup=ClassName("XWeapons.FlakCannonPickup"),
    primary=FireSpec(
        mode=ClassName("XWeapons.FlakFire"),
        trigger=Trigger.PROJECTILE,
        interval=0.89,
        ammo=_FLAK_AMMO.name,
        spread=1400.0,
        count=9,
        projectile=projectiles.CHUNK,
    ),
    secondary=FireSpec(
        mode=ClassName("XWeapons.FlakAltFire"),
        trigger=Trigger.PROJECTILE,
        interval=1.11,
        ammo=_FLAK_AMMO.name,
        projectile=projectiles.SHELL,
    ),
    rating=0.75,
    best_range=(0.0, 750.0),
    title="Flak Cannon",
)
_ROCKET_LAUNCHER: Final = WeaponSpec(
    name=ClassName("XWeapons.RocketLauncher"),
    pickup=ClassName("XWeapons.RocketLauncherPickup"),
    primary=FireSpec(
        mode=ClassName("XWeapons.RocketFire"),
        trigger=Trigger.PROJECTILE,
        interval=0.9,
        ammo=_ROCKET_AMMO.name,
        projectile=projectiles.ROCKET,
    ),
    secondary=FireSpec(
        mode=ClassName("XWeapons.RocketMultiFire"),
        trigger=Trigger.PROJECTILE,
        interval=0.95,
        ammo=_ROCKET_AMMO.name,
        spread=300.0,  # Bots mostly fire them tight; humans, unless they ask for it, at 1000.
        charge=ChargeSpec(kind=ChargeKind.COUNT, unit_s=0.95, most=3, fires_when_full=True),
        projectile=projectiles.ROCKET,
    ),
    rating=0.78,
    best_range=(360.0, 2500.0),
    title="Rocket Launcher",
)
_LIGHTNING_GUN: Final = WeaponSpec(
    name=ClassName("XWeapons.SniperRifle"),
    pickup=ClassName("XWeapons.SniperRiflePickup"),
    primary=FireSpec(
        mode=ClassName("XWeapons.SniperFire"),
        trigger=Trigger.INSTANT,
        interval=1.6,
        ammo=_SNIPER_AMMO.name,
        damage_low=70.0,
        damage_high=70.0,
        damage_spec=damage.LIGHTNING,
        head_damage=140.0,
        head_damage_spec=damage.LIGHTNING_HEAD_SHOT,
        reach=17000.0,
    ),
    secondary=_ZOOM,
    rating=0.72,
    best_range=(1500.0, 17000.0),
    bring_up_s=0.36,
    sniping=True,
    title="Lightning Gun",
)
_CLASSIC_SNIPER_RIFLE: Final = WeaponSpec(
    name=ClassName("UTClassic.ClassicSniperRifle"),
    pickup=ClassName("UTClassic.ClassicSniperRiflePickup"),
    primary=FireSpec(
        mode=ClassName("UTClassic.ClassicSniperFire"),
        trigger=Trigger.INSTANT,
        interval=1.33,
        ammo=_CLASSIC_AMMO.name,
        damage_low=60.0,
        damage_high=60.0,
        damage_spec=damage.CLASSIC_SNIPER,
        head_damage=120.0,
        head_damage_spec=damage.CLASSIC_HEAD_SHOT,
        reach=17000.0,
    ),
    secondary=_ZOOM,
    rating=0.715,
    best_range=(1500.0, 17000.0),
    put_down_s=0.58,
    bring_up_s=0.6,
    sniping=True,
    title="Sniper Rifle",
)
_REDEEMER: Final = WeaponSpec(
    name=ClassName("XWeapons.Redeemer"),
    pickup=ClassName("XWeapons.RedeemerPickup"),
    primary=FireSpec(
        mode=ClassName("XWeapons.RedeemerFire"),
        trigger=Trigger.PROJECTILE,
        interval=1.0,
        ammo=_REDEEMER_AMMO.name,
        projectile=projectiles.MISSILE,
    ),
    # Its missile is steered by a human who looks out of it.
    secondary=FireSpec(
        mode=ClassName("XWeapons.RedeemerGuidedFire"),
        trigger=Trigger.NOTHING,
        interval=1.0,
        ammo=_REDEEMER_AMMO.name,
    ),
    rating=1.5,
    best_range=(2400.0, 20000.0),
    put_down_s=0.45,
    bring_up_s=0.675,
    title="Redeemer",
)
_TRANSLOCATOR: Final = WeaponSpec(
    name=ClassName("XWeapons.Translauncher"),
    pickup=ClassName("XWeapons.TransPickup"),
    primary=FireSpec(
        mode=ClassName("XWeapons.TransFire"),
        trigger=Trigger.BEACON,
        interval=0.25,
        projectile=projectiles.BEACON,
    ),
    secondary=FireSpec(mode=ClassName("XWeapons.TransRecall"), trigger=Trigger.RECALL, interval=0.25),
    rating=-1.0,
    best_range=(0.0, 0.0),
    can_throw=False,
    title="Translocator",
)
_SUPER_SHOCK_RIFLE: Final = WeaponSpec(
    name=ClassName("XWeapons.SuperShockRifle"),
    pickup=ClassName("XWeapons.SuperShockRiflePickup"),
    primary=_SUPER_BEAM,
    secondary=_SUPER_BEAM,
    rating=1.0,
    best_range=(0.0, 17000.0),
    can_throw=False,
    title="Super Shock Rifle",
)
_AVRIL: Final = WeaponSpec(
    name=ClassName("Onslaught.ONSAVRiL"),
    pickup=ClassName("Onslaught.ONSAVRiLPickup"),
    # It homes in on vehicles only, and there are none here.
    primary=FireSpec(
        mode=ClassName("Onslaught.ONSAVRiLFire"),
        trigger=Trigger.PROJECTILE,
        interval=4.0,
        ammo=_AVRIL_AMMO.name,
        projectile=projectiles.AVRIL_ROCKET,
    ),
    secondary=FireSpec(
        mode=ClassName("Onslaught.ONSAVRiLAltFire"), trigger=Trigger.NOTHING, interval=0.1
    ),
    rating=0.52,
    best_range=(1000.0, 15000.0),
    bring_up_s=0.45,
    title="AVRiL",
)
_GRENADE_LAUNCHER: Final = WeaponSpec(
    name=ClassName("Onslaught.ONSGrenadeLauncher"),
    pickup=ClassName("Onslaught.ONSGrenadePickup"),
    primary=FireSpec(
        mode=ClassName("Onslaught.ONSGrenadeFire"),
        trigger=Trigger.PROJECTILE,
        interval=0.65,
        ammo=_STICKY_AMMO.name,
        projectile=projectiles.STICKY_GRENADE,
    ),
    secondary=FireSpec(
        mode=ClassName("Onslaught.ONSGrenadeAltFire"), trigger=Trigger.DETONATE, interval=1.0
    ),
    rating=0.54,
    best_range=(0.0, 1000.0),
    title="Grenade Launcher",
)
_MINE_LAYER: Final = WeaponSpec(
    name=ClassName("Onslaught.ONSMineLayer"),
    pickup=ClassName("Onslaught.ONSMineLayerPickup"),
    primary=FireSpec(
        mode=ClassName("Onslaught.ONSMineThrowFire"),
        trigger=Trigger.PROJECTILE,
        interval=1.1,
        ammo=_MINE_AMMO.name,
        projectile=projectiles.MINE,
    ),
    secondary=FireSpec(
        mode=ClassName("Onslaught.ONSMineLayerAltFire"),
        trigger=Trigger.NOTHING,
        interval=0.6,
        ammo=_MINE_AMMO.name,
    ),
    rating=0.53,
    best_range=(0.0, 1000.0),
    put_down_s=0.4,
    bring_up_s=0.35,
    title="Mine Layer",
)

WEAPONS: Final[Mapping[ClassName, WeaponSpec]] = {
    weapon.name: weapon
    for weapon in (
        _SHIELD_GUN,
        _ASSAULT_RIFLE,
        _BIO_RIFLE,
        _SHOCK_RIFLE,
        _LINK_GUN,
        _MINIGUN,
        _FLAK_CANNON,
        _ROCKET_LAUNCHER,
        _LIGHTNING_GUN,
        _CLASSIC_SNIPER_RIFLE,
        _REDEEMER,
        _TRANSLOCATOR,
        _SUPER_SHOCK_RIFLE,
        _AVRIL,
        _GRENADE_LAUNCHER,
        _MINE_LAYER,
    )
}
"""Every weapon, by the class it has in the inventory."""
