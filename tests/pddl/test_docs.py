"""Everything that the page about PDDL shows is what the code makes of it."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from agentfw.errors import PlanError
from agentfw.pddl import read_domain, read_plan, read_problem, validate
from agentfw.pddl._sections import REQUIREMENTS
from agentfw.resources import resource_dir
from tests.support.command_line import called

PAGE: Final = (Path(__file__).parents[2] / "docs" / "pddl.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)


def files() -> dict[str, str]:
    """The PDDL files of the page, by the name in their first comment."""
    return {block[2:].partition(":")[0]: block for block in blocks("lisp")}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in files().items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def printed(program: str, folder: Path) -> str:
    words = [sys.executable, "-c", program]
    done = subprocess.run(words, capture_output=True, text=True, cwd=folder, check=False, timeout=60)
    assert done.stderr == ""
    return done.stdout


def test_the_command_prints_what_the_page_shows(capsys: pytest.CaptureFixture[str]) -> None:
    words = blocks("sh")[0].split()[1:]
    *shown, last = blocks("text")[0].splitlines()
    *told, summary = called(capsys, *words).out.splitlines()
    # Which of several equally good orders is found is up to the search.
    assert sorted(told) == sorted(shown)
    assert re.fullmatch(".*".join(map(re.escape, last.split("…"))), summary)


def test_the_plan_on_the_page_works() -> None:
    folder = resource_dir("plans") / "pddl"
    domain = read_domain((folder / "village.pddl").read_text(encoding="utf-8"))
    problem = read_problem((folder / "village-forge.pddl").read_text(encoding="utf-8"), domain)
    verdict = validate(domain, problem, read_plan(blocks("text")[0], domain, problem))
    assert (verdict.fault, verdict.cost) == (None, 10.0)


def test_mistakes_are_told_as_the_page_shows() -> None:
    domain = read_domain(files()["errands.pddl"])
    text = files()["errands-gun.pddl"].replace("weapon", "wepon").replace("(have gun)", "(hav gun)")
    with pytest.raises(PlanError) as caught:
        read_problem(text, domain, "errands-gun.pddl")
    assert f"{caught.value}\n" == blocks("text")[1]


@pytest.mark.parametrize("number", [0, 1])
def test_the_python_examples_print_what_the_page_shows(number: int, folder: Path) -> None:
    told, shown = printed(blocks("python")[number], folder), blocks("text")[2 + number]
    assert sorted(told.splitlines()) == sorted(shown.splitlines())


def test_the_page_lists_every_requirement_of_the_subset() -> None:
    (row,) = re.findall(r"^\| requirements \| (.*) \|$", PAGE, re.MULTILINE)
    assert tuple(row.replace("`", "").split()) == REQUIREMENTS


def test_no_line_of_the_page_is_longer_than_150() -> None:
    assert [line for line in PAGE.splitlines() if len(line) > 150] == []
