from __future__ import annotations

import random
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.support.command_line import decoded, traffic
from tests.support.dialects import BOTH, GB2004

if TYPE_CHECKING:
    from pathlib import Path

PLAYER = b"PLR {Id CTF.Bot1} {Spectator False} {Name Al} {Team 1} {Firing 2}\r\n"


def test_a_capture_cut_at_both_ends_loses_only_the_cut_lines(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    data = PLAYER[20:] + PLAYER + PLAYER[:-15]
    objects, told, code = decoded(capsys, tmp_path, data)
    assert [entry["line"] for entry in objects] == [2]
    assert told == [
        "session.log:1: rejected: starts in the middle of a message",
        "session.log:3: rejected: PLR: is cut off: the last attribute has no closing brace",
        "session.log: gamebots-2004: 1 messages, 2 rejected, 0 unknown words, 0 unknown attributes",
    ]
    assert code == 0


def test_a_value_of_the_wrong_type_is_rejected_with_the_reason(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    objects, told, _ = decoded(capsys, tmp_path, PLAYER + b"PLR {Id x} {Team red}\r\n")
    assert len(objects) == 1
    assert told[0] == 'session.log:2: rejected: PLR: attribute "Team": "red" is not a number'


def test_control_characters_of_a_rejected_line_do_not_reach_the_terminal(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    data = b"PLR {Id x} {Team \x07\x08}\r\n\x07\x08 {A 1}\r\nPLR {\x07\x08}x} {Id x}\r\n"
    _, told, _ = decoded(capsys, tmp_path, data, "--dialect", "gamebots-2004")
    assert len(told) == 4
    assert all(line.isprintable() for line in told)


def test_an_overlong_line_is_rejected_and_the_next_one_read(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    data = b"SHS\r\nVMS {Text " + b"x" * 300_000 + b"}\r\nEHS\r\n"
    objects, told, _ = decoded(capsys, tmp_path, data)
    assert [(entry["line"], entry["name"]) for entry in objects] == [(1, "SHS"), (3, "EHS")]
    assert told[0] == "session.log:2: rejected: is longer than a line may be"


def test_a_line_of_one_nul_is_blank_and_not_overlong(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    objects, told, _ = decoded(capsys, tmp_path, b"SHS\r\n\0\r\n\0\0\r\nEHS\r\n")
    assert [entry["line"] for entry in objects] == [1, 4]
    assert ": 2 messages, 0 rejected, " in told[0]


@pytest.mark.parametrize("seed", range(4))
def test_binary_garbage_is_never_fatal(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, seed: int
) -> None:
    rng = random.Random(seed)  # noqa: S311 - not a secret
    spoilt = bytearray(traffic(BOTH[seed % 2], 5))
    for _ in range(len(spoilt) // 20):
        spoilt[rng.randrange(len(spoilt))] = rng.choice(b"\0\r\n{} x0\xff")
    objects, told, code = decoded(capsys, tmp_path, rng.randbytes(100_000) + spoilt)
    rejected = [line for line in told if ": rejected: " in line]
    assert code == 0
    assert min(len(objects), len(rejected)) > 20
    assert f": {len(objects)} messages, {len(rejected)} rejected, " in told[-1]


def test_a_reader_that_goes_away_is_not_an_error(tmp_path: Path) -> None:
    file = tmp_path / "long.log"
    file.write_bytes(traffic(GB2004, 300))
    program = [sys.executable, "-c", "from agentfw.cli import main; main()", "decode", str(file)]
    with subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().startswith(b'{"line":1,')
        process.stdout.close()
        told = process.stderr.read()
        code = process.wait(60)
    assert (told, code) == (b"", 0)
