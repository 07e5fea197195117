"""One order to one unit: sent once, watched, called off once."""

from __future__ import annotations

import pytest

from agentfw.decisions import Order, OrderState
from agentfw.errors import UsageError
from agentfw.tasks import Status, UnitTask
from tests.tasks.radio import Radio


def test_the_order_is_sent_with_the_first_execution_and_never_again() -> None:
    radio = Radio()
    task = radio.task("Ada", "guard", "red base")
    for now in range(5):
        assert task.execute(float(now)) is Status.RUNNING
    assert radio.log == ['Ada: guard "red base"']


@pytest.mark.parametrize(
    ("state", "has_acted", "status"),
    [
        (OrderState.ACCEPTED, False, Status.RUNNING),
        (OrderState.ACCEPTED, True, Status.RUNNING),
        (OrderState.POSTPONED, False, Status.RUNNING),
        (OrderState.REFUSED, False, Status.FAILED_CLEANLY),
        (OrderState.DONE, False, Status.DONE),
        (OrderState.DONE, True, Status.DONE),
        (OrderState.FAILED, False, Status.FAILED_CLEANLY),
        (OrderState.FAILED, True, Status.FAILED_UNCLEANLY),
    ],
)
def test_the_answer_decides(state: OrderState, has_acted: bool, status: Status) -> None:  # noqa: FBT001
    radio = Radio()
    task = radio.task("Ada")
    task.execute(0.0)
    radio.answer("Ada", state, "so it is", has_acted=has_acted)
    assert task.execute(1.0) is status
    assert task.reason == ("so it is" if status.has_failed else "")


def test_a_failure_without_a_word_says_what_the_answer_was() -> None:
    radio = Radio()
    task = radio.task("Ada")
    task.execute(0.0)
    radio.refuse("Ada", "")
    task.execute(1.0)
    assert task.reason == "refused"


def test_who_has_acted_once_has_acted_whatever_comes_later() -> None:
    radio = Radio()
    task = radio.task("Ada")
    task.execute(0.0)
    radio.act("Ada")
    task.execute(1.0)
    radio.refuse("Ada")
    assert task.execute(2.0) is Status.FAILED_UNCLEANLY


def test_halting_calls_the_order_off_once_and_resuming_gives_it_again() -> None:
    radio = Radio()
    task = radio.task("Ada")
    task.execute(0.0)
    task.halt(1.0)
    task.halt(1.0)
    task.execute(2.0)
    task.resume(3.0)
    task.execute(3.0)
    assert radio.log == ["Ada: guard", "Ada: stop guard", "Ada: guard"]


def test_halting_before_the_first_execution_says_nothing() -> None:
    radio = Radio()
    task = radio.task("Ada")
    task.halt(0.0)
    task.abort(1.0, "never mind")
    assert radio.log == []


def test_what_was_done_before_a_halt_counts_after_it() -> None:
    radio = Radio()
    task = radio.task("Ada")
    task.execute(0.0)
    radio.act("Ada")
    task.halt(1.0)  # nobody has looked at the answer yet
    task.resume(2.0)
    task.execute(2.0)
    radio.refuse("Ada")
    assert task.execute(3.0) is Status.FAILED_UNCLEANLY


def test_an_order_that_was_answered_for_good_is_not_called_off_and_not_given_again() -> None:
    radio = Radio()
    task = radio.task("Ada")
    task.execute(0.0)
    radio.finish("Ada")
    task.halt(1.0)
    task.resume(2.0)
    assert task.execute(2.0) is Status.DONE
    assert radio.log == ["Ada: guard"]


def test_an_abort_calls_the_order_off_and_is_unclean_if_the_unit_had_acted() -> None:
    radio = Radio()
    task = radio.task("Ada")
    task.execute(0.0)
    radio.act("Ada")
    assert task.abort(1.0, "never mind") is Status.FAILED_UNCLEANLY
    assert radio.log == ["Ada: guard", "Ada: stop guard"]


@pytest.mark.parametrize(
    ("has_acted", "status"), [(True, Status.FAILED_UNCLEANLY), (False, Status.FAILED_CLEANLY)]
)
def test_losing_the_unit_is_a_failure_as_clean_as_what_it_did(
    has_acted: bool,  # noqa: FBT001
    status: Status,
) -> None:
    radio = Radio()
    task = radio.task("Ada")
    task.execute(0.0)
    radio.answer("Ada", OrderState.ACCEPTED, has_acted=has_acted)
    task.lose("Ada", 1.0, "its bot was given up")
    assert (task.status, task.reason) == (status, "its bot was given up")


def test_what_a_unit_answered_for_good_before_it_was_lost_holds() -> None:
    for answer, status in (("finish", Status.DONE), ("refuse", Status.FAILED_CLEANLY)):
        radio = Radio()
        task = radio.task("Ada")
        task.execute(0.0)
        getattr(radio, answer)("Ada")
        task.hold("Ada", 1.0)
        task.lose("Ada", 1.0, "its bot was given up")
        assert (task.status, task.reason) == (status, "no ammo" if status.has_failed else "")


def test_a_held_unit_gets_no_order_until_it_is_released() -> None:
    radio = Radio()
    task = radio.task("Ada")
    task.hold("Ada", 0.0)
    task.execute(0.0)
    assert (radio.log, task.is_still) == ([], True)
    task.release("Ada", 1.0)
    task.execute(1.0)
    assert radio.log == ["Ada: guard"]


def test_the_task_says_what_the_unit_answered() -> None:
    radio = Radio()
    task = radio.task("Ada")
    assert task.detail == ""
    task.execute(0.0)
    assert task.detail == "sent"
    radio.answer("Ada", OrderState.POSTPONED, "in a fight")
    task.execute(1.0)
    assert task.detail == "postponed: in a fight"


def test_what_was_answered_before_a_halt_is_not_told_of_the_order_that_is_given_again() -> None:
    radio = Radio()
    task = radio.task("Ada")
    task.execute(0.0)
    radio.act("Ada")
    task.halt(1.0)
    task.resume(2.0)
    task.execute(2.0)
    assert task.detail == "sent"


def test_an_order_to_nobody_in_particular_is_addressed_to_the_unit() -> None:
    task = UnitTask(Radio(), "Ada", Order("guard"), name="guard duty")
    assert (task.order.to, task.name, set(task.units)) == ("Ada", "guard duty", {"Ada"})


@pytest.mark.parametrize(
    ("unit", "to", "told"),
    [
        ("", "", 'the task "guard" is for no unit; name the unit that shall do it'),
        ("Ada", "Bob", 'the order "guard" is for "Bob", the task for "Ada"'),
    ],
)
def test_an_order_for_somebody_else_is_a_mistake(unit: str, to: str, told: str) -> None:
    with pytest.raises(UsageError) as raised:
        UnitTask(Radio(), unit, Order("guard", to=to))
    assert str(raised.value) == told
