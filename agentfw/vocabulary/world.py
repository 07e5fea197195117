"""What a game tells about itself once: rules, bodies, the map and the kinds of things."""

from __future__ import annotations

import msgspec

from agentfw.geometry import Rotation, Vec3
from agentfw.vocabulary._base import ClassName, EntityId, Percept
from agentfw.vocabulary._kinds import ItemCategory, PlaceKind, TravelFlag

__all__ = ["BodyLimits", "FireMode", "GameInfo", "ItemClass", "Place", "PlaceLink"]


class GameInfo(Percept, frozen=True):
    """Which game is played, where, and how it ends."""

    game_type: str | None = None
    level: str | None = None
    time_limit_min: float | None = None
    """How long the whole match may last."""
    time_left_s: float | None = None
    """How much of the match is left now."""
    frag_limit: int | None = None
    goal_team_score: float | None = None
    max_teams: int | None = None
    max_team_size: int | None = None
    weapon_stay: bool | None = None
    game_paused: bool | None = None
    bots_paused: bool | None = None
    red_base: Vec3 | None = None
    blue_base: Vec3 | None = None
    first_point: Vec3 | None = None
    second_point: Vec3 | None = None


class BodyLimits(Percept, frozen=True):
    """What the own body can do."""

    id: EntityId | None = None
    health_start: int | None = None
    health_full: int | None = None
    health_max: int | None = None
    adrenaline_start: int | None = None
    adrenaline_max: int | None = None
    shield_start: int | None = None
    shield_max: int | None = None
    max_multi_jump: int | None = None
    damage_scaling: float | None = None
    ground_speed: float | None = None
    water_speed: float | None = None
    air_speed: float | None = None
    ladder_speed: float | None = None
    acceleration: float | None = None
    jump_speed: float | None = None
    multi_jump_boost: int | None = None
    max_fall_speed: float | None = None
    dodge_speed_factor: float | None = None
    dodge_speed_up: float | None = None
    air_control: float | None = None


class Place(Percept, frozen=True):
    """A place of the map that bodies can go to.

    The fields after `kind` belong to one kind of place each and are None elsewhere.
    """

    id: EntityId
    location: Vec3 | None = None
    visible: bool | None = None
    reachable: bool | None = None
    velocity: Vec3 | None = None
    kind: PlaceKind | None = None
    item: EntityId | None = None
    item_class: ClassName | None = None
    item_spawned: bool | None = None
    team: int | None = None
    mover: EntityId | None = None
    lift_offset: Vec3 | None = None
    lift_jump_exit: bool | None = None
    no_double_jump: bool | None = None
    rotation: Rotation | None = None
    roaming_spot: bool | None = None
    sniping_spot: bool | None = None
    preferred_weapon: ClassName | None = None


class PlaceLink(Percept, frozen=True):
    """A one-way connection between two places."""

    target: EntityId
    source: EntityId | None = None
    flags: TravelFlag | None = None
    radius: int | None = None
    """The radius of the widest body that fits."""
    height: int | None = None
    """The half height of the tallest body that fits."""
    force_double_jump: bool | None = None
    jump_gravity: float | None = None
    needed_jump: Vec3 | None = None
    """The launch velocity that carries a body over."""
    never_impact_jump: bool | None = None
    no_low_gravity: bool | None = None
    only_translocator: bool | None = None
    translocator_target: EntityId | None = None
    translocator_z_offset: float | None = None


class FireMode(msgspec.Struct, frozen=True, omit_defaults=True, repr_omit_defaults=True, gc=False):
    """How one trigger of a weapon works."""

    mode: ClassName | None = None
    splash_damage: bool | None = None
    splash_jump: bool | None = None
    recommend_splash: bool | None = None
    tossed: bool | None = None
    lead_target: bool | None = None
    instant_hit: bool | None = None
    fire_on_release: bool | None = None
    wait_for_release: bool | None = None
    exclusive: bool | None = None
    interval_s: float | None = None
    bot_refire_rate: float | None = None
    ammo_per_fire: int | None = None
    clip_size: int | None = None
    aim_error: float | None = None
    spread: float | None = None
    spread_style: str | None = None
    fire_count: int | None = None
    damage_attenuation: float | None = None
    damage_min: float | None = None
    damage_max: float | None = None
    ammo_class: ClassName | None = None
    ammo_initial: int | None = None
    ammo_max: int | None = None
    max_range: float | None = None
    damage_class: ClassName | None = None
    armor_stops: bool | None = None
    always_gibs: bool | None = None
    special: bool | None = None
    detonates_goop: bool | None = None
    super_weapon: bool | None = None
    extra_momentum_up: bool | None = None
    projectile_class: ClassName | None = None
    damage: float | None = None
    speed: float | None = None
    max_speed: float | None = None
    life_span_s: float | None = None
    damage_radius: float | None = None
    toss_up: float | None = None
    max_effect_distance: float | None = None


class ItemClass(Percept, frozen=True):
    """What a kind of item is and does."""

    inventory_class: ClassName | None = None
    pickup_class: ClassName | None = None
    category: ItemCategory | None = None
    melee: bool | None = None
    sniping: bool | None = None
    uses_alt_ammo: bool | None = None
    primary: FireMode | None = None
    secondary: FireMode | None = None
    amount: int | None = None
    super_heal: bool | None = None
