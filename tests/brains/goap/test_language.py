"""GOAP files as they are read: what is understood, and what is told about the rest."""

from __future__ import annotations

import pytest

from agentfw.brains.brain import BrainSetup
from agentfw.brains.goap.syntax import Settings
from tests.brains.goap.worlds import Bench, World, loaded, problems_of, skills_of

WHOLE = """
Constant enough 3
Goal G
  Wants lit
Action A
  Effects lit = true
  Does do a
  Needs level > enough
"""

MISTAKES = {
    "Foo\n": '1:1: expected Goal NAME or Action NAME, found "Foo"',
    "Gaol G\n": '1:1: expected Goal NAME or Action NAME, found "Gaol", did you mean "Goal"?',
    "Wants lit": "1:1: Wants belongs to a goal: Goal NAME comes first",
    "Does do a": "1:1: Does belongs to an action: Action NAME comes first",
    "Goal G\nWants lit\nNeeds lit": (
        "3:1: Needs cannot stand below goals (known: Priority, Wants, When)"
    ),
    "Goal G\nWants": "2:1: expected something after Wants, in the same line",
    "Goal G H\nWants lit": '1:6: expected Goal NAME, found "G H"',
    "Goal\nWants lit": '1:5: expected Goal NAME, found ""',
    "Action A in\nDoes do a": (
        '1:8: expected Action NAME, or Action NAME variable in LIST, found "A in"'
    ),
    "Goal G": "1:6: G wants nothing: add a line Wants CONDITION",
    "Goal G\nWants lit\nGoal g\nWants lit": '3:6: goal "g" is there already',
    "Goal G\nPriority 1\nPriority 2\nWants lit": "3:10: G has more than one Priority",
    'Goal G\nPriority "high"\nWants lit': "2:10: a priority is a number, found text",
    "Goal G\nWants lihgt": '2:7: unknown sense "lihgt"',
    "Goal G\nWants lit = true": '2:11: "=" compares nothing, write "=="',
    "Action A\nEffects lit = true": "1:8: A does nothing: add a line Does ACT",
    "Action A\nDoes dig\nEffects lit = true": '2:6: there is no act "dig"',
    "Action A\nDoes lit\nEffects lit = true": (
        '2:6: there is no act "lit": that is a sense; senses only tell, acts do'
    ),
    "Action A\nDoes do\nEffects lit = true": "2:6: do takes 1 argument (name), found 0",
    "Action A\nDoes do a\nEffects lit": '3:12: expected "=", found the end',
    "Action A\nDoes do a\nEffects lit = 3": "3:15: lit is a truth, found a number",
    "Action A\nDoes do a\nEffects lit += 3": '3:9: "+" needs numbers, found truth',
    "Action A\nDoes do a\nEffects level = nothing": (
        "3:9: level is a number, and cannot become nothing"
    ),
    "Action A\nDoes do a\nEffects lit = true\nAction a\nDoes do a\nEffects lit = true": (
        '4:8: action "a" is there already, see test.goap:1'
    ),
    "Action A x in level\nDoes do a\nEffects holds($x) = true": (
        "1:15: an action goes through a list, found number"
    ),
    "Action A\nDoes do a\nEffects lit = true\nTimeout soon": (
        '4:9: expected a number from 0 to 1e+06, found "soon"'
    ),
    "Action A\nDoes do a\nEffects lit = true\nTimeout 0": "4:9: nothing is done within 0 seconds",
    "Action A\nDoes do a\nEffects lit = true\nCost lit": "4:6: a cost is a number, found truth",
    "Nodes 0": '1:7: expected a number from 1 to 1e+07, found "0"',
    "Switch 5\nSwitch 6": "2:8: Switch is told already",
    "Search wide": '1:8: expected anytime, optimal, quick, found "wide"',
    "Fact a b": '1:6: expected Fact NAME, found "a b"',
    "Fact a\nFact A": '2:6: fact "A" is there already',
    "Fact lit": '1:6: "lit" is a skill already; call this something else',
    "Constant lit 3": '1:10: "lit" is a skill already; call the constant something else',
    "Constant a 1\nConstant a 2": '2:10: constant "a" is there already',
    "Constant a": "1:10: expected Constant NAME VALUE, found Constant a",
    "Constant a 1 2": "1:10: the value of a is one word, number or text",
    "Include": "1:8: expected Include FILE",
    "Include nowhere.goap": '1:9: there is no plan "nowhere.goap"',
    "Use": "1:4: expected Use FILE or Use FILE as NAME, found Use",
    "Use nowhere.goap as X": "1:5: nowhere.goap cannot be used: there is no plan",
    "": "1:1: there is no goal",
}

CANNOT = {
    "Wants level * level > 3": '"level" is changed by actions, and cannot be a factor here',
    "Wants 3 / level > 1": '"level" is changed by actions, and cannot be a factor here',
    "Wants level % 2 == 0": (
        '"level" is changed by actions, and can only be added, or times a constant'
    ),
    "Wants level in [1, 2]": '"in" cannot be planned with numbers that actions change',
    'Wants chosen == chosen("other")': (
        '"chosen" and "chosen" are both changed by actions, and cannot be compared with each other'
    ),
    "Wants holds(chosen)": (
        '"holds" is asked about "chosen", which actions change; nobody can foresee the answer'
    ),
}


@pytest.mark.parametrize("text", MISTAKES)
def test_mistakes_are_told_with_their_place(text: str) -> None:
    assert any(one.startswith(MISTAKES[text]) for one in problems_of(text)), problems_of(text)


