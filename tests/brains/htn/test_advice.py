"""What is odd about plans, and what is not."""

from __future__ import annotations

import time

import pytest

from agentfw.brains.htn.advice import look_over
from agentfw.language import Problems
from tests.brains.htn.worlds import World, loaded, problems_of, skills_of


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Top\nA\nHead A\nSubtasks\ndo it\nHead B\nSubtasks\ndo it", "6:6: warning: nothing leads to B"),
        ("Top\nA\nHead A\nSubtasks\ndo it\nHead say what", "6:6: warning: nothing leads to say"),
        (
            "Head A\nPreconditions\nlevel < 3\nlevel > 5\nSubtasks\ndo it",
            "1:6: warning: the preconditions of A can never hold: ",
        ),
        (
            "Head A\nGoals\nlevel < 3\nlevel > 5\nSubtasks\ndo it",
            "1:6: warning: the goals of A can never hold",
        ),
        (
            "Head A\nPreconditions\narmed\nGuards\nnot armed\nSubtasks\ndo it",
            "1:6: warning: the preconditions of A can never hold: ",
        ),
        (
            'Head A\nSubtasks\nx = ("a"), do b\ndo $x',
            '3:12: warning: "("a")" never fails, so this is never tried',
        ),
        (
            "Head A\nSubtasks\nB, do b\nHead B\nSubtasks",
            '3:4: warning: "B" never fails, so this is never tried',
        ),
        ("Head A\nSubtasks\nx = do it\ndo it", '3:1: warning: "x" is bound but never used'),
        ("Head A\nSubtasks\neach $m in members: do it", '3:1: warning: "m" is bound but never used'),
        ("Constant a 1\nHead A\nSubtasks\ndo it", '1:10: warning: constant "a" is never used'),
        (
            "Head Do what\nSubtasks\nsay $what",
            "1:6: warning: Do hides the act of that name, also from its own lines",
        ),
        ("Head A\nSubtasks", "1:6: warning: A has no subtasks: it succeeds without doing anything"),
        (
            "Top\nA\nHead A\nSubtasks\nB\nHead B\nPriority\n5\nSubtasks\ndo it",
            "6:6: warning: B is no top task, so its priority means nothing",
        ),
        (
            "Head A\nSubtasks\nB\nHead B\nPriority\n5\nSubtasks\ndo it",
            "4:6: warning: B is no top task, so its priority means nothing",
        ),
        (
            "Top\nA\nHead A\nSubtasks\ndo it\nHead do x\nPriority\n5",
            "6:6: warning: do is no top task, so its priority means nothing",
        ),
    ],
)
def test_what_is_odd_is_told(text: str, told: str) -> None:
    found = list(problems_of(text))
    assert any(one.startswith(told) for one in found), found


@pytest.mark.parametrize(
    "text",
    [
        "Head A\nSubtasks\ndo a, do b\nA",
        "Head A\nSubtasks\nx = do a\ndo $x",
        "Constant a b\nHead A\nSubtasks\ndo a",
        "Constant a 3\nHead A\nGoals\nlevel > a\nSubtasks\ndo it",
        "Constant low-level 3\nHead A\nGoals\nlevel > low_level\nSubtasks\ndo it",
        "Constant low-level b\nHead A\nSubtasks\ndo LowLevel",
        "Top\nA\nHead A\nPriority\n5\nSubtasks\ndo it",
        "Head A\nPriority\n5\nSubtasks\ndo it",
        "Top\ndo it\nHead do x\nPriority\n5",
        "Head do x\nPriority\n5",
        "Head A p\nSubtasks\ndo it",
        "Head A\nPreconditions\nlevel < 3\nlevel > 1\nSubtasks\ndo it",
        "Head A\nSubtasks\nB, do b\nHead B\nPreconditions\narmed\nSubtasks\nC\nHead C\nSubtasks\ndo c",
    ],
)
def test_what_is_in_order_is_not_told(text: str) -> None:
    assert problems_of(text) == []


def test_what_is_included_may_be_for_others() -> None:
    files = {"more.htn": "Constant a 1\nHead B\nSubtasks\ndo it"}
    assert problems_of("Include more.htn\nTop\nA\nHead A\nSubtasks\ndo it", files) == []


def test_a_priority_in_an_included_file_may_be_for_others() -> None:
    files = {"more.htn": "Head B\nPriority\n5\nSubtasks\ndo it"}
    assert problems_of("Include more.htn\nTop\nA\nHead A\nSubtasks\nB", files) == []


def test_a_file_without_any_task_is_a_mistake() -> None:
    assert problems_of("# nothing here\n") == ["1:1: there is no task"]


def test_a_file_of_constants_is_for_others() -> None:
    assert not any("there is no task" in one for one in problems_of("Constant a 1"))


def test_tasks_that_only_call_each_other_leave_nothing_to_begin_with() -> None:
    told = "no top task: name some under Top, or give them with --tasks"
    assert f"1:6: warning: {told}" in problems_of("Head A\nSubtasks\ndo it\nB\nHead B\nSubtasks\nA")


def test_tasks_in_a_circle_without_an_act_are_told() -> None:
    text = "Top\nA\nHead A\nSubtasks\nB\nHead B\nSubtasks\nx = (level)\nC $x\nHead C x\nSubtasks\nC $x"
    assert problems_of(text) == [
        "3:6: warning: A never comes to an act",
        "6:6: warning: B never comes to an act",
        "10:6: warning: C never comes to an act",
    ]


def test_a_task_that_only_works_something_out_is_in_order() -> None:
    text = "Top\nA\nHead A\nSubtasks\nx = B\nfound $x\nHead B\nSubtasks\ny = (level)"
    assert not any("never comes" in one for one in problems_of(text))


def test_a_chain_of_tasks_is_looked_over_in_time_that_grows_with_its_length() -> None:
    def seconds(count: int) -> float:
        links = "".join(f"Head T{one}\nSubtasks\nT{one + 1}, do it\n" for one in range(count))
        text = f"Top\nT0\n{links}Head T{count}\nSubtasks\nx = (level)\n"
        plan, _ = loaded(text, skills_of(World()))
        assert plan is not None
        began = time.process_time()
        look_over(plan, Problems())
        return time.process_time() - began

    assert seconds(1600) < 8 * seconds(400) + 0.1


def test_a_chain_that_cannot_fail_is_seen_to_its_end() -> None:
    text = "Top\nA\nHead A\nSubtasks\nB, do a\nHead B\nSubtasks\nC\nC\nHead C\nSubtasks\nx = (level)"
    assert '5:4: warning: "B" never fails, so this is never tried' in problems_of(text)
