"""Deciding by a GOAP file: the most urgent goal that can be reached is worked for, step by step.

A goal is a candidate while its ``When`` holds and its ``Wants`` does not. The one under way keeps its
place until another is ahead by more than ``Switch`` points, so that two goals of nearly equal priority
do not take turns. While a plan is followed, only goals that could take over and guards are looked at.
"""

from __future__ import annotations

import functools
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from agentfw.brains.goap.course import Course, Turnout
from agentfw.brains.goap.inquiring import Inquiries
from agentfw.brains.goap.planner import Planner
from agentfw.brains.planned import Choice
from agentfw.language import first_failing
from agentfw.skills import DONE, Failed, Wants
from agentfw.solving.service import PlanningService
from agentfw.vocabulary import Died

if TYPE_CHECKING:
    from collections.abc import Mapping

    from agentfw.brains.goap.elements import Goal
    from agentfw.brains.goap.plan import GoapPlan
    from agentfw.brains.tracing import Trace
    from agentfw.decisions import Order, Question, Reply
    from agentfw.skills import Done, Moment
    from agentfw.solving import Operator

__all__ = ["GoapEngine"]

_NOTHING: Final = Wants()
_NO_NOTES: Final[Mapping[str, Any]] = MappingProxyType({})
_NO_VARIABLES: Final = ()
_MAX_ROUNDS: Final = 8
"""So often a think can turn to another plan; the next one goes on there."""


