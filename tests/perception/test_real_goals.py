"""Flags, points, items and deaths of the real arena, each at the moment that matters."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from agentfw.arena.server.options import ArenaOptions
from agentfw.arena.world.rules import CaptureTheFlag
from agentfw.engines.gamebots import orders
from agentfw.geometry import Vec3
from agentfw.vocabulary import FlagState
from tests.perception.witness import Witness
from tests.support.arena import kill

if TYPE_CHECKING:
    from agentfw.arena.world.rules.flags import Flag
    from agentfw.arena.world.stock import Item

DIALECTS = ("gamebots-ut99", "gamebots-2004")
in_both_dialects = pytest.mark.parametrize("dialect", DIALECTS)


def witness(dialect: str, mode: str, level: str) -> Witness:
    """A bot of team 0, alone in a match without end, that has had its first look."""
    options = ArenaOptions(
        map=level, mode=mode, dialect=dialect, seed=1, score_limit=0, time_limit_min=0.0
    )
    made = Witness(options, team=0)
    made.join()
    return made


def flag_of(one: Witness, team: int) -> Flag:
    rules = one.world.rules
    assert isinstance(rules, CaptureTheFlag)
    found = rules.flag_of(team)
    assert found is not None
    return found


def stand_on(one: Witness, feet: Vec3) -> None:
    one.pawn.body.put(feet)


def settle(one: Witness, looks: int = 3) -> None:
    for _ in range(looks):
        one.look()


@in_both_dialects
def test_a_flag_taken_is_carried_by_this_bot(dialect: str) -> None:
    one = witness(dialect, "ctf", "ctf-twins")
    stand_on(one, flag_of(one, 1).feet)
    settle(one)
    view = one.look()
    assert flag_of(one, 1).holder is one.player
    assert view.carried_flag is view.flags[1]
    assert view.flags[1].state is FlagState.HELD


@in_both_dialects
def test_a_base_seen_on_the_way_outlasts_flag_and_death(dialect: str) -> None:
    one = witness(dialect, "ctf", "ctf-twins")
    base = flag_of(one, 1).location
    stand_on(one, flag_of(one, 1).feet + Vec3(150.0, 0.0, 0.0))
    settle(one)
    kill(one.world, one.player)
    home = one.tick().flags[1].home
    assert home is not None
    assert home.ground_distance_to(base) < 0.02


@in_both_dialects
def test_a_capture_scores_for_the_own_team(dialect: str) -> None:
    one = witness(dialect, "ctf", "ctf-twins")
    stand_on(one, flag_of(one, 1).feet)
    settle(one)
    stand_on(one, flag_of(one, 0).feet)
    settle(one, 10)
    view = one.look()
    assert (view.scores.teams[0], view.carried_flag) == (one.world.rules.team_scores[0], None)
    assert view.scores.teams[0] > 0


@pytest.mark.parametrize(
    "dialect",
    [
        "gamebots-ut99",
        "gamebots-2004",
    ],
)
def test_a_flag_lost_by_death_is_not_carried_by_the_next_body(dialect: str) -> None:
    one = witness(dialect, "ctf", "ctf-twins")
    stand_on(one, flag_of(one, 1).feet)
    settle(one)
    stand_on(one, one.world.level.things[0].location)
    kill(one.world, one.player)
    view = one.look()
    assert (view.is_alive, flag_of(one, 1).holder) == (True, None)
    assert view.carried_flag is None


@pytest.mark.parametrize(
    ("dialect", "mode", "level"),
    [("gamebots-ut99", "dom", "dom-crossing"), ("gamebots-2004", "ddom", "dom-vault")],
)
def test_a_point_is_ours_as_soon_as_it_is_touched(dialect: str, mode: str, level: str) -> None:
    one = witness(dialect, mode, level)
    point = one.world.rules.points[0]
    before = one.look().points[point.id].owner
    stand_on(one, point.feet)
    settle(one)
    assert (before, one.look().points[point.id].owner) == (255, 0)


@pytest.mark.parametrize(
    ("dialect", "mode", "level"),
    [("gamebots-ut99", "dom", "dom-crossing"), ("gamebots-2004", "ddom", "dom-vault")],
)
def test_a_point_that_others_take_out_of_sight_is_theirs(dialect: str, mode: str, level: str) -> None:
    one = witness(dialect, mode, level)
    point = one.world.rules.points[-1]
    other = one.world.add_player("Other", 1)
    assert one.world.spawning.spawn(other, point.feet + Vec3(0.0, 0.0, 44.0), None)
    settle(one)
    view = one.look()
    assert (point.owner, view.points[point.id].owner) == (1, 1)


def nearest_item(one: Witness, part: str) -> Item:
    found = [item for item in one.world.stock.items if part in str(item.spec.pickup)]
    return found[0]


@pytest.mark.parametrize("part", ["ShieldPack", "RocketLauncher", "HealthPack"])
def test_an_item_that_the_bot_took_is_expected_back_when_it_comes_back(part: str) -> None:
    one = witness("gamebots-2004", "dm", "dm-foundry")
    one.pawn.health = 50
    item = nearest_item(one, part)
    stand_on(one, item.feet)
    settle(one)
    known = one.look().items[item.id]
    assert known.respawns_at == pytest.approx(item.respawns_at, abs=0.1)
    assert not known.is_there(one.world.time)


def test_in_the_older_game_an_item_that_is_not_seen_where_the_bot_stands_is_gone() -> None:
    one = witness("gamebots-ut99", "dm", "dm-foundry")
    one.pawn.health = 50
    item = one.world.stock.items[0]
    stand_on(one, item.feet + Vec3(200.0, 0.0, 0.0))
    settle(one)
    stand_on(one, item.feet)
    settle(one)
    known = one.look().items.get(item.id)
    assert known is not None
    assert known.is_there(one.world.time) == one.world.stock.is_there(item)


@in_both_dialects
def test_death_and_rebirth_are_noticed(dialect: str) -> None:
    one = witness(dialect, "dm", "dm-cellar")
    one.player.settings.manual_spawn = True
    kill(one.world, one.player)
    dead = one.tick()
    assert (dead.is_alive, dead.location, dead.weapons, dead.place) == (False, None, {}, None)
    one.world.enter(one.player)
    alive = one.join()
    assert (alive.is_alive, alive.health) == (True, one.pawn.health)


def test_a_restart_of_the_match_is_noticed() -> None:
    one = witness("gamebots-2004", "ctf", "ctf-twins")
    stand_on(one, flag_of(one, 1).feet)
    settle(one)
    one.arena.configure_game(orders.ConfigureGame(restart=True))
    settle(one, 8)
    view = one.look()
    assert (view.is_alive, view.carried_flag) == (True, None)
    assert set(view.scores.teams.values()) == {0.0}


def test_the_weapons_after_a_restart_are_known() -> None:
    one = witness("gamebots-2004", "ctf", "ctf-twins")
    one.arena.configure_game(orders.ConfigureGame(restart=True))
    settle(one)
    assert set(one.look().weapons) == {held.id for held in one.pawn.weapons.values()}


@in_both_dialects
def test_the_weapons_of_a_new_body_are_known(dialect: str) -> None:
    one = witness(dialect, "dm", "dm-cellar")
    settle(one)
    kill(one.world, one.player)
    one.join()
    settle(one)
    view = one.look()
    assert set(view.weapons) == {held.id for held in one.pawn.weapons.values()}
