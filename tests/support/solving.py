"""Planning problems made up by chance, and their cheapest costs found by plain uniform-cost search."""

from __future__ import annotations

import heapq
import itertools
from random import Random
from typing import TYPE_CHECKING

import msgspec

from agentfw.solving import Change, Goal, Linear, Operator, Problem, State, Test

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from agentfw.solving import Comparison

__all__ = ["apply", "bits", "cheapest", "holds", "random_problem", "states_of"]


def bits(*places: int) -> int:
    return sum(1 << place for place in set(places))


def worth(linear: Linear, state: State) -> float:
    total = linear.constant
    for place, factor in linear.terms:
        total += factor * state.numbers[place]
    return total


def passes(test: Test, state: State) -> bool:
    left = worth(test.left, state)
    return {
        "<": left < 0,
        "<=": left <= 0,
        "==": left == 0,
        ">=": left >= 0,
        ">": left > 0,
    }[test.comparison]


def holds(asked: Goal | Operator, state: State) -> bool:
    facts_hold = state.facts & asked.needs == asked.needs and not state.facts & asked.forbids
    return facts_hold and all(passes(test, state) for test in asked.tests)


def apply(operator: Operator, state: State) -> State:
    numbers = list(state.numbers)
    for change in operator.changes:
        old = state.numbers[change.number] if change.is_increase else 0
        numbers[change.number] = old + worth(change.to, state)
    return State((state.facts & ~operator.deletes) | operator.adds, tuple(numbers))


def cheapest(problem: Problem, start: State | None = None, *, most_states: int = 20_000) -> float | None:
    """What the cheapest plan costs; None where all states were seen and there is no plan."""
    begin = problem.start if start is None else start
    paid = {begin: 0.0}
    order = itertools.count()
    waiting = [(0.0, next(order), begin)]
    while waiting:
        cost, _, state = heapq.heappop(waiting)
        if cost > paid[state]:
            continue
        if holds(problem.goal, state):
            return cost
        if len(paid) > most_states:
            raise OverflowError(f"more than {most_states} states")
        for operator in problem.operators:
            if holds(operator, state):
                child, then = apply(operator, state), cost + operator.cost
                if then < paid.get(child, float("inf")):
                    paid[child] = then
                    heapq.heappush(waiting, (then, next(order), child))
    return None


def states_of(problem: Problem, count: int) -> Iterator[State]:
    """Some states that can be reached, the nearest first."""
    found, seen = [problem.start], {problem.start}
    for state in found:
        yield state
        if len(found) < count:
            children = (apply(each, state) for each in problem.operators if holds(each, state))
            for child in children:
                if child not in seen:
                    seen.add(child)
                    found.append(child)


def random_problem(seed: int, *, numbers: int = 0) -> Problem:
    """A small problem: often solvable, sometimes not, with forbidden facts, and costs of every kind."""
    random = Random(seed)  # noqa: S311 - chance with a seed, no secrets
    facts = random.randint(3, 8)
    costs = random.choice([(1.0,), (1.0, 2.0, 5.0), (0.0, 1.0), (0.1, 0.25, 3.0), (0.0, 0.0, 7.5)])
    operators = [
        _operator(random, index, facts, numbers, random.choice(costs))
        for index in range(random.randint(4, 12))
    ]
    problem = Problem(
        facts=tuple(f"fact{place}" for place in range(facts)),
        numbers=tuple(f"number{place}" for place in range(numbers)),
        operators=tuple(operators),
        start=State(
            random.getrandbits(facts) & random.getrandbits(facts),
            tuple(float(random.randint(0, 3)) for _ in range(numbers)),
        ),
    )
    goal = _any_goal(random, problem)
    if random.random() < 0.7:
        tried = (_goal_on_the_way(random, problem) for _ in range(6))
        goal = next((each for each in tried if not holds(each, problem.start)), goal)
    return msgspec.structs.replace(problem, goal=goal)


def _any_goal(random: Random, problem: Problem) -> Goal:
    asked, refused = _apart(random, len(problem.facts), random.randint(1, 3), random.randint(0, 1))
    numbers = len(problem.numbers)
    return Goal(asked, refused, (_test(random, numbers),) if numbers and random.random() < 0.8 else ())


def _goal_on_the_way(random: Random, problem: Problem) -> Goal:
    """Something that holds after a walk by chance."""
    state = problem.start
    for _ in range(random.randint(3, 25)):
        possible = [each for each in problem.operators if holds(each, state)]
        if possible:
            state = apply(random.choice(possible), state)
    chosen = bits(*random.sample(range(len(problem.facts)), random.randint(2, 3)))
    tests: list[Test] = []
    for place, value in enumerate(state.numbers):
        comparisons: tuple[Comparison, ...] = (">=", "<=", "==")
        tests.append(Test(Linear(((place, 1.0),), -value), random.choice(comparisons), f"number{place}"))
    return Goal(chosen & state.facts, chosen & ~state.facts, tuple(tests))


def _apart(random: Random, facts: int, first: int, second: int) -> tuple[int, int]:
    """Two sets of facts that have nothing in common."""
    chosen = random.sample(range(facts), min(first + second, facts))
    return bits(*chosen[:first]), bits(*chosen[first:])


def _operator(random: Random, index: int, facts: int, numbers: int, cost: float) -> Operator:
    needs, forbids = _apart(random, facts, random.randint(1, 2), random.randint(0, 3) // 3)
    has_tests = numbers and random.random() < 0.5
    return Operator(
        name=f"operator{index}",
        needs=needs,
        forbids=forbids,
        tests=tuple(_test(random, numbers) for _ in range(random.randint(1, 2))) if has_tests else (),
        adds=bits(*random.sample(range(facts), random.randint(1, 2))),
        deletes=bits(*random.sample(range(facts), random.randint(0, 2))),
        changes=tuple(_changes(random, numbers)) if numbers and random.random() < 0.7 else (),
        cost=cost,
    )


def _test(random: Random, numbers: int) -> Test:
    comparisons: tuple[Comparison, ...] = ("<", "<=", "==", ">=", ">", ">=", "<=")
    left = _linear(random, numbers, float(random.randint(-4, 2)), most_terms=2)
    return Test(left, random.choice(comparisons), "made up")


def _linear(random: Random, numbers: int, constant: float, *, most_terms: int) -> Linear:
    places = random.sample(range(numbers), random.randint(min(1, most_terms), min(most_terms, numbers)))
    return Linear(
        tuple((place, random.choice((1.0, 1.0, -1.0, 2.0, 0.5))) for place in places), constant
    )


def _changes(random: Random, numbers: int) -> Iterable[Change]:
    for place in random.sample(range(numbers), random.randint(1, numbers)):
        kind = random.random()
        if kind < 0.65:
            yield Change(place, Linear((), float(random.choice((1, 1, 2, -1, -2)))), is_increase=True)
        elif kind < 0.85:
            yield Change(place, Linear((), float(random.randint(0, 4))))
        else:
            yield Change(
                place, _linear(random, numbers, 1.0, most_terms=1), is_increase=random.random() < 0.3
            )
