"""Beyond the seed: includes, constants and parameters (rule 32), oddities, traces and pictures."""

from __future__ import annotations

import pytest

from agentfw.brains.drawing import draw_text
from agentfw.brains.tracing import Trace
from tests.brains.posh.stage import World, plan_of


def test_rule_32_constants_stand_for_values_everywhere() -> None:
    definitions = """
      (const low-health 30) (const often (+ 1 1)) (const home "base")
      (C c (seconds (* often 2)) (elements ((e (trigger ((health low-health <))) (go home) often))))"""
    one = World().player(
        plan_of('(d (trigger ("health < low_health + 1")) c (seconds often))', definitions)
    )
    assert one.does(1, health=30) == []
    assert one.does(3, every=2.5, health=29) == ["go base 1"] * 2


def test_rule_32_arithmetic_is_left_to_right() -> None:
    one = World().player(plan_of("(d (trigger ((health (- 100 10 (/ 40 2)) =))) walk)"))
    assert one.does(1, health=70) == ["walk"]


def test_rule_32_unknown_constants_are_told_with_the_nearest() -> None:
    text = plan_of("(d (trigger ((health lox <))) walk)", "(const low 30)")
    assert [one.partition(": ")[2] for one in World().mistakes(text)] == [
        '"lox" is neither a sense nor a constant (texts stand in quotes), did you mean "low"?'
    ]


def test_rule_32_constants_stand_once_and_hide_no_skill() -> None:
    text = plan_of("(d (trigger ()) walk)", "(const a 1) (const A 2) (const health 3) (const b (/ 1 0))")
    assert [one.partition(": ")[2] for one in World().mistakes(text)] == [
        'constant "A" is defined twice',
        '"health" is a skill already; call the constant something else',
        "(/ …) has no sensible result here",
    ]


def test_rule_32_elements_of_other_files_can_be_used() -> None:
    files = {
        "parts/one.lap": '((include "two.lap") (AP one (eat two)))',
        "parts/two.lap": "((AP two (walk)))",
    }
    world = World()
    plan = world.load(plan_of("(d (trigger ()) one)", '(include "parts/one.lap")'), files)
    assert plan.summary() == "1 drive collection, 0 competences, 2 action patterns, 1 drive, depth 2"
    assert plan.warnings == ()


def test_rule_32_constants_of_other_files_can_be_used() -> None:
    files = {"c.lap": "((const low 30))"}
    text = plan_of("(d (trigger ((health lower <))) walk)", '(include "c.lap") (const lower (- low 10))')
    assert World().mistakes(text, files) == []


def test_rule_32_a_file_that_is_included_twice_is_read_once() -> None:
    files = {"a.lap": '((include "b.lap") (AP a (b)))', "b.lap": "((AP b (walk)))"}
    text = plan_of("(d (trigger ()) a)", '(include "a.lap") (include "b.lap")')
    assert World().mistakes(text, files) == []


def test_rule_32_files_that_are_reached_in_many_ways_are_read_once() -> None:
    files = {f"f{i}.lap": f'((include "f{i + 1}.lap") (include "f{i + 1}.lap"))' for i in range(40)}
    text = plan_of("(d (trigger ()) walk)", '(include "f0.lap")')
    assert World().mistakes(text, {**files, "f40.lap": "()"}) == []


def test_rule_32_circles_of_includes_are_refused() -> None:
    files = {"a.lap": '(\n(include "b.lap"))', "b.lap": '((include "a.lap"))'}
    assert World().mistakes(plan_of("(d (trigger ()) walk)", '(include "a.lap")'), files) == [
        'b.lap:1:11: "a.lap" includes itself: test.lap → a.lap → b.lap → a.lap'
    ]


def test_rule_32_missing_files_are_told_where_they_are_named() -> None:
    (found,) = World().mistakes(plan_of("(d (trigger ()) walk)", '(include "a.lap")'), {"b.lap": "()"})
    assert found == 'test.lap:1:11: there is no plan "a.lap", did you mean "b.lap"?'


def test_rule_32_names_that_stand_in_two_files_are_refused() -> None:
    (found,) = World().mistakes(
        plan_of("(d (trigger ()) a)", '(include "a.lap") (AP a (eat))'), {"a.lap": "((AP a (walk)))"}
    )
    assert found.endswith('"a" is defined twice: there is an action pattern of that name at a.lap:1:6')


def test_rule_32_an_included_file_has_no_drives() -> None:
    (found,) = World().mistakes(
        plan_of("(d (trigger ()) walk)", '(include "a.lap")'),
        {"a.lap": "((DC x (drives ((d (trigger ()) walk)))))"},
    )
    assert found == "a.lap:1:6: a file that is included brings no drive collection of its own"


def test_rule_32_mistakes_in_an_included_file_are_told_with_its_name() -> None:
    text = plan_of("(d (trigger ()) a)", '(include "a.lap")')
    (found,) = World().mistakes(text, {"a.lap": "((AP a\n (wlak)))"})
    assert found.startswith('a.lap:2:3: "wlak" is neither')


