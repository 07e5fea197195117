"""Plans as text, as trees and in a line."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from agentfw.brains.drawing import draw_text
from agentfw.brains.htn.printing import print_source
from agentfw.brains.htn.reading import read_source
from agentfw.brains.htn.syntax import (
    KEYWORDS,
    Definition,
    EffectLine,
    Iteration,
    PlanSource,
    Settings,
    SubtaskLine,
    Together,
    Value,
)
from agentfw.brains.inner import Use
from agentfw.brains.lines import Invocation, Word
from agentfw.brains.lines.heads import Constant
from agentfw.brains.planfiles import PlanFiles
from agentfw.language import (
    Binary,
    Call,
    ListOf,
    Literal,
    Negate,
    Not,
    PlanText,
    Position,
    Problems,
    Variable,
    plain_name,
)
from tests.brains.htn.worlds import World, loaded, skills_of

AT = Position(PlanText(""))
OPERATORS = {"and", "or", "not", "in", "true", "false", "nothing", "none", "each", "every", "cycle"}

plain_names = st.from_regex(r"[A-Za-z_][A-Za-z0-9_]{0,6}", fullmatch=True)
names = plain_names.filter(lambda name: name.casefold() not in KEYWORDS | OPERATORS)
task_names = st.from_regex(r"[A-Za-z][A-Za-z0-9_.\-]{0,6}", fullmatch=True).filter(
    lambda name: name.casefold() not in KEYWORDS | OPERATORS
)
words = task_names.map(lambda text: Word(text, AT))
numbers = st.integers(-(10**6), 10**6) | st.floats(allow_nan=False, allow_infinity=False).map(
    lambda x: x + 0.0
)
texts = st.text(
    st.characters(codec="utf-8", exclude_categories=("C", "Z")) | st.sampled_from(' "\\#;,|():'),
    max_size=6,
)
variables = (names | st.integers(0, 9).map(str)).map(lambda name: Variable(name, AT))
literals = st.one_of(numbers, texts, st.booleans(), st.none()).map(lambda value: Literal(value, AT))
leaves = literals | variables | names.map(lambda name: Call(name, (), (), AT))


def larger(inner: Any) -> Any:
    operators = st.sampled_from(["and", "or", "<", ">=", "==", "in", "+", "-", "*", "/", "%"])
    return st.one_of(
        st.builds(Binary, operators, inner, inner, st.just(AT)),
        st.builds(Not, inner, st.just(AT)),
        st.builds(Negate, inner.filter(lambda one: not isinstance(one, Literal)), st.just(AT)),
        st.builds(ListOf, st.lists(inner, max_size=3).map(tuple), st.just(AT)),
        st.builds(
            Call, names, st.lists(inner, min_size=1, max_size=2).map(tuple), st.just(()), st.just(AT)
        ),
    )


nodes = st.recursive(leaves, larger, max_leaves=6)
arguments = words | literals | variables | nodes
calls = st.builds(
    Invocation,
    task_names,
    st.lists(arguments, max_size=3).map(tuple),
    st.lists(st.tuples(names, arguments), max_size=2).map(tuple),
    st.just(AT),
)
short = st.builds(
    Invocation,
    task_names,
    st.lists(words | variables | numbers.map(lambda value: Literal(value, AT)), max_size=3).map(tuple),
    st.just(()),
    st.just(AT),
)
conditions = short | nodes.filter(lambda one: not (isinstance(one, Call) and not one.arguments))
single = st.builds(Together, st.tuples(calls), st.just(AT))
together = st.builds(Together, st.lists(calls, min_size=1, max_size=3).map(tuple), st.just(AT))
iterations = st.builds(Iteration, st.sampled_from(["each", "cycle"]), names, nodes, calls, st.just(AT))
values = st.builds(Value, nodes, st.just(AT))
lines = st.one_of(
    st.builds(
        SubtaskLine,
        st.just(""),
        st.lists(together | iterations, min_size=1, max_size=3).map(tuple),
        st.just(AT),
    ),
    st.builds(
        SubtaskLine,
        names,
        st.lists(single | iterations | values, min_size=1, max_size=3).map(tuple),
        st.just(AT),
    ),
)
many = st.lists(conditions, max_size=2).map(tuple)
targets = st.builds(Call, names, st.lists(nodes, max_size=2).map(tuple), st.just(()), st.just(AT))
definitions = st.builds(
    Definition,
    name=task_names,
    parameters=st.lists(names, max_size=3, unique=True).map(tuple),
    at=st.just(AT),
    goals=many,
    preconditions=many,
    guards=many,
    subtasks=st.none() | st.lists(lines, max_size=3).map(tuple),
    effects=st.none()
    | st.lists(st.builds(EffectLine, targets, nodes, st.just(AT)), max_size=2).map(tuple),
    priority=st.none() | nodes,
    lookahead=st.none() | st.builds(Settings, st.integers(0, 999), st.integers(0, 9)),
)
constants = st.lists(
    st.builds(Constant, names, st.one_of(numbers, texts, st.booleans(), st.none()), st.just(AT)),
    max_size=2,
    unique_by=lambda one: plain_name(one.name),
)
sources = st.builds(
    PlanSource,
    st.lists(
        st.builds(
            Use, st.sampled_from(["a.fsm", "b c.htn", "hunter"]), plain_names | st.just(""), st.just(AT)
        ),
        max_size=2,
        unique=True,
    ).map(tuple),
    constants.map(tuple),
    st.lists(calls, max_size=2).map(tuple),
    st.lists(definitions, max_size=3).map(tuple),
)


@settings(max_examples=80, deadline=None)
@given(sources)
def test_what_is_printed_reads_back_as_the_same(source: PlanSource) -> None:
    text = print_source(source)
    problems = Problems()
    assert read_source(PlanText(text), PlanFiles(), problems) == source, text
    assert [str(one) for one in problems] == []


PLAN = """
Constant limit 3
Top
  Main B
