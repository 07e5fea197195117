"""The reason of who is ordered something: the order, who gave it, and what the plan does beneath."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from agentfw.brains import BrainSetup, PlanBrain, Speak
from agentfw.decisions import Beneath, Order, Reason
from tests.skills.moments import body, moment
from tests.support.seeing import at

if TYPE_CHECKING:
    from agentfw.perception import View

PLAN = "Top\n  Main\nHead Main\n  Guards\n    health > 50\n  Subtasks\n    say hello\n    explore\n"
GUARD = Order("defend", ("0,9000,0",), to="me", number=1, sender="Boss")
WAY = ('ordered: defend "0,9000,0"',)
BENEATH = Beneath(("Main", "say hello"))


def brain(*, is_traced: bool = True) -> PlanBrain:
    return PlanBrain("mine.htn", BrainSetup(name="me", files={"mine.htn": PLAN}, is_traced=is_traced))


def view(*orders: Order, health: int = 100) -> View:
    return moment(me=body(at(1000), health=health), now=100.0, orders=orders).view


def reason_of(made: PlanBrain, seen: View) -> Reason:
    return made.explain(made.decide(seen))


def test_who_is_ordered_something_says_so_and_by_whom() -> None:
    reason = reason_of(brain(), view(GUARD))
    assert (reason.chosen, reason.path) == (WAY[0], WAY)
    assert reason.because == "ordered by Boss"


def test_an_order_of_nobody_in_particular_is_an_order_all_the_same() -> None:
    nameless = msgspec.structs.replace(GUARD, sender="")
    assert reason_of(brain(), view(nameless)).because == "ordered"


def test_what_the_plan_does_beneath_is_told_with_its_own_reason() -> None:
    made = brain()
    first, second = (reason_of(made, view(GUARD)) for _ in range(2))
    assert first.beneath == BENEATH
    assert second.beneath == msgspec.structs.replace(BENEATH, because="health > 50")


def test_a_plan_that_does_nothing_is_told_to_do_nothing() -> None:
    reason = reason_of(brain(), view(GUARD, health=10))
    assert (reason.beneath, [one.option for one in reason.rejected]) == (Beneath(), ["Main"])


def test_without_an_order_there_is_nothing_beneath() -> None:
    made = brain()
    reason_of(made, view(GUARD))
    reason = reason_of(made, view())
    assert (reason.path, reason.because, reason.beneath) == (BENEATH.path, "health > 50", None)


def test_without_a_trace_the_order_is_told_and_nothing_beneath() -> None:
    decision = brain(is_traced=False).decide(view(GUARD))
    assert decision.say == Speak("hello")
    assert decision.reason == Reason(chosen=WAY[0], because="ordered by Boss", path=WAY)


def test_reasons_that_hold_nothing_new_are_written_as_they_always_were() -> None:
    assert msgspec.to_builtins(Reason(chosen="a", path=("a",))) == {"chosen": "a", "path": ("a",)}
