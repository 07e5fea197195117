"""Machines as text: what is printed reads back as the same."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from agentfw.brains.fsm.printing import print_source
from agentfw.brains.fsm.reading import read_source
from agentfw.brains.fsm.syntax import (
    ActLine,
    Ending,
    Kind,
    MachineSource,
    Memory,
    StateSource,
    Target,
    TransitionLine,
)
from agentfw.brains.inner import Use
from agentfw.brains.lines import Invocation, Word
from agentfw.brains.lines.heads import Constant
from agentfw.brains.planfiles import PlanFiles
from agentfw.language import Binary, Call, Literal, Not, PlanText, Position, Problems, plain_name
from tests.brains.fsm.stage import World, loaded, skills_of
from tests.brains.fsm.test_mutations import PLAN

AT = Position(PlanText(""))

words = st.sampled_from(["a", "do", "when", "priority", "to", "chance", "State", "x-1", "Été", "deep"])
names = st.sampled_from(["A", "B", "to", "When", "do", "final", "x_1", "y-2"])
literals = st.builds(
    Literal,
    st.one_of(st.integers(0, 99), st.floats(0, 9), st.text(max_size=5), st.booleans(), st.none()),
    st.just(AT),
)
calls = st.builds(
    lambda name: Call(name, (), (), AT), st.sampled_from(["done", "do", "when", "to", "chance"])
)


def grown(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    def pair(operator: str, left: Any, right: Any) -> Any:
        return Binary(operator, left, right, AT)

    joined = st.builds(pair, st.sampled_from(["and", "or", "<", "+"]), inner, inner)
    return st.one_of(joined, st.builds(lambda one: Not(one, AT), inner))


nodes = st.recursive(st.one_of(literals, calls), grown, max_leaves=6)
invocations = st.builds(
    lambda name, plain, named: Invocation(name, tuple(plain), tuple(named.items()), AT),
    st.sampled_from(["do", "walk", "To", "when", "a.b"]),
    st.lists(st.one_of(st.builds(lambda one: Word(one, AT), words), nodes), max_size=2),
    st.dictionaries(st.sampled_from(["x", "when"]), nodes, max_size=1),
)
targets = st.builds(lambda parts: Target(".".join(parts), AT), st.lists(names, min_size=1, max_size=2))
maybe = st.one_of(st.none(), nodes)
transitions = st.builds(
    lambda target, timeout, when, priority, chance, does: TransitionLine(
        target, AT, timeout, when, priority, chance, does
    ),
    targets, maybe, maybe, maybe, maybe, st.one_of(st.none(), invocations),
)  # fmt: skip
acts = st.builds(lambda kind, call: ActLine(kind, call, AT), st.sampled_from(list(Kind)), invocations)
endings = st.one_of(
    st.none(),
    st.just(Ending(True, "", AT)),
    st.builds(lambda reason: Ending(False, reason, AT), st.text(max_size=6)),
)


def state_of(inner: st.SearchStrategy[StateSource]) -> st.SearchStrategy[StateSource]:
    return st.builds(
        lambda name, initial, memory, final, acts, ways, states: StateSource(
            name, AT, initial, memory, final, tuple(acts), tuple(ways), tuple(states)
        ),
        names,
        st.one_of(st.none(), targets),
        st.sampled_from(list(Memory)),
        endings,
        st.lists(acts, max_size=2),
        st.lists(transitions, max_size=2),
        st.lists(inner, max_size=2),
    )


states = st.recursive(st.just(StateSource("Leaf", AT)), state_of, max_leaves=4)
values = st.one_of(st.integers(0, 99), st.text(max_size=5), st.booleans(), st.none())
machines = st.builds(
    lambda uses, constants, initial, limit, states: MachineSource(
        tuple(uses),
        tuple(Constant(name, value, AT) for name, value in constants.items()),
        initial,
        limit,
        tuple(states),
    ),
    st.lists(
        st.builds(
            lambda name, called: Use(name, called, AT),
            st.sampled_from(["a.fsm", "b c.htn"]),
            st.sampled_from(["", "X"]),
        ),
        max_size=2,
    ),
    st.dictionaries(names, values, max_size=2),
    st.one_of(st.none(), targets),
    st.integers(1, 1000),
    st.lists(states, max_size=3),
)  # fmt: skip


@given(machines)
@settings(max_examples=100, deadline=None)
def test_what_is_printed_reads_back_as_the_same(source: MachineSource) -> None:
    unique = {plain_name(one.name): one for one in source.constants}
    source = MachineSource(
        source.uses, tuple(unique.values()), source.initial, source.limit, source.states
    )
    problems = Problems()
    again = read_source(PlanText(print_source(source)), PlanFiles({}), problems)
    assert [str(one) for one in problems] == []
    assert again == source


def test_the_printed_form_is_the_same_after_a_second_time() -> None:
    plan, _ = loaded(PLAN, skills_of(World()))
    assert plan is not None
    again, _ = loaded(str(plan), skills_of(World()))
    assert str(again) == str(plan)


def test_the_printed_form_is_what_people_would_write() -> None:
    plan, _ = loaded(PLAN, skills_of(World()))
    assert str(plan) == (
        "Constant far 5\n\n"
        "Initial Work\n"
        "Limit 20\n\n"
        "State Work\n"
        "  Initial Busy\n"
        "  History deep\n"
        "  During do out\n"
        '  To Rest when holds("tired") or level > far priority 10\n'
        "  State Idle\n"
        '    Enter say "hello there"\n'
        "    Once do look\n"
        "    Timeout far * 2 To Busy chance 0.5 do note bored\n"
        '    To Busy when state_was("Rest") and previous != nothing\n'
        "  State Busy\n"
        "    During travel hall careful=true\n"
        "    During look (previous)\n"
        "    Exit at_once stop\n"
        "    To Idle when done or failed\n"
        '    To Work.Idle when state_time > 3 and not holds("x")\n\n'
        "State Rest\n"
        '  To Work when not holds("tired")\n'
        "  To Won when armed\n\n"
        "State Won\n"
        '  Final failed "too much"\n'
    )