GO = """(C go-there (params where (fast 2))
  (goal ("near($where, within=50)"))
  (elements ((e (trigger ((is-stuck False))) (go $where $fast)) (f (trigger ((is-stuck))) rotate))))"""


def test_rule_32_elements_have_parameters() -> None:
    drives = '(a (trigger ((hungry))) (go-there "kitchen"))\n(b (trigger ()) (go-there "bed" fast=9))'
    one = World().player(plan_of(drives, GO))
    assert one.does(1) == ["go bed 9"]
    assert one.does(1, hungry=True) == ["go kitchen 2"]
    assert one.after(1.0, **{"near kitchen": 10}).path[-1] == "goal reached"
    assert one.does(1, hungry=False) == ["go bed 9"]


def test_rule_32_parameters_are_handed_on_and_worked_out_when_gone_into() -> None:
    definitions = "(AP p (params n) (eat (q (+ $n 1)))) (AP q (params n) ((go weapon $n)))"
    one = World().player(plan_of("(a (trigger ()) (p health))", definitions))
    assert one.does(3, weapon="x", health=5) == ["eat", "go x 6"]


def test_rule_32_missing_surplus_and_unknown_values_are_refused() -> None:
    drives = (
        '(a (trigger ()) go-there)\n(b (trigger ()) (go-there "x" 1 2))\n(c (trigger ()) (go-there $y))'
    )
    assert [one.partition(": ")[2].split(",")[0] for one in World().mistakes(plan_of(drives, GO))] == [
        '"go-there" must be told "where"',
        '"go-there" takes 2 values at most',
        'unknown variable "$y"',
    ]


def test_rule_32_parameters_with_defaults_come_last_and_stand_once() -> None:
    text = plan_of("(d (trigger ()) (p 1 2))", "(AP p (params (a 1) b A) (walk))")
    assert [one.partition(": ")[2] for one in World().mistakes(text)] == [
        "parameters with a default come last",
        'parameter "A" stands here twice',
    ]


# What is odd


def test_definitions_that_are_never_used_are_told() -> None:
    text = plan_of(
        "(d (trigger ()) a)", "(AP a (walk)) (AP b (c)) (C c (elements ((e (trigger ()) eat))))"
    )
    assert World().oddities(text) == [
        'action pattern "b" is never used',
        'competence "c" is never used',
    ]


def test_triggers_that_can_never_hold_are_told() -> None:
    (found,) = World().oddities(plan_of("(d (trigger ((health 30 <) (health 50 >))) walk)"))
    assert found.startswith('the trigger of "d" can never hold: ')


def test_members_that_never_get_a_turn_are_told() -> None:
    text = plan_of("(a (trigger ((succeed))) walk)\n(b (trigger ((hungry))) eat)")
    assert World().oddities(text) == ['"b" never gets a turn: "a" always fires']


def test_a_limited_drive_or_element_shadows_nobody() -> None:
    definitions = "(C c (elements ((e (trigger ((succeed))) walk 3)) ((f (trigger ()) eat))))"
    text = plan_of("(a (trigger ((succeed))) shout (seconds 3))\n(b (trigger ()) c)", definitions)
    assert World().oddities(text) == []


def test_a_limited_drive_with_several_steps_is_told() -> None:
    text = plan_of("(a (trigger ()) p (seconds 3))\n(b (trigger ()) walk)", "(AP p (eat walk))")
    assert World().oddities(text) == ['drive "a" does one step every 3 s, but "p" takes several']


@pytest.mark.parametrize(("count", "told"), [("1", "1 think"), ("3", "3 thinks")])
def test_a_limited_drive_of_a_stepped_plan_is_told_in_thinks(count: str, told: str) -> None:
    drives = f"(a (trigger ()) p (seconds {count}))\n(b (trigger ()) walk)"
    text = plan_of(drives, "(AP p (eat walk))", "DC life")
    assert World().oddities(text) == [f'drive "a" does one step every {told}, but "p" takes several']


@pytest.mark.parametrize("goal", ["()", "((succeed))"])
def test_goals_that_are_reached_at_once_are_told(goal: str) -> None:
    definitions = f"(C c (goal {goal}) (elements ((e (trigger ()) walk))))"
    text = plan_of("(d (trigger ()) c)", definitions, f"RDC life (goal {goal})")
    assert World().oddities(text) == [
        'the goal of competence "c" always holds, so it is reached at once',
        'the goal of drive collection "life" always holds, so it is reached at once',
    ]


def test_constants_that_are_never_used_are_told() -> None:
    text = plan_of("(d (trigger ((health (+ low 1) <))) walk)", "(const low 1) (const unused-one 2)")
    assert World().oddities(text) == ['constant "unused-one" is never used']


