"""Skills of leaders and bots: orders that press more or less than others, lists of tasks, requests."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from agentfw.skills.outcomes import Failed
from agentfw.skills.sending import is_name, send, written
from agentfw.skills.skill import act

if TYPE_CHECKING:
    from agentfw.decisions import Urgency
    from agentfw.skills.moment import Moment
    from agentfw.skills.outcomes import Outcome

__all__ = [
    "ask_team",
    "clear_tasks_at_once",
    "order_meanwhile",
    "order_urgently",
    "remove_task",
    "replace_tasks",
    "replace_tasks_at_once",
]

_NEEDS_TASK: Final = "an order needs a bot and a task"
_REPLACES: Final = "replace tasks"


@act
def order_urgently(now: Moment, bot: str, task: str, *arguments: object) -> Outcome:
    """An order that halts what a bot was ordered otherwise, which goes on when it is over.

    Done at once. Fails without the name of a bot or of a task.
    """
    return send(task, arguments, to=bot or "", urgency="high")


@act
def order_meanwhile(now: Moment, bot: str, task: str, *arguments: object) -> Outcome:
    """An order for while a bot has no other: it counts as free, and any other order goes first.

    Done at once. Fails without the name of a bot or of a task.
    """
    return send(task, arguments, to=bot or "", urgency="low")


@act
def replace_tasks(now: Moment, bot: str, *lines: str) -> Outcome:
    """Another list of tasks for a bot, all of it or nothing; what is under way comes to its end.

    Each line is a task with what belongs to it, as in ``"DefendDomPoint A"``. Done at once. Fails
    without the name of a bot or a line.
    """
    return _replaced(bot, lines, "medium")


@act
def replace_tasks_at_once(now: Moment, bot: str, *lines: str) -> Outcome:
    """As `replace_tasks`, but what is under way is broken off."""
    return _replaced(bot, lines, "high")


@act
def clear_tasks_at_once(now: Moment, bot: str) -> Outcome:
    """As `clear_tasks`, but what is under way is broken off."""
    return send("clear tasks", to=bot or "", urgency="high")


@act
def remove_task(now: Moment, bot: str, task: str, *arguments: object) -> Outcome:
    """A task taken off the list of a bot, the last one if it is there twice; what is under way goes on.

    Done at once. Fails without the name of a bot or of a task.
    """
    order = written(task, arguments, to=bot or "")
    if isinstance(order, Failed):
        return order
    return send("remove task", (order.task, *order.arguments), to=order.to)


@act
def ask_team(now: Moment, task: str, *arguments: object) -> Outcome:
    """Something wanted of nobody in particular, such as ``help``: whoever leads hears of it.

    Done at once. Fails without a task.
    """
    return send(task, arguments)


def _replaced(bot: str, lines: tuple[str, ...], urgency: Urgency) -> Outcome:
    if not lines or not all(map(is_name, lines)):
        return Failed(_NEEDS_TASK)
    return send(_REPLACES, lines, to=bot or "", urgency=urgency)
