"""Printing weights and reading them again."""

from __future__ import annotations

import pytest
from hypothesis import given

from agentfw.weights import Weights, print_weights, shipped_weights
from tests.weights import trees
from tests.weights.trees import parsed, shipped


@given(trees.weights)
def test_a13_what_is_printed_reads_as_the_same(weights: Weights) -> None:
    assert parsed(print_weights(weights)) == weights


@pytest.mark.parametrize("name", sorted(shipped_weights()))
def test_a13_shipped_files_read_as_the_same_after_printing(name: str) -> None:
    weights = shipped(name)
    assert parsed(print_weights(weights)) == weights


def test_print_looks_as_people_write() -> None:
    text = (
        'weight "x" { switch(A) { case 1: { switch(B) { default: return 2.5; } } default: return 3; } }'
    )
    assert print_weights(parsed(text)).splitlines() == [
        'weight "x"',
        "{",
        "    switch(A)",
        "    {",
        "        case 1:",
        "            switch(B)",
        "            {",
        "                default: return 2.5;",
        "            }",
        "        default: return 3;",
        "    }",
        "}",
    ]


def test_balances_are_printed_with_their_ranges() -> None:
    assert "    return balance(5, 1, 9);" in print_weights(parsed('weight "x" {return balance(5,1,9);}'))
