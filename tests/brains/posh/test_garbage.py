"""Spoiled plan texts: whatever stands there, the answer is a plan or mistakes with their places."""

from __future__ import annotations

from typing import Final

from hypothesis import given, settings
from hypothesis import strategies as st

from agentfw.brains.brain import BrainSetup
from agentfw.brains.planfiles import PlanFiles
from agentfw.brains.posh import load
from agentfw.language import PlanText, Problems
from agentfw.perception import View
from agentfw.skills import Moment, SkillSet, shipped_skills
from tests.brains.posh.stage import World
from tests.brains.posh.test_language import WHOLE

SKILLS: Final = shipped_skills()
PLANS: Final = tuple(
    PlanFiles().read(name).text
    for name in ("bodbot-1-walking.lap", "bodbot-2-flags.lap", "bodbot-attack.lap")
)
BEYOND: Final = """(
  (const low 30) (const later (- 10 2)) (documentation "a" "b")
  (C travel (params where (fast 2)) (seconds later) (goal ("near($where, within=50)"))
    (elements ((e (trigger ((health low <) "not hungry")) (go-to $where $fast) 3))))
  (AP go-to (params a b) ((go $a speed= $b) "health > low" walk))
  (RDC life (goal ((fail))) (fallback (seconds 5))
    (drives ((d (trigger ((hungry))) (travel "home") (hz 2) (interrupt cancel) (leave halt))))))"""
PIECES: Final = (
    *(
        "(",
        ")",
        "((",
        "))",
        '"',
        "\\",
        ";",
        "#",
        "\n",
        "$",
        "$x",
        "=",
        "-",
        "1e999",
        "9" * 40,
        "0",
        "-1",
    ),
    *(
        "none",
        "True",
        "(seconds)",
        "(seconds x)",
        "(hz 0)",
        '(include "x.lap")',
        "(const a a)",
        "(params)",
    ),
    *(
        "(goal)",
        "(trigger)",
        "(C)",
        "(AP x)",
        "(RDC)",
        "C",
        "AP",
        "life",
        "é",
        "\0",
        "\ud7ff",
        "(- 1)",
        "<",
    ),
    *('"a <"', '"walk"', '"$y"', '"health <"', "(+ 1 True)", "(/ 1 0)", "health"),
)


@st.composite
def spoiled(draw: st.DrawFn, texts: tuple[str, ...]) -> str:
    """A plan with some pieces cut out, put in, doubled or swapped."""
    text = draw(st.sampled_from(texts))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 12)))
        piece = draw(st.one_of(st.just(""), st.sampled_from(PIECES), st.just(text[start:end] * 2)))
        text = text[:start] + piece + text[end:]
    return text


def check(text: str, skills: SkillSet) -> None:
    problems, source = Problems(), PlanText(text, "spoiled.lap")
    plan = load(source, PlanFiles({"": ""}), skills, problems)
    assert (plan is None) == bool(problems.errors)
    for one in problems:
        assert 1 <= one.line <= len(source.lines)
        assert 1 <= one.column <= len(source.lines[one.line - 1]) + 2
    if plan is not None:
        plan.tree()
        engine = plan.engine(BrainSetup())
        for i in range(3):
            engine.think(Moment(View(now=float(i))), None)


@given(spoiled(PLANS))
@settings(max_examples=150, deadline=None)
def test_spoiled_plans_load_or_have_mistakes_with_places(text: str) -> None:
    check(text, SKILLS)


@given(spoiled((WHOLE % "RDC", BEYOND)))
@settings(max_examples=150, deadline=None)
def test_spoiled_plans_with_everything_load_or_have_mistakes_with_places(text: str) -> None:
    check(text, World().skills)


@given(st.lists(st.sampled_from(PIECES), max_size=30).map(" ".join))
@settings(max_examples=150, deadline=None)
def test_garbage_has_mistakes_with_places(text: str) -> None:
    check(text, World().skills)


def test_the_plan_with_everything_is_fine_before_it_is_spoiled() -> None:
    assert World().mistakes(BEYOND) == []


def test_values_as_deep_as_brackets_can_stand_are_refused_and_not_choked_on() -> None:
    value = "1"
    for _ in range(90):
        value = f"(+ {value} {'1 ' * 30})"
    (found,) = World().mistakes(f"((const a {value}) (DC d (drives ((x (trigger ()) walk)))))")
    assert found.endswith("this lies deeper than 100 levels; split the expression up")


def test_thousands_of_mistakes_are_told_all_at_once() -> None:
    drives = "\n".join(f"((d{i} (trigger ((nothing{i}))) x{i} (seconds y)))" for i in range(2000))
    assert len(World().mistakes(f"((DC d (drives {drives})))")) == 6000
