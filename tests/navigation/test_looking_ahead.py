"""What lies ahead on a route, and which other routes there are."""

from __future__ import annotations

import pytest

from agentfw.geometry import Vec3
from agentfw.navigation import (
    Link,
    LinkKind,
    Node,
    Outcome,
    PlaceGraph,
    Prediction,
    Route,
    Router,
    Travel,
    grid_graph,
)
from agentfw.navigation._alternatives import routes_by_way_of
from agentfw.vocabulary import EntityId, PlaceKind
from tests.support.mazes import chain_of_rooms, graph_of

A, B, C, D = (EntityId(name) for name in "abcd")


def corridor() -> Router:
    """Four places in a row: a door is second, a lift third."""
    kinds = (None, PlaceKind.DOOR, PlaceKind.LIFT_CENTER, None)
    nodes = [
        Node(name, Vec3(100.0 * number, 0.0, 0.0), kind)
        for number, (name, kind) in enumerate(zip((A, B, C, D), kinds, strict=True))
    ]
    links = [Link(A, B, 100.0, LinkKind.DOOR), Link(B, C, 100.0), Link(C, D, 600.0, LinkKind.LIFT)]
    return Router(PlaceGraph(nodes, links))


def is_lift(node: Node, link: Link | None) -> bool:
    return node.kind is PlaceKind.LIFT_CENTER


def test_the_first_place_of_a_kind_ahead_is_told_with_the_link_to_it() -> None:
    router = corridor()
    seen = router.predict(A, D, is_lift)
    assert seen == Prediction(Outcome.FOUND, router.graph.node(C), router.graph.link(B, C), 200.0)


def test_links_of_a_kind_are_found_ahead() -> None:
    seen = corridor().predict(A, D, lambda node, link: link is not None and link.kind is LinkKind.LIFT)
    assert (seen.outcome, seen.node and seen.node.id, seen.cost) == (Outcome.FOUND, D, 800.0)


def test_the_start_is_looked_at_too() -> None:
    router = corridor()
    assert router.predict(C, D, is_lift) == Prediction(Outcome.FOUND, router.graph.node(C), None, 0.0)


def test_without_a_match_looking_ahead_ends_at_the_goal() -> None:
    router = corridor()
    seen = router.predict(A, D, lambda node, link: False)
    assert seen == Prediction(Outcome.ARRIVED, router.graph.node(D), router.graph.link(C, D), 800.0)


def test_looking_ahead_stops_after_the_given_number_of_links() -> None:
    seen = corridor().predict(A, D, lambda node, link: False, max_links=1)
    assert (seen.outcome, seen.node and seen.node.id, seen.cost) == (Outcome.LIMIT, B, 100.0)


def test_a_match_on_the_last_allowed_link_is_found() -> None:
    assert corridor().predict(A, D, is_lift, max_links=2).outcome is Outcome.FOUND


def test_arriving_with_the_last_allowed_link_is_arriving() -> None:
    assert corridor().predict(A, D, lambda node, link: False, max_links=3).outcome is Outcome.ARRIVED


def test_without_a_route_nothing_is_predicted() -> None:
    assert corridor().predict(D, A, is_lift) == Prediction(Outcome.NO_ROUTE)


def test_a_nested_obstacle_is_seen_by_disabling_the_first() -> None:
    """A door that is closed makes the traveler look for what is on the way round it."""
    router = Router(graph_of([("a", "b", 1.0), ("b", "d", 1.0), ("a", "c", 2.0), ("c", "d", 2.0)]))
    names: list[EntityId] = []

    def note(node: Node, link: Link | None) -> bool:
        names.append(node.id)
        return False

    router.predict(A, D, note)
    router.disable(B)
    router.predict(A, D, note)
    assert names == [A, B, D, A, C, D]


PILLARS = ("................", ".######..######.", ".######..######.", "................") * 2


def test_alternatives_lead_over_other_places_and_are_sorted_by_cost() -> None:
    router = Router(grid_graph(PILLARS))
    start, goal = EntityId("0,0"), EntityId("15,7")
    found = router.alternatives(start, goal)
    assert len(found) >= 2
    assert len({route.places for route in found}) == len(found)
    assert [route.cost for route in found] == sorted(route.cost for route in found)
    for route in found:
        assert (route.places[0], route.places[-1]) == (start, goal)
        assert sum(link.cost for link in route.links) == pytest.approx(route.cost)
        assert len(set(route.places)) == len(route.places)


def test_every_alternative_passes_a_place_within_the_limits() -> None:
    router = Router(grid_graph(PILLARS))
    start, goal = EntityId("0,0"), EntityId("15,7")
    shortest = router.cost(start, goal)
    for route in router.alternatives(start, goal):
        assert any(
            router.cost(start, place) <= 1.1 * shortest and router.cost(place, goal) <= 0.8 * shortest
            for place in set(route.places) & set(router.portals)
        )


def test_with_no_room_to_go_round_there_is_at_most_the_one_route() -> None:
    router = Router(chain_of_rooms(10, 10, lambda a, b: abs(a - b) == 1))
    start, goal = EntityId("r0p0"), EntityId("r9p9")
    found = router.alternatives(start, goal)
    assert [route.places for route in found] == [tuple(router.graph.nodes)]


def test_a_small_map_has_alternatives_too() -> None:
    rows = (".....", ".###.", ".###.", ".....")
    router = Router(grid_graph(rows))
    assert router.portals == ()
    found = router.alternatives(EntityId("0,0"), EntityId("4,3"))
    assert len(found) == 2
    assert set(found[0].places) & set(found[1].places) == {"0,0", "4,3"}


def by_way_of(place: EntityId) -> tuple[Route, ...]:
    """Routes from a to c over a place of a corridor a-b-c that has a dead end, d, beside b."""
    ends = (("a", "b"), ("b", "c"), ("b", "d"))
    router = Router(
        graph_of([(x, y, 1.0) for one, other in ends for x, y in ((one, other), (other, one))])
    )
    return routes_by_way_of(router, [place], A, C, travel=Travel.DEFAULT, stretch=9.0, goal_share=9.0)


def test_a_dead_end_is_no_alternative() -> None:
    assert [route.places for route in by_way_of(B)] == [(A, B, C)]
    assert by_way_of(D) == ()


def test_there_is_no_alternative_to_being_there_or_having_no_way() -> None:
    router = Router(graph_of([("a", "b", 1.0)]))
    assert router.alternatives(A, A) == () == router.alternatives(B, A)
