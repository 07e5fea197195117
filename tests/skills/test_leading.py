"""Skills of leaders: what they know of their bots, and the orders that they give."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace

from agentfw.brains import BrainSetup, make_brain
from agentfw.decisions import Order, OrderState
from agentfw.geometry import Vec3
from agentfw.skills import Performance, Progress
from agentfw.vocabulary import EntityId, FlagState
from tests.skills.moments import act_of, fail, flag, moment, point, read, steps, want
from tests.skills.squads import fate, led, report, team

if TYPE_CHECKING:
    from agentfw.brains import Decision
    from agentfw.decisions import Urgency
    from agentfw.skills import Moment

HOME, HELD, DROPPED = FlagState.HOME, FlagState.HELD, FlagState.DROPPED
ACCEPTED, DONE, FAILED, REFUSED = (
    *(OrderState.ACCEPTED, OrderState.DONE),
    *(OrderState.FAILED, OrderState.REFUSED),
)
GUARD = Order("defend", ("own base",), to="Ada")


# Bots


def test_leader_knows_its_bots_by_name() -> None:
    now = led([report("Bob"), report("Ada")])
    assert (read("bots", now), read("team_size", now)) == (("Ada", "Bob"), 2)
    assert (read("bots", moment()), read("team_size", moment())) == ((), 0)


def test_free_bots_have_no_order_or_none_that_presses() -> None:
    orders = [GUARD, Order("rest", to="Bob", urgency="low")]
    now = led(team(3), orders=orders)
    assert read("free_bots", now) == ("Bob", "Cyd")
    assert [read("bot_ready", now, name) for name in ("Ada", "Bob", "Zoe")] == [False, True, False]


def test_bots_are_alive_and_well_or_not() -> None:
    now = led([report("Ada", health=70), report("Bob", is_alive=False, health=0)])
    assert [read("bot_alive", now, name) for name in ("Ada", "Bob", "Zoe")] == [True, False, False]
    assert [read("bot_health", now, name) for name in ("Ada", "Bob", "Zoe")] == [70, 0, 0]


def test_order_of_a_bot_is_the_most_urgent_as_a_plan_would_write_it() -> None:
    now = led(team(2), orders=[GUARD, Order("hold", ("A",), to="Ada", urgency="high")])
    assert [read("bot_order", now, name) for name in ("Ada", "Bob", "Zoe")] == ["hold A", "", ""]
    assert read("bot_order", led(team(1), orders=[GUARD]), "Ada") == 'defend "own base"'


def test_state_of_an_order_is_that_of_its_fate() -> None:
    now = led(team(1), fates=[fate(GUARD, OrderState.POSTPONED)])
    assert read("order_state", now, "Ada", "defend", "own base") == "postponed"
    assert read("order_state", now, "Ada", "defend") == ""
    assert read("order_state", now, "Bob", "defend", "own base") == ""


@pytest.mark.parametrize("urgency", ["low", "medium", "high"])
def test_state_of_an_order_is_known_however_urgent_it_was(urgency: Urgency) -> None:
    newest = fate(replace(GUARD, urgency=urgency), DONE, 2)
    now = led(team(1), fates=[fate(replace(GUARD, urgency="medium"), ACCEPTED, 1), newest])
    assert read("order_state", now, "Ada", "defend", "own base") == "done"


@pytest.mark.parametrize(
    ("state", "has_acted", "is_clean"),
    [(FAILED, False, True), (FAILED, True, False), (REFUSED, False, True), (DONE, True, False)],
)
def test_order_failed_cleanly_when_nothing_was_done_for_it(
    state: OrderState, *, has_acted: bool, is_clean: bool
) -> None:
    now = led(team(1), fates=[replace(fate(GUARD, state), has_acted=has_acted)])
    assert read("failed_cleanly", now, "Ada", "defend", "own base") is is_clean
    assert read("failed_cleanly", now, "Bob", "defend", "own base") is False


def test_ways_are_those_that_bots_have_measured() -> None:
    ways = {"own base": 3.0, "dom-x.Point_A": 5.0}
    now = led([report("Ada", ways=ways), report("Bob", ways=ways, is_alive=False)])
    for written in ("own base", "Own-Base", "own_base"):
        assert read("seconds_to", now, "Ada", written) == 3.0
    assert read("seconds_to", now, "Ada", "dom-x.PointA") == 5.0
    for name, where in (("Ada", "moon"), ("Bob", "own base"), ("Zoe", "own base")):
        assert read("seconds_to", now, name, where) == math.inf


def test_carrier_is_the_bot_with_the_flag_of_the_enemy() -> None:
    assert read("carrier", led(team(3, carrier=1))) == "Bob"
    assert read("carrier", led(team(3))) == ""


@pytest.mark.parametrize(
    ("ours", "theirs", "has_it", "expected"),
    [
        (HOME, HOME, None, "both home"),
        (None, None, None, "both home"),
        (HOME, HELD, 1, "we hold theirs"),
        (HOME, DROPPED, None, "we hold theirs"),
        (HOME, HOME, 1, "we hold theirs"),
        (HELD, HOME, None, "ours stolen"),
        (DROPPED, HOME, None, "ours stolen"),
        (HELD, HELD, 1, "both away"),
        (DROPPED, DROPPED, None, "both away"),
    ],
)
def test_situation_follows_from_the_flags(
    ours: FlagState | None, theirs: FlagState | None, has_it: int | None, expected: str
) -> None:
    now = led(team(3, carrier=has_it), flag(0, ours), flag(1, theirs))
    assert read("flag_situation", now) == expected
    assert read("flag_situation", now, expected.replace(" ", "-").upper()) is True
    assert read("flag_situation", now, "at sea") is False


def test_without_flags_there_is_no_situation() -> None:
    assert (read("flag_situation", led(team(2))), read("flag_situation", led([]), "both home")) == (
        "",
        False,
    )


@pytest.mark.parametrize(
    ("size", "part", "most", "expected"),
    [(0, 0.5, 9, 0), (1, 0.5, 9, 1), (3, 0.5, 9, 2), (3, 0.4, 9, 1), (16, 0.5, 5, 5), (5, 0.0, 9, 0)],
)
def test_share_is_rounded_with_halves_up_and_capped(
    size: int, part: float, most: float, expected: int
) -> None:
    assert read("share", led(team(size)), part, most) == expected


def test_requests_are_heard_with_who_asked() -> None:
    now = led(team(2), requests=[Order("help", sender="Bob"), Order("help", sender="Ada")])
    assert (read("asks_for", now, "Help"), read("requester", now, "help")) == (True, "Bob")
    assert (read("asks_for", now, "orders"), read("requester", now, "orders")) == (False, "")


# Orders


def test_order_goes_to_one_bot_with_its_arguments() -> None:
    wanted = want("order_bot", led(team(2)), "Ada", "go", Vec3(1, 2, 3), 2.0, EntityId("A"))
    assert wanted.orders == (Order("go", ("1,2,3", "2", "A"), to="Ada"),)


def test_order_to_all_goes_to_each_that_can_be_led() -> None:
    wanted = want("order_all", led(team(2)), "rush", "own base")
    assert wanted.orders == tuple(Order("rush", ("own base",), to=name) for name in ("Ada", "Bob"))


def test_bots_are_let_go_and_sent_away() -> None:
    now = led(team(1))
    assert want("call_off", now, "Ada").orders == (Order("dismissed", to="Ada"),)
    assert want("stop_bot_playing", now, "Ada").orders == (Order("stop bot", ("Ada",)),)


@pytest.mark.parametrize(
    ("act", "arguments", "reason"),
    [
        ("order_bot", ("", "rush"), "an order needs a bot and a task"),
        ("order_bot", ("Ada", ""), "an order needs a bot and a task"),
        ("order_bot", (None, None), "an order needs a bot and a task"),
        ("order_all", ("",), "an order needs a task"),
        ("order_all", ("rush",), "there is nobody to order about"),
        ("order_and_wait", ("", "rush"), "an order needs a bot and a task"),
        ("call_off", ("",), "an order needs a bot and a task"),
        ("stop_bot_playing", ("",), "a bot needs a name"),
        ("order_bot", (("Ada", "Bob"), "rush"), "an order needs a bot and a task, got ('Ada', 'Bob')"),
        ("order_bot", ("Ada", 100), "an order needs a bot and a task, got 100"),
        ("order_all", (("rush",),), "an order needs a task, got ('rush',)"),
        ("order_and_wait", (7.5, "rush"), "an order needs a bot and a task, got 7.5"),
        ("stop_bot_playing", (("Ada",),), "a bot needs a name"),
    ],
)
def test_orders_that_cannot_be_meant_fail(act: str, arguments: tuple[Any, ...], reason: str) -> None:
    assert fail(act, moment(), *arguments) == reason


# Waiting for what becomes of an order


def waits(*moments: Moment) -> tuple[list[tuple[Order, ...]], Performance, Progress]:
    wanted, performance, progress = steps("order_and_wait", moments, "Ada", "defend", "own base")
    return [one.orders for one in wanted], performance, progress


def test_order_is_given_once_and_waited_for() -> None:
    now = led(team(1))
    orders, _, progress = waits(now, now, led(team(1), fates=[fate(GUARD, ACCEPTED)]))
    assert (orders, progress) == ([(GUARD,), (), ()], Progress.RUNNING)


def test_waiting_is_over_when_the_bot_is_done() -> None:
    _, _, progress = waits(led(team(1)), led(team(1), fates=[fate(GUARD, DONE)]))
    assert progress is Progress.DONE


@pytest.mark.parametrize("state", [FAILED, REFUSED])
def test_waiting_fails_with_the_reason_of_the_bot(state: OrderState) -> None:
    _, performance, progress = waits(
        led(team(1)), led(team(1), fates=[fate(GUARD, state, why="too hot")])
    )
    assert progress is Progress.FAILED
    assert performance.reason == f'Ada {state.value} to defend "own base": too hot'


def test_what_became_of_the_same_order_earlier_says_nothing() -> None:
    old = fate(GUARD, DONE, 7)
    now = led(team(1), fates=[old])
    assert waits(now, now)[2] is Progress.RUNNING
    again = led(team(1), fates=[fate(GUARD, DONE, 8)])
    assert waits(now, now, again)[2] is Progress.DONE


def test_waiting_for_a_bot_that_is_not_in_the_game_fails() -> None:
    _, performance, progress = waits(led(team(2)), led([report("Bob")]))
    assert (progress, performance.reason) == (Progress.FAILED, "Ada is not in the game")


ATTACK = """
Top
  Pincer

