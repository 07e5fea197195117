"""The contract of all tasks, on one that is made by hand."""

from __future__ import annotations

import pytest

from agentfw.errors import UsageError
from agentfw.tasks import Sequence, Status, Task


class Dig(Task):
    """A task of somebody else's: digs so many times, and keeps what is said to it."""

    def __init__(self, times: int = 2, unit: str = "Ada") -> None:
        super().__init__("dig", (unit,))
        self.left = times
        self.log: list[str] = []

    @property
    def has_acted(self) -> bool:
        return "dig" in self.log

    def _act(self, now: float) -> Status:
        if self.left < 0:
            return self._failed("no ground left")
        self.log.append("dig")
        self.left -= 1
        return Status.RUNNING if self.left > 0 else Status.DONE

    def _halt(self, now: float) -> None:
        self.log.append("stop")

    def _resume(self, now: float) -> None:
        self.log.append("again")


class Idle(Task):
    """A task that leaves all to the defaults."""

    def _act(self, now: float) -> Status:
        return Status.RUNNING


def test_a_task_is_executed_until_it_is_over() -> None:
    task = Dig(times=2)
    assert [task.execute(now) for now in (0.0, 1.0, 2.0)] == [Status.RUNNING, Status.DONE, Status.DONE]
    assert task.log == ["dig", "dig", "stop"]


def test_a_failure_is_clean_before_the_world_was_touched_and_unclean_after() -> None:
    assert Dig(times=-1).execute(0.0) is Status.FAILED_CLEANLY
    task = Dig(times=5)
    task.execute(0.0)
    task.left = -1
    assert task.execute(1.0) is Status.FAILED_UNCLEANLY
    assert task.reason == "no ground left"


def test_an_abort_is_clean_before_the_world_was_touched_and_unclean_after() -> None:
    assert Dig().abort(0.0, "never mind") is Status.FAILED_CLEANLY
    task = Dig()
    task.execute(0.0)
    assert task.abort(1.0, "never mind") is Status.FAILED_UNCLEANLY
    assert (task.reason, task.log) == ("never mind", ["dig", "stop"])


def test_a_halted_task_is_not_executed_until_it_is_resumed() -> None:
    task = Dig(times=5)
    task.halt(0.0)
    task.execute(1.0)
    assert not task.has_begun
    task.resume(2.0)
    task.execute(2.0)
    assert task.log == ["stop", "again", "dig"]


def test_saying_it_twice_is_saying_it_once() -> None:
    task = Dig(times=5)
    for say in (task.halt, task.halt, task.resume, task.resume):
        say(0.0)
    task.hold("Ada", 0.0)
    task.hold("Ada", 0.0)
    task.release("Ada", 0.0)
    task.release("Ada", 0.0)
    assert task.log == ["stop", "again", "stop", "again"]


def test_a_task_that_is_halted_and_held_is_stopped_once_and_resumed_when_neither_is_so() -> None:
    task = Dig(times=5)
    task.hold("Ada", 0.0)
    task.halt(0.0)
    task.release("Ada", 0.0)
    task.hold("Ada", 0.0)
    task.resume(0.0)
    assert (task.log, task.is_still) == (["stop"], True)
    task.release("Ada", 0.0)
    assert task.log == ["stop", "again"]


def test_an_abort_while_halted_stops_nothing_again() -> None:
    task = Dig()
    task.execute(0.0)
    task.halt(0.0)
    task.abort(1.0, "never mind")
    assert task.log == ["dig", "stop"]


def test_nothing_that_is_said_to_a_task_that_is_over_counts() -> None:
    task = Dig()
    task.abort(0.0, "first")
    task.abort(1.0, "second")
    task.halt(1.0)
    task.hold("Ada", 1.0)
    task.lose("Ada", 1.0, "gone")
    assert (task.reason, task.is_halted, task.held, task.log) == ("first", False, frozenset(), ["stop"])


def test_units_of_others_are_no_business_of_a_task() -> None:
    task = Dig()
    task.hold("Bob", 0.0)
    task.lose("Bob", 0.0, "gone")
    assert (task.held, task.status) == (frozenset(), Status.RUNNING)


def test_a_task_fails_with_its_only_unit() -> None:
    task = Dig()
    task.lose("Ada", 0.0, "its bot was given up")
    assert (task.status, task.reason) == (Status.FAILED_CLEANLY, "its bot was given up")


def test_a_task_of_several_units_decides_itself_what_to_do_without_one() -> None:
    task = Idle("stroll", ("Ada", "Bob"))
    task.lose("Ada", 0.0, "gone")
    task.hold("Bob", 0.0)
    task.release("Bob", 0.0)
    assert task.execute(1.0) is Status.RUNNING


def test_a_task_says_what_it_is() -> None:
    task = Idle("stroll")
    assert (repr(task), task.detail, task.has_acted) == ("<Idle 'stroll': running>", "", False)


@pytest.mark.parametrize("used", ["begun", "over", "part"])
def test_a_task_is_used_once(used: str) -> None:
    task = Dig()
    if used == "begun":
        task.execute(0.0)
    elif used == "over":
        task.abort(0.0, "never mind")
    else:
        Sequence("first", task)
    with pytest.raises(UsageError, match=r'"second" cannot have this part: "dig" (was run|belongs to)'):
        Sequence("second", task)


def test_a_task_that_raises_at_its_end_is_over_all_the_same() -> None:
    class Broken(Dig):
        def _halt(self, now: float) -> None:
            raise RuntimeError("no radio")

    task = Broken()
    task.execute(0.0)
    with pytest.raises(RuntimeError, match="no radio"):
        task.abort(1.0, "never mind")
    assert task.status is Status.FAILED_UNCLEANLY
