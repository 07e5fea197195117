"""Doing what is ordered, whatever plan a bot follows otherwise.

A plan that reads orders itself, by the senses for them, is left alone with them. A plan that has a list
of tasks has those that it knows on it, for as long as they are ordered. Everything else that is ordered
is an act (`skills.obeying`, or any other) that moves the legs, while the plan goes on and the hands stay
with it. What is pressing comes first: a bot that carries a flag takes its order up again when the flag
is home.
"""

from __future__ import annotations

import contextlib
import math
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol, runtime_checkable

from msgspec.structs import replace

from agentfw.decisions import CHANNELS, Answer, Fight, Order, OrderState
from agentfw.errors import UsageError
from agentfw.language.types import NUMBER, TEXT, TRUTH, plain_name
from agentfw.skills import Performance, Progress, Wants
from agentfw.skills.obeying import order_act
from agentfw.skills.spots import as_place
from agentfw.skills.wanting import can_shoot

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from agentfw.language.types import Parameter
    from agentfw.skills import Act, Moment, SkillSet

__all__ = ["ORDERED", "Heeded", "Obedience", "Retasks"]

ORDERED: Final = "ordered: "
"""How the way to what is ordered begins."""
_FOR_PLANS: Final = frozenset({"role"})
"""Orders that nobody carries out: plans ask about them."""
_LISTS: Final = frozenset({"assigntask", "cleartasks", "removetask", "replacetasks"})
_CARRYING: Final = frozenset({"getflag", "attack", "rush"})
"""Orders that do not keep a bot from bringing a flag home."""
_READS: Final = ("order", "has_order", "order_argument")
_STATES: Final = {Progress.DONE: OrderState.DONE, Progress.FAILED: OrderState.FAILED}


@runtime_checkable
class Retasks(Protocol):
    """An engine with a list of tasks that can be changed while it plays."""

    def assign(self, line: str) -> None:
        """Put a task at the end of the list; raises `UsageError` for one that the plan cannot do."""

    def remove(self, line: str) -> None:
        """Take a task off the list; raises `UsageError` for one that is not there.

        What is under way comes to its end.
        """

    def clear(self, *, preempt: bool = False) -> None:
        """Empty the list."""

    def replace(self, lines: Sequence[str], *, preempt: bool = False) -> None:
        """Have another list, all at once; raises `UsageError` and changes nothing if that cannot be."""


class Heeded(NamedTuple):
    """What orders make of what the plan wants."""

    wants: Wants
    order: Order | None
    """The one that is being done; None while the plan has its way."""
    answers: tuple[Answer, ...] = ()
    notes: Mapping[str, object] = {}


class _Duty:
    """An order that is an act."""

    def __init__(self, order: Order, performance: Performance, until: float | None) -> None:
        self.order = order
        self.performance = performance
        self.until = until
        self.state = OrderState.ACCEPTED
        self.has_acted = False


class _Listed(NamedTuple):
    """An order that is a task on the list of the plan."""

    order: Order
    until: float | None


