"""Where shots go: lines against bodies, and how the game aims for a player."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from agentfw.geometry import Vec3

if TYPE_CHECKING:
    from agentfw.arena.games.specs import FireSpec, ProjectileSpec
    from agentfw.arena.world.motion import Body
    from agentfw.arena.world.players import Pawn, Player
    from agentfw.arena.world.world import World

__all__ = ["aim_direction", "line_meets_body"]

_FRONT: Final = 0.5
"""The game aims at a target only while the body faces it within this cosine."""
_WORST_ERROR: Final = 0.16
"""How far a novice misses, as a part of the distance."""


def line_meets_body(start: Vec3, end: Vec3, body: Body) -> float | None:
    """How much of a line lies before it meets a body; None when it misses."""
    dx, dy = end.x - start.x, end.y - start.y
    fx, fy = start.x - body.x, start.y - body.y
    radius = body.spec.radius
    a = dx * dx + dy * dy
    c = fx * fx + fy * fy - radius * radius
    if a < 1e-12:  # straight up or down
        if c > 0.0:
            return None
        enters, leaves = 0.0, 1.0
    else:
        b = fx * dx + fy * dy
        root = b * b - a * c
        if root < 0.0:
            return None
        root = math.sqrt(root)
        enters, leaves = max(0.0, (-b - root) / a), min(1.0, (-b + root) / a)
        if enters > leaves:
            return None
    part = _at_heights(start.z, end.z, body.z, body.z + 2 * body.half_height)
    if part is None:
        return None
    first, last = max(enters, part[0]), min(leaves, part[1])
    return first if first <= last else None


def _at_heights(start: float, end: float, low: float, high: float) -> tuple[float, float] | None:
    """The parts of a line between which it is at certain heights; None when it never is."""
    way = end - start
    if way == 0.0:
        return (0.0, 1.0) if low <= start <= high else None
    one, other = (low - start) / way, (high - start) / way
    return (one, other) if one < other else (other, one)


def aim_direction(world: World, player: Player, pawn: Pawn, fire: FireSpec) -> Vec3:
    """The direction of the next shot: at the target if it is given and faced, else straight ahead."""
    eyes = pawn.body.eyes
    aim = _aim_point(world, player, pawn, fire)
    ahead = pawn.body.facing
    if aim is None:
        return ahead
    direction = (aim - eyes).unit()
    if direction.dot(ahead) < _FRONT:
        return ahead
    return _with_error(world, player, direction)


def _aim_point(world: World, player: Player, pawn: Pawn, fire: FireSpec) -> Vec3 | None:
    target = world.player_of(pawn.shoot_target) if pawn.shoot_target is not None else None
    if target is None or target.pawn is None:
        if pawn.shoot_target is not None and pawn.shoot_location is None:
            return world.location_of(pawn.shoot_target)
        return pawn.shoot_location
    body, eyes = target.pawn.body, pawn.body.eyes
    center = body.location
    spec = fire.projectile
    if spec is None:
        return center
    flight = _flight_time(spec, eyes.distance_to(center))
    if player.settings.leads_target or player.is_native:
        lead = body.velocity * flight
        center = center + Vec3(lead.x, lead.y, 0.0)
        if spec.radius and not spec.falls and center.z <= eyes.z + 60.0:
            center = Vec3(center.x, center.y, body.z + 10.0)  # at the feet, for the blast
    if spec.falls:
        center = center + Vec3(0.0, 0.0, 475.0 * flight * flight - spec.toss_up * flight)
    return center


def _flight_time(spec: ProjectileSpec, distance: float) -> float:
    """How long a projectile takes, at its mean speed over the way."""
    last = min(spec.max_speed, math.sqrt(spec.speed**2 + 2.0 * spec.acceleration * distance))
    return distance / max(1.0, (spec.speed + max(spec.speed, last)) / 2.0)


def _with_error(world: World, player: Player, direction: Vec3) -> Vec3:
    """Skill 7 does not miss to speak of; every step below it misses more."""
    settings = player.settings
    clumsy = (7.0 - settings.skill) / 6.0 + (1.0 - settings.accuracy)
    if clumsy <= 0.0:
        return direction
    error, gauss = _WORST_ERROR * clumsy * 0.5, world.rng.gauss
    side = Vec3(-direction.y, direction.x, 0.0).unit() * gauss(0.0, error)
    return (direction + side + Vec3(0.0, 0.0, gauss(0.0, error * 0.5))).unit()
