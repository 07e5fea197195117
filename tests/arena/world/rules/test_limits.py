"""When a match is over, and how the next one begins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from agentfw.arena.games.ut99 import UT99
from agentfw.arena.games.ut2004 import UT2004
from agentfw.arena.world.rules import Mode
from agentfw.arena.world.world import TICK_S
from agentfw.vocabulary import NO_TEAM, FlagState
from tests.support.arena import HALL, arm, kill, pawn_of, put, put_player, run, small_world

if TYPE_CHECKING:
    from agentfw.arena.games.specs import GameSpec
    from agentfw.arena.world.players import Player
    from agentfw.arena.world.world import World

both_games = pytest.mark.parametrize("game", [UT2004, UT99], ids=lambda game: game.name)

FLAGS = """
########
#.......
#f......
#s......
########
"""
POINTS = """
########
#s.d.d.#
#.....s#
########
"""
THINGS = """
########
#s.h...#
#.....s#
########
"""


def two_in_a_hall(game: GameSpec = UT2004, **settings: Any) -> tuple[World, Player, Player]:
    world = small_world(HALL, game, **settings)
    return world, put_player(world, "A", 640, 512, team=0), put_player(world, "B", 2560, 512, team=1)


# Scores


@both_games
def test_a_match_ends_at_the_score_limit(game: GameSpec) -> None:
    world, one, other = two_in_a_hall(game, score_limit=2)
    kill(world, other, one)
    run(world, 1.5)
    assert not world.rules.is_over
    kill(world, other, one)
    world.tick()
    assert (world.rules.is_over, world.rules.ended_because) == (True, "score")


def test_in_teams_the_score_of_the_team_ends_the_match() -> None:
    world, one, _ = two_in_a_hall(mode=Mode.TEAM_DEATHMATCH, score_limit=2)
    one.score = 50
    world.tick()
    assert not world.rules.is_over
    world.rules.add_team_score(1, 2)
    world.tick()
    assert (world.rules.is_over, world.rules.ended_because) == (True, "score")


def test_without_a_score_limit_points_end_nothing() -> None:
    world, one, _ = two_in_a_hall(score_limit=0)
    one.score = 1000
    world.tick()
    assert not world.rules.is_over


def test_an_operator_can_change_the_score_limit_during_a_match() -> None:
    world, one, _ = two_in_a_hall(score_limit=25)
    one.score = 10
    world.tick()
    assert not world.rules.is_over
    world.settings.score_limit = 10
    world.tick()
    assert world.rules.is_over


# Time


def test_a_match_ends_at_the_time_limit() -> None:
    world, one, _ = two_in_a_hall(time_limit_s=10.0)
    one.score = 1
    run(world, 9.95)
    assert not world.rules.is_over
    world.tick()
    assert (world.rules.is_over, world.rules.ended_because) == (True, "time")


def test_without_a_time_limit_time_ends_nothing() -> None:
    world, one, _ = two_in_a_hall(time_limit_s=0.0)
    one.score = 1
    world.match_started_at = -1_000_000
    world.tick()
    assert not world.rules.is_over
    assert world.rules.time_left_s == 0.0


def test_the_time_left_counts_down_to_zero() -> None:
    world, _, _ = two_in_a_hall(time_limit_s=10.0)
    run(world, 4.0)
    assert world.rules.time_left_s == pytest.approx(6.0)
    run(world, 8.0)
    assert world.rules.time_left_s == 0.0


@both_games
@pytest.mark.parametrize("mode", [Mode.DEATHMATCH, Mode.TEAM_DEATHMATCH])
def test_a_tie_at_the_time_limit_is_played_on(game: GameSpec, mode: Mode) -> None:
    world, _, _ = two_in_a_hall(game, mode=mode, time_limit_s=5.0)
    run(world, 8.0)
    assert not world.rules.is_over


@both_games
@pytest.mark.parametrize("mode", [Mode.DEATHMATCH, Mode.TEAM_DEATHMATCH])
def test_the_next_point_ends_overtime(game: GameSpec, mode: Mode) -> None:
    world, one, other = two_in_a_hall(game, mode=mode, time_limit_s=5.0)
    run(world, 8.0)
    kill(world, other, one)
    world.tick()
    assert (world.rules.is_over, world.rules.ended_because) == (True, "time")


def test_without_overtime_a_tie_ends_at_the_time_limit() -> None:
    world, _, _ = two_in_a_hall(time_limit_s=5.0, overtime=False)
    run(world, 5.0)
    assert (world.rules.is_over, world.rules.ended_because) == (True, "time")


def test_equal_losers_are_no_tie() -> None:
    world, one, _ = two_in_a_hall(time_limit_s=5.0)
    put_player(world, "C", 3200, 512)
    one.score = 3
    run(world, 5.0)
    assert world.rules.is_over


def test_somebody_alone_is_no_tie() -> None:
    world = small_world(HALL, time_limit_s=5.0)
    put_player(world, "A", 640, 512)
    run(world, 5.0)
    assert world.rules.is_over


def test_the_score_limit_counts_in_overtime_too() -> None:
    world, one, other = two_in_a_hall(time_limit_s=5.0, score_limit=7)
    run(world, 6.0)
    one.score = other.score = 7
    world.tick()
    assert (world.rules.is_over, world.rules.ended_because) == (True, "score")


# Lives


def test_without_lives_left_nobody_comes_back() -> None:
    world, one, other = two_in_a_hall(max_lives=2)
    put_player(world, "C", 3200, 512)
    kill(world, other, one)
    run(world, 2.0)
    assert other in world.living()
    kill(world, other, one)
    run(world, 10.0)
    assert other not in world.living()
    assert not world.rules.is_over


def test_the_last_one_with_lives_ends_the_match() -> None:
    world, one, other = two_in_a_hall(max_lives=1)
    kill(world, other, one)
    world.tick()
    assert (world.rules.is_over, world.rules.ended_because) == (True, "lives")


def test_somebody_alone_does_not_win_by_lives() -> None:
    world = small_world(HALL, max_lives=1)
    put_player(world, "A", 640, 512)
    world.tick()
    assert not world.rules.is_over


def test_without_a_limit_of_lives_everybody_comes_back() -> None:
    world, one, other = two_in_a_hall(score_limit=0)
    for _ in range(30):
        kill(world, other, one)
        world.tick()
        assert other.pawn is not None


def test_the_last_team_with_lives_ends_the_match() -> None:
    world, one, other = two_in_a_hall(mode=Mode.TEAM_DEATHMATCH, max_lives=1)
    put_player(world, "C", 3200, 512, team=0)
    kill(world, other, one)
    world.tick()
    assert (world.rules.is_over, world.rules.ended_because) == (True, "lives")


# After the end


def test_nobody_comes_back_after_the_end() -> None:
    world, one, other = two_in_a_hall(score_limit=1)
    kill(world, other, one)
    world.tick()
    kill(world, one)
    run(world, 5.0)
    assert world.rules.is_over
    assert one.pawn is None


def test_an_ended_match_stays_ended_for_the_same_reason() -> None:
    world, one, other = two_in_a_hall(score_limit=1, time_limit_s=5.0)
    kill(world, other, one)
    run(world, 10.0)
    assert world.rules.ended_because == "score"


def test_nobody_scores_after_the_end() -> None:
    world, one, other = two_in_a_hall(mode=Mode.TEAM_DEATHMATCH, score_limit=1)
    world.rules.add_team_score(0, 1)
    world.tick()
    assert world.rules.is_over
    kill(world, other, one)
    assert (one.score, world.rules.team_scores) == (0, {0: 1, 1: 0})


def test_leaders_are_the_best_first() -> None:
    world, one, other = two_in_a_hall()
    third, fourth = put_player(world, "C", 3200, 512), put_player(world, "D", 3840, 512)
    one.score, other.score, third.score, fourth.score = 1, 5, 5, 1
    other.deaths = 2
    assert world.rules.leaders() == [third, other, one, fourth]


# The next match


def test_a_restart_forgets_all_scores() -> None:
    world, one, other = two_in_a_hall(mode=Mode.TEAM_DEATHMATCH)
    kill(world, other, one)
    one.adrenaline = 70
    world.restart()
    for player in (one, other):
        assert (player.score, player.kills, player.deaths, player.adrenaline) == (0, 0, 0, 0)
    assert world.rules.team_scores == {0: 0, 1: 0}


def test_a_restart_puts_everybody_at_a_start_with_a_new_body() -> None:
    world = small_world(THINGS, legend={"h": "XPickups.HealthPack"})
    one, other = put_player(world, "A", 640, 192), put_player(world, "B", 320, 320)
    old = pawn_of(one)
    old.health = 12
    kill(world, other)
    world.restart()
    assert pawn_of(one) is not old
    assert pawn_of(one).health == pawn_of(other).health == 100
    starts = {(192.0, 192.0), (832.0, 320.0)}
    assert {(pawn_of(player).body.x, pawn_of(player).body.y) for player in (one, other)} == starts


def test_a_restart_begins_the_time_anew() -> None:
    world, _, _ = two_in_a_hall(time_limit_s=20.0)
    run(world, 5.0)
    world.restart()
    assert (world.match_time, world.rules.time_left_s) == (0.0, 20.0)
    assert world.time == pytest.approx(5.0)


def test_a_match_that_was_over_goes_on_after_a_restart() -> None:
    world, one, other = two_in_a_hall(score_limit=1)
    kill(world, other, one)
    world.tick()
    assert world.rules.is_over
    world.restart()
    run(world, 1.0)
    assert (world.rules.is_over, world.rules.ended_because) == (False, "")


def test_a_restart_brings_taken_items_back() -> None:
    world = small_world(THINGS, legend={"h": "XPickups.HealthPack"})
    player = put_player(world, "A", 640, 320)
    pawn_of(player).health = 50
    (pack,) = world.stock.items
    assert world.stock.take(player, pack)
    assert not world.stock.is_there(pack)
    world.restart()
    assert world.stock.is_there(pack)


def test_a_restart_clears_dropped_items_away() -> None:
    world, one, other = two_in_a_hall()
    arm(world, other, "XWeapons.ShockRifle")
    kill(world, other, one)
    assert any(item.is_dropped for item in world.stock.items)
    world.restart()
    assert not any(item.is_dropped for item in world.stock.items)


def test_a_restart_takes_everything_out_of_the_air() -> None:
    world, one, other = two_in_a_hall()
    arm(world, one, "XWeapons.RocketLauncher")
    world.combat.pull(one, target=other.id)
    run(world, 2 * TICK_S)
    assert world.combat.projectiles
    world.restart()
    assert world.combat.projectiles == []


def test_a_restart_brings_flags_home() -> None:
    world = small_world(FLAGS, symmetry="mirror", mode=Mode.CAPTURE_THE_FLAG)
    red = put_player(world, "Red", 640, 192, team=0)
    put(red, world.rules.flags[1].base.x, world.rules.flags[1].base.y)
    world.tick()
    assert world.rules.flags[1].holder is red
    world.restart()
    assert [(flag.state, flag.holder) for flag in world.rules.flags] == [(FlagState.HOME, None)] * 2


def test_flags_keep_their_ids_over_a_restart() -> None:
    world = small_world(FLAGS, symmetry="mirror", mode=Mode.CAPTURE_THE_FLAG)
    before = [flag.id for flag in world.rules.flags]
    world.restart()
    assert [flag.id for flag in world.rules.flags] == before


def test_points_keep_their_ids_over_a_restart() -> None:
    world = small_world(POINTS, UT99, mode=Mode.DOMINATION)
    before = [point.id for point in world.rules.points]
    world.restart()
    assert [point.id for point in world.rules.points] == before


def test_a_restart_makes_points_neutral() -> None:
    world = small_world(POINTS, UT99, mode=Mode.DOMINATION)
    red = put_player(world, "Red", world.rules.points[0].feet.x, world.rules.points[0].feet.y, team=0)
    world.tick()
    assert world.rules.points[0].controller is red
    world.restart()
    assert {(point.owner, point.controller) for point in world.rules.points} == {(NO_TEAM, None)}
