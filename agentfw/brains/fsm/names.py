"""What states know of themselves, as names that conditions can use: done, failed, state_time, previous.

These change in mid-think, whenever the machine switches, and machines can stand inside of each other. So
they are no senses, which are read once per think, but variables, and each level of states has its own.
"""

from __future__ import annotations

import dataclasses
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from agentfw.brains.fsm.states import SLOTS
from agentfw.language import (
    NUMBER,
    TEXT,
    TRUTH,
    Binary,
    Call,
    Condition,
    ListOf,
    Literal,
    Negate,
    Not,
    Scope,
    Slot,
    Variable,
)
from agentfw.language.checking import understood
from agentfw.language.syntax import parts_of
from agentfw.language.types import plain_name
from agentfw.sources import nearest

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from agentfw.brains.fsm.states import State
    from agentfw.brains.lines import Constants, Invocation
    from agentfw.language import Key, Node, Position, Problems, Type
    from agentfw.language.meaning import Meaning
    from agentfw.skills import SkillSet

__all__ = ["OWN_NAMES", "StateCondition", "StateNames"]

STATE_WAS: Final = "state_was"
OWN_NAMES: Final = (*SLOTS, STATE_WAS)
_TYPES: Final[tuple[Type, ...]] = (TRUTH, TRUTH, NUMBER, TEXT)
_PLAIN: Final = {plain_name(name): index for index, name in enumerate(SLOTS)}
_WAS: Final = plain_name(STATE_WAS)
_NO_VALUES: Final[Mapping[Key, Any]] = MappingProxyType({})


class StateCondition(Condition):
    """A condition that knows which of the names of its state it asks for."""

    __slots__ = ("own",)

    def __init__(self, node: Node, meaning: Meaning, own: tuple[tuple[Key, int], ...]) -> None:
        super().__init__(node, meaning)
        self.own = own
        """How a reason calls each of them, and where its value stands among those that are bound."""

    def keys(self, bound: Sequence[Any], values: Mapping[Key, Any] = _NO_VALUES) -> tuple[Key, ...]:
        """The readings it would make, and what it asks of its state."""
        return (*(key for key, _ in self.own), *super().keys(bound, values))


class StateNames:
    """The names that the lines of one state can use."""

    def __init__(
        self,
        state: State,
        skills: SkillSet,
        constants: Constants,
        find: Callable[[str, Position], State | None],
    ) -> None:
        self._state = state
        self._skills = skills
        self._find = find
        slots = {
            name: Slot(state.base + index, kind)
            for index, (name, kind) in enumerate(zip(SLOTS, _TYPES, strict=True))
        }
        self.scope = Scope(skills.sense, self._suggestion, slots, constants)

    def conditions(self, node: Node, problems: Problems) -> tuple[StateCondition, ...]:
        """The parts of a condition that must all hold; what is wrong is noted and left out."""
        found = []
        for one in parts_of(node, "and"):
            told = self.rewritten(one, problems)
            meaning = understood(told, self.scope, problems) if told is not None else None
            if meaning is not None:
                found.append(StateCondition(one, meaning, self._own(one)))
        return tuple(found)

    def call(self, told: Invocation, problems: Problems) -> Invocation | None:
        """A call of an act with own names in its arguments made variables."""
        plain = [self._argument(one, problems) for one in told.arguments]
        named = [(name, self._argument(one, problems)) for name, one in told.named]
        if None in plain or any(one is None for _, one in named):
            return None
        return dataclasses.replace(told, arguments=tuple(plain), named=tuple(named))

    def _argument(self, one: Any, problems: Problems) -> Any:
        is_node = isinstance(one, Call | Not | Negate | Binary | ListOf)
        return self.rewritten(one, problems) if is_node else one

    def rewritten(self, node: Node, problems: Problems) -> Node | None:
        """An expression with own names made variables; None after noting what is wrong."""
        match node:
            case Call():
                return self._rewritten_call(node, problems)
            case ListOf():
                members = [self.rewritten(one, problems) for one in node.members]
                whole = tuple(one for one in members if one is not None)
                return ListOf(whole, node.at) if len(whole) == len(members) else None
            case Not() | Negate():
                operand = self.rewritten(node.operand, problems)
                return dataclasses.replace(node, operand=operand) if operand is not None else None
            case Binary():
                left = self.rewritten(node.left, problems)
                right = self.rewritten(node.right, problems)
                if left is None or right is None:
                    return None
                return dataclasses.replace(node, left=left, right=right)
            case _:
                return node

    def _rewritten_call(self, node: Call, problems: Problems) -> Node | None:
        plain = plain_name(node.name)
        if plain in _PLAIN:
            return self._variable(node, problems)
        if plain == _WAS:
            return self._was(node, problems)
        arguments = [self.rewritten(one, problems) for one in node.arguments]
        named = [(name, self.rewritten(one, problems)) for name, one in node.named]
        return self._made(node, arguments, named)

    @staticmethod
    def _made(node: Call, plain: list[Node | None], named: list[tuple[str, Node | None]]) -> Call | None:
        whole = tuple(one for one in plain if one is not None)
        pairs = tuple((name, one) for name, one in named if one is not None)
        is_whole = len(whole) == len(plain) and len(pairs) == len(named)
        return dataclasses.replace(node, arguments=whole, named=pairs) if is_whole else None

    @staticmethod
    def _variable(node: Call, problems: Problems) -> Variable | None:
        if node.arguments or node.named:
            problems.error(node.at, f"{node.name} takes no arguments")
            return None
        return Variable(SLOTS[_PLAIN[plain_name(node.name)]], node.at)

    def _was(self, node: Call, problems: Problems) -> Node | None:
        """``state_was("X")`` is ``previous in [X and all states inside of it]``."""
        told = node.arguments[0] if len(node.arguments) == 1 and not node.named else None
        if not isinstance(told, Literal) or not isinstance(told.value, str):
            problems.error(
                node.at, f'{node.name} takes the name of a state, as in {STATE_WAS}("Patrol")'
            )
            return None
        state = self._find(told.value, told.at)
        if state is None:
            return None
        labels = tuple(Literal(one.label, told.at) for one in state.within())
        return Binary("in", Variable("previous", node.at), ListOf(labels, told.at), node.at)

    def _own(self, node: Node) -> tuple[tuple[Key, int], ...]:
        """The own names in an expression, as a reason calls them."""
        label, base = self._state.label, self._state.base
        used = sorted({_PLAIN.get(plain_name(name), len(SLOTS) - 1) for name in _names_in(node)})
        return tuple(((f"{label}.{SLOTS[index]}",), base + index) for index in used)

    def _suggestion(self, name: str) -> str:
        if self._skills.act(name) is not None:
            return ": that is an act; acts change things, conditions only ask"
        return nearest(name, OWN_NAMES) or self._skills.suggestion(name)


def _names_in(node: Node) -> list[str]:
    match node:
        case Call():
            parts: list[Node] = [*node.arguments, *(value for _, value in node.named)]
            is_own = plain_name(node.name) in (*_PLAIN, _WAS)
            return [
                *([node.name] if is_own else []),
                *(name for one in parts for name in _names_in(one)),
            ]
        case Binary():
            return [*_names_in(node.left), *_names_in(node.right)]
        case Not() | Negate():
            return _names_in(node.operand)
        case ListOf():
            return [name for one in node.members for name in _names_in(one)]
        case Variable() if plain_name(node.name) in _PLAIN:
            return [node.name]
        case _:
            return []
