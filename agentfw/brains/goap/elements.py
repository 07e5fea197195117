"""Goals and actions, compiled: what the engine chooses from and what plans are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from agentfw.brains.goap.sums import Sum, Variable
from agentfw.language.types import TRUTH, Key
from agentfw.language.values import equal
from agentfw.solving import Change, Linear

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from agentfw.brains.goap.clauses import Clause
    from agentfw.brains.goap.state import Variables
    from agentfw.brains.lines import ActCall
    from agentfw.language import Condition, Expression
    from agentfw.language.closures import Evaluate
    from agentfw.language.meaning import Reading
    from agentfw.language.texts import Position
    from agentfw.skills import Moment

__all__ = ["Action", "Changes", "Effect", "Expected", "Goal", "Need"]

_NO_VARIABLES: Final = ()


class Need(NamedTuple):
    """One part of what must hold, for thinking ahead and for looking."""

    condition: Condition
    clause: Clause | None
    """None if actions change nothing that it asks for."""
    call: ActCall | None = None
    """The call whose arguments it speaks of, where an act declares it; else None."""


class Expected(NamedTuple):
    """What an effect makes of one reading that is no number."""

    key: Key
    function: Callable[..., Any]
    value: Any
    is_truth: bool

    def is_so(self, now: Moment) -> bool:
        """Whether it is so already."""
        try:
            value = now.values[self.key]
        except KeyError:
            value = now.work_out(self.key, self.function)
        return bool(value) == self.value if self.is_truth else equal(value, self.value)


class Changes:
    """What an action changes in one moment, put together effect by effect; the last one counts."""

    def __init__(self) -> None:
        self.expected: dict[Key, Expected] = {}
        self.numbers: dict[Key, tuple[int, Callable[..., Any], Linear]] = {}
        self.known = 0
        """The facts that numbers are known, of those that become known."""

    def adds_and_deletes(self, variables: Variables) -> tuple[int, int]:
        """The facts that hold and those that do not hold afterwards."""
        adds, deletes = self.known, 0
        for one in self.expected.values():
            if one.is_truth:
                bit = variables.truth(one.key, one.function)
                adds, deletes = (adds | bit, deletes) if one.value else (adds, deletes | bit)
            else:
                bit = variables.value(one.key, one.function, one.value)
                others = sum(other for _, other in variables.domain(one.key, one.function))
                adds, deletes = adds | bit, deletes | (others & ~bit)
        return adds, deletes

    def changes(self) -> tuple[Change, ...]:
        """What becomes of numbers."""
        return tuple(_change(place, to) for place, _, to in self.numbers.values())


def _change(place: int, to: Linear) -> Change:
    """A change, told as an increase where the number itself is a part of the sum."""
    terms = dict(to.terms)
    if terms.get(place) == 1.0:
        del terms[place]
        return Change(place, Linear(tuple(terms.items()), to.constant), is_increase=True)
    return Change(place, to)


class Effect:
    """What an action changes: one reading."""

    __slots__ = ("_is_truth", "call", "sources", "text", "value", "variable")

    def __init__(
        self, reading: Reading, value: Evaluate | Sum, text: str, call: ActCall | None = None
    ) -> None:
        self.variable = Variable(reading)
        self.value = value
        self.sources = {one.name for one, _ in value.terms} if isinstance(value, Sum) else set()
        """The names of the senses whose changes change what it comes to."""
        self.text = text
        self.call = call
        self._is_truth = reading.type == TRUTH

    def apply(self, variables: Variables, bound: Sequence[Any], to: Changes) -> bool:
        """Put into the changes what it comes to now; whether that is known."""
        key = self.variable.key_of(variables.now, bound)
        if isinstance(self.value, Sum):
            return self._count(self.value, key, variables, bound, to)
        value = self.value(variables.now, bound)
        value = bool(value) if self._is_truth else value
        to.expected[key] = Expected(key, self.variable.function, value, self._is_truth)
        if not self._is_truth:
            variables.value(key, self.variable.function, value)
        return True

    def _count(
        self, value: Sum, key: Key, variables: Variables, bound: Sequence[Any], to: Changes
    ) -> bool:
        found = value.ground(variables, bound)
        if found is None or found[1]:
            return False
        place = variables.number(key, self.variable.function)
        to.numbers[key] = (place, self.variable.function, found[0])
        if variables.is_unknown(key):
            to.known |= variables.known(key)
        return True


class Goal:
    """Something that can be wanted."""

    __slots__ = ("at", "name", "priority", "wants", "when")

    def __init__(self, name: str, at: Position) -> None:
        self.name = name
        self.at = at
        self.priority: Expression | None = None
        self.when: tuple[Condition, ...] = ()
        """What must hold that it is wanted at all."""
        self.wants: tuple[Need, ...] = ()
        """What shall hold."""

    def urgency(self, now: Moment) -> float:
        """Its priority now; 0 without one, and for what is no number."""
        priority = self.priority
        if priority is None:
            return 0.0
        value = priority.constant if priority.is_constant else priority.evaluate(now, _NO_VARIABLES)
        return value if isinstance(value, int | float) and value == value else 0.0  # noqa: PLR0124 - NaN

    def is_reached(self, now: Moment) -> bool:
        """Whether all that it wants holds."""
        for one in self.wants:  # noqa: SIM110 - a generator would cost more than most conditions
            if not one.condition.holds(now, _NO_VARIABLES):
                return False
        return True

    def __repr__(self) -> str:
        return f"Goal({self.name!r})"


class Action:
    """Something that can be done for a goal."""

    __slots__ = (
        *("at", "calls", "cost", "effects", "guards", "label", "members", "name", "needs", "text"),
        *("timeout_s", "variable"),
    )

    def __init__(self, name: str, at: Position) -> None:
        self.name = name
        self.at = at
        self.label = name
        """With its variable and the list, as the file has it."""
        self.variable = ""
        """The name of what stands for a member of the list; empty for none."""
        self.members: Expression | None = None
        """The list of which it is done with one member; None for an action without a variable."""
        self.needs: tuple[Need, ...] = ()
        """What must hold before it, guards included."""
        self.effects: tuple[Effect, ...] = ()
        self.cost: Expression | None = None
        self.calls: tuple[ActCall, ...] = ()
        """The acts that are done, all at once."""
        self.guards: tuple[Condition, ...] = ()
        self.timeout_s: float | None = None
        self.text = ""
        """What it does, as the file has it."""

    def __repr__(self) -> str:
        return f"Action({self.name!r})"
