"""Tables: what a handful of games comes to, counted by hand, and what must hold for any games."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agentfw.tournament import Game, Outcome
from agentfw.tournament.ratings import elo_ratings, wilson_interval
from agentfw.tournament.standings import EVERYTHING, Row, Table, tables_of

if TYPE_CHECKING:
    from collections.abc import Iterable

NAMES = ("a", "b", "c")
Played = tuple[Game, Outcome]


def game(first: str, second: str, *, seed: int = 0, mode: str = "dm") -> Game:
    pair = (min(first, second), max(first, second))
    sides = (first, second)
    return Game(f"{mode} {seed} {first} {second}", pair, f"map {mode}", mode, seed, sides)


def scored(first: str, second: str, *scores: float, seed: int = 0, mode: str = "dm") -> Played:
    one, other = scores
    return game(first, second, seed=seed, mode=mode), Outcome(scores=(one, other), because="score")


def given_up(first: str, second: str, side: int, *, seed: int = 0) -> Played:
    return game(first, second, seed=seed), Outcome(because="forfeit", forfeit=side, why="it raised")


def tables(played: Iterable[Played]) -> tuple[Table, ...]:
    found = list(played)
    outcomes = {one.key: outcome for one, outcome in found}
    return tables_of(NAMES, [one for one, _ in found], outcomes)


def row(table: Table, name: str) -> Row:
    (found,) = (one for one in table.rows if one.name == name)
    return found


# Counted by hand: a wins twice and draws once; c lost once by a brain that failed.
FEW = (
    scored("a", "b", 5, 2),
    scored("b", "a", 1, 1),
    scored("c", "a", 0, 4),
    given_up("b", "c", 1),
)


def test_games_are_counted_from_both_sides() -> None:
    (table,) = tables(FEW)
    counts = [(one.name, one.games, one.wins, one.draws, one.losses) for one in table.rows]
    assert counts == [("a", 3, 2, 1, 0), ("b", 3, 1, 1, 1), ("c", 2, 0, 0, 2)]


def test_the_share_is_that_of_the_points_with_its_interval() -> None:
    (table,) = tables(FEW)
    low, high = wilson_interval(1.5, 3)
    found = row(table, "b")
    assert (found.share, found.share_low, found.share_high) == pytest.approx((0.5, low, high), abs=1e-4)


def test_the_lead_is_the_mean_difference_of_scores_without_forfeits() -> None:
    (table,) = tables(FEW)
    assert [row(table, name).lead for name in NAMES] == [2.33, -1.5, -4.0]


def test_whoever_only_lost_by_forfeit_has_no_lead() -> None:
    (table,) = tables([given_up("a", "b", 0)])
    found = row(table, "a")
    assert (found.lead, found.forfeits, found.losses, row(table, "b").forfeits) == (None, 1, 1, 0)


def test_ratings_are_those_of_the_points_between_every_two() -> None:
    (table,) = tables(FEW)
    expected = elo_ratings(NAMES, {("a", "b"): (1.5, 0.5), ("a", "c"): (1, 0), ("b", "c"): (1, 0)})
    for name, rating in expected.items():
        found = row(table, name)
        assert (found.elo, found.elo_low, found.elo_high) == pytest.approx(
            (rating.elo, rating.low, rating.high), abs=0.05
        )


def test_duels_tell_how_every_two_did() -> None:
    (table,) = tables(FEW)
    found = table.duel("b", "a")
    assert found is not None
    assert (found.games, found.wins, found.draws, found.losses, found.share) == (2, 0, 1, 1, 0.25)
    assert table.duel("a", "a") is None


def test_those_who_did_not_meet_have_no_duel() -> None:
    (table,) = tables(FEW[:1])
    assert (table.duel("a", "c"), row(table, "c").games) == (None, 0)


def test_whoever_has_not_played_could_be_anything() -> None:
    (table,) = tables(FEW[:1])
    found = row(table, "c")
    assert (found.share, found.share_low, found.share_high, found.lead) == (0.0, 0.0, 1.0, None)


def test_without_games_everybody_is_equal() -> None:
    (table,) = tables([])
    assert [(one.name, one.elo, one.games) for one in table.rows] == [
        (name, 1500.0, 0) for name in NAMES
    ]
    assert table.duels == ()


def test_several_game_types_have_a_table_each_after_that_of_all_games() -> None:
    found = tables([*FEW, scored("c", "a", 3, 0, mode="ctf")])
    assert [table.scope for table in found] == [EVERYTHING, "dm", "ctf"]
    assert [row(table, "c").games for table in found] == [3, 2, 1]
    assert found[2].rows[0].name == "c"


def test_games_that_were_not_played_yet_do_not_count() -> None:
    games = [one for one, _ in FEW]
    first, outcome = FEW[0]
    (table,) = tables_of(NAMES, games, {first.key: outcome, "another tournament's": outcome})
    assert sum(one.games for one in table.rows) == 2


def test_two_entrants_that_play_the_same_way_share_one_outcome() -> None:
    # The same key twice, sides swapped: one game, of which each of the two was either side.
    first = Game("same", ("a", "b"), "map", "dm", 0, ("a", "b"))
    second = Game("same", ("a", "b"), "map", "dm", 0, ("b", "a"))
    (table,) = tables_of(("a", "b"), [first, second], {"same": Outcome(scores=(3, 1), because="score")})
    assert [(one.wins, one.losses, one.elo) for one in table.rows] == [(1, 1, 1500.0)] * 2


OUTCOMES = st.one_of(
    st.tuples(st.integers(-3, 3), st.integers(-3, 3)).map(
        lambda found: Outcome(scores=(float(found[0]), float(found[1])))
    ),
    st.integers(0, 1).map(lambda side: Outcome(forfeit=side)),
)
PAIRS = st.sampled_from([(one, other) for one in NAMES for other in NAMES if one != other])


@settings(deadline=None)
@given(st.lists(st.tuples(PAIRS, OUTCOMES), max_size=30))
def test_all_points_are_given_to_somebody(found: list[tuple[tuple[str, str], Outcome]]) -> None:
    played = [(game(*sides, seed=seed), outcome) for seed, (sides, outcome) in enumerate(found)]
    (table,) = tables(played)
    assert sum(one.share * one.games for one in table.rows) == pytest.approx(len(played), abs=0.02)
    assert sum(one.wins for one in table.rows) == sum(one.losses for one in table.rows)
    assert all(one.wins + one.draws + one.losses == one.games for one in table.rows)
    assert [one.elo for one in table.rows] == sorted((one.elo for one in table.rows), reverse=True)
    assert all(one.share_low <= one.share <= one.share_high for one in table.rows if one.games)
