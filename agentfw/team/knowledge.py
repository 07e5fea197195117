"""What a team knows together: reports and facts go in, a view for whoever leads comes out."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from agentfw.decisions import OrderState
from agentfw.perception import KnownPlayer, Memory, Squad, View
from agentfw.perception.arsenal import Arsenal
from agentfw.perception.hearsay import believe
from agentfw.perception.sightings import Sightings
from agentfw.perception.view import Scores
from agentfw.vocabulary import GameInfo, SelfState

if TYPE_CHECKING:
    from collections.abc import Mapping

    from agentfw.decisions import Fact, Fate, Order, Report
    from agentfw.recording import Briefed
    from agentfw.vocabulary import EntityId

__all__ = ["Knowledge"]

_MAX_FACTS: Final = 200
_MAX_FATES: Final = 500
_SILENT_S: Final = 10.0
"""A bot that said nothing for so long is not in the game any more."""


class Knowledge:
    """Everything that the bots of a team have told."""

    def __init__(self, name: str) -> None:
        self._me = SelfState(player_name=name, health=100)
        self._sights = Sightings(Arsenal())
        self._memory = Memory()
        self._reports: dict[str, Report] = {}
        self._heard_at: dict[str, float] = {}
        self._facts: tuple[Fact, ...] = ()
        self._fates: dict[Order, Fate] = {}
        self._game = GameInfo()
        self._time_left_s: float | None = None
        self._scores: dict[int, float] = {}

    def hear(self, briefing: Briefed) -> None:
        """Take over what bots have told and asked for, and what became of orders."""
        now = briefing.at
        for name in briefing.lost:
            self._lose(name)
        for report in briefing.reports:
            self._hear_report(report, now)
        for fact in briefing.facts:
            believe(fact, self._sights)
        self._facts = (*self._facts, *briefing.facts)[-_MAX_FACTS:]
        for fate in briefing.fates:
            self._fates.pop(fate.order, None)
            self._fates[fate.order] = replace(fate, at=now)
        while len(self._fates) > _MAX_FATES:
            del self._fates[next(iter(self._fates))]
        for name in [one for one, at in self._heard_at.items() if now - at > _SILENT_S]:
            self._lose(name)

    def _lose(self, name: str) -> None:
        """A bot is gone; should it come back, it may do what it has refused."""
        for order in [one.order for one in self._fates.values() if one.order.to == name]:
            if self._fates[order].state is OrderState.REFUSED:
                del self._fates[order]
        gone = self._reports.pop(name, None)
        self._heard_at.pop(name, None)
        if gone is not None and gone.player is not None:
            self._sights.players.drop([gone.player])

    def view(self, briefing: Briefed) -> View:
        """What the team knows after a briefing."""
        now = briefing.at
        self._sights.expire(now, self._memory)
        return View(
            now=now,
            me=self._me,
            players=self._sights.players.picture(),
            items=self._sights.items.picture(),
            flags=self._sights.objectives.flags.picture(),
            points=self._sights.objectives.points.picture(),
            game=self._game,
            time_left_s=self._time_left_s,
            scores=Scores(teams=MappingProxyType(self._scores)),
            facts=self._facts,
            orders=briefing.own,
            squad=Squad(
                reports=MappingProxyType(dict(self._reports)),
                orders=_by_bot(briefing.orders),
                fates=MappingProxyType(dict(self._fates)),
                requests=briefing.requests,
            ),
        )

    def _hear_report(self, report: Report, now: float) -> None:
        self._reports[report.bot] = report
        self._heard_at[report.bot] = now
        if report.team is not None and report.team != self._me.team:
            self._me = replace(self._me, team=report.team)
        if report.game is not None:
            if report.game.level != self._game.level:
                self._forget_map()
            self._game = report.game
        if report.time_left_s is not None:
            self._time_left_s = report.time_left_s
        if report.scores:
            self._scores = dict(report.scores)
        if report.player is not None:
            self._place(report, report.player, now)

    def _forget_map(self) -> None:
        """Nothing of one map is on another."""
        self._sights = Sightings(Arsenal())
        self._facts = ()

    def _place(self, report: Report, player: EntityId, now: float) -> None:
        """A bot is one of the players, and known better than any other."""
        known = KnownPlayer(
            id=player,
            name=report.bot,
            team=report.team,
            seen_at=now,
            is_visible=report.is_alive,
            location=report.location if report.is_alive else None,
            weapon=report.weapon,
        )
        self._sights.players.put(player, known)


def _by_bot(orders: tuple[Order, ...]) -> Mapping[str, tuple[Order, ...]]:
    found: dict[str, tuple[Order, ...]] = {}
    for order in orders:
        found[order.to] = (*found.get(order.to, ()), order)
    return MappingProxyType(found)
