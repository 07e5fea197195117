"""Places and links that must not be used for a while."""

from __future__ import annotations

import math

import pytest

from agentfw.errors import UsageError
from agentfw.navigation import Router, Travel
from agentfw.vocabulary import EntityId
from tests.support.mazes import chain_of_rooms, graph_of, plain_costs

A, B, C, D = (EntityId(name) for name in "abcd")
DIAMOND = (("a", "b", 1.0), ("b", "d", 1.0), ("a", "c", 5.0), ("c", "d", 5.0))


def test_a_disabled_place_is_gone_round() -> None:
    router = Router(graph_of(DIAMOND))
    assert router.cost(A, D) == 2.0
    router.disable(B)
    assert (router.cost(A, D), router.disabled) == (10.0, frozenset({B}))


def test_an_enabled_place_is_used_again() -> None:
    router = Router(graph_of(DIAMOND))
    router.disable(B)
    assert router.cost(A, D) == 10.0
    router.enable(B)
    assert (router.cost(A, D), router.disabled) == (2.0, frozenset())


def test_a_disabled_goal_cannot_be_reached() -> None:
    router = Router(graph_of(DIAMOND))
    router.disable(D)
    assert (router.cost(A, D), router.route(A, D)) == (math.inf, None)


def test_who_stands_on_a_disabled_place_can_leave_it() -> None:
    router = Router(graph_of(DIAMOND))
    router.disable(A)
    assert router.cost(A, D) == 2.0


def test_a_disabled_link_is_not_used_but_its_ends_are() -> None:
    router = Router(graph_of([*DIAMOND, ("c", "b", 1.0)]))
    router.disable_link(A, B)
    assert (router.cost(A, D), router.cost(A, B), router.disabled_links) == (
        7.0,
        6.0,
        frozenset({(A, B)}),
    )
    router.enable_link(A, B)
    assert (router.cost(A, D), router.disabled_links) == (2.0, frozenset())


def test_all_parallel_links_are_disabled_together() -> None:
    router = Router(graph_of([("a", "b", 1.0), ("a", "b", 2.0)]))
    router.disable_link(A, B)
    assert router.cost(A, B) == math.inf


def test_a_link_stays_closed_while_its_end_is_disabled() -> None:
    router = Router(graph_of([("a", "b", 1.0)]))
    router.disable(B)
    router.disable_link(A, B)
    router.enable_link(A, B)
    assert router.cost(A, B) == math.inf
    router.enable(B)
    assert router.cost(A, B) == 1.0


def test_disabling_twice_is_undone_by_enabling_once() -> None:
    router = Router(graph_of(DIAMOND))
    router.disable(B)
    router.disable(B)
    router.enable(B)
    assert router.cost(A, D) == 2.0


def test_the_version_tells_when_something_changed() -> None:
    router = Router(graph_of(DIAMOND))
    versions = [router.version]
    for change in (router.disable, router.disable, router.enable, router.enable):
        change(B)
        versions.append(router.version)
    assert versions == [0, 1, 1, 2, 2]


def test_a_link_that_is_not_there_cannot_be_disabled() -> None:
    router = Router(graph_of(DIAMOND))
    with pytest.raises(UsageError) as caught:
        router.disable_link(B, A)
    assert str(caught.value) == 'no link leads from "b" straight to "a"'


def test_a_place_that_is_not_there_cannot_be_disabled() -> None:
    with pytest.raises(UsageError, match=r'^place "x" is not on this map$'):
        Router(graph_of(DIAMOND)).disable(EntityId("x"))


def test_only_caches_that_depend_on_a_place_are_dropped() -> None:
    graph = chain_of_rooms(10, 10, lambda a, b: True)
    router = Router(graph)
    near, far = EntityId("r0p4"), EntityId("r9p4")
    router.cost(EntityId("r0p5"), near)
    router.cost(EntityId("r9p5"), far)
    before = router.statistics()
    router.disable(EntityId("r0p6"))
    after = router.statistics()
    assert (before.goals, after.goals, after.dropped) == (2, 1, 1)
    assert after.area_entries > before.area_entries / 2
    misses = after.misses
    router.cost(EntityId("r9p5"), far)
    assert router.statistics().misses == misses
    router.cost(EntityId("r0p5"), near)
    assert router.statistics().misses == misses + 1


def test_a_place_no_route_depends_on_drops_nothing() -> None:
    router = Router(graph_of(DIAMOND))
    router.cost(A, D)
    router.disable(A)
    assert (router.statistics().dropped, router.statistics().goals) == (0, 1)


def test_after_every_change_all_costs_are_right_for_every_travel_set() -> None:
    graph = chain_of_rooms(9, 9, lambda a, b: abs(a - b) <= 2)
    router = Router(graph)
    goal = EntityId("r4p4")
    for closed in ("r2p8", "r4p3", "r7p5", "r8p1"):
        router.disable(EntityId(closed))
        for travel in (Travel.DEFAULT, Travel.WALK):
            plain = plain_costs(graph, goal, travel, router.disabled)
            costs = {place: router.cost(place, goal, travel) for place in graph.nodes}
            assert {place: cost for place, cost in costs.items() if cost < math.inf} == pytest.approx(
                plain
            )
