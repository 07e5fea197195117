"""Planners outside: questions go out, the old plan goes on, answers are proven before they are used."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from agentfw.arena.server import ArenaOptions
from agentfw.brains import BrainSetup, PlanBrain, View
from agentfw.decisions import Reply
from agentfw.match import SoloOptions, play_solo, replay
from agentfw.match.asking import answered
from agentfw.vocabulary import SelfState
from tests.brains.goap.worlds import Bench, World, rejected

if TYPE_CHECKING:
    from pathlib import Path

DOOR = """
Deadline 2
Goal Enter
  Wants holds("inside")
Action Unlock
  Needs not holds("jammed")
  Effects holds("open") = true
  Does do unlock
Action Go
  Needs holds("open")
  Effects holds("inside") = true
  Does do go
"""


def asking(world: World, engine: str = "own", text: str = DOOR) -> Bench:
    bench = Bench(text, world)
    bench.engine = bench.plan.engine(BrainSetup(options={"engine": engine}))
    return bench


def test_a_question_goes_out_once() -> None:
    bench = asking(World())
    assert bench.think().path == ()
    (question,) = bench.engine.questions()
    assert (question.number, question.engine, question.deadline_s) == (1, "own", 2.0)
    assert bench.engine.questions() == ()
    bench.think()
    assert bench.engine.questions() == ()


def test_the_answer_is_followed_from_the_next_think_on() -> None:
    bench = asking(World())
    bench.think()
    bench.engine.answer(answered(bench.engine.questions()[0]))
    assert bench.think().path == ("Enter", "Unlock > Go", "do unlock")


def test_no_answer_in_time_counts_as_no_plan() -> None:
    bench = asking(World())
    for _ in range(21):
        bench.think()
    assert rejected(bench.why())["Enter"] == "no plan within 2 s"


@pytest.mark.parametrize(
    ("reply", "why"),
    [
        (Reply(1, why="it is not installed"), "no plan, because it is not installed"),
        (Reply(1, (("dig",),), is_solved=True), 'unknown action "dig"'),
        (Reply(1, (("go",),), is_solved=True), "does not fit any more"),
    ],
)
def test_an_answer_that_is_no_plan_is_told(reply: Reply, why: str) -> None:
    bench = asking(World())
    bench.think()
    bench.engine.answer(reply)
    assert why in rejected(bench.why())["Enter"]


def test_an_answer_to_a_question_that_nobody_asked_is_passed_over() -> None:
    bench = asking(World())
    bench.think()
    bench.engine.answer(Reply(7, (("go",),), is_solved=True))
    assert bench.think().path == ()


def test_an_answer_that_the_world_has_overtaken_is_not_followed() -> None:
    world = World()
    bench = asking(world)
    bench.think()
    reply = answered(bench.engine.questions()[0])
    world.facts.add("jammed")
    bench.engine.answer(reply)
    assert bench.think().path == ()
    assert len(bench.engine.questions()) == 1


def test_an_answer_may_lead_by_any_of_several_ways_in_which_a_need_can_hold() -> None:
    text = DOOR.replace('Needs holds("open")', 'Needs holds("open") or holds("broken")')
    bench = asking(World("broken", "jammed"), text=text)
    bench.think()
    bench.engine.answer(answered(bench.engine.questions()[0]))
    assert bench.think().path == ("Enter", "Go", "do go")


def test_questions_that_nobody_takes_do_not_pile_up() -> None:
    bench = asking(World())
    for _ in range(200):
        bench.think()
    assert len(bench.engine.questions()) <= 1


def test_without_the_option_nobody_is_asked() -> None:
    bench = asking(World(), engine="")
    bench.think()
    bench.engine.answer(Reply(1, why="nobody asked"))
    assert bench.engine.questions() == ()


def test_an_answer_for_a_plan_that_was_swapped_out_is_lost() -> None:
    text = "Goal Heal\n  Wants health > 50\nAction Walk\n  Effects health += 1\n  Does explore\n"
    setup = BrainSetup(options={"engine": "own"}, files={"plan.goap": text})
    brain = PlanBrain("plan.goap", setup)
    view = View(now=1.0, me=SelfState(health=50))
    brain.decide(view)
    (old,) = brain.questions()
    brain.reload({"plan.goap": text.replace("Walk", "Run")})
    brain.decide(view)
    brain.answer(answered(old))
    (new,) = brain.questions()
    assert new.number != old.number
    brain.answer(answered(new))
    assert brain.decide(view).reason.path == ("Heal", "Run", "explore")


def test_a_match_with_a_planner_outside_replays_exactly(tmp_path: Path) -> None:
    file = tmp_path / "match.rec"
    arena = ArenaOptions(mode="dm", map="dm-cellar", seed=1, bots=1, time_limit_min=0.2)
    options = SoloOptions(
        brain="deathmatch.goap", arena=arena, fast=True, brain_options={"engine": "own"}
    )
    play_solo(options, record=file)
    found = replay(file)
    assert (found.is_exact, found.first_difference) == (True, None)
    assert found.thinks > 50


@pytest.mark.slow
def test_a_compiled_planner_can_be_asked() -> None:
    pytest.importorskip("up_fast_downward")
    bench = asking(World(), "fast-downward", DOOR.replace("Deadline 2", "Deadline 120"))
    bench.think()
    bench.engine.answer(answered(bench.engine.questions()[0]))
    assert bench.think().path == ("Enter", "Unlock > Go", "do unlock")
