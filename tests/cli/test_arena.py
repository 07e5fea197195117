"""``agentfw arena``: matches to look at, servers to play on, and what is said when neither can be."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from tests.support.command_line import Output, called
from tests.support.guests import write_map

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

HOST = "127.0.0.1"
SHORT = ("--bots", "2", "--time-limit", "0.3")
_TABLE_HEAD = "  player               team    score  kills deaths"


def played(capsys: pytest.CaptureFixture[str], *options: str | Path) -> Output:
    """A short match on the smallest map, unless the options say otherwise."""
    where = () if "--map" in options or "--mode" in options else ("--map", "dm-closet")
    limit = () if "--time-limit" in options or "--score-limit" in options else ("--time-limit", "0.3")
    return called(capsys, "arena", "--play", *where, *limit, *options)


# A match to look at


def test_a_match_is_played_at_once_and_shown_as_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    output = played(capsys, "--bots", "2", "--seed", "4")
    lines = output.out.splitlines()
    assert (output.code, output.err) == (0, "")
    assert re.fullmatch(r"DM-Closet, dm: (\w+ wins|a draw) at the time limit after 0:\d\d\.", lines[0])
    assert lines[1] == _TABLE_HEAD
    assert all(re.fullmatch(r"  \w+ +- +-?\d+ +\d+ +\d+", line) for line in lines[2:4])
    assert re.fullmatch(r"0:\d\d of play in \d+\.\d s, \d+ times as fast as real time\.", lines[4])


def test_teams_are_shown_with_their_scores(capsys: pytest.CaptureFixture[str]) -> None:
    output = played(capsys, "--mode", "tdm", "--bots", "4")
    lines = output.out.splitlines()
    assert output.code == 0
    assert lines[0].startswith("CTF-Twins, tdm: ")
    assert [line.split()[0] for line in lines[1:3]] == ["red", "blue"]
    assert sorted(line.split()[1] for line in lines[4:8]) == ["blue", "blue", "red", "red"]


def test_the_same_seed_gives_the_same_match(capsys: pytest.CaptureFixture[str]) -> None:
    first, second, other = (
        played(capsys, "--json", "--bots", "3", "--seed", seed).out for seed in ("7", "7", "8")
    )
    assert first == second
    assert first != other


def test_json_is_one_line_with_the_result(capsys: pytest.CaptureFixture[str]) -> None:
    output = played(capsys, "--json", "--bots", "2", "--seed", "5")
    found = json.loads(output.out)
    assert (output.code, output.err, output.out.count("\n")) == (0, "", 1)
    assert (found["level"], found["mode"], found["seed"], found["because"]) == (
        "DM-Closet",
        "dm",
        5,
        "time",
    )
    assert [set(player) for player in found["players"]] == [
        {"name", "team", "score", "kills", "deaths"}
    ] * 2


@pytest.mark.parametrize(
    ("mode", "dialect"),
    [
        ("dm", "gamebots-2004"),
        ("tdm", "gamebots-ut99"),
        ("ctf", "gamebots-2004"),
        ("ctf", "gamebots-ut99"),
        ("dom", "gamebots-ut99"),
        ("ddom", "gamebots-2004"),
    ],
)
def test_every_mode_can_be_played(capsys: pytest.CaptureFixture[str], mode: str, dialect: str) -> None:
    options = ("--mode", mode, "--dialect", dialect, "--json", "--time-limit", "0.1")
    found = json.loads(played(capsys, *options).out)
    assert (found["mode"], len(found["players"])) == (mode, 6)


def test_a_score_limit_ends_the_match(capsys: pytest.CaptureFixture[str]) -> None:
    options = ("--bots", "2", "--skill", "7", "--score-limit", "1", "--time-limit", "0", "--json")
    found = json.loads(played(capsys, *options).out)
    assert (found["because"], found["players"][0]["score"]) == ("score", 1.0)


@pytest.mark.parametrize("bots", [2, 5])
def test_as_many_bots_play_as_asked_for(capsys: pytest.CaptureFixture[str], bots: int) -> None:
    found = json.loads(played(capsys, "--bots", str(bots), "--json").out)
    assert len(found["players"]) == bots


def test_a_map_may_be_a_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = write_map(tmp_path, "######\n#s..s#\n#s..s#\n######", name="DM-Mine")
    found = json.loads(played(capsys, "--map", path, "--bots", "2", "--json").out)
    assert found["level"] == "DM-Mine"


def test_a_pace_can_be_chosen_for_looking_on(capsys: pytest.CaptureFixture[str]) -> None:
    begun = time.perf_counter()
    output = played(capsys, "--bots", "2", "--speed", "50", "--time-limit", "0.4", "--json")
    took = time.perf_counter() - begun
    game_time = json.loads(output.out)["game_time_s"]
    assert took >= 0.9 * game_time / (1.1 * 50)


def test_a_tie_that_nobody_breaks_comes_to_an_end(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    apart = write_map(tmp_path, "#########\n#s.s#s.s#\n#########", name="DM-Apart")
    found = json.loads(
        played(capsys, "--map", apart, "--bots", "2", "--time-limit", "0.1", "--json").out
    )
    assert found["game_time_s"] >= 18.0
    assert found["because"] == ""


# Mistakes


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (("--map", "dm-closett"), 'there is no map "dm-closett", did you mean "dm-closet"?'),
        (("--dialect", "gamebots-2005"), 'there is no dialect "gamebots-2005"'),
        (
            ("--mode", "dom", "--dialect", "gamebots-2004"),
            "gamebots-2004 has no words for dom: take --mode ddom, or the dialect of the other game",
        ),
        (
            ("--mode", "ddom", "--dialect", "gamebots-ut99"),
            "gamebots-ut99 has no words for ddom: take --mode dom, or the dialect of the other game",
        ),
        (
            ("--mode", "ctf", "--map", "dm-closet"),
            "DM-Closet cannot be played as ctf; maps that can: ctf-ravine, ctf-twins",
        ),
        (
            ("--dialect", "gamebots-ut99", "--control-port", "0"),
            "gamebots-ut99 does not describe a control port",
        ),
        (
            ("--dialect", "gamebots-ut99", "--password", "x"),
            "gamebots-ut99 has no words for a password",
        ),
        (("--play", "--bots", "1"), "--play needs at least two bots: --bots 2"),
        (("--play", "--bots", "0"), "--play needs at least two bots: --bots 2"),
        (
            ("--play", "--time-limit", "0", "--score-limit", "0"),
            "--play needs a time limit or a score limit, or it would never end",
        ),
        (("--host", "x..y", "--port", "0"), "cannot listen on x..y:0: that is not an address"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_a_mistake_is_explained(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], text: str
) -> None:
    output = called(capsys, "arena", *words)
    assert (output.code, output.out) == (2, "")
    assert output.err.startswith(f"agentfw: {text}")
    assert output.err.count("\n") == 1


@pytest.mark.parametrize(
    "words",
    [
        ("--mode", "race"),
        ("--port", "-1"),
        ("--port", "65536"),
        ("--bots", "33"),
        ("--skill", "8"),
        ("--speed", "0"),
        ("--speed", "51"),
        ("--speed", "quick"),
        ("--time-limit", "-1"),
        ("--friendly-fire", "2"),
        ("--no-such-option",),
        ("stray",),
    ],
    ids=" ".join,
)
def test_a_value_out_of_range_is_refused(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    output = called(capsys, "arena", *words)
    assert (output.code, output.out) == (2, "")
    assert "Error" in output.err


def test_a_bad_map_file_is_refused_with_the_places_of_its_mistakes(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "bad.yaml"
    file.write_text(
        "map: M\nabout: x\nmodes: [dm]\nplayers: 2-4\nlayers:\n  - at: 0\n    rows: |\n      sQ\n"
    )
    output = called(capsys, "arena", "--map", str(file))
    assert (output.code, output.err) == (2, f'{file}:8:8: layer 1: "Q" is not in the legend\n')


@pytest.mark.parametrize("option", ["--port", "--control-port", "--observer-port"])
def test_a_taken_port_is_explained(capsys: pytest.CaptureFixture[str], option: str) -> None:
    with socket.socket() as taken:
        taken.bind((HOST, 0))
        taken.listen()
        port = taken.getsockname()[1]
        free = () if option == "--port" else ("--port", "0")
        output = called(capsys, "arena", "--map", "dm-closet", option, str(port), *free)
    role = option.removeprefix("--").removesuffix("port").removesuffix("-") or "bot"
    assert (output.code, output.out) == (2, "")
    assert output.err == (
        f"agentfw: cannot listen on {HOST}:{port} for {role} clients: address already in use "
        "(take another with --port, or 0 for any)\n"
    )


# A server


def test_once_ends_after_one_match(capsys: pytest.CaptureFixture[str]) -> None:
    output = called(
        capsys, "arena", "--map", "dm-closet", "--port", "0", "--once", "--speed", "max", *SHORT
    )
    lines = output.out.splitlines()
    assert output.code == 0
    assert lines[0] == "DM-Closet, dm, gamebots-2004"
    assert [line.split()[0] for line in lines[1:4]] == ["bots", "controls", "observers"]
    assert lines[4] == "Ctrl-C ends the arena."
    assert lines[5].startswith("DM-Closet, dm: ")
    assert lines[6] == _TABLE_HEAD


class Running:
    """An arena in a process of its own."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        assert process.stdout is not None
        self.head: list[str] = []
        while not self.head or self.head[-1] != "Ctrl-C ends the arena.":
            line = process.stdout.readline()
            assert line, f"the arena ended early: {process.stderr and process.stderr.read()}"
            self.head.append(line.rstrip("\n"))

    def port(self, role: str) -> int:
        """The port for clients of a kind, as printed."""
        line = next(line for line in self.head if line.split()[0] == f"{role}s")
        return int(line.rpartition(":")[2])

    def end(self, by: signal.Signals) -> Output:
        """What was printed since the beginning, once the arena has ended."""
        self.process.send_signal(by)
        out, err = self.process.communicate(timeout=20)
        return Output(self.process.returncode, out, err)


