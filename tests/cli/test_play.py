"""``agentfw play``: what it plays, what it shows while it does, and how it ends."""

from __future__ import annotations

import contextlib
import json
import os
import pty
import re
import select
import shlex
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from agentfw.resources import resource_dir
from tests.support.command_line import Output, called
from tests.support.limits import files_up_to
from tests.support.programs import run

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
SHIPPED = sorted(path.name for path in (resource_dir("plans") / "teams").glob("*.yaml"))
PLAIN = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)  # jobs in the background begin without it
from agentfw.cli import main
main()
"""
WITHOUT_RICH = f"import sys\nsys.modules['rich'] = None\n{PLAIN}"
SHORT = """\
server: {map: dm-closet}
limits: {minutes: 0.2, score: 0}
seed: 3
teams: {ours: {brain: hunter, bots: [Ada, Bob]}}
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the files of these tests are."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(text: str = SHORT, name: str = "team.yaml") -> str:
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    Path(name).write_text(text, encoding="utf-8")
    return name


def fast(capsys: pytest.CaptureFixture[str], *words: str | Path) -> Output:
    return called(capsys, "play", "--fast", *words)


def reports_of(output: Output) -> list[dict[str, Any]]:
    assert output.err == ""
    return [json.loads(line) for line in output.out.splitlines()]


# What is played


@pytest.mark.parametrize("name", SHIPPED)
def test_every_team_file_that_ships_plays_and_everybody_thinks(
    capsys: pytest.CaptureFixture[str], name: str
) -> None:
    output = fast(capsys, name, "--time-limit", "0.5", "--json")
    (report,) = reports_of(output)
    assert output.code == 0
    assert report["outcome"]["game_time_s"] >= 29.9
    assert all(bot["thinks"] > 100 and bot["phase"] == "done" for bot in report["bots"])
    assert not any(bot.get("restarts") for bot in report["bots"])


def test_the_teams_of_two_files_meet_each_other(capsys: pytest.CaptureFixture[str]) -> None:
    server = "server: {map: dom-crossing, mode: dom}\nlimits: {minutes: 0.2}\n"
    write(server + "teams: {red: {plan: domination.htn, bots: 2}}\n", "red.yaml")
    write("teams: {blue: {plan: domination.lap, bots: [Ada, Bob]}}\n", "blue.yaml")
    (report,) = reports_of(fast(capsys, "red.yaml", "blue.yaml", "--json"))
    assert report["teams"] == {"0": "red", "1": "blue"}
    assert [(bot["name"], bot["side"]) for bot in report["bots"]] == [
        ("red-1", 0),
        ("red-2", 0),
        ("Ada", 1),
        ("Bob", 1),
    ]


def test_what_cannot_be_recorded_is_told_and_is_no_success(capsys: pytest.CaptureFixture[str]) -> None:
    with files_up_to(5_000):
        output = fast(capsys, write(), "--record", "kept")
    assert output.code == 1
    lost = r"Not everything could be recorded: kept/Ada\.rec: .*: File too large"
    assert re.search(f"^{lost}$", output.out, re.MULTILINE)


def test_a_file_can_meet_itself(capsys: pytest.CaptureFixture[str]) -> None:
    (report,) = reports_of(fast(capsys, write(), "team.yaml", "--json"))
    assert sorted(bot["name"] for bot in report["bots"]) == ["Ada", "Ada-2", "Bob", "Bob-2"]


def test_the_same_seed_gives_the_same_match(capsys: pytest.CaptureFixture[str]) -> None:
    def outcome(*words: str) -> Any:
        (report,) = reports_of(fast(capsys, write(), "--json", *words))
        return report["outcome"], [bot["thinks"] for bot in report["bots"]]

    assert outcome() == outcome("--seed", "3") == outcome("--seed", "3")
    assert outcome("--seed", "4") != outcome()


def test_a_time_limit_goes_before_that_of_the_file(capsys: pytest.CaptureFixture[str]) -> None:
    write(SHORT.replace("[Ada, Bob]", "[Ada]"))  # so that there is no tie to play on
    (report,) = reports_of(fast(capsys, "team.yaml", "--time-limit", "0.1", "--json"))
    assert report["outcome"]["game_time_s"] == pytest.approx(6.0, abs=0.2)


def test_the_file_says_what_is_not_said_here(capsys: pytest.CaptureFixture[str]) -> None:
    write(SHORT + "matches: 2\nrecord: kept\n")
    reports = reports_of(fast(capsys, "team.yaml", "--json"))
    assert [report["seed"] for report in reports] == [3, 4]
    assert Path("kept/match-2/Ada.rec").exists()


# What is told at the end


