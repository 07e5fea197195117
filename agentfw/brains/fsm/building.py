"""From the tree of a machine file to states: names resolved, conditions and calls compiled."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from agentfw.brains.fsm.names import OWN_NAMES, StateNames
from agentfw.brains.fsm.printing import print_transition
from agentfw.brains.fsm.resolving import Directory
from agentfw.brains.fsm.states import Line, Machine, State, Transition, conjunction
from agentfw.brains.fsm.syntax import Kind, Memory
from agentfw.brains.lines import CallBuilder, print_call
from agentfw.language import NUMBER, Binary, Call, compile_expression
from agentfw.language.types import plain_name

if TYPE_CHECKING:
    from agentfw.brains.fsm.syntax import MachineSource, StateSource, TransitionLine
    from agentfw.brains.lines import ActCall, Invocation
    from agentfw.language import Expression, Node, Problems
    from agentfw.skills import SkillSet

__all__ = ["Builder"]


class Builder:
    """Builds the states of one plan; what is wrong is noted in `problems`."""

    def __init__(self, source: MachineSource, skills: SkillSet, problems: Problems) -> None:
        self.source = source
        self.problems = problems
        self.skills = skills
        self.constants = {plain_name(one.name): one.value for one in source.constants}
        self.directory = Directory(problems)
        self._calls = CallBuilder(skills, self.constants, problems)

    def build(self) -> Machine | None:
        """The machine: first all states, then their lines, so that they can speak of each other."""
        self._check_constants()
        states = tuple(self._states(self.source.states, None))
        self.directory.close()
        everything = [one for state in states for one in state.within()]
        for one in everything:
            self._fill(one, one.source)
        for one in everything:
            _set_tests(one)
        if not states:
            return None
        initial = states[0]
        if self.source.initial is not None:
            initial = self.directory.find(self.source.initial.name, self.source.initial.at) or initial
        return Machine(states, initial, self.source.limit)

    def _check_constants(self) -> None:
        for one in self.source.constants:
            if plain_name(one.name) in map(plain_name, OWN_NAMES):
                told = f'"{one.name}" is what a state knows of itself; call the constant something else'
                self.problems.error(one.at, told)
            elif self.skills.get(one.name) is not None:
                self.problems.error(
                    one.at, f'"{one.name}" is a skill already; call the constant something else'
                )

    def _states(self, sources: tuple[StateSource, ...], parent: State | None) -> list[State]:
        found: dict[str, State] = {}
        for one in sources:
            known = found.get(plain_name(one.name))
            if known is not None:
                where = f"{known.at.text.where}:{known.at.line}"
                self.problems.error(one.at, f'state "{one.name}" is there already, see {where}')
                continue
            state = State(one.name, parent, one)
            state.states = self._states(one.states, state)
            self.directory.add(state)
            found[plain_name(one.name)] = state
        return list(found.values())

    # What stands below a state

    def _fill(self, state: State, source: StateSource) -> None:
        names = StateNames(state, self.skills, self.constants, self.directory.find)
        calls = [(one.kind, self._call(one.call, names)) for one in source.acts]
        made = [(kind, call) for kind, call in calls if call is not None]
        state.enter = tuple(call for kind, call in made if kind is Kind.ENTER)
        state.exit = tuple(call for kind, call in made if kind is Kind.EXIT)
        lasting = (Kind.DURING, Kind.ONCE)
        state.lines = tuple(
            Line(call, is_once=kind is Kind.ONCE) for kind, call in made if kind in lasting
        )
        found = (self._transition(state, one, names) for one in source.transitions)
        state.transitions = tuple(one for one in found if one is not None)
        self._set_initial(state, source)
        self._check_final(state, source)

    def _set_initial(self, state: State, source: StateSource) -> None:
        if state.states:
            state.initial = state.states[0]
        if source.initial is not None:
            found = self.directory.find(source.initial.name, source.initial.at, inside=state)
            state.initial = found or state.initial
        if source.memory is not Memory.NONE and not state.states:
            self.problems.error(source.at, f"{state.label} has a History, but no states inside")

    def _check_final(self, state: State, source: StateSource) -> None:
        if source.final is None:
            return
        told = [one.kind.value for one in source.acts if one.kind is not Kind.ENTER]
        told += ["To"] if source.transitions else []
        told += ["State"] if source.states else []
        if told:
            listed = ", ".join(dict.fromkeys(told))
            self.problems.error(source.final.at, f"{state.label} is final: it can have no {listed}")

    def _call(self, told: Invocation, names: StateNames) -> ActCall | None:
        plain = names.call(told, self.problems)
        made = self._calls.act_call(plain, names.scope) if plain is not None else None
        if made is not None:
            made.text = print_call(told)
        return made

    # Transitions

    def _transition(self, state: State, line: TransitionLine, names: StateNames) -> Transition | None:
        target = self.directory.find(line.target.name, line.target.at)
        nodes = [_timeout(line.timeout)] if line.timeout is not None else []
        nodes += [line.when] if line.when is not None else []
        if line.timeout is not None:
            self._number(line.timeout, names, "a timeout is a number of seconds")
        conditions = tuple(one for node in nodes for one in names.conditions(node, self.problems))
        chance = self._chance(line.chance, names) if line.chance is not None else None
        priority = self._priority(line.priority, names) if line.priority is not None else 0
        does = self._call(line.does, names) if line.does is not None else None
        if target is None:
            return None
        made = Transition(state, target, line, print_transition(line))
        made.conditions, made.holds = conditions, conjunction(conditions)
        made.chance, made.priority, made.does = chance, priority, does
        return made

    def _chance(self, node: Node, names: StateNames) -> Expression | None:
        found = self._number(node, names, "a chance is a number from 0 to 1")
        value = found.constant if found is not None and found.is_constant else 0
        if not isinstance(value, int | float) or not 0 <= value <= 1:
            self.problems.error(node.at, f"a chance is a number from 0 to 1, found {value!r:.20}")
        return found

    def _priority(self, node: Node, names: StateNames) -> float:
        found = self._number(node, names, "a priority is a number")
        if found is None:
            return 0
        value = found.constant
        if not found.is_constant or not isinstance(value, int | float) or not math.isfinite(value):
            self.problems.error(node.at, "a priority is a number that stays the same")
            return 0
        return value

    def _number(self, node: Node, names: StateNames, rule: str) -> Expression | None:
        told = names.rewritten(node, self.problems)
        found = compile_expression(told, names.scope, self.problems) if told is not None else None
        if found is not None and not NUMBER.accepts(found.type):
            self.problems.error(node.at, f"{rule}, found {found.type}")
            return None
        return found


def _timeout(seconds: Node) -> Node:
    return Binary(">=", Call("state_time", (), (), seconds.at), seconds, seconds.at)


def _set_tests(state: State) -> None:
    """Order the transitions of a state and of all around it: by priority, outer ones first, by lines.

    One that tells the machine to stay silences the rest of its own list, and those further out.
    """
    found = [one for each in state.chain for one in each.transitions]
    tests = state.tests = tuple(sorted(found, key=lambda one: -one.priority))
    for index, one in enumerate(tests):
        if one.keeps(state):
            inner = state.chain[len(one.owner.chain) :]
            state.rest[one] = tuple(each for each in tests[index + 1 :] if each.owner in inner)
