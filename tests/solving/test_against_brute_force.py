"""Thousands of small problems made up by chance, held against plain uniform-cost search."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from agentfw.solving import Goal, Operator, Problem, State, check, solve
from agentfw.solving._cuts import Cuts
from agentfw.solving._reaching import Reach
from agentfw.solving._relaxed import Relaxed
from agentfw.solving._task import Task
from tests.support.solving import bits, cheapest, random_problem, states_of

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_STATES = 1500
NODES = 20_000
SEEDS = (2999, 4852, 5947, 6382, 7191, 8382, 9003, 10163, *range(40))
"""The first of them lead to such nodes; most others do not."""

kinds = pytest.mark.parametrize("numbers", [0, 1, 2])


def small_problems(numbers: int, seed: int, count: int) -> Iterator[tuple[Problem, float | None]]:
    """Problems whose cheapest cost is known, and that cost; those with too many states are left out."""
    for index in range(count):
        problem = random_problem(1_000_000 * numbers + 1000 * seed + index, numbers=numbers)
        try:
            yield problem, cheapest(problem, most_states=MOST_STATES)
        except OverflowError:
            continue


@kinds
@pytest.mark.parametrize("seed", range(4))
def test_the_optimal_cost_is_that_of_brute_force(numbers: int, seed: int) -> None:
    for problem, cost in small_problems(numbers, seed, 200):
        answer = solve(problem, max_nodes=NODES)
        if cost is None:
            assert answer.status == "unsolvable"
            assert answer.why
        else:
            assert answer.status == "solved"
            assert answer.is_optimal
            assert answer.cost == pytest.approx(cost)
            assert check(problem, answer.steps) is None


def dear_problem(seed: int) -> Problem:
    """Many operators with very different costs: nodes are often found again on a cheaper way."""
    random = Random(seed)  # noqa: S311 - chance with a seed, no secrets
    facts = random.randint(6, 11)

    def some(fewest: int, most: int) -> int:
        return bits(*random.sample(range(facts), random.randint(fewest, most)))

    operators = tuple(
        Operator(
            f"operator{index}",
            needs=some(1, 3),
            adds=some(1, 3),
            deletes=some(0, 3),
            cost=float(random.choice((1, 2, 3, 5, 8, 13, 20))),
        )
        for index in range(random.randint(8, 22))
    )
    start = State(random.getrandbits(facts) & random.getrandbits(facts) | 1)
    names = tuple(f"fact{place}" for place in range(facts))
    return Problem(facts=names, operators=operators, start=start, goal=Goal(some(2, 4)))


@pytest.mark.parametrize("seed", SEEDS)
def test_a_node_found_again_on_a_cheaper_way_is_looked_at_again(seed: int) -> None:
    problem = dear_problem(seed)
    answer = solve(problem, max_nodes=NODES)
    cost = cheapest(problem)
    assert (answer.status == "unsolvable") == (cost is None)
    assert cost is None or (answer.is_optimal and answer.cost == cost)


@kinds
def test_quick_plans_are_valid_and_exist_where_brute_force_finds_one(numbers: int) -> None:
    for problem, cost in small_problems(numbers, 10, 200):
        answer = solve(problem, quality="quick", max_nodes=NODES)
        assert answer.status == ("unsolvable" if cost is None else "solved")
        assert cost is None or check(problem, answer.steps) is None


@kinds
def test_anytime_ends_with_the_optimal_cost(numbers: int) -> None:
    for problem, cost in small_problems(numbers, 20, 150):
        answer = solve(problem, quality="anytime", max_nodes=NODES)
        assert cost is None or (answer.is_optimal and answer.cost == pytest.approx(cost))


@kinds
def test_the_cost_told_is_the_sum_of_the_steps(numbers: int) -> None:
    for problem, _ in small_problems(numbers, 30, 60):
        answer = solve(problem, quality="quick", max_nodes=NODES)
        assert answer.cost == pytest.approx(sum(step.cost for step in answer.steps))


def from_state(problem: Problem, state: State) -> Problem:
    return type(problem)(
        facts=problem.facts,
        numbers=problem.numbers,
        operators=problem.operators,
        start=state,
        goal=problem.goal,
    )


@kinds
def test_no_estimate_is_higher_than_the_true_cost(numbers: int) -> None:
    compared = 0
    for problem, _ in small_problems(numbers, 40, 150):
        for state in states_of(problem, 6):
            other = from_state(problem, state)
            try:
                cost = cheapest(other, most_states=MOST_STATES)
            except OverflowError:
                continue
            if cost is not None:
                task = Task(other, Reach(other))
                estimate = Cuts(Relaxed(task)).estimate(task.start)
                assert estimate is not None
                assert estimate / task.scale <= cost + 1e-9
                compared += 1
    assert compared > 50


@kinds
def test_what_is_told_of_a_child_in_advance_is_not_higher_than_the_true_cost(numbers: int) -> None:
    compared = 0
    for problem, _ in small_problems(numbers, 50, 400):
        reach = Reach(problem)
        task = Task(problem, reach)
        cuts = Cuts(Relaxed(task))
        if cuts.estimate(task.start) is None:
            continue
        for place, operator in enumerate(task.operators):
            children = list(states_of(only(problem, operator.name), 2))[1:]
            for child in children:
                try:
                    cost = cheapest(from_state(problem, child), most_states=MOST_STATES)
                except OverflowError:
                    continue
                assert cost is None or cuts.after(place) / task.scale <= cost + 1e-9
                compared += 1
    assert compared > 50


def only(problem: Problem, name: str) -> Problem:
    """The problem with one operator."""
    return type(problem)(
        facts=problem.facts,
        numbers=problem.numbers,
        operators=tuple(each for each in problem.operators if each.name == name),
        start=problem.start,
        goal=problem.goal,
    )
