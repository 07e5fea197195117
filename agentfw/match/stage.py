"""A match that is being played, for whoever watches: who plays, how it stands, how long it lasts."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from agentfw.arena.server.results import team_name
from agentfw.perception.view import Scores

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from agentfw.arena.server import Arena
    from agentfw.match.news import News, NewsDesk
    from agentfw.match.reporting import MatchReport
    from agentfw.perception import View
    from agentfw.team import BotPlan, Lineup, Member, Team, TeamPlan

__all__ = ["Listener", "Seat", "Stage", "mode_of"]


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
    """One bot in a match."""

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


class Stage:
    """One match, from its first tick to its last."""

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

    @property
    def level(self) -> str:
        """The map."""
        if self.arena is not None:
            return self.arena.world.level.name
        return next((view.game.level for view in self.views() if view.game.level), "")

    @property
    def mode(self) -> str:
        """The game type, by the word people call it with."""
        if self.arena is not None:
            return self.arena.world.settings.mode.value
        types = (view.game.game_type for view in self.views() if view.game.game_type)
        return mode_of(next(types, ""))

    @property
    def clock_s(self) -> float:
        """Game time since the match began."""
        if self.arena is not None:
            return self.arena.world.match_time
        return max((view.time or 0.0 for view in self.views()), default=0.0)

    @property
    def left_s(self) -> float | None:
        """Game time until the match ends; 0 while a tie is played on, None when nobody knows."""
        if self.arena is not None:
            return self.arena.world.rules.time_left_s
        known = [view.time_left_s for view in self.views() if view.time_left_s is not None]
        return min(known, default=None)

    @property
    def team_scores(self) -> Mapping[int, float]:
        """The scores of teams, where teams score."""
        if self.arena is not None:
            return self.arena.world.rules.team_scores
        scores: dict[int, float] = {}
        for seat in self.seats:
            if seat.view is not None and seat.view.has_teams:
                for team, score in seat.scores.teams.items():
                    scores[team] = max(score, scores.get(team, score))
        return dict(sorted(scores.items()))

    def side_name(self, side: int) -> str:
        """What a side is called: as the team file does, else by its color."""
        teams = (seat.team.name for seat in self.seats if seat.side == side)
        return next(teams, team_name(side))

    def views(self) -> Iterator[View]:
        """What the bots saw last."""
        return (view for seat in self.seats if (view := seat.view) is not None)


def mode_of(game_type: str) -> str:
    """The word for a game type that a server named.

    >>> mode_of("BotDoubleDomination"), mode_of("BotCTFGame"), mode_of("BotDeathMatchPlus")
    ('ddom', 'ctf', 'dm')
    """
    name = game_type.lower()
    words = {"doubledom": "ddom", "domination": "dom", "ctf": "ctf", "team": "tdm"}
    return next((mode for part, mode in words.items() if part in name), "dm")
