"""What results say about strength: shares with intervals, and Elo ratings by maximum likelihood.

Ratings follow the model of Bradley and Terry on the scale of Elo: of two players whose ratings differ by
`d`, the better one expects ``1 / (1 + 10 ** (-d / 400))`` points per game. A draw counts as half a game
won and half a game lost. The ratings are those that make the results most likely, moved so that their
mean is 1500, after `PRIOR_DRAWS` more drawn games between every two players: without them, whoever won
every game would be infinitely strong. Intervals come from the curvature of the likelihood.
"""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import TYPE_CHECKING, Final, TypeAlias

import msgspec

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["MEAN", "PRIOR_DRAWS", "Duels", "Rating", "elo_ratings", "wilson_interval"]

MEAN: Final = 1500.0
"""The mean of all ratings."""
PRIOR_DRAWS: Final = 1.0
"""So many drawn games between every two players are added to the results."""
_SCALE: Final = 400.0 / math.log(10.0)
"""Points of Elo per unit of the logarithm of odds."""
_Z: Final = NormalDist().inv_cdf(0.975)
_ROUNDS: Final = 200
_CLOSE: Final = 1e-10

Duels: TypeAlias = "Mapping[tuple[str, str], tuple[float, float]]"
"""The points of both players in all games between them; each pair stands there once."""
_Matrix: TypeAlias = list[list[float]]


class Rating(msgspec.Struct, frozen=True):
    """How strong a player is, with an interval that holds it with 95 % confidence."""

    elo: float
    low: float
    high: float


def wilson_interval(points: float, games: float) -> tuple[float, float]:
    """The shares of points that so many out of so many leave possible, with 95 % confidence.

    Draws come as half points. Half points vary less than wins and losses do, so with draws the interval
    is wider than it need be, never narrower.

    >>> [round(bound, 3) for bound in wilson_interval(8, 10)]
    [0.49, 0.943]
    """
    if not games:
        return 0.0, 1.0
    share, spread = points / games, _Z * _Z / games
    middle = (share + spread / 2.0) / (1.0 + spread)
    half = math.sqrt(spread * share * (1.0 - share) + spread * spread / 4.0) / (1.0 + spread)
    return max(0.0, middle - half), min(1.0, middle + half)


def elo_ratings(
    names: Sequence[str], duels: Duels, *, prior_draws: float = PRIOR_DRAWS
) -> dict[str, Rating]:
    """The rating of every player.

    With `prior_draws=0`, every player must have won and lost something, in part at least.
    """
    points = _points(names, duels, prior_draws)
    strengths = _most_likely(points)
    errors = _errors(points, strengths)
    found = {}
    for name, strength, error in zip(names, strengths, errors, strict=True):
        elo, half = MEAN + _SCALE * strength, _SCALE * _Z * error
        found[name] = Rating(elo, elo - half, elo + half)
    return found


def _points(names: Sequence[str], duels: Duels, prior_draws: float) -> _Matrix:
    """What each player won of each other one."""
    place = {name: number for number, name in enumerate(names)}
    half = prior_draws / 2.0
    points = [[0.0 if one == other else half for other in names] for one in names]
    for (one, other), (won, lost) in duels.items():
        points[place[one]][place[other]] += won
        points[place[other]][place[one]] += lost
    return points


def _most_likely(points: _Matrix) -> list[float]:
    """The strengths under which the results are most likely, by Newton's method; their sum is 0."""
    strengths = [0.0] * len(points)
    for _ in range(_ROUNDS):
        slope = _slope(points, strengths)
        step = [
            sum(entry * value for entry, value in zip(row, slope, strict=True))
            for row in _covariance(points, strengths)
        ]
        strengths = _advanced(points, strengths, step)
        if max(map(abs, step), default=0.0) < _CLOSE:
            break
    return strengths


def _advanced(points: _Matrix, strengths: list[float], step: list[float]) -> list[float]:
    """One step further, or a part of it: far from the best, Newton's steps are too long."""
    before, part = _likelihood(points, strengths), 1.0
    while part > _CLOSE:
        after = [one + part * by for one, by in zip(strengths, step, strict=True)]
        if _likelihood(points, after) >= before:
            return after
        part /= 2.0
    return strengths


def _likelihood(points: _Matrix, strengths: list[float]) -> float:
    """The logarithm of how likely the results are."""
    return -sum(
        won * _softplus(strengths[other] - strengths[one])
        for one, row in enumerate(points)
        for other, won in enumerate(row)
        if won
    )


def _slope(points: _Matrix, strengths: list[float]) -> list[float]:
    """How many points more each player has than its strength lets expect."""
    everybody = range(len(points))
    return [
        sum(
            points[one][other]
            - (points[one][other] + points[other][one]) * _share(strengths[one] - strengths[other])
            for other in everybody
        )
        for one in everybody
    ]


def _covariance(points: _Matrix, strengths: list[float]) -> _Matrix:
    """What the results leave uncertain, about strengths whose sum is 0."""
    size = len(points)
    known = [[1.0 / size] * size for _ in points]  # that the sum is 0 is certain
    for one in range(size):
        for other in range(one):
            share = _share(strengths[one] - strengths[other])
            told = (points[one][other] + points[other][one]) * share * (1.0 - share)
            known[one][one] += told
            known[other][other] += told
            known[one][other] -= told
            known[other][one] -= told
    return [[entry - 1.0 / size for entry in row] for row in _inverse(known)]


def _errors(points: _Matrix, strengths: list[float]) -> list[float]:
    covariance = _covariance(points, strengths)
    return [math.sqrt(max(0.0, covariance[one][one])) for one in range(len(points))]


def _inverse(matrix: _Matrix) -> _Matrix:
    """By elimination; players are few, so that no library is needed."""
    size = len(matrix)
    rows = [
        [*row, *(1.0 if one == other else 0.0 for other in range(size))]
        for one, row in enumerate(matrix)
    ]
    for column in range(size):
        best = max(range(column, size), key=lambda number: abs(rows[number][column]))
        rows[column], rows[best] = rows[best], rows[column]
        pivot = [entry / rows[column][column] for entry in rows[column]]
        rows = [
            pivot
            if number == column
            else [entry - row[column] * by for entry, by in zip(row, pivot, strict=True)]
            for number, row in enumerate(rows)
        ]
    return [row[size:] for row in rows]


def _share(difference: float) -> float:
    """The share of the points that somebody expects who is that much stronger."""
    if difference < 0.0:
        return 1.0 - _share(-difference)
    return 1.0 / (1.0 + math.exp(-difference))


def _softplus(value: float) -> float:
    """``log(1 + exp(value))``, without overflow."""
    return max(value, 0.0) + math.log1p(math.exp(-abs(value)))
