"""Who leads, as the game tells it in one way or another."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from agentfw.perception.view import Scores
from agentfw.vocabulary import PlayerScore

if TYPE_CHECKING:
    from agentfw.vocabulary import EntityId, ScoreBoard, TeamScore

__all__ = ["Standings"]


class Standings:
    """The scores of teams and players; a picture of them is made anew only when one changes."""

    def __init__(self) -> None:
        self._teams: dict[int, float] = {}
        self._players: dict[EntityId, float] = {}
        self._deaths: dict[EntityId, int] = {}
        self._told = Scores()
        self._is_news = False

    def hear(self, score: PlayerScore | TeamScore) -> None:
        """One score was told."""
        if not isinstance(score, PlayerScore):
            if score.score is not None and self._teams.get(score.team) != score.score:
                self._teams[score.team] = score.score
                self._is_news = True
            return
        if score.score is not None and self._players.get(score.id) != score.score:
            self._players[score.id] = score.score
            self._is_news = True
        if score.deaths is not None and self._deaths.get(score.id) != score.deaths:
            self._deaths[score.id] = score.deaths
            self._is_news = True

    def read(self, board: ScoreBoard) -> None:
        """All scores were told."""
        teams, players = dict(board.teams or ()), dict(board.players or ())
        if teams.items() <= self._teams.items() and players.items() <= self._players.items():
            return
        self._teams.update(teams)
        self._players.update(players)
        self._is_news = True

    def forget(self) -> None:
        """Another match begins."""
        self._teams.clear()
        self._players.clear()
        self._deaths.clear()
        self._is_news = True

    def scores(self) -> Scores:
        """The scores as of now."""
        if self._is_news:
            self._is_news = False
            self._told = Scores(
                MappingProxyType(dict(self._teams)),
                MappingProxyType(dict(self._players)),
                MappingProxyType(dict(self._deaths)),
            )
        return self._told
