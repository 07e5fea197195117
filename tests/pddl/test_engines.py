"""Engines behind one interface: what they tell, when they end; nothing unproven gets through."""

from __future__ import annotations

import time
from typing import Final

import pytest

from agentfw.errors import UsageError
from agentfw.pddl import Engine, OwnEngine, Solution, Step, proven, read_domain, read_problem
from tests.pddl.classics import (
    BLOCKS,
    GRIPPER,
    LOGISTICS,
    blocks_problem,
    gripper_problem,
    logistics_problem,
)
from tests.pddl.peers import shortest, theirs_of
from tests.pddl.random_problems import random_texts

DOMAIN: Final = read_domain(GRIPPER)
PROBLEM: Final = read_problem(gripper_problem(2), DOMAIN)
HARD_DOMAIN: Final = read_domain(BLOCKS)
HARD: Final = read_problem(blocks_problem(18), HARD_DOMAIN)


class Counting:
    """A clock that goes on by itself, a little with every look."""

    def __init__(self, step_s: float) -> None:
        self.now = 0.0
        self._step_s = step_s

    def __call__(self) -> float:
        self.now += self._step_s
        return self.now


def test_our_own_engine_is_an_engine() -> None:
    engine: Engine = OwnEngine()
    assert engine.name == "own"


def test_a_solution_holds_steps_and_cost() -> None:
    solution = OwnEngine().solve(DOMAIN, PROBLEM)
    assert solution.status == "solved"
    assert solution.is_optimal
    assert len(solution.steps) == solution.cost == 5


@pytest.mark.parametrize("seed", range(200))
def test_our_plans_cost_what_pyperplan_finds_for_random_problems(seed: int) -> None:
    texts = random_texts(seed)
    domain = read_domain(texts[0])
    solution = OwnEngine().solve(domain, read_problem(texts[1], domain))
    length = shortest(theirs_of(*texts).task)
    assert (solution.status, solution.cost) == (
        ("unsolvable", 0.0) if length is None else ("solved", length)
    )


@pytest.mark.parametrize(
    "texts",
    [
        (BLOCKS, blocks_problem(5)),
        (GRIPPER, gripper_problem(3)),
        (LOGISTICS, logistics_problem(2, 2)),
    ],
    ids=["blocks", "gripper", "logistics"],
)
def test_our_plans_cost_what_pyperplan_finds_for_the_classics(texts: tuple[str, str]) -> None:
    domain = read_domain(texts[0])
    solution = OwnEngine().solve(domain, read_problem(texts[1], domain))
    assert solution.cost == shortest(theirs_of(*texts).task)


def test_the_deadline_ends_the_search() -> None:
    clock = Counting(0.3)
    solution = OwnEngine(clock=clock).solve(HARD_DOMAIN, HARD, 2.0)
    assert solution.status == "unfinished"
    assert clock.now < 3.0


def test_a_deadline_without_a_clock_is_refused() -> None:
    with pytest.raises(UsageError, match=r"OwnEngine\(clock=time.monotonic\)"):
        OwnEngine().solve(DOMAIN, PROBLEM, 1.0)


def test_canceling_ends_the_search() -> None:
    asked = 0

    def is_cancelled() -> bool:
        nonlocal asked
        asked += 1
        return asked > 3

    solution = OwnEngine().solve(HARD_DOMAIN, HARD, is_cancelled=is_cancelled)
    assert (solution.status, asked) == ("unfinished", 4)


def test_progress_is_told_while_searching() -> None:
    told: list[int] = []
    engine = OwnEngine(clock=Counting(0.1), progress=lambda answer: told.append(answer.expanded))
    engine.solve(HARD_DOMAIN, HARD, 1.0)
    assert told == sorted(told)
    assert len(told) > 3


def test_a_plan_that_does_not_work_is_told_and_not_handed_on() -> None:
    wrong = Solution(engine="liar", status="solved", steps=(Step("move", ("roomb", "rooma")),), cost=1.0)
    solution = proven(DOMAIN, PROBLEM, wrong)
    assert (solution.status, solution.steps, solution.cost) == ("wrong", (), 0.0)
    assert solution.why == (
        'the plan of engine "liar" does not work: step 1 (move roomb rooma):'
        " (at-robby roomb) does not hold"
    )


def test_the_cost_of_a_plan_is_that_of_the_proof() -> None:
    good = OwnEngine().solve(DOMAIN, PROBLEM)
    told = Solution(engine="liar", status="solved", steps=good.steps, cost=1.0)
    assert proven(DOMAIN, PROBLEM, told).cost == 5.0


def test_a_real_clock_can_be_used() -> None:
    assert OwnEngine(clock=time.monotonic).solve(DOMAIN, PROBLEM, 30.0).status == "solved"
