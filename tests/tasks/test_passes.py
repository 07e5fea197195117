"""Passes spread over steps: bounded, in turns, and over what is there when they begin."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agentfw.tasks import Desk, Slot, Status, Task
from tests.tasks.radio import Radio


class Count(Task):
    """Keeps when it was executed; ends after so many times."""

    def __init__(self, name: str, log: list[str], last: int = 1_000_000) -> None:
        super().__init__(name)
        self.log = log
        self.left = last

    def _act(self, now: float) -> Status:
        self.log.append(self.name)
        self.left -= 1
        return Status.RUNNING if self.left else Status.DONE


def filled(count: int) -> tuple[Desk, list[str]]:
    desk, log = Desk(), list[str]()
    for number in range(count):
        assert desk.run(Count(f"t{number}", log), now=0.0)
    return desk, log


def numbers(count: int) -> list[str]:
    return [f"t{number}" for number in range(count)]


@given(count=st.integers(0, 30), budget=st.integers(1, 40), steps=st.integers(1, 20))
def test_no_step_takes_more_than_its_budget_and_every_pass_takes_each_once(
    count: int, budget: int, steps: int
) -> None:
    desk, log = filled(count)
    for step in range(steps):
        assert desk.step(float(step), budget) <= budget
    rounds = [log[at : at + count] for at in range(0, len(log), count)] if count else []
    assert all(one == numbers(count)[: len(one)] for one in rounds)
    per_pass = -(-count // budget) if count else 1
    assert len(log) >= count * (steps // per_pass)


def test_a_step_ends_with_the_pass_however_much_is_left_of_its_budget() -> None:
    desk, log = filled(3)
    assert [desk.step(0.0, 2), desk.step(0.0, 2), desk.step(0.0, 100)] == [2, 1, 3]
    assert log == numbers(3) * 2


@pytest.mark.parametrize("budget", [0, -5])
def test_no_budget_is_no_work(budget: int) -> None:
    desk, log = filled(3)
    assert desk.step(0.0, budget) == 0
    assert log == []


def test_a_task_that_comes_during_a_pass_waits_for_the_next_one() -> None:
    desk, log = filled(3)
    desk.step(0.0, 1)
    desk.run(Count("new", log), now=0.0)
    for _ in range(3):
        desk.step(0.0, 2)
    assert log == ["t0", "t1", "t2", "t0", "t1", "t2", "new"]


def test_newcomers_starve_nobody() -> None:
    desk, log = filled(5)
    for step in range(20):
        desk.run(Count(f"n{step}", log, last=1), now=float(step))
        desk.step(float(step), 2)
    assert all(log.count(name) >= 2 for name in numbers(5))


def test_tasks_that_are_halted_in_the_middle_of_a_pass_are_skipped() -> None:
    radio, desk = Radio(), Desk()
    radio.put(desk, "Ada", Slot.LOW, "one")
    radio.put(desk, "Bob", Slot.LOW, "two")
    radio.put(desk, "Cleo", Slot.LOW, "three")
    desk.step(0.0, 1)
    radio.put(desk, "Bob", Slot.HIGH, "four")
    assert desk.step(0.0, 10) == 1
    assert radio.log == ["Ada: one", "Cleo: three"]
    desk.step(0.0, 10)
    assert radio.log[2:] == ["Bob: four"]


def test_tasks_that_are_skipped_cost_nothing_of_the_budget() -> None:
    radio, desk = Radio(), Desk()
    for unit in "ABCDEF":
        radio.put(desk, unit, Slot.LOW, "low")
        radio.put(desk, unit, Slot.HIGH, "high")
    assert desk.step(0.0, 6) == 6
    assert radio.log == [f"{unit}: high" for unit in "ABCDEF"]


def test_a_rest_of_a_pass_that_is_gone_costs_no_step() -> None:
    desk, log = Desk(), list[str]()
    first, second = Count("t0", log), Count("t1", log)
    for task in (first, second):
        desk.run(task, now=0.0)
    desk.step(0.0, 1)
    desk.remove(second, now=0.0)
    assert desk.step(1.0, 1) == 1
    assert log == ["t0", "t0"]


def test_passes_and_visits_are_counted() -> None:
    desk, _ = filled(4)
    for step in range(5):
        desk.step(float(step), 2)
    counts = desk.picture().counts
    assert (counts.passes, counts.visits) == (3, 10)


def test_a_desk_without_tasks_does_nothing() -> None:
    desk = Desk()
    assert [desk.step(float(now)) for now in range(3)] == [0, 0, 0]
    assert desk.picture().counts.passes == 0
