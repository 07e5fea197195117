"""What a machine does: acts of states, in which order and how often, who has a channel, and the path."""

from __future__ import annotations

import pytest

from agentfw.decisions import Face, Order, Speak, TravelTo
from agentfw.perception.view import Event
from agentfw.vocabulary import Died, EntityId
from tests.brains.fsm.stage import Bench

BACK = '\n  To A when holds("back")'


def test_acts_of_a_state_run_side_by_side() -> None:
    choice = Bench("State A\n  During travel hall\n  During look door").think()
    assert choice.wants.move == TravelTo(place=EntityId("hall"))
    assert choice.wants.look == Face(target=EntityId("door"))


def test_of_two_that_want_a_channel_the_first_line_has_it() -> None:
    choice = Bench("State A\n  During travel hall\n  During travel yard").think()
    assert choice.wants.move == TravelTo(place=EntityId("hall"))


def test_acts_of_outer_states_go_on_and_inner_ones_have_the_channels_first() -> None:
    text = "State Out\n  During travel yard\n  During look door\n  State A\n    During travel hall"
    choice = Bench(text).think()
    assert choice.wants.move == TravelTo(place=EntityId("hall"))
    assert choice.wants.look == Face(target=EntityId("door"))


def test_acts_of_an_outer_state_are_not_disturbed_by_switches_inside() -> None:
    text = (
        "State Out\n  During do out\n  State A\n    To B when armed\n  State B\n    To A when not armed"
    )
    bench = Bench(text)
    assert bench.log_of(2) == ["do out"]
    bench.world.facts.add("armed")
    assert bench.log_of() == []


def test_acts_are_broken_off_when_their_state_is_left() -> None:
    bench = Bench('State A\n  During do a\n  To B when holds("go")\nState B\n  During do b' + BACK)
    bench.think()
    bench.world.facts.add("go")
    assert bench.log_of() == ["cancel a", "do b"]


def test_an_act_that_ends_is_begun_again_in_the_same_think() -> None:
    bench = Bench("State A\n  During do a")
    bench.think()
    bench.world.ends("a")
    assert bench.log_of() == ["done a", "do a", "done a"]


def test_no_act_is_begun_twice_in_a_think() -> None:
    bench = Bench("State A\n  During at_once a")
    assert bench.log_of(2) == ["done a", "done a"]


def test_once_is_one_time_only() -> None:
    bench = Bench("State A\n  Once at_once a\n  During do b")
    assert bench.log_of(3) == ["done a", "do b"]


def test_once_is_done_again_when_the_state_is_entered_again() -> None:
    bench = Bench('State A\n  Once at_once a\n  To A when holds("again") and state_time > 0')
    bench.think()
    bench.world.facts.add("again")
    assert bench.log_of() == ["done a"]


@pytest.mark.parametrize(("word", "is_well"), [("done", True), ("failed", False)])
def test_a_transition_can_wait_for_the_end_of_the_first_act(word: str, is_well: bool) -> None:  # noqa: FBT001
    text = f"State A\n  During do a\n  During do other\n  To B when {word}\nState B{BACK}"
    bench = Bench(text)
    bench.world.outcomes = {"other": is_well}
    assert bench.states(2) == ["A", "A"]
    bench.world.outcomes = {"a": not is_well}
    assert bench.states(1) == ["A"]
    bench.world.outcomes = {"a": is_well}
    assert bench.states(1) == ["B"]


def test_done_stays_true_for_what_is_done_once() -> None:
    text = "State A\n  Once at_once a\n  To B when done and armed\nState B" + BACK
    bench = Bench(text)
    assert bench.states(3) == ["A", "A", "A"]
    bench.world.facts.add("armed")
    assert bench.states(1) == ["B"]


def test_nothing_is_done_in_a_state_that_was_just_entered() -> None:
    text = (
        "State A\n  During at_once a\n  To B when done\nState B\n  During do b\n  To A when done\n"
        '  To A when holds("back")'
    )
    assert Bench(text).states(2) == ["B", "B"]


def test_done_of_an_outer_state_is_about_its_own_act() -> None:
    text = (
        "State Out\n  During do out\n  To End when done\n  State In\n    During at_once a\nState End\n"
        "  Final done"
    )
    bench = Bench(text)
    assert bench.states(2) == ["In", "In"]
    bench.world.ends("out")
    assert bench.states(1) == ["End"]


def test_what_is_wanted_on_entering_is_wanted_in_that_think_only() -> None:
    bench = Bench("State A\n  Enter say hello\n  During travel hall")
    assert bench.think().wants.say == Speak(text="hello")
    later = bench.think()
    assert later.wants.say is None
    assert later.wants.move == TravelTo(place=EntityId("hall"))


