from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentfw.language import (
    Call,
    Literal,
    Negate,
    Not,
    PlanText,
    Position,
    Problems,
    Variable,
    parse_assignment,
    parse_expression,
)
from agentfw.language.syntax import MAX_DEPTH
from agentfw.language.tokens import MAX_EXPRESSION_CHARS
from tests.language.trees import AT, any_trees, thorough
from tests.language.words import parsed, problems_of, start_of


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("a or b and c", "a or (b and c)"),
        ("not a and b", "(not a) and b"),
        ("not a < b", "not (a < b)"),
        ("not not a", "not (not a)"),
        ("a < b + c", "a < (b + c)"),
        ("a + b * c", "a + (b * c)"),
        ("a - b - c", "(a - b) - c"),
        ("a / b * c % d", "((a / b) * c) % d"),
        ("-a * b", "(-a) * b"),
        ("- - a", "-(-a)"),
        ("a - -b", "a - (-b)"),
        ("a not in b", "not (a in b)"),
        ("not a not in b", "not (not (a in b))"),
        ("a or b or c", "(a or b) or c"),
        ("a in [b, c] and d", "(a in [b, c]) and d"),
        ("f(a or b, x=c and d)", "f((a or b), x=(c and d))"),
    ],
)
def test_operators_hold_together_by_their_strength(text: str, same: str) -> None:
    assert parsed(text) == parsed(same)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1", 1),
        ("007", 7),
        ("1.5", 1.5),
        (".5", 0.5),
        ("1e3", 1000.0),
        ("1.5E-3", 0.0015),
        ("-4", -4),
        ("true", True),
        ("FALSE", False),
        ("Nothing", None),
        ("None", None),
        ('"text"', "text"),
        ("'text'", "text"),
        (r'"\\ \" \' \n"', "\\ \" ' \n"),
        ('"it\'s"', "it's"),
        ('""', ""),
    ],
)
def test_literals_have_their_value(text: str, value: object) -> None:
    node = parsed(text)
    assert isinstance(node, Literal)
    assert (node.value, type(node.value)) == (value, type(value))


def test_a_sign_before_a_number_in_parentheses_is_an_operation() -> None:
    assert parsed("-(1)") == Negate(Literal(1, AT), AT)


def test_keywords_are_the_same_in_capitals() -> None:
    assert parsed("a AND NOT b Or c IN d") == parsed("a and not b or c in d")


def test_a_name_with_empty_parentheses_is_the_bare_name() -> None:
    assert parsed("health()") == parsed("health") == Call("health", (), (), AT)


def test_variables_are_numbered_or_named() -> None:
    assert parsed("[$0, $where_to]") == parsed("[$0,$where_to]")
    assert parsed("$12") == Variable("12", AT)


def test_arguments_are_told_by_place_and_by_name() -> None:
    node = parsed("f(1, a, x=2, y_z=b)")
    assert isinstance(node, Call)
    assert node.arguments == (Literal(1, AT), Call("a", (), (), AT))
    assert node.named == (("x", Literal(2, AT)), ("y_z", Call("b", (), (), AT)))


def test_one_and_true_are_different_trees() -> None:
    assert parsed("1") != parsed("true")
    assert parsed("[0]") != parsed("[false]")


def test_a_whole_number_and_the_same_with_a_point_are_equal_trees() -> None:
    assert parsed("1") == parsed("1.0")


def test_every_part_knows_its_place() -> None:
    plan = PlanText("(trigger\n   health <\n  ammo('x'))", "bot.lap")
    text = "health <\n  ammo('x')"
    node = parse_expression(text, Position(plan, 2, 4), Problems())
    assert node is not None
    assert [str(one.at) for one in (node, node.left, node.right, node.right.arguments[0])] == [  # type: ignore[union-attr]
        "bot.lap:2:4",
        "bot.lap:2:4",
        "bot.lap:3:3",
        "bot.lap:3:8",
    ]


def test_a_negation_stands_where_its_word_stands() -> None:
    node = parsed("a and not b")
    assert node.right.at.column == 7  # type: ignore[union-attr]


def test_an_absence_stands_where_its_member_stands() -> None:
    node = parsed("x or a not in b")
    assert node.right.at.column == 6  # type: ignore[union-attr]


def test_an_assignment_has_two_sides() -> None:
    text = "ammo('rocket') = ammo('rocket') + 10"
    found = parse_assignment(text, start_of(text), Problems())
    assert found == (parsed("ammo('rocket')"), parsed("ammo('rocket') + 10"))


