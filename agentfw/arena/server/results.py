"""How a match ended: who won, and by what."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from agentfw.arena.world.world import World

__all__ = ["MatchResult", "PlayerResult", "result_of"]

_COLORS = ("red", "blue", "green", "gold")


class PlayerResult(msgspec.Struct, frozen=True):
    """What one player achieved."""

    name: str
    team: int
    score: float
    kills: int
    deaths: int


class MatchResult(msgspec.Struct, frozen=True):
    """The end of one match."""

    match: int
    level: str
    mode: str
    seed: int
    game_time_s: float
    because: str
    """score, time, lives, or nothing when it was broken off."""
    team_scores: dict[int, float]
    players: tuple[PlayerResult, ...]
    """The best first."""

    @property
    def winner(self) -> str:
        """The name of the side that leads, empty at a tie."""
        if self.team_scores:
            best = max(self.team_scores.values())
            leaders = [team for team, score in self.team_scores.items() if score == best]
            return team_name(leaders[0]) if len(leaders) == 1 else ""
        if not self.players or (
            len(self.players) > 1 and self.players[0].score == self.players[1].score
        ):
            return ""
        return self.players[0].name

    @property
    def summary(self) -> str:
        """The scores in one short line."""
        if self.team_scores:
            return " ".join(f"{team_name(team)} {score:g}" for team, score in self.team_scores.items())
        return " ".join(f"{player.name} {player.score:g}" for player in self.players[:3])


def team_name(team: int) -> str:
    """What a team is called."""
    return _COLORS[team] if 0 <= team < len(_COLORS) else f"team {team}"


def result_of(world: World, match: int) -> MatchResult:
    """The state of a match as a result."""
    players = (
        PlayerResult(player.name, player.team, player.score, player.kills, player.deaths)
        for player in world.rules.leaders()
    )
    return MatchResult(
        match,
        world.level.name,
        world.settings.mode.value,
        world.seed,
        world.match_time,
        world.rules.ended_because,
        dict(world.rules.team_scores),
        tuple(players),
    )
