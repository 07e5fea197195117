"""What the commands do that move and turn a client's body."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from agentfw.arena.world.players import Course
from agentfw.geometry import ORIGIN, Rotation, Vec3, normalize_angle
from agentfw.vocabulary import (
    Axis,
    Dodge,
    Inch,
    Jump,
    MoveAhead,
    MoveTo,
    MoveToward,
    SetCrouching,
    SetWalking,
    Stop,
    Turn,
    TurnTo,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from agentfw.arena.server.bots import BotClient
    from agentfw.arena.world.players import Pawn, Player
    from agentfw.vocabulary import Command

__all__ = ["MOVING", "body_of", "pawn_of"]

_INCH: Final = 100.0


def pawn_of(bot: BotClient) -> Pawn | None:
    """The body of a client's player, if it has one."""
    return bot.player.pawn if bot.player is not None else None


def body_of(bot: BotClient) -> tuple[Player, Pawn] | None:
    """The player and its body; None when it has none, and the command comes to nothing."""
    if bot.player is None or bot.player.pawn is None:
        return None
    return bot.player, bot.player.pawn


def _move_to(bot: BotClient, command: MoveTo) -> None:
    pawn = pawn_of(bot)
    if pawn is not None:
        points = (command.location,) if command.then is None else (command.location, command.then)
        pawn.course = Course(
            points,
            focus_target=command.focus_target or None,
            focus_location=command.focus_location,
        )


def _move_toward(bot: BotClient, command: MoveToward) -> None:
    pawn = pawn_of(bot)
    if pawn is not None and bot.arena.world.location_of(command.target) is not None:
        pawn.course = Course(toward=command.target)


def _move_ahead(bot: BotClient, _command: MoveAhead) -> None:
    pawn = pawn_of(bot)
    if pawn is not None:
        pawn.course = Course(ahead=True)


def _inch(bot: BotClient, _command: Inch) -> None:
    pawn = pawn_of(bot)
    if pawn is not None:
        ahead = Rotation(0, pawn.body.yaw, 0).direction() * _INCH
        pawn.course = Course((pawn.body.location + ahead,))


def _stop(bot: BotClient, _command: Stop) -> None:
    pawn = pawn_of(bot)
    if pawn is not None:
        pawn.course = Course()
        if bot.arena.is_classic:
            pawn.wanted_yaw, pawn.wanted_pitch = pawn.body.yaw, pawn.body.pitch
        if not pawn.body.is_falling:
            pawn.body.halt()


def _jump(bot: BotClient, command: Jump) -> None:
    found = body_of(bot)
    if found is None:
        return
    player, pawn = found
    most = pawn.body.spec.jump_speed * pawn.body.jump_factor
    if not command.double:
        speed = max(0.0, min(command.force, most)) if command.force else None
        bot.arena.world.movement.jump(player, speed, None, 0.0)
        return
    total = command.force or 2 * most + 75.0
    first = min(total, most)
    delay = command.delay_s or 0.5
    bot.arena.world.movement.jump(player, first, delay, min(total - first, most + 75.0))


def _dodge(bot: BotClient, command: Dodge) -> None:
    found = body_of(bot)
    if found is None:
        return
    player, pawn = found
    ahead = Rotation(0, pawn.body.yaw, 0).direction()
    way = command.direction
    x, y = way.x * ahead.x - way.y * ahead.y, way.x * ahead.y + way.y * ahead.x
    bot.arena.world.movement.dodge(player, x, y, double=bool(command.double))
    if command.focus_location is not None:
        pawn.course.focus_location = command.focus_location


def _set_walking(bot: BotClient, command: SetWalking) -> None:
    pawn = pawn_of(bot)
    if pawn is not None:
        pawn.body.is_walking = command.walk


def _set_crouching(bot: BotClient, command: SetCrouching) -> None:
    pawn = pawn_of(bot)
    if pawn is not None:
        pawn.body.crouch(is_crouched=command.crouch)


def _turn_to(bot: BotClient, command: TurnTo) -> None:
    pawn = pawn_of(bot)
    if pawn is None:
        return
    world = bot.arena.world
    pawn.course.focus_target = pawn.course.focus_location = None
    if command.target:
        where = world.location_of(command.target)
        if where is not None and world.terrain.is_clear(pawn.body.eyes, where):
            _face(pawn, where)
    elif command.rotation is not None and command.rotation != Rotation(0, 0, 0):
        pawn.wanted_yaw = normalize_angle(command.rotation.yaw)
        pawn.wanted_pitch = normalize_angle(command.rotation.pitch)
    else:
        _face(pawn, command.location or ORIGIN)
    if not pawn.course.is_still and not pawn.course.ahead:
        far = Rotation(pawn.wanted_pitch, pawn.wanted_yaw, 0).direction() * 10_000.0
        pawn.course.focus_location = pawn.body.eyes + far


def _face(pawn: Pawn, where: Vec3) -> None:
    facing = (where - pawn.body.eyes).facing()
    pawn.wanted_yaw, pawn.wanted_pitch = normalize_angle(facing.yaw), normalize_angle(facing.pitch)


def _turn(bot: BotClient, command: Turn) -> None:
    pawn = pawn_of(bot)
    if pawn is None:
        return
    if command.axis is Axis.VERTICAL:
        pawn.wanted_pitch = normalize_angle(pawn.body.pitch + command.amount)
    else:
        pawn.wanted_yaw = normalize_angle(pawn.body.yaw + command.amount)
    pawn.course.focus_target = pawn.course.focus_location = None


MOVING: Final[dict[type[Command], Callable[[BotClient, Any], None]]] = {
    MoveTo: _move_to,
    MoveToward: _move_toward,
    MoveAhead: _move_ahead,
    Inch: _inch,
    Stop: _stop,
    Jump: _jump,
    Dodge: _dodge,
    SetWalking: _set_walking,
    SetCrouching: _set_crouching,
    TurnTo: _turn_to,
    Turn: _turn,
}
"""By the kind of command."""
