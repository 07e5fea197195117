"""The plan that measures adaptivity: it can be used with and without, and plays the same again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from agentfw.arena.server import ArenaOptions
from agentfw.brains.planfiles import PlanFiles, shipped_plans
from agentfw.brains.planned import load_plan
from agentfw.match import Fighter, SkirmishOptions, play_skirmish
from tests.skills.moments import SKILLS

if TYPE_CHECKING:
    from pathlib import Path

PLAN = shipped_plans()["deathmatch-adaptive.goap"]
ON, OFF = "Constant adaptive true", "Constant adaptive false"


def scores(plan: Path) -> list[tuple[str, float]]:
    """A minute of a duel; a skill that raises ends it."""
    fighters = tuple(
        Fighter(brain=str(plan), name=name, options={"faults": "raise"}) for name in ("Ann", "Bob")
    )
    arena = ArenaOptions(mode="dm", map="dm-cellar", seed=5, time_limit_min=1)
    played = play_skirmish(SkirmishOptions(arena=arena, fighters=fighters))
    return sorted((one.name, one.score) for one in played.players)


@pytest.mark.parametrize("switch", [ON, OFF])
def test_the_plan_has_no_mistakes_with_and_without_adaptivity(switch: str) -> None:
    text = PLAN.read_text(encoding="utf-8")
    assert text.count(ON) == 1
    files = PlanFiles({"plan.goap": text.replace(ON, switch)})
    assert load_plan("plan.goap", files, SKILLS).warnings == ()


def test_bots_that_adapt_fight_and_play_the_same_again() -> None:
    first = scores(PLAN)
    assert sum(score for _, score in first) > 0
    assert scores(PLAN) == first
