"""Planning in portions: tickets at once, one budget for all, and nothing left behind."""

from __future__ import annotations

import gc
import weakref

import pytest

from agentfw.solving import (
    Goal,
    Linear,
    Operator,
    Problem,
    Quality,
    Solver,
    State,
    solve,
)
from agentfw.solving import Test as Asked
from agentfw.solving.service import PlanningService, Ticket


def counter(digits: int) -> Problem:
    """A problem whose plan goes through all of its states: counting up in twos."""
    operators = [
        Operator(f"set{n}", needs=(1 << n) - 1, forbids=1 << n, adds=1 << n, deletes=(1 << n) - 1)
        for n in range(digits)
    ]
    facts = tuple(f"d{n}" for n in range(digits))
    return Problem(facts=facts, operators=tuple(operators), goal=Goal(needs=(1 << digits) - 1))


EASY = counter(2)
HARD = counter(12)
IMPOSSIBLE = Problem(facts=("a",), start=State(0), goal=Goal(needs=1))


def test_a_ticket_is_given_before_any_search_step() -> None:
    begun: list[Problem] = []

    def solver(problem: Problem, quality: Quality) -> Solver:
        begun.append(problem)
        return Solver(problem, quality)

    service = PlanningService(solver)
    ticket = service.ask(EASY)
    assert (ticket.state, ticket.answer, begun) == ("waiting", None, [])
    service.work(100, 0.0)
    assert begun == [EASY]


def test_a_solved_ticket_has_the_answer() -> None:
    service = PlanningService()
    ticket = service.ask(EASY)
    service.work(100, 0.0)
    assert ticket.state == "solved"
    assert ticket.answer == solve(EASY)


def test_what_cannot_be_solved_is_told_with_the_reason() -> None:
    service = PlanningService()
    ticket = service.ask(IMPOSSIBLE)
    service.work(100, 0.0)
    assert ticket.state == "unsolvable"
    assert ticket.answer is not None
    assert 'nothing makes "a" true' in ticket.answer.why


@pytest.mark.parametrize("waiting", [1, 2, 7, 100])
def test_the_budget_is_never_exceeded_however_many_wait(waiting: int) -> None:
    service = PlanningService()
    tickets = [service.ask(HARD) for _ in range(waiting)]
    for _ in range(5):
        assert service.work(30, 0.0) <= 30
    expanded = sum(one.answer.expanded for one in tickets if one.answer is not None)
    assert expanded <= 150


def test_the_budget_is_shared_fairly() -> None:
    service = PlanningService()
    tickets = [service.ask(HARD) for _ in range(4)]
    service.work(100, 0.0)
    assert [one.answer.expanded for one in tickets if one.answer is not None] == [25] * 4


def test_nobody_starves_even_with_fewer_nodes_than_tickets() -> None:
    service = PlanningService()
    tickets = [service.ask(EASY) for _ in range(50)]
    for _ in range(1000):
        service.work(3, 0.0)
    assert {one.state for one in tickets} == {"solved"}


def test_a_long_search_does_not_hold_up_a_short_one() -> None:
    service = PlanningService()
    long, short = service.ask(HARD), service.ask(EASY)
    service.work(40, 0.0)
    assert (long.state, short.state) == ("waiting", "solved")


def test_slices_give_the_same_answer_as_one_go() -> None:
    service = PlanningService()
    ticket = service.ask(HARD)
    while ticket.state == "waiting":
        service.work(13, 0.0)
    assert ticket.answer == solve(HARD)


def test_the_same_work_gives_the_same_answers_at_the_same_moments() -> None:
    def history() -> list[tuple[str, ...]]:
        service = PlanningService()
        tickets = [service.ask(counter(digits)) for digits in (3, 6, 4, 8)]
        seen: list[tuple[str, ...]] = []
        for _ in range(60):
            service.work(9, 0.0)
            seen.append(tuple(one.state for one in tickets))
        return seen

    assert history() == history()


def test_after_the_deadline_there_is_no_answer_any_more() -> None:
    service = PlanningService()
    ticket = service.ask(HARD, deadline=5.0)
    states: list[str] = []
    for now in (5.0, 5.1):
        service.work(10, now)
        states.append(ticket.state)
    assert states == ["waiting", "late"]
    assert ticket.answer is not None
    assert ticket.answer.why.startswith("gave up after 10 nodes")


def test_after_the_deadline_the_best_plan_so_far_has_to_do() -> None:
    cheap = [Operator(f"c{n}", needs=(1 << n) - 1, adds=1 << n, cost=0.1) for n in range(12)]
    dear = Operator("jump", adds=(1 << 12) - 1, cost=50.0)
    problem = Problem(
        facts=tuple(f"d{n}" for n in range(12)),
        operators=(dear, *cheap),
        goal=Goal(needs=(1 << 12) - 1),
    )
    service = PlanningService()
    ticket = service.ask(problem, quality="anytime", deadline=1.0)
    nodes = 0
    while ticket.answer is None or ticket.answer.status != "solved":
        nodes += service.work(1, 0.0)
        assert nodes < 1000
    states: list[str] = [ticket.state]
    service.work(1, 2.0)
    assert [*states, ticket.state] == ["waiting", "solved"]


def test_a_cancelled_ticket_takes_no_nodes() -> None:
    service = PlanningService()
    ticket = service.ask(HARD)
    service.work(10, 0.0)
    ticket.cancel()
    assert service.work(10, 0.0) == 0
    assert (ticket.state, ticket.answer) == ("cancelled", None)


def test_tickets_that_nobody_has_are_freed_with_their_searches() -> None:
    service = PlanningService()
    kept: list[weakref.ref[Ticket]] = []
    for number in range(2000):
        ticket = service.ask(HARD if number % 3 else EASY, deadline=number + 50.0)
        kept.append(weakref.ref(ticket))
        service.work(5, float(number))
    del ticket
    gc.collect()
    service.work(5, 2001.0)
    assert sum(one() is not None for one in kept) == 0
    assert service.statistics().waiting == 0
    assert len(service._line) == 0


def test_a_test_whose_only_factor_is_0_is_explained() -> None:
    impossible = Asked(Linear(((0, 0.0),), 0.0), "<", "0 * wood < 0")
    problem = Problem(numbers=("wood",), start=State(0, (1.0,)), goal=Goal(tests=(impossible,)))
    assert solve(problem).status == "unsolvable"
