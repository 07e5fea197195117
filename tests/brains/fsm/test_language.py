"""Machine files: what is understood, and what is said about the rest."""

from __future__ import annotations

import pytest

from agentfw.brains.brain import BrainSetup
from tests.brains.fsm.stage import Bench, World, loaded, problems_of, skills_of

LISTED = """
State Life
  To Hunt when armed
  To Rest
  State Rest
    During do rest
  State Hunt
    State Look
      To Go
    State Go
      During do go
"""
END = "\nState End\n  Final done"


MISTAKES = [
    ("", "1:1: there is no state"),
    ("Constant x 5", "1:1: there is no state"),
    ("During do a", "1:8: During belongs to a state: indent it below State NAME"),
    ("State A\nTo A", "2:4: To belongs to a state: indent it below State NAME"),
    ("State A\n  Limit 5", "2:9: Limit belongs to the file: it stands before all states"),
    ("State", '1:6: expected State NAME, found "State "'),
    (
        "State A B",
        '1:7: expected State NAME, found "State A B": a name has letters, digits, - and _',
    ),
    (
        "State a.b",
        '1:7: expected State NAME, found "State a.b": a name has letters, digits, - and _',
    ),
    (
        "Stat A",
        (
            "1:1: expected one of Include, Use, Constant, Initial, Limit, State, "
            'found "Stat A", did you mean "State"?'
        ),
    ),
    (
        "State A\n  Durring do a",
        (
            "2:3: expected one of Enter, During, Once, Exit, Timeout, To, Initial, History, "
            'Final, State, found "Durring do a", did you mean "During"?'
        ),
    ),
    ("State A\nState a", '2:7: state "a" is there already, see test.fsm:1'),
    ("Limit 0\nState A", "1:7: expected Limit and a number from 1 to 1000"),
    ("Limit many\nState A", "1:7: expected Limit and a number from 1 to 1000"),
    ("Limit 5\nLimit 6\nState A", "2:7: there is a Limit already"),
    ("Initial B\nState A", '1:9: there is no state "B"'),
    ("Initial A\nInitial A\nState A", "2:9: there is an Initial already"),
    ("State A\n  Initial B\nState B", '2:11: there is no state "B" inside of A'),
    ("State A\n  Initial B\n  Initial B\n  State B", "3:11: A has an Initial already"),
    ("State A\n  History", "1:7: A has a History, but no states inside"),
    ("State A\n  History long\n  State B", '2:11: expected History or History deep, found "long"'),
    ("State A\n  History\n  History\n  State B", "3:10: A has a History already"),
    ("State A\n  Final soon", '2:9: expected Final done, or Final failed "reason"'),
    ("State A\n  Final done\n  Final done", "3:9: A has a Final already"),
    ("State A\n  Final done\n  During do a\n  To A", "2:9: A is final: it can have no During, To"),
    ("State A\n  During fly", '2:10: there is no act "fly"'),
    (
        "State A\n  During armed",
        '2:10: there is no act "armed": that is a sense; senses only tell, acts do',
    ),
    ("State A\n  During do", "2:10: do takes 1 argument (name), found 0"),
    ("State A\n  During", "2:9: expected the name of a skill, found nothing"),
    ("State A\n  To B", '2:6: there is no state "B"'),
    ("State Attack\n  To Atack", '2:6: there is no state "Atack", did you mean "Attack"?'),
    ("State A\n  To", "2:5: expected the name of a state, found nothing"),
    (
        "State A\n  To A if armed",
        '2:8: expected when, priority, chance or do, found "if armed"',
    ),
    ("State A\n  To A when", '2:12: expected something behind "when"'),
    ("State A\n  To A when armed when armed", '2:24: "when" is said twice'),
    ("State A\n  To A when armd", '2:13: unknown sense "armd", did you mean "armed"?'),
    ("State A\n  To A when dne", '2:13: unknown sense "dne", did you mean "done"?'),
    ("State A\n  To A when do x", '2:13: expected something behind "when"'),
    ("State A\n  To A when done(3)", "2:13: done takes no arguments"),
    (
        "State A\n  To A when state_was(level)",
        '2:13: state_was takes the name of a state, as in state_was("Patrol")',
    ),
    ('State A\n  To A when state_was("B")', '2:23: there is no state "B"'),
    ("State A\n  To A when armed priority high", '2:28: unknown sense "high"'),
    (
        "State A\n  To A when armed priority level",
        "2:28: a priority is a number that stays the same",
    ),
    ('State A\n  To A when armed priority "high"', "2:28: a priority is a number, found text"),
    ("State A\n  To A when armed chance 2", "2:26: a chance is a number from 0 to 1, found 2"),
    ('State A\n  To A when armed chance "x"', "2:26: a chance is a number from 0 to 1, found text"),
    ("State A\n  To A when armed do fly", '2:22: there is no act "fly"'),
    ("State A\n  Timeout To A", "2:11: expected Timeout SECONDS To STATE, found Timeout To A"),
    ("State A\n  Timeout 5", "2:11: expected Timeout SECONDS To STATE, found Timeout 5"),
    ('State A\n  Timeout "long" To A', "2:11: a timeout is a number of seconds, found text"),
    (
        "Constant done 5\nState A",
        '1:10: "done" is what a state knows of itself; call the constant something else',
    ),
    (
        "Constant armed 5\nState A",
        '1:10: "armed" is a skill already; call the constant something else',
    ),
    ("Constant x\nState A", "1:10: expected Constant NAME VALUE, found Constant x"),
    ("Constant x 1\nConstant X 2\nState A", '2:10: constant "X" is there already'),
    ("Include nowhere.fsm\nState A", '1:9: there is no plan "nowhere.fsm"'),
    ("Use\nState A", "1:4: expected Use FILE or Use FILE as NAME, found Use "),
    (
        "State A\n  State X\nState B\n  State X\nState C\n  To X",
        '6:6: "X" is not clear: write A.X or B.X',
    ),
]


