"""Matches on a server: bots stay from one to the next, and the ends are counted as they are told."""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING, Final

import trio

from agentfw.engines.doors import server_door
from agentfw.match.company import GIVEN_UP, Company
from agentfw.match.interrupting import asking_first
from agentfw.match.keeping import kept
from agentfw.match.reporting import outcome_of, report_on
from agentfw.match.stage import Stage

if TYPE_CHECKING:
    from agentfw.bot import Bot
    from agentfw.match.keeping import MatchFolder
    from agentfw.match.reporting import MatchReport, Outcome
    from agentfw.match.stage import Listener
    from agentfw.team import Lineup

__all__ = ["Tour"]

_MINUTES: Final = 60.0
"""A server ends its matches itself; one that does not is left after so long per match."""
_SAME_END_S: Final = 5.0
"""All bots hear of the end of a match, some a little later."""


class Tour:
    """As many matches on one server as were asked for. Play it once."""

    def __init__(self, lineup: Lineup, listener: Listener, folder: MatchFolder | None) -> None:
        ground = lineup.ground
        self._folder = folder
        self._stage = Stage(lineup, number=1, seed=lineup.seed, arena=None, is_fast=False)
        door = server_door(ground.host or "", ground.port, ground.dialect, password=ground.password)
        self._interrupted = trio.Event()
        self._company = Company(
            self._stage,
            door,
            ground.dialect,
            listener,
            folder=folder,
            interrupted=self._interrupted,
            on_over=self._note_end,
        )
        self._reports: list[MatchReport] = []
        self._began_at = time.perf_counter()
        self._ended_at = -math.inf
        self._told: set[str] = set()
        """The bots that have heard of the last end."""

    async def play(self) -> tuple[MatchReport, ...]:
        """Play until the last match or the time is over, or no bot is left."""
        with asking_first(self._interrupted.set):
            await self._company.play(self._watch)
        stopped = self._company.stopped if self._company.outcome is not None else GIVEN_UP
        self._report(self._company.outcome or outcome_of(self._stage), stopped)
        self._company.listener.check()
        return tuple(self._reports)

    async def _watch(self) -> None:
        lineup = self._stage.lineup
        minutes = lineup.ground.minutes
        await trio.sleep(60.0 * (_MINUTES * lineup.matches if minutes is None else minutes))
        self._company.stop("the time is over", stopped="out of time")

    def _note_end(self, bot: Bot) -> None:
        """A bot was told that a match is over; the last scores are still known."""
        if self._company.outcome is not None:
            return
        if self._is_news(bot.options.name):
            self._end_match()
        self._stage.hear_end(bot.options.name)

    def _end_match(self) -> None:
        if self._stage.number == self._stage.lineup.matches:
            self._company.stop("the match is over")
            return
        self._report(outcome_of(self._stage), "")
        self._stage.begin_next()
        self._began_at = time.perf_counter()
        self._company.listener.begun(self._stage)

    def _is_news(self, name: str) -> bool:
        """Whether it is another end than the last one: nobody hears of the same end twice."""
        now = trio.current_time()
        is_news = name in self._told or now - self._ended_at >= _SAME_END_S
        if is_news:
            self._told, self._ended_at = set(), now
        self._told.add(name)
        return is_news

    def _report(self, outcome: Outcome, stopped: str) -> None:
        folder = self._folder
        report = report_on(
            self._stage,
            outcome,
            stopped=stopped,
            real_s=time.perf_counter() - self._began_at,
            folder=folder.path if folder is not None else None,
        )
        report = kept(report, folder, f"match-{report.match}" if report.of > 1 else "")
        self._reports.append(report)
        self._company.listener.ended(report)
