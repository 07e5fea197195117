"""Domains: how operators and methods come in, and what is refused."""

from __future__ import annotations

import re

import pytest

from agentfw.errors import UsageError
from agentfw.planning import Domain, State, Task, find_plan


def nothing(state: State) -> dict[str, int]:
    return {}


def no_subtasks(state: State) -> list[Task]:
    return []


def labels(domain: Domain, *tasks: Task) -> list[str]:
    return [attempt.label for attempt in find_plan(domain, State(), tasks, trace=True).attempts]


def test_a_decorated_operator_is_named_after_its_function() -> None:
    domain = Domain()
    assert domain.operator(nothing) is nothing
    assert find_plan(domain, State(), [("nothing",)]).plan == (("nothing",),)


def test_an_operator_can_be_given_another_name() -> None:
    domain = Domain()
    assert domain.operator("idle", nothing) is nothing
    assert ("idle" in domain, "nothing" in domain) == (True, False)


def test_a_decorator_can_give_an_operator_another_name() -> None:
    domain = Domain()
    assert domain.operator("idle")(nothing) is nothing
    assert "idle" in domain


def test_a_method_is_called_by_its_function_or_its_label() -> None:
    domain = Domain()
    assert domain.method("rest", no_subtasks) is no_subtasks
    domain.method("sleep", no_subtasks, "at once")
    assert domain.method("wait", label="a moment")(no_subtasks) is no_subtasks
    assert labels(domain, ("rest",), ("sleep",), ("wait",)) == ["no_subtasks", "at once", "a moment"]


def test_names_need_not_be_text() -> None:
    domain = Domain()
    domain.operator(7, nothing)
    assert find_plan(domain, State(), [(7,)]).plan == ((7,),)


def test_two_operators_of_one_name_are_refused() -> None:
    domain = Domain()
    domain.operator(nothing)
    with pytest.raises(
        UsageError, match="'nothing' is an operator already; an operator needs a name of its"
    ):
        domain.operator(nothing)


def test_an_operator_cannot_have_the_name_of_a_task() -> None:
    domain = Domain()
    domain.method("rest", no_subtasks)
    with pytest.raises(UsageError, match="'rest' is a task with methods already"):
        domain.operator("rest", nothing)


def test_a_task_cannot_have_the_name_of_an_operator() -> None:
    domain = Domain()
    domain.operator("rest", nothing)
    with pytest.raises(
        UsageError, match="'rest' is an operator; a task with methods needs a name of its own"
    ):
        domain.method("rest", no_subtasks)


@pytest.mark.parametrize("task", ["rest", (), ["rest"], ([],), None])
def test_what_is_no_task_is_refused_before_the_search(task: object) -> None:
    domain = Domain()
    domain.method("rest", no_subtasks)
    with pytest.raises(UsageError, match=f"^{re.escape(repr(task))} is no task; expected"):
        find_plan(domain, State(), [task])  # type: ignore[list-item]  # that is the point


def test_domains_share_nothing() -> None:
    one, other = Domain(), Domain()
    one.operator(nothing)
    assert "nothing" not in other
