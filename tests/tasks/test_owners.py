"""Owners who start, remove or raise while they are told."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from agentfw.tasks import Desk, Slot, Together, Until
from agentfw.tasks.telling import _MOST_AT_ONCE
from tests.tasks.radio import Diary, Radio

if TYPE_CHECKING:
    from agentfw.tasks import Ending, Task


def at_once(name: str = "at once") -> Until:
    return Until(name, lambda _: True)


def never(name: str = "never") -> Until:
    return Until(name, lambda _: False)


def test_an_owner_may_start_the_next_task_in_the_same_slot() -> None:
    radio, desk, words = Radio(), Desk(), ["second", "third"]

    def go_on(_: Task, ending: Ending) -> None:
        if words:
            word = words.pop(0)
            assert desk.run(radio.task("Ada", word), go_on, "Ada", Slot.HIGH, now=ending.ended_at)

    desk.run(radio.task("Ada", "first"), go_on, "Ada", Slot.HIGH, now=0.0)
    for now in range(8):
        desk.step(float(now))
        if "Ada" in radio.under_way:
            radio.finish("Ada")
    assert radio.log == ["Ada: first", "Ada: second", "Ada: third"]
    assert desk.picture().faults == ()


def test_a_task_that_an_owner_starts_in_the_middle_of_a_pass_waits_for_the_next() -> None:
    desk, seen = Desk(), list[str]()

    def look(_: float) -> bool:
        seen.append("looked")
        return False

    desk.run(at_once(), lambda *_: desk.run(Until("look", look), now=0.0), now=0.0)
    desk.run(never(), now=0.0)
    desk.step(0.0)
    assert seen == []
    desk.step(1.0)
    assert seen == ["looked"]


def test_an_owner_may_remove_tasks_whose_turn_is_still_to_come() -> None:
    radio, desk, diary = Radio(), Desk(), Diary()
    later = radio.task("Ada")
    desk.run(at_once(), lambda *_: desk.remove(later, now=0.0), now=0.0)
    desk.run(later, diary, "Ada", now=0.0)
    desk.run(never(), now=0.0)
    assert desk.step(0.0) == 2
    assert (radio.log, diary.lines) == ([], ["guard: failed cleanly"])


def test_an_owner_may_remove_the_task_it_is_told_of() -> None:
    desk, told = Desk(), list[str]()

    def owner(task: Task, ending: Ending) -> None:
        told.append(ending.name)
        assert desk.remove(task, now=0.0) is False

    desk.run(at_once(), owner, now=0.0)
    desk.step(0.0)
    assert told == ["at once"]


def test_an_owner_that_raises_is_not_told_again_and_the_others_are_told() -> None:
    desk, diary = Desk(), Diary()

    def broken(*_: object) -> None:
        raise ValueError("who, me?")

    for owner in (broken, diary):
        desk.run(at_once(), owner, now=0.0)
    desk.step(0.0)
    desk.step(1.0)
    assert diary.lines == ["at once: done"]
    (fault,) = desk.picture().faults
    assert (fault.where, fault.what) == ('the owner of "at once"', "ValueError: who, me?")


def test_whoever_wants_to_know_is_told_what_was_raised() -> None:
    faults: list[str] = []
    desk = Desk(remembers=1, on_fault=lambda one: faults.append(f"{one.where}: {one.what}"))

    def broken(_: object, ending: Ending) -> None:
        raise ValueError(ending.name)

    for name in ("one", "two"):
        desk.run(at_once(name), broken, now=0.0)
    desk.step(0.0)
    desk.step(1.0)
    assert faults == [f'the owner of "{one}": ValueError: {one}' for one in ("one", "two")]


def test_an_owner_that_steps_while_a_step_is_under_way_makes_a_mistake_of_its_own() -> None:
    desk, diary = Desk(), Diary()
    desk.run(at_once(), lambda *_: desk.step(0.0), now=0.0)
    desk.run(at_once(), diary, now=0.0)
    desk.step(0.0)
    assert diary.lines == ["at once: done"]
    assert desk.picture().faults[0].what.startswith("UsageError: a step is under way")


def test_owners_are_told_one_after_the_other_and_each_once() -> None:
    desk, told = Desk(), list[str]()
    tasks = [never(f"t{number}") for number in range(4)]

    def owner(_: Task, ending: Ending) -> None:
        told.append(f"{ending.name} begins")
        for task in tasks:
            desk.remove(task, now=0.0)
        told.append(f"{ending.name} ends")

    for task in tasks:
        desk.run(task, owner, now=0.0)
    desk.remove(tasks[2], now=0.0)
    order = ("t2", "t0", "t1", "t3")
    assert told == [f"{name} {what}" for name in order for what in ("begins", "ends")]


def test_owners_see_the_desk_as_it_is_after_the_change() -> None:
    radio, desk, free = Radio(), Desk(), list[bool]()
    low = radio.put(desk, "Ada", Slot.LOW)
    high = radio.task("Ada", "high")
    desk.run(
        high,
        lambda *_: free.append(desk.is_free("Ada") and not low.is_halted),
        "Ada",
        Slot.HIGH,
        now=0.0,
    )
    desk.remove(high, now=1.0)
    assert free == [True]


def test_a_task_that_is_removed_while_it_finds_out_that_it_is_done_has_failed() -> None:
    desk, diary = Desk(), Diary()
    task = Until("late", lambda now: desk.remove(task, now=now, reason="too late"))
    desk.run(task, diary, now=0.0)
    desk.step(0.0)
    assert (diary.lines, task.status.has_failed) == (["late: failed cleanly"], True)


def test_owners_who_start_and_end_tasks_for_ever_keep_the_desk_for_a_while_only() -> None:
    desk, told = Desk(), list[int]()

    def again(*_: object) -> None:
        told.append(1)
        task = never()
        desk.run(task, again, now=0.0)
        desk.remove(task, now=0.0)

    task = never()
    desk.run(task, again, now=0.0)
    desk.remove(task, now=0.0)
    assert len(told) == _MOST_AT_ONCE
    desk.step(1.0)
    assert len(told) == 2 * _MOST_AT_ONCE


@pytest.mark.parametrize("deed", ["remove", "run", "replace", "lose", "clear"])
def test_conditions_may_call_the_desk_even_about_the_task_that_asks_them(deed: str) -> None:
    radio, desk, diary = Radio(), Desk(), Diary()

    def meddle(now: float) -> bool:
        if deed == "remove":
            desk.remove(whole, now=now)
        elif deed == "run":
            desk.run(radio.task("Ada", "hide"), None, "Ada", Slot.HIGH, now=now)
        elif deed == "replace":
            desk.replace("Ada", {Slot.LOW: radio.task("Ada", "rest")}, preempt=True, now=now)
        elif deed == "lose":
            desk.lose("Ada", "gone", now=now)
        else:
            desk.clear(now=now)
        return True

    whole = Together("whole", Until("meddle", meddle), radio.task("Ada"))
    desk.run(whole, diary, "Ada", now=0.0)
    for now in range(3):
        desk.step(float(now))
    assert diary.lines == ([] if deed == "run" else ["whole: failed cleanly"])
    assert radio.log == {"run": ["Ada: hide"], "replace": ["Ada: rest"]}.get(deed, [])
    assert desk.picture().faults == ()
