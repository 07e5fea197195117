from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from agentfw.cli.probe import parse_address
from agentfw.errors import UsageError
from agentfw.testing import Script
from tests.support.background import background_server
from tests.support.command_line import Output, called
from tests.support.conversations import SESAME, WORLD, opening
from tests.support.dialects import CLASSIC, GB2004

if TYPE_CHECKING:
    from collections.abc import Callable

    from agentfw.testing import ScriptedServer

JOINED_2004 = ("INITED {BotId DM-Flux2.Bot9}", "SPW")
RATES = re.compile(
    r"rates     [\d.e+]+ snapshots/s, [\d.e+]+ updates/s, [\d.e+]+ lines/s, [\d.]+ kB/s over [\d.]+ s"
)


def batch(time: str) -> tuple[str, str, str]:
    return f"BEG {{Time {time}}}", "SLF {Id x} {Health 100}", f"END {{Time {time}}}"


def welcome_2004() -> Script:
    """A server that lets the probe in and has told two batches."""
    script = Script().reply("HELLO_BOT").expect("READY").reply(*WORLD)
    script.expect("INIT {Name agentfw-probe}")
    return script.reply(*JOINED_2004, *batch("1.00"), "UPD {Loc 1.00,2.00,3.00}", *batch("1.25"))


def welcome_classic() -> Script:
    """A classic server that does the same."""
    script = Script().reply(*opening(CLASSIC)).expect("INIT {Name agentfw-probe}")
    return script.reply(*batch("1.000000"), *batch("1.144000"))


def probed(
    capsys: pytest.CaptureFixture[str], server: ScriptedServer, *options: str, timeout: str = "5"
) -> Output:
    """What a probe of the server printed, with HOST:PORT in place of the address."""
    where = f"{server.host}:{server.port}"
    output = called(capsys, "probe", where, "--timeout", timeout, *options)
    out, err = (text.replace(where, "HOST:PORT") for text in (output.out, output.err))
    return Output(output.code, out, err)


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("ut-host", ("ut-host", 3000)),
        ("ut-host:3001", ("ut-host", 3001)),
        ("127.0.0.1:65535", ("127.0.0.1", 65535)),
        ("[::1]", ("::1", 3000)),
        ("[::1]:3001", ("::1", 3001)),
        ("::1", ("::1", 3000)),
        ("fe80::1%eth0", ("fe80::1%eth0", 3000)),
    ],
)
def test_an_address_is_a_host_and_perhaps_a_port(text: str, address: tuple[str, int]) -> None:
    assert parse_address(text) == address


