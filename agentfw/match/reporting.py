"""How a match went: the outcome as the game tells it, and what each of our bots did for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
from msgspec.structs import replace

from agentfw.arena.server.results import result_of
from agentfw.match.tallies import Figures
from agentfw.team.health import Phase
from agentfw.vocabulary import NO_TEAM

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from agentfw.arena.server.results import MatchResult
    from agentfw.bot import Pace
    from agentfw.match.news import NewsDesk
    from agentfw.match.stage import LeaderSeat, Seat, SeatWork, Stage
    from agentfw.team import Health
    from agentfw.team.life import Work

__all__ = [
    "TIE",
    "BotReport",
    "BotTiming",
    "LeaderReport",
    "MatchReport",
    "Outcome",
    "Standing",
    "outcome_of",
    "report_on",
    "report_text",
    "standings_of",
]


TIE: Final = "tie"
"""How a match ends that was played on for long, and stayed even."""


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """What one player achieved; None where the game did not tell."""

    name: str
    team: int | None = None
    score: float | None = None
    kills: int | None = None
    deaths: int | None = None


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """How a match stood at its end."""

    level: str
    mode: str
    game_time_s: float
    because: str
    """score, time, lives, tie, or nothing when it was broken off or nobody told."""
    team_scores: dict[int, float] = {}
    players: tuple[Standing, ...] = ()
    """The best first."""

    @property
    def leaders(self) -> tuple[int | str, ...]:
        """The teams, or where there are none the players, that nobody is ahead of."""
        scores: dict[int | str, float] = dict(self.team_scores.items())
        if not scores:
            scores = {one.name: one.score for one in self.players if one.score is not None}
        best = max(scores.values(), default=0.0)
        return tuple(who for who, score in scores.items() if score == best)


class BotTiming(msgspec.Struct, frozen=True, kw_only=True):
    """How quick a bot was on the clock of the machine, and how it kept up with its game.

    The last thousands of thinks count, of all its lives; the rates are those of the last one.
    """

    think_p50_ms: float
    think_p99_ms: float
    turnaround_p99_ms: float
    """From bytes read to the answer handed to the connection."""
    thinks_hz: float = 0.0
    messages_in_hz: float = 0.0
    messages_out_hz: float = 0.0
    lag_p99_ms: float = 0.0
    """How old the oldest look was that a think found waiting with newer ones."""


class BotReport(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What became of one of our bots."""

    name: str
    team: str
    side: int
    brain: str
    role: str = ""
    score: float | None = None
    """Added up over all its lives, as kills and deaths are; to the game, each was another player."""
    kills: int | None = None
    deaths: int | None = None
    thinks: int = 0
    dropped: int = 0
    """Looks at the world that came too late to be thought about."""
    restarts: int = 0
    phase: str = ""
    why: str = ""
    """Why it ended."""
    failed: str = ""
    """Why it failed last, if it did."""
    kept_out: str = ""
    """What kept it out last, if it never got into the game."""
    failed_leader: str = ""
    """Why it led its team no longer, if its team had elected it and it failed at that."""
    timing: BotTiming | None = None

    @property
    def has_failed_unplayed(self) -> bool:
        """Whether it was given up before it ever thought."""
        return self.phase == Phase.GIVEN_UP.value and not self.thinks


