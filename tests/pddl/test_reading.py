"""What texts become, and in which spellings."""

from __future__ import annotations

import pytest

from agentfw.pddl import (
    Action,
    And,
    Arithmetic,
    Assign,
    Atom,
    Compare,
    Constant,
    Fluent,
    Gain,
    Lose,
    Not,
    Same,
    Signature,
    Typed,
    Value,
    read_domain,
    read_problem,
)

LOGS = """; logs and planks
(define (domain Logs)
  (:requirements :strips :typing :equality :negative-preconditions :numeric-fluents)
  (:types saw axe - tool tool - object)
  (:constants Master - saw)
  (:predicates (have ?t - tool) (idle))
  (:functions (logs) - number (sharpness ?t - tool) - number)
  (:action Cut
    :parameters (?a - axe ?b - (either saw axe))
    :precondition (and (have ?a) (not (= ?a ?b)) (not (idle)) (>= (sharpness ?a) (+ 1 (logs))))
    :effect (and (not (have ?b)) (idle) (increase (logs) (* 2 (sharpness Master))))))
"""
PROBLEM = """(define (problem p) (:domain LOGS)
  (:objects a1 A2 - axe)
  (:init (have a1) (not (have a2)) (= (logs) 2.5) (= (sharpness a1) -3))
  (:goal (and (idle) (> (logs) 3)))
  (:metric maximize (logs)))"""


def test_an_action_becomes_a_tree() -> None:
    (action,) = read_domain(LOGS).actions
    enough = Compare(">=", Fluent("sharpness", ("?a",)), Arithmetic("+", (Constant(1), Fluent("logs"))))
    more = Arithmetic("*", (Constant(2), Fluent("sharpness", ("master",))))
    assert action == Action(
        name="cut",
        parameters=(Typed("?a", ("axe",)), Typed("?b", ("saw", "axe"))),
        precondition=And(
            (Atom("have", ("?a",)), Not(Same("?a", "?b")), Not(Atom("idle")), enough),
        ),
        effects=(
            Lose(Atom("have", ("?b",))),
            Gain(Atom("idle")),
            Assign("increase", Fluent("logs"), more),
        ),
    )


def test_names_are_the_same_in_capitals() -> None:
    domain = read_domain(LOGS)
    assert read_domain(LOGS.upper()) == domain
    assert read_problem(PROBLEM.upper(), domain) == read_problem(PROBLEM, domain)


def test_types_constants_and_functions_are_told() -> None:
    domain = read_domain(LOGS)
    assert domain.types == (Typed("saw", ("tool",)), Typed("axe", ("tool",)), Typed("tool"))
    assert domain.constants == (Typed("master", ("saw",)),)
    assert domain.functions[0] == Signature("logs")


def test_a_type_may_be_named_only_where_another_is_a_kind_of_it() -> None:
    domain = read_domain("(define (domain d) (:types truck - vehicle) (:predicates (on ?v - vehicle)))")
    assert domain.types == (Typed("truck", ("vehicle",)), Typed("vehicle"))


def test_facts_and_values_of_a_problem_are_told_and_what_does_not_hold_is_not() -> None:
    problem = read_problem(PROBLEM, read_domain(LOGS))
    assert problem.facts == (Atom("have", ("a1",)),)
    assert problem.values == (
        Value(Fluent("logs"), 2.5),
        Value(Fluent("sharpness", ("a1",)), -3.0),
    )


def test_maximizing_is_minimizing_the_opposite() -> None:
    text = PROBLEM.replace("maximize (logs)", "maximize (sharpness a1)")
    problem = read_problem(text, read_domain(LOGS))
    assert problem.metric == Arithmetic("-", (Fluent("sharpness", ("a1",)),))


def test_without_a_metric_few_steps_are_wanted() -> None:
    text = PROBLEM.replace("(:metric maximize (logs))", "")
    assert read_problem(text, read_domain(LOGS)).metric is None


@pytest.mark.parametrize("metric", ["total-time", "(total-time)"])
def test_a_metric_of_time_alone_means_few_steps(metric: str) -> None:
    text = PROBLEM.replace("maximize (logs)", f"minimize {metric}")
    assert read_problem(text, read_domain(LOGS)).metric is None


def test_an_empty_condition_asks_for_nothing() -> None:
    domain = read_domain("(define (domain d) (:action a :parameters () :precondition () :effect ()))")
    assert domain.actions == (Action("a"),)


def test_two_negations_are_none() -> None:
    text = "(define (domain d) (:predicates (p)) (:action a :precondition (not (not (p)))))"
    assert read_domain(text).actions[0].precondition == Atom("p")


def test_bytes_of_other_systems_in_front_and_at_line_ends_are_passed_over() -> None:
    assert read_domain("\ufeff" + LOGS.replace("\n", "\r\n")) == read_domain(LOGS)


def test_sections_may_come_in_any_order() -> None:
    text = "(define (domain d) (:action a :effect (p)) (:predicates (p)))"
    assert read_domain(text).actions[0].effects == (Gain(Atom("p")),)
