"""Brains that have planners outside work for them: never waited for, recorded, and replayed exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest
import trio
import trio.testing
from msgspec.structs import replace

from agentfw.arena.server import ArenaOptions
from agentfw.bot import Bot
from agentfw.brains import Brain, BrainSetup, Decision, Explore, Question, Reason, Reply, View
from agentfw.engines.doors import server_door
from agentfw.match import Fighter, SkirmishOptions, play_skirmish
from agentfw.match.asking import answer_questions, answered, answered_at_once
from agentfw.match.replaying import replay
from agentfw.recording import Answered, open_recording
from agentfw.resources import resource_dir

if TYPE_CHECKING:
    from pathlib import Path

DOMAIN: Final = "(define (domain wood) (:predicates (has-log)) (:action chop :effect (has-log)))"
PROBLEM: Final = "(define (problem p) (:domain wood) (:goal (has-log)))"
SHIPPED: Final = resource_dir("plans") / "pddl"
ME: Final = "tests.match.test_asking:Asker"


def question(engine: str = "own", problem: str = PROBLEM, deadline_s: float = 10.0) -> Question:
    return Question(7, engine, DOMAIN, problem, deadline_s)


class Asker(Brain):
    """Asks once, and tells in its reason what it heard."""

    def __init__(self, setup: BrainSetup = BrainSetup()) -> None:
        super().__init__(setup)
        self.heard = ""
        self.has_heard = trio.Event()
        self._open = [question()]
        self.is_patient = True

    def decide(self, view: View) -> Decision:
        del view
        return Decision(move=Explore(), reason=Reason(chosen=self.heard or "waiting"))

    def questions(self) -> tuple[Question, ...]:
        asked, self._open = tuple(self._open), []
        return asked

    def is_open(self, number: int) -> bool:
        return number > 0 and self.is_patient

    def answer(self, reply: Reply) -> None:
        self.heard = " ".join(step[0] for step in reply.steps)
        self.has_heard.set()


async def test_a_question_that_nobody_waits_for_is_given_up() -> None:
    brain = Asker()
    bot = Bot(server_door("localhost", 3000, "gamebots-2004"), brain)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(answer_questions, bot)
        await trio.testing.wait_all_tasks_blocked()
        assert bot.circle.on_question is not None
        bot.circle.on_question(unending(60.0))
        brain.is_patient = False
        with trio.fail_after(20):
            await brain.has_heard.wait()
        nursery.cancel_scope.cancel()
    assert brain.heard == ""


def test_a_question_is_answered_with_a_proven_plan() -> None:
    assert answered(question()) == Reply(7, (("chop",),), is_solved=True)


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        (question(problem=PROBLEM.replace("has-log", "has-lock")), 'unknown predicate "has-lock"'),
        (question("no-such-engine"), "no-such-engine"),
    ],
)
def test_what_cannot_be_planned_is_answered_with_the_reason(asked: Question, why: str) -> None:
    found = answered(asked)
    assert found.number == 7
    assert why in found.why


def test_an_engine_of_unified_planning_answers_behind_the_same_interface() -> None:
    pytest.importorskip("up_pyperplan")
    assert answered(question("pyperplan")) == Reply(7, (("chop",),), is_solved=True)


def test_answers_are_recorded_and_a_replay_is_exact(tmp_path: Path) -> None:
    arena = ArenaOptions(mode="dm", time_limit_min=0.2)
    fighters = (Fighter(brain=ME, name="Asker"),)
    play_skirmish(SkirmishOptions(arena=arena, fighters=fighters), record=tmp_path)
    file = tmp_path / "Asker.rec"
    (kept,) = [one for one in open_recording(file) if isinstance(one, Answered)]
    assert kept.reply == Reply(7, (("chop",),), is_solved=True)
    verdict = replay(file)
    assert verdict.is_exact
    assert verdict.thinks > 10


async def test_a_bot_plays_on_while_its_question_is_worked_on() -> None:
    brain = Asker()
    bot = Bot(server_door("localhost", 3000, "gamebots-2004"), brain)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(answer_questions, bot)
        await trio.testing.wait_all_tasks_blocked()
        assert bot.circle.on_question is not None
        bot.circle.on_question(question())
        assert brain.heard == ""
        with trio.fail_after(20):
            await brain.has_heard.wait()
        nursery.cancel_scope.cancel()
    assert brain.heard == "chop"


async def test_a_question_too_many_is_refused_at_once() -> None:
    refused: list[Reply] = []

    class Listener(Asker):
        def answer(self, reply: Reply) -> None:
            refused.append(reply)

    bot = Bot(server_door("localhost", 3000, "gamebots-2004"), Listener())
    async with trio.open_nursery() as nursery:
        nursery.start_soon(answer_questions, bot)
        await trio.testing.wait_all_tasks_blocked()
        assert bot.circle.on_question is not None
        for _ in range(18):
            bot.circle.on_question(question("no-such-engine"))
        assert [one.why for one in refused] == ["16 other questions are waiting"]
        nursery.cancel_scope.cancel()


UNENDING: Final = """(define (domain ring)
  (:predicates (lit ?x) (next ?x ?y))
  (:action light :parameters (?x ?y) :precondition (next ?x ?y)
    :effect (and (lit ?x) (not (lit ?y)))))"""
"""Whatever is lit puts out the next one, all round: no search finds the end of that soon."""


def unending(deadline_s: float) -> Question:
    names = [f"x{number}" for number in range(24)]
    ring = " ".join(f"(next {one} {names[place - 1]})" for place, one in enumerate(names))
    goal = " ".join(f"(lit {one})" for one in names)
    objects = " ".join(names)
    problem = (
        f"(define (problem p) (:domain ring) (:objects {objects}) (:init {ring}) (:goal (and {goal})))"
    )
    return Question(1, "own", UNENDING, problem, deadline_s)


def test_where_the_clock_jumps_a_search_is_bounded_by_its_work() -> None:
    domain, problem = (
        (SHIPPED / f"{name}.pddl").read_text(encoding="utf-8") for name in ("village", "village-mine")
    )

    def found(deadline_s: float) -> Reply:
        return answered_at_once(Question(1, "own", domain, problem, deadline_s))

    # Nodes are counted, and so it is the same number wherever it runs.
    assert found(1.1).is_solved
    assert found(0.9).why.startswith("gave up after 7192 nodes")


async def test_only_some_questions_are_worked_on_at_a_time() -> None:
    refused: list[Reply] = []

    class Listener(Asker):
        def answer(self, reply: Reply) -> None:
            refused.append(reply)

    bot = Bot(server_door("localhost", 3000, "gamebots-2004"), Listener())
    async with trio.open_nursery() as nursery:
        nursery.start_soon(answer_questions, bot)
        await trio.testing.wait_all_tasks_blocked()
        assert bot.circle.on_question is not None
        for _ in range(30):
            bot.circle.on_question(unending(60.0))
            await trio.testing.wait_all_tasks_blocked()
        # 4 are worked on, one stands at the door, 16 wait.
        assert [one.why for one in refused] == 9 * ["16 other questions are waiting"]
        nursery.cancel_scope.cancel()


async def test_a_question_whose_turn_comes_too_late_is_told_so() -> None:
    replies: dict[int, Reply] = {}
    all_heard = trio.Event()

    class Listener(Asker):
        def answer(self, reply: Reply) -> None:
            replies[reply.number] = reply
            if len(replies) == 5:
                all_heard.set()

    bot = Bot(server_door("localhost", 3000, "gamebots-2004"), Listener())
    async with trio.open_nursery() as nursery:
        nursery.start_soon(answer_questions, bot)
        await trio.testing.wait_all_tasks_blocked()
        assert bot.circle.on_question is not None
        for number in range(1, 6):
            asked = unending(0.2 if number < 5 else 0.001)
            bot.circle.on_question(replace(asked, number=number))
        with trio.fail_after(20):
            await all_heard.wait()
        nursery.cancel_scope.cancel()
    assert replies[5].why == "its turn came too late"
