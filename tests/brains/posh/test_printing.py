"""What is printed reads as the same plan."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agentfw.brains.inner import Use
from agentfw.brains.planfiles import PlanFiles, shipped_plans
from agentfw.brains.posh.parsing import parse_plan
from agentfw.brains.posh.printing import print_plan
from agentfw.brains.posh.syntax import (
    ROOTS,
    UNITS,
    ActionPattern,
    Ask,
    Competence,
    Constant,
    Drive,
    DriveCollection,
    Duration,
    Element,
    Include,
    Parameter,
    Plan,
)
from agentfw.language import Binary, Call, Literal, Node, Not, PlanText, Position, Problems, Variable

AT = Position(PlanText(""))
NAMES = ("walk", "see-enemy", "get_up", "e2", "Half.Way", "to-own-base")
PLAIN = ("walk", "see_enemy", "e2")

names = st.sampled_from(NAMES)
texts = st.text(st.characters(exclude_categories=["Cc", "Cs"]) | st.just("\n"), max_size=8)
literals = st.one_of(
    st.none(), st.booleans(), st.integers(-1000, 10**9), st.floats(-1e6, 1e6).map(float), texts
).map(lambda value: Literal(value, AT))
bare = names.map(lambda name: Call(name, (), (), AT))
atoms = st.one_of(literals, bare, names.map(lambda name: Variable(name.replace(".", ""), AT)))


def calls(values: st.SearchStrategy[Node]) -> st.SearchStrategy[Call]:
    named = st.lists(st.tuples(st.sampled_from(["a", "b-c"]), values), max_size=1)
    return st.builds(
        lambda name, given, more: Call(name, tuple(given), tuple(more), AT),
        names,
        st.lists(values, max_size=2),
        named,
    )


values: st.SearchStrategy[Node] = st.recursive(
    atoms,
    lambda inner: st.one_of(
        calls(inner),
        st.builds(
            lambda sign, left, right: Binary(sign, left, right, AT),
            st.sampled_from("+-*/%"),
            inner,
            inner,
        ),
    ),
    max_leaves=4,
)
plain = st.sampled_from(PLAIN).map(lambda name: Call(name, (), (), AT))
expressions: st.SearchStrategy[Node] = st.recursive(
    st.one_of(plain, st.integers(0, 99).map(lambda value: Literal(value, AT))),
    lambda inner: st.one_of(
        inner.map(lambda node: Not(node, AT)),
        st.builds(
            lambda sign, left, right: Binary(sign, left, right, AT),
            st.sampled_from(["and", "or", "+"]),
            inner,
            inner,
        ),
    ),
    max_leaves=4,
)
comparisons = st.builds(
    lambda sign, sense, value: Binary(sign, sense, value, AT),
    st.sampled_from(["==", "!=", "<", "<=", ">", ">="]),
    bare,
    values,
)
conditions = st.lists(st.one_of(bare, comparisons, expressions), max_size=3).map(tuple)
goals = st.one_of(st.none(), conditions)
lines = st.lists(texts, max_size=2).map(tuple)
durations = st.one_of(st.none(), st.builds(Duration, values, st.sampled_from([*UNITS]), st.just(AT)))
rates = st.one_of(durations, st.builds(Duration, values, st.sampled_from(["hz", "pm"]), st.just(AT)))
parameters = st.lists(
    st.builds(Parameter, names, st.one_of(st.none(), values), st.just(AT)), max_size=2
).map(tuple)
at = st.just(AT)
steps = st.one_of(
    calls(atoms.filter(lambda node: not isinstance(node, Literal))),
    st.builds(Ask, st.one_of(plain, comparisons, expressions), at),
)
patterns = st.builds(
    ActionPattern,
    names,
    st.lists(steps, min_size=1, max_size=3).map(tuple),
    parameters,
    durations,
    lines,
    at,
)
members = st.builds(Element, names, conditions, calls(values), st.one_of(st.none(), values), at)
drives = st.builds(
    Drive,
    names,
    conditions,
    calls(values),
    rates,
    st.booleans(),
    st.one_of(st.none(), calls(values)),
    at,
)


def groups(inner: st.SearchStrategy[object]) -> st.SearchStrategy[tuple[tuple[object, ...], ...]]:
    group = st.lists(inner, min_size=1, max_size=2).map(tuple)
    return st.lists(group, min_size=1, max_size=2).map(tuple)


competences = st.builds(Competence, names, goals, groups(members), parameters, durations, lines, at)
roots = st.builds(
    DriveCollection, st.sampled_from(ROOTS), names, goals, groups(drives), durations, lines, at
)
plans = st.builds(
    Plan,
    st.lists(st.builds(Include, texts.filter(bool), at), max_size=2).map(tuple),
    st.lists(st.builds(Use, texts.filter(bool), names | st.just(""), at), max_size=2).map(tuple),
    st.lists(st.builds(Constant, names, values, at), max_size=2).map(tuple),
    st.lists(st.one_of(patterns, competences), max_size=3).map(tuple),
    st.lists(roots, max_size=1).map(tuple),
    lines,
    at,
)


@given(plans)
@settings(max_examples=150, deadline=None)
def test_any_plan_reads_as_it_was_printed(plan: Plan) -> None:
    problems = Problems()
    text = print_plan(plan)
    again = parse_plan(PlanText(text), problems)
    assert [str(one) for one in problems] == []
    assert again == plan
    assert print_plan(again) == text


@pytest.mark.parametrize("name", sorted(one for one in shipped_plans() if one.endswith(".lap")))
def test_shipped_plans_read_as_they_were_printed(name: str) -> None:
    plan = parse_plan(PlanFiles().read(name), Problems())
    assert plan is not None
    assert parse_plan(PlanText(print_plan(plan)), Problems()) == plan
