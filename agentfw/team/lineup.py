"""Who plays where: what team files come to when everything in them is settled."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from types import MappingProxyType

import msgspec
from msgspec.structs import asdict

from agentfw.characters import Traits
from agentfw.engines.doors import MASKED
from agentfw.engines.link import AUTO

__all__ = ["BotPlan", "Ground", "Lineup", "Restart", "RestartPolicy", "TeamPlan"]


class Restart(enum.Enum):
    """On which end a bot is started again."""

    NEVER = "never"
    ON_FAILURE = "on-failure"
    ALWAYS = "always"


class RestartPolicy(msgspec.Struct, frozen=True, kw_only=True):
    """When a bot that ended is started again, and how often."""

    when: Restart = Restart.ON_FAILURE
    first_s: float = 1.0
    most_s: float = 30.0
    budget: int = 5
    """How many restarts there may be within the window."""
    window_s: float = 300.0


class BotPlan(msgspec.Struct, frozen=True, kw_only=True):
    """One bot that shall play."""

    name: str
    brain: str
    """As `agentfw.brains.make_brain` takes it."""
    options: Mapping[str, str] = MappingProxyType({})
    """What the brain is told, its skills and its role included."""
    skill: float | None = None
    traits: Traits | None = None
    """Of its character at its skill."""
    role: str = ""
    restart: RestartPolicy = RestartPolicy()
    looks_hz: float | None = None


class TeamPlan(msgspec.Struct, frozen=True, kw_only=True):
    """One team that shall play."""

    name: str
    number: int | None = None
    """Its side: 0 is red, 1 is blue; None where everybody plays for himself."""
    bots: tuple[BotPlan, ...]
    coordinator: BotPlan | None = None
    """Who leads it."""
    shares: bool = False
    """Whether its bots tell each other what they see."""
    transport: str = "direct"
    """How its bots hear of each other: ``direct``, or only by the ``chat`` of the game."""
    recruit: BotPlan | None = None
    """What a bot is like that the coordinator adds; without a name."""


class Ground(msgspec.Struct, frozen=True, kw_only=True):
    """Where it is played: in an arena in this process, or on a server."""

    host: str | None = None
    """A server; None for the arena."""
    port: int = 3000
    dialect: str = AUTO
    password: str | None = None
    map: str | None = None
    mode: str | None = None
    bots: int = 0
    """Bots of the arena itself."""
    skill: float = 4.0
    minutes: float | None = None
    score: int | None = None

    def __str__(self) -> str:
        """Where that is, for people: ``dom on dom-crossing``, ``ut-host:3000``."""
        return f"{self.host}:{self.port}" if self.host is not None else f"{self.mode} on {self.map}"

    def __repr__(self) -> str:
        """All of it but the password, which has no business in a log or a traceback."""
        shown = {**asdict(self), "password": None if self.password is None else MASKED}
        return f"Ground({', '.join(f'{name}={value!r}' for name, value in shown.items())})"


class Lineup(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that team files ask for."""

    ground: Ground
    teams: tuple[TeamPlan, ...]
    seed: int = 0
    matches: int = 1
    record: str | None = None
    stagger_s: float = 0.1
