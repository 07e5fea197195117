"""A world made of facts, skills that read and change it, and a bench to run plans on."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from agentfw.brains.brain import BrainSetup
from agentfw.brains.htn import HtnPlan, load
from agentfw.brains.planfiles import PlanFiles
from agentfw.brains.tracing import Trace
from agentfw.decisions import Face, Order, Speak, TravelTo
from agentfw.language import PlanText, Problems
from agentfw.perception import View
from agentfw.skills import DONE, Done, Failed, Moment, SkillSet, Wants, act, sense
from agentfw.skills.skill import skill_of
from agentfw.vocabulary import EntityId

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from agentfw.brains.planned import Choice
    from agentfw.decisions import Reason
    from agentfw.skills import Performs

__all__ = ["Bench", "World", "loaded", "skills_of"]


class World:
    """What is so, how acts end, and what was done."""

    def __init__(self, *facts: str, **values: Any) -> None:
        self.facts = set(facts)
        self.values: dict[str, Any] = values
        self.outcomes: dict[str, bool] = {}
        """How lasting acts end; those that are not named here go on."""
        self.changes: dict[str, Callable[[], object]] = {}
        """What an act does to the world when it ends well."""
        self.log: list[str] = []

    def ends(self, *names: str) -> None:
        self.outcomes |= dict.fromkeys(names, True)

    def fails(self, *names: str) -> None:
        self.outcomes |= dict.fromkeys(names, False)

    def end(self, name: str) -> Done | Failed:
        is_well = self.outcomes[name]
        self.log.append(f"{'done' if is_well else 'failed'} {name}")
        if is_well and name in self.changes:
            self.changes[name]()
        return Done(f"from {name}") if is_well else Failed(f"{name} went wrong")


def skills_of(world: World) -> SkillSet:
    """Skills over a world."""

    @sense
    def holds(_now: Moment, name: str) -> bool:
        return name in world.facts

    @sense
    def armed(_now: Moment) -> bool:
        return "armed" in world.facts

    @sense
    def at(_now: Moment, place: str) -> bool:
        return world.values.get("place") == place

    @sense
    def level(_now: Moment, name: str = "level") -> float:
        found: float = world.values.get(name, 0)
        return found

    @sense
    def members(_now: Moment, name: str = "members") -> list[str]:
        return list(world.values.get(name, []))

    @sense
    def noted(now: Moment, name: str) -> object:
        return now.notes.get(name)

    @act
    def do(_now: Moment, name: str) -> Performs:
        world.log.append(f"do {name}")
        try:
            while name not in world.outcomes:
                yield Wants()
        except GeneratorExit:
            world.log.append(f"cancel {name}")
            raise
        return world.end(name)

    @act
    def at_once(_now: Moment, name: str) -> Done | Failed:
        world.outcomes.setdefault(name, True)
        return world.end(name)

    @act
    def travel(_now: Moment, place: str, careful: bool = False) -> TravelTo:  # noqa: FBT001, FBT002
        world.log.append(f"travel {place}")
        return TravelTo(place=EntityId(place), stop_if_attacked=careful)

    @act
    def look(_now: Moment, place: str) -> Face:
        return Face(target=EntityId(place))

    @act
    def say(_now: Moment, text: str) -> Speak:
        return Speak(text=text)

    @act
    def command(_now: Moment, task: str, *words: str) -> Wants:
        return Wants(orders=(Order(task, words),))

    @act
    def note(_now: Moment, name: str, value: object = True) -> Done:  # noqa: FBT002
        world.log.append(f"note {name}")
        return Done(notes={name: value})

    @act
    def count(_now: Moment) -> Done:
        world.values["count"] = world.values.get("count", 0) + 1
        return DONE

    @act
    def found(_now: Moment, name: str) -> Done:
        return Done(world.values[name])

    made = (holds, armed, at, level, members, noted)
    doing = (do, at_once, travel, look, say, command, note, count, found)
    skills = (skill_of(one) for one in (*made, *doing))
    return SkillSet(one for one in skills if one is not None)


def loaded(
    text: str, skills: SkillSet, files: Mapping[str, str] = MappingProxyType({})
) -> tuple[HtnPlan | None, Problems]:
    """A plan, if it can be used, and what is wrong or odd about it."""
    problems = Problems()
    return load(PlanText(text, "test.htn"), PlanFiles(files), skills, problems), problems


class Bench:
    """A plan that is being run."""

    def __init__(self, text: str, world: World, tasks: str = "", skills: SkillSet | None = None) -> None:
        self.world = world
        plan, problems = loaded(text, skills if skills is not None else skills_of(world))
        problems.finish()
        assert plan is not None
        self.plan = plan
        self.notes: dict[str, Any] = {}
        self.engine = plan.engine(BrainSetup(options={"tasks": tasks} if tasks else {}))
        self.time = 0.0

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

    def _think(self, trace: Trace | None, seen: Mapping[str, Any]) -> tuple[Choice, Moment]:
        now = Moment(View(now=self.time, **seen), dict(self.notes))
        self.time += 0.1
        choice = self.engine.think(now, trace)
        self.notes.update(choice.notes)
        return choice, now


def rejected(reason: Reason) -> list[tuple[str, str, str]]:
    """The options that were not taken, each with its condition and what was read."""
    return [(one.option, one.condition or one.why, one.value) for one in reason.rejected]


def problems_of(text: str, files: Mapping[str, str] = MappingProxyType({})) -> Iterable[str]:
    """Every mistake and oddity without the source line: ``2:3: text``."""
    _, problems = loaded(text, skills_of(World()), files)
    return [
        f"{one.line}:{one.column}: {'warning: ' if one.is_warning else ''}{one.text}" for one in problems
    ]
