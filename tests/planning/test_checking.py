"""Plans done in thought: which step is named, and why."""

from __future__ import annotations

from typing import Any

import pytest

from agentfw.errors import UsageError
from agentfw.planning import Because, Domain, PlanFault, State, check_plan

START = {"door": "shut", "at": "hall"}


def house() -> Domain:
    domain = Domain()
    domain.operator("open", lambda state: {"door": "open"} if state["door"] == "shut" else None)
    domain.operator("leave", _leave)
    domain.operator("break", lambda state: 1 / 0)
    domain.operator("shout", lambda state: "hello")
    domain.method("escape", lambda state: [("open",), ("leave",)])
    return domain


def _leave(state: State) -> Any:
    return {"at": "street"} if state["door"] == "open" else Because("the door is shut")


def test_a_plan_that_works_has_no_fault() -> None:
    assert check_plan(house(), State(START), [("open",), ("leave",)]) is None


def test_an_empty_plan_has_no_fault() -> None:
    assert check_plan(house(), State(START), []) is None


def test_a_left_out_step_makes_the_next_one_fail_with_its_reason() -> None:
    fault = check_plan(house(), State(START), [("leave",)])
    assert fault == PlanFault(0, ("leave",), "the door is shut")


def test_a_step_done_twice_fails_the_second_time() -> None:
    fault = check_plan(house(), State(START), [("open",), ("open",), ("leave",)])
    assert fault == PlanFault(1, ("open",), "not applicable")


def test_a_task_with_methods_is_no_step() -> None:
    fault = check_plan(house(), State(START), [("open",), ("escape",)])
    assert str(fault) == "step 1 ('escape',): 'escape' is a task with methods, not an operator"


def test_an_unknown_step_is_named_with_the_nearest_one() -> None:
    fault = check_plan(house(), State(START), [("leav",)])
    why = "'leav' is neither an operator nor a task of this domain, did you mean 'leave'?"
    assert fault == PlanFault(0, ("leav",), why)


def test_an_operator_that_returns_no_changes_is_a_fault() -> None:
    fault = check_plan(house(), State(START), [("shout",)])
    assert fault == PlanFault(0, ("shout",), "returned 'hello', not a mapping of changes")


def test_what_is_no_task_is_refused() -> None:
    with pytest.raises(UsageError, match="'open' is no task"):
        check_plan(house(), State(START), ["open"])  # type: ignore[list-item]  # that is the point


@pytest.mark.parametrize("plan", [[("open",), ("leave",)], [("open",), ("open",)]])
def test_the_state_is_untouched_afterwards(plan: list[tuple[str]]) -> None:
    state = State(START)
    check_plan(house(), state, plan)
    assert state.snapshot() == START


def test_what_an_operator_raises_comes_through_with_the_state_restored() -> None:
    state = State(START)
    with pytest.raises(ZeroDivisionError):
        check_plan(house(), state, [("open",), ("break",)])
    assert state.snapshot() == START


def test_a_plan_made_in_another_state_is_judged_in_this_one() -> None:
    assert check_plan(house(), State({"door": "open"}), [("leave",)]) is None
