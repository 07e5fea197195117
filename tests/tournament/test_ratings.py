"""Shares and ratings against known values, and what must hold for any results."""

from __future__ import annotations

import itertools
import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agentfw.tournament.ratings import MEAN, Rating, elo_ratings, wilson_interval

COUNTS = st.integers(0, 200)
NAMES = ("a", "b", "c", "d")
RESULTS = st.lists(st.tuples(COUNTS, COUNTS), min_size=6, max_size=6)


def rated(results: list[tuple[int, int]]) -> dict[str, Rating]:
    return elo_ratings(NAMES, dict(zip(itertools.combinations(NAMES, 2), results, strict=True)))


@pytest.mark.parametrize(
    ("points", "games", "low", "high"),
    [(8, 10, 0.490, 0.943), (0, 10, 0.0, 0.278), (10, 10, 0.722, 1.0), (50, 100, 0.404, 0.596)],
)
def test_the_wilson_interval_has_its_known_values(
    points: float, games: int, low: float, high: float
) -> None:
    assert wilson_interval(points, games) == pytest.approx((low, high), abs=5e-4)


def test_without_games_any_share_is_possible() -> None:
    assert wilson_interval(0, 0) == (0.0, 1.0)


@settings(deadline=None)
@given(st.integers(1, 1000), st.floats(0.0, 1.0))
def test_the_interval_holds_the_share_and_stays_a_share(games: int, share: float) -> None:
    low, high = wilson_interval(share * games, games)
    assert 0.0 <= low <= share + 1e-9
    assert share - 1e-9 <= high <= 1.0


@settings(deadline=None)
@given(st.integers(1, 100), st.integers(1, 100))
def test_two_players_differ_by_the_logarithm_of_their_odds(won: int, lost: int) -> None:
    found = elo_ratings(("x", "y"), {("x", "y"): (won, lost)}, prior_draws=0.0)
    assert found["x"].elo - found["y"].elo == pytest.approx(400 * math.log10(won / lost), abs=1e-6)


@settings(deadline=None)
@given(COUNTS, COUNTS)
def test_the_prior_is_one_drawn_game(won: int, lost: int) -> None:
    found = elo_ratings(("x", "y"), {("x", "y"): (won, lost)})
    expected = 400 * math.log10((won + 0.5) / (lost + 0.5))
    assert found["x"].elo - found["y"].elo == pytest.approx(expected, abs=1e-6)


def test_a_draw_counts_as_half_a_win_for_both() -> None:
    half = elo_ratings(("x", "y"), {("x", "y"): (1.5, 0.5)}, prior_draws=0.0)
    whole = elo_ratings(("x", "y"), {("x", "y"): (15, 5)}, prior_draws=0.0)
    assert half["x"].elo == pytest.approx(whole["x"].elo)


@settings(deadline=None)
@given(COUNTS)
def test_results_that_are_the_same_for_all_give_equal_ratings(count: int) -> None:
    found = rated([(count, count)] * 6)
    assert [one.elo for one in found.values()] == pytest.approx([MEAN] * 4)


def test_a_circle_of_wins_gives_equal_ratings() -> None:
    found = elo_ratings("abc", {("a", "b"): (7, 3), ("b", "c"): (7, 3), ("a", "c"): (3, 7)})
    assert [one.elo for one in found.values()] == pytest.approx([MEAN] * 3)


@settings(deadline=None)
@given(RESULTS)
def test_ratings_are_finite_with_the_mean_told_whoever_won(results: list[tuple[int, int]]) -> None:
    found = rated(results)
    assert sum(one.elo for one in found.values()) / len(found) == pytest.approx(MEAN)
    assert all(one.low < one.elo < one.high and math.isfinite(one.high) for one in found.values())


@settings(deadline=None)
@given(RESULTS)
def test_everybody_expects_the_points_that_it_has(results: list[tuple[int, int]]) -> None:
    found = rated(results)
    duels = dict(zip(itertools.combinations(NAMES, 2), results, strict=True))
    for name in NAMES:
        had = expected = 0.0
        for (one, other), (won, lost) in duels.items():
            if name in (one, other):
                rival = other if name == one else one
                games = won + lost + 1.0
                had += (won if name == one else lost) + 0.5
                expected += games / (1.0 + 10.0 ** ((found[rival].elo - found[name].elo) / 400.0))
        assert had == pytest.approx(expected, abs=1e-5)


@settings(deadline=None)
@given(RESULTS)
def test_the_order_of_the_players_does_not_matter(results: list[tuple[int, int]]) -> None:
    duels = dict(zip(itertools.combinations(NAMES, 2), results, strict=True))
    turned = elo_ratings(NAMES[::-1], {(b, a): (lost, won) for (a, b), (won, lost) in duels.items()})
    found = elo_ratings(NAMES, duels)
    assert [found[name].elo for name in NAMES] == pytest.approx([turned[name].elo for name in NAMES])


def test_more_games_make_intervals_narrower() -> None:
    few, many = rated([(6, 4)] * 6), rated([(600, 400)] * 6)
    assert many["a"].high - many["a"].low < (few["a"].high - few["a"].low) / 5


def test_the_interval_of_two_equal_players_has_its_known_width() -> None:
    # 100 games of even players: the difference has the variance 1 / (100 / 4), each rating a quarter.
    found = elo_ratings(("x", "y"), {("x", "y"): (50, 50)}, prior_draws=0.0)
    half = 1.959964 * math.sqrt(4 / 100) / 2 * 400 / math.log(10)
    assert found["x"].high - found["x"].elo == pytest.approx(half, rel=1e-4)
