"""What was begun and done within one think: it is told, and so is the way to the last order."""

from __future__ import annotations

from tests.brains.goap.worlds import Bench, World, rejected

ORDERS = """
Fact sent
Goal Lead
  When not holds("rest")
  Wants sent
Action Send
  Effects sent = true
  Does command go
"""
BOTH = f"{ORDERS[:-1]} || {{}}\n"
SENT = ("Lead", "Send", "command go")


def test_an_order_that_is_given_at_once_is_the_reason() -> None:
    reason = Bench(ORDERS, World()).why()
    assert (reason.path, reason.done) == (SENT, (SENT,))
    assert reason.because == 'not holds("rest")'


def test_without_a_trace_the_way_is_the_same() -> None:
    assert Bench(ORDERS, World()).think().path == SENT


def test_the_way_to_an_order_is_told_for_its_think_only() -> None:
    world = World()
    bench = Bench(ORDERS, world)
    bench.think()
    world.facts.add("rest")
    reason = bench.why()
    assert (reason.path, reason.done) == ((), ())


def test_every_step_that_was_done_is_told_in_its_order() -> None:
    text = ORDERS.replace("Action Send", "Action Send\n  Needs ready").replace(
        "Fact sent", "Fact ready\nFact sent"
    )
    reason = Bench(f"{text}Action Prepare\n  Effects ready = true\n  Does at_once x\n", World()).why()
    assert reason.done == (("Lead", "Prepare > Send", "at_once x"), SENT)


def test_a_step_that_is_under_way_is_the_reason_and_not_done() -> None:
    reason = Bench(ORDERS.replace("command go", "do it"), World()).why()
    assert (reason.path, reason.done) == (("Lead", "Send", "do it"), ())


def test_an_order_given_beside_an_act_that_fails_is_told() -> None:
    world = World()
    world.fails("it")
    bench = Bench(BOTH.format("at_once it"), world)
    reason = bench.why()
    assert reason.path[:2] == ("Lead", "Send")
    assert (reason.done, rejected(reason)["Send"]) == ((), "failed before: at_once: it went wrong")


def test_an_order_given_beside_an_act_that_goes_on_is_no_end_of_the_step() -> None:
    reason = Bench(BOTH.format("do it"), World()).why()
    assert (reason.path[:2], reason.done) == (("Lead", "Send"), ())
