"""Servers that do not let us in, and servers that are none: which error, in which words."""

from __future__ import annotations

import pytest

from agentfw.engines.gamebots import ClientSession, ClientState
from agentfw.errors import RemoteProtocolError, ServerFull, WrongPassword
from tests.support.conversations import SESAME, hear, silent_session
from tests.support.dialects import CLASSIC

_FOREIGN = 'this is not a game server we know: it began with "{}", expected {}'


@pytest.mark.parametrize(
    ("line", "by"),
    [("PASSWORD {BlockedByIP 10.0.0.7}", " (set from 10.0.0.7)"), ("PASSWORD {BlockedByIP }", "")],
)
def test_missing_password_is_told_with_the_address_that_set_it(line: str, by: str) -> None:
    session = silent_session()
    with pytest.raises(WrongPassword) as caught:
        hear(session, "HELLO_BOT", line)
    assert str(caught.value) == f"the server asks for a password{by} and none was given"
    assert session.state is ClientState.CLOSED


def test_wrong_password_ends_the_session() -> None:
    session = silent_session(password=SESAME)
    with pytest.raises(WrongPassword, match=r"^the server refused the password$"):
        hear(session, "HELLO_BOT", "PASSWORD {BlockedByIP }", "PASSWDWRONG")
    assert session.state is ClientState.CLOSED


def test_full_server_ends_the_session_without_ready() -> None:
    session = silent_session()
    with pytest.raises(ServerFull, match=r"^the server is full$"):
        hear(session, "HELLO_BOT {ServerFull True}")
    assert (session.take_output(), session.state) == (b"", ClientState.CLOSED)


@pytest.mark.parametrize(
    ("role", "line", "text"),
    [
        (
            "bot",
            "HELLO_CONTROL_SERVER",
            '"HELLO_CONTROL_SERVER" is the greeting of a control port; use the bot port (usually 3000)',
        ),
        (
            "observer",
            "HELLO_BOT",
            '"HELLO_BOT" is the greeting of a bot port; use the observer port (usually 3002)',
        ),
        (
            "bot",
            "HTTP/1.1 400 Bad Request",
            _FOREIGN.format("HTTP/1.1 400 Bad Request", "HELLO_BOT or NFO"),
        ),
        (
            "control",
            "220 " + "x" * 70,
            _FOREIGN.format(f"220 {'x' * 56}\\u2026", "HELLO_CONTROL_SERVER"),
        ),
    ],
)
def test_foreign_greeting_says_what_was_found_and_what_to_do(role: str, line: str, text: str) -> None:
    with pytest.raises(RemoteProtocolError) as caught:
        hear(silent_session(role), line)
    assert str(caught.value) == text


def test_greeting_of_a_dialect_that_was_not_asked_for_is_foreign() -> None:
    with pytest.raises(RemoteProtocolError, match=r'it began with "HELLO_BOT", expected NFO$'):
        hear(ClientSession([CLASSIC]), "HELLO_BOT")
