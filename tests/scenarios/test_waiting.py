"""Moves, turns and waits come to an end: done within tolerance, or failed with a reason, in time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from agentfw.brains import Brain, Decision, Face, TravelTo
from agentfw.errors import LinkClosed, LinkError, PeerSilent
from agentfw.geometry import Rotation, Vec3, angle_between
from tests.scenarios import drawings
from tests.scenarios.brains import Errands
from tests.support.dialects import CLASSIC, GB2004

if TYPE_CHECKING:
    from agentfw.decisions import Activity, LookIntent
    from agentfw.perception import View
    from tests.scenarios.stage import Actor, Stage

both_dialects = pytest.mark.parametrize("dialect", [GB2004.name, CLASSIC.name])


class Looks(Brain):
    """Looks somewhere, once."""

    def __init__(self, intent: LookIntent) -> None:
        super().__init__()
        self._intent = intent
        self.ended: list[Activity] = []

    def decide(self, view: View) -> Decision:
        """Look until that has ended."""
        activity = view.activity("look")
        if activity is not None and not activity.is_running and not self.ended:
            self.ended.append(activity)
        return Decision(look=None if self.ended else self._intent)


def in_hall(stage: Stage, dialect: str, goal: Vec3) -> Actor[Errands]:
    """A bot that goes somewhere in the hall."""
    stage.open(drawings.HALL.arena(dialect))
    return stage.enter(lambda: Errands(TravelTo(location=goal)))


# Moves


@both_dialects
def test_move_is_done_only_within_tolerance_and_the_body_has_stopped_there(
    stage: Stage, dialect: str
) -> None:
    bob = in_hall(stage, dialect, drawings.HALL.there)
    stage.play_until(lambda: bob.brain.is_finished, within=20.0)
    stage.play(1.0)
    body = bob.pawn.body
    assert (bob.brain.failures, body.velocity) == ([], Vec3(0.0, 0.0, 0.0))
    assert body.location.ground_distance_to(drawings.HALL.there) <= 50.0


@both_dialects
def test_move_to_where_it_is_already_is_done_at_once(stage: Stage, dialect: str) -> None:
    bob = in_hall(stage, dialect, drawings.HALL.origin)
    stage.play_until(lambda: bob.brain.is_finished, within=2.0)
    (ended,) = bob.brain.ended
    assert (ended.is_done, ended.ended_at) == (True, ended.started_at)


@both_dialects
def test_move_of_a_body_that_cannot_move_fails_with_a_reason_in_bounded_time(
    stage: Stage, dialect: str
) -> None:
    bob = in_hall(stage, dialect, drawings.HALL.there)
    stage.play(1.0)
    while not bob.brain.is_finished and stage.now < 90.0:
        bob.pawn.body.put(drawings.HALL.origin - Vec3(0.0, 0.0, 44.0))
        stage.tick()
    (ended,) = bob.brain.ended
    assert ended.has_failed
    assert ended.reason.endswith("after 5 tries")


# Turns


@pytest.mark.parametrize(("start", "end"), [(65000, 600), (600, 65000), (0, 32768), (1000, 64500)])
@both_dialects
def test_turn_ends_within_tolerance_also_across_zero(
    stage: Stage, dialect: str, start: int, end: int
) -> None:
    stage.open(drawings.HALL.arena(dialect))
    bob = stage.bring_in(lambda: Looks(Face(rotation=Rotation(0, end, 0))))
    bob.pawn.body.yaw = bob.pawn.wanted_yaw = start
    stage.play_until(lambda: bool(bob.brain.ended), within=5.0)
    stage.play(0.5)
    assert bob.brain.ended[0].is_done
    assert angle_between(bob.pawn.body.yaw, end) <= 600


@both_dialects
def test_turn_that_takes_too_long_is_a_failure(stage: Stage, dialect: str) -> None:
    stage.open(drawings.HALL.arena(dialect))
    bob = stage.bring_in(lambda: Looks(Face(rotation=Rotation(0, 32768, 0))))
    bob.pawn.body.yaw_rate = 10.0
    stage.play_until(lambda: bool(bob.brain.ended), within=5.0)
    assert bob.brain.ended[0].reason == "did not face it within 3 s"


# A server that falls silent or hangs up


@both_dialects
def test_silence_of_the_server_ends_the_wait_in_bounded_time(stage: Stage, dialect: str) -> None:
    bob = in_hall(stage, dialect, drawings.HALL.there)
    stage.play(2.0)
    bob.tamper = lambda _lines, _now: ()
    with pytest.raises(PeerSilent):
        stage.play(60.0)
    assert stage.now <= 32.0


@both_dialects
def test_bot_does_nothing_while_the_server_is_silent(stage: Stage, dialect: str) -> None:
    bob = in_hall(stage, dialect, drawings.HALL.there)
    stage.play(1.0)
    bob.tamper = lambda _lines, _now: ()
    with pytest.raises(LinkError):
        stage.play(60.0)
    words = ("MOVE", "RUNTO", "JUMP", "TURNTO", "GETPATH")
    assert [line for word in words for line in bob.said(word, since=1.1)] == []


@both_dialects
def test_server_that_hangs_up_in_the_middle_is_noticed_at_once(stage: Stage, dialect: str) -> None:
    bob = in_hall(stage, dialect, drawings.HALL.there)
    stage.play(2.0)
    with pytest.raises(LinkClosed):
        bob.circle.close(stage.now)
