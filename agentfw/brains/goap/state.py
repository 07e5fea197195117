"""What a search knows of one moment: facts and numbers, each found by the reading that tells it.

A truth is one fact. What has other values (texts, ids, ``nothing``) is a fact for each value that it has
now or that some action gives it, of which always exactly one holds. A number that nobody knows now has a
fact that says when it is known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from agentfw.brains.tracing import shown, told
from agentfw.language.values import equal, frozen
from agentfw.language.values import is_number as is_a_number

if TYPE_CHECKING:
    from collections.abc import Callable

    from agentfw.language.types import Key
    from agentfw.skills import Moment

__all__ = ["Variables", "finite", "only_in_thought", "reading_of"]

_LARGEST: Final = 1e15
"""What is farther than that is as far as infinity, and sums with it have no surprises."""


def reading_of(now: Moment, key: Key, function: Callable[..., Any]) -> Any:
    """What a sense tells now."""
    try:
        return now.values[key]
    except KeyError:
        return now.work_out(key, function)


def finite(value: Any) -> float | None:
    """A number that sums can be made of; None for what is none."""
    if not is_a_number(value) or value != value:  # noqa: PLR0124 - NaN
        return None
    return float(min(max(value, -_LARGEST), _LARGEST))


def only_in_thought(_now: object) -> bool:
    """What the senses answer that ``Fact`` declares: what is so in thought is kept by the engine."""
    return False


class Variables:
    """The facts and numbers of one moment, numbered as they are asked for."""

    __slots__ = ("_domains", "_numbers", "_truths", "_unknown", "facts", "now", "numbers", "start")

    def __init__(self, now: Moment) -> None:
        self.now = now
        self.facts: list[str] = []
        """The names of the facts; the first is bit 1."""
        self.numbers: list[str] = []
        self.start = 0
        """The facts that hold now."""
        self._truths: dict[Key, int] = {}
        self._domains: dict[Key, list[tuple[Any, int]]] = {}
        self._numbers: dict[Key, tuple[int, float]] = {}
        self._unknown: dict[Key, int] = {}

    @property
    def amounts(self) -> tuple[float, ...]:
        """The numbers as they are now."""
        return tuple(value for _, value in self._numbers.values())

    def new_fact(self, name: str, *, holds: bool) -> int:
        """The bit of a fact that nobody has asked for yet."""
        bit = 1 << len(self.facts)
        self.facts.append(name)
        if holds:
            self.start |= bit
        return bit

    def truth(self, key: Key, function: Callable[..., Any]) -> int:
        """The bit of a truth."""
        bit = self._truths.get(key)
        if bit is None:
            holds = bool(reading_of(self.now, key, function))
            bit = self._truths[key] = self.new_fact(told(key), holds=holds)
        return bit

    def domain(self, key: Key, function: Callable[..., Any]) -> list[tuple[Any, int]]:
        """The values that something can have, each with the bit of the fact that it has it."""
        found = self._domains.get(key)
        if found is None:
            found = self._domains[key] = []
            self.value(key, function, frozen(reading_of(self.now, key, function)), holds=True)
        return found

    def value(self, key: Key, function: Callable[..., Any], value: Any, *, holds: bool = False) -> int:
        """The bit of the fact that something has a value; from now on it can have it."""
        known = self.domain(key, function)
        for one, bit in known:
            if equal(one, value):
                return bit
        bit = self.new_fact(f"{told(key)} = {shown(value)}", holds=holds)
        known.append((value, bit))
        return bit

    def number(self, key: Key, function: Callable[..., Any]) -> int:
        """The place of a number."""
        found = self._numbers.get(key)
        if found is None:
            value = reading_of(self.now, key, function)
            amount = finite(value)
            found = self._numbers[key] = (len(self.numbers), 0.0 if amount is None else amount)
            self.numbers.append(told(key))
            if amount is None:
                self._unknown[key] = self.new_fact(f"{told(key)} is known", holds=False)
        return found[0]

    def is_unknown(self, key: Key) -> bool:
        """Whether nobody knows a number now; it must have been asked for."""
        return key in self._unknown

    def known(self, key: Key) -> int:
        """The bit of the fact that such a number is known."""
        return self._unknown[key]
