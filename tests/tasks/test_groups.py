"""High-level tasks: all units or none, busy without a slot, and units that come and go."""

from __future__ import annotations

import pytest

from agentfw.tasks import Desk, IfOneFails, Sequence, Slot, Status, Together, Until
from tests.tasks.radio import Diary, Radio


def attack(radio: Radio, *units: str, rule: IfOneFails = IfOneFails.END) -> Together:
    return Together("attack", *(radio.task(unit, "charge") for unit in units), if_one_fails=rule)


def never() -> Until:
    return Until("never", lambda _: False)


def test_a_group_is_refused_as_a_whole_when_one_unit_has_another() -> None:
    radio, desk = Radio(), Desk()
    assert desk.run_group(never(), None, ("Bob",), now=0.0)
    task = attack(radio, "Ada", "Bob", "Cleo")
    answer = desk.run_group(task, None, ("Ada", "Bob", "Cleo"), now=1.0)
    assert answer.why == '"Bob" belongs to "never"'
    assert desk.free(["Ada", "Bob", "Cleo"]) == ["Ada", "Cleo"]
    assert (task.taken_by, len(desk.picture().tasks)) == ("", 1)


@pytest.mark.parametrize(
    ("units", "why"),
    [
        ((), '"attack" is for no unit; run it without a group'),
        (("Ada",), '"attack" moves "Bob", which it is not bound to'),
        (("Ada", "Bob", "Ada"), "a unit is named twice"),
        (("Ada", "Bob", ""), "a unit has no name"),
    ],
)
def test_a_group_has_all_units_that_its_task_moves_once_and_by_name(
    units: tuple[str, ...], why: str
) -> None:
    answer = Desk().run_group(attack(Radio(), "Ada", "Bob"), None, units, now=0.0)
    assert answer.why == why


def test_a_group_may_have_units_that_its_task_does_not_move() -> None:
    radio, desk = Radio(), Desk()
    assert desk.run_group(attack(radio, "Ada"), None, ("Ada", "Bob"), now=0.0)
    assert desk.free(["Ada", "Bob"]) == []


def test_units_that_wait_for_stragglers_are_not_free() -> None:
    radio, desk = Radio(), Desk()
    desk.run_group(attack(radio, "Ada", "Bob"), None, ("Ada", "Bob"), now=0.0)
    desk.step(0.0)
    radio.finish("Ada")
    desk.step(1.0)
    assert desk.free(["Ada", "Bob"]) == []


def test_a_unit_of_a_group_does_what_is_high_and_takes_up_its_part_again() -> None:
    radio, desk = Radio(), Desk()
    desk.run_group(attack(radio, "Ada", "Bob"), None, ("Ada", "Bob"), now=0.0)
    desk.step(0.0)
    radio.put(desk, "Ada", Slot.HIGH, "hide")
    desk.step(1.0)
    assert desk.picture()["Ada"].group == desk.picture()["Bob"].group
    radio.finish("Ada")
    desk.step(2.0)
    desk.step(3.0)
    assert radio.log == [
        "Ada: charge",
        "Bob: charge",
        "Ada: stop charge",
        "Ada: hide",
        "Ada: charge",
    ]


def test_a_manager_leaves_the_slots_of_its_units_alone() -> None:
    radio, desk = Radio(), Desk()
    low = radio.put(desk, "Ada", Slot.LOW)
    assert desk.run_group(never(), None, ("Ada",), now=0.0)
    desk.step(0.0)
    assert (low.is_halted, desk.is_free("Ada"), radio.log) == (False, False, ["Ada: low"])


def test_the_owner_of_a_group_is_told_once_and_all_units_are_let_go() -> None:
    radio, desk, diary = Radio(), Desk(), Diary()
    desk.run_group(attack(radio, "Ada", "Bob"), diary, ("Ada", "Bob"), now=0.0)
    desk.step(0.0)
    radio.fail("Ada")
    for now in range(1, 4):
        desk.step(float(now))
    assert diary.lines == ["attack: failed uncleanly"]
    assert diary.endings[0].units == ("Ada", "Bob")
    assert desk.free(["Ada", "Bob"]) == ["Ada", "Bob"]
    assert radio.since(2) == ["Bob: stop charge"]


# Losing units


