"""One think as skills see it: the view, what the plan has noted, and every sense read so far."""

from __future__ import annotations

import random
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

import msgspec

from agentfw.language.types import plain_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from agentfw.characters import Traits
    from agentfw.decisions import Order
    from agentfw.language.types import Key
    from agentfw.perception import View
    from agentfw.weights import Weights

__all__ = ["Fault", "Moment"]

_LEAVES_FREE: Final = frozenset(
    {"assigntask", "calloff", "cleartasks", "dismissed", "removetask", "replacetasks", "role"}
)
"""Orders after which a bot is as free as before, or freer."""


class Fault(msgspec.Struct, frozen=True):
    """A skill that raised, and what."""

    skill: str
    error: str


class Moment:
    """What senses and acts are given.

    A sense is worked out at most once per moment: whoever asks again gets the same value. A sense that
    raises counts as ``nothing``, and as a fault that the brain reports. Only who is free is asked anew
    once an act has ordered something, lest two acts order one bot about in one think.
    """

    __slots__ = (
        *("_of_the_free", "_reads_free", "faults", "kept", "notes", "preferences", "random"),
        *("spoken_for", "trace", "traits", "values", "view"),
    )

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
        self.spoken_for: frozenset[str] = frozenset()
        """The bots that acts have ordered something in this think."""
        self._reads_free = False
        self._of_the_free: list[Key] = []
        """What was read that depends on who is free."""

    @property
    def free(self) -> tuple[str, ...]:
        """The bots that have nothing pressing to do, and were not ordered anything in this think."""
        self._reads_free = True
        free = self.view.squad.free
        return tuple(name for name in free if name not in self.spoken_for) if self.spoken_for else free

    def speak_for(self, orders: Iterable[Order]) -> None:
        """An act has given these orders: no other act finds their bots free in this think."""
        self.spoken_for |= {name for order in orders for name in _busy_with(order)}
        for key in self._of_the_free:
            self.values.pop(key, None)
        self._of_the_free.clear()

    def keep(self, order: Order) -> None:
        """An order shall be in force for as long as the act that gave it says so in every think.

        However that act ends or is broken off, the order is called off then.
        """
        self.kept.append(order)

    def work_out(self, key: Key, function: Callable[..., Any]) -> Any:
        """Read a sense for the first time; its value is kept for whoever asks again."""
        outer, self._reads_free = self._reads_free, False
        try:
            value = function(self, *key[1:])
            if value:  # some values cannot be asked whether they hold: better here than in a plan
                pass
        except Exception as error:  # noqa: BLE001 - a skill may raise anything, and the bot lives on
            self.faults.append(Fault(str(key[0]), f"{type(error).__name__}: {error}"))
            value = None
        self.values[key] = value
        if self._reads_free:
            self._of_the_free.append(key)
        self._reads_free = self._reads_free or outer
        return value


def _busy_with(order: Order) -> Iterator[str]:
    """The bots that are not free any more when they have this order."""
    if order.urgency != "low" and plain_name(order.task) not in _LEAVES_FREE:
        yield from order.members or filter(None, (order.to,))
