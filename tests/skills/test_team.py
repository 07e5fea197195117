"""Roles, orders, facts, and tasks for other bots."""

from __future__ import annotations

import math
from typing import Any

import pytest

from agentfw.decisions import Fact, Order
from agentfw.skills import Done
from tests.skills.moments import NOW, act_of, fail, moment, read, want
from tests.support.seeing import at


def ordered(name: str, *arguments: Any) -> Order:
    (order,) = want(name, moment(), *arguments).orders
    return order


def test_adding_and_starting_a_bot_are_orders() -> None:
    assert ordered("AddBot", "red1", 1) == Order("add bot", ("red1", "1"))
    assert ordered("StartBot", "red1") == Order("start bot", ("red1",))


def test_tasks_are_ordered_to_a_bot_with_their_arguments() -> None:
    order = ordered("AssignTask", "red1", "DefendDomPoint", "dom-x.Point0", 2.0, at(1, 2, 3))
    assert order == Order("assign task", ("DefendDomPoint", "dom-x.Point0", "2", "1,2,3"), to="red1")
    assert ordered("ClearTasks", "red1") == Order("clear tasks", to="red1")


@pytest.mark.parametrize(
    ("act", "arguments", "reason"),
    [
        ("AddBot", ("", 1), "a bot needs a name"),
        ("AddBot", ("x", -1), "there is no team -1"),
        ("AddBot", ("x", 1.5), "there is no team 1.5"),
        ("StartBot", ("",), "a bot needs a name"),
        ("AssignTask", ("x", ""), "an order needs a bot and a task"),
        ("ClearTasks", ("",), "an order needs a bot and a task"),
    ],
)
def test_orders_that_cannot_be_meant_fail(act: str, arguments: tuple[Any, ...], reason: str) -> None:
    assert fail(act, moment(), *arguments) == reason


def test_orders_of_the_leader_are_read() -> None:
    now = moment(orders=(Order("guard", ("base", "20")), Order("attack")))
    assert read("order", now) == "attack"
    assert read("has_order", now, "Guard")
    assert read("order", now, "guard") is True
    assert not read("has_order", now, "flee")
    assert [read("order_argument", now, "guard", number) for number in (0, 1, 2, -1)] == [
        *("base", "20"),
        *(None, None),
    ]


def test_without_orders_there_is_nothing_to_read() -> None:
    assert (read("order", moment()), read("has_order", moment())) == ("", False)


def test_a_role_is_taken_and_given_up() -> None:
    taken = act_of("take_role").function(moment(), "defender")
    assert isinstance(taken, Done)
    now = moment(notes=taken.notes)
    assert (read("role", now), read("role", now, "Defender"), read("has_role", now, "x")) == (
        *("defender", True),
        False,
    )
    assert act_of("take_role").function(moment(), "").notes == {"role": None}


def test_a_role_that_was_ordered_goes_before_the_own_one() -> None:
    now = moment(orders=(Order("role", ("attacker",)),), notes={"role": "defender"})
    assert read("role", now) == "attacker"


def test_facts_of_friends_are_known_for_a_while() -> None:
    old, new = (
        Fact("flag seen", NOW - 20.0, location=at(1)),
        Fact("Flag Seen", NOW - 5.0, location=at(2)),
    )
    now = moment(facts=(old, new))
    assert read("fact_known", now, "flag seen")
    assert not read("fact_known", now, "flag seen", 4.0)
    assert read("fact_location", now, "flag seen") == at(2)
    assert read("fact_location", now, "enemy seen") is None


def test_facts_have_an_age_and_a_source() -> None:
    now = moment(facts=(Fact("flag seen", NOW - 9.0, "Bob"), Fact("flag seen", NOW - 5.0, "Ada")))
    assert (read("fact_age", now, "Flag seen"), read("fact_source", now, "flag seen")) == (5.0, "Ada")
    assert (read("fact_age", now, "base"), read("fact_source", now, "base")) == (math.inf, "")
    ahead = moment(facts=(Fact("base", NOW + 1.0, "Ada"),))
    assert read("fact_age", ahead, "base") == 0.0
