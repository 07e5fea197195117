"""From orders to motion: where a body runs and looks in the next tick."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from agentfw.arena.world.players import Course, Pawn, Player
    from agentfw.arena.world.world import World
    from agentfw.geometry import Vec3

__all__ = ["steer"]

_THERE: Final = 15.0
"""So near a body counts as being there."""
_STILL: Final = (0.0, 0.0, 0.0)
_UT_PER_RADIAN: Final = 32768.0 / math.pi


def steer(world: World, player: Player, pawn: Pawn, seconds: float) -> tuple[float, float, float]:
    """Turn the body, and say which way it wants to go."""
    course = pawn.course
    goal = _goal(world, pawn, course)
    _look(world, player, pawn, course, goal)
    pawn.body.turn_toward(pawn.wanted_yaw, pawn.wanted_pitch, seconds)
    if course.ahead:
        angle = pawn.body.yaw / _UT_PER_RADIAN
        return math.cos(angle), math.sin(angle), 0.0
    if goal is None:
        return _STILL
    return _toward(pawn, goal)


def _goal(world: World, pawn: Pawn, course: Course) -> Vec3 | None:
    """The point to run to now; points that are reached are crossed off."""
    if course.toward is not None:
        return world.location_of(course.toward)
    body = pawn.body
    while course.points:
        point = course.points[0]
        far = math.hypot(point.x - body.x, point.y - body.y)
        reach = max(_THERE, math.hypot(body.vx, body.vy) * 0.05) if len(course.points) > 1 else _THERE
        if far > reach:
            return point
        course.points = course.points[1:]
        if not course.points and not body.is_falling:
            body.halt()
    return None


def _toward(pawn: Pawn, goal: Vec3) -> tuple[float, float, float]:
    body = pawn.body
    dx, dy = goal.x - body.x, goal.y - body.y
    far = math.hypot(dx, dy)
    speed = math.hypot(body.vx, body.vy)
    is_last = len(pawn.course.points) == 1 or pawn.course.toward is not None
    if far < (_THERE if pawn.course.toward is not None else 1.0):
        return _STILL
    if is_last and not body.is_falling and far < speed * speed / (2 * body.spec.acceleration):
        return _STILL  # brake in time
    up = goal.z - body.z - body.half_height if body.is_swimming else 0.0
    return dx / far, dy / far, up / far


def _look(world: World, player: Player, pawn: Pawn, course: Course, goal: Vec3 | None) -> None:
    """Face the focus, else the target that is shot at, else the way."""
    target = _focus(world, player, pawn, course)
    if target is None and goal is not None and not course.ahead:
        if math.hypot(goal.x - pawn.body.x, goal.y - pawn.body.y) > _THERE:
            pawn.wanted_yaw = _yaw_to(pawn.body.x, pawn.body.y, goal)
            pawn.wanted_pitch = 0
        return
    if target is not None:
        eyes = pawn.body.eyes
        dx, dy, dz = target.x - eyes.x, target.y - eyes.y, target.z - eyes.z
        pawn.wanted_yaw = round(math.atan2(dy, dx) * _UT_PER_RADIAN) & 65535
        pawn.wanted_pitch = round(math.atan2(dz, math.hypot(dx, dy)) * _UT_PER_RADIAN) & 65535


def _focus(world: World, player: Player, pawn: Pawn, course: Course) -> Vec3 | None:
    for target in (course.focus_target, pawn.shoot_target if pawn.firing else None):
        if target is not None:
            where = world.location_of(target)
            if where is not None and world.terrain.is_clear(pawn.body.eyes, where):
                return where
    if course.focus_location is not None:
        return course.focus_location
    return pawn.shoot_location if pawn.firing else None


def _yaw_to(x: float, y: float, goal: Vec3) -> int:
    """The yaw that faces a point from a place."""
    return round(math.atan2(goal.y - y, goal.x - x) * _UT_PER_RADIAN) & 65535
