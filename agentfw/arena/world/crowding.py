"""Bodies that meet: they do not go through each other, they slide along or stop."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import msgspec

from agentfw.arena.world.terrain import Ground
from agentfw.vocabulary import Bumped

if TYPE_CHECKING:
    from agentfw.arena.world.motion import Body
    from agentfw.arena.world.players import Player
    from agentfw.arena.world.world import World

__all__ = ["Before", "keep_apart"]

_REPORT_EVERY_S: Final = 0.5
_SLIDE_OFF: Final = 100.0
"""How fast somebody who comes down on a head slides off it."""


class Before(msgspec.Struct, frozen=True):
    """Where a body was at the beginning of a tick."""

    x: float
    y: float
    z: float
    ground: Ground | None


def keep_apart(world: World, player: Player, body: Body, before: Before) -> None:
    """Take back as much of a move as would end in other bodies."""
    met = _met(world, player, body)
    for other in met:
        theirs = other.pawn.body if other.pawn is not None else body
        top = theirs.z + 2 * theirs.half_height
        if before.z >= top and body.is_falling:
            _come_down_on(body, theirs, top)
        else:
            _go_round(body, theirs, before)
        _tell_bump(world, player, other)
    if met and any(_is_nearer(body, other, before) for other in _met(world, player, body)):
        # Out of one into the next: in a crowd there is no way but to stay.
        _go_back(body, before)


def _go_back(body: Body, before: Before) -> None:
    """Stay where it was, on the floor or in the air that is there now."""
    body.x, body.y, body.ground = before.x, before.y, before.ground
    floor = before.ground.height(before.x, before.y) if before.ground is not None else -math.inf
    body.z = max(before.z, floor)
    if body.is_falling or body.is_swimming:
        return
    if body.z > floor + body.spec.step:
        body.is_falling = True
    else:
        body.z = floor


def _met(world: World, player: Player, body: Body) -> list[Player]:
    """The players whose bodies a body is in."""
    met = []
    for other in world.living():
        if other is player or other.pawn is None:
            continue
        theirs = other.pawn.body
        reach = body.spec.radius + theirs.spec.radius
        dx, dy = body.x - theirs.x, body.y - theirs.y
        if not (-reach < dx < reach and -reach < dy < reach):
            continue
        is_above = body.z >= theirs.z + 2 * theirs.half_height
        is_below = theirs.z >= body.z + 2 * body.half_height
        if not (is_above or is_below) and math.hypot(dx, dy) < reach - 1e-9:
            met.append(other)
    return met


def _is_nearer(body: Body, other: Player, before: Before) -> bool:
    if other.pawn is None:
        return False
    theirs = other.pawn.body
    now = math.hypot(body.x - theirs.x, body.y - theirs.y)
    return now < math.hypot(before.x - theirs.x, before.y - theirs.y) - 1e-9


def _come_down_on(body: Body, theirs: Body, top: float) -> None:
    """Nobody can stand on a head for long."""
    dx, dy = body.x - theirs.x, body.y - theirs.y
    far = math.hypot(dx, dy)
    away_x, away_y = (dx / far, dy / far) if far > 1.0 else (1.0, 0.0)
    body.z, body.vz = top, 0.0
    body.vx, body.vy = away_x * _SLIDE_OFF, away_y * _SLIDE_OFF


def _go_round(body: Body, theirs: Body, before: Before) -> None:
    """Slide along: the two do not get nearer than they were, or than they should be."""
    far = math.hypot(before.x - theirs.x, before.y - theirs.y)
    wanted = min(far, body.spec.radius + theirs.spec.radius)
    dx, dy = body.x - theirs.x, body.y - theirs.y
    now = math.hypot(dx, dy)
    if now >= wanted:
        return
    normal_x, normal_y = (dx / now, dy / now) if now > 1e-9 else _apart(before, theirs)
    x, y = theirs.x + normal_x * wanted, theirs.y + normal_y * wanted
    into = min(0.0, body.vx * normal_x + body.vy * normal_y)
    body.vx -= normal_x * into
    body.vy -= normal_y * into
    if not body.move_to(x, y):
        _go_back(body, before)


def _apart(before: Before, theirs: Body) -> tuple[float, float]:
    dx, dy = before.x - theirs.x, before.y - theirs.y
    far = math.hypot(dx, dy)
    return (dx / far, dy / far) if far > 1e-9 else (1.0, 0.0)


def _tell_bump(world: World, player: Player, other: Player) -> None:
    now = world.time
    if player.listens and other.pawn is not None and now - player.last_bump_at >= _REPORT_EVERY_S:
        player.last_bump_at = now
        player.tell(Bumped(other.id, other.pawn.body.location))
