"""Deciding by a task file: a list of top tasks, of which one is under way at a time.

Without priorities the list is gone through round and round; what fails at once is skipped, and nothing
is begun twice in one think. With priorities, the task of the highest one that has something to do runs,
and one that is strictly higher takes over from the one under way, as soon as it comes to an act. What
fails, or ends without an act, waits until all others that have something to do were tried.
"""

from __future__ import annotations

import math
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from agentfw.brains.htn.runs import Run
from agentfw.brains.htn.threads import ACHIEVED
from agentfw.brains.htn.turn import Turn
from agentfw.brains.planned import Choice
from agentfw.decisions import CHANNELS
from agentfw.errors import UsageError
from agentfw.language import first_failing
from agentfw.skills import DONE, Failed, Progress, Wants

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from agentfw.brains.htn.lookahead import Outlook
    from agentfw.brains.htn.plan import HtnPlan
    from agentfw.brains.htn.tasks import Call
    from agentfw.brains.tracing import Trace
    from agentfw.skills import Done, Moment

__all__ = ["HtnEngine"]

_NOTHING: Final = Wants()
_NO_NOTES: Final[Mapping[str, Any]] = MappingProxyType({})
_FAILED: Final = Progress.FAILED
_NO_VARIABLES: Final = ()
_MOST_TASKS: Final = 100
"""So many may be assigned: whoever leads may give out the same task again and again."""


