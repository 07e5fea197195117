"""One bot as its team hears it: what it has to say is kept until somebody asks."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from agentfw.decisions import DEAF, Answer, OrderState
from agentfw.team.sharing import Reporter

if TYPE_CHECKING:
    from agentfw.bot import Bot
    from agentfw.decisions import Decision, Fact, Order, Report
    from agentfw.perception import View

__all__ = ["DEAF_AFTER", "Voice"]

_MOST_REQUESTS: Final = 20
"""A bot that wants the same at every think is heard as well as others."""
DEAF_AFTER: Final = 20
"""So many thinks without an answer to an order, and the brain is one that takes none."""


class Voice:
    """One life of a bot."""

    def __init__(self, bot: Bot, role: str) -> None:
        self.bot = bot
        self.is_known = False
        """Whether it was in the game at the last beat."""
        self.level: str | None = None
        """The map it plays on, as far as it has told."""
        self.told_level: str | None = None
        """The map that it was on at the last beat."""
        self.said: tuple[Fact, ...] = ()
        """What it had found out by the last beat, by the trio clock."""
        self._here: View | None = None
        """What tells where it is, as long as nobody has been told."""
        self._reporter = Reporter(bot.options.name, role)
        self._facts: list[Fact] = []
        self._answers: list[Answer] = []
        self._unanswered: dict[int, float] = {}
        """How often it has thought of an order without a word about it, by number."""
        self._requests: dict[Order, None] = {}
        self._last: tuple[View, Decision] | None = None

    def listen(self, view: View, decision: Decision) -> None:
        """Hear what the bot came to in a think."""
        self._last = (view, decision)
        if view.game.level != self.level:
            self.level = view.game.level
            self._facts.clear()
        if view.events or not self._facts:  # events are told only once, all else can wait
            self._facts += self._reporter.news(view)
        self._answers += decision.answers
        if view.orders or self._unanswered:
            self._answers += self._refusals(view.orders, decision.answers)
        for order in decision.orders[: _MOST_REQUESTS - len(self._requests)]:
            self._requests[order] = None

    def _refusals(self, orders: tuple[Order, ...], answers: tuple[Answer, ...]) -> list[Answer]:
        """Answers in the place of a brain that has none, to orders that it knew for long."""
        answered = {one.number for one in answers}
        told = {one.number: self._unanswered.get(one.number, 0) + 1 for one in orders}
        # Who has answered once is never asked again, as it takes orders.
        self._unanswered = {
            number: -math.inf if number in answered else count for number, count in told.items()
        }
        deaf = [number for number, count in self._unanswered.items() if count == DEAF_AFTER]
        return [Answer(number, OrderState.REFUSED, DEAF) for number in deaf]

    def tell(self, facts: tuple[Fact, ...], orders: tuple[Order, ...] | None) -> None:
        """Tell the bot what others know, and what is wanted of it now; None leaves that as it was."""
        self._reporter.hear(self.bot.hear(facts, orders))

    def take_report(self) -> Report | None:
        """How the bot is, if it has thought since the last call."""
        last, self._last = self._last, None
        if last is None:
            return None
        self._here = last[0]
        answers, self._answers = tuple(self._answers), []
        return replace(self._reporter.report(*last), answers=answers)

    def take_facts(self, *, with_place: bool = False) -> tuple[Fact, ...]:
        """What it has found out since the last call, by the trio clock, and where it is if wanted."""
        facts, self._facts = self._facts, []
        if with_place and self._here is not None:
            place, self._here = self._reporter.whereabouts(self._here), None
            facts += (place,) if place is not None else ()
        self.said = tuple(replace(one, at=one.at + self.bot.began_at) for one in facts)
        return self.said

    def take_requests(self) -> list[Order]:
        """What it wants of others."""
        requests, self._requests = self._requests, {}
        return [replace(one, sender=self.bot.options.name, number=0) for one in requests]
