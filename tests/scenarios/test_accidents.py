"""What happens to travellers: they are killed, pushed off ledges, and carried elsewhere."""

from __future__ import annotations

import pytest

from agentfw.brains import TravelTo, UseLink
from agentfw.geometry import Vec3
from tests.scenarios import drawings
from tests.scenarios.brains import Errands
from tests.scenarios.drawings import Drawing, cell
from tests.scenarios.stage import HALF_HEIGHT, Actor, Stage
from tests.support.dialects import CLASSIC, GB2004

both_dialects = pytest.mark.parametrize("dialect", [GB2004.name, CLASSIC.name])
after_death = both_dialects
UP = Vec3(0.0, 0.0, HALF_HEIGHT)
FAR_STARTS = Drawing(
    rows="""
        ######################
        #s...................#
        #....................#
        #...................s#
        ######################
    """,
    goal=(11, 2),
)
"""Two starts with a goal in the middle; nobody comes back where it was."""


def on_its_way(stage: Stage, drawing: Drawing, dialect: str, *goals: Vec3) -> Actor[Errands]:
    """A bot that has just set out."""
    stage.open(drawing.arena(dialect))
    bob = stage.enter(lambda: Errands(*(TravelTo(location=goal) for goal in goals)))
    stage.play_until(lambda: is_running(bob), within=5.0)
    return bob


def is_running(bob: Actor[Errands]) -> bool:
    """Whether it knows itself to be under way."""
    return bob.circle.view is not None and bob.view.motion.is_moving


def kill(stage: Stage, bob: Actor[Errands]) -> float:
    """Take its body; when that was."""
    world = stage.arena.world
    world.kill(bob.player, None, world.game.world_damage["suicide"])
    return stage.now


def moves(bob: Actor[Errands], since: float) -> list[float]:
    """When it was told to run."""
    return [at for word in ("MOVE", "RUNTO", "STRAFE") for at, _ in bob.said(word, since=since)]


# Killed


@after_death
def test_killed_traveller_fails_because_it_died(stage: Stage, dialect: str) -> None:
    bob = on_its_way(stage, FAR_STARTS, dialect, FAR_STARTS.there)
    kill(stage, bob)
    stage.play(3.0)
    assert [(one.has_failed, one.reason) for one in bob.brain.ended] == [(True, "died")]


@after_death
def test_no_command_of_a_journey_comes_after_its_end_by_death(stage: Stage, dialect: str) -> None:
    bob = on_its_way(stage, FAR_STARTS, dialect, FAR_STARTS.there)
    died_at = kill(stage, bob)
    stage.play(6.0)
    assert moves(bob, died_at + 1e-6) == []


@after_death
def test_next_journey_starts_from_where_the_new_body_is(stage: Stage, dialect: str) -> None:
    bob = on_its_way(stage, FAR_STARTS, dialect, FAR_STARTS.there, cell(11, 1))
    was_at = bob.pawn.body.location
    kill(stage, bob)
    stage.play_until(lambda: bob.brain.is_finished, within=30.0)
    first, second = bob.brain.ended
    assert (first.reason, second.is_done) == ("died", True)
    assert bob.pawn.body.location.distance_to(cell(11, 1)) <= 60.0 < was_at.distance_to(cell(11, 1))


@both_dialects
def test_brain_that_insists_gets_there_with_its_next_body(stage: Stage, dialect: str) -> None:
    stage.open(FAR_STARTS.arena(dialect))
    goal = FAR_STARTS.there
    bob = stage.enter(lambda: Errands(*(TravelTo(location=goal, tolerance_uu=t) for t in (50.0, 49.0))))
    stage.play(1.2)
    kill(stage, bob)
    stage.play_until(lambda: bob.brain.is_finished, within=30.0)
    assert bob.brain.ended[-1].is_done


