"""Trees to meanings: names are looked up, types compared, and all that does not fit is noted."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from agentfw.language.arguments import Named, arranged
from agentfw.language.folding import folded
from agentfw.language.meaning import Bound, Constant, Inverse, Joined, Many, Meaning, Operation, Reading
from agentfw.language.syntax import (
    TOO_DEEP,
    Binary,
    Call,
    ListOf,
    Literal,
    Negate,
    Node,
    Not,
    Variable,
    parts_of,
    too_deep,
)
from agentfw.language.types import ANYTHING, NUMBER, TEXT, TRUTH, Callee, Type, plain_name
from agentfw.language.values import CALCULATIONS, frozen, type_of
from agentfw.sources import nearest, one_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from agentfw.language.texts import Problems

__all__ = ["Scope", "Slot", "understood", "understood_call"]

# What must stand on both sides of an operator, and how to say it.
_NEEDS: Final[dict[str, tuple[tuple[Type, ...], str]]] = {
    **dict.fromkeys(CALCULATIONS, ((NUMBER,), "needs numbers")),
    **dict.fromkeys(("<", "<=", ">", ">="), ((NUMBER, TEXT), "compares numbers or texts")),
}


class Slot(NamedTuple):
    """Where the value of a variable stands among those that are bound, and its type."""

    index: int  # type: ignore[assignment]  # nobody looks for values in a slot
    type: Type = ANYTHING


def _no_suggestion(_name: str) -> str:
    return ""


class Scope:
    """What the names in an expression stand for.

    `suggestion` ends the sentence about an unknown name, as in ``, did you mean "health"?``.
    """

    def __init__(
        self,
        callee: Callable[[str], Callee | None],
        suggestion: Callable[[str], str] = _no_suggestion,
        variables: Mapping[str, Slot] = MappingProxyType({}),
        constants: Mapping[str, Any] = MappingProxyType({}),
    ) -> None:
        self.callee = callee
        self.suggestion = suggestion
        self.variables = variables
        self.constants = constants
        self._slots = {plain_name(name): slot for name, slot in variables.items()}
        self._constants = {plain_name(name): frozen(value) for name, value in constants.items()}

    def slot(self, name: str) -> Slot | None:
        """The place of a variable, if there is one of that name."""
        return self.variables.get(name) or self._slots.get(plain_name(name))

    def constant(self, name: str) -> Constant | None:
        """The constant of that name, if there is one."""
        plain = plain_name(name)
        if plain not in self._constants:
            return None
        value = self._constants[plain]
        return Constant(value, type_of(value))

    def knows(self, name: str) -> bool:
        """Whether a name stands for anything."""
        return plain_name(name) in self._constants or self.callee(name) is not None


def understood(node: Node, scope: Scope, problems: Problems) -> Meaning | None:
    """What a tree means; None after noting everything that is wrong with it."""
    return None if _is_too_deep(node, problems) else _Checker(scope, problems).check(node)


def understood_call(call: Call, scope: Scope, problems: Problems) -> Reading | None:
    """The reading that a call makes, constants being no readings."""
    return None if _is_too_deep(call, problems) else _Checker(scope, problems).reading(call)


def _is_too_deep(node: Node, problems: Problems) -> bool:
    deep = too_deep(node)
    if deep is not None:
        problems.error(deep.at, TOO_DEEP)
    return deep is not None


class _Checker:
    """Checks one tree. A part with a mistake is None, and its neighbors are checked all the same."""

    def __init__(self, scope: Scope, problems: Problems) -> None:
        self._scope = scope
        self._problems = problems

    def check(self, node: Node) -> Meaning | None:
        made = self._meaning(node)
        return folded(made) if made is not None else None

    def _meaning(self, node: Node) -> Meaning | None:
        match node:
            case Call():
                return self._call(node)
            case ListOf():
                return self._list(node)
            case Not() | Negate():
                return self._unary(node)
            case Binary():
                return self._binary(node)
            case Variable():
                return self._variable(node)
            case Literal():
                return Constant(node.value, type_of(node.value))

    def _variable(self, node: Variable) -> Meaning | None:
        slot = self._scope.slot(node.name)
        if slot is None:
            known = [f"${name}" for name in self._scope.variables]
            hint = nearest(f"${node.name}", known) or (f" (known: {one_of(known)})" if known else "")
            self._problems.error(node.at, f'unknown variable "${node.name}"{hint}')
            return None
        return Bound(slot.index, slot.type)

    def _call(self, node: Call) -> Meaning | None:
        constant = self._scope.constant(node.name)
        if constant is None:
            return self.reading(node)
        if node.arguments or node.named:
            self._problems.error(node.at, f"{node.name} is a constant and takes no arguments")
            return None
        return constant

    def reading(self, node: Call) -> Reading | None:
        """A call that must be one of a sense."""
        callee = self._scope.callee(node.name)
        arguments = [(one, self.check(one)) for one in node.arguments]
        # Trees that were made or changed by hand may not know where the names stand.
        is_placed = len(node.named_at) == len(node.named)
        places = node.named_at if is_placed else tuple(one.at for _, one in node.named)
        pairs = zip(node.named, places, strict=True)
        named = [Named(key, at, one, self.check(one)) for (key, one), at in pairs]
        if callee is None:
            hint = self._scope.suggestion(node.name)
            self._problems.error(node.at, f'unknown sense "{node.name}"{hint}')
            return None
        return arranged(callee, node, arguments, named, self._problems)

    def _list(self, node: ListOf) -> Meaning | None:
        found: list[Meaning] = []
        member = ANYTHING
        for part in node.members:
            one = self.check(part)
            if one is None:
                continue
            if not member.accepts(one.type):
                self._problems.error(part.at, f"this list holds {member}, found {one.type}")
                continue
            member = one.type if member == ANYTHING else member
            found.append(one)
        is_whole = len(found) == len(node.members)
        return Many(tuple(found), Type("list", member)) if is_whole else None

    def _unary(self, node: Not | Negate) -> Meaning | None:
        operand = self.check(node.operand)
        if operand is None:
            return None
        if isinstance(node, Not):
            return Inverse(operand)
        fits = self._fits(operand, node.operand, "-")
        return Operation("-", Constant(0, NUMBER), operand, NUMBER) if fits else None

    def _binary(self, node: Binary) -> Meaning | None:
        if node.operator in ("and", "or"):
            parts = [self.check(one) for one in parts_of(node, node.operator)]
            found = [one for one in parts if one is not None]
            return Joined(node.operator, tuple(found)) if len(found) == len(parts) else None
        if node.operator == "-" and self._is_torn_name(node):
            return None
        left, right = self.check(node.left), self.check(node.right)
        fits = self._fits(left, node.left, node.operator)
        fits = self._fits(right, node.right, node.operator) and fits
        if left is None or right is None or not fits:
            return None
        if node.operator in CALCULATIONS:
            return Operation(node.operator, left, right, NUMBER)
        fits = (
            self._is_in(node, left, right)
            if node.operator == "in"
            else self._is_alike(node, left, right)
        )
        return Operation(node.operator, left, right, TRUTH) if fits else None

    def _is_torn_name(self, node: Binary) -> bool:
        """Whether this is a name with hyphens in it, and say so."""
        parts: list[Node] = [node]
        while isinstance(first := parts[0], Binary) and first.operator == "-":
            parts[:1] = [first.left, first.right]
        names = [one.name for one in parts if isinstance(one, Call)]
        is_plain = len(names) == len(parts) and not any(map(_has_arguments, parts[:-1]))
        joined = "_".join(names)
        if not is_plain or all(map(self._scope.knows, names)) or not self._scope.knows(joined):
            return False
        told = f'unknown sense "{names[0]}"; "-" is minus, write "{joined}" if you mean that'
        self._problems.error(parts[0].at, told)
        return True

    def _fits(self, side: Meaning | None, node: Node, operator: str) -> bool:
        """Whether something can stand beside an operator, whatever stands on its other side."""
        if side is None or operator not in _NEEDS:
            return True
        kinds, needs = _NEEDS[operator]
        fits = any(kind.accepts(side.type) for kind in kinds)
        if not fits:
            self._problems.error(node.at, f'"{operator}" {needs}, found {side.type}')
        return fits

    def _is_alike(self, node: Binary, left: Meaning, right: Meaning) -> bool:
        fits = left.type.accepts(right.type)
        if not fits:
            told = f'"{node.operator}" cannot compare {left.type} with {right.type}'
            self._problems.error(node.right.at, told)
        return fits

    def _is_in(self, node: Binary, left: Meaning, right: Meaning) -> bool:
        whole = right.type
        if whole.name not in ("list", TEXT.name, ANYTHING.name):
            self._problems.error(
                node.right.at, f'"in" needs a list or a text on its right, found {whole}'
            )
            return False
        member = TEXT if whole == TEXT else whole.member or ANYTHING
        fits = member.accepts(left.type)
        if not fits:
            self._problems.error(node.left.at, f'{left.type} cannot be "in" {whole}')
        return fits


def _has_arguments(node: Node) -> bool:
    return isinstance(node, Call) and bool(node.arguments or node.named)
