"""Searches: which plan is found, what a dead end tells, and what happens when a domain misbehaves."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import Any

import pytest

from agentfw.errors import UsageError
from agentfw.planning import Attempt, Because, DeadEnd, Domain, State, find_plan

START = {"at": "home", "coins": 8}


def travelling() -> Domain:
    """A small world: walk to the shop, take a taxi anywhere, and do both by `travel`."""
    domain = Domain()
    domain.operator("walk", lambda state, there: {"at": there} if there == "shop" else None)
    domain.operator("ride", _ride)
    domain.method("travel", _on_foot, "on foot")
    domain.method("travel", lambda state, there: [("ride", there)], "by taxi")
    return domain


def _ride(state: State, there: str) -> dict[str, object] | Because:
    if state["coins"] < 5:
        return Because("no money")
    return {"at": there, "coins": state["coins"] - 5}


def _on_foot(state: State, there: str) -> list[tuple[str, str]] | Because:
    return [("walk", there)] if there != "lake" else Because("too wet")


def test_no_tasks_need_no_steps() -> None:
    found = find_plan(travelling(), State(), [])
    assert (found.plan, found.status, found.nodes) == ((), "found", 0)


def test_an_operator_is_a_task_of_its_own() -> None:
    assert find_plan(travelling(), State(START), [("ride", "park")]).plan == (("ride", "park"),)


def test_the_first_method_that_leads_to_a_plan_wins() -> None:
    assert find_plan(travelling(), State(START), [("travel", "shop")]).plan == (("walk", "shop"),)


def test_a_method_that_leads_nowhere_is_left_for_the_next() -> None:
    found = find_plan(travelling(), State(START), [("travel", "park")])
    assert found.plan == (("ride", "park"),)
    assert found.dead_end == DeadEnd(("walk", "park"), 1, ("<lambda>: not applicable",))


def test_later_tasks_see_what_earlier_steps_changed() -> None:
    found = find_plan(travelling(), State(START), [("travel", "park"), ("travel", "lake")])
    assert (found.plan, found.status) == (None, "none")


def test_a_later_dead_end_makes_an_earlier_choice_be_taken_back() -> None:
    domain = Domain()
    domain.operator("take", lambda state, key: {"key": key, f"seen {key}": True})
    domain.operator("open", lambda state: {} if state["key"] == "iron" else None)
    domain.operator("look", lambda state: {} if "seen brass" not in state else None)
    for key in ("brass", "iron"):
        domain.method("get key", lambda state, key=key: [("take", key)], key)
    found = find_plan(domain, State(), [("get key",), ("open",), ("look",)])
    assert found.plan == (("take", "iron"), ("open",), ("look",))


def test_subtasks_come_before_what_was_to_be_done_next() -> None:
    domain = Domain()
    domain.operator("note", lambda state, what: {})
    domain.method("twice", lambda state, what: [("note", what), ("note", what)])
    found = find_plan(domain, State(), [("twice", 1), ("note", 2)])
    assert found.plan == (("note", 1), ("note", 1), ("note", 2))


def test_a_task_with_nothing_left_to_do_needs_no_steps() -> None:
    domain = Domain()
    domain.method("rest", lambda state: ())
    assert find_plan(domain, State(), [("rest",)]).plan == ()


def test_steps_that_change_nothing_stay_in_the_plan() -> None:
    domain = Domain()
    domain.operator("wave", lambda state: {})
    assert find_plan(domain, State(), [("wave",), ("wave",)]).plan == (("wave",), ("wave",))


def test_changes_may_be_any_mapping_and_subtasks_any_sequence() -> None:
    domain = Domain()
    domain.operator("go", lambda state: MappingProxyType({"at": "park"}))
    domain.operator("sit", lambda state: {} if state["at"] == "park" else None)
    domain.method("relax", lambda state: (("go",), ("sit",)))
    assert find_plan(domain, State(START), [("relax",)]).plan == (("go",), ("sit",))


def test_missing_values_are_hidden_by_changes_only_while_searching() -> None:
    domain = Domain()
    domain.operator("arm", lambda state: {"armed": True} if not state["armed"] else None)
    domain.operator("fight", lambda state: {} if state["armed"] else None)
    state = State(missing=lambda key: False)
    assert find_plan(domain, state, [("arm",), ("fight",)]).plan == (("arm",), ("fight",))
    assert state["armed"] is False


def test_the_first_dead_end_has_the_reason_of_every_attempt() -> None:
    domain = travelling()
    domain.method("travel", lambda state, there: None, "by magic")
    found = find_plan(domain, State({"coins": 0}), [("travel", "lake")])
    assert found.dead_end == DeadEnd(("ride", "lake"), 1, ("_ride: no money",))
    domain = Domain()
    domain.method("cross", lambda state: Because("too wet"), "swim")
    domain.method("cross", lambda state: None, "fly")
    found = find_plan(domain, State(), [("cross",)])
    assert found.dead_end == DeadEnd(("cross",), 0, ("swim: too wet", "fly: not applicable"))


def test_reasons_of_tasks_that_worked_out_are_not_in_the_dead_end() -> None:
    domain = Domain()
    domain.method("cross", lambda state: Because("too wet"), "swim")
    domain.method("cross", lambda state: [], "bridge")
    domain.method("climb", lambda state: Because("too steep"), "on foot")
    dead_end = find_plan(domain, State(), [("cross",), ("climb",)]).dead_end
    assert str(dead_end) == "('climb',) at depth 0: on foot: too steep"


def test_a_search_without_going_back_has_no_dead_end() -> None:
    assert find_plan(travelling(), State(START), [("travel", "lake")]).dead_end is None


def test_a_trace_has_every_attempt_in_order() -> None:
    found = find_plan(travelling(), State(START), [("travel", "park"), ("ride", "lake")], trace=True)
    park, lake = ("travel", "park"), ("ride", "lake")
    assert found.attempts == (
        Attempt(park, "on foot", 0, "decomposed"),
        Attempt(("walk", "park"), "<lambda>", 1, "not applicable"),
        Attempt(park, "by taxi", 0, "decomposed"),
        Attempt(("ride", "park"), "_ride", 1, "applied"),
        Attempt(lake, "_ride", 0, "not applicable", "no money"),
    )


def test_without_a_trace_no_attempts_are_kept() -> None:
    assert find_plan(travelling(), State(START), [("travel", "park")]).attempts == ()


def test_an_unknown_task_is_refused_before_anything_is_called() -> None:
    domain, called = Domain(), list[str]()
    domain.operator("travel", lambda state: called.append("travel"))
    expected = (
        "find_plan cannot do ('travle', 'park'): 'travle' is neither an operator nor a task of this "
        "domain, did you mean 'travel'?"
    )
    with pytest.raises(UsageError, match=f"^{re.escape(expected)}$"):
        find_plan(domain, State(), [("travel",), ("travle", "park")])
    assert called == []


def test_an_unknown_subtask_is_a_dead_end_with_the_nearest_name() -> None:
    domain = travelling()
    domain.method("tour", lambda state: [("travle", "park")])
    found = find_plan(domain, State(START), [("tour",)], trace=True)
    why = "'travle' is neither an operator nor a task of this domain, did you mean 'travel'?"
    assert found.status == "none"
    assert found.dead_end == DeadEnd(("travle", "park"), 1, (why,))
    assert found.attempts[-1] == Attempt(("travle", "park"), "", 1, "unknown task", why)


def test_an_unknown_subtask_does_not_keep_the_next_method_from_being_tried() -> None:
    domain = travelling()
    domain.method("tour", lambda state: [("teleport", "park")])
    domain.method("tour", lambda state: [("travel", "shop")])
    found = find_plan(domain, State(START), [("tour",)])
    assert found.plan == (("walk", "shop"),)
    assert found.dead_end is not None
    assert found.dead_end.task == ("teleport", "park")


@pytest.mark.parametrize("subtask", ["walk", ["walk", "shop"], (), ([],), 7])
@pytest.mark.parametrize("trace", [False, True])
def test_a_subtask_that_is_no_task_is_refused(subtask: object, trace: bool) -> None:  # noqa: FBT001
    domain = travelling()
    domain.method("tour", lambda state: [("ride", "park"), subtask])
    state = State(START)
    with pytest.raises(UsageError, match=f"^{re.escape(repr(subtask))} is no task; expected a name"):
        find_plan(domain, state, [("tour",)], trace=trace)
    assert state.snapshot() == START


@pytest.mark.parametrize("answer", [True, False, "park", 5, [("at", "park")]])
def test_an_operator_that_returns_no_changes_is_refused(answer: object) -> None:
    domain = Domain()
    domain.operator("walk", lambda state: answer)
    text = f"the operator of ('walk',) returned {answer!r}; expected changes by key, None or Because(…)"
    with pytest.raises(UsageError, match=f"^{re.escape(text)}$"):
        find_plan(domain, State(), [("walk",)])


@pytest.mark.parametrize("answer", [True, False, "walk", 5, {"at": "park"}])
def test_a_method_that_returns_no_tasks_is_refused(answer: object) -> None:
    domain = Domain()
    domain.method("travel", lambda state: answer)
    text = (
        f"a method of ('travel',) returned {answer!r}; expected a sequence of tasks, None or Because(…)"
    )
    with pytest.raises(UsageError, match=f"^{re.escape(text)}$"):
        find_plan(domain, State(), [("travel",)])


def _raise(state: State) -> Any:
    raise ZeroDivisionError


@pytest.mark.parametrize("kind", ["operator", "method"])
def test_what_a_domain_raises_comes_through_with_the_state_restored(kind: str) -> None:
    domain, state = travelling(), State(START)
    getattr(domain, kind)("break", _raise)
    with pytest.raises(ZeroDivisionError):
        find_plan(domain, state, [("ride", "park"), ("break",)])
    assert state.snapshot() == START


def test_a_search_within_a_search_leaves_the_outer_one_undisturbed() -> None:
    domain = travelling()

    def like_a_tourist(state: State) -> Any:
        found = find_plan(domain, state, [("travel", "shop"), ("travel", "park")])
        return found.plan

    domain.method("tour", like_a_tourist)
    state = State(START | {"coins": 10})
    found = find_plan(domain, state, [("ride", "lake"), ("tour",)])
    assert found.plan == (("ride", "lake"), ("walk", "shop"), ("ride", "park"))
    assert state["coins"] == 10


def test_a_search_leaves_changes_made_before_it_alone() -> None:
    state = State(START)
    state.change({"at": "shop"})
    find_plan(travelling(), state, [("travel", "park")])
    assert state["at"] == "shop"
