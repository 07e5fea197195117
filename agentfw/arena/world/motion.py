"""How a body moves: running, turning, jumping, swimming, falling, and what stops it.

A body is an upright cylinder. On the ground it speeds up toward where it wants to go, follows floors,
ramps and lifts, and climbs edges up to a step; in the air it flies a parabola with a little control.
Walls push it out and let it slide along. Time is an argument, so the same wishes give the same way.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from agentfw.geometry import Rotation, Vec3, normalize_angle, signed_angle

if TYPE_CHECKING:
    from agentfw.arena.games.specs import BodySpec
    from agentfw.arena.world.terrain import Ground, Terrain

__all__ = ["Body"]

_PUSHES: Final = 3
"""How often a body is pushed out of walls in one step: once per wall of a corner, and once more."""
_OUT_OF_WATER: Final = 64.0
"""How high a shore a swimmer climbs."""
_SPLASH: Final = 100.0
"""How much speed water takes from a fall."""
_RESTING: Final = 1e-6
_NO_WISH: Final = 1e-9


class Body:
    """A body on its way through the terrain. `x`, `y`, `z` are its feet."""

    __slots__ = (
        "air_control",
        "ground",
        "half_height",
        "is_crouched",
        "is_falling",
        "is_swimming",
        "is_walking",
        "jump_factor",
        "landed_at",
        "left_ledge",
        "pitch",
        "pitch_rate",
        "spec",
        "speed_factor",
        "stopped_at_ledge",
        "terrain",
        "vx",
        "vy",
        "vz",
        "wall_x",
        "wall_y",
        "x",
        "y",
        "yaw",
        "yaw_rate",
        "z",
    )

    def __init__(self, terrain: Terrain, spec: BodySpec, feet: Vec3, yaw: int = 0) -> None:
        self.terrain, self.spec = terrain, spec
        self.x, self.y, self.z = feet.x, feet.y, feet.z
        self.vx = self.vy = self.vz = 0.0
        self.yaw, self.pitch = normalize_angle(yaw), 0
        self.half_height = spec.half_height
        self.is_walking = self.is_crouched = self.is_falling = self.is_swimming = False
        self.speed_factor = self.jump_factor = 1.0
        self.air_control = spec.air_control
        self.yaw_rate, self.pitch_rate = spec.yaw_rate, spec.pitch_rate
        self.ground: Ground | None = None
        # What the last tick did besides moving.
        self.landed_at = -1.0
        """How fast the body came down when it touched ground; negative when it did not."""
        self.wall_x = self.wall_y = 0.0
        """The direction in which a wall pushed back."""
        self.left_ledge = self.stopped_at_ledge = False
        self.put(feet)

    def put(self, feet: Vec3) -> None:
        """Be somewhere else, at rest; in the air, when there is no floor right below."""
        self.x, self.y, self.z = feet.x, feet.y, feet.z
        self.vx = self.vy = self.vz = 0.0
        self.ground = self.terrain.ground_below(feet.x, feet.y, feet.z + 1.0)
        floor = self.ground.height(feet.x, feet.y) if self.ground is not None else -math.inf
        self.is_falling = feet.z > floor + 1.0
        if not self.is_falling:
            self.z = floor
        self._look_at_water()

    @property
    def feet(self) -> Vec3:
        """The point under the body."""
        return Vec3(self.x, self.y, self.z)

    @property
    def location(self) -> Vec3:
        """The center of the body, which is what the wire tells."""
        return Vec3(self.x, self.y, self.z + self.half_height)

    @property
    def eyes(self) -> Vec3:
        """Where the body looks from."""
        eye = self.spec.eye * (self.half_height / self.spec.half_height)
        return Vec3(self.x, self.y, self.z + self.half_height + eye)

    @property
    def velocity(self) -> Vec3:
        """In uu/s."""
        return Vec3(self.vx, self.vy, self.vz)

    @property
    def rotation(self) -> Rotation:
        """Where the body faces."""
        return Rotation(self.pitch, self.yaw, 0)

    @property
    def facing(self) -> Vec3:
        """The direction it looks in."""
        return Rotation(self.pitch, self.yaw, 0).direction()

    @property
    def run_speed(self) -> float:
        """How fast it wants to go at present."""
        speed = self.spec.run_speed * self.speed_factor
        if self.is_crouched:
            return speed * self.spec.crouch_factor
        return speed * self.spec.walk_factor if self.is_walking else speed

    @property
    def is_head_under_water(self) -> bool:
        """Whether it cannot breathe."""
        return self.ground is not None and self.eyes.z < self.ground.water_top

    # What a body does

    def jump(self, speed: float | None = None) -> bool:
        """Leave the ground; False in the air, where it has no effect."""
        if self.is_falling or self.is_crouched:
            return False
        self.vz = self.spec.jump_speed * self.jump_factor if speed is None else speed
        self._take_off()
        return True

    def jump_again(self, speed: float) -> None:
        """A second jump in the air, which sets the speed upward."""
        if self.is_falling:
            self.vz = speed

    def dodge(self, x: float, y: float) -> bool:
        """Leap into a direction over the ground; False in the air."""
        length = math.hypot(x, y)
        if self.is_falling or length < _NO_WISH:
            return False
        speed = self.spec.run_speed * self.speed_factor * self.spec.dodge_factor / length
        self.vx, self.vy, self.vz = x * speed, y * speed, self.spec.dodge_up
        self._take_off()
        return True

    def push(self, x: float, y: float, z: float) -> None:
        """Get speed from outside, by a blast for example."""
        self.vx, self.vy = self.vx + x, self.vy + y
        if self.is_falling or self.is_swimming or z > 50.0:
            self.vz += z
        if z > 50.0:
            self._take_off()

    def launch(self, velocity: Vec3) -> None:
        """Fly off with this velocity."""
        self.vx, self.vy, self.vz = velocity.x, velocity.y, velocity.z
        self._take_off()

    def _take_off(self) -> None:
        self.is_falling, self.is_swimming = True, False

    def halt(self) -> None:
        """Stand still; in the air it goes on falling."""
        self.vx = self.vy = 0.0

    def crouch(self, *, is_crouched: bool) -> None:
        """Crouch, or stand up where there is room."""
        if not is_crouched and self.ground is not None:
            room = self.ground.ceiling - self.z
            is_crouched = room < 2 * self.spec.half_height
        self.is_crouched = is_crouched
        self.half_height = self.spec.crouched_half_height if is_crouched else self.spec.half_height

    def turn_toward(self, yaw: int, pitch: int, seconds: float) -> None:
        """Turn as far as the time allows, the shorter way round."""
        if yaw != self.yaw:
            self.yaw = _turned(self.yaw, yaw, self.yaw_rate * seconds)
        if pitch != self.pitch:
            self.pitch = _turned(self.pitch, pitch, self.pitch_rate * seconds)

    def tick(self, wish: tuple[float, float, float], seconds: float) -> None:
        """Move for a short time, wanting to go along `wish`, a direction or zero.

        Its height matters to swimmers only. What happened besides is left in the attributes.
        """
        self.landed_at = -1.0
        self.wall_x = self.wall_y = 0.0
        self.left_ledge = self.stopped_at_ledge = False
        if self.is_falling:
            self._fly(wish, seconds)
        elif self.is_swimming:
            self._swim(wish, seconds)
        else:
            self._run(wish, seconds)

    def move_to(self, x: float, y: float) -> bool:
        """Be a little aside, on whatever floor is there; False when a wall is in the way."""
        step = 0.0 if self.is_falling else self.spec.step
        if not self._is_free(x, y, step) and self._deepest_push(x, y, step) is not None:
            return False
        self.x, self.y = x, y
        self._find_ground(step)
        if self.ground is None:
            return False
        floor = self.ground.height(x, y)
        if not self.is_falling and abs(floor - self.z) <= self.spec.step:
            self.z = floor
        return True

    # Running

    def _run(self, wish: tuple[float, float, float], seconds: float) -> None:
        ground = self.ground
        length = math.hypot(wish[0], wish[1])
        length = length if length > _NO_WISH else 0.0
        if not length and not self.vx and not self.vy:
            if ground is not None and ground.lift is not None:
                self._ride(ground)
            return
        speed = self.run_speed / length if length else 0.0
        self._speed_up(wish[0] * speed, wish[1] * speed, self.spec.acceleration * seconds)
        x, y, z, was_on = self.x, self.y, self.z, ground
        self._slide(seconds, self.spec.step)
        ground = self.ground
        floor = ground.height(self.x, self.y) if ground is not None else -math.inf
        if floor >= z - self.spec.step:
            self.z = floor
            if ground is not was_on:
                self._look_at_water()
        elif self.is_walking or self.is_crouched:
            self.x, self.y, self.ground = x, y, was_on
            if was_on is not None and was_on.lift is not None:
                self._ride(was_on)
            self.vx = self.vy = 0.0
            self.stopped_at_ledge = True
        else:
            self.is_falling = self.left_ledge = True

    def _ride(self, ground: Ground) -> None:
        """Stand on a lift; one that sinks faster than a fall does not exist here."""
        self.z = ground.floor
        if self.z + 2 * self.half_height > ground.ceiling:
            self.z = ground.ceiling - 2 * self.half_height

    def _speed_up(self, vx: float, vy: float, change: float) -> None:
        """Bring the speed over the ground nearer to the wanted one."""
        dx, dy = vx - self.vx, vy - self.vy
        way = math.hypot(dx, dy)
        if way <= change:
            self.vx, self.vy = vx, vy
        else:
            self.vx += dx * change / way
            self.vy += dy * change / way

    # In the air and in the water

    def _fly(self, wish: tuple[float, float, float], seconds: float) -> None:
        spec = self.spec
        length = math.hypot(wish[0], wish[1])
        if length > _NO_WISH:
            fast = max(spec.run_speed * self.speed_factor, math.hypot(self.vx, self.vy)) / length
            change = spec.acceleration * self.air_control * seconds
            self._speed_up(wish[0] * fast, wish[1] * fast, change)
        # The mean of both speeds is exact for a constant pull, however long a tick is.
        down = max(self.vz + spec.gravity * seconds, -spec.terminal_speed)
        before, rise = self.vz, (self.vz + down) / 2 * seconds
        self.vz = down
        if self.vx or self.vy:
            self._slide(seconds, 0.0)
        self._rise(rise, before)

    def _swim(self, wish: tuple[float, float, float], seconds: float) -> None:
        speed = self.spec.swim_speed * self.speed_factor
        length = math.hypot(*wish)
        scale = speed / length if length > _NO_WISH else 0.0
        self._speed_up(wish[0] * scale, wish[1] * scale, self.spec.acceleration * seconds)
        # Without a wish a body drifts up until its chest is out of the water.
        self.vz = wish[2] * scale if wish[2] else speed / 4
        self._slide(seconds, _OUT_OF_WATER)
        ground = self.ground
        if ground is None:
            return
        top = min(ground.water_top - self.half_height, ground.ceiling - 2 * self.half_height)
        floor = ground.height(self.x, self.y)
        z = max(floor, min(self.z + self.vz * seconds, max(top, floor)))
        self.vz = (z - self.z) / seconds if abs(z - self.z) > _RESTING else 0.0
        self.z = z
        self._look_at_water()

    def _rise(self, height: float, before: float) -> None:
        """Move up or down until a ceiling or the ground is in the way; `before` is the speed so far."""
        z, ground = self.z + height, self.ground
        if ground is not None:
            top = ground.ceiling - 2 * self.half_height
            if z > top:
                z, self.vz = top, min(self.vz, 0.0)
            floor = ground.height(self.x, self.y)
            if z <= floor and self.vz <= 0.0:
                # The speed at the floor, not at the end of the tick, which may be well below it.
                fallen = before * before - 2.0 * self.spec.gravity * (self.z - floor)
                self.landed_at = min(-self.vz, math.sqrt(max(0.0, fallen)))
                if ground.is_water:
                    self.landed_at = max(0.0, self.landed_at - _SPLASH)
                z, self.is_falling, self.vz = floor, False, 0.0
            z = max(z, floor)
        self.z = z
        if not self.is_falling or (ground is not None and z < ground.water_top):
            self._look_at_water()

    def _look_at_water(self) -> None:
        """Swim where the water is deeper than the chest."""
        ground = self.ground
        deep = ground is not None and self.z + self.half_height * 0.9 < ground.water_top
        if deep and not self.is_swimming:
            if self.is_falling:
                self.landed_at = max(0.0, -self.vz - _SPLASH)
            self.is_falling = False
        if self.is_swimming and not deep and not self.is_falling:
            self.vz = 0.0
        self.is_swimming = deep

    # Walls

    def _slide(self, seconds: float, step: float) -> None:
        """Move over the ground; walls push back, and only the speed into them is lost."""
        way = math.hypot(self.vx, self.vy) * seconds
        steps = 1 if way <= self.spec.radius else math.ceil(way / self.spec.radius)
        for _ in range(steps):
            x, y = self.x + self.vx * seconds / steps, self.y + self.vy * seconds / steps
            if not self._is_free(x, y, step):
                found = self._pushed_out(x, y, step)
                if found is None:
                    return  # wedged: better stay than end up in rock
                x, y = found
            self.x, self.y = x, y
            self._find_ground(step)

    def _find_ground(self, step: float) -> None:
        """The space the feet are in, or could step up into: the highest one."""
        terrain, ground = self.terrain, self.ground
        column, row = math.floor(self.x / terrain.cell), math.floor(self.y / terrain.cell)
        if (
            ground is not None
            and column == ground.column
            and row == ground.row
            and len(terrain.stack(column, row)) == 1
        ):
            return
        found, reach = None, self.z + step + 1e-6
        room = ground.ceiling - 2 * self.half_height if ground is not None else math.inf
        stack = terrain.stack(column, row)
        for other in stack:
            floor = other.height(self.x, self.y)
            if floor <= reach and (floor <= self.z + 1e-6 or floor <= room + 1e-6):
                found = other
        if found is None and stack:
            # A slope that rose under a flying body: the floor that is least above its feet.
            found = min(stack, key=lambda other: abs(other.height(self.x, self.y) - self.z))
        self.ground = found

    def _is_free(self, x: float, y: float, step: float) -> bool:
        """Whether a body there touches no wall, as far as that is known without looking closer."""
        ground = self.ground
        if ground is None:
            return False
        half = self.terrain.cell / 2 - self.spec.radius
        dx, dy = x - ground.center_x, y - ground.center_y
        if -half <= dx <= half and -half <= dy <= half:
            return True
        far = half + 2 * self.spec.radius
        if (
            not (-far <= dx <= far and -far <= dy <= far)
            or self.z + step < ground.floor + self.spec.step
        ):
            return False
        around = ground.open_around
        column = 0 if dx < -half else 2 if dx > half else 1
        row = 0 if dy < -half else 2 if dy > half else 1
        return around[row * 3 + column] and around[3 + column] and around[row * 3 + 1]

    def _pushed_out(self, x: float, y: float, step: float) -> tuple[float, float] | None:
        for _ in range(_PUSHES):
            push = self._deepest_push(x, y, step)
            if push is None:
                return x, y
            normal_x, normal_y, depth = push
            x, y = x + normal_x * depth, y + normal_y * depth
            into = min(0.0, self.vx * normal_x + self.vy * normal_y)
            self.vx -= normal_x * into
            self.vy -= normal_y * into
            self.wall_x, self.wall_y = normal_x, normal_y
        return None

    def _deepest_push(self, x: float, y: float, step: float) -> tuple[float, float, float] | None:
        """The wall that a body at this place is deepest in: which way it pushes, and how far."""
        cell, radius = self.terrain.cell, self.spec.radius
        deepest: tuple[float, float, float] | None = None
        for column in range(math.floor((x - radius) / cell), math.floor((x + radius) / cell) + 1):
            for row in range(math.floor((y - radius) / cell), math.floor((y + radius) / cell) + 1):
                near_x = min(max(x, column * cell), (column + 1) * cell)
                near_y = min(max(y, row * cell), (row + 1) * cell)
                push = self._push(x, y, near_x, near_y)
                if push[2] <= _RESTING or (deepest is not None and push[2] <= deepest[2]):
                    continue
                if not self._is_passable(column, row, near_x, near_y, step):
                    deepest = push
        return deepest

    def _push(self, x: float, y: float, near_x: float, near_y: float) -> tuple[float, float, float]:
        away_x, away_y = x - near_x, y - near_y
        length = math.hypot(away_x, away_y)
        if length == 0.0:
            # The middle of the body is in that cell: back to where it came from.
            away_x, away_y = self.x - x, self.y - y
            length = math.hypot(away_x, away_y)
            if length == 0.0:
                return 0.0, 0.0, 0.0
            return away_x / length, away_y / length, length
        return away_x / length, away_y / length, self.spec.radius - length

    def _is_passable(self, column: int, row: int, x: float, y: float, step: float) -> bool:
        """Whether a cell has room for the body at this height, or after a step up."""
        feet, height = self.z, 2 * self.half_height - 1e-6
        for ground in self.terrain.stack(column, row):
            floor = ground.height(x, y)
            # A slope carries up whoever flies onto it; the edge of a ledge does not.
            reach = feet + (step if ground.is_flat else max(step, self.spec.step)) + 1e-6
            if floor <= reach and ground.ceiling >= max(feet, floor) + height:
                return True
        return False


def _turned(now: int, wanted: int, most: float) -> int:
    way, limit = signed_angle(wanted - now), round(most)
    return normalize_angle(now + max(-limit, min(limit, way)))