@contextlib.contextmanager
def running(*options: str) -> Iterator[Running]:
    command = [sys.executable, "-c", "from agentfw.cli import main; main()", "arena", *options]
    with subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
    ) as process:
        try:
            yield Running(process)
        finally:
            if process.poll() is None:
                process.kill()


def lines_from(port: int, said: bytes, end: bytes) -> list[str]:
    """What a client hears who says something, up to a word."""
    with socket.create_connection((HOST, port), timeout=10) as caller:
        caller.sendall(said)
        data = b""
        while end not in data:
            more = caller.recv(65536)
            assert more, data[-200:]
            data += more
        return data.decode("latin-1").split("\r\n")


def test_a_server_is_joined_and_ends_by_an_interrupt_with_a_table() -> None:
    with running("--map", "dm-closet", "--port", "0", "--bots", "1", "--seed", "3") as arena:
        lines = lines_from(arena.port("bot"), b"READY\r\nINIT {Name Visitor}\r\n", b"\r\nEND ")
        output = arena.end(signal.SIGINT)
    assert lines[0] == "HELLO_BOT"
    assert output.code == 0
    told = output.out.splitlines()
    assert re.fullmatch(r"DM-Closet, dm: .* when it was broken off after 0:\d\d\.", told[0])
    assert told[1] == _TABLE_HEAD
    assert "Traceback" not in output.err