def test_a_truth_can_be_assigned() -> None:
    found = parse_assignment("at($where) = a == b", AT, Problems())
    assert found == (parsed("at($where)"), parsed("a == b"))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("health == 3", '8: an assignment is written with "=", not "=="'),
        ("3 = 4", '1: only a sense can stand left of "="'),
        ("$x = 4", '1: only a sense can stand left of "="'),
        ("health", '7: expected "=", found the end'),
        ("health + 1 = 3", '8: expected "=", found "+"'),
        ("health =", "9: expected a value, found the end"),
        ("health = a = b", '12: "=" compares nothing, write "=="'),
        ("", "1: expected a value, found the end"),
    ],
)
def test_a_wrong_assignment_is_told(text: str, told: str) -> None:
    problems = Problems()
    assert parse_assignment(text, start_of(text), problems) is None
    assert [f"{one.column}: {one.text}" for one in problems] == [told]


@pytest.mark.parametrize("bracket", ["(", "[", "f(", "-", "not ", "f(x="])
def test_depth_is_a_problem_and_no_crash(bracket: str) -> None:
    told = problems_of(bracket * 1500)
    assert [one.partition(": ")[2] for one in told] == [
        "this lies deeper than 100 levels; split the expression up"
    ]


@pytest.mark.parametrize("operator", ["and", "+", "*"])
def test_long_chains_are_a_problem_and_no_crash(operator: str) -> None:
    told = problems_of(f" {operator} ".join(["1"] * 1000))
    assert told == ["1: this lies deeper than 100 levels; split the expression up"]


def test_as_many_levels_as_are_allowed_work() -> None:
    assert problems_of("(" * MAX_DEPTH + "1" + ")" * MAX_DEPTH) == []
    assert problems_of(" and ".join(["true"] * MAX_DEPTH)) == []
    assert problems_of("echo(" * (MAX_DEPTH - 1) + "1" + ")" * (MAX_DEPTH - 1)) == []


def test_length_is_a_problem() -> None:
    told = problems_of("1" + " " * MAX_EXPRESSION_CHARS)
    assert told == ["1: an expression has at most 10000 characters, found 10001"]


@thorough
@given(st.text())
def test_any_text_is_a_tree_or_a_problem(text: str) -> None:
    problems = Problems()
    assert (parse_expression(text, start_of(text), problems) is None) == bool(problems.errors)


_PIECES = (
    *(
        "health",
        "ammo",
        "$0",
        "$",
        "1",
        "1.5",
        "30s",
        "'a'",
        '"',
        "'",
        "\\",
        "(",
        ")",
        "[",
        "]",
        ",",
        "=",
        "==",
    ),
    *(
        "<",
        "<=",
        "!=",
        "!",
        "&&",
        "|",
        "and",
        "or",
        "not",
        "in",
        "not in",
        "+",
        "-",
        "*",
        "/",
        "%",
        ".",
        "\n",
    ),
    *("nothing", "true", "\t", "\0", "é", "within", "see", "enemy", "f(", "x=", ";", "#"),
)


@thorough
@given(st.lists(st.sampled_from(_PIECES), max_size=12), st.sampled_from(["", " "]))
def test_any_row_of_words_is_an_expression_or_a_problem(pieces: list[str], between: str) -> None:
    problems_of(between.join(pieces))


@thorough
@given(st.lists(st.sampled_from(_PIECES), max_size=8))
def test_any_row_of_words_is_an_assignment_or_a_problem(pieces: list[str]) -> None:
    text, problems = " ".join(["ammo('x')", *pieces]), Problems()
    assert (parse_assignment(text, start_of(text), problems) is None) == bool(problems.errors)


@thorough
@given(any_trees)
def test_problems_lie_inside_of_the_text(node: object) -> None:
    text = str(node)[:200]
    problems = Problems()
    parse_expression(text, start_of(text), problems)
    assert all(1 <= one.column <= len(text) + 1 for one in problems)


def test_not_in_a_sum_is_told_to_need_parentheses() -> None:
    assert problems_of("1 + not see_enemy") == ['5: "not" needs parentheses here, as in a == (not b)']


def test_a_negated_operand_in_parentheses_is_fine() -> None:
    assert parsed("a == (not b)").right == Not(Call("b", (), (), AT), AT)  # type: ignore[union-attr]
