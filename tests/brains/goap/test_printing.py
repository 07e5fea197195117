"""Plans as text, as trees and in a line; and spoiled files."""

from __future__ import annotations

import random

import pytest

from agentfw.brains.drawing import draw_text
from agentfw.errors import PlanError
from tests.brains.goap.worlds import World, loaded, skills_of

PLAN = """
Constant enough 3
Fact scouted
Switch 7
Nodes 50
Search anytime
Goal Live
  Priority 100 - level("health")
  When armed or level < enough
  Wants level >= enough and scouted
Action Eat what in members("food")
  Needs not holds($what)
  Effects level += 25, holds($what) = false
  Cost level($what) / 100
  Does do $what || at_once "x y"
  While armed
  Timeout 20
Action Scout
  Effects scouted = true, chosen = "hill"
  Does do scout
"""

SPECIAL = [
    *"$()[]{},|=:#;\"'\\-+*/%<>!.\t\r\0\x85é ",
    *("||", "==", "+=", "-=", "$0", "Goal", "\nAction\n", "\nWants ", "in", "not", "as"),
    *("9" * 5000, "1e999", "\nUse x", "\nInclude y", "nothing", "scouted", "level"),
]


def test_a_plan_prints_as_itself() -> None:
    plan, problems = loaded(PLAN, skills_of(World()))
    assert plan is not None, list(problems)
    again, _ = loaded(str(plan), skills_of(World()))
    assert again is not None
    assert (again.source, str(again)) == (plan.source, str(plan))


def test_a_long_figure_prints_as_itself() -> None:
    text = "Goal G\n  Wants lit\nAction A\n  Effects lit = true\n  Does do x\n  Timeout 123.45678\n"
    plan, _ = loaded(text, skills_of(World()))
    assert plan is not None
    assert "Timeout 123.45678\n" in str(plan)


def test_a_plan_is_summed_up_in_a_line() -> None:
    plan, _ = loaded(PLAN, skills_of(World()))
    assert plan is not None
    assert plan.summary() == "1 goal, 2 actions"


def test_a_plan_is_drawn_with_its_conditions() -> None:
    plan, _ = loaded(PLAN, skills_of(World()))
    assert plan is not None
    assert draw_text(plan.tree()).splitlines() == [
        "goap plan  [1 goal, 2 actions]",
        '├─ goal Live  [priority 100 - level("health"); when armed or level < enough]',
        "│  ├─ wants level >= enough",
        "│  └─ wants scouted",
        (
            '├─ action Eat what in members("food")  [needs not holds($what); while armed; '
            "cost level($what) / 100; at most 20 s]"
        ),
        "│  ├─ effect level += 25",
        "│  ├─ effect holds($what) = false",
        "│  ├─ act do $what",
        '│  └─ act at_once "x y"',
        "└─ action Scout",
        "   ├─ effect scouted = true",
        '   ├─ effect chosen = "hill"',
        "   └─ act do scout",
    ]


def spoiled(text: str, rng: random.Random) -> str:
    for _ in range(rng.choice((1, 1, 2, 4))):
        start, end = sorted(rng.randrange(len(text) + 1) for _ in range(2))
        middle = rng.choice(("", rng.choice(SPECIAL), text[start : min(end, start + 20)] * 2))
        end = rng.choice((start, start + 1, min(end, start + 30)))
        text = text[:start] + middle + text[end:]
    return text


@pytest.mark.parametrize("seed", range(20))
def test_a_spoiled_file_loads_or_is_refused_with_places(seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311 - a test
    skills = skills_of(World())
    for _ in range(50):
        text = spoiled(PLAN, rng)
        plan, problems = loaded(text, skills)
        assert (plan is None) == bool(problems.errors), text
        assert all(one.line >= 1 and one.column >= 1 for one in problems)
        if plan is not None:
            again, told = loaded(str(plan), skills)
            assert again is not None, (text, list(told))
            assert again.source == plan.source
        else:
            with pytest.raises(PlanError):
                problems.finish()