Head Pincer
  Subtasks
    order_and_wait Ada kill Gus || order_and_wait Bob kill Gus
    order_bot Ada rush
"""


def test_joint_attack_gives_both_orders_at_once_and_ends_when_both_have_ended() -> None:
    brain = make_brain("attack.htn", BrainSetup(name="boss", files={"attack.htn": ATTACK}))
    first, second = (Order("kill", ("Gus",), to=name) for name in ("Ada", "Bob"))

    def decide(*fates: Any) -> Decision:
        return brain.decide(led(team(2), fates=fates).view)

    assert decide().orders == (first, second)
    assert decide().orders == ()
    assert decide(fate(first, DONE)).orders == ()
    over = decide(fate(first, DONE), fate(second, DONE, 2))
    assert over.orders == (Order("rush", to="Ada"), first, second)  # and the next round has begun


def test_joint_attack_begins_anew_when_one_cannot_take_part() -> None:
    brain = make_brain("attack.htn", BrainSetup(name="boss", files={"attack.htn": ATTACK}))
    first, second = (Order("kill", ("Gus",), to=name) for name in ("Ada", "Bob"))
    brain.decide(led(team(2)).view)
    orders = [brain.decide(led(team(2), fates=[fate(second, REFUSED)]).view).orders for _ in range(3)]
    assert (first, second) in orders
    assert Order("rush", to="Ada") not in [one for each in orders for one in each]


# All of them


def test_skills_of_leaders_cope_with_bots_of_no_team() -> None:
    lonely = moment(point("A", 1.0, 255))
    for name in ("bots", "free_bots", "team_size", "carrier", "flag_situation"):
        assert not read(name, lonely)
    assert act_of("split_team").parameters[0].name == "defend"


GUARDED = """
Top
  Attack

