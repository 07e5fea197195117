"""What all game types share: settings, limits, team scores and the end of a match."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from agentfw.arena.games.specs import DamageSpec
    from agentfw.arena.world.players import Player
    from agentfw.arena.world.rules.domination import Point
    from agentfw.arena.world.rules.flags import Flag
    from agentfw.arena.world.world import World
    from agentfw.geometry import Vec3

__all__ = ["MatchSettings", "Mode", "Rules", "touches"]


class Mode(enum.Enum):
    """A game type, by the word people call it with."""

    DEATHMATCH = "dm"
    TEAM_DEATHMATCH = "tdm"
    CAPTURE_THE_FLAG = "ctf"
    DOMINATION = "dom"
    DOUBLE_DOMINATION = "ddom"


class MatchSettings(msgspec.Struct, kw_only=True):
    """How a match is played; an operator may change it while it runs."""

    mode: Mode = Mode.DEATHMATCH
    score_limit: int = 25
    """The match ends when somebody has as many points; 0 for no limit."""
    time_limit_s: float = 1200.0
    """In game time; 0 for no limit."""
    weapon_stay: bool = False
    weapon_throwing: bool = True
    friendly_fire: float = 0.0
    """The part of the damage that team-mates do to each other."""
    translocator: bool = False
    max_lives: int = 0
    teams: int = 2
    overtime: bool = True
    """Whether a tie at the time limit is played on."""


def touches(player: Player, feet: Vec3, radius: float, half_height: float) -> bool:
    """Whether a player's body touches the cylinder that stands at a place."""
    if player.pawn is None:
        return False
    body = player.pawn.body
    dx, dy, reach = feet.x - body.x, feet.y - body.y, radius + body.spec.radius
    return (
        dx * dx + dy * dy <= reach * reach
        and feet.z < body.z + 2 * body.half_height
        and feet.z + 2 * half_height > body.z
    )


class Rules:
    """The rules of a game type. A subclass says who scores; this one says when it is over."""

    has_teams = False
    kill_adrenaline = 5

    def __init__(self, world: World) -> None:
        self.world = world
        self.team_scores: dict[int, float] = {}
        if self.has_teams:
            self.team_scores = dict.fromkeys(range(world.settings.teams), 0.0)
        self.is_over = False
        self.ended_because = ""

    @property
    def flags(self) -> tuple[Flag, ...]:
        """The flags of the match."""
        return ()

    @property
    def points(self) -> tuple[Point, ...]:
        """The domination points of the match."""
        return ()

    @property
    def time_left_s(self) -> float:
        """How long the match may still last; 0 without a limit."""
        limit = self.world.settings.time_limit_s
        return max(0.0, limit - self.world.match_time) if limit else 0.0

    def are_friends(self, one: Player, other: Player) -> bool:
        """Whether two players are on one side."""
        return one is other or (self.has_teams and one.team == other.team)

    def on_kill(self, victim: Player, killer: Player | None, spec: DamageSpec) -> None:
        """Somebody died, by a player or by the world."""
        raise NotImplementedError

    def on_death(self, victim: Player) -> None:
        """A body is about to vanish."""

    def on_translocated(self, player: Player) -> None:
        """A body is about to be somewhere else by its own beacon."""

    def on_leave(self, player: Player) -> None:
        """Somebody leaves the match."""

    def tick(self, seconds: float) -> None:
        """Let time pass."""

    def check_end(self) -> None:
        """Find out whether the match is over."""
        if self.is_over:
            return
        settings, best = self.world.settings, self.best()
        if settings.score_limit and best >= settings.score_limit:
            self._end("score")
        elif settings.time_limit_s and self.world.match_time >= settings.time_limit_s:
            if not (settings.overtime and self.is_tie()):
                self._end("time")
        elif settings.max_lives and self._is_last_one_left(settings.max_lives):
            self._end("lives")

    def best(self) -> float:
        """The highest score of a side."""
        return max(self._scores(), default=0.0)

    def is_tie(self) -> bool:
        """Whether nobody leads."""
        scores = sorted(self._scores(), reverse=True)
        return len(scores) > 1 and scores[0] == scores[1]

    def leaders(self) -> list[Player]:
        """The players, the best first."""
        return sorted(
            self.world.players, key=lambda player: (-player.score, player.deaths, player.number)
        )

    def _scores(self) -> list[float]:
        if self.has_teams:
            return list(self.team_scores.values())
        return [player.score for player in self.world.players]

    def _is_last_one_left(self, lives: int) -> bool:
        sides = {self._side(player) for player in self.world.players}
        left = {self._side(player) for player in self.world.players if player.deaths < lives}
        return len(sides) > 1 and len(left) <= 1

    def _side(self, player: Player) -> int:
        return player.team if self.has_teams else player.number

    def _end(self, why: str) -> None:
        self.is_over, self.ended_because = True, why

    def add_team_score(self, team: int, points: float) -> None:
        """Points for a team; teams that do not exist get none."""
        if team in self.team_scores:
            self.team_scores[team] = round(self.team_scores[team] + points, 6)
