"""Planners at work for brains: a question goes out, the bot plays on, and the answer comes in."""

from __future__ import annotations

import functools
import itertools
import threading
import time
from typing import TYPE_CHECKING, Final

import structlog
import trio
from msgspec.structs import replace

from agentfw.brains import Asks
from agentfw.decisions import Reply
from agentfw.errors import AgentError
from agentfw.pddl import OwnEngine, read_domain, read_problem
from agentfw.pddl.outside import OutsideEngine

if TYPE_CHECKING:
    from collections.abc import Callable

    from agentfw.bot import Bot
    from agentfw.decisions import Question
    from agentfw.pddl import Engine

__all__ = ["answer_questions", "answered", "answered_at_once"]

_WAITING: Final = 16
"""So many questions of one bot can wait; the brain is told at once that a further one is refused."""
_AT_ONCE: Final = 4
"""So many of them are worked on at a time: each may be a process of its own."""
_LOOK_S: Final = 0.001
"""What a search does between two looks at its clock takes about so long."""
_log = structlog.get_logger()


def answered(
    question: Question,
    is_cancelled: Callable[[], bool] | None = None,
    *,
    clock: Callable[[], float] = time.monotonic,
) -> Reply:
    """What an engine makes of a question, proven; never raises for what engines or texts may do."""
    try:
        engine = _engine(question.engine, clock)
        domain = read_domain(question.domain)
        problem = read_problem(question.problem, domain)
        found = engine.solve(
            domain, problem, question.deadline_s, is_cancelled=is_cancelled or (lambda: False)
        )
    except AgentError as error:
        return Reply(question.number, why=str(error))
    except Exception as error:  # noqa: BLE001 - engines are the code of others, and the bot plays on
        return Reply(question.number, why=f"{type(error).__name__}: {error}")
    steps = tuple((step.action, *step.objects) for step in found.steps)
    is_solved = found.status == "solved"
    return Reply(question.number, steps if is_solved else (), is_solved, found.why)


def answered_at_once(question: Question) -> Reply:
    """The answer where the clock jumps: our own engine is bounded by work instead of time, so that it
    comes to the same on every machine.
    """
    looks = itertools.count()
    return answered(question, clock=lambda: next(looks) * _LOOK_S)


async def answer_questions(bot: Bot) -> None:
    """Have the questions of a bot answered in threads, for as long as nobody cancels.

    A question that is still open then is given up, and its engine is stopped. The time that one waits
    for its turn is part of its deadline.
    """
    send, receive = trio.open_memory_channel[tuple["Question", float]](_WAITING)

    def take(question: Question) -> None:
        try:
            send.send_nowait((question, trio.current_time()))
        except trio.WouldBlock:
            bot.answer(Reply(question.number, why=f"{_WAITING} other questions are waiting"))

    bot.circle.on_question = take
    turns = trio.Semaphore(_AT_ONCE)
    async with trio.open_nursery() as nursery:
        async for question, asked_at in receive:
            await turns.acquire()
            left_s = question.deadline_s - (trio.current_time() - asked_at)
            nursery.start_soon(_answer, bot, replace(question, deadline_s=left_s), turns)


async def _answer(bot: Bot, question: Question, turns: trio.Semaphore) -> None:
    try:
        reply = await _replied(bot, question)
    finally:
        turns.release()
    if not reply.is_solved and structlog.is_configured():
        _log.info("planner.failed", bot=bot.options.name, engine=question.engine, why=reply.why)
    bot.answer(reply)


async def _replied(bot: Bot, question: Question) -> Reply:
    if question.deadline_s <= 0:
        return Reply(question.number, why="its turn came too late")
    cancelled, brain = threading.Event(), bot.circle.brain

    def is_cancelled() -> bool:
        is_wanted = not isinstance(brain, Asks) or brain.is_open(question.number)
        return cancelled.is_set() or not is_wanted

    work = functools.partial(answered, question, is_cancelled)
    try:
        return await trio.to_thread.run_sync(work, abandon_on_cancel=True)
    finally:
        cancelled.set()


def _engine(name: str, clock: Callable[[], float]) -> Engine:
    return OwnEngine(clock=clock) if name == OwnEngine.name else OutsideEngine(name)
