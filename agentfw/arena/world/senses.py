"""What a body can see and reach, by the rules of the real servers."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from agentfw.geometry import Vec3

if TYPE_CHECKING:
    from agentfw.arena.world.players import Pawn, Player
    from agentfw.arena.world.world import World

__all__ = ["VISION_RADIUS", "Look", "can_reach", "can_see_player"]

VISION_RADIUS: Final = 5000.0
"""From farther away neither items nor projectiles are seen."""
_ALWAYS_IN_VIEW: Final = 300.0
_FOV_COSINE: Final = math.cos(math.radians(42.5))
_COSINE_SQUARE: Final = _FOV_COSINE * _FOV_COSINE
_NEAR_SQUARE: Final = _ALWAYS_IN_VIEW * _ALWAYS_IN_VIEW
_REACH_SQUARE: Final = 1200.0 * 1200.0
"""The engine looks no farther for a straight way."""
_RADIANS: Final = math.pi / 32768.0


class Look:
    """One look round from where a body stands, for asking about many points."""

    __slots__ = ("_ahead_x", "_ahead_y", "_ahead_z", "_clear", "eyes", "x", "y", "z")

    def __init__(self, world: World, pawn: Pawn) -> None:
        body = pawn.body
        self.eyes = body.eyes
        self.x, self.y, self.z = self.eyes.x, self.eyes.y, self.eyes.z
        yaw, pitch = body.yaw * _RADIANS, body.pitch * _RADIANS
        level = math.cos(pitch)
        self._ahead_x, self._ahead_y = math.cos(yaw) * level, math.sin(yaw) * level
        self._ahead_z = math.sin(pitch)
        self._clear = world.terrain.sight.is_clear

    def covers(self, point: Vec3) -> bool:
        """Whether a point is in the cone looked into, or very near, walls or not."""
        dx, dy, dz = point.x - self.x, point.y - self.y, point.z - self.z
        square = dx * dx + dy * dy + dz * dz
        if square <= _NEAR_SQUARE:
            return True
        along = dx * self._ahead_x + dy * self._ahead_y + dz * self._ahead_z
        return along > 0.0 and along * along > square * _COSINE_SQUARE

    def sees(self, point: Vec3, radius: float = VISION_RADIUS) -> bool:
        """Whether a point can be seen: near enough, ahead, and nothing in between."""
        dx, dy, dz = point.x - self.x, point.y - self.y, point.z - self.z
        square = dx * dx + dy * dy + dz * dz
        if square > radius * radius:
            return False
        if square > _NEAR_SQUARE:
            along = dx * self._ahead_x + dy * self._ahead_y + dz * self._ahead_z
            if along <= 0.0 or along * along <= square * _COSINE_SQUARE:
                return False
        return self._clear(self.eyes, point)


def can_see_player(world: World, player: Player, other: Player) -> bool:
    """Whether a player sees another one, by the head or by the middle."""
    pawn, theirs = player.pawn, other.pawn
    if pawn is None or theirs is None or other is player:
        return False
    spec = pawn.body.spec
    body, seen = pawn.body, theirs.body
    dx, dy = seen.x - body.x, seen.y - body.y
    if dx * dx + dy * dy > spec.sight_radius * spec.sight_radius:
        return False
    if theirs.invisible_until > world.time and dx * dx + dy * dy > 250_000.0:
        return False
    yaw = body.yaw * _RADIANS
    dz = seen.z - body.z
    far = math.sqrt(dx * dx + dy * dy + dz * dz)
    if dx * math.cos(yaw) + dy * math.sin(yaw) < far * spec.sight_cosine:
        return False
    eyes = body.eyes
    sight = world.terrain.sight
    return sight.is_clear(eyes, seen.eyes) or sight.is_clear(eyes, seen.location)


def can_reach(world: World, pawn: Pawn, point: Vec3) -> bool:
    """Whether a straight run gets a body to a point; its height may be off by a body."""
    body = pawn.body
    dx, dy = point.x - body.x, point.y - body.y
    if body.is_falling or dx * dx + dy * dy > _REACH_SQUARE:
        return False
    end = Vec3(point.x, point.y, point.z - body.half_height)
    height = 2 * body.spec.half_height
    return world.terrain.can_run(body.feet, end, body.spec.radius, height, body.spec.step)
