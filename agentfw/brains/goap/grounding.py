"""What a plan comes to in one moment: a problem for the search, and why actions are left out."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from agentfw.brains.goap.clauses import EITHER_WAY, NEVER, Term, both
from agentfw.brains.goap.elements import Changes
from agentfw.brains.goap.state import Variables
from agentfw.brains.goap.sums import names_in
from agentfw.brains.tracing import shown
from agentfw.language.values import frozen
from agentfw.solving import Goal as WantedState
from agentfw.solving import Operator, Problem, State, check

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from agentfw.brains.goap.clauses import Terms
    from agentfw.brains.goap.elements import Action, Expected, Goal, Need
    from agentfw.brains.lines import ActCall
    from agentfw.language import Condition
    from agentfw.language.types import Key
    from agentfw.skills import Moment

__all__ = ["Deed", "LeftOut", "Situation", "Unmet", "actions_for"]

_NO_VARIABLES: Final = ()
_MAX_MEMBERS: Final = 100
"""Of longer lists only so many members are planned with."""


class Unmet(NamedTuple):
    """A condition that does not hold, with what its variables stand for."""

    condition: Condition
    bound: tuple[Any, ...]


class Deed(NamedTuple):
    """An action with what its variable stands for; the origin of operators."""

    action: Action
    bound: tuple[Any, ...]
    expected: tuple[Expected, ...] = ()
    """What it makes true, false or otherwise, apart from numbers."""
    counted: tuple[tuple[Key, Callable[..., Any], int], ...] = ()
    """The numbers that it changes: how they are read, and their places in the problem."""

    @property
    def name(self) -> str:
        """As people see it in plans."""
        return f"{self.action.name} {self._member}" if self.bound else self.action.name

    @property
    def text(self) -> str:
        """What is done, with the member in the place of its variable."""
        if not self.bound:
            return self.action.text
        return re.sub(rf"\${self.action.variable}\b", lambda _: self._member, self.action.text)

    @property
    def _member(self) -> str:
        value = self.bound[0]
        return value if isinstance(value, str) else shown(value)

    @property
    def key(self) -> tuple[str, tuple[Any, ...]]:
        """The same for the same action with the same member."""
        return self.action.name, self.bound

    def bound_for(self, call: ActCall | None, now: Moment) -> tuple[Any, ...]:
        """What variables stand for: its own, or the parameters of an act that it does."""
        return self.bound if call is None else call.arguments(now, self.bound)

    def unmet(self, now: Moment, *, only_fixed: bool = False) -> Unmet | None:
        """The first of its needs that does not hold now; on request, of those that no action changes."""
        for need in self.action.needs:
            if not only_fixed or need.clause is None:
                bound = self.bound_for(need.call, now)
                if not need.condition.holds(now, bound):
                    return Unmet(need.condition, bound)
        return None


class LeftOut(NamedTuple):
    """An action that cannot be planned with now."""

    name: str
    why: Condition | str
    """The need that does not hold, or a sentence."""
    bound: tuple[Any, ...] = ()


Avoided: TypeAlias = "Mapping[tuple[str, tuple[Any, ...]], str]"
"""Actions that are left out on purpose, by `Deed.key`, each with the reason."""


def actions_for(goal: Goal, actions: Sequence[Action]) -> tuple[Action, ...]:
    """The actions that can have a part in plans for a goal, by the names of what they change.

    The others need not be looked at, so that their costs and lists are not worked out in vain.
    """
    asked, rest = _names(goal.wants), set(actions)
    found: set[Action] = set()
    while useful := {one for one in rest if any(each.variable.name in asked for each in one.effects)}:
        found |= useful
        rest -= useful
        asked = asked.union(*(_names(one.needs) for one in useful))
        asked = asked.union(*(effect.sources for one in useful for effect in one.effects))
    return tuple(one for one in actions if one in found)


def _names(needs: Iterable[Need]) -> set[str]:
    return {name for need in needs for name in names_in(need.condition.meaning)}


class _Draft(NamedTuple):
    """An action to plan with, whose needs are not yet read: first all values must be known."""

    deed: Deed
    changes: Changes
    cost: float


class Situation:
    """Every action as it is in one moment; problems for several goals share it."""

    def __init__(self, actions: Iterable[Action], now: Moment, avoided: Avoided) -> None:
        self.left_out: list[LeftOut] = []
        self.variables = Variables(now)
        self._avoided = avoided
        drafts = [draft for action in actions for draft in self._drafts(action)]
        self.operators: list[Operator] = [one for draft in drafts for one in self._operators(draft)]

    def problem(self, goal: Goal) -> Problem:
        """How to bring about what a goal wants."""
        terms = self._goal_terms(goal)
        operators, wanted = self.operators, WantedState()
        if len(terms) == 1:
            wanted = WantedState(*terms[0])
        else:
            # One of several things: whichever holds then, a last step that costs nothing says so.
            name = " and ".join(need.condition.text for need in goal.wants)
            reached = self.variables.new_fact(name, holds=False)
            wanted = WantedState(needs=reached)
            operators = [*operators, *(_closing(term, reached) for term in terms)]
        return self._posed(operators, wanted)

    def again(self, steps: Iterable[Operator], problem: Problem) -> tuple[Operator, ...] | None:
        """Steps of another moment as operators of this one, if they still lead to the goal."""
        by_key: dict[Any, list[Operator]] = {}
        for one in self.operators:
            if isinstance(one.origin, Deed):
                by_key.setdefault(one.origin.key, []).append(one)
        choices = [by_key.get(one.origin.key, []) for one in steps if isinstance(one.origin, Deed)]
        closings = [one for one in problem.operators if one.origin is None]
        return _doable([*choices, closings] if closings else choices, problem)

    def _posed(self, operators: list[Operator], wanted: WantedState) -> Problem:
        variables = self.variables
        return Problem(
            facts=tuple(variables.facts),
            numbers=tuple(variables.numbers),
            operators=tuple(operators),
            start=State(variables.start, variables.amounts),
            goal=wanted,
        )

    # Actions

    def _drafts(self, action: Action) -> Iterator[_Draft]:
        if action.members is None:
            found = [self._draft(Deed(action, _NO_VARIABLES))]
        else:
            members = action.members.evaluate(self.variables.now, _NO_VARIABLES)
            rows = members if isinstance(members, tuple | list) else ()
            if not rows:
                self.left_out.append(LeftOut(action.name, f"{action.members.text} is empty"))
            unique = dict.fromkeys(map(frozen, rows[:_MAX_MEMBERS]))
            found = [self._draft(Deed(action, (member,))) for member in unique]
        return (draft for draft in found if draft is not None)

    def _draft(self, deed: Deed) -> _Draft | None:
        now = self.variables.now
        why = self._avoided.get(deed.key) or deed.unmet(now, only_fixed=True)
        if why is not None:
            self._leave_out(deed, why)
            return None
        changes = Changes()
        for effect in deed.action.effects:
            if not effect.apply(self.variables, deed.bound_for(effect.call, now), changes):
                self._leave_out(deed, f"nobody can tell what {effect.text} comes to")
                return None
        cost = self._cost(deed)
        if cost is None:
            self._leave_out(deed, deed.unmet(now) or "its cost is not known, or without end")
            return None
        counted = tuple((key, one[1], one[0]) for key, one in changes.numbers.items())
        deed = deed._replace(expected=tuple(changes.expected.values()), counted=counted)
        return _Draft(deed, changes, cost)

    def _cost(self, deed: Deed) -> float | None:
        cost = deed.action.cost
        if cost is None:
            return 1.0
        value = cost.constant if cost.is_constant else cost.evaluate(self.variables.now, deed.bound)
        if not isinstance(value, int | float) or isinstance(value, bool) or not math.isfinite(value):
            return None
        return max(0.0, float(value))

    def _operators(self, draft: _Draft) -> Iterator[Operator]:
        deed, changes = draft.deed, draft.changes
        terms = self._deed_terms(deed)
        adds, deletes = changes.adds_and_deletes(self.variables)
        for term in terms:
            yield Operator(
                deed.name,
                term.needs,
                term.forbids,
                term.tests,
                adds,
                deletes,
                changes.changes(),
                draft.cost,
                deed,
            )

    def _deed_terms(self, deed: Deed) -> Terms:
        """The ways in which the needs of an action can hold together."""
        whole, now = EITHER_WAY, self.variables.now
        for need in deed.action.needs:
            if need.clause is not None:
                found = need.clause.ground(self.variables, deed.bound_for(need.call, now))
                if not found:
                    self._leave_out(deed, f"nothing brings about {need.condition.text}")
                whole = both(whole, found)
        return whole

    def _goal_terms(self, goal: Goal) -> Terms:
        """The ways in which all that a goal wants can hold."""
        whole, now = EITHER_WAY, self.variables.now
        for need in goal.wants:
            if need.clause is not None:
                whole = both(whole, need.clause.ground(self.variables, _NO_VARIABLES))
            elif not need.condition.holds(now, _NO_VARIABLES):
                return NEVER
        return whole

    def _leave_out(self, deed: Deed, why: Unmet | str) -> None:
        told = LeftOut(deed.name, why) if isinstance(why, str) else LeftOut(deed.name, *why)
        self.left_out.append(told)


def _doable(choices: Sequence[Sequence[Operator]], problem: Problem) -> tuple[Operator, ...] | None:
    """One operator for each step, if they lead to the goal.

    Those of one step differ in what they need and not in what they change, so that the first one that
    can be done is as good as any other.
    """
    if not all(choices):
        return None
    picked = [0] * len(choices)
    while True:
        way = tuple(many[place] for many, place in zip(choices, picked, strict=True))
        fault = check(problem, way)
        if fault is None:
            return way
        if fault.step is None or picked[fault.index] + 1 == len(choices[fault.index]):
            return None
        picked[fault.index] += 1


def _closing(term: Term, reached: int) -> Operator:
    return Operator("", term.needs, term.forbids, term.tests, adds=reached, cost=0.0)
