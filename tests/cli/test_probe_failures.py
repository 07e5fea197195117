"""Servers that are not there, not what they should be, or not willing: one line and exit code 2."""

from __future__ import annotations

import contextlib
import socket
import time
from typing import TYPE_CHECKING

import pytest

from agentfw.testing import Script
from tests.support.background import background_server
from tests.support.command_line import called
from tests.support.conversations import WORLD, opening
from tests.support.dialects import CLASSIC, GB2004

if TYPE_CHECKING:
    from collections.abc import Iterator

_ASKS = "PASSWORD {BlockedByIP 10.0.0.1}"


@contextlib.contextmanager
def silent_port() -> Iterator[int]:
    """A port that takes connections and never says a word."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener.getsockname()[1]


def failure(
    capsys: pytest.CaptureFixture[str], script: Script, *options: str, timeout: str = "5"
) -> str:
    """The only line that a failing probe prints, with HOST:PORT in place of the address."""
    with background_server(script) as server:
        where = f"{server.host}:{server.port}"
        output = called(capsys, "probe", where, "--timeout", timeout, "--seconds", "0", *options)
    assert (output.code, output.out, output.err.count("\n")) == (2, "", 1)
    return output.err.replace(where, "HOST:PORT").rstrip("\n")


def protected() -> Script:
    return Script().reply("HELLO_BOT").expect("READY").reply(_ASKS)


def test_wrong_password_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    script = protected().expect("PASSWORD {Password guess}").reply("PASSWDWRONG").close()
    told = failure(capsys, script, "--password", "guess")
    assert told == "agentfw: HOST:PORT: the server refused the password"


def test_missing_password_is_told_with_who_set_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("AGENTFW_PASSWORD", raising=False)
    assert failure(capsys, protected()) == (
        "agentfw: HOST:PORT: the server asks for a password (set from 10.0.0.1) and none was given"
    )


def test_a_full_server_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    told = failure(capsys, Script().reply("HELLO_BOT {ServerFull True}").close())
    assert told == "agentfw: HOST:PORT: the server is full"


def test_a_refused_port_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with silent_port() as port:
        pass
    output = called(capsys, "probe", f"127.0.0.1:{port}")
    assert (output.code, output.out) == (2, "")
    assert output.err == f"agentfw: 127.0.0.1:{port}: connection refused\n"


def test_a_silent_port_is_given_up_within_the_time_out(capsys: pytest.CaptureFixture[str]) -> None:
    start = time.monotonic()
    with silent_port() as port:
        output = called(capsys, "probe", f"127.0.0.1:{port}", "--timeout", "0.1")
    assert (output.code, output.out) == (2, "")
    assert output.err == f"agentfw: 127.0.0.1:{port}: connected, but no greeting within 0.1 s\n"
    assert time.monotonic() - start < 5.0


def test_a_web_server_is_told_by_what_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    script = Script().expect("PING").reply("HTTP/1.1 400 Bad Request", "Connection: close").close()
    assert failure(capsys, script, timeout="0.4") == (
        "agentfw: HOST:PORT: this is not a game server we know: it began with "
        '"HTTP/1.1 400 Bad Request", expected HELLO_BOT or NFO'
    )


def test_the_greeting_of_another_port_is_told_with_the_right_one(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert failure(capsys, Script().reply("HELLO_CONTROL_SERVER")) == (
        'agentfw: HOST:PORT: "HELLO_CONTROL_SERVER" is the greeting of a control port; '
        "use the bot port (usually 3000)"
    )


def test_a_server_that_closes_without_a_greeting_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    told = failure(capsys, Script().close())
    assert told == "agentfw: HOST:PORT: the server closed the connection without a greeting"


def test_a_server_that_closes_before_it_lets_us_in_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    script = Script().reply("HELLO_BOT").expect("READY").reply(*WORLD[:5]).close()
    told = failure(capsys, script)
    assert told == "agentfw: HOST:PORT: the server closed the connection while reading the world lists"


@pytest.mark.parametrize("greeting", [opening(CLASSIC), opening(GB2004)], ids=["classic", "2004"])
def test_a_server_that_never_lets_us_in_is_told(
    capsys: pytest.CaptureFixture[str], greeting: tuple[str, ...]
) -> None:
    told = failure(capsys, Script().reply(*greeting), timeout="0.2")
    assert told == "agentfw: HOST:PORT: greeted us, but after 0.2 s we are still waiting to be let in"


@pytest.mark.parametrize("greeting", [opening(CLASSIC), opening(GB2004)], ids=["classic", "2004"])
def test_a_server_that_closes_in_the_middle_is_shown_with_the_reason(
    capsys: pytest.CaptureFixture[str], greeting: tuple[str, ...]
) -> None:
    script = Script().reply(*greeting)
    if greeting == opening(GB2004):
        script.expect("READY")
    script.expect("INIT").reply("BEG {Time 1.00}", "END {Time 1.00}", "BEG {Time 1.25}").close()
    with background_server(script) as server:
        output = called(capsys, "probe", f"{server.host}:{server.port}")
    server.assert_done()
    assert (output.code, output.err) == (0, "")
    assert output.out.splitlines()[-1] == "ended     the server closed the connection while playing"


def test_an_unknown_dialect_is_told_before_anybody_is_called(
    capsys: pytest.CaptureFixture[str],
) -> None:
    output = called(capsys, "probe", "no-such-host.invalid", "--dialect", "gamebots-ut98")
    assert output.code == 2
    assert output.err.startswith('agentfw: there is no dialect "gamebots-ut98"')
