"""A machine of ours as one of the package transitions, over the same senses."""

from __future__ import annotations

import importlib
import random
from typing import TYPE_CHECKING, Any, Final

from agentfw.brains import BrainSetup, PlanFiles, View
from agentfw.brains.fsm import load
from agentfw.language import Problems
from agentfw.skills import Moment, SkillSet, sense
from agentfw.skills.skill import skill_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from agentfw.brains.fsm import FsmPlan
    from agentfw.brains.fsm.states import Transition

__all__ = ["switching_machines"]

_ACTS: Final = ("Enter", "During", "Once", "Exit")
_VIEW: Final = View(now=1.0)


class _World:
    """What is so; cheap to ask, so that switching is what costs."""

    is_enemy_visible = False


class _Model:
    """What the other machine moves through its states; the package adds ``think``."""

    now: Moment
    think: Callable[[], bool]


def switching_machines() -> tuple[Callable[[], None], Callable[[], None]]:
    """One think of ours and one of theirs on combat-3.fsm without acts; each makes one switch."""
    world = _World()
    plan = _plan(world)
    return _ours(plan, world), _theirs(plan, world)


def _plan(world: _World) -> FsmPlan:
    name = "combat-3.fsm"
    lines = PlanFiles().read(name).text.splitlines()
    text = "\n".join(line for line in lines if not line.strip().startswith(_ACTS))
    files = PlanFiles({name: text})
    plan = load(files.read(name), files, _senses(world), Problems())
    if plan is None:
        raise ValueError(f"{name} cannot be read")
    return plan


def _senses(world: _World) -> SkillSet:
    @sense
    def enemy_visible(_now: Moment) -> bool:
        return world.is_enemy_visible

    @sense
    def can_fight(_now: Moment) -> bool:
        return True

    @sense
    def health(_now: Moment) -> float:
        return 100.0

    made = (skill_of(one) for one in (enemy_visible, can_fight, health))
    return SkillSet(one for one in made if one is not None)


def _ours(plan: FsmPlan, world: _World) -> Callable[[], None]:
    engine, chance = plan.engine(BrainSetup()), random.Random(1)  # noqa: S311 - a game

    def think() -> None:
        world.is_enemy_visible = not world.is_enemy_visible
        engine.think(Moment(_VIEW, rng=chance), None)

    return think


def _theirs(plan: FsmPlan, world: _World) -> Callable[[], None]:
    package: Any = importlib.import_module("transitions")  # a bench extra
    model, chance = _Model(), random.Random(1)  # noqa: S311 - a game
    states = plan.machine.all
    names = [one.label for one in states]
    machine = package.Machine(model=model, states=names, initial=names[0], auto_transitions=False)
    for way in (way for state in states for way in state.transitions):
        test = _test(way, model)
        machine.add_transition("think", way.owner.label, way.target.label, conditions=[test])

    def think() -> None:
        world.is_enemy_visible = not world.is_enemy_visible
        model.now = Moment(_VIEW, rng=chance)
        if not model.think():
            raise RuntimeError("it made no switch")

    return think


def _test(way: Transition, model: _Model) -> Callable[[], bool]:
    return lambda: way.holds(model.now, ())
