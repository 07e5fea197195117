"""What acts do to the body and to each other: rules 29 to 31 and 36 to 38 of the seed."""

from __future__ import annotations

import pytest

from agentfw.brains.brain import BrainSetup
from agentfw.brains.tracing import Trace
from agentfw.decisions import (
    Activity,
    ActivityState,
    Channel,
    Explore,
    Fight,
    Intent,
    LookRound,
    Order,
    Retreat,
)
from agentfw.errors import UsageError
from agentfw.geometry import Vec3
from agentfw.perception import Event, View
from agentfw.perception.view import Scores
from agentfw.skills import Moment, Wants
from agentfw.vocabulary import Died, EntityId, SelfState
from tests.brains.posh.stage import Player, World, plan_of

BOTH = "(a (trigger ((hungry))) %s)\n(b (trigger ()) %s)"


def doing(intent: Intent, state: ActivityState, channel: Channel = "move", **more: float) -> View:
    """A view in which the body is about something, or was."""
    ended = None if state is ActivityState.RUNNING else more["now"]
    activity = Activity(channel, intent, state, 0.0, ended)
    return View(now=more["now"], activities={channel: activity})


def player(drives: str, definitions: str = "", **options: str) -> Player:
    return World().player(plan_of(drives, definitions), **options)


# 29: acts everywhere, acts in several steps, interruption


def test_rule_29_acts_stand_directly_under_drives_and_elements() -> None:
    one = player(
        "(a (trigger ((hungry))) eat)\n(b (trigger ()) c)", "(C c (elements ((e (trigger ()) walk))))"
    )
    assert one.does(1) == ["walk"]
    assert one.does(1, hungry=True) == ["eat"]


def test_rule_29_acts_are_told_values() -> None:
    one = player('(a (trigger ()) (go "home" speed=2))')
    assert one.after(1.0).path == ("a", 'go("home", 2)')
    assert one.world.did == ["go home 2"]


def test_rule_29_values_can_be_senses_and_arithmetic() -> None:
    assert player("(a (trigger ()) (go weapon (- health 1)))").does(1, weapon="x", health=5) == [
        "go x 4"
    ]


def test_rule_29_an_element_of_the_plan_goes_before_an_act_of_the_same_name() -> None:
    assert player("(a (trigger ()) walk)", "(AP walk (eat))").does(2) == ["eat", "eat"]


def test_rule_29_an_act_in_several_steps_is_stepped_until_it_is_over() -> None:
    one = player("(a (trigger ()) p)", "(AP p (dig eat))")
    assert one.does(5) == ["dig 1", "dig 2", "dig 3", "eat", "dig 1"]


def test_rule_29_an_act_in_several_steps_that_fails_ends_its_action_pattern() -> None:
    assert player("(a (trigger ()) p)", "(AP p (toil eat))").does(3) == ["toil 1", "toil 2", "toil 1"]


def test_rule_29_an_act_in_several_steps_goes_on_after_an_interruption() -> None:
    one = player(BOTH % ("eat", "dig"))
    assert one.does(1) == ["dig 1"]
    assert one.does(2, hungry=True) == ["eat", "eat"]
    assert one.does(2, hungry=False) == ["dig 2", "dig 3"]


def test_rule_29_a_drive_can_ask_to_begin_afresh_after_an_interruption() -> None:
    one = player("(a (trigger ((hungry))) eat)\n(b (trigger ()) dig (interrupt cancel))")
    assert one.does(1) == ["dig 1"]
    choice = one.after(1.0, hungry=True)
    assert choice.wants == Wants()
    assert one.does(2, hungry=False) == ["dig 1", "dig 2"]


def test_rule_29_a_drive_that_begins_afresh_does_so_from_its_root() -> None:
    one = player(
        "(a (trigger ((hungry))) eat)\n(b (trigger ()) p (interrupt cancel))", "(AP p (walk sleep))"
    )
    assert one.does(1) == ["walk"]
    one.does(1, hungry=True)
    assert one.does(2, hungry=False) == ["walk", "sleep"]


def test_rule_29_a_drive_can_ask_to_be_resumed_in_so_many_words() -> None:
    one = player("(a (trigger ((hungry))) eat)\n(b (trigger ()) dig (interrupt resume))")
    one.does(1)
    one.does(1, hungry=True)
    assert one.does(1, hungry=False) == ["dig 2"]


