"""Orders as acts give them out, written as a plan would write them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agentfw.decisions import Order
from agentfw.geometry import Vec3
from agentfw.skills.outcomes import Failed, Wants

if TYPE_CHECKING:
    from collections.abc import Iterable

    from agentfw.decisions import Urgency
    from agentfw.skills.outcomes import Outcome

__all__ = ["as_text", "is_name", "send", "written"]


def send(
    task: object, arguments: Iterable[object] = (), *, to: object = None, urgency: Urgency = "medium"
) -> Outcome:
    """What an act wants that gives out an order; a failure for what is none. See `written`."""
    order = written(task, arguments, to=to, urgency=urgency)
    return order if isinstance(order, Failed) else Wants(orders=(order,))


def written(
    task: object, arguments: Iterable[object] = (), *, to: object = None, urgency: Urgency = "medium"
) -> Order | Failed:
    """An order to a bot, or without one, to nobody in particular; fails without names for them.

    Plans bind names to whatever a sense tells, so that a bot or a task may turn out to be a list.
    """
    if is_name(task) and (to is None or is_name(to)):
        bot = to if isinstance(to, str) else ""
        return Order(str(task), tuple(as_text(one) for one in arguments), to=bot, urgency=urgency)
    told = {"bot": to, "task": task} if to is not None else {"task": task}
    odd = [as_text(one) for one in told.values() if one is not None and not isinstance(one, str)]
    got = f", got {', '.join(odd)}" if odd else ""
    return Failed(f"an order needs a {' and a '.join(told)}{got}")


def is_name(value: object) -> bool:
    """Whether it is a text that says something."""
    return isinstance(value, str) and bool(value.strip())


def as_text(value: object) -> str:
    """A value as a plan would write it."""
    if isinstance(value, Vec3):
        return f"{value.x:g},{value.y:g},{value.z:g}"
    return f"{value:g}" if isinstance(value, float) else str(value)