class HtnEngine:
    """Decides by one plan."""

    def __init__(
        self, plan: HtnPlan, tasks: Iterable[Call], outlook: Outlook, *, is_inner: bool = False
    ) -> None:
        self._plan = plan
        self._is_inner = is_inner
        self._tasks: list[Call] = []
        self._has_priorities = False
        self._next = 0
        """The place in the list that is tried first; without priorities."""
        self._count = 0
        self._turns: dict[Call, int] = {}
        """When each task was begun last, as a number that grows; with priorities."""
        self._tried: set[Call] = set()
        """Tasks that failed or came to no act; they wait until the others had their turn."""
        self._failed: set[Call] = set()
        """Those that failed in this think."""
        self._run: Run | None = None
        """What is under way."""
        self._ahead: Run | None = None
        """What is more urgent, but has not come to an act yet."""
        self._have(list(tasks))
        self._turn = Turn(outlook)
        self._choice = Choice(_NOTHING, ())
        self._path: tuple[str, ...] = ()
        """The way through this plan, without that through an inner one."""
        self._outcome: Done | Failed | None = None
        """How the last task of the list ended in this think, without priorities."""

    def think(self, now: Moment, trace: Trace | None) -> Choice:
        """What to do now."""
        turn = self._turn
        turn.begin(now, trace)
        self._outcome = None
        if self._has_priorities:
            self._think_by_priority(turn)
        else:
            self._think_in_turns(turn)
        return self._chosen(turn)

    # The list

    @property
    def tasks(self) -> tuple[str, ...]:
        """The top tasks, as they were written."""
        return tuple(one.text for one in self._tasks)

    def assign(self, line: str) -> None:
        """Put a task, as in ``DefendDomPoint A``, at the end of the list.

        Raises `UsageError` for one that the plan cannot do, and when the list is full.
        """
        if len(self._tasks) >= _MOST_TASKS:
            raise UsageError(f"the list has {len(self._tasks)} tasks already, and room for no other")
        self._have([*self._tasks, *self._plan.calls([line])])

    def remove(self, line: str) -> None:
        """Take a task off the list, the last one if it is there twice; what is under way goes on.

        Raises `UsageError` for one that is not on the list.
        """
        (gone,) = self._plan.calls([line])
        places = [place for place, one in enumerate(self._tasks) if one.text == gone.text]
        if not places:
            raise UsageError(f'"{gone.text}" is not on the list')
        last = places[-1]
        self._have([*self._tasks[:last], *self._tasks[last + 1 :]])
        self._next -= last < self._next

    def clear(self, *, preempt: bool = False) -> None:
        """Empty the list; what is under way comes to its end, or is broken off."""
        self.replace([], preempt=preempt)

    def replace(self, lines: Sequence[str], *, preempt: bool = False) -> None:
        """Have another list, all at once; what is under way comes to its end, or is broken off.

        Raises `UsageError`, and changes nothing, for too many and for one that the plan cannot do.
        """
        if len(lines) > _MOST_TASKS:
            raise UsageError(f"a list has {_MOST_TASKS} tasks at most, found {len(lines)}")
        self._have(self._plan.calls(lines))
        self._next = 0
        if preempt:
            self._stop()

    def _have(self, tasks: list[Call]) -> None:
        self._tasks = tasks
        self._has_priorities = any(one.task.priority is not None for one in tasks)
        self._tried.intersection_update(tasks)
        self._turns = {call: self._turns[call] for call in tasks if call in self._turns}
        if not self._has_priorities:
            self._ahead = None

    # Thinking

    def _think_in_turns(self, turn: Turn) -> None:
        if self._is_running(turn):
            return
        for index in self._order():
            if not turn.goes_on() or (self._is_inner and self._outcome is not None):
                return
            self._next = index + 1
            self._run = Run(self._tasks[index], turn)
            if self._is_running(turn):
                return

    def _think_by_priority(self, turn: Turn) -> None:
        """Go on, unless something more urgent comes to an act."""
        self._failed.clear()
        waiting, self._ahead = self._ahead, None
        self._decide(turn, waiting)
        if self._run is None:
            self._run, self._ahead = self._ahead, None
        if self._run is not None and self._run.thread.is_acting and self._ahead is None:
            self._tried.clear()

    def _decide(self, turn: Turn, waiting: Run | None) -> None:
        """Find what is under way from now on: those that had no turn yet come before those that had."""
        ranked = self._by_priority(turn, waiting)
        fresh = [one for one in ranked if one[1] not in self._tried]
        floor = self._priority(self._run.call, turn) if self._run is not None else -math.inf
        above = [call for priority, call in fresh if priority > floor]
        below = [call for priority, call in fresh if priority <= floor]
        stale = [call for _, call in ranked if call in self._tried]
        if self._is_any_begun(above, turn, waiting) or self._is_running(turn):
            return
        if self._is_any_begun(below, turn) or not turn.goes_on():
            return
        self._tried &= self._failed  # all had their turn
        self._is_any_begun(stale, turn)

    def _is_any_begun(self, calls: Iterable[Call], turn: Turn, waiting: Run | None = None) -> bool:
        """Begin one after the other until one takes over; whether one did."""
        for call in calls:
            if not turn.goes_on():
                return False
            run = waiting if waiting is not None and waiting.call is call else self._begun(call, turn)
            if run is not None and self._overtakes(run, turn):
                return True
        return False

    def _begun(self, call: Call, turn: Turn) -> Run | None:
        if call in self._failed or not self._has_something_to_do(call, turn):
            return None
        self._count += 1
        self._turns[call] = self._count
        return Run(call, turn)

    def _overtakes(self, run: Run, turn: Turn) -> bool:
        """Go on with a task beside the one under way; whether it got as far as to take its place."""
        if not run.goes_on(turn):
            self._end(run, turn)
            return False
        if self._run is not None and not run.thread.is_acting:
            self._ahead = run  # it has yet to show that it comes to an act
            return False
        if self._run is not None:
            self._run.thread.cancel()
        self._run = run
        return True

    def _is_running(self, turn: Turn) -> bool:
        """Go on with the task under way; whether it is still under way after that."""
        run = self._run
        if run is None:
            return False
        if run.goes_on(turn):
            return True
        self._run = None
        self._end(run, turn)
        return False

    def _end(self, run: Run, turn: Turn) -> None:
        """Remember that a task has had its turn, unless it is worth another one at once."""
        turn.changed = True
        is_failed = run.progress is _FAILED
        if not self._has_priorities and self._tasks and run.call is self._tasks[-1]:
            self._outcome = Failed(f"{run.call.text} failed") if is_failed else DONE
        if is_failed:
            self._failed.add(run.call)
        if is_failed or not run.has_acted:
            self._tried.add(run.call)

    def _order(self) -> list[int]:
        """The places of the list, from the next one round."""
        count = len(self._tasks)
        return [(self._next + step) % count for step in range(count)]

    def _by_priority(self, turn: Turn, waiting: Run | None) -> list[tuple[float, Call]]:
        """All tasks, the most urgent first; of equals, what waits, then what was begun long ago."""
        first = waiting.call if waiting is not None else None
        turns = self._turns
        found = [(self._priority(call, turn), call) for call in self._tasks]
        return sorted(found, key=lambda one: (-one[0], one[1] is not first, turns.get(one[1], 0)))

    def _priority(self, call: Call, turn: Turn) -> float:
        priority = call.task.priority
        if priority is None:
            return 0.0
        if priority.is_constant:
            value = priority.constant  # most are, and every think asks for all of them
        else:
            value = priority.evaluate(turn.now, call.arguments(turn.now, _NO_VARIABLES))
        return value if isinstance(value, int | float) and value == value else 0.0  # noqa: PLR0124 - NaN

    @staticmethod
    def _has_something_to_do(call: Call, turn: Turn) -> bool:
        task, bound = call.task, call.arguments(turn.now, _NO_VARIABLES)
        if task.is_achieved(turn.now, bound):
            if turn.trace is not None:
                turn.trace.reject(call.text, ACHIEVED)
            return False
        failing = first_failing(task.preconditions, turn.now, bound)
        if failing is None and task.guards:
            # Most top tasks wait for their guards; to begin them at every think would cost far more.
            failing = first_failing(task.guards, turn.now, bound)
        if failing is not None and turn.trace is not None:
            turn.trace.reject(call.text, failing, bound)
        return failing is None

    def _stop(self) -> None:
        if self._run is not None:
            self._run.thread.cancel()
        self._run = self._ahead = None
        self._turn.changed = True

    # Answering

    def _chosen(self, turn: Turn) -> Choice:
        thread, last = self._run.thread if self._run is not None else None, self._choice
        wants = thread.wants if thread is not None else None
        if wants is None:
            wants = _merged(thread.all_wants() if thread is not None else [])
        if wants.orders or turn.orders:
            wants = _with_orders(wants, tuple(turn.orders))
        if turn.changed or thread is None:
            turn.changed = False
            path = thread.path() if thread is not None else turn.way
            self._path = self._path if path == self._path else path
        path = (*self._path, *wants.path) if wants.path else self._path
        path = last.path if path == last.path else path
        is_same = wants is last.wants and path is last.path and self._outcome is last.outcome
        if is_same and not turn.notes and not last.notes:
            return last
        self._choice = Choice(wants, path, turn.notes or _NO_NOTES, self._outcome)
        return self._choice


def _merged(wanted: list[Wants]) -> Wants:
    """What several acts want at once; of two that want one channel, the left one has it."""
    if not wanted:
        return _NOTHING
    taken: dict[str, Any] = {}
    for wants in wanted:
        for channel in CHANNELS:
            intent = getattr(wants, channel)
            if (intent is not None or channel in wants.stops) and channel not in taken:
                taken[channel] = intent
    return Wants(**taken)


def _with_orders(wants: Wants, orders: tuple[Any, ...]) -> Wants:
    return Wants(move=wants.move, look=wants.look, fight=wants.fight, say=wants.say, orders=orders)
