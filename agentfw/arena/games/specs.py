"""What can be told about a game: its bodies, weapons, items and scores, as frozen figures.

Distances are in Unreal units (uu), times in seconds of game time, speeds in uu/s, angles in ut.
Class names are the real ones of the games, since clients look things up by them.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping

import msgspec

from agentfw.vocabulary import ClassName, ItemCategory

__all__ = [
    "AmmoSpec",
    "BodySpec",
    "ChargeKind",
    "ChargeSpec",
    "DamageSpec",
    "Effect",
    "FireSpec",
    "GameSpec",
    "ItemSpec",
    "ProjectileSpec",
    "Trigger",
    "WeaponSpec",
]


class BodySpec(msgspec.Struct, frozen=True, kw_only=True):
    """The measures of a body."""

    radius: float
    half_height: float
    crouched_half_height: float
    eye: float
    """How far above the center the eyes are."""
    run_speed: float
    walk_factor: float
    crouch_factor: float
    swim_speed: float
    jump_speed: float
    second_jump_speed: float
    """The launch speed of a second jump in the air; 0 when there is none."""
    yaw_rate: float
    pitch_rate: float
    step: float
    dodge_up: float
    dodge_factor: float = 1.5
    acceleration: float = 2048.0
    air_control: float = 0.35
    gravity: float = -950.0
    terminal_speed: float = 2500.0
    breath_s: float = 20.0
    sight_radius: float
    sight_cosine: float
    """Players are seen within the angle of this cosine around the direction faced."""


class DamageSpec(msgspec.Struct, frozen=True, kw_only=True):
    """A way of being hurt."""

    name: ClassName
    armor_stops: bool = True
    direct: bool = False
    bullet: bool = False
    flaming: bool = False
    by_world: bool = False
    super_weapon: bool = False
    """Hurts team-mates whatever the friendly fire setting says."""
    death_text: str = "%o was killed by %k."


class Trigger(enum.Enum):
    """What a trigger does when it is pulled."""

    INSTANT = "instant"
    """Hits at once along a line."""
    PROJECTILE = "projectile"
    MELEE = "melee"
    """Hits whoever is within `reach`."""
    SHIELD = "shield"
    """Holds a shield before the body while the ammunition lasts."""
    BEACON = "beacon"
    """Throws the beacon of a translocator."""
    RECALL = "recall"
    """Jumps to that beacon."""
    DETONATE = "detonate"
    """Sets off the grenades that stick somewhere."""
    NOTHING = "nothing"
    """Zooms, or needs a human; no effect here."""


class ChargeKind(enum.Enum):
    """What gets more while a trigger is held."""

    DAMAGE = "damage"
    """Rises from `damage_low` to `damage_high`."""
    COUNT = "count"
    """As many projectiles as were loaded."""
    SIZE = "size"
    """One projectile with the damage of as many as were loaded."""
    SPEED = "speed"
    """Thrown harder, from `speed` to `max_speed` of the projectile."""


class ChargeSpec(msgspec.Struct, frozen=True, kw_only=True):
    """How a trigger charges before it fires."""

    kind: ChargeKind
    unit_s: float
    """How long one unit takes."""
    most: int = 1
    """How many units there can be."""
    fires_when_full: bool = False
    contact_s: float = 0.4
    """A blow that was charged for so long goes off by itself when somebody comes into reach."""


class ProjectileSpec(msgspec.Struct, frozen=True, kw_only=True):
    """Something that flies."""

    name: ClassName
    speed: float
    max_speed: float
    acceleration: float = 0.0
    """By how much it gets faster each second."""
    damage: float
    radius: float = 0.0
    """How far its blast reaches; 0 when it only hurts whom it hits."""
    damage_spec: DamageSpec
    push: float = 0.0
    """The speed it gives to a body that takes the whole damage."""
    life_s: float = 10.0
    falls: bool = False
    toss_up: float = 0.0
    """Speed upward added when it is fired."""
    bounces: bool = False
    """Bounces off walls and explodes at the end of its life, or on a body."""
    bounce: float = 0.6
    """The part of its speed that it keeps when it bounces."""
    sticks_s: float = 0.0
    """Sticks to a wall or floor for this long before it explodes."""
    head_damage: float | None = None
    head_damage_spec: DamageSpec | None = None
    combo_damage: float = 0.0
    """The blast when the beam of the same weapon hits it; 0 when it cannot be set off."""
    combo_radius: float = 0.0
    combo_damage_spec: DamageSpec | None = None
    combo_push: float = 0.0
    combo_ammo: int = 3
    """How much ammunition a combo costs beyond the two shots."""


class FireSpec(msgspec.Struct, frozen=True, kw_only=True):
    """How one trigger of a weapon works."""

    mode: ClassName
    trigger: Trigger
    interval: float
    ammo: ClassName | None = None
    """Which ammunition it uses; None when it needs none."""
    ammo_per_shot: int = 1
    damage_low: float = 0.0
    damage_high: float = 0.0
    damage_spec: DamageSpec | None = None
    head_damage: float | None = None
    head_damage_spec: DamageSpec | None = None
    push: float = 0.0
    reach: float = 10000.0
    spread: float = 0.0
    """Of lines: a part of the aim. Of projectiles: Unreal angles."""
    count: int = 1
    """How many projectiles, or lines, each shot has."""
    charge: ChargeSpec | None = None
    projectile: ProjectileSpec | None = None
    grows_with_distance: bool = False
    """A blow that does its full damage only at the end of its reach."""
    self_damage_factor: float = 0.0
    """The part of the damage that hits the owner when a melee blow meets a wall."""
    self_damage_least: float = 0.0
    sound_radius: float = 2000.0


class AmmoSpec(msgspec.Struct, frozen=True, kw_only=True):
    """A kind of ammunition."""

    name: ClassName
    initial: int
    """How much comes with the weapon."""
    most: int
    recharges_per_s: float = 0.0


class WeaponSpec(msgspec.Struct, frozen=True, kw_only=True):
    """A weapon."""

    name: ClassName
    pickup: ClassName
    primary: FireSpec
    secondary: FireSpec
    rating: float
    """How good it is; the highest loaded one is ``best``."""
    best_range: tuple[float, float] = (0.0, 100000.0)
    """From how near and how far the game's own bots like it."""
    put_down_s: float = 0.33
    bring_up_s: float = 0.33
    melee: bool = False
    sniping: bool = False
    can_throw: bool = True
    title: str
    """How people call it."""


