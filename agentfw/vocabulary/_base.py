"""The two families of words, and the types of names that occur in them."""

from __future__ import annotations

from typing import Final, NewType

import msgspec

__all__ = ["NO_TEAM", "ClassName", "Command", "EntityId", "Percept", "RequestId"]

EntityId = NewType("EntityId", str)
"""Names one thing of the running game: a player, an item, a place. Opaque, compared exactly.

The empty id means the game said "nothing", as in a flag that nobody holds.
"""

ClassName = NewType("ClassName", str)
"""Names a kind of thing, such as a weapon class, in the game's own spelling. Empty for nothing."""

RequestId = NewType("RequestId", str)
"""Ties an answer to the question it belongs to."""

NO_TEAM: Final = 255
"""The team number of somebody, or something, that belongs to no team."""


class Percept(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    omit_defaults=True,
    repr_omit_defaults=True,
    gc=False,
    tag=True,
):
    """Something the game told. A field that is None was not told."""

    extra: tuple[tuple[str, str], ...] = ()
    """What the game told beyond the vocabulary: attribute and text, in the order received."""


class Command(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    omit_defaults=True,
    repr_omit_defaults=True,
    gc=False,
    tag=True,
):
    """Something a player wants the game to do. A field that is None is not said."""

    extra: tuple[tuple[str, str], ...] = ()
    """What a client said beyond the vocabulary: attribute and text, in the order received."""
