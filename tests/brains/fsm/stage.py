"""A bench to run machines on, in the world of facts and acts that the tests of task files have."""

from __future__ import annotations

import random
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from agentfw.brains.brain import BrainSetup
from agentfw.brains.fsm import FsmPlan, load
from agentfw.brains.planfiles import PlanFiles
from agentfw.brains.tracing import Trace
from agentfw.language import PlanText, Problems
from agentfw.perception import View
from agentfw.skills import Moment
from tests.brains.htn.worlds import World, skills_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from agentfw.brains.planned import Choice
    from agentfw.decisions import Reason
    from agentfw.skills import SkillSet

__all__ = ["Bench", "World", "loaded", "problems_of", "rejected", "skills_of"]


def loaded(
    text: str, skills: SkillSet, files: Mapping[str, str] = MappingProxyType({})
) -> tuple[FsmPlan | None, Problems]:
    """A plan, if it can be used, and what is wrong or odd about it."""
    problems = Problems()
    return load(PlanText(text, "test.fsm"), PlanFiles(files), skills, problems), problems


def problems_of(text: str, files: Mapping[str, str] = MappingProxyType({})) -> list[str]:
    """Every mistake and oddity without the source line: ``2:3: text``."""
    _, problems = loaded(text, skills_of(World()), files)
    return [
        f"{one.line}:{one.column}: {'warning: ' if one.is_warning else ''}{one.text}" for one in problems
    ]


class Bench:
    """A machine that is being run."""

    def __init__(self, text: str, *facts: str, start: str = "", seed: int = 0) -> None:
        self.world = World(*facts)
        plan, problems = loaded(text, skills_of(self.world))
        problems.finish()
        assert plan is not None
        self.plan = plan
        self.engine = plan.engine(BrainSetup(options={"start": start} if start else {}))
        self.notes: dict[str, Any] = {}
        self.time = 0.0
        self.random = random.Random(seed)  # noqa: S311 - a test

    def think(self, *, after: float = 0.1, trace: Trace | None = None, **seen: Any) -> Choice:
        """One think, some time after the last one; what was noted is seen in the next one."""
        self.time += after
        now = Moment(View(now=self.time, **seen), dict(self.notes), self.random)
        choice = self.engine.think(now, trace)
        self.notes.update(choice.notes)
        if trace is not None:
            self._reason = trace.reason(choice.path, now, None)
        return choice

    def why(self, **seen: Any) -> Reason:
        """One think, and the reason for what was decided."""
        self.think(trace=Trace(), **seen)
        return self._reason

    def log_of(self, thinks: int = 1) -> list[str]:
        """What was done in some thinks."""
        self.world.log.clear()
        for _ in range(thinks):
            self.think()
        return list(self.world.log)

    def states(self, thinks: int, *, after: float = 0.1) -> list[str]:
        """The innermost state after each of some thinks, which are so many seconds apart."""
        found = []
        for _ in range(thinks):
            self.think(after=after)
            found.append(self.engine.state)
        return found

    @property
    def state(self) -> str:
        """The innermost state that the machine is in."""
        return self.engine.state


def rejected(reason: Reason) -> list[tuple[str, str, str]]:
    """The options that were not taken, each with its condition and what was read."""
    return [(one.option, one.condition or one.why, one.value) for one in reason.rejected]
