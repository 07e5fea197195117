"""A match that is being played, for whoever watches: who plays, how it stands, how long it lasts."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import trio

from agentfw.arena.server.results import team_name
from agentfw.perception.view import Scores
from agentfw.team import Phase

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from agentfw.arena.server import Arena
    from agentfw.engines.link import Session
    from agentfw.match.news import News, NewsDesk
    from agentfw.match.reporting import MatchReport
    from agentfw.perception import View
    from agentfw.team import BotPlan, Lineup, Member, Office, Team, TeamPlan

__all__ = ["LeaderSeat", "Listener", "Seat", "Stage", "mode_of"]


class Listener:
    """Somebody who watches matches; this one does nothing, and is there to be made more of.

    It is called between the thinks of bots, so it has to be quick.
    """

    def begun(self, stage: Stage) -> None:
        """A match begins."""

    def happened(self, stage: Stage, news: News) -> None:
        """Something happened in it."""

    def beat(self, stage: Stage) -> None:
        """A quarter of a second has passed, on the clock of the match."""

    def ended(self, report: MatchReport) -> None:
        """The match is over."""


class Seat(NamedTuple):
    """One bot in a match, or in one after the other."""

    plan: BotPlan
    team: TeamPlan
    side: int
    """The number of its team, or its place among the teams where everybody plays for himself."""
    member: Member

    @property
    def view(self) -> View | None:
        """What the bot saw last."""
        bot = self.member.bot
        return bot.circle.view if bot is not None else None

    @property
    def scores(self) -> Scores:
        """Who leads, as the bot was told last; at the end of a match that is newer than its view."""
        bot = self.member.bot
        return bot.circle.store.scores if bot is not None else Scores()

    @property
    def session(self) -> Session | None:
        """The conversation with the server, or the last one."""
        bot = self.member.bot
        return bot.circle.session if bot is not None and bot.circle.was_connected else None

    @property
    def work(self) -> SeatWork:
        """What was done on it so far."""
        work, member = self.member.work(), self.member
        return SeatWork(work.thinks, work.dropped, member.restarts)


class LeaderSeat(NamedTuple):
    """Whoever leads one of the teams."""

    team: TeamPlan
    side: int
    office: Office


class SeatWork(NamedTuple):
    """What a bot has done, and what it took."""

    thinks: int = 0
    dropped: int = 0
    restarts: int = 0


class _Past(NamedTuple):
    """What was so on one seat when the last match ended."""

    session: Session | None
    view: View | None
    work: SeatWork
    has_heard: bool
    """Whether the bot was told of that end."""


class Stage:
    """One match, from its first tick to its last; then, on a server, the next one with the same bots."""

    def __init__(
        self, lineup: Lineup, *, number: int, seed: int, arena: Arena | None, is_fast: bool
    ) -> None:
        self.lineup = lineup
        self.number = number
        """Which of the matches it is, from 1."""
        self.seed = seed
        self.arena = arena
        self.is_fast = is_fast
        self.teams: tuple[Team, ...] = ()
        self.seats: tuple[Seat, ...] = ()
        self.desk: NewsDesk | None = None
        self._past: dict[str, _Past] = {}
        self._clock: tuple[float, float] | None = None
        """The last time that the game told, and when that was."""

    def begin_next(self) -> None:
        """Another match begins: what was seen and done so far belongs to the last one."""
        self.number += 1
        self._clock = 0.0, trio.current_time()
        for seat in self.seats:
            self._past[seat.plan.name] = _Past(seat.session, seat.view, seat.work, has_heard=False)
        if self.desk is not None:
            self.desk.begin()

    def hear_end(self, name: str) -> None:
        """A bot was told that the last match is over."""
        past = self._past.get(name)
        if past is not None:
            self._past[name] = past._replace(view=self._seat(name).view, has_heard=True)

    def is_on(self, name: str) -> bool:
        """Whether what a bot sees belongs to this match: not as long as the last one lingers on."""
        past = self._past.get(name)
        if past is None:
            return True
        seat = self._seat(name)
        if seat.view is past.view:
            return False
        bot = seat.member.bot
        is_begun_anew = past.has_heard and bot is not None and not bot.circle.store.is_over
        return seat.session is not past.session or is_begun_anew

    def work_on(self, seat: Seat) -> SeatWork:
        """What a bot has done in this match."""
        past, work = self._past.get(seat.plan.name), seat.work
        if past is None:
            return work
        return SeatWork(*(now - before for now, before in zip(work, past.work, strict=True)))

    @property
    def level(self) -> str:
        """The map."""
        if self.arena is not None:
            return self.arena.world.level.name
        return next((view.game.level for view in self._newest_views() if view.game.level), "")

    @property
    def mode(self) -> str:
        """The game type, by the word people call it with."""
        if self.arena is not None:
            return self.arena.world.settings.mode.value
        types = (view.game.game_type for view in self._newest_views() if view.game.game_type)
        return mode_of(next(types, ""))

    @property
    def game_time_s(self) -> float:
        """Game time since the match began; 0 as long as nobody was told."""
        if self.arena is not None:
            return self.arena.world.match_time
        return max((view.time or 0.0 for view in self.views()), default=0.0)

    @property
    def clock_s(self) -> float:
        """The same for whoever watches: while no bot is in the game, the time goes on without it."""
        if self.arena is not None:
            return self.arena.world.match_time
        times = (view.time for view in self._views_of_playing())
        known = max((one for one in times if one is not None), default=None)
        if known is not None:
            self._clock = known, trio.current_time()
            return known
        clock, at = self._clock or (0.0, self._began_at)
        return clock + trio.current_time() - at if at is not None else 0.0

    @property
    def _began_at(self) -> float | None:
        """When the first bot set out; None before."""
        times = (seat.member.began_at for seat in self.seats)
        return min((one for one in times if one is not None), default=None)

    @property
    def left_s(self) -> float | None:
        """Game time until the match ends; 0 while a tie is played on, None when nobody knows now."""
        if self.arena is not None:
            return self.arena.world.rules.time_left_s
        known = [view.time_left_s for view in self._views_of_playing() if view.time_left_s is not None]
        return min(known, default=None)

    @property
    def team_scores(self) -> Mapping[int, float]:
        """The scores of teams, where teams score."""
        if self.arena is not None:
            return self.arena.world.rules.team_scores
        scores: dict[int, float] = {}
        for seat in self.present():
            if seat.view is not None and seat.view.has_teams:
                for team, score in seat.scores.teams.items():
                    scores[team] = max(score, scores.get(team, score))
        return dict(sorted(scores.items()))

    def side_name(self, side: int) -> str:
        """What a side is called: as the team file does, else by its color."""
        teams = (seat.team.name for seat in self.seats if seat.side == side)
        return next(teams, team_name(side))

    def offices(self) -> Iterator[LeaderSeat]:
        """The leaders of all teams that have one."""
        for number, team in enumerate(self.teams):
            office = team.liaison.office if team.liaison is not None else None
            if office is not None:
                side = number if team.plan.number is None else team.plan.number
                yield LeaderSeat(team.plan, side, office)

    def present(self) -> Iterator[Seat]:
        """The bots that have seen anything of this match."""
        return (seat for seat in self.seats if self._is_here(seat) and self.is_on(seat.plan.name))

    def views(self) -> Iterator[View]:
        """What those saw last."""
        return (view for seat in self.present() if (view := seat.view) is not None)

    def _views_of_playing(self) -> Iterator[View]:
        """What those see who are in the game now."""
        playing = (seat for seat in self.present() if seat.member.phase is Phase.PLAYING)
        return (view for seat in playing if (view := seat.view) is not None)

    def _is_here(self, seat: Seat) -> bool:
        """Whether a bot has seen the map that is played, and not only one before."""
        played = self.desk.level if self.desk is not None else ""
        view = seat.view
        return view is not None and (not played or view.game.level in (None, "", played))

    def _seat(self, name: str) -> Seat:
        return next(seat for seat in self.seats if seat.plan.name == name)

    def _newest_views(self) -> Iterator[View]:
        """What bots saw last, if need be in the match before: that is how it goes on."""
        yield from self.views()
        yield from (view for seat in self.seats if (view := seat.view) is not None)


def mode_of(game_type: str) -> str:
    """The word for a game type that a server named.

    >>> mode_of("BotDoubleDomination"), mode_of("BotCTFGame"), mode_of("BotDeathMatchPlus")
    ('ddom', 'ctf', 'dm')
    """
    name = game_type.lower()
    words = {"doubledom": "ddom", "domination": "dom", "ctf": "ctf", "team": "tdm"}
    return next((mode for part, mode in words.items() if part in name), "dm")
