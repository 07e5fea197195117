"""A tournament when everything in its file is settled: entrants, grounds and seeds."""

from __future__ import annotations

import msgspec

from agentfw.arena.server import ArenaOptions
from agentfw.tournament.recruits import Recruit, Witness, digest

__all__ = ["Entrant", "Ground", "Tournament"]


class Entrant(msgspec.Struct, frozen=True):
    """Somebody who takes part."""

    name: str
    squads: dict[str, tuple[Recruit, ...]]
    """Who plays for it, by game type; its bots take one after the other."""


class Ground(msgspec.Struct, frozen=True, kw_only=True):
    """Where and how it is played."""

    label: str
    """Different for every ground of a tournament."""
    map: str
    mode: str
    bots: int
    """Per side."""
    minutes: float
    score: int | None
    witness: Witness
    """Of the map."""

    @property
    def identity(self) -> str:
        """The same for two grounds where the same games are played."""
        parts = (self.mode, self.bots, float(self.minutes), self.score, self.witness.digest)
        return digest(msgspec.json.encode(parts))

    def arena(self, seed: int) -> ArenaOptions:
        """The arena of one game."""
        return ArenaOptions(
            map=self.map,
            mode=self.mode,
            seed=seed,
            time_limit_min=self.minutes,
            score_limit=self.score,
        )


class Tournament(msgspec.Struct, frozen=True, kw_only=True):
    """Everybody against everybody, on every ground, with every seed, on both sides."""

    name: str
    entrants: tuple[Entrant, ...]
    grounds: tuple[Ground, ...]
    seeds: tuple[int, ...]
