"""Who leads."""

from __future__ import annotations

from agentfw.vocabulary._base import EntityId, Percept

__all__ = ["PlayerScore", "ScoreBoard", "TeamScore"]


class PlayerScore(Percept, frozen=True):
    """One player's score."""

    id: EntityId
    score: float | None = None
    deaths: int | None = None


class TeamScore(Percept, frozen=True):
    """One team's score."""

    team: int
    score: float | None = None
    id: EntityId | None = None


class ScoreBoard(Percept, frozen=True):
    """All scores at once, as (who, value) pairs in the order told."""

    players: tuple[tuple[EntityId, float], ...] | None = None
    teams: tuple[tuple[int, float], ...] | None = None
    point_owners: tuple[tuple[EntityId, int], ...] | None = None
    has_flag: bool | None = None
    """This player carries a flag."""
    our_flag_taken: bool | None = None
