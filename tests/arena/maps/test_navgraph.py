"""Navigation leads as far as the geometry does, on every map that ships."""

from __future__ import annotations

import functools
import heapq

import pytest

from agentfw.arena.maps.catalog import find_map, known_maps
from agentfw.arena.maps.level import ThingKind
from agentfw.arena.maps.navgraph import NavGraph, derive_navigation
from agentfw.arena.maps.passages import PassageKind, Passages

every_map = pytest.mark.parametrize("name", known_maps())


@functools.cache
def navigation(name: str) -> tuple[Passages, NavGraph]:
    level = find_map(name).level
    return Passages(level), derive_navigation(level)


def flooded(passages: Passages, start: int) -> set[int]:
    """All spaces that can be reached, by the plainest search there is."""
    found, is_growing = {start}, True
    steps = list(passages.all())
    while is_growing:
        new = {step.end for step in steps if step.start in found} - found
        found |= new
        is_growing = bool(new)
    return found


def test_seven_maps_ship_and_cover_all_modes() -> None:
    files = [find_map(name) for name in known_maps()]
    assert len(files) >= 7
    assert {mode for file in files for mode in file.modes} == {"dm", "tdm", "ctf", "dom", "ddom"}


@every_map
def test_links_lead_wherever_passages_do(name: str) -> None:
    passages, graph = navigation(name)
    by_space = {point.space: point.number for point in graph.points}
    for point in graph.points[:: max(1, len(graph.points) // 10)]:
        wanted = {by_space[space] for space in flooded(passages, point.space) if space in by_space}
        assert graph.reachable(point.number) == wanted


@every_map
def test_everything_is_reached_from_every_start(name: str) -> None:
    _, graph = navigation(name)
    goals = {point.number for point in graph.points if point.thing is not None}
    starts = [p.number for p in graph.points if p.thing and p.thing.kind is ThingKind.START]
    assert starts
    assert all(goals <= graph.reachable(start) for start in starts)


@every_map
def test_every_thing_has_a_point_of_its_own(name: str) -> None:
    _, graph = navigation(name)
    assert {point.thing for point in graph.points if point.thing} == set(find_map(name).level.things)


@every_map
def test_nobody_has_more_links_than_the_old_game_allowed(name: str) -> None:
    _, graph = navigation(name)
    out = [sum(link.start == point.number for link in graph.links) for point in graph.points]
    assert max(out) <= 16


@every_map
def test_a_straight_run_along_a_walked_link_meets_no_wall(name: str) -> None:
    passages, graph = navigation(name)
    eye = type(graph.points[0].location)(0.0, 0.0, 60.0)
    for link in graph.links:
        if link.kind is PassageKind.WALK:
            start, end = graph.points[link.start].location, graph.points[link.end].location
            assert passages.level.is_clear(start + eye, end + eye)


def test_flags_of_a_capture_map_belong_to_both_teams() -> None:
    for name in known_maps():
        file = find_map(name)
        flags = [thing.team for thing in file.level.things if thing.kind is ThingKind.FLAG]
        assert sorted(flags, key=str) == ([0, 1] if "ctf" in file.modes else [])


def test_the_same_map_gives_the_same_graph() -> None:
    level = find_map("dm-foundry").level
    assert derive_navigation(level) == derive_navigation(level)


@pytest.mark.parametrize("name", known_maps())
def test_links_make_no_long_way_round(name: str) -> None:
    """Over links it is never much longer than from cell to cell, from a dozen places to all others."""
    level = find_map(name).level
    passages, graph = Passages(level), derive_navigation(level)
    by_space = {point.space: point.number for point in graph.points}
    steps, links = grid_steps(passages), link_steps(graph)
    for start in sorted(by_space)[:: max(1, len(by_space) // 12)]:
        on_grid, on_links = shortest(start, steps), shortest(by_space[start], links)
        for space, far in on_grid.items():
            if space in by_space:
                assert on_links[by_space[space]] <= 1.5 * far + 10 * level.cell


def grid_steps(passages: Passages) -> dict[int, list[tuple[int, float]]]:
    steps: dict[int, list[tuple[int, float]]] = {}
    for passage in passages.all():
        one, other = passages.spaces[passage.start], passages.spaces[passage.end]
        across = abs(one.column - other.column) + abs(one.row - other.row)
        steps.setdefault(passage.start, []).append((passage.end, across * passages.level.cell))
    return steps


def link_steps(graph: NavGraph) -> dict[int, list[tuple[int, float]]]:
    steps: dict[int, list[tuple[int, float]]] = {}
    for link in graph.links:
        steps.setdefault(link.start, []).append((link.end, link.length))
    return steps


def shortest(start: int, steps: dict[int, list[tuple[int, float]]]) -> dict[int, float]:
    """How far it is to everything that can be reached."""
    found: dict[int, float] = {}
    border = [(0.0, start)]
    while border:
        far, at = heapq.heappop(border)
        if at not in found:
            found[at] = far
            for other, length in steps.get(at, ()):
                heapq.heappush(border, (far + length, other))
    return found
