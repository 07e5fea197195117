"""What flies in UT2004: grenades, globs, rockets and the like.

Where the game has something that the specs cannot say, a comment tells what stands for it.
"""

from __future__ import annotations

from typing import Final

from agentfw.arena.games import ut2004_damage as damage
from agentfw.arena.games.specs import ProjectileSpec
from agentfw.vocabulary import ClassName

__all__ = [
    "AVRIL_ROCKET",
    "BEACON",
    "CHUNK",
    "GLOB",
    "GRENADE",
    "MINE",
    "MISSILE",
    "PLASMA",
    "ROCKET",
    "SHELL",
    "SHOCK_BALL",
    "STICKY_GRENADE",
]

_LIES_S: Final = 60.0
"""Sticky grenades and mines wait without end in the game, which allows each player eight of them."""
_BEACON_S: Final = 3600.0
"""The beacon of a translocator stays until it is called back."""

GRENADE: Final = ProjectileSpec(
    name=ClassName("XWeapons.Grenade"),
    speed=1000.0,
    max_speed=1500.0,
    damage=70.0,
    radius=220.0,
    damage_spec=damage.ASSAULT_GRENADE,
    push=750.0,
    life_s=3.0,  # The fuse burns 2 s from the first bounce; a throw takes about one more.
    falls=True,
    bounces=True,
)
GLOB: Final = ProjectileSpec(
    name=ClassName("XWeapons.BioGlob"),
    speed=2000.0,
    max_speed=2000.0,
    damage=19.0,
    radius=120.0,
    damage_spec=damage.BIO_GLOB,
    push=400.0,
    life_s=20.0,
    falls=True,
    sticks_s=2.25,
)
SHOCK_BALL: Final = ProjectileSpec(
    name=ClassName("XWeapons.ShockProjectile"),
    speed=1150.0,
    max_speed=1150.0,
    damage=45.0,
    radius=150.0,
    damage_spec=damage.SHOCK_BALL,
    push=700.0,
    life_s=10.0,
    combo_damage=200.0,
    combo_radius=275.0,
    combo_damage_spec=damage.SHOCK_COMBO,
    combo_push=1500.0,
)
PLASMA: Final = ProjectileSpec(
    name=ClassName("XWeapons.LinkProjectile"),
    speed=1000.0,
    max_speed=4000.0,
    acceleration=3000.0,
    damage=30.0,
    damage_spec=damage.LINK_PLASMA,
    life_s=3.0,
)
CHUNK: Final = ProjectileSpec(
    name=ClassName("XWeapons.FlakChunk"),
    speed=2500.0,
    max_speed=2700.0,
    damage=13.0,
    damage_spec=damage.FLAK_CHUNK,
    push=100.0,
    life_s=2.7,
)
SHELL: Final = ProjectileSpec(
    name=ClassName("XWeapons.FlakShell"),
    speed=1200.0,
    max_speed=2000.0,
    damage=90.0,
    radius=220.0,
    damage_spec=damage.FLAK_SHELL,
    push=750.0,
    life_s=6.0,
    falls=True,
    toss_up=225.0,
)
ROCKET: Final = ProjectileSpec(
    name=ClassName("XWeapons.RocketProj"),
    speed=1350.0,
    max_speed=1350.0,
    damage=90.0,
    radius=220.0,
    damage_spec=damage.ROCKET,
    push=500.0,
    life_s=8.0,
)
MISSILE: Final = ProjectileSpec(
    name=ClassName("XWeapons.RedeemerProjectile"),
    speed=1000.0,
    max_speed=1000.0,
    damage=250.0,
    radius=2000.0,
    damage_spec=damage.REDEEMER,
    push=2000.0,
    life_s=20.0,
)
BEACON: Final = ProjectileSpec(
    name=ClassName("XWeapons.TransBeacon"),
    speed=1200.0,
    max_speed=2000.0,
    damage=0.0,
    damage_spec=damage.TELEFRAG,
    life_s=_BEACON_S,
    falls=True,
    bounces=True,
)
AVRIL_ROCKET: Final = ProjectileSpec(
    name=ClassName("Onslaught.ONSAVRiLRocket"),
    speed=550.0,
    max_speed=2800.0,
    # The game's own grows by 750 each second; either way full speed comes after 2.45 s.
    acceleration=919.0,
    damage=125.0,
    radius=150.0,
    damage_spec=damage.AVRIL_ROCKET,
    push=500.0,
    life_s=7.0,
)
STICKY_GRENADE: Final = ProjectileSpec(
    name=ClassName("Onslaught.ONSGrenadeProjectile"),
    speed=1200.0,
    max_speed=1200.0,
    damage=100.0,
    radius=175.0,
    damage_spec=damage.STICKY_GRENADE,
    push=500.0,
    life_s=_LIES_S,
    falls=True,
    sticks_s=_LIES_S,
)
MINE: Final = ProjectileSpec(
    name=ClassName("Onslaught.ONSMineProjectile"),
    speed=800.0,
    max_speed=800.0,
    damage=95.0,
    radius=250.0,
    damage_spec=damage.SPIDER_MINE,
    push=500.0,
    life_s=_LIES_S,
    falls=True,
    sticks_s=_LIES_S,
)
