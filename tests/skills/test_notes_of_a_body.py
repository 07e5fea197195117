"""What skills note about one body must not outlive it."""

from __future__ import annotations

from agentfw.brains import BrainSetup
from agentfw.brains.planned import PlanBrain
from agentfw.perception import View
from agentfw.perception.view import Event
from agentfw.skills.wanting import FOCUS, Focus
from agentfw.vocabulary import Died, EntityId


def test_rule_36_the_focus_does_not_outlive_the_body() -> None:
    brain = PlanBrain("bodbot-attack.lap", BrainSetup())
    brain._note({FOCUS: Focus(EntityId("foe"), 99.0), "plan": "mine"})
    brain.decide(View(now=100.0, events=(Event(100.0, Died()),)))
    assert FOCUS not in brain._notes
    assert "plan" in brain._notes
