"""Questions and their answers: ids, turns, time-outs, and answers nobody waits for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from agentfw.engines.gamebots.orders import AskPlaces
from agentfw.errors import LocalProtocolError, NotInDialect
from agentfw.geometry import ORIGIN, Vec3
from agentfw.vocabulary import (
    AskPath,
    AskReach,
    AskTrace,
    EntityId,
    Listing,
    PathReply,
    PathStep,
    Percept,
    Place,
    ReachReply,
    RequestId,
    RequestTimedOut,
    TraceReply,
)
from tests.support.conversations import both_dialects, hear, playing, sent
from tests.support.dialects import CLASSIC, GB2004

if TYPE_CHECKING:
    from agentfw.engines.gamebots import ClientSession, Dialect

_TO = AskPath(location=ORIGIN)
_GOAL = EntityId("PathNode1")


def _ask_paths(session: ClientSession, count: int) -> list[str]:
    """What the server is asked when so many paths are wanted at once."""
    for _ in range(count):
        session.send(_TO, 0.0)
    return [line.partition("}")[0] for line in sent(session)]


def _path_lines(request: str) -> tuple[str, ...]:
    return (
        f"SPTH {{MessageId {request}}}",
        "IPTH {RouteId PathNode1} {Location 1.00,2.00,3.00}",
        "EPTH",
    )


def test_path_in_brackets_is_one_reply() -> None:
    session = playing(GB2004)
    request = session.send(AskPath(target=_GOAL), 0.0)
    assert (request, sent(session)) == ("q1", ["GETPATH {Id q1} {Target PathNode1}"])
    first = PathStep(_GOAL, Vec3(1.0, 2.0, 3.0))
    held_back = [hear(session, line) for line in _path_lines("q1")]
    assert held_back == [[], [], [PathReply(RequestId("q1"), (first,))]]


def test_path_on_one_line_is_read_in_the_order_of_its_numbers() -> None:
    session = playing(CLASSIC)
    request = session.send(_TO, 0.0)
    steps = " ".join(
        f"{{{number} Node{number} {number}.000000,0.000000,0.000000}}" for number in (2, 10, 1)
    )
    (reply,) = hear(session, f"PTH {{ID {request}}} {steps}")
    assert isinstance(reply, PathReply)
    assert [step.id for step in reply.steps] == ["Node1", "Node2", "Node10"]


@pytest.mark.parametrize(
    ("dialect", "lines"),
    [(GB2004, ("SPTH {MessageId q1}", "EPTH")), (CLASSIC, ("PTH {Id q1}",))],
    ids=["gb2004", "classic"],
)
def test_path_without_steps_is_an_answer(dialect: Dialect, lines: tuple[str, ...]) -> None:
    session = playing(dialect)
    session.send(_TO, 0.0)
    assert hear(session, *lines) == [PathReply(RequestId("q1"))]


@both_dialects
def test_reach_answers_are_told_apart_by_their_id(dialect: Dialect) -> None:
    session = playing(dialect)
    near = session.send(AskReach(target=_GOAL), 0.0)
    far = session.send(AskReach(location=ORIGIN, request=RequestId("far")), 0.0)
    first = hear(session, "RCH {Id far} {Reachable False}")
    second = hear(session, f"RCH {{ID {near}}} {{Reachable True}} {{From 1.00,2.00,3.00}}")
    assert far == "far"
    assert first == [ReachReply(RequestId("far"), reachable=False)]
    assert second == [ReachReply(RequestId("q1"), reachable=True, start=Vec3(1.0, 2.0, 3.0))]
    assert session.statistics().requests_answered == 2


@pytest.mark.parametrize(
    ("detailed", "question", "answer", "hit_id"),
    [
        (False, "FTRACE {Id q1} {To 0.00,0.00,0.00}", "FTR {Id q1} {Result True}", None),
        (True, "TRACE {Id q1} {To 0.00,0.00,0.00}", "TRC {Id q1} {Result True} {HitId Wall}", "Wall"),
    ],
)
def test_traces_are_asked_and_answered_with_or_without_details(
    *, detailed: bool, question: str, answer: str, hit_id: EntityId | None
) -> None:
    session = playing(GB2004)
    session.send(AskTrace(detailed, ORIGIN), 0.0)
    assert sent(session) == [question]
    assert hear(session, answer) == [TraceReply(detailed, RequestId("q1"), hit=True, hit_id=hit_id)]


def test_paths_take_turns_where_the_answer_ends_without_an_id() -> None:
    session = playing(GB2004)
    assert _ask_paths(session, 3) == ["GETPATH {Id q1"]
    asked = []
    for request in ("q1", "q2", "q3"):
        hear(session, *_path_lines(request))
        asked += [line.partition("}")[0] for line in sent(session)]
    assert asked == ["GETPATH {Id q2", "GETPATH {Id q3"]


def test_many_paths_may_be_open_where_each_answer_is_one_line() -> None:
    assert _ask_paths(playing(CLASSIC), 2) == ["GETPATH {Location 0.000000,0.000000,0.000000"] * 2


def test_other_questions_do_not_wait_for_a_path() -> None:
    session = playing(GB2004)
    session.send(_TO, 0.0)
    session.send(AskReach(target=_GOAL), 0.0)
    assert [line.split()[0] for line in sent(session)] == ["GETPATH", "CHECKREACH"]


@both_dialects
def test_question_without_an_answer_times_out(dialect: Dialect) -> None:
    session = playing(dialect)
    request = session.send(AskReach(target=_GOAL), 10.0)
    assert session.next_deadline == 5.0  # the ping comes first
    hear(session, "DAM {Damage 1}", now=10.5)
    assert session.next_deadline == 13.0
    assert session.tick(12.9) == []
    assert session.tick(13.0) == [
        RequestTimedOut(RequestId("q1"), AskReach(request, target=_GOAL)),
    ]
    assert session.statistics().requests_timed_out == 1


@both_dialects
def test_late_answer_is_dropped_and_counted(dialect: Dialect) -> None:
    session = playing(dialect)
    session.send(AskReach(target=_GOAL), 0.0)
    session.tick(3.0)
    assert hear(session, "RCH {Id q1} {Reachable True}", "RCH {Id never} {Reachable True}") == []
    assert session.statistics().replies_late == 2


def test_path_that_times_out_makes_room_for_the_next_and_its_late_answer_is_no_answer() -> None:
    session = playing(GB2004)
    session.send(_TO, 0.0)
    session.send(_TO, 1.0)
    session.take_output()
    timed_out: list[Percept] = session.tick(3.0)
    assert [type(percept) for percept in timed_out] == [RequestTimedOut]
    assert sent(session) == ["GETPATH {Id q2} {Location 0.00,0.00,0.00}"]
    assert hear(session, *_path_lines("q1")) == []
    assert [type(percept) for percept in hear(session, *_path_lines("q2"))] == [PathReply]


def test_path_that_never_had_its_turn_times_out_like_any_other() -> None:
    session = playing(GB2004)
    _ask_paths(session, 5)
    assert session.next_deadline == 3.0
    assert [type(percept) for percept in session.tick(3.0)] == [RequestTimedOut] * 5
    assert session.statistics().requests_open == 0


@pytest.mark.parametrize("request_id", ["a{b", "a b ", "a\nb", "ж"])
def test_id_that_would_not_come_back_is_refused(request_id: str) -> None:
    session = playing(GB2004)
    with pytest.raises(LocalProtocolError, match="would not come back as it was sent"):
        session.send(AskReach(RequestId(request_id), target=_GOAL), 0.0)


def test_second_answer_to_one_question_is_dropped() -> None:
    session = playing(GB2004)
    session.send(AskReach(target=_GOAL), 0.0)
    hear(session, "RCH {Id q1} {Reachable True}")
    assert hear(session, "RCH {Id q1} {Reachable False}") == []


@pytest.mark.parametrize("line", ["IPTH {RouteId PathNode1}", "EPTH"])
def test_piece_of_a_path_without_its_beginning_is_counted(line: str) -> None:
    session = playing(GB2004)
    session.send(_TO, 0.0)
    assert hear(session, line) == []
    assert session.statistics().misplaced == 1


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (AskTrace(False, ORIGIN), "gamebots-ut99 has no word for AskTrace"),
        (AskPath(target=_GOAL), "gamebots-ut99 cannot say target of AskPath"),
    ],
)
def test_question_the_dialect_cannot_say_does_not_stay_open(
    question: AskTrace | AskPath, text: str
) -> None:
    session = playing(CLASSIC)
    with pytest.raises(NotInDialect) as caught:
        session.send(question, 0.0)
    assert str(caught.value) == text
    assert (session.statistics().requests_open, session.take_output()) == (0, b"")


@both_dialects
def test_id_of_an_open_question_cannot_be_used_again_before_the_answer(dialect: Dialect) -> None:
    session = playing(dialect)
    question = AskReach(RequestId("mine"), location=ORIGIN)
    session.send(question, 0.0)
    with pytest.raises(LocalProtocolError, match=r'^request "mine" is still open$'):
        session.send(question, 0.0)
    hear(session, "RCH {Id mine} {Reachable True}")
    assert session.send(question, 0.0) == "mine"


def test_id_of_a_path_that_waits_for_its_turn_is_in_use_as_well() -> None:
    session = playing(GB2004)
    session.send(_TO, 0.0)
    session.send(AskPath(RequestId("mine"), location=ORIGIN), 0.0)
    with pytest.raises(LocalProtocolError, match=r'^request "mine" is still open$'):
        session.send(AskReach(RequestId("mine"), location=ORIGIN), 0.0)


def test_id_made_up_for_a_question_is_never_one_that_is_in_use() -> None:
    session = playing(GB2004)
    session.send(AskReach(RequestId("q1"), location=ORIGIN), 0.0)
    assert session.send(AskReach(location=ORIGIN), 0.0) not in (None, "q1")


def test_more_questions_than_anybody_could_answer_are_our_mistake() -> None:
    session = playing(CLASSIC)
    _ask_paths(session, 1000)
    with pytest.raises(LocalProtocolError) as caught:
        session.send(_TO, 0.0)
    assert str(caught.value) == "more than 1000 questions are waiting for an answer"


def test_places_asked_for_in_the_game_come_as_a_listing() -> None:
    session = playing(GB2004)
    assert session.send(AskPlaces(), 0.0) is None
    assert sent(session) == ["GETNAVS"]
    assert hear(session, "SNAV", "NAV {Id P1}", "SNGP", "ENGP", "ENAV") == [
        Listing("places", (Place(EntityId("P1")),))
    ]
