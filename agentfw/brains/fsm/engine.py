"""Deciding by a machine: which state it is in, and which transition it takes next.

In a think, transitions are tested until none holds; then the acts of the state and of those around it
go on. When one ends, the transitions are tested again, because they may ask for that. A state that is
entered and left in the same think does what it says under Enter and Exit, and nothing else.

The think ends its switching when an act has written notes, which can be read from the next one on, and
when it has switched as often as the machine allows.
"""

from __future__ import annotations

from collections import Counter
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import structlog

from agentfw.brains.fsm.acting import NOTHING, Acting, merged
from agentfw.brains.fsm.choosing import Choosing
from agentfw.brains.fsm.states import SLOTS
from agentfw.brains.fsm.syntax import Memory
from agentfw.brains.skilled import Choice
from agentfw.vocabulary import Died

if TYPE_CHECKING:
    from collections.abc import Mapping

    from agentfw.brains.fsm.states import Machine, State, Transition
    from agentfw.brains.tracing import Trace
    from agentfw.language import Condition
    from agentfw.skills import Moment, Wants

__all__ = ["FsmEngine", "Switch"]

_NO_NOTES: Final[Mapping[str, Any]] = MappingProxyType({})
_MAX_WARNINGS: Final = 5
"""So often an engine warns of thinks that switch too often."""
_TIME: Final = SLOTS.index("state_time")
_WIDTH: Final = len(SLOTS)
_log = structlog.get_logger()


class Switch(NamedTuple):
    """One step from a state to another."""

    source: str
    """The innermost state that was left."""
    target: str
    condition: str
    """What held; empty for a transition without a condition."""

    def __str__(self) -> str:
        return f"{self.source} > {self.target}" + (f" ({self.condition})" if self.condition else "")


def _told(last: State, one: Transition) -> Switch:
    held = " and ".join([condition.text for condition in one.conditions])
    return Switch(last.label, one.target.label, held)


