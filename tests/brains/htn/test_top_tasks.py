"""Which top task runs: turns, priorities, and lists that change in mid-game."""

from __future__ import annotations

import pytest

from agentfw.brains.brain import BrainSetup
from agentfw.errors import UsageError
from tests.brains.htn.worlds import Bench, World, loaded, rejected, skills_of


def test_b2_the_list_is_gone_through_round_and_round() -> None:
    world = World()
    bench = Bench("Top\ndo a\ndo b", world)
    paths = []
    for name in ("a", "b", "a", "b"):
        paths.append(bench.think().path)
        world.outcomes.clear()
        world.ends(name)
        world.changes[name] = world.outcomes.clear
    assert paths == [("do a",), ("do b",), ("do a",), ("do b",)]


def test_b2_what_is_not_applicable_is_skipped() -> None:
    bench = Bench("Top\nA\ndo b\nHead A\nPreconditions\narmed\nSubtasks\ndo a", World())
    reason = bench.why()
    assert reason.path == ("do b",)
    assert rejected(reason) == [("A", "armed", "armed = false")]


def test_b2_a_list_that_fails_whole_is_tried_once_per_think() -> None:
    world = World()
    world.fails("a", "b")
    bench = Bench("Top\ndo a\ndo b", world)
    assert bench.log_of(1) == ["do a", "failed a", "do b", "failed b"]
    assert bench.log_of(1) == ["do a", "failed a", "do b", "failed b"]


def test_b2_what_succeeds_at_once_is_done_once_per_think() -> None:
    world = World()
    bench = Bench("Top\ncount", world)
    for _ in range(3):
        bench.think()
    assert world.values["count"] == 3


def test_b2_an_empty_list_does_nothing() -> None:
    bench = Bench("Top\ndo a", World())
    bench.engine.clear(preempt=True)
    assert (bench.think().path, bench.engine.tasks) == ((), ())


def test_without_top_the_only_task_that_nothing_calls_runs() -> None:
    text = "Head A\nSubtasks\nB\nHead B\nSubtasks\ndo it\nHead C x\nSubtasks\nsay $x"
    assert Bench(text, World()).think().path == ("A", "B", "do it")


def test_a_task_that_only_calls_itself_is_called_by_nobody() -> None:
    assert Bench("Head RunAround\nSubtasks\ndo it\nRunAround", World()).think().path == (
        "RunAround",
        "do it",
    )


def test_several_candidates_are_listed() -> None:
    plan, _ = loaded(
        "Head A\nSubtasks\ndo it\nHead B x\nSubtasks\ndo it\nHead C\nSubtasks\ndo it", skills_of(World())
    )
    assert plan is not None
    with pytest.raises(UsageError, match="candidates: A, B X, C"):
        plan.engine(BrainSetup())


@pytest.mark.parametrize(
    ("tasks", "told"),
    [
        ("Fly", 'there is no task "Fly"'),
        ("do", r"do takes 1 argument \(name\), found 0"),
        ("do 5", '"name" is a text, found a number'),
        ("do $x", "unknown variable"),
        ("do it; Fly; Swim", 'there is no task "Fly"; there is no task "Swim"'),
        ("5", "expected the name of a task"),
    ],
)
def test_options_that_cannot_be_are_refused(tasks: str, told: str) -> None:
    with pytest.raises(UsageError, match=told):
        Bench("Head A\nSubtasks\ndo it", World(), tasks)


def test_a_semicolon_in_a_text_separates_nothing() -> None:
    assert Bench("Top\ndo a", World(), 'say "a; b" ; do c').engine.tasks == ('say "a; b"', "do c")


# Lists that change


def test_a_task_is_added_at_the_end() -> None:
    world = World()
    bench = Bench("Top\ndo a", world)
    bench.think()
    bench.engine.assign("do b")
    assert bench.engine.tasks == ("do a", "do b")
    world.ends("a")
    assert bench.think().path == ("do b",)


def test_a_task_is_taken_off_and_comes_to_its_end() -> None:
    world = World()
    bench = Bench("Top\ndo a\ndo b", world)
    bench.think()
    bench.engine.remove("do a")
    assert (bench.think().path, bench.engine.tasks) == (("do a",), ("do b",))
    world.ends("a")
    assert bench.think().path == ("do b",)


