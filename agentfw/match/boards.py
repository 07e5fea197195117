"""A match at one glance: everything that a board of it shows, as plain data."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

import msgspec

from agentfw.match.doing import place_words, task_words
from agentfw.match.news import News, short_name
from agentfw.match.reporting import outcome_of, standings_of
from agentfw.team import Phase
from agentfw.team.life import Work

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from agentfw.bot import Bot
    from agentfw.decisions import Decision
    from agentfw.match.reporting import Standing
    from agentfw.match.stage import LeaderSeat, Seat, Stage
    from agentfw.perception import View

__all__ = ["BoardFooter", "BoardKeeper", "BoardLeader", "BoardRow", "BoardSide", "BoardState"]

_FIGURES_S: Final = 2.0
"""Sorting what was measured is dear, so it is done no more often."""
_EVENTS: Final = 50
_HEALTHY: Final = 100


class BoardSide(msgspec.Struct, frozen=True, kw_only=True):
    """A team and what it has."""

    name: str
    side: int
    score: float


class BoardRow(msgspec.Struct, frozen=True, kw_only=True):
    """One bot."""

    name: str
    side: int
    brain: str
    role: str = ""
    phase: str = Phase.PLAYING.value
    why: str = ""
    """What is wrong with it, if anything is."""
    is_alive: bool = True
    health: int = 0
    health_full: int = _HEALTHY
    armor: int = 0
    weapon: str = ""
    place: str = ""
    task: str = ""
    """What its body is about."""
    decision: tuple[str, ...] = ()
    """The way through its plan that led there."""
    score: float | None = None
    kills: int | None = None
    deaths: int | None = None
    restarts: int = 0
    dropped: int = 0

    @property
    def is_playing(self) -> bool:
        """Whether it is in the game."""
        return self.phase == Phase.PLAYING.value


class BoardLeader(msgspec.Struct, frozen=True, kw_only=True):
    """Whoever leads a team."""

    team: str
    side: int
    brain: str
    phase: str = Phase.PLAYING.value
    why: str = ""
    """Why it does not lead now, if it failed."""
    orders: int = 0
    decision: tuple[str, ...] = ()
    """The way through its plan."""


class BoardFooter(msgspec.Struct, frozen=True, kw_only=True):
    """How the bots keep up."""

    thinks_hz: float = 0.0
    turnaround_p99_ms: float = 0.0
    dropped: int = 0
    restarts: int = 0


class BoardState(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that a board shows."""

    level: str
    mode: str
    match: int
    of: int
    seed: int
    clock_s: float
    left_s: float | None
    sides: tuple[BoardSide, ...]
    rows: tuple[BoardRow, ...]
    leaders: tuple[BoardLeader, ...] = ()
    events: tuple[News, ...] = ()
    """Oldest first."""
    footer: BoardFooter = BoardFooter()


class BoardKeeper:
    """Makes boards of one match after the other; what is dear to find out is kept for a while."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._stage: Stage | None = None
        self._measured_at = 0.0
        self._thinks = 0
        self._dropped: dict[str, int] = {}
        self._footer = BoardFooter()

    def state(self, stage: Stage) -> BoardState:
        """How a match stands now."""
        self._measure(stage)
        standings = standings_of(stage, outcome_of(stage))
        rows = tuple(
            _row(seat, standings[seat.plan.name], self._dropped.get(seat.plan.name, 0))
            for seat in stage.seats
        )
        return BoardState(
            level=stage.level,
            mode=stage.mode,
            match=stage.number,
            of=stage.lineup.matches,
            seed=stage.seed,
            clock_s=stage.clock_s,
            left_s=stage.left_s,
            sides=_sides(stage, rows),
            rows=rows,
            leaders=tuple(_leader(one, stage.level) for one in stage.offices()),
            events=tuple(stage.desk.latest)[-_EVENTS:] if stage.desk is not None else (),
            footer=self._footer,
        )

    def _measure(self, stage: Stage) -> None:
        now = self._clock()
        if stage is not self._stage:
            self._stage, self._measured_at, self._thinks = stage, now, 0
            self._dropped, self._footer = {}, BoardFooter()
        elif now - self._measured_at >= _FIGURES_S:
            seconds, self._measured_at = now - self._measured_at, now
            self._footer = self._figures(stage, seconds)

    def _figures(self, stage: Stage, seconds: float) -> BoardFooter:
        works = {seat.plan.name: stage.work_on(seat) for seat in stage.seats}
        self._dropped = {name: work.dropped for name, work in works.items()}
        turnarounds = Work.of_all([seat.member.work() for seat in stage.seats]).turnarounds
        before, self._thinks = self._thinks, sum(work.thinks for work in works.values())
        return BoardFooter(
            thinks_hz=max(0.0, (self._thinks - before) / seconds),
            turnaround_p99_ms=turnarounds.spread().p99_ms,
            dropped=sum(self._dropped.values()),
            restarts=sum(work.restarts for work in works.values()),
        )


def _sides(stage: Stage, rows: tuple[BoardRow, ...]) -> tuple[BoardSide, ...]:
    """The teams; where everybody plays for himself, a team has what its bots have together."""
    scores: Mapping[int, float] = stage.team_scores
    if not scores:
        sides = sorted({row.side for row in rows})
        scores = {side: sum(row.score or 0.0 for row in rows if row.side == side) for side in sides}
    return tuple(
        BoardSide(name=stage.side_name(side), side=side, score=score) for side, score in scores.items()
    )


def _row(seat: Seat, standing: Standing, dropped: int) -> BoardRow:
    member, bot, view = seat.member, seat.member.bot, seat.view
    row = BoardRow(
        name=seat.plan.name,
        side=seat.side,
        brain=seat.plan.brain,
        role=seat.plan.role,
        phase=member.phase.value,
        why="" if member.phase is Phase.PLAYING else member.health().why,
        score=standing.score,
        kills=standing.kills,
        deaths=standing.deaths,
        restarts=member.restarts,
        dropped=dropped,
    )
    if view is None or bot is None:
        return row
    return msgspec.structs.replace(
        row,
        is_alive=view.is_alive,
        health=view.health,
        health_full=view.limits.health_full or _HEALTHY if view.limits is not None else _HEALTHY,
        armor=view.me.armor or 0,
        weapon=_weapon(view),
        place=place_words(view),
        task=task_words(view),
        decision=_decision(bot, view),
    )


def _leader(seat: LeaderSeat, level: str) -> BoardLeader:
    office = seat.office
    return BoardLeader(
        team=seat.team.name,
        side=seat.side,
        brain=office.plan.brain,
        phase=office.phase.value,
        why="" if office.leader is not None else office.why,
        orders=office.orders,
        decision=_way(office.leader.decision, level) if office.leader is not None else (),
    )


def _decision(bot: Bot, view: View) -> tuple[str, ...]:
    return _way(bot.circle.decision, view.game.level)


def _way(decision: Decision, level: str | None) -> tuple[str, ...]:
    """The way through the plan; that everything is on this map goes without saying."""
    parts = decision.reason.path or (decision.reason.chosen,)
    short = (part.replace(f"{level}.", "") if level else part for part in parts)
    return tuple(part.replace("ControlPoint", "Point") for part in short)


def _weapon(view: View) -> str:
    held = view.weapons.get(view.me.weapon) if view.me.weapon else None
    return short_name(held.weapon_class or "") if held is not None else ""
