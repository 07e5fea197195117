"""How tasks run: goals, preconditions, lines and alternatives, and what goes beyond them."""

from __future__ import annotations

import gc

import pytest

from agentfw.brains.htn.threads import MAX_DEPTH, MAX_NESTING
from agentfw.decisions import Activity, ActivityState, Face, Order, TravelTo
from agentfw.perception import Event
from agentfw.vocabulary import Died, EntityId
from tests.brains.htn.worlds import Bench, World, rejected

MOVES = """
Head move-double b l1 l2 l3
Goals
at $3
Subtasks
move-single $0 $1 $2
move-single $0 $2 $3

Head move-single b l1 l2
Goals
at $2
Preconditions
at $1
Subtasks
do $2

Head round-trip b l1 l2
Preconditions
at $1
Subtasks
move-single $b $l1 $l2
move-single $b $l2 $l1

Head two-times-round-trip b l1 l2
Preconditions
at $1
Subtasks
round-trip $b $l1 $l2
round-trip $b $l1 $l2
"""


def moving(start: str, task: str, text: str = MOVES) -> Bench:
    """Moves take until the next think, and then the bot is there."""
    world = World(place=start)
    bench = Bench(text, world, task)
    for place in ("l1", "l2", "l3"):
        world.changes[place] = lambda place=place: world.values.update(place=place)  # type: ignore[misc]
    return bench


def run(bench: Bench, thinks: int = 30) -> list[str]:
    """What is done until nothing is under way; every act takes one think."""
    world = bench.world
    for _ in range(thinks):
        path = bench.think().path
        if not path:
            break
        world.outcomes.clear()
        world.ends(path[-1].removeprefix("do "))
        bench.engine.clear()  # once is enough
    return [line for line in world.log if line.startswith("do ")]


# Goals, preconditions, lines, alternatives


def test_x1_goals_that_all_hold_end_a_task_before_its_preconditions_are_looked_at() -> None:
    text = (
        "Head A\nGoals\nholds x\nPreconditions\narmed\nSubtasks\ndo it\nHead Main\nSubtasks\nA\ndo after"
    )
    assert Bench(text, World("x"), "Main").think().path == ("Main", "do after")
    assert Bench(text, World(), "Main").think().path == ()


def test_d1_one_goal_of_two_is_not_enough() -> None:
    text = "Head A\nGoals\nholds x\nholds y\nSubtasks\ndo it"
    assert Bench(text, World("x")).think().path == ("A", "do it")
    assert Bench(text, World("x", "y")).think().path == ()


def test_x1_a_task_without_goals_is_never_achieved() -> None:
    assert Bench("Head A\nGoals\nSubtasks\ndo it", World()).think().path == ("A", "do it")


def test_x1_all_preconditions_must_hold() -> None:
    text = "Head A\nPreconditions\nholds x\nholds y\nSubtasks\ndo it"
    assert Bench(text, World("x")).think().path == ()
    assert Bench(text, World("x", "y")).think().path == ("A", "do it")


def test_x1_goals_and_preconditions_of_a_primitive_come_on_top_of_the_act() -> None:
    text = "Head do what\nGoals\nholds done\nPreconditions\narmed\nHead A\nSubtasks\ndo it\nsay end"
    assert Bench(text, World("done"), "A").think().path == ("A", "say end")
    assert Bench(text, World(), "A").think().path == ()
    assert Bench(text, World("armed"), "A").think().path == ("A", "do it")


def test_x1_lines_are_done_one_after_the_other_and_all_have_to_succeed() -> None:
    world = World()
    world.ends("a")
    world.fails("b")
    bench = Bench("Head A\nSubtasks\ndo a\ndo b\ndo c", world)
    assert bench.think().path == ()
    assert world.log == ["do a", "done a", "do b", "failed b"]


def test_x1_the_first_alternative_that_succeeds_ends_its_line() -> None:
    world = World()
    world.fails("a")
    world.ends("b")
    bench = Bench("Head A\nSubtasks\ndo a, do b, do c\ndo d", world)
    assert bench.think().path == ("A", "do d")
    assert world.log == ["do a", "failed a", "do b", "done b", "do d"]


def test_x1_an_empty_task_succeeds() -> None:
    bench = Bench("Head A\nSubtasks\nHead Main\nSubtasks\nA\ndo it", World(), "Main")
    assert bench.think().path == ("Main", "do it")


