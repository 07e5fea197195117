"""What is a variable of the search and how: numbers, values, facts, and what is read once."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest

from agentfw.errors import UsageError
from agentfw.pddl import read_domain, read_problem
from agentfw.perception import View
from agentfw.skills import Moment, sense
from agentfw.skills.skill import skill_of
from agentfw.solving import solve
from tests.brains.goap.worlds import Bench, World, loaded, rejected, skills_of

if TYPE_CHECKING:
    from agentfw.solving import Answer


def answered(text: str, world: World) -> Answer:
    bench = Bench(text, world)
    return solve(bench.plan.problem("G", bench.now()))


def names(text: str, world: World) -> list[str]:
    return [step.name for step in answered(text, world).steps]


GATHER = """
Goal G
  Wants level("wood") >= 3
Action Chop
  Effects level("wood") += 1
  Does do chop
Action Buy
  Needs level("gold") >= 2
  Effects level("wood") += 2, level("gold") -= 2
  Cost 1.5
  Does do buy
Action Mine
  Effects level("gold") += 1
  Does do mine
"""


@pytest.mark.parametrize(
    ("wood", "gold", "steps", "cost"),
    [
        (0, 0, ["Chop", "Chop", "Chop"], 3),
        (1, 0, ["Chop", "Chop"], 2),
        (1, 2, ["Buy"], 1.5),
        (0, 2, ["Buy", "Chop"], 2.5),
        (3, 0, [], 0),
    ],
)
def test_numbers_are_counted(wood: int, gold: int, steps: list[str], cost: float) -> None:
    answer = answered(GATHER, World(wood=wood, gold=gold))
    assert (sorted(step.name for step in answer.steps), answer.cost) == (sorted(steps), cost)


def test_a_number_that_can_never_be_reached_is_told() -> None:
    text = """
    Goal G
      Wants level("wood") >= 3
    Action Burn
      Effects level("wood") -= 1
      Does do burn
    """
    assert rejected(Bench(text, World()).why())["G"].startswith("no plan, because")


def test_a_number_can_be_set_from_others() -> None:
    text = """
    Goal G
      Wants level("b") == 7
    Action Copy
      Effects level("b") = 2 * level("a") + 1
      Does do copy
    Action Raise
      Effects level("a") += 1
      Does do raise
    """
    assert names(text, World(a=1, b=0)) == ["Raise", "Raise", "Copy"]


def test_a_number_that_nobody_knows_can_become_known() -> None:
    text = """
    Goal G
      Wants level("depth") < 5
    Action Measure
      Effects level("depth") = 3
      Does do measure
    """
    assert names(text, World(depth=None)) == ["Measure"]


def test_an_action_that_counts_on_from_an_unknown_number_is_left_out() -> None:
    text = GATHER.replace("Does do chop", "Does do chop")
    why = rejected(Bench(text, World(wood=None, gold=0)).why())
    assert why["Chop"] == 'nobody can tell what level("wood") += 1 comes to'


def test_texts_are_planned_by_their_values() -> None:
    text = """
    Goal G
      Wants chosen == "sword"
    Action Draw
      Needs chosen == nothing
      Effects chosen = "sword"
      Does do draw
    Action Drop
      Needs chosen != nothing
      Effects chosen = nothing
      Does do drop
    """
    assert names(text, World(chosen="bow")) == ["Drop", "Draw"]


def test_one_of_several_wishes_is_enough() -> None:
    text = """
    Goal G
      Wants lit or armed
    Action Light
      Cost 4
      Effects lit = true
      Does do light
    Action Arm
      Cost 2
      Effects armed = true
      Does do arm
    """
    assert Bench(text, World()).think().path[1] == "Arm"


def test_what_no_action_changes_is_read_once() -> None:
    text = """
    Goal G
      Wants armed
    Action Arm
      Needs lit and level > 3
      Effects armed = true
      Does do arm
    """
    assert names(text, World("lit", level=4)) == ["Arm"]
    assert rejected(Bench(text, World("lit", level=2)).why())["Arm"] == "level > 3"


def test_a_need_that_no_value_fits_is_told() -> None:
    text = """
    Goal G
      Wants armed
    Action Arm
      Needs chosen == "sword"
      Effects armed = true, chosen = "bow"
      Does do arm
    """
    assert rejected(Bench(text, World()).why())["Arm"] == 'nothing brings about chosen == "sword"'


@pytest.mark.parametrize("cost", [None, float("inf"), float("nan")])
def test_an_action_without_a_cost_in_numbers_is_left_out(cost: float | None) -> None:
    text = 'Goal G\n  Wants lit\nAction A\n  Cost level("c")\n  Effects lit = true\n  Does do a'
    why = rejected(Bench(text, World(c=cost)).why())
    assert why["A"] == "its cost is not known, or without end"


def test_a_cost_below_0_counts_as_0() -> None:
    text = 'Goal G\n  Wants lit\nAction A\n  Cost level("c")\n  Effects lit = true\n  Does do a'
    assert answered(text, World(c=-5)).cost == 0


def test_actions_that_have_no_part_in_plans_for_a_goal_are_not_worked_out() -> None:
    text = GATHER + "\nAction Sing\n  Effects lit = true\n  Does do sing\n"
    bench = Bench(text, World())
    operators = bench.plan.problem("G", bench.now()).operators
    assert {one.name for one in operators} == {"Chop", "Buy", "Mine"}


def test_the_last_of_two_effects_on_the_same_thing_counts() -> None:
    text = """
    Goal G
      Wants holds("here")
    Action A what in members
      Effects holds("here") = false, holds($what) = true
      Does do a
    """
    assert names(text, World(members=["here"])) == ["A here"]


def test_a_goal_that_is_not_there_is_told_with_the_nearest_name() -> None:
    bench = Bench(GATHER, World())
    with pytest.raises(UsageError, match='there is no goal "H"'):
        bench.plan.problem("H", bench.now())


def test_infinite_numbers_do_not_disturb_the_search() -> None:
    text = """
    Goal G
      Wants level("far") < 100
    Action Near
      Effects level("far") = 50
      Does do near
    """
    assert names(text, World(far=float("inf"))) == ["Near"]


@pytest.mark.parametrize("value", [math.inf, -math.inf, math.nan, 10**400])
@pytest.mark.parametrize("line", ["Wants level > odd", "Wants level * odd > 1", "Wants level > 3"])
def test_odd_constants_in_sums_can_be_told_to_any_planner(line: str, value: float) -> None:
    text = f"""
    Goal G
      {line}
    Action A
      Effects level += 1 + odd
      Does do a
    """

    @sense
    def odd(_now: Moment) -> float:
        return value

    skills = skills_of(World())
    skill = skill_of(odd)
    assert skill is not None
    skills.add(skill)
    plan, problems = loaded(text, skills)
    assert plan is not None, list(problems)
    domain, problem = plan.pddl("G", Moment(View(now=0.0)))
    read_problem(problem, read_domain(domain))
