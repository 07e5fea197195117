"""What is odd about plans, and what is not."""

from __future__ import annotations

import pytest

from tests.brains.htn.worlds import problems_of


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