@pytest.mark.parametrize(
    ("start", "moves"), [("l1", ["do l2", "do l3"]), ("l2", ["do l3"]), ("l3", []), ("l4", [])]
)
def test_x2_a_double_move_takes_two_one_or_no_moves(start: str, moves: list[str]) -> None:
    assert run(moving(start, "move-double me l1 l2 l3")) == moves


def test_x2_a_double_move_from_elsewhere_fails() -> None:
    reason = moving("l4", "move-double me l1 l2 l3").why()
    assert rejected(reason) == [
        ("move-single me l1 l2", "at($1)", 'at("l1") = false'),
        ("move-double me l1 l2 l3", 'no way left in the line "move-single $0 $1 $2"', ""),
    ]


def test_x3_an_enemy_that_appears_on_the_way_is_seen_by_the_next_line() -> None:
    world = World()
    fight = "Head Fight\nPreconditions\nholds enemy\nSubtasks\ndo shoot"
    bench = Bench(f"Head A\nSubtasks\ndo travel\nFight, do scan\n{fight}", world)
    assert bench.think().path == ("A", "do travel")
    world.facts.add("enemy")
    world.ends("travel")
    assert bench.think().path == ("A", "Fight", "do shoot")


def test_x4_failure_tries_the_next_alternative_then_fails_the_parent_and_undoes_nothing() -> None:
    world = World()
    text = "Head Main\nSubtasks\nA, do rescue\nHead A\nSubtasks\ndo a\ndo b, do c\ndo d"
    bench = Bench(text, world)
    world.ends("a")
    world.fails("b", "c")
    assert bench.think().path == ("Main", "do rescue")
    assert world.log == ["do a", "done a", "do b", "failed b", "do c", "failed c", "do rescue"]


def test_x4_a_finished_line_is_never_done_again() -> None:
    world = World()
    bench = Bench("Head A\nSubtasks\ndo a\ndo b, do c\ndo d", world)
    world.ends("a")
    bench.think()
    world.fails("b")
    bench.think()
    world.ends("c")
    bench.think()
    assert [line for line in world.log if line.startswith("do ")] == ["do a", "do b", "do c", "do d"]


def test_x5_a_forbidden_place_is_a_hoisted_precondition_that_another_task_does_not_have() -> None:
    text = (
        MOVES
        + """
Head safe-move b l1 l2 l3
Preconditions
$2 != "l2" and $3 != "l2"
Subtasks
move-double $0 $1 $2 $3

Head emergency-move b l1 l2 l3
Subtasks
move-double $0 $1 $2 $3
"""
    )
    assert run(moving("l1", "safe-move me l1 l2 l3", text)) == []
    assert run(moving("l1", "emergency-move me l1 l2 l3", text)) == ["do l2", "do l3"]


def test_x5_a_double_round_trip_is_exactly_that() -> None:
    assert run(moving("l1", "two-times-round-trip me l1 l2")) == ["do l2", "do l1", "do l2", "do l1"]


# Recursion


def things_alive() -> int:
    gc.collect()
    return len(gc.get_objects())


def test_x6_endless_recursion_runs_for_100_000_rounds_in_bounded_memory() -> None:
    world = World()
    bench = Bench("Head RunAround\nSubtasks\ncount\nRunAround", world)
    for _ in range(20):
        bench.think()
    before = things_alive()
    while world.values["count"] < 100_000:
        bench.think()
    assert things_alive() < before + 200


def test_x6_endless_recursion_through_others_and_with_arguments_is_bounded_too() -> None:
    other = "Head B n\nGuards\nlevel < 5\nSubtasks\nA ($n % 3 + 1)"
    world = World()
    bench = Bench(f"Head A n\nSubtasks\ncount\nB $n\n{other}", world, "A 0")
    while world.values.get("count", 0) < 3000:
        bench.think()
    assert bench.engine._run is not None
    assert bench.engine._run.thread.depth < 10


def test_x6_a_recursive_task_can_be_broken_off_at_any_point() -> None:
    world = World()
    bench = Bench("Head RunAround\nSubtasks\ndo it\nRunAround", world)
    bench.think()
    bench.engine.replace(["do other"], preempt=True)
    assert bench.think().path == ("do other",)
    assert world.log == ["do it", "cancel it", "do other"]


