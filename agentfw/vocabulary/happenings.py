"""What happens between two looks at the world."""

from __future__ import annotations

from agentfw.geometry import Rotation, Vec3
from agentfw.vocabulary._base import ClassName, EntityId, Percept
from agentfw.vocabulary._kinds import BodyPart, ChatChannel

__all__ = [
    "AdrenalineGained",
    "Bumped",
    "ChatHeard",
    "ComboStarted",
    "DamageDealt",
    "DamageTaken",
    "Died",
    "FiringStarted",
    "FiringStopped",
    "GamePaused",
    "GameRestarted",
    "GameResumed",
    "HitWall",
    "ItemGained",
    "ItemLost",
    "ItemPickedUp",
    "ItemThrown",
    "Jumped",
    "Landed",
    "LedgeReached",
    "MapChanging",
    "MatchEnded",
    "PlayerDied",
    "PlayerJoined",
    "PlayerLeft",
    "Spawned",
    "TeamChanged",
    "Touched",
    "Triggered",
    "VehicleEntered",
    "VoiceHeard",
    "VolumeEntered",
    "WeaponAmmo",
    "WeaponChanged",
    "ZoneEntered",
]


class Spawned(Percept, frozen=True):
    """The player has a body again."""


class DamageTaken(Percept, frozen=True):
    """The player was hurt."""

    damage: int | None = None
    """Points of health lost; 0 when armor took it all."""
    damage_class: ClassName | None = None
    instigator: EntityId | None = None
    """Who did it, told only when visible."""
    weapon_name: str | None = None
    flaming: bool | None = None
    by_world: bool | None = None
    direct: bool | None = None
    bullet: bool | None = None
    vehicle: bool | None = None


class DamageDealt(Percept, frozen=True):
    """The player hurt somebody."""

    id: EntityId | None = None
    damage: int | None = None
    damage_class: ClassName | None = None
    weapon_name: str | None = None
    flaming: bool | None = None
    direct: bool | None = None
    bullet: bool | None = None
    vehicle: bool | None = None


class Died(Percept, frozen=True):
    """The player lost its body."""

    killer: EntityId | None = None
    damage_class: ClassName | None = None
    weapon_name: str | None = None
    death_text: str | None = None
    """A template in which ``%o`` stands for the victim and ``%k`` for the killer."""
    flaming: bool | None = None
    by_world: bool | None = None
    direct: bool | None = None
    bullet: bool | None = None
    vehicle: bool | None = None


class PlayerDied(Percept, frozen=True):
    """Somebody else lost its body."""

    id: EntityId | None = None
    body: EntityId | None = None
    killer: EntityId | None = None
    damage_class: ClassName | None = None
    weapon_name: str | None = None
    death_text: str | None = None
    flaming: bool | None = None
    by_world: bool | None = None
    direct: bool | None = None
    bullet: bool | None = None
    vehicle: bool | None = None


class ItemGained(Percept, frozen=True):
    """Something new is in the inventory."""

    id: EntityId
    item_class: ClassName | None = None
    pickup_class: ClassName | None = None
    sniping: bool | None = None
    melee: bool | None = None
    ammo_initial: int | None = None
    ammo_max: int | None = None
    alt_ammo_initial: int | None = None
    alt_ammo_max: int | None = None


class ItemPickedUp(Percept, frozen=True):
    """An item of the world was taken by this player."""

    id: EntityId
    inventory_id: EntityId | None = None
    location: Vec3 | None = None
    amount: int | None = None
    alt_amount: int | None = None
    dropped: bool | None = None
    pickup_class: ClassName | None = None


class ItemLost(Percept, frozen=True):
    """An item left the inventory."""

    id: EntityId


class ItemThrown(Percept, frozen=True):
    """The weapon in hand was thrown away."""

    id: EntityId | None = None


class WeaponChanged(Percept, frozen=True):
    """Another weapon is in hand now."""

    id: EntityId
    weapon_class: ClassName | None = None
    ammo: int | None = None
    alt_ammo: int | None = None