@pytest.mark.parametrize(("text", "expected"), MISTAKES)
def test_mistakes_are_told_with_their_places(text: str, expected: str) -> None:
    assert expected in problems_of(text)


def test_all_mistakes_are_told_at_once() -> None:
    text = "Limit 0\nState A\n  During dance\n  To B when armd\n  Timeout x To A"
    assert [one.split(":")[:2] for one in problems_of(text)] == [
        ["1", "7"],
        ["3", "10"],
        ["4", "6"],
        ["4", "13"],
        ["5", "11"],
    ]


ODDITIES = [
    (
        "State A\n  During do a\n  To C when armed\nState B\n  To A when armed\nState C\n  Final done",
        "4:7: warning: nothing leads to B",
    ),
    ("State A\n  To B when armed\nState B\n  During do b", "3:7: warning: B has no way out"),
    ("State A\n  To B when armed\nState B\n  To B when armed", "3:7: warning: B has no way out"),
    (
        "State A\n  To End when level < 3 and level > 5" + END,
        "2:6: warning: this can never fire: level < 3 and level > 5 never holds",
    ),
    (
        "State A\n  During do a\n  To End when done and not done" + END,
        "3:6: warning: this can never fire: done and not done never holds",
    ),
    (
        "State A\n  To End when done" + END,
        "2:6: warning: A has no During or Once, so nothing there is ever done or failed",
    ),
    (
        "State A\n  To End\n  To A when armed" + END,
        '3:6: warning: never tested: "To End" always holds before it',
    ),
    (
        "State A\n  To End when true\n  To A when armed" + END,
        '3:6: warning: never tested: "To End when true" always holds before it',
    ),
    (
        "State A\n  During do a\n  To End" + END,
        '1:7: warning: A is left at once by "To End", so its acts are never begun',
    ),
    (
        "State A\n  To B\nState B\n  To A",
        "1:7: warning: goes round and round without a condition: A > B > A",
    ),
    ("Constant x 5\nState A", '1:10: warning: constant "x" is never used'),
]


@pytest.mark.parametrize(("text", "expected"), ODDITIES)
def test_oddities_are_told_as_warnings(text: str, expected: str) -> None:
    assert expected in problems_of(text)


@pytest.mark.parametrize(
    "text",
    [
        "State A",
        "State Out\n  State In\n    During do a",
        (
            "State Out\n  To In2 when armed\n  To In1\n  State In1\n    During do a\n  State In2\n"
            "    During do b"
        ),
        LISTED,
        "State A\n  To End chance 0.5\n  To A when armed" + END,
        "State A\n  To End priority -1\n  To A when armed and state_time > 1" + END,
        "State Out\n  To End when armed\n  State In\n    During do a" + END,
        "Constant x hall\nState A\n  During do x\n  To End when armed" + END,
        "Constant low-level 5\nState A\n  To End when level < low_level" + END,
    ],
)
def test_what_is_well_is_not_warned_of(text: str) -> None:
    assert problems_of(text) == []


