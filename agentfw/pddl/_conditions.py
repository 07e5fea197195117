"""Conditions, expressions and effects, read from lists and checked against what is declared."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Final, get_args

from agentfw.pddl._names import near, number_of
from agentfw.pddl.lists import Row, Word, told
from agentfw.pddl.syntax import (
    ALWAYS,
    And,
    Arithmetic,
    Assign,
    Atom,
    Compare,
    Constant,
    Fluent,
    Gain,
    Lose,
    Not,
    Same,
    Way,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from agentfw.language import Position, Problems
    from agentfw.pddl.kinds import Hierarchy
    from agentfw.pddl.lists import Form
    from agentfw.pddl.syntax import Condition, Effect, Expression, Signature, Typed

_COMPARISONS: Final = ("<", "<=", "=", ">=", ">")
_SIGNS: Final = ("+", "-", "*", "/")
_WAYS: Final[tuple[str, ...]] = get_args(Way)
OUTSIDE: Final[Mapping[str, str]] = {
    "or": "disjunctions",
    "imply": "implications",
    "forall": "quantifiers",
    "exists": "quantifiers",
    "when": "conditional effects",
    "preference": "preferences",
    "over": "durative actions",
    "always": "trajectory constraints",
    "sometime": "trajectory constraints",
    "within": "trajectory constraints",
}
"""What PDDL has beyond the subset, by its first word."""


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """What is declared where a condition stands."""

    problems: Problems
    kinds: Hierarchy
    predicates: Mapping[str, Signature]
    functions: Mapping[str, Signature]
    objects: Mapping[str, Typed]
    variables: Mapping[str, Typed] = dataclasses.field(default_factory=dict)
    numbers: list[tuple[Expression | Assign, Position]] = dataclasses.field(default_factory=list)
    """Every calculation that was read, for checks that need the whole domain."""

    def error(self, form: Form, text: str) -> None:
        """Note a mistake at a form."""
        self.problems.error(form.at, text)


def read_condition(form: Form, scope: Scope) -> Condition | None:
    """The condition of a form, or None, with a note, where it is none."""
    if isinstance(form, Word):
        scope.error(form, f"expected a condition in brackets, found {told(form)}")
        return None
    if not form.members:
        return ALWAYS
    if form.head == "and":
        parts = [read_condition(one, scope) for one in form.rest]
        return And(tuple(one for one in parts if one is not None))
    if form.head == "not":
        return _negation(form, scope)
    if form.head in _COMPARISONS:
        return _comparison(form, scope)
    return read_atom(form, scope)


def read_atom(row: Row, scope: Scope) -> Atom | None:
    """A predicate with arguments that fit."""
    if row.head in OUTSIDE and row.head not in scope.predicates:
        scope.error(row, f"{OUTSIDE[row.head]} are not in the subset")
        return None
    arguments = _call(row, scope.predicates, "predicate", scope)
    return None if arguments is None else Atom(row.head, arguments)


def read_fluent(row: Row, scope: Scope) -> Fluent | None:
    """A number with arguments that fit."""
    arguments = _call(row, scope.functions, "function", scope)
    return None if arguments is None else Fluent(row.head, arguments)


def read_expression(form: Form, scope: Scope) -> Expression | None:
    """The expression of a form, or None, with a note, where it is none."""
    if isinstance(form, Word):
        return _plain_number(form, scope)
    if form.head not in _SIGNS:
        return read_fluent(form, scope)
    parts = [read_expression(one, scope) for one in form.rest]
    fewest, most = {"-": (1, 2), "/": (2, 2)}.get(form.head, (2, len(parts)))
    if not fewest <= len(parts) <= most:
        wanted = "one or two numbers" if form.head == "-" else "two numbers"
        scope.error(form, f'"{form.head}" takes {wanted}, found {len(parts)}')
        return None
    known = tuple(one for one in parts if one is not None)
    return Arithmetic(form.head, known) if len(known) == len(parts) else None  # type: ignore[arg-type] # it is a sign


def read_effects(form: Form, scope: Scope) -> Iterator[Effect]:
    """The effects of a form, one after the other."""
    if isinstance(form, Word):
        scope.error(form, f"expected an effect in brackets, found {told(form)}")
    elif form.head == "and":
        for one in form.rest:
            yield from read_effects(one, scope)
    elif form.members:
        effect = _EFFECTS.get(form.head, _gain)(form, scope)
        if effect is not None:
            yield effect


def _negation(row: Row, scope: Scope) -> Condition | None:
    if len(row.rest) != 1:
        scope.error(row, f'"not" takes one condition, found {len(row.rest)}')
        return None
    part = read_condition(row.rest[0], scope)
    if isinstance(part, And):
        scope.error(row, 'disjunctions are not in the subset, and "not" of "and" is one')
        return None
    if isinstance(part, Compare) and part.comparison == "=":
        scope.error(row, 'disjunctions are not in the subset, and "not" of "=" between numbers is one')
        return None
    if part is None:
        return None
    return part.part if isinstance(part, Not) else Not(part)


def _comparison(row: Row, scope: Scope) -> Condition | None:
    if len(row.rest) != 2:
        scope.error(row, f'"{row.head}" takes two sides, found {len(row.rest)}')
        return None
    if row.head == "=" and all(_is_object(one, scope) for one in row.rest):
        left, right = (_argument(one, scope) for one in row.rest)
        return Same(left, right) if left and right else None
    sides = [read_expression(one, scope) for one in row.rest]
    scope.numbers.extend(
        (one, form.at) for one, form in zip(sides, row.rest, strict=True) if one is not None
    )
    if sides[0] is None or sides[1] is None:
        return None
    return Compare(row.head, sides[0], sides[1])  # type: ignore[arg-type] # it is a comparison


def _is_object(form: Form, scope: Scope) -> bool:
    """Whether a side of "=" is meant as an object; a word that is a function is a forgotten bracket."""
    if isinstance(form, Row) or form.text in scope.functions:
        return False
    return form.text[:1] not in "-.0123456789" or form.text in scope.objects


def _plain_number(word: Word, scope: Scope) -> Constant | None:
    value = number_of(word, scope.problems)
    if value is not None:
        return Constant(value)
    hint = f', write "({word.text})"' if word.text in scope.functions else ""
    scope.error(word, f"expected a number or a function in brackets, found {told(word)}{hint}")
    return None


def _gain(row: Row, scope: Scope) -> Effect | None:
    atom = read_atom(row, scope)
    return None if atom is None else Gain(atom)


def _lose(row: Row, scope: Scope) -> Effect | None:
    if len(row.rest) != 1 or not isinstance(row.rest[0], Row):
        scope.error(row, '"not" takes one fact in brackets')
        return None
    atom = read_atom(row.rest[0], scope)
    return None if atom is None else Lose(atom)


def _assign(row: Row, scope: Scope) -> Effect | None:
    if len(row.rest) != 2 or not isinstance(row.rest[0], Row):
        scope.error(row, f'"{row.head}" takes a function in brackets and a number')
        return None
    fluent, to = read_fluent(row.rest[0], scope), read_expression(row.rest[1], scope)
    if fluent is None or to is None:
        return None
    effect = Assign(row.head, fluent, to)  # type: ignore[arg-type] # it is a way
    scope.numbers.append((effect, row.rest[1].at))
    return effect


_EFFECTS: Final[Mapping[str, Callable[[Row, Scope], Effect | None]]] = {
    "not": _lose,
    **dict.fromkeys(_WAYS, _assign),
}


def _call(row: Row, known: Mapping[str, Signature], what: str, scope: Scope) -> tuple[str, ...] | None:
    """The arguments of a predicate or function that is known and is given what it takes."""
    signature = known.get(row.head)
    if signature is None:
        first = row.members[0] if row.head else row
        scope.error(first, f"unknown {what} {told(first)}{near(row.head, known)}")
        return None
    if len(row.rest) != len(signature.parameters):
        takes = _count(len(signature.parameters))
        scope.error(row, f'"{row.head}" takes {takes}, found {len(row.rest)}')
        return None
    found = [
        _fitting(form, parameter, row.head, scope)
        for form, parameter in zip(row.rest, signature.parameters, strict=True)
    ]
    return tuple(found) if all(found) else None


def _fitting(form: Form, parameter: Typed, of: str, scope: Scope) -> str:
    """An argument of the right type; empty, with a note, where it is not."""
    name = _argument(form, scope)
    have = scope.variables.get(name) or scope.objects.get(name)
    if have is None or scope.kinds.fits(have.types, parameter.types):
        return name
    if not all(kind in scope.kinds for kind in (*have.types, *parameter.types)):
        return name  # that type was refused where it stands, once is enough
    scope.error(form, f'"{name}" is {_kind(have.types)}, but "{of}" takes {_kind(parameter.types)} here')
    return ""


def _argument(form: Form, scope: Scope) -> str:
    """A variable or an object that is known; empty, with a note, where it is not."""
    if isinstance(form, Row):
        scope.error(form, f"expected a variable or an object, found {told(form)}")
        return ""
    is_variable = form.text.startswith("?")
    known = scope.variables if is_variable else scope.objects
    if form.text in known:
        return form.text
    what = "variable" if is_variable else "object"
    scope.error(form, f"unknown {what} {told(form)}{near(form.text, known)}")
    return ""


def _kind(types: tuple[str, ...]) -> str:
    return " or ".join(f'"{name}"' for name in types)


def _count(number: int) -> str:
    return f"{number or 'no'} argument{'' if number == 1 else 's'}"
