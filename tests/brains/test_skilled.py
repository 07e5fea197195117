"""Brains that think with skills: what they get for free."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from agentfw.brains import BrainSetup, Choice, Explore, SkilledBrain, View
from agentfw.errors import PlanError
from agentfw.skills import Moment, Wants
from agentfw.testing import check_brain
from agentfw.vocabulary import SelfState

if TYPE_CHECKING:
    from agentfw.brains.tracing import Trace


class Wanderer(SkilledBrain):
    """Explores while it is in good health."""

    def __init__(self, setup: BrainSetup = BrainSetup()) -> None:
        super().__init__(setup)
        self.fitness = self.expression("health / 100")
        self.roaming = self.act("explore")

    def think(self, now: Moment, trace: Trace | None) -> Choice:
        if self.fitness.evaluate(now, ()) < 0.5:
            if trace is not None:
                trace.reject("roam", "not fit enough")
            return Choice(Wants(), ("rest",))
        performance = self.roaming.begin(now)
        performance.step(now)
        return Choice(performance.wants, ("roam", self.roaming.text))


def at(health: int) -> View:
    return View(now=1.0, me=SelfState(health=health))


def test_a_brain_with_skills_behaves() -> None:
    assert check_brain(Wanderer).decisions > 1


def test_acts_and_expressions_are_used_without_a_plan() -> None:
    assert Wanderer().decide(at(100)).move == Explore()


def test_why_and_why_not_come_for_free() -> None:
    made = Wanderer(BrainSetup(is_traced=True))
    reason = made.explain(made.decide(at(20)))
    assert reason.chosen == "rest"
    assert [(one.option, one.why) for one in reason.rejected] == [("roam", "not fit enough")]
    assert [(one.sense, one.value) for one in reason.readings] == [("health", "20")]


def test_a_wrong_expression_is_told_with_its_place() -> None:
    with pytest.raises(PlanError, match=r'Wanderer:1:1: unknown sense "helth", did you mean "health"?'):
        Wanderer().expression("helth < 30")


def test_a_wrong_act_is_told_with_its_place() -> None:
    with pytest.raises(
        PlanError, match=r'Wanderer:1:1: there is no act "colect", did you mean "collect"'
    ):
        Wanderer().act("colect health")


def test_a_sense_is_no_act() -> None:
    with pytest.raises(PlanError, match="that is a sense; senses only tell, acts do"):
        Wanderer().act("health")


def test_who_does_not_think_is_told_so() -> None:
    with pytest.raises(NotImplementedError, match=r"SkilledBrain has no think\(self, now, trace\)"):
        SkilledBrain().decide(at(100))
