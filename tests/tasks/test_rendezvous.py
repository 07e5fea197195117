"""Meetings: everybody goes to a place of its own, and all have to be there at the same time."""

from __future__ import annotations

import pytest

from agentfw.decisions import Order
from agentfw.errors import UsageError
from agentfw.tasks import IfOneFails, Rendezvous, Status
from tests.tasks.radio import Radio

PLACES = {"Ada": Order("go", ("gate",)), "Bob": Order("go", ("tower",))}


class Meeting:
    """Two units on their way; with `tells`, where they are is known."""

    def __init__(self, *, tells: bool = False, rule: IfOneFails = IfOneFails.END) -> None:
        self.radio = Radio()
        self.there: set[str] = set()
        self.now = 0.0
        is_there = self.there.__contains__ if tells else None
        self.task = Rendezvous("meet", self.radio, PLACES, is_there=is_there, if_one_fails=rule)

    def look(self) -> Status:
        self.now += 1.0
        return self.task.execute(self.now)

    @property
    def log(self) -> list[str]:
        return self.radio.log


def test_each_unit_goes_to_its_own_place() -> None:
    meeting = Meeting()
    assert meeting.look() is Status.RUNNING
    assert meeting.log == ["Ada: go gate", "Bob: go tower"]


def test_the_early_one_waits_for_the_late_one() -> None:
    meeting = Meeting()
    meeting.look()
    meeting.radio.finish("Ada")
    assert meeting.look() is meeting.look() is Status.RUNNING
    assert (meeting.task.missing, meeting.task.detail) == (("Bob",), "waiting for Bob")
    meeting.radio.finish("Bob")
    assert meeting.look() is Status.DONE
    assert (meeting.task.detail, len(meeting.log)) == ("all are there", 2)


def test_who_leaves_before_the_others_come_is_sent_again() -> None:
    meeting = Meeting(tells=True)
    meeting.look()
    meeting.there.add("Ada")
    meeting.radio.finish("Ada")
    meeting.look()
    meeting.there.discard("Ada")
    meeting.there.add("Bob")
    meeting.radio.finish("Bob")
    assert meeting.look() is Status.RUNNING
    assert meeting.log[2:] == ["Ada: go gate"]
    meeting.there.add("Ada")
    assert meeting.look() is Status.DONE
    assert meeting.log[3:] == ["Ada: stop go gate"]


def test_an_order_that_never_ends_keeps_a_unit_at_its_place_until_all_are_there() -> None:
    meeting = Meeting(tells=True)
    meeting.look()
    meeting.there.add("Ada")
    meeting.look()
    assert meeting.log[2:] == []
    meeting.there.add("Bob")
    assert meeting.look() is Status.DONE
    assert meeting.log[2:] == ["Ada: stop go gate", "Bob: stop go tower"]


def test_nobody_is_sent_when_all_are_there_already() -> None:
    meeting = Meeting(tells=True)
    meeting.there.update(PLACES)
    assert meeting.look() is Status.DONE
    assert meeting.log == []


def test_who_was_used_for_something_else_has_to_come_again() -> None:
    meeting = Meeting()
    meeting.look()
    meeting.radio.finish("Ada")
    meeting.look()
    meeting.task.hold("Ada", meeting.now)
    meeting.radio.finish("Bob")
    assert meeting.look() is Status.RUNNING
    meeting.task.release("Ada", meeting.now)
    meeting.look()
    assert meeting.log[2:] == ["Ada: go gate"]
    meeting.radio.finish("Ada")
    assert meeting.look() is Status.DONE


def test_after_a_halt_all_have_to_come_again() -> None:
    meeting = Meeting()
    meeting.look()
    meeting.radio.finish("Ada")
    meeting.look()
    meeting.task.halt(meeting.now)
    meeting.task.hold("Ada", meeting.now)
    meeting.task.resume(meeting.now)
    meeting.look()
    assert meeting.log[2:] == ["Bob: stop go tower", "Bob: go tower"]
    meeting.task.release("Ada", meeting.now)
    meeting.look()
    assert meeting.log[4:] == ["Ada: go gate"]


def test_one_that_cannot_come_ends_the_meeting() -> None:
    meeting = Meeting()
    meeting.look()
    meeting.radio.refuse("Ada", "no way there")
    assert meeting.look() is Status.FAILED_CLEANLY
    assert (meeting.task.reason, meeting.log[2:]) == ("go gate: no way there", ["Bob: stop go tower"])


def test_nobody_is_sent_any_more_when_one_cannot_come() -> None:
    meeting = Meeting()
    meeting.task.hold("Bob", 0.0)
    meeting.look()
    meeting.radio.refuse("Ada")
    meeting.task.release("Bob", 1.0)
    assert meeting.look() is Status.FAILED_CLEANLY
    assert meeting.log == ["Ada: go gate"]


def test_the_rest_meet_without_it_if_that_is_the_rule() -> None:
    meeting = Meeting(rule=IfOneFails.GO_ON)
    meeting.look()
    meeting.radio.fail("Ada")
    assert meeting.look() is Status.RUNNING
    meeting.radio.finish("Bob")
    assert meeting.look() is Status.DONE


def test_a_meeting_to_which_nobody_comes_has_failed() -> None:
    meeting = Meeting(rule=IfOneFails.GO_ON)
    meeting.look()
    meeting.radio.refuse("Ada")
    meeting.radio.refuse("Bob")
    assert meeting.look() is Status.FAILED_CLEANLY


def test_who_had_come_and_is_lost_is_not_there() -> None:
    meeting = Meeting()
    meeting.look()
    meeting.radio.finish("Ada")
    meeting.look()
    meeting.task.lose("Ada", meeting.now, "its bot was given up")
    assert meeting.look() is Status.FAILED_UNCLEANLY
    assert meeting.task.reason == "go gate: its bot was given up"


def test_a_meeting_needs_somebody() -> None:
    with pytest.raises(UsageError, match='nobody comes to "meet"'):
        Rendezvous("meet", Radio(), {})
