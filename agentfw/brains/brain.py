"""What every brain is, and what it is made from."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol, runtime_checkable

import msgspec

from agentfw.characters import Traits

if TYPE_CHECKING:
    from agentfw.decisions import Decision, Question, Reason, Reply
    from agentfw.perception import View

__all__ = ["Asks", "Brain", "BrainSetup", "Decides", "Reloads"]


class BrainSetup(msgspec.Struct, frozen=True, kw_only=True):
    """What a brain is told when it is made."""

    name: str = "bot"
    """The name of its bot."""
    seed: int = 0
    options: Mapping[str, str] = MappingProxyType({})
    """What the user asked for, by name: ``skills``, ``tasks``, and whatever a brain knows."""
    traits: Traits | None = None
    """Who the bot is; None for a bot without a character."""
    files: Mapping[str, str] | None = None
    """Texts that stand for files of these names, such as the plan that a recording was made with.

    With them, no plan file is read; None to read files.
    """
    is_traced: bool = False
    """Whether `Brain.explain` shall know everything that was looked at."""
    clock: Callable[[], float] | None = None
    """Seconds, to tell how long thinks take; None where nobody asks."""
    is_inner: bool = False
    """Whether it is an act of a plan, and over as soon as it has come to its end."""


class Decides(Protocol):
    """Anything that decides. Deriving from `Brain` is convenient, not required."""

    def decide(self, view: View) -> Decision:
        """What to do now."""


@runtime_checkable
class Reloads(Decides, Protocol):
    """A brain that follows texts, which can change in mid-game."""

    @property
    def sources(self) -> Mapping[str, str]:
        """The texts in use, by file name."""

    def reload(self, texts: Mapping[str, str] | None = None) -> None:
        """Go on with other texts, or with what the files say now.

        Raises `AgentError` when they are wrong, and then goes on with the old ones.
        """


@runtime_checkable
class Asks(Decides, Protocol):
    """A brain that has planners outside of it work for it, and goes on meanwhile."""

    def questions(self) -> tuple[Question, ...]:
        """What it has come to ask since the last call."""

    def answer(self, reply: Reply) -> None:
        """Hear what came of a question; it counts from the next think on."""

    def is_open(self, number: int) -> bool:
        """Whether the answer to a question is still wanted; asked from another thread, now and then."""


class Brain:
    """A brain to derive from: override `decide`.

    It is asked on every complete look at the world, and at once when it is hurt, dies or gets orders.
    Given the same views and the same seed it must decide the same: take chance from `self.random`, and
    time from the view.
    """

    def __init__(self, setup: BrainSetup = BrainSetup()) -> None:
        self.setup = setup
        self.random = random.Random(f"{setup.seed}/{setup.name}/brain")  # noqa: S311 - a game

    def decide(self, view: View) -> Decision:
        """What to do now."""
        raise NotImplementedError(f"{type(self).__name__} has no decide(self, view)")

    def explain(self, decision: Decision) -> Reason:
        """The full reason of the decision that was made last.

        A brain that puts everything into the reasons of its decisions need not override this; one that
        is faster when it does not may put its notes into words here.
        """
        return decision.reason
