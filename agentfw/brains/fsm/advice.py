"""What is odd about a machine that can be used all the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agentfw.brains.fsm.names import StateCondition
from agentfw.brains.fsm.states import SLOTS
from agentfw.brains.fsm.syntax import parts_in
from agentfw.brains.lines import Word
from agentfw.language.contradictions import contradiction
from agentfw.language.syntax import Call
from agentfw.language.types import plain_name

if TYPE_CHECKING:
    from collections.abc import Iterable

    from agentfw.brains.fsm.states import Machine, State, Transition
    from agentfw.brains.fsm.syntax import MachineSource
    from agentfw.language import Problems

__all__ = ["look_over"]


def look_over(machine: Machine, source: MachineSource, problems: Problems) -> None:
    """Note everything that is odd as warnings."""
    _unused_constants(source, problems)
    reached = _reached(machine)
    has_choice = sum(not state.states for state in machine.all) > 1
    for state in machine.all:
        if state not in reached and not state.source.is_included:
            problems.warning(state.at, f"nothing leads to {state.label}")
        if state in reached or not state.source.is_included:
            _look_at(state, has_choice, problems)
    _round_and_round(machine, problems)


def _look_at(state: State, has_choice: bool, problems: Problems) -> None:  # noqa: FBT001 - inner
    if has_choice and not state.states and state.final is None and not _ways_out(state):
        problems.warning(state.at, f"{state.label} has no way out")
    _impossible(state, problems)
    _shadowed(state, problems)
    _passed_through(state, problems)


def _reached(machine: Machine) -> set[State]:
    """All states that the machine can be in, those around others included."""
    found: set[State] = set()
    todo = [machine.initial]
    while todo:
        target = todo.pop()
        for one in (*target.chain, *target.descent({})):
            if one not in found:
                found.add(one)
                todo += [way.target for way in one.transitions]
    return found


def _ways_out(state: State) -> list[Transition]:
    return [one for one in state.tests if one.target is not state and not one.keeps(state)]


def _impossible(state: State, problems: Problems) -> None:
    for one in state.transitions:
        why = contradiction(one.conditions)
        if why is not None:
            problems.warning(one.source.at, f"this can never fire: {why} never holds")
        elif not state.lines and any(_asks_for_end(condition) for condition in one.conditions):
            told = f"{state.label} has no During or Once, so nothing there is ever done or failed"
            problems.warning(one.source.at, told)


def _asks_for_end(condition: object) -> bool:
    """Whether a condition asks just for the end of an act."""
    return isinstance(condition, StateCondition) and condition.text in SLOTS[:2]


def _shadowed(state: State, problems: Problems) -> None:
    """Transitions that come after one that always fires, wherever inside of the state the machine is."""
    leaves = [one for one in state.within() if not one.states]
    for one in state.transitions:
        first = _shadow(one, leaves[0])
        if first is not None and all(_shadow(one, leaf) is not None for leaf in leaves):
            problems.warning(one.source.at, f'never tested: "{first.text}" always holds before it')


def _shadow(one: Transition, leaf: State) -> Transition | None:
    """What keeps a transition from ever being tested in a state."""
    for each in leaf.tests[: leaf.tests.index(one)]:
        if one in leaf.rest.get(each, ()):
            return None  # it may tell the machine to stay, and then this is tested
        if each.is_sure:
            return each
    return None


def _passed_through(state: State, problems: Problems) -> None:
    if state.states or not state.lines:
        return
    sure = _sure_way(state)
    if sure is not None:
        told = f'{state.label} is left at once by "{sure.text}", so its acts are never begun'
        problems.warning(state.at, told)


def _sure_way(state: State) -> Transition | None:
    """The transition that leaves a state at once in any case, though others may do so before it."""
    found: list[Transition] = []
    tests = state.tests
    while (kept := next((one for one in tests if one.keeps(state)), None)) is not None:
        found += tests[: tests.index(kept)]
        tests = state.rest[kept]
    return next((one for one in (*found, *tests) if one.is_sure), None)


def _round_and_round(machine: Machine, problems: Problems) -> None:
    """States that hand over to each other without any condition, for ever."""
    known: set[State] = set()
    for leaf in machine.all:
        trail: list[State] = []
        one: State | None = leaf if not leaf.states else None
        while one is not None and one not in trail and one not in known:
            trail.append(one)
            one = _sure_successor(one)
        known.update(trail)
        if one is not None and one in trail:
            circle = trail[trail.index(one) :]
            told = " > ".join(each.label for each in (*circle, one))
            problems.warning(one.at, f"goes round and round without a condition: {told}")


def _sure_successor(state: State) -> State | None:
    """Where a state goes in any case, if that is known."""
    sure = state.tests[0] if state.tests else None
    if sure is None or not sure.is_sure or sure.keeps(state):
        return None
    below = sure.target.descent({})
    return below[-1] if below else sure.target


def _unused_constants(source: MachineSource, problems: Problems) -> None:
    used = set(_names(parts_in(source.states)))
    for one in source.constants:
        if plain_name(one.name) not in used and not one.is_included:
            problems.warning(one.at, f'constant "{one.name}" is never used')


def _names(parts: Iterable[object]) -> Iterable[str]:
    for part in parts:
        if isinstance(part, Word):
            yield plain_name(part.text)
        elif isinstance(part, Call):
            yield plain_name(part.name)
