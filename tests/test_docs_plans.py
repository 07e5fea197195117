"""Every plan, expression, message and figure on the pages about plans is what the code makes of it."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from agentfw.brains import BrainSetup, PlanBrain, PlanFiles, View, check_plan
from agentfw.errors import UsageError
from agentfw.language import (
    PlanText,
    Position,
    Problems,
    Scope,
    Slot,
    compile_expression,
    parse_expression,
)
from agentfw.skills import shipped_skills
from tests.support.bad_plans import BAD_EXPRESSIONS, BAD_PLANS, ODD_PLANS

DOCS: Final = Path(__file__).parent.parent / "docs"
PAGES: Final = ("brains", "posh", "htn", "expressions")
ENDINGS: Final = {"lisp": ".lap", "htn": ".htn", "fsm": ".fsm", "goap": ".goap"}
SKILLS: Final = shipped_skills()
# What the page about expressions says that its examples know.
SCOPE: Final = Scope(SKILLS.sense, SKILLS.suggestion, {"where": Slot(0)}, {"hurt": 40, "near": 800})


def page(name: str) -> str:
    return (DOCS / f"{name}.md").read_text(encoding="utf-8")


def blocks(name: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", page(name), re.DOTALL | re.MULTILINE)


def plans(name: str) -> dict[str, str]:
    """The plans of a page by file name: that of their first comment, if it gives one, or a number."""
    found: dict[str, str] = {}
    for language, ending in ENDINGS.items():
        for number, text in enumerate(blocks(name, language)):
            told = re.match(r"[#;] (\S+\.(?:lap|htn|fsm|goap)):", text)
            found[told.group(1) if told else f"{name}-{number}{ending}"] = text
    return found


def expression_problems(text: str) -> list[str]:
    problems = Problems()
    node = parse_expression(text, Position(PlanText(text)), problems)
    if node is not None:
        compile_expression(node, SCOPE, problems)
    return [str(one) for one in problems]


def plan_problems(texts: dict[str, str]) -> list[str]:
    """What is told of the first of some plans, without its places."""
    _, problems = check_plan(next(iter(texts)), PlanFiles(texts), SKILLS)
    return [one.text for one in problems]


def messages(name: str, heading: str) -> list[str]:
    """The messages in the table of a page whose first column has that heading."""
    (table,) = re.findall(
        rf"^\| {heading} \|.*?\n\| --- .*?\n(.*?)\n\n", page(name), re.DOTALL | re.MULTILINE
    )
    first = [re.split(r"(?<!\\)\|", row)[1] for row in table.splitlines()]
    return [told for cell in first for told in re.findall(r"`(.+?)`(?=, `| $)", cell.strip() + " ")]


def is_told(message: str, told: list[str]) -> bool:
    """Whether something that was told has this form, in which dots stand for anything."""
    form = re.compile(".*".join(map(re.escape, message.split("…"))), re.DOTALL)
    return any(form.match(one) for one in told)


@pytest.mark.parametrize(("name", "file"), [(name, file) for name in PAGES for file in plans(name)])
def test_every_plan_on_the_pages_can_be_used_without_a_warning(name: str, file: str) -> None:
    texts = plans(name)
    _, problems = check_plan(file, PlanFiles(texts), SKILLS)
    assert [str(one) for one in problems] == []


@pytest.mark.parametrize("name", PAGES[:3])
def test_the_pages_about_plans_have_plans(name: str) -> None:
    assert plans(name)


@pytest.mark.parametrize(
    "text", [line for block in blocks("expressions", "expr") for line in block.splitlines()]
)
def test_every_expression_on_the_page_about_them_can_be_used(text: str) -> None:
    assert expression_problems(text) == []


def test_mistakes_in_expressions_are_told_as_the_page_shows() -> None:
    (shown,) = blocks("expressions", "text")
    sources = dict.fromkeys(re.findall(r"^    (\S.*)\n *\^$", shown, re.MULTILINE))
    told = [one for text in sources for one in expression_problems(text)]
    assert "\n".join(told) + "\n" == shown


def test_a_condition_is_cut_into_the_parts_that_the_page_shows() -> None:
    (program,) = blocks("expressions", "python")
    (shown,) = re.findall(r"^```\n(health < 40\n.*?)^```", page("expressions"), re.DOTALL | re.MULTILINE)
    assert run_program(program) == shown


def test_a_drive_goes_through_its_plan_as_the_page_shows() -> None:
    rows = re.findall(r"^\| (\d+) \| (.+) \|$", page("posh"), re.MULTILINE)
    (text,) = (one for one in blocks("posh", "lisp") if "blink" in one)
    brain = PlanBrain("idle.lap", BrainSetup(files={"idle.lap": text}))
    ways = [brain.decide(View(now=float(think))).reason.path for think, _ in enumerate(rows)]
    assert [", ".join(way) for way in ways] == [way for _, way in rows]


@pytest.mark.parametrize("message", messages("expressions", "message"))
def test_every_mistake_that_the_page_about_expressions_lists_is_told(message: str) -> None:
    told = [one.split(": ", 1)[1] for text in BAD_EXPRESSIONS for one in expression_problems(text)]
    assert is_told(message, told)


@pytest.mark.parametrize(
    ("name", "message"),
    [(name, message) for name in ("posh", "htn") for message in messages(name, "message")],
)
def test_every_mistake_that_a_page_about_plans_lists_is_told(name: str, message: str) -> None:
    assert is_told(message, [one for plan in BAD_PLANS[name] for one in plan_problems(plan)])


@pytest.mark.parametrize(
    ("name", "message"),
    [(name, message) for name in ("posh", "htn") for message in messages(name, "warning")],
)
def test_every_warning_that_a_page_about_plans_lists_is_told(name: str, message: str) -> None:
    assert is_told(message, [one for plan in ODD_PLANS[name] for one in plan_problems(plan)])


@pytest.mark.parametrize("number", [0, 1])
def test_the_python_examples_of_the_page_about_brains_run(number: int) -> None:
    programs = blocks("brains", "python")
    assert len(programs) == 2
    run_program(programs[number])


def test_the_planning_example_of_the_page_about_brains_finds_its_plan() -> None:
    assert run_program(blocks("brains", "python")[1]) == "(('walk', 'shop'), ('walk', 'bank'))\n"


@pytest.mark.parametrize("name", PAGES[1:])
def test_no_line_of_the_references_is_longer_than_150(name: str) -> None:
    assert [line for line in page(name).splitlines() if len(line) > 150] == []


def run_program(program: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.stderr == ""
    return done.stdout


# What the pages promise, beyond their examples.


def told_of(file: str, text: str) -> list[str]:
    return plan_problems({file: text})


def test_a_constant_that_is_used_in_another_spelling_counts_as_used() -> None:
    text = "Constant low-health 40\nTop\nFoo\nHead Foo\nGoals\nhealth < low_health\nSubtasks\nstop"
    assert told_of("plan.htn", text) == []


def test_a_constant_of_a_task_file_hides_no_sense() -> None:
    text = "Constant health 40\nTop\nFoo\nHead Foo\nGoals\nhealth < 30\nSubtasks\nstop"
    assert any("is a skill already" in one for one in told_of("plan.htn", text))


@pytest.mark.parametrize("file", ["plan.lap", "plan.htn"])
def test_an_option_that_nobody_knows_is_refused(file: str) -> None:
    texts = {
        "plan.lap": "((RDC life (drives ((a (trigger ((succeed))) explore)))))",
        "plan.htn": "Top\nFoo\nHead Foo\nSubtasks\nexplore",
    }
    with pytest.raises(UsageError, match="shufle"):
        PlanBrain(file, BrainSetup(files=texts, options={"shufle": "yes"}))


def test_faults_can_be_let_through_in_task_files() -> None:
    text = "Top\nFoo\nHead Foo\nSubtasks\nexplore"
    with pytest.raises(UsageError, match="expected count or raise"):
        PlanBrain("plan.htn", BrainSetup(files={"plan.htn": text}, options={"faults": "maybe"}))


def test_all_mistakes_of_a_quoted_test_are_told_at_once() -> None:
    text = '((RDC life (drives ((a (trigger ("helth < 30 and blah")) explore)))))'
    assert [one.split(",")[0] for one in told_of("plan.lap", text)] == [
        'unknown sense "helth"',
        'unknown sense "blah"',
    ]


def test_a_mistake_behind_an_escape_is_told_at_its_place() -> None:
    text = r'((RDC life (drives ((a (trigger ("weapon_is(\"x\") and helth < 3")) explore)))))'
    _, problems = check_plan("plan.lap", PlanFiles({"plan.lap": text}), SKILLS)
    assert [one.column for one in problems] == [text.index("helth") + 1]


def test_a_frequency_of_a_stepped_plan_is_told_in_thinks() -> None:
    text = "((AP two (stop walk)) (DC life (drives ((a (trigger ((succeed))) two (seconds 5))))))"
    assert any("every 5 thinks" in one for one in told_of("plan.lap", text))