@both_dialects
def test_death_in_a_lift_is_no_reason_to_fear_the_lift(stage: Stage, dialect: str) -> None:
    bob = on_its_way(stage, drawings.LIFT, dialect, drawings.LIFT.there, drawings.LIFT.there + UP * 0.1)
    stage.play_until(lambda: bob.pawn.body.z > 60.0, within=20.0)
    kill(stage, bob)
    stage.play_until(lambda: bob.brain.is_finished, within=30.0)
    assert bob.brain.ended[-1].is_done


# Pushed


@both_dialects
def test_traveller_pushed_off_a_ledge_gets_there_all_the_same(stage: Stage, dialect: str) -> None:
    drawing = drawings.LIFT
    bob = on_its_way(stage, drawing, dialect, drawing.there)
    stage.play_until(lambda: bob.pawn.body.x > 5.3 * 128.0, within=20.0)
    bob.pawn.body.launch(Vec3(-900.0, 0.0, 200.0))
    stage.play_until(lambda: bob.pawn.body.z < 10.0, within=5.0)
    stage.play_until(lambda: bob.brain.is_finished, within=60.0)
    assert bob.brain.failures == []
    assert bob.pawn.body.location.distance_to(drawing.there) <= 60.0


@both_dialects
def test_traveller_put_back_below_the_ledge_gets_there_all_the_same(stage: Stage, dialect: str) -> None:
    drawing = drawings.LEDGE
    bob = on_its_way(stage, drawing, dialect, drawing.there)
    stage.play_until(lambda: bob.pawn.body.z > 60.0, within=20.0)
    bob.pawn.body.put(cell(3, 3) - UP)
    stage.play_until(lambda: bob.brain.is_finished, within=60.0)
    assert bob.brain.failures == []
    assert bob.pawn.body.location.distance_to(drawing.there) <= 60.0


def test_user_of_a_lift_pushed_off_it_comes_to_an_end(stage: Stage) -> None:
    stage.open(drawings.LIFT.arena())
    kinds = {link.kind.value: link for link in stage.arena.world.graph.links}
    ids = stage.arena.world.place_ids
    bob = stage.enter(lambda: Errands(UseLink(ids[kinds["lift"].start], ids[kinds["lift"].end])))
    stage.play_until(lambda: stage.now > 1.0 and bob.pawn.body.z > 60.0, within=20.0)
    bob.pawn.body.put(cell(1, 1) - UP)
    stage.play_until(lambda: bob.brain.is_finished, within=30.0)
    assert all(one.is_done or one.reason for one in bob.brain.ended)


@both_dialects
def test_push_sideways_does_not_stop_a_traveller(stage: Stage, dialect: str) -> None:
    bob = on_its_way(stage, drawings.HALL, dialect, drawings.HALL.there)
    bob.pawn.body.launch(Vec3(-400.0, 600.0, 150.0))
    stage.play_until(lambda: bob.brain.is_finished, within=20.0)
    assert bob.brain.failures == []


# Carried elsewhere


@both_dialects
def test_traveller_who_is_put_elsewhere_far_from_its_goal_goes_on(stage: Stage, dialect: str) -> None:
    drawing = drawings.CORRIDOR
    bob = on_its_way(stage, drawing, dialect, drawing.there)
    bob.pawn.body.put(cell(1, 1) - UP)
    stage.play_until(lambda: bob.brain.is_finished, within=30.0)
    assert bob.brain.failures == []
    assert bob.pawn.body.location.distance_to(drawing.there) <= 60.0


@both_dialects
def test_traveller_who_is_put_elsewhere_near_its_goal_is_not_there(stage: Stage, dialect: str) -> None:
    drawing = drawings.CORRIDOR
    bob = on_its_way(stage, drawing, dialect, drawing.there)
    stage.play_until(lambda: bob.pawn.body.location.distance_to(drawing.there) < 250.0, within=20.0)
    bob.pawn.body.put(cell(1, 1) - UP)
    stage.play_until(lambda: bob.brain.is_finished, within=30.0)
    assert bob.pawn.body.location.distance_to(drawing.there) <= 60.0