class FsmEngine:
    """Decides by one plan."""

    def __init__(self, machine: Machine, start: State, name: str = "") -> None:
        self._machine = machine
        self._start = start
        self._name = name
        self._leaf: State | None = None
        self._since = [0.0] * machine.depth
        """When each of the states that the machine is in was entered, from the outermost one."""
        self._bound: list[Any] = [False, False, 0.0, None] * machine.depth
        self._acting = Acting(self._bound)
        self._remembered: dict[State, State] = {}
        self._switches: list[tuple[State, Transition]] = []
        """Those of this think: what was left, and by which way."""
        self._last_switches = self._switches
        self._choosing = Choosing(self._bound)
        self._because: tuple[Condition, ...] = ()
        """What held when the current state was entered."""
        self._is_settled = False
        """Whether this think switches no more."""
        self._warnings = 0
        self._parts: list[Wants] = []
        self._choice = Choice(NOTHING, ())

    @property
    def state(self) -> str:
        """The innermost state that the machine is in; empty before the first think."""
        return self._leaf.label if self._leaf is not None else ""

    @property
    def switch_log(self) -> tuple[Switch, ...]:
        """The switches of the last think that made any, in order."""
        return tuple(_told(*one) for one in self._switches or self._last_switches)

    def think(self, now: Moment, trace: Trace | None) -> Choice:
        """What to do now."""
        acting = self._acting
        leaf = self._switched(self._begin(now, trace), now, trace)
        if trace is not None and not self._choosing.has_held:
            trace.hold(self._because)
        # What has ended is begun again after the transitions had their say, be it in the next think.
        while acting.go_on(now) and not acting.notes and not self._is_settled:
            leaf = self._switched(leaf, now, trace)
        return self._chosen(leaf)

    def _switched(self, leaf: State, now: Moment, trace: Trace | None) -> State:
        """The state in which no transition holds any more."""
        choosing = self._choosing
        while not self._is_settled:
            fired = choosing.next(leaf, now) if trace is None else choosing.next_traced(leaf, now, trace)
            if fired is None:
                break
            leaf = self._take(fired, leaf, now, trace)
        return leaf

    def _begin(self, now: Moment, trace: Trace | None) -> State:
        self._acting.begin_think(trace)
        self._choosing.begin_think()
        if self._switches:
            self._last_switches, self._switches = self._switches, []
        leaf = self._leaf
        if leaf is None:
            start = self._start
            leaf = self._enter((*start.chain, *start.descent(self._remembered)), None, now)
        else:
            view = now.view
            self._pass_time(leaf, view.now)
            if view.events and view.happened(Died):
                self._acting.break_off()
        self._is_settled = leaf.final is not None or bool(self._acting.notes)
        return leaf

    def _pass_time(self, leaf: State, now_s: float) -> None:
        bound, since = self._bound, self._since
        for depth in range(len(leaf.chain)):
            bound[depth * _WIDTH + _TIME] = now_s - since[depth]

    # Switching

    def _take(self, one: Transition, last: State, now: Moment, trace: Trace | None) -> State:
        """Switch, unless that was done too often; the state that it comes to."""
        if len(self._switches) >= self._machine.limit:
            self._is_settled = True
            self._warn(trace)
            return last
        if trace is not None and self._switches:  # it was entered in this think, too
            trace.finish(last.path)
        leaf = self._switch(one, last, now)
        self._because = one.conditions
        self._is_settled = leaf.final is not None or bool(self._acting.notes)
        return leaf

    def _switch(self, one: Transition, last: State, now: Moment) -> State:
        """Leave the states that are left, and enter the others; the innermost of them."""
        acting, depth = self._acting, one.depth
        self._switches.append((last, one))
        for state in last.chain[: depth - 1 if depth else None : -1]:
            around = state.parent
            if around is not None and around.memory is not Memory.NONE:
                self._remembered[around] = last if around.memory is Memory.DEEP else state
            acting.leave(state, now)
        if one.does is not None:
            acting.do(one.does, last, now)
        target = one.target
        if target.initial is None:
            return self._enter(target.chain[depth:], last, now)
        return self._enter((*target.chain[depth:], *target.descent(self._remembered)), last, now)

    def _enter(self, states: tuple[State, ...], last: State | None, now: Moment) -> State:
        bound, previous, now_s = self._bound, last.label if last is not None else None, now.view.now
        for state in states:
            base = state.base
            bound[base : base + _WIDTH] = (False, False, 0.0, previous)
            self._since[base // _WIDTH] = now_s
            self._acting.enter(state, now)
        leaf = self._leaf = states[-1]
        self._acting.settle(is_over=leaf.final is not None)
        return leaf

    def _warn(self, trace: Trace | None) -> None:
        limit = self._machine.limit
        if trace is not None:
            told = " > ".join(one.target.label for _, one in self._switches[-4:])
            trace.reject("this think", f"switched {limit} times (… > {told}); the next one goes on")
        if self._warnings < _MAX_WARNINGS:
            self._warnings += 1
            log = [f"{count} x {one}" for one, count in Counter(map(str, self.switch_log)).items()]
            _log.warning("fsm.switched_too_often", bot=self._name, limit=limit, switches=log)

    # Answering

    def _chosen(self, leaf: State) -> Choice:
        acting, last = self._acting, self._choice
        parts, notes = acting.wants(), acting.notes
        is_same = parts == self._parts
        if is_same and not acting.changed and not notes and not last.notes:
            return last
        wants = last.wants if is_same else merged(parts, acting.orders())
        path = (*leaf.path, *acting.way())
        path = last.path if path == last.path else path
        self._parts = parts
        acting.changed = False
        is_same = is_same and path is last.path and leaf.final is last.outcome
        if is_same and not notes and not last.notes:
            return last
        self._choice = Choice(wants, path, notes or _NO_NOTES, leaf.final)
        return self._choice
