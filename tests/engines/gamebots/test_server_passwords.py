"""A server with a password hears nothing else before it was given."""

from __future__ import annotations

import pytest

from agentfw.engines.gamebots import ServerSession, ServerState
from agentfw.engines.gamebots.orders import GivePassword, Ready
from agentfw.errors import LocalProtocolError
from tests.support.conversations import SESAME, commanded, sent
from tests.support.dialects import GB2004


def test_only_the_password_and_ready_are_heard_while_it_is_missing() -> None:
    session = ServerSession(GB2004, password=SESAME, blocked_by="10.0.0.7")
    assert commanded(session, "PING", "INIT {Name Bob}", "GETNAVS", "QUIT", "XYZ", "READY") == []
    assert sent(session) == ["PASSWORD {BlockedByIP 10.0.0.7}"]
    assert session.state is ServerState.CHECKING


@pytest.mark.parametrize("before", [(), ("READY",)], ids=["unasked", "asked"])
def test_right_password_opens_the_way_and_asks_for_the_world(before: tuple[str, ...]) -> None:
    session = ServerSession(GB2004, password=SESAME)
    commanded(session, *before)
    session.take_output()
    assert commanded(session, f"PASSWORD {{Password {SESAME}}}") == [Ready()]
    assert (sent(session), session.state) == (["PASSWDOK"], ServerState.WAITING)


@pytest.mark.parametrize("guess", ["wrong", "", SESAME.upper(), f"{SESAME} "])
def test_wrong_password_is_refused_and_closes(guess: str) -> None:
    session = ServerSession(GB2004, password=SESAME)
    assert commanded(session, f"PASSWORD {{Password {guess}}}", f"PASSWORD {{Password {SESAME}}}") == []
    assert (sent(session), session.wants_close) == (["PASSWDWRONG"], True)


def test_password_beyond_ascii_is_compared_letter_by_letter() -> None:
    session = ServerSession(GB2004, password=f"{SESAME} \xe9")
    assert commanded(session, f"PASSWORD {{Password {SESAME} \xe9}}") == [Ready()]


def test_password_nobody_asked_for_changes_nothing() -> None:
    session = ServerSession(GB2004)
    assert commanded(session, "PASSWORD {Password x}") == [GivePassword("x")]
    assert (sent(session), session.state) == ([], ServerState.WAITING)


def test_client_is_not_let_in_before_its_password() -> None:
    with pytest.raises(
        LocalProtocolError, match=r"^let_in is not possible while waiting for the password$"
    ):
        ServerSession(GB2004, password=SESAME).let_in()
