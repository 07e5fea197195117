"""Maps of tiles."""

from __future__ import annotations

import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentfw.navigation import Router, find_route, grid_graph
from agentfw.vocabulary import EntityId
from tests.support.mazes import plain_costs

grids = st.lists(st.text(alphabet=".#", min_size=6, max_size=6), min_size=1, max_size=8)


def test_blocked_tiles_are_no_places() -> None:
    assert list(grid_graph([".#", "#."]).nodes) == ["0,0", "1,1"]


def test_a_tile_is_linked_with_the_eight_around_it() -> None:
    links = grid_graph(["...", "...", "..."]).links_from(EntityId("1,1"))
    costs = {link.end: link.cost for link in links}
    straight, diagonal = ("1,0", "0,1", "2,1", "1,2"), ("0,0", "2,0", "0,2", "2,2")
    assert costs == {**dict.fromkeys(straight, 1.0), **dict.fromkeys(diagonal, math.sqrt(2.0))}


@pytest.mark.parametrize("rows", [["..", "#."], [".#", ".."], [".#", "#."]])
def test_corners_are_not_cut(rows: list[str]) -> None:
    assert grid_graph(rows).link(EntityId("0,0"), EntityId("1,1")) is None


def test_corners_are_cut_if_wanted() -> None:
    assert grid_graph([".#", "#."], cuts_corners=True).link(EntityId("0,0"), EntityId("1,1")) is not None


def test_rows_may_be_of_different_length() -> None:
    assert list(grid_graph(["..", "."]).nodes) == ["0,0", "1,0", "0,1"]


@given(grids, st.sampled_from(["cuts", "keeps off"]))
def test_routes_are_as_short_as_a_plain_search_finds(rows: list[str], corners: str) -> None:
    graph = grid_graph(rows, cuts_corners=corners == "cuts")
    router = Router(graph)
    for goal in list(graph.nodes)[:3]:
        plain = plain_costs(graph, goal)
        for start in graph.nodes:
            found = find_route(graph, start, goal)
            cost = math.inf if found is None else found.cost
            assert cost == pytest.approx(plain.get(start, math.inf))
            assert router.cost(start, goal) == pytest.approx(plain.get(start, math.inf))


@given(grids)
def test_routes_lead_through_free_tiles_and_never_past_a_corner(rows: list[str]) -> None:
    graph = grid_graph(rows)
    ids = list(graph.nodes)
    route = find_route(graph, ids[0], ids[-1]) if ids else None
    if route is None:
        return
    tiles = [tuple(map(int, place.split(","))) for place in route.places]
    for (x, y), (to_x, to_y) in itertools.pairwise(tiles):
        assert rows[to_y][to_x] == rows[y][to_x] == rows[to_y][x] == "."