Head Attack
  Subtasks
    Pincer, Wait

Head Pincer
  Guards
    team_size > 1
  Subtasks
    order_together "Ada,Bob" kill Gus

Head Wait
  Subtasks
    keep_scouting 0
"""


@pytest.mark.parametrize(
    ("act", "given"),
    [
        ('order_together "Ada,Bob" kill Gus', Order("together", ("Ada,Bob", "kill", "Gus"))),
        ("order_and_wait Ada kill Gus", Order("kill", ("Gus",), to="Ada")),
    ],
)
def test_what_was_ordered_is_called_off_when_a_guard_breaks_the_act_off(act: str, given: Order) -> None:
    text = GUARDED.replace('order_together "Ada,Bob" kill Gus', act)
    brain = make_brain("attack.htn", BrainSetup(name="boss", files={"attack.htn": text}))
    in_force = [given] if given.to else [replace(given, to=name) for name in ("Ada", "Bob")]

    def decide(size: int, *orders: Order) -> Decision:
        return brain.decide(led(team(size), orders=orders).view)

    assert decide(2).orders == (given,)
    assert decide(2, *in_force).orders == ()
    off = Order("call off", (given.task, *given.arguments), to=given.to)
    assert decide(1, *in_force).orders == (off,)
    assert decide(1, *in_force).orders == ()


def test_what_is_over_is_not_called_off() -> None:
    text = GUARDED.replace('order_together "Ada,Bob" kill Gus', "order_and_wait Ada kill Gus")
    brain = make_brain("attack.htn", BrainSetup(name="boss", files={"attack.htn": text}))
    brain.decide(led(team(2)).view)
    assert brain.decide(led(team(1)).view).orders == ()
