"""How often a bot looks: asked for once the server knows it, where there is a word for that."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import msgspec
import pytest

from agentfw.engines.gamebots import ClientSession
from agentfw.errors import NotInDialect
from agentfw.vocabulary import Join
from tests.support.conversations import both_dialects, hear, opening, sent
from tests.support.dialects import BOTH, CLASSIC, GB2004

if TYPE_CHECKING:
    from agentfw.engines.gamebots import Dialect

LET_IN = "INITED {BotId Bot9}"


def joining(dialect: Dialect, looks_hz: float | None) -> ClientSession:
    """A session that has just asked to be let in."""
    session = ClientSession([dialect], join=Join("Bob", looks_hz=looks_hz))
    hear(session, *opening(dialect))
    return session


def asked_for(looks_hz: float) -> list[str]:
    """What is said to be told of so many looks."""
    session = joining(GB2004, looks_hz)
    session.take_output()
    hear(session, LET_IN)
    return sent(session)


@both_dialects
def test_nothing_of_the_pace_is_said_when_joining(dialect: Dialect) -> None:
    assert sent(joining(dialect, 10.0))[-1] == "INIT {Name Bob}"


@pytest.mark.parametrize(
    ("looks_hz", "seconds"), [(10.0, "0.11"), (5.0, "0.22"), (1.0, "1.10"), (20.0, "0.06")]
)
def test_looks_are_asked_for_in_seconds_of_the_games_clock(looks_hz: float, seconds: str) -> None:
    assert asked_for(looks_hz) == [f"CONF {{VisionTime {seconds}}}"]


@pytest.mark.parametrize(
    ("looks_hz", "seconds"),
    [
        (1000.0, "0.05"),
        (math.inf, "0.05"),
        (0.01, "2.00"),
        (0.0, "2.00"),
        (-1.0, "2.00"),
        (math.nan, "0.05"),
    ],
)
def test_what_the_server_would_ignore_is_never_asked_for(looks_hz: float, seconds: str) -> None:
    assert asked_for(looks_hz) == [f"CONF {{VisionTime {seconds}}}"]


def test_pace_is_asked_for_once() -> None:
    session = joining(GB2004, 10.0)
    hear(session, LET_IN)
    session.take_output()
    hear(session, "SPW", "BEG {Time 1.00}", "END {Time 1.00}", LET_IN)
    assert sent(session) == []


@both_dialects
def test_nothing_is_asked_for_when_no_pace_is_wanted(dialect: Dialect) -> None:
    session = joining(dialect, None)
    session.take_output()
    hear(session, "BEG {Time 1.00}", "END {Time 1.00}")
    assert (sent(session), session.is_pace_refused) == ([], False)


def test_server_without_a_word_for_it_is_told_nothing() -> None:
    session = joining(CLASSIC, 10.0)
    session.take_output()
    hear(session, "BEG {Time 1.00}", "END {Time 1.00}")
    assert (sent(session), session.is_pace_refused, session.is_playing) == ([], True, True)


def test_server_with_a_word_for_it_refuses_nothing() -> None:
    session = joining(GB2004, 10.0)
    hear(session, LET_IN)
    assert not session.is_pace_refused


@pytest.mark.parametrize("dialect", BOTH, ids=[dialect.name for dialect in BOTH])
def test_pace_that_a_caller_joins_with_is_asked_for_too(dialect: Dialect) -> None:
    session = ClientSession([dialect])
    hear(session, *opening(dialect))
    session.send(Join("Bob", looks_hz=10.0), 0.0)
    session.take_output()
    hear(session, "BEG {Time 1.00}")
    assert sent(session) == ([] if dialect is CLASSIC else ["CONF {VisionTime 0.11}"])


def test_pace_survives_a_file() -> None:
    join = Join("Bob", looks_hz=10.0)
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(join), type=Join) == join


def test_join_of_an_old_file_wants_no_pace() -> None:
    old = msgspec.msgpack.encode({"type": "Join", "player_name": "Bob"})
    assert msgspec.msgpack.decode(old, type=Join) == Join("Bob")


@both_dialects
def test_no_dialect_says_the_pace_in_the_word_for_joining(dialect: Dialect) -> None:
    session = joining(dialect, None)
    with pytest.raises(NotInDialect, match="looks_hz"):
        session._encode(Join("Bob", looks_hz=10.0))
