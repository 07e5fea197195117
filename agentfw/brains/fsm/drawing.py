"""Machines as trees and as diagrams for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agentfw.brains.diagrams import Arrow, Box, Diagram
from agentfw.brains.drawing import Branch
from agentfw.brains.fsm.syntax import Memory
from agentfw.brains.lines import print_call
from agentfw.language import print_expression
from agentfw.skills import Done

if TYPE_CHECKING:
    from agentfw.brains.fsm.states import Machine, State, Transition

__all__ = ["draw", "draw_states"]


def draw(machine: Machine, summary: str) -> Branch:
    """Every state with its acts, its transitions and the states inside of it."""
    children = tuple(_state(one, one in machine.initial.chain) for one in machine.states)
    return Branch("plan", kind="fsm", detail=summary, children=children)


def draw_states(machine: Machine) -> Diagram:
    """Every state as a box, every transition as an arrow."""
    arrows = [
        Arrow(state.label, way.target.label, _label(way))
        for state in machine.all
        for way in state.transitions
    ]
    return Diagram(tuple(map(_box, machine.states)), tuple(arrows), machine.initial.label)


def _state(state: State, is_first: bool) -> Branch:  # noqa: FBT001 - inner
    acts = tuple(Branch(print_call(one.call), one.kind.value) for one in state.source.acts)
    ways = tuple(Branch(way.target.label, "To", _detail(way)) for way in state.transitions)
    initial = state.initial
    inside = tuple(_state(one, initial is not None and one in initial.chain) for one in state.states)
    return Branch(state.name, "state", _traits(state, is_first), (*acts, *ways, *inside))


def _traits(state: State, is_first: bool) -> str:  # noqa: FBT001 - inner
    told = ["initial"] if is_first else []
    if state.memory is not Memory.NONE:
        told.append(state.memory.value.casefold())
    if state.final is not None:
        told.append("final, done" if isinstance(state.final, Done) else "final, failed")
    return "; ".join(told)


def _detail(way: Transition) -> str:
    parts = [_label(way)]
    if way.source.does is not None:
        parts.append(f"do {print_call(way.source.does)}")
    return "; ".join(part for part in parts if part)


def _label(way: Transition) -> str:
    told = [f"after {print_expression(way.source.timeout)} s"] if way.source.timeout is not None else []
    told += [print_expression(way.source.when)] if way.source.when is not None else []
    told += [f"priority {way.priority:g}"] if way.priority else []
    told += [f"chance {way.chance.text}"] if way.chance is not None else []
    return "; ".join(told)


def _box(state: State) -> Box:
    details = tuple(f"{one.kind.value} {print_call(one.call)}" for one in state.source.acts)
    first = state.initial.chain[len(state.chain)].label if state.initial is not None else ""
    boxes = tuple(map(_box, state.states))
    return Box(state.label, state.name, details, boxes, first, state.final is not None)