class Obedience:
    """The orders of one bot, and how far it is with each."""

    def __init__(self, skills: SkillSet) -> None:
        self._skills = skills
        self._orders: tuple[Order, ...] = ()
        self._duties: list[_Duty] = []
        self._listed: list[_Listed] = []
        self._answers: list[Answer] = []

    def hear(self, now: Moment, engine: object) -> None:
        """Take up what is ordered; to be called before the plan thinks, whose list it may change."""
        orders = now.view.orders
        if orders is not self._orders:
            self._take_up(orders, now, engine)
        for listed in list(self._listed):
            if listed.until is not None and now.view.now >= listed.until:
                self._strike(listed, engine)
                self._answer(listed.order, OrderState.DONE)

    def heed(self, now: Moment, wants: Wants) -> Heeded | None:
        """What to do instead of what the plan wants; None where orders have nothing to say."""
        if not self._duties and not self._answers:
            return None
        duty = max(self._duties, key=lambda one: one.order.rank, default=None)
        chosen, notes = (wants, {}) if duty is None else self._go_on(duty, now, wants)
        answers, self._answers = tuple(self._answers), []
        is_done = duty is not None and chosen is not wants
        return Heeded(chosen, duty.order if duty is not None and is_done else None, answers, notes)

    # Orders come and go

    def _take_up(self, orders: tuple[Order, ...], now: Moment, engine: object) -> None:
        for duty in self._duties:
            if duty.order not in orders:
                duty.performance.cancel()
        self._duties = [duty for duty in self._duties if duty.order in orders]
        for listed in list(self._listed):
            if listed.order not in orders:
                self._strike(listed, engine)
        new = [one for one in orders if one not in self._orders]
        self._orders = orders
        for order in new:
            self._begin(order, now, engine)

    def _begin(self, order: Order, now: Moment, engine: object) -> None:
        task = plain_name(order.task)
        if task in _LISTS:
            self._retask(order, task, engine)
        elif task in _FOR_PLANS or self._skills.has_read(_READS):
            self._answer(order, OrderState.ACCEPTED)
        else:
            self._perform(order, now, engine)

    def _retask(self, order: Order, task: str, engine: object) -> None:
        if not isinstance(engine, Retasks):
            self._answer(order, OrderState.REFUSED, "follows no list of tasks")
            return
        if task != "cleartasks" and not order.arguments:
            self._answer(order, OrderState.REFUSED, f'"{order.task}" needs a task')
            return
        try:
            if task == "assigntask":
                engine.assign(str(Order(order.arguments[0], order.arguments[1:])))
            elif task == "removetask":
                engine.remove(str(Order(order.arguments[0], order.arguments[1:])))
            elif task == "replacetasks":
                engine.replace(order.arguments, preempt=order.urgency == "high")
            else:
                engine.clear(preempt=order.urgency == "high")
        except UsageError as error:
            self._answer(order, OrderState.REFUSED, str(error))
        else:
            self._answer(order, OrderState.DONE)

    def _perform(self, order: Order, now: Moment, engine: object) -> None:
        act = self._skills.act(order_act(order.task))
        if act is None:
            self._assign(order, now, engine)
            return
        arguments = _arguments(act, order.arguments)
        if isinstance(arguments, str):
            self._answer(order, OrderState.REFUSED, arguments)
            return
        self._duties.append(_Duty(order, Performance(act, arguments), _end_of(order, now)))
        self._answer(order, OrderState.ACCEPTED)

    def _assign(self, order: Order, now: Moment, engine: object) -> None:
        """What is no act may be a task of the plan."""
        why = f'does not know how to "{order.task}"'
        if isinstance(engine, Retasks):
            try:
                engine.assign(str(order))
            except UsageError as error:
                why = f"{why}: {error}"
            else:
                self._listed.append(_Listed(order, _end_of(order, now)))
                self._answer(order, OrderState.ACCEPTED)
                return
        self._answer(order, OrderState.REFUSED, why)

    def _strike(self, listed: _Listed, engine: object) -> None:
        self._listed.remove(listed)
        if isinstance(engine, Retasks):
            with contextlib.suppress(UsageError):  # another plan may have come in its place
                engine.remove(str(listed.order))

    # The one that counts

    def _go_on(self, duty: _Duty, now: Moment, wants: Wants) -> tuple[Wants, Mapping[str, object]]:
        if not now.view.is_alive:
            return wants, {}
        if _is_pressing(duty.order, now):
            self._turn(duty, OrderState.POSTPONED, "carries a flag")
            return wants, {}
        self._turn(duty, OrderState.ACCEPTED)
        performance = duty.performance
        progress = performance.step(now)
        is_late = duty.until is not None and now.view.now >= duty.until
        if progress is Progress.RUNNING and not is_late:
            ordered = performance.wants
            duty.has_acted = duty.has_acted or _acts(ordered)
            return _merged(ordered, wants, now), dict(performance.notes)
        self._duties.remove(duty)
        last = performance.wants.orders if progress is Progress.DONE else ()
        performance.cancel()
        state = _STATES.get(progress, OrderState.DONE)
        self._answer(duty.order, state, performance.reason, has_acted=duty.has_acted)
        chosen = replace(wants, orders=(*wants.orders, *last)) if last else wants
        return chosen, dict(performance.notes)

    def _turn(self, duty: _Duty, state: OrderState, why: str = "") -> None:
        if duty.state is not state:
            duty.state = state
            self._answer(duty.order, state, why, has_acted=duty.has_acted)

    def _answer(
        self, order: Order, state: OrderState, why: str = "", *, has_acted: bool = False
    ) -> None:
        self._answers.append(Answer(order.number, state, why, has_acted))


def _end_of(order: Order, now: Moment) -> float | None:
    return now.view.now + order.for_s if order.for_s is not None else None


def _is_pressing(order: Order, now: Moment) -> bool:
    return now.view.carried_flag is not None and plain_name(order.task) not in _CARRYING


def _acts(ordered: Wants) -> bool:
    """Whether an order wants anything of the body."""
    return any(getattr(ordered, channel) is not None for channel in CHANNELS)


def _merged(ordered: Wants, planned: Wants, now: Moment) -> Wants:
    """The legs to the order, the hands to the plan; all to the plan while the order wants nothing."""
    orders = (*planned.orders, *ordered.orders)
    moves = ordered.move is not None or "move" in ordered.stops
    if not moves and not _acts(ordered):
        return replace(planned, orders=orders) if ordered.orders else planned
    fight = ordered.fight or planned.fight
    if fight is None and now.view.enemies and can_shoot(now.view):
        fight = Fight()
    return Wants(
        move=ordered.move if moves else planned.move,
        look=ordered.look or (planned.look if planned.move is None else None),
        fight=fight,
        say=planned.say or ordered.say,
        orders=orders,
        stops=ordered.stops,
    )


def _arguments(act: Act, told: tuple[str, ...]) -> tuple[object, ...] | str:
    """The arguments as the act takes them, or what is wrong with them."""
    plain = [one for one in act.parameters if not one.is_rest]
    needed, most = sum(one.is_required for one in plain), len(plain)
    has_rest = most < len(act.parameters)
    if len(told) < needed or (not has_rest and len(told) > most):
        least = f"at least {needed}" if has_rest else str(needed)
        many = least if has_rest or needed == most else f"{needed} to {most}"
        return f"{act.name} takes {many} argument{'' if many == '1' else 's'}, got {len(told)}"
    try:
        known = [_typed(one, text) for one, text in zip(plain, told, strict=False)]
    except ValueError as error:
        return f"{act.name}: {error}"
    return (*known, *told[most:])


def _typed(parameter: Parameter, text: str) -> object:
    if parameter.type == NUMBER:
        return _number(parameter.name, text)
    if parameter.type == TRUTH:
        return text.casefold() == "true"
    return text if parameter.type == TEXT else as_place(text)


def _number(name: str, text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if math.isnan(value):
        raise ValueError(f'{name} is a number, got "{text}"')
    return value
