"""Why a machine is where it is, and why it is nowhere else."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from agentfw.arena.server import ArenaOptions
from agentfw.brains.brain import BrainSetup
from agentfw.brains.tracing import Trace
from agentfw.match import SoloOptions, explain, play_solo
from agentfw.perception import View
from agentfw.skills import Moment
from tests.brains.fsm.stage import Bench, World, loaded, rejected, skills_of

if TYPE_CHECKING:
    from pathlib import Path

TEXT = """
State Patrol
  During do walk
  Timeout 20 To Rest
  To Fight when holds("enemy") and armed priority 10
  To Rest when done
State Fight
  During do fight
  To Patrol when not holds("enemy")
State Rest
  During do sleep
  To Patrol when state_was("Fight") or level > 3
"""


def test_every_transition_that_was_tested_is_told_with_the_first_condition_that_failed() -> None:
    reason = Bench(TEXT, "enemy").why()
    assert rejected(reason) == [
        ("Fight", "armed", "armed = false"),
        ("Rest", "state_time >= 20", "Patrol.state_time = 0"),
        ("Rest", "done", "Patrol.done = false"),
    ]


def test_what_was_told_of_one_state_does_not_hide_what_is_told_of_the_next() -> None:
    bench = Bench(TEXT, "enemy", "armed")
    reason = bench.why()
    assert reason.path == ("Fight", "do fight")
    assert reason.because == 'holds("enemy") and armed'
    assert rejected(reason) == [("Patrol", 'not holds("enemy")', 'holds("enemy") = true')]


def test_the_reason_of_a_state_is_what_held_when_it_was_entered() -> None:
    bench = Bench(TEXT, "enemy", "armed")
    bench.think()
    assert bench.why().because == 'holds("enemy") and armed'


def test_where_a_state_was_entered_from_is_told() -> None:
    bench = Bench(TEXT, start="Rest")
    assert rejected(bench.why()) == [
        ("Patrol", 'state_was("Fight") or level > 3', 'Rest.previous = nothing, level("level") = 0')
    ]


def test_a_chance_that_did_not_come_up_is_told() -> None:
    reason = Bench("State A\n  To B chance 0.001\nState B\n  To A when armed").why()
    assert rejected(reason) == [("B", "its chance of 0.001 did not come up", "")]


def test_the_line_that_lets_the_machine_stay_is_its_reason() -> None:
    text = (
        "State Life\n  To B when armed\n  To A\n  State A\n    During do a\n  State B\n    During do b"
    )
    bench = Bench(text, "armed")
    bench.think()
    reason = bench.why()
    assert reason.because == "armed"
    assert rejected(reason) == []


def test_a_machine_inside_of_another_one_has_its_reasons_beside_those_around_it() -> None:
    files = {
        "inner.fsm": "State In\n  To Out when armed\nState Out\n  During do out\n  To In when not armed"
    }
    world = World("armed")
    text = "Use inner.fsm\nState A\n  To B when armed\nState B\n  During inner\n  To A when not armed"
    plan, problems = loaded(text, skills_of(world), files)
    problems.finish()
    assert plan is not None
    engine, trace = plan.engine(BrainSetup()), Trace()
    for _ in range(2):
        trace = Trace()
        now = Moment(View(now=1.0))
        now.trace = trace
        choice = engine.think(now, trace)
    reason = trace.reason(choice.path, now, None)
    assert reason.path == ("B", "inner", "Out", "do out")
    assert reason.because == "armed and armed"
    assert [one.option for one in reason.rejected] == ["A", "In"]


def test_nothing_is_told_twice_although_it_is_tested_again() -> None:
    bench = Bench("State A\n  During at_once a\n  To B when armed\nState B\n  To A when armed")
    assert rejected(bench.why()) == [("B", "armed", "armed = false")]


def test_too_many_switches_are_told() -> None:
    reason = Bench("Limit 3\nState A\n  To B when armed\nState B\n  To A when armed", "armed").why()
    told = "switched 3 times (… > B > A > B); the next one goes on"
    assert ("this think", told, "") in rejected(reason)


def test_tracing_changes_nothing() -> None:
    text = (
        "State A\n  During at_once a\n  To B chance 0.3\nState B\n  During do b\n"
        "  To A when state_time > 1"
    )
    plain, traced = Bench(text, seed=5), Bench(text, seed=5)
    assert [plain.think().path for _ in range(60)] == [traced.why().path for _ in range(60)]


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Twenty seconds alone in a small room."""
    folder = tmp_path_factory.mktemp("explained")
    plan = folder / "mine.fsm"
    plan.write_text(
        "State Walk\n  During explore\n  To Rest when time > 100\nState Rest\n  Final done\n"
    )
    arena = ArenaOptions(map="dm-closet", seed=1, time_limit_min=1 / 3)
    play_solo(SoloOptions(brain=str(plan), seed=1, fast=True, arena=arena), record=folder / "match.rec")
    return folder / "match.rec"


def test_a_recording_tells_why_a_machine_is_not_elsewhere(recording: Path) -> None:
    found = explain(recording, 10.0, why_not="rest")
    assert found.decision.reason.path == ("Walk", "explore")
    assert found.why_not is not None
    assert found.why_not.answer.startswith(
        "Rest was not chosen, because this did not hold: time > 100; time = "
    )


def test_what_is_done_on_the_way_in_and_out_is_told() -> None:
    text = (
        "State A\n  Enter command guard a\n  Exit at_once b\n  To B when armed do at_once c\n"
        "State B\n  During do d"
    )
    reason = Bench(text, "armed").why()
    assert reason.path == ("B", "do d")
    assert reason.done == (("A", "command guard a"), ("A", "at_once b"), ("A", "at_once c"))


def test_an_act_that_has_ended_is_told_and_one_that_failed_is_not() -> None:
    bench = Bench("State Life\n  During at_once good\n  During at_once bad\n  During do it")
    bench.world.fails("bad")
    assert bench.why().done == (("Life", "at_once good"),)


def test_a_state_that_was_left_as_soon_as_it_was_entered_is_told() -> None:
    bench = Bench("State A\n  To B when armed\nState B\n  To C\nState C\n  During do c")
    bench.think()
    bench.world.facts.add("armed")
    reason = bench.why()
    assert (reason.path, reason.done) == (("C", "do c"), (("B",),))
