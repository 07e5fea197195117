"""A world of facts, numbers and texts, skills that read and change it, and a bench to run plans on."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from agentfw.brains.brain import BrainSetup
from agentfw.brains.goap import GoapPlan, load
from agentfw.brains.planfiles import PlanFiles
from agentfw.brains.tracing import Trace
from agentfw.decisions import Order, Speak
from agentfw.language import PlanText, Problems
from agentfw.perception import View
from agentfw.skills import DONE, Done, Failed, Moment, SkillSet, Wants, act, sense
from agentfw.skills.skill import skill_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from agentfw.brains.planned import Choice
    from agentfw.decisions import Reason
    from agentfw.skills import Performs

__all__ = ["Bench", "World", "loaded", "problems_of", "rejected", "skills_of"]


class World:
    """What is so, how acts end, and what was done."""

    def __init__(self, *facts: str, **values: Any) -> None:
        self.facts = set(facts)
        self.values: dict[str, Any] = values
        self.outcomes: dict[str, bool] = {}
        """How lasting acts end; those that are not named here go on."""
        self.log: list[str] = []

    def ends(self, *names: str) -> None:
        self.outcomes |= dict.fromkeys(names, True)

    def fails(self, *names: str) -> None:
        self.outcomes |= dict.fromkeys(names, False)

    def gives(self, name: str, *facts: str) -> None:
        """Let an act end well, and show what it brought about."""
        self.ends(name)
        self.facts.update(facts)

    def end(self, name: str) -> Done | Failed:
        is_well = self.outcomes[name]
        self.log.append(f"{'done' if is_well else 'failed'} {name}")
        return DONE if is_well else Failed(f"{name} went wrong")


def skills_of(world: World) -> SkillSet:
    """Skills over a world."""

    @sense
    def holds(_now: Moment, name: str) -> bool:
        return name in world.facts

    @sense
    def armed(_now: Moment) -> bool:
        return "armed" in world.facts

    @sense
    def lit(_now: Moment) -> bool:
        return "lit" in world.facts

    @sense
    def level(_now: Moment, name: str = "level") -> float | None:
        found: float | None = world.values.get(name, 0)
        return found

    @sense
    def chosen(_now: Moment, name: str = "chosen") -> str | None:
        found: str | None = world.values.get(name)
        return found

    @sense
    def members(_now: Moment, name: str = "members") -> list[str]:
        return list(world.values.get(name, []))

    @act
    def do(_now: Moment, name: str) -> Performs:
        world.log.append(f"do {name}")
        try:
            while name not in world.outcomes:
                yield Wants(say=Speak(text=name))
        except GeneratorExit:
            world.log.append(f"cancel {name}")
            raise
        return world.end(name)

    @act
    def at_once(_now: Moment, name: str) -> Done | Failed:
        world.outcomes.setdefault(name, True)
        return world.end(name)

    @act(effects=("holds($what) = true",), preconditions=("lit",))
    def fetch(_now: Moment, what: str) -> Done | Failed:
        world.outcomes.setdefault(what, True)
        return world.end(what)

    @act(effects=("holds($name) = false",), preconditions=("holds($name) and level($name) > 1",))
    def burn(_now: Moment, name: str) -> Done:
        return DONE

    @act
    def note(_now: Moment, name: str) -> Done:
        return Done(notes={name: True})

    @act
    def command(_now: Moment, task: str) -> Wants:
        return Wants(orders=(Order(task, ()),))

    made = (holds, armed, lit, level, chosen, members, do, at_once, fetch, burn, note, command)
    skills = (skill_of(one) for one in made)
    return SkillSet(one for one in skills if one is not None)


def loaded(
    text: str, skills: SkillSet, files: Mapping[str, str] = MappingProxyType({})
) -> tuple[GoapPlan | None, Problems]:
    """A plan, if it can be used, and what is wrong or odd about it."""
    problems = Problems()
    return load(PlanText(text, "test.goap"), PlanFiles(files), skills, problems), problems


def problems_of(text: str, files: Mapping[str, str] = MappingProxyType({})) -> list[str]:
    """Every mistake and oddity without the source line: ``2:3: text``."""
    _, problems = loaded(text, skills_of(World()), files)
    return [
        f"{one.line}:{one.column}: {'warning: ' if one.is_warning else ''}{one.text}" for one in problems
    ]


class Bench:
    """A plan that is being run."""

    def __init__(self, text: str, world: World) -> None:
        self.world = world
        plan, problems = loaded(text, skills_of(world))
        problems.finish()
        assert plan is not None
        self.plan = plan
        self.notes: dict[str, Any] = {}
        self.engine = plan.engine(BrainSetup())
        self.time = 0.0
        """Of the next think; there are ten in a second."""

    def think(self, **seen: Any) -> Choice:
        """One think; what was noted is seen in the next one."""
        return self._think(None, seen)[0]

    def why(self, **seen: Any) -> Reason:
        """One think, and the reason for what was decided."""
        trace = Trace()
        choice, now = self._think(trace, seen)
        return trace.reason(choice.path, now, None)

    def log_of(self, thinks: int = 1) -> list[str]:
        """What was done in some thinks."""
        self.world.log.clear()
        for _ in range(thinks):
            self.think()
        return list(self.world.log)

    def now(self) -> Moment:
        """The moment of the next think."""
        return Moment(View(now=self.time))

    def _think(self, trace: Trace | None, seen: Mapping[str, Any]) -> tuple[Choice, Moment]:
        now = Moment(View(now=self.time, **seen), dict(self.notes))
        self.time = round(self.time + 0.1, 3)
        choice = self.engine.think(now, trace)
        self.notes.update(choice.notes)
        return choice, now


def rejected(reason: Reason) -> dict[str, str]:
    """The options that were not taken, each with its condition or the sentence about it."""
    return {one.option: one.condition or one.why for one in reason.rejected}