def test_rule_29_leaving_a_drive_can_do_something() -> None:
    one = player("(a (trigger ((hungry))) look)\n(b (trigger ()) explore (leave halt))")
    assert one.does(2) == ["explore", "explore"]
    choice = one.after(1.0, hungry=True)
    assert one.world.did[-2:] == ["halt", "look"]
    assert choice.wants == Wants(look=LookRound())


def test_rule_29_whoever_asks_is_told_of_transitions() -> None:
    one = player("(a (trigger ((hungry))) eat)\n(b (trigger ((tired))) sleep)")
    found: list[tuple[str | None, str | None]] = []
    one.engine.on_transition = lambda *names: found.append(names)
    one.does(2, hungry=True)
    one.does(1, hungry=False, tired=True)
    one.does(1, tired=False)
    assert found == [(None, "a"), ("a", "b"), ("b", None)]


def test_rule_29_a_time_out_breaks_an_act_in_several_steps_off() -> None:
    one = player("(a (trigger ()) p)", "(AP p (seconds 1) (dig))")
    one.does(1)
    choice = one.after(1.0)
    assert (choice.path[-1], choice.wants) == ("timed out", Wants())
    assert one.does(1) == ["dig 1"]


def test_rule_29_an_act_in_several_steps_under_a_competence_is_finished_before_the_next_choice() -> None:
    definitions = "(C c (elements ((x (trigger ((hungry))) eat)) ((e (trigger ()) dig))))"
    one = player("(a (trigger ()) c)", definitions)
    assert one.does(1) == ["dig 1"]
    assert one.does(3, hungry=True) == ["dig 2", "dig 3", "eat"]


# 30: exceptions


def test_rule_30_an_act_that_raises_has_failed_and_the_bot_lives() -> None:
    one = player("(a (trigger ()) p)", "(AP p (raise-error eat))")
    assert one.does(2) == ["raise_error", "raise_error"]
    assert [fault.skill for fault in one.moment.faults] == ["raise_error"]


def test_rule_30_a_sense_that_raises_does_not_hold() -> None:
    one = player("(a (trigger ((broken))) eat)\n(b (trigger ()) walk)")
    assert one.does(1) == ["walk"]
    assert one.moment.faults[0].error == "ValueError: broken on purpose"


@pytest.mark.parametrize("option", ["shuffle", "fallback"])
def test_options_that_cannot_be_are_refused(option: str) -> None:
    with pytest.raises(UsageError, match=f'option {option}="maybe": expected'):
        World().load(plan_of("(a (trigger ()) walk)")).engine(BrainSetup(options={option: "maybe"}))


# 31: fallback

USELESS = "(a (trigger ()) explore)\n(b (trigger ()) walk)"


def see(
    one: Player, now: float, *, x: float = 0.0, health: int = 100, trace: Trace | None = None
) -> str:
    """The drive that wins at some time, for a bot at some place."""
    view = View(now=now, me=SelfState(location=Vec3(x, 0.0, 0.0), health=health))
    return one.think(view, trace=trace).path[0]


def test_rule_31_without_fallback_a_useless_drive_starves_the_others() -> None:
    one = player(USELESS)
    assert {see(one, float(i)) for i in range(100)} == {"a"}


def test_rule_31_a_drive_that_achieves_nothing_gives_way_for_as_long() -> None:
    one = player(USELESS, fallback="5")
    assert "".join(see(one, float(i)) for i in range(17)) == "aaaaabbbbbaaaaabb"


def test_rule_31_the_plan_itself_can_ask_for_it() -> None:
    text = plan_of(USELESS, head="RDC life (fallback (seconds 2))")
    one = World().player(text)
    assert "".join(see(one, float(i)) for i in range(6)) == "aabbaa"
    other = World().player(text, fallback="no")
    assert "".join(see(other, float(i)) for i in range(6)) == "aaaaaa"


def test_rule_31_moving_is_an_effect() -> None:
    one = player(USELESS, fallback="5")
    assert {see(one, float(i), x=20.0 * i) for i in range(30)} == {"a"}


