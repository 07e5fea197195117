"""What a search promises beside the right cost: portions, budgets, odd problems and long plans."""

from __future__ import annotations

from typing import get_args

import pytest

from agentfw.errors import UsageError
from agentfw.solving import (
    Change,
    Goal,
    Linear,
    Operator,
    Problem,
    Quality,
    Solver,
    State,
    check,
    solve,
)
from agentfw.solving import Test as Number
from tests.support.solving import random_problem

qualities = pytest.mark.parametrize("quality", get_args(Quality))


def at_least(place: int, value: float) -> Number:
    return Number(Linear(((place, 1.0),), -value), ">=")


def more(place: int, value: float) -> Change:
    return Change(place, Linear((), value), is_increase=True)


def chain(length: int) -> Problem:
    """One step after the other, with no choice."""
    operators = [
        Operator(f"step{place}", needs=1 << place, adds=2 << place, deletes=1 << place)
        for place in range(length)
    ]
    names = tuple(f"at{place}" for place in range(length + 1))
    return Problem(facts=names, operators=tuple(operators), start=State(1), goal=Goal(1 << length))


def crossing(count: int) -> Problem:
    """Lamps that each other lamp's switch may turn off: small, but not found at once."""
    operators = [
        Operator(f"light{place}", adds=1 << place, deletes=1 << (place * 3 + 1) % count & ~(1 << place))
        for place in range(count)
    ]
    names = tuple(f"lamp{place}" for place in range(count))
    return Problem(facts=names, operators=tuple(operators), goal=Goal((1 << count - 1) - 1))


VILLAGE = Problem(
    facts=("has_axe",),
    numbers=("wood", "houses"),
    operators=(
        Operator("find axe", adds=1, cost=2.0),
        Operator("pick wood", changes=(more(0, 1),), cost=3.0),
        Operator("chop wood", needs=1, changes=(more(0, 1),)),
        Operator("build", tests=(at_least(0, 3),), changes=(more(0, -3), more(1, 1))),
    ),
    start=State(0, (0.0, 0.0)),
    goal=Goal(tests=(at_least(1, 2),)),
)


@qualities
def test_a_goal_that_holds_already_needs_no_steps(quality: Quality) -> None:
    answer = solve(Problem(facts=("a",), start=State(1), goal=Goal(1)), quality=quality)
    assert (answer.status, answer.steps, answer.cost) == ("solved", (), 0.0)


