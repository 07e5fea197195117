"""The plain text format of older bots."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from agentfw.errors import MapError, UsageError
from agentfw.geometry import Vec3
from agentfw.navigation import Node, PlaceGraph, load_graph, load_places_text, save_places_text
from agentfw.vocabulary import EntityId
from tests.support.mazes import random_graph, seeded

if TYPE_CHECKING:
    from pathlib import Path

TEXT = """\
dom-stalwart.PathNode0 0,100.5,-20
@ dom-stalwart.InventorySpot3 300,100.5,-20
@ dom-stalwart.PathNode7 0,0,0
dom-stalwart.InventorySpot3 300,100.5,-20
@ dom-stalwart.PathNode0 0,100.5,-20
dom-stalwart.PathNode7 0,0,0
"""


def written(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "dom-stalwart.txt"
    file.write_text(text, encoding="utf-8")
    return file


def problems(tmp_path: Path, text: str) -> list[str]:
    with pytest.raises(MapError) as caught:
        load_places_text(written(tmp_path, text))
    return [
        problem.removeprefix(f"{tmp_path}{os.sep}dom-stalwart.txt:") for problem in caught.value.problems
    ]


def test_lines_open_places_and_add_links_from_them(tmp_path: Path) -> None:
    graph = load_places_text(written(tmp_path, TEXT))
    assert [node.location for node in graph.nodes.values()] == [
        Vec3(0.0, 100.5, -20.0),
        Vec3(300.0, 100.5, -20.0),
        Vec3(0.0, 0.0, 0.0),
    ]
    assert [(link.start[-1], link.end[-1]) for link in graph.links] == [
        ("0", "3"),
        ("0", "7"),
        ("3", "0"),
    ]


def test_links_cost_their_length(tmp_path: Path) -> None:
    assert load_places_text(written(tmp_path, TEXT)).links[0].cost == 300.0


def test_what_was_read_is_written_again(tmp_path: Path) -> None:
    save_places_text(load_places_text(written(tmp_path, TEXT)), tmp_path / "again.txt")
    assert (tmp_path / "again.txt").read_text(encoding="utf-8") == TEXT


def test_a_neighbor_is_a_place_even_if_it_is_never_opened(tmp_path: Path) -> None:
    graph = load_places_text(written(tmp_path, "a 0,0,0\n@ b 1,1,1\n"))
    assert list(graph.nodes) == ["a", "b"]


def test_a_graph_keeps_its_places_and_ways_in_this_format(tmp_path: Path) -> None:
    graph = random_graph(seeded(2), 80, 4.0)
    save_places_text(graph, tmp_path / "map.txt")
    again = load_places_text(tmp_path / "map.txt")
    assert list(again.nodes.values()) == list(graph.nodes.values())
    ends = [(link.start, link.end) for place in graph.nodes for link in graph.links_from(place)]
    assert [(link.start, link.end) for link in again.links] == ends


def test_the_format_is_recognized(tmp_path: Path) -> None:
    assert len(load_graph(written(tmp_path, TEXT))) == 3


def test_blank_lines_and_spaces_do_not_matter(tmp_path: Path) -> None:
    graph = load_places_text(written(tmp_path, "\ufeff a  0,0,0 \r\n\r\n  @\tb 1,1,1\r\n"))
    assert [(link.start, link.end) for link in graph.links] == [("a", "b")]


def test_all_bad_lines_are_told_at_once(tmp_path: Path) -> None:
    text = "@ b 1,1,1\na 0,0,0\nb 1,2\n  @ b one,1,1\nhello\n@ b 1,1,2\na 0,0,0\na 9,0,0\nc 1e13,0,0\n"
    expected = 'expected "id x,y,z" or "@ id x,y,z", found'
    assert problems(tmp_path, text) == [
        '1:1: a link to "b", but no place has been opened before',
        f'3:1: {expected} "b 1,2"',
        f'4:3: {expected} "@ b one,1,1"',
        f'5:1: {expected} "hello"',
        '6:1: place "b" is at 1,1,2 here, but at 1,1,1 in line 1',
        '7:1: place "a" has been opened in line 2 already',
        '8:1: place "a" is at 9,0,0 here, but at 0,0,0 in line 2',
        '8:1: place "a" has been opened in line 2 already',
        '9:1: place "c": no map is that large',
    ]


def test_bytes_that_are_no_text_are_reported(tmp_path: Path) -> None:
    file = tmp_path / "map.txt"
    file.write_bytes(b"a 0,0,0\nb\xff 1,1,1\n")
    with pytest.raises(MapError) as caught:
        load_places_text(file)
    assert caught.value.problems == (f"{file}:2:2: not valid UTF-8",)


@pytest.mark.parametrize("name", ["two words", "@at", ""])
def test_ids_that_this_format_cannot_hold_are_refused(tmp_path: Path, name: str) -> None:
    graph = PlaceGraph([Node(EntityId(name), Vec3(0.0, 0.0, 0.0))], [])
    with pytest.raises(UsageError) as caught:
        save_places_text(graph, tmp_path / "map.txt")
    assert str(caught.value) == f'place "{name}" cannot be written as text: ids must be single words'
    assert list(tmp_path.iterdir()) == []
