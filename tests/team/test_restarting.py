"""Budgets and policies: who gets another life, after how long, and what is said when nobody does."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentfw.team import Phase, Restart, RestartPolicy
from agentfw.team.endings import Ending
from agentfw.team.restarting import Budget, Restarts

ORDINARY = Ending("the match is over")
FAILED = Ending("it broke", is_failure=True)
HOPELESS = Ending("wrong password", is_failure=True, is_hopeless=True)


def policy(when: Restart = Restart.ON_FAILURE, **others: float) -> RestartPolicy:
    told = {"first_s": 1.0, "most_s": 8.0, "budget": 1000, "window_s": 60.0} | others
    return RestartPolicy(
        when=when,
        first_s=told["first_s"],
        most_s=told["most_s"],
        budget=int(told["budget"]),
        window_s=told["window_s"],
    )


def restarts(of: RestartPolicy, seed: int = 1) -> Restarts:
    return Restarts(of, random.Random(seed))  # noqa: S311 - no secret


def waits(count: int, *, played_s: float = 0.0, seed: int = 1, ending: Ending = FAILED) -> list[float]:
    at_work = restarts(policy(Restart.ALWAYS), seed)
    return [at_work.after(ending, now=0.0, played_s=played_s).wait_s for _ in range(count)]


# Budgets


@given(
    most=st.integers(0, 5),
    window=st.integers(1, 20),
    steps=st.lists(st.integers(0, 12), max_size=60),
)
def test_budget_allows_what_counting_over_every_window_allows(
    most: int, window: int, steps: list[int]
) -> None:
    budget, allowed, now = Budget(most, float(window)), list[int](), 0
    for step in steps:
        now += step
        expected = sum(at > now - window for at in allowed) < most
        assert budget.spend(float(now)) == expected
        if expected:
            allowed.append(now)


@given(st.integers(1, 5), st.lists(st.floats(0.0, 30.0), max_size=60))
def test_no_window_ever_holds_more_than_the_budget(most: int, steps: list[float]) -> None:
    budget, allowed, now = Budget(most, 10.0), list[float](), 0.0
    for step in steps:
        now += step
        if budget.spend(now):
            allowed.append(now)
    for first, beyond in zip(allowed, allowed[most:], strict=False):
        assert beyond - first >= 10.0


def test_restart_counts_until_the_window_has_passed() -> None:
    budget = Budget(1, 10.0)
    assert [budget.spend(now) for now in (0.0, 9.9, 10.0, 19.9, 20.0)] == [
        True,
        False,
        True,
        False,
        True,
    ]


def test_refused_restart_costs_nothing() -> None:
    budget = Budget(1, 10.0)
    budget.spend(0.0)
    for now in range(1, 10):
        budget.spend(float(now))
    assert budget.spend(10.0)


# Policies


@pytest.mark.parametrize(
    ("when", "ending", "phase"),
    [
        (Restart.NEVER, ORDINARY, Phase.DONE),
        (Restart.NEVER, FAILED, Phase.GIVEN_UP),
        (Restart.ON_FAILURE, ORDINARY, Phase.DONE),
        (Restart.ON_FAILURE, FAILED, Phase.RESTARTING),
        (Restart.ALWAYS, ORDINARY, Phase.RESTARTING),
        (Restart.ALWAYS, FAILED, Phase.RESTARTING),
        (Restart.NEVER, HOPELESS, Phase.GIVEN_UP),
        (Restart.ON_FAILURE, HOPELESS, Phase.GIVEN_UP),
        (Restart.ALWAYS, HOPELESS, Phase.GIVEN_UP),
    ],
)
def test_policy_decides_what_follows_an_end(when: Restart, ending: Ending, phase: Phase) -> None:
    verdict = restarts(policy(when)).after(ending, now=0.0, played_s=0.0)
    assert (verdict.phase, verdict.why) == (phase, ending.why)


@pytest.mark.parametrize(
    ("budget", "told"),
    [
        (0, "it broke (no restarts are allowed)"),
        (1, "it broke (restarted once within 60 s, which is all that is allowed)"),
        (4, "it broke (restarted 4 times within 60 s, which is all that is allowed)"),
    ],
)
def test_who_used_up_the_budget_is_given_up_with_both_reasons(budget: int, told: str) -> None:
    at_work = restarts(policy(budget=budget))
    verdicts = [at_work.after(FAILED, now=float(now), played_s=0.0) for now in range(budget + 1)]
    assert [verdict.phase for verdict in verdicts] == [Phase.RESTARTING] * budget + [Phase.GIVEN_UP]
    assert verdicts[-1].why == told


def test_the_first_line_of_a_long_reason_says_that_the_budget_is_used_up() -> None:
    verdict = restarts(policy(budget=0)).after(
        Ending("it broke:\nhere\nand there", is_failure=True), now=0.0, played_s=0.0
    )
    assert verdict.why == "it broke: (no restarts are allowed)\nhere\nand there"


def test_ordinary_ends_cost_no_budget() -> None:
    at_work = restarts(policy(Restart.ALWAYS, budget=0))
    verdicts = [at_work.after(ORDINARY, now=0.0, played_s=0.0) for _ in range(20)]
    assert {verdict.phase for verdict in verdicts} == {Phase.RESTARTING}


# Waits


@pytest.mark.parametrize("ending", [ORDINARY, FAILED])
def test_waits_double_up_to_the_most(ending: Ending) -> None:
    for wait, whole in zip(waits(6, ending=ending), (1.0, 2.0, 4.0, 8.0, 8.0, 8.0), strict=True):
        assert 0.5 * whole <= wait <= whole


def test_life_as_long_as_the_longest_wait_makes_the_next_wait_the_first_again() -> None:
    assert max(waits(10, played_s=8.0)) <= 1.0


def test_shorter_life_does_not() -> None:
    assert waits(4, played_s=7.9)[-1] >= 4.0


def test_waits_are_those_of_the_seed() -> None:
    assert waits(6, seed=7) == waits(6, seed=7) != waits(6, seed=8)
