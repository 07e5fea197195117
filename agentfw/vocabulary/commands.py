"""What a player can want the game to do."""

from __future__ import annotations

from typing import TypeAlias

from agentfw.geometry import Rotation, Vec3
from agentfw.vocabulary._base import ClassName, Command, EntityId, RequestId
from agentfw.vocabulary._kinds import Axis

__all__ = [
    "AskPath",
    "AskReach",
    "AskTrace",
    "ChangeName",
    "ChangeTeam",
    "ChangeWeapon",
    "Dodge",
    "EnterVehicle",
    "GiveItem",
    "Inch",
    "Join",
    "Jump",
    "Leave",
    "LeaveVehicle",
    "MoveAhead",
    "MoveTo",
    "MoveToward",
    "PickUp",
    "PlayerCommand",
    "Respawn",
    "Say",
    "SetCrouching",
    "SetWalking",
    "Shoot",
    "StartCombo",
    "Stop",
    "StopShooting",
    "ThrowWeapon",
    "Turn",
    "TurnTo",
    "Use",
]


class Join(Command, frozen=True):
    """Enter the game."""

    player_name: str | None = None
    team: int | None = None
    skin: str | None = None
    body_class: ClassName | None = None
    skill: float | None = None
    accuracy: float | None = None
    lead_target: bool | None = None
    manual_spawn: bool | None = None
    """Wait for `Respawn` instead of being put into the game at once."""
    manual_pickup: bool | None = None
    """Take items only by `PickUp`."""
    auto_trace: bool | None = None
    management_address: str | None = None
    location: Vec3 | None = None
    rotation: Rotation | None = None
    looks_hz: float | None = None
    """How many looks at the world per second are wanted, where the game lets a player choose."""


class Leave(Command, frozen=True):
    """Leave the game for good."""


class MoveTo(Command, frozen=True):
    """Run straight to a point; the game does not look for a way round obstacles."""

    location: Vec3
    then: Vec3 | None = None
    """Go on to this point without stopping, where the game can do that."""
    focus_target: EntityId | None = None
    """Face this while moving."""
    focus_location: Vec3 | None = None


class MoveToward(Command, frozen=True):
    """Run straight toward an object or a player."""

    target: EntityId


class MoveAhead(Command, frozen=True):
    """Keep running in the direction faced; turning steers."""


class Inch(Command, frozen=True):
    """Take one small step ahead."""


class Stop(Command, frozen=True):
    """Stop moving."""


class Jump(Command, frozen=True):
    """Jump."""

    double: bool | None = None
    delay_s: float | None = None
    """When the second jump of a double jump comes."""
    force: float | None = None


class Dodge(Command, frozen=True):
    """Leap sideways."""

    direction: Vec3
    """Relative to the direction faced."""
    double: bool | None = None
    wall: bool | None = None
    focus_location: Vec3 | None = None


class SetWalking(Command, frozen=True):
    """Walk from now on, or run again."""

    walk: bool


class SetCrouching(Command, frozen=True):
    """Crouch from now on, or stand up again."""

    crouch: bool


class TurnTo(Command, frozen=True):
    """Turn to face a target, a rotation or a point; give one of the three."""

    target: EntityId | None = None
    rotation: Rotation | None = None
    location: Vec3 | None = None


class Turn(Command, frozen=True):
    """Turn by an amount of Unreal angles."""

    amount: int
    axis: Axis | None = None


class Respawn(Command, frozen=True):
    """Get a new body, giving up the present one."""

    id: EntityId | None = None
    location: Vec3 | None = None
    rotation: Rotation | None = None


class EnterVehicle(Command, frozen=True):
    """Enter a vehicle nearby."""

    id: EntityId


class LeaveVehicle(Command, frozen=True):
    """Leave the vehicle."""


class Shoot(Command, frozen=True):
    """Fire at a target or a point until told to stop."""

    target: EntityId | None = None
    location: Vec3 | None = None
    alt: bool | None = None


class StopShooting(Command, frozen=True):
    """Hold fire."""


class ChangeWeapon(Command, frozen=True):
    """Take another weapon in hand; the id ``best`` leaves the choice to the game."""

    id: EntityId


class ThrowWeapon(Command, frozen=True):
    """Throw the weapon in hand away."""


class PickUp(Command, frozen=True):
    """Take an item that the body touches."""

    id: EntityId


class GiveItem(Command, frozen=True):
    """Give an item to a player."""

    target: EntityId
    item: EntityId


class StartCombo(Command, frozen=True):
    """Spend all adrenaline on a combo."""

    combo_class: ClassName


class Use(Command, frozen=True):
    """Use whatever is at hand."""


class AskPath(Command, frozen=True):
    """Ask the game for a way to a place or a point; `PathReply` answers."""

    request: RequestId | None = None
    target: EntityId | None = None
    location: Vec3 | None = None


class AskReach(Command, frozen=True):
    """Ask whether a straight run gets there; `ReachReply` answers."""

    request: RequestId | None = None
    target: EntityId | None = None
    location: Vec3 | None = None
    start: Vec3 | None = None


class AskTrace(Command, frozen=True):
    """Ask what lies on a straight line; `TraceReply` answers."""

    detailed: bool
    """Ask for what was hit and where, not only whether something was."""
    end: Vec3
    request: RequestId | None = None
    start: Vec3 | None = None
    traces_actors: bool | None = None


class Say(Command, frozen=True):
    """Say something to everybody, to a team, or to one player."""

    text: str
    public: bool | None = None
    team: int | None = None
    """The team that shall read it. Give the own team: one game falls back on team 0."""
    to: EntityId | None = None
    fade_out_s: float | None = None


class ChangeTeam(Command, frozen=True):
    """Play for another team."""

    team: int
    id: EntityId | None = None


class ChangeName(Command, frozen=True):
    """Play under another name."""

    player_name: str


PlayerCommand: TypeAlias = (
    AskPath
    | AskReach
    | AskTrace
    | ChangeName
    | ChangeTeam
    | ChangeWeapon
    | Dodge
    | EnterVehicle
    | GiveItem
    | Inch
    | Join
    | Jump
    | Leave
    | LeaveVehicle
    | MoveAhead
    | MoveTo
    | MoveToward
    | PickUp
    | Respawn
    | Say
    | SetCrouching
    | SetWalking
    | Shoot
    | StartCombo
    | Stop
    | StopShooting
    | ThrowWeapon
    | Turn
    | TurnTo
    | Use
)
"""Any of these commands, for whoever has to read one back from a file."""