def test_x6_the_path_of_a_task_that_calls_itself_does_not_grow() -> None:
    world = World()
    bench = Bench(
        "Head Round x\nSubtasks\ndo it\nOther $x\nHead Other x\nSubtasks\ncount\nRound $x",
        world,
        "Round a",
    )
    world.ends("it")
    world.changes["it"] = world.outcomes.clear
    for _ in range(5):
        bench.think()
        world.ends("it")
    assert bench.think().path == ("Round a", "do it")


def test_x6_the_path_stays_short_when_every_round_has_other_arguments() -> None:
    world = World()
    bench = Bench("Head Round n\nSubtasks\ncount\nRound ($n + 1)", world, "Round 0")
    path = bench.think().path
    assert (path[0], path[-1], len(path)) == ("Round 0", "Round 499", 12)


def test_the_path_of_many_tasks_that_wait_for_each_other_shows_both_ends() -> None:
    text = "Head Deep n\nGoals\nlevel < $n\nSubtasks\nDeep ($n + 1)\ndo it"
    path = Bench(text, World(level=499), "Deep 0").think().path
    assert path == (
        *(f"Deep {number}" for number in range(5)),
        "…",
        *(f"Deep {number}" for number in range(495, 500)),
        "do it",
    )


@pytest.mark.parametrize("depth", range(3, 16))
def test_a_path_is_whole_up_to_twelve_names(depth: int) -> None:
    text = "Head Deep n\nSubtasks\nMore $n, do it\ncount\n"
    text += "Head More n\nPreconditions\nlevel > $n\nSubtasks\nDeep ($n + 1)\ncount"
    path = Bench(text, World(level=depth), "Deep 0").think().path
    assert len(path) <= 12
    assert ("…" in path) == (2 * depth + 2 > 12)
    assert (path[0], path[-1]) == ("Deep 0", "do it")


def test_a_task_called_last_keeps_its_callers_in_the_path() -> None:
    text = "Head DefendDomPoint p\nSubtasks\nDefend $0\nHead Defend p\nSubtasks\ntravel $0\ndo watch"
    assert Bench(text, World(), "DefendDomPoint A").think().path == (
        "DefendDomPoint A",
        "Defend A",
        "travel A",
    )


def test_a_recursion_that_is_not_last_fails_at_the_limit_and_says_so() -> None:
    bench = Bench("Head A\nSubtasks\nA\ndo it", World())
    bench.why()
    assert rejected(bench.why())[0] == ("A", f"more than {MAX_DEPTH} tasks wait for each other", "")


def test_a_think_enters_a_thousand_tasks_at_most_and_the_next_goes_on() -> None:
    world = World()
    bench = Bench("Head A\nSubtasks\ncount\nA", world)
    reason = bench.why()
    assert world.values["count"] == 500
    assert rejected(reason)[-1] == ("this think", "entered 1000 tasks; the next one goes on", "")
    bench.think()
    assert world.values["count"] == 1000


# Values


def test_l5_what_an_act_found_is_bound_for_later_lines() -> None:
    world = World()
    bench = Bench("Head A\nSubtasks\nx = do a\nsay $x", world)
    world.ends("a")
    assert bench.think().path == ("A", "say from a")


def test_l5_the_value_of_a_task_is_that_of_its_last_line() -> None:
    world = World()
    bench = Bench(
        "Head Main\nSubtasks\nx = A\nsay $x\nHead A\nSubtasks\ndo a\nB\nHead B\nSubtasks\ndo b", world
    )
    world.ends("a", "b")
    assert bench.think().path == ("Main", "say from b")


def test_l5_a_value_can_be_worked_out_and_bound() -> None:
    bench = Bench('Head A n\nSubtasks\nx = ($n + level)\nnote sum $x\nsay "end"', World(level=2), "A 3")
    bench.think()
    assert bench.notes == {"sum": 5}


def test_a_value_may_stand_in_when_a_task_fails() -> None:
    world = World()
    bench = Bench('Head A\nSubtasks\nx = do a, ("nobody")\nsay $x', world)
    world.fails("a")
    assert bench.think().path == ("A", "say nobody")


def test_bound_names_may_be_bound_again() -> None:
    bench = Bench("Head A\nSubtasks\nx = (1)\nx = ($x + 1)\nnote sum $x", World())
    bench.think()
    assert bench.notes == {"sum": 2}