def test_all_three_ports_are_printed_and_answer() -> None:
    with running("--map", "dm-closet", "--port", "0") as arena:
        for role, greeting in (
            ("bot", b"HELLO_BOT\r\n"),
            ("control", b"HELLO_CONTROL_SERVER\r\n"),
            ("observer", b"HELLO_OBSERVER\r\n"),
        ):
            assert lines_from(arena.port(role), b"", greeting)
        assert arena.end(signal.SIGTERM).code == 0


def test_a_classic_server_prints_its_one_port_and_who_came() -> None:
    with running("--map", "dm-closet", "--dialect", "gamebots-ut99", "--port", "0") as arena:
        assert [line.split()[0] for line in arena.head] == ["DM-Closet,", "bots", "Ctrl-C"]
        lines_from(arena.port("bot"), b"INIT {Name Visitor}\r\n", b"\r\nEND ")
        output = arena.end(signal.SIGINT)
    assert output.code == 0
    assert "arena.joined" in output.err
    assert "Visitor" in output.err


def test_ports_are_counted_on_from_the_one_given() -> None:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        first = probe.getsockname()[1]
    try:
        with running("--map", "dm-closet", "--port", str(first)) as arena:
            assert [arena.port(role) for role in ("bot", "control", "observer")] == [
                first,
                first + 1,
                first + 2,
            ]
            arena.end(signal.SIGINT)
    except AssertionError as error:
        if "address already in use" in str(error):
            pytest.skip("somebody took one of the next ports")
        raise