def test_lasting_acts_have_the_channels_before_what_is_done_in_passing() -> None:
    choice = Bench("State A\n  Enter travel yard\n  During travel hall").think()
    assert choice.wants.move == TravelTo(place=EntityId("hall"))


def test_of_what_is_done_in_passing_the_last_has_the_channel() -> None:
    bench = Bench(
        'State A\n  Exit say bye\n  To B when armed\nState B\n  Enter say hello\n  To A when holds("x")'
    )
    bench.think()
    bench.world.facts.add("armed")
    assert bench.think().wants.say == Speak(text="hello")


def test_an_act_of_several_steps_on_entering_goes_on_beside_the_others() -> None:
    bench = Bench("State A\n  Enter do hello\n  During do a\n  To B when done\nState B" + BACK)
    assert bench.log_of(2) == ["do hello", "do a"]
    bench.world.ends("hello")
    assert bench.log_of(2) == ["done hello"]
    assert bench.state == "A"


def test_an_act_of_several_steps_on_leaving_has_just_its_first() -> None:
    bench = Bench("State A\n  Exit do bye\n  To B when armed\nState B" + BACK, "armed")
    assert bench.log_of() == ["do bye", "cancel bye"]


def test_orders_are_given_along_with_everything_else() -> None:
    choice = Bench("State A\n  Enter command guard here\n  During travel hall").think()
    assert choice.wants.orders == (Order("guard", ("here",)),)
    assert choice.wants.move == TravelTo(place=EntityId("hall"))


def test_notes_are_passed_on() -> None:
    bench = Bench("State A\n  Enter note lap 2\n  During do a")
    assert dict(bench.think().notes) == {"lap": 2}
    assert dict(bench.think().notes) == {}


def test_an_act_that_ends_with_a_note_is_begun_again_after_the_transitions_had_their_say() -> None:
    text = (
        "State A\n  During note lap\n  To B when done and state_time > 0\nState B\n  During do b" + BACK
    )
    bench = Bench(text)
    assert bench.states(2) == ["A", "B"]
    assert bench.world.log == ["note lap", "do b"]


def test_arguments_are_worked_out_when_an_act_begins() -> None:
    bench = Bench(
        "State A\n  During travel (previous)\n  To B when armed\nState B\n  During travel (previous)"
        + BACK,
        "armed",
    )
    assert bench.think().wants.move == TravelTo(place=EntityId("A"))


def test_death_breaks_acts_off_but_leaves_the_machine_where_it_is() -> None:
    bench = Bench("State A\n  To B when armed\nState B\n  During do b\n  Once do c" + BACK, "armed")
    bench.think()
    bench.world.log.clear()
    bench.think(events=(Event(1.0, Died()),))
    assert bench.world.log == ["cancel b", "cancel c", "do b"]
    assert bench.state == "B"


def test_death_counts_as_the_failure_of_an_act() -> None:
    bench = Bench("State A\n  During do a\n  To B when failed\nState B\n  During do b" + BACK)
    bench.think()
    bench.think(events=(Event(1.0, Died()),))
    assert bench.state == "B"


# The answer


def test_the_path_names_the_states_and_the_acts() -> None:
    text = "State Out\n  During look door\n  State A\n    During travel hall\n    During do x"
    assert Bench(text).think().path == ("Out", "A", "travel hall || do x")


def test_without_acts_of_its_own_a_state_shows_those_around_it() -> None:
    text = "State Out\n  During look door\n  State A"
    assert Bench(text).think().path == ("Out", "A", "look door")


def test_the_answer_is_the_same_object_as_long_as_nothing_changes() -> None:
    bench = Bench(
        "State Out\n  During look door\n  State A\n    During travel hall\n    To B when armed\n"
        "  State B"
    )
    first = bench.think()
    assert bench.think() is first
    bench.world.facts.add("armed")
    assert bench.think() is not first


def test_the_path_is_the_same_object_as_long_as_it_stays_the_same() -> None:
    bench = Bench("State A\n  During do a\n  During at_once b")
    first = bench.think()
    assert bench.think().path is first.path


def test_every_engine_begins_anew() -> None:
    bench = Bench("State A\n  To B when armed\nState B\n  To A when armed and state_time > 5", "armed")
    assert bench.states(1) == ["B"]
    again = Bench("State A\n  To B when armed\nState B\n  To A when armed and state_time > 5")
    assert again.states(1) == ["A"]


def test_orders_of_one_think_are_given_in_the_order_in_which_they_were_said() -> None:
    text = (
        "State A\n  Enter command add\n  Exit command start\n  To B\n"
        "State B\n  Enter command send\n  During command end\n  During do b"
    )
    orders = Bench(text).think().wants.orders
    assert [one.task for one in orders] == ["add", "start", "send", "end"]
