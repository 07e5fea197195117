"""Routes: the same question again, a new goal, beside the graph libraries that people use for this."""

from __future__ import annotations

import importlib
import itertools
import math
import random
import time
import tracemalloc
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import msgspec

from agentfw.arena.games.ut2004 import UT2004
from agentfw.arena.maps.catalog import find_map, known_maps
from agentfw.arena.server.listing import places
from agentfw.arena.world.rules import MatchSettings
from agentfw.arena.world.world import World
from agentfw.geometry import Vec3
from agentfw.navigation import Link, Node, PlaceGraph, Router, graph_from_places
from agentfw.vocabulary import EntityId
from scripts.benchmarks.measure import Figure, best_times

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["figures", "map_like"]

Ask: TypeAlias = Callable[[EntityId, EntityId], object]

SIZES: Final = (100, 600, 3000, 10_000)
_ROOM: Final = (5, 4)
"""Rooms are grids of about as many places."""
_SPACING: Final = 200.0
_DIAGONALS: Final = 0.8
"""How many of the diagonal neighbors in a room are linked."""
_REPEATS: Final = 1000
_INSTALL: Final = "pip install -e '.[bench]'"


def figures(*, quick: bool) -> Iterator[Figure]:
    """All figures of navigation, one after the other."""
    rounds = 3 if quick else 7
    for name in ("networkx", "rustworkx", "scipy"):
        if _module(name) is None:
            yield Figure(f"beside {name}", 0.0, "x", detail=f"skipped, install with {_INSTALL}")
    for size in SIZES[:2] if quick else SIZES:
        yield from _compare(f"{size} places", map_like(size), rounds)
    for name in known_maps():
        world = World(find_map(name), UT2004, MatchSettings())
        yield from _compare_map(name, graph_from_places(places(world), name), rounds)


