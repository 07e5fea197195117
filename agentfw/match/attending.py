"""What goes on beside a bot while it plays: its planners are asked, its plan files are watched."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agentfw.brains import Asks, PlanBrain
from agentfw.match.asking import answer_questions, answered_at_once
from agentfw.match.watching import watch_plan

if TYPE_CHECKING:
    from collections.abc import Callable

    import trio

    from agentfw.bot import Bot
    from agentfw.errors import AgentError

__all__ = ["attend"]


def attend(
    bot: Bot,
    nursery: trio.Nursery,
    *,
    is_fast: bool,
    on_change: Callable[[AgentError | None], None] | None = None,
) -> None:
    """Start what the brain of a bot needs beside it; it ends with the nursery.

    `on_change` is told when a plan file has changed, as by `watch_plan`. With a clock that jumps,
    questions are answered at once and plans stay as they are: nothing outside can keep up with it.
    """
    brain = bot.circle.brain
    if isinstance(brain, PlanBrain) and not is_fast:
        nursery.start_soon(watch_plan, bot, brain, on_change)
    if not isinstance(brain, Asks):
        return
    if is_fast:
        bot.circle.on_question = lambda question: bot.answer(answered_at_once(question))
    else:
        nursery.start_soon(answer_questions, bot)
