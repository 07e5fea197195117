"""A small world for plans: senses that say what the test tells them, acts that are written down."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from agentfw.brains.brain import BrainSetup
from agentfw.brains.planfiles import PlanFiles
from agentfw.brains.posh import PoshEngine, PoshPlan, load
from agentfw.brains.tracing import Trace
from agentfw.decisions import Explore, Face, Fight, LookRound, Order, Retreat
from agentfw.errors import PlanError
from agentfw.geometry import Rotation
from agentfw.language import PlanText, Problems
from agentfw.perception import View
from agentfw.skills import DONE, Done, Failed, Moment, Performs, SkillSet, Wants, act, sense
from agentfw.skills.skill import skill_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from agentfw.brains.planned import Choice
    from agentfw.skills.skill import Act, Sense

SENSES: Final = ("see_enemy", "is_stuck", "is_rotating", "hungry", "tired", "safe")
ACTS: Final = ("walk", "rotate", "stop_bot", "eat", "sleep", "shout")


def skills_of(*functions: Callable[..., Any]) -> SkillSet:
    """A set of decorated functions."""
    found: list[Sense | Act] = []
    for function in functions:
        skill = skill_of(function)
        assert skill is not None
        found.append(skill)
    return SkillSet(found)


class World:
    """What a bot is told, and what it did."""

    def __init__(self) -> None:
        self.told: dict[str, Any] = {}
        """What senses say."""
        self.did: list[str] = []
        self.asked: list[str] = []
        self.skills = skills_of(*self._senses(), *self._acts())

    def _senses(self) -> list[Callable[..., Any]]:
        @sense
        def succeed(now: Moment) -> bool:
            return True

        @sense
        def fail(now: Moment) -> bool:
            return False

        @sense(aliases=("own_health_level",))
        def health(now: Moment) -> int:
            self.asked.append("health")
            return int(self.told.get("health", 100))

        @sense
        def weapon(now: Moment) -> str:
            return str(self.told.get("weapon", "none"))

        @sense
        def broken(now: Moment) -> bool:
            raise ValueError("broken on purpose")

        @sense
        def near(now: Moment, what: str, within: float = 100.0) -> bool:
            return float(self.told.get(f"near {what}", 1e9)) < within

        return [succeed, fail, health, weapon, broken, near, *(self._truth(one) for one in SENSES)]

    def _truth(self, name: str) -> Callable[..., Any]:
        @sense(name=name)
        def found(now: Moment) -> bool:
            self.asked.append(name)
            return bool(self.told.get(name))

        return found

    def _acts(self) -> list[Callable[..., Any]]:
        @act
        def give_up(now: Moment) -> Failed:
            self.did.append("give_up")
            return Failed("on purpose")

        @act
        def raise_error(now: Moment) -> Done:
            self.did.append("raise_error")
            raise RuntimeError("on purpose")

        @act
        def go(now: Moment, where: str, speed: float = 1.0) -> Done:
            self.did.append(f"go {where} {speed:g}")
            return DONE

        @act
        def dig(now: Moment) -> Performs:
            for i in (1, 2):
                self.did.append(f"dig {i}")
                yield Explore()
            self.did.append("dig 3")
            return DONE

        @act
        def toil(now: Moment) -> Performs:
            self.did.append("toil 1")
            yield Explore()
            self.did.append("toil 2")
            return Failed("on purpose")

        @act
        def explore(now: Moment) -> Explore:
            self.did.append("explore")
            return Explore()

        @act
        def flee(now: Moment) -> Retreat:
            return Retreat()

        @act
        def command(now: Moment, task: str) -> Wants:
            return Wants(orders=(Order(task),))

        @act
        def fight(now: Moment) -> Fight:
            self.did.append("fight")
            return Fight()

        @act
        def look(now: Moment) -> LookRound:
            self.did.append("look")
            return LookRound()

        @act
        def face(now: Moment, yaw: int) -> Face:
            return Face(rotation=Rotation(0, yaw, 0))

        @act
        def halt(now: Moment) -> Wants:
            self.did.append("halt")
            return Wants(stops=("move", "fight"))

        @act
        def remember(now: Moment, what: str) -> Done:
            return Done(notes={what: "noted"})

        own: list[Callable[..., Any]]
        own = [
            give_up,
            raise_error,
            go,
            dig,
            toil,
            flee,
            command,
            explore,
            fight,
            look,
            face,
            halt,
            remember,
        ]
        return [*own, *(self._deed(one) for one in ACTS)]

    def _deed(self, name: str) -> Callable[..., Any]:
        @act(name=name)
        def found(now: Moment) -> Done:
            self.did.append(name)
            return DONE

        return found

    def load(self, text: str, files: Mapping[str, str] | None = None) -> PoshPlan:
        """The plan in a text; raises `PlanError` when it has mistakes."""
        problems = Problems()
        plan = load(PlanText(text, "test.lap"), PlanFiles(files or {"": ""}), self.skills, problems)
        problems.finish()
        assert plan is not None
        return plan

    def mistakes(self, text: str, files: Mapping[str, str] | None = None) -> list[str]:
        """What is wrong with a text, one line each, without its source line."""
        try:
            self.load(text, files)
        except PlanError as error:
            return [one.splitlines()[0] for one in error.problems]
        return []

    def oddities(self, text: str) -> list[str]:
        """What is odd about a text, one line each, without its source line."""
        return [str(one).splitlines()[0].partition("warning: ")[2] for one in self.load(text).warnings]

    def player(self, text: str, **options: str) -> Player:
        """Somebody who plays by a plan."""
        return Player(self, self.load(text).engine(BrainSetup(options=options)))


class Player:
    """An engine with a clock in the hand."""

    def __init__(self, world: World, engine: PoshEngine) -> None:
        self.world = world
        self.engine = engine
        self.now = 0.0
        self.moment = Moment(View(now=0.0))

    def think(self, view: View | None = None, *, trace: Trace | None = None, **told: Any) -> Choice:
        """One think; what is told stays told."""
        self.world.told.update(told)
        self.moment = Moment(view if view is not None else View(now=self.now))
        return self.engine.think(self.moment, trace)

    def traced(self, **told: Any) -> Choice:
        """One think, with a trace that nobody reads."""
        return self.think(None, trace=Trace(), **told)

    def after(self, seconds: float, **told: Any) -> Choice:
        """One think, some time later."""
        self.now += seconds
        return self.think(**told)

    def does(self, thinks: int, *, every: float = 0.25, **told: Any) -> list[str]:
        """What was done in so many thinks."""
        before = len(self.world.did)
        for _ in range(thinks):
            self.after(every, **told)
        return self.world.did[before:]


def plan_of(drives: str, definitions: str = "", head: str = "RDC life (goal ((fail)))") -> str:
    """A plan around some drives; each line of `drives` is a group of its own."""
    groups = "\n".join(f"({line.strip()})" for line in drives.strip().splitlines())
    return f"({definitions} ({head} (drives {groups})))"
