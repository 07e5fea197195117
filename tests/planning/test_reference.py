"""The planner against a slow and obvious one, on random domains."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from agentfw.planning import State, check_plan, find_plan
from tests.planning.reference import OPERATORS, Puzzle, Reference, puzzles

depths = st.integers(0, 6)
nodes = st.sampled_from((0, 1, 10, 300))


@settings(max_examples=400, deadline=None)
@given(puzzles(), nodes, depths)
def test_plan_status_nodes_and_dead_end_equal_those_of_the_reference(
    puzzle: Puzzle, max_nodes: int, max_depth: int
) -> None:
    expected = Reference(puzzle, max_nodes=max_nodes, max_depth=max_depth)
    found = find_plan(
        puzzle.domain(), State(puzzle.facts), puzzle.tasks, max_nodes=max_nodes, max_depth=max_depth
    )
    dead_end = found.dead_end and (found.dead_end.task, found.dead_end.depth)
    assert (found.plan, found.status, found.nodes) == (expected.plan, expected.status, expected.nodes)
    assert dead_end == expected.dead_end


@settings(max_examples=100, deadline=None)
@given(puzzles(), nodes, depths)
def test_the_state_is_left_as_it_was_to_the_order_of_its_keys(
    puzzle: Puzzle, max_nodes: int, max_depth: int
) -> None:
    state = State(puzzle.facts)
    find_plan(puzzle.domain(), state, puzzle.tasks, max_nodes=max_nodes, max_depth=max_depth)
    assert list(state.snapshot().items()) == list(puzzle.facts.items())
    assert state.mark() == 0


@settings(max_examples=100, deadline=None)
@given(puzzles(), depths)
def test_a_trace_changes_nothing_else_and_has_every_node(puzzle: Puzzle, max_depth: int) -> None:
    domain, state = puzzle.domain(), State(puzzle.facts)
    plain = find_plan(domain, state, puzzle.tasks, max_nodes=300, max_depth=max_depth)
    traced = find_plan(domain, state, puzzle.tasks, max_nodes=300, max_depth=max_depth, trace=True)
    calls = [attempt for attempt in traced.attempts if attempt.outcome != "unknown task"]
    assert (traced.plan, traced.status, traced.dead_end) == (plain.plan, plain.status, plain.dead_end)
    assert len(calls) == traced.nodes == plain.nodes


@settings(max_examples=100, deadline=None)
@given(puzzles(), depths)
def test_equal_searches_have_equal_results(puzzle: Puzzle, max_depth: int) -> None:
    once, again = (
        find_plan(
            *(puzzle.domain(), State(puzzle.facts), puzzle.tasks),
            max_nodes=300,
            max_depth=max_depth,
            trace=True,
        )
        for _ in range(2)
    )
    assert once == again


@settings(max_examples=100, deadline=None)
@given(puzzles())
def test_every_plan_found_passes_the_check(puzzle: Puzzle) -> None:
    domain, state = puzzle.domain(), State(puzzle.facts)
    plan = find_plan(domain, state, puzzle.tasks, max_nodes=300, max_depth=6).plan
    assert plan is None or check_plan(domain, state, plan) is None


@settings(max_examples=100, deadline=None)
@given(puzzles(), st.lists(st.tuples(st.sampled_from(OPERATORS), st.integers(0, 1))))
def test_the_check_finds_the_first_step_that_does_not_hold(
    puzzle: Puzzle, plan: list[tuple[str, int]]
) -> None:
    facts, wrong = dict(puzzle.facts), None
    for index, (name, argument) in enumerate(plan):
        rule = puzzle.operators[name]
        if not rule.holds(facts, argument):
            wrong = index
            break
        facts |= rule.changes(argument)
    state = State(puzzle.facts)
    fault = check_plan(puzzle.domain(), state, plan)
    assert (fault.index if fault else None) == wrong
    assert state.snapshot() == puzzle.facts