Head Main where
  Goals
    at $where
  Preconditions
    level > limit and not armed
  Guards
    holds calm
  Priority
    5
  Subtasks
    x = do a, (nothing)
    travel $where || say (noted("x"))
    each $m in members: do $m, Main $where
    note x $x
Head do what
  Effects
    holds($what) = true
"""


def test_a_plan_prints_as_itself() -> None:
    plan, _ = loaded(PLAN, skills_of(World()))
    assert plan is not None
    again, _ = loaded(str(plan), skills_of(World()))
    assert again is not None
    assert (again.source, str(again)) == (plan.source, str(plan))


def test_a_plan_is_summed_up_in_a_line() -> None:
    plan, _ = loaded(PLAN, skills_of(World()))
    assert plan is not None
    assert plan.summary() == "1 primitive, 1 compound, 1 top task"


def test_a_plan_is_drawn_with_its_conditions_and_without_circles() -> None:
    plan, _ = loaded(PLAN, skills_of(World()))
    assert plan is not None
    assert draw_text(plan.tree()).splitlines() == [
        "htn plan  [1 primitive, 1 compound, 1 top task]",
        (
            "└─ task Main B  [until at($where); if level > limit and not armed; "
            'while holds("calm"); priority 5]'
        ),
        "   ├─ line x = do a, (nothing)  [first that succeeds]",
        "   │  ├─ act do a",
        "   │  └─ value (nothing)",
        '   ├─ together travel $where || say (noted("x"))',
        "   │  ├─ act travel $where",
        '   │  └─ act say (noted("x"))',
        "   ├─ line each $m in members: do $m, Main $where  [first that succeeds]",
        "   │  ├─ each each $m in members: do $m",
        "   │  │  └─ act do $m",
        "   │  └─ task Main $where  [see above]",
        "   └─ act note x $x",
    ]


def test_deep_plans_are_drawn_as_far_as_people_can_follow() -> None:
    tasks = "\n".join(f"Head T{number}\nSubtasks\nT{number + 1}" for number in range(2000))
    plan, _ = loaded(f"{tasks}\nHead T2000\nSubtasks\ndo it", skills_of(World()))
    assert plan is not None
    assert "and so on" in draw_text(plan.tree())
