"""Plans: how long and how much memory the same domains take here and in GTPyhop, in the same run."""

from __future__ import annotations

import functools
import gc
import math
import statistics
import time
import tracemalloc
from typing import TYPE_CHECKING, Any, Final

from agentfw.planning import find_plan
from scripts.benchmarks import planning_ours as ours
from scripts.benchmarks import planning_theirs as theirs
from scripts.benchmarks.measure import Figure
from scripts.benchmarks.planning_problems import blocks, countdown, domination, logistics

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from agentfw.planning import Search
    from scripts.benchmarks.planning_problems import Problem

__all__ = ["figures"]

BUDGET: Final = 0.3
_DEPTHS: Final = (10_000, 100_000)
_NO_LIMIT: Final = 10_000_000
_LEAST_S: Final = 0.005
"""Work that takes less is repeated, because the first time after something else is always slow."""


def figures(*, quick: bool) -> Iterator[Figure]:
    """All figures of planning, one after the other."""
    rounds = 3 if quick else 9
    library = theirs.gtpyhop()
    if library is None:
        detail = "skipped, install with pip install -e '.[bench]'"
        yield Figure("beside gtpyhop", 0.0, "x", detail=detail)
    for problem in _problems(quick=quick):
        if library is None:
            yield _alone(problem, rounds)
        else:
            yield from _compare(problem, library, rounds)
    yield _tracing(blocks(50), rounds)
    yield from (_alone(countdown(depth), rounds) for depth in _DEPTHS)


def _problems(*, quick: bool) -> Iterator[Problem]:
    yield from (blocks(count) for count in ((5, 20) if quick else (5, 10, 20, 50, 100)))
    sizes = ((5, 3), (10, 5)) if quick else ((5, 3), (10, 5), (20, 10), (40, 20))
    yield from (logistics(packages, cities) for packages, cities in sizes)
    sizes = ((2, 3), (4, 8)) if quick else ((2, 3), (4, 8), (8, 16), (16, 40))
    yield from (domination(bots, points) for bots, points in sizes)
    yield countdown(1000 if quick else _DEPTHS[0])


def _alone(problem: Problem, rounds: int) -> Figure:
    """The time of a problem where nobody else is asked."""
    search = _ours(problem)
    (took,) = _medians([search], rounds)
    return Figure(f"{problem.name}: alone", took * 1e3, "ms", detail=_told(search(), took))


def _compare(problem: Problem, library: Any, rounds: int) -> Iterator[Figure]:
    """Time and memory beside the fastest setting of the other that finds the plan."""
    search, state = _ours(problem), theirs.start(library, problem)
    works = {
        strategy: functools.partial(theirs.plan, library, strategy, state, list(problem.tasks))
        for strategy in theirs.STRATEGIES
    }
    works = {strategy: work for strategy, work in works.items() if _agrees(work(), search())}
    took, *peers = _medians([search, *works.values()], rounds)
    best, fastest = min(zip(peers, works, strict=True))
    detail = f"{_told(search(), took)}; gtpyhop {best * 1e3:.2f} ms ({fastest})"
    yield Figure(f"{problem.name} / gtpyhop", took / best, "x", BUDGET, detail)
    mine, other = _peak(search), _peak(works[fastest])
    detail = f"{mine / 1e3:.0f} kB; gtpyhop {other / 1e3:.0f} kB"
    yield Figure(f"{problem.name}: peak memory / gtpyhop", mine / other, "x", detail=detail)


def _agrees(plan: Any, search: Search) -> bool:
    """Whether they found a plan; one that is not ours, step by step, would mean different domains."""
    if not isinstance(plan, list):
        return False
    if tuple(plan) != search.plan:
        raise AssertionError(f"different plans for the same problem: {plan} and {search.plan}")
    return True


def _tracing(problem: Problem, rounds: int) -> Figure:
    """What it costs to keep every attempt."""
    plain, traced = _medians([_ours(problem), _ours(problem, trace=True)], rounds)
    detail = f"{plain * 1e3:.2f} ms, {traced * 1e3:.2f} ms with trace=True"
    return Figure(f"{problem.name}: traced / plain", traced / plain, "x", detail=detail)


def _ours(problem: Problem, *, trace: bool = False) -> Callable[[], Search]:
    """Our search, to be called as often as wanted: the state is always left as it was."""
    search = functools.partial(find_plan, ours.domain, ours.start(problem), problem.tasks, trace=trace)
    return functools.partial(search, max_nodes=_NO_LIMIT, max_depth=_NO_LIMIT)


def _told(search: Search, took: float) -> str:
    """What a search found, and the time it took."""
    each_ns = took / search.nodes * 1e9
    steps = len(search.plan or ())
    return f"{steps} steps, {search.nodes} nodes of {each_ns:.0f} ns, {took * 1e3:.2f} ms"


def _medians(works: list[Callable[[], object]], rounds: int) -> list[float]:
    """The median time of each piece of work in seconds, taken in turns."""
    repeats = [math.ceil(_LEAST_S / _time(work, 1)) for work in works]
    times: list[list[float]] = [[] for _ in works]
    gc.collect()
    for _ in range(rounds):
        for work, repeat, kept in zip(works, repeats, times, strict=True):
            kept.append(_time(work, repeat))
    return [statistics.median(kept) for kept in times]


def _time(work: Callable[[], object], repeat: int) -> float:
    """The time for one of several pieces of the same work in a row."""
    started = time.perf_counter()
    for _ in range(repeat):
        work()
    return (time.perf_counter() - started) / repeat


def _peak(work: Callable[[], object]) -> int:
    """How much memory is held at most while something works."""
    gc.collect()
    tracemalloc.start()
    work()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak
