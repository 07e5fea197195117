"""Why there is no plan, word for word."""

from __future__ import annotations

import pytest

from agentfw.solving import Change, Comparison, Goal, Linear, Operator, Problem, State, solve
from agentfw.solving import Test as Number

FACTS = ("has_flag", "has_rocket", "near_rocket", "alarm")
FLAG, ROCKET, NEAR, ALARM = 1, 2, 4, 8


def why(goal: Goal, *operators: Operator, start: State = State(0), numbers: tuple[str, ...] = ()) -> str:
    answer = solve(Problem(facts=FACTS, numbers=numbers, operators=operators, start=start, goal=goal))
    assert answer.status == "unsolvable"
    assert answer.steps == ()
    return answer.why


def wood(comparison: Comparison, value: float) -> Number:
    return Number(Linear(((0, 1.0),), -value), comparison)


def gain(value: float) -> Change:
    return Change(0, Linear((), value), is_increase=True)


def test_a_goal_that_nothing_brings_is_named() -> None:
    assert why(Goal(FLAG)) == 'no plan, because nothing makes "has_flag" true'


def test_the_chain_of_needs_is_told_down_to_what_nothing_brings() -> None:
    take = Operator("take", needs=NEAR, adds=ROCKET)
    expected = 'no plan, because "has_rocket" needs "near_rocket", and nothing makes "near_rocket" true'
    assert why(Goal(ROCKET), take) == expected


def test_needs_that_wait_for_each_other_are_told_once_around() -> None:
    take = Operator("take", needs=NEAR, adds=ROCKET)
    come = Operator("come", needs=ROCKET, adds=NEAR)
    expected = 'no plan, because "has_rocket" needs "near_rocket", and "near_rocket" needs "has_rocket"'
    assert why(Goal(ROCKET), take, come) == expected


def test_a_fact_that_never_goes_away_is_named() -> None:
    expected = 'no plan, because nothing makes "alarm" false'
    assert why(Goal(forbids=ALARM), start=State(ALARM)) == expected


def test_a_forbidden_fact_in_the_chain_is_told_with_no() -> None:
    take = Operator("take", forbids=ALARM, adds=ROCKET)
    expected = 'no plan, because "has_rocket" needs no "alarm", and nothing makes "alarm" false'
    assert why(Goal(ROCKET), take, start=State(ALARM)) == expected


@pytest.mark.parametrize(
    ("test", "told"),
    [
        (wood(">=", 3), '"wood" can never reach 3 (at most 0)'),
        (wood("==", 3), '"wood" can never reach 3 (at most 0)'),
        (wood(">", 0), '"wood" can never exceed 0 (at most 0)'),
        (wood("<=", -2.5), '"wood" can never reach -2.5 (at least 0)'),
        (wood("<", 0), '"wood" can never fall below 0 (at least 0)'),
    ],
)
def test_a_number_out_of_reach_is_told_with_its_bound(test: Number, told: str) -> None:
    assert (
        why(Goal(tests=(test,)), start=State(0, (0.0,)), numbers=("wood",)) == f"no plan, because {told}"
    )


def test_a_test_that_stops_the_counting_is_seen() -> None:
    gather = Operator("gather", tests=(wood("<", 2),), changes=(gain(1),))
    expected = 'no plan, because "wood" can never reach 3 (at most 2)'
    goal = Goal(tests=(wood(">=", 3),))
    assert why(goal, gather, start=State(0, (0.0,)), numbers=("wood",)) == expected


def test_a_need_of_numbers_ends_the_chain() -> None:
    build = Operator("build", tests=(wood(">=", 3),), adds=FLAG)
    expected = (
        'no plan, because "has_flag" needs more than there can be: "wood" can never reach 3 (at most 1)'
    )
    assert why(Goal(FLAG), build, start=State(0, (1.0,)), numbers=("wood",)) == expected


def test_a_number_that_needs_another_one_goes_on_with_the_chain() -> None:
    build = Operator("build", tests=(wood(">=", 3),), adds=FLAG)
    saw = Operator("saw", tests=(Number(Linear(((1, 1.0),), -1), ">="),), changes=(gain(1),))
    told = why(Goal(FLAG), build, saw, start=State(0, (0.0, 0.0)), numbers=("wood", "logs"))
    assert told == (
        'no plan, because "has_flag" needs "wood", and "wood" needs more than there can be: '
        '"logs" can never reach 1 (at most 0)'
    )


def test_a_number_that_needs_a_fact_goes_on_with_the_chain() -> None:
    saw = Operator("saw", needs=ROCKET, changes=(gain(1),))
    goal = Goal(tests=(wood(">=", 3),))
    told = why(goal, saw, start=State(0, (0.0,)), numbers=("wood",))
    assert told == 'no plan, because "wood" needs "has_rocket", and nothing makes "has_rocket" true'


def test_a_number_that_cannot_fall_goes_on_with_the_chain() -> None:
    burn = Operator("burn", needs=ROCKET, changes=(gain(-1),))
    leave = Operator("leave", tests=(wood("<=", 0),), adds=FLAG)
    told = why(Goal(FLAG), leave, burn, start=State(0, (1.0,)), numbers=("wood",))
    assert told == (
        'no plan, because "has_flag" needs less "wood", and less "wood" needs "has_rocket", '
        'and nothing makes "has_rocket" true'
    )


def test_an_end_is_told_rather_than_a_circle() -> None:
    around = Operator("around", needs=NEAR, adds=ROCKET)
    back = Operator("back", needs=ROCKET, adds=NEAR)
    straight = Operator("straight", needs=ALARM, adds=NEAR)
    expected = (
        'no plan, because "has_rocket" needs "near_rocket", and "near_rocket" needs "alarm", '
        'and nothing makes "alarm" true'
    )
    assert why(Goal(ROCKET), around, back, straight) == expected


def test_what_needs_itself_is_not_told_twice() -> None:
    grow = Operator("grow", tests=(wood(">=", 2),), changes=(gain(1),))
    goal = Goal(tests=(wood(">=", 1),))
    told = why(goal, grow, start=State(0, (0.0,)), numbers=("wood",))
    assert told == 'no plan, because "wood" can never reach 1 (at most 0)'


def test_a_chain_of_thousands_is_told_without_its_middle() -> None:
    facts = tuple(f"at{place}" for place in range(5001))
    operators = tuple(
        Operator(f"step{place}", needs=1 << place, adds=2 << place) for place in range(5000)
    )
    told = solve(Problem(facts=facts, operators=operators, goal=Goal(1 << 5000))).why
    assert told.startswith('no plan, because "at5000" needs "at4999", and ')
    assert ", and so on for 4989 more, and " in told
    assert told.endswith(', and "at1" needs "at0", and nothing makes "at0" true')


def test_sums_are_told_by_their_text() -> None:
    test = Number(Linear(((0, 1.0), (1, 1.0)), -3), ">=", "wood + stone >= 3")
    told = why(Goal(tests=(test,)), start=State(0, (1.0, 1.0)), numbers=("wood", "stone"))
    assert told == 'no plan, because "wood + stone >= 3" can never hold'


def test_dead_ends_that_only_a_full_search_finds_are_counted() -> None:
    left = Operator("left", needs=NEAR, adds=FLAG, deletes=NEAR)
    right = Operator("right", needs=NEAR, adds=ROCKET, deletes=NEAR)
    assert why(Goal(FLAG | ROCKET), left, right, start=State(NEAR)).endswith(
        "reachable states were looked at"
    )
