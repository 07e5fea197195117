"""Leading by chat: the brain of a leader beside that of the bot, and orders to individuals.

The brain is that of any coordinator, and is made when its bot is elected. What it knows is what the bot
sees and what others have told; what it orders is said to each bot by its name, and the same order again
is not said again. Its own bot needs no words.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, NamedTuple

from msgspec.structs import replace

from agentfw.brains.asking import ERRORS
from agentfw.decisions import Answer, Order, OrderState
from agentfw.errors import AgentError, PluginError
from agentfw.language.types import plain_name
from agentfw.recording import Briefed
from agentfw.team.facts import FactBook
from agentfw.team.orders import OrderBook

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from agentfw.decisions import Fact, Report
    from agentfw.team.leading import Leader

__all__ = ["Commander", "Word"]

_THINKS_S: Final = 0.5
_ANSWERS_S: Final = 10.0
"""Who says nothing for so long to an order may not have heard it."""
_REFUSED_S: Final = 10.0
"""Who has refused something is not asked again so soon."""
_TELLS: Final = 2
"""How often an order is said to somebody who says nothing."""
_URGENT: Final = frozenset({"flag seen", "carrier seen", "point owner", "base"})
_NEEDS_CREW: Final = frozenset({"addbot", "startbot", "stopbot"})


class Word(NamedTuple):
    """An order to say now, or the end of one."""

    to: str
    order: Order
    is_void: bool = False
    """Whether to say nothing after all: whoever it was for has not heard of it."""


class _Told:
    """What one bot was told last."""

    def __init__(self, order: Order) -> None:
        self.order = order
        self.at = math.inf
        self.tells = 0
        self.is_answered = self.is_over = False


class _Refused(NamedTuple):
    """An order that somebody has refused, when it was said to him, and why."""

    order: Order
    at: float
    why: str


class Commander:
    """One bot as a leader. `make` gives the leader of each of its terms, which count from 0."""

    def __init__(self, make: Callable[[int], Leader]) -> None:
        self._make = make
        self._leader: Leader | None = None
        self._terms = 0
        self._known = FactBook()
        self._reset("")

    def _reset(self, name: str) -> None:
        self._name = name
        self._book = OrderBook(name)
        self._told: dict[str, _Told] = {}
        self._refused: dict[str, _Refused] = {}
        """What each bot has refused last."""
        self._heard: set[str] = set()
        """Who has been told something that is not over."""
        self._here: frozenset[str] = frozenset()
        self._facts: list[Fact] = []
        self._requests: list[Order] = []
        self._lost: list[str] = []
        self._thought_at = -math.inf

    @property
    def is_leading(self) -> bool:
        """Whether there is a leader at work."""
        return self._leader is not None

    def begin(self, name: str) -> None:
        """The bot of that name leads from now on; raises `AgentError` when its leader cannot be made."""
        self._reset(name)
        self._leader = self._made()
        self._terms += 1
        self._facts = list(self._known.all())

    def _made(self) -> Leader:
        try:
            return self._make(self._terms)
        except AgentError:
            raise
        except ERRORS as error:
            raise PluginError(f"the leader raised {type(error).__name__}: {error}") from error

    def end(self) -> None:
        """It leads no longer."""
        self._leader = None
        self._reset("")

    # What it hears

    def forget(self) -> None:
        """Another game begins: nothing of the last one is true."""
        self.end()
        self._known = FactBook()

    def learn(self, facts: Iterable[Fact]) -> None:
        """What is known now, by the bot itself or from others."""
        told = tuple(facts)
        self._known.hear(told)
        if self._leader is not None:
            self._facts += told

    def ask(self, request: Order) -> None:
        """Somebody wants something."""
        if self._leader is not None:
            self._requests.append(request)

    def hear(self, name: str, state: OrderState, why: str = "") -> None:
        """Somebody answers to the order that it was told last."""
        told = self._told.get(name)
        if told is not None:
            told.is_answered = True
            told.is_over = state.is_over
            if told.is_over:
                self._heard.discard(name)
            if state is OrderState.REFUSED and math.isfinite(told.at):
                self._refused[name] = _Refused(replace(told.order, number=0), told.at, why)
            self._book.hear(name, (Answer(told.order.number, state, why),))

    def said(self, name: str, now: float) -> None:
        """What was to be told to somebody has been said."""
        if name in self._told:
            self._told[name].at = now
            self._told[name].tells += 1
            self._heard.add(name)

    def order_of(self, name: str) -> Order | None:
        """What somebody shall do now."""
        given = self._book.given(name)
        return max(given, key=lambda one: one.rank) if given else None

    # What it does

    def step(self, now: float, reports: Mapping[str, Report]) -> list[Word]:
        """Think, if it is time to, about those who are here; what to say then.

        Raises `AgentError` when the brain of the leader does.
        """
        if self._leader is None:
            return []
        self._look_round(frozenset(reports), now)
        self._book.step(now)
        is_urgent = self._requests or self._lost or any(one.subject in _URGENT for one in self._facts)
        if is_urgent or now - self._thought_at >= _THINKS_S:
            self._think(self._leader, now, reports)
        return [*self._changes(now), *self._unanswered(now)]

    def _look_round(self, here: frozenset[str], now: float) -> None:
        for name in sorted(self._here - here):
            self._book.forget(name, "is not in the game", now)
            self._told.pop(name, None)
            self._refused.pop(name, None)
            self._heard.discard(name)
            self._lost.append(name)
        self._here = here

    def _think(self, leader: Leader, now: float, reports: Mapping[str, Report]) -> None:
        briefing = Briefed(
            now,
            reports=tuple(reports[name] for name in sorted(reports)),
            facts=tuple(self._facts),
            requests=tuple(self._requests),
            lost=tuple(self._lost),
            orders=self._book.in_force(),
            fates=self._book.take_fates(),
        )
        self._facts, self._requests, self._lost, self._thought_at = [], [], [], now
        for order in leader.brief(briefing).orders:
            self._give(order, now)
        self._book.step(now)

    def _give(self, order: Order, now: float) -> None:
        if plain_name(order.task) in _NEEDS_CREW:
            self._book.note(order, "no bots come or go by chat")
        elif gone := [one for one in order.members or (order.to,) if one and one not in self._here]:
            self._book.note(order, f"{gone[0]} is not in the game")
        elif order.members and plain_name(order.task) == "meet":
            self._book.note(order, "by chat, nobody tells when he has come")
        else:
            self._book.give(order, sorted(self._here), now)

    def _changes(self, now: float) -> Iterator[Word]:
        for name in sorted(self._book.take_changes()):
            order, told = self.order_of(name), self._told.get(name)
            if order is None and told is not None:
                del self._told[name]
                if not told.is_over:
                    yield Word(name, Order("dismissed", to=name), is_void=name not in self._heard)
                self._heard.discard(name)
            elif order is not None and (told is None or told.order.number != order.number):
                self._told[name] = _Told(order)
                if not self._is_refused(order, name, now):
                    yield Word(name, order)

    def _is_refused(self, order: Order, name: str, now: float) -> bool:
        """Whether somebody has just refused that; it counts as refused once more, without words."""
        last = self._refused.get(name)
        if last is None or last.order != replace(order, number=0) or now - last.at >= _REFUSED_S:
            return False
        self.hear(name, OrderState.REFUSED, last.why)
        return True

    def _unanswered(self, now: float) -> Iterator[Word]:
        for name, told in self._told.items():
            is_late = now - told.at >= _ANSWERS_S and name != self._name
            if is_late and not told.is_answered and told.tells < _TELLS:
                told.at = math.inf
                yield Word(name, told.order)
