"""Deciding by a plan: the first drive that may and wants to gets the think, and does one step.

Every drive has a place of its own in the plan. A step fires one act, or goes into a competence or an
action pattern, or ends one. What is gone into is where the drive goes on the next time it wins, without
asking what stands above; when it ends, the drive goes back to the root of its tree.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from agentfw.brains.planned import Choice
from agentfw.brains.posh.elements import UNBOUND, Activation, Ask, Competence, Enter, Fire
from agentfw.brains.posh.fallback import Fallback
from agentfw.brains.posh.holding import Holding
from agentfw.brains.posh.lanes import Lane
from agentfw.language import first_failing
from agentfw.skills import DONE, Performance, Progress, Wants
from agentfw.vocabulary import Died

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Sequence

    from agentfw.brains.posh.elements import Collection, Element, Pattern, Place
    from agentfw.brains.tracing import Trace
    from agentfw.perception import View
    from agentfw.skills import Moment

__all__ = ["PoshEngine"]

_NOTHING: Final = Wants()
_NO_NOTES: Final[dict[str, Any]] = {}
# Members of enumerations are slow to look up in their classes.
_RUNNING: Final = Progress.RUNNING
_DONE: Final = Progress.DONE
_FAILED: Final = Progress.FAILED


class PoshEngine:
    """Decides by one plan for one bot."""

    def __init__(
        self,
        root: Collection,
        *,
        fallback: float | None = None,
        shuffle: random.Random | None = None,
    ) -> None:
        self.on_transition: Callable[[str | None, str | None], None] | None = None
        """Called with the names of two drives when the think goes from one to the other."""
        self._root = root
        self._groups = [[Lane(drive) for drive in group] for group in root.groups]
        self._lanes = [lane for group in self._groups for lane in group]
        self._fallback = Fallback(fallback) if fallback is not None else None
        self._shuffle = shuffle
        self._holding = Holding()
        self._last: Lane | None = None
        self._has_won = False
        self._thinks = 0
        self._clock = 0.0
        self._trace: Trace | None = None
        self._notes: dict[str, Any] = _NO_NOTES

    def think(self, now: Moment, trace: Trace | None) -> Choice:
        """One step of the first drive that may and wants to."""
        view = now.view
        self._thinks += 1
        self._clock = view.now if self._root.is_real_time else float(self._thinks)
        self._trace = trace
        self._notes = _NO_NOTES
        self._holding.begin(view)
        if not view.is_alive or (view.events and view.happened(Died)):
            self._start_afresh()
        return self._choice(now)

    def _choice(self, now: Moment) -> Choice:
        if self._has_won or self._is_won(now):
            return Choice(_NOTHING, (self._root.name, "won"), outcome=DONE)
        lane = self._winner(now)
        if lane is not self._last:
            self._change(lane, now)
        if lane is None:
            self._holding.clear()
            return Choice(_NOTHING, (self._root.name, "lost"), self._notes)
        lane.way = self._step(lane, now)
        inner = lane.running.wants.path if lane.running is not None else ()
        return Choice(self._holding.wants(), (*lane.way, *inner) if inner else lane.way, self._notes)

    def _is_won(self, now: Moment) -> bool:
        goal = self._root.goal
        if goal is None or first_failing(goal, now, UNBOUND) is not None:
            return False
        self._has_won = True
        self._start_afresh()
        if self._trace is not None:
            self._trace.hold(goal)
        return True

    def _start_afresh(self) -> None:
        self._holding.clear()
        for lane in self._lanes:
            lane.reset()

    # Who wins

    def _winner(self, now: Moment) -> Lane | None:
        """The first drive that may and wants to; every sense is asked only when it is its turn."""
        trace, clock = self._trace, self._clock
        for lane in self._lanes if self._shuffle is None else self._shuffled():
            drive = lane.drive
            if (drive.interval is not None and clock - lane.won_at <= drive.interval) or (
                clock < lane.left_alone_until
            ):
                if trace is not None:
                    trace.reject(drive.name, self._why_not(lane))
                continue
            for condition in drive.conditions:
                if not condition.holds(now, UNBOUND):
                    if trace is not None:
                        trace.reject(drive.name, condition)
                    break
            else:
                if self._fallback is not None and self._gives_way(lane, now.view, self._fallback):
                    continue
                if trace is not None:
                    trace.hold(drive.conditions)
                lane.won_at = clock
                return lane
        return None

    def _why_not(self, lane: Lane) -> str:
        time = self._root.time
        if self._clock < lane.left_alone_until:
            rest = lane.left_alone_until - self._clock
            return f"achieved nothing; left alone for {time(f'{rest:.3g}')} more"
        ago = self._clock - lane.won_at
        return f"every {time(f'{lane.drive.interval:g}')}; fired {time(f'{ago:.3g}')} ago"

    def _shuffled(self) -> list[Lane]:
        return [lane for group in self._groups for lane in self._mixed(group)]

    def _mixed(self, group: Sequence[Any]) -> list[Any]:
        mixed = list(group)
        if self._shuffle is not None and len(mixed) > 1:
            self._shuffle.shuffle(mixed)
        return mixed

    def _gives_way(self, lane: Lane, view: View, watch: Fallback) -> bool:
        """Whether a drive that could win has achieved nothing for so long that others get their turn."""
        if lane.drive.interval is not None:
            return False  # what fires rarely anyway neither starves others nor proves anything
        at = lane.current
        place = (at.place, at.index) if at is not None else None
        if not watch.is_stuck(lane, place, view, self._clock):
            return False
        lane.left_alone_until = self._clock + watch.patience
        if self._trace is not None:
            patience = self._root.time(f"{watch.patience:g}")
            self._trace.reject(lane.drive.name, f"achieved nothing for {patience}")
        return True

    def _change(self, lane: Lane | None, now: Moment) -> None:
        """The think goes from one drive to another."""
        before, self._last = self._last, lane
        if self.on_transition is not None:
            self.on_transition(
                before.drive.name if before is not None else None,
                lane.drive.name if lane is not None else None,
            )
        if before is None:
            return
        if before.drive.is_cancelled:
            self._break_off(before)
            before.reset()
        leave = before.drive.leave
        if leave is not None:
            values = leave.values(now, UNBOUND)
            performance = Performance(leave.act, values)
            if performance.fire(now) is _DONE and self._trace is not None:
                self._trace.finish((before.drive.name, leave.label(values)))
            self._take(performance)

    # One step

    def _step(self, lane: Lane, now: Moment) -> tuple[str, ...]:
        """One step of the drive that won, and the way to what was done."""
        step, active = lane.drive.step, lane.current
        if isinstance(step, Fire):
            return self._act_alone(lane, step, now)
        if active is None:
            active = lane.begin(step.definition, step.values(now, UNBOUND), self._clock)
        elif self._clock >= active.deadline:
            self._break_off(lane)
            lane.end()
            return active.place.end("time", "timed out")
        if lane.running is not None:
            return self._go_on(lane, lane.running, now)
        definition = active.place.definition
        if isinstance(definition, Competence):
            return self._choose(lane, active, definition, now)
        return self._follow(lane, active, definition, now)

    def _act_alone(self, lane: Lane, fire: Fire, now: Moment) -> tuple[str, ...]:
        """One step of a drive that does nothing but one act."""
        if lane.running is not None:
            return self._go_on(lane, lane.running, now)
        values = fire.values(now, UNBOUND)
        self._fire(lane, fire, values, now)
        if fire.values.constant is not None and len(lane.way) > 1:
            return lane.way
        return (lane.drive.name, fire.label(values))

    def _choose(
        self, lane: Lane, active: Activation, competence: Competence, now: Moment
    ) -> tuple[str, ...]:
        """One step of a competence."""
        bound, left, trace = active.bound, active.left, self._trace
        if competence.goal is not None and first_failing(competence.goal, now, bound) is None:
            if trace is not None:
                trace.hold(competence.goal, bound)
            lane.end()
            return active.place.end("goal", "goal reached")
        for element in (
            competence.elements if self._shuffle is None else self._mixed_elements(competence)
        ):
            if left is not None and not left[element.number]:
                if trace is not None:
                    trace.reject(element.name, f"has fired as often as it may: {element.retries}")
                continue
            for condition in element.conditions:
                if not condition.holds(now, bound):
                    if trace is not None:
                        trace.reject(element.name, condition, bound)
                    break
            else:
                if left is not None:
                    left[element.number] -= 1
                if trace is not None:
                    trace.hold(element.conditions, bound)
                return self._take_up(lane, active, element, now)
        lane.end()
        return active.place.end("nothing", "nothing can be done")

    def _mixed_elements(self, competence: Competence) -> list[Element]:
        return [element for group in competence.groups for element in self._mixed(group)]

    def _take_up(self, lane: Lane, active: Activation, element: Element, now: Moment) -> tuple[str, ...]:
        step = element.step
        if isinstance(step, Enter):
            place = active.place.below(element.number, element.name, step.definition)
            return self._enter(lane, place, step.values(now, active.bound))
        values = step.values(now, active.bound)
        self._fire(lane, step, values, now)
        return _path(active.place, element.number, element.name, step, values)

    def _follow(self, lane: Lane, active: Activation, pattern: Pattern, now: Moment) -> tuple[str, ...]:
        """One step of an action pattern."""
        step, index = pattern.steps[active.index], active.index
        if isinstance(step, Enter):  # always the last one, which ends the pattern itself
            lane.end()
            place = active.place.below(index, None, step.definition)
            return self._enter(lane, place, step.values(now, active.bound))
        if isinstance(step, Ask):
            failing = first_failing(step.conditions, now, active.bound)
            if self._trace is not None and failing is not None:
                self._trace.reject(step.label, failing, active.bound)
            _advance(lane, has_failed=failing is not None)
            return active.place.end(index, step.label)
        values = step.values(now, active.bound)
        progress = self._fire(lane, step, values, now)
        if progress is not _RUNNING:
            _advance(lane, has_failed=progress is _FAILED)
        return _path(active.place, index, None, step, values)

    def _enter(self, lane: Lane, place: Place, bound: tuple[Any, ...]) -> tuple[str, ...]:
        lane.current = Activation(place, bound, self._clock)
        return place.path

    # Acts

    def _fire(self, lane: Lane, fire: Fire, values: tuple[Any, ...], now: Moment) -> Progress:
        performance = Performance(fire.act, values)
        progress = performance.fire(now)
        self._take(performance)
        if progress is _RUNNING:
            lane.running = performance
        return progress

    def _go_on(self, lane: Lane, performance: Performance, now: Moment) -> tuple[str, ...]:
        """The next step of an act in several; what it does not want any more is let go of."""
        before = performance.wants
        progress = performance.step(now)
        if performance.wants != before:
            self._holding.release(before)
        self._take(performance)
        if progress is not _RUNNING:
            lane.running = None
            _advance(lane, has_failed=progress is _FAILED)
        return lane.way

    def _break_off(self, lane: Lane) -> None:
        if lane.running is not None:
            self._holding.release(lane.running.wants)
            lane.running.cancel()
            lane.running = None

    def _take(self, performance: Performance) -> None:
        self._holding.take(performance.wants)
        if performance.notes:
            self._notes = {**self._notes, **performance.notes}


def _advance(lane: Lane, *, has_failed: bool) -> None:
    """Go on behind a step that is over, if the drive is in an action pattern."""
    active = lane.current
    definition = active.place.definition if active is not None else None
    if active is None or definition is None or isinstance(definition, Competence):
        return
    active.index += 1
    if has_failed or active.index >= len(definition.steps):
        lane.end()


def _path(
    place: Place, index: int, name: str | None, fire: Fire, values: tuple[Any, ...]
) -> tuple[str, ...]:
    """The way to an act; kept where its values are always the same."""
    is_fixed = fire.values.constant is not None
    found = place.ends.get(index) if is_fixed else None
    if found is not None:
        return found
    names = (fire.label(values),) if name is None else (name, fire.label(values))
    return place.end(index, *names) if is_fixed else (*place.path, *names)
