"""Made-up maps for tests of navigation, and a plain search to hold the clever one to."""

from __future__ import annotations

import heapq
import math
from random import Random
from typing import TYPE_CHECKING

from agentfw.geometry import Vec3
from agentfw.navigation import Link, LinkKind, Node, PlaceGraph, Travel
from agentfw.vocabulary import EntityId

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

__all__ = ["chain_of_rooms", "costs_to", "graph_of", "plain_costs", "random_graph", "seeded"]

KINDS = (LinkKind.WALK, LinkKind.WALK, LinkKind.WALK, LinkKind.JUMP, LinkKind.LIFT, LinkKind.FLY)


def seeded(seed: int) -> Random:
    """Chance that is the same in every run."""
    return Random(seed)  # noqa: S311 - a test, not a secret


def plain_costs(
    graph: PlaceGraph,
    goal: EntityId,
    travel: Travel = Travel.DEFAULT,
    disabled: Collection[EntityId] = (),
    disabled_links: Collection[tuple[EntityId, EntityId]] = (),
) -> dict[EntityId, float]:
    """What every place costs to a goal, by Dijkstra's algorithm over the whole map at once."""
    costs, border = {goal: 0.0}, [(0.0, goal)]
    while border:
        far, at = heapq.heappop(border)
        if far > costs[at] or at in disabled:
            continue
        for link in graph.links_into(at):
            is_usable = link.kind.travel & travel and (link.start, link.end) not in disabled_links
            if is_usable and far + link.cost < costs.get(link.start, math.inf):
                costs[link.start] = far + link.cost
                heapq.heappush(border, (far + link.cost, link.start))
    return costs


def costs_to(
    graph: PlaceGraph, goal: EntityId, ask: Callable[[EntityId], float]
) -> dict[EntityId, float]:
    """What somebody says every place costs to a goal, without those that have no way."""
    return {place: cost for place in graph.nodes if (cost := ask(place)) < math.inf}


def graph_of(links: Iterable[tuple[str, str, float]], places: Iterable[str] = ()) -> PlaceGraph:
    """A map of places in a row, in the order named, and links given by start, end and cost."""
    told = list(links)
    names = dict.fromkeys([*places, *(name for start, end, _ in told for name in (start, end))])
    nodes = [Node(EntityId(name), Vec3(float(number), 0.0, 0.0)) for number, name in enumerate(names)]
    return PlaceGraph(nodes, [Link(EntityId(start), EntityId(end), cost) for start, end, cost in told])


def chain_of_rooms(rooms: int, size: int, inside: Callable[[int, int], bool]) -> PlaceGraph:
    """Rooms in a row, each linked with the next by a doorway; `inside` tells which places are linked."""
    nodes, links = [], []
    for room in range(rooms):
        names = [EntityId(f"r{room}p{place}") for place in range(size)]
        nodes += [
            Node(name, Vec3(room * 1000.0, number * 10.0, 0.0)) for number, name in enumerate(names)
        ]
        pairs = [(a, b) for a in range(size) for b in range(size) if a != b and inside(a, b)]
        links += [Link(names[a], names[b], 10.0 * abs(a - b)) for a, b in pairs]
        if room:
            door, before = names[0], EntityId(f"r{room - 1}p{size - 1}")
            links += [Link(before, door, 500.0), Link(door, before, 500.0)]
    return PlaceGraph(nodes, links)


def random_graph(random: Random, count: int, degree: float, *, one_way: float = 0.2) -> PlaceGraph:
    """Places strewn over a square, linked with near ones and sometimes with far ones.

    There are links of several kinds, one-way, parallel and to themselves, places without any, and costs
    that are equal more often than by chance.
    """
    nodes = [
        Node(EntityId(f"p{number}"), Vec3(random.uniform(0, 1000), random.uniform(0, 1000), 0.0))
        for number in range(count)
    ]
    links = []
    for _ in range(round(count * degree / 2)):
        start = random.choice(nodes)
        near = sorted(nodes, key=lambda node: node.location.distance_to(start.location))[:8]
        end = random.choice(nodes if random.random() < 0.03 else near)
        cost = float(random.randint(1, 9)) if random.random() < 0.5 else random.uniform(0.1, 10.0)
        kind = random.choice(KINDS)
        links.append(Link(start.id, end.id, cost, kind))
        if random.random() >= one_way:
            links.append(Link(end.id, start.id, cost, random.choice(KINDS)))
        if random.random() < 0.05:
            links.append(Link(start.id, end.id, cost * random.uniform(0.5, 2.0), random.choice(KINDS)))
    return PlaceGraph(nodes, links)
