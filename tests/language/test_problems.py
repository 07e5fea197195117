from __future__ import annotations

import dataclasses
import random

import pytest

from agentfw.errors import PlanError
from agentfw.language import (
    Call,
    Literal,
    PlanText,
    Position,
    Problem,
    Problems,
    Scope,
    compile_conditions,
    compile_expression,
    parse_expression,
)
from tests.language.trees import AT
from tests.language.words import SCOPE, parsed, problems_of, start_of


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "1: expected a value, found the end"),
        ("  ", "3: expected a value, found the end"),
        ("health <", "9: expected a value, found the end"),
        ("< 3", '1: expected a value, found "<"'),
        ("(health", '1: "(" is never closed'),
        ("ammo('x'", '5: "(" is never closed'),
        ("[1, 2", '1: "[" is never closed'),
        ("(health]", '8: expected ")", found "]"'),
        ("[1 2]", '4: expected "," or "]", found "2"'),
        ("ammo('x' 'y')", '10: expected "," or ")", found "\'y\'"'),
        ("[1,]", '4: expected a value, found "]"'),
        ("health)", '7: unexpected ")"'),
        ("health armor", '8: unexpected "armor"'),
        ("a < b < c", '7: comparisons do not chain, write "a < b and b < c"'),
        ("1 == 2 == 3", '8: comparisons do not chain, write "a < b and b < c"'),
        ("health = 3", '8: "=" compares nothing, write "=="'),
        ("see_enemy && moving", '11: unexpected "&&", write "and" instead'),
        ("see_enemy || moving", '11: unexpected "||", write "or" instead'),
        ("!see_enemy", '1: unexpected "!", write "not" instead'),
        ("health <> 3", '8: unexpected "<>", write "!=" instead'),
        ("health => 3", '8: unexpected "=>", write ">=" instead'),
        ("health not 3", '12: expected "in" after "not", found "3"'),
        ("moving not", '11: expected "in" after "not", found the end'),
        ("weapon == 'rifle", "11: this text is never closed"),
        (r"'a\qb'", r'3: unknown escape "\q" (known: \\ \" \' \n)'),
        ("30s", '3: a number has no unit: leave "s" away'),
        ("1e999", "1: 1e999 is too large a number"),
        ("1" * 41, "1: a number has at most 40 characters"),
        ("health ; armor", '8: unexpected character ";"'),
        ("health \x1b", '8: unexpected character "<U+001B>"'),
        ("$ + 1", '1: "$" without a name'),
        ("see-in-air", '5: expected a value, found "in" ("-" is minus; names are joined with "_")'),
        ("seen(name=1, 2)", "14: arguments without a name come before those with one"),
    ],
)
def test_what_cannot_be_read_is_told(text: str, told: str) -> None:
    assert problems_of(text) == [told]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("helth < 30", '1: unknown sense "helth", did you mean "health"?'),
        ("not xyzzy", '5: unknown sense "xyzzy"'),
        ("health(3)", "8: health takes no arguments, found 1"),
        ("ammo('a', 'b')", "11: ammo takes 1 argument, found 2"),
        ("enemy_visible(1, 2, 3)", "18: enemy_visible takes at most 1 argument, found 3"),
        ("near(own_base, 1, true, 4)", "25: near takes at most 3 arguments, found 4"),
        ("moving or ammo", '11: ammo needs "weapon" (text)'),
        ("near(within=3)", '1: near needs "spot" (location)'),
        ("enemy_visible(wihin=3)", '15: enemy_visible has no argument "wihin", did you mean "within"?'),
        ("ammo('a', zzz=3)", '11: ammo has no argument "zzz" (known: weapon)'),
        ("health(zzz=3)", '8: health has no argument "zzz"'),
        ("seen(1, others=2)", '9: seen has no argument "others" (known: name)'),
        ("ammo('a', weapon='b')", '11: "weapon" of ammo is given twice'),
        ("ammo(weapon='a', Weapon='b')", '18: "weapon" of ammo is given twice'),
        ("low_health(3)", "1: low_health is a constant and takes no arguments"),
        ("$were == 'a'", '1: unknown variable "$were", did you mean "$where"?'),
        ("$zzzzzz", '1: unknown variable "$zzzzzz" (known: $0, $count, $where)'),
        ("see-enemy", '1: unknown sense "see"; "-" is minus, write "see_enemy" if you mean that'),
        ("3 < low-health", '5: unknown sense "low"; "-" is minus, write "low_health" if you mean that'),
        (
            "not enemy-visible(within=3)",
            '5: unknown sense "enemy"; "-" is minus, write "enemy_visible" if you mean that',
        ),
    ],
)
def test_what_is_not_known_is_told(text: str, told: str) -> None:
    assert problems_of(text) == [told]


def test_a_difference_of_known_names_is_one() -> None:
    assert problems_of("health-armor") == []


def test_a_difference_of_known_names_is_one_even_if_they_could_be_joined() -> None:
    scope = Scope(SCOPE.callee, constants={"health_armor": 3})
    problems = Problems()
    node = parse_expression("health-armor", start_of("health-armor"), problems)
    assert node is not None
    assert compile_expression(node, scope, problems) is not None


def test_a_difference_of_unknown_names_without_a_joined_one_is_told_by_part() -> None:
    assert problems_of("xyzzy - plugh") == ['1: unknown sense "xyzzy"', '9: unknown sense "plugh"']


