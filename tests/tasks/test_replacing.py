"""Other tasks for a unit: all of the new ones in place of all of the old ones, or nothing."""

from __future__ import annotations

import pytest

from agentfw.tasks import Acceptance, Desk, Slot, Status
from tests.tasks.radio import Diary, Radio


class Busy:
    """A unit with a MEDIUM task under way and a LOW one below it."""

    def __init__(self) -> None:
        self.radio, self.desk = Radio(), Desk()
        self.old, self.new = Diary(), Diary()
        self.tasks = {
            slot: self.radio.task("Ada", f"old-{slot.value}") for slot in (Slot.MEDIUM, Slot.LOW)
        }
        for slot, task in self.tasks.items():
            assert self.desk.run(task, self.old, "Ada", slot, now=0.0)
        self.desk.step(0.0)

    def replace(self, *slots: Slot, preempt: bool) -> bool:
        tasks = {slot: self.radio.task("Ada", f"new-{slot.value}") for slot in slots}
        return bool(self.desk.replace("Ada", tasks, self.new, preempt=preempt, now=1.0))

    def steps(self) -> list[str]:
        """What is said from now on, until all is done that can be done."""
        said = len(self.radio.log)
        for now in range(2, 12):
            self.desk.step(float(now))
            if "Ada" in self.radio.under_way:
                self.radio.finish("Ada")
        return self.radio.since(said)


def test_with_preemption_the_new_ones_take_over_at_once() -> None:
    busy = Busy()
    assert busy.replace(Slot.HIGH, Slot.MEDIUM, preempt=True)
    assert busy.old.lines == ["old-medium: failed cleanly", "old-low: failed cleanly"]
    assert {ending.reason for ending in busy.old.endings} == {"replaced"}
    assert busy.radio.since(1) == ["Ada: stop old-medium"]
    assert busy.steps() == ["Ada: new-high", "Ada: new-medium"]
    assert busy.new.lines == ["new-high: done", "new-medium: done"]


def test_without_preemption_the_one_under_way_ends_first() -> None:
    busy = Busy()
    assert busy.replace(Slot.HIGH, Slot.MEDIUM, preempt=False)
    assert busy.old.lines == ["old-low: failed cleanly"]
    busy.desk.step(1.0)
    assert busy.radio.since(1) == []
    assert busy.steps() == ["Ada: new-high", "Ada: new-medium"]
    assert busy.old.lines == ["old-low: failed cleanly", "old-medium: done"]


def test_what_is_leaving_has_left_its_slot() -> None:
    busy = Busy()
    busy.replace(Slot.MEDIUM, preempt=False)
    unit = busy.desk.picture()["Ada"]
    assert unit.leaving is not None
    assert unit.medium is not None
    assert (unit.leaving.name, unit.medium.name, unit.body) == ("old-medium", "new-medium", 1)
    assert unit.medium.halted_at == 1.0


def test_what_has_not_begun_does_not_end_first() -> None:
    radio, desk = Radio(), Desk()
    radio.put(desk, "Ada", Slot.MEDIUM)
    assert desk.replace("Ada", {Slot.LOW: radio.task("Ada", "new")}, now=0.0)
    desk.step(0.0)
    assert radio.log == ["Ada: new"]


def test_what_is_halted_does_not_end_first() -> None:
    busy = Busy()
    busy.radio.put(busy.desk, "Ada", Slot.HIGH)  # not begun, and the body is its own
    assert busy.replace(Slot.LOW, preempt=False)
    assert busy.steps() == ["Ada: new-low"]


@pytest.mark.parametrize("preempt", [True, False])
def test_the_last_of_several_replacements_counts(preempt: bool) -> None:  # noqa: FBT001
    busy = Busy()
    assert busy.replace(Slot.HIGH, preempt=False)
    assert busy.replace(Slot.LOW, preempt=preempt)
    assert busy.new.lines == ["new-high: failed cleanly"]
    under_way = busy.tasks[Slot.MEDIUM].status
    assert under_way is (Status.FAILED_CLEANLY if preempt else Status.RUNNING)
    assert busy.steps() == ["Ada: new-low"]


@pytest.mark.parametrize("preempt", [True, False])
def test_no_tasks_clear_a_unit(preempt: bool) -> None:  # noqa: FBT001
    busy = Busy()
    assert busy.replace(preempt=preempt)
    assert busy.steps() == []
    assert busy.desk.is_free("Ada")
    assert len(busy.old.lines) == 2


def test_a_replacement_that_cannot_be_leaves_everything_as_it_was() -> None:
    busy = Busy()
    before, said = busy.desk.picture(), len(busy.radio.log)
    fresh, other = busy.radio.task("Ada"), busy.radio.task("Bob")
    cases = {
        '"guard" moves "Bob", which it is not bound to': {Slot.HIGH: fresh, Slot.LOW: other},
        "one task is to be in two places": {Slot.HIGH: fresh, Slot.LOW: fresh},
        '"old-low" belongs to a desk': {Slot.HIGH: fresh, Slot.LOW: busy.tasks[Slot.LOW]},
    }
    for why, tasks in cases.items():
        assert busy.desk.replace("Ada", tasks, preempt=True, now=1.0).why == why
    assert busy.desk.replace("", {}, preempt=True, now=1.0).why == "a unit has no name"
    assert (busy.desk.picture().units, busy.radio.since(said)) == (before.units, [])
    assert (fresh.taken_by, busy.old.lines) == ("", [])


def test_the_group_of_the_unit_stays() -> None:
    busy = Busy()
    part = busy.radio.task("Ada", "group")
    busy.desk.run_group(part, None, ("Ada",), now=0.0)
    assert busy.replace(Slot.LOW, preempt=True)
    busy.desk.step(1.0)
    assert busy.radio.since(2) == ["Ada: group"]


def test_what_comes_after_a_replacement_waits_for_what_is_leaving() -> None:
    busy = Busy()
    busy.replace(Slot.LOW, preempt=False)
    assert busy.radio.put(busy.desk, "Ada", Slot.HIGH, "hide").is_halted
    assert busy.steps() == ["Ada: hide", "Ada: new-low"]


def test_who_only_leaves_a_low_task_is_free() -> None:
    radio, desk = Radio(), Desk()
    radio.put(desk, "Ada", Slot.LOW)
    desk.step(0.0)
    desk.replace("Ada", {}, now=1.0)
    assert desk.is_free("Ada")
    desk.replace("Ada", {Slot.MEDIUM: radio.task("Ada")}, now=2.0)
    assert not desk.is_free("Ada")


def test_an_owner_may_replace_when_it_is_told_that_it_was_replaced() -> None:
    busy, replacing = Busy(), list[Acceptance]()

    def again(*_: object) -> None:
        if len(replacing) < 3:
            task = busy.radio.task("Ada", f"again-{len(replacing)}")
            replacing.append(busy.desk.replace("Ada", {Slot.HIGH: task}, again, preempt=True, now=1.0))

    task = busy.radio.task("Ada", "first")
    busy.desk.replace("Ada", {Slot.HIGH: task}, again, preempt=True, now=1.0)
    busy.desk.remove(task, now=1.0)
    assert all(replacing)
    assert busy.steps() == ["Ada: again-0", "Ada: again-1", "Ada: again-2"]
