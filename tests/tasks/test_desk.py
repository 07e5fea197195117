"""The desk: what it takes on and refuses, who hears of what, and what it survives."""

from __future__ import annotations

import pytest

from agentfw.errors import UsageError
from agentfw.tasks import Desk, Sequence, Slot, Status, Task, Until
from tests.tasks.radio import Diary, Radio


class Bad(Task):
    """A task that raises when it is executed."""

    def __init__(self) -> None:
        super().__init__("bad")

    def _act(self, now: float) -> Status:
        raise RuntimeError("no idea")


class Mute(Radio):
    """Hands that cannot call an order off."""

    def stop(self, unit: str, order: object) -> None:
        del self.under_way[unit]
        raise OSError("no connection")


def never() -> Until:
    return Until("never", lambda _: False)


# Taking on


def test_a_task_without_units_needs_no_slot() -> None:
    desk, diary = Desk(), Diary()
    assert desk.run(Until("two o'clock", lambda now: now >= 2.0), diary, now=0.0)
    for now in range(4):
        desk.step(float(now))
    assert diary.lines == ["two o'clock: done"]
    assert diary.endings[0].ended_at == 2.0


def test_a_task_that_moves_units_is_bound_to_them_or_refused() -> None:
    radio, desk = Radio(), Desk()
    assert desk.run(radio.task("Ada"), now=0.0).why == '"guard" moves "Ada", which it is not bound to'
    answer = desk.run(radio.task("Ada"), None, "Bob", now=0.0)
    assert answer.why == '"guard" moves "Ada", which it is not bound to'
    both = Sequence("relay", radio.task("Ada"), radio.task("Bob"))
    assert not desk.run(both, None, "Ada", now=0.0)
    assert desk.picture().counts.refused == 3


def test_a_task_runs_once_and_at_one_place() -> None:
    radio, desk = Radio(), Desk()
    task = radio.put(desk, "Ada", Slot.MEDIUM)
    assert desk.run(task, None, "Ada", Slot.LOW, now=0.0).why == '"medium" belongs to a desk'
    assert not Desk().run(task, None, "Ada", Slot.LOW, now=0.0)
    part = radio.task("Bob")
    Sequence("whole", part)
    assert desk.run(part, None, "Bob", now=0.0).why == '"guard" belongs to "whole"'
    desk.remove(task, now=1.0)
    assert not desk.run(task, None, "Ada", Slot.LOW, now=1.0)


def test_what_was_refused_may_be_offered_again() -> None:
    radio, desk = Radio(), Desk()
    first, second = radio.put(desk, "Ada", Slot.HIGH), radio.task("Ada")
    assert not desk.run(second, None, "Ada", Slot.HIGH, now=0.0)
    desk.remove(first, now=1.0)
    assert desk.run(second, None, "Ada", Slot.HIGH, now=1.0)


def test_there_is_a_most() -> None:
    desk = Desk(most=2)
    assert desk.run(never(), now=0.0)
    assert desk.run(never(), now=0.0)
    assert desk.run(never(), now=0.0).why == "there are 2 tasks, and 2 is the most"


def test_an_acceptance_is_true_and_a_refusal_false() -> None:
    radio, desk = Radio(), Desk()
    assert bool(desk.run(radio.task("Ada"), None, "Ada", now=0.0)) is True
    assert bool(desk.run(radio.task("Ada"), None, "Ada", now=0.0)) is False


# Ends


def test_the_owner_is_told_once_when_its_task_is_done() -> None:
    radio, desk, diary = Radio(), Desk(), Diary()
    task = radio.task("Ada")
    desk.run(task, diary, "Ada", now=0.0)
    desk.step(0.0)
    radio.finish("Ada")
    for now in range(1, 4):
        desk.step(float(now))
    assert desk.remove(task, now=5.0) is False
    assert (diary.lines, diary.tasks) == (["guard: done"], [task])
    ending = diary.endings[0]
    assert (ending.number, ending.units, ending.since, ending.ended_at) == (1, ("Ada",), 0.0, 1.0)


@pytest.mark.parametrize(
    ("acted", "line"), [(True, "guard: failed uncleanly"), (False, "guard: failed cleanly")]
)
def test_the_owner_hears_of_an_abort_once(acted: bool, line: str) -> None:  # noqa: FBT001
    radio, desk, diary = Radio(), Desk(), Diary()
    task = radio.task("Ada")
    desk.run(task, diary, "Ada", now=0.0)
    desk.step(0.0)
    if acted:
        radio.act("Ada")
    assert desk.remove(task, now=1.0, reason="plans have changed") is True
    assert desk.remove(task, now=1.0) is False
    assert (diary.lines, diary.endings[0].reason) == ([line], "plans have changed")
    assert radio.since(1) == ["Ada: stop guard"]