def test_keywords_can_be_written_in_any_case() -> None:
    text = (
        "LIMIT 7\nstate A\n  during do a\n  TO End WHEN armed PRIORITY 3 Chance 1 DO do x\nSTATE End\n"
        "  FINAL Done"
    )
    plan, _ = loaded(text, skills_of(World()))
    assert plan is not None
    assert str(plan) == (
        "Limit 7\n\nState A\n  During do a\n  To End when armed priority 3 chance 1 do do x\n\n"
        "State End\n  Final done\n"
    )


def test_a_line_belongs_to_the_nearest_state_above_that_is_less_indented() -> None:
    text = "State A\n  State B\n      During do b\n  During do a\nState C\n  During do c"
    plan, _ = loaded(text, skills_of(World()))
    assert plan is not None
    lines = {one.label: [line.call.text for line in one.lines] for one in plan.machine.all}
    assert lines == {"A": ["do a"], "B": ["do b"], "C": ["do c"]}


def test_comments_are_no_part_of_anything() -> None:
    assert problems_of("# all\nState A  # one\n  During do a  # two\n\n# end") == []


def test_words_that_end_a_condition_can_stand_in_brackets() -> None:
    text = 'State A\n  During do a\n  To End when holds("do priority chance") and (level > 1)' + END
    assert problems_of(text) == []


def test_a_name_can_be_dotted_where_it_is_not_clear() -> None:
    text = "State A\n  State X\n    To B.X when armed\nState B\n  State X\n    To A.X when not armed"
    bench = Bench(text, "armed")
    assert bench.states(1) == ["B.X"]


def test_a_name_alone_means_the_state_that_stands_in_no_other() -> None:
    text = "State A\n  State X\n    To X when armed\nState X\n  To A when not armed"
    assert Bench(text, "armed").states(1) == ["X"]


# Other files


def test_states_and_constants_can_come_from_another_file() -> None:
    files = {
        "more.fsm": "Constant far 5\nInitial C\nLimit 3\nState B\n  Timeout far To A\nState C\n  To A"
    }
    text = "Include more.fsm\nState A\n  To B when armed"
    plan, problems = loaded(text, skills_of(World()), files)
    assert plan is not None
    assert [str(one) for one in problems] == []
    assert [one.label for one in plan.machine.all] == ["A", "B", "C"]
    assert plan.machine.initial.label == "A"


def test_a_file_that_only_includes_others_begins_as_they_do() -> None:
    files = {"more.fsm": "Initial B\nLimit 3\nState A\n  To B when armed\nState B\n  To A when armed"}
    plan, _ = loaded("Include more.fsm", skills_of(World()), files)
    assert plan is not None
    assert plan.machine.initial.label == "B"
    assert plan.machine.limit == 3


def test_files_that_include_each_other_are_read_once() -> None:
    files = {"more.fsm": "Include test.fsm\nState B\n  To A when armed", "test.fsm": "State A"}
    assert problems_of("Include more.fsm\nState A\n  To B when armed", files) == []


def test_a_machine_can_be_an_act_of_another_one() -> None:
    inner = "State Go\n  During do walk\n  To There when done\nState There\n  Final done"
    text = (
        "Use inner.fsm as Walk\nState A\n  During Walk\n  To B when done\nState B\n  During do b\n"
        "  To A when armed"
    )
    world = World()
    plan, problems = loaded(text, skills_of(world), {"inner.fsm": inner})
    problems.finish()
    assert plan is not None
    bench = Bench("State A")
    bench.engine, bench.world = plan.engine(BrainSetup()), world
    assert bench.think().path == ("A", "Walk", "Go", "do walk")
    world.ends("walk")
    assert bench.think().path == ("B", "do b")


def test_an_inner_machine_that_fails_fails_its_act() -> None:
    inner = 'State Go\n  To Lost when armed\nState Lost\n  Final failed "lost"'
    text = "Use inner.fsm\nState A\n  During inner\n  To B when failed\nState B\n  To A when not armed"
    world = World("armed")
    plan, _ = loaded(text, skills_of(world), {"inner.fsm": inner})
    assert plan is not None
    bench = Bench("State A")
    bench.engine = plan.engine(BrainSetup())
    assert bench.states(1) == ["B"]


def test_a_machine_cannot_stand_inside_of_itself() -> None:
    files = {"inner.fsm": "Use inner.fsm as Again\nState A\n  During Again"}
    told = problems_of("Use inner.fsm\nState A\n  During inner", files)
    assert any("it would stand inside of itself" in one for one in told)


# The plan as a whole


def test_the_summary_counts_states_and_transitions() -> None:
    plan, _ = loaded("State A\n  To B when armed\nState B\n  To A when armed", skills_of(World()))
    assert plan is not None
    assert plan.summary() == "2 states, 2 transitions"
    assert (plan.language, plan.options) == ("fsm", ("start",))
