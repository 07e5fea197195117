"""Team files at play: matches in an arena of their own, one after the other, or on a server."""

from __future__ import annotations

import contextlib
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import trio
import trio.testing
from msgspec.structs import replace

from agentfw.arena.server import Arena, ArenaOptions, open_arena
from agentfw.engines.doors import local_door
from agentfw.engines.link import AUTO
from agentfw.errors import UsageError
from agentfw.match.company import GIVEN_UP, INTERRUPTED, Company
from agentfw.match.interrupting import asking_first, holding_back
from agentfw.match.keeping import MatchFolder, check_folder, kept
from agentfw.match.lagging import Lagging
from agentfw.match.reporting import TIE, outcome_of, report_on
from agentfw.match.stage import Listener, Stage
from agentfw.match.sweeping import sweeping_seldom
from agentfw.match.touring import Tour

if TYPE_CHECKING:
    from agentfw.match.reporting import MatchReport, Outcome
    from agentfw.team import Ground, Lineup

__all__ = ["arena_options", "play_lineup"]

_MINUTES: Final = 10.0
"""How long a match lasts, unless told."""
_OVERTIME: Final = 3.0
"""A tie is played on, but no longer than so many times the limit."""


def play_lineup(
    lineup: Lineup,
    *,
    is_fast: bool = False,
    record: Path | None = None,
    overwrite: bool = False,
    listener: Listener | None = None,
) -> tuple[MatchReport, ...]:
    """Play all matches of a lineup; the last report says whether they were broken off.

    In an arena, every match has fresh teams and a seed of its own, and with `is_fast` a clock that
    jumps: the same seed gives the same reports, but for their times, and the same recordings, byte for
    byte. On a server, bots stay from one match to the next, and reports hold what they were told.

    `record` names a folder that gets a file per bot and life and a ``result.json``; when there are
    several matches, one folder for each. Raises `AgentError` before anything begins when it cannot.
    """
    _check(lineup, is_fast=is_fast)
    if record is None and lineup.record is not None:
        record = Path(lineup.record)
    if record is not None:
        everybody = (one for team in lineup.teams for one in (*team.bots, team.coordinator))
        names = (one.name for one in everybody if one is not None)
        check_folder(record, names, overwrite=overwrite)
    audience = listener if listener is not None else Listener()
    if lineup.ground.host is not None:
        folder = MatchFolder(record, overwrite=overwrite) if record is not None else None
        return trio.run(Tour(lineup, audience, folder).play)
    return _play_in_arenas(_Season(lineup, is_fast, record, overwrite, audience))


def arena_options(ground: Ground, seed: int) -> ArenaOptions:
    """The arena that a ground asks for."""
    return ArenaOptions(
        map=ground.map,
        mode=ground.mode,
        dialect=None if ground.dialect == AUTO else ground.dialect,
        seed=seed,
        bots=ground.bots,
        skill=ground.skill,
        score_limit=ground.score,
        time_limit_min=ground.minutes or _MINUTES,
        restarts=False,
    )


def _check(lineup: Lineup, *, is_fast: bool) -> None:
    """Find out what cannot be played."""
    if not any(team.bots or team.recruit is not None for team in lineup.teams):
        raise UsageError("there is no bot to play")
    if lineup.ground.host is None:
        arena_options(lineup.ground, lineup.seed).settled().find_map()
    elif is_fast:
        raise UsageError("only an arena can be fast: the clock of a server cannot jump")


class _Season(NamedTuple):
    """Matches in arenas, and who watches them."""

    lineup: Lineup
    is_fast: bool
    record: Path | None
    overwrite: bool
    listener: Listener

    def folder(self, number: int) -> MatchFolder | None:
        """Where a match is recorded."""
        if self.record is None:
            return None
        path = self.record / f"match-{number}" if self.lineup.matches > 1 else self.record
        within = self.record if number == 1 else path
        return MatchFolder(path, overwrite=self.overwrite, within=within)


def _play_in_arenas(season: _Season) -> tuple[MatchReport, ...]:
    """One match after the other, each with a clock of its own, so that none depends on another."""
    reports: list[MatchReport] = []
    with holding_back():
        for number in range(1, season.lineup.matches + 1):
            clock = trio.testing.MockClock(autojump_threshold=0.0) if season.is_fast else None
            with sweeping_seldom() if season.is_fast else contextlib.nullcontext():
                report = trio.run(_play_in_arena, season, number, clock=clock)
            season.listener.ended(report)
            reports.append(report)
            if report.stopped in (INTERRUPTED, GIVEN_UP):
                break
    return tuple(reports)


async def _play_in_arena(season: _Season, number: int) -> MatchReport:
    began_at, folder, interrupted = time.perf_counter(), season.folder(number), trio.Event()
    lineup, seed = season.lineup, season.lineup.seed + number - 1
    with asking_first(interrupted.set):  # before the arena is made, which takes its time
        arena = Arena(arena_options(lineup.ground, seed))
        stage = Stage(lineup, number=number, seed=seed, arena=arena, is_fast=season.is_fast)
        company = await _perform(stage, arena, season.listener, folder, interrupted)
    outcome, stopped = _end(company, arena)
    report = report_on(
        stage,
        outcome,
        stopped=stopped,
        real_s=time.perf_counter() - began_at,
        folder=folder.path if folder is not None else None,
    )
    report = kept(report, folder)
    company.listener.check()
    return report


def _end(company: Company, arena: Arena) -> tuple[Outcome, str]:
    """How the match went, and why it did not come to its end, if it did not: a tie is an end."""
    if company.outcome is None:
        return outcome_of(company.stage), company.stopped if arena.is_finished else GIVEN_UP
    if company.stopped == TIE:
        return replace(company.outcome, because=TIE), ""
    return company.outcome, company.stopped


async def _perform(
    stage: Stage,
    arena: Arena,
    listener: Listener,
    folder: MatchFolder | None,
    interrupted: trio.Event,
) -> Company:
    """Let a match happen in its arena, from beginning to end."""
    async with open_arena(arena) as server:
        door = local_door(server.connect, [arena.dialect])
        name = arena.dialect.name
        company = Company(stage, door, name, listener, folder=folder, interrupted=interrupted)
        # Half a tick off, nothing that bots do depends on who is woken first.
        await trio.sleep(arena.tick_s / 2.0)
        await company.play(lambda: _watch(stage, arena, company))
    return company


async def _watch(stage: Stage, arena: Arena, company: Company) -> None:
    """End the match when it is over, or when a tie has lasted too long."""
    last, lagging = (
        _OVERTIME * arena.world.settings.time_limit_s,
        Lagging(stage, arena, trio.current_time()),
    )
    while True:
        await trio.sleep(arena.tick_s)
        lagging.look(trio.current_time())
        if arena.is_finished or arena.world.match_time > last:
            break
    company.stop("the match is over", stopped="" if arena.is_finished else TIE)
