"""How plans are followed: steps, guards, repairs, failures."""

from __future__ import annotations

from agentfw.perception import Event
from agentfw.vocabulary import Died
from tests.brains.goap.worlds import Bench, World, rejected

DOOR = """
Goal Enter
  Wants holds("inside")
Action FetchKey
  Effects holds("key") = true
  Does do fetch
Action Unlock
  Needs holds("key")
  Effects holds("open") = true
  Does do unlock
Action Break
  Effects holds("open") = true
  Cost 10
  Does do break
Action Go
  Needs holds("open")
  Effects holds("inside") = true
  Does do go
"""


def test_steps_are_done_one_after_the_other() -> None:
    world = World()
    bench = Bench(DOOR, world)
    assert bench.think().path == ("Enter", "FetchKey > Unlock > Go", "do fetch")
    world.gives("fetch", "key")
    assert bench.think().path == ("Enter", "Unlock > Go", "do unlock")
    world.gives("unlock", "open")
    assert bench.think().path == ("Enter", "Go", "do go")
    world.gives("go", "inside")
    assert bench.think().path == ()


def test_a_step_whose_effects_came_true_early_is_skipped() -> None:
    world = World()
    bench = Bench(DOOR, world)
    bench.think()
    world.facts |= {"key", "open"}
    assert bench.log_of(1) == ["cancel fetch", "do go"]


def test_a_need_that_is_lost_leads_to_a_new_plan() -> None:
    world = World()
    bench = Bench(DOOR, world)
    bench.think()
    world.gives("fetch", "key")
    bench.think()
    world.facts.clear()
    world.gives("unlock")  # and yet it is not open
    del world.outcomes["fetch"]
    assert bench.think().path == ("Enter", "FetchKey > Unlock > Go", "do fetch")


def test_a_repair_keeps_the_goal_although_another_is_a_little_ahead() -> None:
    text = (
        DOOR.replace('Wants holds("inside")', 'Priority 50\n  Wants holds("inside")')
        + """
Goal Sing
  Priority level("mood")
  Wants holds("sung")
Action Song
  Effects holds("sung") = true
  Does do song
"""
    )
    world = World(mood=0)
    bench = Bench(text, world)
    bench.think()
    world.values["mood"] = 53
    world.gives("fetch", "open")
    assert bench.think().path[:2] == ("Enter", "Go")


def test_an_action_that_failed_is_avoided_for_some_seconds() -> None:
    world = World()
    bench = Bench("Avoid 2\n" + DOOR, world)
    bench.think()
    world.fails("fetch")
    assert bench.think().path == ("Enter", "Break > Go", "do break")
    del world.outcomes["fetch"]
    world.fails("break")
    paths = [bench.think().path for _ in range(25)]
    assert paths[0] == ()
    assert ("Enter", "FetchKey > Unlock > Go", "do fetch") in paths[18:22]


def test_an_action_that_failed_is_told_as_left_out() -> None:
    world = World()
    bench = Bench(DOOR, world)
    bench.think()
    world.fails("fetch")
    why = rejected(bench.why())
    assert why["FetchKey"] == "failed before: do: fetch went wrong"


def test_what_fails_is_tried_once_per_think_even_without_avoiding() -> None:
    text = "Avoid 0\nRetry 0\nGoal A\n  Wants lit\nAction B\n  Effects lit = true\n  Does at_once b"
    world = World()
    world.fails("b")
    assert Bench(text, world).log_of(2) == ["failed b", "failed b"]


GUARDED = """
Goal Arrive
  Wants holds("there")
Action Sneak
  Effects holds("there") = true
  While lit
  Does do sneak
Action Run
  Effects holds("there") = true
  Cost 5
  Timeout 1
  Does do run
"""


def test_a_guard_that_fails_breaks_the_step_off_and_another_plan_is_found() -> None:
    world = World("lit")
    bench = Bench(GUARDED, world)
    bench.think()
    world.facts.clear()
    assert bench.log_of(1) == ["cancel sneak", "do run"]


def test_a_guard_is_needed_before_the_step_begins() -> None:
    assert Bench(GUARDED, World()).think().path[1] == "Run"


def test_a_guard_that_failed_is_told() -> None:
    world = World("lit")
    bench = Bench(GUARDED, world)
    bench.think()
    world.facts.clear()
    assert rejected(bench.why())["Sneak"] == "lit"


