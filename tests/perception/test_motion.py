"""What the own body does, derived from the reports about it."""

from __future__ import annotations

import pytest

from agentfw.perception import Memory, Motion
from agentfw.vocabulary import Bumped, HitWall, SelfMotion
from tests.support.seeing import Watch, at, me


def turned(*yaws: int) -> bool:
    watch = Watch()
    for number, yaw in enumerate(yaws):
        watch.look(me(yaw=yaw), now=0.1 * number)
    return watch.view().motion.is_turning


def moving(*speeds: float) -> Motion:
    watch = Watch()
    for number, speed in enumerate(speeds):
        watch.look(me(velocity=at(speed)), now=0.1 * number)
    return watch.view().motion


@pytest.mark.parametrize(
    ("yaws", "is_turning"),
    [
        ((0,), False),
        ((0, 386), False),
        ((0, 387), True),
        ((0, 200, 400), True),
        ((400, 200, 0), True),
        ((0, 100, 200, 300, 400), False),
    ],
    ids=str,
)
def test_a_turn_by_more_than_386_over_three_reports_is_turning(
    yaws: tuple[int, ...], *, is_turning: bool
) -> None:
    assert turned(*yaws) is is_turning


def test_crossing_zero_by_a_little_is_not_turning() -> None:
    assert not turned(65500, 65530, 30)


def test_crossing_zero_by_much_is_turning() -> None:
    assert turned(65300, 0, 300)


def test_the_same_facing_told_as_another_number_is_not_turning() -> None:
    assert not turned(-36, 65500, 65536 + 65500)


def test_a_body_that_has_stopped_turning_is_not_turning() -> None:
    assert not turned(0, 9000, 9000, 9000)


def test_motion_between_batches_counts_for_turning() -> None:
    watch = Watch()
    watch.look(me(yaw=0))
    watch.hear(SelfMotion(rotation=me(yaw=9000).rotation), now=0.1)
    assert watch.view().motion.is_turning


def test_the_newest_speed_decides_whether_the_body_moves() -> None:
    assert moving(0.0, 0.0, 300.0).is_moving
    assert not moving(300.0, 300.0, 0.0).is_moving


def test_speed_is_told_over_the_ground() -> None:
    assert Watch().look(me(velocity=at(30, 40, 500))).motion.speed == 50.0


def test_a_body_that_trembles_does_not_move() -> None:
    assert not moving(0.4).is_moving


@pytest.mark.parametrize(("reports", "is_stuck"), [(19, False), (20, True), (40, True)])
def test_twenty_reports_in_a_row_without_speed_mean_stuck(reports: int, *, is_stuck: bool) -> None:
    assert moving(300.0, *[0.0] * reports).is_stuck is is_stuck


def test_one_report_with_speed_means_not_stuck() -> None:
    assert not moving(*[0.0] * 30, 200.0).is_stuck
    assert not moving(*[0.0] * 30, 200.0, *[0.0] * 19).is_stuck


def test_a_body_that_rises_or_falls_is_not_stuck() -> None:
    watch = Watch()
    for number in range(30):
        watch.look(me(velocity=at(0, 0, -80)), now=0.1 * number)
    assert not watch.view().motion.is_stuck


def test_reports_without_speed_in_them_say_nothing() -> None:
    watch = Watch()
    for number in range(30):
        watch.look(me(velocity=None), now=0.1 * number)
    assert not watch.view().motion.is_stuck


@pytest.mark.parametrize("collision", [HitWall(), Bumped()])
def test_a_collision_is_recent_for_two_seconds(collision: HitWall | Bumped) -> None:
    watch = Watch().hear(collision, now=5.0)
    assert watch.view(7.0).motion.has_collided
    assert not watch.view(7.1).motion.has_collided


def test_the_age_of_a_collision_counts_from_the_last_one() -> None:
    watch = Watch(Memory(collision_s=1.0)).hear(Bumped(), now=5.0).hear(Bumped(), now=5.8)
    motion = watch.view(6.5).motion
    assert (motion.has_collided, motion.collided_at) == (True, 5.8)


def test_nothing_is_derived_before_anything_is_told() -> None:
    assert Watch().view(100.0).motion == Motion()
