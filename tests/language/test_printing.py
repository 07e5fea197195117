from __future__ import annotations

import pytest
from hypothesis import given

from agentfw.language import Call, Literal, Node, Not, Variable, print_expression
from tests.language.trees import AT, any_trees, thorough, trees
from tests.language.words import compiled, parsed


@thorough
@given(any_trees)
def test_a_printed_tree_parses_to_itself(node: Node) -> None:
    assert parsed(print_expression(node)) == node


@thorough
@given(any_trees)
def test_printing_what_was_parsed_changes_nothing(node: Node) -> None:
    text = print_expression(node)
    assert print_expression(parsed(text)) == text


@thorough
@given(trees)
def test_the_text_of_an_expression_means_the_same(node: Node) -> None:
    text = print_expression(node)
    assert compiled(text).meaning == compiled(f"({text})").meaning
    assert compiled(text).text == text


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("health<30 AND (NOT see_enemy)", "health < 30 and not see_enemy"),
        ("((a))", "a"),
        ("f( )", "f"),
        ("f(1,x = 'y')", 'f(1, x="y")'),
        ("a and (b and c)", "a and (b and c)"),
        ("(a and b) and c", "a and b and c"),
        ("(a or b) and c", "(a or b) and c"),
        ("not (a in b)", "a not in b"),
        ("not (a or b)", "not (a or b)"),
        ("a - (b - c)", "a - (b - c)"),
        ("-(a + b)", "-(a + b)"),
        ("-(-1)", "-(-1)"),
        ("[ 1 ,TRUE, None]", "[1, true, nothing]"),
        (".50", "0.5"),
        ("'it\\'s \"it\"'", r'"it' + "'" + r's \"it\""'),
        ("(a < b) == c", "(a < b) == c"),
    ],
)
def test_all_spellings_share_one_form(text: str, canonical: str) -> None:
    assert print_expression(parsed(text)) == canonical


def test_names_with_hyphens_are_printed_with_underscores() -> None:
    node = Call("see-enemy", (), (("how-far", Literal(3, AT)),), AT)
    assert print_expression(node) == "see_enemy(how_far=3)"


def test_variables_keep_their_names() -> None:
    assert print_expression(Not(Variable("0", AT), AT)) == "not $0"
