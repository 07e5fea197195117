"""The page about leading a team: its files can be played, and its tables name what there is."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest
from msgspec.structs import replace

from agentfw.brains import BrainSetup, PlanFiles, check_plan, make_brain
from agentfw.brains.planfiles import shipped_plans
from agentfw.decisions import Answer, Order, OrderState
from agentfw.language.types import plain_name
from agentfw.skills import own_skills
from agentfw.skills.obeying import ORDERS
from agentfw.team import read_lineup
from agentfw.team.sharing import Reporter
from tests.skills.squads import led, team

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


PLANS: Final = {
    name: text for text, name in re.findall(r"```\n([#;] (my-[\w.-]+).*?)```", PAGE, re.DOTALL)
}


@pytest.mark.parametrize("name", ["my-leader.htn", "my-leader.lap"])
def test_the_plans_for_leaders_have_no_mistakes(name: str) -> None:
    assert len(PLANS) == 2
    _, problems = check_plan(name, PlanFiles({name: PLANS[name]}), own_skills())
    assert [str(one) for one in problems] == []


def test_the_test_with_double_quotes_is_a_test_as_well() -> None:
    (quoted,) = re.findall(r'`(\("asks_for.*?\))`', PAGE)
    plan = PLANS["my-leader.lap"].replace("""("asks_for('help')")""", quoted)
    assert plan != PLANS["my-leader.lap"]
    _, problems = check_plan("my-leader.lap", PlanFiles({"my-leader.lap": plan}), own_skills())
    assert [str(one) for one in problems] == []


def test_the_plan_in_posh_leads() -> None:
    files = {"my-leader.lap": PLANS["my-leader.lap"]}
    brain = make_brain("my-leader.lap", BrainSetup(name="boss", files=files))
    asked = [Order("help", sender="Ada")]
    told = [
        brain.decide(led(team(3), requests=requests, seconds=seconds).view).orders
        for seconds, requests in ((0.0, []), (1.0, asked), (5.0, []))
    ]
    assert told[:2] == [(), (Order("help", ("Ada",), to="Bea"),)]
    assert {one.task for one in told[2]} == {"dismissed", "escort"}


def test_the_leader_in_python_leads_and_answers_what_is_wanted_of_itself(tmp_path: Path) -> None:
    (text,) = re.findall(r"```python\n(# my_leader.py\n.*?)```", PAGE, re.DOTALL)
    (tmp_path / "my_leader.py").write_text(text, encoding="utf-8")
    boss = make_brain(f"{tmp_path / 'my_leader.py'}:Boss", BrainSetup(name="boss"))
    wanted = Order("clear tasks", number=7)
    decision = boss.decide(replace(led(team(2)).view, orders=(wanted,)))
    assert decision.orders == (Order("defend", to="Ada"), Order("defend", to="Bob"))
    assert decision.answers == (Answer(7, OrderState.REFUSED, "I only lead"),)


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
