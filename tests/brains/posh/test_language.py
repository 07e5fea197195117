"""What the plan language accepts and refuses: rules 18 to 21 of the seed."""

from __future__ import annotations

import pytest

from agentfw.brains.planfiles import PlanFiles
from agentfw.brains.planned import Plan, load_plan
from agentfw.skills import shipped_skills
from tests.brains.posh.stage import World, plan_of

WHOLE = """; a comment
(
  (documentation "what" "who" "when")
  (C wander (minutes 10) (goal ((see-enemy))) ; and another
    (elements ((stuck (trigger ((is-stuck))) avoid)   # and one of this kind
               (free (trigger ((is-stuck False))) walk 3))
              ((rest (trigger ((succeed))) sleep))))
  (AP avoid (seconds 5) (stop-bot rotate))
  (%s life (goal ((fail)))
    (drives ((food (trigger ((hungry) (health 30 <))) eat (seconds 10)))
            ((rest (trigger ((tired))) sleep (hz 2)) (shout (trigger ((safe))) shout (pm 30)))
            ((life (trigger ((succeed))) wander none)))))
"""


@pytest.mark.parametrize("kind", ["DC", "RDC", "SDC", "SRDC", "rdc"])
def test_rule_18_all_parts_of_the_language_are_read(kind: str) -> None:
    plan: Plan = World().load(WHOLE % kind)
    assert plan.summary() == ("1 drive collection, 1 competence, 1 action pattern, 4 drives, depth 2")


def test_rule_18_time_outs_and_goals_are_optional() -> None:
    definitions = "(AP nap (sleep)) (C c (elements ((e (trigger ((safe))) nap))))"
    assert World().mistakes(f"({definitions} (DC d (drives ((x (trigger ()) c)))))") == []


def test_rule_18_mistakes_have_lines_and_columns() -> None:
    found = World().mistakes(
        "(\n  (AP nap (seconds x) (sleep))\n  (RDC life (drives ((d (trigger ((tried))) nap)))))"
    )
    assert [one.split(": ")[0] for one in found] == ["test.lap:2:20", "test.lap:3:36"]


@pytest.mark.parametrize(
    ("name", "summary"),
    [
        (
            "bodbot-1-walking.lap",
            "1 drive collection, 3 competences, 1 action pattern, 2 drives, depth 4",
        ),
        (
            "bodbot-2-flags.lap",
            "1 drive collection, 3 competences, 5 action patterns, 7 drives, depth 4",
        ),
        (
            "bodbot-attack.lap",
            "1 drive collection, 6 competences, 11 action patterns, 14 drives, depth 4",
        ),
    ],
)
def test_rule_19_the_plans_of_the_seed_load(name: str, summary: str) -> None:
    assert load_plan(name, PlanFiles(), shipped_skills()).summary() == summary


def test_rule_19_no_drive_of_the_shipped_plans_is_shadowed_or_left_to_chance() -> None:
    plan = load_plan("bodbot-attack.lap", PlanFiles(), shipped_skills())
    assert [one.text for one in plan.warnings] == [
        'action pattern "expire-the-projectile-info" is never used'
    ]


HIT = """((AP avoid (stop-bot rotate))
 (RDC life (goal ((fail)))
  (drives
   ((hit (trigger ((see-enemy)%s (is-rotating False))) avoid))
   ((rest (trigger ((succeed))) walk)))))"""


def test_rule_20_a_closing_bracket_too_many_in_a_trigger_is_refused_where_it_shows() -> None:
    assert World().mistakes(HIT % "") == []
    found = World().mistakes(HIT % ")")
    assert found[-1] == "test.lap:5:41: this closing bracket is one too many"
    assert "test.lap:4:33: a trigger is one list of tests: (trigger ((sense) (sense value)))" in found


def test_rule_20_surplus_closing_brackets_between_elements_are_refused() -> None:
    text = "(\n (AP a (walk)))\n) (AP b (rotate))\n (RDC life (drives ((d (trigger ()) a)))))"
    assert World().mistakes(text)[0] == "test.lap:3:1: this closing bracket is one too many"


def test_rule_20_what_stands_behind_the_plan_is_refused() -> None:
    text = "(\n (AP a (walk)))\n (AP b (rotate))"
    assert (
        "test.lap:3:2: this stands behind the last bracket of the plan: a closing bracket before it is "
        "one too many" in World().mistakes(text)
    )


FUSED = """(
 (AP attack (shout walk))
 (AP take (eat))
 (RDC life
  (drives
   ((attack-enemy (trigger ((see-enemy) attack))
    (take-flag (trigger ((hungry) (tired False))) take)))
   ((rest (trigger ((succeed))) walk)))))"""


