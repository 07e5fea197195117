"""Paths for many who ask, within one budget."""

from __future__ import annotations

import gc
import itertools
import weakref

import pytest

from agentfw.errors import UsageError
from agentfw.navigation import (
    PathHandle,
    PathService,
    PlaceGraph,
    Question,
    Route,
    Router,
    Travel,
    grid_graph,
)
from agentfw.vocabulary import EntityId
from tests.support.mazes import graph_of, plain_costs, seeded

A, B, C, D = (EntityId(name) for name in "abcd")
DIAMOND = (("a", "b", 1.0), ("b", "d", 1.0), ("a", "c", 5.0), ("c", "d", 5.0))
FIELD = ["." * 20] * 20
NORTH_WEST, SOUTH_EAST = EntityId("0,0"), EntityId("19,19")


def finish(service: PathService, handle: PathHandle, budget: int = 50) -> int:
    """How many ticks it takes until a request is done."""
    for tick in itertools.count(1):
        service.run(budget)
        if handle.is_done:
            return tick
        assert tick < 10_000
    raise AssertionError("unreachable")


def random_rows(seed: int) -> list[str]:
    random = seeded(seed)
    rows = [["#" if random.random() < 0.3 else "." for _ in range(12)] for _ in range(12)]
    rows[0][0] = rows[11][11] = "."
    return ["".join(row) for row in rows]


def test_a_request_gets_a_unique_handle_before_anything_is_searched() -> None:
    service = PathService(graph_of(DIAMOND))
    handles = [service.request(A, D) for _ in range(5)]
    assert len({handle.id for handle in handles}) == 5
    assert not any(handle.is_done for handle in handles)
    assert service.statistics().expansions == 0


@pytest.mark.parametrize("seed", range(25))
def test_paths_over_tiles_are_as_short_as_possible(seed: int) -> None:
    graph = grid_graph(random_rows(seed))
    service = PathService(graph)
    handle = service.request(EntityId("0,0"), EntityId("11,11"))
    finish(service, handle)
    plain = plain_costs(graph, EntityId("11,11")).get(EntityId("0,0"))
    assert (None if handle.route is None else handle.route.cost) == (
        None if plain is None else pytest.approx(plain)
    )


@pytest.mark.parametrize("requests", [1, 100])
@pytest.mark.parametrize("budget", [1, 7, 64])
def test_a_tick_never_uses_more_than_the_budget(requests: int, budget: int) -> None:
    service = PathService(grid_graph(FIELD))
    handles = [service.request(NORTH_WEST, SOUTH_EAST) for _ in range(requests)]
    for _ in range(40):
        before = service.statistics().expansions
        used = service.run(budget)
        assert used == service.statistics().expansions - before <= budget
    assert len(handles) == requests


def test_a_tick_uses_the_whole_budget_while_there_is_work() -> None:
    service = PathService(grid_graph(FIELD))
    handles = [service.request(NORTH_WEST, SOUTH_EAST, danger=lambda place: 1.0) for _ in range(3)]
    assert service.run(50) == 50
    assert len(handles) == service.pending == 3


def test_every_request_is_finished_in_bounded_time() -> None:
    graph = grid_graph(FIELD)
    service = PathService(graph)
    handles = [service.request(NORTH_WEST, SOUTH_EAST) for _ in range(100)]
    ticks = 0
    while service.pending:
        service.run(10)
        ticks += 1
    assert all(handle.route is not None for handle in handles)
    assert ticks <= 100 * len(graph) / 10 + 1


def test_a_short_path_is_not_kept_waiting_by_long_ones() -> None:
    service = PathService(grid_graph(FIELD))
    long_ones = [service.request(NORTH_WEST, SOUTH_EAST, danger=lambda place: 1.0) for _ in range(20)]
    short = service.request(NORTH_WEST, EntityId("1,0"))
    finish(service, short, budget=5)
    assert not any(handle.is_done for handle in long_ones)


def test_every_pending_request_progresses_in_every_round() -> None:
    asked: list[EntityId] = []
    service = PathService(graph_of(DIAMOND), search=lambda graph, question: Endless(question, asked))
    handles = [service.request(start, D) for start in (A, B, C)]
    service.run(4)
    service.run(5)
    assert asked == [A, B, C, A, B, C, A, B, C]
    assert len(handles) == 3