@pytest.mark.parametrize(
    "text",
    [
        "",
        ":3000",
        "host:",
        "host:0",
        "host:65536",
        "host:three",
        "host:-1",
        "host:٣",
        "host: 3000",
        "[::1]:",
        "[::1",
        "[::1]3000",
        "[]:3000",
        "host:" + "9" * 5000,
    ],
)
def test_anything_else_is_told_with_an_example(text: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_address(text)
    assert str(caught.value) == (
        f'"{text}" is not an address: expected HOST or HOST:PORT, as in localhost:3000'
    )


def test_a_server_with_a_greeting_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    with background_server(welcome_2004().expect("QUIT")) as server:
        output = probed(capsys, server, "--seconds", "0")
    lines = output.out.splitlines()
    server.assert_done()
    assert (output.code, output.err) == (0, "")
    assert lines[:5] == [
        "server    HOST:PORT",
        "dialect   gamebots-2004",
        "level     DM-Flux2",
        "game      BotDeathMatch",
        "learned   2 places, 1 links, 1 players",
    ]
    assert RATES.fullmatch(lines[5])
    assert lines[6:] == ["oddities  none"]


def test_a_classic_server_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    with background_server(welcome_classic()) as server:
        output = probed(capsys, server, "--seconds", "0")
    lines = output.out.splitlines()
    server.assert_done()
    assert (output.code, output.err) == (0, "")
    assert lines[:5] == [
        "server    HOST:PORT",
        "dialect   gamebots-ut99",
        "level     DM-Stalwart",
        "game      BotDeathMatch",
        "learned   nothing yet: this dialect tells only what is in view",
    ]
    assert RATES.fullmatch(lines[5])
    assert lines[6:] == ["oddities  none"]


def test_what_is_odd_about_a_server_is_counted(capsys: pytest.CaptureFixture[str]) -> None:
    odd = ("NEWS {A 1}", "SLF {Id x} {Hat red} {Shoes 2}", "SLF {Health much}", "IPTH {RouteId n}")
    with background_server(welcome_2004().reply(*odd).close()) as server:
        lines = probed(capsys, server).out.splitlines()
    assert lines[6] == (
        "oddities  1 unknown words, 2 unknown attributes, 1 rejected lines, 1 words out of order"
    )


@pytest.mark.parametrize("script", [welcome_2004, welcome_classic])
def test_json_holds_the_findings_and_the_counters(
    capsys: pytest.CaptureFixture[str], script: Callable[[], Script]
) -> None:
    with background_server(script().close()) as server:
        output = probed(capsys, server, "--json")
    found = json.loads(output.out)
    assert output.out.count("\n") == 1
    assert (output.code, found["where"], found["game_type"]) == (0, "HOST:PORT", "BotDeathMatch")
    assert found["statistics"]["dialect"] == found["dialect"]
    assert found["statistics"]["snapshots"] == 2
    assert found["statistics"]["rejected"] == 0
    assert found["ended"] == "the server closed the connection while playing"


@pytest.mark.parametrize("script", [welcome_2004, welcome_classic])
def test_a_match_that_ends_as_we_join_is_shown_all_the_same(
    capsys: pytest.CaptureFixture[str], script: Callable[[], Script]
) -> None:
    ending = script()
    ending.steps.pop()
    with background_server(ending.reply(*batch("1.00"), "FIN").close()) as server:
        output = probed(capsys, server)
    server.assert_done()
    assert (output.code, output.err) == (0, "")
    assert output.out.splitlines()[3] == "game      BotDeathMatch"


def test_the_probe_says_goodbye(capsys: pytest.CaptureFixture[str]) -> None:
    with background_server(welcome_2004().expect("QUIT")) as server:
        output = probed(capsys, server, "--seconds", "0")
    server.assert_done()
    assert output.code == 0
    assert server.received == ["READY", "INIT {Name agentfw-probe}", "QUIT"]


def test_the_probe_plays_under_the_name_it_is_given(capsys: pytest.CaptureFixture[str]) -> None:
    script = Script().reply(*opening(CLASSIC)).expect("INIT {Name Miss Marple}").reply(*batch("1.0"))
    with background_server(script) as server:
        output = probed(capsys, server, "--seconds", "0", "--name", "Miss Marple")
    server.assert_done()
    assert output.code == 0


@pytest.mark.parametrize("greeting", [opening(CLASSIC), opening(GB2004)], ids=["classic", "2004"])
def test_without_joining_the_probe_looks_from_outside(
    capsys: pytest.CaptureFixture[str], greeting: tuple[str, ...]
) -> None:
    with background_server(Script().reply(*greeting)) as server:
        output = probed(capsys, server, "--no-join", "--seconds", "0")
    assert output.code == 0
    assert output.out.splitlines()[3] == "game      BotDeathMatch"
    assert not [line for line in server.received if line.startswith("INIT")]


def test_a_control_port_is_not_joined(capsys: pytest.CaptureFixture[str]) -> None:
    script = Script().reply("HELLO_CONTROL_SERVER").expect("READY").reply(*WORLD, "ALIVE {Time 1.00}")
    with background_server(script.expect("QUIT")) as server:
        output = probed(capsys, server, "--role", "control", "--seconds", "0")
    server.assert_done()
    assert output.out.splitlines()[4] == "learned   2 places, 1 links, 1 players"


def test_a_password_is_given_from_the_environment(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AGENTFW_PASSWORD", SESAME)
    script = Script().reply("HELLO_BOT").expect("READY").reply("PASSWORD {BlockedByIP 10.0.0.1}")
    script.expect(f"PASSWORD {{Password {SESAME}}}").reply("PASSWDOK", *WORLD)
    with background_server(script.expect("INIT").reply(*JOINED_2004).expect("QUIT")) as server:
        output = probed(capsys, server, "--seconds", "0")
    server.assert_done()
    assert output.code == 0
    assert SESAME not in output.out + output.err


def test_what_a_server_says_does_not_steer_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    greeting = "NFO {Gametype Bot\x07\x08Match} {Level DM\x85\x9b2J}"
    with background_server(Script().reply(greeting)) as server:
        output = probed(capsys, server, "--no-join", "--seconds", "0")
    assert output.code == 0
    assert all(line.isprintable() for line in output.out.split("\n"))
