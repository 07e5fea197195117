"""Plans from planners outside: the same tickets as from our own search, and questions to be taken.

A question is a problem in PDDL. It is answered some thinks later, or never; the old plan goes on
meanwhile. What comes back is proven against the world as it is then, like any other plan.
"""

from __future__ import annotations

import math
import weakref
from typing import TYPE_CHECKING, NamedTuple

from agentfw.brains.goap.exporting import Export
from agentfw.decisions import Question
from agentfw.pddl import Step
from agentfw.solving import Answer
from agentfw.solving.service import Ticket

if TYPE_CHECKING:
    from agentfw.decisions import Reply
    from agentfw.solving import Problem, Quality

__all__ = ["Inquiries"]


class _Inquiry(NamedTuple):
    """A question that was not answered yet."""

    ticket: weakref.ref[Ticket]
    export: Export


class Inquiries:
    """Gives tickets as `agentfw.solving.service.PlanningService` does, and lets others do the work."""

    def __init__(self, engine: str, deadline_s: float) -> None:
        self._engine = engine
        self._deadline_s = deadline_s
        self.asked = 0
        """How many questions there were so far."""
        self._open: dict[int, _Inquiry] = {}
        self._untaken: list[Question] = []

    def ask(
        self, problem: Problem, *, quality: Quality = "optimal", deadline: float = math.inf
    ) -> Ticket:
        """A ticket, at once, and a question for somebody to take."""
        self.asked += 1
        ticket, export = Ticket(problem, quality, deadline), Export(problem)
        self._open[self.asked] = _Inquiry(weakref.ref(ticket), export)
        domain, posed = export.texts()
        self._untaken.append(Question(self.asked, self._engine, domain, posed, self._deadline_s))
        return ticket

    def work(self, _nodes: int, now: float) -> int:
        """End what has come too late, and forget who is gone; no node is taken up here."""
        for number, inquiry in tuple(self._open.items()):
            ticket = inquiry.ticket()
            if ticket is not None and ticket.state == "waiting" and now > ticket.deadline:
                ticket.expire()
            if ticket is None or ticket.state != "waiting":
                del self._open[number]
        self._untaken = [one for one in self._untaken if one.number in self._open]
        return 0

    def questions(self) -> tuple[Question, ...]:
        """What was asked since the last call."""
        found, self._untaken = tuple(self._untaken), []
        return found

    def is_open(self, number: int) -> bool:
        """Whether somebody still has the ticket of a question, and waits."""
        inquiry = self._open.get(number)
        ticket = inquiry.ticket() if inquiry is not None else None
        return ticket is not None and ticket.state == "waiting"

    def answer(self, reply: Reply) -> None:
        """Let the ticket of a question know; one that nobody has any more is passed over."""
        inquiry = self._open.pop(reply.number, None)
        ticket = inquiry.ticket() if inquiry is not None else None
        if inquiry is not None and ticket is not None and ticket.state == "waiting":
            ticket.settle(_answered(reply, inquiry.export))


def _answered(reply: Reply, export: Export) -> Answer:
    if not reply.is_solved:
        return Answer("unsolvable", why=reply.why or "the planner gave no reason")
    unknown = next((step[0] for step in reply.steps if step[0] not in export.operators), None)
    if unknown is not None:
        return Answer("unsolvable", why=f'the planner answered with an unknown action "{unknown}"')
    steps = export.steps([Step(step[0], step[1:]) for step in reply.steps])
    return Answer("solved", steps, sum(step.cost for step in steps))
