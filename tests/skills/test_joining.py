"""Several bots that do something as one, scouts, and the leader that makes a war of it."""

from __future__ import annotations

from typing import Any

import pytest

from agentfw.brains import BrainSetup, make_brain
from agentfw.decisions import Order, OrderState
from agentfw.skills import Moment, Progress
from agentfw.vocabulary import EntityId
from tests.skills.moments import NOW, enemy, fail, moment, read, steps
from tests.skills.squads import fate, led, report, team
from tests.support.seeing import at

KILL, MEET = Order("together", ("Ada,Bob", "kill", "Gus")), Order("meet", ("Ada,Bob", "A"), for_s=60.0)
DONE, FAILED, ACCEPTED = OrderState.DONE, OrderState.FAILED, OrderState.ACCEPTED


def wish(act: str, *moments: Any, told: Any = ()) -> tuple[list[tuple[Order, ...]], Progress, str]:
    wanted, performance, progress = steps(act, moments, *told)
    return [one.orders for one in wanted], progress, performance.reason


# Several bots


@pytest.mark.parametrize("bots", ["Ada, Bob", "Ada,Bob,,Ada", ("Ada", "Bob"), ["Ada", "Bob", "Ada"]])
def test_bots_are_named_in_a_text_or_a_list(bots: Any) -> None:
    assert wish("order_together", led(team(2)), told=(bots, "kill", "Gus"))[0] == [(KILL,)]
    assert wish("meet", led(team(2)), told=(bots, "A"))[0] == [(MEET,)]


def test_place_can_be_a_location() -> None:
    (orders,), _, _ = wish("meet", led(team(2)), told=("Ada,Bob", at(100.0, -20.0, 3.0)))
    assert orders == (Order("meet", ("Ada,Bob", "100,-20,3"), for_s=60.0),)


@pytest.mark.parametrize(
    ("act", "told"),
    [
        *(("meet", (bots, "A")) for bots in ("", (), 3.0, None)),
        *(("meet", ("Ada", "")), ("hunt_together", ("Ada", ""))),
        *(("order_together", ("", "rush")), ("order_together", ("Ada", ""))),
    ],
)
def test_who_and_what_must_be_told(act: str, told: tuple[Any, ...]) -> None:
    assert "needs bots, and what they shall do" in fail(act, led(team(2)), *told)


def test_it_is_under_way_until_it_is_known_what_became_of_it() -> None:
    now = led(team(2))
    orders, progress, _ = wish(
        "order_together",
        now,
        led(team(2), fates=[fate(KILL, ACCEPTED)]),
        told=("Ada,Bob", "kill", "Gus"),
    )
    assert (orders, progress) == ([(KILL,), ()], Progress.RUNNING)
    for state, expected in ((DONE, Progress.DONE), (FAILED, Progress.FAILED)):
        over = led(team(2), fates=[fate(KILL, state, why="lost")])
        _, progress, why = wish("order_together", now, over, told=("Ada,Bob", "kill", "Gus"))
        assert progress is expected
    assert why == 'together "Ada,Bob" kill Gus: lost'


def test_what_became_of_the_same_earlier_says_nothing() -> None:
    old, new = (led(team(2), fates=[fate(MEET, DONE, number)]) for number in (3, 4))
    assert wish("meet", old, old, told=("Ada,Bob", "A"))[1] is Progress.RUNNING
    assert wish("meet", old, old, new, told=("Ada,Bob", "A"))[1] is Progress.DONE


def test_middle_is_where_that_bot_is_who_is_nearest_to_all() -> None:
    now = led([report("Ada", x=0.0), report("Bob", x=900.0), report("Cyd", x=1000.0)])
    assert read("middle_of", now, ("Ada", "Bob", "Cyd")) == at(900.0)
    assert read("middle_of", now, "Ada,Zoe") == at(0.0)
    assert read("middle_of", now, "Zoe") is None


# Scouts


def test_one_bot_scouts_and_is_replaced_when_it_is_gone() -> None:
    scout = Order("explore", to="Ada")
    moments = (
        led(team(3)),
        led(team(3), orders=[scout]),
        led([report("Bob"), report("Cyd")]),
        led([report("Bob"), report("Cyd")], orders=[Order("explore", to="Bob")]),
    )
    orders, progress, _ = wish("keep_scouting", *moments)
    assert orders == [(scout,), (), (Order("explore", to="Bob"),), ()]
    assert progress is Progress.RUNNING


