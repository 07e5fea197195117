"""Between the bots of one team, in one process: what they know and want is passed on at every beat.

Bots are only listened to while they think; everything is passed on between thinks, in the order of their
names, so that a match goes the same way in whatever order their tasks run. Who comes later is told what
the others have found out so far. While the leader is gone, the bots play on with the orders they have;
when it is gone for good, they do as they like.
"""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING, Final, Protocol

import trio
from msgspec.structs import replace

from agentfw.language.types import plain_name
from agentfw.recording import Briefed
from agentfw.team.facts import FactBook, distinct
from agentfw.team.health import Phase
from agentfw.team.holds import note_hold
from agentfw.team.objections import Objections
from agentfw.team.orders import OrderBook
from agentfw.team.voices import Voice

if TYPE_CHECKING:
    from collections.abc import Callable

    from agentfw.bot import Bot
    from agentfw.decisions import Decision, Fact, Order, Report
    from agentfw.tasks import Fault
    from agentfw.team.lineup import TeamPlan
    from agentfw.team.office import Office
    from agentfw.vocabulary import GameInfo

__all__ = ["Crew", "Liaison"]

_ROLL_CALL_S: Final = 1.0
"""So often bots are told where their mates are, of all at once: one record, not seven."""
_THINKS_S: Final = 0.5
"""So often a leader thinks when nothing urgent happens."""
_URGENT: Final = frozenset({"flag seen", "carrier seen", "point owner", "base"})
_REPORTED: Final = frozenset({"mate at"})
"""What a leader knows from reports."""
_MAPS: Final = 2
"""While a match on another map begins, some bots are still on the last one."""
_LEADER: Final = "coordinator"
"""What every leader is called, beside its name."""
_FAVOR_S: Final = 60.0
"""What a bot wants of another one holds for so long, unless it says how long."""


class Crew(Protocol):
    """Whoever can let bots join and leave a team."""

    def objection(self, name: str) -> str:
        """Why a bot cannot be given orders; nothing when it plays, or waits to."""

    def add(self, name: str) -> str:
        """Have one more bot, which waits to be started; why not, or nothing when it is there now."""

    def start(self, name: str) -> str:
        """Let a bot play; why not, or nothing when it plays."""

    def dismiss(self, name: str) -> str:
        """Let a bot leave; why not, or nothing when it is leaving."""

    def abandon(self) -> None:
        """Nobody will start another bot."""