def test_rule_20_an_action_inside_its_trigger_is_refused_though_the_brackets_fit() -> None:
    assert World().mistakes(FUSED) == [
        'test.lap:6:6: drive "attack-enemy" does nothing: an action must follow its trigger',
        "test.lap:6:41: a test stands in brackets: write (attack); an action stands outside the trigger",
    ]


def test_rule_20_a_drive_without_an_action_is_refused() -> None:
    assert World().mistakes("((RDC life (drives ((d (trigger ((hungry))))))))") == [
        'test.lap:1:22: drive "d" does nothing: an action must follow its trigger'
    ]


def test_rule_20_an_element_of_the_plan_in_a_trigger_is_refused() -> None:
    found = World().mistakes(plan_of("(d (trigger ((avoid))) avoid)", "(AP avoid (walk))"))
    assert found == ['test.lap:1:69: "avoid" is an element of the plan; triggers only ask senses']


def test_rule_20_an_unclosed_bracket_is_told_with_the_element_that_lacks_it() -> None:
    text = "(\n (AP a (walk)\n (AP b (rotate))\n (RDC life (drives ((d (trigger ()) a)))))"
    assert World().mistakes(text) == [
        "test.lap:2:2: this bracket is never closed",
        "test.lap:3:2: an element begins here inside another one",
    ]


def test_rule_20_an_unclosed_bracket_at_the_end_is_told_at_its_place() -> None:
    assert World().mistakes("(\n (RDC life (drives ((d (trigger ()) walk))))\n") == [
        "test.lap:1:1: this bracket is never closed"
    ]


def test_rule_20_undefined_names_are_refused_with_the_nearest_known_one() -> None:
    found = World().mistakes(plan_of("(d (trigger ((see-enmy))) avod)", "(AP avoid (wlak))"))
    assert [one.partition(": ")[2] for one in found] == [
        '"wlak" is neither an element of this plan nor an act, did you mean "walk"?',
        'unknown sense "see-enmy", did you mean "see_enemy"?',
        '"avod" is neither an element of this plan nor an act, did you mean "avoid"?',
    ]


def test_rule_20_names_that_stand_twice_are_refused() -> None:
    elements = "((e (trigger ()) walk)) ((E (trigger ()) rotate))"
    text = plan_of(
        "(d (trigger ()) a)\n(d (trigger ()) c)",
        f"(AP a (walk)) (AP A (rotate)) (C c (elements {elements}))",
    )
    assert [one.partition(": ")[2].split(":")[0] for one in World().mistakes(text)] == [
        '"A" is defined twice',
        '"E" stands in competence "c" twice, first in line 1',
        '"d" stands in drive collection "life" twice, first in line 1',
    ]


def test_rule_20_a_plan_has_one_root_with_a_name_of_its_own() -> None:
    root = "(RDC life (drives ((d (trigger ()) walk))))"
    found = World().mistakes(f"((AP life (eat))\n{root}\n{root.replace('life', 'death')})")
    assert found == [
        'test.lap:2:6: "life" is also the name of an element of this plan',
        "test.lap:3:6: a plan has one drive collection, this is another one",
    ]


def test_rule_20_circles_are_refused() -> None:
    definitions = "(AP a (walk b)) (C b (elements ((e (trigger ()) c)))) (AP c (a))"
    found = World().mistakes(plan_of("(d (trigger ()) a)", definitions))
    assert [one.partition(": ")[2] for one in found] == ['"a" goes round in a circle: a → b → c → a']


def test_rule_20_a_definition_that_hides_an_act_and_names_it_is_told_so() -> None:
    (found,) = World().mistakes(plan_of("(d (trigger ()) walk)", "(AP walk (rotate walk))"))
    assert found.endswith(
        '"walk" goes round in a circle: walk → walk; the act of that name is hidden by the plan'
    )


def test_rule_20_a_long_chain_of_definitions_is_no_circle() -> None:
    links = " ".join(f"(AP p{i} (p{i + 1}))" for i in range(3000))
    plan = World().load(plan_of("(d (trigger ()) p0)", f"{links} (AP p3000 (walk))"))
    assert plan.summary().endswith("depth 3001")
    assert plan.tree().children


@pytest.mark.parametrize(
    ("test", "health", "holds"),
    [
        ("(health)", 0, False),
        ("(health)", 5, True),
        ("(health 5)", 5, True),
        ("(health 5)", 6, False),
        *((f"(health 5 {one})", 5, True) for one in ("eq", "==", "=", "<=", ">=")),
        *((f"(health 5 {one})", 6, False) for one in ("eq", "==", "=", "<=", "lt", "<")),
        *((f"(health 5 {one})", 4, True) for one in ("lt", "<", "<=", "not", "!", "!=")),
        *((f"(health 5 {one})", 6, True) for one in ("gt", ">", ">=", "not", "!", "!=")),
        *((f"(health 5 {one})", 5, False) for one in ("lt", "<", "gt", ">", "not", "!", "!=")),
        ("(own-health-level 5.5 <)", 5, True),
        ("(OwnHealthLevel -1 >)", 0, True),
    ],
)
def test_rule_21_senses_are_compared_as_told(test: str, health: int, *, holds: bool) -> None:
    player = World().player(plan_of(f"(d (trigger ({test})) walk)"))
    assert bool(player.does(1, health=health)) is holds


