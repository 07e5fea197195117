"""Plans done in thought on the trees: which step fails, and what is missing."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Final

import pytest

from agentfw.pddl import (
    Fault,
    Step,
    plan_text,
    read_domain,
    read_plan,
    read_problem,
    validate,
    validating,
)
from tests.pddl.classics import GRIPPER, gripper_problem

DOMAIN: Final = read_domain(
    """(define (domain d)
  (:types tool place - object axe - tool)
  (:predicates (have ?t - tool) (built ?p - place) (burnt))
  (:functions (logs) (yield ?t - tool) (total-cost))
  (:action find :parameters (?t - tool) :effect (and (have ?t) (increase (total-cost) 2.5)))
  (:action chop :parameters (?a - axe) :precondition (have ?a)
    :effect (and (increase (logs) (yield ?a)) (increase (total-cost) 1)))
  (:action build :parameters (?p - place) :precondition (and (>= (logs) 4) (not (burnt)))
    :effect (and (built ?p) (decrease (logs) 4)))
  (:action burn :parameters () :effect (burnt))
  (:action trade :parameters (?x ?y - tool) :precondition (and (have ?x) (not (= ?x ?y)))
    :effect (and (not (have ?x)) (have ?y)))
  (:action split :parameters () :effect (assign (logs) (/ 1 (yield rusty)))))""".replace(
        "(:predicates", "(:constants rusty - axe) (:predicates"
    )
)
TEXT: Final = """(define (problem p) (:domain d)
  (:objects sharp - axe hammer - tool hill - place)
  (:init (= (logs) 0) (= (yield sharp) 2) (= (yield rusty) 0))
  (:goal (and (built hill) (not (burnt)))))"""
PROBLEM: Final = read_problem(TEXT, DOMAIN)
GOOD: Final = "(find sharp) (chop sharp) (chop sharp) (build hill)"


def fault(text: str) -> Fault | None:
    listed = [one.strip("() ").split() for one in text.split(")")]
    steps = [Step(words[0], tuple(words[1:])) for words in listed if words]
    return validate(DOMAIN, PROBLEM, steps).fault


def test_a_plan_that_works_has_no_fault_and_costs_its_steps() -> None:
    verdict = validate(DOMAIN, PROBLEM, read_plan(GOOD, DOMAIN, PROBLEM))
    assert verdict.is_valid
    assert verdict.cost == 4.0


def test_with_a_metric_a_plan_costs_what_the_metric_says() -> None:
    problem = read_problem(TEXT[:-1] + "(:metric minimize (* 2 (total-cost))))", DOMAIN)
    assert validate(DOMAIN, problem, read_plan(GOOD, DOMAIN, problem)).cost == 9.0


FAULTS: Final = {
    "": "after all 0 steps the goal is missed: (built hill) does not hold",
    f"{GOOD} (burn)": "after all 5 steps the goal is missed: (burnt) holds, and must not",
    "(chop sharp)": "step 1 (chop sharp): (have sharp) does not hold",
    "(find sharp) (chop sharp) (build hill)": "step 3 (build hill): (>= (logs) 4) does not hold:"
    " 2 >= 4 is false",
    "(burn) (find sharp) (chop sharp) (chop sharp) (build hill)": "step 5 (build hill): (burnt) holds,"
    " and must not",
    "(find hill)": 'step 1 (find hill): "hill" is no tool',
    "(find saw)": 'step 1 (find saw): there is no object "saw"',
    "(find)": "step 1 (find): it takes 1 objects, found 0",
    "(fly sharp)": 'step 1 (fly sharp): there is no action "fly"',
    "(find hammer) (trade hammer hammer)": "step 2 (trade hammer hammer): (not (= hammer hammer))"
    " does not hold",
    "(split)": "step 1 (split): (/ 1 (yield rusty)) divides by zero",
}


@pytest.mark.parametrize("plan", FAULTS)
def test_the_first_fault_is_told_with_what_is_missing(plan: str) -> None:
    assert str(fault(plan)) == FAULTS[plan]


def test_a_fault_names_its_step_by_number() -> None:
    found = fault("(find sharp) (build hill)")
    assert found is not None
    assert (found.index, found.step) == (1, Step("build", ("hill",)))


def test_a_number_without_a_value_cannot_be_read() -> None:
    problem = read_problem(TEXT.replace("(= (logs) 0)", ""), DOMAIN)
    found = validate(DOMAIN, problem, read_plan(GOOD, DOMAIN, problem)).fault
    assert str(found) == "step 2 (chop sharp): (logs) has no value"


def test_what_is_lost_and_gained_at_once_holds() -> None:
    domain = read_domain("(define (domain d) (:predicates (p)) (:action a :effect (and (p) (not (p)))))")
    problem = read_problem("(define (problem q) (:domain d) (:goal (p)))", domain)
    assert validate(domain, problem, [Step("a")]).is_valid


def test_effects_read_the_numbers_before_all_of_them() -> None:
    domain = read_domain(
        "(define (domain d) (:functions (a) (b))"
        "(:action swap :effect (and (assign (a) (b)) (assign (b) (a)))))"
    )
    text = (
        "(define (problem q) (:domain d) (:init (= (a) 1) (= (b) 2)) (:goal (and (= (a) 2) (= (b) 1))))"
    )
    assert validate(domain, read_problem(text, domain), [Step("swap")]).is_valid


def test_a_plan_without_one_of_its_steps_fails_for_every_step() -> None:
    steps = read_plan(GOOD, DOMAIN, PROBLEM)
    for left_out in range(len(steps)):
        plan = steps[:left_out] + steps[left_out + 1 :]
        assert not validate(DOMAIN, PROBLEM, plan).is_valid


def test_the_proof_shares_nothing_with_grounding_and_search() -> None:
    source = Path(validating.__file__).read_text(encoding="utf-8")
    ours = {
        node.module
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("agentfw")
    }
    assert ours == {"agentfw.pddl.plans", "agentfw.pddl.printing", "agentfw.pddl.syntax"}


def test_a_plan_survives_printing() -> None:
    domain = read_domain(GRIPPER)
    problem = read_problem(gripper_problem(1), domain)
    steps = (Step("pick", ("ball0", "rooma", "left")), Step("move", ("rooma", "roomb")))
    text = plan_text(steps, 2.0)
    assert text == "(pick ball0 rooma left)\n(move rooma roomb)\n; cost = 2\n"
    assert read_plan(text, domain, problem) == steps


def test_a_plan_may_be_written_in_capitals_with_comments() -> None:
    assert read_plan("; by hand\n( BURN )  ; why not", DOMAIN, PROBLEM) == (Step("burn"),)
