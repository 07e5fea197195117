"""Graphs in files, there and back, and what is said about files with mistakes."""

from __future__ import annotations

import contextlib
import os
import textwrap
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentfw.errors import MapError, UsageError
from agentfw.geometry import Vec3
from agentfw.navigation import Link, LinkKind, Node, PlaceGraph, load_graph, save_graph
from agentfw.vocabulary import ClassName, EntityId, PlaceKind
from tests.support.mazes import random_graph, seeded

if TYPE_CHECKING:
    from pathlib import Path

A, B = EntityId("a"), EntityId("b")
RICH = PlaceGraph(
    [
        Node(A, Vec3(1.5, -2.0, 1e-7), PlaceKind.ITEM_SPOT, EntityId("i"), ClassName("X.Shock"), team=1),
        Node(
            EntityId("no: plain {text} \u2028 \x7f 'é' 😀"),
            Vec3(0.1 + 0.2, 1e11, -1 / 3),
            PlaceKind.LIFT_CENTER,
            mover=EntityId("null"),
            lift_offset=Vec3(0.0, 0.0, 44.0),
            is_learned=True,
        ),
        Node(EntityId("true"), Vec3(0.0, 0.0, 0.0), team=-1),
    ],
    [
        Link(A, EntityId("true"), 1 / 3, LinkKind.JUMP, Vec3(0.0, 1.0, 400.5), True, 40, 80),
        Link(EntityId("true"), A, 1e-3),
        Link(EntityId("true"), A, 7.0, LinkKind.FLY),
    ],
    "DM: Test",
)

KINDS = ", ".join(sorted(kind.value for kind in PlaceKind))

both_forms = pytest.mark.parametrize("name", ["map.yaml", "map.json"])


def same(one: PlaceGraph, other: PlaceGraph) -> bool:
    return (
        list(one.nodes.items()) == list(other.nodes.items())
        and one.links == other.links
        and one.level == other.level
    )


def problems(tmp_path: Path, text: str, name: str = "map.yaml") -> list[str]:
    """What is wrong with a file, without the folder it is in."""
    file = tmp_path / name
    file.write_text(textwrap.dedent(text), encoding="utf-8")
    with pytest.raises(MapError) as caught:
        load_graph(file)
    return [problem.removeprefix(f"{tmp_path}{os.sep}") for problem in caught.value.problems]


@both_forms
def test_everything_about_a_graph_survives_a_file(tmp_path: Path, name: str) -> None:
    save_graph(RICH, tmp_path / name)
    assert same(load_graph(tmp_path / name), RICH)


@both_forms
def test_a_large_random_map_survives_a_file(tmp_path: Path, name: str) -> None:
    graph = random_graph(seeded(1), 300, 5.0)
    save_graph(graph, tmp_path / name)
    assert same(load_graph(tmp_path / name), graph)


@both_forms
def test_an_empty_map_survives_a_file(tmp_path: Path, name: str) -> None:
    graph = PlaceGraph([], [])
    save_graph(graph, tmp_path / name)
    assert same(load_graph(tmp_path / name), graph)


names = st.text(st.characters(exclude_categories=["Cs"]), max_size=12).map(EntityId)
numbers = st.floats(-1e12, 1e12)


@given(st.lists(st.tuples(names, numbers), max_size=5, unique_by=lambda pair: pair[0]), names)
def test_any_names_and_numbers_survive_a_file(
    tmp_path_factory: pytest.TempPathFactory, told: list[tuple[EntityId, float]], level: str
) -> None:
    nodes = [Node(name, Vec3(number, 0.0, 0.0)) for name, number in told]
    links = [Link(one.id, other.id, abs(one.location.x) + 0.1) for one in nodes for other in nodes]
    graph = PlaceGraph(nodes, links, level)
    folder = tmp_path_factory.mktemp("maps")
    for name in ("map.yaml", "map.json"):
        save_graph(graph, folder / name)
        assert same(load_graph(folder / name), graph)


def test_a_file_reads_like_a_list_of_places_and_links(tmp_path: Path) -> None:
    graph = PlaceGraph(
        [Node(A, Vec3(0.0, 0.5, 0.0), PlaceKind.DOOR), Node(B, Vec3(1.0, 0.0, 0.0))],
        [Link(A, B, 10.0), Link(B, A, 12.5, LinkKind.JUMP)],
        "DM-Test",
    )
    save_graph(graph, tmp_path / "map.yaml")
    assert (tmp_path / "map.yaml").read_text(encoding="utf-8") == textwrap.dedent("""\
        agentfw map: 1
        level: DM-Test
        places:
          - {id: a, at: [0.0, 0.5, 0.0], kind: door}
          - {id: b, at: [1.0, 0.0, 0.0]}
        links:
          - {from: a, to: b, cost: 10.0}
          - {from: b, to: a, cost: 12.5, kind: jump}
        """)


def test_saving_leaves_nothing_else_behind_and_names_no_folder(tmp_path: Path) -> None:
    save_graph(RICH, tmp_path / "map.yaml")
    save_graph(RICH, tmp_path / "map.yaml")
    assert [file.name for file in tmp_path.iterdir()] == ["map.yaml"]
    assert str(tmp_path) not in (tmp_path / "map.yaml").read_text(encoding="utf-8")


