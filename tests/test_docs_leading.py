"""The page about leading a team: its files can be played, and its tables name what there is."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from agentfw.brains import PlanFiles, check_plan
from agentfw.brains.planfiles import shipped_plans
from agentfw.language.types import plain_name
from agentfw.skills import own_skills
from agentfw.skills.obeying import ORDERS
from agentfw.team import read_lineup
from agentfw.team.sharing import Reporter

PAGE: Final = (Path(__file__).parent.parent / "docs/leading.md").read_text(encoding="utf-8")
SHARING: Final = Path(__import__(Reporter.__module__, fromlist=["x"]).__file__ or "").read_text("utf-8")


def names_in(table: str) -> set[str]:
    """Everything in code in the first column of a table, by its first line."""
    rows = PAGE.partition(table)[2].partition("\n\n")[0].splitlines()[2:]
    cells = (row.split("|")[1] for row in rows)
    return {name for cell in cells for name in re.findall(r"`([^`]+)`", cell)}


def test_the_team_file_can_be_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text, *_ = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
    Path("led.yaml").write_text(text, encoding="utf-8")
    red, blue = read_lineup([Path("led.yaml")], environment={}).teams
    assert red.coordinator is not None
    assert (red.coordinator.brain, red.shares) == ("domination-leader.htn", True)
    assert (blue.coordinator, blue.shares) == (None, True)


def test_the_team_file_for_deathmatch_can_be_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (text,) = re.findall(r"```yaml\n(# led-tdm.yaml\n.*?)```", PAGE, re.DOTALL)
    Path("led-tdm.yaml").write_text(text, encoding="utf-8")
    red, _ = read_lineup([Path("led-tdm.yaml")], environment={}).teams
    assert (red.coordinator.brain if red.coordinator else "", len(red.bots)) == ("tdm-leader.htn", 5)


def test_the_team_file_that_ships_can_be_played() -> None:
    led, free = read_lineup([Path("led.yaml")], environment={}).teams
    assert led.coordinator is not None
    assert (led.coordinator.brain, free.coordinator) == ("ctf-leader.htn", None)


def test_every_leader_that_ships_is_in_the_table() -> None:
    told = names_in("| leader | plan | what it does |")
    assert told == {name for name in shipped_plans() if "-leader." in name}


def test_the_plan_for_a_leader_has_no_mistakes() -> None:
    (text,) = re.findall(r"```\n(# my-leader.htn.*?)```", PAGE, re.DOTALL)
    files = PlanFiles({"my-leader.htn": text})
    _, problems = check_plan("my-leader.htn", files, own_skills())
    assert [str(one) for one in problems] == []


def test_every_order_is_in_the_table() -> None:
    told = names_in("| order | what it comes to |")
    firsts = {plain_name(re.split(r" [\[a-z]+(?=[\] …]|$)", one)[0]) for one in told}
    firsts |= {plain_name(" ".join(one.split()[:2])) for one in told}
    assert {plain_name(task) for task in ORDERS} <= firsts


def test_every_fact_of_the_table_is_told() -> None:
    facts = names_in("| fact | what it says |")
    assert len(facts) == 7
    assert [one for one in facts if f'"{one}"' not in SHARING] == []


@pytest.mark.parametrize("table", ["| for leaders | |", "| for plans in Capture the Flag | |"])
def test_every_skill_of_a_table_is_one(table: str) -> None:
    skills = own_skills()
    told = names_in(table)
    assert told
    names = {re.split(r"[ (]", one)[0] for one in told}
    assert [one for one in names if skills.get(one) is None] == []
