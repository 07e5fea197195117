"""Plans judged step by step."""

from __future__ import annotations

from agentfw.solving import Change, Fault, Goal, Linear, Operator, Problem, State, check
from agentfw.solving import Test as Number

KEY, DOOR, ALARM = 1, 2, 4

TAKE = Operator("take key", adds=KEY)
OPEN = Operator("open door", needs=KEY, forbids=ALARM, adds=DOOR)
RING = Operator("ring", adds=ALARM)
SAVE = Operator("save", changes=(Change(0, Linear((), 2), is_increase=True),))
BUY = Operator(
    "buy key",
    tests=(Number(Linear(((0, 1.0),), -5), ">=", "coins >= 5"),),
    adds=KEY,
    changes=(Change(0, Linear((), -5), is_increase=True),),
)
PROBLEM = Problem(
    facts=("has_key", "door_open", "alarm"),
    numbers=("coins",),
    operators=(TAKE, OPEN, RING, SAVE, BUY),
    start=State(0, (3.0,)),
    goal=Goal(needs=DOOR),
)


def test_a_plan_that_works_has_no_fault() -> None:
    assert check(PROBLEM, [TAKE, OPEN]) is None


def test_the_first_step_that_fails_is_named_with_the_missing_fact() -> None:
    fault = check(PROBLEM, [SAVE, OPEN, TAKE])
    assert fault == Fault(1, OPEN, '"has_key" is not true')
    assert str(fault) == 'step 1 "open door": "has_key" is not true'


def test_a_forbidden_fact_is_named() -> None:
    assert check(PROBLEM, [TAKE, RING, OPEN]) == Fault(2, OPEN, '"alarm" is true')


def test_a_number_that_is_too_low_is_told_with_its_value() -> None:
    assert check(PROBLEM, [BUY]) == Fault(0, BUY, '"coins >= 5" does not hold ("coins" is 3)')


def test_changes_count_for_the_steps_after_them() -> None:
    assert check(PROBLEM, [SAVE, BUY, OPEN]) is None
    assert check(PROBLEM, [SAVE, BUY, BUY]) == Fault(2, BUY, '"coins >= 5" does not hold ("coins" is 0)')


def test_a_goal_that_is_missed_is_told_after_the_last_step() -> None:
    fault = check(PROBLEM, [TAKE])
    assert fault == Fault(1, None, '"door_open" is not true')
    assert str(fault) == 'after 1 steps the goal does not hold: "door_open" is not true'


def test_a_test_without_text_is_told_as_it_is_kept() -> None:
    goal = Goal(tests=(Number(Linear(((0, 2.0),), -8), ">"),))
    problem = Problem(numbers=("coins",), start=State(0, (3.0,)), goal=goal)
    assert check(problem, []) == Fault(0, None, '"2 * coins + -8 > 0" does not hold ("coins" is 3)')


def test_all_changes_of_a_step_read_the_state_before_it() -> None:
    swap = Operator("swap", changes=(Change(0, Linear(((1, 1.0),))), Change(1, Linear(((0, 1.0),)))))
    goal = Goal(tests=(Number(Linear(((0, 1.0),), -2), "=="), Number(Linear(((1, 1.0),), -1), "==")))
    problem = Problem(numbers=("a", "b"), operators=(swap,), start=State(0, (1.0, 2.0)), goal=goal)
    assert check(problem, [swap]) is None


def test_what_a_step_both_deletes_and_adds_holds_after_it() -> None:
    renew = Operator("renew", adds=KEY, deletes=KEY)
    assert check(Problem(facts=("key",), operators=(renew,), goal=Goal(KEY)), [renew]) is None
