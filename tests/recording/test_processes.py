"""Recordings of processes that are killed, and of processes that differ in everything but the match."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from agentfw.recording import summary
from tests.recording.made_up import FEW, match, read_all, write_all
from tests.support.dialects import CLASSIC
from tests.support.programs import run

ROOT = Path(__file__).parents[2]

# Writes up to a time that lies in the middle of a block, says so, and waits to be killed.
KILLED = """
import sys
from agentfw.recording import RecordingWriter, Ticked
from tests.recording.made_up import HEADER

writer = RecordingWriter(sys.argv[1], HEADER)
for number in range(int(sys.argv[2])):
    writer.write(Ticked(number / 8))
print("ready", flush=True)
sys.stdin.read()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="nothing there kills like SIGKILL")
@pytest.mark.parametrize("count", [1, 9, 10, 85])
def test_a_killed_process_leaves_all_but_its_last_second(count: int, tmp_path: Path) -> None:
    path = tmp_path / "a.rec"
    command = [sys.executable, "-c", KILLED, str(path), str(count)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        process.kill()
    assert process.returncode == -signal.SIGKILL
    found, end = read_all(path)
    assert [record.at for record in found] == [number / 8 for number in range(len(found))]
    assert (count - 1) / 8 - 1.0 < len(found) / 8
    assert end == ""
    assert not summary(path).is_complete


ELSEWHERE = """
import sys
from pathlib import Path
from tests.recording.made_up import FEW, match, write_all
from tests.support.dialects import CLASSIC

write_all(Path(sys.argv[1]), FEW)
write_all(Path(sys.argv[2]), match(CLASSIC, 20))
"""


@pytest.mark.parametrize("hash_seed", ["1", "2"])
def test_the_same_match_gives_the_same_bytes_in_another_process(hash_seed: str, tmp_path: Path) -> None:
    env = {**os.environ, "PYTHONHASHSEED": hash_seed, "TZ": "Asia/Tokyo"}
    few, many = tmp_path / "few.rec", tmp_path / "many.rec"
    done = run(sys.executable, "-c", ELSEWHERE, few, many, cwd=ROOT, env=env)
    assert done.stderr == ""
    assert few.read_bytes() == write_all(tmp_path / "a.rec", FEW)
    assert many.read_bytes() == write_all(tmp_path / "b.rec", match(CLASSIC, 20))