def test_of_a_task_that_is_listed_twice_the_last_one_is_taken_off() -> None:
    bench = Bench("Top\ndo a\ndo b", World())
    bench.engine.assign("do a")
    bench.engine.remove("do a")
    assert bench.engine.tasks == ("do a", "do b")
    with pytest.raises(UsageError, match='"do c" is not on the list'):
        bench.engine.remove("do c")
    assert bench.engine.tasks == ("do a", "do b")


def test_what_is_taken_off_costs_no_other_task_its_turn() -> None:
    world = World()
    bench = Bench("Top\ndo a\ndo b\ndo c", world)
    bench.think()
    bench.engine.remove("do a")
    world.ends("a")
    assert bench.think().path == ("do b",)
    world.ends("b")
    assert bench.think().path == ("do c",)


def test_a_list_has_a_hundred_tasks_at_most() -> None:
    bench = Bench("Top\ndo a", World())
    for _ in range(99):
        bench.engine.assign("do b")
    with pytest.raises(UsageError, match="the list has 100 tasks already, and room for no other"):
        bench.engine.assign("do c")
    with pytest.raises(UsageError, match="a list has 100 tasks at most, found 101"):
        bench.engine.replace(["do c"] * 101)
    assert len(bench.engine.tasks) == 100
    bench.engine.clear()
    bench.engine.assign("do c")
    assert bench.engine.tasks == ("do c",)


@pytest.mark.parametrize(("preempt", "path"), [(True, ("do b",)), (False, ("do a",))])
def test_replacing_the_list_breaks_off_what_runs_if_asked_to(
    *, preempt: bool, path: tuple[str, ...]
) -> None:
    bench = Bench("Top\ndo a", World())
    bench.think()
    bench.engine.replace(["do b"], preempt=preempt)
    assert bench.think().path == path


def test_a_list_with_a_mistake_replaces_nothing() -> None:
    bench = Bench("Top\ndo a", World())
    bench.think()
    with pytest.raises(UsageError, match='there is no task "Fly"'):
        bench.engine.replace(["do b", "Fly"], preempt=True)
    assert (bench.engine.tasks, bench.think().path) == (("do a",), ("do a",))


# Priorities

URGENT = """
Top
  Work
  Flee
  Fight
Head Work
  Subtasks
    do work
Head Flee
  Priority
    100 - level
  Preconditions
    level < 30
  Subtasks
    do flee
Head Fight
  Priority
    50
  Preconditions
    holds enemy
  Subtasks
    do fight
"""


def test_the_applicable_task_of_the_highest_priority_runs() -> None:
    assert Bench(URGENT, World("enemy", level=100)).think().path == ("Fight", "do fight")
    assert Bench(URGENT, World("enemy", level=10)).think().path == ("Flee", "do flee")
    assert Bench(URGENT, World(level=100)).think().path == ("Work", "do work")


def test_a_higher_task_takes_over_and_a_lower_one_does_not() -> None:
    world = World(level=100)
    bench = Bench(URGENT, world)
    bench.think()
    world.facts.add("enemy")
    assert bench.think().path == ("Fight", "do fight")
    world.values["level"] = 10
    assert bench.think().path == ("Flee", "do flee")
    world.values["level"] = 40  # still the higher one, though it could not begin now
    assert bench.think().path == ("Flee", "do flee")
    assert world.log == ["do work", "do fight", "cancel work", "do flee", "cancel fight"]


def test_a_higher_task_that_fails_at_once_does_not_disturb_the_one_under_way() -> None:
    world = World(level=100)
    bench = Bench(URGENT, world)
    bench.think()
    world.facts.add("enemy")
    world.fails("fight")
    assert bench.think().path == ("Work", "do work")
    assert world.log == ["do work", "do fight", "failed fight"]


def test_when_the_urgent_task_ends_the_next_one_begins_in_the_same_think() -> None:
    world = World("enemy", level=100)
    bench = Bench(URGENT, world)
    bench.think()
    world.facts.clear()
    world.ends("fight")
    assert bench.think().path == ("Work", "do work")


