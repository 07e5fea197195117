"""Problems made from data: things, facts, amounts and wishes in, a checked `Problem` out.

Things of a program are called anything, ``xWeapons.RocketPickup7``; a writer finds a name for each that
every PDDL reader takes, and gives the thing back for the name when a plan comes home.
"""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from agentfw.errors import UsageError
from agentfw.pddl._names import KEYWORDS, near
from agentfw.pddl.kinds import Hierarchy
from agentfw.pddl.printing import problem_text
from agentfw.pddl.syntax import (
    OBJECT,
    And,
    Atom,
    Compare,
    Constant,
    Fluent,
    Not,
    Problem,
    Typed,
    Value,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from agentfw.pddl.syntax import Comparison, Condition, Domain, Expression, Signature

__all__ = ["ProblemWriter"]

_Thing = TypeVar("_Thing")
_UNFIT: Final = re.compile(r"[^a-z0-9_-]+", re.ASCII)


class ProblemWriter(Generic[_Thing]):
    """Collects one problem of a domain.

    Whatever does not fit the domain is refused at once with a `UsageError`.

    >>> from agentfw.pddl import read_domain
    >>> domain = read_domain("(define (domain d) (:types item) (:predicates (have ?i - item)))")
    >>> writer = ProblemWriter[str](domain, "shopping")
    >>> writer.add("Rocket Launcher", "item")
    'rocket-launcher'
    >>> writer.want("have", "Rocket Launcher")
    >>> print(writer.text())
    (define (problem shopping)
      (:domain d)
      (:objects rocket-launcher - item)
      (:init)
      (:goal (have rocket-launcher)))
    <BLANKLINE>
    """

    def __init__(self, domain: Domain, name: str = "problem") -> None:
        self._domain = domain
        self._name = _cleaned(name)
        self._kinds = Hierarchy(domain.types)
        self._predicates = {one.name: one for one in domain.predicates}
        self._functions = {one.name: one for one in domain.functions}
        self._types = {one.name: one.types for one in domain.constants}
        self._objects: list[Typed] = []
        self._names: dict[_Thing, str] = {}
        self._things: dict[str, _Thing] = {}
        self._facts: dict[Atom, None] = {}
        self._values: dict[Fluent, float] = {}
        self._goals: dict[Condition, None] = {}
        self._metric: Expression | None = None
        # Some readers keep all names of a domain in one drawer.
        self._taken = {OBJECT, *KEYWORDS, *self._types, *self._predicates, *self._functions}
        self._taken |= {one.name for one in domain.types} | {one.name for one in domain.actions}

    def add(self, thing: _Thing, kind: str = OBJECT) -> str:
        """Make a thing known as an object of a type, and return its name in the problem."""
        if kind not in self._kinds:
            raise UsageError(f'unknown type "{kind}"{near(kind, self._kinds)}')
        if thing in self._names:
            name = self._names[thing]
            if self._types[name] != (kind,):
                raise UsageError(f'"{thing}" is a {self._types[name][0]} already, and no {kind}')
            return name
        name = self._free_name(str(thing))
        self._names[thing], self._things[name] = name, thing
        self._types[name] = (kind,)
        self._taken.add(name)
        self._objects.append(Typed(name, (kind,)))
        return name

    def thing(self, name: str) -> _Thing:
        """The thing that has this name in the problem and in its plans."""
        if name not in self._things:
            raise UsageError(f'no thing is called "{name}" here{near(name, self._things)}')
        return self._things[name]

    def fact(self, name: str, *things: _Thing) -> None:
        """Say that a predicate holds."""
        self._facts[self._atom(name, things)] = None

    def value(self, name: str, amount: float, *things: _Thing) -> None:
        """Say what a number is."""
        self._values[self._fluent(name, things)] = _finite(name, amount)

    def want(self, name: str, *things: _Thing) -> None:
        """Ask for a predicate that shall hold in the end."""
        self._goals[self._atom(name, things)] = None

    def want_not(self, name: str, *things: _Thing) -> None:
        """Ask for a predicate that shall not hold in the end."""
        self._goals[Not(self._atom(name, things))] = None

    def want_number(self, name: str, order: Comparison, amount: float, *things: _Thing) -> None:
        """Ask for a number that shall stand in an order to an amount in the end, as ``">=", 3``."""
        limit = Constant(_finite(name, amount))
        self._goals[Compare(order, self._fluent(name, things), limit)] = None

    def minimize(self, name: str, *things: _Thing) -> None:
        """Ask for plans that let a number grow as little as possible, instead of short ones."""
        self._metric = self._fluent(name, things)

    def problem(self) -> Problem:
        """Everything that was said so far."""
        goals = tuple(self._goals)
        return Problem(
            name=self._name,
            domain=self._domain.name,
            objects=tuple(sorted(self._objects, key=lambda one: one.types)),
            facts=tuple(self._facts),
            values=tuple(Value(fluent, amount) for fluent, amount in self._values.items()),
            goal=goals[0] if len(goals) == 1 else And(goals),
            metric=self._metric,
        )

    def text(self) -> str:
        """The problem as the text of a file."""
        return problem_text(self.problem())

    def _atom(self, name: str, things: tuple[_Thing, ...]) -> Atom:
        return Atom(name, self._arguments(name, things, self._predicates, "predicate"))

    def _fluent(self, name: str, things: tuple[_Thing, ...]) -> Fluent:
        return Fluent(name, self._arguments(name, things, self._functions, "function"))

    def _arguments(
        self, name: str, things: tuple[_Thing, ...], known: Mapping[str, Signature], what: str
    ) -> tuple[str, ...]:
        if name not in known:
            raise UsageError(f'unknown {what} "{name}"{near(name, known)}')
        parameters = known[name].parameters
        if len(things) != len(parameters):
            raise UsageError(f'"{name}" takes {len(parameters)} things, found {len(things)}')
        pairs = zip(things, parameters, strict=True)
        return tuple(self._fitting(thing, parameter, name) for thing, parameter in pairs)

    def _fitting(self, thing: _Thing, parameter: Typed, of: str) -> str:
        name = self._names.get(thing, str(thing))
        if name not in self._types:
            raise UsageError(f'"{thing}" is not known: add() it first')
        if not self._kinds.fits(self._types[name], parameter.types):
            kind, wanted = self._types[name][0], " or ".join(parameter.types)
            raise UsageError(f'"{thing}" is a {kind}, but "{of}" takes a {wanted} here')
        return name

    def _free_name(self, wanted: str) -> str:
        name = first = _cleaned(wanted)
        number = 2
        while name in self._taken:
            name = f"{first}-{number}"
            number += 1
        return name


def _finite(name: str, amount: float) -> float:
    if not math.isfinite(amount):
        raise UsageError(f'"{name}" is said to be {amount}: expected a finite number')
    return float(amount)


def _cleaned(text: str) -> str:
    """The text as a name: small letters, digits and hyphens, with a letter in front.

    >>> _cleaned("DM-1on1 Albatross.RocketPickup"), _cleaned("7")
    ('dm-1on1-albatross-rocketpickup', 'n7')
    """
    plain = _UNFIT.sub("-", text.lower()).strip("-_")
    return plain if plain[:1].isalpha() else f"n{plain}"