class Liaison:
    """The ties of one team. Let it follow each bot of each life, and run it beside the team.

    `object_to` is told which bot wants something that cannot be, and why; `tell_fault` is told what has
    raised here, and what it raised.
    """

    def __init__(
        self,
        plan: TeamPlan,
        crew: Crew,
        *,
        beat_s: float,
        office: Office | None = None,
        object_to: Callable[[str, str], None] = lambda bot, why: None,
        tell_fault: Callable[[str, str], None] = lambda where, what: None,
    ) -> None:
        self.office = office
        """Where the leader works; None for a team without one."""
        self._team = plan.name
        self._number = plan.number
        self._shares = plan.shares
        self._objections = Objections(object_to)
        self._faults = Objections(tell_fault)
        self._crew = crew
        self._beat_s = beat_s
        self._voices: dict[str, Voice] = {}
        self._newcomers: set[str] = set()
        """Those who were not told yet what the others know."""
        self._known: dict[str | None, FactBook] = {}
        """What was told of each map; of the last ones."""
        self._book = OrderBook(office.name if office is not None else plan.name, self._fault)
        self._desk = _Desk()
        self._began_at = 0.0
        self._called_at = -math.inf

    def follow(self, bot: Bot, role: str) -> None:
        """Listen to a bot from now on, in place of its earlier lives."""
        name = bot.options.name
        earlier = self._voices.get(name)
        if earlier is not None:
            if earlier.is_known:
                self._lose(name, "began a new life", trio.current_time())
            self._book.begin_anew(name)
        self._voices[name] = voice = Voice(bot, role)
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
                self.office.close(trio.current_time() - self._began_at)

    def beat(self, now: float) -> None:
        """Pass on what there is."""
        self._look_round(now)
        facts = self._collect(now)
        self._book.step(now)
        if self.office is not None:
            self._lead(self.office, now)
        else:
            self._desk.clear()
        self._hand_out(facts)

    # What bots say

    def _look_round(self, now: float) -> None:
        """See who came into the game, and who is gone."""
        for name in sorted(self._voices):
            voice = self._voices[name]
            if voice.bot.is_playing and not voice.is_known:
                voice.is_known = True
                self._newcomers.add(name)
            elif voice.is_known and not voice.bot.is_playing:
                self._lose(name, "is not in the game", now)
            gone = self._crew.objection(name) if not voice.is_known else ""
            if gone:
                del self._voices[name]
                self._book.forget(name, gone, now)

    def _lose(self, name: str, reason: str, now: float) -> None:
        self._voices[name].is_known = False
        self._newcomers.discard(name)
        self._book.lose(name, reason, now)
        self._desk.lose(name)

    def _present(self) -> list[tuple[str, Voice]]:
        return [(name, one) for name, one in sorted(self._voices.items()) if one.is_known]

    def _collect(self, now: float) -> dict[str | None, list[Fact]]:
        """What bots found out since the last beat, by the map they are on."""
        found: dict[str | None, list[Fact]] = {}
        is_roll_call = self._is_roll_call(now)
        for name, voice in self._present():
            before = voice.told_level
            voice.told_level = voice.level
            if voice.level != before:
                self._newcomers.add(name)
                if self._desk.enter(voice.level):
                    self._known.pop(voice.level, None)  # it may have been played on before
            report = voice.take_report()
            if report is not None:
                self._book.hear(name, report.answers)
                self._book.groups.see(report)
                self._desk.put_report(report, voice.level)
            found.setdefault(voice.level, []).extend(voice.take_facts(with_place=is_roll_call))
            for request in voice.take_requests():
                self._request(request, now)
        return {level: self._learned(level, facts) for level, facts in found.items()}

    def _is_roll_call(self, now: float) -> bool:
        is_due = self._shares and now - self._called_at >= _ROLL_CALL_S - self._beat_s / 2.0
        if is_due:
            self._called_at = now
        return is_due

    def _learned(self, level: str | None, facts: list[Fact]) -> list[Fact]:
        told = distinct(facts)
        self._known.setdefault(level, FactBook()).hear(told)
        while len(self._known) > _MAPS:
            del self._known[next(iter(self._known))]
        self._desk.put_facts(told, level)
        return told

    def _request(self, request: Order, now: float) -> None:
        """A bot wants something: of the one that it names, and the leader hears of it."""
        self._desk.requests.append(request)
        if request.to:
            objection = self._objection(request.to)
            if objection:
                self._book.note(request, objection)
                self._objections.add(request.sender, f"{request} to {request.to}: {objection}")
            else:
                wanted = self._addressed(request)
                for_s = wanted.for_s if wanted.for_s is not None else _FAVOR_S
                self._book.give(replace(wanted, for_s=for_s), (), now)

    def _fault(self, fault: Fault) -> None:
        """Carrying out an order has raised, which is a mistake of ours: it must not go unseen."""
        self._faults.add(fault.where, fault.what)

    # Who leads

    def _lead(self, office: Office, now: float) -> None:
        at = now - self._began_at
        desk, own = self._desk, self._book.given(office.name)
        if not office.is_open(at):
            desk.wait()
            if office.phase is Phase.GIVEN_UP:
                self._crew.abandon()
                self._book.release("nobody leads any more", now)
            return
        is_urgent = desk.is_urgent or own != desk.own
        if not is_urgent and at - desk.thought_at < _THINKS_S:
            return
        if office.leader is None:
            self._introduce(office, now)
        decision = self._thought(office, self._briefing(at, self._book.given(office.name)))
        self._book.hear(office.name, decision.answers)
        for order in decision.orders:
            self._carry_out(office, order, now)
        self._book.step(now)

    def _thought(self, office: Office, briefing: Briefed) -> Decision:
        """What the leader decides; all bots and their arena wait for it, as for any bot."""
        since = trio.current_time()
        decision = office.think(briefing)
        hold = note_hold(office.name, since)
        if hold is not None:
            office.complain(hold)
        return decision

    def _introduce(self, office: Office, now: float) -> None:
        """Tell a new leader everything that the last one has heard."""
        self._book.take_fates()
        if office.lives:
            self._book.lose(office.name, "began a new life", now)
            self._book.begin_anew(office.name)
        book = self._known.get(self._desk.level)
        self._desk.renew(book.all() if book is not None else ())

    def _briefing(self, at: float, own: tuple[Order, ...]) -> Briefed:
        """What is new since the last one, by the clock of the leader."""
        desk, began_at = self._desk, self._began_at
        briefing = Briefed(
            at,
            reports=desk.take_reports(),
            facts=tuple(replace(one, at=max(0.0, one.at - began_at)) for one in desk.facts),
            requests=tuple(desk.requests),
            lost=tuple(desk.lost),
            orders=self._book.in_force(),
            fates=self._book.take_fates(),
            own=own,
        )
        desk.clear()
        desk.thought_at, desk.own = at, own
        return briefing

    def _carry_out(self, office: Office, order: Order, now: float) -> None:
        task, name = plain_name(order.task), order.arguments[0] if order.arguments else ""
        deeds = {"addbot": self._crew.add, "startbot": self._crew.start, "stopbot": self._crew.dismiss}
        if task in deeds:
            objection = self._leads(name) or self._other_team(order) or deeds[task](name)
            self._book.note(order, objection)
        else:
            members = order.members
            wanted = (self._objection(order.to),) if order.to else ()
            together = (self._leads(one) or self._objection(one) for one in members)
            objection = next(filter(None, (*wanted, *together)), "")
            if objection:
                self._book.note(order, objection)
            else:
                self._book.give(self._addressed(order), [name for name, _ in self._present()], now)
        if objection:
            office.refuse(f"{order}: {objection}")

    def _leads(self, name: str) -> str:
        """Why a leader can do nothing that bots do."""
        return f'"{name}" leads team "{self._team}"' if self._is_leader(name) else ""

    def _other_team(self, order: Order) -> str:
        """Why a bot cannot be added to the team that an order names, which is not this one."""
        told = order.arguments[1] if len(order.arguments) > 1 else ""
        is_other = self._number is not None and told not in ("", str(self._number))
        return f'team "{self._team}" is number {self._number}, not {told}' if is_other else ""

    def _objection(self, name: str) -> str:
        """Why nobody of that name can be given orders."""
        return "" if self._is_leader(name) else self._crew.objection(name)

    def _is_leader(self, name: str) -> bool:
        office = self.office
        if office is None or name == office.name:
            return office is not None
        return plain_name(name) == _LEADER and bool(self._crew.objection(name))

    def _addressed(self, order: Order) -> Order:
        office = self.office
        is_for_leader = office is not None and bool(order.to) and self._is_leader(order.to)
        return replace(order, to=office.name) if office is not None and is_for_leader else order

    # What bots hear

    def _hand_out(self, facts: dict[str | None, list[Fact]]) -> None:
        changes, newcomers = self._book.take_changes(), self._newcomers
        self._newcomers = set()
        for name, voice in self._present():
            told: tuple[Fact, ...] = tuple(facts.get(voice.level, ()))
            if name in newcomers and voice.level in self._known:
                known = self._known[voice.level].all()
                told = (*known, *(one for one in told if one not in known))
            news = tuple(one for one in told if one not in voice.said) if self._shares else ()
            if name in newcomers:
                voice.tell(news, self._book.given(name))
            elif news or name in changes:
                voice.tell(news, changes.get(name))


