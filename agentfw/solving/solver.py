"""Problems in, answers out: the cheapest plan, a quick one, or ever better ones within a budget."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, TypeAlias

from agentfw.errors import UsageError
from agentfw.solving._cheapest import Cheapest
from agentfw.solving._explaining import why_not
from agentfw.solving._improving import Improving
from agentfw.solving._quick import Quick
from agentfw.solving._reaching import Reach
from agentfw.solving._refusing import refuse_nonsense
from agentfw.solving._relaxed import Relaxed
from agentfw.solving._steps import steps_of
from agentfw.solving._task import Task
from agentfw.solving.answers import Answer

if TYPE_CHECKING:
    from collections.abc import Callable

    from agentfw.solving.answers import Quality
    from agentfw.solving.problem import Problem

__all__ = ["Solver", "solve"]

_NODES_PER_LOOK: Final = 8
"""How many nodes there are between two looks at the clock: large problems have slow nodes."""

_IMPROVING: Final = 4
"""How many turns go into making a quick plan cheaper for each turn that finding it took."""

_IMPROVING_MOST: Final = 300
"""Where finding a plan took long, fewer: so many more than twice the turns of finding it."""

_Search: TypeAlias = "Quick | Improving | Cheapest"


def solve(
    problem: Problem,
    *,
    quality: Quality = "optimal",
    max_nodes: int | None = None,
    clock: Callable[[], float] | None = None,
    time_s: float | None = None,
) -> Answer:
    """The plan of the wanted quality, or as much as the budget allowed to find out.

    `clock` tells seconds and is asked every few nodes. Costs below 0, and facts or numbers that
    the problem does not have, raise `UsageError`.
    """
    if time_s is not None and clock is None:
        raise UsageError("solve(time_s=…) needs a clock, for example clock=time.monotonic")
    ends_at = clock() + time_s if clock is not None and time_s is not None else None
    solver = Solver(problem, quality)
    left = math.inf if max_nodes is None else max_nodes
    while left > 0 and not solver.is_finished:
        if ends_at is not None and clock is not None and clock() >= ends_at:
            break
        nodes = int(min(left, _NODES_PER_LOOK if ends_at is not None else 1_000_000))
        solver.work(nodes)
        left -= nodes
    return solver.answer


class Solver:
    """A search that is done in portions; equal problems and portions of any size give equal answers."""

    def __init__(self, problem: Problem, quality: Quality = "optimal") -> None:
        refuse_nonsense(problem)
        self._searches: list[_Search] = []
        self._best: tuple[int, list[int]] | None = None
        self._is_proven = False
        self._expanded = self._generated = 0
        reach = Reach(problem)
        self._why = why_not(problem, reach)
        if not self._why:
            self._task = Task(problem, reach)
            self._begin(quality)

    def _begin(self, quality: Quality) -> None:
        self._steps, self._relaxed = steps_of(self._task), Relaxed(self._task)
        parts = self._task, self._steps, self._relaxed
        if quality != "optimal":
            self._searches.append(Quick(*parts))
        if quality != "quick":
            self._searches.append(Cheapest(*parts))

    @property
    def is_finished(self) -> bool:
        """Whether more work would find nothing more."""
        return not self._searches

    def work(self, nodes: int) -> bool:
        """Take up at most so many nodes; whether the search is over."""
        left = nodes
        while left > 0 and self._searches:
            search = self._searches[0]
            before = search.turns
            is_over = search.work(left)
            left -= search.turns - before
            self._take(search.plan)
            if is_over:
                self._end(search)
        return self.is_finished

    def _take(self, plan: list[int] | None) -> None:
        """Keep a plan that is cheaper than the best so far."""
        if plan is not None:
            cost = sum([self._task.costs[step] for step in plan])
            if self._best is None or cost < self._best[0]:
                self._best = (cost, plan.copy())

    def _end(self, search: _Search) -> None:
        """Go on with the next search, if a better plan is wanted and possible."""
        self._searches.pop(0)
        self._expanded += search.turns
        self._generated += search.generated
        if self._best is None:
            self._why = f"no plan: all {search.seen} reachable states were looked at"
        self._is_proven = isinstance(search, Cheapest) or self._best is None or self._best[0] == 0
        if self._is_proven or self._best is None:
            self._searches.clear()
        elif isinstance(search, Quick):
            turns = min(_IMPROVING * search.turns + 40, 2 * search.turns + _IMPROVING_MOST)
            parts = self._task, self._steps, self._relaxed
            self._searches.insert(0, Improving(*parts, plan=self._best[1], turns=turns))
        elif self._searches and isinstance(self._searches[0], Cheapest):
            self._searches[0].limit = self._best[0]

    @property
    def answer(self) -> Answer:
        """What is known so far."""
        search = self._searches[0] if self._searches else None
        expanded = self._expanded + (search.turns if search is not None else 0)
        generated = self._generated + (search.generated if search is not None else 0)
        if self._best is not None:
            steps = tuple([self._task.operators[step] for step in self._best[1]])
            cost = self._unscaled(self._best[0])
            return Answer("solved", steps, cost, self._is_proven, expanded, generated)
        if search is None:
            return Answer("unsolvable", expanded=expanded, generated=generated, why=self._why)
        why = f"gave up after {expanded} nodes, best estimate {self._unscaled(search.bound):g}"
        return Answer("unfinished", expanded=expanded, generated=generated, why=why)

    def _unscaled(self, cost: int) -> float:
        """A cost as problems tell it; infinity where the sum is too large for a float."""
        try:
            return cost / self._task.scale
        except OverflowError:
            return math.inf
