"""Skills of leaders: what the bots of a team do and need, and orders to them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, get_args

from msgspec.structs import replace

from agentfw.decisions import Order, OrderState, Urgency
from agentfw.language.types import plain_name
from agentfw.skills.outcomes import Failed, Wants
from agentfw.skills.sending import as_text, is_name, send, written
from agentfw.skills.skill import act, sense
from agentfw.vocabulary import FlagState

if TYPE_CHECKING:
    from agentfw.decisions import Fate
    from agentfw.skills.moment import Moment
    from agentfw.skills.outcomes import Outcome, Performs

__all__ = [
    "asks_for",
    "bot_alive",
    "bot_health",
    "bot_order",
    "bot_ready",
    "bots",
    "call_off",
    "carrier",
    "ended",
    "failed_cleanly",
    "flag_situation",
    "free_bots",
    "order_all",
    "order_and_wait",
    "order_bot",
    "order_state",
    "requester",
    "seconds_to",
    "share",
    "stop_bot_playing",
    "team_size",
    "unwilling",
]

_SITUATIONS: Final = {
    (False, False): "both home",
    (False, True): "we hold theirs",
    (True, False): "ours stolen",
    (True, True): "both away",
}
_REFUSED_S: Final = 30.0
"""Who has refused something is not asked again so soon."""


@sense
def bots(now: Moment) -> tuple[str, ...]:
    """The names of the bots that can be led now: those in the game."""
    return now.view.squad.names


@sense
def free_bots(now: Moment) -> tuple[str, ...]:
    """The names of the bots without an order, or with one of low urgency only.

    Those that were ordered something in this think, or take no orders, are left out.
    """
    return now.free


@sense
def team_size(now: Moment) -> int:
    """How many bots can be led now."""
    return len(now.view.squad.names)


@sense
def bot_alive(now: Moment, name: str) -> bool:
    """Whether a bot of the team has a body now."""
    report = now.view.squad.reports.get(name)
    return report is not None and report.is_alive


@sense
def bot_ready(now: Moment, name: str) -> bool:
    """Whether a bot of the team is among `free_bots`."""
    return name in now.free


@sense
def bot_health(now: Moment, name: str) -> int:
    """The health of a bot of the team; 0 while it is dead or not in the game."""
    report = now.view.squad.reports.get(name)
    return report.health if report is not None and report.is_alive else 0


@sense
def bot_order(now: Moment, name: str) -> str:
    """What a bot of the team shall do now, as it was ordered; empty without an order."""
    order = now.view.squad.order_of(name)
    return str(order) if order is not None else ""


@sense
def order_state(now: Moment, bot: str, task: str, *arguments: object) -> str:
    """What became of an order: accepted, postponed, refused, done or failed; empty while unknown."""
    found = _fate(now, bot, task, arguments)
    return found.state.value if found is not None else ""


@sense
def failed_cleanly(now: Moment, bot: str, task: str, *arguments: object) -> bool:
    """Whether an order came to nothing before anything was done for it: somebody else may try."""
    found = _fate(now, bot, task, arguments)
    has_failed = found is not None and found.is_over and found.state is not OrderState.DONE
    return found is not None and has_failed and not found.has_acted


@sense
def seconds_to(now: Moment, bot: str, where: str) -> float:
    """How far a bot of the team is from ``own base``, ``enemy base`` or a point; infinite if unknown."""
    report = now.view.squad.reports.get(bot)
    if report is None or not report.is_alive:
        return math.inf
    wanted = plain_name(where or "")
    found = (far for name, far in report.ways.items() if plain_name(name) == wanted)
    return next(found, math.inf)


@sense
def carrier(now: Moment) -> str:
    """The name of the bot of the team that carries a flag of the enemy; empty without one."""
    reports = now.view.squad.reports
    return next((name for name in sorted(reports) if reports[name].carries is not None), "")


@sense
def flag_situation(now: Moment, name: str = "") -> str | bool:
    """Where the flags are: ``both home``, ``we hold theirs``, ``ours stolen`` or ``both away``.

    A flag that lies about counts as away. Empty without flags. With a name: whether it is that.
    """
    view = now.view
    if not view.flags and not carrier(now):
        return False if name else ""
    ours = view.own_flag
    is_stolen = ours is not None and ours.state in (FlagState.HELD, FlagState.DROPPED)
    theirs = any(flag.state in (FlagState.HELD, FlagState.DROPPED) for flag in view.enemy_flags)
    found = _SITUATIONS[is_stolen, theirs or bool(carrier(now))]
    return plain_name(found) == plain_name(name) if name else found


@sense
def share(now: Moment, part: float, most: float = math.inf) -> int:
    """So many bots are a part of the team: rounded, halves up, and not more than `most`."""
    return int(min(math.floor(part * team_size(now) + 0.5), most))


@sense
def asks_for(now: Moment, task: str) -> bool:
    """Whether a bot has asked for something since the last think, such as ``help``."""
    return bool(requester(now, task))


@sense
def requester(now: Moment, task: str) -> str:
    """The name of the bot that has asked for something since the last think; empty without one."""
    wanted = plain_name(task or "")
    asked = (one.sender for one in now.view.squad.requests if plain_name(one.task) == wanted)
    return next(asked, "")


@act
def order_bot(now: Moment, bot: str, task: str, *arguments: object) -> Outcome:
    """An order to a bot to do something instead of what it was ordered before. Done at once.

    Fails without the name of a bot or of a task.
    """
    return send(task, arguments, to=bot or "")


@act
def order_all(now: Moment, task: str, *arguments: object) -> Outcome:
    """The same order to every bot that can be led. Done at once; fails without a bot or a task."""
    order = written(task, arguments)
    if isinstance(order, Failed):
        return order
    if not now.view.squad.names:
        return Failed("there is nobody to order about")
    return Wants(orders=tuple(replace(order, to=name) for name in now.view.squad.names))


@act
def order_and_wait(now: Moment, bot: str, task: str, *arguments: object) -> Performs:
    """An order to a bot, under way until the bot is done with it.

    Two of them at once, as in ``order_and_wait Ada kill Gus || order_and_wait Bea kill Gus``, are a
    joint attack that ends when both have ended. Fails when the bot refuses or fails, when it leaves the
    game, and when another order takes the place of this one. Broken off, it calls the order off.
    """
    order = written(task, arguments, to=bot or "")
    if isinstance(order, Failed):
        return order
    before = now.view.squad.fates.get(order)
    now.keep(order)
    now = yield Wants(orders=(order,))
    while True:
        fate = ended(now, order, before)
        if fate is not None:
            is_done = fate.state is OrderState.DONE
            return None if is_done else Failed(f"{bot} {fate.state.value} to {order}: {fate.why}")
        if bot not in now.view.squad.reports:
            return Failed(f"{bot} is not in the game")
        now.keep(order)
        now = yield Wants()


@act
def call_off(now: Moment, bot: str) -> Outcome:
    """A bot does as it likes again. Done at once; fails without the name of a bot."""
    return send("dismissed", to=bot or "")


@act
def stop_bot_playing(now: Moment, bot: str) -> Outcome:
    """A bot leaves the game. Done at once; fails without the name of a bot."""
    return send("stop bot", (bot,)) if is_name(bot) else Failed("a bot needs a name")


def unwilling(now: Moment, *tasks: str) -> frozenset[str]:
    """The bots that have refused one of these tasks lately, and those that take no orders."""
    return now.view.squad.refusers(*tasks, since=now.view.now - _REFUSED_S)


def ended(now: Moment, order: Order, before: Fate | None) -> Fate | None:
    """What became of an order in the end, after what had become of it before; None until then."""
    fate = now.view.squad.fates.get(order)
    is_news = fate is not None and (before is None or fate.number > before.number)
    return fate if fate is not None and is_news and fate.is_over else None


def _fate(now: Moment, bot: str, task: str, arguments: tuple[object, ...]) -> Fate | None:
    """What became last of an order, however urgent it was."""
    order = Order(task, tuple(as_text(one) for one in arguments), to=bot)
    fates = now.view.squad.fates
    found = (fates.get(replace(order, urgency=urgency)) for urgency in get_args(Urgency))
    return max((one for one in found if one is not None), key=lambda one: one.number, default=None)
