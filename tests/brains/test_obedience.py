"""Doing what is ordered, whatever plan a bot follows: what becomes of every kind of order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from agentfw.brains import (
    BrainSetup,
    Choice,
    Explore,
    Face,
    Fight,
    PlanBrain,
    SkilledBrain,
    Speak,
    TravelTo,
    make_brain,
)
from agentfw.decisions import ActivityState, Answer, Decision, Order, OrderState
from agentfw.skills import Act, Sense, Wants, act
from agentfw.skills.skill import skill_of
from agentfw.testing import sample_views
from agentfw.vocabulary import EntityId, FlagState
from tests.skills.moments import activity, body, enemy, flag, gun, moment, point
from tests.support.seeing import at

if TYPE_CHECKING:
    from agentfw.brains.tracing import Trace
    from agentfw.perception import View
    from agentfw.skills import Moment
    from agentfw.skills.outcomes import Performs

ACCEPTED, POSTPONED, REFUSED = OrderState.ACCEPTED, OrderState.POSTPONED, OrderState.REFUSED
DONE, FAILED = OrderState.DONE, OrderState.FAILED
HOME, HELD = FlagState.HOME, FlagState.HELD
FLAGS = (flag(0, HOME, 0.0, home=at(0)), flag(1, HOME, 4500.0, home=at(4500)))
CARRYING = (FLAGS[0], flag(1, HELD, None, home=at(4500), holder=EntityId("me")))
TO_THEIR_FLAG = TravelTo(target=EntityId("flag1"), tolerance_uu=20.0)
GUARD = Order("defend", ("0,9000,0",), to="me", number=1)
AT_POST = TravelTo(location=at(0, 9000, 0))
RUSH = Order("go", ("0,8000,0",), to="me", number=2)
HASTE = msgspec.structs.replace(RUSH, urgency="high")
THERE = TravelTo(location=at(0, 8000, 0))


class Planner(SkilledBrain):
    """Wants the same all the time."""

    def __init__(self, **wants: Any) -> None:
        super().__init__(BrainSetup())
        self.wants = Wants(**({"move": Explore()} | wants))

    def think(self, now: Moment, trace: Trace | None) -> Choice:
        return Choice(self.wants, ("plan",))


def view(*orders: Order, known: Any = FLAGS, seconds: float = 0.0, **told: Any) -> View:
    usual: dict[str, Any] = {"me": body(at(1000)), "now": 100.0 + seconds, "orders": orders}
    return moment(*known, **(usual | told)).view


def told(decision: Decision) -> list[tuple[int, OrderState, str]]:
    return [(one.number, one.state, one.why) for one in decision.answers]


def decided(brain: SkilledBrain, *views: View) -> list[Decision]:
    return [brain.decide(one) for one in views]


# Without orders


@pytest.mark.parametrize("plan", ["domination.htn", "ctf-attacker.lap", "deathmatch.goap", "quake3.fsm"])
def test_without_orders_everything_is_as_if_there_were_none(plan: str) -> None:
    def encoded(*, obeys: bool) -> list[bytes]:
        brain = make_brain(plan, BrainSetup(name="me", seed=3))
        assert isinstance(brain, PlanBrain)
        if not obeys:
            brain._obeying = lambda choice, now: choice  # type: ignore[method-assign]
            brain._obedience.hear = lambda now, engine: None  # type: ignore[method-assign]
        return [msgspec.msgpack.encode(brain.decide(one)) for one in sample_views("ctf")]

    assert encoded(obeys=True) == encoded(obeys=False)


def test_after_orders_everything_is_as_before() -> None:
    brain, fresh = Planner(), Planner()
    decided(brain, view(GUARD), view(GUARD))
    assert decided(brain, view(), view()) == decided(fresh, view(), view())


# Orders that are acts


def test_ordered_bot_moves_as_ordered_and_says_so() -> None:
    decision = Planner().decide(view(GUARD))
    assert (decision.move, told(decision)) == (AT_POST, [(1, ACCEPTED, "")])
    assert decision.reason.path == ('ordered: defend "0,9000,0"',)


def test_order_is_accepted_once() -> None:
    orders = (GUARD,)
    first, second = decided(Planner(), view(*orders), view(*orders))
    assert [len(first.answers), len(second.answers)] == [1, 0]
    assert second.move == AT_POST


def test_hands_and_voice_stay_with_the_plan() -> None:
    shoots, says, wish = Fight(), Speak("hello"), Order("help")
    brain = Planner(fight=shoots, say=says, orders=(wish,))
    decision = brain.decide(view(GUARD))
    assert (decision.fight, decision.say, decision.orders) == (shoots, says, (wish,))


def test_eyes_stay_with_the_plan_only_while_it_stands() -> None:
    looks = Face(location=at(5))
    assert Planner(look=looks).decide(view(GUARD)).look is None
    assert Planner(look=looks, move=None).decide(view(GUARD)).look == looks


def test_enemy_in_sight_is_shot_at_though_the_plan_thinks_of_its_way_only() -> None:
    foe, weapon = enemy("foe", 4000.0), gun()
    there = view(GUARD, known=(*FLAGS, foe, weapon), me=body(at(1000), weapon=weapon.id))
    assert Planner().decide(there).fight == Fight()
    unarmed = view(GUARD, known=(*FLAGS, foe))
    assert Planner().decide(unarmed).fight is None


def test_order_to_say_something_is_done_when_it_is_said() -> None:
    order = Order("say", ("hello",), number=1)
    said = activity(Speak("hello"), ActivityState.DONE, "say")
    first, second, third = decided(
        Planner(), view(order), view(order, known=(*FLAGS, said)), view(order)
    )
    assert (first.move, first.say) == (Explore(), Speak("hello"))
    assert (first.reason.path, told(first)) == (("ordered: say hello",), [(1, ACCEPTED, "")])
    assert (second.say, second.answers) == (None, (Answer(1, DONE, "", has_acted=True),))
    assert third == decided(Planner(), view())[0]


def test_what_the_plan_says_is_said_first() -> None:
    brain, order = Planner(say=Speak("mine")), Order("say", ("hello",), number=1)
    assert brain.decide(view(order)).say == Speak("mine")
    brain.wants = Wants(move=Explore())
    assert brain.decide(view(order)).say == Speak("hello")


def test_order_to_look_turns_the_eyes_only() -> None:
    decision = Planner().decide(view(Order("face", ("enemy base",), number=1)))
    assert (decision.move, decision.look) == (Explore(), Face(location=at(4500)))


@pytest.mark.parametrize("task", ["travel_to", "TravelTo"])
def test_every_act_can_be_ordered_to_coordinates(task: str) -> None:
    decision = Planner().decide(view(Order(task, ("0,9000,0",), number=1)))
    assert (decision.move, told(decision)) == (TravelTo(location=at(0, 9000, 0)), [(1, ACCEPTED, "")])


def test_plan_has_its_way_while_the_order_wants_nothing() -> None:
    post, near_post = point("dom", 900.0, 0), enemy("foe", 1100.0)
    decision = Planner().decide(view(Order("hold", ("dom",), number=1), known=(post, near_post)))
    assert (decision.move, decision.reason.path) == (Explore(), ("plan",))
    assert told(decision) == [(1, ACCEPTED, "")]


def test_waiting_is_wanting_something() -> None:
    order = Order("lead", ("Ada",), number=1)
    decision = Planner().decide(view(order))
    assert (decision.move, decision.reason.path) == (None, ("ordered: lead Ada",))


def test_order_that_is_done_is_told_and_the_plan_goes_on() -> None:
    order = Order("return flag", number=5)
    first, second, third = decided(
        Planner(),
        view(order, known=(flag(0, FlagState.DROPPED, 300.0, home=at(0)), FLAGS[1])),
        view(order),
        view(order),
    )
    assert first.move == TravelTo(target=EntityId("flag0"), tolerance_uu=20.0)
    assert [one.move for one in (second, third)] == [Explore()] * 2
    assert second.answers == (Answer(5, DONE, "", has_acted=True),)
    assert third.answers == ()


def test_order_that_fails_is_told_with_the_reason() -> None:
    decision = Planner().decide(view(Order("hold", ("dom",), number=5)))
    assert told(decision) == [(5, ACCEPTED, ""), (5, FAILED, 'nobody knows where "dom" is')]
    assert not decision.answers[-1].has_acted
    assert decision.move == Explore()


def test_order_for_a_time_is_done_when_the_time_is_over() -> None:
    order = msgspec.structs.replace(GUARD, for_s=5.0)
    views = [view(order, seconds=seconds) for seconds in (0.0, 4.9, 5.0, 6.0)]
    found = decided(Planner(), *views)
    assert [one.move for one in found] == [AT_POST, AT_POST, Explore(), Explore()]
    assert [told(one) for one in found] == [[(1, ACCEPTED, "")], [], [(1, DONE, "")], []]


def test_order_that_is_called_off_is_not_answered() -> None:
    _, after = decided(Planner(), view(GUARD), view())
    assert (after.move, after.answers) == (Explore(), ())


def test_same_order_under_another_number_begins_anew() -> None:
    again = msgspec.structs.replace(GUARD, number=9)
    _, after = decided(Planner(), view(GUARD), view(again))
    assert told(after) == [(9, ACCEPTED, "")]


def test_urgent_order_goes_first_whatever_the_order_of_orders() -> None:
    for orders in ((GUARD, HASTE), (HASTE, GUARD)):
        decision = Planner().decide(view(*orders))
        assert decision.move == THERE
        assert sorted(told(decision)) == [(1, ACCEPTED, ""), (2, ACCEPTED, "")]


def test_order_below_is_taken_up_when_the_urgent_one_is_called_off() -> None:
    first, second = decided(Planner(), view(GUARD, HASTE), view(GUARD))
    assert [first.move, second.move] == [THERE, AT_POST]


def test_dead_bot_does_nothing_for_its_order_and_goes_on_when_it_is_born_again() -> None:
    dead = view(GUARD, is_alive=False, me=body(at(0), health=0))
    found = decided(Planner(), view(GUARD), dead, view(GUARD))
    assert [one.move for one in found] == [AT_POST, Explore(), AT_POST]
    assert [told(one) for one in found[1:]] == [[], []]


def skill(function: Any) -> Sense | Act:
    """A function that was made a skill, as one."""
    found = skill_of(function)
    assert found is not None
    return found


@act
def failing_act(now: Moment) -> Performs:
    """Raises at its second step."""
    yield Explore()
    raise LookupError("no idea")


@act
def telling_act(now: Moment, number: float = 1.0, flag: bool = False) -> Wants:  # noqa: FBT001, FBT002
    """Gives an order, at once."""
    return Wants(orders=(Order(f"told {number:g} {flag}", to="Bob"),))


def test_act_that_raises_fails_its_order_and_nothing_else() -> None:
    brain = Planner()
    brain.skills.add(skill(failing_act))
    order = Order("failing act", number=1)
    found = decided(brain, view(order), view(order), view(order))
    assert told(found[1]) == [(1, FAILED, "raised LookupError: no idea")]
    assert found[2].move == Explore()


def test_orders_that_an_ordered_act_gives_are_given() -> None:
    brain = Planner(orders=(Order("help"),))
    brain.skills.add(skill(telling_act))
    decision = brain.decide(view(Order("telling act", ("2", "True"), number=1)))
    assert decision.orders == (Order("help"), Order("told 2 True", to="Bob"))
    assert told(decision) == [(1, ACCEPTED, ""), (1, DONE, "")]


# Refused


@pytest.mark.parametrize(
    ("order", "why"),
    [
        (Order("dance"), 'does not know how to "dance"'),
        (Order("hold"), "hold_point takes 1 argument, got 0"),
        (Order("hold", ("A", "B")), "hold_point takes 1 argument, got 2"),
        (Order("defend", ("A", "soon")), 'guard_base: seconds is a number, got "soon"'),
        (Order("defend", ("A", "nan")), 'guard_base: seconds is a number, got "nan"'),
        (Order("defend", ("A", "5", "6")), "guard_base takes 0 to 2 arguments, got 3"),
        (Order("escort"), "escort takes 1 to 2 arguments, got 0"),
        (Order("order bot", ("Ada",)), "order_bot takes at least 2 arguments, got 1"),
        (Order("assign task", ("Guard",)), "follows no list of tasks"),
        (Order("clear tasks"), "follows no list of tasks"),
    ],
)
def test_what_cannot_be_done_is_refused_with_the_reason(order: Order, why: str) -> None:
    order = msgspec.structs.replace(order, number=7)
    found = decided(Planner(), view(order), view(order))
    assert [told(one) for one in found] == [[(7, REFUSED, why)], []]
    assert [one.move for one in found] == [Explore()] * 2


# What is pressing


def test_order_waits_for_who_carries_a_flag_and_is_taken_up_again() -> None:
    found = decided(
        Planner(), view(GUARD), view(GUARD, known=CARRYING), view(GUARD, known=CARRYING), view(GUARD)
    )
    assert [one.move for one in found] == [AT_POST, Explore(), Explore(), AT_POST]
    assert [told(one) for one in found[1:]] == [
        [(1, POSTPONED, "carries a flag")],
        [],
        [(1, ACCEPTED, "")],
    ]
    assert found[1].answers[0].has_acted


@pytest.mark.parametrize("task", ["get flag", "Get-Flag", "attack", "rush"])
def test_orders_that_bring_a_flag_home_do_not_wait(task: str) -> None:
    decision = Planner().decide(view(Order(task, number=1), known=CARRYING))
    assert isinstance(decision.move, TravelTo)
    assert told(decision) == [(1, ACCEPTED, "")]


# Plans that look after orders themselves

READER = """
Initial Waiting