class LeaderReport(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What became of whoever led one of our teams."""

    name: str
    team: str
    side: int
    brain: str
    orders: int = 0
    refused: tuple[str, ...] = ()
    """Which of them could not be, or were refused by bots, and why."""
    restarts: int = 0
    phase: str = ""
    why: str = ""
    """Why it failed last, if it did."""
    think_p99_ms: float | None = None
    """On the clock of the machine; all bots wait for it."""


class MatchReport(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """How one match went."""

    match: int
    """Which of the matches it was, from 1."""
    of: int
    seed: int
    ground: str
    """Where it was played, in words."""
    teams: dict[int, str]
    """What each side is called."""
    outcome: Outcome
    stopped: str = ""
    """Why it did not come to its end: interrupted, given up, or out of time; else nothing."""
    bots: tuple[BotReport, ...]
    leaders: tuple[LeaderReport, ...] = ()
    real_s: float | None = None
    times_real_time: float | None = None
    recording: str | None = None
    """The folder of its recordings."""
    lost: str = ""
    """Why that does not hold everything, if so."""

    @property
    def is_unplayed(self) -> bool:
        """Whether none of our bots got into the game: there is nothing to tell of it but why."""
        is_any_kept_out = any(bot.kept_out for bot in self.bots)
        return is_any_kept_out and all(bot.kept_out or bot.has_failed_unplayed for bot in self.bots)

    def untimed(self) -> MatchReport:
        """The same without what depends on the machine: equal matches give equal ones."""
        bots = tuple(replace(bot, timing=None) for bot in self.bots)
        leaders = tuple(replace(leader, think_p99_ms=None) for leader in self.leaders)
        report = replace(self, bots=bots, leaders=leaders)
        return replace(report, real_s=None, times_real_time=None, recording=None)


def outcome_of(stage: Stage) -> Outcome:
    """How a match stands now, as the arena or the bots know it."""
    if stage.arena is not None:
        arena = stage.arena
        return _measured(arena.results[-1] if arena.is_finished else result_of(arena.world, 0))
    players = sorted(_told(stage), key=lambda one: (-(one.score or 0.0), one.name))
    return Outcome(
        level=stage.level,
        mode=stage.mode,
        game_time_s=stage.game_time_s,
        because="",
        team_scores=dict(stage.team_scores),
        players=tuple(players),
    )


def _measured(result: MatchResult) -> Outcome:
    players = (
        Standing(
            name=one.name,
            team=one.team if one.team != NO_TEAM and result.team_scores else None,
            score=one.score,
            kills=one.kills,
            deaths=one.deaths,
        )
        for one in result.players
    )
    return Outcome(
        level=result.level,
        mode=result.mode,
        game_time_s=result.game_time_s,
        because=result.because,
        team_scores=result.team_scores,
        players=tuple(players),
    )


def _told(stage: Stage) -> Iterator[Standing]:
    """What the bots were told of themselves and of the others."""
    told = {}
    for seat in stage.present():
        view, scores = seat.view, seat.scores
        for player in view.players.values() if view is not None else ():
            if player.name and player.id in scores.players:
                told[player.name] = Standing(
                    name=player.name,
                    team=player.team if view is not None and view.has_teams else None,
                    score=scores.players[player.id],
                    deaths=scores.deaths.get(player.id),
                )
    for seat in stage.present():
        standing = _told_of(seat, stage.desk)
        if standing is not None:
            told[standing.name] = standing
    for name, standing in told.items():
        kills = stage.desk.kills[name] if stage.desk is not None else None
        yield replace(standing, kills=kills)


def _told_of(seat: Seat, desk: NewsDesk | None) -> Standing | None:
    view, scores = seat.view, seat.scores
    if view is None or view.me.id is None:
        return None
    counted = desk.deaths[seat.plan.name] if desk is not None else None
    return Standing(
        name=seat.plan.name,
        team=view.me.team if view.has_teams else None,
        score=scores.players.get(view.me.id),
        deaths=scores.deaths.get(view.me.id, counted),
    )


def standings_of(stage: Stage, outcome: Outcome) -> dict[str, Standing]:
    """What each of our bots achieved, added up over its lives, though it may be gone by now."""
    measured = {one.name: one for one in outcome.players} if stage.arena is not None else {}
    return {
        seat.plan.name: _whole(seat, stage.desk, measured.get(seat.plan.name)) for seat in stage.seats
    }


def _whole(seat: Seat, desk: NewsDesk | None, measured: Standing | None) -> Standing:
    name, session, figures = seat.plan.name, seat.session, Figures()
    if measured is not None:  # by the arena, of the present life
        figures = Figures(measured.score, measured.kills, measured.deaths)
        figures = desk.tally.earlier(name, session).plus(figures) if desk is not None else figures
    elif desk is not None:
        is_present = desk.tally.is_present(name, session)
        figures = desk.tally.whole(name, seat.scores if is_present else None)
    return Standing(name=name, score=figures.score, kills=figures.kills, deaths=figures.deaths)


def report_on(
    stage: Stage, outcome: Outcome, *, stopped: str, real_s: float, folder: Path | None
) -> MatchReport:
    """How the match went, as of now."""
    standings = standings_of(stage, outcome)
    failures = stage.desk.failed_leaders if stage.desk is not None else {}
    sides = {seat.side: seat.team.name for seat in stage.seats}
    ground = stage.lineup.ground
    return MatchReport(
        match=stage.number,
        of=stage.lineup.matches,
        seed=stage.seed,
        ground="arena" if ground.host is None else f"{ground.host}:{ground.port}",
        teams={side: stage.side_name(side) for side in sorted({*sides, *outcome.team_scores})},
        outcome=outcome,
        stopped=stopped,
        bots=tuple(
            replace(
                _report_on_bot(seat, standings[seat.plan.name], stage.work_on(seat)),
                failed_leader=failures.get(seat.plan.name, ""),
            )
            for seat in stage.seats
        ),
        leaders=tuple(map(_report_on_leader, stage.offices())),
        real_s=real_s,
        times_real_time=_speed(stage, outcome, real_s),
        recording=str(folder) if folder is not None else None,
    )


def _speed(stage: Stage, outcome: Outcome, real_s: float) -> float | None:
    """How many times faster than on a server it went; the game's own clock may run a little faster."""
    if stage.arena is None or real_s <= 0.0:
        return None
    return outcome.game_time_s / stage.arena.world.game.clock_rate / real_s


def _report_on_bot(seat: Seat, told: Standing, work: SeatWork) -> BotReport:
    health: Health = seat.member.health()
    bot = seat.member.bot
    return BotReport(
        name=seat.plan.name,
        team=seat.team.name,
        side=seat.side,
        brain=seat.plan.brain,
        role=seat.plan.role,
        score=told.score,
        kills=told.kills,
        deaths=told.deaths,
        thinks=work.thinks,
        dropped=work.dropped,
        restarts=work.restarts,
        phase=health.phase.value,
        why=health.why,
        failed=health.failed,
        kept_out="" if work.thinks or bot is None else bot.obstacle,
        timing=_timing(seat.member.work(), health.statistics.pace) if health.statistics else None,
    )


def _report_on_leader(desk: LeaderSeat) -> LeaderReport:
    office = desk.office
    return LeaderReport(
        name=office.name,
        team=desk.team.name,
        side=desk.side,
        brain=office.plan.brain,
        orders=office.orders,
        refused=tuple(office.objections),
        restarts=max(0, office.lives - 1),
        phase=office.phase.value,
        why=office.why,
        think_p99_ms=office.think_times.spread().p99_ms,
    )


def _timing(work: Work, pace: Pace) -> BotTiming:
    think, turnaround = work.think_times.spread(), work.turnarounds.spread()
    return BotTiming(
        think_p50_ms=think.p50_ms,
        think_p99_ms=think.p99_ms,
        turnaround_p99_ms=turnaround.p99_ms,
        thinks_hz=round(pace.thinks_hz_overall, 3),
        messages_in_hz=round(pace.lines_hz_overall, 3),
        messages_out_hz=round(pace.commands_hz_overall, 3),
        lag_p99_ms=pace.lag.p99_ms,
    )


def report_text(report: MatchReport) -> bytes:
    """What is kept of a match beside its recordings: the same for the same match."""
    return msgspec.json.format(msgspec.json.encode(report.untimed()), indent=2) + b"\n"
