"""What task files can say, and what is wrong with those that say something else."""

from __future__ import annotations

import pytest

from agentfw.brains.brain import BrainSetup
from agentfw.brains.htn.syntax import Iteration, Settings, Together, Value
from agentfw.brains.lines import Invocation, Word
from agentfw.errors import PlanError
from agentfw.language import Binary, Literal
from tests.brains.htn.worlds import Bench, World, loaded, problems_of, skills_of

PRIMITIVES = """
Head do what
Goals
holds $0

Head travel place
Goals
at $0
"""
COMPOUNDS = """
Head Main
Subtasks
Both a b
Head Both one two
Preconditions
armed
Subtasks
do $0,travel $1
do $one , travel two
"""


def test_l1_primitives_and_compounds_load_from_one_text() -> None:
    plan, problems = loaded(PRIMITIVES + COMPOUNDS, skills_of(World()))
    assert plan is not None
    assert [*problems] == []
    assert plan.summary() == "2 primitives, 2 compounds, 0 top tasks"


def test_l1_the_seed_form_in_two_files_comes_together_by_include() -> None:
    text = f"Include primitives.htn\n{COMPOUNDS}"
    plan, problems = loaded(text, skills_of(World()), {"primitives.htn": PRIMITIVES})
    assert plan is not None
    assert [*problems] == []
    assert plan.summary() == "2 primitives, 2 compounds, 0 top tasks"


def test_l1_dollar_numbers_are_the_callers_arguments_and_words_are_literals() -> None:
    world = World("armed")
    bench = Bench(PRIMITIVES + COMPOUNDS, world)
    assert bench.think().path == ("Main", "Both a b", "do a")
    world.fails("a")
    assert bench.think().path == ("Main", "Both a b", "travel b")


@pytest.mark.parametrize(
    "line",
    [
        "do one,do two",
        "do one, do two",
        "do one ,do two",
        "\t do  one \t,  do two  ",
        "do one, do two # why",
        "do one, do two ; why",
        "do one, do two\r",
    ],
)
def test_d3_blanks_around_commas_and_before_lines_do_not_matter(line: str) -> None:
    plan, _ = loaded(f"Head Main\n Subtasks\n{line}\n", skills_of(World()))
    other, _ = loaded("Head Main\nSubtasks\ndo one, do two", skills_of(World()))
    assert plan is not None
    assert other is not None
    assert plan.source == other.source


@pytest.mark.parametrize("keyword", ["SUBTASKS", "subtasks", "Subtasks"])
def test_l1_section_words_are_known_in_any_case(keyword: str) -> None:
    plan, _ = loaded(f"head Main\n{keyword}\ndo it", skills_of(World()))
    assert plan is not None


def test_l1_comments_are_left_out_but_not_from_texts() -> None:
    plan, _ = loaded('# a\n; b\nHead Main # c\nSubtasks ; d\nsay "a # b ; c" # d', skills_of(World()))
    assert plan is not None
    (line,) = plan.source.definitions[0].subtasks or ()
    (way,) = line.alternatives
    assert isinstance(way, Together)
    assert way.calls[0].arguments == (Literal("a # b ; c", way.at),)


def test_l2_tasks_may_be_used_before_they_are_defined() -> None:
    assert problems_of("Head A\nSubtasks\nB\nHead B\nSubtasks\ndo it") == []


