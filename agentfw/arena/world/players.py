"""Who plays, and what a body carries.

A `Player` stays for the whole match; its `Pawn` lives from one spawn to the next death. Both are plain
state: the rules for changing it are in the modules that do the changing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from agentfw.arena.games.specs import Trigger, WeaponSpec
from agentfw.arena.world.damage import ArmorPiece, Shield
from agentfw.geometry import Rotation, Vec3
from agentfw.vocabulary import NO_TEAM, EntityId, Percept

if TYPE_CHECKING:
    from agentfw.arena.games.specs import FireSpec
    from agentfw.arena.world.motion import Body
    from agentfw.vocabulary import ClassName, SoundHeard

__all__ = ["Course", "HeldWeapon", "Pawn", "Player", "PlayerSettings"]

_MOST_TOLD: Final = 2000
"""How much can happen to a player that nobody fetches; beyond it the oldest half is dropped."""
_MOST_SOUNDS: Final = 50
_HARMLESS: Final = (Trigger.NOTHING, Trigger.DETONATE, Trigger.RECALL)


class PlayerSettings(msgspec.Struct, kw_only=True):
    """What a client may set about its player."""

    manual_spawn: bool = False
    manual_pickup: bool = False
    invulnerable: bool = False
    speed_multiplier: float = 1.0
    skill: float = 7.0
    """How well the game aims for this player, from 1 to 7."""
    accuracy: float = 1.0
    leads_target: bool = False
    skin: str = "ThunderCrash.JakobM"
    management_address: str = ""
    rotation_rate: Rotation | None = None


class HeldWeapon(msgspec.Struct, eq=False):
    """A weapon in somebody's inventory."""

    id: EntityId
    spec: WeaponSpec


class Course(msgspec.Struct):
    """Where a body was told to go, and to look."""

    points: tuple[Vec3, ...] = ()
    """Run straight to each in turn."""
    toward: EntityId | None = None
    """Run to whatever has this id, wherever it goes."""
    ahead: bool = False
    """Run on in the direction faced."""
    focus_target: EntityId | None = None
    focus_location: Vec3 | None = None

    @property
    def is_still(self) -> bool:
        """Whether there is nowhere to go."""
        return not self.points and self.toward is None and not self.ahead


class Pawn:
    """A living body and what it carries."""

    def __init__(self, name: EntityId, body: Body, health: int) -> None:
        self.id = name
        self.body = body
        self.health = health
        self.shield = Shield()
        self.armor: tuple[ArmorPiece, ...] = ()
        self.weapons: dict[ClassName, HeldWeapon] = {}
        self.ammo: dict[ClassName, float] = {}
        self.hand: HeldWeapon | None = None
        self.next_hand: HeldWeapon | None = None
        self.hand_ready_at = 0.0
        # The triggers
        self.firing = 0
        """Which trigger is held: 0 none, 1 primary, 2 secondary."""
        self.next_shot_at = 0.0
        self.charging_since: float | None = None
        self.shoot_target: EntityId | None = None
        self.shoot_location: Vec3 | None = None
        # Moving
        self.course = Course()
        self.wanted_yaw = body.yaw
        self.wanted_pitch = 0
        self.second_jump_at: float | None = None
        self.second_jump_speed = 0.0
        self.dodge_again_at: float | None = None
        self.last_dodge_at = -10.0
        self.just_teleported = False
        # Power-ups
        self.boost_until = 0.0
        self.invisible_until = 0.0
        self.boot_jumps = 0
        self.combo: ClassName | None = None
        self.combo_id: EntityId | None = None
        self.combo_heals_at = 0.0
        # The surroundings
        self.zone = (False, False)
        """Whether it was told last that it is in water, and in lava."""
        self.pain_at = 0.0
        self.breath_left = body.spec.breath_s
        self.next_step_at = 0.0
        self.last_hurt_by: Player | None = None

    @property
    def fire(self) -> FireSpec | None:
        """The fire mode of the trigger that is held."""
        if self.hand is None or not self.firing:
            return None
        return self.hand.spec.primary if self.firing == 1 else self.hand.spec.secondary

    @property
    def armor_points(self) -> int:
        """All protection together."""
        if self.armor:
            return round(sum(piece.points for piece in self.armor))
        return round(self.shield.total)

    def rounds(self, weapon: HeldWeapon, *, alt: bool = False) -> int:
        """How much ammunition one trigger of a weapon has; 0 when it needs none."""
        fire = weapon.spec.secondary if alt else weapon.spec.primary
        return int(self.ammo.get(fire.ammo, 0)) if fire.ammo is not None else 0

    def is_loaded(self, weapon: HeldWeapon) -> bool:
        """Whether a weapon can fire at all."""
        fires = (weapon.spec.primary, weapon.spec.secondary)
        return any(fire.trigger not in _HARMLESS and self.can_fire(fire) for fire in fires)

    def can_fire(self, fire: FireSpec) -> bool:
        """Whether there is ammunition for one more shot."""
        return fire.ammo is None or self.ammo.get(fire.ammo, 0) >= fire.ammo_per_shot


class Player:
    """Somebody who plays."""

    def __init__(self, number: int, entity: EntityId, name: str, *, team: int = NO_TEAM) -> None:
        self.number = number
        self.id = entity
        self.name = name
        self.team = team
        self.settings = PlayerSettings()
        self.is_native = False
        self.pawn: Pawn | None = None
        self.score = 0.0
        self.deaths = 0
        self.kills = 0
        self.adrenaline = 0
        self.respawned_in = -1
        """The tick in which it last gave up a body by command."""
        self.respawn_at: float | None = None
        """When a dead player comes back; None while alive or waiting for a command."""
        self.listens = False
        """Whether anybody wants to know what happens to this player."""
        self.is_watched = False
        """Whether somebody else than its own client listens; sounds are told to them at once."""
        self.told: list[Percept] = []
        self.sounds: list[SoundHeard] = []
        self.heard_at: dict[tuple[str, str], float] = {}
        self.last_wall_at = self.last_bump_at = -10.0

    def tell(self, *percepts: Percept) -> None:
        """Something happened to this player."""
        if self.listens:
            if len(self.told) > _MOST_TOLD:
                del self.told[: _MOST_TOLD // 2]
            self.told.extend(percepts)

    def hear(self, sound: SoundHeard) -> None:
        """A sound, kept until the next look at the world."""
        if len(self.sounds) < _MOST_SOUNDS:
            self.sounds.append(sound)
        if self.is_watched:
            self.tell(sound)

    def take_told(self) -> list[Percept]:
        """What happened since the last call."""
        told, self.told = self.told, []
        return told
