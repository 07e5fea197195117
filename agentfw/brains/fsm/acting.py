"""The acts of the states that a machine is in, from think to think."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from agentfw.decisions import CHANNELS
from agentfw.skills import Performance, Progress, Wants

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from agentfw.brains.fsm.states import State
    from agentfw.brains.lines import ActCall
    from agentfw.brains.tracing import Trace
    from agentfw.decisions import Order
    from agentfw.skills import Moment

__all__ = ["NOTHING", "Acting", "Run", "merged"]

NOTHING: Final = Wants()
_RUNNING: Final = Progress.RUNNING
_DONE: Final = Progress.DONE
_NO_SLOT: Final = -1
_NEVER: Final = -1


class Run:
    """One line of a state that the machine is in, and the act under way for it."""

    __slots__ = ("begun", "call", "is_once", "is_spent", "performance", "slot", "state", "stepped")

    def __init__(self, call: ActCall, state: State, *, is_once: bool, slot: int = _NO_SLOT) -> None:
        self.call = call
        self.state = state
        self.is_once = is_once
        self.slot = slot
        """Where to put down whether it is done, and behind that whether it failed; -1 for nowhere."""
        self.performance: Performance | None = None
        self.begun = self.stepped = _NEVER
        """In which think that was last."""
        self.is_spent = False
        """Whether it is over for good."""


class Acting:
    """What all states that the machine is in do, and what was done in passing.

    An act is begun at most once in a think, and goes on at most once. One that was under way and ends is
    begun again in the same think, so that the body does not stand still in between; but only after the
    transitions were asked whether they leave because of it.
    """

    def __init__(self, bound: list[Any]) -> None:
        self._bound = bound
        """What every state knows of itself; the engine writes it, too."""
        self._stages: list[list[Run]] = []
        """The lines of each state, from the outermost one."""
        self.runs: tuple[Run, ...] = ()
        """All of them in the order in which they have the channels: inner ones first."""
        self.tick = 0
        self.notes: dict[str, Any] = {}
        self.passing: list[Wants] = []
        """What is wanted in this think only, the first one first."""
        self.changed = False
        """Whether other acts are under way than before."""
        self._trace: Trace | None = None

    def begin_think(self, trace: Trace | None) -> None:
        """Be in the next think."""
        self._trace = trace
        self.tick += 1
        if self.notes:
            self.notes = {}
        if self.passing:
            self.passing = []

    def enter(self, state: State, now: Moment) -> None:
        """Do what a state does when it is entered, and take up its lines."""
        stage: list[Run] = []
        self._stages.append(stage)
        for call in state.enter:
            performance = self._fired(call, state, now)
            if performance is not None:
                run = Run(call, state, is_once=True)
                run.performance, run.begun, run.stepped = performance, self.tick, self.tick
                stage.append(run)
        slot = state.base
        for line in state.lines:
            stage.append(Run(line.call, state, is_once=line.is_once, slot=slot))
            slot = _NO_SLOT

    def leave(self, state: State, now: Moment) -> None:
        """Break off the acts of the innermost state, and do what it does when it is left."""
        for run in self._stages.pop():
            if run.performance is not None:
                run.performance.cancel()
        for call in state.exit:
            self.do(call, state, now)

    def do(self, call: ActCall, state: State, now: Moment) -> None:
        """Do an act in passing, on the way out: what it wants is wanted in this think only."""
        performance = self._fired(call, state, now)
        if performance is not None:
            self.passing.append(performance.wants)
            performance.cancel()

    def settle(self, *, is_over: bool) -> None:
        """Line up the acts of the states that were entered; none if the machine has come to its end."""
        self.changed = True
        stages = self._stages
        if len(stages) == 1:
            self.runs = tuple(stages[0])
        else:
            self.runs = tuple([run for stage in reversed(stages) for run in stage])
        if is_over:
            self.break_off()
            self.runs = ()

    def break_off(self) -> None:
        """End everything that is under way, badly."""
        for run in self.runs:
            if run.performance is not None:
                run.performance.cancel()
                self._end(run, is_well=False)

    def go_on(self, now: Moment) -> bool:
        """Begin what is to be begun, and go on with the rest; whether anything ended."""
        tick, has_ended = self.tick, False
        for run in self.runs:
            performance = run.performance
            if performance is None:
                if run.begun == tick or run.is_spent:
                    continue
                performance = self._begin(run, now)
            elif run.stepped == tick:
                continue
            run.stepped = tick
            progress = performance.step(now)
            if performance.notes:
                self.notes.update(performance.notes)
            if progress is not _RUNNING:
                has_ended = True
                self._pass_on(performance)
                self._end(run, is_well=progress is _DONE)
                self._tell(run.call, run.state, progress)
        return has_ended

    def wants(self) -> list[Wants]:
        """What is wanted now, in the order in which it has the channels."""
        found = [run.performance.wants for run in self.runs if run.performance is not None]
        return found + self.passing[::-1] if self.passing else found

    def orders(self) -> tuple[Order, ...]:
        """What is ordered now, in the order in which acts said so: one may build on another."""
        running = [run.performance.wants for run in self.runs if run.performance is not None]
        return tuple([order for wants in (*self.passing, *running) for order in wants.orders])

    def way(self) -> tuple[str, ...]:
        """The acts under way in the innermost state that has any, and where they are themselves."""
        for stage in reversed(self._stages):
            running = [(one.call, one.performance) for one in stage if one.performance is not None]
            if running:
                inner = next((one.wants.path for _, one in running if one.wants.path), ())
                return (" || ".join(call.text for call, _ in running), *inner)
        return ()

    def _begin(self, run: Run, now: Moment) -> Performance:
        call, bound = run.call, self._bound
        made = run.performance = Performance(call.act, call.arguments(now, bound))
        run.begun = self.tick
        self.changed = True
        if run.slot >= 0:
            bound[run.slot] = bound[run.slot + 1] = False
        return made

    def _end(self, run: Run, *, is_well: bool) -> None:
        run.performance = None
        run.is_spent = run.is_once
        self.changed = True
        if run.slot >= 0:
            self._bound[run.slot], self._bound[run.slot + 1] = is_well, not is_well

    def _tell(self, call: ActCall, state: State, progress: Progress) -> None:
        """Let the trace know of what is over, and went well."""
        if self._trace is not None and progress is _DONE:
            self._trace.finish((*state.path, call.text))

    def _fired(self, call: ActCall, state: State, now: Moment) -> Performance | None:
        """Do an act at once; what is left of it if it takes several steps."""
        performance = Performance(call.act, call.arguments(now, self._bound))
        progress = performance.fire(now)
        self.notes.update(performance.notes)
        if progress is _RUNNING:
            return performance
        self._pass_on(performance)
        self._tell(call, state, progress)
        return None

    def _pass_on(self, performance: Performance) -> None:
        """Keep what an act that is over wants all the same, such as orders."""
        if performance.wants != NOTHING:
            self.passing.append(performance.wants)


def merged(wanted: Sequence[Wants], orders: Iterable[Order]) -> Wants:
    """What several acts want at once; of two that want one channel, the first one has it."""
    if not wanted:
        return NOTHING
    if len(wanted) == 1:
        return wanted[0]
    taken: dict[str, Any] = {}
    for wants in wanted:
        for channel in CHANNELS:
            intent = getattr(wants, channel)
            if channel not in taken and (intent is not None or channel in wants.stops):
                taken[channel] = intent
    return Wants(**taken, orders=tuple(orders))