@pytest.mark.parametrize(
    ("test", "told", "holds"),
    [
        ("(is-rotating False)", False, True),
        ("(is-rotating False)", True, False),
        ("(is-rotating True)", True, True),
        ("(is-rotating True !=)", True, False),
        ("(is-rotating False not)", True, True),
    ],
)
def test_rule_21_truths_are_truths_and_no_texts(test: str, *, told: bool, holds: bool) -> None:
    player = World().player(plan_of(f"(d (trigger ({test})) walk)"))
    assert bool(player.does(1, is_rotating=told)) is holds


def test_rule_21_texts_stand_in_quotes() -> None:
    player = World().player(plan_of('(d (trigger ((weapon "goo-wand"))) walk)'))
    assert player.does(1, weapon="pistol") == []
    assert player.does(1, weapon="goo-wand") == ["walk"]


def test_rule_21_types_that_cannot_be_equal_are_refused() -> None:
    assert len(World().mistakes(plan_of('(d (trigger ((health "30" <))) walk)'))) == 1
    assert len(World().mistakes(plan_of("(d (trigger ((health True))) walk)"))) == 1


def test_rule_21_unknown_predicates_are_refused() -> None:
    (found,) = World().mistakes(plan_of("(d (trigger ((health 30 less))) walk)"))
    assert found.endswith('"less" is no predicate (known: eq == = not ! != lt < gt > <= >=)')


def test_rule_21_a_test_can_be_an_expression() -> None:
    text = """(d (trigger ("health < 30 and not near('door', within=50)")) walk)"""
    player = World().player(plan_of(text))
    assert player.does(1, health=20) == ["walk"]
    assert player.does(1, **{"near door": 40}) == []
    assert player.does(1, **{"near door": 60}) == ["walk"]


def test_rule_21_an_expression_in_quotes_is_an_ordinary_expression() -> None:
    text = """(d (trigger ("health < lox" ("helth < 30 and blah"))) walk)"""
    assert [one.partition(": ")[2].split(",")[0] for one in World().mistakes(plan_of(text))] == [
        'unknown sense "lox"',
        'unknown sense "helth"',
        'unknown sense "blah"',
    ]


@pytest.mark.parametrize("test", ["(weapon goo)", "(weapon goo !=)", "(weapon  goo)"])
def test_rule_21_an_unknown_word_in_a_short_test_may_be_meant_as_a_text(test: str) -> None:
    told = '"goo" is neither a sense nor a constant (texts stand in quotes)'
    (found,) = World().mistakes(plan_of(f"(d (trigger ({test})) walk)"))
    assert found.partition(": ")[2].startswith(told)
    (found,) = World().mistakes(plan_of("(d (trigger ()) p)", f"(AP p ({test} walk))"))
    assert found.partition(": ")[2].startswith(told)


@pytest.mark.parametrize(
    "test",
    [
        r'"near(\"x\") and helth < 3"',
        r'"near(\"a\\\\b\", within=\t9) and not helth"',
        r'"hungry\n and helth"',
        r'"health < 3 and\n near(\"x\",\n helth)"',
        r'"near(\"x\") + helth"',
    ],
)
def test_rule_21_a_mistake_behind_escapes_is_told_at_its_place(test: str) -> None:
    text = plan_of(f"(d (trigger ({test})) walk)")
    found = [one for one in World().mistakes(text) if "helth" in one]
    assert [one.split(": ")[0] for one in found] == [f"test.lap:1:{text.index('helth') + 1}"]


@pytest.mark.parametrize(
    ("test", "wrong"),
    [
        (r'"near(\"x\") && hungry"', "&&"),
        (r'"\n near(\"x\") and"', '")) walk'),
        (r'"near(\"x\\q\") and hungry"', r"\\q"),
    ],
)
def test_rule_21_what_cannot_be_read_behind_escapes_is_told_at_its_place(test: str, wrong: str) -> None:
    text = plan_of(f"(d (trigger ({test})) walk)")
    (found,) = World().mistakes(text)
    assert found.split(": ")[0] == f"test.lap:1:{text.index(wrong) + 1}"


def test_rule_21_an_act_in_a_trigger_is_refused() -> None:
    assert World().mistakes(plan_of("(d (trigger ((walk))) rotate)")) == [
        'test.lap:1:52: "walk" is an act: acts change things; triggers only ask'
    ]