State Waiting
  During explore
  To Guarding when has_order("defend")

State Guarding
  During TravelTo own_flag
"""


def planned(name: str, text: str, **options: str) -> PlanBrain:
    brain = make_brain(name, BrainSetup(name="me", files={name: text}, options=options))
    assert isinstance(brain, PlanBrain)
    return brain


def test_plan_that_reads_orders_is_left_alone_with_them() -> None:
    brain = planned("reader.fsm", READER)
    found = decided(brain, view(GUARD), view(GUARD))
    assert told(found[0]) == [(1, ACCEPTED, "")]
    assert [one.move for one in found] == [TravelTo(location=at(0))] * 2


READERS = {
    "reader.goap": """
Goal Rest
  Priority 1
  Wants has_role("rested")

Action Guard
  Needs has_order("defend")
  Effects has_role("rested") = true
  Does TravelTo own_flag

Action Wander
  Needs not has_order("defend")
  Effects has_role("rested") = true
  Does explore
""",
    "reader.htn": """
Use hunter as Hunt

Top
  Stand

Head Stand
  Preconditions
    has_order("defend")
  Subtasks
    TravelTo own_flag
""",
}


@pytest.mark.parametrize("name", READERS)
def test_plan_that_reads_orders_is_left_alone_whatever_else_it_uses(name: str) -> None:
    brain = planned(name, READERS[name])
    decide = [brain.decide(view(GUARD)) for _ in range(4)]
    assert [one for each in decide for one in told(each)] == [(1, ACCEPTED, "")]
    assert decide[-1].move == TravelTo(location=at(0))


def test_role_is_for_plans_to_ask_about() -> None:
    decision = Planner().decide(view(Order("role", ("defender",), number=1)))
    assert (decision.move, told(decision)) == (Explore(), [(1, ACCEPTED, "")])


def test_every_brain_has_senses_of_its_own() -> None:
    planned("reader.fsm", READER)
    assert Planner().decide(view(GUARD)).move == AT_POST


# Lists of tasks

TASKS = """
Top
  Wait

