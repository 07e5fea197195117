"""Commands that only GameBots knows: the conversation itself, server control, observing."""

from __future__ import annotations

from agentfw.geometry import Rotation, Vec3
from agentfw.vocabulary import ClassName, Command, EntityId

__all__ = [
    "AddBot",
    "AddRay",
    "AskAll",
    "AskGame",
    "AskItemClass",
    "AskItems",
    "AskMaps",
    "AskPlaces",
    "AskPlayers",
    "AskSeen",
    "AskSelf",
    "AskSpecial",
    "ChangeAttributes",
    "ChangeMap",
    "ChangeSkin",
    "Clear",
    "Configure",
    "ConfigureGame",
    "ConfigureReports",
    "DrawLines",
    "DrawRoute",
    "EndReports",
    "GivePassword",
    "Kick",
    "Kill",
    "Observe",
    "Pause",
    "Ping",
    "PlayAnimation",
    "Ready",
    "RemoveRay",
    "RunConsole",
    "SelfTest",
    "SendControlMessage",
    "SetLock",
    "SetPassword",
    "SetSpeed",
    "ShowDialog",
    "SpawnActor",
    "SpawnItem",
    "Speak",
    "StartRecording",
    "StartReports",
    "StopObserving",
    "StopRecording",
]


class Ready(Command, frozen=True):
    """Ask for the world lists."""


class GivePassword(Command, frozen=True):
    """Answer the password question."""

    password: str


class Ping(Command, frozen=True):
    """Ask for a sign of life."""


class AskPlaces(Command, frozen=True):
    """Ask for all places of the map."""


class AskItems(Command, frozen=True):
    """Ask for all items of the map."""


class AskItemClass(Command, frozen=True):
    """Ask what a kind of item is."""

    item_class: ClassName


class AskPlayers(Command, frozen=True):
    """Ask for all players."""


class AskMaps(Command, frozen=True):
    """Ask which maps the server has."""


class AddRay(Command, frozen=True):
    """Fix a ray to the body; the id ``Default`` installs three standard rays."""

    id: EntityId
    direction: Vec3 | None = None
    length: float | None = None
    fast: bool | None = None
    traces_actors: bool | None = None
    floor_correction: bool | None = None


class RemoveRay(Command, frozen=True):
    """Take a ray away; the id ``All`` takes all."""

    id: EntityId


class Configure(Command, frozen=True):
    """Set how a bot is treated. Values out of range are ignored by the server."""

    id: EntityId | None = None
    player_name: str | None = None
    auto_trace: bool | None = None
    draw_trace_lines: bool | None = None
    manual_spawn: bool | None = None
    show_focal_point: bool | None = None
    show_debug: bool | None = None
    speed_multiplier: float | None = None
    rotation_rate: Rotation | None = None
    invulnerable: bool | None = None
    vision_time_s: float | None = None
    synchronous_off: bool | None = None
    sync_places_off: bool | None = None
    manual_pickup: bool | None = None


class ChangeSkin(Command, frozen=True):
    """Look different; costs a respawn."""

    skin: str


class SpawnItem(Command, frozen=True):
    """Give a bot an item (cheat)."""

    pickup_class: ClassName
    id: EntityId | None = None


class ChangeAttributes(Command, frozen=True):
    """Set health or adrenaline of a bot (cheat)."""

    health: int | None = None
    adrenaline: int | None = None
    id: EntityId | None = None


class SendControlMessage(Command, frozen=True):
    """Send a free-form message between bots and control connections."""

    kind: str | None = None
    to_all: bool | None = None
    bot: EntityId | None = None
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


class ShowDialog(Command, frozen=True):
    """Ask a human player something."""

    id: EntityId
    text: str | None = None
    dialog: str | None = None
    options: tuple[str, ...] = ()


class PlayAnimation(Command, frozen=True):
    """Play an animation of the body."""

    animation: str


class Speak(Command, frozen=True):
    """Speak aloud. No known server does it: the text comes back as a line."""

    text: str


class Pause(Command, frozen=True):
    """Stop or resume the bots, or the whole game."""

    bots: bool | None = None
    everything: bool | None = None


class StartRecording(Command, frozen=True):
    """Have the server write a demo file."""

    file: str


class StopRecording(Command, frozen=True):
    """Have the server close its demo file."""


class DrawRoute(Command, frozen=True):
    """Draw a route on the server's screen."""

    erase: bool | None = None
    points: tuple[Vec3, ...] = ()


class SelfTest(Command, frozen=True):
    """The server's own test command; without meaning for a player."""


class AddBot(Command, frozen=True):
    """Let one of the game's own bots play."""

    player_name: str | None = None
    location: Vec3 | None = None
    rotation: Rotation | None = None
    skill: float | None = None
    team: int | None = None


class Kick(Command, frozen=True):
    """Throw a player out."""

    id: EntityId


class Kill(Command, frozen=True):
    """Kill a player."""

    id: EntityId


class ConfigureGame(Command, frozen=True):
    """Set the rules of the match, or begin it anew."""

    restart: bool | None = None
    weapon_stay: bool | None = None
    weapon_throwing: bool | None = None
    goal_score: int | None = None
    time_limit: int | None = None
    max_lives: int | None = None
    message: str | None = None
    message_time_s: float | None = None


class ChangeMap(Command, frozen=True):
    """Go to another map."""

    level: str


class SetSpeed(Command, frozen=True):
    """Let the game clock run faster or slower."""

    speed: float


class SetLock(Command, frozen=True):
    """Close or open a listening port."""

    bot_server: bool | None = None
    control_server: bool | None = None


class SetPassword(Command, frozen=True):
    """Ask newcomers for this password; empty for none."""

    password: str


class RunConsole(Command, frozen=True):
    """Run a console command of the game engine."""

    command: str
    id: EntityId | None = None


class SpawnActor(Command, frozen=True):
    """Put an object into the world."""

    actor_class: ClassName
    location: Vec3 | None = None
    rotation: Rotation | None = None


class DrawLines(Command, frozen=True):
    """Draw lines on the screens of human players."""

    vectors: str | None = None
    color: str | None = None
    clear: bool | None = None


class Clear(Command, frozen=True):
    """Throw all bots out."""


class StartReports(Command, frozen=True):
    """Report players regularly."""

    humans: bool | None = None
    bots: bool | None = None
    native_bots: bool | None = None


class EndReports(Command, frozen=True):
    """Report players no more."""


class Observe(Command, frozen=True):
    """Watch a player, by id or by name."""

    id: EntityId | None = None
    player_name: str | None = None


class StopObserving(Command, frozen=True):
    """Watch nobody."""


class ConfigureReports(Command, frozen=True):
    """Set what an observer is told, and how often."""

    update_time_s: float | None = None
    game: bool | None = None
    own: bool | None = None
    seen: bool | None = None
    special: bool | None = None
    all: bool | None = None
    events: bool | None = None


class AskSelf(Command, frozen=True):
    """Ask for the observed player's own state."""


class AskSeen(Command, frozen=True):
    """Ask for what the observed player sees."""


class AskSpecial(Command, frozen=True):
    """Ask for flags, points and the bomb."""


class AskAll(Command, frozen=True):
    """Ask for everything at once."""


class AskGame(Command, frozen=True):
    """Ask for the state of the game."""
