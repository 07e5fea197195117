"""Every machine, message and rule on the page about machines is what the code makes of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from agentfw.brains import PlanFiles, check_plan
from agentfw.skills import shipped_skills
from tests.brains.fsm.stage import Bench, problems_of
from tests.brains.fsm.test_language import MISTAKES, ODDITIES

PAGE = (Path(__file__).parents[3] / "docs" / "fsm.md").read_text(encoding="utf-8")
PLANS = {
    told.group(1): text
    for text in re.findall(r"^```fsm\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
    if (told := re.match(r"# (\S+\.fsm):", text))
}


def messages(heading: str) -> list[str]:
    (table,) = re.findall(rf"^\| {heading} \|.*?\n\| --- .*?\n(.*?)\n\n", PAGE, re.DOTALL | re.MULTILINE)
    return re.findall(r"^\| `(.+?)` \|", table, re.MULTILINE)


def is_told(message: str, told: list[str]) -> bool:
    form = re.compile(".*".join(map(re.escape, message.split("…"))), re.DOTALL)
    return any(form.search(one) for one in told)


@pytest.mark.parametrize("name", PLANS)
def test_every_machine_on_the_page_can_be_used_without_a_warning(name: str) -> None:
    _, problems = check_plan(name, PlanFiles(PLANS), shipped_skills())
    assert [str(one) for one in problems] == []


def test_all_machines_of_the_page_are_looked_at() -> None:
    assert len(PLANS) == PAGE.count("```fsm") == 4


@pytest.mark.parametrize("message", messages("message"))
def test_every_mistake_on_the_page_is_told(message: str) -> None:
    assert is_told(message, [one for text, _ in MISTAKES for one in problems_of(text)])


@pytest.mark.parametrize("message", messages("warning"))
def test_every_warning_on_the_page_is_told(message: str) -> None:
    assert is_told(message, [one for text, _ in ODDITIES for one in problems_of(text)])


def test_no_line_of_the_page_is_longer_than_150() -> None:
    assert [line for line in PAGE.splitlines() if len(line) > 150] == []


def test_the_list_of_the_page_decides_as_it_says() -> None:
    text = """
State Life
  Initial Roam
  To Heal when holds("hurt")
  To Battle when holds("enemy")
  To Roam
  State Heal
  State Battle
    State Duel
      To Dodge when holds("many")
    State Dodge
      To Duel when not holds("many")
  State Roam
"""
    bench = Bench(text)
    found = []
    for facts in ("", "enemy", "enemy many", "hurt enemy", "enemy", ""):
        bench.world.facts = set(facts.split())
        found += bench.states(1)
    assert found == ["Roam", "Duel", "Dodge", "Heal", "Duel", "Roam"]
