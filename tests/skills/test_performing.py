"""Acts under way: begun, watched, fired, broken off."""

from __future__ import annotations

from typing import Any

import pytest

from agentfw.decisions import ActivityState, Explore, Face, Fight, Speak, TravelTo
from agentfw.perception import View
from agentfw.skills import (
    DONE,
    Done,
    Failed,
    Moment,
    Outcome,
    Performance,
    Performs,
    Progress,
    Wants,
    act,
)
from agentfw.skills.performing import wants_of
from agentfw.skills.skill import skill_of
from tests.skills.moments import activity, moment
from tests.support.seeing import at

RUNNING, DONE_, FAILED = ActivityState.RUNNING, ActivityState.DONE, ActivityState.FAILED
GO = TravelTo(location=at(9))


def performing(answer: Any) -> Performance:
    """The performance of an act that answers so, or raises what it is given."""

    @act
    def doing(now: Moment) -> Outcome:
        if isinstance(answer, Exception):
            raise answer
        result: Outcome = answer(now) if callable(answer) else answer
        return result

    made = skill_of(doing)
    assert made is not None
    return Performance(made)  # type: ignore[arg-type]  # it is an act


def test_an_intent_runs_until_the_body_has_ended_it() -> None:
    performance = performing(GO)
    assert performance.step(moment()) is Progress.RUNNING
    assert performance.wants == Wants(move=GO)
    assert performance.step(moment(activity(GO))) is Progress.RUNNING
    assert performance.step(moment(activity(GO, DONE_))) is Progress.DONE
    assert performance.wants == Wants()


def test_an_intent_fails_with_the_reason_of_the_body() -> None:
    performance = performing(GO)
    performance.step(moment())
    assert performance.step(moment(activity(GO, FAILED, reason="no way"))) is Progress.FAILED
    assert performance.reason == "no way"


def test_what_the_body_does_otherwise_does_not_matter() -> None:
    performance = performing(GO)
    performance.step(moment())
    assert performance.step(moment(activity(Explore(), DONE_))) is Progress.RUNNING


def test_an_intent_that_has_just_ended_begins_again_one_think_later() -> None:
    performance = performing(GO)
    assert performance.step(moment(activity(GO, DONE_))) is Progress.RUNNING
    assert performance.wants == Wants()
    assert performance.step(moment()) is Progress.RUNNING
    assert performance.wants == Wants(move=GO)


def test_of_several_channels_the_first_one_leads() -> None:
    performance = performing(Wants(move=GO, fight=Fight()))
    performance.step(moment())
    ended = activity(Fight(), FAILED, "fight")
    assert performance.step(moment(activity(GO), ended)) is Progress.RUNNING
    assert performance.step(moment(activity(GO, DONE_), ended)) is Progress.DONE


def test_wanting_nothing_but_stops_is_done_at_once() -> None:
    performance = performing(Wants(stops=("move",), notes={"a": 1}))
    assert performance.step(moment()) is Progress.DONE
    assert (performance.wants.stops, performance.notes) == (("move",), {"a": 1})


def test_an_act_of_the_mind_ends_with_its_value_and_notes() -> None:
    performance = performing(Done(7, notes={"a": 1}))
    assert performance.step(moment()) is Progress.DONE
    assert (performance.value, performance.notes) == (7, {"a": 1})


def test_a_failure_keeps_its_reason() -> None:
    performance = performing(Failed("no"))
    assert (performance.step(moment()), performance.reason) == (Progress.FAILED, "no")


def test_an_act_that_raises_fails_and_is_a_fault() -> None:
    now, performance = moment(), performing(ValueError("oops"))
    assert performance.step(now) is Progress.FAILED
    assert performance.reason == "raised ValueError: oops"
    assert [fault.skill for fault in now.faults] == ["doing"]


def test_an_odd_answer_is_a_failure_that_says_what_is_expected() -> None:
    performance = performing(42)
    assert performance.step(moment()) is Progress.FAILED
    assert performance.reason == "answered 42, expected an intent, Wants, Done or Failed"


def watching(now: Moment) -> Performs:
    """Two intents in turn, then the end, or a failure when the body is dead."""
    now = yield GO
    if not now.view.is_alive:
        return Failed("died")
    now = yield Wants(look=Face(location=at(1)), notes={"seen": now.view.now})
    return None


def test_a_generator_is_asked_at_every_think() -> None:
    performance = performing(watching)
    assert performance.step(moment()) is Progress.RUNNING
    assert performance.is_stepwise
    assert performance.wants == Wants(move=GO)
    assert performance.step(moment(now=5.0)) is Progress.RUNNING
    assert performance.notes == {"seen": 5.0}
    assert performance.step(moment()) is Progress.DONE
    assert (performance.wants, performance.notes) == (Wants(), {})


def test_a_generator_can_fail_by_what_it_sees() -> None:
    performance = performing(watching)
    performance.step(moment())
    assert performance.step(moment(is_alive=False)) is Progress.FAILED
    assert performance.reason == "died"


def test_a_generator_that_raises_is_a_fault() -> None:
    def breaking(now: Moment) -> Performs:
        yield GO
        raise KeyError("x")

    performance, now = performing(breaking), moment()
    performance.step(now)
    assert performance.step(now) is Progress.FAILED
    assert len(now.faults) == 1


def test_a_cancelled_act_wants_nothing_more() -> None:
    performance = performing(watching)
    performance.step(moment())
    performance.cancel()
    assert (performance.wants, performance.is_stepwise) == (Wants(), False)


def test_fired_intents_count_as_done_at_once() -> None:
    performance = performing(GO)
    assert performance.fire(moment(activity(GO, DONE_))) is Progress.DONE
    assert performance.wants == Wants(move=GO)


def test_a_fired_generator_runs_on() -> None:
    performance = performing(watching)
    assert performance.fire(moment()) is Progress.RUNNING
    assert performance.is_stepwise
    performance.step(moment())
    assert performance.step(moment()) is Progress.DONE


@pytest.mark.parametrize("answer", [DONE, Failed("no")])
def test_fired_acts_of_the_mind_end_as_they_do(answer: Done | Failed) -> None:
    expected = Progress.DONE if answer is DONE else Progress.FAILED
    assert performing(answer).fire(moment()) is expected


def test_intents_go_to_their_channels() -> None:
    assert wants_of(GO) == Wants(move=GO)
    assert wants_of(Face(location=at(1))) == Wants(look=Face(location=at(1)))
    assert wants_of(Fight()) == Wants(fight=Fight())
    assert wants_of(Speak("hi")) == Wants(say=Speak("hi"))


def test_what_is_no_intent_has_no_channel() -> None:
    with pytest.raises(TypeError, match="neither an intent nor Wants"):
        wants_of(7)  # type: ignore[arg-type]  # on purpose


def test_a_view_is_all_that_a_moment_needs() -> None:
    assert performing(Explore()).step(Moment(View(now=0.0))) is Progress.RUNNING
