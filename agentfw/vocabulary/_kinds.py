"""The closed sets of values that percepts and commands use."""

from __future__ import annotations

import enum
from typing import Self

__all__ = [
    "Axis",
    "BodyPart",
    "ChatChannel",
    "Firing",
    "FlagState",
    "ItemCategory",
    "PlaceKind",
    "SoundKind",
    "TravelFlag",
]


def _name(member: enum.Enum) -> str:
    """The member as it is written in Python, so that a printed struct can be pasted back."""
    return f"{type(member).__name__}.{member.name}"


class Word(enum.Enum):
    """A closed set whose members are spelled in any case by the games."""

    __repr__ = _name

    @classmethod
    def _missing_(cls, value: object) -> Self | None:
        folded = str(value).casefold()
        return next((member for member in cls if member.value == folded), None)


class FlagState(Word):
    """Where a flag or a bomb is."""

    HOME = "home"
    HELD = "held"
    DROPPED = "dropped"


class PlaceKind(Word):
    """What a place of the map is good for, besides standing there."""

    ITEM_SPOT = "item_spot"
    PLAYER_START = "player_start"
    DOOR = "door"
    LIFT_CENTER = "lift_center"
    LIFT_EXIT = "lift_exit"
    AMBUSH_SPOT = "ambush_spot"
    JUMP_SPOT = "jump_spot"
    JUMP_DESTINATION = "jump_destination"
    JUMP_PAD = "jump_pad"
    TELEPORTER = "teleporter"
    DOMINATION_POINT = "domination_point"


class ItemCategory(Word):
    """What an item does for whoever takes it."""

    WEAPON = "weapon"
    AMMO = "ammo"
    HEALTH = "health"
    ARMOR = "armor"
    SHIELD = "shield"
    ADRENALINE = "adrenaline"
    OTHER = "other"


class SoundKind(Word):
    """What a sound came from."""

    PICKUP = "pickup"
    NOISE = "noise"


class ChatChannel(Word):
    """Who could read a chat message."""

    PUBLIC = "public"
    TEAM = "team"


class BodyPart(Word):
    """Which part of the body crossed into another zone."""

    FEET = "feet"
    HEAD = "head"
    BODY = "body"


class Axis(Word):
    """Which way a turn by an amount goes."""

    HORIZONTAL = "horizontal"
    VERTICAL = "vertical"


class Firing(enum.IntEnum):
    """Which trigger a player holds down."""

    __repr__ = _name

    NONE = 0
    PRIMARY = 1
    SECONDARY = 2


class TravelFlag(enum.IntFlag, boundary=enum.CONFORM):
    """What a body must be able to do to use a link between places.

    Engines with other link types map theirs onto these bits; bits beyond them are dropped.
    """

    def __repr__(self) -> str:
        return (
            f"{type(self).__name__}({int(self)})"
            if self.name is None or "|" in self.name
            else _name(self)
        )

    WALK = 1
    FLY = 2
    SWIM = 4
    JUMP = 8
    DOOR = 16
    SPECIAL = 32
    LADDER = 64
    PROSCRIBED = 128
    FORCED = 256
    PLAYER_ONLY = 512
