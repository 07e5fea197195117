"""Strategies for whole teams as acts of a leader: who guards, who attacks, who goes where."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from agentfw.decisions import Order
from agentfw.language.types import plain_name
from agentfw.skills.attitudes import attitude
from agentfw.skills.leading import carrier, flag_situation, unwilling
from agentfw.skills.outcomes import Wants
from agentfw.skills.skill import act

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from agentfw.decisions import Report
    from agentfw.perception import Squad
    from agentfw.skills.moment import Moment
    from agentfw.skills.outcomes import Performs

__all__ = ["cover_points", "group_team", "split_team"]

_WAITS_S: Final = 3.0
"""So long after something has changed, orders go out: much changes twice."""
_MOST_WAITS: Final = 3.0
"""Where things never stop changing, orders go out after so many times that."""
_SINCE: Final = "split.since"
"""The note about since when the bots wait for orders."""
_REPEATS_S: Final = 30.0
"""Orders that are done, or failed, are given anew."""
_FAR: Final = 1000.0
_STAYS_S: Final = 2.0
"""So much nearer another bot has to be to take over a point."""
_GATHERS_S: Final = 5.0
_REGROUP_S: Final = 120.0
_MOST: Final = 64.0
_QUESTIONS: Final = frozenset({"whatshouldido", "orders"})
_FOLLOW: Final = "escort"
_PARTS: Final = ("defend", "get flag", _FOLLOW)
_RANKS: Final = {"defender": 0, "attacker": 2}
_ROAMER: Final = 1


@act
def split_team(
    now: Moment, defend: float, attack: float, escort: float = 0, wait_s: float = _WAITS_S
) -> Performs:
    """So many bots guard the own base, so many go for the flag, so many escort who has it.

    Guards are those nearest to the own base, attackers those farthest from it, with roles before
    distance; whoever is left does as it likes, as does who is alone. Who carries a flag brings it home;
    while nobody has it, its escorts go for it. Who does something for a mate is left to it, and who has
    refused an order is left out for 30 s, or for good if it takes none. Orders go out 3 s after the
    flags or the team have changed (9 s where they never stop), and every 30 s to those who have lost
    theirs, or 3 s after somebody refused or asked what to do; over when the flags, the team or its
    attitude change again.
    """
    seen, since = _situation(now), now.notes.get(_SINCE, now.view.now)
    orders_at = min(now.view.now + wait_s, since + _MOST_WAITS * wait_s)
    orders: tuple[Order, ...] = ()
    absent: frozenset[str] = frozenset()
    while _situation(now) == seen:
        told: tuple[Order, ...] = ()
        refused = unwilling(now, *_PARTS)
        if _is_asked(now) or refused - absent:
            orders_at = min(orders_at, now.view.now + wait_s)
        if now.view.now >= orders_at:
            if not orders or refused != absent:
                orders, absent = _split(now, _count(defend), _count(attack), _count(escort)), refused
            told, orders_at = _for_own(now, orders), now.view.now + _REPEATS_S
        now = yield Wants(orders=told, notes={_SINCE: None if orders else since})
    return None


@act
def cover_points(now: Moment) -> Performs:
    """The bots spread over the domination points, for ever: lost ones first, each by who is nearest.

    A bot keeps its point unless another one is nearer by two seconds. Nobody is sent to a point that
    no bot has seen yet; who does something for a mate is left to it. Who has refused an order covers
    nothing: it is left out for 30 s, or for good if it takes none.
    """
    while True:
        now = yield Wants(orders=_cover(now))


@act
def group_team(now: Moment, wait_s: float = _GATHERS_S) -> Performs:
    """Bots in small groups that follow their first: pairs mostly, by the size of the team.

    3 are a pair and a free one, 4 are two pairs, 5 a pair and a group of three, 6 to 10 pairs; smaller
    and larger teams stay as they are. Who has refused to follow is left out for 30 s, or for good if it
    takes no orders. Orders go out 5 s after the team has changed or somebody refused or asked what to
    do, and every two minutes. Never over.
    """
    names, orders_at = now.view.squad.names, now.view.now + wait_s
    absent: frozenset[str] = frozenset()
    while True:
        told: tuple[Order, ...] = ()
        if now.view.squad.names != names:
            names, orders_at = now.view.squad.names, now.view.now + wait_s
        refused = unwilling(now, _FOLLOW)
        if _is_asked(now) or refused - absent:
            orders_at = min(orders_at, now.view.now + wait_s)
        if now.view.now >= orders_at:
            told, orders_at = _for_own(now, _groups(now)), now.view.now + _REGROUP_S
            absent = refused
        now = yield Wants(orders=told)


# Flags


def _situation(now: Moment) -> tuple[object, ...]:
    return flag_situation(now), carrier(now), now.view.squad.names, attitude(now)


def _is_asked(now: Moment) -> bool:
    """Whether a bot wants to know what to do."""
    return any(plain_name(one.task) in _QUESTIONS for one in now.view.squad.requests)


def _for_own(now: Moment, orders: tuple[Order, ...]) -> tuple[Order, ...]:
    """The orders to those who do nothing for a mate just now, nor were ordered anything else."""
    others = now.view.squad.lent | now.spoken_for
    return tuple(one for one in orders if one.to not in others)


def _split(now: Moment, defend: int, attack: int, escort: int) -> tuple[Order, ...]:
    squad, has_flag = now.view.squad, carrier(now)
    if len(squad.names) < 2:
        return tuple(Order("dismissed", to=name) for name in squad.names)
    absent = unwilling(now, *_PARTS)
    ranked = _ranked(
        one for name, one in squad.reports.items() if name != has_flag and name not in absent
    )
    guards = ranked[:defend]
    rest = ranked[len(guards) :]
    attackers = rest[max(0, len(rest) - attack) :] if attack > 0 else []
    rest = rest[: len(rest) - len(attackers)]
    near = sorted(rest, key=lambda one: _apart(squad.reports[one], squad.reports.get(has_flag)))
    escorts = near[:escort] if has_flag else []
    if not has_flag:
        attackers = rest[max(0, len(rest) - escort) :] + attackers
    free = [name for name in rest if name not in escorts and name not in attackers]
    return (
        *(Order("get flag", to=name) for name in filter(None, [has_flag]) if name not in absent),
        *(Order("defend", ("own base",), to=name) for name in guards),
        *(Order("get flag", to=name) for name in attackers),
        *(Order(_FOLLOW, (has_flag,), to=name) for name in escorts),
        *(Order("dismissed", to=name) for name in free),
    )


def _count(number: float) -> int:
    """So many bots, whatever a plan comes to."""
    return int(min(max(number, 0.0), _MOST)) if number == number else 0  # noqa: PLR0124 - NaN


def _ranked(reports: Iterable[Report]) -> list[str]:
    """Bots from the first to defend to the first to attack."""

    def rank(report: Report) -> tuple[int, float, str]:
        far = report.ways.get("own base", _FAR)
        return _RANKS.get(plain_name(report.role), _ROAMER), far, report.bot

    return [one.bot for one in sorted(reports, key=rank)]


def _apart(one: Report, other: Report | None) -> float:
    if other is None or one.location is None or other.location is None:
        return math.inf
    return one.location.distance_to(other.location)


# Points


def _cover(now: Moment) -> tuple[Order, ...]:
    view, squad = now.view, now.view.squad
    others = squad.lent | now.spoken_for | unwilling(now, "hold")
    living = [name for name in squad.names if name not in others and squad.reports[name].is_alive]
    found = [one for one in view.points.values() if one.location is not None]
    chosen = _assigned(
        lost=[str(one.id) for one in found if one.owner != view.team],
        held=[str(one.id) for one in found if one.owner == view.team],
        costs={name: _costs(squad, name) for name in living},
    )
    orders = (Order("hold", (point,), to=name) for name, point in sorted(chosen.items()))
    return tuple(one for one in orders if squad.order_of(one.to) is None or not _is_same(squad, one))


def _is_same(squad: Squad, order: Order) -> bool:
    """Whether a bot has that order already."""
    current = squad.order_of(order.to)
    return current is not None and (current.task, current.arguments) == (order.task, order.arguments)


def _costs(squad: Squad, name: str) -> Mapping[str, float]:
    """How far it is to each point; what a bot is ordered to is a little nearer."""
    current = squad.order_of(name)
    mine = current.arguments[0] if current is not None and current.arguments else ""
    ways = squad.reports[name].ways
    return {point: far - (_STAYS_S if point == mine else 0.0) for point, far in ways.items()}


def _assigned(
    lost: Sequence[str], held: Sequence[str], costs: Mapping[str, Mapping[str, float]]
) -> dict[str, str]:
    """A point for every bot: first one for each lost point, then the others evenly over all points."""
    chosen: dict[str, str] = {}
    points = [*lost, *held]
    load = dict.fromkeys(points, 0)
    while len(chosen) < len(costs) and points:
        least = min(load.values())
        wanted = [one for one in points if load[one] == least]
        first = [one for one in wanted if one in lost] or wanted
        free = [name for name in costs if name not in chosen]
        _, name, point = min(
            (costs[name].get(point, _FAR), name, point) for name in free for point in first
        )
        chosen[name] = point
        load[point] += 1
    return chosen


# Groups


def _groups(now: Moment) -> tuple[Order, ...]:
    squad, absent = now.view.squad, unwilling(now, _FOLLOW)
    names, orders = [name for name in squad.names if name not in absent], []
    for size in _SIZES.get(len(names), ()):
        group = [names.pop(0)]
        orders.append(Order("dismissed", to=group[0]))
        while names and len(group) < size:
            mate = min(names, key=lambda one: (_apart(squad.reports[one], squad.reports[group[0]]), one))
            names.remove(mate)
            group.append(mate)
            orders.append(Order(_FOLLOW, (group[0],), to=mate))
    return tuple(orders)


_SIZES: Final = {
    3: (2, 1),
    4: (2, 2),
    5: (2, 3),
    **{count: (2,) * (count // 2) + (1,) * (count % 2) for count in range(6, 11)},
}
"""How large the groups of a team are, by its size."""