# Lists


def test_l5_each_tries_the_members_until_one_succeeds() -> None:
    world = World(members=["a", "b", "c"])
    bench = Bench("Head A\nSubtasks\neach $m in members: do $m\ndo end", world)
    world.fails("a")
    world.ends("b")
    assert bench.think().path == ("A", "do end")
    assert world.log == ["do a", "failed a", "do b", "done b", "do end"]


def test_l5_each_fails_when_no_member_succeeds_and_when_there_is_none() -> None:
    world = World(members=["a", "b"])
    world.fails("a", "b")
    text = "Head A\nSubtasks\neach $m in members: do $m, do other"
    assert Bench(text, world).think().path == ("A", "do other")
    assert Bench(text, World()).think().path == ("A", "do other")


def test_l5_every_does_all_members_and_fails_with_the_first_that_fails() -> None:
    world = World(members=["a", "b", "c"])
    text = "Head A\nSubtasks\nevery $m in members: do $m\ndo end"
    world.ends("a", "b", "c")
    assert Bench(text, world).think().path == ("A", "do end")
    world.fails("b")
    world.log.clear()
    assert Bench(text, world).think().path == ()
    assert world.log == ["do a", "done a", "do b", "failed b"]


def test_every_over_nothing_succeeds() -> None:
    assert Bench("Head A\nSubtasks\nevery $m in members: do $m\ndo end", World()).think().path == (
        "A",
        "do end",
    )


def test_l5_cycle_begins_one_member_further_at_each_execution() -> None:
    world = World(members=["a", "b", "c"])
    bench = Bench("Head A\nSubtasks\ncycle $m in members: do $m", world)
    paths = []
    for name in ("a", "b", "c", "a"):
        paths.append(bench.think().path[-1])
        world.outcomes.clear()
        world.ends(name)
        world.changes[name] = world.outcomes.clear
    assert paths == ["do a", "do b", "do c", "do a"]


def test_cycle_goes_on_to_the_next_member_when_one_fails() -> None:
    world = World(members=["a", "b"])
    world.fails("a")
    bench = Bench("Head A\nSubtasks\ncycle $m in members: do $m", world)
    assert bench.think().path == ("A", "do b")


# Together


def test_x7_tasks_at_once_are_over_when_both_are() -> None:
    world = World()
    bench = Bench("Head A\nSubtasks\ndo a || do b\ndo end", world)
    assert bench.think().path == ("A", "do a || do b")
    world.ends("a")
    assert bench.think().path == ("A", "do b")
    world.ends("b")
    assert bench.think().path == ("A", "do end")


def test_x7_one_that_fails_cancels_the_other_and_fails_the_alternative() -> None:
    world = World()
    bench = Bench("Head A\nSubtasks\ndo a || do b, do other", world)
    bench.think()
    world.fails("a")
    assert bench.think().path == ("A", "do other")
    assert world.log == ["do a", "do b", "failed a", "cancel b", "do other"]


def test_x7_compound_tasks_run_at_once_each_at_its_own_pace() -> None:
    world = World()
    both = "Head A\nSubtasks\ndo a1\ndo a2\nHead B\nSubtasks\ndo b1\ndo b2"
    bench = Bench(f"Head Main\nSubtasks\nA || B\ndo end\n{both}", world, "Main")
    bench.think()
    world.ends("b1", "b2")
    assert bench.think().path == ("Main", "do a1")
    world.ends("a1")
    assert bench.think().path == ("Main", "do a2")
    world.ends("a2")
    assert bench.think().path == ("Main", "do end")


def test_x7_the_left_task_has_the_channel_that_both_want_and_the_right_one_waits() -> None:
    bench = Bench("Head A\nSubtasks\ntravel a || travel b\ndo end", World())
    first, second = TravelTo(place=EntityId("a")), TravelTo(place=EntityId("b"))
    assert bench.think().wants.move == first
    done = Activity("move", first, ActivityState.DONE, 0.0)
    assert bench.think(activities={"move": done}).wants.move == second
    done = Activity("move", second, ActivityState.DONE, 0.0)
    assert bench.think(activities={"move": done}).path == ("A", "do end")


def test_x7_tasks_at_once_use_different_channels_at_once() -> None:
    wants = Bench("Head A\nSubtasks\ntravel a || look b\ndo end", World()).think().wants
    assert (wants.move, wants.look) == (TravelTo(place=EntityId("a")), Face(target=EntityId("b")))