def test_a_match_ends_with_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    output = fast(capsys, write())
    assert (output.code, output.err) == (0, "")
    lines = output.out.splitlines()
    assert re.fullmatch(
        r"DM-Closet, dm: (Ada wins|Bob wins|a draw) at the time limit after \d:\d\d", lines[0]
    )
    assert lines[2].split()[:6] == ["bot", "team", "brain", "score", "kills", "deaths"]
    assert [line.split()[0] for line in lines[3:5]] == ["Ada", "Bob"]
    assert "of play in" in lines[6]


def test_a_series_is_a_line_per_match_and_who_won_how_often(capsys: pytest.CaptureFixture[str]) -> None:
    output = fast(capsys, write(), "--matches", "3")
    lines = output.out.splitlines()
    assert [line.split()[:4] for line in lines[:3]] == [
        ["match", str(number), "seed", str(2 + number)] for number in (1, 2, 3)
    ]
    assert "won" in output.out


def test_json_is_one_object_per_match_and_nothing_else(capsys: pytest.CaptureFixture[str]) -> None:
    output = fast(capsys, write(), "--matches", "2", "--json")
    assert output.code == 0
    for number, report in enumerate(reports_of(output), 1):
        assert (report["match"], report["of"], report["ground"]) == (number, 2, "arena")
        assert report["outcome"]["because"] == "time"
        timing = report["bots"][0]["timing"]
        assert timing["turnaround_p99_ms"] > timing["think_p50_ms"] > 0.0
        assert report["times_real_time"] > 1.0


def test_bots_that_cannot_go_on_end_with_code_1_and_the_reason(
    capsys: pytest.CaptureFixture[str],
) -> None:
    head = "from agentfw.brains import *\n\n\nclass B(Brain):\n    def decide(self, view):\n"
    write(head + "        raise LookupError('no idea')\n", "bad.py")
    write("server: {map: dm-closet}\nteams: {ours: {brain: 'bad.py:B', restart: never}}\n")
    output = fast(capsys, "team.yaml")
    assert output.code == 1
    assert output.out.startswith("DM-Closet, dm: all bots were given up after 0:0")
    assert "  ours-1 was given up: " in output.out
    assert "LookupError" in output.out
    assert "Traceback" not in output.err


# Recordings


def test_the_commands_that_are_told_at_the_end_work(capsys: pytest.CaptureFixture[str]) -> None:
    plan = (resource_dir("plans") / "htn" / "deathmatch.htn").read_text(encoding="utf-8")
    write(plan, "my teams/mine.htn")
    write(SHORT.replace("brain: hunter", "plan: mine.htn"), "my teams/team.yaml")
    output = fast(capsys, "my teams/team.yaml", "--record", "my matches/last")
    told = re.findall(r"^  (\S*agentfw .*)$", output.out, re.MULTILINE)
    assert [shlex.split(line)[1] for line in told] == ["replay", "explain"]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    replayed, explained = (run(*shlex.split(line), env=environment) for line in told)
    assert (replayed.returncode, explained.returncode) == (0, 0), replayed.stderr + explained.stderr
    assert "Ada.rec: exact." in replayed.stdout
    assert explained.stdout.startswith("at  ")
    assert "chosen" in explained.stdout


def test_every_bot_is_recorded_and_the_result_beside_them(capsys: pytest.CaptureFixture[str]) -> None:
    fast(capsys, write(), "--record", "last")
    assert sorted(path.name for path in Path("last").iterdir()) == ["Ada.rec", "Bob.rec", "result.json"]
    assert json.loads(Path("last/result.json").read_text())["outcome"]["level"] == "DM-Closet"


def test_a_recording_is_replaced_only_when_told(capsys: pytest.CaptureFixture[str]) -> None:
    fast(capsys, write(), "--record", "last")
    before = Path("last/Ada.rec").read_bytes()
    refused = fast(capsys, "team.yaml", "--seed", "9", "--record", "last")
    assert (refused.code, refused.out) == (2, "")
    assert refused.err == "agentfw: last: holds a match already (Ada.rec); use another or --overwrite\n"
    assert Path("last/Ada.rec").read_bytes() == before
    assert fast(capsys, "team.yaml", "--seed", "9", "--record", "last", "--overwrite").code == 0
    assert Path("last/Ada.rec").read_bytes() != before


@pytest.mark.parametrize(("first", "then"), [("1", "2"), ("3", "2"), ("2", "1")])
def test_what_is_replaced_leaves_nothing_behind(
    capsys: pytest.CaptureFixture[str], first: str, then: str
) -> None:
    fast(capsys, write(), "--matches", first, "--record", "last")
    fast(capsys, "team.yaml", "--matches", then, "--record", "last", "--overwrite")
    where = [f"match-{number + 1}/" for number in range(int(then))] if then != "1" else [""]
    assert sorted(str(path.relative_to("last")) for path in Path("last").rglob("*.rec")) == [
        f"{one}{name}.rec" for one in where for name in ("Ada", "Bob")
    ]


