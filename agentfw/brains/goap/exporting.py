"""What there is to solve in one moment as PDDL, for planners and provers of other people.

Facts and numbers of the moment become predicates and functions without parameters; the rest is what the
search sees. Names are those of the plan, as far as PDDL can spell them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from agentfw import pddl

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from agentfw.pddl.syntax import Comparison, Condition, Effect, Expression, Way
    from agentfw.solving import Change, Linear, Operator, Problem, Test

__all__ = ["Export"]

_UNFIT: Final = re.compile(r"[^a-z0-9_]+", re.ASCII)
_REQUIRED: Final = (":strips", ":negative-preconditions", ":action-costs")
_WITH_NUMBERS: Final = ":numeric-fluents"
"""Asked for only where it is needed: many planners know no numbers but costs."""
_COST: Final = pddl.Fluent("total-cost")
_SAME: Final[dict[str, Comparison]] = {"<": "<", "<=": "<=", "==": "=", ">=": ">=", ">": ">"}


class Export:
    """A problem in PDDL, and which operator each of its actions is."""

    def __init__(self, problem: Problem, name: str = "goap") -> None:
        taken = {"and", "or", "not", "object", "total-cost", "either", "exists", "forall", "when"}
        self._facts = [pddl.Atom(_free(one, taken)) for one in problem.facts]
        self._numbers = [pddl.Fluent(_free(one, taken)) for one in problem.numbers]
        self.operators: dict[str, Operator] = {
            _free(one.name or "close", taken): one for one in problem.operators
        }
        """By the names of their actions."""
        self.domain = self._domain(f"{_cleaned(name)}-domain")
        self.problem = self._problem(problem, _cleaned(name), self.domain.name)

    def texts(self) -> tuple[str, str]:
        """The domain and the problem as the texts of two files."""
        return pddl.domain_text(self.domain), pddl.problem_text(self.problem)

    def steps(self, plan: Sequence[pddl.Step]) -> tuple[Operator, ...]:
        """The operators of a plan for this problem; an unknown one raises `KeyError`."""
        return tuple(self.operators[step.action] for step in plan)

    def _domain(self, name: str) -> pddl.Domain:
        return pddl.Domain(
            name=name,
            requirements=(*_REQUIRED, *((_WITH_NUMBERS,) if self._numbers else ())),
            predicates=tuple(pddl.Signature(one.name) for one in self._facts),
            functions=tuple(pddl.Signature(one.name) for one in (*self._numbers, _COST)),
            actions=tuple(self._action(key, one) for key, one in self.operators.items()),
        )

    def _problem(self, problem: Problem, name: str, domain: str) -> pddl.Problem:
        goal, start = problem.goal, problem.start
        values = zip(self._numbers, start.numbers, strict=True)
        return pddl.Problem(
            name=name,
            domain=domain,
            facts=tuple(self._held(start.facts)),
            values=(
                *(pddl.Value(fluent, value) for fluent, value in values),
                pddl.Value(_COST, 0.0),
            ),
            goal=self._all(goal.needs, goal.forbids, goal.tests),
            metric=_COST,
        )

    def _action(self, name: str, one: Operator) -> pddl.Action:
        effects: list[Effect] = [pddl.Gain(atom) for atom in self._held(one.adds)]
        effects += [pddl.Lose(atom) for atom in self._held(one.deletes & ~one.adds)]
        effects += [self._change(change) for change in one.changes]
        effects.append(pddl.Assign("increase", _COST, pddl.Constant(one.cost)))
        return pddl.Action(
            name,
            precondition=self._all(one.needs, one.forbids, one.tests),
            effects=tuple(effects),
        )

    def _all(self, needs: int, forbids: int, tests: Sequence[Test]) -> Condition:
        parts: list[Condition] = [*self._held(needs)]
        parts += [pddl.Not(atom) for atom in self._held(forbids)]
        parts += [
            pddl.Compare(_SAME[one.comparison], self._sum(one.left), pddl.Constant(0.0)) for one in tests
        ]
        return parts[0] if len(parts) == 1 else pddl.And(tuple(parts))

    def _held(self, facts: int) -> Iterator[pddl.Atom]:
        return (atom for place, atom in enumerate(self._facts) if facts >> place & 1)

    def _change(self, change: Change) -> pddl.Assign:
        way: Way = "increase" if change.is_increase else "assign"
        return pddl.Assign(way, self._numbers[change.number], self._sum(change.to))

    def _sum(self, linear: Linear) -> Expression:
        whole: Expression = pddl.Constant(linear.constant)
        for place, factor in linear.terms:
            term: Expression = self._numbers[place]
            if factor != 1.0:
                term = pddl.Arithmetic("*", (pddl.Constant(factor), term))
            is_first = whole == pddl.Constant(0.0)
            whole = term if is_first else pddl.Arithmetic("+", (whole, term))
        return whole


def _cleaned(text: str) -> str:
    """The text as PDDL spells names: small letters, digits and hyphens, with a letter in front."""
    plain = _UNFIT.sub("-", text.lower()).strip("-_")
    return plain if plain[:1].isalpha() else f"n{plain}"


def _free(wanted: str, taken: set[str]) -> str:
    """A name that nothing else has; some readers keep all names of a domain in one drawer."""
    first = name = _cleaned(wanted)
    number = 2
    while name in taken:
        name = f"{first}-{number}"
        number += 1
    taken.add(name)
    return name
