"""Every plan, program and message on the page about GOAP plans is what the code makes of it."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from agentfw.brains import PlanFiles, check_plan
from agentfw.skills import shipped_skills
from tests.brains.goap.test_language import CANNOT, MISTAKES, ODDITIES
from tests.brains.goap.worlds import problems_of

PAGE: Final = (Path(__file__).parents[3] / "docs" / "goap.md").read_text(encoding="utf-8")
SKILLS: Final = shipped_skills()
CHANGING: Final = 'Action A\n  Effects level += 1, chosen = "a", chosen("other") = "b"\n  Does do a'
MORE: Final = (
    "Action A\n  Effects lit = armed, armed = true\n  Does do a",
    "Goal G\n  Wants not ("
    + " or ".join('(not (holds("a") or holds("b")))' for _ in range(7))
    + ")\nAction A\n  Does fetch x",
    "Goal G\n" + 7 * '  Wants holds("a") or holds("b")\n' + "Action A\n  Does fetch x",
)


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)


def plans() -> dict[str, str]:
    """The plans of the page by file name: that of their first comment, if it gives one, or a number."""
    found = {}
    for number, text in enumerate(blocks("goap")):
        told = re.match(r"# (\S+\.goap):", text)
        found[told.group(1) if told else f"page-{number}.goap"] = text
    return found


def messages(heading: str) -> list[str]:
    """The messages in the table whose first column has that heading."""
    (table,) = re.findall(rf"^\| {heading} \|.*?\n\| --- .*?\n(.*?)\n\n", PAGE, re.DOTALL | re.MULTILINE)
    first = [re.split(r"(?<!\\)\|", row)[1] for row in table.splitlines()]
    return [told for cell in first for told in re.findall(r"`(.+?)`(?=, `| $)", cell.strip() + " ")]


def is_told(message: str, texts: list[str]) -> bool:
    form = re.compile(r"\S+: (?:warning: )?" + ".*".join(map(re.escape, message.split("…"))), re.DOTALL)
    return any(form.match(one) for text in texts for one in problems_of(text))


@pytest.mark.parametrize("file", plans())
def test_every_plan_on_the_page_can_be_used_without_a_warning(file: str) -> None:
    _, problems = check_plan(file, PlanFiles(plans()), SKILLS)
    assert [str(one) for one in problems] == []


def test_the_page_has_plans() -> None:
    assert list(plans())[:2] == ["guard.goap", "walking.goap"]


@pytest.mark.parametrize("message", messages("message"))
def test_every_mistake_on_the_page_is_told(message: str) -> None:
    wishes = [f"Goal G\n  {line}\n{CHANGING}" for line in CANNOT]
    assert is_told(message, [*MISTAKES, *wishes, *MORE])


@pytest.mark.parametrize("message", messages("warning"))
def test_every_warning_on_the_page_is_told(message: str) -> None:
    assert is_told(message, [*ODDITIES])


def test_the_program_on_the_page_runs() -> None:
    (program,) = blocks("python")
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.stderr == ""
    assert done.stdout == "['Explore']\n(define (domain roam-domain)\n"


def test_no_line_of_the_page_is_longer_than_150() -> None:
    assert [line for line in PAGE.splitlines() if len(line) > 150] == []
