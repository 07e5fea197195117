"""How matches end, and what is kept of them."""

from __future__ import annotations

import json

import msgspec
import pytest

from agentfw.arena.server.results import MatchResult, PlayerResult, result_of, team_name
from tests.support.arena import kill
from tests.support.guests import joined, open_classic, open_game, pass_time

MODERN = "gamebots-2004"


def result(*players: tuple[str, float], teams: dict[int, float] | None = None) -> MatchResult:
    found = tuple(PlayerResult(name, 255, score, 0, 0) for name, score in players)
    return MatchResult(0, "DM-X", "dm", 1, 60.0, "score", teams or {}, found)


# Who won


def test_the_best_player_wins() -> None:
    assert result(("Ada", 5.0), ("Bob", 3.0)).winner == "Ada"


def test_a_lone_player_wins() -> None:
    assert result(("Ada", -2.0)).winner == "Ada"


def test_nobody_wins_a_tie() -> None:
    assert result(("Ada", 5.0), ("Bob", 5.0)).winner == ""


def test_nobody_wins_an_empty_match() -> None:
    assert result().winner == ""


def test_the_best_team_wins_whoever_its_players_are() -> None:
    assert result(("Ada", 9.0), teams={0: 1.0, 1: 2.0}).winner == "blue"


def test_no_team_wins_a_tie() -> None:
    assert result(("Ada", 9.0), teams={0: 2.0, 1: 2.0}).winner == ""


def test_scores_are_told_in_one_line() -> None:
    assert (
        result(("Ada", 5.0), ("Bob", 0.2), ("Cid", 0.0), ("Dan", -1.0)).summary == "Ada 5 Bob 0.2 Cid 0"
    )
    assert result(teams={0: 1.4, 1: 2.0}).summary == "red 1.4 blue 2"


@pytest.mark.parametrize(
    ("team", "name"),
    [(0, "red"), (1, "blue"), (2, "green"), (3, "gold"), (7, "team 7"), (-1, "team -1")],
)
def test_teams_are_called_by_their_colors(team: int, name: str) -> None:
    assert team_name(team) == name


# What is kept


def test_a_result_tells_how_the_match_went() -> None:
    arena = open_classic(score_limit=2, seed=9)
    ada, bob = joined(arena, "Ada", "Bob")
    for _ in range(2):
        kill(arena.world, bob.player, ada.player)
        pass_time(arena, 1.5)
    (found,) = arena.results
    assert (found.match, found.level, found.mode, found.seed) == (0, "DM-Closet", "dm", 9)
    assert (found.because, found.winner, found.team_scores) == ("score", "Ada", {})
    assert found.players == (PlayerResult("Ada", 255, 2.0, 2, 0), PlayerResult("Bob", 255, 0.0, 0, 2))


def test_the_time_of_a_result_is_game_time() -> None:
    arena = open_classic(time_limit_min=0.1)
    joined(arena, "Ada")
    pass_time(arena, 7.0)
    (found,) = arena.results
    assert found.game_time_s == pytest.approx(6.0, abs=0.06)
    assert found.because == "time"


def test_lives_end_a_match() -> None:
    arena = open_game(MODERN)
    ada, bob = joined(arena, "Ada", "Bob")
    arena.world.settings.max_lives = 1
    kill(arena.world, bob.player, ada.player)
    pass_time(arena, 0.1)
    assert [found.because for found in arena.results] == ["lives"]


def test_every_match_of_an_arena_is_kept_with_its_own_seed() -> None:
    arena = open_classic(score_limit=1, seed=40)
    for number in range(3):
        ada, bob = joined(arena, "Ada", "Bob")
        kill(arena.world, bob.player, ada.player)
        pass_time(arena, 15.1)
        assert len(arena.results) == number + 1
    assert [(found.match, found.seed) for found in arena.results] == [(0, 40), (1, 41), (2, 42)]


def test_a_map_change_keeps_a_result_that_was_broken_off() -> None:
    arena = open_game(MODERN, map="dm-cellar")
    joined(arena, "Ada")
    arena.change_map("DM-Closet")
    pass_time(arena, 0.2)
    (found,) = arena.results
    assert (found.level, found.because) == ("DM-Cellar", "")
    assert arena.world.level.name == "DM-Closet"


def test_who_left_before_the_end_is_not_in_the_result() -> None:
    arena = open_classic(score_limit=1)
    ada, bob, cid = joined(arena, "Ada", "Bob", "Cid")
    cid.leave()
    kill(arena.world, bob.player, ada.player)
    pass_time(arena, 0.1)
    assert [player.name for player in arena.results[0].players] == ["Ada", "Bob"]


def test_a_running_match_has_a_result_so_far() -> None:
    arena = open_classic()
    ada, bob = joined(arena, "Ada", "Bob")
    kill(arena.world, bob.player, ada.player)
    found = result_of(arena.world, 3)
    assert (found.match, found.because, found.winner) == (3, "", "Ada")


def test_a_result_becomes_json_and_comes_back() -> None:
    found = result(("Ada", 5.0), ("Bob", 3.0), teams={0: 1.0, 1: 2.0})
    data = msgspec.json.encode(found)
    assert json.loads(data)["players"][0]["name"] == "Ada"
    assert msgspec.json.decode(data, type=MatchResult) == found


def test_only_the_last_thousand_results_are_kept() -> None:
    arena = open_classic()
    for number in range(1005):
        arena.results.append(result((f"p{number}", 0.0)))
    assert len(arena.results) == 1000
    assert arena.results[0].players[0].name == "p5"
