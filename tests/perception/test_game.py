"""Score, clock and rules of the match, and what passes between the bots of a team."""

from __future__ import annotations

import pytest

from agentfw.decisions import Activity, ActivityState, Explore, Fact, Order
from agentfw.vocabulary import (
    BodyLimits,
    EntityId,
    GameInfo,
    PlayerScore,
    ScoreBoard,
    TeamScore,
)
from tests.support.seeing import ME, Watch, at, enemy, me, snap

FOE = EntityId("foe")


def test_scores_of_players_and_teams_are_known_from_a_board() -> None:
    scores = Watch().look(me(), ScoreBoard(players=((ME, 3.0),), teams=((0, 2.0), (1, 5.0)))).scores
    assert (scores.players, scores.teams) == ({ME: 3.0}, {0: 2.0, 1: 5.0})


def test_scores_are_known_from_single_lines() -> None:
    told = (PlayerScore(id=ME, score=3.0, deaths=4), TeamScore(team=1, score=5.0))
    scores = Watch().look(me(), *told).scores
    assert (scores.players, scores.deaths, scores.teams) == ({ME: 3.0}, {ME: 4}, {1: 5.0})


def test_scores_follow_the_game() -> None:
    watch = Watch()
    watch.look(me(), ScoreBoard(players=((ME, 3.0), (FOE, 1.0))))
    assert watch.look(me(), ScoreBoard(players=((ME, 2.0),))).scores.players == {ME: 2.0, FOE: 1.0}


def test_scores_told_between_batches_count() -> None:
    assert Watch().hear(TeamScore(team=0, score=1.0)).view().scores.teams == {0: 1.0}


def test_scores_of_an_earlier_view_stay_as_they_were() -> None:
    watch = Watch()
    before = watch.look(me(), TeamScore(team=0, score=1.0)).scores
    watch.look(me(), TeamScore(team=0, score=2.0))
    assert before.teams == {0: 1.0}


def test_the_clock_of_the_game_is_that_of_the_last_batch() -> None:
    assert Watch().hear(snap(me(), time=77.5)).view().time == 77.5


def test_the_time_that_is_left_runs_down() -> None:
    watch = Watch().hear(GameInfo(time_left_s=60.0), now=10.0)
    assert (watch.view(25.0).time_left_s, watch.view(500.0).time_left_s) == (45.0, 0.0)


def test_without_a_word_about_it_nobody_knows_how_much_time_is_left() -> None:
    assert Watch().hear(GameInfo()).view().time_left_s is None


def test_the_own_state_is_told_as_the_game_tells_it() -> None:
    mine = me(3.0, health=88, armor=30, weapon=EntityId("gun"), ammo=5, velocity=at(7), yaw=9)
    view = Watch().look(mine)
    assert (view.me, view.health, view.team, view.location) == (mine, 88, 0, at(3))


def test_what_the_body_can_do_is_told() -> None:
    limits = BodyLimits(ground_speed=440.0)
    assert Watch().hear(limits).view().limits is limits


@pytest.mark.parametrize(
    "game",
    [
        GameInfo(max_teams=2),
        GameInfo(goal_team_score=3.0),
        *(GameInfo(game_type=name) for name in ("CTFGame", "xTeamGame", "BotPack.Domination")),
    ],
    ids=repr,
)
def test_enemies_are_told_by_team_number_where_there_are_teams(game: GameInfo) -> None:
    view = Watch().hear(game).look(me(), enemy(), enemy("pal", 300, team=0))
    assert [one.id for one in view.enemies] == ["foe"]
    assert [one.id for one in view.mates] == ["pal"]


def test_everybody_is_an_enemy_where_there_are_no_teams() -> None:
    view = Watch().hear(GameInfo(game_type="DeathMatch")).look(me(), enemy(), enemy("two", 300, team=0))
    assert [one.id for one in view.enemies] == ["two", "foe"]
    assert view.mates == ()


def test_enemies_come_nearest_first() -> None:
    view = Watch().look(me(), enemy("c", 300), enemy("b", 200), enemy("a", 300))
    assert [one.id for one in view.enemies] == ["b", "a", "c"]


def test_orders_take_the_place_of_earlier_ones() -> None:
    watch = Watch()
    watch.store.order([Order("defend"), Order("attack")])
    watch.store.order([Order("hide")])
    assert watch.view().orders == (Order("hide"),)


def test_orders_stay_until_there_are_others() -> None:
    watch = Watch()
    watch.store.order([Order("defend")])
    watch.view()
    assert watch.view(5.0).orders == (Order("defend"),)


def test_an_order_is_urgent() -> None:
    watch = Watch()
    watch.store.order([Order("defend")])
    assert watch.store.is_urgent


def test_shared_facts_come_newest_last() -> None:
    watch = Watch()
    watch.store.share([Fact("flag seen", 1.0)])
    watch.store.share([Fact("enemy seen", 2.0)])
    assert [fact.subject for fact in watch.view().facts] == ["flag seen", "enemy seen"]


def test_only_the_newest_facts_are_kept() -> None:
    watch = Watch()
    watch.store.share(Fact("enemy seen", float(number)) for number in range(500))
    facts = watch.view().facts
    assert (len(facts), facts[-1].at) == (200, 499.0)


def test_the_state_of_each_activity_is_in_the_view() -> None:
    going = Activity("move", Explore(), ActivityState.RUNNING, 1.0)
    view = Watch().store.view(2.0, {"move": going})
    assert (view.activity("move"), view.activity("fight")) == (going, None)