def test_a_budget_with_a_clock_is_asked_before_every_expansion() -> None:
    service = PathService(grid_graph(FIELD))
    handle = service.request(NORTH_WEST, SOUTH_EAST)
    answers = iter([False] * 6 + [True])
    assert service.run_until(lambda: next(answers)) == 6
    assert next(answers, None) is None
    assert not handle.is_done


def test_a_clock_that_never_ends_lets_everything_finish() -> None:
    service = PathService(grid_graph(FIELD))
    handles = [service.request(NORTH_WEST, SOUTH_EAST) for _ in range(4)]
    service.run_until(lambda: False)
    assert all(handle.is_done for handle in handles)


def test_having_no_way_is_told() -> None:
    service = PathService(graph_of(DIAMOND))
    handle = service.request(D, A)
    finish(service, handle)
    assert (handle.route, handle.failure, service.statistics().failed) == (None, "no way", 1)


def test_being_there_already_is_an_empty_path() -> None:
    service = PathService(graph_of(DIAMOND))
    handle = service.request(A, A)
    finish(service, handle)
    assert (handle.route, handle.failure, handle.take_step()) == (Route((A,), 0.0, ()), None, None)


def test_a_request_can_be_limited() -> None:
    service = PathService(grid_graph(FIELD))
    handle = service.request(NORTH_WEST, SOUTH_EAST, max_expansions=10)
    finish(service, handle, budget=4)
    assert handle.failure == "gave up after 10 expansions"
    assert service.statistics().expansions == 10


def test_a_cancelled_request_is_not_searched_any_more() -> None:
    service = PathService(grid_graph(FIELD))
    handle = service.request(NORTH_WEST, SOUTH_EAST)
    service.run(3)
    handle.cancel()
    assert (handle.is_done, handle.failure, service.pending, service.run(10)) == (
        True,
        "cancelled",
        0,
        0,
    )
    assert service.statistics().abandoned == 1


def test_cancelling_frees_a_result() -> None:
    service = PathService(graph_of(DIAMOND))
    handle = service.request(A, D)
    finish(service, handle)
    handle.cancel()
    assert (handle.route, handle.take_step()) == (None, None)


def test_a_request_whose_handle_is_dropped_disappears() -> None:
    service = PathService(grid_graph(FIELD))
    handle = service.request(NORTH_WEST, SOUTH_EAST)
    kept = service.request(NORTH_WEST, SOUTH_EAST)
    service.run(5)
    del handle
    gc.collect()
    assert (service.pending, service.statistics().abandoned) == (1, 1)
    assert not kept.is_done


def test_nothing_is_left_after_many_requests_of_every_fate() -> None:
    service = PathService(Router(grid_graph(FIELD)))
    random = seeded(9)
    held: list[PathHandle] = []
    results: list[weakref.ref[PathHandle]] = []
    for _ in range(2000):
        ends = [EntityId(f"{random.randrange(20)},{random.randrange(20)}") for _ in range(2)]
        held.append(service.request(*ends))
        results.append(weakref.ref(held[-1]))
        service.run(40)
        if random.random() < 0.2:
            random.choice(held).cancel()
        if len(held) > 8:
            held.pop(random.randrange(len(held)))
    held.clear()
    gc.collect()
    told = service.statistics()
    assert (service.pending, [ref for ref in results if ref() is not None]) == (0, [])
    assert told.requested == 2000 == told.found + told.failed + told.abandoned


class Endless:
    """A search that notes who was given a turn and never ends."""

    result: Route | None = None

    def __init__(self, question: Question, asked: list[EntityId]) -> None:
        self.expansions = 0
        self._question, self._asked = question, asked

    def step(self, expansions: int) -> bool:
        self.expansions += expansions
        self._asked.append(self._question.start)
        return False


class Told:
    """A search that knows the answer."""

    def __init__(self, graph: PlaceGraph, question: Question) -> None:
        self.expansions = 0
        self.result = Router(graph).route(question.start, question.goal, question.travel)

    def step(self, expansions: int) -> bool:
        self.expansions += 1
        return True


class Idle(Endless):
    """A search that does nothing at all."""

    def step(self, expansions: int) -> bool:
        return False


