"""Problems for the search: which ground actions there are, and what became of facts and numbers."""

from __future__ import annotations

import itertools
import random
from typing import TYPE_CHECKING, Final

import msgspec
import pytest

from agentfw.errors import UsageError
from agentfw.pddl import (
    And,
    Arithmetic,
    Assign,
    Fluent,
    Step,
    ground,
    read_domain,
    read_problem,
    validate,
)
from agentfw.pddl.syntax import Action, Domain, Problem
from agentfw.solving import Change, Goal, Linear, Operator, State, solve
from agentfw.solving import Problem as Grounded
from agentfw.solving import Test as NumberTest
from tests.pddl.classics import (
    BLOCKS,
    GRIPPER,
    LOGISTICS,
    blocks_problem,
    gripper_problem,
    logistics_problem,
)
from tests.pddl.peers import reachable_names, theirs_of
from tests.pddl.random_problems import random_texts

if TYPE_CHECKING:
    from collections.abc import Iterator

PAIRS: Final = {
    "blocks-3": (BLOCKS, blocks_problem(3)),
    "blocks-8": (BLOCKS, blocks_problem(8)),
    "gripper-6": (GRIPPER, gripper_problem(6)),
    "logistics-2": (LOGISTICS, logistics_problem(2, 3)),
    "logistics-5": (LOGISTICS, logistics_problem(5, 8, 3)),
}


def grounded(domain: str, problem: str) -> Grounded:
    read = read_domain(f"(define (domain d) {domain})")
    return ground(read, read_problem(f"(define (problem p) (:domain d) {problem})", read))


def operator(problem: Grounded, name: str) -> Operator:
    (found,) = (one for one in problem.operators if one.name == name)
    return found


def names(problem: Grounded) -> list[str]:
    return [one.name for one in problem.operators]


@pytest.mark.parametrize("name", PAIRS)
def test_the_operators_are_those_that_pyperplan_finds_reachable(name: str) -> None:
    domain = read_domain(PAIRS[name][0])
    ours = ground(domain, read_problem(PAIRS[name][1], domain))
    theirs = theirs_of(*PAIRS[name]).task
    assert len(set(names(ours))) == len(ours.operators)
    assert set(names(ours)) == reachable_names(theirs)


@pytest.mark.parametrize("seed", range(150))
def test_random_problems_are_grounded_as_pyperplan_grounds_them(seed: int) -> None:
    texts = random_texts(seed)
    domain = read_domain(texts[0])
    ours = ground(domain, read_problem(texts[1], domain))
    assert sorted(names(ours)) == sorted(reachable_names(theirs_of(*texts).task))


@pytest.mark.parametrize("name", ["blocks-3", "logistics-2"])
def test_an_operator_means_what_pyperplan_means_by_it(name: str) -> None:
    domain = read_domain(PAIRS[name][0])
    ours = ground(domain, read_problem(PAIRS[name][1], domain))
    theirs = {one.name: one for one in theirs_of(*PAIRS[name]).task.operators}
    for one in ours.operators:
        # Theirs leaves out what is true anyway, ours what never changes.
        changing = set(ours.facts)
        assert told(ours, one.needs) == theirs[one.name].preconditions & changing
        assert told(ours, one.adds & ~one.needs) == theirs[one.name].add_effects
        assert told(ours, one.deletes) == theirs[one.name].del_effects & changing


def told(problem: Grounded, bits: int) -> set[str]:
    return {name for place, name in enumerate(problem.facts) if bits >> place & 1}


def test_the_origin_of_an_operator_is_its_step() -> None:
    domain = read_domain(GRIPPER)
    problem = ground(domain, read_problem(gripper_problem(1), domain))
    assert operator(problem, "(pick ball0 rooma left)").origin == Step(
        "pick", ("ball0", "rooma", "left")
    )


def test_the_same_texts_give_the_same_problem() -> None:
    def made() -> list[tuple[str, int, int]]:
        domain = read_domain(LOGISTICS)
        problem = ground(domain, read_problem(logistics_problem(3, 4), domain))
        return [(one.name, one.needs, one.adds) for one in problem.operators]

    assert made() == made()


