"""Lifts, teleporters, pads, ledges and drops: through each, there and back, in both dialects."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from agentfw.arena.maps.passages import PassageKind
from agentfw.brains import TravelTo, UseLink
from tests.scenarios import drawings
from tests.scenarios.brains import Errands
from tests.scenarios.drawings import Drawing, link_of
from tests.support.dialects import CLASSIC, GB2004

if TYPE_CHECKING:
    from agentfw.geometry import Vec3
    from tests.scenarios.stage import Actor, Stage

both_dialects = pytest.mark.parametrize("dialect", [GB2004.name, CLASSIC.name])
every_link = pytest.mark.parametrize(
    ("drawing", "kind"),
    [
        pytest.param(drawings.LIFT, PassageKind.LIFT, id="lift"),
        pytest.param(drawings.TELEPORTERS, PassageKind.TELEPORT, id="teleporter"),
        pytest.param(drawings.PAD, PassageKind.PAD, id="pad"),
        pytest.param(drawings.LEDGE, PassageKind.JUMP, id="ledge"),
        pytest.param(drawings.DROP, PassageKind.DROP, id="drop"),
    ],
)
every_round_trip = pytest.mark.parametrize(
    "drawing",
    [
        pytest.param(drawings.LIFT, id="lift"),
        pytest.param(drawings.TELEPORTERS, id="teleporter"),
        pytest.param(drawings.PAD, id="pad"),
        pytest.param(drawings.LEDGE, id="ledge"),
    ],
)


def set_out(stage: Stage, drawing: Drawing, dialect: str, *goals: Vec3) -> Actor[Errands]:
    """A bot that travels to points, one after the other, until it is there or gives up."""
    stage.open(drawing.arena(dialect))
    bob = stage.enter(lambda: Errands(*(TravelTo(location=goal) for goal in goals)))
    stage.play_until(lambda: bob.brain.is_finished, within=90.0 * len(goals))
    return bob


def is_at(bob: Actor[Errands], goal: Vec3) -> bool:
    """Whether the body is where it should be, according to the arena."""
    return bob.pawn.body.location.distance_to(goal) <= 60.0


@every_link
def test_link_is_used_when_a_brain_asks_for_it(
    stage: Stage, drawing: Drawing, kind: PassageKind
) -> None:
    start, end = link_of(stage.open(drawing.arena()), kind)
    bob = stage.enter(lambda: Errands(UseLink(start, end)))
    stage.play_until(lambda: bob.brain.is_finished, within=30.0)
    there = stage.arena.world.location_of(end)
    assert (bob.brain.failures, there is not None and bob.view.distance_to(there) < 150.0) == ([], True)


@both_dialects
@every_link
def test_journey_leads_over_the_link(
    stage: Stage, drawing: Drawing, kind: PassageKind, dialect: str
) -> None:
    bob = set_out(stage, drawing, dialect, drawing.there)
    assert (bob.brain.failures, is_at(bob, drawing.there)) == ([], True)


@both_dialects
@every_round_trip
def test_journey_leads_there_and_back(stage: Stage, drawing: Drawing, dialect: str) -> None:
    bob = set_out(stage, drawing, dialect, drawing.there, drawing.origin)
    assert (bob.brain.failures, is_at(bob, drawing.origin)) == ([], True)


@pytest.mark.parametrize(
    ("drawing", "dialect"),
    [
        pytest.param(drawings.LIFT, GB2004.name, id="lift, map told"),
        pytest.param(drawings.LIFT, CLASSIC.name, id="lift, map learned"),
        pytest.param(drawings.TELEPORTERS, GB2004.name, id="teleporter, map told"),
        pytest.param(
            drawings.TELEPORTERS,
            CLASSIC.name,
            id="teleporter, map learned",
        ),
        pytest.param(drawings.PAD, GB2004.name, id="pad, map told"),
        pytest.param(drawings.PAD, CLASSIC.name, id="pad, map learned"),
    ],
)
def test_second_round_trip_is_no_slower_than_the_first(
    stage: Stage, drawing: Drawing, dialect: str
) -> None:
    goals = [drawing.there, drawing.origin] * 2
    bob = set_out(stage, drawing, dialect, *goals)
    took = [one.ended_at - one.started_at for one in bob.brain.ended if one.ended_at is not None]
    assert bob.brain.failures == []
    assert sum(took[2:]) <= sum(took[:2]) + 3.0


@both_dialects
def test_drop_leads_down_only_and_that_is_found_out_in_bounded_time(stage: Stage, dialect: str) -> None:
    drawing = drawings.DROP
    bob = set_out(stage, drawing, dialect, drawing.there, drawing.origin)
    down, up = bob.brain.ended
    assert (down.is_done, up.has_failed, up.reason != "") == (True, True, True)
    assert up.ended_at is not None
    assert up.ended_at - up.started_at <= 60.0


@both_dialects
def test_lift_that_is_up_is_waited_for(stage: Stage, dialect: str) -> None:
    drawing = drawings.LIFT
    stage.open(drawing.arena(dialect))
    lift = stage.arena.world.terrain.lifts[0]
    lift.call(0.0)
    stage.play(1.5)
    assert lift.location.z > 200.0
    bob = stage.enter(lambda: Errands(TravelTo(location=drawing.there)))
    stage.play_until(lambda: bob.brain.is_finished, within=30.0)
    assert (bob.brain.failures, is_at(bob, drawing.there)) == ([], True)


@pytest.mark.parametrize("dialect", [GB2004.name, CLASSIC.name])
def test_way_that_doubles_back_is_followed_to_its_turning_point(stage: Stage, dialect: str) -> None:
    drawing = drawings.HAIRPIN
    bob = set_out(stage, drawing, dialect, drawing.there)
    assert (bob.brain.failures, is_at(bob, drawing.there)) == ([], True)


@pytest.mark.parametrize(
    "dialect",
    [
        GB2004.name,
        CLASSIC.name,
    ],
)
def test_teleporter_whose_exit_is_behind_one_wall_costs_no_time(stage: Stage, dialect: str) -> None:
    drawing = drawings.NEAR_TELEPORTERS
    bob = set_out(stage, drawing, dialect, drawing.there, drawing.origin)
    assert bob.brain.failures == []
    assert stage.now < 10.0
