"""Views of real play to test brains with: the arena plays a little, without network and clock."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Final

from agentfw.arena.server import Arena, ArenaOptions
from agentfw.bot import Circle
from agentfw.brains import Brain, BrainSetup
from agentfw.brains.hunter import Hunter
from agentfw.engines.doors import replay_session
from agentfw.errors import UsageError
from agentfw.vocabulary import Join

if TYPE_CHECKING:
    from agentfw.brains import Decides, Decision
    from agentfw.perception import View

__all__ = ["sample_views"]

_NAME: Final = "Sample"


class _Noting(Brain):
    """Decides as another brain does, and keeps what it was shown."""

    def __init__(self, inner: Decides) -> None:
        super().__init__(BrainSetup())
        self.views: list[View] = []
        self._inner = inner

    def decide(self, view: View) -> Decision:
        """What the other brain decides."""
        self.views.append(view)
        return self._inner.decide(view)


@functools.cache
def sample_views(
    mode: str = "dm", *, seconds: float = 20.0, seed: int = 1, dialect: str | None = None
) -> tuple[View, ...]:
    """Everything a bot saw in some seconds of a match against three others.

    The sample brain plays. The same arguments give the same views; they are made once per process.
    """
    arena = Arena(ArenaOptions(mode=mode, dialect=dialect, bots=3, seed=seed, time_limit_min=0))
    client = arena.connect("bot", "local")
    if client is None:
        raise UsageError("the arena lets nobody in")
    brain = _Noting(Hunter(BrainSetup(name=_NAME, seed=seed)))
    circle = Circle(brain, seed=seed)
    circle.connect(replay_session(arena.dialect.name, Join(player_name=_NAME)), "arena", 0.0)
    for tick in range(round(seconds / arena.tick_s)):
        arena.tick()
        heard = client.take_output()
        if heard:
            client.feed(circle.feed(heard, tick * arena.tick_s))
    return tuple(brain.views)
