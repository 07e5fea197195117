"""Words that only GameBots knows: the conversation itself, and what its operators say.

Everything another game could tell as well is in `agentfw.vocabulary`; the rest is here, so that
dialect files find a struct for every message and command of the protocol.
"""

from __future__ import annotations

from agentfw.geometry import Rotation, Vec3
from agentfw.vocabulary import Command, EntityId, Percept, RequestId

__all__ = [
    "Alive",
    "BatchEnd",
    "BatchStart",
    "ConfigChanged",
    "ControlMessage",
    "DialogAnswer",
    "DialogKey",
    "Hello",
    "KeyPressed",
    "ListEnd",
    "ListStart",
    "MapListed",
    "Mutator",
    "ObjectSelected",
    "ObserveRefused",
    "ObservedLost",
    "PasswordAccepted",
    "PasswordAsked",
    "PasswordRefused",
    "PathEnd",
    "PathPoint",
    "PathStart",
    "PlayerUnknown",
    "Pong",
    "RecordingEnded",
    "RecordingStarted",
    "SelfCheckFailed",
    "Unknown",
    "UnknownCommand",
    "UseAnswer",
]


class Unknown(Percept, frozen=True):
    """A line whose word the dialect does not describe, kept as text."""

    word: str
    attributes: tuple[tuple[str, str], ...] = ()


class UnknownCommand(Command, frozen=True):
    """A command whose word the dialect does not describe, kept as text."""

    word: str
    attributes: tuple[tuple[str, str], ...] = ()


class Hello(Percept, frozen=True):
    """The first line of a server that waits for READY."""

    role: str
    server_full: bool | None = None


class PasswordAsked(Percept, frozen=True):
    """The server wants a password before anything else."""

    blocked_by: str | None = None


class PasswordAccepted(Percept, frozen=True):
    """The password was right."""


class PasswordRefused(Percept, frozen=True):
    """The password was wrong; the server closes."""


class ListStart(Percept, frozen=True):
    """Opens a list; its members follow line by line."""

    subject: str


class ListEnd(Percept, frozen=True):
    """Closes a list."""

    subject: str


class BatchStart(Percept, frozen=True):
    """Opens a batch."""

    time: float


class BatchEnd(Percept, frozen=True):
    """Closes a batch."""

    time: float


class PathStart(Percept, frozen=True):
    """Opens the answer to a path question."""

    request: RequestId = RequestId("")


class PathPoint(Percept, frozen=True):
    """One step of that answer."""

    id: EntityId
    location: Vec3 | None = None


class PathEnd(Percept, frozen=True):
    """Closes that answer."""


class Pong(Percept, frozen=True):
    """The answer to a ping."""

    time: float | None = None


class Alive(Percept, frozen=True):
    """A sign of life on the control connection."""

    time: float | None = None


class ConfigChanged(Percept, frozen=True):
    """The settings of a bot, after any of them was set."""

    id: EntityId | None = None
    bot: EntityId | None = None
    manual_spawn: bool | None = None
    auto_trace: bool | None = None
    invulnerable: bool | None = None
    player_name: str | None = None
    speed_multiplier: float | None = None
    rotation_rate: Rotation | None = None
    vision_time_s: float | None = None
    location_update_multiplier: int | None = None
    show_debug: bool | None = None
    show_focal_point: bool | None = None
    draw_trace_lines: bool | None = None
    synchronous_off: bool | None = None
    manual_pickup: bool | None = None
    sync_places: bool | None = None
    vision_fov_deg: float | None = None


class Mutator(Percept, frozen=True):
    """A rule change that is active on the server."""

    id: EntityId | None = None
    title: str | None = None


class MapListed(Percept, frozen=True):
    """A map the server can change to."""

    level: str | None = None


class KeyPressed(Percept, frozen=True):
    """A human player used a key."""

    player: EntityId | None = None
    player_name: str | None = None
    key: str | None = None
    action: str | None = None
    view_target: EntityId | None = None


class ObjectSelected(Percept, frozen=True):
    """A human player pointed at something."""

    player: EntityId | None = None
    player_name: str | None = None
    object: EntityId | None = None
    location: Vec3 | None = None
    hit_location: Vec3 | None = None


class DialogAnswer(Percept, frozen=True):
    """Whether a dialog could be shown."""

    success: bool
    id: EntityId | None = None


class DialogKey(Percept, frozen=True):
    """A human player chose an option of a dialog."""

    id: EntityId | None = None
    key: str | None = None
    dialog: str | None = None


class UseAnswer(Percept, frozen=True):
    """Whether something could be used."""

    success: bool | None = None
    reason: str | None = None


class RecordingStarted(Percept, frozen=True):
    """The server writes a demo file now."""


class RecordingEnded(Percept, frozen=True):
    """The server stopped writing its demo file."""


class ControlMessage(Percept, frozen=True):
    """A free-form message from a control connection."""

    kind: str | None = None
    text_1: str | None = None
    text_2: str | None = None
    text_3: str | None = None
    whole_1: int | None = None
    whole_2: int | None = None
    whole_3: int | None = None
    number_1: float | None = None
    number_2: float | None = None
    number_3: float | None = None
    truth_1: bool | None = None
    truth_2: bool | None = None
    truth_3: bool | None = None


class SelfCheckFailed(Percept, frozen=True):
    """The game engine found a fault in itself."""

    problem: str | None = None


class PlayerUnknown(Percept, frozen=True):
    """There is nobody of that name or id to observe."""


class ObserveRefused(Percept, frozen=True):
    """That player cannot be observed."""


class ObservedLost(Percept, frozen=True):
    """The observed player is gone."""