class Effect(enum.Enum):
    """What an item does for whoever takes it."""

    HEALTH = "health"
    SHIELD = "shield"
    """Shield points of the newer game."""
    ARMOR = "armor"
    """A piece of armor of the older game."""
    ADRENALINE = "adrenaline"
    BOOST = "boost"
    """Multiplies the damage dealt."""
    INVISIBILITY = "invisibility"
    JUMP_BOOTS = "jump_boots"
    WEAPON = "weapon"
    AMMO = "ammo"


class ItemSpec(msgspec.Struct, frozen=True, kw_only=True):
    """Something that lies on the ground."""

    pickup: ClassName
    inventory: ClassName
    """The class of what it becomes in the inventory."""
    category: ItemCategory
    effect: Effect
    amount: int
    limit: int = 0
    """The most points that it can bring its owner to; for ammunition the spec of the ammo says it."""
    is_small: bool = False
    """A shield pack that does not add to itself."""
    is_super: bool = False
    """Heals beyond the normal limit."""
    absorbs: float = 0.0
    """The share of the damage that a piece of armor takes."""
    priority: int = 0
    """Armor of higher priority takes damage first."""
    duration_s: float = 0.0
    respawn_s: float
    radius: float
    half_height: float
    base: str
    """The class of the object on the map it lies on; ids are made of it."""
    title: str
    sound_radius: float = 1000.0


class GameSpec(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that makes one game differ from the other."""

    name: str
    body: BodySpec
    weapons: Mapping[ClassName, WeaponSpec]
    """By inventory class."""
    ammo: Mapping[ClassName, AmmoSpec]
    items: Mapping[ClassName, ItemSpec]
    """By pickup class; weapons and ammunition included."""
    start_weapons: tuple[ClassName, ...]
    translocator: ClassName | None
    """The weapon that game types with translocators add to the start."""
    damage_scale: float
    """All damage by players is multiplied by this before armor."""
    boost_factor: float
    is_modern: bool
    """Whether it is the newer of the two games, with one shield instead of pieces of armor."""
    clock_rate: float
    """Seconds of game time per second at normal speed."""
    restart_wait_s: float
    health_start: int = 100
    health_full: int = 100
    health_most: int = 199
    shield_most: int = 150
    adrenaline_most: int = 100
    world_damage: Mapping[str, DamageSpec]
    """What hurts without a weapon: fall, suicide, lava, drown, telefrag, crush."""
    map_items: Mapping[str, ClassName]
    """The class of this game for each item class that map files may name, in lower case."""
