"""How long to wait before the next try, and how long things took."""

from __future__ import annotations

import random

import pytest

from agentfw.bot import Backoff, Durations
from agentfw.bot.pacing import Spread


def waits(seed: int, count: int, *, first_s: float = 0.5, most_s: float = 30.0) -> list[float]:
    backoff = Backoff(random.Random(seed), first_s=first_s, most_s=most_s)  # noqa: S311 - no secret
    return [backoff.fail() for _ in range(count)]


def test_same_seed_waits_the_same() -> None:
    assert waits(3, 10) == waits(3, 10)


def test_other_seed_waits_otherwise() -> None:
    assert waits(3, 10) != waits(4, 10)


@pytest.mark.parametrize("seed", range(5))
def test_each_wait_is_between_half_and_the_whole_of_twice_the_last(seed: int) -> None:
    for number, wait in enumerate(waits(seed, 6)):
        assert 0.25 * 2**number <= wait <= 0.5 * 2**number


@pytest.mark.parametrize("seed", range(5))
def test_waits_never_exceed_the_most(seed: int) -> None:
    late = waits(seed, 2000)[7:]
    assert all(15.0 <= wait <= 30.0 for wait in late)


def test_waits_of_bots_that_lost_the_same_server_differ() -> None:
    firsts = {waits(seed, 1)[0] for seed in range(32)}
    assert len(firsts) == 32


def test_tries_are_counted() -> None:
    backoff = Backoff(random.Random(1), first_s=0.5, most_s=30.0)  # noqa: S311 - no secret
    for _ in range(3):
        backoff.fail()
    assert backoff.tries == 3


def test_success_starts_afresh() -> None:
    backoff = Backoff(random.Random(1), first_s=0.5, most_s=30.0)  # noqa: S311 - no secret
    for _ in range(6):
        backoff.fail()
    backoff.succeed()
    assert backoff.tries == 0
    assert backoff.fail() <= 0.5


def test_nothing_measured_is_all_zero() -> None:
    assert Durations().spread() == Spread(0, 0.0, 0.0, 0.0, 0.0)


def test_one_duration_is_every_share_of_itself() -> None:
    durations = Durations()
    durations.add(0.25)
    assert durations.spread() == Spread(1, 250.0, 250.0, 250.0, 250.0, mean_ms=250.0)


def test_shares_are_those_of_the_ordered_durations() -> None:
    durations = Durations()
    for milliseconds in range(100, -1, -1):
        durations.add(milliseconds / 1000.0)
    spread = durations.spread()
    shares = [spread.p50_ms, spread.p95_ms, spread.p99_ms, spread.most_ms]
    assert spread.count == 101
    assert shares == pytest.approx([50.0, 95.0, 99.0, 100.0])


def test_old_durations_are_forgotten_but_counted() -> None:
    durations = Durations()
    durations.add(9.0)
    for _ in range(20_000):
        durations.add(0.001)
    spread = durations.spread()
    assert (spread.count, spread.most_ms) == (20_001, 1.0)


def test_durations_of_several_bots_are_counted_together() -> None:
    one, other = Durations(), Durations()
    one.add(0.001)
    other.add(0.003)
    one.absorb(other)
    assert (one.spread().count, one.spread().most_ms) == (2, 3.0)


def test_mean_is_that_of_the_durations() -> None:
    durations = Durations()
    for seconds in (0.001, 0.002, 0.009):
        durations.add(seconds)
    assert durations.spread().mean_ms == pytest.approx(4.0)


def test_how_many_durations_are_kept_can_be_chosen() -> None:
    durations = Durations(2)
    for seconds in (9.0, 0.001, 0.002):
        durations.add(seconds)
    spread = durations.spread()
    assert (spread.count, spread.most_ms) == pytest.approx((3, 2.0))
