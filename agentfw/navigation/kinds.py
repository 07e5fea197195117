"""The ways of getting from one place to the next, and which of them a traveler may use."""

from __future__ import annotations

import enum
from typing import Final

__all__ = ["LinkKind", "Travel"]


class LinkKind(enum.Enum):
    """What a body does to take a link."""

    WALK = "walk"
    JUMP = "jump"
    DROP = "drop"
    LIFT = "lift"
    TELEPORT = "teleport"
    JUMP_PAD = "jump_pad"
    DOOR = "door"
    SWIM = "swim"
    LADDER = "ladder"
    FLY = "fly"
    TRANSLOCATE = "translocate"

    @property
    def travel(self) -> Travel:
        """The bit that allows links of this kind."""
        return _BITS[self]


class Travel(enum.IntFlag):
    """Which kinds of links a traveler may use; one bit for each `LinkKind`.

    >>> LinkKind.LIFT.travel in Travel.DEFAULT
    True
    >>> Travel.DEFAULT & ~Travel.LIFT & Travel.LIFT
    <Travel: 0>
    """

    WALK = 1
    JUMP = 2
    DROP = 4
    LIFT = 8
    TELEPORT = 16
    JUMP_PAD = 32
    DOOR = 64
    SWIM = 128
    LADDER = 256
    FLY = 512
    TRANSLOCATE = 1024

    DEFAULT = WALK | JUMP | DROP | LIFT | TELEPORT | JUMP_PAD | DOOR | SWIM | LADDER
    """What every body can do; flying and translocating need something special."""
    ALL = DEFAULT | FLY | TRANSLOCATE


_BITS: Final = {kind: Travel[kind.name] for kind in LinkKind}