@pytest.mark.parametrize("line", CANNOT)
def test_what_no_search_can_reason_about_is_refused_when_loading(line: str) -> None:
    text = f"""Goal G
  {line}
Action A
  Effects level += 1, chosen = "a", chosen("other") = "b"
  Does do a"""
    assert f"2:{9}: {CANNOT[line]}" in problems_of(text)


def test_what_an_effect_makes_of_something_that_is_no_number_must_be_known() -> None:
    text = "Action A\n  Effects lit = armed, armed = true\n  Does do a"
    assert (
        '2:11: "armed" is changed by actions, and lit is no number: '
        "give it a value that is known when planning begins"
    ) in problems_of(text)


def test_a_condition_that_holds_in_too_many_ways_is_refused() -> None:
    pair = '(holds("a") or holds("b"))'
    many = " or ".join(f"(not {pair})" for _ in range(7))
    text = f"Goal G\n  Wants not ({many})\nAction A\n  Does fetch x"
    assert any(
        "this can hold in 128 ways; more than 64 are too many" in one for one in problems_of(text)
    )


@pytest.mark.parametrize("owner", ["Goal Many\n{}", "Goal One\n  Wants lit\nAction Many\n{}  Does do x"])
def test_conditions_that_hold_together_in_too_many_ways_are_refused(owner: str) -> None:
    word = "Wants" if "Action" not in owner else "Needs"
    lines = "".join(f'  {word} holds("a{n}") or holds("b{n}")\n' for n in range(24))
    action = '\nAction Any\n  Effects lit = true, holds("a0") = true\n  Does do x'
    told = [one for one in problems_of(owner.format(lines) + action) if "16777216 ways" in one]
    assert [one.split(": ", 1)[1] for one in told] == [
        f"what Many {word.lower()} can hold in 16777216 ways; more than 64 are too many"
    ]


def test_all_mistakes_are_told_at_once() -> None:
    assert len(problems_of("Goal G\nWants lihgt\nAction A\nDoes dig\nEffects armd = true")) == 3


def test_keywords_are_understood_in_any_case() -> None:
    assert problems_of(WHOLE.upper().replace("LIT", "lit").replace("TRUE", "true")) == []


def test_settings_are_read() -> None:
    text = "Switch 1\nNodes 2\nDeadline 3\nRetry 4\nAvoid 5\nSearch quick\n" + WHOLE
    plan, _ = loaded(text, skills_of(World()))
    assert plan is not None
    assert plan.settings == Settings(1, 2, 3, 4, 5, "quick")


def test_included_goals_and_actions_count_as_if_they_stood_there() -> None:
    files = {
        "more.goap": "Switch 9\nGoal H\n  Wants armed\nAction B\n  Effects armed = true\n  Does do b"
    }
    plan, problems = loaded("Include more.goap\nSwitch 7\n" + WHOLE, skills_of(World()), files)
    assert plan is not None, list(problems)
    assert [one.name for one in plan.goals] == ["G", "H"]
    assert plan.settings.switch == 7


def test_the_name_of_a_brain_that_cannot_be_used_is_no_second_mistake() -> None:
    text = "Use nowhere.goap as X\nGoal G\n  Wants lit\nAction A\n  Effects lit = true\n  Does X"
    (mistake,) = problems_of(text)
    assert mistake.startswith("1:5: nowhere.goap cannot be used")


def test_another_brain_can_be_an_act() -> None:
    files = {"inner.goap": "Goal I\n  Wants lit\nAction B\n  Effects lit = true\n  Does do b"}
    text = "Use inner.goap as Inner\nGoal G\n  Wants lit\nAction A\n  Effects lit = true\n  Does Inner"
    world = World()
    plan, problems = loaded(text, skills_of(world), files)
    assert plan is not None, list(problems)
    bench = Bench(WHOLE, world)
    bench.plan = plan
    bench.engine = plan.engine(BrainSetup())
    assert bench.think().path == ("G", "A", "Inner", "I", "B", "do b")


# Oddities

ODDITIES = {
    "Goal G\nWants lit\nAction A\nDoes do a\nEffects armed = true": [
        '2:7: warning: no action changes anything of "lit", which G wants',
        "3:8: warning: no goal and no action asks for what A changes",
    ],
    WHOLE.replace("  Effects lit = true\n", ""): [
        '4:9: warning: no action changes anything of "lit", which G wants',
        "5:8: warning: nobody says what A changes, so no plan has it: add a line Effects",
    ],
    WHOLE.replace("level > enough", "level > 3"): ['2:10: warning: constant "enough" is never used'],
    "Fact f\n" + WHOLE: ['1:6: warning: no action makes the fact "f" true'],
    WHOLE.replace("Action A", "Action A x in members"): ['5:8: warning: "x" of A is never used'],
    WHOLE.replace("level > enough", "level > enough and level < 2"): [
        "5:8: warning: what A needs can never hold: level > enough and level < 2"
    ],
    WHOLE.replace("Wants lit", "Wants lit and not lit"): [
        "3:6: warning: what G wants can never hold: lit and not lit"
    ],
    WHOLE.replace("Wants lit", "When armed and not armed\n  Wants lit"): [
        "3:6: warning: when G is wanted can never hold: armed and not armed"
    ],
}


@pytest.mark.parametrize("text", ODDITIES)
def test_oddities_are_warned_about(text: str) -> None:
    assert problems_of(text) == ODDITIES[text]


def test_a_plan_that_says_what_it_means_is_not_warned_about() -> None:
    assert problems_of(WHOLE) == []
