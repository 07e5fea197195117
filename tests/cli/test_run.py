"""``agentfw run``: what it prints while a bot plays and after, and what it says when none can."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from agentfw.brains import known_brains
from agentfw.errors import UsageError
from agentfw.match import replay
from agentfw.recording import open_recording, summary
from agentfw.testing import Script
from tests.bot.stage import batch, modern
from tests.support.background import background_server
from tests.support.command_line import Output, called
from tests.support.conversations import SESAME, WORLD

if TYPE_CHECKING:
    from pathlib import Path

    from agentfw.testing import ScriptedServer

TALKER = "tests.match.recorded:Talker"


def played(capsys: pytest.CaptureFixture[str], *options: str | Path, brain: str = "hunter") -> Output:
    """A short match in virtual time on the smallest map, unless the options say otherwise."""
    where = () if {"--arena", "--mode"} & set(options) else ("--arena", "dm-closet")
    limit = () if "--time-limit" in options else ("--time-limit", "0.2")
    return called(capsys, "run", brain, "--fast", *where, *limit, *options)


def visited(capsys: pytest.CaptureFixture[str], server: ScriptedServer, *options: str | Path) -> Output:
    """A bot called Bob on a scripted server."""
    where = f"{server.host}:{server.port}"
    output = called(capsys, "run", TALKER, "--server", where, "--name", "Bob", *options)
    return Output(output.code, output.out, output.err.replace(where, "HOST:PORT"))


def short_match() -> Script:
    """Two looks, each of which the bot answers, and the end."""
    script = modern().expect("MESSAGE").reply(*batch("2.00", health=50)).expect("MESSAGE")
    return script.reply("FIN").close()


# A match in an arena


def test_a_match_is_summed_up(capsys: pytest.CaptureFixture[str]) -> None:
    output = played(capsys)
    lines = output.out.splitlines()
    assert (output.code, output.err, len(lines)) == (0, "", 6)
    assert lines[0] == "bot        agent (hunter) on DM-Closet"
    assert re.fullmatch(r"ended      the match is over after 1\d s", lines[1])
    assert re.fullmatch(r"score      -?\d+, \d+ deaths", lines[2])
    ms = r"\d+\.\d\d ms"
    assert re.fullmatch(rf"thinks     \d+, 0 dropped, \d+ slow; p50 {ms}, p99 {ms}", lines[3])
    assert re.fullmatch(rf"answers    p50 {ms}, p99 {ms} after the look", lines[4])
    acts = r"\d+ begun, \d+ done, \d+ failed, \d+ cancelled; stuck \d+\.\d s"
    assert re.fullmatch(f"acts       {acts}", lines[5])


def test_scores_of_teams_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    output = played(capsys, "--mode", "tdm", "--team", "1", "--bots", "3")
    assert re.search(
        r"^score      -?\d+ \(red -?\d+, blue -?\d+\), \d+ deaths$", output.out, re.MULTILINE
    )


def test_name_is_shown_and_used(capsys: pytest.CaptureFixture[str]) -> None:
    output = played(capsys, "--name", "Ada", brain="agentfw.brains.hunter:Hunter")
    assert output.out.startswith("bot        Ada (agentfw.brains.hunter:Hunter) on DM-Closet\n")


def test_what_is_said_in_the_game_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    who = ("--character", "turnip", "--bots", "0", "--time-limit", "1")
    output = played(capsys, *who)
    assert re.search(r"^  0:\d\d  Turnip: \w", output.err)
    assert output.out.startswith("bot        Turnip (hunter)")
    assert played(capsys, *who, "--json").err == ""


def test_json_is_one_line_with_the_result(capsys: pytest.CaptureFixture[str]) -> None:
    output = played(capsys, "--json", "--name", "Ada")
    found = json.loads(output.out)
    assert (output.code, output.err, output.out.count("\n")) == (0, "", 1)
    assert (found["ended"], found["level"]) == ("the match is over", "DM-Closet")
    assert (found["statistics"]["name"], found["statistics"]["connects"]) == ("Ada", 1)
    assert set(found["statistics"]) >= {"circle", "link", "think", "turnaround", "thinks_slow"}
    assert set(found["statistics"]["circle"]) >= {"store", "body", "thinks", "thinks_dropped"}


@pytest.mark.parametrize(
    ("mode", "dialect"),
    [("tdm", "gamebots-ut99"), ("ctf", "gamebots-2004"), ("dom", "gamebots-ut99")],
)
def test_game_and_dialect_can_be_chosen(
    capsys: pytest.CaptureFixture[str], mode: str, dialect: str
) -> None:
    options = ("--mode", mode, "--dialect", dialect, "--json", "--time-limit", "0.1")
    found = json.loads(played(capsys, *options).out)
    assert found["statistics"]["link"]["dialect"] == dialect


def test_a_brain_in_a_file_plays(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "my_brain.py"
    file.write_text(
        "from agentfw.brains import *\n\n\n"
        "class MyBrain(Brain):\n"
        "    def decide(self, view):\n"
        "        return Decision(move=Explore(), fight=Fight() if view.enemies else None)\n",
        encoding="utf-8",
    )
    output = played(capsys, brain=f"{file}:MyBrain")
    assert (output.code, output.err) == (0, "")


def test_the_same_seed_gives_the_same_recording(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for name, seed in (("a", "7"), ("b", "7"), ("c", "8")):
        played(capsys, "--seed", seed, "--record", tmp_path / name)
    first, second, other = ((tmp_path / name).read_bytes() for name in "abc")
    assert (first == second, first == other) == (True, False)


def test_a_recording_is_named_and_replays(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "match.rec"
    output = played(capsys, "--record", file, "--skill", "2", "--seed", "5")
    assert output.out.splitlines()[-1] == f"recording  {file}, see agentfw replay {file}"
    assert replay(file).is_exact
    assert (summary(file).header.seed, summary(file).header.options) == (5, {"skill": "2"})


def test_a_recording_is_replaced_on_request_only(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "match.rec"
    file.write_bytes(b"precious")
    refused = played(capsys, "--record", file)
    assert (refused.code, refused.out, file.read_bytes()) == (2, "", b"precious")
    assert refused.err.startswith(f"agentfw: {file}: exists already, use another name or ")
    assert played(capsys, "--record", file, "--overwrite").code == 0
    assert replay(file).is_exact


def test_a_recording_that_exists_is_told_with_the_option(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "match.rec").write_bytes(b"precious")
    assert "--overwrite" in played(capsys, "--record", tmp_path / "match.rec").err


# Places of the map

CLASSIC_MATCH = ("--dialect", "gamebots-ut99", "--time-limit", "0.5")


def test_learned_places_are_written_and_used_in_the_next_match(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    places, first, second = (tmp_path / name for name in ("places.txt", "first.rec", "second.rec"))
    for file in (first, second):
        assert played(capsys, *CLASSIC_MATCH, "--places", places, "--record", file).code == 0
        assert replay(file).is_exact
    assert "DM-Closet" in places.read_text(encoding="utf-8")
    assert ["places" in summary(file).header.options for file in (first, second)] == [False, True]


def test_places_that_the_server_told_are_not_written(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert played(capsys, "--places", tmp_path / "places.txt").code == 0
    assert not (tmp_path / "places.txt").exists()


def test_places_that_cannot_be_read_are_told_with_the_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "places.txt"
    file.write_text("junk\n", encoding="utf-8")
    output = played(capsys, "--places", file)
    assert (output.code, output.out) == (2, "")
    assert output.err.startswith(f"{file}:1:1: ")


def test_places_that_cannot_be_written_are_told_before_the_match(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "match.rec"
    nowhere = tmp_path / "no-such-folder" / "places.txt"
    output = played(capsys, *CLASSIC_MATCH, "--places", nowhere, "--record", file)
    assert (output.code, file.exists()) == (2, False)


# On a terminal


def test_a_terminal_gets_one_line_that_is_rewritten_every_second(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    output = played(capsys)
    *lines, blank, rest = output.err.split("\r")[1:]
    seconds = re.search(r"after (\d+) s$", output.out, re.MULTILINE)
    assert (output.code, "\n" in output.err) == (0, False)
    assert seconds is not None
    assert abs(len(lines) - int(seconds[1])) <= 1
    assert (blank.strip(), len(blank), rest) == ("", 79, "")
    assert all(re.match(r"[█·]{24}  health +\d+  score -?\d+  \w+", line) for line in lines[1:])
    assert all(len(line) <= 79 for line in lines)


def test_a_pipe_gets_no_status_of_a_fast_match(capsys: pytest.CaptureFixture[str]) -> None:
    assert played(capsys, "--time-limit", "0.5").err == ""


# On a server


def test_a_bot_plays_on_a_server(capsys: pytest.CaptureFixture[str]) -> None:
    with background_server(short_match()) as server:
        output = visited(capsys, server)
    server.assert_done()
    lines = output.out.splitlines()
    assert output.code == 0
    assert lines[0] == f"bot        Bob ({TALKER}) on DM-Flux2"
    assert lines[1].startswith("ended      the match is over after ")


def test_what_happens_on_a_server_is_logged_with_the_bot(capsys: pytest.CaptureFixture[str]) -> None:
    with background_server(short_match()) as server:
        told = visited(capsys, server, "--team", "1").err + capsys.readouterr().out
    assert all(word in told for word in ("bot.joined", "bot.ended", "Bob"))


def test_a_server_is_told_name_and_team(capsys: pytest.CaptureFixture[str]) -> None:
    with background_server(short_match()) as server:
        visited(capsys, server, "--team", "1")
    assert "INIT {Name Bob} {Team 1}" in server.received


def test_a_password_is_given_and_shown_nowhere(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("AGENTFW_PASSWORD", SESAME)
    script = Script().reply("HELLO_BOT").expect("READY").reply("PASSWORD {BlockedByIP 10.0.0.1}")
    script.expect(f"PASSWORD {{Password {SESAME}}}").reply("PASSWDOK", *WORLD).expect("INIT")
    script.reply("INITED {BotId Bot9}", *batch()).expect("MESSAGE").reply("FIN").close()
    file = tmp_path / "match.rec"
    with background_server(script) as server:
        output = visited(capsys, server, "--record", file)
    server.assert_done()
    assert (output.code, SESAME in output.out + output.err) == (0, False)
    assert SESAME not in repr([open_recording(file).header, *open_recording(file)])
    assert replay(file).is_exact


def test_a_wrong_password_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    script = Script().reply("HELLO_BOT").expect("READY").reply("PASSWORD {BlockedByIP 10.0.0.1}")
    script.expect("PASSWORD {Password guess}").reply("PASSWDWRONG").close()
    with background_server(script) as server:
        output = visited(capsys, server, "--password", "guess")
    assert (output.code, output.out) == (2, "")
    told = output.err.splitlines()[-1]
    assert told.startswith('agentfw: bot "')
    assert told.endswith(": the server refused the password")


def test_json_on_a_server_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    with background_server(short_match()) as server:
        output = visited(capsys, server, "--json")
    assert (output.code, output.err, output.out.count("\n")) == (0, "", 1)
    assert json.loads(output.out)["level"] == "DM-Flux2"


def test_what_a_server_says_does_not_steer_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    script = Script().reply("NFO {Gametype BotDeathMatch} {Level DM\x1b\x9b2J\x07}").expect("INIT")
    script.reply(*batch()).expect("MESSAGE").reply("FIN").close()
    with background_server(script) as server:
        output = visited(capsys, server)
    assert output.code == 0
    assert all(line.isprintable() for line in output.out.split("\n"))


# Mistakes

_MAPS = "ctf-ravine, ctf-twins, dm-cellar, dm-closet, dm-foundry, dom-crossing, dom-vault, or a file"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            ("huntr",),
            (
                'brain "huntr" is not known (known: KNOWN, and what agentfw plans lists), '
                'did you mean "hunter"?; '
                "a class in a file is written my_brain.py:MyBrain"
            ),
        ),
        (("no.py:Mine",), 'brain "no.py:Mine": there is no file no.py'),
        (
            ("agentfw.brains.hunter:Huntr",),
            (
                'brain "agentfw.brains.hunter:Huntr": agentfw.brains.hunter has no Huntr '
                '(found: Hunter), did you mean "Hunter"?'
            ),
        ),
        (("hunter", "--arena", "nosuch"), f'there is no map "nosuch" (known: {_MAPS})'),
        (
            ("hunter", "--arena", "dm-closet", "--mode", "ctf"),
            "DM-Closet cannot be played as ctf; maps that can: ctf-ravine, ctf-twins",
        ),
        (
            ("hunter", "--mode", "dom", "--dialect", "gamebots-2004"),
            "gamebots-2004 has no words for dom: take --mode ddom, or the dialect of the other game",
        ),
        (
            ("hunter", "--dialect", "nope"),
            'there is no dialect "nope" (known: gamebots-2004, gamebots-ut99, or a file)',
        ),
        (
            ("hunter", "--server", "host", "--dialect", "nope"),
            'there is no dialect "nope" (known: gamebots-2004, gamebots-ut99, or a file)',
        ),
        (("hunter", "--server", "host", "--arena", "dm-closet"), "take either --arena or --server"),
        (
            ("hunter", "--server", "host", "--fast"),
            "--fast needs an arena: the clock of a server cannot jump",
        ),
        (
            ("hunter", "--server", "host", "--mode", "dm"),
            "--mode is for the arena: a server decides that itself",
        ),
        (
            ("hunter", "--server", "host:port"),
            '"host:port" is not an address: expected HOST or HOST:PORT, as in localhost:3000',
        ),
        (
            ("hunter", "--fast", "--record", "no/such/folder/x.rec"),
            "no/such/folder/x.rec: cannot be written: No such file or directory",
        ),
    ],
)
def test_a_mistake_is_told_in_one_line_with_code_2(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], told: str
) -> None:
    output = called(capsys, "run", *words)
    told = told.replace("KNOWN", ", ".join(known_brains()))
    assert (output.code, output.out, output.err) == (2, "", f"agentfw: {told}\n")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), "Missing argument 'BRAIN'."),
        (("hunter", "--skill", "6"), "Invalid value for '--skill': 6.0 is not in the range 1<=x<=5."),
        (("hunter", "--team", "4"), "Invalid value for '--team': 4 is not in the range 0<=x<=3."),
        (("hunter", "--bots", "32"), "Invalid value for '--bots': 32 is not in the range 0<=x<=31."),
        (("hunter", "--seed", "x"), "Invalid value for '--seed': 'x' is not a valid integer."),
        (
            ("hunter", "--time-limit", "0"),
            "Invalid value for '--time-limit': 0.0 is not in the range 0.1<=x<=600.",
        ),
    ],
)
def test_a_wrong_option_is_told(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], told: str
) -> None:
    output = called(capsys, "run", *words)
    assert (output.code, output.out) == (2, "")
    assert output.err.splitlines()[-1] == f"Error: {told}"


@pytest.mark.parametrize("limit", ["nan", "inf", "1e999"])
def test_a_time_limit_that_is_no_number_is_refused(
    capsys: pytest.CaptureFixture[str], limit: str
) -> None:
    output = called(capsys, "run", "hunter", "--fast", "--arena", "dm-closet", "--time-limit", limit)
    assert output.code == 2


@pytest.mark.parametrize("option", [("--bots", "5"), ("--bot-skill", "7")])
def test_options_of_the_arena_are_mistakes_on_a_server(
    capsys: pytest.CaptureFixture[str], option: tuple[str, str]
) -> None:
    with background_server(short_match()) as server:
        output = visited(capsys, server, *option)
    assert output.code == 2


def test_a_password_for_an_own_arena_is_a_mistake(capsys: pytest.CaptureFixture[str]) -> None:
    assert played(capsys, "--password", "x").code == 2


_BRAIN = "from agentfw.brains import *\nclass B(Brain):\n"


def test_a_failing_brain_is_told_in_one_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "b.py").write_text(_BRAIN + "    def decide(self, view):\n        1 // 0\n")
    output = played(capsys, brain=f"{tmp_path}/b.py:B")
    assert (output.code, output.out) == (2, "")
    told = r"agentfw: B\.decide\(\) raised ZeroDivisionError at \d\.\d\d s: integer division .*\n"
    assert re.fullmatch(told, output.err)


def test_a_brain_with_a_syntax_error_is_told_with_the_place(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "b.py"
    file.write_text(_BRAIN + "    def decide(self view):\n        pass\n")
    output = played(capsys, brain=f"{file}:B")
    assert (output.code, output.out) == (2, "")
    assert output.err.startswith(f"{file}:3:")


@pytest.mark.parametrize(
    "body",
    [
        (
            "    def __init__(self, setup): raise ValueError('no plan')\n"
            "    def decide(self, view): return Decision()\n"
        ),
        "    def decide(self, view): return Decision(move='north')\n",
    ],
    ids=["constructor", "nonsense"],
)
def test_no_mistake_of_a_brain_is_a_traceback(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, body: str
) -> None:
    (tmp_path / "b.py").write_text(_BRAIN + body)
    assert played(capsys, brain=f"{tmp_path}/b.py:B").code == 2


def test_debug_lets_the_error_through(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(UsageError, match='brain "huntr" is not known'):
        called(capsys, "--debug", "run", "huntr")


def test_help_shows_examples(capsys: pytest.CaptureFixture[str]) -> None:
    output = called(capsys, "run", "--help")
    assert output.code == 0
    assert "agentfw run hunter --server ut-host:3000 --name Ada --team 1" in output.out


def test_an_interrupted_match_leaves_a_whole_recording(tmp_path: Path) -> None:
    file = tmp_path / "match.rec"
    program = "from agentfw.cli import main; main()"
    words = ("run", "hunter", "--arena", "dm-closet", "--record", str(file))
    with subprocess.Popen(
        [sys.executable, "-c", program, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        deadline = time.monotonic() + 60.0
        while time.monotonic() < deadline and not (file.exists() and file.stat().st_size > 4000):
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=30)
    assert (process.returncode, out, "Traceback" in err) == (130, "", False)
    assert err.splitlines()[-1] == "agentfw: interrupted"
    found = summary(file)
    assert (found.is_cut, found.is_complete) == (False, True)