def test_equal_priorities_take_turns() -> None:
    world = World()
    text = "Top\nA\nB\nHead A\nPriority\n1\nSubtasks\ndo a\nHead B\nPriority\n1\nSubtasks\ndo b"
    bench = Bench(text, world)
    paths = []
    for name in ("a", "b", "a"):
        paths.append(bench.think().path[0])
        world.outcomes.clear()
        world.ends(name)
        world.changes[name] = world.outcomes.clear
    assert paths == ["A", "B", "A"]


def test_an_achieved_task_of_high_priority_does_not_count() -> None:
    text = "Top\nA\nB\nHead A\nGoals\nholds x\nPriority\n9\nSubtasks\ndo a\nHead B\nSubtasks\ndo b"
    assert Bench(text, World("x")).think().path == ("B", "do b")


def test_what_runs_comes_to_its_end_when_only_higher_tasks_are_left_on_the_list() -> None:
    world = World(level=100)
    bench = Bench(URGENT, world)
    bench.think()
    bench.engine.replace(["Fight"])
    assert bench.think().path == ("Work", "do work")
    world.ends("work")
    assert bench.think().path == ()


def test_the_trace_tells_why_a_higher_task_does_not_run() -> None:
    assert rejected(Bench(URGENT, World(level=90)).why()) == [
        ("Fight", 'holds("enemy")', 'holds("enemy") = false'),
        ("Flee", "level < 30", 'level("level") = 90'),
    ]


def test_the_trace_tells_of_a_higher_task_whose_goals_hold() -> None:
    text = "Top\nA x\nB\nHead A p\nGoals\nholds $p\nPriority\n9\nSubtasks\ndo a\nHead B\nSubtasks\ndo b"
    assert rejected(Bench(text, World("x")).why()) == [("A x", "its goals hold already", "")]


def test_a_higher_task_that_notes_something_lets_the_running_act_go_on() -> None:
    world = World()
    text = "Top\nWork\nReport\nHead Work\nSubtasks\ndo work\nHead Report\nPriority\n5\nSubtasks\nnote x"
    bench = Bench(text, world)
    bench.engine.replace(["Work"])
    bench.think()
    bench.engine.replace(["Report"])
    world.ends("work")
    bench.think()
    assert world.log == ["do work", "note x", "done work"]


# Tasks that fail must not keep others from their turn

HIGH = "Head High\nPriority\n50\nSubtasks\nnote seen\nat_once void\n"
LOW = "Head Low\nSubtasks\ndo low\n"


def test_a_high_task_that_notes_and_fails_does_not_starve_a_low_one() -> None:
    world = World()
    world.fails("void")
    bench = Bench(f"Top\nHigh\nLow\n{HIGH}{LOW}", world)
    assert bench.log_of(4) == ["note seen", "failed void", "do low", "note seen", "failed void"]
    assert bench.think().path == ("Low", "do low")


def test_two_high_tasks_that_note_and_fail_do_not_starve_a_low_one() -> None:
    world = World()
    world.fails("void")
    bench = Bench(f"Top\nHigh\nOther\nLow\n{HIGH}{HIGH.replace('High', 'Other')}{LOW}", world)
    assert "do low" in bench.log_of(3)


def test_a_low_task_gets_on_from_act_to_act_below_tasks_that_note_and_fail() -> None:
    world = World()
    world.fails("void")
    low = "Head Low\nSubtasks\ndo a\ndo b\n"
    bench = Bench(f"Top\nHigh\nOther\nLow\n{HIGH}{HIGH.replace('High', 'Other')}{low}", world)
    bench.log_of(4)
    world.ends("a")
    assert "do b" in bench.log_of(4)


def test_a_high_task_that_fails_in_its_second_think_is_not_begun_again_in_that_think() -> None:
    world = World()
    world.fails("void")
    bench = Bench(f"Top\nHigh\n{HIGH}", world)
    bench.think()
    assert bench.log_of(1) == ["failed void"]
    assert bench.log_of(1) == ["note seen"]