def test_static_facts_choose_operators_and_are_no_facts() -> None:
    problem = grounded(
        "(:predicates (road ?a ?b) (at ?a))"
        "(:action go :parameters (?a ?b) :precondition (and (at ?a) (road ?a ?b))"
        " :effect (and (at ?b) (not (at ?a))))",
        "(:objects x y z) (:init (at x) (road x y) (road z x)) (:goal (at y))",
    )
    assert names(problem) == ["(go x y)"]
    assert problem.facts == ("(at x)", "(at y)")


def test_objects_must_differ_where_the_action_says_so() -> None:
    problem = grounded(
        "(:predicates (p ?a))"
        "(:action a :parameters (?x ?y) :precondition (not (= ?x ?y)) :effect (p ?x))",
        "(:objects o1 o2) (:init) (:goal (p o1))",
    )
    assert names(problem) == ["(a o1 o2)", "(a o2 o1)"]


def test_objects_must_be_the_same_where_the_action_says_so() -> None:
    problem = grounded(
        "(:constants o1) (:predicates (p ?a)) "
        "(:action a :parameters (?x ?y) :precondition (and (= ?x ?y) (= ?x o1)) :effect (p ?y))",
        "(:objects o2) (:init) (:goal (p o1))",
    )
    assert names(problem) == ["(a o1 o1)"]


def test_one_variable_twice_in_an_atom_binds_equal_objects() -> None:
    problem = grounded(
        "(:predicates (on ?a ?b) (p ?a))"
        "(:action a :parameters (?x) :precondition (on ?x ?x) :effect (p ?x))"
        "(:action b :parameters (?x ?y) :precondition (p ?x) :effect (on ?x ?y))",
        "(:objects o1 o2) (:init (on o1 o2) (on o2 o2)) (:goal (p o1))",
    )
    assert names(problem) == ["(a o2)", "(b o2 o1)", "(b o2 o2)"]


def test_constants_in_conditions_and_effects_are_bound() -> None:
    problem = grounded(
        "(:constants hub) (:predicates (at ?a) (seen ?a)) "
        "(:action a :parameters (?x) :precondition (at hub)"
        " :effect (and (seen ?x) (at ?x) (not (at hub))))",
        "(:objects o) (:init (at hub)) (:goal (at o))",
    )
    assert told(problem, operator(problem, "(a o)").deletes) == {"(at hub)"}
    assert told(problem, operator(problem, "(a hub)").deletes) == set()


def test_a_supertype_takes_objects_of_all_its_kinds_and_either_takes_both() -> None:
    problem = grounded(
        "(:types car bike - vehicle boat) (:predicates (used ?x))"
        "(:action drive :parameters (?v - vehicle) :effect (used ?v))"
        "(:action wash :parameters (?v - (either boat car)) :effect (used ?v))",
        "(:objects c - car b - bike s - boat) (:init) (:goal (used c))",
    )
    assert names(problem) == ["(drive c)", "(drive b)", "(wash s)", "(wash c)"]


def test_what_must_not_hold_is_forbidden_unless_it_never_can() -> None:
    problem = grounded(
        "(:predicates (open) (gone) (p))"
        "(:action a :precondition (and (not (open)) (not (gone))) :effect (p))"
        "(:action b :precondition (p) :effect (open))",
        "(:init) (:goal (p))",
    )
    assert told(problem, operator(problem, "(a)").forbids) == {"(open)"}


def test_an_action_that_forbids_what_always_holds_is_left_out() -> None:
    problem = grounded(
        "(:predicates (open) (p)) (:action a :precondition (not (open)) :effect (p))"
        "(:action b :effect (open))",
        "(:init (open)) (:goal (p))",
    )
    assert names(problem) == ["(b)"]


