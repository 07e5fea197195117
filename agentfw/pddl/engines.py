"""Whoever can solve a problem, behind one interface; every plan is proven before it is handed on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, Protocol, TypeAlias

import msgspec

from agentfw.errors import UsageError
from agentfw.pddl.grounding import ground
from agentfw.pddl.plans import Step
from agentfw.pddl.validating import validate
from agentfw.solving import Solver

if TYPE_CHECKING:
    from collections.abc import Callable

    from agentfw.pddl.syntax import Domain, Problem
    from agentfw.solving import Answer, Quality

__all__ = ["Engine", "OwnEngine", "Solution", "SolutionStatus", "never", "proven"]

SolutionStatus: TypeAlias = Literal["solved", "unsolvable", "unfinished", "wrong", "failed"]
"""``unsolvable`` is a proof; ``unfinished`` ran out of time or was canceled; ``wrong`` had a plan that
does not work; ``failed`` broke down or does not know what the problem asks for."""

_NODES_PER_LOOK: Final = 8


class Solution(msgspec.Struct, frozen=True, kw_only=True):
    """What an engine made of a problem."""

    engine: str
    status: SolutionStatus
    steps: tuple[Step, ...] = ()
    """The plan, which was proven to work."""
    cost: float = 0.0
    is_optimal: bool = False
    """Whether the engine says that no plan is cheaper."""
    expanded: int | None = None
    """How many nodes were looked at; None where the engine does not tell."""
    why: str = ""
    """Why there is no plan."""


def never() -> bool:
    """Nobody cancels."""
    return False


class Engine(Protocol):
    """Something that finds plans."""

    @property
    def name(self) -> str:
        """What people call it."""
        ...

    def solve(
        self,
        domain: Domain,
        problem: Problem,
        deadline_s: float | None = None,
        *,
        is_cancelled: Callable[[], bool] = never,
    ) -> Solution:
        """A proven plan, or why there is none, not much later than the deadline.

        `is_cancelled` is asked many times per second; the search ends as soon as it says yes.
        """
        ...


class OwnEngine:
    """The search of this package.

    `clock` tells seconds and is needed for deadlines, `progress` is called with what is known so far.
    """

    name = "own"

    def __init__(
        self,
        quality: Quality = "optimal",
        *,
        clock: Callable[[], float] | None = None,
        progress: Callable[[Answer], None] | None = None,
    ) -> None:
        self._quality: Quality = quality
        self._clock = clock
        self._progress = progress

    def solve(
        self,
        domain: Domain,
        problem: Problem,
        deadline_s: float | None = None,
        *,
        is_cancelled: Callable[[], bool] = never,
    ) -> Solution:
        """A proven plan, or why there is none; at the deadline, the best plan so far."""
        if deadline_s is not None and self._clock is None:
            raise UsageError("a deadline needs a clock: OwnEngine(clock=time.monotonic)")
        ends_at = self._clock() + deadline_s if self._clock and deadline_s is not None else None
        solver = Solver(ground(domain, problem), self._quality)
        while not is_cancelled() and not self._is_late(ends_at) and not solver.work(_NODES_PER_LOOK):
            if self._progress is not None:
                self._progress(solver.answer)
        return proven(domain, problem, self._solution(solver.answer))

    def _is_late(self, ends_at: float | None) -> bool:
        return ends_at is not None and self._clock is not None and self._clock() >= ends_at

    def _solution(self, answer: Answer) -> Solution:
        return Solution(
            engine=self.name,
            status=answer.status,
            steps=tuple(one.origin for one in answer.steps if isinstance(one.origin, Step)),
            cost=answer.cost,
            is_optimal=answer.is_optimal,
            expanded=answer.expanded,
            why=answer.why,
        )


def proven(domain: Domain, problem: Problem, solution: Solution) -> Solution:
    """The same solution with its cost as the proof found it; a plan that does not work is taken out."""
    if solution.status != "solved":
        return solution
    verdict = validate(domain, problem, solution.steps)
    if verdict.fault is None:
        return msgspec.structs.replace(solution, cost=verdict.cost)
    why = f'the plan of engine "{solution.engine}" does not work: {verdict.fault}'
    return Solution(engine=solution.engine, status="wrong", expanded=solution.expanded, why=why)
