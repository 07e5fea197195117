"""The grammar of weight files, and what is said about mistakes in them."""

from __future__ import annotations

import pytest

from agentfw.weights import Balance, Case, Leaf, Switch
from tests.weights.trees import body, mistakes, parsed, warnings


def test_a_weight_returns_a_number() -> None:
    assert body("return 5;") == Leaf(5.0)


@pytest.mark.parametrize(
    ("text", "value"), [("2.5", 2.5), (".5", 0.5), ("3.", 3.0), ("-4", -4.0), ("1e3", 1000.0)]
)
def test_numbers_are_written_in_several_ways(text: str, value: float) -> None:
    assert body(f"return {text};") == Leaf(value)


def test_a_balance_has_a_value_and_its_range() -> None:
    assert body("return balance(5, 1, 9);") == Balance(5.0, 1.0, 9.0)


def test_a_switch_has_cases_and_a_default() -> None:
    text = "switch(HEALTH) { case 10: return 1; case 20: return 2; default: return 3; }"
    cases = (Case(10.0, Leaf(1.0)), Case(20.0, Leaf(2.0)))
    assert body(text) == Switch("HEALTH", cases, Leaf(3.0))


def test_braces_around_bodies_change_nothing() -> None:
    plain = "switch(A) { case 1: switch(B) { default: return 2; } default: return 3; }"
    braced = "{ switch(A) { case 1: { switch(B) { default: { return 2; } } } default: {return 3;} } }"
    assert body(plain) == body(braced)


def test_comments_and_blanks_change_nothing() -> None:
    text = '// first\nweight /* { */ "x" {\r\n\treturn 1; // no return 2;\n /* two\nlines */ }'
    assert parsed(text) == parsed('weight "x" { return 1; }')


def test_several_weights_keep_their_order() -> None:
    assert parsed('weight "b" { return 1; } weight "a" { return 2; }').names == ("b", "a")


def test_a_missing_default_is_odd() -> None:
    found = warnings('weight "x" { switch(A) { case 1: return 2; } }')
    assert found == ["my.weights:1:14: warning: this switch has no default: it gives 0 there"]


def test_of_two_weights_with_one_name_the_first_counts() -> None:
    text = 'weight "x" { return 1; }\nweight "x" { return 2; }'
    assert parsed(text).value("x", {}) == 1.0
    assert warnings(text) == ['my.weights:2:8: warning: "x" stands here again: my.weights:1:8 counts']


def test_cases_that_do_not_rise_are_odd() -> None:
    text = 'weight "x" { switch(A) { case 5: return 2; case 5: return 1; default: return 0; } }'
    assert warnings(text) == [
        "my.weights:1:44: warning: cases are meant to rise, this can never count: 5 after 5"
    ]


def test_unknown_variables_are_odd_and_near_ones_are_told() -> None:
    text = 'weight "x" { switch(HELTH) { default: return 0; } }'
    assert warnings(text, ["HEALTH", "ARMOR"]) == [
        'my.weights:1:21: warning: no variable is called "HELTH", it counts as 0, did you mean "HEALTH"?'
    ]
    assert warnings(text.replace("HELTH", "HEALTH"), ["HEALTH"]) == []


@pytest.mark.parametrize(
    ("inside", "problem"),
    [
        ("return 5", '15: expected ";", found "}"'),
        ("return;", '12: expected a number, found ";"'),
        ("return MUCH;", '13: "MUCH" stands for no number: it needs a #define before'),
        ("return 1e999;", "13: 1e999 is too large a number"),
        ("return balance(1, 2);", '25: expected ",", found ")"'),
        (
            "return balance(1, 2, 3);",
            "13: expected balance(value, min, max) in order, found (1, 2, 3)",
        ),
        ("swich(A) {}", '6: expected "switch" or "return", found "swich", did you mean "switch"?'),
        ("switch A {}", '13: expected "(", found "A"'),
        ("switch(7) {}", '13: expected the name of a variable, found "7"'),
        ("switch(A) {}", "6: a switch needs a case or a default"),
        ("switch(A) { cse 1: return 1; }", '18: expected "case", "default" or "}", found "cse"'),
        ("switch(A) { case: return 1; }", '22: expected a number, found ":"'),
        (
            "switch(A) { default: return 1; case 1: return 2; }",
            "37: the default comes last, and once",
        ),
        ('return "5";', '13: expected a number, found "5"'),
        ("return 5; @", '16: unexpected character "@"'),
        ("return $sqrt(4);", '13: unknown "$sqrt", known: $evalint, $evalfloat'),
        ("return $evalint(1/0);", "23: this divides by 0"),
        ("return $evalfloat(1e308*10);", "13: this comes to too large a number"),
        ("return $evalint(1+);", '24: expected a number, found ")"'),
    ],
)
def test_mistakes_name_their_place(inside: str, problem: str) -> None:
    found = mistakes(f'weight "x"\n   {{ {inside} }}')
    assert found[0].startswith(f"my.weights:2:{problem}")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", 'my.weights:1:1: there is no weight in this file: weight "name" { return 1; }'),
        ("weigt", 'my.weights:1:1: expected "weight", found "weigt", did you mean "weight"?'),
        ('weight "x', "my.weights:1:8: this text is never closed"),
        ('weight "x" return 1;', 'my.weights:1:12: expected "{", found "return"'),
        ('weight "x" { return 1;', 'my.weights:1:12: "{" is never closed'),
        ("/* weight", "my.weights:1:1: this comment is never closed"),
        ('weight "a\tb" { return 1; }', "my.weights:1:8: a text holds no control characters"),
    ],
)
def test_files_that_are_no_weights_are_told(text: str, problem: str) -> None:
    assert mistakes(text)[0] == problem


def test_all_mistakes_are_told_at_once() -> None:
    text = 'weight "a" { return }\nweight b { return 1; }\nweight "c" { return X; }\nweight "d" {}'
    assert [problem.split(": ")[0] for problem in mistakes(text)] == [
        "my.weights:1:21",
        "my.weights:2:8",
        "my.weights:3:21",
        "my.weights:4:13",
    ]


def test_trees_that_are_too_deep_are_a_mistake() -> None:
    deep = "switch(A) { default: " * 60 + "return 1;" + "}" * 60
    assert "lie deeper than 50 levels here" in mistakes(f'weight "x" {{ {deep} }}')[0]


def test_brackets_that_are_too_deep_are_a_mistake() -> None:
    deep = "(" * 100_000 + "1" + ")" * 100_000
    assert "lie deeper than 50 levels here" in mistakes(f'weight "x" {{ return $evalint({deep}); }}')[0]
