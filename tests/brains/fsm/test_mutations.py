"""Spoiled files: they load, or are refused with places; nothing else happens."""

from __future__ import annotations

import random

import pytest

from agentfw.errors import PlanError
from tests.brains.fsm.stage import World, loaded, skills_of
from tests.brains.htn.test_mutations import spoiled as spoiled_letters

PLAN = """
Constant far 5
Initial Work
Limit 20
State Work
  History deep
  Initial Busy
  During do out
  To Rest when holds("tired") or level > far priority 10
  State Idle
    Enter say "hello there"
    Once do look
    Timeout far * 2 To Busy chance 0.5 do note bored
    To Busy when state_was("Rest") and previous != nothing
  State Busy
    During travel hall careful=true
    During look (previous)
    Exit at_once stop
    To Idle when done or failed
    To Work.Idle when state_time > 3 and not holds("x")
State Rest
  To Work when not holds("tired")
  To Won when armed
State Won
  Final failed "too much"
"""

LINES = [
    "State A",
    "  State B",
    "To A",
    "  To A when",
    "Final",
    "History",
    "Initial A",
    "Timeout 3",
    "Include x",
    "Use y",
]


def spoiled(text: str, rng: random.Random) -> str:
    """The text with letters, or whole lines, that do not belong there."""
    if rng.random() < 0.5:
        return spoiled_letters(text, rng)
    lines = text.split("\n")
    for _ in range(rng.randint(1, 3)):
        place = rng.randrange(len(lines))
        match rng.randrange(4):
            case 0:
                del lines[place]
            case 1:
                lines.insert(place, rng.choice(LINES))
            case 2:
                lines[place] = " " * rng.randint(0, 5) + lines[place].strip()
            case _:
                other = rng.randrange(len(lines))
                lines[place], lines[other] = lines[other], lines[place]
        lines = lines or [""]
    return "\n".join(lines)


def test_the_plan_itself_is_well() -> None:
    plan, problems = loaded(PLAN, skills_of(World()))
    assert plan is not None
    assert [str(one) for one in problems] == []


@pytest.mark.parametrize("seed", range(20))
def test_a_spoiled_file_loads_or_is_refused_with_places(seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311 - a test
    skills = skills_of(World())
    for _ in range(40):
        text = spoiled(PLAN, rng)
        plan, problems = loaded(text, skills)
        assert (plan is None) == bool(problems.errors), text
        assert all(one.line >= 1 and one.column >= 1 for one in problems)
        if plan is not None:
            again, _ = loaded(str(plan), skills)
            assert again is not None, text
            assert again.source == plan.source
        else:
            with pytest.raises(PlanError):
                problems.finish()
