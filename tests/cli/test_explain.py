"""What ``agentfw explain`` prints where there is little to say."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.match.recorded import solo
from tests.support.command_line import called

if TYPE_CHECKING:
    from pathlib import Path

ENDS = "Head Main\n  Guards\n    time < 5\n  Subtasks\n    {}\n"


def rows(capsys: pytest.CaptureFixture[str], file: Path, at: str) -> dict[str, str]:
    """What is printed of a moment, by the word in front."""
    out = called(capsys, "explain", file, "--at", at).out
    return {line[:9].strip(): line[9:] for line in reversed(out.splitlines())}


def test_a_brain_that_gives_no_reason_is_told_to_give_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "shy.py").write_text(
        "from agentfw.brains import Brain, Decision, Explore\n"
        "class Shy(Brain):\n"
        "    def decide(self, view):\n"
        "        return Decision(move=Explore())\n"
    )
    found = rows(capsys, solo(tmp_path / "a.rec", "shy.py:Shy"), "3")
    assert (found["because"], found["wants"]) == ("the brain gives no reason", "move Explore()")


@pytest.mark.parametrize(
    ("act", "at", "because"),
    [
        ("explore", "8", "whatever was looked at was rejected"),
        ("note x", "0.1", "what was begun is over"),
    ],
)
def test_a_plan_that_chose_nothing_is_told_why(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], act: str, at: str, because: str
) -> None:
    (tmp_path / "plan.htn").write_text(f"Top\n  Main\n{ENDS.format(act)}")
    found = rows(capsys, solo(tmp_path / "a.rec", str(tmp_path / "plan.htn")), at)
    assert (found["chosen"], found["because"], found["wants"]) == ("nothing", because, "nothing")


def test_a_plan_without_any_task_is_told_to_have_nothing_under_way(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "plan.htn").write_text(f"Top\n  Main\n{ENDS.format('explore')}")
    plan = str(tmp_path / "plan.htn")
    found = rows(capsys, solo(tmp_path / "a.rec", plan, brain_options={"tasks": "nothing"}), "3")
    assert (found["chosen"], found["because"]) == ("nothing", "nothing was under way")