def test_l2_direct_and_indirect_recursion_resolve() -> None:
    text = "Head A\nSubtasks\ndo it\nB\nA\nHead B\nSubtasks\ndo it, A"
    bench = Bench(text, World(), "A")
    bench.world.ends("it")
    assert bench.plan.library.tasks["a"].lines[2].ways[0].calls[0].task.name == "A"
    assert bench.plan.library.tasks["b"].lines[0].ways[1].calls[0].task.name == "A"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "Head A\nSubtasks\ndo it\nHead a\nSubtasks\ndo it",
            '4:6: task "a" is there already, see test.htn:1',
        ),
        ("Head do what\nHead do what", '2:6: task "do" is there already, see test.htn:1'),
        ("Head A\nSubtasks\n  do it, ad it", '3:10: there is no task "ad", did you mean "A"?'),
        ("Head A\nGoals\n  armd\nSubtasks\ndo it", '3:3: unknown sense "armd", did you mean "armed"?'),
        ("Head dance", "1:6: dance has no Subtasks, and there is no such act"),
        ("Head A x\nSubtasks\ndo $x\nHead B\nSubtasks\nA", "6:1: A takes 1 argument (x), found 0"),
        ("Head A x\nSubtasks\ndo $x\nHead B\nSubtasks\nA 1 2", "6:5: A takes 1 argument (x), found 2"),
        ("Head A\nSubtasks\ntravel", "3:1: travel takes 1 to 2 arguments (place, careful), found 0"),
        ("Head A\nSubtasks\ncommand", "3:1: command takes 1 or more arguments (task), found 0"),
        ("Head A\nGoals\nat\nSubtasks\ndo it", '3:1: at needs "place"'),
        ("Head A\nSubtasks\ndo 5", '3:4: do: "name" is a text, found a number'),
        ("Head A\nSubtasks\ndo (level > 3)", '3:5: do: "name" is a text, found a truth'),
        ("Head A\nSubtasks\ndo nam=5", '3:8: do has no parameter "nam", did you mean "name"?'),
        ("Head A\nSubtasks\ndo it name=it", '3:12: do is given "name" twice'),
        ("Head A\nSubtasks\ndo $x", '3:4: unknown variable "$x"'),
        ("Head A x\nSubtasks\ndo $1", '3:4: unknown variable "$1" (known: $0, $x)'),
        ("Head A x x\nSubtasks\ndo $x", '1:6: parameter "x" is named twice'),
        ("Head do\nLookahead", "1:6: do has no Subtasks to look ahead through"),
        ("Head do a b", "1:6: the act do takes 1 arguments, found 2"),
        ("Head A\nEffects\nSubtasks\ndo it", "1:6: A has Subtasks; only what acts do has Effects"),
        (
            "Head A\nPriority\narmed and armed\nSubtasks\ndo it",
            "3:1: a priority is a number, found truth",
        ),
        ("Head A\nPriority\nSubtasks\ndo it", "1:6: Priority of A is one number or expression"),
        ("Head A\nLookahead\nnods 5\nSubtasks\ndo it", "3:1: expected one of nodes"),
        ("Goals\narmed", "1:1: Goals belongs to a task: Head NAME comes first"),
        ("armed", '1:1: expected Head NAME, found "armed"'),
        ("Head A\narmed", "2:1: expected a section (Goals, Preconditions, Subtasks, …)"),
        ("Head\nSubtasks\ndo it", "1:5: expected Head NAME and names of parameters"),
        ("Head A\nGoals\narmed\nGoals\narmed", "4:1: Goals: A has this section already"),
        ("Include", "1:8: expected Include FILE"),
        ("Include other.htn", '1:9: there is no plan "other.htn"'),
        ("Constant a", "1:10: expected Constant NAME VALUE"),
        ("Constant a b c", "1:10: the value of a is one word, number or text"),
        ("Constant a 1\nConstant a 2", '2:10: constant "a" is there already'),
        ("Constant a-b 1\nConstant A_B 2", '2:10: constant "A_B" is there already'),
        (
            "Constant Armed 1",
            '1:10: "Armed" is a skill already; call the constant something else',
        ),
        (
            "Head A\nGoals\n  Do it\nSubtasks\nsay it",
            '3:3: unknown sense "Do": that is an act; acts change things, conditions only ask',
        ),
        (
            "Head A\nGoals\narmed and not travel(3)\nSubtasks\nsay it",
            '3:15: unknown sense "travel": that is an act; acts change things, conditions only ask',
        ),
        ("Top\n  Nothing", '2:3: there is no task "Nothing"'),
        ("Head A\nSubtasks\ndo it,, do it", "3:7: expected a task; is there a comma too many?"),
        (
            "Head A\nSubtasks\n(level)",
            "3:1: a value alone does nothing: bind it, as in x = (expression)",
        ),
        (
            "Head A\nSubtasks\nx = do a || do b",
            "3:5: tasks that run together have no single value to bind",
        ),
        ("Head A\nSubtasks\nx = every $p in members: do $p", "3:5: every has no single value to bind"),
        ("Head A\nSubtasks\neach $p in members", "3:1: expected each $p in LIST: TASK"),
        ("Head A\nSubtasks\neach $p in level: do $p", "3:12: each goes through a list, found number"),
        ("Head A p\nSubtasks\neach $p in members: do $p", '3:1: "p" is bound already; use another name'),
        ("Head A p\nSubtasks\np = do it", '3:1: "p" is a parameter; bind another name'),
        ("Head A\nSubtasks\neach $p in members: do $p\ndo $p", '4:4: unknown variable "$p"'),
        ("Head A\nSubtasks\ndo (it", "3:4: this bracket is never closed"),
        ("Head A\nSubtasks\ndo ()", "3:4: expected an expression between the brackets"),
        ("Head A\nSubtasks\ndo it)", '3:6: ")" cannot stand here, after "it"'),
        ("Head A\nSubtasks\ndo(it)", '3:3: "(" cannot stand here, after "do"'),
        (
            "Head A\nSubtasks\ndo *",
            '3:4: expected a word, a number, "text", $name or (expression), found "*"',
        ),
        ("Head A\nSubtasks\n5 do", '3:1: expected the name of a task, found "5 do"'),
        ("Head A\nSubtasks\ndo a ||", "3:8: expected the name of a task, found nothing"),
        ('Head A\nSubtasks\n"it" do', "3:1: expected the name of a task, found '\"it\" do'"),
        ('Head A\nSubtasks\ndo "it', "3:4: this text is never closed"),
        ('Head A\nSubtasks\ndo it"x"', '3:6: \'"\' cannot stand here, after "it"'),
    ],
)
def test_l3_mistakes_are_reported_at_load_with_their_place(text: str, told: str) -> None:
    found = list(problems_of(text))
    assert any(one.startswith(told) for one in found), found


