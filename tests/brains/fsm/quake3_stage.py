"""The network of plans/fsm/quake3.fsm on a stage: views made by hand go in, nodes come out."""

from __future__ import annotations

import functools
import random
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from agentfw.brains import BrainSetup
from agentfw.brains.fsm import FsmPlan
from agentfw.brains.planfiles import PlanFiles
from agentfw.brains.planned import load_plan
from agentfw.decisions import Activity, ActivityState
from agentfw.skills import Moment, shipped_skills

if TYPE_CHECKING:
    from agentfw.brains.fsm.engine import Switch
    from agentfw.decisions import Intent
    from agentfw.perception import View
    from agentfw.skills import Wants

NODES = (
    *("Intermission", "Observer", "Respawn", "Stand", "SeekLTG", "SeekNBG", "SeekActivate"),
    *("BattleFight", "BattleChase", "BattleRetreat", "BattleNBG"),
)
LIVING = NODES[3:]


class Luck(random.Random):
    """Chance that always comes up, or never does."""

    def __init__(self, *, is_lucky: bool) -> None:
        super().__init__(0)
        self._value = 0.0 if is_lucky else 0.999

    def random(self) -> float:
        return self._value


@functools.cache
def network() -> FsmPlan:
    """The plan as it ships."""
    plan = load_plan("quake3.fsm", PlanFiles(), shipped_skills())
    assert isinstance(plan, FsmPlan)
    return plan


class Stage:
    """A network that thinks about one view after the other, and remembers its notes."""

    def __init__(self, start: str, *, is_lucky: bool = False) -> None:
        self.engine = network().engine(BrainSetup(options={"start": start}))
        self.notes: dict[str, Any] = {}
        self.wants: Wants | None = None
        self._luck = Luck(is_lucky=is_lucky)

    @property
    def node(self) -> str:
        """Where the network is."""
        return self.engine.state

    def think(self, view: View) -> tuple[Switch, ...]:
        """Go through one think; the switches that it made, unless the same were made before."""
        before = self.engine.switch_log
        choice = self.engine.think(Moment(view, MappingProxyType(self.notes), self._luck), None)
        for name, value in choice.notes.items():
            self.notes[name] = value
            if value is None:
                del self.notes[name]
        self.wants = choice.wants
        after = self.engine.switch_log
        return after if after != before else ()


def ended(intent: Intent, at: float, state: ActivityState = ActivityState.DONE) -> Activity:
    """What the legs were about, over now."""
    return Activity("move", intent, state, at - 1.0, at, "" if state is ActivityState.DONE else "gone")
