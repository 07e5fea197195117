"""What each command of a playing client does.

Nothing here answers with an error: the real servers ignore what makes no sense, and so do we.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from agentfw.arena.server import answers
from agentfw.arena.server.rays import DEFAULT_RAYS, Ray
from agentfw.arena.world.players import Course
from agentfw.engines.gamebots import orders, wire
from agentfw.geometry import ORIGIN, Rotation, Vec3, normalize_angle
from agentfw.vocabulary import (
    AskPath,
    AskReach,
    AskTrace,
    Axis,
    ChangeName,
    ChangeTeam,
    ChangeWeapon,
    Dodge,
    GiveItem,
    Inch,
    ItemGained,
    ItemLost,
    ItemThrown,
    Join,
    Jump,
    Leave,
    MoveAhead,
    MoveTo,
    MoveToward,
    PickUp,
    Respawn,
    Say,
    SetCrouching,
    SetWalking,
    Shoot,
    StartCombo,
    Stop,
    StopShooting,
    TeamChanged,
    ThrowWeapon,
    Turn,
    TurnTo,
    Use,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from agentfw.arena.server.bots import BotClient
    from agentfw.arena.world.players import Pawn, Player
    from agentfw.vocabulary import Command

__all__ = ["BOT_COMMANDS", "WITHOUT_PLAYER", "configure"]

_INCH: Final = 100.0
_MOST_SPEED: Final = 2.0
_THROW_AHEAD: Final = 120.0
_MAX_RAYS: Final = 32


def _pawn(bot: BotClient) -> Pawn | None:
    return bot.player.pawn if bot.player is not None else None


def _body(bot: BotClient) -> tuple[Player, Pawn] | None:
    """The player and its body; None when it has none, and the command comes to nothing."""
    if bot.player is None or bot.player.pawn is None:
        return None
    return bot.player, bot.player.pawn


# The conversation


def _ready(bot: BotClient, _command: orders.Ready) -> None:
    bot.tell_world(is_full=False)


def _leave(bot: BotClient, _command: Leave) -> None:
    bot.leave()


# Moving


def _move_to(bot: BotClient, command: MoveTo) -> None:
    pawn = _pawn(bot)
    if pawn is not None:
        points = (command.location,) if command.then is None else (command.location, command.then)
        pawn.course = Course(
            points,
            focus_target=command.focus_target or None,
            focus_location=command.focus_location,
        )


def _move_toward(bot: BotClient, command: MoveToward) -> None:
    pawn = _pawn(bot)
    if pawn is not None and bot.arena.world.location_of(command.target) is not None:
        pawn.course = Course(toward=command.target)


def _move_ahead(bot: BotClient, _command: MoveAhead) -> None:
    pawn = _pawn(bot)
    if pawn is not None:
        pawn.course = Course(ahead=True)


def _inch(bot: BotClient, _command: Inch) -> None:
    pawn = _pawn(bot)
    if pawn is not None:
        ahead = Rotation(0, pawn.body.yaw, 0).direction() * _INCH
        pawn.course = Course((pawn.body.location + ahead,))


def _stop(bot: BotClient, _command: Stop) -> None:
    pawn = _pawn(bot)
    if pawn is not None:
        pawn.course = Course()
        if bot.arena.is_classic:
            pawn.wanted_yaw, pawn.wanted_pitch = pawn.body.yaw, pawn.body.pitch
        if not pawn.body.is_falling:
            pawn.body.halt()


def _jump(bot: BotClient, command: Jump) -> None:
    found = _body(bot)
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
    found = _body(bot)
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
    pawn = _pawn(bot)
    if pawn is not None:
        pawn.body.is_walking = command.walk


def _set_crouching(bot: BotClient, command: SetCrouching) -> None:
    pawn = _pawn(bot)
    if pawn is not None:
        pawn.body.crouch(is_crouched=command.crouch)


def _turn_to(bot: BotClient, command: TurnTo) -> None:
    pawn = _pawn(bot)
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
    pawn = _pawn(bot)
    if pawn is None:
        return
    if command.axis is Axis.VERTICAL:
        pawn.wanted_pitch = normalize_angle(pawn.body.pitch + command.amount)
    else:
        pawn.wanted_yaw = normalize_angle(pawn.body.yaw + command.amount)
    pawn.course.focus_target = pawn.course.focus_location = None


def _respawn(bot: BotClient, command: Respawn) -> None:
    if bot.player is not None:
        bot.arena.respawn(bot.player, command)


# Fighting and items


def _shoot(bot: BotClient, command: Shoot) -> None:
    found = _body(bot)
    if found is None:
        return
    player, pawn = found
    world = bot.arena.world
    target = command.target or None
    if target is not None:
        where = world.location_of(target)
        if where is None or not world.terrain.is_clear(pawn.body.eyes, where):
            target = None
    location = command.location if target is None else None
    world.combat.pull(player, alt=bool(command.alt), target=target, location=location)


def _stop_shooting(bot: BotClient, _command: StopShooting) -> None:
    if bot.player is not None:
        bot.arena.world.combat.release(bot.player)


def _change_weapon(bot: BotClient, command: ChangeWeapon) -> None:
    found = _body(bot)
    if found is None:
        return
    player, pawn = found
    world = bot.arena.world
    if command.id.lower() == "best":
        best = world.best_weapon(player)
        if best is not None:
            world.change_weapon(player, best)
        return
    for weapon in pawn.weapons.values():
        if weapon.id == command.id:
            world.change_weapon(player, weapon, tells_old=True)


def _throw_weapon(bot: BotClient, _command: ThrowWeapon) -> None:
    found = _body(bot)
    if found is None:
        return
    player, pawn = found
    world, hand = bot.arena.world, pawn.hand
    if hand is None or not world.settings.weapon_throwing or not hand.spec.can_throw:
        return
    world.combat.drop_trigger(player)
    ahead = Rotation(0, pawn.body.yaw, 0).direction() * _THROW_AHEAD
    there = pawn.body.location + ahead
    if not world.terrain.is_clear(pawn.body.location, there):
        there = pawn.body.location
    if world.stock.drop(pawn, hand, world.floor_below(there)) is None:
        return
    del pawn.weapons[hand.spec.name]
    for name in (hand.spec.primary.ammo, hand.spec.secondary.ammo):
        if name is not None:
            pawn.ammo[name] = 0
    pawn.hand = pawn.next_hand = None
    player.tell(ItemThrown(hand.id))
    best = world.best_weapon(player)
    if best is not None:
        world.change_weapon(player, best)


def _pick_up(bot: BotClient, command: PickUp) -> None:
    found = _body(bot)
    if found is None:
        return
    player, pawn = found
    player.settings.manual_pickup = True  # the real server leaves it switched off, too
    stock = bot.arena.world.stock
    for item in stock.touched(pawn):
        if item.id == command.id:
            stock.take(player, item)


def _give_item(bot: BotClient, command: GiveItem) -> None:
    found = _body(bot)
    other = bot.arena.world.player_of(command.target)
    if found is None or other is None or other.pawn is None:
        return
    player, pawn = found
    given = next((weapon for weapon in pawn.weapons.values() if weapon.id == command.item), None)
    if given is None or given is pawn.hand or given.spec.name in other.pawn.weapons:
        return
    del pawn.weapons[given.spec.name]
    other.pawn.weapons[given.spec.name] = given
    for name in {given.spec.primary.ammo, given.spec.secondary.ammo} - {None}:
        if name is not None:
            most = bot.arena.world.game.ammo[name].most
            rounds = pawn.ammo.pop(name, 0)
            other.pawn.ammo[name] = min(most, other.pawn.ammo.get(name, 0) + rounds)
    player.tell(ItemLost(given.id))
    other.tell(ItemGained(id=given.id, item_class=given.spec.name, pickup_class=given.spec.pickup))


def _start_combo(bot: BotClient, command: StartCombo) -> None:
    if bot.player is not None:
        bot.arena.world.powers.start_combo(bot.player, command.combo_class)


def _spawn_item(bot: BotClient, command: orders.SpawnItem) -> None:
    if bot.player is not None and bot.arena.options.allow_cheats:
        bot.arena.world.stock.give(bot.player, command.pickup_class)


def _change_attributes(bot: BotClient, command: orders.ChangeAttributes) -> None:
    if bot.player is not None and bot.arena.options.allow_cheats:
        bot.arena.set_attributes(bot.player, command.health, command.adrenaline)


def _use(bot: BotClient, _command: Use) -> None:
    bot.session.send(wire.UseAnswer(success=False, reason="wrong-game-type"))


# Questions


def _ask_path(bot: BotClient, command: AskPath) -> None:
    if bot.player is not None:
        bot.session.send(answers.path(bot.arena.world, bot.player, command))


def _ask_reach(bot: BotClient, command: AskReach) -> None:
    found = _body(bot)
    if found is not None:
        answer = answers.reach(bot.arena.world, found[1], command)
        if answer is not None:
            bot.session.send_what_fits(answer)


def _ask_trace(bot: BotClient, command: AskTrace) -> None:
    pawn = _pawn(bot)
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
    orders.Ready: _ready,
    Join: _join,
    Leave: _leave,
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
    Respawn: _respawn,
    Shoot: _shoot,
    StopShooting: _stop_shooting,
    ChangeWeapon: _change_weapon,
    ThrowWeapon: _throw_weapon,
    PickUp: _pick_up,
    GiveItem: _give_item,
    StartCombo: _start_combo,
    orders.SpawnItem: _spawn_item,
    orders.ChangeAttributes: _change_attributes,
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