def test_nobody_is_told_of_a_task_that_nobody_owns() -> None:
    radio, desk = Radio(), Desk()
    desk.remove(radio.put(desk, "Ada", Slot.LOW), now=1.0)
    assert desk.picture().counts.failed_cleanly == 1


def test_removing_what_is_halted_leaves_the_others_as_they_are() -> None:
    radio, desk = Radio(), Desk()
    low = radio.put(desk, "Ada", Slot.LOW)
    radio.put(desk, "Ada", Slot.HIGH)
    desk.step(0.0)
    desk.remove(low, now=1.0)
    assert radio.log == ["Ada: high"]


def test_clearing_ends_everything() -> None:
    radio, desk, diary = Radio(), Desk(), Diary()
    for slot in Slot:
        desk.run(radio.task("Ada", slot.value), diary, "Ada", slot, now=0.0)
    desk.step(0.0)
    desk.clear(now=1.0, reason="the match is over")
    assert [ending.reason for ending in diary.endings] == ["the match is over"] * 3
    assert (desk.picture().tasks, desk.is_free("Ada")) == ((), True)
    assert radio.log == ["Ada: high", "Ada: stop high"]


def test_losing_a_unit_ends_what_is_in_its_slots() -> None:
    radio, desk, diary = Radio(), Desk(), Diary()
    for slot in (Slot.HIGH, Slot.LOW):
        desk.run(radio.task("Ada", slot.value), diary, "Ada", slot, now=0.0)
    other = radio.put(desk, "Bob", Slot.HIGH)
    desk.step(0.0)
    radio.act("Ada")
    desk.lose("Ada", "its bot was given up", now=1.0)
    assert diary.lines == ["high: failed uncleanly", "low: failed cleanly"]
    assert {ending.reason for ending in diary.endings} == {"its bot was given up"}
    assert (desk.is_free("Ada"), other.is_halted) == (True, False)


# Faults


def test_a_task_that_raises_has_failed_and_the_others_go_on() -> None:
    radio, desk, diary = Radio(), Desk(), Diary()
    desk.run(Bad(), diary, now=0.0)
    radio.put(desk, "Ada", Slot.LOW)
    desk.step(0.0)
    assert (diary.lines, diary.endings[0].reason) == (["bad: failed cleanly"], "RuntimeError: no idea")
    assert radio.log == ["Ada: low"]
    (fault,) = desk.picture().faults
    assert (fault.at, fault.where) == (0.0, 'executing "bad"')


def test_a_part_that_raises_ends_the_whole_and_stops_the_other_parts() -> None:
    radio, desk, diary = Radio(), Desk(), Diary()
    whole = Sequence("whole", radio.task("Ada"), Bad())
    desk.run(whole, diary, "Ada", now=0.0)
    desk.step(0.0)
    radio.finish("Ada")
    desk.step(1.0)
    assert diary.lines == ["whole: failed uncleanly"]


def test_hands_that_raise_keep_nobody_from_getting_the_body() -> None:
    radio, desk = Mute(), Desk()
    low = radio.put(desk, "Ada", Slot.LOW)
    desk.step(0.0)
    high = radio.put(desk, "Ada", Slot.HIGH)
    desk.step(1.0)
    assert (low.is_halted, high.is_halted, radio.log) == (True, False, ["Ada: low", "Ada: high"])
    assert [fault.where for fault in desk.picture().faults] == ['halting "low"']
    desk.remove(high, now=2.0)
    assert high.status is Status.FAILED_CLEANLY


def test_hands_must_not_call_the_desk() -> None:
    class Meddler(Radio):
        def stop(self, unit: str, order: object) -> None:
            del self.under_way[unit]
            desk.lose(unit, "gone", now=0.0)

    radio, desk = Meddler(), Desk()
    task = radio.put(desk, "Ada", Slot.LOW)
    desk.step(0.0)
    desk.remove(task, now=1.0)
    (fault,) = desk.picture().faults
    assert fault.what.startswith("UsageError: the desk is in the middle of a change")


def test_what_a_desk_remembers_is_bounded() -> None:
    desk = Desk(remembers=3)
    for now in range(10):
        desk.run(Bad(), now=float(now))
        desk.step(float(now))
    picture = desk.picture()
    assert [one.at for one in picture.faults] == [7.0, 8.0, 9.0]
    assert [one.ended_at for one in picture.failures] == [7.0, 8.0, 9.0]
    assert (picture.counts.faults, picture.counts.failed_cleanly) == (10, 10)


def test_a_step_inside_of_a_step_is_a_mistake() -> None:
    desk = Desk()

    def step(now: float) -> bool:
        with pytest.raises(UsageError, match="a step is under way"):
            desk.step(now)
        return True

    desk.run(Until("step", step), now=0.0)
    desk.step(0.0)
    assert desk.picture().counts.done == 1
