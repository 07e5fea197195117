"""What a brain answers with, how far the body is, and what passes between bots."""

from __future__ import annotations

import typing

import msgspec
import pytest

from agentfw.decisions import (
    CHANNELS,
    NOTHING,
    Activity,
    ActivityState,
    Channel,
    Decision,
    Explore,
    Fact,
    Fight,
    LookRound,
    Order,
    Reason,
    Rejected,
    Speak,
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
