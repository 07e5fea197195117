"""Planning that never holds anybody up: problems are taken in at once and solved a few nodes at a time.

Whoever asks gets a ticket before any search step is done, goes on with what it has, and looks at the
ticket later. All tickets share one budget per portion of work, in turns, so that many of them cost no
more than one and none starves. The answer belongs to the ticket: the service holds tickets weakly, and
one that nobody has any more is forgotten with its search. Budgets are nodes, not seconds, so that the
same questions get the same answers at the same moments on every machine.
"""

from __future__ import annotations

import math
import weakref
from collections import deque
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

import msgspec

from agentfw.solving.solver import Solver

if TYPE_CHECKING:
    from collections.abc import Callable

    from agentfw.solving.answers import Answer, Quality
    from agentfw.solving.problem import Problem

__all__ = ["PlanningService", "Plans", "Solves", "Statistics", "Ticket", "TicketState"]

TicketState: TypeAlias = Literal["waiting", "solved", "unsolvable", "late", "cancelled"]


class Solves(Protocol):
    """A search that is done in portions; `agentfw.solving.Solver` is one."""

    def work(self, nodes: int) -> bool:
        """Take up at most so many nodes; whether the search is over."""

    @property
    def answer(self) -> Answer:
        """What is known so far."""


class Plans(Protocol):
    """Who gives tickets and does the work; `PlanningService` is one."""

    def ask(self, problem: Problem, *, quality: Quality = ..., deadline: float = ...) -> Ticket:
        """A ticket, at once."""

    def work(self, nodes: int, now: float, /) -> int:
        """Take up at most so many nodes; how many it were."""


class Ticket:
    """What somebody asked for, and what became of it."""

    __slots__ = ("__weakref__", "_answer", "_search", "deadline", "problem", "quality", "state")

    def __init__(self, problem: Problem, quality: Quality, deadline: float) -> None:
        self.problem = problem
        self.quality = quality
        self.deadline = deadline
        """The moment after which the best answer so far has to do."""
        self.state: TicketState = "waiting"
        self._search: Solves | None = None
        self._answer: Answer | None = None

    @property
    def answer(self) -> Answer | None:
        """What is known so far; None before the first step of the search, and after cancelling."""
        return self._search.answer if self._search is not None else self._answer

    def cancel(self) -> None:
        """Want no answer any more; what was found is let go."""
        self._search = self._answer = None
        self.state = "cancelled"

    def go_on(self, nodes: int, solver: Callable[[Problem, Quality], Solves]) -> int:
        """Take up at most so many nodes; how many it were. For the service."""
        if self._search is None:
            self._search = solver(self.problem, self.quality)
        search = self._search
        before = search.answer.expanded
        if search.work(nodes):
            self.settle(search.answer)
            return search.answer.expanded - before
        return nodes

    def expire(self) -> None:
        """Be over, with the best answer so far. For who does the work."""
        answer = self.answer
        if answer is not None and answer.status == "solved":
            self.settle(answer)
        else:
            self._search, self._answer, self.state = None, answer, "late"

    def settle(self, answer: Answer) -> None:
        """Be over, with this answer. For who does the work."""
        self._search, self._answer = None, answer
        self.state = "solved" if answer.status == "solved" else "unsolvable"


class Statistics(msgspec.Struct, frozen=True):
    """What a service has to do and has done."""

    waiting: int
    asked: int
    nodes: int
    """Taken up so far."""


class PlanningService:
    """Takes problems in, and works on all of them in turns."""

    def __init__(self, solver: Callable[[Problem, Quality], Solves] = Solver) -> None:
        self._solver = solver
        self._line: deque[weakref.ref[Ticket]] = deque()
        """Whose turn it is next stands first."""
        self._asked = 0
        self._nodes = 0

    def ask(
        self, problem: Problem, *, quality: Quality = "optimal", deadline: float = math.inf
    ) -> Ticket:
        """A ticket, at once. Keep it: a ticket that nobody has is not worked on."""
        ticket = Ticket(problem, quality, deadline)
        self._line.append(weakref.ref(ticket))
        self._asked += 1
        return ticket

    def work(self, nodes: int, now: float) -> int:
        """Take up at most so many nodes, shared by all who wait; how many it were."""
        self._let_go(now)
        left = nodes
        while left > 0 and self._line:
            share = max(1, left // len(self._line))
            for _ in range(min(left, len(self._line))):
                left -= self._take_turn(min(share, left))
        self._nodes += nodes - left
        return nodes - left

    def statistics(self) -> Statistics:
        """What waits and what was done."""
        waiting = [one for one in self._line if (found := one()) and found.state == "waiting"]
        return Statistics(len(waiting), self._asked, self._nodes)

    def _let_go(self, now: float) -> None:
        """Forget who is gone, and end what has come too late."""
        line, self._line = self._line, deque()
        for reference in line:
            ticket = reference()
            if ticket is not None and ticket.state == "waiting" and now > ticket.deadline:
                ticket.expire()
            if ticket is not None and ticket.state == "waiting":
                self._line.append(reference)

    def _take_turn(self, nodes: int) -> int:
        """Let the first in the line have some nodes, and stand at its end if that was not enough."""
        reference = self._line.popleft()
        ticket = reference()
        if ticket is None or ticket.state != "waiting":
            return 0
        used = ticket.go_on(nodes, self._solver)
        if ticket.state == "waiting":
            self._line.append(reference)
        return used
