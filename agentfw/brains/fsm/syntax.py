"""Machine files as trees. Two trees are equal when they say the same, wherever it stands."""

from __future__ import annotations

import dataclasses
import enum
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

    from agentfw.brains.inner import Use
    from agentfw.brains.lines import Invocation
    from agentfw.brains.lines.heads import Constant
    from agentfw.language.syntax import Node
    from agentfw.language.texts import Position

__all__ = [
    "CLAUSES",
    "DEFAULT_LIMIT",
    "MAX_LIMIT",
    "MAX_NESTING",
    "ActLine",
    "Ending",
    "Kind",
    "MachineSource",
    "Memory",
    "StateSource",
    "Target",
    "TransitionLine",
    "all_states",
    "parts_in",
]

CLAUSES: Final = ("when", "priority", "chance", "do")
"""What can follow the target of a transition, in the order in which it is printed."""
DEFAULT_LIMIT: Final = 50
"""So often a machine may switch in one think, unless it says otherwise."""
MAX_LIMIT: Final = 1000
MAX_NESTING: Final = 32
"""So many states may stand one inside of the other."""


class Kind(enum.Enum):
    """When an act of a state is done."""

    ENTER = "Enter"
    DURING = "During"
    ONCE = "Once"
    EXIT = "Exit"


class Memory(enum.Enum):
    """What a state remembers of the states inside of it when it is left."""

    NONE = ""
    SHALLOW = "History"
    DEEP = "History deep"


@dataclasses.dataclass(frozen=True, slots=True)
class ActLine:
    """``During explore``."""

    kind: Kind
    call: Invocation
    at: Position = dataclasses.field(compare=False, repr=False)


@dataclasses.dataclass(frozen=True, slots=True)
class Target:
    """The name of a state, dotted if it is not clear otherwise."""

    name: str
    at: Position = dataclasses.field(compare=False, repr=False)


@dataclasses.dataclass(frozen=True, slots=True)
class TransitionLine:
    """``To STATE when … priority … chance … do …``, or the same with ``Timeout SECONDS`` before it."""

    target: Target
    at: Position = dataclasses.field(compare=False, repr=False)
    timeout: Node | None = None
    when: Node | None = None
    priority: Node | None = None
    chance: Node | None = None
    does: Invocation | None = None


@dataclasses.dataclass(frozen=True, slots=True)
class Ending:
    """``Final done`` or ``Final failed "reason"``."""

    is_well: bool
    reason: str
    at: Position = dataclasses.field(compare=False, repr=False)


@dataclasses.dataclass(frozen=True, slots=True)
class StateSource:
    """One state with everything that is indented below it."""

    name: str
    at: Position = dataclasses.field(compare=False, repr=False)
    initial: Target | None = None
    memory: Memory = Memory.NONE
    final: Ending | None = None
    acts: tuple[ActLine, ...] = ()
    transitions: tuple[TransitionLine, ...] = ()
    states: tuple[StateSource, ...] = ()
    is_included: bool = dataclasses.field(default=False, compare=False)


@dataclasses.dataclass(frozen=True, slots=True)
class MachineSource:
    """A machine file with everything that it includes."""

    uses: tuple[Use, ...] = ()
    constants: tuple[Constant, ...] = ()
    initial: Target | None = None
    limit: int = DEFAULT_LIMIT
    states: tuple[StateSource, ...] = ()


def all_states(states: tuple[StateSource, ...]) -> Iterator[StateSource]:
    """All states, each one before those inside of it."""
    for one in states:
        yield one
        yield from all_states(one.states)


def parts_in(*roots: object) -> Iterator[object]:
    """Everything that trees are made of, expressions included, in no order that means anything."""
    todo = list(roots)
    while todo:
        one = todo.pop()
        if isinstance(one, tuple):
            todo += one
        elif dataclasses.is_dataclass(one) and not isinstance(one, type):
            yield one
            todo += [getattr(one, field.name) for field in dataclasses.fields(one) if field.compare]