def test_a_save_that_fails_is_reported_and_leaves_nothing_behind(tmp_path: Path) -> None:
    taken = tmp_path / "map.yaml"
    taken.mkdir()
    with pytest.raises(MapError) as caught:
        save_graph(RICH, taken)
    assert caught.value.problems == (f"{taken}:1:1: cannot be written: Is a directory",)
    assert list(tmp_path.iterdir()) == [taken]


def test_a_map_too_large_for_yaml_says_what_to_do(tmp_path: Path) -> None:
    nodes = [Node(EntityId(f"{n:0>200}"), Vec3(0.0, 0.0, 0.0)) for n in range(5000)]
    with pytest.raises(UsageError, match=r"is too large for YAML; give the file a name in \.json$"):
        save_graph(PlaceGraph(nodes, []), tmp_path / "map.yaml")
    save_graph(PlaceGraph(nodes, []), tmp_path / "map.json")
    assert len(load_graph(tmp_path / "map.json")) == 5000


def test_a_missing_file_is_reported(tmp_path: Path) -> None:
    with pytest.raises(MapError) as caught:
        load_graph(tmp_path / "none.yaml")
    assert caught.value.problems == (
        f"{tmp_path / 'none.yaml'}:1:1: cannot be read: No such file or directory",
    )


@pytest.mark.parametrize("text", ["", " \n\n"])
def test_an_empty_file_is_reported(tmp_path: Path, text: str) -> None:
    assert problems(tmp_path, text) == ["map.yaml:1:1: the file is empty"]


def test_all_mistakes_are_told_at_once_with_their_places(tmp_path: Path) -> None:
    text = """\
        agentfw map: 2
        levle: DM-Test
        places:
          - {id: a, at: [0, 0, 0], kind: dor}
          - {id: a, at: [0, 0]}
          - {id: c, at: [0, x, 0], team: red, learned: maybe}
          - {at: [0, 0, 0]}
          - {id: d, at: [1e13, 0, 0]}
        links:
          - {from: a, to: bb, cost: 5}
          - {from: a, to: c, cost: 0}
          - {from: a, to: c, cost: cheap, kind: fly}
          - {from: a, cost: 1}
        """
    assert problems(tmp_path, text) == [
        'map.yaml:1:14: agentfw map: version "2" is not known, this program reads version 1',
        'map.yaml:2:1: map: unknown key "levle", did you mean "level"?',
        f'map.yaml:4:34: place "a": "kind": "dor" is not one of {KINDS}, did you mean "door"?',
        'map.yaml:5:10: place "a" is there twice',
        'map.yaml:5:17: place "a": "at": expected three numbers, found 2',
        'map.yaml:6:21: place "c": "at": expected a number, found "x"',
        'map.yaml:6:34: place "c": "team": expected a whole number, found "red"',
        'map.yaml:6:48: place "c": "learned": "maybe" is not one of false, true',
        'map.yaml:7:5: place: key "id" is missing',
        'map.yaml:8:17: place "d": "at": no map is that large',
        'map.yaml:10:19: link: "to": place "bb" is not on this map',
        'map.yaml:11:28: link "a" → "c": the cost must be positive and finite, found 0',
        'map.yaml:12:28: link "a" → "c": cost: expected a number, found "cheap"',
        'map.yaml:13:5: link: key "to" is missing',
    ]


def test_mistakes_in_json_are_told_with_their_places_too(tmp_path: Path) -> None:
    text = """\
        {"agentfw map": 1,
         "places": [{"id": "a", "at": [0, 0, 0]}],
         "links": [{"from": "a", "to": "A2", "cost": 1},
                   {"from": "a", "to": "a", "cost": -1}]}
        """
    assert problems(tmp_path, text, "map.json") == [
        'map.json:3:32: link: "to": place "A2" is not on this map, did you mean "a"?',
        'map.json:4:45: link "a" → "a": the cost must be positive and finite, found -1',
    ]


def test_a_large_json_file_with_a_mistake_is_reported_without_a_place(tmp_path: Path) -> None:
    filler = "x" * 1_000_001
    text = f'{{"agentfw map": 1, "level": "{filler}", "places": [{{"id": 5}}], "links": []}}'
    assert problems(tmp_path, text, "map.json") == [
        "map.json:1:1: Expected `str`, got `int` - at `$.places[0].id`"
    ]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("agentfw map: [\n", "map.yaml:2:1: not valid YAML: did not find expected node content"),
        ("agentfw map: 1\nplaces: 5\nlinks: []", 'map.yaml:2:9: places: expected a list, found "5"'),
        ("agentfw map: 1\nplaces: []", 'map.yaml:1:1: map: key "links" is missing'),
        (
            "agentfw map: 1\nplaces: [5]\nlinks: []",
            'map.yaml:2:10: place: expected a mapping, found "5"',
        ),
    ],
)
def test_files_of_the_wrong_shape_are_reported(tmp_path: Path, text: str, problem: str) -> None:
    assert problems(tmp_path, text) == [problem]


@given(st.binary(max_size=200))
def test_garbage_is_a_map_or_a_map_error(
    tmp_path_factory: pytest.TempPathFactory, garbage: bytes
) -> None:
    file = tmp_path_factory.mktemp("maps") / "garbage"
    for beginning in (b"", b"agentfw map: 1\n", b"{", b"A 1,2,3\n"):
        file.write_bytes(beginning + garbage)
        with contextlib.suppress(MapError):
            assert isinstance(load_graph(file), PlaceGraph)
