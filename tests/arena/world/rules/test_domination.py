"""Domination of the older game, and Double Domination of the newer one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from agentfw.arena.games.ut99 import UT99
from agentfw.arena.games.ut2004 import UT2004
from agentfw.arena.world.rules import Mode
from agentfw.arena.world.world import TICK_S
from agentfw.vocabulary import NO_TEAM
from tests.support.arena import kill, put, put_player, run, small_world

if TYPE_CHECKING:
    from agentfw.arena.games.specs import GameSpec
    from agentfw.arena.world.players import Player
    from agentfw.arena.world.rules import Point
    from agentfw.arena.world.world import World

both_modes = pytest.mark.parametrize(
    ("game", "mode"),
    [(UT99, Mode.DOMINATION), (UT2004, Mode.DOUBLE_DOMINATION)],
    ids=["UT99", "UT2004"],
)

ROOM = """
################
#s.............#
#..d........d..#
#.............s#
################
"""
Y = 320.0
WEST, EAST = 448.0, 1600.0
ASIDE = 900.0


class Room:
    """A room with two points, and a player of each team between them."""

    def __init__(self, game: GameSpec, mode: Mode, *, teams: int = 2, **settings: Any) -> None:
        self.world: World = small_world(ROOM, game, mode=mode, teams=teams, **settings)
        self.red = self.join("Red", 0, ASIDE)
        self.blue = self.join("Blue", 1, ASIDE + 200)

    @property
    def points(self) -> tuple[Point, ...]:
        return self.world.rules.points

    @property
    def scores(self) -> dict[int, float]:
        return self.world.rules.team_scores

    def join(self, name: str, team: int, x: float) -> Player:
        player = put_player(self.world, name, x, Y, team=team)
        player.settings.manual_spawn = True
        return player

    def visit(self, player: Player, x: float) -> None:
        """Be there for a tick, and go aside."""
        put(player, x, Y)
        self.world.tick()
        put(player, ASIDE + 60 * player.number, Y)

    def wait_for_pay(self) -> None:
        """Go on until the next whole second."""
        while self.world.ticks % 20:
            self.world.tick()


def dom(**settings: Any) -> Room:
    return Room(UT99, Mode.DOMINATION, **settings)


def double_dom(**settings: Any) -> Room:
    return Room(UT2004, Mode.DOUBLE_DOMINATION, **settings)


# Taking points


@both_modes
def test_points_belong_to_nobody_at_first(game: GameSpec, mode: Mode) -> None:
    room = Room(game, mode)
    assert [(point.owner, point.controller) for point in room.points] == [(NO_TEAM, None)] * 2


@both_modes
def test_a_touch_takes_a_point(game: GameSpec, mode: Mode) -> None:
    room = Room(game, mode)
    room.visit(room.red, WEST)
    assert [point.owner for point in room.points] == [0, NO_TEAM]
    assert room.points[0].controller is room.red


@both_modes
def test_a_touch_takes_a_point_from_the_enemy(game: GameSpec, mode: Mode) -> None:
    room = Room(game, mode)
    room.visit(room.red, WEST)
    room.visit(room.blue, WEST)
    assert (room.points[0].owner, room.points[0].controller) == (1, room.blue)


def test_a_point_is_as_wide_as_in_the_games() -> None:
    room = double_dom()
    room.visit(room.red, WEST - 60 - 25 - 1)
    assert room.points[0].owner == NO_TEAM
    room.visit(room.red, WEST - 60 - 25 + 1)
    assert room.points[0].owner == 0


@both_modes
def test_a_point_stays_with_whoever_left_it(game: GameSpec, mode: Mode) -> None:
    room = Room(game, mode)
    room.visit(room.red, WEST)
    run(room.world, 5.0)
    assert room.points[0].owner == 0


@both_modes
def test_the_dead_keep_their_points(game: GameSpec, mode: Mode) -> None:
    room = Room(game, mode)
    room.visit(room.red, WEST)
    kill(room.world, room.red, room.blue)
    run(room.world, 1.0)
    assert (room.points[0].owner, room.points[0].controller) == (0, room.red)


@both_modes
def test_the_points_of_somebody_who_leaves_stay_with_the_team(game: GameSpec, mode: Mode) -> None:
    room = Room(game, mode)
    room.visit(room.red, WEST)
    room.world.remove_player(room.red)
    run(room.world, 1.0)
    assert (room.points[0].owner, room.points[0].controller) == (0, None)


@both_modes
def test_a_point_stays_with_the_last_who_arrived(game: GameSpec, mode: Mode) -> None:
    room = Room(game, mode)
    put(room.red, WEST - 40, Y)
    room.world.tick()
    put(room.blue, WEST + 40, Y)
    owners = set()
    for _ in range(10):
        room.world.tick()
        owners.add(room.points[0].owner)
    assert owners == {1}


def test_taking_a_point_gives_adrenaline() -> None:
    room = double_dom()
    room.visit(room.red, WEST)
    assert room.red.adrenaline == 2


@both_modes
def test_kills_do_not_count_for_the_team(game: GameSpec, mode: Mode) -> None:
    room = Room(game, mode)
    kill(room.world, room.blue, room.red)
    assert (room.red.score, room.scores) == (1, {0: 0, 1: 0})


@both_modes
def test_suicides_cost_the_player_but_not_the_team(game: GameSpec, mode: Mode) -> None:
    room = Room(game, mode)
    kill(room.world, room.blue)
    assert (room.blue.score, room.scores) == (-1, {0: 0, 1: 0})


# Domination


def test_a_point_pays_nothing_for_two_seconds() -> None:
    room = dom()
    room.visit(room.red, WEST)
    run(room.world, 1.95)
    assert room.scores == {0: 0, 1: 0}


def test_a_point_pays_a_fifth_each_second_to_the_team_and_to_whoever_took_it() -> None:
    room = dom()
    room.visit(room.red, WEST)
    run(room.world, 3.0 - TICK_S)
    room.wait_for_pay()
    before, own = room.scores[0], room.red.score
    run(room.world, 5.0)
    assert room.scores[0] - before == pytest.approx(1.0)
    assert room.red.score - own == pytest.approx(1.0)
    assert (room.scores[1], room.blue.score) == (0, 0)


def test_a_point_pays_from_the_first_whole_second_after_two() -> None:
    room = dom()
    room.visit(room.red, WEST)
    run(room.world, 3.0 - TICK_S)
    assert room.world.time == pytest.approx(3.0)
    assert room.scores[0] == pytest.approx(0.2)


def test_every_point_pays() -> None:
    room = dom()
    room.visit(room.red, WEST)
    room.visit(room.red, EAST)
    run(room.world, 3.0 - 2 * TICK_S)
    before = room.scores[0]
    run(room.world, 5.0)
    assert room.scores[0] - before == pytest.approx(2.0)


def test_each_point_pays_whoever_took_it() -> None:
    room = dom()
    mate = room.join("Mate", 0, ASIDE + 400)
    room.visit(room.red, WEST)
    room.visit(mate, EAST)
    run(room.world, 10.0)
    assert room.red.score == mate.score > 0
    assert room.scores[0] == pytest.approx(room.red.score + mate.score)


def test_a_retaken_point_waits_for_two_seconds_again() -> None:
    room = dom()
    room.visit(room.red, WEST)
    run(room.world, 5.0 - TICK_S)
    held = room.scores[0]
    room.visit(room.blue, WEST)
    run(room.world, 2.0 - 2 * TICK_S)
    assert (room.scores[0], room.scores[1]) == (held, 0)
    run(room.world, 2.0)
    assert room.scores[0] == held
    assert room.blue.score == room.scores[1] > 0


def test_two_teams_with_a_point_each_are_paid_alike() -> None:
    room = dom()
    room.visit(room.red, WEST)
    room.visit(room.blue, EAST)
    run(room.world, 10.0)
    assert room.scores[0] == room.scores[1] > 0


def test_the_dead_are_paid_on() -> None:
    room = dom()
    room.visit(room.red, WEST)
    kill(room.world, room.red, room.blue)
    run(room.world, 5.0)
    assert room.red.score == room.scores[0] > 0


def test_the_team_is_paid_on_for_the_points_of_somebody_who_left() -> None:
    room = dom()
    room.visit(room.red, WEST)
    room.world.remove_player(room.red)
    run(room.world, 5.0)
    assert room.scores[0] > 0


def test_four_teams_can_dominate() -> None:
    room = dom(teams=4)
    gold = room.join("Gold", 3, ASIDE + 400)
    room.visit(gold, EAST)
    run(room.world, 5.0)
    assert room.scores[3] == gold.score > 0
    assert (room.scores[0], room.scores[1], room.scores[2]) == (0, 0, 0)


def test_the_last_seconds_pay_two_and_four_times_as_much() -> None:
    room = dom(time_limit_s=1200.0, score_limit=0)
    room.visit(room.red, WEST)
    run(room.world, 3.0 - TICK_S)
    room.world.match_started_at = room.world.ticks - round((1200.0 - 8.0) / TICK_S)
    paid = []
    for _ in range(7):
        before = room.scores[0]
        run(room.world, 1.0)
        paid.append(round(room.scores[0] - before, 6))
    # 7, 6 and 5 seconds are left, then less than a quarter and less than a tenth of 20
    assert paid == [0.2, 0.2, 0.2, 0.4, 0.4, 0.4, 0.8]


def test_a_match_without_a_time_limit_never_pays_more() -> None:
    room = dom(time_limit_s=0.0, score_limit=0)
    room.visit(room.red, WEST)
    run(room.world, 3.0 - TICK_S)
    before = room.scores[0]
    run(room.world, 20.0)
    assert room.scores[0] - before == pytest.approx(4.0)


def test_a_pause_is_not_paid_for_afterwards() -> None:
    room = dom()
    room.visit(room.red, WEST)
    run(room.world, 5.0)
    before = room.scores[0]
    room.world.bots_paused = True
    run(room.world, 10.0)
    room.world.bots_paused = False
    run(room.world, 1.0)
    assert room.scores[0] - before <= 0.4


# Double Domination


def test_holding_both_points_for_ten_seconds_is_a_point_for_the_team() -> None:
    room = double_dom()
    room.visit(room.red, WEST)
    room.visit(room.red, EAST)
    run(room.world, 9.95)
    assert room.scores == {0: 0, 1: 0}
    room.world.tick()
    assert room.scores == {0: 1, 1: 0}


def test_each_who_controls_a_point_gets_five() -> None:
    room = double_dom()
    mate = room.join("Mate", 0, ASIDE + 400)
    room.visit(room.red, WEST)
    room.visit(mate, EAST)
    run(room.world, 10.0)
    assert (room.red.score, mate.score, room.blue.score) == (5, 5, 0)


def test_somebody_who_controls_both_points_gets_ten() -> None:
    room = double_dom()
    room.visit(room.red, WEST)
    room.visit(room.red, EAST)
    run(room.world, 10.0)
    assert room.red.score == 10


def test_a_score_gives_adrenaline() -> None:
    room = double_dom()
    mate = room.join("Mate", 0, ASIDE + 400)
    room.visit(room.red, WEST)
    room.visit(mate, EAST)
    run(room.world, 10.0)
    assert (room.red.adrenaline, mate.adrenaline) == (2 + 25, 2 + 25)


def test_one_point_alone_scores_nothing() -> None:
    room = double_dom()
    room.visit(room.red, WEST)
    run(room.world, 30.0)
    assert room.scores == {0: 0, 1: 0}


def test_a_point_for_each_team_scores_nothing() -> None:
    room = double_dom()
    room.visit(room.red, WEST)
    room.visit(room.blue, EAST)
    run(room.world, 30.0)
    assert room.scores == {0: 0, 1: 0}


def test_losing_a_point_begins_the_countdown_anew() -> None:
    room = double_dom()
    room.visit(room.red, WEST)
    room.visit(room.red, EAST)
    run(room.world, 9.0)
    room.visit(room.blue, EAST)
    room.visit(room.red, EAST)
    run(room.world, 9.95)
    assert room.scores == {0: 0, 1: 0}
    room.world.tick()
    assert room.scores == {0: 1, 1: 0}


def test_taking_both_points_over_begins_the_countdown_anew() -> None:
    room = double_dom()
    room.visit(room.red, WEST)
    room.visit(room.red, EAST)
    run(room.world, 9.0)
    room.visit(room.blue, WEST)
    room.visit(room.blue, EAST)
    run(room.world, 9.95)
    assert room.scores == {0: 0, 1: 0}
    room.world.tick()
    assert room.scores == {0: 0, 1: 1}


def test_after_a_score_the_points_belong_to_nobody() -> None:
    room = double_dom()
    room.visit(room.red, WEST)
    room.visit(room.red, EAST)
    run(room.world, 10.0)
    assert [(point.owner, point.controller) for point in room.points] == [(NO_TEAM, None)] * 2


def test_after_a_score_the_points_cannot_be_taken_for_ten_seconds() -> None:
    room = double_dom()
    room.visit(room.red, WEST)
    room.visit(room.red, EAST)
    run(room.world, 10.0)
    put(room.red, WEST, Y)
    run(room.world, 9.95)
    assert room.points[0].owner == NO_TEAM


def test_somebody_who_waits_on_a_point_takes_it_when_it_is_back() -> None:
    room = double_dom()
    room.visit(room.red, WEST)
    room.visit(room.red, EAST)
    run(room.world, 10.0)
    put(room.red, WEST, Y)
    run(room.world, 10.1)
    assert [point.owner for point in room.points] == [0, NO_TEAM]


def test_a_team_can_score_again_after_the_pause() -> None:
    room = double_dom()
    for _ in range(2):
        room.visit(room.red, WEST)
        room.visit(room.red, EAST)
        run(room.world, 20.1)
    assert (room.scores, room.red.score) == ({0: 2, 1: 0}, 20)


def test_the_points_of_the_dead_count_on() -> None:
    room = double_dom()
    room.visit(room.red, WEST)
    room.visit(room.red, EAST)
    kill(room.world, room.red, room.blue)
    run(room.world, 10.0)
    assert room.scores == {0: 1, 1: 0}