def test_a_group_that_loses_a_unit_fails_if_that_is_its_rule() -> None:
    radio, desk, diary = Radio(), Desk(), Diary()
    desk.run_group(attack(radio, "Ada", "Bob"), diary, ("Ada", "Bob"), now=0.0)
    desk.step(0.0)
    desk.lose("Ada", "its bot was given up", now=1.0)
    desk.step(1.0)
    assert diary.lines == ["attack: failed cleanly"]
    assert diary.endings[0].reason == "charge: its bot was given up"


def test_a_group_that_loses_a_unit_goes_on_if_that_is_its_rule() -> None:
    radio, desk, diary = Radio(), Desk(), Diary()
    task = attack(radio, "Ada", "Bob", rule=IfOneFails.GO_ON)
    desk.run_group(task, diary, ("Ada", "Bob"), now=0.0)
    desk.step(0.0)
    desk.lose("Ada", "its bot was given up", now=1.0)
    desk.step(1.0)
    radio.finish("Bob")
    desk.step(2.0)
    assert diary.lines == ["attack: done"]
    assert diary.endings[0].units == ("Bob",)


# Binding and unbinding


def test_a_unit_joins_a_group_and_is_busy() -> None:
    desk, task = Desk(), never()
    desk.run_group(task, None, ("Ada",), now=0.0)
    assert desk.bind(task, "Bob", now=1.0)
    assert desk.free(["Ada", "Bob"]) == []


def test_a_task_of_no_unit_may_get_some() -> None:
    desk, task = Desk(), never()
    desk.run(task, now=0.0)
    assert desk.bind(task, "Ada", now=1.0)
    assert not desk.is_free("Ada")


def test_a_unit_leaves_a_group_and_is_free() -> None:
    radio, desk = Radio(), Desk()
    task = attack(radio, "Ada", "Bob", rule=IfOneFails.GO_ON)
    desk.run_group(task, None, ("Ada", "Bob"), now=0.0)
    desk.step(0.0)
    assert desk.unbind(task, "Ada", now=1.0)
    assert radio.since(2) == ["Ada: stop charge"]
    assert desk.free(["Ada", "Bob"]) == ["Ada"]
    assert (task.parts[0].status, task.parts[0].reason) == (
        Status.FAILED_CLEANLY,
        '"Ada" was taken away',
    )


def test_what_waits_on_a_unit_is_resumed_when_it_leaves_its_group() -> None:
    radio, desk = Radio(), Desk()
    low = radio.put(desk, "Ada", Slot.LOW)
    task = attack(radio, "Ada", "Bob", rule=IfOneFails.GO_ON)
    desk.run_group(task, None, ("Ada", "Bob"), now=0.0)
    assert low.is_halted
    desk.unbind(task, "Ada", now=1.0)
    assert not low.is_halted


def test_joining_is_refused_for_a_reason() -> None:
    radio, desk, task = Radio(), Desk(), never()
    slotted = radio.put(desk, "Ada", Slot.LOW)
    assert desk.bind(task, "Bob", now=0.0).why == '"never" is not here'
    desk.run_group(task, None, ("Bob",), now=0.0)
    assert desk.bind(task, "Bob", now=0.0).why == '"Bob" belongs to "never"'
    assert desk.bind(task, "", now=0.0).why == "a unit has no name"
    assert desk.bind(slotted, "Cleo", now=0.0).why == (
        '"low" is in a slot of "Ada"; remove it and run it for a group'
    )


def test_leaving_is_refused_for_a_reason() -> None:
    radio, desk, task = Radio(), Desk(), never()
    slotted = radio.put(desk, "Ada", Slot.LOW)
    desk.run(task, now=0.0)
    for one in (task, slotted, never()):
        assert desk.unbind(one, "Ada", now=0.0).why == f'"Ada" is not in a group of "{one.name}"'


def test_high_level_tasks_may_manage_each_other_by_what_they_start() -> None:
    radio, desk, diary = Radio(), Desk(), Diary()

    def start(_: float) -> bool:
        return bool(desk.run_group(attack(radio, "Ada"), diary, ("Ada",), now=0.0))

    desk.run(Sequence("plan", Until("start", start)), diary, now=0.0)
    desk.step(0.0)
    desk.step(1.0)
    assert (diary.lines, radio.log) == (["plan: done"], ["Ada: charge"])
