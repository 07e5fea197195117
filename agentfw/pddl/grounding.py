"""Domains and problems as the search wants them: facts as bits, numbers as a row, ground operators.

Only ground actions that can ever be done become operators (`_reaching`). Numbers that no condition
depends on are left out, because a counter that only grows would make every state a new one.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Final

from agentfw import solving
from agentfw.errors import UsageError
from agentfw.pddl._linearity import assignments, changing, fluents_of
from agentfw.pddl._numbers import Numbers, deciding, sum_of_metric
from agentfw.pddl._reaching import Reaching, literals
from agentfw.pddl._sums import Undefined, Values, bound, is_true
from agentfw.pddl.plans import Step
from agentfw.pddl.printing import tree_text
from agentfw.pddl.syntax import Assign, Atom, Compare, Fluent, Gain, Lose, Not, Same

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from agentfw.pddl._joins import Getter, Objects
    from agentfw.pddl._reaching import Reached
    from agentfw.pddl.syntax import Action, Condition, Domain, Problem

__all__ = ["MAX_OPERATORS", "ground"]

MAX_OPERATORS: Final = 500_000
"""So many ground actions, or bindings on the way to them, are made for one action at most."""

_MOST_BITS: Final = 1 << 32
"""Each ground action has a bit for each fact, up to its highest one: so many are half a gigabyte."""


def ground(domain: Domain, problem: Problem, *, max_operators: int = MAX_OPERATORS) -> solving.Problem:
    """The problem for the search; `Operator.origin` is the `Step` that an operator stands for.

    Raises `UsageError` for problems that are too large for memory, and for costs below zero.
    """
    return _Grounding(domain, problem, max_operators).problem()


@dataclasses.dataclass(frozen=True, slots=True, kw_only=True)
class _Lifted:
    """An action with everything looked up that is the same for all its objects."""

    action: Action
    names: tuple[str, ...]
    tail: tuple[str, ...]
    """The objects that it names itself."""
    needs: tuple[tuple[str, Getter], ...]
    forbids: tuple[tuple[str, Getter], ...]
    adds: tuple[tuple[str, Getter], ...]
    deletes: tuple[tuple[str, Getter], ...]
    tests: tuple[Condition, ...]
    changes: tuple[Assign, ...]
    costs: tuple[Assign, ...]

    @property
    def has_numbers(self) -> bool:
        """Whether numbers decide about it or are changed by it."""
        return bool(self.tests or self.changes or self.costs)


class _Grounding:
    """One problem on its way; the parts are worked out in the order of the constructor."""

    def __init__(self, domain: Domain, problem: Problem, limit: int) -> None:
        self._domain = domain
        self._wanted = problem
        self._values = Values(problem, changing(domain.actions))
        metric = problem.metric
        self._metric = None if metric is None else sum_of_metric(metric, self._values)
        self._priced = frozenset[str]() if metric is None else fluents_of(metric)
        self._asked = {one.name: _tests_of(one) for one in domain.actions}
        reaching = Reaching(domain, problem, limit=limit, is_possible=self._is_possible)
        self._reached = reaching.run()
        _refuse_large(self._reached)
        self._bits = _fact_bits(self._reached)
        self._facts = [str(Atom(name, row)) for name, bits in self._bits.items() for row in bits]
        self._values.changed = frozenset(self._changed_fluents())
        self._numbers = Numbers(self._values, self._new_fact)
        conditions = (*literals(problem.goal), *(one for row in self._asked.values() for one in row))
        effects = [effect for _, effect in assignments(domain.actions)]
        self._deciding = deciding(conditions, effects)

    def problem(self) -> solving.Problem:
        """The whole."""
        lifted = {one.name: self._lift(one) for one in self._domain.actions}
        made = [self._operator(lifted[action.name], row) for action, row in self._reached.instances]
        goal = self._goal()
        start = sum(
            self._bits.get(one.name, {}).get(one.arguments, 0) for one in set(self._wanted.facts)
        )
        return solving.Problem(
            facts=tuple(self._facts),
            numbers=self._numbers.names,
            operators=tuple(one for one in made if one is not None),
            start=solving.State(start, self._numbers.start),
            goal=goal,
        )

    def _lift(self, action: Action) -> _Lifted:
        parts = list(literals(action.precondition))
        negated = [one.part for one in parts if isinstance(one, Not)]
        assigns = [one for one in action.effects if isinstance(one, Assign)]
        return _Lifted(
            action=action,
            names=tuple(one.name for one in action.parameters),
            tail=self._reached.slots[action.name].tail,
            needs=self._getters(action, [one for one in parts if isinstance(one, Atom)]),
            forbids=self._getters(action, [one for one in negated if isinstance(one, Atom)]),
            adds=self._getters(action, [e.atom for e in action.effects if isinstance(e, Gain)]),
            deletes=self._getters(action, [e.atom for e in action.effects if isinstance(e, Lose)]),
            tests=self._asked[action.name],
            changes=tuple(one for one in assigns if one.fluent.name in self._deciding),
            costs=tuple(one for one in assigns if one.fluent.name in self._priced),
        )

    def _getters(self, action: Action, atoms: Iterable[Atom]) -> tuple[tuple[str, Getter], ...]:
        kept = [one for one in atoms if one.name not in self._reached.static]
        return self._reached.slots[action.name].getters(kept)

    def _operator(self, lifted: _Lifted, objects: Objects) -> solving.Operator | None:
        """The ground action; None where its numbers never allow it."""
        row, step = objects + lifted.tail, Step(lifted.action.name, objects)
        if not lifted.has_numbers:
            return self._plain_operator(lifted, row, step)
        binding = dict(zip(lifted.names, objects, strict=True))
        try:
            tests, tested = self._numbers.tests(lifted.tests, binding)
            changes, changed, gained = self._numbers.changes(lifted.changes, binding)
            cost = self._cost(lifted, step)
        except Undefined:
            return None
        adds = self._sum_bits(lifted.adds, row) | gained
        return solving.Operator(
            name=str(step),
            needs=self._sum_bits(lifted.needs, row) | tested | changed,
            forbids=self._sum_bits(lifted.forbids, row),
            tests=tests,
            adds=adds,
            deletes=self._sum_bits(lifted.deletes, row) & ~adds,
            changes=changes,
            cost=cost,
            origin=step,
        )

    def _plain_operator(self, lifted: _Lifted, row: Objects, step: Step) -> solving.Operator:
        """A ground action that has nothing to do with numbers, as most have not."""
        adds = self._sum_bits(lifted.adds, row)
        return solving.Operator(
            name=str(step),
            needs=self._sum_bits(lifted.needs, row),
            forbids=self._sum_bits(lifted.forbids, row),
            adds=adds,
            deletes=self._sum_bits(lifted.deletes, row) & ~adds,
            cost=1.0 if self._metric is None else 0.0,
            origin=step,
        )

    def _sum_bits(self, getters: Iterable[tuple[str, Getter]], row: Objects) -> int:
        """The bits of facts; one that can never be true needs none."""
        found = 0
        for name, get in getters:
            found |= self._bits[name].get(get(row), 0)
        return found

    def _cost(self, lifted: _Lifted, step: Step) -> float:
        if self._metric is None:
            return 1.0
        binding = dict(zip(lifted.names, step.objects, strict=True))
        cost = self._numbers.cost(self._metric, lifted.costs, binding)
        if cost < 0:
            raise UsageError(
                f"{step} costs {cost:g}: by the metric, no action may cost less than nothing"
            )
        return cost

    def _goal(self) -> solving.Goal:
        needs = forbids = 0
        tests: list[solving.Test] = []
        for part in literals(self._wanted.goal):
            if isinstance(part, Atom):
                needs |= self._goal_bit(part)
            elif isinstance(part, Not) and isinstance(part.part, Atom):
                forbids |= self._goal_bit(part.part)
            elif _is_test(part):
                made, facts = self._goal_tests(part)
                tests += made
                needs |= facts
            elif not _is_same(part):
                tests.append(_never(part))
        return solving.Goal(needs, forbids, tuple(tests))

    def _goal_tests(self, part: Condition) -> tuple[tuple[solving.Test, ...], int]:
        try:
            return self._numbers.tests([part], {})
        except Undefined:
            return (_never(part),), 0

    def _goal_bit(self, atom: Atom) -> int:
        """The bit of a fact, which is there even if nothing can change it: the search tells why not."""
        bits = self._bits.setdefault(atom.name, {})
        if atom.arguments not in bits:
            bits[atom.arguments] = self._new_fact(str(atom))
        return bits[atom.arguments]

    def _new_fact(self, name: str) -> int:
        self._facts.append(name)
        return 1 << (len(self._facts) - 1)

    def _is_possible(self, action: Action, objects: Objects) -> bool:
        """Whether the constant parts of what an action asks of numbers allow it at all."""
        tests = self._asked[action.name]
        if not tests:
            return True
        binding = dict(zip((one.name for one in action.parameters), objects, strict=True))
        try:
            sums = [self._values.test(one, binding) for one in tests]
        except Undefined:
            return False
        return all(left.terms or is_true(left.constant, sign) for left, sign in sums)

    def _changed_fluents(self) -> Iterator[Fluent]:
        fluents: dict[str, list[Fluent]] = {one.name: [] for one in self._domain.actions}
        for action, effect in assignments(self._domain.actions):
            fluents[action.name].append(effect.fluent)
        for action, objects in self._reached.instances:
            if fluents[action.name]:
                binding = dict(zip((one.name for one in action.parameters), objects, strict=True))
                yield from (bound(fluent, binding) for fluent in fluents[action.name])


def _refuse_large(reached: Reached) -> None:
    changing = (rows for name, rows in reached.facts.items() if name not in reached.static)
    facts, actions = sum(map(len, changing)), len(reached.instances)
    if (facts + actions) * facts > _MOST_BITS:
        raise UsageError(
            f"{actions} ground actions with {facts} facts do not fit into memory: let the conditions of "
            "the actions bind fewer objects"
        )


def _fact_bits(reached: Reached) -> dict[str, dict[Objects, int]]:
    """A bit for each fact that can change."""
    found: dict[str, dict[Objects, int]] = {}
    bit = 1
    for name, rows in reached.facts.items():
        if name in reached.static:
            continue
        bits = found[name] = {}
        for row in rows:
            bits[row] = bit
            bit <<= 1
    return found


def _tests_of(action: Action) -> tuple[Condition, ...]:
    return tuple(one for one in literals(action.precondition) if _is_test(one))


def _is_test(part: Condition) -> bool:
    return isinstance(part.part if isinstance(part, Not) else part, Compare)


def _is_same(part: Condition) -> bool:
    """Whether a comparison of objects in a goal holds, which is settled from the beginning."""
    if isinstance(part, Not):
        return not _is_same(part.part)
    return isinstance(part, Same) and part.left == part.right


def _never(part: Condition) -> solving.Test:
    """A test that fails in every state."""
    return solving.Test(solving.Linear((), 1.0), "<=", tree_text(part))
