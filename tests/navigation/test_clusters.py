"""Cutting maps into clusters, and the portals between them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from agentfw.navigation import PlaceGraph, Router
from agentfw.navigation._clusters import _move_borders
from agentfw.navigation._layout import Layout, cut_up
from agentfw.navigation._network import Network
from agentfw.vocabulary import EntityId
from tests.support.mazes import chain_of_rooms, graph_of, random_graph, seeded

if TYPE_CHECKING:
    from collections.abc import Callable

rooms = pytest.mark.parametrize(
    "inside",
    [
        lambda a, b: True,
        lambda a, b: abs(a - b) <= 2,
        lambda a, b: abs(a - b) == 5 or (abs(a - b) == 1 and a // 5 == b // 5),
    ],
    ids=["everything linked", "a strip", "two by five"],
)


def asked_everything(graph: PlaceGraph) -> Router:
    router = Router(graph, max_cached_goals=len(graph))
    for goal in graph.nodes:
        for start in graph.nodes:
            router.cost(start, goal)
    return router


@rooms
def test_rooms_behind_doorways_become_the_clusters(inside: Callable[[int, int], bool]) -> None:
    router = Router(chain_of_rooms(10, 10, inside))
    assert [{place.partition("p")[0] for place in cluster} for cluster in router.clusters] == [
        {f"r{room}"} for room in range(10)
    ]


@rooms
def test_ten_rooms_of_ten_places_store_no_more_than_1900_entries(
    inside: Callable[[int, int], bool],
) -> None:
    told = asked_everything(chain_of_rooms(10, 10, inside)).statistics()
    assert (told.clusters, told.portals, told.bound, told.evictions) == (10, 9, 1900, 0)
    assert told.entries <= 1900


@pytest.mark.parametrize("seed", range(12))
def test_entries_stay_within_the_bound_whatever_is_asked(seed: int) -> None:
    random = seeded(seed)
    graph = random_graph(random, random.choice([30, 80, 130]), random.choice([2.0, 3.0, 5.0]))
    told = asked_everything(graph).statistics()
    assert told.entries <= told.bound


@pytest.mark.parametrize("seed", range(30))
def test_every_portal_touches_exactly_two_clusters_and_every_link_lies_in_one(seed: int) -> None:
    random = seeded(seed)
    graph = random_graph(random, random.randint(2, 150), random.choice([2.0, 3.0, 6.0, 12.0]))
    network = Network(graph)
    layout = Layout(network, cut_up(network))
    for portal in layout.portals:
        members = [number for number, cluster in enumerate(layout.clusters) if portal in cluster.slots]
        assert members == list(layout.clusters_of[portal])
        assert len(members) == 2
    halves = sum(link < 0 for cluster in layout.clusters for *_, link in cluster.arcs)
    whole = sum(link >= 0 for cluster in layout.clusters for *_, link in cluster.arcs)
    assert whole == len(graph.links)
    assert (halves > 0) == (layout.virtual_count > 0)


def test_some_maps_need_portals_in_the_middle_of_links() -> None:
    network = Network(random_graph(seeded(3), 120, 12.0))
    assert Layout(network, cut_up(network)).virtual_count > 0


@pytest.mark.parametrize("seed", range(10))
def test_clusters_are_connected_and_of_similar_size(seed: int) -> None:
    graph = random_graph(seeded(seed), 200, 5.0)
    network = Network(graph)
    neighbors, homes = network.neighbors(), cut_up(network)
    for cluster in range(max(homes) + 1):
        members = {place for place, home in enumerate(homes) if home == cluster}
        found, border = set[int](), [min(members)]
        while border:
            at = border.pop()
            if at not in found:
                found.add(at)
                border += [other for other in neighbors[at] if other in members]
        assert found == members
        assert len(members) <= 2 * 200**0.5


def test_a_place_that_holds_its_cluster_together_stays_in_it() -> None:
    """The second place has more links with the other cluster, but the third would be cut off."""
    neighbors = [[1], [0, 2, 3, 4, 5], [1], [1, 4, 5], [1, 3, 5], [1, 3, 4]]
    homes = [0, 0, 0, 1, 1, 1]
    assert not _move_borders(neighbors, homes, most=9.0)
    assert homes == [0, 0, 0, 1, 1, 1]


def test_a_place_that_has_more_links_with_another_cluster_goes_over() -> None:
    neighbors = [[1], [0, 2, 3, 4], [1, 3, 4], [1, 2, 4], [1, 2, 3]]
    homes = [0, 0, 1, 1, 1]
    assert _move_borders(neighbors, homes, most=9.0)
    assert homes == [0, 1, 1, 1, 1]


def test_goals_are_forgotten_where_everything_would_exceed_the_bound() -> None:
    """All around one way, so that most portals reach a goal only by way of others."""
    ring = [(str(n), str((n + step) % 100), float(step)) for n in range(100) for step in (1, 2, 3)]
    router = asked_everything(graph_of(ring))
    told = router.statistics()
    assert told.entries <= told.bound
    assert told.evictions > 0
    assert router.cost(EntityId("1"), EntityId("0")) == 99.0


def test_a_small_map_is_one_cluster() -> None:
    told = Router(random_graph(seeded(1), 40, 4.0)).statistics()
    assert (told.clusters, told.portals) == (1, 0)


def test_where_clusters_would_store_more_there_is_only_one() -> None:
    told = Router(random_graph(seeded(1), 100, 60.0)).statistics()
    assert (told.clusters, told.bound) == (1, 100 * 100)


def test_a_map_without_places_has_no_clusters() -> None:
    router = Router(PlaceGraph([], []))
    assert (router.clusters, router.portals, router.statistics().entries) == ((), (), 0)


def test_a_portal_belongs_to_its_home_and_one_more() -> None:
    router = Router(chain_of_rooms(10, 10, lambda a, b: True))
    for portal in router.portals:
        assert router.cluster_of(portal) in router.clusters_of(portal)
        assert len(router.clusters_of(portal)) == 2
