"""Deciding by a task file: a list of top tasks, of which one is under way at a time.

Without priorities the list is gone through round and round; what fails at once is skipped, and nothing
is begun twice in one think. With priorities, the task of the highest one that has something to do runs,
and one that is strictly higher takes over from the one under way, as soon as it comes to an act.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from agentfw.brains.htn.threads import ACHIEVED, Thread
from agentfw.brains.htn.turn import Turn
from agentfw.brains.planned import Choice
from agentfw.decisions import CHANNELS
from agentfw.language import first_failing
from agentfw.skills import Progress, Wants

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from agentfw.brains.htn.lookahead import Outlook
    from agentfw.brains.htn.plan import HtnPlan
    from agentfw.brains.htn.tasks import Call
    from agentfw.brains.tracing import Trace
    from agentfw.skills import Moment

__all__ = ["HtnEngine"]

_NOTHING: Final = Wants()
_NO_NOTES: Final[Mapping[str, Any]] = MappingProxyType({})
_NO_VARIABLES: Final = ()
_RUNNING: Final = Progress.RUNNING


class HtnEngine:
    """Decides by one plan."""

    def __init__(self, plan: HtnPlan, tasks: Iterable[Call], outlook: Outlook) -> None:
        self._plan = plan
        self._tasks: list[Call] = []
        self._has_priorities = False
        self._have(list(tasks))
        self._turn = Turn(outlook)
        self._next = 0
        """The place in the list that is tried first."""
        self._thread: Thread | None = None
        self._running: Call | None = None
        self._choice = Choice(_NOTHING, ())

    def think(self, now: Moment, trace: Trace | None) -> Choice:
        """What to do now."""
        turn = self._turn
        turn.begin(now, trace)
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

        Raises `UsageError` for one that the plan cannot do.
        """
        self._have([*self._tasks, *self._plan.calls([line])])

    def remove(self, line: str) -> None:
        """Take a task off the list; one that is under way comes to its end."""
        (gone,) = self._plan.calls([line])
        self._have([one for one in self._tasks if one.text != gone.text])

    def clear(self, *, preempt: bool = False) -> None:
        """Empty the list; what is under way comes to its end, or is broken off."""
        self.replace([], preempt=preempt)

    def replace(self, lines: Sequence[str], *, preempt: bool = False) -> None:
        """Have another list, all at once; what is under way comes to its end, or is broken off.

        Raises `UsageError`, and changes nothing, if the plan cannot do one of them.
        """
        self._have(self._plan.calls(lines))
        self._next = 0
        if preempt:
            self._stop()

    def _have(self, tasks: list[Call]) -> None:
        self._tasks = tasks
        self._has_priorities = any(one.task.priority is not None for one in tasks)

    # Thinking

    def _think_in_turns(self, turn: Turn) -> None:
        if self._thread is not None and self._is_running(turn):
            return
        for index in self._order():
            if not turn.goes_on:
                return
            self._next = index + 1
            if self._begin(self._tasks[index], turn):
                return

    def _think_by_priority(self, turn: Turn) -> None:
        """Go on, unless something more urgent comes to an act."""
        running = self._running
        floor = self._priority(running, turn) if running is not None else None
        for priority, index in self._by_priority(turn):
            if floor is not None and priority <= floor:
                if self._is_running(turn):
                    return
                floor = None
            if not turn.goes_on:
                break
            if self._overtakes(index, turn):
                return
        if floor is not None:
            self._is_running(turn)

    def _overtakes(self, index: int, turn: Turn) -> bool:
        """Begin a task beside the one under way; whether it got as far as to take its place."""
        call = self._tasks[index]
        if not self._has_something_to_do(call, turn):
            return False
        before = self._thread, self._running
        self._thread = None
        self._next = index + 1
        if not self._begin(call, turn):
            self._thread, self._running = before
            return False
        if before[0] is not None:
            before[0].cancel()
        return True

    def _begin(self, call: Call, turn: Turn) -> bool:
        self._thread = Thread(call.task, call.arguments(turn.now, _NO_VARIABLES))
        self._running = call
        return self._is_running(turn)

    def _is_running(self, turn: Turn) -> bool:
        """Go on with the task under way; whether it is still under way after that."""
        thread = self._thread
        if thread is not None and thread.advance(turn) is _RUNNING:
            return True
        self._thread = self._running = None
        turn.changed = True
        return False

    def _order(self) -> list[int]:
        """The places of the list, from the next one round."""
        count = len(self._tasks)
        return [(self._next + step) % count for step in range(count)]

    def _by_priority(self, turn: Turn) -> list[tuple[float, int]]:
        found = [(self._priority(self._tasks[index], turn), index) for index in self._order()]
        return sorted(found, key=lambda one: -one[0])  # equals stay in the order of their turns

    def _priority(self, call: Call, turn: Turn) -> float:
        priority = call.task.priority
        if priority is None:
            return 0.0
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
        if failing is not None and turn.trace is not None:
            turn.trace.reject(call.text, failing, bound)
        return failing is None

    def _stop(self) -> None:
        if self._thread is not None:
            self._thread.cancel()
        self._thread = self._running = None
        self._turn.changed = True

    # Answering

    def _chosen(self, turn: Turn) -> Choice:
        thread, last = self._thread, self._choice
        wants = thread.wants if thread is not None else None
        if wants is None:
            wants = _merged(thread.all_wants() if thread is not None else [])
        if wants.orders or turn.orders:
            wants = _with_orders(wants, tuple(turn.orders))
        path = last.path
        if turn.changed:
            turn.changed = False
            path = thread.path() if thread is not None else ()
            path = last.path if path == last.path else path
        if wants is last.wants and path is last.path and not turn.notes and not last.notes:
            return last
        self._choice = Choice(wants, path, turn.notes or _NO_NOTES)
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
