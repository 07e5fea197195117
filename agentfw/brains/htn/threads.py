"""Doing a task: a stack of tasks that were entered, with at most one act, or several threads, on top.

Nothing here calls itself as deep as the plan goes: every task that is entered is a `Frame` on a list.
A task that is called last in its caller takes the caller's place, so that a plan may call itself for
ever.

Goals come first, then preconditions, then lines from the first to the last, and in each line the
alternatives from the left to the right until one succeeds. What is done stays done. Guards are looked at
when a task is entered and at every think until it ends. When the bot dies, whatever act is under way is
broken off and fails with "died"; the plan goes on with its next alternatives.
"""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Any, Final

from agentfw.brains.htn.frames import MAX_PATH, Frame, Guard, Place, longer, shortened
from agentfw.brains.htn.tasks import Call, Kind, Task, Way, label
from agentfw.language import first_failing
from agentfw.skills import Performance, Progress

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agentfw.brains.htn.turn import Turn
    from agentfw.language import Condition
    from agentfw.skills import Wants

__all__ = ["ACHIEVED", "MAX_DEPTH", "MAX_NESTING", "Thread"]

MAX_DEPTH: Final = 1000
"""So many tasks may wait for each other."""
MAX_NESTING: Final = 32
"""So often may tasks that run together contain others that do."""
ACHIEVED: Final = "its goals hold already"
"""Why a task is skipped without failing."""


class _Mode(enum.Enum):
    """What comes next in a thread."""

    CALL = "a task is to be entered"
    ACT = "an act is under way"
    JOIN = "threads are under way"
    RETURN = "a task has ended"


# Members of enumerations are slow to look up in their classes.
_CALL: Final = _Mode.CALL
_ACT: Final = _Mode.ACT
_JOIN: Final = _Mode.JOIN
_RETURN: Final = _Mode.RETURN
_RUNNING: Final = Progress.RUNNING
_DONE: Final = Progress.DONE
_FAILED: Final = Progress.FAILED
_SINGLE: Final = Kind.CALL
_TOGETHER: Final = Kind.TOGETHER
_VALUE: Final = Kind.VALUE
_EVERY: Final = Kind.EVERY
_CYCLE: Final = Kind.CYCLE