def test_a_sense_cannot_be_done_by_a_drive() -> None:
    (found,) = World().mistakes(plan_of("(d (trigger ()) hungry)"))
    assert found.endswith(
        '"hungry" is a sense: it can be asked in triggers and action patterns, not done'
    )


def test_a_competence_in_the_middle_of_an_action_pattern_is_refused() -> None:
    definitions = "(C c (elements ((e (trigger ()) walk)))) (AP a (walk c rotate))"
    (found,) = World().mistakes(plan_of("(d (trigger ()) a)", definitions))
    assert '"c" is no act' in found


def test_a_trigger_with_one_bracket_too_few_is_explained() -> None:
    (found,) = World().mistakes(plan_of("(d (trigger (hungry)) walk)"))
    assert found.endswith(
        "trigger: tests stand in a list of their own; write ((hungry …)) with two brackets"
    )


def test_drives_without_a_group_are_explained() -> None:
    (found,) = World().mistakes("((RDC life (drives (d (trigger ()) walk))))")
    assert found == "test.lap:1:20: drives stand in groups: put a pair of brackets round (d …)"


def test_drives_and_elements_without_any_group_are_refused() -> None:
    assert World().mistakes("((C c (elements))\n(RDC life (drives)))") == [
        "test.lap:1:7: (elements) has no group: write (elements ((name (trigger …) action)))",
        "test.lap:2:11: (drives) has no group: write (drives ((name (trigger …) action)))",
    ]


@pytest.mark.parametrize(
    ("text", "mistake"),
    [
        ("", "1:1: a plan is one pair of brackets around its elements: ((C …) (AP …) (RDC …))"),
        ("life", "1:1: a plan is one pair of brackets around its elements: ((C …) (AP …) (RDC …))"),
        ("()", "1:1: a plan needs a drive collection: DC, RDC, SDC or SRDC"),
        ('(\n"x', "2:1: this quote is not closed in its line"),
        ("(" * 101, "1:101: brackets stand deeper than 100, that is no plan"),
        (
            "((RCD life))",
            (
                "1:2: (rcd …) is no element of a plan (known: C, AP, DC, RDC, SDC, SRDC, include, "
                'use, const, documentation), did you mean "RDC"?'
            ),
        ),
    ],
)
def test_what_is_no_plan_is_told_so(text: str, mistake: str) -> None:
    assert World().mistakes(text)[0] == f"test.lap:{mistake}"


@pytest.mark.parametrize(
    ("drive", "mistake"),
    [
        ("(d (trigger ()) walk (seconds 0))", "(seconds …) takes a number above zero"),
        ("(d (trigger ()) walk (hz 0))", "(hz …) takes a number above zero"),
        ("(d (trigger ()) walk (seconds))", "(seconds …) takes one number"),
        (
            "(d (trigger ()) walk (secnds 3))",
            (
                'expected a time such as (seconds 3), found (secnds …), did you mean "seconds"? '
                "(known: hours, minutes, seconds, ms, hz, pm)"
            ),
        ),
        ("(d (trigger ()) (go))", '"go" must be told "where", a text'),
        ("(d (trigger ()) (go 1))", '"go": "where" is a text, found a number'),
        ('(d (trigger ()) (go "a" 1 2))', '"go" takes 2 values at most'),
        ('(d (trigger ()) (go "a" sped=2))', '"go" has no parameter "sped", did you mean "speed"?'),
        ("(d (trigger ()) (walk 1))", '"walk" takes no values'),
        ('(d (trigger ()) (go "a" where="b"))', '"go" is told "where" twice'),
        ('(d (trigger ()) (go where= "a" 1))', "values without a name come before those with one"),
        ("(d (trigger ()) p)", '"p" must be told "where"'),
        (
            "(d (trigger ()) walk (interrupt stop))",
            'expected (interrupt cancel) or (interrupt resume), found "stop"',
        ),
        (
            "(d (trigger ()) (go home))",
            '"home" is neither a sense nor a constant (texts stand in quotes)',
        ),
    ],
)
def test_what_a_drive_cannot_be_is_told(drive: str, mistake: str) -> None:
    (found,) = World().mistakes(plan_of(drive, "(AP p (params where) (walk))"))
    assert found.partition(": ")[2] == mistake


def test_retries_are_whole_numbers_from_one_on() -> None:
    for retries in ("0", "-1", "1.5", '"3"', "True"):
        text = plan_of("(d (trigger ()) c)", f"(C c (elements ((e (trigger ()) walk {retries}))))")
        (found,) = World().mistakes(text)
        assert found.endswith('element "e": retries are a whole number from 1 on')


def test_all_mistakes_are_told_at_once() -> None:
    text = plan_of("(d (trigger ((hungy))) wlak)\n(e (trigger ((tird))) eta (seconds -1))")
    assert len(World().mistakes(text)) == 5
