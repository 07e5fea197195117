"""Ways through a map, as they are handed to those who asked."""

from __future__ import annotations

import enum

import msgspec

from agentfw.navigation.graph import Link, Node
from agentfw.vocabulary import EntityId

__all__ = ["Outcome", "Prediction", "Route"]


class Route(msgspec.Struct, frozen=True):
    """A way from a start to a goal."""

    places: tuple[EntityId, ...]
    """Every place on the way, start and goal included."""
    cost: float
    links: tuple[Link, ...] = ()
    """The links between them, in order; none when the start is the goal."""


class Outcome(enum.Enum):
    """Why looking ahead along a route ended."""

    FOUND = "found"
    NO_ROUTE = "no_route"
    ARRIVED = "arrived"
    LIMIT = "limit"


class Prediction(msgspec.Struct, frozen=True):
    """What lies ahead on the way to a goal."""

    outcome: Outcome
    node: Node | None = None
    """The place where looking ahead ended; None when there is no route."""
    link: Link | None = None
    """The link that leads there; None at the start."""
    cost: float = 0.0
    """What the way to that place costs."""
