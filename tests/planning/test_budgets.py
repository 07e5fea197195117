"""Searches end: by nodes, by time and by depth, and say by which."""

from __future__ import annotations

import itertools
import sys

import pytest

from agentfw.errors import UsageError
from agentfw.planning import DeadEnd, Domain, State, Task, check_plan, find_plan

DEEP = 100_000


def counting() -> Domain:
    """Domain in which ``("count", n)`` takes n steps, by tail calls, and ``("pile", n)`` by others."""
    domain = Domain()
    domain.operator("step", lambda state: {"steps": state["steps"] + 1})
    domain.method("count", lambda state, n: [("step",), ("count", n - 1)] if n else [])
    domain.method("pile", lambda state, n: [("pile", n - 1), ("step",)] if n else [])
    domain.method("for ever", lambda state: [("for ever",)], "round again")
    return domain


def found(tasks: list[Task], **limits: int) -> str:
    return find_plan(counting(), State({"steps": 0}), tasks, **limits).status  # type: ignore[arg-type]


def test_a_search_may_use_all_its_nodes() -> None:
    search = find_plan(counting(), State({"steps": 0}), [("count", 3)], max_nodes=7)
    assert (search.status, search.nodes) == ("found", 7)


def test_a_search_that_needs_one_node_more_ends() -> None:
    search = find_plan(counting(), State({"steps": 0}), [("count", 3)], max_nodes=6)
    assert (search.plan, search.status, search.nodes) == (None, "out of nodes", 6)


def test_running_out_of_nodes_leaves_the_state_as_it_was() -> None:
    state = State({"steps": 0})
    find_plan(counting(), state, [("count", 100)], max_nodes=50)
    assert state.snapshot() == {"steps": 0}


def test_no_nodes_are_enough_for_no_tasks() -> None:
    assert found([], max_nodes=0) == "found"


def test_a_plan_may_be_as_deep_as_allowed() -> None:
    assert found([("count", 10)], max_depth=10) == "found"


def test_a_plan_one_deeper_than_allowed_is_not_found() -> None:
    assert found([("count", 11)], max_depth=10) == "too deep"


def test_endless_recursion_ends_at_the_greatest_depth_with_a_dead_end_that_says_so() -> None:
    search = find_plan(counting(), State(), [("for ever",)], max_depth=50)
    why = "round again: leads deeper than 50 decompositions"
    assert (search.status, search.nodes) == ("too deep", 51)
    assert search.dead_end == DeadEnd(("for ever",), 50, (why,))


def test_endless_recursion_ends_with_the_limits_one_gets_without_asking() -> None:
    assert found([("for ever",)]) == "too deep"


def test_endless_recursion_that_branches_runs_out_of_nodes() -> None:
    domain = counting()
    domain.method("for ever", lambda state: [("for ever",), ("for ever",)])
    search = find_plan(domain, State(), [("for ever",)], max_depth=50, max_nodes=5000)
    assert (search.status, search.nodes) == ("out of nodes", 5000)


def test_a_way_out_is_taken_where_recursion_is_too_deep() -> None:
    domain = counting()
    domain.method("for ever", lambda state: [("step",)], "enough")
    search = find_plan(domain, State({"steps": 0}), [("for ever",)], max_depth=9)
    assert (search.plan, search.status) == ((("step",),), "found")


def test_a_trace_shows_where_it_became_too_deep() -> None:
    search = find_plan(counting(), State(), [("for ever",)], max_depth=2, trace=True)
    assert [attempt.outcome for attempt in search.attempts] == ["decomposed", "decomposed", "too deep"]


@pytest.mark.parametrize("task", ["count", "pile"])
def test_a_hundred_thousand_decompositions_need_no_recursion(task: str) -> None:
    assert sys.getrecursionlimit() < DEEP
    domain, state = counting(), State({"steps": 0})
    search = find_plan(domain, state, [(task, DEEP)], max_depth=DEEP, max_nodes=3 * DEEP)
    assert search.plan == (("step",),) * DEEP
    assert check_plan(domain, state, search.plan) is None


def test_going_back_over_a_hundred_thousand_choices_needs_no_recursion() -> None:
    domain, state = counting(), State({"steps": 0})
    domain.method("count", lambda state, n: None, "never")
    domain.operator("fail", lambda state: None)
    search = find_plan(domain, state, [("count", DEEP), ("fail",)], max_depth=DEEP, max_nodes=4 * DEEP)
    assert (search.status, state["steps"]) == ("none", 0)


def test_a_search_ends_when_its_time_is_over() -> None:
    clock = itertools.count(start=100.0, step=0.25)
    search = find_plan(counting(), State(), [("for ever",)], clock=lambda: next(clock), time_s=1.0)
    assert search.status == "out of time"
    assert 0 < search.nodes < 200


def test_no_time_is_no_node() -> None:
    search = find_plan(counting(), State(), [("for ever",)], clock=lambda: 5.0, time_s=0.0)
    assert (search.status, search.nodes) == ("out of time", 0)


def test_a_search_that_is_quick_enough_finds_its_plan() -> None:
    search = find_plan(counting(), State({"steps": 0}), [("count", 99)], clock=lambda: 5.0, time_s=1e-9)
    assert search.status == "found"


def test_nodes_are_exact_beside_a_clock() -> None:
    tasks: list[Task] = [("count", 99)]
    search = find_plan(
        counting(), State({"steps": 0}), tasks, max_nodes=41, clock=lambda: 5.0, time_s=1.0
    )
    assert (search.status, search.nodes) == ("out of nodes", 41)


def test_a_clock_without_a_time_is_never_asked() -> None:
    def clock() -> float:
        raise AssertionError

    assert find_plan(counting(), State({"steps": 0}), [("count", 99)], clock=clock).status == "found"


def test_a_time_without_a_clock_is_refused() -> None:
    with pytest.raises(UsageError, match="needs a clock, for example"):
        find_plan(counting(), State(), [("for ever",)], time_s=1.0)