# Mistakes


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("teams: {ours: {brain: huntr}}", 'team.yaml:1:23: brain "huntr" is not known'),
        ("teams: {ours: {plan: no.htn}}", "team.yaml:1:22: "),
        ("teams: {ours: }", "team.yaml:1:"),
        ("{", "team.yaml:2:1: not valid YAML: "),
        ("", "team.yaml:1:1: "),
        ("server: {map: dm-closet, mode: ctf}\nteams: {a: {brain: hunter}}", "team.yaml:1:"),
    ],
)
def test_a_mistake_in_a_file_is_told_with_its_place_and_nothing_is_started(
    capsys: pytest.CaptureFixture[str], text: str, told: str
) -> None:
    output = fast(capsys, write(text), "--record", "last")
    assert (output.code, output.out) == (2, "")
    assert told in output.err
    assert "Traceback" not in output.err
    assert [path.name for path in Path().iterdir()] == ["team.yaml"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("no.yaml",), 'agentfw: there is no team file "no.yaml"'),
        (("",), 'agentfw: there is no team file ""'),
        (("dominaton.yaml",), 'did you mean "domination.yaml"?'),
        (
            ("away.yaml", "--fast"),
            "agentfw: only an arena can be fast: the clock of a server cannot jump",
        ),
        (("team.yaml", "away.yaml"), "away.yaml:1:"),
        (("team.yaml", "--record", "team.yaml"), "Directory 'team.yaml' is a file."),
    ],
)
def test_what_cannot_be_played_is_told_with_code_2(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], told: str
) -> None:
    write()
    write("server: {host: ut-host}\nteams: {away: {brain: hunter}}\n", "away.yaml")
    output = called(capsys, "play", *words)
    assert (output.code, output.out) == (2, "")
    assert told in output.err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), "Missing argument 'TEAMFILE...'."),
        (("x", "--matches", "0"), "Invalid value for '--matches': 0 is not in the range 1<=x<=100000."),
        (("x", "--seed", "-1"), "Invalid value for '--seed': -1 is not in the range 0<=x<=999999999."),
        (("x", "--time-limit", "nan"), "Invalid value for '--time-limit': nan is not a finite number"),
        (("x", "--slow"), "No such option"),
    ],
)
def test_a_wrong_option_is_told(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], told: str
) -> None:
    output = called(capsys, "play", *words)
    assert (output.code, output.out) == (2, "")
    assert output.err.splitlines()[-1].startswith(f"Error: {told}")


