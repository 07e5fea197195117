"""Who stands where: tables over all games, and over those of each game type."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Final

import msgspec

from agentfw.tournament.ratings import Rating, elo_ratings, wilson_interval

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from agentfw.tournament.playing import Outcome
    from agentfw.tournament.schedule import Game

__all__ = ["EVERYTHING", "Duel", "Row", "Table", "tables_of"]

EVERYTHING: Final = "all"
"""The table over all game types is called so."""


class Duel(msgspec.Struct, frozen=True, kw_only=True):
    """How one entrant did against another."""

    name: str
    against: str
    games: int
    wins: int
    draws: int
    losses: int
    share: float
    """Of the points; a draw is half a point for both."""


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """How one entrant did against all others."""

    name: str
    games: int
    wins: int
    draws: int
    losses: int
    forfeits: int
    """How many of the losses are due to a brain that failed."""
    share: float
    """Of the points, with its 95 % interval."""
    share_low: float
    share_high: float
    lead: float | None
    """By how much its scores were better than those of the others, per game; forfeits do not count."""
    elo: float
    elo_low: float
    elo_high: float


class Table(msgspec.Struct, frozen=True):
    """One table: the best first, and everybody against everybody."""

    scope: str
    """`EVERYTHING`, or a game type."""
    rows: tuple[Row, ...]
    duels: tuple[Duel, ...]
    """In the order of the rows."""

    def duel(self, name: str, against: str) -> Duel | None:
        """How one did against another; None when they did not meet."""
        found = (duel for duel in self.duels if (duel.name, duel.against) == (name, against))
        return next(found, None)


class _Result(msgspec.Struct, frozen=True):
    """One game, as one of the two entrants sees it."""

    name: str
    against: str
    points: float
    lead: float | None
    is_forfeit: bool


def tables_of(
    names: Sequence[str], games: Iterable[Game], outcomes: Mapping[str, Outcome]
) -> tuple[Table, ...]:
    """The table over all games that have an outcome, and one for each game type if there are several."""
    played = [game for game in games if game.key in outcomes]
    modes = list(dict.fromkeys(game.mode for game in played))
    scopes = [EVERYTHING, *(modes if len(modes) > 1 else ())]
    return tuple(
        _table(scope, names, [game for game in played if scope in (EVERYTHING, game.mode)], outcomes)
        for scope in scopes
    )


def _table(
    scope: str, names: Sequence[str], games: list[Game], outcomes: Mapping[str, Outcome]
) -> Table:
    results = [result for game in games for result in _results(game, outcomes[game.key])]
    pairs = {pair: _between(results, *pair) for pair in itertools.permutations(names, 2)}
    points = {
        (one, other): (_points(pairs[one, other]), _points(pairs[other, one]))
        for one, other in itertools.combinations(names, 2)
    }
    ratings = elo_ratings(names, points)
    rows = [_row(name, [one for one in results if one.name == name], ratings[name]) for name in names]
    rows.sort(key=lambda row: -row.elo)
    order = itertools.permutations([row.name for row in rows], 2)
    duels = (_duel(*pair, pairs[pair]) for pair in order if pairs[pair])
    return Table(scope, tuple(rows), tuple(duels))


def _results(game: Game, outcome: Outcome) -> Iterator[_Result]:
    for side, other in ((0, 1), (1, 0)):
        is_forfeit = outcome.forfeit is not None
        lead = None if is_forfeit else outcome.scores[side] - outcome.scores[other]
        names = game.sides[side], game.sides[other]
        yield _Result(*names, outcome.points[side], lead, outcome.forfeit == side)


def _between(results: list[_Result], name: str, against: str) -> list[_Result]:
    return [one for one in results if (one.name, one.against) == (name, against)]


def _points(results: list[_Result]) -> float:
    return sum(one.points for one in results)


def _row(name: str, results: list[_Result], rating: Rating) -> Row:
    games, points = len(results), _points(results)
    low, high = wilson_interval(points, games)
    leads = [one.lead for one in results if one.lead is not None]
    return Row(
        name=name,
        games=games,
        wins=_count(results, 1.0),
        draws=_count(results, 0.5),
        losses=_count(results, 0.0),
        forfeits=sum(one.is_forfeit for one in results),
        share=round(points / games, 4) if games else 0.0,
        share_low=round(low, 4),
        share_high=round(high, 4),
        lead=round(sum(leads) / len(leads), 2) if leads else None,
        elo=round(rating.elo, 1),
        elo_low=round(rating.low, 1),
        elo_high=round(rating.high, 1),
    )


def _duel(name: str, against: str, results: list[_Result]) -> Duel:
    return Duel(
        name=name,
        against=against,
        games=len(results),
        wins=_count(results, 1.0),
        draws=_count(results, 0.5),
        losses=_count(results, 0.0),
        share=round(_points(results) / len(results), 4),
    )


def _count(results: list[_Result], points: float) -> int:
    return sum(one.points == points for one in results)
