"""Skills of leaders for several bots that do something as one: meetings, joint orders, scouts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from agentfw.decisions import Order, OrderState
from agentfw.language.types import plain_name
from agentfw.skills.leading import ended, unwilling
from agentfw.skills.outcomes import Failed, Wants
from agentfw.skills.sending import as_text
from agentfw.skills.skill import act, sense

if TYPE_CHECKING:
    from collections.abc import Iterable

    from agentfw.geometry import Vec3
    from agentfw.skills.moment import Moment
    from agentfw.skills.outcomes import Performs

__all__ = [
    "answer_calls",
    "enemy_to_attack",
    "free_size",
    "hunt_together",
    "keep_scouting",
    "meet",
    "middle_of",
    "order_together",
    "still_free",
]

_SCOUT: Final = "explore"
_HELP: Final = "help"
_MEETS_S: Final = 60.0
_HUNTS_S: Final = 60.0
_TRAIL_S: Final = 30.0
"""Where an enemy was so long ago, nobody looks for it."""


@sense
def free_size(now: Moment) -> int:
    """How many bots can be given something to do, as `free_bots` names them."""
    return len(now.free)


@sense
def still_free(now: Moment, bots: object) -> tuple[str, ...]:
    """Those of these bots that are among `free_bots`, also after other acts of this think.

    `bots` are names with commas between, or a list.
    """
    return tuple(name for name in _names(bots) if name in now.free)


@sense
def enemy_to_attack(now: Moment) -> str:
    """The name of the enemy that was seen last, within 30 s; empty while nobody knows of one."""
    view = now.view
    known = [
        one
        for one in view.players.values()
        if view.is_enemy(one) and one.name and one.location is not None and one.age(view.now) < _TRAIL_S
    ]
    return max(known, key=lambda one: (one.seen_at, one.name)).name if known else ""


@sense
def middle_of(now: Moment, bots: object) -> Vec3 | None:
    """Where that one of these bots is who is nearest to all of them; nothing for nobody."""
    reports = now.view.squad.reports
    there = [reports[name].location for name in _names(bots) if name in reports]
    found = [one for one in there if one is not None]
    return min(found, key=lambda one: sum(one.distance_to(other) for other in found), default=None)


@act
def meet(now: Moment, bots: object, where: str | Vec3, within_s: float = _MEETS_S) -> Performs:
    """Several bots that meet: under way until all are there at the same time; the early ones wait.

    `bots` are names with commas between, or a list such as `free_bots`. They are busy until then. Who
    cannot come is not waited for. Fails when nobody can come, and when it takes more than a minute.
    Broken off, it lets them all go.
    """
    return _jointly(now, bots, Order("meet", (as_text(where),) if where else (), for_s=within_s))


@act
def order_together(now: Moment, bots: object, task: str, *arguments: object) -> Performs:
    """One order to several bots, who are busy until the last of them is done with it.

    `bots` are names with commas between, or a list such as `free_bots`. Fails when all of them fail.
    Broken off, it calls the order off.
    """
    line = (task, *(as_text(one) for one in arguments)) if task else ()
    return _jointly(now, bots, Order("together", line))


@act
def hunt_together(now: Moment, bots: object, player: str, seconds: float = _HUNTS_S) -> Performs:
    """Several bots that hunt one enemy: `order_together` to kill it, for a minute at most."""
    return _jointly(now, bots, Order("together", ("kill", player) if player else (), for_s=seconds))


@act
def keep_scouting(now: Moment, scouts: float = 1) -> Performs:
    """So many bots look round the map, for ever: for one that is lost or refuses comes another."""
    while True:
        squad, wanted = now.view.squad, Order(_SCOUT)
        busy = [name for name in squad.names if _is_ordered(now, name, wanted)]
        willing = [name for name in now.free if not _has_refused(now, name, wanted)]
        missing = scouts - len(busy)
        new = willing[: int(min(missing, len(willing)))] if missing > 0 else ()
        now = yield Wants(orders=tuple(Order(_SCOUT, to=name) for name in new))


@act
def answer_calls(now: Moment) -> Performs:
    """Whoever asks for help gets it from the nearest bot that has nothing to do, for ever."""
    while True:
        absent = unwilling(now, _HELP)
        free = [name for name in now.free if name not in absent]
        told = []
        for caller in _callers(now):
            helper = _nearest(now, caller, free)
            if helper:
                free.remove(helper)
                told.append(Order(_HELP, (caller,), to=helper))
        now = yield Wants(orders=tuple(told))


def _callers(now: Moment) -> tuple[str, ...]:
    """The bots that have asked for help since the last think, each once."""
    asked = (one for one in now.view.squad.requests if plain_name(one.task) == _HELP and not one.to)
    return tuple(dict.fromkeys(one.sender for one in asked))


def _nearest(now: Moment, caller: str, free: Iterable[str]) -> str:
    """Who of the free is nearest to a bot; empty while nobody is, or while nobody knows where it is."""
    reports = now.view.squad.reports
    there = reports[caller].location if caller in reports else None
    if there is None:
        return ""
    known = ((name, reports[name].location) for name in free if name != caller)
    ways = [(where.distance_to(there), name) for name, where in known if where is not None]
    return min(ways)[1] if ways else ""


def _jointly(now: Moment, bots: object, wanted: Order) -> Performs:
    names = _names(bots)
    if not names or not wanted.arguments:
        return Failed(f'"{wanted.task}" needs bots, and what they shall do')
    order = replace(wanted, arguments=(",".join(names), *wanted.arguments))
    before = now.view.squad.fates.get(order)
    now.keep(order)
    now = yield Wants(orders=(order,))
    while True:
        fate = ended(now, order, before)
        if fate is not None:
            return None if fate.state is OrderState.DONE else Failed(f"{order}: {fate.why}")
        now.keep(order)
        now = yield Wants()


def _names(bots: object) -> tuple[str, ...]:
    """The names in a text or a list, each once."""
    told = bots.split(",") if isinstance(bots, str) else bots
    found = told if isinstance(told, (tuple, list)) else ()
    return tuple(dict.fromkeys(str(one).strip() for one in found if one and str(one).strip()))


def _has_refused(now: Moment, name: str, wanted: Order) -> bool:
    fate = now.view.squad.fates.get(replace(wanted, to=name))
    return fate is not None and fate.state is OrderState.REFUSED


def _is_ordered(now: Moment, name: str, wanted: Order) -> bool:
    order = now.view.squad.order_of(name)
    return order is not None and order.task == wanted.task
