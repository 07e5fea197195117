"""What the server end tells a client that plays: batches, paths, the end of the match."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from agentfw.engines.gamebots import ServerSession, ServerState
from agentfw.errors import LocalProtocolError, NotInDialect
from agentfw.geometry import ORIGIN, Vec3
from agentfw.vocabulary import (
    EntityId,
    MapChanging,
    PathReply,
    PathStep,
    RequestId,
    SelfMotion,
    SelfState,
)
from tests.support.conversations import both_dialects, commanded, sent, serving
from tests.support.dialects import CLASSIC, GB2004

if TYPE_CHECKING:
    from agentfw.engines.gamebots import Dialect


@both_dialects
def test_batch_is_told_between_its_brackets(dialect: Dialect) -> None:
    session = serving(dialect)
    session.send_batch(1.5, [SelfState(health=80)])
    time = "1.500000" if dialect is CLASSIC else "1.50"
    assert sent(session) == [f"BEG {{Time {time}}}", "SLF {Health 80}", f"END {{Time {time}}}"]


@both_dialects
def test_batch_before_the_client_is_in_the_game_is_our_mistake(dialect: Dialect) -> None:
    with pytest.raises(LocalProtocolError) as caught:
        ServerSession(dialect).send_batch(1.0, [])
    assert str(caught.value) == "a batch was sent while waiting for the client to join"


@pytest.mark.parametrize(
    ("dialect", "lines"),
    [
        (
            GB2004,
            [
                "SPTH {MessageId q1}",
                "IPTH {RouteId P1} {Location 0.00,0.00,0.00}",
                "IPTH {RouteId P2} {Location 1.00,2.00,3.00}",
                "EPTH",
            ],
        ),
        (CLASSIC, ["PTH {ID q1} {0 P1 0.000000,0.000000,0.000000} {1 P2 1.000000,2.000000,3.000000}"]),
    ],
    ids=["gb2004", "classic"],
)
def test_path_is_answered_as_the_dialect_does_it(dialect: Dialect, lines: list[str]) -> None:
    session = serving(dialect)
    steps = (PathStep(EntityId("P1"), ORIGIN), PathStep(EntityId("P2"), Vec3(1.0, 2.0, 3.0)))
    session.send(PathReply(RequestId("q1"), steps))
    assert sent(session) == lines


@pytest.mark.parametrize(
    ("dialect", "lines"),
    [(GB2004, ["SPTH {MessageId q1}", "EPTH"]), (CLASSIC, ["PTH {ID q1}"])],
    ids=["gb2004", "classic"],
)
def test_path_without_steps_is_answered_too(dialect: Dialect, lines: list[str]) -> None:
    session = serving(dialect)
    session.send(PathReply(RequestId("q1")))
    assert sent(session) == lines


def test_end_of_the_match_is_told_last_and_closes() -> None:
    session = serving(GB2004)
    session.end(MapChanging("DM-Rankin"))
    assert sent(session) == ["MAPCHANGE {MapName DM-Rankin}", "FIN"]
    assert (session.state, session.wants_close) == (ServerState.ENDED, True)


@both_dialects
def test_match_may_end_for_those_who_wait_and_more_than_once(dialect: Dialect) -> None:
    session = ServerSession(dialect)
    session.end()
    session.end()
    assert [line.strip() for line in sent(session)] == ["FIN", "FIN"]


@both_dialects
def test_nothing_is_heard_or_batched_after_the_end(dialect: Dialect) -> None:
    session = serving(dialect)
    session.end()
    session.take_output()
    assert (commanded(session, "PING", "STOP"), sent(session)) == ([], [])
    with pytest.raises(LocalProtocolError, match=r"^a batch was sent while match ended$"):
        session.send_batch(1.0, [])


def test_batch_with_something_unsayable_is_not_begun() -> None:
    server = ServerSession(CLASSIC)
    server.let_in()
    with pytest.raises(NotInDialect):
        server.send_batch(1.0, [SelfState(), SelfMotion()])
    assert server.take_output() == b""


def test_nothing_is_told_to_a_client_that_is_gone() -> None:
    server = ServerSession(CLASSIC)
    server.feed_end()
    with pytest.raises(LocalProtocolError, match=r"^a message was sent to a client that is gone$"):
        server.send(SelfState())
