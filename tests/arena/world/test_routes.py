"""Ways over the navigation graph are the shortest ones there are."""

from __future__ import annotations

import functools
import itertools
import math
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agentfw.arena.games.ut2004 import UT2004
from agentfw.arena.maps.catalog import known_maps
from agentfw.arena.maps.level import Surface
from agentfw.arena.maps.navgraph import NavGraph, NavLink, NavPoint, derive_navigation
from agentfw.arena.maps.passages import PassageKind
from agentfw.arena.world.routes import Routes
from agentfw.arena.world.rules import Mode
from agentfw.arena.world.terrain import Terrain
from agentfw.geometry import Vec3
from tests.support.arena import HALL, draw_map, shipped_terrain, shipped_world

if TYPE_CHECKING:
    from collections.abc import Sequence

EXTRA = {PassageKind.LIFT: 600.0, PassageKind.JUMP: 60.0, PassageKind.TELEPORT: 50.0}
SMALL_MAPS = [name for name in known_maps() if name != "ctf-ravine"]
"""Maps with so few points that all pairs of them can be compared in no time."""

maps = pytest.mark.parametrize("name", list(known_maps()))
small_maps = pytest.mark.parametrize("name", SMALL_MAPS)


@functools.cache
def shipped_routes(name: str) -> Routes:
    return shipped_world(name, UT2004, Mode.DEATHMATCH).routes


def cost(graph: NavGraph, link: NavLink) -> float:
    """What a link costs: its length, the trouble of its kind, and what a deep fall does to a body.

    Lifts and teleporters are not run through, so their length does not count.
    """
    if link.kind in (PassageKind.LIFT, PassageKind.TELEPORT):
        return EXTRA[link.kind]
    fall = graph.points[link.start].location.z - graph.points[link.end].location.z
    pain = max(0.0, fall - 900.0) * 20.0 if link.kind is PassageKind.DROP else 0.0
    return link.length + EXTRA.get(link.kind, 0.0) + pain


def all_distances(graph: NavGraph) -> list[list[float]]:
    """The cost of the cheapest way between any two points, by the method of Floyd and Warshall."""
    size = len(graph.points)
    far = [[0.0 if row == column else math.inf for column in range(size)] for row in range(size)]
    for link in graph.links:
        far[link.start][link.end] = min(far[link.start][link.end], cost(graph, link))
    for middle, row in itertools.product(range(size), repeat=2):
        first, rest = far[row][middle], far[middle]
        if first < math.inf:
            far[row] = [min(direct, first + more) for direct, more in zip(far[row], rest, strict=True)]
    return far


def distances_to(graph: NavGraph, goal: int) -> list[float]:
    """The same to one goal, by trying every link until nothing gets better."""
    far = [math.inf] * len(graph.points)
    far[goal] = 0.0
    is_better = True
    while is_better:
        is_better = False
        for link in graph.links:
            through = cost(graph, link) + far[link.end]
            if through < far[link.start] - 1e-9:
                far[link.start], is_better = through, True
    return far


def graph_of(size: int, links: Sequence[tuple[int, int, PassageKind, float]]) -> NavGraph:
    """A graph of points in a row, 100 uu apart, with links of any length."""
    points = tuple(NavPoint(number, number, Vec3(100.0 * number, 0.0, 0.0)) for number in range(size))
    return NavGraph(points, tuple(NavLink(*link) for link in links))


def routes_on(graph: NavGraph) -> Routes:
    return Routes(graph, Terrain(draw_map(HALL).level, UT2004.body.step))


@small_maps
def test_distances_on_shipped_maps_are_those_of_floyd_and_warshall(name: str) -> None:
    routes = shipped_routes(name)
    expected = all_distances(routes.graph)
    size = len(routes.graph.points)
    found = [[routes.distance(start, goal) for goal in range(size)] for start in range(size)]
    assert found == [pytest.approx(row) for row in expected]


@pytest.mark.parametrize("goal", [0, 77, 281])
def test_distances_on_the_largest_map_cannot_be_made_shorter(goal: int) -> None:
    routes = shipped_routes("ctf-ravine")
    expected = distances_to(routes.graph, goal)
    found = [routes.distance(start, goal) for start in range(len(routes.graph.points))]
    assert found == pytest.approx(expected)


@maps
@given(st.integers(0, 1000), st.integers(0, 1000))
@settings(max_examples=60, deadline=None, derandomize=True)
def test_a_route_goes_along_links_and_costs_as_much_as_is_said(name: str, one: int, other: int) -> None:
    routes = shipped_routes(name)
    size = len(routes.graph.points)
    start, goal = one % size, other % size
    route = routes.route(start, goal)
    links = {(link.start, link.end): cost(routes.graph, link) for link in routes.graph.links}
    assert (route[0], route[-1]) == (start, goal)
    paid = sum(links[step] for step in itertools.pairwise(route))
    assert paid == pytest.approx(routes.distance(start, goal))


@maps
@given(st.integers(0, 1000), st.integers(0, 1000))
@settings(max_examples=60, deadline=None, derandomize=True)
def test_the_next_link_is_the_first_step_of_the_route(name: str, one: int, other: int) -> None:
    routes = shipped_routes(name)
    size = len(routes.graph.points)
    start, goal = one % size, other % size
    link = routes.next_link(start, goal)
    if start == goal:
        assert link is None
    else:
        assert link is not None
        assert [link.start, link.end] == routes.route(start, goal)[:2]


