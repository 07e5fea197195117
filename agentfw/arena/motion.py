"""How a body moves: running, turning, jumping, falling, and what stops it.

A body is an upright cylinder. On the ground it speeds up toward where it wants to go, follows floors and
ramps, and climbs edges up to a step; in the air it flies a parabola with a little control. Walls push it
out and let it slide along. Time is an argument, so the same wishes give the same way, exactly.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import msgspec

from agentfw.geometry import ORIGIN, Rotation, Vec3, normalize_angle, signed_angle

if TYPE_CHECKING:
    from agentfw.arena.level import Level, Space

__all__ = ["UT99_BODY", "UT2004_BODY", "BodyPlan", "Happened", "MovingBody"]

_PUSHES: Final = 3
"""How often a body is pushed out of walls in one tick: once per wall of a corner, and once more."""


class BodyPlan(msgspec.Struct, frozen=True, kw_only=True):
    """The measures of a body, in uu and seconds."""

    radius: float
    half_height: float
    eye: float
    """How far above the center the eyes are."""
    run_speed: float
    walk_factor: float
    jump_speed: float
    yaw_rate: float
    """Unreal angles per second."""
    pitch_rate: float = 3072.0
    acceleration: float = 2048.0
    air_control: float = 0.35
    gravity: float = -950.0
    step: float = 35.0
    terminal_speed: float = 2500.0


UT2004_BODY: Final = BodyPlan(
    radius=25.0,
    half_height=44.0,
    eye=38.0,
    run_speed=440.0,
    walk_factor=0.4,
    jump_speed=340.0,
    yaw_rate=60000.0,
)
UT99_BODY: Final = BodyPlan(
    radius=17.0,
    half_height=39.0,
    eye=27.0,
    run_speed=400.0,
    walk_factor=0.35,
    jump_speed=325.0,
    yaw_rate=30000.0,
    step=25.0,
)


class Happened(msgspec.Struct):
    """What one tick of motion did besides moving."""

    landed_at: float | None = None
    """How fast the body came down when it touched ground."""
    wall_normal: Vec3 | None = None
    """The direction in which a wall pushed back."""
    left_ledge: bool = False
    stopped_at_ledge: bool = False


class MovingBody:
    """A body on its way through a level."""

    def __init__(self, level: Level, plan: BodyPlan, feet: Vec3, yaw: int = 0) -> None:
        self.plan = plan
        self.velocity = ORIGIN
        self.rotation = Rotation(0, yaw, 0)
        self.is_walking = False
        self.is_falling = False
        self._level = level
        self._feet = feet

    @property
    def feet(self) -> Vec3:
        """The point under the body."""
        return self._feet

    @property
    def location(self) -> Vec3:
        """The center of the body, which is what the wire tells."""
        return self._feet + Vec3(0.0, 0.0, self.plan.half_height)

    @property
    def eyes(self) -> Vec3:
        """Where the body looks from."""
        return self.location + Vec3(0.0, 0.0, self.plan.eye)

    def jump(self, speed: float | None = None) -> bool:
        """Leave the ground; False in the air, where it has no effect."""
        if self.is_falling:
            return False
        up = self.plan.jump_speed if speed is None else speed
        self.velocity = Vec3(self.velocity.x, self.velocity.y, up)
        self.is_falling = True
        return True

    def turn_toward(self, wanted: Rotation, seconds: float) -> None:
        """Turn as far toward a rotation as the time allows, the shorter way round."""
        yaw = _turned(self.rotation.yaw, wanted.yaw, self.plan.yaw_rate * seconds)
        pitch = _turned(self.rotation.pitch, wanted.pitch, self.plan.pitch_rate * seconds)
        self.rotation = Rotation(pitch, yaw, 0)

    def tick(self, wish: Vec3, seconds: float) -> Happened:
        """Move for a short time, wanting to go along `wish` (its height and length do not matter)."""
        happened = Happened()
        wish = Vec3(wish.x, wish.y, 0.0).unit()
        if self.is_falling:
            self._fly(wish, seconds, happened)
        else:
            self._run(wish, seconds, happened)
        return happened

    def _run(self, wish: Vec3, seconds: float, happened: Happened) -> None:
        speed = self.plan.run_speed * (self.plan.walk_factor if self.is_walking else 1.0)
        self.velocity = _approach(self.velocity, wish * speed, self.plan.acceleration * seconds)
        before = self._feet
        self._slide(self.velocity * seconds, self.plan.step, happened)
        floor = self._floor_under(self.plan.step)
        if floor is not None and floor >= before.z - self.plan.step:
            self._feet = Vec3(self._feet.x, self._feet.y, floor)
        elif self.is_walking:
            self._feet, self.velocity = before, ORIGIN
            happened.stopped_at_ledge = True
        else:
            self.is_falling = happened.left_ledge = True

    def _fly(self, wish: Vec3, seconds: float, happened: Happened) -> None:
        plan, flying = self.plan, self.velocity
        ground = Vec3(flying.x, flying.y, 0.0)
        if wish.length > 0.0:
            change = plan.acceleration * plan.air_control * seconds
            ground = _approach(ground, wish * max(plan.run_speed, ground.length), change)
        # The mean of both speeds is exact for a constant pull, however long a tick is.
        down = max(flying.z + plan.gravity * seconds, -plan.terminal_speed)
        rise = (flying.z + down) / 2 * seconds
        self.velocity = Vec3(ground.x, ground.y, down)
        self._slide(Vec3(ground.x, ground.y, 0.0) * seconds, 0.0, happened)
        self._rise(rise, happened)

    def _rise(self, height: float, happened: Happened) -> None:
        """Move up or down until a ceiling or the ground is in the way."""
        space = self._space(0.0)
        z = self._feet.z + height
        if space is not None:
            top = space.ceiling - 2 * self.plan.half_height
            if z > top:
                z, self.velocity = top, Vec3(self.velocity.x, self.velocity.y, min(self.velocity.z, 0.0))
            floor = self._level.floor_height(space, self._feet.x, self._feet.y)
            if z <= floor and self.velocity.z <= 0.0:
                happened.landed_at = -self.velocity.z
                z, self.is_falling = floor, False
                self.velocity = Vec3(self.velocity.x, self.velocity.y, 0.0)
        self._feet = Vec3(self._feet.x, self._feet.y, z)

    def _slide(self, way: Vec3, step: float, happened: Happened) -> None:
        """Move over the ground; walls push back, and only the speed into them is lost."""
        x, y = self._feet.x + way.x, self._feet.y + way.y
        for _ in range(_PUSHES):
            push = self._deepest_push(x, y, step)
            if push is None:
                break
            normal, depth = push
            x, y = x + normal.x * depth, y + normal.y * depth
            into = min(0.0, self.velocity.dot(normal))
            self.velocity = self.velocity - normal * into
            happened.wall_normal = normal
        else:
            return  # wedged: better stay than end up in rock
        self._feet = Vec3(x, y, self._feet.z)

    def _deepest_push(self, x: float, y: float, step: float) -> tuple[Vec3, float] | None:
        """The wall that a body at this place is deepest in: which way it pushes, and how far."""
        cell, radius = self._level.cell, self.plan.radius
        deepest: tuple[Vec3, float] | None = None
        for column in range(math.floor((x - radius) / cell), math.floor((x + radius) / cell) + 1):
            for row in range(math.floor((y - radius) / cell), math.floor((y + radius) / cell) + 1):
                near_x = min(max(x, column * cell), (column + 1) * cell)
                near_y = min(max(y, row * cell), (row + 1) * cell)
                if self._is_passable(column, row, near_x, near_y, step):
                    continue
                push = self._push(x, y, near_x, near_y)
                if push[1] > 1e-9 and (deepest is None or push[1] > deepest[1]):
                    deepest = push
        return deepest

    def _push(self, x: float, y: float, near_x: float, near_y: float) -> tuple[Vec3, float]:
        away = Vec3(x - near_x, y - near_y, 0.0)
        if away.length == 0.0:
            # The middle of the body is in the wall: back to where it came from.
            back = Vec3(self._feet.x - x, self._feet.y - y, 0.0)
            return back.unit(), back.length
        return away.unit(), self.plan.radius - away.length

    def _is_passable(self, column: int, row: int, x: float, y: float, step: float) -> bool:
        """Whether a cell has room for the body at this height, or after a step up."""
        feet, height = self._feet.z, 2 * self.plan.half_height
        for space in self._level.stack(column, row):
            floor = self._level.floor_height(space, x, y)
            if floor <= feet + step + 1e-6 and space.ceiling >= max(feet, floor) + height - 1e-6:
                return True
        return False

    def _space(self, step: float) -> Space | None:
        """The space the feet are in, or could step up into: the highest one."""
        x, y = self._feet.x, self._feet.y
        column, row = math.floor(x / self._level.cell), math.floor(y / self._level.cell)
        fitting = None
        for space in self._level.stack(column, row):
            if self._level.floor_height(space, x, y) <= self._feet.z + step + 1e-6:
                fitting = space
        return fitting

    def _floor_under(self, step: float) -> float | None:
        space = self._space(step)
        return None if space is None else self._level.floor_height(space, self._feet.x, self._feet.y)


def _approach(now: Vec3, wanted: Vec3, change: float) -> Vec3:
    """The speed after it has changed toward the wanted one, by no more than `change`."""
    way = wanted - now
    return wanted if way.length <= change else now + way * (change / way.length)


def _turned(now: int, wanted: int, most: float) -> int:
    way = signed_angle(wanted - now)
    return normalize_angle(now + max(-round(most), min(round(most), way)))
