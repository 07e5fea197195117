"""The ways of being hurt in UT2004: by its weapons, and by the world."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from agentfw.arena.games.specs import DamageSpec
from agentfw.vocabulary import ClassName

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = [
    "ASSAULT_BULLET",
    "ASSAULT_GRENADE",
    "AVRIL_ROCKET",
    "BIO_GLOB",
    "CLASSIC_HEAD_SHOT",
    "CLASSIC_SNIPER",
    "FLAK_CHUNK",
    "FLAK_SHELL",
    "LIGHTNING",
    "LIGHTNING_HEAD_SHOT",
    "LINK_PLASMA",
    "LINK_SHAFT",
    "MINIGUN_ALT",
    "MINIGUN_BULLET",
    "REDEEMER",
    "ROCKET",
    "SHIELD_IMPACT",
    "SHOCK_BALL",
    "SHOCK_BEAM",
    "SHOCK_COMBO",
    "SPIDER_MINE",
    "STICKY_GRENADE",
    "SUPER_SHOCK_BEAM",
    "TELEFRAG",
    "WORLD_DAMAGE",
]


def _weapon(name: str, death_text: str, *, bullet: bool = False, flaming: bool = False) -> DamageSpec:
    """Damage by a weapon, which the game always calls direct, blasts included."""
    return DamageSpec(
        name=ClassName(name), direct=True, bullet=bullet, flaming=flaming, death_text=death_text
    )


SHIELD_IMPACT: Final = _weapon("XWeapons.DamTypeShieldImpact", "%k's shield gun knocked %o out.")
ASSAULT_BULLET: Final = _weapon(
    "XWeapons.DamTypeAssaultBullet", "%o stopped too many bullets of %k's assault rifle.", bullet=True
)
ASSAULT_GRENADE: Final = _weapon("XWeapons.DamTypeAssaultGrenade", "%o caught a grenade from %k.")
BIO_GLOB: Final = _weapon("XWeapons.DamTypeBioGlob", "%o dissolved in %k's sludge.")
SHOCK_BEAM: Final = _weapon("XWeapons.DamTypeShockBeam", "%k's shock beam went through %o.")
SHOCK_BALL: Final = _weapon("XWeapons.DamTypeShockBall", "%o ran into %k's shock ball.")
SHOCK_COMBO: Final = _weapon("XWeapons.DamTypeShockCombo", "%k's shock combo blew %o apart.")
SUPER_SHOCK_BEAM: Final = _weapon("XWeapons.DamTypeSuperShockBeam", "%k vaporized %o.")
LINK_PLASMA: Final = _weapon("XWeapons.DamTypeLinkPlasma", "%o was cooked by %k's plasma.")
LINK_SHAFT: Final = _weapon("XWeapons.DamTypeLinkShaft", "%k held the link beam on %o for too long.")
MINIGUN_BULLET: Final = _weapon(
    "XWeapons.DamTypeMinigunBullet", "%k's minigun cut %o down.", bullet=True
)
MINIGUN_ALT: Final = _weapon("XWeapons.DamTypeMinigunAlt", "%k's minigun cut %o down.", bullet=True)
FLAK_CHUNK: Final = _weapon("XWeapons.DamTypeFlakChunk", "%o was riddled by %k's flak.", bullet=True)
FLAK_SHELL: Final = _weapon("XWeapons.DamTypeFlakShell", "%k's flak shell tore %o up.", bullet=True)
ROCKET: Final = _weapon("XWeapons.DamTypeRocket", "%o met %k's rocket.", flaming=True)
LIGHTNING: Final = _weapon("XWeapons.DamTypeSniperShot", "%o was struck by %k's lightning.")
LIGHTNING_HEAD_SHOT: Final = _weapon(
    "XWeapons.DamTypeSniperHeadShot", "%k's lightning burnt the head off %o."
)
CLASSIC_SNIPER: Final = _weapon(
    "UTClassic.DamTypeClassicSniper", "%k picked %o off from afar.", bullet=True
)
CLASSIC_HEAD_SHOT: Final = _weapon(
    "UTClassic.DamTypeClassicHeadshot", "%k hit %o right between the eyes."
)
REDEEMER: Final = DamageSpec(
    name=ClassName("XWeapons.DamTypeRedeemer"),
    armor_stops=False,
    direct=True,
    super_weapon=True,
    death_text="%k's redeemer left nothing of %o.",
)
TELEFRAG: Final = DamageSpec(
    name=ClassName("XWeapons.DamTypeTeleFrag"),
    armor_stops=False,
    direct=True,
    death_text="%k arrived where %o stood.",
)
AVRIL_ROCKET: Final = _weapon("Onslaught.DamTypeONSAVRiLRocket", "%k wasted an AVRiL rocket on %o.")
STICKY_GRENADE: Final = _weapon("Onslaught.DamTypeONSGrenade", "%k stuck a grenade to %o.")
SPIDER_MINE: Final = _weapon("Onslaught.DamTypeONSMine", "%k's spider mine got %o.")

# The game calls only falls and lava caused by the world, and only these two are softened by a shield.
WORLD_DAMAGE: Final[Mapping[str, DamageSpec]] = {
    "fall": DamageSpec(
        name=ClassName("Engine.fell"), by_world=True, death_text="%o hit the ground too hard."
    ),
    "suicide": DamageSpec(
        name=ClassName("Engine.Suicided"), armor_stops=False, death_text="%o gave up."
    ),
    "lava": DamageSpec(
        name=ClassName("Engine.FellLava"), by_world=True, death_text="%o took a bath in lava."
    ),
    "drown": DamageSpec(
        name=ClassName("Gameplay.Drowned"), armor_stops=False, death_text="%o ran out of breath."
    ),
    "telefrag": TELEFRAG,
    "crush": DamageSpec(
        name=ClassName("Engine.Crushed"), armor_stops=False, death_text="%o was squeezed flat."
    ),
}
