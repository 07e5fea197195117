"""Trees to checked expressions that plans can run."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from agentfw.language.checking import Scope, Slot, understood, understood_call
from agentfw.language.closures import key_function, truth_function, value_function
from agentfw.language.folding import UNKNOWN, value_of
from agentfw.language.meaning import Meaning, Reading, below
from agentfw.language.printing import print_expression
from agentfw.language.syntax import Call, Node, parts_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from agentfw.language.texts import Problems
    from agentfw.language.types import Key, Reader, Type

__all__ = [
    "Condition",
    "Expression",
    "Scope",
    "Slot",
    "compile_conditions",
    "compile_expression",
    "compile_target",
    "first_failing",
]

_NOTHING_READ: Final[Mapping[Key, Any]] = MappingProxyType({})


class _Compiled:
    """What expressions and conditions have in common."""

    __slots__ = ("_keys", "meaning", "node", "text")

    def __init__(self, node: Node, meaning: Meaning) -> None:
        self.node = node
        self.meaning = meaning
        self.text = print_expression(node)
        """In the form that all spellings share."""
        self._keys = [key_function(one) for one in _readings(meaning)]

    def keys(self, bound: Sequence[Any], values: Mapping[Key, Any] = _NOTHING_READ) -> tuple[Key, ...]:
        """The sense readings it would make, in the order of the text.

        A reading that depends on another one is only told if that one is among `values`.
        """
        reader = _Reread(values)
        found: dict[Key, None] = {}
        for key_of in self._keys:
            try:
                found[key_of(reader, bound)] = None
            except _Unread:
                continue
        return tuple(found)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.text!r})"


class Expression(_Compiled):
    """A checked expression."""

    __slots__ = ("constant", "evaluate", "is_constant", "type")

    def __init__(self, node: Node, meaning: Meaning) -> None:
        super().__init__(node, meaning)
        self.type: Type = meaning.type
        self.evaluate: Callable[[Reader, Sequence[Any]], Any] = value_function(meaning)
        """The value, for a reader and the values of the variables; never raises by itself."""
        value = value_of(meaning)
        self.is_constant = value is not UNKNOWN
        """Whether the value is the same at all times."""
        self.constant: Any = value if self.is_constant else None
        """That value."""


class Condition(_Compiled):
    """One part of what must hold."""

    __slots__ = ("constant", "holds")

    def __init__(self, node: Node, meaning: Meaning) -> None:
        super().__init__(node, meaning)
        self.holds: Callable[[Reader, Sequence[Any]], bool] = truth_function(meaning)
        """Whether it holds, for a reader and the values of the variables; never raises by itself."""
        value = value_of(meaning)
        self.constant: bool | None = None if value is UNKNOWN else bool(value)
        """Whether it holds, if that is the same at all times."""

    @property
    def is_constant(self) -> bool:
        """Whether it holds at all times or never."""
        return self.constant is not None


class _Unread(Exception):
    """Somebody would have to ask a sense."""


class _Reread:
    """A reader that looks up what was read, and reads nothing."""

    def __init__(self, values: Mapping[Key, Any]) -> None:
        self.values: Any = values

    def work_out(self, key: Key, function: Callable[..., Any]) -> Any:
        raise _Unread


def _readings(meaning: Meaning) -> list[Reading]:
    """All readings in something, what stands in the arguments of one before that one."""
    found = [one for part in below(meaning) for one in _readings(part)]
    return [*found, meaning] if isinstance(meaning, Reading) else found


def compile_expression(node: Node, scope: Scope, problems: Problems) -> Expression | None:
    """The checked expression; None after noting everything that is wrong with it."""
    meaning = understood(node, scope, problems)
    return Expression(node, meaning) if meaning is not None else None


def compile_conditions(node: Node, scope: Scope, problems: Problems) -> tuple[Condition, ...]:
    """The parts of a condition that must all hold, so that the first one that fails can be named.

    Parts with mistakes are noted and left out.
    """
    parts = [(one, understood(one, scope, problems)) for one in parts_of(node, "and")]
    return tuple(Condition(one, meaning) for one, meaning in parts if meaning is not None)


def compile_target(
    call: Call, scope: Scope, problems: Problems
) -> Callable[[Reader, Sequence[Any]], Key] | None:
    """Where an assignment puts its value, as a function; None after noting what is wrong."""
    reading = understood_call(call, scope, problems)
    return key_function(reading) if reading is not None else None


def first_failing(
    conditions: Sequence[Condition], reader: Reader, bound: Sequence[Any]
) -> Condition | None:
    """The first condition that does not hold, if there is one."""
    for condition in conditions:
        if not condition.holds(reader, bound):
            return condition
    return None