def test_a_goal_that_nothing_reaches_stays_a_goal() -> None:
    problem = grounded("(:predicates (p) (q))", "(:init (q)) (:goal (and (p) (q)))")
    assert told(problem, problem.goal.needs) == {"(p)", "(q)"}
    assert told(problem, problem.start.facts) == {"(q)"}


def test_a_goal_may_ask_for_what_must_not_hold() -> None:
    problem = grounded("(:predicates (p))", "(:init (p)) (:goal (not (p)))")
    assert problem.goal.forbids == problem.start.facts == 1


def test_a_goal_that_asks_for_different_things_to_be_the_same_never_holds() -> None:
    answer = solve(grounded("(:constants a b)", "(:init) (:goal (= a b))"))
    assert answer.status == "unsolvable"


COUNTING: Final = (
    "(:functions (n) (m) (k)) (:action up :precondition (<= (+ (n) (* 2 (m))) (k))"
    " :effect (and (increase (n) (- 3 (m))) (assign (m) (/ (n) 2))))"
)


def test_numbers_become_linear_tests_and_changes_with_constants_worked_out() -> None:
    problem = grounded(COUNTING, "(:init (= (n) 1) (= (m) 2) (= (k) 7)) (:goal (> (n) 9))")
    assert problem.numbers == ("(n)", "(m)")
    assert problem.start == State(0, (1.0, 2.0))
    (up,) = problem.operators
    text = "(<= (+ (n) (* 2 (m))) (k))"
    assert up.tests == (NumberTest(Linear(((0, 1.0), (1, 2.0)), -7.0), "<=", text),)
    assert up.changes == (
        Change(0, Linear(((1, -1.0),), 3.0), is_increase=True),
        Change(1, Linear(((0, 0.5),))),
    )
    assert problem.goal == Goal(tests=(NumberTest(Linear(((0, 1.0),), -9.0), ">", "(> (n) 9)"),))


def test_scaling_by_a_constant_is_linear() -> None:
    problem = grounded(
        "(:functions (n))"
        "(:action up :effect (scale-up (n) 3)) (:action down :effect (scale-down (n) 4))",
        "(:init (= (n) 1)) (:goal (> (n) 9))",
    )
    assert [one.changes for one in problem.operators] == [
        (Change(0, Linear(((0, 3.0),))),),
        (Change(0, Linear(((0, 0.25),))),),
    ]


def test_several_changes_of_one_number_become_one() -> None:
    problem = grounded(
        "(:functions (n)) (:action a :effect (and (increase (n) 2) (decrease (n) (* 0.5 (n)))))",
        "(:init (= (n) 1)) (:goal (> (n) 9))",
    )
    assert problem.operators[0].changes == (Change(0, Linear(((0, -0.5),), 2.0), is_increase=True),)


def test_an_impossible_constant_test_leaves_the_action_out() -> None:
    problem = grounded(
        "(:types t) (:predicates (p ?t - t)) (:functions (size ?t - t))"
        "(:action a :parameters (?t - t) :precondition (>= (size ?t) 3) :effect (p ?t))",
        "(:objects x y z - t) (:init (= (size x) 2) (= (size y) 3)) (:goal (p y))",
    )
    assert names(problem) == ["(a y)"]
    assert problem.operators[0].tests == ()


def test_a_number_that_nothing_depends_on_is_left_out() -> None:
    problem = grounded(
        "(:predicates (p)) (:functions (time)) (:action a :effect (and (p) (increase (time) 5)))",
        "(:init (= (time) 0)) (:goal (p))",
    )
    assert problem.numbers == ()
    assert problem.operators[0].changes == ()


def test_a_number_that_another_one_is_made_of_is_kept() -> None:
    problem = grounded(
        "(:functions (n) (m))"
        "(:action a :effect (increase (n) (m))) (:action b :effect (increase (m) 1))",
        "(:init (= (n) 0) (= (m) 0)) (:goal (> (n) 3))",
    )
    assert set(problem.numbers) == {"(n)", "(m)"}


