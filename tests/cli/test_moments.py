"""Moments of a recording, told in its seconds or by the clock of the match."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from agentfw.match.explaining import recording_time
from tests.match.recorded import solo
from tests.support.command_line import called

if TYPE_CHECKING:
    from pathlib import Path

Capsys = pytest.CaptureFixture[str]
NO_TIME = "is no time: expected seconds of the recording, or m:ss of the match"


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A short match."""
    return solo(tmp_path_factory.mktemp("moments") / "match.rec")


def test_explain_takes_the_time_that_the_board_shows(capsys: Capsys, recording: Path) -> None:
    by_match = called(capsys, "explain", recording, "--at", "0:08")
    at = recording_time(recording, 8.0)
    assert (by_match.code, by_match.err) == (0, "")
    assert by_match.out.startswith(f"at       {at:.3f} s")
    assert called(capsys, "explain", recording, "--at", "8").out.split()[1] != f"{at:.3f}"


def test_replay_takes_it_as_well(capsys: Capsys, recording: Path) -> None:
    words = ("replay", recording, "--step", "--from", "0:05", "--to", "0:06.5")
    times = [float(line.split()[0]) for line in called(capsys, *words).out.splitlines()[:-1]]
    assert times[0] == pytest.approx(recording_time(recording, 5.0), abs=0.001)
    assert times[-1] == pytest.approx(recording_time(recording, 6.5), abs=0.001)


@pytest.mark.parametrize("text", ["x", "-1", "nan", "inf", "1:60", "1:2:3", ":5", "-0:05"])
def test_what_is_no_time_is_refused(capsys: Capsys, recording: Path, text: str) -> None:
    output = called(capsys, "explain", recording, "--at", text)
    assert (output.code, output.out) == (2, "")
    assert output.err.endswith(f"Error: Invalid value for '--at': '{text}' {NO_TIME}\n")
