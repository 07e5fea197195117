"""Routes, held to a plain search over the whole map."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest

from agentfw.errors import UsageError
from agentfw.geometry import Vec3
from agentfw.navigation import Link, LinkKind, Node, PlaceGraph, Route, Router, Travel
from agentfw.vocabulary import EntityId
from tests.support.mazes import chain_of_rooms, costs_to, graph_of, plain_costs, random_graph, seeded

if TYPE_CHECKING:
    from collections.abc import Collection
    from random import Random

SETS = (Travel.DEFAULT, Travel.ALL, Travel.WALK, Travel.WALK | Travel.JUMP)
ROUNDS = 40
PER_ROUND = 26
A, B, C, D = (EntityId(name) for name in "abcd")


def some_graph(random: Random) -> PlaceGraph:
    """Maps of all sorts: empty of links, sparse, dense, in parts, one-way, chains of rooms."""
    sort = random.randrange(6)
    if sort == 0:
        size = random.randint(3, 9)
        return chain_of_rooms(
            random.randint(7, 15), size, lambda a, b: abs(a - b) <= random.randint(1, 3)
        )
    count = random.choice([1, 2, 7, 30, 70, 90, 130])
    degree = (0.0, 1.0, 2.0, 4.0, 8.0)[sort - 1]
    return random_graph(random, count, degree, one_way=random.choice([0.0, 0.3, 1.0]))


def check_next_link(
    router: Router,
    start: EntityId,
    goal: EntityId,
    travel: Travel,
    plain: dict[EntityId, float],
) -> None:
    """The first link must be one that may be used and lie on a cheapest way."""
    link = router.next_link(start, goal, travel)
    if start == goal or start not in plain:
        assert link is None
        return
    assert link is not None
    assert link.kind.travel in travel
    assert link.start == start
    assert link in router.graph.links_from(start)
    assert link.cost + plain[link.end] == pytest.approx(plain[start], rel=1e-9)


def check_goal(
    router: Router,
    goal: EntityId,
    travel: Travel,
    starts: Collection[EntityId],
    *,
    disabled: Collection[EntityId] = (),
    disabled_links: Collection[tuple[EntityId, EntityId]] = (),
) -> None:
    plain = plain_costs(router.graph, goal, travel, disabled, disabled_links)
    for start in starts:
        assert router.cost(start, goal, travel) == pytest.approx(plain.get(start, math.inf), rel=1e-9)
        check_next_link(router, start, goal, travel, plain)


@pytest.mark.parametrize("number", range(ROUNDS))
def test_costs_and_first_links_are_those_of_a_plain_search(number: int) -> None:
    """All in all more than a thousand maps, each with changes while it is asked."""
    for seed in range(number * PER_ROUND, (number + 1) * PER_ROUND):
        random = seeded(seed)
        graph = some_graph(random)
        ids = list(graph.nodes)
        router = Router(graph, max_cached_goals=random.choice([1, 3, 100]))
        starts = random.sample(ids, min(len(ids), 25))
        disabled = random.sample(ids, min(len(ids), 3))
        pairs = [(link.start, link.end) for link in graph.links]
        disabled_links = random.sample(pairs, min(len(pairs), 4))
        goals = random.sample(ids, min(len(ids), 2))
        travel = random.choice(SETS)
        for goal in goals:
            check_goal(router, goal, travel, starts)
        for place in disabled:
            router.disable(place)
        for pair in disabled_links:
            router.disable_link(*pair)
        for goal in (*goals, disabled[0]):
            check_goal(router, goal, travel, starts, disabled=disabled, disabled_links=disabled_links)
        for place in disabled:
            router.enable(place)
        for goal in goals:
            check_goal(router, goal, random.choice(SETS), starts, disabled_links=disabled_links)
        for pair in set(disabled_links):
            router.enable_link(*pair)
        for goal in goals:
            check_goal(router, goal, travel, starts)


@pytest.mark.parametrize("seed", range(20))
def test_whole_routes_lead_from_start_to_goal_and_cost_what_they_say(seed: int) -> None:
    random = seeded(seed)
    graph = random_graph(random, 120, 4.0)
    router = Router(graph)
    for _ in range(40):
        start, goal = random.choice(list(graph.nodes)), random.choice(list(graph.nodes))
        route = router.route(start, goal)
        if route is None:
            assert router.cost(start, goal) == math.inf
            continue
        assert (route.places[0], route.places[-1]) == (start, goal)
        assert route.places == (start, *(link.end for link in route.links))
        assert [link.start for link in route.links] == list(route.places[:-1])
        assert sum(link.cost for link in route.links) == pytest.approx(route.cost, rel=1e-9)
        assert route.cost == router.cost(start, goal)


def test_following_first_links_is_the_route() -> None:
    graph = chain_of_rooms(12, 8, lambda a, b: abs(a - b) <= 2)
    router, start, goal = Router(graph), EntityId("r0p0"), EntityId("r11p5")
    route = router.route(start, goal)
    assert route is not None
    at, followed = start, []
    while (link := router.next_link(at, goal)) is not None:
        followed.append(link)
        at = link.end
    assert tuple(followed) == route.links


def test_at_the_goal_the_route_is_one_place() -> None:
    router = Router(graph_of([("a", "b", 1.0)]))
    assert router.route(A, A) == Route((A,), 0.0, ())
    assert (router.cost(A, A), router.next_link(A, A)) == (0.0, None)


def test_without_a_way_there_is_no_route() -> None:
    router = Router(graph_of([("a", "b", 1.0)]))
    assert (router.route(B, A), router.cost(B, A), router.next_link(B, A)) == (None, math.inf, None)


@pytest.mark.parametrize("ends", [(EntityId("plase"), A), (A, EntityId("plase"))])
def test_an_unknown_place_is_reported(ends: tuple[EntityId, EntityId]) -> None:
    router = Router(graph_of([("a", "place", 1.0)]))
    message = 'place "plase" is not on this map, did you mean "place"?'
    for ask in (router.cost, router.next_link, router.route):
        with pytest.raises(UsageError) as caught:
            ask(*ends)
        assert str(caught.value) == message


def test_of_equally_cheap_links_the_first_is_taken() -> None:
    router = Router(graph_of([("a", "c", 1.0), ("a", "b", 1.0), ("b", "d", 1.0), ("c", "d", 1.0)]))
    first = [router.next_link(A, D) for _ in range(3)]
    assert first == [router.graph.links[1]] * 3 or first == [router.graph.links[0]] * 3


def test_of_parallel_links_the_cheapest_that_is_allowed_is_used() -> None:
    nodes = [Node(A, Vec3(0.0, 0.0, 0.0)), Node(B, Vec3(1.0, 0.0, 0.0))]
    fly, walk = Link(A, B, 1.0, LinkKind.FLY), Link(A, B, 5.0)
    router = Router(PlaceGraph(nodes, [fly, walk]))
    assert (router.next_link(A, B), router.next_link(A, B, Travel.ALL)) == (walk, fly)


def test_caches_for_different_travel_flags_do_not_mix() -> None:
    nodes = [Node(name, Vec3(0.0, 0.0, 0.0)) for name in (A, B, C)]
    links = [Link(A, B, 1.0, LinkKind.JUMP), Link(B, C, 1.0, LinkKind.LIFT), Link(A, C, 50.0)]
    router = Router(PlaceGraph(nodes, links))
    for _ in range(2):
        assert router.cost(A, C) == 2.0
        assert router.cost(A, C, Travel.WALK) == 50.0
        assert router.cost(A, C, Travel.DEFAULT & ~Travel.LIFT) == 50.0
        assert router.cost(A, C, Travel(0)) == math.inf


def test_flags_of_kinds_that_do_not_occur_share_their_caches() -> None:
    router = Router(graph_of([("a", "b", 1.0)]))
    for travel in (Travel.DEFAULT, Travel.ALL, Travel.WALK):
        assert router.cost(A, B, travel) == 1.0
    assert router.statistics().travel_sets == 1


def test_the_caches_of_many_travel_sets_are_limited() -> None:
    random = seeded(4)
    nodes = [Node(EntityId(str(n)), Vec3(0.0, 0.0, 0.0)) for n in range(12)]
    ids = [node.id for node in nodes]
    links = [
        Link(random.choice(ids), random.choice(ids), random.uniform(1, 9), kind)
        for kind in LinkKind
        for _ in range(9)
    ]
    router = Router(PlaceGraph(nodes, links))
    for bits in range(1, 200):
        check_goal(router, ids[bits % 12], Travel(bits), ids[:3])
    assert router.statistics().travel_sets <= 8


def test_the_nearest_of_several_goals_is_by_cost_not_by_distance() -> None:
    router = Router(graph_of([("a", "b", 100.0), ("a", "c", 1.0), ("c", "d", 1.0)]))
    assert router.nearest_of(A, [B, D]) == (D, 2.0)


def test_of_goals_that_cost_the_same_the_first_is_nearest() -> None:
    router = Router(graph_of([("a", "b", 1.0), ("a", "c", 1.0)]))
    assert router.nearest_of(A, [C, B]) == (C, 1.0)


def test_more_goals_than_are_kept_do_not_push_each_other_out() -> None:
    graph = random_graph(seeded(6), 90, 4.0)
    few, many = Router(graph, max_cached_goals=3), Router(graph)
    start, goals = EntityId("p5"), [place for place in graph.nodes if place != "p5"]
    nearest = few.nearest_of(start, goals)
    assert nearest is not None
    assert nearest == (many.nearest_of(start, goals) or ("", 0.0))
    assert few.statistics().misses == 0


def test_an_unknown_goal_among_many_is_reported() -> None:
    router = Router(graph_of([("a", "b", 1.0)]), max_cached_goals=1)
    with pytest.raises(UsageError, match=r'^place "x" is not on this map$'):
        router.nearest_of(A, [B, EntityId("x")])


def test_without_a_reachable_goal_none_is_nearest() -> None:
    router = Router(graph_of([("a", "b", 1.0)]))
    assert router.nearest_of(B, [A]) is None
    assert router.nearest_of(B, []) is None


def test_costs_from_a_place_are_those_of_all_its_routes() -> None:
    graph = random_graph(seeded(8), 90, 4.0)
    router, start = Router(graph), EntityId("p3")
    costs = {goal: cost for goal in graph.nodes if (cost := router.cost(start, goal)) < math.inf}
    assert router.costs_from(start) == pytest.approx(costs, rel=1e-9)
    assert set(router.costs_from(start, within=5.0)) == {
        goal for goal, cost in costs.items() if cost <= 5.0
    }


def test_repeated_questions_are_answered_from_memory() -> None:
    router = Router(chain_of_rooms(10, 10, lambda a, b: True))
    start, goal = EntityId("r0p3"), EntityId("r9p3")
    first = router.route(start, goal)
    before = router.statistics()
    assert router.route(start, goal) is first
    after = router.statistics()
    assert (after.hits, after.misses) == (before.hits + 1, before.misses)


def test_the_goal_not_asked_for_longest_is_forgotten_first() -> None:
    router = Router(graph_of([("a", "b", 1.0), ("b", "c", 1.0), ("c", "a", 1.0)]), max_cached_goals=2)
    for goal in (A, B, A, C):
        router.cost(A, goal)
    before = router.statistics()
    router.cost(A, A)
    assert router.statistics().misses == before.misses
    router.cost(A, B)
    assert router.statistics().misses == before.misses + 1
    assert (before.goals, before.evictions) == (2, 1)


def test_what_is_asked_cold_and_warm_is_the_same() -> None:
    graph = random_graph(seeded(11), 150, 4.0)
    warm = Router(graph)
    for goal in graph.nodes:
        warm.cost(EntityId("p0"), goal)
    for goal in list(graph.nodes)[::9]:
        cold = Router(graph)
        assert cold.route(EntityId("p7"), goal) == warm.route(EntityId("p7"), goal)


def test_a_portal_can_be_start_and_goal() -> None:
    graph = chain_of_rooms(10, 10, lambda a, b: abs(a - b) <= 2)
    router = Router(graph)
    assert len(router.portals) == 9
    for goal in router.portals:
        plain = plain_costs(graph, goal)
        assert costs_to(graph, goal, lambda start: router.cost(start, goal)) == pytest.approx(plain)  # noqa: B023


def test_a_router_must_keep_at_least_one_goal() -> None:
    with pytest.raises(UsageError, match=r"^max_cached_goals must be at least 1, found 0$"):
        Router(graph_of([]), max_cached_goals=0)
