"""How the own body moves, derived from the last reports about it."""

from __future__ import annotations

import math
from collections import deque
from typing import TYPE_CHECKING, Final

import msgspec

from agentfw.geometry import angle_between

if TYPE_CHECKING:
    from agentfw.geometry import Rotation, Vec3

__all__ = ["Motion", "MotionHistory"]

_TURNING: Final = 386
"""A turn by more Unreal angles over three reports is turning, not trembling."""
_YAWS: Final = 3
_STILL_REPORTS: Final = 20
"""So many reports in a row without speed mean that the body is stuck, or was told to stand."""
_STILL_SPEED: Final = 1.0
_LONG_AGO: Final = -math.inf


class Motion(msgspec.Struct, frozen=True, gc=False):
    """What the own body does."""

    speed: float = 0.0
    """Over the ground, in uu per second."""
    is_turning: bool = False
    is_moving: bool = False
    is_stuck: bool = False
    """The body has not moved for a while, whether or not it was told to."""
    collided_at: float = _LONG_AGO
    """When it last ran into something."""
    has_collided: bool = False
    """It ran into something a moment ago."""


class MotionHistory:
    """The last reports about the own body."""

    def __init__(self, collision_s: float) -> None:
        self._collision_s = collision_s
        self._yaws: deque[int] = deque(maxlen=_YAWS)
        self._speed = 0.0
        self._still = 0
        self._collided_at = _LONG_AGO

    def report(self, rotation: Rotation | None, velocity: Vec3 | None) -> None:
        """The body was told about."""
        if rotation is not None:
            self._yaws.append(rotation.yaw)
        if velocity is not None:
            self._speed = math.hypot(velocity.x, velocity.y)
            is_still = self._speed < _STILL_SPEED and abs(velocity.z) < _STILL_SPEED
            self._still = self._still + 1 if is_still else 0

    def collide(self, at: float) -> None:
        """The body ran into something."""
        self._collided_at = at

    def forget(self) -> None:
        """The body is another one now."""
        self._yaws.clear()
        self._speed, self._still, self._collided_at = 0.0, 0, _LONG_AGO

    def motion(self, now: float) -> Motion:
        """What the body does now."""
        yaws = self._yaws
        return Motion(
            speed=self._speed,
            is_turning=len(yaws) > 1 and angle_between(yaws[0], yaws[-1]) > _TURNING,
            is_moving=self._speed >= _STILL_SPEED,
            is_stuck=self._still >= _STILL_REPORTS,
            collided_at=self._collided_at,
            has_collided=now - self._collided_at <= self._collision_s,
        )
