"""What is in the way, and setting it going."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from agentfw.decisions import Do, ShootAt, TravelTo
from agentfw.navigation import Node, PlaceGraph
from agentfw.perception import KnownMover
from agentfw.perception.motion import Motion
from agentfw.skills import Progress
from agentfw.vocabulary import EntityId, PlaceKind, Use
from tests.skills.moments import NOW, body, fail, moment, read, steps
from tests.support.seeing import at

if TYPE_CHECKING:
    from agentfw.skills import Moment

BUMPED = Motion(has_collided=True)


def door(**told: Any) -> KnownMover:
    usual: dict[str, Any] = {"id": EntityId("door"), "location": at(100), "seen_at": NOW}
    return KnownMover(**(usual | {"is_visible": True, "is_moving": False} | told))


def before(mover: KnownMover | None = None, after: float = 0.0, **told: Any) -> Moment:
    """A body that ran into something, with a door before it."""
    mover = mover if mover is not None else door()
    usual: dict[str, Any] = {"motion": BUMPED, "movers": {mover.id: mover}, "now": NOW + after}
    return moment(**(usual | told))


def test_a_door_before_a_body_that_ran_into_something_is_in_the_way() -> None:
    assert read("obstacle_ahead", before()) == "door"


@pytest.mark.parametrize(
    ("mover", "told"),
    [
        pytest.param(door(), {"motion": Motion()}, id="nothing was run into"),
        pytest.param(door(is_visible=False), {}, id="out of sight"),
        pytest.param(door(is_moving=True), {}, id="opening"),
        pytest.param(door(location=at(201)), {}, id="far away"),
        pytest.param(door(location=None), {}, id="nobody knows where"),
        pytest.param(door(), {"me": body(yaw=32768)}, id="behind the body"),
        pytest.param(door(), {"movers": {}}, id="the game tells of none"),
    ],
)
def test_nothing_is_in_the_way(mover: KnownMover, told: dict[str, Any]) -> None:
    assert read("obstacle_ahead", before(mover, **told)) is None


@pytest.mark.parametrize("mover", ["door", None])
def test_a_lift_is_no_obstacle(mover: str | None) -> None:
    rides = EntityId(mover) if mover else None
    center = Node(EntityId("lift"), at(100), kind=PlaceKind.LIFT_CENTER, mover=rides)
    assert read("obstacle_ahead", before(graph=PlaceGraph([center], []))) is None


def test_a_door_is_touched_and_used_every_second() -> None:
    wanted, _, _ = steps("activate", [before(after=after) for after in (0.0, 0.9, 1.0, 1.1)])
    touch = TravelTo(target=EntityId("door"), tolerance_uu=20.0)
    assert [one.move for one in wanted] == [touch, touch, Do((Use(),)), touch]


def test_a_door_that_damage_opens_is_shot_at() -> None:
    wanted, _, _ = steps("activate", [before(door(opens_by_damage=True))])
    assert (wanted[0].fight, wanted[0].stops) == (ShootAt(at(100)), ("move",))


@pytest.mark.parametrize("gone", [{"is_moving": True}, {"is_visible": False}])
def test_a_door_that_goes_is_done_with(gone: dict[str, Any]) -> None:
    _, _, progress = steps("activate", [before(), before(door(**gone), 1.0)])
    assert progress is Progress.DONE


def test_a_door_that_does_not_move_is_given_up_after_ten_seconds() -> None:
    moments = [before(after=after) for after in (0.0, 9.9, 10.0)]
    wanted, performance, progress = steps("activate", moments)
    assert (len(wanted), progress) == (2, Progress.FAILED)
    assert performance.reason == "it did not move within 10 s"


def test_the_door_that_is_named_is_gone_to() -> None:
    wanted, _, _ = steps("activate", [before(door(location=at(900)))], "door")
    assert wanted[0].move == TravelTo(target=EntityId("door"), tolerance_uu=20.0)


def test_without_an_obstacle_there_is_nothing_to_set_going() -> None:
    assert fail("activate", moment()) == "nothing is in the way"
