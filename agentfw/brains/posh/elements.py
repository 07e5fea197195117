"""What the engine walks: plans made into tuples and closures, linked by reference.

A definition is compiled once, however often it is named. What belongs to one run through it is in an
`Activation`, what belongs to one way of getting there in a `Place`.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from agentfw.brains.tracing import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from agentfw.language import Condition
    from agentfw.skills import Act, Moment

__all__ = [
    "UNBOUND",
    "Activation",
    "Ask",
    "Collection",
    "Competence",
    "Definition",
    "Drive",
    "Element",
    "Enter",
    "Evaluate",
    "Fire",
    "Pattern",
    "Place",
    "Step",
    "Values",
]

Evaluate: TypeAlias = "Callable[[Moment, Sequence[Any]], Any]"

UNBOUND: Final[tuple[Any, ...]] = ()
"""The values of drives, which are told none."""


class Values:
    """The values that an act or a definition is told; worked out anew only where they can change."""

    __slots__ = ("_parts", "constant")

    def __init__(self, parts: Sequence[Evaluate | None], constants: Sequence[Any]) -> None:
        self._parts = tuple(zip(parts, constants, strict=True))
        self.constant: tuple[Any, ...] | None = tuple(constants) if not any(parts) else None
        """The values, if they never change."""

    def __call__(self, now: Moment, bound: Sequence[Any]) -> tuple[Any, ...]:
        """The values in this moment."""
        if self.constant is not None:
            return self.constant
        return tuple(value if part is None else part(now, bound) for part, value in self._parts)


class Fire(NamedTuple):
    """Do an act."""

    act: Act
    values: Values
    name: str
    """As the plan calls it."""
    given: int
    """How many values the plan tells; the rest are defaults, which nobody needs to read."""

    def label(self, values: tuple[Any, ...]) -> str:
        """The act with its values, for people."""
        if not self.given:
            return self.name
        return f"{self.name}({', '.join(shown(one) for one in values[: self.given])})"


class Enter(NamedTuple):
    """Go into a competence or an action pattern."""

    definition: Definition
    values: Values


class Ask(NamedTuple):
    """Fail unless something holds."""

    conditions: tuple[Condition, ...]
    label: str


Step: TypeAlias = Fire | Enter | Ask


class Element(NamedTuple):
    """One alternative of a competence."""

    name: str
    conditions: tuple[Condition, ...]
    step: Fire | Enter
    retries: int
    """How often it may fire per activation; negative for as often as it likes."""
    number: int
    """Its place among the elements of the competence."""


class Competence:
    """Alternatives by priority."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.timeout = math.inf
        self.goal: tuple[Condition, ...] | None = None
        self.groups: tuple[tuple[Element, ...], ...] = ()
        self.elements: tuple[Element, ...] = ()
        """All groups in one row, by priority."""
        self.retries: tuple[int, ...] | None = None
        """How often each element may fire, if any is limited."""


class Pattern:
    """Steps one after the other."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.timeout = math.inf
        self.steps: tuple[Step, ...] = ()


Definition: TypeAlias = Competence | Pattern


class Drive(NamedTuple):
    """A drive, and what it does."""

    name: str
    conditions: tuple[Condition, ...]
    step: Fire | Enter
    interval: float | None
    is_cancelled: bool
    leave: Fire | None


class Collection(NamedTuple):
    """The root of a plan."""

    name: str
    is_real_time: bool
    goal: tuple[Condition, ...] | None
    groups: tuple[tuple[Drive, ...], ...]
    fallback: float | None

    def time(self, amount: str) -> str:
        """So much time with its unit, for people."""
        thinks = "think" if amount == "1" else "thinks"
        return f"{amount} {'s' if self.is_real_time else thinks}"


class Place:
    """One way of getting to a definition, for people; its parts are made when they are first needed."""

    __slots__ = ("_below", "definition", "ends", "path")

    def __init__(self, definition: Definition, path: tuple[str, ...]) -> None:
        self.definition = definition
        self.path = (*path, definition.name)
        self._below: dict[int, Place] = {}
        self.ends: dict[object, tuple[str, ...]] = {}
        """The paths to acts and endings, by a key of their own."""

    def below(self, index: int, name: str | None, definition: Definition) -> Place:
        """The place of a definition that one of the own elements names."""
        found = self._below.get(index)
        if found is None:
            path = (*self.path, name) if name is not None else self.path
            found = self._below[index] = Place(definition, path)
        return found

    def end(self, key: object, *names: str) -> tuple[str, ...]:
        """The path to something final; the same tuple for the same key."""
        found = self.ends.get(key)
        if found is None:
            found = self.ends[key] = (*self.path, *names)
        return found


class Activation:
    """One run through a definition."""

    __slots__ = ("bound", "deadline", "index", "left", "place")

    def __init__(self, place: Place, bound: tuple[Any, ...], now: float) -> None:
        definition = place.definition
        self.place = place
        self.bound = bound
        self.deadline = now + definition.timeout
        self.index = 0
        """The step of an action pattern that is next."""
        retries = definition.retries if type(definition) is Competence else None
        self.left: list[int] | None = list(retries) if retries is not None else None
        """How often each element may still fire."""
