"""What the commands do that concern weapons, items and power-ups."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from agentfw.arena.server.bot_moving import body_of
from agentfw.engines.gamebots import orders
from agentfw.geometry import Rotation
from agentfw.vocabulary import (
    ChangeWeapon,
    GiveItem,
    ItemGained,
    ItemLost,
    ItemThrown,
    PickUp,
    Shoot,
    StartCombo,
    StopShooting,
    ThrowWeapon,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from agentfw.arena.server.bots import BotClient
    from agentfw.vocabulary import Command

__all__ = ["FIGHTING"]

_THROW_AHEAD: Final = 120.0


def _shoot(bot: BotClient, command: Shoot) -> None:
    found = body_of(bot)
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
    found = body_of(bot)
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
    found = body_of(bot)
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
    found = body_of(bot)
    if found is None:
        return
    player, pawn = found
    player.settings.manual_pickup = True  # the real server leaves it switched off, too
    stock = bot.arena.world.stock
    for item in stock.touched(pawn):
        if item.id == command.id:
            stock.take(player, item)


def _give_item(bot: BotClient, command: GiveItem) -> None:
    found = body_of(bot)
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


FIGHTING: Final[dict[type[Command], Callable[[BotClient, Any], None]]] = {
    Shoot: _shoot,
    StopShooting: _stop_shooting,
    ChangeWeapon: _change_weapon,
    ThrowWeapon: _throw_weapon,
    PickUp: _pick_up,
    GiveItem: _give_item,
    StartCombo: _start_combo,
    orders.SpawnItem: _spawn_item,
    orders.ChangeAttributes: _change_attributes,
}
"""By the kind of command."""
