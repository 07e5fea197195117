"""Trees written as text are read as the same trees."""

from __future__ import annotations

from typing import Final

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from agentfw.pddl import domain_text, problem_text, read_domain, read_problem
from agentfw.pddl.printing import number_text
from agentfw.resources import resource_dir
from tests.pddl.classics import (
    BLOCKS,
    GRIPPER,
    LOGISTICS,
    blocks_problem,
    gripper_problem,
    logistics_problem,
)
from tests.pddl.random_problems import random_texts
from tests.pddl.test_reading import LOGS, PROBLEM

SHIPPED: Final = resource_dir("plans") / "pddl"
PAIRS: Final = {
    "blocks": (BLOCKS, blocks_problem(6)),
    "gripper": (GRIPPER, gripper_problem(4)),
    "logistics": (LOGISTICS, logistics_problem(3, 3)),
    "logs": (LOGS, PROBLEM),
} | {
    name: (
        (SHIPPED / f"{name.partition('-')[0]}.pddl").read_text(encoding="utf-8"),
        (SHIPPED / f"{name}.pddl").read_text(encoding="utf-8"),
    )
    for name in ("village-forge", "village-mine", "shooter-duel")
}


@pytest.mark.parametrize("name", PAIRS)
def test_a_domain_survives_printing(name: str) -> None:
    domain = read_domain(PAIRS[name][0])
    assert read_domain(domain_text(domain)) == domain


@pytest.mark.parametrize("name", PAIRS)
def test_a_problem_survives_printing(name: str) -> None:
    domain = read_domain(PAIRS[name][0])
    problem = read_problem(PAIRS[name][1], domain)
    assert read_problem(problem_text(problem), domain) == problem


@pytest.mark.parametrize("seed", range(100))
def test_random_problems_survive_printing(seed: int) -> None:
    domain_source, problem_source = random_texts(seed, with_numbers=True)
    domain = read_domain(domain_source)
    problem = read_problem(problem_source, domain)
    assert read_domain(domain_text(domain)) == domain
    assert read_problem(problem_text(problem), domain) == problem


def test_groups_of_names_with_the_same_type_stand_together() -> None:
    text = "(define (domain d) (:types a b - c c) (:predicates (p ?x ?y - a ?z)))"
    assert domain_text(read_domain(text)) == (
        "(define (domain d)\n  (:types\n    a b - c\n    c)\n  (:predicates (p ?x ?y - a ?z)))\n"
    )


@given(st.floats(allow_nan=False, allow_infinity=False))
@example(5e-324)
@example(1.7976931348623157e308)
def test_a_number_survives_printing_without_an_exponent(value: float) -> None:
    text = number_text(value)
    assert "e" not in text
    domain = read_domain("(define (domain d) (:functions (n)))")
    problem = read_problem(f"(define (problem p) (:domain d) (:init (= (n) {text})) (:goal ()))", domain)
    assert problem.values[0].value == value
