"""One think as skills see it: the view, what the plan has noted, and every sense read so far."""

from __future__ import annotations

import random
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from agentfw.characters import Traits
    from agentfw.decisions import Order
    from agentfw.language.types import Key
    from agentfw.perception import View
    from agentfw.weights import Weights

__all__ = ["Fault", "Moment"]


class Fault(msgspec.Struct, frozen=True):
    """A skill that raised, and what."""

    skill: str
    error: str


class Moment:
    """What senses and acts are given.

    A sense is worked out at most once per moment: whoever asks again gets the same value. A sense that
    raises counts as ``nothing``, and as a fault that the brain reports.
    """

    __slots__ = ("faults", "kept", "notes", "preferences", "random", "trace", "traits", "values", "view")

    def __init__(
        self,
        view: View,
        notes: Mapping[str, Any] = MappingProxyType({}),
        rng: random.Random | None = None,
        preferences: Weights | None = None,
        traits: Traits | None = None,
    ) -> None:
        self.view = view
        self.notes = notes
        """What acts have noted, by name; to be read, not written."""
        self.random = rng if rng is not None else random.Random(0)  # noqa: S311 - a game
        """Chance, for acts; senses must not use it."""
        self.preferences = preferences
        """What items and weapons are worth to this bot; None for the weights that ship."""
        self.traits = traits
        """Who this bot is; None for a bot without a character."""
        self.trace: Any = None
        """Where a plan inside of another one puts down why; None while nobody wants to know."""
        self.values: dict[Key, Any] = {}
        self.faults: list[Fault] = []
        self.kept: list[Order] = []

    def keep(self, order: Order) -> None:
        """An order shall be in force for as long as the act that gave it says so in every think.

        However that act ends or is broken off, the order is called off then.
        """
        self.kept.append(order)

    def work_out(self, key: Key, function: Callable[..., Any]) -> Any:
        """Read a sense for the first time; its value is kept for whoever asks again."""
        try:
            value = function(self, *key[1:])
            if value:  # some values cannot be asked whether they hold: better here than in a plan
                pass
        except Exception as error:  # noqa: BLE001 - a skill may raise anything, and the bot lives on
            self.faults.append(Fault(str(key[0]), f"{type(error).__name__}: {error}"))
            value = None
        self.values[key] = value
        return value
