"""Plans for goals: how long they take and what they cost here and in pyperplan, in the same run."""

from __future__ import annotations

import functools
import gc
import time
from typing import TYPE_CHECKING, Final, NamedTuple

from agentfw.pddl import ground, read_domain, read_problem
from agentfw.solving import check, solve
from scripts.benchmarks import solving_theirs as theirs
from scripts.benchmarks.measure import Figure
from scripts.benchmarks.solving_problems import blocks, ferry, grid, gripper, logistics
from scripts.benchmarks.solving_shooter import corridor, shooter

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from agentfw.solving import Answer, Problem, Quality
    from scripts.benchmarks.solving_problems import Texts

__all__ = ["figures"]

BUDGET: Final = 1.0
SHOOTER_MS: Final = 2.0
IRRELEVANT: Final = 1.5
_GROWTH: Final = (5, 20, 50, 100, 200)


class _Row(NamedTuple):
    """A problem, and the settings of the other that solve it within reason."""

    texts: Texts
    settings: tuple[str, ...]


def figures(*, quick: bool) -> Iterator[Figure]:
    """All figures of planning for goals, one after the other."""
    rounds = 1 if quick else 3
    yield from _shooter(50 if quick else 200)
    if not theirs.pyperplan():
        detail = "skipped, install with pip install pyperplan"
        yield Figure("beside pyperplan", 0.0, "x", detail=detail)
        return
    for row in _optimal_rows(quick=quick):
        yield from _beside(row, "optimal", rounds)
    for row in _quick_rows(quick=quick):
        yield from _beside(row, "quick", rounds)
    if not quick:
        yield from _compiled(blocks(9))


def _optimal_rows(*, quick: bool) -> Iterator[_Row]:
    small = (blocks(5), gripper(4), ferry(5, 4), grid(4, 1))
    large = (blocks(8), logistics(4, 2), logistics(5, 2), gripper(6), ferry(6, 4), grid(5, 1))
    yield from (_Row(each, theirs.OPTIMAL) for each in (small if quick else (*small, *large)))
    if not quick:  # its blind search takes more than 20 s here
        yield _Row(blocks(9), theirs.OPTIMAL[:1])


def _quick_rows(*, quick: bool) -> Iterator[_Row]:
    small = (blocks(5), blocks(8), gripper(6), logistics(4, 2), ferry(6, 4), grid(4, 1), grid(5, 2))
    large = (
        *(blocks(10), gripper(12), gripper(20), logistics(6, 3), logistics(10, 4), logistics(15, 5)),
        *(ferry(10, 5), ferry(15, 6), grid(7, 3), grid(9, 4)),
    )
    yield from (_Row(each, theirs.QUICK) for each in (small if quick else (*small, *large)))
    if not quick:
        yield from (_Row(blocks(count), theirs.QUICK[:1]) for count in (12, 15))


def _beside(row: _Row, quality: Quality, rounds: int) -> Iterator[Figure]:
    """Search beside search, cost beside cost, and all from the text on beside the same."""
    texts, task = row.texts, theirs.task_of(row.texts)
    problem = _ground(texts)
    ours = functools.partial(_solved, problem, quality)
    works = [functools.partial(theirs.search, task, setting) for setting in row.settings]
    took, *peers = _best_times(ours, *works, rounds=rounds)
    cost, lengths = ours().cost, [work() for work in works]
    best, fastest = min(zip(peers, row.settings, strict=True))
    name, told = f"{texts.name}, {quality}", f"{took * 1e3:.2f} ms; {fastest} {best * 1e3:.2f} ms"
    yield Figure(f"{name}: search / pyperplan", took / best, "x", BUDGET, told)
    others = ", ".join(f"{each} {length}" for each, length in zip(row.settings, lengths, strict=True))
    detail = f"{cost:g}; {others}"
    yield Figure(f"{name}: cost / pyperplan", cost / min(lengths), "x", BUDGET, detail)
    whole, other = _best_times(
        lambda: _solved(_ground(texts), quality),
        lambda: theirs.search(theirs.task_of(texts), fastest),
        rounds=rounds,
    )
    detail = f"{whole * 1e3:.2f} ms; {other * 1e3:.2f} ms"
    yield Figure(f"{name}: text to plan / pyperplan", whole / other, "x", BUDGET, detail)


def _shooter(most: int) -> Iterator[Figure]:
    """Problems as bots have them."""
    plain, waving = _work(shooter()), _work(shooter(50))
    took, more = _best_times(plain, waving, rounds=50)
    answer = plain()
    detail = f"{len(answer.steps)} steps, {answer.expanded} nodes"
    yield Figure("shooter, 20 actions, optimal", took * 1e3, "ms", SHOOTER_MS, detail)
    detail = f"{took * 1e3:.2f} ms, {more * 1e3:.2f} ms"
    yield Figure("shooter, 50 irrelevant actions more", more / took, "x", IRRELEVANT, detail)
    for actions in (each for each in _GROWTH if each <= most):
        work = _work(corridor(actions))
        (took,) = _best_times(work, rounds=10)
        yield Figure(
            f"corridor, {actions} actions, optimal", took * 1e3, "ms", detail=f"cost {work().cost:g}"
        )


def _compiled(texts: Texts) -> Iterator[Figure]:
    """What a compiled planner takes, with its start, for information."""
    other = theirs.fast_downward_s(texts)
    if other is not None:
        (took,) = _best_times(lambda: _solved(_ground(texts), "optimal"), rounds=3)
        detail = f"{took * 1e3:.0f} ms; Fast Downward {other * 1e3:.0f} ms, with starting it"
        yield Figure(f"{texts.name}, optimal: text to plan / compiled", took / other, "x", detail=detail)


def _best_times(*works: Callable[[], object], rounds: int) -> list[float]:
    """The best processor time of each piece of work in seconds, taken in turns.

    Nothing here waits, so the time of the clock would only tell how busy the machine is.
    """
    best = [float("inf")] * len(works)
    gc.collect()
    for _ in range(rounds):
        for index, work in enumerate(works):
            started = time.process_time()
            work()
            best[index] = min(best[index], time.process_time() - started)
    return best


def _work(problem: Problem) -> Callable[[], Answer]:
    return functools.partial(_solved, problem, "optimal")


def _ground(texts: Texts) -> Problem:
    domain = read_domain(texts.domain)
    return ground(domain, read_problem(texts.problem, domain))


def _solved(problem: Problem, quality: Quality) -> Answer:
    answer = solve(problem, quality=quality)
    fault = check(problem, answer.steps)
    if fault is not None:
        raise AssertionError(f"a plan that does not work: {fault}")
    return answer
