"""Between the bots of one team, in one process: what they know and want is passed on at every beat.

Bots are only listened to while they think; everything is passed on between thinks, in the order of their
names, so that a match goes the same way in whatever order their tasks run. While the leader is gone, the
bots play on with the orders they have.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Final, Protocol

import trio
from msgspec.structs import replace

from agentfw.language.types import plain_name
from agentfw.recording import Briefed
from agentfw.team.orders import OrderBook
from agentfw.team.sharing import Reporter

if TYPE_CHECKING:
    from agentfw.bot import Bot
    from agentfw.decisions import Answer, Decision, Fact, Order, Report
    from agentfw.perception import View
    from agentfw.team.lineup import TeamPlan
    from agentfw.team.office import Office

__all__ = ["Crew", "Liaison"]

_THINKS_S: Final = 0.5
"""So often a leader thinks when nothing urgent happens."""
_URGENT: Final = frozenset({"flag seen", "carrier seen", "point owner", "base"})


class Crew(Protocol):
    """Whoever can let bots join and leave a team."""

    def add(self, name: str) -> str:
        """Have one more bot, which waits to be started; why not, or nothing when it is there now."""

    def start(self, name: str) -> str:
        """Let a bot play; why not, or nothing when it plays."""

    def dismiss(self, name: str) -> str:
        """Let a bot leave; why not, or nothing when it is leaving."""


class _Voice:
    """One bot: what it has to say, until somebody asks."""

    def __init__(self, bot: Bot, role: str) -> None:
        self.bot = bot
        self.is_known = False
        """Whether it was in the game at the last beat."""
        self._reporter = Reporter(bot.options.name, role)
        self._facts: list[Fact] = []
        self._answers: list[Answer] = []
        self._requests: list[Order] = []
        self._last: tuple[View, Decision] | None = None

    def listen(self, view: View, decision: Decision) -> None:
        """Hear what the bot came to in a think."""
        self._last = (view, decision)
        if view.events or not self._facts:  # events are told only once, all else can wait
            self._facts += self._reporter.news(view)
        self._answers += decision.answers
        self._requests += decision.orders

    def tell(self, facts: tuple[Fact, ...], orders: tuple[Order, ...] | None) -> None:
        """Tell the bot what others know, and what is wanted of it now; None leaves that as it was."""
        self._reporter.hear(facts)
        self.bot.hear(facts, orders)

    def take_report(self) -> Report | None:
        """How the bot is, if it has thought since the last call."""
        last, self._last = self._last, None
        if last is None:
            return None
        answers, self._answers = tuple(self._answers), []
        return replace(self._reporter.report(*last), answers=answers)

    def take_facts(self) -> list[Fact]:
        """What it has found out since the last call, by the trio clock."""
        facts, self._facts = self._facts, []
        return [replace(one, at=one.at + self.bot.began_at) for one in facts]

    def take_requests(self) -> list[Order]:
        """What it wants of others."""
        requests, self._requests = self._requests, []
        return [replace(one, sender=self.bot.options.name, number=0) for one in requests]


class Liaison:
    """The ties of one team. Let it follow each bot of each life, and run it beside the team."""

    def __init__(
        self, plan: TeamPlan, crew: Crew, *, beat_s: float, office: Office | None = None
    ) -> None:
        self.office = office
        """Where the leader works; None for a team without one."""
        self._shares = plan.shares
        self._crew = crew
        self._beat_s = beat_s
        self._voices: dict[str, _Voice] = {}
        self._book = OrderBook(office.name if office is not None else plan.name)
        self._began_at = 0.0
        self._thought_at = -_THINKS_S
        self._reports: dict[str, Report] = {}
        self._facts: list[Fact] = []
        self._requests: list[Order] = []
        self._lost: list[str] = []

    def follow(self, bot: Bot, role: str) -> None:
        """Listen to a bot from now on, in place of its earlier lives."""
        name = bot.options.name
        earlier = self._voices.get(name)
        if earlier is not None and earlier.is_known:
            self._lose(name, "began a new life")
        self._voices[name] = voice = _Voice(bot, role)
        bot.circle.on_decision = voice.listen

    async def run(self) -> None:
        """Pass on what there is, at every beat, until cancelled."""
        self._began_at = trio.current_time()
        try:
            for number in itertools.count(1):
                await trio.sleep_until(self._began_at + number * self._beat_s)
                self.beat(trio.current_time())
        finally:
            if self.office is not None:
                self.office.close()

    def beat(self, now: float) -> None:
        """Pass on what there is."""
        self._look_round()
        facts = self._collect(now)
        self._book.step(now)
        if self.office is not None:
            self._lead(self.office, now)
        self._hand_out(facts)

    # What bots say

    def _look_round(self) -> None:
        """See who came into the game, and who is gone."""
        for name in sorted(self._voices):
            voice = self._voices[name]
            if voice.bot.is_playing and not voice.is_known:
                voice.is_known = True
                voice.tell((), ())
            elif voice.is_known and not voice.bot.is_playing:
                self._lose(name, "is not in the game")

    def _lose(self, name: str, reason: str) -> None:
        self._voices[name].is_known = False
        self._book.lose(name, reason, trio.current_time())
        self._lost.append(name)
        self._reports.pop(name, None)

    def _present(self) -> list[tuple[str, _Voice]]:
        return [(name, one) for name, one in sorted(self._voices.items()) if one.is_known]

    def _collect(self, now: float) -> list[Fact]:
        found: list[Fact] = []
        for name, voice in self._present():
            report = voice.take_report()
            if report is not None:
                self._book.hear(name, report.answers)
                self._reports[name] = report
            found += voice.take_facts()
            for request in voice.take_requests():
                self._requests.append(request)
                if request.to in self._voices:
                    self._book.give(request, (), now)
        self._facts += found
        return found

    # Who leads

    def _lead(self, office: Office, now: float) -> None:
        is_urgent = bool(self._requests or self._lost) or any(
            one.subject in _URGENT for one in self._facts
        )
        if not is_urgent and now - self._thought_at < _THINKS_S:
            return
        self._thought_at = now
        for order in office.think(self._briefing(now)):
            self._carry_out(order, now)
        self._book.step(now)

    def _briefing(self, now: float) -> Briefed:
        """What is new since the last one, by the clock of the leader."""
        began_at = self._began_at
        briefing = Briefed(
            now - began_at,
            reports=tuple(self._reports[name] for name in sorted(self._reports)),
            facts=tuple(replace(one, at=max(0.0, one.at - began_at)) for one in self._facts),
            requests=tuple(self._requests),
            lost=tuple(self._lost),
            orders=self._book.in_force(),
            fates=self._book.take_fates(),
        )
        self._reports, self._facts, self._requests, self._lost = {}, [], [], []
        return briefing

    def _carry_out(self, order: Order, now: float) -> None:
        task, name = plain_name(order.task), order.arguments[0] if order.arguments else ""
        deeds = {"addbot": self._crew.add, "startbot": self._crew.start, "stopbot": self._crew.dismiss}
        if task in deeds:
            self._book.note(order, deeds[task](name))
        elif order.to and order.to not in self._voices:
            self._book.note(order, f'nobody is called "{order.to}"')
        else:
            self._book.give(order, [name for name, _ in self._present()], now)

    # What bots hear

    def _hand_out(self, facts: list[Fact]) -> None:
        changes = self._book.take_changes()
        for name, voice in self._present():
            others = tuple(one for one in facts if self._shares and one.source != name)
            if others or name in changes:
                voice.tell(others, changes.get(name))