def test_scouts_are_taken_from_free_bots_only() -> None:
    orders = [Order("defend", to="Ada"), Order("rest", to="Bob", urgency="low")]
    assert wish("keep_scouting", led(team(2), orders=orders), told=(2.0,))[0] == [
        (Order("explore", to="Bob"),)
    ]
    for none in (0.0, -1.0, float("nan")):
        assert wish("keep_scouting", led(team(2)), told=(none,))[0] == [()]


# The general


def foes(*seen_ago: float) -> list[Any]:
    return [enemy(f"foe{n}", seen_at=NOW - ago, is_visible=False) for n, ago in enumerate(seen_ago)]


def test_enemy_to_attack_was_seen_last_and_lately() -> None:
    assert read("enemy_to_attack", led(team(1), *foes(9.0, 3.0, 5.0))) == "foe1"
    assert read("enemy_to_attack", led(team(1), *foes(31.0))) == ""
    assert read("enemy_to_attack", moment()) == ""


def general() -> Any:
    return make_brain("general.htn", BrainSetup(name="boss"))


def test_general_waits_for_enough_free_bots_and_an_enemy_and_scouts_all_the_time() -> None:
    scout = Order("explore", to="Ada")
    for bots, known in ((team(3), foes(-9.0)), (team(4), [])):
        brain = general()
        assert brain.decide(led(bots, *known).view).orders == (scout,)
        for seconds in (0.5, 9.0, 10.0):
            now = led(bots, *known, orders=[scout], seconds=seconds)
            assert brain.decide(now.view).orders == ()


def test_general_lets_all_free_bots_meet_and_then_attack_and_begins_again() -> None:
    brain, scout = general(), Order("explore", to="Ada")

    def orders(seconds: float, *fates: Any, seen: float = 1.0) -> list[str]:
        now = led(team(5), *foes(seen - seconds), orders=[scout], fates=fates, seconds=seconds)
        return [str(one) for one in brain.decide(now.view).orders]

    assert orders(0.0) == []
    (meet,) = orders(1.0)
    assert meet == 'meet "Bob,Cyd,Dan,Eve" "1000,0,0"'
    met = fate(Order("meet", ("Bob,Cyd,Dan,Eve", "1000,0,0"), for_s=60.0), DONE)
    assert orders(2.0) == []
    assert orders(3.0, met) == ['together "Bob,Cyd,Dan,Eve" kill foe0']
    killed = fate(Order("together", ("Bob,Cyd,Dan,Eve", "kill", "foe0"), for_s=60.0), DONE, 2)
    assert orders(4.0, met, killed) == []
    assert orders(5.0, met, killed) == [meet]


def test_general_attacks_though_not_all_could_meet() -> None:
    brain, scout = general(), Order("explore", to="Ada")

    def now(seconds: float, *fates: Any) -> Any:
        return led(team(5), *foes(0.0), orders=[scout], fates=fates, seconds=seconds)

    brain.decide(now(0.0).view)
    (meet,) = brain.decide(now(1.0).view).orders
    late = now(2.0, fate(meet, FAILED, why="not done within 60 s"))
    assert [one.task for one in brain.decide(late.view).orders] == ["together"]


def test_ids_are_not_names() -> None:
    nameless = enemy("", id=EntityId("x"))
    assert read("enemy_to_attack", led(team(1), nameless)) == ""


# Calls for help


def helps(*moments: Any) -> list[tuple[Order, ...]]:
    wanted, _, _ = steps("answer_calls", moments)
    return [one.orders for one in wanted]


def call(name: str) -> Order:
    return Order("help", ("A",), sender=name)


def test_who_asks_for_help_gets_it_from_the_nearest_who_is_free() -> None:
    busy = [Order("hold", ("A",), to="Bob")]
    now = led(team(4), orders=busy, requests=[call("Ada")])  # each farther from Ada than the one before
    assert helps(now, led(team(4))) == [(Order("help", ("Ada",), to="Cyd"),), ()]


def test_several_calls_get_a_bot_each_as_long_as_there_are_some() -> None:
    requests = [call("Ada"), call("Ada"), call("Bob"), call("Cyd"), call("Dan")]
    orders = helps(led(team(4), requests=requests))[0]
    assert [one.arguments[0] for one in orders] == ["Ada", "Bob", "Cyd", "Dan"]
    assert len({one.to for one in orders}) == 4
    assert all(one.to != one.arguments[0] for one in orders)


