"""Which transition a machine takes next, if any, and why not the others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agentfw.brains.fsm.names import StateCondition
    from agentfw.brains.fsm.states import State, Transition
    from agentfw.brains.tracing import Trace
    from agentfw.skills import Moment

__all__ = ["Choosing"]


class Choosing:
    """Tests transitions in their order.

    One that leads to where the machine is already says that it may stay: the list in which it stands is
    content, and so are those further out; the lists of states further in are asked all the same.
    """

    def __init__(self, bound: Sequence[Any]) -> None:
        self._bound = bound
        """What every state knows of itself; the engine writes it."""
        self._unlucky: set[Transition] = set()
        """Those whose chance did not come up in this think."""
        self._told: list[tuple[Transition, StateCondition | None]] = []
        """What the trace knows of this think."""

        self.has_held = False
        """Whether the trace was told of something that held in this think."""

    def begin_think(self) -> None:
        """Be in the next think."""
        self.has_held = False
        if self._unlucky:
            self._unlucky = set()
        if self._told:
            self._told = []

    def next(self, leaf: State, now: Moment) -> Transition | None:
        """The first transition that holds and leads elsewhere."""
        bound, tests = self._bound, leaf.tests
        while True:
            for one in tests:
                if one.holds(now, bound) and (one.chance is None or self._is_lucky(one, now)):
                    break
            else:
                return None
            if one not in leaf.rest:
                return one
            tests = leaf.rest[one]

    def next_traced(self, leaf: State, now: Moment, trace: Trace) -> Transition | None:
        """The same, and the trace is told of everything that was tested."""
        bound, told = tuple(self._bound), self._told
        # After an act has ended all is tested again, and most of it is known.
        known = told[:]
        tests = leaf.tests
        while True:
            for one in tests:
                failing = _failing(one, now, bound)
                if failing is None and (one.chance is None or self._is_lucky(one, now)):
                    break
                if (one, failing) not in known:
                    told.append((one, failing))
                    _reject(one, failing, bound, now, trace)
            else:
                return None
            if (one, None) not in known:
                told.append((one, None))
                trace.hold(one.conditions, bound)
            self.has_held = True
            if one not in leaf.rest:
                return one
            tests = leaf.rest[one]

    def _is_lucky(self, one: Transition, now: Moment) -> bool:
        """Whether a transition has its chance; it is thrown for once in a think."""
        if one in self._unlucky or one.chance is None:
            return False
        chance = one.chance.evaluate(now, self._bound)
        if isinstance(chance, int | float) and now.random.random() < chance:
            return True
        self._unlucky.add(one)
        return False


def _failing(one: Transition, now: Moment, bound: Sequence[Any]) -> StateCondition | None:
    """The first condition of a transition that does not hold, if there is one."""
    for condition in one.conditions:
        if not condition.holds(now, bound):
            return condition
    return None


def _reject(
    one: Transition, failing: StateCondition | None, bound: Sequence[Any], now: Moment, trace: Trace
) -> None:
    if failing is None:
        chance = one.chance.text if one.chance is not None else ""
        trace.reject(one.target.label, f"its chance of {chance} did not come up")
        return
    for key, slot in failing.own:
        now.values[key] = bound[slot]  # no sense is called so, and the reason shows it
    trace.reject(one.target.label, failing, bound)
