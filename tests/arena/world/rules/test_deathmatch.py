"""Who gets a point for a death, alone and in teams."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from agentfw.arena.games.specs import DamageSpec, GameSpec
from agentfw.arena.games.ut99 import UT99
from agentfw.arena.games.ut2004 import UT2004
from agentfw.arena.world.rules import Mode
from agentfw.vocabulary import NO_TEAM, ClassName, Died, PlayerDied
from tests.support.arena import HALL, Duel, kill, pawn_of, put_player, small_world

if TYPE_CHECKING:
    from agentfw.arena.world.world import World

both_games = pytest.mark.parametrize("game", [UT2004, UT99], ids=lambda game: game.name)

SHOT = DamageSpec(name=ClassName("Test.Shot"), direct=True)
BOMB = DamageSpec(name=ClassName("Test.Bomb"), direct=True, super_weapon=True)


def deathmatch(game: GameSpec = UT2004) -> World:
    return small_world(HALL, game, mode=Mode.DEATHMATCH)


def team_match(game: GameSpec = UT2004, *, friendly_fire: float = 0.0, teams: int = 2) -> World:
    return small_world(HALL, game, mode=Mode.TEAM_DEATHMATCH, friendly_fire=friendly_fire, teams=teams)


# Alone


@both_games
def test_a_kill_is_a_point(game: GameSpec) -> None:
    world = deathmatch(game)
    killer, victim = put_player(world, "A", 640, 512), put_player(world, "B", 1280, 512)
    kill(world, victim, killer)
    assert (killer.score, victim.score) == (1, 0)


@both_games
def test_a_suicide_costs_a_point(game: GameSpec) -> None:
    world = deathmatch(game)
    player = put_player(world, "A", 640, 512)
    kill(world, player, player)
    assert player.score == -1


@both_games
@pytest.mark.parametrize("cause", ["fall", "lava", "drown", "crush", "suicide"])
def test_a_death_by_the_world_costs_a_point(game: GameSpec, cause: str) -> None:
    world = deathmatch(game)
    player = put_player(world, "A", 640, 512)
    world.hurt(player, 1000.0, world.game.world_damage[cause])
    assert (player.score, player.deaths) == (-1, 1)


def test_a_kill_counts_as_kill_and_as_death() -> None:
    world = deathmatch()
    killer, victim = put_player(world, "A", 640, 512), put_player(world, "B", 1280, 512)
    kill(world, victim, killer)
    assert (killer.kills, killer.deaths) == (1, 0)
    assert (victim.kills, victim.deaths) == (0, 1)


def test_a_suicide_is_no_kill() -> None:
    world = deathmatch()
    player = put_player(world, "A", 640, 512)
    kill(world, player, player)
    assert (player.kills, player.deaths) == (0, 1)


@both_games
def test_shooting_somebody_dead_is_worth_a_point(game: GameSpec) -> None:
    duel = Duel(game, game.start_weapons[0], 400.0)
    duel.time_to_kill()
    assert (duel.shooter.score, duel.victim.deaths) == (1, 1)


def test_a_wound_alone_is_worth_nothing() -> None:
    world = deathmatch()
    shooter, victim = put_player(world, "A", 640, 512), put_player(world, "B", 1280, 512)
    world.hurt(victim, 99.0, SHOT, by=shooter)
    assert (shooter.score, pawn_of(victim).health) == (0, 1)


def test_the_dead_cannot_be_killed_again() -> None:
    world = deathmatch()
    killer, victim = put_player(world, "A", 640, 512), put_player(world, "B", 1280, 512)
    kill(world, victim, killer)
    kill(world, victim, killer)
    assert (killer.score, victim.deaths) == (1, 1)


def test_without_teams_nobody_has_one() -> None:
    world = deathmatch()
    player = put_player(world, "A", 640, 512, team=1)
    assert player.team == NO_TEAM
    assert world.rules.team_scores == {}


def test_without_teams_everybody_is_an_enemy() -> None:
    world = deathmatch()
    one, other = put_player(world, "A", 640, 512), put_player(world, "B", 1280, 512)
    assert not world.rules.are_friends(one, other)
    assert world.rules.are_friends(one, one)


def test_a_kill_gives_adrenaline_in_the_newer_game() -> None:
    world = deathmatch()
    killer, victim = put_player(world, "A", 640, 512), put_player(world, "B", 1280, 512)
    kill(world, victim, killer)
    assert killer.adrenaline == 5


def test_the_older_game_knows_no_adrenaline() -> None:
    world = deathmatch(UT99)
    killer, victim = put_player(world, "A", 640, 512), put_player(world, "B", 1280, 512)
    kill(world, victim, killer)
    assert killer.adrenaline == 0


def test_the_victim_and_everybody_else_hear_of_a_death() -> None:
    world = deathmatch()
    killer, victim = put_player(world, "A", 640, 512), put_player(world, "B", 1280, 512)
    witness = put_player(world, "C", 1920, 512)
    for player in (killer, victim, witness):
        player.take_told()
    kill(world, victim, killer)
    assert [told.killer for told in victim.take_told() if isinstance(told, Died)] == [killer.id]
    for other in (killer, witness):
        assert [told.id for told in other.take_told() if isinstance(told, PlayerDied)] == [victim.id]


# In teams


@both_games
def test_a_kill_counts_for_the_team_as_well(game: GameSpec) -> None:
    world = team_match(game)
    killer, victim = put_player(world, "A", 640, 512, team=0), put_player(world, "B", 1280, 512, team=1)
    kill(world, victim, killer)
    assert killer.score == 1
    assert world.rules.team_scores == {0: 1, 1: 0}


@both_games
def test_a_suicide_costs_the_team_a_point_too(game: GameSpec) -> None:
    world = team_match(game)
    player = put_player(world, "A", 640, 512, team=1)
    kill(world, player, player)
    assert player.score == -1
    assert world.rules.team_scores == {0: 0, 1: -1}


@both_games
def test_a_death_by_the_world_costs_the_team_a_point_too(game: GameSpec) -> None:
    world = team_match(game)
    player = put_player(world, "A", 640, 512, team=0)
    kill(world, player)
    assert player.score == -1
    assert world.rules.team_scores == {0: -1, 1: 0}


@both_games
def test_killing_a_team_mate_costs_the_killer_and_the_team(game: GameSpec) -> None:
    world = team_match(game, friendly_fire=1.0)
    killer, mate = put_player(world, "A", 640, 512, team=0), put_player(world, "B", 1280, 512, team=0)
    kill(world, mate, killer)
    assert (killer.score, mate.score) == (-1, 0)
    assert world.rules.team_scores == {0: -1, 1: 0}


def test_without_friendly_fire_the_newer_game_forgives_a_dead_team_mate() -> None:
    world = team_match()
    killer, mate = put_player(world, "A", 640, 512, team=0), put_player(world, "B", 1280, 512, team=0)
    kill(world, mate, killer)
    assert killer.score == 0
    assert world.rules.team_scores == {0: 0, 1: 0}


def test_a_dead_team_mate_is_no_kill() -> None:
    world = team_match(friendly_fire=1.0)
    killer, mate = put_player(world, "A", 640, 512, team=0), put_player(world, "B", 1280, 512, team=0)
    kill(world, mate, killer)
    assert (killer.kills, mate.deaths) == (0, 1)


def test_a_dead_team_mate_costs_adrenaline() -> None:
    world = team_match(friendly_fire=1.0)
    killer, mate = put_player(world, "A", 640, 512, team=0), put_player(world, "B", 1280, 512, team=0)
    killer.adrenaline = 20
    kill(world, mate, killer)
    assert killer.adrenaline == 15


@both_games
def test_team_mates_cannot_hurt_each_other(game: GameSpec) -> None:
    world = team_match(game)
    shooter, mate = put_player(world, "A", 640, 512, team=0), put_player(world, "B", 1280, 512, team=0)
    world.hurt(mate, 500.0, SHOT, by=shooter)
    assert pawn_of(mate).health == 100


@both_games
def test_friendly_fire_does_its_part_of_the_damage(game: GameSpec) -> None:
    world = team_match(game, friendly_fire=0.5)
    shooter, mate = put_player(world, "A", 640, 512, team=0), put_player(world, "B", 1280, 512, team=0)
    world.hurt(mate, 40.0, SHOT, by=shooter)
    assert pawn_of(mate).health == 100 - 20 * game.damage_scale


@both_games
def test_enemies_do_the_whole_damage_whatever_friendly_fire_says(game: GameSpec) -> None:
    world = team_match(game)
    shooter, enemy = put_player(world, "A", 640, 512, team=0), put_player(world, "B", 1280, 512, team=1)
    world.hurt(enemy, 40.0, SHOT, by=shooter)
    assert pawn_of(enemy).health == 100 - 40 * game.damage_scale


@both_games
def test_own_shots_hurt_in_full_without_friendly_fire(game: GameSpec) -> None:
    world = team_match(game)
    player = put_player(world, "A", 640, 512, team=0)
    world.hurt(player, 40.0, SHOT, by=player)
    assert pawn_of(player).health == 100 - 40 * game.damage_scale


@pytest.mark.parametrize(("game", "health"), [(UT2004, 40), (UT99, 100)], ids=["UT2004", "UT99"])
def test_super_weapons_spare_team_mates_in_the_older_game_only(game: GameSpec, health: int) -> None:
    world = team_match(game)
    shooter, mate = put_player(world, "A", 640, 512, team=0), put_player(world, "B", 1280, 512, team=0)
    world.hurt(mate, 60.0, BOMB, by=shooter)
    assert pawn_of(mate).health == health


def test_four_teams_are_kept_apart() -> None:
    world = team_match(UT99, teams=4)
    players = [put_player(world, f"P{team}", 640 + 200 * team, 512, team=team) for team in range(4)]
    kill(world, players[0], players[3])
    kill(world, players[1], players[2])
    assert world.rules.team_scores == {0: 0, 1: 0, 2: 1, 3: 1}


def test_points_for_a_team_that_does_not_exist_are_lost() -> None:
    world = team_match()
    world.rules.add_team_score(7, 3)
    assert world.rules.team_scores == {0: 0, 1: 0}