def test_a_number_without_a_value_must_get_one_first() -> None:
    problem = grounded(
        "(:predicates (p)) (:functions (n)) (:action use :precondition (>= (n) 0) :effect (p))"
        "(:action set :effect (assign (n) 1))",
        "(:init) (:goal (p))",
    )
    answer = solve(problem)
    assert [one.name for one in answer.steps] == ["(set)", "(use)"]


def test_a_goal_about_a_number_that_never_has_a_value_is_not_reached() -> None:
    problem = grounded("(:functions (n))", "(:init) (:goal (>= (n) 0))")
    assert solve(problem).status == "unsolvable"


COSTS: Final = (
    "(:types t) (:predicates (p)) (:functions (total-cost) (way ?t - t) (lost))"
    "(:action a :parameters (?t - t)"
    " :effect (and (p) (increase (total-cost) (way ?t)) (increase (lost) 1)))"
    "(:action b :effect (p))"
)
THINGS: Final = "(:objects x y - t) (:init (= (way x) 7) (= (way y) 4)) (:goal (p))"


def costs(metric: str) -> dict[str, float]:
    problem = grounded(COSTS, f"{THINGS} {metric}")
    return {one.name: one.cost for one in problem.operators}


def test_costs_come_from_the_metric() -> None:
    assert costs("(:metric minimize (total-cost))") == {"(a x)": 7.0, "(a y)": 4.0, "(b)": 0.0}


def test_without_a_metric_every_action_costs_one() -> None:
    assert costs("") == {"(a x)": 1.0, "(a y)": 1.0, "(b)": 1.0}


def test_a_metric_may_weigh_several_numbers() -> None:
    metric = "(:metric minimize (+ (* 2 (total-cost)) (* 10 (lost))))"
    assert costs(metric) == {"(a x)": 24.0, "(a y)": 18.0, "(b)": 0.0}


def test_an_action_whose_cost_has_no_value_is_left_out() -> None:
    problem = grounded(
        COSTS,
        "(:objects x y - t) (:init (= (way x) 7)) (:goal (p)) (:metric minimize (total-cost))",
    )
    assert names(problem) == ["(a x)", "(b)"]


def test_costs_below_zero_are_refused_with_the_action() -> None:
    with pytest.raises(UsageError, match=r"\(a x\) costs -7: by the metric"):
        costs("(:metric maximize (total-cost))")


def test_a_metric_without_a_value_is_refused() -> None:
    with pytest.raises(UsageError, match=r"the metric reads \(way z\), which has no value"):
        grounded(
            COSTS, "(:objects z - t) (:init) (:goal (p)) (:metric minimize (+ (total-cost) (way z)))"
        )


def test_what_would_be_too_large_is_refused_before_it_is_made() -> None:
    domain = read_domain(
        "(define (domain d) (:predicates (p ?a ?b ?c ?d))"
        "(:action a :parameters (?a ?b ?c ?d) :effect (p ?a ?b ?c ?d)))"
    )
    objects = " ".join(f"o{i}" for i in range(200))
    problem = read_problem(
        f"(define (problem p) (:domain d) (:objects {objects}) (:goal (p o1 o1 o1 o1)))", domain
    )
    with pytest.raises(UsageError, match='action "a" can be done in more than 10000 ways'):
        ground(domain, problem, max_operators=10_000)


def test_what_would_not_fit_into_memory_is_refused() -> None:
    domain = read_domain(
        """(define (domain d) (:predicates (p ?a ?b ?c))
           (:action a :parameters (?a ?b ?c) :effect (p ?a ?b ?c)))"""
    )
    objects = " ".join(f"o{number}" for number in range(40))
    text = f"(define (problem p) (:domain d) (:objects {objects}) (:goal (p o0 o1 o2)))"
    told = r"^64000 ground actions with 64000 facts do not fit into memory: "
    with pytest.raises(UsageError, match=told):
        ground(domain, read_problem(text, domain))


def test_a_constant_divided_by_itself_is_one() -> None:
    domain = """(:predicates (p)) (:functions (price))
        (:action buy :precondition (= (/ (price) 49) 1) :effect (p))"""
    problem = grounded(domain, "(:init (= (price) 49)) (:goal (p))")
    assert [one.name for one in problem.operators] == ["(buy)"]


