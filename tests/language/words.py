"""A small world for expressions: some senses, a reader that counts, and a plain way to compile."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from agentfw.language import (
    ANYTHING,
    LOCATION,
    NUMBER,
    TEXT,
    TRUTH,
    Callee,
    Condition,
    Expression,
    Node,
    Parameter,
    PlanText,
    Position,
    Problems,
    Scope,
    Slot,
    Type,
    compile_conditions,
    compile_expression,
    parse_expression,
    plain_name,
)
from agentfw.sources import nearest

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from agentfw.language import Key


class CountingReader:
    """A reader that works everything out once, and keeps what it was asked to work out.

    `told` are the values of senses without arguments; the others work theirs out from the arguments.
    """

    def __init__(self, told: Mapping[str, Any] | None = None) -> None:
        self.values: dict[Key, Any] = {}
        self.told = told if told is not None else {}
        self.worked_out: list[Key] = []

    def work_out(self, key: Key, function: Callable[..., Any]) -> Any:
        self.worked_out.append(key)
        value = self.values[key] = function(self, *key[1:])
        return value


def _told(name: str) -> Callable[..., Any]:
    return lambda reader: reader.told.get(name)


def _arguments(_reader: CountingReader, *arguments: Any) -> str:
    return repr(told_apart(arguments))


def told_apart(value: Any) -> Any:
    """A value whose ``repr`` differs from that of another one if plans can tell them apart."""
    if isinstance(value, tuple | list):
        return tuple(map(told_apart, value))
    return int(value) if isinstance(value, float) and value.is_integer() else value


_WITHOUT_ARGUMENTS = {
    "health": NUMBER,
    "armor": NUMBER,
    "weapon": TEXT,
    "see_enemy": TRUTH,
    "moving": TRUTH,
    "own_base": LOCATION,
    "enemies": Type("list", TEXT),
    "whatever": ANYTHING,
    "succeed": TRUTH,
    "fail": TRUTH,
}

SENSES = {
    **{name: Callee(name, (), kind, _told(name)) for name, kind in _WITHOUT_ARGUMENTS.items()},
    "ammo": Callee("ammo", (Parameter("weapon", TEXT),), NUMBER, lambda _reader, weapon: len(weapon)),
    "enemy_visible": Callee(
        "enemy_visible",
        (Parameter("within", NUMBER, is_required=False, default=math.inf),),
        TRUTH,
        lambda _reader, within: isinstance(within, float | int) and within > 500,
    ),
    "echo": Callee("echo", (Parameter("value", ANYTHING),), ANYTHING, lambda _reader, value: value),
    "switch": Callee("switch", (Parameter("on", TRUTH),), TEXT, _arguments),
    "best": Callee("best", (Parameter("kinds", Type("list", TEXT)),), TEXT, _arguments),
    "seen": Callee(
        "seen",
        (Parameter("name", ANYTHING), Parameter("others", ANYTHING, is_required=False, is_rest=True)),
        TEXT,
        _arguments,
    ),
    "near": Callee(
        "near",
        (
            Parameter("spot", LOCATION),
            Parameter("within", NUMBER, is_required=False, default=100),
            Parameter("planar", TRUTH, is_required=False, default=False),
        ),
        TRUTH,
        lambda _reader, _spot, within, _planar: within > 50,
    ),
}
_BY_PLAIN_NAME = {plain_name(name): callee for name, callee in SENSES.items()}
_BY_PLAIN_NAME["hitpoints"] = SENSES["health"]

VARIABLES = {"0": Slot(0, ANYTHING), "where": Slot(1, TEXT), "count": Slot(2, NUMBER)}
CONSTANTS = {"low-health": 30, "home": "base", "guns": ["rifle", "rocket"]}
SCOPE = Scope(
    lambda name: _BY_PLAIN_NAME.get(plain_name(name)),
    lambda name: nearest(name, list(SENSES)),
    VARIABLES,
    CONSTANTS,
)


def start_of(text: str) -> Position:
    """The first place of a text that is a plan of its own."""
    return Position(PlanText(text, "plan"))


def parsed(text: str) -> Node:
    """The tree of a text without mistakes."""
    problems = Problems()
    node = parse_expression(text, start_of(text), problems)
    problems.finish()
    assert node is not None
    return node


def compiled(text: str, scope: Scope = SCOPE) -> Expression:
    """The expression of a text without mistakes."""
    problems = Problems()
    made = compile_expression(parsed(text), scope, problems)
    problems.finish()
    assert made is not None
    return made


def conditions(text: str) -> tuple[Condition, ...]:
    """The conditions of a text without mistakes."""
    problems = Problems()
    made = compile_conditions(parsed(text), SCOPE, problems)
    problems.finish()
    return made


def value(text: str, told: Mapping[str, Any] | None = None, bound: tuple[Any, ...] = ()) -> Any:
    """What an expression comes to."""
    return compiled(text).evaluate(CountingReader(told), bound)


def problems_of(text: str) -> list[str]:
    """What is wrong with a text, as column and words."""
    problems = Problems()
    node = parse_expression(text, start_of(text), problems)
    made = compile_expression(node, SCOPE, problems) if node is not None else None
    assert (made is None) == bool(problems.errors)
    return [f"{one.column}: {one.text}" for one in problems.errors]