def map_like(count: int, seed: int = 1) -> PlaceGraph:
    """A map of rooms and corridors with that many places and about five links for each."""
    columns, rows = _ROOM
    width = math.ceil(math.sqrt(count / (columns * rows + 2)))  # a room has about two corridors
    made = _Plan(count, _chance(seed))
    room = 0
    while not made.is_full:
        made.add_room(room % width, room // width)
        room += 1
    return made.graph()


def _chance(seed: int) -> random.Random:
    return random.Random(seed)  # noqa: S311 - maps, not secrets


class _Plan:
    """A map being made, room by room from the west to the east and from the north to the south."""

    def __init__(self, count: int, chance: random.Random) -> None:
        self._count, self._chance = count, chance
        self._nodes: list[Node] = []
        self._links: list[Link] = []
        self._doors: dict[tuple[int, int], list[Node]] = {}

    @property
    def is_full(self) -> bool:
        return len(self._nodes) >= self._count

    def graph(self) -> PlaceGraph:
        return PlaceGraph(self._nodes, self._links)

    def add_room(self, column: int, row: int) -> None:
        columns, rows = _ROOM
        west, north = column * (columns + 3) * _SPACING, row * (rows + 3) * _SPACING
        grid: dict[tuple[int, int], Node] = {}
        for x, y in itertools.product(range(columns), range(rows)):
            if self.is_full:
                break
            grid[x, y] = here = self._add(west + x * _SPACING, north + y * _SPACING)
            for step_x, step_y in ((-1, 0), (0, -1), (-1, -1), (-1, 1)):
                other = grid.get((x + step_x, y + step_y))
                is_straight = not step_x or not step_y
                if other is not None and (is_straight or self._chance.random() < _DIAGONALS):
                    self._join(here, other)
        self._doors[column, row] = list(grid.values())
        for beside in ((column - 1, row), (column, row - 1)):
            if grid and beside in self._doors:
                self._add_corridor(self._doors[beside], list(grid.values()))

    def _add_corridor(self, one: list[Node], other: list[Node]) -> None:
        pairs = itertools.product(one, other)
        start, end = min(pairs, key=lambda pair: pair[0].location.distance_to(pair[1].location))
        if not self.is_full:
            between = (start.location + end.location) * 0.5
            middle = self._add(between.x, between.y)
            self._join(start, middle)
            start = middle
        self._join(start, end)

    def _add(self, x: float, y: float) -> Node:
        jitter = self._chance.uniform(-40.0, 40.0), self._chance.uniform(-40.0, 40.0)
        node = Node(EntityId(f"Node{len(self._nodes)}"), Vec3(x + jitter[0], y + jitter[1], 0.0))
        self._nodes.append(node)
        return node

    def _join(self, one: Node, other: Node) -> None:
        cost = one.location.distance_to(other.location)
        self._links += [Link(one.id, other.id, cost), Link(other.id, one.id, cost)]


def _compare(name: str, graph: PlaceGraph, rounds: int) -> Iterator[Figure]:
    """All figures of one map."""
    router, build_s, memory_mb = _built(graph)
    told = router.statistics()
    shape = (
        f"{told.links} links, {told.clusters} clusters, {told.portals} portals, "
        f"{told.area_entries} entries, {memory_mb:.1f} MB"
    )
    yield Figure(f"{name}: build", build_s * 1e3, "ms", detail=shape)
    took = _Times(graph, rounds)
    peer = took.fastest_peer
    for what, each in (("cycling starts", took.cycling), ("same start", took.same)):
        detail = f"{each * 1e6:.2f} us"
        if peer is None:
            yield Figure(f"{name}: again, {what}", each * 1e6, "us")
            continue
        detail = f"{each * 1e6:.2f} us, fastest other: {peer} {took.peers[peer] * 1e6:.0f} us"
        ratio = took.peers[peer] / each
        yield Figure(f"{name}: again, {what}", ratio, "x", 20.0, detail, at_least=True)
    yield took.new_goal(name)


def _compare_map(name: str, graph: PlaceGraph, rounds: int) -> Iterator[Figure]:
    """One figure of a map that ships; the others stand beside it."""
    took = _Times(graph, rounds)
    figure, peer = took.new_goal(name), took.fastest_peer
    if peer is not None:
        again = f"again {took.cycling * 1e6:.2f} us, {took.peers[peer] / took.cycling:.0f}x {peer}"
        figure = msgspec.structs.replace(figure, detail=f"{again}; {figure.detail}")
    yield figure


class _Times:
    """What everybody needs for the same questions on one map, in seconds for each."""

    def __init__(self, graph: PlaceGraph, rounds: int) -> None:
        chance, ids = _chance(2), list(graph.nodes)
        goals = chance.sample(ids, min(40, len(ids)))
        pairs = [(chance.choice(ids), goal) for goal in goals]
        peers = dict(_peers(graph))
        best = {name: [math.inf] * len(pairs) for name in (*peers, "")}
        for _ in range(rounds):
            # A new router each time, so that every goal is new; all in turns, so that all are disturbed.
            asked = {**peers, "": Router(graph).route}
            for number, pair in enumerate(pairs):
                for name, ask in asked.items():
                    started = time.perf_counter()
                    ask(*pair)
                    best[name][number] = min(best[name][number], time.perf_counter() - started)
        mean = {name: sum(times) / len(times) for name, times in best.items()}
        self.new = mean.pop("")
        self.peers = mean
        self.fastest_peer = min(mean, key=lambda name: mean[name], default=None)
        self.cycling, self.same = _repeated(graph, goals[0], rounds)

    def new_goal(self, name: str) -> Figure:
        """How a question for a goal that nobody asked for before compares."""
        others = ", ".join(f"{peer} {took * 1e6:.0f}" for peer, took in self.peers.items())
        detail, slow = f"{self.new * 1e6:.0f} us; {others}", self.peers.get("networkx A*")
        if slow is None:
            return Figure(f"{name}: new goal", self.new * 1e6, "us", detail=others)
        return Figure(f"{name}: new goal / networkx A*", self.new / slow, "x", 1.0, detail)


def _built(graph: PlaceGraph) -> tuple[Router, float, float]:
    """A new router, how long making it takes, and how much memory it needs."""
    (took,) = best_times(lambda: Router(graph), rounds=3)
    tracemalloc.start()
    router = Router(graph)
    memory = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return router, took, memory / 1e6


def _repeated(graph: PlaceGraph, goal: EntityId, rounds: int) -> list[float]:
    """The time for a question asked before: with starts that take turns, and with one start."""
    ids, route = list(graph.nodes), Router(graph).route
    cycling = [ids[number * 7 % len(ids)] for number in range(_REPEATS)]
    same = cycling[:1] * _REPEATS
    for start in cycling:
        route(start, goal)
    took = best_times(
        lambda: [route(start, goal) for start in cycling],
        lambda: [route(start, goal) for start in same],
        rounds=rounds,
    )
    return [each / _REPEATS for each in took]


def _module(name: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def _peers(graph: PlaceGraph) -> Iterator[tuple[str, Ask]]:
    """What others offer for the same question: the way from a start to a goal."""
    networkx, rustworkx = _module("networkx"), _module("rustworkx")
    if networkx is not None:
        yield from _networkx(networkx, graph)
    if rustworkx is not None:
        yield from _rustworkx(rustworkx, graph)
    if _module("scipy") is not None:
        yield from _scipy(graph)


def _networkx(networkx: Any, graph: PlaceGraph) -> Iterator[tuple[str, Ask]]:
    peer = networkx.DiGraph()
    peer.add_nodes_from(graph.nodes)
    peer.add_weighted_edges_from([(link.start, link.end, link.cost) for link in graph.links], "cost")
    at = {place: node.location for place, node in graph.nodes.items()}

    def straight(one: EntityId, other: EntityId) -> float:
        return at[one].distance_to(at[other])

    def quiet(find: Callable[[], object]) -> object:
        try:
            return find()
        except networkx.NetworkXNoPath:
            return None

    yield "networkx A*", lambda a, b: quiet(lambda: networkx.astar_path(peer, a, b, straight, "cost"))
    yield "networkx Dijkstra", lambda a, b: quiet(lambda: networkx.dijkstra_path(peer, a, b, "cost"))


def _rustworkx(rustworkx: Any, graph: PlaceGraph) -> Iterator[tuple[str, Ask]]:
    peer = rustworkx.PyDiGraph()
    index = {place: peer.add_node(node.location) for place, node in graph.nodes.items()}
    peer.add_edges_from([(index[link.start], index[link.end], link.cost) for link in graph.links])
    at = {place: node.location for place, node in graph.nodes.items()}

    def a_star(start: EntityId, goal: EntityId) -> object:
        there = at[goal]
        try:
            return rustworkx.astar_shortest_path(
                peer, index[start], lambda node: node is there, float, there.distance_to
            )
        except rustworkx.NoPathFound:
            return None

    yield (
        "rustworkx Dijkstra",
        lambda a, b: rustworkx.dijkstra_shortest_paths(peer, index[a], target=index[b], weight_fn=float),
    )
    yield "rustworkx A*", a_star


def _scipy(graph: PlaceGraph) -> Iterator[tuple[str, Ask]]:
    sparse = importlib.import_module("scipy.sparse")
    dijkstra = importlib.import_module("scipy.sparse.csgraph").dijkstra
    index = {place: number for number, place in enumerate(graph.nodes)}
    cheapest: dict[tuple[int, int], float] = {}
    for link in graph.links:
        ends = index[link.start], index[link.end]
        cheapest[ends] = min(link.cost, cheapest.get(ends, math.inf))
    starts, ends = zip(*cheapest, strict=True)
    size = (len(index), len(index))
    matrix = sparse.csr_matrix((list(cheapest.values()), (starts, ends)), shape=size)

    def find(start: EntityId, goal: EntityId) -> list[int]:
        """The way out of the tree of one start."""
        _, before = dijkstra(matrix, indices=index[start], return_predecessors=True)
        way, at = [], index[goal]
        while at >= 0:
            way.append(at)
            at = int(before[at])
        return way

    yield "scipy Dijkstra", find
