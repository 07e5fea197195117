"""Teams as their leaders know them, made by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from agentfw.decisions import Fate, Order, OrderState, Report
from agentfw.perception import Squad
from agentfw.vocabulary import EntityId
from tests.skills.moments import NOW, moment
from tests.support.seeing import at

if TYPE_CHECKING:
    from collections.abc import Iterable

    from agentfw.skills import Moment

__all__ = ["fate", "led", "report", "team"]

_NAMES = ("Ada", "Bob", "Cyd", "Dan", "Eve", "Fay", "Gus", "Hal")


def report(name: str, home_s: float | None = None, x: float = 0.0, **told: Any) -> Report:
    """A living bot that is so many seconds away from the own base."""
    ways = {"own base": home_s} if home_s is not None else {}
    usual: dict[str, Any] = {"player": EntityId(name.lower()), "is_alive": True, "health": 100}
    return Report(bot=name, **(usual | {"location": at(x), "ways": ways, "team": 0} | told))


def team(size: int, carrier: int | None = None) -> list[Report]:
    """So many bots, the first at home and each farther from it; one of them may carry the flag."""
    names = [*_NAMES, *(f"Z{number:02}" for number in range(size))][:size]
    return [
        report(name, float(number), 500.0 * number, carries=1 if number == carrier else None)
        for number, name in enumerate(names)
    ]


def led(
    reports: Iterable[Report],
    *known: Any,
    seconds: float = 0.0,
    orders: Iterable[Order] = (),
    fates: Iterable[Fate] = (),
    requests: Iterable[Order] = (),
    **told: Any,
) -> Moment:
    """What a leader sees that has been told this."""
    in_force: dict[str, tuple[Order, ...]] = {}
    for order in orders:
        in_force[order.to] = (*in_force.get(order.to, ()), order)
    squad = Squad(
        reports={one.bot: one for one in reports},
        orders=in_force,
        fates={one.order: one for one in fates},
        requests=tuple(requests),
    )
    return moment(*known, now=NOW + seconds, squad=squad, **told)


def fate(
    order: Order, state: OrderState, number: int = 1, why: str = "", *, seconds: float = 0.0
) -> Fate:
    """What became of an order, so many seconds after the first moment."""
    return Fate(order, state, number, why, at=NOW + seconds)
