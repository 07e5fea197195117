"""Somebody stands in the way: in the open, in one of two doors, and in the only one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from agentfw.brains import TravelTo
from agentfw.geometry import Vec3
from tests.scenarios import drawings
from tests.scenarios.brains import Errands, Idle
from tests.scenarios.drawings import cell
from tests.scenarios.stage import HALF_HEIGHT, Actor, Stage
from tests.support.dialects import CLASSIC, GB2004

if TYPE_CHECKING:
    from tests.scenarios.drawings import Drawing

both_dialects = pytest.mark.parametrize("dialect", [GB2004.name, CLASSIC.name])


def blocked(stage: Stage, drawing: Drawing, dialect: str, *where: Vec3) -> Actor[Errands]:
    """A bot whose way is stood in by others; they are there before it sets out."""
    stage.open(drawing.arena(dialect))
    for number, spot in enumerate(where):
        blocker = stage.bring_in(Idle, name=f"Blocker{number}")
        blocker.pawn.body.put(spot - Vec3(0.0, 0.0, HALF_HEIGHT))
    return stage.enter(lambda: Errands(TravelTo(location=drawing.there)))


@both_dialects
def test_somebody_in_the_open_is_stepped_around(stage: Stage, dialect: str) -> None:
    bob = blocked(stage, drawings.HALL, dialect, cell(10, 3))
    stage.play_until(lambda: bob.brain.is_finished, within=15.0)
    assert bob.brain.failures == []


@both_dialects
def test_other_door_is_taken_when_one_is_blocked(stage: Stage, dialect: str) -> None:
    bob = blocked(stage, drawings.TWO_DOORS, dialect, cell(6, 2))
    stage.play_until(lambda: bob.brain.is_finished, within=45.0)
    assert bob.brain.failures == []
    assert bob.pawn.body.location.distance_to(drawings.TWO_DOORS.there) <= 60.0


def test_only_door_blocked_is_given_up_with_a_reason_in_bounded_time(stage: Stage) -> None:
    bob = blocked(stage, drawings.ONE_DOOR, GB2004.name, cell(6, 2))
    stage.play_until(lambda: bob.brain.is_finished, within=90.0)
    (failure,) = bob.brain.failures
    assert (failure.has_failed, failure.reason != "") == (True, True)


def test_somebody_slim_is_squeezed_past_in_the_only_door(stage: Stage) -> None:
    bob = blocked(stage, drawings.ONE_DOOR, CLASSIC.name, cell(6, 2))
    stage.play_until(lambda: bob.brain.is_finished, within=45.0)
    assert bob.brain.failures == []


@both_dialects
def test_door_is_used_once_it_is_free_again(stage: Stage, dialect: str) -> None:
    bob = blocked(stage, drawings.ONE_DOOR, dialect, cell(6, 2))
    stage.play(8.0)
    (blocker, *_) = stage.actors
    blocker.pawn.body.put(cell(3, 1) - Vec3(0.0, 0.0, HALF_HEIGHT))
    stage.play_until(lambda: bob.brain.is_finished, within=60.0)
    assert bob.brain.failures == []


def test_nobody_is_pushed_for_ever(stage: Stage) -> None:
    bob = blocked(stage, drawings.ONE_DOOR, GB2004.name, cell(6, 2))
    stage.play_until(lambda: bob.brain.is_finished, within=90.0)
    ended = stage.now
    stage.play(5.0)
    assert bob.said("MOVE", since=ended) + bob.said("RUNTO", since=ended) == []
