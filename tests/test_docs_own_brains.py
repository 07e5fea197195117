"""The brain on the page about own brains is a whole one: checked, recorded, replayed, explained."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from agentfw.brains import BrainSetup, PlanBrain, load_brain
from agentfw.testing import check_brain
from tests.support.command_line import called

PAGE: Final = (Path(__file__).parent.parent / "docs/own-brains.md").read_text(encoding="utf-8")
MOST_LINES: Final = 60
BRAIN: Final = "utility.py:Utility"


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "utility.py").write_text(blocks("python")[0], encoding="utf-8")
    return tmp_path


def test_the_fifth_brain_is_short() -> None:
    assert len(blocks("python")[0].splitlines()) <= MOST_LINES


@pytest.mark.usefixtures("folder")
def test_the_fifth_brain_passes_the_conformance_kit() -> None:
    assert check_brain(load_brain(BRAIN)).decisions > 5


@pytest.mark.usefixtures("folder")
def test_check_says_what_the_page_shows(capsys: pytest.CaptureFixture[str]) -> None:
    output = called(capsys, "check", BRAIN)
    (shown,) = re.findall(r"^utility.py:Utility: .*", PAGE, re.MULTILINE)
    steady = re.compile(r"\d+\.\d+ ms")  # how long it takes is another matter everywhere
    assert (output.code, steady.sub("", output.out.strip())) == (0, steady.sub("", shown))


@pytest.mark.usefixtures("folder")
def test_the_fifth_brain_is_recorded_replayed_and_explained(capsys: pytest.CaptureFixture[str]) -> None:
    played = called(capsys, "run", BRAIN, "--fast", "--time-limit", "2", "--record", "u.rec")
    assert played.code == 0
    assert "exact" in called(capsys, "replay", "u.rec").out
    told = called(capsys, "explain", "u.rec", "--at", "60").out
    assert re.search(r"^chosen +(heal|fight|arm|hunt|roam) > ", told, re.MULTILINE)
    assert re.search(r"^senses +health = ", told, re.MULTILINE)
    assert called(capsys, "explain", "u.rec", "--at", "60", "--why-not", "hunt").code == 0


@pytest.mark.usefixtures("folder")
def test_a_brain_that_cannot_play_ends_the_check_with_2(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "bad.py").write_text(
        "class Bad:\n  def __init__(self, setup): pass\n  def decide(self, view): 5\n"
    )
    output = called(capsys, "check", "bad.py:Bad")
    assert output.code == 2
    assert "bad.py:Bad: cannot play" in output.err
    assert "expected a Decision" in output.err


def test_the_plan_on_the_page_leaves_fights_to_the_inner_brain() -> None:
    made = PlanBrain("outer.htn", BrainSetup(files={"outer.htn": blocks("htn")[0]}))
    assert made.plan.warnings == ()
    assert made.skills.act("Battle") is None  # it belongs to the plan alone
