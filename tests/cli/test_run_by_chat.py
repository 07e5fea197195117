"""``agentfw run --transport chat``: one bot of a team that talks in the chat of its game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agentfw.match import replay
from agentfw.match.radios import RADIO
from agentfw.recording import Sent, open_recording
from tests.support.command_line import called

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

QUICK = ("--fast", "--mode", "ctf", "--time-limit", "0.5", "--team", "0")


def test_bot_talks_and_leads_and_its_recording_replays(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "match.rec"
    chat = ("--transport", "chat", "--coordinator", "ctf-leader.htn", "--record", str(file))
    called(capsys, "run", "ctf-attacker.htn", *QUICK, *chat)
    said = b"".join(one.data for one in open_recording(file) if isinstance(one, Sent))
    assert b"{Global False}" in said
    assert "ctf-leader.htn" in open_recording(file).header.options[RADIO]
    assert replay(file).is_exact


def test_bot_says_nothing_to_its_team_unless_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "match.rec"
    called(capsys, "run", "hunter", *QUICK, "--record", str(file))
    said = b"".join(one.data for one in open_recording(file) if isinstance(one, Sent))
    assert b"{Global False}" not in said


def test_coordinator_without_a_team_is_a_mistake(capsys: pytest.CaptureFixture[str]) -> None:
    told = called(capsys, "run", "hunter", *QUICK, "--coordinator", "ctf-leader.htn")
    assert told.code != 0
    assert "--coordinator needs --transport chat" in told.err


def test_coordinator_that_is_not_there_is_told_before_anything_begins(
    capsys: pytest.CaptureFixture[str],
) -> None:
    chat = ("--transport", "chat", "--coordinator", "ctf-leadr.htn")
    told = called(capsys, "run", "hunter", *QUICK, *chat)
    assert told.code != 0
    assert "ctf-leader.htn" in told.err
