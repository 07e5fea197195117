"""Places and links by id, by kind and by where they are."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentfw.errors import UsageError
from agentfw.geometry import Vec3
from agentfw.navigation import Link, LinkKind, Node, PlaceGraph
from agentfw.vocabulary import EntityId, PlaceKind
from tests.support.mazes import seeded

A, B, C = EntityId("a"), EntityId("b"), EntityId("c")
NODES = (
    Node(A, Vec3(0.0, 0.0, 0.0), PlaceKind.DOOR),
    Node(B, Vec3(10.0, 0.0, 0.0)),
    Node(C, Vec3(0.0, 0.0, 500.0), PlaceKind.DOOR),
)


def test_links_are_listed_by_both_of_their_ends() -> None:
    there, back = Link(A, B, 1.0), Link(B, A, 2.0)
    graph = PlaceGraph(NODES, [there, back])
    assert graph.links_from(A) == (there,) == graph.links_into(B)
    assert graph.links_from(B) == (back,) == graph.links_into(A)


def test_a_place_without_links_has_none() -> None:
    assert PlaceGraph(NODES, []).links_from(C) == () == PlaceGraph(NODES, []).links_into(C)


def test_of_parallel_links_the_cheapest_is_taken() -> None:
    dear, cheap = Link(A, B, 9.0), Link(A, B, 3.0, LinkKind.JUMP)
    assert PlaceGraph(NODES, [dear, cheap]).link(A, B) == cheap


def test_there_is_no_link_where_none_was_given() -> None:
    assert PlaceGraph(NODES, [Link(A, B, 1.0)]).link(B, A) is None


def test_links_to_unknown_places_are_dropped_and_counted() -> None:
    graph = PlaceGraph(
        NODES, [Link(A, B, 1.0), Link(A, EntityId("x"), 1.0), Link(EntityId("y"), A, 1.0)]
    )
    assert (len(graph.links), graph.dangling) == (1, 2)


def test_places_are_found_by_kind() -> None:
    graph = PlaceGraph(NODES, [])
    assert [node.id for node in graph.of_kind(PlaceKind.DOOR)] == [A, C]
    assert graph.of_kind(PlaceKind.JUMP_PAD) == ()


def test_size_and_membership_are_those_of_the_places() -> None:
    graph = PlaceGraph(NODES, [], "DM-Test")
    assert (len(graph), A in graph, "x" in graph, graph.level) == (3, True, False, "DM-Test")


def test_an_unknown_place_is_reported_with_the_most_similar_name() -> None:
    graph = PlaceGraph([Node(EntityId("DM.PathNode1"), Vec3(0.0, 0.0, 0.0))], [])
    with pytest.raises(UsageError) as caught:
        graph.links_from(EntityId("DM.PathNod1"))
    assert str(caught.value) == 'place "DM.PathNod1" is not on this map, did you mean "DM.PathNode1"?'


def test_two_places_of_one_id_are_refused() -> None:
    with pytest.raises(UsageError, match=r'^place "a" is there twice$'):
        PlaceGraph([NODES[0], NODES[0]], [])


@pytest.mark.parametrize("cost", [0.0, -1.0, math.inf, math.nan])
def test_costs_that_cannot_be_added_up_are_refused(cost: float) -> None:
    message = f'link "a" → "b": the cost must be positive and finite, found {cost}'
    with pytest.raises(UsageError) as caught:
        PlaceGraph(NODES, [Link(A, B, cost)])
    assert str(caught.value) == message


def test_locations_that_are_nowhere_are_refused() -> None:
    with pytest.raises(UsageError, match=r'^place "a": the location must be finite'):
        PlaceGraph([Node(A, Vec3(math.nan, 0.0, 0.0))], [])


def test_height_counts_for_what_is_nearest() -> None:
    nearest = PlaceGraph(NODES, []).nearest(Vec3(0.0, 0.0, 400.0))
    assert nearest is not None
    assert nearest.id == C


def test_nothing_is_near_where_everything_is_farther_than_asked_for() -> None:
    graph = PlaceGraph(NODES, [])
    assert graph.nearest(Vec3(100.0, 0.0, 0.0), within=89.0) is None
    assert graph.nearest(Vec3(100.0, 0.0, 0.0), within=90.0) == NODES[1]


def test_an_empty_map_has_nothing_near() -> None:
    graph = PlaceGraph([], [])
    assert graph.nearest(Vec3(0.0, 0.0, 0.0)) is None
    assert graph.near(Vec3(0.0, 0.0, 0.0), 1e9) == ()


def test_nothing_is_near_a_point_that_is_nowhere() -> None:
    assert PlaceGraph(NODES, []).nearest(Vec3(math.nan, 0.0, 0.0)) is None


coordinates = st.one_of(st.floats(-1000.0, 1000.0), st.sampled_from([0.0, 500.0, -1e9]))
points = st.builds(Vec3, coordinates, coordinates, st.floats(-200.0, 200.0))


@given(st.lists(points, min_size=1, max_size=60), points, st.floats(0.0, 2000.0))
def test_the_grid_finds_what_looking_at_everything_finds(
    places: list[Vec3], here: Vec3, radius: float
) -> None:
    graph = PlaceGraph([Node(EntityId(str(n)), at) for n, at in enumerate(places)], [])
    order = sorted(range(len(places)), key=lambda n: (here.distance_to(places[n]), n))
    nearest = graph.nearest(here)
    assert nearest is not None
    assert nearest.id == str(order[0])
    near = [str(n) for n in order if here.distance_to(places[n]) <= radius]
    assert [node.id for node in graph.near(here, radius)] == near


def test_the_grid_is_right_on_a_large_map_too() -> None:
    random = seeded(3)
    places = [
        Vec3(random.uniform(0, 9e3), random.uniform(0, 5e3), random.uniform(0, 900)) for _ in range(900)
    ]
    graph = PlaceGraph([Node(EntityId(str(n)), at) for n, at in enumerate(places)], [])
    for _ in range(300):
        here = Vec3(random.uniform(-2e3, 11e3), random.uniform(-2e3, 7e3), random.uniform(0, 900))
        nearest = graph.nearest(here)
        assert nearest is not None
        assert nearest.location == min(places, key=here.distance_to)
