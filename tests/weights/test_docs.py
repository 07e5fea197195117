"""What the page about weights shows is so."""

from __future__ import annotations

import doctest
import re
from inspect import signature
from pathlib import Path

import pytest

from agentfw.brains import PlanFiles, check_plan
from agentfw.language import PlanText, Problems
from agentfw.skills import adapting, shipped_skills
from agentfw.skills.inventory import VARIABLES, kind_of_item
from agentfw.vocabulary import ClassName, ItemCategory
from agentfw.weights import check_weights, load_weights, shipped_weights

PAGE = (Path(__file__).parents[2] / "docs" / "weights.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)


def first_column(heading: str) -> str:
    (table,) = re.findall(rf"^\| {heading} \|.*?\n\| --- .*?\n(.*?)\n\n", PAGE, re.DOTALL | re.MULTILINE)
    return " ".join(row.split("|")[1] for row in table.splitlines())


@pytest.mark.parametrize("text", blocks("c"))
def test_every_example_can_be_used_without_a_warning(text: str) -> None:
    problems = Problems()
    weights = check_weights(PlanText(text), None, problems, VARIABLES)
    assert (list(problems), len(weights.relations)) == ([], 1)


def test_the_first_example_weighs_what_the_page_says() -> None:
    weights = load_weights(PlanText(blocks("c")[0]))
    found = [weights.value("take health", {"HEALTH": health}) for health in (10, 20, 35, 50, 75, 100)]
    assert found == [120.0, 120.0, 100.0, 80.0, 40.0, 0.0]


def test_the_python_example_prints_what_the_page_says() -> None:
    (text,) = blocks("pycon")
    parsed = doctest.DocTestParser().get_doctest(text, {}, "weights.md", None, 0)
    assert doctest.DocTestRunner(verbose=False).run(parsed).failed == 0
    assert parsed.examples


def test_the_warning_is_told_as_the_page_shows() -> None:
    (shown,) = blocks("text")
    problems = Problems()
    text = blocks("c")[0].replace("HEALTH", "HELTH")
    check_weights(PlanText(text, "my.weights"), None, problems, VARIABLES)
    assert [str(one) for one in problems] == [shown.rstrip("\n")]


def test_the_plan_can_be_used_without_a_warning() -> None:
    (text,) = blocks("lisp")
    _, problems = check_plan("page.lap", PlanFiles({"page.lap": text}), shipped_skills())
    assert list(problems) == []


def test_every_variable_is_on_the_page() -> None:
    told = set(re.findall(r"`([A-Z_]+)`", first_column("variable")))
    assert told <= VARIABLES
    assert {name for name in VARIABLES if not name.startswith(("HAS_", "AMMO_"))} <= told


def test_every_kind_of_weapon_is_on_the_page() -> None:
    kinds = {name.partition("_")[2].lower().replace("_", " ") for name in VARIABLES if "HAS_" in name}
    (sentence,) = re.findall(r"Kinds of weapons are (.*?);", PAGE, re.DOTALL)
    assert set(re.split(r", | and |,\n|\n", sentence)) - {""} >= kinds


def test_every_skill_on_the_page_is_there() -> None:
    names = re.findall(r"`([a-z_]+)[`(]", first_column("skill"))
    assert len(names) == 11
    skills = shipped_skills()
    assert [name for name in names if skills.get(name) is None] == []


def test_every_adaptive_skill_is_on_the_page_with_its_switch() -> None:
    names = re.findall(r"`([a-z_]+)[`(]", first_column("sense or act"))
    assert sorted(names) == sorted(adapting.__all__)
    switched = [name for name in names if "adaptive" in signature(getattr(adapting, name)).parameters]
    assert set(names) - set(switched) == {"learn"}


def test_names_on_the_page_are_looked_up_so() -> None:
    keg = kind_of_item(ClassName("XPickups.SuperHealthPack"), ItemCategory.HEALTH)
    shells = kind_of_item(ClassName("XWeapons.FlakAmmoPickup"), ItemCategory.AMMO)
    assert (keg, shells) == ("keg", "flak ammo")
    assert "default.weights" in shipped_weights()
