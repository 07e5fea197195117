"""The bot of the HTN seed holds points in Domination: T3 to T5, X3 and D4, as others see them."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Final

import msgspec
import pytest

from agentfw.geometry import angle_between
from tests.scenarios.brains import Idle
from tests.scenarios.drawings import cell
from tests.scenarios.plans import following, hurt, kill, put, running, triggers
from tests.support.dialects import CLASSIC, GB2004
from tests.support.playing import drawn_arena

if TYPE_CHECKING:
    from agentfw.arena.server import Arena
    from agentfw.arena.world.players import Pawn
    from agentfw.arena.world.rules.domination import Point
    from agentfw.brains.planned import PlanBrain
    from tests.scenarios.stage import Actor, Stage

both_dialects = pytest.mark.parametrize("dialect", [GB2004.name, CLASSIC.name])
ROWS: Final = """
    ######################
    #...................s#
    #....................#
    #....................#
    #....w........d......#
    #....................#
    #....a...............#
    #########.############
    #s...................#
    #..................d.#
    ######################
"""
"""A hall with a point to defend, a weapon and its ammunition, and a yard that is not seen from there."""
LEGEND: Final = {"w": "XWeapons.ShockRiflePickup", "a": "XWeapons.ShockAmmoPickup"}
POST, IN_VIEW, HIDDEN, START = cell(14, 4), cell(10, 2), cell(2, 9), cell(2, 2)
NAMES: Final = {GB2004.name: "xDomPoint{}", CLASSIC.name: "ControlPoint{}"}
EAST, WEST = 0, 32768
NOT_TOLD: Final = (
    "in UT99 nobody tells of ammunition for a weapon in the bag: it is believed to be empty until it is "
    "in hand again"
)


def yard(dialect: str) -> Arena:
    """A game of Domination without an end."""
    mode = "ddom" if dialect == GB2004.name else "dom"
    return drawn_arena(ROWS, legend=LEGEND, mode=mode, dialect=dialect, score_limit=0)


def point(stage: Stage) -> Point:
    """The point that is to be defended, as the arena knows it."""
    first: Point = stage.arena.world.rules.points[0]
    return first


def with_only_blades(arena: Arena) -> Arena:
    """The same, but bots come into the game with nothing that shoots."""
    game = arena.world.game
    arena.world.game = msgspec.structs.replace(game, start_weapons=game.start_weapons[1:])
    return arena


def defender(stage: Stage, dialect: str, task: str = "DefendDomPoint {0}") -> Actor[PlanBrain]:
    """A bot of the seed in the hall, with one task."""
    names = [NAMES[dialect].format(number) for number in (0, 1)]
    bob = stage.bring_in(following("seed.htn", tasks=task.format(*names)), team=0)
    put(bob, START, yaw=EAST)
    return bob


def foe(stage: Stage) -> Actor[Idle]:
    """An enemy that stands where it is not seen, and cannot be hurt."""
    found = stage.bring_in(Idle, name="Foe", team=1)
    found.player.settings.invulnerable = True
    put(found, HIDDEN)
    return found


def is_posted(bob: Actor[PlanBrain]) -> bool:
    """Whether somebody stands at the point."""
    return bob.pawn.body.location.ground_distance_to(POST) < 100.0


def spend(pawn: Pawn) -> None:
    """All ammunition is gone."""
    pawn.ammo.update(dict.fromkeys(pawn.ammo, 0))


# T3: the whole task


@both_dialects
def test_t3_a_defender_travels_to_its_point_and_takes_it(stage: Stage, dialect: str) -> None:
    stage.open(yard(dialect))
    bob = defender(stage, dialect)
    stage.play_until(lambda: is_posted(bob), within=10.0)
    stage.play(0.5)
    assert point(stage).owner == 0


@both_dialects
def test_t3_a_defender_scans_by_7000_units(stage: Stage, dialect: str) -> None:
    stage.open(yard(dialect))
    bob = defender(stage, dialect)
    stage.play_until(lambda: is_posted(bob), within=10.0)
    stage.play(1.0)
    since = stage.now
    stage.play(5.0)
    wanted = [line.turn().yaw for _, line in bob.said("TURNTO", since=since)]
    steps = [angle_between(one, two) for one, two in itertools.pairwise(wanted)]
    assert len(steps) >= 5
    assert all(abs(step - 7000) <= 500 for step in steps)
    assert running(bob, since=since) == []


@both_dialects
def test_t3_a_defender_shoots_whom_its_scan_finds(stage: Stage, dialect: str) -> None:
    stage.open(yard(dialect))
    enemy, bob = foe(stage), defender(stage, dialect)
    stage.play_until(lambda: is_posted(bob), within=10.0)
    stage.play(1.0)
    put(enemy, IN_VIEW)
    stage.play_until(lambda: bob.pawn.firing > 0, within=6.0)
    assert bob.pawn.shoot_target == enemy.player.id


@both_dialects
def test_t3_a_defender_without_anything_that_shoots_arms_itself_first(
    stage: Stage, dialect: str
) -> None:
    stage.open(with_only_blades(yard(dialect)))
    bob = defender(stage, dialect)
    stage.play_until(lambda: is_posted(bob), within=40.0)
    assert bob.pawn.hand is not None
    assert bob.pawn.rounds(bob.pawn.hand) > 1


@both_dialects
def test_t3_a_defender_whose_hands_are_empty_gets_a_weapon(stage: Stage, dialect: str) -> None:
    stage.open(yard(dialect))
    bob = defender(stage, dialect)
    stage.play_until(lambda: is_posted(bob), within=10.0)
    bob.pawn.weapons.clear()
    bob.pawn.ammo.clear()
    bob.pawn.hand = None
    stage.play_until(lambda: bob.pawn.hand is not None, within=30.0)
    assert not is_posted(bob)
    stage.play_until(lambda: is_posted(bob), within=15.0)


@both_dialects
def test_t3_a_defender_whose_ammunition_ran_out_gets_another_weapon_and_is_back(
    stage: Stage, dialect: str
) -> None:
    stage.open(yard(dialect))
    enemy, bob = foe(stage), defender(stage, dialect)
    put(bob, cell(19, 3), yaw=WEST)
    stage.play_until(lambda: is_posted(bob), within=20.0)
    put(enemy, IN_VIEW)
    stage.play_until(lambda: bob.pawn.firing > 0, within=8.0)
    before = set(bob.pawn.weapons)
    spend(bob.pawn)
    stage.play_until(lambda: set(bob.pawn.weapons) > before, within=60.0)
    assert not is_posted(bob)
    stage.play_until(lambda: bob.pawn.firing > 0 and is_posted(bob), within=30.0)


@pytest.mark.parametrize(
    "dialect",
    [GB2004.name, pytest.param(CLASSIC.name, marks=pytest.mark.xfail(strict=True, reason=NOT_TOLD))],
)
def test_t3_a_defender_that_found_ammunition_for_its_weapon_uses_it(stage: Stage, dialect: str) -> None:
    stage.open(with_only_blades(yard(dialect)))
    enemy, bob = foe(stage), defender(stage, dialect)
    stage.play_until(lambda: is_posted(bob), within=40.0)
    put(enemy, IN_VIEW)
    stage.play_until(lambda: bob.pawn.firing > 0, within=8.0)
    spend(bob.pawn)
    stage.play_until(lambda: shock_rounds(bob.pawn) > 1, within=60.0)
    stage.play_until(lambda: bob.pawn.firing > 0, within=60.0)


def shock_rounds(pawn: Pawn) -> float:
    """What is left for the weapon that lies about here."""
    return sum(rounds for name, rounds in pawn.ammo.items() if "Shock" in name)


# T4: the trigger is always released


def shooting(stage: Stage, dialect: str) -> tuple[Actor[PlanBrain], Actor[Idle], float]:
    """A defender that holds its trigger pulled, at whom, and since when."""
    stage.open(yard(dialect))
    enemy, bob = foe(stage), defender(stage, dialect)
    put(enemy, IN_VIEW)
    stage.play_until(lambda: bob.pawn.firing > 0, within=15.0)
    stage.play(0.5)
    return bob, enemy, stage.now


@both_dialects
def test_t4_the_trigger_is_released_when_the_target_is_lost(stage: Stage, dialect: str) -> None:
    bob, enemy, at = shooting(stage, dialect)
    put(enemy, HIDDEN)
    stage.play(2.0)
    assert bob.pawn.firing == 0
    assert triggers(bob, since=at)[-1] == "STOPSHOOT"


@both_dialects
def test_t4_the_trigger_is_released_when_the_target_dies(stage: Stage, dialect: str) -> None:
    bob, enemy, at = shooting(stage, dialect)
    kill(stage, enemy)
    stage.play_until(lambda: enemy.has_body, within=8.0)
    put(enemy, HIDDEN)
    stage.play(2.0)
    assert bob.pawn.firing == 0
    assert triggers(bob, since=at)[-1] == "STOPSHOOT"


@both_dialects
def test_t4_the_trigger_is_released_when_no_ammunition_is_left(stage: Stage, dialect: str) -> None:
    bob, _, at = shooting(stage, dialect)
    spend(bob.pawn)
    stage.play(2.5)
    assert bob.pawn.firing == 0
    assert triggers(bob, since=at)[-1] == "STOPSHOOT"


@both_dialects
def test_t4_the_trigger_is_released_at_death(stage: Stage, dialect: str) -> None:
    bob, enemy, at = shooting(stage, dialect)
    kill(stage, bob)
    put(enemy, HIDDEN)
    stage.play_until(lambda: bob.has_body, within=8.0)
    stage.play(1.0)
    assert bob.pawn.firing == 0
    assert triggers(bob, since=at)[-1:] == ["STOPSHOOT"]


@both_dialects
def test_t4_the_trigger_is_released_when_a_more_urgent_task_takes_over(
    stage: Stage, dialect: str
) -> None:
    stage.open(yard(dialect))
    enemy = foe(stage)
    bob = stage.bring_in(following("two.htn", files={"two.htn": TWO_TASKS}), team=0)
    put(bob, START, yaw=EAST)
    put(enemy, cell(6, 2))
    stage.play_until(lambda: bob.pawn.firing > 0, within=5.0)
    bob.pawn.health = 20
    at = stage.now
    stage.play(1.0)
    assert bob.pawn.firing == 0
    assert triggers(bob, since=at) == ["STOPSHOOT"]
    assert running(bob, since=at) != []


TWO_TASKS: Final = """
Top
  Flee
  Stand