def test_a_server_that_is_not_there_is_told_while_bots_try_again(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    write(
        f"server: {{host: 127.0.0.1, port: {port}}}\n"
        "teams: {ours: {brain: hunter, restart: never, bots: [Ada]}}\n"
    )
    output = called(capsys, "play", "team.yaml", "--time-limit", "0.1")
    assert output.code == 1
    assert f"Ada kept out: 127.0.0.1:{port}: " in output.err
    assert re.search(r"refused \(attempt [12] of 8, next in 0\.\d s\)", output.err)
    assert output.out == (
        f"127.0.0.1:{port}: out of time; no bot got into the game\n\n"
        f"  Ada was kept out: 127.0.0.1:{port}: connection refused\n\n"
    )


def test_help_shows_examples_on_one_screen(capsys: pytest.CaptureFixture[str]) -> None:
    output = called(capsys, "play", "--help")
    lines = output.out.splitlines()
    assert output.code == 0
    assert "agentfw play red.yaml blue.yaml --matches 5 --json" in output.out
    assert len(lines) <= 24
    assert max(map(len, lines)) <= 80


# Watching


def test_plain_lines_tell_a_match_where_there_is_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    output = called(capsys, "play", write(), "--time-limit", "0.2")
    lines = output.err.splitlines()
    assert output.code == 0
    assert lines[0] == "match 1 of 1: DM-Closet, dm, seed 3"
    assert {"  0:00  Ada joined", "  0:00  Bob joined"} <= set(lines)
    assert all(re.fullmatch(r" +\d+:\d\d  \S.*", line) for line in lines[1:])
    assert sum(line.startswith("  0:10  ") and line.endswith(" left") for line in lines) == 1
    assert all(line.isprintable() for line in lines)


def screen(
    *words: str, program: str = PLAIN, until: str = "\0", term: str = "xterm-256color"
) -> tuple[str, str, int]:
    """What a terminal of 100 by 30 is sent, what is printed, and the exit code.

    Ctrl-C is pressed when the terminal has been sent a text.
    """
    ours, theirs = pty.openpty()
    size = {"COLUMNS": "100", "LINES": "30", "TERM": term, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        [sys.executable, "-c", program, "play", *words],
        stdout=subprocess.PIPE,
        stderr=theirs,
        stdin=subprocess.DEVNULL,
        env=os.environ | size,
        encoding="utf-8",
    ) as process:
        os.close(theirs)
        sent = b""
        for piece in _read(ours):
            if until.encode() in sent + piece and until.encode() not in sent:
                process.send_signal(signal.SIGINT)
            sent += piece
        assert process.stdout is not None
        return sent.decode(), process.stdout.read(), process.wait()


def _read(terminal: int) -> Iterator[bytes]:
    """What comes until the program at the other end has closed its side."""
    deadline = time.monotonic() + 60.0
    try:
        with contextlib.suppress(OSError):  # this is how Linux tells that nobody writes any more
            while select.select([terminal], [], [], max(0.0, deadline - time.monotonic()))[0]:
                data = os.read(terminal, 65536)
                if not data:
                    return
                yield data
    finally:
        os.close(terminal)


def test_a_terminal_gets_a_board_on_a_screen_of_its_own_that_is_gone_at_the_end() -> None:
    write(SHORT.replace("[Ada, Bob]", "[Ada]"))
    sent, out, code = screen("team.yaml", "--time-limit", "0.1")
    assert code == 0
    assert out.startswith("DM-Closet, dm: Ada wins at the time limit")
    assert sent.count("\x1b[?1049h") == sent.count("\x1b[?1049l") == 1
    assert sent.index("\x1b[?1049h") < sent.index("DM-Closet, deathmatch, seed 3") < sent.index("1049l")
    assert "Ctrl-C to stop" in sent
    assert "\x1b[?25h" in sent[sent.index("Ctrl-C to stop") :]
    frames = sent.count("deathmatch, seed 3")
    assert 10 < frames <= 30
    assert sent.index("Ada") < sent.rindex("joined")


def test_what_brains_print_comes_after_the_board() -> None:
    head = "from agentfw.brains import *\n\n\nclass B(Brain):\n    def decide(self, view):\n"
    write(head + "        print('I think')\n        return Decision()\n", "talker.py")
    write(SHORT.replace("hunter", "'talker.py:B'"))
    sent, _, code = screen("team.yaml", until="0:10 left")
    shown, after = sent.split("\x1b[?1049l")
    assert code == 130
    assert "I think" not in shown
    assert after.count("I think") > 2


def test_without_rich_there_are_plain_lines_and_the_way_to_get_a_board() -> None:
    sent, out, code = screen(write(), program=WITHOUT_RICH, until="Bob joined")
    lines = sent.splitlines()
    assert code == 130
    assert lines[0] == "plain lines only: the board needs rich: pip install 'agentfw[board]'"
    assert "  0:00  Ada joined" in lines
    assert "\x1b" not in sent
    assert out.startswith("DM-Closet, dm: ")


@pytest.mark.parametrize("term", ["dumb", ""])
def test_a_terminal_that_can_do_nothing_gets_plain_lines(term: str) -> None:
    sent, _, code = screen(write(), term=term, until="Bob joined")
    assert (code, "\x1b" in sent) == (130, False)
    assert "  0:00  Ada joined" in sent.splitlines()


def test_a_fast_match_shows_a_bar_that_is_gone_at_the_end() -> None:
    sent, out, code = screen(write(), "--fast", "--time-limit", "1")
    parts = sent.split("\r")
    assert code == 0
    assert any(re.match(r"█+·+  \d:\d\d of 1:00  ", part) for part in parts)
    assert all(
        len(part) <= 97 for part in parts if part.strip()
    )  # there is room for a ^C, which goes too
    assert (parts[-1], parts[-2]) == ("", " " * 99)
    assert out.startswith("DM-Closet, dm: ")


def test_the_bar_counts_matches() -> None:
    sent, _, _ = screen(write(), "--fast", "--matches", "3", "--time-limit", "0.5")
    assert "match 2 of 3" in sent


def test_json_beside_a_bar_is_still_json() -> None:
    sent, out, code = screen(write(), "--fast", "--json", "--time-limit", "1")
    assert code == 0
    assert json.loads(out)["outcome"]["level"] == "DM-Closet"
    assert "of 1:00" in sent


def test_nobody_reading_any_more_ends_the_match_in_good_order() -> None:
    words = shlex.join([sys.executable, "-c", PLAIN, "play", write(), "--record", "last"])
    began_at = time.monotonic()
    result = run("bash", "-c", f"{words} 2>&1 | head -n 2", env=os.environ | {"PYTHONPATH": str(ROOT)})
    assert result.stdout.splitlines()[0] == "match 1 of 1: DM-Closet, dm, seed 3"
    assert len(result.stdout.splitlines()) == 2
    assert time.monotonic() - began_at < 30.0
    assert not list(Path("last").glob("*.life2.rec"))
