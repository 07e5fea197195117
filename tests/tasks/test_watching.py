"""Tasks without orders: conditions, counts and time limits."""

from __future__ import annotations

import pytest

from agentfw.errors import UsageError
from agentfw.tasks import Sequence, Status, Until, Within, have
from tests.tasks.radio import Radio


def test_a_watcher_is_done_when_its_condition_holds() -> None:
    task = Until("three o'clock", lambda now: now >= 3.0)
    assert [task.execute(now) for now in (1.0, 2.0, 3.0)] == [
        Status.RUNNING,
        Status.RUNNING,
        Status.DONE,
    ]
    assert task.units == frozenset()


def test_have_n_of_t_is_done_when_there_are_n_of_t() -> None:
    stock = {"shield": 0}
    task = have(2, "shield", stock.__getitem__)
    for count in (0, 1):
        stock["shield"] = count
        assert task.execute(0.0) is Status.RUNNING
    stock["shield"] = 2
    assert task.execute(0.0) is Status.DONE
    assert task.name == "have 2 of shield"


def test_waiting_for_none_is_a_mistake() -> None:
    with pytest.raises(UsageError, match='cannot wait for 0 of "shield"; wait for at least one'):
        have(0, "shield", len)


def test_a_watcher_holds_up_what_follows_it() -> None:
    radio = Radio()
    task = Sequence("later", Until("two o'clock", lambda now: now >= 2.0), radio.task("Ada"))
    task.execute(1.0)
    assert radio.log == []
    task.execute(2.0)
    assert radio.log == ["Ada: guard"]


def test_what_takes_too_long_fails_and_is_stopped() -> None:
    radio = Radio()
    task = Within(5.0, radio.task("Ada"))
    assert [task.execute(now) for now in (10.0, 14.9, 15.0)] == [
        Status.RUNNING,
        Status.RUNNING,
        Status.FAILED_CLEANLY,
    ]
    assert (task.reason, radio.log) == ("not done within 5 s", ["Ada: guard", "Ada: stop guard"])


def test_what_is_done_in_time_is_done() -> None:
    radio = Radio()
    task = Within(5.0, radio.task("Ada"))
    task.execute(0.0)
    radio.finish("Ada")
    assert task.execute(5.0) is Status.DONE


def test_what_fails_in_time_fails_for_its_own_reason() -> None:
    radio = Radio()
    task = Within(5.0, radio.task("Ada"))
    task.execute(0.0)
    radio.fail("Ada")
    assert task.execute(1.0) is Status.FAILED_UNCLEANLY
    assert task.reason == "stuck"


def test_time_in_which_it_is_halted_does_not_count() -> None:
    radio = Radio()
    task = Within(5.0, radio.task("Ada"))
    task.halt(0.0)
    task.resume(50.0)
    task.execute(100.0)
    task.halt(103.0)
    task.resume(200.0)
    assert task.execute(201.9) is Status.RUNNING
    assert task.execute(202.0) is Status.FAILED_CLEANLY
