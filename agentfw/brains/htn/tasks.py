"""Tasks ready to be done: conditions and arguments as closures, names resolved to the tasks they mean.

A task is *primitive* when an act does it, and *compound* when lines of subtasks do. Tasks refer to each
other, also in circles, so they are made empty and filled afterwards; after loading nobody changes them.
"""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Any

from agentfw.brains.lines import Given
from agentfw.brains.tracing import shown

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from agentfw.brains.htn.syntax import Settings
    from agentfw.brains.lines import Fixed
    from agentfw.language import Condition, Expression, Parameter, Position, Reader
    from agentfw.language.types import Key
    from agentfw.skills import Act

__all__ = ["Call", "Effect", "Kind", "Line", "Task", "Way", "label", "subtasks_of"]


class Task:
    """Something that can be done."""

    __slots__ = (
        "act",
        "at",
        "effects",
        "goals",
        "guards",
        "is_declared",
        "lines",
        "lookahead",
        "name",
        "parameters",
        "positional",
        "preconditions",
        "priority",
        "requirements",
        "room",
    )

    def __init__(self, name: str, at: Position, parameters: tuple[Parameter, ...] = ()) -> None:
        self.name = name
        self.at = at
        self.parameters = parameters
        self.positional = len(parameters)
        """So many of them can be given without their names."""
        self.is_declared = True
        """Whether the file has a head for it; else it is an act that is used as it is."""
        self.act: Act | None = None
        """Who does it; None for a compound task."""
        self.goals: tuple[Condition, ...] = ()
        self.preconditions: tuple[Condition, ...] = ()
        self.guards: tuple[Condition, ...] = ()
        self.lines: tuple[Line, ...] = ()
        self.priority: Expression | None = None
        self.lookahead: Settings | None = None
        self.effects: tuple[Effect, ...] | None = None
        """What it changes, for looking ahead; None where nobody says."""
        self.requirements: tuple[Condition, ...] = ()
        """What the act declares that it needs; only looked at when looking ahead."""
        self.room = 0
        """How many names its lines bind, beside the parameters."""

    def __repr__(self) -> str:
        return f"Task({self.name!r})"

    def is_achieved(self, now: Reader, bound: Sequence[Any]) -> bool:
        """Whether it has goals and all of them hold: then there is nothing to do."""
        goals = self.goals
        if not goals:
            return False
        for goal in goals:  # noqa: SIM110 - the plain loop is quicker
            if not goal.holds(now, bound):
                return False
        return True

    def bind(self, arguments: tuple[Any, ...]) -> list[Any]:
        """Its arguments, with room for what its lines bind."""
        return [*arguments, *[None] * self.room]


class Call(Given):
    """A task with the arguments it is to be given."""

    __slots__ = ("task", "text")

    def __init__(self, task: Task, parts: tuple[Expression | Fixed, ...], text: str) -> None:
        super().__init__(parts)
        self.task = task
        self.text = text
        """As the file writes it."""


class Kind(enum.Enum):
    """What kind of alternative it is."""

    CALL = "call"
    TOGETHER = "together"
    VALUE = "value"
    EACH = "each"
    EVERY = "every"
    CYCLE = "cycle"


class Way:
    """One alternative of a line."""

    __slots__ = ("calls", "expression", "is_last", "kind", "slot", "text")

    def __init__(self, kind: Kind, text: str, calls: tuple[Call, ...] = ()) -> None:
        self.kind = kind
        self.text = text
        self.calls = calls
        self.expression: Expression | None = None
        """The list to go through, or the value to bind."""
        self.slot = 0
        """Of an iteration: where the member is put."""
        self.is_last = False
        """Whether its task fails when this does, and succeeds when this does."""

    def evaluate(self, now: Reader, bound: Sequence[Any]) -> Any:
        """The value to bind."""
        return self.expression.evaluate(now, bound) if self.expression is not None else None

    def members(self, now: Reader, bound: Sequence[Any]) -> tuple[Any, ...]:
        """What to go through; nothing if the value is no list."""
        found = self.evaluate(now, bound)
        if isinstance(found, frozenset):
            return tuple(
                sorted(found, key=str)
            )  # sets of texts are in no order that a replay could keep
        return tuple(found) if isinstance(found, tuple | list) else ()


class Line:
    """Alternatives, of which one has to succeed."""

    __slots__ = ("slot", "text", "ways")

    def __init__(self, ways: tuple[Way, ...], slot: int, text: str) -> None:
        self.ways = ways
        self.slot = slot
        """Where the value that was found is put; -1 for nowhere."""
        self.text = text


class Effect:
    """What a primitive changes, for looking ahead."""

    __slots__ = ("text", "to", "value")

    def __init__(self, to: Callable[[Reader, Sequence[Any]], Key], value: Expression, text: str) -> None:
        self.to = to
        self.value = value
        self.text = text


def label(task: Task, arguments: Sequence[Any]) -> str:
    """A task with its arguments, as people read it; what an act was given by default is left out."""
    count = len(arguments)
    if task.act is not None:
        while count and count <= len(task.parameters):
            parameter = task.parameters[count - 1]
            if parameter.is_required or arguments[count - 1] != parameter.default:
                break
            count -= 1
    told = (one if isinstance(one, str) else shown(one) for one in arguments[:count])
    return " ".join((task.name, *told))


def subtasks_of(task: Task) -> Iterator[Task]:
    """The tasks that the lines of a task call, as often as they are called."""
    return (call.task for line in task.lines for way in line.ways for call in way.calls)