@pytest.mark.parametrize(
    "use",
    [
        '(d (trigger ("health < LOW_health")) walk)',
        "(d (trigger ((health Low-Health <))) walk)",
        '(d (trigger ()) (go "a" low_health))',
        '(d (trigger ()) (go "a" speed=low-health))',
        "(d (trigger ()) walk (seconds low-health))",
        "(d (trigger ()) walk (leave (face low-health)))",
        "(d (trigger ()) (p 1))",
        "(d (trigger ()) c)",
    ],
)
def test_constants_that_are_used_in_any_place_and_spelling_are_not_told(use: str) -> None:
    definitions = """(const low-health 30) (AP p (params a (b low-health)) (walk))
      (C c (elements ((e (trigger ()) walk low-health))))"""
    assert [one for one in World().oddities(plan_of(use, definitions)) if "constant" in one] == []


def test_constants_of_other_files_may_be_for_others() -> None:
    files = {"a.lap": "((const low 1) (const high low))"}
    text = plan_of("(d (trigger ()) walk)", '(include "a.lap")')
    assert World().load(text, files).warnings == ()


def test_constants_may_be_there_for_included_files() -> None:
    files = {"a.lap": "((AP nap ((health low <) sleep)))"}
    text = plan_of("(d (trigger ()) nap)", '(include "a.lap") (const low 3)')
    assert World().load(text, files).warnings == ()


# Traces and pictures


def test_a_trace_names_what_was_looked_at_and_why_it_was_not_taken() -> None:
    drives = """
      (a (trigger ()) shout (seconds 10))
      (b (trigger ((hungry) (health 30 <))) eat)
      (c (trigger ((succeed))) c1)"""
    definitions = (
        "(C c1 (elements ((x (trigger ((tired))) sleep)) ((y (trigger ((is-stuck False))) walk))))"
    )
    one = World().player(plan_of(drives, definitions))
    one.does(1)
    one.now, trace = 3.45, Trace()
    choice = one.think(trace=trace, hungry=True)
    reason = trace.reason(choice.path, one.moment, None)
    assert [(found.option, found.condition or found.why, found.value) for found in reason.rejected] == [
        ("a", "every 10 s; fired 3.2 s ago", ""),
        ("b", "health < 30", "health = 100"),
        ("x", "tired", "tired = false"),
    ]
    assert (reason.chosen, reason.path) == ("walk", ("c", "c1", "y", "walk"))
    assert reason.because == "succeed and not is_stuck"


@pytest.mark.parametrize(
    ("thinks", "told"),
    [(1, "every 3 thinks; fired 1 think ago"), (2, "every 3 thinks; fired 2 thinks ago")],
)
def test_a_trace_of_a_stepped_plan_counts_thinks(thinks: int, told: str) -> None:
    drives = "(a (trigger ()) shout (seconds 3))\n(b (trigger ()) walk)"
    one = World().player(plan_of(drives, head="DC life"))
    one.does(thinks)
    trace = Trace()
    choice = one.think(trace=trace)
    assert [found.why for found in trace.reason(choice.path, one.moment, None).rejected] == [told]


def test_a_trace_names_elements_that_have_fired_often_enough() -> None:
    one = World().player(
        plan_of(
            "(d (trigger ()) c)", "(C c (elements ((x (trigger ()) sleep 1)) ((y (trigger ()) walk))))"
        )
    )
    one.does(1)
    trace = Trace()
    choice = one.think(trace=trace)
    rejected = trace.reason(choice.path, one.moment, None).rejected
    assert [(found.option, found.condition or found.why) for found in rejected] == [
        ("x", "has fired as often as it may: 1")
    ]


def test_a_traced_think_decides_as_an_untraced_one() -> None:
    text = plan_of("(a (trigger ((hungry))) p)\n(b (trigger ()) walk)", "(AP p (eat tired sleep))")
    one, other = World().player(text), World().player(text)
    for i in range(30):
        told = {"hungry": i % 7 < 4, "tired": i % 5 < 2}
        assert one.after(0.0, **told) == other.traced(**told)


def test_a_plan_is_drawn_as_a_tree() -> None:
    definitions = (
        "(C c (minutes 1) (goal ((safe))) (elements ((e (trigger ((hungry))) p 2)))) (AP p (tired eat))"
    )
    text = plan_of("(a (trigger ((health 30 <))) c)\n(b (trigger ()) p (seconds 3))", definitions)
    assert draw_text(World().load(text).tree()).splitlines() == [
        "RDC life  [until (fail)]",
        "├─ drive a  [(health 30 <)]",
        "│  └─ C c  [until (safe), for (minutes 1)]",
        "│     └─ element e  [(hungry), 2 times at most]",
        "│        └─ AP p",
        "│           ├─ ask tired",
        "│           └─ act eat",
        "└─ drive b  [every (seconds 3)]",
        "   └─ AP p  [as above]",
    ]
