"""Machines as engines run them: states that know their places, transitions in the order of tests."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from agentfw.brains.fsm.syntax import DEFAULT_LIMIT, Memory
from agentfw.skills import DONE, Failed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from agentfw.brains.fsm.names import StateCondition
    from agentfw.brains.fsm.syntax import StateSource, TransitionLine
    from agentfw.brains.lines import ActCall
    from agentfw.language import Condition, Expression, Reader
    from agentfw.language.texts import Position
    from agentfw.skills import Done

__all__ = ["SLOTS", "Line", "Machine", "State", "Transition", "conjunction"]

SLOTS: Final = ("done", "failed", "state_time", "previous")
"""What every state knows of itself; the values stand side by side among those that are bound."""


class Line:
    """An act that goes on while a state lasts."""

    __slots__ = ("call", "is_once")

    def __init__(self, call: ActCall, *, is_once: bool) -> None:
        self.call = call
        self.is_once = is_once


class State:
    """A state with its place among the others."""

    def __init__(self, name: str, parent: State | None, source: StateSource) -> None:
        self.name = name
        self.label = name
        """The shortest name that means this state and no other."""
        self.parent = parent
        self.source = source
        self.chain: tuple[State, ...] = (*(parent.chain if parent is not None else ()), self)
        """The states around it, from the outermost one, and the state itself."""
        self.path = tuple(one.name for one in self.chain)
        self.base = (len(self.chain) - 1) * len(SLOTS)
        """Where what it knows of itself stands among the values that are bound."""
        self.states: list[State] = []
        self.initial: State | None = None
        self.memory = source.memory
        self.final: Done | Failed | None = None
        if source.final is not None:
            self.final = DONE if source.final.is_well else Failed(source.final.reason)
        self.enter: tuple[ActCall, ...] = ()
        self.exit: tuple[ActCall, ...] = ()
        self.lines: tuple[Line, ...] = ()
        self.transitions: tuple[Transition, ...] = ()
        self.tests: tuple[Transition, ...] = ()
        """All transitions that are tested while this is the innermost state, in order."""
        self.rest: dict[Transition, tuple[Transition, ...]] = {}
        """What is still tested after one of them has told the machine to stay."""

    @property
    def at(self) -> Position:
        """Where it stands in its file."""
        return self.source.at

    def within(self) -> Iterator[State]:
        """The state, and all states inside of it."""
        yield self
        for one in self.states:
            yield from one.within()

    def descent(self, remembered: dict[State, State]) -> tuple[State, ...]:
        """The states to enter below this one, given what each state was left in."""
        found: list[State] = []
        one: State = self
        while one.initial is not None:
            last = remembered.get(one) if one.memory is not Memory.NONE else None
            if last is not None and one.memory is Memory.DEEP:
                return (*found, *last.chain[len(one.chain) :])
            target = last or one.initial
            found += target.chain[len(one.chain) :]
            one = target
        return tuple(found)

    def __repr__(self) -> str:
        return f"State({self.label!r})"


class Transition:
    """A way from a state to another one."""

    __slots__ = (
        "chance",
        "conditions",
        "depth",
        "does",
        "holds",
        "owner",
        "priority",
        "source",
        "target",
        "text",
    )

    def __init__(self, owner: State, target: State, source: TransitionLine, text: str) -> None:
        self.owner = owner
        self.target = target
        self.source = source
        self.text = text
        """As the file writes it."""
        self.conditions: tuple[StateCondition, ...] = ()
        self.holds: Callable[[Reader, Sequence[Any]], bool] = _always
        self.chance: Expression | None = None
        self.priority: float = 0
        self.does: ActCall | None = None
        around = owner.chain
        common = [index for index, one in enumerate(target.chain[:-1], 1) if one in around]
        self.depth = max(common, default=0)
        """How many states around it are not left."""

    def keeps(self, leaf: State) -> bool:
        """Whether it leads to where a machine in this state is already, so that the machine stays.

        That is so for lists of an outer state, which say where to be; a state that goes to itself means
        to be entered again.
        """
        return self.owner in self.target.chain[:-1] and self.target in leaf.chain

    @property
    def is_sure(self) -> bool:
        """Whether it fires whenever it is tested."""
        return self.chance is None and all(one.constant for one in self.conditions)

    def __repr__(self) -> str:
        return f"Transition({self.owner.label!r}, {self.text!r})"


class Machine:
    """All states of a plan."""

    def __init__(self, states: tuple[State, ...], initial: State, limit: int = DEFAULT_LIMIT) -> None:
        self.states = states
        """Those that stand in no other."""
        self.initial = initial
        self.limit = limit
        self.all = tuple(one for state in states for one in state.within())
        self.depth = max(len(one.chain) for one in self.all)


def conjunction(conditions: Sequence[Condition]) -> Callable[[Reader, Sequence[Any]], bool]:
    """Whether all conditions hold, as one function."""
    tests = tuple(one.holds for one in conditions)
    if not tests:
        return _always
    if len(tests) == 1:
        return tests[0]
    if len(tests) == 2:
        first, second = tests
        return lambda reader, bound: first(reader, bound) and second(reader, bound)

    def hold(reader: Reader, bound: Sequence[Any]) -> bool:
        for test in tests:  # noqa: SIM110 - a generator would cost more than the tests
            if not test(reader, bound):
                return False
        return True

    return hold


def _always(_reader: Reader, _bound: Sequence[Any]) -> bool:
    return True
