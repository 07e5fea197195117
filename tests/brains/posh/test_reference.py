"""The engine against a slow and obvious interpreter: the same acts for any plan in any world."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from agentfw.brains.brain import BrainSetup
from agentfw.brains.posh.parsing import parse_plan
from agentfw.language import PlanText, Problems, plain_name
from tests.brains.posh.slow import Slow
from tests.brains.posh.stage import SENSES, Player, World

senses = st.sampled_from(SENSES)
acts = st.sampled_from(["walk", "eat", "sleep", "give-up", "dig"])
tests = st.lists(
    st.one_of(
        senses.map("({})".format),
        st.tuples(senses, st.sampled_from(["True", "False", "False !=", "True not"])).map(
            lambda both: f"({both[0]} {both[1]})"
        ),
        senses.map('"not {}"'.format),
        st.just("(succeed)"),
    ),
    max_size=2,
).map(" ".join)
denials = senses.map('"not {}"'.format)
times = st.one_of(st.just(""), st.integers(1, 6).map("(seconds {})".format))


@st.composite
def plans(draw: st.DrawFn) -> str:
    """A plan whose definitions name only those that stand behind them."""
    names = [f"e{i}" for i in range(draw(st.integers(0, 4)))]
    definitions = [draw(definition(name, names[i + 1 :])) for i, name in enumerate(names)]
    drives = [
        f"(d{i} (trigger ({draw(tests)})) {draw(action(names))} {draw(times)})"
        for i in range(draw(st.integers(1, 4)))
    ]
    kind = draw(st.sampled_from(["DC", "RDC", "SDC", "SRDC"]))
    goal = draw(st.sampled_from(["", "(goal ((fail)))", "(goal ((safe) (tired) (hungry)))"]))
    return f"({' '.join(definitions)} ({kind} life {goal} (drives {draw(grouped(drives))})))"


def action(below: list[str]) -> st.SearchStrategy[str]:
    return st.one_of(acts, st.sampled_from(below)) if below else acts


@st.composite
def grouped(draw: st.DrawFn, members: list[str]) -> str:
    cut = draw(st.integers(1, len(members)))
    groups = [members[:cut], members[cut:]]
    return " ".join(f"({' '.join(group)})" for group in groups if group)


@st.composite
def definition(draw: st.DrawFn, name: str, below: list[str]) -> str:
    if draw(st.booleans()):
        steps = draw(st.lists(st.one_of(acts, senses, denials), min_size=1, max_size=4))
        is_followed = bool(below) and draw(st.booleans())
        last = [draw(st.sampled_from(below))] if is_followed else []
        return f"(AP {name} {draw(times)} ({' '.join([*steps, *last])}))"
    elements = [
        f"(x{i} (trigger ({draw(tests)})) {draw(action(below))} {draw(st.sampled_from(['', '1', '2']))})"
        for i in range(draw(st.integers(1, 3)))
    ]
    goal = draw(st.sampled_from(["", "(goal ((fail)))", "(goal ((safe)))"]))
    return f"(C {name} {draw(times)} {goal} (elements {draw(grouped(elements))}))"


schedules = st.lists(
    st.tuples(st.sets(senses), st.sampled_from([0.25, 0.5, 1.0, 3.0, 7.0])), min_size=5, max_size=40
)


@given(plans(), schedules)
@settings(max_examples=200, deadline=None)
def test_the_engine_does_what_the_slow_interpreter_does(
    text: str, schedule: list[tuple[set[str], float]]
) -> None:
    world = World()
    player = Player(world, world.load(text).engine(BrainSetup()))
    plan = parse_plan(PlanText(text), Problems())
    assert plan is not None
    slow = Slow(plan)
    found: list[str] = []
    for told, seconds in schedule:
        world.told = dict.fromkeys(told, True)
        before = len(world.did)
        choice = player.after(seconds)
        found += [f"{choice.path[0]} {spoken(one)}" for one in world.did[before:]]
        slow.think(seen(told), player.now)
    assert found == slow.did


def spoken(name: str) -> str:
    word, _, number = name.partition(" ")
    return f"{plain_name(word)} {number}".strip()


def seen(told: set[str]) -> dict[str, Any]:
    return {**{name: name in told for name in SENSES}, "succeed": True, "fail": False}
