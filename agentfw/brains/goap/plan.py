"""GOAP files that were read and checked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agentfw.brains.goap.advice import look_over
from agentfw.brains.goap.building import Builder
from agentfw.brains.goap.drawing import draw
from agentfw.brains.goap.engine import GoapEngine
from agentfw.brains.goap.exporting import Export
from agentfw.brains.goap.grounding import Situation, actions_for
from agentfw.brains.goap.printing import print_source
from agentfw.brains.goap.reading import read_source
from agentfw.errors import UsageError
from agentfw.language.texts import Position
from agentfw.language.types import plain_name
from agentfw.language.values import key_for
from agentfw.sources import nearest

if TYPE_CHECKING:
    from agentfw.brains.brain import BrainSetup
    from agentfw.brains.drawing import Branch
    from agentfw.brains.goap.elements import Goal
    from agentfw.brains.planfiles import PlanFiles
    from agentfw.language import Problem, Problems
    from agentfw.language.texts import PlanText
    from agentfw.skills import Moment, SkillSet
    from agentfw.solving import Problem as PlanningProblem

__all__ = ["GoapPlan", "load"]


class GoapPlan:
    """A GOAP file with everything it includes, ready to decide by."""

    language = "goap"
    options: tuple[str, ...] = ("engine",)

    def __init__(self, builder: Builder) -> None:
        self.warnings: tuple[Problem, ...] = ()
        self.source = builder.source
        self.settings = builder.source.settings
        self.goals = tuple(builder.goals)
        self.actions = tuple(builder.actions)
        self.useful = {goal: actions_for(goal, self.actions) for goal in self.goals}
        """For each goal the actions that can have a part in plans for it."""
        self.written = builder.written
        """The names of the senses that actions change."""
        self.facts = tuple(key_for(one.name, (), ()) for one in builder.source.facts)
        """The keys of what is so in thought only."""

    def engine(self, setup: BrainSetup) -> GoapEngine:
        """Something that decides by this plan.

        The option ``engine`` names a planner outside, as unified-planning knows it, that is asked
        for plans instead of our own search.
        """
        return GoapEngine(self, setup.options.get("engine", ""))

    def problem(self, goal: str, now: Moment) -> PlanningProblem:
        """What there is to solve for a goal now; raises `UsageError` if there is no such goal."""
        wanted = self.goal(goal)
        return Situation(self.useful[wanted], now, {}).problem(wanted)

    def pddl(self, goal: str, now: Moment) -> tuple[str, str]:
        """A domain and a problem in PDDL: what there is to solve for a goal now."""
        return Export(self.problem(goal, now), goal).texts()

    def goal(self, name: str) -> Goal:
        """The goal of that name; raises `UsageError` if there is none."""
        for one in self.goals:
            if plain_name(one.name) == plain_name(name):
                return one
        hint = nearest(name, [one.name for one in self.goals])
        raise UsageError(f'there is no goal "{name}"{hint}')

    def tree(self) -> Branch:
        """The plan as people see it."""
        return draw(self)

    def summary(self) -> str:
        """What the plan consists of, in one line."""
        counted = [(len(self.goals), "goal"), (len(self.actions), "action")]
        return ", ".join(f"{count} {noun}{'' if count == 1 else 's'}" for count, noun in counted)

    def __str__(self) -> str:
        return print_source(self.source)


def load(text: PlanText, files: PlanFiles, skills: SkillSet, problems: Problems) -> GoapPlan | None:
    """The plan that a text holds, checked against the skills; None after noting what is wrong."""
    source = read_source(text, files, problems)
    builder = Builder(source, files, skills, problems)
    builder.build()
    if not (source.goals or source.actions or source.constants or source.facts or problems.errors):
        problems.error(Position(text), "there is no goal")
    if problems.errors:
        return None
    plan = GoapPlan(builder)
    look_over(plan, problems)
    plan.warnings = problems.warnings
    return plan