def test_after_a_high_task_failed_a_low_one_is_begun_in_the_same_think() -> None:
    world = World()
    bench = Bench(f"Top\nHigh\nLow\nHead High\nPriority\n50\nSubtasks\ndo high\n{LOW}", world)
    bench.think()
    world.fails("high")
    assert bench.log_of(1) == ["failed high", "do low"]


def test_a_high_task_that_notes_and_succeeds_in_every_think_does_not_starve_a_low_one() -> None:
    bench = Bench(f"Top\nHigh\nLow\nHead High\nPriority\n50\nSubtasks\nnote seen\n{LOW}", World())
    bench.think()
    assert bench.think().path == ("Low", "do low")


def test_a_high_task_that_enters_too_much_takes_over_only_when_it_comes_to_an_act() -> None:
    world = World(members=[str(one) for one in range(1500)])
    lines = "every $m in members: at_once $m\ndo high"
    high = f"Head High\nPriority\n50\nPreconditions\narmed\nSubtasks\n{lines}\n"
    bench = Bench(f"Top\nHigh\nLow\n{high}{LOW}", world)
    bench.think()
    world.facts.add("armed")
    assert [bench.think().path[-1] for _ in range(2)] == ["do low", "do high"]


def test_a_high_task_goes_on_after_its_note_beside_a_low_one() -> None:
    world = World()
    high = "Head High\nPriority\n50\nPreconditions\narmed\nSubtasks\nnote seen\ndo high\n"
    bench = Bench(f"Top\nHigh\nLow\n{high}{LOW}", world)
    bench.think()
    world.facts.add("armed")
    assert [bench.think().path[0] for _ in range(2)] == ["Low", "High"]
    assert world.log == ["do low", "note seen", "do high", "cancel low"]


def test_a_failing_task_does_not_keep_a_second_high_one_from_its_act() -> None:
    world = World()
    world.fails("void")
    other = "Head Other\nPriority\n40\nPreconditions\narmed\nSubtasks\nnote other\ndo other\n"
    bench = Bench(f"Top\nHigh\nOther\nLow\n{HIGH}{other}{LOW}", world)
    bench.log_of(2)
    world.facts.add("armed")
    assert "do other" in bench.log_of(5)


def test_what_waits_for_its_act_goes_on_when_the_task_under_way_ends() -> None:
    world = World()
    high = "Head High\nPriority\n50\nPreconditions\narmed\nSubtasks\nnote seen\ndo high\n"
    bench = Bench(f"Top\nHigh\nLow\n{high}{LOW}", world)
    bench.think()
    world.facts.add("armed")
    world.ends("low")
    assert bench.log_of(2) == ["note seen", "done low", "do high"]


def test_what_waits_for_its_act_is_forgotten_when_the_list_is_replaced() -> None:
    world = World()
    high = "Head High\nPriority\n50\nPreconditions\narmed\nSubtasks\nnote seen\ndo high\n"
    bench = Bench(f"Top\nHigh\nLow\n{high}{LOW}", world)
    bench.think()
    world.facts.add("armed")
    bench.think()
    bench.engine.replace(["Low"])
    assert "do high" not in bench.log_of(3)


def test_equals_take_turns_below_a_task_that_always_fails() -> None:
    world = World()
    world.fails("void")
    low = "".join(f"Head {one}\nSubtasks\ndo {one}\n" for one in ("L1", "L2"))
    bench = Bench(f"Top\nL1\nL2\nHigh\nHead High\nPriority\n5\nSubtasks\nat_once void\n{low}", world)
    bench.log_of(2)
    world.ends("L1")
    assert bench.think().path[0] == "L2"


REST = "Top\nRest\nHead Rest\nSubtasks\ndo a\n"


@pytest.mark.parametrize("told", ["nothing", " Nothing "])
def test_a_bot_may_begin_with_nothing_to_do(told: str) -> None:
    bench = Bench(REST, World(), tasks=told)
    assert (bench.engine.tasks, bench.think().path) == ((), ())
    bench.engine.assign("Rest")
    assert bench.think().path == ("Rest", "do a")


def test_a_task_that_is_called_nothing_is_one() -> None:
    bench = Bench(f"{REST}Head Nothing\nSubtasks\ndo b", World(), tasks="nothing")
    assert bench.think().path == ("Nothing", "do b")