def test_l3_a_name_is_taken_by_both_kinds_of_tasks() -> None:
    found = list(problems_of("Head do what\nHead DO\nSubtasks\nsay hello"))
    assert found == ['2:6: task "DO" is there already, see test.htn:1']


def test_l3_all_mistakes_come_together_and_show_their_lines() -> None:
    plan, problems = loaded("Head A\nGoals\n  armd\nSubtasks\n  Fly", skills_of(World()))
    assert plan is None
    with pytest.raises(PlanError) as caught:
        problems.finish()
    assert str(caught.value).count("\n    ") == 4
    assert "    armd\n" in str(caught.value)


def test_d2_an_unknown_condition_is_no_plan_and_not_false() -> None:
    with pytest.raises(PlanError, match='unknown sense "hasMoreFun"'):
        Bench("Head A\nPreconditions\nhasMoreFun 3\nSubtasks\ndo it", World())


def test_l3_a_head_without_names_has_as_many_parameters_as_are_used() -> None:
    text = "Head Go\nGoals\nat $1\nSubtasks\ndo $0\nHead Main\nSubtasks\nGo a b"
    assert Bench(text, World()).think().path == ("Main", "Go a b", "do a")


def test_l5_conditions_may_be_full_expressions() -> None:
    text = 'Head A\nPreconditions\n(level + 1) * 2 >= 8 and not armed or holds("x")\nSubtasks\ndo it'
    world = World(level=2)
    bench = Bench(text, world)
    assert bench.think().path == ()
    world.values["level"] = 3
    assert bench.think().path == ("A", "do it")


