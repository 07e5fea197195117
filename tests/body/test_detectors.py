"""Three detectors, each of which sees what fools the others."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest

from agentfw.body.detectors import (
    Detector,
    DistanceDetector,
    PositionDetector,
    TimeDetector,
    standard_detectors,
)
from tests.support.bodies import at

if TYPE_CHECKING:
    from collections.abc import Callable

    from agentfw.geometry import Vec3

GOAL = at(1000)
LOOK_S = 0.1


def first_trouble(
    detector: Detector, where: Callable[[float], Vec3], *, for_s: float = 10.0, goal: Vec3 = GOAL
) -> tuple[float, str] | None:
    """When a detector first complains about a body, and what it says."""
    for tick in range(round(for_s / LOOK_S)):
        said = detector.watch(tick * LOOK_S, where(tick * LOOK_S), goal)
        if said is not None:
            return round(tick * LOOK_S, 2), said
    return None


def standing(_: float) -> Vec3:
    return at(0)


def jittering(now: float) -> Vec3:
    """Trembling at a wall."""
    return at(10 * math.sin(40 * now), 10 * math.cos(37 * now))


def circling(now: float) -> Vec3:
    """Round a pillar, fast, for ever."""
    return at(200 * math.cos(2 * now), 200 * math.sin(2 * now))


def crawling(now: float) -> Vec3:
    """Nearer and nearer, but hardly."""
    return at(35 * now)


def running(now: float) -> Vec3:
    return at(min(440 * now, 1000))


class TestPosition:
    def test_a_body_that_stands_is_found_after_its_patience(self) -> None:
        assert first_trouble(PositionDetector(40, 1.2), standing) == (1.2, "does not move")

    def test_trembling_is_not_moving(self) -> None:
        assert first_trouble(PositionDetector(40, 1.2), jittering) == (1.2, "does not move")

    def test_circling_fools_it(self) -> None:
        assert first_trouble(PositionDetector(40, 1.2), circling) is None

    def test_a_body_that_was_forgiven_gets_the_whole_patience_again(self) -> None:
        detector = PositionDetector(40, 1.2)
        for tick in range(12):
            detector.watch(tick * LOOK_S, at(0), GOAL)
        detector.forgive(1.2)
        assert detector.watch(1.2, at(0), GOAL) is None
        assert detector.watch(2.3, at(0), GOAL) is None
        assert detector.watch(2.4, at(0), GOAL) == "does not move"


class TestDistance:
    def test_circling_comes_no_nearer(self) -> None:
        found = first_trouble(DistanceDetector(50, 3.0), circling)
        assert found is not None
        assert found[1] == "comes no nearer"

    def test_running_is_fine(self) -> None:
        assert first_trouble(DistanceDetector(50, 3.0), running, for_s=2.2) is None

    def test_crawling_fools_it(self) -> None:
        assert first_trouble(DistanceDetector(50, 3.0), crawling) is None

    def test_a_goal_that_moved_is_another_goal(self) -> None:
        detector = DistanceDetector(50, 3.0)
        said = [detector.watch(tick * LOOK_S, at(0), at(1000 + 10 * tick)) for tick in range(100)]
        assert set(said) == {None}

    def test_going_back_and_coming_again_is_no_gain(self) -> None:
        detector = DistanceDetector(50, 3.0)
        to_and_fro = [detector.watch(t * 0.1, at(100 * math.sin(t / 5)), GOAL) for t in range(60)]
        assert to_and_fro[-1] == "comes no nearer"


class TestTime:
    def test_whoever_takes_too_long_is_found(self) -> None:
        assert first_trouble(TimeDetector(5.0), crawling) == (5.0, "takes longer than 5 s")

    def test_time_that_has_passed_is_not_forgiven(self) -> None:
        detector = TimeDetector(5.0)
        for now in range(5):
            assert detector.watch(now, at(0), GOAL) is None
            detector.forgive(now + 0.9)
        assert detector.watch(5.0, at(500), GOAL) == "takes longer than 5 s"

    def test_time_in_which_nobody_looked_does_not_count(self) -> None:
        detector = TimeDetector(5.0)
        detector.watch(0.0, at(0), GOAL)
        assert detector.watch(60.0, at(0), GOAL) is None

    def test_the_time_begins_with_the_first_look(self) -> None:
        detector = TimeDetector(5.0)
        assert detector.watch(100.0, at(0), GOAL) is None
        assert detector.watch(104.9, at(0), GOAL) is None


@pytest.mark.parametrize("movement", [standing, jittering, circling, crawling])
def test_nothing_that_gets_nowhere_fools_all_three(movement: Callable[[float], Vec3]) -> None:
    found = [first_trouble(detector, movement) for detector in standard_detectors(5.0)]
    assert any(found)


def test_a_plain_run_worries_none_of_the_three() -> None:
    found = [first_trouble(detector, running, for_s=2.3) for detector in standard_detectors(5.0)]
    assert found == [None, None, None]
