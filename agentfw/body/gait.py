"""Walking where one could run: quietly, and at ease."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agentfw.vocabulary import SetWalking

if TYPE_CHECKING:
    import random

    from agentfw.body.human import Human
    from agentfw.body.port import Port
    from agentfw.decisions import Activity
    from agentfw.perception import View

__all__ = ["Gait"]


class Gait:
    """Walks some of its ways, by chance, and runs as soon as somebody is about."""

    def __init__(self, human: Human, rng: random.Random) -> None:
        self._share = human.walker
        self._rng = rng
        self._began_at: float | None = None
        """When the journey began that was decided on last."""
        self._is_stroll = False
        self._walks = False

    def choose(self, view: View, port: Port, journey: Activity | None) -> None:
        """Walk or run on this journey; None while there is none, or something hurries the legs."""
        if journey is not None and journey.started_at != self._began_at:
            self._began_at = journey.started_at
            self._is_stroll = self._rng.random() < self._share
        is_calm = not view.enemies and not view.threats.is_under_fire and view.carried_flag is None
        walks = journey is not None and self._is_stroll and is_calm
        if walks != self._walks:
            self._walks = walks
            port.send(SetWalking(walk=walks))

    def forget(self) -> None:
        """The next body runs, unless it is told otherwise."""
        self._walks = False
        self._began_at = None