def test_x7_cancelling_cancels_all_that_runs_at_once() -> None:
    world = World()
    bench = Bench("Head A\nSubtasks\ndo a || B\nHead B\nSubtasks\ndo b || do c", world, "A")
    bench.think()
    bench.engine.clear(preempt=True)
    assert bench.think().path == ()
    assert world.log[3:] == ["cancel a", "cancel b", "cancel c"]


def test_x7_together_without_end_is_broken_off_at_the_limit() -> None:
    bench = Bench("Head A\nSubtasks\ndo a || A", World())
    reason = bench.why()
    told = f"tasks run together in more than {MAX_NESTING} levels"
    assert ("do a || A", told, "") in rejected(reason)
    assert reason.path == ()


# Guards


def test_x8_a_guard_that_fails_breaks_the_task_off_and_fails_it() -> None:
    world = World("calm")
    bench = Bench(
        "Head Main\nSubtasks\nA, do flee\nHead A\nGuards\nholds calm\nSubtasks\ndo a\ndo b", world
    )
    assert bench.think().path == ("Main", "A", "do a")
    world.facts.clear()
    assert bench.think().path == ("Main", "do flee")
    assert world.log == ["do a", "cancel a", "do flee"]


def test_x8_a_guard_is_looked_at_when_its_task_is_entered() -> None:
    bench = Bench("Head A\nGuards\nholds calm\nSubtasks\ndo a", World())
    assert rejected(bench.why()) == [("A", 'holds("calm")', 'holds("calm") = false')]


def test_x8_a_guard_is_watched_in_the_tasks_below_and_no_longer_than_its_task() -> None:
    world = World("calm")
    guarded = "Head A\nGuards\nholds calm\nSubtasks\nB\ndo b"
    text = f"Head Main\nSubtasks\nA\ndo c\n{guarded}\nHead B\nSubtasks\ndo a"
    bench = Bench(text, world)
    bench.think()
    world.ends("a", "b")
    assert bench.think().path == ("Main", "do c")
    world.facts.clear()
    assert bench.think().path == ("Main", "do c")
    other = Bench(text, World("calm"))
    other.think()
    other.world.facts.clear()
    assert other.think().path == ()


def test_x8_of_two_guards_the_outer_one_ends_more() -> None:
    world = World("calm", "close")
    text = (
        "Head Main\nSubtasks\nA, do flee\nHead A\nGuards\nholds calm\nSubtasks\nB, do follow\ndo x\n"
        "Head B\nGuards\nholds close\nSubtasks\ndo b\ndo y"
    )
    bench = Bench(text, world)
    bench.think()
    world.facts.discard("close")
    assert bench.think().path == ("Main", "A", "do follow")
    world.facts.discard("calm")
    assert bench.think().path == ("Main", "do flee")


def test_x8_a_guard_stays_when_its_task_is_replaced_by_the_last_one_it_calls() -> None:
    world = World("calm")
    bench = Bench("Head A\nGuards\nholds calm\nSubtasks\nB\nHead B\nSubtasks\ndo b\nB", world)
    bench.think()
    world.ends("b")
    world.changes["b"] = world.outcomes.clear
    bench.think()
    assert bench.think().path == ("A", "B", "do b")
    world.facts.clear()
    assert bench.think().path == ()


def test_x8_the_same_guard_is_not_watched_twice() -> None:
    world = World("calm")
    bench = Bench("Head A\nGuards\nholds calm\nSubtasks\ncount\nA", world)
    bench.think()
    assert bench.engine._run is not None
    assert len(bench.engine._run.thread._guards) == 1


def test_x8_an_act_with_a_head_can_be_guarded_as_well() -> None:
    world = World()
    bench = Bench(
        'Head travel to\nGuards\nnot holds("attack")\nHead A\nSubtasks\ntravel B, do fight', world, "A"
    )
    assert bench.think().path == ("A", "travel B")
    world.facts.add("attack")
    choice = bench.think()
    assert (choice.path, choice.wants.move) == (("A", "do fight"), None)


