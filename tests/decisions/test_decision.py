"""What a brain answers with, how far the body is, and what passes between bots."""

from __future__ import annotations

import math
import typing
from typing import Any

import msgspec
import pytest

from agentfw.decisions import (
    CHANNELS,
    NOTHING,
    Activity,
    ActivityState,
    Answer,
    Channel,
    Decision,
    Explore,
    Fact,
    Fight,
    LookRound,
    Order,
    OrderState,
    Reason,
    Rejected,
    Speak,
    fault_of,
)
from agentfw.geometry import Vec3
from agentfw.vocabulary import EntityId

FULL = Decision(
    move=Explore(),
    look=LookRound(),
    fight=Fight(target=EntityId("foe")),
    say=Speak(text="hello"),
    orders=(Order("defend", ("flag",), to="red-2", sender="red-1"),),
    reason=Reason(
        chosen="fight",
        because="see_enemy",
        path=("main", "fight"),
        rejected=(Rejected("flee", "health < 30", "health = 80"),),
    ),
)


def activity(state: ActivityState) -> Activity:
    return Activity("move", Explore(), state, 1.0, 2.0, "stuck")


def test_an_absent_channel_means_stop_that() -> None:
    assert [getattr(NOTHING, channel) for channel in CHANNELS] == [None] * 4


def test_every_channel_has_its_part_of_a_decision() -> None:
    assert set(CHANNELS) <= set(Decision.__struct_fields__)
    assert set(typing.get_args(Channel)) == set(CHANNELS)


def test_equal_decisions_are_equal() -> None:
    twin = Decision(**{name: getattr(FULL, name) for name in Decision.__struct_fields__})
    assert twin == FULL


@pytest.mark.parametrize("decision", [NOTHING, FULL], ids=["nothing", "full"])
def test_a_decision_survives_a_file(decision: Decision) -> None:
    assert msgspec.json.decode(msgspec.json.encode(decision), type=Decision) == decision


def test_what_a_decision_does_not_say_is_not_written() -> None:
    assert msgspec.json.encode(NOTHING) == b"{}"


def test_an_intent_is_refused_on_the_channel_of_another() -> None:
    wrong = msgspec.json.encode({"fight": Explore()})
    with pytest.raises(msgspec.ValidationError, match="Invalid value 'Explore'"):
        msgspec.json.decode(wrong, type=Decision)


@pytest.mark.parametrize("struct", [Decision(), Reason(), Rejected("x"), Order("x"), Fact("x", 1.0)])
def test_what_was_decided_cannot_be_changed(struct: msgspec.Struct) -> None:
    with pytest.raises(AttributeError):
        setattr(struct, struct.__struct_fields__[0], None)


@pytest.mark.parametrize("state", ActivityState)
def test_an_activity_is_in_one_state(state: ActivityState) -> None:
    one = activity(state)
    asked = (one.is_running, one.is_done, one.has_failed)
    expected = (ActivityState.RUNNING, ActivityState.DONE, ActivityState.FAILED)
    assert asked == tuple(state is other for other in expected)


@pytest.mark.parametrize("state", ActivityState)
def test_an_activity_can_be_written(state: ActivityState) -> None:
    told = msgspec.json.decode(msgspec.json.encode(activity(state)))
    assert (told["channel"], told["state"], told["reason"]) == ("move", state.value, "stuck")


def test_orders_and_facts_survive_a_file() -> None:
    fact = Fact("flag seen", 3.0, "red-2", EntityId("flag"), Vec3(1.0, 2.0, 3.0), "at home")
    order = Order("go", ("base", "2"), to="red-2")
    assert msgspec.json.decode(msgspec.json.encode(fact), type=Fact) == fact
    assert msgspec.json.decode(msgspec.json.encode(order), type=Order) == order


decided: Any = Decision
ordered: Any = Order
answered: Any = Answer
"""Made of anything, as brains can."""
CYCLE: list[object] = []
CYCLE.append(CYCLE)


@pytest.mark.parametrize(
    ("decision", "fault"),
    [
        (decided(orders=None), "orders=None, expected a tuple of Order"),
        (decided(orders=[ordered("rush")]), "orders=[Order(task='rush')], expected a tuple of Order"),
        (decided(orders=("rush",)), "orders with 'rush', expected Order"),
        (decided(orders=(ordered(3),)), "orders with Order(task=3): Expected `str`, got `int`"),
        (decided(orders=(ordered("rush", to=7),)), "Expected `str`, got `int` - at `$.to`"),
        (decided(orders=(ordered("rush", ["a"], to=("x",)),)), "got `array` - at `$.to`"),
        (decided(orders=(ordered("rush", (1,)),)), "got `int` - at `$.arguments[0]`"),
        (decided(orders=(ordered("rush", (CYCLE,)),)), "orders with"),
        (decided(orders=(ordered("rush", for_s="soon"),)), "got `str` - at `$.for_s`"),
        (decided(orders=(ordered("rush", for_s=math.nan),)), "for_s is not a number"),
        (decided(orders=(ordered("rush", urgency="very"),)), "Invalid enum value 'very'"),
        (decided(orders=(ordered("\ud800"),)), "surrogates not allowed"),
        (decided(answers=(None,)), "answers with None, expected Answer"),
        (decided(answers=(answered("1", OrderState.DONE),)), "got `str` - at `$.number`"),
        (decided(reason=None), "reason=None, expected a Reason"),
    ],
)
def test_what_nobody_could_hear_or_record_is_a_fault(decision: Decision, fault: str) -> None:
    assert fault in fault_of(decision)


def test_what_can_be_heard_is_no_fault() -> None:
    endless = Order("rush", for_s=math.inf)
    answers = (Answer(1, OrderState.FAILED, "tired", has_acted=True),)
    assert fault_of(Decision(orders=(endless, *FULL.orders), answers=answers)) == ""
    assert fault_of(FULL) == ""
