from __future__ import annotations

import io
import json
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from agentfw.testing import Traffic
from tests.support.command_line import Output, called, decoded, traffic
from tests.support.dialects import BOTH, CLASSIC, GB2004
from tests.support.installed import install_dialect
from tests.support.small_dialect import SMALL

if TYPE_CHECKING:
    from pathlib import Path

    from agentfw.engines.gamebots import Dialect

PLAYER = b"PLR {Id CTF.Bot1} {Spectator False} {Name Al} {Team 1} {Firing 2}\r\n"
NOTHING = "0 rejected, 0 unknown words, 0 unknown attributes"


def piped(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, data: bytes, *options: str
) -> Output:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    return called(capsys, "decode", *options)


def test_a_message_becomes_an_object_with_line_type_word_and_fields(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    objects, told, code = decoded(capsys, tmp_path, b"SHS\r\n" + PLAYER)
    assert objects == [
        {"line": 1, "type": "ListStart", "name": "SHS", "subject": "world"},
        {
            "line": 2,
            "type": "PlayerSeen",
            "name": "PLR",
            "id": "CTF.Bot1",
            "player_name": "Al",
            "team": 1,
            "firing": 2,
            "spectator": False,
        },
    ]
    assert told == [f"session.log: gamebots-2004: 2 messages, {NOTHING}"]
    assert code == 0


def test_line_type_and_word_come_first(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    objects, _, _ = decoded(capsys, tmp_path, PLAYER)
    assert list(objects[0])[:3] == ["line", "type", "name"]


@pytest.mark.parametrize("options", [(), ("-",)])
def test_without_a_file_standard_input_is_read(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, options: tuple[str, ...]
) -> None:
    output = piped(capsys, monkeypatch, b"FIN\r\nPLR {Id\r\n", *options)
    assert output.out == '{"line":1,"type":"MatchEnded","name":"FIN"}\n'
    assert output.err.splitlines() == [
        "standard input:2: rejected: PLR: is cut off: the last attribute has no closing brace",
        "standard input: gamebots-2004: 1 messages, 1 rejected, 0 unknown words, 0 unknown attributes",
    ]


@pytest.mark.parametrize("end", [b"\r\n", b"\n", b"\r"])
def test_blank_lines_are_counted_whatever_ends_a_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, end: bytes
) -> None:
    data = end.join([b"", b"SHS", b"", b"  ", b"EHS", b"FIN"])
    objects, told, _ = decoded(capsys, tmp_path, data)
    assert [(entry["line"], entry["name"]) for entry in objects] == [(2, "SHS"), (5, "EHS"), (6, "FIN")]
    assert told == [f"session.log: gamebots-2004: 3 messages, {NOTHING}"]


def test_unknown_words_and_attributes_are_shown_and_counted(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    objects, told, _ = decoded(
        capsys, tmp_path, b"NEWS {A 1} {B }\r\nPLR {Id x} {Hat red} {Shoes 2}\r\n" + PLAYER
    )
    assert objects[0] == {
        "line": 1,
        "type": "Unknown",
        "name": "NEWS",
        "word": "NEWS",
        "attributes": [["A", "1"], ["B", ""]],
    }
    assert objects[1]["extra"] == [["Hat", "red"], ["Shoes", "2"]]
    assert told == [
        "session.log: gamebots-2004: 3 messages, 0 rejected, 1 unknown words, 2 unknown attributes"
    ]


@pytest.mark.parametrize("line", [b"PLR {Id x}", b"PLR  {Id x}", b"PLR{Id x}", b"\0PLR {Id x}"])
def test_the_word_is_shown_without_what_surrounds_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, line: bytes
) -> None:
    objects, _, _ = decoded(capsys, tmp_path, line)
    assert objects == [{"line": 1, "type": "PlayerSeen", "name": "PLR", "id": "x"}]


def test_latin_1_text_comes_out_as_utf_8(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    objects, _, _ = decoded(capsys, tmp_path, b"JOIN {Id x} {Name Ren\xe9}\r\n")
    assert objects[0]["player_name"] == "René"


def test_a_prefix_is_cut_where_it_stands(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    data = b"R>> SHS\r\nR>> " + PLAYER + b"FIN\r\nS>> READY {}\r\n"
    objects, told, _ = decoded(capsys, tmp_path, data, "--strip-prefix", "R>> ")
    assert [(entry["line"], entry["name"]) for entry in objects] == [(1, "SHS"), (2, "PLR"), (3, "FIN")]
    assert told[0].startswith("session.log:4: rejected: ")


@pytest.mark.parametrize("dialect", BOTH, ids=lambda dialect: dialect.name)
def test_auto_recognizes_a_whole_session(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, dialect: Dialect
) -> None:
    data = traffic(dialect)
    objects, told, _ = decoded(capsys, tmp_path, data)
    assert len(objects) == len(data.splitlines())
    assert told == [f"session.log: {dialect.name}: {len(objects)} messages, {NOTHING}"]


@pytest.mark.parametrize("dialect", BOTH, ids=lambda dialect: dialect.name)
def test_auto_recognizes_the_middle_of_a_session_behind_a_prefix(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, dialect: Dialect
) -> None:
    middle = Traffic(dialect, places=40).lines(400)[117:200]
    data = b"".join(b"< " + line + b"\r\n" for line in middle)
    _, told, _ = decoded(capsys, tmp_path, data[7:], "--strip-prefix", "< ")
    assert told[-1].startswith(f"session.log: {dialect.name}: 82 messages, 1 rejected, ")


@pytest.mark.parametrize(
    ("text", "program"),
    [("dialect: [broken", ""), (SMALL.replace("as: Ready", "as: Redy"), ""), (SMALL, "1 / 0")],
    ids=["no YAML", "mistakes", "no Python"],
)
def test_auto_passes_over_what_other_packages_got_wrong(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    text: str,
    program: str,
) -> None:
    install_dialect(monkeypatch, tmp_path, text, program=program)
    objects, _, code = decoded(capsys, tmp_path, PLAYER)
    assert (len(objects), code) == (1, 0)


def test_a_named_dialect_is_not_guessed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    _, told, _ = decoded(capsys, tmp_path, traffic(GB2004, 1), "--dialect", CLASSIC.name)
    assert told[-1].startswith("session.log: gamebots-ut99: ")


def test_a_dialect_file_of_ones_own_is_used(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "my.yaml").write_text(SMALL)
    objects, told, _ = decoded(
        capsys, tmp_path, b"FLG {Id f} {Home True}\r\n", "--dialect", tmp_path / "my.yaml"
    )
    assert objects == [{"line": 1, "type": "FlagSeen", "name": "FLG", "id": "f", "state": "home"}]
    assert told == [f"session.log: small: 1 messages, {NOTHING}"]


def test_an_empty_capture_is_no_mistake(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    objects, told, code = decoded(capsys, tmp_path, b"")
    assert (objects, code) == ([], 0)
    assert told == [f"session.log: gamebots-2004: 0 messages, {NOTHING}"]


def test_missing_file_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    output = called(capsys, "decode", tmp_path / "none.log")
    assert (output.code, output.out) == (2, "")
    assert output.err.splitlines()[-1].endswith(f"'{tmp_path}/none.log': No such file or directory")


def test_a_growing_pipe_is_followed_line_by_line() -> None:
    program = [sys.executable, "-c", "from agentfw.cli import main; main()", "decode"]
    with subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"NAV {Id D\xe9} {Reachable True}\n")
        process.stdin.flush()
        first = json.loads(process.stdout.readline())
        process.stdin.close()
    assert (first["name"], first["id"]) == ("NAV", "Dé")
