"""Silence: when the server is asked for a sign of life, and when it counts as gone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from agentfw.engines.gamebots import Limits
from agentfw.engines.gamebots.wire import Pong
from agentfw.errors import PeerSilent
from tests.support.conversations import (
    SESAME,
    both_dialects,
    hear,
    playing,
    sent,
    silent_session,
)
from tests.support.dialects import CLASSIC, GB2004

if TYPE_CHECKING:
    from agentfw.engines.gamebots import Dialect


@both_dialects
def test_quiet_server_is_asked_for_a_sign_of_life(dialect: Dialect) -> None:
    session = playing(dialect)
    session.tick(4.9)
    assert sent(session) == []
    assert session.tick(5.0) == []
    assert sent(session) == ["PING"]


def test_pings_keep_their_distance() -> None:
    session = playing(GB2004)
    pings = []
    for tenth in range(149):
        session.tick(tenth / 10)
        pings += [tenth / 10 for _ in sent(session)]
    assert pings == [5.0, 10.0]


@both_dialects
def test_server_that_stays_silent_counts_as_gone(dialect: Dialect) -> None:
    session = playing(dialect)
    session.tick(14.9)
    with pytest.raises(PeerSilent, match=r"^the server has been silent for 15\.0 s$"):
        session.tick(15.0)


def test_limits_say_how_patient_a_session_is() -> None:
    session = playing(GB2004, limits=Limits(ping_after_s=0.5, silence_s=2.0))
    session.tick(0.5)
    assert sent(session) == ["PING"]
    with pytest.raises(PeerSilent, match=r"^the server has been silent for 2\.3 s$"):
        session.tick(2.3)


@pytest.mark.parametrize(("dialect", "line"), [(GB2004, "PONG {Time 7.50}"), (CLASSIC, "PONG ")])
def test_answer_to_a_ping_is_a_sign_of_life(dialect: Dialect, line: str) -> None:
    session = playing(dialect)
    session.tick(14.0)
    assert hear(session, line, now=14.5) == [Pong(7.5 if dialect is GB2004 else None)]
    assert session.tick(20.0) == []


def test_half_a_line_is_a_sign_of_life() -> None:
    session = playing(GB2004)
    session.feed(b"BEG {Ti", 14.0)
    assert session.tick(16.0) == []


def test_silence_counts_from_the_first_tick_when_nothing_was_ever_heard() -> None:
    session = silent_session()
    assert (session.next_deadline, session.tick(100.0)) == (None, [])
    with pytest.raises(PeerSilent, match=r"^the server has been silent for 15\.0 s$"):
        session.tick(115.0)


def test_nobody_is_pinged_before_the_greeting() -> None:
    session = silent_session()
    session.feed(b"HEL", 0.0)
    session.tick(6.0)
    assert sent(session) == []


def test_nobody_is_pinged_while_the_password_is_checked() -> None:
    # The real server would not answer: it hears nothing but the password.
    session = silent_session(password=SESAME)
    hear(session, "HELLO_BOT", "PASSWORD {BlockedByIP }")
    session.take_output()
    session.tick(6.0)
    assert sent(session) == []


def test_server_is_pinged_while_it_waits_for_us_to_join() -> None:
    session = silent_session()
    hear(session, "HELLO_BOT", "SHS", "EHS")
    session.take_output()
    session.tick(5.0)
    assert sent(session) == ["PING"]


def test_deadlines_are_the_next_ping_and_then_the_end_of_patience() -> None:
    session = playing(GB2004)
    deadlines = [session.next_deadline]
    for moment in (5.0, 10.0):
        session.tick(moment)
        deadlines.append(session.next_deadline)
    assert deadlines == [5.0, 10.0, 15.0]


def test_deadline_moves_on_with_every_byte() -> None:
    session = playing(GB2004)
    session.feed(b"B", 3.5)
    assert session.next_deadline == 8.5


@pytest.mark.parametrize(
    "heard", [b"HEL", b"HELLO_BOT\r\nPASSWORD {BlockedByIP }\r\n"], ids=["greeting", "password check"]
)
def test_deadline_is_never_in_the_past_after_a_tick(heard: bytes) -> None:
    """A driver that waits until then would otherwise run hot until the end of patience."""
    session = silent_session(password=SESAME)
    session.feed(heard, 0.0)
    session.tick(5.0)
    assert session.next_deadline is not None
    assert session.next_deadline > 5.0
