"""Problems of a moment as PDDL: other readers understand them, and plans for them are proven there."""

from __future__ import annotations

import pytest

from agentfw import pddl
from agentfw.brains.goap.exporting import Export
from agentfw.solving import check, solve
from tests.brains.goap.test_against_brute_force import written
from tests.brains.goap.worlds import Bench, World, loaded, skills_of

TEXT = """
Goal Build
  Wants holds("hut") and level("gold") >= 1
Action Chop
  Needs not holds("hut")
  Effects level("wood") += 1
  Does do chop
Action Raise
  Needs level("wood") - 2 >= 0
  Effects holds("hut") = true, level("wood") -= 2, level("gold") = 1
  Cost 2.5
  Does do raise
"""


def test_the_texts_are_read_back_and_solved_at_the_same_cost() -> None:
    bench = Bench(TEXT, World(wood=0, gold=0))
    one, other = bench.plan.pddl("Build", bench.now())
    domain = pddl.read_domain(one)
    problem = pddl.read_problem(other, domain)
    solution = pddl.OwnEngine().solve(domain, problem)
    assert [step.action for step in solution.steps] == ["chop", "chop", "raise"]
    assert solution.cost == 4.5


def test_a_plan_of_ours_is_proven_in_pddl() -> None:
    bench = Bench(TEXT, World(wood=0, gold=0))
    posed = bench.plan.problem("Build", bench.now())
    export = Export(posed)
    names = {one: name for name, one in export.operators.items()}
    steps = [pddl.Step(names[one], ()) for one in solve(posed).steps]
    verdict = pddl.validate(export.domain, export.problem, steps)
    assert (verdict.fault, verdict.cost) == (None, 4.5)


def test_a_plan_in_pddl_comes_back_as_operators() -> None:
    bench = Bench(TEXT, World(wood=0, gold=0))
    posed = bench.plan.problem("Build", bench.now())
    export = Export(posed)
    steps = export.steps([pddl.Step(name, ()) for name in ("chop", "chop", "raise")])
    assert check(posed, steps) is None


@pytest.mark.parametrize("first", range(0, 60, 20))
def test_random_problems_cost_the_same_in_pddl(first: int) -> None:
    for seed in range(first, first + 20):
        bench, _ = written(seed)
        posed = bench.plan.problem("G", bench.now())
        ours = solve(posed, max_nodes=300)
        if ours.status == "unfinished":
            continue
        one, other = bench.plan.pddl("G", bench.now())
        domain = pddl.read_domain(one)
        theirs = pddl.OwnEngine().solve(domain, pddl.read_problem(other, domain))
        assert (theirs.status, theirs.cost) == (ours.status, ours.cost)


def test_another_reader_understands_the_texts() -> None:
    reading = pytest.importorskip("unified_planning.io")
    bench = Bench(TEXT, World(wood=0, gold=0))
    found = reading.PDDLReader().parse_problem_string(*bench.plan.pddl("Build", bench.now()))
    assert {one.name for one in found.actions} == {"chop", "raise"}
    assert len(found.goals) == 2 or len(found.goals) == 1


def test_names_that_pddl_cannot_spell_stay_apart() -> None:
    text = """
    Goal G
      Wants holds("a b") and holds("a-b") and holds("and")
    Action A what in members
      Effects holds($what) = true
      Does do $what
    """
    world = World(members=["a b", "a-b", "and"])
    plan, _ = loaded(text, skills_of(world))
    assert plan is not None
    bench = Bench(text, world)
    domain = pddl.read_domain(bench.plan.pddl("G", bench.now())[0])
    assert len({one.name for one in domain.predicates}) == 3
    assert len({one.name for one in domain.actions}) == 3
