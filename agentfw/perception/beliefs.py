"""What a bot believes about the things of the world, each with the moment it was last perceived."""

from __future__ import annotations

from typing import Final

import msgspec

from agentfw.geometry import Rotation, Vec3
from agentfw.vocabulary import (
    NO_TEAM,
    ClassName,
    EntityId,
    Firing,
    FlagState,
    ItemCategory,
)

__all__ = ["KnownFlag", "KnownItem", "KnownMover", "KnownPlayer", "KnownPoint", "KnownWeapon"]

_HALF_LIFE_S: Final = 5.0
_FRESH_S: Final = 1.0
"""No server is quiet for longer about what is in sight."""
_PREDICTS_S: Final = 1.5
"""Nobody runs straight on for longer."""


class Belief(msgspec.Struct, frozen=True, kw_only=True, repr_omit_defaults=True, gc=False):
    """Something that was perceived, and when."""

    seen_at: float = 0.0
    is_visible: bool = False

    def age(self, now: float) -> float:
        """Seconds since it was last perceived."""
        return now - self.seen_at

    def confidence(self, now: float) -> float:
        """How much the belief can be trusted, from 1 for now to 0 for long ago."""
        if self.is_visible and now - self.seen_at <= _FRESH_S:
            return 1.0
        return float(0.5 ** ((now - self.seen_at) / _HALF_LIFE_S))


class KnownPlayer(Belief, frozen=True):
    """Another player. Without a location nobody knows where it is."""

    id: EntityId
    name: str = ""
    team: int | None = None
    location: Vec3 | None = None
    velocity: Vec3 | None = None
    rotation: Rotation | None = None
    weapon: str | None = None
    firing: Firing = Firing.NONE
    crouched: bool | None = None
    reachable: bool | None = None
    """As told while visible; silence makes it unknown again."""

    def predicted(self, now: float) -> Vec3 | None:
        """Where it is if it went on as it was last seen to, for a second and a half at most."""
        if self.location is None or self.velocity is None:
            return self.location
        return self.location + self.velocity * min(max(now - self.seen_at, 0.0), _PREDICTS_S)


class KnownItem(Belief, frozen=True):
    """An item of the map, or one that somebody dropped."""

    id: EntityId
    item_class: ClassName | None = None
    category: ItemCategory = ItemCategory.OTHER
    location: Vec3 | None = None
    amount: int | None = None
    place: EntityId | None = None
    reachable: bool | None = None
    is_dropped: bool = False
    taken_at: float | None = None
    """When it was found to be gone; None while it should be there."""
    respawns_at: float | None = None
    """When it is expected to be back."""

    def is_there(self, now: float) -> bool:
        """Whether it should lie there now, as far as known."""
        if self.taken_at is None:
            return True
        return self.respawns_at is not None and now >= self.respawns_at


class KnownFlag(Belief, frozen=True):
    """A flag, where it was last, and where it belongs."""

    id: EntityId
    team: int
    state: FlagState | None = None
    location: Vec3 | None = None
    home: Vec3 | None = None
    """Learned from a flag that was at home, or told by the game."""
    holder: EntityId | None = None
    reachable: bool | None = None
    told_at: float | None = None
    """When its state was told last, by the game or by a friend; None for one that is guessed only."""

    @property
    def whereabouts(self) -> Vec3 | None:
        """Where to look for it: at home when it is there, else where it was seen last."""
        return self.home if self.state is FlagState.HOME and self.home is not None else self.location


class KnownPoint(Belief, frozen=True):
    """A domination point and the team that owns it."""

    id: EntityId
    location: Vec3 | None = None
    owner: int = NO_TEAM
    reachable: bool | None = None
    taken_at: float | None = None
    """When the owner was found to have changed."""


class KnownMover(Belief, frozen=True):
    """A door or a lift."""

    id: EntityId
    location: Vec3 | None = None
    velocity: Vec3 | None = None
    is_moving: bool | None = None
    base_location: Vec3 | None = None
    """Where it rests."""
    place: EntityId | None = None
    opens_by_damage: bool | None = None
    move_time_s: float | None = None
    reachable: bool | None = None


class KnownWeapon(msgspec.Struct, frozen=True, gc=False):
    """A weapon that this bot has."""

    id: EntityId
    weapon_class: ClassName | None = None
    ammo: int | None = None
    alt_ammo: int | None = None
