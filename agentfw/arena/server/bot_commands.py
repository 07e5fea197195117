"""What each command of a playing client does; moving and fighting have modules of their own.

Nothing here answers with an error: the real servers ignore what makes no sense, and so do we.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from agentfw.arena.server import answers
from agentfw.arena.server.bot_fighting import FIGHTING
from agentfw.arena.server.bot_moving import MOVING, body_of, pawn_of
from agentfw.arena.server.rays import DEFAULT_RAYS, Ray
from agentfw.engines.gamebots import orders, wire
from agentfw.geometry import Rotation, Vec3
from agentfw.vocabulary import (
    AskPath,
    AskReach,
    AskTrace,
    ChangeName,
    ChangeTeam,
    Join,
    Leave,
    Respawn,
    Say,
    TeamChanged,
    Use,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from agentfw.arena.server.bots import BotClient
    from agentfw.arena.world.players import Player
    from agentfw.vocabulary import Command

__all__ = ["BOT_COMMANDS", "WITHOUT_PLAYER", "configure"]

_MOST_SPEED: Final = 2.0
_MAX_RAYS: Final = 32


# The conversation


def _ready(bot: BotClient, _command: orders.Ready) -> None:
    bot.tell_world(is_full=False)


def _leave(bot: BotClient, _command: Leave) -> None:
    bot.leave()


def _respawn(bot: BotClient, command: Respawn) -> None:
    if bot.player is not None:
        bot.arena.respawn(bot.player, command)


def _use(bot: BotClient, _command: Use) -> None:
    bot.session.send(wire.UseAnswer(success=False, reason="wrong-game-type"))


# Questions


def _ask_path(bot: BotClient, command: AskPath) -> None:
    if bot.player is not None:
        bot.session.send(answers.path(bot.arena.world, bot.player, command))


def _ask_reach(bot: BotClient, command: AskReach) -> None:
    found = body_of(bot)
    if found is not None:
        answer = answers.reach(bot.arena.world, found[1], command)
        if answer is not None:
            bot.session.send_what_fits(answer)


def _ask_trace(bot: BotClient, command: AskTrace) -> None:
    pawn = pawn_of(bot)
    start = command.start or (pawn.body.location if pawn is not None else None)
    if start is not None:
        bot.session.send(answers.trace(bot.arena.world, command, start, but=bot.player))


def _ask_places(bot: BotClient, _command: orders.AskPlaces) -> None:
    bot.tell_places()


def _ask_items(bot: BotClient, _command: orders.AskItems) -> None:
    bot.session.send_listing(answers.item_list(bot.arena.world))


def _ask_item_class(bot: BotClient, command: orders.AskItemClass) -> None:
    answer = answers.one_item_class(bot.arena.world, command.item_class)
    if answer is not None:
        bot.session.send(answer)


def _add_ray(bot: BotClient, command: orders.AddRay) -> None:
    if command.id.lower() == "default":
        bot.rays = DEFAULT_RAYS
        return
    ray = Ray(
        id=command.id,
        direction=command.direction or Vec3(1.0, 0.0, 0.0),
        length=min(max(command.length or 0.0, 0.0), 20_000.0),
        fast=bool(command.fast),
        traces_actors=bool(command.traces_actors),
        floor_correction=bool(command.floor_correction),
    )
    others = tuple(other for other in bot.rays if other.id != ray.id)
    if len(others) < _MAX_RAYS:
        bot.rays = (*others, ray)


def _remove_ray(bot: BotClient, command: orders.RemoveRay) -> None:
    if command.id.lower() == "all":
        bot.rays = ()
    else:
        bot.rays = tuple(ray for ray in bot.rays if ray.id != command.id)


# Settings


def configure(bot: BotClient, command: orders.Configure, *, shortest_vision_s: float = 0.05) -> None:
    """Set what is in range; everything else is ignored, and all settings are told in any case."""
    player, own = bot.player, bot.settings
    if player is None:
        return  # before INIT the real server says nothing, and clients rely on that
    settings = player.settings
    if command.player_name:
        bot.arena.world.rename(player, command.player_name[:64])
    for field in ("auto_trace", "draw_trace_lines", "show_focal_point", "show_debug", "synchronous_off"):
        value = getattr(command, field)
        if value is not None:
            setattr(own, field, value)
    if own.auto_trace and not bot.rays:
        bot.rays = DEFAULT_RAYS
    if command.sync_places_off is not None:
        own.sync_places = not command.sync_places_off
    if command.manual_spawn is not None:
        settings.manual_spawn = command.manual_spawn
    if command.manual_pickup is not None:
        settings.manual_pickup = command.manual_pickup
    if command.invulnerable is not None and bot.arena.options.allow_cheats:
        settings.invulnerable = command.invulnerable
    if command.vision_time_s is not None and shortest_vision_s <= command.vision_time_s <= 2.0:
        own.vision_time_s = command.vision_time_s
    _configure_body(player, command)
    config = bot.config()
    bot.session.send(config)
    bot.arena.tell_controls(config)


def _configure_body(player: Player, command: orders.Configure) -> None:
    settings, pawn = player.settings, player.pawn
    if command.speed_multiplier is not None and 0.1 <= command.speed_multiplier <= _MOST_SPEED:
        if pawn is not None:
            pawn.body.speed_factor *= command.speed_multiplier / settings.speed_multiplier
        settings.speed_multiplier = command.speed_multiplier
    rate = command.rotation_rate
    if rate is not None and rate != Rotation(0, 0, 0):
        settings.rotation_rate = rate
        if pawn is not None:
            pawn.body.pitch_rate, pawn.body.yaw_rate = float(rate.pitch), float(rate.yaw)


def _configure(bot: BotClient, command: orders.Configure) -> None:
    configure(bot, command)


def _change_name(bot: BotClient, command: ChangeName) -> None:
    if bot.player is not None and command.player_name:
        bot.arena.world.rename(bot.player, command.player_name[:64])


def _change_skin(bot: BotClient, command: orders.ChangeSkin) -> None:
    if bot.player is not None:
        bot.player.settings.skin = command.skin
        _respawn(bot, Respawn())


def _change_team(bot: BotClient, command: ChangeTeam) -> None:
    if bot.player is not None and bot.arena.world.has_teams:
        success = bot.arena.world.change_team(bot.player, command.team)
        bot.session.send(TeamChanged(success=success, team=command.team))


# Talking, and the game as a whole


def _say(bot: BotClient, command: Say) -> None:
    if bot.player is not None:
        bot.arena.say(bot.player, command)


def _send_control(bot: BotClient, command: orders.SendControlMessage) -> None:
    bot.arena.tell_controls(answers.control_message(command))


def _show_dialog(bot: BotClient, command: orders.ShowDialog) -> None:
    bot.session.send(wire.DialogAnswer(success=False, id=command.id))


def _speak(bot: BotClient, command: orders.Speak) -> None:
    bot.session.echo(command.text)  # the real server cannot speak, and gives the text back


def _pause(bot: BotClient, command: orders.Pause) -> None:
    bot.arena.pause(command)


def _start_recording(bot: BotClient, _command: orders.StartRecording) -> None:
    bot.session.send(wire.RecordingStarted())


def _stop_recording(bot: BotClient, _command: orders.StopRecording) -> None:
    bot.session.send(wire.RecordingEnded())


def _join(bot: BotClient, command: Join) -> None:
    bot.join(command)


BOT_COMMANDS: Final[dict[type[Command], Callable[[BotClient, Any], None]]] = {
    **MOVING,
    **FIGHTING,
    orders.Ready: _ready,
    Join: _join,
    Leave: _leave,
    Respawn: _respawn,
    Use: _use,
    AskPath: _ask_path,
    AskReach: _ask_reach,
    AskTrace: _ask_trace,
    orders.AskPlaces: _ask_places,
    orders.AskItems: _ask_items,
    orders.AskItemClass: _ask_item_class,
    orders.AddRay: _add_ray,
    orders.RemoveRay: _remove_ray,
    orders.Configure: _configure,
    ChangeName: _change_name,
    orders.ChangeSkin: _change_skin,
    ChangeTeam: _change_team,
    Say: _say,
    orders.SendControlMessage: _send_control,
    orders.ShowDialog: _show_dialog,
    orders.Speak: _speak,
    orders.Pause: _pause,
    orders.StartRecording: _start_recording,
    orders.StopRecording: _stop_recording,
}
"""By the kind of command. What is missing here (vehicles, animations, drawing) has no effect."""

WITHOUT_PLAYER: Final = (
    orders.Ready,
    Join,
    Leave,
    orders.AskPlaces,
    orders.AskItems,
    orders.AddRay,
    orders.RemoveRay,
    AskTrace,
    orders.StartRecording,
    orders.StopRecording,
)
"""What is heard from a client that has not joined yet."""
