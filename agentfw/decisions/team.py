"""What passes between the bots of a team, and between them and whoever leads."""

from __future__ import annotations

import enum
import re
from typing import Final, Literal, TypeAlias, get_args

import msgspec

from agentfw.geometry import Vec3
from agentfw.language.types import plain_name
from agentfw.vocabulary import EntityId, GameInfo

__all__ = ["DEAF", "Answer", "Fact", "Fate", "Order", "OrderState", "Report", "Urgency"]

DEAF: Final = "I take no orders"
"""Why a bot refuses whatever it is ordered."""

_WORD: Final = re.compile(r"[\w.-]+")
_GROUPS: Final = frozenset({"meet", "together"})
"""What several bots are ordered as one."""
Urgency: TypeAlias = Literal["low", "medium", "high"]
"""What stands above what, of several orders to one bot; the highest is last."""
_RANKS: Final = {urgency: rank for rank, urgency in enumerate(get_args(Urgency))}


class Order(msgspec.Struct, frozen=True, omit_defaults=True, repr_omit_defaults=True):
    """Something that a leader wants a bot to do, or that a bot wants of another one."""

    task: str
    """The name of what shall be done."""
    arguments: tuple[str, ...] = ()
    to: str = ""
    """The name of the bot; empty for everybody."""
    sender: str = ""
    number: int = 0
    """Which order it is, for whoever answers; 0 where nobody counts."""
    for_s: float | None = None
    """How long it holds; None until it is done or called off."""
    urgency: Urgency = "medium"

    def __str__(self) -> str:
        """As a plan would write it: ``defend "red base"``."""
        return " ".join([self.task, *map(_written, self.arguments)])

    @property
    def rank(self) -> int:
        """How urgent it is, as a number: of several orders to one bot, the greatest counts."""
        return _RANKS[self.urgency]

    @property
    def members(self) -> tuple[str, ...]:
        """The bots that it wants to do something as one; nobody where it is for one bot, or for all."""
        if plain_name(self.task) not in _GROUPS or self.to or not self.arguments:
            return ()
        return tuple(dict.fromkeys(filter(None, map(str.strip, self.arguments[0].split(",")))))


def _written(argument: str) -> str:
    """A plain word as it is, anything else in quotes."""
    return argument if _WORD.fullmatch(argument) else '"{}"'.format(argument.replace('"', "'"))


class OrderState(enum.Enum):
    """What a bot makes of an order."""

    ACCEPTED = "accepted"
    POSTPONED = "postponed"
    """Something pressing comes first; then the order is taken up again."""
    REFUSED = "refused"
    """It will not be done, and nothing was done for it."""
    DONE = "done"
    FAILED = "failed"

    @property
    def is_over(self) -> bool:
        """Whether nothing more will come of the order."""
        return self in _ENDS


_ENDS: Final = frozenset({OrderState.DONE, OrderState.FAILED, OrderState.REFUSED})


class Answer(msgspec.Struct, frozen=True, omit_defaults=True, repr_omit_defaults=True):
    """What became of an order, as the bot tells it."""

    number: int
    state: OrderState
    why: str = ""
    has_acted: bool = False
    """Whether anything was done for it: what failed then has not failed cleanly."""


class Fate(msgspec.Struct, frozen=True, omit_defaults=True, repr_omit_defaults=True):
    """What became of an order, as its leader learns it."""

    order: Order
    """As it was given out, without number, and without a sender."""
    state: OrderState
    number: int
    """Which of all fates it is: the same order can have several, one after the other."""
    why: str = ""
    has_acted: bool = False
    """Whether anything was done for it: what failed then has not failed cleanly."""
    at: float = 0.0
    """When the leader learned it, by its clock."""

    @property
    def is_over(self) -> bool:
        """Whether nothing more will come of the order."""
        return self.state.is_over


class Fact(msgspec.Struct, frozen=True, omit_defaults=True, repr_omit_defaults=True):
    """Something that a team-mate knows and shares.

    Subjects are ``flag seen``, ``carrier seen``, ``enemy seen``, ``mate at``, ``base``, ``item taken``,
    ``point owner``, and whatever a team makes up for itself.
    """

    subject: str
    """What it is about, such as ``flag seen`` or ``enemy seen``."""
    at: float
    """When it was found out, on the clock of whoever reads it."""
    source: str = ""
    """The name of the bot that found it out."""
    entity: EntityId | None = None
    location: Vec3 | None = None
    text: str = ""
    """The state of a flag, the class of an item, the name of a player."""
    team: int | None = None
    """Of the flag or the player; who owns the point."""
    holder: EntityId | None = None
    """Who has the flag."""


class Report(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, repr_omit_defaults=True):
    """What a bot tells its team of itself."""

    bot: str
    player: EntityId | None = None
    is_alive: bool = False
    """False while it waits to be born again, and while it is not in the game."""
    location: Vec3 | None = None
    place: EntityId | None = None
    health: int = 0
    armor: int = 0
    weapon: str = ""
    ammo: int = 0
    role: str = ""
    carries: int | None = None
    """The team whose flag it carries."""
    enemies: int = 0
    """How many are in its sight."""
    is_hurt: bool = False
    """Whether it was hurt lately."""
    doing: str = ""
    """What it decided on, in its own words."""
    ways: dict[str, float] = {}
    """How many seconds it is away from ``own base``, ``enemy base``, and each point."""
    answers: tuple[Answer, ...] = ()
    """What became of its orders since its last report."""
    team: int | None = None
    game: GameInfo | None = None
    """Which game it is in; told when that changes."""
    time_left_s: float | None = None
    scores: tuple[tuple[int, float], ...] = ()
    """Of the teams, as it was told last."""