def test_l5_the_short_form_is_taken_exactly_when_a_line_has_it() -> None:
    lines = [
        "armed",
        "at A",
        "at dom-stalwart.PathNode3",
        "level $0",
        "level > 3",
        "not armed",
        "armed()",
    ]
    heads = "\n".join(f"Head T{number} x\nGoals\n{line}\nSubtasks" for number, line in enumerate(lines))
    plan, _ = loaded(heads, skills_of(World()))
    assert plan is not None
    kinds = [type(one.goals[0]).__name__ for one in plan.source.definitions]
    assert kinds == ["Invocation"] * 4 + ["Binary", "Not", "Invocation"]


def test_l5_arguments_have_five_forms_and_may_be_named() -> None:
    text = (
        'Head A x\nSubtasks\nnote a -1.5\nnote "b c" $x\nnote x (level + 1)\ntravel careful=true place=B'
    )
    plan, _ = loaded(text, skills_of(World()))
    assert plan is not None
    ways = [line.alternatives[0] for line in plan.source.definitions[0].subtasks or ()]
    calls = [way.calls[0] for way in ways if isinstance(way, Together)]
    kinds = [type(one).__name__ for call in calls for one in call.arguments]
    assert kinds == ["Word", "Literal", "Literal", "Variable", "Word", "Binary"]
    assert [name for name, _ in calls[-1].named] == ["careful", "place"]


def test_l5_named_arguments_reach_their_parameters() -> None:
    bench = Bench("Head A\nSubtasks\ntravel careful=true place=B", World())
    move = bench.think().wants.move
    assert move is not None
    assert (getattr(move, "place", ""), getattr(move, "stop_if_attacked", False)) == ("B", True)


def test_l5_a_line_can_bind_iterate_and_run_together() -> None:
    text = (
        "Head A\nSubtasks\nx = (level + 1)\n$y = do it\neach $p in members: do $p, say none\n"
        "do a || do b\nsay (y)"
    )
    _, problems = loaded(text.replace("say (y)", "do $y"), skills_of(World()))
    assert [one.text for one in problems] == ['"x" is bound but never used']
    plan, _ = loaded(text.replace("say (y)", "do $y"), skills_of(World()))
    assert plan is not None
    lines = plan.source.definitions[0].subtasks or ()
    assert [type(line.alternatives[0]) for line in lines[:4]] == [Value, Together, Iteration, Together]
    assert isinstance(lines[0].alternatives[0], Value)
    assert isinstance(lines[0].alternatives[0].node, Binary)


def test_constants_stand_for_their_values_as_words_and_in_expressions() -> None:
    text = (
        "Constant spot B\nConstant limit 3\nHead A\nPreconditions\nlevel > limit\nSubtasks\ntravel spot"
    )
    assert Bench(text, World(level=4)).think().path == ("A", "travel B")
    assert Bench(text, World(level=3)).think().path == ()


def test_a_file_is_included_once_also_in_a_circle() -> None:
    files = {"a.htn": "Include b.htn\nHead A\nSubtasks\ndo it", "b.htn": "Include a.htn\nInclude b.htn"}
    plan, problems = loaded("Include a.htn\nHead B\nSubtasks\nA", skills_of(World()), files)
    assert plan is not None
    assert [*problems] == []


def test_a_mistake_in_an_included_file_is_told_with_its_name() -> None:
    plan, problems = loaded("Include a.htn", skills_of(World()), {"a.htn": "\nHead A\nGoals\narmd"})
    assert plan is None
    assert [(one.where, one.line) for one in problems.errors] == [("a.htn", 2), ("a.htn", 4)]


def test_settings_of_looking_ahead_are_read() -> None:
    plan, _ = loaded("Head A\nLookahead\nnodes 50\nreplans 0\nSubtasks\ndo it", skills_of(World()))
    assert plan is not None
    assert plan.source.definitions[0].lookahead == Settings(nodes=50, replans=0)


def test_a_task_hides_an_act_of_its_name() -> None:
    text = "Head say what\nSubtasks\ndo $what\nHead Main\nSubtasks\nsay hello"
    assert Bench(text, World()).think().path == ("Main", "say hello", "do hello")


def test_names_are_compared_without_case_and_hyphens() -> None:
    text = "Head main-task\nSubtasks\nDO it\nHead Other\nSubtasks\nMainTask"
    assert Bench(text, World(), "Other").think().path == ("Other", "main-task", "DO it")