Head Wait
  Subtasks
    explore

Head Stand where
  Subtasks
    camp $where 5

Head Turn
  Subtasks
    TravelTo own_flag
"""


def waiting() -> tuple[PlanBrain, Any]:
    brain = planned("tasks.htn", TASKS)
    engine: Any = brain.list_of_tasks
    assert engine.tasks == ("Wait",)
    return brain, engine


def listed(*arguments: str, task: str = "assign task", **told: Any) -> Order:
    return Order(task, arguments, **({"number": 4} | told))


def test_task_is_put_at_the_end_of_the_list() -> None:
    brain, engine = waiting()
    decision = brain.decide(view(listed("Stand", "own base")))
    assert (told(decision), engine.tasks) == ([(4, DONE, "")], ("Wait", 'Stand "own base"'))


def test_task_is_taken_off_the_list() -> None:
    brain, engine = waiting()
    off = listed("Stand", "own base", task="remove task", number=5)
    first, second = decided(brain, view(listed("Stand", "own base")), view(off))
    assert (told(first), told(second)) == ([(4, DONE, "")], [(5, DONE, "")])
    assert engine.tasks == ("Wait",)


def test_task_is_assigned_once_though_the_order_stands() -> None:
    brain, engine = waiting()
    decided(brain, view(listed("Turn")), view(listed("Turn")), view(listed("Turn"), GUARD))
    assert engine.tasks == ("Wait", "Turn")


def test_cleared_list_is_empty_before_the_plan_thinks() -> None:
    brain, engine = waiting()
    decision = brain.decide(view(listed(task="clear tasks")))
    assert (decision.move, told(decision), engine.tasks) == (None, [(4, DONE, "")], ())


def test_what_is_under_way_comes_to_its_end_unless_it_is_urgent() -> None:
    for urgency, move in (("medium", Explore()), ("high", None)):
        brain, _ = waiting()
        order = listed(task="clear tasks", urgency=urgency)
        assert [one.move for one in decided(brain, view(), view(order))] == [Explore(), move]


def test_list_is_replaced_by_whole_lines() -> None:
    brain, engine = waiting()
    decision = brain.decide(view(listed("Turn", "Stand A", task="replace tasks")))
    assert (told(decision), engine.tasks) == ([(4, DONE, "")], ("Turn", "Stand A"))
    assert decision.move == TravelTo(location=at(0))


@pytest.mark.parametrize(
    ("order", "why"),
    [
        (listed("Dance"), 'tasks: there is no task "Dance"'),
        (listed("Turn", "Dance", task="replace tasks"), 'tasks: there is no task "Dance"'),
        (listed("Stand"), "tasks: Stand"),
        (listed(), '"assign task" needs a task'),
        (listed("Turn", task="remove task"), '"Turn" is not on the list'),
        (listed(task="remove task"), '"remove task" needs a task'),
        (listed(task="replace tasks"), '"replace tasks" needs a task'),
        (listed("Stand ("), "tasks: "),
    ],
)
def test_list_stays_as_it_is_when_something_cannot_be(order: Order, why: str) -> None:
    brain, engine = waiting()
    decision = brain.decide(view(order))
    ((number, state, reason),) = told(decision)
    assert (number, state, reason[: len(why)]) == (4, REFUSED, why)
    assert (engine.tasks, decision.move) == (("Wait",), Explore())


def test_several_changes_are_made_in_their_order() -> None:
    brain, engine = waiting()
    orders = [listed(task="clear tasks"), listed("Turn", number=5), listed("Wait", number=6)]
    decision = brain.decide(view(*orders))
    assert [one.number for one in decision.answers] == [4, 5, 6]
    assert engine.tasks == ("Turn", "Wait")


def test_task_of_the_plan_is_on_the_list_for_as_long_as_it_is_ordered() -> None:
    brain, engine = waiting()
    order = Order("Stand", ("own base",), number=4)
    decision = brain.decide(view(order))
    assert (told(decision), engine.tasks) == ([(4, ACCEPTED, "")], ("Wait", 'Stand "own base"'))
    brain.decide(view())
    assert engine.tasks == ("Wait",)


def test_task_that_was_on_the_list_before_it_was_ordered_stays_there() -> None:
    brain, engine = waiting()
    decided(brain, view(listed("Turn")), view(Order("Turn", number=5)), view())
    assert engine.tasks == ("Wait", "Turn")


def test_task_of_the_plan_is_on_the_list_for_its_time() -> None:
    brain, engine = waiting()
    order = Order("Turn", number=4, for_s=5.0)
    found = decided(brain, *(view(order, seconds=seconds) for seconds in (0.0, 4.0, 5.0, 6.0)))
    assert [told(one) for one in found] == [[(4, ACCEPTED, "")], [], [(4, DONE, "")], []]
    assert engine.tasks == ("Wait",)


def test_what_is_neither_act_nor_task_is_refused_with_both_reasons() -> None:
    brain, engine = waiting()
    ((_, state, why),) = told(brain.decide(view(Order("Dance", number=4))))
    assert (state, engine.tasks) == (REFUSED, ("Wait",))
    assert why.startswith('does not know how to "Dance": tasks: there is no task "Dance"')


def test_orders_move_the_legs_of_plans_with_lists_too() -> None:
    brain, engine = waiting()
    order = Order("camp", ("0,9000,0", "60"), number=1)
    moves = [one.move for one in decided(brain, view(), view(order), view())]
    assert (moves, engine.tasks) == ([Explore(), AT_POST, Explore()], ("Wait",))


@pytest.mark.parametrize("plan", ["deathmatch.lap", "deathmatch.goap", "deathmatch.fsm"])
def test_plans_without_a_list_refuse_changes_of_it(plan: str) -> None:
    brain = make_brain(plan, BrainSetup(name="me", seed=1))
    assert told(brain.decide(view(listed("Turn")))) == [(4, REFUSED, "follows no list of tasks")]


@pytest.mark.parametrize(
    "plan", ["deathmatch.htn", "deathmatch.lap", "deathmatch.goap", "deathmatch.fsm"]
)
def test_plans_in_every_language_do_what_is_ordered(plan: str) -> None:
    decision = make_brain(plan, BrainSetup(name="me", seed=1)).decide(view(GUARD))
    assert (decision.move, told(decision)) == (AT_POST, [(1, ACCEPTED, "")])