class WeaponAmmo(Percept, frozen=True):
    """How much ammunition a weapon still had when it was put away."""

    id: EntityId
    weapon_class: ClassName | None = None
    ammo: int | None = None
    alt_ammo: int | None = None


class HitWall(Percept, frozen=True):
    """The body ran into something that does not move."""

    id: EntityId | None = None
    normal: Vec3 | None = None
    location: Vec3 | None = None


class Bumped(Percept, frozen=True):
    """The body ran into another actor."""

    id: EntityId | None = None
    location: Vec3 | None = None


class LedgeReached(Percept, frozen=True):
    """The body came to a ledge."""

    fell: bool | None = None
    """False when it stopped in time."""
    location: Vec3 | None = None


class Landed(Percept, frozen=True):
    """The body touched ground after a fall or a jump."""

    normal: Vec3 | None = None


class Touched(Percept, frozen=True):
    """The body touched something."""

    id: EntityId | None = None
    location: Vec3 | None = None
    rotation: Rotation | None = None


class Triggered(Percept, frozen=True):
    """Something was set off."""

    actor: EntityId | None = None
    instigator: EntityId | None = None


class ZoneEntered(Percept, frozen=True):
    """A part of the body is in another zone of the map now."""

    part: BodyPart
    id: EntityId | None = None


class VolumeEntered(Percept, frozen=True):
    """The body is in a volume with its own physics now."""

    id: EntityId | None = None
    velocity: Vec3 | None = None
    gravity: Vec3 | None = None
    ground_friction: float | None = None
    fluid_friction: float | None = None
    terminal_velocity: float | None = None
    water: bool | None = None
    pain_causing: bool | None = None
    destructive: bool | None = None
    damage_per_s: float | None = None
    damage_class: ClassName | None = None
    no_inventory: bool | None = None
    moves_projectiles: bool | None = None
    neutral: bool | None = None


class ChatHeard(Percept, frozen=True):
    """Somebody said something."""

    channel: ChatChannel
    text: str | None = None
    id: EntityId | None = None
    player_name: str | None = None
    from_operator: bool | None = None
    """Said by whoever runs the server, not by a player."""


class VoiceHeard(Percept, frozen=True):
    """Somebody played a recorded voice message."""

    sender: EntityId | None = None
    kind: str | None = None
    id: str | None = None


class PlayerJoined(Percept, frozen=True):
    """Somebody entered the game."""

    id: EntityId | None = None
    player_name: str | None = None


class PlayerLeft(Percept, frozen=True):
    """Somebody left the game."""

    id: EntityId | None = None
    player_name: str | None = None


class TeamChanged(Percept, frozen=True):
    """A player asked for another team, with this result."""

    success: bool | None = None
    team: int | None = None
    id: EntityId | None = None


class VehicleEntered(Percept, frozen=True):
    """The player tried to enter a vehicle."""

    success: bool
    id: EntityId | None = None
    vehicle_class: ClassName | None = None
    location: Vec3 | None = None


class GamePaused(Percept, frozen=True):
    """The game stands still."""


class GameResumed(Percept, frozen=True):
    """The game goes on."""


class GameRestarted(Percept, frozen=True):
    """The match begins anew on the same map; told at the start and at the end of it."""

    started: bool | None = None
    finished: bool | None = None


class MapChanging(Percept, frozen=True):
    """The server goes to another map; the connection will not survive that."""

    level: str | None = None


class MatchEnded(Percept, frozen=True):
    """The match is over for this player."""


class AdrenalineGained(Percept, frozen=True):
    """The observed player got adrenaline."""

    amount: int | None = None


class ComboStarted(Percept, frozen=True):
    """The observed player started a combo."""

    combo_class: ClassName | None = None


class Jumped(Percept, frozen=True):
    """The observed player jumped."""

    double: bool | None = None


class FiringStarted(Percept, frozen=True):
    """The observed player began to shoot."""

    alt: bool | None = None


class FiringStopped(Percept, frozen=True):
    """The observed player stopped shooting."""

    alt: bool | None = None
