"""Which games a tournament consists of, as plain data.

Every two entrants meet on every ground with every seed, twice, with sides swapped. The key of a game is
made of everything that decides how it goes, and of nothing else: a changed plan gives other keys, a
renamed entrant does not, and two games with the same key are the same game.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import msgspec

from agentfw import __version__
from agentfw.match import Fighter, SkirmishOptions
from agentfw.tournament.playing import SIDES, GameSpec
from agentfw.tournament.recruits import digest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from agentfw.tournament.entries import Ground, Tournament
    from agentfw.tournament.recruits import Recruit

__all__ = ["Game", "Schedule"]


class Game(msgspec.Struct, frozen=True):
    """One game."""

    key: str
    pair: tuple[str, str]
    """The names of the entrants, in the order of their file."""
    ground: str
    mode: str
    seed: int
    sides: tuple[str, str]
    """The same names, in the order of their sides."""


class Schedule:
    """All games of a tournament, and what it takes to play each of them."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self._grounds = {ground.label: ground for ground in tournament.grounds}
        self._squads = {
            (entrant.name, ground.label): _squad(entrant.squads[ground.mode], ground.bots)
            for entrant in tournament.entrants
            for ground in tournament.grounds
        }
        self._identities = {
            place: [one.identity for one in squad] for place, squad in self._squads.items()
        }
        self.games = tuple(self._games())
        """With all games of a seed before those of the next, so that what is done can be looked at."""

    def spec(self, game: Game) -> bytes:
        """The game as `play_game` takes it."""
        ground = self._grounds[game.ground]
        fighters, witnesses = [], {ground.witness}
        for side, name in enumerate(game.sides):
            squad = self._squads[name, game.ground]
            fighters += [_fighter(one, side, number, ground) for number, one in enumerate(squad, 1)]
            witnesses |= {one for member in squad for one in member.witnesses}
        skirmish = SkirmishOptions(arena=ground.arena(game.seed), fighters=tuple(fighters))
        ordered = sorted(witnesses, key=lambda one: (one.kind, one.name))
        return msgspec.json.encode(GameSpec(skirmish, tuple(ordered)))

    def _games(self) -> Iterator[Game]:
        names = [entrant.name for entrant in self.tournament.entrants]
        pairs = list(itertools.combinations(names, 2))
        grounds = self.tournament.grounds
        for seed, ground, pair in itertools.product(self.tournament.seeds, grounds, pairs):
            for sides in (pair, (pair[1], pair[0])):
                key = self._key(ground, seed, sides)
                yield Game(key, pair, ground.label, ground.mode, seed, sides)

    def _key(self, ground: Ground, seed: int, sides: tuple[str, str]) -> str:
        squads = [self._identities[name, ground.label] for name in sides]
        return digest(msgspec.json.encode((__version__, ground.identity, seed, squads)))


def _squad(recruits: tuple[Recruit, ...], bots: int) -> tuple[Recruit, ...]:
    """As many as play, taken in turn."""
    return tuple(itertools.islice(itertools.cycle(recruits), bots))


def _fighter(one: Recruit, side: int, number: int, ground: Ground) -> Fighter:
    return Fighter(
        brain=one.brain,
        name=f"{SIDES[side]}{number}",
        team=None if ground.mode == "dm" else side,
        options=one.options,
        skill=one.skill,
        files=one.files,
    )
