"""Points, directions and angles in game units.

Lengths are Unreal units (uu), angles are Unreal angles: 65536 to the full turn, yaw 0 along +X
and growing toward +Y, positive pitch looking up. Engines with other units convert at their edge.
Both types travel as arrays in JSON, ``[x, y, z]`` and ``[pitch, yaw, roll]``.
"""

from __future__ import annotations

import math
from typing import Annotated, Final, TypeAlias

import msgspec

__all__ = [
    "FULL_TURN",
    "ORIGIN",
    "Rotation",
    "Vec3",
    "angle_between",
    "is_carried",
    "normalize_angle",
    "signed_angle",
]

FULL_TURN: Final = 65536
_FASTEST: Final = 700.0
"""In uu per second: no body runs or leaps faster over the ground."""
_STRIDE_UU: Final = 60.0
_NO_LENGTH: Final = 1e-150
"""What is shorter has no direction: its reciprocal would overflow."""

# No game world is larger, and what is larger would overflow in the arithmetic on it. Checked where
# points are decoded, not where a program makes them.
_Coordinate: TypeAlias = Annotated[float, msgspec.Meta(ge=-1e12, le=1e12)]
_Angle: TypeAlias = Annotated[int, msgspec.Meta(ge=-(2**53), le=2**53)]


class Vec3(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True, gc=False):
    """A point or a direction.

    >>> Vec3(3, 4, 0).length
    5.0
    >>> Vec3(1, 2, 3) - Vec3(1, 0, 0)
    Vec3(x=0, y=2, z=3)
    """

    x: _Coordinate
    y: _Coordinate
    z: _Coordinate

    def __add__(self, other: Vec3) -> Vec3:
        return Vec3(self.x + other.x, self.y + other.y, self.z + other.z)

    def __sub__(self, other: Vec3) -> Vec3:
        return Vec3(self.x - other.x, self.y - other.y, self.z - other.z)

    def __mul__(self, factor: float) -> Vec3:
        return Vec3(self.x * factor, self.y * factor, self.z * factor)

    def __neg__(self) -> Vec3:
        return Vec3(-self.x, -self.y, -self.z)

    @property
    def length(self) -> float:
        """How far the point is from the origin."""
        return math.hypot(self.x, self.y, self.z)

    def dot(self, other: Vec3) -> float:
        """The scalar product, positive while both point the same way."""
        return self.x * other.x + self.y * other.y + self.z * other.z

    def distance_to(self, other: Vec3) -> float:
        """The straight-line distance in three dimensions."""
        return math.dist((self.x, self.y, self.z), (other.x, other.y, other.z))

    def ground_distance_to(self, other: Vec3) -> float:
        """The distance seen from above, which is what a running body has to cover."""
        return math.hypot(self.x - other.x, self.y - other.y)

    def unit(self) -> Vec3:
        """The same direction with length one; the origin has none and stays the origin."""
        length = self.length
        return self if length < _NO_LENGTH else self * (1.0 / length)

    def facing(self) -> Rotation:
        """The rotation of somebody who looks along this direction."""
        ground = math.hypot(self.x, self.y)
        return Rotation(_to_ut(math.atan2(self.z, ground)), _to_ut(math.atan2(self.y, self.x)), 0)


class Rotation(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True, gc=False):
    """Which way something faces, in Unreal angles, as the game told it (not reduced)."""

    pitch: _Angle
    yaw: _Angle
    roll: _Angle

    def normalized(self) -> Rotation:
        """The same facing with every angle in 0..65535.

        >>> Rotation(-1, 65536 + 5, 0).normalized()
        Rotation(pitch=65535, yaw=5, roll=0)
        """
        return Rotation(*map(normalize_angle, (self.pitch, self.yaw, self.roll)))

    def direction(self) -> Vec3:
        """The unit vector this rotation looks along."""
        pitch, yaw = _to_radians(self.pitch), _to_radians(self.yaw)
        ground = math.cos(pitch)
        return Vec3(ground * math.cos(yaw), ground * math.sin(yaw), math.sin(pitch))


ORIGIN: Final = Vec3(0.0, 0.0, 0.0)


def is_carried(start: Vec3, end: Vec3, seconds: float) -> bool:
    """Whether a body came from one point to another faster than it can run: a teleporter did it.

    Heights do not count, because bodies fall faster than they run.
    """
    return start.ground_distance_to(end) > _STRIDE_UU + _FASTEST * max(seconds, 0.0)


def normalize_angle(angle: int) -> int:
    """The angle reduced to 0..65535; some servers send negative or larger yaw."""
    return angle % FULL_TURN


def signed_angle(angle: int) -> int:
    """The angle reduced to -32768..32767, so that a small turn either way is a small number.

    >>> signed_angle(65278)
    -258
    """
    return (angle + FULL_TURN // 2) % FULL_TURN - FULL_TURN // 2


def angle_between(first: int, second: int) -> int:
    """The shortest turn between two angles, 0..32768, whichever way round is shorter."""
    return abs(signed_angle(second - first))


def _to_radians(angle: int) -> float:
    return angle * (2 * math.pi / FULL_TURN)


def _to_ut(radians: float) -> int:
    return normalize_angle(round(radians * FULL_TURN / (2 * math.pi)))