def test_rule_31_losing_health_is_an_effect() -> None:
    one = player(USELESS, fallback="5")
    assert {see(one, float(i), health=100 - i // 4) for i in range(30)} == {"a"}


def test_rule_31_finishing_an_activity_is_an_effect() -> None:
    one = player(USELESS, fallback="5")
    found = []
    for i in range(30):
        view = doing(Fight(), ActivityState.DONE, "fight", now=float(i - i % 4))
        found.append(one.think(View(now=float(i), activities=view.activities)).path[0])
    assert set(found) == {"a"}


def test_rule_31_shooting_is_an_effect() -> None:
    one = player(USELESS, fallback="5")
    views = (View(now=float(i), me=SelfState(shooting=True)) for i in range(30))
    assert {one.think(view).path[0] for view in views} == {"a"}


def scored(players: dict[str, float], teams: dict[int, float]) -> Scores:
    return Scores(teams=teams, players={EntityId(one): score for one, score in players.items()})


@pytest.mark.parametrize(
    ("player_id", "team", "winner"), [("me", 1, "a"), ("other", 0, "a"), ("other", 1, "b")]
)
def test_rule_31_only_the_own_points_are_an_effect(player_id: str, team: int, winner: str) -> None:
    """A point for oneself or for the own team (0) counts, and one for anybody else does not."""
    one = player(USELESS, fallback="5")
    me = SelfState(id=EntityId("me"), team=0)
    for i in range(8):
        scores = scored({player_id: i // 2}, {team: i // 2})
        path = one.think(View(now=float(i), me=me, scores=scores)).path
    assert path[0] == winner


def test_rule_31_treading_on_the_spot_is_no_effect() -> None:
    one = player(USELESS, fallback="5")
    assert "b" in {see(one, float(i), x=40.0 * (i % 2)) for i in range(20)}


def test_rule_31_a_drive_that_gave_way_has_all_its_time_again() -> None:
    one = player("(a (trigger ()) explore)", fallback="5")
    assert [see(one, float(i)) for i in range(16)] == [*"aaaaa", *["life"] * 5, *"aaaaa", "life"]


def test_rule_31_getting_on_in_the_plan_is_an_effect() -> None:
    one = player("(a (trigger ()) p)\n(b (trigger ()) walk)", f"(AP p ({'eat ' * 20}))", fallback="5")
    assert {see(one, float(i)) for i in range(24)} == {"a"}
    assert see(one, 24.0) == "b"


def test_rule_31_going_round_in_the_plan_is_no_effect() -> None:
    one = player("(a (trigger ()) p)\n(b (trigger ()) walk)", "(AP p (eat sleep))", fallback="5")
    assert "b" in {see(one, float(i)) for i in range(20)}


def test_rule_31_drives_that_fire_rarely_do_not_count_as_a_change() -> None:
    one = player(f"(c (trigger ()) shout (seconds 2))\n{USELESS}", fallback="5")
    assert "b" in {see(one, i * 0.5) for i in range(60)}


def test_rule_31_giving_way_is_traced() -> None:
    one = player(USELESS, fallback="2")
    told = []
    for i in range(4):
        trace = Trace()
        see(one, float(i), trace=trace)
        told += [
            one.condition or one.why for one in trace.reason((), Moment(View(now=0.0)), None).rejected
        ]
    assert told == ["achieved nothing for 2 s", "achieved nothing; left alone for 1 s more"]


def test_rule_31_giving_way_in_a_stepped_plan_is_traced_in_thinks() -> None:
    one = World().player(plan_of(USELESS, head="DC life"), fallback="2")
    told = []
    for i in range(4):
        trace = Trace()
        see(one, float(i), trace=trace)
        told += [
            one.condition or one.why for one in trace.reason((), Moment(View(now=0.0)), None).rejected
        ]
    assert told == ["achieved nothing for 2 thinks", "achieved nothing; left alone for 1 think more"]


# 36 to 38, and the rest about intents: what is held, and until when


def test_what_an_act_wants_is_held_after_another_drive_has_taken_over() -> None:
    one = player(BOTH % ("look", "explore"))
    one.after(1.0)
    assert one.after(1.0, hungry=True).wants == Wants(move=Explore(), look=LookRound())


def test_rule_36_what_an_act_stops_is_let_go_of() -> None:
    one = player("(d (trigger ()) p)", "(AP p (explore fight halt))")
    one.after(1.0)
    assert one.after(1.0).wants == Wants(move=Explore(), fight=Fight())
    assert one.after(1.0).wants == Wants()


@pytest.mark.parametrize(
    "view", [View(now=9.0, is_alive=False), View(now=9.0, events=(Event(9.0, Died()),))]
)
def test_rule_36_death_lets_go_of_everything(view: View) -> None:
    one = player("(a (trigger ((hungry))) fight)\n(b (trigger ()) eat)")
    one.after(1.0, hungry=True)
    assert one.think(view, hungry=False).wants == Wants()


def test_rule_37_the_same_intent_again_is_no_new_intent() -> None:
    one = player("(d (trigger ()) explore)")
    first = one.after(1.0).wants
    again = one.think(doing(Explore(), ActivityState.RUNNING, now=2.0))
    assert again.wants is first


def test_rule_37_what_the_body_has_ended_is_let_go_of() -> None:
    one = player(BOTH % ("explore", "eat"))
    one.after(1.0, hungry=True)
    assert (
        one.think(doing(Explore(), ActivityState.RUNNING, now=2.0), hungry=False).wants.move == Explore()
    )
    assert one.think(doing(Explore(), ActivityState.FAILED, now=3.0)).wants == Wants()


def test_rule_37_an_intent_that_the_body_has_ended_is_asked_for_anew_after_a_gap() -> None:
    one = player("(d (trigger ()) explore)")
    one.after(1.0)
    ended = doing(Explore(), ActivityState.DONE, now=2.0)
    assert one.think(ended).wants == Wants()
    assert one.think(View(now=3.0)).wants == Wants(move=Explore())


def test_rule_37_an_act_that_asks_only_once_gets_its_intent_after_the_gap() -> None:
    one = player(
        "(d (trigger ()) c)",
        "(C c (elements ((e (trigger ((hungry))) explore)) ((f (trigger ()) eat))))",
    )
    ended = doing(Explore(), ActivityState.DONE, now=2.0)
    assert one.think(ended, hungry=True).wants == Wants()
    assert one.think(ended, hungry=False).wants == Wants(move=Explore())


def test_rule_38_a_fight_is_wanted_on_while_its_target_is_out_of_sight() -> None:
    one = player(BOTH % ("fight", "eat"))
    one.after(1.0, hungry=True)
    running = doing(Fight(), ActivityState.RUNNING, "fight", now=2.0)
    assert one.think(running, hungry=False).wants == Wants(fight=Fight())


def test_what_acts_note_is_handed_on_once() -> None:
    one = player('(a (trigger ((hungry))) (remember "it"))\n(b (trigger ()) walk)')
    assert one.after(1.0, hungry=True).notes == {"it": "noted"}
    assert one.after(1.0, hungry=False).notes == {}


def test_what_is_noted_on_leaving_is_handed_on_with_the_rest() -> None:
    one = player('(a (trigger ((hungry))) (remember "a"))\n(b (trigger ()) walk (leave (remember "b")))')
    one.after(1.0)
    assert one.after(1.0, hungry=True).notes == {"a": "noted", "b": "noted"}


def test_what_an_act_in_several_steps_wanted_is_let_go_of_when_it_is_over() -> None:
    one = player(BOTH % ("dig", "eat"))
    assert [one.after(1.0, hungry=True).wants for _ in range(3)] == [
        Wants(move=Explore()),
        Wants(move=Explore()),
        Wants(),
    ]


def test_an_act_that_is_broken_off_takes_nothing_from_others() -> None:
    one = player("(a (trigger ((hungry))) flee)\n(b (trigger ()) p)", "(AP p (seconds 1) (dig))")
    one.after(1.0)
    one.after(1.0, hungry=True)
    choice = one.after(1.0, hungry=False)
    assert (choice.path[-1], choice.wants) == ("timed out", Wants(move=Retreat()))


def test_what_is_done_on_leaving_gives_way_to_what_is_done_then() -> None:
    one = player("(a (trigger ((hungry))) flee)\n(b (trigger ()) walk (leave explore))")
    one.after(1.0)
    ended = doing(Explore(), ActivityState.DONE, now=2.0)
    assert one.think(ended, hungry=True).wants == Wants(move=Retreat())


def test_orders_are_given_once() -> None:
    one = player('(a (trigger ((hungry))) (command "defend"))\n(b (trigger ()) walk)')
    assert one.after(1.0, hungry=True).wants == Wants(orders=(Order("defend"),))
    assert one.after(1.0, hungry=False).wants == Wants()


def test_what_is_done_on_leaving_a_drive_is_told() -> None:
    one = player("(a (trigger ((hungry))) look)\n(b (trigger ()) explore (leave shout))")
    one.does(1)
    trace = Trace()
    path = one.think(trace=trace, hungry=True).path
    reason = trace.reason(path, one.moment, None)
    assert (reason.path, reason.done) == (("a", "look"), (("b", "shout"),))


def test_an_order_is_the_reason_of_its_think() -> None:
    one = player('(a (trigger ((hungry))) (command "defend"))\n(b (trigger ()) explore)')
    assert one.after(1.0, hungry=True).path == ("a", 'command("defend")')
