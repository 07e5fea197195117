"""Percepts that belong together and are handed over whole."""

from __future__ import annotations

from agentfw.vocabulary._base import Percept

__all__ = ["Listing", "Snapshot"]


class Snapshot(Percept, frozen=True):
    """Everything perceived at one moment. What it does not list is not perceived now."""

    time: float
    """Game time in seconds."""
    percepts: tuple[Percept, ...] = ()


class Listing(Percept, frozen=True):
    """A complete list that the game told, such as all places of the map."""

    subject: str
    """What is listed: ``world`` for everything told on arrival, or the kind asked for."""
    percepts: tuple[Percept, ...] = ()
