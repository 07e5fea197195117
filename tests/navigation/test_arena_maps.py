"""The maps that ship, as a client is told them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest

from agentfw.arena.games.ut2004 import UT2004
from agentfw.arena.maps.catalog import known_maps
from agentfw.arena.maps.passages import PassageKind
from agentfw.arena.server.listing import places
from agentfw.arena.world.rules import Mode
from agentfw.navigation import LinkKind, PlaceGraph, Router, graph_from_places
from tests.support.arena import shipped_world
from tests.support.mazes import plain_costs

if TYPE_CHECKING:
    from agentfw.arena.world.world import World

every_map = pytest.mark.parametrize("name", known_maps())


def told(name: str) -> tuple[World, PlaceGraph]:
    world = shipped_world(name, UT2004, Mode.DEATHMATCH)
    return world, graph_from_places(places(world), world.level.name)


@every_map
def test_every_place_and_every_link_is_told(name: str) -> None:
    world, graph = told(name)
    assert (len(graph), len(graph.links)) == (len(world.graph.points), len(world.graph.links))
    assert graph.dangling == 0


@every_map
def test_what_the_arena_can_reach_can_be_traveled_to(name: str) -> None:
    world, graph = told(name)
    router = Router(graph, max_cached_goals=len(graph))
    for number, start in enumerate(world.place_ids):
        reached = {place for place in graph.nodes if router.cost(start, place) < math.inf}
        assert reached == {world.place_ids[point] for point in world.graph.reachable(number)}


@every_map
def test_all_costs_are_those_of_a_plain_search(name: str) -> None:
    _, graph = told(name)
    router = Router(graph)
    for goal in list(graph.nodes)[::7]:
        plain = plain_costs(graph, goal)
        assert {place: router.cost(place, goal) for place in plain} == pytest.approx(plain, rel=1e-9)


@every_map
def test_lifts_teleporters_and_pads_are_told_as_such(name: str) -> None:
    world, graph = told(name)
    kinds = {
        PassageKind.LIFT: LinkKind.LIFT,
        PassageKind.TELEPORT: LinkKind.TELEPORT,
        PassageKind.PAD: LinkKind.JUMP_PAD,
    }
    for link in world.graph.links:
        found = graph.link(world.place_ids[link.start], world.place_ids[link.end])
        assert found is not None
        assert link.kind not in kinds or found.kind is kinds[link.kind]
