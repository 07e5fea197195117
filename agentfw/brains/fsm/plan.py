"""Machine files that were read and checked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agentfw.brains.fsm.advice import look_over
from agentfw.brains.fsm.building import Builder
from agentfw.brains.fsm.drawing import draw, draw_states
from agentfw.brains.fsm.engine import FsmEngine
from agentfw.brains.fsm.printing import print_source
from agentfw.brains.fsm.reading import read_source
from agentfw.brains.inner import skills_with
from agentfw.errors import UsageError
from agentfw.language.texts import Position
from agentfw.sources import nearest

if TYPE_CHECKING:
    from agentfw.brains.brain import BrainSetup
    from agentfw.brains.diagrams import Diagram
    from agentfw.brains.drawing import Branch
    from agentfw.brains.fsm.states import Machine, State
    from agentfw.brains.fsm.syntax import MachineSource
    from agentfw.brains.planfiles import PlanFiles
    from agentfw.language import PlanText, Problem, Problems
    from agentfw.skills import SkillSet

__all__ = ["FsmPlan", "load"]


class FsmPlan:
    """A machine file with everything it includes, ready to decide by."""

    language = "fsm"
    options: tuple[str, ...] = ("start",)

    def __init__(self, builder: Builder, machine: Machine) -> None:
        self.warnings: tuple[Problem, ...] = ()
        self.source: MachineSource = builder.source
        self.machine = machine
        self._directory = builder.directory

    def engine(self, setup: BrainSetup) -> FsmEngine:
        """Something that decides by this plan.

        It begins in the state that the option ``start`` names, or where the file says. Raises
        `UsageError` if there is no such state.
        """
        start = setup.options.get("start", "")
        return FsmEngine(self.machine, self.state(start) if start else self.machine.initial, setup.name)

    def state(self, name: str) -> State:
        """The state of a name; raises `UsageError` unless there is just one."""
        found = self._directory.matches(name)
        if len(found) == 1:
            return found[0]
        if found:
            listed = " or ".join(".".join(one.path) for one in found)
            raise UsageError(f'state "{name}" is not clear: write {listed}')
        hint = nearest(name, [one.label for one in self.machine.all])
        raise UsageError(f'there is no state "{name}"{hint}')

    def tree(self) -> Branch:
        """The plan as people see it."""
        return draw(self.machine, self.summary())

    def diagram(self) -> Diagram:
        """The states as boxes, with an arrow for every transition."""
        return draw_states(self.machine)

    def summary(self) -> str:
        """What the plan consists of, in one line."""
        states = len(self.machine.all)
        transitions = sum(len(one.transitions) for one in self.machine.all)
        counted = ((states, "state"), (transitions, "transition"))
        return ", ".join(f"{count} {noun}{'' if count == 1 else 's'}" for count, noun in counted)

    def __str__(self) -> str:
        return print_source(self.source)


def load(text: PlanText, files: PlanFiles, skills: SkillSet, problems: Problems) -> FsmPlan | None:
    """The plan that a text holds, checked against the skills; None after noting what is wrong."""
    source = read_source(text, files, problems)
    builder = Builder(source, skills_with(source.uses, skills, files, problems), problems)
    machine = builder.build()
    if machine is None and not problems.errors:
        problems.error(Position(text), "there is no state")
    if machine is None or problems.errors:
        return None
    plan = FsmPlan(builder, machine)
    look_over(plan.machine, source, problems)
    plan.warnings = problems.warnings
    return plan
