"""Skills of teams: roles, orders, shared facts, and tasks for other bots."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from agentfw.language.types import plain_name
from agentfw.skills.outcomes import Done, Failed
from agentfw.skills.sending import is_name, send
from agentfw.skills.skill import act, sense

if TYPE_CHECKING:
    from agentfw.decisions import Fact, Order
    from agentfw.geometry import Vec3
    from agentfw.perception import View
    from agentfw.skills.moment import Moment
    from agentfw.skills.outcomes import Outcome

__all__ = [
    "add_bot",
    "assign_task",
    "clear_tasks",
    "fact_age",
    "fact_known",
    "fact_location",
    "fact_source",
    "has_order",
    "has_role",
    "order",
    "order_argument",
    "role",
    "start_bot",
    "take_role",
]

_ROLE: Final = "role"
_MAX_TEAM: Final = 254
_NAMELESS: Final = "a bot needs a name"


@sense
def role(now: Moment, name: str = "") -> str | bool:
    """The role that this bot plays: as ordered by the leader, else as noted; empty without one.

    With a name: whether it is that one, so that ``role == "defender"`` is ``role("defender")``.
    """
    mine = _role(now)
    return plain_name(mine) == plain_name(name) if name else mine


@sense
def has_role(now: Moment, name: str) -> bool:
    """Whether this bot plays a role, such as ``has_role("defender")``."""
    return plain_name(_role(now)) == plain_name(name or "")


@sense
def order(now: Moment, task: str = "") -> str | bool:
    """The name of the task that the leader ordered last; empty without one.

    With a name: whether the leader wants that.
    """
    if task:
        return _order(now.view, task) is not None
    return now.view.orders[-1].task if now.view.orders else ""


@sense
def has_order(now: Moment, task: str = "") -> bool:
    """Whether the leader wants something of this bot now; with a name, whether it wants that."""
    if not task:
        return bool(now.view.orders)
    return _order(now.view, task) is not None


@sense
def order_argument(now: Moment, task: str, number: float = 0) -> str | None:
    """What the leader said with an order, counted from 0; nothing if it did not say so much."""
    found = _order(now.view, task)
    arguments = found.arguments if found is not None else ()
    return arguments[int(number)] if 0 <= number < len(arguments) else None


@sense
def fact_known(now: Moment, subject: str, within_s: float = 10.0) -> bool:
    """Whether a friend shared something about a subject, such as ``flag seen``, within 10 s."""
    found = _fact(now.view, subject)
    return found is not None and now.view.now - found.at <= within_s


@sense
def fact_location(now: Moment, subject: str) -> Vec3 | None:
    """Where that was which a friend shared last about a subject; nothing if nobody did."""
    found = _fact(now.view, subject)
    return found.location if found is not None else None


@sense
def fact_age(now: Moment, subject: str) -> float:
    """How many seconds ago a friend found out what was shared last about a subject; else infinite."""
    found = _fact(now.view, subject)
    return max(0.0, now.view.now - found.at) if found is not None else math.inf


@sense
def fact_source(now: Moment, subject: str) -> str:
    """The name of the friend who shared something last about a subject; empty if nobody did."""
    found = _fact(now.view, subject)
    return found.source if found is not None else ""


@act(effects=("role = $name",))
def take_role(now: Moment, name: str) -> Done:
    """Another role played from the next think on; an empty name gives it up. Never fails."""
    return Done(name, notes={_ROLE: name or None})


@act
def add_bot(now: Moment, name: str, team: float) -> Outcome:
    """An order to add a bot of a name to a team.

    Done at once; who runs the team carries it out, so without a team nothing happens. Fails without a
    name, and for a team that is no whole number from 0 to 254.
    """
    if not is_name(name):
        return Failed(_NAMELESS)
    if not 0 <= team <= _MAX_TEAM or int(team) != team:
        return Failed(f"there is no team {team}")
    return send("add bot", (name, int(team)))


@act
def start_bot(now: Moment, name: str) -> Outcome:
    """An order to start a bot that was added. Done at once, see `add_bot`; fails without a name."""
    return send("start bot", (name,)) if is_name(name) else Failed(_NAMELESS)


@act
def assign_task(now: Moment, bot: str, task: str, *arguments: object) -> Outcome:
    """An order to a bot to do a task from now on, besides those it has.

    Done at once, see `add_bot`. Fails without the name of a bot or of a task.
    """
    outcome = send(task, to=bot)
    return outcome if isinstance(outcome, Failed) else send("assign task", (task, *arguments), to=bot)


@act
def clear_tasks(now: Moment, bot: str) -> Outcome:
    """An order to a bot to forget its tasks. Done at once, see `add_bot`; fails without a name."""
    return send("clear tasks", to=bot or "")


def _role(now: Moment) -> str:
    ordered = _order(now.view, _ROLE)
    if ordered is not None and ordered.arguments:
        return ordered.arguments[0]
    noted = now.notes.get(_ROLE)
    return noted if isinstance(noted, str) else ""


def _order(view: View, task: str) -> Order | None:
    """The newest order of a name."""
    wanted = plain_name(task or "")
    return next((one for one in reversed(view.orders) if plain_name(one.task) == wanted), None)


def _fact(view: View, subject: str) -> Fact | None:
    """The newest fact about a subject."""
    wanted = (subject or "").casefold()
    return next((one for one in reversed(view.facts) if one.subject.casefold() == wanted), None)
