"""Rates out of counters: the last seconds, and all the time in the game."""

from __future__ import annotations

import pytest

from agentfw.bot import Pace, Spread
from agentfw.bot.pace import PaceMeter, Tally


def run(meter: PaceMeter, start: float, seconds: float, hz: float, before: int = 0) -> Tally:
    """Think in a steady rhythm, and hear ten lines and say two commands each time."""
    tally = Tally(before, 10 * before, 2 * before)
    meter.begin(start, tally)
    for number in range(1, round(seconds * hz) + 1):
        thinks = before + number
        tally = Tally(thinks, 10 * thinks, 2 * thinks)
        if start + number / hz >= meter.due_at:
            meter.mark(start + number / hz, tally)
    return tally


def test_nothing_happened_is_no_pace() -> None:
    assert PaceMeter().pace(0.0, Tally(), Spread()) == Pace()


def test_just_let_in_is_no_pace_yet() -> None:
    meter = PaceMeter()
    meter.begin(3.0, Tally(1, 50, 2))
    pace = meter.pace(3.0, Tally(1, 50, 2), Spread())
    assert (pace.thinks_hz, pace.thinks_hz_overall) == (0.0, 0.0)


@pytest.mark.parametrize("seconds", [2.0, 9.0, 30.0])
def test_steady_rhythm_is_found(seconds: float) -> None:
    meter = PaceMeter()
    tally = run(meter, 5.0, seconds, 10.0)
    pace = meter.pace(5.0 + seconds, tally, Spread())
    assert pace.thinks_hz == pytest.approx(10.0)
    assert pace.thinks_hz_overall == pytest.approx(10.0)
    assert (pace.lines_hz, pace.commands_hz) == pytest.approx((100.0, 20.0))


def test_last_seconds_are_told_from_all_the_time() -> None:
    meter = PaceMeter()
    tally = run(meter, 0.0, 20.0, 10.0)
    for second in range(20, 40):
        meter.mark(float(second), tally)
    pace = meter.pace(40.0, tally, Spread())
    assert (pace.thinks_hz, pace.thinks_hz_overall) == pytest.approx((0.0, 5.0))
    assert (pace.lines_hz, pace.lines_hz_overall) == pytest.approx((0.0, 50.0))
    assert (pace.commands_hz, pace.commands_hz_overall) == pytest.approx((0.0, 10.0))


def test_lines_before_the_bot_was_let_in_are_no_rate() -> None:
    meter = PaceMeter()
    meter.begin(1.0, Tally(1, 5_000, 2))
    pace = meter.pace(2.0, Tally(11, 5_100, 4), Spread())
    assert (pace.lines_hz, pace.lines_hz_overall) == pytest.approx((100.0, 100.0))
    meter.end(2.0, Tally(11, 5_100, 4))
    meter.begin(9.0, Tally(11, 9_000, 4))
    assert meter.pace(10.0, Tally(21, 9_200, 5), Spread()).lines_hz_overall == pytest.approx(150.0)


def test_time_between_connections_does_not_count() -> None:
    meter = PaceMeter()
    tally = run(meter, 0.0, 10.0, 10.0)
    meter.end(10.0, tally)
    tally = run(meter, 500.0, 10.0, 10.0, before=tally.thinks)
    pace = meter.pace(510.0, tally, Spread())
    assert (pace.thinks_hz, pace.thinks_hz_overall) == pytest.approx((10.0, 10.0))


def test_pace_stays_as_it_was_after_the_end() -> None:
    meter = PaceMeter()
    tally = run(meter, 0.0, 10.0, 10.0)
    meter.end(10.0, tally)
    assert meter.pace(1000.0, tally, Spread()).thinks_hz == pytest.approx(10.0)


def test_ending_twice_counts_the_time_once() -> None:
    meter = PaceMeter()
    tally = run(meter, 0.0, 10.0, 10.0)
    meter.end(10.0, tally)
    meter.end(20.0, tally)
    assert meter.pace(20.0, tally, Spread()).thinks_hz_overall == pytest.approx(10.0)


def test_ending_without_having_been_let_in_is_nothing() -> None:
    meter = PaceMeter()
    meter.end(10.0, Tally(0, 40, 2))
    assert meter.pace(10.0, Tally(0, 40, 2), Spread()) == Pace()


def test_marks_are_wanted_once_a_second_and_never_outside_of_the_game() -> None:
    meter = PaceMeter()
    wanted = [meter.due_at]
    meter.begin(3.0, Tally())
    wanted.append(meter.due_at)
    meter.end(3.5, Tally())
    assert [*wanted, meter.due_at] == [float("inf"), 4.0, float("inf")]