def test_another_search_can_be_used_without_changing_the_callers() -> None:
    services = [PathService(grid_graph(FIELD)), PathService(grid_graph(FIELD), search=Told)]
    costs = []
    for service in services:
        handle = service.request(NORTH_WEST, SOUTH_EAST)
        finish(service, handle)
        assert handle.route is not None
        costs.append(handle.route.cost)
    assert costs[0] == pytest.approx(costs[1])


def test_a_search_that_does_nothing_does_not_hang_the_tick() -> None:
    service = PathService(graph_of(DIAMOND), search=lambda graph, question: Idle(question, []))
    handle = service.request(A, D)
    service.run(100)
    assert not handle.is_done


def test_the_steps_are_taken_one_by_one() -> None:
    service = PathService(graph_of(DIAMOND))
    handle = service.request(A, D)
    assert handle.take_step() is None
    finish(service, handle)
    assert [handle.take_step() for _ in range(4)] == [B, D, None, None]
    assert handle.steps_left == 0


def test_travel_flags_and_dangers_are_honored() -> None:
    service = PathService(graph_of(DIAMOND))
    around, nowhere = service.request(A, D, danger={B: 50.0}), service.request(A, D, travel=Travel.FLY)
    service.run(100)
    assert around.route is not None
    assert (around.route.places, nowhere.failure) == ((A, C, D), "no way")


def test_what_the_router_has_disabled_is_avoided() -> None:
    router = Router(graph_of(DIAMOND))
    router.disable_link(A, B)
    service = PathService(router)
    handle = service.request(A, D)
    finish(service, handle)
    assert handle.route is not None
    assert handle.route.places == (A, C, D)


def test_a_path_over_a_place_disabled_meanwhile_is_not_handed_out() -> None:
    router = Router(graph_of(DIAMOND))
    service = PathService(router)
    handle = service.request(A, D)
    service.run(2)
    router.disable(B)
    finish(service, handle)
    assert handle.route is not None
    assert (handle.route.places, service.statistics().restarts) == ((A, C, D), 1)


def test_a_place_enabled_meanwhile_is_found_after_all() -> None:
    router = Router(graph_of([("a", "b", 1.0), ("b", "c", 1.0)]))
    router.disable(B)
    service = PathService(router)
    handle = service.request(A, C)
    router.enable(B)
    finish(service, handle)
    assert handle.route is not None
    assert handle.route.places == (A, B, C)


def test_a_map_that_never_stands_still_does_not_keep_a_request_for_ever() -> None:
    router = Router(graph_of([("a", "b", 1.0)]))
    service = PathService(router)
    handle = service.request(B, A)
    for _ in range(100):
        (router.enable if router.disabled else router.disable)(A)
        service.run(1)
    assert handle.failure == "the map changed during 9 searches"


def test_a_route_becomes_stale_when_what_is_ahead_is_disabled() -> None:
    router = Router(graph_of(DIAMOND))
    service = PathService(router)
    handle = service.request(A, D)
    finish(service, handle)
    router.disable(B)
    assert handle.is_stale
    handle.take_step()
    assert not handle.is_stale


def test_unknown_places_are_reported_when_asked_for() -> None:
    service = PathService(graph_of(DIAMOND))
    with pytest.raises(UsageError, match=r'^place "x" is not on this map$'):
        service.request(A, EntityId("x"))
    assert service.pending == 0


def test_a_budget_cannot_be_negative() -> None:
    with pytest.raises(UsageError, match=r"^the budget must not be negative, found -1$"):
        PathService(graph_of(DIAMOND)).run(-1)


def test_the_same_requests_get_the_same_results_in_the_same_ticks() -> None:
    def play() -> list[tuple[int, int, float]]:
        service, random = PathService(grid_graph(FIELD)), seeded(5)
        held, done = [], list[tuple[int, int, float]]()
        for tick in range(120):
            if tick < 40:
                ends = [EntityId(f"{random.randrange(20)},{random.randrange(20)}") for _ in range(2)]
                held.append(service.request(*ends))
            service.run(25)
            done += [(tick, h.id, h.route.cost) for h in held if h.route is not None]
            held = [handle for handle in held if not handle.is_done]
        return done

    assert len(play()) == 40
    assert play() == play()
