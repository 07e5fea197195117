"""Which goal is worked for, and which plan."""

from __future__ import annotations

import pytest

from agentfw.decisions import Speak
from agentfw.skills import DONE, Failed
from tests.brains.goap.worlds import Bench, World, rejected

LIGHTS = """
Goal Arrive
  Wants holds("there")

Action Walk
  Effects holds("there") = true
  Cost 2
  Does do walk

Action Swim
  Effects holds("there") = true
  Cost 8
  Does do swim
"""


def test_of_two_actions_the_cheaper_one_is_done() -> None:
    assert Bench(LIGHTS, World()).think().path == ("Arrive", "Walk", "do walk")


def test_a_new_precondition_is_taken_up_without_other_edits() -> None:
    text = LIGHTS.replace("  Cost 2", "  Needs lit\n  Cost 2")
    assert Bench(text, World()).think().path == ("Arrive", "Swim", "do swim")
    switch = "\nAction SwitchOn\n  Effects lit = true\n  Does do switch\n"
    assert Bench(text + switch, World()).think().path == ("Arrive", "SwitchOn > Walk", "do switch")


TWO_GOALS = """
Switch 5
Goal Eat
  Priority level("hunger")
  When not holds("fasting")
  Wants holds("full")
Goal Sleep
  Priority level("fatigue")
  Wants holds("rested")
Action Dine
  Effects holds("full") = true
  Does do dine
Action Nap
  Effects holds("rested") = true
  Does do nap
"""


def test_the_goal_of_the_highest_priority_is_worked_for() -> None:
    assert Bench(TWO_GOALS, World(hunger=3, fatigue=40)).think().path[0] == "Sleep"


def test_a_goal_that_holds_already_is_not_worked_for() -> None:
    bench = Bench(TWO_GOALS, World("rested", hunger=3, fatigue=40))
    assert bench.think().path[0] == "Eat"


def test_a_goal_whose_when_does_not_hold_is_not_worked_for() -> None:
    bench = Bench(TWO_GOALS, World("fasting", hunger=90, fatigue=40))
    assert bench.think().path[0] == "Sleep"


def test_a_goal_without_a_plan_leaves_its_place_to_the_next() -> None:
    text = TWO_GOALS.replace("  Does do dine", "  Needs lit\n  Does do dine")
    assert Bench(text, World(hunger=90, fatigue=40)).think().path[0] == "Sleep"


def test_two_goals_of_nearly_equal_priority_do_not_take_turns() -> None:
    world = World(hunger=50, fatigue=49)
    bench, chosen = Bench(TWO_GOALS, world), []
    for think in range(40):
        world.values["fatigue"] = 52 if think % 2 else 49
        chosen.append(bench.think().path[0])
    assert set(chosen) == {"Eat"}
    assert world.log == ["do dine"]


@pytest.mark.parametrize(("fatigue", "goal"), [(55, "Eat"), (55.5, "Sleep")])
def test_another_goal_has_to_be_ahead_by_more_than_the_switch(fatigue: float, goal: str) -> None:
    world = World(hunger=50, fatigue=0)
    bench = Bench(TWO_GOALS, world)
    bench.think()
    world.values["fatigue"] = fatigue
    assert bench.think().path[0] == goal


def test_a_goal_that_loses_is_abandoned() -> None:
    world = World(hunger=50, fatigue=0)
    bench = Bench(TWO_GOALS, world)
    bench.think()
    world.values["fatigue"] = 90
    assert bench.log_of(1) == ["cancel dine", "do nap"]


def test_a_goal_that_is_no_longer_wanted_is_abandoned() -> None:
    world = World(hunger=50, fatigue=0)
    bench = Bench(TWO_GOALS, world)
    bench.think()
    world.facts.add("fasting")
    assert bench.log_of(1) == ["cancel dine", "do nap"]


def test_a_goal_that_takes_over_needs_a_plan() -> None:
    text = TWO_GOALS.replace("  Does do nap", "  Needs lit\n  Does do nap")
    world = World(hunger=50, fatigue=0)
    bench = Bench(text, world)
    bench.think()
    world.values["fatigue"] = 90
    assert bench.think().path[0] == "Eat"


def test_a_priority_that_is_nothing_counts_as_0() -> None:
    assert Bench(TWO_GOALS, World(hunger=None, fatigue=1)).think().path[0] == "Sleep"


def test_a_goal_without_a_plan_is_tried_again_after_the_retry_time() -> None:
    world = World()
    bench = Bench(
        "Retry 0.5\n" + LIGHTS.replace("Cost 2", "Needs lit").replace("Cost 8", "Needs lit"), world
    )
    bench.think()
    world.facts.add("lit")
    assert [bench.think().path[:1] for _ in range(5)] == [(), (), (), (), ("Arrive",)]


def test_no_goal_means_to_want_nothing() -> None:
    choice = Bench(TWO_GOALS, World("full", "rested")).think()
    assert (choice.wants.say, choice.path, choice.outcome) == (None, (), DONE)


def test_goals_that_cannot_be_reached_end_a_plan_that_stands_inside_of_another() -> None:
    choice = Bench(
        LIGHTS.replace("Does do walk", "Needs lit\n  Does do walk").replace(
            "Does do swim", "Needs lit\n  Does do swim"
        ),
        World(),
    ).think()
    assert choice.outcome == Failed("no goal has a plan")


def test_what_the_act_wants_is_wanted() -> None:
    assert Bench(LIGHTS, World()).think().wants.say == Speak(text="walk")


def test_the_same_choice_is_given_while_nothing_changes() -> None:
    bench = Bench(LIGHTS, World())
    first, second = bench.think(), bench.think()
    assert second.path is first.path


# What is told


def test_lower_goals_are_told_with_their_priorities() -> None:
    bench = Bench(TWO_GOALS, World(hunger=12, fatigue=40))
    assert rejected(bench.why())["Eat"] == "priority 12 < 40"
    assert rejected(bench.why())["Eat"] == "priority 12 < 40"


def test_a_goal_held_off_by_the_switch_is_told_so() -> None:
    world = World(hunger=50, fatigue=0)
    bench = Bench(TWO_GOALS, world)
    bench.think()
    world.values["fatigue"] = 53
    assert rejected(bench.why())["Sleep"] == "priority 53 is not above 50 by more than 5"


def test_a_condition_that_keeps_a_goal_away_is_told() -> None:
    why = rejected(Bench(TWO_GOALS, World("fasting", hunger=90)).why())
    assert why["Eat"] == 'not holds("fasting")'


def test_a_goal_that_holds_is_told_so() -> None:
    why = rejected(Bench(TWO_GOALS, World("full", hunger=90)).why())
    assert why["Eat"] == "all that it wants holds already"


def test_actions_that_are_left_out_are_told_with_the_need_that_fails() -> None:
    text = LIGHTS.replace("  Cost 2", "  Needs lit\n  Cost 2")
    assert rejected(Bench(text, World()).why())["Walk"] == "lit"


def test_a_goal_without_a_plan_is_told_with_the_reason() -> None:
    text = """
    Goal Open
      Wants holds("open")
    Action Unlock
      Needs holds("key")
      Effects holds("open") = true
      Does do unlock
    Action Lose
      Effects holds("key") = false
      Does do lose
    """
    why = rejected(Bench(text, World()).why())["Open"]
    assert why.startswith("no plan, because ")
    assert 'holds("key")' in why


def test_the_conditions_of_the_goal_are_told_as_the_reason() -> None:
    assert Bench(TWO_GOALS, World(hunger=90)).why().because == 'not holds("fasting")'
