"""What brains print, kept apart from what commands tell programs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.support.command_line import called

if TYPE_CHECKING:
    from pathlib import Path

LOUD = """\
from agentfw.brains import Brain, Decision

print("I am loaded")


class Loud(Brain):
    def decide(self, view):
        print("my thoughts")
        return Decision()
"""
TEAM = """\
server: {map: dm-closet}
limits: {minutes: 0.1}
teams: {ours: {brain: "loud.py:Loud", bots: [Ada]}}
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the files of these tests are."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "loud.py").write_text(LOUD, encoding="utf-8")
    (tmp_path / "team.yaml").write_text(TEAM, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    "words",
    [
        ("play", "team.yaml", "--fast", "--matches", "2"),
        ("run", "loud.py:Loud", "--fast", "--time-limit", "0.1"),
    ],
)
def test_what_brains_print_is_not_among_the_json(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    output = called(capsys, *words, "--json")
    assert output.code == 0
    assert all(json.loads(line) for line in output.out.splitlines())
    assert "my thoughts\n" in output.err


def test_where_people_read_brains_print_where_they_always_did(
    capsys: pytest.CaptureFixture[str],
) -> None:
    output = called(capsys, "play", "team.yaml", "--fast")
    assert "my thoughts\n" in output.out