@pytest.mark.parametrize(
    "asked",
    [call("Zoe"), Order("help", to="Bob", sender="Ada"), Order("rush", sender="Ada")],
)
def test_what_is_no_call_for_help_is_not_answered(asked: Order) -> None:
    assert helps(led(team(3), requests=[asked])) == [()]


def test_nobody_helps_where_nobody_is_free() -> None:
    orders = [Order("hold", ("A",), to=name) for name in ("Bob", "Cyd")]
    assert helps(led(team(3), orders=orders, requests=[call("Ada")])) == [()]


def test_who_refused_to_help_is_not_asked_again_for_half_a_minute() -> None:
    refused = fate(Order("help", ("Zoe",), to="Bob"), OrderState.REFUSED, why="no way")
    told = [
        helps(led(team(3), fates=[refused], requests=[call("Ada")], seconds=seconds))[0][0].to
        for seconds in (0.0, 29.0, 31.0)
    ]
    assert told == ["Cyd", "Cyd", "Bob"]


# One order for one bot


def bots_of(order: Order) -> tuple[str, ...]:
    return order.members or (order.to,)


def test_general_orders_no_bot_two_things_at_once() -> None:
    brain, known = general(), foes(0.0)
    brain.decide(led([]).view)
    now = led(team(6), *known, requests=[call("Eve")], seconds=1.5)
    orders = brain.decide(now.view).orders
    assert [one.task for one in orders] == ["explore", "help", "meet"]
    told = [name for one in orders for name in bots_of(one)]
    assert sorted(told) == sorted(set(told))


def test_general_hunts_with_those_only_who_are_still_free() -> None:
    brain, scout = general(), Order("explore", to="Ada")

    def orders(seconds: float, *fates: Any, requests: Any = ()) -> list[str]:
        now = led(team(5), *foes(0.0), orders=[scout], fates=fates, requests=requests, seconds=seconds)
        return [f"{one} to {one.to}".removesuffix(" to ") for one in brain.decide(now.view).orders]

    orders(0.0)
    (meet,) = brain.decide(led(team(5), *foes(0.0), orders=[scout], seconds=1.0).view).orders
    told = orders(2.0, fate(meet, DONE), requests=[call("Ada")])
    assert told == ["help Ada to Bob", 'together "Cyd,Dan,Eve" kill foe0']


def test_who_was_ordered_something_is_free_no_more_in_that_think() -> None:
    now = led(team(3))
    assert now.work_out(("free_bots",), lambda one: read("free_bots", one)) == ("Ada", "Bob", "Cyd")
    assert now.work_out(("bots",), lambda one: read("bots", one)) == ("Ada", "Bob", "Cyd")
    now.speak_for([Order("hold", to="Ada"), Order("meet", ("Bob,Zoe", "A"))])
    assert ("free_bots",) not in now.values
    assert ("bots",) in now.values
    assert (read("free_bots", now), read("bot_ready", now, "Bob")) == (("Cyd",), False)


@pytest.mark.parametrize(
    "order",
    [
        *(Order(task, to="Ada") for task in ("dismissed", "role", "assign task", "call off")),
        Order("camp", to="Ada", urgency="low"),
    ],
)
def test_orders_that_leave_a_bot_free(order: Order) -> None:
    now = led(team(1))
    now.speak_for([order])
    assert now.free == ("Ada",)


def test_sense_that_reads_another_one_about_the_free_is_forgotten_with_it() -> None:
    now = led(team(2))

    def outer(one: Moment) -> int:
        return len(one.work_out(("free_bots",), lambda two: read("free_bots", two))) + len(
            one.work_out(("bots",), lambda two: read("bots", two))
        )

    assert now.work_out(("outer",), outer) == 4
    now.speak_for([Order("hold", to="Ada")])
    assert not {("outer",), ("free_bots",)} & set(now.values)


# Bots that do not scout


def test_bot_that_refused_to_scout_is_not_asked_again() -> None:
    scout = Order("explore", to="Ada")
    wanted, _, _ = steps(
        "keep_scouting", [led(team(2)), led(team(2), fates=[fate(scout, OrderState.REFUSED)])]
    )
    assert [one.orders for one in wanted] == [(scout,), (Order("explore", to="Bob"),)]
