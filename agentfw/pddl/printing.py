"""Trees written as PDDL, so that reading gives the same trees again."""

from __future__ import annotations

import math
from decimal import Decimal
from itertools import groupby
from typing import TYPE_CHECKING

from agentfw.pddl.syntax import (
    ALWAYS,
    OBJECT,
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
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from agentfw.pddl.syntax import (
        Action,
        Condition,
        Domain,
        Effect,
        Expression,
        Problem,
        Signature,
        Typed,
    )

__all__ = ["domain_text", "number_text", "problem_text", "tree_text"]


def domain_text(domain: Domain) -> str:
    """A domain as the text of a file."""
    parts = [
        *_section(":requirements", [" ".join(domain.requirements)]),
        *_section(":types", _typed_groups(domain.types)),
        *_section(":constants", _typed_groups(domain.constants)),
        *_section(":predicates", map(_signature, domain.predicates)),
        *_section(":functions", map(_signature, domain.functions)),
    ]
    for action in domain.actions:
        parts += ["", *_action(action)]
    return "\n".join((f"(define (domain {domain.name})", *parts)) + ")\n"


def problem_text(problem: Problem) -> str:
    """A problem as the text of a file."""
    values = (f"(= {one.fluent} {number_text(one.value)})" for one in problem.values)
    parts = [
        f"  (:domain {problem.domain})",
        *_section(":requirements", [" ".join(problem.requirements)]),
        *_section(":objects", _typed_groups(problem.objects)),
        *(_section(":init", [*map(str, problem.facts), *values]) or ["  (:init)"]),
        f"  (:goal {tree_text(problem.goal)})",
    ]
    if problem.metric is not None:
        parts.append(f"  (:metric minimize {tree_text(problem.metric)})")
    return "\n".join((f"(define (problem {problem.name})", *parts)) + ")\n"


def tree_text(tree: Condition | Expression | Effect) -> str:
    """A condition, an expression or an effect in one line."""
    match tree:
        case Atom() | Fluent():
            text = str(tree)
        case Constant():
            text = number_text(tree.value)
        case And():
            text = f"({' '.join(('and', *map(tree_text, tree.parts)))})"
        case Not():
            text = f"(not {tree_text(tree.part)})"
        case Compare():
            text = f"({tree.comparison} {tree_text(tree.left)} {tree_text(tree.right)})"
        case Arithmetic():
            text = f"({' '.join((tree.sign, *map(tree_text, tree.parts)))})"
        case Assign():
            text = f"({tree.way} {tree.fluent} {tree_text(tree.to)})"
        case Gain():
            text = str(tree.atom)
        case Same():
            text = f"(= {tree.left} {tree.right})"
        case Lose():
            text = f"(not {tree.atom})"
    return text


def number_text(value: float) -> str:
    """A number without an exponent, which other readers do not know, and without a needless point.

    >>> number_text(3.0), number_text(0.25), number_text(1e21)
    ('3', '0.25', '1000000000000000000000')
    """
    if not math.isfinite(value):  # no file has such a number, but sums of very large ones are infinite
        return str(value)
    if value == int(value):
        return str(int(value))
    return format(Decimal(repr(value)), "f")


def _section(keyword: str, lines: Iterable[str]) -> list[str]:
    kept = [line for line in lines if line]
    if not kept:
        return []
    if len(kept) == 1:
        return [f"  ({keyword} {kept[0]})"]
    return [f"  ({keyword}", *(f"    {line}" for line in kept[:-1]), f"    {kept[-1]})"]


def _action(action: Action) -> Iterator[str]:
    yield f"  (:action {action.name}"
    lines = [f"    :parameters ({_typed(action.parameters)})"]
    if action.precondition != ALWAYS:
        lines.append(f"    :precondition {tree_text(action.precondition)}")
    effects = list(map(tree_text, action.effects))
    if effects:
        together = effects[0] if len(effects) == 1 else f"(and {' '.join(effects)})"
        lines.append(f"    :effect {together}")
    yield from lines[:-1]
    yield f"{lines[-1]})"


def _signature(signature: Signature) -> str:
    return f"({' '.join(filter(None, (signature.name, _typed(signature.parameters))))})"


def _typed(names: tuple[Typed, ...]) -> str:
    return " ".join(_typed_groups(names))


def _typed_groups(names: tuple[Typed, ...]) -> list[str]:
    """``a b - truck`` for each run of names with equal types; the plain ones need none at the end."""
    groups = [(types, list(group)) for types, group in groupby(names, key=lambda one: one.types)]
    found = []
    for place, (types, group) in enumerate(groups):
        listed = " ".join(one.name for one in group)
        is_plain = types == (OBJECT,) and place == len(groups) - 1
        found.append(listed if is_plain else f"{listed} - {_types(types)}")
    return found


def _types(types: tuple[str, ...]) -> str:
    return types[0] if len(types) == 1 else f"(either {' '.join(types)})"