def test_a_step_that_takes_too_long_has_failed() -> None:
    bench = Bench(GUARDED, World())
    assert bench.log_of(11) == ["do run"]
    why = rejected(bench.why())
    assert why["Run"] == "failed before: took longer than 1 s"
    assert bench.world.log[-1] == "cancel run"


CLIMB = """
Nodes {nodes}
Goal Up
  Wants holds("up")
Action Fetch
  Effects holds("ladder") = true
  Does do fetch
Action Lean
  Needs holds("ladder")
  Effects holds("steep") = true, holds("ladder") = false, holds("tidy") = true
  Does do lean
Action Climb
  Needs holds("steep")
  Effects holds("up") = true
  Cost {cost}
  Does do climb
Action Fly
  Effects holds("up") = true
  Cost 9
  Does do fly
"""


def climbing(nodes: int) -> tuple[Bench, World]:
    """Somebody who has a ladder; then it is gone, but something else to climb is there."""
    world = World("ladder")
    bench = Bench(CLIMB.format(nodes=nodes, cost='level("slip")'), world)
    world.values["slip"] = 2
    while not bench.think().path:
        assert bench.time < 10
    assert bench.think().path[1] == "Lean > Climb"
    world.facts = {"steep"}
    world.ends("lean")
    return bench, world


def test_the_end_of_a_plan_is_kept_if_it_still_leads_to_the_goal() -> None:
    bench, world = climbing(nodes=1)
    world.fails("lean")
    assert bench.think().path[1] == "Climb"


def test_the_end_of_a_plan_is_not_kept_if_another_plan_is_cheaper() -> None:
    bench, world = climbing(nodes=200)
    world.fails("lean")
    world.values["slip"] = 20
    assert bench.think().path[1] == "Fly"


def test_facts_that_are_so_in_thought_only_last_until_the_plan_is_over() -> None:
    text = """
    Fact scouted
    Fact ready
    Goal Patrol
      Wants ready
    Action Scout
      Effects scouted = true
      Does do scout
    Action Report
      Needs scouted
      Effects ready = true
      Does do report
    """
    world = World()
    bench = Bench(text, world)
    assert bench.think().path[1] == "Scout > Report"
    world.ends("scout")
    assert bench.think().path[1] == "Report"
    del world.outcomes["scout"]
    world.ends("report")
    assert bench.think().path[1] == "Scout > Report"


def test_facts_of_one_plan_are_not_so_for_another_goal() -> None:
    text = """
    Fact scouted
    Goal Low
      Priority 10
      Wants holds("low")
    Goal High
      Priority level
      Wants holds("high")
    Action Scout
      Effects scouted = true
      Does do scout
    Action Walk
      Needs scouted
      Effects holds("low") = true
      Does do walk
    Action Climb
      Needs scouted
      Effects holds("high") = true
      Does do climb
    """
    world = World()
    bench = Bench(text, world)
    bench.think()
    world.ends("scout")
    assert bench.think().path[1] == "Walk"
    del world.outcomes["scout"]
    world.values["level"] = 100
    assert bench.think().path == ("High", "Scout > Climb", "do scout")


def test_facts_go_on_to_be_so_while_a_more_urgent_goal_has_no_plan() -> None:
    text = """
    Fact scouted
    Goal Low
      Priority 10
      Wants holds("low")
    Goal High
      Priority level
      Wants holds("high")
    Action Scout
      Effects scouted = true
      Does do scout
    Action Walk
      Needs scouted
      Effects holds("low") = true
      While scouted
      Does do walk
    """
    world = World()
    bench = Bench(text, world)
    bench.think()
    world.ends("scout")
    assert bench.think().path[1] == "Walk"
    world.values["level"] = 100
    assert bench.log_of(3) == []


def test_a_plan_that_ends_at_once_is_not_begun_twice_in_a_think() -> None:
    text = "Fact tried\nGoal A\n  Wants tried\nAction B\n  Effects tried = true\n  Does at_once b"
    assert Bench(text, World()).log_of(3) == ["done b"] * 3


def test_death_breaks_the_plan_off() -> None:
    bench = Bench(DOOR, World())
    bench.think()
    bench.world.log.clear()
    choice = bench.think(events=(Event(0.1, Died()),))
    assert bench.world.log == ["cancel fetch", "do fetch"]
    assert choice.path[1] == "FetchKey > Unlock > Go"


