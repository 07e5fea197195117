"""What a think costs, counted in calls instead of seconds, so that it is the same on every machine."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from agentfw.brains.brain import BrainSetup
from agentfw.brains.planfiles import PlanFiles
from agentfw.brains.planned import load_plan
from agentfw.perception import View
from agentfw.skills import Moment, shipped_skills
from tests.brains.posh.stage import World, plan_of

if TYPE_CHECKING:
    from collections.abc import Callable

TOP = "(a (trigger ((hungry))) eat)\n(b (trigger ((tired False))) c)"
VISITED = "(C c (elements ((x (trigger ((is-stuck))) rotate)) ((y (trigger ()) walk))))"


def calls_of(function: Callable[[], object]) -> int:
    """How many functions are called, built-in ones included."""
    count = 0

    def note(_frame: object, event: str, _argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(note)
    try:
        function()
    finally:
        sys.setprofile(None)
    return count


def calls_of_think(text: str) -> int:
    player = World().player(text)
    player.does(3)
    return calls_of(lambda: player.after(0.25))


def test_a_think_costs_nothing_for_what_it_does_not_visit() -> None:
    elements = " ".join(f"((u{i} (trigger ((safe))) eat))" for i in range(100))
    more = " ".join(f"(C more{i} (elements {elements}))" for i in range(20))
    lower = "\n".join(f"(l{i} (trigger ((safe))) more{i % 20})" for i in range(200))
    assert calls_of_think(plan_of(f"{TOP}\n{lower}", f"{VISITED} {more}")) == calls_of_think(
        plan_of(TOP, VISITED)
    )


def test_going_into_a_large_competence_copies_nothing_of_it() -> None:
    outer = "(C c (elements ((e (trigger ()) big))))"

    def going_in(count: int) -> int:
        elements = " ".join(f"((u{i} (trigger ()) eat))" for i in range(count))
        player = World().player(plan_of("(d (trigger ()) c)", f"{outer} (C big (elements {elements}))"))
        return calls_of(lambda: player.after(0.25))

    assert going_in(1000) == going_in(2)


def test_what_is_below_the_place_of_a_drive_is_reached_without_asking_what_is_above() -> None:
    player = World().player(
        plan_of(
            "(d (trigger ((succeed))) c)",
            "(C c (goal ((safe))) (elements ((e (trigger ((tired False))) p)))) (AP p (eat walk eat))",
        )
    )
    player.does(2)
    player.world.asked.clear()
    player.does(2)
    assert player.world.asked == []


def test_a_warm_decision_of_the_largest_plan_of_the_seed_takes_few_calls() -> None:
    engine = load_plan("bodbot-attack.lap", PlanFiles(), shipped_skills()).engine(BrainSetup())
    moment = Moment(View(now=1.0))
    for _ in range(20):
        engine.think(moment, None)
    # About 10 µs; each of the 14 drives costs a call or two, and the act that is done the rest.
    assert calls_of(lambda: engine.think(moment, None)) < 80