@maps
def test_every_start_of_a_shipped_map_leads_to_every_point(name: str) -> None:
    routes = shipped_routes(name)
    starts = [point.number for point in routes.graph.points if point.thing and point.thing.mark == "s"]
    assert starts
    for point in routes.graph.points:
        assert max(routes.distance(start, point.number) for start in starts) < math.inf


def test_without_a_way_there_is_no_route_and_no_next_link() -> None:
    routes = routes_on(graph_of(3, [(0, 1, PassageKind.WALK, 100.0)]))
    assert routes.route(0, 2) == []
    assert routes.next_link(0, 2) is None
    assert routes.distance(0, 2) == math.inf


def test_links_go_one_way() -> None:
    routes = routes_on(graph_of(2, [(0, 1, PassageKind.DROP, 100.0)]))
    assert routes.route(0, 1) == [0, 1]
    assert routes.route(1, 0) == []


def test_whoever_is_there_has_nowhere_to_go() -> None:
    routes = routes_on(graph_of(2, [(0, 1, PassageKind.WALK, 100.0)]))
    assert routes.route(1, 1) == [1]
    assert routes.next_link(1, 1) is None
    assert routes.distance(1, 1) == 0.0


@pytest.mark.parametrize(
    ("kind", "longest_detour"),
    [(PassageKind.LIFT, 600.0), (PassageKind.JUMP, 60.0), (PassageKind.TELEPORT, 50.0)],
)
def test_a_passage_with_trouble_is_taken_where_the_detour_is_longer(
    kind: PassageKind, longest_detour: float
) -> None:
    for more, expected in ((-1.0, [0, 1, 2]), (1.0, [0, 2])):
        length = 100.0 if kind is PassageKind.JUMP else 0.0
        detour = (length + longest_detour + more) / 2
        links = [(0, 1, PassageKind.WALK, detour), (1, 2, PassageKind.WALK, detour), (0, 2, kind, 100.0)]
        assert routes_on(graph_of(3, links)).route(0, 2) == expected


def test_a_drop_that_hurts_is_avoided_and_a_small_one_is_not() -> None:
    for depth, expected in ((800.0, [0, 2]), (1200.0, [0, 1, 2])):
        heights = (depth, depth / 2, 0.0)
        points = tuple(NavPoint(number, number, Vec3(0.0, 0.0, z)) for number, z in enumerate(heights))
        links = (
            NavLink(0, 2, PassageKind.DROP, depth),
            NavLink(0, 1, PassageKind.WALK, 2000.0),
            NavLink(1, 2, PassageKind.WALK, 2000.0),
        )
        assert routes_on(NavGraph(points, links)).route(0, 2) == expected


@given(st.data())
@settings(max_examples=60, deadline=None, derandomize=True)
def test_distances_on_any_graph_are_those_of_floyd_and_warshall(data: st.DataObject) -> None:
    size = data.draw(st.integers(1, 8))
    ends = st.integers(0, size - 1)
    link = st.tuples(ends, ends, st.sampled_from(PassageKind), st.integers(1, 1000).map(float))
    graph = graph_of(size, data.draw(st.lists(link, max_size=30)))
    routes, expected = routes_on(graph), all_distances(graph)
    for start, goal in itertools.product(range(size), repeat=2):
        assert routes.distance(start, goal) == pytest.approx(expected[start][goal])


# The nearest point


@maps
def test_a_body_on_a_point_is_nearest_to_it(name: str) -> None:
    routes = shipped_routes(name)
    lost = [
        point.number
        for point in routes.graph.points
        if routes.nearest_to(point.location) != point.number
    ]
    assert lost == []


@maps
def test_from_every_floor_but_lava_the_nearest_point_is_reached_by_a_straight_run(name: str) -> None:
    routes = shipped_routes(name)
    terrain = shipped_terrain(name)
    lost = []
    for space in terrain.level.spaces():
        here = terrain.level.center(space)
        number = routes.nearest_to(here)
        assert number is not None
        goal = routes.graph.points[number].location
        is_hot = space.surface is Surface.LAVA
        if not is_hot and not terrain.can_run(here, goal, 10.0, 80.0, 35.0):
            lost.append(here)
    assert lost == []


def test_a_wall_between_makes_a_point_less_near() -> None:
    drawn = draw_map("######\n#s#..#\n#.####\n#.#..#\n#....#\n######")
    graph = derive_navigation(drawn.level)
    terrain = Terrain(drawn.level, UT2004.body.step)
    routes = Routes(graph, terrain)
    for space in drawn.level.spaces():
        here = drawn.level.center(space)
        number = routes.nearest_to(here)
        assert number is not None
        assert terrain.can_run(here, graph.points[number].location, 10.0, 80.0, 35.0)


def test_outside_of_the_map_nothing_is_near() -> None:
    routes = shipped_routes("dm-closet")
    assert routes.nearest_to(Vec3(-500.0, 200.0, 0.0)) is None
    assert routes.nearest_to(Vec3(10.0, 10.0, 0.0)) is None