def test_acts_at_once_are_over_when_all_are() -> None:
    text = "Goal A\n  Wants lit\nAction B\n  Effects lit = true\n  Does do one || do two"
    world = World()
    bench = Bench(text, world)
    bench.think()
    world.ends("one")
    bench.think()
    world.ends("two")
    del world.outcomes["one"]
    assert bench.log_of(1) == ["done two", "do one", "do two", "done two"]


def test_one_of_several_acts_that_fails_breaks_the_others_off() -> None:
    text = "Goal A\n  Wants lit\nAction B\n  Effects lit = true\n  Does do one || do two"
    world = World()
    bench = Bench(text, world)
    bench.think()
    world.fails("two")
    assert bench.log_of(1) == ["failed two", "cancel one"]


def test_notes_are_handed_on_and_end_the_think() -> None:
    text = """
    Fact noted_it
    Goal A
      Wants lit
    Action Note
      Effects noted_it = true
      Does note seen
    Action B
      Needs noted_it
      Effects lit = true
      Does do b
    """
    bench = Bench(text, World())
    assert dict(bench.think().notes) == {"seen": True}
    assert bench.think().path[1] == "B"


def test_a_plan_that_ends_with_a_note_does_not_end_the_brain() -> None:
    text = """
    Goal Enter
      Wants holds("inside")
    Action Walk
      Effects holds("near") = true
      Does do walk
    Action Ring
      Needs holds("near")
      Effects holds("inside") = true
      Does note ring
    """
    world = World()
    bench = Bench(text, world)
    bench.think()
    world.gives("walk", "near")
    choice = bench.think()
    assert (dict(choice.notes), choice.outcome) == ({"ring": True}, None)


def test_orders_of_acts_that_are_over_at_once_are_given() -> None:
    text = "Fact told\nGoal A\n  Wants told\nAction B\n  Effects told = true\n  Does command go"
    assert [one.task for one in Bench(text, World()).think().wants.orders] == ["go"]


def test_one_action_is_made_for_each_member_of_a_list() -> None:
    text = """
    Goal A
      Wants armed
    Action Take what in members
      Needs not holds($what)
      Effects armed = true
      Cost level($what)
      Does do $what
    """
    world = World("axe", members=["axe", "bow", "club"], bow=7, club=3)
    assert Bench(text, world).think().path == ("A", "Take club", "do club")


def test_an_action_over_an_empty_list_is_left_out() -> None:
    text = "Goal A\n  Wants lit\nAction B what in members\n  Effects lit = true\n  Does do $what"
    assert rejected(Bench(text, World()).why())["B"] == "members is empty"


def test_what_acts_declare_is_needed_and_brought_about() -> None:
    text = """
    Goal A
      Wants holds("water")
    Action Fetch
      Does fetch water
    Action SwitchOn
      Effects lit = true
      Does do switch
    """
    assert Bench(text, World()).think().path[1] == "SwitchOn > Fetch"


def test_a_declared_need_that_fails_is_told_with_what_was_read() -> None:
    text = 'Goal A\n  Wants not holds("wood")\nAction B\n  Does burn wood'
    reason = Bench(text, World("wood", wood=1)).why()
    (told,) = (one for one in reason.rejected if one.option == "B")
    assert (told.condition, told.value) == ("level($name) > 1", 'level("wood") = 1')


GATHER = """
Goal Stock
  Wants level("wood") >= 3
Action Chop
  Effects level("wood") += 1
  Does do chop
"""


def test_a_step_is_over_early_when_a_number_has_come_far_enough() -> None:
    world = World(wood=0)
    bench = Bench(GATHER, world)
    assert bench.think().path[1] == "Chop > Chop > Chop"
    world.values["wood"] = 2
    assert bench.think().path[1] == "Chop"


def test_a_step_that_counts_down_is_over_early_when_the_number_is_low_enough() -> None:
    text = GATHER.replace(">= 3", "<= 0").replace("+= 1", "-= 1")
    world = World(wood=3)
    bench = Bench(text, world)
    bench.think()
    world.values["wood"] = 1
    assert bench.think().path[1] == "Chop"


def test_the_same_action_can_follow_itself() -> None:
    world = World(wood=1)
    bench = Bench(GATHER, world)
    bench.think()
    world.ends("chop")
    assert bench.log_of(1)[0] == "done chop"
    world.values["wood"] = 3
    assert bench.think().path == ()