class Thread:
    """One task being done, with everything below it."""

    def __init__(
        self,
        task: Task,
        arguments: tuple[Any, ...],
        base: int = 0,
        nesting: int = 0,
        *,
        above: Sequence[Frame] = (),
    ) -> None:
        self._base = base
        self._nesting = nesting
        self._above = above
        """The frames of those that this thread is a part of."""
        self._frames: list[Frame] = []
        self._guards: list[Guard] = []
        self._mode = _CALL
        self._task = task
        self._arguments = arguments
        self._trail: tuple[Place, ...] = ()
        self._act: Performance | None = None
        self._told: Wants | None = None
        self._running: list[Thread] = []
        self._ok = False
        self._value: Any = None

    def advance(self, turn: Turn) -> Progress:
        """Go on as far as one think allows."""
        if turn.has_died and self._act is not None:
            self._break_off()
            self._fail("died", turn)
        if self._guards:
            self._check_guards(turn)
        while True:
            mode, act = self._mode, self._act
            if act is not None:
                if self._is_act_running(act, turn):
                    return _RUNNING
            elif mode is _JOIN:
                if self._are_threads_running(turn):
                    return _RUNNING
            elif mode is _RETURN and not self._frames:
                return _DONE if self._ok else _FAILED
            elif not turn.goes_on():
                return _RUNNING
            elif mode is _RETURN:
                self._resume(self._frames[-1], turn)
            else:
                turn.steps -= 1
                self._enter(turn)

    def cancel(self) -> None:
        """Break off everything."""
        self._break_off()
        self._frames.clear()
        self._guards.clear()

    @property
    def is_acting(self) -> bool:
        """Whether an act is under way; without one, the think has ended before it came to any."""
        return self._act is not None or any(thread.is_acting for thread in self._running)

    @property
    def wants(self) -> Wants | None:
        """What the act under way wants; None unless there is just one."""
        return self._act.wants if self._act is not None else None

    def all_wants(self) -> list[Wants]:
        """What the acts under way want, from the left to the right."""
        if self._act is not None:
            return [self._act.wants]
        return [one for thread in self._running for one in thread.all_wants()]

    def path(self) -> tuple[str, ...]:
        """The tasks under way, from the top down; of many, the first and the last."""
        frames = [*self._above, *self._frames]
        if len(frames) > 2 * MAX_PATH:  # more than that is never shown
            frames = [*frames[:MAX_PATH], *frames[-MAX_PATH:]]
        rows = [longer(frame.trail, (frame.task, frame.arguments)) for frame in frames]
        if self._mode is _ACT or self._mode is _CALL:
            rows.append(longer(self._trail, (self._task, self._arguments)))
        found = [label(*place) for row in rows for place in row]
        if self._mode is _JOIN:
            found.append(" || ".join("".join(thread.path()[-1:]) for thread in self._running))
        return shortened(found)

    @property
    def depth(self) -> int:
        """How many tasks wait for each other, and how many guards there are."""
        return self._base + len(self._frames) + len(self._guards)

    # Entering

    def _enter(self, turn: Turn) -> None:
        """Begin the task that was called."""
        task, arguments, now = self._task, self._arguments, turn.now
        turn.changed = True
        bound = task.bind(arguments)
        if task.is_achieved(now, bound):
            if turn.trace is not None:
                turn.trace.reject(label(task, arguments), ACHIEVED)
            self._return(True)
            return
        for conditions in (task.preconditions, task.guards):
            failing = first_failing(conditions, now, bound) if conditions else None
            if failing is not None:
                self._fail(failing, turn, bound)
                return
        if turn.trace is not None:
            turn.trace.hold(task.preconditions, bound)
        if task.act is not None:
            self._act = Performance(task.act, arguments)
            self._mode = _ACT
            self._guard(task, arguments, bound)
        elif self.depth >= MAX_DEPTH:
            self._fail(f"more than {MAX_DEPTH} tasks wait for each other", turn)
        else:
            self._push(Frame(task, arguments, bound), turn)

    def _push(self, frame: Frame, turn: Turn) -> None:
        frame.trail = self._trail
        self._guard(frame.task, frame.arguments, frame.bound)
        self._frames.append(frame)
        if frame.task.lookahead is not None:
            self._look_ahead(frame, turn)
        elif frame.task.lines:
            self._start(frame, turn)
        else:
            self._pop(True, None)

    def _guard(self, task: Task, arguments: tuple[Any, ...], bound: Sequence[Any]) -> None:
        """Watch the guards of a task, unless they are watched at this very place already."""
        if not task.guards:
            return
        depth = len(self._frames) + 1
        is_known = any(
            one.depth == depth and one.task is task and one.arguments == arguments
            for one in self._guards
        )
        if not is_known:
            self._guards.append(Guard(depth, task, arguments, bound))

    def _start(self, frame: Frame, turn: Turn) -> None:
        """Begin with the alternative that a frame stands at."""
        way = frame.task.lines[frame.line].ways[frame.way]
        if way.kind is _SINGLE:
            self._call(frame, way.calls[0], turn, is_tail=way.is_last)
        elif way.kind is _TOGETHER:
            self._fork(frame, way, turn)
        elif way.kind is _VALUE:
            self._return(True, way.evaluate(turn.now, frame.bound))
        else:
            self._start_members(frame, way, turn)

    def _call(self, frame: Frame, call: Call, turn: Turn, *, is_tail: bool) -> None:
        """Call a task; as the last thing that a frame does, it takes its place."""
        self._task, self._arguments = call.task, call.arguments(turn.now, frame.bound)
        self._mode = _CALL
        if is_tail:
            self._frames.pop()
            self._trail = longer(frame.trail, (frame.task, frame.arguments))
        else:
            self._trail = ()

    def _start_members(self, frame: Frame, way: Way, turn: Turn) -> None:
        members = way.members(turn.now, frame.bound)
        if not members:
            self._return(way.kind is _EVERY)
            return
        if way.kind is _CYCLE:
            first = turn.positions.get(way, 0) % len(members)
            turn.positions[way] = first + 1
            members = members[first:] + members[:first]
        frame.members, frame.member = members, 0
        self._call_member(frame, way, turn)

    def _call_member(self, frame: Frame, way: Way, turn: Turn) -> None:
        frame.bound[way.slot] = frame.members[frame.member]
        is_tail = way.is_last and frame.member + 1 == len(frame.members)
        self._call(frame, way.calls[0], turn, is_tail=is_tail)

    def _fork(self, frame: Frame, way: Way, turn: Turn) -> None:
        if self._nesting >= MAX_NESTING:
            if turn.trace is not None:
                turn.trace.reject(way.text, f"tasks run together in more than {MAX_NESTING} levels")
            self._return(False)
            return
        depth, nesting, above = self.depth, self._nesting + 1, [*self._above, *self._frames]
        self._running = [
            Thread(call.task, call.arguments(turn.now, frame.bound), depth, nesting, above=above)
            for call in way.calls
        ]
        self._mode = _JOIN

    # Going on

    def _is_act_running(self, act: Performance, turn: Turn) -> bool:
        """Step the act; whether it goes on."""
        progress = act.step(turn.now)
        if act.notes:
            turn.notes.update(act.notes)
            turn.is_spent = True
        if act.wants.orders and act.wants is not self._told:
            turn.orders += act.wants.orders
        self._told = act.wants
        if progress is _RUNNING:
            return True
        self._act = self._told = None
        if progress is _DONE:
            if act.wants.orders or turn.trace is not None:
                turn.finish(self.path(), has_ordered=bool(act.wants.orders))
            self._return(True, act.value)
        else:
            self._fail(act.reason, turn)
        return False

    def _are_threads_running(self, turn: Turn) -> bool:
        """Step all threads; whether any goes on. One that fails ends the others."""
        for thread in list(self._running):
            progress = thread.advance(turn)
            if progress is _RUNNING:
                continue
            turn.changed = True
            self._running.remove(thread)
            if progress is _FAILED:
                self._break_off()
                self._return(False)
                return False
        if self._running:
            return True
        self._return(True)
        return False

    def _resume(self, frame: Frame, turn: Turn) -> None:
        """Go on in a frame after what it called has ended."""
        if frame.steps is not None:
            self._resume_plan(frame, frame.steps, turn)
            return
        line = frame.task.lines[frame.line]
        way = line.ways[frame.way]
        if frame.members and self._ok is (way.kind is _EVERY):
            frame.member += 1
            if frame.member < len(frame.members):
                self._call_member(frame, way, turn)
                return
        frame.members = ()
        if self._ok:
            self._next_line(frame, line.slot, turn)
        elif frame.way + 1 < len(line.ways):
            frame.way += 1
            self._start(frame, turn)
        else:
            self._fail_at(frame, f'no way left in the line "{line.text}"', turn)

    def _next_line(self, frame: Frame, slot: int, turn: Turn) -> None:
        if slot >= 0:
            frame.bound[slot] = self._value
        frame.line += 1
        frame.way = 0
        if frame.line < len(frame.task.lines):
            self._start(frame, turn)
        else:
            self._pop(True, self._value)

    def _check_guards(self, turn: Turn) -> None:
        for guard in self._guards:
            failing = first_failing(guard.task.guards, turn.now, guard.bound)
            if failing is not None:
                self._break_off()
                del self._frames[guard.depth - 1 :]
                self._task, self._arguments, self._trail = guard.task, guard.arguments, ()
                self._fail(failing, turn, guard.bound)
                return
        if turn.trace is not None:
            for guard in self._guards:
                turn.trace.hold(guard.task.guards, guard.bound)

    # Ending

    def _return(self, ok: bool, value: Any = None) -> None:  # noqa: FBT001 - a result, not a setting
        """Tell the frame below how a task has ended."""
        self._ok, self._value, self._mode = ok, value, _RETURN
        guards, depth = self._guards, len(self._frames)
        while guards and guards[-1].depth > depth:
            guards.pop()

    def _pop(self, ok: bool, value: Any) -> None:  # noqa: FBT001 - as above
        self._frames.pop()
        self._return(ok, value)

    def _fail(self, why: Condition | str, turn: Turn, bound: Sequence[Any] = ()) -> None:
        """End the task that was called, badly, and with it those whose place it took."""
        turn.changed = True
        if turn.trace is not None:
            self._trace_failure((*self._trail, (self._task, self._arguments)), why, turn, bound)
        self._return(False)

    def _fail_at(self, frame: Frame, why: str, turn: Turn) -> None:
        """End the task of the topmost frame badly."""
        self._frames.pop()
        self._task, self._arguments, self._trail = frame.task, frame.arguments, frame.trail
        self._fail(why, turn)

    @staticmethod
    def _trace_failure(
        places: Sequence[Place], why: Condition | str, turn: Turn, bound: Sequence[Any]
    ) -> None:
        trace = turn.trace
        if trace is None:
            return
        trace.reject(label(*places[-1]), why, bound)
        for place in reversed(places[:-1]):
            trace.reject(label(*place), "its last alternative failed")

    def _break_off(self) -> None:
        if self._act is not None:
            self._act.cancel()
            self._act = self._told = None
        for thread in self._running:
            thread.cancel()
        self._running = []

    # Looking ahead

    def _look_ahead(self, frame: Frame, turn: Turn) -> None:
        """Plan a task to its end and begin with the first step."""
        found = turn.outlook.plan(frame.task, frame.arguments, turn)
        frame.steps, frame.member = found.steps, -1
        if found.steps is None:
            self._fail_at(frame, found.why, turn)
        else:
            self._next_step(frame, found.steps)

    def _resume_plan(self, frame: Frame, steps: Sequence[Place], turn: Turn) -> None:
        settings = frame.task.lookahead
        if self._ok:
            self._next_step(frame, steps)
        elif settings is not None and frame.replans < settings.replans:
            frame.replans += 1
            self._look_ahead(frame, turn)
        else:
            told = label(*steps[frame.member])
            self._fail_at(frame, f"the step {told} failed, after {frame.replans} new plans", turn)

    def _next_step(self, frame: Frame, steps: Sequence[Place]) -> None:
        frame.member += 1
        if frame.member >= len(steps):
            self._pop(True, self._value)
            return
        self._task, self._arguments = steps[frame.member]
        self._trail, self._mode = (), _CALL
