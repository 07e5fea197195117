"""Decisions in words."""

from __future__ import annotations

from agentfw.cli.deciding import told
from agentfw.decisions import Answer, Decision, Explore, Fight, Order, OrderState

CAMP = Order("camp", ("here",), to="Ada", urgency="high")


def test_nothing_is_told_as_nothing() -> None:
    assert str(told(Decision())) == "nothing"


def test_everything_that_was_decided_is_told_in_one_line() -> None:
    answers = (Answer(1, OrderState.DONE), Answer(2, OrderState.REFUSED, "too far"))
    decision = Decision(move=Explore(), fight=Fight(), orders=(CAMP,), answers=answers)
    assert str(told(decision)) == (
        "move Explore(), fight Fight(), order Ada: camp here, high urgency, "
        "answer done, answer refused: too far"
    )


def test_an_order_to_nobody_in_particular_is_told_without_a_name() -> None:
    assert told(Decision(orders=(Order("add bot", ("Eve", "0")),))).orders == ("add bot Eve 0",)