def test_all_problems_of_an_expression_come_at_once() -> None:
    assert problems_of("helth < 'x' and ammo(3, zz=$q) > see_enemy or 'a' + [1, 'b', true] in 3") == [
        '1: unknown sense "helth", did you mean "health"?',
        '22: "weapon" of ammo is a text, found a number',
        '25: ammo has no argument "zz" (known: weapon)',
        '28: unknown variable "$q" (known: $0, $count, $where)',
        '34: ">" compares numbers or texts, found truth',
        '47: "+" needs numbers, found text',
        "57: this list holds number, found text",
        "62: this list holds number, found truth",
    ]


def test_reading_goes_on_after_signs_of_other_languages() -> None:
    assert problems_of("health = 3 && !moving || armor <> 3 === 4") == [
        '8: "=" compares nothing, write "=="',
        '12: unexpected "&&", write "and" instead',
        '15: unexpected "!", write "not" instead',
        '23: unexpected "||", write "or" instead',
        '32: unexpected "<>", write "!=" instead',
        '37: comparisons do not chain, write "a < b and b < c"',
        '37: unexpected "===", write "==" instead',
    ]


def test_conditions_without_mistakes_survive_their_neighbors() -> None:
    text, problems = "health < 3 and helth and moving", Problems()
    node = parse_expression(text, start_of(text), problems)
    assert node is not None
    made = compile_conditions(node, SCOPE, problems)
    assert [one.text for one in made] == ["health < 3", "moving"]
    assert [one.column for one in problems] == [16]


def test_a_problem_shows_its_line_with_a_caret() -> None:
    plan = PlanText("# two lines\n\twhen helth < 3\n", "bot.htn")
    problems = Problems()
    node = parse_expression("helth < 3", Position(plan, 2, 7), problems)
    assert node is not None
    compile_expression(node, SCOPE, problems)
    with pytest.raises(PlanError) as caught:
        problems.finish()
    assert str(caught.value) == (
        'bot.htn:2:7: unknown sense "helth", did you mean "health"?\n    \twhen helth < 3\n    \t     ^'
    )


def test_a_problem_in_a_later_line_of_an_expression_shows_that_line() -> None:
    plan = PlanText("(if health < 3\n  and helth)", "bot.lap")
    problems = Problems()
    node = parse_expression("health < 3\n  and helth", Position(plan, 1, 5), problems)
    assert node is not None
    compile_expression(node, SCOPE, problems)
    (found,) = problems.errors
    assert str(found).splitlines() == [
        'bot.lap:2:7: unknown sense "helth", did you mean "health"?',
        "      and helth)",
        "          ^",
    ]


def test_of_a_long_line_only_the_neighborhood_is_shown() -> None:
    problem = Problem("plan", 1, 5001, "here", source_line="a" * 5000 + "X" + "b" * 5000)
    _, shown, caret = str(problem).splitlines()
    assert len(shown) < 400
    assert shown[caret.index("^")] == "X"


def test_nothing_that_a_terminal_acts_on_is_shown() -> None:
    problem = Problem("plan", 1, 7, "here", source_line="\x1b[31m\tX")
    assert str(problem).splitlines()[1:] == ["    \N{REPLACEMENT CHARACTER}[31m\tX", "         \t^"]


def test_a_problem_beyond_the_text_has_no_line() -> None:
    problems = Problems()
    problems.error(Position(PlanText("one"), 7, 1), "here")
    assert [str(one) for one in problems] == ["plan:7:1: here"]


def test_warnings_do_not_stop_a_plan() -> None:
    problems = Problems()
    problems.warning(start_of("odd"), "this is odd")
    problems.finish()
    assert [str(one) for one in problems.warnings] == ["plan:1:1: warning: this is odd\n    odd\n    ^"]
    assert problems.errors == ()


def test_the_same_problem_is_told_once() -> None:
    problems = Problems()
    for _ in range(2):
        problems.error(start_of("odd"), "this is wrong")
    assert len(problems.errors) == 1


def test_a_call_made_by_hand_tells_the_places_of_its_values() -> None:
    problems = Problems()
    call = Call("ammo", (), (("zz", Literal(1, AT.moved(8))),), AT)
    assert compile_expression(call, SCOPE, problems) is None
    assert [one.column for one in problems] == [1, 9]


def test_a_call_that_was_changed_by_hand_may_have_other_names() -> None:
    call = parsed("near(own_base, within=3)")
    assert isinstance(call, Call)
    made = compile_expression(dataclasses.replace(call, named=()), SCOPE, Problems())
    assert made is not None


_TEXTS = (
    "health < 30 and not enemy_visible(within=800)",
    "ammo('rocket') + 10 >= $count or weapon in ['rifle', \"shock\"]",
    "near(own_base, within=-low_health * 2, planar=true) == (not moving)",
    "whatever not in [nothing, true] and (armor % 2 == 0 or fail)",
)


@pytest.mark.parametrize("seed", range(40))
def test_spoiled_texts_give_problems_and_nothing_else(seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311 - a test, not a secret
    for _ in range(50):
        text = rng.choice(_TEXTS)
        for _ in range(rng.randint(1, 4)):
            start = rng.randrange(len(text) + 1)
            end = min(len(text), start + rng.randrange(6))
            other = rng.choice(_TEXTS)
            cut = rng.randrange(len(other))
            text = (
                text[:start]
                + rng.choice(("", other[cut : cut + 9], rng.choice("()[]=<$'\"\\,-!.9eé\n")))
                + text[end:]
            )
        problems_of(text)
