"""The circle without a network: when it thinks, what it says, what it records, and how brains fail."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from agentfw.body import PERFECT, Human
from agentfw.bot import Circle
from agentfw.brains import Brain, Decision, Question, Reply, Speak
from agentfw.errors import LinkClosed, LocalProtocolError, PeerSilent, PluginError
from agentfw.recording import Closed, Connected, Ended, Received, Sent, Thought, Ticked
from agentfw.vocabulary import DamageTaken, Died, Join
from tests.bot.stage import WHERE, Counting, Idle, batch, in_game
from tests.support.conversations import CLASSIC_NFO, WORLD, said
from tests.support.servers import bot_session

if TYPE_CHECKING:
    from agentfw.perception import View
    from agentfw.recording import Record


def looking(brain: Any) -> Circle:
    """A circle in the game whose brain was asked once, at time 1."""
    circle = in_game(brain)
    circle.feed(said("END {Time 0.00}"), 1.0)
    return circle


# When it thinks


def test_nothing_is_thought_before_the_first_complete_look() -> None:
    brain = Counting()
    in_game(brain)
    assert brain.views == []


def test_a_complete_look_is_thought_about_at_once() -> None:
    brain = Counting()
    circle = looking(brain)
    assert [view.now for view in brain.views] == [1.0]
    assert circle.statistics().thinks == 1


def test_half_a_look_is_not_thought_about() -> None:
    brain = Counting()
    circle = looking(brain)
    whole = said(*batch("1.00", health=77))
    circle.feed(whole[:-3], 2.0)
    assert len(brain.views) == 1
    circle.feed(whole[-3:], 2.1)
    assert [view.health for view in brain.views] == [0, 77]


@pytest.mark.parametrize("size", [1, 2, 3, 7])
def test_small_pieces_of_any_size_lead_to_the_same_thinks(size: int) -> None:
    data = said(*batch("1.00", health=90), "DAM {Damage 5}", *batch("1.20", health=85))
    brain = Counting()
    circle = looking(brain)
    for start in range(0, len(data), size):
        circle.feed(data[start : start + size], 2.0)
    assert [view.health for view in brain.views[1::2]] == [90, 85]
    assert len(brain.views) == 4


@pytest.mark.parametrize(
    ("line", "kind"),
    [("DAM {Damage 5}", DamageTaken), ("DIE {Killer Bot1}", Died)],
)
def test_urgent_news_are_thought_about_before_the_next_look(line: str, kind: type) -> None:
    brain = Counting()
    circle = looking(brain)
    circle.feed(said(line), 1.5)
    assert brain.views[-1].now == 1.5
    assert [type(event.percept) for event in brain.views[-1].events] == [kind]


@pytest.mark.parametrize("line", ["WAL {Id Wall1}", "BMP {Id Bot1}", "VMS {String hello}"])
def test_other_news_wait_for_the_next_look(line: str) -> None:
    brain = Counting()
    circle = looking(brain)
    circle.feed(said(line), 1.5)
    assert len(brain.views) == 1
    circle.feed(said(*batch()), 2.0)
    assert len(brain.views[-1].events) == 1


def test_news_are_told_to_one_think_only() -> None:
    brain = Counting()
    circle = looking(brain)
    circle.feed(said("DAM {Damage 5}"), 1.5)
    circle.feed(said(*batch()), 2.0)
    assert brain.views[-1].events == ()


def test_of_several_looks_in_one_piece_the_newest_is_thought_about() -> None:
    brain = Counting()
    circle = looking(brain)
    looks = [line for health in (90, 80, 70) for line in batch(health=health)]
    circle.feed(said(*looks), 2.0)
    assert [view.health for view in brain.views[1:]] == [70]
    assert (circle.statistics().thinks, circle.statistics().thinks_dropped) == (2, 2)


def test_news_between_dropped_looks_are_kept() -> None:
    brain = Counting()
    circle = looking(brain)
    circle.feed(said(*batch(), "DAM {Damage 5}", *batch()), 2.0)
    assert len(brain.views[-1].events) == 1


def test_passing_time_alone_is_nothing_to_think_about() -> None:
    brain = Counting()
    circle = looking(brain)
    circle.tick(5.0)
    assert len(brain.views) == 1


def test_nothing_is_thought_after_the_end_of_the_match() -> None:
    brain = Counting()
    circle = looking(brain)
    circle.feed(said("FIN", *batch()), 2.0)
    assert len(brain.views) == 1


# What it notices


@pytest.mark.parametrize(
    ("human", "there", "is_noticed"),
    [
        (PERFECT, "-3000.00,0.00,0.00", True),
        (Human(is_limited=True), "3000.00,0.00,0.00", True),
        (Human(is_limited=True, alertness=0.5), "3000.00,0.00,0.00", False),
        (Human(is_limited=True), "-3000.00,0.00,0.00", False),
    ],
    ids=["without limits", "alert", "drowsy", "behind"],
)
def test_a_bot_notices_as_far_and_as_wide_as_its_limits_allow(
    human: Human, there: str, *, is_noticed: bool
) -> None:
    brain = Counting()
    circle = in_game(brain, human=human)
    me = "SLF {Id Bot9} {Team 255} {Location 0.00,0.00,0.00} {Rotation 0,0,0}"
    foe = f"PLR {{Id Bot1}} {{Team 255}} {{Location {there}}} {{Reachable True}}"
    circle.feed(said(me, foe, "END {Time 0.00}"), 1.0)
    assert bool(brain.views[-1].enemies) is is_noticed


# What it says


def test_a_circle_joins_by_itself() -> None:
    circle = Circle(Idle())
    circle.connect(bot_session(Join("Bob", team=1)), WHERE, 0.0)
    assert circle.feed(said("HELLO_BOT"), 0.0) == b"READY\r\n"
    assert circle.feed(said(*WORLD), 0.0) == b"INIT {Name Bob} {Team 1}\r\n"


def test_what_was_decided_is_said_at_once() -> None:
    circle = in_game(Counting())
    assert b"think 1" in circle.feed(said("END {Time 0.00}"), 1.0)


def test_what_is_said_is_handed_out_once() -> None:
    circle = looking(Counting())
    assert circle.tick(2.0) == b""


def test_a_quiet_server_is_asked_for_a_sign_of_life_in_time() -> None:
    circle = looking(Idle())
    assert circle.next_deadline == 6.0
    assert circle.tick(6.0) == b"PING\r\n"


def test_a_server_that_stays_silent_is_given_up() -> None:
    circle = looking(Idle())
    with pytest.raises(PeerSilent, match=r"^the server has been silent for 15\.0 s$"):
        circle.tick(16.0)


def test_closing_early_is_an_error() -> None:
    with pytest.raises(LinkClosed, match=r"^the server closed the connection while playing$"):
        looking(Idle()).close(2.0)


def test_closing_after_the_match_is_none() -> None:
    circle = looking(Idle())
    circle.feed(said("FIN"), 2.0)
    circle.close(2.0)
    assert not circle.session.is_playing


def test_goodbye_is_said_where_there_is_a_word_for_it() -> None:
    circle = Circle(Idle())
    circle.connect(bot_session(Join("Bob")), WHERE, 0.0)
    circle.feed(said("HELLO_BOT", *WORLD), 0.0)
    assert circle.leave(1.0, "enough") == b"QUIT\r\n"
    assert looking(Idle()).leave(1.0, "enough") == b""


def test_leaving_before_connecting_is_silent() -> None:
    assert Circle(Idle()).leave(0.0, "enough") == b""


def test_feeding_before_connecting_is_our_mistake() -> None:
    with pytest.raises(LocalProtocolError, match=r"^the circle was fed before it was connected$"):
        Circle(Idle()).feed(b"NFO\r\n", 0.0)


# What it records


def test_everything_is_recorded_in_the_order_it_happened() -> None:
    records: list[Record] = []
    circle = in_game(Counting(), record=records.append)
    circle.feed(said("END {Time 0.00}"), 1.0)
    circle.tick(2.0)
    circle.feed(said("FIN"), 3.0)
    circle.close(4.0)
    circle.leave(4.0, "the match is over")
    assert [type(record) for record in records] == [
        *(Connected, Received, Sent, Received),
        *(Received, Thought, Sent),
        *(Ticked, Received, Closed, Ended),
    ]


def test_records_hold_the_bytes_both_ways_with_their_times() -> None:
    records: list[Record] = []
    in_game(Idle(), record=records.append, now=2.5)
    assert records == [
        Connected(2.5, WHERE),
        Received(2.5, said(CLASSIC_NFO)),
        Sent(2.5, b"INIT {Name Bob}\r\n"),
        Received(2.5, said("BEG {Time 0.00}")),
    ]


def test_the_decision_is_recorded_whole() -> None:
    records: list[Record] = []
    circle = in_game(Counting(), record=records.append)
    circle.feed(said("END {Time 0.00}"), 1.0)
    assert records[-2] == Thought(1.0, Decision(say=Speak("think 1")))


# A second connection


def test_a_new_connection_begins_without_a_body() -> None:
    brain = Counting()
    circle = looking(brain)
    circle.feed(said(*batch(health=90)), 2.0)
    circle.connect(bot_session(Join("Bob")), WHERE, 3.0)
    circle.feed(said(CLASSIC_NFO), 3.0)
    circle.feed(said("BEG {Time 0.00}", "END {Time 0.00}"), 3.0)
    assert brain.views[-1].health == 0


def test_thinks_go_on_being_counted_over_connections() -> None:
    circle = looking(Counting())
    circle.connect(bot_session(Join("Bob")), WHERE, 3.0)
    circle.feed(said(CLASSIC_NFO), 3.0)
    circle.feed(said(*batch()), 3.0)
    assert circle.statistics().thinks == 2


# Brains that fail


class Answering(Brain):
    """Answers whatever it was told to."""

    def __init__(self, answer: Any) -> None:
        super().__init__()
        self.answer = answer

    def decide(self, view: View) -> Decision:
        answer: Decision = self.answer
        return answer


class Raising(Brain):
    """Cannot decide."""

    def decide(self, view: View) -> Decision:
        return Decision(say=Speak(str(1 // (view.health - view.health))))


def test_an_error_in_a_brain_is_told_with_its_time() -> None:
    told = "Raising.decide() raised ZeroDivisionError at 1.00 s: integer division or modulo by zero"
    with pytest.raises(PluginError, match=f"^{re.escape(told)}$") as caught:
        looking(Raising())
    assert isinstance(caught.value.__cause__, ZeroDivisionError)


class Confused(Counting):
    """Asks, and cannot bear it."""

    def questions(self) -> tuple[Question, ...]:
        raise ValueError("ask me no questions")

    def answer(self, reply: Reply) -> None:
        raise KeyError(reply.number)

    def is_open(self, number: int) -> bool:
        return number > 0


def test_an_error_in_what_a_brain_asks_is_told_with_its_time() -> None:
    circle = looking(Confused())
    circle.on_question = print
    with pytest.raises(PluginError) as caught:
        circle.feed(said(*batch()), 2.5)
    assert str(caught.value) == ("Confused.questions() raised ValueError at 2.50 s: ask me no questions")


def test_an_error_in_how_a_brain_takes_an_answer_is_told_with_its_time() -> None:
    circle = looking(Confused())
    with pytest.raises(PluginError) as caught:
        circle.answer(Reply(4), 2.5)
    assert str(caught.value) == "Confused.answer() raised KeyError at 2.50 s: 4"


@pytest.mark.parametrize("answer", [None, 5, "north", Speak("hi")])
def test_an_answer_that_is_no_decision_is_told(answer: object) -> None:
    with pytest.raises(PluginError) as caught:
        looking(Answering(answer))
    assert str(caught.value) == (
        f"Answering.decide() returned {answer!r}, expected a Decision; return Decision() to do nothing"
    )


@pytest.mark.parametrize("channel", ["move", "look", "fight", "say"])
def test_a_decision_with_something_else_than_an_intent_is_told(channel: str) -> None:
    unchecked: Any = Decision
    with pytest.raises(PluginError, match="north"):
        looking(Answering(unchecked(**{channel: "north"})))


# How long thinks take


def test_thinks_are_measured_by_the_given_clock() -> None:
    moments = iter([10.0, 10.25])
    took: list[float] = []
    circle = in_game(Idle())
    circle.stopwatch = lambda: next(moments)
    circle.on_think = took.append
    circle.feed(said("END {Time 0.00}"), 1.0)
    assert took == [0.25]
