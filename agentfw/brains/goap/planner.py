"""From goals to plans to follow, with as many nodes per think as the plan file allows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, cast

from agentfw.brains.goap.course import Course
from agentfw.brains.goap.grounding import Situation
from agentfw.solving import check

if TYPE_CHECKING:
    from agentfw.brains.goap.elements import Action, Goal
    from agentfw.brains.goap.grounding import Deed
    from agentfw.brains.goap.plan import GoapPlan
    from agentfw.brains.tracing import Trace
    from agentfw.skills import Moment
    from agentfw.solving import Operator, Problem, Quality
    from agentfw.solving.service import Plans, Ticket

__all__ = ["Planner"]


class _Request(NamedTuple):
    """A search under way for a goal."""

    ticket: Ticket
    problem: Problem
    begun_in: int
    """The number of the think in which it was asked for."""


class _Refusal(NamedTuple):
    """A goal for which there is no plan at present."""

    until: float
    why: str
    told_in: int
    """The number of the think in which that was found."""


class Planner:
    """Finds plans; a search that takes longer than one think goes on in the next one."""

    def __init__(self, plan: GoapPlan, service: Plans) -> None:
        self._settings = plan.settings
        self._actions = plan.useful
        self._service = service
        self._requests: dict[Goal, _Request] = {}
        self._refusals: dict[Goal, _Refusal] = {}
        self._avoided: dict[tuple[str, tuple[Any, ...]], tuple[float, str]] = {}
        self._visited: set[Goal] = set()
        """The goals that were asked for in this think."""
        self._situations: dict[tuple[Action, ...], Situation] = {}
        """Actions as they are in this think; goals for which the same ones are useful share them."""
        self._nodes = 0
        """How many nodes this think has left."""
        self._thinks = 0

    def begin(self) -> None:
        """Be ready for the next think."""
        if self._requests:
            # Who did not ask again has lost interest.
            self._requests = {goal: one for goal, one in self._requests.items() if goal in self._visited}
        self._visited.clear()
        self._situations.clear()
        self._nodes = self._settings.nodes
        self._thinks += 1

    @property
    def is_thinking(self) -> bool:
        """Whether searches are under way."""
        return bool(self._requests)

    def forget(self) -> None:
        """Drop all searches, and what was learned about actions: a new body is somewhere else."""
        self._requests.clear()
        self._refusals.clear()
        self._avoided.clear()

    def avoid(self, deed: Deed, why: str, now: Moment) -> None:
        """Leave an action out for a while, because it failed."""
        until = now.view.now + self._settings.avoid
        self._avoided[deed.key] = (until, f"failed before: {why}")
        self._situations.clear()

    def course(
        self, goal: Goal, now: Moment, trace: Trace | None, rest: tuple[Operator, ...] = ()
    ) -> Course | None:
        """A plan for a goal, if there is one by now; the trace is told why not.

        `rest` is what is left of a plan that was broken off: if its last steps, as few as possible,
        still lead to the goal and nothing cheaper is known, they are what is done.
        """
        refusal = self._refusals.get(goal)
        if refusal is not None and (refusal.told_in == self._thinks or now.view.now < refusal.until):
            _reject(trace, goal, refusal.why)
            return None
        self._visited.add(goal)
        found = self._answered(goal, now, trace)
        ends = (rest[place:] for place in reversed(range(len(rest))))
        kept = next((one for end in ends if (one := self._kept(goal, end, now)) is not None), None)
        if kept is not None and (found is None or _cost(kept[0]) <= _cost(found[0])):
            self._requests.pop(goal, None)
            return Course(goal, *kept)
        return Course(goal, *found) if found is not None else None

    def _answered(
        self, goal: Goal, now: Moment, trace: Trace | None
    ) -> tuple[tuple[Operator, ...], Problem] | None:
        request = self._requests.get(goal) or self._ask(goal, now, trace)
        self._nodes -= self._service.work(self._nodes, now.view.now)
        ticket = request.ticket
        if ticket.state == "waiting":
            if trace is not None:
                trace.reject(goal.name, f"no plan yet: {_expanded(ticket)} nodes so far")
            return None
        del self._requests[goal]
        if ticket.state != "solved":
            self._refuse(goal, request, now, trace)
            return None
        steps = ticket.answer.steps if ticket.answer is not None else ()
        if request.begun_in != self._thinks:
            return self._adjusted(goal, steps, now, trace)
        fault = check(request.problem, steps)
        if fault is not None:
            _reject(trace, goal, f"the plan that was found is wrong: {fault}")
            return None
        return steps, request.problem

    def _adjusted(
        self, goal: Goal, steps: tuple[Operator, ...], now: Moment, trace: Trace | None
    ) -> tuple[tuple[Operator, ...], Problem] | None:
        """A plan that was begun in an earlier think, if the world still lets it be done."""
        kept = self._kept(goal, steps, now)
        if kept is None:
            _reject(trace, goal, "the plan that was found does not fit any more; thinking again")
            self._ask(goal, now, trace)
        return kept

    def _kept(
        self, goal: Goal, steps: tuple[Operator, ...], now: Moment
    ) -> tuple[tuple[Operator, ...], Problem] | None:
        situation = self._seen(goal, now)
        problem = situation.problem(goal)
        again = situation.again(steps, problem)
        return (again, problem) if again is not None else None

    def _ask(self, goal: Goal, now: Moment, trace: Trace | None) -> _Request:
        situation = self._seen(goal, now)
        problem = situation.problem(goal)
        if trace is not None:
            for one in situation.left_out:
                trace.reject(one.name, one.why, one.bound)
        time = now.view.now
        quality = cast("Quality", self._settings.search)
        ticket = self._service.ask(problem, quality=quality, deadline=time + self._settings.deadline)
        self._requests[goal] = request = _Request(ticket, problem, self._thinks)
        return request

    def _refuse(self, goal: Goal, request: _Request, now: Moment, trace: Trace | None) -> None:
        ticket = request.ticket
        why = ticket.answer.why if ticket.answer is not None else ""
        if ticket.state == "late":
            told = f"no plan within {self._settings.deadline:g} s{': ' if why else ''}{why}"
        else:
            told = why if why.startswith("no plan") else f"no plan, because {why}"
        # What is avoided now may be the very thing: the end of that is worth a new look.
        again = [now.view.now + self._settings.retry, *(until for until, _ in self._avoided.values())]
        self._refusals[goal] = _Refusal(min(again), told, self._thinks)
        _reject(trace, goal, told)

    def _seen(self, goal: Goal, now: Moment) -> Situation:
        """The actions that are useful for a goal as they are now."""
        actions = self._actions[goal]
        found = self._situations.get(actions)
        if found is None:
            time = now.view.now
            self._avoided = {key: one for key, one in self._avoided.items() if one[0] >= time}
            avoided = {key: why for key, (_, why) in self._avoided.items()}
            found = self._situations[actions] = Situation(actions, now, avoided)
        return found


def _reject(trace: Trace | None, goal: Goal, why: str) -> None:
    if trace is not None:
        trace.reject(goal.name, why)


def _expanded(ticket: Ticket) -> int:
    return ticket.answer.expanded if ticket.answer is not None else 0


def _cost(steps: tuple[Operator, ...]) -> float:
    return sum(step.cost for step in steps)
