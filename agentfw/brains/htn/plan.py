"""Task files that were read and checked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from agentfw.brains.htn.advice import look_over
from agentfw.brains.htn.building import Builder
from agentfw.brains.htn.drawing import draw
from agentfw.brains.htn.effects import prepare
from agentfw.brains.htn.engine import HtnEngine
from agentfw.brains.htn.lookahead import Outlook
from agentfw.brains.htn.printing import print_source
from agentfw.brains.htn.reading import read_source
from agentfw.brains.htn.tasks import subtasks_of
from agentfw.brains.inner import skills_with
from agentfw.brains.lines import Piece, read_call
from agentfw.errors import UsageError
from agentfw.language.texts import PlanText, Position, Problems
from agentfw.language.types import plain_name

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from agentfw.brains.brain import BrainSetup
    from agentfw.brains.drawing import Branch
    from agentfw.brains.htn.library import Library
    from agentfw.brains.htn.syntax import PlanSource
    from agentfw.brains.htn.tasks import Call, Task
    from agentfw.brains.planfiles import PlanFiles
    from agentfw.language import Problem
    from agentfw.planning import Search
    from agentfw.skills import Moment, SkillSet

__all__ = ["HtnPlan", "load"]

_NOTHING: Final = "nothing"


class HtnPlan:
    """A task file with everything it includes, ready to decide by."""

    language = "htn"
    options: tuple[str, ...] = ("tasks",)

    def __init__(self, builder: Builder, top: tuple[Call, ...]) -> None:
        self.warnings: tuple[Problem, ...] = ()
        self.source: PlanSource = builder.source
        self.library: Library = builder.library
        self.top = top
        self._constants = builder.constants

    def engine(self, setup: BrainSetup) -> HtnEngine:
        """Something that decides by this plan.

        Its top tasks are those of the option ``tasks`` (separated by semicolons), or those that the file
        names under ``Top``, or the only task that nothing else calls. Raises `UsageError` without any,
        unless the option says ``nothing``: then there are none until somebody orders some.
        """
        told = setup.options.get("tasks", "")
        if plain_name(told.strip()) == _NOTHING and _NOTHING not in map(plain_name, self.library.tasks):
            return HtnEngine(self, [], Outlook(self.library), is_inner=setup.is_inner)
        lines = [one.text for one in _piece(told).split(";") if one.text]
        tasks = self.calls(lines) if lines else list(self.top) or self._only_task()
        return HtnEngine(self, tasks, Outlook(self.library), is_inner=setup.is_inner)

    def calls(self, lines: Sequence[str]) -> list[Call]:
        """Tasks as they are written in options and orders; raises `UsageError` for what cannot be."""
        problems = Problems()
        builder = Builder(self.source, self.library.skills, problems)
        builder.library = self.library
        found = [self._call(line.strip(), builder, problems) for line in lines]
        if problems.errors:
            raise UsageError("tasks: " + "; ".join(one.text for one in problems.errors))
        return [call for call in found if call is not None]

    def look_ahead(
        self,
        line: str,
        now: Moment,
        *,
        max_nodes: int = 2000,
        clock: Callable[[], float] | None = None,
        time_s: float | None = None,
    ) -> Search:
        """The plan that a task would come to now, as far as effects are declared; nothing is done."""
        (call,) = self.calls([line])
        problems = Problems()
        prepare([call.task], self.library, self._constants, problems)
        problems.finish()
        outlook = Outlook(self.library)
        arguments = call.arguments(now, ())
        return outlook.search(call.task, arguments, now, max_nodes, clock=clock, time_s=time_s)

    def tree(self) -> Branch:
        """The plan as people see it."""
        return draw(self)

    def summary(self) -> str:
        """What the plan consists of, in one line."""
        tasks = self.library.tasks.values()
        simple = sum(task.act is not None for task in tasks)
        counted = [(simple, "primitive"), (len(tasks) - simple, "compound"), (len(self.top), "top task")]
        return ", ".join(f"{count} {noun}{'' if count == 1 else 's'}" for count, noun in counted)

    def candidates(self) -> list[Task]:
        """The compound tasks that no other task calls."""
        tasks = self.library.tasks.values()
        called = {one for task in tasks for one in subtasks_of(task) if one is not task}
        return [task for task in tasks if task.act is None and task not in called]

    def __str__(self) -> str:
        return print_source(self.source)

    def _only_task(self) -> list[Call]:
        found = self.candidates()
        plain = [task for task in found if not task.parameters]
        if len(plain) == 1:
            return self.calls([plain[0].name])
        listed = ", ".join(
            " ".join((one.name, *(each.name.upper() for each in one.parameters))) for one in found
        )
        known = f"; candidates: {listed}" if listed else ""
        raise UsageError(f'which task shall run? Name it under Top, or in the option "tasks"{known}')

    @staticmethod
    def _call(line: str, builder: Builder, problems: Problems) -> Call | None:
        told = read_call(_piece(line), problems)
        return builder.call(told) if told is not None else None


def _piece(text: str) -> Piece:
    return Piece(text, Position(PlanText(text, "tasks")))


def load(text: PlanText, files: PlanFiles, skills: SkillSet, problems: Problems) -> HtnPlan | None:
    """The plan that a text holds, checked against the skills; None after noting what is wrong."""
    source = read_source(text, files, problems)
    builder = Builder(source, skills_with(source.uses, skills, files, problems), problems)
    builder.build()
    if not (source.top or source.definitions or source.constants or problems.errors):
        problems.error(Position(text), "there is no task")
    top = tuple(call for one in source.top if (call := builder.call(one)) is not None)
    ahead = [task for task in builder.library.tasks.values() if task.lookahead is not None]
    prepare(ahead, builder.library, builder.constants, problems)
    if problems.errors:
        return None
    plan = HtnPlan(builder, top)
    look_over(plan, problems)
    plan.warnings = problems.warnings
    return plan