def test_an_act_used_with_a_head_has_its_parameters_under_new_names() -> None:
    text = "Head travel there\nGoals\nat $there\nHead A\nSubtasks\ntravel there=B careful=true"
    assert Bench(text, World(), "A").think().path == ("A", "travel B true")
    found = list(problems_of("Head travel there\nHead A\nSubtasks\ntravel B true"))
    assert found == ["4:10: travel takes 1 argument (there), found 2"]


def test_top_tasks_may_have_expressions_that_are_worked_out_when_they_begin() -> None:
    world = World(members=["a", "b"], name="x")
    bench = Bench('Top\n  Go (noted("place"))\nHead Go where\nSubtasks\ntravel $where', world)
    bench.notes["place"] = "B"
    assert bench.think().path == ("Go B", "travel B")


def test_a_word_and_a_text_are_different_trees() -> None:
    plan, _ = loaded('Head A\nSubtasks\ndo it\ndo "it"', skills_of(World()))
    assert plan is not None
    (first, second) = plan.source.definitions[0].subtasks or ()
    assert first != second
    way = first.alternatives[0]
    assert isinstance(way, Together)
    assert way.calls == (Invocation("do", (Word("it", way.at),), (), way.at),)


def test_engine_options_are_used_before_top() -> None:
    plan, _ = loaded("Top\ndo a", skills_of(World()))
    assert plan is not None
    assert plan.engine(BrainSetup()).tasks == ("do a",)
    assert plan.engine(BrainSetup(options={"tasks": "do b; do c ;"})).tasks == ("do b", "do c")


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ("DO it\ndo 5", 'do: "name" is a text, found a number'),
        ("DO it\ndo", "do takes 1 argument (name), found 0"),
        ("DO it\ndo it nam=it", 'do has no parameter "nam", did you mean "name"?'),
        ("DO it\ndo it name=it", 'do is given "name" twice'),
    ],
)
def test_a_mistake_about_an_act_spells_it_as_its_line_does(lines: str, told: str) -> None:
    (found,) = problems_of(f"Head A\nSubtasks\n{lines}")
    assert found.partition(": ")[2] == told


@pytest.mark.parametrize(
    ("line", "empty"),
    [
        ("xyzzy, , do 5", "expected a task; is there a comma too many?"),
        ("xyzzy, do 5,", "expected a task; is there a comma too many?"),
        ("xyzzy || || do 5", "expected the name of a task, found nothing"),
    ],
)
def test_an_empty_place_hides_no_other_mistake_of_its_line(line: str, empty: str) -> None:
    found = {one.partition(": ")[2] for one in problems_of(f"Head A\nSubtasks\n{line}")}
    assert found == {empty, 'there is no task "xyzzy"', 'do: "name" is a text, found a number'}


def test_a_name_is_bound_also_by_a_line_with_a_mistake() -> None:
    found = list(problems_of("Head A\nSubtasks\nx =\ndo $x"))
    assert found == ["3:4: expected a task; is there a comma too many?"]


@pytest.mark.parametrize("word", ["True", "true", "TRUE"])
def test_true_is_no_text_in_any_case(word: str) -> None:
    move = Bench(f"Head A\nSubtasks\ntravel B {word}", World()).think().wants.move
    assert getattr(move, "stop_if_attacked", None) is True


@pytest.mark.parametrize(
    ("word", "value"),
    [("False", False), ("None", None), ("none", None), ("Nothing", None), ("Nobody", "Nobody")],
)
def test_fixed_words_among_arguments_are_those_of_expressions(word: str, value: object) -> None:
    world = World()
    bench = Bench(f"Head A\nSubtasks\nnote x {word}", world)
    bench.think()
    assert bench.notes["x"] == value


def test_a_word_is_a_constant_in_any_spelling() -> None:
    text = "Constant meeting-point B\nHead A\nSubtasks\ntravel Meeting_Point"
    assert Bench(text, World()).think().path == ("A", "travel B")
