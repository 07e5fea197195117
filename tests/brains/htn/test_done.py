"""What was begun and done within one think: it is told, and so is the way to the last order."""

from __future__ import annotations

import pytest

from agentfw.decisions import Order
from tests.brains.htn.worlds import Bench, World

ORDERS = "Head Main\nSubtasks\nCall a\nCall b\nHead Call who\nSubtasks\ncommand go $who"


def test_every_way_to_what_was_done_is_told_in_its_order() -> None:
    reason = Bench(ORDERS, World(), "Main").why()
    assert reason.done == (("Main", "Call a", "command go a"), ("Main", "Call b", "command go b"))


def test_where_nothing_is_under_way_the_way_to_the_last_order_is_the_reason() -> None:
    bench = Bench(ORDERS, World(), "Main")
    reason = bench.why()
    assert (reason.chosen, reason.path) == ("command go b", ("Main", "Call b", "command go b"))


def test_what_is_under_way_is_the_reason_whatever_was_ordered_before() -> None:
    text = "Head Main\nSubtasks\ncommand go a\ndo it"
    assert Bench(text, World(), "Main").why().path == ("Main", "do it")


def test_without_a_trace_the_way_to_the_last_order_is_told_as_well() -> None:
    plain, traced = Bench(ORDERS, World(), "Main"), Bench(ORDERS, World(), "Main")
    assert [plain.think().path for _ in range(3)] == [traced.why().path for _ in range(3)]


def test_the_way_to_an_order_is_told_for_its_think_only() -> None:
    text = 'Head Main\nGuards\nnot holds("rest")\nSubtasks\ncommand go a'
    world = World()
    bench = Bench(text, world, "Main")
    assert bench.think().path == ("Main", "command go a")
    world.facts.add("rest")
    later = bench.why()
    assert (later.path, later.done) == ((), ())


def test_the_act_that_ends_after_several_thinks_is_told_when_it_does() -> None:
    world = World()
    bench = Bench("Head Main\nSubtasks\ndo first\ndo second", world)
    assert bench.why().done == ()
    world.ends("first")
    assert bench.why().done == (("Main", "do first"),)
    assert bench.why().done == ()


def test_what_failed_is_not_done() -> None:
    world = World()
    world.fails("a")
    reason = Bench("Head Main\nSubtasks\nat_once a, do b", world).why()
    assert (reason.done, reason.path) == ((), ("Main", "do b"))


def test_what_was_done_again_and_again_is_told_once() -> None:
    members = "Head Main\nSubtasks\nevery $x in members: at_once a\ndo it"
    reason = Bench(members, World(members=["x", "y", "z"])).why()
    assert reason.done == (("Main", "at_once a"),)


@pytest.mark.parametrize("act", ["command go a", "at_once a"])
def test_the_way_to_one_of_several_tasks_at_once_begins_at_the_top(act: str) -> None:
    text = f"Head Main\nSubtasks\nSend || do it\nHead Send\nSubtasks\n{act}"
    reason = Bench(text, World(), "Main").why()
    assert reason.done == (("Main", "Send", act),)
    assert reason.path == ("Main", "do it")


def test_orders_of_tasks_at_once_that_are_all_over_are_told() -> None:
    text = "Head Main\nSubtasks\nSend a || Send b\nHead Send who\nSubtasks\ncommand go $who"
    choice = Bench(text, World(), "Main").think()
    assert choice.wants.orders == (Order("go", ("a",)), Order("go", ("b",)))
    assert choice.path == ("Main", "Send b", "command go b")