class GoapEngine:
    """Decides by one plan."""

    def __init__(self, plan: GoapPlan, outside: str = "") -> None:
        self._goals = plan.goals
        self._switch = plan.settings.switch
        self._facts = plan.facts
        self.service = PlanningService()
        """What searches for plans, unless a planner outside is asked."""
        self._inquiries = Inquiries(outside, plan.settings.deadline) if outside else None
        self._planner = Planner(plan, self._inquiries or self.service)
        self._course: Course | None = None
        self._holder: Goal | None = None
        """The goal that others have to be ahead of: the one under way, or that is planned anew."""
        self._rest: tuple[Operator, ...] = ()
        """What was left of the holder's plan when it was broken off."""
        self._ended: list[Goal] = []
        """The goals whose plans were begun and came to their end in this think."""
        self._is_wanting = False
        """Whether any goal was a candidate in this think."""
        self._notes: dict[str, Any] = {}
        self._orders: tuple[Order, ...] = ()
        self._worked: Course | None = None
        """The plan that has given orders in this think; of several, the last one."""
        self._choice = Choice(_NOTHING, ())

    def think(self, now: Moment, trace: Trace | None) -> Choice:
        """What to do now."""
        # A plan around this one may have facts of the same names, which are no business of ours.
        values = now.values
        others = {key: values.pop(key) for key in self._facts if key in values}
        choice = self._thought(now, trace)
        for key in self._facts:
            values.pop(key, None)
        values.update(others)
        return choice

    def _thought(self, now: Moment, trace: Trace | None) -> Choice:
        self._begin(now)
        for _ in range(_MAX_ROUNDS):
            self._choose(now, trace)
            course = self._course
            if course is None or not self._is_over(course, now, trace):
                break
            if self._notes:  # they are seen from the next think on
                break
        course = self._course or self._worked
        if trace is not None and course is not None:
            trace.hold(course.goal.when)
        return self._chosen()

    def questions(self) -> tuple[Question, ...]:
        """What a planner outside is asked since the last call."""
        return self._inquiries.questions() if self._inquiries is not None else ()

    @property
    def asked(self) -> int:
        """How many questions there were so far."""
        return self._inquiries.asked if self._inquiries is not None else 0

    def answer(self, reply: Reply) -> None:
        """Hear what came of a question; it counts from the next think on."""
        if self._inquiries is not None:
            self._inquiries.answer(reply)

    def is_open(self, number: int) -> bool:
        """Whether the answer to a question is still wanted."""
        return self._inquiries is not None and self._inquiries.is_open(number)

    def _begin(self, now: Moment) -> None:
        self._planner.begin()
        self._ended.clear()
        self._is_wanting = False
        self._notes, self._orders, self._worked = {}, (), None
        if now.view.events and now.view.happened(Died):
            self._drop(now)
            self._holder, self._rest = None, ()
            self._planner.forget()
        if self._course is not None:
            self._course.is_fresh = False
            self._course.think_of(now)

    # Choosing

    def _choose(self, now: Moment, trace: Trace | None) -> None:
        """Find the goal and the plan that are under way from now on."""
        holder = self._holder
        if holder is not None and not self._is_wanted(holder, now, trace):
            self._drop(now)
            self._holder, self._rest, holder = None, (), None
        course = self._course
        if course is not None:  # what is so in thought is so for its own goal only
            course.hide(now)
        floor = self._level(holder, now) if holder is not None else 0.0
        ranked = self._ranked(now, holder, floor if course is not None else None)
        asked: list[Goal] = []
        for _, goal in ranked:
            asked.append(goal)
            if self._takes_over(goal, now, trace):
                break
        if course is not None and course is self._course:
            course.think_of(now)
        if trace is not None and self._holder is not None:
            self._tell_lower(asked, self._holder, now, trace)

    def _level(self, holder: Goal, now: Moment) -> float:
        """What another goal has to be above."""
        return holder.urgency(now) + self._switch

    def _ranked(self, now: Moment, holder: Goal | None, floor: float | None) -> list[tuple[float, Goal]]:
        """The goals that are asked, the most urgent first; the holder is ahead by its bonus.

        With a floor, nobody below it is asked.
        """
        found = []
        for goal in self._goals:
            if goal is holder:
                if floor is None:
                    found.append((self._level(goal, now), goal))
                continue
            urgency = goal.urgency(now)
            if floor is None or urgency > floor:
                found.append((urgency, goal))
        if len(found) > 1:
            found.sort(key=lambda one: (-one[0], one[1] is not holder))
        return found

    def _takes_over(self, goal: Goal, now: Moment, trace: Trace | None) -> bool:
        """Begin to work for a goal, if it is wanted and there is a plan; whether that is so."""
        if goal in self._ended:
            _reject(trace, goal, "its plan came to its end in this think")
            return False
        if goal is not self._holder and not self._is_wanted(goal, now, trace):
            return False
        self._is_wanting = True
        rest = self._rest if goal is self._holder else ()
        course = self._planner.course(goal, now, trace, rest)
        if course is None:
            return False
        self._drop(now)
        self._course, self._holder, self._rest = course, goal, ()
        return True

    def _is_wanted(self, goal: Goal, now: Moment, trace: Trace | None) -> bool:
        if goal.when:
            failing = first_failing(goal.when, now, _NO_VARIABLES)
            if failing is not None:
                if trace is not None:
                    trace.reject(goal.name, failing)
                return False
        if goal.is_reached(now):
            _reject(trace, goal, "all that it wants holds already")
            return False
        return True

    def _tell_lower(self, asked: list[Goal], holder: Goal, now: Moment, trace: Trace) -> None:
        """Tell of the goals that were not even asked."""
        ours = holder.urgency(now)
        for goal in self._goals:
            if goal is not holder and goal not in asked:
                trace.reject(goal.name, _lower(goal.urgency(now), ours, self._switch))

    # Doing

    def _is_over(self, course: Course, now: Moment, trace: Trace | None) -> bool:
        """Go on with the plan; whether another one has to be found."""
        turnout = course.advance(now)
        if course.notes:
            self._notes.update(course.notes)
        self._orders += course.orders
        if course.orders:
            self._worked = course
        if trace is not None:
            trace.finish(*course.done)
        if turnout is Turnout.RUNNING:
            return False
        if turnout is Turnout.OVER:
            self._ended += [course.goal] if course.is_fresh else []
        else:
            self._rest = course.rest
            if trace is not None and course.unmet is not None:
                trace.reject(course.deed.name, *course.unmet)
            elif trace is not None:
                trace.reject(course.deed.name, course.why)
        if turnout is Turnout.FAILED:
            self._planner.avoid(course.deed, course.why, now)
        self._drop(now)
        return True

    def _drop(self, now: Moment) -> None:
        if self._course is not None:
            self._course.forget(now)
            self._course = None

    # Answering

    def _chosen(self) -> Choice:
        course, last = self._course, self._choice
        wants, path = (course.wants, course.path) if course is not None else (_NOTHING, self._way())
        if self._orders:
            wants = _with_orders(wants, self._orders)
        if path == last.path:
            path = last.path
        outcome = self._outcome() if course is None else None
        is_same = wants is last.wants and path is last.path and outcome == last.outcome
        if is_same and not self._notes and not last.notes:
            return last
        self._choice = Choice(wants, path, self._notes or _NO_NOTES, outcome)
        return self._choice

    def _way(self) -> tuple[str, ...]:
        """The way to the last order of this think."""
        return self._worked.way if self._worked is not None else ()

    def _outcome(self) -> Done | Failed | None:
        """How it ends for who follows this plan inside of another one."""
        if self._ended or self._notes or self._planner.is_thinking:
            return None  # the next think goes on
        return Failed("no goal has a plan") if self._is_wanting else DONE


@functools.lru_cache(maxsize=1000)
def _lower(urgency: float, ours: float, switch: float) -> str:
    """Why a goal has to wait; kept, because it is told at every think."""
    if urgency > ours:
        return f"priority {urgency:g} is not above {ours:g} by more than {switch:g}"
    return f"priority {urgency:g} {'<' if urgency < ours else '=='} {ours:g}"


def _reject(trace: Trace | None, goal: Goal, why: str) -> None:
    if trace is not None:
        trace.reject(goal.name, why)


def _with_orders(wants: Wants, orders: tuple[Order, ...]) -> Wants:
    return Wants(
        move=wants.move,
        look=wants.look,
        fight=wants.fight,
        say=wants.say,
        orders=wants.orders + orders,
    )