Head Flee
  Priority
    10
  Preconditions
    health < 50
  Subtasks
    RunToRandom
Head Stand
  Priority
    1
  Subtasks
    ShootAtEnemy stand=true, Rotate 7000
"""


# T5: journeys that yield


def patrol(stage: Stage, dialect: str, option: str) -> tuple[Actor[PlanBrain], Actor[Idle]]:
    """A bot on its way to the point that shall yield to something, and somebody it does not see."""
    goal = NAMES[dialect].format(0)
    text = f"Head Walk\nSubtasks\ntravel_to {goal} {option}=true, fight stand=true, Rotate 7000\n"
    stage.open(yard(dialect))
    enemy = foe(stage)
    bob = stage.bring_in(following("walk.htn", files={"walk.htn": text}), team=0)
    put(bob, START, yaw=EAST)
    stage.play(1.5)
    assert bob.pawn.body.velocity.length > 100.0
    return bob, enemy


@both_dialects
def test_t5_a_journey_yields_when_an_enemy_is_seen(stage: Stage, dialect: str) -> None:
    bob, enemy = patrol(stage, dialect, "stop_if_enemy_seen")
    put(enemy, cell(18, 3))
    stage.play_until(lambda: bob.pawn.firing > 0, within=2.0)
    assert not is_posted(bob)


@both_dialects
def test_t5_a_journey_yields_when_the_bot_is_attacked(stage: Stage, dialect: str) -> None:
    bob, enemy = patrol(stage, dialect, "stop_if_attacked")
    at = hurt(stage, bob, enemy)
    stage.play_until(lambda: bool(bob.said("STOP", since=at)), within=1.0)
    assert not is_posted(bob)


@both_dialects
@pytest.mark.parametrize("option", ["stop_if_attacked", "stop_if_enemy_seen"])
def test_t5_a_journey_that_nothing_disturbs_comes_to_its_end(
    stage: Stage, dialect: str, option: str
) -> None:
    bob, _ = patrol(stage, dialect, option)
    stage.play_until(lambda: is_posted(bob), within=10.0)


@both_dialects
def test_t5_an_ordinary_journey_does_not_yield(stage: Stage, dialect: str) -> None:
    stage.open(yard(dialect))
    enemy, bob = foe(stage), defender(stage, dialect)
    stage.play(1.0)
    put(enemy, cell(18, 3))
    hurt(stage, bob, enemy)
    stage.play_until(lambda: is_posted(bob), within=10.0)
    assert triggers(bob, since=0.0) == []


# X3: conditions are read when their turn comes


@both_dialects
def test_x3_an_enemy_that_came_during_the_journey_is_shot_by_the_next_line(
    stage: Stage, dialect: str
) -> None:
    stage.open(yard(dialect))
    enemy, bob = foe(stage), defender(stage, dialect, "patrol-dom-location {0} {1}")
    stage.play(1.5)
    put(enemy, cell(19, 4))
    stage.play_until(lambda: bob.pawn.firing > 0, within=10.0)
    assert is_posted(bob)
    assert bob.said("ROTATE") == bob.said("TURNTO") == []


@both_dialects
def test_x3_an_enemy_that_left_during_the_journey_is_not_shot_at(stage: Stage, dialect: str) -> None:
    stage.open(yard(dialect))
    enemy, bob = foe(stage), defender(stage, dialect, "patrol-dom-location {0} {1}")
    put(enemy, cell(19, 4))
    stage.play(1.5)
    put(enemy, HIDDEN)
    stage.play_until(lambda: is_posted(bob), within=10.0)
    stage.play(1.0)
    assert triggers(bob, since=0.0) == []
    assert bob.said("TURNTO") != []


# D4: death is an interruption


@both_dialects
def test_d4_a_journey_that_death_ended_does_not_count_as_arrival(stage: Stage, dialect: str) -> None:
    stage.open(yard(dialect))
    bob = defender(stage, dialect)
    stage.play(1.5)
    at = kill(stage, bob)
    stage.play_until(lambda: bob.has_body, within=8.0)
    put(bob, HIDDEN)
    stage.play_until(lambda: is_posted(bob), within=20.0)
    arrived = stage.now
    assert bob.said("TURNTO", since=at) == []
    stage.play(2.0)
    assert bob.said("TURNTO", since=arrived) != []


@both_dialects
def test_d4_nothing_of_the_old_journey_is_said_after_death(stage: Stage, dialect: str) -> None:
    stage.open(yard(dialect))
    bob = defender(stage, dialect)
    stage.play(1.5)
    at = kill(stage, bob)
    stage.play_until(lambda: bob.has_body, within=8.0)
    assert [one for one in running(bob, since=at + 1e-6) if one < stage.now] == []


@both_dialects
def test_d4_a_defender_takes_up_its_task_with_its_next_body(stage: Stage, dialect: str) -> None:
    stage.open(yard(dialect))
    bob = defender(stage, dialect)
    stage.play_until(lambda: is_posted(bob), within=10.0)
    stage.play(1.0)
    kill(stage, bob)
    stage.play_until(lambda: bob.has_body, within=8.0)
    assert not is_posted(bob)
    stage.play_until(lambda: is_posted(bob), within=20.0)