def test_x8_the_guards_of_tasks_at_once_are_their_own() -> None:
    world = World("calm")
    bench = Bench(
        "Head Main\nSubtasks\nA || do b, do flee\nHead A\nGuards\nholds calm\nSubtasks\ndo a", world
    )
    bench.think()
    world.facts.clear()
    assert bench.think().path == ("Main", "do flee")
    assert world.log == ["do a", "do b", "cancel a", "cancel b", "do flee"]


# Trace


def test_x9_the_trace_tells_what_was_tried_and_which_condition_failed_with_its_reading() -> None:
    world = World(level=3)
    world.fails("b")
    first = "Head A p\nPreconditions\nlevel > 5\nSubtasks\ndo $p"
    second = "Head B\nPreconditions\nlevel < 5\nSubtasks\ndo c"
    reason = Bench(f"Head Main\nSubtasks\nA x, do b, B\n{first}\n{second}", world).why()
    assert rejected(reason) == [("A x", "level > 5", 'level("level") = 3'), ("do b", "b went wrong", "")]
    assert (reason.chosen, reason.because) == ("do c", "level < 5")
    assert reason.path == ("Main", "B", "do c")
    assert [(one.sense, one.value) for one in reason.readings] == [('level("level")', "3")]


def test_x9_the_trace_tells_what_was_skipped_because_its_goals_hold() -> None:
    text = "Head Main\nSubtasks\nA x\ndo it\nHead A p\nGoals\nholds $p\nSubtasks\ndo $p"
    reason = Bench(text, World("x"), "Main").why()
    assert rejected(reason) == [("A x", "its goals hold already", "")]
    assert reason.path == ("Main", "do it")


def test_x9_without_a_trace_the_same_choice_is_the_same_object() -> None:
    bench = Bench("Head A\nSubtasks\ntravel B", World())
    first = bench.think()
    assert bench.think() is first


# Acts


def test_an_act_that_notes_something_ends_the_think_so_that_it_is_seen() -> None:
    bench = Bench(
        'Head A\nSubtasks\nnote x\nB, do other\nHead B\nPreconditions\nnoted("x")\nSubtasks\ndo b',
        World(),
    )
    first = bench.think()
    assert (first.path, dict(first.notes)) == (("A",), {"x": True})
    assert bench.think().path == ("A", "B", "do b")


def test_orders_are_given_once_and_in_order() -> None:
    bench = Bench("Head A\nSubtasks\ncommand go a\ncommand stay b\ndo it", World())
    assert bench.think().wants.orders == (Order("go", ("a",)), Order("stay", ("b",)))
    assert bench.think().wants.orders == ()


def test_an_intent_runs_until_the_body_has_done_it() -> None:
    bench = Bench("Head A\nSubtasks\ntravel B, do fight\ndo end", World())
    goal = bench.think().wants.move
    assert goal is not None
    running = Activity("move", goal, ActivityState.RUNNING, 0.0)
    assert bench.think(activities={"move": running}).path == ("A", "travel B")
    done = Activity("move", goal, ActivityState.DONE, 0.0, 1.0)
    assert bench.think(activities={"move": done}).path == ("A", "do end")


def test_t5_a_travel_that_yields_when_attacked_lets_the_next_alternative_have_its_turn() -> None:
    bench = Bench("Head A\nSubtasks\ntravel B careful=true, do fight", World())
    goal = bench.think().wants.move
    assert goal == TravelTo(place=EntityId("B"), stop_if_attacked=True)
    failed = Activity("move", goal, ActivityState.FAILED, 0.0, 1.0, "attacked")
    reason = bench.why(activities={"move": failed})
    assert (reason.chosen, rejected(reason)) == ("do fight", [("travel B true", "attacked", "")])


def test_d4_death_breaks_the_act_off_and_the_plan_goes_on_with_the_next_alternative() -> None:
    world = World()
    bench = Bench("Head A\nSubtasks\ndo travel, do respawn", world)
    bench.think()
    reason = bench.why(events=(Event(1.0, Died()),))
    assert (reason.chosen, rejected(reason)) == ("do respawn", [("do travel", "died", "")])
    assert world.log == ["do travel", "cancel travel", "do respawn"]


def test_death_ends_everything_that_runs_at_once() -> None:
    world = World()
    bench = Bench("Head A\nSubtasks\ndo a || do b, do c", world)
    bench.think()
    assert bench.think(events=(Event(1.0, Died()),)).path == ("A", "do c")
    assert world.log[2:] == ["cancel a", "cancel b", "do c"]
