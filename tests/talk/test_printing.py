"""Printing talk and reading it again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given

from agentfw.talk import load_talk, print_talk, shipped_files, shipped_talk
from agentfw.talk.files import _shipped
from tests.talk import trees
from tests.talk.trees import read

if TYPE_CHECKING:
    from agentfw.talk.syntax import Item


@given(trees.items)
def test_a30_what_is_printed_reads_as_the_same(items: tuple[Item, ...]) -> None:
    assert read(print_talk(items)) == items


@pytest.mark.parametrize("name", sorted(shipped_files()))
def test_a30_shipped_files_read_as_the_same_after_printing(name: str) -> None:
    items = load_talk(_shipped(name, ""), _shipped).items
    assert read(print_talk(items)) == items


def test_all_that_ships_reads_as_the_same_after_printing() -> None:
    items = shipped_talk().items
    assert len(items) > 90
    assert read(print_talk(items)) == items


def test_print_looks_as_people_write() -> None:
    text = 'normal{[("do not",1)("don\'t",.5)]}orders{"a"|"b"|"",[x," y"],"z"=(defend,here|there);}'
    assert print_talk(read(text)).splitlines() == [
        "normal",
        "{",
        '    [("do not", 1), ("don\'t", 0.5)]',
        "}",
        "",
        "orders",
        "{",
        '    "a"|"b"|"", [x, " y"], "z" = (defend, here | there);',
        "}",
    ]


def test_replies_and_lines_are_printed_with_their_signs() -> None:
    text = (
        r'["a", &name, !<"x","y">, ("i ", 0)] = 5 { "say \"", 0, "\" \\"; } chat "me" {type "hit"{"ow"}}'
    )
    assert print_talk(read(text)).splitlines() == [
        '["a", &name, !<"x", "y">, ("i ", 0)] = 5',
        "{",
        r'    "say \"", 0, "\" \\";',
        "}",
        "",
        'chat "me"',
        "{",
        '    type "hit"',
        "    {",
        '        "ow";',
        "    }",
        "}",
    ]
