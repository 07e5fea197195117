"""A plan that is being followed, step by step, and watched while it is."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from agentfw.brains.goap.grounding import Deed, Unmet
from agentfw.brains.goap.state import only_in_thought, reading_of
from agentfw.decisions import CHANNELS
from agentfw.language import first_failing
from agentfw.skills import Performance, Progress, Wants

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from agentfw.brains.goap.elements import Goal
    from agentfw.decisions import Order
    from agentfw.language.types import Key
    from agentfw.skills import Moment
    from agentfw.solving import Linear, Operator, Problem, State

__all__ = ["Course", "Turnout"]

_NOTHING: Final = Wants()


class Turnout(enum.Enum):
    """How far a plan is after a think."""

    RUNNING = "running"
    OVER = "over"
    FAILED = "failed"
    """An act failed."""
    BROKEN = "broken"
    """What the next step needs does not hold, or no longer what the one under way needs."""


class _Amount(NamedTuple):
    """What a step makes of a number."""

    key: Key
    function: Callable[..., Any]
    before: float
    after: float

    def is_so(self, now: Moment) -> bool:
        """Whether it is so already, or more of it."""
        value = reading_of(now, self.key, self.function)
        if not isinstance(value, int | float):
            return False
        return value >= self.after if self.after > self.before else value <= self.after


class _Step:
    """One step of a plan, with what can be seen when it is done."""

    __slots__ = ("amounts", "deed", "operator")

    def __init__(self, operator: Operator, deed: Deed, amounts: tuple[_Amount, ...]) -> None:
        self.operator = operator
        self.deed = deed
        self.amounts = amounts

    def is_done(self, now: Moment) -> bool:
        """Whether all that it would change is so already."""
        for expected in self.deed.expected:
            if not expected.is_so(now):
                return False
        for amount in self.amounts:  # noqa: SIM110 - both loops are for speed
            if not amount.is_so(now):
                return False
        return True


def _steps_of(operators: Iterable[Operator], start: State) -> list[_Step]:
    """Steps with the numbers that each of them leads to."""
    steps, numbers = [], start.numbers
    for operator in operators:
        before, numbers = numbers, _counted(operator, numbers)
        deed = operator.origin
        if isinstance(deed, Deed):
            amounts = [(key, function, before[n], numbers[n]) for key, function, n in deed.counted]
            moved = tuple(_Amount(*one) for one in amounts if one[2] != one[3])
            steps.append(_Step(operator, deed, moved))
    return steps


def _counted(operator: Operator, numbers: tuple[float, ...]) -> tuple[float, ...]:
    """The numbers behind a step."""
    if not operator.changes:
        return numbers
    after = list(numbers)
    for change in operator.changes:
        base = numbers[change.number] if change.is_increase else 0.0
        after[change.number] = base + _worth(change.to, numbers)
    return tuple(after)


def _worth(linear: Linear, numbers: Sequence[float]) -> float:
    return linear.constant + sum(factor * numbers[place] for place, factor in linear.terms)


class Course:
    """A plan for a goal that is under way; advance it once per think."""

    def __init__(self, goal: Goal, operators: Iterable[Operator], problem: Problem) -> None:
        self.goal = goal
        self.is_fresh = True
        """Whether it was begun in this think."""
        self.wants = _NOTHING
        """What the step under way wants."""
        self.notes: dict[str, Any] = {}
        """What acts want noted after the last think."""
        self.orders: tuple[Order, ...] = ()
        """What acts ordered that were over at once in the last think."""
        self.way: tuple[str, ...] = ()
        """The way to the last of these orders."""
        self.done: tuple[tuple[str, ...], ...] = ()
        """The ways to what was done, and came to its end, in the last think."""
        self.path: tuple[str, ...] = ()
        """The goal, the steps that are left, and what is done now; the same object while they are."""
        self.why = ""
        """Why it failed or broke."""
        self.unmet: Unmet | None = None
        """The condition on which it broke."""
        self._steps = _steps_of(operators, problem.start)
        self._next = 0
        self._acts: list[Performance] = []
        self._done: set[Performance] = set()
        self._begun_at: float | None = None
        """When the step under way was begun; None between steps."""
        self._merged: tuple[tuple[Wants, ...], Wants] = ((), _NOTHING)
        self._thought: dict[Key, bool] = {}
        """What is so in thought only, since some step."""

    @property
    def rest(self) -> tuple[Operator, ...]:
        """The steps that are left, with the one under way."""
        return tuple(step.operator for step in self._steps[self._next :])

    @property
    def deed(self) -> Deed:
        """What is under way, or next."""
        return self._steps[self._next].deed

    def think_of(self, now: Moment) -> None:
        """Let a moment know what is so in thought."""
        if self._thought:
            now.values.update(self._thought)

    def forget(self, now: Moment) -> None:
        """Be over: a moment knows no more what was so in thought."""
        self.cancel()
        self.hide(now)

    def hide(self, now: Moment) -> None:
        """Let a moment know only what is really so."""
        for key in self._thought:
            now.values.pop(key, None)

    def advance(self, now: Moment) -> Turnout:
        """Go on as far as one think allows."""
        self.notes, self.orders, self.way, self.done = {}, (), (), ()
        while self._next < len(self._steps):
            step = self._steps[self._next]
            if step.is_done(now):
                self._finish(step, now)
                continue
            found = self._go_on(step, now) if self._begun_at is not None else self._begin(step, now)
            if found is not Turnout.OVER:
                return found
            self.done += (self.path,)
            self._finish(step, now)
            if self.notes:  # they are seen from the next think on
                return Turnout.RUNNING if self._next < len(self._steps) else Turnout.OVER
        return Turnout.OVER

    def cancel(self) -> None:
        """Break off what is under way."""
        for act in self._acts:
            if act not in self._done:
                act.cancel()
        self._acts, self._begun_at, self.wants = [], None, _NOTHING

    def _begin(self, step: _Step, now: Moment) -> Turnout:
        deed = step.deed
        self.unmet = deed.unmet(now)
        if self.unmet is not None:
            self.why = f"{deed.name} needs {self.unmet.condition.text}"
            return Turnout.BROKEN
        self._begun_at = now.view.now
        self._acts = [
            Performance(call.act, call.arguments(now, deed.bound)) for call in deed.action.calls
        ]
        self._done.clear()
        self.path = self._told(step)
        return self._perform(step, now)

    def _go_on(self, step: _Step, now: Moment) -> Turnout:
        action = step.deed.action
        if action.guards:
            failing = first_failing(action.guards, now, step.deed.bound)
            if failing is not None:
                self.unmet = Unmet(failing, step.deed.bound)
                self.why = f"{step.deed.name} goes on only while {failing.text}"
                return Turnout.BROKEN
        limit, begun = action.timeout_s, self._begun_at
        if limit is not None and begun is not None and now.view.now - begun > limit:
            self.why = f"took longer than {limit:g} s"
            return Turnout.FAILED
        return self._perform(step, now)

    def _perform(self, step: _Step, now: Moment) -> Turnout:
        """Let all acts of a step go on; it is over when all are, and has failed when one has."""
        for act in self._acts:
            if act in self._done:
                continue
            progress = act.step(now)
            if act.notes:
                self.notes.update(act.notes)
            if progress is Progress.FAILED:
                self.why = f"{act.act.name}: {act.reason}"
                return Turnout.FAILED
            if progress is Progress.DONE:
                self._done.add(act)
                if act.wants.orders:
                    self.orders += act.wants.orders
                    self.way = self.path
        if len(self._done) == len(self._acts):
            return Turnout.OVER
        self._want(step)
        return Turnout.RUNNING

    def _want(self, step: _Step) -> None:
        acts = self._acts
        if len(acts) == 1:
            wants = acts[0].wants
        else:
            parts = tuple([act.wants for act in acts if act not in self._done])
            if parts != self._merged[0]:
                self._merged = (parts, _merged(parts))
            wants = self._merged[1]
        if wants.path != self.wants.path:
            self.path = (*self._told(step), *wants.path)
        self.wants = wants

    def _finish(self, step: _Step, now: Moment) -> None:
        """Go on to the next step; what this one brings about in thought is so from now on."""
        self.cancel()
        self._next += 1
        for expected in step.deed.expected:
            if expected.function is only_in_thought:
                self._thought[expected.key] = now.values[expected.key] = expected.value

    def _told(self, step: _Step) -> tuple[str, ...]:
        names = " > ".join(one.deed.name for one in self._steps[self._next :])
        return (self.goal.name, names, step.deed.text)


def _merged(wanted: Sequence[Wants]) -> Wants:
    """What several acts want at once; of two that want one channel, the left one has it."""
    taken: dict[str, Any] = {}
    for wants in wanted:
        for channel in CHANNELS:
            intent = getattr(wants, channel)
            if (intent is not None or channel in wants.stops) and channel not in taken:
                taken[channel] = intent
    orders = tuple(order for wants in wanted for order in wants.orders)
    path = next((wants.path for wants in wanted if wants.path), ())
    return Wants(**taken, orders=orders, path=path)
