"""Searches around dangers, at once and in slices."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentfw.errors import UsageError
from agentfw.geometry import Vec3
from agentfw.navigation import (
    Link,
    LinkKind,
    Node,
    PlaceGraph,
    Question,
    Route,
    Search,
    Travel,
    find_route,
    grid_graph,
)
from agentfw.vocabulary import EntityId
from tests.support.mazes import graph_of, plain_costs, random_graph, seeded

A, B, C, D = (EntityId(name) for name in "abcd")
DIAMOND = (("a", "b", 1.0), ("b", "d", 1.0), ("a", "c", 5.0), ("c", "d", 5.0))


@pytest.mark.parametrize("seed", range(60))
def test_routes_cost_what_a_plain_search_says(seed: int) -> None:
    random = seeded(seed)
    graph = random_graph(random, random.choice([5, 40, 120]), random.choice([2.0, 4.0]))
    ids = list(graph.nodes)
    disabled = random.sample(ids, 2)
    goal = random.choice(ids)
    plain = plain_costs(graph, goal, Travel.ALL, disabled)
    for start in random.sample(ids, min(12, len(ids))):
        route = find_route(graph, start, goal, travel=Travel.ALL, disabled=disabled)
        cost = math.inf if route is None else route.cost
        assert cost == pytest.approx(plain.get(start, math.inf))


@pytest.mark.parametrize("shortcuts", [1, 5, 60])
def test_teleporters_do_not_mislead_the_search(shortcuts: int) -> None:
    """Links that are cheaper than their length: the straight distance alone would be no bound."""
    for seed in range(15):
        random = seeded(seed)
        at = [Vec3(random.uniform(0, 1e4), random.uniform(0, 1e4), 0.0) for _ in range(60)]
        nodes = [Node(EntityId(str(n)), here) for n, here in enumerate(at)]
        links = [
            Link(nodes[n].id, nodes[m].id, here.distance_to(at[m]))
            for n, here in enumerate(at)
            for m in sorted(range(60), key=lambda other: here.distance_to(at[other]))[1:5]
        ]
        for _ in range(shortcuts):
            start, end = random.sample(nodes, 2)
            links.append(Link(start.id, end.id, 50.0, LinkKind.TELEPORT))
        graph = PlaceGraph(nodes, links)
        goal = random.choice(nodes).id
        plain = plain_costs(graph, goal)
        for node in nodes[::5]:
            route = find_route(graph, node.id, goal)
            cost = math.inf if route is None else route.cost
            assert cost == pytest.approx(plain.get(node.id, math.inf))


def test_the_straight_distance_leads_the_search() -> None:
    graph = grid_graph(["." * 41] * 41)
    search = Search(graph, Question(EntityId("20,20"), EntityId("40,20")))
    search.step(10_000)
    assert search.expansions < 60


def test_danger_is_gone_round_when_the_way_round_costs_less() -> None:
    graph = graph_of(DIAMOND)
    route = find_route(graph, A, D, danger={B: 20.0})
    assert route is not None
    assert (route.places, route.cost) == ((A, C, D), 10.0)


def test_danger_is_run_through_when_the_way_round_costs_more() -> None:
    route = find_route(graph_of(DIAMOND), A, D, danger={B: 7.0})
    assert route is not None
    assert (route.places, route.cost) == ((A, B, D), 9.0)


def test_danger_can_be_a_function() -> None:
    route = find_route(graph_of(DIAMOND), A, D, danger=lambda place: 20.0 if place == B else 0.0)
    assert route is not None
    assert route.places == (A, C, D)


def test_infinite_danger_is_never_entered() -> None:
    assert find_route(graph_of(DIAMOND), A, D, danger={B: math.inf, C: math.inf}) is None


def test_the_danger_of_the_start_does_not_count() -> None:
    route = find_route(graph_of(DIAMOND), A, D, danger={A: 100.0})
    assert route is not None
    assert route.cost == 2.0


@pytest.mark.parametrize("danger", [-1.0, math.nan])
def test_danger_must_not_be_negative(danger: float) -> None:
    with pytest.raises(UsageError) as caught:
        find_route(graph_of(DIAMOND), A, D, danger={B: danger})
    assert str(caught.value) == f'the danger of place "b" must not be negative, found {danger}'


@given(st.integers(0, 500), st.lists(st.floats(0.0, 50.0), min_size=30, max_size=30))
def test_with_dangers_the_route_is_still_the_cheapest(seed: int, dangers: list[float]) -> None:
    graph = random_graph(seeded(seed), 30, 4.0)
    danger = dict(zip(graph.nodes, dangers, strict=True))
    paid = [Link(link.start, link.end, link.cost + danger[link.end], link.kind) for link in graph.links]
    plain = plain_costs(PlaceGraph(graph.nodes.values(), paid), EntityId("p0"), Travel.ALL)
    route = find_route(graph, EntityId("p1"), EntityId("p0"), travel=Travel.ALL, danger=danger)
    assert (math.inf if route is None else route.cost) == pytest.approx(
        plain.get(EntityId("p1"), math.inf)
    )


def test_forbidden_kinds_of_links_are_not_used() -> None:
    nodes = [Node(A, Vec3(0.0, 0.0, 0.0)), Node(B, Vec3(1.0, 0.0, 0.0))]
    graph = PlaceGraph(nodes, [Link(A, B, 1.0, LinkKind.FLY)])
    assert find_route(graph, A, B) is None
    assert find_route(graph, A, B, travel=Travel.ALL) is not None


def test_disabled_links_are_not_used() -> None:
    route = find_route(graph_of(DIAMOND), A, D, disabled_links={(B, D)})
    assert route is not None
    assert route.places == (A, C, D)


def test_at_the_goal_the_route_is_empty() -> None:
    assert find_route(graph_of(DIAMOND), A, A) == Route((A,), 0.0, ())


@pytest.mark.parametrize("ends", [(A, EntityId("x")), (EntityId("x"), A)])
def test_an_unknown_place_is_reported(ends: tuple[EntityId, EntityId]) -> None:
    with pytest.raises(UsageError, match=r'^place "x" is not on this map$'):
        find_route(graph_of(DIAMOND), *ends)


def test_a_shorter_way_found_later_replaces_the_one_that_is_queued() -> None:
    """The straight way to c is found first and costs more than the way over b."""
    graph = graph_of([("a", "c", 10.0), ("a", "b", 1.0), ("b", "c", 2.0), ("c", "d", 1.0)])
    route = find_route(graph, A, D)
    assert route is not None
    assert (route.places, route.cost) == ((A, B, C, D), 4.0)


def test_a_place_queued_twice_is_looked_at_once() -> None:
    """The way to c that is found first waits in the queue until after the better one was taken."""
    graph = graph_of([("a", "c", 2.5), ("a", "b", 1.0), ("b", "c", 1.0), ("c", "d", 100.0)])
    search = Search(graph, Question(A, D))
    assert search.step(100)
    assert search.expansions == 4


def test_a_search_in_slices_finds_what_one_at_once_finds() -> None:
    graph = random_graph(seeded(4), 120, 4.0)
    question = Question(EntityId("p1"), EntityId("p2"), Travel.ALL)
    whole = Search(graph, question)
    assert whole.step(10_000)
    sliced = Search(graph, question)
    while not sliced.step(1):
        assert sliced.result is None
    assert (sliced.result, sliced.expansions) == (whole.result, whole.expansions)


def test_a_slice_never_expands_more_than_it_may() -> None:
    search = Search(grid_graph(["." * 30] * 30), Question(EntityId("0,0"), EntityId("29,11")))
    for slice_ in (3, 1, 7):
        before = search.expansions
        assert not search.step(slice_)
        assert search.expansions == before + slice_


def test_a_search_that_is_over_stays_over() -> None:
    search = Search(graph_of(DIAMOND), Question(D, A))
    assert search.step(100)
    used = search.expansions
    assert search.step(100)
    assert (search.expansions, search.result) == (used, None)
