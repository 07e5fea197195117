"""Capture the flag, by the rules of both games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from agentfw.arena.games.ut99 import UT99
from agentfw.arena.games.ut2004 import UT2004
from agentfw.arena.world.rules import CaptureTheFlag, Mode
from agentfw.geometry import Vec3
from agentfw.vocabulary import FlagState, Touched
from tests.support.arena import arm, kill, pawn_of, put, put_player, run, small_world

if TYPE_CHECKING:
    from agentfw.arena.games.specs import GameSpec
    from agentfw.arena.world.players import Player
    from agentfw.arena.world.rules import Flag
    from agentfw.arena.world.world import World

both_games = pytest.mark.parametrize("game", [UT2004, UT99], ids=lambda game: game.name)

WEST_HALF = """
################
#...............
#f.....!........
#s..............
################
"""
Y = 320.0
RED_BASE, BLUE_BASE = 192.0, 3904.0
LAVA, MIDDLE = 960.0, 2000.0


class Field:
    """Two bases 3712 uu apart, with lava between them, and a player of each team in the middle."""

    def __init__(self, game: GameSpec = UT2004, **settings: Any) -> None:
        self.world: World = small_world(
            WEST_HALF, game, symmetry="mirror", mode=Mode.CAPTURE_THE_FLAG, **settings
        )
        self.red = self.join("Red", 0, MIDDLE - 200)
        self.blue = self.join("Blue", 1, MIDDLE + 200)

    @property
    def rules(self) -> CaptureTheFlag:
        assert isinstance(self.world.rules, CaptureTheFlag)
        return self.world.rules

    @property
    def red_flag(self) -> Flag:
        return self.rules.flags[0]

    @property
    def blue_flag(self) -> Flag:
        return self.rules.flags[1]

    def join(self, name: str, team: int, x: float, y: float = 192.0) -> Player:
        player = put_player(self.world, name, x, y, team=team)
        player.settings.manual_spawn = True
        return player

    def visit(self, player: Player, x: float, y: float = Y) -> None:
        """Be there for a tick."""
        put(player, x, y)
        self.world.tick()

    def drop_at(self, x: float, y: float = Y) -> None:
        """Blue takes the red flag and dies with it at a place."""
        self.visit(self.blue, RED_BASE)
        put(self.blue, x, y)
        kill(self.world, self.blue, self.red)
        self.red.score = 0


# Taking and carrying


@both_games
def test_a_touch_takes_the_flag_of_the_enemy(game: GameSpec) -> None:
    field = Field(game)
    field.visit(field.red, BLUE_BASE)
    assert (field.blue_flag.state, field.blue_flag.holder) == (FlagState.HELD, field.red)
    assert field.rules.carried_by(field.red) is field.blue_flag


@both_games
def test_taking_a_flag_is_worth_nothing_yet(game: GameSpec) -> None:
    field = Field(game)
    field.visit(field.red, BLUE_BASE)
    assert (field.red.score, field.rules.team_scores) == (0, {0: 0, 1: 0})


@both_games
def test_the_own_flag_stays_at_home_when_touched(game: GameSpec) -> None:
    field = Field(game)
    field.visit(field.red, RED_BASE)
    assert (field.red_flag.state, field.red_flag.holder) == (FlagState.HOME, None)


@pytest.mark.parametrize(("game", "reach"), [(UT2004, 48 + 25), (UT99, 48 + 17)], ids=["UT2004", "UT99"])
def test_a_flag_is_as_wide_as_in_the_games(game: GameSpec, reach: float) -> None:
    field = Field(game)
    field.visit(field.red, BLUE_BASE - reach - 1)
    assert field.rules.carried_by(field.red) is None
    field.visit(field.red, BLUE_BASE - reach + 1)
    assert field.rules.carried_by(field.red) is field.blue_flag


def test_a_flag_is_where_its_carrier_is() -> None:
    field = Field()
    field.visit(field.red, BLUE_BASE)
    field.visit(field.red, MIDDLE)
    assert field.blue_flag.location == pawn_of(field.red).body.location


def test_a_held_flag_cannot_be_taken_from_its_carrier() -> None:
    field = Field()
    mate = field.join("Mate", 0, MIDDLE)
    field.visit(field.red, BLUE_BASE)
    field.visit(mate, BLUE_BASE - 60)
    assert field.blue_flag.holder is field.red


def test_whoever_takes_a_flag_is_told() -> None:
    field = Field()
    field.visit(field.red, BLUE_BASE)
    touched = [told.id for told in field.red.take_told() if isinstance(told, Touched)]
    assert touched == [field.blue_flag.id]


def test_the_dead_take_no_flag() -> None:
    field = Field()
    put(field.red, BLUE_BASE, Y)
    kill(field.world, field.red)
    field.world.tick()
    assert field.blue_flag.state is FlagState.HOME


# Capturing


@both_games
def test_a_capture_is_a_point_for_the_team(game: GameSpec) -> None:
    field = Field(game)
    field.visit(field.red, BLUE_BASE)
    field.visit(field.red, RED_BASE)
    assert field.rules.team_scores == {0: 1, 1: 0}


@both_games
def test_a_captured_flag_is_back_at_its_base(game: GameSpec) -> None:
    field = Field(game)
    field.visit(field.red, BLUE_BASE)
    field.visit(field.red, RED_BASE)
    flag = field.blue_flag
    assert (flag.state, flag.holder, flag.feet) == (FlagState.HOME, None, flag.base)


def test_a_capture_is_seven_points_in_the_older_game() -> None:
    field = Field(UT99)
    field.visit(field.red, BLUE_BASE)
    field.visit(field.red, RED_BASE)
    assert field.red.score == 7


def test_the_older_game_pays_only_whoever_captures() -> None:
    field = Field(UT99)
    mate = field.join("Mate", 0, MIDDLE)
    field.visit(mate, BLUE_BASE)
    kill(field.world, mate, field.blue)
    field.visit(field.red, BLUE_BASE)
    field.visit(field.red, RED_BASE)
    assert (field.red.score, mate.score) == (7, 0)


def test_a_lone_capture_pays_for_the_goal_the_first_touch_and_the_carrying() -> None:
    field = Field()
    field.visit(field.red, BLUE_BASE)
    field.visit(field.red, RED_BASE)
    assert field.red.score == 5 + 5 + 5


def test_the_first_toucher_is_paid_for_the_touch_and_the_carrying() -> None:
    field = Field()
    mate = field.join("Mate", 0, MIDDLE)
    field.visit(mate, BLUE_BASE)
    kill(field.world, mate, field.blue)
    field.visit(field.red, BLUE_BASE)
    field.visit(field.red, RED_BASE)
    assert mate.score == 5 + 5


def test_five_carriers_share_twenty_points() -> None:
    field = Field()
    mates = [field.join(f"Mate{number}", 0, MIDDLE + 60 * number, 448) for number in range(4)]
    for mate in mates:
        field.visit(mate, BLUE_BASE)
        kill(field.world, mate, field.blue)
    field.visit(field.red, BLUE_BASE)
    field.visit(field.red, RED_BASE)
    assert [mate.score for mate in mates] == [5 + 4, 4, 4, 4]


def test_however_many_carried_a_flag_each_gets_a_point() -> None:
    field = Field()
    mates = [field.join(f"Mate{number}", 0, 256 + 60 * number, 448) for number in range(30)]
    field.visit(field.red, BLUE_BASE)
    field.blue_flag.carriers += mates
    field.visit(field.red, RED_BASE)
    assert {mate.score for mate in mates} == {1}


def test_a_flag_that_went_home_forgets_who_carried_it() -> None:
    field = Field()
    mate = field.join("Mate", 0, MIDDLE)
    field.visit(mate, BLUE_BASE)
    put(mate, MIDDLE, Y)
    kill(field.world, mate, field.blue)
    field.visit(field.blue, MIDDLE)
    field.visit(field.red, BLUE_BASE)
    field.visit(field.red, RED_BASE)
    assert mate.score == 0


@both_games
def test_no_capture_while_the_enemy_holds_the_own_flag(game: GameSpec) -> None:
    field = Field(game)
    field.visit(field.blue, RED_BASE)
    field.visit(field.red, BLUE_BASE)
    put(field.blue, MIDDLE, Y)
    field.visit(field.red, RED_BASE)
    assert field.rules.team_scores == {0: 0, 1: 0}
    assert field.blue_flag.holder is field.red


@both_games
def test_no_capture_while_the_own_flag_lies_about(game: GameSpec) -> None:
    field = Field(game)
    field.drop_at(MIDDLE)
    field.visit(field.red, BLUE_BASE)
    field.visit(field.red, RED_BASE)
    assert field.rules.team_scores == {0: 0, 1: 0}


@both_games
def test_a_carrier_who_waits_at_home_captures_as_soon_as_the_own_flag_is_back(game: GameSpec) -> None:
    field = Field(game)
    mate = field.join("Mate", 0, MIDDLE)
    field.drop_at(MIDDLE - 300)
    field.visit(field.red, BLUE_BASE)
    field.visit(field.red, RED_BASE)
    field.visit(mate, MIDDLE - 300)
    field.world.tick()
    assert field.rules.team_scores == {0: 1, 1: 0}


def test_kills_do_not_count_for_the_team() -> None:
    field = Field()
    kill(field.world, field.blue, field.red)
    assert (field.red.score, field.rules.team_scores) == (1, {0: 0, 1: 0})


def test_suicides_cost_the_player_but_not_the_team() -> None:
    field = Field()
    kill(field.world, field.blue, field.blue)
    assert (field.blue.score, field.rules.team_scores) == (-1, {0: 0, 1: 0})


# Dropping and returning


@both_games
def test_a_dying_carrier_drops_the_flag_where_it_dies(game: GameSpec) -> None:
    field = Field(game)
    field.drop_at(MIDDLE)
    assert (field.red_flag.state, field.red_flag.holder) == (FlagState.DROPPED, None)
    assert field.red_flag.feet == Vec3(MIDDLE, Y, 0.0)


def test_a_carrier_who_dies_in_the_air_drops_the_flag_on_the_floor() -> None:
    field = Field()
    field.visit(field.blue, RED_BASE)
    put(field.blue, MIDDLE, Y, floor=200.0)
    kill(field.world, field.blue, field.red)
    assert field.red_flag.feet == Vec3(MIDDLE, Y, 0.0)


def test_a_leaving_carrier_drops_the_flag() -> None:
    field = Field()
    field.visit(field.blue, RED_BASE)
    put(field.blue, MIDDLE, Y)
    field.world.remove_player(field.blue)
    assert (field.red_flag.state, field.red_flag.holder) == (FlagState.DROPPED, None)
    assert field.red_flag.feet == Vec3(MIDDLE, Y, 0.0)


def test_a_carrier_who_changes_the_team_drops_the_flag() -> None:
    field = Field()
    field.visit(field.blue, RED_BASE)
    put(field.blue, MIDDLE, Y)
    assert field.world.change_team(field.blue, 0)
    assert (field.red_flag.state, field.red_flag.holder) == (FlagState.DROPPED, None)


@both_games
def test_a_carrier_who_translocates_leaves_the_flag_behind(game: GameSpec) -> None:
    field = Field(game)
    field.visit(field.blue, RED_BASE)
    put(field.blue, MIDDLE, Y)
    assert game.translocator is not None
    arm(field.world, field.blue, game.translocator)
    pawn_of(field.blue).body.yaw = pawn_of(field.blue).wanted_yaw = 0
    field.world.combat.pull(field.blue)
    field.world.tick()
    field.world.combat.release(field.blue)
    run(field.world, 0.5)
    field.world.combat.pull(field.blue, alt=True)
    run(field.world, 1.0)
    assert pawn_of(field.blue).body.x > MIDDLE + 200
    assert (field.red_flag.state, field.red_flag.holder) == (FlagState.DROPPED, None)
    assert field.red_flag.feet == Vec3(MIDDLE, Y, 0.0)


@both_games
def test_a_flag_dropped_in_lava_goes_home(game: GameSpec) -> None:
    field = Field(game)
    field.drop_at(LAVA)
    assert (field.red_flag.state, field.red_flag.feet) == (FlagState.HOME, field.red_flag.base)


def test_a_flag_dropped_above_lava_goes_home() -> None:
    field = Field()
    field.visit(field.blue, RED_BASE)
    put(field.blue, LAVA, Y, floor=150.0)
    kill(field.world, field.blue, field.red)
    assert field.red_flag.state is FlagState.HOME


@both_games
def test_a_dropped_flag_goes_home_after_25_seconds(game: GameSpec) -> None:
    field = Field(game)
    field.drop_at(MIDDLE)
    run(field.world, 24.95)
    assert field.red_flag.state is FlagState.DROPPED
    field.world.tick()
    assert (field.red_flag.state, field.red_flag.feet) == (FlagState.HOME, field.red_flag.base)


def test_a_flag_dropped_twice_waits_for_25_seconds_again() -> None:
    field = Field()
    mate = field.join("Mate", 1, MIDDLE + 400)
    field.drop_at(MIDDLE)
    run(field.world, 20.0)
    field.visit(mate, MIDDLE)
    kill(field.world, mate, field.red)
    run(field.world, 24.9)
    assert field.red_flag.state is FlagState.DROPPED
    run(field.world, 0.2)
    assert field.red_flag.feet == field.red_flag.base


def test_a_held_flag_never_goes_home_by_itself() -> None:
    field = Field()
    field.visit(field.blue, RED_BASE)
    put(field.blue, MIDDLE, Y)
    run(field.world, 40.0)
    assert field.red_flag.holder is field.blue


@both_games
def test_an_enemy_picks_up_a_dropped_flag(game: GameSpec) -> None:
    field = Field(game)
    mate = field.join("Mate", 1, MIDDLE + 400)
    field.drop_at(MIDDLE)
    field.visit(mate, MIDDLE)
    assert (field.red_flag.state, field.red_flag.holder) == (FlagState.HELD, mate)


@both_games
def test_touching_the_own_dropped_flag_sends_it_home(game: GameSpec) -> None:
    field = Field(game)
    field.drop_at(MIDDLE)
    field.visit(field.red, MIDDLE)
    assert (field.red_flag.state, field.red_flag.feet) == (FlagState.HOME, field.red_flag.base)


PLACES = {
    "near home": (RED_BASE + 1000, 0),
    "in the own half": (RED_BASE + 1050, 3),
    "just before the middle": ((RED_BASE + BLUE_BASE) / 2 - 10, 3),
    "just behind the middle": ((RED_BASE + BLUE_BASE) / 2 + 10, 5),
    "in the other half": (BLUE_BASE - 1050, 5),
    "near the base of the enemy": (BLUE_BASE - 1000, 5 + 7),
}


@pytest.mark.parametrize(("x", "points"), PLACES.values(), ids=PLACES)
def test_a_return_pays_more_the_farther_the_flag_got(x: float, points: int) -> None:
    field = Field()
    field.drop_at(x)
    field.visit(field.red, x)
    assert field.red.score == points


@pytest.mark.parametrize("x", [x for x, _ in PLACES.values()], ids=PLACES)
def test_a_return_pays_nothing_in_the_older_game(x: float) -> None:
    field = Field(UT99)
    field.drop_at(x)
    field.visit(field.red, x)
    assert field.red.score == 0


# Carriers are worth more


@pytest.mark.parametrize(("game", "points"), [(UT2004, 1 + 2), (UT99, 1 + 4)], ids=["UT2004", "UT99"])
def test_killing_a_carrier_is_worth_more(game: GameSpec, points: int) -> None:
    field = Field(game)
    field.visit(field.blue, RED_BASE)
    kill(field.world, field.blue, field.red)
    assert field.red.score == points


@both_games
def test_a_carrier_who_kills_itself_gives_nobody_points(game: GameSpec) -> None:
    field = Field(game)
    field.visit(field.blue, RED_BASE)
    kill(field.world, field.blue, field.blue)
    assert (field.red.score, field.blue.score) == (0, -1)


def test_killing_the_own_carrier_is_worth_nothing() -> None:
    field = Field(friendly_fire=1.0)
    mate = field.join("Mate", 1, MIDDLE + 400)
    field.visit(field.blue, RED_BASE)
    kill(field.world, field.blue, mate)
    assert mate.score == -1


def test_killing_somebody_who_aims_at_the_own_carrier_is_worth_a_point_more() -> None:
    field = Field()
    carrier = field.join("Carrier", 0, MIDDLE - 600)
    field.visit(carrier, BLUE_BASE)
    put(carrier, MIDDLE - 600, Y)
    put(field.blue, MIDDLE + 200, Y)
    arm(field.world, field.blue, "XWeapons.ShockRifle")
    pawn_of(carrier).health = 199
    field.world.combat.pull(field.blue, target=carrier.id)
    run(field.world, 0.5)
    kill(field.world, field.blue, field.red)
    assert field.red.score == 1 + 1


def test_killing_a_carrier_gives_the_adrenaline_of_a_major_kill() -> None:
    field = Field()
    field.visit(field.blue, RED_BASE)
    kill(field.world, field.blue, field.red)
    assert field.red.adrenaline >= 10


def test_any_other_kill_gives_little_adrenaline() -> None:
    field = Field()
    kill(field.world, field.blue, field.red)
    assert field.red.adrenaline == 2


def test_a_capture_gives_25_points_of_adrenaline() -> None:
    field = Field()
    field.visit(field.red, BLUE_BASE)
    field.visit(field.red, RED_BASE)
    assert field.red.adrenaline == 25


def test_a_return_gives_5_points_of_adrenaline() -> None:
    field = Field()
    field.drop_at(MIDDLE)
    field.red.adrenaline = 0
    field.visit(field.red, MIDDLE)
    assert field.red.adrenaline == 5


def test_each_team_defends_the_flag_of_its_half() -> None:
    field = Field()
    red_flag, blue_flag = field.rules.flag_of(0), field.rules.flag_of(1)
    assert red_flag is not None
    assert blue_flag is not None
    assert (red_flag.base.x, blue_flag.base.x) == (RED_BASE, BLUE_BASE)
    assert field.rules.flag_of(2) is None
