"""What a bot can want, one family of intents per channel.

An intent says what shall be so, not how: the body turns it into an activity that runs over many thinks.
Two equal intents are one wish, so a brain may return the same intent again and again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import msgspec

from agentfw.errors import UsageError
from agentfw.geometry import Rotation, Vec3
from agentfw.vocabulary import EntityId, PlayerCommand

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = [
    "Camp",
    "Do",
    "Explore",
    "Face",
    "Fight",
    "FightIntent",
    "Follow",
    "Hide",
    "Intent",
    "Leap",
    "LookIntent",
    "LookRound",
    "MoveIntent",
    "Patrol",
    "PickUpItem",
    "Retreat",
    "SayIntent",
    "ShootAt",
    "Speak",
    "TravelTo",
    "UseLink",
    "Wield",
]


class Intent(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, repr_omit_defaults=True, tag=True
):
    """Something that a brain wants the body to do."""


class TravelTo(Intent, frozen=True):
    """Be at a place, at a point, or at a thing or a player that may move; give one of the three."""

    place: EntityId | None = None
    location: Vec3 | None = None
    target: EntityId | None = None
    tolerance_uu: float | None = None
    """How near is near enough; None leaves it to the body."""
    stop_if_attacked: bool = False
    """Fail when somebody hurts this bot on the way."""
    stop_if_enemy_seen: bool = False
    """Fail when an enemy comes into sight on the way."""

    def __post_init__(self) -> None:
        _check_one(self, ("place", "location", "target"))


class Follow(Intent, frozen=True):
    """Stay near somebody who moves; fails when it was not seen for long."""

    target: EntityId
    distance_uu: float = 150.0
    give_up_after_s: float = 60.0


class Patrol(Intent, frozen=True):
    """Visit places one after the other, for ever."""

    places: tuple[EntityId, ...]
    ping_pong: bool = False
    """Walk back the way instead of starting at the first place again."""

    def __post_init__(self) -> None:
        if len(self.places) < 2:
            raise UsageError(f"Patrol needs two places or more, got {len(self.places)}")


class Explore(Intent, frozen=True):
    """Wander to places that were visited least, for ever."""


class PickUpItem(Intent, frozen=True):
    """Fetch an item; done when this bot has it, failed when it is gone."""

    item: EntityId


class Retreat(Intent, frozen=True):
    """Get away from enemies; done when none was seen for a while."""

    from_player: EntityId | None = None
    """Whom to flee; None for everybody dangerous."""
    calm_s: float = 4.0


class Hide(Intent, frozen=True):
    """Go where an enemy cannot see this bot, and stay."""

    from_player: EntityId | None = None


class Camp(Intent, frozen=True):
    """Go to a place, stay for a time, and look about."""

    place: EntityId
    duration_s: float = 30.0


class UseLink(Intent, frozen=True):
    """Go through one link of the map: a lift, a teleporter, a pad, a door, a jump."""

    start: EntityId
    end: EntityId


class Leap(Intent, frozen=True):
    """Jump once, on the spot or in the run."""

    double: bool = False


class Do(Intent, frozen=True):
    """Send plain commands once, for what no other intent says."""

    commands: tuple[PlayerCommand, ...]


class Face(Intent, frozen=True):
    """Look at a thing, at a point, or along a rotation; give one of the three."""

    target: EntityId | None = None
    location: Vec3 | None = None
    rotation: Rotation | None = None

    def __post_init__(self) -> None:
        _check_one(self, ("target", "location", "rotation"))


class LookRound(Intent, frozen=True):
    """Turn on the spot until everything around was in view."""

    turns: int = 1

    def __post_init__(self) -> None:
        if self.turns < 1:
            raise UsageError(f"LookRound needs one turn or more, got {self.turns}")


class Fight(Intent, frozen=True):
    """Shoot at an enemy, leading and keeping a distance that suits the weapon.

    While the move channel is free, fighting moves the legs, too.
    """

    target: EntityId | None = None
    """Whom; None for the enemy that is nearest or most dangerous."""
    weapon: EntityId | None = None
    """The weapon to use; None leaves the choice to the body."""
    alt: bool | None = None
    """The secondary trigger; None leaves the choice to the body."""
    stand: bool = False
    """Keep the legs still."""


class ShootAt(Intent, frozen=True):
    """Fire at a point until told otherwise, whoever is there."""

    location: Vec3
    alt: bool = False


class Wield(Intent, frozen=True):
    """Have a weapon in hand, without firing."""

    weapon: EntityId


class Speak(Intent, frozen=True):
    """Say something once."""

    text: str
    team_only: bool = False
    to: EntityId | None = None
    """One player who shall read it; None for everybody."""


MoveIntent: TypeAlias = (
    TravelTo | Follow | Patrol | Explore | PickUpItem | Retreat | Hide | Camp | UseLink | Leap | Do
)
LookIntent: TypeAlias = Face | LookRound
FightIntent: TypeAlias = Fight | ShootAt | Wield
SayIntent: TypeAlias = Speak


def _check_one(intent: Intent, names: Iterable[str]) -> None:
    given = [name for name in names if getattr(intent, name) is not None]
    if len(given) != 1:
        wanted = ", ".join(names)
        raise UsageError(
            f"{type(intent).__name__} needs exactly one of {wanted}; got {', '.join(given) or 'none'}"
        )
