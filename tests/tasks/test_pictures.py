"""What people see of a desk: who does what since when, how many, and what went wrong."""

from __future__ import annotations

import msgspec
import pytest

from agentfw.tasks import Desk, DeskPicture, Slot, Together, UnitPicture
from tests.tasks.radio import Radio


def busy_desk() -> tuple[Radio, Desk]:
    """Ada guards and has hidden, Bob attacks with her; Cleo failed."""
    radio, desk = Radio(), Desk()
    radio.put(desk, "Ada", Slot.LOW, "guard", now=1.0)
    parts = [radio.task(unit, "charge") for unit in ("Ada", "Bob")]
    desk.run_group(Together("attack", *parts), None, ("Ada", "Bob"), now=2.0)
    radio.put(desk, "Ada", Slot.HIGH, "hide", now=3.0)
    radio.put(desk, "Cleo", Slot.MEDIUM, "climb", now=3.0)
    desk.step(4.0)
    radio.fail("Cleo", "stuck")
    desk.step(5.0)
    return radio, desk


def test_each_unit_tells_what_is_in_which_slot_since_when_and_whether_it_is_halted() -> None:
    picture = busy_desk()[1].picture()
    ada = picture["Ada"]
    assert ada.high is not None
    assert ada.low is not None
    assert ada.group is not None
    assert (ada.high.name, ada.high.since, ada.high.halted_at) == ("hide", 3.0, None)
    assert (ada.low.name, ada.low.since, ada.low.halted_at) == ("guard", 1.0, 2.0)
    assert (ada.group.name, ada.group.since, ada.group.held) == ("attack", 2.0, ("Ada",))
    assert (ada.medium, ada.leaving, ada.is_free, ada.body) == (None, None, False, ada.high.number)


def test_units_of_a_group_that_do_something_else_are_told_by_name() -> None:
    radio, desk, units = Radio(), Desk(), tuple(f"unit{number}" for number in range(8))
    parts = [radio.task(unit, "charge") for unit in units]
    desk.run_group(Together("attack", *parts), None, units, now=0.0)
    for unit in reversed(units):
        radio.put(desk, unit, Slot.HIGH)
    assert desk.picture().tasks[0].held == units


def test_units_with_nothing_are_left_out_and_free() -> None:
    picture = busy_desk()[1].picture()
    assert [unit.unit for unit in picture.units] == ["Ada", "Bob"]
    assert picture["Cleo"] == UnitPicture("Cleo", is_free=True, body=None)


def test_tasks_tell_what_they_are_about() -> None:
    picture = busy_desk()[1].picture()
    assert {task.name: task.detail for task in picture.tasks} == {
        "guard": "",
        "attack": "0 of 2; charge (sent)",
        "hide": "sent",
    }


def test_everything_is_counted() -> None:
    counts = busy_desk()[1].picture().counts
    assert msgspec.structs.asdict(counts) == {
        "active": 2,
        "halted": 1,
        "accepted": 4,
        "refused": 0,
        "done": 0,
        "failed_cleanly": 0,
        "failed_uncleanly": 1,
        "faults": 0,
        "passes": 2,
        "visits": 6,
    }


def test_the_last_failures_tell_why() -> None:
    (failure,) = busy_desk()[1].picture().failures
    assert (failure.name, failure.units, failure.reason) == ("climb", ("Cleo",), "stuck")
    assert (failure.since, failure.ended_at) == (3.0, 5.0)


def test_a_picture_stays_as_it_was() -> None:
    _, desk = busy_desk()
    picture = desk.picture()
    before = msgspec.json.encode(picture)
    desk.clear(now=6.0)
    assert msgspec.json.encode(picture) == before
    with pytest.raises(AttributeError):
        picture.units = ()  # type: ignore[misc]  # that is the claim


def test_a_picture_can_be_sent() -> None:
    picture = busy_desk()[1].picture()
    assert msgspec.json.decode(msgspec.json.encode(picture), type=DeskPicture) == picture