class _Desk:
    """What the leader has not been told yet. Bots that are still on another map are left out."""

    def __init__(self) -> None:
        self.level: str | None = None
        self.facts: list[Fact] = []
        self.requests: list[Order] = []
        self.lost: list[str] = []
        self.own: tuple[Order, ...] = ()
        """What it knows is wanted of itself."""
        self.thought_at = -_THINKS_S
        self._reports: dict[str, Report] = {}
        self._game: GameInfo | None = None

    @property
    def is_urgent(self) -> bool:
        """Whether the leader should think at once."""
        return bool(self.requests or self.lost) or any(one.subject in _URGENT for one in self.facts)

    def enter(self, level: str | None) -> bool:
        """A bot has come to a map: that is where it is played now. Whether it is another one."""
        if level == self.level:
            return False
        self.level, self._game = level, None
        self.facts, self._reports = [], {}
        return True

    def put_report(self, report: Report, level: str | None) -> None:
        if level == self.level:
            earlier = self._reports.get(report.bot)
            game = report.game or (earlier.game if earlier is not None else None)
            self._game = game or self._game
            self._reports[report.bot] = replace(report, game=game)

    def put_facts(self, facts: list[Fact], level: str | None) -> None:
        if level == self.level:
            self.facts += (one for one in facts if one.subject not in _REPORTED)

    def lose(self, name: str) -> None:
        self._reports.pop(name, None)
        self.lost.append(name)

    def wait(self) -> None:
        """There is no leader: keep what the next one has to know."""
        self.facts, self.requests, self.lost = [], [], []

    def renew(self, known: tuple[Fact, ...]) -> None:
        """A new leader has heard nothing yet."""
        self.facts = [*known, *(one for one in self.facts if one not in known)]
        self._reports = {
            name: replace(report, game=report.game or self._game)
            for name, report in self._reports.items()
        }

    def take_reports(self) -> tuple[Report, ...]:
        return tuple(self._reports[name] for name in sorted(self._reports))

    def clear(self) -> None:
        self.facts, self.requests, self.lost, self._reports = [], [], [], {}
