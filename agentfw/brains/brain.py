"""What every brain is, and what it is made from."""

from __future__ import annotations

import random
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Protocol

import msgspec

if TYPE_CHECKING:
    from agentfw.decisions import Decision
    from agentfw.perception import View

__all__ = ["Brain", "BrainSetup", "Decides"]


class BrainSetup(msgspec.Struct, frozen=True, kw_only=True):
    """What a brain is told when it is made."""

    name: str = "bot"
    """The name of its bot."""
    seed: int = 0
    options: Mapping[str, str] = MappingProxyType({})


class Decides(Protocol):
    """Anything that decides. Deriving from `Brain` is convenient, not required."""

    def decide(self, view: View) -> Decision:
        """What to do now."""


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