@qualities
@pytest.mark.parametrize("portion", [1, 3, 7])
def test_work_in_portions_gives_the_same_answer_as_one_go(quality: Quality, portion: int) -> None:
    for seed in range(40):
        problem = random_problem(seed, numbers=seed % 3)
        solver = Solver(problem, quality)
        for _ in range(2000 // portion):
            if solver.work(portion):
                break
        whole = Solver(problem, quality)
        whole.work(2000 // portion * portion)
        assert solver.answer == whole.answer


@qualities
def test_no_portion_takes_more_nodes_than_allowed(quality: Quality) -> None:
    solver = Solver(crossing(9), quality)
    before = 0
    while not solver.work(2):
        assert solver.answer.expanded <= before + 2
        before = solver.answer.expanded


def test_an_exhausted_budget_is_told_with_the_best_estimate() -> None:
    answer = solve(VILLAGE, max_nodes=5)
    assert (answer.status, answer.expanded) == ("unfinished", 5)
    assert answer.why.startswith("gave up after 5 nodes, best estimate ")


def test_time_ends_a_search_by_the_clock_that_is_given() -> None:
    times = iter(range(1000))
    answer = solve(chain(200), clock=lambda: float(next(times)), time_s=3.0)
    assert answer.status == "unfinished"
    assert 0 < answer.expanded < 100


def test_a_time_limit_without_a_clock_is_refused() -> None:
    with pytest.raises(UsageError, match="needs a clock"):
        solve(VILLAGE, time_s=1.0)


def test_things_are_counted_as_often_as_they_are_needed() -> None:
    answer = solve(VILLAGE)
    assert answer.cost == 2 + 6 + 2
    assert [step.name for step in answer.steps].count("chop wood") == 6
    assert check(VILLAGE, answer.steps) is None


def test_anytime_is_never_worse_than_quick() -> None:
    for seed in range(60):
        problem = random_problem(seed, numbers=0)
        quick, anytime = (solve(problem, quality=each, max_nodes=5000) for each in ("quick", "anytime"))
        assert anytime.status == quick.status
        assert anytime.cost <= quick.cost


def test_an_anytime_search_has_a_plan_before_it_is_finished() -> None:
    solver = Solver(VILLAGE, "anytime")
    while solver.answer.status == "unfinished":
        assert not solver.work(1)
    assert check(VILLAGE, solver.answer.steps) is None
    assert not solver.answer.is_optimal


def test_an_endless_counter_that_no_test_needs_any_more_is_not_counted_on() -> None:
    gather = Operator("gather", forbids=2, changes=(more(0, 1),))
    build = Operator("build", tests=(at_least(0, 3),), adds=1, deletes=2)
    lock = Operator("lock", needs=1, adds=2, deletes=1)
    problem = Problem(
        facts=("built", "locked"),
        numbers=("wood",),
        operators=(gather, build, lock),
        start=State(0, (0.0,)),
        goal=Goal(3),
    )
    answer = solve(problem, max_nodes=1000)
    assert answer.status == "unsolvable"
    assert answer.why.endswith("reachable states were looked at")


@qualities
def test_steps_without_cost_are_no_obstacle(quality: Quality) -> None:
    operators = (
        Operator("free", needs=1, adds=2, cost=0.0),
        Operator("back", needs=2, adds=1, deletes=2, cost=0.0),
        Operator("go on", needs=2, adds=4, cost=0.0),
        Operator("dear", needs=1, adds=4, cost=5.0),
    )
    problem = Problem(facts=("a", "b", "c"), operators=operators, start=State(1), goal=Goal(4))
    answer = solve(problem, quality=quality)
    assert check(problem, answer.steps) is None
    assert quality == "quick" or (answer.cost == 0 and answer.is_optimal)


@qualities
def test_endless_steps_without_cost_do_not_keep_the_search_from_the_goal(quality: Quality) -> None:
    count = Operator("count", changes=(more(0, 1), more(1, -1)), cost=0.0)
    leave = Operator("leave", adds=1, tests=(Number(Linear(((0, 1.0), (1, 1.0))), "=="),), cost=4.0)
    problem = Problem(
        facts=("out",),
        numbers=("a", "b"),
        operators=(count, leave),
        start=State(0, (0.0, 0.0)),
        goal=Goal(1),
    )
    assert solve(problem, quality=quality, max_nodes=1000).cost == 4.0


def test_costs_that_binary_fractions_cannot_hold_are_added_exactly() -> None:
    tenths = tuple(
        Operator(f"tenth{place}", needs=1 << place, adds=2 << place, cost=0.1) for place in range(3)
    )
    direct = Operator("direct", needs=1, adds=8, cost=0.3)
    problem = Problem(
        facts=("a", "b", "c", "d"), operators=(*tenths, direct), start=State(1), goal=Goal(8)
    )
    assert solve(problem).steps == (direct,)


@qualities
def test_big_numbers_are_no_obstacle(quality: Quality) -> None:
    grow = Operator("grow", changes=(more(0, 1e15),))
    double = Operator("double", changes=(Change(0, Linear(((0, 1.0),)), is_increase=True),))
    problem = Problem(
        numbers=("gold",),
        operators=(grow, double),
        start=State(0, (1.0,)),
        goal=Goal(tests=(at_least(0, 8e15),)),
    )
    answer = solve(problem, quality=quality, max_nodes=5000)
    assert check(problem, answer.steps) is None
    assert quality == "quick" or answer.cost == 4.0


@pytest.mark.parametrize("far", [float("inf"), float("nan")])
def test_amounts_without_end_are_no_obstacle(far: float) -> None:
    near = Number(Linear(((0, 1.0),), -far), "<=")
    walk = Operator("walk", tests=(near,), changes=(more(0, 1),))
    goal = Goal(tests=(at_least(0, 3),))
    problem = Problem(numbers=("way",), operators=(walk,), start=State(0, (0.0,)), goal=goal)
    assert len(solve(problem, max_nodes=100).steps) == (3 if far > 0 else 0)


@pytest.mark.parametrize("far", [float("inf"), float("nan")])
def test_a_goal_without_end_is_given_up_with_the_budget(far: float) -> None:
    walk = Operator("walk", changes=(more(0, 1),))
    goal = Goal(tests=(at_least(0, far),))
    problem = Problem(numbers=("way",), operators=(walk,), start=State(0, (0.0,)), goal=goal)
    assert solve(problem, max_nodes=100).status == "unfinished"


@qualities
def test_a_plan_of_ten_thousand_steps_is_found(quality: Quality) -> None:
    answer = solve(chain(10_000), quality=quality)
    assert len(answer.steps) == 10_000


def test_what_cannot_matter_is_left_out_of_the_search() -> None:
    base = crossing(7)
    useless = tuple(Operator(f"wave{place}", adds=1 << 7 + place) for place in range(20))
    facts = (*base.facts, *(f"waved{place}" for place in range(20)))
    problem = Problem(facts=facts, operators=(*base.operators, *useless), goal=base.goal)
    assert solve(problem).expanded == solve(base).expanded


@qualities
def test_a_number_that_is_read_for_another_one_is_kept_whatever_is_asked_for_first(
    quality: Quality,
) -> None:
    copy = Operator("copy", adds=2, changes=(Change(0, Linear(((1, 1.0),))),))
    use = Operator("use", adds=1, tests=(at_least(0, 1),))
    fill = Operator("fill", changes=(more(1, 1),))
    problem = Problem(
        facts=("used", "copied"),
        numbers=("store", "source"),
        operators=(copy, use, fill),
        start=State(0, (0.0, 0.0)),
        goal=Goal(3),
    )
    assert solve(problem, quality=quality, max_nodes=1000).steps == (fill, copy, use)


@qualities
def test_needs_that_meet_again_and_again_are_no_obstacle(quality: Quality) -> None:
    operators = tuple(
        Operator(f"level{level}{side}", needs=3 << 2 * level, adds=4 << 2 * level + side)
        for level in range(100)
        for side in range(2)
    )
    facts = tuple(f"fact{place}" for place in range(202))
    problem = Problem(facts=facts, operators=operators, start=State(3), goal=Goal(1 << 201))
    assert len(solve(problem, quality=quality).steps) == 199


def test_costs_whose_sum_is_too_large_for_a_float_are_infinite() -> None:
    first, then = Operator("first", adds=1, cost=1e308), Operator("then", needs=1, adds=2, cost=1e308)
    answer = solve(Problem(facts=("a", "b"), operators=(first, then), goal=Goal(2)))
    assert (answer.steps, answer.cost) == ((first, then), float("inf"))


def test_the_class_of_tests_is_no_test_for_pytest() -> None:
    assert Number.__test__ is False
    assert "__test__" not in Number.__struct_fields__


def test_the_same_problem_gives_the_same_answer() -> None:
    problem = random_problem(5, numbers=2)
    assert solve(problem, max_nodes=500) == solve(problem, max_nodes=500)


@pytest.mark.parametrize("cost", [-1.0, float("nan"), float("inf")])
def test_costs_below_zero_and_without_end_are_refused(cost: float) -> None:
    problem = Problem(facts=("a",), operators=(Operator("odd", adds=1, cost=cost),), goal=Goal(1))
    with pytest.raises(UsageError, match=r'operator "odd" costs .*; expected 0 or a finite cost'):
        solve(problem)


def test_facts_that_the_problem_does_not_have_are_refused() -> None:
    problem = Problem(facts=("a",), operators=(Operator("odd", adds=4),), goal=Goal(1))
    with pytest.raises(UsageError, match=r'operator "odd" uses fact 2, but the problem has 1 facts'):
        solve(problem)


def test_numbers_that_the_problem_does_not_have_are_refused() -> None:
    problem = Problem(facts=("a",), operators=(Operator("odd", changes=(more(0, 1),)),), goal=Goal(1))
    with pytest.raises(UsageError, match=r'operator "odd" uses number 0, but the problem has 0 numbers'):
        solve(problem)


def test_two_changes_of_one_number_are_refused() -> None:
    odd = Operator("odd", changes=(more(0, 1), more(0, 2)))
    with pytest.raises(UsageError, match="changes a number twice"):
        solve(Problem(numbers=("a",), operators=(odd,), start=State(0, (0.0,))))
