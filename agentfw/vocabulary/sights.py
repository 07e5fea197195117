"""What a player perceives now: its own body, others, things, sounds."""

from __future__ import annotations

from agentfw.geometry import Rotation, Vec3
from agentfw.vocabulary._base import ClassName, EntityId, Percept
from agentfw.vocabulary._kinds import Firing, FlagState, PlaceKind, SoundKind

__all__ = [
    "BombSeen",
    "DominationPoint",
    "FlagSeen",
    "InventoryItem",
    "ItemSeen",
    "MoverSeen",
    "PlayerAppeared",
    "PlayerSeen",
    "ProjectileSeen",
    "RayReading",
    "SelfMotion",
    "SelfState",
    "SoundHeard",
    "VehicleSeen",
]


class SelfState(Percept, frozen=True):
    """The player's own body."""

    id: EntityId | None = None
    record: EntityId | None = None
    """The name of this report itself, where a game gives it one that differs from `id`."""
    player_name: str | None = None
    team: int | None = None
    location: Vec3 | None = None
    """The center of the body, not its feet."""
    rotation: Rotation | None = None
    velocity: Vec3 | None = None
    health: int | None = None
    armor: int | None = None
    """All protection together, in points."""
    small_armor: int | None = None
    """The part of `armor` that comes from small packs and does not stack."""
    weapon: EntityId | None = None
    """The weapon object in hand; empty when the hands are empty."""
    ammo: int | None = None
    alt_ammo: int | None = None
    shooting: bool | None = None
    alt_firing: bool | None = None
    crouched: bool | None = None
    walking: bool | None = None
    driving: bool | None = None
    adrenaline: int | None = None
    combo: EntityId | None = None
    damage_boost_until: float | None = None
    """Game time at which multiplied damage ends; in the past when inactive."""
    floor_location: Vec3 | None = None
    floor_normal: Vec3 | None = None


class SelfMotion(Percept, frozen=True):
    """A quick update of the own position between two full reports."""

    location: Vec3 | None = None
    rotation: Rotation | None = None
    velocity: Vec3 | None = None


class PlayerSeen(Percept, frozen=True):
    """Another player, as far as it can be seen."""

    id: EntityId
    player_name: str | None = None
    team: int | None = None
    location: Vec3 | None = None
    rotation: Rotation | None = None
    velocity: Vec3 | None = None
    reachable: bool | None = None
    weapon: str | None = None
    """What it holds: a class in some games, an object in others."""
    firing: Firing | None = None
    crouched: bool | None = None
    spectator: bool | None = None
    management_address: str | None = None


class PlayerAppeared(PlayerSeen, frozen=True):
    """A player came into view just now."""


class ItemSeen(Percept, frozen=True):
    """An item that can be picked up."""

    id: EntityId
    location: Vec3 | None = None
    item_class: ClassName | None = None
    amount: int | None = None
    """Points of health, armor or adrenaline, or rounds, that it gives."""
    reachable: bool | None = None
    visible: bool | None = None
    dropped: bool | None = None
    place: EntityId | None = None
    """The place of the map where it lies."""


class InventoryItem(Percept, frozen=True):
    """An item that the observed player carries."""

    id: EntityId
    item_class: ClassName | None = None
    ammo: int | None = None
    alt_ammo: int | None = None
    amount: int | None = None


class MoverSeen(Percept, frozen=True):
    """A door, a lift, or anything else of the map that moves."""

    id: EntityId
    location: Vec3 | None = None
    item_class: ClassName | None = None
    reachable: bool | None = None
    visible: bool | None = None
    opens_by_damage: bool | None = None
    moving: bool | None = None
    velocity: Vec3 | None = None
    move_time_s: float | None = None
    open_time_s: float | None = None
    delay_time_s: float | None = None
    behavior: str | None = None
    """What sets it going, in the game's own word."""
    base_location: Vec3 | None = None
    base_rotation: Rotation | None = None
    place: EntityId | None = None


class ProjectileSeen(Percept, frozen=True):
    """A projectile in flight."""

    id: EntityId | None = None
    impact_time_s: float | None = None
    """Seconds until it would reach this player, were it aimed here."""
    direction: Vec3 | None = None
    speed: float | None = None
    velocity: Vec3 | None = None
    location: Vec3 | None = None
    origin: Vec3 | None = None
    """Where the shooter is now."""
    damage_radius: float | None = None
    projectile_class: ClassName | None = None


class VehicleSeen(Percept, frozen=True):
    """A vehicle."""

    id: EntityId
    location: Vec3 | None = None
    rotation: Rotation | None = None
    velocity: Vec3 | None = None
    health: int | None = None
    armor: int | None = None
    driver: EntityId | None = None
    team: int | None = None
    team_locked: bool | None = None
    vehicle_class: ClassName | None = None


class FlagSeen(Percept, frozen=True):
    """A flag. Without a location its whereabouts are not known now."""

    id: EntityId
    team: int | None = None
    state: FlagState | None = None
    visible: bool | None = None
    location: Vec3 | None = None
    holder: EntityId | None = None
    reachable: bool | None = None


class BombSeen(Percept, frozen=True):
    """The bomb of a bombing game."""

    id: EntityId
    state: FlagState | None = None
    visible: bool | None = None
    location: Vec3 | None = None
    holder: EntityId | None = None


class DominationPoint(Percept, frozen=True):
    """A place that a team owns by touching it."""

    id: EntityId
    location: Vec3 | None = None
    owner: int | None = None
    """The owning team, `NO_TEAM` while neutral."""
    visible: bool | None = None
    reachable: bool | None = None
    kind: PlaceKind | None = None


class SoundHeard(Percept, frozen=True):
    """A sound."""

    kind: SoundKind
    source: EntityId | None = None
    source_class: ClassName | None = None
    rotation: Rotation | None = None
    """The direction from the listener to the sound."""
    distance: float | None = None


class RayReading(Percept, frozen=True):
    """What a ray fixed to the body meets."""

    id: EntityId
    start: Vec3 | None = None
    end: Vec3 | None = None
    fast: bool | None = None
    """A fast ray only tells whether something is in the way; its details are meaningless."""
    floor_correction: bool | None = None
    traces_actors: bool | None = None
    hit: bool | None = None
    hit_normal: Vec3 | None = None
    hit_location: Vec3 | None = None
    hit_id: EntityId | None = None
