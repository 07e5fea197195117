"""What passes between the bots of a team."""

from __future__ import annotations

import msgspec

from agentfw.geometry import Vec3
from agentfw.vocabulary import EntityId

__all__ = ["Fact", "Order"]


class Order(msgspec.Struct, frozen=True, omit_defaults=True, repr_omit_defaults=True):
    """Something that a leader wants a bot to do."""

    task: str
    """The name of what shall be done, as the plan of the bot knows it."""
    arguments: tuple[str, ...] = ()
    to: str = ""
    """The name of the bot; empty for everybody."""
    sender: str = ""


class Fact(msgspec.Struct, frozen=True, omit_defaults=True, repr_omit_defaults=True):
    """Something that a team-mate knows and shares."""

    subject: str
    """What it is about, such as ``flag seen`` or ``enemy seen``."""
    at: float
    """When it was found out, on the clock of whoever reads it."""
    source: str = ""
    """The name of the bot that found it out."""
    entity: EntityId | None = None
    location: Vec3 | None = None
    text: str = ""