def test_trees_made_by_hand_that_are_not_linear_are_refused() -> None:
    square = Arithmetic("*", (Fluent("n"), Fluent("n")))
    domain = Domain(name="d", actions=(Action("a", effects=(Assign("assign", Fluent("n"), square),)),))
    read = read_domain("(define (domain d) (:functions (n)))")
    problem = read_problem("(define (problem p) (:domain d) (:init (= (n) 2)) (:goal (> (n) 3)))", read)
    with pytest.raises(UsageError, match=r"\(\* \(n\) \(n\)\) is no sum"):
        ground(domain, problem)


def test_many_conditions_do_not_exhaust_the_stack() -> None:
    facts = " ".join(f"(p{i})" for i in range(2000))
    problem = grounded(
        f"(:predicates (q) {facts}) (:action a :precondition (and {facts}) :effect (q))"
        f"(:action b :effect (and {facts}))",
        "(:init) (:goal (q))",
    )
    assert names(problem) == ["(b)", "(a)"]


@pytest.mark.parametrize("seed", range(150))
def test_random_walks_over_ground_operators_are_valid_by_the_lifted_trees(seed: int) -> None:
    texts = random_texts(seed, with_numbers=True)
    domain = read_domain(texts[0])
    problem = read_problem(texts[1], domain)
    free = msgspec.structs.replace(problem, goal=And())
    made = ground(domain, problem)
    walk = _walk(made, random.Random(seed))  # noqa: S311 - a test, not a secret
    assert validate(domain, free, walk).fault is None


@pytest.mark.parametrize("seed", range(60))
def test_whatever_the_lifted_trees_allow_is_a_ground_operator(seed: int) -> None:
    texts = random_texts(seed, with_numbers=True)
    domain = read_domain(texts[0])
    problem = read_problem(texts[1], domain)
    free = msgspec.structs.replace(problem, goal=And())
    made = ground(domain, problem)
    done = _walk(made, random.Random(seed))[:4]  # noqa: S311 - a test, not a secret
    state = made.start
    for step in done:
        state = _after(operator(made, str(step)), state)
    able = {one.origin for one in made.operators if _is_applicable(one, state)}
    assert able == {
        one for one in _steps(domain, problem) if validate(domain, free, [*done, one]).is_valid
    }


def _steps(domain: Domain, problem: Problem) -> Iterator[Step]:
    """Every action with every objects, whether or not they fit."""
    objects = [one.name for one in problem.objects]
    for action in domain.actions:
        for chosen in itertools.product(objects, repeat=len(action.parameters)):
            yield Step(action.name, chosen)


def _walk(problem: Grounded, rng: random.Random) -> list[Step]:
    state, steps = problem.start, []
    for _ in range(15):
        able = [one for one in problem.operators if _is_applicable(one, state)]
        if not able:
            break
        chosen = rng.choice(able)
        steps.append(chosen.origin)
        state = _after(chosen, state)
    return [one for one in steps if isinstance(one, Step)]


def _value(linear: Linear, state: State) -> float:
    return linear.constant + sum(factor * state.numbers[place] for place, factor in linear.terms)


def _is_applicable(one: Operator, state: State) -> bool:
    if one.needs & ~state.facts or one.forbids & state.facts:
        return False
    signs = {
        "<": float.__lt__,
        "<=": float.__le__,
        "==": float.__eq__,
        ">=": float.__ge__,
        ">": float.__gt__,
    }
    return all(signs[test.comparison](float(_value(test.left, state)), 0.0) for test in one.tests)


def _after(one: Operator, state: State) -> State:
    numbers = list(state.numbers)
    for change in one.changes:
        before = state.numbers[change.number] if change.is_increase else 0.0
        numbers[change.number] = before + _value(change.to, state)
    return State(state.facts & ~one.deletes | one.adds, tuple(numbers))
